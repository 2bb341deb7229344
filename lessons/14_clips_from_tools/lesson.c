/* Clips from modelling tools: a clip holds local matrices, which include the bind (claims 56 to 58).
 *
 * The arms' bind angles are +30 and -30 degrees. A clip of one frame with just these leaves the mesh as it is; one with 0
 * rotates the left arm by 0 - 30 = -30. With the body rotated by 90 degrees and the arm's local at its bind, removing
 * the bind from the local matrix alone, B^-1 L, gives 0 degrees; removing it in the skeleton's space gives 90.
 *
 * Another one is written to a .glb in memory and read back. Its clip rotates the left arm from 30 to 75 degrees in a
 * second. The inverse bind comes from the skin, not from the clip: T^-1 R^-1 has the translation
 * (-1.1830, -1.0490) at every time (lesson 03 derives it). */
#include <bindpose/bindpose.h>
#include <bindpose/lesson_session.h>

#define ARM "boneArmLeft"
enum { ONLY }; /* one stage is shown at a time */

static bp_quat about_z(float degrees) {
    return bp_quat_from_axis_angle((bp_vec3){0, 0, 1}, bp_radians(degrees));
}

/* Adds a track that rotates a bone about Z through these angles, a second apart. */
static bool add_rotations(bp_clip *clip, int bone, float first, float second, bp_error *error) {
    const double times[] = {0, 1};
    bp_quat a = about_z(first), b = about_z(second);
    const float values[] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
    bp_track track = {
        .target = bone, .kind = BP_TRACK_ROTATION, .key_count = 2, .times = times, .values = values};
    return bp_clip_add(clip, &track, error);
}

/* The character as a model with a clip, written to a .glb and read back. */
static bp_model *through_a_file(bp_world *world) {
    bp_error *error = &world->error;
    bp_model *made = bp_character_model(world->context, BP_BIND_NATURAL, error), *read = NULL;
    if (!made) return NULL;
    bp_file glb = {0};
    bp_free(&made->allocator, made->clips); /* the model has no array for clips */
    made->clips = bp_alloc(&made->allocator, 1, sizeof *made->clips, error);
    made->clip_count = made->clips ? 1 : 0;
    if (made->clips &&
        (made->clips[0] = bp_clip_create(&made->allocator, &(bp_clip_options){.name = "lift"}, error)) &&
        add_rotations(made->clips[0], BP_BONE_ARM_LEFT, 30, 75, error) &&
        bp_gltf_write_memory(world->context, made, NULL, &glb, error))
        bp_gltf_read_memory(world->context, glb.data, glb.size, "lift.glb", NULL, NULL, &read, NULL, error);
    bp_file_free(&made->allocator, &glb);
    bp_model_destroy(made);
    return read;
}

static void setup(bp_world *world) {
    bp_world_add_character(world, "A clip of one frame", "local rotations, as a tool exports them",
                           BP_BIND_NATURAL);
    if (world->error.kind != BP_ERROR_NONE) return;
    bp_world_note(world, ONLY, "no clip yet: the bind pose");
}

/* Applies a clip of one frame: the angles of body, left and right arm. */
static void show_frame(bp_world *world, float body, float left, float right) {
    const float rotations[BP_CHARACTER_BONES] = {body, left, right};
    bp_clip *clip = bp_clip_create(NULL, NULL, &world->error);
    bp_pose *pose = clip ? bp_pose_create(NULL, BP_CHARACTER_BONES, NULL, &world->error) : NULL;
    bool ok = pose != NULL;
    for (int i = 0; ok && i < BP_CHARACTER_BONES; i++)
        ok = add_rotations(clip, i, rotations[i], rotations[i], &world->error);
    if (ok) {
        bp_clip_sample(clip, 0, NULL, pose);
        bp_pose_apply(pose, world->stages[ONLY].skeleton, &world->error);
        bp_skeleton_compute_absolutes(world->stages[ONLY].skeleton, false);
    }
    bp_pose_destroy(pose);
    bp_clip_destroy(clip);
    bp_world_note(world, ONLY, "clip: body %.3g°, arms %.3g° and %.3g°", (double)body, (double)left,
                  (double)right);
}
static void natural_frame(bp_world *world, float t) { (void)t, show_frame(world, 0, 30, -30); }
static void zero_frame(bp_world *world, float t) { show_frame(world, 0, 30 - 30 * t, -30 + 30 * t); }

