/* Why the angles in a clip aren't those that one sees: a clip holds local matrices, with the bind in them
 * (claims 56 to 58).
 *
 * The arms' bind angles are +30 and -30 degrees. A clip of one frame with just these leaves the mesh as it
 * is; one with 0 rotates the left arm by 0 - 30 = -30. With the body rotated by 40 degrees and the arm's
 * local at its bind, removing the bind from the local matrix alone, B^-1 L, gives 0 degrees; removing it in
 * the skeleton's space 40.
 *
 * Another one is written to a .glb in memory and read back. Its clip rotates the left arm from 30 to 75
 * degrees in a second. The inverse bind comes from the skin, not from the clip: T^-1 R^-1 has the translation
 * (-1.1830, -1.0490) at every time (lesson 03 derives it). */
#include "shared/boxes.h"

enum { ALONG, UPRIGHT, FROM_FILE, LANE_POINTS = 2 };
static const float LANE = 2.2f;         /* metres to either side */
enum { CLIP, ROTATED, UNNAMED, NAMED }; /* what the world's data says: an angle, or the lanes */

/* Adds a track that rotates a bone about Z through these angles, a second apart. */
static bool add_rotations(bp_clip *clip, int bone, float first, float second, bp_error *error) {
    const double times[] = {0, 1};
    bp_quat a = bp_about_z(first), b = bp_about_z(second);
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

/* The angle that the clip holds for the left arm, or the one in final; or two lanes of the file below the
 * character: that angle, and the skin's inverse bind. */
static void paint(bp_world *world, bp_painter *painter) {
    const int lanes = *(int *)bp_world_data(world);
    float angle = 0;
    if (world->stage_count > 1) bp_mark_bone(world, painter, ARM);
    if (lanes <= ROTATED) {
        bp_mark_arm_angle(world, painter, lanes == CLIP ? "clip" : NULL);
        return;
    }
    bp_measure_rotation_z(world, &(bp_measure_args){0, 0, ARM, bp_bone_local}, &angle);
    float t = (angle - 30) / 45, x = bp_mix(-LANE, LANE, t);
    const bp_vec3 slope[] = {{-LANE, -3.1f, 0}, {LANE, -2.3f, 0}},
                  flat[] = {{-LANE, -4.1667f, 0}, {LANE, -4.1667f, 0}},
                  axis[] = {{-LANE, -3.6333f, 0}, {LANE, -3.6333f, 0}}; /* 45 degrees are 0.8 m */
    bp_paint_lines(painter, slope, LANE_POINTS, false, 4, painter->theme->here);
    bp_paint_lines(painter, flat, LANE_POINTS, false, 4, painter->theme->changed);
    bp_paint_lines(painter, (bp_vec3[]){{x, -4.2f, 0}, {x, -2.1f, 0}}, 2, false, 2, painter->theme->quiet);
    bp_paint_disc(painter, bp_vec3_mix(slope[0], slope[1], t), 6, painter->theme->here);
    bp_paint_disc(painter, (bp_vec3){x, flat[0].y, 0}, 6, painter->theme->changed);
    if (lanes == NAMED) bp_paint_label(painter, &slope[0], 1, "30°", painter->theme->here);
    bp_paint_label(painter, &slope[1], 1, lanes == NAMED ? "A, the clip: 75°" : "A", painter->theme->here);
    bp_paint_label(painter, &flat[1], 1, lanes == NAMED ? "B, the skin's inverse bind: -30°" : "B",
                   painter->theme->changed);
    bp_paint_lines(painter, axis, LANE_POINTS, false, 1, painter->theme->quiet);
    bp_paint_label(painter, &axis[0], 1, "0°", painter->theme->quiet);
    bp_paint_label(painter, &axis[1], 1, "1 s", painter->theme->quiet);
}
static void setup(bp_world *world) {
    bp_world_add_character(world, "Bound along the arm", "", BP_BIND_NATURAL);
    bp_world_add_character(world, "Bound straight down", "", BP_BIND_TRANSLATION);
    bp_world_add_model(world, "", "", through_a_file(world));
    if (world->error.kind != BP_ERROR_NONE) return;
    bp_world_show_stages(world, ALONG, 2);
    world->show = BP_SHOW_MESH | BP_SHOW_BONES;
    world->paint = paint;
}
/* Applies a clip of one frame: the angles of body, left and right arm. */
static void show_frame(bp_world *world, int stage, float body, float left, float right) {
    const float rotations[BP_CHARACTER_BONES] = {body, left, right};
    bp_clip *clip = bp_clip_create(NULL, NULL, &world->error);
    bp_pose *pose = clip ? bp_pose_create(NULL, BP_CHARACTER_BONES, NULL, &world->error) : NULL;
    bool ok = pose != NULL;
    for (int i = 0; ok && i < BP_CHARACTER_BONES; i++)
        ok = add_rotations(clip, i, rotations[i], rotations[i], &world->error);
    if (ok) {
        bp_clip_sample(clip, 0, pose);
        bp_pose_apply(pose, world->stages[stage].skeleton, &world->error);
        bp_skeleton_compute_absolutes(world->stages[stage].skeleton, false);
    }
    bp_pose_destroy(pose);
    bp_clip_destroy(clip);
}
static void play_both(bp_world *world, float t) {
    for (int i = 0; i < 2; i++) show_frame(world, i, 0, 30 + 45 * t, -30 - 45 * t);
}
static void show_one(bp_world *world) {
    bp_world_show_stages(world, ALONG, 1);
    show_frame(world, 0, 0, 60, -60);
}
static void to_bind(bp_world *world, float t) { show_frame(world, 0, 0, 60 - 30 * t, -60 + 30 * t); }
static void show_rotated(bp_world *world) { *(int *)bp_world_data(world) = ROTATED; }
static void to_zero(bp_world *world, float t) {
    show_frame(world, 0, 0, 30 - 30 * t, -30 + 30 * t);
    bp_world_add_ghost(world, 0, "as modelled", bp_ghost_in_bind, 0);
}
static void start_body(bp_world *world) {
    show_frame(world, 0, 0, 30, -30);
    world->show = BP_SHOW_MESH;
}
/* With the bind removed from its local matrix alone, an arm that is in its bind stays as modelled. */
static void rotate_body(bp_world *world, float t) {
    show_frame(world, 0, 40 * t, 30, -30);
    bp_world_add_ghost(world, 0, "bind removed from local", bp_ghost_arm_as_modelled, 0);
}
static void show_file(bp_world *world) {
    bp_world_show_stages(world, FROM_FILE, 1);
    *(int *)bp_world_data(world) = CLIP;
    bp_world_sample_clip(world, 0, 0, 0);
}
static void play(bp_world *world, float t) {
    bp_world_sample_clip(world, 0, 0, (double)bp_clamp(t, 0, 1));
    if (t > 0.05f) bp_world_add_ghost(world, 0, "key at 0 s", bp_ghost_arm, 30);
    if (t < 0.95f) bp_world_add_ghost(world, 0, "key at 1 s", bp_ghost_arm, 75);
}
static void show_lanes(bp_world *world) {
    show_file(world);
    world->camera =
        (bp_camera){.eye = {0, -1, 11}, .target = {0, -1, 0}}; /* from the front: axes are level */
    *(int *)bp_world_data(world) = UNNAMED;
}
static void play_lanes(bp_world *world, float t) {
    *(int *)bp_world_data(world) = NAMED;
    bp_world_sample_clip(world, 0, 0, (double)bp_clamp(t, 0, 1));
}

static const float ZERO_ANGLES[] = {30, 0, 60};
static void show_zero(bp_world *world, int option) {
    world->paint = NULL; /* no angle tells which it is */
    show_frame(world, 0, 0, ZERO_ANGLES[option], -ZERO_ANGLES[option]);
}
/* The mesh as modelled; risen by 30; hanging down. */
static void ghost_bind(bp_skeleton *copy, float option) {
    const float angles[] = {30, 60, 0};
    for (int i = BP_BONE_ARM_LEFT; i <= BP_BONE_ARM_RIGHT; i++)
        bp_bone_set_rotation(bp_skeleton_bone_by_id(copy, (size_t)i),
                             bp_about_z((i == BP_BONE_ARM_LEFT ? 1.0f : -1.0f) * angles[(int)option % 3]));
}

/* The inverse bind's translation, x and y, at the clip's beginning, middle and end. */
static void measure_inverse_binds(bp_world *world, const bp_measure_args *args, float *values) {
    for (int i = 0; i < 3; i++) {
        bp_world_sample_clip(world, args->stage, 0, 0.5 * i);
        bp_mat4 m = bp_bone_absolute_inverse_bind(bp_world_bone(world, args->stage, ARM));
        values[2 * i] = m.m[12], values[2 * i + 1] = m.m[13];
    }
}

/* clang-format off */ /* tables */
static const bp_readout ONE[] = {ANGLE_OF("local", 0, ARM, bp_bone_local),
                                 ANGLE_OF("final", 0, ARM, bp_bone_final)};
static const bp_step_slider TIME = {.name = "time", .unit = " s", .max = 1, .to = 1, .decimals = 2};
static const bp_step_slider FRAME = ANGLE_SLIDER("both arms in the clip", 0, ARM, 0, 60, 60, 30);
static const bp_step_slider ZERO = ANGLE_SLIDER("both arms in the clip", 0, ARM, 0, 60, 30, 0);
static const bp_step_slider BODY_ANGLE = ANGLE_SLIDER("body in the clip", 0, BODY, 0, 90, 0, 40);

static const bp_question BIND_FRAME = {
    .text = "The clip's frame now says 30° for the left arm and -30° for the right one, the angles of their "
            "bind. What does the mesh do?", .pose = ghost_bind,
    CHOICE(0, "It goes back to how it was modelled.", "Both arms rise by 30°.",
           "Both arms hang straight down."),
    .right = "A clip holds locals, as a tool exports them, and the bind is in them. At the bind's angles "
             "final is the identity.",
    .wrong = {{1, "The clip says where the bone is, not by how much the mesh moves."},
              {2, "That would be 0° in the clip."}}};
static const bp_question ZERO_ANGLE = {
    .text = "The clip's frame then says 0° for both arms. What will you see?", .picture = show_zero,
    CHOICE(1, "arms as modelled", "arms straight down", "arms raised"),
    .right = "0° in a clip isn't \"not moved\". Local is 0° and the bind 30°, so the mesh rotates by -30°.",
    .wrong = {{0, "For that the clip must say 30°, as in the bind."},
              {2, "For that it must say more than 30°."}}};
static const bp_question WITH_BODY = {
    .text = "The clip rotates the body by 40°. The arms stay at 30° and -30°. By how much does the left "
            "arm's final rotate?",
    CHOICE(1, "0°: its local is its bind", "40°, like the body's", "70°: 40° and its own 30°"),
    .right = "The bind is removed from absolute, which has the body's 40° in it, too. The violet arm has it "
             "removed from local alone, and stays behind.",
    .wrong = {{0, "Then it would be torn off its shoulder, like the violet one."},
              {2, "Its own 30° are in the bind, and cancel."}}};
static const bp_question WHERE_BIND = {
    .text = "One of them is the arm's angle in the clip, the other the arm's inverse bind. Which is the "
            "inverse bind?", CHOICE(1, "A", "B"),
    .right = "It is one matrix for all poses, so it isn't in the clip. The file holds it once for each bone, "
             "in the list of the mesh's bones, which glTF calls its skin.",
    .wrong = {{0, "A changes with the pose. The inverse bind was made when the mesh was attached."}}};

static const bp_step STEPS[] = {
    {.prose = "One clip plays on two characters. Both [left:left arms] get the same angle, and "
              "still one is lifted by 30 degrees more, all the time.\n\nThe characters differ in their bind: "
              "the first [bone:bone] was bound along the arm, the second straight down.", .change = play_both,
     .slider = &TIME,
     READOUTS(ANGLE_OF("the clip says", 0, ARM, bp_bone_local),
              ANGLE_OF("first arm moves by", 0, ARM, bp_bone_final),
              ANGLE_OF("second by", 1, ARM, bp_bone_final)),
     .bone = ARM, .seconds = 2},
    {.heading = "A clip of one frame",
     .prose = "A modelling tool exports a clip: for each [bone:bone] and each frame its local matrix. This "
              "clip has a single frame. The slider sets the angles in it; they begin with raised arms.",
     .arrange = show_one, .change = to_bind, .slider = &FRAME, .question = &BIND_FRAME,
     CLAIMS({.number = 56,
             .text = "A clip of one frame, +30° and -30°, leaves the mesh unchanged: every final is the "
                     "identity.", .measure = bp_measure_identity_error, .args = {0, 0, 0, bp_bone_final},
             .expected = {1e-6f}, .at_most = true}),
     READOUTS_OF(ONE),
     .bone = ARM, .code = "bp_clip_sample(clip, 0, pose);",
     .babylon = "scene.beginAnimation(skeleton, 0, 0);"},
    {.heading = "A clip of zeros",
     .prose = "The arms are as modelled, with 30° and -30° in the clip. Now these angles go down to 0.",
     .arrange = show_rotated, .change = to_zero, .slider = &ZERO, .question = &ZERO_ANGLE,
     CLAIMS({.number = 56, .text = "A clip of 0° rotates the arm by -30°.",
             ANGLE_IS(0, ARM, bp_bone_final, -30)}),
     READOUTS_OF(ONE),
     .bone = ARM},
    {.heading = "A clip that rotates the body",
     .prose = "The arms are back at the angles of their bind. The clip has an angle for the body, too.",
     .arrange = start_body, .change = rotate_body, .slider = &BODY_ANGLE, .question = &WITH_BODY,
     CLAIMS({.number = 57,
             .text = "The bind is removed in the skeleton's space: 40°. Removed from the local matrix alone "
                     "it would be 0°.", .measure = bp_measure_bind_removed_locally,
             .args = {0, 0, ARM, bp_bone_final}, .count = 2, .expected = {0, 40}, .unit = "degrees"}),
     READOUTS_OF(ONE),
     .bone = ARM, .cover = true},
    {.heading = "Between the keys",
     .prose = "The same character and a clip of one second were written to a .glb file and read back. The "
              "[ghost:violet arms] are the clip's two keys; between them the rotation is "
              "interpolated.\n\nLocal and final change together, always 30° apart.", .arrange = show_file,
     .change = play, .slider = &TIME, .stop = 0.4f,
     CLAIMS({.text = "The clip came through the file: at its end the arm's local angle is 75°.",
             ANGLE_IS(0, ARM, bp_bone_local, 75)}),
     READOUTS_OF(ONE),
     .bone = ARM, .seconds = 2, .code = "bp_model_pose_set(pose, clip, {}, &error);",
     .babylon = "group.goToFrame(frame);"},
    {.heading = "Where is the bind?",
     .prose = "Below the character are two things that the file holds for its arm, drawn over a "
              "second: as angles, with time to the right.",
     .arrange = show_lanes, .change = play_lanes, .slider = &TIME, .question = &WHERE_BIND,
     CLAIMS({.number = 58, .text = "The inverse bind is the skin's, equal in every frame.",
             .measure = measure_inverse_binds, .args = {0, 0, 0, 0}, .count = 6,
             .expected = {-1.1830127f, -1.0490381f, -1.1830127f, -1.0490381f, -1.1830127f, -1.0490381f},
             .unit = "m", .holds_before = true}),
     READOUTS_OF(ONE),
     .bone = ARM, .seconds = 2, .code = "bp_model_inverse_binds(model, 0, out, count, &error);",
     .babylon = "bone.getAbsoluteInverseBindMatrix();"},
};

const bp_lesson_plan bp_lesson = {
    LESSON(14, "14_clips_from_tools"), .title = "Why are the angles in a clip not the ones that I see?",
    .summary = "A clip holds local rotations, with the bind in them; the bind is in the skin.",
    .difficulty = 2,
    .matrices = BP_MATRIX_LOCAL | BP_MATRIX_FINAL | BP_MATRIX_BIND | BP_MATRIX_ABSOLUTE_INVERSE_BIND,
    .text = {.goal = "You will be able to read a clip's angles, and find the bind in a file.",
             .learned = {"You can read a clip: it holds local, with the bind in it. 0° isn't \"not moved\".",
                         "You can find the bind in a file: in the skin, once, beside the clips.",
                         "The clip ends, and the character keeps its last pose. How does it get back?"},
             .next = "How do I get back to the idle pose?",
             .prerequisites = "11_rotation",
             .try_this = {"At the first step, which angles must the second character's clip have to look "
                          "like the first one?",
                          "At step 5 drag the arm while the time stands still."}},
};
