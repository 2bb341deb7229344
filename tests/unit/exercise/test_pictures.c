/* Answers as pictures: a right one stands as the right one does, a wrong one doesn't, and one that is no number or far too
 * large is left out, which the stage's note says. Whatever is shown, the camera is somewhere. */
#include "mesh/editing.h"
#include "scene/figure.h"
#include "support/test.h"
#include <bindpose/lesson_session.h>
#include <bindpose/exercise.h>
#include <math.h>

enum { ROOM = BP_EXERCISE_FLOATS, SHOWN_CASES = 4 };

/* What the stages are made of. */
typedef struct shown {
    const bp_exercise *exercise;
    const float *in, *first, *second;
} shown;

static void setup(bp_world *world) {
    const shown *what = world->setup_data;
    bp_exercise_draw_answer(what->exercise, world, "Yours", what->in, what->first);
    bp_exercise_draw_answer(what->exercise, world, "Right", what->in, what->second);
}

/* A world with both answers on their stages; freed with the session. */
static bp_world *show(bp_context *context, const shown *what, bp_session **session) {
    const bp_step step = {.caption = ""};
    const bp_lesson_plan plan = {.number = 1, .name = "x", .title = "x", .summary = "x", .setup = setup, .steps = &step,
                                 .step_count = 1, .setup_data = what};
    bp_error error = {0};
    *session = bp_session_create(context, &plan, NULL, &error);
    if (!*session) fail_msg("%s: %s: %s", what->exercise->name, error.place, error.message);
    bp_world *world = bp_session_world(*session);
    assert_int_equal(world->stage_count, 2);
    assert_string_equal(world->stages[0].title, "Yours");
    return world;
}

static void expect_seen(const bp_exercise *exercise, const bp_world *world) {
    const bp_vec3 eye = world->camera.eye, target = world->camera.target;
    const float numbers[] = {eye.x, eye.y, eye.z, target.x, target.y, target.z};
    for (size_t i = 0; i < BP_COUNT(numbers); i++)
        if (!(fabsf(numbers[i]) < 1e5f)) fail_msg("%s: the camera is nowhere", exercise->name);
    if (!(bp_vec3_distance(eye, target) > 0.01f)) fail_msg("%s: the camera looks at itself", exercise->name);
}

static bp_context *context_of(void) {
    bp_error error = {0};
    bp_context *context = bp_context_create(&(bp_context_options){.threads = 1}, &error);
    expect_no_error(&error);
    return context;
}

typedef void looker(bp_context *context, const bp_exercise *exercise, const bp_exercise_case *one);

static void for_each_case(looker *look) {
    bp_context *context = context_of();
    for (const bp_exercise *const *one = bp_exercises; *one; one++) {
        bp_case_list list;
        bp_error error = {0};
        assert_true(bp_exercise_make_cases(*one, NULL, 5, &list, &error));
        for (int i = 0; i < SHOWN_CASES; i++) look(context, *one, &list.cases[i * (list.count - 1) / (SHOWN_CASES - 1)]);
        bp_free(NULL, list.cases);
    }
    bp_context_destroy(context);
}

static void look_at_right(bp_context *context, const bp_exercise *exercise, const bp_exercise_case *one) {
    float answer[ROOM];
    bp_session *session;
    bp_exercise_solve_case(exercise, exercise->right, one->in, answer);
    const bp_world *world = show(context, &(shown){exercise, one->in, answer, answer}, &session);
    const bp_stage *yours = &world->stages[0], *right = &world->stages[1];
    assert_non_null(yours->figure);
    assert_non_null(right->figure);
    if (bp_figure_difference(yours->figure, right->figure) != 0) fail_msg("%s: one answer, two pictures", exercise->name);
    if (bp_bounds_is_empty(bp_figure_bounds(right->figure))) fail_msg("%s: nothing is seen", exercise->name);
    assert_string_equal(yours->note, "");
    expect_seen(exercise, world);
    bp_session_destroy(session);
}

static void test_right_answers(void **state) {
    (void)state;
    for_each_case(look_at_right);
}

static bool same_colors(const bp_mesh *a, const bp_mesh *b) {
    if (!a || !b || !a->colors || !b->colors) return true; /* a character, say */
    return a->vertex_count == b->vertex_count && memcmp(a->colors, b->colors, a->vertex_count * sizeof *a->colors) == 0;
}

