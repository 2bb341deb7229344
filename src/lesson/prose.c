/* A step's words: its prose with coloured words, and its line of code. */
#include <bindpose/lesson.h>
#include <string.h>

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

const char *bp_step_code(const bp_lesson_plan *lesson, int step, bool babylon) {
    while (step >= 0 && !lesson->steps[step].code) step--;
    if (step < 0) return NULL;
    return babylon ? lesson->steps[step].babylon : lesson->steps[step].code;
}
