/* Clips from modelling tools: a clip holds local matrices, which include the bind (claims 56 to 58).
 *
 * The arms' bind angles are +30 and -30 degrees. A clip of one frame with just these leaves the mesh as it is; one with 0
 * rotates the left arm by 0 - 30 = -30. With the body rotated by 90 degrees and the arm's local at its bind, removing
 * the bind from the local matrix alone, B^-1 L, gives 0 degrees; removing it in the skeleton's space gives 90.
 *
 * Stage 2 is written to a .glb in memory and read back. Its clip rotates the left arm from 30 to 75 degrees in a
 * second. The inverse bind comes from the skin, not from the clip: T^-1 R^-1 has the translation
 * (-1.1830, -1.0490) at every time (lesson 03 derives it). */
#include <bindpose/bindpose.h>

#define ARM "boneArmLeft"
enum { IN_MEMORY, FROM_FILE };

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
        (made->clips[0] = bp_clip_create(&made->allocator, &(bp_clip_options){"lift", 0}, error)) &&
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
    bp_world_add_model(world, "Read back from a .glb", "skin and clip are apart in the file",
                       through_a_file(world));
    bp_world_note(world, FROM_FILE, "clip lift at 0.00 s");
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
        bp_pose_apply(pose, world->stages[IN_MEMORY].skeleton);
    }
    bp_pose_destroy(pose);
    bp_clip_destroy(clip);
    bp_world_note(world, IN_MEMORY, "clip: body %.3g°, arms %.3g° and %.3g°", (double)body, (double)left,
                  (double)right);
}
static void natural_frame(bp_world *world, float t) { (void)t, show_frame(world, 0, 30, -30); }
static void zero_frame(bp_world *world, float t) { show_frame(world, 0, 30 - 30 * t, -30 + 30 * t); }
static void body_frame(bp_world *world, float t) { show_frame(world, 90 * t, 30 * t, -30 * t); }
static void play(bp_world *world, float t) {
    bp_world_sample_clip(world, FROM_FILE, 0, (double)t);
    bp_world_note(world, FROM_FILE, "clip lift at %.2f s", (double)t);
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
static const bp_readout READOUTS[] = {
    {"local angle: stage 1", bp_measure_rotation_z, {IN_MEMORY, 0, ARM, bp_bone_local}, "%.1f°", NULL},
    {"final angle: stage 1", bp_measure_rotation_z, {IN_MEMORY, 0, ARM, bp_bone_final}, "%.1f°", NULL},
    {"local angle: stage 2", bp_measure_rotation_z, {FROM_FILE, 0, ARM, bp_bone_local}, "%.1f°", "from the file"},
};
static const bp_claim UNCHANGED[] = {
    {56, "A clip of one frame, +30° and -30°, leaves the mesh unchanged: every final is the identity.",
     bp_measure_identity_error, {IN_MEMORY, 0, 0, bp_bone_final}, .expected = {1e-6f}, .at_most = true, .holds_before = true},
};
static const bp_claim ZERO[] = {
    {56, "A clip of 0° rotates the arm by -30°.", bp_measure_rotation_z, {IN_MEMORY, 0, ARM, bp_bone_final}, .expected = {-30}, .unit = "degrees"},
};
static const bp_claim SPACES[] = {
    {57, "The bind is removed in the skeleton's space: 90°. Removed from the local matrix alone it would be 0°.",
     bp_measure_bind_removed_locally, {IN_MEMORY, 0, ARM, bp_bone_final}, 2, {0, 90}, .unit = "degrees"},
};
static const bp_claim PLAYED[] = {
    {0, "The clip came through the file: at its end the arm's local angle is 75°.",
     bp_measure_rotation_z, {FROM_FILE, 0, ARM, bp_bone_local}, .expected = {75}, .unit = "degrees"},
    {58, "The inverse bind is the skin's, equal in every frame.",
     measure_inverse_binds, {FROM_FILE, 0, 0, 0}, 6, {-1.1830127f, -1.0490381f, -1.1830127f, -1.0490381f, -1.1830127f, -1.0490381f}, .unit = "m", .holds_before = true},
};
static const bp_question ZERO_ANGLE = {
    "A clip says 0° for the left arm, whose bind is 30°. By how much does the mesh's arm rotate?", .answer = -30, .unit = "degrees",
    .right = "0 - 30 = -30: the clip's local should include the bind, and here it doesn't.",
    .wrong = {{0, "0 would be \"not moved\" if clips left the bind out. They hold whole local matrices."},
              {30, "The size is right. Removing 30 from 0 gives -30."},
              {-60, "The bind is removed once."}},
    .hint = "Final is the clip's local with the bind removed: 0 - ?"};

static const bp_step STEPS[] = {
    {"A tool exports the local matrix of each bone at each frame. This clip has one frame, the bind pose.",
     natural_frame, UNCHANGED, BP_COUNT(UNCHANGED), .readouts = READOUTS, .readout_count = 3, .bone = ARM},
    {"Now a clip that says 0° for both arms. That is not \"no movement\": see where the arms go.",
     zero_frame, ZERO, BP_COUNT(ZERO), &ZERO_ANGLE, .bone = ARM},
    {"A clip that rotates the body by 90°, arms at their bind. Final must remove the bind in the skeleton's space, or the arms would stay behind.",
     body_frame, SPACES, BP_COUNT(SPACES), .bone = ARM},
    {"Stage 2 was written to a .glb and read back. Its clip plays; its inverse bind matrices are in another part of the file, once.",
     play, PLAYED, BP_COUNT(PLAYED), .bone = ARM, .stage = FROM_FILE, .seconds = 1.5f},
};

const bp_lesson_plan bp_lesson = {
    .number = 14,
    .name = "14_clips_from_tools",
    .title = "Clips from tools",
    .summary = "What a modelling tool exports, and how it includes the bind.",
    .matrices = BP_MATRIX_LOCAL | BP_MATRIX_FINAL | BP_MATRIX_BIND | BP_MATRIX_ABSOLUTE_INVERSE_BIND,
    .difficulty = 2,
    .setup = setup,
    .steps = STEPS,
    .step_count = BP_COUNT(STEPS),
    .text = {.teaches = "That clips hold local matrices, which include the bind, and that the inverse bind comes separately.",
              .prerequisites = "03_bind_pose, 12_linked_nodes",
              .try_this = {"Go to step 2 and rotate the left arm up by 30°: now it is as it was made."},
              .questions = {"Why can one clip be played on two characters with different inverse binds, and what happens?"}},
};
