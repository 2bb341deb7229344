/* What another body does to a walk: hips that float, feet that slide, and two-bone IK that holds them.
 *
 * Her legs are 0.75 of his, feet, too. His thighs begin 0.88 m over the floor, his hips are at 0.93 m; hers
 *     are 0.88 * 0.25 = 0.22 m lower, at 0.71 m: 0.7634 of his. Standing with his hips' height she is 0.22 m
 *     in the air; with the ratio of the bodies' heights, (1.7 - 0.22) / 1.7 = 0.8706, 0.93 * 0.8706 - 0.71 =
 *     0.0997 m; with that of the arms, which are equal, 0.22 m again.
 * His walk (src/tools/make_character/motion.c): in 13/12 s each foot stands for 0.6 of it, 0.65 s, and goes
 *     from 0.26 m before the body to 0.26 m behind: 0.52 / 0.65 = 0.8 m/s is the pace at which it stays.
 *     Hers goes back by 0.75 of it: at his pace it slides by 0.25 * 0.8 = 0.2 m/s. From key 3 to key 9, a
 *     quarter of a second, the left foot is flat; his hips go on by 0.2 m, sway back by 0.0116 m, and turn
 *     the hip joint back by 0.0107 m: 0.25 (0.2 - 0.0116 - 0.0107) = 0.0444 m of slide. At 0.7634 of his pace
 *     it is less than 0.2 mm.
 * Two bones of 1.5 m (those of lesson 16), the hip 2.4 m over the foot: half of it is 1.2, and 1.2 / 1.5 =
 *     cos 36.87: the knee is bent by 73.74 degrees. 3, 4, 5: with the hip 1.8 m ahead the leg is straight.
 *     2.25 m ahead, the foot is sqrt(5.76 + 5.0625) - 3 = 0.2898 m from its place.
 * At his pace, before her left foot leaves the floor (key 15, 0.625 s), her hip joint is 0.6101 m from the
 *     held ankle, by the formulas of that file; her leg is 0.75 (0.39536 + 0.39654) = 0.5939: 0.0162 m short.
 *     With the hips 0.05 m lower it is 0.5658 m. The leg's two halves, 0.2965 and 0.2974 m, meet that at an
 *     inner angle of 144.62 degrees (law of cosines): the knee is bent by 35.38. */
#include "rig/engine.h"
#include "shared/boxes.h"
#include <bindpose/ik.h>
#include <math.h>
#include <stdio.h>

enum { HIS, HERS, LEG };
#define LEGS 0.75f /* hers to his */
#define RATIO (0.71f / 0.93f)
#define CYCLE (13 / 12.0f)  /* seconds */
#define PACE 0.8f           /* metres a second */
#define KEY (1 / 24.0f)     /* seconds from key to key */
#define LAST_KEY (15 * KEY) /* at which the left foot stands */
/* Low, so that a foot in the air is seen over all lines of the floor. */
#define FROM_HIS_RIGHT ((bp_camera){.eye = {-7, -1.3f, 0.9f}, .target = {0, -0.1f, 0.9f}})
#define THIGH "thigh_left"
#define SHIN "shin_left"
#define FOOT "foot_left"

typedef struct state {
    float up, on;  /* the scales of the hips' height, and of their way */
    float seconds; /* of the walk; below 0: both stand */
    float sink;    /* metres that her hips are lower */
    bool held;     /* her planted feet */
    enum { NOTHING, HEIGHTS, PRINT, KNEES, TRIANGLE } paints;
    float ahead;   /* of the foot, the hip of the leg of two bones */
    bp_vec3 print; /* the left ankle's place on the floor, of her */
} state;
static state *state_of(bp_world *world) { return bp_world_data(world); }

/* ---- walking ---- */

