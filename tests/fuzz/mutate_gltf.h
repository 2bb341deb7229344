/* Mutations of glTF files that keep to their structure, so that they reach the code behind the first checks:
 * other counts and types, references that lead elsewhere, too far or in a circle, parts repeated, exchanged,
 * removed or of another kind, extensions, more channels and attributes, single numbers of buffers, and a
 * .glb's framing. Three of four mutations are these; the others are those of mutate.h. The seed decides. */
#ifndef BINDPOSE_TESTS_FUZZ_MUTATE_GLTF_H
#define BINDPOSE_TESTS_FUZZ_MUTATE_GLTF_H

#include "fuzz/gltf_parts.h"
#include "fuzz/mutate.h"

size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size,
                                 uint8_t *out, size_t max, unsigned seed);

/* ---- places of the tree ---------------------------------------------------------------------------*/

/* A value and where it is: a member of an object (key) or an element of an array (index). `name` is the
 * nearest key above, which tells what the value means. */
typedef struct place {
    json_t *parent, *value;
    const char *key, *name;
    size_t index;
} place;

typedef bool place_filter(const place *at, const void *which);

/* Chooses one of the places that a filter accepts, each as likely as the others. */
typedef struct place_choice {
    place_filter *accepts;
    const void *which;
    uint64_t *state;
    size_t count;
    place chosen;
} place_choice;

static inline void choose_below(place_choice *c, json_t *parent, const char *name, int depth) {
    const char *key;
    json_t *value;
    size_t index;
    if (depth > 40) return;
    if (json_is_object(parent)) {
        json_object_foreach(parent, key, value) {
            place at = {.parent = parent, .value = value, .key = key, .name = key};
            if (c->accepts(&at, c->which) && below(c->state, ++c->count) == 0) c->chosen = at;
            choose_below(c, value, key, depth + 1);
        }
    } else if (json_is_array(parent)) {
        json_array_foreach(parent, index, value) {
            place at = {.parent = parent, .value = value, .name = name, .index = index};
            if (c->accepts(&at, c->which) && below(c->state, ++c->count) == 0) c->chosen = at;
            choose_below(c, value, name, depth + 1);
        }
    }
}

static inline bool choose(json_t *root, place_filter *accepts, const void *which, uint64_t *state,
                          place *out) {
    place_choice c = {.accepts = accepts, .which = which, .state = state};
    choose_below(&c, root, "", 0);
    *out = c.chosen;
    return c.count > 0;
}

/* Takes over the reference to the value. */
static inline void put(const place *at, json_t *value) {
    if (at->key)
        json_object_set_new(at->parent, at->key, value);
    else
        json_array_set_new(at->parent, at->index, value);
}

static inline void take_away(const place *at) {
    if (at->key)
        json_object_del(at->parent, at->key);
    else
        json_array_remove(at->parent, at->index);
}

static inline bool is_any(const place *at, const void *which) { return (void)at, (void)which, true; }
static inline bool is_number(const place *at, const void *which) {
    return (void)which, json_is_number(at->value);
}
static inline bool is_text(const place *at, const void *which) {
    return (void)which, json_is_string(at->value);
}
static inline bool is_object(const place *at, const void *which) {
    return (void)which, json_is_object(at->value);
}
static inline bool is_list(const place *at, const void *which) {
    return (void)which, json_is_array(at->value) && json_array_size(at->value) > 0;
}
static inline bool is_named(const place *at, const void *which) { return strcmp(at->name, which) == 0; }
static inline bool is_kind(const place *at, const void *which) {
    const place *other = which;
    return strcmp(at->name, other->name) == 0 && json_typeof(at->value) == json_typeof(other->value);
}

/* ---- counts, types, numbers, words ----------------------------------------------------------------*/

