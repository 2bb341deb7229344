/* Looks for a mutant of the correct answer (mutant.h) that gives the student's results: its changes say where
 * the student's code differs. First one change, then several, beginning with those that bring the results
 * nearer to the student's; and one for a single component of the results. */
#include "exercise/mutant.h"
#include "exercise/calls.h"
#include "exercise/checker.h"
#include "exercise/diagnose.h"
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FLOATS = BP_EXERCISE_FLOATS,
    STEPS = 20000,
    MOST_WORK = 60000, /* of each kind of search */
    SINGLES = 16000,   /* single changes at most */
    CHANGES = 4,       /* at a time */
    WIDTH = 5,         /* best mutants that get one more change */
    COMPARED = 6,      /* cases by which these are chosen */
    WHOLE = 2000,      /* the score of a case that is the student's */
    LAST_RANK = 3,
    MOST_RANKS = 4 /* of all changes together */
};

int bp_diagnose_find(const bp_diagnosis *d, const bp_exercise_value *values, int index, int of_case,
                     int *count) {
    const bp_exercise_case *one = &d->cases->cases[of_case];
    const int total = values == d->exercise->inputs ? one->in_count : d->right[of_case].count;
    for (int i = 0, at = 0;; i++) {
        const int floats = bp_value_floats(values[i].kind);
        *count = bp_value_repeat(d->exercise->inputs, &values[i], one->in);
        if (at + *count * floats > total) *count = (total - at) / floats;
        if (i == index) return at;
        at += *count * floats;
    }
}

_Thread_local bp_mutant bp_current_mutant;

#define VALUE(number, value, words) value,
#define WITH_WORDS(number, value, words) "`$a` is " words,
#define WITH_OTHER(number, value, words) "`$a` is " words " $n",
#define BOTH "`$a $c $b`"
#define COMPARISONS(first, second, fifth, sixth)                                                             \
    { first, second, BOTH " isn't tested (as if it were always true)", BOTH " is never true", fifth, sixth }
#define OPPOSITE BOTH " has the opposite sign of comparison"
#define OPERATIONS(fourth)                                                                                   \
    {                                                                                                        \
        "there is `$o` in place of `$c` in " BOTH, "`$c $b` is missing behind `$a`",                         \
            "`$a $c` is missing before `$b`", fourth                                                         \
    }
#define LOGIC                                                                                                \
    "`$b` isn't tested, only `$a`", "`$a` isn't tested, only `$b`",                                          \
        "`$o` is in place of `$c` between `$a` and `$b`"

/* The alternatives of each kind in words: $a, $b and $c are the point's texts, $o an operator in place of $c.
 * Behind them, for each of the point's others, $n, those of `each`. */
