/* Looks for a mutant of the correct answer (mutant.h) that gives the student's results: its changes say where
 * the student's code differs. First one change, then several, beginning with those that bring the results
 * nearer to the student's; and one for a single component of the results. */
#include "exercise/mutant.h"
#include "exercise/calls.h"
#include "exercise/checker.h"
#include "exercise/diagnose.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FLOATS = BP_EXERCISE_FLOATS,
    STEPS = 20000,
    MOST_WORK = 60000, /* of each kind of search */
    SINGLES = 16000,    /* single changes at most */
    CHANGES = 4,       /* at a time */
    WIDTH = 5,         /* best mutants that get one more change */
    COMPARED = 6,      /* cases by which these are chosen */
    WHOLE = 2000,      /* the score of a case that is the student's */
    NAMED = 2
};

_Thread_local bp_mutant bp_current_mutant;

/* How many alternatives a point of each kind has; of those with names, how many are beside them. */
int bp_mutation_alternatives(const bp_mutation *m) {
    static const int COUNTS[BP_MUTATE_KINDS] = {
        [BP_MUTATE_START] = 3,   [BP_MUTATE_COMPARE] = 6,   [BP_MUTATE_LOGIC] = 3,
        [BP_MUTATE_SUM] = 4,     [BP_MUTATE_PRODUCT] = 4,   [BP_MUTATE_REST] = 4,
        [BP_MUTATE_NUMBER] = 7,  [BP_MUTATE_TEST] = 3,      [BP_MUTATE_SIGN] = 1,
        [BP_MUTATE_CALL] = 1,    [BP_MUTATE_ARGUMENTS] = 1, [BP_MUTATE_OPERANDS] = 4,
        [BP_MUTATE_INVERSE] = 2, [BP_MUTATE_STATEMENT] = 1, [BP_MUTATE_ADDITION] = 2,
        [BP_MUTATE_FLOAT] = 25,  [BP_MUTATE_INT] = 5,       [BP_MUTATE_BP_VEC3] = 5,
        [BP_MUTATE_BP_QUAT] = 4, [BP_MUTATE_BP_MAT4] = 6,   [BP_MUTATE_PRODUCTS] = 2,
        [BP_MUTATE_EXCHANGE] = 3, [BP_MUTATE_TWICE] = 1};
    const char *others = m->kind == BP_MUTATE_NAME || m->kind == BP_MUTATE_WITH ? m->b
                         : m->kind == BP_MUTATE_LOGIC                           ? ""
                                                                                : m->c;
    int count = others[0] != '\0';
    for (; *others; others++) count += *others == '|';
    return COUNTS[m->kind] + count * (m->kind == BP_MUTATE_WITH ? 4 : m->kind == BP_MUTATE_TEST ? 6 : 1);
}

/* ---- running them -------------------------------------------------------------------------------------- */

/* Memory for a mutant's arrays, with BP_MUTANT_INDICES elements of the largest struct behind them. */
typedef struct mutant_call {
    bp_call call; /* first, so that it leads to this struct */
    size_t used;
    max_align_t space[1024 + BP_MUTANT_INDICES * 20];
} mutant_call;

static void *take_space(bp_call *call, size_t bytes) {
    mutant_call *arrays = (mutant_call *)(void *)call;
    const size_t first = arrays->used;
    arrays->used += (bytes + sizeof arrays->space[0] - 1) / sizeof arrays->space[0];
    if (arrays->used > 1024) abort(); /* an exercise with too large a case */
    return &arrays->space[first];
}

/* A point and one of its alternatives. */
typedef struct single_change {
    short point, alternative;
} single_change;

typedef struct changes {
    int count;
    single_change of[CHANGES];
    int score; /* how near its results are to the student's */
} changes;

/* A search in progress. */
typedef struct mutant_search {
    const bp_diagnosis *d;
    mutant_call arrays;
    int order[BP_EXERCISE_CASES]; /* the cases, those that fail first */
    int failed;                   /* how many fail */
    long work;
    int count;
    single_change singles[SINGLES];
} mutant_search;

