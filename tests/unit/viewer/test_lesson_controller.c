/* A lesson's controller: pose files and screenshots with their notices, the panel about page and engine, lessons
 * with errors, failed allocations. */
#include "support/allocator.h"
#include "support/folder.h"
#include "support/lesson_fixture.h"
#include "support/panel.h"
#include <bindpose/io.h>

extern int setenv(const char *name, const char *value, int overwrite);
extern int chdir(const char *path);
extern char *getcwd(char *path, size_t size);
extern int mkdir(const char *path, unsigned mode);

#define ARM "boneArmLeft"

static void setup(bp_world *world) {
    bp_world_add_character(world, "one", "", BP_BIND_NATURAL);
    bp_world_add_character(world, "two", "", BP_BIND_IDENTITY);
}

/* Numbers that the test defines: 1 by the page's rules, 2 by the engine's; the first two of four are
 * equal. */
static void by_rules(bp_world *world, const bp_measure_args *subject, float *values) {
    (void)subject;
    values[0] = world->engine ? 2 : 1;
}
static void third_of_four(bp_world *world, const bp_measure_args *subject, float *values) {
    (void)subject;
    values[0] = values[1] = values[3] = 5;
    values[2] = world->engine ? 0.25f : 0.5f;
}
static void same(bp_world *world, const bp_measure_args *subject, float *values) {
    (void)world, (void)subject;
    values[0] = values[1] = 7;
}
#define BOTH .holds_before = true, .page = "page says", .engine = "engine says"
static const bp_claim CLAIMS[] = {
    {.text = "Nothing about the engine.", .measure = same, .expected = {7}, .holds_before = true},
    {.text = "One.", .measure = by_rules, .expected = {1}, .engine_expected = {2}, .unit = "m", BOTH},
    {.text = "Two.",
     .measure = third_of_four,
     .count = 4,
     .expected = {5, 5, 0.5f, 5},
     .engine_expected = {5, 5, 0.25f, 5},
     BOTH},
    {.text = "Three.", .measure = same, .count = 2, .expected = {7, 7}, .engine_expected = {7, 7}, BOTH},
    {.text = "Four.", .measure = by_rules, .expected = {1}, .engine_expected = {2}, BOTH},
};
static const bp_step STEPS[] = {{"First.", .bone = ARM},
                                {"Second.", .bone = ARM, .claims = CLAIMS, .claim_count = BP_COUNT(CLAIMS)}};
static const bp_lesson_plan LESSON = {.number = 5,
                                      .name = "05_test",
                                      .title = "A test",
                                      .summary = "One line.",
                                      .difficulty = 1,
                                      .setup = setup,
                                      .steps = STEPS,
                                      .step_count = BP_COUNT(STEPS)};

/* A stage that comes with a step's change is selected from then on, if the step names it. */
static void setup_one(bp_world *world) { bp_world_add_character(world, "one", "", BP_BIND_NATURAL); }
static void add_second(bp_world *world, float t) {
    (void)t;
    bp_world_add_character(world, "two", "", BP_BIND_IDENTITY);
}
static void test_selects_the_stage_that_comes(void **state) {
    (void)state;
    static const bp_step steps[] = {{"First.", .bone = ARM},
                                    {"Second.", .change = add_second, .bone = ARM, .stage = 1}};
    bp_lesson_plan lesson = LESSON;
    lesson.setup = setup_one;
    lesson.steps = steps;
    bench b;
    open_bench(&b, &lesson, 1, 1280, 800);
    bp_error error = {0};
    const bp_selection *selection = &b.controller.viewer.core.selection;
    assert_true(bp_controller_draw(&b.controller.base, &error));
    assert_int_equal(selection->stage, 1);
    b.controller.viewer.position.t = 0;
    assert_true(bp_controller_draw(&b.controller.base, &error));
    assert_int_equal(selection->stage, 0);
    b.controller.viewer.position.t = 0.5f;
    assert_true(bp_controller_draw(&b.controller.base, &error));
    assert_int_equal(selection->stage, 1);
    assert_false(b.controller.data.before.valid);
    close_bench(&b);
}

/* A new folder, as data folder and for pictures. */
typedef struct home {
    char folder[512], came_from[1024];
} home;

static home open_at_home(bench *b, const bp_lesson_plan *lesson, int step) {
    home at;
    test_folder_make(at.folder, sizeof at.folder);
    setenv("XDG_DATA_HOME", at.folder, 1);
    assert_non_null(getcwd(at.came_from, sizeof at.came_from));
    assert_int_equal(chdir(at.folder), 0);
    open_bench(b, lesson, step, 1280, 800);
    return at;
}
static void close_at_home(bench *b, const home *at) {
    close_bench(b);
    assert_int_equal(chdir(at->came_from), 0);
    test_folder_remove(at->folder);
}
static uint64_t look(bench *b) {
    draw(b);
    return picture_hash(&b->controller.base.picture);
}

