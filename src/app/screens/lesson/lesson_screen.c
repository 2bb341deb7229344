/* The state of a lesson, and the world that follows from it. */
#include "app/screens/lesson/lesson_screen.h"
#include "lesson/article.h"
#include "mesh/editing.h"
#include <stdio.h>
#include <string.h>

static const float DEFAULT_SECONDS = 0.8f; /* of a step's change */

/* ---- where the student is ----------------------------------------------------------------------- */

bool bp_lesson_answered(const bp_lesson_screen *lesson, int step) {
    return lesson->answered >> step % 64 & 1;
}

bool bp_lesson_has_end(const bp_lesson_plan *plan) {
    return plan->text.learned[0] || plan->text.try_this[0] || plan->text.next;
}

bool bp_lesson_has_timeline(const bp_lesson_screen *lesson) {
    return !lesson->position.asking && lesson->plan->steps[lesson->position.step].change;
}

bool bp_lesson_has_bones(const bp_lesson_screen *lesson) {
    const bp_world *world = bp_session_world(lesson->session);
    for (int i = 0; i < world->stage_count; i++)
        if (world->stages[i].skeleton) return true;
    return false;
}

int bp_lesson_term_count(const bp_lesson_plan *plan) {
    size_t all, count = 0;
    const bp_term *terms = bp_glossary_terms(&all);
    while (count < all && terms[count].lesson <= plan->number) count++;
    return (int)count;
}

void bp_lesson_number(const bp_lesson_plan *plan, char *text, size_t size) {
    if (plan->name[0] >= '0' && plan->name[0] <= '9')
        snprintf(text, size, "%.*s", (int)strcspn(plan->name, "_"), plan->name);
    else
        snprintf(text, size, "%02d", plan->number);
}

void bp_lesson_enter_done(bp_lesson_screen *lesson, int step) {
    step = bp_clamp_int(step, 0, lesson->plan->step_count - 1);
    lesson->position = (bp_lesson_position){.step = step, .t = 1, .engine = lesson->position.engine};
    lesson->answer = (bp_answer){.option = -1};
    bp_edit_history_clear(&lesson->picture.history);
    lesson->step_version = ++lesson->version;
}

void bp_lesson_enter(bp_lesson_screen *lesson, int step) {
    bp_lesson_enter_done(lesson, step);
    const bp_step *entered = &lesson->plan->steps[lesson->position.step];
    lesson->position.asking = entered->question != NULL;
    if (entered->question || entered->change) lesson->position.t = 0;
}

void bp_lesson_jump(bp_lesson_screen *lesson, int step) {
    bp_lesson_enter_done(lesson, step);
    step = lesson->position.step;
    if (lesson->plan->steps[step].question && !bp_lesson_answered(lesson, step))
        bp_lesson_enter(lesson, step);
}

void bp_lesson_scrub(bp_lesson_screen *lesson, float t) {
    if (!bp_lesson_has_timeline(lesson)) return;
    lesson->position.t = t > 0 ? t < 1 ? t : 1 : 0; /* NaN: 0 */
    lesson->position.paused = true;
    lesson->version++;
}

static bool is_playing(const bp_lesson_screen *lesson) {
    return bp_lesson_has_timeline(lesson) && !lesson->position.paused && lesson->position.t < 1;
}

bool bp_lesson_is_moving(const bp_app *app) {
    return is_playing(app->lesson) || bp_illustration_is_moving(&app->lesson->picture);
}

bool bp_lesson_tick(bp_app *app, double seconds) {
    bp_lesson_screen *lesson = app->lesson;
    bool moved = bp_illustration_tick(&lesson->picture, seconds);
    if (!is_playing(lesson)) return moved;
    bp_lesson_position *position = &lesson->position;
    float duration = lesson->plan->steps[position->step].seconds;
    if (!(duration > 0)) duration = DEFAULT_SECONDS;
    float t = app->settings.still ? 1 : position->t + (float)seconds / duration;
    position->t = t >= 1 ? 1 : t > position->t ? t : position->t;
    lesson->version++;
    return true;
}

/* ---- the world ---------------------------------------------------------------------------------- */

/* The answer that a ghost shows: the prediction, a prediction that was submitted, or a wrong answer. A
 * skipped question shows its right answer: of the student's only a prediction stays, to compare with it. */
