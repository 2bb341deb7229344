/* What each action does to the viewer, and what typed signs are for: first the search, then an answer, then
 * the table of keys. */
#include "viewer/bone_tree.h"
#include "viewer/lesson/lesson_viewer.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- typing -------------------------------------------------------------------------------------- */

void bp_typed_append(char *to, size_t size, const char *sign) {
    size_t length = strlen(to), more = strlen(sign);
    if (length + more < size) memcpy(to + length, sign, more + 1);
}

/* Takes the last sign away, which may be several bytes. */
void bp_typed_erase(char *from) {
    size_t length = strlen(from);
    while (length > 0 && (from[--length] & 0xC0) == 0x80) continue;
    from[length] = '\0';
}

bool bp_bone_search_event(bp_bone_search *search, const bp_skeleton *skeleton, const bp_bone *here,
                     const bp_event *event, const bp_bone **found) {
    *found = NULL;
    if (event->kind == BP_EVENT_TEXT) {
        bp_typed_append(search->name, sizeof search->name, event->text);
        *found = bp_bone_tree_find(skeleton, here, search->name);
        return true;
    }
    switch (event->key) {
    case BP_KEY_BACKSPACE: bp_typed_erase(search->name); return true;
    case BP_KEY_SPACE: return true; /* comes as a sign as well */
    case BP_KEY_TAB:
    case BP_KEY_DOWN:
        *found = bp_bone_tree_find(skeleton, here ? bp_bone_tree_next(here) : NULL, search->name);
        return true;
    case BP_KEY_ENTER:
    case BP_KEY_ESCAPE: *search = (bp_bone_search){.open = false}; return true;
    default: return false;
    }
}

static bool searching(bp_viewer *viewer, const bp_world *world, const bp_event *event) {
    const bp_skeleton *skeleton = world->stages[viewer->selection.stage].skeleton;
    const bp_bone *found;
    bool taken =
        bp_bone_search_event(&viewer->typed.search, skeleton, bp_viewer_bone(viewer, world), event, &found);
    if (found) bp_viewer_select(viewer, viewer->selection.stage, bp_bone_id(found));
    return taken;
}

static bool answering(bp_viewer *viewer, const bp_lesson_plan *lesson, const bp_event *event) {
    if (event->kind == BP_EVENT_TEXT) {
        const char *sign = event->text;
        if (strcmp(sign, ",") == 0) sign = ".";
        if (strcmp(sign, "\xE2\x88\x92") == 0) sign = "-"; /* U+2212 */
        if (sign[1] || !(isdigit((unsigned char)sign[0]) || sign[0] == '.' || sign[0] == '-')) return false;
        bp_typed_append(viewer->typed.answer, BP_TYPED_MAX, sign);
        viewer->typed.skipping = false;
        return true;
    }
    if (event->mods) return false;
    if (event->key == BP_KEY_BACKSPACE)
        bp_typed_erase(viewer->typed.answer);
    else if (event->key == BP_KEY_ENTER)
        bp_viewer_answer(viewer, lesson);
    else
        return false;
    return true;
}

bool bp_viewer_typing(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event) {
    if (viewer->typed.search.open) return searching(viewer, scope->world, event);
    return viewer->position.asking && answering(viewer, scope->lesson, event);
}

static void stop_asking(bp_viewer *viewer) {
    viewer->position.asking = false;
    viewer->typed = (bp_viewer_typed){0};
    viewer->position.t = 0;
}

void bp_viewer_answer(bp_viewer *viewer, const bp_lesson_plan *lesson) {
    const bp_question *question = bp_viewer_question(viewer, lesson);
    const char *typed = viewer->typed.answer;
    if (!question || !*typed) return;
    char *end;
    float answer = strtof(typed, &end);
    viewer->typed.right = false;
    if (*end) {
        viewer->typed.why = "That is not a number.";
        return;
    }
    viewer->typed.why = bp_question_judge(question, answer, &viewer->typed.right);
    if (viewer->typed.right) {
        stop_asking(viewer);
        if (!lesson->steps[viewer->position.step].change) viewer->position.t = 1;
    }
}

/* ---- actions ------------------------------------------------------------------------------------- */

/* Space in front of a question warns once, so that nobody jumps over it by accident. */
static void next(bp_viewer *viewer, const bp_lesson_plan *lesson) {
    if (viewer->position.asking && !viewer->typed.skipping) {
        viewer->typed.skipping = true;
    } else if (viewer->position.asking) {
        stop_asking(viewer);
        if (!lesson->steps[viewer->position.step].change) viewer->position.t = 1;
    } else if (viewer->position.step + 1 < lesson->step_count) {
        bp_viewer_enter(viewer, lesson, viewer->position.step + 1);
    }
}

/* A step that was shown before stands there done; its question is not asked again. */
static void stand_at(bp_viewer *viewer, const bp_lesson_plan *lesson, int step) {
    bp_viewer_enter(viewer, lesson, step);
    viewer->position.asking = false;
    viewer->position.t = 1;
}

