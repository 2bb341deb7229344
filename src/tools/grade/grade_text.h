/* Shared by the files that write grades. Names and messages are students' own: everything is escaped. */
#ifndef BP_TOOLS_GRADE_GRADE_TEXT_H
#define BP_TOOLS_GRADE_GRADE_TEXT_H

#include "base/text_buffer.h"
#include "tools/grade/grade.h"

/* Spreadsheets know UTF-8 by it. */
#define BP_BYTE_ORDER_MARK "\xEF\xBB\xBF"

/* (feedback.c) The head of each page: its looks, and a policy that forbids scripts and other files. */
extern const char bp_grade_page_head[];

/* A quoted field: a folder's name may contain commas and line breaks. A name that a spreadsheet would take
 * for a formula gets an apostrophe in front. Bytes that aren't UTF-8 become question marks. */
void bp_grade_put_csv(bp_text_buffer *page, const char *text);

/* Escapes text for XML and HTML, in elements and attributes. Characters that XML can't contain become
 * question marks. */
void bp_grade_put_xml(bp_text_buffer *page, const char *text);

/* Writes to folder/name. */
bool bp_grade_write_file(const bp_file *text, const char *folder, const char *name, bp_error *error);

/* Writes the text to folder/name, and empties it. */
bool bp_grade_write_page(bp_text_buffer *page, const bp_gradebook *book, const char *folder, const char *name,
                         bp_error *error);

#endif
