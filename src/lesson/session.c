/* A session builds the world of any state by replaying the lesson from setup on. It never undoes a change. */
#include "base/error.h"
#include "base/format.h"
#include "lesson/world.h"
#include "mesh/editing.h"
#include <bindpose/lesson_session.h>
#include <float.h>
#include <stdio.h>
#include <string.h>

enum { VIEW_MAX = 12, STEP_MAX = 32 };

/* Steps with the same figures and camera share a view, so that sizes compare, unless one would be smaller by
 * this in it than in a view of its own. */
static const float MOST_LARGER = 1.4f;

/* What one or more steps show. */
typedef struct step_view {
    uint64_t figures; /* figures_of */
    bp_camera camera;
    bp_bounds bounds[BP_STAGE_MAX]; /* in its view space */
    float least;                    /* size_of the step that shows least */
} step_view;

struct bp_session {
    const bp_context *context;
    const bp_lesson_plan *lesson;
    const char *file;
    bp_model_cache *cache; /* owned */
    bp_raster *raster;     /* owned */
    bp_session_memory memory[BP_SESSION_BLOCKS];
    bool timed;
    bp_world world;
    step_view views[VIEW_MAX]; /* measured for windows */
    int view_count, view_of[STEP_MAX];
};

/* Handles first: they may set whole matrices, which the edits of bones then change. */
static void apply_edits(bp_world *world, const bp_step *step, bp_lesson_state state) {
    for (int bones = 0; bones < 2; bones++) {
        for (size_t i = 0; i < state.edit_count; i++) {
            const bp_edit *edit = &state.edits[i];
            const bool handle = edit->kind == BP_EDIT_HANDLE;
            if (edit->kind == BP_EDIT_SLIDER || handle == (bones == 1)) continue; /* apply_step has sliders */
            if (handle && edit->target < (size_t)step->handle_count)
                bp_handle_move(&step->handles[edit->target], world, edit->vector);
            if (handle || edit->stage < 0 || edit->stage >= world->stage_count) continue;
            bp_skeleton *skeleton = world->stages[edit->stage].skeleton;
            bp_bone *bone = skeleton ? bp_skeleton_bone_by_id(skeleton, edit->target) : NULL;
            if (bone && !(world->sets_bones && bp_bone_node(bone))) bp_edit_apply(edit, bone);
        }
        if (bones == 0) bp_world_prepare(world);
    }
}

static void name_answer(const bp_question *question, float answer, char *name, size_t size) {
    const char *unit = question->unit ? question->unit : "";
    bool degrees = strcmp(unit, "degrees") == 0;
    switch (question->kind) {
    case BP_QUESTION_ANGLE: snprintf(name, size, "your answer: %.0f°", (double)answer); break;
    case BP_QUESTION_CHOICE: snprintf(name, size, "your answer: %c", 'A' + (int)answer); break;
    case BP_QUESTION_ORDER: snprintf(name, size, "your answer"); break;
    case BP_QUESTION_NUMBER:
        snprintf(name, size, "your answer: %.4g%s%s", (double)answer, degrees || !*unit ? "" : " ",
                 degrees ? "°" : unit);
        break;
    }
}

static bool has_failed(const bp_world *world, int step, bp_error *error) {
    if (bp_world_check(world, error)) return false;
    bp_error_prefix_place(error, bp_format(step < 0 ? "setup" : "step %d", step + 1).text);
    return true;
}

/* The slider (0) and the cards (1) of a step; NULL: none. */
static const bp_step_slider *slider_of(const bp_step *step, size_t index) {
    return index == 0 ? step->slider : step->cards;
}

/* How a hand set it; NULL: it didn't. */
static const bp_edit *slider_edit(size_t index, const bp_lesson_state *state) {
    for (size_t i = 0; i < state->edit_count; i++)
        if (state->edits[i].kind == BP_EDIT_SLIDER && state->edits[i].target == index)
            return &state->edits[i];
    return NULL;
}

