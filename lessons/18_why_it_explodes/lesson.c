/* Why it explodes: six mistakes of skinning, one at a time, each with a picture by which you can recognise it. The
 * mistakes are made where programs make them, in the loader or in the product, so the matrices are those that a
 * debugger would show.
 *
 * Right is final = B^-1 A: B the absolute bind, A the chain. The left arm is rotated from 30 to 75 degrees at the
 * shoulder S = (0.5, 1.5, 0), so its final is a rotation of 45 degrees about S. Its hand's corner c = (1.8415, -0.4575, 0.25)
 * goes to (2.8328, 1.0644, 0.25).
 *
 * Inverse bind missing: final = A. Vertices are off by |v - v B^-1|. (c - S) R(-30) = (0.1830, -2.3660): off by
 *     |(1.6585, 1.9085)| = 2.5284. The right arm is in its bind and shows it whole: rotated by -30 instead of 0.
 * Weights of 0.7: v' is 0.7 of what it should be, so c is off by 0.3 |(2.8328, 1.0644, 0.25)| = 0.9109. The arm has 0.343
 *     of its volume; of 3.5 + 0.625 + 0.625 = 4.75 cubic metres 4.3394 are left: 0.9136.
 * Factors swapped: A B^-1 = R75 T(S) T(-S) R(-30) = R45, about the origin: all of the arm is off by |S - S R45| = 1.2102.
 * Parents unsorted: the body goes 1 m in two frames; the arm, first in the array, is a frame late: 0.5 m.
 * Transposed: R45 becomes R(-45), and the translation lands in a column that nothing reads. v R45 - v R(-45) is
 *     1.4142 (-y, x), so c is off by |(0.6470 + 1.2071, 2.6043 + 0.0858)| = 3.2672.
 * Only the child computed: skinning by absolute matrices, with the body's still the old one: all is 1 m behind. */
#include "base/system.h"
#include "rig/engine.h"
#include <bindpose/bindpose.h>
#include <bindpose/lesson_session.h>
#include <string.h>

#define ARM "boneArmLeft"
#define OTHER "boneArmRight"
#define REAL_ARM "upper_arm_left"
enum {
    CASE,
    REAL,
    RIGHT,
    SHOWN = RIGHT
}; /* stages; the right one is there to measure with, and isn't shown */
typedef enum mistake { NONE, UNSORTED, WEIGHTS, NO_INVERSE, SWAPPED, TRANSPOSED, CHILD_ONLY } mistake;
static const float TOO_LITTLE = 0.7f; /* the sum of the weights in case 2 */
static const float SIZE = 2.1f;       /* makes the real character about as tall as the boxes */

/* ---- the mistakes ---- */

