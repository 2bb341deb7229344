/* A lesson, played from its first step to free play after the last: every question is answered wrong and
 * then right, or skipped; every ghost is seen; every handle is dragged; a limb of every figure is taken by
 * its flesh; and once numbers, time, glossary and keys are used. */
#include "play_lesson.h"
#include "hold.h"
#include <bindpose/stage.h>
#include "viewer/number_input.h"
#include "viewer/offscreen_target.h"
#include <bindpose/io.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SEEN = 40 /* pixels: fewer would be missed */ };

bp_lesson_controller *controller_of(const play *p) { return p->client->user; }
const bp_lesson_plan *lesson_of(const play *p) { return bp_session_lesson(controller_of(p)->session); }
const bp_world *world_of(const play *p) { return bp_session_world(controller_of(p)->session); }
const bp_drawn_frame *drawn_of(const play *p) { return &controller_of(p)->base.drawn; }

bp_viewer_scope scope_of(const play *p) { return bp_lesson_scope(lesson_of(p), world_of(p), drawn_of(p)); }

int step_of(const play *p) { return controller_of(p)->viewer.position.step + 1; }

/* The part of the window that isn't the panel. */
static bp_rect panel_of(const play *p) {
    const bp_drawn_frame *drawn = drawn_of(p);
    int x = drawn->tree.width > 0 ? drawn->tree.x : p->shown.width;
    return (bp_rect){x, 0, p->shown.width - x, p->shown.height};
}

/* Saves the pose with Ctrl+S, in the window alone, and reads the last of its changes: "turns" or "edits".
 * Returns how many there are. */
static size_t saved_changes(play *p, const char *list, const char *member, float *values, size_t count,
                            long long *bone) {
    char path[500];
    bp_json *root = NULL;
    bp_error error = {0};
    snprintf(path, sizeof path, "%s/window/bindpose/%s.pose.json", p->folder, lesson_of(p)->name);
    unlink(path);
    play_send_key(p, "ctrl+s");
    for (double end = play_seconds() + play_patience(); !root;
         nanosleep(&(struct timespec){.tv_nsec = 4000000}, NULL)) {
        root = bp_json_read(NULL, path, 1 << 20, &error);
        if (play_seconds() > end) play_fail(p, "step %d: no pose was saved: %s", step_of(p), error.message);
    }
    const bp_json *changes = bp_json_member(root, list);
    size_t found = bp_json_count(changes);
    if (found > 0) {
        const bp_json *last = bp_json_item(changes, found - 1);
        if (!bp_json_floats(bp_json_member(last, member), member, values, count, &error) ||
            !bp_json_integer(bp_json_member(last, "bone"), bone))
            play_fail(p, "step %d: the saved pose has no %s", step_of(p), member);
    }
    bp_json_destroy(root);
    return found;
}

static float degrees_of(const float q[4]) {
    return 2 * atan2f(sqrtf(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]), fabsf(q[3])) * 180 / 3.14159265f;
}

/* Stands for where all vertices are: equal for the same vertices. */
static uint64_t pose_of(play *p) {
    const bp_world *world = world_of(p);
    uint64_t hash = 1469598103934665603u; /* FNV-1a */
    for (int i = 0; i < world->stage_count; i++) {
        const bp_figure *figure = world->stages[i].figure;
        for (size_t k = 0; figure && k < bp_figure_part_count(figure); k++) {
            const unsigned char *bytes = (const unsigned char *)bp_figure_positions(figure, k);
            size_t count = bp_figure_part_at(figure, k)->mesh->vertex_count * sizeof(bp_vec3);
            for (size_t n = 0; n < count; n++) hash = (hash ^ bytes[n]) * 1099511628211u;
        }
    }
    return hash;
}

/* Undo brings all vertices back to `pose`, redo the other picture, undo the first again. A key also takes the
 * mouse's hover away, so the first undo's picture is what the later ones are compared with. */
