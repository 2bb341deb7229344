/* A rotation changes about its own axis, which stays where it is while the angle changes. A bone that is not
 * rotated gets the selected axis. */
#include "viewer/number_input.h"
#include "viewer/matrix_words.h"
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CLICK = 3 /* pixels that a click may move */ };
static const float DEGREES = 1, METRES = 0.01f, FINER = 0.1f; /* a pixel or a key; with Shift */

static bp_matrix_parts parts_of(const bp_viewer *viewer, const bp_bone *bone) {
    bp_mat4 m = viewer->binds ? bp_bone_bind(bone) : bp_bone_local(bone);
    return bp_matrix_parts_of(&m);
}

static bp_vec3 axis_of(const bp_viewer *viewer, const bp_bone *bone) {
    bp_matrix_parts parts = parts_of(viewer, bone);
    int axis = viewer->selection.axis;
    return parts.degrees != 0 ? parts.axis : (bp_vec3){axis == 0, axis == 1, axis == 2};
}

float bp_number_value(const bp_viewer *viewer, const bp_bone *bone, bp_number number) {
    bp_matrix_parts parts = parts_of(viewer, bone);
    switch (number) {
    case BP_NUMBER_ANGLE: return parts.degrees;
    case BP_NUMBER_X: return parts.position.x;
    case BP_NUMBER_Y: return parts.position.y;
    case BP_NUMBER_Z: return parts.position.z;
    default: return 0;
    }
}

const char *bp_number_hint(bp_number number) {
    return number == BP_NUMBER_ANGLE ? "drag: rotate, Shift finer\nclick: type an angle"
                                     : "drag: move, Shift finer\nclick: type a position";
}

static bool change_bind(bp_viewer *viewer, const bp_viewer_scope *scope, bp_number number, bp_vec3 axis,
                        float by, bool merge) {
    bp_mat4 bind = bp_bone_bind(bp_viewer_bone(viewer, scope->stages, scope->stage_count));
    if (number == BP_NUMBER_ANGLE)
        bind = bp_mat4_mul(bp_mat4_from_quat(bp_quat_from_axis_angle(axis, bp_radians(by))), bind);
    else
        bind.m[12 + number - BP_NUMBER_X] += by;
    return bp_viewer_set_bind(viewer, scope, bind, merge);
}

/* Adds degrees about `axis`, or metres. */
static bool change(bp_viewer *viewer, const bp_viewer_scope *scope, bp_number number, bp_vec3 axis, float by,
                   bool merge) {
    const bp_bone *bone = bp_viewer_bone(viewer, scope->stages, scope->stage_count);
    const bp_selection *selection = &viewer->selection;
    if (!bone || !bp_is_finite((double)by) || !scope->client->begin_rotation(viewer, bone)) return false;
    if (viewer->binds) return change_bind(viewer, scope, number, axis, by, merge);
    bp_edit_kind kind = number == BP_NUMBER_ANGLE ? BP_EDIT_ROTATE : BP_EDIT_MOVE;
    bp_edit edit = bp_edit_history_get(&viewer->history, kind, selection->stage, selection->bone);
    if (kind == BP_EDIT_ROTATE) {
        bp_quat more = bp_quat_from_axis_angle(axis, bp_radians(by));
        edit.rotation = bp_quat_normalize(bp_quat_mul(edit.rotation, more));
    } else {
        bp_vec3 step = {number == BP_NUMBER_X ? by : 0, number == BP_NUMBER_Y ? by : 0,
                        number == BP_NUMBER_Z ? by : 0};
        edit.vector = bp_vec3_add(edit.vector, step);
    }
    if (bp_edit_history_set(&viewer->history, edit, merge)) return true;
    snprintf(viewer->notice, sizeof viewer->notice, "%d changes by hand are the limit; R resets them",
             BP_EDITS_MAX);
    return false;
}

static float step_of(bp_number number, unsigned mods) {
    return (number == BP_NUMBER_ANGLE ? DEGREES : METRES) * (mods & BP_MOD_SHIFT ? FINER : 1);
}

void bp_number_press(bp_viewer *viewer, const bp_viewer_scope *scope, bp_number number) {
    const bp_bone *bone = bp_viewer_bone(viewer, scope->stages, scope->stage_count);
    if (!bone) return;
    viewer->mouse.drag = BP_DRAG_NUMBER;
    viewer->mouse.number = number;
    viewer->mouse.grabbed = axis_of(viewer, bone); /* stays the same through an angle of 0 */
    viewer->number = (bp_number_input){.number = BP_NUMBER_NONE};
}

