/* Recursive: the nearest glass is blended over the colour behind it. */
#include "exercise.h"

static bp_vec3 seen_beyond(const fragment *fragments, int count, bp_vec3 wall_color, float wall, float nearest) {
    int front = -1;
    for (int i = 0; i < count; i++)
        if (fragments[i].alpha < 1 && fragments[i].depth > nearest && fragments[i].depth < wall &&
            (front < 0 || fragments[i].depth < fragments[front].depth))
            front = i;
    if (front < 0) return wall_color;
    bp_vec3 behind = seen_beyond(fragments, count, wall_color, wall, fragments[front].depth);
    float a = fragments[front].alpha;
    bp_vec3 c = fragments[front].color;
    return (bp_vec3){a * c.x + (1 - a) * behind.x, a * c.y + (1 - a) * behind.y, a * c.z + (1 - a) * behind.z};
}

bp_vec3 pixel_color(const fragment *fragments, int count, bp_vec3 background) {
    int wall = -1;
    for (int i = count - 1; i >= 0; i--)
        if (fragments[i].alpha >= 1 && (wall < 0 || fragments[i].depth <= fragments[wall].depth)) wall = i;
    return wall < 0 ? seen_beyond(fragments, count, background, 9, -1)
                    : seen_beyond(fragments, count, fragments[wall].color, fragments[wall].depth, -1);
}
