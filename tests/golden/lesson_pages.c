/* The lessons' READMEs agree with the lessons: each page (the lesson's story, with the numbers that change) is
 * generated again and must equal the file in lessons/. Of the transcripts, with every matrix of every step, the file
 * tests/golden/transcripts has a hash a step. With BINDPOSE_DOCS_UPDATE=1 (make docs) the files are written instead.
 * tests/docs/pictures draws the pages' pictures. */
#include "base/text_buffer.h"
#include <bindpose/exercise.h>
#include <bindpose/lesson_session.h>
#include <stdlib.h>
#include <string.h>

#include "support/test.h"

extern const bp_lesson_plan *const bp_lesson_registry[];

static const char *difficulty(const bp_lesson_plan *lesson) {
    static const char *const WORDS[] = {"easy", "takes some thought", "hard"};
    return WORDS[lesson->difficulty - 1];
}

/* The claims of its group that the lesson covers, each once, in order: "52, 53". */
static void add_claims(bp_text_buffer *page, const bp_lesson_plan *lesson) {
    int found = 0;
    char name[16];
    for (int number = 1; number <= 64; number++) {
        bool here = false;
        for (int s = 0; s < lesson->step_count; s++)
            for (int i = 0; i < lesson->steps[s].claim_count; i++)
                here = here || lesson->steps[s].claims[i].number == number;
        if (here)
            bp_text_buffer_add(page, "%s%s", found++ ? ", " : "",
                               bp_claim_name(lesson->group, number, name, sizeof name));
    }
    if (!found) bp_text_buffer_add(page, "none; it measures its own");
}

/* A lesson's number and name as a link; `text` is one name of a list, `length` bytes of it. */
static void add_link(bp_text_buffer *page, const char *text, int length) {
    for (const bp_lesson_plan *const *lesson = bp_lesson_registry; *lesson; lesson++) {
        if (strncmp((*lesson)->name, text, (size_t)length) != 0 || (*lesson)->name[length] != '\0') continue;
        bp_text_buffer_add(page, "[%02d. %s](../%s/README.md)", (*lesson)->number, (*lesson)->title,
                           (*lesson)->name);
        return;
    }
    bp_text_buffer_add(page, "%.*s", length, text);
}

static void add_prerequisites(bp_text_buffer *page, const char *names) {
    while (*names) {
        int length = (int)strcspn(names, ",");
        add_link(page, names, length);
        names += length;
        if (*names) bp_text_buffer_add(page, ", ");
        names += strspn(names, ", ");
    }
}

static void add_list(bp_text_buffer *page, const char *title, const char *const items[4]) {
    if (!items[0]) return;
    bp_text_buffer_add(page, "\n## %s\n\n", title);
    for (int i = 0; i < 4 && items[i]; i++) bp_text_buffer_add(page, "- %s\n", items[i]);
}

/* The step whose picture stands for the lesson in the list. */
static int cover(const bp_lesson_plan *lesson) {
    int step = lesson->step_count - 1;
    while (step > 0 && !lesson->steps[step].cover) step--;
    return step;
}

/* As in the window, options have numbers. */
static void add_question(bp_text_buffer *page, const bp_question *question) {
    bp_text_buffer_add(page, "\n> **%s**\n", question->text);
    for (int i = 0; i < bp_question_option_count(question); i++)
        bp_text_buffer_add(page, "%s> %d. %s\n", i ? "" : ">\n", i + 1, question->options[i]);
    bp_text_buffer_add(page, ">\n> <details><summary>Answer</summary>\n>\n> ");
    if (question->kind == BP_QUESTION_CHOICE) {
        bp_text_buffer_add(page, "%d", (int)question->answer + 1);
    } else if (question->kind == BP_QUESTION_ORDER) {
        char digits[16];
        snprintf(digits, sizeof digits, "%.0f", (double)question->answer);
        for (const char *d = digits; *d; d++) bp_text_buffer_add(page, "%s%c", d > digits ? ", " : "", *d);
    } else {
        const char *unit = question->kind == BP_QUESTION_ANGLE ? "degrees" : question->unit;
        bp_text_buffer_add(page, "%g%s%s", (double)question->answer, unit && *unit ? " " : "",
                           unit ? unit : "");
    }
    bp_text_buffer_add(page, ". %s\n>\n> </details>\n", question->right);
}

enum { VALUE = 96 };

