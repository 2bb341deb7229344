/* Shared panels: tree, matrices, formulas, key hints, help. Each is compared with texts that the test
 * draws itself, and with the panel in another state. */
#include "support/panel.h"
#include "viewer/lesson/lesson_viewer.h"
#include "viewer/panels.h"

enum { WIDTH = 480, HEIGHT = 400, ROW = 22, DEEP = 30 };

/* "bone00" to "bone29", each the child of the one before. */
static bp_skeleton *make_chain(void) {
    bp_skeleton *skeleton = bp_skeleton_create(NULL, NULL, NULL);
    bp_bone *above = NULL;
    for (int i = 0; i < DEEP; i++) {
        char name[16];
        snprintf(name, sizeof name, "bone%02d", i);
        above = bp_skeleton_add(skeleton, &(bp_bone_options){.name = name, .parent = above}, NULL);
        assert_non_null(above);
    }
    return skeleton;
}

/* ---- tree --------------------------------------------------------------------------------------- */

static void test_tree_shows_the_selected_bone(void **state) {
    (void)state;
    panel_canvas canvas;
    bp_skeleton *skeleton = make_chain();
    panel_open(&canvas, WIDTH, HEIGHT);
    for (size_t i = 0; i < DEEP; i++) {
        bp_tree_panel tree = {.selected = bp_skeleton_bone_by_id(skeleton, i)};
        panel_begin(&canvas);
        assert_int_equal(bp_panel_tree(&canvas.ui, &tree, (bp_rect){10, 10, 300, 5 * ROW}), 5 * ROW);
        panel_end(&canvas);
        assert_int_equal(canvas.hits.count, 5);
        const bp_hit_area *row = panel_hit(&canvas, BP_ACTION_BONE, (int)i);
        if (!row || row->rect.y < 10 || row->rect.y + row->rect.height > 10 + 5 * ROW)
            fail_msg("bone %zu is not in sight", i);
        assert_int_equal(tree.scroll == 0, i >= 2 && i <= 27); /* at the ends it can't be in the middle */
    }
    /* Scrolling stops at the end, and the panel stores the limited scroll. */
    bp_tree_panel tree = {.selected = bp_skeleton_bone_by_id(skeleton, 0), .scroll = 1000};
    panel_begin(&canvas);
    bp_panel_tree(&canvas.ui, &tree, (bp_rect){10, 10, 300, 5 * ROW});
    panel_end(&canvas);
    assert_non_null(panel_hit(&canvas, BP_ACTION_BONE, DEEP - 1));
    assert_int_equal(tree.scroll,
                     DEEP - 5 + 2); /* from where bone 0 would stand in the middle of five rows */
    /* Even a panel lower than a row shows one. */
    tree = (bp_tree_panel){.selected = bp_skeleton_bone_by_id(skeleton, 7)};
    panel_begin(&canvas);
    assert_int_equal(bp_panel_tree(&canvas.ui, &tree, (bp_rect){10, 10, 300, 3}), ROW);
    panel_end(&canvas);
    assert_true(canvas.hits.count == 1 && canvas.hits.items[0].value == 7);
    panel_close(&canvas);
    bp_skeleton_destroy(skeleton);
}

