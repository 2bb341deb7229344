/* A model file's own actions: animation, vertices, findings, files; its timeline under the mouse. */
#include "viewer/bone_tree.h"
#include "viewer/model/model_binds.h"
#include "viewer/model/model_viewer.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { CTRL = BP_MOD_CTRL };

/* clang-format off */ /* tables */
static const bp_binding ANIMATION[] = {
    {NULL, NULL, "Animation", 0, 0, 0, BP_ACTION_NONE, 0},
    {"Space", "play", "play and pause", BP_KEY_SPACE, 0, 0, BP_ACTION_PLAY, 0},
    {". ,", "frame", "1/30 s on and back, as → ←; or drag below", 0, 0, '.', BP_ACTION_FRAME, 1},
    {NULL, NULL, NULL, 0, 0, ',', BP_ACTION_FRAME, -1},
    {NULL, NULL, NULL, BP_KEY_RIGHT, 0, 0, BP_ACTION_FRAME, 1},
    {NULL, NULL, NULL, BP_KEY_LEFT, 0, 0, BP_ACTION_FRAME, -1},
    {"Home End", "start", "to the start, to the end", BP_KEY_HOME, 0, 0, BP_ACTION_TIME_START, 0},
    {NULL, NULL, NULL, BP_KEY_END, 0, 0, BP_ACTION_TIME_END, 0},
    {"> <", "speed", "faster and slower", 0, 0, '>', BP_ACTION_SPEED, 1},
    {NULL, NULL, NULL, 0, 0, '<', BP_ACTION_SPEED, -1},
    {"K J 1-9", "clip", "next animation, previous one, one of the first nine; or click it", 0, 0, 'k',
     BP_ACTION_CLIP_NEXT, 1},
    {NULL, NULL, NULL, 0, 0, 'j', BP_ACTION_CLIP_NEXT, -1},
    {"0", "list", "list of all animations; type to search in it", 0, 0, '0', BP_ACTION_CLIPS, 0},
    {NULL, NULL, NULL, 0, 0, '1', BP_ACTION_CLIP, 0},
    {NULL, NULL, NULL, 0, 0, '2', BP_ACTION_CLIP, 1},
    {NULL, NULL, NULL, 0, 0, '3', BP_ACTION_CLIP, 2},
    {NULL, NULL, NULL, 0, 0, '4', BP_ACTION_CLIP, 3},
    {NULL, NULL, NULL, 0, 0, '5', BP_ACTION_CLIP, 4},
    {NULL, NULL, NULL, 0, 0, '6', BP_ACTION_CLIP, 5},
    {NULL, NULL, NULL, 0, 0, '7', BP_ACTION_CLIP, 6},
    {NULL, NULL, NULL, 0, 0, '8', BP_ACTION_CLIP, 7},
    {NULL, NULL, NULL, 0, 0, '9', BP_ACTION_CLIP, 8},
    {"R", "rest", "rest pose: nodes as the file has them", 0, 0, 'r', BP_ACTION_REST, 0},
    {"T", "bind", "bind pose: every final the identity", 0, 0, 't', BP_ACTION_BIND, 0},
    {NULL, NULL, "Bones and vertices", 0, 0, 0, BP_ACTION_NONE, 0},
    {"P", "pull", "a drag pulls a whole limb, or rotates one bone", 0, 0, 'p', BP_ACTION_PULL, 0},
    {"] [", "skin", "next skin, previous skin", 0, 0, ']', BP_ACTION_STAGE, 1},
    {NULL, NULL, NULL, 0, 0, '[', BP_ACTION_STAGE, -1},
};

