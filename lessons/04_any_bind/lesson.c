/* Any bind will do: three skeletons with different binds move one mesh, and it looks alike on all of
 * them (claims 46, 47 and 61; the page's first table).
 *
 * Final is absolute inverse bind times absolute. In the bind pose the two cancel for every bind that has an
 * inverse: B^-1 B = I. A fraction t of the way from the natural bind to the identity, the arm's bind is a
 * rotation by 30 (1 - t) degrees and the translation (0.5, 1.5, 0) (1 - t).
 *
 * The odd bind of step 4 mirrors x and shears y by 0.8 x: its determinant is (-1) (1) (1) = -1. */
#include <bindpose/bindpose.h>
#include <bindpose/lesson_session.h>
#include <math.h>
#include <string.h>

#define ARM "boneArmLeft"
enum { NATURAL, IDENTITY, TRANSLATION };

static const bp_mat4 ODD = {{-1, 0.8f, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.9f, 0.4f, 0.3f, 1}};

/* Each stage's bind of the left arm; its position with two decimals, or it gets too long while it is dragged. */
static void note_binds(bp_world *world) {
    char text[80];
    for (int i = 0; i < world->stage_count; i++) {
        bp_mat4 bind = bp_bone_bind(bp_world_bone(world, i, ARM));
        for (int k = 12; k < 15; k++) bind.m[k] = roundf(bind.m[k] * 100) / 100;
        bp_world_note(world, i, "bind: %s", bp_transform_text(bind, text, sizeof text));
    }
}
static void setup(bp_world *world) {
    for (int i = 0; i < 3; i++)
        bp_world_add_character(world, "Natural", "at the shoulders, along the arms", BP_BIND_NATURAL);
    world->stage_count = 2; /* the third waits until step 3 */
    world->show = BP_SHOW_MESH | BP_SHOW_BONES;
    world->write_notes = note_binds;
}
static void show_third(bp_world *world) { world->stage_count = 3; }

/* Binds both arms of a stage at the natural bind, its translation and rotation scaled by these factors. */
static void bind_arms(bp_world *world, int stage, float translation, float rotation) {
    for (int i = BP_BONE_ARM_LEFT; i <= BP_BONE_ARM_RIGHT; i++) {
        float side = i == BP_BONE_ARM_LEFT ? 1.0f : -1.0f;
        bp_mat4 bind =
            bp_mat4_mul(bp_mat4_rotation_z(bp_radians(30 * side * rotation)),
                        bp_mat4_translation((bp_vec3){0.5f * side * translation, 1.5f * translation, 0}));
        bp_bone_set_bind(bp_skeleton_bone_by_id(world->stages[stage].skeleton, (size_t)i), bind,
                         &world->error);
    }
}
static void title(bp_world *world, int stage, const char *words, const char *below) {
    world->stages[stage].title = words, world->stages[stage].subtitle = below;
}
static void to_identity(bp_world *world, float t) {
    bind_arms(world, IDENTITY, 1 - t, 1 - t);
    title(world, IDENTITY, "Elsewhere", "not at the shoulders");
}
static void to_translation(bp_world *world, float t) {
    bind_arms(world, TRANSLATION, 1, 1 - t);
    title(world, TRANSLATION, "Upright", "not rotated");
}
static void to_odd(bp_world *world, float t) {
    bp_mat4 bind = bp_character_local(BP_BIND_TRANSLATION, BP_BONE_ARM_LEFT);
    if (t >= 0.5f) bind = ODD; /* every path between the two passes through a singular matrix */
    bp_bone_set_bind(bp_world_bone(world, TRANSLATION, ARM), bind, &world->error);
    title(world, TRANSLATION, "Mirrored", "and sheared");
    world->show |= BP_SHOW_AXES;
}
/* By 45 degrees, each about the point where its bone is bound. */
static void rotate_both(bp_world *world, float t) {
    bp_world_rotate(world, NATURAL, ARM, (bp_vec3){0, 0, 1}, 30 + 45 * t);
    bp_world_rotate(world, IDENTITY, ARM, (bp_vec3){0, 0, 1}, 45 * t);
    world->show &= ~(unsigned)BP_SHOW_AXES;
}

