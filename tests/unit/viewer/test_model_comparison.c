/* Before and after a repair, side by side: the repaired half has the vertices of the file before it was spoiled,
 * in every pose, and the mouse only orbits there. */
#include "support/model_fixture.h"

#include "support/inspector.h"

static bp_vec3 vertex(const bp_loaded_model *of, size_t i) {
    return bp_figure_positions(bp_model_figure_get_figure(of->figure), 0)[i];
}

/* The right arm's rotation of 10 degrees, (0, 0, sin 5, cos 5), gets twice its length. */
static void spoil(bench *b) {
    static const char right[] = "0.087155737, 0.99619472", wrong[] = "0.174311474, 1.99238944";
    bp_file file = {0};
    bp_error error = {0};
    assert_true(bp_file_read(NULL, b->file, 1 << 20, &file, &error));
    size_t found = 0;
    for (size_t i = 0; i + sizeof right < file.size; i++) {
        if (memcmp(file.data + i, right, sizeof right - 1) != 0) continue;
        memcpy(file.data + i, wrong, sizeof wrong - 1);
        found++;
    }
    assert_int_equal(found, 1);
    if (!bp_file_write(b->broken, file.data, file.size, &error)) fail_msg("%s", error.message);
    bp_file_free(NULL, &file);
    give(b, (bp_event){.kind = BP_EVENT_DROP, .path = b->broken});
    assert_string_equal(b->controller.viewer.failure, "");
    bp_loaded_model_examine(&b->controller.loaded);
    b->controller.viewer.play.playing = false;
}

static void expect_original(const bench *b) {
    const bp_model_comparison *both = &b->controller.comparison;
    bp_loaded_model original;
    bp_error error = {0};
    assert_true(bp_loaded_model_open(&original, b->context, b->file, &error));
    bp_pose_spec spec = bp_model_viewer_pose_spec(&b->controller.viewer);
    assert_true(bp_loaded_model_pose(&original, &spec, &error));
    assert_true(bp_figure_pose(bp_model_figure_get_figure(original.figure), &error));
    for (size_t i = 0; i < original.vertices; i++) {
        bp_vec3 got = vertex(&both->loaded, i), wanted = vertex(&original, i);
        expect_floats(&got.x, &wanted.x, 3, 1e-5);
    }
    bp_loaded_model_close(&original);
}

static void compares(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    const bp_drawn_frame *drawn = &b.controller.base.drawn;
    key(&b, 'd', BP_MOD_CTRL | BP_MOD_SHIFT);
    assert_non_null(strstr(b.controller.viewer.core.notice, "nothing that can be repaired"));
    assert_int_equal(drawn->scene_count, 1);
    spoil(&b);
    bp_rect whole = drawn->scenes[0].rect;
    type(&b, "r");
    key(&b, 'd', BP_MOD_CTRL | BP_MOD_SHIFT);
    assert_int_equal(drawn->scene_count, 2);
    const bp_rect *left = &drawn->scenes[0].rect, *right = &drawn->scenes[1].rect;
    assert_true(left->x + left->width < right->x && left->y == right->y && left->height == right->height);
    assert_true(left->x == whole.x && right->x + right->width == whole.x + whole.width);
    assert_memory_equal(&drawn->scenes[0].camera, &drawn->scenes[1].camera, sizeof drawn->scenes[0].camera);
    expect_original(&b);
    b.controller.viewer.play.source = BP_POSE_FROM_CLIP;
    b.controller.viewer.play.seconds = 0.7;
    key(&b, BP_KEY_TAB, 0);
    key(&b, BP_KEY_UP, 0); /* a change by hand moves both */
    expect_original(&b);
    const bp_bone *left_arm =
        bp_skeleton_bone_by_id(b.controller.comparison.loaded.model->skeletons[0], LEFT);
    bp_mat4 bind = bp_bone_absolute_inverse_bind(left_arm);
    key(&b, 'p', BP_MOD_CTRL); /* a bind by hand is not the repair's */
    bp_mat4 kept = bp_bone_absolute_inverse_bind(left_arm),
            mine = bp_bone_absolute_inverse_bind(bone(&b, LEFT));
    assert_memory_equal(&kept, &bind, sizeof bind);
    assert_memory_not_equal(&mine, &bind, sizeof bind);
    key(&b, 'z', BP_MOD_CTRL);
    key(&b, 'b', BP_MOD_CTRL);
    float yaw = b.controller.viewer.core.settings.yaw;
    float x = (float)right->x + (float)right->width / 2, y = (float)right->y + (float)right->height / 2;
    int undo = b.controller.viewer.core.history.undo_count;
    mouse(&b, BP_EVENT_PRESS, x, y);
    mouse(&b, BP_EVENT_MOVE, x + 30, y);
    mouse(&b, BP_EVENT_RELEASE, x + 30, y);
    assert_true(b.controller.viewer.core.settings.yaw != yaw);
    assert_int_equal(b.controller.viewer.core.history.undo_count, undo);
    click(&b, x, y); /* selects nothing */
    assert_int_equal(b.controller.viewer.core.selection.bone, LEFT);
    key(&b, 'd', BP_MOD_CTRL | BP_MOD_SHIFT);
    assert_int_equal(drawn->scene_count, 1);
    assert_memory_equal(left, &whole, sizeof whole);
    key(&b, 'd', BP_MOD_CTRL | BP_MOD_SHIFT);
    key(&b, 'r', BP_MOD_CTRL); /* another file, or this one again, closes it */
    assert_int_equal(drawn->scene_count, 1);
    close_bench(&b);
}

