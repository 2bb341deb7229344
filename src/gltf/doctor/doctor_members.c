/* glTF's rules about images, cameras, lights and extensions, and about the types and ranges of members. */
#include "gltf/doctor/doctor_breaches.h"
#include <float.h>
#include <math.h>
#include <string.h>

typedef bp_doctor_rule_book rule_book;

/* What the values at a path must be. */
typedef struct member_rule {
    const char *path; /* of a walk */
    int width;        /* 1: a number; more: a list of so many; or one of the words below */
    double low, high;
    bool needed; /* the value can't be left out */
} member_rule;
enum {
    TEXT = -1, /* any text */
    OBJECT = -2,
    BOOLEAN = -3,
    WORD = -4,  /* a text with a meaning */
    BOUNDS = -5 /* a number for each component of its accessor */
};
#define ABOVE_0 DBL_MIN
#define HALF_TURN 3.14159265358979323846
#define ANY (-HUGE_VAL), HUGE_VAL

static bool is_list(const bp_json *json, size_t count) {
    bool good = bp_json_kind_of(json) == BP_JSON_ARRAY && bp_json_count(json) == count;
    for (size_t i = 0; good && i < count; i++)
        good = bp_json_kind_of(bp_json_item(json, i)) == BP_JSON_NUMBER;
    return good;
}

static bool is_of_type(const bp_json *json, int width) {
    if (width > 1) return is_list(json, (size_t)width);
    return bp_json_kind_of(json) == (width == 1         ? BP_JSON_NUMBER
                                     : width == OBJECT  ? BP_JSON_OBJECT
                                     : width == BOOLEAN ? BP_JSON_BOOL
                                                        : BP_JSON_TEXT);
}

/* A member of a wrong type goes, since readers then take the default; a number out of range becomes the
 * nearest one in it. Either is a guess; that a number was meant as text is none. */
static void check_member(rule_book *rules, const member_rule *row, const bp_gltf_value *member) {
    static const char *const words[] = {"text", "an object", "true or false", "text"};
    bool typed = is_of_type(member->json, row->width), inside = true,
         nearest = row->low != ABOVE_0 && !row->needed,
         is_name = row->width == TEXT && bp_json_kind_of(member->json) == BP_JSON_NUMBER;
    bp_formatted text = {.text = ""}, what = bp_format("%d numbers", row->width), range = {.text = ""};
    for (int i = 0; typed && i < row->width; i++) {
        const bp_json *item = row->width == 1 ? member->json : bp_json_item(member->json, (size_t)i);
        double value = bp_json_number_or(item, NAN), in = fmin(fmax(value, row->low), row->high);
        bool vacuum = value == 0.0 && strcmp(member->key, "ior") == 0; /* which stands for no refraction */
        inside = inside && (value == in || vacuum);
        text = bp_format("%s%s%.9g", text.text, i > 0 ? ", " : "", in);
    }
    if (typed && inside) return;
    if (row->width == 1) what = bp_format("a number");
    if (row->width < 0) what = bp_format("%s", words[-1 - row->width]);
    if (row->low == ABOVE_0) range = bp_format(" above 0");
    if (row->low != ABOVE_0 && row->width > 0 && row->low > -HUGE_VAL)
        range = bp_format(" of %g or more", row->low);
    if (row->width > 0 && row->high < HUGE_VAL)
        range = bp_format("%s%s %g", range.text, ", at most", row->high);
    if (row->width == TEXT) text = bp_format("\"%.9g\"", bp_json_number_or(member->json, NAN));
    if (row->width > 1) text = bp_format("[%.240s]", text.text);
    bp_doctor_rule_remedy set = {.object = member->up,
                                 .key = member->key,
                                 .text = text.text,
                                 .guess = !is_name},
                          leave_out = {.remove = !row->needed, .guess = !row->needed};
    tell(rules, member,
         typed                                                               ? "VALUE_NOT_IN_RANGE"
         : row->width <= 1 || bp_json_kind_of(member->json) != BP_JSON_ARRAY ? "TYPE_MISMATCH"
         : bp_json_count(member->json) != (size_t)row->width                 ? "ARRAY_LENGTH_NOT_IN_LIST"
                                                                             : "ARRAY_TYPE_MISMATCH",
         bp_format("must be %s%s", what.text, range.text).text,
         is_name || (typed && nearest) ? set : leave_out);
}