static int run_mutant(mutant_search *s, const changes *mutant, int of_case, float *out) {
    const bp_exercise *exercise = s->d->exercise;
    bp_mutant *current = &bp_current_mutant;
    current->steps = STEPS;
    for (int i = 0; i < mutant->count; i++)
        current->alternatives[mutant->of[i].point] = mutant->of[i].alternative;
    s->arrays.call = (bp_call){exercise->mutants->function, take_space};
    s->arrays.used = 0;
    for (int i = 0; i < FLOATS; i++) out[i] = NAN;
    const int count = (int)(exercise->call(&s->arrays.call, s->d->cases->cases[of_case].in, out) - out);
    for (int i = 0; i < mutant->count; i++) current->alternatives[mutant->of[i].point] = 0;
    s->work += 1 + (STEPS - current->steps) / 64;
    return current->steps < 0 ? -1 : count;
}

static bool gives_results(mutant_search *s, const changes *mutant) {
    const bp_diagnosis *d = s->d;
    float out[FLOATS];
    for (int i = 0; i < d->answered; i++) {
        const int of_case = s->order[i], count = run_mutant(s, mutant, of_case, out);
        const bp_exercise_answer *got = &d->answers[of_case];
        if (count < 0 || bp_exercise_compare_answers(d->exercise, got->values, got->count, out, count) >= 0)
            return false;
    }
    return true;
}

static mutant_search *begin_search(const bp_diagnosis *d) {
    mutant_search *s =
        d->exercise->mutants && d->answered > 0 ? bp_alloc(d->allocator, 1, sizeof *s, NULL) : NULL;
    int n = 0;
    if (!s) return NULL;
    s->d = d;
    s->work = s->count = s->failed = 0;
    const bp_mutation *points = d->exercise->mutants->points;
    for (int p = 0; points[p].kind != BP_MUTATE_END; p++)
        for (int a = 1; a <= bp_mutation_alternatives(&points[p]) && s->count < SINGLES; a++)
            s->singles[s->count++] = (single_change){(short)(p + 1), (short)a};
    for (int wrong = 1; wrong >= 0; wrong--) {
        for (int i = 0; i < d->answered; i++)
            if ((bp_exercise_compare_answers(d->exercise, d->answers[i].values, d->answers[i].count,
                                             d->right[i].values, d->right[i].count) >= 0) == wrong)
                s->order[n++] = i;
        if (wrong) s->failed = n;
    }
    return s;
}

/* ---- in words ------------------------------------------------------------------------------------------ */

/* The name at an index of "x|y"; a field's stands behind what `before` has before its last one. */
static void say_name(bp_note *to, const char *before, const char *list, int index) {
    const char *dot = strrchr(before, '.'), *arrow = strrchr(before, '>');
    const char *field = dot > arrow ? dot : arrow;
    for (; index > 1; index--) list = strchr(list, '|') + 1;
    if (strncmp(list, "bp_the_", 7) == 0) { /* a name that is made of words */
        for (list += 3; *list && *list != '|'; list++) bp_note_say(to, "%c", *list == '_' ? ' ' : *list);
        return;
    }
    bp_note_say(to, "`%.*s%.*s`", field ? (int)(field + 1 - before) : 0, before, (int)strcspn(list, "|"),
                list);
}

static void say_value(bp_note *to, const bp_mutation *m, int alternative) {
    static const char *const FLOAT[] = {"negated",
                                        "doubled",
                                        "halved",
                                        "1 larger",
                                        "1 smaller",
                                        "0.5 larger",
                                        "0.5 smaller",
                                        "limited to 0..1",
                                        "not below 0",
                                        "not above 1",
                                        "limited to -1..1",
                                        "without its sign",
                                        "rounded down",
                                        "rounded to the nearest whole number",
                                        "cut to a whole number",
                                        "squared",
                                        "replaced by its square root",
                                        "replaced by 1 divided by it",
                                        "replaced by 1 less it",
                                        "converted from degrees to radians",
                                        "converted from radians to degrees",
                                        "replaced by 0",
                                        "replaced by 0.5",
                                        "replaced by 1",
                                        "rounded up"};
    static const char *const INT[] = {"1 larger", "1 smaller", "not below 0", "mirrored below 0",
                                      "replaced by 0"};
    static const char *const VEC3[] = {"negated", "normalized", "doubled", "halved", "limited to 0..1"};
    static const char *const QUAT[] = {"inverted", "negated", "normalized", "replaced by the identity"};
    static const char *const MAT4[] = {"inverted",
                                       "transposed",
                                       "without its translation",
                                       "replaced by its translation alone",
                                       "replaced by the identity",
                                       "applied twice"};
    const char *const *words = m->kind == BP_MUTATE_FLOAT     ? FLOAT
                               : m->kind == BP_MUTATE_INT     ? INT
                               : m->kind == BP_MUTATE_BP_VEC3 ? VEC3
                               : m->kind == BP_MUTATE_BP_QUAT ? QUAT
                                                              : MAT4;
    bp_note_say(to, "`%s` is %s", m->a, words[alternative - 1]);
}

