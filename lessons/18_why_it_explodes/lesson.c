/* Why a character explodes: six mistakes of skinning, each with a picture by which you can recognise it.
 * They are made where programs make them, in the loader or in the product, so the matrices are those that a
 * debugger shows.
 *
 * Right is final = B^-1 A: B the absolute bind, A the chain. The left arm is rotated from 30 to 75 degrees
 * at the shoulder S = (0.5, 1.5, 0), so its final is a rotation of 45 degrees about S. Its hand's corner c =
 * (1.8415, -0.4575, 0.25) goes to (2.8328, 1.0644, 0.25).
 *
 * Bind never undone: final = A. Vertices are off by |v - v B^-1|. (c - S) R(-30) = (0.1830, -2.3660): off by
 *     |(1.6585, 1.9085)| = 2.5284. The right arm is in its bind and shows it whole: rotated by -30 instead
 *     of 0.
 * Weights of 0.7: c is off by 0.3 |(2.8328, 1.0644, 0.25)| = 0.9109. The arm has 0.343 of its volume; of
 *     3.5 + 0.625 + 0.625 = 4.75 cubic metres 4.3394 are left: 0.9136.
 * Undone after the pose: A B^-1 = R75 T(S) T(-S) R(-30) = R45, about the origin: off by |S - S R45| = 1.2102.
 * Exchanged: R45 becomes R(-45), and the translation lands in a column that nothing reads. v R45 - v R(-45)
 *     is 1.4142 (-y, x), so c is off by |(0.6470 + 1.2071, 2.6043 + 0.0858)| = 3.2672.
 * Child first: the body goes 1 m in two frames; the arm, first in the array, is a frame late: 0.5 m.
 * Only the child computed: skinning by absolutes, with the body's still the old one: all is 1 m behind. */
#include "rig/engine.h"
#include "shared/boxes.h"
#include <string.h>

enum { CASE, REAL, RIGHT, SHOWN = RIGHT }; /* the right boxes aren't shown: they are there to measure with */
typedef enum mistake { NO_INVERSE, WEIGHTS, AFTER, EXCHANGED, UNSORTED, CHILD_ONLY, MISTAKES } mistake;
static const float TOO_LITTLE = 0.7f; /* the sum of the weights in case 2 */

typedef struct state {
    mistake made;
    bool repaired;
    float degrees, walk; /* of the left arm, more than in the bind pose; metres, in two frames */
} state;
static state *state_of(bp_world *world) { return bp_world_data(world); }

/* ---- the mistakes ---- */

static bp_mat4 final_undone_after(const bp_bone *bone) {
    return bp_mat4_mul(bp_bone_chain(bone), bp_bone_absolute_inverse_bind(bone));
}
static bp_mat4 exchanged_final(const bp_bone *bone) {
    return bp_mat4_transpose(bp_mat4_mul(bp_bone_absolute_inverse_bind(bone), bp_bone_chain(bone)));
}
static bp_mat4 final_of_absolute(const bp_bone *bone) { /* with absolutes that may be stale */
    return bp_mat4_mul(bp_bone_absolute_inverse_bind(bone), bp_bone_absolute(bone));
}
/* Puts children before their parents: the boxes' left arm, or all bones of the real character. */
static void unsort(bp_world *world, bp_skeleton *skeleton) {
    enum { BONE_MAX = 64 };
    const size_t arm_first[] = {BP_BONE_ARM_LEFT, BP_BONE_BODY, BP_BONE_ARM_RIGHT};
    size_t ids[BONE_MAX], count = bp_skeleton_count(skeleton);
    if (count > BONE_MAX) return;
    for (size_t i = 0; i < count; i++) ids[i] = count == BP_CHARACTER_BONES ? arm_first[i] : count - 1 - i;
    bp_skeleton_reorder(skeleton, ids, count, &world->error);
}
/* Multiplies the weights for the arm's bones. */
static void scale_weights(const bp_stage *stage, const bp_bone *arm, float factor) {
    const bp_mesh *mesh = stage->mesh;
    for (size_t b = 0; b < bp_skeleton_count(stage->skeleton); b++) {
        const bp_bone *bone = bp_skeleton_bone_by_id(stage->skeleton, b);
        if (!bp_is_below(bone, arm)) continue;
        for (size_t i = 0; i < mesh->vertex_count * (size_t)mesh->influences; i++)
            if (mesh->joints[i] == bp_bone_index(bone)) mesh->weights[i] *= factor;
    }
}

