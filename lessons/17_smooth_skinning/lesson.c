/* Why a twisted wrist collapses: linear blend skinning mixes matrices, and dual quaternions mix rotations.
 *
 * The tube is 2 m long, radius r, with a joint at 0 and one at 1. Around the upper one, from y = 0.5 to 1.5,
 * the upper joint's weight goes as w = 3 x^2 - 2 x^3, x = y - 0.5: 0.15625 at x = 1/4, 1/2 at x = 1/2.
 *
 * Twist the upper joint by a. A ring's points are mixed from p and p R(a): its radius is r s with
 *     s^2 = (1 - w)^2 + w^2 + 2 w (1 - w) cos a = 1 - 2 w (1 - w) (1 - cos a);      s = cos(a/2) where w =
 *     1/2.
 * The integral of w over x is 1/2, that of w^2 is 9/5 - 12/6 + 4/7 = 13/35, so that of w (1 - w) is 9/70.
 * Half of the tube is mixed, so the share of its volume that is left is 1/2 + 1/2 (1 - 18/70 (1 - cos a)):
 *     a = 90 degrees: 61/70 = 0.8714;      a = 180 degrees: 26/35 = 0.7429, and the middle ring is a point.
 * Mixed rotations are rotations: s = 1 everywhere, the volume is whole. (The mesh is made of flat triangles,
 * which cut a little off a twisted tube: within half a percent.)
 *
 * Bent by 90 degrees about Z the middle ring is mixed from p and p R(90): 0.7071 of its width in the plane
 * of bending.
 *
 * q and -q are the same rotation, and mixing takes the nearer one: a twist of 200 degrees is mixed as one of
 * -160, and the middle ring rotates by -80 instead of 100.
 *
 * The third tube has a joint more, at 2/3 and 4/3, and as much of it is mixed. Both twist by a/2: at 180
 * degrees in all its narrowest rings keep cos 45 = 0.7071 of their width, and it 61/70 of its volume. */
#include "shared/boxes.h"
#include <math.h>

/* clang-format off */ /* tables */
#define UPPER "joint1"
enum { PERSON, LINEAR, DUAL, PLAIN, TWIST_BONE, CURVED, LEFT = 0, RIGHT }; /* as added; as two are shown */
#define MIDDLE 1.0f /* the height of the ring with weight 1/2 for each joint */
static const float RADIUS = 0.4f;
static const bp_vec3 Y = {0, 1, 0}, Z = {0, 0, 1};

typedef struct state {
    enum { NOTHING, GRAPH, WAIST, RING } paints;
    bool straight; /* the weight grows in a straight line */
    float height;  /* of the dot on the curve, from 0 to 1 through the mixed part */
} state;
static state *state_of(bp_world *world) { return bp_world_data(world); }
static float weight_at(const state *now, float x) {
    return now->straight ? x : 3 * x * x - 2 * x * x * x;
}