static void check_bounds(rule_book *rules, const bp_gltf_value *bounds) {
    bp_gltf_accessor accessor;
    if (bp_gltf_accessor_shape(&rules->doctor->document, bounds->up->index, &accessor, NULL) &&
        !is_list(bounds->json, accessor.width))
        tell(rules, bounds,
             bp_json_count(bounds->json) == accessor.width ? "ARRAY_TYPE_MISMATCH"
                                                           : "ARRAY_LENGTH_NOT_IN_LIST",
             "must be a number for each component", REMOVE);
}

static void check_camera(rule_book *rules, const bp_gltf_value *camera) {
    const char *type = bp_json_text_or(bp_json_member(camera->json, "type"), "");
    if (strcmp(type, "perspective") != 0 && strcmp(type, "orthographic") != 0) return;
    bp_gltf_value view = bp_gltf_member(camera, type);
    const bp_json *near = bp_json_member(view.json, "znear"), *far = bp_json_member(view.json, "zfar");
    bp_gltf_value other = bp_gltf_member(camera, *type == 'p' ? "orthographic" : "perspective");
    if (!view.json)
        tell(rules, camera, "UNDEFINED_PROPERTY",
             "the camera lacks the object that its type names: add it, or remove the camera", NOTHING);
    else if (other.json)
        tell(rules, &other, "ONE_OF_MISMATCH", "the camera's type names the other object", REMOVE);
    else if (bp_json_number_or(bp_json_member(view.json, "xmag"), 1.0) == 0.0 ||
             bp_json_number_or(bp_json_member(view.json, "ymag"), 1.0) == 0.0)
        tell(rules, &view, "CAMERA_XMAG_YMAG_ZERO", "xmag and ymag must not be 0: write what was meant",
             NOTHING);
    else if (far && bp_json_number_or(far, 1.0) <= bp_json_number_or(near, 0.0))
        tell(rules, &view, "CAMERA_ZFAR_LEQUAL_ZNEAR", "zfar must be more than znear: write what was meant",
             NOTHING);
}

static void check_light(rule_book *rules, const bp_gltf_value *light) {
    bp_gltf_value spot = bp_gltf_member(light, "spot"), outer = bp_gltf_member(&spot, "outerConeAngle");
    bool is_spot = strcmp(bp_json_text_or(bp_json_member(light->json, "type"), ""), "spot") == 0;
    double inner = bp_json_number_or(bp_json_member(spot.json, "innerConeAngle"), 0.0);
    if (is_spot && !spot.json)
        tell(rules, light, "UNDEFINED_PROPERTY",
             "a spot light needs the object spot; without, it has the defaults",
             (bp_doctor_rule_remedy){.object = light, .key = "spot", .text = "{}"});
    else if (outer.json && inner >= bp_json_number_or(outer.json, 10.0))
        tell(rules, &outer, "KHR_LIGHTS_PUNCTUAL_LIGHT_SPOT_ANGLES",
             "the outer cone must be wider than the inner one: write what was meant", NOTHING);
}

/* The type of an image by its first bytes; NULL: another. */
static const char *type_of_image(bp_gltf_span bytes) {
    static const char *const types[][2] = {{"\x89PNG\r\n\x1a\n", "image/png"},
                                           {"\xff\xd8\xff", "image/jpeg"}};
    for (size_t i = 0; i < BP_COUNT(types); i++)
        if (bytes.size > strlen(types[i][0]) && memcmp(bytes.data, types[i][0], strlen(types[i][0])) == 0)
            return types[i][1];
    return NULL;
}