/* The rule that forgets the parent: with the bind removed from its local matrix alone, an arm that is in its bind
 * gets the identity as its final, and stays where it was modelled while the body rotates. */
static void pose_left_behind(bp_skeleton *copy, float value) {
    (void)value;
    for (size_t i = BP_BONE_ARM_LEFT; i < bp_skeleton_count(copy); i++) {
        bp_bone *arm = bp_skeleton_bone_by_id(copy, i);
        bp_mat4 inverse;
        if (bp_mat4_inverse(bp_bone_local(bp_bone_parent(arm)), &inverse))
            bp_bone_set_local(arm, bp_mat4_mul(bp_bone_absolute_bind(arm), inverse));
    }
}
static void body_frame(bp_world *world, float t) {
    show_frame(world, 90 * t, 30 * t, -30 * t);
    if (t >= 1) bp_world_add_ghost(world, ONLY, "bind removed from local", pose_left_behind, 0);
}

/* ---- the clip from the file ---- */

static void pose_arm(bp_skeleton *copy, float degrees) {
    bp_bone_set_rotation(bp_skeleton_find(copy, ARM), about_z(degrees));
}
static void show_file(bp_world *world) {
    bp_world_add_model(world, "Read back from a .glb", "skin and clip are apart in the file",
                       through_a_file(world));
    if (world->error.kind != BP_ERROR_NONE) return;
    bp_world_show_stages(world, 1, 1);
    bp_world_note(world, ONLY, "clip lift, not playing");
}
/* Its keys are ghosts, with their angle in local and in final: as the clip has it, and from the bind. */
static void play(bp_world *world, float t) {
    bp_world_sample_clip(world, ONLY, 0, (double)t);
    bp_world_note(world, ONLY, "clip lift at %.2f s", (double)t);
    if (t > 0.05f) bp_world_add_ghost(world, ONLY, "key 0 s: local 30°, final 0°", pose_arm, 30);
    if (t < 0.95f) bp_world_add_ghost(world, ONLY, "key 1 s: local 75°, final 45°", pose_arm, 75);
}

/* ---- what an answer would look like ---- */

enum { AS_MODELLED, DOWN, UP };
static void show_zero(bp_world *world, int option) {
    const float angles[] = {[AS_MODELLED] = 30, [DOWN] = 0, [UP] = 60};
    show_frame(world, 0, angles[option], -angles[option]);
}

/* The inverse bind's translation, x and y, at the clip's beginning, middle and end. */
static void measure_inverse_binds(bp_world *world, const bp_measure_args *args, float *values) {
    for (int i = 0; i < 3; i++) {
        bp_world_sample_clip(world, args->stage, 0, 0.5 * i);
        bp_mat4 m = bp_bone_absolute_inverse_bind(bp_world_bone(world, args->stage, ARM));
        values[2 * i] = m.m[12], values[2 * i + 1] = m.m[13];
    }
}

