/* A session makes the world of any moment of a lesson by replaying it: setup, the changes of all
 * earlier steps in full, this step's as far as t, then what the student turned. Nothing is undone,
 * so going back can't leave anything over. */
#include "lesson/world.h"
#include <math.h>
#include <stdio.h>

struct bp_session {
    bp_context *context;
    const bp_lesson_plan *lesson;
    const char *file;
    bp_model_cache *cache;   /* owned */
    bp_offscreen *offscreen; /* owned */
    bp_world world;
    bp_vec3 floor;
    float floor_half;
};

static void turn_bones(bp_world *world, const bp_user_rotation *turns, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (turns[i].stage < 0 || turns[i].stage >= world->stage_count) continue;
        bp_skeleton *skeleton = world->stages[turns[i].stage].skeleton;
        bp_bone *bone = skeleton ? bp_skeleton_bone_by_id(skeleton, turns[i].bone) : NULL;
        if (!bone) continue;
        bp_node *node = bp_bone_node(bone);
        /* Applied before the bone's own rotation, so on the right of Hamilton's product. */
        if (node)
            bp_node_set_rotation(node, bp_quat_mul(bp_node_rotation(node), turns[i].rotation));
        else
            bp_bone_set_rotation(bone, bp_quat_mul(bp_bone_rotation(bone), turns[i].rotation));
    }
}

static bool step_failed(const bp_world *world, int step, bp_error *error) {
    if (world->error.kind == BP_ERROR_NONE) return false;
    if (error) *error = world->error;
    char place[32];
    snprintf(place, sizeof place, step < 0 ? "setup" : "step %d", step + 1);
    bp_error_prefix_place(error, place);
    return true;
}

/* The last of a moment's steps that changes something as far as it went; -1: none. */
static int last_change(const bp_lesson_plan *lesson, bp_lesson_state moment) {
    int step = moment.step;
    while (step >= 0 && !(lesson->steps[step].change && (step < moment.step || moment.t > 0))) step--;
    return step;
}

/* What comes next builds on bones; vertices are skinned once, when all is done. */
static void settle(bp_world *world, bool is_last) {
    if (is_last)
        bp_world_pose(world);
    else
        bp_world_prepare(world);
}

/* Fills a fresh world; false where one of the lesson's functions failed. */
static bool replay(const bp_session *session, bp_lesson_state moment, bp_world *world, bp_error *error) {
    *world = bp_world_make(session->context, session->file, moment.engine, session->cache);
    world->given = session->lesson->given;
    world->offscreen = session->offscreen;
    session->lesson->setup(world);
    if (step_failed(world, -1, error)) return false;
    int last = moment.rotation_count > 0 ? moment.step + 1 : last_change(session->lesson, moment);
    settle(world, last < 0);
    for (int i = 0; i <= moment.step; i++) {
        const bp_step *step = &session->lesson->steps[i];
        float t = i < moment.step ? 1 : bp_clamp(moment.t, 0, 1);
        if (step->change && t > 0) {
            step->change(world, t);
            if (step_failed(world, i, error)) return false;
            settle(world, i == last);
        }
        if (step_failed(world, i, error)) return false;
    }
    if (moment.rotation_count > 0) {
        turn_bones(world, moment.rotations, moment.rotation_count);
        bp_world_pose(world);
    }
    return !step_failed(world, moment.step, error);
}

bool bp_session_seek(bp_session *session, bp_lesson_state moment, bp_error *error) {
    int count = session->lesson->step_count;
    if (moment.step < 0 || moment.step >= count)
        return bp_fail(error, BP_ERROR_ARGUMENT, session->lesson->name,
                       "there is no step %d; the lesson has steps 1 to %d", moment.step + 1, count);
    bp_world fresh;
    if (!replay(session, moment, &fresh, error)) {
        bp_world_clear(&fresh);
        return false;
    }
    bp_world_clear(&session->world);
    session->world = fresh;
    session->world.floor = session->floor;
    session->world.floor_half = session->floor_half;
    return true;
}

/* The largest of 1, 2 and 5 times a power of ten that isn't much above. */
static float round_size(float size) {
    const float above = 1.25f;
    float ten = 1;
    while (ten > above * size) ten /= 10;
    while (10 * ten <= above * size) ten *= 10;
    return ten * (5 * ten <= above * size ? 5.0f : 2 * ten <= above * size ? 2.0f : 1.0f);
}

/* Under everything that setup made, wide enough for the largest (4 squares to each side), and where the camera
 * looks. It stays while things move. */
static void find_floor(bp_session *session) {
    float lowest = INFINITY, radius = 0;
    for (int i = 0; i < session->world.stage_count; i++) {
        const bp_figure *figure = session->world.stages[i].figure;
        if (!figure) continue;
        bp_bounds bounds = bp_figure_bounds(figure);
        if (bp_bounds_is_empty(bounds)) continue;
        lowest = fminf(lowest, bounds.lo.y);
        radius = fmaxf(radius, bp_bounds_radius(bounds));
    }
    float square = radius > 0 && isfinite(radius) ? round_size(0.4f * radius) : 1;
    bp_vec3 target = session->world.camera.target;
    session->floor = (bp_vec3){floorf(target.x / square + 0.5f) * square, isfinite(lowest) ? lowest : 0,
                               floorf(target.z / square + 0.5f) * square};
    session->floor_half = 4 * square;
    session->world.floor = session->floor;
    session->world.floor_half = session->floor_half;
}

bp_bone *bp_world_panel_bone(const bp_world *world, const bp_lesson_plan *lesson, int step, int *stage) {
    const char *name = world->panel_bone;
    *stage = world->panel_stage;
    for (int i = step; i >= 0; i--) {
        if (!lesson->steps[i].bone) continue;
        name = lesson->steps[i].bone;
        *stage = lesson->steps[i].stage;
        break;
    }
    if (*stage < 0 || *stage >= world->stage_count) *stage = 0;
    bp_skeleton *skeleton = world->stages[*stage].skeleton;
    bp_bone *bone = skeleton && name ? bp_skeleton_find(skeleton, name) : NULL;
    return bone || !skeleton ? bone : bp_skeleton_bone_by_id(skeleton, 0);
}

bp_session *bp_session_create(bp_context *context, const bp_lesson_plan *lesson, const char *file,
                              bp_error *error) {
    bp_session *session = bp_alloc(bp_context_allocator(context), 1, sizeof *session, error);
    if (!session) return NULL;
    session->context = context;
    session->lesson = lesson;
    session->file = file;
    session->world = bp_world_make(context, file, false, NULL);
    session->cache = bp_model_cache_create(context, error);
    session->offscreen = session->cache ? bp_offscreen_create(context, error) : NULL;
    if (!session->offscreen || !bp_session_seek(session, (bp_lesson_state){.step = 0}, error)) {
        bp_error_prefix_place(error, lesson->name);
        bp_session_destroy(session);
        return NULL;
    }
    find_floor(session);
    return session;
}

void bp_session_destroy(bp_session *session) {
    if (!session) return;
    bp_world_clear(&session->world);
    bp_offscreen_destroy(session->offscreen);
    bp_model_cache_destroy(session->cache);
    bp_free(bp_context_allocator(session->context), session);
}

const bp_lesson_plan *bp_session_lesson(const bp_session *session) { return session->lesson; }

bp_world *bp_session_world(bp_session *session) { return &session->world; }
