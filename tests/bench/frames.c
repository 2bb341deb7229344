/* Times whole frames in real windows while things are dragged, presenting included: `make bench-frames`.
 *
 * Each step of each lesson is opened, and each of these is dragged along a circle, if the step has it; so are a
 * model file's, and the list's character. It prints milliseconds, median and 95% over the frames of all steps:
 *
 * first    from opening the lesson to its first picture on the screen
 * limb     flesh; in a model, a limb that is pulled
 * handle, number, camera
 * answer   of a question: dragged, or else the camera while it is open
 * play     the step's change, which nobody drags; a model's clip; the list's character
 * present  copying a picture to the screen, which the others include
 *
 * On a busy machine: --cpu measures the processor time of all threads instead, which two threads share; --best
 * prints what a tenth of the frames stays within instead of the median. --only KIND: no other; --view NAME: in
 * false colours.
 *
 * build/tests/bench/frames [--size WxH] [--scale N] [--frames N] [--threads N] [--cpu] [--best] [--only KIND]
 *     [--view NAME] [lessons | NUMBER | FILE.glb | list]... */
#include "app/app.h"
#include "app/screens/lesson/lesson_screen.h"
#include "app/screens/list/list.h"
#include "app/screens/model/model_screen.h"
#include "base/error.h"
#include "base/system.h"
#include <bindpose/program.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

extern const bp_lesson_plan *const bp_lesson_registry[];

typedef enum kind { LIMB, HANDLE, NUMBER, CAMERA, ANSWER, PLAY, KINDS } kind;
static const char *const KIND_NAMES[] = {"limb", "handle", "number", "camera", "answer", "play", NULL};

enum {
    FRAMES_MAX = 20000,
    OPENING = 30 /* frames in which the list reads its character and makes pictures */
};

typedef struct samples {
    float times[FRAMES_MAX];
    size_t count;
} samples;

/* What is open in the window, and how far its script is. */
typedef struct bench {
    const char *name;
    float scale;                                    /* pixels per layout unit; 0: the window's */
    int width, height, frames, threads, only, view; /* kind; bp_false_color */
    bool cpu;
    double typical; /* the part of the frames within what is printed as the median */
    bp_context *context;
    bp_window_client inner;
    bp_app *app; /* with a lesson or a model; NULL: the list */
    double started, first;
    samples samples[KINDS], all, present;
    samples *counted;    /* which get the frame that is being presented */
    double begun, drawn; /* of that frame: the processor's time at its start, and the seconds of drawing */
    int step, steps;
    kind kind;
    int opened; /* frames of the list's opening */
    int frame;  /* of the kind, -1: before the button goes down */
    float x, y;
} bench;

