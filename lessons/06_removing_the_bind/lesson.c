/* Why the bind can't just be subtracted: the rule for positions, angles and scales, where it holds and where
 * it fails, and the product that always works (claims 48 to 51). Final is always B^-1 L.
 *
 * Position. B = R30 T(S), L = R30 T(S + d): B^-1 L = T(-S) R-30 R30 T(S + d) = T(d). But with L = R75 T(S)
 * it is T(-S) R45 T(S): S - S R45 = (1.2071, 0.0858, 0), as lesson 05 derives, and not 0.
 * Angles. Euler order: roll (Z), then pitch (X), then yaw (Y). Rz(-30) Rx(40) has that order: (40, 0, -30).
 * But the third row of Rx(-30) Rz(40) is (-0.5 sin 40, 0.5 cos 40, cos 30) = (-0.3214, 0.3830, 0.8660), which
 * for any pitch p, yaw y is (cos p sin y, -sin p, cos p cos y): p = -22.521, y = atan(-0.3214 / 0.8660) =
 * -20.361; its second column begins (sin 40, cos 30 cos 40) = cos p (sin r, cos r): r = 44.095. The two
 * orders are a rotation of 2 acos(1 - 2 sin^2 15 sin^2 20) apart: 20.31 degrees.
 * Scales. S(2, 1, 1)^-1 S(4, 1, 1) = S(2, 1, 1). But rotated by R30, R-30 S(2, 1, 1) R30 = I + u u', with u =
 * (c, s), the rotated X axis: 1 + c c = 1.75, c s = 0.4330, 1 + s s = 1.25.
 * Shear. The rows of R30 S(2, 1, 1) are (2 c, s) and (-2 s, c): their cosine is -1.2990 / (1.8028 1.3229),
 * 123.00 degrees. */
#include "shared/boxes.h"
#include <math.h>

static const bp_vec3 X = {1, 0, 0}, Z = {0, 0, 1};

typedef struct state {
    int card;    /* of the step's cards */
    float part;  /* how much of the step's poses */
    bool bone_x; /* the bone's X is drawn at the shoulder */
    bool arrows; /* S, S R and the gap are drawn */
    bool axes;   /* X and Z are drawn at the shoulder */
    float share; /* of the gap that a hand gave back to the violet arm */
} state;
static state *state_of(bp_world *world) { return bp_world_data(world); }
static void choose(bp_world *world, float card) { state_of(world)->card = (int)card; }

/* The rules for angles and scales say nothing about positions. */
static bp_mat4 about_shoulder(bp_mat4 m) {
    return bp_mat4_mul(bp_mat4_mul(bp_mat4_translation(bp_vec3_negate(BP_SHOULDER)), m),
                       bp_mat4_translation(BP_SHOULDER));
}
/* The differences of position and of angle, as the bone stands, and a share of the gap. */
static void ghost_subtracted(bp_skeleton *copy, float share) {
    const bp_bone *arm = bp_skeleton_find(copy, ARM);
    bp_mat4 local = bp_bone_local(arm);
    float degrees = bp_degrees(bp_atan2(local.m[1], local.m[0])) - 30;
    bp_vec3 by = bp_vec3_sub(bp_bone_position(arm), bp_mat4_position(bp_bone_bind(arm)));
    by = bp_vec3_add(by, bp_vec3_scale(bp_gap(degrees), share));
    bp_pose_ghost_final(copy, bp_mat4_mul(bp_mat4_rotation_z(bp_radians(degrees)), bp_mat4_translation(by)));
}
/* (0, 0, roll) - (30, 0, 0): in Euler order, roll before pitch. */
static void ghost_euler(bp_skeleton *copy, float roll) {
    bp_mat4 z = bp_mat4_rotation_z(bp_radians(roll)), x = bp_mat4_rotation_x(bp_radians(-30));
    bp_pose_ghost_final(copy, about_shoulder(bp_mat4_mul(z, x)));
}
static void ghost_divided(bp_skeleton *copy, float quotient) {
    bp_pose_ghost_final(copy, about_shoulder(bp_mat4_scaling((bp_vec3){quotient, 1, 1})));
}
/* Two rotations in the other order. */
static bp_mat4 two(float part, bool z_first) {
    bp_mat4 x = bp_mat4_rotation_x(bp_radians(-30 * part)), z = bp_mat4_rotation_z(bp_radians(40 * part));
    return bp_mat4_mul(z_first ? bp_mat4_mul(z, x) : bp_mat4_mul(x, z), bp_mat4_translation(BP_SHOULDER));
}
/* Z first if the part is negative. */
static void ghost_two(bp_skeleton *copy, float part) {
    bp_bone_set_local(bp_skeleton_find(copy, ARM), two(fabsf(part), part < 0));
}
/* The arm as position, rotation and scale can have it: what is skew is lost. */
static void ghost_rebuilt(bp_skeleton *copy, float value) {
    bp_bone *arm = bp_skeleton_find(copy, ARM);
    bp_mat4 absolute = bp_mat4_mul(bp_bone_local(arm), bp_bone_local(bp_bone_parent(arm))), inverse;
    bp_trs parts;
    (void)value;
    if (!bp_mat4_decompose(absolute, &parts) ||
        !bp_mat4_inverse(bp_bone_local(bp_bone_parent(arm)), &inverse))
        return;
    bp_bone_set_local(arm, bp_mat4_mul(bp_mat4_from_trs(parts), inverse));
}

