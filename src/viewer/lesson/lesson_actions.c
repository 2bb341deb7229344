/* A lesson's own keys and actions. */
#include "viewer/lesson/lesson_answer.h"
#include <stdio.h>
#include <string.h>

enum { CTRL = BP_MOD_CTRL };

/* clang-format off */ /* tables */
static const bp_binding STEPS[] = {
    {NULL, NULL, "Steps", 0, 0, 0, BP_ACTION_NONE, 0},
    {"Space", "next", "next step or lesson; leaves a question unanswered", BP_KEY_SPACE, 0, 0,
     BP_ACTION_NEXT, 0},
    {"Space", "skip", NULL, 0, 0, 0, BP_ACTION_NEXT, 1}, /* while a question is open */
    {"→", "next", "next step", BP_KEY_RIGHT, 0, 0, BP_ACTION_NEXT, 0},
    {"←", "back", "previous step", BP_KEY_LEFT, 0, 0, BP_ACTION_BACK, 0},
    {"R", "restart", "show the step again, reset your rotations", 0, 0, 'r', BP_ACTION_RESTART, 0},
    {"Home", "first", "first step", BP_KEY_HOME, 0, 0, BP_ACTION_FIRST, 0},
    {"End", "last", "last step", BP_KEY_END, 0, 0, BP_ACTION_LAST, 0},
    {"0-9 . -", "answer", "answer: type it, A to D, or ↑↓", 0, 0, 0, BP_ACTION_NONE, 0},
    {"Enter", "answer", "submit it", BP_KEY_ENTER, 0, 0, BP_ACTION_ENTER, 0},
    {"T", "play", "play the change again, or pause it", 0, 0, 't', BP_ACTION_PLAY, 0},
    {", .", "back and on", "a tenth of the change; or drag its timeline", 0, 0, '.', BP_ACTION_FRAME, 1},
    {NULL, NULL, NULL, 0, 0, ',', BP_ACTION_FRAME, -1},
    {"F2", "all terms", "the glossary; or hover an underlined word", BP_KEY_F2, 0, 0, BP_ACTION_TERM, -1},
};

static const bp_binding PAGE[] = {
    {"K", "for Babylon.js", "claims of Babylon.js's page, and its engine", 0, 0, 'k', BP_ACTION_BABYLON, 0},
    {"P", "page/engine", "the page's rules, or the engine's", 0, 0, 'p', BP_ACTION_ENGINE, 0},
    {"7", "all seven", "all seven matrices, or those of the lesson", 0, 0, '7', BP_ACTION_ALL_MATRICES, 0},
};

static const bp_binding BONES[] = {
    {NULL, NULL, "Bones", 0, 0, 0, BP_ACTION_NONE, 0},
    {"] [", "stage", "next stage, previous stage", 0, 0, ']', BP_ACTION_STAGE, 1},
    {NULL, NULL, NULL, 0, 0, '[', BP_ACTION_STAGE, -1},
    {"V", "move", "↑↓ move the bone by 5 cm, or rotate it", 0, 0, 'v', BP_ACTION_TOOL, 0},
};

static const bp_binding HANDLES[] = {
    {"D", "handle", "next handle: ↑↓ move it; or drag it", 0, 0, 'd', BP_ACTION_HANDLE, 0},
};

static const bp_binding POSE_FILE[] = {
    {"Ctrl+S", "save", "save the pose; Ctrl+O opens it again", 's', CTRL, 0, BP_ACTION_SAVE, 0},
    {NULL, NULL, NULL, 'o', CTRL, 0, BP_ACTION_OPEN, 0},
};
/* clang-format on */

static const bp_key_section STEPS_SECTION = {STEPS, BP_COUNT(STEPS)}, PAGE_SECTION = {PAGE, BP_COUNT(PAGE)},
                            BONES_SECTION = {BONES, BP_COUNT(BONES)},
                            HANDLES_SECTION = {HANDLES, BP_COUNT(HANDLES)},
                            POSE_FILE_SECTION = {POSE_FILE, BP_COUNT(POSE_FILE)};

