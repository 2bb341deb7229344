/* The mouse over a file's character: as in lessons, and besides that a joint can be taken and turned, the
 * timeline dragged, and a vertex pointed at. */
#include "viewer/model/model_viewer.h"
#include "viewer/picking.h"
#include <math.h>

enum { CLICK = 4, JOINT_REACH = 7, TREE_ROWS = 3 };

static bp_rotation_ring ring_of(const bp_model_viewer *viewer, const bp_model_scope *scope, const bp_stage *stage) {
    return (bp_rotation_ring){stage, bp_model_viewer_bone(viewer, scope->loaded), viewer->selection.axis};
}

static unsigned scrub(bp_model_viewer *viewer, const bp_model_scope *scope, float x) {
    bp_rect track = scope->drawn->track;
    double part = ((double)x - track.x) / (track.width > 1 ? track.width - 1 : 1);
    bp_model_viewer_seek(viewer, scope->loaded,
                         part * bp_loaded_model_clip_length(scope->loaded, viewer->play.clip));
    return BP_REQUEST_REDRAW;
}

/* What the left button does in the scene: on the ring or on a joint it rotations. */
static bp_drag drag_at(bp_model_viewer *viewer, const bp_model_scope *scope, float x, float y) {
    const bp_drawn_scene *scene = &scope->drawn->stage.scenes[0];
    bp_stage stage = bp_model_viewer_stage(viewer, scope->loaded);
    bp_rotation_ring ring = ring_of(viewer, scope, &stage);
    float unit = bp_view_settings_unit(&viewer->settings);
    if (!(bp_model_viewer_show(viewer) & BP_SHOW_BONES)) return BP_DRAG_ORBIT;
    const bp_bone *joint = bp_pick_joint(&stage, scene, x, y, JOINT_REACH * unit);
    if (joint) {
        viewer->selection.bone = bp_bone_id(joint);
        viewer->selection.scroll = 0;
        return BP_DRAG_JOINT;
    }
    return bp_pick_ring(&ring, scene, x, y, unit) ? BP_DRAG_RING : BP_DRAG_ORBIT;
}

static unsigned press(bp_model_viewer *viewer, const bp_model_scope *scope, const bp_event *event) {
    const bp_drawn_frame *drawn = &scope->drawn->stage;
    bool left = event->button == BP_BUTTON_LEFT;
    viewer->mouse = (bp_mouse){.x = event->x, .y = event->y};
    const bp_hit_area *hit = bp_hit_areas_find(&drawn->hits, event->x, event->y);
    if (hit) {
        const bp_binding binding = {.action = hit->action, .value = hit->value};
        return left ? bp_model_viewer_act(viewer, scope, &binding, false) : 0;
    }
    if (viewer->settings.help) return 0;
    if (left && bp_rect_contains(scope->drawn->track, event->x, event->y)) {
        viewer->mouse.drag = BP_DRAG_SCRUB;
        return scrub(viewer, scope, event->x);
    }
    if (drawn->scene_count == 0 || !bp_rect_contains(drawn->scenes[0].rect, event->x, event->y)) return 0;
    viewer->mouse.drag = BP_DRAG_PAN;
    if (left && !(event->mods & BP_MOD_SHIFT))
        viewer->mouse.drag = drag_at(viewer, scope, event->x, event->y);
    return viewer->mouse.drag == BP_DRAG_JOINT ? BP_REQUEST_REDRAW : 0;
}

static void turn_by_drag(bp_model_viewer *viewer, const bp_model_scope *scope, const bp_event *event,
                         bool merge) {
    const bp_mouse *mouse = &viewer->mouse;
    const bp_drawn_scene *scene = &scope->drawn->stage.scenes[0];
    bp_stage stage = bp_model_viewer_stage(viewer, scope->loaded);
    bp_rotation_ring ring = ring_of(viewer, scope, &stage);
    float angle = (event->x - mouse->x) / (float)(scene->rect.height > 0 ? scene->rect.height : 1) * BP_PI;
    if (mouse->drag == BP_DRAG_RING)
        angle = bp_rotation_ring_angle(&ring, scene, (bp_vec2){mouse->x, mouse->y}, (bp_vec2){event->x, event->y});
    if (ring.bone && bp_bone_node(ring.bone)) bp_rotation_history_rotate(&viewer->rotations, &viewer->selection, angle, merge);
}

