/* The editor of inverse binds in the model viewer: keys, mouse and typed numbers change a bone's bind, the mesh
 * follows in every pose, undo takes it back, and a copy of the file has it. Expected positions follow from
 * final = inverse bind * absolute, computed here. */
#include "support/model_fixture.h"
#include <bindpose/model.h>

enum { FIRST_OF_LEFT = 24 /* vertex */ };

static bp_vec3 vertex(const bench *b, size_t i) {
    return bp_figure_positions(bp_model_figure_get_figure(b->controller.loaded.figure), 0)[i];
}
static bp_mat4 inverse_bind(const bench *b, size_t number) {
    return bp_bone_absolute_inverse_bind(bone(b, number));
}
static double bind_degrees(const bench *b, size_t number) {
    bp_mat4 m = bp_bone_bind(bone(b, number));
    return (double)bp_degrees(bp_atan2(m.m[1], m.m[0]));
}
static void select_bone(bench *b, size_t number) {
    bp_vec2 row = place_of(b, BP_ACTION_BONE, (int)number);
    click(b, row.x, row.y);
    assert_int_equal(b->controller.viewer.core.selection.bone, number);
}
static int changed_binds(const bench *b) { return bp_edit_history_binds(&b->controller.viewer.core.history); }
static const char *notice(const bench *b) { return b->controller.viewer.core.notice; }

/* ---- changing binds ----------------------------------------------------------------------------- */

/* At rest the right arm is rotated by 10 degrees. With this as its bind, it is placed as the body is. */
static void takes_rest(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    type(&b, "r");
    select_bone(&b, RIGHT);
    bp_mat4 before = inverse_bind(&b, RIGHT), left = inverse_bind(&b, LEFT);
    assert_true(fabs(bind_degrees(&b, RIGHT) - 10) > 1);
    key(&b, 'e', BP_MOD_CTRL);
    expect_float(bind_degrees(&b, RIGHT), 10, 1e-4);
    bp_mat4 arm = bp_bone_final(bone(&b, RIGHT)), body = bp_bone_final(bone(&b, 0));
    expect_floats(arm.m, body.m, 16, 1e-5);
    bp_mat4 after = inverse_bind(&b, RIGHT), other = inverse_bind(&b, LEFT);
    assert_memory_equal(&other, &left, sizeof left); /* each joint has its own */
    assert_int_equal(changed_binds(&b), 1);
    key(&b, 'z', BP_MOD_CTRL);
    bp_mat4 undone = inverse_bind(&b, RIGHT);
    assert_memory_equal(&undone, &before, sizeof before);
    assert_int_equal(changed_binds(&b), 0);
    key(&b, 'y', BP_MOD_CTRL);
    bp_mat4 redone = inverse_bind(&b, RIGHT);
    assert_memory_equal(&redone, &after, sizeof after);
    close_bench(&b);
}

/* In the middle of the first clip the left arm is at 45 degrees. Rest and bind pose keep the new bind. */
static void takes_a_pose(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    b.controller.viewer.play.seconds = 1;
    select_bone(&b, LEFT);
    key(&b, 'p', BP_MOD_CTRL);
    expect_float(bind_degrees(&b, LEFT), 45, 1e-4);
    bp_mat4 arm = bp_bone_final(bone(&b, LEFT)), body = bp_bone_final(bone(&b, 0));
    expect_floats(arm.m, body.m, 16, 1e-5);
    key(&b, BP_KEY_UP, 0);
    type(&b, "r");
    assert_int_equal(changed_binds(&b), 1);
    expect_float(degrees(&b, LEFT), 30, 1e-4);
    type(&b, "t");
    expect_float(bind_degrees(&b, LEFT), 40, 1e-4); /* the arm's part went up by 5, so its bind went down */
    expect_float(degrees(&b, LEFT), 40, 1e-4);
    key(&b, 'z', BP_MOD_CTRL);
    expect_float(bind_degrees(&b, LEFT), 45, 1e-4);
    close_bench(&b);
}

/* A mesh in centimetres: every inverse bind is scaled by 0.01 first. The root, which has no joint above it, is
 * placed as its first child, so both keep that scale. */
