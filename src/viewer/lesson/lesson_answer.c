/* Answers of the four kinds of question. */
#include "scene/camera.h"
#include "viewer/lesson/lesson_answer.h"
#include <bindpose/stage.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const float ANGLE_STEP = 5;              /* degrees a key press */
static const float DEGREES = 1, OTHERS = 0.01f; /* of a number, a pixel of a drag */
static const char NO_NUMBER[] = "That is not a number.";

bp_answer_input bp_answer_begin(const bp_question *question) {
    bp_answer_input answer = {.option = -1};
    if (!question) return answer;
    answer.kind = question->kind;
    answer.degrees = question->start;
    for (int i = 0; i < BP_OPTION_MAX; i++) answer.order[i] = i;
    return answer;
}

/* Says what the answer lacks. */
static void refuse(bp_answer_input *answer, const char *reply) {
    answer->reply = reply;
    answer->incomplete = true;
}

/* After a change: what it lacked is said no more. */
static void changed(bp_answer_input *answer) {
    if (answer->incomplete) answer->reply = NULL;
    answer->incomplete = false;
}

static bool parse(const char *text, float *value) {
    char *end;
    *value = strtof(text, &end);
    return end != text && !*end && isfinite(*value);
}

bool bp_answer_value(const bp_answer_input *answer, const bp_question *question, float *value,
                     const char **reply) {
    *reply = NULL;
    switch (answer->kind) {
    case BP_QUESTION_NUMBER:
        *reply = *answer->text ? NO_NUMBER : "Type a number first.";
        return parse(answer->text, value);
    case BP_QUESTION_ANGLE:
        *reply = NO_NUMBER;
        if (*answer->text && !parse(answer->text, value)) return false;
        *value = answer->degrees;
        return true;
    case BP_QUESTION_CHOICE:
        *value = (float)answer->option;
        if (answer->option < 0) *reply = "Choose one first.";
        return answer->option >= 0;
    case BP_QUESTION_ORDER:
        *value = 0;
        for (int i = 0; i < bp_question_option_count(question); i++)
            *value = 10 * *value + (float)(answer->order[i] + 1);
        return true;
    }
    return false;
}

bool bp_answer_submit(bp_answer_input *answer, const bp_question *question) {
    float value;
    bool right = false;
    const char *missing;
    if (!bp_answer_value(answer, question, &value, &missing)) {
        refuse(answer, missing);
        answer->retype = *answer->text != '\0';
        return false;
    }
    answer->incomplete = false;
    answer->reply = bp_question_judge(question, value, &right);
    answer->retype = true;
    answer->submitted = true;
    answer->right = right;
    answer->value = value;
    return right;
}

/* A character that isn't part of a number. While one is being typed ("pi/4", "45 deg") it must not act as a
 * key; the space comes as a key, too, and that one warns. */
static bool type_other(bp_answer_input *answer, const char *typed) {
    if (!*answer->text || answer->retype || strcmp(typed, " ") == 0) return false;
    if (strcmp(typed, "°") != 0)
        refuse(answer, "A number has digits, a point and a minus sign: 0.75 or -45.");
    return true;
}

/* Digits, point and sign, also as a comma and as U+2212. A number that was judged makes way for the next. */
static bool type_number(bp_answer_input *answer, const bp_event *event) {
    if (event->kind == BP_EVENT_TEXT) {
        const char *typed = event->text;
        if (strcmp(typed, ",") == 0) typed = ".";
        if (strcmp(typed, "\xE2\x88\x92") == 0) typed = "-";
        if (typed[1] || !strchr("0123456789.-+", typed[0])) return type_other(answer, typed);
        if (answer->retype) answer->text[0] = '\0';
        bp_typed_append(answer->text, sizeof answer->text, typed);
    } else if (event->key == BP_KEY_BACKSPACE) {
        bp_typed_erase(answer->text);
    } else if (event->key == BP_KEY_ESCAPE && *answer->text && !answer->retype) {
        answer->text[0] = '\0'; /* leaves the field, and not the lesson */
    } else {
        return false;
    }
    answer->retype = false;
    changed(answer);
    return true;
}

/* Into -180 (exclusive) to 180. */
static float wrapped(float degrees) {
    degrees -= 360 * floorf(degrees / 360);
    return degrees > 180 ? degrees - 360 : degrees;
}

/* A key or the mouse sets the angle: what was typed before makes way. */
static void set_degrees(bp_answer_input *answer, float degrees) {
    answer->degrees = wrapped(degrees);
    answer->text[0] = '\0';
    changed(answer);
}

