/* Typed text, and the search for a bone by its name. */
#include "support/test.h"
#include "viewer/viewer.h"

static void test_typed_characters(void **state) {
    (void)state;
    char text[8] = "";
    bp_typed_erase(text);
    assert_string_equal(text, "");
    bp_typed_append(text, sizeof text, "a");
    bp_typed_append(text, sizeof text, "\xE2\x82\xAC"); /* three bytes */
    bp_typed_append(text, sizeof text, "\xC3\xA9");     /* two, which makes six */
    bp_typed_append(text, sizeof text, "\xC3\xA9");     /* two bytes and the end don't fit */
    assert_string_equal(text, "a\xE2\x82\xAC\xC3\xA9");
    bp_typed_append(text, sizeof text, "b");
    bp_typed_append(text, sizeof text, "c");
    assert_string_equal(text, "a\xE2\x82\xAC\xC3\xA9"
                              "b");
    bp_typed_erase(text);
    bp_typed_erase(text);
    assert_string_equal(text, "a\xE2\x82\xAC");
    bp_typed_erase(text);
    assert_string_equal(text, "a");
    char damaged[] = "\x80\x80";
    bp_typed_erase(damaged);
    assert_string_equal(damaged, "");
}

static const char *const NAMES[] = {"root", "armLeft", "armRight", "leg"};

static bp_skeleton *make_skeleton(void) {
    bp_skeleton *skeleton = bp_skeleton_create(NULL, NULL, NULL);
    for (size_t i = 0; i < BP_COUNT(NAMES); i++) {
        const bp_bone_options options = {.name = NAMES[i],
                                         .parent = i ? bp_skeleton_bone_by_id(skeleton, 0) : NULL};
        assert_non_null(bp_skeleton_add(skeleton, &options, NULL));
    }
    return skeleton;
}

/* An event, whether the search consumes it, and the bone it finds; -1: none. */
enum { NO_BONE = 99 };

static bool type_nothing(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event,
                         unsigned *requests) {
    (void)viewer, (void)scope, (void)event, (void)requests;
    return false;
}
static const bp_key_table NO_KEYS = {{NULL}};
static const bp_viewer_client NO_CLIENT = {.keys = &NO_KEYS, .type = type_nothing};

static void test_searches(void **state) {
    (void)state;
    static const struct {
        const char *sign;
        int key, here, found;
        bool taken;
    } all[] = {{"A", 0, 0, 1, true},
               {"r", 0, 1, 1, true},
               {NULL, BP_KEY_DOWN, 1, 2, true},
               {NULL, BP_KEY_TAB, 2, 1, true},  /* wraps */
               {NULL, BP_KEY_TAB, -1, 1, true}, /* no bone selected: from the first */
               {NULL, BP_KEY_LEFT, 1, -1, false},
               {NULL, BP_KEY_SPACE, 1, -1, true}, /* also comes as text */
               {"z", 0, 1, -1, true},
               {NULL, BP_KEY_DOWN, 1, -1, true}, /* no name has "Arz" */
               {NULL, BP_KEY_BACKSPACE, 1, -1, true},
               {"m", 0, 3, 1, true}};
    bp_skeleton *skeleton = make_skeleton();
    const bp_stage stage = {.skeleton = skeleton};
    const bp_viewer_scope scope = {.client = &NO_CLIENT, .stages = &stage, .stage_count = 1};
    bp_viewer viewer = {.search = {.open = true}};
    for (size_t i = 0; i < BP_COUNT(all); i++) {
        bp_event event = {.kind = all[i].sign ? BP_EVENT_TEXT : BP_EVENT_KEY, .key = all[i].key};
        if (all[i].sign) event.text[0] = all[i].sign[0];
        size_t from = all[i].here < 0 ? NO_BONE : (size_t)all[i].here;
        viewer.selection.bone = from;
        assert_int_equal(bp_viewer_event(&viewer, &scope, &event) == BP_REQUEST_REDRAW, all[i].taken);
        size_t expected = all[i].found < 0 ? from : (size_t)all[i].found;
        if (viewer.selection.bone != expected)
            fail_msg("%zu: bone %zu, expected %zu", i, viewer.selection.bone, expected);
    }
    assert_string_equal(viewer.search.name, "Arm");
    static const int ends[] = {BP_KEY_ENTER, BP_KEY_ESCAPE};
    for (size_t i = 0; i < BP_COUNT(ends); i++) {
        const bp_event event = {.kind = BP_EVENT_KEY, .key = ends[i]};
        viewer.search = (bp_bone_search){true, "Arm"};
        viewer.selection.bone = 1;
        assert_int_equal(bp_viewer_event(&viewer, &scope, &event), BP_REQUEST_REDRAW);
        assert_true(!viewer.search.open && viewer.search.name[0] == '\0' && viewer.selection.bone == 1);
    }
    bp_skeleton_destroy(skeleton);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_typed_characters),
                                       cmocka_unit_test(test_searches)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
