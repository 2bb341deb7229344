/* The order of targets: an open question's answer, a handle, the selected joint's ring, a joint (where the
 * scene says so), flesh. Everything else orbits. */
#include "viewer/hover.h"
#include "viewer/bone_tree.h"
#include <bindpose/stage.h>
#include "viewer/number_input.h"
#include <math.h>
#include <stdio.h>

enum { JOINT_REACH = 7, HANDLE_REACH = 13, FINGER_REACH = 20 };

const bp_placed_stage *bp_scene_at(const bp_drawn_frame *drawn, float x, float y, int *number) {
    for (*number = 0; *number < drawn->scene_count; ++*number)
        if (bp_rect_contains(drawn->scenes[*number].rect, x, y)) return &drawn->scenes[*number];
    return NULL;
}

bp_rotation_ring bp_hover_ring(const bp_viewer *viewer, const bp_viewer_scope *scope,
                               const bp_placed_stage *scene) {
    bp_rotation_ring ring = {.stage = &scope->stages[scene->stage], .axis = viewer->selection.axis};
    if (scene->stage == viewer->selection.stage)
        ring.bone = bp_viewer_bone(viewer, scope->stages, scope->stage_count);
    return ring;
}

/* The nearest handle of the scene's stage within reach: its index plus 1, or 0. */
static int handle_at(const bp_drawn_frame *drawn, const bp_placed_stage *scene, bp_vec2 mouse, float reach) {
    int found = 0;
    for (int i = 0; i < drawn->handle_count; i++) {
        bp_vec2 at;
        if (drawn->handles[i].stage != scene->stage ||
            !bp_camera_project(&scene->camera, scene->rect, drawn->handles[i].position, &at, NULL))
            continue;
        float dx = at.x - mouse.x, dy = at.y - mouse.y, distance = sqrtf(dx * dx + dy * dy);
        if (!(distance <= reach)) continue;
        reach = distance;
        found = i + 1;
    }
    return found;
}

/* A bone's joint, ring or flesh. A drag of a bone that can't be changed now orbits. */
static bp_hover bone_at(const bp_viewer *viewer, const bp_viewer_scope *scope, const bp_placed_stage *scene,
                        const bp_event *event) {
    const bp_stage *stage = &scope->stages[scene->stage];
    float x = event->x, y = event->y, unit = bp_view_settings_unit(&viewer->settings);
    bp_hover target = {.drag = BP_DRAG_ORBIT, .stage = scene->stage};
    const bp_bone *bone = scene->drag_joints ? bp_pick_joint(stage, scene, x, y, JOINT_REACH * unit) : NULL;
    bp_rotation_ring ring = bp_hover_ring(viewer, scope, scene);
    if (bone) {
        target.drag = BP_DRAG_JOINT;
        target.axis = viewer->selection.axis;
    } else if (bp_pick_ring(&ring, scene, x, y, unit)) {
        target.drag = BP_DRAG_RING;
        target.axis = ring.axis;
        bone = ring.bone;
    } else if ((bone = bp_pick_mesh(stage, scene, x, y).bone)) {
        target.drag = event->mods & BP_MOD_CTRL ? BP_DRAG_MOVE : BP_DRAG_FLESH;
        target.axis = bp_mesh_drag_axis(stage, scene, bone);
        bool pulls = target.drag == BP_DRAG_FLESH && viewer->pulls && !viewer->binds;
        const bp_bone *end = pulls ? bp_limb_end(stage, bone) : NULL;
        if (end) {
            target.drag = BP_DRAG_PULL;
            bone = end;
        }
    }
    target.bone = bone ? bp_bone_id(bone) + 1 : 0;
    if (bone && scope->client->blocked) target.blocked = scope->client->blocked(viewer, bone);
    if (target.blocked) target.drag = BP_DRAG_ORBIT;
    return target;
}

bp_hover bp_hover_at(const bp_viewer *viewer, const bp_viewer_scope *scope, const bp_placed_stage *scene,
                     const bp_event *event) {
    bp_vec2 at = {event->x, event->y};
    bp_hover target = {.drag = BP_DRAG_ANSWER, .stage = scene->stage};
    if (scene->passive) return (bp_hover){.drag = BP_DRAG_ORBIT, .stage = scene->stage};
    if (scope->client->answer_at && (target.answer = scope->client->answer_at(viewer, scope, event)))
        return target;
    target.drag = BP_DRAG_HANDLE;
    const float reach = viewer->settings.touch ? FINGER_REACH : HANDLE_REACH;
    target.handle = handle_at(scope->drawn, scene, at, reach * bp_view_settings_unit(&viewer->settings));
    return target.handle ? target : bone_at(viewer, scope, scene, event);
}

