/* Why a clip that was made for one skeleton breaks another: its local matrices have the bind of its own
 * skeleton in them. Off comes his bind, on goes hers: L_t = B_t (B_s^-1 L_s), t for her, s for him; and where
 * the bones above are bound differently, too, the same with absolutes.
 *
 * Boxes. S = (0.5, 1.5, 0) is the left shoulder. His arm is bound by R30 T(S), and its local is R75 T(S), so
 * his final is B_s^-1 L_s = T(-S) R45 T(S): D from here on, a rotation by 45 degrees about S.
 * Copied to an arm that is bound at the origin, final is R75 T(S). A point v goes to v R75 + S in place of
 *     v R45 - S R45 + S, which is off by (v R30 - v + S) R45: as far as lesson 18's first case, at every
 *     angle: 2.5284 m at the hand's corner.
 * Without his bind her local is D itself: 45 degrees, at S - S R45 = (1.2071, 0.0858, 0) (lesson 05).
 * Bound upright at S, B_t = T(S). D alone gives the final T(-S) D, off by S R45: |S| = 1.5811 m. T(S) D gives
 *     D. The factors swapped, D T(S), give T(-S) D T(S): v - S goes through D, and S comes back, which is off
 *     by S - S R45: 1.2102 m.
 * Her body's bone lies on its side: P = R90. The arm's bind in it is B_t = T(S) P^-1, so that B_t P = T(S).
 *     Final is (B_t P)^-1 (B_t D P) = P^-1 D P, a rotation by 45 degrees about S P = (-1.5, 0.5, 0), which
 *     stands |S - S P| = 2.2361 m from S. So all of the arm is off by 2 sin 22.5 * 2.2361 = 1.7114 m.
 * Her arm is bound level, at 90 degrees: 90 + 45 = 135. Rotated by 30 - 90 = -60 degrees about her shoulder
 *     first, it is at 75, as his.
 * The character's bones point along the limbs; only those of the hips and of the head, which is upright at
 *     rest, have the axes of the mesh. So with upright bones and his locals, 19 of 21 finals are wrong. */
#include "shared/boxes.h"
#include <math.h>
#include <string.h>

enum { HIS, HERS, PEOPLE = 0, BOXES = 2, BONES = 64 };

/* What becomes her local matrix. */
typedef enum rule { COPIED, UNDONE, BEHIND, IN_FRONT, ABSOLUTES, ALIGNED } rule;

typedef struct state {
    rule rule;
    float apart;      /* degrees that her arms are bound higher than his */
    float sum;        /* of his locals, as they were carried over */
    bp_camera camera; /* for the people */
} state;
static state *state_of(bp_world *world) { return bp_world_data(world); }

/* ---- from him to her ---- */

/* Her left arm's bones are bound higher by so many degrees, the right one's lower: it is mirrored. */
static float apart_of(const bp_bone *bone, float apart) {
    for (; bone; bone = bp_bone_parent(bone)) {
        if (strcmp(bp_bone_name(bone), ARM) == 0 || strcmp(bp_bone_name(bone), UPPER_ARM) == 0) return apart;
        if (strcmp(bp_bone_name(bone), ARM_RIGHT) == 0 || strcmp(bp_bone_name(bone), "upper_arm_right") == 0)
            return -apart;
    }
    return 0;
}
/* Takes her reference pose to his: back by the difference, and from her joint to his. */
static bp_mat4 alignment(const bp_bone *his, const bp_bone *hers, float apart) {
    bp_vec3 from = bp_mat4_position(bp_bone_absolute_bind(hers)),
            to = bp_mat4_position(bp_bone_absolute_bind(his));
    bp_mat4 back = bp_mat4_rotation_z(bp_radians(-apart_of(hers, apart)));
    return bp_mat4_mul(bp_mat4_mul(bp_mat4_translation(bp_vec3_negate(from)), back), bp_mat4_translation(to));
}
static float sum_of_locals(const bp_skeleton *skeleton) {
    float sum = 0;
    for (size_t i = 0; i < bp_skeleton_count(skeleton); i++)
        for (int k = 0; k < 16; k++)
            sum += (float)(k + 1) * bp_bone_local(bp_skeleton_bone_by_id(skeleton, i)).m[k];
    return sum;
}
/* Her locals as carried over, so that what a hand does to her can be told from them. */
typedef struct carried {
    bp_mat4 local[BONES];
} carried;
static void forget(void *block) { (void)block; }

