/* Materials, textures, samplers and images. Each material writes its own textures, so no index must be
 * searched for; materials with equal filter and wrap modes share a sampler. */
#include "gltf/write/writer.h"
#include "io/sequence.h"

enum { FILTERS = 3, WRAPS = 3, SAMPLERS = FILTERS * WRAPS * WRAPS };

typedef struct sampler_list {
    int indices[SAMPLERS]; /* by kind: index in the file; -1: not used */
    int kinds[SAMPLERS];   /* by index in the file */
    int count;
} sampler_list;

const bp_texture_info *bp_gltf_material_texture(const bp_gltf_writer *writer, size_t index, int k) {
    const bp_material *material = &writer->model->materials[index];
    const bp_texture_info *use = k == 0 ? &material->texture : &material->maps[k - 1];
    if (k > 0 && material->unlit) return NULL;
    return use->image >= 0 && writer->plan.images[use->image] >= 0 ? use : NULL;
}

static void check_texture(bp_gltf_writer *writer, const bp_texture_info *use, size_t index) {
    const float numbers[] = {use->offset.x, use->offset.y, use->scale.x, use->scale.y, use->rotation};
    for (size_t i = 0; use->has_transform && i < BP_COUNT(numbers); i++)
        if (!bp_is_finite(numbers[i]))
            bp_gltf_fail_model(writer, "materials", index, "texture",
                               "has a transform that is NaN or infinite");
    bool known = use->filter >= BP_FILTER_BILINEAR && use->filter <= BP_FILTER_TRILINEAR &&
                 use->wrap_u >= BP_WRAP_REPEAT && use->wrap_u <= BP_WRAP_CLAMP &&
                 use->wrap_v >= BP_WRAP_REPEAT && use->wrap_v <= BP_WRAP_CLAMP;
    if (!known)
        bp_gltf_fail_model(writer, "materials", index, "texture", "has an unknown filter or wrap mode");
}

static void check_surface(bp_gltf_writer *writer, const bp_material *material, size_t index) {
    const struct {
        const char *field;
        float value, most;
    } numbers[] = {{"metallic", material->metallic, 1},
                   {"roughness", material->roughness, 1},
                   {"occlusion_strength", material->occlusion_strength, 1},
                   {"emissive", material->emissive.x, 3e38f},
                   {"emissive", material->emissive.y, 3e38f},
                   {"emissive", material->emissive.z, 3e38f}};
    for (size_t i = 0; i < BP_COUNT(numbers); i++)
        if (!(numbers[i].value >= 0 && numbers[i].value <= numbers[i].most))
            bp_gltf_fail_model(writer, "materials", index, numbers[i].field, "is %g; it must be from 0 to %g",
                               (double)numbers[i].value, (double)numbers[i].most);
    if (!bp_is_finite(material->normal_scale))
        bp_gltf_fail_model(writer, "materials", index, "normal_scale", "is NaN or infinite");
}

static void check_material(bp_gltf_writer *writer, size_t index) {
    const bp_material *material = &writer->model->materials[index];
    const bp_vec4 *color = &material->base_color;
    const float channels[] = {color->x, color->y, color->z, color->w};
    for (size_t i = 0; i < 4; i++)
        if (!(channels[i] >= 0.0f && channels[i] <= 1.0f))
            bp_gltf_fail_model(writer, "materials", index, "base_color",
                               "has the channel %g; channels must be from 0 to 1", (double)channels[i]);
    if (material->alpha_mode == BP_ALPHA_MASK &&
        !(material->alpha_cutoff >= 0.0f && bp_is_finite(material->alpha_cutoff)))
        bp_gltf_fail_model(writer, "materials", index, "alpha_cutoff", "is %g; it must be 0 or more",
                           (double)material->alpha_cutoff);
    for (int k = 0; k < BP_GLTF_MATERIAL_TEXTURES; k++) {
        const bp_texture_info *use = bp_gltf_material_texture(writer, index, k);
        if (use) check_texture(writer, use, index);
    }
    check_surface(writer, material, index);
}

static int sampler_kind(const bp_texture_info *use) {
    return ((int)use->filter * WRAPS + (int)use->wrap_u) * WRAPS + (int)use->wrap_v;
}

/* All materials' textures in the order in which they are written. */
static const bp_texture_info *texture_at(const bp_gltf_writer *writer, size_t i) {
    return bp_gltf_material_texture(writer, i / BP_GLTF_MATERIAL_TEXTURES,
                                    (int)(i % BP_GLTF_MATERIAL_TEXTURES));
}