/* A number of C, changed as bp_mutate_float_number does. */
static void say_number(bp_note *to, const bp_mutation *m, int alternative) {
    const float n = strtof(m->a, NULL);
    const float other[] = {n + 1, n - 1, n * 2, n / 2, -n, 0, 1};
    const bool whole = !strpbrk(m->a, ".f");
    bp_note_say(to, "the number `%s` is %g", m->a,
                (double)(whole ? (float)(int)other[alternative - 1] : other[alternative - 1]));
}

/* a and b: the left side without and the operator. */
static void say_operation(bp_note *to, const bp_mutation *m, int alternative) {
    const int left = (int)strlen(m->a) - 2;
    const char sign = m->a[left + 1];
    switch (alternative) {
    case 1:
        bp_note_say(to, "there is `%c` in place of `%c` in `%s %s`",
                    sign == '+'   ? '-'
                    : sign == '-' ? '+'
                    : sign == '*' ? '/'
                                  : '*',
                    sign, m->a, m->b);
        break;
    case 2: bp_note_say(to, "`%c %s` is missing behind `%.*s`", sign, m->b, left, m->a); break;
    case 3: bp_note_say(to, "`%s` is missing before `%s`", m->a, m->b); break;
    default:
        if (m->kind == BP_MUTATE_REST)
            bp_note_say(to, "there is `%c` in place of `%c` in `%s %s`", sign == '/' ? '%' : '/', sign, m->a,
                        m->b);
        else if (sign == '/' || sign == '-')
            bp_note_say(to, "`%s %s` is the other way round", m->a, m->b);
        else
            bp_note_say(to, "there is `%c` in place of `%c` in `%s %s`", sign == '*' ? '+' : '*', sign, m->a,
                        m->b);
    }
}

static void say_comparison(bp_note *to, const bp_mutation *m, int alternative) {
    const char *sign = strrchr(m->a, ' ') + 1;
    const bool equal = sign[1] == '=';
    switch (alternative) {
    case 1:
        if (sign[0] == '=' || sign[0] == '!')
            bp_note_say(to, "`%s %s` is tested the other way round", m->a, m->b);
        else
            bp_note_say(to, "there is `%c%s` in place of `%s` in `%s %s`", sign[0], equal ? "" : "=", sign,
                        m->a, m->b);
        break;
    case 2: bp_note_say(to, "`%s %s` has the opposite sign of comparison", m->a, m->b); break;
    case 3: bp_note_say(to, "`%s %s` isn't tested (as if it were always true)", m->a, m->b); break;
    case 4: bp_note_say(to, "`%s %s` is never true", m->a, m->b); break;
    default:
        if (sign[0] == '!') {
            bp_note_say(to, "`%s %s` holds only if the %s does", m->a, m->b,
                        alternative == 5 ? "first" : "second");
            break;
        }
        bp_note_say(to, "`%s %s` ends 1 %s: `%s %s %c 1`", m->a, m->b,
                    (alternative == 5) == (sign[0] == '<') ? "too early" : "too late", m->a, m->b,
                    alternative == 5 ? '-' : '+');
    }
}

static void say_arguments(bp_note *to, const bp_mutation *m, int alternative) {
    const int own = m->kind == BP_MUTATE_OPERANDS ? 4 : 1;
    if (alternative > own) {
        say_name(to, "", m->c, alternative - own);
        bp_note_say(to, " is taken of `%s` and `%s`", m->a, m->b);
    } else if (alternative == 1)
        bp_note_say(to, "`%s` and `%s` are in the opposite order", m->a, m->b);
    else if (alternative == 4)
        bp_note_say(to, "`%s` is applied twice to `%s`", m->b, m->a);
    else
        bp_note_say(to, "`%s` is missing beside `%s`", alternative == 2 ? m->b : m->a,
                    alternative == 2 ? m->a : m->b);
}

