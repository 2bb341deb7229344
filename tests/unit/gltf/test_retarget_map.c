/* Which bone moves which: conventions of names, structure, chains, the text, memory. */
#include "support/allocator.h"
#include "support/retarget_rig.h"
#include <stdlib.h>

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
    /* Rokoko, DeepMotion, SOMA, Daz. */
    {"Hips", "Spine", "Spine2", "Neck", "Head", "LeftArm", "LeftForeArm", "LeftHand", "RightArm",
     "RightForeArm", "RightHand", "LeftThigh", "LeftShin", "LeftFoot", "RightThigh", "RightShin",
     "RightFoot"},
    {"hips_JNT", "spine_JNT", "spine1_JNT", "neck_JNT", "head_JNT", "l_arm_JNT", "l_forearm_JNT",
     "l_hand_JNT", "r_arm_JNT", "r_forearm_JNT", "r_hand_JNT", "l_upleg_JNT", "l_leg_JNT", "l_foot_JNT",
     "r_upleg_JNT", "r_leg_JNT", "r_foot_JNT"},
    {"Hips", "Spine1", "Chest", "Neck1", "Head", "LeftArm", "LeftForeArm", "LeftHand", "RightArm",
     "RightForeArm", "RightHand", "LeftLeg", "LeftShin", "LeftFoot", "RightLeg", "RightShin", "RightFoot"},
    {"hip", "abdomenLower", "chestUpper", "neckLower", "head", "lShldrBend", "lForearmBend", "lHand",
     "rShldrBend", "rForearmBend", "rHand", "lThighBend", "lShin", "lFoot", "rThighBend", "rShin", "rFoot"},
    /* Two bones of one name, counted downwards. */
    {"b_Hip_01", "b_Spine01_02", "b_Spine02_03", "b_Neck_04", "b_Head_05", "b_LeftUpperArm_09",
     "b_LeftForeArm_010", "b_LeftHand_011", "b_RightUpperArm_06", "b_RightForeArm_07", "b_RightHand_08",
     "b_LeftLeg01_015", "b_LeftLeg02_016", "b_LeftFoot01_017", "b_RightLeg01_019", "b_RightLeg02_020",
     "b_RightFoot01_021"},
    /* No names: by structure. */
    {"Bone", "Bone.001", "Bone.002", "Bone.003", "Bone.004", "Bone.005", "Bone.006", "Bone.007", "Bone.008",
     "Bone.009", "Bone.010", "Bone.011", "Bone.012", "Bone.013", "Bone.014", "Bone.015", "Bone.016"},
};

static void check_convention(const char *const *names, const rig *r, int which) {
    rig own = make_rig(1);
    bp_model *target = model_of(&own);
    bp_error error = {0};
    bp_retarget_map map;
    int parents[BONES];
    for (int i = 0; i < BONES; i++) parents[i] = BODY[i].parent;
    bp_model *source = named(names, parents, r->at, BONES);
    if (!bp_retarget_map_find(source, target, NULL, &map, &error))
        fail_msg("%s, rig %d: %s", names[0], which, error.message);
    for (size_t i = 0; i < map.count; i++)
        if (map.pairs[i].source != map.pairs[i].target || map.pairs[i].second >= 0)
            fail_msg("%s, rig %d: %s is %s", names[0], which, map.pairs[i].role, names[map.pairs[i].source]);
    if (map.count != BONES) fail_msg("%s, rig %d: %zu bones", names[0], which, map.count);
    bp_retarget_map_clear(&map);
    bp_model_destroy(source);
    bp_model_destroy(target);
}