/* ---- files -------------------------------------------------------------------------------------- */

/* The PNG holds the pixels of the picture, without the notice about it. */
static void test_screenshots(void **state) {
    (void)state;
    bench b;
    bp_error error = {0};
    home at = open_at_home(&b, &LESSON, 0);
    uint64_t before = look(&b);
    assert_true((type(&b, "s") & BP_REQUEST_SCREENSHOT) != 0);
    assert_string_equal(b.controller.viewer.core.notice, "picture written: 05_test-step-01.png");
    bp_image *image = bp_image_read(NULL, "05_test-step-01.png", NULL, &error);
    assert_true(image && image->width == 1280 && image->height == 800);
    assert_true(picture_hash(&b.controller.base.picture) == before);
    expect_bytes(image->pixels, b.controller.base.picture.pixels, (size_t)4 * 1280 * 800);
    bp_image_destroy(image);
    uint64_t said = look(&b); /* the notice is visible ... */
    assert_true(said != before);
    key(&b, BP_KEY_RIGHT, 0);
    key(&b, BP_KEY_LEFT, 0); /* ... until the next key */
    assert_true(look(&b) == before);
    key(&b, BP_KEY_RIGHT, 0);
    assert_int_equal(mkdir("05_test-step-02.png", 0700), 0); /* a folder with the file's name */
    type(&b, "s");
    expect_text_contains(b.controller.viewer.core.notice, "05_test-step-02.png");
    assert_null(strstr(b.controller.viewer.core.notice, "written"));
    close_at_home(&b, &at);
}

/* After a change of size the whole picture is drawn. */
static void test_changes_size(void **state) {
    (void)state;
    static const int sizes[][2] = {{900, 800}, {900, 600}, {900, 601}, {1280, 601}};
    bench b;
    open_bench(&b, &LESSON, 0, 1280, 800);
    uint64_t first = look(&b);
    assert_true(look(&b) == first);
    for (size_t i = 0; i < BP_COUNT(sizes); i++) {
        uint64_t fresh;
        bench other;
        open_bench(&other, &LESSON, 0, sizes[i][0], sizes[i][1]);
        fresh = look(&other);
        close_bench(&other);
        b.controller.viewer.core.settings.width = sizes[i][0];
        b.controller.viewer.core.settings.height = sizes[i][1];
        for (int again = 0; again < 3; again++)
            if (look(&b) != fresh) fail_msg("%d x %d looks otherwise", sizes[i][0], sizes[i][1]);
    }
    b.controller.viewer.core.settings.width = 1280;
    b.controller.viewer.core.settings.height = 800;
    assert_true(look(&b) == first);
    close_bench(&b);
}

static void test_poses(void **state) {
    (void)state;
    bench b;
    char path[600];
    bp_error error = {0};
    home at = open_at_home(&b, &LESSON, 1);
    key(&b, 'o', BP_MOD_CTRL);
    expect_text_contains(b.controller.viewer.core.notice, "05_test.pose.json"); /* there is none */
    key(&b, BP_KEY_UP, 0);
    assert_int_equal(b.controller.viewer.core.history.count, 1);
    key(&b, 's', BP_MOD_CTRL);
    expect_text_contains(b.controller.viewer.core.notice, "pose saved: ");
    key(&b, BP_KEY_HOME, 0);
    assert_int_equal(b.controller.viewer.core.history.count, 0);
    key(&b, 'o', BP_MOD_CTRL);
    expect_text_contains(b.controller.viewer.core.notice, "pose opened: ");
    assert_true(b.controller.viewer.position.step == 1 && b.controller.viewer.core.history.count == 1);
    look(&b);
    test_path(path, sizeof path, at.folder, "bindpose/05_test.pose.json");
    assert_true(bp_file_write(path, "{}", 2, &error));
    key(&b, 'o', BP_MOD_CTRL);
    expect_text_contains(b.controller.viewer.core.notice, "not a pose of this lesson");
    assert_int_equal(b.controller.viewer.core.history.count, 1); /* unchanged */
    test_folder_remove(at.folder);
    assert_int_equal(mkdir(at.folder, 0700), 0);
    test_path(path, sizeof path, at.folder, "bindpose");
    assert_true(bp_file_write(path, "x", 1, &error)); /* a file with the data folder's name */
    key(&b, 's', BP_MOD_CTRL);
    expect_text_contains(b.controller.viewer.core.notice, path);
    close_at_home(&b, &at);
}

