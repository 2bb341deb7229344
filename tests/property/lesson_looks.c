/* Every step of every lesson can be read: in small and large windows and with large text, no text ends
 * in an ellipsis or leaves the window, no label of a scene lies over another, and scenes have a fair part of
 * the window. Steps with a question are drawn answered and open. */
#include "support/test.h"
#include "viewer/lesson/lesson_controller.h"
#include <limits.h>

extern const bp_lesson_plan *const bp_lesson_registry[];

enum { TEXT_NORMAL = 1, TEXT_LARGE = 4, TEXT_HUGE = 6 }; /* 1, 1.5 and 2 times */
static const struct {
    int width, height, text;
} WINDOWS[] = {{800, 600, TEXT_NORMAL},  {960, 600, TEXT_NORMAL},   {1024, 768, TEXT_NORMAL},
               {1280, 800, TEXT_NORMAL}, {1920, 1080, TEXT_NORMAL}, {800, 600, TEXT_LARGE},
               {1280, 800, TEXT_LARGE},  {1920, 1080, TEXT_LARGE},  {1280, 800, TEXT_HUGE}};

enum { SCENES_PERCENT = 14 }; /* of the window, at least: without the titles and notes of their cards */

static bp_text_log texts;

/* Draws the step whole, and collects its texts. Returns the pixels of all scenes; a very large number for
 * pictures to choose among, whose scenes are not recorded. */
static long draw_step(bp_lesson_controller *controller, bp_raster *raster) {
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
    long pixels = 0;
    for (int i = 0; i < drawn.scene_count; i++)
        pixels += (long)drawn.scenes[i].rect.width * drawn.scenes[i].rect.height;
    return controller->data.option_count > 0 ? LONG_MAX / 100 : pixels;
}

/* Without the space above and below the letters: lines may be close. */
static bp_rect letters(int i) {
    return bp_rect_inset(texts.items[i].rect, 1, texts.items[i].rect.height / 5);
}

/* Returns the number of faults. */
static int check_texts(const char *place, bp_rect window) {
    int faults = 0;
    for (int i = 0; i < texts.count; i++) {
        const char *text = texts.items[i].text;
        bool outside = !bp_rect_is_inside(texts.items[i].rect, window);
        if (texts.items[i].cut) print_message("%s: \"%s\" is cut off\n", place, text);
        if (outside) print_message("%s: \"%s\" leaves the window\n", place, text);
        faults += texts.items[i].cut + outside;
        for (int k = 0; k < i; k++) {
            if (!bp_rect_overlaps(letters(i), letters(k))) continue;
            print_message("%s: '%s' lies over '%s'\n", place, text, texts.items[k].text);
            faults++;
        }
    }
    return faults;
}

/* Returns the number of faults in all windows. */
static int check_step(bp_lesson_controller *controller, bp_raster *raster, const bp_lesson_plan *lesson,
                      int step, bool open) {
    int faults = 0;
    for (size_t w = 0; w < BP_COUNT(WINDOWS); w++) {
        int width = WINDOWS[w].width, height = WINDOWS[w].height;
        char place[120];
        snprintf(place, sizeof place, "%s, step %d%s, %d x %d, text %d", lesson->name, step + 1,
                 open ? " open" : "", width, height, WINDOWS[w].text);
        controller->viewer = bp_lesson_viewer_make(lesson, step, width, height);
        if (open) bp_lesson_viewer_enter(&controller->viewer, lesson, step);
        controller->viewer.core.settings.text = WINDOWS[w].text;
        long scenes = draw_step(controller, raster), all = (long)width * height;
        faults += check_texts(place, (bp_rect){0, 0, width, height});
        if (scenes * 100 >= all * SCENES_PERCENT) continue;
        print_message("%s: scenes have %ld%% of the window\n", place, scenes * 100 / all);
        faults++;
    }
    return faults;
}

static bool holds(bp_bounds outer, const bp_world *world) {
    bp_bounds both = bp_bounds_union(outer, bp_world_extent(world));
    return memcmp(&both, &outer, sizeof both) == 0;
}

/* The view is fitted to what an open question shows: all pictures to choose among, and a prediction wherever
 * the student puts it. Returns the number of faults. */
static int check_view(bp_lesson_controller *controller, const bp_lesson_plan *lesson, int step) {
    bp_error error = {0};
    int faults = 0;
    bp_panel_data *data = &controller->data;
    controller->viewer = bp_lesson_viewer_make(lesson, step, 1280, 800);
    bp_lesson_viewer_enter(&controller->viewer, lesson, step);
    for (float degrees = -180; degrees <= 180; degrees += 45) {
        if (controller->viewer.answer.kind == BP_QUESTION_ANGLE) controller->viewer.answer.degrees = degrees;
        if (!bp_controller_draw(&controller->base, &error)) fail_msg("%s", error.message);
        bool shown = data->option_count > 0 || holds(data->extent, bp_session_world(controller->session));
        for (int i = 0; i < data->option_count; i++) shown &= holds(data->extent, data->options[i]);
        if (!shown)
            print_message("%s, step %d, %g degrees: not all is in view\n", lesson->name, step + 1,
                          (double)degrees);
        faults += !shown;
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
        for (int step = 0; step < (*lesson)->step_count; step++) {
            faults += check_step(&controller, raster, *lesson, step, false);
            if (!(*lesson)->steps[step].question) continue;
            faults += check_step(&controller, raster, *lesson, step, true);
            faults += check_view(&controller, *lesson, step);
        }
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