static bp_vec3 ankle(bp_world *world, int stage, const char *name) {
    return bp_bone_position_in(bp_world_bone(world, stage, name), BP_SPACE_WORLD, NULL);
}
/* Him, walking on, and her with his rotations on her bones. */
static void pose_turns(bp_world *world, float seconds) {
    const state *now = state_of(world);
    bp_skeleton *his = world->stages[HIS].skeleton, *hers = world->stages[HERS].skeleton;
    if (!his || !hers) return;
    if (seconds < 0)
        bp_ghost_in_bind(his, 0);
    else
        bp_person_walk(world, HIS, (double)(seconds - CYCLE * (float)floor((double)(seconds / CYCLE))));
    for (size_t i = 0; i < bp_skeleton_count(his); i++) {
        bp_bone *a = bp_skeleton_bone_by_id(his, i), *b = bp_skeleton_bone_by_id(hers, i);
        bp_bone_set_local(b, bp_bone_bind(b));
        bp_bone_set_rotation(b, bp_bone_rotation(a));
    }
    bp_bone *hips = bp_skeleton_bone_by_id(his, 0);
    bp_vec3 at = bp_bone_position(hips);
    at.z += PACE * fmaxf(seconds, 0);
    bp_bone_set_position(hips, at);
    at = (bp_vec3){RATIO * at.x, now->up * at.y - now->sink, now->on * at.z};
    bp_bone_set_position(bp_skeleton_bone_by_id(hers, 0), at);
}
/* Brings her ankle to the place by two-bone IK; her foot keeps its rotation. */
static void reach(bp_world *world, const char *shin, const char *foot, bp_vec3 to) {
    bp_bone *bone = bp_world_bone(world, HERS, foot);
    bp_quat rotation = bp_bone_rotation_in(bone, BP_SPACE_WORLD, NULL);
    bp_ik *ik =
        bp_ik_create(world->context, bp_world_bone(world, HERS, shin), NULL, bp_world_error_slot(world));
    if (!ik) return;
    bp_ik_set_target(ik, to);
    bp_ik_update(ik, NULL, bp_world_error_slot(world));
    bp_ik_destroy(ik);
    bp_bone_set_rotation_in(bone, rotation, BP_SPACE_WORLD, NULL, bp_world_error_slot(world));
}
/* Where her ankle belongs while his foot stands: where it came down, and rolling as his does. */
static bool held_place(bp_world *world, const char *foot, float late, bp_vec3 *place) {
    const float seconds = state_of(world)->seconds;
    float cycles = seconds / CYCLE + late, since = cycles - (float)floor((double)cycles);
    if (seconds < 0 || since > 0.6f + 1e-4f) return false;
    pose_turns(world, seconds - since * CYCLE);
    bp_vec3 came = ankle(world, HERS, foot), his = ankle(world, HIS, foot);
    pose_turns(world, seconds);
    bp_vec3 now = ankle(world, HIS, foot);
    *place = (bp_vec3){ankle(world, HERS, foot).x, LEGS * now.y, came.z + LEGS * (now.z - his.z)};
    return true;
}
static void pose(bp_world *world) {
    state *now = state_of(world);
    bp_vec3 left = {0}, right = {0};
    bool left_stands = held_place(world, FOOT, 0, &left),
         right_stands = held_place(world, "foot_right", 0.5f, &right);
    pose_turns(world, now->seconds);
    now->print = left_stands ? left : ankle(world, HERS, FOOT);
    if (now->held && left_stands) reach(world, SHIN, FOOT, left);
    if (now->held && right_stands) reach(world, "shin_right", "foot_right", right);
}

/* ---- the leg of two bones ---- */

static void pose_leg(bp_world *world, float ahead) {
    state_of(world)->ahead = ahead;
    bp_figure_set_world(world->stages[0].figure, bp_mat4_translation((bp_vec3){ahead, 2.4f, 0}));
    bp_vec3 foot = {-ahead, -2.4f, 0};
    bp_bone_set_position(bp_world_bone(world, 0, "target"), foot);
    bp_ik *ik = bp_ik_create(world->context, bp_world_bone(world, 0, "joint1"),
                             &(bp_ik_options){.pole_fixed = true}, bp_world_error_slot(world));
    if (!ik) return;
    bp_ik_set_target(ik, foot);
    bp_ik_set_pole(ik, (bp_vec3){-9, -1.2f, 0}); /* the knee keeps away from it */
    bp_ik_update(ik, NULL, bp_world_error_slot(world));
    bp_ik_destroy(ik);
}

