/* The pointer on an illustration. Pressing takes what is under it, in this order: a slider, a prediction, a
 * handle, the chosen joint's ring, a joint (where the content says so), the mesh, which rotates its bone,
 * with Ctrl moves it. From the background a drag orbits. A click chooses the bone under it. */
#include "scene/illustration/stage_drawing.h"
#include <stdio.h>
#include <string.h>

enum { JOINT_REACH = 7, HANDLE_REACH = 15, FINGER_REACH = 20, CLICK = 4 /* pixels that a click may move */ };

static const bp_placed_stage *placed_at(const bp_illustration *illustration, float x, float y, int *number) {
    for (*number = 0; *number < illustration->placed_count; ++*number)
        if (bp_rect_contains(illustration->placed[*number].rect, x, y)) return &illustration->placed[*number];
    return NULL;
}

/* ---- what is under it ------------------------------------------------------------------------------*/

static bp_rotation_ring ring_of(const bp_illustration *illustration, const bp_placed_stage *placed) {
    bp_rotation_ring ring = {.stage = &illustration->content.stages[placed->stage],
                             .axis = illustration->chosen.axis};
    if (placed->stage == illustration->chosen.stage) ring.bone = bp_illustration_bone(illustration);
    return ring;
}

/* The nearest handle of the stage within reach; -1: none. */
static int handle_at(const bp_content *content, const bp_placed_stage *placed, bp_vec2 mouse, float reach) {
    int found = -1;
    for (int i = 0; i < content->handle_count; i++) {
        const bp_placed_handle *handle = &content->handles[i];
        if (handle->stage != placed->stage) continue;
        float distance = bp_handle_distance(handle, placed, mouse.x, mouse.y);
        if (!(distance <= reach)) continue;
        reach = distance;
        found = i;
    }
    return found;
}

/* A ghost of the stage as a stage, to pick its mesh. */
static bp_stage ghost_stage(const bp_content *content, const bp_ghost *ghost) {
    bp_stage stage = content->stages[ghost->stage];
    stage.skeleton = ghost->skeleton;
    if (ghost->figure) stage.figure = ghost->figure;
    return stage;
}

/* Whether a point is on a mesh that the bone carries: its own part, or that of bones below it. */
static bool carries(const bp_stage *stage, const char *name, const bp_placed_stage *placed, bp_vec2 at) {
    const bp_bone *bone = bp_pick_mesh(stage, placed, at.x, at.y).bone;
    while (bone && strcmp(bp_bone_name(bone), name) != 0) bone = bp_bone_parent(bone);
    return bone != NULL;
}

static bool is_prediction(const bp_content *content, const bp_placed_stage *placed, bp_vec2 at) {
    if (!content->predicts || content->predicts_stage != placed->stage) return false;
    if (carries(&content->stages[placed->stage], content->predicts, placed, at)) return true;
    for (int i = 0; i < content->ghost_count; i++) {
        bp_stage stage = ghost_stage(content, &content->ghosts[i]);
        if (content->ghosts[i].stage == placed->stage && stage.skeleton &&
            carries(&stage, content->predicts, placed, at))
            return true;
    }
    return false;
}

/* A bone's joint, ring or part of the mesh. A drag of a bone that can't be changed now orbits. */
static void find_bone(const bp_illustration *illustration, const bp_placed_stage *placed,
                      const bp_pointer *pointer, bp_pointed *target) {
    const bp_content *content = &illustration->content;
    const bp_stage *stage = &content->stages[placed->stage];
    float x = pointer->x, y = pointer->y, unit = illustration->unit;
    const bp_bone *bone = placed->drag_joints ? bp_pick_joint(stage, placed, x, y, JOINT_REACH * unit) : NULL;
    bp_rotation_ring ring = ring_of(illustration, placed);
    if (bone) {
        target->drag = BP_TAKE_JOINT;
        target->axis = illustration->chosen.axis;
    } else if (bp_pick_ring(&ring, placed, x, y, unit)) {
        target->drag = BP_TAKE_RING;
        target->axis = ring.axis;
        bone = ring.bone;
    } else if ((bone = bp_pick_mesh(stage, placed, x, y).bone)) {
        target->drag = pointer->move ? BP_TAKE_MOVE : BP_TAKE_MESH;
        target->axis = bp_mesh_drag_axis(stage, placed, bone);
        bool pulls = !pointer->move && illustration->pulls && !illustration->binds;
        const bp_bone *end = pulls ? bp_limb_end(stage, bone) : NULL;
        if (end) target->drag = BP_TAKE_LIMB, bone = end;
    }
    if (!bone) return;
    target->bone = bp_bone_id(bone);
    target->blocked = content->blocked ? content->blocked
                      : content->block ? content->block(illustration, bone)
                                       : NULL;
    if (target->blocked) target->drag = BP_TAKE_ORBIT;
}

