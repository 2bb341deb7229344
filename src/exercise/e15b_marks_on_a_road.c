/* Exercise 15b: from a place on a receding line to its place on the screen. In clip space the point at s
 * is (1 - s) A + s B; divided by its w, it is (1 - t) A / A.w + t B / B.w with t = s B.w / ((1 - s) A.w +
 * s B.w). */
#include "answers/15b_marks_on_a_road.h"

enum { MOST = 12 };

typedef struct road_inputs {
    int count;
    float w_begin, w_end;
} road_inputs;
#define INPUTS road_inputs

static void cases(bp_case_list *list) {
    /* By hand, seen from the side: a road on the ground, 1 below the eye, from 1 to 3 away. On a screen at
     * the distance 1 its ends are 1 and 1/3 below the middle, and 2 away is 1/2 below: 3/4 of the way. */
    CASE("three marks on a road from w = 1 to w = 3", 3, 1, 3);
    EXPECT(0, 0.75f, 1);
    const float w = bp_case_random_whole(list, 2, 8);
    CASE("a road across the view: w is the same everywhere", 5, w, w);
    CASE("a road that comes nearer", 5, w, 1);
    CASE("two marks", 2, 1, w);
    CASE("twelve marks", MOST, 0.0625f, w);
    for (int i = 0; i < 16; i++) {
        const int count = 2 + bp_case_random_below(list, MOST - 1);
        const float near = bp_case_random(list, 0.5f, 12), far = bp_case_random(list, 0.5f, 12);
        CASE("from the seed", count, near, far);
    }
}

/* The road as a line 4 m long, and at each mark a post as high as it looks at its distance. */
static void show(bp_answer_stage *stage, const void *in, const float *out) {
    const road_inputs *p = in;
    float nearest = p->w_begin < p->w_end ? p->w_begin : p->w_end;
    bp_answer_stage_rod(stage, (bp_vec3){-2, 0, 0}, (bp_vec3){2, 0, 0}, 0.06f, GREY);
    for (int k = 0; k < p->count; k++) {
        float s = (float)k / (float)(p->count - 1), w = (1 - s) * p->w_begin + s * p->w_end;
        float x = 4 * bp_unpack_float(&out) - 2, height = 0.15f + 1.2f * nearest / w;
        bp_answer_stage_rod(stage, (bp_vec3){x, 0, 0.05f}, (bp_vec3){x, height, 0.05f}, 0.05f,
                            bp_scene_color(1));
    }
}

/* Values without the formulas: finding those is the exercise. */
static void trace(bp_exercise_trace *to, const void *in) {
    const road_inputs *p = in;
    float s = (float)to->first / (float)(p->count - 1);
    bp_trace(to, s, "how far along the road mark %d is, from 0 to 1", to->first);
    bp_trace(to, (1 - s) * p->w_begin + s * p->w_end, "w there");
}

const bp_exercise bp_exercise_15b = {
    .title = "Open: marks on a road",
    .lesson = "24_perspective",
    .term = "screen",
    .function = "place_marks",
    .hints = {"Mark k is s = k / (count - 1) of the way along the road, and its w is (1 - s) * w_begin + s * "
              "w_end. In clip space everything is linear; only then it is divided by w.",
              "Put numbers in: let the beginning be at x = 0 on the screen and the end at x = 1. In clip "
              "space, before the division, their x are 0 * w_begin and 1 * w_end.",
              "The mark's x in clip space is s * w_end. Divide it by the mark's own w."},
    .inputs = {INPUT(INT, count), INPUT(NUMBER, w_begin), INPUT(NUMBER, w_end)},
    .outputs = {OUTPUT(NUMBER, "along", BP_VALUE_PER_FIRST)},
    .form = {.start = "along[i] = ?",
             .example = "last = count - 1\nalong[i] = i == last ? 1 : 0",
             .indices = BP_VALUE_PER_FIRST},
    BP_EXERCISE_PARTS(15b),
};
