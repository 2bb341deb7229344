/* Materials and texture transforms. */
#include <bindpose/mesh.h>

bp_material bp_material_default(void) {
    return (bp_material){
        .base_color = {1, 1, 1, 1}, .texture = {.image = -1, .scale = {1, 1}}, .alpha_cutoff = 0.5f};
}

/* KHR_texture_transform: in column notation translation * rotation * scale, with rotation = (cos sin; -sin
 * cos) because v points down. */
bp_vec2 bp_texture_info_transform(const bp_texture_info *texture, bp_vec2 uv) {
    if (!texture->has_transform) return uv;
    float sine = 0, cosine = 1;
    bp_sincos(texture->rotation, &sine, &cosine);
    bp_vec2 scaled = {uv.x * texture->scale.x, uv.y * texture->scale.y};
    return bp_vec2_make(texture->offset.x + cosine * scaled.x + sine * scaled.y,
                        texture->offset.y - sine * scaled.x + cosine * scaled.y);
}