/* The readouts of a step, as text; returns the step that they come from. */
static const bp_step *read_readouts(bp_session *session, int step, char values[BP_READOUT_MAX][VALUE]) {
    const bp_lesson_plan *lesson = bp_session_lesson(session);
    bp_error error = {0};
    if (!bp_session_seek(session, (bp_lesson_state){.step = step, .t = bp_step_stop(&lesson->steps[step])},
                         &error))
        fail_msg("%s", error.message);
    while (step > 0 && lesson->steps[step].readout_count == 0) step--;
    const bp_step *from = &lesson->steps[step];
    for (int i = 0; i < from->readout_count && i < BP_READOUT_MAX; i++)
        bp_readout_text(&from->readouts[i], bp_session_world(session), values[i], VALUE);
    return from;
}

/* "angle in local: **75°**": where the sliders below the picture stand. */
static void add_sliders(bp_text_buffer *page, const bp_content *content) {
    for (int i = 0; i < content->slider_count; i++) {
        const bp_slider *slider = &content->sliders[i];
        const char *between = i ? "; " : "\n";
        int order[BP_CARD_MAX], count = bp_slider_names(slider);
        if (slider->ordered) {
            bp_order_of(slider->value, count, order);
            for (int k = 0; k < count; k++)
                bp_text_buffer_add(page, "%s%s", k ? ", then " : between, slider->names[order[k]]);
        } else if (count > 0) {
            bp_text_buffer_add(page, "%s%s: **%s**", between, slider->name,
                               slider->names[(int)(slider->value + 0.5f)]);
        } else {
            bp_text_buffer_add(page, "%s%s: **%.*f%s**", between, slider->name, slider->decimals,
                               (double)slider->value, slider->unit ? slider->unit : "");
        }
    }
}

/* The line of code, with the slider's value in place of {}. */
static void add_code(bp_text_buffer *page, const char *code, const bp_content *content) {
    const char *mark = strstr(code, "{}");
    const bp_slider *slider = &content->sliders[0];
    bp_text_buffer_add(page, "\n```c\n%.*s", mark ? (int)(mark - code) : (int)strlen(code), code);
    if (mark) bp_text_buffer_add(page, "%.*f%s", slider->decimals, (double)slider->value, mark + 2);
    bp_text_buffer_add(page, "\n```\n");
}

/* Below a picture: its sliders, and the readouts that this step changed, or shows first, without times. */
static void add_numbers_below(bp_text_buffer *page, bp_session *session, int step,
                              const bp_content *content) {
    char values[BP_READOUT_MAX][VALUE], before[BP_READOUT_MAX][VALUE];
    const bp_step *from = step > 0 ? read_readouts(session, step - 1, before) : NULL;
    const bp_step *current = read_readouts(session, step, values);
    int count = content->slider_count;
    add_sliders(page, content);
    for (int i = 0; i < current->readout_count && i < BP_READOUT_MAX; i++) {
        if (from == current && strcmp(values[i], before[i]) == 0) continue;
        if (strcmp(values[i], "not measured") == 0) continue;
        if (count > 0 && strcmp(current->readouts[i].label, content->sliders[0].name) == 0) continue;
        bp_text_buffer_add(page, "%s%s: **%s**", count++ ? "; " : "\n", current->readouts[i].label,
                           values[i]);
    }
    if (count > 0) bp_text_buffer_add(page, "\n");
}

static void add_prose(bp_text_buffer *page, const char *prose) {
    char plain[BP_PROSE_MAX];
    bp_prose_plain(prose, plain, sizeof plain);
    bp_text_buffer_add(page, "\n%s\n", plain);
}

/* The story as the window tells it. A question has its picture above it; then comes the picture of the
 * answer. */
static void add_story(bp_text_buffer *page, bp_session *session) {
    const bp_lesson_plan *lesson = bp_session_lesson(session);
    for (int i = 0; i < lesson->step_count; i++) {
        const bp_step *step = &lesson->steps[i];
        const bp_question *question = step->question;
        if (step->heading) bp_text_buffer_add(page, "\n## %s\n", step->heading);
        add_prose(page, question && question->caption ? question->caption : bp_step_prose(step));
        bp_text_buffer_add(page, "\n![Step %d](pictures/step-%02d.png)\n", i + 1, i + 1);
        if (question) {
            add_question(page, question);
            if (question->caption) add_prose(page, bp_step_prose(step));
            bp_text_buffer_add(page, "\n![Step %d, answered](pictures/step-%02d-answer.png)\n", i + 1, i + 1);
        }
        bp_content content;
        bp_error error = {0};
        const bp_lesson_state state = {.step = i, .t = bp_step_stop(step)};
        if (!bp_session_seek(session, state, &error) ||
            !bp_session_content(session, &state, &content, &error))
            fail_msg("%s", error.message);
        add_numbers_below(page, session, i, &content);
        if (step->code) add_code(page, step->code, &content);
        if (step->footnote) bp_text_buffer_add(page, "\n*%s*\n", step->footnote);
    }
}

