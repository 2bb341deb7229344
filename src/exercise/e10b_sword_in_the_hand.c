/* Exercise 10b: something that a hand carries. It moves like a vertex that has the weight 1 for the hand, so
 * the bind isn't needed: with S in the world, S (F0 W0)^-1 is its place in the mesh, and F1 W1 moves it. */
#include "exercise/answer_stage.h"
#include "exercise/exercises.h"
#include "exercise/trace.h"
#include "scene/figure.h"

typedef struct sword_inputs {
    bp_mat4 sword, taken_final, taken_world, final, world;
} sword_inputs;

static bp_mat4 inverse_of(bp_mat4 m) {
    bp_mat4 out = bp_mat4_identity();
    bp_mat4_inverse(m, &out);
    return out;
}

static bp_mat4 product(bp_mat4 a, bp_mat4 b, bp_mat4 c) { return bp_mat4_mul(bp_mat4_mul(a, b), c); }

/* Taken with one pair of matrices, and moved by another. */
static bp_mat4 carried(bp_mat4 sword, bp_mat4 taken, bp_mat4 now) {
    return product(sword, inverse_of(taken), now);
}

enum {
    NOT_DONE,
    TAKING_FORGOTTEN,
    TAKEN_FINAL_ALONE,
    WORLD_FORGOTTEN,
    BOTH_WORLDS_FORGOTTEN,
    WORLD_OF_NOW_FOR_BOTH,
    ORDER_REVERSED,
    INVERSES_IN_THE_SAME_ORDER,
    WORLD_BEFORE_FINAL,
    APPLIED_IN_FRONT,
    BACK_IN_TIME,
    SNAPS_TO_THE_HAND,
    RIGHT
};

static bp_mat4 sword_of(const sword_inputs *p, int answer) {
    bp_mat4 taken = bp_mat4_mul(p->taken_final, p->taken_world), now = bp_mat4_mul(p->final, p->world);
    bp_mat4 undone = inverse_of(taken);
    switch (answer) {
    case RIGHT: return carried(p->sword, taken, now);
    case TAKING_FORGOTTEN: return bp_mat4_mul(p->sword, now);
    case TAKEN_FINAL_ALONE: return carried(p->sword, p->taken_final, now);
    case WORLD_FORGOTTEN: return carried(p->sword, taken, p->final);
    case BOTH_WORLDS_FORGOTTEN: return carried(p->sword, p->taken_final, p->final);
    case WORLD_OF_NOW_FOR_BOTH: return carried(p->sword, bp_mat4_mul(p->taken_final, p->world), now);
    case ORDER_REVERSED: return product(bp_mat4_mul(p->world, p->final), undone, p->sword);
    case INVERSES_IN_THE_SAME_ORDER:
        return carried(p->sword, bp_mat4_mul(p->taken_world, p->taken_final), now);
    case WORLD_BEFORE_FINAL:
        return carried(p->sword, bp_mat4_mul(p->taken_world, p->taken_final),
                       bp_mat4_mul(p->world, p->final));
    case APPLIED_IN_FRONT: return product(undone, now, p->sword);
    case BACK_IN_TIME: return carried(p->sword, now, taken);
    case SNAPS_TO_THE_HAND: return now;
    }
    return p->sword; /* not done */
}

static float *solve(const void *in, int answer, float *out) {
    return bp_answer_mat4(out, sword_of(in, answer));
}

static const bp_misconception WRONG[RIGHT + 1] = {
    {"not_done", "The sword stays where it was taken. Replace the function's body with your own."},
    {"taking_forgotten",
     "The sword jumps when it is taken: the bone's matrices of now are applied to a sword that is already in "
     "the world. First bring it back to where it would be in the mesh before any bone moved it: undo the "
     "matrices of the moment when it was taken."},
    {"taken_final_alone", "You undo the final matrix of that moment, but the sword was in the world, after "
                          "the mesh's world matrix. "
                          "Undo that one too."},
    {"world_forgotten", "The result is in the mesh's space: the mesh's world matrix of now is missing at the "
                        "end."},
    {"both_worlds_forgotten", "You use no world matrix, as if the mesh were at the world's origin. The "
                              "sword's matrix is in the world: go "
                              "back through taken_world, and forth through world."},
    {"world_of_now_for_both", "You undo the world matrix of now. The sword was taken when the mesh had its "
                              "world matrix of then: undo taken_world."},
    {"order_reversed",
     "All factors are there, but in the order for column vectors. With row vectors the first "
     "step is on the left: the sword, then back, then forth."},
    {"inverses_in_the_same_order", "You undo the final matrix before the world matrix. The world matrix was "
                                   "applied last, so it must be undone "
                                   "first: inverse(A * B) is inverse(B) * inverse(A)."},
    {"world_before_final", "You multiply world * final. A vertex meets the final matrix first, in the mesh's "
                           "space, and the mesh's world matrix after it."},
    {"applied_in_front", "The movement from then to now is correct, but on the wrong side. It moves things "
                         "that are in the world, so "
                         "it follows the sword's matrix."},
    {"back_in_time", "Then and now are swapped: you undo the matrices of now and apply those of then."},
    {"snaps_to_the_hand",
     "The sword's own matrix is missing, so it lies where the mesh's origin is carried. It "
     "must keep the position and direction in which it was taken."},
};

static bp_mat4 place(float degrees, bp_vec3 at) {
    return bp_mat4_mul(bp_mat4_rotation_z(bp_radians(degrees)), bp_mat4_translation(at));
}