/* Poses her by the rule. Parents have lower ids. */
static void carry(bp_world *world) {
    state *now = state_of(world);
    carried *keep = bp_world_keep(world, sizeof *keep, forget);
    const bp_skeleton *his = world->stages[HIS].skeleton, *hers = world->stages[HERS].skeleton;
    bp_mat4 from[BONES], to[BONES]; /* absolute, by id */
    if (!keep || !his || !hers || bp_skeleton_count(his) > BONES) return;
    for (size_t i = 0; i < bp_skeleton_count(his); i++) {
        const bp_bone *a = bp_skeleton_bone_by_id(his, i);
        bp_bone *b = bp_skeleton_bone_by_id(hers, i), *parent = bp_bone_parent(b);
        bp_mat4 local = bp_bone_local(a), bind = bp_bone_bind(b), undone, up;
        size_t above = parent ? bp_bone_id(parent) : 0;
        from[i] = parent ? bp_mat4_mul(local, from[above]) : local;
        bp_mat4_inverse(bp_bone_bind(a), &undone);
        undone = bp_mat4_mul(undone, local);
        bp_mat4 reference = bp_bone_absolute_bind(b);
        if (now->rule == ALIGNED) reference = bp_mat4_mul(reference, alignment(a, b, now->apart));
        to[i] = bp_mat4_mul(reference, bp_mat4_mul(bp_bone_absolute_inverse_bind(a), from[i]));
        if (!parent || !bp_mat4_inverse(to[above], &up)) up = bp_mat4_identity();
        bp_bone_set_local(b, now->rule == COPIED     ? local
                             : now->rule == UNDONE   ? undone
                             : now->rule == BEHIND   ? bp_mat4_mul(undone, bind)
                             : now->rule == IN_FRONT ? bp_mat4_mul(bind, undone)
                                                     : bp_mat4_mul(to[i], up));
    }
    for (size_t i = 0; i < bp_skeleton_count(hers); i++)
        keep->local[i] = bp_bone_local(bp_skeleton_bone_by_id(hers, i));
    now->sum = sum_of_locals(his);
}
/* Violet, on her: what his arm does. */
static void ghost_as_his(bp_skeleton *copy, float degrees) {
    bp_bone *arm = bp_skeleton_find(copy, ARM);
    bp_mat4 inverse, wanted = bp_mat4_translation(bp_vec3_negate(BP_SHOULDER));
    wanted = bp_mat4_mul(wanted, bp_mat4_rotation_z(bp_radians(degrees - 30)));
    wanted = bp_mat4_mul(wanted, bp_mat4_translation(BP_SHOULDER));
    if (!bp_mat4_inverse(bp_bone_local(bp_bone_parent(arm)), &inverse)) return;
    wanted = bp_mat4_mul(bp_bone_absolute_bind(arm), wanted);
    bp_bone_set_local(arm, bp_mat4_mul(wanted, inverse));
}
/* She follows what a hand does to him, and then has what it did to her. */
static void follow(bp_world *world) {
    const bp_skeleton *hers = world->stages[HERS].skeleton;
    const carried *keep = bp_world_keep(world, sizeof *keep, forget);
    bp_mat4 by_hand[BONES], old[BONES];
    if (!keep || !hers || sum_of_locals(world->stages[HIS].skeleton) == state_of(world)->sum) return;
    memcpy(old, keep->local, sizeof old);
    for (size_t i = 0; i < bp_skeleton_count(hers); i++)
        by_hand[i] = bp_bone_local(bp_skeleton_bone_by_id(hers, i));
    carry(world);
    for (size_t i = 0; i < bp_skeleton_count(hers); i++) {
        bp_bone *bone = bp_skeleton_bone_by_id(hers, i);
        bp_mat4 inverse, local = bp_bone_local(bone);
        if (memcmp(&by_hand[i], &old[i], sizeof *old) == 0 || !bp_mat4_inverse(old[i], &inverse)) continue;
        bp_vec3 moved = bp_vec3_sub(bp_mat4_position(by_hand[i]), bp_mat4_position(old[i]));
        bp_bone_set_local(bone, bp_mat4_mul(bp_mat4_mul(by_hand[i], inverse), local));
        bp_bone_set_position(bone, bp_vec3_add(bp_mat4_position(local), moved));
    }
    for (int i = 0; i < world->ghost_count; i++)
        if (world->ghosts[i].pose == ghost_as_his)
            bp_measure_rotation_z(world, &(bp_measure_args){HIS, 0, ARM, bp_bone_local},
                                  &world->ghosts[i].value);
}

