/* The right answer to other inputs: if `bind` is the identity, or `from` and `to` are swapped, and the
 * right answer to that equals the student's in every case, then the student's code treats its inputs that
 * way. */
#include "exercise/checker.h"
#include "exercise/diagnose.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { FLOATS = BP_EXERCISE_FLOATS };

void bp_note_say(bp_note *to, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(to->text + to->used, sizeof to->text - to->used, format, arguments);
    va_end(arguments);
    to->used += (size_t)length;
    if (to->used >= sizeof to->text) to->used = sizeof to->text - 1;
}

typedef enum input_change {
    AS_ZERO,
    AS_ONE,
    NEGATED,
    HALVED,
    DOUBLED,
    INVERTED,
    TRANSPOSED,
    UNMOVED,
    TO_RADIANS,
    TO_DEGREES,
    SQUARED,
    XY_SWAPPED,
    X_NEGATED,
    Y_NEGATED,
    Z_NEGATED,
    ONE_LESS,
    ONE_MORE,
    FROM_ONE,
    REVERSED,
    SHIFTED_UP,
    SHIFTED_DOWN,
    FIRST_FOR_ALL,
    CHANGES
} input_change;

static const char *const CHANGE_TEXTS[CHANGES] = {
    [AS_ZERO] = "if `%s` is 0: is it missing in your code, or undone?",
    [AS_ONE] = "if `%s` is 1: is it missing in your code, or undone?",
    [NEGATED] = "if the sign of `%s` is the other way round.",
    [HALVED] = "if `%s` is halved.",
    [DOUBLED] = "if `%s` is doubled.",
    [INVERTED] = "if `%s` is inverted. Which way does it lead?",
    [TRANSPOSED] = "if `%s` is transposed: rows and columns are exchanged. Vectors are rows here.",
    [UNMOVED] = "if `%s` has no translation: is its last row left out?",
    [TO_RADIANS] = "if `%s` is converted from degrees to radians. Is it one conversion too many?",
    [TO_DEGREES] = "if `%s` is in degrees where radians belong.",
    [SQUARED] = "if `%s` is squared.",
    [XY_SWAPPED] = "if x and y of `%s` are swapped.",
    [X_NEGATED] = "if x of `%s` has the other sign.",
    [Y_NEGATED] = "if y of `%s` has the other sign: which way does y go?",
    [Z_NEGATED] = "if z of `%s` has the other sign.",
    [ONE_LESS] = "if `%s` is one less.",
    [ONE_MORE] = "if `%s` is one more.",
    [FROM_ONE] = "if `%s` is counted from its other end: 1 less `%s`.",
    [REVERSED] = "if `%s` is in the opposite order.",
    [SHIFTED_UP] = "if each element of `%s` is the one after it: an index is one too large.",
    [SHIFTED_DOWN] = "if each element of `%s` is the one before it: an index is one too small.",
    [FIRST_FOR_ALL] = "if all elements of `%s` are the first one: is its index missing?",
};

static void copy_element(float *v, int floats, int to, int from) {
    memmove(v + to * floats, v + from * floats, (size_t)floats * sizeof *v);
}

static void reverse(float *v, int floats, int count) {
    for (int i = 0; i < count / 2; i++)
        for (int k = 0; k < floats; k++) {
            float *a = v + i * floats + k, *b = v + (count - 1 - i) * floats + k, kept = *a;
            *a = *b, *b = kept;
        }
}

/* Changes the elements' order. */
static bool reorder(input_change change, float *v, int floats, int count) {
    if (count < 2) return true;
    switch (change) {
    case REVERSED: reverse(v, floats, count); return true;
    case SHIFTED_UP:
        for (int i = 0; i + 1 < count; i++) copy_element(v, floats, i, i + 1);
        return true;
    case SHIFTED_DOWN:
        for (int i = count - 1; i > 0; i--) copy_element(v, floats, i, i - 1);
        return true;
    case FIRST_FOR_ALL:
        for (int i = 1; i < count; i++) copy_element(v, floats, i, 0);
        return true;
    default: return false;
    }
}

static bool change_matrix(input_change change, float *v) {
    bp_mat4 m, out;
    memcpy(m.m, v, sizeof m.m);
    out = m;
    switch (change) {
    case AS_ONE: out = bp_mat4_identity(); break;
    case INVERTED: bp_mat4_inverse(m, &out); break;
    case TRANSPOSED: out = bp_mat4_transpose(m); break;
    case UNMOVED: out.m[12] = out.m[13] = out.m[14] = 0; break;
    default: return false;
    }
    memcpy(v, out.m, sizeof out.m);
    return true;
}

