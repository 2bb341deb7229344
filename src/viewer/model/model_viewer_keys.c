/* What each action does to the viewer of a file, and what typed signs are for. */
#include "viewer/model/model_viewer.h"
#include "viewer/bone_tree.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* NULL leaves the selection as it is. */
static void select_bone(bp_model_viewer *viewer, const bp_bone *bone) {
    if (!bone) return;
    viewer->selection.bone = bp_bone_id(bone);
    viewer->selection.scroll = 0;
}

/* ---- typing ------------------------------------------------------------------------------------- */

static bool naming_file(bp_model_viewer *viewer, const bp_event *event, unsigned *requests) {
    if (event->kind == BP_EVENT_TEXT) {
        bp_typed_append(viewer->typed.path, sizeof viewer->typed.path, event->text);
        return true;
    }
    switch (event->key) {
    case BP_KEY_BACKSPACE: bp_typed_erase(viewer->typed.path); return true;
    case BP_KEY_SPACE: return true;
    case BP_KEY_ENTER:
        viewer->typed.open = false;
        if (viewer->typed.path[0]) *requests |= BP_REQUEST_OPEN;
        return true;
    case BP_KEY_ESCAPE: viewer->typed.open = false; return true;
    default: return false;
    }
}

bool bp_model_viewer_typing(bp_model_viewer *viewer, const bp_model_scope *scope, const bp_event *event,
                            unsigned *requests) {
    if (viewer->typed.open) return naming_file(viewer, event, requests);
    if (!viewer->typed.search.open) return false;
    const bp_bone *found;
    bool taken = bp_bone_search_event(&viewer->typed.search, bp_model_viewer_skeleton(viewer, scope->loaded),
                                 bp_model_viewer_bone(viewer, scope->loaded), event, &found);
    select_bone(viewer, found);
    return taken;
}

unsigned bp_model_viewer_open(bp_model_viewer *viewer, const char *path) {
    if (strlen(path) >= sizeof viewer->typed.path) {
        snprintf(viewer->trouble, sizeof viewer->trouble,
                 "%.200s...: a name of %zu bytes is too long, %zu is the most", path, strlen(path),
                 sizeof viewer->typed.path - 1);
        return BP_REQUEST_REDRAW;
    }
    memmove(viewer->typed.path, path, strlen(path) + 1);
    return BP_REQUEST_REDRAW | BP_REQUEST_OPEN;
}

/* ---- animation ---------------------------------------------------------------------------------- */

static void choose_clip(bp_model_viewer *viewer, const bp_loaded_model *loaded, int clip) {
    int count = (int)loaded->model->clip_count;
    if (clip < 0 || clip >= count) {
        snprintf(viewer->notice, sizeof viewer->notice, "the file has %d animation%s", count,
                 count == 1 ? "" : "s");
        return;
    }
    viewer->play.clip = clip;
    bp_model_viewer_seek(viewer, loaded, 0);
}

static void play(bp_model_viewer *viewer, const bp_loaded_model *loaded) {
    bp_model_play *now = &viewer->play;
    if (now->clip < 0) {
        snprintf(viewer->notice, sizeof viewer->notice, "the file has no animation");
        return;
    }
    bool was_clip = now->source == BP_POSE_FROM_CLIP;
    now->playing = !(now->playing && was_clip);
    now->source = BP_POSE_FROM_CLIP;
    if (now->playing && now->seconds >= bp_loaded_model_clip_length(loaded, now->clip)) now->seconds = 0;
}

/* To the next whole frame; what lies between two is first brought to one of them. */
static void step_frame(bp_model_viewer *viewer, const bp_loaded_model *loaded, int by) {
    double frames = viewer->play.seconds * BP_MODEL_FRAME_RATE;
    double to = by > 0 ? floor(frames + 1 + 1e-6) : ceil(frames - 1 - 1e-6);
    viewer->play.playing = false;
    bp_model_viewer_seek(viewer, loaded, to / BP_MODEL_FRAME_RATE);
}

static void stand(bp_model_viewer *viewer, bp_pose_source source) {
    viewer->play.source = source;
    viewer->play.playing = false;
    viewer->rotations = (bp_rotation_history){0};
}

static void act_on_play(bp_model_viewer *viewer, const bp_loaded_model *loaded, bp_action action,
                        int value) {
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
    case BP_ACTION_REST: stand(viewer, BP_POSE_FROM_REST); break;
    case BP_ACTION_BIND: stand(viewer, BP_POSE_FROM_BIND); break;
    default: break;
    }
}

/* ---- bones, vertices, findings ------------------------------------------------------------------ */

static void walk_skeletons(bp_model_viewer *viewer, const bp_loaded_model *loaded, int by) {
    int count = (int)loaded->model->skeleton_count;
    if (count < 2) return;
    viewer->selection.stage = (viewer->selection.stage + by + count) % count;
    select_bone(viewer, bp_bone_tree_first(bp_model_viewer_skeleton(viewer, loaded)));
}

static void turn(bp_model_viewer *viewer, const bp_loaded_model *loaded, float radians, bool merge) {
    const bp_bone *bone = bp_model_viewer_bone(viewer, loaded);
    if (!bone || !bp_bone_node(bone)) return;
    if (!bp_rotation_history_rotate(&viewer->rotations, &viewer->selection, radians, merge))
        snprintf(viewer->notice, sizeof viewer->notice,
                 "%d joints are turned, which is the most; R puts them back", BP_ROTATIONS_MAX);
}