/* In degrees from straight down. */
static float angle_of(bp_vec3 from, bp_vec3 to) {
    return 90 + bp_degrees(bp_atan2(to.y - from.y, to.x - from.x));
}
/* While her body's bone lies on its side: the axes of both bodies' bones, and S in them; hers, and how her
 * shoulder goes round it, when it has moved her arm. */
static void paint_axes(bp_world *world, bp_painter *painter) {
    const int stage = bp_paint_stage(painter);
    const bp_bone *body = bp_skeleton_find(world->stages[stage].skeleton, BODY),
                  *hers = bp_skeleton_find(world->stages[HERS].skeleton, BODY),
                  *arm = bp_skeleton_find(world->stages[HERS].skeleton, ARM);
    if (!body || !hers) return;
    if (stage == HERS && state_of(world)->rule == UNDONE && bp_bone_bind(arm).m[12] > 0)
        for (float side = -1; side <= 1; side += 2) {
            const bp_vec3 at = {side * BP_SHOULDER.x, BP_SHOULDER.y, 0}, end = {at.x, at.y - 1, 0};
            bp_paint_lines(painter, (bp_vec3[]){at, end}, 2, false, 2, painter->theme->ink);
            bp_paint_label(painter, &end, 1, "bound here", painter->theme->ink);
            const bp_vec3 tip = bp_mat4_point(bp_bone_chain(arm), (bp_vec3){0, -1, 0});
            if (side > 0) bp_paint_label(painter, &tip, 1, "her arms' bones", painter->theme->ink);
        }
    if (bp_bone_bind(hers).m[0] > 0.5f) return;
    const bp_mat4 frame = bp_bone_chain(body);
    const bp_vec3 origin = bp_mat4_position(frame), ends[] = {{1, 0, 0}, {0, 1, 0}};
    for (int i = 0; i < 2; i++) {
        const bp_vec3 end = bp_mat4_point(frame, ends[i]);
        bp_paint_arrow(painter, origin, end, bp_theme_axis(painter->theme, i));
        bp_paint_label(painter, &end, 1, i == 0 ? "x" : "y", bp_theme_axis(painter->theme, i));
    }
    const bool moved = bp_bone_local(bp_world_bone(world, HIS, ARM)).m[0] < 0.8f; /* past 37 degrees */
    if (stage == HERS && (!moved || state_of(world)->rule != IN_FRONT)) return;
    const bp_vec3 s = bp_mat4_point(frame, BP_SHOULDER), joint = bp_mat4_position(bp_bone_chain(arm));
    bp_mark_arrow(painter, origin, s, true, "S");
    const bp_angle_arc round = {
        "", s, bp_vec3_distance(s, joint), angle_of(s, BP_SHOULDER), angle_of(s, joint), false};
    if (stage != HERS) return;
    bp_mark_arc(painter, &round);
    bp_paint_lines(painter, (bp_vec3[]){BP_SHOULDER, s, joint}, 3, false, 1, painter->theme->quiet);
    bp_paint_label(painter, &joint, 1, "about S", painter->theme->ink);
}

