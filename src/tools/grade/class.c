/* Who is in a class's folder. Each entry is one of these:
 *
 * - a student's folder;
 * - a handin file (handin.h), or an archive;
 * - of Moodle's download: a folder NAME_NUMBER_assignsubmission_file_, or files whose names begin so;
 * - of Canvas's download: files NAME_NUMBER_ATTACHMENT_FILE, with _LATE after the name of a late one;
 *   without names anon_LETTERS_ATTACHMENT_FILE.
 *
 * The files of one student become one submission. */
#define _XOPEN_SOURCE 700
#include "base/allocator.h"
#include "tools/grade/grade.h"
#include "tools/grade/handin.h"
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH = 1400 };

/* What an entry's name says, as parts of that name. */
typedef struct entry_name {
    bp_course_site site;
    int name, id, id_begin; /* lengths of name and id, and where the id begins */
    const char *own;        /* the file's own name; "": a folder's name ends here */
    bool late, other;       /* other: of Moodle, but no files (text typed into the page) */
} entry_name;

static int digits_at(const char *text) { return (int)strspn(text, "0123456789"); }

static bool read_moodle(const char *text, entry_name *out) {
    static const char MARK[] = "_assignsubmission_";
    const char *mark = strstr(text, MARK), *id = mark;
    while (id && id > text && isdigit((unsigned char)id[-1])) id--;
    if (!mark || id == mark || id < text + 2 || id[-1] != '_') return false;
    const char *kind = mark + sizeof MARK - 1;
    bool file = strncmp(kind, "file", 4) == 0 && (kind[4] == '_' || kind[4] == '\0');
    *out = (entry_name){.site = BP_SITE_MOODLE,
                        .name = (int)(id - 1 - text),
                        .id_begin = (int)(id - text),
                        .id = (int)(mark - id),
                        .own = file ? kind + 4 + (kind[4] == '_') : "",
                        .other = !file};
    return true;
}

static bool read_canvas(const char *text, entry_name *out) {
    bool late = strncmp(text, "LATE_", 5) == 0;
    const char *anonymous = text + (late ? 5 : 0);
    if (strncmp(anonymous, "anon_", 5) == 0) {
        const char *id = anonymous + 5, *end = strchr(id, '_');
        int attachment = end ? digits_at(end + 1) : 0;
        if (!end || end == id || attachment == 0 || end[1 + attachment] != '_') return false;
        *out = (entry_name){.site = BP_SITE_CANVAS,
                            .name = (int)(end - text),
                            .id_begin = (int)(id - text),
                            .id = (int)(end - id),
                            .own = end + attachment + 2,
                            .late = late};
        return out->own[0] != '\0';
    }
    for (const char *at = strchr(text, '_'); at; at = strchr(at + 1, '_')) {
        int id = digits_at(at + 1), attachment = id && at[1 + id] == '_' ? digits_at(at + id + 2) : 0;
        const char *own = at + id + attachment + 3;
        if (at == text || attachment == 0 || own[-1] != '_' || !*own) continue;
        late = at - text > 5 && strncmp(at - 5, "_LATE", 5) == 0;
        *out = (entry_name){.site = BP_SITE_CANVAS,
                            .name = (int)(at - text) - (late ? 5 : 0),
                            .id_begin = (int)(at + 1 - text),
                            .id = id,
                            .own = own,
                            .late = late};
        return true;
    }
    return false;
}

/* A student chooses the end of a name, and may choose one that looks like the other site's: the first mark
 * counts. */
static bool read_site(const char *text, entry_name *out) {
    entry_name moodle, canvas;
    const bool of_moodle = read_moodle(text, &moodle), of_canvas = read_canvas(text, &canvas);
    if (of_moodle || of_canvas)
        *out = of_moodle && !(of_canvas && canvas.id_begin < moodle.id_begin) ? moodle : canvas;
    return of_moodle || of_canvas;
}

const char *bp_class_own_name(const char *entry) {
    entry_name parts;
    return read_site(entry, &parts) ? parts.own : entry;
}

typedef struct listing {
    const bp_allocator *allocator;
    bp_gradebook *book;
    bp_text_buffer warnings;
    bp_error *error;
} listing;

static char *copy_part(const listing *list, const char *text, int length) {
    char *copy = bp_alloc(list->allocator, (size_t)length + 1, 1, list->error);
    if (copy) memcpy(copy, text, (size_t)length);
    return copy;
}

