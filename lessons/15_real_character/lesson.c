/* What is inside a character's file: nodes, clips, a skin and weights, opened (claim 8). Give any glTF file
 * on the command line; without one the lesson opens our own, assets/character.glb.
 *
 * The expected numbers hold for every file: no bone without a node; final matrices that are the file's
 * inverse bind matrix times the node's world matrix; and after a return to rest every vertex where it
 * started. */
#include "base/system.h"
#include "rig/engine.h"
#include "shared/boxes.h"
#include <math.h>
#include <string.h>

enum { AS_SAVED, MOVING };
/* Two strides of our own clip "walk", which lasts 13/12 s. Another file's clip plays for as long. */
#define CLIP_SECONDS 2.1666667f

static const bp_stage *moving(const bp_world *world) { return &world->stages[world->stage_count - 1]; }

/* Of our own file the upper arm; of another one a joint near the root, so that many others move with it. */
static bp_bone *some_bone(bp_world *world) {
    bp_skeleton *skeleton = moving(world)->skeleton;
    bp_bone *arm = bp_skeleton_find(skeleton, "upper_arm_left");
    if (arm) return arm;
    for (size_t i = bp_skeleton_count(skeleton) / 3; i < bp_skeleton_count(skeleton); i++)
        if (bp_bone_first_child(bp_skeleton_bone(skeleton, i))) return bp_skeleton_bone(skeleton, i);
    return bp_skeleton_bone(skeleton, 0);
}

static void setup(bp_world *world) {
    char own[4096];
    const char *path = world->file;
    if (!path) {
        if (!bp_asset_path("character.glb", own, sizeof own, &world->error)) return;
        path = own;
    }
    bp_world_add_file(world, "As saved", "", path);
    bp_world_add_file(world, "Yours", "", path);
    if (world->error.kind == BP_ERROR_NONE && !world->stages[MOVING].skeleton)
        bp_world_fail(world, "%s has no skin: this lesson needs a character", path);
    if (world->error.kind != BP_ERROR_NONE) return;
    world->panel_bone = bp_bone_name(some_bone(world));
    bp_world_show_stages(world, MOVING, 1);
    world->show = BP_SHOW_MESH;
    world->write_notes = bp_compute_absolutes;
}
static void rotate_node(bp_world *world, float degrees) {
    bp_node *node = bp_bone_node(some_bone(world));
    bp_quat by = bp_about_z(degrees);
    bp_node_set_rotation(node, bp_quat_mul(bp_node_rotation(node), by));
}
static void rotate(bp_world *world, float t) { rotate_node(world, 40 * t); }
static void ghost_set(bp_skeleton *copy, float id) {
    bp_bone *bone = bp_skeleton_bone_by_id(copy, (size_t)id);
    bp_bone_set_local(bone, bp_bone_rest(bone));
}
static void ghost_up(bp_skeleton *copy, float id) {
    bp_bone *bone = bp_skeleton_bone_by_id(copy, (size_t)id);
    bp_bone_set_rotation(bone, bp_quat_mul(bp_bone_rotation(bone), bp_about_z(40)));
}
/* At the end a program has set the bone back. */
static void rotate_then_set(bp_world *world, float t) {
    rotate(world, t);
    if (t >= 1)
        bp_world_add_ghost(world, MOVING, "set on the bone", ghost_set, (float)bp_bone_id(some_bone(world)));
}
static void show_two(bp_world *world) {
    bp_world_show_stages(world, AS_SAVED, 2);
    world->stages[MOVING].title = "Yours";
    world->show |= BP_SHOW_BONES | BP_SHOW_WEIGHTS;
}
static void show_clip(bp_world *world) {
    bp_world_show_stages(world, MOVING, 1);
    world->show = BP_SHOW_MESH;
    bp_world_sample_clip(world, 0, -1, 0);
}
/* The clip "walk", else the first one. */
static void play_on(bp_world *world, int stage, float t) {
    const bp_model *model = world->stages[stage].model;
    size_t clip = 0;
    if (model->clip_count == 0) return;
    for (size_t i = model->clip_count; i-- > 0;)
        if (strcmp(bp_clip_name(model->clips[i]), "walk") == 0) clip = i;
    double first = 0, last = 0, at = (double)(bp_clamp(t, 0, 1) * CLIP_SECONDS);
    bp_clip_span(model->clips[clip], &first, &last);
    /* Loops; a stride's end counts as its end, not as the next one's beginning. */
    double length = last - first, strides = length > 0 ? floor(at / length - 1e-4) : 0;
    bp_world_sample_clip(world, stage, (int)clip, first + at - length * fmax(strides, 0));
}
static void play(bp_world *world, float t) { play_on(world, world->stage_count - 1, t); }
static void stop_clip(bp_world *world) {
    show_two(world);
    world->show = BP_SHOW_MESH | BP_SHOW_BONES;
    bp_world_sample_clip(world, MOVING, -1, 0);
}
static void to_rest(bp_world *world, float t) {
    rotate_node(world, -40 * t);
    if (t < 1) return;
    bp_skeleton_return_to_rest(moving(world)->skeleton);
    bp_world_add_ghost(world, MOVING, "by local alone", ghost_up, (float)bp_bone_id(some_bone(world)));
}
/* What each part of the file gives to a final matrix; without it, something else. */
static bp_mat4 without_weights(const bp_bone *bone) {
    (void)bone;
    return bp_mat4_identity();
}
enum { NO_WEIGHTS, NO_BINDS, NO_NODES, NO_CLIP, PARTS };
static const char *const LEFT_OUT[] = {"no weights", "no inverse binds", "no nodes", "no clip", NULL};
static void choose(bp_world *world, float part) {
    static bp_final_function *const finals[PARTS] = {[NO_WEIGHTS] = without_weights,
                                                     [NO_BINDS] = bp_bone_chain,
                                                     [NO_NODES] = bp_bone_absolute_inverse_bind};
    const int left_out = (int)bp_clamp(part, 0, PARTS - 1);
    *(int *)bp_world_data(world) = left_out;
    bp_skeleton_replace_final(moving(world)->skeleton, finals[left_out]);
}
static void show_parts(bp_world *world) {
    show_two(world);
    world->stages[AS_SAVED].title = "All four", world->stages[MOVING].title = "One left out";
    world->stages[AS_SAVED].own_view = world->stages[MOVING].own_view = true;
    world->show = BP_SHOW_MESH;
    world->camera.eye = bp_vec3_mix(world->camera.target, world->camera.eye, 2);
}
static void play_parts(bp_world *world, float t) {
    play_on(world, AS_SAVED, t);
    if (*(int *)bp_world_data(world) != NO_CLIP) play(world, t);
}

