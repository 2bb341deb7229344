/* Comparing by shared windows of instructions. Each window is a 64-bit hash; all hashes of an exercise are
 * sorted once, so the owners of each window are neighbours. */
#include "tools/grade/similar.h"
#include "base/allocator.h"
#include "base/folder.h"
#include "tools/grade/answer_code.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WINDOW = 6, MOST_WINDOWS = 1 << 15, PATH = 1400, COMMON_AT_LEAST = 5, COMMON_PART = 10 };

typedef struct window {
    uint64_t hash;
    uint32_t owner; /* a student; behind them one of our sources, and the original file */
} window;

/* All windows of an answer but the original's, those that many have included. */
typedef struct window_set {
    int count;
    uint64_t sum; /* of the hashes: equal sets have equal sums */
} window_set;

typedef struct window_table {
    const bp_gradebook *book;
    window *windows; /* of all owners, sorted; each once an owner */
    size_t count, capacity;
    bp_similar_source sources[BP_SIMILAR_SOURCES];
    size_t owners;    /* students and sources */
    window_set *sets; /* of each of them */
    int *sizes;       /* windows that count */
    uint16_t *shared; /* of each two, [one * owners + other] */
    bp_similar_pair *pairs;
    size_t pair_count;
    bp_error *error;
} window_table;

static uint64_t hash_word(uint64_t hash, const char *word, size_t length) {
    for (size_t i = 0; i <= length; i++)
        hash = (hash ^ (uint8_t)(i < length ? word[i] : ' ')) * 0x100000001b3u;
    return hash;
}

/* The hash of the words at `at`. 0: the function ends before. */
static uint64_t hash_window(const char *at) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (int i = 0; i < WINDOW; i++) {
        const size_t length = strcspn(at, " \n");
        if (at[length] != ' ') return 0;
        hash = hash_word(hash, at, length);
        at += length + 1;
    }
    return hash | 1;
}

static bool add_window(window_table *c, uint64_t hash, uint32_t owner) {
    if (c->count == c->capacity) {
        const size_t more = c->capacity ? 2 * c->capacity : 4096;
        window *grown =
            bp_realloc(c->book->allocator, c->windows, c->capacity, more, sizeof *grown, c->error);
        if (!grown) return false;
        c->windows = grown;
        c->capacity = more;
    }
    c->windows[c->count++] = (window){hash, owner};
    return true;
}

/* Adds the windows of some code; NULL: none. */
static bool add_windows(window_table *c, const char *code, size_t owner) {
    const char *at = code;
    for (int i = 0; at && *at && i < MOST_WINDOWS; i++, at += strcspn(at, " \n") + 1) {
        const uint64_t hash = hash_window(at);
        if (hash != 0 && !add_window(c, hash, (uint32_t)owner)) return false;
    }
    return true;
}

static int by_hash(const void *a, const void *b) {
    const window *one = a, *other = b;
    if (one->hash != other->hash) return one->hash < other->hash ? -1 : 1;
    return one->owner < other->owner ? -1 : one->owner > other->owner;
}

static void sort_windows(window_table *c) {
    size_t kept = 0;
    if (c->count > 1) qsort(c->windows, c->count, sizeof *c->windows, by_hash);
    for (size_t i = 0; i < c->count; i++)
        if (kept == 0 || by_hash(&c->windows[kept - 1], &c->windows[i]) != 0)
            c->windows[kept++] = c->windows[i];
    c->count = kept;
}

static void count_shared(window_table *c, size_t submissions) {
    const size_t part = submissions / COMMON_PART, most = part > COMMON_AT_LEAST ? part : COMMON_AT_LEAST;
    for (size_t begin = 0, end; begin < c->count; begin = end) {
        size_t students = 0;
        for (end = begin; end < c->count && c->windows[end].hash == c->windows[begin].hash; end++)
            students += c->windows[end].owner < c->book->student_count;
        if (c->windows[end - 1].owner == c->owners) continue;
        for (size_t i = begin; i < end; i++) {
            c->sets[c->windows[i].owner].count++;
            c->sets[c->windows[i].owner].sum += c->windows[i].hash;
        }
        if (students > most) continue;
        for (size_t i = begin; i < end; i++) {
            const size_t one = c->windows[i].owner;
            c->sizes[one]++;
            for (size_t k = i + 1; k < end; k++) c->shared[one * c->owners + c->windows[k].owner]++;
        }
    }
}

