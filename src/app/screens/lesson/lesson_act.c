/* A lesson's actions, keys and mouse. One switch handles an action and says whether it did. */
#include "app/screens/lesson/lesson_screen.h"
#include "base/format.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* {"lesson", "step": from 1, "turns": [{"stage": from 1, "bone": number, "turn": [x, y, z, w]}],
 *  "edits": [{"kind": "move" or "handle", "stage": from 1, "bone": number, "vector": [x, y, z]}]}
 *
 * "edits" may be missing: files of earlier versions have only "turns". A handle's "bone" is its index. */

enum { LIMIT = 1 << 20 };

static bool path_of(const bp_lesson_plan *lesson, bool make, char *path, size_t size, bp_error *error) {
    return bp_data_path(bp_format("%.100s.pose.json", lesson->name).text, make, path, size, error);
}

static void write_edits(bp_json_writer *json, const bp_edit_history *history, const char *key,
                        bool rotations) {
    bp_json_write(json, "%s: [", key);
    for (int i = 0; i < history->count; i++) {
        const bp_edit *edit = &history->edits[i];
        if ((edit->kind == BP_EDIT_ROTATE) != rotations) continue;
        bp_json_write(json, "{");
        if (!rotations) bp_json_write(json, "kind: %s", edit->kind == BP_EDIT_MOVE ? "move" : "handle");
        bp_json_write(json, "stage: %d, bone: %zu, %s: %*p}", edit->stage + 1, edit->target,
                      rotations ? "turn" : "vector", rotations ? 4 : 3,
                      bp_floats(rotations ? &edit->rotation.x : &edit->vector.x));
    }
    bp_json_write(json, "]");
}

bool bp_pose_file_save(const bp_lesson_screen *lesson, char *path, size_t size, bp_error *error) {
    if (!path_of(lesson->plan, true, path, size, error)) return false;
    bp_json_writer json = bp_json_writer_make(NULL);
    bp_json_write(&json, "{lesson: %s, step: %d", lesson->plan->name, lesson->position.step + 1);
    write_edits(&json, &lesson->picture.history, "turns", true);
    write_edits(&json, &lesson->picture.history, "edits", false);
    bp_json_write(&json, "}");
    return bp_data_write_json(&json, path, error);
}

static bool wrong(const char *what, bp_error *error) {
    return bp_fail(error, BP_ERROR_INPUT, what, "this is not a pose of this lesson");
}

static bool read_edit(const bp_json *value, bool rotates, bp_edit *edit, bp_error *error) {
    const char *key = rotates ? "turn" : "vector", *kind = bp_json_text_or(bp_json_member(value, "kind"), "");
    long long stage = 0, bone = 0;
    float v[4];
    bool moves = strcmp(kind, "move") == 0;
    if (!rotates && !moves && strcmp(kind, "handle") != 0) return wrong("kind", error);
    if (!bp_json_floats(bp_json_member(value, key), key, v, rotates ? 4 : 3, error)) return false;
    if (rotates && !(fabsf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + v[3] * v[3] - 1) < 0.01f))
        return wrong("turn", error);
    if (!bp_json_integer(bp_json_member(value, "stage"), &stage) || stage < 1 || stage > BP_STAGE_MAX)
        return wrong("stage", error);
    if (!bp_json_integer(bp_json_member(value, "bone"), &bone) || bone < 0 || bone > 1 << 30)
        return wrong("bone", error);
    *edit = (bp_edit){.kind = rotates ? BP_EDIT_ROTATE
                              : moves ? BP_EDIT_MOVE
                                      : BP_EDIT_HANDLE,
                      .stage = (int)stage - 1,
                      .target = (size_t)bone,
                      .rotation = {0, 0, 0, 1}};
    memcpy(rotates ? &edit->rotation.x : &edit->vector.x, v, (rotates ? 4 : 3) * sizeof *v);
    return true;
}

