/* Comparing by shared windows of tokens. Each window is a 64-bit hash; all hashes of an exercise are sorted
 * once, so the students of each window are neighbours. */
#include "base/allocator.h"
#include "tools/grade/similar.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { WINDOW = 8, MOST_WINDOWS = 8192, PATH = 1400, COMMON_AT_LEAST = 5, COMMON_PART = 10 };

/* ---- tokens ----------------------------------------------------------------------------------------- */

/* Skips spaces, comments, and lines that begin with #. */
static const char *skip(const char *at, const char *begin) {
    for (;;) {
        while (isspace((unsigned char)*at)) at++;
        if (at[0] == '/' && at[1] == '*') {
            const char *end = strstr(at + 2, "*/");
            at = end ? end + 2 : at + strlen(at);
        } else if (at[0] == '/' && at[1] == '/') {
            at += strcspn(at, "\n");
        } else if (*at == '#' && (at == begin || at[-1] == '\n')) {
            at += strcspn(at, "\n");
        } else {
            return at;
        }
    }
}

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '.' || (unsigned char)c >= 128;
}

static size_t token_length(const char *at) {
    size_t length = 0;
    if (is_word(*at)) {
        while (is_word(at[length])) length++;
    } else if (*at == '"' || *at == '\'') {
        for (length = 1; at[length] && at[length] != *at && at[length] != '\n'; length++)
            if (at[length] == '\\' && at[length + 1]) length++;
        length += at[length] == *at;
    }
    return length ? length : 1;
}

/* Other spellings of a token, which disguise a copy. */
static const char *plain_spelling(const char *at, size_t *length) {
    static const char *const DIGRAPHS[][2] = {{"<%", "{"}, {"%>", "}"}, {"<:", "["}, {":>", "]"}};
    for (size_t i = 0; i < BP_COUNT(DIGRAPHS); i++)
        if (strncmp(at, DIGRAPHS[i][0], 2) == 0) {
            *length = 2;
            return DIGRAPHS[i][1];
        }
    *length = token_length(at);
    return at;
}

/* A name that #define stands for tokens, such as "#define F float". */
typedef struct macro {
    const char *name, *body;
    size_t length, body_length;
} macro;

typedef struct macro_list {
    macro macros[32];
    int count;
} macro_list;

static void find_macros(const char *text, macro_list *to) {
    to->count = 0;
    for (const char *line = text; line; line = strchr(line, '\n'), line += line != NULL) {
        const char *at = line;
        if (*at != '#') continue;
        at++, at += strspn(at, " \t");
        if (strncmp(at, "define", 6) != 0 || (at[6] != ' ' && at[6] != '\t')) continue;
        at += 6, at += strspn(at, " \t");
        const size_t length = is_word(*at) ? token_length(at) : 0, rest = strcspn(at, "\n");
        if (length == 0 || at[length] == '(' || to->count == (int)BP_COUNT(to->macros)) continue;
        to->macros[to->count++] = (macro){at, at + length, length, rest - length};
    }
}

/* The tokens so far, each with a space behind it, and where the last ones begin. */
typedef struct token_text {
    char *text;
    size_t used, size;
    size_t begins[6]; /* the newest first */
    int known;
} token_text;

static bool is_last(const token_text *t, int back, const char *token) {
    if (back >= t->known) return false;
    const char *at = t->text + t->begins[back];
    return strncmp(at, token, strlen(token)) == 0 && at[strlen(token)] == ' ';
}

static void drop_last(token_text *t, int count) {
    if (count > t->known) return;
    t->used = t->begins[count - 1];
    t->known -= count;
    memmove(t->begins, t->begins + count, (size_t)t->known * sizeof *t->begins);
}

static bool is_zero_or_one(const token_text *t, bool one) {
    static const char *const FORMS[][4] = {{"0", "0.0", "0.0f", "0.f"}, {"1", "1.0", "1.0f", "1.f"}};
    for (int i = 0; i < 4; i++)
        if (is_last(t, 0, FORMS[one][i])) return true;
    return false;
}

/* Tokens that change nothing: + 0, - 0, * 1, / 1 behind a value, (void)0, and empty statements. */
static void drop_idle(token_text *t, const char *next, size_t length) {
    const bool ends = length == 1 && strchr(";,)]}+-:?<>=&|", *next);
    const bool value =
        t->known > 2 && (is_word(t->text[t->begins[2]]) || is_last(t, 2, ")") || is_last(t, 2, "]"));
    if (ends && value &&
        ((is_zero_or_one(t, false) && (is_last(t, 1, "+") || is_last(t, 1, "-"))) ||
         (is_zero_or_one(t, true) && (is_last(t, 1, "*") || is_last(t, 1, "/")))))
        drop_last(t, 2);
    if (*next == ';' && is_zero_or_one(t, false) && is_last(t, 1, ")") && is_last(t, 2, "void") &&
        is_last(t, 3, "("))
        drop_last(t, 4);
}