static void measure_unlinked(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_skeleton *skeleton = world->stages[args->stage].skeleton;
    for (size_t i = 0; i < bp_skeleton_count(skeleton); i++)
        values[0] += bp_bone_node(bp_skeleton_bone(skeleton, i)) == NULL;
}
/* The largest difference of a final from inverse bind times the node's world matrix, relative to its largest
 * entry. */
static void measure_finals(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_skeleton *skeleton = world->stages[args->stage].skeleton;
    for (size_t i = 0; i < bp_skeleton_count(skeleton); i++) {
        const bp_bone *bone = bp_skeleton_bone(skeleton, i);
        bp_mat4 wanted = bp_mat4_mul(bp_bone_absolute_inverse_bind(bone), bp_node_world(bp_bone_node(bone)));
        bp_mat4 got = bp_bone_final(bone);
        for (int k = 0; k < 16; k++) {
            float off = fabsf(got.m[k] - wanted.m[k]) / fmaxf(1, fabsf(wanted.m[k]));
            if (!(off <= values[0])) values[0] = off;
        }
    }
}
/* How many locals differ between the stages. */
static void measure_locals(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_skeleton *saved = world->stages[AS_SAVED].skeleton, *yours = world->stages[MOVING].skeleton;
    (void)args;
    for (size_t i = 0; i < bp_skeleton_count(saved); i++) {
        const bp_mat4 a = bp_bone_local(bp_skeleton_bone(saved, i)),
                      b = bp_bone_local(bp_skeleton_bone(yours, i));
        values[0] += memcmp(&a, &b, sizeof a) != 0;
    }
}
/* The largest vertex difference between the stages, relative to the character's radius. */
static void measure_moved(bp_world *world, const bp_measure_args *args, float *values) {
    (void)args;
    float size = bp_bounds_radius(bp_figure_bounds(world->stages[AS_SAVED].figure));
    bp_measure_vertex_difference(world, &(bp_measure_args){.stage = AS_SAVED, .other = MOVING}, values);
    values[0] /= size;
}