static bp_student *add_student(listing *list, const char *entry, int entry_length, const entry_name *parts) {
    bp_gradebook *book = list->book;
    if (book->student_count == BP_GRADEBOOK_MAX_STUDENTS) {
        bp_fail(list->error, BP_ERROR_INPUT, book->folder, "there are more than %d submissions in it",
                BP_GRADEBOOK_MAX_STUDENTS);
        return NULL;
    }
    bp_student *grown = bp_realloc(list->allocator, book->students, book->student_count,
                                   book->student_count + 1, sizeof *grown, list->error);
    if (!grown) return NULL;
    book->students = grown;
    bp_student *student = &grown[book->student_count++];
    *student = (bp_student){
        .entry = copy_part(list, entry, entry_length),
        .site = parts->site,
        .name = copy_part(list, entry, parts->name),
        .site_id = copy_part(list, entry + parts->id_begin, parts->id),
        .id = bp_copy_text(list->allocator, "", list->error),
        .grades = bp_alloc(list->allocator, (size_t)book->exercise_count, sizeof(bp_grade), list->error)};
    return student->entry && student->name && student->site_id && student->id && student->grades ? student
                                                                                                 : NULL;
}

/* A handin may say anything: as the name of 3 MB that makes a table unreadable. */
static void shorten(char *text) {
    size_t length = strlen(text), most = 200;
    while (length > most && ((unsigned char)text[most] & 0xc0) == 0x80) most--; /* whole letters */
    if (length > most) text[most] = '\0';
}

/* Whether folder/file is a handin; what it says of its student, owned. */
static bool open_handin(const listing *list, const char *folder, const char *file, const char *path,
                        char **name, char **id) {
    const size_t length = strlen(file);
    return length > 5 && strcmp(file + length - 5, ".json") == 0 &&
           bp_folder_check_file(folder, file, NULL) == BP_FOLDER_REGULAR_FILE &&
           bp_handin_open(list->allocator, path, name, id);
}

/* A handin names its student, unless the site or the teacher's folder has done so. Takes the texts. */
static bool take_handin(listing *list, bp_student *student, const char *path, char *name, char *id) {
    bp_free(list->allocator, student->handin);
    student->handin = bp_copy_text(list->allocator, path, list->error);
    bp_free(list->allocator, student->id);
    student->id = id;
    shorten(name);
    shorten(id);
    if (student->site == BP_SITE_NONE && !student->is_folder && *name) {
        bp_free(list->allocator, student->name);
        student->name = name;
    } else {
        bp_free(list->allocator, name);
    }
    return student->handin != NULL;
}

/* All entries that don't begin with a dot, sorted by bytes. */
static bool list_entries(const listing *list, const char *path, bp_folder_names *out) {
    DIR *folder = opendir(path);
    if (!folder)
        return bp_fail(list->error, BP_ERROR_INPUT, path, "the folder can't be read: %s", strerror(errno));
    bool ok = true;
    *out = (bp_folder_names){NULL, 0};
    for (const struct dirent *entry; ok && (entry = readdir(folder)) != NULL;) {
        if (entry->d_name[0] != '.')
            ok = bp_folder_names_add(list->allocator, out, entry->d_name, list->error);
    }
    closedir(folder);
    return bp_folder_names_finish(list->allocator, out, ok);
}

/* The handins in a student's folder: the newest counts. */
static bool find_handin(listing *list, bp_student *student, const char *folder) {
    bp_folder_names files;
    time_t newest = 0;
    bool ok = list_entries(list, folder, &files);
    for (size_t i = 0; ok && i < files.count; i++) {
        char path[2 * PATH], *name, *id;
        struct stat about;
        snprintf(path, sizeof path, "%.1300s/%.1000s", folder, files.names[i]);
        if (stat(path, &about) != 0 || (student->handin && about.st_mtime < newest) ||
            !open_handin(list, folder, files.names[i], path, &name, &id))
            continue;
        if (take_handin(list, student, path, name, id)) newest = about.st_mtime;
    }
    bp_folder_names_free(list->allocator, &files);
    if (!ok && list->error &&
        list->error->kind == BP_ERROR_INPUT) { /* a folder without rights: all is missing */
        bp_text_buffer_add(&list->warnings, "%s: the folder can't be read\n", student->entry);
        ok = true;
    }
    return ok;
}