static void keeps_units(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    bp_loaded_model *loaded = &b.controller.loaded;
    bp_mat4 scale = {{0.01f, 0, 0, 0, 0, 0.01f, 0, 0, 0, 0, 0.01f, 0, 0, 0, 0, 1}}, right;
    for (size_t i = 0; i < 3; i++) loaded->binds[i] = bp_mat4_mul(scale, loaded->binds[i]);
    loaded->binds_changed = true;
    type(&b, "r");
    bp_mat4 root = inverse_bind(&b, 0);
    expect_float(root.m[0], 0.01, 1e-6);
    type(&b, "/BODY");
    key(&b, BP_KEY_ESCAPE, 0);
    assert_int_equal(b.controller.viewer.core.selection.bone, 0);
    key(&b, BP_KEY_UP, 0);
    key(&b, 'z', BP_MOD_CTRL);
    key(&b, 'e', BP_MOD_CTRL); /* the left arm is bound as it is at rest, so the root comes out as it was */
    bp_mat4 got = inverse_bind(&b, 0);
    expect_floats(got.m, root.m, 16, 1e-7);
    assert_int_equal(changed_binds(&b), 1);
    select_bone(&b, RIGHT);
    key(&b, 'e', BP_MOD_CTRL);
    assert_true(bp_mat4_inverse(bp_node_world(bp_bone_node(bone(&b, RIGHT))), &right));
    right = bp_mat4_mul(scale, right);
    got = inverse_bind(&b, RIGHT);
    expect_floats(got.m, right.m, 16, 1e-6);
    close_bench(&b);
}

/* A node that is no joint stands between two joints, and is rotated: the upper one follows the lower one. */
static void passes_other_nodes(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    give(&b, (bp_event){.kind = BP_EVENT_DROP, .path = "tests/support/node_between_joints.gltf"});
    assert_string_equal(b.controller.viewer.failure, "");
    b.controller.viewer.play.playing = false;
    const bp_bone *upper = bp_model_find_bone(b.controller.loaded.model, "upper"),
                  *lower = bp_model_find_bone(b.controller.loaded.model, "lower");
    assert_true(upper && lower && bp_bone_parent(upper) != lower);
    bp_viewer_select(&b.controller.viewer.core, 0, bp_bone_id(upper));
    b.controller.viewer.play.seconds = 1;
    draw(&b);
    key(&b, 'p', BP_MOD_CTRL);
    bp_mat4 got = bp_bone_final(upper), wanted = bp_bone_final(lower);
    expect_floats(got.m, wanted.m, 16, 1e-5);
    close_bench(&b);
}

/* The mesh rotates about the joint in the direction of the key, and the bone stays. In the bind pose the bone
 * rotates, and the mesh stays. */
static void rotates_the_visible_part(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    type(&b, "r");
    select_bone(&b, LEFT);
    key(&b, 'b', BP_MOD_CTRL);
    bp_vec3 center = bp_mat4_position(bp_bone_chain(bone(&b, LEFT))), from = vertex(&b, FIRST_OF_LEFT);
    double before = bind_degrees(&b, LEFT);
    key(&b, BP_KEY_UP, 0);
    double x = (double)(from.x - center.x), y = (double)(from.y - center.y), angle = 3.14159265358979 / 36;
    const float wanted[] = {(float)((double)center.x + cos(angle) * x - sin(angle) * y),
                            (float)((double)center.y + sin(angle) * x + cos(angle) * y), from.z};
    bp_vec3 got = vertex(&b, FIRST_OF_LEFT);
    expect_floats(&got.x, wanted, 3, 1e-5);
    expect_float(degrees(&b, LEFT), 30, 1e-4);
    expect_float(bind_degrees(&b, LEFT), before - 5, 1e-4);
    type(&b, "t");
    from = vertex(&b, FIRST_OF_LEFT);
    key(&b, BP_KEY_UP, 0);
    expect_float(bind_degrees(&b, LEFT), before, 1e-4);
    expect_float(degrees(&b, LEFT), before, 1e-4);
    got = vertex(&b, FIRST_OF_LEFT);
    expect_floats(&got.x, &from.x, 3, 1e-5);
    close_bench(&b);
}

/* The middle of the arm's front face: its vertices are those with the largest z. */
static bp_vec3 front_of_left(const bench *b) {
    bp_vec3 sum = {0, 0, 0};
    float front = -INFINITY, count = 0;
    for (size_t i = FIRST_OF_LEFT; i < 2 * FIRST_OF_LEFT; i++) front = fmaxf(front, vertex(b, i).z);
    for (size_t i = FIRST_OF_LEFT; i < 2 * FIRST_OF_LEFT; i++)
        if (vertex(b, i).z > front - 1e-3f) sum = bp_vec3_add(sum, vertex(b, i)), count++;
    return bp_vec3_scale(sum, 1 / count);
}

