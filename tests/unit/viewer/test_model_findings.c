/* The doctor's page in the model viewer. */
#include "support/model_fixture.h"

static void shows_findings(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    bp_model_viewer *v = &b.controller.viewer;
    type(&b, "e"); /* before the doctor has run: an empty page */
    assert_true(v->doctor.open && v->doctor.selected == -1);
    bp_loaded_model_examine(&b.controller.loaded);
    draw(&b);
    type(&b, "d");
    assert_false(v->doctor.open);
    int count = (int)b.controller.loaded.report.count, row = 0;
    while (row < count &&
           bp_loaded_model_finding(&b.controller.loaded, row)->id != BP_DOCTOR_REST_NOT_BIND)
        row++;
    assert_true(row < count); /* the right arm */
    for (int i = 0; i <= row; i++) type(&b, "e");
    assert_true(v->doctor.open && v->doctor.selected == row);
    assert_int_equal(v->core.selection.bone, RIGHT);
    type(&b, "q");
    assert_int_equal(v->doctor.selected, (row - 1 + count) % count);
    v->core.selection.bone = 0;
    bp_vec2 at = place_of(&b, BP_ACTION_FINDING, row);
    click(&b, at.x, at.y);
    assert_true(v->doctor.selected == row && v->core.selection.bone == RIGHT);
    at = place_of(&b, BP_ACTION_DOCTOR, 0); /* the other page's tab */
    click(&b, at.x, at.y);
    assert_false(v->doctor.open);
    for (int i = 1; i < count; i++) /* the worst first */
        assert_true(bp_loaded_model_finding(&b.controller.loaded, i - 1)->severity >=
                    bp_loaded_model_finding(&b.controller.loaded, i)->severity);
    close_bench(&b);
}

static bool shows_panel(const bench *b) { return b->controller.base.drawn.tree.width > 0; }

/* From the findings I and the tab lead to the bones, whether the panel was open before or not; D goes back to
 * how it was. */
static void leads_to_the_bones(void **state) {
    (void)state;
    static const int widths[] = {1400, 480};
    for (size_t i = 0; i < BP_COUNT(widths); i++) {
        bench b;
        open_bench(&b);
        bp_loaded_model_examine(&b.controller.loaded);
        give(&b, (bp_event){.kind = BP_EVENT_RESIZE, .width = widths[i], .height = 800, .scale = 1});
        bool open = shows_panel(&b);
        assert_int_equal(open, i == 0);
        type(&b, "dd");
        assert_int_equal(shows_panel(&b), open);
        type(&b, "di");
        assert_true(shows_panel(&b));
        type(&b, "i");
        assert_false(shows_panel(&b));
        if (open) type(&b, "i");
        type(&b, "d");
        bp_vec2 tab = place_of(&b, open ? BP_ACTION_DOCTOR : BP_ACTION_PANEL, 0);
        click(&b, tab.x, tab.y);
        assert_true(shows_panel(&b));
        close_bench(&b);
    }
}

/* Sixty findings, more than fit: the wheel scrolls them, and the selected one stays visible. */
static void scrolls_findings(void **state) {
    (void)state;
    enum { MANY = 60 };
    bench b;
    open_bench(&b);
    bp_loaded_model *subject = &b.controller.loaded;
    const bp_allocator *allocator = bp_context_allocator(b.context);
    subject->report.allocator = *allocator;
    subject->report.findings = bp_alloc(allocator, MANY, sizeof *subject->report.findings, NULL);
    subject->worst_first = bp_alloc(allocator, MANY, sizeof *subject->worst_first, NULL);
    subject->report.count = MANY;
    subject->examined = true;
    for (size_t i = 0; i < MANY; i++) {
        bp_doctor_finding *finding = &subject->report.findings[i];
        finding->effect = finding->cause = finding->remedy = "made up";
        subject->worst_first[i] = i;
    }
    type(&b, "d");
    bp_rect list = b.controller.base.drawn.findings;
    int rows = b.controller.base.drawn.findings_rows;
    assert_true(rows > 2 && rows < MANY);
    bp_event wheel = {.kind = BP_EVENT_WHEEL, .x = (float)list.x + 5, .y = (float)list.y + 5, .wheel = -1};
    give(&b, wheel);
    assert_int_equal(b.controller.viewer.doctor.top, 3);
    for (int i = 0; i < MANY; i++) give(&b, wheel);
    assert_int_equal(b.controller.viewer.doctor.top, MANY - rows);
    place_of(&b, BP_ACTION_FINDING, MANY - 1); /* the last one is there */
    wheel.wheel = 1;
    for (int i = 0; i < MANY; i++) give(&b, wheel);
    assert_int_equal(b.controller.viewer.doctor.top, 0);
    type(&b, "q"); /* backwards from none: the last */
    assert_int_equal(b.controller.viewer.doctor.selected, MANY - 1);
    assert_int_equal(b.controller.viewer.doctor.top, MANY - rows);
    type(&b, "e");
    assert_true(b.controller.viewer.doctor.selected == 0 && b.controller.viewer.doctor.top == 0);
    close_bench(&b);
}

/* The joints and nodes of findings, and the bones they name. */
static void finds_joints(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    static const struct {
        int skin, joint, node;
        int bone; /* -1: none */
    } all[] = {{0, 2, -1, RIGHT}, {0, 3, -1, -1},   {9, 0, -1, -1},  {-1, -1, 1, LEFT},
               {-1, -1, 99, -1},  {0, -1, 1, LEFT}, {-1, -1, -1, -1}};
    for (size_t i = 0; i < BP_COUNT(all); i++) {
        bp_doctor_finding finding = {
            .skin = all[i].skin, .joint = all[i].joint, .node = all[i].node, .mesh = -1};
        int skeleton = 7;
        const bp_bone *got = bp_loaded_model_finding_bone(&b.controller.loaded, &finding, &skeleton);
        if ((got ? (int)bp_bone_id(got) : -1) != all[i].bone) fail_msg("row %zu: another bone", i);
        if (got) assert_int_equal(skeleton, 0);
    }
    close_bench(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shows_findings),
        cmocka_unit_test(leads_to_the_bones),
        cmocka_unit_test(scrolls_findings),
        cmocka_unit_test(finds_joints),
    };
    return cmocka_run_group_tests_name("model findings", tests, NULL, NULL);
}