static unsigned drag(bp_model_viewer *viewer, const bp_model_scope *scope, const bp_event *event) {
    bp_mouse *mouse = &viewer->mouse;
    if (mouse->drag == BP_DRAG_SCRUB) return scrub(viewer, scope, event->x);
    if (scope->drawn->stage.scene_count == 0) return 0;
    float dx = event->x - mouse->x, dy = event->y - mouse->y;
    bool began = mouse->moved > CLICK;
    mouse->moved += fabsf(dx) + fabsf(dy);
    if (!(mouse->moved > CLICK)) return 0; /* a hand that trembles; NaN as well */
    if (mouse->drag == BP_DRAG_RING || mouse->drag == BP_DRAG_JOINT)
        turn_by_drag(viewer, scope, event, began);
    else
        bp_view_settings_drag(&viewer->settings, mouse->drag == BP_DRAG_ORBIT, dx, dy,
                     scope->drawn->stage.scenes[0].rect.height);
    mouse->x = event->x;
    mouse->y = event->y;
    return BP_REQUEST_REDRAW;
}

/* Without a button the mouse points at vertices. */
static unsigned point(bp_model_viewer *viewer, const bp_model_scope *scope, const bp_event *event) {
    const bp_drawn_frame *drawn = &scope->drawn->stage;
    bp_model_pointer *pointer = &viewer->pointer;
    bool was = pointer->inside, under = bp_hit_areas_find(&drawn->hits, event->x, event->y) != NULL;
    pointer->inside = drawn->scene_count > 0 && !viewer->settings.help && !under &&
                      bp_rect_contains(drawn->scenes[0].rect, event->x, event->y);
    if (!pointer->inside && !was) return 0;
    pointer->x = event->x;
    pointer->y = event->y;
    pointer->chosen = (bp_vertex_ref){.there = false};
    return BP_REQUEST_REDRAW;
}

static unsigned release(bp_model_viewer *viewer, const bp_model_scope *scope, const bp_event *event) {
    bp_mouse mouse = viewer->mouse;
    viewer->mouse = (bp_mouse){0};
    bool clicked = mouse.drag == BP_DRAG_ORBIT || mouse.drag == BP_DRAG_RING;
    clicked = clicked && mouse.moved <= CLICK && event->button == BP_BUTTON_LEFT;
    if (!clicked || scope->drawn->stage.scene_count == 0)
        return mouse.drag != BP_DRAG_NONE ? BP_REQUEST_REDRAW : 0;
    bp_stage stage = bp_model_viewer_stage(viewer, scope->loaded);
    const bp_bone *bone =
        bp_pick_bone(&stage, &scope->drawn->stage.scenes[0], event->x, event->y, bp_view_settings_unit(&viewer->settings));
    if (!bone) return BP_REQUEST_REDRAW;
    viewer->selection.bone = bp_bone_id(bone);
    viewer->selection.scroll = 0;
    return BP_REQUEST_REDRAW;
}

static unsigned wheel(bp_model_viewer *viewer, const bp_model_scope *scope, const bp_event *event) {
    const bp_model_drawn *drawn = scope->drawn;
    int by = event->wheel > 0 ? -TREE_ROWS : TREE_ROWS;
    if (bp_rect_contains(drawn->stage.tree, event->x, event->y)) {
        viewer->selection.scroll = drawn->stage.tree_scroll + by;
    } else if (bp_rect_contains(drawn->findings, event->x, event->y)) {
        int last = (int)scope->loaded->report.count - drawn->findings_rows, top = viewer->doctor.top + by;
        viewer->doctor.top = top > last ? (last > 0 ? last : 0) : top > 0 ? top : 0;
    } else if (drawn->stage.scene_count > 0 &&
               bp_rect_contains(drawn->stage.scenes[0].rect, event->x, event->y)) {
        bp_view_settings_act(&viewer->settings, BP_ACTION_ZOOM, event->wheel > 0 ? 1 : -1);
    } else {
        return 0;
    }
    return BP_REQUEST_REDRAW;
}

unsigned bp_model_viewer_mouse_event(bp_model_viewer *viewer, const bp_model_scope *scope,
                                     const bp_event *event) {
    switch (event->kind) {
    case BP_EVENT_PRESS: return press(viewer, scope, event);
    case BP_EVENT_MOVE:
        return viewer->mouse.drag != BP_DRAG_NONE ? drag(viewer, scope, event) : point(viewer, scope, event);
    case BP_EVENT_RELEASE: return release(viewer, scope, event);
    case BP_EVENT_WHEEL: return wheel(viewer, scope, event);
    default: return 0;
    }
}