/* ---- stages ---- */

/* Order, binds and product as they should be, in the pose that the bones have. */
static void repair(bp_skeleton *skeleton, bp_error *error) {
    bp_skeleton_replace_final(skeleton, NULL);
    bp_skeleton_sort(skeleton);
    for (size_t i = 0; i < bp_skeleton_count(skeleton); i++) {
        bp_bone *bone = bp_skeleton_bone_by_id(skeleton, i);
        bp_bone_update_bind(bone, bp_bone_rest(bone), true, false, error);
    }
}
static void pose_right(bp_skeleton *copy, float value) {
    (void)value;
    repair(copy, NULL);
}
/* Ghosts share the stage's mesh: where its weights are too small, larger finals make up for them. */
static bp_mat4 final_against_weights(const bp_bone *bone) {
    bp_mat4 final = bp_mat4_mul(bp_bone_absolute_inverse_bind(bone), bp_bone_chain(bone));
    bool scaled = false;
    for (; bone && !scaled; bone = bp_bone_parent(bone))
        scaled = strcmp(bp_bone_name(bone), ARM) == 0 || strcmp(bp_bone_name(bone), UPPER_ARM) == 0;
    const float up = scaled ? 1 / TOO_LITTLE : 1;
    return bp_mat4_mul(final, bp_mat4_scaling((bp_vec3){up, up, up}));
}
static void pose_right_against_weights(bp_skeleton *copy, float value) {
    pose_right(copy, value);
    bp_skeleton_replace_final(copy, final_against_weights);
}
/* The stage that isn't shown is posed as the student has posed the boxes. */
static void follow(bp_world *world) {
    for (size_t i = 0; i < BP_CHARACTER_BONES; i++) {
        const bp_bone *posed = bp_skeleton_bone_by_id(world->stages[CASE].skeleton, i);
        bp_bone_set_local(bp_skeleton_bone_by_id(world->stages[RIGHT].skeleton, i), bp_bone_local(posed));
    }
}

/* Raises the left arm, moves the body in two frames, and makes one mistake (MISTAKES: none). */
static void pose(bp_world *world, int stage, mistake made) {
    const state *now = state_of(world);
    bp_stage *on = &world->stages[stage];
    bp_skeleton *skeleton = on->skeleton;
    bp_bone *arm = bp_world_bone(world, stage, stage == REAL ? UPPER_ARM : ARM);
    bp_bone *body = bp_skeleton_bone_by_id(skeleton, 0);
    bp_mesh_normalize_weights(on->mesh);
    repair(skeleton, &world->error);
    bp_skeleton_return_to_rest(skeleton);
    bp_skeleton_prepare(skeleton);
    bp_skeleton_compute_absolutes(skeleton, true);
    bp_vec3 from = bp_bone_position(body);
    if (stage == REAL)
        bp_person_rotate(skeleton, UPPER_ARM, (bp_vec3){0, 0, 1}, now->degrees);
    else
        bp_world_rotate(world, stage, ARM, (bp_vec3){0, 0, 1}, 30 + now->degrees);
    if (made == UNSORTED) unsort(world, skeleton);
    for (int frame = 1; frame <= 2; frame++) {
        float x = now->walk * (float)frame / 2 / (stage == REAL ? BP_PERSON_SIZE : 1);
        bp_bone_set_position(body, (bp_vec3){x, from.y, from.z});
        bp_skeleton_prepare(skeleton);
    }
    if (made == CHILD_ONLY)
        bp_bone_compute_absolutes(arm); /* from the parent's, which is stale */
    else
        bp_skeleton_compute_absolutes(skeleton, true);
    if (made == WEIGHTS) scale_weights(on, arm, TOO_LITTLE);
    for (size_t i = 0; made == NO_INVERSE && i < bp_skeleton_count(skeleton); i++)
        bp_bone_set_absolute_inverse_bind(bp_skeleton_bone_by_id(skeleton, i), bp_mat4_identity(),
                                          &world->error); /* as by a loader that forgets the file's */
    if (made == AFTER) bp_skeleton_replace_final(skeleton, final_undone_after);
    if (made == EXCHANGED) bp_skeleton_replace_final(skeleton, exchanged_final);
    if (made == CHILD_ONLY) bp_skeleton_replace_final(skeleton, final_of_absolute);
}
static void show(bp_world *world) {
    const state *now = state_of(world);
    for (int i = CASE; i < SHOWN; i++) pose(world, i, now->repaired ? MISTAKES : now->made);
    pose(world, RIGHT, MISTAKES);
    bp_world_clear_ghosts(world);
    for (int i = CASE; i < SHOWN && !now->repaired; i++)
        bp_world_add_ghost(world, i, i == CASE ? "correct" : "",
                           now->made == WEIGHTS ? pose_right_against_weights : pose_right, 0);
}