/* Members that refer to an element of a collection; attributes do too, by any name. */
static const char *const REFERENCES[][2] = {{"bufferView", "bufferViews"},
                                            {"buffer", "buffers"},
                                            {"mesh", "meshes"},
                                            {"skin", "skins"},
                                            {"node", "nodes"},
                                            {"children", "nodes"},
                                            {"joints", "nodes"},
                                            {"skeleton", "nodes"},
                                            {"nodes", "nodes"},
                                            {"scene", "scenes"},
                                            {"input", "accessors"},
                                            {"output", "accessors"},
                                            {"indices", "accessors"},
                                            {"material", "materials"},
                                            {"source", "images"},
                                            {"index", "textures"},
                                            {"sampler", "samplers"},
                                            {"camera", "cameras"},
                                            {"POSITION", "accessors"},
                                            {"NORMAL", "accessors"},
                                            {"JOINTS_0", "accessors"},
                                            {"WEIGHTS_0", "accessors"},
                                            {"TANGENT", "accessors"},
                                            {"COLOR_0", "accessors"},
                                            {"JOINTS_1", "accessors"},
                                            {"WEIGHTS_1", "accessors"},
                                            {"TEXCOORD_0", "accessors"},
                                            {"inverseBindMatrices", "accessors"}};

static inline const char *collection_of(const place *at) {
    for (size_t i = 0; json_is_integer(at->value) && i < BP_COUNT(REFERENCES); i++)
        if (strcmp(at->name, REFERENCES[i][0]) == 0) return REFERENCES[i][1];
    return NULL;
}
static inline bool is_reference(const place *at, const void *which) {
    return (void)which, collection_of(at) != NULL;
}

/* A random index of a collection: mostly one that is there, else just beyond, below 0 or far away. */
static inline json_t *any_index(const gltf_parts *p, const char *collection, uint64_t *state) {
    static const json_int_t others[] = {-1, -2, 255, 65535, 65536, 2147483647, 4294967295, 4294967296};
    size_t count = json_array_size(json_object_get(p->root, collection));
    size_t kind = below(state, 12);
    if (kind == 0) return json_integer(others[below(state, BP_COUNT(others))]);
    if (kind == 1 || count == 0) return json_integer((json_int_t)count);
    return json_integer((json_int_t)below(state, count));
}

static inline bool change_reference(gltf_parts *p, uint64_t *state) {
    place at;
    if (!choose(p->root, is_reference, NULL, state, &at)) return false;
    put(&at, any_index(p, collection_of(&at), state));
    return true;
}

static inline bool change_number(gltf_parts *p, uint64_t *state) {
    static const double others[] = {
        0,    -1,    1,    2,    3,    4,    5120, 5121,  5122,       5123,
        5125, 5126,  127,  252,  255,  256,  1e6,  65536, 4294967295, 9007199254740992,
        0.5,  1e-38, 1e38, 3e38, -1e9, 1e-9, 1e300};
    place at;
    if (!choose(p->root, is_number, NULL, state, &at)) return false;
    double old = json_number_value(at.value), now = others[below(state, BP_COUNT(others))];
    switch (below(state, 6)) {
    case 0: now = old + (double)below(state, 9) - 4; break;
    case 1: now = old * 2; break;
    case 2: now = -old; break;
    case 3: now = old * (1 + ((double)below(state, 2001) - 1000) / 1000); break;
    default: break;
    }
    if (!(now < 9e15 && now > -9e15) || now != (double)(json_int_t)now)
        put(&at, now - now == 0 ? json_real(now) : json_real(1e308));
    else
        put(&at, below(state, 20) ? json_integer((json_int_t)now) : json_real(now));
    return true;
}

