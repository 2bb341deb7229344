/* Texts of Bindpose that answers may have been copied from: the lines that the web page offers, and files, of
 * which a teacher's copy has all. */
#include "base/folder.h"
#include "base/text_buffer.h"
#include "tools/grade/answer_code.h"
#include "tools/grade/similar.h"
#include <stdio.h>
#include <string.h>

enum { PATH = 1400, MOST = 1 << 20 };

/* As in the page, " BR " is a line break. */
static void put_line(bp_text_buffer *to, const char *line) {
    const char *end;
    for (; (end = strstr(line, " BR ")); line = end + 4)
        bp_text_buffer_add(to, "%.*s\n", (int)(end - line), line);
    bp_text_buffer_add(to, "%s\n", line);
}

static bool put_lines(bp_text_buffer *to, const bp_exercise_form *form) {
    if (form->kind == BP_FORM_EXPRESSION) return false;
    if (form->helpers) bp_text_buffer_add(to, "%s\n", form->helpers);
    bp_text_buffer_add(to, "%s", form->before);
    for (int i = 0; i < form->line_count; i++) put_line(to, form->lines[i]);
    bp_text_buffer_add(to, "%s", form->after);
    return true;
}

/* Of a text of answers, the correct one: it stands before the mistakes. A copy without the file has none. */
static bool put_file(bp_text_buffer *to, const bp_exercise_paths *paths, const char *name) {
    char path[PATH];
    bp_file file;
    snprintf(path, sizeof path, "%s/%s", paths->root, name);
    if (!bp_file_read(NULL, path, MOST, &file, NULL)) return false;
    const char *text = (const char *)file.data, *mistakes = strstr(text, "\n@ ");
    bp_text_buffer_put(to, text, mistakes ? (size_t)(mistakes - text) : file.size);
    bp_file_free(NULL, &file);
    return true;
}

static bool put_source(bp_text_buffer *to, const bp_exercise_paths *paths, const bp_exercise *exercise,
                       int number, char name[BP_SIMILAR_NAME]) {
    switch (number) {
    case 0: snprintf(name, BP_SIMILAR_NAME, "lines in the page"); return put_lines(to, &exercise->form);
    case 1: snprintf(name, BP_SIMILAR_NAME, "src/exercise/answers/%s.txt", exercise->name); break;
    case 2: snprintf(name, BP_SIMILAR_NAME, "tests/exercises/%s/right_b.c", exercise->name); break;
    default:
        if (!exercise->source) return false;
        snprintf(name, BP_SIMILAR_NAME, "src/%s", exercise->source);
    }
    return put_file(to, paths, name);
}

bool bp_similar_source_read(const bp_allocator *allocator, const bp_exercise_paths *paths,
                            const bp_exercise *exercise, int number, bp_similar_source *out,
                            bp_error *error) {
    char folder[960], path[PATH], sources[PATH];
    *out = (bp_similar_source){.code = NULL};
    bp_text_buffer text = {.allocator = allocator ? *allocator : bp_allocator_default()};
    const bool is_there = put_source(&text, paths, exercise, number, out->name);
    if (!bp_text_buffer_finish(&text, &out->text, error)) return false;
    if (!is_there) return true;
    if (!bp_folder_make_scratch(folder, sizeof folder, error)) return false;
    snprintf(path, sizeof path, "%s/source.c", folder);
    snprintf(sources, sizeof sources, "-I%.1000s/src", paths->root);
    const bp_code_options options = {.paths = paths, .sources = sources};
    if (bp_file_write(path, out->text.data, out->text.size, error))
        out->code = bp_answer_code(allocator, &options, path, error);
    bp_folder_remove(folder);
    return out->code != NULL;
}

void bp_similar_source_free(const bp_allocator *allocator, bp_similar_source *source) {
    bp_file_free(allocator, &source->text);
    bp_free(allocator, source->code);
    *source = (bp_similar_source){.code = NULL};
}