static int by_time(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static void add(samples *to, double seconds) {
    if (to->count < FRAMES_MAX) to->times[to->count++] = (float)(1000 * seconds);
}

static double part_within(samples *of, double part) {
    qsort(of->times, of->count, sizeof *of->times, by_time);
    return of->count > 0 ? (double)of->times[(size_t)(part * (double)(of->count - 1))] : 0;
}

static double processor_seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

static void print_pair(const bench *b, samples *of) {
    if (of->count > 0)
        printf(" %5.1f %5.1f", part_within(of, b->typical), part_within(of, 0.95));
    else
        printf("     -     -");
}

static void must(bool ok, const bp_error *error) {
    if (ok) return;
    fprintf(stderr, "frames: %s\n", error->message);
    exit(bp_error_exit_code(error));
}

/* ---- the script ----------------------------------------------------------------------------------------- */

static bool is_wanted(const bench *b, bp_drag_kind drag) {
    switch (b->kind) {
    case LIMB: return drag == BP_TAKE_MESH || drag == BP_TAKE_LIMB;
    case HANDLE: return drag == BP_TAKE_HANDLE;
    case ANSWER: return drag == BP_TAKE_ANSWER || drag == BP_TAKE_ORBIT;
    default: return drag == BP_TAKE_ORBIT;
    }
}

/* Looks over the stages for a point whose drag is of the kind, from their middles outwards. */
static bool find_in_scenes(bench *b, const bp_illustration *shown) {
    bool found = false;
    static bp_illustration looked; /* its hover is a copy's */
    looked = *shown;
    for (int s = 0; s < shown->placed_count; s++) {
        bp_rect rect = shown->placed[s].rect;
        for (int i = 0; i < 400; i++) {
            float angle = 2.4f * (float)i, radius = 0.49f * sqrtf((float)i / 400);
            bp_pointer at = {.kind = BP_POINTER_MOVE};
            at.x = (float)rect.x + (float)rect.width * (0.5f + radius * cosf(angle));
            at.y = (float)rect.y + (float)rect.height * (0.5f + radius * sinf(angle));
            bp_illustration_event(&looked, &at);
            const bp_pointed *hover = &looked.hover;
            if (hover->blocked || bp_hit_areas_find(&b->app->drawn.hits, at.x, at.y)) continue;
            if (!is_wanted(b, hover->drag) || (found && hover->drag != BP_TAKE_ANSWER)) continue;
            b->x = at.x, b->y = at.y;
            if (b->kind != ANSWER || hover->drag == BP_TAKE_ANSWER) return true;
            found = true;
        }
    }
    return found;
}

static bool find_number(bench *b, const bp_hit_areas *hits) {
    for (int i = 0; i < hits->count; i++) {
        if (hits->items[i].action != BP_ACTION_NUMBER) continue;
        b->x = (float)hits->items[i].rect.x + 3, b->y = (float)hits->items[i].rect.y + 3;
        return true;
    }
    return false;
}

/* Opens the step afresh, draws it, and finds what is to be dragged. False: the step has none. */
static bool begin_lesson(bench *b) {
    bp_error error = {0};
    bp_lesson_screen *lesson = b->app->lesson;
    const bp_step *step = &lesson->plan->steps[b->step];
    if ((b->kind == ANSWER && !step->question) || (b->kind == PLAY && !step->change)) return false;
    lesson->answered = 0;
    bp_lesson_enter_done(lesson, b->step);
    if (b->kind == ANSWER) bp_lesson_enter(lesson, b->step);
    if (b->kind == PLAY) bp_lesson_scrub(lesson, 0), lesson->position.paused = false;
    b->app->settings.numbers = b->kind == NUMBER;
    b->app->settings.false_color = (bp_false_color)b->view;
    must(bp_app_draw(b->app, &error), &error);
    if (b->kind == NUMBER) return find_number(b, &b->app->drawn.hits);
    return b->kind == PLAY || find_in_scenes(b, &lesson->picture);
}

static bool begin_model(bench *b) {
    bp_error error = {0};
    bp_model_screen *model = b->app->model;
    if (b->kind == ANSWER) return false;
    model->play.playing = b->kind == PLAY;
    b->app->settings.numbers = b->kind == NUMBER;
    b->app->settings.false_color = (bp_false_color)b->view;
    must(bp_app_draw(b->app, &error), &error);
    if (b->kind == NUMBER) return find_number(b, &b->app->drawn.hits);
    return b->kind == PLAY || find_in_scenes(b, &model->picture);
}

/* The list's character stands at the left: at the right a press opens a lesson. */
static bool begin_list(bench *b) {
    b->x = 0.15f * (float)b->width, b->y = 0.5f * (float)b->height;
    return b->kind == LIMB || b->kind == PLAY;
}

static bool begin(bench *b) {
    b->frame = 0;
    if (b->only >= 0 && b->only != (int)b->kind) return false;
    return !b->app ? begin_list(b) : b->app->lesson ? begin_lesson(b) : begin_model(b);
}

/* The event of this frame; false: the end. */
static bool next_event(bench *b, bp_event *event) {
    if (b->frame > b->frames + 1) b->frame = -1, b->kind++;
    while (b->frame < 0) {
        if (b->kind == KINDS) b->kind = 0, b->step++;
        if (b->step == b->steps) return false;
        if (!begin(b)) b->frame = -1, b->kind++;
    }
    float angle = 6.2832f * (float)b->frame / (float)b->frames;
    *event = (bp_event){.kind = BP_EVENT_MOVE, .button = BP_BUTTON_LEFT};
    event->x = b->x + 60 * sinf(angle);
    event->y = b->y + 60 * (1 - cosf(angle));
    if (b->frame == 0) event->kind = BP_EVENT_PRESS;
    if (b->frame > b->frames) event->kind = BP_EVENT_RELEASE;
    if (b->kind == PLAY) event->kind = BP_EVENT_NONE;
    b->frame++;
    return true;
}

/* Before the window closes: in a web page nothing runs after that. */
static void print_result(bench *b) {
    printf("%-24.24s %5.0f", b->name, 1000 * b->first);
    for (int i = 0; i < KINDS; i++) print_pair(b, &b->samples[i]);
    print_pair(b, &b->present);
    print_pair(b, &b->all);
    printf(" %5.1f %s\n", part_within(&b->all, 1),
           part_within(&b->all, 0.5) > 1000.0 / 60    ? "median over 16.7"
           : part_within(&b->all, 0.95) > 1000.0 / 60 ? "95% over 16.7"
                                                      : "");
    fflush(stdout);
}

static bool frame(void *user, const bp_event *events, size_t count, double seconds, bp_frame *out,
                  bp_error *error) {
    bench *b = user;
    if (b->first == 0 && out->presented > 0) b->first = bp_seconds() - b->started;
    if (b->counted) {
        double whole = b->cpu ? processor_seconds() - b->begun : b->drawn + out->presented;
        add(b->counted, whole);
        add(&b->all, whole);
        add(&b->present, out->presented);
        b->counted = NULL;
    }
    bp_event event = {.kind = BP_EVENT_NONE};
    bool opening = b->first == 0 || (!b->app && b->opened++ < OPENING);
    bp_event first = count > 0 ? events[0] : event; /* the size */
    if (opening && first.kind == BP_EVENT_RESIZE && b->scale > 0) {
        first.scale = b->scale;
        events = &first, count = 1;
    }
    if (!opening && !next_event(b, &event)) {
        print_result(b);
        out->quit = true;
        return true;
    }
    double start = bp_seconds();
    b->begun = processor_seconds();
    if (!b->inner.frame(b->inner.user, opening ? events : &event,
                        opening ? count : event.kind != BP_EVENT_NONE, seconds, out, error))
        return false;
    b->drawn = bp_seconds() - start;
    bool inside = b->frame > 1 && b->frame <= b->frames + 1; /* neither the press nor the release */
    if (!opening && inside && out->picture) b->counted = &b->samples[b->kind];
    out->moving = true;
    out->quit = out->toggle_fullscreen = false;
    return true;
}

/* ---- what is opened ------------------------------------------------------------------------------------- */

static bench *current; /* for list_window, which gets no pointer of ours */

static bool run_wrapped(const bp_window_options *options, const bp_window_client *client, bp_error *error) {
    bench *b = current;
    bp_window_options sized = *options;
    sized.width = b->width, sized.height = b->height;
    b->inner = *client;
    return bp_window_default()->run(&sized, &(bp_window_client){.user = b, .frame = frame}, error);
}

static void begin_bench(bench *b, const char *name, int steps) {
    b->name = name;
    for (int i = 0; i < KINDS; i++) b->samples[i].count = 0;
    b->all.count = b->present.count = 0;
    b->app = NULL, b->counted = NULL;
    b->first = 0;
    b->opened = 0;
    b->step = 0, b->steps = steps, b->kind = 0, b->frame = -1;
    b->started = bp_seconds();
    bp_error error = {0};
    b->context = bp_context_create(&(bp_context_options){.threads = b->threads}, &error);
    must(b->context != NULL, &error);
}

/* Runs the open app in the window. */
static void bench_app(bench *b, bp_app *app, const char *title) {
    bp_error error = {0};
    b->app = app;
    must(run_wrapped(&(bp_window_options){.title = title},
                     &(bp_window_client){.user = app, .frame = bp_app_frame}, &error),
         &error);
    bp_app_close(app);
    b->app = NULL;
}

static void bench_lesson(bench *b, const bp_lesson_plan *plan) {
    static bp_app app;
    bp_error error = {0};
    begin_bench(b, plan->name, plan->step_count);
    bp_session *session = bp_session_create(b->context, plan, NULL, &error);
    must(session != NULL, &error);
    must(bp_app_open(&app, b->context, b->width, b->height, &error), &error);
    must(bp_lesson_open(&app, session, true, 0, &error), &error);
    bench_app(b, &app, plan->name);
    bp_context_destroy(b->context);
}

static void bench_model(bench *b, const char *path) {
    static bp_app app;
    bp_error error = {0};
    const char *name = strrchr(path, '/');
    begin_bench(b, name ? name + 1 : path, 1);
    must(bp_app_open(&app, b->context, b->width, b->height, &error) && bp_model_open(&app, path, &error),
         &error);
    bench_app(b, &app, path);
    bp_context_destroy(b->context);
}

static void bench_list(bench *b) {
    static const bp_window window = {run_wrapped};
    bp_error error = {0};
    begin_bench(b, "list", 1);
    must(bp_list_window_run(&window, b->context, bp_lesson_registry, &error), &error);
    bp_context_destroy(b->context);
}

static void bench_target(bench *b, const char *target) {
    int number = atoi(target);
    bool lessons = strcmp(target, "lessons") == 0;
    if (strcmp(target, "list") == 0)
        bench_list(b);
    else if (number == 0 && !lessons)
        bench_model(b, target);
    for (const bp_lesson_plan *const *plan = bp_lesson_registry; *plan; plan++)
        if (lessons || (*plan)->number == number) bench_lesson(b, *plan);
}

/* The index of a name in a list; -1: it isn't there. */
static int index_of(const char *const *names, const char *name) {
    for (int i = 0; names[i]; i++)
        if (strcmp(names[i], name) == 0) return i;
    return -1;
}

int main(int count, char **arguments) {
    static bench b = {.width = 1920, .height = 1080, .frames = 12, .only = -1, .typical = 0.5};
    int i = 1;
    current = &b;
    for (; i < count && strncmp(arguments[i], "--", 2) == 0; i++) {
        const char *word = arguments[i], *value = i + 1 < count ? arguments[i + 1] : "";
        if (strcmp(word, "--cpu") == 0)
            b.cpu = true;
        else if (strcmp(word, "--best") == 0)
            b.typical = 0.1;
        else if (strcmp(word, "--size") == 0 && sscanf(value, "%dx%d", &b.width, &b.height) == 2)
            i++;
        else if (strcmp(word, "--scale") == 0 && sscanf(value, "%f", &b.scale) == 1)
            i++;
        else if (strcmp(word, "--only") == 0 && (b.only = index_of(KIND_NAMES, value)) >= 0)
            i++;
        else if (strcmp(word, "--view") == 0 && (b.view = index_of(bp_false_color_names, value)) >= 0)
            i++;
        else if (strcmp(word, "--frames") == 0 && sscanf(value, "%d", &b.frames) == 1)
            i++;
        else if (strcmp(word, "--threads") == 0 && sscanf(value, "%d", &b.threads) == 1)
            i++;
        else
            return fprintf(stderr, "frames: %s?\n", word), 2;
    }
    printf("%-24s %5s ", "median, 95%", "first");
    for (int k = 0; k < KINDS; k++) printf("%11s ", KIND_NAMES[k]);
    printf("%11s %17s   (ms, %dx%d)\n", "present", "all, longest", b.width, b.height);
    for (; i < count; i++) bench_target(&b, arguments[i]);
    return 0;
}