static bp_pointed target_at(const bp_illustration *illustration, const bp_pointer *pointer) {
    const bp_content *content = &illustration->content;
    bp_pointed target = bp_pointed_nothing();
    bp_vec2 at = {target.x = pointer->x, target.y = pointer->y};
    for (int i = 0; i < content->slider_count; i++) {
        int past = content->sliders[i].names ? 0 : illustration->tracks[i].height / 2;
        bp_rect track = bp_rect_inset(illustration->tracks[i], -past, 0);
        if (!bp_rect_contains(track, at.x, at.y)) continue;
        target.slider = i;
        target.drag = content->sliders[i].waits ? BP_TAKE_NOTHING : BP_TAKE_SLIDER;
        return target;
    }
    const bp_placed_stage *placed = placed_at(illustration, at.x, at.y, &target.placed);
    if (!placed) return bp_pointed_nothing();
    target.stage = placed->stage;
    target.drag = BP_TAKE_ORBIT;
    if (placed->passive) return target;
    if (is_prediction(content, placed, at)) {
        target.drag = BP_TAKE_ANSWER;
        return target;
    }
    const float reach = (float)(pointer->touch ? FINGER_REACH : HANDLE_REACH) * illustration->unit;
    target.handle = content->blocked ? -1 : handle_at(content, placed, at, reach);
    if (target.handle >= 0)
        target.drag = BP_TAKE_HANDLE;
    else
        find_bone(illustration, placed, pointer, &target);
    return target;
}

/* Whether the picture shows it. */
static bool is_shown(const bp_pointed *target) {
    return target->bone != BP_ID_NONE || target->handle >= 0 || target->slider >= 0 ||
           target->drag == BP_TAKE_ANSWER;
}

static void hover(bp_illustration *illustration, bp_pointed now) {
    const bp_pointed was = illustration->hover;
    bool differs = was.drag != now.drag || was.stage != now.stage || was.bone != now.bone ||
                   was.handle != now.handle || was.slider != now.slider || was.x != now.x || was.y != now.y;
    illustration->hover = now;
    illustration->version += differs && (is_shown(&now) || is_shown(&was));
}

/* ---- drags -----------------------------------------------------------------------------------------*/

/* To a value of the track, or to a card; `press` takes one that is ordered or dropped: it then goes with the
 * mouse. */
static bool slide_to(bp_illustration *illustration, float x, bool press) {
    bp_pointed *took = &illustration->hand.took;
    if (took->slider >= illustration->content.slider_count) return false;
    const bp_slider *slider = &illustration->content.sliders[took->slider];
    bp_rect track = illustration->tracks[took->slider];
    float along = (x - (float)track.x) / (float)(track.width > 1 ? track.width : 1);
    int names = bp_slider_names(slider), card = (int)(bp_clamp(along, 0, 0.999f) * (float)names),
        from = took->handle;
    bool merge = illustration->hand.edited;
    if (press || slider->ordered) took->handle = card;
    if (names > 0 && !slider->ordered) /* a card that is dragged elsewhere stays chosen */
        return press && !slider->bones &&
               bp_illustration_slide(illustration, took->slider, (float)card, merge);
    if (names == 0)
        return bp_illustration_slide(illustration, took->slider,
                                     bp_mix(slider->min, slider->max, bp_clamp(along, 0, 1)), merge);
    return !press && card != from && bp_illustration_put_card(illustration, took->slider, from, card, merge);
}