static bool change_quat(input_change change, float *v) {
    if (change == AS_ONE) memcpy(v, (const float[]){0, 0, 0, 1}, 4 * sizeof *v);
    if (change == INVERTED)
        for (int k = 0; k < 3; k++) v[k] = -v[k];
    return change == AS_ONE || change == INVERTED;
}

static bool change_float(input_change change, float *v) {
    switch (change) {
    case AS_ZERO: *v = 0; return true;
    case AS_ONE: *v = 1; return true;
    case NEGATED: *v = -*v; return true;
    case HALVED: *v /= 2; return true;
    case DOUBLED: *v *= 2; return true;
    case INVERTED: *v = 1 / *v; return true;
    case TO_RADIANS: *v = bp_radians(*v); return true;
    case TO_DEGREES: *v = bp_degrees(*v); return true;
    case SQUARED: *v *= *v; return true;
    case FROM_ONE: *v = 1 - *v; return true;
    default: return false;
    }
}

static bool change_components(input_change change, float *v, int floats) {
    if (floats < 2) return false;
    const float x = v[0];
    switch (change) {
    case XY_SWAPPED: v[0] = v[1], v[1] = x; return true;
    case X_NEGATED: v[0] = -x; return true;
    case Y_NEGATED: v[1] = -v[1]; return true;
    case Z_NEGATED: v[2 < floats ? 2 : 0] = -v[2 < floats ? 2 : 0]; return floats > 2;
    default: return false;
    }
}

/* Changes one element. False: there is no such change of this kind. */
static bool change_element(bp_value_kind kind, input_change change, float *v) {
    const int floats = bp_value_floats(kind);
    bool done = true;
    switch (kind) {
    case BP_VALUE_MAT4: return change_matrix(change, v);
    case BP_VALUE_QUAT: return change_quat(change, v);
    case BP_VALUE_INT:
        if (change == ONE_LESS) *v -= 1;
        if (change == ONE_MORE) *v += 1;
        return change == ONE_LESS || change == ONE_MORE;
    case BP_VALUE_INT4: return false;
    default:
        if (change_components(change, v, floats)) return true;
        for (int k = 0; k < floats; k++) done &= change_float(change, v + k);
        return done;
    }
}

/* Whether an input says how long others are, or holds indices: changing it would lead out of arrays. */
static bool is_shape(const bp_exercise *exercise, int input) {
    const bp_exercise_value *v = &exercise->inputs[input];
    if (v->kind == BP_VALUE_INT4 || (v->kind == BP_VALUE_INT && v->count != 0)) return true;
    if (v->kind != BP_VALUE_INT) return false;
    for (int pass = 0; pass < 2; pass++)
        for (const bp_exercise_value *one = pass ? exercise->outputs : exercise->inputs; one->name; one++)
            if ((input == 0 && (one->count == BP_VALUE_PER_FIRST || one->count == BP_VALUE_PER_PIXEL)) ||
                (input == 1 && (one->count == BP_VALUE_PER_SECOND || one->count == BP_VALUE_PER_PIXEL)))
                return true;
    return false;
}

/* Where an input's floats begin in a case, and its number of elements. */
float *bp_diagnose_find_input(const bp_exercise *exercise, float *in, int input, int *count) {
    const float *begin = in;
    for (int i = 0;; i++) {
        const bp_exercise_value *v = &exercise->inputs[i];
        *count = bp_value_repeat(exercise->inputs, v, begin);
        if (i == input) return in;
        in += *count * bp_value_floats(v->kind);
    }
}

/* A change of one input, or an exchange of two (change < 0; or `second` taken for `first` too). */
typedef struct input_variant {
    int first, second;
    int change; /* an input_change; -1: exchanged; -2: second for first; -3: first for second */
} input_variant;

