/* The panels around a model's scene: title, doctor, timeline, weights of a vertex. The test draws the
 * expected texts itself and compares. */
#include "scene/figure.h"
#include "support/model_fixture.h"
#include "support/panel.h"

/* A hash of the rows from `top` to `bottom`: the part of a panel to compare. */
static uint64_t rows_hash(const panel_canvas *canvas, int top, int bottom) {
    bp_framebuffer part = canvas->picture;
    part.pixels += (size_t)4 * (size_t)part.stride * (size_t)top;
    part.height = bottom - top;
    return picture_hash(&part);
}

static bp_model_view view_of(const bench *b) {
    return (bp_model_view){.viewer = &b->controller.viewer,
                           .loaded = &b->controller.loaded,
                           .before = &b->controller.before,
                           .bounds = b->controller.bounds,
                           .posed = b->controller.posed};
}

static void finish(panel_canvas *canvas) { (void)panel_end(canvas); }

/* ---- title and tabs ------------------------------------------------------------------------------- */

static uint64_t title(panel_canvas *canvas, const bench *b, int width) {
    const bp_model_view view = view_of(b);
    panel_begin(canvas);
    bp_panel_model_title(&canvas->ui, &view, (bp_rect){0, 0, width, 40});
    return panel_end(canvas);
}

/* The expected bar: the words at its right end from the last to the first, the name, the file's contents. */
static uint64_t wanted_title(panel_canvas *canvas, const char *name, const char *words) {
    bp_ui *ui = &canvas->ui;
    int width = canvas->picture.width;
    bp_style quiet = {.size = 13, .color = ui->theme->quiet};
    panel_begin(canvas);
    bp_ui_fill(ui, (bp_rect){0, 0, width, 40}, ui->theme->bar);
    bp_ui_fill(ui, (bp_rect){0, 39, width, 1}, ui->theme->rule);
    int right = width - 16 - bp_ui_text_width(ui, "H help", quiet);
    bp_ui_text(ui, right, 26, "H help", quiet);
    right -= 20 + bp_ui_text_width(ui, "rows", quiet);
    bp_ui_text(ui, right, 26, "rows", quiet);
    int x = 16 + bp_ui_text(ui, 16, 26, name, (bp_style){.size = 15, .face = BP_FACE_SANS_BOLD}) + 16;
    bp_ui_text(ui, x, 26, words, (bp_style){.color = ui->theme->quiet});
    return panel_end(canvas);
}

static void test_title(void **state) {
    (void)state;
    bench b;
    panel_canvas canvas;
    open_bench(&b);
    panel_open(&canvas, 900, 60);
    bp_loaded_model *subject = &b.controller.loaded;
    static const struct {
        size_t vertices, triangles, joints;
        const char *words;
    } all[] = {{72, 36, 3, "72 vertices, 36 triangles, 3 joints, 2 animations"},
               {1000, 999, 1, "1 000 vertices, 999 triangles, 1 joint, 2 animations"},
               {1234567, 10000, 0, "1 234 567 vertices, 10 000 triangles, 0 joints, 2 animations"}};
    assert_true(subject->vertices == 72 && subject->triangles == 36 && subject->joints == 3);
    for (size_t i = 0; i < BP_COUNT(all); i++) {
        subject->vertices = all[i].vertices, subject->triangles = all[i].triangles,
        subject->joints = all[i].joints;
        if (title(&canvas, &b, 900) != wanted_title(&canvas, "arms.glb", all[i].words))
            fail_msg("not \"%s\"", all[i].words);
    }
    subject->model->clip_count = 1;
    assert_true(
        title(&canvas, &b, 900) ==
        wanted_title(&canvas, "arms.glb", "1 234 567 vertices, 10 000 triangles, 0 joints, 1 animation"));
    subject->model->clip_count = 2;
    /* Narrow: the name alone, and the switches can still be clicked. */
    title(&canvas, &b, 200);
    assert_true(panel_hit(&canvas, BP_ACTION_HELP, 0) && panel_hit(&canvas, BP_ACTION_COLUMNS, 0));
    panel_close(&canvas);
    close_bench(&b);
}

/* The notice shows the reader's notes: here about two unknown extensions, a quaternion of length 2, and no
 * mesh. */
static void test_notes(void **state) {
    (void)state;
    bench b;
    bp_error error = {0};
    static const char text[] =
        "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"KHR_nothing\",\"KHR_more\"],"
        "\"nodes\":[{\"camera\":7,\"rotation\":[0,0,0,2]}],\"scenes\":[{\"nodes\":[0]}]}";
    open_bench(&b);
    assert_true(bp_file_write(b.broken, text, sizeof text - 1, &error));
    give(&b, (bp_event){.kind = BP_EVENT_DROP, .path = b.broken});
    assert_string_equal(b.controller.viewer.failure, "");
    assert_string_equal(
        b.controller.viewer.core.notice,
        "note: extensionsUsed[0]: KHR_nothing is unknown and left out; the picture may lack something "
        "(and 3 more)");
    close_bench(&b);
}