/* ---- page and engine ------------------------------------------------------------------------------ */

static void test_finds_engine_differences(void **state) {
    (void)state;
    bench b;
    home at = open_at_home(&b, &LESSON, 0);
    look(&b);
    assert_int_equal(b.controller.data.differing_count, 0);
    key(&b, BP_KEY_RIGHT, 0);
    look(&b);
    const bp_engine_difference *two = b.controller.data.differing;
    assert_int_equal(b.controller.data.differing_count, BP_ENGINE_CLAIMS); /* three of four fit */
    assert_true(two[0].claim == &CLAIMS[1] && two[0].page == 1 && two[0].engine == 2 && two[0].value == 1);
    assert_true(two[1].claim == &CLAIMS[2] && two[1].page == 0.5f && two[1].engine == 0.25f &&
                two[1].value == 3);
    assert_true(two[2].claim == &CLAIMS[3] && two[2].page == 7 && two[2].engine == 7 && two[2].value == 1);
    assert_int_equal(b.controller.furthest, 1);
    uint64_t quiet = look(&b);
    type(&b, "k"); /* shows both numbers, and the switch */
    uint64_t page = look(&b);
    assert_true(page != quiet);
    type(&b, "p");
    assert_true(b.controller.viewer.position.engine && look(&b) != page);
    assert_true(bp_session_world(b.session)->engine);
    type(&b, "p");
    assert_true(look(&b) == page);
    type(&b, "p");
    type(&b, "k"); /* hidden: the page's rules again */
    assert_true(!b.controller.viewer.position.engine && look(&b) == quiet);
    type(&b, "p"); /* P alone shows it all, too */
    assert_true(b.controller.viewer.position.engine && look(&b) != quiet);
    type(&b, "p");
    assert_true(look(&b) == page);
    close_at_home(&b, &at);
}

/* The panel's expected lines: numbers, a dot before the active rules' one, then that side's comment. */
typedef struct wanted_line {
    const char *words;
    bool bold, quiet;
    int x;
} wanted_line;

static void put_wanted(panel_canvas *canvas, const wanted_line *lines, int count) {
    for (int i = 0; i < count; i++) {
        bp_style style = {.size = 12,
                          .color = lines[i].quiet ? canvas->ui.theme->quiet : canvas->ui.theme->ink};
        style.face = lines[i].bold ? BP_FACE_MONO_BOLD : BP_FACE_SANS;
        bp_ui_text(&canvas->ui, 5, 5 + 13 + 18 * i, lines[i].words, style);
    }
}