static void test_tree_lists_matches(void **state) {
    (void)state;
    panel_canvas canvas;
    bp_skeleton *skeleton = make_chain();
    panel_open(&canvas, WIDTH, HEIGHT);
    bp_tree_panel tree = {.selected = bp_skeleton_bone_by_id(skeleton, 12), .search = "E1"};
    panel_begin(&canvas);
    /* bone10 to bone19 and the search field */
    assert_int_equal(bp_panel_tree(&canvas.ui, &tree, (bp_rect){10, 10, 300, 300}), 11 * ROW);
    panel_end(&canvas);
    assert_int_equal(canvas.hits.count, 10);
    for (int i = 10; i < 20; i++) assert_non_null(panel_hit(&canvas, BP_ACTION_BONE, i));
    tree.search = "nowhere";
    panel_begin(&canvas);
    assert_int_equal(bp_panel_tree(&canvas.ui, &tree, (bp_rect){10, 10, 300, 300}), 2 * ROW);
    uint64_t got = panel_end(&canvas);
    assert_int_equal(canvas.hits.count, 0);
    panel_begin(&canvas);
    bp_ui_box(&canvas.ui, (bp_rect){10, 11, 300, ROW - 2}, canvas.ui.theme->page, 4, canvas.ui.theme->here);
    bp_ui_text(&canvas.ui, 18, 25, "/nowhere_", (bp_style){.face = BP_FACE_MONO, .size = 12});
    bp_ui_text(&canvas.ui, 20, 10 + ROW + 15, "no bone has that in its name",
               (bp_style){.color = canvas.ui.theme->quiet});
    assert_true(panel_end(&canvas) == got);
    panel_close(&canvas);
    bp_skeleton_destroy(skeleton);
}

/* Behind the selected bone's name: its linked node and its location. */
static void test_tree_location(void **state) {
    (void)state;
    panel_canvas canvas;
    bp_skeleton *skeleton = make_chain();
    bp_bone *bone = bp_skeleton_bone_by_id(skeleton, 0);
    bp_node *node = bp_node_create(NULL, "other", NULL, NULL),
            *same = bp_node_create(NULL, "bone00", NULL, NULL);
    panel_open(&canvas, WIDTH, HEIGHT);
    static const struct {
        int node;
        const char *where, *expected;
        bool hidden;
    } all[] = {{0, NULL, "", false},
               {0, "stage 2", "stage 2", false},
               {1, NULL, "linked to other", false},
               {1, "stage 2", "linked to other, stage 2", false},
               {2, "", "linked to its node", false},
               {2, "stage 2", "stage 2", true}};
    for (size_t i = 0; i < BP_COUNT(all); i++) {
        bp_bone_link(bone, all[i].node == 0 ? NULL : all[i].node == 1 ? node : same);
        bp_tree_panel tree = {.selected = bone, .location = all[i].where, .hide_node = all[i].hidden};
        panel_begin(&canvas);
        bp_panel_tree(&canvas.ui, &tree, (bp_rect){0, 0, 400, ROW});
        uint64_t got = panel_end(&canvas);
        bp_bone_link(bone, NULL);
        tree.location = NULL;
        panel_begin(&canvas);
        bp_panel_tree(&canvas.ui, &tree, (bp_rect){0, 0, 400, ROW});
        int x = 10 + bp_ui_text_width(&canvas.ui, "bone00", (bp_style){.face = BP_FACE_SANS_BOLD}) + 10;
        bp_ui_text(&canvas.ui, x, 15, all[i].expected,
                   (bp_style){.size = 12, .color = canvas.ui.theme->quiet});
        if (panel_end(&canvas) != got) fail_msg("%zu: not \"%s\"", i, all[i].expected);
    }
    panel_close(&canvas);
    bp_skeleton_destroy(skeleton);
    bp_node_destroy(same);
    bp_node_destroy(node);
}

/* Its length is the visible share, with a minimum; it moves from top to bottom. */
static void test_scroll_indicator(void **state) {
    (void)state;
    panel_canvas canvas;
    panel_open(&canvas, 64, 220);
    bp_rect list = {10, 10, 40, 200};
    static const struct {
        int top, rows, count, from, to;
    } all[] = {{0, 10, 20, 10, 110}, {10, 10, 20, 110, 210}, {0, 5, 1000, 10, 20}, {995, 5, 1000, 200, 210}};
    for (size_t i = 0; i < BP_COUNT(all); i++) {
        panel_begin(&canvas);
        bp_scroll_indicator(&canvas.ui, list, all[i].top, all[i].rows, all[i].count);
        uint64_t got = panel_end(&canvas);
        panel_begin(&canvas);
        bp_ui_fill(&canvas.ui, (bp_rect){54, all[i].from, 3, all[i].to - all[i].from}, canvas.ui.theme->floor);
        if (panel_end(&canvas) != got) fail_msg("mark %zu", i);
    }
    panel_begin(&canvas);
    uint64_t nothing = panel_end(&canvas);
    panel_begin(&canvas);
    bp_scroll_indicator(&canvas.ui, list, 0, 10, 10); /* all rows are visible */
    assert_true(panel_end(&canvas) == nothing);
    panel_close(&canvas);
}

