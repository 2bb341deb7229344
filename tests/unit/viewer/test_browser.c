/* The lesson list without a window: keys, clicks, scrolling, pictures, the character. */
#include "raster/inspect.h"
#include "support/test.h"
#include "viewer/browser/browser.h"

enum { LESSONS = 18 };

static void nothing(bp_world *world) { (void)world; }
static const bp_step STEPS[] = {{.caption = "One."}, {.caption = "Two."}};
static const bp_lesson_plan LESSON = {.number = 1,
                                      .name = "01_test",
                                      .title = "A test",
                                      .summary = "One line that says what it is about.",
                                      .difficulty = 2,
                                      .setup = nothing,
                                      .steps = STEPS,
                                      .step_count = BP_COUNT(STEPS)};

typedef struct bench {
    const bp_lesson_plan *lessons[LESSONS + 1];
    bp_browser browser;
    bp_hit_areas hits;
    int open;
} bench;

/* 18 rows, six of them visible. */
static bench make_bench(void) {
    bench b = {.open = -1};
    for (int i = 0; i < LESSONS; i++) b.lessons[i] = &LESSON;
    b.browser = bp_browser_make(b.lessons, 1280, 800);
    b.browser.rows_seen = 6;
    return b;
}
static unsigned give(bench *b, bp_event event) {
    return bp_browser_event(&b->browser, &b->hits, &event, &b->open);
}
static unsigned key(bench *b, int code, unsigned mods) {
    return give(b, (bp_event){.kind = BP_EVENT_KEY, .key = code, .mods = mods});
}
static unsigned type(bench *b, char sign) {
    return give(b, (bp_event){.kind = BP_EVENT_TEXT, .text = {sign}});
}

static void keys_walk_the_list(void **state) {
    (void)state;
    static const struct {
        int key, selected, top;
    } walk[] = {{BP_KEY_LEFT, 0, 0},      {BP_KEY_RIGHT, 1, 0},     {BP_KEY_TAB, 2, 0},
                {BP_KEY_DOWN, 3, 0},      {BP_KEY_PAGE_DOWN, 9, 4}, {BP_KEY_UP, 8, 4},
                {BP_KEY_LEFT, 7, 4},      {BP_KEY_PAGE_UP, 1, 1},   {BP_KEY_END, 17, 12},
                {BP_KEY_RIGHT, 17, 12},   {BP_KEY_DOWN, 17, 12},    {BP_KEY_PAGE_DOWN, 17, 12},
                {BP_KEY_PAGE_UP, 11, 11}, {BP_KEY_HOME, 0, 0},      {BP_KEY_UP, 0, 0}};
    bench b = make_bench();
    assert_int_equal(b.browser.count, LESSONS);
    for (size_t i = 0; i < BP_COUNT(walk); i++) {
        assert_int_equal(key(&b, walk[i].key, 0), BP_REQUEST_REDRAW);
        if (b.browser.selected != walk[i].selected || b.browser.top != walk[i].top)
            fail_msg("move %zu: row %d, top %d; expected %d, %d", i, b.browser.selected, b.browser.top,
                     walk[i].selected, walk[i].top);
    }
    assert_int_equal(b.open, -1);
    bench none = {.lessons = {NULL}, .open = -1}; /* no lessons: nothing to open */
    none.browser = bp_browser_make(none.lessons, 640, 480);
    key(&none, BP_KEY_ENTER, 0);
    key(&none, BP_KEY_END, 0);
    assert_true(none.open == -1 && none.browser.selected == 0);
    key(&b, BP_KEY_DOWN, 0);
    key(&b, BP_KEY_ENTER, 0);
    assert_int_equal(b.open, 1);
    b.open = -1;
    key(&b, BP_KEY_RIGHT, 0);
    key(&b, BP_KEY_SPACE, 0);
    assert_int_equal(b.open, 2);
}