static bool read_edits(const bp_json *list, const char *key, bool rotations, bp_edit_history *history,
                       bp_error *error) {
    if (bp_json_kind_of(list) != BP_JSON_ARRAY) return wrong(key, error);
    for (size_t i = 0; i < bp_json_count(list); i++) {
        bp_edit edit;
        if (!read_edit(bp_json_item(list, i), rotations, &edit, error)) return false;
        if (!bp_edit_history_set(history, edit, false)) return wrong(key, error);
    }
    return true;
}

static bool read_pose(const bp_json *root, const bp_lesson_plan *plan, int *step, bp_edit_history *history,
                      bp_error *error) {
    long long number = 0;
    if (strcmp(bp_json_text_or(bp_json_member(root, "lesson"), ""), plan->name) != 0)
        return wrong("lesson", error);
    if (!bp_json_integer(bp_json_member(root, "step"), &number) || number < 1 || number > plan->step_count)
        return wrong("step", error);
    *step = (int)number - 1;
    const bp_json *edits = bp_json_member(root, "edits");
    return read_edits(bp_json_member(root, "turns"), "turns", true, history, error) &&
           (!edits || read_edits(edits, "edits", false, history, error));
}

bool bp_pose_file_open(bp_lesson_screen *lesson, char *path, size_t size, bp_error *error) {
    bp_edit_history fresh = {.count = 0};
    int step = 0;
    if (!path_of(lesson->plan, false, path, size, error)) return false;
    bp_json *root = bp_json_read(NULL, path, LIMIT, error);
    if (!root) return false;
    bool ok = read_pose(root, lesson->plan, &step, &fresh, error);
    bp_json_destroy(root);
    if (!ok) return false;
    bool waits = lesson->plan->steps[step].question && !bp_lesson_answered(lesson, step);
    if (waits && fresh.count == 0) { /* saved while its question was open */
        bp_lesson_enter(lesson, step);
        return true;
    }
    bp_lesson_enter_done(lesson, step);
    lesson->answer.skipped = waits;
    fresh.version = lesson->picture.history.version + 1;
    lesson->picture.history = fresh;
    return true;
}

/* The step's change begins; a step without one is done. What was submitted stays, for its ghost. */
static void stop_asking(bp_app *app) {
    bp_lesson_screen *lesson = app->lesson;
    lesson->position.asking = false;
    lesson->position.paused = false;
    lesson->position.t = lesson->plan->steps[lesson->position.step].change ? 0 : 1;
    lesson->answer.reply = NULL;
    lesson->answer.skipping = false;
    lesson->option_count = 0;
    bp_field_open(&app->field, BP_FIELD_NONE);
    lesson->version++;
}

static void judge(bp_app *app) {
    bp_lesson_screen *lesson = app->lesson;
    if (!bp_lesson_question(lesson)) return;
    lesson->version++;
    if (!bp_answer_submit(app)) return;
    lesson->answered |= (uint64_t)1 << lesson->position.step % 64;
    stop_asking(app);
}

/* A click on an option of a choice is the answer. One on a slot of an order, or in the box of a number,
 * begins a drag. */
static void pick(bp_app *app, int value) {
    bp_lesson_screen *lesson = app->lesson;
    const bp_question *question = bp_lesson_question(lesson);
    if (!question) return;
    bool option = value < bp_question_option_count(question);
    if (question->kind == BP_QUESTION_CHOICE && option) {
        lesson->answer.option = value;
        judge(app);
    }
    if (question->kind == BP_QUESTION_ORDER && option) lesson->answer.slot = value;
    if (question->kind == BP_QUESTION_NUMBER) /* a digit, or 0: the last one goes */
        bp_lesson_type(app, value ? &(bp_event){.kind = BP_EVENT_TEXT, .text = {(char)value}}
                                  : &(bp_event){.kind = BP_EVENT_KEY, .key = BP_KEY_BACKSPACE});
}

/* The end page's key. A lesson that was started alone can't open another: it tells how to start it. */
static void go_on(bp_app *app, unsigned *requests) {
    const bp_lesson_screen *lesson = app->lesson;
    if (lesson->next)
        *requests |= BP_REQUEST_NEXT_LESSON;
    else if (lesson->plan->text.next)
        bp_app_notify(app, "start it with: bindpose lesson %d", bp_lesson_next_number(lesson->plan));
}

