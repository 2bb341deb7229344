/* The walking speed of a model that walks in place. The supporting foot stands still on the floor, so in
 * model space it moves backwards as fast as the character should move forwards. The lowest joint is taken as
 * the supporting foot. */
#include "app/screens/crowd/crowd_private.h"
#include <stdlib.h>

enum { SAMPLES = 64 };

/* Index of a character's lowest joint. */
static size_t lowest(const bp_mat4 *absolutes, size_t count) {
    size_t best = 0;
    for (size_t i = 1; i < count; i++)
        if (absolutes[i].m[13] < absolutes[best].m[13]) best = i;
    return best;
}

static int by_size(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* Speed in metres a second, and its direction. Uses neighbouring samples with the same supporting foot, and
 * takes the median: a foot that has just landed still rolls, and one that is leaving is already lifted. */
static float forwards(const bp_mat4 *absolutes, size_t bones, double step, bp_vec3 *direction) {
    bp_vec3 moves[SAMPLES], sum = {0, 0, 0};
    float along[SAMPLES];
    size_t count = 0;
    for (size_t i = 0; i + 1 < SAMPLES; i++) {
        const bp_mat4 *now = absolutes + i * bones, *next = now + bones;
        size_t foot = lowest(now, bones);
        if (lowest(next, bones) != foot) continue;
        bp_vec3 moved = bp_vec3_sub(bp_mat4_position(now[foot]), bp_mat4_position(next[foot]));
        moves[count] = (bp_vec3){moved.x, 0, moved.z};
        sum = bp_vec3_add(sum, moves[count++]);
    }
    *direction = bp_vec3_normalize(sum);
    if (count == 0) return 0;
    for (size_t i = 0; i < count; i++) along[i] = bp_vec3_dot(moves[i], *direction);
    qsort(along, count, sizeof *along, by_size);
    return along[count / 2] / (float)step;
}

bool bp_crowd_find_gait(bp_crowd *crowd, bp_vec3 *direction, bp_error *error) {
    *direction = (bp_vec3){0, 0, 1};
    crowd->speed = 0;
    if (crowd->rig_count == 0 || !(crowd->span > 0)) return true;
    bp_batch_sampler *sampler = crowd->rigs[0].sampler;
    size_t bones = bp_batch_sampler_bone_count(sampler);
    double times[SAMPLES], step = crowd->span / SAMPLES;
    bp_mat4 *absolutes = bp_alloc(&crowd->allocator, SAMPLES * bones, sizeof *absolutes, error);
    if (!absolutes) return false;
    for (int i = 0; i < SAMPLES; i++) times[i] = crowd->first + step * i;
    bp_batch_sampler_run(sampler, &(bp_batch_job){.count = SAMPLES, .times = times, .absolutes = absolutes});
    bp_vec3 way;
    float speed = forwards(absolutes, bones, step, &way);
    bp_free(&crowd->allocator, absolutes);
    /* Below a tenth of the height in a second it is swaying, not walking. */
    bp_bounds bounds = bp_figure_bounds(bp_model_figure_get_figure(crowd->figure));
    if (!(speed > 0.1f * (bounds.hi.y - bounds.lo.y))) return true;
    crowd->speed = speed;
    *direction = way;
    return true;
}
