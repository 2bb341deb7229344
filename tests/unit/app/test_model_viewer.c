/* The viewer of files without a window: every key, every action of the mouse, dropped files, and storms of random
 * events. The file is the page's character, written by the test, with a clip that turns its left arm from 0 to 90
 * degrees about Z within two seconds, and one that lifts the body; its right arm rests elsewhere than it was bound. */
#include "app/model_desk.h"
#include "support/allocator.h"
#include "support/folder.h"
#include "support/random.h"
#include "support/test.h"
#include <math.h>

enum { WIDTH = 1000, HEIGHT = 600, LEFT = 1, RIGHT = 2 };

typedef struct bench {
    char folder[256], file[300], other[300], broken[300];
    bp_context *context;
    bp_model_desk desk;
} bench;

static bp_clip *arm_clip(const bp_allocator *allocator) {
    static const double times[] = {0, 2};
    const float values[] = {0, 0, 0, 1, 0, 0, sqrtf(0.5f), sqrtf(0.5f)};
    bp_clip *clip = bp_clip_create(allocator, &(bp_clip_options){.name = "arm"}, NULL);
    bp_track track = {.target = LEFT,
                      .kind = BP_TRACK_ROTATION,
                      .interpolation = BP_INTERPOLATION_LINEAR,
                      .key_count = 2,
                      .times = times,
                      .values = values};
    assert_true(bp_clip_add(clip, &track, NULL));
    return clip;
}

static bp_clip *lift_clip(const bp_allocator *allocator) {
    static const double times[] = {0, 1};
    static const float values[] = {0, 0, 0, 0, 1, 0};
    bp_clip *clip = bp_clip_create(allocator, &(bp_clip_options){.name = "lift"}, NULL);
    bp_track track = {.kind = BP_TRACK_POSITION,
                      .interpolation = BP_INTERPOLATION_LINEAR,
                      .key_count = 2,
                      .times = times,
                      .values = values};
    assert_true(bp_clip_add(clip, &track, NULL));
    return clip;
}

static void write_files(bench *b) {
    bp_error error = {0};
    bp_model *model = bp_character_model(b->context, BP_BIND_NATURAL, &error);
    assert_non_null(model);
    if (!bp_gltf_write(b->context, model, b->other, NULL, &error)) fail_msg("%s", error.message);
    bp_free(&model->allocator, model->clips); /* the empty list */
    model->clips = bp_alloc(&model->allocator, 2, sizeof(bp_clip *), &error);
    model->clips[0] = arm_clip(&model->allocator);
    model->clips[1] = lift_clip(&model->allocator);
    model->clip_count = 2;
    bp_node_set_rotation(model->nodes[RIGHT], bp_quat_from_axis_angle((bp_vec3){0, 0, 1}, bp_radians(10)));
    if (!bp_gltf_write(b->context, model, b->file, NULL, &error)) fail_msg("%s", error.message);
    bp_model_destroy(model);
    FILE *broken = fopen(b->broken, "wb");
    assert_non_null(broken);
    fputs("{\"asset\": {\"version\": \"2.0\"}, \"nodes\": [{\"children\": [7]}]}", broken);
    fclose(broken);
}

static void draw(bench *b) {
    bp_error error = {0};
    if (!bp_model_desk_draw(&b->desk, &error)) fail_msg("%s", error.message);
}

static void open_bench(bench *b) {
    bp_error error = {0};
    test_folder_make(b->folder, sizeof b->folder);
    test_path(b->file, sizeof b->file, b->folder, "arms.glb");
    test_path(b->other, sizeof b->other, b->folder, "other one.gltf");
    test_path(b->broken, sizeof b->broken, b->folder, "broken.gltf");
    b->context = bp_context_create(&(bp_context_options){.threads = 1}, &error);
    write_files(b);
    if (!bp_model_desk_open(&b->desk, b->context, b->file, WIDTH, HEIGHT, &error))
        fail_msg("%s", error.message);
    draw(b);
}

static void close_bench(bench *b) {
    bp_model_desk_close(&b->desk);
    bp_context_destroy(b->context);
    test_folder_remove(b->folder);
}