static void walk(bp_world *world, float t) {
    bp_person_walk(world, HIS, (double)(1.0833333f * bp_clamp(t, 0, 1)));
    carry(world);
}
static void rise(bp_world *world, float t) {
    bp_pose_arm(world, HIS, 30 + 45 * t, BP_SHOULDER);
    carry(world);
    bp_world_clear_ghosts(world);
    if (state_of(world)->apart == 0 && (t > 0 || state_of(world)->rule != IN_FRONT))
        bp_world_add_ghost(world, HERS, "as his", ghost_as_his, 30 + 45 * t);
}
static void begin(bp_world *world, rule made) {
    state_of(world)->rule = made;
    rise(world, 0);
}
static void choose(bp_world *world, rule made) {
    state_of(world)->rule = made;
    carry(world);
}
static void choose_undone(bp_world *world, float card) { choose(world, card > 0.5f ? UNDONE : COPIED); }
static void choose_side(bp_world *world, float card) { choose(world, card > 0.5f ? IN_FRONT : UNDONE); }
static void choose_absolutes(bp_world *world, float card) {
    choose(world, card > 0.5f ? ABSOLUTES : IN_FRONT);
}
static void choose_whole(bp_world *world, float card) { choose(world, card > 0.5f ? ABSOLUTES : COPIED); }
static void choose_aligned(bp_world *world, float card) { choose(world, card > 0.5f ? ALIGNED : ABSOLUTES); }

static void begin_walk(bp_world *world, rule made) {
    state_of(world)->rule = made;
    walk(world, 0);
}
static void show_people(bp_world *world) {
    bp_world_show_stages(world, PEOPLE, 2);
    world->camera = state_of(world)->camera;
    world->show = BP_SHOW_MESH;
}
static void show_people_again(bp_world *world) {
    show_people(world);
    begin_walk(world, COPIED);
}
static void setup(bp_world *world) {
    bp_add_person(world, "His");
    bp_add_her(world, "Hers");
    state_of(world)->camera = world->camera;
    bp_world_add_character(world, "His", "", BP_BIND_NATURAL);
    bp_world_add_character(world, "Hers", "", BP_BIND_IDENTITY);
    if (world->error.kind != BP_ERROR_NONE) return;
    show_people(world);
    bp_bind_upright(world, HERS);
    world->update = follow;
    world->paint = paint_axes;
    begin_walk(world, COPIED);
}
static void show_boxes(bp_world *world) {
    bp_world_show_stages(world, BOXES, 2);
    world->camera = bp_character_camera();
    world->show = BP_SHOW_MESH;
    begin(world, COPIED);
}
/* Her arms' bones at the shoulders, `out` degrees from straight down in the mesh's axes. */
static void bind_her_arms(bp_world *world, bp_mat4 body, float out) {
    bp_mat4 inverse;
    if (!bp_mat4_inverse(body, &inverse)) return;
    world->show = BP_SHOW_MESH | BP_SHOW_BONES;
    bp_bone_set_bind(bp_world_bone(world, HERS, BODY), body, &world->error);
    for (float side = -1; side <= 1; side += 2) {
        const bp_mat4 at = bp_mat4_translation((bp_vec3){side * BP_SHOULDER.x, BP_SHOULDER.y, 0}),
                      in_mesh = bp_mat4_mul(bp_mat4_rotation_z(bp_radians(side * out)), at);
        bp_bone_set_bind(bp_world_bone(world, HERS, side > 0 ? ARM : ARM_RIGHT),
                         bp_mat4_mul(in_mesh, inverse), &world->error);
    }
}
static void show_at_shoulder(bp_world *world) {
    bind_her_arms(world, bp_mat4_identity(), 0);
    begin(world, UNDONE);
}
static void show_on_side(bp_world *world) {
    bind_her_arms(world, bp_mat4_rotation_z(bp_radians(90)), 0);
    begin(world, IN_FRONT);
}
/* Her arms go up by so many degrees, and her mesh is bound there. */
static void lift_her_arms(bp_world *world, const char *left, const char *right, float degrees) {
    const char *const arms[] = {left, right};
    for (int i = 0; i < 2; i++) {
        bp_bone *arm = bp_world_bone(world, HERS, arms[i]);
        bp_mat4 local = bp_bone_bind(arm);
        bp_bone_set_local(arm, local);
        bp_bone_set_rotation(arm,
                             bp_quat_mul(bp_about_z(i == 0 ? degrees : -degrees), bp_quat_from_mat4(local)));
    }
    bp_bind_as_posed(world, HERS);
    state_of(world)->apart = degrees;
}
static void show_level(bp_world *world) {
    show_boxes(world);
    bind_her_arms(world, bp_mat4_identity(), 0);
    bp_ghost_in_bind(world->stages[HERS].skeleton, 0);
    lift_her_arms(world, ARM, ARM_RIGHT, 60);
    bind_her_arms(world, bp_mat4_identity(), 90); /* her bones along her arms */
    begin(world, ABSOLUTES);
}
static void show_level_people(bp_world *world) {
    show_people(world);
    bp_ghost_in_bind(world->stages[HERS].skeleton, 0);
    lift_her_arms(world, UPPER_ARM, "upper_arm_right", 40);
    begin_walk(world, ABSOLUTES);
}