/* Numbers, vectors and matrices have different ways to take a part too many. */
static void say_with(bp_note *to, const bp_mutation *m, int alternative) {
    static const char *const HOW[][4] = {
        {"multiplied by", "divided by", "too large by", "too small by"},
        {"replaced by its cross product with", "replaced by the cross product, in the other order, with",
         "added to", "reduced by"},
        {"multiplied, on the right, by", "multiplied, on the right, by the inverse of",
         "multiplied, on the left, by the inverse of", "multiplied, on the left, by"}};
    const int type = m->c[0] == 'f' ? 0 : m->c[3] == 'v' ? 1 : 2;
    bp_note_say(to, "`%s` is %s ", m->a, HOW[type][(alternative - 1) % 4]);
    say_name(to, "", m->b, (alternative - 1) / 4 + 1);
}

static void say_test(bp_note *to, const bp_mutation *m, int alternative) {
    static const char *const HOW[] = {"is demanded beside",  "is forbidden beside",  "is enough beside",
                                      "is enough, if false, beside", "is tested in place of",
                                      "is tested, the other way round, in place of"};
    if (alternative > 3) {
        say_name(to, "", m->c, (alternative - 4) / 6 + 1);
        bp_note_say(to, " %s `%s`", HOW[(alternative - 4) % 6], m->a);
    } else
        bp_note_say(to,
                    alternative == 1   ? "`%s` isn't tested (as if it were always true)"
                    : alternative == 2 ? "`%s` is never true"
                                       : "`%s` is tested the other way round",
                    m->a);
}

void bp_mutation_say(bp_note *to, const bp_mutation *m, int alternative) {
    switch (m->kind) {
    case BP_MUTATE_START:
        bp_note_say(to,
                    alternative == 1   ? "`%s` begins at 1 more"
                    : alternative == 2 ? "the loop over `%s` runs backwards"
                                       : "`%s` begins at 1 less",
                    m->a);
        break;
    case BP_MUTATE_WITH: say_with(to, m, alternative); break;
    case BP_MUTATE_TWICE: bp_note_say(to, "`%s` is applied twice", m->a); break;
    case BP_MUTATE_NAME:
        say_name(to, m->a, m->b, alternative);
        bp_note_say(to, " is in place of `%s`", m->a);
        break;
    case BP_MUTATE_COMPARE: say_comparison(to, m, alternative); break;
    case BP_MUTATE_LOGIC:
        if (alternative == 3)
            bp_note_say(to, "`%s` is in place of `%s` between `%s` and `%s`", m->c[0] == '&' ? "||" : "&&",
                        m->c, m->a, m->b);
        else
            bp_note_say(to, "`%s` isn't tested, only `%s`", alternative == 1 ? m->b : m->a,
                        alternative == 1 ? m->a : m->b);
        break;
    case BP_MUTATE_SUM:
    case BP_MUTATE_PRODUCT:
    case BP_MUTATE_REST: say_operation(to, m, alternative); break;
    case BP_MUTATE_NUMBER: say_number(to, m, alternative); break;
    case BP_MUTATE_TEST: say_test(to, m, alternative); break;
    case BP_MUTATE_SIGN: bp_note_say(to, "the minus is missing before `%s`", m->a + 1); break;
    case BP_MUTATE_CALL:
        if (alternative == 1)
            bp_note_say(to, "`%s` is missing around `%s`", m->a, m->b);
        else {
            say_name(to, "", m->c, alternative - 1);
            bp_note_say(to, " is in place of `%s(%s)`", m->a, m->b);
        }
        break;
    case BP_MUTATE_ARGUMENTS:
    case BP_MUTATE_OPERANDS: say_arguments(to, m, alternative); break;
    case BP_MUTATE_INVERSE:
        bp_note_say(to, alternative == 1 ? "`%s` isn't inverted" : "`%s` is transposed in place of inverted",
                    m->a);
        break;
    case BP_MUTATE_STATEMENT: bp_note_say(to, "`%s` is missing", m->a); break;
    case BP_MUTATE_ADDITION:
        bp_note_say(to,
                    alternative == 1 ? "`%s` is missing" : "`%s` has only `=`, which keeps nothing of before",
                    m->a);
        break;
    case BP_MUTATE_PRODUCTS:
        bp_note_say(to, "in `%s`, the product with the old matrix (on the %s) is assigned", m->a,
                    alternative == 1 ? "left" : "right");
        break;
    case BP_MUTATE_EXCHANGE:
        if (alternative == 1)
            bp_note_say(to, "`%s` and `%s` are swapped", m->a, m->b);
        else
            bp_note_say(to, "`%s` is used in place of `%s`, too", alternative == 2 ? m->b : m->a,
                        alternative == 2 ? m->a : m->b);
        break;
    default: say_value(to, m, alternative); break;
    }
}

