/* Exercise 01, row vectors: a point through one matrix and then another. */
#include "exercise/answer_stage.h"
#include "exercise/exercises.h"
#include "exercise/trace.h"
#include "scene/figure.h"
#include <string.h>

typedef struct row_inputs {
    bp_vec3 point;
    bp_mat4 first, second;
} row_inputs;

/* m * v with v as a column vector. The last column of our matrices is (0, 0, 0, 1), so nothing moves. */
static bp_vec3 column_vector(bp_mat4 m, bp_vec3 v) { return bp_mat4_point(bp_mat4_transpose(m), v); }

static bp_vec3 mixed(bp_mat4 m, bp_vec3 v) {
    return bp_vec3_add(bp_mat4_direction(bp_mat4_transpose(m), v), bp_mat4_position(m));
}

/* Overwrites each coordinate before the next one is computed. */
static bp_vec3 overwriting(bp_mat4 m, bp_vec3 v) {
    v.x = bp_mat4_point(m, v).x;
    v.y = bp_mat4_point(m, v).y;
    v.z = bp_mat4_point(m, v).z;
    return v;
}

enum {
    NOT_DONE,
    ORDER_REVERSED,
    TRANSLATION_FORGOTTEN,
    COLUMN_VECTOR,
    ROWS_AND_COLUMNS_MIXED,
    SECOND_FORGOTTEN,
    OVERWRITTEN,
    COLUMNS_THROUGHOUT,
    RIGHT
};

static bp_vec3 result_of(const row_inputs *p, int answer) {
    switch (answer) {
    case RIGHT: return bp_mat4_point(p->second, bp_mat4_point(p->first, p->point));
    case ORDER_REVERSED: return bp_mat4_point(p->first, bp_mat4_point(p->second, p->point));
    case TRANSLATION_FORGOTTEN: return bp_mat4_direction(p->second, bp_mat4_direction(p->first, p->point));
    case COLUMN_VECTOR: return column_vector(p->second, column_vector(p->first, p->point));
    case ROWS_AND_COLUMNS_MIXED: return mixed(p->second, mixed(p->first, p->point));
    case SECOND_FORGOTTEN: return bp_mat4_point(p->first, p->point);
    case COLUMNS_THROUGHOUT: return column_vector(p->first, column_vector(p->second, p->point));
    case OVERWRITTEN: return overwriting(p->second, overwriting(p->first, p->point));
    }
    return p->point; /* not done */
}

static float *solve(const void *in, int answer, float *out) {
    return bp_answer_vec3(out, result_of(in, answer));
}

static const bp_misconception WRONG[RIGHT + 1] = {
    {"not_done", "The function still returns the point unchanged. Replace its body with your own."},
    {"order_reversed", "The point goes through `second` before `first`. Row vectors read from left to right, "
                       "p * first * second: the matrix next to the point comes first."},
    {"translation_forgotten",
     "The last row of the matrix is missing. A point is (x, y, z, 1), and its 1 is multiplied by m[12], "
     "m[13], m[14]. Without that row you transform a direction."},
    {"column_vector", "This is m * v with v as a column vector: you go along the rows, m[0] to m[3]. A row "
                      "vector goes down the columns: x' = x * m[0] + y * m[4] + z * m[8] + m[12]."},
    {"rows_and_columns_mixed",
     "The translation correctly comes from the last row, but you read the rotation along its rows, as for "
     "column vectors. Go down the columns: x' uses m[0], m[4], m[8]."},
    {"second_forgotten", "The point goes through `first` only. Send the result through `second` too."},
    {"overwritten", "You write the new x into the point and then compute y from it. Compute all three from "
                    "the old values: store the result in another variable."},
    {"columns_throughout",
     "This is first * second * v with v as a column vector: there the matrix on the right acts "
     "first, and you go along the rows. Vectors are rows here: v * first * second, and x' goes "
     "down the column, x * m[0] + y * m[4] + z * m[8] + m[12]."},
};

/* Recorded from Babylon.js 9.34 (doc-cases, natural-rot75): a vertex of the left arm, its bone's absolute
 * inverse bind, the bone's absolute, and the skinned vertex. */
