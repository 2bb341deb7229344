/* JSON in: jansson with limits, and members read with an error that names their path. */
#include <bindpose/io.h>
#include <jansson.h>
#include <stdio.h>

struct json_t *bp_json_parse(const char *text, size_t size, size_t limit, const char *place,
                             bp_error *error) {
    if (limit == 0) limit = (size_t)1 << 30;
    if (size > limit) {
        bp_fail(error, BP_ERROR_INPUT, place, "%zu bytes of JSON are over the limit of %zu", size, limit);
        return NULL;
    }
    json_error_t what;
    json_t *root = json_loadb(text ? text : "", text ? size : 0, JSON_REJECT_DUPLICATES, &what);
    if (root) return root;
    if (json_error_code(&what) == json_error_out_of_memory) {
        bp_fail(error, BP_ERROR_MEMORY, place, "no memory to read %zu bytes of JSON", size);
        return NULL;
    }
    char where[192];
    snprintf(where, sizeof where, "%s:%d:%d", place ? place : "JSON", what.line, what.column);
    bp_fail(error, BP_ERROR_INPUT, where, "is no sound JSON: %s", what.text);
    return NULL;
}

struct json_t *bp_json_read(const bp_allocator *allocator, const char *path, size_t limit, bp_error *error) {
    bp_file file;
    if (!bp_file_read(allocator, path, limit ? limit : (size_t)1 << 30, &file, error)) return NULL;
    json_t *root = bp_json_parse((const char *)file.data, file.size, limit, path, error);
    bp_file_free(allocator, &file);
    return root;
}

static const char *kind_name(const json_t *value) {
    if (!value) return "missing";
    switch (json_typeof(value)) {
    case JSON_OBJECT: return "an object";
    case JSON_ARRAY: return "an array";
    case JSON_STRING: return "text";
    case JSON_INTEGER:
    case JSON_REAL: return "a number";
    case JSON_TRUE:
    case JSON_FALSE: return "true or false";
    case JSON_NULL: break;
    }
    return "null";
}

bool bp_json_number(const struct json_t *object, const char *path, const char *key, double *out,
                    bp_error *error) {
    const json_t *value = json_object_get(object, key);
    if (json_is_number(value)) {
        *out = json_number_value(value);
        return true;
    }
    char place[192];
    snprintf(place, sizeof place, "%s%s%s", path ? path : "", path && *path ? "." : "", key);
    return bp_fail(error, BP_ERROR_INPUT, place, "is %s; a number must stand there", kind_name(value));
}

bool bp_json_floats(const struct json_t *array, const char *path, float *out, size_t count, bp_error *error) {
    if (!json_is_array(array))
        return bp_fail(error, BP_ERROR_INPUT, path, "is %s; an array of %zu numbers must stand there",
                       kind_name(array), count);
    if (json_array_size(array) != count)
        return bp_fail(error, BP_ERROR_INPUT, path, "has %zu elements; %zu numbers must stand there",
                       json_array_size(array), count);
    for (size_t i = 0; i < count; i++) {
        const json_t *value = json_array_get(array, i);
        double number = json_number_value(value);
        if (json_is_number(value) && number >= -3.4028234663852886e38 && number <= 3.4028234663852886e38)
            continue;
        char place[192];
        snprintf(place, sizeof place, "%s[%zu]", path ? path : "", i);
        return bp_fail(error, BP_ERROR_INPUT, place, "is %s; a number that fits a float must stand there",
                       kind_name(value));
    }
    for (size_t i = 0; i < count; i++) out[i] = (float)json_number_value(json_array_get(array, i));
    return true;
}
