/* A body of 17 nodes as a rig, its model, and a source and a target with their retarget. */
#ifndef BP_TESTS_RETARGET_RIG_H
#define BP_TESTS_RETARGET_RIG_H

#include "support/test.h"
#include <bindpose/retarget.h>
#include <stdio.h>
#include <string.h>

/* A body: 0.9 m hips, arms along X (T), legs down; facing +Z. */
enum {
    HIPS,
    SPINE,
    CHEST,
    NECK,
    HEAD,
    L_ARM,
    L_FORE,
    L_HAND,
    R_ARM,
    R_FORE,
    R_HAND,
    L_LEG,
    L_SHIN,
    L_FOOT,
    R_LEG,
    R_SHIN,
    R_FOOT,
    BONES
};
static const struct {
    const char *name;
    int parent;
    double at[3];
} BODY[BONES] = {{"Hips", -1, {0, 0.95, 0}},
                 {"Spine", HIPS, {0, 1.1, 0}},
                 {"Chest", SPINE, {0, 1.25, 0}},
                 {"Neck", CHEST, {0, 1.45, 0}},
                 {"Head", NECK, {0, 1.55, 0}},
                 {"LeftUpperArm", CHEST, {0.2, 1.4, 0}},
                 {"LeftLowerArm", L_ARM, {0.5, 1.4, 0}},
                 {"LeftHand", L_FORE, {0.75, 1.4, 0}},
                 {"RightUpperArm", CHEST, {-0.2, 1.4, 0}},
                 {"RightLowerArm", R_ARM, {-0.5, 1.4, 0}},
                 {"RightHand", R_FORE, {-0.75, 1.4, 0}},
                 {"LeftUpperLeg", HIPS, {0.1, 0.9, 0}},
                 {"LeftLowerLeg", L_LEG, {0.1, 0.5, 0}},
                 {"LeftFoot", L_SHIN, {0.1, 0.1, 0}},
                 {"RightUpperLeg", HIPS, {-0.1, 0.9, 0}},
                 {"RightLowerLeg", R_LEG, {-0.1, 0.5, 0}},
                 {"RightFoot", R_SHIN, {-0.1, 0.1, 0}}};

typedef struct rig {
    double at[BONES][3];   /* in the scene, at rest */
    bp_quat turned[BONES]; /* the bones' frames, in the scene */
    bool reversed;         /* nodes in the reverse order */
} rig;

static inline rig make_rig(double size) {
    rig r = {.reversed = false};
    for (int i = 0; i < BONES; i++) {
        for (int c = 0; c < 3; c++) r.at[i][c] = BODY[i].at[c] * size;
        r.turned[i] = bp_quat_identity();
    }
    return r;
}

static inline int node_at(const rig *r, int bone) { return r->reversed ? BONES - 1 - bone : bone; }

static inline bp_vec3 place(const rig *r, int bone) {
    return bp_vec3_make((float)r->at[bone][0], (float)r->at[bone][1], (float)r->at[bone][2]);
}

/* Turns the limb below a bone, with its frames, about the bone at rest. */
static inline void bend(rig *r, int bone, bp_vec3 axis, double degrees) {
    bp_quat q = bp_quat_from_axis_angle(axis, bp_radians((float)degrees));
    bp_vec3 center = place(r, bone);
    for (int i = bone; i < BONES; i++) {
        int above = i;
        while (above > bone) above = BODY[above].parent;
        if (above != bone) continue;
        bp_vec3 p = bp_vec3_add(center, bp_quat_rotate(q, bp_vec3_sub(place(r, i), center)));
        r->at[i][0] = (double)p.x;
        r->at[i][1] = (double)p.y;
        r->at[i][2] = (double)p.z;
        r->turned[i] = bp_quat_mul(q, r->turned[i]);
    }
}

static inline bp_model *model_of(const rig *r) {
    char text[9000];
    size_t used = (size_t)snprintf(text, sizeof text,
                                   "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{"
                                   "\"nodes\":[%d]}],\"nodes\":[",
                                   node_at(r, HIPS));
    for (int n = 0; n < BONES; n++) {
        int i = r->reversed ? BONES - 1 - n : n, parent = BODY[i].parent;
        bp_quat back = parent < 0 ? bp_quat_identity() : bp_quat_conjugate(r->turned[parent]);
        bp_vec3 from = parent < 0 ? bp_vec3_make(0, 0, 0) : place(r, parent);
        bp_vec3 at = bp_quat_rotate(back, bp_vec3_sub(place(r, i), from));
        bp_quat q = bp_quat_normalize(bp_quat_mul(back, r->turned[i]));
        char children[80] = "";
        for (int c = 0; c < BONES; c++)
            if (BODY[c].parent == i)
                snprintf(children + strlen(children), sizeof children - strlen(children), "%s%d",
                         children[0] ? "," : "", node_at(r, c));
        used += (size_t)snprintf(
            text + used, sizeof text - used,
            "%s{\"name\":\"%s\",\"translation\":[%.9g,%.9g,%.9g],\"rotation\":[%.9g,%.9g,%.9g,"
            "%.9g]%s%s%s}",
            n > 0 ? "," : "", BODY[i].name, (double)at.x, (double)at.y, (double)at.z, (double)q.x,
            (double)q.y, (double)q.z, (double)q.w, children[0] ? ",\"children\":[" : "", children,
            children[0] ? "]" : "");
    }
    snprintf(text + used, sizeof text - used, "]}");
    bp_model *model = NULL;
    bp_error error = {0};
    if (!bp_gltf_read_memory(NULL, text, strlen(text), "rig", NULL, NULL, &model, NULL, &error))
        fail_msg("%s: %s", error.place, error.message);
    return model;
}