/* ---- what is painted ---- */

static bp_vec3 of_person(bp_vec3 p) { return bp_mat4_point(bp_person_world(), p); }
/* Between a thigh and its shin, degrees. */
static float knee_bend(bp_world *world, int stage, const char *name) {
    const bp_bone *shin = bp_world_bone(world, stage, name);
    bp_vec3 hip = ankle(world, stage, bp_bone_name(bp_bone_parent(shin))), knee = ankle(world, stage, name),
            foot = ankle(world, stage, bp_bone_name(bp_bone_first_child(shin)));
    bp_vec3 a = bp_vec3_normalize(bp_vec3_sub(knee, hip)), b = bp_vec3_normalize(bp_vec3_sub(foot, knee));
    return bp_degrees(bp_acos(bp_clamp(bp_vec3_dot(a, b), -1, 1)));
}
static void paint(bp_world *world, bp_painter *painter) {
    const state *now = state_of(world);
    if (now->paints == TRIANGLE) {
        bp_vec3 hip = {now->ahead, 2.4f, 0}, foot = {0, 0, 0};
        bp_paint_lines(painter, (bp_vec3[]){{-1.2f, 0, 0}, {3, 0, 0}}, 2, false, 2, painter->theme->quiet);
        bp_mark_arrow(painter, hip, (bp_vec3){now->ahead, 0, 0}, false, "2.4 m");
        const bp_vec3 knee = bp_mat4_position(bp_bone_chain(bp_world_bone(world, 0, "joint1")));
        bp_paint_label(painter, &hip, 1, "hip", painter->theme->ink);
        bp_paint_label(painter, &(bp_vec3){hip.x + knee.x, hip.y + knee.y, 0}, 1, "knee",
                       painter->theme->ink);
        if (now->ahead > 0.05f)
            bp_mark_arrow(painter, foot, (bp_vec3){now->ahead, 0, 0}, false, "%.2f m", (double)now->ahead);
        bp_mark_point(painter, foot, 6, "its place", painter->theme->changed);
        return;
    }
    const int stage = bp_paint_stage(painter);
    if (now->paints == HEIGHTS) {
        bp_vec3 hips = ankle(world, stage, "hips"), floor = {hips.x, 0, hips.z};
        bp_mark_arrow(painter, of_person(floor), of_person(hips), true, "%.2f m", (double)hips.y);
    }
    if (now->paints == KNEES) {
        char bend[16];
        snprintf(bend, sizeof bend, "knee %.0f°", (double)knee_bend(world, stage, "shin_right"));
        bp_vec3 knee = of_person(ankle(world, stage, "shin_right"));
        bp_paint_label(painter, &knee, 1, bend, painter->theme->here);
    }
    if (now->paints >= PRINT && stage == HERS) {
        bp_vec3 at = of_person(now->print), is = of_person(ankle(world, HERS, FOOT));
        bp_mark_point(painter, at, 6, "its place", painter->theme->changed);
        bp_paint_arrow(painter, at, is, painter->theme->ghost);
    }
}

