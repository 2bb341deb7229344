/* Load over a long time: memory must not grow, and pictures must not change.
 *
 *   build/tests/soak/soak crowd SECONDS [CHARACTERS]   a scene of our own characters (1000), posed and drawn over and over
 *   build/tests/soak/soak app HOURS                    simulated hours of lessons, with random events
 *   build/tests/soak/soak stalls SECONDS               delays workers at random moments: every picture must stay the same
 *
 * The allocator's bytes must return to the same number. The process's memory (RSS) in the second half of the run may exceed
 * that at the end of the first quarter by 2% and 4 MiB at most. */
#define _GNU_SOURCE
#include "base/system.h"
#include "support/allocator.h"
#include "app/app.h"
#include "app/screens/lesson/lesson_screen.h"
#include <bindpose/gltf.h>
#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

extern const bp_lesson_plan *const bp_lesson_registry[];

#define NEED(condition)                                                                                      \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            printf("[  FAILED  ] %s:%d: %s %s\n", __FILE__, __LINE__, #condition, problem.message);          \
            exit(1);                                                                                         \
        }                                                                                                    \
    } while (0)

static bp_error problem;

/* ---- memory ---------------------------------------------------------------------------------------- */

typedef struct memory {
    long quarter, max; /* KiB: at the end of the first quarter; the peak in the second half */
} memory;

