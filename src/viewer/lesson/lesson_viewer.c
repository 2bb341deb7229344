/* The viewer's place in the lesson and what follows from it. */
#include "viewer/lesson/lesson_viewer.h"
#include "viewer/bone_tree.h"

static bool has_change(const bp_lesson_plan *lesson, int step) { return lesson->steps[step].change != NULL; }

static void come_to(bp_viewer *viewer, const bp_lesson_plan *lesson, int step) {
    if (step < 0) step = 0;
    if (step >= lesson->step_count) step = lesson->step_count - 1;
    bool engine = viewer->position.engine;
    viewer->position = (bp_lesson_position){.step = step, .t = 1, .engine = engine};
    viewer->typed = (bp_viewer_typed){0};
    viewer->rotations = (bp_rotation_history){0};
    /* Which bone that is will be looked up in the world of the step: see bp_viewer_settle. */
    viewer->selection = (bp_selection){.stage = -1, .axis = viewer->selection.axis};
}

bp_viewer bp_viewer_make(const bp_lesson_plan *lesson, int step, int width, int height) {
    bp_viewer viewer = {.settings = bp_view_settings_make(width, height), .selection = {.axis = 2}};
    come_to(&viewer, lesson, step);
    return viewer;
}

void bp_viewer_enter(bp_viewer *viewer, const bp_lesson_plan *lesson, int step) {
    come_to(viewer, lesson, step);
    step = viewer->position.step;
    viewer->position.asking = lesson->steps[step].question != NULL;
    if (viewer->position.asking || has_change(lesson, step)) viewer->position.t = 0;
}

void bp_viewer_settle(bp_viewer *viewer, const bp_viewer_scope *scope) {
    const bp_world *world = scope->world;
    bp_selection *selection = &viewer->selection;
    if (selection->stage < 0) { /* the step has just come: what it names */
        const bp_bone *bone = bp_world_panel_bone(world, scope->lesson, viewer->position.step, &selection->stage);
        selection->bone = bone ? bp_bone_id(bone) : 0;
    }
    if (selection->stage >= world->stage_count) selection->stage = 0;
    const bp_skeleton *skeleton = world->stages[selection->stage].skeleton;
    if (!skeleton || !bp_skeleton_bone_by_id(skeleton, selection->bone)) selection->bone = 0;
}

bp_bone *bp_viewer_bone(const bp_viewer *viewer, const bp_world *world) {
    int stage = viewer->selection.stage;
    if (stage < 0 || stage >= world->stage_count || !world->stages[stage].skeleton) return NULL;
    return bp_skeleton_bone_by_id(world->stages[stage].skeleton, viewer->selection.bone);
}

const bp_question *bp_viewer_question(const bp_viewer *viewer, const bp_lesson_plan *lesson) {
    return lesson->steps[viewer->position.step].question;
}

/* Slow, fast, slow: 3 t^2 - 2 t^3. Exactly 0 and 1 at its ends. */
static float eased(float t) { return t * t * (3 - 2 * t); }

bp_lesson_state bp_viewer_moment(const bp_viewer *viewer) {
    return (bp_lesson_state){.step = viewer->position.step,
                       .t = eased(viewer->position.t),
                       .engine = viewer->position.engine,
                       .rotations = viewer->rotations.now,
                       .rotation_count = (size_t)viewer->rotations.count};
}

bp_lesson_state bp_viewer_moment_before(const bp_viewer *viewer, bp_user_rotation *rotations) {
    bp_lesson_state moment = bp_viewer_moment(viewer);
    if (viewer->rotations.undo_count == 0) {
        moment.t = 0;
        return moment;
    }
    bp_rotation_history_before(&viewer->rotations, rotations);
    moment.rotations = rotations;
    return moment;
}

bool bp_viewer_is_moving(const bp_viewer *viewer, const bp_lesson_plan *lesson) {
    return !viewer->position.asking && viewer->position.t < 1 && has_change(lesson, viewer->position.step);
}

unsigned bp_viewer_tick(bp_viewer *viewer, const bp_lesson_plan *lesson, double seconds) {
    if (!bp_viewer_is_moving(viewer, lesson)) return 0;
    float whole = lesson->steps[viewer->position.step].seconds;
    if (!(whole > 0)) whole = 0.8f;
    float t = viewer->position.t + (float)seconds / whole;
    viewer->position.t = t >= 1 ? 1 : t > viewer->position.t ? t : viewer->position.t;
    return BP_REQUEST_REDRAW;
}

unsigned bp_viewer_show(const bp_viewer *viewer, const bp_world *world) {
    return world->show ^ viewer->settings.flipped;
}
