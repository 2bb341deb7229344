/* A small valid model, as JSON and bytes, for tests that change it: two joints, four vertices, a morph
 * target, a sparse accessor, a texture, and an animation of joints and morph weights. */
#ifndef BINDPOSE_TESTS_GLTF_VALID_MODEL_H
#define BINDPOSE_TESTS_GLTF_VALID_MODEL_H

#include "support/test.h"
#include <bindpose/gltf.h>
#include <bindpose/tools.h>

#define VALID_MODEL_PNG                                                                                      \
    "data:image/png;base64,"                                                                                 \
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

static const char VALID_MODEL_JSON[] =
    "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"KHR_materials_unlit\"],\n"
    "\"scene\":0,\"scenes\":[{\"nodes\":[0,3]}],\n"
    "\"nodes\":[{\"name\":\"armature\",\"scale\":[2,2,2],\"children\":[1]},\n"
    "{\"name\":\"lower\",\"translation\":[0,1,0],\"children\":[2]},\n"
    "{\"name\":\"upper\",\"rotation\":[0,0,0,1]},\n"
    "{\"name\":\"body\",\"mesh\":0,\"skin\":0,\"weights\":[0.25]}],\n"
    "\"meshes\":[{\"name\":\"quad\",\"weights\":[0.5],\"extras\":{\"targetNames\":[\"lift\"]},\"primitives\":"
    "["
    "{\"attributes\":{\"POSITION\":0,\"JOINTS_0\":1,\"WEIGHTS_0\":2,\"TEXCOORD_0\":10},"
    "\"indices\":3,\"mode\":4,\"material\":0,"
    "\"targets\":[{\"POSITION\":7}]}]}],\n"
    "\"skins\":[{\"joints\":[1,2],\"inverseBindMatrices\":4,\"skeleton\":0}],\n"
    "\"materials\":[{\"alphaMode\":\"MASK\",\"alphaCutoff\":0.25,\"doubleSided\":true,"
    "\"extensions\":{\"KHR_materials_unlit\":{}},"
    "\"pbrMetallicRoughness\":{\"baseColorFactor\":[1,0.5,0.25,1],\"baseColorTexture\":{\"index\":0}}}],\n"
    "\"textures\":[{\"source\":0,\"sampler\":0}],\n"
    "\"samplers\":[{\"minFilter\":9728,\"wrapS\":33071,\"wrapT\":33648}],\n"
    "\"images\":[{\"uri\":\"" VALID_MODEL_PNG "\"}],\n"
    "\"animations\":[{\"name\":\"wave\",\"samplers\":[{\"input\":5,\"output\":6,\"interpolation\":\"LINEAR\"}"
    ","
    "{\"input\":5,\"output\":8}],"
    "\"channels\":[{\"sampler\":0,\"target\":{\"node\":2,\"path\":\"rotation\"}},"
    "{\"sampler\":1,\"target\":{\"node\":3,\"path\":\"weights\"}}]}],\n"
    "\"buffers\":[{\"byteLength\":404}],\n"
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":48},{\"buffer\":0,\"byteOffset\":48,\"byteLength\":16},\n"
    "{\"buffer\":0,\"byteOffset\":64,\"byteLength\":64},{\"buffer\":0,\"byteOffset\":128,\"byteLength\":12},"
    "\n"
    "{\"buffer\":0,\"byteOffset\":140,\"byteLength\":128},{\"buffer\":0,\"byteOffset\":268,\"byteLength\":12}"
    ",\n"
    "{\"buffer\":0,\"byteOffset\":280,\"byteLength\":48},{\"buffer\":0,\"byteOffset\":328,\"byteLength\":48},"
    "\n"
    "{\"buffer\":0,\"byteOffset\":376,\"byteLength\":12},{\"buffer\":0,\"byteOffset\":388,\"byteLength\":1},"
    "\n"
    "{\"buffer\":0,\"byteOffset\":392,\"byteLength\":12}],\n"
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\",\"min\":"
    "[-1,0,0],\"max\":[1,4,0]},\n"
    "{\"bufferView\":1,\"componentType\":5121,\"count\":4,\"type\":\"VEC4\"},\n"
    "{\"bufferView\":2,\"componentType\":5126,\"count\":4,\"type\":\"VEC4\"},\n"
    "{\"bufferView\":3,\"componentType\":5123,\"count\":6,\"type\":\"SCALAR\"},\n"
    "{\"bufferView\":4,\"componentType\":5126,\"count\":2,\"type\":\"MAT4\"},\n"
    "{\"bufferView\":5,\"componentType\":5126,\"count\":3,\"type\":\"SCALAR\",\"min\":[0],\"max\":[2]},\n"
    "{\"bufferView\":6,\"componentType\":5126,\"count\":3,\"type\":\"VEC4\"},\n"
    "{\"bufferView\":7,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\",\"min\":[0,0,0],\"max\":[0,0,1]},"
    "\n"
    "{\"bufferView\":8,\"componentType\":5126,\"count\":3,\"type\":\"SCALAR\"},\n"
    "{\"componentType\":5126,\"count\":4,\"type\":\"VEC3\",\"sparse\":{\"count\":1,\"indices\":{"
    "\"bufferView\":9,\"componentType\":5121},\"values\":{\"bufferView\":10}}},\n"
    "{\"componentType\":5126,\"count\":4,\"type\":\"VEC2\"}]}";

enum { VALID_MODEL_BYTES = 404 };

static inline void put_floats(uint8_t *at, const float *floats, size_t count) {
    memcpy(at, floats, count * sizeof *floats); /* the tests run on little-endian machines */
}

