/* The list of all clips: opening, searching, scrolling and choosing in a file with 76 of them. */
#include "support/model_fixture.h"
#include "viewer/offscreen_target.h"

enum { CLIPS = 76 };

/* One node that 76 clips move, by the same two keys. */
static void write_clips(const char *path) {
    static char text[20000];
    bp_error error = {0};
    size_t at = 0;
#define PUT(...) at += (size_t)snprintf(text + at, sizeof text - at, __VA_ARGS__)
    PUT("{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"name\":\"top\",\"children\":[1]},{\"translation\":[0,"
        "1,0]}],"
        "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":2,\"type\":\"SCALAR\"},{"
        "\"componentType\":5126,"
        "\"count\":2,\"type\":\"VEC3\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":8}],\"buffers\":[{"
        "\"byteLength\":8,"
        "\"uri\":\"data:;base64,AAAAAAAAgD8=\"}],\"animations\":[");
    for (int i = 0; i < CLIPS; i++)
        PUT("%s{\"name\":\"%s "
            "%d\",\"samplers\":[{\"input\":0,\"output\":1}],\"channels\":[{\"sampler\":0,\"target\":{"
            "\"node\":0,"
            "\"path\":\"translation\"}}]}",
            i ? "," : "", i % 10 == 3 ? "Walk" : "Attack", i);
    PUT("]}");
#undef PUT
    assert_true(bp_file_write(path, text, at, &error));
}

static bp_model_viewer *open_clips(bench *b) {
    open_bench(b);
    write_clips(b->other);
    give(b, (bp_event){.kind = BP_EVENT_DROP, .path = b->other});
    assert_string_equal(b->controller.viewer.failure, "");
    assert_int_equal(b->controller.loaded.model->clip_count, CLIPS);
    return &b->controller.viewer;
}

static void look(bench *b, const char *name) {
    const char *folder = getenv("CLIPS_PICTURES"); /* to look at them by hand */
    char path[512];
    bp_error error = {0};
    if (folder)
        assert_true(bp_offscreen_target_write(&b->controller.base.picture,
                                              test_path(path, sizeof path, folder, name), &error));
}

static void test_search(void **state) {
    (void)state;
    bench b;
    bp_model_viewer *viewer = open_clips(&b);
    const bp_drawn_frame *drawn = &b.controller.base.drawn;
    assert_int_equal(drawn->clips_rows, 0);
    type(&b, "0");
    look(&b, "list.png");
    assert_true(viewer->clips.open && drawn->clips_rows > 5 && drawn->clips_rows < CLIPS);
    const bp_rect all = drawn->clips;
    /* Typed characters search; among them the digits that choose clips otherwise. */
    type(&b, "walk");
    assert_int_equal(bp_clip_list_count(&viewer->clips, &b.controller.loaded), 8);
    look(&b, "walk.png");
    /* The list ends below the eight; the search line stays where it was. */
    assert_int_equal(drawn->clips.y, all.y);
    assert_true(drawn->clips.height < all.height && drawn->clips.height > 8 * 22);
    key(&b, BP_KEY_DOWN, 0);
    key(&b, BP_KEY_DOWN, 0);
    key(&b, BP_KEY_UP, 0);
    assert_int_equal(viewer->play.clip, 0);
    key(&b, BP_KEY_ENTER, 0);
    assert_int_equal(viewer->play.clip, 13); /* Walk 3, then Walk 13 */
    assert_false(viewer->clips.open);
    type(&b, "0");
    type(&b, "k 75");
    assert_int_equal(bp_clip_list_at(&viewer->clips, &b.controller.loaded, 0), 75);
    type(&b, "x");
    assert_int_equal(bp_clip_list_count(&viewer->clips, &b.controller.loaded), 0);
    look(&b, "none.png");
    key(&b, BP_KEY_ENTER, 0); /* chooses nothing */
    assert_int_equal(viewer->play.clip, 13);
    type(&b, "0");
    type(&b, "ab");
    key(&b, BP_KEY_BACKSPACE, 0);
    assert_string_equal(viewer->clips.search, "a");
    /* Esc closes the list, and doesn't leave. */
    assert_int_equal(key(&b, BP_KEY_ESCAPE, 0) & BP_REQUEST_LEAVE, 0);
    assert_false(viewer->clips.open);
    close_bench(&b);
}

static void test_scroll(void **state) {
    (void)state;
    bench b;
    bp_model_viewer *viewer = open_clips(&b);
    bp_drawn_frame *drawn = &b.controller.base.drawn;
    bp_vec2 card = place_of(&b, BP_ACTION_CLIPS, 0); /* not all cards fit, so there is one for the list */
    click(&b, card.x, card.y);
    assert_true(viewer->clips.open);
    bp_rect list = drawn->clips;
    float x = (float)list.x + 40, y = (float)list.y + 60;
    for (int i = 0; i < 60; i++) give(&b, (bp_event){.kind = BP_EVENT_WHEEL, .wheel = -1, .x = x, .y = y});
    assert_int_equal(viewer->clips.top, CLIPS - drawn->clips_rows);
    look(&b, "end.png");
    bp_vec2 last = place_of(&b, BP_ACTION_CLIP, CLIPS - 1);
    click(&b, last.x, last.y);
    assert_int_equal(viewer->play.clip, CLIPS - 1);
    for (int i = 0; i < 60; i++) give(&b, (bp_event){.kind = BP_EVENT_WHEEL, .wheel = 1, .x = x, .y = y});
    assert_int_equal(viewer->clips.top, 0);
    /* Keys scroll the selected row into view, up to both ends. */
    for (int i = 0; i < 100; i++) key(&b, BP_KEY_DOWN, 0);
    assert_int_equal(viewer->clips.selected, CLIPS - 1);
    assert_int_equal(viewer->clips.top, CLIPS - drawn->clips_rows);
    for (int i = 0; i < 100; i++) key(&b, BP_KEY_UP, 0);
    assert_int_equal(viewer->clips.selected, 0);
    assert_int_equal(viewer->clips.top, 0);
    card = place_of(&b, BP_ACTION_CLIPS, 0);
    click(&b, card.x, card.y);
    assert_false(viewer->clips.open);
    close_bench(&b);
}

/* Two clips fit, so no card offers the list; the key still does. Without clips there is only a word. */
static void test_few(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    const bp_hit_areas *hits = &b.controller.base.drawn.hits;
    for (int i = 0; i < hits->count; i++) assert_int_not_equal(hits->items[i].action, BP_ACTION_CLIPS);
    type(&b, "0");
    assert_int_equal(b.controller.base.drawn.clips_rows, 2);
    key(&b, BP_KEY_ESCAPE, 0);
    give(&b, (bp_event){.kind = BP_EVENT_DROP, .path = b.other});
    type(&b, "0");
    assert_false(b.controller.viewer.clips.open);
    assert_string_equal(b.controller.viewer.core.notice, "the file has no animation");
    close_bench(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_search),
        cmocka_unit_test(test_scroll),
        cmocka_unit_test(test_few),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
