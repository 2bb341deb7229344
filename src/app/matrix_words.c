/* The rows of a matrix are its axes. Their lengths are the scaling; the unit axes are a rotation, after one
 * of them is reversed if the determinant is negative. */
#include "app/numbers.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const double ROUNDING = 1e-5;      /* relative size below which an entry is noise */
static const double SHEAR = 1e-4;         /* cosine of the angle between two axes */
static const double SMALLEST_TURN = 5e-3; /* degrees: less is shown as 0 */
static const char *const AXES[] = {"X", "Y", "Z"};

static double dot_of(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
static double length_of(const double v[3]) { return sqrt(dot_of(v, v)); }

typedef struct axes {
    double r[3][3]; /* a row each */
} axes;

static double determinant(const axes *m) {
    const double(*r)[3] = m->r;
    return r[0][0] * (r[1][1] * r[2][2] - r[1][2] * r[2][1]) -
           r[0][1] * (r[1][0] * r[2][2] - r[1][2] * r[2][0]) +
           r[0][2] * (r[1][0] * r[2][1] - r[1][1] * r[2][0]);
}

/* Degrees, 0..180, and the axis about which unit rows rotate. */
static double axis_and_angle(const axes *m, double axis[3]) {
    const double(*r)[3] = m->r;
    double v[3] = {r[1][2] - r[2][1], r[2][0] - r[0][2], r[0][1] - r[1][0]};
    double sine = length_of(v), cosine = r[0][0] + r[1][1] + r[2][2] - 1; /* each times 2 */
    double radians = (double)bp_atan2((float)sine, (float)cosine);
    for (int i = 0; i < 3; i++) axis[i] = sine > 0 ? v[i] / sine : 0;
    if (cosine < -1.9) { /* near 180 degrees the differences vanish: r is 2 a a^T - I there */
        int k = r[1][1] > r[0][0] ? 1 : 0;
        if (r[2][2] > r[k][k]) k = 2;
        double one_less_cosine = 1 - cosine / 2, main = sqrt((r[k][k] - cosine / 2) / one_less_cosine);
        for (int i = 0; i < 3; i++)
            axis[i] = i == k ? main : (r[i][k] + r[k][i]) / (2 * one_less_cosine * main);
        double size = length_of(axis), sign = dot_of(axis, v) < 0 ? -1 : 1;
        for (int i = 0; i < 3; i++) axis[i] *= sign / size;
    }
    return radians * (180 / 3.14159265358979323846);
}

/* Sets rotation, and reverses the axis that leaves the smallest rotation if the matrix mirrors. */
static void set_rotation(bp_matrix_parts *parts, const axes *rows) {
    double axis[3] = {0, 0, 0}, degrees = 0;
    if (determinant(rows) > 0) {
        degrees = axis_and_angle(rows, axis);
    } else {
        for (int i = 0; i < 3; i++) {
            double about[3];
            axes other = *rows;
            for (int c = 0; c < 3; c++) other.r[i][c] = -other.r[i][c];
            double angle = axis_and_angle(&other, about);
            if (parts->mirrored >= 0 && angle >= degrees - SMALLEST_TURN) continue;
            parts->mirrored = i;
            degrees = angle;
            memcpy(axis, about, sizeof axis);
        }
    }
    if (!(degrees >= SMALLEST_TURN)) return;
    int k = 0;
    for (int i = 1; i < 3; i++)
        if (fabs(axis[i]) > fabs(axis[k]) + 1e-4) k = i;
    double sign = axis[k] < 0 ? -1 : 1;
    parts->degrees = (float)(sign * degrees);
    if (parts->degrees <= -180 + (float)SMALLEST_TURN) parts->degrees = 180;
    parts->axis = (bp_vec3){(float)(sign * axis[0]), (float)(sign * axis[1]), (float)(sign * axis[2])};
    if (fabs(axis[k]) > 1 - 1e-6) parts->main_axis = k;
}

bp_matrix_parts bp_matrix_parts_of(const bp_mat4 *m) {
    bp_matrix_parts parts = {.main_axis = -1, .mirrored = -1, .position = bp_mat4_position(*m)};
    axes rows;
    double largest = 0;
    for (int i = 0; i < 16; i++)
        if (!bp_is_finite((double)m->m[i])) parts.form = BP_FORM_NOT_FINITE;
    if (parts.form == BP_FORM_NOT_FINITE) return parts;
    for (int i = 0; i < 4; i++)
        if (fabs((double)m->m[4 * i + 3] - (i == 3)) > ROUNDING) parts.form = BP_FORM_NOT_AFFINE;
    for (int i = 0; i < 3; i++) {
        for (int c = 0; c < 3; c++) rows.r[i][c] = (double)m->m[4 * i + c];
        double length = length_of(rows.r[i]);
        parts.scale[i] = (float)length;
        if (length > largest) largest = length;
        for (int c = 0; c < 3 && length > 0; c++) rows.r[i][c] /= length;
    }
    if (parts.form != BP_FORM_TRS) return parts;
    for (int i = 0; i < 3; i++) {
        if (!((double)parts.scale[i] > ROUNDING * largest)) parts.form = BP_FORM_FLAT;
        if (parts.form == BP_FORM_TRS && fabs(dot_of(rows.r[i], rows.r[(i + 1) % 3])) > SHEAR)
            parts.form = BP_FORM_SHEARED;
    }
    if (parts.form == BP_FORM_TRS) set_rotation(&parts, &rows);
    return parts;
}

/* Without zeros at the end, and without "-0". `size` is at least 24. */
static void number(char *text, size_t size, double value, int decimals) {
    int length = fabs(value) < 1e9 ? snprintf(text, size, "%.*f", decimals, value)
                                   : snprintf(text, size, "%.3g", value);
    if (strchr(text, '.') && !strchr(text, 'e')) {
        while (text[length - 1] == '0') text[--length] = '\0';
        if (text[length - 1] == '.') text[--length] = '\0';
    }
    if (strcmp(text, "-0") == 0) memcpy(text, "0", 2);
}

/* Three significant digits below the decimal point of small numbers, fewer for large ones. */
static int decimals_of(double largest) {
    int decimals = 3;
    for (double limit = 0.1; largest > 0 && largest < limit && decimals < 9; limit /= 10) decimals++;
    for (double limit = 10; largest >= limit && decimals > 0; limit *= 10) decimals--;
    return decimals;
}

const char *bp_angle_text(float degrees, char *text) {
    char digits[24];
    number(digits, sizeof digits, (double)degrees, fabsf(degrees) < 9.995f ? 2 : 1);
    snprintf(text, 32, "%s°", digits);
    return text;
}

typedef struct sentence {
    char *text;
    size_t length;
} sentence;

static void add(sentence *s, const char *format, ...) BP_PRINTF(2, 3);
static void add(sentence *s, const char *format, ...) {
    va_list arguments;
    if (s->length > 0 && s->length + 3 < BP_MATRIX_WORDS_MAX) {
        memcpy(s->text + s->length, ", ", 3);
        s->length += 2;
    }
    va_start(arguments, format);
    int more = vsnprintf(s->text + s->length, BP_MATRIX_WORDS_MAX - s->length, format, arguments);
    va_end(arguments);
    s->length += (size_t)more;
    if (s->length >= BP_MATRIX_WORDS_MAX) s->length = BP_MATRIX_WORDS_MAX - 1;
}

static void vector_text(char *text, size_t size, const char *before, const float v[3], int decimals) {
    char x[24], y[24], z[24];
    number(x, sizeof x, (double)v[0], decimals);
    number(y, sizeof y, (double)v[1], decimals);
    number(z, sizeof z, (double)v[2], decimals);
    snprintf(text, size, "%s(%s, %s, %s)", before, x, y, z);
}

/* Half a turn about an axis between two of X, Y and Z: half a turn about the nearer one, and from there twice
 * the angle between them. An angle and an oblique axis say little. */
static bool add_half_turn(sentence *s, const bp_matrix_parts *parts) {
    const float axis[3] = {parts->axis.x, parts->axis.y, parts->axis.z};
    char angle[32];
    if (parts->main_axis >= 0 || parts->degrees < 179.95f) return false;
    for (int third = 0; third < 3; third++) {
        int a = (third + 1) % 3, b = (third + 2) % 3;
        if (fabsf(axis[third]) > 1e-3f) continue;
        float from_a = bp_degrees(bp_atan2(axis[b], axis[a])); /* about the third axis */
        bool nearer_a = fabsf(axis[a]) >= fabsf(axis[b]);
        float twice = 2 * (nearer_a ? from_a : from_a - 90);
        if (twice <= -180) twice += 360;
        add(s, "rotated 180° about %s, then %s about %s", AXES[nearer_a ? a : b], bp_angle_text(twice, angle),
            AXES[third]);
        return true;
    }
    return false;
}

static void add_rotation(sentence *s, const bp_matrix_parts *parts, bp_words_detail detail) {
    char angle[32], about[64];
    const float axis[3] = {parts->axis.x, parts->axis.y, parts->axis.z};
    if (parts->degrees == 0) return;
    bp_angle_text(parts->degrees, angle);
    vector_text(about, sizeof about, "", axis, 2);
    if (detail == BP_WORDS_SHORT)
        add(s, "rotated %s", angle);
    else if (!add_half_turn(s, parts))
        add(s, "rotated %s about %s", angle, parts->main_axis >= 0 ? AXES[parts->main_axis] : about);
}

/* Scalings within half a thousandth of 1 count as 1. */
static void add_scaling(sentence *s, const bp_matrix_parts *parts, bp_words_detail detail) {
    char factors[96], factor[24];
    const float *scale = parts->scale;
    int different = 0, which = 0;
    for (int i = 0; i < 3; i++) {
        if (fabsf(scale[i] - 1) < 5e-4f) continue;
        different++;
        which = i;
    }
    if (different == 0) return;
    if (detail == BP_WORDS_SHORT) {
        add(s, "scaled");
        return;
    }
    number(factor, sizeof factor, (double)scale[which], decimals_of((double)scale[which]));
    float spread = fabsf(scale[0] - scale[1]) + fabsf(scale[1] - scale[2]);
    vector_text(factors, sizeof factors, "", scale, 3);
    if (spread <= 1e-3f * scale[0])
        add(s, "scaled %s", factor);
    else if (different == 1)
        add(s, "scaled %s along %s", factor, AXES[which]);
    else
        add(s, "scaled %s", factors);
}

static void add_position(sentence *s, const bp_matrix_parts *parts) {
    char words[96];
    const float at[3] = {parts->position.x, parts->position.y, parts->position.z};
    double largest = (double)fmaxf(fabsf(at[0]), fmaxf(fabsf(at[1]), fabsf(at[2])));
    if (largest <= ROUNDING) return;
    vector_text(words, sizeof words, "at ", at, decimals_of(largest));
    add(s, "%s", words);
}

const char *bp_matrix_words(const bp_mat4 *m, bp_words_detail detail, char *text) {
    bp_matrix_parts parts = bp_matrix_parts_of(m);
    sentence s = {.text = text};
    bool point;
    text[0] = '\0';
    switch (parts.form) {
    case BP_FORM_NOT_FINITE: add(&s, "broken: an entry is not a number"); return text;
    case BP_FORM_NOT_AFFINE: add(&s, "not affine: it changes w"); return text;
    case BP_FORM_FLAT:
        point = parts.scale[0] == 0 && parts.scale[1] == 0 && parts.scale[2] == 0;
        if (point) add(&s, "everything shrunk to a point");
        for (int i = 0; i < 3 && !point; i++)
            if (!(parts.scale[i] > (float)ROUNDING)) add(&s, "flattened along %s", AXES[i]);
        if (s.length == 0) add(&s, "flattened");
        break;
    case BP_FORM_SHEARED:
        add(&s, "sheared%s", detail == BP_WORDS_SHORT ? "" : ": its axes are not perpendicular");
        break;
    case BP_FORM_TRS:
        add_rotation(&s, &parts, detail);
        add_scaling(&s, &parts, detail);
        if (parts.mirrored >= 0) add(&s, "mirrored along %s", AXES[parts.mirrored]);
        break;
    }
    bool moves =
        fabsf(parts.position.x) + fabsf(parts.position.y) + fabsf(parts.position.z) > (float)ROUNDING;
    if (detail == BP_WORDS_ALL) add_position(&s, &parts);
    if (s.length == 0) add(&s, "%s", moves ? "only moved" : "identity: changes nothing");
    return text;
}
