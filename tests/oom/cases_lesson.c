/* Every lesson without a window: each step, each claim, each transcript; then the app, which draws the
 * window's picture, and its files. */
#include "app/app.h"
#include "app/progress.h"
#include "app/screens/lesson/lesson_screen.h"
#include "fingerprints.h"
#include <unistd.h>

extern const bp_lesson_plan *const bp_lesson_registry[];

enum { STEPS = 256, CLAIMS = 512, LESSONS = 32 }; /* upper bounds; a parameter beyond the last does nothing */

typedef struct objects {
    int param;
    bp_allocator hook;
    bp_context *context;
    const bp_lesson_plan *plan; /* NULL: the parameter is beyond the last */
    int step, claim;
    bp_session *session;
    bp_app app;
    bool has_app;
    bp_session *created;
    bp_file file;
    bp_claim_result result;
    bp_progress progress;
    char path[160];
} objects;

static void choose_lesson(objects *t, int number) {
    for (int i = 0; bp_lesson_registry[i] && i <= number; i++)
        t->plan = i == number ? bp_lesson_registry[i] : NULL;
}

/* The number-th step of all lessons' steps. */
static void choose_step(objects *t, int number) {
    for (int i = 0; bp_lesson_registry[i]; i++) {
        t->step = number;
        if (number >= 0 && number < bp_lesson_registry[i]->step_count) {
            t->plan = bp_lesson_registry[i];
            return;
        }
        number -= bp_lesson_registry[i]->step_count;
    }
}

/* The number-th of all lessons' claims. */
static void choose_claim(objects *t, int number) {
    for (int i = 0; bp_lesson_registry[i]; i++)
        for (int step = 0; step < bp_lesson_registry[i]->step_count; step++) {
            int count = bp_lesson_registry[i]->steps[step].claim_count;
            if (number >= 0 && number < count) {
                t->plan = bp_lesson_registry[i], t->step = step, t->claim = number;
                return;
            }
            number -= count;
        }
}

static void begin(objects *t) {
    bp_error error = {0};
    t->hook = heap_hook();
    snprintf(t->path, sizeof t->path, "/tmp/bindpose-oom-%ld.png", (long)getpid());
    SWEEP_NEED(t->context =
                   bp_context_create(&(bp_context_options){.allocator = t->hook, .threads = 1}, &error));
    if (t->plan) SWEEP_NEED(t->session = bp_session_create(t->context, t->plan, NULL, &error));
}

static void prepare_step(void *user) { choose_step(user, ((objects *)user)->param), begin(user); }
static void prepare_claim(void *user) { choose_claim(user, ((objects *)user)->param), begin(user); }
static void prepare_lesson(void *user) { choose_lesson(user, ((objects *)user)->param), begin(user); }

/* The world of a session, without models from files: a failed attempt may move them. */
static void fingerprint_session(bp_session *session, uint64_t *hash) {
    sweep_word(hash, session != NULL);
    if (!session) return;
    const bp_world *world = bp_session_world(session);
    sweep_word(hash, (uint64_t)world->stage_count);
    sweep_word(hash, world->error.kind);
    for (int i = 0; i < world->stage_count; i++) {
        const bp_stage *stage = &world->stages[i];
        sweep_text(hash, stage->title), sweep_text(hash, stage->note);
        if (stage->model && !stage->owns_posed) continue;
        fingerprint_skeleton(stage->skeleton, hash), fingerprint_mesh(stage->mesh, hash);
        for (size_t k = 0; stage->figure && k < bp_figure_part_count(stage->figure); k++)
            sweep_floats(hash, &bp_figure_positions(stage->figure, k)->x,
                         3 * bp_figure_part_at(stage->figure, k)->mesh->vertex_count);
    }
}

static void fingerprint(const void *user, uint64_t *hash) {
    const objects *t = user;
    fingerprint_session(t->session, hash), fingerprint_session(t->created, hash);
    sweep_bytes(hash, t->file.data, t->file.size);
    sweep_word(hash, t->result.pass), sweep_floats(hash, t->result.measured, BP_CLAIM_VALUE_MAX);
    sweep_text(hash, t->result.failure);
}

static void finish(void *user) {
    objects *t = user;
    bp_file_free(&t->hook, &t->file);
    bp_session_destroy(t->session), bp_session_destroy(t->created);
    bp_context_destroy(t->context);
    unlink(t->path);
}

/* ---- sessions --------------------------------------------------------------------------------------- */

static bool create(void *user, bp_error *error) {
    objects *t = user;
    return !t->plan || (t->created = bp_session_create(t->context, t->plan, NULL, error)) != NULL;
}
static bool go(void *user, bp_error *error) {
    objects *t = user;
    const bp_lesson_state state = {.step = t->step, .t = 0.5f};
    bp_content content;
    return !t->plan || (bp_session_seek(t->session, state, error) &&
                        bp_session_content(t->session, &state, &content, error));
}
static bool measure_extent(void *user, bp_error *error) {
    objects *t = user;
    return !t->plan || bp_session_measure_extent(t->session, error);
}
static bool check(void *user, bp_error *error) {
    objects *t = user;
    if (!t->plan) return true;
    bp_claim_result result;
    bool ok = bp_session_check(t->session, t->step, t->claim, &result, error);
    if (ok) t->result = result;
    return ok;
}
static bool transcript(void *user, bp_error *error) {
    objects *t = user;
    int failed = 0;
    bp_transcript_format form = (bp_transcript_format)(t->param % 3);
    return !t->plan || bp_session_transcript(t->session, form, false, &t->file, &failed, error);
}

