/* Describes how a wrong answer differs from the right one, if it is none of the known mistakes. First
 * mutant.c looks for a change of the correct answer that gives the student's results. Then the results are
 * compared, each component over all cases: is it right, negated, a number of times the right one, moved,
 * mirrored, another component, the neighbour's? Or the cases, if few of them fail. */
#include "exercise/diagnose.h"
#include "exercise/checker.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { FLOATS = BP_EXERCISE_FLOATS, SAMPLES = 4096 };

/* Orders of elements: the one that is in place i of count, or -1. */
typedef int element_order(int i, int count);
static int next(int i, int count) { return i + 1 < count ? i + 1 : -1; }
static int previous(int i, int count) { return (void)count, i - 1; }
static int from_the_end(int i, int count) { return count - 1 - i; }
static int first(int i, int count) { return (void)i, (void)count, 0; }
static const struct {
    element_order *order;
    const char *text; /* behind an array's name */
} ORDERS[] = {{next, "has in each place the element that belongs behind it: an index is one too large"},
              {previous, "has in each place the element that belongs before it: an index is one too small"},
              {from_the_end, "is in the opposite order"},
              {first, "has the first element everywhere: is its index missing?"}};

float *bp_diagnose_find_input(const bp_exercise *exercise, float *in, int input, int *count) {
    const float *begin = in;
    for (int i = 0;; i++) {
        const bp_exercise_value *v = &exercise->inputs[i];
        *count = bp_value_repeat(exercise->inputs, v, begin);
        if (i == input) return in;
        in += *count * bp_value_floats(v->kind);
    }
}

/* ---- the right results, changed ------------------------------------------------------------------------ */

/* Pairs of a right float and the student's, of one component over all cases, with the tolerance of each. */
typedef struct samples {
    int count;
    float right[SAMPLES], got[SAMPLES], slack[SAMPLES];
} samples;

/* One result: an entry of the exercise's table of outputs. */
typedef struct result_table {
    const bp_exercise_value *value;
    int index; /* in the table */
    int floats;
} result_table;

/* An element of a result, in one of the cases. */
typedef struct element {
    int of_case, index, count;  /* count: of the elements of this case */
    const float *rights, *gots; /* the first element */
} element;

static bool next_element(const bp_diagnosis *d, const result_table *r, element *e) {
    for (e->index++; e->index >= e->count; e->index = 0) {
        if (++e->of_case >= d->answered) return false;
        const int at = bp_diagnose_find_output(d, r->index, e->of_case, &e->count);
        e->rights = d->right[e->of_case].values + at;
        e->gots = d->answers[e->of_case].values + at;
    }
    return true;
}

#define EACH_ELEMENT(d, r, e) for (element e = {.of_case = -1}; next_element(d, r, &e);)

/* Component `right_part` of the right results, beside component `part` of the student's. */
static void collect(const bp_diagnosis *d, const result_table *r, element_order *order, int part,
                    int right_part, samples *to) {
    to->count = 0;
    EACH_ELEMENT(d, r, e) {
        const int from = order ? order(e.index, e.count) : e.index;
        if (from < 0 || to->count == SAMPLES) continue;
        const float *right = e.rights + from * r->floats;
        to->right[to->count] = right[right_part];
        to->got[to->count] = e.gots[e.index * r->floats + part];
        to->slack[to->count++] = (float)bp_exercise_tolerance(d->exercise, right, r->floats);
    }
}

/* Whether got = factor * right + offset everywhere. */
static bool fits(const samples *s, double factor, double offset) {
    for (int i = 0; i < s->count; i++)
        if (!(fabs((double)s->got[i] - factor * (double)s->right[i] - offset) <=
              (double)s->slack[i] * fmax(1, fabs(factor))))
            return false;
    return s->count > 0;
}

static bool is_constant(const float *v, int count) {
    for (int i = 1; i < count; i++)
        if (!(fabsf(v[i] - v[0]) <= 1e-5f * fmaxf(1, fabsf(v[0])))) return false;
    return true;
}