static const bp_binding DOCTOR[] = {
    {"V", "vertex", "weights of the bone's next vertex; or point at one", 0, 0, 'v', BP_ACTION_VERTEX, 0},
    {NULL, NULL, "Doctor", 0, 0, 0, BP_ACTION_NONE, 0},
    {"D", "doctor", "what is wrong with the file; the bones", 0, 0, 'd', BP_ACTION_DOCTOR, 0},
    {"Ctrl+D", "repair", "save a repaired copy of the file", 'd', CTRL, 0, BP_ACTION_REPAIR, 0},
    {"Ctrl+Shift+D", "compare", "before and after the repair, side by side", 'd', CTRL | BP_MOD_SHIFT, 0,
     BP_ACTION_COMPARE, 0},
    {"E Q", "finding", "next finding, previous one; or click it", 0, 0, 'e', BP_ACTION_FINDING_NEXT, 1},
    {NULL, NULL, NULL, 0, 0, 'q', BP_ACTION_FINDING_NEXT, -1},
    {NULL, NULL, "Inverse binds", 0, 0, 0, BP_ACTION_NONE, 0},
    {"Ctrl+B", "edit binds", "drags and numbers change the bone's bind, or its pose", 'b', CTRL, 0,
     BP_ACTION_BINDS, 0},
    {"Ctrl+P", "this pose", "the bone's bind: as it is in this pose", 'p', CTRL, 0, BP_ACTION_BIND_TAKE, 0},
    {"Ctrl+E", "rest", "the bone's bind: as it is at rest", 'e', CTRL, 0, BP_ACTION_BIND_TAKE, 1},
    {"Ctrl+Shift+S", "save binds", "save a copy of the file with these binds", 's', CTRL | BP_MOD_SHIFT, 0,
     BP_ACTION_BINDS_SAVE, 0},
};

static const bp_binding FILES[] = {
    {"Ctrl+S", "GIF", "write the animation as a GIF, as it is seen now", 's', CTRL, 0, BP_ACTION_SAVE, 0},
    {"Ctrl+O", "open", "open a file by name; or drop it here", 'o', CTRL, 0, BP_ACTION_OPEN, 0},
    {"Ctrl+R", "reload", "read the file again", 'r', CTRL, 0, BP_ACTION_RELOAD, 0},
};
/* clang-format on */

static const bp_key_section ANIMATION_SECTION = {ANIMATION, BP_COUNT(ANIMATION)},
                            DOCTOR_SECTION = {DOCTOR, BP_COUNT(DOCTOR)},
                            FILES_SECTION = {FILES, BP_COUNT(FILES)};

const bp_key_table bp_model_keys = {{&ANIMATION_SECTION, &bp_keys_bones, &DOCTOR_SECTION, &bp_keys_pixels,
                                     &bp_keys_display, &bp_keys_camera, &bp_keys_window, &FILES_SECTION}};

enum { WHEEL_ROWS = 3 };

static void select_bone(bp_model_viewer *viewer, int skeleton, const bp_bone *bone) {
    if (bone) bp_viewer_select(&viewer->core, skeleton, bp_bone_id(bone));
}

static void notify(bp_model_viewer *viewer, const char *text) {
    snprintf(viewer->core.notice, sizeof viewer->core.notice, "%s", text);
}

static unsigned open_file(bp_viewer *core, const char *path) {
    bp_model_viewer *viewer = (bp_model_viewer *)core;
    if (strlen(path) >= sizeof viewer->file.path) {
        snprintf(viewer->failure, sizeof viewer->failure,
                 "%.200s...: a name of %zu bytes is too long, %zu is the most", path, strlen(path),
                 sizeof viewer->file.path - 1);
        return BP_REQUEST_REDRAW;
    }
    memmove(viewer->file.path, path, strlen(path) + 1);
    return BP_REQUEST_REDRAW | BP_REQUEST_OPEN;
}

static void choose_clip(bp_model_viewer *viewer, const bp_loaded_model *loaded, int clip) {
    int count = (int)loaded->model->clip_count;
    if (clip < 0 || clip >= count) {
        snprintf(viewer->core.notice, sizeof viewer->core.notice, "the file has %d animation%s", count,
                 count == 1 ? "" : "s");
        return;
    }
    viewer->play.clip = clip;
    bp_model_viewer_seek(viewer, loaded, 0);
}

