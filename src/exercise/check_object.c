/* Checking the compiled file. The compiler lists the files that the student's file includes. nm lists
 * the symbols that the object file uses or defines: a bp_ function outside the exercise's list could solve
 * the exercise. */
#define _POSIX_C_SOURCE 200809L
#include "base/process.h"
#include "base/system.h"
#include "base/utf8.h"
#include "exercise/checker.h"
#include "exercise/exercises.h"
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Cuts the next word off a list in make's format: spaces separate words, a backslash or a dollar sign
 * protects the next character ("\ ", "\#", "$$"), and a backslash at the end of a line continues the list.
 * NULL at the end. */
static char *next_file(char **list) {
    char *from = *list;
    while ((*from && strchr(" \n\r\t", *from)) || (from[0] == '\\' && (from[1] == '\n' || from[1] == '\r')))
        from++;
    if (!*from) return NULL;
    char *to = from, *word = from;
    while (*from && !strchr(" \n\r", *from)) {
        if ((from[0] == '\\' && from[1] && strchr(" \t#:", from[1])) || (from[0] == '$' && from[1] == '$'))
            from++;
        *to++ = *from++;
    }
    *list = *from ? from + 1 : from;
    *to = '\0';
    return word;
}

/* True if the real path is root/name or lies in it. */
static bool is_within(const char *path, const char *root, const char *name) {
    char joined[PATH_MAX], real[PATH_MAX];
    int length = snprintf(joined, sizeof joined, "%s/%s", root, name);
    if (length < 0 || (size_t)length >= sizeof joined || !bp_path_resolve(joined, real, sizeof real))
        return false;
    size_t whole = strlen(real);
    return strncmp(path, real, whole) == 0 && (path[whole] == '\0' || path[whole] == '/');
}

static bool may_include(const bp_exercise_job *job, const char *file) {
    const char *header = job->options->header, *root = job->paths->root;
    char path[PATH_MAX], own[PATH_MAX];
    if (header && strcmp(file, header) == 0) return true;
    if (!bp_path_resolve(file, path, sizeof path) || !bp_path_resolve(job->source, own, sizeof own))
        return false;
    return strcmp(path, own) == 0 || is_within(path, root, "include/bindpose") ||
           is_within(path, root, "lessons/exercises/exercise.h");
}

/* Joins lines as the compiler does, and replaces trigraphs: a word can stand in several lines. */
static void join_lines(char *text) {
    char *to = text;
    for (const char *at = text; *at;) {
        const bool trigraph = at[0] == '?' && at[1] == '?' && (at[2] == '/' || at[2] == '=');
        const char next = !trigraph ? *at : at[2] == '/' ? '\\' : '#';
        const char *behind = at + (trigraph ? 3 : 1), *end = behind + strspn(behind, " \t\r\f\v");
        if (next == '\\' && *end == '\n')
            at = end + 1;
        else
            *to++ = next, at = behind;
    }
    *to = '\0';
}

size_t bp_exercise_comment(const char *text) {
    if (strncmp(text, "//", 2) == 0) return strcspn(text, "\n");
    const char *end = strncmp(text, "/*", 2) == 0 ? strstr(text + 2, "*/") : text;
    return end ? (size_t)(end - text) + (end > text ? 2 : 0) : strlen(text);
}

/* Whether the line up to `at` is a directive in which a comment's mark, or a backslash in a text, may be
 * none: #warning and `__has_include(<...>)` can hold them, and compilers differ. Those named here cannot, nor
 * can #include hold a comment's mark but between < and >. A byte order mark may stand in front. */
static bool may_hold_marks(const char *text, const char *at) {
    static const char *const PLAIN[] = {"define", "undef", "ifdef", "ifndef", "else", "endif"};
    const char *line = at;
    while (line > text && line[-1] != '\n') line--;
    while (line < at && (isspace((unsigned char)*line) || (unsigned char)*line > 127)) line++;
    if (*line != '#' && strncmp(line, "%:", 2) != 0) return false;
    line += *line == '#' ? 1 : 2;
    while (line < at && isspace((unsigned char)*line)) line++;
    const size_t length = strspn(line, "abcdefghijklmnopqrstuvwxyz_");
    for (size_t i = 0; i < BP_COUNT(PLAIN); i++)
        if (strlen(PLAIN[i]) == length && memcmp(PLAIN[i], line, length) == 0) return false;
    if (*at != '/' || length != 7 || memcmp(line, "include", length) != 0) return true;
    while (at > line && at[-1] != '<' && at[-1] != '>') at--;
    return at > line && at[-1] == '<';
}