static sampler_list list_samplers(const bp_gltf_writer *writer) {
    sampler_list list = {0};
    for (int i = 0; i < SAMPLERS; i++) list.indices[i] = -1;
    for (size_t i = 0; i < BP_GLTF_MATERIAL_TEXTURES * writer->model->material_count; i++) {
        const bp_texture_info *use = texture_at(writer, i);
        if (!use) continue;
        int kind = sampler_kind(use);
        if (list.indices[kind] >= 0) continue;
        list.kinds[list.count] = kind;
        list.indices[kind] = list.count++;
    }
    return list;
}

/* glTF uses OpenGL's constants. */
static void write_sampler(bp_json_writer *json, int kind) {
    static const int min_filters[FILTERS] = {
        [BP_FILTER_BILINEAR] = 9729, [BP_FILTER_NEAREST] = 9728, [BP_FILTER_TRILINEAR] = 9987};
    static const int wraps[WRAPS] = {
        [BP_WRAP_REPEAT] = 10497, [BP_WRAP_MIRROR] = 33648, [BP_WRAP_CLAMP] = 33071};
    int filter = kind / (WRAPS * WRAPS);
    bp_json_write(json, "{magFilter: %d, minFilter: %d, wrapS: %d, wrapT: %d}",
                  filter == BP_FILTER_NEAREST ? 9728 : 9729, min_filters[filter], wraps[kind / WRAPS % WRAPS],
                  wraps[kind % WRAPS]);
}

static void write_textures(bp_gltf_writer *writer) {
    bp_json_writer *json = &writer->json;
    sampler_list samplers = list_samplers(writer);
    if (samplers.count == 0) return;
    bp_json_write(json, "samplers: [");
    for (int i = 0; i < samplers.count; i++) write_sampler(json, samplers.kinds[i]);
    bp_json_write(json, "], textures: [");
    for (size_t i = 0; i < BP_GLTF_MATERIAL_TEXTURES * writer->model->material_count; i++) {
        const bp_texture_info *use = texture_at(writer, i);
        if (!use) continue;
        bp_json_write(json, "{sampler: %d, source: %d}", samplers.indices[sampler_kind(use)],
                      writer->plan.images[use->image]);
    }
    bp_json_write(json, "]");
}

static void write_image(bp_gltf_writer *writer, size_t index) {
    const bp_image *image = writer->model->images[index];
    bp_file png;
    if (image->linear)
        bp_gltf_fail_model(writer, "images", index, "linear", "is true; glTF stores colours as sRGB");
    if (!bp_image_encode_png(&writer->arena.allocator, image, &png, bp_gltf_writer_error(writer))) return;
    int view = bp_gltf_add_view(writer, png.data, png.size, 0);
    bp_file_free(&writer->arena.allocator, &png);
    bp_json_write(&writer->json, "{bufferView: %d, mimeType: %s}", view, "image/png");
}

static void write_images(bp_gltf_writer *writer) {
    const bp_model *model = writer->model;
    size_t first = 0;
    while (first < model->image_count && !model->images[first]) first++;
    if (first == model->image_count) return;
    bp_json_write(&writer->json, "images: [");
    for (size_t i = first; i < model->image_count; i++)
        if (model->images[i]) write_image(writer, i);
    bp_json_write(&writer->json, "]");
}

/* Writes texture k of a material under `key`, if there is one, with a factor under `factor_key` unless that
 * is NULL or the factor 1. *next: the index of the next texture. */
static void write_texture(bp_gltf_writer *writer, size_t index, int k, const char *key,
                          const char *factor_key, float factor, int *next) {
    bp_json_writer *json = &writer->json;
    const bp_texture_info *use = bp_gltf_material_texture(writer, index, k);
    if (!use) return;
    bp_json_write(json, "%s: {index: %d", key, (*next)++);
    if (use->uv_set > 0) bp_json_write(json, "texCoord: %d", use->uv_set);
    if (factor_key && factor != 1) bp_json_write(json, "%s: %g", factor_key, (double)factor);
    if (use->has_transform) {
        bp_json_write(json, "extensions: {KHR_texture_transform: {offset: %2p, rotation: %g, scale: %2p}}",
                      bp_floats(&use->offset.x), (double)use->rotation, bp_floats(&use->scale.x));
    }
    bp_json_write(json, "}");
}

