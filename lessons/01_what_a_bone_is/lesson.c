/* What moves when a bone moves: a tree of bones, and vertices that follow by weights (claims 1, 2, 12, 20,
 * 42, 43).
 *
 * A box has 6 faces with 4 vertices and 2 triangles each: 24 vertices, 36 indices; three boxes have 72 and
 * 108.
 *
 * The local matrix of the left arm's bone, its Y scaled by k, rotated by a about Z, at (x, y, 0), row by row:
 * (c, s, 0), k (-s, c, 0), (0, 0, 1), (x, y, 0). With a = 75: c = 0.2588, s = 0.9659; with k = 1.2 the second
 * row is (-1.1591, 0.3106, 0). The arm runs along the bone's -Y, so k makes it longer. */
#include "rig/engine.h"
#include "shared/boxes.h"
#include <math.h>
#include <stdio.h>

enum { BROKEN, SOUND, BOXES };
typedef struct state {
    enum { NOTHING, VERTEX, ANGLES, POSITION, AXES } marks;
    size_t vertex; /* the one that is marked */
} state;

static state *state_of(bp_world *world) { return bp_world_data(world); }

/* Where a bone alone would have the vertex, in world space. */
static bp_vec3 moved_by(bp_world *world, const char *bone) {
    const bp_stage *stage = &world->stages[0];
    bp_mat4 final = bp_bone_final(bp_world_bone(world, 0, bone));
    bp_vec3 at = bp_mat4_point(final, stage->mesh->positions[state_of(world)->vertex]);
    return bp_mat4_point(bp_figure_world(stage->figure), at);
}
static void paint_vertex(bp_world *world, bp_painter *painter) {
    const bp_mesh *mesh = world->stages[0].mesh;
    float weight = mesh->weights[state_of(world)->vertex * (size_t)mesh->influences];
    bp_vec3 arm = moved_by(world, UPPER_ARM), body = moved_by(world, "shoulder_left");
    bp_vec3 at = bp_vec3_mix(body, arm, weight);
    bp_paint_lines(painter, (bp_vec3[]){body, arm}, 2, false, 2, painter->theme->ghost);
    bp_mark_point(painter, body, 11, "by the chest alone",
                  painter->theme->ghost); /* a ring about the vertex */
    bp_mark_point(painter, arm, 11, "by the arm alone", painter->theme->ghost);
    bp_paint_disc(painter, at, 8, painter->theme->selected);
}
/* The local matrix as a table, with those rows as arrows in its colours that the step speaks of. */
static void paint_rows(bp_world *world, bp_painter *painter) {
    static const char *const names[] = {"X", "Y", "Z", "position"};
    const bp_mat4 m = bp_bone_local(bp_world_bone(world, 0, ARM));
    const bp_rect scene = bp_paint_rect(painter);
    const int wide = bp_painter_px(painter, 250), tall = bp_painter_px(painter, 21);
    bp_vec2 corner = {0, 0};
    bp_paint_project(painter, (bp_vec3){1.5f, -0.9f, 0}, &corner);
    bp_rect line = {bp_clamp_int((int)corner.x, scene.x, scene.x + scene.width - wide), (int)corner.y, wide,
                    tall};
    for (int row = 0; row < 4; row++) {
        const bp_rgba8 color = bp_theme_axis(painter->theme, row);
        const float *n = &m.m[4 * row];
        const bp_vec3 axis = {n[0], n[1], n[2]}, joint = bp_mat4_position(m),
                      tip = row == 3 ? joint : bp_vec3_add(joint, bp_vec3_scale(axis, 0.7f));
        char text[64];
        snprintf(text, sizeof text, "%5.2f %5.2f %5.2f %2.0f %s", (double)n[0], (double)n[1], (double)n[2],
                 (double)n[3], names[row]);
        line.y += tall;
        if (scene.width > 2 * wide && bp_paint_over(painter, line))
            bp_painter_text(painter, line.x, line.y, text,
                            (bp_style){.size = 13, .face = BP_FACE_MONO, .color = color});
        if (row == 2 || (row == 3) != (state_of(world)->marks == POSITION)) continue;
        bp_paint_arrow(painter, row == 3 ? (bp_vec3){0} : joint, tip, color);
        bp_paint_label(painter, &tip, 1, names[row], color);
    }
}
/* The arm's own angle; and once the body leans, its angle from straight down. */
static void paint_angles(bp_world *world, bp_painter *painter) {
    const bp_bone *arm = bp_world_bone(world, 0, ARM);
    const bp_mat4 chain = bp_bone_chain(arm);
    const float local = bp_degrees(bp_atan2(bp_bone_local(arm).m[1], bp_bone_local(arm).m[0]));
    bp_angle_arc down = {.center = bp_mat4_position(chain), .radius = 1.1f, .of_ghost = true};
    down.to = bp_degrees(bp_atan2(chain.m[1], chain.m[0]));
    snprintf(down.name, sizeof down.name, "%.0f° from straight down", (double)down.to);
    bp_mark_arm_angle(world, painter, "its own");
    if (fabsf(down.to - local) > 0.5f) bp_mark_arc(painter, &down);
}
static void paint(bp_world *world, bp_painter *painter) {
    if (state_of(world)->marks == VERTEX) paint_vertex(world, painter);
    if (state_of(world)->marks == ANGLES) paint_angles(world, painter);
    if (state_of(world)->marks >= POSITION) paint_rows(world, painter);
}