/* Questions without a measurement, their answers folded. */
static void add_thoughts(bp_text_buffer *page, const bp_lesson_text *text) {
    if (text->questions[0]) bp_text_buffer_add(page, "\n## Questions to think about\n\n");
    for (int i = 0; i < 4 && text->questions[i]; i++) {
        if (!text->answers[i]) fail_msg("no answer to \"%s\"", text->questions[i]);
        bp_text_buffer_add(page, "- %s<details><summary>Answer</summary>%s</details>\n", text->questions[i],
                           text->answers[i]);
    }
}

static void write_page(const bp_lesson_plan *lesson, bp_text_buffer *page) {
    bp_error error = {0};
    bp_session *session = bp_session_create(NULL, lesson, NULL, &error);
    if (!session) fail_msg("%s: %s: %s", lesson->name, error.place, error.message);
    const bp_lesson_text *text = &lesson->text;
    bp_text_buffer_add(page,
                       "<!-- Made by `make docs` from lesson.c: change that. -->\n\n# %02d. %s\n\n%s\n\n",
                       lesson->number, lesson->title, text->goal ? text->goal : lesson->summary);
    bp_text_buffer_add(page, "Play it: `make lessons && build/lessons/%s`.", lesson->name);
    if (strcmp(text->prerequisites, "none") != 0) {
        bp_text_buffer_add(page, " It builds on ");
        add_prerequisites(page, text->prerequisites);
        bp_text_buffer_add(page, ".");
    }
    bp_text_buffer_add(page, "\n");
    add_story(page, session);
    add_list(page, "What you learned", text->learned);
    add_list(page, "Try this", text->try_this);
    add_thoughts(page, text);
    bp_text_buffer_add(page,
                       lesson->group == BP_LESSONS_BONES
                           ? "\n## For Babylon.js users\n\nClaims of \"Bone Class Internals\" that this "
                             "lesson checks: "
                           : "\n## Claims\n\nThis lesson checks: ");
    add_claims(page, lesson);
    bp_text_buffer_add(
        page,
        ". `build/lessons/%s --check` measures them; `--transcript OUT.md` writes every %s of every "
        "step.\n\n[All lessons](../README.md) | [The program](lesson.c)\n",
        lesson->name, lesson->group == BP_LESSONS_BONES ? "matrix" : "number");
    bp_session_destroy(session);
}

/* The exercises that go with a lesson, as links; NULL: those that need none. */
static void add_exercises(bp_text_buffer *page, const bp_lesson_plan *lesson) {
    const char *before = "";
    for (const bp_exercise *const *one = bp_exercises; *one; one++) {
        if (!lesson == !(*one)->lesson && (!lesson || strcmp((*one)->lesson, lesson->name) == 0)) {
            bp_text_buffer_add(page, "%s[%s %s](exercises/originals/%s.c)", before, (*one)->id, (*one)->title,
                               (*one)->name);
            before = lesson ? "<br>" : ", ";
        }
    }
}

/* "01, 03": the lessons that come before it. */
static void add_numbers(bp_text_buffer *page, const char *names) {
    for (const char *before = ""; *names; before = ", ") {
        if (names[0] >= '0' && names[0] <= '9') bp_text_buffer_add(page, "%s%.2s", before, names);
        names += strcspn(names, ",");
        names += strspn(names, ", ");
    }
}