static unsigned give(bench *b, bp_event event) {
    bp_error error = {0};
    unsigned requests = 0;
    if (!bp_model_desk_event(&b->desk, &event, &requests, &error)) fail_msg("%s", error.message);
    draw(b);
    return requests;
}
static unsigned key(bench *b, int code, unsigned mods) {
    return give(b, (bp_event){.kind = BP_EVENT_KEY, .key = code, .mods = mods});
}
static void type(bench *b, const char *text) {
    for (; *text; text++) give(b, (bp_event){.kind = BP_EVENT_TEXT, .text = {*text}});
}
static void mouse(bench *b, bp_event_kind kind, float x, float y) {
    give(b, (bp_event){.kind = kind, .button = BP_BUTTON_LEFT, .x = x, .y = y});
}
static void click(bench *b, float x, float y) {
    mouse(b, BP_EVENT_PRESS, x, y);
    mouse(b, BP_EVENT_RELEASE, x, y);
}
static bp_bone *bone(const bench *b, size_t number) {
    return bp_skeleton_numbered(b->desk.subject.model->skeletons[0], number);
}
/* How far a bone's local matrix turns about Z, in degrees. */
static double degrees(const bench *b, size_t number) {
    bp_mat4 m = bp_bone_local(bone(b, number));
    return (double)bp_degrees(bp_atan2(m.m[1], m.m[0]));
}
static bp_vec2 on_screen(const bench *b, bp_vec3 at) {
    const bp_drawn_scene *scene = &b->desk.drawn.stage.scenes[0];
    bp_vec2 pixel;
    assert_true(bp_camera_project(&scene->camera, scene->rect, at, &pixel, NULL));
    return pixel;
}
static bp_vec2 joint(const bench *b, size_t number) {
    return on_screen(b, bp_mat4_position(bp_bone_chain(bone(b, number))));
}
/* The middle of the first place that was drawn for an action. */
static bp_vec2 place_of(const bench *b, bp_action action, int value) {
    const bp_hits *hits = &b->desk.drawn.stage.hits;
    for (int i = 0; i < hits->count; i++) {
        const bp_rect *r = &hits->items[i].rect;
        if (hits->items[i].action == action && hits->items[i].value == value)
            return (bp_vec2){(float)r->x + (float)r->width / 2, (float)r->y + (float)r->height / 2};
    }
    fail_msg("nothing to click for action %d, value %d", (int)action, value);
    return (bp_vec2){0, 0};
}

/* ---- animation ---------------------------------------------------------------------------------- */

static void plays_and_pauses(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    const bp_model_play *play = &b.desk.viewer.play;
    assert_true(play->clip == 0 && play->stance == BP_STANCE_CLIP && !play->playing);
    assert_int_equal(bp_model_desk_tick(&b.desk, 1), 0); /* it stands until somebody plays it */
    key(&b, BP_KEY_SPACE, 0);
    assert_int_equal(bp_model_desk_tick(&b.desk, 1), BP_REQUEST_REDRAW);
    draw(&b);
    expect_float(play->seconds, 1, 1e-9);
    expect_float(degrees(&b, LEFT), 45, 1e-4); /* half of 90 degrees in half of 2 seconds */
    bp_model_desk_tick(&b.desk, 1.5);
    expect_float(play->seconds, 0.5, 1e-9); /* 2.5 of 2: round again */
    type(&b, ">");
    bp_model_desk_tick(&b.desk, 0.25);
    expect_float(play->seconds, 1, 1e-9); /* a quarter of a second at twice the speed */
    type(&b, "<<");
    bp_model_desk_tick(&b.desk, 0.5);
    expect_float(play->seconds, 1.25, 1e-9); /* at half of it */
    key(&b, BP_KEY_SPACE, 0);
    assert_int_equal(bp_model_desk_tick(&b.desk, 1), 0);
    type(&b, "<<<<<<<<");
    assert_int_equal(play->speed, 0);
    type(&b, ">>>>>>>>>");
    assert_int_equal(play->speed, BP_MODEL_SPEEDS - 1);
    close_bench(&b);
}

static void steps_by_frames(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    const bp_model_play *play = &b.desk.viewer.play;
    type(&b, "..");
    expect_float(play->seconds, 2.0 / 30, 1e-9);
    key(&b, BP_KEY_RIGHT, 0);
    expect_float(play->seconds, 3.0 / 30, 1e-9);
    key(&b, BP_KEY_LEFT, 0);
    type(&b, ",");
    expect_float(play->seconds, 1.0 / 30, 1e-9);
    type(&b, ",,");
    expect_float(play->seconds, 0, 0); /* the start is the end of it */
    b.desk.viewer.play.seconds = 0.05; /* between the frames 1 and 2 */
    type(&b, ".");
    expect_float(play->seconds, 2.0 / 30, 1e-9);
    b.desk.viewer.play.seconds = 0.05;
    type(&b, ",");
    expect_float(play->seconds, 1.0 / 30, 1e-9);
    key(&b, BP_KEY_END, 0);
    expect_float(play->seconds, 2, 0);
    expect_float(degrees(&b, LEFT), 90, 1e-4);
    type(&b, ".");
    expect_float(play->seconds, 2, 0);
    key(&b, BP_KEY_SPACE, 0); /* from the end it plays from the start */
    expect_float(play->seconds, 0, 0);
    assert_true(play->playing);
    key(&b, BP_KEY_HOME, 0);
    expect_float(degrees(&b, LEFT), 0, 1e-4);
    close_bench(&b);
}

static void chooses_clips(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    const bp_model_play *play = &b.desk.viewer.play;
    type(&b, "k");
    assert_int_equal(play->clip, 1);
    key(&b, BP_KEY_END, 0);
    expect_float(bp_bone_local(bone(&b, 0)).m[13], 1, 1e-6); /* lifted by a metre */
    type(&b, "k");
    assert_true(play->clip == 0 && play->seconds == 0);
    type(&b, "j");
    assert_int_equal(play->clip, 1);
    type(&b, "1");
    assert_int_equal(play->clip, 0);
    type(&b, "2");
    assert_int_equal(play->clip, 1);
    type(&b, "9");
    assert_int_equal(play->clip, 1);
    assert_string_equal(b.desk.viewer.notice, "the file has 2 animations");
    bp_vec2 card = place_of(&b, BP_ACTION_CLIP, 0);
    click(&b, card.x, card.y);
    assert_int_equal(play->clip, 0);
    close_bench(&b);
}

