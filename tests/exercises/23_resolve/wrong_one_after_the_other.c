/* The mean of the mean so far and the next sample. */
#include "exercise.h"

static float partly(float a, float b, float share) { return a * (1 - share) + b * share; }

void resolve(const pixel_samples *pixels, int count, bp_vec3 *color, float *depth) {
    for (int i = 0; i < count; i++) {
        float sum[3] = {0, 0, 0}, nearest = pixels[i].depth[0];
        for (int s = 0; s < 4; s++) {
            bp_vec3 c = pixels[i].color[s];
            float share = s > 0 ? 0.5f : 1;
            sum[0] = partly(sum[0], to_linear(c.x), share);
            sum[1] = partly(sum[1], to_linear(c.y), share);
            sum[2] = partly(sum[2], to_linear(c.z), share);
            if (pixels[i].depth[s] < nearest) nearest = pixels[i].depth[s];
        }
        color[i] = (bp_vec3){to_encoded(sum[0]), to_encoded(sum[1]), to_encoded(sum[2])};
        depth[i] = nearest;
    }
}