/* clang-format off */ /* tables */
static const bp_readout MOVED[] = {{.label = "vertices moved by up to",
                                    .measure = bp_measure_vertex_difference, .args = {AS_SAVED, MOVING, 0, 0},
                                    .format = "%.2f m"}};
static const bp_step_slider LIMB = {.name = "node", .unit = "°", .min = -40, .max = 40, .to = 40};
static const bp_step_slider TIME = {.name = "time", .unit = " s", .max = CLIP_SECONDS, .to = CLIP_SECONDS,
                                    .decimals = 2};
static const bp_step_slider ONE = {.name = "upper arm", .unit = "°", .max = 40, .to = 40};
static const bp_step_slider REST = PERCENT_SLIDER("back to rest");
static const bp_step_slider FILE_PARTS = {.name = "left out", .names = LEFT_OUT, .from = NO_BINDS,
                                          .to = NO_BINDS, .set = choose};

#define FINALS(words, on)                                                                                    \
    {                                                                                                        \
        .text = words, .measure = measure_finals, .args = {on, 0, 0, 0}, .expected = {1e-5f},                \
        .at_most = true, .unit = "relative", .holds_before = true                                            \
    }

static const bp_question WHO = {
    .text = "The node goes up by 40°, then the bone alone is set back down. Where is the arm after the next "
            "prepare?",
    CHOICE(0, "up", "down, as it was", "half way"),
    .right = "Prepare copies every node over its bone, and the violet arm is all that is left of what was "
             "set. To move a bone, move its node.",
    .wrong = {{1, "Until prepare runs. Then its node is copied over it, as in lesson 12."},
              {2, "Nothing mixes the two: one is copied over the other."}}};
static const bp_question WHICH_LOCAL = {
    .text = "The node of an arm is about to rotate. Which local matrices change?",
    CHOICE(2, "all of them", "the arm's, and those below it", "the arm's alone"),
    .right = "Local counts from the parent: forearm and hand keep theirs. Their absolute and final change, "
             "because these include the parent's.",
    .wrong = {{0, "Legs and head don't notice an arm. Not even their absolute matrices change."},
              {1, "Their absolute and final matrices do. But local counts from the parent."}}};
static const bp_question WHERE_REST = {
    .text = "The arm must go down, and stay down in the next frame. Where must the program write rest?",
    CHOICE(1, "to the bones' locals", "to the nodes", "to the binds"),
    .right = "Prepare copies the nodes over the bones. So the call of lesson 7 writes a linked bone's rest "
             "to its node. Written to its local alone, it would last until the next prepare, and the arm "
             "would be up again, as the violet one.",
    .wrong = {{0, "That lasts for one moment. Who writes a linked bone's local before each frame?"},
              {2, "A bind says where a bone was when the mesh was attached. It moves no bone."}}};

