/* Materials (base colour, metallic and roughness, normal, occlusion and emissive maps, alpha,
 * double-sidedness, lit or unlit) and the images that they use.
 *
 * An image comes from a buffer view, a data URI or a file. One that can't be read or decoded is only a note,
 * and the model is drawn without it: people often pass models on without their textures. */
#include "gltf/read/reader.h"
#include "io/webp.h"
#include <string.h>

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
static bool read_sampler(bp_gltf_document *document, const bp_gltf_value *texture, bp_texture_info *out,
                         bp_error *error) {
    static const int filters[][2] = {{9728, BP_FILTER_NEAREST}, {9729, BP_FILTER_BILINEAR},
                                     {9984, BP_FILTER_NEAREST}, {9985, BP_FILTER_BILINEAR},
                                     {9986, BP_FILTER_NEAREST}, {9987, BP_FILTER_TRILINEAR}};
    static const int wraps[][2] = {{10497, BP_WRAP_REPEAT}, {33071, BP_WRAP_CLAMP}, {33648, BP_WRAP_MIRROR}};
    static const char *const keys[] = {"wrapS", "wrapT"};
    int index, filter = BP_FILTER_TRILINEAR, wrap[2] = {BP_WRAP_REPEAT, BP_WRAP_REPEAT};
    if (!bp_gltf_reference(document, texture, "sampler", BP_GLTF_SAMPLERS, &index, error)) return false;
    bp_gltf_value sampler = {.json = NULL};
    if (index >= 0) sampler = bp_gltf_element(document, BP_GLTF_SAMPLERS, (size_t)index);
    if (!read_constant(&sampler, "minFilter", filters, BP_COUNT(filters), &filter,
                       "9728, 9729 or 9984 to 9987", error))
        return false;
    for (int i = 0; i < 2; i++)
        if (!read_constant(&sampler, keys[i], wraps, BP_COUNT(wraps), &wrap[i],
                           "10497 (repeat), 33071 (clamp) or 33648 (mirror)", error))
            return false;
    out->filter = (bp_filter)filter, out->wrap_u = (bp_wrap)wrap[0], out->wrap_v = (bp_wrap)wrap[1];
    return true;
}