static void follow(bp_world *world) { bp_person_follow(world, 0, 1); }
static void setup(bp_world *world) {
    bp_add_person(world, "One line is wrong");
    bp_add_person(world, "Sound");
    bp_world_add_character(world, "", "", BP_BIND_NATURAL);
    if (world->error.kind != BP_ERROR_NONE) return;
    bp_skeleton_replace_final(world->stages[BROKEN].skeleton, bp_bone_chain); /* the bind is never undone */
    world->stages[BROKEN].own_view = true;
    bp_world_show_stages(world, BROKEN, 2);
    world->panel_bone = UPPER_ARM;
    world->update = follow;
    world->paint = paint;
}
static void show_person(bp_world *world) {
    bp_world_show_stages(world, SOUND, 1);
    world->update = NULL;
    world->show |= BP_SHOW_BONES;
}
static void raise_arm(bp_world *world, float t) {
    bp_person_rotate(world->stages[0].skeleton, UPPER_ARM, (bp_vec3){0, 0, 1}, 85 * t);
}

/* The vertex nearest to the front of the shoulder gets two bones. */
static void mark_vertex(bp_world *world) {
    const bp_mesh *mesh = world->stages[0].mesh;
    bp_skeleton *skeleton = world->stages[0].skeleton;
    bp_bone *arm = bp_world_bone(world, 0, UPPER_ARM), *chest = bp_world_bone(world, 0, "shoulder_left");
    raise_arm(world, 0);
    bp_quat parent = bp_quat_from_mat4(bp_bone_absolute_bind(chest));
    bp_vec3 up = bp_quat_rotate(bp_quat_conjugate(parent), (bp_vec3){0, 0.1f, 0});
    bp_bone_set_position(arm, bp_vec3_add(bp_bone_position(arm), up));
    bp_skeleton_prepare(skeleton);
    bp_vec3 wanted = bp_mat4_position(bp_bone_absolute_bind(arm));
    wanted.z += 0.08f;
    float best = INFINITY;
    for (size_t v = 0; v < mesh->vertex_count; v++) {
        float away = bp_vec3_distance(mesh->positions[v], wanted);
        if (away < best) best = away, state_of(world)->vertex = v;
    }
    size_t first = state_of(world)->vertex * (size_t)mesh->influences;
    for (int i = 0; i < mesh->influences; i++) mesh->weights[first + (size_t)i] = i == 1;
    mesh->joints[first] = (uint16_t)bp_bone_index(arm);
    mesh->joints[first + 1] = (uint16_t)bp_bone_index(chest);
    state_of(world)->marks = VERTEX;
    world->close_up = true;
    world->camera.target = bp_mat4_point(bp_person_world(), wanted);
    world->camera.target.x -= 0.22f; /* both hands are seen */
    world->camera.eye = bp_vec3_add(world->camera.target, (bp_vec3){0.25f, 0.2f, 2.6f});
    world->show = BP_SHOW_MESH;
}
static void weigh(bp_world *world, float t) {
    const bp_mesh *mesh = world->stages[0].mesh;
    size_t first = state_of(world)->vertex * (size_t)mesh->influences;
    mesh->weights[first] = 0.5f * t, mesh->weights[first + 1] = 1 - 0.5f * t;
}
static void show_both(bp_world *world) {
    bp_bone *arm = bp_world_bone(world, 0, UPPER_ARM);
    bp_bone_set_position(arm, bp_mat4_position(bp_bone_rest(arm)));
    bp_world_show_stages(world, SOUND, 2);
    world->stages[0].title = "21 bones", world->stages[1].title = "3 bones";
    state_of(world)->marks = NOTHING;
    world->close_up = false;
    world->camera = bp_character_camera();
    world->show = BP_SHOW_MESH;
}
static void rotate_both(bp_world *world, float t) {
    bp_person_rotate(world->stages[0].skeleton, UPPER_ARM, (bp_vec3){0, 0, 1}, 45 * t);
    bp_pose_arm(world, 1, 30 + 45 * t, BP_SHOULDER);
}
static void show_boxes(bp_world *world) {
    bp_world_show_stages(world, BOXES, 1);
    bp_pose_arm(world, 0, 30, BP_SHOULDER);
    world->show = BP_SHOW_MESH | BP_SHOW_BONES | BP_SHOW_NAMES;
    world->panel_bone = ARM;
    state_of(world)->marks = ANGLES;
}
static void lean(bp_world *world, float t) { bp_world_rotate(world, 0, BODY, (bp_vec3){0, 0, 1}, 20 * t); }
static void stand_upright(bp_world *world) {
    lean(world, 0);
    world->show = BP_SHOW_MESH | BP_SHOW_BONES;
    state_of(world)->marks = POSITION;
    bp_world_add_ghost(world, 0, "as before", bp_ghost_in_bind, 0);
}
static void lift(bp_world *world, float t) { bp_pose_arm(world, 0, 30, (bp_vec3){0.5f, 1.5f + 0.5f * t, 0}); }
static void show_rows(bp_world *world) {
    bp_pose_arm(world, 0, 30, BP_SHOULDER);
    state_of(world)->marks = AXES;
}
/* Writes the whole matrix. */
static void stretch(bp_world *world, float t) {
    bp_mat4 m = bp_left_arm_local(1, (bp_vec3){0, 0, 1}, 75);
    for (int i = 4; i < 7; i++) m.m[i] *= 1 + 0.2f * t;
    bp_bone_set_local(bp_world_bone(world, 0, ARM), m);
}
static bp_vec3 tip_of_y(bp_world *world) {
    bp_mat4 m = bp_bone_local(bp_world_bone(world, 0, ARM));
    return bp_vec3_add(bp_mat4_position(m), bp_vec3_scale((bp_vec3){m.m[4], m.m[5], m.m[6]}, 0.7f));
}
/* The tip of the Y arrow: its direction is the rotation, its length the scale. */
static void drag_y(bp_world *world, bp_vec3 tip) {
    bp_vec3 y = bp_vec3_scale(bp_vec3_sub(tip, BP_SHOULDER), 1 / 0.7f);
    float length = bp_vec3_length(y);
    if (length < 0.1f) return;
    bp_mat4 m = bp_mat4_translation(BP_SHOULDER);
    m.m[0] = y.y / length, m.m[1] = -y.x / length, m.m[4] = y.x, m.m[5] = y.y;
    bp_bone_set_local(bp_world_bone(world, 0, ARM), m);
}

