/* How to get back to the idle pose: rest, a matrix for the user alone, and the way back to it (claims 25 to
 * 28 and 62).
 *
 * The left arm is bound at 30 degrees; local 75 shows 75 - 30 = 45. Rest at 100 changes nothing, until the
 * bone returns to it. The body's 15 come on top: final rotates by 15 + 75 - 30 = 60, then by 15 + 100 - 30 =
 * 85.
 *
 * The second character's left arm is made with bind 30 and local 75. By the page rest starts as bind: back
 * at rest the arm is at 30, and every final is the identity. The engine starts rest as local: the arm stays
 * at 75, and final is R45 about the shoulder, whose entry farthest from the identity's is the translation's
 * x, 1.2071. */
#include "mesh/shapes.h"
#include "shared/boxes.h"

enum { PERSON, BOXES };
static const bp_vec3 Z = {0, 0, 1};

static void show_rest(bp_world *world) { bp_world_add_ghost(world, 0, "rest pose", bp_ghost_in_rest, 0); }
static void rotate(bp_world *world, const char *bone, float degrees) {
    bp_world_rotate(world, 0, bone, Z, degrees);
}

/* A pulled pose of the person; t = 1 is rest. */
static void back_home(bp_world *world, float t) {
    bp_skeleton *skeleton = world->stages[0].skeleton;
    bp_person_rotate(skeleton, UPPER_ARM, Z, 70 * (1 - t));
    bp_person_rotate(skeleton, FOREARM, Z, 50 * (1 - t));
    bp_person_rotate(skeleton, "upper_arm_right", Z, 40 * (1 - t));
    bp_person_rotate(skeleton, "thigh_left", (bp_vec3){1, 0, 0}, -50 * (1 - t));
    bp_person_rotate(skeleton, "shin_left", (bp_vec3){1, 0, 0}, 60 * (1 - t));
    if (t < 1) bp_world_add_ghost(world, 0, "idle pose", bp_ghost_in_rest, 0);
}
static void setup(bp_world *world) {
    bp_add_person(world, "");
    bp_world_add_character(world, "", "", BP_BIND_NATURAL);
    if (world->error.kind != BP_ERROR_NONE) return;
    bp_world_show_stages(world, PERSON, 1);
    back_home(world, 0);
}
static void show_boxes(bp_world *world) {
    bp_world_show_stages(world, BOXES, 1);
    world->show = BP_SHOW_MESH | BP_SHOW_BONES;
    rotate(world, BODY, 15);
    rotate(world, ARM_RIGHT, -90);
    show_rest(world);
}
static void ghost_arm_at_rest(bp_skeleton *copy, float value) {
    (void)value;
    bp_bone *arm = bp_skeleton_find(copy, ARM);
    bp_bone_set_local(arm, bp_bone_rest(arm));
}
static void show_arm_at_rest(bp_world *world) {
    bp_world_clear_ghosts(world);
    bp_world_add_ghost(world, 0, "left arm's rest", ghost_arm_at_rest, 0);
}
static void set_rest(bp_world *world, float t) {
    bp_bone_set_rest(bp_world_bone(world, 0, ARM), bp_left_arm_local(1, Z, 30 + 70 * t));
}
/* The call, and afterwards the body leans. */
static void return_arm(bp_world *world, float t) {
    bp_bone_return_to_rest(bp_world_bone(world, 0, ARM));
    rotate(world, BODY, bp_mix(-15, 15, t));
}
static void ghost_before(bp_skeleton *copy, float value) {
    (void)value;
    bp_bone_set_rotation(bp_skeleton_find(copy, BODY), bp_about_z(15));
    bp_bone_set_rotation(bp_skeleton_find(copy, ARM_RIGHT), bp_about_z(-90));
}
static void return_all(bp_world *world, float t) {
    rotate(world, BODY, 15 * (1 - t));
    rotate(world, ARM_RIGHT, -30 - 60 * (1 - t));
    if (t >= 1) bp_skeleton_return_to_rest(world->stages[0].skeleton);
    bp_world_add_ghost(world, 0, "before the call", ghost_before, 0);
}
/* The second character: bound at 30 degrees, made at 75. */
static void show_rotated(bp_world *world) {
    const bp_mat4 locals[] = {bp_mat4_identity(), bp_left_arm_local(1, Z, 75),
                              bp_character_local(BP_BIND_NATURAL, BP_BONE_ARM_RIGHT)};
    bp_mesh *mesh = bp_shape_character(bp_context_allocator(world->context), &world->error);
    bp_skeleton *made = bp_character_skeleton(world->context, BP_BIND_NATURAL, locals,
                                              world->engine ? BP_RULES_ENGINE : BP_RULES_PAGE, &world->error);
    world->stage_count = 2; /* the next one is the third */
    bp_world_add_stage(world, "", "", mesh, made);
    bp_world_show_stages(world, 2, 1);
}
static void return_rotated(bp_world *world, float t) {
    float rest = 0;
    bp_measure_rotation_z(world, &(bp_measure_args){0, 0, ARM, bp_bone_rest}, &rest);
    if (t >= 1)
        bp_skeleton_return_to_rest(world->stages[0].skeleton);
    else
        rotate(world, ARM, bp_mix(75, rest, t));
    show_rest(world);
}