static void scrubs(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    const bp_model_play *play = &b.desk.viewer.play;
    bp_rect track = b.desk.drawn.track;
    float y = (float)track.y + (float)track.height / 2, left = (float)track.x, wide = (float)track.width - 1;
    key(&b, BP_KEY_SPACE, 0);
    mouse(&b, BP_EVENT_PRESS, left + wide / 2, y);
    expect_float(play->seconds, 1, 1e-6);
    expect_float(degrees(&b, LEFT), 45, 1e-3);
    assert_int_equal(bp_model_desk_tick(&b.desk, 1), 0); /* while the knob is held nothing runs on */
    mouse(&b, BP_EVENT_MOVE, left + wide / 4, y - 300);
    expect_float(play->seconds, 0.5, 1e-6);
    mouse(&b, BP_EVENT_MOVE, left - 500, y);
    expect_float(play->seconds, 0, 0);
    mouse(&b, BP_EVENT_MOVE, left + 5000, y);
    expect_float(play->seconds, 2, 0);
    mouse(&b, BP_EVENT_MOVE, left + wide / 2, y);
    mouse(&b, BP_EVENT_RELEASE, left + wide / 2, y);
    assert_int_equal(bp_model_desk_tick(&b.desk, 0.5), BP_REQUEST_REDRAW); /* and then it does */
    expect_float(play->seconds, 1.5, 1e-6);
    close_bench(&b);
}

static void rests_and_binds(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    key(&b, BP_KEY_END, 0);
    key(&b, BP_KEY_UP, 0);
    type(&b, "r");
    assert_true(b.desk.viewer.play.stance == BP_STANCE_REST && b.desk.viewer.turns.count == 0);
    expect_float(degrees(&b, LEFT), 30, 1e-4);  /* the natural bind's shoulder */
    expect_float(degrees(&b, RIGHT), 10, 1e-4); /* where its node was put */
    type(&b, "t");
    expect_float(degrees(&b, RIGHT), -30, 1e-4); /* where it was bound */
    const bp_mat4 identity = bp_mat4_identity();
    for (size_t i = 0; i < 3; i++) {
        bp_mat4 final = bp_bone_final(bone(&b, i));
        expect_floats(final.m, identity.m, 16, 1e-5);
    }
    /* In the bind pose vertices are where the mesh has them. */
    const bp_figure *figure = bp_model_figure_of(b.desk.subject.figure);
    const bp_mesh *mesh = bp_figure_part_at(figure, 0)->mesh;
    expect_floats(&bp_figure_positions(figure, 0)->x, &mesh->positions->x, 3 * mesh->vertex_count, 1e-5);
    key(&b, BP_KEY_SPACE, 0);
    assert_true(b.desk.viewer.play.stance == BP_STANCE_CLIP && b.desk.viewer.play.playing);
    close_bench(&b);
}

/* ---- bones -------------------------------------------------------------------------------------- */

static void turns_joints(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    type(&b, "r");
    key(&b, BP_KEY_TAB, 0);
    assert_int_equal(b.desk.viewer.choice.bone, LEFT);
    key(&b, BP_KEY_UP, 0);
    key(&b, BP_KEY_UP, 0);
    expect_float(degrees(&b, LEFT), 40, 1e-4);
    assert_true(b.desk.before.there);
    bp_quat node = bp_node_rotation(bp_bone_node(bone(&b, LEFT)));
    expect_float(node.z, sin(20 * 3.14159265358979 / 180),
                 1e-5); /* the linked node turned: half of 40 degrees */
    key(&b, BP_KEY_DOWN, 0);
    expect_float(degrees(&b, LEFT), 35, 1e-4);
    key(&b, 'z', BP_MOD_CTRL);
    key(&b, 'z', BP_MOD_CTRL);
    expect_float(degrees(&b, LEFT), 35, 1e-4);
    key(&b, 'z', BP_MOD_CTRL);
    expect_float(degrees(&b, LEFT), 30, 1e-4);
    key(&b, 'z', BP_MOD_CTRL);
    assert_true(b.desk.viewer.notice[0] != '\0'); /* there is nothing left */
    type(&b, "a");
    assert_int_equal(b.desk.viewer.choice.axis, 0);
    /* On top of a clip: 45 degrees of its own, 5 by hand. */
    type(&b, "aa");
    key(&b, BP_KEY_HOME, 0);
    b.desk.viewer.play.seconds = 1;
    key(&b, BP_KEY_UP, 0);
    expect_float(degrees(&b, LEFT), 50, 1e-4);
    close_bench(&b);
}