/* Whether a point of the picture is on a bone of that name, or on its part of the mesh. */
static bool is_on_bone(const bp_illustration *illustration, float x, float y, const char *name) {
    int number;
    const bp_placed_stage *placed = placed_at(illustration, x, y, &number);
    if (!placed) return false;
    const bp_stage *stage = &illustration->content.stages[placed->stage];
    const bp_bone *bone = bp_pick_mesh(stage, placed, x, y).bone;
    if (!bone) bone = bp_pick_bone(stage, placed, x, y, illustration->unit);
    return bone && strcmp(bp_bone_name(bone), name) == 0;
}

/* A click on an ordered card exchanges it with the next one. A card that belongs to a bone is chosen by a
 * click, or by falling on that bone; elsewhere it returns, and the choice stays. */
static void drop_card(bp_illustration *illustration, const bp_hand *hand) {
    const bp_slider *slider = &illustration->content.sliders[hand->took.slider];
    int names = bp_slider_names(slider), card = hand->took.handle;
    if (slider->ordered && !(hand->moved > CLICK))
        bp_illustration_put_card(illustration, hand->took.slider, card,
                                 card + 1 < names ? card + 1 : names - 2, false);
    if (!slider->bones || card < 0 || card >= names) return;
    const char *bone = slider->bones[card];
    if (!bone || bp_rect_contains(illustration->tracks[hand->took.slider], hand->x, hand->y) ||
        is_on_bone(illustration, hand->x, hand->y, bone))
        bp_illustration_slide(illustration, hand->took.slider, (float)card, false);
}

static bool press(bp_illustration *illustration, const bp_pointer *pointer) {
    bp_hand *hand = &illustration->hand;
    bp_pointed target = target_at(illustration, pointer);
    *hand = (bp_hand){.took = bp_pointed_nothing(), .x = pointer->x, .y = pointer->y};
    if (target.drag == BP_TAKE_NOTHING) return target.slider >= 0;
    if (pointer->pan && target.drag != BP_TAKE_SLIDER) target.drag = BP_TAKE_PAN;
    bool background =
        target.drag == BP_TAKE_PAN || (target.drag == BP_TAKE_ORBIT && target.bone == BP_ID_NONE);
    if (background && illustration->still_camera) return false;
    const bp_content *content = &illustration->content;
    if (target.drag == BP_TAKE_HANDLE) hand->grabbed = content->handles[target.handle].position;
    if (target.drag == BP_TAKE_MOVE || target.drag == BP_TAKE_MESH || target.drag == BP_TAKE_LIMB)
        hand->grabbed = bp_pick_mesh(&content->stages[target.stage], &illustration->placed[target.placed],
                                     pointer->x, pointer->y)
                            .position;
    hand->took = target;
    hover(illustration, target);
    if (target.drag == BP_TAKE_JOINT) bp_illustration_choose(illustration, target.stage, target.bone);
    if (target.drag == BP_TAKE_SLIDER) hand->edited |= slide_to(illustration, pointer->x, true);
    return true;
}

/* A drag of the mesh chooses its bone, and the axis about which the mesh follows the mouse, when it begins
 * to move: a click may mean another bone, whose line is nearer. */
static void choose_taken(bp_illustration *illustration, const bp_placed_stage *placed) {
    const bp_stage *stage = &illustration->content.stages[placed->stage];
    const bp_pointed *took = &illustration->hand.took;
    const bp_bone *bone = stage->skeleton ? bp_skeleton_bone_by_id(stage->skeleton, took->bone) : NULL;
    if (!bone) return;
    bp_illustration_choose(illustration, placed->stage, took->bone);
    if (took->drag == BP_TAKE_MESH) illustration->chosen.axis = bp_mesh_drag_axis(stage, placed, bone);
}

/* Remembers from where the rotation is measured: the taken point as the bone sees it, which stays the same
 * while the bone rotates. A joint has none: one of the other axes stands for it. */
