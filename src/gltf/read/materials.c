/* Materials: base colour and its texture, alpha, double-sidedness, lit or unlit. Bindpose ignores metalness,
 * roughness and the other maps. */
#include "gltf/read/reader.h"
#include <string.h>

/* ---- textures -----------------------------------------------------------------------------------*/

/* Reads one of OpenGL's constants; *out stays if it is missing. */
static bool read_constant(const bp_gltf_value *sampler, const char *key, const int (*table)[2], size_t count,
                          int *out, const char *expected, bp_error *error) {
    size_t number = 0;
    if (!bp_json_member(sampler->json, key)) return true;
    if (!bp_gltf_size(sampler, key, 1 << 20, &number, error)) return false;
    for (size_t i = 0; i < count; i++) {
        if ((size_t)table[i][0] != number) continue;
        *out = table[i][1];
        return true;
    }
    return bp_gltf_fail_member(sampler, key, error, "is %zu; it must be %s", number, expected);
}

/* minFilter alone decides; without one, the best filter is used. */
static bool read_filter(const bp_gltf_value *sampler, bp_filter *out, bp_error *error) {
    static const int table[][2] = {{9728, BP_FILTER_NEAREST}, {9729, BP_FILTER_BILINEAR},
                                   {9984, BP_FILTER_NEAREST}, {9985, BP_FILTER_BILINEAR},
                                   {9986, BP_FILTER_NEAREST}, {9987, BP_FILTER_TRILINEAR}};
    int filter = BP_FILTER_TRILINEAR;
    bool ok = read_constant(sampler, "minFilter", table, BP_COUNT(table), &filter,
                            "9728, 9729 or 9984 to 9987", error);
    *out = (bp_filter)filter;
    return ok;
}

static bool read_wrap(const bp_gltf_value *sampler, const char *key, bp_wrap *out, bp_error *error) {
    static const int table[][2] = {{10497, BP_WRAP_REPEAT}, {33071, BP_WRAP_CLAMP}, {33648, BP_WRAP_MIRROR}};
    int wrap = BP_WRAP_REPEAT;
    bool ok = read_constant(sampler, key, table, BP_COUNT(table), &wrap,
                            "10497 (repeat), 33071 (clamp) or 33648 (mirror)", error);
    *out = (bp_wrap)wrap;
    return ok;
}

static bool read_sampler(bp_gltf_document *document, const bp_gltf_value *texture, bp_texture_info *out,
                         bp_error *error) {
    int index;
    out->filter = BP_FILTER_TRILINEAR;
    if (!bp_gltf_reference(document, texture, "sampler", BP_GLTF_SAMPLERS, &index, error)) return false;
    if (index < 0) return true;
    bp_gltf_value sampler = bp_gltf_element(document, BP_GLTF_SAMPLERS, (size_t)index);
    return read_filter(&sampler, &out->filter, error) && read_wrap(&sampler, "wrapS", &out->wrap_u, error) &&
           read_wrap(&sampler, "wrapT", &out->wrap_v, error);
}

/* KHR_texture_transform; it may also choose another set of texture coordinates. */
static bool read_transform(const bp_gltf_value *info, bp_texture_info *out, size_t *uv_set, bp_error *error) {
    bp_gltf_value extensions = bp_gltf_member(info, "extensions");
    bp_gltf_value transform = bp_gltf_member(&extensions, "KHR_texture_transform");
    if (!transform.json) return true;
    float offset[2] = {0, 0}, scale[2] = {1, 1};
    if (!bp_gltf_require_object(&transform, error) ||
        !bp_gltf_floats(&transform, "offset", offset, 2, NULL, error) ||
        !bp_gltf_floats(&transform, "scale", scale, 2, NULL, error) ||
        !bp_gltf_float(&transform, "rotation", &out->rotation, error) ||
        !bp_gltf_size(&transform, "texCoord", 1 << 20, uv_set, error))
        return false;
    out->has_transform = true;
    out->offset = (bp_vec2){offset[0], offset[1]};
    out->scale = (bp_vec2){scale[0], scale[1]};
    return true;
}