static void recorded(bp_case_list *list) {
    const bp_mat4 unbind = {{0.866025404f, -0.5f, 0, 0, 0.5f, 0.866025404f, 0, 0, 0, 0, 1, 0, -1.183012702f,
                             -1.049038106f, 0, 1}};
    const bp_mat4 absolute = {
        {0.258819045f, 0.965925826f, 0, 0, -0.965925826f, 0.258819045f, 0, 0, 0, 0, 1, 0, 0.5f, 1.5f, 0, 1}};
    bp_exercise_case *one =
        bp_case_add(list, "a vertex of an arm, out of its bone's bind and into its pose",
                    &(row_inputs){(bp_vec3){0.970096f, 0.38577f, -0.17f}, unbind, absolute});
    bp_case_expect(one, (const float[]){1.62028766f, 1.04452848f, -0.17f}, 3);
}

static void cases(bp_case_list *list) {
    const bp_vec3 point = {bp_case_random_whole(list, 1, 9), 0, 0};
    const bp_mat4 move = bp_mat4_translation((bp_vec3){bp_case_random_whole(list, 1, 9), 0, 0});
    const bp_mat4 turn = bp_mat4_rotation_z(BP_PI / 2);
    bp_case_add(list, "a quarter turn about Z, then a move along X", &(row_inputs){point, turn, move});
    bp_case_add(list, "a move along X, then a quarter turn about Z", &(row_inputs){point, move, turn});
    recorded(list);
    for (int i = 0; i < 16; i++) {
        bp_vec3 any = bp_case_random_vec3(list, -3, 3);
        bp_mat4 first = bp_case_random_mat4(list, 3, i % 2);
        bp_case_add(list, "from the seed",
                    &(row_inputs){any, first, bp_case_random_mat4(list, 3, i % 4 > 1)});
    }
}

static void show(bp_answer_stage *stage, const void *in, const float *out) {
    const row_inputs *p = in;
    bp_vec3 end = bp_unpack_vec3(&out), origin = {0, 0, 0};
    bp_answer_stage_bone(stage, bp_mat4_identity(), 0);
    bp_answer_stage_ball(stage, p->point, 0.12f, (bp_rgba8){150, 155, 165, 255});
    bp_answer_stage_rod(stage, origin, end, 0.04f, bp_scene_color(1));
    bp_answer_stage_ball(stage, end, 0.18f, bp_scene_color(1));
}

static void trace(bp_exercise_trace *to, const void *in, int first) {
    const row_inputs *p = in;
    (void)first;
    bp_trace_vec3(to, bp_mat4_point(p->first, p->point), "after the first = (point, 1) * first");
    bp_trace_vec3(to, result_of(p, RIGHT), "through_both = (after the first, 1) * second");
    bp_trace_is_result(to, 0);
}

static const bp_exercise_form FORM = {.kind = BP_FORM_EXPRESSION, .start = "through_both = ?"};

const bp_exercise bp_exercise_01 = {
    .id = "01",
    .name = "01_row_vectors",
    .title = "Row vectors, and the order of a product",
    .lesson = "01_what_a_bone_is",
    .function = "through_both",
    .allowed = {"bp_mat4_mul"},
    .solved_by = {"bp_mat4_point", "bp_mat4_direction"},
    .hints =
        {"Begin with one matrix, and with x only. Which three numbers does a row vector meet on its way "
         "down the first column, and what is added at the end?",
         "x' = x * m[0] + y * m[4] + z * m[8] + m[12]; y' uses the next column, and so on. Write this as "
         "a function of your own and call it twice.",
         "Send the point through `first`, and the result through `second`. Or multiply the matrices "
         "first, with bp_mat4_mul(first, second), and use the product once."},
    .inputs =
        {
            {"point", BP_VALUE_VEC3, .offset = offsetof(row_inputs, point)},
            {"first", BP_VALUE_MAT4, .offset = offsetof(row_inputs, first)},
            {"second", BP_VALUE_MAT4, .offset = offsetof(row_inputs, second)},
        },
    .outputs = {{.name = "through_both", .kind = BP_VALUE_VEC3}},
    .solve = solve,
    .right = RIGHT,
    .wrong = WRONG,
    .cases = cases,
    .show = show,
    .trace = trace,
    .form = &FORM,
};