/* The weight over the height x, right of the tube; a dot on the curve and one on the tube. */
static void paint_curve(bp_world *world, bp_painter *painter) {
    enum { POINTS = 41 };
    const float left = 0.75f, wide = 0.8f;
    const state *now = state_of(world);
    float x = now->height;
    bp_vec3 curve[POINTS], dots[] = {{left + wide * x, 0.5f + weight_at(now, x), 0}, {0, 0.5f + x, 0}};
    for (int i = 0; i < POINTS; i++) {
        float at = (float)i / (POINTS - 1);
        curve[i] = (bp_vec3){left + wide * at, 0.5f + weight_at(now, at), 0};
    }
    bp_vec3 frame[] = {{left, 0.5f, 0}, {left + wide, 0.5f, 0}, {left + wide, 1.5f, 0}, {left, 1.5f, 0}};
    bp_paint_lines(painter, frame, 4, true, 1, painter->theme->quiet);
    bp_paint_lines(painter, curve, POINTS, false, 3, painter->theme->selected);
    for (int i = 0; i < 2; i++) { /* the ends of the axis, and the marks on the tube */
        const bp_vec3 end = {frame[i].x, 0.42f, 0};
        bp_paint_label(painter, &end, 1, i ? "x = 1" : "x = 0", painter->theme->ink);
        bp_vec3 mark[] = {{-RADIUS - 0.25f, (float)i - 0.5f, 0}, {RADIUS + 0.1f, (float)i - 0.5f, 0}};
        for (int k = 0; k < 2; k++) /* from the joint; the upper bone is bent by 40 degrees */
            mark[k] = bp_vec3_add((bp_vec3){0, MIDDLE, 0}, bp_rotate_z(mark[k], 40 * (float)i));
        bp_paint_lines(painter, mark, 2, false, 2, painter->theme->ink);
        bp_paint_label(painter, mark, 1, i ? "1" : "0", painter->theme->ink);
    }
    bp_paint_label(painter, &frame[3], 1, "weight 1", painter->theme->ink);
    for (int i = 0; i < 2; i++) bp_paint_disc(painter, dots[i], 6, painter->theme->selected);
}
/* A circle about the tubes' axis, half way up. */
static void paint_circle(bp_painter *painter, bp_vec3 out, bp_rgba8 color) {
    bp_vec3 ring[33];
    for (int i = 0; i < 33; i++)
        ring[i] = bp_vec3_add((bp_vec3){0, MIDDLE, 0},
                              bp_quat_rotate(bp_quat_from_axis_angle(Y, (float)i * BP_PI / 16), out));
    bp_paint_lines(painter, ring, 33, false, 2, color);
}
/* The second tube's middle ring, drawn wider, and an arrow through it to where its point at +X has gone. */
static void paint_ring(bp_world *world, bp_painter *painter) {
    float degrees = 0;
    if (bp_paint_stage(painter) != RIGHT) return;
    bp_measure_ring_rotation(world, &(bp_measure_args){.stage = RIGHT}, &degrees);
    bp_quat by = bp_quat_from_axis_angle(Y, bp_radians(degrees));
    bp_vec3 middle = {0, MIDDLE, 0}, zero = {0.75f, MIDDLE, 0},
            out = bp_quat_rotate(by, (bp_vec3){0.75f, 0, 0});
    paint_circle(painter, out, painter->theme->here);
    bp_mark_point(painter, zero, 5, "0°", painter->theme->here);
    bp_mark_arrow(painter, bp_vec3_sub(middle, out), bp_vec3_add(middle, out), false, "ring %.0f°",
                  (double)degrees);
}
/* The tube's waist, across the view, as far as the middle of the chord between a vertex's two places. */
static void paint_waist(bp_world *world, bp_painter *painter) {
    float share = 0;
    bp_measure_ring_width(world, &(bp_measure_args){.stage = LEFT}, &share);
    const bp_vec3 middle = {0, MIDDLE, 0}, out = {0.914f * RADIUS, 0, -0.406f * RADIUS},
                  half = bp_vec3_scale(out, share);
    const float twist = bp_acos(bp_clamp(share, 0, 1)); /* half of it */
    bp_vec3 chord[2];
    for (int i = 0; i < 2; i++)
        chord[i] = bp_vec3_add(middle, bp_quat_rotate(bp_quat_from_axis_angle(Y, i ? twist : -twist), out));
    paint_circle(painter, out, painter->theme->ghost);
    bp_paint_lines(painter, chord, 2, false, 3, painter->theme->ghost);
    bp_mark_arrow(painter, bp_vec3_sub(middle, half), bp_vec3_add(middle, half), false, "%.2f",
                  (double)share);
}
static void paint(bp_world *world, bp_painter *painter) {
    switch (state_of(world)->paints) {
    case GRAPH: paint_curve(world, painter); break;
    case WAIST: paint_waist(world, painter); break;
    case RING: paint_ring(world, painter); break;
    case NOTHING:
        if (bp_skeleton_find(world->stages[bp_paint_stage(painter)].skeleton, "joint2"))
            bp_paint_label(painter, (bp_vec3[]){{RADIUS, MIDDLE, 0}}, 1, "twist bone", painter->theme->ink);
    }
}