static void begin_rotation(bp_illustration *illustration, const bp_placed_stage *placed) {
    bp_hand *hand = &illustration->hand;
    bp_rotation_ring ring = ring_of(illustration, placed);
    hand->arm = bp_axis((ring.axis + 1) % 3, 1);
    hand->angle = 0;
    if (!ring.bone || hand->took.drag == BP_TAKE_JOINT) return;
    bp_mat4 frame = bp_bone_frame(ring.stage, ring.bone), inverse;
    bp_vec3 normal = {frame.m[4 * ring.axis], frame.m[4 * ring.axis + 1], frame.m[4 * ring.axis + 2]};
    bp_vec3 at = hand->grabbed;
    bp_ray ray = bp_camera_ray(&placed->camera, placed->rect, (bp_vec2){hand->x, hand->y});
    if (hand->took.drag == BP_TAKE_RING && !bp_ray_plane(ray, bp_mat4_position(frame), normal, &at)) return;
    if (bp_mat4_inverse(frame, &inverse)) hand->arm = bp_mat4_point(inverse, at);
}

/* Along the ring, with the mesh, or for a joint as far as the mouse moves sideways. */
static bool rotate(bp_illustration *illustration, const bp_placed_stage *placed, bp_vec2 to) {
    bp_hand *hand = &illustration->hand;
    bp_rotation_ring ring = ring_of(illustration, placed);
    bp_vec2 from = {hand->x, hand->y};
    float angle = (to.x - from.x) / (float)placed->rect.height * BP_PI;
    if (hand->took.drag == BP_TAKE_RING) angle = bp_rotation_ring_angle(&ring, placed, from, to);
    if (hand->took.drag == BP_TAKE_MESH && ring.bone)
        angle = bp_mesh_drag_angle(ring.stage, placed, ring.bone, ring.axis, hand->grabbed, from, to);
    if (!bp_illustration_rotate(illustration, angle, hand->edited)) return false;
    hand->angle += angle;
    return true;
}

/* The point of the plane through the grabbed point that is under the mouse; the grabbed point if there is
 * none. `normal` zero: the picture's plane. */
static bp_vec3 dragged_to(const bp_hand *hand, const bp_placed_stage *placed, bp_vec3 normal, bp_vec2 mouse) {
    bp_vec3 at = hand->grabbed;
    if (!(bp_vec3_dot(normal, normal) > 0)) normal = bp_vec3_sub(placed->camera.target, placed->camera.eye);
    bp_ray ray = bp_camera_ray(&placed->camera, placed->rect, mouse);
    return bp_ray_plane(ray, hand->grabbed, normal, &at) ? at : hand->grabbed;
}

/* The middle of a ring, and the direction across it. False: it is a point or an arrow. */
static bool ring_middle(const bp_placed_handle *handle, bp_vec3 *middle, bp_vec3 *across) {
    const bp_vec3 *points = handle->curve;
    int count = handle->count - 1;
    if (count < 4 || bp_vec3_distance(points[0], points[count]) > 1e-5f) return false;
    *middle = (bp_vec3){0, 0, 0};
    for (int i = 0; i < count; i++) *middle = bp_vec3_add(*middle, points[i]);
    *middle = bp_vec3_scale(*middle, 1 / (float)count);
    *across = bp_vec3_normalize(
        bp_vec3_cross(bp_vec3_sub(points[0], *middle), bp_vec3_sub(points[count / 4], *middle)));
    return true;
}

/* Where a mouse takes a handle. A curve goes along from where it was taken, hand->arm: a ring turns. */
static bp_vec3 handle_at_mouse(const bp_hand *hand, const bp_placed_handle *handle,
                               const bp_placed_stage *placed, bp_vec2 mouse) {
    bp_vec3 middle, across;
    bool ring = ring_middle(handle, &middle, &across);
    bp_vec3 to = dragged_to(hand, placed, ring ? across : handle->normal, mouse);
    if (handle->count == 0) return to;
    if (!ring) return bp_vec3_add(hand->grabbed, bp_vec3_sub(to, hand->arm));
    bp_vec3 a = bp_vec3_sub(hand->arm, middle), b = bp_vec3_sub(to, middle);
    float angle = bp_atan2(bp_vec3_dot(bp_vec3_cross(a, b), across), bp_vec3_dot(a, b));
    bp_quat turn = bp_quat_from_axis_angle(across, angle);
    return bp_vec3_add(middle, bp_quat_rotate(turn, bp_vec3_sub(hand->grabbed, middle)));
}

