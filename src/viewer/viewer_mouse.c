/* The mouse, resolved against the frame that was drawn last. In a scene the left button takes what is under
 * it: a handle, the selected joint's ring, a joint (where the scene says so), or flesh, which rotates its
 * bone, with Ctrl moves it. From the background it orbits. The right button (or left with Shift) pans, the
 * wheel zooms. A click selects the bone under it. */
#include "viewer/flesh.h"
#include "viewer/picking.h"
#include "viewer/viewer.h"
#include <math.h>

enum { CLICK = 4 /* pixels that a click may move */, JOINT_REACH = 7, HANDLE_REACH = 11 };

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

/* The nearest handle of the scene's stage within reach: its index plus 1, or 0. */
static int handle_at(const bp_drawn_frame *drawn, const bp_drawn_scene *scene, float x, float y,
                     float reach) {
    int found = 0;
    for (int i = 0; i < drawn->handle_count; i++) {
        bp_vec2 at;
        if (drawn->handles[i].stage != scene->stage ||
            !bp_camera_project(&scene->camera, scene->rect, drawn->handles[i].position, &at, NULL))
            continue;
        float distance = sqrtf((at.x - x) * (at.x - x) + (at.y - y) * (at.y - y));
        if (!(distance <= reach)) continue;
        reach = distance;
        found = i + 1;
    }
    return found;
}

/* What pressing the left button at a point of a scene would take. */
static bp_hover target_at(const bp_viewer *viewer, const bp_viewer_scope *scope, const bp_drawn_scene *scene,
                          const bp_event *event) {
    float x = event->x, y = event->y, unit = bp_view_settings_unit(&viewer->settings);
    const bp_stage *stage = &scope->stages[scene->stage];
    bp_hover target = {.drag = BP_DRAG_ORBIT, .stage = scene->stage};
    target.handle = handle_at(scope->drawn, scene, x, y, HANDLE_REACH * unit);
    if (target.handle) {
        target.drag = BP_DRAG_HANDLE;
        return target;
    }
    const bp_bone *bone = scene->drag_joints ? bp_pick_joint(stage, scene, x, y, JOINT_REACH * unit) : NULL;
    bp_rotation_ring ring = ring_of(viewer, scope, scene);
    if (bone) {
        target.drag = BP_DRAG_JOINT;
    } else if (bp_pick_ring(&ring, scene, x, y, unit)) {
        target.drag = BP_DRAG_RING;
        bone = ring.bone;
    } else if ((bone = bp_flesh_at(stage, scene, x, y).bone)) {
        target.drag = event->mods & BP_MOD_CTRL ? BP_DRAG_MOVE : BP_DRAG_FLESH;
    }
    target.bone = bone ? bp_bone_id(bone) + 1 : 0;
    return target;
}

/* Takes what is under the mouse. */
static bp_drag begin_drag(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_drawn_scene *scene,
                          const bp_event *event) {
    const bp_stage *stage = &scope->stages[scene->stage];
    if (event->button != BP_BUTTON_LEFT || (event->mods & BP_MOD_SHIFT)) return BP_DRAG_PAN;
    bp_hover target = target_at(viewer, scope, scene, event);
    if (target.drag == BP_DRAG_HANDLE)
        viewer->mouse.grabbed = scope->drawn->handles[target.handle - 1].position;
    if (target.drag == BP_DRAG_MOVE)
        viewer->mouse.grabbed = bp_flesh_at(stage, scene, event->x, event->y).position;
    if (target.drag == BP_DRAG_JOINT) bp_viewer_select(viewer, scene->stage, target.bone - 1);
    viewer->hover = target;
    return target.drag;
}