static void setup(bp_world *world) {
    bp_world_add_character(world, "Three boxes", "", BP_BIND_NATURAL);
    bp_add_person(world, "A character");
    bp_world_add_character(world, "", "", BP_BIND_NATURAL);
    if (world->error.kind != BP_ERROR_NONE) return;
    world->stages[CASE].own_view = world->stages[REAL].own_view = true;
    bp_world_show_stages(world, CASE, SHOWN);
    world->update = follow;
    world->show = BP_SHOW_MESH | BP_SHOW_BONES;
    world->camera = (bp_camera){.eye = {0.8f, 1, 11}, .target = {0.8f, 0.3f, 0}};
}
static void stop_at(bp_world *world, float stop) {
    state_of(world)->degrees = stop > 0.5f ? 45 : 0, state_of(world)->walk = stop > 1.5f ? 1 : 0;
    show(world);
}
static void set_arm(bp_world *world, float degrees) {
    state_of(world)->degrees = degrees;
    show(world);
}
static void set_walk(bp_world *world, float walk) {
    state_of(world)->walk = walk;
    show(world);
}
static void choose(bp_world *world, float card) {
    state_of(world)->repaired = card > 0.5f;
    show(world);
}
static void choose_case(bp_world *world, float card) {
    state_of(world)->made = (mistake)(int)(card + 0.5f);
    show(world);
}
static void begin(bp_world *world, mistake made) {
    *state_of(world) = (state){.made = made, .degrees = 45, .walk = made >= UNSORTED ? 1 : 0};
    show(world);
}
static void case_1(bp_world *world) { begin(world, NO_INVERSE); }
static void case_2(bp_world *world) { begin(world, WEIGHTS); }
static void case_3(bp_world *world) { begin(world, AFTER); }
static void case_4(bp_world *world) { begin(world, EXCHANGED); }
static void case_5(bp_world *world) { begin(world, UNSORTED); }
static void case_6(bp_world *world) { begin(world, CHILD_ONLY); }

/* How far the boxes' left arm is from its bind. */
static void measure_arm(bp_world *world, const bp_measure_args *args, float *values) {
    bp_measure_rotation_z(world, args, values);
    values[0] -= 30;
}
/* The bone's final angle, and what it should be. */
static void measure_angles(bp_world *world, const bp_measure_args *args, float *values) {
    for (int i = 0; i < 2; i++)
        bp_measure_rotation_z(world, &(bp_measure_args){i == 0 ? CASE : RIGHT, 0, args->bone, bp_bone_final},
                              &values[i]);
}
/* The step ends repaired. Broken: the angle of a bone's final, the volume of one stage, or the distance of
 * two. */
static void measure_broken(bp_world *world, const bp_measure_args *args, float *values) {
    choose(world, 0);
    bp_world_pose(world);
    (args->bone                   ? bp_measure_rotation_z
     : args->stage == args->other ? bp_measure_volume
                                  : bp_measure_vertex_difference)(world, args, values);
}
/* The distances of the six cases, repaired, and args->other at one of the stops. */
static void measure_six(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_measure_args far = {.stage = RIGHT, .other = CASE};
    for (int i = 0; i < MISTAKES; i++) {
        begin(world, (mistake)i);
        state_of(world)->repaired = args->other < 0;
        if (args->other >= 0)
            stop_at(world, (float)args->other);
        else
            show(world);
        bp_world_pose(world);
        bp_measure_vertex_difference(world, &far, &values[i]);
    }
}

/* clang-format off */ /* tables */
static const bp_readout READOUTS[] = {{.label = "boxes: farthest vertex off by",
                                       .measure = bp_measure_vertex_difference, .args = {RIGHT, CASE, 0, 0},
                                       .format = "%.4f m"},
                                      {.label = "final angle, left arm", .measure = measure_angles,
                                       .args = {CASE, 0, ARM, 0}, .format = "%.0f°, should be %.0f°"}};