static float final_angle(bp_world *world) {
    bp_mat4 final = bp_bone_final(bp_world_bone(world, 0, ARM));
    return bp_degrees(bp_atan2(final.m[1], final.m[0]));
}
/* The violet arm's shoulder, which goes along the gap. */
static bp_vec3 shoulder_position(bp_world *world) {
    float degrees = final_angle(world), share = state_of(world)->share;
    return bp_vec3_add(bp_rotate_z(BP_SHOULDER, degrees), bp_vec3_scale(bp_gap(degrees), share));
}
static void drag_shoulder(bp_world *world, bp_vec3 to) {
    float degrees = final_angle(world);
    bp_vec3 whole = bp_gap(degrees), by = bp_vec3_sub(to, bp_rotate_z(BP_SHOULDER, degrees));
    float square = bp_vec3_dot(whole, whole);
    if (square > 0) state_of(world)->share = bp_clamp(bp_vec3_dot(by, whole) / square, 0, 1);
    if (world->ghost_count > 0) world->ghosts[0].value = state_of(world)->share;
}
static void paint(bp_world *world, bp_painter *painter) {
    if (state_of(world)->arrows)
        bp_mark_gap(painter, final_angle(world), shoulder_position(world), "the gap");
    if (state_of(world)->bone_x) {
        const bp_mat4 local = bp_bone_local(bp_world_bone(world, 0, ARM));
        const bp_vec3 x = bp_vec3_scale(bp_vec3_normalize((bp_vec3){local.m[0], local.m[1], 0}), 2);
        bp_mark_arrow(painter, BP_SHOULDER, bp_vec3_add(BP_SHOULDER, x), true, "the bone's X");
        bp_vec3 arm[4];
        for (int i = 0; i < 4; i++) arm[i] = bp_mat4_point(bp_left_arm_local(1, Z, 30), BP_HANGING_ARM[i]);
        bp_paint_lines(painter, arm, 4, true, 1.5f, painter->theme->ink);
        bp_paint_label(painter, &arm[3], 1, "as modelled", painter->theme->ink);
    }
    if (!state_of(world)->axes) return;
    for (int i = 0; i < 3; i += 2) {
        const bp_vec3 tip = bp_vec3_add(BP_SHOULDER, bp_vec3_scale(i ? Z : X, 1.2f));
        bp_paint_arrow(painter, BP_SHOULDER, tip, bp_theme_axis(painter->theme, i));
        bp_paint_label(painter, &tip, 1, i ? "Z" : "X", bp_theme_axis(painter->theme, i));
    }
}
static void set_matrices(bp_world *world, int stage, bp_mat4 bind, bp_mat4 local) {
    bp_bone *arm = bp_world_bone(world, stage, ARM);
    bp_bone_set_bind(arm, bind, &world->error);
    bp_bone_set_local(arm, local);
}
static void setup(bp_world *world) {
    bp_world_add_character(world, "About the shoulder", "", BP_BIND_NATURAL);
    bp_world_add_character(world, "Stretched and tilted", "", BP_BIND_NATURAL);
    bp_world_show_stages(world, 0, 1);
    world->show = BP_SHOW_MESH;
    world->paint = paint;
}
static void move(bp_world *world, float t) {
    bp_pose_arm(world, 0, 30, (bp_vec3){0.5f + 0.5f * t, 1.5f + 0.5f * t, 0});
    bp_world_add_ghost(world, 0, "subtracted", ghost_subtracted, 0);
}
static void show_shoulder(bp_world *world) {
    bp_pose_arm(world, 0, 30, BP_SHOULDER);
    state_of(world)->arrows = true;
    bp_world_add_ghost(world, 0, "subtracted", ghost_subtracted, 0);
}
static void show_two(bp_world *world) {
    state_of(world)->arrows = false, state_of(world)->axes = true;
    set_matrices(world, 0, bp_mat4_translation(BP_SHOULDER), bp_mat4_translation(BP_SHOULDER));
    world->camera.eye = (bp_vec3){5.2f, 2.6f, 5.2f}; /* from the side, where one sees an arm rotate about X */
}
static void rotate_two(bp_world *world, float t) {
    bool z_first = state_of(world)->card == 1;
    bp_bone_set_local(bp_world_bone(world, 0, ARM), two(t, z_first));
    bp_world_add_ghost(world, 0, "the other order", ghost_two, z_first ? t : -t);
}
static void rotate_third(bp_world *world, float degrees) {
    set_matrices(world, 0, bp_left_arm_local(1, X, 30), bp_left_arm_local(1, Z, degrees));
    bp_world_clear_ghosts(world);
    bp_world_add_ghost(world, 0, "subtracted", ghost_euler, degrees);
}
static void start_third(bp_world *world) { rotate_third(world, 40); }
static void show_tilted(bp_world *world) {
    world->camera = bp_character_camera();
    state_of(world)->axes = false, state_of(world)->bone_x = true;
    set_matrices(world, 0, bp_left_arm_local(2, Z, 0), bp_left_arm_local(4, Z, 0));
    bp_world_add_ghost(world, 0, "divided", ghost_divided, 2);
}
static void tilt(bp_world *world, float t) {
    set_matrices(world, 0, bp_left_arm_local(2, Z, 30 * t), bp_left_arm_local(4, Z, 30 * t));
}
/* The true arm, but for 2 mm: an outline isn't drawn for a pose that doesn't differ at all. */
static void ghost_true(bp_skeleton *copy, float value) {
    bp_bone *arm = bp_skeleton_find(copy, ARM);
    bp_bone_set_position(arm, bp_vec3_add(bp_bone_position(arm), (bp_vec3){0, 0, value}));
}
static void pose_all(bp_world *world, float percent) {
    const float t = state_of(world)->part = percent / 100;
    set_matrices(world, 0, bp_left_arm_local(1, Z, 30), bp_left_arm_local(1, Z, 30 + 45 * t));
    set_matrices(world, 1, bp_left_arm_local(2, Z, 30), bp_left_arm_local(2 + 2 * t, Z, 30));
    bp_world_clear_ghosts(world);
    for (int i = 0; i < 2 && state_of(world)->card == 1; i++)
        bp_world_add_ghost(world, i, "inverse bind · local", ghost_true, 0.002f);
    if (state_of(world)->card == 1) return;
    bp_world_add_ghost(world, 0, "subtracted", ghost_subtracted, 0);
    bp_world_add_ghost(world, 1, "divided", ghost_divided, 1 + t);
}
static void choose_rule(bp_world *world, float card) {
    choose(world, card);
    pose_all(world, 100 * state_of(world)->part);
}
static void show_failures(bp_world *world) {
    bp_world_show_stages(world, 0, 2);
    world->stages[0].title = "Rotated";
    *state_of(world) = (state){.part = 1};
    pose_all(world, 100);
}
static void show_one(bp_world *world) {
    bp_world_show_stages(world, 0, 1);
    set_matrices(world, 0, bp_left_arm_local(1, Z, 30), bp_left_arm_local(1, Z, 30));
    bp_world_add_ghost(world, 0, "without the parent", bp_ghost_arm_as_modelled, 0);
}
static void lean(bp_world *world, float t) { bp_world_rotate(world, 0, BODY, Z, 90 * t); }
static void stand(bp_world *world) {
    bp_world_rotate(world, 0, BODY, Z, 0);
    bp_world_add_ghost(world, 0, "rebuilt from three parts", ghost_rebuilt, 0);
}
static void stretch(bp_world *world, float t) {
    bp_bone_set_scale(bp_world_bone(world, 0, BODY), (bp_vec3){1 + t, 1, 1});
}