static void close_panels(bp_app *app) {
    app->scrolled[BP_SCROLL_READ] = 0;
    app->matrix_row = -1;
    bp_field_open(&app->field, BP_FIELD_NONE);
}

/* A skipped question's answer is shown; it can be taken up again, and asks again whenever its step is
 * entered. */
static void skip(bp_app *app) {
    stop_asking(app);
    app->lesson->answer.skipped = !bp_lesson_answered(app->lesson, app->lesson->position.step);
}

static void jump(bp_app *app, int step) {
    close_panels(app);
    bp_lesson_jump(app->lesson, step);
}

/* Space warns once before it skips a question: it may have been pressed by accident. */
static void next(bp_app *app, bool at_once, unsigned *requests) {
    bp_lesson_screen *lesson = app->lesson;
    bp_lesson_position *position = &lesson->position;
    if (position->ended) {
        go_on(app, requests);
    } else if (position->asking && !lesson->answer.skipping && !at_once) {
        lesson->answer.skipping = true;
    } else if (position->asking) {
        skip(app);
    } else if (position->step + 1 < lesson->plan->step_count) {
        close_panels(app);
        bp_lesson_enter(lesson, position->step + 1);
        if (bp_lesson_answered(lesson, position->step)) stop_asking(app); /* it isn't asked again */
    } else if (bp_lesson_has_end(lesson->plan)) {
        position->ended = lesson->finished = true;
        app->scrolled[BP_SCROLL_READ] = 0;
    }
}

/* An open question's answer begins anew; what was submitted stays. */
static void undo_answer(bp_app *app) {
    bp_lesson_screen *lesson = app->lesson;
    const bp_answer before = lesson->answer;
    bp_answer_begin(app);
    lesson->answer.submitted = before.submitted, lesson->answer.value = before.value;
    lesson->answer.reply = before.reply;
    lesson->version++;
    bp_app_notify(app, "your answer begins anew");
}

static void play(bp_lesson_screen *lesson) {
    bp_lesson_position *position = &lesson->position;
    bool again = position->t >= 1;
    if (again) position->t = 0;
    position->paused = !again && !position->paused;
    lesson->version++;
}

/* Esc closes what is open; then it leaves. */
static bool close_one(bp_app *app) {
    bool *open = app->lesson->glossary ? &app->lesson->glossary : &app->settings.numbers;
    if (!app->lesson->glossary && bp_illustration_cancel(&app->lesson->picture)) return true;
    bool closes = *open;
    *open = false;
    return closes;
}

bool bp_lesson_act(bp_app *app, bp_action action, int value, bool repeat, unsigned *requests) {
    bp_lesson_screen *lesson = app->lesson;
    bp_lesson_position *position = &lesson->position;
    switch (action) {
    case BP_ACTION_NEXT:
        if (!repeat || !position->asking) next(app, value == 1, requests); /* a held key doesn't skip */
        return true;
    case BP_ACTION_BACK:
        close_panels(app);
        if (!position->ended && position->step > 0) bp_lesson_jump(lesson, position->step - 1);
        position->ended = false; /* from the end page back to the last step */
        return true;
    case BP_ACTION_SHOW: /* pixels and spheres have no parts to hide */
        return !bp_lesson_has_bones(lesson) || bp_app_act_on(app, &lesson->picture, action, value, repeat);
    case BP_ACTION_NUMBERS:
        if (bp_lesson_has_bones(lesson)) return false;
        bp_app_notify(app, "this lesson has no bones, and so no matrices");
        return true;
    case BP_ACTION_RESTART:
        close_panels(app);
        bp_lesson_enter(lesson, position->step);
        return true;
    case BP_ACTION_FIRST: jump(app, 0); return true;
    case BP_ACTION_LAST: jump(app, lesson->plan->step_count - 1); return true;
    case BP_ACTION_STEP: jump(app, value); return true;
    case BP_ACTION_ENTER:
        if (position->ended)
            go_on(app, requests);
        else
            judge(app);
        return true;
    case BP_ACTION_OPTION: pick(app, value); return true;
    case BP_ACTION_TERM:
        lesson->glossary = value >= 0 || !lesson->glossary;
        app->scrolled[BP_SCROLL_TERMS] = value > 0 ? value : 0;
        return true;
    case BP_ACTION_PLAY:
        if (bp_lesson_has_timeline(lesson)) play(lesson);
        return true;
    case BP_ACTION_FRAME:
        bp_lesson_scrub(lesson, value != 0 ? position->t + (float)value * 0.1f
                                           : bp_held_part(app, app->x)); /* a press on the slider */
        return true;
    case BP_ACTION_ENGINE:
        position->engine = !position->engine;
        lesson->version++;
        return true;
    case BP_ACTION_UNDO:
        if (!position->asking) return bp_app_act_on(app, &lesson->picture, action, value, repeat);
        undo_answer(app);
        return true;
    case BP_ACTION_SAVE: *requests |= BP_REQUEST_SAVE; return true;
    case BP_ACTION_OPEN: *requests |= BP_REQUEST_OPEN; return true;
    case BP_ACTION_LEAVE: return close_one(app);
    default:
        return bp_numbers_act(app, &lesson->picture, action, value) ||
               bp_app_act_on(app, &lesson->picture, action, value, repeat);
    }
}