/* The number that the box shows can be typed too; the part follows at each digit. */
static bool type_angle(bp_answer_input *answer, const bp_event *event) {
    if (!type_number(answer, event)) return false;
    float degrees;
    if (parse(answer->text, &degrees)) answer->degrees = wrapped(degrees);
    return true;
}

/* The direction of a key: 1 for `more`, -1 for `less`, else 0. */
static int direction(const bp_event *event, int more, int less) {
    if (event->kind != BP_EVENT_KEY) return 0;
    return event->key == more ? 1 : event->key == less ? -1 : 0;
}

/* What a typed character names, counted from `first`; -1: none of `count`. */
static int named(const bp_event *event, char first, int count) {
    if (event->kind != BP_EVENT_TEXT || event->text[1]) return -1;
    int index = tolower((unsigned char)event->text[0]) - first;
    return index < count ? index : -1;
}

int bp_answer_letter(const bp_event *event) {
    int index = named(event, 'a', BP_OPTION_MAX);
    return index < 0 ? -1 : index;
}

static bool type_choice(bp_answer_input *answer, int count, const bp_event *event) {
    int index = bp_answer_letter(event), by = direction(event, BP_KEY_DOWN, BP_KEY_UP);
    if (index >= count) { /* no key of the key table either */
        refuse(answer, "There is no such option.");
        return true;
    }
    if (index < 0) index = named(event, '1', count);
    if (by != 0 && answer->option < 0)
        index = by > 0 ? 0 : count - 1;
    else if (by != 0)
        index = (answer->option + by + count) % count;
    if (index < 0) return false;
    answer->option = index;
    changed(answer);
    return true;
}

static bool type_order(bp_answer_input *answer, const bp_question *question, const bp_event *event) {
    int count = bp_question_option_count(question), place = named(event, '1', count);
    int by = direction(event, BP_KEY_DOWN, BP_KEY_UP), step = direction(event, BP_KEY_RIGHT, BP_KEY_LEFT);
    if (step != 0) {
        bp_answer_pick(answer, question, answer->place + step);
        return true;
    }
    if (by != 0) place = answer->place + by < 0 ? 0 : answer->place + by;
    if (place < 0) return false;
    bp_answer_move(answer, question, place);
    return true;
}

bool bp_answer_type(bp_answer_input *answer, const bp_question *question, const bp_event *event) {
    if (event->kind == BP_EVENT_KEY && event->mods) return false;
    int by = direction(event, BP_KEY_UP, BP_KEY_DOWN);
    switch (answer->kind) {
    case BP_QUESTION_NUMBER: return type_number(answer, event);
    case BP_QUESTION_ANGLE:
        if (by == 0) return type_angle(answer, event);
        set_degrees(answer, answer->degrees + (float)by * ANGLE_STEP);
        return true;
    case BP_QUESTION_CHOICE: return type_choice(answer, bp_question_option_count(question), event);
    case BP_QUESTION_ORDER: return type_order(answer, question, event);
    }
    return false;
}

void bp_answer_pick(bp_answer_input *answer, const bp_question *question, int value) {
    int count = bp_question_option_count(question);
    if (value < 0 || value >= count) return;
    if (answer->kind == BP_QUESTION_CHOICE) answer->option = value;
    changed(answer);
    if (answer->kind == BP_QUESTION_ORDER) answer->place = value;
}

void bp_answer_move(bp_answer_input *answer, const bp_question *question, int place) {
    int count = bp_question_option_count(question), step = place > answer->place ? 1 : -1;
    if (place < 0 || place >= count) return;
    int moved = answer->order[answer->place];
    for (; answer->place != place; answer->place += step)
        answer->order[answer->place] = answer->order[answer->place + step];
    answer->order[place] = moved;
}

/* A ghost of the stage as a stage, to pick its flesh. */
static bp_stage ghost_stage(const bp_viewer_scope *scope, const bp_ghost *ghost) {
    bp_stage stage = scope->stages[ghost->stage];
    stage.skeleton = ghost->skeleton;
    if (ghost->figure) stage.figure = ghost->figure;
    return stage;
}

/* Whether a point of a scene is on flesh that the bone carries: its own, or that of bones below it. */
static bool carries(const bp_stage *stage, const char *name, const bp_placed_stage *scene,
                    const bp_event *event) {
    const bp_bone *bone = bp_pick_mesh(stage, scene, event->x, event->y).bone;
    while (bone && strcmp(bp_bone_name(bone), name) != 0) bone = bp_bone_parent(bone);
    return bone != NULL;
}