static void undo_and_redo(play *p, const char *what, uint64_t pose) {
    bp_rect all = {0, 0, p->shown.width, p->shown.height};
    play_key(p, "ctrl+z");
    play_picture undone = play_copy(&p->shown);
    PLAY_EXPECT(p, controller_of(p)->viewer.core.history.count == 0, "step %d: undo leaves %s", step_of(p),
                what);
    PLAY_EXPECT(p, pose_of(p) == pose, "step %d: after undo of %s vertices are elsewhere", step_of(p), what);
    play_key(p, "ctrl+y");
    PLAY_EXPECT(p, play_changed(&p->shown, &undone, all) > SEEN, "step %d: redo shows no %s", step_of(p),
                what);
    play_key(p, "ctrl+z");
    int differ = play_changed(&p->shown, &undone, all);
    PLAY_EXPECT(p, differ == 0, "step %d: undo of %s leaves %d other pixels", step_of(p), what, differ);
    play_free(&undone);
}

/* The flesh under the mouse has another colour, and so has the bone's row in the tree, if it is there. */
static void expect_lit(play *p, const play_picture *before, const limb *at, const char *name) {
    const bp_drawn_frame *drawn = drawn_of(p);
    bp_rect flesh = {p->x - 5, p->y - 5, 11, 11}; /* a part of it may be under a name or a bone's line */
    PLAY_EXPECT(p, play_changed(before, &p->shown, flesh) > 15, "step %d: %s doesn't light up", step_of(p),
                name);
    if (controller_of(p)->viewer.core.selection.stage != at->stage) return;
    for (int i = 0; i < drawn->hits.count; i++) {
        const bp_hit_area *hit = &drawn->hits.items[i];
        if (hit->action == BP_ACTION_BONE && hit->value == (int)at->bone)
            PLAY_EXPECT(p, play_changed(before, &p->shown, hit->rect) > SEEN,
                        "step %d: the row of %s isn't lit", step_of(p), name);
    }
}

/* What is written agrees with the bones: each readout, and under the picture the limb's note. */
static void expect_true_words(play *p, const play_picture *before, const bp_placed_stage *scene,
                              const char *name) {
    static bp_text_log texts;
    static bp_drawn_frame drawn;
    const bp_panel_data *data = &controller_of(p)->data;
    play_picture again = draw_again(p, &texts, &drawn);
    play_free(&again);
    for (int i = 0; i < data->readout_count; i++) {
        char text[48], *sign = text;
        bp_readout_text(&data->readout[i], bp_session_world(controller_of(p)->session), text, sizeof text);
        if (*text == '-' && !strpbrk(text, "123456789ni")) sign++; /* minus zero is shown as zero */
        if (strcmp(sign, data->readouts[i]) != 0)
            play_fail(p, "step %d: \"%s\" says %s, not %s", step_of(p), data->readout[i].label,
                      data->readouts[i], sign);
    }
    if (world_of(p)->stages[scene->stage].note_is_current)
        return; /* the lesson writes it, about its own bone */
    bp_rect note = {scene->rect.x, scene->rect.y + scene->rect.height, scene->rect.width, 24};
    PLAY_EXPECT(p, play_changed(before, &p->shown, note) > SEEN, "step %d: the note says nothing of %s",
                step_of(p), name);
}