/* A report with these numbers of errors, warnings and notes. */
static void set_report(bench *b, size_t errors, size_t warnings, size_t notes) {
    bp_loaded_model *subject = &b->controller.loaded;
    const bp_allocator *allocator = bp_context_allocator(b->context);
    size_t count = errors + warnings + notes;
    bp_doctor_report_clear(&subject->report);
    bp_free(allocator, subject->worst_first);
    subject->report = (bp_doctor_report){
        .allocator = *allocator, .errors = errors, .warnings = warnings, .notes = notes, .count = count};
    subject->report.findings = bp_alloc(allocator, count + 1, sizeof *subject->report.findings, NULL);
    subject->worst_first = bp_alloc(allocator, count + 1, sizeof *subject->worst_first, NULL);
    subject->examined = true;
    for (size_t i = 0; i < count; i++) {
        bp_doctor_finding *finding = &subject->report.findings[i];
        finding->effect = finding->cause = finding->remedy = "made up";
        finding->severity = i < errors              ? BP_DOCTOR_ERROR
                            : i < errors + warnings ? BP_DOCTOR_WARNING
                                                    : BP_DOCTOR_NOTE;
        subject->worst_first[i] = i;
    }
}

static void test_what_the_doctor_says(void **state) {
    (void)state;
    static const struct {
        size_t errors, warnings, notes;
        const char *tab, *summary;
    } all[] = {{1, 0, 0, "Doctor: 1 error", "1 error, 0 warnings, 0 notes"},
               {2, 1, 1, "Doctor: 2 errors", "2 errors, 1 warning, 1 note"},
               {0, 1, 3, "Doctor: 1 warning", "0 errors, 1 warning, 3 notes"},
               {0, 2, 0, "Doctor: 2 warnings", "0 errors, 2 warnings, 0 notes"},
               {0, 0, 1, "Doctor: sound", "0 errors, 0 warnings, 1 note"},
               {0, 0, 0, "Doctor: sound", "Nothing is wrong with this file's skins."}};
    bench b;
    panel_canvas canvas;
    open_bench(&b);
    panel_open(&canvas, 480, 400);
    bp_ui *ui = &canvas.ui;
    bp_drawn_frame drawn = {.findings_rows = 0};
    for (size_t i = 0; i <= BP_COUNT(all); i++) {
        const char *tab = "Doctor: no report", *summary = "No report: there is no memory for it";
        bp_model_view view = view_of(&b);
        if (i < BP_COUNT(all)) {
            set_report(&b, all[i].errors, all[i].warnings, all[i].notes);
            tab = all[i].tab, summary = all[i].summary;
        } else {
            snprintf(b.controller.loaded.failure, sizeof b.controller.loaded.failure,
                     "there is no memory for it");
        }
        panel_begin(&canvas);
        bp_panel_findings(ui, &view, (bp_rect){5, 5, 470, 390}, &drawn);
        finish(&canvas);
        uint64_t got = rows_hash(&canvas, 0, 26);
        panel_begin(&canvas);
        bp_ui_text(ui, 5, 19, summary, (bp_style){.size = 13});
        finish(&canvas);
        if (rows_hash(&canvas, 0, 26) != got) fail_msg("not \"%s\"", summary);
        /* The tab, beside the one that is open. */
        panel_begin(&canvas);
        bp_panel_model_side(ui, &view, (bp_rect){0, 0, 480, 400}, &drawn);
        finish(&canvas);
        got = rows_hash(&canvas, 12, 32);
        panel_begin(&canvas);
        bp_ui_fill(ui, (bp_rect){0, 0, 480, 400}, ui->theme->bar);
        bp_ui_fill(ui, (bp_rect){0, 0, 1, 400}, ui->theme->rule);
        bp_style style = {.size = 13, .align = BP_ALIGN_CENTER, .face = BP_FACE_SANS_BOLD};
        bp_ui_text(ui, 14 + 113, 8 + 19, "Bones", style);
        style.face = BP_FACE_SANS, style.color = ui->theme->quiet;
        bp_ui_text(ui, 14 + 226 + 113, 8 + 19, tab, style);
        finish(&canvas);
        if (rows_hash(&canvas, 12, 32) != got) fail_msg("not \"%s\"", tab);
    }
    /* A low panel still shows two rows. */
    b.controller.loaded.failure[0] = '\0';
    set_report(&b, 4, 0, 0);
    bp_model_view view = view_of(&b);
    panel_begin(&canvas);
    bp_panel_findings(ui, &view, (bp_rect){5, 5, 470, 20}, &drawn);
    finish(&canvas);
    assert_int_equal(drawn.findings_rows, 2);
    panel_close(&canvas);
    close_bench(&b);
}