static void add_token(token_text *t, const char *token, size_t length) {
    drop_idle(t, token, length);
    if (*token == ';' && (is_last(t, 0, ";") || is_last(t, 0, "{") || is_last(t, 0, "}"))) return;
    if (t->used + length + 2 > t->size) return;
    memmove(t->begins + 1, t->begins, (BP_COUNT(t->begins) - 1) * sizeof *t->begins);
    t->begins[0] = t->used;
    if (t->known < (int)BP_COUNT(t->begins)) t->known++;
    memcpy(t->text + t->used, token, length);
    t->used += length;
    t->text[t->used++] = ' ';
    t->text[t->used] = '\0';
}

static void add_tokens(token_text *t, const macro_list *macros, const char *from, const char *end,
                       int depth) {
    for (const char *at = skip(from, from); at < end && *at; at = skip(at, from)) {
        size_t length;
        const char *token = plain_spelling(at, &length);
        const macro *used = NULL;
        for (int i = 0; i < macros->count && depth < 4; i++)
            if (macros->macros[i].length == length && memcmp(macros->macros[i].name, at, length) == 0)
                used = &macros->macros[i];
        if (used)
            add_tokens(t, macros, used->body, used->body + used->body_length, depth + 1);
        else
            add_token(t, token, token != at || *at == '"' ? 1 : length);
        at += length;
    }
}

char *bp_similar_tokens(const bp_allocator *allocator, const char *text, bp_error *error) {
    const size_t size = 4 * strlen(text) + 64; /* macros may make it longer: beyond this it ends */
    token_text t = {.text = bp_alloc(allocator, size, 1, error), .size = size};
    macro_list macros;
    if (!t.text) return NULL;
    t.text[0] = '\0';
    find_macros(text, &macros);
    add_tokens(&t, &macros, text, text + strlen(text), 0);
    return t.text;
}

/* A name that a student may choose: the words of C and the library's names stay as they are. */
static bool is_own_name(const char *token, size_t length) {
    static const char *const FIXED[] = {
        "auto",   "bool",   "break",   "case",   "char",     "const",  "continue", "default",
        "do",     "double", "else",    "enum",   "float",    "for",    "goto",     "if",
        "inline", "int",    "long",    "return", "short",    "signed", "sizeof",   "static",
        "struct", "switch", "typedef", "union",  "unsigned", "void",   "volatile", "while"};
    if ((!isalpha((unsigned char)*token) && *token != '_') || strncmp(token, "bp_", 3) == 0) return false;
    for (size_t i = 0; i < BP_COUNT(FIXED); i++)
        if (strlen(FIXED[i]) == length && memcmp(FIXED[i], token, length) == 0) return false;
    return true;
}

static uint64_t mix(uint64_t hash, const void *bytes, size_t size) {
    for (const uint8_t *at = bytes; size > 0; at++, size--) hash = (hash ^ *at) * 0x100000001b3u;
    return hash;
}

/* The hash of the tokens at `at`. Own names count as the place in the window where they were first. 0: too
 * few. */
static uint64_t hash_window(const char *at) {
    const char *tokens[WINDOW];
    size_t lengths[WINDOW];
    uint64_t hash = 0xcbf29ce484222325u;
    for (int i = 0; i < WINDOW; i++, at += lengths[i - 1] + 1) {
        if (!*at) return 0;
        tokens[i] = at;
        lengths[i] = strcspn(at, " ");
        uint8_t first = 0;
        while (lengths[first] != lengths[i] || memcmp(tokens[first], at, lengths[i]) != 0) first++;
        if (is_own_name(at, lengths[i]))
            hash = mix(hash, &first, 1);
        else
            hash = mix(mix(hash, at, lengths[i]), "", 1);
    }
    return hash | 1;
}

/* ---- windows ---------------------------------------------------------------------------------------- */

typedef struct window {
    uint64_t hash;
    uint32_t student; /* the number of students: the original file */
} window;

typedef struct window_table {
    const bp_gradebook *book;
    window *windows; /* of all students and the original, sorted; each once a student */
    size_t count, capacity;
    int *sizes;       /* windows that count, of each student */
    uint16_t *shared; /* of each two students, [one * students + other] */
    bp_similar_pair *pairs;
    size_t pair_count;
    bp_error *error;
} window_table;