/* Takes a limb of a scene, where there is one that can be taken. */
static bool take_limb(play *p, int number) {
    const bp_lesson_controller *c = controller_of(p);
    bp_viewer_scope scope = scope_of(p);
    bp_placed_stage scene = drawn_of(p)->scenes[number];
    static bp_text_log texts;
    static bp_drawn_frame drawn;
    play_picture again = draw_again(p, &texts, &drawn);
    play_free(&again);
    limb found;
    if (!find_limb(&c->viewer.core, &scope, &scene, BP_DRAG_FLESH, &texts, &found)) return false;
    const bp_bone *bone = bp_skeleton_bone_by_id(world_of(p)->stages[found.stage].skeleton, found.bone);
    char name[80];
    snprintf(name, sizeof name, "%.60s", bp_bone_name(bone));
    bp_vec3 hit = bp_pick_mesh(&scope.stages[found.stage], &scene, found.path[0].x, found.path[0].y).position;
    bp_mat4 inverse;
    PLAY_EXPECT(p, bp_mat4_inverse(bp_bone_frame(&scope.stages[found.stage], bone), &inverse), "%s is flat",
                name);
    bp_vec3 taken = bp_mat4_point(inverse, hit);

    uint64_t pose = pose_of(p);
    play_move(p, 2, 2);
    play_picture before = play_copy(&p->shown);
    play_move(p, found.path[0].x, found.path[0].y);
    play_expect_cursor(p, BP_MOUSE_CURSOR_HAND);
    expect_lit(p, &before, &found, name);
    play_press(p);
    play_move(p, found.path[1].x, found.path[1].y);
    play_picture half = play_copy(&p->shown);
    play_move(p, found.path[2].x, found.path[2].y);
    /* The surface is under the mouse, and the bone's numbers and the stage's note changed in the same
     * frame. */
    const bp_stage *stage = &world_of(p)->stages[found.stage];
    bp_vec2 now = {0, 0};
    bp_placed_stage after = drawn_of(p)->scenes[number];
    bp_camera_project(
        &after.camera, after.rect,
        bp_mat4_point(bp_bone_frame(stage, bp_skeleton_bone_by_id(stage->skeleton, found.bone)), taken), &now,
        NULL);
    float missed = hypotf(now.x - found.path[2].x, now.y - found.path[2].y);
    PLAY_EXPECT(p, missed < 4, "step %d: %s is %.1f pixels from the mouse", step_of(p), name, (double)missed);
    PLAY_EXPECT(p, play_changed(&half, &p->shown, scene.rect) > SEEN, "step %d: %s doesn't move", step_of(p),
                name);
    bp_rect panel = panel_of(p);
    if (panel.width > 0)
        PLAY_EXPECT(p, play_changed(&half, &p->shown, panel) > SEEN / 2,
                    "step %d: the panel doesn't follow %s", step_of(p), name);
    expect_true_words(p, &before, &scene, name);
    play_release(p);
    play_free(&half);
    play_free(&before);

    float q[4] = {0, 0, 0, 1};
    long long id = -1;
    size_t count = saved_changes(p, "turns", "turn", q, 4, &id);
    PLAY_EXPECT(p, count == 1 && id == (long long)found.bone,
                "step %d: %zu changes, the last of bone %lld, not of %s", step_of(p), count, id, name);
    PLAY_EXPECT(p, fabsf(degrees_of(q) - found.degrees) < found.tolerance,
                "step %d: %s turned by %.2f degrees, not by %g within %.2f", step_of(p), name,
                (double)degrees_of(q), (double)found.degrees, (double)found.tolerance);
    undo_and_redo(p, name, pose);
    return true;
}

static void take_handle(play *p, int index) {
    bp_placed_handle handle = drawn_of(p)->handles[index];
    bp_vec2 at = {0, 0}, end;
    const bp_placed_stage *scene = drawn_of(p)->scenes;
    while (scene->stage != handle.stage) scene++;
    bp_rect rect = scene->rect;
    bp_camera camera = scene->camera; /* after the drag the view may move back */
    bp_camera_project(&camera, rect, handle.position, &at, NULL);
    PLAY_EXPECT(p, bp_rect_contains(rect, at.x, at.y), "step %d: %s is out of sight", step_of(p),
                handle.label);
    float x = at.x < (float)rect.x + (float)rect.width / 2 ? 20 : -20,
          y = at.y < (float)rect.y + (float)rect.height / 2 ? 14 : -14;
    end = (bp_vec2){at.x + 2 * x, at.y + 2 * y};
    uint64_t pose = pose_of(p);
    play_move(p, 2, 2);
    play_picture before = play_copy(&p->shown);
    play_move(p, at.x, at.y);
    play_expect_cursor(p, BP_MOUSE_CURSOR_MOVE);
    play_press(p);
    play_move(p, at.x + x, at.y + y);
    play_move(p, end.x, end.y);
    PLAY_EXPECT(p, play_changed(&before, &p->shown, rect) > SEEN, "step %d: %s moves nothing", step_of(p),
                handle.label);
    play_release(p);
    play_free(&before);
    float to[3] = {0};
    long long id = -1;
    size_t count = saved_changes(p, "edits", "vector", to, 3, &id);
    PLAY_EXPECT(p, count == 1 && id == index, "step %d: %zu changes, the last of handle %lld", step_of(p),
                count, id);
    bp_vec2 now = {0, 0};
    bp_camera_project(&camera, rect, (bp_vec3){to[0], to[1], to[2]}, &now, NULL);
    float missed = hypotf(now.x - (floorf(end.x) + 0.5f), now.y - (floorf(end.y) + 0.5f));
    PLAY_EXPECT(p, missed < 4, "step %d: %s is %.1f pixels from the mouse", step_of(p), handle.label,
                (double)missed);
    undo_and_redo(p, handle.label, pose);
}