static bp_mat4 swapped_final(const bp_bone *bone) {
    return bp_mat4_mul(bp_bone_chain(bone), bp_bone_absolute_inverse_bind(bone));
}
static bp_mat4 transposed_final(const bp_bone *bone) {
    return bp_mat4_transpose(bp_mat4_mul(bp_bone_absolute_inverse_bind(bone), bp_bone_chain(bone)));
}
static bp_mat4 final_of_absolute(const bp_bone *bone) { /* with absolutes that may be stale */
    return bp_mat4_mul(bp_bone_absolute_inverse_bind(bone), bp_bone_absolute(bone));
}
/* A loader that forgets the file's inverse bind matrices: they stay the identity. */
static void forget_inverse_binds(bp_world *world, bp_skeleton *skeleton) {
    for (size_t i = 0; i < bp_skeleton_count(skeleton); i++)
        bp_bone_set_absolute_inverse_bind(bp_skeleton_bone_by_id(skeleton, i), bp_mat4_identity(),
                                          &world->error);
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
static bool is_below(const bp_bone *bone, const bp_bone *top) {
    while (bone && bone != top) bone = bp_bone_parent(bone);
    return bone != NULL;
}
/* Multiplies the weights for the arm's bones. */
static void scale_weights(const bp_stage *stage, const bp_bone *arm, float factor) {
    const bp_mesh *mesh = stage->mesh;
    for (size_t b = 0; b < bp_skeleton_count(stage->skeleton); b++) {
        const bp_bone *bone = bp_skeleton_bone_by_id(stage->skeleton, b);
        if (!is_below(bone, arm)) continue;
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
        scaled = strcmp(bp_bone_name(bone), ARM) == 0 || strcmp(bp_bone_name(bone), REAL_ARM) == 0;
    const float up = scaled ? 1 / TOO_LITTLE : 1;
    return bp_mat4_mul(final, bp_mat4_scaling((bp_vec3){up, up, up}));
}
static void pose_right_against_weights(bp_skeleton *copy, float value) {
    pose_right(copy, value);
    bp_skeleton_replace_final(copy, final_against_weights);
}
/* The bind pose, as the file has it. */
static void restore(bp_world *world, bp_skeleton *skeleton) {
    repair(skeleton, &world->error);
    for (size_t i = 0; i < bp_skeleton_count(skeleton); i++) {
        bp_bone *bone = bp_skeleton_bone_by_id(skeleton, i);
        bp_bone_set_local(bone, bp_bone_rest(bone));
    }
    bp_skeleton_prepare(skeleton);
    bp_skeleton_compute_absolutes(skeleton, true);
}
/* The file's character with a mesh and a skeleton of its own, which the mistakes may change, without nodes. */
static void add_real(bp_world *world) {
    char path[4096];
    if (!bp_asset_path("character.glb", path, sizeof path, &world->error)) return;
    bp_stage *file = bp_world_add_file(world, "A real character", "the same program", path);
    if (world->error.kind != BP_ERROR_NONE) return;
    bp_figure_part part = *bp_figure_part_at(file->figure, 0);
    bp_stage own = {.title = file->title, .subtitle = file->subtitle};
    own.skeleton = bp_skeleton_clone(part.skeleton, NULL, &world->error);
    own.mesh = own.skeleton ? bp_mesh_clone(NULL, part.mesh, &world->error) : NULL;
    part.skeleton = own.skeleton, part.mesh = own.mesh;
    if (own.mesh) own.figure = bp_figure_create(world->context, &part, 1, &world->error);
    *file = own; /* the session keeps the file's model */
    if (!own.figure) return;
    for (size_t i = 0; i < bp_skeleton_count(own.skeleton); i++)
        bp_bone_link(bp_skeleton_bone_by_id(own.skeleton, i), NULL);
    bp_mat4 size = bp_mat4_scaling((bp_vec3){SIZE, SIZE, SIZE});
    bp_figure_set_world(own.figure, bp_mat4_mul(size, bp_mat4_translation((bp_vec3){0, -1.75f, 0})));
}
/* Notes say how the bones were posed. The stage that isn't shown is posed here, because the world leaves it out: as
 * the student has posed the boxes. */
static void write_notes(bp_world *world) {
    for (int i = CASE; i < SHOWN; i++) {
        const bp_bone *body = bp_skeleton_bone_by_id(world->stages[i].skeleton, 0);
        float x = bp_bone_position(body).x, angle = 0;
        bp_measure_rotation_z(world, &(bp_measure_args){CASE, 0, ARM, bp_bone_local}, &angle);
        if (i == CASE)
            bp_world_note(world, i, "left arm: Rz %.3g°, body: x = %.3g", (double)angle, (double)x);
        else
            bp_world_note(world, i, "hips: x = %.3g", (double)(x * SIZE));
    }
    const bp_stage *right = &world->stages[RIGHT];
    for (size_t i = 0; i < BP_CHARACTER_BONES; i++) {
        bp_trs trs = bp_bone_trs(bp_skeleton_bone_by_id(world->stages[CASE].skeleton, i));
        bp_bone *bone = bp_skeleton_bone_by_id(right->skeleton, i);
        bp_bone_set_position(bone, trs.translation);
        bp_bone_set_rotation(bone, trs.rotation);
        bp_bone_set_scale(bone, trs.scale);
    }
    bp_figure_pose(right->figure, &world->error);
}
static const struct mistake_case {
    mistake made;
    float walk;
    const char *number;
} CASES[] = {
    {NO_INVERSE, 0, "case 1 of 6"}, {WEIGHTS, 0, "case 2 of 6"},
    {SWAPPED, 0, "case 3 of 6"},    {UNSORTED, 1, "case 4 of 6: 1 m in two frames"},
    {TRANSPOSED, 0, "case 5 of 6"}, {CHILD_ONLY, 1, "case 6 of 6: 1 m in two frames"},
};
/* The camera goes from where it is in one case to where it is in another: far, near, or near for a walk. The
 * window fits the far one to all cases, and moves it up for the limbs that fly in case 1: so the others look
 * lower. */
static void aim(bp_world *world, int from, int to, float t) {
    static const bp_vec3 EYES[] = {{0.9f, 2.4f, 12}, {0.85f, 0.65f, 9}, {1.3f, 0.65f, 10.3f}};
    static const bp_vec3 TARGETS[] = {{0.9f, 0.3f, 0}, {0.85f, -0.85f, 0}, {1.3f, -0.85f, 0}};
    int a = (from > 1) + (CASES[from - 1].walk > 0), b = (to > 1) + (CASES[to - 1].walk > 0);
    world->camera.eye = bp_vec3_mix(EYES[a], EYES[b], t);
    world->camera.target = bp_vec3_mix(TARGETS[a], TARGETS[b], t);
}
static void setup(bp_world *world) {
    bp_world_add_character(world, "The page's character", "case 1 of 6", BP_BIND_NATURAL);
    add_real(world);
    bp_world_add_character(world, "As it should be", "final = B⁻¹ A", BP_BIND_NATURAL);
    if (world->error.kind != BP_ERROR_NONE) return;
    world->stage_count = SHOWN;
    world->write_notes = write_notes;
    aim(world, 1, 1, 1);
    world->show &= ~(unsigned)BP_SHOW_NAMES;
}

/* Rotates bones of the real character about axes of the model, as the bind pose has them. */
static void pose_real(bp_world *world, float t) {
    static const struct {
        const char *bone;
        bp_vec3 axis;
        float degrees;
    } POSE[] = {{REAL_ARM, {0, 0, 1}, 45},
                {"thigh_right", {1, 0, 0}, -40},
                {"shin_right", {1, 0, 0}, 55},
                {"thigh_left", {1, 0, 0}, 25},
                {"neck", {0, 1, 0}, 30}};
    for (size_t i = 0; i < BP_COUNT(POSE); i++) {
        bp_bone *bone = bp_world_bone(world, REAL, POSE[i].bone);
        if (world->error.kind != BP_ERROR_NONE || !bp_bone_parent(bone)) return;
        bp_quat parent = bp_quat_from_mat4(bp_bone_absolute_bind(bp_bone_parent(bone)));
        bp_quat about = bp_quat_from_axis_angle(POSE[i].axis, bp_radians(POSE[i].degrees * t));
        bp_quat by = bp_quat_mul(bp_quat_conjugate(parent), bp_quat_mul(about, parent));
        bp_bone_set_rotation(bone, bp_quat_mul(by, bp_bone_rotation(bone)));
    }
}
/* As far as t: raises the left arm by 45 degrees, moves the body by `walk` metres in two frames, and makes one
 * mistake. */
static void show(bp_world *world, int stage, mistake made, float walk, float t) {
    bp_stage *on = &world->stages[stage];
    bp_skeleton *skeleton = on->skeleton;
    bp_bone *arm = bp_world_bone(world, stage, stage == REAL ? REAL_ARM : ARM);
    bp_bone *body = bp_skeleton_bone_by_id(skeleton, 0);
    bp_mesh_normalize_weights(on->mesh);
    restore(world, skeleton);
    bp_vec3 from = bp_bone_position(body);
    if (stage == REAL)
        pose_real(world, t);
    else
        bp_world_rotate(world, stage, ARM, (bp_vec3){0, 0, 1}, 30 + 45 * t);
    if (made == UNSORTED) unsort(world, skeleton);
    for (int frame = 1; frame <= 2; frame++) {
        float x = walk * t * (float)frame / 2 / (stage == REAL ? SIZE : 1);
        bp_bone_set_position(body, (bp_vec3){x, from.y, from.z});
        bp_skeleton_prepare(skeleton);
    }
    if (made == CHILD_ONLY)
        bp_bone_compute_absolutes(arm); /* from the parent's, which is stale */
    else
        bp_skeleton_compute_absolutes(skeleton, true);
    if (made == WEIGHTS) scale_weights(on, arm, bp_mix(1, TOO_LITTLE, t));
    if (made == NO_INVERSE) forget_inverse_binds(world, skeleton);
    if (made == SWAPPED) bp_skeleton_replace_final(skeleton, swapped_final);
    if (made == TRANSPOSED) bp_skeleton_replace_final(skeleton, transposed_final);
    if (made == CHILD_ONLY) bp_skeleton_replace_final(skeleton, final_of_absolute);
}

static void add_ghosts(bp_world *world, bp_ghost_pose *pose) {
    for (int i = CASE; i < SHOWN; i++) bp_world_add_ghost(world, i, "correct", pose, 0);
}
static void show_right(bp_world *world) { add_ghosts(world, pose_right); }
static void show_right_weights(bp_world *world) { add_ghosts(world, pose_right_against_weights); }
static void show_case(bp_world *world, int number, bool repaired, float t) {
    const struct mistake_case *now = &CASES[number - 1];
    world->stages[CASE].subtitle = repaired ? "repaired: final = B⁻¹ A" : now->number;
    world->stages[REAL].subtitle = repaired ? "repaired as well" : "the same program";
    for (int i = CASE; i < SHOWN; i++) show(world, i, repaired ? NONE : now->made, now->walk, t);
    show(world, RIGHT, NONE, now->walk, t);
    if (repaired)
        aim(world, number, number > 1 ? number : 2, t); /* nothing flies as high as in case 1: nearer */
    else
        aim(world, number > 2 ? number - 1 : number, number, t);
    world->ghost_count = 0; /* of the question, not posed yet */
    if (!repaired && now->made != WEIGHTS) show_right(world);
    if (!repaired && now->made == WEIGHTS && t >= 1) show_right_weights(world);
}
static void case_1(bp_world *world, float t) { show_case(world, 1, false, t); }
static void case_2(bp_world *world, float t) { show_case(world, 2, false, t); }
static void case_3(bp_world *world, float t) { show_case(world, 3, false, t); }
static void case_4(bp_world *world, float t) { show_case(world, 4, false, t); }
static void case_5(bp_world *world, float t) { show_case(world, 5, false, t); }
static void case_6(bp_world *world, float t) { show_case(world, 6, false, t); }
static void repair_1(bp_world *world, float t) { show_case(world, 1, true, t); }
static void repair_2(bp_world *world, float t) { show_case(world, 2, true, t); }
static void repair_3(bp_world *world, float t) { show_case(world, 3, true, t); }
static void repair_4(bp_world *world, float t) { show_case(world, 4, true, t); }
static void repair_5(bp_world *world, float t) { show_case(world, 5, true, t); }
static void repair_6(bp_world *world, float t) { show_case(world, 6, true, t); }

/* The bone's final angle, and what it should be. */
static void measure_angles(bp_world *world, const bp_measure_args *args, float *values) {
    for (int i = 0; i < 2; i++)
        bp_measure_rotation_z(world, &(bp_measure_args){i == 0 ? CASE : RIGHT, 0, args->bone, bp_bone_final},
                              &values[i]);
}

/* clang-format off */
static const bp_readout READOUTS[] = {
    {"farthest vertex of stage 1 is off by", bp_measure_vertex_difference, {RIGHT, CASE, 0, 0}, "%.4f m", NULL},
    {"final angle, left arm", measure_angles, {CASE, 0, ARM, 0}, "%.1f°, should be %.1f°", NULL},
    {"final angle, right arm", measure_angles, {CASE, 0, OTHER, 0}, "%.1f°, should be %.1f°", NULL}};
#define OFF(text, by) {0, text, bp_measure_vertex_difference, {RIGHT, CASE, 0, 0}, .expected = {by}, .tolerance = 5e-5f, .unit = "m"}
#define ANGLE(text, bone, by) {0, text, bp_measure_rotation_z, {CASE, 0, bone, bp_bone_final}, .expected = {by}, .unit = "degrees"}
static const bp_claim CASE1[] = {OFF("Without the inverse bind the hand is 2.5284 m off.", 2.5284f), ANGLE("The right arm, in its bind pose, is rotated by its bind.", OTHER, -30)};
static const bp_claim CASE2[] = {OFF("With weights that add up to 0.7 the hand is 0.9109 m off.", 0.9109f),
    {0, "The arm has 0.7³ = 0.343 of its volume, the character 0.9136.", bp_measure_volume, {CASE, 0, 0, 0}, .expected = {0.913553f}}};
static const bp_claim CASE3[] = {OFF("With the factors swapped the arm rotates about the origin: all of it is 1.2102 m off.", 1.2102f)};
static const bp_claim CASE4[] = {OFF("With the arm first in the array, it is one frame late: 0.5 m.", 0.5f)};
static const bp_claim CASE5[] = {OFF("Transposed, the hand is 3.2672 m off.", 3.2672f), ANGLE("The arm rotates the other way.", ARM, -45)};
static const bp_claim CASE6[] = {OFF("With the body's absolute not computed, everything is a whole metre behind.", 1), {0, "The arm's own angle is right.", bp_measure_rotation_z, {CASE, 0, ARM, bp_bone_final}, .expected = {45}, .unit = "degrees", .holds_before = true}};
static const bp_claim FIXED[] = {{0, "Nothing is off.", bp_measure_vertex_difference, {RIGHT, CASE, 0, 0}, .expected = {1e-6f}, .at_most = true, .unit = "m"}};


#define ASK .text = "What is wrong with this program?", .kind = BP_QUESTION_CHOICE
#define IS_NO_INVERSE "No inverse bind: final = A."
#define IS_SWAPPED "Factors swapped: A B⁻¹."
#define IS_TRANSPOSED "Final is transposed."
#define IS_WEIGHTS "Weights add up to less than 1."
#define IS_UNSORTED "Children before parents."
#define IS_CHILD_ONLY "Only the arm was computed."
static const bp_question ASK1 = {ASK, .caption = "You are the doctor: look at the picture, then at the matrices, then say what is wrong. Both arms are off, even the one in its bind pose. "
               "Select the other bones, too, and compare.",
    .answer = 2, .options = {IS_SWAPPED, IS_TRANSPOSED, IS_NO_INVERSE, IS_WEIGHTS},
    .right = "Without the inverse bind each part gets its bone's whole transform, bind included. So even bones in their bind pose throw their vertices away from themselves.",
    .wrong = {{0, "Then a bone in its bind pose would still have A B⁻¹ = I. The right arm is in its bind pose: does it stay?"},
              {1, "The identity is its own transpose, so the right arm would stay where it was."},
              {3, "Too little weight makes parts smaller. These have kept their size."}},
    .hint = "The right arm is in its bind pose, so its final should be the identity. Select it and look."};
static const bp_question ASK2 = {ASK, .caption = "Compare the local, the absolute and the final matrix with those of the repaired case. Which of them is wrong?",
    .answer = 1, .options = {IS_NO_INVERSE, IS_WEIGHTS, IS_TRANSPOSED, IS_UNSORTED},
    .right = "0.7 of a position lies nearer to the origin of the mesh: the arm shrinks towards it. The real arm is drawn to the floor, where that origin is. Every matrix is right.",
    .wrong = {{0, "Then the absolute inverse bind in the panel would be the identity, and the right arm would be off too."},
              {2, "A transposed rotation keeps the size, and goes the other way. Here the angle is right."},
              {3, "An unsorted array makes bones late, not small. And nothing walks here."}},
    .hint = "All matrices are right, and the arm is smaller. What else goes into a skinned position?"};
static const bp_question ASK3 = {ASK, .caption = "The bones are where they should be, and the flesh is not. Around which point did the arm's flesh go, and which matrix says so?",
    .answer = 0, .options = {IS_SWAPPED, IS_TRANSPOSED, IS_NO_INVERSE, IS_WEIGHTS},
    .right = "A B⁻¹ rotates by the same angle, but about the origin of the mesh instead of the bone's joint. Bones in their bind pose don't show it.",
    .wrong = {{1, "It rotates the right way, by 45°. Transposed, it would be -45°."},
              {2, "The absolute inverse bind is there, as the panel shows, and the right arm is where it belongs."},
              {3, "The arm has kept its size."}},
    .hint = "Size and angle are right. Look at the position in the final matrix: about which point does it rotate?"};
static const bp_question ASK4 = {ASK, .caption = "Everything that stands still would be right. The other arm of the boxes keeps up with the body. What is different about this one?",
    .answer = 3, .options = {IS_CHILD_ONLY, IS_SWAPPED, IS_NO_INVERSE, IS_UNSORTED},
    .right = "prepare goes through the array once. A child that comes before its parent is multiplied by the parent's matrix of the last frame, so it is a frame late.",
    .wrong = {{0, "Then the arm would miss all of the walk, and the body as well. Here one frame of two is missing."},
              {1, "Swapped factors are wrong without any walk. This arm is only late."},
              {2, "Then the right arm would be off too. It keeps up with the body."}},
    .hint = "The body walked 1 m in two frames. The left arm is 0.5 m behind: how many frames is that?"};
static const bp_question ASK5 = {ASK, .caption = "Look at the sign of the angle, then at the last row and the last column of the final matrix.",
    .answer = 2, .options = {IS_SWAPPED, IS_NO_INVERSE, IS_TRANSPOSED, IS_WEIGHTS},
    .right = "The transpose of a rotation is the opposite rotation, and the position lands in the last column, which skinning doesn't read.",
    .wrong = {{0, "Swapped factors keep the angle at 45°. Here it is -45°."},
              {1, "Then the right arm would be off too."},
              {3, "The arm has kept its size."}},
    .hint = "Look at the final matrix: where should the position be, and where is it?"};
static const bp_question ASK6 = {ASK, .caption = "Which matrix moves the bones that you see, and which one did this program take for the flesh? The panel has both numbers.",
    .answer = 1, .options = {IS_UNSORTED, IS_CHILD_ONLY, IS_NO_INVERSE, IS_TRANSPOSED},
    .right = "This program skins by absolute matrices. The arm's was computed from its parent's, which is from before the walk. Compute from the root down, as lesson 08 says.",
    .wrong = {{0, "Then the arm would be a frame late, and the body in time. Here the whole mesh has stayed."},
              {2, "The arm's angle is right, so its bind was removed."},
              {3, "The arm rotates the right way."}},
    .hint = "The bones walked, and the mesh didn't, but the arm's rotation arrived. Look at absolute in the panel: is it current?"};

#define CASE_STEP .stage = CASE, .bone = ARM, .seconds = 1.2f
static const bp_step STEPS[] = {
    {"Case 1. Two characters raise their left arm by 45°: the boxes on stage 1, a real character on stage 2. One program computes the matrices of both, "
     "and it makes a mistake. Look at the right arm, which nothing rotated, and at the real character.",
     case_1, CASE1, BP_COUNT(CASE1), NULL, READOUTS, BP_COUNT(READOUTS), CASE_STEP, .pictured = true},
    {"Repaired: the inverse bind is back, and every final is B⁻¹ A. Bones in their bind pose have the identity again. "
     "If a character looks wrong in its bind pose, look at the bind first.",
     repair_1, .question = &ASK1, CASE_STEP, .arrange = show_right},
    {"Case 2. The final angle is right, but the arm has shrunk and left its shoulder. The real arm is drawn towards the floor.",
     case_2, CASE2, BP_COUNT(CASE2), CASE_STEP, .pictured = true},
    {"Repaired: the weights add up to 1 again. Every matrix was right, and still the flesh was off. "
     "If all matrices are right, look at the mesh. Weights of 0, or a final matrix of zeros, would put all vertices in one point: the origin.",
     repair_2, .question = &ASK2, CASE_STEP, .arrange = show_right_weights},
    {"Case 3. Angle and size are right, but the arm is in the wrong place. So are the real character's arm, legs and head: "
     "every part whose bone was rotated. Take the left arm and rotate it: around which point does its flesh go?",
     case_3, CASE3, BP_COUNT(CASE3), CASE_STEP, .pictured = true},
    {"Repaired: the inverse bind comes first, then the chain. With row vectors it is on the left, because a vertex meets it first. "
     "A character that is right in its bind pose, and wrong in every other, has its factors swapped, or a transposed matrix.",
     repair_3, .question = &ASK3, CASE_STEP, .arrange = show_right},
    {"Case 4. The characters walk 1 m to the right, in two frames. One arm of the boxes is half a metre behind, and the real character comes apart: "
     "the farther a bone is from the hips, the more it trails.",
     case_4, CASE4, BP_COUNT(CASE4), CASE_STEP},
    {"Repaired: the array is sorted, parents first. Only bones below a moved one were late, and only while it moved. The faster it moves, the larger the gap.",
     repair_4, .question = &ASK4, CASE_STEP, .arrange = show_right},
    {"Case 5. The arm goes down instead of up, and has left its shoulder. The real character's legs bend the wrong way too.",
     case_5, CASE5, BP_COUNT(CASE5), CASE_STEP, .pictured = true},
    {"Repaired. Row vectors or column vectors: both work, as long as all of the program agrees. "
     "Look for a position that is in the wrong place of a matrix.",
     repair_5, .question = &ASK5, CASE_STEP, .arrange = show_right},
    {"Case 6. The bones walk, and the flesh stays where it was. Only the left arm's rotation arrives.",
     case_6, CASE6, BP_COUNT(CASE6), CASE_STEP},
    {"Repaired: absolutes are computed from the root down. That was the last case. "
     "Take both characters by an arm or a leg: they hold together.",
     repair_6, FIXED, BP_COUNT(FIXED), &ASK6, CASE_STEP, .arrange = show_right},
};

const bp_lesson_plan bp_lesson = {
    .number = 18, .name = "18_why_it_explodes",
    .title = "Why it explodes",
    .summary = "Six mistakes that everybody makes once, and how to recognise each by its picture.",
    .difficulty = 3, .setup = setup,
    .matrices = BP_MATRIX_LOCAL | BP_MATRIX_ABSOLUTE | BP_MATRIX_FINAL | BP_MATRIX_ABSOLUTE_INVERSE_BIND,
    .steps = STEPS, .step_count = BP_COUNT(STEPS),
    .text = {.goal = "You will be able to say, from the picture and the matrices, which of six mistakes a program makes.",
             .learned = {"Off in the bind pose: the inverse bind is missing. Right in the bind pose, but rotated about the origin: factors swapped.",
                         "Rotated the other way, with a position in the last column: transposed.",
                         "Smaller and drawn to the origin, with every matrix right: weights that don't add up to 1. All in one point: zeros.",
                         "Children late by a frame: they come before their parents. Left behind for good: an absolute matrix that nobody computed."},
             .next = "From a triangle to pixels",
             .teaches = "How to recognise the six usual mistakes of skinning by their pictures and their matrices.",
             .prerequisites = "02_seven_matrices, 08_stale_absolutes, 10_bone_order, 17_smooth_skinning",
             .try_this = {"In each case take the left arm by its flesh and rotate it: about which point does it go?",
                          "In case 4 rotate any bone: that is one more frame, and the late bones catch up."},
             .questions = {"Which of the six mistakes show even in the bind pose, and which only while something moves?",
                           "A hand is torn off, and only while the character runs. What do you look at first?",
                           "The final matrix has numbers in its last column. What happened?"}},
};