/* The upper arm rotates; 0: alone, 1: with those below, 2: with the whole body. */
static void ghost_tree(bp_skeleton *copy, float option) {
    bp_bone *forearm = bp_skeleton_find(copy, FOREARM), *arm = bp_skeleton_find(copy, UPPER_ARM);
    bp_mat4 inverse;
    bp_person_rotate(copy, UPPER_ARM, (bp_vec3){0, 0, 1}, option < 1.5f ? 85 : 0);
    bp_skeleton_prepare(copy);
    if (option < 0.5f && bp_mat4_inverse(bp_bone_chain(arm), &inverse))
        bp_bone_set_local(forearm, bp_mat4_mul(bp_bone_absolute_bind(forearm), inverse));
    if (option > 1.5f) bp_bone_set_rotation(bp_skeleton_find(copy, "hips"), bp_about_z(85));
}
/* Of the lift: the whole arm rises; only its upper end does, while the hand stays; the box stays.
 *
 * The hand is at (1.5, -0.2321): 2 m along 30 degrees from the shoulder. From (0.5, 2), its new shoulder, it
 * is (1, -2.2321) away: 2.4459 m, 1.2229 times the arm's 2 m, at atan(1 / 2.2321) = 24.13 degrees. */
static void lift_as(bp_world *world, int option) {
    bp_bone *arm = bp_world_bone(world, 0, ARM);
    bp_pose_arm(world, 0, option == 1 ? 24.13f : 30, (bp_vec3){0.5f, 2, 0});
    if (option == 1) bp_bone_set_scale(arm, (bp_vec3){1, 1.2229f, 1});
    if (option == 2) bp_bone_set_bind(arm, bp_bone_local(arm), &world->error); /* moves no box */
}