/* Upright windows have one above the other. */
static void stacks(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    spoil(&b);
    give(&b, (bp_event){.kind = BP_EVENT_RESIZE, .width = 420, .height = 900, .scale = 1});
    key(&b, 'd', BP_MOD_CTRL | BP_MOD_SHIFT);
    const bp_drawn_frame *drawn = &b.controller.base.drawn;
    assert_int_equal(drawn->scene_count, 2);
    const bp_rect *above = &drawn->scenes[0].rect, *below = &drawn->scenes[1].rect;
    assert_int_equal(above->height, below->height);
    assert_memory_equal(&drawn->scenes[0].camera, &drawn->scenes[1].camera, sizeof drawn->scenes[0].camera);
    assert_true(above->y + above->height < below->y && above->x == below->x && above->width == below->width);
    close_bench(&b);
}

/* Both halves have pixels with histories, and names of their own meshes; and both get false colours. */
static void is_inspected(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    spoil(&b);
    type(&b, "r");
    key(&b, 'd', BP_MOD_CTRL | BP_MOD_SHIFT);
    const bp_drawn_frame *drawn = &b.controller.base.drawn;
    b.controller.base.texts = &inspector_texts;
    uint8_t *before = inspector_copy(&b.controller.base.picture);
    type(&b, "#");
    for (int i = 0; i < 2; i++) {
        bp_rect scene = drawn->scenes[i].rect;
        assert_true(inspector_sweep(&b, before, WIDTH, scene, 41) > 20);
        inspector_point(&b, scene.x + scene.width / 2, scene.y + scene.height / 2);
        assert_true(inspector_says("of mesh"));
    }
    type(&b, "#");
    inspector_texts.count = 0;
    type(&b, "*");
    int legends = 0;
    for (int i = 0; i < inspector_texts.count; i++)
        legends += strstr(inspector_texts.items[i].text, "Overdraw") != NULL;
    assert_int_equal(legends, 2);
    for (int i = 0; i < 2; i++) {
        bp_rect scene = drawn->scenes[i].rect;
        size_t at =
            4 * ((size_t)WIDTH * (size_t)(scene.y + scene.height / 2) + (size_t)(scene.x + scene.width / 2));
        assert_true(memcmp(b.controller.base.picture.pixels + at, before + at, 4) != 0);
    }
    free(before);
    close_bench(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(compares), cmocka_unit_test(stacks),
                                       cmocka_unit_test(is_inspected)};
    return cmocka_run_group_tests_name("model comparison", tests, NULL, NULL);
}