static void test_engine_panel(void **state) {
    (void)state;
    panel_canvas canvas;
    panel_open(&canvas, 470, 200);
    bp_lesson_viewer viewer = {.position = {.step = 0}};
    bp_panel_data data = {.differing_count = 0};
    const bp_lesson_view panel = {.viewer = &viewer, .data = &data};
    const bp_rect rect = {5, 5, 460, 190};
    bp_style quiet = {.size = 12, .color = canvas.ui.theme->quiet};
    panel_begin(&canvas);
    assert_int_equal(bp_panel_engine(&canvas.ui, &panel, rect), 0); /* by the page, and nothing differs */
    uint64_t nothing = panel_end(&canvas);
    viewer.position.engine = true;
    panel_begin(&canvas);
    assert_int_equal(bp_panel_engine(&canvas.ui, &panel, (bp_rect){5, 5, 460, 17}), 0);
    assert_true(panel_end(&canvas) == nothing); /* no room for a line */
    panel_begin(&canvas);
    assert_int_equal(bp_panel_engine(&canvas.ui, &panel, rect), 18);
    uint64_t got = panel_end(&canvas);
    panel_begin(&canvas);
    put_wanted(
        &canvas,
        (const wanted_line[]){{"By the engine's rules: this step's claims are the same.", .quiet = true}}, 1);
    assert_true(panel_end(&canvas) == got);

    data.differing[0] = (bp_engine_difference){&CLAIMS[1], 1, 2, 1};
    data.differing_count = 1;
    for (int engine = 0; engine < 2; engine++) {
        viewer.position.engine = engine;
        panel_begin(&canvas);
        assert_int_equal(bp_panel_engine(&canvas.ui, &panel, rect), 2 * 18);
        got = panel_end(&canvas);
        panel_begin(&canvas);
        bp_style mono = {.size = 12, .face = engine ? BP_FACE_MONO : BP_FACE_MONO_BOLD};
        mono.color = engine ? canvas.ui.theme->quiet : canvas.ui.theme->ink;
        int x = 5 + bp_ui_text(&canvas.ui, 5, 18, engine ? "○ page 1" : "● page 1", mono) + 18;
        mono.face = engine ? BP_FACE_MONO_BOLD : BP_FACE_MONO;
        mono.color = engine ? canvas.ui.theme->ink : canvas.ui.theme->quiet;
        x += bp_ui_text(&canvas.ui, x, 18, engine ? "● engine 2" : "○ engine 2", mono) + 18;
        bp_ui_text(&canvas.ui, x, 18, "m", quiet);
        bp_ui_text(&canvas.ui, 5, 36, engine ? "engine says" : "page says", quiet);
        assert_true(panel_end(&canvas) == got);
    }

    /* Equal numbers by both rules: the comment begins with its source. */
    data.differing[0] = (bp_engine_difference){&CLAIMS[3], 7, 7, 1};
    for (int engine = 0; engine < 2; engine++) {
        viewer.position.engine = engine;
        panel_begin(&canvas);
        bp_panel_engine(&canvas.ui, &panel, rect);
        got = panel_end(&canvas);
        panel_begin(&canvas);
        put_wanted(&canvas,
                   (const wanted_line[]){
                       {"● by both rules 7", .bold = true},
                       {engine ? "the engine: engine says" : "the page: page says", .quiet = true}},
                   2);
        assert_true(panel_end(&canvas) == got);
    }
    bp_claim silent = CLAIMS[1]; /* without comments: the claim's text */
    silent.engine = NULL;
    data.differing[0].claim = &silent;
    panel_begin(&canvas);
    bp_panel_engine(&canvas.ui, &panel, rect);
    got = panel_end(&canvas);
    panel_begin(&canvas);
    bp_style bold = {.size = 12, .face = BP_FACE_MONO_BOLD};
    int x = 5 + bp_ui_text(&canvas.ui, 5, 18, "● by both rules 7", bold) + 18;
    bp_ui_text(&canvas.ui, x, 18, "m", quiet);
    bp_ui_text(&canvas.ui, 5, 36, "One.", quiet);
    assert_true(panel_end(&canvas) == got);

    /* A claim takes at least two lines, three claims 108 pixels. Claims that don't fit are left out. */
    viewer.position.engine = false;
    data.differing_count = 3;
    for (int i = 0; i < 3; i++) data.differing[i] = (bp_engine_difference){&CLAIMS[2], 0.5f, 0.25f, 3};
    static const int rooms[][2] = {{190, 108}, {108, 108}, {107, 72}, {36, 36}, {35, 0}};
    for (size_t i = 0; i < BP_COUNT(rooms); i++) {
        panel_begin(&canvas);
        int used = bp_panel_engine(&canvas.ui, &panel, (bp_rect){5, 5, 460, rooms[i][0]});
        panel_end(&canvas);
        assert_int_equal(used, rooms[i][1]);
    }
    panel_close(&canvas);
}

/* ---- errors --------------------------------------------------------------------------------------- */

static void fails_late(bp_world *world, float t) {
    (void)t;
    bp_world_fail(world, "the arm is gone");
}
static void fails_to_measure(bp_world *world, const bp_measure_args *subject, float *values) {
    (void)subject;
    values[0] = 0;
    bp_world_fail(world, "there is nothing to measure");
}
static const bp_readout BAD_READOUT[] = {{"bad", fails_to_measure, {0}, NULL, NULL}};
static const bp_claim BAD_CLAIM[] = {
    {.text = "x", .measure = fails_to_measure, .expected = {0}, .engine_expected = {0}, BOTH}};
static const bp_step BAD_STEPS[] = {
    {.caption = "Good."}, {"Fails.", .change = fails_late}, {.caption = "Never reached."}};
static const bp_step BAD_READ[] = {{.caption = "Good."},
                                   {"Reads.", .readouts = BAD_READOUT, .readout_count = 1}};
static const bp_step BAD_CLAIMS[] = {{.caption = "Good."},
                                     {"Claims.", .claims = BAD_CLAIM, .claim_count = 1}};