static void keys_of_the_window(void **state) {
    (void)state;
    bench b = make_bench();
    strcpy(b.browser.notice, "something");
    assert_int_equal(type(&b, 'l'), BP_REQUEST_REDRAW);
    assert_true(b.browser.settings.light);
    assert_string_equal(b.browser.notice, "");
    type(&b, 'L');
    assert_false(b.browser.settings.light);
    assert_int_equal(type(&b, 'f'), BP_REQUEST_REDRAW | BP_REQUEST_FULLSCREEN);
    assert_int_equal(key(&b, BP_KEY_F11, 0), BP_REQUEST_REDRAW | BP_REQUEST_FULLSCREEN);
    for (int i = 0; i < 20; i++) type(&b, '+');
    assert_int_equal(b.browser.settings.text, BP_TEXT_SIZES - 1);
    for (int i = 0; i < 20; i++) type(&b, '-');
    assert_int_equal(b.browser.settings.text, 0);
    assert_int_equal(type(&b, 'm'), 0); /* a key of lessons only */
    assert_int_equal(key(&b, 'y', BP_MOD_CTRL), 0);
    assert_int_equal(type(&b, '~'), 0);
    assert_int_equal(key(&b, BP_KEY_ESCAPE, 0), BP_REQUEST_QUIT);
    assert_int_equal(key(&b, 'q', BP_MOD_CTRL), BP_REQUEST_QUIT);
    assert_int_equal(give(&b, (bp_event){.kind = BP_EVENT_CLOSE}), BP_REQUEST_QUIT);
    assert_int_equal(give(&b, (bp_event){.kind = BP_EVENT_MOVE}), 0);
    give(&b, (bp_event){.kind = BP_EVENT_RESIZE, .width = 900, .height = 700, .scale = 2});
    assert_true(b.browser.settings.width == 900 && b.browser.settings.height == 700 &&
                b.browser.settings.scale == 2);
}

static void the_wheel_scrolls(void **state) {
    (void)state;
    bench b = make_bench();
    assert_int_equal(give(&b, (bp_event){.kind = BP_EVENT_WHEEL, .wheel = 1}), 0); /* at the top */
    for (int i = 1; i <= 12; i++) {
        assert_int_equal(give(&b, (bp_event){.kind = BP_EVENT_WHEEL, .wheel = -1}), BP_REQUEST_REDRAW);
        assert_int_equal(b.browser.top, i);
    }
    assert_int_equal(give(&b, (bp_event){.kind = BP_EVENT_WHEEL, .wheel = -1}), 0); /* 18 rows, six visible */
    give(&b, (bp_event){.kind = BP_EVENT_WHEEL, .wheel = 0.5f});
    assert_int_equal(b.browser.top, 11);
}

typedef struct drawing {
    bp_context *context;
    bp_raster *raster;
    bp_framebuffer picture;
    bp_framebuffer pictures[LESSONS];
    bp_progress progress;
    bp_hero hero;
} drawing;

static void open_drawing(drawing *d, int width, int height) {
    bp_error error = {0};
    *d = (drawing){.context = bp_context_create(&(bp_context_options){.threads = 1}, &error)};
    d->raster = bp_raster_create(d->context, &error);
    assert_true(bp_framebuffer_create_color(d->context, width, height, &d->picture, &error));
}
static void resize_drawing(drawing *d, bench *b, int width, int height) {
    bp_error error = {0};
    bp_framebuffer_destroy(d->context, &d->picture);
    assert_true(bp_framebuffer_create_color(d->context, width, height, &d->picture, &error));
    b->browser.settings.width = width, b->browser.settings.height = height;
}
static void close_drawing(drawing *d) {
    for (int i = 0; i < LESSONS; i++) bp_framebuffer_destroy(d->context, &d->pictures[i]);
    bp_hero_close(&d->hero);
    bp_framebuffer_destroy(d->context, &d->picture);
    bp_raster_destroy(d->raster);
    bp_context_destroy(d->context);
}
static void draw_list(drawing *d, bench *b) {
    bp_error error = {0};
    const bp_browser_scope scope = {
        .lessons = b->lessons, .progress = &d->progress, .pictures = d->pictures, .hero = &d->hero};
    if (!bp_browser_draw(&b->browser, &scope, d->raster, &d->picture, &b->hits, &error))
        fail_msg("%s", error.message);
}
static const bp_hit_area *hit_of(const bench *b, bp_action action, int value) {
    for (int i = 0; i < b->hits.count; i++)
        if (b->hits.items[i].action == action && b->hits.items[i].value == value) return &b->hits.items[i];
    return NULL;
}
static bp_event at_middle(bp_rect rect, bp_event_kind kind) {
    return (bp_event){.kind = kind,
                      .button = BP_BUTTON_LEFT,
                      .x = (float)rect.x + (float)rect.width / 2,
                      .y = (float)rect.y + (float)rect.height / 2};
}

