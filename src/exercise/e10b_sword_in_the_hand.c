/* Exercise 10b: something that a hand carries. It moves like a vertex that has the weight 1 for the hand, so
 * the bind isn't needed: with S in the world, S (F0 W0)^-1 is its place in the mesh, and F1 W1 moves it. */
#include "answers/10b_sword_in_the_hand.h"

typedef struct sword_inputs {
    bp_mat4 sword, taken_final, taken_world, final, world;
} sword_inputs;
#define INPUTS sword_inputs

static bp_mat4 right_sword(const sword_inputs *p) {
    const bp_mat4 in_mesh = bp_mat4_mul(p->sword, bp_inverse_of(bp_mat4_mul(p->taken_final, p->taken_world)));
    return bp_mat4_mul(in_mesh, bp_mat4_mul(p->final, p->world));
}

static bp_mat4 place(float degrees, bp_vec3 at) {
    return bp_mat4_mul(bp_mat4_rotation_z(bp_radians(degrees)), bp_mat4_translation(at));
}

static void cases(bp_case_list *list) {
    /* By hand: in the mesh the sword was at (0, 2, 0); before the hand's quarter turn it is at (2, 0, 0) and
     * points clockwise. The half turn takes it to (-2, 0, 0), and the mesh is at (0, 0, 3). */
    CASE("taken after a quarter turn, and shown after a half", place(0, (bp_vec3){1, 2, 0}),
         place(90, (bp_vec3){0, 0, 0}), place(0, (bp_vec3){1, 0, 0}), place(180, (bp_vec3){0, 0, 0}),
         place(0, (bp_vec3){0, 0, 3}));
    EXPECT(0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, -2, 0, 3, 1);
    const float angle = bp_case_random_whole(list, 20, 70), far = bp_case_random_whole(list, 1, 3);
    const sword_inputs walk = {place(angle, (bp_vec3){far, 1, 0}), place(30, (bp_vec3){0.5f, 0, 0}),
                               place(-angle, (bp_vec3){far, 0, 0}), place(30, (bp_vec3){0.5f, 0, 0}),
                               place(angle, (bp_vec3){-far, 1, 0})};
    bp_case_add(list, "the hand is still, and the character walks and turns", &walk);
    const sword_inputs wave = {place(angle, (bp_vec3){far, 1, 0}), place(30, (bp_vec3){0.5f, 0, 0}),
                               place(0, (bp_vec3){far, 0, 0}), place(120, (bp_vec3){0, 1, 0}),
                               place(0, (bp_vec3){far, 0, 0})};
    bp_case_add(list, "the character stands, and the hand moves", &wave);
    const bp_mat4 mirror = bp_mat4_scaling((bp_vec3){-1, 1, 1});
    CASE("a character that is mirrored now", walk.sword, bp_mat4_identity(), walk.taken_world, wave.final,
         mirror);
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
    const bp_vec3 fist = {0.3f, 0.35f, 0.3f}, grip = {0, -0.2f, 0};
    bp_answer_stage_box(stage, p->sword, fist, grip, GREY);
    blade(stage, p->sword, GREY);
    bp_answer_stage_box(stage, right_sword(p), fist, grip, bp_scene_color(0));
    blade(stage, bp_unpack_mat4(&out), bp_scene_color(1));
}

/* Values without the formulas: finding those is the exercise. */
static void trace(bp_exercise_trace *to, const void *in) {
    const sword_inputs *p = in;
    bp_mat4 taken = bp_mat4_mul(p->taken_final, p->taken_world);
    bp_trace(to, taken, "what moved the hand when the sword was taken");
    bp_trace(to, bp_mat4_mul(p->sword, bp_inverse_of(taken)), "the sword in the mesh's space");
    bp_trace(to, bp_mat4_mul(p->final, p->world), "what moves the hand now");
}

const bp_exercise bp_exercise_10b = {
    .title = "Open: a sword in the hand",
    .lesson = "13_into_the_world",
    .term = "world",
    .function = "carry_sword",
    .allowed = {"bp_mat4_mul", "bp_mat4_inverse"},
    .hints =
        {"Let m be the sword's matrix in the mesh, before a bone moves it. Which matrices take m to the "
         "sword's world matrix at the moment when it was taken?",
         "sword = m * taken_final * taken_world, as for every vertex of the hand. Solve for m: undo both on "
         "the right.",
         "m = sword * inverse(taken_final * taken_world). Now apply the matrices of now: final, then world."},
    .inputs = {INPUT(MAT4, sword), INPUT(MAT4, taken_final), INPUT(MAT4, taken_world), INPUT(MAT4, final),
               INPUT(MAT4, world)},
    .outputs = {OUTPUT(MAT4, "sword_now", 0)},
    .tolerance = 1e-3f,
    .form = {.start = "sword_now = ?"},
    BP_EXERCISE_PARTS(10b),
};