static void aim_at_wrist(bp_world *world) {
    bp_vec3 wrist = bp_mat4_position(bp_bone_absolute_bind(bp_world_bone(world, PERSON, HAND)));
    world->camera.target = bp_vec3_add(bp_mat4_point(bp_person_world(), wrist), (bp_vec3){-0.1f, 0.085f, 0});
    world->camera.eye = bp_vec3_add(world->camera.target, (bp_vec3){-0.1f, 0.2f, 0.95f});
    world->close_up = true;
}
static void aim_at_tubes(bp_world *world) {
    world->camera.eye = (bp_vec3){3.2f, 3.4f, 7.2f};
    world->camera.target = (bp_vec3){0, 0.95f, 0};
    world->close_up = false;
}
static void setup(bp_world *world) {
    bp_tube_options tube = {
        .radius = RADIUS, .length = 2, .sides = 48, .rings = 120, .joints = 2, .blend = 1};
    bp_add_person(world, "");
    bp_world_add_tube(world, "Linear blend", "matrices are mixed", &tube, BP_SKIN_LINEAR);
    bp_world_add_tube(world, "Dual quaternions", "rotations are mixed", &tube, BP_SKIN_DUAL_QUATERNION);
    bp_world_add_tube(world, "Two bones", "", &tube, BP_SKIN_LINEAR);
    bp_mesh *own = bp_shape_tube(NULL, &tube, bp_world_error_slot(world)); /* its weights change */
    tube.joints = 3, tube.blend = 0.75f;
    bp_world_add_tube(world, "A twist bone between", "", &tube, BP_SKIN_LINEAR);
    bp_skeleton *bones = bp_skeleton_clone(world->stages[LINEAR].skeleton, NULL, bp_world_error_slot(world));
    bp_world_add_stage(world, "", "", own, bones);
    if (world->error.kind != BP_ERROR_NONE) return;
    bp_world_show_stages(world, PERSON, 1);
    aim_at_wrist(world);
    world->panel_bone = HAND;
    world->paint = paint;
}
static void rotate(bp_world *world, int stage, bp_vec3 axis, float degrees) {
    bp_world_rotate(world, stage, UPPER, axis, degrees);
}
static void twist(bp_world *world, int stage, float degrees) { rotate(world, stage, Y, degrees); }
static void twist_both(bp_world *world, float degrees) {
    for (int i = LEFT; i <= RIGHT; i++) twist(world, i, degrees);
}
/* The hand's twist about the forearm. */
static void twist_hand(bp_world *world, float t) {
    bp_vec3 elbow = bp_mat4_position(bp_bone_absolute_bind(bp_world_bone(world, 0, FOREARM)));
    bp_vec3 wrist = bp_mat4_position(bp_bone_absolute_bind(bp_world_bone(world, 0, HAND)));
    bp_person_rotate(world->stages[0].skeleton, HAND, bp_vec3_normalize(bp_vec3_sub(wrist, elbow)), 180 * t);
}
static void show_wrist(bp_world *world) {
    bp_world_show_stages(world, PERSON, 1);
    world->show = BP_SHOW_MESH;
    aim_at_wrist(world);
}
/* The figure again, skinned by another method. */
static void choose_method(bp_world *world, float method) {
    bp_figure **figure = &world->stages[0].figure;
    bp_figure_part part = *bp_figure_part_at(*figure, 0);
    part.method = method > 0.5f ? BP_SKIN_DUAL_QUATERNION : BP_SKIN_LINEAR;
    bp_figure *other = bp_figure_create(world->context, &part, 1, &world->error);
    if (!other) return;
    bp_figure_set_world(other, bp_person_world());
    bp_figure_destroy(*figure);
    *figure = other;
}
static void weigh(bp_world *world, bool straight) {
    const bp_mesh *mesh = world->stages[0].mesh;
    state_of(world)->straight = straight;
    for (size_t i = 0; i < mesh->vertex_count * (size_t)mesh->influences; i++) {
        float x = bp_clamp(mesh->positions[i / (size_t)mesh->influences].y - 0.5f, 0, 1);
        float weight = weight_at(state_of(world), x);
        if (mesh->weights[i] > 0) mesh->weights[i] = mesh->joints[i] == 1 ? weight : 1 - weight;
    }
}
static void show_curve(bp_world *world) {
    bp_world_show_stages(world, CURVED, 1);
    aim_at_tubes(world);
    world->camera.eye = (bp_vec3){0.4f, 0.95f, 4.6f}, world->camera.target = (bp_vec3){0.4f, 0.95f, 0};
    world->show = BP_SHOW_MESH | BP_SHOW_BONES;
    rotate(world, 0, Z, 40);
    state_of(world)->paints = GRAPH;
    weigh(world, true);
}
static void go_along(bp_world *world, float t) {
    state_of(world)->height = 0.25f * t;
    weigh(world, false);
}
static void show_left(bp_world *world) {
    state_of(world)->paints = WAIST;
    bp_world_show_stages(world, LINEAR, 1);
    world->show = BP_SHOW_MESH;
    aim_at_tubes(world);
}
static void show_two(bp_world *world) {
    bp_world_show_stages(world, LINEAR, 2);
    world->show = BP_SHOW_MESH | BP_SHOW_BONES;
    state_of(world)->paints = NOTHING;
    twist_both(world, 0);
}
static void show_ring(bp_world *world) {
    state_of(world)->paints = RING;
    twist_both(world, 160);
}
static void twist_left(bp_world *world, float t) { twist(world, LEFT, 90 * t); }
static void twist_right(bp_world *world, float t) { twist_both(world, 90 * t); }
static void twist_further(bp_world *world, float t) { twist_both(world, 180 * t); }
static void twist_too_far(bp_world *world, float t) { twist_both(world, 160 + 40 * t); }
static void bend(bp_world *world, float t) {
    for (int i = LEFT; i <= RIGHT; i++) rotate(world, i, Z, 90 * t);
}
static void show_twist_bone(bp_world *world) { bp_world_show_stages(world, PLAIN, 2); }
static void share_twist(bp_world *world, float t) {
    twist(world, LEFT, 180 * t);
    twist(world, RIGHT, 90 * t);
    bp_world_rotate(world, RIGHT, "joint2", Y, 90 * t);
}