/* Whether an image of such a type ends before its pixels: a PNG has chunks of a length, a type, and a sum. */
static bool is_cut(bp_gltf_span bytes, const char *type) {
    if (strcmp(type, "image/png") != 0) return bytes.size < 33;
    for (size_t at = 8; at + 12 <= bytes.size;) {
        const uint8_t *chunk = bytes.data + at;
        if (memcmp(chunk + 4, "IDAT", 4) == 0) return false;
        at += 12 + ((size_t)chunk[0] << 24 | (size_t)chunk[1] << 16 | (size_t)chunk[2] << 8 | chunk[3]);
    }
    return true;
}

static void check_image_view(rule_book *rules, size_t index) {
    static const char *const keys[] = {"byteStride", "target"};
    for (size_t i = 0; rules->views[index].uses == 0 && i < BP_COUNT(keys); i++) {
        bp_gltf_value view = bp_gltf_element(&rules->doctor->document, BP_GLTF_BUFFER_VIEWS, index),
                      member = bp_gltf_member(&view, keys[i]);
        if (member.json)
            tell(rules, &member, i == 0 ? "IMAGE_BUFFER_VIEW_WITH_BYTESTRIDE" : "BUFFER_VIEW_TARGET_OVERRIDE",
                 "an image is in the buffer view", REMOVE);
    }
}

static void check_bytes(rule_book *rules, const bp_gltf_value *image, const bp_gltf_value *at,
                        bp_gltf_span bytes) {
    const char *declared = bp_json_text_or(bp_json_member(image->json, "mimeType"), NULL),
               *uri = bp_json_text_or(at->json, NULL), *type = type_of_image(bytes);
    if (!type && !uri && !declared)
        tell(rules, at, "UNSATISFIED_DEPENDENCY",
             "an image in a buffer view needs a mimeType, and its bytes tell none: write it, or remove the "
             "image",
             NOTHING);
    if (!type && uri && (strncmp(uri + 5, "image/png", 9) == 0 || strncmp(uri + 5, "image/jpeg", 10) == 0))
        tell(rules, at, "INVALID_URI", "its bytes are no image of the type that it names: write it again",
             NOTHING);
    if (!type) return;
    if (is_cut(bytes, type))
        tell(rules, image, "IMAGE_UNEXPECTED_EOS", "the image was cut off: write it again", NOTHING);
    if (declared ? strcmp(declared, type) != 0 : !uri)
        tell(rules, at, declared ? "IMAGE_MIME_TYPE_INVALID" : "UNSATISFIED_DEPENDENCY",
             bp_format("by its first bytes it is of type %s, which mimeType must say", type).text,
             (bp_doctor_rule_remedy){
                 .object = image, .key = "mimeType", .text = bp_format("\"%s\"", type).text});
    if (uri && bp_gltf_uri_is_data(uri) && strncmp(uri + 5, type, strlen(type)) != 0)
        tell(rules, at, "INVALID_URI",
             bp_format("by its first bytes it is of type %s: write that", type).text, NOTHING);
}

static void check_image(rule_book *rules, const bp_gltf_value *image) {
    bp_doctor *doctor = rules->doctor;
    bp_gltf_document *document = &doctor->document;
    bp_gltf_value reference = bp_gltf_member(image, "bufferView"), at = bp_gltf_member(image, "uri");
    const char *uri = bp_json_text_or(at.json, NULL);
    int index = bp_gltf_index_of(document, reference.json, BP_GLTF_BUFFER_VIEWS);
    bp_gltf_span bytes;
    bp_file file = {0};
    bp_error fault = {0};
    if (!at.json == !reference.json)
        tell(rules, image, "ONE_OF_MISMATCH",
             "an image has either a uri or a bufferView: remove the one that isn't meant, or the image",
             NOTHING);
    if (index >= 0) check_image_view(rules, (size_t)index);
    if (index >= 0 && bp_gltf_buffer_view_bytes(document, (size_t)index, &bytes, NULL))
        check_bytes(rules, image, &reference, bytes);
    if (index >= 0 || !uri || (!document->folder && !bp_gltf_uri_is_data(uri))) return;
    if (bp_gltf_uri_load(document, &at, uri, (size_t)256 << 20, &file, &fault))
        check_bytes(rules, image, &at, (bp_gltf_span){file.data, file.size});
    else if (fault.kind == BP_ERROR_MEMORY)
        doctor->fault = fault, bp_doctor_read(doctor, false);
    else
        tell(rules, &at, bp_gltf_uri_is_data(uri) ? "INVALID_URI" : "IO_ERROR", fault.message, NOTHING);
    bp_file_free(&document->allocator, &file);
}

