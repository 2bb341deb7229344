/* The position in the lesson, and the lesson state that follows from it. */
#include "viewer/lesson/lesson_viewer.h"
#include "viewer/lesson/lesson_answer.h"

static const float DEFAULT_SECONDS = 0.8f; /* of a step's change */

void bp_lesson_viewer_enter_done(bp_lesson_viewer *viewer, const bp_lesson_plan *lesson, int step) {
    if (step < 0) step = 0;
    if (step >= lesson->step_count) step = lesson->step_count - 1;
    viewer->position = (bp_lesson_position){.step = step,
                                            .t = 1,
                                            .clip = lesson->steps[step].clip_seconds > 0,
                                            .engine = viewer->position.engine};
    viewer->answer = bp_answer_begin(lesson->steps[step].question);
    viewer->term = 0;
    viewer->core.matrix_row = 0;
    viewer->core.hover.matrix_row = 0;
    viewer->core.search = (bp_bone_search){.open = false};
    bp_edit_history_clear(&viewer->core.history);
    /* bp_lesson_viewer_settle looks the bone up in the step's world. */
    viewer->core.selection = (bp_selection){.stage = -1, .axis = viewer->core.selection.axis};
}

bp_lesson_viewer bp_lesson_viewer_make(const bp_lesson_plan *lesson, int step, int width, int height) {
    bp_lesson_viewer viewer = {
        .core = {.settings = bp_view_settings_make(width, height), .selection = {.axis = 2}}};
    bp_lesson_viewer_enter_done(&viewer, lesson, step);
    return viewer;
}

void bp_lesson_viewer_enter(bp_lesson_viewer *viewer, const bp_lesson_plan *lesson, int step) {
    bp_lesson_viewer_enter_done(viewer, lesson, step);
    const bp_step *entered = &lesson->steps[viewer->position.step];
    viewer->position.asking = entered->question != NULL;
    if (entered->question || entered->change) viewer->position.t = 0;
}

void bp_lesson_viewer_jump(bp_lesson_viewer *viewer, const bp_lesson_plan *lesson, int step) {
    bp_lesson_viewer_enter_done(viewer, lesson, step);
    step = viewer->position.step;
    if (lesson->steps[step].question && !bp_lesson_viewer_answered(viewer, step))
        bp_lesson_viewer_enter(viewer, lesson, step);
}

bool bp_lesson_viewer_answered(const bp_lesson_viewer *viewer, int step) {
    return viewer->answered >> step % 64 & 1;
}

void bp_lesson_viewer_settle(bp_lesson_viewer *viewer, const bp_lesson_plan *lesson, const bp_world *world) {
    bp_selection *selection = &viewer->core.selection;
    if (selection->stage < 0) { /* a new step: the bone that the lesson names */
        const bp_bone *bone = bp_world_panel_bone(world, lesson, viewer->position.step, &selection->stage);
        selection->bone = bone ? bp_bone_id(bone) : 0;
    }
    if (selection->stage >= world->stage_count) selection->stage = 0;
    const bp_skeleton *skeleton = world->stages[selection->stage].skeleton;
    if (!skeleton || !bp_skeleton_bone_by_id(skeleton, selection->bone)) selection->bone = 0;
}

bp_bone *bp_lesson_viewer_bone(const bp_lesson_viewer *viewer, const bp_world *world) {
    return bp_viewer_bone(&viewer->core, world->stages, world->stage_count);
}

const bp_question *bp_lesson_viewer_question(const bp_lesson_viewer *viewer, const bp_lesson_plan *lesson) {
    return viewer->position.asking ? lesson->steps[viewer->position.step].question : NULL;
}

int bp_lesson_viewer_term_count(const bp_lesson_plan *lesson) {
    size_t all, count = 0;
    const bp_term *terms = bp_glossary_terms(&all);
    while (count < all && terms[count].lesson <= lesson->number) count++;
    return (int)count;
}

void bp_lesson_viewer_clamp_glossary(bp_lesson_viewer *viewer, const bp_lesson_plan *lesson) {
    int last = bp_lesson_viewer_term_count(lesson) - 1;
    if (viewer->glossary_top > last) viewer->glossary_top = last;
    if (viewer->glossary_top < 0) viewer->glossary_top = 0;
}