static void measure_weight(bp_world *world, const bp_measure_args *args, float *values) {
    (void)args;
    values[0] = weight_at(state_of(world), state_of(world)->height);
}
/* The narrowest ring, as a share of the tube's width. */
static void measure_narrowest(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_stage *stage = &world->stages[args->stage];
    const bp_vec3 *posed = bp_figure_positions(stage->figure, 0);
    values[0] = 1;
    for (size_t v = 0; v < stage->mesh->vertex_count; v++) {
        bp_vec3 was = stage->mesh->positions[v];
        if (was.y < 0.1f || was.y > 1.9f) continue; /* the caps have their middle */
        values[0] = fminf(values[0], sqrtf(posed[v].x * posed[v].x + posed[v].z * posed[v].z) / RADIUS);
    }
}

static void measure_twist(bp_world *world, const bp_measure_args *args, float *values) {
    (void)args;
    bp_quat q = bp_quat_from_mat4(bp_bone_final(bp_world_bone(world, PERSON, HAND)));
    values[0] = bp_degrees(2 * bp_acos(fminf(1, fabsf(q.w))));
}

static const bp_readout LOST[] = {
    {.label = "width of the waist, linear blend", .measure = bp_measure_ring_width, .args = {LEFT, 0, 0, 0},
     .format = "%.2f"},
    {.label = "volume", .measure = bp_measure_volume, .args = {LEFT, 0, 0, 0}, .format = "%.2f left"}};