/* A texture's image is a PNG or JPEG, or what the extension is for that refers to it. */
static void check_source(rule_book *rules, const bp_gltf_value *source) {
    const char *by = source->up->key; /* NULL: the texture itself */
    bp_gltf_value image = {.json = element_of(rules, BP_GLTF_IMAGES, source->json)};
    const char *uri = bp_json_text_or(bp_json_member(image.json, "uri"), ""),
               *type = bp_json_text_or(bp_json_member(image.json, "mimeType"),
                                       bp_gltf_uri_is_data(uri) ? uri + 5 : NULL),
               *right = !by                                     ? "image/png or image/jpeg"
                        : strcmp(by, "EXT_texture_webp") == 0   ? "image/webp"
                        : strcmp(by, "KHR_texture_basisu") == 0 ? "image/ktx2"
                                                                : NULL;
    bp_formatted name = bp_format("%.*s", type ? (int)strcspn(type, ";,") : 0, type ? type : "");
    if (type && right && !strstr(right, name.text))
        tell(rules, source, "TEXTURE_INVALID_IMAGE_MIME_TYPE",
             bp_format("the image is of type %.60s, and must be of %s here: convert it", name.text, right)
                 .text,
             NOTHING);
}

static void check_buffer_uri(rule_book *rules, const bp_gltf_value *uri) {
    const char *text = bp_json_text_or(uri->json, "");
    if (bp_gltf_uri_is_data(text) && strncmp(text + 5, "application/octet-stream", 24) != 0 &&
        strncmp(text + 5, "application/gltf-buffer", 23) != 0)
        tell(rules, uri, "BUFFER_DATA_URI_MIME_TYPE_INVALID",
             "the data of a buffer are of type application/octet-stream: write that behind \"data:\"",
             NOTHING);
}

static void check_extension(rule_book *rules, const bp_gltf_value *extension) {
    const char *path = bp_json_text_or(bp_json_member(extension->up->up->json, "path"), NULL);
    if (path && strcmp(path, "pointer") != 0 && strcmp(extension->key, "KHR_animation_pointer") == 0)
        tell(rules, extension, "KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_PATH",
             "the target's path must be \"pointer\" beside it: write that, or remove it", NOTHING);
    bp_gltf_value node = bp_gltf_member(extension->up->up, "node");
    if (path && strcmp(path, "pointer") == 0 && node.json)
        tell(rules, &node, "KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_NODE",
             "a target with a pointer has no node beside it", REMOVE);
    if (strncmp(extension->key, "KHR_materials_", 14) == 0 && strcmp(extension->key + 14, "variants") != 0)
        tell(rules, extension, "UNEXPECTED_EXTENSION_OBJECT", "the extension is only for materials", REMOVE);
}

/* Whether a list of the file has the name; so it is said to be when too much was looked for. */
static bool is_listed(rule_book *rules, const bp_gltf_value *list, const char *name) {
    for (size_t i = 0; i < bp_json_count(list->json); i++)
        if (!may_work(rules, 1) || strcmp(bp_json_text_or(bp_json_item(list->json, i), ""), name) == 0)
            return true;
    return false;
}

/* Each name is told once. */
static void check_declared(rule_book *rules, const char *name) {
    bp_gltf_value used = bp_gltf_member(&rules->doctor->document.root, "extensionsUsed");
    if (is_listed(rules, &used, name)) return;
    for (size_t i = 0; i < rules->name_count; i++)
        if (strcmp(rules->names[i], name) == 0) return;
    if (rules->name_count == BP_COUNT(rules->names) || strcspn(name, "\"\\") < strlen(name)) return;
    rules->names[rules->name_count++] = name;
    tell(rules, &used, "UNDECLARED_EXTENSION",
         bp_format("the file uses %.100s, which isn't in this list", name).text,
         (bp_doctor_rule_remedy){.text = bp_format("\"%.100s\"", name).text});
}