static void drags_joints(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    type(&b, "r");
    bp_vec2 at = joint(&b, RIGHT);
    mouse(&b, BP_EVENT_PRESS, at.x, at.y);
    assert_int_equal(b.desk.viewer.choice.bone, RIGHT);
    mouse(&b, BP_EVENT_MOVE, at.x + 20, at.y);
    mouse(&b, BP_EVENT_MOVE, at.x + 40, at.y);
    mouse(&b, BP_EVENT_RELEASE, at.x + 40, at.y);
    /* 180 degrees for the scene's height. */
    double turned = 40.0 / b.desk.drawn.stage.scenes[0].rect.height * 180;
    expect_float(degrees(&b, RIGHT), 10 + turned, 1e-3);
    expect_float(b.desk.viewer.look.yaw, 0, 0);
    key(&b, 'z', BP_MOD_CTRL); /* the whole drag is one turn */
    expect_float(degrees(&b, RIGHT), 10, 1e-4);
    /* The ring: a quarter of it, seen from the front. */
    float radius = b.desk.drawn.stage.scenes[0].ring;
    bp_mat4 frame = bp_bone_chain(bone(&b, RIGHT));
    bp_vec3 center = bp_mat4_position(frame);
    bp_vec3 x = {frame.m[0], frame.m[1], frame.m[2]}, y = {frame.m[4], frame.m[5], frame.m[6]};
    bp_vec2 from = on_screen(&b, bp_vec3_add(center, bp_vec3_scale(x, radius)));
    bp_vec2 to = on_screen(&b, bp_vec3_add(center, bp_vec3_scale(y, radius)));
    mouse(&b, BP_EVENT_PRESS, from.x, from.y);
    mouse(&b, BP_EVENT_MOVE, to.x, to.y);
    mouse(&b, BP_EVENT_RELEASE, to.x, to.y);
    expect_float(degrees(&b, RIGHT), 100, 1.5);
    close_bench(&b);
}

static void selects_bones(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    const bp_viewer_choice *choice = &b.desk.viewer.choice;
    assert_int_equal(choice->bone, 0);
    key(&b, BP_KEY_TAB, BP_MOD_SHIFT);
    assert_int_equal(choice->bone, RIGHT); /* backwards from the first: the last */
    key(&b, BP_KEY_TAB, 0);
    assert_int_equal(choice->bone, 0);
    type(&b, "/armr");
    assert_true(b.desk.viewer.typed.search.open && choice->bone == RIGHT);
    key(&b, BP_KEY_ESCAPE, 0);
    assert_false(b.desk.viewer.typed.search.open);
    bp_vec2 row = place_of(&b, BP_ACTION_BONE, LEFT);
    click(&b, row.x, row.y);
    assert_int_equal(choice->bone, LEFT);
    bp_vec2 at = joint(&b, 0);
    click(&b, at.x, at.y);
    assert_int_equal(choice->bone, 0);
    assert_int_equal(b.desk.viewer.turns.undo_count, 0); /* a click turns nothing */
    give(&b, (bp_event){.kind = BP_EVENT_WHEEL, .wheel = -1, .x = row.x, .y = row.y});
    assert_int_equal(b.desk.viewer.choice.scroll, b.desk.drawn.stage.tree_scroll + 3);
    type(&b, "]["); /* one skin: nothing to step to */
    assert_int_equal(choice->stage, 0);
    close_bench(&b);
}

/* ---- doctor ------------------------------------------------------------------------------------- */

static void shows_findings(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    bp_model_viewer *v = &b.desk.viewer;
    type(&b, "e"); /* before the doctor came: the page, and nothing on it */
    assert_true(v->doctor.open && v->doctor.selected == -1);
    bp_model_subject_examine(&b.desk.subject);
    draw(&b);
    type(&b, "d");
    assert_false(v->doctor.open);
    int count = (int)b.desk.subject.report.count, row = 0;
    while (row < count && strcmp(bp_model_subject_finding(&b.desk.subject, row)->id, "rest-not-bind") != 0)
        row++;
    assert_true(row < count); /* the right arm */
    for (int i = 0; i <= row; i++) type(&b, "e");
    assert_true(v->doctor.open && v->doctor.selected == row);
    assert_int_equal(v->choice.bone, RIGHT);
    type(&b, "q");
    assert_int_equal(v->doctor.selected, (row - 1 + count) % count);
    v->choice.bone = 0;
    bp_vec2 at = place_of(&b, BP_ACTION_FINDING, row);
    click(&b, at.x, at.y);
    assert_true(v->doctor.selected == row && v->choice.bone == RIGHT);
    at = place_of(&b, BP_ACTION_DOCTOR, 0); /* the other page's tab */
    click(&b, at.x, at.y);
    assert_false(v->doctor.open);
    for (int i = 1; i < count; i++) /* the worst first */
        assert_true(bp_model_subject_finding(&b.desk.subject, i - 1)->severity >=
                    bp_model_subject_finding(&b.desk.subject, i)->severity);
    close_bench(&b);
}

