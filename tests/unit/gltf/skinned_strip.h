/* A small valid character, as numbers that a test can change before they become a .glb: a spine of three
 * joints, two arms of three joints each, and a skinned strip of two triangles along every bone.
 *
 * Joint j is node j; node 9 has the mesh. No joint is rotated, so each inverse bind translates by minus the
 * joint's position. The clip rotates node 3, the left arm, by 30 degrees and back. */
#ifndef BINDPOSE_TESTS_GLTF_SKINNED_STRIP_H
#define BINDPOSE_TESTS_GLTF_SKINNED_STRIP_H

#include "support/test.h"
#include <bindpose/gltf.h>

enum { STRIP_JOINTS = 9, STRIP_VERTICES = 32, STRIP_INDICES = 48, STRIP_NODES = 10 };

typedef struct strip {
    float positions[STRIP_VERTICES][3], normals[STRIP_VERTICES][3];
    float weights[STRIP_VERTICES][4], weights2[STRIP_VERTICES][4];
    float binds[STRIP_JOINTS][16];
    float times[3], values[3][4];
    uint16_t indices[STRIP_INDICES];
    uint8_t joints[STRIP_VERTICES][4], joints2[STRIP_VERTICES][4];
    char nodes[STRIP_NODES][160]; /* each node's JSON, without braces */
    const char *scene, *list, *skin, *path;
    int bind_count, target, position_count, weight_count;
    bool second, no_binds;
} strip;

static const int STRIP_PARENTS[STRIP_JOINTS] = {-1, 0, 1, 2, 3, 4, 2, 6, 7};
static const float STRIP_JOINT_POSITIONS[STRIP_JOINTS][3] = {
    {0, 0, 0}, {0, 1, 0}, {0, 2, 0}, {1, 2, 0}, {2, 2, 0}, {3, 2, 0}, {-1, 2, 0}, {-2, 2, 0}, {-3, 2, 0}};

/* Four vertices along the bone from a joint's parent to the joint; the far two follow both joints. */
static inline void strip_bone(strip *r, int joint) {
    int first = (joint - 1) * 4, parent = STRIP_PARENTS[joint];
    bool up = joint <= 2;
    for (int i = 0; i < 4; i++) {
        const float *at = STRIP_JOINT_POSITIONS[i < 2 ? parent : joint];
        float *p = r->positions[first + i];
        p[0] = at[0];
        p[1] = at[1];
        p[2] = i % 2 ? 0.3f : -0.3f;
        r->joints[first + i][0] = (uint8_t)(i < 2 ? parent : joint);
        r->weights[first + i][0] = i < 2 ? 1.0f : 0.75f;
        r->joints[first + i][1] = (uint8_t)(i < 2 ? 0 : parent);
        r->weights[first + i][1] = i < 2 ? 0.0f : 0.25f;
        /* (b - a) x (c - a), with b - a along +Z and c - a along the bone: z x y = -x, z x x = y. */
        r->normals[first + i][0] = up ? -1.0f : 0.0f;
        r->normals[first + i][1] = up ? 0.0f : joint <= 5 ? 1.0f : -1.0f;
    }
    const uint16_t corners[6] = {0, 1, 2, 2, 1, 3};
    for (int i = 0; i < 6; i++) r->indices[(joint - 1) * 6 + i] = (uint16_t)(first + corners[i]);
}

static inline strip strip_make(void) {
    static const char *const nodes[STRIP_NODES] = {
        "\"name\":\"root\",\"children\":[1]",
        "\"name\":\"spine\",\"translation\":[0,1,0],\"children\":[2]",
        "\"name\":\"chest\",\"translation\":[0,1,0],\"children\":[3,6]",
        "\"name\":\"armL\",\"translation\":[1,0,0],\"children\":[4]",
        "\"name\":\"handL\",\"translation\":[1,0,0],\"children\":[5]",
        "\"name\":\"tipL\",\"translation\":[1,0,0]",
        "\"name\":\"armR\",\"translation\":[-1,0,0],\"children\":[7]",
        "\"name\":\"handR\",\"translation\":[-1,0,0],\"children\":[8]",
        "\"name\":\"tipR\",\"translation\":[-1,0,0]",
        "\"name\":\"body\",\"mesh\":0,\"skin\":0"};
    strip r = {.scene = "0,9", .list = "0,1,2,3,4,5,6,7,8", .skin = "\"skeleton\":0,", .path = "rotation"};
    for (int i = 0; i < STRIP_NODES; i++) snprintf(r.nodes[i], sizeof r.nodes[i], "%s", nodes[i]);
    for (int i = 1; i < STRIP_JOINTS; i++) strip_bone(&r, i);
    for (int i = 0; i < STRIP_JOINTS; i++)
        for (int j = 0; j < 16; j++)
            r.binds[i][j] = j % 5 == 0 ? 1.0f : j >= 12 ? -STRIP_JOINT_POSITIONS[i][j - 12] : 0.0f;
    for (int i = 0; i < 3; i++) {
        r.times[i] = (float)i;
        r.values[i][2] = i == 1 ? 0.258819045f : 0.0f; /* the sine and cosine of 15 degrees */
        r.values[i][3] = i == 1 ? 0.965925826f : 1.0f;
    }
    r.bind_count = STRIP_JOINTS;
    r.position_count = r.weight_count = STRIP_VERTICES;
    r.target = 3;
    return r;
}