/* About the origin; about the shoulder; where it was. */
static void ghost_by_rule(bp_skeleton *copy, float option) {
    bp_mat4 turned = bp_mat4_rotation_z(bp_radians(45));
    bp_pose_ghost_final(copy, option < 0.5f   ? turned
                              : option < 1.5f ? about_shoulder(turned)
                                              : bp_mat4_identity());
}
/* Scaled by 2 along the figure's X; along the bone's X, across the arm; along its Y, the arm's. */
static void ghost_scale(bp_skeleton *copy, float option) {
    bp_mat4 along_y = bp_mat4_mul(bp_mat4_scaling((bp_vec3){1, 2, 1}), bp_left_arm_local(2, Z, 30));
    if (option < 0.5f)
        ghost_divided(copy, 2);
    else
        bp_bone_set_local(bp_skeleton_find(copy, ARM), option < 1.5f ? bp_left_arm_local(4, Z, 30) : along_y);
}

/* The upper left 2 x 2 of the bone's matrix. */
static void measure_corner(bp_world *world, const bp_measure_args *args, float *values) {
    bp_mat4 m = args->matrix(bp_world_bone(world, args->stage, args->bone));
    values[0] = m.m[0], values[1] = m.m[1], values[2] = m.m[4], values[3] = m.m[5];
}
/* The angle between the two orders, all of the way. */
static void measure_orders(bp_world *world, const bp_measure_args *args, float *values) {
    (void)args;
    bp_mat4 inverse;
    bp_mat4_inverse(two(1, true), &inverse);
    bp_mat4 between = bp_mat4_mul(bp_bone_local(bp_world_bone(world, 0, ARM)), inverse);
    values[0] = bp_degrees(bp_acos(fminf(1, (between.m[0] + between.m[5] + between.m[10] - 1) / 2)));
}
/* The angle between the absolute's X and Y. */
static void measure_right_angle(bp_world *world, const bp_measure_args *args, float *values) {
    bp_mat4 m = args->matrix(bp_world_bone(world, args->stage, args->bone));
    bp_vec3 x = bp_vec3_normalize((bp_vec3){m.m[0], m.m[1], m.m[2]}),
            y = bp_vec3_normalize((bp_vec3){m.m[4], m.m[5], m.m[6]});
    values[0] = bp_degrees(bp_acos(bp_vec3_dot(x, y)));
}

