/* glTF's own rules beyond skins and clips, of which Khronos' validator tells: lists, references, morph
 * targets, buffer views, attributes. A breach has at most one remedy, which moves nothing and draws the
 * same. */
#include "gltf/doctor/doctor_breaches.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A vector's length may be off by what rounding to signed bytes does: half of 1/127 in three components. */
static const double LENGTH_TOLERANCE = 0.00674;

typedef bp_doctor_rule_book rule_book;
typedef bp_doctor_view_use view_use;

/* How an accessor is used, in bits. */
enum { VERTICES = 1, INDICES = 2, BINDS = 4, CLIPS = 8 };

static void check_empty(rule_book *rules, const bp_gltf_value *value) {
    void *at = NULL;
    const char *key;
    /* A clip without channels goes, unless an extension may refer to clips by their numbers. */
    bool is_clip = strcmp(value->key, "channels") == 0,
         counted = is_clip && bp_json_member(rules->doctor->document.root.json, "extensions");
    bool needed = is_clip || strcmp(value->key, "lights") == 0;
    if (bp_json_kind_of(value->json) == BP_JSON_ARRAY && bp_json_count(value->json) == 0)
        tell(rules, needed ? value->up : value, "EMPTY_ENTITY",
             counted   ? "the clip has no channels: remove it"
             : is_clip ? "the clip has no channels, so it moves nothing"
                       : "the list is empty, which glTF forbids",
             (bp_doctor_rule_remedy){.remove = !counted});
    else if (strcmp(value->key, "attributes") == 0 && !bp_json_next(value->json, &at, &key))
        tell(rules, value, "EMPTY_ENTITY", "the primitive has no attributes: remove it", NOTHING);
}

static void number_items(rule_book *rules, const bp_json *list) {
    rules->list_start += rules->list ? bp_json_count(rules->list) : 1;
    rules->list = list;
    for (size_t i = 0; i < bp_json_count(list); i++) {
        int node = bp_gltf_index_of(&rules->doctor->document, bp_json_item(list, i), BP_GLTF_NODES);
        if (node >= 0 && rules->numbers[node] < rules->list_start)
            rules->numbers[node] = rules->list_start + i;
    }
}

/* Nodes that a list has already, and, of a scene, those that are no root. */
static void check_node_item(rule_book *rules, const bp_gltf_value *item) {
    const bp_doctor *doctor = rules->doctor;
    int node = bp_gltf_index_of(&doctor->document, item->json, BP_GLTF_NODES);
    bool is_scene = strcmp(item->up->key, "nodes") == 0;
    if (node < 0) return;
    if (rules->list != item->up->json) number_items(rules, item->up->json);
    int root = doctor->nodes[node].root;
    bool twice = rules->numbers[node] < rules->list_start + item->index;
    bool shown = root >= 0 && rules->numbers[root] >= rules->list_start;
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

static void check_unique(rule_book *rules, const bp_gltf_value *item) {
    for (size_t i = 0; i < item->index && may_work(rules, 1); i++)
        if (strcmp(bp_json_text_or(bp_json_item(item->up->json, i), "?"), bp_json_text_or(item->json, "")) ==
            0) {
            tell(rules, item, "DUPLICATE_ELEMENTS", "the list has this name already", REMOVE);
            return;
        }
}

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
                 "to the end of the file: remove what is too much, or export the file again",
                 NOTHING);
            return;
        }
        rest = (bp_gltf_span){rest.data + 8 + length, rest.size - 8 - length};
    }
}

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

size_t bp_doctor_count_targets(const bp_doctor *doctor, int mesh) {
    if (mesh < 0) return 0;
    bp_gltf_value value = bp_gltf_element(&doctor->document, BP_GLTF_MESHES, (size_t)mesh);
    return bp_json_count(
        bp_json_member(bp_json_item(bp_json_member(value.json, "primitives"), 0), "targets"));
}

static void check_mesh_weights(rule_book *rules, const bp_gltf_value *weights) {
    bool of_node = strcmp(weights->up->up->key, "nodes") == 0;
    int mesh = of_node ? rules->doctor->nodes[weights->up->index].mesh : (int)weights->up->index;
    if (bp_doctor_count_targets(rules->doctor, mesh) == 0)
        tell(rules, weights, of_node ? "NODE_WEIGHTS_INVALID" : "MESH_INVALID_WEIGHTS_COUNT",
             "the mesh has no morph targets that these could weigh", REMOVE);
}

