/* A hash for each lesson: the pictures of all its steps, with panels, readouts and all, one theme after the other.
 * 640 x 400 shows everything that a larger one does, in less time. */
#include "determinism/hash.h"
#include "viewer/lesson/lesson_controller.h"
#include <stdlib.h>

extern const bp_lesson_plan *const bp_lesson_registry[];

static bool hash_step(bp_context *context, bp_session *session, int step, hash *h, bp_error *error) {
    bp_lesson_controller controller = {0};
    bool ok = bp_lesson_controller_open(&controller, context, session, step, 640, 400, error);
    controller.viewer.core.settings.light = step % 2 == 1;
    ok = ok && bp_controller_draw(&controller.base, error);
    for (int y = 0; y < controller.base.picture.height && ok; y++)
        hash_add(h,
                 controller.base.picture.pixels +
                     (size_t)4 * (size_t)controller.base.picture.stride * (size_t)y,
                 (size_t)4 * (size_t)controller.base.picture.width);
    bp_lesson_controller_close(&controller);
    return ok;
}

static bool hash_lesson(bp_context *context, const bp_lesson_plan *lesson, bp_error *error) {
    bp_session *session = bp_session_create(context, lesson, NULL, error);
    hash h = hash_make();
    bool ok = session != NULL;
    for (int step = 0; step < lesson->step_count && ok; step++)
        ok = hash_step(context, session, step, &h, error);
    if (ok) hash_print(lesson->name, h);
    bp_session_destroy(session);
    return ok;
}

int main(int count, char **arguments) {
    bp_error error = {0};
    int threads = count > 1 ? atoi(arguments[1]) : 1;
    bp_context *context = bp_context_create(&(bp_context_options){.threads = threads}, &error);
    if (!context) {
        fprintf(stderr, "%s\n", error.message);
        return 3;
    }
    bool ok = true;
    for (const bp_lesson_plan *const *lesson = bp_lesson_registry; *lesson && ok; lesson++)
        ok = hash_lesson(context, *lesson, &error);
    if (!ok) fprintf(stderr, "%s\n", error.message);
    bp_context_destroy(context);
    return ok ? 0 : 1;
}
