/* A real character: a file with a skin, opened (claim 8). Give any glTF file on the command line; without one
 * the lesson opens our own, assets/character.glb.
 *
 * The expected numbers hold for every file: no bone without a node; final matrices that are the file's inverse bind
 * matrix times the node's world matrix; and after a return to rest every vertex where it started. */
#include "base/system.h"
#include <bindpose/bindpose.h>
#include <bindpose/lesson_session.h>
#include <math.h>
#include <string.h>

enum { AS_SAVED, MOVING };

/* Of our own file the upper arm; of another one a joint near the root, so that many others move with it. */
static bp_bone *some_bone(bp_world *world) {
    bp_skeleton *skeleton = world->stages[MOVING].skeleton;
    bp_bone *arm = bp_skeleton_find(skeleton, "upper_arm_left");
    if (arm) return arm;
    for (size_t i = bp_skeleton_count(skeleton) / 3; i < bp_skeleton_count(skeleton); i++)
        if (bp_bone_first_child(bp_skeleton_bone(skeleton, i))) return bp_skeleton_bone(skeleton, i);
    return bp_skeleton_bone(skeleton, 0);
}

/* The panel shows absolutes, which prepare leaves stale: they follow the clip and the student's hand here. */
static void compute_absolutes(bp_world *world) {
    for (int i = 0; i < world->stage_count; i++)
        bp_skeleton_compute_absolutes(world->stages[i].skeleton, false);
}
static void setup(bp_world *world) {
    char own[4096];
    const char *path = world->file;
    if (!path) {
        if (!bp_asset_path("character.glb", own, sizeof own, &world->error)) return;
        path = own;
    }
    bp_world_add_file(world, "As saved", "every bone is linked to a node", path);
    bp_world_add_file(world, "Moving", "the same file, opened again", path);
    if (world->error.kind == BP_ERROR_NONE && !world->stages[MOVING].skeleton)
        bp_world_fail(world, "%s has no skin: this lesson needs a character", path);
    if (world->error.kind != BP_ERROR_NONE) return;
    bp_world_note(world, AS_SAVED, "as the file has it");
    bp_world_note(world, MOVING, "nothing has moved yet");
    world->panel_stage = MOVING, world->panel_bone = bp_bone_name(some_bone(world));
    world->show = BP_SHOW_MESH | BP_SHOW_BONES;
    world->write_notes = compute_absolutes;
}

/* Two strides of our own clip "walk", which lasts 13/12 s. Another file's clip plays for as long. */
#define CLIP_SECONDS 2.1666667f

/* The clip of that name, else the first one. */
static int find_clip(const bp_model *model, const char *name) {
    for (size_t i = 0; i < model->clip_count; i++)
        if (strcmp(bp_clip_name(model->clips[i]), name) == 0) return (int)i;
    return 0;
}
static void play(bp_world *world, float t) {
    const bp_model *model = world->stages[MOVING].model;
    if (model->clip_count == 0) {
        bp_world_note(world, MOVING, "this file has no clips");
        return;
    }
    int clip = find_clip(model, "walk");
    double first = 0, last = 0, at = (double)(t * CLIP_SECONDS);
    bp_clip_span(model->clips[clip], &first, &last);
    /* Loops; a stride's end counts as its end, not as the next one's beginning. */
    double length = last - first, strides = length > 0 ? floor(at / length - 1e-4) : 0;
    at = first + at - length * fmax(strides, 0);
    bp_world_sample_clip(world, MOVING, clip, at);
    bp_world_note(world, MOVING, "clip %.40s, %.2f s long, round %d: at %.2f s",
                  bp_clip_name(model->clips[clip]), length, (int)fmax(strides, 0) + 1, at - first);
}
/* Back to the pose in which the file was saved. */
static void stop_clip(bp_world *world) {
    bp_world_sample_clip(world, MOVING, -1, 0);
    bp_world_note(world, MOVING, "as the file has it");
}
static void rotate_node(bp_world *world, float t) {
    bp_bone *bone = some_bone(world);
    bp_quat rotation = bp_quat_from_axis_angle((bp_vec3){0, 0, 1}, bp_radians(40 * t));
    bp_node_set_rotation(bp_bone_node(bone), bp_quat_mul(bp_node_rotation(bp_bone_node(bone)), rotation));
    bp_world_note(world, MOVING, "node of %.40s rotated by %.0f°", bp_bone_name(bone), 40 * (double)t);
}
static void to_rest(bp_world *world, float t) {
    if (t < 1) return;
    bp_skeleton_return_to_rest(world->stages[MOVING].skeleton);
    bp_world_note(world, MOVING, "returned to rest");
}