/* The straight line through the two samples whose right floats are farthest apart. */
static bool fit_line(const samples *s, double *factor, double *offset) {
    int low = 0, high = 0;
    for (int i = 1; i < s->count; i++) {
        if (s->right[i] < s->right[low]) low = i;
        if (s->right[i] > s->right[high]) high = i;
    }
    const double span = (double)s->right[high] - (double)s->right[low];
    if (!(span > 1e-3)) return false;
    *factor = ((double)s->got[high] - (double)s->got[low]) / span;
    *offset = (double)s->got[low] - *factor * (double)s->right[low];
    return fits(s, *factor, *offset);
}

/* The right floats, but kept within the student's range, or without their sign. */
static bool describe_limit(const samples *s, bp_note *to) {
    float low = s->got[0], high = s->got[0];
    bool limited = true, positive = true;
    for (int i = 0; i < s->count; i++) low = fminf(low, s->got[i]), high = fmaxf(high, s->got[i]);
    for (int i = 0; i < s->count; i++) {
        limited &= fabsf(s->got[i] - bp_clamp(s->right[i], low, high)) <= s->slack[i];
        positive &= fabsf(s->got[i] - fabsf(s->right[i])) <= s->slack[i];
    }
    if (positive) return bp_note_say(to, "the right one without its sign"), true;
    if (!limited) return false;
    bool below = true, above = true;
    for (int i = 0; i < s->count; i++) {
        below &= s->right[i] <= high + s->slack[i];
        above &= s->right[i] >= low - s->slack[i];
    }
    if (above)
        bp_note_say(to, "never above %.4g", (double)high);
    else if (below)
        bp_note_say(to, "never below %.4g", (double)low);
    else
        bp_note_say(to, "kept between %.4g and %.4g", (double)low, (double)high);
    return true;
}

/* Says a relation of one component. False: there is none. *is_right: it is right everywhere. */
static bool describe_relation(const samples *s, bp_note *to, bool *is_right) {
    double factor = 1, offset = 0;
    *is_right = fits(s, 1, 0);
    if (*is_right) {
        bp_note_say(to, "right");
    } else if (is_constant(s->got, s->count) && !is_constant(s->right, s->count)) {
        bp_note_say(to, "always %.4g", (double)s->got[0]);
    } else if (!fit_line(s, &factor, &offset)) {
        return describe_limit(s, to);
    } else if (fabs(offset) < 2e-4 * fmax(1, fabs(factor))) {
        if (fabs(factor + 1) < 1e-3)
            bp_note_say(to, "of the wrong sign");
        else
            bp_note_say(to, "%.4g times the right one", factor);
    } else if (fabs(factor - 1) < 1e-3) {
        bp_note_say(to, "%.4g too %s", fabs(offset), offset > 0 ? "large" : "small");
    } else if (fabs(factor + 1) < 1e-3) {
        bp_note_say(to, "mirrored about %.4g", offset / 2);
    } else {
        bp_note_say(to, "%.4g times the right one %c %.4g", factor, offset < 0 ? '-' : '+', fabs(offset));
    }
    return true;
}

/* An input beside a result: a single number, or one that each element of the result has. */
typedef struct scale_input {
    int input, part;
} scale_input;

/* The input's float for an element; NAN: it has none. */
static float scale_of(const bp_diagnosis *d, const scale_input *from, const element *e) {
    float in[FLOATS];
    int count;
    memcpy(in, d->cases->cases[e->of_case].in, sizeof in);
    const float *v = bp_diagnose_find_input(d->exercise, in, from->input, &count);
    const bp_exercise_value *value = &d->exercise->inputs[from->input];
    if (value->count != 0 && count != e->count) return NAN;
    return v[(value->count != 0 ? e->index : 0) * bp_value_floats(value->kind) + from->part];
}

enum { TIMES, OVER, PLUS, MINUS, MIRRORED, TAKEN, OPERATIONS };

static float operate(int operation, float right, float by) {
    switch (operation) {
    case TIMES: return right * by;
    case OVER: return right / by;
    case PLUS: return right + by;
    case MINUS: return right - by;
    case MIRRORED: return by - right;
    default: return by;
    }
}