static const char *const STOPS[] = {"bind pose", "a still pose", "walking", NULL};
static const char *const STATES[] = {"broken", "repaired", NULL};
static const char *const SIX[] = {"1 no undo", "2 weights", "3 after pose", "4 exchanged", "5 child first",
                                  "6 stale parent", NULL};
static const bp_step_slider AT = {.name = "stop", .names = STOPS, .set = stop_at};
static const bp_step_slider ALL = {.name = "mistake", .names = SIX, .set = choose_case};
static const bp_step_slider CARD = {.name = "program", .names = STATES, .to = 1, .set = choose};
static const bp_step_slider RAISE = {.name = "left arm", .unit = "°", .max = 45, .from = 45, .to = 45,
                                     .set = set_arm, .measure = measure_arm,
                                     .args = {CASE, 0, ARM, bp_bone_local}};
static const bp_step_slider WALK = {.name = "walk, in two frames", .unit = " m", .max = 1, .from = 1, .to = 1,
                                    .decimals = 2, .set = set_walk};

#define OFF(words, by)                                                                                       \
    {                                                                                                        \
        .text = words, .measure = measure_broken, .args = {RIGHT, CASE, 0, 0},                               \
        .expected = {by}, .tolerance = 5e-5f, .unit = "m", .holds_before = true                              \
    }
#define ANGLE(words, bone, by)                                                                               \
    {                                                                                                        \
        .text = words, .measure = measure_broken, .args = {CASE, 0, bone, bp_bone_final},                    \
        .expected = {by}, .unit = "degrees", .holds_before = true                                            \
    }
#define REPAIRED                                                                                             \
    {                                                                                                        \
        .text = "Repaired, nothing is off.", .measure = bp_measure_vertex_difference,                        \
        .args = {RIGHT, CASE, 0, 0}, .expected = {1e-6f}, .at_most = true, .unit = "m"                       \
    }
/* In the bind pose B, 30 degrees at S, is applied to c itself: c R30 + S - c = (0.4821, 2.4821), as long as
 * above. Case 2: 0.3 |c| = 0.5742. */
static const bp_claim TESTS[] = {{.text = "Repaired, nothing is off in any case.", .measure = measure_six,
                                  .args = {0, -1, 0, 0}, .count = 6, .expected = {0, 0, 0, 0, 0, 0},
                                  .unit = "m", .holds_before = true},
                                 {.text = "In the bind pose only cases 1 and 2 are off.",
                                  .measure = measure_six, .args = {0, 0, 0, 0}, .count = 6,
                                  .expected = {2.5284f, 0.5742f, 0, 0, 0, 0}, .tolerance = 5e-5f, .unit = "m",
                                  .holds_before = true},
                                 {.text = "In a still pose cases 3 and 4 are off, too.",
                                  .measure = measure_six, .args = {0, 1, 0, 0}, .count = 6,
                                  .expected = {2.5284f, 0.9109f, 1.2102f, 3.2672f, 0, 0}, .tolerance = 5e-5f,
                                  .unit = "m", .holds_before = true}};

#define ASK .text = "What is wrong with this program?", .kind = BP_QUESTION_CHOICE
#define NEVER "the bind isn't undone"
#define TOO_LATE "the bind is undone after the pose"
#define SWAPPED "rows and columns are exchanged"
#define TOO_LIGHT "weights add up to less than 1"
#define CHILD "a child is computed before its parent"
#define STALE "the parent isn't computed at all"
static const bp_question ASK1 = {
    ASK,
    .answer = 0, .options = {NEVER, TOO_LATE, TOO_LIGHT},
    .right =
        "Each part gets its bone's whole transform, bind included. So even a bone in its bind throws its "
        "vertices away. A character that is thrown apart in its bind pose lacks the undoing. "
        "So the first picture is this case, and wrong at all three stops.",
    .wrong = {{1,
               "In its bind pose a bone does and undoes the same, in either order. Does the right arm stay?"},
              {2, "Too little weight makes parts smaller. No box is, and the character is larger."}}};
