/* glTF's own rules beyond skins and clips, of which Khronos' validator tells: lists, references, morph
 * targets, buffer views, attributes. A breach has at most one remedy, which moves nothing and draws the
 * same. */
#include "gltf/doctor/doctor.h"
#include <ctype.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A vector's length may be off by what rounding to signed bytes does: half of 1/127 in three components. */
static const double LENGTH_TOLERANCE = 0.00674;

typedef struct rule_book rule_book;
/* A row of the table: the values at a path, the check of them, and for check_member what they must be. */
typedef struct rule {
    const char *path; /* of a walk */
    void (*check)(rule_book *rules, const bp_gltf_value *value);
    int width; /* 1: a number; more: a list of so many; or one of the words below */
    double low, high;
    bool needed; /* the value can't be left out */
} rule;
enum { TEXT = -1, OBJECT = -2, BOOLEAN = -3 };
#define ABOVE_0 DBL_MIN
#define HALF_TURN 3.14159265358979323846
#define ANY (-HUGE_VAL), HUGE_VAL

/* How an accessor is used, in bits. */
enum { VERTICES = 1, INDICES = 2, BINDS = 4, CLIPS = 8 };

/* What uses a buffer view. */
typedef struct view_use {
    int uses, accessor;   /* bits; an accessor of vertices */
    bool several, uneven; /* accessors of vertices; of different sizes */
    bool told;            /* its target or stride was told */
} view_use;

struct rule_book {
    bp_doctor *doctor;
    const rule *rule; /* the row that is checked */
    bp_doctor_tell *tell;
    void *user;
    view_use *views;
    bool quantized;        /* the file uses KHR_mesh_quantization */
    size_t work_left;      /* in steps: a file can name one accessor or material a million times */
    const char *names[64]; /* of extensions that were told */
    size_t name_count;
};

static bool may_work(rule_book *rules, size_t steps) {
    if (steps > rules->work_left) return false;
    rules->work_left -= steps;
    return true;
}

static void tell_as(const rule_book *rules, bp_doctor_id id, const bp_gltf_value *at, const char *code,
                    const char *message, bp_doctor_rule_remedy remedy) {
    bp_doctor_breach breach = {id, at, code, message, remedy};
    rules->tell(rules->user, &breach);
}

static void tell(const rule_book *rules, const bp_gltf_value *at, const char *code, const char *message,
                 bp_doctor_rule_remedy remedy) {
    tell_as(rules, BP_DOCTOR_GLTF_RULE, at, code, message, remedy);
}

#define REMOVE ((bp_doctor_rule_remedy){.remove = true})
#define NOTHING ((bp_doctor_rule_remedy){.remove = false})

static const bp_json *element(const rule_book *rules, bp_gltf_collection collection, const bp_json *index) {
    int i = bp_gltf_index_of(&rules->doctor->document, index, collection);
    return i < 0 ? NULL : bp_gltf_element(&rules->doctor->document, collection, (size_t)i).json;
}

/* ---- lists and references -----------------------------------------------------------------------*/

static void check_empty(rule_book *rules, const bp_gltf_value *value) {
    void *at = NULL;
    const char *key;
    if (bp_json_kind_of(value->json) == BP_JSON_ARRAY && bp_json_count(value->json) == 0)
        tell(rules, value, "EMPTY_ENTITY", "the list is empty, which glTF forbids", REMOVE);
    else if (strcmp(value->key, "attributes") == 0 && !bp_json_next(value->json, &at, &key))
        tell(rules, value, "EMPTY_ENTITY", "the primitive has no attributes: remove it", NOTHING);
}

/* Nodes that a list has already, and, of a scene, those that are no root. */
static void check_node_item(rule_book *rules, const bp_gltf_value *item) {
    const bp_doctor *doctor = rules->doctor;
    const bp_json *list = item->up->json;
    int node = bp_gltf_index_of(&doctor->document, item->json, BP_GLTF_NODES);
    bool is_scene = strcmp(item->up->key, "nodes") == 0, twice = false, shown = false;
    if (node < 0 || !may_work(rules, bp_json_count(list))) return;
    int root = doctor->nodes[node].root;
    for (size_t i = 0; i < bp_json_count(list) && !twice; i++) {
        int other = bp_gltf_index_of(&doctor->document, bp_json_item(list, i), BP_GLTF_NODES);
        twice = i < item->index && other == node;
        shown = shown || other == root;
    }
    if (twice)
        tell(rules, item, "DUPLICATE_ELEMENTS", "the list has this node already", REMOVE);
    else if (is_scene && root != node && shown)
        tell(rules, item, "SCENE_NON_ROOT_NODE", "the node has a parent, and the scene shows it by its root",
             REMOVE);
    else if (is_scene && root != node)
        tell(rules, item, "SCENE_NON_ROOT_NODE",
             "the node has a parent, but the scene doesn't list its root: list the root, or detach the node",
             NOTHING);
}

/* References to elements that the file lacks, where glTF requires none. */
static void check_reference(rule_book *rules, const bp_gltf_value *value) {
    static const char *const kinds[][2] = {
        {"Texture", "textures"},   {"skeleton", "nodes"},
        {"material", "materials"}, {"sampler", "samplers"},
        {"scene", "scenes"},       {"source", "images"},
        {"camera", "cameras"},     {"light", "extensions.KHR_lights_punctual.lights"}};
    size_t i = 0;
    while (i < BP_COUNT(kinds) && !strstr(value->key, kinds[i][0])) i++; /* such as normalTexture */
    if (i == BP_COUNT(kinds) || (i == 0 && bp_json_kind_of(value->json) != BP_JSON_OBJECT)) return;
    const bp_json *index = i == 0 ? bp_json_member(value->json, "index") : value->json;
    size_t count = bp_json_count(bp_gltf_inner(&rules->doctor->document.root, kinds[i][1]).json);
    long long number;
    if (!index)
        tell(rules, value, "UNDEFINED_PROPERTY", "it has no index of a texture", REMOVE);
    else if (!bp_json_integer(index, &number) || number < 0 || (size_t)number >= count)
        tell(rules, strcmp(value->key, "light") == 0 ? value->up : value, "UNRESOLVED_REFERENCE",
             bp_format("refers to %s[%g], but the file has %zu of them", kinds[i][1],
                       bp_json_number_or(index, NAN), count)
                 .text,
             REMOVE);
}