/* A clip keeps one channel at least: without, it would be gone. */
static void check_weights_channel(rule_book *rules, const bp_gltf_value *channel) {
    const bp_doctor *doctor = rules->doctor;
    bp_gltf_target target = bp_gltf_target_of(&doctor->document, bp_json_member(channel->json, "target"));
    if (target.node >= 0 && target.kind == BP_TRACK_WEIGHTS &&
        bp_doctor_count_targets(doctor, doctor->nodes[target.node].mesh) == 0)
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

static void check_coordinates(rule_book *rules, const bp_gltf_value *material) {
    enum { MAX_SETS = 8 };
    static const char *const textures[] = {"@", "@.@", "extensions.@.@"};
    bp_gltf_value attributes = bp_gltf_member(material->up, "attributes");
    const bp_json *positions =
        element_of(rules, BP_GLTF_ACCESSORS, bp_json_member(attributes.json, "POSITION"));
    double count = bp_json_number_or(bp_json_member(positions, "count"), 0.0);
    bp_gltf_value of = {.json = element_of(rules, BP_GLTF_MATERIALS, material->json)};
    for (size_t i = 0; of.json && i < BP_COUNT(textures); i++)
        BP_GLTF_EACH(walk, &of, textures[i]) {
            const bp_json *json = walk.value->json, *transform;
            if (!may_work(rules, 1)) return;
            if (!strstr(walk.value->key, "Texture") ||
                !element_of(rules, BP_GLTF_TEXTURES, bp_json_member(json, "index")))
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
    return strcmp(user->key, "input") == 0 || strcmp(user->key, "output") == 0 ? CLIPS : VERTICES;
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

/* A stride of indices that nothing uses; of those that are used, check_view tells. */
static void check_unused_view(rule_book *rules, const bp_gltf_value *view) {
    view_use *use = &rules->views[view->index];
    bp_gltf_value stride = bp_gltf_member(view, "byteStride");
    if (use->uses == 0 && stride.json &&
        bp_json_number_or(bp_json_member(view->json, "target"), 0.0) == BP_GLTF_INDICES)
        tell(rules, &stride, "BUFFER_VIEW_INVALID_BYTE_STRIDE", "only vertices can have a stride", REMOVE);
}

void bp_doctor_each_breach(bp_doctor *doctor, bp_doctor_tell *told, void *user) {
    static const struct {
        const char *path; /* of a walk */
        void (*check)(rule_book *rules, const bp_gltf_value *value);
    } RULES[] = {
        {"@", check_empty},
        {"nodes.*.children", check_empty},
        {"scenes.*.nodes", check_empty},
        {"meshes.*.primitives.*.attributes", check_empty},
        {"meshes.*.primitives.*.targets", check_empty},
        {"animations.*.channels", check_empty},
        {"extensions.KHR_lights_punctual.lights", check_empty},
        {"extensionsRequired.*", check_unique},
        {"extensionsUsed.*", check_unique},
        {"nodes.*.children.*", check_node_item},
        {"scenes.*.nodes.*", check_node_item},
        {"scene", check_reference},
        {"nodes.*.camera", check_reference},
        {"nodes.*.extensions.KHR_lights_punctual.light", check_reference},
        {"skins.*.skeleton", check_reference},
        {"meshes.*.primitives.*.material", check_reference},
        {"textures.*.sampler", check_reference},
        {"textures.*.source", check_reference},
        {"textures.*.extensions.@.source", check_reference},
        {"materials.*.@", check_reference},
        {"materials.*.pbrMetallicRoughness.@", check_reference},
        {"materials.*.extensions.@.@", check_reference},
        {"nodes.*", check_transform},
        {"nodes.*.weights", check_mesh_weights},
        {"meshes.*.weights", check_mesh_weights},
        {"animations.*.channels.*", check_weights_channel},
        {"meshes.*.primitives.*.targets.*.@", check_target_attribute},
        {"meshes.*.primitives.*.targets.*.@", check_name},
        {"meshes.*.primitives.*.attributes.@", check_name},
        {"meshes.*.primitives.*.attributes.NORMAL", check_vectors},
        {"meshes.*.primitives.*.attributes.TANGENT", check_vectors},
        {"meshes.*.primitives.*.attributes.COLOR_0", check_vectors},
        {"meshes.*.primitives.*.material", check_coordinates},
        {"meshes.*.primitives.*.attributes.@", check_numbers},
        {"meshes.*.primitives.*.targets.*.@", check_numbers},
        {"meshes.*.primitives.*.indices", check_numbers},
        {"bufferViews.*", check_unused_view},
        {"skins.*.inverseBindMatrices", check_numbers},
        {"animations.*.samplers.*.input", check_numbers},
        {"animations.*.samplers.*.output", check_numbers},
    };
    rule_book rules = {.doctor = doctor, .tell = told, .user = user, .work_left = (size_t)1 << 26};
    rules.views =
        bp_doctor_memory(doctor, doctor->document.counts[BP_GLTF_BUFFER_VIEWS], sizeof *rules.views);
    rules.numbers = bp_doctor_memory(doctor, doctor->node_count, sizeof *rules.numbers);
    if (!rules.views || !rules.numbers) return;
    bp_doctor_check_extensions(&rules);
    check_chunks(&rules);
    /* All uses of views are known before they are checked. */
    for (size_t i = 0; i < BP_COUNT(RULES); i++)
        for (bp_gltf_walk walk = bp_gltf_walk_of(&doctor->document.root, RULES[i].path);
             RULES[i].check == check_numbers && bp_gltf_walk_next(&walk);)
            find_use(&rules, walk.value);
    for (size_t i = 0; i < BP_COUNT(RULES); i++)
        BP_GLTF_EACH(walk, &doctor->document.root, RULES[i].path) RULES[i].check(&rules, walk.value);
    bp_doctor_check_members(&rules);
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