/* Sixty findings: more than fit. The wheel scrolls them, and the chosen one stays in sight. */
static void scrolls_findings(void **state) {
    (void)state;
    enum { MANY = 60 };
    bench b;
    open_bench(&b);
    bp_model_subject *subject = &b.desk.subject;
    const bp_allocator *allocator = bp_context_allocator(b.context);
    subject->report.allocator = *allocator;
    subject->report.findings = bp_alloc(allocator, MANY, sizeof *subject->report.findings, NULL);
    subject->worst_first = bp_alloc(allocator, MANY, sizeof *subject->worst_first, NULL);
    subject->report.count = MANY;
    subject->examined = true;
    for (size_t i = 0; i < MANY; i++) {
        bp_doctor_finding *finding = &subject->report.findings[i];
        finding->id = finding->effect = finding->cause = finding->remedy = "made up";
        subject->worst_first[i] = i;
    }
    type(&b, "d");
    bp_rect list = b.desk.drawn.findings;
    int rows = b.desk.drawn.findings_rows;
    assert_true(rows > 2 && rows < MANY);
    bp_event wheel = {.kind = BP_EVENT_WHEEL, .x = (float)list.x + 5, .y = (float)list.y + 5, .wheel = -1};
    give(&b, wheel);
    assert_int_equal(b.desk.viewer.doctor.top, 3);
    for (int i = 0; i < MANY; i++) give(&b, wheel);
    assert_int_equal(b.desk.viewer.doctor.top, MANY - rows);
    place_of(&b, BP_ACTION_FINDING, MANY - 1); /* the last one is there */
    wheel.wheel = 1;
    for (int i = 0; i < MANY; i++) give(&b, wheel);
    assert_int_equal(b.desk.viewer.doctor.top, 0);
    type(&b, "q"); /* backwards from none: the last */
    assert_int_equal(b.desk.viewer.doctor.selected, MANY - 1);
    assert_int_equal(b.desk.viewer.doctor.top, MANY - rows);
    type(&b, "e");
    assert_true(b.desk.viewer.doctor.selected == 0 && b.desk.viewer.doctor.top == 0);
    close_bench(&b);
}

/* Places as the doctor writes them, and whose bones they are. */
static void finds_joints(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    static const struct {
        const char *place, *message;
        int bone; /* -1: none */
    } all[] = {{"skins[0].joints[2]", "", RIGHT},
               {"skins[0].joints[3]", "", -1},
               {"skins[9].joints[0]", "", -1},
               {"nodes[1].scale", "", LEFT},
               {"nodes[99]", "", -1},
               {"skins[0]", "mostly by nodes[3] and nodes[1] \"x\"", LEFT},
               {"meshes[0]", "nothing", -1}};
    for (size_t i = 0; i < BP_COUNT(all); i++) {
        bp_doctor_finding finding = {.id = "x"};
        int skeleton = 7;
        snprintf(finding.place, sizeof finding.place, "%s", all[i].place);
        snprintf(finding.message, sizeof finding.message, "%s", all[i].message);
        const bp_bone *got = bp_model_subject_bone_of(&b.desk.subject, &finding, &skeleton);
        if ((got ? (int)bp_bone_number(got) : -1) != all[i].bone) fail_msg("%s: another bone", all[i].place);
        if (got) assert_int_equal(skeleton, 0);
    }
    close_bench(&b);
}

/* ---- vertices ----------------------------------------------------------------------------------- */

static void points_at_vertices(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    type(&b, "t");
    assert_false(b.desk.drawn.vertex.there);
    /* The body's front face is 1 x 3.5 at z = 0.5; a little inside of its upper left corner. */
    bp_vec2 at = on_screen(&b, (bp_vec3){0.4f, -1.6f, 0.5f});
    mouse(&b, BP_EVENT_MOVE, at.x, at.y);
    bp_vertex_place got = b.desk.drawn.vertex;
    assert_true(got.there && got.part == 0);
    const float corner[] = {0.5f, -1.75f, 0.5f};
    expect_floats(&bp_figure_positions(bp_model_figure_of(b.desk.subject.figure), 0)[got.vertex].x, corner, 3,
                  1e-4);
    assert_true(got.vertex < 24); /* the body's */
    bp_rect scene = b.desk.drawn.stage.scenes[0].rect;
    mouse(&b, BP_EVENT_MOVE, (float)scene.x + 3, (float)scene.y + 3);
    assert_false(b.desk.drawn.vertex.there); /* there is nothing behind the corner of the scene */
    key(&b, BP_KEY_TAB, 0);
    type(&b, "v");
    assert_int_equal(b.desk.drawn.vertex.vertex, 24); /* the first of the left arm's */
    type(&b, "v");
    assert_int_equal(b.desk.drawn.vertex.vertex, 25);
    for (int i = 0; i < 23; i++) type(&b, "v");
    assert_int_equal(b.desk.drawn.vertex.vertex, 24); /* and round again */
    type(&b, "m");                                    /* without the mesh there is nothing to point at */
    mouse(&b, BP_EVENT_MOVE, at.x, at.y);
    assert_false(b.desk.drawn.vertex.there);
    close_bench(&b);
}