/* Her bones are bound as they stand, but of size 1: their mesh has the size now. */
static void unscale(bp_world *world) {
    bp_skeleton *hers = world->stages[HERS].skeleton;
    const bp_bone *left = bp_skeleton_find(hers, THIGH), *right = bp_skeleton_find(hers, "thigh_right");
    for (size_t i = 0; i < bp_skeleton_count(hers); i++) {
        bp_bone *bone = bp_skeleton_bone_by_id(hers, i);
        const bp_bone *up = bp_bone_parent(bone);
        bp_trs trs = bp_bone_trs(bone);
        if (bp_is_below(up, left) || bp_is_below(up, right)) trs.position = bp_vec3_scale(trs.position, LEGS);
        trs.scale = (bp_vec3){1, 1, 1};
        bp_bone_set_bind(bone, bp_mat4_from_trs(trs), bp_world_error_slot(world));
        bp_bone_set_rest(bone, bp_mat4_from_trs(trs));
    }
}
static void setup(bp_world *world) {
    bp_add_person(world, "His");
    bp_add_her(world, "Hers");
    bp_stage *leg = bp_world_add_ik_arm(world, "", "", 1.5f);
    if (world->error.kind != BP_ERROR_NONE) return;
    bp_bone_set_length(bp_skeleton_find(leg->skeleton, "joint1"), 1.5f);
    bp_world_show_stages(world, HIS, 2);
    for (int side = 0; side < 2; side++)
        bp_bone_set_scale(bp_world_bone(world, HERS, side == 0 ? THIGH : "thigh_right"),
                          (bp_vec3){LEGS, LEGS, LEGS});
    bp_bone_set_position(bp_skeleton_bone_by_id(world->stages[HERS].skeleton, 0), (bp_vec3){0, 0.71f, 0});
    bp_bind_as_posed(world, HERS);
    unscale(world);
    world->camera = FROM_HIS_RIGHT;
    world->paint = paint;
    world->has_floor = true;
    world->write_notes = bp_compute_absolutes;
    *state_of(world) = (state){.up = 1, .on = 1};
    pose(world);
}
static void walk(bp_world *world, float t) {
    state_of(world)->seconds = LAST_KEY * t;
    pose(world);
}
static void stand(bp_world *world) {
    state_of(world)->seconds = -1, state_of(world)->paints = HEIGHTS;
    pose(world);
}
static void scale_hips(bp_world *world, float t) {
    state_of(world)->up = bp_mix(1, RATIO, t);
    pose(world);
}
static void start_walk(bp_world *world) {
    *state_of(world) = (state){.up = RATIO, .on = 1, .paints = PRINT};
    pose(world);
}
static void choose_pace(bp_world *world, float card) {
    state_of(world)->on = card > 0.5f ? RATIO : 1;
    pose(world);
}
static void show_leg(bp_world *world) {
    bp_world_show_stages(world, LEG, 1);
    world->has_floor = false;
    world->camera = (bp_camera){.eye = {1, 1.2f, 7.8f}, .target = {1, 1.2f, 0}};
    state_of(world)->paints = TRIANGLE;
    pose_leg(world, 0);
}
static void go_ahead(bp_world *world, float t) { pose_leg(world, 2.25f * t); }
static void show_walk(bp_world *world) {
    bp_world_show_stages(world, HIS, 2);
    world->has_floor = true;
    world->camera = FROM_HIS_RIGHT;
    *state_of(world) = (state){.up = RATIO, .on = 1, .paints = KNEES, .seconds = LAST_KEY, .held = true};
    pose(world);
}
static void sink(bp_world *world, float t) {
    state_of(world)->sink = 0.05f * t;
    pose(world);
}
static void choose_held(bp_world *world, float card) {
    state_of(world)->held = card > 0.5f;
    pose(world);
}
static void rewind_walk(bp_world *world) {
    state_of(world)->seconds = 0, state_of(world)->held = false, state_of(world)->paints = PRINT;
    pose(world);
}

/* ---- measures: metres of the people's own size ---- */

