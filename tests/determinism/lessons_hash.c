/* A hash for each lesson: the pictures of all its steps, with panels, readouts and all, one theme after the other.
 * 640 x 400 shows everything that a larger one does, in less time. */
#include "determinism/hash.h"
#include "app/app.h"
#include "app/screens/lesson/lesson_screen.h"
#include <stdlib.h>

extern const bp_lesson_plan *const bp_lesson_registry[];

static bool hash_step(bp_context *context, bp_session *session, int step, hash *h, bp_error *error) {
    bp_app app = {0};
    bool ok = bp_app_open(&app, context, 640, 400, error) && bp_lesson_open(&app, session, false, step, error);
    app.settings.light = step % 2 == 1;
    ok = ok && bp_app_draw(&app, error);
    for (int y = 0; y < app.picture.height && ok; y++)
        hash_add(h, app.picture.pixels + (size_t)4 * (size_t)app.picture.stride * (size_t)y,
                 (size_t)4 * (size_t)app.picture.width);
    bp_app_close(&app);
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