static const float *shown_answer(const bp_lesson_screen *lesson) {
    const bp_answer *answer = &lesson->answer;
    const bp_question *question = lesson->plan->steps[lesson->position.step].question;
    bool angle = question && question->kind == BP_QUESTION_ANGLE;
    if (lesson->position.asking && angle) return &answer->degrees;
    return answer->submitted && (angle || !(answer->right || answer->skipped)) ? &answer->value : NULL;
}

bp_lesson_state bp_lesson_state_of(const bp_lesson_screen *lesson) {
    const bp_lesson_position *position = &lesson->position;
    const bp_step *step = &lesson->plan->steps[position->step];
    float t = position->t;
    if (!(step->clip_seconds > 0)) t = t * t * (3 - 2 * t); /* smoothstep: exactly 0 and 1 at its ends */
    return (bp_lesson_state){.step = position->step,
                             .t = bp_step_stop(step) * t,
                             .engine = position->engine,
                             .edits = lesson->picture.history.edits,
                             .edit_count = (size_t)lesson->picture.history.count,
                             .answer = shown_answer(lesson),
                             .predicting = position->asking};
}

/* The readouts of the last step that has some. */
static bool read_numbers(bp_lesson_screen *lesson, bp_error *error) {
    bp_world *world = bp_session_world(lesson->session);
    const bp_step *step = bp_step_of_readouts(lesson->plan, lesson->position.step);
    lesson->readout = step->readouts;
    lesson->readout_count = step->readout_count < BP_READOUT_MAX ? step->readout_count : BP_READOUT_MAX;
    for (int i = 0; i < lesson->readout_count; i++)
        bp_readout_text(&lesson->readout[i], world, lesson->readouts[i], sizeof lesson->readouts[i]);
    if (world->error.kind != BP_ERROR_NONE && error) *error = world->error;
    return world->error.kind == BP_ERROR_NONE;
}

/* Measures the step's claims about the engine. It costs a few replays, so it runs once a step. */
static bool measure_engine(bp_lesson_screen *lesson, bp_error *error) {
    int step = lesson->position.step;
    const bp_step *current = &lesson->plan->steps[step];
    lesson->differing_count = 0;
    if (lesson->position.asking) return true; /* the numbers may be the answer */
    for (int i = 0; i < current->claim_count && lesson->differing_count < BP_ENGINE_CLAIMS; i++) {
        if (!current->claims[i].engine) continue;
        bp_claim_result result;
        if (!bp_session_check(lesson->session, step, i, &result, error)) return false;
        int count = current->claims[i].count > 0 ? current->claims[i].count : 1, value = 0;
        while (value < count && result.measured[value] == result.engine_measured[value]) value++;
        if (value == count) value = 0;
        lesson->differing[lesson->differing_count].claim = &current->claims[i];
        lesson->differing[lesson->differing_count].page = result.measured[value];
        lesson->differing[lesson->differing_count++].engine = result.engine_measured[value];
    }
    return true;
}

/* The worlds that an open question's pictures show, each in a session of its own: worlds of one session
 * share the models of files. All have one view, which shows all of them. */
static bool make_options(bp_lesson_screen *lesson, bp_error *error) {
    const bp_question *question = bp_lesson_question(lesson);
    const bp_world *world = bp_session_world(lesson->session);
    bp_bounds extent = bp_bounds_empty();
    lesson->option_count = 0;
    if (!question || !question->picture) return true;
    for (int i = 0; i < bp_question_option_count(question); i++) {
        bp_session **session = &lesson->options[i];
        if (!*session) *session = bp_session_create(world->context, lesson->plan, world->file, error);
        bp_lesson_state state = {
            .step = lesson->position.step, .engine = lesson->position.engine, .option = i + 1};
        if (!*session || !bp_session_seek(*session, state, error)) return false;
        const bp_world *shown = bp_session_world(*session);
        int stage = question->stage < shown->stage_count ? question->stage : 0;
        bp_content content;
        if (!bp_session_content(*session, &state, &content, error)) return false;
        bp_bounds shown_extent = bp_stage_extent(&content, stage, &world->camera);
        bp_stage *only = &lesson->option_stages[i];
        *only = shown->stages[stage];
        only->title = question->options[i];
        only->subtitle = "";
        only->note[0] = '\0';
        content.stages = only;
        content.stage_count = 1;
        content.handle_count = content.label_count = content.slider_count = 0;
        if (stage > 0) content.ghost_count = 0; /* they are the first stage's, as is the only one shown */
        content.show &= ~(unsigned)BP_SHOW_NAMES;
        content.passive = 1;
        content.number = i + 1;
        content.camera = world->camera;
        extent = bp_bounds_union(extent, shown_extent);
        lesson->pictures[i] = bp_illustration_make();
        bp_illustration_set(&lesson->pictures[i], &content, true);
        int named = 0;
        const bp_bone *bone = bp_world_panel_bone(shown, lesson->plan, state.step, &named);
        if (bone && named == stage) bp_illustration_choose(&lesson->pictures[i], 0, bp_bone_id(bone));
        lesson->option_count++;
    }
    for (int i = 0; i < lesson->option_count; i++) lesson->pictures[i].content.extents[0] = extent;
    return true;
}

