/* The mouse, resolved against the frame that was drawn last. In a scene the left button takes what is under
 * it (hover.c): a handle, the selected joint's ring, a joint, or flesh, which rotates its bone, with Ctrl
 * moves it. From the background it orbits. The right button (or left with Shift) pans, the wheel zooms. A
 * click selects the bone under it. Esc during a drag takes the drag back. */
#include <bindpose/stage.h>
#include "scene/camera.h"
#include "viewer/hover.h"
#include "viewer/inspector.h"
#include "viewer/number_input.h"
#include "viewer/viewer.h"
#include <math.h>

enum { CLICK = 4 /* pixels that a click may move */ };

static bool rotates(bp_drag drag) {
    return drag == BP_DRAG_RING || drag == BP_DRAG_JOINT || drag == BP_DRAG_FLESH;
}

/* Takes what is under the mouse. */
static bp_drag begin_drag(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_placed_stage *scene,
                          const bp_event *event) {
    const bp_stage *stage = &scope->stages[scene->stage];
    if (event->button != BP_BUTTON_LEFT || (event->mods & BP_MOD_SHIFT)) return BP_DRAG_PAN;
    bp_hover target = bp_hover_at(viewer, scope, scene, event);
    target.x = event->x;
    target.y = event->y;
    if (target.drag == BP_DRAG_HANDLE)
        viewer->mouse.grabbed = scope->drawn->handles[target.handle - 1].position;
    if (target.drag == BP_DRAG_MOVE || target.drag == BP_DRAG_FLESH || target.drag == BP_DRAG_PULL)
        viewer->mouse.grabbed = bp_pick_mesh(stage, scene, event->x, event->y).position;
    if (target.drag == BP_DRAG_JOINT) bp_viewer_select(viewer, scene->stage, target.bone - 1);
    viewer->hover = target;
    if (target.drag == BP_DRAG_ANSWER) return BP_DRAG_ORBIT; /* the client didn't take it */
    return target.drag;
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
    if (hit && hit->action == BP_ACTION_NUMBER) {
        bp_number_press(viewer, scope, (bp_number)hit->value);
        return BP_REQUEST_REDRAW;
    }
    if (hit) return bp_viewer_act(viewer, scope, hit->action, hit->value, false);
    if (viewer->settings.help) return 0;
    if (bp_inspector_mouse(viewer, scope, event, &requests)) return requests;
    if (client_takes(viewer, scope, event, &requests)) return requests;
    const bp_placed_stage *scene = bp_scene_at(scope->drawn, event->x, event->y, &number);
    if (!scene) return 0;
    viewer->mouse.scene = number;
    viewer->mouse.drag = begin_drag(viewer, scope, scene, event);
    return viewer->mouse.drag == BP_DRAG_JOINT ? BP_REQUEST_REDRAW : 0;
}

/* A drag of flesh selects its bone, and the axis about which flesh follows the mouse, when it begins to move:
 * a click may mean another bone, whose line is nearer. */
static void select_flesh(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_placed_stage *scene) {
    const bp_stage *stage = &scope->stages[scene->stage];
    const bp_bone *bone = bp_skeleton_bone_by_id(stage->skeleton, viewer->hover.bone - 1);
    if (!bone) return;
    bp_viewer_select(viewer, scene->stage, bp_bone_id(bone));
    if (viewer->mouse.drag == BP_DRAG_FLESH) viewer->selection.axis = bp_mesh_drag_axis(stage, scene, bone);
}

/* Remembers from where the rotation is measured: the taken point as the bone sees it, which stays the same
 * while the bone rotates. A joint has none: one of the other axes stands for it. */
static void begin_rotation(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_placed_stage *scene) {
    bp_mouse *mouse = &viewer->mouse;
    bp_rotation_ring ring = bp_hover_ring(viewer, scope, scene);
    int axis = (ring.axis + 1) % 3;
    mouse->arm = (bp_vec3){axis == 0, axis == 1, axis == 2};
    mouse->angle = 0;
    if (!ring.bone || mouse->drag == BP_DRAG_JOINT) return;
    bp_mat4 frame = bp_bone_frame(ring.stage, ring.bone), inverse;
    bp_vec3 normal = {frame.m[4 * ring.axis], frame.m[4 * ring.axis + 1], frame.m[4 * ring.axis + 2]};
    bp_vec3 at = mouse->grabbed;
    bp_ray ray = bp_camera_ray(&scene->camera, scene->rect, (bp_vec2){mouse->x, mouse->y});
    if (mouse->drag == BP_DRAG_RING && !bp_ray_plane(ray, bp_mat4_position(frame), normal, &at)) return;
    if (bp_mat4_inverse(frame, &inverse)) mouse->arm = bp_mat4_point(inverse, at);
}

