/* Every function that can fail takes a bp_error. So the public headers list the functions that the sweeps must
 * cover. */
#include "headers.h"
#include <ctype.h>
#include <glob.h>

/* Functions of the error module need no case. */
static const char *const EXCLUDED[] = {
    "bp_fail", "bp_fail_null", "bp_error_prefix_place", "bp_error_exit_code", "bp_error_text", NULL};

static char *read_header(const char *path) {
    bp_file file;
    bp_error error = {0};
    if (bp_file_read(NULL, path, 0, &file, &error)) return (char *)file.data;
    printf("%s: %s (run this in the project's folder)\n", path, error.message);
    exit(1);
}

/* Comments become spaces. */
static void drop_comments(char *text) {
    for (char *at = text; (at = strstr(at, "/*")) != NULL;) {
        char *end = strstr(at, "*/");
        SWEEP_NEED(end != NULL);
        memset(at, ' ', (size_t)(end + 2 - at));
    }
}

static bool is_identifier_character(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* True if `text` contains `word` as a whole word. */
static bool contains_word(const char *text, const char *word, size_t length) {
    for (const char *at = text; (at = strstr(at, word)) != NULL; at++)
        if ((at == text || !is_identifier_character(at[-1])) && !is_identifier_character(at[length]))
            return true;
    return false;
}

static bool is_covered(const sweep_suite *const *suites, size_t count, const char *name) {
    for (size_t i = 0; EXCLUDED[i]; i++)
        if (strcmp(EXCLUDED[i], name) == 0) return true;
    for (size_t r = 0; r < count; r++)
        for (size_t i = 0; i < suites[r]->count; i++)
            if (contains_word(suites[r]->cases[i].covers, name, strlen(name))) return true;
    return false;
}

/* The function with the parameter `bp_error *error` at `at`: the word before the nearest open parenthesis. */
static bool name_before(const char *text, const char *at, char name[static 96]) {
    int open = 0;
    while (at > text && (open > 0 || *at != '(')) {
        open += *at == ')' ? 1 : *at == '(' ? -1 : 0;
        if (*at == ';' || *at == '{' || *at == '}') return false;
        at--;
    }
    const char *end = at;
    while (at > text && is_identifier_character(at[-1])) at--;
    if (at == end || end - at >= 96) return false;
    memcpy(name, at, (size_t)(end - at));
    name[end - at] = '\0';
    return true;
}

int headers_missing(const sweep_suite *const *suites, size_t count) {
    int missing = 0, seen = 0;
    glob_t headers;
    SWEEP_NEED(glob("include/bindpose/*.h", 0, NULL, &headers) == 0);
    static const char *const private_headers[] = {
        "src/base/allocator.h", "src/base/arena.h",       "src/base/pool.h",
        "src/io/json.h",        "src/mesh/editing.h",     "src/mesh/shapes.h",
        "src/mesh/skin/skin.h", "src/mesh/model_pose.h",  "src/raster/pixel_history.h",
        "src/raster/inspect.h", "src/rig/engine.h",       "src/scene/character.h",
        "src/scene/figure.h",   "src/gltf/motion_diff.h",
    };
    for (size_t i = 0; i < BP_COUNT(private_headers); i++)
        SWEEP_NEED(glob(private_headers[i], GLOB_APPEND, NULL, &headers) == 0);
    for (size_t i = 0; i < headers.gl_pathc; i++) {
        if (strstr(headers.gl_pathv[i], "exercise"))
            continue; /* an exercise's functions are tested by their own cases */
        char *text = read_header(headers.gl_pathv[i]);
        drop_comments(text);
        for (char *at = text; (at = strstr(at, "bp_error *error")) != NULL; at++) {
            char name[96];
            if (!name_before(text, at, name)) continue;
            seen++;
            if (is_covered(suites, count, name)) continue;
            printf("%s: %s is in no case of tests/oom/\n", headers.gl_pathv[i], name);
            missing++;
        }
        bp_free(NULL, text);
    }
    globfree(&headers);
    printf("%d functions take an error\n", seen);
    return missing +
           (seen < 100); /* there were 130 when this was written: far fewer mean that the search is broken */
}
