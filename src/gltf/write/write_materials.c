/* Materials, textures, samplers, pictures. Every material that has a texture gets one of its own, so that
 * numbers need no search; samplers are the nine or so that there can be. */
#include "gltf/write/writer.h"

enum { FILTERS = 3, WRAPS = 3, SAMPLERS = FILTERS * WRAPS * WRAPS };

/* Which samplers are used, and their numbers in the file. */
typedef struct sampler_list {
    int numbers[SAMPLERS]; /* -1: not used */
    int kinds[SAMPLERS];   /* the other way round */
    int count;
} sampler_list;

/* ---- checks -------------------------------------------------------------------------------------*/

static bool has_texture(const bp_gltf_writer *writer, const bp_material *material) {
    return material->texture.image >= 0 && writer->plan.pictures[material->texture.image] >= 0;
}

static bool check_material(const bp_gltf_writer *writer, size_t index, bp_error *error) {
    const bp_material *material = &writer->model->materials[index];
    const bp_vec4 *color = &material->base_color;
    const float channels[] = {color->x, color->y, color->z, color->w};
    for (size_t i = 0; i < 4; i++)
        if (!(channels[i] >= 0.0f && channels[i] <= 1.0f))
            return bp_gltf_fail_model(error, "materials", index, "base_color",
                                  "has the channel %g; they are within 0 and 1", (double)channels[i]);
    if (material->alpha_mode == BP_ALPHA_MASK &&
        !(material->alpha_cutoff >= 0.0f && bp_gltf_is_finite(material->alpha_cutoff)))
        return bp_gltf_fail_model(error, "materials", index, "alpha_cutoff", "is %g; it is 0 or more",
                              (double)material->alpha_cutoff);
    if (!has_texture(writer, material)) return true;
    const bp_texture_info *use = &material->texture;
    const float numbers[] = {use->offset.x, use->offset.y, use->scale.x, use->scale.y, use->rotation};
    for (size_t i = 0; use->has_transform && i < BP_COUNT(numbers); i++)
        if (!bp_gltf_is_finite(numbers[i]))
            return bp_gltf_fail_model(error, "materials", index, "texture", "its transform is NaN or infinite");
    bool known = use->filter >= BP_FILTER_BILINEAR && use->filter <= BP_FILTER_TRILINEAR &&
                 use->wrap_u >= BP_WRAP_REPEAT && use->wrap_u <= BP_WRAP_CLAMP &&
                 use->wrap_v >= BP_WRAP_REPEAT && use->wrap_v <= BP_WRAP_CLAMP;
    return known ||
           bp_gltf_fail_model(error, "materials", index, "texture", "its filter or wrap is none there is");
}

/* ---- samplers and textures ----------------------------------------------------------------------*/

static int sampler_kind(const bp_texture_info *use) {
    return ((int)use->filter * WRAPS + (int)use->wrap_u) * WRAPS + (int)use->wrap_v;
}

static sampler_list list_samplers(const bp_gltf_writer *writer) {
    sampler_list list = {0};
    for (int i = 0; i < SAMPLERS; i++) list.numbers[i] = -1;
    for (size_t i = 0; i < writer->model->material_count; i++) {
        if (!has_texture(writer, &writer->model->materials[i])) continue;
        int kind = sampler_kind(&writer->model->materials[i].texture);
        if (list.numbers[kind] >= 0) continue;
        list.kinds[list.count] = kind;
        list.numbers[kind] = list.count++;
    }
    return list;
}

static void put_integer(bp_json_writer *json, const char *key, int number) {
    bp_json_key(json, key);
    bp_json_put_integer(json, number);
}

/* OpenGL's numbers, which glTF uses. */
static void write_sampler(bp_json_writer *json, int kind) {
    static const int shrinking[FILTERS] = {
        [BP_FILTER_BILINEAR] = 9729, [BP_FILTER_NEAREST] = 9728, [BP_FILTER_TRILINEAR] = 9987};
    static const int wraps[WRAPS] = {
        [BP_WRAP_REPEAT] = 10497, [BP_WRAP_MIRROR] = 33648, [BP_WRAP_CLAMP] = 33071};
    int filter = kind / (WRAPS * WRAPS);
    bp_json_begin_object(json);
    put_integer(json, "magFilter", filter == BP_FILTER_NEAREST ? 9728 : 9729);
    put_integer(json, "minFilter", shrinking[filter]);
    put_integer(json, "wrapS", wraps[kind / WRAPS % WRAPS]);
    put_integer(json, "wrapT", wraps[kind % WRAPS]);
    bp_json_end_object(json);
}

static void write_textures(bp_gltf_writer *writer) {
    bp_json_writer *json = &writer->json;
    const bp_model *model = writer->model;
    sampler_list samplers = list_samplers(writer);
    if (samplers.count == 0) return;
    bp_json_key(json, "samplers");
    bp_json_begin_array(json);
    for (int i = 0; i < samplers.count; i++) write_sampler(json, samplers.kinds[i]);
    bp_json_end_array(json);
    bp_json_key(json, "textures");
    bp_json_begin_array(json);
    for (size_t i = 0; i < model->material_count; i++) {
        const bp_texture_info *use = &model->materials[i].texture;
        if (!has_texture(writer, &model->materials[i])) continue;
        bp_json_begin_object(json);
        put_integer(json, "sampler", samplers.numbers[sampler_kind(use)]);
        put_integer(json, "source", writer->plan.pictures[use->image]);
        bp_json_end_object(json);
    }
    bp_json_end_array(json);
}

