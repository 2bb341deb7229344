/* A model's window with another file's motion beside it (bindpose view --motion). */
#include "app/screens/model/model_screen.h"
#include "support/app.h"
#include <stdlib.h>
#include <string.h>

/* The character's own clips, given to itself: kept feet put its soles on the ground, so its legs differ. */
static void open_with_motion(bench *b) {
    bp_error error = {0};
    const bp_motion_source source = {"assets/character.glb", NULL, -1, {.keep_feet = true}};
    bench_open(b, 1200, 700);
    if (!bp_model_open(&b->app, "assets/character.glb", &error) ||
        !bp_model_retarget(&b->app, &source, &error))
        fail_msg("%s: %s", error.place, error.message);
    b->app.model->play.playing = false;
    draw(b);
}

/* The motion's three clips take the place of the character's own, in two stages; one of them plays. */
static void test_opens(void **state) {
    (void)state;
    bench b;
    open_with_motion(&b);
    const bp_model_screen *screen = b.app.model;
    assert_int_equal(screen->loaded.model->clip_count, 3);
    assert_true(screen->play.clip >= 0);
    for (int i = 0; i < 3; i++) {
        const bp_clip *const clips[] = {screen->loaded.model->clips[i],
                                        screen->comparison.loaded.model->clips[i]};
        assert_string_equal(bp_clip_name(clips[0]), bp_clip_name(clips[1]));
        assert_non_null(bp_model_comparison_report(&screen->comparison, i));
    }
    assert_int_equal(screen->picture.content.stage_count, 2);
    assert_string_equal(screen->titles[0], "Result: character.glb");
    assert_string_equal(screen->titles[1], "Source: character.glb");
    assert_null(bp_model_comparison_report(&screen->comparison, -1));
    bench_close(&b);
}

/* Both are at the same moment, and the source's hips are where the result's are, but for what the feet ask for. */
static void test_same_moment(void **state) {
    (void)state;
    bench b;
    open_with_motion(&b);
    bp_model_screen *screen = b.app.model;
    bp_model_seek(screen, 0.4);
    draw(&b);
    bp_vec3 at[2];
    for (int i = 0; i < 2; i++) {
        const bp_model *model = i == 0 ? screen->loaded.model : screen->comparison.loaded.model;
        at[i] = bp_mat4_position(bp_node_world(model->nodes[bp_model_find_node(model, "hips")]));
    }
    at[1] = bp_mat4_point(screen->comparison.placement, at[1]);
    expect_float(at[0].x, (double)at[1].x, 1e-5);
    expect_float(at[0].z, (double)at[1].z, 1e-5);
    assert_true(at[0].y <= at[1].y + 1e-5f && at[0].y > at[1].y - 0.05f);
    bench_close(&b);
}

/* "!" stops at the frame that the report names, and chooses the bone; a click at a measure at that measure's. A
 * file without motion has none. */
static void test_worst_frame(void **state) {
    (void)state;
    bench b;
    open_with_motion(&b);
    bp_model_screen *screen = b.app.model;
    const bp_retarget_report *report = bp_model_comparison_report(&screen->comparison, screen->play.clip);
    const bp_retarget_kind kinds[] = {BP_RETARGET_ANGLE, BP_RETARGET_REACH};
    for (int k = 0; k < 2; k++) {
        const bp_retarget_series *worst = &report->series[report->worst[kinds[k]]];
        unsigned requests = 0;
        bp_model_seek(screen, 0);
        screen->play.playing = true;
        if (k == 0)
            type(&b, "!");
        else
            assert_true(bp_model_act(&b.app, BP_ACTION_WORST, (int)kinds[k], false, &requests));
        assert_false(screen->play.playing);
        assert_true(worst->worst > 0);
        expect_float(screen->play.seconds, (double)worst->worst_frame * report->step, 1e-9);
        const bp_retarget_map *map = &screen->comparison.transfer.map;
        size_t pair = 0;
        while (strcmp(map->pairs[pair].role, worst->role) != 0) assert_true(++pair < map->count);
        assert_ptr_equal(bp_bone_node(bp_illustration_bone(&screen->picture)),
                         screen->loaded.model->nodes[map->pairs[pair].target]);
    }
    bench_close(&b);
    bp_error error = {0};
    bench_open(&b, 1200, 700);
    assert_true(bp_model_open(&b.app, "assets/character.glb", &error));
    screen = b.app.model;
    screen->play.playing = false;
    bp_model_seek(screen, 0.25);
    type(&b, "!");
    expect_float(screen->play.seconds, 0.25, 0);
    assert_non_null(strstr(b.app.notice, "--motion SOURCE"));
    bench_close(&b);
}