/* Readers that don't know quantized numbers can't show them, so the extension can't be optional. */
static void check_required(rule_book *rules) {
    bp_gltf_value required = bp_gltf_member(&rules->doctor->document.root, "extensionsRequired");
    if (rules->quantized && !is_listed(rules, &required, "KHR_mesh_quantization"))
        tell(rules, &required, "NON_REQUIRED_EXTENSION",
             "the file uses KHR_mesh_quantization, which must be in this list",
             (bp_doctor_rule_remedy){.text = "\"KHR_mesh_quantization\""});
}

static void check_extensions(rule_book *rules, const bp_json *value, int depth) {
    enum { DEEP = 12 };
    void *at = NULL, *names = NULL;
    const char *key, *name;
    for (size_t i = 0; depth < DEEP && bp_json_kind_of(value) == BP_JSON_ARRAY && i < bp_json_count(value);
         i++)
        check_extensions(rules, bp_json_item(value, i), depth + 1);
    if (depth == DEEP || bp_json_kind_of(value) != BP_JSON_OBJECT) return;
    for (const bp_json *item; (item = bp_json_next(value, &at, &key));) {
        if (strcmp(key, "extras") != 0) check_extensions(rules, item, depth + 1);
        if (strcmp(key, "extensions") != 0 || bp_json_kind_of(item) != BP_JSON_OBJECT) continue;
        while (bp_json_next(item, &names, &name)) check_declared(rules, name);
        names = NULL;
    }
}

void bp_doctor_check_extensions(rule_book *rules) {
    const bp_gltf_value *root = &rules->doctor->document.root, used = bp_gltf_member(root, "extensionsUsed");
    rules->quantized = is_listed(rules, &used, "KHR_mesh_quantization");
    check_required(rules);
    check_extensions(rules, root->json, 0);
    BP_GLTF_EACH(walk, root, "extensionsRequired.*")
        if (bp_json_kind_of(walk.value->json) == BP_JSON_TEXT)
            check_declared(rules, bp_json_text_or(walk.value->json, ""));
}

static void check_variants(rule_book *rules, const bp_gltf_value *mappings) {
    bp_gltf_value list = bp_gltf_inner(&rules->doctor->document.root, "extensions.KHR_materials_variants");
    double count = (double)bp_json_count(bp_json_member(list.json, "variants"));
    BP_GLTF_EACH(walk, mappings, "*.variants.*") {
        const bp_gltf_value *item = walk.value, *mapping = item->up->up;
        const bp_json *material = bp_json_member(mapping->json, "material");
        double variant = bp_json_number_or(item->json, -1.0);
        if (!(variant >= 0.0 && variant < count) ||
            bp_gltf_index_of(&rules->doctor->document, material, BP_GLTF_MATERIALS) < 0)
            tell(rules, variant >= 0.0 && variant < count ? mapping : item, "UNRESOLVED_REFERENCE",
                 "refers to a variant or a material that the file lacks: write the one that is meant",
                 NOTHING);
        for (bp_gltf_walk before = bp_gltf_walk_of(mappings, "*.variants.*");
             bp_gltf_walk_next(&before) && before.value->json != item->json && may_work(rules, 1);) {
            if (bp_json_number_or(before.value->json, -2.0) != variant) continue;
            const bp_json *other = bp_json_member(before.value->up->up->json, "material");
            bool same = bp_json_number_or(material, -1.0) == bp_json_number_or(other, -2.0);
            tell(rules, same && bp_json_count(item->up->json) == 1 ? mapping : item,
                 "KHR_MATERIALS_VARIANTS_NON_UNIQUE_VARIANT",
                 same ? "the variant has this material already"
                      : "the variant has another material already: remove the one that isn't meant",
                 (bp_doctor_rule_remedy){.remove = same});
            break;
        }
    }
}

