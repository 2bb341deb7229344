/* Files that Moodle and Canvas import.
 *
 * Moodle's grading worksheet needs the columns Identifier, Grade and "Last modified (grade)"; its gradebook
 * can match "ID number". Canvas's gradebook matches ID, or else SIS User ID; the row of points possible comes
 * first. The id of a handin is what a student says, so it stands only where the site gave no number. */
#include "tools/grade/grade_text.h"

static void put(bp_text_buffer *page, const char *text) { bp_text_buffer_add(page, "%s", text); }

static int passed(const bp_gradebook *book, const bp_student *student) {
    int count = 0;
    for (int e = 0; e < book->exercise_count; e++)
        count += student->grades[e].checked && student->grades[e].verdict == BP_EXERCISE_PASSED;
    return count;
}

static bool write_moodle(const bp_gradebook *book, const char *folder, bp_error *error) {
    bp_text_buffer p = {.allocator = book->allocator ? *book->allocator : bp_allocator_default()};
    put(&p, "Identifier,Full name,ID number,Grade,Maximum Grade,Last modified (grade),Feedback comments\r\n");
    for (size_t i = 0; i < book->student_count; i++) {
        const bp_student *student = &book->students[i];
        if (student->site == BP_SITE_CANVAS) continue;
        bp_text_buffer_add(&p, "%s%s,", *student->site_id ? "Participant " : "", student->site_id);
        bp_grade_put_csv(&p, student->name);
        put(&p, ",");
        bp_grade_put_csv(&p, *student->site_id ? "" : student->id);
        bp_text_buffer_add(&p, ",%d,%d,-,\"%d of %d exercises pass\"\r\n", student->points,
                           bp_gradebook_max_points(book), passed(book, student), book->exercise_count);
    }
    return bp_grade_write_page(&p, book, folder, "moodle.csv", error);
}

static bool write_canvas(const bp_gradebook *book, const char *folder, bp_error *error) {
    bp_text_buffer p = {.allocator = book->allocator ? *book->allocator : bp_allocator_default()};
    put(&p, "Student,ID,SIS User ID,SIS Login ID,Section,Bindpose exercises\r\n");
    bp_text_buffer_add(&p, "    Points Possible,,,,,%d\r\n", bp_gradebook_max_points(book));
    for (size_t i = 0; i < book->student_count; i++) {
        const bp_student *student = &book->students[i];
        if (student->site == BP_SITE_MOODLE) continue;
        bp_grade_put_csv(&p, student->name);
        put(&p, ",");
        bp_grade_put_csv(&p, student->site_id);
        put(&p, ",");
        bp_grade_put_csv(&p, *student->site_id ? "" : student->id);
        bp_text_buffer_add(&p, ",,,%d\r\n", student->points);
    }
    return bp_grade_write_page(&p, book, folder, "canvas.csv", error);
}

bool bp_gradebook_write_sites(const bp_gradebook *book, const char *folder, bp_error *error) {
    return write_moodle(book, folder, error) && write_canvas(book, folder, error);
}
