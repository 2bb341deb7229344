/* Measures of a lit sphere at its probe. */
#include "lit_sphere.h"

/* NULL, and the world fails, without a sphere. */
static const bp_lit_sphere *lit_of(bp_world *world, const bp_measure_args *args) {
    const bp_lit_sphere *lit = bp_lit_of(&world->stages[args->stage]);
    if (!lit) bp_world_fail(world, "stage %d has no lit sphere", args->stage + 1);
    return lit;
}

static void copy(const float *from, float *values) {
    for (int i = 0; i < 3; i++) values[i] = from[i];
}

void bp_measure_light_normal(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_lit_sphere *lit = lit_of(world, args);
    if (lit) copy(lit->shading.normal, values);
}

void bp_measure_light_cosine(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_lit_sphere *lit = lit_of(world, args);
    if (lit) values[0] = lit->shading.n_dot_l;
}

void bp_measure_light_pixel(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_lit_sphere *lit = lit_of(world, args);
    for (int i = 0; lit && i < 3; i++) values[i] = (float)lit->pixel[i];
}

void bp_measure_light_byte(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_lit_sphere *lit = lit_of(world, args);
    if (lit) values[0] = (float)lit->pixel[1];
}

/* The surface's direction at the probe: a quarter turn of the sphere's normal, scaled as points are. */
void bp_measure_light_surface(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_lit_sphere *lit = lit_of(world, args);
    if (!lit) return;
    const bp_vec3 along =
        bp_vec3_normalize((bp_vec3){lit->probe.z * lit->scaling.x, 0, -lit->probe.x * lit->scaling.z});
    const float *n = lit->shading.normal;
    values[0] = bp_degrees(bp_acos(bp_vec3_dot(along, (bp_vec3){n[0], n[1], n[2]})));
}
