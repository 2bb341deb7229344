/* The order of reading, and functions on a lesson's data: replies to answers, readouts as text, handles,
 * prose. */
#include <bindpose/lesson.h>
#include <stdio.h>
#include <string.h>

float bp_question_error(const bp_question *question, float answer, float other) {
    float error = fabsf(answer - other);
    if (question->kind != BP_QUESTION_ANGLE) return error;
    error -= 360 * floorf(error / 360);
    return error > 180 ? 360 - error : error;
}

const char *bp_question_judge(const bp_question *question, float answer, bool *right) {
    float tolerance = question->tolerance > 0 ? question->tolerance : 0.005f;
    if (question->kind == BP_QUESTION_ANGLE && !(question->tolerance > 0)) tolerance = 10;
    float error = bp_question_error(question, answer, question->answer);
    *right = error <= tolerance;
    if (*right) return question->right;
    for (int i = 0; i < BP_WRONG_ANSWER_MAX && question->wrong[i].why; i++)
        if (bp_question_error(question, answer, question->wrong[i].answer) <= tolerance)
            return question->wrong[i].why;
    /* The student has the right idea: the hint would lead away from it. */
    if (question->kind == BP_QUESTION_ANGLE && error <= 2 * tolerance)
        return "That is close. Adjust it a little.";
    return question->hint;
}

int bp_question_option_count(const bp_question *question) {
    int count = 0;
    while (count < BP_OPTION_MAX && question->options[count]) count++;
    return count;
}

/* A value that rounds to zero prints as "-0.0". Drops the sign of each such number in the text. */
static void drop_signs_of_zeros(char *text) {
    for (char *at = text; *at; at++) {
        if (*at != '-') continue;
        size_t zeros = strspn(at + 1, "0."), digits = strspn(at + 1, "0123456789.");
        if (zeros > 0 && zeros == digits) memmove(at, at + 1, strlen(at));
    }
}