/* Moves the bone as far as the mouse moved the grabbed point, along its parent's axes. */
static bool drag_bone(bp_illustration *illustration, const bp_placed_stage *placed, bp_vec2 mouse) {
    bp_hand *hand = &illustration->hand;
    const bp_bone *bone = bp_illustration_bone(illustration);
    if (!bone) return false;
    const bp_stage *stage = &illustration->content.stages[placed->stage];
    bp_mat4 parent = stage->figure ? bp_figure_world(stage->figure) : bp_mat4_identity(), inverse;
    if (bp_bone_parent(bone)) parent = bp_bone_frame(stage, bp_bone_parent(bone));
    if (!bp_mat4_inverse(parent, &inverse)) return false;
    bp_vec3 to = dragged_to(hand, placed, (bp_vec3){0, 0, 0}, mouse);
    bp_vec3 by = bp_mat4_direction(inverse, bp_vec3_sub(to, hand->grabbed));
    if (!bp_illustration_move(illustration, by, hand->edited)) return false;
    hand->grabbed = to;
    return true;
}

/* Adds the rotations by which two bones follow the mouse, as one undo step. */
static bool drag_limb(bp_illustration *illustration, const bp_placed_stage *placed, bp_vec2 mouse) {
    bp_hand *hand = &illustration->hand;
    const bp_stage *stage = &illustration->content.stages[placed->stage];
    const bp_bone *end = bp_illustration_bone(illustration);
    bp_vec3 to = dragged_to(hand, placed, (bp_vec3){0, 0, 0}, mouse);
    bp_quat own[2];
    if (!end || !bp_limb_drag(stage, end, hand->grabbed, to, own)) return false;
    const bp_bone *lower = bp_bone_parent(end), *bones[2] = {bp_bone_parent(lower), lower};
    for (int i = 0; i < 2; i++) {
        bp_edit edit =
            bp_edit_history_get(&illustration->history, BP_EDIT_ROTATE,
                                placed->stage + illustration->content.skeleton, bp_bone_id(bones[i]));
        edit.rotation = bp_quat_normalize(bp_quat_mul(edit.rotation, own[i]));
        if (!bp_edit_history_set(&illustration->history, edit, hand->edited)) return false;
    }
    if (!hand->edited) bp_edit_history_join(&illustration->history);
    hand->grabbed = to;
    return true;
}

/* By the rotation about the stage's Z axis through the bone's joint that takes the point under one pixel to
 * the one under the other. The prediction's ghost, if it is there, has the joint: it may be elsewhere than
 * the stage's. */
static void drag_prediction(bp_illustration *illustration, const bp_placed_stage *placed, bp_vec2 to) {
    const bp_content *content = &illustration->content;
    if (!content->predicts) return;
    bp_stage stage = content->stages[placed->stage];
    for (int i = 0; i < content->ghost_count; i++)
        if (content->ghosts[i].stage == placed->stage && content->ghosts[i].skeleton)
            stage = ghost_stage(content, &content->ghosts[i]);
    const bp_bone *bone = stage.skeleton ? bp_skeleton_find(stage.skeleton, content->predicts) : NULL;
    if (!bone) return;
    bp_mat4 world = stage.figure ? bp_figure_world(stage.figure) : bp_mat4_identity();
    bp_vec3 normal = bp_vec3_normalize(bp_mat4_direction(world, (bp_vec3){0, 0, 1}));
    bp_vec3 joint = bp_mat4_position(bp_bone_frame(&stage, bone));
    bp_vec2 from = {illustration->hand.x, illustration->hand.y};
    float angle = bp_drag_angle(placed, joint, joint, normal, from, to);
    float degrees = illustration->predicted + bp_degrees(bp_mat4_determinant(world) < 0 ? -angle : angle);
    degrees -= 360 * floorf(degrees / 360);
    illustration->predicted = degrees > 180 ? degrees - 360 : degrees;
    illustration->version++;
}