const bp_key_table bp_lesson_keys = {{&STEPS_SECTION, &PAGE_SECTION, &BONES_SECTION, &bp_keys_bones,
                                      &HANDLES_SECTION, &POSE_FILE_SECTION, &bp_keys_pixels,
                                      &bp_keys_display, &bp_keys_camera, &bp_keys_window}};
const bp_key_table bp_lesson_keys_without_bones = {{&STEPS_SECTION, &bp_keys_pixels, &HANDLES_SECTION,
                                                    &bp_keys_display, &bp_keys_camera, &bp_keys_window}};

/* The step's change begins; a step without one is done. What was submitted stays, for its ghost. */
static void stop_asking(bp_lesson_viewer *viewer, const bp_lesson_plan *lesson) {
    viewer->position.asking = false;
    viewer->position.paused = false;
    viewer->answer.reply = NULL;
    viewer->answer.skipping = false;
    viewer->answer.closed = true;
    viewer->answer.letter = 0;
    viewer->position.t = lesson->steps[viewer->position.step].change ? 0 : 1;
}

static void judge_answer(bp_lesson_viewer *viewer, const bp_lesson_plan *lesson) {
    const bp_question *question = bp_lesson_viewer_question(viewer, lesson);
    if (!question) return;
    viewer->answer.skipping = false;
    if (!bp_answer_submit(&viewer->answer, question)) return;
    viewer->answered |= (uint64_t)1 << viewer->position.step % 64;
    stop_asking(viewer, lesson);
}

/* A drag of an order's option begins with the click that selects it, and a drag of a number in its box. */
static void pick(bp_lesson_viewer *viewer, const bp_lesson_plan *lesson, int value) {
    const bp_question *question = bp_lesson_viewer_question(viewer, lesson);
    if (!question) return;
    bp_answer_pick(&viewer->answer, question, value);
    viewer->answer.skipping = false;
    if (viewer->answer.kind == BP_QUESTION_ORDER || viewer->answer.kind == BP_QUESTION_NUMBER)
        viewer->core.mouse.drag = BP_DRAG_SCRUB;
}

/* The end page's key. A lesson that was started alone can't open another: it tells how to start it. */
static void go_on(bp_lesson_viewer *viewer, const bp_lesson_plan *lesson, unsigned *requests) {
    if (viewer->next)
        *requests |= BP_REQUEST_NEXT_LESSON;
    else if (lesson->text.next)
        snprintf(viewer->core.notice, sizeof viewer->core.notice, "start it with: bindpose lesson %d",
                 bp_lesson_next_number(lesson));
}

/* The answer is shown. The question can be taken up again, and asks again whenever its step is entered. */
static void skip(bp_lesson_viewer *viewer, const bp_lesson_plan *lesson) {
    stop_asking(viewer, lesson);
    viewer->answer.skipped = !bp_lesson_viewer_answered(viewer, viewer->position.step);
}

/* The step's change runs, after its question: one that was answered isn't asked again. */
static void go_to_next(bp_lesson_viewer *viewer, const bp_lesson_plan *lesson) {
    bp_lesson_viewer_enter(viewer, lesson, viewer->position.step + 1);
    if (!bp_lesson_viewer_answered(viewer, viewer->position.step)) return;
    stop_asking(viewer, lesson);
    viewer->answer.closed = false;
}

/* Space warns once before it skips a question: it may have been pressed by accident. */
static void next(bp_lesson_viewer *viewer, const bp_lesson_plan *lesson, unsigned *requests) {
    if (viewer->position.ended)
        go_on(viewer, lesson, requests);
    else if (viewer->position.asking && !viewer->answer.skipping)
        viewer->answer.skipping = true;
    else if (viewer->position.asking)
        skip(viewer, lesson);
    else if (viewer->position.step + 1 < lesson->step_count)
        go_to_next(viewer, lesson);
    else if (bp_lesson_has_end(lesson))
        viewer->position.ended = viewer->finished = true;
}

