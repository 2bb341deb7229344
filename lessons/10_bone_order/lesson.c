/* Who moves first, parent or child: prepare goes over the array once, so parents come first (claims 40 and
 * 41).
 *
 * Body, left and right arm are in the array as 0, 1, 2. With the left arm in front it is computed from the
 * body's matrix of the frame before. The body walks 1 m a frame to the left, so the arm is 1 m behind.
 *
 * Below the right arm, which is at (-0.5, 1.5) and rotated by -30 degrees, the local position (0.5, 1.5)
 * leads to (-0.5 + 0.5 c + 1.5 s, 1.5 - 0.5 s + 1.5 c) = (0.6830, 2.5490), with c = cos 30, s = sin 30. */
#include "rig/engine.h"
#include "shared/boxes.h"
#include "shared/drawing.h"
#include <stdio.h>

enum { PERSON, BOXES, OTHER_PARENT };
typedef struct state {
    float cursor;  /* how many bones prepare has passed; below 0: no tiles */
    int order;     /* of the cards */
    float degrees; /* of the arm with another parent */
} state;
static state *state_of(bp_world *world) { return bp_world_data(world); }

/* ---- tiles over the lower edge of a stage: the bones in the array's order ---- */

/* They show how far prepare has got. A tile names the bone's parent: prepare finds the parent's new matrix
 * only if its tile comes first. */
enum { TALL = 50, WIDE = 236, GAP = 8, MARGIN = 10, BAR = 5 };

/* One line of a tile, in letters as large as fit. */
static void tile_line(bp_painter *painter, bp_rect rect, int y, const char *text, bp_style style) {
    style.max_width = rect.width - bp_painter_px(painter, 10);
    bp_style whole = style;
    whole.max_width = 0;
    while (style.size > 7 && bp_painter_text_width(painter, text, whole) > style.max_width)
        whole.size = --style.size;
    if (bp_painter_text_width(painter, text, whole) > style.max_width) style.face = BP_FACE_SANS;
    bp_painter_text(painter, rect.x + bp_painter_px(painter, 5), rect.y + bp_painter_px(painter, (float)y),
                    text, style);
}

static void tile(bp_painter *painter, bp_rect rect, const bp_bone *bone, float passed) {
    const bp_theme *theme = painter->theme;
    const bp_bone *parent = bp_bone_parent(bone);
    bool now = passed > 0 && passed < 1;
    bp_painter_box(painter, rect, theme->bar, 4, now ? theme->here : theme->rule);
    char text[64];
    snprintf(text, sizeof text, "%s = bone %d", bp_bone_name(bone), (int)bp_bone_index(bone));
    tile_line(painter, rect, 20, text,
              (bp_style){.size = 15, .face = passed > 0 ? BP_FACE_SANS_BOLD : BP_FACE_SANS});
    snprintf(text, sizeof text, "parent: %s", parent ? bp_bone_name(parent) : "none");
    tile_line(painter, rect, 40, text, (bp_style){.size = 13, .color = theme->quiet});
    bp_rect bar = {rect.x, rect.y + rect.height + bp_painter_px(painter, 2),
                   (int)((float)rect.width * bp_clamp(passed, 0, 1)), bp_painter_px(painter, BAR)};
    if (bar.width > 0) bp_painter_fill(painter, bar, theme->here);
}

static void paint_array(bp_painter *painter, const bp_skeleton *skeleton, float cursor) {
    bp_rect scene = bp_paint_rect(painter), all = scene;
    const int count = (int)bp_skeleton_count(skeleton), gap = bp_painter_px(painter, GAP),
              margin = bp_painter_px(painter, MARGIN), widest = bp_painter_px(painter, WIDE);
    all.height = bp_painter_px(painter, TALL + BAR + MARGIN);
    all.y = scene.y + scene.height - all.height;
    if (!bp_paint_over(painter, all)) return;
    int width = (scene.width - 2 * margin - gap * (count - 1)) / count;
    if (width > widest) width = widest;
    bp_rect rect = {scene.x + margin, all.y, width, bp_painter_px(painter, TALL)};
    for (int i = 0; i < count; i++, rect.x += width + gap)
        tile(painter, rect, bp_skeleton_bone(skeleton, (size_t)i), cursor - (float)i);
}