/* Each on three bodies: in T; in A, in centimetres; with bent limbs, as a child. */
static void test_conventions(void **state) {
    (void)state;
    rig rigs[3] = {make_rig(1), make_rig(100), make_rig(0.6)};
    bend(&rigs[1], L_ARM, Z, -50);
    bend(&rigs[1], R_ARM, Z, 50);
    bend(&rigs[2], L_ARM, Z, -30);
    bend(&rigs[2], R_ARM, Z, 30);
    bend(&rigs[2], L_FORE, Y, -20);
    bend(&rigs[2], R_FORE, Y, 20);
    bend(&rigs[2], L_LEG, Z, 8);
    bend(&rigs[2], R_LEG, Z, -8);
    for (size_t row = 0; row < BP_COUNT(CONVENTIONS); row++)
        for (int i = 0; i < 3; i++) check_convention(CONVENTIONS[row], &rigs[i], i);
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

/* The body with more bones, as children of its own: names, parents and places. */
typedef struct extra_bone {
    const char *name;
    int parent;
    double at[3];
} extra_bone;

typedef struct extended {
    bp_model *source, *target;
    bp_retarget_map map;
    bp_retarget *retarget;
    bp_pose *from, *to;
} extended;

static bp_model *with_extra(const extra_bone *extra, size_t count) {
    const char *names[BONES + 8];
    int parents[BONES + 8];
    double at[BONES + 8][3];
    for (size_t i = 0; i < BONES + count; i++) {
        names[i] = i < BONES ? BODY[i].name : extra[i - BONES].name;
        parents[i] = i < BONES ? BODY[i].parent : extra[i - BONES].parent;
        memcpy(at[i], i < BONES ? BODY[i].at : extra[i - BONES].at, sizeof at[i]);
    }
    return named(names, parents, (const double(*)[3])at, (int)(BONES + count));
}

static extended extend(const extra_bone *source, size_t source_count, const extra_bone *target,
                       size_t count) {
    bp_error error = {0};
    extended e = {.source = with_extra(source, source_count), .target = with_extra(target, count)};
    if (!bp_retarget_map_find(e.source, e.target, NULL, &e.map, &error)) fail_msg("%s", error.message);
    assert_non_null(e.retarget = bp_retarget_create(e.source, e.target, &e.map, NULL, &error));
    e.from = bp_pose_create(NULL, e.source->node_count, NULL, &error);
    e.to = bp_pose_create(NULL, e.target->node_count, NULL, &error);
    return e;
}

static void close_extended(extended *e) {
    bp_pose_destroy(e->from);
    bp_pose_destroy(e->to);
    bp_retarget_destroy(e->retarget);
    bp_retarget_map_clear(&e->map);
    bp_model_destroy(e->source);
    bp_model_destroy(e->target);
}

static void rotate(extended *e, int node, bp_vec3 axis, double degrees) {
    e->from->parts[node] = BP_POSE_ROTATION;
    e->from->rotations[node] = bp_quat_from_axis_angle(axis, bp_radians((float)degrees));
}

static void expect_turn(const extended *e, int node, bp_vec3 axis, double degrees) {
    const bp_quat wanted = bp_quat_from_axis_angle(axis, bp_radians((float)degrees));
    expect_floats(&e->to->rotations[node].x, &wanted.x, 4,
                  1e-3); /* a part of a bend is interpolated linearly */
}

/* Unreal's twist bones: one a fifth along the left upper arm (0.2 to 0.5 m), two along the forearm (0.5 to 0.75). The
 * upper arm rolls by 50 degrees about X: its twist bone rolls by a fifth, 10, which is -40 within the upper arm. The
 * hand rolls by 60 more: the forearm's roll by 24 at two fifths, and by 36 at three. A bend of elbow and wrist about Z
 * rolls nothing. A map that is written and read back does the same. */
static void test_twist_is_shared(void **state) {
    (void)state;
    static const extra_bone twists[] = {{"lowerarm_twist_02_l", L_FORE, {0.65, 1.4, 0}},
                                        {"upperarm_twist_01_l", L_ARM, {0.26, 1.4, 0}},
                                        {"lowerarm_twist_01_l", L_FORE, {0.6, 1.4, 0}}};
    bp_error error = {0};
    extended e = extend(NULL, 0, twists, 3);
    bp_file text;
    assert_int_equal(e.map.count, BONES + 3);
    assert_true(bp_retarget_map_write(&e.map, e.source, e.target, &text, &error));
    assert_non_null(strstr((const char *)text.data,
                           "leftLowerArm twist 2 \"lowerarm_twist_02_l\" \"LeftLowerArm\" 0.6 "
                           "\"LeftHand\""));
    bp_retarget_destroy(e.retarget);
    bp_retarget_map_clear(&e.map);
    assert_true(bp_retarget_map_read((const char *)text.data, text.size, e.source, e.target, &e.map, &error));
    bp_file_free(NULL, &text);
    assert_non_null(e.retarget = bp_retarget_create(e.source, e.target, &e.map, NULL, &error));
    rotate(&e, L_ARM, X, 50);
    rotate(&e, L_HAND, X, 60);
    assert_true(bp_retarget_pose(e.retarget, e.from, e.to));
    expect_turn(&e, BONES + 1, X, -40);
    expect_turn(&e, BONES + 2, X, 24);
    expect_turn(&e, BONES, X, 36);
    rotate(&e, L_ARM, Z, -30);
    rotate(&e, L_FORE, Z, 80);
    rotate(&e, L_HAND, Z, 40);
    assert_true(bp_retarget_pose(e.retarget, e.from, e.to));
    for (int i = 0; i < 3; i++) expect_turn(&e, BONES + i, X, 0);
    close_extended(&e);
}

/* Rigify's bones of deformation: a limb in two pieces, one below the other. The second piece is half along the
 * forearm, and the hand hangs from it: of the hand's 60 degrees it takes 30, and the hand the rest. */
static void test_limb_of_two_pieces(void **state) {
    (void)state;
    static const char *const rigify[] = {"DEF-forearm.L", "DEF-forearm.L.001", "DEF-hand.L"};
    const char *names[BONES + 1];
    int parents[BONES + 1];
    double at[BONES + 1][3];
    bp_error error = {0};
    for (int i = 0; i < BONES; i++) {
        names[i] = BODY[i].name;
        parents[i] = i == L_HAND ? BONES : BODY[i].parent;
        memcpy(at[i], BODY[i].at, sizeof at[i]);
    }
    names[L_FORE] = rigify[0], names[BONES] = rigify[1], names[L_HAND] = rigify[2];
    parents[BONES] = L_FORE;
    at[BONES][0] = 0.625, at[BONES][1] = 1.4, at[BONES][2] = 0;
    extended e = {.source = with_extra(NULL, 0),
                  .target = named(names, parents, (const double(*)[3])at, BONES + 1)};
    assert_true(bp_retarget_map_find(e.source, e.target, NULL, &e.map, &error));
    assert_non_null(e.retarget = bp_retarget_create(e.source, e.target, &e.map, NULL, &error));
    e.from = bp_pose_create(NULL, BONES, NULL, &error);
    e.to = bp_pose_create(NULL, BONES + 1, NULL, &error);
    rotate(&e, L_HAND, X, 60);
    assert_true(bp_retarget_pose(e.retarget, e.from, e.to));
    expect_turn(&e, BONES, X, 30);
    expect_turn(&e, L_HAND, X, 30);
    close_extended(&e);
}

/* The target's node that a role moves; -1: none. */
static int moved_by(const bp_retarget_map *map, const char *role) {
    for (size_t i = 0; i < map->count; i++)
        if (strcmp(map->pairs[i].role, role) == 0) return map->pairs[i].target;
    return -1;
}

/* A bone called hip_L, by what hangs from it: it is the thigh of a leg that goes down from it; not if it has a
 * leg_L above the shin; nor if leg_L hangs beside it, though then the leg has one bone alone. */
static void test_hip_of_a_leg(void **state) {
    (void)state;
    static const struct {
        const char *leg[4]; /* the thigh, shin and foot of BODY, and a bone between hips and thigh */
        int upper, lower;
    } rows[] = {{{"hip_L", "leg_L", "foot_L", NULL}, L_LEG, L_SHIN},
                {{"hip_L", "knee_L", "ankle_L", NULL}, L_LEG, L_SHIN},
                {{"leg_L", "shin_L", "foot_L", "hip_L"}, L_LEG, L_SHIN},
                {{"leg_L", "foot_L", "toe_L", "hip_L"}, L_LEG, -1}};
    for (size_t k = 0; k < BP_COUNT(rows); k++) {
        const char *names[BONES + 1];
        int parents[BONES + 1], count = rows[k].leg[3] ? BONES + 1 : BONES;
        double at[BONES + 1][3] = {{0}};
        bp_retarget_map map;
        for (int i = 0; i < BONES; i++) {
            names[i] = BODY[i].name;
            parents[i] = BODY[i].parent;
            memcpy(at[i], BODY[i].at, sizeof at[i]);
        }
        for (int i = 0; i < 3; i++) names[L_LEG + i] = rows[k].leg[i];
        names[BONES] = rows[k].leg[3], parents[BONES] = HIPS, at[BONES][1] = 0.93;
        if (count > BONES) parents[L_LEG] = BONES;
        bp_model *source = with_extra(NULL, 0),
                 *target = named(names, parents, (const double(*)[3])at, count);
        assert_int_equal(bp_retarget_map_find(source, target, NULL, &map, NULL), rows[k].lower >= 0);
        assert_int_equal(moved_by(&map, "leftUpperLeg"), rows[k].upper);
        assert_int_equal(moved_by(&map, "leftLowerLeg"), rows[k].lower);
        assert_int_equal(moved_by(&map, "rightUpperLeg"), R_LEG);
        bp_retarget_map_clear(&map);
        bp_model_destroy(source);
        bp_model_destroy(target);
    }
}

/* Three joints of a finger that bend by 30 degrees each, for a finger of two: the first has half of the whole bend of
 * 90, the second the other half. And the other way: two of 45 for three. Toes that only one of both has move nothing. */
static void test_fingers_and_toes(void **state) {
    (void)state;
    static const extra_bone three[] = {{"LeftIndexProximal", L_HAND, {0.85, 1.4, 0}},
                                       {"LeftIndexIntermediate", BONES, {0.89, 1.4, 0}},
                                       {"LeftIndexDistal", BONES + 1, {0.92, 1.4, 0}},
                                       {"LeftToes", L_FOOT, {0.1, 0.02, 0.1}}};
    static const extra_bone two[] = {{"index_01_l", L_HAND, {0.85, 1.4, 0}},
                                     {"index_02_l", BONES, {0.9, 1.4, 0}}};
    extended e = extend(three, 4, two, 2);
    assert_int_equal(e.map.count, BONES + 2);
    for (int i = 0; i < 3; i++) rotate(&e, BONES + i, Z, 30);
    rotate(&e, BONES + 3, X, 30);
    assert_true(bp_retarget_pose(e.retarget, e.from, e.to));
    for (int i = 0; i < 2; i++) expect_turn(&e, BONES + i, Z, 45);
    close_extended(&e);
    e = extend(two, 2, three, 4);
    assert_int_equal(e.map.count, BONES + 3);
    for (int i = 0; i < 2; i++) rotate(&e, BONES + i, Z, 45);
    assert_true(bp_retarget_pose(e.retarget, e.from, e.to));
    for (int i = 0; i < 3; i++) expect_turn(&e, BONES + i, Z, 30);
    assert_int_equal(e.to->parts[BONES + 3], 0);
    close_extended(&e);
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

static void test_memory(void **state) {
    (void)state;
    rig r = make_rig(1);
    assert_true(test_each_allocation_fails(attempt, &r) > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_conventions),      cmocka_unit_test(test_spine_is_divided),
        cmocka_unit_test(test_twist_is_shared),  cmocka_unit_test(test_limb_of_two_pieces),
        cmocka_unit_test(test_fingers_and_toes), cmocka_unit_test(test_text),
        cmocka_unit_test(test_memory),           cmocka_unit_test(test_hip_of_a_leg),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
