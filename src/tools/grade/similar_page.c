/* The pairs that are alike, for a teacher: a table, and a page that shows their answers side by side.
 * Lines that both have, whatever their names and spaces, are marked. */
#include "tools/grade/grade_text.h"
#include "tools/grade/similar.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { SHAPE = 256, SHORTEST = 4, MOST_LINES = 1000 };

/* A line without spaces, and with x for each name. */
static void shape_of(const char *line, size_t length, char shape[SHAPE]) {
    size_t used = 0;
    for (size_t i = 0; i < length && used < SHAPE - 1; i++) {
        const bool word = isalpha((unsigned char)line[i]) || line[i] == '_';
        if (!isspace((unsigned char)line[i])) shape[used++] = word ? 'x' : line[i];
        while (word && i + 1 < length && (isalnum((unsigned char)line[i + 1]) || line[i + 1] == '_')) i++;
    }
    shape[used] = '\0';
}

static bool has_line(const bp_file *file, const char shape[SHAPE]) {
    char other[SHAPE];
    const char *line = (const char *)file->data;
    for (int i = 0; line && *line && i < MOST_LINES; i++) {
        const size_t length = strcspn(line, "\n");
        shape_of(line, length, other);
        if (strcmp(shape, other) == 0) return true;
        line += length + (line[length] == '\n');
    }
    return false;
}

static void put_answer(bp_text_buffer *page, const char *name, const bp_file *file, const bp_file *other) {
    char shape[SHAPE], text[512];
    bp_text_buffer_add(page, "<figure><figcaption>");
    bp_grade_put_xml(page, name);
    bp_text_buffer_add(page, "</figcaption><pre>");
    const char *line = file ? (const char *)file->data : "";
    for (int i = 0; line && *line; i++) {
        const size_t length = strcspn(line, "\n");
        shape_of(line, length, shape);
        const bool both = other && i < MOST_LINES && strlen(shape) >= SHORTEST && has_line(other, shape);
        snprintf(text, sizeof text, "%.*s", (int)length, line);
        bp_text_buffer_add(page, both ? "<b>" : "");
        bp_grade_put_xml(page, text);
        bp_text_buffer_add(page, both ? "</b>\n" : "\n");
        line += length + (line[length] == '\n');
    }
    bp_text_buffer_add(page, "</pre></figure>\n");
}

static const bp_file *answer_of(const bp_gradebook *book, const bp_similar_pair *pair, size_t who) {
    int number = 0;
    if (!book->students[who].submission) return NULL;
    while (bp_exercises[number] != book->exercises[pair->exercise]) number++;
    return &book->students[who].submission->exercises[number].file;
}

static void put_pair(bp_text_buffer *page, const bp_gradebook *book, const bp_similar_pair *pair) {
    const bp_exercise *exercise = book->exercises[pair->exercise];
    const bp_file *one = answer_of(book, pair, pair->one), *other = answer_of(book, pair, pair->other);
    bp_text_buffer_add(page, "<section><h2>%s %s: %d %%</h2><div class=\"two\">\n", exercise->id,
                       exercise->title, pair->percent);
    put_answer(page, book->students[pair->one].entry, one, other);
    put_answer(page, book->students[pair->other].entry, other, one);
    bp_text_buffer_add(page, "</div></section>\n");
}

bool bp_similar_write(const bp_gradebook *book, const char *folder, bp_error *error) {
    const bp_allocator allocator = book->allocator ? *book->allocator : bp_allocator_default();
    bp_text_buffer table = {.allocator = allocator}, page = {.allocator = allocator};
    bp_text_buffer_add(&table, BP_BYTE_ORDER_MARK "exercise,student,other,percent,windows\r\n");
    bp_text_buffer_add(&page, "%s<title>Similar answers</title>\n<h1>Similar answers</h1>\n",
                       bp_grade_page_head);
    if (book->pair_count == 0) bp_text_buffer_add(&page, "<p>There are none.</p>\n");
    for (size_t i = 0; i < book->pair_count; i++) {
        const bp_similar_pair *pair = &book->pairs[i];
        bp_text_buffer_add(&table, "%s,", book->exercises[pair->exercise]->name);
        bp_grade_put_csv(&table, book->students[pair->one].entry);
        bp_text_buffer_add(&table, ",");
        bp_grade_put_csv(&table, book->students[pair->other].entry);
        bp_text_buffer_add(&table, ",%d,%d\r\n", pair->percent, pair->windows);
        put_pair(&page, book, pair);
    }
    const bool ok = bp_grade_write_page(&table, book, folder, "similar.csv", error);
    return bp_grade_write_page(&page, book, folder, "similar.html", ok ? error : NULL) && ok;
}
