/* The mouse, resolved against the frame that was drawn last. In a scene the left button orbits, the right
 * one (or left with Shift) pans, the wheel zooms. A click selects the bone under it. From the selected
 * joint's ring, and where the scene says so from a joint itself, the left button rotates. */
#include "viewer/picking.h"
#include "viewer/viewer.h"
#include <math.h>

enum { CLICK = 4 /* pixels that a click may move */, JOINT_REACH = 7 };

static const bp_drawn_scene *scene_at(const bp_drawn_frame *drawn, float x, float y, int *number) {
    for (*number = 0; *number < drawn->scene_count; ++*number)
        if (bp_rect_contains(drawn->scenes[*number].rect, x, y)) return &drawn->scenes[*number];
    return NULL;
}

/* The selected joint's ring in a scene; without a bone if another stage is selected. */
static bp_rotation_ring ring_of(const bp_viewer *viewer, const bp_viewer_scope *scope,
                                const bp_drawn_scene *scene) {
    bp_rotation_ring ring = {.stage = &scope->stages[scene->stage], .axis = viewer->selection.axis};
    if (scene->stage == viewer->selection.stage)
        ring.bone = bp_viewer_bone(viewer, scope->stages, scope->stage_count);
    return ring;
}

static bp_drag drag_from(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_drawn_scene *scene,
                         const bp_event *event) {
    float x = event->x, y = event->y, unit = bp_view_settings_unit(&viewer->settings);
    if (event->button != BP_BUTTON_LEFT || (event->mods & BP_MOD_SHIFT)) return BP_DRAG_PAN;
    const bp_bone *joint = scene->drag_joints
                               ? bp_pick_joint(&scope->stages[scene->stage], scene, x, y, JOINT_REACH * unit)
                               : NULL;
    if (joint) {
        bp_viewer_select(viewer, scene->stage, bp_bone_id(joint));
        return BP_DRAG_JOINT;
    }
    bp_rotation_ring ring = ring_of(viewer, scope, scene);
    return bp_pick_ring(&ring, scene, x, y, unit) ? BP_DRAG_RING : BP_DRAG_ORBIT;
}

static bool client_takes(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event,
                         unsigned *requests) {
    return scope->client->mouse && scope->client->mouse(viewer, scope, event, requests);
}

static unsigned press(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event) {
    unsigned requests = 0;
    int number;
    viewer->mouse = (bp_mouse){.x = event->x, .y = event->y};
    const bp_hit_area *hit = bp_hit_areas_find(&scope->drawn->hits, event->x, event->y);
    if (hit && event->button != BP_BUTTON_LEFT) return 0;
    if (hit) return bp_viewer_act(viewer, scope, hit->action, hit->value, false);
    if (viewer->settings.help) return 0;
    if (client_takes(viewer, scope, event, &requests)) return requests;
    const bp_drawn_scene *scene = scene_at(scope->drawn, event->x, event->y, &number);
    if (!scene) return 0;
    viewer->mouse.scene = number;
    viewer->mouse.drag = drag_from(viewer, scope, scene, event);
    return viewer->mouse.drag == BP_DRAG_JOINT ? BP_REQUEST_REDRAW : 0;
}

/* Along the ring, or for a joint as far as the mouse moves sideways. */
static void rotate(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_drawn_scene *scene,
                   const bp_event *event, bool merge) {
    const bp_mouse *mouse = &viewer->mouse;
    bp_rotation_ring ring = ring_of(viewer, scope, scene);
    float angle = (event->x - mouse->x) / (float)(scene->rect.height > 0 ? scene->rect.height : 1) * BP_PI;
    if (mouse->drag == BP_DRAG_RING)
        angle = bp_rotation_ring_angle(&ring, scene, (bp_vec2){mouse->x, mouse->y},
                                       (bp_vec2){event->x, event->y});
    bp_viewer_rotate(viewer, scope, angle, merge);
}

static unsigned move(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event) {
    bp_mouse *mouse = &viewer->mouse;
    unsigned requests = 0;
    if (mouse->drag == BP_DRAG_NONE || mouse->drag == BP_DRAG_SCRUB) {
        client_takes(viewer, scope, event, &requests);
        return requests;
    }
    if (mouse->scene >= scope->drawn->scene_count) return 0;
    const bp_drawn_scene *scene = &scope->drawn->scenes[mouse->scene];
    float dx = event->x - mouse->x, dy = event->y - mouse->y;
    bool began = mouse->moved > CLICK;
    mouse->moved += fabsf(dx) + fabsf(dy);
    if (!(mouse->moved > CLICK)) return 0; /* still a click; or NaN */
    if (mouse->drag == BP_DRAG_RING || mouse->drag == BP_DRAG_JOINT)
        rotate(viewer, scope, scene, event, began);
    else
        bp_view_settings_drag(&viewer->settings, mouse->drag == BP_DRAG_ORBIT, dx, dy, scene->rect.height);
    mouse->x = event->x;
    mouse->y = event->y;
    return BP_REQUEST_REDRAW;
}

static unsigned release(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event) {
    bp_mouse mouse = viewer->mouse;
    viewer->mouse = (bp_mouse){.drag = BP_DRAG_NONE};
    bool on_scene = mouse.drag == BP_DRAG_ORBIT || mouse.drag == BP_DRAG_RING || mouse.drag == BP_DRAG_PAN;
    bool clicked = on_scene && mouse.moved <= CLICK && event->button == BP_BUTTON_LEFT;
    bool dragged = mouse.moved > CLICK || mouse.drag == BP_DRAG_JOINT || mouse.drag == BP_DRAG_SCRUB;
    if (!clicked || mouse.scene >= scope->drawn->scene_count) return dragged ? BP_REQUEST_REDRAW : 0;
    const bp_drawn_scene *scene = &scope->drawn->scenes[mouse.scene];
    const bp_bone *bone = bp_pick_bone(&scope->stages[scene->stage], scene, event->x, event->y,
                                       bp_view_settings_unit(&viewer->settings));
    if (!bone) return 0;
    bp_viewer_select(viewer, scene->stage, bp_bone_id(bone));
    return BP_REQUEST_REDRAW;
}

static unsigned wheel(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event) {
    int toward = event->wheel > 0 ? 1 : -1, number;
    unsigned requests = 0;
    if (bp_rect_contains(scope->drawn->tree, event->x, event->y)) {
        viewer->selection.scroll = scope->drawn->tree_scroll - toward * scope->client->wheel_rows;
        return BP_REQUEST_REDRAW;
    }
    if (client_takes(viewer, scope, event, &requests)) return requests;
    if (!scene_at(scope->drawn, event->x, event->y, &number)) return 0;
    bp_view_settings_act(&viewer->settings, BP_ACTION_ZOOM, toward);
    return BP_REQUEST_REDRAW;
}

unsigned bp_viewer_mouse_event(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event) {
    switch (event->kind) {
    case BP_EVENT_PRESS: return press(viewer, scope, event);
    case BP_EVENT_MOVE: return move(viewer, scope, event);
    case BP_EVENT_RELEASE: return release(viewer, scope, event);
    case BP_EVENT_WHEEL: return wheel(viewer, scope, event);
    default: return 0;
    }
}