/* clang-format off */ /* tables */
static const bp_readout PLACES[] = {POSITION_OF("final's position", 0, ARM, bp_bone_final, "(%.2f, %.2f)"),
                                    ANGLE_OF("angle", 0, ARM, bp_bone_final)};
static const bp_readout EULER[] = {{.label = "final about X, Y, Z", .measure = bp_measure_euler,
                                    .args = {0, 0, ARM, bp_bone_final}, .format = "%.1f°, %.1f°, %.1f°"}};

static const char *const ORDERS[] = {"-30° about X", "40° about Z", NULL};
static const char *const RULES[] = {"subtract", "multiply by the inverse", NULL};
static const bp_step_slider ORDER = {.name = "order", .names = ORDERS, .ordered = true, .set = choose},
                            RULE = {.name = "rule", .names = RULES, .to = 1, .set = choose_rule};
static const bp_step_slider MOVE = {
    .name = "right and up", .unit = " m", .max = 0.5f, .to = 0.5f, .decimals = 2};
static const bp_step_slider ROTATE = ANGLE_SLIDER("local", 0, ARM, 30, 75, 30, 75);
static const bp_step_slider BOTH = {.name = "how much of both", .unit = " %", .max = 200, .to = 100};
static const bp_step_slider LOCAL = {
    .name = "local", .unit = "°", .max = 40, .from = 40, .to = 40, .set = rotate_third};
static const bp_step_slider TILT = {.name = "tilt of both", .unit = "°", .max = 30, .to = 30};
static const bp_step_slider ALL = {
    .name = "both locals", .unit = " %", .max = 100, .from = 100, .to = 100, .set = pose_all};
static const bp_step_slider LEAN = ANGLE_SLIDER("body leans", 0, BODY, 0, 90, 0, 90);
static const bp_step_slider STRETCH = {
    .name = "body's scale, X", .min = 1, .max = 2, .from = 1, .to = 2, .decimals = 2};