static const bp_step_slider HAND_TWIST = {.name = "twist of the hand", .unit = "°", .max = 180, .to = 180};
static const char *const METHODS[] = {"mix matrices", "mix rotations", NULL};
static const bp_step_slider METHOD = {
    .name = "method", .names = METHODS, .from = 1, .to = 1, .set = choose_method};
static const bp_step_slider HEIGHT = {.name = "x, from mark to mark", .max = 1, .to = 0.25f, .decimals = 2};
static const bp_step_slider TWIST_90 = {.name = "twist", .unit = "°", .max = 90, .to = 90};
static const bp_step_slider TWIST_180 = {.name = "twist", .unit = "°", .max = 180, .to = 180};
static const bp_step_slider TWIST_200 = {
    .name = "twist", .unit = "°", .min = 160, .max = 200, .from = 160, .to = 200};
static const bp_step_slider BEND = {.name = "bend", .unit = "°", .max = 90, .to = 90};

#define ABOUT .tolerance = 0.005f /* flat triangles cut a little off */
#define WIDTH(words, stage, share)                                                                           \
    {                                                                                                        \
        .text = words, .measure = bp_measure_ring_width, .args = {stage, 0, 0, 0}, .expected = { share }     \
    }
#define VOLUME(words, stage, share)                                                                          \
    { .text = words, .measure = bp_measure_volume, .args = {stage, 0, 0, 0}, .expected = {share}, ABOUT }

static const bp_question CURVE = {
    .text = "How should the weight grow from the lower crease to the upper one, so that neither shows?",
    CHOICE(1, "straight", "slowly, fast, slowly", "fast, slowly, fast"),
    .right = "A curve that begins and ends level has no kink: 3x² - 2x³. A quarter of the way up it is only "
             "about 0.16.",
    .wrong = {{0, "It is straight now. The line has a kink where mixing begins, and one where it ends."},
              {2, "Then the kinks at both ends would be even sharper."}}};
static const bp_question WIDE = {
    .text = "The upper bone twists by 90°. What part of the tube's width is left in the middle?",
    CHOICE(1, "1, as before", "0.71", "0.5"),
    .right = "The two places of a vertex are a quarter of the violet circle apart. Half way between them is "
             "the middle of their chord, inside the circle: cos 45° of the radius is left.",
    .wrong = {{0, "Draw a circle and two of its points, a quarter apart. Is their middle on the circle?"},
              {2, "The two points are a quarter of a circle apart. How far is the middle of their chord from "
                  "the centre?"}}};
static const bp_question JUMP = {
    .text = "At 160° the middle ring of picture 2 is rotated by half of it. At 200°, where is that ring?",
    CHOICE(2, "at 100°", "at 90°", "at -80°"),
    .right = "200° is -160° the other way round. Mixing takes the shorter way, and half of -160° is -80°.",
    .wrong = {{0, "So it would be if a rotation knew how often it went round. A quaternion doesn't."},
              {1, "Mixing doesn't stop: it takes the shorter way from one rotation to the other."}}};
static const bp_question SHARE = {
    .text = "The third bone takes half of the twist. At 180° in all, what part of its width is left where "
            "its tube is narrowest?",
    CHOICE(2, "0", "0.5", "0.71"),
    .right = "Each of the two joints twists by 90°, and of that cos 45° of the width is left. Two small "
             "twists lose less than a large one.",
    .wrong = {{0, "That is the tube on the left, where one joint takes all of the twist."},
              {1, "Half of the twist is 90° at each joint. What was left of the waist at 90°?"}}};