static const struct {
    const char *words[28], *each[7];
} WORDS[BP_MUTATE_KINDS] =
    {[BP_MUTATE_START] = {.words = {"`$a` begins at 1 more", "the loop over `$a` runs backwards",
                                    "`$a` begins at 1 less", "the loop over `$a` has only one round"}},
     [BP_MUTATE_TWICE] = {.words = {"`$a` is applied twice"}},
     [BP_MUTATE_NAME] = {.each = {"$n is in place of `$a`"}},
     [BP_MUTATE_LESS] = {.words = COMPARISONS("there is `$o` in place of `$c` in " BOTH, OPPOSITE,
                                              BOTH " ends 1 too early: `$a $c $b - 1`",
                                              BOTH " ends 1 too late: `$a $c $b + 1`")},
     [BP_MUTATE_GREATER] = {.words = COMPARISONS("there is `$o` in place of `$c` in " BOTH, OPPOSITE,
                                                 BOTH " ends 1 too late: `$a $c $b - 1`",
                                                 BOTH " ends 1 too early: `$a $c $b + 1`")},
     [BP_MUTATE_EQUAL] = {.words = COMPARISONS(BOTH " is tested the other way round",
                                               "`$a >= $b - 1` is in place of " BOTH,
                                               BOTH " ends 1 too late: `$a $c $b - 1`",
                                               BOTH " ends 1 too early: `$a $c $b + 1`")},
     [BP_MUTATE_UNEQUAL] = {.words = COMPARISONS(BOTH " is tested the other way round", OPPOSITE,
                                                 BOTH " holds only if the first does",
                                                 BOTH " holds only if the second does")},
     [BP_MUTATE_LOGIC] = {.words = {LOGIC}},
     [BP_MUTATE_CHAIN] = {.words = {LOGIC, "`$o` is in place of `$c` before `$b`"}},
     [BP_MUTATE_SUM] = {.words = OPERATIONS("there is `*` in place of `+` in " BOTH)},
     [BP_MUTATE_DIFFERENCE] = {.words = OPERATIONS(BOTH " is the other way round")},
     [BP_MUTATE_PRODUCT] = {.words = OPERATIONS("there is `+` in place of `*` in " BOTH)},
     [BP_MUTATE_QUOTIENT] = {.words = OPERATIONS(BOTH " is the other way round")},
     [BP_MUTATE_INT_QUOTIENT] = {.words = OPERATIONS("there is `%` in place of `/` in " BOTH)},
     [BP_MUTATE_REST] = {.words = OPERATIONS("there is `/` in place of `%` in " BOTH)},
     [BP_MUTATE_NUMBER] = {.words = {BP_MUTATED_NUMBER(WITH_WORDS)}},
     [BP_MUTATE_TEST] = {.words = {"`$a` isn't tested (as if it were always true)", "`$a` is never true",
                                   "`$a` is tested the other way round"},
                         .each = {"$n is demanded beside `$a`", "$n is forbidden beside `$a`",
                                  "$n is enough beside `$a`", "$n is enough, if false, beside `$a`",
                                  "$n is tested in place of `$a`",
                                  "$n is tested, the other way round, in place of `$a`"}},
     [BP_MUTATE_SIGN] = {.words = {"the minus is missing before `$a`"}},
     [BP_MUTATE_PARENTHESES] = {.words = {"the parentheses around `$b` are missing in `$a`"}},
     [BP_MUTATE_CALL] = {.words = {"`$a` is missing around `$b`", "`$a` is applied twice to `$b`"},
                         .each = {"$n is in place of `$a($b)`"}},
     [BP_MUTATE_ARGUMENTS] = {.words = {"`$a` and `$b` are in the opposite order"},
                              .each = {"$n is taken of `$a` and `$b`"}},
     [BP_MUTATE_OPERANDS] = {.words = {"`$a` and `$b` are in the opposite order",
                                       "`$b` is missing beside `$a`", "`$a` is missing beside `$b`",
                                       "`$b` is applied twice to `$a`"},
                             .each = {"$n is taken of `$a` and `$b`"}},
     [BP_MUTATE_INVERSE] =
         {.words = {"`$a` isn't inverted", "`$a` is transposed in place of inverted",
                    "each number of `$a` is inverted, not the matrix",
                    "only the translation of `$a` is negated in place of inverting it",
                    "`$a` is transposed, and its translation negated, in place of inverting it"}},
     [BP_MUTATE_STATEMENT] = {.words = {"`$a` is missing"}},
     [BP_MUTATE_APPEND] = {.words = {"`$a` is missing", "`$a` is done twice"}},
     [BP_MUTATE_ADDITION] = {.words = {"`$a` is missing",
                                       "`$a` has only `=`, which keeps nothing of before"}},
     [BP_MUTATE_PRODUCTS] =
         {.words = {"in `$a`, the product with the old matrix (on the left) is assigned",
                    "in `$a`, the product with the old matrix (on the right) is assigned"}},
     [BP_MUTATE_EXCHANGE] = {.words = {"`$a` and `$b` are swapped", "`$b` is used in place of `$a`, too",
                                       "`$a` is used in place of `$b`, too"}},
     [BP_MUTATE_REVERSED] =
         {.words = {"every product of matrices is the other way round (what is applied first stands on "
                    "the left)"}},
     [BP_MUTATE_FLOAT] = {.words = {BP_MUTATED_FLOAT(WITH_WORDS)}},
     [BP_MUTATE_INT] = {.words = {BP_MUTATED_INT(WITH_WORDS)}},
     [BP_MUTATE_BP_VEC3] = {.words = {BP_MUTATED_VEC3(WITH_WORDS)}},
     [BP_MUTATE_BP_QUAT] = {.words = {BP_MUTATED_QUAT(WITH_WORDS)}},
     [BP_MUTATE_BP_MAT4] = {.words = {BP_MUTATED_MAT4(WITH_WORDS)}},
     [BP_MUTATE_WITH_FLOAT] = {.each = {BP_MUTATED_WITH_FLOAT(WITH_OTHER)}},
     [BP_MUTATE_WITH_BP_VEC3] = {.each = {BP_MUTATED_WITH_VEC3(WITH_OTHER)}},
     [BP_MUTATE_WITH_BP_MAT4] = {.each = {BP_MUTATED_WITH_MAT4(WITH_OTHER)}}};

