/* Reading JSON by jansson, with limits. bp_json hides json_t, so that no other module depends on jansson.
 *
 * Without memory jansson drops parts of strings, reports an error in the text, or aborts. So while it
 * parses, it allocates from a heap that never returns NULL to it (io/allocator_shim.h). jansson's hooks
 * belong to the whole program; at all other times ours call the ones that were set before.
 */
#define _POSIX_C_SOURCE 200809L
#include "io/json.h"
#include "io/allocator_shim.h"
#include <bindpose/io.h>
#include <jansson.h>
#include <pthread.h>
#include <string.h>

static const json_t *as_jansson(const bp_json *value) { return (const json_t *)(const void *)value; }
static bp_json *as_bp(json_t *value) { return (bp_json *)(void *)value; }

/* Written once. A program with hooks of its own must set them before it first parses JSON here. */
static pthread_once_t json_once = PTHREAD_ONCE_INIT;
static json_malloc_t previous_malloc;
static json_free_t previous_free;

static void *hook_malloc(size_t size) {
    return bp_shim_is_open() ? bp_shim_realloc(NULL, size) : previous_malloc(size);
}

static void hook_free(void *block) {
    if (bp_shim_is_open())
        bp_shim_free(block);
    else
        previous_free(block);
}

static void set_hooks(void) {
    json_get_alloc_funcs(&previous_malloc, &previous_free);
    json_set_alloc_funcs(hook_malloc, hook_free);
}

/* False without memory. The root (NULL: invalid JSON) is the first member of its own block, and its block
 * leads to all others of the tree. */
static bool load(const char *text, size_t size, json_t **root, json_error_t *what) {
    bp_shim_heap heap;
    pthread_once(&json_once, set_hooks);
    bp_shim_open(&heap, NULL, 0);
    heap.has_no_memory_exit = true;
    if (setjmp(heap.no_memory_exit) != 0) {
        bp_shim_close(&heap);
        return false;
    }
    const size_t flags = JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL; /* so -0 keeps its sign */
    *root = json_loadb(text, size, flags, what);
    if (*root)
        bp_shim_release(&heap);
    else
        bp_shim_close(&heap);
    return true;
}

bp_json *bp_json_parse(const char *text, size_t size, size_t limit, const char *place, bp_error *error) {
    if (limit == 0) limit = (size_t)1 << 30;
    if (size > limit) {
        bp_fail(error, BP_ERROR_INPUT, place, "%zu bytes of JSON are over the limit of %zu", size, limit);
        return NULL;
    }
    json_error_t what;
    json_t *root = NULL;
    if (!load(text ? text : "", text ? size : 0, &root, &what)) {
        bp_fail(error, BP_ERROR_MEMORY, place, "no memory to read %zu bytes of JSON", size);
        return NULL;
    }
    if (root) return as_bp(root);
    bp_fail(error, BP_ERROR_INPUT, bp_format("%s:%d:%d", place ? place : "JSON", what.line, what.column).text,
            "is not valid JSON: %s", what.text);
    return NULL;
}

bp_json *bp_json_read(const bp_allocator *allocator, const char *path, size_t limit, bp_error *error) {
    bp_file file;
    if (!bp_file_read(allocator, path, limit ? limit : (size_t)1 << 30, &file, error)) return NULL;
    bp_json *root = bp_json_parse((const char *)file.data, file.size, limit, path, error);
    bp_file_free(allocator, &file);
    return root;
}

void bp_json_destroy(bp_json *root) { bp_shim_free_all(NULL, root); }

bp_json_kind bp_json_kind_of(const bp_json *value) {
    if (!value) return BP_JSON_MISSING;
    switch (json_typeof(as_jansson(value))) {
    case JSON_OBJECT: return BP_JSON_OBJECT;
    case JSON_ARRAY: return BP_JSON_ARRAY;
    case JSON_STRING: return BP_JSON_TEXT;
    case JSON_INTEGER:
    case JSON_REAL: return BP_JSON_NUMBER;
    case JSON_TRUE:
    case JSON_FALSE: return BP_JSON_BOOL;
    case JSON_NULL: break;
    }
    return BP_JSON_NULL;
}