static const bp_handle GAP[] = {{.label = "the gap", .position = shoulder_position,
                                 .set = drag_shoulder, .normal = {0, 0, 1}, .kind = &bp_gap_handle}};

static const bp_question WHERE_BY_RULE = {
    .text = "Subtracting leaves position 0 and angle 45°. Where does a matrix of just these two put the "
            "arm?", .pose = ghost_by_rule,
    CHOICE(0, "swung about the origin", "rotated about the shoulder", "where it was"),
    .right = "A rotation R without a translation is about the origin: it takes the shoulder S to S R. "
             "The true final closes the gap from there back to S, as in lesson 5. Drag the gap: the violet "
             "arm goes onto the orange one.",
    .wrong = {{1, "That is what the bone does. But its final isn't a rotation alone: it must bring the "
                  "shoulder back."},
              {2, "The angles differ by 45°, so it moves."}}};
static const bp_question WHICH_ORDER = {
    .text = "In which order does final do these four things to a vertex of the arm?",
    .kind = BP_QUESTION_ORDER, .answer = 2413,
    .options = {"rotate it by 40° about Z", "move it: shoulder to origin", "move it back to the shoulder",
                "rotate it by -30° about X"},
    .right = "First undo the bind, then do the pose: X before Z. The violet arm has the same two angles "
             "in the other order, Z before X, and that is another rotation.",
    .wrong = {{2143, "That is the rule's order: Z before X. But the bind's rotation must be undone first."},
              {4213, "Rotated before the move, the arm swings about the origin."},
              {2431, "Moved back too early: what comes after is about the origin again."}},
    .hint = "First undo the bind, then do the pose."};
static const bp_question WIDER = {
    .text = "Bind and local will be tilted by 30°. In which direction is the arm twice as wide then?",
    .pose = ghost_scale, CHOICE(1, "along the figure's X", "across the arm", "along the arm"),
    .right = "Both scales are along the bone's own X, which lies across the arm now. The quotient, (2, 1, "
             "1), is along the figure's X: the two agree only at tilt 0.",
    .wrong = {{0, "That is the violet arm: the quotient doesn't know that the bone is tilted."},
              {2, "The arm runs along the bone's Y. Which axis was scaled?"}}};
static const bp_question WHICH_PRODUCT = {
    .caption = "Two of the failures: each [ghost:violet arm] beside its [left:true arm]. One product mends "
               "both. It takes the inverse of the bind.",
    .text = "A vertex v stands on the left. Which product puts each violet arm onto the true one?",
    CHOICE(0, "v · inverse bind · local", "v · local · inverse bind"),
    .right = "The inverse undoes position, rotation and scale at once, in order; then local poses it.",
    .wrong = {{1, "Then the vertex meets local while the bind is still in it. Undo the bind first."}}};
static const bp_question WITH_BODY = {
    .text = "The body will lean by 45°. What does the true arm do?",
    CHOICE(0, "it goes with the body", "it stays"),
    .right = "Inverse bind times local knows no parent: the violet arm stays. So take absolutes: absolute "
             "inverse bind times absolute. Then the arm follows its parents.",
    .wrong = {{1, "So says inverse bind times local. But then the arm would be torn off."}}};
static const bp_question ANGLES_SKEW = {
    .text = "The body is stretched to twice its width. What happens to the orange arm's right angles?",
    CHOICE(0, "they go skew", "they stay, the arm gets wider", "they stay, the arm rotates"),
    .right = "They become 123° and 57°: the parent stretches along its own X, and the arm lies at an angle "
             "to that. Such a matrix is sheared: position, rotation and scale alone don't make it. Rebuilt "
             "from these three, it is the violet arm.",
    .wrong = {{1, "Along its own X it would. But the stretch is along the body's."},
              {2, "Draw a square aslant on a rubber band, and pull."}}};