static const sweep_case create_cases[] = {
    {"bp_session_create", create, LESSONS, SWEEP_FOREIGN},
    {"bp_session_measure_extent", measure_extent, LESSONS, SWEEP_FOREIGN | SWEEP_ABANDONS},
    {"bp_session_transcript", transcript, LESSONS, SWEEP_FOREIGN | SWEEP_ABANDONS}};
static const sweep_case go_cases[] = {{"bp_session_seek bp_session_content", go, STEPS, SWEEP_FOREIGN}};
static const sweep_case check_cases[] = {{"bp_session_check", check, CLAIMS, SWEEP_FOREIGN | SWEEP_ABANDONS}};

const sweep_suite sweep_lesson = {"lesson", sizeof(objects), prepare_lesson,        fingerprint,
                                  finish,   create_cases,    BP_COUNT(create_cases)};
const sweep_suite sweep_step = {"step", sizeof(objects), prepare_step, fingerprint, finish, go_cases, 1};
const sweep_suite sweep_claim = {"claim", sizeof(objects), prepare_claim, fingerprint, finish, check_cases,
                                 1};

/* ---- the app ---------------------------------------------------------------------------------------- */

static void prepare_app(void *user) {
    objects *t = user;
    bp_error error = {0};
    choose_lesson(t, t->param);
    begin(t);
    if (!t->plan) return;
    t->has_app = true;
    SWEEP_NEED(bp_app_open(&t->app, t->context, 480, 360, &error));
    SWEEP_NEED(bp_lesson_open(&t->app, t->session, false, t->plan->step_count / 2, &error));
}

static void fingerprint_app(const void *user, uint64_t *hash) {
    const objects *t = user;
    char folder[1024];
    bp_file file = {0};
    sweep_bytes(hash, t->app.picture.pixels, t->has_app ? 480 * 360 * 4 : 0);
    if (t->has_app) sweep_word(hash, (uint64_t)t->app.lesson->position.step);
    if (t->has_app) sweep_word(hash, (uint64_t)t->app.lesson->picture.history.count);
    sweep_word(hash, bp_file_read(NULL, t->path, 0, &file, NULL));
    sweep_bytes(hash, file.data, file.size);
    bp_file_free(NULL, &file);
    for (int i = 0; t->plan && i < 2; i++) {
        const char *folder_of = getenv("XDG_DATA_HOME");
        SWEEP_NEED(folder_of);
        if (i)
            snprintf(folder, sizeof folder, "%s/bindpose/%s.pose.json", folder_of, t->plan->name);
        else
            snprintf(folder, sizeof folder, "%s/bindpose/progress.json", folder_of);
        sweep_word(hash, bp_file_read(NULL, folder, 0, &file, NULL));
        sweep_bytes(hash, file.data, file.size);
        bp_file_free(NULL, &file);
    }
}

static void finish_app(void *user) {
    objects *t = user;
    if (t->has_app) bp_app_close(&t->app);
    finish(user);
}

static bool draw(void *user, bp_error *error) {
    objects *t = user;
    return !t->plan || bp_app_draw(&t->app, error);
}
static bool inspect(void *user, bp_error *error) {
    objects *t = user;
    t->app.inspector = (bp_inspector){.open = true, .has_pixel = true, .x = 100, .y = 150};
    return draw(user, error);
}
static bool draw_false_colors(void *user, bp_error *error) {
    objects *t = user;
    t->app.settings.false_color = BP_FALSE_COLOR_OVERDRAW;
    return draw(user, error);
}
static bool picture(void *user, bp_error *error) {
    objects *t = user;
    bp_lesson_options options = {.width = 320, .height = 240};
    return !t->plan || bp_lesson_write_picture(t->context, t->session, &options, t->path, error);
}
static bool save_pose(void *user, bp_error *error) {
    objects *t = user;
    char path[1024];
    return !t->plan || bp_pose_file_save(t->app.lesson, path, sizeof path, error);
}
static bool open_pose(void *user, bp_error *error) {
    objects *t = user;
    char path[1024];
    return !t->plan || bp_pose_file_open(t->app.lesson, path, sizeof path, error);
}
static bool progress(void *user, bp_error *error) {
    objects *t = user;
    if (!t->plan) return true;
    bp_progress_record(&t->progress, t->plan->name, (bp_progress_entry){.step = 3});
    return bp_progress_write(&t->progress, error);
}

static const sweep_case app_cases[] = {
    {"(app) bp_app_draw", draw, LESSONS, SWEEP_FOREIGN | SWEEP_ABANDONS},
    {"(app) the inspector", inspect, LESSONS, SWEEP_FOREIGN | SWEEP_ABANDONS},
    {"(app) false colours", draw_false_colors, LESSONS, SWEEP_FOREIGN | SWEEP_ABANDONS},
    {"(app) bp_lesson_write_picture", picture, LESSONS, SWEEP_FOREIGN},
    {"(app) bp_pose_file_save", save_pose, LESSONS, SWEEP_FOREIGN},
    {"(app) bp_pose_file_open", open_pose, LESSONS, SWEEP_FOREIGN},
    {"(app) bp_progress_write", progress, LESSONS, SWEEP_FOREIGN},
};

const sweep_suite sweep_app = {"app",      sizeof(objects), prepare_app,        fingerprint_app,
                               finish_app, app_cases,       BP_COUNT(app_cases)};