static void write_table(bp_text_buffer *page, bp_lesson_group group) {
    static const int MINUTES[] = {10, 15, 20};
    if (group != BP_LESSONS_BONES) bp_text_buffer_add(page, "\n### %s\n", bp_lesson_group_title(group));
    bp_text_buffer_add(page,
                       "\n| | lesson | what you learn | asks for | minutes | exercises | claims%s "
                       "|\n|---|---|---|---|---|---|---|\n",
                       group == BP_LESSONS_BONES ? " of the page" : "");
    int count = 0;
    while (bp_lesson_registry[count]) count++;
    for (int i = 0; i < count * count; i++) { /* in the order of reading */
        const bp_lesson_plan *lesson = bp_lesson_registry[i % count];
        if (lesson->group != group || bp_lesson_place(lesson->number) != i / count + 1) continue;
        bp_text_buffer_add(
            page, "| [<img src=\"%s/pictures/step-%02d%s.png\" width=\"240\" alt=\"%s\">](%s/README.md) | ",
            lesson->name, cover(lesson) + 1, lesson->steps[cover(lesson)].question ? "-answer" : "",
            lesson->title, lesson->name);
        bp_text_buffer_add(page, "**[%02d. %s](%s/README.md)**<br>%s<br>(%s) | %s | ", lesson->number,
                           lesson->title, lesson->name, lesson->summary, difficulty(lesson),
                           lesson->text.teaches ? lesson->text.teaches : lesson->text.goal);
        add_numbers(page, lesson->text.prerequisites);
        bp_text_buffer_add(page, " | %d | ", MINUTES[lesson->difficulty - 1]);
        add_exercises(page, lesson);
        bp_text_buffer_add(page, " | ");
        add_claims(page, lesson);
        bp_text_buffer_add(page, " |\n");
    }
}

static void write_tables(bp_text_buffer *page) {
    for (int group = 0; group < BP_LESSON_GROUPS; group++) write_table(page, (bp_lesson_group)group);
    bool any = false;
    for (const bp_exercise *const *one = bp_exercises; *one; one++) any |= !(*one)->lesson;
    if (any) bp_text_buffer_add(page, "\nExercises that need no lesson: ");
    if (any) add_exercises(page, NULL);
    bp_text_buffer_add(page, any ? ".\n\n" : "\n");
}

/* The hand-written course, with the generated table between its two marks. */
static bool write_index(bp_text_buffer *page) {
    static const char BEGIN[] = "<!-- lessons -->\n", END[] = "<!-- end of the lessons -->";
    bp_file file = {0};
    bp_error error = {0};
    if (!bp_file_read(NULL, "lessons/README.md", 0, &file, &error)) {
        print_error("%s\n", error.message);
        return false;
    }
    const char *text = (const char *)file.data, *begin = strstr(text, BEGIN), *end = strstr(text, END);
    bool ok = begin && end && begin < end;
    if (ok) {
        bp_text_buffer_add(page, "%.*s", (int)(begin - text + (ptrdiff_t)strlen(BEGIN)), text);
        write_tables(page);
        bp_text_buffer_add(page, "%s", end);
    } else {
        print_error("lessons/README.md: the marks %s and %s are missing\n", BEGIN, END);
    }
    bp_file_free(NULL, &file);
    return ok;
}

/* Prints the first line that differs, as in the file and as expected. */
static void tell_difference(const char *path, const bp_file *got, const bp_file *wanted) {
    const char *a = (const char *)got->data, *b = (const char *)wanted->data;
    size_t line = 1, start = 0, i = 0, size = got->size < wanted->size ? got->size : wanted->size;
    for (; i < size && a[i] == b[i]; i++)
        if (a[i] == '\n') line++, start = i + 1;
    const char *const ends[] = {memchr(a + start, '\n', got->size - start),
                                memchr(b + start, '\n', wanted->size - start)};
    int first = (int)(ends[0] ? ends[0] - a - (ptrdiff_t)start : (ptrdiff_t)(got->size - start));
    int second = (int)(ends[1] ? ends[1] - b - (ptrdiff_t)start : (ptrdiff_t)(wanted->size - start));
    print_error("%s:%zu\n  in the file   %.*s\n  the lesson says %.*s\n", path, line, first, a + start,
                second, b + start);
}

/* Compares the page with its file, or writes the file. True if they are equal. */
static bool keep(const char *path, bp_text_buffer *page) {
    bp_error error = {0};
    bp_file wanted = {0}, got = {0};
    const char *update = getenv("BINDPOSE_DOCS_UPDATE");
    bool same = bp_text_buffer_finish(page, &wanted, &error);
    if (same && update && strcmp(update, "1") == 0) {
        same = bp_file_write(path, wanted.data, wanted.size, &error);
    } else if (same) {
        same = bp_file_read(NULL, path, 0, &got, &error);
        if (same && (got.size != wanted.size || memcmp(got.data, wanted.data, got.size) != 0)) {
            same = false;
            tell_difference(path, &got, &wanted);
        }
    }
    if (error.kind != BP_ERROR_NONE) print_error("%s: %s\n", path, error.message);
    if (!same) print_error("`make docs` writes the pages again\n");
    bp_file_free(NULL, &wanted);
    bp_file_free(NULL, &got);
    return same;
}