/* emissiveFactor ends at 1: stronger light takes KHR_materials_emissive_strength. */
static float emissive_strength(const bp_material *material) {
    const bp_vec3 e = material->emissive;
    const float most = e.x > e.y ? e.x : e.y;
    if (material->unlit) return 1;
    return most > 1 || e.z > 1 ? (most > e.z ? most : e.z) : 1;
}

/* `next`: the index of the next texture. */
static void write_material(bp_gltf_writer *writer, size_t index, int *next) {
    bp_json_writer *json = &writer->json;
    const bp_material *material = &writer->model->materials[index];
    const float strength = emissive_strength(material);
    const bp_vec3 e = bp_vec3_scale(material->emissive, 1 / strength);
    bp_json_write(json, "{");
    bp_gltf_json_name(json, material->name);
    bp_json_write(json, "pbrMetallicRoughness: {baseColorFactor: %4p", bp_floats(&material->base_color.x));
    write_texture(writer, index, 0, "baseColorTexture", NULL, 1, next);
    bp_json_write(json, "metallicFactor: %g, roughnessFactor: %g", (double)material->metallic,
                  (double)material->roughness);
    write_texture(writer, index, 1 + BP_MAP_METALLIC_ROUGHNESS, "metallicRoughnessTexture", NULL, 1, next);
    bp_json_write(json, "}");
    write_texture(writer, index, 1 + BP_MAP_NORMAL, "normalTexture", "scale", material->normal_scale, next);
    write_texture(writer, index, 1 + BP_MAP_OCCLUSION, "occlusionTexture", "strength",
                  material->occlusion_strength, next);
    write_texture(writer, index, 1 + BP_MAP_EMISSIVE, "emissiveTexture", NULL, 1, next);
    if (!material->unlit && (e.x > 0 || e.y > 0 || e.z > 0))
        bp_json_write(json, "emissiveFactor: %3p", bp_floats(&e.x));
    if (material->alpha_mode != BP_ALPHA_OPAQUE)
        bp_json_write(json, "alphaMode: %s", material->alpha_mode == BP_ALPHA_MASK ? "MASK" : "BLEND");
    if (material->alpha_mode == BP_ALPHA_MASK)
        bp_json_write(json, "alphaCutoff: %g", (double)material->alpha_cutoff);
    if (material->double_sided) bp_json_write(json, "doubleSided: true");
    if (material->unlit || strength != 1) {
        bp_json_write(json, "extensions: {%s: {",
                      material->unlit ? "KHR_materials_unlit" : "KHR_materials_emissive_strength");
        if (!material->unlit) bp_json_write(json, "emissiveStrength: %g", (double)strength);
        bp_json_write(json, "}}");
    }
    bp_json_write(json, "}");
}

static void write_extensions(bp_gltf_writer *writer) {
    bool unlit = false, transform = false, strong = false;
    for (size_t i = 0; i < writer->model->material_count; i++) {
        unlit = unlit || writer->model->materials[i].unlit;
        strong = strong || emissive_strength(&writer->model->materials[i]) != 1;
        for (int k = 0; k < BP_GLTF_MATERIAL_TEXTURES; k++) {
            const bp_texture_info *use = bp_gltf_material_texture(writer, i, k);
            transform = transform || (use && use->has_transform);
        }
    }
    if (!unlit && !transform && !strong) return;
    bp_json_write(&writer->json, "extensionsUsed: (");
    if (unlit) bp_json_write(&writer->json, "%s", "KHR_materials_unlit");
    if (strong) bp_json_write(&writer->json, "%s", "KHR_materials_emissive_strength");
    if (transform) bp_json_write(&writer->json, "%s", "KHR_texture_transform");
    bp_json_write(&writer->json, ")");
}

void bp_gltf_write_materials(bp_gltf_writer *writer) {
    const bp_model *model = writer->model;
    bp_json_writer *json = &writer->json;
    int textures = 0;
    for (size_t i = 0; i < model->material_count; i++) check_material(writer, i);
    if (model->material_count > 0) {
        bp_json_write(json, "materials: [");
        for (size_t i = 0; i < model->material_count; i++) write_material(writer, i, &textures);
        bp_json_write(json, "]");
    }
    write_textures(writer);
    write_extensions(writer);
    write_images(writer);
}