/* ---- the handles: the left arm's bind on a stage ---- */

static bp_vec3 bind_position(bp_world *world, int stage) {
    return bp_mat4_position(bp_bone_absolute_bind(bp_world_bone(world, stage, ARM)));
}
/* The parent, the body, is bound at the origin, so bind and absolute bind are equal. */
static void set_bind_position(bp_world *world, int stage, bp_vec3 position) {
    bp_bone *arm = bp_world_bone(world, stage, ARM);
    bp_mat4 bind = bp_bone_bind(arm);
    bind.m[12] = position.x, bind.m[13] = position.y, bind.m[14] = position.z;
    bp_bone_set_bind(arm, bind, &world->error);
}
static bp_vec3 identity_position(bp_world *world) { return bind_position(world, IDENTITY); }
static void set_identity_position(bp_world *world, bp_vec3 at) { set_bind_position(world, IDENTITY, at); }
static bp_vec3 translation_position(bp_world *world) { return bind_position(world, TRANSLATION); }
static void set_translation_position(bp_world *world, bp_vec3 at) {
    set_bind_position(world, TRANSLATION, at);
}

/* Of the question about stage 2: the mesh stays; the arms follow their bones to the origin; they hang
 * straight down. The bones are at the origin in all of them, so final is the inverse of the bind. */