/* Her lowest vertex, over the floor, with hips scaled by the ratio of: hips, whole bodies, arms. */
static void measure_soles(bp_world *world, const bp_measure_args *args, float *values) {
    static const float RATIOS[] = {RATIO, 1.48f / 1.7f, 1};
    state_of(world)->up = RATIOS[args->other];
    pose(world);
    bp_world_pose(world);
    const bp_figure *figure = world->stages[HERS].figure;
    const bp_mesh *mesh = world->stages[HERS].mesh;
    values[0] = INFINITY;
    for (size_t i = 0; i < mesh->vertex_count; i++)
        values[0] = fminf(values[0], bp_figure_positions(figure, 0)[i].y);
}
/* How far the flat left foot slides, from key 3 to key 9: his; hers, at his pace and at her own. */
static void measure_slide(bp_world *world, const bp_measure_args *args, float *values) {
    float at[2];
    (void)args;
    for (int k = 0; k < 3; k++) {
        state_of(world)->on = k == 2 ? RATIO : 1;
        for (int end = 0; end < 2; end++) {
            state_of(world)->seconds = (end == 0 ? 3 : 9) * KEY;
            pose(world);
            at[end] = ankle(world, k == 0 ? HIS : HERS, FOOT).z;
        }
        values[k] = at[1] - at[0];
    }
}
static void measure_off(bp_world *world, const bp_measure_args *args, float *values) {
    (void)args;
    values[0] = bp_vec3_distance(ankle(world, HERS, FOOT), state_of(world)->print);
}
static void measure_off_high(bp_world *world, const bp_measure_args *args, float *values) {
    state_of(world)->sink = 0;
    pose(world);
    measure_off(world, args, values);
}
static void measure_knee(bp_world *world, const bp_measure_args *args, float *values) {
    values[0] = knee_bend(world, args->stage, args->bone);
}
/* Of the leg of two bones: from the foot to its place. */
static void measure_short(bp_world *world, const bp_measure_args *args, float *values) {
    bp_vec3 end = bp_mat4_point(bp_bone_chain(bp_world_bone(world, 0, "joint1")), (bp_vec3){0, 1.5f, 0});
    (void)args;
    values[0] = bp_vec3_distance(end, (bp_vec3){-state_of(world)->ahead, -2.4f, 0});
}
/* Its knee's bend, with the hip so many tenths of a metre ahead: args->other. */
static void measure_bend(bp_world *world, const bp_measure_args *args, float *values) {
    pose_leg(world, (float)args->other / 10);
    bp_measure_rotation_z(world, &(bp_measure_args){0, 0, "joint1", bp_bone_local}, values);
    values[0] = fabsf(values[0]);
}

/* clang-format off */ /* tables */
static const bp_readout SLID[] = {{.label = "left foot from its place", .measure = measure_off,
                                   .format = "%.3f m"}};

static const char *const PACES[] = {"his pace", "her own pace", NULL};
static const char *const FEET[] = {"rotations alone", "feet held", NULL};
static const bp_step_slider OF_PACE = {.name = "her hips' way", .names = PACES, .set = choose_pace},
                            OF_FEET = {.name = "her legs", .names = FEET, .to = 1, .set = choose_held};
static const bp_step_slider TIME = {.name = "time", .unit = " s",
.max = LAST_KEY, .to = LAST_KEY, .decimals = 2};
static const bp_step_slider SCALE = {.name = "her hips' height, times his", .min = 0.7f, .max = 1, .from = 1,
                                     .to = RATIO, .decimals = 2};
static const bp_step_slider AHEAD = {.name = "hip ahead", .unit = " m", .max = 2.25f, .to = 2.25f,
                                     .decimals = 2};
static const bp_step_slider SINK = {.name = "hips lower by", .unit = " m", .max = 0.1f, .to = 0.05f,
                                    .decimals = 3};

static const bp_question WHICH_RATIO = {
    .text = "By which ratio, hers to his, should the height of the hips be scaled?",
    CHOICE(1, "of the whole bodies' heights", "of the hips' heights, standing", "of the arms' lengths"),
    .right = "Standing, her hips are 0.71 m over the floor and his 0.93 m: 0.76. Now she stands when he "
             "stands.",
    .wrong = {{0, "Her trunk and her head are as long as his, and don't reach the floor: she would float by "
                  "10 cm."},
              {2, "Her arms are as long as his: she would float as before. Which bones are between hips and "
                  "floor?"}}};
static const bp_question HOW_FAST = {
    .text = "He walks at 0.8 m/s. Her legs, three quarters of his, make steps three quarters as long. At his "
            "pace, how fast does her foot slide while it should stand?",
    .kind = BP_QUESTION_NUMBER, .answer = 0.2f,
    .unit = "m/s",
    .right = "Her foot goes back by 0.75 * 0.8 = 0.6 m/s under her, and her hips go on by 0.8. The rest is "
             "slide, the violet arrow: 0.2 m/s. At her own pace it nearly stands, but she falls behind him.",
    .wrong = {{0.6f, "So fast her foot goes back, seen from her hips. How fast do the hips go on?"},
              {0.8f, "That is how fast her hips go. Her foot goes back under her meanwhile."},
              {1.4f, "The two are opposite: one goes back, one goes on."}},
    .hint = "How fast do the hips go on, and how fast does the foot go back under them?"};