static void drag(bp_illustration *illustration, const bp_placed_stage *placed, bp_vec2 to) {
    bp_hand *hand = &illustration->hand;
    const bp_content *content = &illustration->content;
    float tall = (float)placed->rect.height, dx = (to.x - hand->x) / tall, dy = (to.y - hand->y) / tall;
    int handle = hand->took.handle;
    switch (hand->took.drag) {
    case BP_TAKE_RING:
    case BP_TAKE_JOINT:
    case BP_TAKE_MESH: hand->edited |= rotate(illustration, placed, to); break;
    case BP_TAKE_LIMB: hand->edited |= drag_limb(illustration, placed, to); break;
    case BP_TAKE_HANDLE:
        if (handle >= content->handle_count) break;
        hand->edited |= bp_illustration_move_handle(
            illustration, handle, handle_at_mouse(hand, &content->handles[handle], placed, to), hand->edited);
        break;
    case BP_TAKE_MOVE: hand->edited |= drag_bone(illustration, placed, to); break;
    case BP_TAKE_ANSWER: drag_prediction(illustration, placed, to); break;
    case BP_TAKE_ORBIT: bp_illustration_orbit(illustration, -dx * BP_PI, dy * BP_PI); break;
    case BP_TAKE_PAN: bp_illustration_pan(illustration, -dx, dy); break;
    case BP_TAKE_NOTHING:
    case BP_TAKE_SLIDER: break;
    }
}

static bool move(bp_illustration *illustration, const bp_pointer *pointer) {
    bp_hand *hand = &illustration->hand;
    bp_vec2 to = {pointer->x, pointer->y};
    if (hand->took.drag == BP_TAKE_NOTHING) {
        hover(illustration, target_at(illustration, pointer));
        return illustration->hover.drag != BP_TAKE_NOTHING;
    }
    bool began = hand->moved > CLICK;
    hand->moved += fabsf(to.x - hand->x) + fabsf(to.y - hand->y);
    if (hand->took.drag == BP_TAKE_SLIDER) {
        hand->edited |= slide_to(illustration, to.x, false);
        hand->x = to.x, hand->y = to.y;
        illustration->version++; /* a card follows the mouse */
        return true;
    }
    int number = hand->took.placed;
    if (number < 0 || number >= illustration->placed_count || !(hand->moved > CLICK))
        return true; /* still a click; or NaN */
    const bp_placed_stage *placed = &illustration->placed[number];
    bp_drag_kind kind = hand->took.drag;
    if (!began && (kind == BP_TAKE_MESH || kind == BP_TAKE_LIMB || kind == BP_TAKE_MOVE))
        choose_taken(illustration, placed);
    if (!began && kind == BP_TAKE_HANDLE) {
        const bp_placed_handle *handle = &illustration->content.handles[hand->took.handle];
        bp_vec3 middle, across = handle->normal;
        ring_middle(handle, &middle, &across);
        hand->arm = dragged_to(hand, placed, across, (bp_vec2){hand->x, hand->y});
        illustration->chosen.handle = hand->took.handle;
    }
    if (!began && (kind == BP_TAKE_RING || kind == BP_TAKE_JOINT || kind == BP_TAKE_MESH))
        begin_rotation(illustration, placed);
    drag(illustration, placed, to);
    hand->x = to.x, hand->y = to.y;
    return true;
}

/* A click near a joint or a bone's line, else on a mesh, chooses the bone. */
static bool release(bp_illustration *illustration, const bp_pointer *pointer) {
    bp_hand hand = illustration->hand;
    illustration->hand = (bp_hand){.took = bp_pointed_nothing()};
    if (hand.took.drag == BP_TAKE_NOTHING) return false;
    if (hand.took.drag == BP_TAKE_SLIDER && hand.took.slider < illustration->content.slider_count)
        drop_card(illustration, &hand);
    illustration->hover.drag = BP_TAKE_NOTHING; /* until the mouse moves */
    illustration->version++;
    bool on_bone = hand.took.drag != BP_TAKE_JOINT && hand.took.drag != BP_TAKE_SLIDER &&
                   hand.took.drag != BP_TAKE_PAN && hand.took.drag != BP_TAKE_ANSWER;
    if (hand.took.drag == BP_TAKE_HANDLE && !(hand.moved > CLICK))
        illustration->chosen.handle = hand.took.handle;
    int number;
    const bp_placed_stage *placed = placed_at(illustration, pointer->x, pointer->y, &number);
    if (hand.took.drag == BP_TAKE_HANDLE || !on_bone || hand.moved > CLICK || !placed || placed->passive)
        return true;
    const bp_stage *stage = &illustration->content.stages[placed->stage];
    const bp_bone *bone = bp_pick_bone(stage, placed, pointer->x, pointer->y, illustration->unit);
    if (!bone) bone = bp_pick_mesh(stage, placed, pointer->x, pointer->y).bone;
    if (bone) bp_illustration_choose(illustration, placed->stage, bp_bone_id(bone));
    return true;
}