/* A ghost of bones whose joints and lines are all where the figure's own are. */
static bool is_covered(const bp_stage *stage, const bp_ghost *ghost) {
    float apart = 0;
    for (size_t i = 0; i < bp_skeleton_count(ghost->skeleton); i++)
        for (int along = 0; along < 2; along++) {
            bp_vec3 point = {0, (float)along, 0};
            bp_mat4 a = bp_bone_chain(bp_skeleton_bone_by_id(ghost->skeleton, i)),
                    b = bp_bone_chain(bp_skeleton_bone_by_id(stage->skeleton, i));
            apart = fmaxf(apart, bp_vec3_distance(bp_mat4_point(a, point), bp_mat4_point(b, point)));
        }
    return ghost->bones_only && apart < 1e-3f;
}

/* Each ghost: without it the picture would be another, and its name is written. A covered one has neither. */
void look_at_ghosts(play *p) {
    bp_world *world = bp_session_world(controller_of(p)->session);
    static bp_text_log texts;
    static bp_drawn_frame drawn;
    for (int i = 0; i < world->ghost_count; i++) {
        bp_ghost ghosts[BP_GHOST_MAX];
        int count = world->ghost_count;
        memcpy(ghosts, world->ghosts, sizeof ghosts);
        play_picture without = draw_again(p, &texts, &drawn);
        bool named = false;
        for (int line = 0; line < texts.count; line++)
            named |= strstr(texts.items[line].text, ghosts[i].name) != NULL;
        play_free(&without);
        memmove(&world->ghosts[i], &world->ghosts[i + 1], sizeof(bp_ghost) * (size_t)(count - i - 1));
        world->ghost_count--;
        without = draw_again(p, &texts, &drawn);
        memcpy(world->ghosts, ghosts, sizeof ghosts);
        world->ghost_count = count;
        int differ = 0;
        for (int s = 0; s < drawn.scene_count; s++)
            if (drawn.scenes[s].stage == ghosts[i].stage)
                differ = play_changed(&p->shown, &without, drawn.scenes[s].rect);
        play_free(&without);
        bool covered = is_covered(&world->stages[ghosts[i].stage], &ghosts[i]);
        PLAY_EXPECT(p, named != covered, "step %d: the ghost \"%s\" is %s", step_of(p), ghosts[i].name,
                    named ? "covered, but named" : "without a name");
        PLAY_EXPECT(p, covered ? differ == 0 : differ > SEEN,
                    "step %d: without the ghost \"%s\" %d pixels differ", step_of(p), ghosts[i].name, differ);
    }
}

play_picture draw_again(play *p, bp_text_log *texts, bp_drawn_frame *drawn) {
    bp_lesson_controller *c = controller_of(p);
    bp_error error = {0};
    bp_framebuffer to = {0};
    bp_raster *raster = bp_raster_create(c->base.context, &error);
    *drawn = (bp_drawn_frame){0};
    texts->count = 0;
    const bp_lesson_view view = {
        .viewer = &c->viewer, .lesson = lesson_of(p), .world = world_of(p), .data = &c->data, .texts = texts};
    if (!raster ||
        !bp_offscreen_target_resize(c->base.context, &to, p->shown.width, p->shown.height, false, &error) ||
        !bp_lesson_view_draw(&view, raster, &to, drawn, &error))
        play_fail(p, "%s", error.message);
    play_picture copy = {to.width, to.height, malloc((size_t)4 * (size_t)to.width * (size_t)to.height)};
    size_t stride = (size_t)(to.stride ? to.stride : to.width), row = (size_t)4 * (size_t)to.width;
    for (int y = 0; y < to.height; y++)
        memcpy(copy.pixels + (size_t)y * row, (const unsigned char *)to.pixels + 4 * stride * (size_t)y, row);
    bp_framebuffer_destroy(c->base.context, &to);
    bp_raster_destroy(raster);
    return copy;
}

/* ---- once a lesson ------------------------------------------------------------------------------ */