/* A source and a target, and poses of both. */
typedef struct pair {
    const rig *rigs[2];
    bp_model *models[2];
    bp_pose *poses[2];
    bp_retarget_map map;
    bp_retarget *retarget;
} pair;

static inline pair open_pair(const rig *source, const rig *target) {
    pair p = {.rigs = {source, target}};
    bp_error error = {0};
    for (int i = 0; i < 2; i++) {
        p.models[i] = model_of(p.rigs[i]);
        p.poses[i] = bp_pose_create(NULL, BONES, NULL, &error);
        bp_pose_from_nodes(p.poses[i], p.models[i]->nodes, BONES);
    }
    if (!bp_retarget_map_find(p.models[0], p.models[1], NULL, &p.map, &error))
        fail_msg("%s: %s", error.place, error.message);
    assert_int_equal(p.map.count, BONES);
    p.retarget = bp_retarget_create(p.models[0], p.models[1], &p.map, NULL, &error);
    assert_non_null(p.retarget);
    return p;
}

static inline void close_pair(pair *p) {
    bp_retarget_destroy(p->retarget);
    bp_retarget_map_clear(&p->map);
    for (int i = 0; i < 2; i++) {
        bp_pose_destroy(p->poses[i]);
        bp_model_destroy(p->models[i]);
    }
}

/* Turns a bone of the source in the scene's axes, after all that was done to it: local = old * (world turn within
 * the parent's frame). */
static inline void turn(pair *p, int side, int bone, bp_vec3 axis, double degrees) {
    int node = node_at(p->rigs[side], bone);
    bp_pose_apply_nodes(p->poses[side], p->models[side]->nodes, BONES, NULL);
    const bp_node *parent = bp_node_parent(p->models[side]->nodes[node]);
    bp_quat above = bp_quat_identity();
    if (parent) {
        bp_trs trs;
        assert_true(bp_mat4_decompose(bp_node_world(parent), &trs));
        above = trs.rotation;
    }
    bp_quat q = bp_quat_from_axis_angle(axis, bp_radians((float)degrees));
    bp_quat local = bp_quat_mul(bp_quat_mul(bp_quat_conjugate(above), q), above);
    p->poses[side]->rotations[node] = bp_quat_normalize(bp_quat_mul(local, p->poses[side]->rotations[node]));
}

static inline void run(pair *p) {
    assert_true(bp_retarget_pose(p->retarget, p->poses[0], p->poses[1]));
    for (int i = 0; i < 2; i++) bp_pose_apply_nodes(p->poses[i], p->models[i]->nodes, BONES, NULL);
}

static inline bp_vec3 found(const pair *p, int side, int bone) {
    return bp_mat4_position(bp_node_world(p->models[side]->nodes[node_at(p->rigs[side], bone)]));
}

static inline void expect_at(const pair *p, int bone, double x, double y, double z) {
    bp_vec3 at = found(p, 1, bone);
    const float expected[3] = {(float)x, (float)y, (float)z};
    expect_floats(&at.x, expected, 3, 2e-6);
}

static const bp_vec3 X = {1, 0, 0}, Y = {0, 1, 0}, Z = {0, 0, 1};

/* The body as BVH in centimetres, with its hips in the origin at rest; two rows of the hips' position, half a
 * second apart. */
static inline bp_model *bvh_of(const char *rows) {
    static char text[4000];
    int open = 0, above[BONES];
    size_t used = (size_t)sprintf(text, "HIERARCHY\n");
    for (int i = 0; i < BONES; i++) {
        for (; open > 0 && above[open - 1] != BODY[i].parent; open--)
            used += (size_t)sprintf(text + used, "}\n");
        used += (size_t)sprintf(text + used, "%s %s\n{\nOFFSET", i > 0 ? "JOINT" : "ROOT", BODY[i].name);
        for (int c = 0; c < 3; c++)
            used += (size_t)sprintf(text + used, " %g",
                                    i > 0 ? 100 * (BODY[i].at[c] - BODY[BODY[i].parent].at[c]) : 0.0);
        used +=
            (size_t)sprintf(text + used, "\nCHANNELS %s\n", i > 0 ? "0" : "3 Xposition Yposition Zposition");
        above[open++] = i;
    }
    while (open-- > 0) used += (size_t)sprintf(text + used, "}\n");
    sprintf(text + used, "MOTION\nFrames: 2\nFrame Time: 0.5\n%s", rows);
    bp_model *model = NULL;
    bp_error error = {0};
    if (!bp_gltf_read_memory(NULL, text, strlen(text), "x.bvh", NULL, NULL, &model, NULL, &error))
        fail_msg("%s: %s", error.place, error.message);
    return model;
}

#endif
