/* Finding the files of exercises by their names, and, where those don't say it, by the function that they
 * define. */
#define _POSIX_C_SOURCE 200809L /* strtok_r, lstat */
#include "tools/grade/submission.h"
#include "base/file_name.h"
#include "base/text_buffer.h"
#include "base/utf8.h"
#include <ctype.h>
#include <iconv.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum {
    MAX_BYTES = 64 << 10,
    MAX_ENTRIES = 20000,
    MAX_ARCHIVES = 8,
    MAX_NOTES = 12,
    MAX_UNNAMED = 300,
    NAME = 256
};
enum { RANK_NESTED = 4, RANK_UNUSUAL, RANK_BY_FUNCTION }; /* 0 to 3: where the README says */

typedef struct search {
    const bp_allocator *allocator;
    const bp_submission_place *place;
    bp_submission *out;
    bp_text_buffer notes;
    int note_count, archives, unnamed;
    char first_names[200]; /* of files that aren't answers */
    char by_name[700];     /* of files that were taken by their names */
} search;

/* `name` is a path in the submission; "": all of it. */
static void note(search *s, const char *name, const char *what, const char *more) {
    char line[1200];
    if (++s->note_count > MAX_NOTES) return;
    snprintf(line, sizeof line, "%.300s%s%s%.700s", name, *name ? ": " : "", what, more);
    for (char *c = line; *c; c++)
        if ((unsigned char)*c < 32 || *c == 127) *c = '?';
    bp_text_buffer_add(&s->notes, "%s\n", s->note_count == MAX_NOTES ? "... and more" : line);
}

/* One line for all files of unusual names that say which exercise they are. */
static void take_by_name(search *s, const char *shown, int exercise) {
    const size_t used = strlen(s->by_name);
    const int length = snprintf(s->by_name + used, sizeof s->by_name - used, "%s%.255s as %s",
                                used ? ", " : "", shown, bp_exercises[exercise]->id);
    if (used + (size_t)length + 6 > sizeof s->by_name)
        snprintf(s->by_name + used, sizeof s->by_name - used, used < sizeof s->by_name - 6 ? ", ..." : "");
}

/* ---- which exercise? ----------------------------------------------------------------------------- */

static int index_of(const bp_exercise *exercise) {
    for (int i = 0; bp_exercises[i]; i++)
        if (bp_exercises[i] == exercise) return i;
    return -1;
}

/* The exercise that a text names: "05_final_matrix", "ex05", "Exercise 5", "5-my-answer", "final_matrix"; or
 * -1. */
static int exercise_named(const char *text) {
    char word[NAME], number[8];
    size_t length = 0;
    for (; *text && length < sizeof word - 1; text++) {
        const char c = (char)tolower((unsigned char)*text);
        word[length++] = c == ' ' || c == '-' || c == '.' ? '_' : c;
    }
    word[length] = '\0';
    for (int i = 0; bp_exercises[i]; i++) {
        const char *name = bp_exercises[i]->name, *plain = strchr(name, '_');
        if (strcmp(word, name) == 0 || (plain && strcmp(word, plain + 1) == 0)) return i;
    }
    static const char *const PREFIXES[] = {"exercise", "ex", "e"};
    const char *at = word;
    for (size_t i = 0; i < BP_COUNT(PREFIXES) && at == word; i++)
        if (strncmp(word, PREFIXES[i], strlen(PREFIXES[i])) == 0) at += strlen(PREFIXES[i]);
    at += *at == '_';
    size_t digits = strspn(at, "0123456789");
    size_t end = digits + (digits > 0 && isalpha((unsigned char)at[digits]) &&
                           (!at[digits + 1] || at[digits + 1] == '_'));
    if (digits == 0 || end >= sizeof number || (at[end] && at[end] != '_')) return -1;
    snprintf(number, sizeof number, "%.*s", (int)end, at);
    return index_of(bp_exercise_find(number));
}

/* Cuts what browsers, mail programs and file managers append: " (1)", " - Copy". */
static void cut_copy_mark(char *stem) {
    size_t length = strlen(stem);
    if (length > 3 && stem[length - 1] == ')') {
        char *open = strrchr(stem, '(');
        if (open && open > stem && strspn(open + 1, "0123456789") == strlen(open) - 2) *open = '\0';
    }
    length = strlen(stem);
    if (length > 4 && strcasecmp(stem + length - 4, "copy") == 0) stem[length - 4] = '\0';
    for (length = strlen(stem); length > 0 && strchr(" -_", stem[length - 1]);) stem[--length] = '\0';
}

/* The name of a C file without its ending, as of "exercise.c", "Exercise.C" and "exercise.c.txt". False: it
 * has none. */