unsigned bp_number_drag(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event) {
    bp_mouse *mouse = &viewer->mouse;
    float scale = viewer->settings.scale > 0 ? viewer->settings.scale : 1, dx = event->x - mouse->x;
    mouse->moved += fabsf(dx);
    if (!(mouse->moved > CLICK * scale)) return 0; /* still a click; or NaN */
    float by = dx / scale * step_of(mouse->number, event->mods);
    mouse->edited |= change(viewer, scope, mouse->number, mouse->grabbed, by, mouse->edited);
    mouse->x = event->x;
    mouse->y = event->y;
    return BP_REQUEST_REDRAW;
}

unsigned bp_number_release(bp_viewer *viewer) {
    bp_mouse mouse = viewer->mouse;
    float scale = viewer->settings.scale > 0 ? viewer->settings.scale : 1;
    viewer->mouse = (bp_mouse){.drag = BP_DRAG_NONE};
    if (!(mouse.moved > CLICK * scale)) viewer->number = (bp_number_input){.number = mouse.number};
    return BP_REQUEST_REDRAW;
}

static bool is_drawn(const bp_viewer_scope *scope, int number) {
    const bp_hit_areas *hits = &scope->drawn->hits;
    for (int i = 0; i < hits->count; i++)
        if (hits->items[i].action == BP_ACTION_NUMBER && hits->items[i].value == number) return true;
    return false;
}

void bp_number_open(bp_viewer *viewer, const bp_viewer_scope *scope, bp_number number) {
    int at = number == BP_NUMBER_NONE ? BP_NUMBER_ANGLE : (int)number;
    while (at < BP_NUMBER_COUNT && !is_drawn(scope, at)) at++;
    viewer->number = (bp_number_input){.number = at < BP_NUMBER_COUNT ? (bp_number)at : BP_NUMBER_NONE};
    if (at == BP_NUMBER_COUNT)
        snprintf(viewer->notice, sizeof viewer->notice, "no number can be changed now");
}

/* Sets the number to what was typed. */
static void submit(bp_viewer *viewer, const bp_viewer_scope *scope) {
    const bp_bone *bone = bp_viewer_bone(viewer, scope->stages, scope->stage_count);
    bp_number_input typed = viewer->number;
    viewer->number = (bp_number_input){.number = BP_NUMBER_NONE};
    if (!bone || !typed.text[0]) return;
    char *end;
    float value = strtof(typed.text, &end);
    if (*end || !bp_is_finite((double)value)) {
        snprintf(viewer->notice, sizeof viewer->notice, "%s is not a number", typed.text);
        return;
    }
    change(viewer, scope, typed.number, axis_of(viewer, bone),
           value - bp_number_value(viewer, bone, typed.number), false);
}

static void next_number(bp_viewer *viewer, const bp_viewer_scope *scope, int by) {
    int at = (int)viewer->number.number;
    for (int i = 1; i < BP_NUMBER_COUNT; i++) {
        at = (at - 1 + by + BP_NUMBER_COUNT - 1) % (BP_NUMBER_COUNT - 1) + 1;
        if (is_drawn(scope, at)) break;
    }
    viewer->number = (bp_number_input){.number = (bp_number)at};
}

bool bp_number_type(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event) {
    bp_number_input *input = &viewer->number;
    const bp_bone *bone = bp_viewer_bone(viewer, scope->stages, scope->stage_count);
    if (input->number == BP_NUMBER_NONE || !bone) return false;
    if (event->kind == BP_EVENT_TEXT) {
        const char *typed = event->text;
        if (strcmp(typed, ",") == 0) typed = ".";
        if (strcmp(typed, "\xE2\x88\x92") == 0) typed = "-";
        if (isdigit((unsigned char)typed[0]) || strcmp(typed, ".") == 0 || strcmp(typed, "-") == 0)
            bp_typed_append(input->text, sizeof input->text, typed);
        return true;
    }
    int sign = event->key == BP_KEY_UP ? 1 : -1;
    switch (event->key) {
    case BP_KEY_BACKSPACE: bp_typed_erase(input->text); return true;
    case BP_KEY_ENTER: submit(viewer, scope); return true;
    case BP_KEY_ESCAPE: *input = (bp_number_input){.number = BP_NUMBER_NONE}; return true;
    case BP_KEY_TAB: {
        int by = event->mods & BP_MOD_SHIFT ? -1 : 1;
        bp_number from = input->number;
        submit(viewer, scope);
        input->number = from;
        next_number(viewer, scope, by);
        return true;
    }
    case BP_KEY_UP:
    case BP_KEY_DOWN:
        input->text[0] = '\0';
        change(viewer, scope, input->number, axis_of(viewer, bone),
               (float)sign * step_of(input->number, event->mods), event->repeat);
        return true;
    case BP_KEY_SPACE: return true; /* also comes as text */
    default: return false;
    }
}