/* The value that was set by hand, or the one that the step's change has brought. */
static float slider_value(const bp_step *step, size_t index, const bp_lesson_state *state) {
    const bp_step_slider *slider = slider_of(step, index);
    const bp_edit *edit = slider_edit(index, state);
    if (edit) return edit->vector.x;
    if (slider->set) return slider->names && state->t != 0 ? slider->to : slider->from;
    return bp_mix(slider->from, slider->to, state->t);
}

/* How far the change of the state's step is: as far as its slider was moved. */
static float changed_by(const bp_step *step, const bp_lesson_state *state) {
    const bp_step_slider *slider = step->slider;
    if (!slider || slider->set || slider->to == slider->from) return bp_clamp(state->t, 0, 1);
    return (slider_value(step, 0, state) - slider->from) / (slider->to - slider->from);
}

/* Whether the step changes the world on the way to this state. */
static bool has_change(const bp_lesson_plan *lesson, bp_lesson_state state, int step) {
    return lesson->steps[step].change && (step < state.step || state.t != 0 || slider_edit(0, &state));
}

/* Whether the step does anything to the world on the way to this state. */
static bool acts(const bp_lesson_plan *lesson, bp_lesson_state state, int step) {
    const bp_step *at = &lesson->steps[step];
    return at->arrange || at->cards || (at->slider && at->slider->set) || has_change(lesson, state, step);
}

/* Arranges, sets what the student chose, then changes as far as t. */
static void apply_step(bp_world *world, const bp_step *step, const bp_lesson_state *state, bool changes) {
    if (step->arrange) {
        step->arrange(world);
        bp_world_prepare(world);
    }
    for (size_t i = 0; i < 2; i++) {
        const bp_step_slider *slider = slider_of(step, i);
        if (slider && slider->set) slider->set(world, slider_value(step, i, state));
    }
    if (changes) step->change(world, state->t);
}

/* Fills a fresh world. After each change it prepares, for the next change; vertices are skinned once, at
 * the end. False if one of the lesson's functions failed. */
static bool replay(bp_session *session, bp_lesson_state state, bp_world *world, bp_error *error) {
    const bp_lesson_plan *lesson = session->lesson;
    *world = bp_world_make(session->context, session->file, state.engine, session->cache);
    world->setup_data = lesson->setup_data;
    world->raster = session->raster;
    world->memory = session->memory, world->timed = session->timed;
    lesson->setup(world);
    if (has_failed(world, -1, error)) return false;
    const bp_step *now = &lesson->steps[state.step];
    const bp_lesson_state untouched = {.t = 1};
    state.t = changed_by(now, &state);
    bool ghost = state.answer && now->question && now->question->pose;
    bool picture = state.option > 0 && now->question && now->question->picture;
    bool user = state.edit_count > 0 || ghost || picture;
    int last = state.step; /* the last step that changes something; -1: none */
    while (last >= 0 && !acts(lesson, state, last)) last--;
    (last < 0 && !user ? bp_world_pose : bp_world_prepare)(world); /* only the last change is posed */
    for (int i = 0; i <= last; i++) {
        if (!acts(lesson, state, i)) continue;
        bp_world_clear_ghosts(world); /* a ghost belongs to one step */
        apply_step(world, &lesson->steps[i], i < state.step ? &untouched : &state,
                   has_change(lesson, state, i));
        (i == last && !user ? bp_world_pose : bp_world_prepare)(world);
        if (has_failed(world, i, error)) return false;
    }
    if (last < state.step) bp_world_clear_ghosts(world);
    if (ghost) {
        char name[48] = "your prediction";
        if (!state.predicting) name_answer(now->question, *state.answer, name, sizeof name);
        bp_world_add_ghost(world, now->question->stage, name, now->question->pose, *state.answer);
    }
    if (picture) now->question->picture(world, state.option - 1);
    if (user) {
        apply_edits(world, now, state);
        bp_world_pose(world);
    }
    return !has_failed(world, state.step, error);
}