/* ---- a vertex ------------------------------------------------------------------------------------ */

typedef struct wanted_influence {
    const char *name;
    int joint;
    float weight;
} wanted_influence;

/* The expected card: a head, and a line for each bone, the largest weight first. */
static void put_card(panel_canvas *canvas, bp_rect scene, const char *head, const wanted_influence *all,
                     int count) {
    bp_ui *ui = &canvas->ui;
    int high = 20 + 19 * (count > 0 ? count + 1 : 2);
    bp_rect card = {scene.x + 10, scene.y + scene.height - high - 10, 300, high};
    bp_rgba8 ground = ui->theme->bar;
    ground.a = 235;
    bp_ui_box(ui, card, ground, 6, ui->theme->rule);
    int x = card.x + 10, y = card.y + 10, right = x + 280;
    bp_ui_text(ui, x, y + 11, head, (bp_style){.size = 12, .face = BP_FACE_SANS_BOLD});
    if (count == 0)
        bp_ui_text(ui, x, y + 19 + 13, all[0].name, (bp_style){.size = 12, .color = ui->theme->quiet});
    for (int i = 0; i < count; i++) {
        int base = y + 19 * (i + 1) + 13;
        char weight[32];
        snprintf(weight, sizeof weight, "%.4f", (double)all[i].weight);
        bp_ui_box(ui, (bp_rect){x, base - 10, 10, 10}, bp_scene_color((size_t)all[i].joint), 2,
                  ui->theme->floor);
        bp_ui_text(ui, x + 18, base, all[i].name, (bp_style){.size = 12});
        bp_ui_text(ui, right - 78, base, weight,
                   (bp_style){.size = 11, .face = BP_FACE_MONO, .align = BP_ALIGN_RIGHT});
        bp_ui_fill(ui, (bp_rect){right - 70, base - 7, 70, 5}, ui->theme->floor);
        bp_ui_fill(ui, (bp_rect){right - 70, base - 7, (int)(70 * all[i].weight + 0.5f), 5}, ui->theme->ink);
    }
}