static bool add_folder(listing *list, const char *entry, const char *path) {
    entry_name parts = {.name = (int)strlen(entry), .own = ""};
    if (read_moodle(entry, &parts) && parts.other) {
        bp_text_buffer_add(&list->warnings, "%s: text typed into Moodle's page isn't graded\n", entry);
        return true;
    }
    bp_student *student = add_student(list, entry, (int)strlen(entry), &parts);
    if (!student) return false;
    student->is_folder = true;
    return find_handin(list, student, path);
}

/* The student to whom a file of this name belongs: the one before, if it is the same one's. */
static bp_student *student_of(listing *list, const char *entry, const entry_name *parts) {
    bp_gradebook *book = list->book;
    for (size_t i = book->student_count; parts->id > 0 && i-- > 0;) {
        bp_student *one = &book->students[i];
        if (one->site == parts->site && !one->is_folder && (int)strlen(one->site_id) == parts->id &&
            strncmp(one->site_id, entry + parts->id_begin, (size_t)parts->id) == 0)
            return one;
    }
    return add_student(list, entry, (int)(parts->own - entry), parts);
}

static bool add_file(listing *list, const char *entry, const char *path) {
    char *name, *id;
    entry_name parts;
    const bool known = read_site(entry, &parts) && !parts.other;
    const bool handin = open_handin(list, list->book->folder, entry, path, &name, &id);
    const size_t stem = bp_archive_stem(entry);
    if (!known && !handin && stem == 0) {
        bp_text_buffer_add(&list->warnings,
                           "%s: neither a folder nor a handin nor an archive, so it isn't graded\n", entry);
        return true;
    }
    if (!known)
        parts = (entry_name){.name = (int)(handin ? strlen(entry) - 5 : stem), .own = entry + strlen(entry)};
    bp_student *student = student_of(list, entry, &parts);
    if (student) student->late |= parts.late;
    if (student && handin) return take_handin(list, student, path, name, id);
    if (handin) bp_free(list->allocator, name), bp_free(list->allocator, id);
    return student && bp_folder_names_add(list->allocator, &student->files, entry, list->error);
}

static bool add_entry(listing *list, const char *entry) {
    char path[2 * PATH];
    struct stat about;
    snprintf(path, sizeof path, "%.1000s/%.300s", list->book->folder, entry);
    if (lstat(path, &about) != 0 || S_ISLNK(about.st_mode)) {
        bp_text_buffer_add(&list->warnings, "%s: a link, which isn't followed\n", entry);
        return true;
    }
    return S_ISDIR(about.st_mode) ? add_folder(list, entry, path) : add_file(list, entry, path);
}

static int by_name(const void *a, const void *b) {
    const bp_student *one = a, *two = b;
    int order = strcmp(one->name, two->name);
    return order ? order : strcmp(one->entry, two->entry);
}

typedef struct identity_keys {
    char name[BP_IDENTITY_MOST], look[BP_IDENTITY_MOST], id[BP_IDENTITY_MOST];
} identity_keys;

static void warn_if_equal(listing *list, const bp_student *one, const bp_student *other,
                          const identity_keys *keys, const identity_keys *other_keys) {
    char said[1024];
    const bool two_sites = *one->site_id && *other->site_id;
    if (*keys->id && strcmp(keys->id, other_keys->id) == 0)
        snprintf(said, sizeof said, "both handins have the id %s%s%s", one->id,
                 strcmp(one->id, other->id) ? ", also written " : "",
                 strcmp(one->id, other->id) ? other->id : "");
    else if (!two_sites && strcmp(one->name, other->name) == 0)
        snprintf(said, sizeof said, "both have the name %s", one->name);
    else if (!two_sites && *keys->name &&
             (strcmp(keys->name, other_keys->name) == 0 || strcmp(keys->look, other_keys->look) == 0))
        snprintf(said, sizeof said, "the names %s and %s look alike", one->name, other->name);
    else
        return;
    bp_text_buffer_add(&list->warnings, "%s and %s: %s\n", one->entry, other->entry, said);
}

/* Two submissions that say they are the same student's: one of them says so wrongly, or forgot an old one. A
 * site's numbers tell two students of one name apart. */
static bool warn_of_equals(listing *list) {
    const bp_gradebook *book = list->book;
    identity_keys *keys = bp_alloc(list->allocator, book->student_count, sizeof *keys, list->error);
    for (size_t i = 0; keys && i < book->student_count; i++) {
        bp_identity_of_name(book->students[i].name, keys[i].name);
        bp_identity_of_look(book->students[i].name, keys[i].look);
        bp_identity_of_id(book->students[i].id, keys[i].id);
        for (size_t k = 0; k < i; k++)
            warn_if_equal(list, &book->students[k], &book->students[i], &keys[k], &keys[i]);
    }
    bp_free(list->allocator, keys);
    return keys != NULL;
}