/* A number for the figures on the stages of a step. Unseen stages count, too: a lesson that put another
 * figure in a stage's place needs another view. */
static uint64_t figures_of(const bp_world *world) {
    uint64_t figures = (uint64_t)world->stage_count;
    for (int i = 0; i < BP_STAGE_MAX; i++) figures = 8 * figures + (uint64_t)world->stages[i].id;
    return figures;
}

/* The view of a step, or of another with the figures that the world shows. */
static const step_view *find_view(const bp_session *session, const bp_world *world, int step) {
    const uint64_t figures = figures_of(world);
    const step_view *end = session->views + session->view_count;
    const step_view *view = step < STEP_MAX ? session->views + session->view_of[step] : end;
    if (view < end && view->figures == figures) return view;
    for (view = session->views; view < end; view++)
        if (view->figures == figures) return view;
    return NULL;
}

/* How much must fit into a picture half as wide again as high, with the stages side by side. */
static float size_of(const bp_bounds *bounds) {
    float width = 0, height = 0;
    for (int i = 0; i < BP_STAGE_MAX; i++) {
        if (bp_bounds_is_empty(bounds[i])) continue;
        width += bounds[i].hi.x - bounds[i].lo.x;
        height = fmaxf(height, bounds[i].hi.y - bounds[i].lo.y);
    }
    return fmaxf(height, width / 1.5f);
}

static bool same_camera(const bp_camera *a, const bp_camera *b) {
    return bp_vec3_distance(a->eye, b->eye) == 0 && bp_vec3_distance(a->target, b->target) == 0 &&
           a->fov_y == b->fov_y;
}

static void add_to_view(step_view *view, const step_view *other) {
    for (int i = 0; i < BP_STAGE_MAX; i++)
        view->bounds[i] = bp_bounds_union(view->bounds[i], other->bounds[i]);
    view->least = fminf(view->least, other->least);
}

/* Lets a step have the view that suits it best, or one of its own. */
static void place_step(bp_session *session, int step, step_view *own) {
    own->least = size_of(own->bounds);
    int best = session->view_count;
    float size = FLT_MAX;
    for (int i = 0; i < session->view_count; i++) {
        step_view both = session->views[i];
        if (both.figures != own->figures || !same_camera(&both.camera, &own->camera)) continue;
        add_to_view(&both, own);
        if (size_of(both.bounds) > fminf(size, MOST_LARGER * both.least)) continue;
        size = size_of(both.bounds);
        best = i;
    }
    if (best == VIEW_MAX || step >= STEP_MAX) return;
    if (best == session->view_count)
        session->views[session->view_count++] = *own;
    else
        add_to_view(&session->views[best], own);
    session->view_of[step] = best;
}

/* Of a world as it is. */
static step_view view_of_world(bp_world *world) {
    step_view view = {.figures = figures_of(world), .camera = world->camera};
    bp_content content;
    bp_world_content(world, &content);
    for (int i = 0; i < BP_STAGE_MAX; i++)
        view.bounds[i] =
            i < world->stage_count ? bp_stage_extent(&content, i, &view.camera) : bp_bounds_empty();
    return view;
}

/* Moves the floor by whole squares, so its lines stay where they were. A square is a quarter of its half. */
static void move_floor(bp_world *world, bp_vec3 to) {
    float square = world->floor_half / 4;
    world->floor.x = floorf(to.x / square + 0.5f) * square;
    world->floor.z = floorf(to.z / square + 0.5f) * square;
}