/* ---- files -------------------------------------------------------------------------------------- */

static void opens_files(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    bp_model_viewer *v = &b.desk.viewer;
    type(&b, "l");
    give(&b, (bp_event){.kind = BP_EVENT_DROP, .path = b.broken});
    assert_non_null(strstr(v->trouble, "broken.gltf"));
    assert_non_null(strstr(v->trouble, "nodes[0].children[0]"));
    assert_non_null(strstr(v->trouble, "bindpose doctor"));
    assert_string_equal(b.desk.subject.path, b.file); /* the old one stays */
    assert_int_equal(key(&b, BP_KEY_ESCAPE, 0) & BP_REQUEST_LEAVE, 0);
    assert_string_equal(v->trouble, "");
    give(&b, (bp_event){.kind = BP_EVENT_DROP, .path = b.other});
    assert_string_equal(b.desk.subject.path, b.other);
    assert_true(v->play.clip == -1 && v->play.stance == BP_STANCE_REST && v->look.light);
    key(&b, BP_KEY_SPACE, 0); /* nothing to play */
    assert_false(bp_model_viewer_is_moving(v, &b.desk.subject));
    key(&b, 'o', BP_MOD_CTRL);
    type(&b, b.file);
    type(&b, "x");
    key(&b, BP_KEY_BACKSPACE, 0);
    assert_string_equal(v->typed.path, b.file);
    key(&b, BP_KEY_ENTER, 0);
    assert_string_equal(b.desk.subject.path, b.file);
    key(&b, BP_KEY_END, 0);
    key(&b, 'r', BP_MOD_CTRL); /* the same again, from the start */
    expect_float(v->play.seconds, 0, 0);
    key(&b, 'o', BP_MOD_CTRL);
    type(&b, "qx");
    key(&b, BP_KEY_ESCAPE, 0);
    assert_false(v->typed.open);
    char name[2048];
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    give(&b, (bp_event){.kind = BP_EVENT_DROP, .path = name});
    assert_non_null(strstr(v->trouble, "2047 bytes is too long"));
    close_bench(&b);
}

static void open_text(bench *b, const char *text) {
    FILE *file = fopen(b->broken, "wb");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    give(b, (bp_event){.kind = BP_EVENT_DROP, .path = b->broken});
    assert_string_equal(b->desk.viewer.trouble, "");
    bp_model_subject_examine(&b->desk.subject);
}

/* Files with next to nothing in them: no mesh, no bone, bones and no mesh; all keys are pressed all the same. */
static void bears_with_little(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    static const char *const texts[] = {
        "{\"asset\":{\"version\":\"2.0\"}}",
        "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{}],\"scenes\":[{\"nodes\":[0]}],\"scene\":0}",
        "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"children\":[1]},{}],\"skins\":[{\"joints\":[0,1]}]}"};
    for (size_t i = 0; i < BP_COUNT(texts); i++) {
        open_text(&b, texts[i]);
        for (int k = 0; k < bp_model_keys.count; k++) {
            const bp_binding *binding = &bp_model_keys.bindings[k];
            if (binding->action == BP_ACTION_NONE || binding->action == BP_ACTION_SCREENSHOT) continue;
            bp_event event = {.kind = binding->sign ? BP_EVENT_TEXT : BP_EVENT_KEY, .key = binding->key};
            event.mods = binding->mods;
            event.text[0] = binding->sign;
            give(&b, event);
            b.desk.viewer.typed.search.open = b.desk.viewer.typed.open = b.desk.viewer.look.help = false;
        }
        mouse(&b, BP_EVENT_MOVE, 200, 200);
        click(&b, 200, 200);
    }
    close_bench(&b);
}

/* ---- the rest ----------------------------------------------------------------------------------- */

static uint64_t picture_hash(const bench *b) {
    const bp_framebuffer *p = &b->desk.picture;
    uint64_t hash = 1469598103934665603u; /* FNV-1a */
    for (size_t i = 0; i < (size_t)4 * (size_t)p->stride * (size_t)p->height; i++)
        hash = (hash ^ p->pixels[i]) * 1099511628211u;
    return hash;
}