/* Draws the list and clicks into the middle of every hit area. The mouse over a row selects it. */
static void clicks_every_hit_area(void **state) {
    (void)state;
    drawing d;
    bench b = make_bench();
    open_drawing(&d, 1280, 800);
    bp_progress_record(&d.progress, "01_test", (bp_progress_entry){.step = 1});
    for (int light = 0; light < 2; light++) {
        b.browser.settings.light = light;
        draw_list(&d, &b);
        int rows = 0;
        for (int i = 0; i < b.hits.count; i++) {
            const bp_hit_area hit = b.hits.items[i];
            bench one = b;
            unsigned moved = give(&one, at_middle(hit.rect, BP_EVENT_MOVE));
            assert_int_equal(moved, hit.action == BP_ACTION_STEP && hit.value > 0 ? BP_REQUEST_REDRAW : 0);
            assert_int_equal(one.browser.selected, hit.action == BP_ACTION_STEP ? hit.value : 0);
            assert_int_equal(one.open, -1);
            give(&one, at_middle(hit.rect, BP_EVENT_PRESS));
            if (hit.action == BP_ACTION_ENTER) assert_int_equal(one.open, 0);
            if (hit.action != BP_ACTION_STEP) continue;
            assert_int_equal(one.open, hit.value);
            rows++;
        }
        assert_int_equal(rows, b.browser.rows_seen);
        assert_true(rows > 8 && hit_of(&b, BP_ACTION_ENTER, 0));
    }
    assert_int_equal(give(&b, (bp_event){.kind = BP_EVENT_PRESS, .button = BP_BUTTON_LEFT, .x = -5}), 0);
    bp_event right = at_middle(b.hits.items[0].rect, BP_EVENT_PRESS);
    right.button = BP_BUTTON_RIGHT;
    assert_int_equal(give(&b, right), 0);
    assert_int_equal(b.open, -1);
    close_drawing(&d);
}

/* Lessons out of sight are counted above and below; a click there scrolls all but one row. */
static void tells_what_is_out_of_sight(void **state) {
    (void)state;
    drawing d;
    bench b = make_bench();
    open_drawing(&d, 1280, 500);
    b.browser.settings.height = 500;
    draw_list(&d, &b);
    int rows = b.browser.rows_seen;
    assert_true(rows > 2 && rows < LESSONS);
    const bp_hit_area *below = hit_of(&b, BP_ACTION_SCROLL, 1);
    assert_true(below && !hit_of(&b, BP_ACTION_SCROLL, -1));
    give(&b, at_middle(below->rect, BP_EVENT_PRESS));
    assert_int_equal(b.browser.top, rows - 1);
    draw_list(&d, &b);
    const bp_hit_area *above = hit_of(&b, BP_ACTION_SCROLL, -1);
    assert_true(above && hit_of(&b, BP_ACTION_SCROLL, 1));
    give(&b, at_middle(above->rect, BP_EVENT_PRESS));
    assert_int_equal(b.browser.top, 0);
    key(&b, BP_KEY_END, 0);
    draw_list(&d, &b);
    assert_true(b.browser.top == LESSONS - rows && !hit_of(&b, BP_ACTION_SCROLL, 1));
    /* High enough for all of them: no cue, and the rows share the height. */
    resize_drawing(&d, &b, 1280, 1700);
    draw_list(&d, &b);
    assert_int_equal(b.browser.rows_seen, LESSONS);
    assert_true(!hit_of(&b, BP_ACTION_SCROLL, 1) && !hit_of(&b, BP_ACTION_SCROLL, -1));
    bp_rect last = hit_of(&b, BP_ACTION_STEP, LESSONS - 1)->rect;
    assert_true(last.y + last.height > 1700 - 120);
    close_drawing(&d);
}

/* The first lesson of the second group has its title above it, in the gap that the row leaves; the rows before it stay
 * together. Scrolled past, it is gone. */
static void a_group_has_a_title(void **state) {
    (void)state;
    static bp_text_log texts;
    drawing d;
    bench b = make_bench();
    bp_error error = {0};
    bp_lesson_plan pixels = LESSON;
    pixels.group = BP_LESSONS_PIXELS;
    for (int i = 3; i < LESSONS; i++) b.lessons[i] = &pixels;
    open_drawing(&d, 1280, 800);
    const bp_browser_scope scope = {
        .lessons = b.lessons, .progress = &d.progress, .pictures = d.pictures, .texts = &texts};
    assert_true(bp_browser_draw(&b.browser, &scope, d.raster, &d.picture, &b.hits, &error));
    bp_rect row[4] = {{0}}, title = {0};
    for (int i = 0; i < 4; i++) row[i] = hit_of(&b, BP_ACTION_STEP, i)->rect;
    for (int i = 0; i < texts.count; i++)
        if (strcmp(texts.items[i].text, "How a pixel is made") == 0) title = texts.items[i].rect;
    assert_true(row[2].y - row[1].y == row[1].y - row[0].y && row[3].y - row[2].y > row[1].y - row[0].y + 20);
    assert_true(title.width > 0 && title.y >= row[2].y + row[2].height && title.y + title.height <= row[3].y);
    b.browser.selected = b.browser.top = 4;
    texts.count = 0;
    assert_true(bp_browser_draw(&b.browser, &scope, d.raster, &d.picture, &b.hits, &error));
    for (int i = 0; i < texts.count; i++) assert_string_not_equal(texts.items[i].text, "How a pixel is made");
    close_drawing(&d);
}

