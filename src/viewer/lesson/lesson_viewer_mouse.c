/* The mouse: what is under it was told when it was drawn. In a scene the left button orbits, the right one
 * (or left with Shift) moves sideways, the wheel zooms; a press that moved nothing selects the bone under it;
 * from the selected joint's ring the left button rotations the joint. */
#include "viewer/picking.h"
#include "viewer/lesson/lesson_viewer.h"
#include <math.h>

enum { CLICK = 4 }; /* pixels that a click may wander */

static int scene_at(const bp_drawn_frame *drawn, float x, float y) {
    for (int i = 0; i < drawn->scene_count; i++)
        if (bp_rect_contains(drawn->scenes[i].rect, x, y)) return i;
    return -1;
}

/* The selected joint's ring in a scene; none where another stage is selected. */
static bp_rotation_ring ring_of(const bp_viewer *viewer, const bp_viewer_scope *scope, const bp_drawn_scene *scene) {
    bp_rotation_ring ring = {.stage = &scope->world->stages[scene->stage], .axis = viewer->selection.axis};
    if (scene->stage == viewer->selection.stage) ring.bone = bp_viewer_bone(viewer, scope->world);
    return ring;
}

static unsigned press(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event) {
    const bp_drawn_frame *drawn = scope->drawn;
    viewer->mouse = (bp_mouse){.x = event->x, .y = event->y, .scene = -1};
    const bp_hit_area *hit = bp_hit_areas_find(&drawn->hits, event->x, event->y);
    if (hit) {
        if (event->button != BP_BUTTON_LEFT) return 0;
        viewer->notice[0] = '\0';
        return bp_viewer_act(viewer, scope, hit->action, hit->value, false);
    }
    int scene = scene_at(drawn, event->x, event->y);
    if (scene < 0 || viewer->settings.help) return 0;
    viewer->mouse.scene = scene;
    viewer->mouse.drag = BP_DRAG_ORBIT;
    if (event->button != BP_BUTTON_LEFT || (event->mods & BP_MOD_SHIFT)) viewer->mouse.drag = BP_DRAG_PAN;
    bp_rotation_ring ring = ring_of(viewer, scope, &drawn->scenes[scene]);
    bool on_ring =
        bp_pick_ring(&ring, &drawn->scenes[scene], event->x, event->y, bp_view_settings_unit(&viewer->settings));
    if (viewer->mouse.drag == BP_DRAG_ORBIT && on_ring) viewer->mouse.drag = BP_DRAG_RING;
    return 0;
}

static unsigned drag(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event) {
    bp_mouse *mouse = &viewer->mouse;
    if (mouse->drag == BP_DRAG_NONE || mouse->scene >= scope->drawn->scene_count) return 0;
    const bp_drawn_scene *scene = &scope->drawn->scenes[mouse->scene];
    float dx = event->x - mouse->x, dy = event->y - mouse->y;
    bool began = mouse->moved > CLICK;
    mouse->moved += fabsf(dx) + fabsf(dy);
    if (!(mouse->moved > CLICK)) return 0; /* a hand that trembles; NaN as well */
    if (mouse->drag == BP_DRAG_RING) {
        bp_rotation_ring ring = ring_of(viewer, scope, scene);
        float angle =
            bp_rotation_ring_angle(&ring, scene, (bp_vec2){mouse->x, mouse->y}, (bp_vec2){event->x, event->y});
        bp_viewer_turn(viewer, scope->world, angle, began);
    } else {
        bp_view_settings_drag(&viewer->settings, mouse->drag == BP_DRAG_ORBIT, dx, dy, scene->rect.height);
    }
    mouse->x = event->x;
    mouse->y = event->y;
    return BP_REQUEST_REDRAW;
}

static unsigned release(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event) {
    bp_mouse mouse = viewer->mouse;
    viewer->mouse = (bp_mouse){0};
    bool clicked = mouse.drag != BP_DRAG_NONE && mouse.moved <= CLICK && event->button == BP_BUTTON_LEFT;
    if (!clicked || mouse.scene >= scope->drawn->scene_count) return 0;
    const bp_drawn_scene *scene = &scope->drawn->scenes[mouse.scene];
    const bp_bone *bone = bp_pick_bone(&scope->world->stages[scene->stage], scene, event->x, event->y,
                                       bp_view_settings_unit(&viewer->settings));
    if (!bone) return 0;
    bp_viewer_select(viewer, scene->stage, bp_bone_id(bone));
    return BP_REQUEST_REDRAW;
}

static unsigned wheel(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event) {
    if (bp_rect_contains(scope->drawn->tree, event->x, event->y)) {
        viewer->selection.scroll = scope->drawn->tree_scroll + (event->wheel > 0 ? -1 : 1);
        return BP_REQUEST_REDRAW;
    }
    if (scene_at(scope->drawn, event->x, event->y) < 0) return 0;
    return bp_viewer_act(viewer, scope, BP_ACTION_ZOOM, event->wheel > 0 ? 1 : -1, false);
}

unsigned bp_viewer_mouse_event(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event) {
    switch (event->kind) {
    case BP_EVENT_PRESS: return press(viewer, scope, event);
    case BP_EVENT_MOVE: return drag(viewer, scope, event);
    case BP_EVENT_RELEASE: return release(viewer, scope, event);
    case BP_EVENT_WHEEL: return wheel(viewer, scope, event);
    default: return 0;
    }
}