bool bp_session_seek(bp_session *session, bp_lesson_state state, bp_error *error) {
    int count = session->lesson->step_count;
    if (state.step < 0 || state.step >= count)
        return bp_fail(error, BP_ERROR_ARGUMENT, session->lesson->name,
                       "there is no step %d; the lesson has steps 1 to %d", state.step + 1, count);
    bp_world fresh;
    if (!replay(session, state, &fresh, error)) {
        bp_world_clear(&fresh);
        return false;
    }
    fresh.floor = session->world.floor;
    fresh.floor_half = session->world.floor_half;
    const step_view *view = find_view(session, &fresh, state.step);
    if (view) {
        memcpy(fresh.extents, view->bounds, sizeof fresh.extents);
        bp_bounds all = bp_bounds_empty(); /* the floor is under what steps with these figures show */
        for (int i = 0; i < fresh.stage_count; i++) all = bp_bounds_union(all, fresh.extents[i]);
        if (!bp_bounds_is_empty(all)) move_floor(&fresh, bp_extent_center(&fresh.camera, all));
    }
    bp_world_clear(&session->world);
    session->world = fresh;
    return true;
}

/* The largest of 1, 2 and 5 times a power of ten that is at most 1.25 times the size. */
static float round_size(float size) {
    const float max = 1.25f * size;
    float ten = 1;
    while (ten > max) ten /= 10;
    while (10 * ten <= max) ten *= 10;
    return ten * (5 * ten <= max ? 5.0f : 2 * ten <= max ? 2.0f : 1.0f);
}

/* Puts the floor under all stages as setup leaves them, centred under the camera's target and wide enough
 * for the largest figure (4 squares to each side). Steps with other figures move it sideways only. */
static void place_floor(bp_world *world) {
    float lowest = INFINITY, radius = 0;
    for (int i = 0; i < world->stage_count; i++) {
        const bp_figure *figure = world->stages[i].figure;
        bp_bounds bounds = figure ? bp_figure_bounds(figure) : bp_bounds_empty();
        if (bp_bounds_is_empty(bounds)) continue;
        lowest = fminf(lowest, bounds.lo.y);
        radius = fmaxf(radius, bp_bounds_radius(bounds));
    }
    float square = radius > 0 && isfinite(radius) ? round_size(0.4f * radius) : 1;
    world->floor.y = isfinite(lowest) ? lowest : 0;
    world->floor_half = 4 * square;
    move_floor(world, world->camera.target);
}

bool bp_session_measure_extent(bp_session *session, bp_error *error) {
    step_view own, end = {0}; /* what a step shows, and at its end */
    session->view_count = 0;
    for (int i = 0; i < session->lesson->step_count; i++) {
        const bp_step *step = &session->lesson->steps[i];
        const bp_step_slider *slider = step->slider && !step->slider->names ? step->slider : NULL;
        const bool goes_on = i > 0 && !step->arrange; /* it begins where the last one ended */
        own = end;
        for (int half = goes_on; half <= (slider ? 4 : 2); half++) {
            bp_error failure = {0};
            bp_world world;
            bp_edit ends = {.kind = BP_EDIT_SLIDER};
            if (half > 2) ends.vector.x = half == 3 ? slider->min : slider->max;
            bp_lesson_state state = {
                .step = i, .t = half > 2 ? 1 : 0.5f * (float)half, .edits = &ends, .edit_count = half > 2};
            bool ok = replay(session, state, &world, &failure);
            if (ok) {
                const step_view now = view_of_world(&world);
                if (half == 0 || own.figures != now.figures) own = now;
                add_to_view(&own, &now);
                if (half == 2) end = now;
            }
            bp_world_clear(&world);
            if (ok) continue;
            if (failure.kind != BP_ERROR_MEMORY) return true; /* showing that step reports it */
            if (error) *error = failure;
            return false;
        }
        place_step(session, i, &own);
    }
    return true;
}

bp_bone *bp_world_panel_bone(const bp_world *world, const bp_lesson_plan *lesson, int step, int *stage) {
    *stage = lesson->steps[step].stage;
    while (step >= 0 && !lesson->steps[step].bone) step--;
    const char *name = step >= 0 ? lesson->steps[step].bone : world->panel_bone;
    if (step >= 0) *stage = lesson->steps[step].stage;
    if (*stage < 0 || *stage >= world->stage_count) *stage = 0;
    bp_skeleton *skeleton = world->stages[*stage].skeleton;
    bp_bone *bone = skeleton && name ? bp_skeleton_find(skeleton, name) : NULL;
    return bone || !skeleton ? bone : bp_skeleton_bone_by_id(skeleton, 0);
}

