/* The actions on the core's state: bones, rotations, view settings. */
#include "viewer/bone_tree.h"
#include "viewer/inspector.h"
#include "viewer/number_input.h"
#include "viewer/viewer.h"
#include <math.h>
#include <stdio.h>

static const float ROTATION_STEP = 5, MOVE_STEP = 0.05f; /* degrees and metres a key press */

/* The arrow keys: by a fixed step about or along the selected axis. A handle stays in its plane. */
static void step(bp_viewer *viewer, const bp_viewer_scope *scope, int value, bool merge) {
    const bp_selection *selection = &viewer->selection;
    int axis = selection->axis, handle = selection->handle - 1;
    float metres = (float)value * MOVE_STEP;
    bp_vec3 by = {axis == 0 ? metres : 0, axis == 1 ? metres : 0, axis == 2 ? metres : 0};
    if (handle >= 0 && handle < scope->drawn->handle_count) {
        const bp_placed_handle *drawn = &scope->drawn->handles[handle];
        bp_vec3 normal = bp_vec3_normalize(drawn->normal);
        by = bp_vec3_sub(by, bp_vec3_scale(normal, bp_vec3_dot(by, normal)));
        bp_viewer_move_handle(viewer, scope, handle, bp_vec3_add(drawn->position, by), merge);
    } else if (selection->moves) {
        bp_viewer_move(viewer, scope, by, merge);
    } else {
        bp_viewer_rotate(viewer, scope, (float)value * bp_radians(ROTATION_STEP), merge);
    }
}

static void next_handle(bp_viewer *viewer, const bp_viewer_scope *scope) {
    static const char *const axes[] = {"X", "Y", "Z"};
    int count = scope->drawn->handle_count, *handle = &viewer->selection.handle;
    *handle = *handle < count ? *handle + 1 : 0;
    if (*handle > 0) { /* along the normal of its plane it couldn't move: Z becomes Y */
        bp_vec3 normal = bp_vec3_normalize(scope->drawn->handles[*handle - 1].normal);
        float along[] = {normal.x, normal.y, normal.z};
        int *axis = &viewer->selection.axis;
        if (fabsf(along[*axis]) > 0.99f) *axis = (*axis + 2) % 3;
    }
    if (count == 0)
        snprintf(viewer->notice, sizeof viewer->notice, "this step has no handles");
    else if (*handle > 0)
        snprintf(viewer->notice, sizeof viewer->notice, "%.60s: ↑↓ move it along %s, A changes the axis",
                 scope->drawn->handles[*handle - 1].label, axes[viewer->selection.axis]);
}

/* Stages of a lesson mostly have alike skeletons: there the bone's id is kept. */
static void next_stage(bp_viewer *viewer, const bp_viewer_scope *scope, int by) {
    int count = scope->stage_count;
    if (count < 2) return;
    int stage = (viewer->selection.stage + by + count) % count;
    const bp_skeleton *skeleton = scope->stages[stage].skeleton;
    size_t bone = viewer->selection.bone;
    bool keep = scope->client->alike_stages && skeleton && bp_skeleton_bone_by_id(skeleton, bone);
    const bp_bone *first = bp_bone_tree_first(skeleton);
    bp_viewer_select(viewer, stage, keep ? bone : first ? bp_bone_id(first) : 0);
}

int bp_viewer_matrix_row(const bp_viewer *viewer) {
    return viewer->hover.matrix_row ? viewer->hover.matrix_row : viewer->matrix_row;
}

/* The rows in the order in which they were drawn, then none. */
static void next_matrix_row(bp_viewer *viewer, const bp_viewer_scope *scope, int by) {
    const bp_hit_areas *hits = &scope->drawn->hits;
    int rows[BP_HIT_AREAS_MAX + 1] = {0}, count = 1, at = 0;
    for (int i = 0; i < hits->count; i++) {
        if (hits->items[i].action != BP_ACTION_MATRIX_ROW) continue;
        if (hits->items[i].value + 1 == viewer->matrix_row) at = count;
        rows[count++] = hits->items[i].value + 1;
    }
    viewer->matrix_row = rows[(at + by + count) % count];
    if (count == 1)
        snprintf(viewer->notice, sizeof viewer->notice, "no matrix is in sight; I opens the panel");
}