/* Whether each of the student's floats is the right one and an input, combined by an operation. */
static bool is_combined(const bp_diagnosis *d, const result_table *r, int part, const scale_input *with,
                        int operation) {
    bool changes = false;
    EACH_ELEMENT(d, r, e) {
        const float right = e.rights[e.index * r->floats + part], got = e.gots[e.index * r->floats + part];
        const float combined = operate(operation, right, scale_of(d, with, &e));
        if (!isfinite(combined) || !(fabsf(got - combined) <= 1e-3f * fmaxf(1, fabsf(combined))))
            return false;
        changes |= fabsf(right - combined) > 1e-3f;
    }
    return changes;
}

static bool describe_combined(const bp_diagnosis *d, const result_table *r, int part, bp_note *to) {
    static const char PARTS[][3] = {".x", ".y", ".z", ".w"};
    static const char *const HOW[] = {"the right one times `%s%s`", "the right one divided by `%s%s`",
                                      "too large by `%s%s`",        "too small by `%s%s`",
                                      "`%s%s` minus the right one", "`%s%s` itself"};
    for (int i = 0; d->exercise->inputs[i].name; i++) {
        const bp_exercise_value *input = &d->exercise->inputs[i];
        const int floats = bp_value_floats(input->kind);
        if (floats > 4 || (r->value->count == 0 && input->count != 0)) continue;
        for (int k = 0; k < floats; k++)
            for (int operation = 0; operation < OPERATIONS; operation++) {
                char name[64];
                if (!is_combined(d, r, part, &(scale_input){i, k}, operation)) continue;
                bp_exercise_value_name(name, sizeof name, d->exercise->inputs[i].name, -1);
                bp_note_say(to, HOW[operation], name, floats > 1 ? PARTS[k] : "");
                return true;
            }
    }
    return false;
}

/* Another component of the right result. */
static bool describe_other_part(const bp_diagnosis *d, const result_table *r, int part, samples *s,
                                bp_note *to) {
    for (int other = 0; other < r->floats && r->floats <= 4; other++) {
        if (other == part) continue;
        collect(d, r, NULL, part, other, s);
        if (!fits(s, 1, 0) && !fits(s, -1, 0)) continue;
        bp_note_say(to, "the right %c%s", "xyzw"[other], fits(s, 1, 0) ? "" : " with the other sign");
        return true;
    }
    return false;
}

/* How much of the student's results is explained. */
typedef enum explained { NOTHING, PARTLY, WHOLLY } explained;

/* Each component of a vector. `changed`: with changes of the correct answer, too. */
static explained describe_parts(const bp_diagnosis *d, const result_table *r, bool changed, samples *s,
                                bp_note *to) {
    int known = 0, right = 0;
    bp_note parts = {.used = 0};
    for (int k = 0; k < r->floats; k++) {
        bool is_right = false;
        if (r->floats > 1) bp_note_say(&parts, "%s%c is ", k ? ", " : "", "xyzw"[k]);
        collect(d, r, NULL, k, k, s);
        if (describe_relation(s, &parts, &is_right) || describe_combined(d, r, k, &parts) ||
            describe_other_part(d, r, k, s, &parts) ||
            (changed && bp_diagnose_part(d, r->index, k, r->floats > 1, &parts)))
            known++;
        else
            bp_note_say(&parts, "wrong");
        right += is_right;
    }
    if (known == 0 || right == r->floats) return NOTHING;
    bp_note_say(to, "%s", parts.text);
    return known == r->floats ? WHOLLY : PARTLY;
}

static bool fits_order(const bp_diagnosis *d, const result_table *r, element_order *order, samples *s) {
    for (int k = 0; k < r->floats; k++) {
        collect(d, r, order, k, k, s);
        if (!fits(s, 1, 0)) return false;
    }
    return true;
}

/* Whether a case's floats are the right ones of a table with so many columns, written column by column. */
static bool are_transposed(const float *got, const float *right, int count, int columns) {
    const int rows = count / columns;
    for (int i = 0; i < count; i++)
        if (!(fabsf(got[i % columns * rows + i / columns] - right[i]) <= 1e-3f * fmaxf(1, fabsf(right[i]))))
            return false;
    return true;
}

