/* The right answer to other inputs: if `bind` is the identity, or `from` and `to` are swapped, and the
 * right answer to that equals the student's in every case, then the student's code treats its inputs that
 * way. */
#include "exercise/checker.h"
#include "exercise/diagnose.h"
#include <stdio.h>
#include <string.h>

enum { FLOATS = BP_EXERCISE_FLOATS };

static int next(int i, int count) { return i + 1 < count ? i + 1 : -1; }
static int previous(int i, int count) { return (void)count, i - 1; }
static int from_the_end(int i, int count) { return count - 1 - i; }
static int first(int i, int count) { return (void)i, (void)count, 0; }
const bp_named_order bp_element_orders[BP_ELEMENT_ORDERS] = {
    {next, "has in each place the element that belongs behind it: an index is one too large"},
    {previous, "has in each place the element that belongs before it: an index is one too small"},
    {from_the_end, "is in the opposite order"},
    {first, "has the first element everywhere: is its index missing?"}};

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

/* Other inputs: one whose elements, or one component of them, are changed as a mutant's values are
 * (mutant.h); two inputs, or components, that are exchanged; or one in another order (BP_MUTATE_END). */
typedef struct input_change {
    bp_mutation_kind kind;
    int alternative;
    int input, other; /* other: a second input; or, if it is the same, the components x and y are meant */
    int part;         /* a component; -1: all of them */
} input_change;

static void change_value(bp_mutation_kind kind, float *v) {
    bp_mat4 m;
    bp_quat q = {v[0], 0, 0, 0};
    switch (kind) {
    case BP_MUTATE_BP_MAT4:
        memcpy(m.m, v, sizeof m.m);
        m = bp_mutate_bp_mat4(0, m);
        memcpy(v, m.m, sizeof m.m);
        break;
    case BP_MUTATE_BP_QUAT:
        memcpy(&q, v, sizeof q);
        q = bp_mutate_bp_quat(0, q);
        memcpy(v, &q, sizeof q);
        break;
    case BP_MUTATE_INT: *v = (float)bp_mutate_int(0, (int)*v); break;
    default: *v = bp_mutate_float(0, *v);
    }
}

/* Of `count` elements that lie `stride` floats apart: the first `width` floats at a and at b. */
static void exchange(float *a, float *b, int alternative, int count, int stride, int width) {
    for (int i = 0; i < count * stride; i += stride)
        for (int k = i; k < i + width; k++) {
            const float kept = a[k];
            if (alternative != 3) a[k] = b[k];
            if (alternative != 2) b[k] = kept;
        }
}

static bool vary(const bp_exercise *exercise, const input_change *how, float *in) {
    int count, other_count;
    float *a = bp_diagnose_find_input(exercise, in, how->input, &count), before[FLOATS];
    float *b = bp_diagnose_find_input(exercise, in, how->other, &other_count);
    const int floats = bp_value_floats(exercise->inputs[how->input].kind);
    memcpy(before, a, (size_t)(count * floats) * sizeof *a);
    if (how->kind == BP_MUTATE_END) {
        for (int i = 0; i < count; i++) {
            const int from = bp_element_orders[how->alternative].order(i, count);
            memcpy(a + i * floats, before + (from < 0 ? i : from) * floats, (size_t)floats * sizeof *a);
        }
        return true;
    }
    if (how->kind == BP_MUTATE_EXCHANGE) {
        const bool same = how->input == how->other;
        exchange(a, same ? a + 1 : b, how->alternative, count, floats, same ? 1 : floats);
        return count == other_count;
    }
    bp_current_mutant.alternatives[0] = (short)how->alternative; /* no point has this number */
    const int step = how->kind == BP_MUTATE_FLOAT && how->part < 0 ? 1 : floats;
    for (int i = how->part < 0 ? 0 : how->part; i < count * floats; i += step) change_value(how->kind, a + i);
    bp_current_mutant.alternatives[0] = 0;
    return true;
}