/* ---- matrices and formulas ------------------------------------------------------------------------ */

/* Counts pixels of a colour: changes are marked by colour and a line. */
static int count_color(const panel_canvas *canvas, bp_rgba8 color) {
    int count = 0;
    for (int y = 0; y < canvas->picture.height; y++)
        for (int x = 0; x < canvas->picture.width; x++)
            count += memcmp(canvas->picture.pixels + 4 * (y * canvas->picture.stride + x), &color, 3) == 0;
    return count;
}

static int marks(panel_canvas *canvas, const bp_bone *bone, const bp_matrices *before) {
    panel_begin(canvas);
    const bp_matrices_panel panel = {.bone = bone, .before = before};
    bp_panel_matrices(&canvas->ui, &panel, (bp_rect){5, 5, 470, 390});
    panel_end(canvas);
    return count_color(canvas, canvas->ui.theme->changed);
}

static void test_matrices_mark_changes(void **state) {
    (void)state;
    panel_canvas canvas;
    bp_skeleton *skeleton = make_chain();
    bp_bone *bone = bp_skeleton_bone_by_id(skeleton, 0);
    bp_skeleton_compute_absolutes(skeleton, false);
    panel_open(&canvas, WIDTH, HEIGHT);
    bp_matrices before = bp_matrices_of(bone);
    assert_true(before.valid && before.current);
    assert_int_equal(marks(&canvas, bone, &before), 0);
    /* A change below four decimals, a larger one, NaN once, NaN twice. */
    before.m[0].m[12] = 4e-5f;
    assert_int_equal(marks(&canvas, bone, &before), 0);
    before.m[0].m[12] = 2e-4f;
    assert_true(marks(&canvas, bone, &before) > 0);
    before.m[0].m[12] = NAN;
    int one = marks(&canvas, bone, &before);
    assert_true(one > 0);
    before.m[0].m[13] = NAN;
    assert_true(marks(&canvas, bone, &before) > one);
    before.valid = false; /* nothing to compare with */
    assert_int_equal(marks(&canvas, bone, &before), 0);
    bp_mat4 broken = bp_mat4_identity();
    broken.m[12] = NAN;
    bp_bone_set_local(bone, broken);
    bp_skeleton_prepare(skeleton);
    bp_skeleton_compute_absolutes(skeleton, false);
    before = bp_matrices_of(bone);
    assert_int_equal(marks(&canvas, bone, &before), 0); /* NaN before and after: no change */
    assert_false(bp_matrices_of(NULL).valid);
    panel_close(&canvas);
    bp_skeleton_destroy(skeleton);
}

