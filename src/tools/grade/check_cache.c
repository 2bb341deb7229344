/* A result is a JSON file, named by the hash of everything that it depends on. */
#define _POSIX_C_SOURCE 200809L
#include "tools/grade/check_cache.h"
#include "base/base64.h"
#include "base/process.h"
#include "base/system.h"
#include "io/json.h"
#include <bindpose/io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FORM "bindpose-check-4"
enum { PATH = 1400, LIMIT = 16 << 20, PROOF = BP_SHA256_TEXT - 1 };

static bool add_file(const bp_check_cache *cache, bp_sha256 *hash, const char *path, bp_error *error) {
    bp_file file;
    if (!bp_file_read(cache->allocator, path, 0, &file, error)) {
        if (error) error->kind = BP_ERROR_ENVIRONMENT;
        return false;
    }
    bp_sha256_add(hash, &file.size, sizeof file.size);
    bp_sha256_add(hash, file.data, file.size);
    bp_file_free(cache->allocator, &file);
    return true;
}

/* The compiler's version, as it says. No compiler: the checks themselves will say so. */
static void add_compiler(const bp_check_cache *cache, bp_sha256 *hash) {
    const char *chosen = getenv("CC");
    const bp_process_options task = {
        .argv = (const char *const[]){chosen && *chosen ? chosen : "cc", "--version", NULL},
        .output_limit = 4096,
        .seconds = 20};
    bp_process_result ran;
    if (!bp_process_run(cache->allocator, &task, &ran, NULL)) return;
    bp_sha256_add(hash, ran.output.data, ran.output.size);
    bp_process_result_free(cache->allocator, &ran);
}

/* The account's secret number, made at the first use. Without a data folder it holds for this run alone. */
static void take_secret(bp_check_cache *cache) {
    char folder[PATH], path[PATH + 40];
    bp_file file;
    const bool has_folder = bp_data_folder(folder, sizeof folder - 40, NULL);
    if (has_folder) strcat(folder, "/bindpose");
    snprintf(path, sizeof path, "%s/grading-secret", has_folder ? folder : ".");
    if (has_folder && bp_file_read(cache->allocator, path, PROOF, &file, NULL)) {
        const bool whole = file.size == PROOF;
        if (whole) memcpy(cache->secret, file.data, PROOF);
        bp_file_free(cache->allocator, &file);
        if (whole) return;
    }
    uint32_t random[8];
    for (size_t i = 0; i < BP_COUNT(random); i++) random[i] = bp_random_number();
    bp_sha256_of(random, sizeof random, cache->secret);
    if (!has_folder || !bp_folder_make(folder, NULL)) return;
    const mode_t mask = umask(077);
    bp_file_write(path, cache->secret, PROOF, NULL);
    umask(mask);
}

/* hash(secret, hash(secret, key, text)). With the key in it, one file's result can't take another's place. */
static void prove(const bp_check_cache *cache, const char *key, const void *text, size_t size,
                  char proof[BP_SHA256_TEXT]) {
    char inner[BP_SHA256_TEXT];
    for (int round = 0; round < 2; round++) {
        bp_sha256 hash = bp_sha256_begin();
        bp_sha256_add(&hash, cache->secret, PROOF);
        if (round == 0) bp_sha256_add(&hash, key, PROOF);
        bp_sha256_add(&hash, round == 0 ? text : inner, round == 0 ? size : PROOF);
        bp_sha256_end(&hash, round == 0 ? inner : proof);
    }
}

/* A stored result without its proof; NULL: there is none, or another's. */
static bp_json *read_proven(const bp_check_cache *cache, const char *key, const char *path) {
    char proof[BP_SHA256_TEXT];
    bp_file file;
    bp_json *root = NULL;
    if (!bp_file_read(cache->allocator, path, LIMIT, &file, NULL)) return NULL;
    if (file.size > PROOF + 1) {
        const char *text = (const char *)file.data + PROOF + 1;
        prove(cache, key, text, file.size - PROOF - 1, proof);
        if (memcmp(proof, file.data, PROOF) == 0)
            root = bp_json_parse(text, file.size - PROOF - 1, LIMIT, path, NULL);
    }
    bp_file_free(cache->allocator, &file);
    return root;
}