/* Numbers that an index can still be computed from. */
static bool are_moderate(const float *in, int count) {
    for (int i = 0; i < count; i++)
        if (!(in[i] > -1e6f && in[i] < 1e6f)) return false;
    return true;
}

/* Whether the right answer to the changed inputs is the student's, in every case. */
static bool is_answer_to(const bp_diagnosis *d, const input_change *how) {
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

/* If the student's results are the right ones to these inputs, says so. */
static bool explains(const bp_diagnosis *d, const input_change *how, bp_note *to) {
    char a[64], b[64], part[80], other_part[80];
    if (!is_answer_to(d, how)) return false;
    bp_diagnose_name_input(d->exercise, how->input, a, sizeof a);
    bp_diagnose_name_input(d->exercise, how->other, b, sizeof b);
    snprintf(part, sizeof part, how->part < 0 ? "%s" : "%s.%c", a, "xyzw"[how->part < 0 ? 0 : how->part]);
    snprintf(other_part, sizeof other_part, how->part < 0 ? "%s" : "%s.y", b);
    bp_note_say(to, "Your results are those that come out right if ");
    if (how->kind == BP_MUTATE_END)
        bp_note_say(to, "`%s` %s.", a, bp_element_orders[how->alternative].text);
    else
        bp_mutation_say(to, &(bp_mutation){.kind = how->kind, .a = part, .b = other_part, .others = ""},
                        how->alternative);
    const bool gone = strstr(to->text, "replaced by the identity") || strstr(to->text, "replaced by 0") ||
                      strstr(to->text, "replaced by 1");
    if (how->kind != BP_MUTATE_END) bp_note_say(to, gone ? ". Is it missing in your code, or undone?" : ".");
    return true;
}

/* The changes of one input, or of one component of it. */
static bool try_changes(const bp_diagnosis *d, bp_mutation_kind kind, int input, int part, bp_note *to) {
    /* An int must not become 0: it may be divided by. */
    const int count =
        kind == BP_MUTATE_INT ? 2 : bp_mutation_alternatives(&(bp_mutation){.kind = kind, .others = ""});
    for (int i = 1; i <= count; i++)
        if (explains(d, &(input_change){kind, i, input, input, part}, to)) return true;
    return false;
}

bool bp_diagnose_inputs(const bp_diagnosis *d, bp_note *to) {
    const bp_exercise_value *inputs = d->exercise->inputs;
    for (int a = 0; inputs[a].name; a++) {
        const bp_value_kind kind = inputs[a].kind;
        const int floats = bp_value_floats(kind);
        if (is_shape(d->exercise, a)) continue;
        for (int b = a + 1; inputs[b].name; b++)
            for (int i = 1; i <= 3; i++)
                if (inputs[b].kind == kind && inputs[b].count == inputs[a].count &&
                    !is_shape(d->exercise, b) &&
                    explains(d, &(input_change){BP_MUTATE_EXCHANGE, i, a, b, -1}, to))
                    return true;
        if (try_changes(d,
                        kind == BP_VALUE_MAT4   ? BP_MUTATE_BP_MAT4
                        : kind == BP_VALUE_QUAT ? BP_MUTATE_BP_QUAT
                        : kind == BP_VALUE_INT  ? BP_MUTATE_INT
                                                : BP_MUTATE_FLOAT,
                        a, -1, to))
            return true;
        /* Behind the names of others there is what their components mean. */
        const bool has_parts = floats > 1 && kind < BP_VALUE_QUAT && !strchr(inputs[a].name, ' ');
        if (has_parts && explains(d, &(input_change){BP_MUTATE_EXCHANGE, 1, a, a, 0}, to)) return true;
        for (int part = 0; part < floats && has_parts; part++)
            if (try_changes(d, BP_MUTATE_FLOAT, a, part, to)) return true;
        for (int i = 0; i < BP_ELEMENT_ORDERS && inputs[a].count != 0; i++)
            if (explains(d, &(input_change){BP_MUTATE_END, i, a, a, -1}, to)) return true;
    }
    return false;
}