/* Whether the window shows it. */
static bool is_shown(const bp_hover *hover) {
    return hover->bone || hover->handle || hover->answer || hover->matrix_row || hover->number;
}

static bool differs(const bp_hover *a, const bp_hover *b) {
    return a->drag != b->drag || a->stage != b->stage || a->bone != b->bone || a->handle != b->handle ||
           a->matrix_row != b->matrix_row || a->number != b->number || a->x != b->x || a->y != b->y;
}

unsigned bp_hover_update(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event) {
    int number;
    bp_hover target = {.drag = BP_DRAG_NONE}, before = viewer->hover;
    const bp_placed_stage *scene = bp_scene_at(scope->drawn, event->x, event->y, &number);
    const bp_hit_area *hit = bp_hit_areas_find(&scope->drawn->hits, event->x, event->y);
    if (hit && hit->action == BP_ACTION_BONE) /* a row of the tree */
        target = (bp_hover){.stage = viewer->selection.stage, .bone = (size_t)hit->value + 1};
    else if (scene && !hit && !viewer->settings.help)
        target = bp_hover_at(viewer, scope, scene, event);
    if (hit && hit->action == BP_ACTION_MATRIX_ROW) target.matrix_row = hit->value + 1;
    if (hit && hit->action == BP_ACTION_NUMBER) {
        target.number = (bp_number)hit->value;
        if (target.number != BP_NUMBER_ANGLE)
            target.matrix_row = viewer->binds ? 16 : 4; /* the position of bind or local */
    }
    target.clickable = hit != NULL;
    target.x = event->x;
    target.y = event->y;
    viewer->hover = target;
    return differs(&target, &before) && (is_shown(&target) || is_shown(&before)) ? BP_REQUEST_REDRAW : 0;
}

bp_mouse_cursor bp_hover_cursor(const bp_viewer *viewer) {
    const bp_hover *hover = &viewer->hover;
    switch (viewer->mouse.drag != BP_DRAG_NONE ? viewer->mouse.drag : hover->drag) {
    case BP_DRAG_RING:
    case BP_DRAG_JOINT:
    case BP_DRAG_FLESH:
    case BP_DRAG_PULL:
    case BP_DRAG_ANSWER: return BP_MOUSE_CURSOR_HAND;
    case BP_DRAG_MOVE:
    case BP_DRAG_HANDLE:
    case BP_DRAG_NUMBER:
    case BP_DRAG_PAN: return BP_MOUSE_CURSOR_MOVE;
    default: break;
    }
    if (hover->number) return BP_MOUSE_CURSOR_MOVE;
    return hover->clickable ? BP_MOUSE_CURSOR_HAND : BP_MOUSE_CURSOR_ARROW;
}

const char *bp_hover_text(const bp_viewer *viewer, const bp_stage *stages, int stage_count,
                          const bp_drawn_frame *drawn, char *text, size_t size) {
    const bp_hover *hover = &viewer->hover;
    const bp_skeleton *skeleton =
        hover->stage >= 0 && hover->stage < stage_count ? stages[hover->stage].skeleton : NULL;
    const bp_bone *bone = skeleton && hover->bone ? bp_skeleton_bone_by_id(skeleton, hover->bone - 1) : NULL;
    char number[32];
    *text = '\0';
    if (hover->drag == BP_DRAG_ANSWER && hover->answer)
        snprintf(text, size, "%s", hover->answer);
    else if (hover->drag == BP_DRAG_HANDLE && hover->handle <= drawn->handle_count)
        snprintf(text, size, "drag: move %s", drawn->handles[hover->handle - 1].label);
    else if (hover->number)
        snprintf(text, size, "%s", bp_number_hint(hover->number));
    if (!bone || hover->drag == BP_DRAG_NONE) return text;
    const char *name = bp_bone_label(bone, number, sizeof number), *of = viewer->binds ? "'s bind" : "";
    if (hover->blocked)
        snprintf(text, size, "%.60s\n%s", name, hover->blocked);
    else if (hover->drag == BP_DRAG_MOVE)
        snprintf(text, size, "drag: move %.60s%s", name, of);
    else if (hover->drag == BP_DRAG_PULL)
        snprintf(text, size, "drag: pull %.60s\nP: rotate it alone", name);
    else if (hover->drag == BP_DRAG_FLESH)
        snprintf(text, size, "drag: rotate %.60s%s about %c\nCtrl + drag: move it", name, of,
                 "XYZ"[hover->axis]);
    else
        snprintf(text, size, "drag: rotate %.60s%s about %c", name, of, "XYZ"[hover->axis]);
    return text;
}