/* Formulas in lines of 18 units; a long one takes two lines, and without space there is none. */
static void test_formulas(void **state) {
    (void)state;
    panel_canvas canvas;
    bp_skeleton *skeleton = make_chain();
    const bp_bone *root = bp_skeleton_bone_by_id(skeleton, 0), *child = bp_skeleton_bone_by_id(skeleton, 1);
    const bp_matrices nothing = {.valid = false};
    bp_matrices_panel panel = {.bone = child, .before = &nothing};
    panel_open(&canvas, WIDTH, HEIGHT);
    static const struct {
        int width, height, lines;
    } all[] = {{470, 100, 3}, {470, 54, 3},  {470, 53, 2}, {470, 17, 0},
               {150, 200, 6}, {150, 107, 4}, {150, 71, 2}, {150, 35, 0}};
    for (size_t i = 0; i < BP_COUNT(all); i++) {
        panel_begin(&canvas);
        int got = bp_panel_formula(&canvas.ui, &panel, (bp_rect){5, 5, all[i].width, all[i].height});
        panel_end(&canvas);
        if (got != 18 * all[i].lines) fail_msg("%zu: %d pixels, expected %d lines", i, got, all[i].lines);
    }
    static const char *const words[][3] = {
        {"final = absolute inverse bind · chain", "chain = local · chain of bone00",
         "absolute = local · absolute of bone00"},
        {"final = chain · absolute inverse bind", "chain = chain of bone00 · local",
         "absolute = absolute of bone00 · local"},
        {"final = absolute inverse bind · chain", "chain = local", "absolute = local"}};
    for (int i = 0; i < 3; i++) {
        panel.bone = i == 2 ? root : child, panel.columns = i == 1;
        panel_begin(&canvas);
        bp_panel_formula(&canvas.ui, &panel, (bp_rect){5, 5, 470, 100});
        uint64_t got = panel_end(&canvas);
        panel_begin(&canvas);
        for (int k = 0; k < 3; k++)
            bp_ui_text(&canvas.ui, 5, 5 + 13 + 18 * k, words[i][k],
                       (bp_style){.size = 12, .face = BP_FACE_MONO});
        if (panel_end(&canvas) != got) fail_msg("formulas %d are not those", i);
    }
    /* Only formulas of matrices that are shown; what changed is marked. */
    static const struct {
        unsigned shown;
        int lines;
    } some[] = {{BP_MATRIX_LOCAL, 0},
                {BP_MATRIX_LOCAL | BP_MATRIX_FINAL, 0},
                {BP_MATRIX_LOCAL | BP_MATRIX_ABSOLUTE, 1},
                {BP_MATRIX_FINAL | BP_MATRIX_ABSOLUTE_INVERSE_BIND, 2}};
    for (size_t i = 0; i < BP_COUNT(some); i++) {
        panel.shown = some[i].shown;
        assert_int_equal(bp_panel_formula_height(&canvas.ui, &panel, 470), 18 * some[i].lines);
    }
    bp_matrices before = bp_matrices_of(root);
    panel = (bp_matrices_panel){.bone = root, .before = &before};
    panel_begin(&canvas);
    bp_panel_formula(&canvas.ui, &panel, (bp_rect){5, 5, 470, 100});
    panel_end(&canvas);
    assert_int_equal(count_color(&canvas, canvas.ui.theme->changed), 0);
    before.m[0].m[12] = 1;
    panel_begin(&canvas);
    bp_panel_formula(&canvas.ui, &panel, (bp_rect){5, 5, 470, 100});
    panel_end(&canvas);
    assert_true(count_color(&canvas, canvas.ui.theme->changed) > 0);
    panel_close(&canvas);
    bp_skeleton_destroy(skeleton);
}

/* ---- keys --------------------------------------------------------------------------------------- */

/* The hints that fit, right-aligned, the help last. */
static void test_key_hints(void **state) {
    (void)state;
    static const bp_key_hint uses[] = {
        {BP_ACTION_NEXT, 0}, {BP_ACTION_BACK, 0}, {BP_ACTION_UNDO, 0}, {BP_ACTION_ENGINE, 0}};
    panel_canvas canvas;
    panel_open(&canvas, WIDTH, 60);
    int before = 0;
    for (int width = 0; width <= WIDTH; width += 20) {
        panel_begin(&canvas);
        bp_key_hints(&canvas.ui, &bp_lesson_keys, uses, BP_COUNT(uses), (bp_rect){0, 30, width, 0});
        panel_end(&canvas);
        int count = canvas.hits.count;
        assert_true(count >= 1 && count >= before); /* at least the help */
        before = count;
        assert_int_equal(canvas.hits.items[count - 1].action, BP_ACTION_HELP);
        for (int i = 0; i + 1 < count; i++) assert_int_equal(canvas.hits.items[i].action, uses[i].action);
        if (count > 1) assert_true(canvas.hits.items[0].rect.x >= 0);
        bp_rect last = canvas.hits.items[count - 1].rect;
        assert_in_range(last.x + last.width, width > 120 ? width - 12 : 0, width > 120 ? width : 120);
    }
    assert_int_equal(before, (int)BP_COUNT(uses) + 1);
    panel_close(&canvas);
}