static int count_words(const char *const *words) {
    int count = 0;
    while (words[count]) count++;
    return count;
}

int bp_mutation_alternatives(const bp_mutation *m) {
    int others = m->others[0] != '\0';
    for (const char *at = m->others; *at; at++) others += *at == '|';
    return count_words(WORDS[m->kind].words) + others * count_words(WORDS[m->kind].each);
}

/* How far-fetched an alternative is: what students forget or turn round comes before another name or
 * number, and that before what may happen to any value. */
static int rank_of(const bp_mutation *m, int alternative) {
    const bool own = alternative <= count_words(WORDS[m->kind].words);
    switch (m->kind) {
    case BP_MUTATE_STATEMENT:
    case BP_MUTATE_APPEND:
    case BP_MUTATE_ADDITION: return 0;
    case BP_MUTATE_NUMBER: return 2;
    case BP_MUTATE_NAME: return strchr("0123456789", m->a[0]) || strstr(m->others, " - 1|") ? LAST_RANK : 2;
    case BP_MUTATE_EXCHANGE: return alternative == 1 ? 1 : LAST_RANK;
    default: return m->kind >= BP_MUTATE_FLOAT || (m->kind == BP_MUTATE_TEST && !own) ? LAST_RANK : 1;
    }
}

/* ---- running them -------------------------------------------------------------------------------------- */

#define NAME_LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789"
static bool is_name(char c) { return isalpha((unsigned char)c) || c == '_'; }

/* Memory for a mutant's arrays, with BP_MUTANT_INDICES elements of the largest struct behind them. Where a
 * mutant reads there, a student's code is stopped: so it finds floats that are no numbers. */
enum { UNITS = 1024 };
typedef struct space_unit {
    _Alignas(max_align_t) unsigned char bytes[32];
} space_unit;
typedef struct mutant_call {
    bp_call call; /* first, so that it leads to this struct */
    size_t used;
    space_unit space[UNITS + BP_MUTANT_INDICES * 20];
} mutant_call;

static void *take_space(bp_call *call, size_t bytes) {
    mutant_call *arrays = (mutant_call *)(void *)call;
    const size_t first = arrays->used;
    arrays->used += (bytes + sizeof(space_unit) - 1) / sizeof(space_unit);
    if (arrays->used > UNITS) abort(); /* an exercise with too large a case */
    return &arrays->space[first];
}

/* A point and one of its alternatives, and how far-fetched that is. */
typedef struct single_change {
    short point, alternative, rank;
} single_change;

typedef struct changes {
    int count;
    single_change of[CHANGES];
    bool everywhere; /* the first, at all points where one does the same */
    int score;       /* how near its results are to the student's */
} changes;

