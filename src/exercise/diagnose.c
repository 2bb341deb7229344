/* Describes how a wrong answer differs from the right one, if it is none of the known mistakes. First
 * mutant.c looks for a change of the correct answer that gives the student's results. Then the results are
 * compared, each component over all cases: is it right, negated, a number of times the right one, moved,
 * mirrored, another component, the neighbour's? Or the cases, if few of them fail. */
#include "exercise/diagnose.h"
#include "exercise/checker.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

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

/* ---- the right results, changed ------------------------------------------------------------------------ */

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
        const int at = bp_diagnose_find(d, d->exercise->outputs, r->index, e->of_case, &e->count);
        e->rights = d->right[e->of_case].values + at;
        e->gots = d->answers[e->of_case].values + at;
    }
    return true;
}

#define EACH_ELEMENT(d, r, e) for (element e = {.of_case = -1}; next_element(d, r, &e);)

/* Component `part` of the right results, beside the student's. */
static void collect(const bp_diagnosis *d, const result_table *r, element_order *order, int part,
                    bp_samples *to) {
    to->count = 0;
    EACH_ELEMENT(d, r, e) {
        const int from = order ? order(e.index, e.count) : e.index;
        if (from < 0 || to->count == BP_SAMPLES) continue;
        const float *right = e.rights + from * r->floats;
        to->left_out[to->count] = false;
        to->right[to->count] = right[part];
        to->got[to->count] = e.gots[e.index * r->floats + part];
        to->slack[to->count++] = (float)bp_exercise_tolerance(d->exercise, right, r->floats);
    }
}

/* Leaves out what is right. False: it is all, or too little is left to tell what that has in common. */
static bool keep_wrong(bp_samples *s) {
    int wrong = 0;
    for (int i = 0; i < s->count; i++) {
        s->left_out[i] = fabsf(s->got[i] - s->right[i]) <= s->slack[i];
        wrong += !s->left_out[i];
    }
    return wrong >= BP_FEWEST && wrong < s->count;
}

/* Float k of a value, for each element of a result. Of arrays with other lengths, only those of up to four
 * elements are of use: each of these is known by its index. */
static bool fill_column(const bp_diagnosis *d, const result_table *r, const bp_exercise_value *value, int k,
                        bp_column *c) {
    const bp_exercise_value *values = c->kind == BP_COLUMN_INPUT ? d->exercise->inputs : d->exercise->outputs;
    const bool each =
        value->count < 0 || value->count > 4 || (value->count > 0 && value->count == r->value->count);
    int n = 0, count;
    EACH_ELEMENT(d, r, e) {
        const int at = bp_diagnose_find(d, values, (int)(value - values), e.of_case, &count) + k +
                       (each ? e.index * bp_value_floats(value->kind) : 0);
        if (each && count != e.count) return false;
        if (n == BP_SAMPLES) break;
        c->v[n++] =
            (c->kind == BP_COLUMN_INPUT ? d->cases->cases[e.of_case].in : d->right[e.of_case].values)[at];
    }
    return true;
}

/* A component's name: x to w, or a number of a matrix. */
static void say_part(bp_note *to, int floats, int part) {
    bp_note_say(to, floats > 4 ? "m[%d]" : "%c", floats > 4 ? part : "xyzw"[part]);
}

static void add_columns(const bp_diagnosis *d, const result_table *r, bp_column_kind kind, bp_samples *s) {
    const bp_exercise_value *values = kind == BP_COLUMN_INPUT ? d->exercise->inputs : d->exercise->outputs;
    for (int i = 0; values[i].name; i++) {
        const int floats = bp_value_floats(values[i].kind);
        const bool own = kind != BP_COLUMN_INPUT && i == r->index;
        const int fixed = values[i].count > 0 && values[i].count <= 4 && values[i].count != r->value->count
                              ? values[i].count
                              : 0;
        if (kind == BP_COLUMN_INPUT && floats > 4) continue;
        if (own) s->own = s->columns;
        for (int k = 0; k < floats * (fixed ? fixed : 1) && s->columns < BP_COLUMNS; k++) {
            bp_column *c = &s->column[s->columns];
            char name[64] = "";
            bp_note text = {.used = 0};
            c->kind = kind;
            if (!fill_column(d, r, &values[i], k, c)) break;
            bp_exercise_value_name(name, sizeof name, values[i].name, fixed ? k / floats : -1);
            if (!own) bp_note_say(&text, "%s%s", name, floats > 1 ? "." : "");
            if (floats > 1) say_part(&text, floats, k % floats);
            snprintf(c->name, sizeof c->name, "%.60s", text.text);
            s->columns++;
        }
    }
}