bool bp_gradebook_open(const bp_allocator *allocator, const char *folder, bp_gradebook *out,
                       bp_error *error) {
    *out = (bp_gradebook){.allocator = allocator, .folder = folder};
    for (; bp_exercises[out->exercise_count]; out->exercise_count++) {
        out->exercises[out->exercise_count] = bp_exercises[out->exercise_count];
        out->worth[out->exercise_count] = BP_EXERCISE_POINTS;
    }
    listing list = {.allocator = allocator,
                    .book = out,
                    .warnings = {.allocator = allocator ? *allocator : bp_allocator_default()},
                    .error = error};
    bp_folder_names entries = {NULL, 0};
    bp_file warnings = {0};
    bool ok = list_entries(&list, folder, &entries);
    for (size_t i = 0; ok && i < entries.count; i++) ok = add_entry(&list, entries.names[i]);
    bp_folder_names_free(allocator, &entries);
    if (ok && out->student_count == 0)
        ok = bp_fail(error, BP_ERROR_INPUT, folder, "it has no student's folder or file");
    if (ok && out->student_count > 1)
        qsort(out->students, out->student_count, sizeof *out->students, by_name);
    ok = ok && warn_of_equals(&list);
    ok = bp_text_buffer_finish(&list.warnings, &warnings, ok ? error : NULL) && ok;
    out->warnings = (char *)warnings.data;
    if (!ok) bp_gradebook_close(out);
    return ok;
}

bool bp_gradebook_choose(bp_gradebook *book, const char *names, bp_error *error) {
    char text[1024], *rest = NULL;
    const bp_exercise *chosen[BP_SUBMISSION_MAX_EXERCISES];
    int count = 0;
    snprintf(text, sizeof text, "%s", names);
    for (char *name = strtok_r(text, " ,", &rest); name; name = strtok_r(NULL, " ,", &rest)) {
        const bp_exercise *exercise = bp_exercise_find(name);
        if (!exercise) return bp_fail(error, BP_ERROR_ARGUMENT, name, "there is no such exercise");
        for (int i = 0; i < count; i++)
            if (chosen[i] == exercise) return bp_fail(error, BP_ERROR_ARGUMENT, name, "it is named twice");
        chosen[count++] = exercise;
    }
    if (count == 0) return bp_fail(error, BP_ERROR_ARGUMENT, names, "it names no exercise");
    memcpy(book->exercises, chosen, (size_t)count * sizeof *chosen);
    book->exercise_count = count;
    return true;
}

void bp_grade_clear(const bp_allocator *allocator, bp_grade *grade) {
    bp_free(allocator, grade->report);
    bp_free(allocator, grade->message);
    for (int i = 0; i < 2; i++) bp_free(allocator, grade->pictures[i]);
    bp_free(allocator, grade->code);
    *grade = (bp_grade){.points = 0};
}

bool bp_grade_passes(const bp_grade *grade) { return grade->checked && grade->verdict == BP_EXERCISE_PASSED; }

void bp_similar_pairs_free(const bp_allocator *allocator, bp_similar_pair *pairs, size_t count) {
    for (size_t i = 0; i < count; i++) {
        bp_free(allocator, pairs[i].source);
        bp_free(allocator, pairs[i].text);
    }
    bp_free(allocator, pairs);
}

void bp_gradebook_close(bp_gradebook *book) {
    const bp_allocator *allocator = book->allocator;
    for (size_t i = 0; i < book->student_count; i++) {
        bp_student *student = &book->students[i];
        for (int e = 0; student->grades && e < book->exercise_count; e++)
            bp_grade_clear(allocator, &student->grades[e]);
        bp_free(allocator, student->grades);
        bp_folder_names_free(allocator, &student->files);
        char *const texts[] = {student->name, student->id, student->site_id, student->entry, student->handin};
        if (student->submission) bp_submission_close(student->submission);
        bp_free(allocator, student->submission);
        for (size_t k = 0; k < BP_COUNT(texts); k++) bp_free(allocator, texts[k]);
    }
    bp_free(allocator, book->students);
    bp_free(allocator, book->warnings);
    bp_similar_pairs_free(allocator, book->pairs, book->pair_count);
    *book = (bp_gradebook){.allocator = allocator};
}