static void measure_unlinked(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_skeleton *skeleton = world->stages[args->stage].skeleton;
    for (size_t i = 0; i < bp_skeleton_count(skeleton); i++)
        values[0] += bp_bone_node(bp_skeleton_bone(skeleton, i)) == NULL;
}
static void measure_bones(bp_world *world, const bp_measure_args *args, float *values) {
    values[0] = (float)bp_skeleton_count(world->stages[args->stage].skeleton);
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
/* The largest vertex difference between the stages, relative to the character's radius; then, whether it shows. */
static void measure_moved(bp_world *world, const bp_measure_args *args, float *values) {
    (void)args;
    float size = bp_bounds_radius(bp_figure_bounds(world->stages[AS_SAVED].figure));
    bp_measure_vertex_difference(world, &(bp_measure_args){.stage = AS_SAVED, .other = MOVING}, values);
    values[0] /= size;
}
static void measure_seen(bp_world *world, const bp_measure_args *args, float *values) {
    measure_moved(world, args, values);
    values[0] = values[0] > 0.01f ? 1 : 0;
}

/* clang-format off */
static const bp_readout READOUTS[] = {
    {"bones", measure_bones, {MOVING, 0, 0, 0}, "%.0f", NULL},
    {"bones without a node", measure_unlinked, {MOVING, 0, 0, 0}, "%.0f", NULL},
    {"vertices differ from stage 1 by up to", measure_moved, {MOVING, 0, 0, 0}, "%.3f", "of the character's radius"},
};
static const bp_claim LINKED[] = {
    {8, "In a file every bone is linked to a node: joints are ordinary nodes.",
     measure_unlinked, {MOVING, 0, 0, 0}, .expected = {0}, .unit = "bones without one", .holds_before = true},
};
static const bp_claim FINALS[] = {
    {0, "Each final is the file's inverse bind matrix times its node's world matrix.",
     measure_finals, {MOVING, 0, 0, 0}, .expected = {1e-5f}, .at_most = true, .unit = "relative", .holds_before = true},
};
static const bp_claim ROTATED[] = {
    {8, "Rotating the node moves the vertices.", measure_seen, {MOVING, 0, 0, 0}, .expected = {1}, .unit = "(1: yes)", .holds_before = true},
    {0, "And the finals are still inverse bind times node.",
     measure_finals, {MOVING, 0, 0, 0}, .expected = {1e-5f}, .at_most = true, .unit = "relative", .holds_before = true},
};
static const bp_claim RESTED[] = {
    {0, "After a return to rest every vertex is where it was.",
     measure_moved, {MOVING, 0, 0, 0}, .expected = {1e-5f}, .at_most = true, .unit = "of the radius"},
};
static const bp_question WHO = {
    "In this file every joint is a node of the scene. You rotate a bone itself, and leave its node alone. Which bones keep your rotation?",
    .kind = BP_QUESTION_CHOICE, .answer = 0,
    .caption = "A character from a file, opened twice. Stage 1 stays as it was saved, stage 2 will move. "
               "It has a skin, weights and clips, and everything you learned on three boxes holds for it.",
    .options = {"None of them.", "All of them.", "Only the root."},
    .right = "All are linked, so prepare copies every node over its bone. To move a bone, move its node: dragging does that for you.",
    .wrong = {{1, "Until the next prepare. Then each is overwritten by its node (lesson 12)."},
              {2, "The root is a joint like the others, and has its node too."}},
    .hint = "What does prepare do to a linked bone?"};
static const bp_question WHICH_LOCAL = {
    "We rotate the node of an arm. Which local matrices change?",
    .kind = BP_QUESTION_CHOICE, .answer = 2,
    .caption = "The clip has stopped, and the character is back in the pose in which it was saved. Now we rotate one node.",
    .options = {"All of them.", "The arm's, and those of the bones below it.", "Only the arm's."},
    .right = "Local is relative to the parent. Forearm and hand keep theirs. Their absolute and final change, because they include the parent's.",
    .wrong = {{0, "Legs and head don't notice an arm. Not even their absolute matrices change."},
              {1, "Their absolute matrices change, and their final ones. But local is relative to the parent."}},
    .hint = "Relative to what is a local matrix?"};
static const bp_question WHERE_REST = {
    "Now all bones return to rest. If that wrote only the bones' local matrices, what would you see?",
    .kind = BP_QUESTION_CHOICE, .answer = 1,
    .caption = "Finally the character returns to rest, the pose in which it was saved.",
    .options = {"The saved pose.", "Nothing: the arm stays rotated.", "The bind pose."},
    .right = "prepare would copy the nodes over the bones again. So returning to rest writes the rest into the nodes of linked bones.",
    .wrong = {{0, "For one moment, until prepare runs before the next picture."},
              {2, "Rest and bind are two matrices, and prepare reads neither."}},
    .hint = "Who has the last word about a linked bone?"};

static const bp_step STEPS[] = {
    {"Every bone of the character is linked to a node, so its node moves it. Dragging moves nodes too: take an arm of stage 2 and rotate it. "
     "Near a joint a vertex follows several bones, up to four here: press G, and you see their colours mix.",
     NULL, LINKED, BP_COUNT(LINKED), &WHO, READOUTS, BP_COUNT(READOUTS), .stage = MOVING},
    {"The clip plays: it sets nodes, prepare copies them to the bones, and each final is the file's inverse bind times the node's world matrix. "
     "Now take an arm or a leg by its flesh and rotate it, then drag the knob of the timeline. Your rotation stays, on top of the clip.",
     play, FINALS, BP_COUNT(FINALS), .stage = MOVING, .seconds = CLIP_SECONDS, .clip_seconds = CLIP_SECONDS, .pictured = true},
    {"One node is rotated, and everything below it follows. Only the arm's local matrix changed. "
     "Its absolute and final changed, and so did those of forearm and hand: select these, and compare local with final.",
     rotate_node, ROTATED, BP_COUNT(ROTATED), &WHICH_LOCAL, .stage = MOVING, .arrange = stop_clip, .pictured = true},
    {"Back at rest. Each linked bone wrote its rest matrix into its node, so the character returns to the pose in which it was saved. "
     "Pose it as you like: it is yours.",
     to_rest, RESTED, BP_COUNT(RESTED), &WHERE_REST, .stage = MOVING},
};

const bp_lesson_plan bp_lesson = {
    .number = 15,
    .name = "15_real_character",
    .title = "What is inside a character's file?",
    .summary = "A file from a modeller's tool, opened: nodes, bones, clip, rest.",
    .difficulty = 2,
    .matrices = BP_MATRIX_LOCAL | BP_MATRIX_ABSOLUTE | BP_MATRIX_FINAL,
    .takes_file = true,
    .setup = setup,
    .steps = STEPS,
    .step_count = BP_COUNT(STEPS),
    .text = {.goal = "You will be able to say how a file's nodes, clip and skin move a character, and to pose it by hand.",
             .learned = {"In a file every bone is linked to a node. Clips and hands move nodes. One vertex follows up to four bones, as a rule.",
                         "prepare copies each node to its bone. Final is the file's inverse bind times the node's world matrix.",
                         "Rotating a node changes one local matrix, and the absolute and final of everything below.",
                         "Returning to rest sets the nodes too."},
             .next = "How does a hand find its target?",
             .teaches = "How nodes, clips, weights and the skin of a real file work together, just as on three boxes.",
              .prerequisites = "12_linked_nodes, 14_clips_from_tools",
              .try_this = {"Play the clip, take the head, and let the character look to the side while it walks.",
                           "Open a character of your own: build/lessons/15_real_character FILE."},
              .questions = {"Which of the seven matrices come from the file, and which are computed?",
                            "You want a walking character to wave. Which nodes do you set, and when: before the clip, after it, or after prepare?",
                            "A file has a skin and no clips. What can still move its character, and what does prepare do then?"}},
};
