/* Exercise 02: a matrix from position, quaternion and scale. The inputs are a bp_trs. */
#include "exercise/answer_stage.h"
#include "exercise/exercises.h"
#include "exercise/trace.h"
#include <string.h>

static bp_mat4 product(bp_mat4 a, bp_mat4 b, bp_mat4 c) { return bp_mat4_mul(bp_mat4_mul(a, b), c); }

enum {
    NOT_DONE,
    ORDER_REVERSED,
    SCALED_AFTER_TURNING,
    MOVED_BEFORE_TURNING,
    SCALE_FORGOTTEN,
    TURNED_THE_OTHER_WAY,
    TRANSPOSED,
    POSITION_FORGOTTEN,
    RIGHT
};

static bp_mat4 matrix_of(bp_trs p, int answer) {
    bp_mat4 scaling = bp_mat4_scaling(p.scale), rotation = bp_mat4_from_quat(p.rotation);
    bp_mat4 translation = bp_mat4_translation(p.translation);
    switch (answer) {
    case NOT_DONE: return bp_mat4_identity();
    case ORDER_REVERSED: return product(translation, rotation, scaling);
    case SCALED_AFTER_TURNING: return product(rotation, scaling, translation);
    case MOVED_BEFORE_TURNING: return product(scaling, translation, rotation);
    case TRANSPOSED: return bp_mat4_transpose(bp_mat4_from_trs(p));
    case SCALE_FORGOTTEN: p.scale = (bp_vec3){1, 1, 1}; break;
    case TURNED_THE_OTHER_WAY: p.rotation = bp_quat_conjugate(p.rotation); break;
    case POSITION_FORGOTTEN: p.translation = (bp_vec3){0, 0, 0}; break;
    }
    return bp_mat4_from_trs(p);
}

static float *solve(const void *in, int answer, float *out) {
    return bp_answer_mat4(out, matrix_of(*(const bp_trs *)in, answer));
}

static const bp_misconception WRONG[RIGHT + 1] = {
    {"not_done", "The function still returns the identity. Replace its body with your own."},
    {"order_reversed", "The order is reversed. With row vectors the left factor comes first, so this moves "
                       "first and scales last. Scale, rotate, then move: scaling * rotation * translation."},
    {"scaled_after_turning", "You rotate before you scale, so the scaling works along the parent's axes and "
                             "shears the bone. Scaling belongs to the bone's own axes: it comes first."},
    {"moved_before_turning", "You move before you rotate, so the rotation swings the position around the "
                             "parent's origin. The position is where the bone ends up: it comes last."},
    {"scale_forgotten",
     "The scaling is missing. Each of the first three rows must be as long as the scaling along its axis."},
    {"turned_the_other_way",
     "The rotation goes the wrong way: this is the rotation matrix for column vectors, the transpose of "
     "ours. Row 0 says where the X axis goes, row 1 the Y axis, row 2 the Z axis."},
    {"transposed", "Correct, but transposed: this is the matrix for column vectors. Here the position is in "
                   "the last row, m[12] to m[14]."},
    {"position_forgotten",
     "The position is missing: the last row should be x, y, z, 1. Move last, after scaling and rotating."},
};

/* Recorded from Babylon.js 9.34 (api-fuzz, dev-3, node 3). */
static void recorded(bp_case_list *list) {
    static const float WORLD[16] = {
        -0.734059952f, -0.343738667f, -1.24391873f,   0, -1.12141989f, -0.169038457f, 0.708482366f, 0,
        -0.159798051f, 0.674339172f,  -0.0920438735f, 0, 0.7715f,      2.6003f,       1.9097f,      1};
    bp_exercise_case *one =
        bp_case_add(list, "a node of a recorded scene",
                    &(bp_trs){(bp_vec3){0.7715f, 2.6003f, 1.9097f},
                              (bp_quat){-0.436937188f, 0.612303974f, 0.610157371f, 0.248752327f},
                              (bp_vec3){1.4847f, 1.3372f, 0.6991f}});
    bp_case_expect(one, WORLD, 16);
}

static void cases(bp_case_list *list) {
    const bp_vec3 z = {0, 0, 1};
    bp_case_add(list, "turned by 30 degrees about Z, twice as wide, moved along X",
                &(bp_trs){(bp_vec3){bp_case_random_whole(list, 1, 9), 0, 0},
                          bp_quat_from_axis_angle(z, bp_radians(30)), (bp_vec3){2, 1, 1}});
    bp_case_add(
        list, "not turned, not scaled",
        &(bp_trs){(bp_vec3){1, 2, bp_case_random_whole(list, 3, 9)}, bp_quat_identity(), (bp_vec3){1, 1, 1}});
    recorded(list);
    for (int i = 0; i < 16; i++) {
        bp_vec3 position = bp_case_random_vec3(list, -3, 3);
        bp_quat rotation = bp_case_random_quat(list);
        bp_vec3 scale = bp_case_random_vec3(list, 0.3f, 3);
        if (i % 4 == 3) scale.x = -scale.x;
        bp_case_add(list, "from the seed", &(bp_trs){position, rotation, scale});
    }
}

static void show(bp_answer_stage *stage, const void *in, const float *out) {
    (void)in;
    bp_answer_stage_bone(stage, bp_mat4_identity(), 7);
    bp_answer_stage_bone(stage, bp_unpack_mat4(&out), 1);
}

static void trace(bp_exercise_trace *to, const void *in, int first) {
    const bp_trs *p = in;
    bp_mat4 scaling = bp_mat4_scaling(p->scale), rotation = bp_mat4_from_quat(p->rotation);
    (void)first;
    bp_trace_mat4(to, scaling, "scaling, of scale");
    bp_trace_mat4(to, rotation, "rotation, of the quaternion");
    bp_trace_mat4(to, bp_mat4_mul(scaling, rotation), "scaling * rotation");
    bp_trace_mat4(to, bp_mat4_from_trs(*p), "scaling * rotation * translation");
    bp_trace_is_result(to, 0);
}

static const bp_exercise_form FORM = {.kind = BP_FORM_EXPRESSION, .start = "compose_matrix = ?"};

const bp_exercise bp_exercise_02 = {
    .id = "02",
    .name = "02_compose_a_matrix",
    .title = "A matrix from position, quaternion and scale",
    .lesson = "02_seven_matrices",
    .function = "compose_matrix",
    .allowed = {"bp_mat4_mul", "bp_mat4_scaling", "bp_mat4_from_quat", "bp_mat4_translation"},
    .solved_by = {"bp_mat4_from_trs"},
    .hints = {"Think of a bone at the origin, along the axes. It should become twice as "
              "long and lie at an angle. Can you lengthen it after you rotated it?",
              "Three matrices, one for each part, and two products. With row vectors "
              "the matrix that comes first is on the left.",
              "Scaling * rotation * translation."},
    .inputs =
        {
            {"position", BP_VALUE_VEC3, .offset = offsetof(bp_trs, translation)},
            {"rotation", BP_VALUE_QUAT, .offset = offsetof(bp_trs, rotation)},
            {"scale", BP_VALUE_VEC3, .offset = offsetof(bp_trs, scale)},
        },
    .outputs = {{.name = "compose_matrix", .kind = BP_VALUE_MAT4}},
    .solve = solve,
    .right = RIGHT,
    .wrong = WRONG,
    .cases = cases,
    .show = show,
    .trace = trace,
    .form = &FORM,
};