static const bp_question ASK2 = {
    ASK,
    .answer = 1, .options = {NEVER, TOO_LIGHT, SWAPPED},
    .right = "Part of a position lies nearer to the mesh's origin: the boxes' arm shrinks towards their "
             "middle, and the character's towards the floor, where its origin is. If all matrices are "
             "right, look at the mesh.",
    .wrong = {{0, "Then the right arm would be off, too, and no box would be smaller."},
              {2, "Exchanged, a rotation goes the other way and keeps the size. Here the angle is right."}}};
static const bp_question ASK3 = {
    ASK,
    .answer = 0, .options = {TOO_LATE, SWAPPED, NEVER},
    .right =
        "The undoing must come first. Here the arm rotates about the mesh's origin, not the shoulder, and "
        "only then its bind is undone. Bones in their bind don't show it.",
    .wrong = {{1, "Exchanged, the arm would rotate the other way. It rotates the right way."},
              {2, "Then the right arm would be off, too. It is where it belongs."}}};
static const bp_question ASK4 = {
    ASK,
    .answer = 1, .options = {TOO_LATE, SWAPPED, TOO_LIGHT},
    .right = "With final's rows as columns a rotation is the opposite rotation. The position lands in the "
             "last column, where nothing reads it.",
    .wrong = {{0, "Then the angle would be right, about another point. Here it is reversed."},
              {2, "The arm has kept its size."}}};
static const bp_question ASK5 = {
    ASK,
    .answer = 0, .options = {CHILD, STALE, TOO_LATE},
    .right = "The program goes through the array of bones once, from first to last. A child that comes "
             "before its parent gets the parent's matrix of the last frame: a frame late for each "
             "step down the chain.",
    .wrong = {{1, "Then it would stay behind for good. The boxes catch up in the next frame."},
              {2, "That is wrong in a still pose, too. This arm is only late."}}};
static const bp_question ASK6 = {
    ASK,
    .answer = 1, .options = {CHILD, STALE, NEVER},
    .right = "Only the arm's absolute is computed, from its parent's, which is from before the walk. The "
             "others stay as they were, and the mesh with them. Compute from the root down.",
    .wrong = {{0,
               "Then the arm would be a frame late, and the body in time. Here the whole mesh has stayed."},
              {2, "The arm's angle is right, so its bind was undone."}}};