/* Windows of any size show at least one row, and the selected one. With the largest text in a small window at
 * least four. Progress and difficulty out of range are clamped. */
static void any_size(void **state) {
    (void)state;
    static const int sizes[][2] = {{1, 1},     {60, 60},    {150, 90},    {320, 200},  {900, 300},
                                   {800, 600}, {1280, 800}, {1920, 1080}, {3840, 2160}};
    drawing d;
    bench b = make_bench();
    open_drawing(&d, 900, 300);
    bp_error error = {0};
    bp_lesson_plan easy = LESSON, odd = LESSON;
    easy.difficulty = 0, odd.difficulty = 9, odd.name = "02_odd", odd.text.goal = "You will be able to.";
    b.lessons[0] = &easy, b.lessons[1] = &odd;
    bp_progress_record(&d.progress, "01_test", (bp_progress_entry){.ended = true}); /* done */
    bp_progress_record(&d.progress, "02_odd", (bp_progress_entry){.step = 900});
    for (int i = 0; i < LESSONS; i++) {
        assert_true(bp_framebuffer_create_color(d.context, 64, 48, &d.pictures[i], &error));
        memset(d.pictures[i].pixels, 77, (size_t)4 * 64 * 48);
    }
    for (int hero = 0; hero < 2; hero++) {
        if (hero) bp_hero_open(&d.hero, d.context);
        for (size_t i = 0; i < BP_COUNT(sizes); i++) {
            int width = sizes[i][0], height = sizes[i][1];
            resize_drawing(&d, &b, width, height);
            for (int text = 0; text < BP_TEXT_SIZES; text++) {
                b.browser.settings.text = text;
                for (int selected = 0; selected < LESSONS; selected += 17) {
                    key(&b, selected ? BP_KEY_END : BP_KEY_HOME, 0);
                    draw_list(&d, &b);
                    assert_true(b.browser.rows_seen >= 1 && hit_of(&b, BP_ACTION_STEP, selected));
                    if (height >= 600) assert_true(b.browser.rows_seen >= 4);
                }
            }
            b.browser.settings.text = BP_TEXT_SIZE_DEFAULT;
        }
    }
    /* A picture stands in the first row, at its left. */
    resize_drawing(&d, &b, 1280, 800);
    key(&b, BP_KEY_HOME, 0);
    draw_list(&d, &b);
    bp_rect row = b.hits.items[0].rect;
    if (b.hits.items[0].action == BP_ACTION_STEP) {
        int x = row.x + 8 + 32, y = row.y + row.height / 2;
        assert_int_equal(d.picture.pixels[4 * (y * d.picture.stride + x)], 77);
    }
    close_drawing(&d);
}

/* ---- the character ---- */

static uint64_t character_hash(const drawing *d) {
    uint64_t hash = 1469598103934665603u; /* FNV-1a, of the picture's left third */
    for (int y = 0; y < d->picture.height; y++)
        for (int x = 0; x < d->picture.width; x++)
            hash = (hash ^ d->picture.pixels[4 * (y * d->picture.stride + x)]) * 1099511628211u;
    return hash;
}

static uint64_t look(drawing *d, bench *b) {
    draw_list(d, b);
    return character_hash(d);
}

/* The mouse at a point of the scene. */
static unsigned hero_mouse(drawing *d, bp_event_kind kind, float x, float y) {
    return bp_hero_event(
        &d->hero, &(bp_event){.kind = kind, .button = BP_BUTTON_LEFT, .mods = BP_MOD_CTRL, .x = x, .y = y});
}