static bool is_transposed(const bp_diagnosis *d, const result_table *r) {
    EACH_ELEMENT(d, r, e) {
        const int count = e.count * r->floats;
        int columns = 1;
        if (e.index > 0) continue;
        while (columns <= count &&
               !(count % columns == 0 && are_transposed(e.gots, e.rights, count, columns)))
            columns++;
        if (columns > count) return false;
    }
    return true;
}

static bool describe_order(const bp_diagnosis *d, const result_table *r, samples *s, bp_note *to) {
    for (int i = 0; i < (int)BP_COUNT(ORDERS) && r->value->count != 0; i++) {
        if (!fits_order(d, r, ORDERS[i].order, s)) continue;
        bp_note_say(to, "it %s", ORDERS[i].text);
        return true;
    }
    if (r->value->count == 0 || r->value->kind >= BP_VALUE_QUAT || !is_transposed(d, r)) return false;
    bp_note_say(to,
                "it has the right numbers at other places: the index takes rows for columns (its factor is "
                "the height in place of the width, or the number of elements in place of their size)");
    return true;
}

/* Matrices: which rows are right. */
static bool describe_matrix(const bp_diagnosis *d, const result_table *r, bp_note *to) {
    bool rows = true, moved = true;
    EACH_ELEMENT(d, r, e) {
        const float *right = e.rights + 16 * e.index, *got = e.gots + 16 * e.index;
        for (int k = 0; k < 16; k++)
            *(k < 12 ? &rows : &moved) &= fabsf(got[k] - right[k]) <= 2e-3f * fmaxf(1, fabsf(right[k]));
    }
    if (rows)
        bp_note_say(to, "rotation and scaling are right, the translation in the last row isn't");
    else if (moved)
        bp_note_say(to, "the translation in the last row is right, rotation or scaling aren't");
    return rows || moved;
}

static bool is_result_right(const bp_diagnosis *d, const result_table *r, samples *s) {
    if (r->value->kind != BP_VALUE_QUAT) return fits_order(d, r, NULL, s);
    EACH_ELEMENT(d, r, e)
    if (bp_exercise_compare_value(d->exercise, BP_VALUE_QUAT, e.gots + 4 * e.index, e.rights + 4 * e.index,
                                  NULL) >= 0)
        return false;
    return true;
}

/* Whether a known mistake gives this result in all cases, and nothing else that is wrong but the
 * student's. */
static bool gives_result(const bp_diagnosis *d, const result_table *r, int misconception) {
    for (int i = 0; i < d->answered; i++) {
        const bp_exercise_answer *known = &d->known[misconception * d->answered + i];
        const float *right = d->right[i].values, *got = d->answers[i].values, *out = known->values;
        if (known->count != d->answers[i].count) return false;
        for (int k = 0; d->exercise->outputs[k].name; k++) {
            const bp_value_kind kind = d->exercise->outputs[k].kind;
            int count, at = bp_diagnose_find_output(d, k, i, &count);
            for (; count > 0; count--, at += bp_value_floats(kind))
                if (bp_exercise_compare_value(d->exercise, kind, got + at, out + at, NULL) >= 0 &&
                    (k == r->index ||
                     bp_exercise_compare_value(d->exercise, kind, right + at, out + at, NULL) >= 0))
                    return false;
        }
    }
    return true;
}

static bool describe_known(const bp_diagnosis *d, const result_table *r, bp_note *to) {
    for (int i = 1; i < d->exercise->right && d->exercise->outputs[1].name; i++) {
        const char *text = d->exercise->wrong[i].text;
        if (!gives_result(d, r, i)) continue;
        bp_note_say(to, "%.*s", (int)strlen(text) - 1, text);
        return true;
    }
    return false;
}