/* In the list of clips, typed characters search; arrow keys, Enter and Esc choose. */
static bool type_in_clips(bp_model_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event,
                          unsigned *requests) {
    bp_clip_list *list = &viewer->clips;
    const bp_loaded_model *loaded = scope->data;
    int rows = scope->drawn->clips_rows, move = 0;
    if (event->kind == BP_EVENT_TEXT) {
        bp_typed_append(list->search, sizeof list->search, event->text);
        list->selected = list->top = 0;
        return true;
    }
    bool used = true;
    switch (event->key) {
    case BP_KEY_BACKSPACE:
        bp_typed_erase(list->search);
        list->selected = list->top = 0;
        break;
    case BP_KEY_SPACE: break; /* also comes as text */
    case BP_KEY_DOWN: move = 1; break;
    case BP_KEY_UP: move = -1; break;
    case BP_KEY_ENTER: {
        int clip = bp_clip_list_at(list, loaded, list->selected);
        if (clip >= 0) choose_clip(viewer, loaded, clip);
        *list = (bp_clip_list){.open = false};
        break;
    }
    case BP_KEY_ESCAPE: *list = (bp_clip_list){.open = false}; break;
    default: used = false;
    }
    int count = bp_clip_list_count(list, loaded), to = list->selected + move;
    list->selected = to >= count ? count - 1 : to;
    if (list->selected < 0) list->selected = 0;
    if (list->selected < list->top) list->top = list->selected;
    if (rows > 0 && list->selected >= list->top + rows) list->top = list->selected - rows + 1;
    if (!used) *requests = 0;
    return used || event->mods == 0;
}

/* While a file name is typed, only keys with Ctrl go on to the key table. */
static bool type(bp_viewer *core, const bp_viewer_scope *scope, const bp_event *event, unsigned *requests) {
    bp_path_input *file = &((bp_model_viewer *)core)->file;
    if (!file->open && ((bp_model_viewer *)core)->clips.open)
        return type_in_clips((bp_model_viewer *)core, scope, event, requests);
    if (!file->open) return false;
    if (event->kind == BP_EVENT_TEXT) {
        bp_typed_append(file->path, sizeof file->path, event->text);
        return true;
    }
    bool used = event->key == BP_KEY_BACKSPACE || event->key == BP_KEY_SPACE || event->key == BP_KEY_ENTER ||
                event->key == BP_KEY_ESCAPE;
    if (!used) *requests = 0;
    if (event->key == BP_KEY_BACKSPACE) bp_typed_erase(file->path);
    if (event->key == BP_KEY_ENTER && file->path[0]) *requests |= BP_REQUEST_OPEN;
    if (event->key == BP_KEY_ENTER || event->key == BP_KEY_ESCAPE) file->open = false;
    return used || event->mods == 0;
}

static void play(bp_model_viewer *viewer, const bp_loaded_model *loaded) {
    bp_model_play *now = &viewer->play;
    if (now->clip < 0) {
        notify(viewer, "the file has no animation");
        return;
    }
    now->playing = !(now->playing && now->source == BP_POSE_FROM_CLIP);
    now->source = BP_POSE_FROM_CLIP;
    if (now->playing && now->seconds >= bp_loaded_model_clip_length(loaded, now->clip)) now->seconds = 0;
}

/* To the next whole frame; a time between two frames first goes to one of them. */
static void step_frame(bp_model_viewer *viewer, const bp_loaded_model *loaded, int by) {
    double frames = viewer->play.seconds * BP_MODEL_FRAME_RATE;
    double to = by > 0 ? floor(frames + 1 + 1e-6) : ceil(frames - 1 - 1e-6);
    viewer->play.playing = false;
    bp_model_viewer_seek(viewer, loaded, to / BP_MODEL_FRAME_RATE);
}

static void show_pose(bp_model_viewer *viewer, bp_pose_source source) {
    viewer->play.source = source;
    viewer->play.playing = false;
    bp_edit_history_keep_binds(&viewer->core.history);
}

