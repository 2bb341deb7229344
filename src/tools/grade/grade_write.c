/* A class's grades as CSV for spreadsheets, JSON for programs, JUnit XML for viewers of test results, and CSV
 * for course sites. Names and messages are students' own: everything is escaped. */
#include "base/utf8.h"
#include "io/json.h"
#include "tools/grade/grade.h"
#include <bindpose/io.h>
#include <string.h>

static void put(bp_text_buffer *page, const char *text) { bp_text_buffer_add(page, "%s", text); }

/* ---- texts ---- */

/* Spreadsheets take these as formulas, some behind spaces or what isn't seen, and some as wide as Chinese
 * characters. */
static bool is_formula(const char *text) {
    static const char *const WIDE[] = {"\uFF1D", "\uFF0B", "\uFF0D", "\uFF20"};
    /* The first two bytes of what isn't seen: spaces, hyphens, fillers, marks of direction, zero widths. */
    static const char *const BLANK[] = {"\xC2\xA0", "\xC2\xAD", "\xE1\x85", "\xE1\xA0", "\xE2\x80",
                                        "\xE2\x81", "\xE3\x80", "\xE3\x85", "\xEF\xBB"};
    text += strspn(text, " \t\r\n\v\f");
    const size_t length = bp_utf8_length((const unsigned char *)text);
    for (size_t i = 0; i < BP_COUNT(BLANK); i++)
        if (strncmp(text, BLANK[i], 2) == 0 && length > 0) return is_formula(text + length);
    for (size_t i = 0; i < BP_COUNT(WIDE); i++)
        if (strncmp(text, WIDE[i], 3) == 0) return true;
    return *text && strchr("=+-@", *text);
}

static bool is_control(const char *text) { return bp_utf8_is_control((const unsigned char *)text); }

/* A quoted field: a folder's name may contain commas and line breaks. A name that a spreadsheet would take
 * for a formula gets an apostrophe in front. Bytes that aren't UTF-8 become question marks. */
static void put_field(bp_text_buffer *p, const char *text) {
    put(p, "\"");
    if (is_formula(text)) put(p, "'");
    while (*text) {
        size_t length = bp_utf8_length((const unsigned char *)text);
        if (*text == '"')
            put(p, "\"\"");
        else if (length == 0 || is_control(text))
            put(p, "?");
        else
            bp_text_buffer_add(p, "%.*s", (int)length, text);
        text += length ? length : 1;
    }
    put(p, "\"");
}

void bp_grade_put_fields(bp_text_buffer *p, int count, const char *const *texts) {
    for (int i = 0; i < count; i++) {
        if (i > 0) put(p, ",");
        put_field(p, texts[i]);
    }
}

/* Escapes text for XML and HTML. Characters that XML can't contain become question marks. */
static void put_escaped(bp_text_buffer *p, const char *text, const char *line_break) {
    while (*text) {
        size_t length = bp_utf8_length((const unsigned char *)text);
        unsigned char c = (unsigned char)*text;
        switch (c) {
        case '&': put(p, "&amp;"); break;
        case '<': put(p, "&lt;"); break;
        case '>': put(p, "&gt;"); break;
        case '"': put(p, "&quot;"); break;
        case '\n': put(p, line_break); break;
        default:
            if (length == 0 || is_control(text) || strncmp(text, "\xEF\xBF\xBE", 3) == 0 ||
                strncmp(text, "\xEF\xBF\xBF", 3) == 0)
                put(p, "?");
            else
                bp_text_buffer_add(p, "%.*s", (int)length, text);
        }
        text += length ? length : 1;
    }
}

void bp_grade_put_lines(bp_text_buffer *p, const char *text) { put_escaped(p, text, "\n"); }

void bp_grade_put_markup(bp_text_buffer *p, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    for (const char *at = format; *at;) {
        const size_t plain = strcspn(at, "%");
        bp_text_buffer_add(p, "%.*s", (int)plain, at);
        at += plain;
        if (strncmp(at, "%s", 2) == 0) put_escaped(p, va_arg(arguments, const char *), "&#10;");
        if (strncmp(at, "%d", 2) == 0) bp_text_buffer_add(p, "%d", va_arg(arguments, int));
        at += *at ? 2 : 0;
    }
    va_end(arguments);
}

/* Frees the text. */
static bool write_file(const bp_gradebook *book, bp_file *text, const char *folder, const char *name,
                       bp_error *error) {
    char path[1400];
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    bool ok = length > 0 && (size_t)length < sizeof path
                  ? bp_file_write(path, text->data, text->size, error)
                  : bp_fail(error, BP_ERROR_ARGUMENT, folder, "the folder's name is too long");
    bp_file_free(book->allocator, text);
    return ok;
}

