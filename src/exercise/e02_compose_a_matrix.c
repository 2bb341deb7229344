/* Exercise 02: a matrix from position, quaternion and scale. The inputs are a bp_trs. */
#include "answers/02_compose_a_matrix.h"

#define INPUTS bp_trs

/* Recorded from Babylon.js 9.34 (api-fuzz, dev-3, node 3). */
static void recorded(bp_case_list *list) {
    CASE("a node of a recorded scene", (bp_vec3){0.7715f, 2.6003f, 1.9097f},
         (bp_quat){-0.436937188f, 0.612303974f, 0.610157371f, 0.248752327f},
         (bp_vec3){1.4847f, 1.3372f, 0.6991f});
    EXPECT(-0.734059952f, -0.343738667f, -1.24391873f, 0, -1.12141989f, -0.169038457f, 0.708482366f, 0,
           -0.159798051f, 0.674339172f, -0.0920438735f, 0, 0.7715f, 2.6003f, 1.9097f, 1);
}

static void cases(bp_case_list *list) {
    const bp_vec3 z = {0, 0, 1};
    CASE("turned by 30 degrees about Z, twice as wide, moved along X",
         (bp_vec3){bp_case_random_whole(list, 1, 9), 0, 0}, bp_quat_from_axis_angle(z, bp_radians(30)),
         (bp_vec3){2, 1, 1});
    CASE("not turned, not scaled", (bp_vec3){1, 2, bp_case_random_whole(list, 3, 9)}, bp_quat_identity(),
         (bp_vec3){1, 1, 1});
    recorded(list);
    const bp_vec3 there = bp_case_random_vec3(list, -3, -1);
    CASE("half a turn about X, at the origin, and flat", {0, 0, 0}, {1, 0, 0, 0},
         {1, bp_case_random(list, 2, 3), 0});
    CASE("turned inside out: a scale below 0, and the position equals it", there,
         bp_quat_from_axis_angle(z, bp_radians(30)), there);
    for (int i = 0; i < 16; i++) {
        bp_vec3 position = bp_case_random_vec3(list, -3, 3);
        bp_quat rotation = bp_case_random_quat(list);
        bp_vec3 scale = bp_case_random_vec3(list, 0.3f, 3);
        if (i % 4 == 3) scale.x = -scale.x;
        CASE("from the seed", position, rotation, scale);
    }
}

static void show(bp_answer_stage *stage, const void *in, const float *out) {
    (void)in;
    bp_answer_stage_bone(stage, bp_mat4_identity(), 7);
    bp_answer_stage_bone(stage, bp_unpack_mat4(&out), 1);
}

static void trace(bp_exercise_trace *to, const void *in) {
    const bp_trs *p = in;
    bp_mat4 scaling = bp_mat4_scaling(p->scale), rotation = bp_mat4_from_quat(p->rotation);
    bp_trace(to, scaling, "scaling, of scale");
    bp_trace(to, rotation, "rotation, of the quaternion");
    bp_trace(to, bp_mat4_mul(scaling, rotation), "scaling * rotation");
    bp_trace(to, bp_mat4_from_trs(*p), "scaling * rotation * translation");
    bp_trace_is_result(to, 0);
}

const bp_exercise bp_exercise_02 = {
    .title = "A matrix from position, quaternion and scale",
    .lesson = "02_seven_matrices",
    .term = "rotation",
    .function = "compose_matrix",
    .allowed = {"bp_mat4_mul", "bp_mat4_scaling", "bp_mat4_from_quat", "bp_mat4_translation"},
    .solved_by = {"bp_mat4_from_trs"},
    .hints = {"Think of a bone at the origin, along the axes. It should become twice as long and lie at an "
              "angle. Can you lengthen it after you rotated it?",
              "Three matrices, one for each part, and two products. With row vectors the matrix that comes "
              "first is on the left.",
              "Scaling * rotation * translation."},
    .inputs = {{"position", BP_VALUE_VEC3, .offset = offsetof(bp_trs, position)},
               INPUT(QUAT, rotation),
               INPUT(VEC3, scale)},
    .outputs = {OUTPUT(MAT4, "compose_matrix", 0)},
    .form = {.start = "compose_matrix = ?"},
    BP_EXERCISE_PARTS(02),
};