/* A search in progress. */
typedef struct mutant_search {
    const bp_diagnosis *d;
    const bp_mutants *mutants;
    mutant_call arrays;
    int order[BP_EXERCISE_CASES]; /* the cases, those that fail first */
    int failed;                   /* how many fail */
    int quick;                    /* the smallest case that fails: most mutants are refused by it */
    int steps[BP_EXERCISE_CASES]; /* that a mutant may take: some more than the solution */
    long work;
    int count, near;                    /* near: how many of `ranked` aren't far-fetched */
    short next_alike[BP_MUTANT_POINTS]; /* the next point where one does the same, such as y for x; 0: none */
    short family[BP_MUTANT_POINTS];     /* the first point of its kind with the same alternatives */
    single_change singles[SINGLES], ranked[SINGLES]; /* in the order of points; and of ranks */
} mutant_search;

static void apply_changes(const mutant_search *s, const changes *mutant, bool apply) {
    for (int i = 0; i < mutant->count; i++)
        for (int p = mutant->of[i].point; p; p = mutant->everywhere ? s->next_alike[p] : 0)
            bp_current_mutant.alternatives[p] = apply ? mutant->of[i].alternative : 0;
}

static int run_mutant(mutant_search *s, const changes *mutant, int of_case, float *out) {
    const bp_exercise *exercise = s->d->exercise;
    bp_mutant *current = &bp_current_mutant;
    current->steps = s->steps[of_case];
    apply_changes(s, mutant, true);
    s->arrays.call = (bp_call){s->mutants->function, take_space};
    s->arrays.used = 0;
    memset(s->arrays.space, 0xff, UNITS * sizeof(space_unit));
    for (int i = 0; i < FLOATS; i++) out[i] = NAN;
    const int count = (int)(exercise->call(&s->arrays.call, s->d->cases->cases[of_case].in, out) - out);
    apply_changes(s, mutant, false);
    s->work += 1 + (s->steps[of_case] - current->steps) / 64 + count / 4; /* more to compare has cost more */
    return current->steps < 0 ? -1 : count;
}

static bool gives_results(mutant_search *s, const changes *mutant) {
    const bp_diagnosis *d = s->d;
    float out[FLOATS];
    for (int i = -1; i < d->answered; i++) {
        const int of_case = i < 0 ? s->quick : s->order[i], count = run_mutant(s, mutant, of_case, out);
        const bp_exercise_answer *got = &d->answers[of_case];
        if (count < 0 || bp_exercise_compare_answers(d->exercise, got->values, got->count, out, count) >= 0)
            return false;
    }
    return true;
}

/* Whether two points are of one form: they differ in names alone. */
static bool are_of_one_form(const bp_mutation *one, const bp_mutation *other) {
    const bool matrix = one->kind == BP_MUTATE_BP_MAT4 || one->kind == BP_MUTATE_WITH_BP_MAT4;
    if (one->kind != other->kind || strcmp(one->c, other->c) != 0) return false;
    if (matrix) return strcmp(one->a, other->a) == 0; /* two matrices are hardly ever changed alike */
    for (int text = 0; text < 2; text++) {
        const char *a = text ? one->b : one->a, *b = text ? other->b : other->a;
        while (*a && (*a == *b || (is_name(*a) && is_name(*b)))) {
            const size_t names = is_name(*a) && is_name(*b);
            a += names ? strspn(a, NAME_LETTERS) : 1;
            b += names ? strspn(b, NAME_LETTERS) : 1;
        }
        if (*a || *b) return false;
    }
    return true;
}