/* Members that count or place elements, and words of glTF: another one of those that are allowed there. */
static inline bool change_count(gltf_parts *p, uint64_t *state) {
    static const char *const keys[] = {"count",      "byteOffset",    "byteLength",
                                       "byteStride", "componentType", "mode"};
    static const json_int_t types[] = {5120, 5121, 5122, 5123, 5125, 5126};
    place at;
    size_t k = below(state, BP_COUNT(keys));
    if (!choose(p->root, is_named, keys[k], state, &at) || !json_is_integer(at.value)) return false;
    json_int_t old = json_integer_value(at.value), now = old + (json_int_t)below(state, 9) - 4;
    if (k == 4) now = types[below(state, BP_COUNT(types))];
    if (k == 5) now = (json_int_t)below(state, 8);
    if (k < 4 && below(state, 3) == 0) now = below(state, 2) ? old * 4 : old / 2;
    put(&at, json_integer(now));
    return true;
}

static inline bool change_word(gltf_parts *p, uint64_t *state) {
    static const char *const words[] = {"SCALAR",
                                        "VEC2",
                                        "VEC3",
                                        "VEC4",
                                        "MAT2",
                                        "MAT3",
                                        "MAT4",
                                        "translation",
                                        "rotation",
                                        "scale",
                                        "weights",
                                        "pointer",
                                        "LINEAR",
                                        "STEP",
                                        "CUBICSPLINE",
                                        "OPAQUE",
                                        "MASK",
                                        "BLEND",
                                        "ATTRIBUTES",
                                        "TRIANGLES",
                                        "INDICES",
                                        "OCTAHEDRAL",
                                        "QUATERNION",
                                        "EXPONENTIAL",
                                        "NONE",
                                        "image/png",
                                        "image/jpeg",
                                        "image/webp",
                                        "2.1",
                                        "3.0",
                                        "",
                                        "/nodes/0/rotation",
                                        "/nodes/1/weights/0",
                                        "/nodes/9/scale",
                                        "/materials/0/alphaCutoff",
                                        "data:,",
                                        "../x.bin",
                                        "data:image/png;base64,iVBORw0KGgo=",
                                        "data:application/gltf-buffer;base64,AAAA",
                                        "a\tb",
                                        "\xc3\xa9\xf0\x9f\x98\x80"};
    place at, other;
    if (!choose(p->root, is_text, NULL, state, &at)) return false;
    if (below(state, 3) == 0 && choose(p->root, is_text, NULL, state, &other))
        put(&at, json_deep_copy(other.value));
    else
        put(&at, json_string(words[below(state, BP_COUNT(words))]));
    return true;
}

/* ---- parts ----------------------------------------------------------------------------------------*/

/* A value becomes a copy of another of its name and kind, or now and then of any. */
static inline bool copy_part(gltf_parts *p, uint64_t *state) {
    place at, from;
    if (!choose(p->root, is_any, NULL, state, &at)) return false;
    if (!choose(p->root, below(state, 8) ? is_kind : is_any, &at, state, &from)) return false;
    put(&at, json_deep_copy(from.value));
    return true;
}

static inline bool remove_part(gltf_parts *p, uint64_t *state) {
    place at;
    if (!choose(p->root, is_any, NULL, state, &at)) return false;
    take_away(&at);
    return true;
}

static inline bool another_kind(gltf_parts *p, uint64_t *state) {
    place at;
    if (!choose(p->root, is_any, NULL, state, &at)) return false;
    json_t *value = json_null();
    switch (below(state, 8)) {
    case 0: value = json_true(); break;
    case 1: value = json_string("0"); break;
    case 2: value = json_array(); break;
    case 3: value = json_object(); break;
    case 4: value = json_integer(0); break;
    case 5: value = json_real(0.5); break;
    case 6: /* deep */
        value = json_array();
        for (size_t i = below(state, 200); i > 0; i--) value = json_pack("[o]", value);
        break;
    default: break;
    }
    put(&at, value);
    return true;
}

