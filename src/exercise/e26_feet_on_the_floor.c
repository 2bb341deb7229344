/* Exercise 26: hips and a foot of another body, frame by frame. A foot that stands keeps its place. */
#include "answers/26_feet_on_the_floor.h"

enum { MOST = 12 };

typedef struct walk_inputs {
    int count;
    body_size his, her;
    bp_vec2 hips[MOST], foot[MOST];
    int planted[MOST];
} walk_inputs;
#define INPUTS walk_inputs

static bp_vec2 her_hips(const walk_inputs *p, int i) {
    const float by = p->her.height / p->his.height;
    return (bp_vec2){p->hips[i].x * by, p->hips[i].y * by};
}
static bp_vec2 in_the_air(const walk_inputs *p, int i) {
    const float by = p->her.leg / p->his.leg;
    const bp_vec2 hips = her_hips(p, i), way = bp_vec2_sub(p->foot[i], p->hips[i]);
    return (bp_vec2){hips.x + way.x * by, hips.y + way.y * by};
}

/* The body of one who walks to the right, or from the seed. */
static walk_inputs walker(bp_case_list *list, int count) {
    walk_inputs p = {.count = count};
    p.his.height = bp_case_random(list, 0.9f, 1.1f);
    p.his.leg = bp_case_random(list, 0.75f, 0.85f);
    p.his.arm = bp_case_random(list, 0.5f, 0.6f);
    p.her.height = bp_case_random(list, 0.6f, 0.7f);
    p.her.leg = bp_case_random(list, 0.35f, 0.45f);
    p.her.arm = bp_case_random(list, 0.6f, 0.8f);
    for (int i = 0; i < count; i++) {
        p.hips[i].x = 0.2f * (float)i + bp_case_random(list, -0.05f, 0.05f);
        p.hips[i].y = p.his.height + bp_case_random(list, -0.05f, 0.05f);
        p.foot[i].x = p.hips[i].x + bp_case_random(list, -0.4f, 0.4f);
        p.foot[i].y = bp_case_random(list, 0, 0.3f);
    }
    return p;
}

/* His foot stands where it came down. */
static void add(bp_case_list *list, const char *name, walk_inputs p, const int *planted) {
    for (int i = 0; i < p.count; i++) {
        p.planted[i] = planted[i];
        if (planted[i]) p.foot[i].y = 0;
        if (planted[i] && i > 0 && planted[i - 1]) p.foot[i].x = p.foot[i - 1].x;
    }
    bp_case_add(list, name, &p);
}

static void cases(bp_case_list *list) {
    /* By hand: half as high, a quarter of the leg. Her hips are at (0, 0.5), (0.25, 0.5), (0.5, 0.5). Her
     * foot comes down at 0 + 0.25 * 0.5 = 0.125, stays, and is then at (0.5, 0.5) + 0.25 (-0.25, -0.75). */
    const walk_inputs known = {3,
                               {1, 0.8f, 0.5f},
                               {0.5f, 0.2f, 0.5f + bp_case_random_whole(list, 1, 9) / 20},
                               {{0, 1}, {0.5f, 1}, {1, 1}},
                               {{0.5f, 0}, {0.5f, 0}, {0.75f, 0.25f}},
                               {1, 1, 0}};
    bp_case_add(list, "two frames planted, one in the air", &known);
    EXPECT(0, 0.5f, 0.25f, 0.5f, 0.5f, 0.5f, 0.125f, 0, 0.125f, 0, 0.4375f, 0.3125f);
    add(list, "in the air all the time", walker(list, 4), (const int[]){0, 0, 0, 0});
    add(list, "twelve frames, three steps", walker(list, MOST),
        (const int[]){0, 1, 1, 1, 0, 0, 1, 1, 0, 1, 1, 1});
    add(list, "planted all the time", walker(list, 5), (const int[]){1, 1, 1, 1, 1});
    walk_inputs p = walker(list, 3);
    p.her = p.his;
    add(list, "a body like his", p, (const int[]){0, 1, 1});
    p = walker(list, 6);
    for (int i = 0; i < 6; i++) p.hips[i].x = -p.hips[i].x, p.foot[i].x = -p.foot[i].x;
    add(list, "walking to the left", p, (const int[]){1, 1, 0, 1, 1, 0});
    p = walker(list, 4);
    p.foot[1].y = 0, p.foot[2].y = -0.05f;
    add(list, "a foot that slides over the floor, and isn't planted", p, (const int[]){1, 0, 0, 1});
    CASE("no frame at all", .his = known.his, .her = known.her);
    add(list, "one frame, planted", walker(list, 1), (const int[]){1});
    p = walker(list, 3);
    p.her.leg = 2 * p.his.leg;
    add(list, "legs so long that the foot sinks into the floor", p, (const int[]){0, 0, 1});
    for (int i = 0; i < 12; i++) {
        int planted[MOST];
        p = walker(list, 2 + bp_case_random_below(list, MOST - 1));
        for (int k = 0; k < MOST; k++) planted[k] = bp_case_random_below(list, 3) > 0;
        add(list, "from the seed", p, planted);
    }
}