void bp_lesson_set(bp_app *app, const bp_event *event) {
    bp_lesson_screen *lesson = app->lesson;
    bp_lesson_position *position = &lesson->position;
    const bp_question *question = bp_lesson_question(lesson);
    switch (event->set) {
    case BP_SET_SLIDER:
        if (position->asking) return;
        bp_illustration_slide(&lesson->picture, event->index, event->value, event->repeat);
        position->t = 1; /* ends a change that is still running */
        lesson->version++;
        return;
    case BP_SET_CHANGE: bp_lesson_scrub(lesson, event->value); return;
    case BP_SET_ANSWER:
        if (!question || !isfinite(event->value) || fabsf(event->value) > 1e9f) return;
        bp_answer_set(app, event->value);
        judge(app);
        return;
    case BP_SET_SKIP:
        if (question) skip(app);
        return;
    default: return;
    }
}

/* ---- keys --------------------------------------------------------------------------------------- */

/* Keys while the list of terms is open: it covers the question, and only what changes the view has a
 * meaning there. */
static bool type_terms(bp_app *app, const bp_event *event) {
    int by = 0;
    if (event->kind == BP_EVENT_TEXT) return !strchr("+-=lL", event->text[0]);
    switch (event->mods ? BP_KEY_NONE : event->key) {
    case BP_KEY_DOWN: by = 1; break;
    case BP_KEY_UP: by = -1; break;
    case BP_KEY_PAGE_DOWN: by = 5; break;
    case BP_KEY_PAGE_UP: by = -5; break;
    case BP_KEY_HOME: by = -app->scrolled[BP_SCROLL_TERMS]; break;
    case BP_KEY_ESCAPE:
    case BP_KEY_ENTER:
    case BP_KEY_SPACE: app->lesson->glossary = false; return true;
    default: return false;
    }
    app->scrolled[BP_SCROLL_TERMS] += by;
    if (app->scrolled[BP_SCROLL_TERMS] < 0) app->scrolled[BP_SCROLL_TERMS] = 0;
    return true;
}

/* A digit chooses a card, or exchanges an ordered one with the next. */
static bool type_card(bp_illustration *picture, const bp_event *event) {
    int card = event->kind == BP_EVENT_TEXT && !event->text[1] ? event->text[0] - '1' : -1;
    for (int i = 0; i < picture->content.slider_count; i++) {
        const bp_slider *slider = &picture->content.sliders[i];
        int count = bp_slider_names(slider);
        if (card < 0 || card >= count) continue;
        return slider->ordered ? bp_illustration_put_card(picture, i, card, (card + 1) % count, false)
                               : bp_illustration_slide(picture, i, (float)card, false);
    }
    return false;
}