/* From the end page back to the last step. */
static void back(bp_lesson_viewer *viewer, const bp_lesson_plan *lesson) {
    if (viewer->position.ended)
        viewer->position.ended = false;
    else if (viewer->position.step > 0)
        bp_lesson_viewer_jump(viewer, lesson, viewer->position.step - 1);
}

/* An open question's answer begins anew; what was submitted stays. Bones have no changes to undo then. */
static void undo_answer(bp_lesson_viewer *viewer, const bp_lesson_plan *lesson) {
    const bp_question *question = bp_lesson_viewer_question(viewer, lesson);
    if (!question) return;
    bp_answer_input now = viewer->answer, fresh = bp_answer_begin(question);
    fresh.submitted = now.submitted, fresh.value = now.value, fresh.reply = now.reply;
    viewer->answer = fresh;
    snprintf(viewer->core.notice, sizeof viewer->core.notice, "your answer begins anew");
}

static void act(bp_viewer *core, const bp_viewer_scope *scope, bp_action action, int value,
                unsigned *requests) {
    bp_lesson_viewer *viewer = (bp_lesson_viewer *)core;
    const bp_lesson_plan *lesson = scope->data;
    int step = viewer->position.step;
    switch (action) {
    case BP_ACTION_NEXT: next(viewer, lesson, requests); break;
    case BP_ACTION_BACK: back(viewer, lesson); break;
    case BP_ACTION_RESTART: bp_lesson_viewer_enter(viewer, lesson, step); break;
    case BP_ACTION_FIRST: bp_lesson_viewer_jump(viewer, lesson, 0); break;
    case BP_ACTION_LAST: bp_lesson_viewer_jump(viewer, lesson, lesson->step_count - 1); break;
    case BP_ACTION_STEP: bp_lesson_viewer_jump(viewer, lesson, value); break;
    case BP_ACTION_ENGINE: viewer->position.engine = !viewer->position.engine; break;
    case BP_ACTION_BABYLON:
        if (!core->settings.babylon) viewer->position.engine = false;
        break;
    case BP_ACTION_PLAY: bp_lesson_viewer_play(viewer, lesson); break;
    case BP_ACTION_FRAME:
        bp_lesson_viewer_scrub(viewer, lesson, viewer->position.t + (float)value * 0.1f);
        break;
    case BP_ACTION_ENTER:
        if (viewer->position.ended)
            go_on(viewer, lesson, requests);
        else
            judge_answer(viewer, lesson);
        break;
    case BP_ACTION_TERM:
        viewer->glossary = value >= 0 || !viewer->glossary;
        viewer->glossary_top = value > 0 ? value : 0;
        viewer->term = 0;
        bp_lesson_viewer_clamp_glossary(viewer, lesson);
        break;
    case BP_ACTION_OPTION: pick(viewer, lesson, value); break;
    case BP_ACTION_UNDO: undo_answer(viewer, lesson); break;
    case BP_ACTION_SAVE: *requests |= BP_REQUEST_SAVE; break;
    case BP_ACTION_OPEN: *requests |= BP_REQUEST_OPEN; break;
    default: break;
    }
}

/* Keys while the glossary is open: it scrolls by terms; Esc closes it. */
static bool type_glossary(bp_lesson_viewer *viewer, const bp_event *event) {
    if (event->kind != BP_EVENT_KEY || event->mods) return false;
    switch (event->key) {
    case BP_KEY_DOWN: viewer->glossary_top++; return true;
    case BP_KEY_UP: viewer->glossary_top--; return true;
    case BP_KEY_PAGE_DOWN: viewer->glossary_top += 5; return true;
    case BP_KEY_PAGE_UP: viewer->glossary_top -= 5; return true;
    case BP_KEY_HOME: viewer->glossary_top = 0; return true;
    case BP_KEY_ESCAPE:
    case BP_KEY_ENTER:
    case BP_KEY_SPACE: viewer->glossary = false; return true;
    default: return false;
    }
}

