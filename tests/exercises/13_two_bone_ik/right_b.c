/* Uses no angles: projects the elbow onto the line to the target, and adds its height above that line. */
#include "exercise.h"
#include <math.h>

void reach(float upper, float lower, bp_vec2 target, bp_vec2 *elbow, bp_vec2 *hand) {
    float d = bp_vec2_length(target);
    bool at_shoulder = d == 0;
    if (at_shoulder) d = 1e-6f;
    bp_vec2 way = {at_shoulder ? 1 : target.x / d, target.y / d}, left = {-way.y, way.x};
    float foot = (upper * upper + d * d - lower * lower) / (2 * d);
    if (foot > upper) foot = upper;
    if (foot < -upper) foot = -upper;
    float height = sqrtf(upper * upper - foot * foot);
    *elbow = (bp_vec2){way.x * foot + left.x * height, way.y * foot + left.y * height};
    bp_vec2 rest = {target.x - elbow->x, target.y - elbow->y};
    float length = bp_vec2_length(rest);
    *hand = (bp_vec2){elbow->x + rest.x / length * lower, elbow->y + rest.y / length * lower};
}
