/* The state of an illustration: content, layout, camera, and what keys change. */
#include "math/double.h"
#include "mesh/editing.h"
#include "scene/illustration/stage_drawing.h"
#include <float.h>

enum { GAP = 12, TITLE = 28, SUBTITLE = 46, MARGIN = 9 };
enum { SLIDER = 44, SLIDER_NAME = 200, TRACK = 26, FULL_SLIDER = 480 };
static const float WIDEST = BP_PI * 40 / 180; /* of a limited camera: radians to each side */
static const float EASE = 0.12f;              /* seconds in which a camera goes home by 1 / e */
static const float NARROWEST = 0.9f;          /* width / height: a narrower scene shows as much sideways */
static const float LEAST_SHARE = 0.75f;       /* of a stage's width, by the mean */

bp_illustration bp_illustration_make(void) {
    return (bp_illustration){.unit = 1,
                             .moves = {.zoom = 1},
                             .chosen = {.bone = BP_ID_NONE, .axis = 2, .handle = -1},
                             .hover = bp_pointed_nothing(),
                             .lit_row = -1};
}

bp_bone *bp_illustration_bone(const bp_illustration *illustration) {
    const bp_chosen *chosen = &illustration->chosen;
    const bp_content *content = &illustration->content;
    if (chosen->stage < 0 || chosen->stage >= content->stage_count || chosen->bone == BP_ID_NONE) return NULL;
    const bp_skeleton *skeleton = content->stages[chosen->stage].skeleton;
    return skeleton ? bp_skeleton_bone_by_id(skeleton, chosen->bone) : NULL;
}

unsigned bp_illustration_show(const bp_illustration *illustration) {
    return illustration->content.show ^ illustration->flipped;
}

void bp_illustration_choose(bp_illustration *illustration, int stage, size_t bone) {
    illustration->chosen.stage = stage;
    illustration->chosen.bone = bone;
    illustration->chosen.handle = -1;
    illustration->version++;
}

void bp_illustration_set(bp_illustration *illustration, const bp_content *content, bool fresh) {
    illustration->content = *content;
    illustration->version++;
    bp_chosen *chosen = &illustration->chosen;
    if (chosen->stage < 0 || chosen->stage >= content->stage_count) chosen->stage = 0;
    if (chosen->handle >= content->handle_count) chosen->handle = -1;
    const bp_skeleton *skeleton = content->stage_count > 0 ? content->stages[chosen->stage].skeleton : NULL;
    if (!skeleton)
        chosen->bone = BP_ID_NONE;
    else if (chosen->bone == BP_ID_NONE || !bp_skeleton_bone_by_id(skeleton, chosen->bone))
        chosen->bone = bp_skeleton_count(skeleton) > 0 ? 0 : BP_ID_NONE;
    if (illustration->hover.blocked && !content->blocked && !content->block) /* it can be taken now */
        illustration->hover = bp_pointed_nothing();
    if (fresh) {
        illustration->hand = (bp_hand){.took = {.drag = BP_TAKE_NOTHING}};
        bp_illustration_go_home(illustration);
    }
}

/* ---- layout and camera ---------------------------------------------------------------------------*/

static float wide(bp_bounds extent) { return extent.hi.x - extent.lo.x; }

/* Whether the stages share a view, and all show something. */
static bool share_view(const bp_content *content) {
    for (int i = 0; i < content->stage_count; i++)
        if (content->stages[i].own_view ||
            !(wide(content->extents[i]) > 0 && wide(content->extents[i]) < FLT_MAX))
            return false;
    return true;
}

/* How wide the stage is beside the others: what stages that share a view show, side by side and at one scale,
 * then fills the picture's width. None is so narrow that its title doesn't fit. */
static float width_of(const bp_content *content, int stage) {
    float sum = 0;
    if (!share_view(content)) return 1;
    for (int i = 0; i < content->stage_count; i++) sum += wide(content->extents[i]);
    return fmaxf(wide(content->extents[stage]), LEAST_SHARE * sum / (float)content->stage_count);
}

/* The stage's own extent; of stages that share a view, equally high ones at equal scales, and equally wide
 * ones if the stages are. */