/* Remembers what is under the mouse, for highlights. Redraws only when that changes. */
static unsigned hover(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event) {
    int number;
    bp_hover target = {.drag = BP_DRAG_NONE};
    const bp_drawn_scene *scene = scene_at(scope->drawn, event->x, event->y, &number);
    if (scene && !viewer->settings.help && !bp_hit_areas_find(&scope->drawn->hits, event->x, event->y))
        target = target_at(viewer, scope, scene, event);
    bool changed = target.drag != viewer->hover.drag || target.stage != viewer->hover.stage ||
                   target.bone != viewer->hover.bone || target.handle != viewer->hover.handle;
    bool shown = target.bone || target.handle || viewer->hover.bone || viewer->hover.handle;
    viewer->hover = target;
    return changed && shown ? BP_REQUEST_REDRAW : 0;
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
    viewer->mouse.drag = begin_drag(viewer, scope, scene, event);
    return viewer->mouse.drag == BP_DRAG_JOINT ? BP_REQUEST_REDRAW : 0;
}

/* Along the ring, with the flesh, or for a joint as far as the mouse moves sideways. */
static void rotate(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_drawn_scene *scene,
                   const bp_event *event, bool merge) {
    const bp_mouse *mouse = &viewer->mouse;
    bp_rotation_ring ring = ring_of(viewer, scope, scene);
    bp_vec2 from = {mouse->x, mouse->y}, to = {event->x, event->y};
    float angle = (event->x - mouse->x) / (float)(scene->rect.height > 0 ? scene->rect.height : 1) * BP_PI;
    if (mouse->drag == BP_DRAG_RING) angle = bp_rotation_ring_angle(&ring, scene, from, to);
    if (mouse->drag == BP_DRAG_FLESH && ring.bone)
        angle = bp_flesh_angle(ring.stage, scene, ring.bone, ring.axis, from, to);
    bp_viewer_rotate(viewer, scope, angle, merge);
}

/* The point of the plane through the grabbed point that is under the mouse; the grabbed point if there is
 * none. `normal` zero: the picture's plane. */
static bp_vec3 dragged_to(const bp_viewer *viewer, const bp_drawn_scene *scene, bp_vec3 normal,
                          const bp_event *event) {
    bp_vec3 at = viewer->mouse.grabbed;
    if (!(bp_vec3_dot(normal, normal) > 0)) normal = bp_vec3_sub(scene->camera.target, scene->camera.eye);
    bp_ray ray = bp_camera_ray(&scene->camera, scene->rect, (bp_vec2){event->x, event->y});
    return bp_ray_plane(ray, viewer->mouse.grabbed, normal, &at) ? at : viewer->mouse.grabbed;
}

static void drag_handle(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_drawn_scene *scene,
                        const bp_event *event, bool merge) {
    int index = viewer->hover.handle - 1;
    if (index < 0 || index >= scope->drawn->handle_count) return;
    bp_user_edit edit = bp_edit_history_get(&viewer->history, BP_EDIT_HANDLE, scene->stage, (size_t)index);
    edit.vector = dragged_to(viewer, scene, scope->drawn->handles[index].normal, event);
    bp_edit_history_set(&viewer->history, edit, merge);
}

/* Moves the bone as far as the mouse moved the grabbed point, along its parent's axes. */
static void drag_bone(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_drawn_scene *scene,
                      const bp_event *event, bool merge) {
    const bp_bone *bone = bp_viewer_bone(viewer, scope->stages, scope->stage_count);
    if (!bone || !scope->client->begin_rotation(viewer, bone)) return;
    const bp_stage *stage = &scope->stages[scene->stage];
    bp_mat4 parent = stage->figure ? bp_figure_world(stage->figure) : bp_mat4_identity(), inverse;
    if (bp_bone_parent(bone)) parent = bp_bone_frame(stage, bp_bone_parent(bone));
    if (!bp_mat4_inverse(parent, &inverse)) return;
    bp_vec3 to = dragged_to(viewer, scene, (bp_vec3){0, 0, 0}, event);
    bp_user_edit edit =
        bp_edit_history_get(&viewer->history, BP_EDIT_MOVE, scene->stage, viewer->selection.bone);
    bp_vec3 by = bp_mat4_direction(inverse, bp_vec3_sub(to, viewer->mouse.grabbed));
    edit.vector = bp_vec3_add(edit.vector, by);
    if (bp_edit_history_set(&viewer->history, edit, merge)) viewer->mouse.grabbed = to;
}