static void cases(bp_case_list *list) {
    /* By hand: in the mesh the sword was at (0, 2, 0); before the hand's quarter turn it is at (2, 0, 0) and
     * points clockwise. The half turn takes it to (-2, 0, 0), and the mesh is at (0, 0, 3). */
    const sword_inputs first = {place(0, (bp_vec3){1, 2, 0}), place(90, (bp_vec3){0, 0, 0}),
                                place(0, (bp_vec3){1, 0, 0}), place(180, (bp_vec3){0, 0, 0}),
                                place(0, (bp_vec3){0, 0, 3})};
    bp_exercise_case *one = bp_case_add(list, "taken after a quarter turn, and shown after a half", &first);
    bp_case_expect(one, (const float[]){0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, -2, 0, 3, 1}, 16);
    const float angle = bp_case_random_whole(list, 20, 70), far = bp_case_random_whole(list, 1, 3);
    const sword_inputs walk = {place(angle, (bp_vec3){far, 1, 0}), place(30, (bp_vec3){0.5f, 0, 0}),
                               place(-angle, (bp_vec3){far, 0, 0}), place(30, (bp_vec3){0.5f, 0, 0}),
                               place(angle, (bp_vec3){-far, 1, 0})};
    bp_case_add(list, "the hand is still, and the character walks and turns", &walk);
    const sword_inputs wave = {place(angle, (bp_vec3){far, 1, 0}), place(30, (bp_vec3){0.5f, 0, 0}),
                               place(0, (bp_vec3){far, 0, 0}), place(120, (bp_vec3){0, 1, 0}),
                               place(0, (bp_vec3){far, 0, 0})};
    bp_case_add(list, "the character stands, and the hand moves", &wave);
    for (int i = 0; i < 16; i++) {
        sword_inputs p;
        p.sword = bp_case_random_mat4(list, 2, true);
        p.taken_final = bp_case_random_mat4(list, 1, i % 2);
        p.taken_world = bp_case_random_mat4(list, 2, i % 4 > 1);
        p.final = bp_case_random_mat4(list, 1, i % 2);
        p.world = bp_case_random_mat4(list, 2, i % 4 > 1);
        bp_case_add(list, "from the seed", &p);
    }
}

static void blade(bp_answer_stage *stage, bp_mat4 at, bp_rgba8 color) {
    bp_answer_stage_box(stage, at, (bp_vec3){0.14f, 2.2f, 0.05f}, (bp_vec3){0, 0.8f, 0}, color);
    bp_answer_stage_box(stage, at, (bp_vec3){0.7f, 0.12f, 0.12f}, (bp_vec3){0, 0, 0}, color);
}

/* Then in grey, and now. The fists hold the correct swords: a sword that jumps is outside of its fist. */
static void show(bp_answer_stage *stage, const void *in, const float *out) {
    const sword_inputs *p = in;
    const bp_rgba8 grey = {150, 150, 150, 255};
    const bp_vec3 fist = {0.3f, 0.35f, 0.3f}, grip = {0, -0.2f, 0};
    bp_answer_stage_box(stage, p->sword, fist, grip, grey);
    blade(stage, p->sword, grey);
    bp_answer_stage_box(stage, sword_of(p, RIGHT), fist, grip, bp_scene_color(0));
    blade(stage, bp_unpack_mat4(&out), bp_scene_color(1));
}

/* Values without the formulas: finding those is the exercise. */
static void trace(bp_exercise_trace *to, const void *in, int first) {
    const sword_inputs *p = in;
    bp_mat4 taken = bp_mat4_mul(p->taken_final, p->taken_world);
    (void)first;
    bp_trace_mat4(to, taken, "what moved the hand when the sword was taken");
    bp_trace_mat4(to, bp_mat4_mul(p->sword, inverse_of(taken)), "the sword in the mesh's space");
    bp_trace_mat4(to, bp_mat4_mul(p->final, p->world), "what moves the hand now");
}

static const bp_exercise_form FORM = {.kind = BP_FORM_EXPRESSION, .start = "sword_now = ?"};

const bp_exercise bp_exercise_10b = {
    .id = "10b",
    .name = "10b_sword_in_the_hand",
    .title = "Open: a sword in the hand",
    .lesson = "13_into_the_world",
    .function = "carry_sword",
    .allowed = {"bp_mat4_mul", "bp_mat4_inverse"},
    .hints =
        {"Let m be the sword's matrix in the mesh, before a bone moves it. Which matrices take m to the "
         "sword's world matrix at the moment when it was taken?",
         "sword = m * taken_final * taken_world, as for every vertex of the hand. Solve for m: undo both on "
         "the right.",
         "m = sword * inverse(taken_final * taken_world). Now apply the matrices of now: final, then "
         "world."},
    .inputs =
        {
            {"sword", BP_VALUE_MAT4, .offset = offsetof(sword_inputs, sword)},
            {"taken_final", BP_VALUE_MAT4, .offset = offsetof(sword_inputs, taken_final)},
            {"taken_world", BP_VALUE_MAT4, .offset = offsetof(sword_inputs, taken_world)},
            {"final", BP_VALUE_MAT4, .offset = offsetof(sword_inputs, final)},
            {"world", BP_VALUE_MAT4, .offset = offsetof(sword_inputs, world)},
        },
    .outputs = {{.name = "sword_now", .kind = BP_VALUE_MAT4}},
    .tolerance = 1e-3f,
    .solve = solve,
    .right = RIGHT,
    .wrong = WRONG,
    .cases = cases,
    .show = show,
    .trace = trace,
    .form = &FORM,
};