static const bp_question HOW_FAR = {
    .text = "Thigh and shin are 1.5 m each, and the hip stays 2.4 m over the floor. How far ahead of the "
            "foot can the hip go before the foot must leave its place?", .kind = BP_QUESTION_NUMBER,
    .answer = 1.8f, .unit = "m", .tolerance = 0.05f,
    .right = "Straight, the leg is 3 m long: 1.8, 2.4 and 3 are a triangle with a right angle. Drag on, and "
             "the foot is torn off its place.",
    .wrong = {{3, "That is the leg's length. It goes aslant: 2.4 m of it are height."},
              {0.6f, "3 - 2.4 is what the leg has over. But it goes aslant: what does Pythagoras say?"},
              {3.84f, "That would need a longer leg: the leg is the long side of the triangle."}},
    .hint = "The leg, the height and the way ahead are a triangle with a right angle. Which side is the "
            "leg?"};

static const bp_step STEPS[] = {
    {.prose = "His walk on her, as in lesson 29: every bone turns as his does, and her hips go where his go. "
              "Her legs are three quarters of his.\n\nDrag the time. What is wrong with her feet?",
     .change = walk, .slider = &TIME,
     .stage = HERS, .bone = "hips", .seconds = 1.2f, .cover = true,
     .code = "bp_bone_set_position(hers, bp_bone_position(his));", .babylon = "hers.position = "
                                                                              "his.position;"},
    {.heading = "How high are her hips?",
     .prose = "Turns carry over to any length of bone. A position doesn't: it is in metres, and his hips "
              "stand on his legs.", .arrange = stand, .change = scale_hips, .slider = &SCALE,
     .question = &WHICH_RATIO,
     CLAIMS({.text = "With the ratio of the hips' heights her soles are on the floor.",
             .measure = measure_soles, .args = {.other = 0}, .expected = {0}, .tolerance = 2e-3f, .unit = "m",
             .holds_before = true},
            {.text = "With that of the bodies' heights she floats by 0.0997 m, ...", .measure = measure_soles,
             .args = {.other = 1}, .expected = {0.0997f}, .tolerance = 2e-3f, .unit = "m",
             .holds_before = true},
            {.text = "... with that of the arms by 0.22 m.", .measure = measure_soles, .args = {.other = 2},
             .expected = {0.22f}, .tolerance = 2e-3f, .unit = "m", .holds_before = true}),
     .bone = "hips", .code = "bp_vec3_scale(bp_bone_position(his), {});",
     .babylon = "his.position.scale({});"},
    {.heading = "At whose pace?",
     .prose = "Now her soles are on the floor, and her hips go forward as fast as his. Her left foot, in "
              "front at 0 s, should stand where it came down: at [bone:its place].",
     .arrange = start_walk, .change = walk, .slider = &TIME, .cards = &OF_PACE, .question = &HOW_FAST,
     CLAIMS({.text = "While flat, his foot doesn't slide; hers slides by 0.0444 m, at 0.76 of his pace by "
                     "nothing.", .measure = measure_slide, .count = 3, .expected = {0, 0.0444f, 0},
             .tolerance = 5e-4f, .unit = "m", .holds_before = true}),
     READOUTS_OF(SLID),
     .bone = SHIN, .seconds = 1.2f, .code = "bp_vec3_sub(foot, place);", .babylon = "foot.subtract(place);"},
    {.heading = "Hold the foot",
     .prose = "What if she must keep pace? Then the foot is held, and the leg follows by inverse kinematics, "
              "as an arm does in lesson 16.\n\nThe same with the two bones of that "
              "lesson, 1.5 m each: the foot stays at [bone:its place], and the hip goes on.",
     .arrange = show_leg, .change = go_ahead, .slider = &AHEAD, .stop = 0.8f, .question = &HOW_FAR,
     CLAIMS({.text = "With the hip over the foot the knee is bent by 73.74° ...", .measure = measure_bend,
             .args = {.other = 0}, .expected = {73.739795f}, .unit = "degrees", .holds_before = true},
            {.text = "... with the hip 1.8 m ahead the leg is straight ...", .measure = measure_bend,
             .args = {.other = 18}, .expected = {0}, .tolerance = 0.1f, .unit = "degrees",
             .holds_before = true},
            {.text = "... and 2.25 m ahead the foot is 0.2898 m off.", .measure = measure_short,
             .expected = {0.2897568f}, .unit = "m"}),
     READOUTS(ANGLE_OF("knee bent by", 0, "joint1", bp_bone_local),
              {.label = "foot from its place", .measure = measure_short, .format = "%.2f m"}),
     .bone = "joint1", .code = "bp_ik_update(ik, NULL, &error);", .babylon = "ik.update();"},
    {.heading = "Room for the knees",
     .prose = "Her left foot is about to leave the floor, and her hips are far ahead of it: even straight, "
              "the leg is too short. Drag the slider to 0 to see it. So the hips go down.\n\nThat is what "
              "holding costs: she walks in a crouch, and her front knee bends more than his.",
              .arrange = show_walk, .change = sink, .slider = &SINK,
     CLAIMS({.text = "At her own height her foot is 0.0162 m from its place ...", .measure = measure_off_high,
             .expected = {0.0162f}, .tolerance = 5e-4f, .unit = "m", .holds_before = true},
            {.text = "... 5 cm lower it is there ...", .measure = measure_off, .expected = {0},
             .tolerance = 1e-4f, .unit = "m"},
            {.text = "... and its knee is bent by 35.38°.", .measure = measure_knee,
             .args = {.stage = HERS, .bone = SHIN}, .expected = {35.38f}, .tolerance = 5e-3f,
             .unit = "degrees"}),
     READOUTS_OF(SLID),
     .bone = SHIN, .code = "position.y -= {};", .babylon = "hips.position.y -= {};"},
    {.heading = "Feet on the floor",
     .prose = "All of it, at his pace: rotations carried over, hips scaled and 5 cm lower, and both feet "
              "held while his stand. Compare the two buttons.",
              .arrange = rewind_walk, .change = walk, .slider = &TIME, .cards = &OF_FEET,
     CLAIMS({.text = "Her left foot is in its place as it leaves the floor.", .measure = measure_off,
             .expected = {1e-4f}, .at_most = true, .unit = "m", .holds_before = true}),
     READOUTS_OF(SLID),
     .bone = SHIN, .seconds = 1.2f, .code = "bp_ik_set_weight(ik, w);", .babylon = "ik.slerpAmount = w;",
     .footnote = "With the weight w going from 1 to 0 over a tenth of a second, a foot doesn't jump when it "
                 "is let go."},
};

const bp_lesson_plan bp_lesson = {
    LESSON(30, "30_feet_on_the_floor"), .title = "What keeps her feet on the floor?",
    .summary = "Other legs under the same turns: scale the hips, hold the feet, and pay with the knees.",
    .difficulty = 2, .matrices = BP_MATRIX_LOCAL | BP_MATRIX_ABSOLUTE | BP_MATRIX_FINAL,
    .text = {.goal = "You will be able to bring a walk to other legs, and say what it costs.",
             .learned = {"Turns carry over; positions are metres, and are scaled by the hips' height.",
                         "Shorter legs make shorter steps: at his pace her feet slide.",
                         "Inverse kinematics holds a planted foot, as far as the leg reaches.",
                         "It costs bent knees and lower hips, and must fade when the foot is let go."},
             .next = "From a triangle to pixels",
             .prerequisites = "16_length_and_ik, 29_his_walk_on_her",
             .try_this = {"At step 4 find where the knee bends fastest for a step of the slider.",
                          "At step 5 find the least height that the hips must lose."}},
};
