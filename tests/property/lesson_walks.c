/* A step's picture doesn't depend on the path to the step. Each lesson is drawn step by step, as --frames does, then
 * walked by random keys (forward, back, to the beginning, to the end, restart), which also select and rotate bones
 * and switch the rules. And every picture, which may reuse parts of the previous one, equals one drawn whole. */
#include "raster/inspect.h"
#include "support/test.h"
#include "support/app.h"
#include "support/random.h"

extern const bp_lesson_plan *const bp_lesson_registry[];

enum { WIDTH = 480, HEIGHT = 320, STEPS = 64 };

static uint64_t hash_picture(bench *b) {
    static uint8_t kept[4 * WIDTH * HEIGHT];
    const bp_framebuffer *picture = &b->app.picture;
    uint64_t hash = 1469598103934665603u; /* FNV-1a, four bytes at a time */
    draw(b);
    for (int y = 0; y < HEIGHT; y++)
        memcpy(kept + (size_t)4 * WIDTH * (size_t)y,
               picture->pixels + (size_t)4 * (size_t)picture->stride * (size_t)y, (size_t)4 * WIDTH);
    b->app.drawn.valid = false; /* again, without reusing it */
    draw(b);
    for (int y = 0; y < HEIGHT; y++) {
        const uint8_t *row = kept + (size_t)4 * WIDTH * (size_t)y;
        expect_bytes(row, picture->pixels + (size_t)4 * (size_t)picture->stride * (size_t)y,
                     (size_t)4 * WIDTH);
        for (int x = 0; x < WIDTH; x++) {
            uint32_t pixel;
            memcpy(&pixel, row + 4 * x, 4);
            hash = (hash ^ pixel) * 1099511628211u;
        }
    }
    return hash;
}

/* Skips a question by a second Space, and lets the change run to its end. */
static void arrive(bench *b) {
    bp_lesson_screen *lesson = b->app.lesson;
    if (lesson->position.asking) key(b, BP_KEY_SPACE);
    if (lesson->position.asking) key(b, BP_KEY_SPACE);
    lesson->answer.skipped = false; /* the pictures have its answer as given */
    for (int i = 0; i < 60 && bp_app_is_moving(&b->app); i++) {
        pass(b, 0.37);
        hash_picture(b);
    }
}

/* Presses a key that leads to another step, or keys with effects that the next step must not keep. */
static void walk(bench *b, uint64_t *random) {
    static const int keys[] = {BP_KEY_RIGHT, BP_KEY_RIGHT, BP_KEY_LEFT, BP_KEY_LEFT, BP_KEY_HOME, BP_KEY_END};
    size_t choice = (size_t)test_random_float(random, 0, 7.99f);
    if (choice >= BP_COUNT(keys)) {
        key(b, BP_KEY_TAB);
        key(b, BP_KEY_UP);
        type(b, "p");
        hash_picture(b);
        type(b, "p");
        b->app.settings.babylon = false; /* the first p showed what is for Babylon.js users, and that stays */
        key(b, BP_KEY_LEFT);
        type(b, "r");
    } else {
        key(b, keys[choice]);
    }
    if (b->app.lesson->position.ended) key(b, BP_KEY_LEFT); /* from the end page */
    arrive(b);
    b->app.notice[0] = '\0';
}

static void walk_lesson(const bp_lesson_plan *lesson, uint64_t *random) {
    bench b;
    uint64_t expected[STEPS];
    bench_lesson(&b, lesson, 0, WIDTH, HEIGHT);
    assert_true(lesson->step_count <= STEPS);
    for (int step = 0; step < lesson->step_count; step++) {
        bp_lesson_enter_done(b.app.lesson, step);
        expected[step] = hash_picture(&b);
        for (int other = 0; other < step; other++) /* otherwise the comparison would prove nothing */
            if (expected[other] == expected[step])
                fail_msg("%s: steps %d and %d look the same", lesson->name, other + 1, step + 1);
    }
    bp_lesson_enter_done(b.app.lesson, 0);
    bool seen[STEPS] = {false};
    for (int n = 0, missing = lesson->step_count; n < 12 || (missing > 0 && n < 400); n++) {
        walk(&b, random);
        int step = b.app.lesson->position.step;
        if (seen[step] && n >= 12) continue;
        missing -= !seen[step];
        seen[step] = true;
        if (hash_picture(&b) != expected[step])
            fail_msg("%s: step %d looks different after %d keys", lesson->name, step + 1, n + 1);
    }
    for (int step = 0; step < lesson->step_count; step++)
        if (!seen[step]) fail_msg("%s: the walk never reached step %d", lesson->name, step + 1);
    bench_close(&b);
}

static void pictures_do_not_depend_on_the_path(void **state) {
    (void)state;
    uint64_t random = 0x5eed;
    for (const bp_lesson_plan *const *lesson = bp_lesson_registry; *lesson; lesson++)
        if (test_takes((*lesson)->number, 24)) walk_lesson(*lesson, &random);
}

/* Changes much of the picture, some of it, or next to nothing. */
static void change_picture(bench *b, uint64_t *random) {
    static const char *const texts[] = {"m", "w", "b", "x", "g", "n", "p", "c",
                                        "i", "l", "+", "-", "h", "]", "a", "o"};
    static const int keys[] = {BP_KEY_RIGHT, BP_KEY_LEFT,    BP_KEY_TAB,
                               BP_KEY_UP,    BP_KEY_PAGE_UP, BP_KEY_PAGE_DOWN};
    size_t choice = (size_t)test_random_float(random, 0, 29.99f);
    if (choice < BP_COUNT(texts))
        type(b, texts[choice]);
    else if (choice < BP_COUNT(texts) + BP_COUNT(keys))
        key(b, keys[choice - BP_COUNT(texts)]);
    else if (choice < 25)
        bp_illustration_orbit(&b->app.lesson->picture, 0.1f, 0);
    else
        pass(b, 0.05);
}

static void partly_redrawn_pictures_equal_whole_ones(void **state) {
    (void)state;
    uint64_t random = 0xbed;
    for (const bp_lesson_plan *const *lesson = bp_lesson_registry; *lesson; lesson++) {
        if (!test_takes((*lesson)->number, 24)) continue;
        bench b;
        bench_lesson(&b, *lesson, 0, WIDTH, HEIGHT);
        for (int i = 0; i < 60; i++) {
            hash_picture(&b);
            change_picture(&b, &random);
        }
        bench_close(&b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(pictures_do_not_depend_on_the_path),
                                       cmocka_unit_test(partly_redrawn_pictures_equal_whole_ones)};
    return cmocka_run_group_tests_name("lesson walks", tests, NULL, NULL);
}
