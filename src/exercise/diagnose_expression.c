/* The student's floats as an expression of right ones and inputs, and what tells wrong ones from others. */
#include "exercise/diagnose.h"
#include <math.h>

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
    const bp_column *of, *a, *b;
} expression;

static bool gives_floats(const bp_samples *s, const expression *e) {
    int compared = 0;
    for (int i = 0; i < s->count; i++) {
        if (s->left_out[i]) continue;
        const float by = operate(e->inner, e->a->v[i], e->b->v[i]),
                    made = operate(e->operation, e->of->v[i], by);
        if (!isfinite(made) && !isfinite(s->got[i])) continue; /* divided by 0 */
        if (!(fabsf(s->got[i] - made) <= s->slack[i])) return false;
        compared++;
    }
    return compared >= (e->inner == ITSELF ? BP_FEWEST : 2 * BP_FEWEST);
}

static void say_column(bp_note *to, const bp_column *c, const bp_column *own) {
    static const char *const KINDS[] = {"the right %s", "`%s`", "%s"};
    if (c == own)
        bp_note_say(to, "the right one");
    else
        bp_note_say(to, KINDS[c->kind], c->name);
}

static void say_expression(bp_note *to, const expression *e, const bp_column *own) {
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
static bool describe_operation(const bp_samples *s, const bp_column *own, const bp_column *of, int inner,
                               bp_note *to) {
    const bp_column *first = s->column, *end = s->column + s->columns;
    const bool pair = inner != ITSELF;
    for (int operation = TIMES; operation <= MIRRORED; operation++)
        for (const bp_column *a = first; a < end; a++)
            for (const bp_column *b = pair ? first : a; b < (pair ? end : a + 1); b++) {
                const expression e = {operation, inner, of, a, b};
                if (pair ? a->kind != BP_COLUMN_INPUT || b->kind != BP_COLUMN_INPUT || a == b
                         : a->kind == BP_COLUMN_INDEX || (a == of && operation != TIMES))
                    continue;
                if (!gives_floats(s, &e)) continue;
                say_expression(to, &e, own);
                return true;
            }
    return false;
}

bool bp_diagnose_expression(const bp_samples *s, const bp_column *own, bool deep, bp_note *to) {
    static const int INNER[] = {ITSELF, TIMES, OVER, PLUS, MINUS, LESS_PART, RECIPROCALS};
    const bp_column *first = s->column, *end = s->column + s->columns;
    for (int operation = ITSELF; operation <= INVERTED; operation++)
        for (const bp_column *of = first; of < end; of++) {
            const expression e = {operation, ITSELF, of, of, of};
            if ((of == own && operation != INVERTED) || of->kind == BP_COLUMN_INDEX || !gives_floats(s, &e))
                continue;
            if (operation == INVERTED) bp_note_say(to, "1 divided by ");
            say_column(to, of, own);
            if (operation == NEGATED) bp_note_say(to, " with the other sign");
            return true;
        }
    for (int far = 0; far <= deep; far++)
        for (size_t i = 0; i < BP_COUNT(INNER); i++)
            for (const bp_column *of = first; of < end; of++)
                if ((of == own) == !far && of->kind != BP_COLUMN_INDEX &&
                    describe_operation(s, own, of, INNER[i], to))
                    return true;
    return false;
}

bool bp_diagnose_where(const bp_samples *s, const bp_column *own, bp_note *to) {
    static const char *const SIGNS[] = {"",      "below",        "equal to", "not above",
                                        "above", "not equal to", "not below"};
    static const float NUMBERS[] = {0, 1};
    int right = 0;
    for (int i = 0; i < s->count; i++) right += s->left_out[i];
    if (s->count < 5 * BP_FEWEST || right < BP_FEWEST) return false;
    for (int b = -2; b < s->columns; b++)
        for (int a = 0; a < s->columns; a++) {
            int signs[2] = {0, 0};
            if (b >= 0 &&
                (s->column[a].kind != BP_COLUMN_INPUT || s->column[b].kind != BP_COLUMN_INPUT || a >= b))
                continue;
            for (int i = 0; i < s->count && !(signs[0] & signs[1]); i++) {
                const float one = s->column[a].v[i], other = b < 0 ? NUMBERS[b + 2] : s->column[b].v[i];
                signs[s->left_out[i]] |= one < other ? 1 : one > other ? 4 : 2;
            }
            /* That floats differ is no news. */
            if ((signs[0] & signs[1]) || (signs[0] == 5 && s->column[a].kind != BP_COLUMN_INDEX)) continue;
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
            bool apart = true;
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