static void act_on_bones(bp_model_viewer *viewer, const bp_model_scope *scope, bp_action action, int value,
                         bool repeat) {
    const bp_loaded_model *loaded = scope->loaded;
    bp_skeleton *skeleton = bp_model_viewer_skeleton(viewer, loaded);
    bp_bone *bone = bp_model_viewer_bone(viewer, loaded);
    switch (action) {
    case BP_ACTION_BONE_NEXT:
    case BP_ACTION_BONE_PREVIOUS:
        if (bone) select_bone(viewer, bp_bone_tree_wrap(bone, action == BP_ACTION_BONE_NEXT));
        break;
    case BP_ACTION_BONE:
        if (skeleton) select_bone(viewer, bp_skeleton_bone_by_id(skeleton, (size_t)value));
        break;
    case BP_ACTION_STAGE: walk_skeletons(viewer, loaded, value); break;
    case BP_ACTION_SEARCH: viewer->typed.search.open = bone != NULL; break;
    case BP_ACTION_ROTATE: turn(viewer, loaded, (float)value * bp_radians(5), repeat); break;
    case BP_ACTION_AXIS: viewer->selection.axis = (viewer->selection.axis + 1) % 3; break;
    case BP_ACTION_UNDO:
        if (!bp_rotation_history_undo(&viewer->rotations))
            snprintf(viewer->notice, sizeof viewer->notice,
                     "nothing was turned: there is nothing to take back");
        break;
    case BP_ACTION_VERTEX:
        viewer->pointer.chosen = bp_loaded_model_next_vertex(loaded, bone, scope->drawn->vertex);
        viewer->pointer.inside = false;
        if (!viewer->pointer.chosen.there)
            snprintf(viewer->notice, sizeof viewer->notice, "this bone moves no vertex");
        break;
    default: break;
    }
}

/* Keeps the selected row in sight. */
static void show_row(bp_findings_page *page, int rows) {
    if (page->selected < page->top) page->top = page->selected;
    if (rows > 0 && page->selected >= page->top + rows) page->top = page->selected - rows + 1;
}

static void choose_finding(bp_model_viewer *viewer, const bp_model_scope *scope, int row) {
    int count = (int)scope->loaded->report.count, skeleton = 0;
    viewer->doctor.open = true;
    if (count == 0) return;
    viewer->doctor.selected = (row + count) % count;
    show_row(&viewer->doctor, scope->drawn->findings_rows);
    const bp_doctor_finding *finding = bp_loaded_model_finding(scope->loaded, viewer->doctor.selected);
    const bp_bone *bone = bp_loaded_model_finding_bone(scope->loaded, finding, &skeleton);
    if (!bone) return;
    viewer->selection.stage = skeleton;
    select_bone(viewer, bone);
}

static void act_on_doctor(bp_model_viewer *viewer, const bp_model_scope *scope, bp_action action, int value) {
    bp_findings_page *page = &viewer->doctor;
    if (action == BP_ACTION_DOCTOR) page->open = !page->open;
    if (action == BP_ACTION_FINDING) choose_finding(viewer, scope, value);
    if (action == BP_ACTION_FINDING_NEXT)
        choose_finding(viewer, scope, page->selected < 0 ? (value > 0 ? 0 : -1) : page->selected + value);
}

/* Whatever is open closes; a trouble that is told is put away by every key. */
static unsigned leave(bp_model_viewer *viewer) {
    bool open = viewer->trouble[0] || viewer->settings.help;
    viewer->settings.help = false;
    return open ? 0 : BP_REQUEST_LEAVE;
}

unsigned bp_model_viewer_act(bp_model_viewer *viewer, const bp_model_scope *scope, const bp_binding *binding,
                             bool repeat) {
    bp_action action = binding->action;
    unsigned requests = BP_REQUEST_REDRAW;
    if (action == BP_ACTION_LEAVE) requests |= leave(viewer);
    viewer->notice[0] = viewer->trouble[0] = '\0';
    if (action == BP_ACTION_OPEN) {
        viewer->typed.open = true;
        viewer->typed.path[0] = '\0';
    }
    if (action == BP_ACTION_RELOAD) requests |= bp_model_viewer_open(viewer, scope->loaded->path);
    if (action == BP_ACTION_SCREENSHOT) requests |= BP_REQUEST_SCREENSHOT;
    if (action == BP_ACTION_FULLSCREEN) requests |= BP_REQUEST_FULLSCREEN;
    if (action == BP_ACTION_QUIT) requests |= BP_REQUEST_QUIT;
    if (action == BP_ACTION_VIEW_RESET) requests |= BP_REQUEST_FIT_VIEW;
    act_on_play(viewer, scope->loaded, action, binding->value);
    act_on_bones(viewer, scope, action, binding->value, repeat);
    act_on_doctor(viewer, scope, action, binding->value);
    bp_view_settings_act(&viewer->settings, action, binding->value);
    return requests;
}

unsigned bp_model_viewer_event(bp_model_viewer *viewer, const bp_model_scope *scope, const bp_event *event) {
    unsigned requests = 0;
    switch (event->kind) {
    case BP_EVENT_RESIZE:
        viewer->settings.width = event->width;
        viewer->settings.height = event->height;
        viewer->settings.scale = event->scale;
        return BP_REQUEST_REDRAW;
    case BP_EVENT_CLOSE: return BP_REQUEST_QUIT;
    case BP_EVENT_DROP: return bp_model_viewer_open(viewer, event->path);
    case BP_EVENT_KEY:
    case BP_EVENT_TEXT: break;
    default: return bp_model_viewer_mouse_event(viewer, scope, event);
    }
    if (bp_model_viewer_typing(viewer, scope, event, &requests)) return requests | BP_REQUEST_REDRAW;
    if (viewer->typed.open && event->kind == BP_EVENT_KEY && event->mods == 0) return 0;
    const bp_binding *binding = bp_key_table_lookup(&bp_model_keys, event);
    return binding ? bp_model_viewer_act(viewer, scope, binding, event->repeat) : 0;
}