static const member_rule MEMBERS[] = {
    {"asset.copyright", TEXT, 0, 0, false},
    {"asset.generator", TEXT, 0, 0, false},
    {"@.*.name", TEXT, 0, 0, false},
    {"@.*.extensions", OBJECT, 0, 0, false},
    {"@.*.extensions.@", OBJECT, 0, 0, false},
    {"accessors.*.min", BOUNDS, 0, 0, false},
    {"accessors.*.max", BOUNDS, 0, 0, false},
    {"accessors.*.count", 1, 1, HUGE_VAL, true},
    {"accessors.*.sparse.count", 1, 1, HUGE_VAL, true},
    {"bufferViews.*.byteLength", 1, 1, HUGE_VAL, true},
    {"samplers.*.magFilter", 1, ANY, false},
    {"samplers.*.minFilter", 1, ANY, false},
    {"samplers.*.wrapS", 1, ANY, false},
    {"samplers.*.wrapT", 1, ANY, false},
    {"materials.*.alphaCutoff", 1, 0, HUGE_VAL, false},
    {"materials.*.doubleSided", BOOLEAN, 0, 0, false},
    {"materials.*.emissiveFactor", 3, 0, 1, false},
    {"materials.*.extensions.KHR_materials_emissive_strength.emissiveStrength", 1, 0, HUGE_VAL, false},
    {"materials.*.extensions.@.anisotropyStrength", 1, 0, 1, false},
    {"materials.*.extensions.@.attenuationColor", 3, 0, 1, false},
    {"materials.*.extensions.@.attenuationDistance", 1, ABOVE_0, HUGE_VAL, false},
    {"materials.*.extensions.@.clearcoatFactor", 1, 0, 1, false},
    {"materials.*.extensions.@.clearcoatRoughnessFactor", 1, 0, 1, false},
    {"materials.*.extensions.@.dispersion", 1, 0, HUGE_VAL, false},
    {"materials.*.extensions.@.ior", 1, 1, HUGE_VAL, false},
    {"materials.*.extensions.@.iridescenceFactor", 1, 0, 1, false},
    {"materials.*.extensions.@.iridescenceIor", 1, 1, HUGE_VAL, false},
    {"materials.*.extensions.@.iridescenceThicknessMaximum", 1, 0, HUGE_VAL, false},
    {"materials.*.extensions.@.iridescenceThicknessMinimum", 1, 0, HUGE_VAL, false},
    {"materials.*.extensions.@.sheenColorFactor", 3, 0, 1, false},
    {"materials.*.extensions.@.sheenRoughnessFactor", 1, 0, 1, false},
    {"materials.*.extensions.@.specularColorFactor", 3, 0, HUGE_VAL, false},
    {"materials.*.extensions.@.specularFactor", 1, 0, 1, false},
    {"materials.*.extensions.@.thicknessFactor", 1, 0, HUGE_VAL, false},
    {"materials.*.extensions.@.transmissionFactor", 1, 0, 1, false},
    {"materials.*.normalTexture", OBJECT, 0, 0, false},
    {"materials.*.occlusionTexture", OBJECT, 0, 0, false},
    {"materials.*.emissiveTexture", OBJECT, 0, 0, false},
    {"materials.*.pbrMetallicRoughness.baseColorTexture", OBJECT, 0, 0, false},
    {"materials.*.pbrMetallicRoughness.metallicRoughnessTexture", OBJECT, 0, 0, false},
    {"materials.*.@.extensions.@", OBJECT, 0, 0, false},
    {"materials.*.normalTexture.scale", 1, ANY, false},
    {"materials.*.occlusionTexture.strength", 1, 0, 1, false},
    {"materials.*.pbrMetallicRoughness.baseColorFactor", 4, 0, 1, false},
    {"materials.*.pbrMetallicRoughness.metallicFactor", 1, 0, 1, false},
    {"materials.*.pbrMetallicRoughness.roughnessFactor", 1, 0, 1, false},
    {"materials.*.@.texCoord", 1, 0, HUGE_VAL, false},
    {"materials.*.@.extensions.KHR_texture_transform.texCoord", 1, 0, HUGE_VAL, false},
    {"materials.*.@.extensions.KHR_texture_transform.offset", 2, ANY, false},
    {"materials.*.@.extensions.KHR_texture_transform.rotation", 1, ANY, false},
    {"materials.*.@.extensions.KHR_texture_transform.scale", 2, ANY, false},
    {"cameras.*.@.aspectRatio", 1, ABOVE_0, HUGE_VAL, false},
    {"cameras.*.orthographic.xmag", 1, ANY, true},
    {"cameras.*.orthographic.ymag", 1, ANY, true},
    {"cameras.*.orthographic.zfar", 1, ABOVE_0, HUGE_VAL, true},
    {"cameras.*.orthographic.znear", 1, 0, HUGE_VAL, true},
    {"cameras.*.perspective.yfov", 1, ABOVE_0, HUGE_VAL, true},
    {"cameras.*.perspective.zfar", 1, ABOVE_0, HUGE_VAL, false},
    {"cameras.*.perspective.znear", 1, ABOVE_0, HUGE_VAL, true},
    {"animations.*.samplers.*.interpolation", WORD, 0, 0, false},
    {"animations.*.channels.*.target.extensions.KHR_animation_pointer.pointer", WORD, 0, 0, true},
    {"extensions.KHR_materials_variants.variants.*.name", TEXT, 0, 0, true},
    {"extensions.KHR_lights_punctual.lights.*.color", 3, 0, 1, false},
    {"extensions.KHR_lights_punctual.lights.*.intensity", 1, 0, HUGE_VAL, false},
    {"extensions.KHR_lights_punctual.lights.*.range", 1, ABOVE_0, HUGE_VAL, false},
    {"extensions.KHR_lights_punctual.lights.*.spot.innerConeAngle", 1, 0, HALF_TURN / 2, false},
    {"extensions.KHR_lights_punctual.lights.*.spot.outerConeAngle", 1, ABOVE_0, HALF_TURN / 2, false},
};

