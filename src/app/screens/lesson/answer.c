/* Answers of the four kinds of question. */
#include "app/screens/lesson/answer.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static const float ANGLE_STEP = 5;              /* degrees a key press */
static const float DEGREES = 1, OTHERS = 0.01f; /* of a number, a pixel of a drag */
static const char NO_NUMBER[] = "That is not a number.";

bp_answer bp_answer_begin(const bp_question *question, bp_text_field *field) {
    bp_answer answer = {.option = -1};
    bp_field_open(field, BP_FIELD_NONE);
    if (!question) return answer;
    answer.kind = question->kind;
    answer.degrees = question->start;
    for (int i = 0; i < BP_OPTION_MAX; i++) answer.order[i] = i;
    if (question->kind == BP_QUESTION_NUMBER || question->kind == BP_QUESTION_ANGLE)
        bp_field_open(field, BP_FIELD_ANSWER);
    return answer;
}

/* Says what the answer lacks. */
static void refuse(bp_answer *answer, const char *reply) {
    answer->reply = reply;
    answer->incomplete = true;
}

/* After a change: what it lacked is said no more. */
static void changed(bp_answer *answer) {
    if (answer->incomplete) answer->reply = NULL;
    answer->incomplete = false;
    answer->skipping = false;
}

/* The answer being made; false: there is none yet, and *reply says what is missing. */
static bool value_of(const bp_answer *answer, const bp_question *question, const bp_text_field *field,
                     float *value, const char **reply) {
    switch (answer->kind) {
    case BP_QUESTION_NUMBER:
        *reply = *field->text ? NO_NUMBER : "Type a number first.";
        return bp_field_number(field, value);
    case BP_QUESTION_ANGLE:
        *reply = NO_NUMBER;
        if (*field->text && !bp_field_number(field, value)) return false;
        *value = answer->degrees;
        return true;
    case BP_QUESTION_CHOICE:
        *value = (float)answer->option;
        *reply = "Choose one first.";
        return answer->option >= 0;
    case BP_QUESTION_ORDER:
        *value = 0;
        for (int i = 0; i < bp_question_option_count(question); i++)
            *value = 10 * *value + (float)(answer->order[i] + 1);
        return true;
    }
    return false;
}

bool bp_answer_submit(bp_answer *answer, const bp_question *question, bp_text_field *field) {
    float value;
    bool right = false;
    const char *missing = NULL;
    answer->skipping = false;
    if (!value_of(answer, question, field, &value, &missing)) {
        refuse(answer, missing);
        field->fresh = *field->text != '\0';
        return false;
    }
    answer->incomplete = false;
    answer->reply = bp_question_judge(question, value, &right);
    field->fresh = true;
    answer->submitted = true;
    answer->right = right;
    answer->value = value;
    return right;
}

/* Into -180 (exclusive) to 180. */
static float wrapped(float degrees) {
    degrees -= 360 * floorf(degrees / 360);
    return degrees > 180 ? degrees - 360 : degrees;
}

void bp_answer_predict(bp_answer *answer, bp_text_field *field, float degrees) {
    answer->degrees = wrapped(degrees);
    field->text[0] = '\0'; /* what was typed before makes way */
    changed(answer);
}

/* A number, or the angle that the box shows: the part follows at each digit. A character that isn't part
 * of a number must not act as a key while one is being typed ("pi/4", "45 deg"); the space comes as a key,
 * too, and that one warns. */
static bool type_number(bp_answer *answer, bp_text_field *field, const bp_event *event) {
    float degrees;
    bool typing = *field->text && !field->fresh;
    if (bp_field_type(field, event)) {
        if (answer->kind == BP_QUESTION_ANGLE && bp_field_number(field, &degrees))
            answer->degrees = wrapped(degrees);
        changed(answer);
        return true;
    }
    if (typing && event->kind == BP_EVENT_KEY && event->key == BP_KEY_ESCAPE) {
        field->text[0] = '\0'; /* leaves the field, and not the lesson */
        return true;
    }
    if (!typing || event->kind != BP_EVENT_TEXT || strcmp(event->text, " ") == 0) return false;
    if (strcmp(event->text, "°") != 0)
        refuse(answer, "A number has digits, a point and a minus sign: 0.75 or -45.");
    return true;
}