static bool stem_of(const char *file, char stem[NAME]) {
    size_t length = (size_t)snprintf(stem, NAME, "%s", file);
    if (length >= NAME) return false;
    if (length > 6 && strcasecmp(stem + length - 6, ".c.txt") == 0) stem[length -= 4] = '\0';
    if (length < 3 || strcasecmp(stem + length - 2, ".c") != 0) return false;
    stem[length - 2] = '\0';
    return true;
}

/* Files of the project itself, and what other systems leave behind. */
static bool is_aside(const char *path) {
    static const char *const FOLDERS[] = {"originals", "__MACOSX", "src",  "include",
                                          "assets",    "build",    "tests"};
    while (*path) {
        const size_t length = strcspn(path, "/");
        if (*path == '.' && length > 1) return true;
        for (size_t i = 0; i < BP_COUNT(FOLDERS); i++)
            if (path[length] == '/' && strlen(FOLDERS[i]) == length && strncmp(path, FOLDERS[i], length) == 0)
                return true;
        path += length + (path[length] == '/');
    }
    return false;
}

/* The exercise whose file a path is, and how unusual the path is; or -1. */
static int exercise_of(const char *path, int *rank) {
    static const char *const USUAL[] = {"lessons/exercises/%s/exercise.c", "exercises/%s/exercise.c",
                                        "%s/exercise.c", "%s.c"};
    char stem[NAME], parent[NAME], usual[NAME + 32];
    const char *file = strrchr(path, '/'), *above = file;
    if (is_aside(path) || strlen(path) >= NAME || !stem_of(bp_path_name(path), stem)) return -1;
    while (above && above > path && above[-1] != '/') above--;
    snprintf(parent, sizeof parent, "%.*s", file ? (int)(file - above) : 0, file ? above : "");
    cut_copy_mark(stem);
    const int exercise = strcasecmp(stem, "exercise") == 0 ? exercise_named(parent) : exercise_named(stem);
    *rank = RANK_UNUSUAL;
    for (int i = (int)BP_COUNT(USUAL) - 1; i >= 0 && exercise >= 0; i--) {
        size_t length = (size_t)snprintf(usual, sizeof usual, USUAL[i], bp_exercises[exercise]->name),
               all = strlen(path);
        if (strcmp(path, usual) == 0)
            *rank = i;
        else if (all > length && path[all - length - 1] == '/' && strcmp(path + all - length, usual) == 0 &&
                 *rank == RANK_UNUSUAL)
            *rank = RANK_NESTED;
    }
    return exercise;
}

static bool may_be_answer(const char *path) {
    char stem[NAME];
    return path[0] != '/' && !strstr(path, "..") && !is_aside(path) && strlen(path) < NAME &&
           !bp_path_has_device(path) && stem_of(bp_path_name(path), stem) && strcmp(stem, "lesson") != 0;
}

/* The only exercise whose function a text has; -1: none; -2: several. */
static int exercise_by_function(const char *text) {
    int found = -1;
    for (int i = 0; bp_exercises[i]; i++) {
        const size_t length = strlen(bp_exercises[i]->function);
        for (const char *at = text; (at = strstr(at, bp_exercises[i]->function)); at += length) {
            const bool word = at == text || (!isalnum((unsigned char)at[-1]) && at[-1] != '_');
            if (!word || at[length] != '(') continue;
            if (found >= 0 && found != i) return -2;
            found = i;
        }
    }
    return found;
}

/* ---- reading ------------------------------------------------------------------------------------- */

/* Editors of Windows save UTF-16, whose every other byte of C is 0, and some UTF-32. NULL: neither. */
static const char *wide_encoding(const bp_file *file) {
    const uint8_t *d = file->data;
    if (file->size < 4) return NULL;
    if (memcmp(d, "\xff\xfe\0\0", 4) == 0 || memcmp(d, "\0\0\xfe\xff", 4) == 0) return "UTF-32";
    if (memcmp(d, "\xff\xfe", 2) == 0 || memcmp(d, "\xfe\xff", 2) == 0) return "UTF-16";
    if (d[0]) return d[1] ? NULL : d[2] || d[3] ? "UTF-16LE" : "UTF-32LE";
    return d[1] ? "UTF-16BE" : d[3] ? "UTF-32BE" : NULL;
}

static bool from_wide(search *s, bp_file *file, const char *encoding, const char *name) {
    iconv_t convert = iconv_open("UTF-8", encoding);
    bp_file text = {.data = bp_alloc(s->allocator, 2 * file->size + 1, 1, NULL)};
    char *in = (char *)file->data, *out = (char *)text.data, said[64];
    size_t in_left = file->size, out_left = 2 * file->size;
    bool ok =
        convert != (iconv_t)-1 && text.data && iconv(convert, &in, &in_left, &out, &out_left) != (size_t)-1;
    if (convert != (iconv_t)-1) iconv_close(convert);
    if (ok) {
        text.size = 2 * file->size - out_left;
        bp_file_free(s->allocator, file);
        *file = text;
        snprintf(said, sizeof said, "it is %.6s, and was read as UTF-8", encoding);
        note(s, name, said, "");
    } else {
        bp_free(s->allocator, text.data);
    }
    return ok;
}

