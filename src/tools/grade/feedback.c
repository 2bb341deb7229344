/* One page of HTML for each student, with its pictures in it. A browser loads nothing else for it and runs no
 * script, whatever a student's name, code or output says: all texts are escaped, and a policy in the page
 * forbids scripts and other files. */
#include "base/file_name.h"
#include "base/system.h"
#include "base/utf8.h"
#include "tools/grade/grade.h"
#include <stdio.h>
#include <string.h>

const char bp_grade_page_head[] =
    "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; style-src "
    "'unsafe-inline'\">\n<meta name=\"viewport\" content=\"width=device-width\">\n"
    "<meta name=\"color-scheme\" content=\"light dark\">\n<style>\n"
    ":root { --paper: #fff; --ink: #1c2330; --faint: #566073; --line: #d5dae3; --card: #f5f7fa; --good: "
    "#186a3b;\n"
    "  --bad: #a8261c; }\n"
    "@media (prefers-color-scheme: dark) { :root { --paper: #14171d; --ink: #e4e8ef; --faint: #a0a9b8;\n"
    "  --line: #38404d; --card: #1d222b; --good: #6fcf97; --bad: #ff9d91; } }\n"
    "body { background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; margin: 0 "
    "auto;\n"
    "  max-width: 60rem; padding: 1.5rem 1rem 4rem; overflow-wrap: anywhere; }\n"
    "h1 { font-size: 1.6rem; margin: 0; } h2 { font-size: 1.15rem; margin: 0; }\n"
    ".sum, .more { color: var(--faint); margin: .2rem 0 1.2rem; } .more { margin: .5rem 0 0; }\n"
    "ul { display: flex; flex-wrap: wrap; gap: .4rem; list-style: none; margin: 0 0 1.5rem; padding: 0; }\n"
    "li a { border: 1px solid var(--line); border-radius: .4rem; color: inherit; display: block;\n"
    "  padding: .1rem .6rem; text-decoration: none; } .good { color: var(--good); } .bad { color: "
    "var(--bad); }\n"
    "section { border-top: 1px solid var(--line); padding: 1.2rem 0; } p { margin: .6rem 0 0; max-width: "
    "46rem; }\n"
    "pre { background: var(--card); border: 1px solid var(--line); border-radius: .4rem;\n"
    "  font: 13px/1.45 ui-monospace, 'DejaVu Sans Mono', monospace; margin: .8rem 0 0; overflow-x: auto;\n"
    "  overflow-wrap: normal; padding: .7rem .9rem; }\n"
    "div { display: flex; flex-wrap: wrap; gap: 1rem; margin: .8rem 0 0; } figure { margin: 0; }\n"
    "figcaption { color: var(--faint); } img { border: 1px solid var(--line); border-radius: .4rem; display: "
    "block;\n"
    "  height: auto; max-width: 100%; }\n.two { display: grid; grid-template-columns: repeat(2, minmax(0, "
    "1fr)); }\n"
    "body:has(.two) { max-width: 100rem; }\n"
    ".two b { background: var(--line); font-weight: inherit; }\n</style>\n";

static void put(bp_text_buffer *page, const char *text) { bp_text_buffer_add(page, "%s", text); }

/* A text of lines, if there is one. */
static void put_block(bp_text_buffer *page, const char *title, const char *text) {
    if (!text || !*text) return;
    bp_text_buffer_add(page, "%s<pre>", title);
    bp_grade_put_lines(page, text);
    put(page, "</pre>\n");
}

static const char *word_for(const bp_grade *grade) {
    static const char *const WORDS[] = {
        "passes",  "wrong",          "doesn't build",        "uses what it may not",
        "crashes", "takes too long", "takes too much memory"};
    if (grade->checked) return WORDS[grade->verdict];
    return strcmp(grade->cause, "not_begun") == 0    ? "not begun"
           : strcmp(grade->cause, "unreadable") == 0 ? "unreadable"
                                                     : "no file";
}

/* In the page's style sheet. */
static const char *class_of(const bp_grade *grade) {
    return bp_grade_passes(grade) ? "good" : grade->checked ? "bad" : "";
}

static void put_overview(bp_text_buffer *page, const bp_gradebook *book, const bp_student *student) {
    put(page, "<ul>\n");
    for (int e = 0; e < book->exercise_count; e++) {
        const bp_grade *grade = &student->grades[e];
        bp_text_buffer_add(page, "<li><a href=\"#%s\" class=\"%s\">%s %s</a></li>\n", book->exercises[e]->id,
                           class_of(grade), book->exercises[e]->id, word_for(grade));
    }
    put(page, "</ul>\n");
}

/* The report begins with its title and the explanation, which the page shows in its own way: what follows is
 * the case. */
static const char *case_in(const bp_grade *grade) {
    const char *at = grade->report ? strstr(grade->report, "\nCase ") : NULL;
    return at ? at + 1 : "";
}