/* The floor, and in each frame hips, foot and the line between. */
static void show(bp_answer_stage *stage, const void *in, const float *out) {
    const walk_inputs *p = in;
    bp_answer_stage_rod(stage, (bp_vec3){-1, -0.03f, 0}, (bp_vec3){2.5f, -0.03f, 0}, 0.02f, GREY);
    for (int i = 0; i < p->count; i++) {
        const float *h = out + 2 * i, *f = out + 2 * (p->count + i);
        const bp_vec3 hips = {h[0], h[1], 0}, foot = {f[0], f[1], 0};
        bp_answer_stage_rod(stage, hips, foot, 0.02f, bp_scene_color((size_t)i));
        bp_answer_stage_ball(stage, hips, 0.04f, bp_scene_color((size_t)i));
        bp_answer_stage_box(stage, bp_mat4_translation(foot), (bp_vec3){0.1f, 0.03f, 0.05f},
                            (bp_vec3){0, 0, 0}, bp_scene_color((size_t)i));
    }
}

static void trace(bp_exercise_trace *to, const void *in) {
    const walk_inputs *p = in;
    if (p->count == 0) return;
    const bool foot = to->first >= 2 * p->count;
    const int i = (to->first - (foot ? 2 * p->count : 0)) / 2;
    bp_trace(to, p->her.height / p->his.height, "the ratio of the hips' heights");
    bp_trace(to, her_hips(p, i), "her hips in frame %d", i);
    if (!foot) return;
    bp_trace(to, p->her.leg / p->his.leg, "the ratio of the legs' lengths");
    bp_trace(to, bp_vec2_sub(p->foot[i], p->hips[i]), "from his hips to his foot in frame %d", i);
    bp_trace(to, in_the_air(p, i), "her foot, if it is in the air");
    int came = i;
    while (p->planted[i] && came > 0 && p->planted[came - 1]) came--;
    if (p->planted[i]) bp_trace(to, in_the_air(p, came).x, "it came down in frame %d: x there", came);
}

/* clang-format off */
#define LINES(X) \
    X(HOLD, x = i > 0 && planted[i - 1] == 1 ? her_foot[i - 1].x : free.x;) \
    X(BY_ARMS, by = her.arm / his.arm;) \
    X(HIPS, her_hips[i] = (bp_vec2){hips[i].x * by, hips[i].y * by};) \
    X(STEP, step = her.leg / his.leg;) \
    X(EACH, x = free.x;) \
    X(FREE, free.x = her_hips[i].x + (foot[i].x - hips[i].x) * step; BR \
          free.y = her_hips[i].y + (foot[i].y - hips[i].y) * step;) \
    X(BY_HEIGHT, by = her.height / his.height;) \
    X(IN_THE_AIR, her_foot[i] = free;) \
    X(STEP_BY_HEIGHT, step = her.height / his.height;) \
    X(ON_THE_FLOOR, her_foot[i] = planted[i] == 1 ? (bp_vec2){x, 0} : free;) \
    X(AT_ITS_HEIGHT, her_foot[i] = planted[i] == 1 ? (bp_vec2){x, free.y} : free;)
/* clang-format on */

static float *run_lines(const void *in, const unsigned char *lines, int line_count, float *out) {
    const walk_inputs *p = in;
    const body_size his = p->his, her = p->her;
    const bp_vec2 *hips = p->hips, *foot = p->foot;
    const int *planted = p->planted;
    bp_vec2 her_hips[MOST], her_foot[MOST];
    for (int i = 0; i < p->count; i++) {
        float by = NAN, step = NAN, x = NAN;
        bp_vec2 free = {NAN, NAN};
        her_hips[i] = her_foot[i] = free;
        RUN_LINES(lines, line_count)
    }
    for (int i = 0; i < p->count; i++) bp_pack_vec2(&out, her_hips[i]);
    for (int i = 0; i < p->count; i++) bp_pack_vec2(&out, her_foot[i]);
    return out;
}

#define SIZE(whose, field)                                                                                   \
    { #whose "_" #field, BP_VALUE_NUMBER, 0, offsetof(walk_inputs, whose.field), 0 }

const bp_exercise bp_exercise_26 = {
    .title = "A walk on other legs",
    .lesson = "30_feet_on_the_floor",
    .term = "ratio",
    .function = "place_feet",
    .hints =
        {"Two ratios: her.height / his.height for the hips' positions, and her.leg / his.leg for the way "
         "from hips to foot. The arms have nothing to do with it.",
         "First compute where the foot would be in the air, in every frame. Then ask whether it is planted, "
         "and if so, whether it was planted in the frame before.",
         "free = her_hips[i] + (foot[i] - hips[i]) * her.leg / his.leg. Planted, y is 0, and x is that of "
         "her_foot[i - 1] if planted[i - 1] is 1, else free.x. In frame 0 there is no frame before."},
    .inputs = {INPUT(INT, count), SIZE(his, height), SIZE(his, leg), SIZE(his, arm), SIZE(her, height),
               SIZE(her, leg), SIZE(her, arm), INPUT_EACH(VEC2, hips), INPUT_EACH(VEC2, foot),
               INPUT_EACH(INT, planted)},
    .outputs = {OUTPUT(VEC2, "her_hips", BP_VALUE_PER_FIRST), OUTPUT(VEC2, "her_foot", BP_VALUE_PER_FIRST)},
    .form = {.before =
                 "void place_feet(body_size his, body_size her, const bp_vec2 *hips, const bp_vec2 *foot,\n"
                 "                const int *planted, int count, bp_vec2 *her_hips, bp_vec2 *her_foot) {\n"
                 "    for (int i = 0; i < count; i++) {\n"
                 "        float by, step, x;\n"
                 "        bp_vec2 free;\n",
             .after = "    }\n}\n",
             FORM_OF_LINES},
    BP_EXERCISE_PARTS(26),
};