static bp_bounds extent_of(const bp_content *content, int stage, bool equal) {
    bp_bounds own = content->extents[stage], all = own;
    if (content->stages[stage].own_view) return own;
    float width = 0;
    for (int i = 0; i < content->stage_count; i++) {
        if (!content->stages[i].own_view) all = bp_bounds_union(all, content->extents[i]);
        if (equal || i == stage) width = fmaxf(width, width_of(content, i));
    }
    if (!share_view(content)) return all;
    all.lo.x = (own.lo.x + own.hi.x - width) / 2, all.hi.x = all.lo.x + width;
    return all;
}

/* The content's camera with a view that the extent fills, and a margin for the rings of joints. Without an
 * extent, a scene narrower than NARROWEST keeps its horizontal field of view: the vertical one grows. */
static bp_camera camera_of(const bp_illustration *illustration, int stage, bp_rect rect, bool equal) {
    const bp_content *content = &illustration->content;
    const bp_camera_moves *moves = &illustration->moves;
    bp_bounds extent = extent_of(content, stage, equal);
    float radius = bp_bounds_is_empty(extent) ? 0 : bp_bounds_radius(extent);
    float tall = (float)rect.height, aspect = (float)rect.width / tall, margin = MARGIN * illustration->unit;
    bool fits = radius > 0 && radius <= FLT_MAX;
    bp_camera camera = fits ? bp_extent_camera(&content->camera, extent, aspect) : content->camera;
    float tangent = bp_tan((camera.fov_y > 0 ? camera.fov_y : bp_radians(45)) / 2);
    if (fits && tall > 8 * margin) camera.fov_y = 2 * bp_atan2(tangent * tall / (tall - 2 * margin), 1);
    if (!fits && aspect < NARROWEST) camera.fov_y = 2 * bp_atan2(tangent * NARROWEST, aspect);
    if (moves->yaw != 0 || moves->pitch != 0) bp_camera_orbit(&camera, moves->yaw, moves->pitch);
    if (moves->zoom != 1) bp_camera_zoom(&camera, moves->zoom);
    if (moves->pan_x != 0 || moves->pan_y != 0) bp_camera_pan(&camera, moves->pan_x, moves->pan_y);
    return camera;
}

static bp_placed_stage place_stage(const bp_illustration *illustration, int stage, bp_rect rect, bool equal) {
    const bp_content *content = &illustration->content;
    unsigned show = bp_illustration_show(illustration);
    if (rect.width < 1) rect.width = 1;
    if (rect.height < 1) rect.height = 1;
    bp_placed_stage placed = {.stage = stage,
                              .rect = rect,
                              .camera = camera_of(illustration, stage, rect, equal),
                              .drag_joints = content->drag_joints && (show & BP_SHOW_BONES),
                              .passive = (content->passive >> stage & 1) != 0};
    /* None where stages are compared: one of them would seem to differ. */
    if (content->stage_count == 1 && bp_illustration_bone(illustration) && (show & BP_SHOW_BONES))
        placed.ring = bp_stage_ring(&placed.camera, rect, illustration->unit);
    return placed;
}

static int px(const bp_illustration *illustration, float units) {
    return (int)(units * illustration->unit + 0.5f);
}

int bp_illustration_title(const bp_illustration *illustration) {
    const bp_content *content = &illustration->content;
    float high = content->stage_count > 1 || content->number > 0 ? TITLE : 0;
    for (int i = 0; i < content->stage_count && high > 0; i++)
        if (content->stages[i].subtitle && content->stages[i].subtitle[0]) high = SUBTITLE;
    return px(illustration, high);
}

int bp_illustration_columns(bp_bounds shown, int count, bp_rect rect, float title) {
    int columns = count;
    float largest = 0;
    for (int i = count; i >= 1; i--) {
        const int rows = (count + i - 1) / i;
        const float scale = fminf((float)rect.width / (float)i / wide(shown),
                                  ((float)rect.height / (float)rows - title) / (shown.hi.y - shown.lo.y));
        if (scale <= largest) continue;
        largest = scale;
        columns = i;
    }
    return columns;
}

/* A row; in a high picture, or for three or more that share a view, the columns that make stages largest. */
static int columns_of(const bp_illustration *illustration, bp_rect rect) {
    const bp_content *content = &illustration->content;
    const bp_bounds shown = extent_of(content, 0, true);
    const bool high = rect.height > rect.width;
    if (!high && (content->stage_count < 3 || !share_view(content))) return content->stage_count;
    if (!(wide(shown) > 0 && wide(shown) < FLT_MAX)) return high ? 1 : content->stage_count;
    return bp_illustration_columns(shown, content->stage_count, rect,
                                   (float)bp_illustration_title(illustration));
}