/* ---- pictures -----------------------------------------------------------------------------------*/

static bool write_picture(bp_gltf_writer *writer, size_t index, bp_error *error) {
    const bp_image *image = writer->model->images[index];
    bp_file png;
    if (image->linear)
        return bp_gltf_fail_model(error, "images", index, "linear", "is true; base colours are sRGB in glTF");
    if (!bp_image_encode_png(&writer->allocator, image, &png, error)) return false;
    int view = bp_gltf_add_image_bytes(writer, png.data, png.size, error);
    bp_file_free(&writer->allocator, &png);
    if (view < 0) return false;
    bp_json_begin_object(&writer->json);
    put_integer(&writer->json, "bufferView", view);
    bp_json_key(&writer->json, "mimeType");
    bp_json_put_text(&writer->json, "image/png");
    bp_json_end_object(&writer->json);
    return true;
}

static bool write_pictures(bp_gltf_writer *writer, bp_error *error) {
    const bp_model *model = writer->model;
    bool any = false;
    for (size_t i = 0; i < model->image_count; i++) any = any || model->images[i];
    if (!any) return true;
    bp_json_key(&writer->json, "images");
    bp_json_begin_array(&writer->json);
    for (size_t i = 0; i < model->image_count; i++)
        if (model->images[i] && !write_picture(writer, i, error)) return false;
    bp_json_end_array(&writer->json);
    return true;
}

/* ---- materials ----------------------------------------------------------------------------------*/

static void write_transform(bp_json_writer *json, const bp_texture_info *use) {
    bp_json_key(json, "extensions");
    bp_json_begin_object(json);
    bp_json_key(json, "KHR_texture_transform");
    bp_json_begin_object(json);
    bp_json_key(json, "offset");
    bp_json_put_floats(json, &use->offset.x, 2);
    bp_json_key(json, "rotation");
    bp_json_put_number(json, (double)use->rotation);
    bp_json_key(json, "scale");
    bp_json_put_floats(json, &use->scale.x, 2);
    bp_json_end_object(json);
    bp_json_end_object(json);
}

/* Neither metallic nor shiny, which is how this library draws. */
static void write_surface(bp_json_writer *json, const bp_material *material, int texture) {
    bp_json_key(json, "pbrMetallicRoughness");
    bp_json_begin_object(json);
    bp_json_key(json, "baseColorFactor");
    bp_json_put_floats(json, &material->base_color.x, 4);
    if (texture >= 0) {
        bp_json_key(json, "baseColorTexture");
        bp_json_begin_object(json);
        put_integer(json, "index", texture);
        if (material->texture.uv_set > 0) put_integer(json, "texCoord", material->texture.uv_set);
        if (material->texture.has_transform) write_transform(json, &material->texture);
        bp_json_end_object(json);
    }
    put_integer(json, "metallicFactor", 0);
    put_integer(json, "roughnessFactor", 1);
    bp_json_end_object(json);
}

static void write_material(bp_json_writer *json, const bp_material *material, int texture) {
    bp_json_begin_object(json);
    if (material->name && material->name[0]) {
        bp_json_key(json, "name");
        bp_json_put_text(json, material->name);
    }
    write_surface(json, material, texture);
    if (material->alpha_mode != BP_ALPHA_OPAQUE) {
        bp_json_key(json, "alphaMode");
        bp_json_put_text(json, material->alpha_mode == BP_ALPHA_MASK ? "MASK" : "BLEND");
    }
    if (material->alpha_mode == BP_ALPHA_MASK) {
        bp_json_key(json, "alphaCutoff");
        bp_json_put_number(json, (double)material->alpha_cutoff);
    }
    if (material->double_sided) {
        bp_json_key(json, "doubleSided");
        bp_json_put_bool(json, true);
    }
    if (material->unlit) {
        bp_json_key(json, "extensions");
        bp_json_begin_object(json);
        bp_json_key(json, "KHR_materials_unlit");
        bp_json_begin_object(json);
        bp_json_end_object(json);
        bp_json_end_object(json);
    }
    bp_json_end_object(json);
}

static void write_extensions(bp_gltf_writer *writer) {
    bool unlit = false, transform = false;
    for (size_t i = 0; i < writer->model->material_count; i++) {
        const bp_material *material = &writer->model->materials[i];
        unlit = unlit || material->unlit;
        transform = transform || (has_texture(writer, material) && material->texture.has_transform);
    }
    if (!unlit && !transform) return;
    bp_json_key(&writer->json, "extensionsUsed");
    bp_json_begin_inline_array(&writer->json);
    if (unlit) bp_json_put_text(&writer->json, "KHR_materials_unlit");
    if (transform) bp_json_put_text(&writer->json, "KHR_texture_transform");
    bp_json_end_array(&writer->json);
}

bool bp_gltf_write_materials(bp_gltf_writer *writer, bp_error *error) {
    const bp_model *model = writer->model;
    bp_json_writer *json = &writer->json;
    int textures = 0;
    for (size_t i = 0; i < model->material_count; i++)
        if (!check_material(writer, i, error)) return false;
    if (model->material_count > 0) {
        bp_json_key(json, "materials");
        bp_json_begin_array(json);
        for (size_t i = 0; i < model->material_count; i++) {
            bool textured = has_texture(writer, &model->materials[i]);
            write_material(json, &model->materials[i], textured ? textures++ : -1);
        }
        bp_json_end_array(json);
    }
    write_textures(writer);
    write_extensions(writer);
    return write_pictures(writer, error);
}