/* An action's first binding is found; an action without a binding is not. */
static void test_bindings(void **state) {
    (void)state;
    const bp_binding *larger = bp_key_table_find_action(&bp_lesson_keys, BP_ACTION_TEXT_SIZE, 1);
    assert_true(larger && larger->character == '+'); /* and not the '=' below it */
    assert_null(bp_key_table_find_action(&bp_lesson_keys, BP_ACTION_TEXT_SIZE, 2));
    assert_null(
        bp_key_table_find_action(&bp_lesson_keys, BP_ACTION_DOCTOR, 0)); /* a binding of model files only */
    assert_null(bp_key_table_lookup(&bp_lesson_keys, &(bp_event){.kind = BP_EVENT_MOVE}));
    assert_null(bp_key_table_lookup(&bp_lesson_keys, &(bp_event){.kind = BP_EVENT_KEY}));
    assert_null(bp_key_table_lookup(&bp_lesson_keys, &(bp_event){.kind = BP_EVENT_TEXT, .text = "mm"}));
}

/* At any size a click anywhere closes the help; at usual sizes every key of the table is visible. */
static void test_help(void **state) {
    (void)state;
    static const int sizes[][2] = {{320, 240}, {1280, 800}, {700, 1500}, {3000, 300}, {1600, 420}, {90, 60}};
    for (size_t i = 0; i < BP_COUNT(sizes); i++) {
        panel_canvas canvas;
        panel_open(&canvas, sizes[i][0], sizes[i][1]);
        panel_begin(&canvas);
        uint64_t empty = panel_end(&canvas);
        panel_begin(&canvas);
        bp_panel_help(&canvas.ui, &bp_lesson_keys, sizes[i][0], sizes[i][1]);
        assert_true(panel_end(&canvas) != empty);
        const bp_hit_area *hit =
            bp_hit_areas_find(&canvas.hits, (float)sizes[i][0] - 1, (float)sizes[i][1] - 1);
        assert_true(hit && hit->action == BP_ACTION_HELP);
        panel_close(&canvas);
    }
}

/* In usual windows, and with large letters, every text of the help is inside of the window and whole. */
static void test_help_is_whole(void **state) {
    (void)state;
    static const struct {
        int width, height;
        float unit;
    } all[] = {{800, 600, 1}, {800, 600, 1.5f}, {960, 600, 1}, {1280, 800, 1.5f}, {1920, 1080, 1}};
    static bp_text_log texts;
    for (size_t i = 0; i < BP_COUNT(all); i++) {
        panel_canvas canvas;
        panel_open(&canvas, all[i].width, all[i].height);
        texts.count = 0;
        canvas.ui.texts = &texts;
        panel_begin(&canvas);
        canvas.ui.unit = all[i].unit;
        bp_panel_help(&canvas.ui, &bp_lesson_keys, all[i].width, all[i].height);
        (void)panel_end(&canvas);
        assert_true(texts.count > 60);
        for (int k = 0; k < texts.count; k++) {
            bp_rect rect = texts.items[k].rect;
            if (texts.items[k].cut || rect.x < 0 || rect.y < 0 || rect.x + rect.width > all[i].width ||
                rect.y + rect.height > all[i].height)
                fail_msg("%d x %d: \"%s\"", all[i].width, all[i].height, texts.items[k].text);
        }
        panel_close(&canvas);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tree_shows_the_selected_bone),
        cmocka_unit_test(test_tree_lists_matches),
        cmocka_unit_test(test_tree_location),
        cmocka_unit_test(test_scroll_indicator),
        cmocka_unit_test(test_matrices_mark_changes),
        cmocka_unit_test(test_formulas),
        cmocka_unit_test(test_key_hints),
        cmocka_unit_test(test_bindings),
        cmocka_unit_test(test_help),
        cmocka_unit_test(test_help_is_whole),
    };
    return cmocka_run_group_tests_name("panels", tests, NULL, NULL);
}