static bool add_pair(window_table *c, const bp_similar_pair *pair) {
    const bp_allocator *allocator = c->book->allocator;
    bp_similar_pair *grown =
        bp_realloc(allocator, c->pairs, c->pair_count, c->pair_count + 1, sizeof *grown, c->error);
    if (!grown) return false;
    c->pairs = grown;
    bp_similar_pair *added = &grown[c->pair_count++];
    *added = *pair;
    if (pair->other < c->book->student_count) return true;
    const bp_similar_source *from = &c->sources[pair->other - c->book->student_count];
    added->source = bp_copy_text(allocator, from->name, c->error);
    added->text = bp_copy_text(allocator, (const char *)from->text.data, c->error);
    return added->source && added->text;
}

static bool are_equal(const window_table *c, size_t one, size_t other) {
    return c->sets[one].count >= BP_SIMILAR_EQUAL && c->sets[one].count == c->sets[other].count &&
           c->sets[one].sum == c->sets[other].sum;
}

/* Of answers that are equal as a whole, each is listed with the first one. */
static bool add_pairs(window_table *c, int exercise) {
    const size_t students = c->book->student_count;
    for (size_t one = 0; one < students; one++) {
        size_t first = 0;
        while (first < one && !are_equal(c, first, one)) first++;
        for (size_t other = one + 1; other < c->owners; other++) {
            const bool equal = first == one && are_equal(c, one, other);
            const int shared = c->shared[one * c->owners + other];
            const int all =
                other < students && c->sizes[other] < c->sizes[one] ? c->sizes[other] : c->sizes[one];
            if (!equal && (shared < BP_SIMILAR_WINDOWS || 100 * shared < BP_SIMILAR_PERCENT * all)) continue;
            const bp_similar_pair pair = {.exercise = exercise,
                                          .one = one,
                                          .other = other,
                                          .percent = equal ? 100 : 100 * shared / all,
                                          .windows = equal ? c->sets[one].count : shared};
            if (!add_pair(c, &pair)) return false;
        }
    }
    return true;
}

static bool add_original(window_table *c, const bp_exercise_paths *paths, int number) {
    char path[PATH];
    if (!bp_exercise_original_path(paths, c->book->exercises[number], path, sizeof path, c->error))
        return false;
    char *code = bp_answer_code(c->book->allocator, &(bp_code_options){.paths = paths}, path, c->error);
    const bool ok = code && add_windows(c, code, c->owners);
    bp_free(c->book->allocator, code);
    return ok;
}

static bool add_sources(window_table *c, const bp_exercise_paths *paths, int number) {
    for (int i = 0; i < BP_SIMILAR_SOURCES; i++) {
        bp_similar_source *one = &c->sources[i];
        if (!bp_similar_source_read(c->book->allocator, paths, c->book->exercises[number], i, one,
                                    c->error) ||
            !add_windows(c, one->code, c->book->student_count + (size_t)i))
            return false;
    }
    return true;
}

static bool compare(window_table *c, const bp_exercise_paths *paths, int number) {
    const size_t students = c->book->student_count;
    size_t submissions = 0;
    c->count = 0;
    for (size_t i = 0; i < students; i++) {
        submissions += c->book->students[i].grades[number].code != NULL;
        if (!add_windows(c, c->book->students[i].grades[number].code, i)) return false;
    }
    if (c->count < BP_SIMILAR_WINDOWS) return true;
    memset(c->sets, 0, c->owners * sizeof *c->sets);
    memset(c->sizes, 0, c->owners * sizeof *c->sizes);
    memset(c->shared, 0, c->owners * c->owners * sizeof *c->shared);
    bool ok = add_original(c, paths, number) && add_sources(c, paths, number);
    if (ok) {
        sort_windows(c);
        count_shared(c, submissions);
        ok = add_pairs(c, number);
    }
    for (int i = 0; i < BP_SIMILAR_SOURCES; i++) bp_similar_source_free(c->book->allocator, &c->sources[i]);
    return ok;
}

bool bp_similar_find(const bp_gradebook *book, const bp_exercise_paths *paths, bp_similar_pair **out,
                     size_t *count, bp_error *error) {
    window_table c = {.book = book, .error = error, .owners = book->student_count + BP_SIMILAR_SOURCES};
    c.sets = bp_alloc(book->allocator, c.owners, sizeof *c.sets, error);
    c.sizes = bp_alloc(book->allocator, c.owners, sizeof *c.sizes, error);
    c.shared = bp_alloc(book->allocator, c.owners * c.owners, sizeof *c.shared, error);
    bool ok = c.sets && c.sizes && c.shared;
    for (int e = 0; ok && e < book->exercise_count; e++) ok = compare(&c, paths, e);
    bp_free(book->allocator, c.sets);
    bp_free(book->allocator, c.sizes);
    bp_free(book->allocator, c.shared);
    bp_free(book->allocator, c.windows);
    if (!ok) bp_similar_pairs_free(book->allocator, c.pairs, c.pair_count);
    *out = ok ? c.pairs : NULL;
    *count = ok ? c.pair_count : 0;
    return ok;
}