/* Opens with the current clip in view. */
static void toggle_clips(bp_model_viewer *viewer, const bp_loaded_model *loaded) {
    bool open = !viewer->clips.open && loaded->model->clip_count > 0;
    if (loaded->model->clip_count == 0) notify(viewer, "the file has no animation");
    int now = viewer->play.clip > 0 ? viewer->play.clip : 0;
    viewer->core.search = (bp_bone_search){.open = false};
    viewer->clips = (bp_clip_list){.open = open, .selected = now, .top = now > 4 ? now - 4 : 0};
}

static void act_on_play(bp_model_viewer *viewer, const bp_loaded_model *loaded, bp_action action, int value) {
    bp_model_play *now = &viewer->play;
    int clips = (int)loaded->model->clip_count;
    switch (action) {
    case BP_ACTION_PLAY: play(viewer, loaded); break;
    case BP_ACTION_FRAME: step_frame(viewer, loaded, value); break;
    case BP_ACTION_TIME_START: bp_model_viewer_seek(viewer, loaded, 0); break;
    case BP_ACTION_TIME_END:
        now->playing = false;
        bp_model_viewer_seek(viewer, loaded, bp_loaded_model_clip_length(loaded, now->clip));
        break;
    case BP_ACTION_SPEED:
        if (now->speed + value >= 0 && now->speed + value < BP_MODEL_SPEEDS) now->speed += value;
        break;
    case BP_ACTION_CLIP: choose_clip(viewer, loaded, value); break;
    case BP_ACTION_CLIP_NEXT:
        choose_clip(viewer, loaded, clips > 0 ? (now->clip + value + clips) % clips : 0);
        break;
    case BP_ACTION_CLIPS: toggle_clips(viewer, loaded); break;
    case BP_ACTION_REST: show_pose(viewer, BP_POSE_FROM_REST); break;
    case BP_ACTION_BIND: show_pose(viewer, BP_POSE_FROM_BIND); break;
    default: break;
    }
}

static void next_vertex(bp_model_viewer *viewer, const bp_viewer_scope *scope) {
    const bp_bone *bone = bp_model_viewer_bone(viewer, scope->data);
    viewer->pointer.chosen = bp_loaded_model_next_vertex(scope->data, bone, scope->drawn->vertex);
    viewer->pointer.inside = false;
    if (!viewer->pointer.chosen.valid) notify(viewer, "this bone moves no vertex");
}

/* Scrolls the selected row into view. */
static void show_row(bp_findings_page *page, int rows) {
    if (page->selected < page->top) page->top = page->selected;
    if (rows > 0 && page->selected >= page->top + rows) page->top = page->selected - rows + 1;
}

static void choose_finding(bp_model_viewer *viewer, const bp_viewer_scope *scope, int row) {
    const bp_loaded_model *loaded = scope->data;
    int count = (int)loaded->report.count, skeleton = 0;
    viewer->doctor.open = true;
    if (count == 0) return;
    viewer->doctor.selected = (row + count) % count;
    show_row(&viewer->doctor, scope->drawn->findings_rows);
    const bp_doctor_finding *finding = bp_loaded_model_finding(loaded, viewer->doctor.selected);
    const bp_bone *bone = bp_loaded_model_finding_bone(loaded, finding, &skeleton);
    select_bone(viewer, skeleton, bone);
}

/* ---- binds --------------------------------------------------------------------------------------*/

static bool has_skin(bp_model_viewer *viewer, const bp_loaded_model *loaded) {
    if (loaded->model->skin_count == 0) notify(viewer, "the file has no skin, so it has no binds");
    return loaded->model->skin_count > 0;
}

static void edit_binds(bp_model_viewer *viewer, const bp_loaded_model *loaded) {
    bp_viewer *core = &viewer->core;
    if (!has_skin(viewer, loaded)) return;
    core->binds = !core->binds;
    core->number = (bp_number_input){.number = BP_NUMBER_NONE};
    notify(viewer, core->binds ? "the mouse, arrow keys and numbers change binds now"
                               : "the mouse, arrow keys and numbers change the pose again");
}

