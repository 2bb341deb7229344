/* For the files eNN_name.c. Each holds an exercise: the struct of its inputs, test cases, a picture, a trace,
 * its form, and the constant with all of it. Its answers, the correct one and the known mistakes, are in
 * answers/NN_name.txt. The build makes a header of it, which includes this file and defines EXERCISE_NAME. */
#pragma once

#include "exercise/answer_stage.h"
#include "exercise/answers.h"
#include "exercise/exercises.h"
#include "exercise/trace.h"
#include "scene/figure.h"
#include <stddef.h>
#include <stdlib.h>

/* ---- the constant -------------------------------------------------------------------------------------- */

/* Each file defines INPUTS as the name of its struct of inputs. Rows of the table of inputs, whose names are
 * those of its fields: one value, an array, and a field of an array's structs. */
#define INPUT(kind, field) INPUT_ARRAY(kind, field, 0)
#define INPUT_ARRAY(kind, field, count)                                                                      \
    { #field, BP_VALUE_##kind, count, offsetof(INPUTS, field), 0 }
#define INPUT_EACH(kind, field) INPUT_ARRAY(kind, field, BP_VALUE_PER_FIRST)
#define INPUT_FIELD(type, array, field, number)                                                              \
    {                                                                                                        \
        .name = #array "." #field, .kind = BP_VALUE_##type, .count = number,                                 \
        .offset = offsetof(INPUTS, array[0].field), .stride = sizeof(((INPUTS *)0)->array[0])                \
    }

#define OUTPUT(type, result, repeat)                                                                         \
    { .name = result, .kind = BP_VALUE_##type, .count = repeat }

/* What every exercise's file calls alike. */
#define BP_EXERCISE_PARTS(number)                                                                            \
    .id = #number, .name = EXERCISE_NAME, .call = bp_call_##number, .right = RIGHT, .wrong = WRONG,          \
    .mutants = &MUTANTS, .cases = cases, .show = show, .trace = trace

/* Adds a case to `list` with these values of INPUTS, and says what is expected of the case just added. */
#define CASE(name, ...) bp_case_add(list, name, &(INPUTS){__VA_ARGS__})
#define EXPECT(...)                                                                                          \
    bp_case_expect(list, (const float[]){__VA_ARGS__}, (int)BP_COUNT(((const float[]){__VA_ARGS__})))

/* ---- lines of C ---------------------------------------------------------------------------------------- */

/* In exercises whose answer isn't a formula, a student chooses lines and puts them in order. The exercise
 * lists them once, in a mixed order, as a macro:
 *
 *     #define LINES(X) \
 *         X(BEND, angle = angle + bend;) \
 *         X(DISTANCE, d = bp_vec2_length(target);)
 *
 * The same text is what the student reads (LINE_TEXT) and what runs (RUN_LINES, in the function run_lines),
 * so one can't differ from the other. BR is a line break in the text. */
#define BR
#define LINE_NAME(name, ...) name,
#define LINE_TEXT(name, ...) #__VA_ARGS__,
/* clang-format off */
#define LINE_CASE(name, ...) case name: __VA_ARGS__ break;
#define RUN_LINES(chosen, chosen_count) \
    for (int line_ = 0; line_ < (chosen_count); line_++) { \
        enum { LINES(LINE_NAME) }; \
        switch ((chosen)[line_]) { LINES(LINE_CASE) } \
    }
/* clang-format on */
#define FORM_OF_LINES .kind = BP_FORM_LINES, LINES_OF_FORM
#define LINES_OF_FORM                                                                                        \
    .lines = (const char *const[]){LINES(LINE_TEXT)},                                                        \
    .line_count = (int)BP_COUNT(((const char *const[]){LINES(LINE_TEXT)})), .run = run_lines

/* Functions that the lines may call, and their text. */
#define LINE_HELPERS(text, ...)                                                                              \
    static const char text[] = #__VA_ARGS__;                                                                 \
    __VA_ARGS__

/* ---- what several exercises compute -------------------------------------------------------------------- */

static const bp_rgba8 GREY = {150, 150, 150, 255};

/* A colour whose parts are 0 to 1. */
static inline bp_rgba8 bp_paint(bp_vec3 c) {
    return (bp_rgba8){(uint8_t)(bp_clamp(c.x, 0, 1) * 255 + 0.5f),
                      (uint8_t)(bp_clamp(c.y, 0, 1) * 255 + 0.5f),
                      (uint8_t)(bp_clamp(c.z, 0, 1) * 255 + 0.5f), 255};
}

static inline bp_mat4 bp_inverse_of_affine(bp_mat4 m) {
    bp_mat4 inverse = bp_mat4_identity();
    bp_mat4_inverse_affine(m, &inverse);
    return inverse;
}
static inline bp_mat4 bp_inverse_of(bp_mat4 m) {
    bp_mat4 inverse = bp_mat4_identity();
    bp_mat4_inverse(m, &inverse);
    return inverse;
}

/* A bone's absolute matrix from its local one and those of the bones before it. */
static inline bp_mat4 bp_below(bp_mat4 local, int parent, const bp_mat4 *absolute) {
    return parent < 0 ? local : bp_mat4_mul(local, absolute[parent]);
}

/* A rotation about Z, then a translation in the XY plane. */
static inline bp_mat4 bp_plane_matrix(float degrees, float x, float y) {
    return bp_mat4_mul(bp_mat4_rotation_z(bp_radians(degrees)), bp_mat4_translation((bp_vec3){x, y, 0}));
}

static inline bp_quat bp_about_z(float degrees) {
    return bp_quat_from_axis_angle((bp_vec3){0, 0, 1}, bp_radians(degrees));
}

/* A triangle on an image, and the edge function of its edge from a to b. */
typedef struct triangle_inputs {
    int width, height;
    bp_vec2 corner[3];
} triangle_inputs;

static inline float bp_edge_at(bp_vec2 a, bp_vec2 b, float x, float y) {
    return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
}

/* A point on quarters of a pixel: every product and sum with it is exact in a float. In the image, or so many
 * pixels outside. */
static inline bp_vec2 bp_case_quarters(bp_case_list *list, int width, int height, int outside) {
    const int x = bp_case_random_below(list, 4 * (width + 2 * outside) + 1);
    const int y = bp_case_random_below(list, 4 * (height + 2 * outside) + 1);
    return (bp_vec2){(float)x / 4 - (float)outside, (float)y / 4 - (float)outside};
}
