/* Colours that tell joints, bones and stages apart. */
#include <bindpose/scene.h>

bp_rgba8 bp_scene_color(size_t index) {
    /* Okabe and Ito's palette, with a grey blue instead of black as the first: for bodies and floors. */
    static const bp_rgba8 colors[] = {{128, 145, 170, 255}, {213, 94, 0, 255},    {0, 114, 178, 255},
                                      {0, 158, 115, 255},   {204, 121, 167, 255}, {230, 159, 0, 255},
                                      {86, 180, 233, 255},  {240, 228, 66, 255}};
    return colors[index % BP_COUNT(colors)];
}

bp_vec3 bp_scene_weights_color(const bp_mesh *mesh, size_t vertex) {
    bp_vec3 sum = {0};
    size_t influences = (size_t)mesh->influences;
    for (size_t i = vertex * influences; i < (vertex + 1) * influences; i++) {
        bp_rgba8 color = bp_scene_color(mesh->joints[i]);
        sum.x += mesh->weights[i] * color.r;
        sum.y += mesh->weights[i] * color.g;
        sum.z += mesh->weights[i] * color.b;
    }
    return sum;
}