/* The direction of a key: 1 for `more`, -1 for `less`, else 0. */
static int direction(const bp_event *event, int more, int less) {
    if (event->kind != BP_EVENT_KEY) return 0;
    return event->key == more ? 1 : event->key == less ? -1 : 0;
}

/* The option that a digit names, 0..; -1: none of `count`. */
static int named(const bp_event *event, int count) {
    if (event->kind != BP_EVENT_TEXT || event->text[1]) return -1;
    int index = event->text[0] - '1';
    return index >= 0 && index < count ? index : -1;
}

static bool type_choice(bp_answer *answer, int count, const bp_event *event, bool *submit) {
    int index = named(event, count), by = direction(event, BP_KEY_DOWN, BP_KEY_UP);
    *submit = index >= 0;
    if (by != 0 && answer->option < 0)
        index = by > 0 ? 0 : count - 1;
    else if (by != 0)
        index = (answer->option + by + count) % count;
    if (index < 0) return false;
    answer->option = index;
    changed(answer);
    return true;
}

static bool type_order(bp_answer *answer, const bp_question *question, const bp_event *event) {
    int count = bp_question_option_count(question), slot = named(event, count);
    int by = direction(event, BP_KEY_DOWN, BP_KEY_UP), step = direction(event, BP_KEY_RIGHT, BP_KEY_LEFT);
    if (step != 0) {
        if (answer->slot + step >= 0 && answer->slot + step < count) answer->slot += step;
        changed(answer);
        return true;
    }
    if (by != 0) slot = answer->slot + by < 0 ? 0 : answer->slot + by;
    if (slot < 0) return false;
    bp_answer_move(answer, question, slot);
    return true;
}

bool bp_answer_type(bp_answer *answer, const bp_question *question, bp_text_field *field,
                    const bp_event *event, bool *submit) {
    *submit = false;
    if (event->kind == BP_EVENT_KEY && event->mods) return false;
    int by = direction(event, BP_KEY_UP, BP_KEY_DOWN);
    switch (answer->kind) {
    case BP_QUESTION_NUMBER: return type_number(answer, field, event);
    case BP_QUESTION_ANGLE:
        if (by == 0) return type_number(answer, field, event);
        bp_answer_predict(answer, field, answer->degrees + (float)by * ANGLE_STEP);
        return true;
    case BP_QUESTION_CHOICE: return type_choice(answer, bp_question_option_count(question), event, submit);
    case BP_QUESTION_ORDER: return type_order(answer, question, event);
    }
    return false;
}

void bp_answer_move(bp_answer *answer, const bp_question *question, int slot) {
    int count = bp_question_option_count(question), step = slot > answer->slot ? 1 : -1;
    if (slot < 0 || slot >= count) return;
    int moved = answer->order[answer->slot];
    for (; answer->slot != slot; answer->slot += step)
        answer->order[answer->slot] = answer->order[answer->slot + step];
    answer->order[slot] = moved;
    changed(answer);
}

void bp_answer_drag_number(bp_answer *answer, const bp_question *question, bp_text_field *field,
                           float pixels) {
    bool degrees = question->unit && strcmp(question->unit, "degrees") == 0;
    float value, step = degrees ? DEGREES : OTHERS;
    if (!bp_field_number(field, &value)) value = 0;
    value = floorf(value / step + pixels + 0.5f) * step + 0; /* without the sign of a zero */
    if (!isfinite(value)) return;
    snprintf(field->text, 24, "%.5g", (double)value);
    field->fresh = true; /* a number typed after it begins anew */
    changed(answer);
}