static void draw_metres(bp_world *world, bp_pen *pen) {
    (void)world;
    bp_pen_metres(pen, -3, 1, -2.2f);
}
static void paint(bp_world *world, bp_painter *painter) {
    if (state_of(world)->cursor >= 0) {
        /* keeps space for the array */
        bp_paint_disc(painter, (bp_vec3){0, -3.7f, 0}, 0, painter->theme->page);
        paint_array(painter, world->stages[0].skeleton, state_of(world)->cursor);
    }
    if (state_of(world)->degrees > 0) /* keeps space for the ring */
        bp_paint_disc(painter, (bp_vec3){0, 3.1f, 0}, 0, painter->theme->page);
    const bp_bone *arm = bp_skeleton_find(world->stages[0].skeleton, ARM);
    const bp_bone *right = arm ? bp_bone_parent(arm) : NULL;
    if (right && right == bp_skeleton_find(world->stages[0].skeleton, ARM_RIGHT))
        bp_mark_arrow(painter, bp_mat4_position(bp_bone_chain(right)), bp_mat4_position(bp_bone_chain(arm)),
                      false, "local");
    else if (right && state_of(world)->cursor >= 0)
        bp_paint_drawing(world, painter, draw_metres);
    if (arm) return;
    const bp_vec3 from = {0, -1.95f, 0},
                  hips = bp_mat4_point(bp_person_world(),
                                       bp_mat4_position(bp_bone_chain(bp_world_bone(world, 0, "hips"))));
    bp_mark_arrow(painter, from, (bp_vec3){hips.x, from.y, 0}, true, "the hips walk");
}
/* All children before their parents. */
static void reverse(bp_world *world, int stage) {
    bp_skeleton *skeleton = world->stages[stage].skeleton;
    size_t ids[64], count = bp_skeleton_count(skeleton);
    for (size_t i = 0; i < count && i < BP_COUNT(ids); i++) ids[i] = count - 1 - i;
    if (count <= BP_COUNT(ids)) bp_skeleton_reorder(skeleton, ids, count, &world->error);
}
static void setup(bp_world *world) {
    bp_add_person(world, "");
    bp_world_add_character(world, "", "", BP_BIND_NATURAL);
    bp_world_add_character(world, "", "", BP_BIND_NATURAL);
    if (world->error.kind != BP_ERROR_NONE) return;
    bp_world_show_stages(world, PERSON, 1);
    world->paint = paint;
    state_of(world)->cursor = -1;
    reverse(world, 0);
    bp_skeleton_prepare(world->stages[0].skeleton);
}
/* A ghost whose bones are computed in order, all of them: it seems to move its root. */
static void ghost_in_order(bp_skeleton *copy, float value) {
    (void)value;
    bp_skeleton_sort(copy);
    bp_bone *root = bp_skeleton_bone(copy, 0);
    bp_bone_set_position(root, bp_bone_position(root));
}
/* The hips walk 0.2 m in each of three frames. */
static void walk_hips(bp_world *world, float t) {
    bp_skeleton *skeleton = world->stages[0].skeleton;
    bp_bone *hips = bp_world_bone(world, 0, "hips");
    int frames = (int)(3 * bp_clamp(t, 0, 1) + 0.5f);
    for (int i = 1; i <= frames; i++) {
        bp_bone_set_position(hips, (bp_vec3){-0.2f * (float)i, 0.93f, 0});
        if (i < frames) bp_skeleton_prepare(skeleton);
    }
    bp_world_add_ghost(world, 0, "where it belongs", ghost_in_order, 0);
}
static void move_body(bp_world *world, float x) {
    bp_bone_set_position(bp_world_bone(world, 0, BODY), (bp_vec3){x, 0, 0});
}
static void show_boxes(bp_world *world) {
    bp_world_show_stages(world, BOXES, 1);
    world->show = BP_SHOW_MESH | BP_SHOW_BONES;
    world->camera.eye = (bp_vec3){-0.9f, 2.2f, 10};
    world->camera.target = (bp_vec3){-0.9f, 0, 0};
    state_of(world)->cursor = 0;
}
/* The bones that prepare has come to are 1 m further; the others are kept where they were by their locals. */
static void pass_bones(bp_world *world, float t) {
    float cursor = BP_CHARACTER_BONES * bp_clamp(t, 0, 1);
    state_of(world)->cursor = cursor;
    move_body(world, cursor >= 1 ? -1 : 0);
    bp_pose_arm(world, 0, 30, (bp_vec3){0.5f + (cursor >= 1 && cursor < 2 ? 1.0f : 0), 1.5f, 0});
    bp_bone_set_position(bp_world_bone(world, 0, ARM_RIGHT),
                         (bp_vec3){-0.5f + (cursor >= 1 && cursor < 3 ? 1.0f : 0), 1.5f, 0});
}
static void arm_first(bp_world *world) {
    const size_t order[] = {BP_BONE_ARM_LEFT, BP_BONE_BODY, BP_BONE_ARM_RIGHT};
    bp_skeleton_reorder(world->stages[0].skeleton, order, BP_COUNT(order), &world->error);
    bp_skeleton_prepare(world->stages[0].skeleton);
    state_of(world)->cursor = 0;
    bp_world_add_ghost(world, 0, "where it belongs", ghost_in_order, 0);
}
static void pass_late(bp_world *world, float t) {
    state_of(world)->cursor = BP_CHARACTER_BONES * bp_clamp(t, 0, 1);
    if (state_of(world)->cursor >= 2) move_body(world, -2);
}
static void hide_tiles(bp_world *world) { state_of(world)->cursor = -1; }
static void choose(bp_world *world, float order) { state_of(world)->order = (int)order; }
static void walk_frames(bp_world *world, float t) {
    bp_skeleton *skeleton = world->stages[0].skeleton;
    int frames = (int)(3 * bp_clamp(t, 0, 1) + 0.5f);
    int order[BP_CHARACTER_BONES];
    size_t ids[BP_CHARACTER_BONES];
    bp_order_of((float)state_of(world)->order, BP_CHARACTER_BONES, order);
    for (int i = 0; i < BP_CHARACTER_BONES; i++) ids[i] = (size_t)order[i];
    bp_skeleton_reorder(skeleton, ids, BP_CHARACTER_BONES, &world->error);
    move_body(world, 0);
    bp_skeleton_prepare(skeleton), bp_skeleton_prepare(skeleton);
    for (int i = 1; i <= frames; i++) {
        bp_skeleton_prepare(skeleton);
        move_body(world, -0.7f * (float)i);
    }
}
static void show_other(bp_world *world) {
    bp_world_show_stages(world, OTHER_PARENT, 1);
    world->camera = bp_character_camera();
    state_of(world)->cursor = -1;
}
static void rotate_other(bp_world *world, float degrees) { state_of(world)->degrees = degrees; }
static void choose_parent(bp_world *world, float card) {
    if (card > 0.5f)
        bp_bone_set_parent(bp_world_bone(world, 0, ARM), bp_world_bone(world, 0, ARM_RIGHT), true,
                           &world->error);
    bp_world_rotate(world, 0, ARM, (bp_vec3){0, 0, 1}, state_of(world)->degrees);
}
static void show_tiles(bp_world *world) {
    state_of(world)->cursor = BP_CHARACTER_BONES;
    bp_skeleton_prepare(world->stages[0].skeleton), bp_skeleton_prepare(world->stages[0].skeleton);
    bp_world_rotate(world, 0, ARM_RIGHT, (bp_vec3){0, 0, 1}, -10);
    bp_world_add_ghost(world, 0, "where it belongs", ghost_in_order, 0);
}
static void next_frame(bp_world *world, float t) {
    if (t < 0.5f) return;
    bp_skeleton_sort(world->stages[0].skeleton);
    bp_world_rotate(world, 0, ARM_RIGHT, (bp_vec3){0, 0, 1}, -10);
}

