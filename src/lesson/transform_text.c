/* A matrix in words short enough for the line below a picture. */
#include <bindpose/lesson_world.h>
#include <stdio.h>

static const float SMALL = 5e-4f; /* not shown */

/* Significant digits. A rotation about several axes is long, so all vectors beside it have fewer. */
enum { DIGITS = 4, FEW_DIGITS = 3 };

/* To four decimals at most. */
static float rounded(float value) { return fabsf(value) < SMALL ? 0 : roundf(value * 1e4f) / 1e4f; }

static bool is_all(bp_vec3 v, float value) {
    return fabsf(v.x - value) < SMALL && fabsf(v.y - value) < SMALL && fabsf(v.z - value) < SMALL;
}

static int put_vector(char *text, size_t size, const char *name, bp_vec3 v, int digits) {
    return snprintf(text, size, " %s(%.*g, %.*g, %.*g)", name, digits, (double)rounded(v.x), digits,
                    (double)rounded(v.y), digits, (double)rounded(v.z));
}

/* The number of axes that a rotation is about; *axis: the last of them. */
static int count_axes(bp_quat q, int *axis) {
    const float parts[3] = {q.x, q.y, q.z};
    int count = 0;
    for (int i = 0; i < 3; i++)
        if (fabsf(parts[i]) >= 1e-5f) {
            *axis = i;
            count++;
        }
    return count;
}

static int put_rotation(char *text, size_t size, bp_quat q) {
    const float parts[3] = {q.x, q.y, q.z};
    int axis = 0, count = count_axes(q, &axis);
    if (count == 0) return 0;
    if (count > 1) {
        bp_vec3 angles = bp_quat_to_euler(q);
        bp_vec3 degrees = {bp_degrees(angles.x), bp_degrees(angles.y), bp_degrees(angles.z)};
        return put_vector(text, size, "R", degrees, FEW_DIGITS);
    }
    float degrees = bp_degrees(2 * bp_atan2(parts[axis], q.w));
    if (degrees > 180) degrees -= 360;
    if (degrees < -180) degrees += 360;
    return snprintf(text, size, " R%c %.4g°", "xyz"[axis], (double)degrees);
}

/* Position, rotation and scaling can't hold a shear. */
static bool has_shear(bp_mat4 matrix, bp_trs trs) {
    bp_mat4 composed = bp_mat4_from_trs(trs);
    for (int i = 0; i < 12; i++)
        if (!(fabsf(composed.m[i] - matrix.m[i]) < SMALL * fmaxf(1, fabsf(matrix.m[i])))) return true;
    return false;
}

const char *bp_transform_text(bp_mat4 matrix, char *text, size_t size) {
    char parts[192] = "";
    size_t used = 0;
    bp_trs trs;
    bool flat = !bp_mat4_decompose(matrix, &trs);
    int axis, digits = flat || count_axes(trs.rotation, &axis) <= 1 ? DIGITS : FEW_DIGITS;
    if (flat || has_shear(matrix, trs)) {
        used += (size_t)snprintf(parts, sizeof parts, flat ? " flat" : " sheared");
    } else {
        if (!is_all(trs.scale, 1)) used += (size_t)put_vector(parts, sizeof parts, "S", trs.scale, digits);
        used += (size_t)put_rotation(parts + used, sizeof parts - used, trs.rotation);
    }
    if (!is_all(trs.translation, 0))
        used += (size_t)put_vector(parts + used, sizeof parts - used, "T", trs.translation, digits);
    snprintf(text, size, "%s", used > 0 ? parts + 1 : "I");
    return text;
}