/* ---- file ---------------------------------------------------------------------------------------*/

typedef struct strip_file {
    uint8_t bytes[16384];
    size_t size;
} strip_file;

static inline void strip_put(strip_file *file, const void *data, size_t size) {
    assert_true(file->size + size <= sizeof file->bytes);
    memcpy(file->bytes + file->size, data, size); /* the tests run on little-endian machines */
    file->size += size;
}

static inline size_t strip_json(const strip *r, char *text, size_t capacity) {
    bool places = strcmp(r->path, "translation") == 0;
    static const char *const types[] = {"VEC3", "VEC3",   "VEC4", "VEC4",  "VEC4",
                                        "VEC4", "SCALAR", "MAT4", "SCALAR"};
    static const int components[] = {5126, 5126, 5121, 5126, 5121, 5126, 5123, 5126, 5126, 5126};
    const size_t sizes[] = {sizeof r->positions, sizeof r->normals,  sizeof r->joints,  sizeof r->weights,
                            sizeof r->joints2,   sizeof r->weights2, sizeof r->indices, sizeof r->binds,
                            sizeof r->times,     sizeof r->values};
    const int counts[] = {r->position_count, 32, 32, r->weight_count, 32, 32, STRIP_INDICES,
                          r->bind_count,     3,  3};
    size_t at = 0, offset = 0;
#define PUT(...) at += (size_t)snprintf(text + at, capacity - at, __VA_ARGS__)
    PUT("{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[%s]}],\"nodes\":[", r->scene);
    for (int i = 0; i < STRIP_NODES; i++) PUT("%s{%s}", i ? "," : "", r->nodes[i]);
    PUT("],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"NORMAL\":1,\"JOINTS_0\":2,"
        "\"WEIGHTS_0\":3");
    if (r->second) PUT(",\"JOINTS_1\":4,\"WEIGHTS_1\":5");
    PUT("},\"indices\":6}]}],\"skins\":[{%s%s\"joints\":[%s]}],", r->skin,
        r->no_binds ? "" : "\"inverseBindMatrices\":7,", r->list);
    PUT("\"animations\":[{\"samplers\":[{\"input\":8,\"output\":9}],\"channels\":[{\"sampler\":0,\"target\":{"
        "\"node\":%d,\"path\":\"%s\"}}]}],\"accessors\":[",
        r->target, r->path);
    for (int i = 0; i < 10; i++)
        PUT("%s{\"bufferView\":%d,\"componentType\":%d,\"count\":%d,\"type\":\"%s\"%s}", i ? "," : "", i,
            components[i], counts[i],
            i < 9    ? types[i]
            : places ? "VEC3"
                     : "VEC4",
            i == 8   ? ",\"min\":[0],\"max\":[2]"
            : i == 0 ? ",\"min\":[-3,0,-0.3],\"max\":[3,2,0.3]"
                     : "");
    PUT("],\"bufferViews\":[");
    for (int i = 0; i < 10; i++) {
        PUT("%s{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu}", i ? "," : "", offset, sizes[i]);
        offset += sizes[i];
    }
    PUT("],\"buffers\":[{\"byteLength\":%zu}]}", offset);
#undef PUT
    while (at % 4) text[at++] = ' ';
    return at;
}

/* Writes the character as a .glb. */
static inline strip_file strip_write(const strip *r) {
    strip_file file = {.size = 0};
    char json[6000];
    uint32_t length = (uint32_t)strip_json(r, json, sizeof json);
    uint32_t binary = (uint32_t)(sizeof r->positions + sizeof r->normals + sizeof r->joints +
                                 sizeof r->weights + sizeof r->joints2 + sizeof r->weights2 +
                                 sizeof r->indices + sizeof r->binds + sizeof r->times + sizeof r->values);
    const uint32_t head[5] = {0x46546c67, 2, 12 + 8 + length + 8 + binary, length, 0x4e4f534a};
    const uint32_t second[2] = {binary, 0x004e4942};
    strip_put(&file, head, sizeof head);
    strip_put(&file, json, length);
    strip_put(&file, second, sizeof second);
    strip_put(&file, r->positions, sizeof r->positions);
    strip_put(&file, r->normals, sizeof r->normals);
    strip_put(&file, r->joints, sizeof r->joints);
    strip_put(&file, r->weights, sizeof r->weights);
    strip_put(&file, r->joints2, sizeof r->joints2);
    strip_put(&file, r->weights2, sizeof r->weights2);
    strip_put(&file, r->indices, sizeof r->indices);
    strip_put(&file, r->binds, sizeof r->binds);
    strip_put(&file, r->times, sizeof r->times);
    strip_put(&file, r->values, sizeof r->values);
    return file;
}

#endif