static void check_row(rule_book *rules, const member_rule *row, const char *path) {
    BP_GLTF_EACH(walk, &rules->doctor->document.root, path)
        if (row->width == BOUNDS)
            check_bounds(rules, walk.value);
        else
            check_member(rules, row, walk.value);
}

void bp_doctor_check_members(bp_doctor_rule_book *rules) {
    static const struct {
        const char *path;
        void (*check)(rule_book *rules, const bp_gltf_value *value);
    } PARTS[] = {
        {"images.*", check_image},
        {"textures.*.source", check_source},
        {"textures.*.extensions.@.source", check_source},
        {"buffers.*.uri", check_buffer_uri},
        {"cameras.*", check_camera},
        {"extensions.KHR_lights_punctual.lights.*", check_light},
        {"nodes.*.extensions.@", check_extension},
        {"meshes.*.extensions.@", check_extension},
        {"meshes.*.primitives.*.extensions.@", check_extension},
        {"animations.*.channels.*.target.extensions.@", check_extension},
        {"meshes.*.primitives.*.extensions.KHR_materials_variants.mappings", check_variants},
    };
    const bp_gltf_value *root = &rules->doctor->document.root;
    for (size_t i = 0; i < BP_COUNT(PARTS); i++)
        BP_GLTF_EACH(walk, root, PARTS[i].path) PARTS[i].check(rules, walk.value);
    for (size_t i = 0; i < BP_COUNT(MEMBERS); i++) {
        const char *key = strrchr(MEMBERS[i].path, '.');
        bp_formatted above = bp_format("%.*s", (int)(key - MEMBERS[i].path), MEMBERS[i].path);
        for (bp_gltf_walk walk = bp_gltf_walk_of(root, above.text);
             MEMBERS[i].needed && bp_gltf_walk_next(&walk);)
            if (!bp_json_member(walk.value->json, key + 1))
                tell(rules, walk.value, "UNDEFINED_PROPERTY",
                     bp_format("must have %s: write what was meant", key + 1).text, NOTHING);
        check_row(rules, &MEMBERS[i], MEMBERS[i].path);
        if (strncmp(MEMBERS[i].path, "materials.*.@.", 14) == 0) /* such as below pbrMetallicRoughness */
            check_row(rules, &MEMBERS[i], bp_format("materials.*.@.@.%s", MEMBERS[i].path + 14).text);
    }
}