/* A drag goes on in a picture of another size. */
static void set_unit(bp_illustration *illustration, float unit) {
    const float grown = illustration->unit > 0 ? unit / illustration->unit : 1;
    illustration->hand.x *= grown, illustration->hand.y *= grown;
    illustration->unit = unit;
}

void bp_illustration_place_stages(bp_illustration *illustration, bp_rect rect, float unit) {
    const int count = illustration->content.stage_count;
    set_unit(illustration, unit);
    illustration->rect = rect;
    illustration->placed_count = count;
    const int columns = columns_of(illustration, rect),
              rows = columns > 0 ? (count + columns - 1) / columns : 0;
    const int gap = px(illustration, GAP), title = bp_illustration_title(illustration);
    for (int row = 0, i = 0; row < rows; row++) {
        const int last = i + columns < count ? i + columns : count;
        const int top = (rect.height + gap) * row / rows,
                  bottom = (rect.height + gap) * (row + 1) / rows - gap;
        float all = 0, done = 0;
        for (int k = i; k < last; k++) all += rows > 1 ? 1 : width_of(&illustration->content, k);
        const int length = rows > 1 ? (rect.width + gap) / columns * (last - i) - gap : rect.width;
        for (int from = (rect.width - length) / 2; i < last; i++, from += gap) {
            done += rows > 1 ? 1 : width_of(&illustration->content, i);
            const int to = (int)((float)(length + gap) * done / all + 0.5f) - gap + (rect.width - length) / 2;
            const bp_rect part = {rect.x + from, rect.y + top + title, to - from, bottom - top - title};
            from = to;
            illustration->placed[i] = place_stage(illustration, i, part, rows > 1);
        }
    }
    for (int i = 0; i < BP_SLIDER_MAX; i++) illustration->tracks[i] = (bp_rect){0};
}

void bp_illustration_place(bp_illustration *illustration, bp_rect rect, float unit) {
    set_unit(illustration, unit);
    int count = illustration->content.slider_count, tall = px(illustration, SLIDER);
    bp_rect stages = rect;
    stages.height -= count * tall;
    bp_illustration_place_stages(illustration, stages, unit);
    illustration->rect = rect;
    /* In a narrow illustration the name has less than half. */
    int name = px(illustration, SLIDER_NAME), least = rect.width * 2 / 5;
    if (rect.width < px(illustration, FULL_SLIDER)) name = least;
    for (int i = 0; i < count; i++)
        illustration->tracks[i] = (bp_rect){
            rect.x + name, stages.y + stages.height + i * tall + (tall - px(illustration, TRACK)) / 2,
            rect.width - name - px(illustration, TRACK) / 2, px(illustration, TRACK)};
}

static void limit(bp_illustration *illustration) {
    bp_camera_moves *moves = &illustration->moves;
    const float widest = illustration->free_camera ? FLT_MAX : WIDEST,
                pitch = illustration->free_camera ? BP_PI : WIDEST;
    const bp_camera *camera = &illustration->content.camera;
    const bp_vec3 arm = bp_vec3_normalize(bp_vec3_sub(camera->eye, camera->target));
    const float lowest = illustration->free_camera ? pitch : bp_clamp(bp_asin(arm.y), 0, pitch);
    moves->yaw = bp_clamp(moves->yaw, -widest, widest);
    moves->pitch = bp_clamp(moves->pitch, -lowest, pitch); /* a limited one stays level with its target */
    moves->pan_x = bp_clamp(moves->pan_x, -4, 4);
    moves->pan_y = bp_clamp(moves->pan_y, -4, 4);
    moves->zoom =
        bp_clamp(moves->zoom, illustration->free_camera ? 0.1f : 0.4f, illustration->free_camera ? 10 : 2);
    illustration->home = false;
    illustration->version++;
}

void bp_illustration_orbit(bp_illustration *illustration, float yaw, float pitch) {
    illustration->moves.yaw += yaw;
    illustration->moves.pitch += pitch;
    limit(illustration);
}

void bp_illustration_pan(bp_illustration *illustration, float x, float y) {
    illustration->moves.pan_x += x;
    illustration->moves.pan_y += y;
    limit(illustration);
}

void bp_illustration_zoom(bp_illustration *illustration, float factor) {
    illustration->moves.zoom *= factor;
    limit(illustration);
}