static const bp_step STEPS[] = {
    {.prose = "A character, as a modeller's tool saved it. Take it by any limb, and pull.\n\nAll that you "
              "learned on three boxes holds for it. What is in its file that lets you do this?",
     .code = "bp_gltf_read(context, \"character.glb\", NULL, &model, NULL, &error);",
     .babylon = "SceneLoader.ImportMeshAsync(\"\", \"\", \"character.glb\", scene);",
     .footnote = "For a file of yours: bindpose lesson 15 FILE."},
    {.heading = "Each joint is a node",
     .prose = "The same file twice. Colours tell a bone's vertices from its neighbours'; near a "
              "joint they mix.\n\nEach bone is linked to a node of the scene. The slider rotates the left "
              "upper arm's. The file was loaded with no_write_through: what is set on a bone isn't passed "
              "on to its node.",
     .arrange = show_two, .change = rotate_then_set, .slider = &LIMB, .question = &WHO,
     CLAIMS({.number = 8, .text = "In a file every bone is linked to a node: joints are ordinary nodes.",
             .measure = measure_unlinked, .args = {MOVING, 0, 0, 0}, .expected = {0},
             .unit = "bones without one", .holds_before = true}),
     .stage = MOVING, .code = "bp_node_set_rotation(bp_bone_node(bone), q);",
     .babylon = "bone.getTransformNode().rotationQuaternion = q;"},
    {.heading = "A clip moves nodes",
     .prose = "The clip sets nodes, and prepare copies them to the bones. In this file nodes hang from one "
              "another as the bones do. \n\nTake an arm or the head, and rotate it. Then move the "
              "time: in each frame your rotation is put on the node after the clip has set it.",
     .arrange = show_clip, .change = play, .slider = &TIME,
     CLAIMS(FINALS("Each final is the file's inverse bind matrix times its node's world matrix.", 0)),
     .seconds = CLIP_SECONDS, .clip_seconds = CLIP_SECONDS,
     .code = "bp_model_pose_set(pose, clip, {}, &error);", .babylon = "group.play(true);"},
    {.heading = "Rotate one node",
     .prose = "The clip has stopped, and the character is back as it was saved. Now one node rotates.",
     .arrange = stop_clip, .change = rotate, .slider = &ONE, .question = &WHICH_LOCAL,
     CLAIMS(FINALS("And the finals are still inverse bind times node.", MOVING)),
     READOUTS({.label = "locals that changed", .measure = measure_locals, .format = "%.0f"}),
     .stage = MOVING, .code = "bp_node_set_rotation(bp_bone_node(arm), q);",
     .babylon = "arm.getTransformNode().rotationQuaternion = q;"},
    {.heading = "Back to rest",
     .prose = "Loaded with no_write_through, as in step 2. The loader sets rest to the pose in which the "
              "file was saved. Yours is about to return to it.",
     .change = to_rest, .slider = &REST, .question = &WHERE_REST,
     CLAIMS({.text = "After a return to rest every vertex is where it was.", .measure = measure_moved,
             .expected = {1e-5f}, .at_most = true, .unit = "of the radius"}),
     READOUTS_OF(MOVED),
     .stage = MOVING, .code = "bp_skeleton_return_to_rest(skeleton);", .babylon = "skeleton.returnToRest();",
     .footnote = "Babylon.js's code does the same. Its page says of this call only that the bone returns."},
    {.heading = "Four parts",
     .prose = "A mesh with weights, a skin with inverse binds, nodes with their locals, clips: that is what "
              "the file has. Bones, absolutes and finals are computed.\n\nEach card leaves one out, on "
              "the right. Without inverse binds you see program 1 of lesson 1. Its wrong line was "
              "final = absolute; right is final = absolute inverse bind · absolute.",
     .arrange = show_parts, .change = play_parts, .slider = &TIME, .cards = &FILE_PARTS,
     .seconds = CLIP_SECONDS, .clip_seconds = CLIP_SECONDS,
     .code = "bp_model_inverse_binds(model, 0, out, count, &error);",
     .babylon = "bone.getAbsoluteInverseBindMatrix();", .cover = true},
};

const bp_lesson_plan bp_lesson = {
    LESSON(15, "15_real_character"), .title = "What is inside a character's file?",
    .summary = "A file from a modeller's tool, opened: nodes, clips, skin, weights.", .difficulty = 2,
    .matrices = BP_MATRIX_LOCAL | BP_MATRIX_ABSOLUTE | BP_MATRIX_FINAL, .takes_file = true,
    .text = {.goal = "You will be able to pose a file's character, and say what each part of it does.",
             .learned = {"You can pose a character from a file: move nodes, or let a clip move them.",
                         "Rotating a node changes one local matrix, and the finals of all below it.",
                         "The file has weights, inverse binds, nodes and clips; the rest is computed.",
                         "No clip knows where the door handle is. How does a hand find it?"},
             .next = "How does a hand find its target?",
             .prerequisites = "12_linked_nodes, 14_clips_from_tools",
             .try_this = {"At step 3 let it look to the side while it walks.",
                          "Open a character of your own: build/lessons/15_real_character FILE.",
                          "bindpose inspect FILE: find local, bind and final of one bone."}},
};