/* True if the file is the unchanged original. */
static bool is_untouched(const search *s, int exercise, const bp_file *file) {
    char path[2048];
    bp_file original;
    if (!bp_exercise_original_path(s->place->paths, bp_exercises[exercise], path, sizeof path, NULL) ||
        !bp_file_read(s->allocator, path, 0, &original, NULL))
        return false;
    original.size = bp_text_unify_lines((char *)original.data, original.size);
    bool same = original.size == file->size && memcmp(original.data, file->data, file->size) == 0;
    bp_file_free(s->allocator, &original);
    return same;
}

/* Keeps the better one of two files for an exercise. The other one is named, if it is another answer. */
static void offer(search *s, int exercise, bp_submitted *fresh) {
    bp_submitted *kept = &s->out->exercises[exercise];
    const bool both = kept->file.data && fresh->file.data;
    const bool same = both && kept->file.size == fresh->file.size &&
                      memcmp(kept->file.data, fresh->file.data, kept->file.size) == 0;
    const bool better =
        !*kept->name || (!kept->file.data && fresh->file.data) ||
        (both && (kept->untouched != fresh->untouched ? kept->untouched : fresh->rank < kept->rank));
    bp_submitted other = better ? *kept : *fresh;
    memcpy(fresh->elsewhere, kept->elsewhere, sizeof fresh->elsewhere);
    if (better) *kept = *fresh;
    if (*other.name && !same && !other.untouched) note(s, other.name, "not used; graded is ", kept->name);
    bp_file_free(s->allocator, &other.file);
}

/* Reads a file that an exercise's name, or -1, was found for. `root` is the folder or the unpacked archive;
 * `shown`, its name in notes. */
static void read_answer(search *s, const char *root, const char *path, const char *shown, int exercise,
                        int rank) {
    char whole[3000];
    bp_submitted fresh = {.rank = rank};
    bp_error error = {0};
    snprintf(fresh.name, sizeof fresh.name, "%.255s", shown);
    snprintf(whole, sizeof whole, "%.1900s/%.1000s", root, path);
    if (bp_folder_check_file(root, path, &error) == BP_FOLDER_REGULAR_FILE)
        bp_file_read(s->allocator, whole, MAX_BYTES, &fresh.file, &error);
    const char *encoding = fresh.file.data ? wide_encoding(&fresh.file) : NULL;
    if (encoding && !from_wide(s, &fresh.file, encoding, shown)) {
        bp_fail(&error, BP_ERROR_INPUT, shown, "it is %.6s, and damaged", encoding);
        bp_file_free(s->allocator, &fresh.file);
    }
    if (fresh.file.data) fresh.file.size = bp_text_unify_lines((char *)fresh.file.data, fresh.file.size);
    if (!fresh.file.data) snprintf(fresh.problem, sizeof fresh.problem, "%.250s", error.message);
    if (exercise < 0 && fresh.file.data) exercise = exercise_by_function((const char *)fresh.file.data);
    if (exercise < 0) {
        if (exercise == -2)
            note(s, shown, "not graded: it holds functions of several exercises; they need a file each", "");
        bp_file_free(s->allocator, &fresh.file);
        return;
    }
    fresh.untouched = fresh.file.data && is_untouched(s, exercise, &fresh.file);
    fresh.holds = fresh.file.data ? exercise_by_function((const char *)fresh.file.data) : -1;
    if (fresh.holds >= 0 && fresh.holds != exercise)
        snprintf(s->out->exercises[fresh.holds].elsewhere, sizeof fresh.elsewhere, "%s", fresh.name);
    if (rank == RANK_BY_FUNCTION && !fresh.untouched)
        note(s, shown, "taken as the answer to ", bp_exercises[exercise]->name);
    else if (rank == RANK_UNUSUAL && !fresh.untouched)
        take_by_name(s, shown, exercise);
    offer(s, exercise, &fresh);
}

static bool search_folder(search *s, const char *root, const char *prefix, bool with_archives,
                          bp_error *error);

/* Names one of the files that are no answers. */
static void pass_over(search *s, const char *path, const char *shown) {
    const size_t used = strlen(s->first_names), length = strlen(path);
    if (is_aside(path) || length == 0 || path[length - 1] == '/' || used > 120) return;
    snprintf(s->first_names + used, sizeof s->first_names - used, "%s%.60s", used ? ", " : "", shown);
}

/* Whether to unpack a file of an archive. */
static bool wants(void *user, const char *path) {
    const bool wanted = may_be_answer(path);
    if (!wanted) pass_over(user, path, path);
    return wanted;
}