#define CASE_STEP .cards = &CARD, READOUTS_OF(READOUTS), .stage = CASE, .bone = ARM
static const bp_step STEPS[] = {
    {.prose = "The first picture of the course again: two programs read one file, and one of them has a "
              "single wrong line. Here is the wrong one, with three boxes beside it. [ghost:Violet] is "
              "correct.\n\nThere are three stops: the bind pose, a still pose with the left arm raised, and "
              "walking. At which of them is it wrong?", .arrange = case_1, .slider = &AT,
     READOUTS_OF(READOUTS),
     .stage = CASE, .bone = ARM},
    {.heading = "Case 1",
     .prose =
         "Boxes and character raise their [left:left arm] by 45° and do nothing else. Both arms have left "
         "their place, also the right one, which nothing rotated. [ghost:Violet] is where they should be.\n\n"
         "In each case say what is wrong, and it will be repaired. Choose \"broken\" to see it again.",
     .arrange = case_1,
     .slider = &RAISE, .question = &ASK1,
     CLAIMS(OFF("Without the undoing the hand is 2.5284 m off.", 2.5284f),
            ANGLE("The right arm, in its bind, is rotated by its bind.", ARM_RIGHT, -30),
            REPAIRED),
     CASE_STEP,
     .footnote = "The repair: bp_bone_set_absolute_inverse_bind(bone, m, &error); in Babylon.js "
                 "bone.setBindMatrix(m)."},
    {.heading = "Case 2",
     .prose = "The [left:left arm] has left its shoulder and become smaller, in the bind pose, too. Its "
              "matrices, under \"numbers\", are those of a sound program.",
     .arrange = case_2, .slider = &RAISE, .question = &ASK2,
     CLAIMS(OFF("With weights that add up to 0.7 the hand is 0.9109 m off.", 0.9109f),
            {.text = "The arm has 0.7³ = 0.343 of its volume, the boxes 0.9136.",
             .measure = measure_broken, .args = {CASE, CASE, 0, 0}, .expected = {0.913553f},
             .holds_before = true},
            REPAIRED),
     CASE_STEP,
     .footnote = "The repair: bp_mesh_normalize_weights(mesh); in Babylon.js mesh.cleanMatrixWeights()."},
    {.heading = "Case 3",
     .prose =
         "The [bone:bone] is where it should be. The [left:left arm] has the right angle, but is stuck "
         "through the body. In the bind pose nothing is wrong.",
     .arrange = case_3, .slider = &RAISE, .question = &ASK3,
     CLAIMS(OFF("Undone after the pose, all of the arm is 1.2102 m off.", 1.2102f),
            ANGLE("Its angle is right.", ARM, 45),
            REPAIRED),
     CASE_STEP,
     .footnote = "The repair: bp_mat4_mul(absolute_inverse_bind, absolute); in Babylon.js "
                 "inverse.multiply(absolute)."},
    {.heading = "Case 4",
     .prose = "Again the bind pose is right. Raised by 45°, the [left:left arm] should go up. It goes down: "
              "the boxes' hangs beside the body, the character's far out.",
     .arrange = case_4, .slider = &RAISE, .question = &ASK4,
     CLAIMS(OFF("Exchanged, the hand is 3.2672 m off.", 3.2672f),
            ANGLE("The arm rotates the other way.", ARM, -45),
            REPAIRED),
     CASE_STEP,
     .cover = true, .footnote = "The repair: bp_mat4_transpose(final); in Babylon.js final.transpose()."},
    {.heading = "Case 5",
     .prose = "Both walk 1 m to the right, in two frames. The [left:left arm] of the boxes is behind, and "
              "the character comes apart: the farther a bone is from the hips, the more it trails. "
              "In the next frames, standing still, all gets well.",
     .arrange = case_5, .slider = &WALK, .question = &ASK5,
     CLAIMS(OFF("With the arm first in the array, it is one frame late: 0.5 m.", 0.5f),
            REPAIRED),
     CASE_STEP,
     .footnote = "The repair: bp_skeleton_sort(skeleton); in Babylon.js skeleton.sortBones()."},
    {.heading = "Case 6",
     .prose = "The [bone:bones] walk, and the mesh stays where it was, in all frames that follow, too. "
              "Only the rotation of the [left:left arm] arrives.",
     .arrange = case_6, .slider = &WALK, .question = &ASK6,
     CLAIMS(OFF("With the body's absolute not computed, all is a whole metre behind.", 1),
            ANGLE("The arm's own angle is right.", ARM, 45),
            REPAIRED),
     CASE_STEP,
     .footnote = "The repair: bp_skeleton_compute_absolutes(skeleton, false); in Babylon.js "
                 "skeleton.computeAbsoluteMatrices()."},
    {.heading = "Three tests find all six",
     .prose =
         "In the bind pose: thrown apart (case 1, as in the first picture) or smaller (2).\n\nIn a still "
         "pose: the angle right, the place wrong (3), or reversed (4).\n\nWalking: late, well after a few "
         "frames (5), or late for good (6).\n\nFor a file of your own, run \"bindpose doctor FILE\".",
     .arrange = case_1, .slider = &AT, .cards = &ALL,
     CLAIMS_OF(TESTS), READOUTS_OF(READOUTS),
     .stage = CASE, .bone = ARM},
};

const bp_lesson_plan bp_lesson = {
    LESSON(18, "18_why_it_explodes"), .title = "Why did my character explode?",
    .summary = "Six mistakes that everybody makes once, and how to recognise each by its picture.",
    .difficulty = 3,
    .matrices = BP_MATRIX_LOCAL | BP_MATRIX_ABSOLUTE | BP_MATRIX_FINAL | BP_MATRIX_ABSOLUTE_INVERSE_BIND,
    .text = {.goal = "You will be able to say, from the picture, which of six mistakes a program makes.",
         .learned =
             {"You can name a mistake from its picture, by three tests: bind pose, a still pose, walking.",
              "Wrong in the bind pose: the bind isn't undone, or, if parts are smaller, the weights are too "
              "small.",
              "Wrong in a still pose: undone after the pose, or, with the angle reversed, rows and columns "
              "exchanged.",
              "Wrong only while moving: a child before its parent, or, if it never catches up, a stale "
              "absolute."},
         .next = "Why does his walk break her?",
         .prerequisites = "02_seven_matrices, 08_stale_absolutes, 10_bone_order, 17_smooth_skinning",
         .try_this =
             {"In each case take the left arm, with \"broken\" chosen: about which point does it rotate?",
              "In case 5, broken, move a bone again and again: frame by frame the late ones catch up."}},
};