/* Names of extensions that the list has already. */
static void check_unique(rule_book *rules, const bp_gltf_value *item) {
    for (size_t i = 0; i < item->index && may_work(rules, 1); i++)
        if (strcmp(bp_json_text_or(bp_json_item(item->up->json, i), "?"), bp_json_text_or(item->json, "")) ==
            0) {
            tell(rules, item, "DUPLICATE_ELEMENTS", "the list has this name already", REMOVE);
            return;
        }
}

/* Extensions of materials on something else, and pointers on a target that names its node. */
static void check_extension(rule_book *rules, const bp_gltf_value *extension) {
    const char *path = bp_json_text_or(bp_json_member(extension->up->up->json, "path"), NULL);
    if (path && strcmp(path, "pointer") != 0 && strcmp(extension->key, "KHR_animation_pointer") == 0)
        tell(rules, extension, "KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_PATH",
             "the target's path must be \"pointer\" beside it: write that, or remove it", NOTHING);
    if (strncmp(extension->key, "KHR_materials_", 14) == 0 && strcmp(extension->key + 14, "variants") != 0)
        tell(rules, extension, "UNEXPECTED_EXTENSION_OBJECT", "the extension is only for materials", REMOVE);
}

/* ---- members --------------------------------------------------------------------------------------*/

static bool is_list(const bp_json *json, size_t count) {
    bool good = bp_json_kind_of(json) == BP_JSON_ARRAY && bp_json_count(json) == count;
    for (size_t i = 0; good && i < count; i++)
        good = bp_json_kind_of(bp_json_item(json, i)) == BP_JSON_NUMBER;
    return good;
}

static bool is_of_type(const bp_json *json, int width) {
    if (width > 1) return is_list(json, (size_t)width);
    return bp_json_kind_of(json) == (width == 1        ? BP_JSON_NUMBER
                                     : width == TEXT   ? BP_JSON_TEXT
                                     : width == OBJECT ? BP_JSON_OBJECT
                                                       : BP_JSON_BOOL);
}

/* A member of a wrong type goes, since readers then take the default; a number out of range becomes the
 * nearest one in it. Either is a guess; that a number was meant as text is none. */
