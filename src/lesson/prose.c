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

const char *bp_step_code(const bp_lesson_plan *lesson, int step, bool babylon) {
    while (step >= 0 && !lesson->steps[step].code) step--;
    if (step < 0) return NULL;
    return babylon ? lesson->steps[step].babylon : lesson->steps[step].code;
}