/* Each switch makes another picture, and twice the same as before: nothing of the kept scene is stale. */
static void switches(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    uint64_t before = picture_hash(&b);
    for (const char *sign = "mwbxncildh"; *sign; sign++) {
        const char once[] = {*sign, '\0'};
        type(&b, once);
        if (picture_hash(&b) == before) fail_msg("%s changes nothing", once);
        type(&b, once);
        if (picture_hash(&b) != before) fail_msg("%s twice leaves something", once);
    }
    type(&b, "+");
    assert_true(picture_hash(&b) != before);
    type(&b, "-");
    static const int ways[] = {BP_KEY_LEFT, BP_KEY_RIGHT, BP_KEY_UP, BP_KEY_DOWN};
    for (unsigned mods = BP_MOD_SHIFT; mods <= BP_MOD_CTRL; mods++) {
        for (size_t i = 0; i < BP_COUNT(ways); i++) {
            key(&b, ways[i], mods);
            if (i % 2 == 0 && picture_hash(&b) == before) fail_msg("%zu, %u changes nothing", i, mods);
        }
    }
    key(&b, BP_KEY_PAGE_UP, 0);
    expect_float(b.desk.viewer.look.zoom, 0.9f, 1e-6);
    key(&b, BP_KEY_PAGE_DOWN, 0);
    give(&b, (bp_event){.kind = BP_EVENT_WHEEL, .wheel = 1, .x = 250, .y = 250});
    expect_float(b.desk.viewer.look.zoom, 0.9f, 1e-6);
    type(&b, "o");
    assert_true(picture_hash(&b) == before);
    assert_true((key(&b, BP_KEY_F11, 0) & BP_REQUEST_FULLSCREEN) != 0);
    key(&b, BP_KEY_F1, 0);
    assert_true(b.desk.viewer.look.help);
    assert_int_equal(key(&b, BP_KEY_ESCAPE, 0) & BP_REQUEST_LEAVE, 0); /* closes the help alone */
    assert_true((key(&b, BP_KEY_ESCAPE, 0) & BP_REQUEST_LEAVE) != 0);
    assert_true((key(&b, 'q', BP_MOD_CTRL) & BP_REQUEST_QUIT) != 0);
    assert_true((give(&b, (bp_event){.kind = BP_EVENT_CLOSE}) & BP_REQUEST_QUIT) != 0);
    close_bench(&b);
}

/* Every binding of the table can be reached, and none stands in another's way. */
static void keys_are_told_apart(void **state) {
    (void)state;
    for (int i = 0; i < bp_model_keys.count; i++) {
        const bp_binding *binding = &bp_model_keys.bindings[i];
        if (binding->action == BP_ACTION_NONE) continue;
        bp_event event = {.kind = binding->sign ? BP_EVENT_TEXT : BP_EVENT_KEY, .key = binding->key};
        event.mods = binding->mods;
        event.text[0] = binding->sign;
        assert_ptr_equal(bp_binding_of(&bp_model_keys, &event), binding);
    }
}

/* All of the clip is in the picture, but one that flies away makes nobody small. */
static void frames_the_model(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    bp_model_posture posture = bp_model_viewer_posture(&b.desk.viewer);
    bp_bounds arm, lift;
    assert_true(bp_model_subject_bounds(&b.desk.subject, &posture, &arm, NULL));
    /* The body is 3.5 high. The left arm is 2.5 long and 0.5 thick, its middle (0.5, -1) from the shoulder at (0.5, 1.5)
     * when it is at 30 degrees, and is swung from straight below to the right, where its end is 0.5 + 1.25 + 1 cos 30 +
     * 0.5 sin 30 = 2.866; a corner of it comes 0.021 further on its way. */
    expect_float(arm.lo.y, -1.75, 1e-4);
    assert_true(arm.hi.x > 2.8659f && arm.hi.x < 2.888f);
    type(&b, "2");
    posture = bp_model_viewer_posture(&b.desk.viewer);
    assert_true(bp_model_subject_bounds(&b.desk.subject, &posture, &lift, NULL));
    expect_float(lift.hi.y, 1.75 + 1, 1e-4); /* lifted by a metre */
    bp_mat4 stands = bp_bone_local(bone(&b, 0));
    expect_float(stands.m[13], 0, 1e-6); /* and put back */
    close_bench(&b);
}

/* Vertices are moved only when the posture changes. */
static void poses_no_more_than_needed(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    unsigned before = b.desk.posed;
    type(&b, "wgxnlid");
    key(&b, BP_KEY_TAB, 0);
    mouse(&b, BP_EVENT_MOVE, 300, 300);
    key(&b, BP_KEY_LEFT, BP_MOD_CTRL);
    assert_int_equal(b.desk.posed, before);
    type(&b, ".");
    assert_int_equal(b.desk.posed, before + 1);
    close_bench(&b);
}

static void frames_call_the_doctor(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    bp_error error = {0};
    bp_frame out = {0};
    const bp_event events[] = {{.kind = BP_EVENT_RESIZE, .width = 640, .height = 480, .scale = 1}};
    b.desk.has_read = false; /* as before the first picture */
    assert_true(bp_model_desk_frame(&b.desk, events, 1, 0, &out, &error));
    assert_true(out.picture && out.picture->width == 640 && out.moving && !b.desk.subject.examined);
    out = (bp_frame){0};
    assert_true(bp_model_desk_frame(&b.desk, NULL, 0, 0, &out, &error));
    assert_true(out.picture && !out.moving && b.desk.subject.examined);
    out = (bp_frame){0};
    assert_true(bp_model_desk_frame(&b.desk, NULL, 0, 0, &out, &error));
    assert_null(out.picture); /* nothing happened: nothing is drawn */
    close_bench(&b);
}