/* A, B, C after a choice may still be meant as answers. Each does nothing until it is typed twice in a row,
 * or something else is done first: then they are the keys of the key table. */
static bool type_letter(bp_lesson_viewer *viewer, const bp_lesson_plan *lesson, const bp_event *event) {
    bp_answer_input *answer = &viewer->answer;
    const bp_question *question = lesson->steps[viewer->position.step].question;
    if (!answer->closed || !question) return false;
    int option = answer->kind == BP_QUESTION_CHOICE ? bp_answer_letter(event) : -1;
    const bp_binding *key = bp_key_table_lookup(&bp_lesson_keys, event);
    if (option < 0 || event->text[0] == answer->letter || !key) {
        if (event->kind == BP_EVENT_TEXT || key) answer->closed = false;
        return false;
    }
    answer->letter = event->text[0];
    snprintf(viewer->core.notice, sizeof viewer->core.notice,
             "The question is closed. Press %c again for: %s", 'A' + option, key->caption);
    return true;
}

static bool type(bp_viewer *core, const bp_viewer_scope *scope, const bp_event *event, unsigned *requests) {
    bp_lesson_viewer *viewer = (bp_lesson_viewer *)core;
    const bp_question *question = bp_lesson_viewer_question(viewer, scope->data);
    (void)requests;
    if (viewer->glossary && type_glossary(viewer, event)) {
        bp_lesson_viewer_clamp_glossary(viewer, scope->data);
        return true;
    }
    /* The list of terms covers the question: only what changes the view has a meaning there. */
    if (viewer->glossary && event->kind == BP_EVENT_TEXT) return !strchr("+-=lL", event->text[0]);
    if (!question) return type_letter(viewer, scope->data, event);
    if (core->mouse.drag == BP_DRAG_SCRUB && event->kind == BP_EVENT_KEY && event->key == BP_KEY_ESCAPE) {
        core->mouse.drag = BP_DRAG_NONE; /* ends the drag, and doesn't leave the lesson */
        undo_answer(viewer, scope->data);
        return true;
    }
    if (event->kind == BP_EVENT_KEY && event->key == BP_KEY_ENTER && !event->mods) {
        judge_answer(viewer, scope->data);
        return true;
    }
    if (viewer->answer.skipping && event->repeat) return true; /* a key that is held doesn't skip */
    if (!bp_answer_type(&viewer->answer, question, event)) return false;
    viewer->answer.skipping = false;
    return true;
}

/* A rotation by hand ends a change that is still running; one that is paused stays where it is. */
static bool begin_rotation(bp_viewer *core, const bp_bone *bone) {
    bp_lesson_viewer *viewer = (bp_lesson_viewer *)core;
    (void)bone;
    if (viewer->position.asking) return false;
    if (!viewer->position.paused) viewer->position.t = 1;
    return true;
}

/* A drag of an answer. */
static bool drag_answer(bp_lesson_viewer *viewer, const bp_question *question, const bp_viewer_scope *scope,
                        const bp_event *event) {
    bp_mouse *mouse = &viewer->core.mouse;
    int scene;
    if (event->kind == BP_EVENT_PRESS && event->button == BP_BUTTON_LEFT && !event->mods &&
        bp_answer_grabs(question, scope, event, &scene)) {
        mouse->drag = BP_DRAG_SCRUB;
        mouse->scene = scene;
    } else if (event->kind == BP_EVENT_MOVE && mouse->drag == BP_DRAG_SCRUB) {
        bp_answer_drag(&viewer->answer, question, scope, mouse, event);
        mouse->x = event->x;
        mouse->y = event->y;
        viewer->answer.skipping = false;
    } else {
        return false;
    }
    return true;
}