static bool vary(const bp_exercise *exercise, const input_variant *how, float *in) {
    int count, other_count;
    float *a = bp_diagnose_find_input(exercise, in, how->first, &count);
    const bp_value_kind kind = exercise->inputs[how->first].kind;
    const int floats = bp_value_floats(kind);
    if (how->change >= 0) {
        const bool is_array = exercise->inputs[how->first].count != 0;
        bool done = true;
        if (how->change >= REVERSED) return is_array && reorder((input_change)how->change, a, floats, count);
        for (int i = 0; i < count; i++)
            done &= change_element(kind, (input_change)how->change, a + i * floats);
        return done;
    }
    float *b = bp_diagnose_find_input(exercise, in, how->second, &other_count), kept[FLOATS];
    if (count != other_count) return false;
    const size_t bytes = (size_t)(count * floats) * sizeof *a;
    memcpy(kept, a, bytes);
    if (how->change != -3) memcpy(a, b, bytes);
    if (how->change != -2) memcpy(b, kept, bytes);
    return true;
}

/* Numbers that an index can still be computed from. */
static bool are_moderate(const float *in, int count) {
    for (int i = 0; i < count; i++)
        if (!(in[i] > -1e6f && in[i] < 1e6f)) return false;
    return true;
}

/* Whether the right answer to the changed inputs is the student's, in every case. */
static bool is_answer_to(const bp_diagnosis *d, const input_variant *how) {
    for (int i = 0; i < d->answered; i++) {
        float in[FLOATS], out[FLOATS];
        memcpy(in, d->cases->cases[i].in, sizeof in);
        if (!vary(d->exercise, how, in) || !are_moderate(in, d->cases->cases[i].in_count)) return false;
        const int count = bp_exercise_solve_case(d->exercise, d->exercise->right, in, out);
        if (bp_exercise_compare_answers(d->exercise, d->answers[i].values, d->answers[i].count, out, count) >=
            0)
            return false;
    }
    return true;
}

void bp_diagnose_name_input(const bp_exercise *exercise, int input, char *name, size_t size) {
    bp_exercise_value_name(name, size, exercise->inputs[input].name, -1);
}

static void describe_input(const bp_diagnosis *d, const input_variant *how, bp_note *to) {
    char a[64], b[64];
    bp_diagnose_name_input(d->exercise, how->first, a, sizeof a);
    if (how->change < 0) bp_diagnose_name_input(d->exercise, how->second, b, sizeof b);
    bp_note_say(to, "Your results are those that come out right ");
    if (how->change == -1)
        bp_note_say(to, "if `%s` and `%s` are swapped.", a, b);
    else if (how->change < 0)
        bp_note_say(to, "if `%s` is used in place of `%s`, too.", how->change == -2 ? b : a,
                    how->change == -2 ? a : b);
    else if (how->change == AS_ONE && d->exercise->inputs[how->first].kind >= BP_VALUE_QUAT)
        bp_note_say(to, "if `%s` is the identity: is it missing in your code, or undone?", a);
    else if (how->change == FROM_ONE)
        bp_note_say(to, "if `%s` is counted from its other end: 1 less `%s`.", a, a);
    else
        for (const char *from = CHANGE_TEXTS[how->change]; *from; from++)
            if (from[0] == '%' && from[1] == 's')
                bp_note_say(to, "%s", a), from++;
            else
                bp_note_say(to, "%c", *from);
}

bool bp_diagnose_inputs(const bp_diagnosis *d, bp_note *to) {
    const bp_exercise_value *inputs = d->exercise->inputs;
    for (int a = 0; inputs[a].name; a++) {
        if (is_shape(d->exercise, a)) continue;
        for (int b = a + 1; inputs[b].name; b++)
            for (int change = -1; change >= -3; change--) {
                const input_variant how = {a, b, change};
                if (inputs[b].kind != inputs[a].kind || inputs[b].count != inputs[a].count ||
                    is_shape(d->exercise, b) || !is_answer_to(d, &how))
                    continue;
                describe_input(d, &how, to);
                return true;
            }
        for (int change = 0; change < CHANGES; change++) {
            const input_variant how = {a, a, change};
            if (!is_answer_to(d, &how)) continue;
            describe_input(d, &how, to);
            return true;
        }
    }
    return false;
}

int bp_diagnose_find_output(const bp_diagnosis *d, int index, int of_case, int *count) {
    const float *in = d->cases->cases[of_case].in;
    const int total = d->right[of_case].count;
    int at = 0;
    for (int i = 0;; i++) {
        const bp_exercise_value *v = &d->exercise->outputs[i];
        const int floats = bp_value_floats(v->kind);
        *count = bp_value_repeat(d->exercise->inputs, v, in);
        if (at + *count * floats > total) *count = (total - at) / floats;
        if (i == index) return at;
        at += *count * floats;
    }
}
