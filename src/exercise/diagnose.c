/* Describes how a wrong answer differs from the right one, if it is none of the known mistakes. First
 * mutant.c looks for a change of the correct answer that gives the student's results. Then the results are
 * compared, each component over all cases: is it right, negated, a number of times the right one, moved,
 * mirrored, another component, the neighbour's? Or the cases, if few of them fail. */
#include "exercise/diagnose.h"
#include "exercise/checker.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    SAMPLES = 4096, /* elements of a result in all cases */
    COLUMNS = 64,
    FEWEST = 4 /* elements that a relation must hold for */
};

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

/* A number for each element of a result: what the student's may be made of. */
typedef enum column_kind { RIGHT, INPUT, ERROR, INDEX } column_kind;
typedef struct column {
    column_kind kind;
    char name[64];
    float v[SAMPLES];
} column;

/* A component of a result in all cases: the right floats, the student's, and the tolerance of each. */
typedef struct samples {
    int count, columns, own; /* own: the column of the result's first component */
    bool left_out[SAMPLES];
    float right[SAMPLES], got[SAMPLES], slack[SAMPLES];
    column column[COLUMNS];
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
        const int at = bp_diagnose_find(d, d->exercise->outputs, r->index, e->of_case, &e->count);
        e->rights = d->right[e->of_case].values + at;
        e->gots = d->answers[e->of_case].values + at;
    }
    return true;
}

#define EACH_ELEMENT(d, r, e) for (element e = {.of_case = -1}; next_element(d, r, &e);)

/* Component `part` of the right results, beside the student's. */
static void collect(const bp_diagnosis *d, const result_table *r, element_order *order, int part,
                    samples *to) {
    to->count = 0;
    EACH_ELEMENT(d, r, e) {
        const int from = order ? order(e.index, e.count) : e.index;
        if (from < 0 || to->count == SAMPLES) continue;
        const float *right = e.rights + from * r->floats;
        to->left_out[to->count] = false;
        to->right[to->count] = right[part];
        to->got[to->count] = e.gots[e.index * r->floats + part];
        to->slack[to->count++] = (float)bp_exercise_tolerance(d->exercise, right, r->floats);
    }
}

/* Leaves out what is right. False: it is all, or too little is left to tell what that has in common. */
static bool keep_wrong(samples *s) {
    int wrong = 0;
    for (int i = 0; i < s->count; i++) {
        s->left_out[i] = fabsf(s->got[i] - s->right[i]) <= s->slack[i];
        wrong += !s->left_out[i];
    }
    return wrong >= FEWEST && wrong < s->count;
}

/* Float k of a value, for each element of a result. Of arrays with other lengths, only those of up to four
 * elements are of use: each of these is known by its index. */
static bool fill_column(const bp_diagnosis *d, const result_table *r, const bp_exercise_value *value, int k,
                        column *c) {
    const bp_exercise_value *values = c->kind == INPUT ? d->exercise->inputs : d->exercise->outputs;
    const bool each =
        value->count < 0 || value->count > 4 || (value->count > 0 && value->count == r->value->count);
    int n = 0, count;
    EACH_ELEMENT(d, r, e) {
        const int at = bp_diagnose_find(d, values, (int)(value - values), e.of_case, &count) + k +
                       (each ? e.index * bp_value_floats(value->kind) : 0);
        if (each && count != e.count) return false;
        if (n == SAMPLES) break;
        const float right = d->right[e.of_case].values[at];
        c->v[n++] = c->kind == INPUT   ? d->cases->cases[e.of_case].in[at]
                    : c->kind == RIGHT ? right
                                       : d->answers[e.of_case].values[at] - right;
    }
    return true;
}

/* A component's name: x to w, or a number of a matrix. */
static void say_part(bp_note *to, int floats, int part) {
    bp_note_say(to, floats > 4 ? "m[%d]" : "%c", floats > 4 ? part : "xyzw"[part]);
}