/* Along the ring, with the flesh, or for a joint as far as the mouse moves sideways. */
static bool rotate(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_placed_stage *scene,
                   const bp_event *event) {
    bp_mouse *mouse = &viewer->mouse;
    bp_rotation_ring ring = bp_hover_ring(viewer, scope, scene);
    bp_vec2 from = {mouse->x, mouse->y}, to = {event->x, event->y};
    float angle = (event->x - mouse->x) / (float)(scene->rect.height > 0 ? scene->rect.height : 1) * BP_PI;
    if (mouse->drag == BP_DRAG_RING) angle = bp_rotation_ring_angle(&ring, scene, from, to);
    if (mouse->drag == BP_DRAG_FLESH && ring.bone)
        angle = bp_mesh_drag_angle(ring.stage, scene, ring.bone, ring.axis, mouse->grabbed, from, to);
    if (!bp_viewer_rotate(viewer, scope, angle, mouse->edited)) return false;
    mouse->angle += angle;
    return true;
}

/* The point of the plane through the grabbed point that is under the mouse; the grabbed point if there is
 * none. `normal` zero: the picture's plane. */
static bp_vec3 dragged_to(const bp_viewer *viewer, const bp_placed_stage *scene, bp_vec3 normal,
                          const bp_event *event) {
    bp_vec3 at = viewer->mouse.grabbed;
    if (!(bp_vec3_dot(normal, normal) > 0)) normal = bp_vec3_sub(scene->camera.target, scene->camera.eye);
    bp_ray ray = bp_camera_ray(&scene->camera, scene->rect, (bp_vec2){event->x, event->y});
    return bp_ray_plane(ray, viewer->mouse.grabbed, normal, &at) ? at : viewer->mouse.grabbed;
}

static bool drag_handle(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_placed_stage *scene,
                        const bp_event *event) {
    int index = viewer->hover.handle - 1;
    if (index < 0 || index >= scope->drawn->handle_count) return false;
    bp_vec3 to = dragged_to(viewer, scene, scope->drawn->handles[index].normal, event);
    return bp_viewer_move_handle(viewer, scope, index, to, viewer->mouse.edited);
}

/* Moves the bone as far as the mouse moved the grabbed point, along its parent's axes. */
static bool drag_bone(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_placed_stage *scene,
                      const bp_event *event) {
    const bp_bone *bone = bp_viewer_bone(viewer, scope->stages, scope->stage_count);
    if (!bone) return false;
    const bp_stage *stage = &scope->stages[scene->stage];
    bp_mat4 parent = stage->figure ? bp_figure_world(stage->figure) : bp_mat4_identity(), inverse;
    if (bp_bone_parent(bone)) parent = bp_bone_frame(stage, bp_bone_parent(bone));
    if (!bp_mat4_inverse(parent, &inverse)) return false;
    bp_vec3 to = dragged_to(viewer, scene, (bp_vec3){0, 0, 0}, event);
    bp_vec3 by = bp_mat4_direction(inverse, bp_vec3_sub(to, viewer->mouse.grabbed));
    if (!bp_viewer_move(viewer, scope, by, viewer->mouse.edited)) return false;
    viewer->mouse.grabbed = to;
    return true;
}

/* Adds the rotations by which two bones follow the mouse, as one undo step. */
static bool pull(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_placed_stage *scene,
                 const bp_event *event) {
    const bp_stage *stage = &scope->stages[scene->stage];
    const bp_bone *end = bp_viewer_bone(viewer, scope->stages, scope->stage_count);
    bp_vec3 to = dragged_to(viewer, scene, (bp_vec3){0, 0, 0}, event);
    bp_quat own[2];
    if (!end || !bp_limb_drag(stage, end, viewer->mouse.grabbed, to, own)) return false;
    const bp_bone *lower = bp_bone_parent(end), *bones[2] = {bp_bone_parent(lower), lower};
    if (!scope->client->begin_rotation(viewer, end)) return false;
    for (int i = 0; i < 2; i++) {
        bp_edit edit =
            bp_edit_history_get(&viewer->history, BP_EDIT_ROTATE, scene->stage, bp_bone_id(bones[i]));
        edit.rotation = bp_quat_normalize(bp_quat_mul(edit.rotation, own[i]));
        if (!bp_edit_history_set(&viewer->history, edit, viewer->mouse.edited)) return false;
    }
    if (!viewer->mouse.edited) bp_edit_history_join(&viewer->history);
    viewer->mouse.grabbed = to;
    return true;
}