bool bp_illustration_event(bp_illustration *illustration, const bp_pointer *pointer) {
    int number;
    switch (pointer->kind) {
    case BP_POINTER_PRESS: return press(illustration, pointer);
    case BP_POINTER_MOVE: return move(illustration, pointer);
    case BP_POINTER_RELEASE: return release(illustration, pointer);
    case BP_POINTER_WHEEL:
        if (!illustration->free_camera || !placed_at(illustration, pointer->x, pointer->y, &number))
            return false;
        bp_illustration_zoom(illustration, pointer->wheel > 0 ? 0.9f : 1 / 0.9f);
        return true;
    case BP_POINTER_LEAVE: hover(illustration, bp_pointed_nothing()); return false;
    }
    return false;
}

bool bp_illustration_cancel(bp_illustration *illustration) {
    bp_hand hand = illustration->hand;
    if (hand.took.drag == BP_TAKE_NOTHING) return false;
    illustration->hand = (bp_hand){.took = bp_pointed_nothing()};
    hover(illustration, bp_pointed_nothing());
    return hand.edited && bp_edit_history_undo(&illustration->history);
}

/* ---- what the window says about it -------------------------------------------------------------------*/

bp_pointer_shape bp_illustration_cursor(const bp_illustration *illustration) {
    bp_drag_kind drag = illustration->hand.took.drag;
    if (drag == BP_TAKE_NOTHING) drag = illustration->hover.drag;
    if (drag == BP_TAKE_NOTHING || drag == BP_TAKE_ORBIT) return BP_SHAPE_ARROW;
    return drag == BP_TAKE_MOVE || drag == BP_TAKE_HANDLE || drag == BP_TAKE_PAN ? BP_SHAPE_MOVE
                                                                                 : BP_SHAPE_HAND;
}

const char *bp_illustration_hint(const bp_illustration *illustration, char *text, size_t size) {
    const bp_pointed *hover = &illustration->hover;
    const bp_content *content = &illustration->content;
    const bp_skeleton *skeleton =
        hover->stage < content->stage_count ? content->stages[hover->stage].skeleton : NULL;
    const bp_bone *bone =
        skeleton && hover->bone != BP_ID_NONE ? bp_skeleton_bone_by_id(skeleton, hover->bone) : NULL;
    *text = '\0';
    if (illustration->hand.took.drag != BP_TAKE_NOTHING) return text;
    if (hover->drag == BP_TAKE_ANSWER) snprintf(text, size, "drag: rotate it to your answer");
    if (hover->drag == BP_TAKE_HANDLE && hover->handle < content->handle_count)
        snprintf(text, size, "drag: %s %s", content->handles[hover->handle].count > 2 ? "turn" : "move",
                 content->handles[hover->handle].label);
    if (!bone || hover->drag == BP_TAKE_NOTHING) return text;
    char name[64];
    snprintf(name, sizeof name, "%s", bp_bone_name(bone));
    if (!*name) snprintf(name, sizeof name, "bone %zu", hover->bone);
    const char *of = illustration->binds ? "'s bind" : "";
    if (hover->blocked)
        snprintf(text, size, "%.60s\n%s", name, hover->blocked);
    else if (hover->drag == BP_TAKE_MOVE)
        snprintf(text, size, "drag: move %.60s%s", name, of);
    else if (hover->drag == BP_TAKE_LIMB)
        snprintf(text, size, "drag: pull %.60s\nP: rotate it alone", name);
    else if (hover->drag == BP_TAKE_MESH)
        snprintf(text, size, "drag: rotate %.60s%s about %c\nCtrl + drag: move it", name, of,
                 "XYZ"[hover->axis]);
    else if (hover->drag != BP_TAKE_ORBIT)
        snprintf(text, size, "drag: rotate %.60s%s about %c", name, of, "XYZ"[hover->axis]);
    return text;
}
