/* Every step of every lesson can be read: at three sizes of window and two of text, no text ends in an ellipsis, and
 * no label of a scene lies over another. */
#include "support/test.h"
#include "viewer/lesson/lesson_controller.h"

extern const bp_lesson_plan *const bp_lesson_registry[];

enum { TEXT_NORMAL = 1, TEXT_LARGE = 4 }; /* 1 and 1.5 times */
static const struct {
    int width, height, text;
} WINDOWS[] = {{800, 600, TEXT_NORMAL},
               {1280, 800, TEXT_NORMAL},
               {1920, 1080, TEXT_NORMAL},
               {1280, 800, TEXT_LARGE},
               {1920, 1080, TEXT_LARGE}};

static bp_text_log texts;

/* Draws the step whole, and collects its texts. */
static void draw_step(bp_lesson_controller *controller, bp_raster *raster) {
    bp_error error = {0};
    bp_drawn_frame drawn = {.valid = false};
    texts.count = 0;
    if (!bp_controller_draw(&controller->base, &error)) fail_msg("%s", error.message);
    const bp_lesson_view view = {.viewer = &controller->viewer,
                                 .lesson = bp_session_lesson(controller->session),
                                 .world = bp_session_world(controller->session),
                                 .data = &controller->data,
                                 .texts = &texts};
    if (!bp_lesson_view_draw(&view, raster, &controller->base.picture, &drawn, &error))
        fail_msg("%s", error.message);
}

/* Without the space above and below the letters: lines may be close. */
static bp_rect letters(int i) {
    return bp_rect_inset(texts.items[i].rect, 1, texts.items[i].rect.height / 5);
}

/* Returns the number of faults in all windows. */
static int check_step(bp_lesson_controller *controller, bp_raster *raster, const bp_lesson_plan *lesson,
                      int step) {
    int faults = 0;
    for (size_t w = 0; w < BP_COUNT(WINDOWS); w++) {
        char place[120];
        snprintf(place, sizeof place, "%s, step %d, %d x %d, text %d", lesson->name, step + 1,
                 WINDOWS[w].width, WINDOWS[w].height, WINDOWS[w].text);
        controller->viewer = bp_lesson_viewer_make(lesson, step, WINDOWS[w].width, WINDOWS[w].height);
        controller->viewer.core.settings.text = WINDOWS[w].text;
        draw_step(controller, raster);
        for (int i = 0; i < texts.count; i++) {
            if (texts.items[i].cut) print_message("%s: \"%s\" is cut off\n", place, texts.items[i].text);
            faults += texts.items[i].cut;
            for (int k = 0; k < i; k++) {
                if (!bp_rect_overlaps(letters(i), letters(k))) continue;
                print_message("%s: '%s' lies over '%s'\n", place, texts.items[i].text, texts.items[k].text);
                faults++;
            }
        }
    }
    return faults;
}

static void test_texts_can_be_read(void **state) {
    (void)state;
    int faults = 0;
    for (const bp_lesson_plan *const *lesson = bp_lesson_registry; *lesson; lesson++) {
        bp_error error = {0};
        bp_lesson_controller controller = {0};
        bp_raster *raster = bp_raster_create(NULL, &error);
        bp_session *session = bp_session_create(NULL, *lesson, NULL, &error);
        if (!session || !bp_lesson_controller_open(&controller, NULL, session, 0, 800, 600, &error))
            fail_msg("%s: %s", (*lesson)->name, error.message);
        for (int step = 0; step < (*lesson)->step_count; step++)

            faults += check_step(&controller, raster, *lesson, step);
        bp_raster_destroy(raster);
        bp_lesson_controller_close(&controller);
        bp_session_destroy(session);
    }
    assert_int_equal(faults, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_texts_can_be_read)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