static void ghost_arm(bp_skeleton *copy, float degrees) {
    bp_bone_set_rotation(bp_skeleton_find(copy, ARM), bp_about_z(degrees));
}
static void ghost_option(bp_skeleton *copy, float option) {
    ghost_arm(copy, option < 0.5f ? 100 : option < 1.5f ? 145.0f : 75.0f);
}

static void measure_rotations(bp_world *world, const bp_measure_args *args, float *values) {
    const char *const names[] = {BODY, ARM, ARM_RIGHT};
    for (int i = 0; i < 3; i++)
        bp_measure_rotation_z(world, &(bp_measure_args){args->stage, 0, names[i], bp_bone_local}, &values[i]);
}

/* clang-format off */ /* tables */
static const bp_readout LOCAL[] = {ANGLE_OF("left arm's rest", 0, ARM, bp_bone_rest),
                                   ANGLE_OF("local", 0, ARM, bp_bone_local)};
static const bp_step_slider IDLE = PERCENT_SLIDER("back to idle");
static const bp_step_slider HOME = PERCENT_SLIDER("back to rest");
static const bp_step_slider POSE = ANGLE_SLIDER("left arm's local", 0, ARM, 30, 120, 30, 75);
static const bp_step_slider REST = {.name = "left arm's rest", .unit = "°", .min = 30, .max = 100, .from = 30,
                                    .to = 100, .measure = bp_measure_rotation_z,
                                    .args = {0, 0, ARM, bp_bone_rest}};
static const bp_step_slider LEAN = ANGLE_SLIDER("body", 0, BODY, -15, 15, -15, 15);
static const bp_step_slider ALL = PERCENT_SLIDER("all return");

static const bp_question MOVES = {
    .text = "The left arm's rest is set from 30° to 100°. What does the character do?",
    .pose = ghost_option,
    CHOICE(2, "Its left arm goes to 100°.", "Its left arm rotates by 70°.", "It doesn't move."),
    .right = "No other matrix is computed from rest. It waits until a bone is told to return to it. Only the "
             "violet arm has moved.",
    .wrong = {{0, "Only a call returns a bone to its rest. None was made."},
              {1, "Rest isn't added to anything."}}};
static const bp_question WHERE = {
    .text = "The left arm is about to return to its rest. Put it where it will be. The number is its local "
            "angle.", .kind = BP_QUESTION_ANGLE, .answer = 100,
    .unit = "degrees", .tolerance = 7, .pose = ghost_arm, .bone = ARM, .start = 75,
    .right = "Rest is relative to the parent, like local: the arm has 100° from its body, and leans with it.",
    .wrong = {{115, "The body's lean isn't part of the arm's local."},
              {85, "Rest isn't lessened by the body's lean. It counts from the body."},
              {30, "That is the bind. Rest was set to something else."}},
    .hint = "The call copies rest to local."};
static const bp_question STARTS_AS = {
    .text = "Its left arm was bound at 30°, with local at 75° from the start. To which angle does it return?",
    .engine = "By the page's rules 30°: rest starts as the bind. The engine starts it as local, 75°.",
    CHOICE(0, "30°, as in its bind", "75°, as at the start", "45°, the difference"),
    .right = "If it is never set, rest is a copy of the bind. So a return always leads to the bind pose, "
             "unless you say otherwise.",
    .wrong = {{1, "That is its local. Rest was copied from another matrix."},
              {2, "That is by how much the mesh is moved now."}}};