static void bind_as(bp_world *world, int option) {
    to_identity(world, 1);
    for (int i = BP_BONE_ARM_LEFT; i <= BP_BONE_ARM_RIGHT && option > 0; i++) {
        bp_bone *bone = bp_skeleton_bone_by_id(world->stages[IDENTITY].skeleton, (size_t)i);
        bp_mat4 bind = bp_character_local(BP_BIND_NATURAL, i);
        if (option == 2)
            bind = bp_mat4_mul(bp_mat4_translation(bp_vec3_negate(bp_mat4_position(bind))), bind);
        bp_bone_set_bind(bone, bind, &world->error);
        bp_bone_set_local(bone, bp_mat4_identity());
    }
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
    {"stages 1 and 2: different pixels", bp_measure_pixel_difference, {NATURAL, IDENTITY, 0, 0}, "%.0f", "of 160 000"},
    {"stages 1 and 2: vertices apart", bp_measure_vertex_difference, {NATURAL, IDENTITY, 0, 0}, "%.3f m", NULL},
    {"stages 1 and 3: different pixels", bp_measure_pixel_difference, {NATURAL, TRANSLATION, 0, 0}, "%.0f", "of 160 000"},
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
static const bp_handle IDENTITY_BIND[] = {{"bind", IDENTITY, identity_position, set_identity_position, .normal = {0, 0, 1}}};
static const bp_handle TRANSLATION_BIND[] = {
    {"bind", TRANSLATION, translation_position, set_translation_position, .normal = {0, 0, 1}}};
static const bp_question WHAT_MOVES = {
    .text = "On stage 2 every bone is bound at the origin instead, not rotated. What will the mesh look like?", .kind = BP_QUESTION_CHOICE, .answer = 0,
    .caption = "Stage 2 now binds its bones elsewhere: at the origin, without rotation.",
    .picture = bind_as, .stage = IDENTITY, .options = {"as before", "the arms go with their bones", "the arms hang straight down"},
    .right = "The bones are in their bind, so final is inverse bind times bind: the identity, whatever the bind is.",
    .wrong = {{1, "They would if only local changed. The bind changes with it, and its inverse moves the other way."},
              {2, "The rotation is gone from the bind, and from local too. One removes the other, so the mesh isn't rotated."}},
    .hint = "The bones are in their bind. What is final then?"};
static const bp_question WHICH_REFUSED = {
    .text = "One kind of bind is refused, with an error that names the bone. Which one?", .kind = BP_QUESTION_CHOICE, .answer = 2,
    .caption = "There is a limit: final begins with the inverse of the bind, so the bind must have one.",
    .options = {"one that mirrors", "one far outside the mesh", "one that scales an axis by 0", "one without rotation"},
    .right = "It flattens the mesh, and no matrix can undo that: it has no inverse.",
    .wrong = {{0, "Mirroring again undoes it. The last step did just that."},
              {1, "Moving back undoes it, however far it is."},
              {3, "That is the bind of stage 3 before the last step, and it works."}},
    .hint = "Final needs the inverse of the bind. Which of these can't be undone?"};

static const bp_step STEPS[] = {
    {"Must a bone lie inside its limb? Two skeletons move one mesh each, and both have the natural bind so far: the arms' bones at the shoulders, along the arms. Below the stages you see how far the two pictures differ.",
     .readouts = READOUTS, .readout_count = 2, .stage = IDENTITY, .bone = ARM},
    {"The bones went to the origin, and the mesh stayed: they are in their bind, wherever that is. Drag the bind to any place you like, and watch mesh, bind and final.",
     to_identity, NO_BIND, BP_COUNT(NO_BIND), &WHAT_MOVES, .stage = IDENTITY, .bone = ARM, .seconds = 1.2f, .pictured = true,
     .handles = IDENTITY_BIND, .handle_count = BP_COUNT(IDENTITY_BIND)},
    {"A third stage keeps the position and removes the rotation: the bones hang straight down from the shoulders. Nothing happens to the mesh. Drag this bind too, and compare bind with absolute inverse bind: one undoes the other.",
     to_translation, NOT_ROTATED, BP_COUNT(NOT_ROTATED), .readouts = READOUTS, .readout_count = 3, .stage = TRANSLATION, .bone = ARM,
     .arrange = show_third,
     .handles = TRANSLATION_BIND, .handle_count = BP_COUNT(TRANSLATION_BIND)},
    {"The bind may even mirror and shear: see the left arm's red X axis, which points left and up. The inverse removes all of it: local is this strange matrix, and final is still the identity.",
     to_odd, STRANGE, BP_COUNT(STRANGE), .stage = TRANSLATION, .bone = ARM, .pictured = true,
     .handles = TRANSLATION_BIND, .handle_count = BP_COUNT(TRANSLATION_BIND)},
    {"A bind without an inverse is an error, because final begins with that inverse. Now both left arms rotate by 45°: on stage 1 about the shoulder, on stage 2 about the origin, where that bone is bound. So animators choose the bind with care.",
     rotate_both, REFUSED, BP_COUNT(REFUSED), &WHICH_REFUSED, .stage = IDENTITY, .bone = ARM, .seconds = 1.2f},
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
    .text = {.goal = "You will be able to say what a new bind does to a mesh that hasn't moved, and which binds are impossible.",
             .learned = {"In the bind pose final is inverse bind times bind: the identity, for every bind.",
                         "So bones may be bound anywhere, even outside the mesh, mirrored or sheared.",
                         "Only a bind without an inverse is refused: one that flattens.",
                         "The bind shows as soon as bones move: they rotate about the point where they were bound."},
             .next = "The same pose, three ways",
             .teaches = "Why the bind is arbitrary: in the bind pose, all binds that have an inverse look alike.",
             .prerequisites = "03_bind_pose",
             .try_this = {"At the last step rotate the left arm on stage 3, where the bind mirrors. Which way does it go?",
                          "At step 2 drag the bind into the hand, and rotate the arm: what does it rotate about?"},
             .questions = {"If any bind will do, why choose one with care?",
                           "A bone is bound 10 m above the figure and then rotated by 90° about Z. Where does its limb go?",
                           "Why is a bind with a scaling by 0 an error, while one with a scaling by -1 is not?"}},
};
