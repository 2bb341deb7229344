/* Retargeting: cases derived by hand, and properties on random skeletons. Models are trees of nodes that the test
 * writes as glTF text. */
#include "support/allocator.h"
#include "support/test.h"
#include <bindpose/retarget.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
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

static rig make_rig(double size) {
    rig r = {.reversed = false};
    for (int i = 0; i < BONES; i++) {
        for (int c = 0; c < 3; c++) r.at[i][c] = BODY[i].at[c] * size;
        r.turned[i] = bp_quat_identity();
    }
    return r;
}

static int node_at(const rig *r, int bone) { return r->reversed ? BONES - 1 - bone : bone; }

static bp_vec3 place(const rig *r, int bone) {
    return bp_vec3_make((float)r->at[bone][0], (float)r->at[bone][1], (float)r->at[bone][2]);
}

/* Turns the limb below a bone, with its frames, about the bone at rest. */
static void bend(rig *r, int bone, bp_vec3 axis, double degrees) {
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

static bp_model *model_of(const rig *r) {
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

static pair open_pair(const rig *source, const rig *target) {
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

static void close_pair(pair *p) {
    bp_retarget_destroy(p->retarget);
    bp_retarget_map_clear(&p->map);
    for (int i = 0; i < 2; i++) {
        bp_pose_destroy(p->poses[i]);
        bp_model_destroy(p->models[i]);
    }
}

/* Turns a bone of the source in the scene's axes, after all that was done to it: local = old * (world turn within
 * the parent's frame). */
static void turn(pair *p, int side, int bone, bp_vec3 axis, double degrees) {
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

static void run(pair *p) {
    assert_true(bp_retarget_pose(p->retarget, p->poses[0], p->poses[1]));
    for (int i = 0; i < 2; i++) bp_pose_apply_nodes(p->poses[i], p->models[i]->nodes, BONES, NULL);
}

static bp_vec3 found(const pair *p, int side, int bone) {
    return bp_mat4_position(bp_node_world(p->models[side]->nodes[node_at(p->rigs[side], bone)]));
}

static void expect_at(const pair *p, int bone, double x, double y, double z) {
    bp_vec3 at = found(p, 1, bone);
    const float expected[3] = {(float)x, (float)y, (float)z};
    expect_floats(&at.x, expected, 3, 2e-6);
}

static const bp_vec3 X = {1, 0, 0}, Y = {0, 1, 0}, Z = {0, 0, 1};

/* One bone, equal rests: the left forearm turns by a quarter about Z, from +X to +Y: the hand, 0.25 out, is then 0.25
 * above the elbow at (0.5, 1.4, 0). */
static void test_one_bone(void **state) {
    (void)state;
    rig a = make_rig(1), b = make_rig(1);
    pair p = open_pair(&a, &b);
    turn(&p, 0, L_FORE, Z, 90);
    run(&p);
    expect_at(&p, L_HAND, 0.5, 1.65, 0);
    expect_at(&p, R_HAND, -0.75, 1.4, 0);
    close_pair(&p);
}

/* The target's right arm has its frames turned half around about Z and Y, as mirrored rigs have, and its forearm's
 * rolled by 40 degrees about its own length: the same turn of the source, a quarter about Y, takes the right forearm
 * from -X to +Z all the same. */
static void test_mirrored_and_rolled(void **state) {
    (void)state;
    rig a = make_rig(1), b = make_rig(1);
    for (int i = R_ARM; i <= R_HAND; i++)
        b.turned[i] = bp_quat_mul(bp_quat_from_axis_angle(Z, BP_PI), bp_quat_from_axis_angle(Y, BP_PI));
    b.turned[R_FORE] = bp_quat_mul(b.turned[R_FORE], bp_quat_from_axis_angle(X, bp_radians(40)));
    pair p = open_pair(&a, &b);
    turn(&p, 0, R_FORE, Y, 90);
    run(&p);
    expect_at(&p, R_HAND, -0.5, 1.4, 0.25);
    close_pair(&p);
}

/* The source rests as T, the target as A, with arms 45 degrees down: at rest the target's arms go out as the source's
 * do, 45 degrees are said, and when the source's arm goes down by 90 degrees, so does the target's. */
static void test_a_against_t(void **state) {
    (void)state;
    rig a = make_rig(1), b = make_rig(1);
    bend(&b, L_ARM, Z, -45);
    bend(&b, R_ARM, Z, 45);
    pair p = open_pair(&a, &b);
    run(&p);
    expect_at(&p, L_HAND, 0.75, 1.4, 0);
    expect_at(&p, R_HAND, -0.75, 1.4, 0);
    for (size_t i = 0; i < p.map.count; i++) {
        bool arm = strstr(p.map.pairs[i].role, "Arm") != NULL;
        float apart = bp_retarget_apart(p.retarget, i);
        if (arm) expect_float(bp_degrees(apart), 45, 1e-3);
        if (!arm) assert_true(apart < 1e-3f);
    }
    turn(&p, 0, L_ARM, Z, -90);
    run(&p);
    expect_at(&p, L_HAND, 0.2, 0.85, 0);
    close_pair(&p);
}

/* A target of half the size: the hips' steps are halved, and their height over the ankles, 0.85 - 0.2 of the source, is
 * halved over the target's ankles at 0.05: 0.05 + 0.325. */
static void test_size(void **state) {
    (void)state;
    rig a = make_rig(1), b = make_rig(0.5);
    pair p = open_pair(&a, &b);
    expect_float(bp_retarget_read(p.retarget).scale, 0.5, 1e-6);
    p.poses[0]->positions[HIPS] = bp_vec3_make(0.3f, 0.75f, 2);
    run(&p);
    expect_at(&p, HIPS, 0.15, 0.375, 1);
    close_pair(&p);
}

/* The source looks along +X: its walk along +X becomes one along the target's +Z, a quarter turn about -Y. */
static void test_facing(void **state) {
    (void)state;
    rig a = make_rig(1), b = make_rig(1);
    bend(&a, HIPS, Y, 90);
    pair p = open_pair(&a, &b);
    expect_float(bp_degrees(bp_retarget_read(p.retarget).facing), -90, 1e-3);
    p.poses[0]->positions[HIPS] = bp_vec3_make(2, 0.95f, 0);
    turn(&p, 0, L_FORE, Y, 90); /* its left arm is along -Z; a quarter about Y: along -X, backwards */
    run(&p);
    expect_at(&p, HIPS, 0, 0.95, 2);
    expect_at(&p, L_HAND, 0.5, 1.4, 2 - 0.25);
    close_pair(&p);
}

/* The body as BVH in centimetres, at rest with its hips in the origin, as motion capture has it. It stands at 95 cm,
 * then jumps by 10 cm and 1 m forwards: so does the target, from its own 0.95 m. Keys half a second apart become
 * fifteen steps of 1/30 s. */
static void test_motion_capture(void **state) {
    (void)state;
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
    sprintf(text + used, "MOTION\nFrames: 2\nFrame Time: 0.5\n0 95 0\n0 105 100\n");
    rig own = make_rig(1);
    bp_error error = {0};
    bp_retarget_map map;
    bp_model *source = NULL, *target = model_of(&own);
    if (!bp_gltf_read_memory(NULL, text, strlen(text), "x.bvh", NULL, NULL, &source, NULL, &error))
        fail_msg("%s: %s", error.place, error.message);
    assert_true(bp_retarget_map_find(source, target, NULL, &map, &error));
    bp_retarget *retarget = bp_retarget_create(source, target, &map, NULL, &error);
    bp_clip *clip = bp_retarget_clip(retarget, 0, &error);
    assert_non_null(clip);
    const bp_track *hips = bp_clip_track(clip, bp_clip_track_count(clip) - 1);
    assert_int_equal(hips->kind, BP_TRACK_POSITION);
    assert_int_equal(hips->key_count, 16);
    static const float first[3] = {0, 0.95f, 0}, last[3] = {0, 1.05f, 1};
    expect_floats(hips->values, first, 3, 2e-6);
    expect_floats(hips->values + 3 * 15, last, 3, 2e-6);
    expect_float(hips->times[15], 0.5, 1e-9);
    assert_int_equal(bp_clip_track(clip, 0)->key_count, 1); /* nothing rotates */
    assert_null(bp_retarget_clip(retarget, 1, &error));
    bp_clip_destroy(clip);
    bp_retarget_destroy(retarget);
    bp_retarget_map_clear(&map);
    bp_model_destroy(source);
    bp_model_destroy(target);
}

/* ---- properties -----------------------------------------------------------------------------------*/

static bp_quat random_turn(uint64_t *random) {
    bp_quat q = {test_random_float(random, -1, 1), test_random_float(random, -1, 1),
                 test_random_float(random, -1, 1), test_random_float(random, -1, 1)};
    return bp_quat_normalize(q);
}

static rig random_rig(uint64_t *random, double size) {
    rig r = make_rig(size);
    bend(&r, L_ARM, Z, (double)test_random_float(random, -60, 10));
    bend(&r, R_ARM, Z, (double)test_random_float(random, -10, 60));
    bend(&r, L_FORE, Y, (double)test_random_float(random, -30, 0));
    bend(&r, L_LEG, Z, (double)test_random_float(random, 0, 15));
    return r;
}

static void random_pose(uint64_t *random, pair *p) {
    for (int i = 0; i < BONES; i++) {
        bp_quat q = random_turn(random);
        turn(p, 0, i, bp_vec3_normalize(bp_vec3_make(q.x, q.y, q.z)),
             (double)test_random_float(random, -80, 80));
    }
    p->poses[0]->positions[node_at(p->rigs[0], HIPS)] = bp_vec3_make(0.3f, 0.8f, -0.4f);
}

/* Neither side's bone frames, nor the order of nodes, changes where the target's bones are. */
static void test_frames_and_order(void **state) {
    (void)state;
    uint64_t random = 7;
    for (int round = 0; round < 40; round++) {
        rig a = random_rig(&random, 1), b = random_rig(&random, 0.7), c = a, d = b;
        for (int i = 0; i < BONES; i++) {
            c.turned[i] = random_turn(&random);
            d.turned[i] = random_turn(&random);
        }
        c.reversed = round % 2 == 1;
        d.reversed = round % 3 == 1;
        pair p = open_pair(&a, &b), q = open_pair(&c, &d);
        uint64_t first = (uint64_t)round + 1, second = first;
        random_pose(&first, &p);
        random_pose(&second, &q);
        run(&p);
        run(&q);
        for (int i = 0; i < BONES; i++)
            if (bp_vec3_distance(found(&p, 1, i), found(&q, 1, i)) > 3e-6f)
                fail_msg("round %d, %s: %g", round, BODY[i].name,
                         (double)bp_vec3_distance(found(&p, 1, i), found(&q, 1, i)));
        close_pair(&p);
        close_pair(&q);
    }
}

/* A source three times as large, in the same pose, moves the target in the same way. */
static void test_uniform_scale(void **state) {
    (void)state;
    uint64_t random = 11;
    rig a = random_rig(&random, 1), large = a, b = random_rig(&random, 0.7);
    for (int i = 0; i < BONES; i++)
        for (int c = 0; c < 3; c++) large.at[i][c] *= 3;
    pair p = open_pair(&a, &b), q = open_pair(&large, &b);
    uint64_t first = 3, second = 3;
    random_pose(&first, &p);
    random_pose(&second, &q);
    q.poses[0]->positions[HIPS] = bp_vec3_scale(q.poses[0]->positions[HIPS], 3);
    run(&p);
    run(&q);
    for (int i = 0; i < BONES; i++) assert_true(bp_vec3_distance(found(&p, 1, i), found(&q, 1, i)) < 3e-6f);
    close_pair(&p);
    close_pair(&q);
}

/* From A to B and back to A: every bone is turned as at first, to a thousandth of a degree. */
static void test_round_trip(void **state) {
    (void)state;
    uint64_t random = 5;
    for (int round = 0; round < 40; round++) {
        rig a = random_rig(&random, 1), b = random_rig(&random, 1.3);
        for (int i = 0; i < BONES; i++) b.turned[i] = random_turn(&random);
        pair there = open_pair(&a, &b), back = open_pair(&b, &a);
        random_pose(&random, &there);
        run(&there);
        for (int i = 0; i < BONES; i++) back.poses[0]->rotations[i] = there.poses[1]->rotations[i];
        back.poses[0]->positions[HIPS] = there.poses[1]->positions[HIPS];
        run(&back);
        for (int i = 0; i < BONES; i++) {
            bp_quat one = there.poses[0]->rotations[i], two = back.poses[1]->rotations[i];
            bp_quat between = bp_quat_mul(bp_quat_conjugate(one), two);
            double sine =
                sqrt((double)(between.x * between.x + between.y * between.y + between.z * between.z));
            if (2 * sine * 57.29578 > 1e-3)
                fail_msg("round %d, %s: %g degrees", round, BODY[i].name, 2 * sine * 57.3);
        }
        expect_float(bp_vec3_distance(there.poses[0]->positions[HIPS], back.poses[1]->positions[HIPS]), 0,
                     3e-6);
        close_pair(&there);
        close_pair(&back);
    }
}

/* ---- maps -----------------------------------------------------------------------------------------*/

/* A model whose nodes are children of one another as the digits say ("0" is the first's child). */
static bp_model *named(const char *const *names, const int *parents, const double (*at)[3], int count) {
    char *text = malloc(20000);
    size_t used = 0;
    assert_non_null(text);
    used += (size_t)sprintf(
        text, "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[");
    for (int i = 0; i < count; i++) {
        char children[200] = "";
        for (int c = 0; c < count; c++)
            if (parents[c] == i) sprintf(children + strlen(children), "%s%d", children[0] ? "," : "", c);
        double p[3] = {0, 0, 0};
        if (at)
            for (int k = 0; k < 3; k++) p[k] = at[i][k] - (parents[i] >= 0 ? at[parents[i]][k] : 0);
        used += (size_t)sprintf(text + used, "%s{\"name\":\"%s\",\"translation\":[%g,%g,%g]%s%s%s}",
                                i ? "," : "", names[i], p[0], p[1], p[2],
                                children[0] ? ",\"children\":[" : "", children, children[0] ? "]" : "");
    }
    strcpy(text + used, "]}");
    bp_model *model = NULL;
    bp_error error = {0};
    if (!bp_gltf_read_memory(NULL, text, strlen(text), "named", NULL, NULL, &model, NULL, &error))
        fail_msg("%s: %s", error.place, error.message);
    free(text);
    return model;
}

/* Conventions, in the order of BODY; NULL: it has none of that bone. */
static const char *const CONVENTIONS[][BONES] = {
    {"mixamorig:Hips", "mixamorig:Spine", "mixamorig:Spine1", "mixamorig:Neck", "mixamorig:Head",
     "mixamorig:LeftArm", "mixamorig:LeftForeArm", "mixamorig:LeftHand", "mixamorig:RightArm",
     "mixamorig:RightForeArm", "mixamorig:RightHand", "mixamorig:LeftUpLeg", "mixamorig:LeftLeg",
     "mixamorig:LeftFoot", "mixamorig:RightUpLeg", "mixamorig:RightLeg", "mixamorig:RightFoot"},
    {"hips", "spine", "chest", "neck", "head", "leftUpperArm", "leftLowerArm", "leftHand", "rightUpperArm",
     "rightLowerArm", "rightHand", "leftUpperLeg", "leftLowerLeg", "leftFoot", "rightUpperLeg",
     "rightLowerLeg", "rightFoot"},
    {"J_Bip_C_Hips", "J_Bip_C_Spine", "J_Bip_C_Chest", "J_Bip_C_Neck", "J_Bip_C_Head", "J_Bip_L_UpperArm",
     "J_Bip_L_LowerArm", "J_Bip_L_Hand", "J_Bip_R_UpperArm", "J_Bip_R_LowerArm", "J_Bip_R_Hand",
     "J_Bip_L_UpperLeg", "J_Bip_L_LowerLeg", "J_Bip_L_Foot", "J_Bip_R_UpperLeg", "J_Bip_R_LowerLeg",
     "J_Bip_R_Foot"},
    {"pelvis", "spine_01", "spine_02", "neck_01", "head", "upperarm_l", "lowerarm_l", "hand_l", "upperarm_r",
     "lowerarm_r", "hand_r", "thigh_l", "calf_l", "foot_l", "thigh_r", "calf_r", "foot_r"},
    {"DEF-spine", "DEF-spine.001", "DEF-spine.003", "DEF-spine.004", "DEF-spine.006", "DEF-upper_arm.L",
     "DEF-forearm.L", "DEF-hand.L", "DEF-upper_arm.R", "DEF-forearm.R", "DEF-hand.R", "DEF-thigh.L",
     "DEF-shin.L", "DEF-foot.L", "DEF-thigh.R", "DEF-shin.R", "DEF-foot.R"},
    {"Bip001 Pelvis", "Bip001 Spine", "Bip001 Spine1", "Bip001 Neck", "Bip001 Head", "Bip001 L UpperArm",
     "Bip001 L Forearm", "Bip001 L Hand", "Bip001 R UpperArm", "Bip001 R Forearm", "Bip001 R Hand",
     "Bip001 L Thigh", "Bip001 L Calf", "Bip001 L Foot", "Bip001 R Thigh", "Bip001 R Calf", "Bip001 R Foot"},
    {"hip", "abdomen", "chest", "neck", "head", "lShldr", "lForeArm", "lHand", "rShldr", "rForeArm", "rHand",
     "lThigh", "lShin", "lFoot", "rThigh", "rShin", "rFoot"},
    {"m_avg_Pelvis", "m_avg_Spine1", "m_avg_Spine2", "m_avg_Neck", "m_avg_Head", "m_avg_L_Shoulder",
     "m_avg_L_Elbow", "m_avg_L_Wrist", "m_avg_R_Shoulder", "m_avg_R_Elbow", "m_avg_R_Wrist", "m_avg_L_Hip",
     "m_avg_L_Knee", "m_avg_L_Ankle", "m_avg_R_Hip", "m_avg_R_Knee", "m_avg_R_Ankle"},
    {"CC_Base_Hip", "CC_Base_Waist", "CC_Base_Spine01", "CC_Base_Neck", "CC_Base_Head", "CC_Base_L_Upperarm",
     "CC_Base_L_Forearm", "CC_Base_L_Hand", "CC_Base_R_Upperarm", "CC_Base_R_Forearm", "CC_Base_R_Hand",
     "CC_Base_L_Thigh", "CC_Base_L_Calf", "CC_Base_L_Foot", "CC_Base_R_Thigh", "CC_Base_R_Calf",
     "CC_Base_R_Foot"},
    {"Hips", "LowerBack", "Spine", "Neck", "Head", "LeftArm", "LeftForeArm", "LeftHand", "RightArm",
     "RightForeArm", "RightHand", "LeftUpLeg", "LeftLeg", "LeftFoot", "RightUpLeg", "RightLeg", "RightFoot"},
    {"HipCenter", "Spine", "Torso", "Neck", "Head", "ShoulderLeft", "ElbowLeft", "WristLeft", "ShoulderRight",
     "ElbowRight", "WristRight", "HipLeft", "KneeLeft", "AnkleLeft", "HipRight", "KneeRight", "AnkleRight"},
    /* No names: by structure. */
    {"Bone", "Bone.001", "Bone.002", "Bone.003", "Bone.004", "Bone.005", "Bone.006", "Bone.007", "Bone.008",
     "Bone.009", "Bone.010", "Bone.011", "Bone.012", "Bone.013", "Bone.014", "Bone.015", "Bone.016"},
};

static void test_conventions(void **state) {
    (void)state;
    rig own = make_rig(1);
    bp_model *target = model_of(&own);
    int parents[BONES];
    double at[BONES][3];
    for (int i = 0; i < BONES; i++) {
        parents[i] = BODY[i].parent;
        for (int c = 0; c < 3; c++) at[i][c] = BODY[i].at[c];
    }
    for (size_t row = 0; row < BP_COUNT(CONVENTIONS); row++) {
        bp_error error = {0};
        bp_retarget_map map;
        bp_model *source = named(CONVENTIONS[row], parents, (const double(*)[3])at, BONES);
        if (!bp_retarget_map_find(source, target, NULL, &map, &error))
            fail_msg("%s: %s", CONVENTIONS[row][0], error.message);
        for (size_t i = 0; i < map.count; i++)
            if (map.pairs[i].source != map.pairs[i].target || map.pairs[i].second >= 0)
                fail_msg("%s: %s is %s", CONVENTIONS[row][0], map.pairs[i].role,
                         CONVENTIONS[row][map.pairs[i].source]);
        if (map.count != BONES) fail_msg("%s: %zu bones", CONVENTIONS[row][0], map.count);
        bp_retarget_map_clear(&map);
        bp_model_destroy(source);
    }
    bp_model_destroy(target);
}

/* A spine of one bone for a spine of two: the first goes half the way from the hips, the second all of it. With 60
 * degrees about X in all, the first turns by 30. */
static void test_spine_is_divided(void **state) {
    (void)state;
    const char *names[BONES];
    int parents[BONES];
    double at[BONES][3];
    for (int i = 0; i < BONES; i++) {
        names[i] = i == SPINE ? "Spine" : i == CHEST ? "Lump" : BODY[i].name;
        parents[i] = BODY[i].parent;
        for (int c = 0; c < 3; c++) at[i][c] = BODY[i].at[c];
    }
    rig own = make_rig(1);
    bp_error error = {0};
    bp_retarget_map map;
    bp_model *source = named(names, parents, (const double(*)[3])at, BONES), *target = model_of(&own);
    assert_true(bp_retarget_map_find(source, target, NULL, &map, &error));
    bp_retarget *retarget = bp_retarget_create(source, target, &map, NULL, &error);
    bp_pose *from = bp_pose_create(NULL, BONES, NULL, &error),
            *to = bp_pose_create(NULL, BONES, NULL, &error);
    from->parts[SPINE] = BP_POSE_ROTATION;
    from->rotations[SPINE] = bp_quat_from_axis_angle(X, bp_radians(60));
    assert_true(bp_retarget_pose(retarget, from, to));
    const bp_quat half = bp_quat_from_axis_angle(X, bp_radians(30));
    expect_floats(&to->rotations[SPINE].x, &half.x, 4, 1e-6);
    expect_floats(&to->rotations[CHEST].x, &half.x, 4, 1e-6);
    bp_pose_destroy(from);
    bp_pose_destroy(to);
    bp_retarget_destroy(retarget);
    bp_retarget_map_clear(&map);
    bp_model_destroy(source);
    bp_model_destroy(target);
}

/* The text is read back to the same pairs; wrong text gets a message with its line. */
static void test_text(void **state) {
    (void)state;
    rig own = make_rig(1);
    pair p = open_pair(&own, &own);
    bp_error error = {0};
    bp_file text;
    bp_retarget_map again;
    p.map.pairs[1].second = CHEST;
    p.map.pairs[1].weight = 0.25f;
    assert_true(bp_retarget_map_write(&p.map, p.models[0], p.models[1], &text, &error));
    assert_true(
        bp_retarget_map_read((const char *)text.data, text.size, p.models[0], p.models[1], &again, &error));
    assert_int_equal(again.count, p.map.count);
    for (size_t i = 0; i < again.count; i++) {
        assert_string_equal(again.pairs[i].role, p.map.pairs[i].role);
        assert_int_equal(again.pairs[i].target, p.map.pairs[i].target);
        assert_int_equal(again.pairs[i].source, p.map.pairs[i].source);
        assert_int_equal(again.pairs[i].second, p.map.pairs[i].second);
        expect_float(again.pairs[i].weight, (double)p.map.pairs[i].weight, 1e-6);
    }
    bp_retarget_map_clear(&again);
    bp_file_free(NULL, &text);
    static const struct {
        const char *text, *place, *says;
    } rows[] = {
        {"# fine\nhips Hips", "line 2", "lacks the character's bone in double quotes"},
        {"hips \"Hips\"", "line 1", "lacks the motion's bone in double quotes"},
        {"hips \"Hips\" \"Hips", "line 1", "lacks the closing quote of the motion's bone"},
        {"hips \"Pelvis\" \"Hips\"", "line 1", "the character has no bone \"Pelvis\""},
        {"hips \"Hips\" \"Pelvis\"", "line 1", "the motion has no bone \"Pelvis\""},
        {"tail \"Hips\" \"Hips\"", "line 1", "unknown role \"tail\""},
        {"hips \"Hips\" \"Hips\" 2 \"Spine\"", "line 1", "part, 0 to 1"},
        {"hips \"Hips\" \"Hips\"\n- \"Hips\" \"Spine\"", "line 2", "moves \"Hips\" a second time"},
    };
    for (size_t i = 0; i < BP_COUNT(rows); i++) {
        error = (bp_error){0};
        assert_false(bp_retarget_map_read(rows[i].text, strlen(rows[i].text), p.models[0], p.models[1],
                                          &again, &error));
        if (strcmp(error.place, rows[i].place) != 0 || !strstr(error.message, rows[i].says))
            fail_msg("%s: %s", error.place, error.message);
    }
    assert_true(
        bp_retarget_map_read("spine \"Spine\" \"Spine\"", 21, p.models[0], p.models[1], &again, &error));
    assert_null(bp_retarget_create(p.models[0], p.models[1], &again, NULL, &error));
    assert_non_null(strstr(error.message, "no pair for the hips"));
    bp_retarget_map_clear(&again);
    close_pair(&p);
}

static bool attempt(const bp_allocator *allocator, void *user, bp_error *error) {
    const rig *r = user;
    bp_context *context =
        bp_context_create(&(bp_context_options){.threads = 1, .allocator = *allocator}, error);
    bp_model *plain = model_of(r), *model = NULL;
    bp_file bytes = {0}, text = {0};
    bp_retarget_map map = {0}, again = {0};
    bp_retarget *retarget = NULL;
    bp_error other = {0};
    assert_true(bp_gltf_write_memory(NULL, plain, NULL, &bytes, &other));
    bp_model_destroy(plain);
    bool ok = context &&
              bp_gltf_read_memory(context, bytes.data, bytes.size, "x", NULL, NULL, &model, NULL, error) &&
              bp_retarget_map_find(model, model, NULL, &map, error) &&
              bp_retarget_map_write(&map, model, model, &text, error) &&
              bp_retarget_map_read((const char *)text.data, text.size, model, model, &again, error) &&
              (retarget = bp_retarget_create(model, model, &map, NULL, error));
    bp_retarget_destroy(retarget);
    bp_retarget_map_clear(&map);
    bp_retarget_map_clear(&again);
    bp_file_free(allocator, &text);
    bp_model_destroy(model);
    bp_context_destroy(context);
    bp_file_free(NULL, &bytes);
    return ok;
}

/* Once created, a retarget takes no memory for a pose. */
static void test_no_allocation(void **state) {
    (void)state;
    test_allocator counter = {.fail_at = 0};
    bp_allocator hook = test_allocator_hook(&counter);
    rig r = make_rig(1);
    bp_error error = {0};
    bp_file bytes = {0};
    bp_model *plain = model_of(&r), *model = NULL;
    bp_context *context = bp_context_create(&(bp_context_options){.threads = 1, .allocator = hook}, &error);
    assert_true(bp_gltf_write_memory(NULL, plain, NULL, &bytes, &error));
    assert_true(bp_gltf_read_memory(context, bytes.data, bytes.size, "x", NULL, NULL, &model, NULL, &error));
    bp_retarget_map map;
    assert_true(bp_retarget_map_find(model, model, NULL, &map, &error));
    bp_retarget *retarget = bp_retarget_create(model, model, &map, NULL, &error);
    bp_pose *from = bp_pose_create(&hook, BONES, NULL, &error),
            *to = bp_pose_create(&hook, BONES, NULL, &error);
    long asked = counter.asked;
    for (int i = 0; i < 3; i++) assert_true(bp_retarget_pose(retarget, from, to));
    assert_int_equal(counter.asked, asked);
    bp_pose_destroy(from);
    bp_pose_destroy(to);
    bp_retarget_destroy(retarget);
    bp_retarget_map_clear(&map);
    bp_model_destroy(model);
    bp_model_destroy(plain);
    bp_context_destroy(context);
    bp_file_free(NULL, &bytes);
    assert_int_equal(counter.live, 0);
}

static void test_memory(void **state) {
    (void)state;
    rig r = make_rig(1);
    assert_true(test_each_allocation_fails(attempt, &r) > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_bone),       cmocka_unit_test(test_mirrored_and_rolled),
        cmocka_unit_test(test_a_against_t),    cmocka_unit_test(test_size),
        cmocka_unit_test(test_facing),         cmocka_unit_test(test_frames_and_order),
        cmocka_unit_test(test_uniform_scale),  cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_conventions),    cmocka_unit_test(test_spine_is_divided),
        cmocka_unit_test(test_text),           cmocka_unit_test(test_memory),
        cmocka_unit_test(test_motion_capture), cmocka_unit_test(test_no_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