/* Clicks the time bar, drags along it, plays on, and steps back. */
static void scrub(play *p) {
    const bp_lesson_viewer *viewer = &controller_of(p)->viewer;
    bp_rect track = drawn_of(p)->track;
    float y = (float)track.y + (float)track.height / 2, from = (float)track.x, wide = (float)track.width;
    bp_vec2 path[2] = {{from + 0.25f * wide, y}, {from + 0.6f * wide, y + 9}};
    play_drag(p, path, 1);
    PLAY_EXPECT(p, fabsf(viewer->position.t - 0.25f) < 0.01f, "step %d: a click on the time bar goes to %g",
                step_of(p), (double)viewer->position.t);
    play_picture quarter = play_copy(&p->shown);
    play_drag(p, path, 2);
    PLAY_EXPECT(p, fabsf(viewer->position.t - 0.6f) < 0.01f, "step %d: a drag along the time bar goes to %g",
                step_of(p), (double)viewer->position.t);
    bp_rect all = {0, 0, p->shown.width, p->shown.height};
    PLAY_EXPECT(p, play_changed(&quarter, &p->shown, all) > SEEN, "step %d: the time bar shows nothing",
                step_of(p));
    play_free(&quarter);
    bp_vec2 button;
    PLAY_EXPECT(p, find_button(drawn_of(p), BP_ACTION_PLAY, 0, &button), "step %d: no play button",
                step_of(p));
    play_click(p, button.x, button.y);
    PLAY_EXPECT(p, viewer->position.t >= 1, "step %d: the button doesn't play to the end", step_of(p));
    play_key(p, "comma");
}

/* Drags the angle of the selected bone by 30 pixels, which are 30 degrees, and types it. */
static bool use_numbers(play *p) {
    bp_vec2 at;
    if (!find_button(drawn_of(p), BP_ACTION_NUMBER, BP_NUMBER_ANGLE, &at)) return false;
    const bp_viewer *core = &controller_of(p)->viewer.core;
    const bp_bone *bone = bp_lesson_viewer_bone(&controller_of(p)->viewer, world_of(p));
    size_t id = bp_bone_id(bone);
    float q[4] = {0, 0, 0, 1};
    long long saved = -1;
    play_drag(p, (bp_vec2[]){at, {at.x + 15, at.y}, {at.x + 30, at.y}}, 3);
    play_expect_cursor(p, BP_MOUSE_CURSOR_MOVE);
    PLAY_EXPECT(p,
                saved_changes(p, "turns", "turn", q, 4, &saved) == 1 && saved == (long long)id &&
                    fabsf(degrees_of(q) - 30) < 0.1f,
                "step %d: the dragged angle turned bone %lld by %g degrees", step_of(p), saved,
                (double)degrees_of(q));
    play_key(p, "ctrl+z");
    play_click(p, at.x, at.y);
    PLAY_EXPECT(p, core->number.number == BP_NUMBER_ANGLE, "step %d: a click doesn't open the angle",
                step_of(p));
    play_type(p, "-40.5");
    play_key(p, "Return");
    bone = bp_lesson_viewer_bone(&controller_of(p)->viewer, world_of(p));
    float angle = bp_number_value(core, bone, BP_NUMBER_ANGLE);
    PLAY_EXPECT(p, fabsf(fabsf(angle) - 40.5f) < 0.01f, "step %d: the typed angle is %g", step_of(p),
                (double)angle);
    play_key(p, "ctrl+z");
    return true;
}

/* The card of an underlined word, and the list of all terms. */
static bool look_up_a_term(play *p) {
    const bp_drawn_frame *drawn = drawn_of(p);
    const bp_hit_area *hit = NULL;
    for (int i = 0; i < drawn->hits.count && !hit; i++)
        if (drawn->hits.items[i].action == BP_ACTION_TERM && drawn->hits.items[i].value >= 0)
            hit = &drawn->hits.items[i];
    if (!hit) return false;
    bp_rect all = {0, 0, p->shown.width, p->shown.height};
    int term = hit->value;
    bp_vec2 at = {(float)hit->rect.x + (float)hit->rect.width / 2,
                  (float)hit->rect.y + (float)hit->rect.height / 2};
    play_move(p, 2, 2);
    play_picture before = play_copy(&p->shown);
    play_move(p, at.x, at.y);
    PLAY_EXPECT(p, controller_of(p)->viewer.term == term + 1 && play_changed(&before, &p->shown, all) > 1000,
                "step %d: a term under the mouse has no card", step_of(p));
    play_move(p, 2, 2);
    PLAY_EXPECT(p, play_changed(&before, &p->shown, all) == 0, "step %d: the term's card stays", step_of(p));
    play_key(p, "F2");
    PLAY_EXPECT(p, controller_of(p)->viewer.glossary && play_changed(&before, &p->shown, all) > 10000,
                "step %d: F2 doesn't open the glossary", step_of(p));
    play_key(p, "Escape");
    PLAY_EXPECT(p, play_changed(&before, &p->shown, all) == 0, "step %d: Esc doesn't close the glossary",
                step_of(p));
    play_free(&before);
    return true;
}

