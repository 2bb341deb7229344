/* Any bind will do: three skeletons with different binds move one mesh, and it looks alike on all of
 * them (claims 46, 47 and 61; the page's first table).
 *
 * Final is absolute inverse bind times absolute. In the bind pose the two cancel for every bind that has an
 * inverse: B^-1 B = I. A fraction t of the way from the natural bind to the identity, the arm's bind is a
 * rotation by 30 (1 - t) degrees and the translation (0.5, 1.5, 0) (1 - t).
 *
 * The odd bind of step 4 mirrors x and shears y by 0.8 x: its determinant is (-1) (1) (1) = -1. */
#include <bindpose/bindpose.h>
#include <string.h>

#define ARM "boneArmLeft"
enum { NATURAL, IDENTITY, TRANSLATION };

static const bp_mat4 ODD = {{-1, 0.8f, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.9f, 0.4f, 0.3f, 1}};

static void setup(bp_world *world) {
    bp_world_add_character(world, "Natural", "at the shoulders, along the arms", BP_BIND_NATURAL);
    bp_world_add_character(world, "No translation, no rotation", "every bone at the origin", BP_BIND_NATURAL);
    bp_world_add_character(world, "Translation, no rotation", "at the shoulders, not rotated",
                           BP_BIND_NATURAL);
    for (int i = 0; i < 3; i++) bp_world_note(world, i, "bind: T(±0.5, 1.5, 0) Rz ±30°");
}

/* Binds both arms of a stage at the natural bind, its translation and rotation scaled by these factors. */
static void bind_arms(bp_world *world, int stage, float translation, float rotation) {
    for (int i = BP_BONE_ARM_LEFT; i <= BP_BONE_ARM_RIGHT; i++) {
        float side = i == BP_BONE_ARM_LEFT ? 1.0f : -1.0f;
        bp_mat4 bind = bp_mat4_mul(bp_mat4_rotation_z(bp_radians(30 * side * rotation)),
                                   bp_mat4_translation((bp_vec3){0.5f * side * translation, 1.5f * translation, 0}));
        bp_bone_set_bind(bp_skeleton_bone_by_id(world->stages[stage].skeleton, (size_t)i), bind, &world->error);
    }
    bp_world_note(world, stage, "bind: T(%s%.3g, %.3g, 0) Rz %s%.3g°", translation > 0 ? "±" : "", 0.5 * (double)translation,
                  1.5 * (double)translation, rotation > 0 ? "±" : "", 30 * (double)rotation);
}
static void to_identity(bp_world *world, float t) { bind_arms(world, IDENTITY, 1 - t, 1 - t); }
static void to_translation(bp_world *world, float t) { bind_arms(world, TRANSLATION, 1, 1 - t); }
static void to_odd(bp_world *world, float t) {
    bp_mat4 bind = bp_character_local(BP_BIND_TRANSLATION, BP_BONE_ARM_LEFT);
    if (t >= 0.5f) bind = ODD; /* every path between the two passes through a singular matrix */
    bp_bone_set_bind(bp_world_bone(world, TRANSLATION, ARM), bind, &world->error);
    bp_world_note(world, TRANSLATION, "left arm: mirrored, sheared");
}

static void measure_determinant(bp_world *world, const bp_measure_args *args, float *values) {
    values[0] = bp_mat4_determinant(args->matrix(bp_world_bone(world, args->stage, args->bone)));
}

/* 1 if a bind that flattens z is refused, the message names the bone, and the old bind stays. */
static void measure_refusal(bp_world *world, const bp_measure_args *args, float *values) {
    bp_bone *bone = bp_world_bone(world, args->stage, args->bone);
    bp_mat4 before = bp_bone_bind(bone);
    bp_error error = {0};
    bool taken = bp_bone_set_bind(bone, bp_mat4_scaling((bp_vec3){1, 1, 0}), &error);
    bp_mat4 after = bp_bone_bind(bone);
    bool named = strstr(error.place, args->bone) != NULL;
    values[0] = !taken && named && memcmp(&before, &after, sizeof before) == 0 ? 1 : 0;
}