static mutant_search *begin_search(const bp_diagnosis *d, const bp_mutants *mutants) {
    mutant_search *s = d->answered > 0 ? bp_alloc(d->allocator, 1, sizeof *s, NULL) : NULL;
    int n = 0;
    if (!s) return NULL;
    s->d = d, s->mutants = mutants;
    memset(s->arrays.space, 0xff, sizeof s->arrays.space);
    s->work = s->count = s->near = s->failed = 0;
    const bp_mutation *points = mutants->points;
    for (int p = 0; points[p].kind != BP_MUTATE_END; p++) {
        s->next_alike[p + 1] = 0;
        for (int q = s->family[p + 1] = (short)(p + 1); q-- > 0;)
            if (points[q].kind == points[p].kind && strcmp(points[q].others, points[p].others) == 0)
                s->family[p + 1] = (short)(q + 1);
        for (int q = p; q > 0 && points[p].kind != BP_MUTATE_EXCHANGE; q--)
            if (are_of_one_form(&points[p], &points[q - 1])) {
                s->next_alike[q] = (short)(p + 1);
                break;
            }
        for (int a = 1; a <= bp_mutation_alternatives(&points[p]) && s->count < SINGLES; a++)
            s->singles[s->count++] = (single_change){(short)(p + 1), (short)a, (short)rank_of(&points[p], a)};
    }
    for (int rank = 0, ranked = 0; rank <= LAST_RANK; rank++)
        for (int i = 0; i < s->count; i++)
            if (s->singles[i].rank == rank) s->ranked[ranked++] = s->singles[i], s->near += rank < LAST_RANK;
    for (int wrong = 1; wrong >= 0; wrong--) {
        for (int i = 0; i < d->answered; i++)
            if ((bp_exercise_compare_answers(d->exercise, d->answers[i].values, d->answers[i].count,
                                             d->right[i].values, d->right[i].count) >= 0) == wrong)
                s->order[n++] = i;
        if (wrong) s->failed = n;
    }
    for (int i = 0; i < d->answered; i++) {
        float out[FLOATS];
        s->steps[i] = STEPS;
        run_mutant(s, &(changes){.count = 0}, i, out);
        s->steps[i] = 100 + 4 * (STEPS - bp_current_mutant.steps);
    }
    s->quick = s->order[0];
    for (int i = 1; i < s->failed; i++)
        if (d->right[s->order[i]].count < d->right[s->quick].count) s->quick = s->order[i];
    return s;
}

/* ---- in words ------------------------------------------------------------------------------------------ */

void bp_note_say(bp_note *to, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(to->text + to->used, sizeof to->text - to->used, format, arguments);
    va_end(arguments);
    to->used += (size_t)length;
    if (to->used >= sizeof to->text) to->used = sizeof to->text - 1;
}

/* The name at an index of "x|y", or of ".x|.y": fields, which stand behind what the point has before its
 * own. */
static void say_other(bp_note *to, const bp_mutation *m, int index) {
    const char *list = m->others;
    for (; index > 0; index--) list = strchr(list, '|') + 1;
    if (strncmp(list, "bp_the_", 7) == 0) { /* a name that is made of words */
        for (list += 3; *list && *list != '|'; list++) bp_note_say(to, "%c", *list == '_' ? ' ' : *list);
        return;
    }
    const char *dot = strrchr(m->a, '.'), *arrow = strrchr(m->a, '>'), *field = dot > arrow ? dot : arrow;
    const bool is_field = *list == '.';
    bp_note_say(to, "`%.*s%.*s`", is_field ? (int)(field + 1 - m->a) : 0, m->a,
                (int)strcspn(list, "|") - is_field, list + is_field);
}

/* The operator that stands first in place of another. */
static const char *other_operator(const char *operator) {
    static const char *const PAIRS[][2] = {{"<", "<="},  {"<=", "<"}, {">", ">="}, {">=", ">"}, {"&&", "||"},
                                           {"||", "&&"}, {"+", "-"},  {"-", "+"},  {"*", "/"}};
    for (size_t i = 0; i < BP_COUNT(PAIRS); i++)
        if (strcmp(PAIRS[i][0], operator) == 0) return PAIRS[i][1];
    return "*";
}

/* A number of C, changed. */
static void say_number(bp_note *to, const bp_mutation *m, int alternative) {
    const float x = strtof(m->a, NULL), others[] = {BP_MUTATED_NUMBER(VALUE)},
                other = others[alternative - 1];
    const bool whole = !strpbrk(m->a, ".f");
    bp_note_say(to, "the number `%s` is %g", m->a, (double)(whole ? (float)(int)other : other));
}