void bp_illustration_go_home(bp_illustration *illustration) {
    const bp_camera_moves *moves = &illustration->moves;
    bool away =
        moves->yaw != 0 || moves->pitch != 0 || moves->pan_x != 0 || moves->pan_y != 0 || moves->zoom != 1;
    illustration->home = away;
    illustration->version++;
}

bool bp_illustration_is_moving(const bp_illustration *illustration) { return illustration->home; }

bool bp_illustration_tick(bp_illustration *illustration, double seconds) {
    if (!illustration->home) return false;
    bp_camera_moves *moves = &illustration->moves;
    float left = 1 - bp_clamp((float)seconds / EASE, 0, 1); /* of the way */
    moves->yaw *= left, moves->pitch *= left, moves->pan_x *= left, moves->pan_y *= left;
    moves->zoom = 1 + (moves->zoom - 1) * left;
    float most =
        fmaxf(fmaxf(fabsf(moves->yaw), fabsf(moves->pitch)), fmaxf(fabsf(moves->pan_x), fabsf(moves->pan_y)));
    if (!(fmaxf(most, fabsf(moves->zoom - 1)) > 1e-3f)) {
        *moves = (bp_camera_moves){.zoom = 1};
        illustration->home = false;
    }
    illustration->version++;
    return true;
}

/* ---- changes ---------------------------------------------------------------------------------------*/

/* Whether the chosen bone can be changed. */
static const bp_bone *changeable(const bp_illustration *illustration) {
    const bp_bone *bone = bp_illustration_bone(illustration);
    const bp_content *content = &illustration->content;
    if (!bone || content->blocked || (content->block && content->block(illustration, bone))) return NULL;
    return bone;
}

static bp_edit edit_of(const bp_illustration *illustration, bp_edit_kind kind) {
    return bp_edit_history_get(&illustration->history, kind,
                               illustration->chosen.stage + illustration->content.skeleton,
                               illustration->chosen.bone);
}

bool bp_illustration_set_inverse_bind(bp_illustration *illustration, bp_mat4 inverse, bool merge) {
    if (!changeable(illustration)) return false;
    bp_edit edit = edit_of(illustration, BP_EDIT_BIND);
    edit.matrix = inverse;
    return bp_edit_history_set(&illustration->history, edit, merge);
}

/* The bind is relative to its parent's. Row vectors: absolute inverse bind = the parent's * inverse(bind). */
static bool set_bind(bp_illustration *illustration, bp_mat4 bind, bool merge) {
    const bp_bone *bone = changeable(illustration), *parent = bone ? bp_bone_parent(bone) : NULL;
    bp_dmat4 inverse;
    if (!bone || !bp_dmat4_inverse_affine(bp_dmat4_from_mat4(bind), &inverse)) return false;
    if (parent) inverse = bp_dmat4_mul(bp_dmat4_from_mat4(bp_bone_absolute_inverse_bind(parent)), inverse);
    return bp_illustration_set_inverse_bind(illustration, bp_dmat4_to_mat4(inverse), merge);
}

/* By hand the visible part follows: in the bind pose the bone. In other poses the bone stays and its part of
 * the mesh moves, as final = inverse bind * absolute; for that the bind goes the other way. */
static bool turn_bind(bp_illustration *illustration, const bp_bone *bone, bp_vec3 axis, float radians,
                      bool merge) {
    bp_dmat4 more = bp_dmat4_from_axis_angle((bp_dvec3){(double)axis.x, (double)axis.y, (double)axis.z},
                                             (double)(illustration->content.at_bind ? radians : -radians));
    bp_dmat4 bind = bp_dmat4_mul(more, bp_dmat4_from_mat4(bp_bone_bind(bone)));
    return set_bind(illustration, bp_dmat4_to_mat4(bind), merge);
}

/* `by` is along the parent's axes, in which the bone is at local. */
static bool move_bind(bp_illustration *illustration, const bp_bone *bone, bp_vec3 by, bool merge) {
    bp_mat4 bind = bp_bone_bind(bone), inverse;
    if (!illustration->content.at_bind) {
        if (!bp_mat4_inverse_affine(bp_bone_local(bone), &inverse)) return false;
        by = bp_mat4_direction(bind, bp_vec3_scale(bp_mat4_direction(inverse, by), -1));
    }
    bind.m[12] += by.x, bind.m[13] += by.y, bind.m[14] += by.z;
    return set_bind(illustration, bind, merge);
}