bool bp_lesson_type(bp_app *app, const bp_event *event) {
    bp_lesson_screen *lesson = app->lesson;
    const bp_question *question = bp_lesson_question(lesson);
    bool submit;
    if (lesson->glossary) return type_terms(app, event);
    if (bp_numbers_type(app, &lesson->picture, event)) {
        if (question && app->field.use == BP_FIELD_NONE) bp_answer_take_field(app); /* a search is over */
        return true;
    }
    if (!question) return type_card(&lesson->picture, event);
    if (app->held.action == BP_ACTION_OPTION && event->kind == BP_EVENT_KEY && event->key == BP_KEY_ESCAPE) {
        app->held.action = BP_ACTION_NONE; /* ends the drag, and doesn't leave the lesson */
        undo_answer(app);
        return true;
    }
    if (!bp_answer_type(app, event, &submit)) return false;
    app->notice[0] = '\0';
    lesson->version++;
    lesson->picture.predicted = lesson->answer.degrees;
    if (submit) judge(app);
    return true;
}

/* ---- the mouse ---------------------------------------------------------------------------------- */

bool bp_lesson_point(bp_app *app, const bp_event *event) {
    bp_lesson_screen *lesson = app->lesson;
    bp_illustration *picture = &lesson->picture;
    if (lesson->glossary) return false;
    if (lesson->option_count > 0) { /* pictures to choose among turn together */
        bool taken = false;
        for (int i = 0; i < lesson->option_count; i++)
            taken |= bp_app_point(app, &lesson->pictures[i], event);
        return taken;
    }
    float before = picture->predicted;
    uint64_t version = picture->version, edits = picture->history.version;
    bool taken = bp_app_point(app, picture, event);
    if (picture->history.version != edits && !lesson->position.paused && lesson->position.t < 1) {
        lesson->position.t = 1; /* a hand ends a change that is still running; one that is paused stays */
        lesson->version++;
    }
    const bp_question *question = bp_lesson_question(lesson);
    if (picture->predicted != before && question && question->kind == BP_QUESTION_ANGLE) {
        bp_answer_predict(app, picture->predicted);
        lesson->version++;
    }
    return (taken && event->kind != BP_EVENT_MOVE) || picture->version != version ||
           picture->history.version != edits;
}

void bp_lesson_hold(bp_app *app, const bp_event *event) {
    bp_lesson_screen *lesson = app->lesson;
    const bp_question *question = bp_lesson_question(lesson);
    bp_numbers_hold(app, &lesson->picture, event);
    if (event->kind != BP_EVENT_MOVE) return;
    if (app->held.action == BP_ACTION_FRAME) bp_lesson_scrub(lesson, bp_held_part(app, event->x));
    if (app->held.action != BP_ACTION_OPTION || !question) return;
    const bp_hit_area *hit = bp_hit_areas_find(&app->drawn.hits, event->x, event->y);
    if (question->kind == BP_QUESTION_ORDER && hit && hit->action == BP_ACTION_OPTION)
        bp_answer_move(app, hit->value);
}

/* ---- requests ----------------------------------------------------------------------------------- */

void bp_lesson_picture_path(const bp_app *app, char *path, size_t size) {
    snprintf(path, size, "%.100s-step-%02d.png", app->lesson->plan->name, app->lesson->position.step + 1);
}

void bp_lesson_fulfil(bp_app *app, unsigned requests) {
    bp_lesson_screen *lesson = app->lesson;
    char path[1024];
    bp_error error = {0};
    if (requests & BP_REQUEST_SAVE) {
        bool ok = bp_pose_file_save(lesson, path, sizeof path, &error);
        bp_app_report(app, ok, "pose saved:", path, &error);
    }
    if (requests & BP_REQUEST_OPEN) {
        bool ok = bp_pose_file_open(lesson, path, sizeof path, &error);
        bp_app_report(app, ok, "pose opened:", path, &error);
    }
    if (requests & BP_REQUEST_LINK)
        snprintf(app->command, sizeof app->command, "bindpose lesson %d --step %d", lesson->plan->number,
                 lesson->position.step + 1);
}