static bool add_windows(window_table *c, const char *tokens, uint32_t student) {
    const char *at = tokens;
    for (int i = 0; at && *at && i < MOST_WINDOWS; i++, at += strcspn(at, " ") + 1) {
        const uint64_t hash = hash_window(at);
        if (hash == 0) break;
        if (c->count == c->capacity) {
            const size_t more = c->capacity ? 2 * c->capacity : 4096;
            window *grown =
                bp_realloc(c->book->allocator, c->windows, c->capacity, more, sizeof *grown, c->error);
            if (!grown) return false;
            c->windows = grown;
            c->capacity = more;
        }
        c->windows[c->count++] = (window){hash, student};
    }
    return true;
}

static int by_hash(const void *a, const void *b) {
    const window *one = a, *other = b;
    if (one->hash != other->hash) return one->hash < other->hash ? -1 : 1;
    return one->student < other->student ? -1 : one->student > other->student;
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
    const size_t students = c->book->student_count;
    const size_t part = submissions / COMMON_PART, most = part > COMMON_AT_LEAST ? part : COMMON_AT_LEAST;
    for (size_t begin = 0, end; begin < c->count; begin = end) {
        for (end = begin + 1; end < c->count && c->windows[end].hash == c->windows[begin].hash;) end++;
        if (c->windows[end - 1].student == students || end - begin > most) continue;
        for (size_t i = begin; i < end; i++) {
            const size_t one = c->windows[i].student;
            c->sizes[one]++;
            for (size_t k = i + 1; k < end; k++) c->shared[one * students + c->windows[k].student]++;
        }
    }
}

static bool add_pairs(window_table *c, int exercise) {
    const size_t students = c->book->student_count;
    for (size_t i = 0; i < students * students; i++) {
        const size_t one = i / students, other = i % students;
        const int shared = c->shared[i], all = c->sizes[one] + c->sizes[other] - shared;
        if (shared < BP_SIMILAR_WINDOWS || 100 * shared < BP_SIMILAR_PERCENT * all) continue;
        bp_similar_pair *grown = bp_realloc(c->book->allocator, c->pairs, c->pair_count, c->pair_count + 1,
                                            sizeof *grown, c->error);
        if (!grown) return false;
        c->pairs = grown;
        grown[c->pair_count++] =
            (bp_similar_pair){.exercise = exercise,
                              .one = one,
                              .other = other,
                              .percent = 100 * shared / all,
                              .windows = shared,
                              .same_names = strcmp(c->book->students[one].grades[exercise].tokens,
                                                   c->book->students[other].grades[exercise].tokens) == 0};
    }
    return true;
}

static bool add_original(window_table *c, const bp_exercise_paths *paths, int exercise) {
    char path[PATH];
    bp_file original = {0};
    if (!bp_exercise_original_path(paths, c->book->exercises[exercise], path, sizeof path, c->error) ||
        !bp_file_read(c->book->allocator, path, 0, &original, c->error))
        return false;
    char *tokens = bp_similar_tokens(c->book->allocator, (const char *)original.data, c->error);
    bool ok = tokens && add_windows(c, tokens, (uint32_t)c->book->student_count);
    bp_free(c->book->allocator, tokens);
    bp_file_free(c->book->allocator, &original);
    return ok;
}

static bool compare(window_table *c, const bp_exercise_paths *paths, int exercise) {
    const size_t students = c->book->student_count;
    size_t submissions = 0;
    c->count = 0;
    memset(c->sizes, 0, students * sizeof *c->sizes);
    memset(c->shared, 0, students * students * sizeof *c->shared);
    bool ok = add_original(c, paths, exercise);
    for (size_t i = 0; ok && i < students; i++) {
        const char *tokens = c->book->students[i].grades[exercise].tokens;
        submissions += tokens != NULL;
        ok = add_windows(c, tokens, (uint32_t)i);
    }
    if (!ok) return false;
    sort_windows(c);
    count_shared(c, submissions);
    return add_pairs(c, exercise);
}

bool bp_similar_find(const bp_gradebook *book, const bp_exercise_paths *paths, bp_similar_pair **out,
                     size_t *count, bp_error *error) {
    window_table c = {.book = book, .error = error};
    const size_t students = book->student_count;
    c.sizes = bp_alloc(book->allocator, students, sizeof *c.sizes, error);
    c.shared = bp_alloc(book->allocator, students * students, sizeof *c.shared, error);
    bool ok = c.sizes && c.shared;
    for (int e = 0; ok && e < book->exercise_count; e++) ok = compare(&c, paths, e);
    bp_free(book->allocator, c.sizes);
    bp_free(book->allocator, c.shared);
    bp_free(book->allocator, c.windows);
    if (!ok) bp_free(book->allocator, c.pairs);
    *out = ok ? c.pairs : NULL;
    *count = ok ? c.pair_count : 0;
    return ok;
}