/* The new rotation is applied first: about the bone's own axes as they are now. */
bool bp_illustration_turn(bp_illustration *illustration, bp_vec3 axis, float radians, bool merge) {
    const bp_bone *bone = changeable(illustration);
    if (!bone) return false;
    if (illustration->binds) return turn_bind(illustration, bone, axis, radians, merge);
    bp_edit edit = edit_of(illustration, BP_EDIT_ROTATE);
    edit.rotation = bp_quat_normalize(bp_quat_mul(edit.rotation, bp_quat_from_axis_angle(axis, radians)));
    return bp_edit_history_set(&illustration->history, edit, merge);
}

bool bp_illustration_rotate(bp_illustration *illustration, float radians, bool merge) {
    return bp_illustration_turn(illustration, bp_axis(illustration->chosen.axis, 1), radians, merge);
}

bool bp_illustration_move(bp_illustration *illustration, bp_vec3 by, bool merge) {
    const bp_bone *bone = changeable(illustration);
    if (!bone) return false;
    if (illustration->binds) return move_bind(illustration, bone, by, merge);
    bp_edit edit = edit_of(illustration, BP_EDIT_MOVE);
    edit.vector = bp_vec3_add(edit.vector, by);
    return bp_edit_history_set(&illustration->history, edit, merge);
}

bool bp_illustration_move_handle(bp_illustration *illustration, int handle, bp_vec3 to, bool merge) {
    const bp_content *content = &illustration->content;
    if (handle < 0 || handle >= content->handle_count || content->blocked) return false;
    bp_edit edit = bp_edit_history_get(&illustration->history, BP_EDIT_HANDLE, content->handles[handle].stage,
                                       (size_t)handle);
    edit.vector = to;
    return bp_edit_history_set(&illustration->history, edit, merge);
}

int bp_slider_names(const bp_slider *slider) {
    int count = 0;
    while (slider->names && slider->names[count]) count++;
    return count;
}

void bp_order_of(float number, int count, int *order) {
    int rest = (int)(number + 0.5f), size = 1;
    bool taken[BP_CARD_MAX] = {false};
    for (int i = 2; i < count; i++) size *= i; /* of the orders with one first card */
    for (int i = 0; i < count; i++) {
        int skip = rest / size;
        rest %= size;
        if (i + 1 < count) size /= count - 1 - i;
        order[i] = 0;
        while (order[i] + 1 < count && (taken[order[i]] || skip-- > 0)) order[i]++;
        taken[order[i]] = true;
    }
}

float bp_order_number(const int *order, int count) {
    int number = 0;
    for (int i = 0; i < count; i++) {
        number *= count - i;
        for (int k = i + 1; k < count; k++) number += order[k] < order[i];
    }
    return (float)number;
}

bool bp_illustration_put_card(bp_illustration *illustration, int index, int from, int to, bool merge) {
    const bp_slider *slider = &illustration->content.sliders[index];
    int count = bp_slider_names(slider), step = to > from ? 1 : -1, order[BP_CARD_MAX];
    if (count > BP_CARD_MAX || from < 0 || from >= count || to < 0 || to >= count) return false;
    /* The content may not have the last drag yet. */
    bp_edit edit = bp_edit_history_get(&illustration->history, BP_EDIT_SLIDER, 0, (size_t)index);
    bp_order_of(isfinite(edit.vector.x) ? edit.vector.x : slider->value, count, order);
    int moved = order[from];
    for (; from != to; from += step) order[from] = order[from + step];
    order[to] = moved;
    return bp_illustration_slide(illustration, index, bp_order_number(order, count), merge);
}

bool bp_illustration_slide(bp_illustration *illustration, int index, float value, bool merge) {
    const bp_content *content = &illustration->content;
    if (index < 0 || index >= content->slider_count || content->sliders[index].waits || !isfinite(value))
        return false;
    const bp_slider *slider = &content->sliders[index];
    if (slider->step > 0)
        value = slider->min + floorf((value - slider->min) / slider->step + 0.5f) * slider->step;
    bp_edit edit = bp_edit_history_get(&illustration->history, BP_EDIT_SLIDER, 0, (size_t)index);
    edit.vector = (bp_vec3){bp_clamp(value, slider->min, slider->max) - slider->dragged, 0, 0};
    return bp_edit_history_set(&illustration->history, edit, merge);
}