static void walk_bones(bp_viewer *viewer, const bp_viewer_scope *scope, bool forward) {
    const bp_bone *bone = bp_viewer_bone(viewer, scope->world);
    if (!bone) return;
    const bp_bone *to = bp_bone_tree_wrap(bone, forward);
    bp_viewer_select(viewer, viewer->selection.stage, bp_bone_id(to));
}

/* The bone of the same number on another stage: stages mostly wear alike skeletons. */
static void walk_stages(bp_viewer *viewer, const bp_viewer_scope *scope, int by) {
    int count = scope->world->stage_count;
    if (count < 2) return;
    bp_viewer_select(viewer, (viewer->selection.stage + by + count) % count, viewer->selection.bone);
    bp_viewer_settle(viewer, scope);
}

static void leave(bp_viewer *viewer, unsigned *requests) {
    if (viewer->settings.help)
        viewer->settings.help = false;
    else
        *requests |= BP_REQUEST_LEAVE;
}

static void act_on_bones(bp_viewer *viewer, const bp_viewer_scope *scope, bp_action action, int value,
                         bool repeat) {
    const float step = bp_radians(5);
    switch (action) {
    case BP_ACTION_BONE_NEXT:
    case BP_ACTION_BONE_PREVIOUS: walk_bones(viewer, scope, action == BP_ACTION_BONE_NEXT); break;
    case BP_ACTION_BONE: bp_viewer_select(viewer, viewer->selection.stage, (size_t)value); break;
    case BP_ACTION_STAGE: walk_stages(viewer, scope, value); break;
    case BP_ACTION_SEARCH: viewer->typed.search.open = bp_viewer_bone(viewer, scope->world) != NULL; break;
    case BP_ACTION_ROTATE: bp_viewer_turn(viewer, scope->world, (float)value * step, repeat); break;
    case BP_ACTION_AXIS: viewer->selection.axis = (viewer->selection.axis + 1) % 3; break;
    case BP_ACTION_UNDO: bp_rotation_history_undo(&viewer->rotations); break;
    default: break;
    }
}

static void act_on_place(bp_viewer *viewer, const bp_lesson_plan *lesson, bp_action action, int value) {
    switch (action) {
    case BP_ACTION_NEXT: next(viewer, lesson); break;
    case BP_ACTION_BACK:
        if (viewer->position.step > 0) stand_at(viewer, lesson, viewer->position.step - 1);
        break;
    case BP_ACTION_RESTART: bp_viewer_enter(viewer, lesson, viewer->position.step); break;
    case BP_ACTION_FIRST: stand_at(viewer, lesson, 0); break;
    case BP_ACTION_LAST: stand_at(viewer, lesson, lesson->step_count - 1); break;
    case BP_ACTION_STEP: stand_at(viewer, lesson, value); break;
    case BP_ACTION_ENGINE: viewer->position.engine = !viewer->position.engine; break;
    case BP_ACTION_ENTER:
        if (viewer->position.asking) bp_viewer_answer(viewer, lesson);
        break;
    default: break;
    }
}

unsigned bp_viewer_act(bp_viewer *viewer, const bp_viewer_scope *scope, bp_action action, int value,
                       bool repeat) {
    unsigned requests = BP_REQUEST_REDRAW;
    if (action == BP_ACTION_SAVE) requests |= BP_REQUEST_SAVE;
    if (action == BP_ACTION_OPEN) requests |= BP_REQUEST_OPEN;
    if (action == BP_ACTION_SCREENSHOT) requests |= BP_REQUEST_SCREENSHOT;
    if (action == BP_ACTION_FULLSCREEN) requests |= BP_REQUEST_FULLSCREEN;
    if (action == BP_ACTION_QUIT) requests |= BP_REQUEST_QUIT;
    if (action == BP_ACTION_LEAVE) leave(viewer, &requests);
    act_on_place(viewer, scope->lesson, action, value);
    act_on_bones(viewer, scope, action, value, repeat);
    bp_view_settings_act(&viewer->settings, action, value);
    return requests;
}

unsigned bp_viewer_event(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event) {
    switch (event->kind) {
    case BP_EVENT_RESIZE:
        viewer->settings.width = event->width;
        viewer->settings.height = event->height;
        viewer->settings.scale = event->scale;
        return BP_REQUEST_REDRAW;
    case BP_EVENT_CLOSE: return BP_REQUEST_QUIT;
    case BP_EVENT_KEY:
    case BP_EVENT_TEXT: break;
    default: return bp_viewer_mouse_event(viewer, scope, event);
    }
    if (bp_viewer_typing(viewer, scope, event)) {
        viewer->notice[0] = '\0';
        return BP_REQUEST_REDRAW;
    }
    const bp_binding *binding = bp_key_table_lookup(&bp_lesson_keys, event);
    if (!binding) return 0;
    viewer->notice[0] = '\0';
    return bp_viewer_act(viewer, scope, binding->action, binding->value, event->repeat);
}