/* An element of a list again, once or many times; two exchanged; the list cut short or turned round. */
static inline bool change_list(gltf_parts *p, uint64_t *state) {
    place at;
    if (!choose(p->root, is_list, NULL, state, &at)) return false;
    json_t *list = at.value;
    size_t count = json_array_size(list), i = below(state, count), k = below(state, count);
    switch (below(state, 5)) {
    case 0:
    case 1: {
        size_t times = below(state, 4) ? 1 : 1 + below(state, 60);
        for (; times > 0; times--) json_array_append_new(list, json_deep_copy(json_array_get(list, i)));
        break;
    }
    case 2: {
        json_t *first = json_deep_copy(json_array_get(list, i));
        json_array_set_new(list, i, json_deep_copy(json_array_get(list, k)));
        json_array_set_new(list, k, first);
        break;
    }
    case 3:
        while (json_array_size(list) > i) json_array_remove(list, i);
        break;
    default:
        for (size_t n = 1; n < count; n++) {
            json_array_insert_new(list, 0, json_deep_copy(json_array_get(list, n)));
            json_array_remove(list, n + 1);
        }
        break;
    }
    return true;
}

/* ---- nodes, skins, clips, attributes ----------------------------------------------------------------*/

static inline json_t *element_of(const gltf_parts *p, const char *collection, uint64_t *state) {
    json_t *list = json_object_get(p->root, collection);
    return json_array_get(list, below(state, json_array_size(list)));
}

/* The list of that key, which is made if there is none. NULL: the owner is no object. */
static inline json_t *list_of(json_t *owner, const char *key) {
    if (!json_is_object(owner)) return NULL;
    if (!json_is_array(json_object_get(owner, key))) json_object_set_new(owner, key, json_array());
    return json_object_get(owner, key);
}

/* Circles, second parents, nodes that are their own children, chains; another mesh, skin or transform. */
static inline bool change_tree(gltf_parts *p, uint64_t *state) {
    json_t *nodes = json_object_get(p->root, "nodes"), *node = element_of(p, "nodes", state);
    size_t count = json_array_size(nodes);
    if (!json_is_object(node)) return false;
    switch (below(state, 6)) {
    case 0: json_array_append_new(list_of(node, "children"), any_index(p, "nodes", state)); break;
    case 1: json_object_set_new(node, "skin", any_index(p, "skins", state)); break;
    case 2: json_object_set_new(node, "mesh", any_index(p, "meshes", state)); break;
    case 3: /* one chain of all; by chance closed */
        for (size_t i = 0; i + 1 < count + below(state, 2); i++)
            if (json_is_object(json_array_get(nodes, i)))
                json_object_set_new(json_array_get(nodes, i), "children",
                                    json_pack("[I]", (json_int_t)((i + 1) % count)));
        break;
    case 4: {
        static const char *const transforms[] = {
            "{\"matrix\":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]}",
            "{\"matrix\":[-1,0,0,0,0.5,2,0,0,0,0,1e-9,0,3,4,5,1]}",
            "{\"scale\":[0,1,1]}",
            "{\"scale\":[-1,2,100]}",
            "{\"rotation\":[0,0,0,0]}",
            "{\"rotation\":[0.6,0,0,0.8]}",
            "{\"translation\":[1e20,0,-3e38]}",
            "{\"weights\":[0.5,2]}",
            "{\"extensions\":{\"KHR_node_visibility\":{\"visible\":false}}}"};
        json_t *more = json_loads(transforms[below(state, BP_COUNT(transforms))], 0, NULL);
        json_object_update(node, more);
        json_decref(more);
        break;
    }
    default: { /* joints as the tree's nodes, in any order and number */
        json_t *joints = list_of(element_of(p, "skins", state), "joints");
        for (size_t i = below(state, 6); joints && i > 0; i--)
            json_array_insert_new(joints, below(state, json_array_size(joints) + 1),
                                  any_index(p, "nodes", state));
        break;
    }
    }
    return true;
}