static void say_mutant(const mutant_search *s, const changes *mutant, bp_note *to) {
    const bp_mutants *mutants = s->d->exercise->mutants;
    for (int i = 0; i < mutant->count; i++) {
        const bp_mutation *m = &mutants->points[mutant->of[i].point - 1];
        const char *place = mutants->places[m->place];
        if (i > 0) bp_note_say(to, i + 1 < mutant->count ? "; " : "; and ");
        bp_mutation_say(to, m, mutant->of[i].alternative);
        if (place[0] && !strstr(to->text, place)) bp_note_say(to, ", in `%s`", place);
    }
}

static bool say_found(const mutant_search *s, const changes *mutant, bp_note *to) {
    static const char *const NUMBERS[] = {"one thing", "two things", "three things", "four things"};
    bp_note_say(to, "Your results are those of a correct solution but for %s: ", NUMBERS[mutant->count - 1]);
    say_mutant(s, mutant, to);
    bp_note_say(to, ".");
    return true;
}

/* ---- the search ---------------------------------------------------------------------------------------- */

/* Says up to NAMED of the single changes that give all results. */
static bool find_one_change(mutant_search *s, bp_note *to) {
    int found = 0;
    for (int i = 0; i < s->count && found < NAMED; i++) {
        const changes mutant = {.count = 1, .of = {s->singles[i]}};
        if (!gives_results(s, &mutant)) continue;
        if (found++ == 0) {
            say_found(s, &mutant, to);
            continue;
        }
        bp_note_say(to, " Or, which gives the same numbers: ");
        say_mutant(s, &mutant, to);
        bp_note_say(to, ".");
    }
    return found > 0;
}

/* Whether two changes are one mistake that is made twice, as for x and for y. */
static bool are_alike(const mutant_search *s, single_change a, single_change b) {
    const bp_mutation *points = s->d->exercise->mutants->points;
    const bp_mutation_kind kind = points[a.point - 1].kind;
    return kind == points[b.point - 1].kind && a.alternative == b.alternative;
}

/* Two changes that are alike, or that aren't; those whose points are nearest to each other first. */
static bool find_two_changes(mutant_search *s, bool alike, bp_note *to) {
    s->work = 0;
    for (int far = 1; far < s->count; far++)
        for (int i = 0, k = far; k < s->count && s->work < MOST_WORK; i++, k++) {
            const changes mutant = {.count = 2, .of = {s->singles[i], s->singles[k]}};
            if (s->singles[i].point != s->singles[k].point &&
                are_alike(s, s->singles[i], s->singles[k]) == alike && gives_results(s, &mutant))
                return say_found(s, &mutant, to);
        }
    return false;
}

/* How near a mutant's results are to the student's: for each case the part of right floats, and as much for
 * the whole case. -1: not above `least`. */
static int score_of(mutant_search *s, const changes *mutant, int least) {
    const bp_diagnosis *d = s->d;
    int score = 0;
    for (int i = 0; i < d->answered && i < COMPARED; i++) {
        float out[FLOATS];
        const int of_case = s->order[i], count = run_mutant(s, mutant, of_case, out);
        const bp_exercise_answer *got = &d->answers[of_case];
        int same = 0;
        for (int k = 0; k < count && k < got->count; k++)
            same +=
                bp_exercise_compare_value(d->exercise, BP_VALUE_NUMBER, &got->values[k], &out[k], NULL) < 0;
        const int most = count > got->count ? count : got->count;
        score += same == most ? WHOLE : WHOLE / 2 * same / (most > 0 ? most : 1);
        if (count < 0 || score + WHOLE * (COMPARED - 1 - i) <= least) return -1;
    }
    return score > least ? score : -1;
}