static void find_columns(const bp_diagnosis *d, const result_table *r, bp_samples *s) {
    s->columns = 0;
    for (bp_column_kind kind = BP_COLUMN_RIGHT; kind < BP_COLUMN_INDEX; kind++) add_columns(d, r, kind, s);
    for (int from_the_end = 0; from_the_end < 2 && r->value->count != 0 && s->columns < BP_COLUMNS;
         from_the_end++) {
        bp_column *c = &s->column[s->columns++];
        int n = 0;
        c->kind = BP_COLUMN_INDEX;
        snprintf(c->name, sizeof c->name, "%s",
                 from_the_end ? "the number of elements behind it" : "its index");
        EACH_ELEMENT(d, r, e)
        if (n < BP_SAMPLES) c->v[n++] = (float)(from_the_end ? e.count - 1 - e.index : e.index);
    }
}

/* Whether got = factor * right + offset everywhere. */
static bool fits(const bp_samples *s, double factor, double offset) {
    int compared = 0;
    for (int i = 0; i < s->count; i++) {
        if (s->left_out[i]) continue;
        if (!(fabs((double)s->got[i] - factor * (double)s->right[i] - offset) <=
              (double)s->slack[i] * fmax(1, fabs(factor))))
            return false;
        compared++;
    }
    return compared > 0;
}

/* Whether all floats that are compared are alike. */
static bool is_constant(const bp_samples *s, const float *v, float *value) {
    *value = NAN;
    for (int i = 0; i < s->count; i++) {
        if (s->left_out[i]) continue;
        if (isnan(*value)) *value = v[i];
        if (!(fabsf(v[i] - *value) <= 1e-5f * fmaxf(1, fabsf(*value)))) return false;
    }
    return true;
}

/* The straight line through the two samples whose right floats are farthest apart. */
static bool fit_line(const bp_samples *s, double *factor, double *offset) {
    int low = -1, high = -1;
    for (int i = 0; i < s->count; i++) {
        if (s->left_out[i]) continue;
        if (low < 0 || s->right[i] < s->right[low]) low = i;
        if (high < 0 || s->right[i] > s->right[high]) high = i;
    }
    const double span = (double)s->right[high] - (double)s->right[low];
    if (!(span > 1e-3)) return false;
    *factor = ((double)s->got[high] - (double)s->got[low]) / span;
    *offset = (double)s->got[low] - *factor * (double)s->right[low];
    return fits(s, *factor, *offset);
}