bool bp_answer_grabs(const bp_question *question, const bp_viewer_scope *scope, const bp_event *event,
                     int *scene) {
    if (question->kind != BP_QUESTION_ANGLE || !question->bone || question->stage >= scope->stage_count)
        return false;
    for (*scene = 0; *scene < scope->drawn->scene_count; ++*scene) {
        const bp_placed_stage *drawn = &scope->drawn->scenes[*scene];
        if (drawn->stage != question->stage || !bp_rect_contains(drawn->rect, event->x, event->y)) continue;
        if (carries(&scope->stages[drawn->stage], question->bone, drawn, event)) return true;
        for (int i = 0; i < scope->ghost_count; i++) {
            bp_stage stage = ghost_stage(scope, &scope->ghosts[i]);
            if (scope->ghosts[i].stage == drawn->stage && stage.skeleton &&
                carries(&stage, question->bone, drawn, event))
                return true;
        }
    }
    return false;
}

/* The rotation in degrees about the stage's Z axis through the bone's joint that takes the point under one
 * pixel to the one under the other; 0 if the axis is nearly in the picture's plane. */
static float dragged_degrees(const bp_stage *stage, const bp_bone *bone, const bp_placed_stage *scene,
                             bp_vec2 from, bp_vec2 to) {
    bp_mat4 world = stage->figure ? bp_figure_world(stage->figure) : bp_mat4_identity();
    bp_vec3 normal = bp_vec3_normalize(bp_mat4_direction(world, (bp_vec3){0, 0, 1})), a, b;
    bp_vec3 joint = bp_mat4_position(bp_bone_frame(stage, bone));
    if (!bp_ray_plane(bp_camera_ray(&scene->camera, scene->rect, from), joint, normal, &a) ||
        !bp_ray_plane(bp_camera_ray(&scene->camera, scene->rect, to), joint, normal, &b))
        return 0;
    a = bp_vec3_sub(a, joint);
    b = bp_vec3_sub(b, joint);
    float angle = bp_atan2(bp_vec3_dot(bp_vec3_cross(a, b), normal), bp_vec3_dot(a, b));
    if (!isfinite(angle)) return 0;
    return bp_degrees(bp_mat4_determinant(world) < 0 ? -angle : angle);
}

static void drag_angle(bp_answer_input *answer, const bp_question *question, const bp_viewer_scope *scope,
                       const bp_mouse *mouse, const bp_event *event) {
    if (mouse->scene >= scope->drawn->scene_count || question->stage >= scope->stage_count) return;
    bp_stage stage = scope->stages[question->stage];
    for (int i = 0; i < scope->ghost_count; i++) /* the prediction: its joint may be elsewhere */
        if (scope->ghosts[i].stage == question->stage && scope->ghosts[i].skeleton)
            stage = ghost_stage(scope, &scope->ghosts[i]);
    const bp_bone *bone = stage.skeleton ? bp_skeleton_find(stage.skeleton, question->bone) : NULL;
    if (!bone) return;
    bp_vec2 from = {mouse->x, mouse->y}, to = {event->x, event->y};
    float by = dragged_degrees(&stage, bone, &scope->drawn->scenes[mouse->scene], from, to);
    set_degrees(answer, answer->degrees + by);
}

/* By a degree or a hundredth for each pixel. A number typed after it begins anew. */
static void drag_number(bp_answer_input *answer, const bp_question *question, float pixels) {
    bool degrees = question->unit && strcmp(question->unit, "degrees") == 0;
    float value, step = degrees ? DEGREES : OTHERS;
    if (!parse(answer->text, &value)) value = 0;
    value = floorf(value / step + pixels + 0.5f) * step + 0; /* without the sign of a zero */
    if (!isfinite(value)) return;
    snprintf(answer->text, sizeof answer->text, "%.5g", (double)value);
    answer->retype = true;
    changed(answer);
}

void bp_answer_drag(bp_answer_input *answer, const bp_question *question, const bp_viewer_scope *scope,
                    const bp_mouse *mouse, const bp_event *event) {
    if (answer->kind == BP_QUESTION_NUMBER) drag_number(answer, question, event->x - mouse->x);
    if (answer->kind == BP_QUESTION_ANGLE) drag_angle(answer, question, scope, mouse, event);
    const bp_hit_area *hit = bp_hit_areas_find(&scope->drawn->hits, event->x, event->y);
    if (answer->kind == BP_QUESTION_ORDER && hit && hit->action == BP_ACTION_OPTION)
        bp_answer_move(answer, question, hit->value);
}
