/* All lessons: every claim holds and none is vacuous; each question's answer is judged right and its mistakes
 * wrong; each step gives equal numbers however you reach it. */
#include <bindpose/lesson_session.h>
#include <stdlib.h>
#include <string.h>

#include "support/test.h"

extern const bp_lesson_plan *const bp_lesson_registry[];

static void every_claim_holds(void **state) {
    (void)state;
    int failed = 0;
    for (const bp_lesson_plan *const *lesson = bp_lesson_registry; *lesson; lesson++) {
        bp_error error = {0};
        bp_session *session = bp_session_create(NULL, *lesson, NULL, &error);
        if (!session) fail_msg("%s: %s", (*lesson)->name, error.message);
        for (int s = 0; s < (*lesson)->step_count; s++) {
            for (int i = 0; i < (*lesson)->steps[s].claim_count; i++) {
                bp_claim_result result;
                if (!bp_session_check(session, s, i, &result, &error))
                    fail_msg("%s: %s", (*lesson)->name, error.message);
                if (!result.pass)
                    print_error("%s step %d: %s: %s\n", (*lesson)->name, s + 1, result.claim->text,
                                result.failure);
                failed += !result.pass;
            }
        }
        bp_session_destroy(session);
    }
    assert_int_equal(failed, 0);
}

static void answers_and_mistakes_are_judged(void **state) {
    (void)state;
    for (const bp_lesson_plan *const *lesson = bp_lesson_registry; *lesson; lesson++) {
        int questions = 0;
        for (int s = 0; s < (*lesson)->step_count; s++) {
            const bp_question *question = (*lesson)->steps[s].question;
            if (!question) continue;
            questions++;
            bool right = false;
            assert_ptr_equal(bp_question_judge(question, question->answer, &right), question->right);
            assert_true(right);
            if (question->kind != BP_QUESTION_CHOICE) assert_non_null(question->hint);
            /* At least three typical mistakes; of a choice, each other option. */
            int mistakes = question->kind == BP_QUESTION_CHOICE ? bp_question_option_count(question) - 1 : 3;
            if (!question->wrong[mistakes - 1].why)
                fail_msg("%s step %d: fewer than %d mistakes have a reply", (*lesson)->name, s + 1, mistakes);
            for (int i = 0; i < BP_WRONG_ANSWER_MAX && question->wrong[i].why; i++) {
                const char *reply = bp_question_judge(question, question->wrong[i].answer, &right);
                if (right || reply != question->wrong[i].why)
                    fail_msg("%s step %d: the mistake %g gets another reply", (*lesson)->name, s + 1,
                             (double)question->wrong[i].answer);
            }
        }
        if (questions == 0) fail_msg("%s asks nothing", (*lesson)->name);
    }
}

/* Hashes the bytes of notes, vertices and final matrices. */
static uint64_t hash_world(bp_world *world) {
    uint64_t hash = 1469598103934665603u; /* FNV-1a */
    for (int i = 0; i < world->stage_count; i++) {
        const bp_stage *stage = &world->stages[i];
        for (const char *c = stage->note; *c; c++) hash = (hash ^ (uint8_t)*c) * 1099511628211u;
        for (size_t p = 0; stage->figure && p < bp_figure_part_count(stage->figure); p++) {
            size_t size = bp_figure_part_at(stage->figure, p)->mesh->vertex_count * sizeof(bp_vec3);
            const uint8_t *bytes = (const uint8_t *)bp_figure_positions(stage->figure, p);
            for (size_t b = 0; b < size; b++) hash = (hash ^ bytes[b]) * 1099511628211u;
        }
        for (size_t b = 0; stage->skeleton && b < bp_skeleton_count(stage->skeleton); b++) {
            bp_mat4 m = bp_bone_final(bp_skeleton_bone(stage->skeleton, b));
            const uint8_t *bytes = (const uint8_t *)m.m;
            for (size_t k = 0; k < sizeof m; k++) hash = (hash ^ bytes[k]) * 1099511628211u;
        }
    }
    return hash;
}

static void steps_do_not_depend_on_the_path(void **state) {
    (void)state;
    for (const bp_lesson_plan *const *lesson = bp_lesson_registry; *lesson; lesson++) {
        uint64_t first[64];
        int steps = (*lesson)->step_count;
        bp_error error = {0};
        bp_session *session = bp_session_create(NULL, *lesson, NULL, &error);
        assert_non_null(session);
        assert_true(steps <= 64);
        for (int s = 0; s < steps; s++) {
            assert_true(bp_session_seek(session, (bp_lesson_state){.step = s, .t = 1}, &error));
            first[s] = hash_world(bp_session_world(session));
        }
        uint32_t random = 12345;
        for (int n = 0; n < 40; n++) {
            random = random * 1664525u + 1013904223u;
            int s = (int)((random >> 16) % (uint32_t)steps);
            assert_true(
                bp_session_seek(session, (bp_lesson_state){.step = s, .t = n % 3 == 0 ? 0.5f : 1}, &error));
            if (n % 3 != 0 && hash_world(bp_session_world(session)) != first[s])
                fail_msg("%s: step %d differs when jumped to", (*lesson)->name, s + 1);
        }
        bp_session_destroy(session);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_claim_holds),
                                       cmocka_unit_test(answers_and_mistakes_are_judged),
                                       cmocka_unit_test(steps_do_not_depend_on_the_path)};
    return cmocka_run_group_tests_name("lessons", tests, NULL, NULL);
}