static bool search_archive(search *s, const char *path, const char *shown, bp_error *error) {
    char sub[32], problem[512], folder[1400], prefix[300];
    if (++s->archives > MAX_ARCHIVES) {
        note(s, shown, "not unpacked: there are too many archives", "");
        return true;
    }
    snprintf(sub, sizeof sub, "unpacked-%d", s->archives);
    snprintf(folder, sizeof folder, "%.1200s/%s", s->place->scratch, sub);
    snprintf(prefix, sizeof prefix, "%.290s%s", shown, *shown ? ": " : "");
    bool ok = bp_archive_unpack(s->allocator, s->place, path, sub, wants, s, problem, error);
    if (*problem) note(s, shown, "", problem);
    if (strstr(problem, "too much")) s->archives = MAX_ARCHIVES; /* one such is enough */
    ok = ok ? search_folder(s, folder, prefix, false, error) : *problem != '\0';
    bp_folder_remove(folder);
    return ok;
}

static bool is_linked_folder(const char *path) {
    struct stat link, target;
    return lstat(path, &link) == 0 && S_ISLNK(link.st_mode) && stat(path, &target) == 0 &&
           S_ISDIR(target.st_mode);
}

static bool search_one(search *s, const char *root, const char *path, const char *shown, bool with_archives,
                       bp_error *error) {
    char whole[3000];
    int rank = RANK_BY_FUNCTION;
    snprintf(whole, sizeof whole, "%.1900s/%.1000s", root, path);
    const int exercise = exercise_of(path, &rank);
    if (is_linked_folder(whole)) {
        if (!is_aside(path)) note(s, shown, "not looked at: it is a link to a folder", "");
    } else if (exercise < 0 && may_be_answer(path) && ++s->unnamed > MAX_UNNAMED) {
        if (s->unnamed == MAX_UNNAMED + 1) note(s, shown, "not looked at: there are too many C files", "");
    } else if (exercise >= 0 || may_be_answer(path)) {
        read_answer(s, root, path, shown, exercise, exercise >= 0 ? rank : RANK_BY_FUNCTION);
    } else if (with_archives && bp_archive_stem(path) && !is_aside(path)) {
        return search_archive(s, whole, shown, error);
    } else {
        pass_over(s, path, shown);
    }
    return true;
}

static bool search_folder(search *s, const char *root, const char *prefix, bool with_archives,
                          bp_error *error) {
    bp_folder_names files;
    char shown[NAME + 300];
    bp_error unreadable = {0};
    if (!bp_folder_list_files(s->allocator, root, MAX_ENTRIES, &files, &unreadable)) {
        if (unreadable.kind == BP_ERROR_INPUT)
            note(s, prefix, unreadable.message, "");
        else if (error)
            *error = unreadable;
        return unreadable.kind == BP_ERROR_INPUT;
    }
    bool ok = true;
    for (size_t i = 0; i < files.count && ok; i++) {
        snprintf(shown, sizeof shown, "%s%.255s", prefix, files.names[i]);
        ok = search_one(s, root, files.names[i], shown, with_archives, error);
    }
    bp_folder_names_free(s->allocator, &files);
    return ok;
}

bool bp_submission_open(const bp_allocator *allocator, const bp_submission_place *place, bp_submission *out,
                        bp_error *error) {
    char path[1500];
    search s = {.allocator = allocator,
                .place = place,
                .out = out,
                .notes = {.allocator = allocator ? *allocator : bp_allocator_default()}};
    *out = (bp_submission){.allocator = allocator};
    const int length = snprintf(path, sizeof path, "%s/%s", place->folder, place->name);
    if (length < 0 || (size_t)length >= sizeof path)
        return bp_fail(error, BP_ERROR_INPUT, place->folder, "the path is too long");
    bool ok = bp_archive_stem(place->name) ? search_archive(&s, path, "", error)
                                           : search_folder(&s, path, "", true, error);
    if (*s.by_name) note(&s, "", "taken by their names: ", s.by_name);
    bool any = s.note_count > 0;
    for (int i = 0; i < BP_SUBMISSION_MAX_EXERCISES; i++) any |= *out->exercises[i].name != '\0';
    if (!any)
        note(&s, "", *s.first_names ? "no answer was found among " : "no answer was found", s.first_names);
    if (ok && s.note_count > 0)
        ok = bp_text_buffer_finish(&s.notes, &out->notes, error);
    else
        bp_free(allocator, s.notes.data);
    if (!ok) bp_submission_close(out);
    return ok;
}

void bp_submission_close(bp_submission *submission) {
    for (int i = 0; i < BP_SUBMISSION_MAX_EXERCISES; i++)
        bp_file_free(submission->allocator, &submission->exercises[i].file);
    bp_file_free(submission->allocator, &submission->notes);
}