static void the_character_walks(void **state) {
    (void)state;
    drawing d;
    bench b = make_bench();
    open_drawing(&d, 1280, 800);
    assert_false(bp_hero_contains(&d.hero, 200, 300)); /* none is open */
    bp_hero_tick(&d.hero, 1);
    assert_int_equal(hero_mouse(&d, BP_EVENT_MOVE, 200, 300), 0);
    bp_hero_open(&d.hero, d.context);
    assert_true(d.hero.open && d.hero.clip >= 0);
    assert_string_equal(bp_clip_name(d.hero.model.model->clips[d.hero.clip]), "walk");
    uint64_t first = look(&d, &b);
    assert_true(bp_hero_contains(&d.hero, 200, 300) && !bp_hero_contains(&d.hero, 900, 300));
    bp_hero_tick(&d.hero, 0.2);
    assert_true(look(&d, &b) != first);
    bp_hero_tick(&d.hero, bp_loaded_model_clip_length(&d.hero.model, d.hero.clip) - 0.2);
    assert_true(d.hero.seconds < 1e-6 || d.hero.seconds > 0.2); /* once around */
    d.hero.seconds = 0;
    assert_true(look(&d, &b) == first);
    /* Beside the body a drag turns the view; the wheel comes nearer. */
    bp_rect scene = d.hero.drawn->scenes[0].rect;
    float x = (float)scene.x + 4, y = (float)scene.y + 4, yaw = d.hero.core.settings.yaw;
    hero_mouse(&d, BP_EVENT_PRESS, x, y);
    assert_int_equal(hero_mouse(&d, BP_EVENT_MOVE, x + 40, y), BP_REQUEST_REDRAW);
    hero_mouse(&d, BP_EVENT_RELEASE, x + 40, y);
    assert_true(d.hero.core.settings.yaw != yaw);
    float zoom = d.hero.core.settings.zoom;
    bp_hero_event(&d.hero, &(bp_event){.kind = BP_EVENT_WHEEL, .wheel = 1, .x = x, .y = y});
    assert_true(d.hero.core.settings.zoom < zoom);
    close_drawing(&d);
}

/* The upper arm is taken in the middle of its flesh, even with Ctrl. Let go, it swings back to the clip. */
static void limbs_follow_and_swing_back(void **state) {
    (void)state;
    drawing d;
    bench b = make_bench();
    open_drawing(&d, 1280, 800);
    bp_hero_open(&d.hero, d.context);
    uint64_t before = look(&d, &b);
    const bp_stage *stage = &d.hero.model.stages[0];
    const bp_bone *arm = bp_skeleton_find(stage->skeleton, "forearm_left"),
                  *hand = bp_skeleton_find(stage->skeleton, "hand_left");
    assert_true(arm && hand);
    bp_vec3 middle = bp_vec3_scale(
        bp_vec3_add(bp_mat4_position(bp_bone_chain(arm)), bp_mat4_position(bp_bone_chain(hand))), 0.5f);
    bp_vec2 at;
    const bp_placed_stage *scene = &d.hero.drawn->scenes[0];
    assert_true(bp_camera_project(&scene->camera, scene->rect,
                                  bp_mat4_point(bp_figure_world(stage->figure), middle), &at, NULL));
    assert_int_equal(hero_mouse(&d, BP_EVENT_MOVE, at.x, at.y), BP_REQUEST_REDRAW); /* lights up */
    assert_true(look(&d, &b) != before);
    hero_mouse(&d, BP_EVENT_PRESS, at.x, at.y);
    for (int i = 1; i <= 8; i++) hero_mouse(&d, BP_EVENT_MOVE, at.x + 6 * (float)i, at.y - 6 * (float)i);
    assert_int_equal(d.hero.core.history.count, 1);
    assert_int_equal(d.hero.core.history.edits[0].kind, BP_EDIT_ROTATE);
    bp_quat held = d.hero.core.history.edits[0].rotation;
    assert_true(fabsf(held.w) < 0.999f);
    bp_hero_tick(&d.hero, 0.1); /* held: stays */
    assert_memory_equal(&held, &d.hero.core.history.edits[0].rotation, sizeof held);
    hero_mouse(&d, BP_EVENT_RELEASE, at.x + 48, at.y - 48);
    bp_hero_tick(&d.hero, 0.1);
    assert_true(fabsf(d.hero.core.history.edits[0].rotation.w) > fabsf(held.w));
    for (int i = 0; i < 30; i++) bp_hero_tick(&d.hero, 0.1);
    assert_int_equal(d.hero.core.history.count, 0);
    close_drawing(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_walk_the_list),         cmocka_unit_test(keys_of_the_window),
        cmocka_unit_test(the_wheel_scrolls),          cmocka_unit_test(clicks_every_hit_area),
        cmocka_unit_test(tells_what_is_out_of_sight),
                                       cmocka_unit_test(a_group_has_a_title), cmocka_unit_test(any_size),
        cmocka_unit_test(the_character_walks),        cmocka_unit_test(limbs_follow_and_swing_back),
    };
    return cmocka_run_group_tests_name("browser", tests, NULL, NULL);
}