/* Blanks comments, texts and characters of joined lines. False: what may be a comment goes on behind a
 * directive, or a backslash there may end a text. */
static bool blank_texts(char *text) {
    for (char *at = text; *at;) {
        char *end = at + bp_exercise_comment(at);
        if (end == at && *at != '"' && *at != '\'') {
            at++;
            continue;
        }
        if (end == at) {
            end++;
            while (*end && *end != *at && *end != '\n') end += end[0] == '\\' && end[1] ? 2 : 1;
            end += *end == *at;
        }
        if (memchr(at, *at == '/' ? '\n' : '\\', (size_t)(end - at)) && may_hold_marks(text, at))
            return false;
        memset(at, ' ', (size_t)(end - at));
        at = end;
    }
    return true;
}

/* What writes lines of the student's into the assembler's file: words of C, whatever underscores are around
 * them, and the beginnings of the C library's macros. */
static bool is_assembler(const char *word, size_t length) {
    static const char *const WORDS[] = {"asm",   "section", "alias",  "weakref", "symver",  "ifunc",
                                        "ident", "sccs",    "Pragma", "ASMNAME", "REDIRECT"};
    while (length > 0 && *word == '_') word++, length--;
    while (length > 0 && word[length - 1] == '_') length--;
    for (size_t i = 0; i < BP_COUNT(WORDS); i++)
        if (strlen(WORDS[i]) == length && memcmp(word, WORDS[i], length) == 0) return true;
    return false;
}

/* Refuses what can hide a function of math.h from the checks of the object file. A line of assembler can
 * rename it, or end the file before the names for debuggers (`.end`). And math.h, included once more, has its
 * functions under other names. */
static void check_words(char *text, bp_exercise_result *result) {
    join_lines(text);
    if (strstr(text, "BINDPOSE_MATH_H"))
        bp_exercise_set_verdict(
            result, BP_EXERCISE_FORBIDDEN, "includes",
            "The file includes bindpose/math.h once more, with other names. exercise.h has it.");
    if (!blank_texts(text))
        bp_exercise_set_verdict(result, BP_EXERCISE_FORBIDDEN, "calls",
                                "A line such as `#if` has a comment that goes on in the next one, or a "
                                "backslash in a text. Begin "
                                "the comment in a line of its own.");
    size_t length;
    for (const char *at = text; *at && result->verdict == BP_EXERCISE_PASSED; at += length ? length : 1) {
        for (length = 0; isalnum((unsigned char)at[length]) || at[length] == '_';) length++;
        const bool pasted = strncmp(at, "##", 2) == 0 || strncmp(at, "%:%:", 4) == 0;
        if (pasted || strncmp(at, "__REDIR", 7) == 0 || is_assembler(at, length))
            bp_exercise_set_verdict(
                result, BP_EXERCISE_FORBIDDEN, "calls",
                "The file has `%.*s`. An answer needs no assembler, and nothing that pastes words or chooses "
                "how functions are called there.",
                pasted ? 2 : (int)length, at);
    }
}