static void put_exercise(bp_text_buffer *page, const bp_exercise *exercise, const bp_grade *grade,
                         int worth) {
    bp_text_buffer_add(page, "<section id=\"%s\">\n<h2>%s %s: <span class=\"%s\">%s</span></h2>\n",
                       exercise->id, exercise->id, exercise->title, class_of(grade), word_for(grade));
    if (grade->checked)
        bp_text_buffer_add(page, "<p class=\"more\">%d of %d points; %d of %d cases are right.</p>\n",
                           grade->points, worth, grade->case_right, grade->case_count);
    if (*grade->text) bp_grade_put_markup(page, "<p>%s</p>\n", grade->text);
    put_block(page, "<p class=\"more\">The compiler's first message:</p>\n", grade->message);
    if (grade->checked) put_block(page, "", case_in(grade));
    if (grade->pictures[0] && *grade->pictures[0] && *grade->pictures[1])
        bp_text_buffer_add(page,
                           "<div><figure><img width=\"400\" height=\"280\" alt=\"\" "
                           "src=\"data:image/png;base64,%s\"><figcaption>Yours</figcaption></figure>\n"
                           "<figure><img width=\"400\" height=\"280\" alt=\"\" "
                           "src=\"data:image/png;base64,%s\"><figcaption>Right</figcaption></figure></div>\n",
                           grade->pictures[0], grade->pictures[1]);
    if (!bp_grade_passes(grade)) {
        put(page, "<p class=\"more\">");
        if (exercise->lesson) bp_text_buffer_add(page, "Lesson %s teaches this. ", exercise->lesson);
        bp_text_buffer_add(page, "At home: make exercise EX=%s, make hint EX=%s</p>\n", exercise->id,
                           exercise->id);
    }
    put(page, "</section>\n");
}

/* The beginning of an entry's name, without characters that some file system, or a link, doesn't take, and no
 * device. */
static void plain_name(const char *from, char *name, size_t size) {
    size_t used = bp_path_has_device(from);
    if (used) name[0] = '_';
    while (*from && used < size - 5) {
        const size_t length = bp_utf8_length((const unsigned char *)from);
        const bool plain = length > 1 || (length == 1 && (unsigned char)*from >= 32 && *from != 127 &&
                                          !strchr("\"#%&'*/:;<=>?\\|`~", *from));
        for (size_t i = 0; i < (length ? length : 1); i++) name[used++] = plain ? from[i] : '_';
        from += length ? length : 1;
    }
    name[used] = '\0';
}

/* The name of a student's page. Moodle takes a feedback file back if its name begins as the submission's. If
 * two names differ in such characters only, the later one gets a number. */
static void file_name(const bp_gradebook *book, size_t index, char *name, size_t size) {
    char other[205], number[32] = ""; /* file systems take names of 255 bytes */
    plain_name(book->students[index].entry, name, sizeof other);
    for (size_t i = 0; i < index && !*number; i++) {
        plain_name(book->students[i].entry, other, sizeof other);
        if (strcmp(other, name) == 0) snprintf(number, sizeof number, "~%zu", index + 1);
    }
    const size_t used = strlen(name);
    snprintf(name + used, size - used, "%s%s.html",
             book->students[index].site == BP_SITE_MOODLE ? "feedback" : "", number);
}

/* Removes the pages of an earlier run, of students who aren't in this class any more: uploaded, they would
 * show marks that don't hold. Other files stay. */
static void remove_old_pages(const bp_gradebook *book, const char *pages) {
    bp_folder_names names;
    if (!bp_folder_list_files(book->allocator, pages, 1 << 16, &names, NULL)) return;
    for (size_t i = 0; i < names.count; i++) {
        char path[2000];
        bp_file file;
        snprintf(path, sizeof path, "%s/%s", pages, names.names[i]);
        const size_t length = strlen(path);
        if (length < 5 || strcmp(path + length - 5, ".html") != 0 ||
            !bp_file_read(book->allocator, path, 0, &file, NULL))
            continue;
        const bool ours = strncmp((const char *)file.data, bp_grade_page_head, 200) == 0;
        bp_file_free(book->allocator, &file);
        if (ours) bp_file_remove(path);
    }
    bp_folder_names_free(book->allocator, &names);
}

bool bp_gradebook_write_feedback(const bp_gradebook *book, const char *folder, bp_error *error) {
    char pages[1400], name[400];
    snprintf(pages, sizeof pages, "%.1000s/feedback", folder);
    bool ok = bp_folder_make(pages, error);
    if (ok) remove_old_pages(book, pages);
    for (size_t i = 0; ok && i < book->student_count; i++) {
        const bp_student *student = &book->students[i];
        bp_text_buffer page = bp_grade_page(book);
        put(&page, bp_grade_page_head);
        bp_grade_put_markup(&page,
                            "<title>Feedback: %s</title>\n<h1>%s</h1>\n<p class=\"sum\">%d of %d points%s",
                            student->name, student->name, student->points, bp_gradebook_max_points(book),
                            student->late ? ", handed in late" : "");
        if (student->days_late && book->late_percent)
            bp_text_buffer_add(&page, ": %d %% less of each exercise's points, for %d day%s",
                               student->days_late * book->late_percent, student->days_late,
                               student->days_late > 1 ? "s" : "");
        put(&page, "</p>\n");
        put_overview(&page, book, student);
        /* What was found in the submission and couldn't be used. */
        if (student->submission)
            put_block(&page, "<p class=\"more\">About the files that you handed in:</p>\n",
                      (const char *)student->submission->notes.data);
        for (int e = 0; e < book->exercise_count; e++)
            put_exercise(&page, book->exercises[e], &student->grades[e], book->worth[e]);
        file_name(book, i, name, sizeof name);
        ok = bp_grade_write_page(&page, book, pages, name, error);
    }
    return ok;
}