static void every_page_is_what_its_lesson_says(void **state) {
    (void)state;
    int wrong = 0;
    for (const bp_lesson_plan *const *lesson = bp_lesson_registry; *lesson; lesson++) {
        char path[256];
        bp_text_buffer page = {.allocator = bp_allocator_default()};
        write_page(*lesson, &page);
        snprintf(path, sizeof path, "lessons/%s/README.md", (*lesson)->name);
        wrong += !keep(path, &page);
    }
    assert_int_equal(wrong, 0);
}

/* ---- transcripts ---- */

static const char TRANSCRIPTS[] = "tests/golden/transcripts";

/* FNV-1a. */
static uint64_t hash_text(const char *text, size_t length) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < length; i++) hash = (hash ^ (uint8_t)text[i]) * UINT64_C(0x100000001b3);
    return hash;
}

static void tell_step(const char *lesson, int step, const char *text, size_t length) {
    fprintf(stderr, /* cmocka would cut it off */
            "%s: step %d is not as recorded in %s. It is now:\n\n%.*s\n"
            "As it was when it was recorded:\n"
            "    git worktree add build/recorded \"$(git log -1 --format=%%h -- %s)\"\n"
            "    make -C build/recorded lessons && build/recorded/build/lessons/%s --headless\n"
            "If the change is meant, `make docs` records it.\n\n",
            lesson, step, TRANSCRIPTS, (int)length, text, TRANSCRIPTS, lesson);
}

/* Adds a line "LESSON STEP HASH" for each step. A step's text ends where the next one begins; the lesson's title
 * belongs to the first. Tells of steps that `recorded` doesn't have, at most `told` of them. */
static void add_hashes(bp_text_buffer *hashes, const bp_lesson_plan *lesson, const char *recorded,
                       int *told) {
    bp_error error = {0};
    bp_file transcript = {0};
    int failed = 0;
    bp_session *session = bp_session_create(NULL, lesson, NULL, &error);
    if (!session || !bp_session_transcript(session, BP_TRANSCRIPT_TEXT, false, &transcript, &failed, &error))
        fail_msg("%s: %s: %s", lesson->name, error.place, error.message);
    assert_int_equal(failed, 0);
    const char *text = (const char *)transcript.data;
    for (int step = 1; step <= lesson->step_count; step++) {
        char next[32], line[160];
        snprintf(next, sizeof next, "\nStep %d. ", step + 1);
        const char *end = strstr(text, next);
        if (!end && step < lesson->step_count) fail_msg("%s: no step %d", lesson->name, step + 1);
        size_t length = end ? (size_t)(end - text) : strlen(text);
        snprintf(line, sizeof line, "%s %d %016llx\n", lesson->name, step,
                 (unsigned long long)hash_text(text, length));
        bp_text_buffer_add(hashes, "%s", line);
        if (!strstr(recorded, line) && (*told)-- > 0) tell_step(lesson->name, step, text, length);
        text += length;
    }
    bp_file_free(NULL, &transcript);
    bp_session_destroy(session);
}

static void every_transcript_is_as_recorded(void **state) {
    (void)state;
    bp_error error = {0};
    bp_file recorded = {0};
    bp_text_buffer hashes = {.allocator = bp_allocator_default()};
    int told = getenv("BINDPOSE_DOCS_UPDATE") ? 0 : 3;
    if (told > 0 && !bp_file_read(NULL, TRANSCRIPTS, 0, &recorded, &error)) fail_msg("%s", error.message);
    for (const bp_lesson_plan *const *lesson = bp_lesson_registry; *lesson; lesson++)
        add_hashes(&hashes, *lesson, recorded.data ? (const char *)recorded.data : "", &told);
    bp_file_free(NULL, &recorded);
    assert_true(keep(TRANSCRIPTS, &hashes));
}

static void the_list_of_lessons_is_whole(void **state) {
    (void)state;
    bp_text_buffer page = {.allocator = bp_allocator_default()};
    assert_true(write_index(&page));
    assert_true(keep("lessons/README.md", &page));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_page_is_what_its_lesson_says),
                                       cmocka_unit_test(every_transcript_is_as_recorded),
                                       cmocka_unit_test(the_list_of_lessons_is_whole)};
    return cmocka_run_group_tests_name("lesson pages", tests, NULL, NULL);
}