/* A drag of flesh selects its bone, and the axis about which flesh follows the mouse, when it begins to move:
 * a click may mean another bone, whose line is nearer. */
static void select_flesh(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_drawn_scene *scene) {
    const bp_stage *stage = &scope->stages[scene->stage];
    const bp_bone *bone = bp_skeleton_bone_by_id(stage->skeleton, viewer->hover.bone - 1);
    if (!bone) return;
    bp_viewer_select(viewer, scene->stage, bp_bone_id(bone));
    if (viewer->mouse.drag == BP_DRAG_FLESH) viewer->selection.axis = bp_flesh_axis(stage, scene, bone);
}

static unsigned move(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event) {
    bp_mouse *mouse = &viewer->mouse;
    unsigned requests = 0;
    if (mouse->drag == BP_DRAG_NONE || mouse->drag == BP_DRAG_SCRUB) {
        if (client_takes(viewer, scope, event, &requests) || mouse->drag != BP_DRAG_NONE) return requests;
        return hover(viewer, scope, event);
    }
    if (mouse->scene >= scope->drawn->scene_count) return 0;
    const bp_drawn_scene *scene = &scope->drawn->scenes[mouse->scene];
    float dx = event->x - mouse->x, dy = event->y - mouse->y;
    bool began = mouse->moved > CLICK;
    mouse->moved += fabsf(dx) + fabsf(dy);
    if (!(mouse->moved > CLICK)) return 0; /* still a click; or NaN */
    if (!began && (mouse->drag == BP_DRAG_FLESH || mouse->drag == BP_DRAG_MOVE))
        select_flesh(viewer, scope, scene);
    if (mouse->drag == BP_DRAG_RING || mouse->drag == BP_DRAG_JOINT || mouse->drag == BP_DRAG_FLESH)
        rotate(viewer, scope, scene, event, began);
    else if (mouse->drag == BP_DRAG_HANDLE)
        drag_handle(viewer, scope, scene, event, began);
    else if (mouse->drag == BP_DRAG_MOVE)
        drag_bone(viewer, scope, scene, event, began);
    else
        bp_view_settings_drag(&viewer->settings, mouse->drag == BP_DRAG_ORBIT, dx, dy, scene->rect.height);
    mouse->x = event->x;
    mouse->y = event->y;
    return BP_REQUEST_REDRAW;
}

static unsigned release(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event) {
    bp_mouse mouse = viewer->mouse;
    viewer->mouse = (bp_mouse){.drag = BP_DRAG_NONE};
    bool on_scene = mouse.drag != BP_DRAG_NONE && mouse.drag != BP_DRAG_JOINT &&
                    mouse.drag != BP_DRAG_HANDLE && mouse.drag != BP_DRAG_SCRUB;
    bool clicked = on_scene && mouse.moved <= CLICK && event->button == BP_BUTTON_LEFT;
    bool dragged = mouse.moved > CLICK || mouse.drag == BP_DRAG_JOINT || mouse.drag == BP_DRAG_SCRUB;
    if (!clicked || mouse.scene >= scope->drawn->scene_count) return dragged ? BP_REQUEST_REDRAW : 0;
    const bp_drawn_scene *scene = &scope->drawn->scenes[mouse.scene];
    const bp_bone *bone = bp_pick_bone(&scope->stages[scene->stage], scene, event->x, event->y,
                                       bp_view_settings_unit(&viewer->settings));
    if (!bone) bone = bp_flesh_at(&scope->stages[scene->stage], scene, event->x, event->y).bone;
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