/* The knob follows the mouse along the timeline, however high or low the mouse is. */
static bool drag_time(bp_lesson_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event) {
    bp_rect track = scope->drawn->track;
    if (event->kind == BP_EVENT_PRESS && track.width > 0 && event->button == BP_BUTTON_LEFT &&
        bp_rect_contains(track, event->x, event->y))
        viewer->core.mouse.drag = BP_DRAG_SCRUB;
    else if (event->kind != BP_EVENT_MOVE || viewer->core.mouse.drag != BP_DRAG_SCRUB)
        return false;
    float along = (event->x - (float)track.x) / (float)(track.width > 1 ? track.width - 1 : 1);
    bp_lesson_viewer_scrub(viewer, scope->data, along);
    return true;
}

/* Which term is under the mouse, for its card. */
static void hover_term(bp_lesson_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event,
                       unsigned *requests) {
    const bp_hit_area *hit = bp_hit_areas_find(&scope->drawn->hits, event->x, event->y);
    int term = hit && hit->action == BP_ACTION_TERM ? hit->value + 1 : 0;
    if (term != viewer->term) *requests |= BP_REQUEST_REDRAW;
    viewer->term = term;
}

static bool scroll_glossary(bp_lesson_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event,
                            unsigned *requests) {
    if (event->kind != BP_EVENT_WHEEL) return false;
    viewer->glossary_top += event->wheel > 0 ? -1 : 1;
    bp_lesson_viewer_clamp_glossary(viewer, scope->data);
    *requests |= BP_REQUEST_REDRAW;
    return true;
}

static bool mouse(bp_viewer *core, const bp_viewer_scope *scope, const bp_event *event, unsigned *requests) {
    bp_lesson_viewer *viewer = (bp_lesson_viewer *)core;
    const bp_question *question = bp_lesson_viewer_question(viewer, scope->data);
    if (viewer->glossary) return scroll_glossary(viewer, scope, event, requests);
    if (event->kind == BP_EVENT_PRESS) viewer->answer.closed = false;
    if (event->kind == BP_EVENT_MOVE && core->mouse.drag == BP_DRAG_NONE)
        hover_term(viewer, scope, event, requests);
    bool taken = question ? drag_answer(viewer, question, scope, event) : drag_time(viewer, scope, event);
    if (taken) *requests |= BP_REQUEST_REDRAW;
    return taken;
}

/* While a question is open, the answer is not to be found by trying. */
static const char *blocked(const bp_viewer *core, const bp_bone *bone) {
    (void)bone;
    return ((const bp_lesson_viewer *)core)->position.asking ? "answer the question first, or press Space"
                                                             : NULL;
}

static const char *answer_at(const bp_viewer *core, const bp_viewer_scope *scope, const bp_event *event) {
    int scene;
    const bp_question *question = bp_lesson_viewer_question((const bp_lesson_viewer *)core, scope->data);
    return question && bp_answer_grabs(question, scope, event, &scene) ? "drag: rotate it to your answer"
                                                                       : NULL;
}

static const bp_viewer_client CLIENT = {.keys = &bp_lesson_keys,
                                        .alike_stages = true,
                                        .wheel_rows = 1,
                                        .type = type,
                                        .act = act,
                                        .begin_rotation = begin_rotation,
                                        .blocked = blocked,
                                        .answer_at = answer_at,
                                        .mouse = mouse};

bp_viewer_scope bp_lesson_scope(const bp_lesson_plan *lesson, const bp_world *world,
                                const bp_drawn_frame *drawn) {
    return (bp_viewer_scope){.client = &CLIENT,
                             .data = lesson,
                             .stages = world->stages,
                             .stage_count = world->stage_count,
                             .drawn = drawn,
                             .ghosts = world->ghosts,
                             .ghost_count = world->ghost_count};
}