static long rss(void) {
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    NEED(file && fscanf(file, "%*s %ld", &pages) == 1);
    fclose(file);
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

/* Called about twenty times in a run. `part`: how much of the run is over, 0..1. */
static void look_at_memory(memory *m, double part, const char *what) {
    long now = rss();
    printf("%3.0f%%  RSS %ld KiB  %s\n", 100 * part, now, what);
    fflush(stdout);
    if (part <= 0.25) m->quarter = now;
    if (part >= 0.5 && now > m->max) m->max = now;
}

static void judge_memory(const memory *m) {
    if (m->max > m->quarter + m->quarter / 50 + 4096) {
        printf("[  FAILED  ] memory grew from %ld KiB to %ld KiB\n", m->quarter, m->max);
        exit(1);
    }
    printf("[       OK ] memory: %ld KiB after a quarter, at most %ld KiB after the half\n", m->quarter,
           m->max);
}

/* ---- a crowd ----------------------------------------------------------------------------------------- */

enum { WIDTH = 1280, HEIGHT = 800 };

typedef struct walker {
    bp_model *model;
    bp_model_pose *pose;
    bp_model_figure *figure;
} walker;

static void make_walker(bp_context *context, const bp_file *file, walker *w, size_t number) {
    NEED(bp_gltf_read_memory(context, file->data, file->size, "character", NULL, NULL, &w->model, NULL,
                             &problem));
    NEED(w->pose = bp_model_pose_create(w->model, &problem));
    NEED(w->figure = bp_model_figure_create(context, w->pose, &problem));
    bp_vec3 place = {(float)(number % 32) * 1.2f - 19, 0, -(float)(number / 32) * 1.2f};
    bp_figure_set_world(bp_model_figure_get_figure(w->figure), bp_mat4_translation(place));
}

/* Draws one frame of all characters; returns a hash of the picture. */
static uint64_t draw_crowd(bp_raster *raster, const bp_framebuffer *to, walker *walkers, size_t count,
                           double time) {
    bp_view view = {.camera = {.eye = {0, 6, 14}, .target = {0, 0, -12}},
                    .viewport = {0, 0, to->width, to->height},
                    .show = BP_SHOW_MESH};
    NEED(bp_raster_begin(raster, to, NULL, &problem));
    NEED(bp_raster_clear(raster, &(bp_clear){.color = {30, 40, 50, 255}}, &problem));
    for (size_t i = 0; i < count; i++) {
        walker *w = &walkers[i];
        double at = time + (double)i * 0.013;
        NEED(bp_model_pose_set(w->pose, (int)(i % w->model->clip_count), at - 2 * (double)(long)(at / 2),
                               &problem));
        NEED(bp_figure_pose(bp_model_figure_get_figure(w->figure), &problem));
        NEED(bp_scene_draw_meshes(raster, &view, bp_model_figure_get_figure(w->figure), &problem));
    }
    NEED(bp_raster_end(raster, NULL, &problem));
    uint64_t print = 1469598103934665603u;
    const uint32_t *pixels = (const uint32_t *)(const void *)to->pixels;
    for (size_t i = 0; i < (size_t)to->width * (size_t)to->height; i++)
        print = (print ^ pixels[i]) * 1099511628211u;
    return print;
}

static void crowd(double seconds, size_t count) {
    test_allocator counter = {0};
    bp_context *context =
        bp_context_create(&(bp_context_options){.allocator = test_allocator_hook(&counter)}, &problem);
    NEED(context);
    bp_file file;
    NEED(bp_file_read(NULL, "assets/character.glb", 0, &file, &problem));
    walker *walkers = calloc(count, sizeof *walkers);
    NEED(walkers);
    for (size_t i = 0; i < count; i++) make_walker(context, &file, &walkers[i], i);
    bp_raster *raster = bp_raster_create(context, &problem);
    bp_framebuffer picture;
    NEED(raster && bp_framebuffer_create(context, WIDTH, HEIGHT, &picture, &problem));
    memory m = {0};
    double start = bp_seconds(), next = 0;
    long frames = 0, live = 0;
    uint64_t first = draw_crowd(raster, &picture, walkers, count, 0);
    live = counter.live;
    for (double now = 0; now < seconds; now = bp_seconds() - start, frames++) {
        draw_crowd(raster, &picture, walkers, count, (double)frames / 60);
        if (now < next) continue;
        char text[80];
        snprintf(text, sizeof text, "frame %ld, %ld blocks", frames, (long)counter.live);
        look_at_memory(&m, now / seconds, text);
        next += seconds / 20;
    }
    NEED(draw_crowd(raster, &picture, walkers, count, 0) == first); /* the same moment, the same picture */
    NEED(counter.live <= live + 64); /* the rasterizer's lists may still have grown once */
    for (size_t i = 0; i < count; i++) {
        bp_model_figure_destroy(walkers[i].figure);
        bp_model_pose_destroy(walkers[i].pose);
        bp_model_destroy(walkers[i].model);
    }
    bp_framebuffer_destroy(context, &picture);
    bp_raster_destroy(raster);
    bp_context_destroy(context);
    bp_file_free(NULL, &file);
    free(walkers);
    NEED(counter.live == 0);
    judge_memory(&m);
    printf("[       OK ] %zu characters, %ld frames in %.0f s\n", count, frames, seconds);
}

/* ---- lessons, with random events --------------------------------------------------------------------------- */

static bp_event random_event(uint64_t *seed) {
    bp_event event = {.kind = (bp_event_kind)(1 + test_random(seed) % 7)};
    event.key = BP_KEY_SPACE + (int)(test_random(seed) % 16);
    event.mods = test_random(seed) % 4 ? 0 : BP_MOD_SHIFT; /* never Ctrl, which writes files */
    event.repeat = test_random(seed) % 5 == 0;
    event.text[0] = (char)(32 + test_random(seed) % 95);
    if (event.text[0] == 's' || event.text[0] == 'S') event.text[0] = '1';
    event.button = 1 + (int)(test_random(seed) % 3);
    event.x = test_random_float(seed, -20, 660);
    event.y = test_random_float(seed, -20, 500);
    event.wheel = test_random_float(seed, -2, 2);
    event.width = 640, event.height = 480, event.scale = 1;
    return event;
}

/* The invariants of a lesson. */
static void check_lesson(const bp_app *app, const bp_lesson_plan *plan) {
    const bp_lesson_position *position = &app->lesson->position;
    NEED(position->step >= 0 && position->step < plan->step_count);
    NEED(position->t >= 0 && position->t <= 1);
    NEED(bp_session_world(app->lesson->session)->error.kind == BP_ERROR_NONE);
    NEED(app->settings.width == 640 && app->settings.height == 480);
}

/* Plays a lesson for a while: about one event a second, at 60 simulated frames a second. */
static long sit_at(bp_context *context, const bp_lesson_plan *plan, uint64_t *seed, double seconds) {
    bp_app app = {0};
    bp_session *session = bp_session_create(context, plan, NULL, &problem);
    NEED(session && bp_app_open(&app, context, 640, 480, &problem) &&
         bp_lesson_open(&app, session, false, 0, &problem) && bp_app_draw(&app, &problem));
    long events = 0;
    for (double now = 0, next = 0; now < seconds; now += 1.0 / 60) {
        unsigned requests = 0;
        NEED(bp_app_step(&app, NULL, 0, 1.0 / 60, &requests, &problem));
        if (now < next) continue;
        next = now + (double)test_random_float(seed, 0.05f, 2);
        bp_event event = random_event(seed);
        requests = 0;
        NEED(bp_app_step(&app, &event, 1, 0, &requests, &problem));
        check_lesson(&app, plan);
        if (++events % 50 == 0) NEED(bp_app_draw(&app, &problem));
    }
    bp_app_close(&app);
    bp_session_destroy(session);
    return events;
}

static void lessons_for(double hours) {
    test_allocator counter = {0};
    bp_context *context =
        bp_context_create(&(bp_context_options){.allocator = test_allocator_hook(&counter)}, &problem);
    NEED(context);
    uint64_t seed = 2026;
    memory m = {0};
    int lessons = 0;
    while (bp_lesson_registry[lessons]) lessons++;
    long events = 0, live = counter.live, visits = 20L * lessons;
    for (long visit = 0; visit < visits; visit++) {
        events += sit_at(context, bp_lesson_registry[visit % lessons], &seed, hours * 3600 / (double)visits);
        NEED(counter.live == live); /* closing a lesson frees everything */
        char text[80];
        snprintf(text, sizeof text, "%.2f h, %ld events", hours * (double)(visit + 1) / (double)visits,
                 events);
        if (visit % lessons == lessons - 1) look_at_memory(&m, (double)(visit + 1) / (double)visits, text);
    }
    bp_context_destroy(context);
    NEED(counter.live == 0);
    judge_memory(&m);
    printf("[       OK ] %.1f simulated hours, %ld events, %d lessons\n", hours, events, lessons);
}

/* ---- delayed workers -------------------------------------------------------------------------------------
 *
 * A signal can come at any instruction, for example after a worker took a job and before it runs it. The handler sleeps, as a
 * busy machine would suspend the thread. */

static void hold_up(int number) {
    (void)number;
    struct timespec nap = {.tv_nsec = 200000};
    nanosleep(&nap, NULL);
}

static _Atomic bool over;
static _Atomic long naps;

static void *send_signals(void *user) {
    uint64_t seed = 7;
    long self = syscall(SYS_gettid);
    (void)user;
    while (!over) {
        DIR *tasks = opendir("/proc/self/task");
        if (!tasks) return NULL;
        for (const struct dirent *entry; (entry = readdir(tasks)) != NULL;) {
            long id = strtol(entry->d_name, NULL, 10);
            if (id <= 0 || id == self || test_random(&seed) % 3) continue;
            syscall(SYS_tgkill, getpid(), id, SIGUSR1);
            naps++;
        }
        closedir(tasks);
        struct timespec pause = {.tv_nsec = (long)(test_random(&seed) % 400000)};
        nanosleep(&pause, NULL);
    }
    return NULL;
}

static void stalls(double seconds) {
    enum { FRAMES = 8, COUNT = 12, THREADS = 6 };
    uint64_t wanted[FRAMES] = {0};
    bp_file file;
    NEED(bp_file_read(NULL, "assets/character.glb", 0, &file, &problem));
    double start = bp_seconds();
    long frames = 0;
    struct sigaction action = {.sa_handler = hold_up, .sa_flags = SA_RESTART};
    sigaction(SIGUSR1, &action, NULL);
    pthread_t sender;
    for (int threads = 1; threads <= THREADS; threads += THREADS - 1) {
        bp_context *context = bp_context_create(&(bp_context_options){.threads = threads}, &problem);
        bp_raster *raster = context ? bp_raster_create(context, &problem) : NULL;
        bp_framebuffer picture;
        NEED(raster && bp_framebuffer_create(context, 320, 200, &picture, &problem));
        walker walkers[COUNT];
        for (size_t i = 0; i < COUNT; i++) make_walker(context, &file, &walkers[i], i);
        if (threads > 1) NEED(pthread_create(&sender, NULL, send_signals, NULL) == 0);
        for (int i = 0; threads == 1 && i < FRAMES; i++)
            wanted[i] = draw_crowd(raster, &picture, walkers, COUNT, 0.21 * i);
        for (; threads > 1 && bp_seconds() - start < seconds; frames++)
            NEED(draw_crowd(raster, &picture, walkers, COUNT, 0.21 * (double)(frames % FRAMES)) ==
                 wanted[frames % FRAMES]);
        over = threads > 1;
        if (threads > 1) pthread_join(sender, NULL);
        for (size_t i = 0; i < COUNT; i++) {
            bp_model_figure_destroy(walkers[i].figure);
            bp_model_pose_destroy(walkers[i].pose);
            bp_model_destroy(walkers[i].model);
        }
        bp_framebuffer_destroy(context, &picture);
        bp_raster_destroy(raster);
        bp_context_destroy(context);
    }
    bp_file_free(NULL, &file);
    printf("[       OK ] %ld frames with %d threads held up %ld times, each the picture of one thread\n",
           frames, THREADS, (long)naps);
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    double amount = argc > 2 ? strtod(argv[2], NULL) : 0;
    if (strcmp(what, "crowd") == 0 && amount > 0)
        crowd(amount, argc > 3 ? strtoul(argv[3], NULL, 10) : 1000);
    else if (strcmp(what, "app") == 0 && amount > 0)
        lessons_for(amount);
    else if (strcmp(what, "stalls") == 0 && amount > 0)
        stalls(amount);
    else
        return printf("soak crowd SECONDS [CHARACTERS] | app HOURS | stalls SECONDS\n"), 2;
    return 0;
}