bool bp_check_cache_open(const bp_allocator *allocator, const bp_exercise_paths *paths,
                         const bp_grade_options *options, bp_check_cache *out, bp_error *error) {
    char path[PATH];
    *out = (bp_check_cache){.allocator = allocator, .folder = options->cache};
    take_secret(out);
    bp_sha256 hash = bp_sha256_begin();
    const uint64_t how[] = {options->seed, options->unsafe, options->draw != NULL};
    bp_sha256_add(&hash, how, sizeof how);
    add_compiler(out, &hash);
#ifdef __linux__
    snprintf(path, sizeof path, "/proc/self/exe");
#else
    snprintf(path, sizeof path, "%.1000s/bin/bindpose", paths->build);
#endif
    bool ok = bp_folder_make(options->cache, error) && add_file(out, &hash, path, error);
    const char *const parts[][2] = {{paths->build, BP_EXERCISE_LIBRARY},
                                    {paths->build, "exercises/calls.o"},
                                    {paths->build, "exercises/main.o"},
                                    {paths->root, "lessons/exercises/exercise.h"}};
    for (size_t i = 0; ok && i < BP_COUNT(parts); i++) {
        snprintf(path, sizeof path, "%.1000s/%s", parts[i][0], parts[i][1]);
        ok = add_file(out, &hash, path, error);
    }
    for (int i = 0; ok && bp_exercises[i]; i++) {
        snprintf(path, sizeof path, "%.1000s/exercises/%s.o", paths->build, bp_exercises[i]->id);
        ok = add_file(out, &hash, path, error);
    }
    bp_sha256_end(&hash, out->checker);
    return ok;
}

void bp_check_cache_key(const bp_check_cache *cache, const bp_exercise *exercise, const bp_file *file,
                        char key[BP_SHA256_TEXT]) {
    bp_sha256 hash = bp_sha256_begin();
    bp_sha256_add(&hash, cache->checker, sizeof cache->checker);
    bp_sha256_add(&hash, exercise->name, strlen(exercise->name) + 1);
    bp_sha256_add(&hash, file->data, file->size);
    bp_sha256_end(&hash, key);
}

static void path_of(const bp_check_cache *cache, const char *key, char path[PATH]) {
    snprintf(path, PATH, "%.1200s/%s.json", cache->folder, key);
}

static void take_text(const bp_json *root, const char *name, char *to, size_t size) {
    snprintf(to, size, "%s", bp_json_text_or(bp_json_member(root, name), ""));
}

static int take_int(const bp_json *root, const char *name) {
    long long value = -1;
    bp_json_integer(bp_json_member(root, name), &value);
    return value < 0 || value > 1 << 20 ? -1 : (int)value;
}

static char *copy_member(const bp_check_cache *cache, const bp_json *root, const char *name) {
    return bp_copy_text(cache->allocator, bp_json_text_or(bp_json_member(root, name), ""), NULL);
}

bool bp_check_cache_load(const bp_check_cache *cache, const char *key, bp_grade *grade) {
    char path[PATH], form[32];
    path_of(cache, key, path);
    bp_json *root = read_proven(cache, key, path);
    take_text(root, "form", form, sizeof form);
    const int verdict = take_int(root, "verdict");
    const int cases = take_int(root, "cases"), right = take_int(root, "right"),
              points = take_int(root, "points");
    bool ok = strcmp(form, FORM) == 0 && verdict >= 0 && verdict <= BP_EXERCISE_MEMORY && right >= 0 &&
              right <= cases && cases <= BP_EXERCISE_CASES &&
              points == (verdict == BP_EXERCISE_PASSED ? BP_EXERCISE_POINTS : 0);
    if (ok) {
        *grade = (bp_grade){
            .checked = true,
            .verdict = (bp_exercise_verdict)verdict,
            .points = points,
            .case_right = right,
            .case_count = cases,
            .report = copy_member(cache, root, "report"),
            .message = copy_member(cache, root, "message"),
            .code = copy_member(cache, root, "code"),
            .pictures = {copy_member(cache, root, "yours"), copy_member(cache, root, "right_one")}};
        take_text(root, "cause", grade->cause, sizeof grade->cause);
        take_text(root, "text", grade->text, sizeof grade->text);
        take_text(root, "case", grade->case_name, sizeof grade->case_name);
        ok = grade->report && grade->message && grade->code && grade->pictures[0] && grade->pictures[1];
        if (!ok) bp_grade_clear(cache->allocator, grade);
    }
    bp_json_destroy(root);
    return ok;
}

/* The compiler's first error, or else its first warning; a few lines, with the code that it points at. */
static void first_message(const char *warnings, char *to, size_t size) {
    const char *at = strstr(warnings, " error: ");
    if (!at) at = strstr(warnings, " warning: ");
    if (!at) at = warnings;
    while (at > warnings && at[-1] != '\n') at--;
    const char *end = at;
    for (int lines = 0; lines < 3 && *end; lines++) {
        end += strcspn(end, "\n");
        end += *end == '\n';
    }
    snprintf(to, size, "%.*s", (int)(end - at), at);
}

static char *base64_of(const bp_allocator *allocator, const bp_file *from, bp_error *error) {
    char *text = bp_alloc(allocator, bp_base64_length(from->size) + 1, 1, error);
    if (text) bp_base64_write(from->data, from->size, text);
    return text;
}