/* By another rule, args->other: the angle of a bone, or the farthest vertex. */
static void measure_by_rule(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_measure_args of = {HERS, args->bone ? 0 : HIS, args->bone, args->bone ? bp_bone_chain : 0};
    choose(world, (rule)args->other);
    bp_world_pose(world);
    (args->bone ? bp_measure_rotation_z : bp_measure_vertex_difference)(world, &of, values);
}
/* Of the people, in their own metres. */
static void measure_people(bp_world *world, const bp_measure_args *args, float *values) {
    bp_measure_vertex_difference(world, args, values);
    values[0] /= BP_PERSON_SIZE;
}
/* How many of her finals aren't his. */
static void measure_wrong(bp_world *world, const bp_measure_args *args, float *values) {
    choose(world, (rule)args->other);
    bp_world_pose(world);
    for (size_t i = 0; i < bp_skeleton_count(world->stages[HIS].skeleton); i++) {
        bp_mat4 a = bp_bone_final(bp_skeleton_bone_by_id(world->stages[HIS].skeleton, i)),
                b = bp_bone_final(bp_skeleton_bone_by_id(world->stages[HERS].skeleton, i));
        float off = 0;
        for (int k = 0; k < 16; k++) off = fmaxf(off, fabsf(a.m[k] - b.m[k]));
        values[0] += off > 1e-3f;
    }
}
/* The farthest joint. */
static void measure_joints(bp_world *world, const bp_measure_args *args, float *values) {
    (void)args;
    for (size_t i = 0; i < bp_skeleton_count(world->stages[HIS].skeleton); i++) {
        bp_mat4 a = bp_bone_chain(bp_skeleton_bone_by_id(world->stages[HIS].skeleton, i)),
                b = bp_bone_chain(bp_skeleton_bone_by_id(world->stages[HERS].skeleton, i));
        values[0] = fmaxf(values[0], bp_vec3_distance(bp_mat4_position(a), bp_mat4_position(b)));
    }
}

/* clang-format off */ /* tables */
static const bp_readout OFF[] = {{.label = "farthest vertex off by", .measure = bp_measure_vertex_difference,
                                  .args = {HERS, HIS, 0, 0}, .format = "%.2f m"}};
static const bp_readout PEOPLE_OFF[] = {{.label = "farthest vertex off by", .measure = measure_people,
                                         .args = {HERS, HIS, 0, 0}, .format = "%.2f m"}};
static const bp_readout ANGLES[] = {ANGLE_OF("his arm moves by", HIS, ARM, bp_bone_final),
                                    ANGLE_OF("hers by", HERS, ARM, bp_bone_final)};

static const char *const COPIES[] = {"copied", "his bind off", NULL};
static const char *const SIDES[] = {"as in the last step", "with her bind", NULL};
static const char *const SPACES[] = {"locals", "absolutes", NULL};
static const char *const WHOLES[] = {"copied", "his bind off, hers on", NULL};
static const char *const RESTS[] = {"as bound", "aligned first", NULL};
static const bp_step_slider OF_COPY = {.name = "her local", .names = COPIES, .to = 1, .set = choose_undone},
                            OF_SIDE = {.name = "her local", .names = SIDES, .to = 1, .set = choose_side},
                            OF_SPACE = {.name = "multiplied", .names = SPACES, .set = choose_absolutes},
                            OF_WHOLE = {.name = "her pose", .names = WHOLES, .to = 1, .set = choose_whole},
                            OF_REST = {.name = "her rest pose", .names = RESTS, .set = choose_aligned},
                            OF_REST_LAST = {.name = "her rest pose", .names = RESTS, .to = 1,
                                            .set = choose_aligned};
static const bp_step_slider TIME = {.name = "time", .unit = " s", .max = 1.0833333f, .to = 0.25f,
                                    .decimals = 2};