/* Pixels of nearly that colour: bones shine faintly through the mesh. */
static size_t count_color(const bench *b, bp_rgba8 color) {
    size_t count = 0;
    const bp_framebuffer *picture = &b->app.picture;
    for (size_t i = 0; i < (size_t)picture->width * (size_t)picture->height; i++) {
        const uint8_t *p = picture->pixels + 4 * i;
        count += abs(p[0] - color.r) < 20 && abs(p[1] - color.g) < 20 && abs(p[2] - color.b) < 20;
    }
    return count;
}

/* Grey at 0 degrees, yellow at 5, red from 10 on, halfway between at 2.5; the same on the screen. */
static void test_colors(void **state) {
    (void)state;
    static const struct {
        float degrees;
        bp_rgba8 color;
    } rows[] = {{0, {110, 113, 120, 255}},
                {2.5f, {175, 157, 90, 255}},
                {5, {240, 200, 60, 255}},
                {10, {213, 40, 0, 255}},
                {90, {213, 40, 0, 255}}};
    for (size_t i = 0; i < BP_COUNT(rows); i++) {
        bp_rgba8 found = bp_retarget_color(rows[i].degrees, BP_RETARGET_ANGLE);
        if (memcmp(&found, &rows[i].color, 4) != 0)
            fail_msg("%g: %d %d %d", (double)rows[i].degrees, found.r, found.g, found.b);
    }
    bench b;
    open_with_motion(&b);
    bp_model_screen *screen = b.app.model;
    const bp_retarget_report *report = bp_model_comparison_report(&screen->comparison, screen->play.clip);
    bp_model_seek(screen, 0.4);
    draw(&b);
    size_t before = count_color(&b, rows[3].color);
    for (size_t s = 0; s < report->series_count; s++)
        for (size_t f = 0; f < report->frame_count; f++)
            if (report->series[s].kind == BP_RETARGET_ANGLE) report->series[s].values[f] = 12;
    bp_model_seek(screen, 0.4);
    draw(&b);
    assert_int_equal(before, 0);
    assert_true(count_color(&b, rows[3].color) > 200);
    bench_close(&b);
}

/* Rows from the bottom in which anything is drawn, of those below the picture alone. */
static size_t caption_rows(bench *b) {
    const bp_framebuffer *to = &b->app.picture;
    const bp_rgba8 page = bp_theme_of(false)->page;
    b->app.settings.illustration = true;
    draw(b);
    bp_rect scene = b->app.model->picture.placed[0].rect;
    size_t rows = 0, below = (size_t)(scene.y + scene.height), width = (size_t)to->width;
    for (size_t y = below; y < (size_t)to->height; y++)
        for (size_t x = 0; x < width; x++) {
            if (memcmp(to->pixels + 4 * (y * width + x), &page, 3) == 0) continue;
            rows++;
            break;
        }
    return rows;
}

/* A picture alone says when, how far off, and what the colours mean, in two lines under it; without a motion it has
 * the whole height. */
static void test_caption(void **state) {
    (void)state;
    bench b;
    bp_error error = {0};
    open_with_motion(&b);
    size_t rows = caption_rows(&b);
    assert_true(rows > 20 && rows < 56);
    bench_close(&b);
    bench_open(&b, 1200, 700);
    assert_true(bp_model_open(&b.app, "assets/character.glb", &error));
    assert_int_equal(caption_rows(&b), 0);
    bench_close(&b);
}

/* A motion that fits nothing leaves the window as it was. */
static void test_refused(void **state) {
    (void)state;
    bench b;
    bp_error error = {0};
    const bp_motion_source source = {"assets/nowhere.bvh", NULL, -1, {.keep_feet = true}};
    bench_open(&b, 1200, 700);
    assert_true(bp_model_open(&b.app, "assets/character.glb", &error));
    assert_false(bp_model_retarget(&b.app, &source, &error));
    assert_non_null(strstr(error.place, "nowhere.bvh"));
    assert_int_equal(b.app.model->loaded.model->clip_count, 3);
    draw(&b);
    assert_int_equal(b.app.model->picture.content.stage_count, 1);
    bench_close(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_opens),  cmocka_unit_test(test_same_moment), cmocka_unit_test(test_worst_frame),
        cmocka_unit_test(test_colors), cmocka_unit_test(test_refused),     cmocka_unit_test(test_caption),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