/* KHR_texture_transform; it may also choose another set of texture coordinates. */
static bool read_transform(const bp_gltf_value *info, bp_texture_info *out, size_t *uv_set, bp_error *error) {
    bp_gltf_value transform = bp_gltf_inner(info, "extensions.KHR_texture_transform");
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

/* A texture's image: the WebP where it can be read, else the one for all. */
static bool read_source(bp_gltf_document *document, const bp_gltf_value *texture, int *image,
                        bp_error *error) {
    bp_gltf_value webp = bp_gltf_inner(texture, "extensions.EXT_texture_webp");
    *image = -1;
    if (webp.json && bp_image_reads_webp() &&
        (!bp_gltf_require_object(&webp, error) ||
         !bp_gltf_reference(document, &webp, "source", BP_GLTF_IMAGES, image, error)))
        return false;
    return *image >= 0 || bp_gltf_reference(document, texture, "source", BP_GLTF_IMAGES, image, error);
}

/* A colour and data are textures of their own. */
typedef enum texture_use { AS_DATA = 1, AS_COLOR = 2 } texture_use;

static bool read_texture(bp_gltf_reader *reader, const bp_gltf_value *info, texture_use as,
                         bp_texture_info *out, bp_error *error) {
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
    if (!read_source(document, &texture, &image, error) || !read_sampler(document, &texture, &use, error))
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
    reader->images_needed[image] |= (uint8_t)as;
    *out = use;
    return true;
}

/* A fault only leaves the part out, unless it is a lack of memory. */
static bool leave_out(bp_gltf_reader *reader, const bp_gltf_value *value, const char *part,
                      const bp_error *fault, bp_error *error) {
    if (fault->kind == BP_ERROR_MEMORY) {
        if (error) *error = *fault;
        return false;
    }
    bp_gltf_add_note(&reader->document, value, "the %s is left out: it %.160s", part, fault->message);
    return true;
}

static bool read_optional(bp_gltf_reader *reader, const bp_gltf_value *parent, const char *key,
                          texture_use as, bp_texture_info *out, bp_error *error) {
    bp_gltf_value texture = bp_gltf_member(parent, key);
    bp_error fault = {0};
    return !texture.json || read_texture(reader, &texture, as, out, &fault) ||
           leave_out(reader, &texture, "texture", &fault, error);
}

/* A material by specular and glossiness has its colour under other names. */
static bool read_surface(bp_gltf_reader *reader, const bp_gltf_value *value, bp_material *material,
                         bp_error *error) {
    bp_gltf_value surface = bp_gltf_inner(value, "extensions.KHR_materials_pbrSpecularGlossiness");
    bool diffuse = surface.json != NULL;
    if (!diffuse) surface = bp_gltf_member(value, "pbrMetallicRoughness");
    if (!surface.json) return true;
    float color[4] = {1, 1, 1, 1};
    if (!bp_gltf_require_object(&surface, error) ||
        !bp_gltf_floats(&surface, diffuse ? "diffuseFactor" : "baseColorFactor", color, 4, NULL, error))
        return false;
    material->base_color = bp_vec4_make(color[0], color[1], color[2], color[3]);
    if (!read_optional(reader, &surface, diffuse ? "diffuseTexture" : "baseColorTexture", AS_COLOR,
                       &material->texture, error))
        return false;
    if (diffuse) return true;
    return bp_gltf_float(&surface, "metallicFactor", &material->metallic, error) &&
           bp_gltf_float(&surface, "roughnessFactor", &material->roughness, error) &&
           (material->unlit || read_optional(reader, &surface, "metallicRoughnessTexture", AS_DATA,
                                             &material->maps[BP_MAP_METALLIC_ROUGHNESS], error));
}

/* Normals, occlusion, and the light of its own with KHR_materials_emissive_strength. */
static bool read_other_maps(bp_gltf_reader *reader, const bp_gltf_value *value, bp_material *material,
                            bp_error *error) {
    bp_gltf_value normal = bp_gltf_member(value, "normalTexture");
    bp_gltf_value occlusion = bp_gltf_member(value, "occlusionTexture");
    bp_gltf_value strong = bp_gltf_inner(value, "extensions.KHR_materials_emissive_strength");
    float factor[3] = {0, 0, 0}, strength = 1;
    if (material->unlit) return true;
    if (!read_optional(reader, value, "normalTexture", AS_DATA, &material->maps[BP_MAP_NORMAL], error) ||
        !read_optional(reader, value, "occlusionTexture", AS_DATA, &material->maps[BP_MAP_OCCLUSION],
                       error) ||
        !read_optional(reader, value, "emissiveTexture", AS_COLOR, &material->maps[BP_MAP_EMISSIVE], error) ||
        (normal.json && !bp_gltf_float(&normal, "scale", &material->normal_scale, error)) ||
        (occlusion.json && !bp_gltf_float(&occlusion, "strength", &material->occlusion_strength, error)) ||
        !bp_gltf_floats(value, "emissiveFactor", factor, 3, NULL, error) ||
        (strong.json && (!bp_gltf_require_object(&strong, error) ||
                         !bp_gltf_float(&strong, "emissiveStrength", &strength, error))))
        return false;
    material->emissive = bp_vec3_make(factor[0] * strength, factor[1] * strength, factor[2] * strength);
    return true;
}

/* Glass: the light that it lets through is drawn as transparency. A part of 1/8 stays, so that a window
 * without any colour can be seen. */
static bool read_transmission(const bp_gltf_value *value, bp_material *material, bp_error *error) {
    bp_gltf_value glass = bp_gltf_inner(value, "extensions.KHR_materials_transmission");
    float factor = 0;
    if (!glass.json) return true;
    if (!bp_gltf_require_object(&glass, error) ||
        !bp_gltf_float(&glass, "transmissionFactor", &factor, error))
        return false;
    factor = bp_clamp(factor, 0, 1);
    if (!(factor > 0) || material->alpha_mode == BP_ALPHA_MASK) return true;
    if (material->alpha_mode == BP_ALPHA_OPAQUE) material->base_color.w = 1;
    material->alpha_mode = BP_ALPHA_BLEND;
    material->base_color.w *= 1 - 0.875f * factor;
    return true;
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
    if (!bp_json_member(extensions.json, "KHR_materials_pbrSpecularGlossiness")) material->metallic = 1;
    return material->name && read_surface(reader, &value, material, error) &&
           read_other_maps(reader, &value, material, error) && read_alpha(&value, material, error) &&
           read_transmission(&value, material, error);
}

bool bp_gltf_read_materials(bp_gltf_reader *reader, bp_error *error) {
    for (size_t i = 0; i < reader->model->material_count; i++) {
        bp_error fault = {0};
        if (!read_material(reader, i, &fault) &&
            !bp_gltf_forgive(&reader->document, &fault, "the rest of the material is left out", error))
            return false;
    }
    return true;
}

/* Of a pixel: as it is decoded, and as each texture with its mipmaps. */
static size_t pixel_bytes(const bp_gltf_reader *reader, size_t image) {
    return sizeof(bp_rgba8) + (reader->images_needed[image] == (AS_DATA | AS_COLOR) ? 22 : 11);
}

/* Decodes an image within the rest of the memory limit. */
static bool decode(bp_gltf_reader *reader, size_t index, const bp_gltf_value *value, bp_gltf_span bytes,
                   bp_error *error) {
    bp_gltf_document *document = &reader->document;
    size_t left = (document->memory_limit - document->memory_charged) / pixel_bytes(reader, index);
    bp_image_limits limits = {.pixels = left < ((size_t)1 << 25) ? left + 1 : 0};
    bp_error fault = {0};
    bp_image *image = bp_image_decode(&document->allocator, bytes.data, bytes.size, NULL, &limits, &fault);
    if (!image) return leave_out(reader, value, "image", &fault, error);
    reader->model->images[index] = image;
    return bp_gltf_charge(document, value, (size_t)image->width * (size_t)image->height,
                          pixel_bytes(reader, index), error);
}

static bool read_uri(bp_gltf_reader *reader, size_t index, const bp_gltf_value *value, const char *text,
                     bp_error *error) {
    bp_gltf_document *document = &reader->document;
    bp_gltf_value uri = bp_gltf_member(value, "uri");
    bp_file file = {0};
    bp_error fault = {0};
    if (!bp_gltf_uri_load(document, &uri, text, (size_t)256 << 20, &file, &fault))
        return leave_out(reader, &uri, "image", &fault, error);
    bool ok = decode(reader, index, value, (bp_gltf_span){file.data, file.size}, error);
    bp_file_free(&document->allocator, &file);
    return ok;
}

static bool read_image(bp_gltf_reader *reader, size_t index, bp_error *error) {
    bp_gltf_document *document = &reader->document;
    bp_gltf_value value = bp_gltf_element(document, BP_GLTF_IMAGES, index);
    const char *text = NULL;
    int view;
    if (!bp_gltf_text(&value, "uri", &text, error) ||
        !bp_gltf_reference(document, &value, "bufferView", BP_GLTF_BUFFER_VIEWS, &view, error))
        return false;
    if (reader->options->no_images) return true;
    if (text) return read_uri(reader, index, &value, text, error);
    bp_gltf_span bytes;
    bp_error fault = {0};
    if (view < 0)
        bp_gltf_fail(&value, &fault, "has neither uri nor bufferView");
    else if (bp_gltf_buffer_view_bytes(document, (size_t)view, &bytes, &fault))
        return decode(reader, index, &value, bytes, error);
    return leave_out(reader, &value, "image", &fault, error);
}

/* Colours come first: where memory ends, other maps are missed less. */
bool bp_gltf_read_images(bp_gltf_reader *reader, bp_error *error) {
    for (int need = AS_DATA | AS_COLOR; need > 0; need--)
        for (size_t i = 0; i < reader->model->image_count; i++)
            if (reader->images_needed[i] == need && !read_image(reader, i, error)) return false;
    return true;
}