static const bp_step_slider RISE = ANGLE_SLIDER("his local", HIS, ARM, 30, 75, 30, 75);

static const bp_question HOW_HIGH = {
    .text = "His local goes from 30° to 75°, and hers is a copy. By how many degrees is her arm rotated "
            "then, from where it was modelled?",
    CHOICE(1, "45°", "75°", "105°"),
    .right = "Her bind is the identity, so nothing is taken off: her final is the local itself, all 75° of "
             "it. 30° of them are his bind. His clip carries it along in every key.",
    .wrong = {{0, "That is what his arm does, because his final takes his bind off. What does hers take "
                  "off?"},
              {2, "Then his bind would be in it twice. How often is it in his local?"}}};
static const bp_question THREE = {
    .text = "Put these three in place of the question marks, from left to right, so that her final equals "
            "his.", .kind = BP_QUESTION_ORDER, .answer = 312,
    .options = {"his bind, undone", "his local", "her bind"},
    .right = "Her bind undone, then her bind: the two cancel each other. What is left of her final is "
             "his: his bind undone, then his local.",
    .wrong = {{123, "Undo his bind, then his local: those two are right. But her final begins by undoing her "
                    "bind, so her bind must follow."},
              {321, "His local has his bind in front. Undo that before it."},
              {132, "Between the two, her bind keeps his from being undone."}},
    .hint = "Her bind is undone at the left. What must follow it, so that nothing is left of the two?"};
static const bp_question WHICH_POINT = {
    .text = "Her arm's local is made as before. About which point will her arm rotate?",
    CHOICE(2, "her left shoulder", "the middle of the body", "a point beside the right arm"),
    .right = "In her axes the same S leads there, and the arm goes round it on the arc. Choose "
             "\"absolutes\": those are in the axes of the mesh, and there S is her shoulder.",
    .wrong = {{0, "So it should. But a local matrix is in the axes of its parent, and those differ."},
              {1, "The point's distance from the origin stays; its direction doesn't."}}};
static const bp_question WHERE_ENDS = {
    .text = "Her arm was bound level, at 90°. His goes from 30° to 75°. Turn the violet arm to where her "
            "orange one will be.",
    .kind = BP_QUESTION_ANGLE, .answer = 135, .unit = "degrees",
    .pose = bp_ghost_arm, .stage = HERS, .bone = ARM, .start = 60,
    .right = "90 + 45 = 135: she turns as far as he, and began higher. Choose \"aligned first\": "
             "align lowers her arm to where his was bound, before the turn.",
    .wrong = {{75, "That is where it should be, and where his is. The turn of 45° is added to her own rest."},
              {45, "By that he turns. Where does she begin?"},
              {165, "His 30° are his bind's; they have been taken off."}},
    .hint = "How far does he turn from his bind, and where does she begin?"};