static void take_bind(bp_model_viewer *viewer, const bp_viewer_scope *scope, bool rest) {
    bp_viewer *core = &viewer->core;
    const bp_bone *bone = bp_model_viewer_bone(viewer, scope->data);
    char label[32];
    bp_mat4 inverse;
    if (!has_skin(viewer, scope->data) || !bone) return;
    core->binds = true;
    const char *block = bp_model_bone_block(core, bone);
    if (block)
        notify(viewer, block);
    else if (!bp_model_binds_take(bone, rest, &inverse))
        notify(viewer, "a bind needs an inverse; the bone has a scale of 0 here");
    else if (bp_viewer_set_inverse_bind(core, scope, inverse, false))
        snprintf(core->notice, sizeof core->notice, "%.31s is bound as %s; Ctrl+Z undoes it",
                 bp_bone_label(bone, label, sizeof label), rest ? "it is at rest" : "in this pose");
}

static void save_binds(bp_model_viewer *viewer, unsigned *requests) {
    if (bp_edit_history_binds(&viewer->core.history) > 0)
        *requests |= BP_REQUEST_SAVE_BINDS;
    else
        notify(viewer, "no bind is changed; Ctrl+B, then drag the mesh or the numbers of bind");
}

static void act_on_binds(bp_model_viewer *viewer, const bp_viewer_scope *scope, bp_action action, int value,
                         unsigned *requests) {
    switch (action) {
    case BP_ACTION_BINDS: edit_binds(viewer, scope->data); break;
    case BP_ACTION_BIND_TAKE: take_bind(viewer, scope, value == 1); break;
    case BP_ACTION_BINDS_SAVE: save_binds(viewer, requests); break;
    default: break;
    }
}

static void act(bp_viewer *core, const bp_viewer_scope *scope, bp_action action, int value,
                unsigned *requests) {
    bp_model_viewer *viewer = (bp_model_viewer *)core;
    const bp_loaded_model *loaded = scope->data;
    bp_findings_page *page = &viewer->doctor;
    if (viewer->failure[0]) *requests &= ~(unsigned)BP_REQUEST_LEAVE; /* Esc closes the message first */
    viewer->failure[0] = '\0';
    act_on_play(viewer, loaded, action, value);
    act_on_binds(viewer, scope, action, value, requests);
    switch (action) {
    case BP_ACTION_OPEN:
        viewer->core.search = (bp_bone_search){.open = false};
        viewer->file = (bp_path_input){.open = true};
        break;
    case BP_ACTION_RELOAD: *requests |= open_file(core, loaded->path); break;
    case BP_ACTION_SAVE: *requests |= BP_REQUEST_SAVE; break;
    case BP_ACTION_REPAIR: *requests |= BP_REQUEST_REPAIR; break;
    case BP_ACTION_COMPARE: *requests |= BP_REQUEST_COMPARE; break;
    case BP_ACTION_VIEW_RESET: *requests |= BP_REQUEST_FIT_VIEW; break;
    case BP_ACTION_VERTEX: next_vertex(viewer, scope); break;
    case BP_ACTION_INSPECT: viewer->pointer.inside = false; break; /* the mouse points at pixels */
    case BP_ACTION_DOCTOR: page->open = !page->open; break;
    case BP_ACTION_PANEL: /* from the findings to the numbers: the panel stays open */
        if (page->open && !scope->drawn->unfolded) core->settings.fold = !core->settings.fold;
        page->open = false;
        break;
    case BP_ACTION_FINDING: choose_finding(viewer, scope, value); break;
    case BP_ACTION_FINDING_NEXT:
        choose_finding(viewer, scope, page->selected < 0 ? (value > 0 ? 0 : -1) : page->selected + value);
        break;
    default: break;
    }
}