/* While the student moves bones or predicts, the extent only grows: the view moves back when a limb would
 * leave it, and not to and fro. It waits for the end of a drag, because what is dragged stays under the
 * mouse only in a view that stays, and for the end of a running change: else the view would depend on the
 * times at which frames are drawn. A page's slider is dragged while pictures are coarse. */
static void update_extent(const bp_app *app, bool fresh) {
    bp_lesson_screen *lesson = app->lesson;
    bp_world *world = bp_session_world(lesson->session);
    bool moved = lesson->picture.history.count > 0 || shown_answer(lesson);
    lesson->extent_waits =
        moved && (lesson->picture.hand.took.drag != BP_TAKE_NOTHING || is_playing(lesson) || app->coarse);
    if (lesson->extent_waits && !fresh) return;
    if (fresh || !moved) memcpy(lesson->extents, world->extents, sizeof lesson->extents);
    bp_content content;
    bp_world_content(world, &content);
    for (int i = 0; i < world->stage_count && moved; i++)
        lesson->extents[i] =
            bp_bounds_union(lesson->extents[i], bp_stage_extent(&content, i, &world->camera));
}

/* The world as the illustration shows it. */
static bool show(bp_lesson_screen *lesson, bool fresh, bp_error *error) {
    bp_content content;
    bp_lesson_state state = bp_lesson_state_of(lesson);
    if (!bp_session_content(lesson->session, &state, &content, error)) return false;
    if (bp_session_world(lesson->session)->close_up)
        for (int i = 0; i < BP_STAGE_MAX; i++) content.extents[i] = bp_bounds_empty();
    else
        memcpy(content.extents, lesson->extents, sizeof content.extents);
    bp_illustration_set(&lesson->picture, &content, fresh);
    return true;
}

/* The selected bone's matrices before the last change by hand, or before the step's change, for the
 * numbers: only while they are open. The world is made again afterwards. */
static bool read_before(bp_app *app, bp_error *error) {
    bp_lesson_screen *lesson = app->lesson;
    const bp_illustration *picture = &lesson->picture;
    bp_edit edits[BP_EDITS_MAX];
    lesson->before = (bp_matrices){.valid = false};
    if (!app->settings.numbers) return true;
    bp_lesson_state state = bp_lesson_state_of(lesson);
    if (picture->history.undo_count == 0) {
        state.t = 0;
    } else {
        state.edit_count = (size_t)bp_edit_history_before(&picture->history, edits);
        state.edits = edits;
    }
    if (!bp_session_seek(lesson->session, state, error)) return false;
    const bp_world *world = bp_session_world(lesson->session);
    const bp_chosen *selected = &picture->chosen;
    if (selected->stage < world->stage_count && world->stages[selected->stage].skeleton)
        lesson->before =
            bp_matrices_of(bp_skeleton_bone_by_id(world->stages[selected->stage].skeleton, selected->bone));
    return true;
}

/* Whether `before` was read for something else; then it is noted for what it is read now. */
static bool has_other_before(const bp_app *app) {
    bp_lesson_screen *lesson = app->lesson;
    const struct bp_lesson_before was = lesson->before_of,
                                  now = {.open = app->settings.numbers,
                                         .asking = lesson->position.asking,
                                         .step = lesson->step_version,
                                         .undo = lesson->picture.history.undo_version,
                                         .stage = lesson->picture.chosen.stage,
                                         .bone = lesson->picture.chosen.bone};
    lesson->before_of = now;
    return lesson->made == 0 || was.open != now.open || was.asking != now.asking || was.step != now.step ||
           was.undo != now.undo || was.stage != now.stage || was.bone != now.bone;
}

