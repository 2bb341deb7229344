/* Reading JSON values of a required type, with errors that name their path. */
#include "gltf/value.h"
#include "base/format.h"

bp_gltf_value bp_gltf_member(const bp_gltf_value *object, const char *key) {
    return (bp_gltf_value){.json = bp_json_member(object->json, key), .up = object, .key = key};
}

bp_gltf_value bp_gltf_inner(const bp_gltf_value *object, const char *keys) {
    const bp_json *json = object->json;
    for (const char *key = keys; *key; key += strspn(key, ".")) {
        size_t length = strcspn(key, ".");
        json = bp_json_member(json, bp_format("%.*s", (int)length, key).text);
        key += length;
    }
    return (bp_gltf_value){.json = json, .up = object, .key = keys};
}

bp_gltf_value bp_gltf_item(const bp_gltf_value *array, size_t index) {
    return (bp_gltf_value){.json = bp_json_item(array->json, index), .up = array, .index = index};
}

const char *bp_gltf_path(const bp_gltf_value *value, char *text, size_t size) {
    enum { MAX_DEPTH = 16 };
    const bp_gltf_value *steps[MAX_DEPTH];
    size_t depth = 0, used = 0;
    for (; value && value->up && depth < MAX_DEPTH; value = value->up) steps[depth++] = value;
    text[0] = '\0';
    while (depth > 0 && used < size) {
        const bp_gltf_value *step = steps[--depth];
        const char *dot = used > 0 ? "." : "";
        int length = step->key ? snprintf(text + used, size - used, "%s%s", dot, step->key)
                               : snprintf(text + used, size - used, "[%zu]", step->index);
        used += length > 0 ? (size_t)length : 0;
    }
    return text;
}

bool bp_gltf_fail(const bp_gltf_value *value, bp_error *error, const char *format, ...) {
    char path[160], message[400];
    BP_FORMAT_REST(message, format);
    return bp_fail(error, BP_ERROR_INPUT, bp_gltf_path(value, path, sizeof path), "%s", message);
}

bool bp_gltf_fail_member(const bp_gltf_value *object, const char *key, bp_error *error, const char *format,
                         ...) {
    bp_gltf_value member = bp_gltf_member(object, key);
    char message[400];
    BP_FORMAT_REST(message, format);
    return bp_gltf_fail(&member, error, "%s", message);
}

/* "is text; a number is expected here". */
static bool fail_type(const bp_gltf_value *value, const char *expected, bp_error *error) {
    return bp_gltf_fail(value, error, "is %s; %s is expected here", bp_json_kind_text(value->json), expected);
}

bool bp_gltf_require_object(const bp_gltf_value *value, bp_error *error) {
    if (bp_json_kind_of(value->json) == BP_JSON_OBJECT) return true;
    return fail_type(value, "an object", error);
}

bool bp_gltf_array(const bp_gltf_value *object, const char *key, bp_gltf_value *out, size_t *count,
                   bp_error *error) {
    *out = bp_gltf_member(object, key);
    *count = 0;
    if (!out->json) return true;
    if (bp_json_kind_of(out->json) != BP_JSON_ARRAY) return fail_type(out, "an array", error);
    *count = bp_json_count(out->json);
    return true;
}

bool bp_gltf_text(const bp_gltf_value *object, const char *key, const char **out, bp_error *error) {
    bp_gltf_value value = bp_gltf_member(object, key);
    if (!value.json) return true;
    if (bp_json_kind_of(value.json) != BP_JSON_TEXT) return fail_type(&value, "text", error);
    *out = bp_json_text_or(value.json, NULL);
    return true;
}

bool bp_gltf_bool(const bp_gltf_value *object, const char *key, bool *out, bp_error *error) {
    bp_gltf_value value = bp_gltf_member(object, key);
    if (!value.json) return true;
    if (bp_json_kind_of(value.json) != BP_JSON_BOOL) return fail_type(&value, "true or false", error);
    *out = bp_json_bool_or(value.json, *out);
    return true;
}

static bool read_float(const bp_gltf_value *value, float *out, bp_error *error) {
    if (bp_json_kind_of(value->json) != BP_JSON_NUMBER) return fail_type(value, "a number", error);
    double number = bp_json_number_or(value->json, 0.0);
    if (!(number >= -3.4028234663852886e38 && number <= 3.4028234663852886e38))
        return bp_gltf_fail(value, error, "is %g, which a 32-bit float can't hold", number);
    *out = (float)number;
    return true;
}

