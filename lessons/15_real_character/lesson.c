/* A real character: a file with a skin, opened (claim 8). Give any glTF file on the command line; without one
 * the lesson opens our own, assets/character.glb.
 *
 * The expected numbers hold for every file: no bone without a node; final matrices that are the file's inverse bind
 * matrix times the node's world matrix; and after a return to rest every vertex where it started. */
#include <bindpose/bindpose.h>
#include <math.h>
#include <stdio.h>

enum { AS_SAVED, MOVING };

/* A joint near the root, so that many others move with it. */
static bp_bone *some_bone(bp_world *world) {
    const bp_skeleton *skeleton = world->stages[MOVING].skeleton;
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
    bp_world_add_file(world, "As saved", "every joint a node, every bone linked to one", path);
    bp_world_add_file(world, "Moving", "the same file, opened again", path);
    if (world->error.kind == BP_ERROR_NONE && !world->stages[MOVING].skeleton)
        bp_world_fail(world, "%s has no skin: this lesson needs a character", path);
    if (world->error.kind != BP_ERROR_NONE) return;
    for (int i = AS_SAVED; i <= MOVING; i++) bp_world_note(world, i, "nothing has moved");
    world->panel_stage = MOVING, world->panel_bone = bp_bone_name(some_bone(world));
    world->show = BP_SHOW_MESH | BP_SHOW_BONES;
}

static void play(bp_world *world, float t) {
    const bp_model *model = world->stages[MOVING].model;
    if (model->clip_count == 0) {
        bp_world_note(world, MOVING, "this file has no clips");
        return;
    }
    double first, last;
    bp_clip_span(model->clips[0], &first, &last);
    double at = first + (last - first) * 0.3 * (double)t;
    bp_world_sample_clip(world, MOVING, 0, at);
    bp_world_note(world, MOVING, "clip %s at %.2f s", bp_clip_name(model->clips[0]), at);
}
static void rotate_node(bp_world *world, float t) {
    bp_world_sample_clip(world, MOVING, -1, 0);
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
    {"largest vertex difference", measure_moved, {MOVING, 0, 0, 0}, "%.3f", "of the character's radius"},
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
    "How many of these bones stay where you put them when you set the bone itself, and not its node?", .answer = 0, .unit = "bones",
    .right = "All are linked: prepare copies every node over its bone.",
    .wrong = {{1, "The root is a joint like the others, and has its node too."},
              {20, "Each of them is overwritten by its node at the next prepare (lesson 12)."},
              {2, "None is special: the file's joints are nodes, all of them."}},
    .hint = "What does prepare do to a linked bone?"};

static const bp_step STEPS[] = {
    {"We open a file. Its joints are nodes of the scene, and each bone is linked to one.",
     NULL, LINKED, BP_COUNT(LINKED), &WHO, READOUTS, BP_COUNT(READOUTS), .stage = MOVING},
    {"The clip moves nodes, prepare copies them to the bones, and finals follow: the file's inverse bind times the node's world matrix.",
     play, FINALS, BP_COUNT(FINALS), .stage = MOVING, .seconds = 2},
    {"Rotate one node by hand: everything below it follows.", rotate_node, ROTATED, BP_COUNT(ROTATED), .stage = MOVING},
    {"Return to rest. A linked bone writes its rest into its node, so the character returns to its saved pose.",
     to_rest, RESTED, BP_COUNT(RESTED), .stage = MOVING},
};

const bp_lesson_plan bp_lesson = {
    .number = 15,
    .name = "15_real_character",
    .title = "A real character",
    .summary = "A file from a modeller's tool, opened: nodes, bones, clip, rest.",
    .matrices = BP_MATRIX_LOCAL | BP_MATRIX_FINAL | BP_MATRIX_ABSOLUTE_INVERSE_BIND | BP_MATRIX_REST,
    .difficulty = 2,
    .takes_file = true,
    .setup = setup,
    .steps = STEPS,
    .step_count = BP_COUNT(STEPS),
    .text = {.teaches = "That everything you learned on three boxes holds for a character with a skin, weights and clips.",
              .prerequisites = "12_linked_nodes, 14_clips_from_tools",
              .try_this = {"Open a character of your own: build/lessons/15_real_character FILE."},
              .questions = {"Which of the seven matrices come from the file, and which are computed?"}},
};
