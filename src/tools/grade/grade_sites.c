/* Files that Moodle and Canvas import.
 *
 * Moodle's grading worksheet needs the columns Identifier, Grade and "Last modified (grade)"; its gradebook
 * can match "ID number" and take a column for each exercise. Canvas's gradebook matches ID, or else SIS User
 * ID; the row of points possible comes first. The id of a handin is what a student says, so it stands only
 * where the site gave no number. */
#include "tools/grade/grade_text.h"

static void put(bp_text_buffer *page, const char *text) { bp_text_buffer_add(page, "%s", text); }

static int passed(const bp_gradebook *book, const bp_student *student) {
    int count = 0;
    for (int e = 0; e < book->exercise_count; e++)
        count += student->grades[e].checked && student->grades[e].verdict == BP_EXERCISE_PASSED;
    return count;
}

/* Per exercise: a column each; else one grade. */
static bool write_moodle(const bp_gradebook *book, const char *folder, bool each, bp_error *error) {
    bp_text_buffer p = {.allocator = book->allocator ? *book->allocator : bp_allocator_default()};
    put(&p, "Identifier,Full name,ID number");
    for (int e = 0; each && e < book->exercise_count; e++)
        bp_text_buffer_add(&p, ",%s", book->exercises[e]->name);
    put(&p, each ? "\r\n" : ",Grade,Maximum Grade,Last modified (grade),Feedback comments\r\n");
    for (size_t i = 0; i < book->student_count; i++) {
        const bp_student *student = &book->students[i];
        if (student->site == BP_SITE_CANVAS) continue;
        bp_text_buffer_add(&p, "%s%s,", *student->site_id ? "Participant " : "", student->site_id);
        bp_grade_put_csv(&p, student->name);
        put(&p, ",");
        bp_grade_put_csv(&p, *student->site_id ? "" : student->id);
        for (int e = 0; each && e < book->exercise_count; e++)
            bp_text_buffer_add(&p, ",%d", student->grades[e].points);
        if (!each)
            bp_text_buffer_add(&p, ",%d,%d,-,\"%d of %d exercises pass\"", student->points,
                               bp_gradebook_max_points(book), passed(book, student), book->exercise_count);
        put(&p, "\r\n");
    }
    return bp_grade_write_page(&p, book, folder, each ? "moodle-exercises.csv" : "moodle.csv", error);
}

static bool write_canvas(const bp_gradebook *book, const char *folder, bool each, bp_error *error) {
    bp_text_buffer p = {.allocator = book->allocator ? *book->allocator : bp_allocator_default()};
    const int columns = each ? book->exercise_count : 1;
    put(&p, "Student,ID,SIS User ID,SIS Login ID,Section");
    for (int e = 0; e < columns; e++)
        bp_text_buffer_add(&p, ",%s", each ? book->exercises[e]->name : "Bindpose exercises");
    put(&p, "\r\n    Points Possible,,,,");
    for (int e = 0; e < columns; e++)
        bp_text_buffer_add(&p, ",%d", each ? book->worth[e] : bp_gradebook_max_points(book));
    for (size_t i = 0; i < book->student_count; i++) {
        const bp_student *student = &book->students[i];
        if (student->site == BP_SITE_MOODLE) continue;
        put(&p, "\r\n");
        bp_grade_put_csv(&p, student->name);
        put(&p, ",");
        bp_grade_put_csv(&p, student->site_id);
        put(&p, ",");
        bp_grade_put_csv(&p, *student->site_id ? "" : student->id);
        put(&p, ",,");
        for (int e = 0; e < columns; e++)
            bp_text_buffer_add(&p, ",%d", each ? student->grades[e].points : student->points);
    }
    put(&p, "\r\n");
    return bp_grade_write_page(&p, book, folder, each ? "canvas-exercises.csv" : "canvas.csv", error);
}

bool bp_gradebook_write_sites(const bp_gradebook *book, const char *folder, bp_error *error) {
    bool ok = true;
    for (int each = 0; ok && each < 2; each++)
        ok = write_moodle(book, folder, each, error) && write_canvas(book, folder, each, error);
    return ok;
}
