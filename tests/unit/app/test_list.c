/* The list of lessons: rows, keys, the mouse, and the lessons that it opens. */
#include "support/app.h"
#include "support/folder.h"

extern int setenv(const char *name, const char *value, int overwrite);

enum { COUNT = 24 };

static void setup(bp_world *world) { bp_world_add_character(world, "one", "", BP_BIND_NATURAL); }
static const bp_step STEPS[] = {{.caption = "First."}, {.caption = "Second."}};
static bp_lesson_plan plans[COUNT];
static const bp_lesson_plan *registry[COUNT + 1];
static char names[COUNT][24];

static void open_list(bench *b, int width, int height) {
    bp_error error = {0};
    for (int i = 0; i < COUNT; i++) {
        snprintf(names[i], sizeof names[i], "%02d_test", i + 1);
        plans[i] = (bp_lesson_plan){.number = i + 1,
                                    .name = names[i],
                                    .title = names[i],
                                    .summary = "One line.",
                                    .setup = setup,
                                    .steps = STEPS,
                                    .step_count = BP_COUNT(STEPS)};
        registry[i] = &plans[i];
    }
    bench_open(b, width, height);
    if (!bp_list_open(&b->app, registry, &error)) fail_msg("%s", error.message);
    draw(b);
}

static void chooses(void **state) {
    (void)state;
    bench b;
    open_list(&b, 1280, 800);
    const bp_list *list = b.app.list;
    static const int READING[] = {5, 6, 11, 14, 7, 8, 13, 10, 9, 12, 15}; /* from the storyboards */
    for (size_t i = 0; i < BP_COUNT(READING); i++)
        assert_int_equal(list->lessons[4 + i]->number, READING[i]);
    key(&b, BP_KEY_HOME);
    assert_int_equal(list->selected, 0);
    key(&b, BP_KEY_UP);
    assert_int_equal(list->selected, 0);
    key(&b, BP_KEY_DOWN);
    assert_int_equal(list->selected, 1);
    key(&b, BP_KEY_END);
    assert_true(list->selected == COUNT - 1 && list->top > 0);
    give(&b, (bp_event){.kind = BP_EVENT_WHEEL, .x = 900, .y = 400, .wheel = 1});
    assert_true(list->top < COUNT - list->rows_seen);
    for (int i = 0; i < COUNT; i++)
        give(&b, (bp_event){.kind = BP_EVENT_WHEEL, .x = 900, .y = 400, .wheel = 1});
    assert_true(list->top == 0 && list->selected == list->rows_seen - 1); /* in view, as its heading is */
    pass(&b, 0.01);                                                       /* opens the character */
    for (int i = 0; i < 2; i++) { /* both keys bring its camera home */
        b.app.list->character.picture.moves.zoom = 3;
        type(&b, i ? "r" : "o");
        pass(&b, 10);
        assert_true(list->character.picture.moves.zoom == 1);
    }
    bench_close(&b);
}

/* The lesson lies over the list, and gives way to it. */
static void opens_lessons(void **state) {
    (void)state;
    bench b;
    open_list(&b, 1280, 800);
    key(&b, BP_KEY_HOME);
    key(&b, BP_KEY_ENTER);
    assert_true(b.app.screen == BP_SCREEN_LESSON && b.app.lesson->plan == &plans[0]);
    key(&b, BP_KEY_ESCAPE);
    assert_true(b.app.screen == BP_SCREEN_LIST && !b.app.lesson);
    click(&b, BP_ACTION_STEP, 1);
    assert_true(b.app.screen == BP_SCREEN_LESSON && b.app.lesson->plan == &plans[1]);
    key_with(&b, 'q', BP_MOD_CTRL);
    assert_true(b.app.screen == BP_SCREEN_LIST);
    bench_close(&b);
}

static void rows_stay_in_the_window(void **state) {
    (void)state;
    static const int sizes[][2] = {{1280, 800}, {1024, 640}, {800, 600}, {1920, 1080}, {390, 844}};
    for (size_t i = 0; i < BP_COUNT(sizes); i++) {
        bench b;
        open_list(&b, sizes[i][0], sizes[i][1]);
        const bp_rect window = {0, 0, sizes[i][0], sizes[i][1]};
        assert_true(b.app.drawn.hits.count > 2);
        for (int k = 0; k < b.app.drawn.hits.count; k++)
            assert_true(bp_rect_is_inside(b.app.drawn.hits.items[k].rect, window));
        bench_close(&b);
    }
}

int main(void) {
    char folder[512];
    test_folder_make(folder, sizeof folder);
    setenv("XDG_DATA_HOME", folder, 1);
    const struct CMUnitTest tests[] = {cmocka_unit_test(chooses), cmocka_unit_test(opens_lessons),
                                       cmocka_unit_test(rows_stay_in_the_window)};
    int failed = cmocka_run_group_tests_name("list", tests, NULL, NULL);
    test_folder_remove(folder);
    return failed;
}