/* The controller passes on the errors of the lesson's functions, and recovers on the step before. */
static void test_lesson_errors(void **state) {
    (void)state;
    static const struct {
        const bp_step *steps;
        int count;
        const char *says;
    } all[] = {{BAD_STEPS, 3, "the arm is gone"}, {BAD_READ, 2, "there is nothing to measure"}};
    for (size_t i = 0; i < BP_COUNT(all); i++) {
        bp_lesson_plan plan = LESSON;
        plan.steps = all[i].steps;
        plan.step_count = all[i].count;
        bench b;
        home at = open_at_home(&b, &plan, 0);
        uint64_t before = look(&b);
        bp_lesson_viewer ok = b.controller.viewer;
        bp_error error = {0};
        b.controller.viewer = bp_lesson_viewer_make(&plan, 1, 1280, 800);
        assert_false(bp_controller_draw(&b.controller.base, &error));
        expect_text_contains(error.message, all[i].says);
        error = (bp_error){0};
        unsigned requests;
        const bp_event event = {.kind = BP_EVENT_MOVE};
        assert_false(bp_controller_event(&b.controller.base, &event, &requests, &error));
        expect_text_contains(error.message, all[i].says);
        b.controller.viewer = ok;
        assert_true(look(&b) == before);
        close_at_home(&b, &at);
    }
    /* A claim that can't be measured is false, and says so where claims are told; the controller shows
     * what it got. */
    bp_lesson_plan plan = LESSON;
    plan.steps = BAD_CLAIMS;
    plan.step_count = 2;
    bench b;
    bp_error error = {0};
    home at = open_at_home(&b, &plan, 1);
    bool ok = bp_controller_draw(&b.controller.base, &error);
    assert_true(ok || strstr(error.message, "there is nothing to measure"));
    close_at_home(&b, &at);
}

/* A window that is too large gives an error and leaves the old picture. */
static void test_sizes_out_of_range(void **state) {
    (void)state;
    bench b;
    bp_error error = {0};
    home at = open_at_home(&b, &LESSON, 0);
    uint64_t before = look(&b);
    static const int sizes[][2] = {{0, 100}, {100, 0}, {-1, 100}, {BP_FRAMEBUFFER_MAX + 1, 100}};
    for (size_t i = 0; i < BP_COUNT(sizes); i++) {
        bp_lesson_controller other = {0};
        error = (bp_error){0};
        give(&b,
             (bp_event){.kind = BP_EVENT_RESIZE, .width = sizes[i][0], .height = sizes[i][1], .scale = 1});
        assert_false(bp_controller_draw(&b.controller.base, &error));
        expect_error(&error, BP_ERROR_ARGUMENT, "16384");
        assert_true(picture_hash(&b.controller.base.picture) == before);
        error = (bp_error){0};
        assert_false(
            bp_lesson_controller_open(&other, b.context, b.session, 0, sizes[i][0], sizes[i][1], &error));
        expect_error(&error, BP_ERROR_ARGUMENT, "16384");
        bp_lesson_controller_close(&other);
    }
    give(&b, (bp_event){.kind = BP_EVENT_RESIZE, .width = 1280, .height = 800, .scale = 1});
    assert_true(look(&b) == before);
    close_at_home(&b, &at);
}

static bool visit(const bp_allocator *allocator, void *user, bp_error *error) {
    (void)user;
    bp_lesson_controller controller = {0};
    bp_context *context =
        bp_context_create(&(bp_context_options){.threads = 1, .allocator = *allocator}, error);
    bp_session *session = context ? bp_session_create(context, &LESSON, NULL, error) : NULL;
    bool ok = session && bp_lesson_controller_open(&controller, context, session, 0, 400, 320, error);
    static const bp_event events[] = {{.kind = BP_EVENT_KEY, .key = BP_KEY_UP},
                                      {.kind = BP_EVENT_KEY, .key = BP_KEY_RIGHT},
                                      {.kind = BP_EVENT_TEXT, .text = "p"},
                                      {.kind = BP_EVENT_RESIZE, .width = 420, .height = 330, .scale = 1}};
    for (size_t i = 0; ok && i < BP_COUNT(events); i++) {
        unsigned requests;
        ok = bp_controller_event(&controller.base, &events[i], &requests, error) &&
             bp_controller_draw(&controller.base, error);
    }
    if (session) bp_lesson_controller_close(&controller);
    bp_session_destroy(session);
    bp_context_destroy(context);
    return ok;
}

static void test_memory_runs_out(void **state) {
    (void)state;
    assert_true(test_each_allocation_fails(visit, NULL) > 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_screenshots),
        cmocka_unit_test(test_poses),
        cmocka_unit_test(test_changes_size),
        cmocka_unit_test(test_finds_engine_differences),
        cmocka_unit_test(test_engine_panel),
        cmocka_unit_test(test_lesson_errors),
        cmocka_unit_test(test_sizes_out_of_range),
        cmocka_unit_test(test_memory_runs_out),
        cmocka_unit_test(test_selects_the_stage_that_comes),
    };
    return cmocka_run_group_tests_name("lesson controller", tests, NULL, NULL);
}