static void act_on_matrices(bp_viewer *viewer, const bp_viewer_scope *scope, bp_action action, int value) {
    switch (action) {
    case BP_ACTION_MATRIX_ROW: viewer->matrix_row = viewer->matrix_row == value + 1 ? 0 : value + 1; break;
    case BP_ACTION_MATRIX_ROW_NEXT: next_matrix_row(viewer, scope, value); break;
    case BP_ACTION_NUMBER: bp_number_open(viewer, scope, (bp_number)value); break;
    default: viewer->number = (bp_number_input){.number = BP_NUMBER_NONE}; break;
    }
}

static void act_on_bones(bp_viewer *viewer, const bp_viewer_scope *scope, bp_action action, int value,
                         bool repeat) {
    const bp_bone *bone = bp_viewer_bone(viewer, scope->stages, scope->stage_count), *to = NULL;
    switch (action) {
    case BP_ACTION_BONE_NEXT:
    case BP_ACTION_BONE_PREVIOUS:
        if (bone) to = bp_bone_tree_wrap(bone, action == BP_ACTION_BONE_NEXT);
        break;
    case BP_ACTION_BONE:
        if (bone) to = bp_skeleton_bone_by_id(bp_bone_skeleton(bone), (size_t)value);
        break;
    case BP_ACTION_STAGE: next_stage(viewer, scope, value); break;
    case BP_ACTION_SEARCH: viewer->search.open = bone != NULL; break;
    case BP_ACTION_ROTATE: step(viewer, scope, value, repeat); break;
    case BP_ACTION_PULL: viewer->pulls = !viewer->pulls; break;
    case BP_ACTION_AXIS: viewer->selection.axis = (viewer->selection.axis + 1) % 3; break;
    case BP_ACTION_TOOL:
        viewer->selection.moves = !viewer->selection.moves;
        snprintf(viewer->notice, sizeof viewer->notice, "↑↓ %s the bone now",
                 viewer->selection.moves ? "move" : "rotate");
        break;
    case BP_ACTION_HANDLE: next_handle(viewer, scope); break;
    case BP_ACTION_UNDO:
        if (!bp_edit_history_undo(&viewer->history))
            snprintf(viewer->notice, sizeof viewer->notice, "nothing to undo: you changed nothing by hand");
        break;
    case BP_ACTION_REDO:
        if (!bp_edit_history_redo(&viewer->history))
            snprintf(viewer->notice, sizeof viewer->notice, "nothing to redo");
        break;
    default: break;
    }
    if (to) bp_viewer_select(viewer, viewer->selection.stage, bp_bone_id(to));
}

unsigned bp_viewer_act(bp_viewer *viewer, const bp_viewer_scope *scope, bp_action action, int value,
                       bool repeat) {
    unsigned requests = BP_REQUEST_REDRAW;
    viewer->notice[0] = '\0';
    bp_inspector_act(viewer, scope, action, value);
    if (viewer->mouse.drag == BP_DRAG_NONE) viewer->hover = (bp_hover){.drag = BP_DRAG_NONE};
    if (action == BP_ACTION_LEAVE && bp_viewer_cancel_drag(viewer)) return requests;
    if (action == BP_ACTION_SCREENSHOT) requests |= BP_REQUEST_SCREENSHOT;
    if (action == BP_ACTION_LINK) requests |= BP_REQUEST_LINK;
    if (action == BP_ACTION_FULLSCREEN) requests |= BP_REQUEST_FULLSCREEN;
    if (action == BP_ACTION_QUIT) requests |= BP_REQUEST_QUIT;
    if (action == BP_ACTION_LEAVE && !viewer->settings.help) requests |= BP_REQUEST_LEAVE;
    if (action == BP_ACTION_LEAVE) viewer->settings.help = false;
    act_on_bones(viewer, scope, action, value, repeat);
    act_on_matrices(viewer, scope, action, value);
    bp_view_settings_act(&viewer->settings, action, value);
    scope->client->act(viewer, scope, action, value, &requests);
    return requests;
}