bool bp_exercise_check_includes(const bp_exercise_job *job, bp_exercise_result *result, bp_error *error) {
    bp_file rule; /* object: file file ... */
    bp_file_stamp about;
    if (bp_file_get_stamp(job->includes, &about) && about.size > BP_EXERCISE_MAX_LIST)
        return bp_exercise_set_verdict(
            result, BP_EXERCISE_FORBIDDEN, "includes",
            "The file includes too many files. It may include exercise.h and the C library's headers only.");
    if (!bp_file_read(job->allocator, job->includes, 0, &rule, error)) {
        if (error) error->kind = BP_ERROR_ENVIRONMENT; /* the compiler didn't write it: a full disk */
        return false;
    }
    bp_file own;
    if (!bp_file_read(job->allocator, job->source, 0, &own, error)) {
        bp_file_free(job->allocator, &rule);
        return false;
    }
    for (size_t i = 0; i < own.size; i++) /* a compiler reads on behind a 0 */
        if (own.data[i] == '\0') own.data[i] = ' ';
    own.size = bp_text_unify_lines((char *)own.data, own.size);
    for (size_t i = 0; i < own.size; i++) /* alone, it ends a line, too */
        if (own.data[i] == '\r') own.data[i] = '\n';
    check_words((char *)own.data, result);
    bp_file_free(job->allocator, &own);
    char *colon = strchr((char *)rule.data, ':'), *list = colon ? colon + 1 : (char *)rule.data,
         *file; /* "answer:" */
    while (result->verdict == BP_EXERCISE_PASSED && (file = next_file(&list)) != NULL)
        if (!may_include(job, file))
            bp_exercise_set_verdict(
                result, BP_EXERCISE_FORBIDDEN, "includes",
                "The file includes %.200s. It may include exercise.h and the C library's headers only.",
                file);
    bp_file_free(job->allocator, &rule);
    return true;
}

/* Functions that no exercise is about: every file may call them. A space is on both sides of each. */
static const char HARMLESS[] =
    " bp_vec2_make bp_vec2_add bp_vec2_sub bp_vec2_length bp_vec3_make bp_vec3_add bp_vec3_sub "
    "bp_vec3_mul bp_vec3_scale bp_vec3_negate bp_vec3_dot bp_vec3_cross bp_vec3_length "
    "bp_vec3_distance bp_vec3_normalize bp_vec3_mix bp_vec4_make bp_vec4_mix bp_quat_make "
    "bp_quat_identity bp_quat_dot bp_quat_negate bp_quat_length bp_trs_identity bp_mat4_identity "
    "bp_radians bp_degrees bp_is_finite bp_clamp bp_mix bp_sin bp_cos bp_tan bp_acos bp_asin bp_atan2 "
    "bp_mat4_position bp_mat4_point bp_mat4_direction bp_mat4_transpose bp_mat4_inverse "
    "bp_mat4_inverse_affine bp_quat_normalize bp_quat_nlerp bp_quat_conjugate bp_mat4_determinant ";

static bool is_listed(const char *const list[8], const char *name) {
    for (int i = 0; i < 8 && list[i]; i++)
        if (strcmp(list[i], name) == 0) return true;
    return false;
}

static bool is_allowed(const bp_exercise *exercise, const char *name) {
    if (is_listed(exercise->allowed, name)) return true;
    if (is_listed(exercise->solved_by, name)) return false;
    /* bp_mat4_mul is inline and calls it. */
    if (strcmp(name, "bp_mat4_vec4") == 0) return is_listed(exercise->allowed, "bp_mat4_mul");
    char word[260];
    snprintf(word, sizeof word, " %s ", name);
    return strstr(HARMLESS, word) != NULL;
}

/* Whether bindpose/math.h declares the function. */
static bool is_in_math(const bp_exercise_job *job, const char *name) {
    char path[PATH_MAX], call[300];
    bp_file header;
    snprintf(path, sizeof path, "%.4000s/include/bindpose/math.h", job->paths->root);
    snprintf(call, sizeof call, " %s(", name);
    if (!bp_file_read(job->allocator, path, 1 << 20, &header, NULL)) return false;
    bool found = strstr((const char *)header.data, call) != NULL;
    bp_file_free(job->allocator, &header);
    return found;
}

/* Names a bp_ function that the file may not use, with the reason that holds for it. */
static void refuse(const bp_exercise_job *job, const char *name, char kind, bp_exercise_result *result) {
    char allowed[512] = "";
    const bp_exercise *exercise = job->exercise;
    const bool in_math = is_in_math(job, name);
    for (const char *const *one = exercise->allowed; *one; one++) strcat(strcat(allowed, *one), ", ");
    if (kind != 'U' && (!in_math || kind != 't')) {
        bp_exercise_set_verdict(
            result, BP_EXERCISE_FORBIDDEN, "calls",
            "The file defines %s. Names that begin with bp_ belong to the library: give it another name.",
            name);
        return;
    }
    const char *reason = !in_math ? "which is not one of the functions of bindpose/math.h"
                         : is_listed(exercise->solved_by, name)
                             ? "which does what this exercise asks you to write"
                             : "which this exercise doesn't need";
    bp_exercise_set_verdict(result, BP_EXERCISE_FORBIDDEN, "calls",
                            "The file uses %s, %s. It may use %sand simple helpers of bindpose/math.h, such "
                            "as bp_vec3_add or bp_clamp.",
                            name, reason, allowed);
}