/* ---- what answers may have been copied from: the lines that the web page offers, and files, of which a
 * teacher's copy has all ---- */

enum { MOST_BYTES = 1 << 20 };

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
    if (!bp_file_read(NULL, path, MOST_BYTES, &file, NULL)) return false;
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

/* ---- for a teacher: a table, and a page that shows the answers side by side ----
 *
 * Lines that both have, whatever their names and spaces, are marked. */

/* A browser must be able to show the page, whatever students copy. */
enum { SHAPE = 256, SHORTEST = 4, MOST_LINES = 1000, MOST_PAGE = 8 << 20 };

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

static bool has_line(const char *text, const char shape[SHAPE]) {
    char other[SHAPE];
    for (int i = 0; *text && i < MOST_LINES; i++) {
        const size_t length = strcspn(text, "\n");
        shape_of(text, length, other);
        if (strcmp(shape, other) == 0) return true;
        text += length + (text[length] == '\n');
    }
    return false;
}

static void put_answer(bp_text_buffer *page, const char *name, const char *line, const char *other) {
    char shape[SHAPE], text[512];
    bp_grade_put_markup(page, "<figure><figcaption>%s</figcaption><pre>", name);
    for (int i = 0; *line; i++) {
        const size_t length = strcspn(line, "\n");
        shape_of(line, length, shape);
        const bool both = i < MOST_LINES && strlen(shape) >= SHORTEST && has_line(other, shape);
        snprintf(text, sizeof text, "%.*s", (int)length, line);
        bp_grade_put_markup(page, both ? "<b>%s</b>\n" : "%s\n", text);
        line += length + (line[length] == '\n');
    }
    bp_text_buffer_add(page, "</pre></figure>\n");
}

static const char *answer_of(const bp_gradebook *book, const bp_similar_pair *pair, size_t who) {
    int number = 0;
    if (!book->students[who].submission) return "";
    while (bp_exercises[number] != book->exercises[pair->exercise]) number++;
    const bp_file *file = &book->students[who].submission->exercises[number].file;
    return file->data ? (const char *)file->data : "";
}

static const char *other_name(const bp_gradebook *book, const bp_similar_pair *pair) {
    return pair->source ? pair->source : book->students[pair->other].entry;
}

static void put_pair(bp_text_buffer *page, const bp_gradebook *book, const bp_similar_pair *pair) {
    const bp_exercise *exercise = book->exercises[pair->exercise];
    const char *one = answer_of(book, pair, pair->one);
    const char *other = pair->source ? pair->text : answer_of(book, pair, pair->other);
    bp_text_buffer_add(page, "<section><h2>%s %s: %d %%</h2><div class=\"two\">\n", exercise->id,
                       exercise->title, pair->percent);
    put_answer(page, book->students[pair->one].entry, one, other);
    put_answer(page, other_name(book, pair), other, one);
    bp_text_buffer_add(page, "</div></section>\n");
}

bool bp_similar_write(const bp_gradebook *book, const char *folder, bp_error *error) {
    bp_text_buffer table = bp_grade_page(book), page = bp_grade_page(book);
    bp_text_buffer_add(&table, BP_BYTE_ORDER_MARK "exercise,student,other,percent,windows\r\n");
    bp_text_buffer_add(&page, "%s<title>Similar answers</title>\n<h1>Similar answers</h1>\n",
                       bp_grade_page_head);
    if (book->pair_count == 0) bp_text_buffer_add(&page, "<p>There are none.</p>\n");
    for (size_t i = 0; i < book->pair_count; i++) {
        const bp_similar_pair *pair = &book->pairs[i];
        bp_text_buffer_add(&table, "%s,", book->exercises[pair->exercise]->name);
        bp_grade_put_fields(&table, 2,
                            (const char *const[]){book->students[pair->one].entry, other_name(book, pair)});
        bp_text_buffer_add(&table, ",%d,%d\r\n", pair->percent, pair->windows);
        if (page.size < MOST_PAGE) put_pair(&page, book, pair);
    }
    if (page.size >= MOST_PAGE)
        bp_text_buffer_add(&page, "<p>The page ends here. similar.csv lists all.</p>\n");
    const bool ok = bp_grade_write_page(&table, book, folder, "similar.csv", error);
    return bp_grade_write_page(&page, book, folder, "similar.html", ok ? error : NULL) && ok;
}
