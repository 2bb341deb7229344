/* The mean of the covered samples. */
#include "exercise.h"

void resolve(const pixel_samples *pixels, int count, bp_vec3 *color, float *depth) {
    for (int i = 0; i < count; i++) {
        float sum[3] = {0, 0, 0}, nearest = pixels[i].depth[0], covered = 0;
        for (int s = 0; s < 4; s++) {
            if (pixels[i].depth[s] >= 1) continue;
            covered++;
            bp_vec3 c = pixels[i].color[s];
            sum[0] += to_linear(c.x);
            sum[1] += to_linear(c.y);
            sum[2] += to_linear(c.z);
            if (pixels[i].depth[s] < nearest) nearest = pixels[i].depth[s];
        }
        color[i] = covered > 0 ? (bp_vec3){to_encoded(sum[0] / covered), to_encoded(sum[1] / covered), to_encoded(sum[2] / covered)}
                               : (bp_vec3){0, 0, 0};
        depth[i] = nearest;
    }
}