/* One movement of a drag. */
static void drag(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_placed_stage *scene,
                 const bp_event *event) {
    bp_mouse *mouse = &viewer->mouse;
    float dx = event->x - mouse->x, dy = event->y - mouse->y;
    switch (mouse->drag) {
    case BP_DRAG_RING:
    case BP_DRAG_JOINT:
    case BP_DRAG_FLESH: mouse->edited |= rotate(viewer, scope, scene, event); break;
    case BP_DRAG_PULL: mouse->edited |= pull(viewer, scope, scene, event); break;
    case BP_DRAG_HANDLE: mouse->edited |= drag_handle(viewer, scope, scene, event); break;
    case BP_DRAG_MOVE: mouse->edited |= drag_bone(viewer, scope, scene, event); break;
    default:
        bp_view_settings_drag(&viewer->settings, mouse->drag == BP_DRAG_ORBIT, dx, dy, scene->rect.height);
        break;
    }
    mouse->x = event->x;
    mouse->y = event->y;
}

static unsigned move(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event) {
    bp_mouse *mouse = &viewer->mouse;
    unsigned requests = 0;
    if (bp_inspector_mouse(viewer, scope, event, &requests)) return requests;
    if (mouse->drag == BP_DRAG_NONE || mouse->drag == BP_DRAG_SCRUB) {
        if (client_takes(viewer, scope, event, &requests) && mouse->drag != BP_DRAG_NONE) return requests;
        return requests | (mouse->drag == BP_DRAG_NONE ? bp_hover_update(viewer, scope, event) : 0);
    }
    if (mouse->drag == BP_DRAG_NUMBER) return bp_number_drag(viewer, scope, event);
    if (mouse->scene >= scope->drawn->scene_count) return 0;
    const bp_placed_stage *scene = &scope->drawn->scenes[mouse->scene];
    bool began = mouse->moved > CLICK;
    mouse->moved += fabsf(event->x - mouse->x) + fabsf(event->y - mouse->y);
    if (!(mouse->moved > CLICK)) return 0; /* still a click; or NaN */
    if (!began &&
        (mouse->drag == BP_DRAG_FLESH || mouse->drag == BP_DRAG_PULL || mouse->drag == BP_DRAG_MOVE))
        select_flesh(viewer, scope, scene);
    if (!began && rotates(mouse->drag)) begin_rotation(viewer, scope, scene);
    drag(viewer, scope, scene, event);
    return BP_REQUEST_REDRAW;
}

static unsigned release(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event) {
    bp_mouse mouse = viewer->mouse;
    if (mouse.drag == BP_DRAG_NUMBER) return bp_number_release(viewer);
    viewer->mouse = (bp_mouse){.drag = BP_DRAG_NONE};
    viewer->hover.drag = BP_DRAG_NONE; /* until the mouse moves */
    bool on_scene = mouse.drag != BP_DRAG_NONE && mouse.drag != BP_DRAG_JOINT &&
                    mouse.drag != BP_DRAG_HANDLE && mouse.drag != BP_DRAG_SCRUB;
    bool clicked = on_scene && mouse.moved <= CLICK && event->button == BP_BUTTON_LEFT;
    bool dragged = mouse.moved > CLICK || mouse.drag == BP_DRAG_JOINT || mouse.drag == BP_DRAG_SCRUB;
    if (!clicked || mouse.scene >= scope->drawn->scene_count) return dragged ? BP_REQUEST_REDRAW : 0;
    const bp_placed_stage *scene = &scope->drawn->scenes[mouse.scene];
    if (scene->passive) return 0;
    const bp_bone *bone = bp_pick_bone(&scope->stages[scene->stage], scene, event->x, event->y,
                                       bp_view_settings_unit(&viewer->settings));
    if (!bone) bone = bp_pick_mesh(&scope->stages[scene->stage], scene, event->x, event->y).bone;
    if (!bone) return 0;
    bp_viewer_select(viewer, scene->stage, bp_bone_id(bone));
    return BP_REQUEST_REDRAW;
}

static unsigned wheel(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event) {
    int toward = event->wheel > 0 ? 1 : -1, number;
    unsigned requests = 0;
    if (bp_inspector_mouse(viewer, scope, event, &requests)) return requests;
    if (bp_rect_contains(scope->drawn->tree, event->x, event->y)) {
        viewer->selection.scroll = scope->drawn->tree_scroll - toward * scope->client->wheel_rows;
        return BP_REQUEST_REDRAW;
    }
    if (client_takes(viewer, scope, event, &requests)) return requests;
    if (!bp_scene_at(scope->drawn, event->x, event->y, &number)) return 0;
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
