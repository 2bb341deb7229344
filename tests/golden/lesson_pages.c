/* The lessons' READMEs agree with the lessons: each page is generated again (words, claims, the transcript of all
 * steps) and must equal the file in lessons/. With BINDPOSE_DOCS_UPDATE=1 (make docs) the files are written
 * instead. tests/docs/pictures draws their pictures. */
#include "lesson/text_buffer.h"
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

/* The page's claims that the lesson covers, each once, in order: "52, 53". */
static void add_claims(bp_text_buffer *page, const bp_lesson_plan *lesson) {
    int found = 0;
    for (int number = 1; number <= 64; number++) {
        bool here = false;
        for (int s = 0; s < lesson->step_count; s++)
            for (int i = 0; i < lesson->steps[s].claim_count; i++)
                here = here || lesson->steps[s].claims[i].number == number;
        if (here) bp_text_buffer_add(page, "%s%d", found++ ? ", " : "", number);
    }
    if (!found) bp_text_buffer_add(page, "none: its own alone");
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

static bool begins(const char *line, const char *with) { return strncmp(line, with, strlen(with)) == 0; }

/* Adds a line of the transcript. A heading gets its step's picture; answers and matrices are folded away. */
static void add_line(bp_text_buffer *page, const char *line, int length, bool *matrices) {
    if (begins(line, "## Step ")) {
        int step = atoi(line + strlen("## Step "));
        bp_text_buffer_add(page, "%.*s\n\n![Step %d](pictures/step-%02d.png)\n", length, line, step, step);
    } else if (begins(line, "Question: ")) {
        bp_text_buffer_add(page, "**%.*s**\n", length, line);
    } else if (begins(line, "Answer: ")) {
        bp_text_buffer_add(page, "\n<details><summary>Answer</summary>\n\n%.*s\n\n</details>\n", length - 8,
                           line + 8);
    } else if (begins(line, "```")) {
        bp_text_buffer_add(page, *matrices ? "```\n\n</details>\n"
                                           : "<details><summary>Its seven matrices</summary>\n\n```\n");
        *matrices = !*matrices;
    } else {
        bp_text_buffer_add(page, "%.*s\n", length, line);
    }
}

/* Adds the transcript without its title, which the page has already. */
static void add_transcript(bp_text_buffer *page, const bp_file *transcript) {
    const char *text = (const char *)transcript->data, *end = text + transcript->size;
    bool started = false, matrices = false;
    while (text < end) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        int length = (int)((stop ? stop : end) - text);
        started = started || begins(text, "## Step ");
        if (started) add_line(page, text, length, &matrices);
        text += length + (stop ? 1 : 0);
    }
}

static void write_page(const bp_lesson_plan *lesson, bp_text_buffer *page) {
    bp_error error = {0};
    bp_file transcript = {0};
    int failed = 0;
    bp_session *session = bp_session_create(NULL, lesson, NULL, &error);
    if (!session ||
        !bp_session_transcript(session, BP_TRANSCRIPT_MARKDOWN, false, &transcript, &failed, &error))
        fail_msg("%s: %s: %s", lesson->name, error.place, error.message);
    assert_int_equal(failed, 0);
    bp_text_buffer_add(page,
                       "<!-- Made by `make docs` from lesson.c: change that. -->\n\n# %02d. %s\n\n%s\n\n",
                       lesson->number, lesson->title, lesson->summary);
    bp_text_buffer_add(page, "| | |\n|---|---|\n| **You learn** | %s |\n| **Before it** | ",
                       lesson->text.teaches);
    add_prerequisites(page, lesson->text.prerequisites);
    bp_text_buffer_add(page, " |\n| **Difficulty** | %s |\n| **Claims of the page** | ", difficulty(lesson));
    add_claims(page, lesson);
    bp_text_buffer_add(page, " |\n| **Open it** | `make lessons && build/lessons/%s` |\n\n", lesson->name);
    add_transcript(page, &transcript);
    add_list(page, "Things to try", lesson->text.try_this);
    add_list(page, "Questions to think about", lesson->text.questions);
    bp_text_buffer_add(page, "\n[All lessons](../README.md) | [The program](lesson.c)\n");
    bp_file_free(NULL, &transcript);
    bp_session_destroy(session);
}

/* "01, 03": the exercises that go with a lesson, as links. */
static void add_exercises(bp_text_buffer *page, const bp_lesson_plan *lesson) {
    const char *before = "";
    for (const bp_exercise *const *one = bp_exercises; *one; one++) {
        if (strcmp((*one)->lesson, lesson->name) != 0) continue;
        bp_text_buffer_add(page, "%s[%02d %s](exercises/%s/exercise.c)", before, (*one)->number,
                           (*one)->title, (*one)->name);
        before = "<br>";
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

static void write_table(bp_text_buffer *page) {
    static const int MINUTES[] = {10, 15, 20};
    bp_text_buffer_add(page,
                       "\n| | lesson | what you learn | asks for | minutes | exercises | claims of the page "
                       "|\n|---|---|---|---|---|---|---|\n");
    for (const bp_lesson_plan *const *at = bp_lesson_registry; *at; at++) {
        const bp_lesson_plan *lesson = *at;
        bp_text_buffer_add(
            page, "| [<img src=\"%s/pictures/step-%02d.png\" width=\"240\" alt=\"%s\">](%s/README.md) | ",
            lesson->name, lesson->step_count, lesson->title, lesson->name);
        bp_text_buffer_add(page, "**[%02d. %s](%s/README.md)**<br>%s<br>(%s) | %s | ", lesson->number,
                           lesson->title, lesson->name, lesson->summary, difficulty(lesson),
                           lesson->text.teaches);
        add_numbers(page, lesson->text.prerequisites);
        bp_text_buffer_add(page, " | %d | ", MINUTES[lesson->difficulty - 1]);
        add_exercises(page, lesson);
        bp_text_buffer_add(page, " | ");
        add_claims(page, lesson);
        bp_text_buffer_add(page, " |\n");
    }
    bp_text_buffer_add(page, "\n");
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
        write_table(page);
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

static void the_list_of_lessons_is_whole(void **state) {
    (void)state;
    bp_text_buffer page = {.allocator = bp_allocator_default()};
    assert_true(write_index(&page));
    assert_true(keep("lessons/README.md", &page));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_page_is_what_its_lesson_says),
                                       cmocka_unit_test(the_list_of_lessons_is_whole)};
    return cmocka_run_group_tests_name("lesson pages", tests, NULL, NULL);
}