static inline bool add_channel(gltf_parts *p, uint64_t *state) {
    static const char *const paths[] = {"translation", "rotation", "scale", "weights"};
    static const char *const kinds[] = {"LINEAR", "STEP", "CUBICSPLINE"};
    json_t *clips = list_of(p->root, "animations");
    if (json_array_size(clips) == 0) json_array_append_new(clips, json_object());
    json_t *clip = element_of(p, "animations", state), *samplers = list_of(clip, "samplers");
    if (!samplers) return false;
    json_array_append_new(samplers, json_pack("{s:o,s:o,s:s}", "input", any_index(p, "accessors", state),
                                              "output", any_index(p, "accessors", state), "interpolation",
                                              kinds[below(state, BP_COUNT(kinds))]));
    json_array_append_new(list_of(clip, "channels"),
                          json_pack("{s:I,s:{s:o,s:s}}", "sampler", (json_int_t)json_array_size(samplers) - 1,
                                    "target", "node", any_index(p, "nodes", state), "path",
                                    paths[below(state, BP_COUNT(paths))]));
    return true;
}

/* An attribute more, of the primitive or of a morph target, on an accessor that is there. */
static inline bool add_attribute(gltf_parts *p, uint64_t *state) {
    static const char *const names[] = {"JOINTS_0", "WEIGHTS_0",  "JOINTS_1",   "WEIGHTS_1", "NORMAL",
                                        "TANGENT",  "TEXCOORD_0", "TEXCOORD_1", "COLOR_0",   "POSITION"};
    json_t *primitives = json_object_get(element_of(p, "meshes", state), "primitives");
    json_t *primitive = json_array_get(primitives, below(state, json_array_size(primitives)));
    if (!json_is_object(primitive)) return false;
    json_t *owner = json_object_get(primitive, "attributes");
    if (below(state, 3) == 0) {
        json_t *targets = list_of(primitive, "targets");
        if (json_array_size(targets) == 0 || below(state, 2)) json_array_append_new(targets, json_object());
        owner = json_array_get(targets, below(state, json_array_size(targets)));
    }
    return json_object_set_new(owner, names[below(state, BP_COUNT(names))],
                               any_index(p, "accessors", state)) == 0;
}

static inline bool add_sparse(gltf_parts *p, uint64_t *state) {
    json_t *accessor = element_of(p, "accessors", state);
    if (!json_is_object(accessor)) return false;
    if (below(state, 2)) json_object_del(accessor, "bufferView");
    json_object_set_new(accessor, "sparse",
                        json_pack("{s:I,s:{s:o,s:I},s:{s:o}}", "count", (json_int_t)below(state, 4),
                                  "indices", "bufferView", any_index(p, "bufferViews", state),
                                  "componentType", (json_int_t)(below(state, 2) ? 5123 : 5121), "values",
                                  "bufferView", any_index(p, "bufferViews", state)));
    return true;
}

/* ---- extensions -------------------------------------------------------------------------------------*/