static void ghost_at(bp_skeleton *copy, float option) {
    static const float x[] = {-2, -1, 0};
    bp_skeleton_sort(copy);
    bp_bone *body = bp_skeleton_find(copy, BODY), *arm = bp_skeleton_find(copy, ARM);
    bp_vec3 at = bp_bone_position(arm);
    at.x = 0.5f + x[(int)bp_clamp(option, 0, 2)] - bp_bone_position(body).x;
    bp_bone_set_position(arm, at);
}

/* How far the arm is from the body's shoulder, along X. */
static void measure_lag(bp_world *world, const bp_measure_args *args, float *values) {
    float body = bp_bone_chain(bp_world_bone(world, args->stage, BODY)).m[12];
    values[0] = bp_bone_chain(bp_world_bone(world, args->stage, ARM)).m[12] - (body + 0.5f);
}
/* Where the hips are, and how far the head trails behind its place. */
static void measure_trail(bp_world *world, const bp_measure_args *args, float *values) {
    (void)args;
    bp_vec3 hips = bp_mat4_position(bp_bone_chain(bp_world_bone(world, 0, "hips"))),
            head = bp_mat4_position(bp_bone_chain(bp_world_bone(world, 0, "head")));
    values[0] = head.x - hips.x;
}
/* Whether the array is sorted; the left arm's index. */
static void measure_slot(bp_world *world, const bp_measure_args *args, float *values) {
    values[0] = bp_skeleton_is_sorted(world->stages[args->stage].skeleton) ? 1 : 0;
    values[1] = (float)bp_bone_index(bp_world_bone(world, args->stage, ARM));
}