static const bp_step STEPS[] = {
    {.prose = "An animation has ended, and left the person in some pose. Pull it into any other one, by "
              "hands and feet. Then lead it back by the slider: it always finds its way to the "
              "[ghost:idle pose].\n\nWhere is that pose kept?",
     .change = back_home, .slider = &IDLE, .stop = 0.5f,
     .bone = UPPER_ARM},
    {.heading = "A second local, kept aside",
     .prose =
         "Each bone has another matrix of its own: rest. Like local it says where the bone is relative to "
         "its parent, but nothing moves by it. The [ghost:violet figure] has every bone at its rest.\n\nBody "
         "and right arm are posed already. Pose the [left:left arm]: its rest stays where it was.",
     .arrange = show_boxes, .change = bp_raise_arm, .slider = &POSE,
     READOUTS_OF(LOCAL),
     .bone = ARM, .code = "bp_bone_rest(arm);", .babylon = "arm.getRestMatrix();"},
    {.heading = "Set the rest",
     .prose = "[ghost:Violet] now shows the arm's rest on the body as it leans. Rest starts as a copy of the "
              "bind. But an idle pose is rarely the one in which a mesh is modelled, so it can be set. The "
              "[left:left arm]'s rest is about to go from 30° to 100°.",
     .arrange = show_arm_at_rest, .change = set_rest, .slider = &REST, .question = &MOVES,
     CLAIMS({.number = 25, .text = "The left arm's rest is 100° now ...",
             ANGLE_IS(0, ARM, bp_bone_rest, 100)},
            {.number = 25, .text = "... and nothing uses it: final rotates by 15 + 75 - 30 = 60, as before.",
             ANGLE_IS(0, ARM, bp_bone_final, 60), .holds_before = true}),
     READOUTS(ANGLE_OF("left arm's rest", 0, ARM, bp_bone_rest),
              ANGLE_OF("local", 0, ARM, bp_bone_local),
              ANGLE_OF("final", 0, ARM, bp_bone_final)),
     .bone = ARM, .code = "bp_bone_set_rest(arm, m);", .babylon = "arm.setRestMatrix(m);"},
    {.heading = "One bone returns",
     .prose = "Now the left arm alone is told to return to its rest, which is 100° since the step before. "
              "The body leans already, by 15°, and stays so.", .arrange = bp_world_clear_ghosts,
     .change = return_arm, .slider = &LEAN, .question = &WHERE,
     CLAIMS({.number = 26, .text = "The left arm has its rest as local; the other two don't change.",
             .measure = measure_rotations, .args = {0, 0, 0, 0}, .count = 3, .expected = {15, 100, -90},
             .unit = "degrees"}),
     READOUTS(ANGLE_OF("local", 0, ARM, bp_bone_local), ANGLE_OF("final", 0, ARM, bp_bone_final)),
     .bone = ARM, .code = "bp_bone_return_to_rest(arm);", .babylon = "arm.returnToRest();"},
    {.heading = "All return",
     .prose = "The same call for the whole skeleton: every bone copies its rest to its local. Body and right "
              "arm leave the [ghost:violet pose] for their bind, because their rest was never set. The "
              "left arm stays at 100° from the body, and goes back with it.",
     .change = return_all, .slider = &ALL,
     CLAIMS({.number = 27, .text = "All three are at rest: 0°, 100°, -30°.", .measure = measure_rotations,
             .args = {0, 0, 0, 0}, .count = 3, .expected = {0, 100, -30}, .unit = "degrees"}),
     READOUTS({.label = "locals", .measure = measure_rotations, .format = "%.0f°, %.0f°, %.0f°"}),
     .bone = ARM, .code = "bp_skeleton_return_to_rest(skeleton);",
     .babylon = "skeleton.returnToRest();", .cover = true},
    {.heading = "If no rest was set",
     .prose = "Here is a new character. Its bones were made with these locals, and no rest was set.",
     .arrange = show_rotated, .change = return_rotated, .slider = &HOME, .question = &STARTS_AS,
     CLAIMS({.number = 28, .text = "Rest starts as bind: back at rest, the arm is at 30°.",
             ANGLE_IS(0, ARM, bp_bone_local, 30), .page = "rest starts as bind",
             .engine = "rest starts as local: the arm stays at 75°", .engine_expected = {75}},
            {.number = 62, .text = "That is the bind pose: every final is the identity.",
             .measure = bp_measure_identity_error, .args = {0, 0, 0, bp_bone_final}, .tolerance = 1e-6f,
             .page = "return to rest gives the bind pose",
             .engine = "gives the pose that the bones were made in: final of the arm has 1.2071 not 0",
             .engine_expected = {1.2071068f}}),
     READOUTS_OF(LOCAL),
     .bone = ARM,
     .footnote = "Babylon.js's code starts rest as local: there the arm stays at 75°, and its final isn't "
                 "the identity."},
};

const bp_lesson_plan bp_lesson = {
    LESSON(7, "07_rest_pose"), .title = "How do I get back to the idle pose?",
    .summary = "Rest is a second local, kept aside for a return.", .difficulty = 1,
    .matrices = BP_MATRIX_LOCAL | BP_MATRIX_FINAL | BP_MATRIX_BIND | BP_MATRIX_REST,
    .text = {.goal = "You will be able to give a character an idle pose, and return one limb or all of it.",
             .learned = {"You can give a character an idle pose, and return one limb or all of it.",
                         "Setting rest moves nothing. Without one, rest is the bind.",
                         "The arm is back. A program that asks where it is hears something else."},
             .next = "Which of a bone's matrices can I trust?",
             .prerequisites = "14_clips_from_tools",
             .try_this = {"At step 3 lean the body: does the violet arm follow?"}},
};