/* How many bones the skeleton has, and the id of each one's parent; -1: none. */
static void measure_bones(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_skeleton *skeleton = world->stages[args->stage].skeleton;
    values[0] = (float)bp_skeleton_count(skeleton);
    for (size_t i = 0; i < 3 && i < bp_skeleton_count(skeleton); i++) {
        const bp_bone *parent = bp_bone_parent(bp_skeleton_bone_by_id(skeleton, i));
        values[1 + i] = parent ? (float)bp_bone_id(parent) : -1;
    }
}
static void measure_person(bp_world *world, const bp_measure_args *args, float *values) {
    values[0] = (float)world->stages[args->stage].mesh->vertex_count;
    values[1] = (float)bp_skeleton_count(world->stages[args->stage].skeleton);
}
/* Whether the bone is linked to a scene node, and the bone's own position. */
static void measure_own(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_bone *bone = bp_world_bone(world, args->stage, args->bone);
    bp_vec3 at = bp_bone_position(bone);
    values[0] = bp_bone_node(bone) ? 1 : 0, values[1] = at.x, values[2] = at.y, values[3] = at.z;
}
/* How many vertices have weight 1 on bone 0, on 1, on 2. */
static void measure_weights(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_mesh *mesh = world->stages[args->stage].mesh;
    for (size_t v = 0; v < mesh->vertex_count; v++)
        for (size_t i = v * (size_t)mesh->influences; i < (v + 1) * (size_t)mesh->influences; i++)
            if (mesh->weights[i] == 1 && mesh->joints[i] < 3) values[mesh->joints[i]]++;
}
static void measure_weight(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_mesh *mesh = world->stages[args->stage].mesh;
    values[0] = mesh->weights[state_of(world)->vertex * (size_t)mesh->influences];
}

/* clang-format off */ /* tables */

static const bp_step_slider RAISE = {.name = "upper arm", .unit = "°", .max = 85, .to = 85};
static const bp_step_slider WEIGHT = {
    .name = "weight of the arm", .max = 1, .to = 0.5f, .decimals = 2, .measure = measure_weight};
static const bp_step_slider BOTH = {.name = "both rotated by", .unit = "°", .max = 90, .to = 45};
static const bp_step_slider LEAN = ANGLE_SLIDER("body leans", 0, BODY, -20, 20, 0, 20);
static const bp_step_slider LIFT = {.name = "y", .unit = " m", .min = 1.5f, .max = 2, .from = 1.5f, .to = 2,
                                    .decimals = 2, .measure = bp_measure_height,
                                    .args = {0, 0, ARM, bp_bone_local}};