/* clang-format off */ /* tables */
static const bp_readout LAG[] = {
    {.label = "the left arm trails by", .measure = measure_lag, .args = {0, 0, 0, 0}, .format = "%.1f m"}};
static const bp_readout BONE_AT[] = {
    POSITION_OF("the arm's bone is at", 0, ARM, bp_bone_chain, "(%.2f, %.2f)")};
static const char *const ORDERS[] = {"body", "left arm", "right arm", NULL};
static const char *const SORTED_OR_NOT[] = {"as it is", "sort", NULL};
static const bp_step_slider PASSED = {.name = "bones computed", .max = 3, .step = 1, .to = 3};
static const bp_step_slider FRAMES = {.name = "frame", .max = 3, .step = 1, .to = 3};
static const bp_step_slider ORDER = {
    .name = "order", .names = ORDERS, .ordered = true, .set = choose};
static const char *const PARENTS[] = {"parent: body", "parent: right arm", NULL};
static const bp_step_slider PARENT = {.name = "parent", .names = PARENTS, .to = 1, .set = choose_parent};
static const bp_step_slider LOCAL = {.name = "local", .unit = "°", .min = 30, .max = 75, .from = 30, .to = 30,
                                     .set = rotate_other, .measure = bp_measure_rotation_z,
                                     .args = {0, 0, ARM, bp_bone_local}};
static const bp_step_slider SORT = {.name = "call", .names = SORTED_OR_NOT, .to = 1};

static const bp_question WHERE = {
    .text = "The left arm is the first bone of the array. The body walks on, from x = -1 to x = -2, and "
            "prepare runs once. Where is the arm then?", .pose = ghost_at,
    CHOICE(1, "at its shoulder", "as if the body were at -1", "as if the body were at 0"),
    .right = "Prepare multiplies the arm's local by what it finds for the parent: the matrix of the frame "
             "before. The body's new one is computed after that.",
    .wrong = {{0, "For that the body must be computed before the arm."}, {2, "That was two frames ago."}}};
static const bp_question WHAT_JUMPS = {
    .text = "The left arm gets the right arm as its parent, and keeps its local. What jumps?",
    CHOICE(1, "bone and mesh", "the bone alone", "neither of them"),
    .right = "From the right shoulder the same local leads into the air: there the bone is now, and there "
             "it is bound. So final is the identity, and the mesh stays until you rotate the bone.",
    .wrong = {{0, "It would if the bind had been kept. What is final in the bind pose?"},
              {2, "Local counts from the parent, and that is another one."}}};
static const bp_question SORTING = {
    .text = "The right arm is the left arm's parent now. In which order must the array have them?",
    .kind = BP_QUESTION_ORDER, .answer = 231, .options = {"left arm", "body", "right arm"},
    .right = "Each parent comes before its children, so the left arm goes along with the right one. Its "
             "tile has moved and keeps its number, by which vertices name bones: 1 is the left arm.",
    .wrong = {{213, "That is the order as it was made. The left arm would come before its parent."},
              {321, "The right arm has a parent, too: the body."},
              {123, "The left arm has a parent that has a parent."}},
    .hint = "Begin with the one that has no parent."};