static const bp_step STEPS[] = {
    {.prose = "His walk, on him and on her. She has the same mesh, and bones of the same names at the same "
              "joints. Each of her local matrices is a copy of his.\n\nDrag the time. What broke her?",
     .change = walk, .slider = &TIME,
     READOUTS_OF(PEOPLE_OFF),
     .stage = HERS, .bone = UPPER_ARM, .seconds = 1, .cover = true,
     .code = "bp_bone_set_local(hers, bp_bone_local(his));",
     .babylon = "hers.getLocalMatrix().copyFrom(his.getLocalMatrix());"},
    {.heading = "The same with three boxes",
     .prose = "His [left:left arm] is bound at the shoulder, at 30°. Her arms were modelled alike, but "
              "are bound at the origin, and not rotated: the identity. [ghost:Violet] shows what his arm "
              "does.",
     .arrange = show_boxes, .change = rise, .slider = &RISE, .question = &HOW_HIGH,
     CLAIMS({.text = "His arm is rotated by 75 - 30 = 45° ...", .measure = bp_measure_rotation_z,
             .args = {HIS, 0, ARM, bp_bone_final}, .expected = {45}, .unit = "degrees"},
            {.text = "... and hers, with his local, by 75°.", .measure = bp_measure_rotation_z,
             .args = {HERS, 0, ARM, bp_bone_final}, .expected = {75}, .unit = "degrees"},
            {.text = "Her hand is 2.5284 m off, at every angle.", .measure = bp_measure_vertex_difference,
             .args = {HERS, HIS, 0, 0}, .expected = {2.5284f}, .tolerance = 4e-5f, .unit = "m",
             .holds_before = true}),
     READOUTS_OF(ANGLES),
     .stage = HERS, .bone = ARM},
    {.heading = "Take his bind off",
     .prose = "Inverse bind times local is what his arm did since it was bound: a rotation by 45° about "
              "the shoulder. Nothing of his bind is left in it.\n\nHer bind is the identity, so her final "
              "is her local: it must be just this.", .change = rise, .slider = &RISE, .cards = &OF_COPY,
     CLAIMS({.text = "Her local is 45° ...", .measure = bp_measure_rotation_z,
             .args = {HERS, 0, ARM, bp_bone_local}, .expected = {45}, .unit = "degrees"},
            {.text = "... at S - S R45.", .measure = bp_measure_position,
             .args = {HERS, 0, ARM, bp_bone_local}, .count = 3, .expected = {1.2071068f, 0.0857864f, 0},
             .unit = "m"},
            {.text = "No vertex is off.", .measure = bp_measure_vertex_difference,
             .args = {HERS, HIS, 0, 0}, .expected = {1e-6f}, .at_most = true, .unit = "m"}),
     READOUTS_OF(ANGLES),
     .bone = ARM, .code = "bp_mat4_mul(his_inverse_bind, his_local);",
     .babylon = "hisInverseBind.multiply(hisLocal);"},
    {.heading = "Her arm is bound, too",
     .prose = "Now her arms' bones are bound at her shoulders. They point straight down, not along the arms. "
              "With the last step's local both arms slip down.\n\nHis final = (his bind undone)(his "
              "local)\n\nHer final = (her bind undone)(?)(?)(?)",
     .arrange = show_at_shoulder, .change = rise, .slider = &RISE, .cards = &OF_SIDE, .question = &THREE,
     CLAIMS({.text = "Her bind in front: no vertex is off.", .measure = bp_measure_vertex_difference,
             .args = {HERS, HIS, 0, 0}, .expected = {1e-6f}, .at_most = true, .unit = "m"},
            {.text = "Without it the arm is 1.5811 m off.", .measure = measure_by_rule,
             .args = {.other = UNDONE}, .expected = {1.5811388f}, .unit = "m", .holds_before = true},
            {.text = "Behind, 1.2102 m.", .measure = measure_by_rule, .args = {.other = BEHIND},
             .expected = {1.2101513f}, .unit = "m"}),
     READOUTS_OF(OFF),
     .bone = ARM, .code = "bp_mat4_mul(her_bind, bp_mat4_mul(his_inverse_bind, his_local));",
     .babylon = "herBind.multiply(hisInverseBind).multiply(hisLocal);"},
    {.heading = "In whose axes?",
     .prose = "A local matrix is in the axes of its parent. In his body's axes the shoulder S is half of the "
              "red arrow to the right and one and a half of the green one up.\n\nHer body's [bone:bone] "
              "lies on its side: its y points to her right arm, its x up, as some tools have it.",
     .arrange = show_on_side, .change = rise, .slider = &RISE, .cards = &OF_SPACE, .question = &WHICH_POINT,
     CLAIMS({.text = "With locals the arm is 1.7114 m off.", .measure = measure_by_rule,
             .args = {.other = IN_FRONT}, .expected = {1.7113966f}, .unit = "m"},
            {.text = "With absolutes nothing is off.", .measure = measure_by_rule,
             .args = {.other = ABSOLUTES}, .expected = {1e-6f}, .at_most = true, .unit = "m",
             .holds_before = true}),
     READOUTS_OF(OFF),
     .stage = HERS, .bone = BODY},
    {.heading = "All of him on all of her",
     .prose = "The walk again. Each of her bones gets (her bind)(his bind undone)(his absolute), with "
              "absolutes, parents first.\n\nHis bones point along the limbs, and hers stand upright. So "
              "copies are right only for hips and head, where his are upright, too.",
     .arrange = show_people_again, .change = walk,
     .slider = &TIME, .cards = &OF_WHOLE,
     CLAIMS({.text = "No vertex of hers is off.", .measure = bp_measure_vertex_difference,
             .args = {HERS, HIS, 0, 0}, .expected = {1e-5f}, .at_most = true, .unit = "m"},
            {.text = "Copied, 19 of 21 finals are wrong.", .measure = measure_wrong,
             .args = {.other = COPIED}, .expected = {19}, .holds_before = true},
            {.text = "By the line none is.", .measure = measure_wrong, .args = {.other = ABSOLUTES},
             .expected = {0}, .holds_before = true}),
     READOUTS_OF(PEOPLE_OFF),
     .bone = UPPER_ARM, .seconds = 1,
     .code = "bp_mat4_mul(her_absolute_bind, bp_mat4_mul(his_absolute_inverse_bind, his_absolute));",
     .babylon = "herAbsoluteBind.multiply(hisAbsoluteInverseBind).multiply(hisAbsolute);",
     .footnote = "Her local is the product in the code times the inverse of her parent's absolute."},
    {.heading = "A against T",
     .prose = "The product carries over how far each bone turned from its bind. That is right if both were "
              "bound in one pose. His arms were modelled at 30°; hers are level.", .arrange = show_level,
     .change = rise, .slider = &RISE, .cards = &OF_REST, .question = &WHERE_ENDS,
     CLAIMS({.text = "As bound, her arm ends at 90 + 45 = 135°.", .measure = measure_by_rule,
             .args = {HERS, ABSOLUTES, ARM, 0}, .expected = {135}, .unit = "degrees"},
            {.text = "Aligned first, at 75°, as his.", .measure = measure_by_rule,
             .args = {HERS, ALIGNED, ARM, 0}, .expected = {75}, .unit = "degrees"},
            {.text = "Then no vertex is off.", .measure = measure_by_rule, .args = {.other = ALIGNED},
             .expected = {1e-5f}, .at_most = true, .unit = "m", .holds_before = true}),
     READOUTS(ANGLE_OF("his arm is at", HIS, ARM, bp_bone_chain),
              ANGLE_OF("hers at", HERS, ARM, bp_bone_chain)),
     .bone = ARM, .code = "bp_mat4_mul(her_absolute_bind, align);",
     .babylon = "herAbsoluteBind.multiply(align);"},
    {.heading = "His walk, her body",
     .prose = "Other bones, and another pose when the mesh was bound: hers had her arms 40° higher. "
              "Aligned first, she walks as he does.\n\nFor two files of your own there is a command. "
              "It finds which bone is which.",
     .arrange = show_level_people, .change = walk, .slider = &TIME, .cards = &OF_REST_LAST,
     CLAIMS({.text = "Aligned first, no joint is off.", .measure = measure_joints,
             .expected = {1e-5f}, .at_most = true, .unit = "m"}),
     READOUTS({.label = "farthest joint off by", .measure = measure_joints, .format = "%.2f m"}),
     .bone = UPPER_ARM, .seconds = 1, .code = "bindpose retarget MOTION CHARACTER -o OUT.glb",
     .footnote = "At the shoulders her skin is up to 5 cm off: it was bound where blending had thinned it "
                 "(lesson 17)."},
};

const bp_lesson_plan bp_lesson = {
    LESSON(29, "29_his_walk_on_her"), .title = "Why does his walk break her?",
    .summary = "A clip has its skeleton's bind in it: take that off, put the other one on.", .difficulty = 3,
    .matrices = BP_MATRIX_LOCAL | BP_MATRIX_ABSOLUTE | BP_MATRIX_FINAL | BP_MATRIX_BIND |
                BP_MATRIX_ABSOLUTE_INVERSE_BIND,
    .text = {.goal = "You will be able to play one skeleton's clip on another.",
             .learned = {"Copied locals carry the other skeleton's bind along: it must come off.",
                         "Her bind in front, his inverse bind, his local; with absolutes, where bones above "
                         "differ.",
                         "The product carries over turns. Rest poses that differ are aligned first.",
                         "She has his legs. What if hers are shorter?"},
             .next = "Why do her feet slide?",
             .prerequisites = "06_removing_the_bind, 14_clips_from_tools, 15_real_character",
             .try_this = {"At step 2 pull his arm with the hand: at which angle is hers right?",
                          "At step 5 pull his body, with either card."}},
};