static const bp_step_slider ROTATION = ANGLE_SLIDER("local", 0, ARM, 30, 120, 30, 75);
static const bp_step_slider LENGTH = {
    .name = "length of Y", .min = 0.8f, .max = 1.2f, .from = 1, .to = 1.2f, .decimals = 2};
static const bp_handle TIP[] = {{.label = "tip", .position = tip_of_y, .set = drag_y, .normal = {0, 0, 1}}};

static const bp_question WHO_FOLLOWS = {
    .text = "The upper arm's bone is about to rotate. Which bones move?", .pose = ghost_tree,
    CHOICE(1, "the upper arm alone", "the upper arm, forearm and hand", "all bones of the skeleton"),
    .right = "The forearm is a child of the upper arm, and the hand a child of the forearm. Children move "
             "with their parent.",
    .wrong = {{0, "Then the arm would tear at the elbow. What does a child do when its parent moves?"},
              {2, "Only the bones below it in the tree move: its children, and their children."}}};
static const bp_question HALF = {
    .text = "The arm's bone is 10 cm higher than it was, and the chest's is where it was. How far does the "
            "vertex rise if each weight is 0.5?", CHOICE(1, "10 cm", "5 cm", "not at all"),
    .right = "Half of the arm's movement and half of the chest's: 0.5 · 10 cm + 0.5 · 0 cm. The weights of "
             "one vertex add up to 1.",
    .wrong = {{0, "With weight 1 on the arm it would. But half of it follows the chest, which doesn't move."},
              {2, "With weight 1 on the chest it would stay. But half of it follows the arm."}}};
static const bp_question WHAT_ANGLE = {
    .text = "The arm's own angle is 30° now. What does it say when the body leans by 20°?",
    CHOICE(0, "30°", "50°", "10°"),
    .right = "An angle counted from the parent is called local. Parent and child leaned together, so "
             "nothing between them changed.",
    .wrong = {{1, "That is the angle from the floor. The arm's own angle counts from its parent."},
              {2, "Nothing is taken away. From what does the arm's own angle count?"}}};
static const bp_question HOW_FAR = {
    .text = "The arm's bone rises by 0.5 m. What does the arm's box do?", .picture = lift_as,
    CHOICE(0, "rise as a whole", "stretch", "stay where it is"),
    .right = "All 24 vertices of the arm, four a side, have weight 1 on this bone, so all move as it does.",
    .wrong = {{1, "It would if the hand's vertices followed another bone. They follow this one, too."},
              {2, "A bone without vertices would move alone. This one has the arm's 24."}}};
static const bp_question HOW_ROTATED = {
    .text = "The bone is rotated by 30°. It gets 45° more. Put the arm where it will be.",
    .kind = BP_QUESTION_ANGLE, .answer = 75, .unit = "degrees",
     .pose = bp_ghost_arm, .bone = ARM, .start = 30,
    .right = "30° + 45° = 75°. Look at the arrows: the first two rows of the local matrix are the bone's own "
             "X and Y axes.", .wrong = {{-15, "That is 30° - 45°. Positive angles are counter-clockwise."},
              {45, "That is the change alone. It comes on top of the 30° that the bone has."},
              {30, "That is where the arm is now. It gets 45° more."}},
    .hint = "At 0° the arm hangs straight down, at 90° it is level. Where is 30° + 45°?"};