static const bp_step STEPS[] = {
    {.prose = "All matrices are right, all calls are made, and the person falls apart as soon as its hips "
              "walk: the farther a bone is from them, the more it trails behind the [ghost:violet person]. "
              "When it stands still for a while, it is whole again.\n\nWhat is wrong here isn't a number. "
              "It is an order.", .change = walk_hips,
     .slider = &FRAMES,
     READOUTS({.label = "the head trails by", .measure = measure_trail, .format = "%.1f m"}),
     .bone = "hips"},
    {.heading = "Prepare goes over the array once",
     .prose = "A skeleton keeps its bones in an array, drawn as tiles. Prepare goes over it once, from left "
              "to right. For each bone it multiplies local by what it finds for the parent.\n\nThe body has "
              "moved by 1 m to x = -1, and only its own tile is done. Drag on: one arm after the other "
              "arrives.", .arrange = show_boxes, .change = pass_bones, .slider = &PASSED, .stop = 1.0f / 3,
     CLAIMS({.text = "In order, body and arm move together.", POSITION_IS(0, ARM, bp_bone_final, -1, 0, 0)}),
     READOUTS_OF(LAG),
     .bone = ARM, .seconds = 2, .code = "bp_skeleton_prepare(skeleton);", .babylon = "skeleton.prepare();"},
    {.heading = "The child's tile first",
     .prose = "The left arm's tile is first now, and still says bone 1: vertices know the bone by that "
              "number. The [ghost:violet outline] shows where that arm belongs.",
     .arrange = arm_first, .change = pass_late, .slider = &PASSED, .question = &WHERE,
     CLAIMS({.number = 40, .text = "With the child first, the child is a frame late: 1 m behind.",
             .measure = measure_lag, .args = {0, 0, 0, 0}, .expected = {1}, .unit = "m"}),
     READOUTS_OF(LAG),
     .bone = ARM, .seconds = 2},
    {.heading = "Sort: parents first",
     .prose = "One call puts parents before their children. Nothing else changes.\n\nThe cards are the array "
              "now. Drag them into other orders, and let three frames run: two of the six orders are right.",
     .arrange = hide_tiles, .change = walk_frames, .slider = &FRAMES, .cards = &ORDER,
     CLAIMS({.number = 41, .text = "Sorting puts parents first again, and nothing lags.",
             .measure = measure_lag, .args = {0, 0, 0, 0}, .tolerance = 1e-6f, .unit = "m"}),
     READOUTS_OF(LAG),
     .bone = ARM, .seconds = 2, .code = "bp_skeleton_sort(skeleton);", .babylon = "skeleton.sortBones();"},
    {.heading = "A new parent",
     .prose = "Orders go wrong when bones get other parents. Here the [left:left arm]'s bone is about "
              "to become a child of the right arm. The call keeps its local, and binds the bone anew, "
              "wherever it is then.", .arrange = show_other, .slider = &LOCAL,
     .cards = &PARENT, .question = &WHAT_JUMPS,
     CLAIMS({.text = "The bone jumps to (0.6830, 2.5490) ...", .measure = bp_measure_position,
             .args = {0, 0, ARM, bp_bone_chain}, .count = 3, .expected = {0.6830127f, 2.5490381f, 0},
             .tolerance = 1e-6f, .unit = "m"},
            {.text = "... and every final is the identity: the mesh stays.",
             .measure = bp_measure_identity_error, .args = {0, 0, 0, bp_bone_final}, .expected = {1e-6f},
             .at_most = true, .holds_before = true}),
     READOUTS_OF(BONE_AT),
     .bone = ARM, .code = "bp_bone_set_parent(arm, right, true, &error);",
     .babylon = "arm.setParent(right);", .cover = true},
    {.heading = "Sort again",
     .prose = "The right arm sinks by 20°, and prepare runs once. The left arm's tile comes before that of "
              "its new parent, so it is late again. Its vertices say \"bone 1\".",
     .arrange = show_tiles, .change = next_frame, .slider = &SORT, .question = &SORTING,
     CLAIMS({.number = 41, .text = "Sorted, and bone 1 of the vertices is still the left arm.",
             .measure = measure_slot, .args = {0, 0, 0, 0}, .count = 2, .expected = {1, 1},
             .unit = "(1: yes), index", .page = "sorting corrects the order; vertices keep their bones",
             .engine = "bones without an explicit index are numbered by position: the left arm becomes bone "
                       "2, and the right arm's vertices follow it", .engine_expected = {1, 2}}),
     READOUTS_OF(BONE_AT),
     .bone = ARM, .code = "bp_skeleton_sort(skeleton);", .babylon = "skeleton.sortBones();",
     .footnote = "Babylon.js numbers bones by their tile. There, after sorting, the left arm's bone moves "
                 "the right arm's mesh."},
};

const bp_lesson_plan bp_lesson = {
    LESSON(10, "10_bone_order"), .title = "Who moves first, parent or child?",
    .summary = "Prepare goes over the array once, so parents must come first.", .difficulty = 2,
    .matrices = BP_MATRIX_LOCAL | BP_MATRIX_FINAL,
    .text = {.goal = "You will be able to recognise a late child, and mend it.",
             .learned = {"You can recognise a late child, and mend it by sorting.",
                         "A bone with a new parent keeps its local, so it jumps; its bind is made anew.",
                         "Vertices name bones by index; sorting doesn't change that.",
                         "A new parent made a new bind. Who else does that, and what is computed then?"},
             .next = "Why did the hand fall off?",
             .prerequisites = "13_into_the_world",
             .try_this = {"At step 4 go back to frame 0: is the late arm right there?",
                          "At step 5 set the local that keeps the bone in its place."}},
};