static void check_member(rule_book *rules, const bp_gltf_value *member) {
    static const char *const words[] = {"text", "an object", "true or false"};
    const rule *row = rules->rule;
    bool typed = is_of_type(member->json, row->width), inside = true,
         nearest = row->low != ABOVE_0 && !row->needed,
         is_name = row->width == TEXT && bp_json_kind_of(member->json) == BP_JSON_NUMBER;
    bp_formatted text = {.text = ""}, what = bp_format("%d numbers", row->width), range = {.text = ""};
    for (int i = 0; typed && i < row->width; i++) {
        const bp_json *item = row->width == 1 ? member->json : bp_json_item(member->json, (size_t)i);
        double value = bp_json_number_or(item, NAN), in = fmin(fmax(value, row->low), row->high);
        inside = inside && value == in;
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

/* The smallest and largest numbers of an accessor, one for each component. */
static void check_bounds(rule_book *rules, const bp_gltf_value *bounds) {
    bp_gltf_accessor accessor;
    if (bp_gltf_accessor_shape(&rules->doctor->document, bounds->up->index, &accessor, NULL) &&
        !is_list(bounds->json, accessor.width))
        tell(rules, bounds,
             bp_json_count(bounds->json) == accessor.width ? "ARRAY_TYPE_MISMATCH"
                                                           : "ARRAY_LENGTH_NOT_IN_LIST",
             "must be a number for each component", REMOVE);
}

/* A camera has the object that its type names, and sees from near to far. */
static void check_camera(rule_book *rules, const bp_gltf_value *camera) {
    const char *type = bp_json_text_or(bp_json_member(camera->json, "type"), "");
    if (strcmp(type, "perspective") != 0 && strcmp(type, "orthographic") != 0) return;
    bp_gltf_value view = bp_gltf_member(camera, type);
    const bp_json *near = bp_json_member(view.json, "znear"), *far = bp_json_member(view.json, "zfar");
    if (!view.json)
        tell(rules, camera, "UNDEFINED_PROPERTY",
             "the camera lacks the object that its type names: add it, or remove the camera", NOTHING);
    else if (bp_json_number_or(bp_json_member(view.json, "xmag"), 1.0) == 0.0 ||
             bp_json_number_or(bp_json_member(view.json, "ymag"), 1.0) == 0.0)
        tell(rules, &view, "CAMERA_XMAG_YMAG_ZERO", "xmag and ymag must not be 0: write what was meant",
             NOTHING);
    else if (far && bp_json_number_or(far, 1.0) <= bp_json_number_or(near, 0.0))
        tell(rules, &view, "CAMERA_ZFAR_LEQUAL_ZNEAR", "zfar must be more than znear: write what was meant",
             NOTHING);
}

/* A spot light has an object for its cone, whose members may all be left out. */
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

/* ---- images and the container ---------------------------------------------------------------------*/

/* The type of an image by its first bytes, or by those that its data URI begins with; NULL: another. */
static const char *type_of_image(rule_book *rules, int view, const char *uri, size_t *size) {
    static const char *const types[][3] = {{"\x89PNG\r\n\x1a\n", ";base64,iVBORw0KGgo", "image/png"},
                                           {"\xff\xd8\xff", ";base64,/9j/", "image/jpeg"}};
    bp_gltf_span bytes = {NULL, 0};
    bool read = view >= 0 && bp_gltf_buffer_view_bytes(&rules->doctor->document, (size_t)view, &bytes, NULL);
    *size = bytes.size;
    for (size_t i = 0; i < BP_COUNT(types); i++) {
        size_t length = strlen(types[i][0]);
        const char *data = uri && bp_gltf_uri_is_data(uri) ? strchr(uri, ';') : NULL;
        if (read ? bytes.size > length && memcmp(bytes.data, types[i][0], length) == 0
                 : data && strncmp(data, types[i][1], strlen(types[i][1])) == 0)
            return types[i][2];
    }
    return NULL;
}

static void check_image(rule_book *rules, const bp_gltf_value *image) {
    const bp_gltf_document *document = &rules->doctor->document;
    const char *uri = bp_json_text_or(bp_json_member(image->json, "uri"), NULL),
               *declared = bp_json_text_or(bp_json_member(image->json, "mimeType"), NULL);
    bp_gltf_value reference = bp_gltf_member(image, "bufferView"), at = bp_gltf_member(image, "uri");
    int index = bp_gltf_index_of(document, reference.json, BP_GLTF_BUFFER_VIEWS);
    size_t size;
    const char *type = type_of_image(rules, index, uri, &size);
    if (!at.json == !reference.json)
        tell(rules, image, "ONE_OF_MISMATCH",
             "an image has either a uri or a bufferView: remove the one that isn't meant, or the image",
             NOTHING);
    if (index >= 0 && rules->views[index].uses == 0) {
        static const char *const keys[] = {"byteStride", "target"};
        for (size_t i = 0; i < BP_COUNT(keys); i++) {
            bp_gltf_value view = bp_gltf_element(document, BP_GLTF_BUFFER_VIEWS, (size_t)index),
                          member = bp_gltf_member(&view, keys[i]);
            if (member.json)
                tell(rules, &member,
                     i == 0 ? "IMAGE_BUFFER_VIEW_WITH_BYTESTRIDE" : "BUFFER_VIEW_TARGET_OVERRIDE",
                     "an image is in the buffer view", REMOVE);
        }
    }
    if (!type && reference.json && !declared)
        tell(rules, &reference, "UNSATISFIED_DEPENDENCY",
             "an image in a buffer view needs a mimeType, and its bytes tell none: write it, or remove the "
             "image",
             NOTHING);
    if (!type) return;
    bp_formatted text = bp_format("\"%s\"", type);
    if (index >= 0 && size < 33)
        tell(rules, image, "IMAGE_UNEXPECTED_EOS", "the image was cut off: write it again", NOTHING);
    if (declared ? strcmp(declared, type) != 0 : reference.json != NULL)
        tell(rules, reference.json ? &reference : &at,
             declared ? "IMAGE_MIME_TYPE_INVALID" : "UNSATISFIED_DEPENDENCY",
             bp_format("by its first bytes it is of type %s, which mimeType must say", type).text,
             (bp_doctor_rule_remedy){.object = image, .key = "mimeType", .text = text.text});
    if (index < 0 && strncmp(uri + 5, type, strlen(type)) != 0)
        tell(rules, &at, "INVALID_URI",
             bp_format("by its first bytes it is of type %s: write that", type).text, NOTHING);
}

static void check_buffer_uri(rule_book *rules, const bp_gltf_value *uri) {
    const char *text = bp_json_text_or(uri->json, "");
    if (bp_gltf_uri_is_data(text) && strncmp(text + 5, "application/octet-stream", 24) != 0 &&
        strncmp(text + 5, "application/gltf-buffer", 23) != 0)
        tell(rules, uri, "BUFFER_DATA_URI_MIME_TYPE_INVALID",
             "the data of a buffer are of type application/octet-stream: write that behind \"data:\"",
             NOTHING);
}

/* A .glb's chunks: lengths, and what is behind the second one. */
static void check_chunks(rule_book *rules) {
    const bp_gltf_document *document = &rules->doctor->document;
    bp_gltf_span rest = bp_gltf_other_chunks(document);
    const bp_gltf_value list = {.key = "chunk"};
    bp_gltf_value chunk = {.up = &list, .index = 0};
    if (!rest.data) return;
    if (document->text.size % 4 != 0 || document->binary.size % 4 != 0)
        tell(rules, &chunk, "GLB_CHUNK_LENGTH_UNALIGNED",
             "the chunk's length must be a multiple of 4, with padding, which writing the file adds",
             (bp_doctor_rule_remedy){.padding = true});
    for (chunk.index = 1 + document->has_binary; rest.size > 0; chunk.index++) {
        size_t length = rest.size < 8 ? 0 : bp_gltf_u32(rest.data);
        const uint8_t *type = rest.data + 4;
        const char *code =
            rest.size < 8            ? "GLB_UNEXPECTED_END_OF_CHUNK_HEADER"
            : length > rest.size - 8 ? "GLB_UNEXPECTED_END_OF_CHUNK_DATA"
            : length % 4 != 0        ? "GLB_CHUNK_LENGTH_UNALIGNED"
            : memcmp(type, "JSON", 4) == 0 || (document->has_binary && memcmp(type, "BIN", 4) == 0)
                ? "GLB_DUPLICATE_CHUNK"
            : memcmp(type, "BIN", 4) == 0 ? "GLB_UNEXPECTED_BIN_CHUNK"
                                          : NULL;
        if (code) {
            tell(rules, &chunk, code,
                 "the chunks must be JSON, one of binary data, then others whose lengths are multiples of 4, "
                 "to "
                 "the end of the file: remove what is too much, or export the file again",
                 NOTHING);
            return;
        }
        rest = (bp_gltf_span){rest.data + 8 + length, rest.size - 8 - length};
    }
}

/* ---- nodes, morph targets -----------------------------------------------------------------------*/

/* A matrix beside translation, rotation or scale: one goes if both say the same. */
static void check_transform(rule_book *rules, const bp_gltf_value *node) {
    static const char *const keys[] = {"matrix", "translation", "rotation", "scale"};
    bp_gltf_transform transform;
    if (!bp_gltf_transform_read(node, &transform, NULL) || !transform.has_matrix || !transform.has_trs)
        return;
    bp_mat4 trs = bp_mat4_from_trs(transform.trs);
    bool same = true, moved = bp_doctor_is_moved(&rules->doctor->nodes[node->index]);
    for (int i = 0; i < 16; i++)
        same = same && fabsf(trs.m[i] - transform.matrix.m[i]) <= 1e-5f * (1.0f + fabsf(trs.m[i]));
    for (size_t i = 0; i < BP_COUNT(keys); i++) {
        bp_gltf_value member = bp_gltf_member(node, keys[i]);
        if (!member.json || (i == 0) != (moved || !same)) continue;
        tell(rules, &member, "NODE_MATRIX_TRS",
             same
                 ? "the node has a matrix and a translation, rotation or scale that say the same"
                 : "the node has a matrix beside another translation, rotation or scale: remove the one that "
                   "isn't meant",
             same ? REMOVE : NOTHING);
    }
}

static size_t count_targets(const rule_book *rules, int mesh) {
    if (mesh < 0) return 0;
    bp_gltf_value value = bp_gltf_element(&rules->doctor->document, BP_GLTF_MESHES, (size_t)mesh);
    return bp_json_count(
        bp_json_member(bp_json_item(bp_json_member(value.json, "primitives"), 0), "targets"));
}

static void check_mesh_weights(rule_book *rules, const bp_gltf_value *weights) {
    bool of_node = strcmp(weights->up->up->key, "nodes") == 0;
    int mesh = of_node ? rules->doctor->nodes[weights->up->index].mesh : (int)weights->up->index;
    if (count_targets(rules, mesh) == 0)
        tell(rules, weights, of_node ? "NODE_WEIGHTS_INVALID" : "MESH_INVALID_WEIGHTS_COUNT",
             "the mesh has no morph targets that these could weigh", REMOVE);
}

/* A clip keeps one channel at least: without, it would be gone. */
static void check_weights_channel(rule_book *rules, const bp_gltf_value *channel) {
    const bp_doctor *doctor = rules->doctor;
    bp_gltf_target target = bp_gltf_target_of(&doctor->document, bp_json_member(channel->json, "target"));
    if (target.node >= 0 && target.kind == BP_TRACK_WEIGHTS &&
        count_targets(rules, doctor->nodes[target.node].mesh) == 0)
        tell(rules, channel, "ANIMATION_CHANNEL_TARGET_NODE_WEIGHTS_NO_MORPHS",
             bp_json_count(channel->up->json) > 1
                 ? "the mesh has no morph targets that the channel could weigh"
                 : "the clip moves nothing: its one channel weighs morph "
                   "targets that the mesh lacks; remove the clip",
             (bp_doctor_rule_remedy){.remove = bp_json_count(channel->up->json) > 1});
}

static void check_target_attribute(rule_book *rules, const bp_gltf_value *attribute) {
    const bp_gltf_value *primitive = attribute->up->up->up;
    if (!bp_json_member(bp_json_member(primitive->json, "attributes"), attribute->key))
        tell(rules, attribute, "MESH_PRIMITIVE_MORPH_TARGET_NO_BASE_ACCESSOR",
             "the mesh lacks the attribute that the morph target would change", REMOVE);
}

/* ---- attributes ---------------------------------------------------------------------------------*/

/* Names that glTF doesn't know must begin with an underscore. Numbers of texture coordinates begin at 0. */
static void check_name(rule_book *rules, const bp_gltf_value *attribute) {
    static const char *const known[] = {"POSITION", "NORMAL",  "TANGENT", "TEXCOORD_",
                                        "COLOR_",   "JOINTS_", "WEIGHTS_"};
    const char *key = attribute->key;
    long long index = 0;
    bool is_known = *key == '_',
         packed = bp_gltf_inner(attribute->up->up, "extensions.KHR_draco_mesh_compression").json;
    for (size_t i = 0; i < BP_COUNT(known); i++) {
        size_t length = strlen(known[i]);
        is_known = is_known || (strncmp(key, known[i], length) == 0 &&
                                (i < 3 ? key[length] == '\0' : isdigit((unsigned char)key[length]) != 0));
    }
    if (!bp_json_integer(attribute->json, &index)) return;
    bp_formatted name = bp_format("_%.60s", key), text = bp_format("%lld", index), before = {.text = ""};
    long set = strncmp(key, "TEXCOORD_", 9) == 0 ? strtol(key + 9, NULL, 10) : 0;
    if (set > 0) before = bp_format("TEXCOORD_%ld", set - 1);
    if (!is_known && !packed && strcspn(key, "\"\\") == strlen(key) && strlen(key) < 60)
        tell(rules, attribute, "MESH_PRIMITIVE_INVALID_ATTRIBUTE",
             "glTF doesn't know the attribute, so its name must begin with an underscore",
             (bp_doctor_rule_remedy){
                 .remove = true, .object = attribute->up, .key = name.text, .text = text.text});
    if (set > 0 && !packed && !bp_json_member(attribute->up->json, before.text))
        tell(rules, attribute, "MESH_PRIMITIVE_INDEXED_SEMANTIC_CONTINUITY",
             "sets of texture coordinates must be numbered from 0 on without a gap",
             (bp_doctor_rule_remedy){.object = attribute->up, .key = before.text, .text = text.text});
}

/* Directions of length 1, handedness of 1 or -1, colours from 0 to 1; without a length nothing tells the
 * direction, and nothing tells the colour that was meant. */
static void check_vectors(rule_book *rules, const bp_gltf_value *attribute) {
    bp_doctor *doctor = rules->doctor;
    bool is_color = *attribute->key == 'C';
    bp_gltf_accessor accessor;
    const char *wrong = NULL; /* the validator's code of the first one */
    bool exists = false, lost = false;
    if (!bp_gltf_accessor_member(&doctor->document, attribute->up, attribute->key,
                                 *attribute->key == 'N'   ? BP_GLTF_VEC3
                                 : *attribute->key == 'T' ? BP_GLTF_VEC4
                                                          : BP_GLTF_VEC3 | BP_GLTF_VEC4,
                                 &accessor, &exists, NULL) ||
        !exists || (is_color && accessor.base.component != BP_GLTF_FLOAT) || !may_work(rules, accessor.count))
        return;
    float *values = bp_gltf_accessor_copy(&doctor->document, attribute, &accessor, &doctor->fault);
    if (!bp_doctor_read(doctor, values != NULL)) return;
    for (size_t i = 0; is_color && !lost && i < accessor.count * accessor.width; i++) {
        lost = !(values[i] >= 0.0f && values[i] <= 1.0f);
        if (lost) wrong = bp_is_finite(values[i]) ? "ACCESSOR_NON_CLAMPED" : "ACCESSOR_INVALID_FLOAT";
    }
    for (size_t i = 0; !is_color && i < accessor.count; i++) {
        const float *v = values + accessor.width * i;
        double length = sqrt((double)v[0] * v[0] + (double)v[1] * v[1] + (double)v[2] * v[2]);
        double sign = accessor.width == 3 ? 1.0 : fabs((double)v[3]);
        bool finite = bp_is_finite(length) && bp_is_finite(sign);
        lost = lost || !finite || !(length > 1e-6) || sign == 0.0;
        if (wrong) continue;
        wrong = !finite                                 ? "ACCESSOR_INVALID_FLOAT"
                : fabs(length - 1.0) > LENGTH_TOLERANCE ? "ACCESSOR_VECTOR3_NON_UNIT"
                : sign != 1.0                           ? "ACCESSOR_INVALID_SIGN"
                                                        : NULL;
    }
    bp_free(&doctor->document.allocator, values);
    if (wrong)
        tell(rules, attribute, wrong,
             is_color ? "some of these colours aren't from 0 to 1"
             : lost   ? "some of these directions have no length, are no numbers, or have a handedness of 0"
                      : "some of these directions aren't of length 1, or their handedness isn't 1 or -1",
             (bp_doctor_rule_remedy){.vectors = true, .guess = lost});
}

/* Texture coordinates that the material's textures need. */
static void check_coordinates(rule_book *rules, const bp_gltf_value *material) {
    enum { MAX_SETS = 8 };
    static const char *const textures[] = {"@", "@.@", "extensions.@.@"};
    bp_gltf_value attributes = bp_gltf_member(material->up, "attributes");
    const bp_json *positions = element(rules, BP_GLTF_ACCESSORS, bp_json_member(attributes.json, "POSITION"));
    double count = bp_json_number_or(bp_json_member(positions, "count"), 0.0);
    bp_gltf_value of = {.json = element(rules, BP_GLTF_MATERIALS, material->json)};
    for (size_t i = 0; of.json && i < BP_COUNT(textures); i++)
        for (bp_gltf_walk walk = bp_gltf_walk_of(&of, textures[i]); bp_gltf_walk_next(&walk);) {
            const bp_json *json = walk.value->json, *transform;
            if (!may_work(rules, 1)) return;
            if (!strstr(walk.value->key, "Texture") ||
                !element(rules, BP_GLTF_TEXTURES, bp_json_member(json, "index")))
                continue;
            double set = bp_json_number_or(bp_json_member(json, "texCoord"), 0.0);
            transform = bp_json_member(bp_json_member(json, "extensions"), "KHR_texture_transform");
            set = bp_json_number_or(bp_json_member(transform, "texCoord"), set);
            for (int n = 0; n <= set && n < MAX_SETS; n++) {
                bp_formatted name = bp_format("TEXCOORD_%d", n);
                if (!bp_json_member(attributes.json, bp_format("TEXCOORD_%.0f", set).text) &&
                    !bp_json_member(attributes.json, name.text))
                    tell(rules, material, "MESH_PRIMITIVE_TOO_FEW_TEXCOORDS",
                         "the material's texture needs texture coordinates that the mesh lacks: unwrap the "
                         "mesh, "
                         "or give it a material without textures",
                         (bp_doctor_rule_remedy){
                             .object = &attributes, .key = name.text, .pairs = (size_t)count, .guess = true});
            }
        }
}

/* ---- numbers and buffer views -------------------------------------------------------------------*/

/* The view of an accessor that a value refers to; -1: it has none, or a packed one. `offset`: of the numbers
 * in the buffer. */
static int view_of(const rule_book *rules, const bp_json *reference, bp_gltf_accessor *accessor,
                   bp_gltf_value *view, size_t *offset) {
    const bp_gltf_document *document = &rules->doctor->document;
    int index = bp_gltf_index_of(document, reference, BP_GLTF_ACCESSORS);
    if (index < 0 || !bp_gltf_accessor_shape(document, (size_t)index, accessor, NULL)) return -1;
    const bp_json *json = bp_gltf_element(document, BP_GLTF_ACCESSORS, (size_t)index).json;
    int found = bp_gltf_index_of(document, bp_json_member(json, "bufferView"), BP_GLTF_BUFFER_VIEWS);
    if (found < 0) return -1;
    *view = bp_gltf_element(document, BP_GLTF_BUFFER_VIEWS, (size_t)found);
    long long here = 0, there = 0;
    bp_json_integer(bp_json_member(json, "byteOffset"), &here);
    bp_json_integer(bp_json_member(view->json, "byteOffset"), &there);
    *offset = (size_t)here + (size_t)there;
    return bp_json_member(view->json, "extensions") ? -1 : found;
}

static int use_of(const bp_gltf_value *user) {
    if (strcmp(user->key, "indices") == 0) return INDICES;
    if (strcmp(user->key, "inverseBindMatrices") == 0) return BINDS;
    return isupper((unsigned char)*user->key) || *user->key == '_' ? VERTICES : CLIPS;
}

static void find_use(rule_book *rules, const bp_gltf_value *user) {
    bp_gltf_accessor accessor, other;
    bp_gltf_value view;
    size_t offset;
    int use = use_of(user), index = view_of(rules, user->json, &accessor, &view, &offset);
    view_use *found = index < 0 ? NULL : &rules->views[index];
    if (!found) return;
    if (use == VERTICES && found->uses & VERTICES && found->accessor != (int)accessor.index) {
        found->several = true;
        if (bp_gltf_accessor_shape(&rules->doctor->document, (size_t)found->accessor, &other, NULL) &&
            other.base.stride != accessor.base.stride)
            found->uneven = true;
    }
    if (use == VERTICES) found->accessor = (int)accessor.index;
    found->uses |= use;
}

/* Types that glTF allows for joints and clips. */
static void check_type(rule_book *rules, const bp_gltf_value *user, const bp_gltf_accessor *accessor) {
    const bp_gltf_document *document = &rules->doctor->document;
    bp_gltf_component component = accessor->base.component;
    if (strncmp(user->key, "JOINTS_", 7) == 0 &&
        (accessor->normalized || !bp_gltf_accessor_is_unsigned(accessor, 2)))
        tell(rules, user, "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT",
             "the numbers of joints must be unsigned bytes or shorts, not normalized",
             (bp_doctor_rule_remedy){.type = BP_GLTF_UNSIGNED_SHORT});
    bp_gltf_value value = bp_gltf_element(document, BP_GLTF_ACCESSORS, accessor->index);
    if (use_of(user) == VERTICES && component == BP_GLTF_UNSIGNED_INT && *user->key == '_')
        tell(rules, user, "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_UNSIGNED_INT",
             "attributes can't be 32-bit integers: write shorter ones, or floats", NOTHING);
    bp_doctor_rule_remedy as_floats = {.type = BP_GLTF_FLOAT},
                          normalized = {.object = &value, .key = "normalized", .text = "true"};
    if (component == BP_GLTF_FLOAT) return;
    if (isupper((unsigned char)*user->key) && !strchr("CJTW", *user->key) && !rules->quantized)
        tell(rules, user, "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT",
             "integers need the extension KHR_mesh_quantization here, which the file doesn't use", as_floats);
    if (accessor->normalized) return;
    if (strncmp(user->key, "TEXCOORD_", 9) == 0 && !rules->quantized)
        tell(rules, user, "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT",
             "integers that aren't normalized need the extension KHR_mesh_quantization", as_floats);
    if (strncmp(user->key, "COLOR_", 6) == 0)
        tell(rules, user, "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT",
             "integer colours must be normalized",
             (bp_doctor_rule_remedy){.object = &value, .key = "normalized", .text = "true", .guess = true});
    if (strncmp(user->key, "WEIGHTS_", 8) == 0)
        tell_as(rules, BP_DOCTOR_WEIGHTS_NOT_NORMALIZED, user,
                "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT", "integer weights must be normalized",
                normalized);
    if (strcmp(user->key, "output") != 0 ||
        !may_work(rules, bp_json_count(bp_json_member(user->up->up->up->json, "channels"))))
        return;
    bp_gltf_target target = bp_doctor_sampler_target(rules->doctor, user->up);
    if (target.node < 0) return;
    tell(rules, user, "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT",
         target.kind == BP_TRACK_WEIGHTS
             ? "integers of a clip must be normalized, and nothing tells whether these weights are"
             : "the clip's numbers must be floats, or normalized integers for rotations",
         target.kind == BP_TRACK_ROTATION  ? normalized
         : target.kind == BP_TRACK_WEIGHTS ? NOTHING
                                           : as_floats);
}

static double stride_of(const bp_gltf_value *view) {
    return bp_json_number_or(bp_json_member(view->json, "byteStride"), 0.0);
}

/* The validator's code of a stride that is wrong for elements of `size` bytes; NULL: it is right. */
static const char *wrong_stride(const bp_gltf_value *view, size_t size) {
    double stride = stride_of(view);
    if (stride == 0.0) return NULL;
    if (!(stride >= 4.0 && stride <= 252.0)) return "VALUE_NOT_IN_RANGE";
    if (stride / 4.0 != floor(stride / 4.0)) return "VALUE_MULTIPLE_OF";
    if (stride < (double)size) return "ACCESSOR_SMALL_BYTESTRIDE";
    bool beyond = stride > bp_json_number_or(bp_json_member(view->json, "byteLength"), HUGE_VAL);
    return beyond ? "BUFFER_VIEW_TOO_BIG_BYTE_STRIDE" : NULL;
}

/* The target and the stride of a buffer view; each is told once. */
static void check_view(rule_book *rules, const bp_gltf_value *view, view_use *use, size_t size) {
    bp_gltf_value target = bp_gltf_member(view, "target"), stride = bp_gltf_member(view, "byteStride");
    int right = use->uses == VERTICES ? BP_GLTF_VERTICES : use->uses == INDICES ? BP_GLTF_INDICES : 0;
    if (use->told) return;
    use->told = true;
    if (target.json && bp_json_number_or(target.json, 0.0) != right)
        tell(rules, &target, "BUFFER_VIEW_TARGET_OVERRIDE", "something else is in the buffer view", REMOVE);
    const char *wrong = wrong_stride(view, size);
    bool small = stride_of(view) < (double)size; /* then the numbers were meant to follow each other */
    if (wrong)
        tell(rules, &stride, wrong,
             "must be a multiple of 4 from 4 to 252, no less than an element, and within the buffer view",
             (bp_doctor_rule_remedy){.remove = !small || !use->several, .guess = small});
    else if (use->uses == INDICES && stride.json)
        tell(rules, &stride, "MESH_PRIMITIVE_INDICES_ACCESSOR_WITH_BYTESTRIDE",
             "indices must be in a buffer view without byteStride", REMOVE);
    if (use->several && !use->uneven && !stride.json && size % 4 == 0)
        tell(rules, view, "MESH_PRIMITIVE_ACCESSOR_WITHOUT_BYTESTRIDE",
             "several attributes are in the buffer view, which needs a byteStride then",
             (bp_doctor_rule_remedy){
                 .object = view, .key = "byteStride", .text = bp_format("%zu", size).text});
}

static void check_numbers(rule_book *rules, const bp_gltf_value *user) {
    bp_gltf_accessor accessor;
    bp_gltf_value view;
    size_t offset;
    int use = use_of(user), index = view_of(rules, user->json, &accessor, &view, &offset);
    if (index < 0) return;
    view_use *found = &rules->views[index];
    size_t size = accessor.base.stride, unit = bp_gltf_component_size(accessor.base.component);
    bool strided = bp_json_member(view.json, "byteStride") != NULL;
    bp_doctor_rule_remedy own_view = {.type = accessor.base.component};
    check_type(rules, user, &accessor);
    bool times = strcmp(user->key, "input") == 0;
    bp_gltf_value value = bp_gltf_element(&rules->doctor->document, BP_GLTF_ACCESSORS, accessor.index);
    if ((times || strcmp(user->key, "POSITION") == 0) &&
        (!bp_json_member(value.json, "min") || !bp_json_member(value.json, "max")))
        tell(rules, user,
             times ? "ANIMATION_SAMPLER_INPUT_ACCESSOR_WITHOUT_BOUNDS"
                   : "MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS",
             "the accessor of positions or times needs min and max",
             NOTHING); /* bp_repair_bounds adds them */
    check_view(rules, &view, found, size);
    if (use == VERTICES && size % 4 != 0 && !strided) own_view.type = BP_GLTF_FLOAT;
    const char *wrong = wrong_stride(&view, size);
    if (wrong && stride_of(&view) >= (double)size)
        tell(rules, user, wrong, "the buffer view's byteStride is wrong", own_view);
    else if (wrong)
        return; /* the view was told */
    else if (use == INDICES && strided && stride_of(&view) != (double)size)
        tell(rules, user, "MESH_PRIMITIVE_INDICES_ACCESSOR_WITH_BYTESTRIDE", "indices must follow each other",
             own_view);
    else if (use >= BINDS && strided)
        tell_as(rules, BP_DOCTOR_BYTE_STRIDE, user,
                use == BINDS ? "SKIN_IBM_ACCESSOR_WITH_BYTESTRIDE"
                             : "ANIMATION_SAMPLER_ACCESSOR_WITH_BYTESTRIDE",
                "the numbers are in a buffer view with byteStride, which is only for vertices", own_view);
    else if (found->uses & (use - 1))
        tell(rules, user, "BUFFER_VIEW_TARGET_OVERRIDE",
             "vertices, indices and other numbers must be in buffer views of their own", own_view);
    else if (use == VERTICES && !strided && found->uneven)
        tell(rules, user, "MESH_PRIMITIVE_ACCESSOR_WITHOUT_BYTESTRIDE",
             "attributes of several sizes are in one buffer view without byteStride", own_view);
    else if (offset % (use == VERTICES ? 4 : unit) != 0 || own_view.type != accessor.base.component)
        tell(rules, user,
             use == VERTICES ? "MESH_PRIMITIVE_ACCESSOR_UNALIGNED" : "ACCESSOR_TOTAL_OFFSET_ALIGNMENT",
             "the numbers begin at bytes that aren't aligned as glTF demands", own_view);
}

/* ---- extensions ---------------------------------------------------------------------------------*/

/* Each name is told once. */
static void check_declared(rule_book *rules, const char *name) {
    bp_gltf_value used = bp_gltf_member(&rules->doctor->document.root, "extensionsUsed");
    for (size_t i = 0; i < bp_json_count(used.json); i++)
        if (!may_work(rules, 1) || strcmp(bp_json_text_or(bp_json_item(used.json, i), ""), name) == 0) return;
    for (size_t i = 0; i < rules->name_count; i++)
        if (strcmp(rules->names[i], name) == 0) return;
    if (rules->name_count == BP_COUNT(rules->names) || strcspn(name, "\"\\") < strlen(name)) return;
    rules->names[rules->name_count++] = name;
    tell(rules, &used, "UNDECLARED_EXTENSION",
         bp_format("the file uses %.100s, which isn't in this list", name).text,
         (bp_doctor_rule_remedy){.text = bp_format("\"%.100s\"", name).text});
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

/* ---- all of them --------------------------------------------------------------------------------*/

void bp_doctor_each_breach(bp_doctor *doctor, bp_doctor_tell *told, void *user) {
    static const rule RULES[] = {
        {"@", check_empty, 0, 0, 0, false},
        {"nodes.*.children", check_empty, 0, 0, 0, false},
        {"scenes.*.nodes", check_empty, 0, 0, 0, false},
        {"meshes.*.primitives.*.attributes", check_empty, 0, 0, 0, false},
        {"meshes.*.primitives.*.targets", check_empty, 0, 0, 0, false},
        {"extensionsRequired.*", check_unique, 0, 0, 0, false},
        {"extensionsUsed.*", check_unique, 0, 0, 0, false},
        {"nodes.*.children.*", check_node_item, 0, 0, 0, false},
        {"scenes.*.nodes.*", check_node_item, 0, 0, 0, false},
        {"scene", check_reference, 0, 0, 0, false},
        {"nodes.*.camera", check_reference, 0, 0, 0, false},
        {"nodes.*.extensions.KHR_lights_punctual.light", check_reference, 0, 0, 0, false},
        {"skins.*.skeleton", check_reference, 0, 0, 0, false},
        {"meshes.*.primitives.*.material", check_reference, 0, 0, 0, false},
        {"textures.*.sampler", check_reference, 0, 0, 0, false},
        {"textures.*.source", check_reference, 0, 0, 0, false},
        {"textures.*.extensions.@.source", check_reference, 0, 0, 0, false},
        {"materials.*.@", check_reference, 0, 0, 0, false},
        {"materials.*.pbrMetallicRoughness.@", check_reference, 0, 0, 0, false},
        {"materials.*.extensions.@.@", check_reference, 0, 0, 0, false},
        {"nodes.*", check_transform, 0, 0, 0, false},
        {"nodes.*.weights", check_mesh_weights, 0, 0, 0, false},
        {"meshes.*.weights", check_mesh_weights, 0, 0, 0, false},
        {"animations.*.channels.*", check_weights_channel, 0, 0, 0, false},
        {"meshes.*.primitives.*.targets.*.@", check_target_attribute, 0, 0, 0, false},
        {"meshes.*.primitives.*.targets.*.@", check_name, 0, 0, 0, false},
        {"meshes.*.primitives.*.attributes.@", check_name, 0, 0, 0, false},
        {"meshes.*.primitives.*.attributes.NORMAL", check_vectors, 0, 0, 0, false},
        {"meshes.*.primitives.*.attributes.TANGENT", check_vectors, 0, 0, 0, false},
        {"meshes.*.primitives.*.attributes.COLOR_0", check_vectors, 0, 0, 0, false},
        {"meshes.*.primitives.*.material", check_coordinates, 0, 0, 0, false},
        {"meshes.*.primitives.*.attributes.@", check_numbers, 0, 0, 0, false},
        {"meshes.*.primitives.*.targets.*.@", check_numbers, 0, 0, 0, false},
        {"meshes.*.primitives.*.indices", check_numbers, 0, 0, 0, false},
        {"skins.*.inverseBindMatrices", check_numbers, 0, 0, 0, false},
        {"animations.*.samplers.*.input", check_numbers, 0, 0, 0, false},
        {"animations.*.samplers.*.output", check_numbers, 0, 0, 0, false},
        {"images.*", check_image, 0, 0, 0, false},
        {"buffers.*.uri", check_buffer_uri, 0, 0, 0, false},
        {"cameras.*", check_camera, 0, 0, 0, false},
        {"extensions.KHR_lights_punctual.lights.*", check_light, 0, 0, 0, false},
        {"nodes.*.extensions.@", check_extension, 0, 0, 0, false},
        {"meshes.*.extensions.@", check_extension, 0, 0, 0, false},
        {"meshes.*.primitives.*.extensions.@", check_extension, 0, 0, 0, false},
        {"animations.*.channels.*.target.extensions.@", check_extension, 0, 0, 0, false},
        {"asset.copyright", check_member, TEXT, 0, 0, false},
        {"asset.generator", check_member, TEXT, 0, 0, false},
        {"@.*.name", check_member, TEXT, 0, 0, false},
        {"@.*.extensions", check_member, OBJECT, 0, 0, false},
        {"@.*.extensions.@", check_member, OBJECT, 0, 0, false},
        {"accessors.*.min", check_bounds, 0, 0, 0, false},
        {"accessors.*.max", check_bounds, 0, 0, 0, false},
        {"accessors.*.count", check_member, 1, 1, HUGE_VAL, true},
        {"accessors.*.sparse.count", check_member, 1, 1, HUGE_VAL, true},
        {"bufferViews.*.byteLength", check_member, 1, 1, HUGE_VAL, true},
        {"samplers.*.magFilter", check_member, 1, ANY, false},
        {"samplers.*.minFilter", check_member, 1, ANY, false},
        {"samplers.*.wrapS", check_member, 1, ANY, false},
        {"samplers.*.wrapT", check_member, 1, ANY, false},
        {"materials.*.alphaCutoff", check_member, 1, 0, HUGE_VAL, false},
        {"materials.*.doubleSided", check_member, BOOLEAN, 0, 0, false},
        {"materials.*.emissiveFactor", check_member, 3, 0, 1, false},
        {"materials.*.extensions.KHR_materials_emissive_strength.emissiveStrength", check_member, 1, 0,
         HUGE_VAL, false},
        {"materials.*.normalTexture", check_member, OBJECT, 0, 0, false},
        {"materials.*.occlusionTexture", check_member, OBJECT, 0, 0, false},
        {"materials.*.emissiveTexture", check_member, OBJECT, 0, 0, false},
        {"materials.*.pbrMetallicRoughness.baseColorTexture", check_member, OBJECT, 0, 0, false},
        {"materials.*.pbrMetallicRoughness.metallicRoughnessTexture", check_member, OBJECT, 0, 0, false},
        {"materials.*.@.extensions.@", check_member, OBJECT, 0, 0, false},
        {"materials.*.@.@.extensions.@", check_member, OBJECT, 0, 0, false},
        {"materials.*.normalTexture.scale", check_member, 1, ANY, false},
        {"materials.*.occlusionTexture.strength", check_member, 1, 0, 1, false},
        {"materials.*.pbrMetallicRoughness.baseColorFactor", check_member, 4, 0, 1, false},
        {"materials.*.pbrMetallicRoughness.metallicFactor", check_member, 1, 0, 1, false},
        {"materials.*.pbrMetallicRoughness.roughnessFactor", check_member, 1, 0, 1, false},
        {"materials.*.@.texCoord", check_member, 1, 0, HUGE_VAL, false},
        {"materials.*.@.@.texCoord", check_member, 1, 0, HUGE_VAL, false},
        {"materials.*.@.extensions.KHR_texture_transform.offset", check_member, 2, ANY, false},
        {"materials.*.@.@.extensions.KHR_texture_transform.offset", check_member, 2, ANY, false},
        {"materials.*.@.extensions.KHR_texture_transform.rotation", check_member, 1, ANY, false},
        {"materials.*.@.@.extensions.KHR_texture_transform.rotation", check_member, 1, ANY, false},
        {"materials.*.@.extensions.KHR_texture_transform.scale", check_member, 2, ANY, false},
        {"materials.*.@.@.extensions.KHR_texture_transform.scale", check_member, 2, ANY, false},
        {"cameras.*.@.aspectRatio", check_member, 1, ABOVE_0, HUGE_VAL, false},
        {"cameras.*.@.yfov", check_member, 1, ABOVE_0, HUGE_VAL, true},
        {"cameras.*.@.zfar", check_member, 1, ABOVE_0, HUGE_VAL, true},
        {"cameras.*.orthographic.znear", check_member, 1, 0, HUGE_VAL, true},
        {"cameras.*.perspective.znear", check_member, 1, ABOVE_0, HUGE_VAL, true},
        {"extensions.KHR_lights_punctual.lights.*.color", check_member, 3, 0, 1, false},
        {"extensions.KHR_lights_punctual.lights.*.intensity", check_member, 1, 0, HUGE_VAL, false},
        {"extensions.KHR_lights_punctual.lights.*.range", check_member, 1, ABOVE_0, HUGE_VAL, false},
        {"extensions.KHR_lights_punctual.lights.*.spot.innerConeAngle", check_member, 1, 0, HALF_TURN / 2,
         false},
        {"extensions.KHR_lights_punctual.lights.*.spot.outerConeAngle", check_member, 1, ABOVE_0,
         HALF_TURN / 2, false},
    };
    rule_book rules = {.doctor = doctor, .tell = told, .user = user, .work_left = (size_t)1 << 26};
    rules.views =
        bp_doctor_memory(doctor, doctor->document.counts[BP_GLTF_BUFFER_VIEWS], sizeof *rules.views);
    if (!rules.views) return;
    for (bp_gltf_walk walk = bp_gltf_walk_of(&doctor->document.root, "extensionsUsed.*");
         bp_gltf_walk_next(&walk);)
        rules.quantized |= strcmp(bp_json_text_or(walk.value->json, ""), "KHR_mesh_quantization") == 0;
    check_chunks(&rules);
    check_extensions(&rules, doctor->document.root.json, 0);
    for (bp_gltf_walk walk = bp_gltf_walk_of(&doctor->document.root, "extensionsRequired.*");
         bp_gltf_walk_next(&walk);)
        if (bp_json_kind_of(walk.value->json) == BP_JSON_TEXT)
            check_declared(&rules, bp_json_text_or(walk.value->json, ""));
    for (size_t i = 0; i < 2 * BP_COUNT(RULES); i++) {
        rules.rule = &RULES[i % BP_COUNT(RULES)];
        bool first = i < BP_COUNT(RULES); /* all uses of views are known before they are checked */
        if (first && rules.rule->check != check_numbers) continue;
        for (bp_gltf_walk walk = bp_gltf_walk_of(&doctor->document.root, rules.rule->path);
             bp_gltf_walk_next(&walk);)
            (first ? find_use : rules.rule->check)(&rules, walk.value);
    }
}

/* Each kind is told at its first place. A part that can't be read was reported with its path, or one below
 * it. */
static void report(void *user, const bp_doctor_breach *breach) {
    bp_doctor *doctor = user;
    bp_formatted path = bp_doctor_path_of(breach->at);
    size_t length = strlen(path.text);
    for (size_t i = 0; i < doctor->report->count; i++) {
        const bp_doctor_finding *finding = &doctor->report->findings[i];
        if (finding->id != BP_DOCTOR_UNREADABLE && finding->id != breach->id) continue;
        if (strncmp(finding->place, path.text, length) == 0 && strchr(".[", finding->place[length])) return;
        if (strcmp(finding->message, breach->message) == 0) return;
    }
    bp_doctor_add_coded(doctor, breach->id, BP_DOCTOR_ERROR, BP_DOCTOR_NONE, breach->code,
                        bp_doctor_at("%s", path.text), "%s", breach->message);
}

void bp_doctor_check_rules(bp_doctor *doctor) { bp_doctor_each_breach(doctor, report, doctor); }