/* clang-format off */
static const bp_readout FRAME[] = {
    {"local angle of the left arm", bp_measure_rotation_z, {ONLY, 0, ARM, bp_bone_local}, "%.1f°", "relative to its parent"},
    {"final angle of the left arm", bp_measure_rotation_z, {ONLY, 0, ARM, bp_bone_final}, "%.1f°", "relative to its bind"},
};
static const bp_readout FILE_ANGLES[] = {
    {"local angle of the left arm", bp_measure_rotation_z, {ONLY, 0, ARM, bp_bone_local}, "%.1f°", "relative to its parent"},
    {"final angle of the left arm", bp_measure_rotation_z, {ONLY, 0, ARM, bp_bone_final}, "%.1f°", "relative to its bind"},
    {"position of the inverse bind", bp_measure_position, {ONLY, 0, ARM, bp_bone_absolute_inverse_bind}, "(%.3f, %.3f, %.3f)", "from the skin"},
};
static const bp_claim UNCHANGED[] = {
    {56, "A clip of one frame, +30° and -30°, leaves the mesh unchanged: every final is the identity.",
     bp_measure_identity_error, {ONLY, 0, 0, bp_bone_final}, .expected = {1e-6f}, .at_most = true, .holds_before = true},
};
static const bp_claim ZERO[] = {
    {56, "A clip of 0° rotates the arm by -30°.", bp_measure_rotation_z, {ONLY, 0, ARM, bp_bone_final}, .expected = {-30}, .unit = "degrees"},
};
static const bp_claim SPACES[] = {
    {57, "The bind is removed in the skeleton's space: 90°. Removed from the local matrix alone it would be 0°.",
     bp_measure_bind_removed_locally, {ONLY, 0, ARM, bp_bone_final}, 2, {0, 90}, .unit = "degrees"},
};
static const bp_claim PLAYED[] = {
    {0, "The clip came through the file: at its end the arm's local angle is 75°.",
     bp_measure_rotation_z, {ONLY, 0, ARM, bp_bone_local}, .expected = {75}, .unit = "degrees"},
    {58, "The inverse bind is the skin's, equal in every frame.",
     measure_inverse_binds, {ONLY, 0, 0, 0}, 6, {-1.1830127f, -1.0490381f, -1.1830127f, -1.0490381f, -1.1830127f, -1.0490381f}, .unit = "m", .holds_before = true},
};
static const bp_question BIND_FRAME = {
    "The clip's only frame says: body 0°, left arm 30°, right arm -30°. What will the mesh do?",
    .kind = BP_QUESTION_CHOICE, .answer = 2,
    .caption = "A modelling tool exports a clip: for each bone and each frame its local matrix. "
               "The clip here has a single frame. It holds the angles that the bones are bound with.",
    .options = {"Both arms rise by 30°.", "Both arms hang straight down.", "Nothing changes."},
    .right = "These are the bind angles. A clip holds whole local matrices, and with the bind removed nothing is left.",
    .wrong = {{0, "It would if a clip said how far to rotate from the bind. It says what the local matrix is."},
              {1, "They would with 0° in the clip. It has 30° and -30°."}},
    .hint = "At which angle are the arms bound?"};
static const bp_question ZERO_ANGLE = {
    "The next clip says 0° for both arms. Which picture will you see?",
    .kind = BP_QUESTION_CHOICE, .answer = DOWN, .stage = ONLY, .picture = show_zero,
    .caption = "Now a clip that says 0° for both arms. Does 0° mean \"not moved\"? Think of what the local matrix of an unmoved arm says.",
    .options = {"arms as modelled", "arms straight down", "arms raised"},
    .right = "0° - 30° = -30°: the left arm rotates by -30° from its bind, and then hangs along Y.",
    .wrong = {{AS_MODELLED, "0° would mean \"not moved\" if clips left the bind out. They hold whole local matrices."},
              {UP, "The size is right, the direction isn't: removing 30° from 0° gives -30°."}},
    .hint = "At 0° the bone's own Y axis is upright. The arm runs along that axis."};
static const bp_question WITH_BODY = {
    "The clip says: body 90°, left arm 30°, right arm -30°. By how much will the left arm's final matrix rotate?",
    .kind = BP_QUESTION_CHOICE, .answer = 1,
    .caption = "Now a clip that rotates the body too. Both arms are back at the angles of their bind.",
    .options = {"0°: its local is its bind.", "90°, like the body's.", "120°: 90° and its own 30°."},
    .right = "Final removes the bind in the skeleton's space. Its absolute rotates by 30° + 90°, its absolute bind by 30°, and 90° are left.",
    .wrong = {{0, "That is what removing the bind from the local matrix alone would give. Then the arm would stay behind while the body falls over."},
              {2, "That is its absolute matrix. Final also removes the bind."}},
    .hint = "The arm must stay fixed to the body."};