bool bp_lesson_update(bp_app *app, bp_error *error) {
    bp_lesson_screen *lesson = app->lesson;
    bp_illustration *picture = &lesson->picture;
    bool fresh = lesson->made_step != lesson->step_version;
    bool rules = fresh || lesson->made_engine != lesson->position.engine;
    bool other = has_other_before(app);
    if (lesson->made == lesson->version && lesson->made_history == picture->history.version && !rules &&
        !other)
        return true;
    lesson->made = 0; /* after an error everything is made again */
    if (fresh && bp_lesson_question(lesson)) bp_answer_begin(app); /* the text field is the answer's */
    if (fresh && !measure_engine(lesson, error)) return false;
    if (other && !read_before(app, error)) return false;
    if (!bp_session_seek(lesson->session, bp_lesson_state_of(lesson), error)) return false;
    if (rules && !make_options(lesson, error)) return false; /* they share the step's first camera */
    if (!read_numbers(lesson, error)) return false;
    update_extent(app, fresh);
    if (!show(lesson, fresh, error)) return false;
    if (fresh) {
        int stage = 0;
        const bp_bone *bone = bp_world_panel_bone(bp_session_world(lesson->session), lesson->plan,
                                                  lesson->position.step, &stage);
        bp_illustration_choose(picture, stage, bone ? bp_bone_id(bone) : BP_ID_NONE);
    }
    lesson->made = lesson->version;
    lesson->made_step = lesson->step_version;
    lesson->made_engine = lesson->position.engine;
    lesson->made_history = picture->history.version;
    if (lesson->position.step > lesson->furthest) lesson->furthest = lesson->position.step;
    return true;
}

/* ---- opening and closing ------------------------------------------------------------------------ */

bool bp_lesson_open(bp_app *app, bp_session *session, bool owns, int step, bp_error *error) {
    bp_lesson_screen *lesson = bp_alloc(NULL, 1, sizeof *lesson, error);
    if (!lesson) {
        if (owns) bp_session_destroy(session);
        return false;
    }
    char number[16];
    lesson->session = session;
    lesson->owns_session = owns;
    lesson->plan = bp_session_lesson(session);
    lesson->picture = bp_illustration_make();
    app->lesson = lesson;
    app->screen = BP_SCREEN_LESSON;
    bp_app_begin(app);
    bp_lesson_enter_done(lesson, step);
    bp_lesson_number(lesson->plan, number, sizeof number);
    snprintf(app->title, sizeof app->title, "%s %.100s - Bindpose", number, lesson->plan->title);
    return bp_session_measure_extent(session, error);
}

void bp_lesson_close(bp_app *app) {
    bp_lesson_screen *lesson = app->lesson;
    for (int i = 0; i < BP_OPTION_MAX; i++) bp_session_destroy(lesson->options[i]);
    if (lesson->owns_session) bp_session_destroy(lesson->session);
    bp_free(NULL, lesson);
    app->lesson = NULL;
}

void bp_lesson_start(bp_app *app, int step) {
    bp_lesson_screen *lesson = app->lesson;
    bp_session_allow_times(lesson->session);
    bp_progress progress;
    bp_progress_read(&progress);
    bp_progress_entry seen = bp_progress_of(&progress, lesson->plan->name);
    bool done = bp_progress_is_done(&seen, lesson->plan);
    lesson->earlier = seen.answered;
    if (!done) lesson->answered = seen.answered;
    if (step >= 0 || done || seen.left < 2) {
        bp_lesson_enter(lesson, step);
    } else {
        bp_lesson_jump(lesson, seen.left - 1);
        bp_app_notify(app, "You stopped here. Home: the first step");
    }
}

void bp_lesson_keep_progress(bp_app *app, bool leaving) {
    bp_lesson_screen *lesson = app->lesson;
    const bp_lesson_position *position = &lesson->position;
    bp_progress_entry now = {.step = lesson->furthest + 1,
                             .left = position->ended ? 0 : position->step + 1,
                             .answered = lesson->answered,
                             .ended = lesson->finished},
                      *saved = &lesson->saved;
    if (saved->step == 0) *saved = now; /* the step that the window opens with is no progress yet */
    bool known = now.step == saved->step && now.left == saved->left && now.answered == saved->answered &&
                 now.ended == saved->ended;
    if (known && !leaving) return;
    *saved = now;
    bp_progress progress;
    bp_progress_read(&progress);
    if (bp_progress_record(&progress, lesson->plan->name, now)) bp_progress_write(&progress, NULL);
}

unsigned bp_lesson_keys(const bp_app *app) {
    return BP_KEYS_LESSON | (bp_lesson_has_bones(app->lesson) ? BP_KEYS_BONES : 0u);
}