static void add_columns(const bp_diagnosis *d, const result_table *r, column_kind kind, samples *s) {
    const bp_exercise_value *values = kind == INPUT ? d->exercise->inputs : d->exercise->outputs;
    for (int i = 0; values[i].name; i++) {
        const int floats = bp_value_floats(values[i].kind);
        const bool own = kind != INPUT && i == r->index;
        const int fixed = values[i].count > 0 && values[i].count <= 4 && values[i].count != r->value->count
                              ? values[i].count
                              : 0;
        if ((kind == INPUT && floats > 4) || (kind == ERROR && own)) continue;
        if (own) s->own = s->columns;
        for (int k = 0; k < floats * (fixed ? fixed : 1) && s->columns < COLUMNS; k++) {
            column *c = &s->column[s->columns];
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

static void find_columns(const bp_diagnosis *d, const result_table *r, samples *s) {
    s->columns = 0;
    for (column_kind kind = RIGHT; kind < INDEX; kind++) add_columns(d, r, kind, s);
    for (int from_the_end = 0; from_the_end < 2 && r->value->count != 0 && s->columns < COLUMNS;
         from_the_end++) {
        column *c = &s->column[s->columns++];
        int n = 0;
        c->kind = INDEX;
        snprintf(c->name, sizeof c->name, "%s",
                 from_the_end ? "the number of elements behind it" : "its index");
        EACH_ELEMENT(d, r, e)
        if (n < SAMPLES) c->v[n++] = (float)(from_the_end ? e.count - 1 - e.index : e.index);
    }
}

/* Whether got = factor * right + offset everywhere. */
static bool fits(const samples *s, double factor, double offset) {
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
static bool is_constant(const samples *s, const float *v, float *value) {
    *value = NAN;
    for (int i = 0; i < s->count; i++) {
        if (s->left_out[i]) continue;
        if (isnan(*value)) *value = v[i];
        if (!(fabsf(v[i] - *value) <= 1e-5f * fmaxf(1, fabsf(*value)))) return false;
    }
    return true;
}

/* The straight line through the two samples whose right floats are farthest apart. */
static bool fit_line(const samples *s, double *factor, double *offset) {
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

/* The right floats, but kept within the student's range, or without their sign. */
static bool describe_limit(const samples *s, bp_note *to) {
    float low = INFINITY, high = -INFINITY;
    bool limited = true, positive = true, below = true, above = true;
    for (int i = 0; i < s->count; i++) low = fminf(low, s->got[i]), high = fmaxf(high, s->got[i]);
    for (int i = 0; i < s->count; i++) {
        limited &= fabsf(s->got[i] - bp_clamp(s->right[i], low, high)) <= s->slack[i];
        positive &= fabsf(s->got[i] - fabsf(s->right[i])) <= s->slack[i];
        below &= s->right[i] <= high + s->slack[i];
        above &= s->right[i] >= low - s->slack[i];
    }
    if (positive)
        bp_note_say(to, "the right one without its sign");
    else if (!limited)
        return false;
    else if (above)
        bp_note_say(to, "never above %.4g", (double)high);
    else if (below)
        bp_note_say(to, "never below %.4g", (double)low);
    else
        bp_note_say(to, "kept between %.4g and %.4g", (double)low, (double)high);
    return true;
}

/* Says a relation of one component to the right one. False: there is none. */
static bool describe_relation(const samples *s, bp_note *to) {
    double factor = 1, offset = 0;
    float got, right;
    if (fits(s, 1, 0)) {
        bp_note_say(to, "right");
    } else if (is_constant(s, s->got, &got) && !is_constant(s, s->right, &right)) {
        bp_note_say(to, "always %.4g", (double)got);
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

/* ---- expressions --------------------------------------------------------------------------------------- */

/* Operations: in words, and as C. */
enum { ITSELF, NEGATED, INVERTED, TIMES, OVER, PLUS, MINUS, MIRRORED, LESS_PART, RECIPROCALS };
static const char *const OPERATIONS[][2] = {
    [TIMES] = {"%s times %s", "`%s * %s`"},     [OVER] = {"%s divided by %s", "`%s / %s`"},
    [PLUS] = {"%s plus %s", "`%s + %s`"},       [MINUS] = {"%s less %s", "`%s - %s`"},
    [MIRRORED] = {"%s less %s", NULL},          [LESS_PART] = {NULL, "`1 - %s / %s`"},
    [RECIPROCALS] = {NULL, "`1 / %s - 1 / %s`"}};

static float operate(int operation, float a, float b) {
    switch (operation) {
    case NEGATED: return -a;
    case INVERTED: return 1 / a;
    case TIMES: return a * b;
    case OVER: return a / b;
    case PLUS: return a + b;
    case MINUS: return a - b;
    case MIRRORED: return b - a;
    case LESS_PART: return 1 - a / b;
    case RECIPROCALS: return 1 / a - 1 / b;
    default: return a;
    }
}

/* The student's floats as `of`, combined with `a`, or with an expression of `a` and `b`. */
typedef struct expression {
    int operation, inner;
    const column *of, *a, *b;
} expression;

static bool gives_floats(const samples *s, const expression *e) {
    int compared = 0;
    for (int i = 0; i < s->count; i++) {
        if (s->left_out[i]) continue;
        const float by = operate(e->inner, e->a->v[i], e->b->v[i]),
                    made = operate(e->operation, e->of->v[i], by);
        if (!isfinite(made)) continue; /* divided by 0 */
        if (!(fabsf(s->got[i] - made) <= s->slack[i])) return false;
        compared++;
    }
    return compared >= (e->inner == ITSELF ? FEWEST : 2 * FEWEST);
}

static void say_column(bp_note *to, const column *c, const column *own) {
    static const char *const KINDS[] = {"the right %s", "`%s`", "the error of your `%s`", "%s"};
    if (c == own)
        bp_note_say(to, "the right one");
    else
        bp_note_say(to, KINDS[c->kind], c->name);
}

static void say_expression(bp_note *to, const expression *e, const column *own) {
    bp_note of = {.used = 0}, by = {.used = 0};
    say_column(&of, e->of, own);
    if (e->inner == ITSELF)
        say_column(&by, e->a, own);
    else
        bp_note_say(&by, OPERATIONS[e->inner][1], e->a->name, e->b->name);
    const bool mirrored = e->operation == MIRRORED;
    bp_note_say(to, OPERATIONS[e->operation][0], mirrored ? by.text : of.text, mirrored ? of.text : by.text);
}

/* `of` with each other column, or with an operation on two inputs. */
static bool describe_operation(const samples *s, const column *own, const column *of, int inner,
                               bp_note *to) {
    const column *first = s->column, *end = s->column + s->columns;
    const bool pair = inner != ITSELF;
    for (int operation = TIMES; operation <= MIRRORED; operation++)
        for (const column *a = first; a < end; a++)
            for (const column *b = pair ? first : a; b < (pair ? end : a + 1); b++) {
                const expression e = {operation, inner, of, a, b};
                if (pair ? a->kind != INPUT || b->kind != INPUT || a == b
                         : a->kind == INDEX || (a == of && operation != TIMES))
                    continue;
                if (!gives_floats(s, &e)) continue;
                say_expression(to, &e, own);
                return true;
            }
    return false;
}

/* Looks for an expression that gives the student's floats, the simplest first: another component, the right
 * one with an input or with two; if `deep`, any other component or input with these. */
static bool describe_expression(const samples *s, const column *own, bool deep, bp_note *to) {
    static const int INNER[] = {ITSELF, TIMES, OVER, PLUS, MINUS, LESS_PART, RECIPROCALS};
    const column *first = s->column, *end = s->column + s->columns;
    for (int operation = ITSELF; operation <= INVERTED; operation++)
        for (const column *of = first; of < end; of++) {
            const expression e = {operation, ITSELF, of, of, of};
            if ((of == own && operation != INVERTED) || of->kind >= ERROR || !gives_floats(s, &e)) continue;
            if (operation == INVERTED) bp_note_say(to, "1 divided by ");
            say_column(to, of, own);
            if (operation == NEGATED) bp_note_say(to, " with the other sign");
            return true;
        }
    for (int far = 0; far <= deep; far++)
        for (size_t i = 0; i < BP_COUNT(INNER); i++)
            for (const column *of = first; of < end; of++)
                if ((of == own) == !far && of->kind < ERROR && describe_operation(s, own, of, INNER[i], to))
                    return true;
    return false;
}

/* Says which elements are wrong, the others being left out: those where a number is below, equal to or above
 * another, or within a range. */
static bool describe_where(const samples *s, const column *own, bp_note *to) {
    static const char *const SIGNS[] = {"",      "below",        "equal to", "not above",
                                        "above", "not equal to", "not below"};
    static const float NUMBERS[] = {0, 1};
    int right = 0;
    for (int i = 0; i < s->count; i++) right += s->left_out[i];
    if (s->count < 5 * FEWEST || right < FEWEST) return false;
    for (int b = -2; b < s->columns; b++)
        for (int a = 0; a < s->columns; a++) {
            int signs[2] = {0, 0};
            if (s->column[a].kind == ERROR) continue;
            if (b >= 0 && (s->column[a].kind != INPUT || s->column[b].kind != INPUT || a >= b)) continue;
            for (int i = 0; i < s->count && !(signs[0] & signs[1]); i++) {
                const float one = s->column[a].v[i], other = b < 0 ? NUMBERS[b + 2] : s->column[b].v[i];
                signs[s->left_out[i]] |= one < other ? 1 : one > other ? 4 : 2;
            }
            /* That floats differ is no news. */
            if ((signs[0] & signs[1]) || (signs[0] == 5 && s->column[a].kind != INDEX)) continue;
            say_column(to, &s->column[a], own);
            bp_note_say(to, " is %s ", SIGNS[signs[0]]);
            if (b < 0)
                bp_note_say(to, "%g", (double)NUMBERS[b + 2]);
            else
                say_column(to, &s->column[b], own);
            return true;
        }
    for (int a = 0; a < s->columns; a++)
        for (int is_right = 0; is_right < 2; is_right++) {
            float low = INFINITY, high = -INFINITY;
            bool apart = s->column[a].kind != ERROR;
            for (int i = 0; i < s->count; i++) {
                if (s->left_out[i] != is_right) continue;
                low = fminf(low, s->column[a].v[i]), high = fmaxf(high, s->column[a].v[i]);
            }
            for (int i = 0; i < s->count && apart; i++)
                apart = s->left_out[i] == is_right || s->column[a].v[i] < low || s->column[a].v[i] > high;
            if (!apart) continue;
            say_column(to, &s->column[a], own);
            bp_note_say(to, is_right ? " isn't within %.4g and %.4g" : " is within %.4g and %.4g",
                        (double)low, (double)high);
            return true;
        }
    return false;
}

/* How much of the student's results is explained. */
typedef enum explained { NOTHING, PARTLY, WHOLLY } explained;

/* One component. `changed`: with changes of the correct answer, too, and by what alone is wrong. */
static explained describe_part(const bp_diagnosis *d, const result_table *r, int part, bool changed,
                               samples *s, bp_note *to) {
    const column *own = &s->column[s->own + part];
    collect(d, r, NULL, part, s);
    if (describe_relation(s, to) || describe_expression(s, own, changed, to) ||
        (changed && r->floats <= 4 && bp_diagnose_part(d, r->index, part, r->floats > 1, to)))
        return WHOLLY;
    bp_note is = {.used = 0}, where = {.used = 0};
    if (changed && keep_wrong(s)) {
        float got, right;
        const bool same = is_constant(s, s->got, &got) && is_constant(s, s->right, &right);
        const bool located = r->floats <= 4 && describe_where(s, own, &where);
        const bool related = !same && (describe_relation(s, &is) || describe_expression(s, own, false, &is));
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
static explained describe_parts(const bp_diagnosis *d, const result_table *r, bool changed, samples *s,
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

static bool fits_order(const bp_diagnosis *d, const result_table *r, element_order *order, samples *s) {
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

static explained describe_result(const bp_diagnosis *d, const result_table *r, bool changed, samples *s,
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
        }
        if (found) bp_exercise_set_verdict(result, BP_EXERCISE_WRONG, id, "%s", text.text);
    }
    bp_free(allocator, known);
    bp_free(allocator, s);
    return found;
}