static const bp_step STEPS[] = {
    {.prose =
         "In lesson 5 the bind was removed by a subtraction: 75° - 30° = 45°. Is that a rule for "
         "everything?\n\nHere the bone only moves. The [left:orange arm] is the true one; the [ghost:violet "
         "outline] has the bind's position subtracted from local's. Drag the arm: the two never part.",
     .change = move, .slider = &MOVE,
     CLAIMS({.number = 48,
             .text = "Rotated like its bind, the bone moves by the difference of the positions.",
             POSITION_IS(0, ARM, bp_bone_final, 0.5f, 0.5f, 0)}),
     READOUTS_OF(PLACES),
     .bone = ARM, .code = "bp_vec3_sub(local, bind);", .babylon = "local.subtract(bind);"},
    {.heading = "Rotate, and they part",
     .prose = "Now the bone stays at the shoulder S, where it was bound, and rotates. The positions' "
              "difference is 0 all the time.",
     .arrange = show_shoulder, .change = bp_raise_arm, .slider = &ROTATE,
     .question = &WHERE_BY_RULE, .handles = GAP, .handle_count = 1,
     CLAIMS({.number = 48,
             .text = "Rotated otherwise, equal positions don't cancel: final's translation is (1.2071, "
                     "0.0858, 0).", POSITION_IS(0, ARM, bp_bone_final, 1.2071068f, 0.0857864f, 0),
             .page = "positions are subtracted, which gives (0, 0, 0)",
             .engine = "multiplies by the inverse, as we do: (1.2071, 0.0858, 0)",
             .engine_expected = {1.2071068f, 0.0857864f, 0}},
            {.number = 49, .text = "About one axis, angles are subtracted: 75 - 30.",
             ANGLE_IS(0, ARM, bp_bone_final, 45)}),
     READOUTS_OF(PLACES),
     .bone = ARM},
    {.heading = "Two rotations have an order",
     .prose =
         "No bind for a moment: only two rotations, one about X and one about Z. The [left:arm] does them in "
         "the order of the cards. The [ghost:violet arm] does the same two in the other order.\n\nDrag one "
         "card over the other, and the two arms change places. For small angles they nearly agree.",
     .arrange = show_two, .change = rotate_two, .slider = &BOTH, .cards = &ORDER,
     CLAIMS({.text = "The two orders are 20.31° apart.", .measure = measure_orders, .args = {0, 0, 0, 0},
             .expected = {20.31f}, .tolerance = 5e-4f, .unit = "degrees"}),
     READOUTS_OF(EULER),
     .bone = ARM, .code = "bp_mat4_mul(a, b);", .babylon = "a.multiply(b);"},
    {.heading = "Three angles",
     .prose = "The bind rotates by 30° about X, and local by 40° about Z. Subtracted angle by angle that is "
              "(-30°, 0°, 40°): the [ghost:violet arm]. Three angles are always done Z first, then X, then "
              "Y; lesson 11 says why. The [left:true arm] is elsewhere.",
     .arrange = start_third, .slider = &LOCAL, .question = &WHICH_ORDER,
     CLAIMS({.number = 49, .text = "With the bind about X, no angle is a difference.",
             .measure = bp_measure_euler, .args = {0, 0, ARM, bp_bone_final}, .count = 3,
             .expected = {-22.52101f, -20.36057f, 44.09531f}, .unit = "degrees", .holds_before = true,
             .page = "angles are subtracted, which gives (-30, 0, 40)",
             .engine = "multiplies by the inverse, as we do: (-22.521, -20.361, 44.095)",
             .engine_expected = {-22.52101f, -20.36057f, 44.09531f}}),
     READOUTS_OF(EULER),
     .bone = ARM},
    {.heading = "Stretch and tilt",
     .prose = "Bound with a scale of 2 along its X, the bone has a scale of 4 in local. Scales are divided, "
              "and 4 by 2 is 2. The [left:arm] is twice as wide along the arrow as modelled, and so is the "
              "[ghost:violet outline], by the quotient.",
     .arrange = show_tilted, .change = tilt, .slider = &TILT, .question = &WIDER,
     CLAIMS({.number = 50, .text = "Tilted, scales are divided along the tilted axes, not along X and Y.",
             .measure = measure_corner, .args = {0, 0, ARM, bp_bone_final}, .count = 4,
             .expected = {1.75f, 0.4330127f, 0.4330127f, 1.25f},
             .page = "scales are divided, which gives (2, 1, 1)",
             .engine = "multiplies by the inverse, as we do: [1.75 0.4330; 0.4330 1.25]",
             .engine_expected = {1.75f, 0.4330127f, 0.4330127f, 1.25f}}),
     READOUTS({.label = "final's first entry", .measure = measure_corner, .args = {0, 0, ARM, bp_bone_final},
               .format = "%.2f"}),
     .bone = ARM},
    {.heading = "Multiply by the inverse",
     .prose = "Inverse bind times local mends both: each [ghost:violet outline] is on its [left:true arm]. "
              "The other card brings the failures back.",
     .arrange = show_failures, .slider = &ALL, .cards = &RULE, .question = &WHICH_PRODUCT,
     CLAIMS({.text = "The inverse makes both: 45° about the shoulder ...",
             ANGLE_IS(0, ARM, bp_bone_final, 45), .holds_before = true},
            {.text = "... and the tilted scale.", .measure = measure_corner,
             .args = {1, 0, ARM, bp_bone_final}, .count = 4,
             .expected = {1.75f, 0.4330127f, 0.4330127f, 1.25f}, .holds_before = true}),
     READOUTS_OF(PLACES),
     .bone = ARM, .code = "bp_mat4_inverse(bind, &inverse);", .babylon = "bind.invert();", .cover = true},
    {.heading = "The inverse of what?",
     .prose = "The [left:arm]'s local equals its bind, so inverse bind times local is the identity: that is "
              "the [ghost:violet outline].", .arrange = show_one, .change = lean, .slider = &LEAN,
     .stop = 0.5f, .question = &WITH_BODY,
     CLAIMS({.number = 51,
             .text = "With the parent rotated by 90°, the arm's own B^-1 L rotates by 0, but final by 90: it "
                     "uses absolutes.", .measure = bp_measure_bind_removed_locally,
             .args = {0, 0, ARM, bp_bone_final}, .count = 2, .expected = {0, 90}, .unit = "degrees",
             .page = "B^-1 L on the local matrices is I when L = B, so nothing moves",
             .engine = "works with absolutes, as we do: the arm follows its parent",
             .engine_expected = {0, 90}}),
     READOUTS({.label = "inverse bind × local", .measure = bp_measure_bind_removed_locally,
               .args = {0, 0, ARM, bp_bone_final}, .format = "%.0f°"},
              ANGLE_OF("final", 0, ARM, bp_bone_final)),
     .bone = ARM, .code = "bp_mat4_mul(absolute_inverse_bind, absolute);",
     .babylon = "arm.getAbsoluteInverseBindMatrix().multiply(arm.getAbsoluteMatrix());"},
    {.heading = "A stretched parent",
     .prose = "The body's scale along X is about to grow. The arm hangs at 30° from it; drag it to other "
              "angles afterwards.", .arrange = stand, .change = stretch, .slider = &STRETCH,
     .question = &ANGLES_SKEW,
     CLAIMS({.text = "The arm's right angles become 123.00°.", .measure = measure_right_angle,
             .args = {0, 0, ARM, bp_bone_chain}, .expected = {123.004f}, .tolerance = 1e-5f,
             .unit = "degrees"}),
     READOUTS({.label = "between the arm's X and Y", .measure = measure_right_angle,
               .args = {0, 0, ARM, bp_bone_chain}, .format = "%.0f°"}),
     .bone = ARM, .code = "bp_bone_set_scale(body, s);", .babylon = "body.scaling = s;",
     .footnote = "Babylon.js's bone.scale() keeps the size of the children."},
};

const bp_lesson_plan bp_lesson = {
    LESSON(6, "06_removing_the_bind"), .title = "Why can't I just subtract?",
    .summary = "Where subtracting the bind fails, and the product that always works.", .difficulty = 3,
    .matrices = BP_MATRIX_LOCAL | BP_MATRIX_ABSOLUTE | BP_MATRIX_FINAL | BP_MATRIX_BIND |
                BP_MATRIX_ABSOLUTE_INVERSE_BIND,
    .text = {.goal = "You will be able to remove any bind, and say when subtracting fails.",
         .learned = {"You can remove any bind: multiply by its inverse, with absolutes on both sides.",
                     "Subtracting works for positions while nothing rotates, and for angles about one axis.",
                     "Below a stretched parent matrices can be sheared: three parts don't make them.",
                     "Angles had the order Z, X, Y. Who says so, and how does a bone keep a rotation?"},
         .next = "Why do I read back other angles than I set?",
         .prerequisites = "05_same_pose_three_ways",
         .try_this = {"At step 4 find an angle of local at which both arms agree.",
                      "At the last step turn the arm until no angle is wrong."}},
};