/* With Ctrl the mouse takes a point of the mesh along, in any pose; one drag is one undo step, and Esc takes it
 * back. A drag without Ctrl rotates: the point stays at its distance from the joint. */
static void drags(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    type(&b, "r");
    key(&b, 'b', BP_MOD_CTRL);
    bp_vec2 at = on_screen(&b, front_of_left(&b));
    give(&b, (bp_event){.kind = BP_EVENT_MOVE, .x = at.x, .y = at.y});
    assert_int_equal(b.controller.viewer.core.hover.drag, BP_DRAG_FLESH); /* not the whole limb */
    bp_vec2 corner = on_screen(&b, vertex(&b, FIRST_OF_LEFT));
    bp_event press = {
        .kind = BP_EVENT_PRESS, .button = BP_BUTTON_LEFT, .mods = BP_MOD_CTRL, .x = at.x, .y = at.y};
    give(&b, press);
    for (int i = 1; i <= 4; i++)
        give(&b, (bp_event){.kind = BP_EVENT_MOVE, .x = at.x + 10 * (float)i, .y = at.y - 5 * (float)i});
    bp_vec2 moved = on_screen(&b, vertex(&b, FIRST_OF_LEFT));
    expect_float(moved.x, corner.x + 40, 4); /* perspective: the corner isn't as far away as the point */
    expect_float(moved.y, corner.y - 20, 3);
    assert_int_equal(changed_binds(&b), 1);
    expect_float(degrees(&b, LEFT), 30, 1e-4);
    key(&b, BP_KEY_ESCAPE, 0);
    assert_int_equal(changed_binds(&b), 0);
    press.mods = 0;
    give(&b, press);
    for (int i = 1; i <= 4; i++)
        give(&b, (bp_event){.kind = BP_EVENT_MOVE, .x = at.x, .y = at.y - 10 * (float)i});
    mouse(&b, BP_EVENT_RELEASE, at.x, at.y - 40);
    assert_int_equal(changed_binds(&b), 1);
    bp_vec3 center = bp_mat4_position(bp_bone_chain(bone(&b, LEFT))), now = vertex(&b, FIRST_OF_LEFT);
    key(&b, 'z', BP_MOD_CTRL);
    assert_int_equal(changed_binds(&b), 0);
    bp_vec3 old = vertex(&b, FIRST_OF_LEFT);
    assert_true(bp_vec3_length(bp_vec3_sub(now, old)) > 0.05f);
    expect_float(bp_vec3_length(bp_vec3_sub(now, center)), (double)bp_vec3_length(bp_vec3_sub(old, center)),
                 1e-4);
    close_bench(&b);
}

/* The numbers of bind: an angle, Tab, a position. Those of local can't be typed meanwhile. */
static void types_numbers(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    type(&b, "r");
    select_bone(&b, LEFT);
    bp_vec2 local = place_of(&b, BP_ACTION_NUMBER, BP_NUMBER_ANGLE);
    key(&b, 'b', BP_MOD_CTRL);
    bp_vec2 bind = place_of(&b, BP_ACTION_NUMBER, BP_NUMBER_ANGLE);
    assert_true(local.x != bind.x || local.y != bind.y);
    type(&b, "z75");
    key(&b, BP_KEY_TAB, 0);
    expect_float(bind_degrees(&b, LEFT), 75, 1e-3);
    type(&b, "1.25");
    key(&b, BP_KEY_ENTER, 0);
    expect_float(bp_bone_bind(bone(&b, LEFT)).m[12], 1.25, 1e-5);
    expect_float(bind_degrees(&b, LEFT), 75, 1e-3);
    expect_float(degrees(&b, LEFT), 30, 1e-4);
    /* The mesh in a clip: inverse(bind) * local, relative to the body, which is at the origin of its bind. */
    key(&b, BP_KEY_HOME, 0);
    bp_mat4 wanted, was = bp_bone_absolute_bind(bone(&b, LEFT));
    assert_true(bp_mat4_inverse(was, &wanted));
    wanted = bp_mat4_mul(wanted, bp_node_world(bp_bone_node(bone(&b, LEFT))));
    bp_mat4 got = bp_bone_final(bone(&b, LEFT));
    expect_floats(got.m, wanted.m, 16, 1e-5);
    key(&b, 'b', BP_MOD_CTRL); /* the pose again */
    key(&b, BP_KEY_UP, 0);
    expect_float(bind_degrees(&b, LEFT), 75, 1e-3);
    expect_float(degrees(&b, LEFT), 5, 1e-3); /* the clip begins at 0 */
    close_bench(&b);
}

