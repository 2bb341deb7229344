/* read: checked reading of numbers from JSON, with the path of the first error. */
#include "replay.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

size_t replay_enter(replay *r, const char *key, size_t index) {
    size_t mark = strlen(r->path);
    if (key)
        snprintf(r->path + mark, sizeof r->path - mark, "%s%s", mark ? "." : "", key);
    else
        snprintf(r->path + mark, sizeof r->path - mark, "[%zu]", index);
    return mark;
}

void replay_leave(replay *r, size_t mark) { r->path[mark] = 0; }

bool replay_malformed(replay *r, const char *format, ...) {
    if (r->malformed) return false;
    r->malformed = true;
    int used = snprintf(r->complaint, sizeof r->complaint, "%s%s", r->path, r->path[0] ? ": " : "");
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(r->complaint + used, sizeof r->complaint - (size_t)used, format, arguments);
    va_end(arguments);
    return false;
}

/* The member; NULL, with an error, if it is missing or `object` is no object. */
static json_t *member(replay *r, const json_t *object, const char *key) {
    json_t *value = json_object_get(object, key);
    if (!value) replay_malformed(r, "the member \"%s\" is missing", key);
    return value;
}

const json_t *replay_array(replay *r, const json_t *object, const char *key, long count) {
    const json_t *value = member(r, object, key);
    if (!value) return NULL;
    if (!json_is_array(value)) {
        replay_malformed(r, "\"%s\" is not an array", key);
        return NULL;
    }
    if (count >= 0 && json_array_size(value) != (size_t)count) {
        replay_malformed(r, "\"%s\" has %zu elements, not %ld", key, json_array_size(value), count);
        return NULL;
    }
    return value;
}

const json_t *replay_object(replay *r, const json_t *object, const char *key) {
    const json_t *value = member(r, object, key);
    if (value && json_is_object(value)) return value;
    if (value) replay_malformed(r, "\"%s\" is not an object", key);
    return NULL;
}

const char *replay_text(replay *r, const json_t *object, const char *key) {
    const json_t *value = member(r, object, key);
    if (value && json_is_string(value)) return json_string_value(value);
    if (value) replay_malformed(r, "\"%s\" is not a text", key);
    return NULL;
}

bool replay_flag(replay *r, const json_t *object, const char *key, bool *out) {
    const json_t *value = member(r, object, key);
    if (!value) return false;
    if (!json_is_boolean(value)) return replay_malformed(r, "\"%s\" is neither true nor false", key);
    *out = json_is_true(value);
    return true;
}

bool replay_number(replay *r, const json_t *object, const char *key, double *out) {
    const json_t *value = member(r, object, key);
    if (!value) return false;
    if (!json_is_number(value)) return replay_malformed(r, "\"%s\" is not a number", key);
    *out = json_number_value(value);
    return isfinite(*out) ? true : replay_malformed(r, "\"%s\" is not finite", key);
}

bool replay_index(replay *r, const json_t *object, const char *key, long low, long high, long *out) {
    const json_t *value = member(r, object, key);
    if (!value) return false;
    if (!json_is_integer(value)) return replay_malformed(r, "\"%s\" is not an integer", key);
    json_int_t number = json_integer_value(value);
    if (number < low || number > high)
        return replay_malformed(r, "\"%s\" is %" JSON_INTEGER_FORMAT ", outside %ld..%ld", key, number, low,
                                high);
    *out = (long)number;
    return true;
}

bool replay_numbers(replay *r, const json_t *row, size_t count, double *out) {
    if (!json_is_array(row) || json_array_size(row) != count)
        return replay_malformed(r, "not an array of %zu numbers", count);
    for (size_t i = 0; i < count; i++) {
        const json_t *value = json_array_get(row, i);
        if (!json_is_number(value)) return replay_malformed(r, "element %zu is not a number", i);
        out[i] = json_number_value(value);
        if (!isfinite(out[i])) return replay_malformed(r, "element %zu is not finite", i);
    }
    return true;
}

bool replay_member(replay *r, const json_t *object, const char *key, size_t count, double *out) {
    const json_t *value = member(r, object, key);
    if (!value) return false;
    size_t mark = replay_enter(r, key, 0);
    bool ok = replay_numbers(r, value, count, out);
    replay_leave(r, mark);
    return ok;
}

bool replay_vec3(replay *r, const json_t *object, const char *key, bp_vec3 *out) {
    double v[3];
    if (!replay_member(r, object, key, 3, v)) return false;
    *out = (bp_vec3){(float)v[0], (float)v[1], (float)v[2]};
    return true;
}

bool replay_quat(replay *r, const json_t *object, const char *key, bp_quat *out) {
    double q[4];
    if (!replay_member(r, object, key, 4, q)) return false;
    *out = (bp_quat){(float)q[0], (float)q[1], (float)q[2], (float)q[3]};
    return true;
}

bool replay_mat4(replay *r, const json_t *object, const char *key, bp_mat4 *out) {
    double m[16];
    if (!replay_member(r, object, key, 16, m)) return false;
    for (int i = 0; i < 16; i++) out->m[i] = (float)m[i];
    if (m[3] == 0 && m[7] == 0 && m[11] == 0 && m[15] == 1) return true;
    return replay_malformed(r, "\"%s\" is not affine: its last column must be 0, 0, 0, 1", key);
}