bool bp_grade_write_page(bp_text_buffer *page, const bp_gradebook *book, const char *folder, const char *name,
                         bp_error *error) {
    bp_file text;
    return bp_text_buffer_finish(page, &text, error) && write_file(book, &text, folder, name, error);
}

/* ---- the forms ---- */

bp_text_buffer bp_grade_page(const bp_gradebook *book) {
    return (bp_text_buffer){.allocator = book->allocator ? *book->allocator : bp_allocator_default()};
}

/* Of all exercises, each behind a comma. */
static void put_names(bp_text_buffer *p, const bp_gradebook *book) {
    for (int e = 0; e < book->exercise_count; e++) bp_text_buffer_add(p, ",%s", book->exercises[e]->name);
}
static void put_points(bp_text_buffer *p, const bp_gradebook *book, const bp_student *student) {
    for (int e = 0; e < book->exercise_count; e++) bp_text_buffer_add(p, ",%d", student->grades[e].points);
}

static bool write_csv(const bp_gradebook *book, const char *folder, bp_error *error) {
    bp_text_buffer p = bp_grade_page(book);
    put(&p, BP_BYTE_ORDER_MARK "student,id,site_id");
    put_names(&p, book);
    put(&p, ",days_late,points,of,late,seed\r\n");
    for (size_t i = 0; i < book->student_count; i++) {
        const bp_student *student = &book->students[i];
        bp_grade_put_fields(&p, 3, (const char *const[]){student->name, student->id, student->site_id});
        put_points(&p, book, student);
        bp_text_buffer_add(&p, ",%d,%d,%d,%s,%llu\r\n", student->days_late, student->points,
                           bp_gradebook_max_points(book), student->late ? "late" : "",
                           (unsigned long long)book->seed);
    }
    return bp_grade_write_page(&p, book, folder, "grades.csv", error);
}

static void put_mark(bp_json_writer *writer, const bp_exercise *exercise, const bp_grade *grade, int worth) {
    bp_json_write(writer, "{exercise: %s, verdict: %s, points: %d, of: %d, cause: %s, text: %s, case: %s",
                  exercise->name, grade->checked ? bp_exercise_verdict_text(grade->verdict) : "none",
                  grade->points, worth, grade->cause[0] ? grade->cause : NULL,
                  grade->text[0] ? grade->text : NULL, grade->case_name[0] ? grade->case_name : NULL);
    if (grade->checked)
        bp_json_write(writer, "cases_right: %d, cases: %d", grade->case_right, grade->case_count);
    bp_json_write(writer, "}");
}

static void put_student(bp_json_writer *writer, const bp_gradebook *book, const bp_student *student) {
    bp_json_write(writer,
                  "{name: %s, id: %s, site_id: %s, late: %i, days_late: %d, points: %d, of: %d, exercises: [",
                  student->name, student->id, student->site_id, student->late, student->days_late,
                  student->points, bp_gradebook_max_points(book));
    for (int e = 0; e < book->exercise_count; e++)
        put_mark(writer, book->exercises[e], &student->grades[e], book->worth[e]);
    bp_json_write(writer, "]}");
}

static bool write_json(const bp_gradebook *book, const char *folder, bp_error *error) {
    bp_json_writer writer = bp_json_writer_make(book->allocator);
    char seed[32];
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)book->seed);
    bp_json_write(&writer, "{form: %s, seed: %s, students: [", "bindpose-grades-1", seed);
    for (size_t i = 0; i < book->student_count; i++) put_student(&writer, book, &book->students[i]);
    bp_json_write(&writer, "]}");
    bp_file text = {0};
    bool ok =
        bp_json_writer_finish(&writer, &text, error) && write_file(book, &text, folder, "grades.json", error);
    bp_json_writer_clear(&writer);
    return ok;
}

static void put_xml_case(bp_text_buffer *p, const bp_student *student, const bp_exercise *exercise,
                         const bp_grade *grade) {
    bp_grade_put_markup(p, "    <testcase classname=\"%s\" name=\"%s\"", student->name, exercise->name);
    if (!grade->cause[0])
        put(p, "/>\n");
    else if (grade->checked)
        bp_grade_put_markup(p, "><failure type=\"%s\" message=\"%s\">%s</failure></testcase>\n", grade->cause,
                            grade->case_name, grade->text);
    else
        bp_grade_put_markup(p, "><skipped message=\"%s\"/></testcase>\n", grade->cause);
}