bp_session *bp_session_create(const bp_context *context, const bp_lesson_plan *lesson, const char *file,
                              bp_error *error) {
    bp_session *session = bp_alloc(bp_context_allocator(context), 1, sizeof *session, error);
    if (!session) return NULL;
    session->context = context;
    session->lesson = lesson;
    session->file = file;
    session->world = bp_world_make(context, file, false, NULL);
    session->cache = bp_model_cache_create(context, error);
    session->raster = session->cache ? bp_raster_create(context, error) : NULL;
    if (!session->raster || !bp_session_seek(session, (bp_lesson_state){.step = 0}, error)) {
        bp_error_prefix_place(error, lesson->name);
        bp_session_destroy(session);
        return NULL;
    }
    place_floor(&session->world);
    return session;
}

void bp_session_destroy(bp_session *session) {
    if (!session) return;
    bp_world_clear(&session->world);
    for (int i = 0; i < BP_SESSION_BLOCKS; i++) {
        if (session->memory[i].block) session->memory[i].destroy(session->memory[i].block);
        bp_free(bp_context_allocator(session->context), session->memory[i].block);
    }
    bp_raster_destroy(session->raster);
    bp_model_cache_destroy(session->cache);
    bp_free(bp_context_allocator(session->context), session);
}

void bp_session_allow_times(bp_session *session) { session->timed = true; }

const bp_lesson_plan *bp_session_lesson(const bp_session *session) { return session->lesson; }

bp_world *bp_session_world(bp_session *session) { return &session->world; }

static bp_slider shown_slider(bp_world *world, const bp_step *step, size_t index,
                              const bp_lesson_state *state) {
    const bp_step_slider *slider = slider_of(step, index);
    float set = slider_value(step, index, state), values[BP_CLAIM_VALUE_MAX] = {set};
    if (slider->measure) slider->measure(world, &slider->args, values);
    int names = 0, choices = 1;
    for (; slider->names && slider->names[names]; names++) choices *= slider->ordered ? names + 1 : 1;
    if (!slider->ordered) choices = names;
    return (bp_slider){.name = slider->name,
                       .unit = slider->unit,
                       .min = slider->min,
                       .max = names > 0 ? (float)(choices - 1) : slider->max,
                       .step = names > 0 ? 1 : slider->step,
                       .value = values[0],
                       .dragged = values[0] - set,
                       .decimals = slider->decimals,
                       .names = slider->names,
                       .bones = slider->bones,
                       .ordered = slider->ordered,
                       .waits = state->predicting};
}

bool bp_session_content(bp_session *session, const bp_lesson_state *state, bp_content *content,
                        bp_error *error) {
    bp_world *world = &session->world;
    const bp_step *step = &session->lesson->steps[state->step];
    const bp_question *question = state->predicting ? step->question : NULL;
    bp_world_content(world, content);
    for (int i = 0; i < step->handle_count && i < BP_HANDLE_MAX; i++) {
        const bp_handle *handle = &step->handles[i];
        bp_placed_handle *placed = &content->handles[i];
        *placed = (bp_placed_handle){.label = handle->label,
                                     .stage = handle->stage,
                                     .position = bp_handle_position(handle, world),
                                     .normal = handle->normal};
        if (handle->kind && handle->kind->curve)
            placed->count = handle->kind->curve(world, handle, placed->curve);
        content->label_count = i + 1;
        content->handle_count = state->predicting ? 0 : i + 1;
    }
    for (size_t i = 0; i < BP_SLIDER_MAX; i++)
        if (slider_of(step, i))
            content->sliders[content->slider_count++] = shown_slider(world, step, i, state);
    if (state->predicting) content->blocked = "answer the question first, or press Space";
    if (question && question->kind == BP_QUESTION_ANGLE)
        content->predicts = question->bone, content->predicts_stage = question->stage;
    return !has_failed(world, state->step, error);
}