/* ---- files -------------------------------------------------------------------------------------- */

static bp_file contents(const char *path) {
    bp_file file = {0};
    bp_error error = {0};
    if (!bp_file_read(NULL, path, 1 << 20, &file, &error)) fail_msg("%s: %s", path, error.message);
    return file;
}

/* The copy is beside the file and differs from it in one matrix; a second copy gets another name. */
static void saves(void **state) {
    (void)state;
    bench b;
    char path[320];
    bp_error error = {0};
    open_bench(&b);
    key(&b, 's', BP_MOD_CTRL | BP_MOD_SHIFT);
    assert_non_null(strstr(notice(&b), "no bind is changed"));
    select_bone(&b, RIGHT);
    type(&b, "r");
    key(&b, 'e', BP_MOD_CTRL);
    bp_mat4 bind = inverse_bind(&b, RIGHT);
    key(&b, 's', BP_MOD_CTRL | BP_MOD_SHIFT);
    assert_string_equal(notice(&b), "1 bind; written beside the file: arms-rebound-1.glb");
    bp_file old = contents(b.file),
            new = contents(test_path(path, sizeof path, b.folder, "arms-rebound-1.glb"));
    assert_int_equal(old.size, new.size);
    size_t first = 0, last = old.size;
    while (first < old.size && ((uint8_t *)old.data)[first] == ((uint8_t *)new.data)[first]) first++;
    while (last > first && ((uint8_t *)old.data)[last - 1] == ((uint8_t *)new.data)[last - 1]) last--;
    assert_true(last > first && last - first <= sizeof bind);
    bp_file_free(NULL, &old);
    bp_file_free(NULL, &new);
    bp_model *model = NULL;
    bp_mat4 binds[3];
    assert_true(bp_gltf_read(b.context, path, NULL, &model, NULL, &error));
    assert_true(bp_model_inverse_binds(model, 0, binds, 3, &error));
    assert_memory_equal(&binds[RIGHT], &bind, sizeof bind);
    bp_model_destroy(model);
    key(&b, 's', BP_MOD_CTRL | BP_MOD_SHIFT);
    assert_non_null(strstr(notice(&b), "arms-rebound-2.glb"));
    assert_int_equal(remove(b.file), 0);
    key(&b, 's', BP_MOD_CTRL | BP_MOD_SHIFT);
    assert_non_null(strstr(notice(&b), "can't open"));
    close_bench(&b);
}

/* Without a skin there are no binds. Another file starts with its own. */
static void other_files(void **state) {
    (void)state;
    static const char text[] =
        "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{}]}";
    bench b;
    bp_error error = {0};
    open_bench(&b);
    key(&b, 'b', BP_MOD_CTRL);
    key(&b, BP_KEY_UP, 0);
    assert_int_equal(changed_binds(&b), 1);
    key(&b, 'r', BP_MOD_CTRL);
    assert_int_equal(changed_binds(&b), 0);
    assert_false(b.controller.viewer.core.binds);
    assert_true(bp_file_write(b.broken, text, sizeof text - 1, &error));
    give(&b, (bp_event){.kind = BP_EVENT_DROP, .path = b.broken});
    static const int keys[] = {'b', 'p', 'e'};
    for (size_t i = 0; i < BP_COUNT(keys); i++) {
        key(&b, keys[i], BP_MOD_CTRL);
        assert_non_null(strstr(notice(&b), "no skin"));
        assert_false(b.controller.viewer.core.binds);
    }
    close_bench(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_rest),
        cmocka_unit_test(takes_a_pose),
        cmocka_unit_test(keeps_units),
        cmocka_unit_test(passes_other_nodes),
        cmocka_unit_test(rotates_the_visible_part),
        cmocka_unit_test(drags),
        cmocka_unit_test(types_numbers),
        cmocka_unit_test(saves),
        cmocka_unit_test(other_files),
    };
    return cmocka_run_group_tests_name("model binds", tests, NULL, NULL);
}