void bp_mutation_say(bp_note *to, const bp_mutation *m, int alternative) {
    const int own = count_words(WORDS[m->kind].words), each = count_words(WORDS[m->kind].each);
    const int other = alternative - own - 1;
    if (m->kind == BP_MUTATE_NUMBER) {
        say_number(to, m, alternative);
        return;
    }
    const char *words = other < 0 ? WORDS[m->kind].words[alternative - 1] : WORDS[m->kind].each[other % each];
    for (; *words; words++) {
        if (*words != '$')
            bp_note_say(to, "%c", *words);
        else if (*++words == 'n')
            say_other(to, m, other / each);
        else
            bp_note_say(to, "%s",
                        *words == 'a'   ? m->a
                        : *words == 'b' ? m->b
                        : *words == 'c' ? m->c
                                        : other_operator(m->c));
    }
}

static void say_mutant(const mutant_search *s, const changes *mutant, bp_note *to) {
    const bp_mutants *mutants = s->mutants;
    for (int i = 0; i < mutant->count; i++) {
        const bp_mutation *m = &mutants->points[mutant->of[i].point - 1];
        const char *place = mutants->places[m->place];
        char said[64];
        if (i > 0) bp_note_say(to, i + 1 < mutant->count ? "; " : "; and ");
        bp_mutation_say(to, m, mutant->of[i].alternative);
        snprintf(said, sizeof said, "`%.60s", place);
        if (place[0] && !strstr(to->text, said)) bp_note_say(to, ", in `%s`", place);
    }
}

static bool say_found(const mutant_search *s, const changes *mutant, bp_note *to) {
    static const char *const NUMBERS[] = {"one thing", "two things", "three things", "four things"};
    bp_note_say(to, "Your results are those of a correct solution but for %s%s: ", NUMBERS[mutant->count - 1],
                mutant->everywhere ? ", wherever the same is done" : "");
    say_mutant(s, mutant, to);
    bp_note_say(to, ".");
    return true;
}

/* ---- the search ---------------------------------------------------------------------------------------- */

/* What is looked for in each solution. */
typedef struct question {
    bool (*find)(mutant_search *s, const struct question *q, bp_note *to);
    bool everywhere, far; /* of one change: at each point where one does the same; a far-fetched one */
    bool is_of;           /* of a part of a result, and these: */
    int output, part;
} question;

/* Says up to two of the single changes that give all results. */
static bool find_one_change(mutant_search *s, const question *q, bp_note *to) {
    int found = 0;
    for (int i = q->far ? s->near : 0; i < (q->far ? s->count : s->near); i++) {
        const changes mutant = {.count = 1, .of = {s->ranked[i]}, .everywhere = q->everywhere};
        if ((q->everywhere && !s->next_alike[s->ranked[i].point]) || !gives_results(s, &mutant)) continue;
        bp_note other = {.used = 0};
        if (found == 0)
            say_found(s, &mutant, to);
        else
            say_mutant(s, &mutant, &other);
        if (found++ == 0 || strstr(to->text, other.text)) continue;
        bp_note_say(to, " Or, which gives the same numbers: %s.", other.text);
        break;
    }
    return found > 0;
}

/* Whether two changes are one mistake that is made twice, as for x and for y. */
static bool are_alike(const mutant_search *s, single_change a, single_change b) {
    return a.alternative == b.alternative && s->family[a.point] == s->family[b.point] &&
           s->mutants->points[a.point - 1].kind != BP_MUTATE_EXCHANGE;
}

/* No coincidence of several far-fetched changes; those that are alike count once. */
static bool is_likely(const mutant_search *s, const changes *mutant) {
    int sum = 0;
    for (int i = 0; i < mutant->count; i++) {
        const single_change one = mutant->of[i];
        bool again = false;
        for (int k = 0; k < i; k++) again |= are_alike(s, one, mutant->of[k]);
        sum += again ? 0 : one.rank;
    }
    return sum <= MOST_RANKS;
}