/* clang-format off */
static const bp_readout READOUTS[] = {
    {"pixels that differ: stages 1 and 2", bp_measure_pixel_difference, {NATURAL, IDENTITY, 0, 0}, "%.0f", "of 160 000"},
    {"pixels that differ: stages 1 and 3", bp_measure_pixel_difference, {NATURAL, TRANSLATION, 0, 0}, "%.0f", "of 160 000"},
    {"largest vertex difference: stages 1 and 2", bp_measure_vertex_difference, {NATURAL, IDENTITY, 0, 0}, "%.2g m", NULL},
};
static const bp_claim NO_BIND[] = {
    {46, "The left arm's bone is at the origin now ...",
     bp_measure_position, {IDENTITY, 0, ARM, bp_bone_absolute_bind}, 3, {0, 0, 0}, .unit = "m"},
    {46, "... and the vertices are where they were",
     bp_measure_vertex_difference, {NATURAL, IDENTITY, 0, 0}, .expected = {1e-6f}, .at_most = true, .unit = "m", .holds_before = true},
    {46, "... to the pixel.",
     bp_measure_pixel_difference, {NATURAL, IDENTITY, 0, 0}, .expected = {0}, .at_most = true, .unit = "pixels", .holds_before = true},
};
static const bp_claim NOT_ROTATED[] = {
    {47, "The bone is at the shoulder, not rotated ...",
     bp_measure_rotation_z, {TRANSLATION, 0, ARM, bp_bone_absolute_bind}, .expected = {0}, .unit = "degrees"},
    {47, "... and the vertices are where they were",
     bp_measure_vertex_difference, {NATURAL, TRANSLATION, 0, 0}, .expected = {1e-6f}, .at_most = true, .unit = "m", .holds_before = true},
    {47, "... to the pixel.",
     bp_measure_pixel_difference, {NATURAL, TRANSLATION, 0, 0}, .expected = {0}, .at_most = true, .unit = "pixels", .holds_before = true},
};
static const bp_claim STRANGE[] = {
    {61, "The bind mirrors: its determinant is -1 ...",
     measure_determinant, {TRANSLATION, 0, ARM, bp_bone_bind}, .expected = {-1}},
    {61, "... and in the bind pose final is still the identity.",
     bp_measure_identity_error, {TRANSLATION, 0, 0, bp_bone_final}, .expected = {1e-6f}, .at_most = true, .holds_before = true},
};
static const bp_claim REFUSED[] = {
    {61, "A bind without an inverse is an error that names the bone; nothing changes.",
     measure_refusal, {TRANSLATION, 0, ARM, 0}, .expected = {1}, .unit = "(1: yes)", .holds_before = true},
};
static const bp_question HOW_FAR = {
    "Stage 2's left bone goes from the shoulder to the origin. How far do the arm's vertices move, in metres?", .answer = 0, .unit = "m",
    .right = "Bind and local change together, and one removes the other.",
    .wrong = {{1.5811f, "That is how far the bone moves. Its inverse bind moves the other way."},
              {1.5f, "That is the bone's height. Its inverse bind goes with it."},
              {0.5f, "That is the bone's x. Its inverse bind goes with it."}},
    .hint = "In the bind pose final is B^-1 B. What is that?"};

static const bp_step STEPS[] = {
    {"Three skeletons, each made with the same natural bind: bones at the shoulders, lying in the arms.",
     .readouts = READOUTS, .readout_count = 3, .stage = IDENTITY, .bone = ARM},
    {"Stage 2: bind every bone at the origin, not rotated. The bones move; what happens to the mesh?",
     to_identity, NO_BIND, BP_COUNT(NO_BIND), &HOW_FAR, .stage = IDENTITY, .bone = ARM},
    {"Stage 3: keep the position, remove the rotation. Again the mesh stays.",
     to_translation, NOT_ROTATED, BP_COUNT(NOT_ROTATED), .stage = TRANSLATION, .bone = ARM},
    {"Any matrix will do, even one that mirrors and shears. Its inverse removes all of it.",
     to_odd, STRANGE, BP_COUNT(STRANGE), .stage = TRANSLATION, .bone = ARM},
    {"One kind is refused: a bind that flattens has no inverse, so nothing could remove it.",
     NULL, REFUSED, BP_COUNT(REFUSED), .stage = TRANSLATION, .bone = ARM},
};

const bp_lesson_plan bp_lesson = {
    .number = 4,
    .name = "04_any_bind",
    .title = "Any bind will do",
    .summary = "Three binds, one mesh, no difference: as long as nothing moves.",
    .matrices = BP_MATRIX_LOCAL | BP_MATRIX_FINAL | BP_MATRIX_BIND | BP_MATRIX_ABSOLUTE_INVERSE_BIND,
    .difficulty = 1,
    .setup = setup,
    .steps = STEPS,
    .step_count = BP_COUNT(STEPS),
    .text = {.teaches = "That the bind is arbitrary: in the bind pose every bind that has an inverse looks the same.",
              .prerequisites = "03_bind_pose",
              .try_this = {"Rotate the left arm on stage 1 and on stage 2 by the same angle: now they differ. Why?"},
              .questions = {"If any bind will do, why choose one with care?"}},
};
