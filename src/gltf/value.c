/* JSON values with their places: reading what must be of a kind, and saying where it isn't. */
#include "gltf/value.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bp_gltf_value bp_gltf_member(const bp_gltf_value *object, const char *key) {
    return (bp_gltf_value){.json = bp_json_member(object->json, key), .up = object, .key = key};
}

bp_gltf_value bp_gltf_item(const bp_gltf_value *array, size_t index) {
    return (bp_gltf_value){.json = bp_json_item(array->json, index), .up = array, .index = index};
}

/* ---- places -------------------------------------------------------------------------------------*/

const char *bp_gltf_path(const bp_gltf_value *value, char *text, size_t size) {
    enum { MOST = 16 };
    const bp_gltf_value *way[MOST];
    size_t depth = 0, used = 0;
    for (; value && value->up && depth < MOST; value = value->up) way[depth++] = value;
    text[0] = '\0';
    while (depth > 0 && used < size) {
        const bp_gltf_value *step = way[--depth];
        const char *dot = used > 0 ? "." : "";
        int length = step->key ? snprintf(text + used, size - used, "%s%s", dot, step->key)
                               : snprintf(text + used, size - used, "[%zu]", step->index);
        used += length > 0 ? (size_t)length : 0;
    }
    return text;
}

bool bp_gltf_fail(const bp_gltf_value *value, bp_error *error, const char *format, ...) {
    char path[160], message[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return bp_fail(error, BP_ERROR_INPUT, bp_gltf_path(value, path, sizeof path), "%s", message);
}

/* "is text; a number must stand there". */
static bool wrong_kind(const bp_gltf_value *value, const char *wanted, bp_error *error) {
    return bp_gltf_fail(value, error, "is %s; %s must stand there", bp_json_kind_text(value->json), wanted);
}

/* ---- kinds --------------------------------------------------------------------------------------*/

bool bp_gltf_require_object(const bp_gltf_value *value, bp_error *error) {
    if (bp_json_kind_of(value->json) == BP_JSON_OBJECT) return true;
    return wrong_kind(value, "an object", error);
}

bool bp_gltf_array(const bp_gltf_value *object, const char *key, bp_gltf_value *out, size_t *count,
                   bp_error *error) {
    *out = bp_gltf_member(object, key);
    *count = 0;
    if (!out->json) return true;
    if (bp_json_kind_of(out->json) != BP_JSON_ARRAY) return wrong_kind(out, "an array", error);
    *count = bp_json_count(out->json);
    return true;
}

bool bp_gltf_text(const bp_gltf_value *object, const char *key, const char **out, bp_error *error) {
    bp_gltf_value value = bp_gltf_member(object, key);
    if (!value.json) return true;
    if (bp_json_kind_of(value.json) != BP_JSON_TEXT) return wrong_kind(&value, "text", error);
    *out = bp_json_text_or(value.json, NULL);
    return true;
}

bool bp_gltf_bool(const bp_gltf_value *object, const char *key, bool *out, bp_error *error) {
    bp_gltf_value value = bp_gltf_member(object, key);
    if (!value.json) return true;
    if (bp_json_kind_of(value.json) != BP_JSON_BOOL) return wrong_kind(&value, "true or false", error);
    *out = bp_json_bool_or(value.json, *out);
    return true;
}

/* ---- numbers ------------------------------------------------------------------------------------*/

static bool read_float(const bp_gltf_value *value, float *out, bp_error *error) {
    if (bp_json_kind_of(value->json) != BP_JSON_NUMBER) return wrong_kind(value, "a number", error);
    double number = bp_json_number_or(value->json, 0.0);
    if (!(number >= -3.4028234663852886e38 && number <= 3.4028234663852886e38))
        return bp_gltf_fail(value, error, "is %g, which is beyond what 32-bit floats hold", number);
    *out = (float)number;
    return true;
}

bool bp_gltf_float(const bp_gltf_value *object, const char *key, float *out, bp_error *error) {
    bp_gltf_value value = bp_gltf_member(object, key);
    return !value.json || read_float(&value, out, error);
}

bool bp_gltf_floats(const bp_gltf_value *object, const char *key, float *out, size_t count, bool *given,
                    bp_error *error) {
    bp_gltf_value array;
    size_t found;
    if (!bp_gltf_array(object, key, &array, &found, error)) return false;
    if (given) *given = array.json != NULL;
    if (!array.json) return true;
    if (found != count)
        return bp_gltf_fail(&array, error, "has %zu elements; there must be %zu numbers", found, count);
    for (size_t i = 0; i < count; i++) {
        bp_gltf_value item = bp_gltf_item(&array, i);
        if (!read_float(&item, &out[i], error)) return false;
    }
    return true;
}

static bool read_size(const bp_gltf_value *value, size_t most, size_t *out, bp_error *error) {
    long long number;
    if (bp_json_kind_of(value->json) != BP_JSON_NUMBER) return wrong_kind(value, "a whole number", error);
    if (!bp_json_integer(value->json, &number) || number < 0)
        return bp_gltf_fail(value, error, "is %.17g; a whole number, 0 or more, must stand there",
                             bp_json_number_or(value->json, 0.0));
    if ((unsigned long long)number > most)
        return bp_gltf_fail(value, error, "is %lld, which is over the most that can be, %zu", number, most);
    *out = (size_t)number;
    return true;
}

bool bp_gltf_size(const bp_gltf_value *object, const char *key, size_t most, size_t *out, bp_error *error) {
    bp_gltf_value value = bp_gltf_member(object, key);
    return !value.json || read_size(&value, most, out, error);
}

bool bp_gltf_required_size(const bp_gltf_value *object, const char *key, size_t most, size_t *out,
                           bp_error *error) {
    bp_gltf_value value = bp_gltf_member(object, key);
    return read_size(&value, most, out, error);
}

bool bp_gltf_index_value(const bp_gltf_value *value, const char *things, size_t count, int *out,
                         bp_error *error) {
    size_t index = 0;
    if (!read_size(value, SIZE_MAX / 2, &index, error)) return false;
    if (index >= count)
        return bp_gltf_fail(value, error, "names %s[%zu], but the file has %zu of them", things, index,
                             count);
    *out = (int)index;
    return true;
}

bool bp_gltf_index(const bp_gltf_value *object, const char *key, const char *things, size_t count, int *out,
                   bp_error *error) {
    bp_gltf_value value = bp_gltf_member(object, key);
    *out = -1;
    return !value.json || bp_gltf_index_value(&value, things, count, out, error);
}

bool bp_gltf_required_index(const bp_gltf_value *object, const char *key, const char *things, size_t count,
                            int *out, bp_error *error) {
    bp_gltf_value value = bp_gltf_member(object, key);
    *out = -1;
    return bp_gltf_index_value(&value, things, count, out, error);
}
