/* Times a lesson's frames as the window draws them, with all panels. For each lesson it takes the slowest
 * step, and prints medians over the frames of its animation, in milliseconds:
 *
 * first    from nothing to the first picture: context, session, app, drawing moving   a frame of the
 * step's change: world, readouts, drawing world    of these, making the world orbit    a frame in which only
 * the camera moved same     a frame in which nothing changed
 *
 * build/tests/bench/lesson_frame [--threads N] [--size WxH] [--frames N] [--cpu] [--best] [NUMBER...]
 *
 * On a busy machine: --cpu measures the processor time of all threads instead of wall time; --best prints
 * the shortest time instead of the median. */
#include "base/error.h"
#include "base/system.h"
#include "app/app.h"
#include "app/screens/lesson/lesson_screen.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

extern const bp_lesson_plan *const bp_lesson_registry[];

enum { FRAMES_MAX = 1000 };

typedef struct plan {
    int threads, width, height, frames;
    bool cpu, best;
    int numbers[64], number_count; /* lessons; none: all */
} plan;

typedef struct costs {
    double moving, world, orbit, same;
    int step;
} costs;

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* In milliseconds. */
static double typical(const plan *p, double *times) {
    qsort(times, (size_t)p->frames, sizeof *times, compare);
    return times[p->best ? 0 : p->frames / 2] * 1e3;
}

static double now(const plan *p) { return p->cpu ? (double)clock() / CLOCKS_PER_SEC : bp_seconds(); }

static void must(bool ok, const bp_error *error) {
    if (ok) return;
    fprintf(stderr, "lesson_frame: %s\n", error->message);
    exit(bp_error_exit_code(error));
}

static double draw(const plan *p, bp_app *app) {
    bp_error error = {0};
    double start = now(p);
    must(bp_app_draw(app, &error), &error);
    return now(p) - start;
}

static double make_world(const plan *p, const bp_app *app) {
    bp_error error = {0};
    double start = now(p);
    must(bp_session_seek(app->lesson->session, bp_lesson_state_of(app->lesson), &error), &error);
    return now(p) - start;
}

static costs measure_step(const plan *p, bp_app *app, int step) {
    static double moving[FRAMES_MAX], world[FRAMES_MAX], orbit[FRAMES_MAX], same[FRAMES_MAX];
    bp_lesson_enter_done(app->lesson, step);
    draw(p, app);
    for (int i = 0; i < p->frames; i++) {
        bp_lesson_scrub(app->lesson, ((float)i + 0.5f) / (float)p->frames);
        moving[i] = draw(p, app);
        world[i] = make_world(p, app);
        same[i] = draw(p, app);
        bp_illustration_orbit(&app->lesson->picture, 0.01f, 0);
        orbit[i] = draw(p, app);
    }
    return (costs){typical(p, moving), typical(p, world), typical(p, orbit), typical(p, same), step};
}

static void measure_lesson(const plan *p, const bp_lesson_plan *lesson) {
    bp_error error = {0};
    bp_app app = {0};
    double start = now(p);
    bp_context *context = bp_context_create(&(bp_context_options){.threads = p->threads}, &error);
    must(context != NULL, &error);
    bp_session *session = bp_session_create(context, lesson, NULL, &error);
    must(session != NULL, &error);
    must(bp_app_open(&app, context, p->width, p->height, &error), &error);
    must(bp_lesson_open(&app, session, false, 0, &error), &error);
    draw(p, &app);
    double first = (now(p) - start) * 1e3;
    costs worst = {0};
    for (int step = 0; step < lesson->step_count; step++) {
        costs one = measure_step(p, &app, step);
        if (one.moving > worst.moving) worst = one;
    }
    printf("%-26s %4d %7.1f %7.2f %7.2f %7.2f %7.2f\n", lesson->name, worst.step + 1, first, worst.moving,
           worst.world, worst.orbit, worst.same);
    fflush(stdout);
    bp_app_close(&app);
    bp_session_destroy(session);
    bp_context_destroy(context);
}

static bool read_number(const char *text, int *out) {
    char *end;
    *out = (int)strtol(text, &end, 10);
    return end != text && *end == '\0' && *out > 0;
}

static bool read_arguments(int count, char **arguments, plan *p) {
    for (int i = 1; i < count; i++) {
        const char *word = arguments[i], *value = i + 1 < count ? arguments[i + 1] : "";
        if (strcmp(word, "--threads") == 0 || strcmp(word, "--frames") == 0) {
            if (!read_number(value, word[2] == 't' ? &p->threads : &p->frames)) return false;
            i++;
        } else if (strcmp(word, "--size") == 0) {
            if (sscanf(value, "%dx%d", &p->width, &p->height) != 2) return false;
            i++;
        } else if (strcmp(word, "--cpu") == 0) {
            p->cpu = true;
        } else if (strcmp(word, "--best") == 0) {
            p->best = true;
        } else if (p->number_count == 64 || !read_number(word, &p->numbers[p->number_count++])) {
            return false;
        }
    }
    return p->frames <= FRAMES_MAX;
}

static bool expected(const plan *p, int number) {
    for (int i = 0; i < p->number_count; i++)
        if (p->numbers[i] == number) return true;
    return p->number_count == 0;
}

int main(int count, char **arguments) {
    plan p = {.width = 1280, .height = 800, .frames = 21};
    if (!read_arguments(count, arguments, &p)) {
        fprintf(stderr,
                "usage: lesson_frame [--threads N] [--size WxH] [--frames N] [--cpu] [--best] [NUMBER...]\n");
        return 2;
    }
    printf("%-26s %4s %7s %7s %7s %7s %7s   (ms, %dx%d)\n", "lesson", "step", "first", "moving", "world",
           "orbit", "same", p.width, p.height);
    for (const bp_lesson_plan *const *lesson = bp_lesson_registry; *lesson; lesson++)
        if (expected(&p, (*lesson)->number)) measure_lesson(&p, *lesson);
    return 0;
}