/* Keeps the best mutants, each with another score: equal scores are mostly equal results. */
static void keep_best(changes *best, const changes *mutant) {
    int at = 0;
    while (at < WIDTH && best[at].score > mutant->score) at++;
    if (at == WIDTH || best[at].score == mutant->score) return;
    memmove(&best[at + 1], &best[at], (size_t)(WIDTH - 1 - at) * sizeof *best);
    best[at] = *mutant;
}

/* Several changes, of which each brings the results nearer to the student's. */
static bool find_by_steps(mutant_search *s, bp_note *to) {
    changes from[WIDTH] = {{.score = score_of(s, &(changes){.count = 0}, -1)}};
    int known = 1;
    s->work = 0;
    for (int step = 0; step < CHANGES; step++) {
        changes best[WIDTH];
        for (int k = 0; k < WIDTH; k++) best[k].score = -1;
        for (int k = 0; k < known; k++)
            for (int i = 0; i < s->count && s->work < 2 * MOST_WORK; i++) {
                changes mutant = from[k];
                bool again = false;
                for (int c = 0; c < mutant.count; c++) again |= mutant.of[c].point == s->singles[i].point;
                mutant.of[mutant.count++] = s->singles[i];
                if (again || (mutant.score = score_of(s, &mutant, from[k].score)) < 0) continue;
                if (mutant.score >= WHOLE * COMPARED && s->failed > step && gives_results(s, &mutant))
                    return say_found(s, &mutant, to);
                keep_best(best, &mutant);
            }
        for (known = 0; known < WIDTH && best[known].score >= 0; known++) from[known] = best[known];
    }
    return false;
}

/* One case that fails is too little to tell two changes from. */
static bool find_changes(mutant_search *s, bp_note *to) {
    return s->failed > 1 &&
           (find_two_changes(s, true, to) || find_by_steps(s, to) || find_two_changes(s, false, to));
}

/* Whether a component of an output is the student's in all cases; all of it, if part < 0. */
static bool gives_part(mutant_search *s, const changes *mutant, int output, int part) {
    const bp_diagnosis *d = s->d;
    const bp_value_kind kind = d->exercise->outputs[output].kind;
    const int floats = bp_value_floats(kind);
    float out[FLOATS];
    for (int i = 0; i < d->answered; i++) {
        int elements;
        const int of_case = s->order[i], count = run_mutant(s, mutant, of_case, out);
        const int at = bp_diagnose_find_output(d, output, of_case, &elements);
        if (count != d->answers[of_case].count) return false;
        for (int k = 0; k < elements; k++) {
            const float *mine = out + at + k * floats, *got = d->answers[of_case].values + at + k * floats;
            if (part >= 0 ? bp_exercise_compare_value(d->exercise, BP_VALUE_NUMBER, got + part, mine + part,
                                                      NULL) >= 0
                          : bp_exercise_compare_value(d->exercise, kind, got, mine, NULL) >= 0)
                return false;
        }
    }
    return true;
}

bool bp_diagnose_part(const bp_diagnosis *d, int output, int part, bool is_of, bp_note *to) {
    mutant_search *s = begin_search(d);
    bool found = false;
    for (int i = 0; s && i < s->count && !found; i++) {
        const changes mutant = {.count = 1, .of = {s->singles[i]}};
        found = gives_part(s, &mutant, output, part);
        if (!found) continue;
        bp_note_say(to, "%sthat of a correct solution but for one thing: ", is_of ? "" : "it is ");
        say_mutant(s, &mutant, to);
    }
    bp_free(d->allocator, s);
    return found;
}

bool bp_diagnose_change(const bp_diagnosis *d, bool several, bp_note *to) {
    mutant_search *s = begin_search(d);
    const bool found = s && (several ? find_changes(s, to) : find_one_change(s, to));
    bp_free(d->allocator, s);
    return found;
}