/* The answer that a ghost shows: the prediction, a prediction that was submitted, or a wrong answer. A
 * skipped question shows its right answer: of the student's only a prediction stays, to compare with it. */
static const float *shown_answer(const bp_lesson_viewer *viewer) {
    const bp_answer_input *answer = &viewer->answer;
    bool angle = answer->kind == BP_QUESTION_ANGLE;
    if (viewer->position.asking && angle) return &answer->degrees;
    return answer->submitted && (angle || !(answer->right || answer->skipped)) ? &answer->value : NULL;
}

/* Smoothstep: 3 t^2 - 2 t^3. Exactly 0 and 1 at its ends. */
static float eased(float t) { return t * t * (3 - 2 * t); }

bp_lesson_state bp_lesson_viewer_state(const bp_lesson_viewer *viewer) {
    return (bp_lesson_state){.step = viewer->position.step,
                             .t = viewer->position.clip ? viewer->position.t : eased(viewer->position.t),
                             .engine = viewer->position.engine,
                             .edits = viewer->core.history.edits,
                             .edit_count = (size_t)viewer->core.history.count,
                             .answer = shown_answer(viewer),
                             .predicting =
                                 viewer->position.asking && viewer->answer.kind == BP_QUESTION_ANGLE};
}

bp_lesson_state bp_lesson_viewer_state_before(const bp_lesson_viewer *viewer, bp_edit *edits) {
    bp_lesson_state state = bp_lesson_viewer_state(viewer);
    if (viewer->core.history.undo_count == 0) {
        state.t = 0;
        return state;
    }
    state.edit_count = (size_t)bp_edit_history_before(&viewer->core.history, edits);
    state.edits = edits;
    return state;
}

bool bp_lesson_has_end(const bp_lesson_plan *lesson) {
    return lesson->text.learned[0] || lesson->text.try_this[0] || lesson->text.next;
}

bool bp_lesson_viewer_has_timeline(const bp_lesson_viewer *viewer, const bp_lesson_plan *lesson) {
    return !viewer->position.asking && lesson->steps[viewer->position.step].change;
}

void bp_lesson_viewer_scrub(bp_lesson_viewer *viewer, const bp_lesson_plan *lesson, float t) {
    if (!bp_lesson_viewer_has_timeline(viewer, lesson)) return;
    viewer->position.t = t > 0 ? t < 1 ? t : 1 : 0; /* NaN: 0 */
    viewer->position.paused = true;
}

void bp_lesson_viewer_play(bp_lesson_viewer *viewer, const bp_lesson_plan *lesson) {
    if (!bp_lesson_viewer_has_timeline(viewer, lesson)) return;
    bp_lesson_position *position = &viewer->position;
    bool again = position->t >= 1;
    if (again) position->t = 0;
    position->paused = !again && !position->paused;
}

bool bp_lesson_viewer_is_moving(const bp_lesson_viewer *viewer, const bp_lesson_plan *lesson) {
    return bp_lesson_viewer_has_timeline(viewer, lesson) && !viewer->position.paused &&
           viewer->position.t < 1;
}

unsigned bp_lesson_viewer_tick(bp_lesson_viewer *viewer, const bp_lesson_plan *lesson, double seconds) {
    if (!bp_lesson_viewer_is_moving(viewer, lesson)) return 0;
    bp_lesson_position *position = &viewer->position;
    float duration = lesson->steps[position->step].seconds;
    if (!(duration > 0)) duration = DEFAULT_SECONDS;
    float t = viewer->core.settings.still ? 1 : position->t + (float)seconds / duration;
    position->t = t >= 1 ? 1 : t > position->t ? t : position->t;
    return BP_REQUEST_REDRAW;
}

unsigned bp_lesson_viewer_show(const bp_lesson_viewer *viewer, const bp_world *world) {
    for (int i = 0; i < world->stage_count; i++)
        if (world->stages[i].kind) return world->show;
    return world->show ^ viewer->core.settings.flipped;
}