/* A value of each extension, and the key of the values that it belongs to ("": the file). */
static const char *const EXTENSIONS[][3] = {
    {"nodes", "EXT_mesh_gpu_instancing", "{\"attributes\":{\"TRANSLATION\":0,\"ROTATION\":2,\"SCALE\":0}}"},
    {"nodes", "KHR_lights_punctual", "{\"light\":0}"},
    {"nodes", "VRMC_node_constraint",
     "{\"specVersion\":\"1.0\",\"constraint\":{\"roll\":{\"source\":0,\"rollAxis\":\"X\"}}}"},
    {"bufferViews", "EXT_meshopt_compression",
     "{\"buffer\":0,\"byteOffset\":0,\"byteLength\":64,\"byteStride\":16,\"count\":6,\"mode\":"
     "\"ATTRIBUTES\"}"},
    {"bufferViews", "KHR_meshopt_compression",
     "{\"buffer\":0,\"byteLength\":64,\"byteStride\":4,\"count\":12,\"mode\":\"TRIANGLES\",\"filter\":"
     "\"NONE\"}"},
    {"primitives", "KHR_draco_mesh_compression",
     "{\"bufferView\":0,\"attributes\":{\"POSITION\":0,\"JOINTS_0\":1}}"},
    {"primitives", "KHR_materials_variants", "{\"mappings\":[{\"material\":0,\"variants\":[0]}]}"},
    {"target", "KHR_animation_pointer", "{\"pointer\":\"/nodes/1/rotation\"}"},
    {"baseColorTexture", "KHR_texture_transform",
     "{\"offset\":[0.5,0],\"rotation\":1,\"scale\":[2,-3],\"texCoord\":1}"},
    {"textures", "EXT_texture_webp", "{\"source\":0}"},
    {"materials", "KHR_materials_unlit", "{}"},
    {"materials", "KHR_materials_emissive_strength", "{\"emissiveStrength\":5}"},
    {"materials", "KHR_materials_transmission", "{\"transmissionFactor\":0.5}"},
    {"materials", "KHR_materials_pbrSpecularGlossiness",
     "{\"diffuseFactor\":[1,0.5,0,1],\"glossinessFactor\":2}"},
    {"", "KHR_lights_punctual",
     "{\"lights\":[{\"type\":\"spot\",\"color\":[1,0,0],\"spot\":{\"outerConeAngle\":9}}]}"},
    {"", "KHR_mesh_quantization", "{}"},
    {"", "VRMC_vrm",
     "{\"specVersion\":\"1.0\",\"humanoid\":{\"humanBones\":{\"hips\":{\"node\":0},\"spine\":{\"node\":1}}}"
     "}"},
    {"", "VRM",
     "{\"humanoid\":{\"humanBones\":[{\"bone\":\"hips\",\"node\":0},{\"bone\":\"head\",\"node\":1}]}}"},
    {"", "VRMC_springBone",
     "{\"specVersion\":\"1.0\",\"colliders\":[{\"node\":0,\"shape\":{\"sphere\":{\"offset\":[0,1,0],"
     "\"radius\":0.1}}}],"
     "\"springs\":[{\"joints\":[{\"node\":0,\"gravityDir\":[0,-1,0]},{\"node\":1}]}]}"},
    {"", "NOBODY_unknown", "{\"node\":1,\"matrix\":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]}"}};

static inline bool add_extension(gltf_parts *p, uint64_t *state) {
    const char *const *extension = EXTENSIONS[below(state, BP_COUNT(EXTENSIONS))];
    place at = {.value = p->root};
    json_t *made = json_loads(extension[2], 0, NULL), *owner;
    if (!made) abort();
    if (extension[0][0]) {
        for (int i = 0; i < 8 && (!json_is_object(at.value) || at.value == p->root); i++)
            if (!choose(p->root, is_named, extension[0], state, &at)) break;
        if (!json_is_object(at.value) || at.value == p->root) return json_decref(made), false;
    }
    owner = at.value;
    if (!json_is_object(json_object_get(owner, "extensions")))
        json_object_set_new(owner, "extensions", json_object());
    json_object_set_new(json_object_get(owner, "extensions"), extension[1], made);
    json_array_append_new(list_of(p->root, "extensionsUsed"), json_string(extension[1]));
    if (below(state, 3) == 0)
        json_array_append_new(list_of(p->root, "extensionsRequired"), json_string(extension[1]));
    return true;
}

/* ---- numbers of the buffer ----------------------------------------------------------------------------*/

static inline size_t number_of(const json_t *object, const char *key) {
    json_int_t value = json_integer_value(json_object_get(object, key));
    return value > 0 ? (size_t)value : 0;
}

/* Changes some numbers of an accessor, in its own type: the least, the largest, NaN, the next element's, or
 * a little more. */