static void test_weights_of_a_vertex(void **state) {
    (void)state;
    bench b;
    panel_canvas canvas;
    open_bench(&b);
    panel_open(&canvas, 600, 300);
    bp_ui *ui = &canvas.ui;
    bp_model_view view = view_of(&b);
    /* The camera looks away, so there is no ring around the vertex. */
    const bp_placed_stage scene = {.rect = {0, 0, 600, 300},
                                  .camera = {.eye = {0, 0, 50}, .target = {0, 0, 100}, .fov_y = 1}};
    bp_mesh *mesh = b.controller.loaded.model->meshes[0];
    int old_influences = mesh->influences;
    uint16_t joints[3 * 72] = {0}, *old_joints = mesh->joints;
    float weights[3 * 72] = {0}, *old_weights = mesh->weights;
    mesh->joints = joints, mesh->weights = weights, mesh->influences = 3;
    static const struct {
        uint16_t joints[3];
        float weights[3];
        const char *head;
        wanted_influence expected[3];
        int count;
    } all[] = {
        {{0, 1, 2},
         {0.25f, 0.5f, 0.25f},
         "vertex 5%s, sum 1.0000",
         {{"boneArmLeft", 1, 0.5f}, {"boneBody", 0, 0.25f}, {"boneArmRight", 2, 0.25f}},
         3},
        {{0, 9, 2},
         {0.5f, 0.125f, 0},
         "vertex 5%s, sum 0.6250",
         {{"boneBody", 0, 0.5f}, {"joint 9", 9, 0.125f}},
         2},
        {{0, 1, 2}, {0, 0, 0}, "vertex 5%s", {{"no bone moves it", 0, 0}}, 0},
    };
    for (size_t i = 0; i < BP_COUNT(all); i++) {
        char head[128], name[60];
        memcpy(joints + 3 * 5, all[i].joints, sizeof all[i].joints);
        memcpy(weights + 3 * 5, all[i].weights, sizeof all[i].weights);
        snprintf(name, sizeof name, mesh->name[0] ? " of %.40s" : "%s", mesh->name);
        snprintf(head, sizeof head, all[i].head, name);
        panel_begin(&canvas);
        bp_panel_vertex(ui, &view, &scene, (bp_vertex_ref){true, 0, 5});
        uint64_t got = panel_end(&canvas);
        panel_begin(&canvas);
        put_card(&canvas, scene.rect, head, all[i].expected, all[i].count);
        if (panel_end(&canvas) != got) fail_msg("card %zu is not that of \"%s\"", i, head);
    }
    /* A bone without a name shows its index. A mesh without a skin has no bones. */
    static const wanted_influence unnamed[] = {{"joint 2", 2, 1}}, unskinned[] = {{"not skinned", 0, 0}};
    bp_skeleton *bare = bp_skeleton_create(NULL, NULL, NULL);
    for (int i = 0; i < 3; i++) assert_non_null(bp_skeleton_add(bare, &(bp_bone_options){.name = ""}, NULL));
    bp_figure_part *part =
        (bp_figure_part *)bp_figure_part_at(bp_model_figure_get_figure(b.controller.loaded.figure), 0);
    bp_skeleton *own = part->skeleton;
    const float whole[] = {0, 0, 1};
    const uint16_t last[] = {0, 0, 2};
    memcpy(joints + 3 * 5, last, sizeof last);
    memcpy(weights + 3 * 5, whole, sizeof whole);
    for (int i = 0; i < 2; i++) {
        char head[128];
        part->skeleton = i == 0 ? bare : NULL;
        snprintf(head, sizeof head, "vertex 5%s%.40s%s", mesh->name[0] ? " of " : "", mesh->name,
                 i == 0 ? ", sum 1.0000" : "");
        panel_begin(&canvas);
        bp_panel_vertex(ui, &view, &scene, (bp_vertex_ref){true, 0, 5});
        uint64_t got = panel_end(&canvas);
        panel_begin(&canvas);
        put_card(&canvas, scene.rect, head, i == 0 ? unnamed : unskinned, i == 0 ? 1 : 0);
        if (panel_end(&canvas) != got) fail_msg("card of \"%s\"", i == 0 ? "joint 2" : "not skinned");
    }
    part->skeleton = own;
    bp_skeleton_destroy(bare);
    /* A visible vertex has a ring. Without a vertex there is no card. */
    panel_begin(&canvas);
    bp_panel_vertex(ui, &view, &scene, (bp_vertex_ref){.valid = false});
    uint64_t nothing = panel_end(&canvas);
    const bp_placed_stage seen = {.rect = {0, 0, 600, 300},
                                 .camera = {.eye = {0, 0, 20}, .fov_y = 1, .near_z = 1, .far_z = 100}};
    panel_begin(&canvas);
    bp_panel_vertex(ui, &view, &seen, (bp_vertex_ref){true, 0, 5});
    uint64_t ring = panel_end(&canvas);
    assert_true(ring != nothing);
    panel_begin(&canvas);
    bp_panel_vertex(ui, &view, &scene, (bp_vertex_ref){true, 0, 5});
    assert_true(panel_end(&canvas) != ring);
    mesh->joints = old_joints, mesh->weights = old_weights, mesh->influences = old_influences;
    panel_close(&canvas);
    close_bench(&b);
}

/* ---- timeline ------------------------------------------------------------------------------------ */

/* The playing clip's card is always visible, with as many others as fit. */
static void test_clips_and_the_track(void **state) {
    (void)state;
    bench b;
    panel_canvas canvas;
    open_bench(&b);
    panel_open(&canvas, 900, 80);
    bp_rect track;
    for (int clip = 0; clip < 2; clip++) {
        b.controller.viewer.play.clip = clip;
        for (int width = 60; width <= 900; width += 60) {
            const bp_model_view view = view_of(&b);
            panel_begin(&canvas);
            bp_panel_timeline(&canvas.ui, &view, (bp_rect){0, 0, width, 74}, &track);
            finish(&canvas);
            assert_int_equal(track.width, width - 14); /* a knob's radius at each end */
            int cards = canvas.hits.count, room = width - (width > 460 ? 340 : 180);
            assert_int_equal(cards > 0, room >= 50);
            if (cards > 0) assert_non_null(panel_hit(&canvas, BP_ACTION_CLIP, clip));
            for (int i = 0; i < cards; i++)
                assert_true(canvas.hits.items[i].rect.x + canvas.hits.items[i].rect.width <= room);
            if (width == 900) assert_int_equal(cards, 2);
        }
    }
    b.controller.viewer.play.clip = -1;
    const bp_model_view view = view_of(&b);
    panel_begin(&canvas);
    bp_panel_timeline(&canvas.ui, &view, (bp_rect){0, 0, 900, 74}, &track);
    finish(&canvas);
    assert_true(track.width == 0 && canvas.hits.count == 0);
    panel_close(&canvas);
    close_bench(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_title),
        cmocka_unit_test(test_notes),
        cmocka_unit_test(test_what_the_doctor_says),
        cmocka_unit_test(test_weights_of_a_vertex),
        cmocka_unit_test(test_clips_and_the_track),
    };
    return cmocka_run_group_tests_name("model panels", tests, NULL, NULL);
}
