/* Shows a result as a lesson of one step and two stages, so everything that works in a lesson's window
 * (orbiting, zooming, themes, screenshots) works for answers too. */
#include "cli/exercise_show.h"
#include "app/screens/lesson/lesson_screen.h"
#include <stdio.h>
#include <stdlib.h>

/* The data of the stages; the plan passes it to setup. */
typedef struct shown_answer {
    const bp_exercise *exercise;
    const bp_exercise_result *result;
} shown_answer;

static void setup(bp_world *world) {
    const shown_answer *answer = world->setup_data;
    const bp_exercise_result *result = answer->result;
    if (result->got_count > 0)
        bp_exercise_draw_answer(answer->exercise, world, "Yours", result->in, result->got);
    else
        bp_world_note(world, (int)(bp_world_add_stage(world, "Yours", "", NULL, NULL) - world->stages),
                      "there is no answer");
    bp_exercise_draw_answer(answer->exercise, world, "Right", result->in, result->expected);
}

bool bp_exercise_show_answer(const bp_window *window, const bp_exercise *exercise,
                             const bp_exercise_result *result, const bp_exercise_show_options *how,
                             bp_error *error) {
    char caption[sizeof result->text + 128];
    snprintf(caption, sizeof caption, "%s%s%s", result->case_name, *result->case_name ? ": " : "",
             result->verdict == BP_EXERCISE_PASSED ? "both are the same." : result->text);
    const shown_answer answer = {exercise, result};
    const bp_step step = {.caption = caption};
    const bp_lesson_plan plan = {.number = atoi(exercise->id),
                                 .name = exercise->name,
                                 .title = exercise->title,
                                 .summary = exercise->title,
                                 .setup = setup,
                                 .steps = &step,
                                 .step_count = 1,
                                 .setup_data = &answer};
    bp_context *context = bp_context_create(NULL, error);
    bp_session *session = context ? bp_session_create(context, &plan, NULL, error) : NULL;
    bool ok = session != NULL;
    const bp_lesson_options options = {.width = how->width, .height = how->height, .light = how->light};
    if (ok && how->screenshot)
        ok = bp_lesson_write_picture(context, session, &options, how->screenshot, error);
    else if (ok)
        ok = window ? bp_lesson_window_run(window, context, session, &options, error)
                    : bp_fail(error, BP_ERROR_ENVIRONMENT, NULL, "this program has no window");
    bp_session_destroy(session);
    bp_context_destroy(context);
    return ok;
}