static explained describe_result(const bp_diagnosis *d, const result_table *r, bool changed, samples *s,
                                 bp_note *to) {
    if (changed && describe_known(d, r, to)) return WHOLLY;
    if (describe_order(d, r, s, to) || (r->floats == 16 && describe_matrix(d, r, to))) return WHOLLY;
    if (changed && r->value->kind >= BP_VALUE_QUAT && bp_diagnose_part(d, r->index, -1, false, to))
        return WHOLLY;
    return r->floats <= 4 ? describe_parts(d, r, changed, s, to) : NOTHING;
}

/* How many of a result's elements are right, and the first number that isn't: what remains to be said. */
static void say_first_difference(const bp_diagnosis *d, const result_table *r, bp_note *to) {
    int right = 0, all = 0, part = 0;
    element first = {.of_case = -1};
    EACH_ELEMENT(d, r, e) {
        const float *is = e.gots + e.index * r->floats, *ought = e.rights + e.index * r->floats;
        const bool differs = bp_exercise_compare_value(d->exercise, r->value->kind, is, ought, NULL) >= 0;
        all++, right += !differs;
        if (differs && first.of_case < 0) first = e;
    }
    const float *is = first.gots + first.index * r->floats, *ought = first.rights + first.index * r->floats;
    while (part + 1 < r->floats && fabs((double)is[part] - (double)ought[part]) <=
                                       bp_exercise_tolerance(d->exercise, ought, r->floats))
        part++;
    char name[64];
    bp_exercise_value_name(name, sizeof name, r->value->name, r->value->count ? first.index : -1);
    bp_note_say(to, "%d of %d are right; the first difference, in the case \"%s\", is `%s`", right, all,
                d->cases->cases[first.of_case].name, name);
    if (r->floats > 4)
        bp_note_say(to, ", row %d, column %d", part / 4, part % 4);
    else if (r->floats > 1)
        bp_note_say(to, ".%c", "xyzw"[part]);
    bp_note_say(to, ": %.4g, where %.4g is right", (double)is[part], (double)ought[part]);
}

/* If there are more or fewer results than the right ones, compares only the first, if its size is fixed. */
static explained explain_by_results(const bp_diagnosis *d, bool changed, samples *s, bp_note *to) {
    int results = 0, whole = 0, known = 0, most = 1000;
    bp_note all = {.used = 0};
    for (int i = 0; i < d->answered; i++)
        if (d->answers[i].count != d->right[i].count) most = 1;
    if (most == 1 && d->exercise->outputs[0].count < 0) return NOTHING;
    for (; d->exercise->outputs[results].name && results < most; results++) {
        const bp_exercise_value *value = &d->exercise->outputs[results];
        const result_table r = {value, results, bp_value_floats(value->kind)};
        bp_note one = {.used = 0};
        char name[64];
        bp_exercise_value_name(name, sizeof name, value->name, -1);
        if (is_result_right(d, &r, s)) {
            known++, whole++;
            bp_note_say(&all, " `%s` is right.", name);
            continue;
        }
        const explained how = describe_result(d, &r, changed, s, &one);
        if (how == NOTHING) say_first_difference(d, &r, &one);
        bp_note_say(&all, how == NOTHING ? " Of your `%s`, %s." : " Your `%s`, in every case: %s.", name,
                    one.text);
        if (how == PARTLY) bp_note_say(&all, " "), say_first_difference(d, &r, &all), bp_note_say(&all, ".");
        known += how != NOTHING, whole += how == WHOLLY;
    }
    bp_note_say(to,
                known == 0 ? "This is none of the known mistakes.%s"
                           : "Compare your results with the right ones.%s",
                all.text);
    return most == 1 || known == 0 ? NOTHING : whole == results ? WHOLLY : PARTLY;
}

/* ---- the cases ----------------------------------------------------------------------------------------- */

/* If few kinds of cases fail, their names say what your code doesn't meet. */
static bool explain_by_cases(const bp_diagnosis *d, bp_note *to) {
    int failed = 0, named = 0;
    bp_note names = {.used = 0};
    for (int i = 0; i < d->answered; i++) {
        const bp_exercise_case *one = &d->cases->cases[i];
        const bp_exercise_answer *got = &d->answers[i], *right = &d->right[i];
        if (bp_exercise_compare_answers(d->exercise, got->values, got->count, right->values, right->count) <
            0)
            continue;
        failed++;
        if (strcmp(one->name, "from the seed") == 0) continue;
        if (named++ < 3) bp_note_say(&names, "%s\"%s\"", named > 1 ? ", " : "", one->name);
    }
    if (failed != named || 2 * failed > d->answered) return false;
    bp_note_say(to, "Your code is right in all cases but %s. What is special there?", names.text);
    return true;
}

