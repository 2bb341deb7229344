/* Shared by the files that write grades. Names and messages are students' own: everything is escaped. */
#pragma once

#include "base/text_buffer.h"
#include "tools/grade/grade.h"

/* Spreadsheets know UTF-8 by it. */
#define BP_BYTE_ORDER_MARK "\xEF\xBB\xBF"

/* (feedback.c) The head of each page: its looks, and a policy that forbids scripts and other files. */
extern const char bp_grade_page_head[];

/* Fields of a row of CSV, in quotes. */
void bp_grade_put_fields(bp_text_buffer *page, int count, const char *const *texts);

/* Adds XML or HTML. The format has %s and %d only; a text in place of %s is escaped, for elements and
 * attributes. */
void bp_grade_put_markup(bp_text_buffer *page, const char *format, ...) BP_PRINTF(2, 3);
/* An escaped text for an element; its lines stay lines. */
void bp_grade_put_lines(bp_text_buffer *page, const char *text);

/* Writes the text to folder/name, and empties it. */
bool bp_grade_write_page(bp_text_buffer *page, const bp_gradebook *book, const char *folder, const char *name,
                         bp_error *error);