static const bp_step STEPS[] = {
    {.prose = "The character's left forearm, close. Its hand twists about the forearm, as when you "
              "turn a door knob.\n\n"
              "Why does the wrist become thin as a thread?", .change = twist_hand, .slider = &HAND_TWIST,
     .bone = HAND, .seconds = 1.5f},
    {.heading = "Between two bones",
     .prose = "A tube stands for the forearm. It has two bones, and is bent by 40°. From mark 0 up to mark 1 "
              "each vertex follows both.\n\nAt first the upper bone's weight grows in a straight line, and a "
              "crease shows at both marks.",
     .arrange = show_curve, .change = go_along, .slider = &HEIGHT,
     .question = &CURVE,
     CLAIMS({.text = "The upper bone's weight is 3x² - 2x³: 0.15625 a quarter of the way up.",
             .measure = measure_weight, .expected = {0.15625f}}),
     READOUTS({.label = "weight of the upper bone", .measure = measure_weight, .format = "%.3f"}),
     .bone = UPPER},
    {.heading = "Twist by 90°",
     .prose = "Linear blend skinning mixes the two final matrices by these weights: in the middle each "
              "vertex goes half way between the two places where either bone would take it. The stripes show "
              "the twist.",
     .arrange = show_left, .change = twist_left, .slider = &TWIST_90, .question = &WIDE,
     CLAIMS(WIDTH("Mixed by halves from 0° and 90°, the middle ring keeps cos 45° of its width.", LEFT,
                  0.7071068f),
            VOLUME("The tube keeps 61/70 of its volume.", LEFT, 0.8714286f)),
     READOUTS_OF(LOST),
     .bone = UPPER, .code = "bp_skin_job_run(context, &job, &error);",
     .babylon = "// the vertex shader mixes the matrices"},
    {.heading = "Mix rotations instead",
     .prose = "The right tube mixes the rotations of its bones, as dual quaternions, not their matrices. "
              "Half way between 0° and 90° is a rotation by 45°, and a rotation changes no width.",
     .arrange = show_two, .change = twist_right, .slider = &TWIST_90,
     CLAIMS({.text = "The middle ring rotates by half the twist.", .measure = bp_measure_ring_rotation,
             .args = {RIGHT, 0, 0, 0}, .expected = {45}, .unit = "degrees"},
            {.text = "It keeps its width.", .measure = bp_measure_ring_width, .args = {RIGHT, 0, 0, 0},
             .expected = {1}, .holds_before = true},
            {.text = "The tube keeps its volume.", .measure = bp_measure_volume, .args = {RIGHT, 0, 0, 0},
             .expected = {1}, ABOUT, .holds_before = true}),
     READOUTS_OF(LOST),
     .stage = RIGHT, .bone = UPPER, .code = "job.method = BP_SKIN_DUAL_QUATERNION;",
     .babylon = "// Babylon.js has linear blend alone"},
    {.heading = "Half a turn",
     .prose = "Both twist by 180°. Linear blend now mixes points that are opposite each other, and their "
              "middle is the axis. The right tube keeps its width.", .change = twist_further,
     .slider = &TWIST_180,
     CLAIMS({.text = "Linear blend: the middle ring is a point.", .measure = bp_measure_ring_width,
             .args = {LEFT, 0, 0, 0}, .expected = {1e-6f}, .at_most = true},
            VOLUME("26/35 of the volume is left.", LEFT, 0.7428571f),
            {.text = "Dual quaternions lose nothing.", .measure = bp_measure_volume, .args = {RIGHT, 0, 0, 0},
             .expected = {1}, ABOUT, .holds_before = true}),
     READOUTS_OF(LOST),
     .stage = RIGHT, .bone = UPPER},
    {.heading = "Beyond half a turn",
     .prose = "Twist on, across 180°. The arrow lies in the middle ring of picture 2.",
     .arrange = show_ring, .change = twist_too_far, .slider = &TWIST_200, .question = &JUMP,
     CLAIMS({.text = "Twisted by 200°, mixed as -160°: the middle ring is rotated by -80°.",
             .measure = bp_measure_ring_rotation, .args = {RIGHT, 0, 0, 0}, .expected = {-80},
             .tolerance = 1e-4f, .unit = "degrees"}),
     READOUTS({.label = "middle ring: dual quaternions", .measure = bp_measure_ring_rotation,
               .args = {RIGHT, 0, 0, 0}, .format = "rotated by %.0f°"}),
     .stage = RIGHT, .bone = UPPER},
    {.heading = "A bend",
     .prose = "Now both bend. Linear blend makes the elbow thin in the plane of the bend, and leaves its "
              "depth, so a bend loses less volume than a twist. Dual quaternions keep the ring round, and "
              "the elbow bulges on the outside, as with Blender's Preserve Volume.",
     .arrange = show_two, .change = bend, .slider = &BEND,
     CLAIMS(WIDTH("Bent by 90°, linear blend keeps cos 45° of the elbow's width.", LEFT, 0.7071068f),
            {.text = "Dual quaternions keep all of it.", .measure = bp_measure_ring_width,
             .args = {RIGHT, 0, 0, 0}, .expected = {1}, .holds_before = true}),
     READOUTS_OF(LOST),
     .stage = RIGHT, .bone = UPPER},
    {.heading = "A twist bone",
     .prose = "Many games keep linear blend and give the forearm one bone more. Left are two bones; right a "
              "third one is between them. Both tubes mix matrices.",
     .arrange = show_twist_bone, .change = share_twist, .slider = &TWIST_180, .question = &SHARE,
     CLAIMS({.text = "Two bones: the narrowest ring is a point.", .measure = measure_narrowest,
             .args = {LEFT, 0, 0, 0}, .expected = {1e-5f}, .at_most = true},
            {.text = "With a twist bone it keeps cos 45° of its width.", .measure = measure_narrowest,
             .args = {RIGHT, 0, 0, 0}, .expected = {0.7071068f}, .tolerance = 1e-4f},
            VOLUME("The tube keeps 61/70 of its volume.", RIGHT, 0.8714286f)),
     READOUTS({.label = "width of the narrowest ring", .measure = measure_narrowest, .args = {LEFT, 0, 0, 0},
               .format = "%.2f"},
              {.label = "with the twist bone, width of it", .measure = measure_narrowest,
               .args = {RIGHT, 0, 0, 0}, .format = "%.2f"}),
     .stage = LEFT, .bone = UPPER, .code = "bp_bone_set_rotation(twist_bone, half_of_the_twist);",
     .babylon = "twistBone.setRotationQuaternion(halfOfTheTwist);", .cover = true},
    {.heading = "The wrist again",
     .prose = "The arm of the first picture, with the same mesh and weights. Rotations are mixed now: the "
              "wrist bulges, but isn't thin. Compare the two buttons.\n\nHere the hand is at 150°: at "
              "exactly 180° neither way round is nearer.", .arrange = show_wrist,
     .change = twist_hand, .slider = &HAND_TWIST, .stop = 150 / 180.0f, .cards = &METHOD, .bone = HAND,
     READOUTS({.label = "the hand is twisted by", .measure = measure_twist, .format = "%.0f°"}),
     .code = "job.method = BP_SKIN_DUAL_QUATERNION;"},
};

const bp_lesson_plan bp_lesson = {
    LESSON(17, "17_smooth_skinning"), .title = "Why does a twisted wrist collapse?",
    .summary = "A vertex that follows two bones: mix their matrices, or mix their rotations.",
    .matrices = BP_MATRIX_LOCAL | BP_MATRIX_FINAL, .difficulty = 3,
    .text = {.goal = "You will be able to say why a twisted wrist becomes thin, and what helps.",
         .learned = {"You can name the cause: linear blend goes half way between two points of a circle, "
                     "which is inside it.",
                     "Dual quaternions mix rotations: no width is lost, but beyond 180° they jump.",
                     "A twist bone takes half of the twist, and two small twists lose less than a large one.",
                     "Binds, calls, an order, weights: each can be wrong. How do you see which?"},
         .next = "Why did my character explode?",
         .prerequisites = "02_seven_matrices, 11_rotation",
         .try_this = {"At step 5 press W, and see how the triangles lie at the waist.",
                      "At step 7 bend the left tube back and forth, and watch its volume."}},
};