static bool is_alike(const bp_diagnosis *d, const float *a, const float *b) {
    return bp_exercise_compare_value(d->exercise, BP_VALUE_NUMBER, a, b, NULL) < 0;
}

/* Names a known mistake that gives at least four of five wrong numbers, where its own count, too. */
static bool explain_nearly(const bp_diagnosis *d, bp_note *to) {
    int found = -1, first = 0;
    double best = 0.8;
    for (int m = 1; m < d->exercise->right; m++) {
        int alike = 0, unlike = 0, other = -1;
        for (int i = 0; i < d->answered; i++) {
            const bp_exercise_answer *right = &d->right[i], *got = &d->answers[i];
            const float *out = d->known[m * d->answered + i].values;
            const int count = d->known[m * d->answered + i].count, before = unlike;
            if (count != got->count) unlike += got->count;
            for (int k = 0; k < count && count == got->count; k++)
                if (!is_alike(d, &got->values[k], &out[k]))
                    unlike++;
                else
                    alike += k >= right->count || !is_alike(d, &right->values[k], &out[k]);
            if (other < 0 && unlike > before) other = i;
        }
        const double part = alike / fmax(1, alike + unlike);
        if (alike >= 8 && part > best && other >= 0) best = part, found = m, first = other;
    }
    if (found < 0) return false;
    bp_note_say(
        to,
        "Most of your wrong results come from this: %s Then look for a second mistake: it shows in the "
        "case \"%s\".",
        d->exercise->wrong[found].text, d->cases->cases[first].name);
    return true;
}

bool bp_exercise_diagnose(const bp_exercise *exercise, const bp_allocator *allocator,
                          const bp_case_list *cases, const bp_exercise_answer *answers, int answered,
                          bp_exercise_result *result) {
    const int solved = (exercise->right + 1) * answered;
    bp_exercise_answer *known = bp_alloc(allocator, (size_t)solved + 1, sizeof *known, NULL);
    samples *s = bp_alloc(allocator, 1, sizeof *s, NULL);
    bp_diagnosis d = {exercise, cases, answers, known, known, answered, allocator};
    bp_note text = {.used = 0};
    bool found = false;
    if (known && s) {
        d.right += exercise->right * answered;
        for (int i = 0; i < solved; i++)
            known[i].count = bp_exercise_solve_case(exercise, i / answered, cases->cases[i % answered].in,
                                                    known[i].values);
        /* The most definite first. Partly explained results come last, for their `wrong` isn't a cause. */
        const char *id = "change";
        found = bp_diagnose_change(&d, false, &text);
        for (int changed = 0; changed < 2 && !found; changed++) {
            text.used = 0, text.text[0] = '\0';
            id = "results", found = explain_by_results(&d, changed, s, &text) == WHOLLY;
            if (found) bp_note_say(&text, " "), explain_by_cases(&d, &text);
            if (found) break;
            text.used = 0, text.text[0] = '\0';
            if (!changed) id = "change", found = bp_diagnose_change(&d, true, &text);
        }
        if (!found) text.used = 0, text.text[0] = '\0', id = "nearly", found = explain_nearly(&d, &text);
        if (!found) id = "cases", found = explain_by_cases(&d, &text);
        if (!found) {
            text.used = 0, text.text[0] = '\0';
            id = explain_by_results(&d, true, s, &text) != NOTHING ? "parts" : "other", found = text.used > 0;
            bp_note_say(&text, " "), bp_diagnose_where(&d, &text);
        }
        if (found) bp_exercise_set_verdict(result, BP_EXERCISE_WRONG, id, "%s", text.text);
    }
    bp_free(allocator, known);
    bp_free(allocator, s);
    return found;
}