const char *bp_json_kind_text(const bp_json *value) {
    static const char *const texts[] = {
        [BP_JSON_MISSING] = "missing",  [BP_JSON_NULL] = "null", [BP_JSON_BOOL] = "true or false",
        [BP_JSON_NUMBER] = "a number",  [BP_JSON_TEXT] = "text", [BP_JSON_ARRAY] = "an array",
        [BP_JSON_OBJECT] = "an object",
    };
    return texts[bp_json_kind_of(value)];
}

size_t bp_json_count(const bp_json *value) {
    const json_t *of = as_jansson(value);
    return json_is_array(of) ? json_array_size(of) : json_object_size(of);
}

const bp_json *bp_json_item(const bp_json *array, size_t index) {
    return as_bp(json_array_get(as_jansson(array), index));
}

const bp_json *bp_json_member(const bp_json *object, const char *key) {
    return as_bp(json_object_get(as_jansson(object), key));
}

/* jansson's iterators take a non-const object, though they don't change it. */
const bp_json *bp_json_next(const bp_json *object, void **iterator, const char **key) {
    if (bp_json_kind_of(object) != BP_JSON_OBJECT) return NULL;
    json_t *of;
    memcpy(&of, &object, sizeof of);
    *iterator = *iterator ? json_object_iter_next(of, *iterator) : json_object_iter(of);
    if (!*iterator) return NULL;
    *key = json_object_iter_key(*iterator);
    return as_bp(json_object_iter_value(*iterator));
}

double bp_json_number_or(const bp_json *value, double otherwise) {
    return bp_json_kind_of(value) == BP_JSON_NUMBER ? json_number_value(as_jansson(value)) : otherwise;
}

bool bp_json_bool_or(const bp_json *value, bool otherwise) {
    return bp_json_kind_of(value) == BP_JSON_BOOL ? json_is_true(as_jansson(value)) : otherwise;
}

const char *bp_json_text_or(const bp_json *value, const char *otherwise) {
    return bp_json_kind_of(value) == BP_JSON_TEXT ? json_string_value(as_jansson(value)) : otherwise;
}

bool bp_json_integer(const bp_json *value, long long *out) {
    const double limit = 9007199254740992.0; /* 2^53 */
    double number = bp_json_number_or(value, 0.5);
    if (!(number >= -limit && number <= limit) || floor(number) != number) return false;
    *out = (long long)number;
    return true;
}

static bool fits_float(const bp_json *value) {
    double number = bp_json_number_or(value, NAN);
    return number >= -3.4028234663852886e38 && number <= 3.4028234663852886e38;
}

bool bp_json_floats(const bp_json *array, const char *path, float *out, size_t count, bp_error *error) {
    if (bp_json_kind_of(array) != BP_JSON_ARRAY)
        return bp_fail(error, BP_ERROR_INPUT, path, "is %s; an array of %zu numbers is required",
                       bp_json_kind_text(array), count);
    if (bp_json_count(array) != count)
        return bp_fail(error, BP_ERROR_INPUT, path, "has %zu elements; %zu numbers are required",
                       bp_json_count(array), count);
    for (size_t i = 0; i < count; i++) {
        const bp_json *value = bp_json_item(array, i);
        if (fits_float(value)) continue;
        return bp_fail(error, BP_ERROR_INPUT, bp_format("%s[%zu]", path ? path : "", i).text,
                       "is %s; a number that fits a float is required", bp_json_kind_text(value));
    }
    for (size_t i = 0; i < count; i++) out[i] = (float)bp_json_number_or(bp_json_item(array, i), 0.0);
    return true;
}