/* The JSON's buffer. */
static inline void valid_model_bytes(uint8_t out[VALID_MODEL_BYTES]) {
    static const float positions[12] = {-1, 0, 0, 1, 0, 0, -1, 4, 0, 1, 4, 0};
    static const uint8_t joints[16] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    static const float weights[16] = {1, 0, 0, 0, 1, 0, 0, 0, 0.75f, 0.25f, 0, 0, 1, 0, 0, 0};
    static const uint16_t indices[6] = {0, 1, 2, 2, 1, 3};
    /* Both joints' nodes are at (0, 2, 0) with a scale of 2. */
    static const float binds[32] = {0.5f, 0, 0, 0, 0, 0.5f, 0, 0, 0, 0, 0.5f, 0, 0, -1, 0, 1,
                                    0.5f, 0, 0, 0, 0, 0.5f, 0, 0, 0, 0, 0.5f, 0, 0, -1, 0, 1};
    static const float times[3] = {0, 1, 2};
    static const float rotations[12] = {0, 0, 0, 1, 0, 0, 0.70710678f, 0.70710678f, 0, 0, 1, 0};
    static const float lift[12] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1};
    static const float lifts[3] = {0, 1, 0.5f};
    static const float sparse[3] = {7, 8, 9};
    memset(out, 0, VALID_MODEL_BYTES);
    put_floats(out, positions, 12);
    memcpy(out + 48, joints, 16);
    put_floats(out + 64, weights, 16);
    memcpy(out + 128, indices, 12);
    put_floats(out + 140, binds, 32);
    put_floats(out + 268, times, 3);
    put_floats(out + 280, rotations, 12);
    put_floats(out + 328, lift, 12);
    put_floats(out + 376, lifts, 3);
    out[388] = 2;
    put_floats(out + 392, sparse, 3);
}

static inline void put_u32(uint8_t *at, size_t value) {
    for (int i = 0; i < 4; i++) at[i] = (uint8_t)(value >> (8 * i));
}

/* Makes a .glb of any JSON and bytes; the caller frees it. */
static inline uint8_t *make_glb(const char *json, const uint8_t *bytes, size_t byte_count, size_t *size) {
    size_t text = strlen(json), padded = (text + 3) / 4 * 4, blob = (byte_count + 3) / 4 * 4;
    *size = 12 + 8 + padded + (bytes ? 8 + blob : 0);
    uint8_t *glb = calloc(*size, 1);
    assert_non_null(glb);
    memcpy(glb, "glTF", 4);
    put_u32(glb + 4, 2);
    put_u32(glb + 8, *size);
    put_u32(glb + 12, padded);
    memcpy(glb + 16, "JSON", 4);
    memset(glb + 20, ' ', padded);
    memcpy(glb + 20, json, text);
    if (bytes) {
        put_u32(glb + 20 + padded, blob);
        memcpy(glb + 24 + padded, "BIN", 3);
        memcpy(glb + 28 + padded, bytes, byte_count);
    }
    return glb;
}

/* Replaces the only occurrence of `find` in the JSON; the caller frees the result. */
static inline char *replaced_once(const char *json, const char *find, const char *replace) {
    const char *at = strstr(json, find);
    if (!at || strstr(at + 1, find)) fail_msg("\"%s\" must occur in the model exactly once", find);
    size_t before = (size_t)(at - json), size = strlen(json) + strlen(replace) + 1;
    char *out = calloc(size, 1);
    assert_non_null(out);
    snprintf(out, size, "%.*s%s%s", (int)before, json, replace, at + strlen(find));
    return out;
}

/* Reads a .glb of this JSON and the valid bytes. */
static inline bool read_glb_of(const char *json, bp_model **model, bp_gltf_notes *notes, bp_error *error) {
    uint8_t bytes[VALID_MODEL_BYTES];
    size_t size;
    valid_model_bytes(bytes);
    uint8_t *glb = make_glb(json, bytes, sizeof bytes, &size);
    bool ok = bp_gltf_read_memory(NULL, glb, size, "test.glb", NULL, NULL, model, notes, error);
    free(glb);
    return ok;
}

/* Whether there is a note at the path. */
static inline bool noted(const bp_gltf_notes *notes, const char *place) {
    for (size_t i = 0; i < notes->kept; i++)
        if (strcmp(notes->notes[i].place, place) == 0) return true;
    for (size_t i = 0; i < notes->kept; i++)
        print_error("note at %s: %s\n", notes->notes[i].place, notes->notes[i].message);
    return false;
}

/* Takes and frees the model's JSON. Returns it with the extensions declared that tests use in it. */
static inline char *declared(char *json) {
    char *whole = replaced_once(json, "[\"KHR_materials_unlit\"]",
                                "[\"KHR_materials_unlit\",\"KHR_materials_emissive_strength\","
                                "\"KHR_materials_pbrSpecularGlossiness\",\"KHR_materials_transmission\","
                                "\"KHR_texture_transform\",\"KHR_animation_pointer\"]");
    free(json);
    return whole;
}

/* Whether the doctor finds an error in a .glb of this JSON and the valid bytes, or can't open it. */
static inline bool doctor_finds_error(const char *json) {
    uint8_t bytes[VALID_MODEL_BYTES];
    size_t size;
    valid_model_bytes(bytes);
    uint8_t *glb = make_glb(json, bytes, sizeof bytes, &size);
    bp_doctor_report report;
    bp_error error = {0};
    bool examined = bp_doctor_examine_memory(NULL, glb, size, "test.glb", NULL, &report, &error);
    bool found = examined ? report.errors > 0 : error.kind == BP_ERROR_INPUT;
    bp_doctor_report_clear(&report);
    free(glb);
    return found;
}

#endif