static void check_symbol(const bp_exercise_job *job, const char *name, char kind,
                         bp_exercise_result *result) {
    if (kind != 'U' && strcmp(name, "main") == 0)
        bp_exercise_set_verdict(
            result, BP_EXERCISE_FORBIDDEN, "has_main",
            "The file has its own main. The checker supplies main: keep only the function %s.",
            job->exercise->function);
    if (strncmp(name, "bp_", 3) == 0 && !is_allowed(job->exercise, name)) refuse(job, name, kind, result);
}

/* Texts count, too, and a macro can write millions of them; each takes a search of math.h. */
enum { MOST_UNKNOWN = 1000 };

bool bp_exercise_check_names(const bp_exercise_job *job, bp_exercise_result *result, bp_error *error) {
    bp_file object;
    if (!bp_file_read(job->allocator, job->object, 0, &object, error)) return false;
    int unknown = 0;
    for (size_t at = 1; at + 4 < object.size && result->verdict == BP_EXERCISE_PASSED; at++) {
        const char *name = (const char *)object.data + at;
        if (memcmp(name, "bp_", 3) != 0 || isalnum((unsigned char)name[-1]) || name[-1] == '_') continue;
        char word[64];
        size_t length = 0;
        for (; length < sizeof word - 1 && at + length < object.size; length++)
            if (!isalnum((unsigned char)(word[length] = name[length])) && name[length] != '_') break;
        word[length] = '\0';
        if (is_allowed(job->exercise, word)) continue;
        if (is_in_math(job, word)) refuse(job, word, 't', result);
        if (++unknown == MOST_UNKNOWN)
            bp_exercise_set_verdict(result, BP_EXERCISE_FORBIDDEN, "calls",
                                    "The file has too many names that begin with bp_ to check them all.");
    }
    bp_file_free(job->allocator, &object);
    return true;
}

/* Whether the compiler puts an underscore before each name, as on macOS: the exercise's function has one
 * then. */
static bool has_underscores(const bp_exercise_job *job, const char *text) {
    char line[300];
    int length = snprintf(line, sizeof line, "\n_%.200s T ", job->exercise->function);
    return strstr(text, line) || strncmp(text, line + 1, (size_t)length - 1) == 0;
}

/* Lines of nm -P: name, kind, value, size. */
void bp_exercise_check_symbols(const bp_exercise_job *job, char *text, bp_exercise_result *result) {
    const bool underscores = has_underscores(job, text);
    const bp_exercise *other = NULL;
    bool found = false;
    char *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        char name[256], kind;
        if (sscanf(line, "%255s %c", name, &kind) != 2) continue;
        const bool ours = strncmp(name, "_bp_", 4) == 0 || strcmp(name, "_main") == 0;
        const char *plain = ours || (underscores && *name == '_') ? name + 1 : name;
        for (const bp_exercise *const *one = bp_exercises; *one; one++)
            if (kind == 'T' && strcmp((*one)->function, plain) == 0) other = *one;
        found |= kind == 'T' && strcmp(job->exercise->function, plain) == 0;
        if (result->verdict == BP_EXERCISE_PASSED) check_symbol(job, plain, kind, result);
    }
    if (other && !found)
        bp_exercise_set_verdict(result, BP_EXERCISE_BUILD, "no_function",
                                "The file has %s, the function of exercise %s, and no function %s.",
                                other->function, other->id, job->exercise->function);
    else if (!found && result->verdict == BP_EXERCISE_PASSED)
        bp_exercise_set_verdict(result, BP_EXERCISE_BUILD, "no_function",
                                "The file has no function %s, or the function is static.",
                                job->exercise->function);
}