static bool read_texture(bp_gltf_reader *reader, const bp_gltf_value *info, bp_texture_info *out,
                         bp_error *error) {
    bp_gltf_document *document = &reader->document;
    size_t uv_set = 0;
    int index, image;
    bp_texture_info use = {.image = -1, .scale = {1, 1}};
    if (!bp_gltf_require_object(info, error) ||
        !bp_gltf_required_index(info, "index", "textures", document->counts[BP_GLTF_TEXTURES], &index,
                                error) ||
        !bp_gltf_size(info, "texCoord", 1 << 20, &uv_set, error) ||
        !read_transform(info, &use, &uv_set, error))
        return false;
    bp_gltf_value texture = bp_gltf_element(document, BP_GLTF_TEXTURES, (size_t)index);
    if (!bp_gltf_reference(document, &texture, "source", BP_GLTF_IMAGES, &image, error) ||
        !read_sampler(document, &texture, &use, error))
        return false;
    if (image < 0) bp_gltf_add_note(document, &texture, "has no image in a supported format and is left out");
    if (uv_set >= BP_MESH_UV_SETS)
        bp_gltf_add_note(document, info,
                         "uses TEXCOORD_%zu; only the first %d sets are supported, so the texture is "
                         "left out",
                         uv_set, BP_MESH_UV_SETS);
    if (image < 0 || uv_set >= BP_MESH_UV_SETS) return true;
    use.image = image;
    use.uv_set = (int)uv_set;
    reader->images_needed[image] = true;
    *out = use;
    return true;
}

/* ---- materials ----------------------------------------------------------------------------------*/

static bool read_surface(bp_gltf_reader *reader, const bp_gltf_value *value, bp_material *material,
                         bp_error *error) {
    bp_gltf_value surface = bp_gltf_member(value, "pbrMetallicRoughness");
    if (!surface.json) return true;
    float color[4] = {1, 1, 1, 1};
    if (!bp_gltf_require_object(&surface, error) ||
        !bp_gltf_floats(&surface, "baseColorFactor", color, 4, NULL, error))
        return false;
    material->base_color = bp_vec4_make(color[0], color[1], color[2], color[3]);
    bp_gltf_value texture = bp_gltf_member(&surface, "baseColorTexture");
    return !texture.json || read_texture(reader, &texture, &material->texture, error);
}

static bool read_alpha(const bp_gltf_value *value, bp_material *material, bp_error *error) {
    const char *mode = "OPAQUE";
    if (!bp_gltf_text(value, "alphaMode", &mode, error) ||
        !bp_gltf_float(value, "alphaCutoff", &material->alpha_cutoff, error) ||
        !bp_gltf_bool(value, "doubleSided", &material->double_sided, error))
        return false;
    material->alpha_mode = strcmp(mode, "MASK") == 0    ? BP_ALPHA_MASK
                           : strcmp(mode, "BLEND") == 0 ? BP_ALPHA_BLEND
                                                        : BP_ALPHA_OPAQUE;
    if (material->alpha_mode != BP_ALPHA_OPAQUE || strcmp(mode, "OPAQUE") == 0) return true;
    return bp_gltf_fail_member(value, "alphaMode", error, "is \"%.40s\"; it must be OPAQUE, MASK or BLEND",
                               mode);
}

static bool read_material(bp_gltf_reader *reader, size_t index, bp_error *error) {
    bp_gltf_value value = bp_gltf_element(&reader->document, BP_GLTF_MATERIALS, index);
    bp_gltf_value extensions = bp_gltf_member(&value, "extensions");
    bp_material *material = &reader->model->materials[index];
    const char *name = "";
    if (!bp_gltf_text(&value, "name", &name, error)) return false;
    material->unlit = bp_json_member(extensions.json, "KHR_materials_unlit") != NULL;
    material->name = bp_copy_text(&reader->model->allocator, name, error);
    return material->name && read_surface(reader, &value, material, error) &&
           read_alpha(&value, material, error);
}

bool bp_gltf_read_materials(bp_gltf_reader *reader, bp_error *error) {
    for (size_t i = 0; i < reader->model->material_count; i++)
        if (!read_material(reader, i, error)) return false;
    return true;
}