/* Opening, drawing, turning: an error each time that memory runs out, and nothing is leaked. */
static bool look_at(const bp_allocator *allocator, void *user, bp_error *error) {
    const bench *b = user;
    bp_model_desk desk = {.context = NULL};
    bp_context *context =
        bp_context_create(&(bp_context_options){.threads = 1, .allocator = *allocator}, error);
    bool good = context && bp_model_desk_open(&desk, context, b->file, 320, 240, error);
    good = good && bp_model_desk_draw(&desk, error);
    desk.viewer.play.seconds = 1;
    good = good && bp_model_desk_draw(&desk, error);
    if (context) bp_model_desk_close(&desk);
    bp_context_destroy(context);
    return good;
}

static void memory_runs_out(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    assert_true(test_each_allocation_fails(look_at, &b) > 50);
    close_bench(&b);
}

static bp_event random_event(uint64_t *seed) {
    bp_event event = {.kind = (bp_event_kind)(1 + test_random(seed) % 6)};
    event.key = test_random(seed) % 8 ? BP_KEY_SPACE + (int)(test_random(seed) % 16)
                                      : 'a' + (int)(test_random(seed) % 26);
    event.mods = test_random(seed) % 4 ? 0 : (unsigned)(test_random(seed) % 4);
    event.repeat = test_random(seed) % 5 == 0;
    event.text[0] = (char)(32 + test_random(seed) % 95);
    event.button = 1 + (int)(test_random(seed) % 3);
    event.x = test_random_float(seed, -40, WIDTH + 40);
    event.y = test_random_float(seed, -40, HEIGHT + 40);
    if (test_random(seed) % 500 == 0) event.x = NAN;
    event.wheel = test_random_float(seed, -3, 3);
    return event;
}

static void check(const bp_model_desk *desk) {
    const bp_model_viewer *v = &desk->viewer;
    assert_true(v->play.clip >= -1 && v->play.clip < (int)desk->subject.model->clip_count);
    assert_true(v->play.seconds >= 0 && v->play.seconds <= 2);
    assert_true(v->play.speed >= 0 && v->play.speed < BP_MODEL_SPEEDS);
    assert_true(v->choice.stage == 0 && v->choice.bone < 3);
    assert_true(v->turns.count >= 0 && v->turns.count <= BP_VIEWER_TURNS);
    assert_true(v->look.zoom >= 0.1f && v->look.zoom <= 10);
    assert_true(v->doctor.selected >= -1 && v->doctor.selected < (int)(desk->subject.report.count + 1));
    assert_true(v->doctor.top >= 0);
}

/* 20,000 events; a picture every 500th, so that clicks keep hitting what is there. */
static void storms(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    bp_model_subject_examine(&b.desk.subject);
    uint64_t seed = 2026;
    for (int i = 0; i < 20000; i++) {
        bp_event event = random_event(&seed);
        if (event.text[0] == 's' || event.text[0] == 'S') continue; /* writes no files */
        bp_error error = {0};
        unsigned requests;
        if (!bp_model_desk_event(&b.desk, &event, &requests, &error)) fail_msg("%d: %s", i, error.message);
        bp_model_desk_tick(&b.desk, 0.05);
        check(&b.desk);
        if (i % 500 == 0 && !bp_model_desk_draw(&b.desk, &error)) fail_msg("%d: %s", i, error.message);
    }
    close_bench(&b);
}

/* Windows of any size: nothing fails, and the scene is never without pixels. */
static void sizes(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    static const int all[][2] = {{1, 1}, {320, 320}, {480, 360}, {800, 600}, {2000, 300}, {300, 1500}};
    for (size_t i = 0; i < BP_COUNT(all); i++) {
        for (int text = 0; text < BP_VIEWER_TEXTS; text += 3) {
            b.desk.viewer.look.text = text;
            b.desk.viewer.look.fold = text > 2;
            b.desk.viewer.doctor.open = text > 3;
            type(&b, "v");
            give(&b,
                 (bp_event){.kind = BP_EVENT_RESIZE, .width = all[i][0], .height = all[i][1], .scale = 1});
            bp_rect scene = b.desk.drawn.stage.scenes[0].rect;
            assert_true(scene.width > 0 && scene.height > 0);
        }
    }
    close_bench(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plays_and_pauses),
        cmocka_unit_test(steps_by_frames),
        cmocka_unit_test(chooses_clips),
        cmocka_unit_test(scrubs),
        cmocka_unit_test(rests_and_binds),
        cmocka_unit_test(turns_joints),
        cmocka_unit_test(drags_joints),
        cmocka_unit_test(selects_bones),
        cmocka_unit_test(shows_findings),
        cmocka_unit_test(scrolls_findings),
        cmocka_unit_test(finds_joints),
        cmocka_unit_test(points_at_vertices),
        cmocka_unit_test(opens_files),
        cmocka_unit_test(bears_with_little),
        cmocka_unit_test(switches),
        cmocka_unit_test(keys_are_told_apart),
        cmocka_unit_test(frames_the_model),
        cmocka_unit_test(poses_no_more_than_needed),
        cmocka_unit_test(frames_call_the_doctor),
        cmocka_unit_test(memory_runs_out),
        cmocka_unit_test(storms),
        cmocka_unit_test(sizes),
    };
    return cmocka_run_group_tests_name("model_viewer", tests, NULL, NULL);
}