static void put_xml_student(bp_text_buffer *p, const bp_gradebook *book, const bp_student *student) {
    int failures = 0, skipped = 0;
    for (int e = 0; e < book->exercise_count; e++) {
        failures += student->grades[e].checked && !bp_grade_passes(&student->grades[e]);
        skipped += !student->grades[e].checked;
    }
    bp_grade_put_markup(p, "  <testsuite name=\"%s\" tests=\"%d\" failures=\"%d\" skipped=\"%d\">\n",
                        student->name, book->exercise_count, failures, skipped);
    for (int e = 0; e < book->exercise_count; e++)
        put_xml_case(p, student, book->exercises[e], &student->grades[e]);
    put(p, "  </testsuite>\n");
}

static bool write_xml(const bp_gradebook *book, const char *folder, bp_error *error) {
    bp_text_buffer p = bp_grade_page(book);
    put(&p, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites");
    bp_text_buffer_add(&p, " name=\"bindpose exercises, seed %llu\">\n", (unsigned long long)book->seed);
    for (size_t i = 0; i < book->student_count; i++) put_xml_student(&p, book, &book->students[i]);
    put(&p, "</testsuites>\n");
    return bp_grade_write_page(&p, book, folder, "grades.xml", error);
}

/* ---- files that Moodle and Canvas import ----
 *
 * Moodle's grading worksheet needs the columns Identifier, Grade and "Last modified (grade)"; its gradebook
 * can match "ID number" and take a column for each exercise. Canvas's gradebook matches ID, or else SIS User
 * ID; the row of points possible comes first. */

/* The id of a handin is what a student says, so it stands only where the site gave no number. */
static const char *own_id(const bp_student *student) { return *student->site_id ? "" : student->id; }

static int passed(const bp_gradebook *book, const bp_student *student) {
    int count = 0;
    for (int e = 0; e < book->exercise_count; e++) count += bp_grade_passes(&student->grades[e]);
    return count;
}

/* Per exercise: a column each; else one grade. */
static bool write_moodle(const bp_gradebook *book, const char *folder, bool each, bp_error *error) {
    bp_text_buffer p = bp_grade_page(book);
    put(&p, "Identifier,Full name,ID number");
    if (each) put_names(&p, book);
    put(&p, each ? "\r\n" : ",Grade,Maximum Grade,Last modified (grade),Feedback comments\r\n");
    for (size_t i = 0; i < book->student_count; i++) {
        const bp_student *student = &book->students[i];
        if (student->site == BP_SITE_CANVAS) continue;
        bp_text_buffer_add(&p, "%s%s,", *student->site_id ? "Participant " : "", student->site_id);
        bp_grade_put_fields(&p, 2, (const char *const[]){student->name, own_id(student)});
        if (each)
            put_points(&p, book, student);
        else
            bp_text_buffer_add(&p, ",%d,%d,-,\"%d of %d exercises pass\"", student->points,
                               bp_gradebook_max_points(book), passed(book, student), book->exercise_count);
        put(&p, "\r\n");
    }
    return bp_grade_write_page(&p, book, folder, each ? "moodle-exercises.csv" : "moodle.csv", error);
}

static bool write_canvas(const bp_gradebook *book, const char *folder, bool each, bp_error *error) {
    bp_text_buffer p = bp_grade_page(book);
    put(&p, "Student,ID,SIS User ID,SIS Login ID,Section");
    if (each)
        put_names(&p, book);
    else
        put(&p, ",Bindpose exercises");
    put(&p, "\r\n    Points Possible,,,,");
    for (int e = 0; each && e < book->exercise_count; e++) bp_text_buffer_add(&p, ",%d", book->worth[e]);
    if (!each) bp_text_buffer_add(&p, ",%d", bp_gradebook_max_points(book));
    for (size_t i = 0; i < book->student_count; i++) {
        const bp_student *student = &book->students[i];
        if (student->site == BP_SITE_MOODLE) continue;
        put(&p, "\r\n");
        bp_grade_put_fields(&p, 3, (const char *const[]){student->name, student->site_id, own_id(student)});
        put(&p, ",,");
        if (each)
            put_points(&p, book, student);
        else
            bp_text_buffer_add(&p, ",%d", student->points);
    }
    put(&p, "\r\n");
    return bp_grade_write_page(&p, book, folder, each ? "canvas-exercises.csv" : "canvas.csv", error);
}

bool bp_gradebook_write_tables(const bp_gradebook *book, const char *folder, bp_error *error) {
    bool ok =
        write_csv(book, folder, error) && write_json(book, folder, error) && write_xml(book, folder, error);
    for (int each = 0; ok && each < 2; each++)
        ok = write_moodle(book, folder, each, error) && write_canvas(book, folder, each, error);
    return ok;
}