static bool write_proven(const bp_check_cache *cache, const char *key, const char *path, const bp_file *text,
                         bp_error *error) {
    char *whole = bp_alloc(cache->allocator, PROOF + 1 + text->size, 1, error);
    if (!whole) return false;
    char proof[BP_SHA256_TEXT];
    prove(cache, key, text->data, text->size, proof);
    memcpy(whole, proof, PROOF);
    whole[PROOF] = '\n';
    memcpy(whole + PROOF + 1, text->data, text->size);
    const bool ok = bp_folder_write_file(path, whole, PROOF + 1 + text->size, error);
    bp_free(cache->allocator, whole);
    return ok;
}

bool bp_check_cache_store(const bp_check_cache *cache, const char *key, const bp_exercise *exercise,
                          const bp_exercise_result *result, const char *code, const bp_file pictures[2],
                          bp_error *error) {
    char path[PATH], message[2048];
    bp_file report = {0}, text = {0};
    const bp_exercise_report_options how = {.columns = 100, .rows = 60};
    char *encoded[2] = {base64_of(cache->allocator, &pictures[0], error),
                        base64_of(cache->allocator, &pictures[1], error)};
    bool ok = encoded[0] && encoded[1] &&
              bp_exercise_report(exercise, cache->allocator, result, &how, &report, error);
    if (ok) {
        bp_json_writer json = bp_json_writer_make(cache->allocator);
        first_message(result->warnings, message, sizeof message);
        path_of(cache, key, path);
        bp_json_write(&json,
                      "{form: %s, exercise: %s, verdict: %d, points: %d, right: %d, cases: %d, cause: %s, "
                      "text: %s, case: %s, message: %s, report: %s, code: %s, yours: %s, right_one: %s}",
                      FORM, exercise->name, result->verdict, result->points, result->case_right,
                      result->case_count, result->id, result->text,
                      result->failed_case >= 0 ? result->case_name : "", message, (const char *)report.data,
                      code, encoded[0], encoded[1]);
        ok = bp_json_writer_finish(&json, &text, error) && write_proven(cache, key, path, &text, error);
        bp_file_free(cache->allocator, &text);
    }
    bp_file_free(cache->allocator, &report);
    for (int i = 0; i < 2; i++) bp_free(cache->allocator, encoded[i]);
    return ok;
}

void bp_check_cache_forget(const bp_check_cache *cache, const char *key) {
    char path[PATH];
    path_of(cache, key, path);
    remove(path);
}

/* ---- results of several machines ----------------------------------------------------------------*/

/* The same JSON on one line: its line breaks, and the spaces that indent, stand between values. */
static void put_line(bp_text_buffer *out, const char *text) {
    while (*text) {
        size_t length = strcspn(text, "\n");
        bp_text_buffer_put(out, text, length);
        text += length;
        text += strspn(text, "\n ");
    }
}

bool bp_check_cache_export(const bp_check_cache *cache, bp_text_buffer *out, bp_error *error) {
    char path[PATH], key[BP_SHA256_TEXT];
    bp_folder_names names;
    if (!bp_folder_list_files(cache->allocator, cache->folder, 1 << 20, &names, error)) return false;
    for (size_t i = 0; i < names.count; i++) {
        bp_file file;
        snprintf(key, sizeof key, "%s", names.names[i]);
        path_of(cache, key, path);
        bp_json *root = read_proven(cache, key, path);
        if (root && bp_file_read(cache->allocator, path, LIMIT, &file, NULL)) {
            bp_text_buffer_add(out, "{\"checker\": \"%s\", \"key\": \"%s\", \"check\": ", cache->checker,
                               key);
            put_line(out, (const char *)file.data + PROOF + 1);
            bp_text_buffer_add(out, "}\n");
            bp_file_free(cache->allocator, &file);
        }
        bp_json_destroy(root);
    }
    bp_folder_names_free(cache->allocator, &names);
    return true;
}

bool bp_check_cache_import(const bp_check_cache *cache, const char *line, size_t length, const char *place,
                           bp_error *error) {
    static const char MARK[] = "\"check\": ";
    char path[PATH], key[BP_SHA256_TEXT + 1], checker[BP_SHA256_TEXT + 1];
    bp_json *root = bp_json_parse(line, length, LIMIT, place, error);
    if (!root) return false;
    take_text(root, "key", key, sizeof key);
    take_text(root, "checker", checker, sizeof checker);
    bool is_check = strlen(key) == PROOF && strspn(key, "0123456789abcdef") == PROOF &&
                    bp_json_member(bp_json_member(root, "check"), "form");
    bp_json_destroy(root);
    const char *check = strstr(line, MARK);
    if (!is_check || !check || check > line + length)
        return bp_fail(error, BP_ERROR_INPUT, place, "is no line of a checks.jsonl of --shard");
    if (strcmp(checker, cache->checker) != 0)
        return bp_fail(error, BP_ERROR_INPUT, place,
                       "was checked by another release or compiler, or with another --seed or --unsafe; all "
                       "machines need the same");
    check += sizeof MARK - 1;
    bp_file text = {(uint8_t *)(uintptr_t)check, (size_t)(line + length - 1 - check)};
    path_of(cache, key, path);
    return write_proven(cache, key, path, &text, error);
}