/* Two changes that are alike, or that aren't; those whose points are nearest to each other first. */
static bool find_two_changes(mutant_search *s, bool alike, bp_note *to) {
    s->work = 0;
    for (int far = 1; far < s->count; far++)
        for (int i = 0, k = far; k < s->count && s->work < MOST_WORK; i++, k++) {
            const changes mutant = {.count = 2, .of = {s->singles[i], s->singles[k]}};
            if (s->singles[i].point != s->singles[k].point &&
                are_alike(s, s->singles[i], s->singles[k]) == alike && is_likely(s, &mutant) &&
                gives_results(s, &mutant))
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
                for (int c = 0; c < mutant.count; c++) again |= mutant.of[c].point == s->ranked[i].point;
                mutant.of[mutant.count++] = s->ranked[i];
                if (again || (mutant.score = score_of(s, &mutant, from[k].score)) < 0) continue;
                if (mutant.score >= WHOLE * COMPARED && s->failed > step && is_likely(s, &mutant) &&
                    gives_results(s, &mutant))
                    return say_found(s, &mutant, to);
                keep_best(best, &mutant);
            }
        for (known = 0; known < WIDTH && best[known].score >= 0; known++) from[known] = best[known];
    }
    return false;
}

/* One case that fails is too little to tell two changes from. */
static bool find_changes(mutant_search *s, const question *q, bp_note *to) {
    (void)q;
    return s->failed > 1 &&
           (find_two_changes(s, true, to) || find_by_steps(s, to) || find_two_changes(s, false, to));
}

/* Whether a component of an output is the student's in all cases; all of it, if part < 0. */
static bool gives_part(mutant_search *s, const changes *mutant, int output, int part) {
    const bp_diagnosis *d = s->d;
    const bp_value_kind kind = d->exercise->outputs[output].kind;
    const int floats = bp_value_floats(kind);
    float out[FLOATS];
    for (int i = -1; i < d->answered; i++) {
        int elements;
        const int of_case = i < 0 ? s->quick : s->order[i], count = run_mutant(s, mutant, of_case, out);
        const int at = bp_diagnose_find(d, d->exercise->outputs, output, of_case, &elements);
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

static bool search_solutions(const bp_diagnosis *d, const question *q, bp_note *to) {
    bool found = false;
    for (const bp_mutants *mutants = d->exercise->mutants; mutants && !found; mutants = mutants->next) {
        mutant_search *s = begin_search(d, mutants);
        found = s && q->find(s, q, to);
        bp_free(d->allocator, s);
    }
    return found;
}

static bool find_part(mutant_search *s, const question *q, bp_note *to) {
    for (int i = 0; i < s->count; i++) {
        const changes mutant = {.count = 1, .of = {s->ranked[i]}};
        if (!gives_part(s, &mutant, q->output, q->part)) continue;
        bp_note_say(to, "%sthat of a correct solution but for one thing: ", q->is_of ? "" : "it is ");
        say_mutant(s, &mutant, to);
        return true;
    }
    return false;
}

bool bp_diagnose_part(const bp_diagnosis *d, int output, int part, bool is_of, bp_note *to) {
    const bp_exercise_value *outputs = d->exercise->outputs;
    const bool is_all = !outputs[1].name && (part < 0 || bp_value_floats(outputs[0].kind) == 1);
    return !is_all &&
           search_solutions(d, &(question){find_part, .output = output, .part = part, .is_of = is_of}, to);
}

bool bp_diagnose_change(const bp_diagnosis *d, bool several, bp_note *to) {
    bool found = several && search_solutions(d, &(question){.find = find_changes}, to);
    for (int kind = 0; kind < 4 && !several && !found; kind++)
        found = search_solutions(
            d, &(question){.find = find_one_change, .everywhere = kind % 2, .far = kind / 2}, to);
    return found;
}