static const bp_question WHERE_BIND = {
    "A .glb holds this character and a clip. Where are its inverse bind matrices?",
    .kind = BP_QUESTION_CHOICE, .answer = 1,
    .caption = "Now a clip from a file. The same character and a clip of one second were written to a .glb and read back.",
    .options = {"In the clip, one for each key.", "Once, in the skin.", "Nowhere: the first frame is the bind."},
    .right = "The skin lists joints and one inverse bind matrix for each. Clips have only local values, so every clip works with the one skin.",
    .wrong = {{0, "The bind is static: it says how the mesh was modelled. Why write it again for each key?"},
              {2, "A clip may begin in any pose. Then the mesh would be wrong from its first frame on."}},
    .hint = "What does the bind describe, the movement or the mesh?"};

static const bp_step STEPS[] = {
    {"A clip of one frame with the bind angles changes nothing: every final matrix is the identity. "
     "A clip holds whole local matrices, as a modelling tool exports them: relative to the parent, with the bind in them.",
     natural_frame, UNCHANGED, BP_COUNT(UNCHANGED), .question = &BIND_FRAME, .readouts = FRAME, .readout_count = BP_COUNT(FRAME), .bone = ARM},
    {"0° in a clip is not \"unmoved\". Local is 0° and the bind is 30°, so final rotates by -30°: the arms hang straight down. "
     "Take the left arm and rotate it up by 30°: now it is as it was modelled.",
     zero_frame, ZERO, BP_COUNT(ZERO), &ZERO_ANGLE, .bone = ARM, .pictured = true},
    {"The arms went along with the body. Each final matrix removes the bind in the skeleton's space, from absolute, which includes the parents. "
     "The ghost shows the arms of a program that removes the bind from local alone.",
     body_frame, SPACES, BP_COUNT(SPACES), &WITH_BODY, .bone = ARM, .seconds = 1.2f, .pictured = true},
    {"The clip plays. Its keys, at 0 s and at 1 s, are ghosts, and in between the angle is interpolated. "
     "Drag the knob of the timeline: local and final change together, always 30° apart, because the bind stays.",
     play, PLAYED, BP_COUNT(PLAYED), &WHERE_BIND, FILE_ANGLES, BP_COUNT(FILE_ANGLES), .bone = ARM, .seconds = 2,
     .arrange = show_file, .clip_seconds = 1, .pictured = true},
};

const bp_lesson_plan bp_lesson = {
    .number = 14,
    .name = "14_clips_from_tools",
    .title = "Clips from tools",
    .summary = "A clip holds local matrices, as modelling tools export them, and they include the bind.",
    .difficulty = 2,
    .matrices = BP_MATRIX_LOCAL | BP_MATRIX_FINAL | BP_MATRIX_BIND,
    .setup = setup,
    .steps = STEPS,
    .step_count = BP_COUNT(STEPS),
    .text = {.goal = "You will be able to read a clip's angles, and say where in a file the bind is.",
             .learned = {"A clip holds local matrices, and these include the bind. The bind pose as a clip changes nothing.",
                         "0° in a clip is not \"unmoved\": it rotates a bone away from its bind.",
                         "The bind is removed in the skeleton's space, so children go along with their parents.",
                         "Inverse bind matrices are in the skin, once. Clips don't have them."},
             .next = "A real character",
             .teaches = "Why the bind is in a clip's local matrices, and where a file has the inverse bind.",
              .prerequisites = "03_bind_pose, 12_linked_nodes",
              .try_this = {"At step 3 rotate the body back by hand: the arms come along, until they meet the ghost's.",
                           "At step 4 stop the clip half way, take the arm, and move the knob: your rotation comes on top of the clip's."},
              .questions = {"One clip plays on two characters with different binds. Which of their matrices are equal, and which aren't?",
                            "A tool writes 0° for every bone in the bind pose. What do its clips leave out, and what must a loader add?",
                            "Where in a file do you look for an arm's inverse bind matrix, and where for its angle at 0.5 s?"}},
};