static const bp_step STEPS[] = {
    {.prose = "Two programs load one file. Take a hand of either character and pull: both follow. The one in "
              "picture 2 bends like a person, and the one in picture 1 has come apart.\n\n"
              "One line of program 1 is wrong. After this course you will find it by looking.",
     .bone = UPPER_ARM},
    {.heading = "A tree of bones",
     .prose = "The character is one mesh of 4445 vertices. Inside it are 21 bones: each begins at a dot, "
              "and a line leads to the next. They form a tree: each bone has one parent, which it is "
              "attached to.\n\nThe left upper arm's [bone:bone] can rotate.",
     .arrange = show_person, .change = raise_arm, .slider = &RAISE,
     .question = &WHO_FOLLOWS,
     CLAIMS({.text = "The character is one mesh of 4445 vertices, with 21 bones.", .measure = measure_person,
             .args = {0, 0, 0, 0}, .count = 2, .expected = {4445, 21}, .unit = "vertices, bones",
             .holds_before = true}),
     .bone = UPPER_ARM, .seconds = 1.2f, .code = "bp_bone_set_rotation(arm, q);",
     .babylon = "arm.rotationQuaternion = q;"},
    {.heading = "One vertex, two bones",
     .prose =
         "A vertex follows bones by its weights. This one, the [bone:dot] below the shoulder, is moved by "
         "two: the arm and the chest. The [ghost:violet dots] show where each of them alone would have it.",
     .arrange = mark_vertex, .change = weigh, .slider = &WEIGHT, .question = &HALF,
     .code = "mesh->weights[i] = {};",
     .babylon = "mesh.setVerticesData(VertexBuffer.MatricesWeightsKind, weights);"},
    {.heading = "The same with three boxes",
     .prose =
         "21 bones have too many numbers to compute by hand. Where you do that, a figure of three boxes "
         "stands beside the person: a grey body, an [left:orange] left arm and a [right:blue] right arm, "
         "one mesh, three bones.\n\nEach vertex of the boxes follows one bone, with weight 1: a box has "
         "its bone's colour.",
     .arrange = show_both, .change = rotate_both, .slider = &BOTH,
     CLAIMS({.number = 42, .text = "Three boxes merged: 72 vertices, 108 indices.",
             .measure = bp_measure_mesh_counts, .args = {1, 0, 0, 0}, .count = 2, .expected = {72, 108},
             .unit = "vertices, indices", .holds_before = true},
            {.number = 43, .text = "Each bone has 24 vertices, with weight 1.", .measure = measure_weights,
             .args = {1, 0, 0, 0}, .count = 3, .expected = {24, 24, 24}, .unit = "vertices",
             .holds_before = true}),
     .bone = ARM, .stage = 1, .code = "bp_shape_character(NULL, &error);",
     .babylon = "Mesh.MergeMeshes(boxes);",
     .footnote = "The boxes are the example of Babylon.js's page \"Bone Class Internals\", whose statements "
                 "this course checks one by one."},
    {.heading = "The body leans",
     .prose = "The skeleton's list has three names: boneBody, and boneArmLeft and boneArmRight, whose parent "
              "is the body. Each keeps its own position, rotation and scaling.\n\nThe body is about to lean. "
              "The arms come along.",
     .arrange = show_boxes, .change = lean, .slider = &LEAN, .question = &WHAT_ANGLE,
     CLAIMS({.number = 2,
             .text = "Bones are listed under their skeleton: three, and the arms' parent is bone 0.",
             .measure = measure_bones, .args = {0, 0, 0, 0}, .count = 4, .expected = {3, -1, 0, 0},
             .unit = "bones, parents", .holds_before = true},
            {.number = 1, .text = "The arm's bone has no scene node: its position (0.5, 1.5, 0) is its own.",
             .measure = measure_own, .args = {0, 0, ARM, 0}, .count = 4, .expected = {0, 0.5f, 1.5f, 0},
             .unit = "(1: node), m", .holds_before = true},
            {.text = "The body leans by 20°.", ANGLE_IS(0, BODY, bp_bone_local, 20)}),
     .bone = ARM,
     READOUTS(ANGLE_OF("the arm's local", 0, ARM, bp_bone_local)),
     .code = "bp_skeleton_add(skeleton, &(bp_bone_options){.parent = body}, &error);",
     .babylon = "new Bone(\"boneArmLeft\", skeleton, body, matrix);"},
    {.heading = "Position",
     .prose =
         "A [bone:bone] keeps its local position, rotation and scaling in one matrix of four rows, the local "
         "matrix. Its last row, (0.5, 1.5, 0) and a 1 that never changes, is the position: an arrow from the "
         "body's bone to the arm's.\n\nIts y, the second number, goes from 1.5 to 2.",
     .arrange = stand_upright, .change = lift, .slider = &LIFT, .question = &HOW_FAR,
     CLAIMS({.number = 12, .text = "Set the position, and the local matrix has it in its last row.",
             POSITION_IS(0, ARM, bp_bone_local, 0.5f, 2, 0)}),
     READOUTS(ANGLE_OF("rotation", 0, ARM, bp_bone_local),
              HEIGHT_OF("y", 0, ARM, bp_bone_local, "%.2f m")),
     .code = "bp_bone_set_position(arm, (bp_vec3){0.5f, {}, 0});",
     .babylon = "arm.setPosition(new Vector3(0.5, {}, 0));"},
    {.heading = "Rotation",
     .prose = "The two arrows at the shoulder are the [bone:bone]'s own X and Y. The arm runs along -Y, away "
              "from the arrow.\n\nEach arrow is the row of its colour in the local matrix: the direction in "
              "which it points, as its parent sees it.",
     .arrange = show_rows, .change = bp_raise_arm, .slider = &ROTATION, .question = &HOW_ROTATED,
     CLAIMS({.number = 12,
             .text = "Set the rotation, and its first rows are (cos, sin, 0) and (-sin, cos, 0).",
             MATRIX_OF(0, ARM, bp_bone_local), .expected = ABOUT_Z(0.2588190f, 0.9659258f, 0.5f, 1.5f)}),
     .code = ROTATE_ARM, .babylon = ROTATE_ARM_JS, .cover = true},
    {.heading = "Stretch a row",
     .prose = "Drag the tip of the Y arrow. Its direction is the rotation, its length the scale: a longer "
              "row makes the [left:arm] longer, on the other side of the shoulder.\n\nThe drag writes the "
              "matrix whole, and position, angle and scale follow from it. If nothing is skew, the three "
              "parts say it all.", .change = stretch,
     .slider = &LENGTH, .handles = TIP, .handle_count = 1,
     CLAIMS({.number = 12, .text = "The second row is 1.2 times as long.", MATRIX_OF(0, ARM, bp_bone_local),
             .expected = {0.2588190f, 0.9659258f, 0, 0, -1.1591110f, 0.3105828f, 0, 0, 0, 0, 1, 0, 0.5f, 1.5f,
                          0, 1}},
            {.number = 20, .text = "There is only one local matrix: write it whole, and the parts follow.",
             .measure = bp_measure_trs, .args = {0, 0, ARM, 0}, .count = 9,
             .expected = {0.5f, 1.5f, 0, 0, 0, 75, 1, 1.2f, 1}, .tolerance = 1e-6f, .unit = "m, degrees, 1"}),
     .code = "bp_bone_set_local(arm, m);", .babylon = "arm.getLocalMatrix();",
     .footnote = "In Babylon.js this matrix is the bone's _matrix."},
};

const bp_lesson_plan bp_lesson = {
    LESSON(1, "01_what_a_bone_is"), .title = "What moves when a bone moves?",
    .summary = "A tree of bones, vertices that follow them by their weights, and the matrix in each bone.",
    .difficulty = 1, .matrices = BP_MATRIX_LOCAL,
    .text =
        {.goal = "You will be able to say which bones and vertices move with a bone, and to read a bone off "
                 "its rows.",
         .learned = {"You can say which bones move when one moves: it, and all below it in the tree.",
                     "Vertices follow bones, each as far as its weight says.",
                     "You can read a bone off its local matrix: the first three rows are its axes, the last "
                     "its position.",
                     "Four bones in a row move one fingertip. Where does it end up?"},
         .next = "Where does this fingertip go?",
         .prerequisites = "none",
         .try_this = {"At step 5 lean the body, and look at the arm's rows under \"numbers\".",
                      "At the last step drag Y until the arm points up."}},
};