/* Says a relation of one component to the right one. False: there is none. */
static bool describe_relation(const bp_samples *s, bp_note *to) {
    double factor = 1, offset = 0;
    float got, right;
    if (fits(s, 1, 0)) {
        bp_note_say(to, "right");
    } else if (is_constant(s, s->got, &got) && !is_constant(s, s->right, &right)) {
        bp_note_say(to, "always %.4g", (double)got);
    } else if (!fit_line(s, &factor, &offset)) {
        return false;
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

/* How much of the student's results is explained. */
typedef enum explained { NOTHING, PARTLY, WHOLLY } explained;

/* One component. `changed`: with changes of the correct answer, too, and by what alone is wrong. */
static explained describe_part(const bp_diagnosis *d, const result_table *r, int part, bool changed,
                               bp_samples *s, bp_note *to) {
    const bp_column *own = &s->column[s->own + part];
    collect(d, r, NULL, part, s);
    if (describe_relation(s, to) || bp_diagnose_expression(s, own, changed, to) ||
        (changed && r->floats <= 4 && bp_diagnose_part(d, r->index, part, r->floats > 1, to)))
        return WHOLLY;
    bp_note is = {.used = 0}, where = {.used = 0};
    if (changed && keep_wrong(s)) {
        float got, right;
        const bool same = is_constant(s, s->got, &got) && is_constant(s, s->right, &right);
        const bool located = r->floats <= 4 && bp_diagnose_where(s, own, &where);
        const bool related =
            !same && (describe_relation(s, &is) || bp_diagnose_expression(s, own, false, &is));
        if (same) bp_note_say(&is, "%.4g in place of %.4g", (double)got, (double)right);
        if (related || located || same) {
            bp_note_say(to, is.used ? "%s in the results that are wrong" : "wrong", is.text);
            if (located) bp_note_say(to, ", which is where %s", where.text);
            return related ? WHOLLY : PARTLY;
        }
    }
    bp_note_say(to, "wrong");
    return NOTHING;
}

/* Each component of a vector, or those of a matrix that are wrong. Neighbours with the same words are said
 * together. */
static explained describe_parts(const bp_diagnosis *d, const result_table *r, bool changed, bp_samples *s,
                                bp_note *to) {
    const bool matrix = r->floats > 4;
    int known = 0, whole = 0, right = 0;
    bp_note all = {.used = 0}, text[2];
    find_columns(d, r, s);
    for (int k = 0, first = 0; k <= r->floats; k++) {
        bp_note *one = &text[k % 2], *last = &text[!(k % 2)];
        *one = (bp_note){.used = 0};
        if (k < r->floats) {
            const explained how = describe_part(d, r, k, changed, s, one);
            known += how != NOTHING, whole += how == WHOLLY, right += strcmp(one->text, "right") == 0;
            if (matrix && known < k - 2) return NOTHING;
        }
        if (k == 0 || strcmp(one->text, last->text) == 0) continue;
        if (!matrix || strcmp(last->text, "right") != 0) {
            bp_note_say(&all, all.used ? ", " : "");
            if (r->floats > 1) say_part(&all, r->floats, first);
            if (k > first + 1)
                bp_note_say(&all, k > first + 2 ? " to " : " and "), say_part(&all, r->floats, k - 1);
            bp_note_say(&all, r->floats == 1 ? "%s" : k > first + 1 ? " are %s" : " is %s", last->text);
        }
        first = k;
    }
    if (known == 0 || right == r->floats) return NOTHING;
    bp_note_say(to, "%s%s", all.text, matrix && right > 0 ? ", the others are right" : "");
    return whole == r->floats ? WHOLLY : PARTLY;
}

static bool fits_order(const bp_diagnosis *d, const result_table *r, element_order *order, bp_samples *s) {
    for (int k = 0; k < r->floats; k++) {
        collect(d, r, order, k, s);
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

static bool describe_order(const bp_diagnosis *d, const result_table *r, bp_samples *s, bp_note *to) {
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

static bool is_result_right(const bp_diagnosis *d, const result_table *r, bp_samples *s) {
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
            int count, at = bp_diagnose_find(d, d->exercise->outputs, k, i, &count);
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

static explained describe_result(const bp_diagnosis *d, const result_table *r, bool changed, bp_samples *s,
                                 bp_note *to) {
    if (changed && describe_known(d, r, to)) return WHOLLY;
    if (describe_order(d, r, s, to) ||
        (changed && r->value->kind >= BP_VALUE_QUAT && bp_diagnose_part(d, r->index, -1, false, to)))
        return WHOLLY;
    bp_note parts = {.used = 0};
    const explained how = describe_parts(d, r, changed, s, &parts);
    if (how != WHOLLY && changed && r->floats == 16 && describe_matrix(d, r, to)) return WHOLLY;
    bp_note_say(to, "%s", parts.text);
    return how;
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
    if (first.of_case < 0) {
        bp_note_say(to, "all %d are right", all);
        return;
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
static explained explain_by_results(const bp_diagnosis *d, bool changed, bp_samples *s, bp_note *to) {
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
    bp_samples *s = bp_alloc(allocator, 1, sizeof *s, NULL);
    bp_diagnosis d = {exercise, cases, answers, known, known, answered, allocator};
    bp_note text = {.used = 0}, parts = text;
    bool found = false;
    if (known && s && answered > 0) {
        d.right += exercise->right * answered;
        for (int i = 0; i < solved; i++)
            known[i].count = bp_exercise_solve_case(exercise, i / answered, cases->cases[i % answered].in,
                                                    known[i].values);
        /* The most definite first. Partly explained results come last, for their `wrong` isn't a cause. */
        const char *id = "change";
        explained how = NOTHING;
        found = bp_diagnose_change(&d, false, &text);
        for (int changed = 0; changed < 2 && !found; changed++) {
            parts.used = 0;
            how = explain_by_results(&d, changed, s, &parts);
            if (how == WHOLLY)
                id = "results", found = true, text = parts, bp_note_say(&text, " "),
                explain_by_cases(&d, &text);
            else if (!changed)
                found = bp_diagnose_change(&d, true, &text);
        }
        if (!found) id = "nearly", found = explain_nearly(&d, &text);
        if (!found) id = "cases", found = explain_by_cases(&d, &text);
        if (!found) id = how != NOTHING ? "parts" : "other", found = parts.used > 0, text = parts;
        if (found) bp_exercise_set_verdict(result, BP_EXERCISE_WRONG, id, "%s", text.text);
    }
    bp_free(allocator, known);
    bp_free(allocator, s);
    return found;
}