static bool looks_right(bp_context *context, const bp_exercise *exercise, int wrong, const float *in) {
    float answer[ROOM], right[ROOM];
    bp_session *session;
    bp_exercise_solve_case(exercise, wrong, in, answer);
    bp_exercise_solve_case(exercise, exercise->right, in, right);
    const bp_world *world = show(context, &(shown){exercise, in, answer, right}, &session);
    const bp_stage *yours = &world->stages[0], *other = &world->stages[1];
    expect_seen(exercise, world);
    bool same = yours->figure && bp_figure_difference(yours->figure, other->figure) == 0 && same_colors(yours->mesh, other->mesh);
    bp_session_destroy(session);
    return same;
}

/* In some case at least each misconception looks different. But one: the last element of
 * exercise 02's matrix moves no point. */
static void test_wrong_answers(void **state) {
    (void)state;
    bp_context *context = context_of();
    for (const bp_exercise *const *one = bp_exercises; *one; one++) {
        bp_case_list list;
        bp_error error = {0};
        assert_true(bp_exercise_make_cases(*one, NULL, 5, &list, &error));
        for (const bp_misconception *wrong = (*one)->wrong; wrong->id; wrong++) {
            int same = 0;
            while (same < list.count && looks_right(context, *one, (int)(wrong - (*one)->wrong), list.cases[same].in)) same++;
            bool unseen = strcmp((*one)->id, "02") == 0 && strcmp(wrong->id, "last_is_zero") == 0;
            if ((same == list.count) != unseen) fail_msg("%s: %s looks right in %d cases", (*one)->name, wrong->id, same);
        }
        bp_free(NULL, list.cases);
    }
    bp_context_destroy(context);
}

static void look_at_nonsense(bp_context *context, const bp_exercise *exercise, const bp_exercise_case *one) {
    static const float nonsense[] = {NAN, INFINITY, -INFINITY, 1e30f, -1e9f};
    float answer[ROOM], right[ROOM];
    bp_exercise_solve_case(exercise, exercise->right, one->in, right);
    for (size_t i = 0; i < BP_COUNT(nonsense); i++) {
        bp_session *session;
        for (int j = 0; j < ROOM; j++) answer[j] = nonsense[i];
        const bp_world *world = show(context, &(shown){exercise, one->in, answer, right}, &session);
        expect_seen(exercise, world);
        const bp_figure *figure = world->stages[0].figure;
        bp_bounds bounds = figure ? bp_figure_bounds(figure) : bp_bounds_empty();
        if (!bp_bounds_is_empty(bounds) && !(bp_vec3_distance(bounds.lo, bounds.hi) < 1e5f))
            fail_msg("%s: %g is drawn", exercise->name, (double)nonsense[i]);
        bp_session_destroy(session);
    }
}

static void test_no_numbers(void **state) {
    (void)state;
    for_each_case(look_at_nonsense);
}

/* A matrix that isn't finite: the arm stays at rest, and the note says why. */
static void test_the_note(void **state) {
    (void)state;
    bp_context *context = context_of();
    const bp_exercise *arm = bp_exercise_find("05"), *tree = bp_exercise_find("02");
    float answer[ROOM] = {NAN};
    bp_case_list list;
    bp_session *session;
    assert_true(bp_exercise_make_cases(arm, NULL, 1, &list, NULL));
    float right[ROOM];
    bp_exercise_solve_case(arm, arm->right, list.cases[0].in, right);
    expect_text_contains(show(context, &(shown){arm, list.cases[0].in, answer, right}, &session)->stages[0].note,
                         "not a number, or far too large: the arm stays");
    bp_session_destroy(session);
    bp_free(NULL, list.cases);
    assert_true(bp_exercise_make_cases(tree, NULL, 1, &list, NULL));
    bp_exercise_solve_case(tree, tree->right, list.cases[0].in, right);
    expect_text_contains(show(context, &(shown){tree, list.cases[0].in, answer, right}, &session)->stages[0].note,
                         "part of it is not a number, or far too large");
    bp_session_destroy(session);
    bp_free(NULL, list.cases);
    bp_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_right_answers), cmocka_unit_test(test_wrong_answers),
                                       cmocka_unit_test(test_no_numbers), cmocka_unit_test(test_the_note)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