/* K, P and 7 show what only some want; the same keys take it away again. K and P are about Babylon.js, of which
 * the lessons on pixels say nothing. */
static void use_switches(play *p) {
    const bool pixels = lesson_of(p)->group == BP_LESSONS_PIXELS;
    static const char *const keys[] = {"k", "p", "7"};
    bp_rect all = {0, 0, p->shown.width, p->shown.height};
    play_move(p, 2, 2);
    play_picture pictures[3];
    for (int i = 0; i < 3; i++) {
        pictures[i] = play_copy(&p->shown);
        play_key(p, keys[i]);
        const bp_lesson_viewer *viewer = &controller_of(p)->viewer;
        bool on = i == 0   ? viewer->core.settings.babylon
                  : i == 1 ? viewer->position.engine
                           : viewer->core.settings.all_matrices;
        PLAY_EXPECT(p, on, "step %d: the key %s does nothing", step_of(p), keys[i]);
        PLAY_EXPECT(p, i == 2 || pixels || play_changed(&pictures[i], &p->shown, all) > SEEN,
                    "step %d: the key %s shows nothing", step_of(p), keys[i]);
    }
    for (int i = 2; i >= 0; i--) {
        play_key(p, keys[i]);
        PLAY_EXPECT(p, play_changed(&pictures[i], &p->shown, all) == 0,
                    "step %d: the key %s isn't taken back", step_of(p), keys[i]);
        play_free(&pictures[i]);
    }
}

/* Window and twin measure times of their own, at the left and below the stages: only the rest is compared. */
static void leave_times_out(play *p) {
    const bp_lesson_plan *lesson = lesson_of(p);
    for (int i = 0; i < lesson->step_count; i++)
        for (int k = 0; k < lesson->steps[i].readout_count; k++)
            if (lesson->steps[i].readouts[k].measure == bp_measure_way_milliseconds)
                p->compared =
                    (bp_rect){p->shown.width / 4, 0, p->shown.width * 3 / 4, p->shown.height * 3 / 4};
}

void play_lesson(play *p) {
    const bp_lesson_viewer *viewer = &controller_of(p)->viewer;
    int taken = 0, handles = 0, questions = 0;
    bool numbers = false, time = false, term = false;
    play_sync(p);
    leave_times_out(p);
    for (int step = 1; step <= lesson_of(p)->step_count; step++) {
        PLAY_EXPECT(p, step_of(p) == step, "Right goes to step %d, not to %d", step_of(p), step);
        if (viewer->position.asking) answer_question(p, questions++);
        look_at_ghosts(p);
        if (!term) term = look_up_a_term(p);
        if (!time && drawn_of(p)->track.width > 0) scrub(p), play_key(p, "r"), time = true;
        if (viewer->position.asking) play_key(p, "space"), play_key(p, "space");
        for (int i = 0; i < drawn_of(p)->handle_count; i++, handles++) take_handle(p, i);
        bool fresh = taken == 0 || lesson_of(p)->steps[step - 1].arrange;
        for (int i = 0; fresh && i < drawn_of(p)->scene_count; i++) taken += take_limb(p, i);
        if (!numbers && taken > 0) numbers = use_numbers(p);
        if (step == 2) use_switches(p);
        play_key(p, "Right");
    }
    PLAY_EXPECT(p, viewer->position.ended, "there is no end page");
    if (lesson_of(p)->group == BP_LESSONS_PIXELS) {
        PLAY_EXPECT(p, handles > 1, "%d handles can be taken", handles);
        return;
    }
    PLAY_EXPECT(p, taken > 0, "no limb can be taken");
    PLAY_EXPECT(p, numbers, "no number can be dragged");
    int free_play = 0;
    for (int i = 0; i < drawn_of(p)->scene_count && !free_play; i++) free_play += take_limb(p, i);
    PLAY_EXPECT(p, free_play > 0, "no limb can be taken after the last step");
}