bool bp_gltf_float(const bp_gltf_value *object, const char *key, float *out, bp_error *error) {
    bp_gltf_value value = bp_gltf_member(object, key);
    return !value.json || read_float(&value, out, error);
}

bool bp_gltf_floats(const bp_gltf_value *object, const char *key, float *out, size_t count, bool *exists,
                    bp_error *error) {
    bp_gltf_value array;
    size_t found;
    if (!bp_gltf_array(object, key, &array, &found, error)) return false;
    if (exists) *exists = array.json != NULL;
    if (!array.json) return true;
    if (found != count)
        return bp_gltf_fail(&array, error, "has %zu items; %zu numbers are expected", found, count);
    for (size_t i = 0; i < count; i++) {
        bp_gltf_value item = bp_gltf_item(&array, i);
        if (!read_float(&item, &out[i], error)) return false;
    }
    return true;
}

static bool read_size(const bp_gltf_value *value, size_t max, size_t *out, bp_error *error) {
    long long number;
    if (bp_json_kind_of(value->json) != BP_JSON_NUMBER) return fail_type(value, "an integer", error);
    if (!bp_json_integer(value->json, &number) || number < 0)
        return bp_gltf_fail(value, error, "is %.17g; an integer of 0 or more is expected here",
                            bp_json_number_or(value->json, 0.0));
    if ((unsigned long long)number > max)
        return bp_gltf_fail(value, error, "is %lld; the largest valid value is %zu", number, max);
    *out = (size_t)number;
    return true;
}

bool bp_gltf_size(const bp_gltf_value *object, const char *key, size_t max, size_t *out, bp_error *error) {
    bp_gltf_value value = bp_gltf_member(object, key);
    return !value.json || read_size(&value, max, out, error);
}

bool bp_gltf_required_size(const bp_gltf_value *object, const char *key, size_t max, size_t *out,
                           bp_error *error) {
    bp_gltf_value value = bp_gltf_member(object, key);
    return read_size(&value, max, out, error);
}

bool bp_gltf_index_value(const bp_gltf_value *value, const char *collection, size_t count, int *out,
                         bp_error *error) {
    size_t index = 0;
    if (!read_size(value, SIZE_MAX / 2, &index, error)) return false;
    if (index >= count)
        return bp_gltf_fail(value, error, "refers to %s[%zu], but the file has %zu of them", collection,
                            index, count);
    *out = (int)index;
    return true;
}

bool bp_gltf_required_index(const bp_gltf_value *object, const char *key, const char *collection,
                            size_t count, int *out, bp_error *error) {
    bp_gltf_value value = bp_gltf_member(object, key);
    *out = -1;
    return bp_gltf_index_value(&value, collection, count, out, error);
}

bp_gltf_walk bp_gltf_walk_of(const bp_gltf_value *from, const char *path) {
    return (bp_gltf_walk){.from = from, .path = path};
}

static void split_path(bp_gltf_walk *walk) {
    char *at = walk->text;
    snprintf(walk->text, sizeof walk->text, "%s", walk->path);
    while (at && walk->count < BP_GLTF_WALK_STEPS) {
        walk->parts[walk->count++] = at;
        at = strchr(at, '.');
        if (at) *at++ = '\0';
    }
}

/* Goes to the first value at part i, or to the next one. False: there is none. */
static bool enter(bp_gltf_walk *walk, size_t i, bool next) {
    const bp_gltf_value *up = i == 0 ? walk->from : &walk->steps[i - 1];
    bp_gltf_value *step = &walk->steps[i];
    bool members = strcmp(walk->parts[i], "@") == 0;
    if (!members && strcmp(walk->parts[i], "*") != 0) {
        *step = next ? (bp_gltf_value){.json = NULL} : bp_gltf_member(up, walk->parts[i]);
    } else if (bp_json_kind_of(up->json) == BP_JSON_OBJECT) {
        if (!next) walk->members[i] = NULL;
        step->up = up;
        step->json = bp_json_next(up->json, &walk->members[i], &step->key);
    } else {
        *step = members ? (bp_gltf_value){.json = NULL} : bp_gltf_item(up, next ? step->index + 1 : 0);
    }
    return step->json != NULL;
}

bool bp_gltf_walk_next(bp_gltf_walk *walk) {
    bool next = walk->value != NULL;
    if (!next) split_path(walk);
    for (size_t i = next ? walk->count - 1 : 0;;) {
        if (!enter(walk, i, next)) {
            if (i-- == 0) return false;
            next = true;
        } else if (i + 1 < walk->count) {
            i++;
            next = false;
        } else {
            walk->value = &walk->steps[i];
            return true;
        }
    }
}
