/* A class's grades as CSV for spreadsheets, JSON for programs, and JUnit XML for viewers of test results. */
#include "io/json.h"
#include "tools/grade/grade_text.h"
#include "tools/grade/similar.h"
#include <bindpose/io.h>
#include <stdio.h>

static void put(bp_text_buffer *page, const char *text) { bp_text_buffer_add(page, "%s", text); }

static bool write_csv(const bp_gradebook *book, const char *folder, bp_error *error) {
    bp_text_buffer p = {.allocator = book->allocator ? *book->allocator : bp_allocator_default()};
    put(&p, BP_BYTE_ORDER_MARK "student,id,site_id");
    for (int e = 0; e < book->exercise_count; e++) bp_text_buffer_add(&p, ",%s", book->exercises[e]->name);
    put(&p, ",days_late,points,of,late,seed\r\n");
    for (size_t i = 0; i < book->student_count; i++) {
        const bp_student *student = &book->students[i];
        bp_grade_put_csv(&p, student->name);
        put(&p, ",");
        bp_grade_put_csv(&p, student->id);
        put(&p, ",");
        bp_grade_put_csv(&p, student->site_id);
        for (int e = 0; e < book->exercise_count; e++)
            bp_text_buffer_add(&p, ",%d", student->grades[e].points);
        bp_text_buffer_add(&p, ",%d,%d,%d,%s,%llu\r\n", student->days_late, student->points,
                           bp_gradebook_max_points(book), student->late ? "late" : "",
                           (unsigned long long)book->seed);
    }
    return bp_grade_write_page(&p, book, folder, "grades.csv", error);
}

static void put_mark(bp_json_writer *writer, const bp_exercise *exercise, const bp_grade *grade, int worth) {
    bp_json_begin_object(writer);
    bp_json_set_text(writer, "exercise", exercise->name);
    bp_json_set_text(writer, "verdict", bp_grade_verdict(grade));
    bp_json_set_integer(writer, "points", grade->points);
    bp_json_set_integer(writer, "of", worth);
    bp_json_set_text(writer, "cause", grade->cause[0] ? grade->cause : NULL);
    bp_json_set_text(writer, "text", grade->text[0] ? grade->text : NULL);
    bp_json_set_text(writer, "case", grade->case_name[0] ? grade->case_name : NULL);
    if (grade->checked) bp_json_set_integer(writer, "cases_right", grade->case_right);
    if (grade->checked) bp_json_set_integer(writer, "cases", grade->case_count);
    bp_json_end_object(writer);
}

static void put_student(bp_json_writer *writer, const bp_gradebook *book, const bp_student *student) {
    bp_json_begin_object(writer);
    bp_json_set_text(writer, "name", student->name);
    bp_json_set_text(writer, "id", student->id);
    bp_json_set_text(writer, "site_id", student->site_id);
    bp_json_set_bool(writer, "late", student->late);
    bp_json_set_integer(writer, "days_late", student->days_late);
    bp_json_set_integer(writer, "points", student->points);
    bp_json_set_integer(writer, "of", bp_gradebook_max_points(book));
    bp_json_open_array(writer, "exercises");
    for (int e = 0; e < book->exercise_count; e++)
        put_mark(writer, book->exercises[e], &student->grades[e], book->worth[e]);
    bp_json_end_array(writer);
    bp_json_end_object(writer);
}

static bool write_json(const bp_gradebook *book, const char *folder, bp_error *error) {
    bp_json_writer writer = bp_json_writer_make(book->allocator);
    char seed[32];
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)book->seed);
    bp_json_begin_object(&writer);
    bp_json_set_text(&writer, "form", "bindpose-grades-1");
    bp_json_set_text(&writer, "seed", seed);
    bp_json_open_array(&writer, "students");
    for (size_t i = 0; i < book->student_count; i++) put_student(&writer, book, &book->students[i]);
    bp_json_end_array(&writer);
    bp_json_end_object(&writer);
    bp_file text = {0};
    bool ok = bp_json_writer_finish(&writer, &text, error) &&
              bp_grade_write_file(&text, folder, "grades.json", error);
    bp_file_free(book->allocator, &text);
    bp_json_writer_clear(&writer);
    return ok;
}

static void put_xml_case(bp_text_buffer *p, const bp_student *student, const bp_exercise *exercise,
                         const bp_grade *grade) {
    put(p, "    <testcase classname=\"");
    bp_grade_put_xml(p, student->name);
    put(p, "\" name=\"");
    bp_grade_put_xml(p, exercise->name);
    if (!grade->cause[0]) {
        put(p, "\"/>\n");
        return;
    }
    put(p, grade->checked ? "\"><failure type=\"" : "\"><skipped message=\"");
    bp_grade_put_xml(p, grade->cause);
    if (grade->checked) {
        put(p, "\" message=\"");
        bp_grade_put_xml(p, grade->case_name);
        put(p, "\">");
        bp_grade_put_xml(p, grade->text);
        put(p, "</failure></testcase>\n");
    } else {
        put(p, "\"/></testcase>\n");
    }
}

static void put_xml_student(bp_text_buffer *p, const bp_gradebook *book, const bp_student *student) {
    int failures = 0, skipped = 0;
    for (int e = 0; e < book->exercise_count; e++) {
        failures += student->grades[e].checked && student->grades[e].verdict != BP_EXERCISE_PASSED;
        skipped += !student->grades[e].checked;
    }
    put(p, "  <testsuite name=\"");
    bp_grade_put_xml(p, student->name);
    bp_text_buffer_add(p, "\" tests=\"%d\" failures=\"%d\" skipped=\"%d\">\n", book->exercise_count, failures,
                       skipped);
    for (int e = 0; e < book->exercise_count; e++)
        put_xml_case(p, student, book->exercises[e], &student->grades[e]);
    put(p, "  </testsuite>\n");
}

static bool write_xml(const bp_gradebook *book, const char *folder, bp_error *error) {
    bp_text_buffer p = {.allocator = book->allocator ? *book->allocator : bp_allocator_default()};
    put(&p, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites");
    bp_text_buffer_add(&p, " name=\"bindpose exercises, seed %llu\">\n", (unsigned long long)book->seed);
    for (size_t i = 0; i < book->student_count; i++) put_xml_student(&p, book, &book->students[i]);
    put(&p, "</testsuites>\n");
    return bp_grade_write_page(&p, book, folder, "grades.xml", error);
}

bool bp_gradebook_write(const bp_gradebook *book, const char *folder, bp_error *error) {
    return bp_folder_make(folder, error) && write_csv(book, folder, error) &&
           write_json(book, folder, error) && write_xml(book, folder, error) &&
           bp_gradebook_write_sites(book, folder, error) && bp_similar_write(book, folder, error) &&
           bp_gradebook_write_feedback(book, folder, error);
}