static inline bool change_elements(gltf_parts *p, uint64_t *state) {
    static const uint32_t floats[] = {0x7fc00000, 0x7f800000, 0xff800000, 0x7f7fffff, 0,          0x80000000,
                                      1,          0x3f800000, 0xbf800000, 0x501502f9, 0x00800000, 0x3f7fffff};
    json_t *accessor = element_of(p, "accessors", state);
    json_t *view = json_array_get(json_object_get(p->root, "bufferViews"), number_of(accessor, "bufferView"));
    size_t type = number_of(accessor, "componentType"), width = type >= 5125 ? 4 : type >= 5122 ? 2 : 1;
    size_t begin = number_of(view, "byteOffset") + number_of(accessor, "byteOffset");
    size_t length = number_of(view, "byteLength");
    if (begin >= p->byte_count || length < width) return false;
    if (length > p->byte_count - begin) length = p->byte_count - begin;
    for (size_t n = 1 + below(state, 4); n > 0 && length >= 2 * width; n--) {
        uint8_t *at = p->bytes + begin + width * below(state, length / width - 1);
        switch (below(state, 4)) {
        case 0: memcpy(at, at + width, width); break;
        case 1: at[width - 1 - below(state, width)] ^= (uint8_t)(1u << below(state, 8)); break;
        case 2: memset(at, below(state, 2) ? 0xff : 0, width); break;
        default:
            if (width == 4)
                put_word(at, type == 5126 ? floats[below(state, BP_COUNT(floats))] : word_at(at) + 1);
            else
                at[0]++;
            break;
        }
    }
    return true;
}

/* ---- all ----------------------------------------------------------------------------------------------*/

static inline bool mutate_parts(gltf_parts *p, uint64_t *state) {
    static bool (*const mutations[])(gltf_parts *, uint64_t *) = {
        change_reference, change_reference, change_number,   change_number,   change_count,   change_count,
        change_word,      copy_part,        remove_part,     another_kind,    change_list,    change_list,
        change_tree,      change_tree,      add_channel,     add_attribute,   add_attribute,  add_sparse,
        add_extension,    add_extension,    change_elements, change_elements, change_elements};
    bool changed = false;
    for (size_t n = below(state, 4) ? 1 : 1 + below(state, 4); n > 0; n--)
        changed |= mutations[below(state, BP_COUNT(mutations))](p, state);
    return changed;
}

static inline size_t fuzz_mutate_gltf(uint8_t *data, size_t size, size_t max, unsigned seed) {
    uint64_t state = (seed + UINT64_C(1)) * UINT64_C(0x9E3779B97F4A7C15);
    for (int i = 0; i < 4; i++) test_random(&state);
    gltf_parts parts;
    if (below(&state, 4) == 0 || !gltf_parts_load(&parts, data, size))
        return fuzz_mutate_text(data, size, max, seed);
    bool framing = parts.binary && below(&state, 16) == 0;
    bool changed = mutate_parts(&parts, &state), binary = below(&state, 24) ? parts.binary : !parts.binary;
    size_t stored = changed || framing ? gltf_parts_store(&parts, binary, framing, &state, data, max) : 0;
    gltf_parts_clear(&parts);
    return stored ? stored : LLVMFuzzerMutate(data, size, max);
}

/* A part of the first file becomes one of the second of its name and kind. */
static inline size_t fuzz_cross_gltf(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size,
                                     uint8_t *out, size_t max, unsigned seed) {
    uint64_t state = (seed + UINT64_C(1)) * UINT64_C(0x9E3779B97F4A7C15);
    for (int i = 0; i < 4; i++) test_random(&state);
    gltf_parts first = {0}, second = {0};
    size_t stored = 0;
    if (gltf_parts_load(&first, a, a_size) && gltf_parts_load(&second, b, b_size)) {
        place at, from;
        for (size_t n = 1 + below(&state, 3); n > 0; n--)
            if (choose(first.root, is_any, NULL, &state, &at) &&
                choose(second.root, is_kind, &at, &state, &from))
                put(&at, json_deep_copy(from.value));
        stored = gltf_parts_store(&first, first.binary, false, &state, out, max);
    }
    gltf_parts_clear(&first);
    gltf_parts_clear(&second);
    if (stored) return stored;
    stored = a_size < max ? a_size : max;
    if (stored) memcpy(out, a, stored);
    return stored;
}

#endif