const char *bp_readout_text(const bp_readout *readout, bp_world *world, char *text, size_t size) {
    float values[BP_CLAIM_VALUE_MAX] = {0};
    readout->measure(world, &readout->args, values);
    const char *format = readout->format ? readout->format : "%.4g";
    const char *bar = strchr(format, '|');
    if (isnan(values[0])) {
        snprintf(text, size, "not measured");
        return text;
    }
    if (bar) {
        bool second = values[0] != 0;
        snprintf(text, size, "%.*s", second ? (int)strlen(bar + 1) : (int)(bar - format),
                 second ? bar + 1 : format);
        return text;
    }
    /* The formats are literals of the lessons; the compiler can't see that here. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(text, size, format, (double)values[0], (double)values[1], (double)values[2], (double)values[3]);
#pragma GCC diagnostic pop
    drop_signs_of_zeros(text);
    return text;
}

/* The order of reading, where it isn't that of the numbers. */
static const int READING[] = {1,  2,  3,  4,  5,  6,  11, 14, 7,  8,  13, 10, 9,  12, 15,
                              16, 17, 18, 29, 30, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28};

int bp_lesson_place(int number) {
    for (int i = 0; i < (int)BP_COUNT(READING); i++)
        if (READING[i] == number) return i + 1;
    if (number > 0 && number < READING[0]) return 0;
    return number;
}

int bp_lesson_next_number(const bp_lesson_plan *lesson) {
    int place = bp_lesson_place(lesson->number), count = (int)BP_COUNT(READING);
    bool known = place <= count && READING[place - 1] == lesson->number;
    return known && place < count ? READING[place] : known ? count + 1 : lesson->number + 1;
}

int bp_lesson_claim_count(const bp_lesson_plan *lesson) {
    int count = 0;
    for (int i = 0; i < lesson->step_count; i++) count += lesson->steps[i].claim_count;
    return count;
}

const char *bp_lesson_group_title(bp_lesson_group group) {
    switch (group) {
    case BP_LESSONS_BONES: return "Bones";
    case BP_LESSONS_PIXELS: return "How a pixel is made";
    case BP_LESSON_GROUPS: break;
    }
    return "";
}

const char *bp_claim_name(bp_lesson_group group, int number, char *text, size_t size) {
    if (size > 0) *text = '\0';
    if (number > 0) snprintf(text, size, "%s%d", group == BP_LESSONS_PIXELS ? "P" : "", number);
    return text;
}

/* ---- handles ---- */

bp_vec3 bp_handle_position(const bp_handle *handle, bp_world *world) {
    if (handle->position) return handle->position(world);
    return handle->kind ? handle->kind->position(world, handle) : (bp_vec3){0, 0, 0};
}

void bp_handle_move(const bp_handle *handle, bp_world *world, bp_vec3 to) {
    if (handle->set)
        handle->set(world, to);
    else if (handle->kind)
        handle->kind->move(world, handle, to);
}

/* ---- words ---- */

/* "[name:words]" at `text`: where the words begin, and the closing bracket. */
static bool bracket(const char *text, const char **words, const char **end) {
    if (*text != '[') return false;
    const char *colon = strchr(text, ':');
    *end = strchr(text, ']');
    if (!colon || !*end || colon > *end || colon == text + 1 || *end == colon + 1) return false;
    *words = colon + 1;
    return (size_t)(colon - text - 1) < sizeof((bp_prose_run *)0)->color;
}

bool bp_prose_next(const char **at, bp_prose_run *run) {
    const char *text = *at, *words, *end;
    *run = (bp_prose_run){.text = text};
    if (!*text) return false;
    if (bracket(text, &words, &end)) {
        memcpy(run->color, text + 1, (size_t)(words - text - 2));
        run->text = words;
        run->length = (size_t)(end - words);
        *at = end + 1;
        return true;
    }
    const char *next = text + 1;
    while (*next && !bracket(next, &words, &end)) next++;
    run->length = (size_t)(next - text);
    *at = next;
    return true;
}

bool bp_prose_paragraph(const char **at, char *out) {
    const char *end = strstr(*at, "\n\n");
    size_t length = end ? (size_t)(end - *at) : strlen(*at);
    if (!**at) return false;
    snprintf(out, BP_PROSE_MAX, "%.*s", (int)length, *at);
    *at = end ? end + 2 : "";
    return true;
}

bp_rgba8 bp_prose_color(const bp_theme *theme, const char *name) {
    /* On dark pages, on light ones. */
    static const struct {
        char name[8];
        bp_rgba8 color[2];
    } PARTS[] = {{"a", {{245, 166, 35, 255}, {158, 84, 0, 255}}},
                 {"b", {{64, 200, 150, 255}, {0, 112, 80, 255}}},
                 {"c", {{110, 190, 245, 255}, {0, 94, 150, 255}}},
                 {"p", {{255, 120, 165, 255}, {176, 20, 80, 255}}},
                 {"hem", {{240, 222, 80, 255}, {120, 96, 0, 255}}},
                 {"shirt", {{70, 205, 205, 255}, {0, 108, 112, 255}}},
                 {"red", {{240, 128, 110, 255}, {176, 44, 24, 255}}},
                 {"wrong", {{190, 150, 245, 255}, {112, 60, 180, 255}}}};
    const int page = theme == bp_theme_of(true);
    for (size_t i = 0; i < BP_COUNT(PARTS); i++)
        if (strcmp(name, PARTS[i].name) == 0) return PARTS[i].color[page];
    return strcmp(name, "left") == 0    ? theme->arm_left
           : strcmp(name, "right") == 0 ? theme->arm_right
           : strcmp(name, "bone") == 0  ? theme->changed
           : strcmp(name, "ghost") == 0 ? theme->ghost
                                        : theme->here;
}

size_t bp_prose_plain(const char *prose, char *out, size_t size) {
    size_t used = 0;
    bp_prose_run run;
    while (bp_prose_next(&prose, &run)) {
        for (size_t i = 0; i < run.length && used + 1 < size; i++) out[used++] = run.text[i];
    }
    if (size > 0) out[used] = '\0';
    return used;
}

const char *bp_step_prose(const bp_step *step) { return step->prose ? step->prose : step->caption; }

float bp_step_stop(const bp_step *step) { return step->stop > 0 ? step->stop : 1; }

const char *bp_step_code(const bp_lesson_plan *lesson, int step, bool babylon) {
    while (step >= 0 && !lesson->steps[step].code) step--;
    if (step < 0) return NULL;
    return babylon ? lesson->steps[step].babylon : lesson->steps[step].code;
}