/* A model's bones move only through their nodes, and only joints have binds of their own. */
const char *bp_model_bone_block(const bp_viewer *viewer, const bp_bone *bone) {
    if (viewer->binds && bp_bone_index(bone) == BP_INDEX_NONE)
        return "no joint of the skin: it has no inverse bind";
    return bp_bone_node(bone) ? NULL : "no node of the file moves this bone";
}

static bool begin_rotation(bp_viewer *core, const bp_bone *bone) {
    return bone && bp_model_bone_block(core, bone) == NULL;
}

static void scrub(bp_model_viewer *viewer, const bp_viewer_scope *scope, float x) {
    bp_rect track = scope->drawn->track;
    double part = ((double)x - track.x) / (track.width > 1 ? track.width - 1 : 1);
    bp_model_viewer_seek(viewer, scope->data,
                         part * bp_loaded_model_clip_length(scope->data, viewer->play.clip));
}

/* Without a button the mouse points at vertices. */
static bool point(bp_model_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event) {
    const bp_drawn_frame *drawn = scope->drawn;
    bp_model_pointer *pointer = &viewer->pointer;
    bool was_inside = pointer->inside;
    pointer->inside = drawn->scene_count > 0 && !viewer->core.settings.help &&
                      !bp_hit_areas_find(&drawn->hits, event->x, event->y) &&
                      bp_rect_contains(drawn->scenes[0].rect, event->x, event->y);
    if (!pointer->inside && !was_inside) return false;
    pointer->x = event->x;
    pointer->y = event->y;
    pointer->chosen = (bp_vertex_ref){.valid = false};
    return true;
}

static void scroll_list(int *top, int by, int count, int rows) {
    int last = count > rows ? count - rows : 0, to = *top + by;
    *top = to > last ? last : to > 0 ? to : 0;
}

static bool scroll(bp_model_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event) {
    const bp_drawn_frame *drawn = scope->drawn;
    const bp_loaded_model *loaded = scope->data;
    int by = event->wheel > 0 ? -WHEEL_ROWS : WHEEL_ROWS;
    if (bp_rect_contains(drawn->clips, event->x, event->y)) {
        scroll_list(&viewer->clips.top, by, bp_clip_list_count(&viewer->clips, loaded), drawn->clips_rows);
        return true;
    }
    if (!bp_rect_contains(drawn->findings, event->x, event->y)) return false;
    scroll_list(&viewer->doctor.top, by, (int)loaded->report.count, drawn->findings_rows);
    return true;
}

static bool mouse(bp_viewer *core, const bp_viewer_scope *scope, const bp_event *event, unsigned *requests) {
    bp_model_viewer *viewer = (bp_model_viewer *)core;
    const bp_drawn_frame *drawn = scope->drawn;
    bool taken = false;
    if (event->kind == BP_EVENT_WHEEL) {
        taken = scroll(viewer, scope, event);
    } else if (core->mouse.drag == BP_DRAG_SCRUB ||
               (event->kind == BP_EVENT_PRESS && event->button == BP_BUTTON_LEFT &&
                bp_rect_contains(drawn->track, event->x, event->y))) {
        core->mouse.drag = BP_DRAG_SCRUB;
        scrub(viewer, scope, event->x);
        taken = true;
    } else if (event->kind == BP_EVENT_MOVE) {
        taken = point(viewer, scope, event);
    }
    if (taken) *requests |= BP_REQUEST_REDRAW;
    return taken;
}

static const bp_viewer_client CLIENT = {.keys = &bp_model_keys,
                                        .wheel_rows = WHEEL_ROWS,
                                        .type = type,
                                        .act = act,
                                        .begin_rotation = begin_rotation,
                                        .blocked = bp_model_bone_block,
                                        .mouse = mouse,
                                        .drop = open_file};

bp_viewer_scope bp_model_scope(const bp_loaded_model *loaded, const bp_drawn_frame *drawn) {
    return (bp_viewer_scope){.client = &CLIENT,
                             .data = loaded,
                             .stages = loaded->stages,
                             .stage_count = loaded->stage_count,
                             .at_bind = loaded->source == BP_POSE_FROM_BIND,
                             .drawn = drawn};
}
