/* Exercise 15b: from a place on a receding line to its place on the screen. In clip space the point at s
 * is (1 - s) A + s B; divided by its w, it is (1 - t) A / A.w + t B / B.w with t = s B.w / ((1 - s) A.w +
 * s B.w). */
#include "exercise/answer_stage.h"
#include "exercise/exercises.h"
#include "exercise/trace.h"
#include "scene/figure.h"

enum { MOST = 12 };

typedef struct road_inputs {
    int count;
    float begin, end;
} road_inputs;

enum {
    NOT_DONE,
    EVEN,
    THE_OTHER_WAY,
    NOT_MULTIPLIED,
    ONE_W_FOR_ALL,
    FROM_THE_END,
    ONE_TOO_MANY,
    NO_MARKS_AT_THE_ENDS,
    RIGHT
};

/* The place on the screen of what is at s on the road. */
static float on_screen(const road_inputs *p, float s, int answer) {
    float w = (1 - s) * p->begin + s * p->end;
    switch (answer) {
    case NOT_DONE: return 0;
    case EVEN: return s;
    case THE_OTHER_WAY: return s * p->begin / ((1 - s) * p->end + s * p->begin);
    case NOT_MULTIPLIED: return s / w;
    case ONE_W_FOR_ALL: return s * p->end / ((p->begin + p->end) / 2);
    case FROM_THE_END: return 1 - s * p->end / w;
    default: return s * p->end / w;
    }
}

static float *solve(const void *in, int answer, float *out) {
    const road_inputs *p = in;
    for (int k = 0; k < p->count; k++) {
        float s = answer == ONE_TOO_MANY           ? (float)k / (float)p->count
                  : answer == NO_MARKS_AT_THE_ENDS ? (float)(k + 1) / (float)(p->count + 1)
                                                   : (float)k / (float)(p->count - 1);
        bp_pack_float(&out, on_screen(p, s, answer));
    }
    return out;
}

static const bp_misconception WRONG[RIGHT + 1] = {
    {"not_done", "All marks are at the road's beginning. Replace the function's body with your own."},
    {"even",
     "The marks have equal distances on the screen. They have equal distances on the road; on the screen the "
     "far ones are closer together, because a point's position there is divided by its w."},
    {"the_other_way",
     "The marks crowd at the wrong end: at the near one. Either the two w are swapped, or this is the way of "
     "exercise 15, from the screen to the road. The farther a point, the nearer it is on the screen to the "
     "road's "
     "far end: there the share of the end is multiplied by its w."},
    {"not_multiplied", "You divide each mark's share by its w, but the last mark is not at 1. Both ends are "
                       "divided by their own w, "
                       "too: a share s of the end is s * w_end before the division."},
    {"one_w_for_all",
     "You divide all marks by the same w. Each mark has its own: mix w_begin and w_end as far as the "
     "mark is along the road."},
    {"from_the_end", "You measure from the road's end. 0 is its beginning on the screen."},
    {"one_too_many",
     "The last mark isn't at the end of the road. Between `count` marks there are count - 1 gaps, so "
     "mark k is k / (count - 1) of the way."},
    {"no_marks_at_the_ends",
     "You leave out the road's ends. The first mark is at the beginning and the last one at "
     "the end: mark k is k / (count - 1) of the way."},
};

static void cases(bp_case_list *list) {
    /* By hand, seen from the side: a road on the ground, 1 below the eye, from 1 to 3 away. On a screen at
     * the distance 1 its ends are 1 and 1/3 below the middle, and 2 away is 1/2 below: 3/4 of the way. */
    bp_exercise_case *one =
        bp_case_add(list, "three marks on a road from w = 1 to w = 3", &(road_inputs){3, 1, 3});
    bp_case_expect(one, (const float[]){0, 0.75f, 1}, 3);
    const float w = bp_case_random_whole(list, 2, 8);
    bp_case_add(list, "a road across the view: w is the same everywhere", &(road_inputs){5, w, w});
    bp_case_add(list, "a road that comes nearer", &(road_inputs){5, w, 1});
    bp_case_add(list, "two marks", &(road_inputs){2, 1, w});
    for (int i = 0; i < 16; i++) {
        const road_inputs p = {2 + bp_case_random_below(list, MOST - 1), bp_case_random(list, 0.5f, 12),
                               bp_case_random(list, 0.5f, 12)};
        bp_case_add(list, "from the seed", &p);
    }
}

/* The road as a line 4 m long, and at each mark a post as high as it looks at its distance. */
static void show(bp_answer_stage *stage, const void *in, const float *out) {
    const road_inputs *p = in;
    float nearest = p->begin < p->end ? p->begin : p->end;
    bp_answer_stage_rod(stage, (bp_vec3){-2, 0, 0}, (bp_vec3){2, 0, 0}, 0.06f,
                        (bp_rgba8){150, 150, 150, 255});
    for (int k = 0; k < p->count; k++) {
        float s = (float)k / (float)(p->count - 1), w = (1 - s) * p->begin + s * p->end;
        float x = 4 * bp_unpack_float(&out) - 2, height = 0.15f + 1.2f * nearest / w;
        bp_answer_stage_rod(stage, (bp_vec3){x, 0, 0.05f}, (bp_vec3){x, height, 0.05f}, 0.05f,
                            bp_scene_color(1));
    }
}

/* Values without the formulas: finding those is the exercise. */
static void trace(bp_exercise_trace *to, const void *in, int first) {
    const road_inputs *p = in;
    float s = (float)first / (float)(p->count - 1);
    bp_trace_number(to, s, "how far along the road mark %d is, from 0 to 1", first);
    bp_trace_number(to, (1 - s) * p->begin + s * p->end, "w there");
}

static const bp_exercise_form FORM = {.kind = BP_FORM_EXPRESSION,
                                      .start = "along[i] = ?",
                                      .example = "last = count - 1\nalong[i] = i == last ? 1 : 0",
                                      .indices = BP_VALUE_PER_FIRST};

const bp_exercise bp_exercise_15b = {
    .id = "15b",
    .name = "15b_marks_on_a_road",
    .title = "Open: marks on a road",
    .lesson = "02_seven_matrices",
    .function = "place_marks",
    .hints = {"Mark k is s = k / (count - 1) of the way along the road, and its w is (1 - s) * w_begin + s * "
              "w_end. "
              "In clip space everything is linear; only then it is divided by w.",
              "Put numbers in: let the beginning be at x = 0 on the screen and the end at x = 1. In clip "
              "space, before "
              "the division, their x are 0 * w_begin and 1 * w_end.",
              "The mark's x in clip space is s * w_end. Divide it by the mark's own w."},
    .inputs =
        {
            {"count", BP_VALUE_INT, .offset = offsetof(road_inputs, count)},
            {"w_begin", BP_VALUE_NUMBER, .offset = offsetof(road_inputs, begin)},
            {"w_end", BP_VALUE_NUMBER, .offset = offsetof(road_inputs, end)},
        },
    .outputs = {{.name = "along", .kind = BP_VALUE_NUMBER, .count = BP_VALUE_PER_FIRST}},
    .solve = solve,
    .right = RIGHT,
    .wrong = WRONG,
    .cases = cases,
    .show = show,
    .trace = trace,
    .form = &FORM,
};
