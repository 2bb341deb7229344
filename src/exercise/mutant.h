/* An exercise's correct answer with one or two small changes: the mutants among which the checker looks for
 * the student's results. answers/mutate.awk writes the answer with the functions below at each point that can
 * change. */
#pragma once

#include <bindpose/exercise.h>
#include <bindpose/math.h>
#include <math.h>
#include <string.h>

/* What can change at a point. The comments tell what its texts a, b and c are. */
typedef enum bp_mutation_kind {
    BP_MUTATE_END,
    BP_MUTATE_START,        /* a loop's variable and its first value */
    BP_MUTATE_TWICE,        /* what is applied, as a matrix */
    BP_MUTATE_NAME,         /* a variable, field or function; others for it */
    BP_MUTATE_LESS,         /* both sides and the operator, < or <= */
    BP_MUTATE_GREATER,      /* > or >= */
    BP_MUTATE_EQUAL,        /* == */
    BP_MUTATE_UNEQUAL,      /* != of two tests */
    BP_MUTATE_LOGIC,        /* both sides, and && or || */
    BP_MUTATE_CHAIN,        /* the same, of && with another behind it */
    BP_MUTATE_SUM,          /* both sides, and + */
    BP_MUTATE_DIFFERENCE,   /* and - */
    BP_MUTATE_PRODUCT,      /* and * */
    BP_MUTATE_QUOTIENT,     /* and / */
    BP_MUTATE_INT_QUOTIENT, /* of integers, and / */
    BP_MUTATE_REST,         /* and % */
    BP_MUTATE_NUMBER,       /* the number */
    BP_MUTATE_TEST,         /* a condition; other tests */
    BP_MUTATE_SIGN,         /* what has a minus */
    BP_MUTATE_PARENTHESES,  /* a product, and its factor in parentheses */
    BP_MUTATE_CALL,         /* a function, its argument of the same type; functions for it */
    BP_MUTATE_ARGUMENTS,    /* the first two arguments, of one type; other functions */
    BP_MUTATE_OPERANDS,     /* the same, where the result has that type, too */
    BP_MUTATE_INVERSE,      /* the matrix that is inverted */
    BP_MUTATE_STATEMENT,    /* the statement */
    BP_MUTATE_APPEND,       /* the statement, with n++ in the index */
    BP_MUTATE_ADDITION,     /* the statement, with += */
    BP_MUTATE_PRODUCTS,     /* the assignment of a matrix */
    BP_MUTATE_EXCHANGE,     /* two variables */
    BP_MUTATE_REVERSED,     /* all products of matrices */
    BP_MUTATE_FLOAT,        /* an expression of that type */
    BP_MUTATE_INT,
    BP_MUTATE_BP_VEC3,
    BP_MUTATE_BP_QUAT,
    BP_MUTATE_BP_MAT4,
    BP_MUTATE_WITH_FLOAT, /* the same; others that may be a factor or a part of it, too */
    BP_MUTATE_WITH_BP_VEC3,
    BP_MUTATE_WITH_BP_MAT4,
    BP_MUTATE_KINDS
} bp_mutation_kind;

typedef struct bp_mutation {
    bp_mutation_kind kind;
    int place; /* an index of bp_mutants.places */
    const char *a, *b, *c;
    const char *others; /* what may be taken instead: "x|y" */
} bp_mutation;

struct bp_mutants {
    bp_answer_function function;
    const char *const *places; /* what a point contributes to, "pixel[i].x"; the first is the result */
    const bp_mutation *points; /* to one of kind BP_MUTATE_END; points are numbered from 1 */
    const bp_mutants *next;    /* of another correct solution, or NULL */
};

/* The mutant that this thread runs: for each point, by its number, which alternative it takes (0: none). */
enum { BP_MUTANT_POINTS = 2048 };
typedef struct bp_mutant {
    int steps; /* left; a mutant may have lost the end of a loop */
    short alternatives[BP_MUTANT_POINTS];
} bp_mutant;
extern _Thread_local bp_mutant bp_current_mutant;

static inline int bp_mutant_alternative(int point) { return bp_current_mutant.alternatives[point]; }
static inline bool bp_mutant_is(int point, int alternative) {
    return bp_mutant_alternative(point) == alternative;
}

/* In each loop's condition. */
static inline bool bp_mutant_goes_on(void) { return bp_current_mutant.steps-- > 0; }

/* Indices of a mutant may lead out of its arrays: so many more elements can be read behind them. */
enum { BP_MUTANT_INDICES = 512 };
static inline int bp_mutant_at(int index, int count) {
    return index < 0 ? 0 : index >= count ? count - 1 : index;
}

/* Alternative 4 ends the loop after its first round. */
static inline int bp_mutate_start(int point) {
    const int alternative = bp_mutant_alternative(point);
    return alternative == 1 ? 1 : alternative == 3 ? -1 : 0;
}

static inline bool bp_mutate_logic(int point, bool both, bool a, bool b) {
    switch (bp_mutant_alternative(point)) {
    case 1: return a;
    case 2: return b;
    case 3: return both ? a || b : a && b;
    default: return both ? a && b : a || b;
    }
}

static inline bool bp_mutate_test(int point, bool value, bool other) {
    const int alternative = bp_mutant_alternative(point);
    switch (alternative) {
    case 0: return value;
    case 1: return true;
    case 2: return false;
    case 3: return !value;
    default: break;
    }
    const int how = (alternative - 4) % 6;
    if (how % 2) other = !other;
    return how < 2 ? value && other : how < 4 ? value || other : other;
}

/* `sign` is the operator's first character; `equal`: it has a = behind it. */
static inline bool bp_mutate_compare(int point, char sign, bool equal, double a, double b) {
    switch (bp_mutant_alternative(point)) {
    case 1: equal = !equal, sign = sign == '=' ? '!' : sign == '!' ? '=' : sign; break;
    case 2:
        if (sign == '=') return a >= b - 1;
        sign = sign == '<' ? '>' : sign == '>' ? '<' : sign;
        break;
    case 3: return true;
    case 4: return false;
    case 5: /* `!` compares two tests: only the first holds */
        if (sign == '!') return a > b;
        b -= 1;
        break;
    case 6:
        if (sign == '!') return a < b;
        b += 1;
        break;
    default: break;
    }
    if (sign == '=') return a == b;
    if (sign == '!') return a != b;
    if (equal) return sign == '<' ? a <= b : a >= b;
    return sign == '<' ? a < b : a > b;
}

/* Which operator stands at the point: `a` and `b` are one side alone, `r` is the other way round. */
static inline char bp_mutated_operator(int point, char operation, char fourth) {
    switch (bp_mutant_alternative(point)) {
    case 1: return operation == '+' ? '-' : operation == '-' ? '+' : operation == '*' ? '/' : '*';
    case 2: return 'a';
    case 3: return 'b';
    case 4: return operation == '-' ? 'r' : operation == '+' ? '*' : operation == '*' ? '+' : fourth;
    default: return operation;
    }
}

static inline float bp_mutate_float_operation(int point, char operation, float a, float b) {
    switch (bp_mutated_operator(point, operation, 'd')) {
    case 'a': return a;
    case 'b': return b;
    case '+': return a + b;
    case '-': return a - b;
    case 'r': return b - a;
    case '*': return a * b;
    case 'd': return b / a;
    default: return a / b;
    }
}

/* Without overflow and division by 0. */
static inline int bp_mutate_int_operation(int point, char operation, int a, int b) {
    switch (bp_mutated_operator(point, operation, operation == '/' ? '%' : '/')) {
    case 'a': return a;
    case 'b': return b;
    case '+': return (int)((unsigned)a + (unsigned)b);
    case '-': return (int)((unsigned)a - (unsigned)b);
    case 'r': return (int)((unsigned)b - (unsigned)a);
    case '*': return (int)((unsigned)a * (unsigned)b);
    case '/': return b == 0 || b == -1 ? 0 : a / b;
    default: return b == 0 || b == -1 ? 0 : a % b;
    }
}

/* Alternatives: the number of each, what it computes of x, and its words behind "x is". */
#define BP_MUTATED_NUMBER(X)                                                                                 \
    X(1, x + 1, ) X(2, x - 1, ) X(3, x * 2, ) X(4, x / 2, ) X(5, -x, ) X(6, 0, ) X(7, 1, ) X(8, x + 2, )
#define BP_MUTATED_FLOAT(X)                                                                                  \
    X(1, -x, "negated")                                                                                      \
    X(2, 2 * x, "doubled")                                                                                   \
    X(3, x / 2, "halved")                                                                                    \
    X(4, x + 1, "1 larger")                                                                                  \
    X(5, x - 1, "1 smaller")                                                                                 \
    X(6, x + 0.5f, "0.5 larger")                                                                             \
    X(7, x - 0.5f, "0.5 smaller")                                                                            \
    X(8, bp_clamp(x, 0, 1), "limited to 0..1")                                                               \
    X(9, fmaxf(x, 0), "not below 0")                                                                         \
    X(10, fminf(x, 1), "not above 1")                                                                        \
    X(11, bp_clamp(x, -1, 1), "limited to -1..1")                                                            \
    X(12, fabsf(x), "without its sign")                                                                      \
    X(13, floorf(x), "rounded down")                                                                         \
    X(14, floorf(x + 0.5f), "rounded to the nearest whole number")                                           \
    X(15, x < 0 ? ceilf(x) : floorf(x), "cut to a whole number")                                             \
    X(16, (x) * (x), "squared")                                                                              \
    X(17, sqrtf(x), "replaced by its square root")                                                           \
    X(18, 1 / x, "replaced by 1 divided by it")                                                              \
    X(19, 1 - x, "replaced by 1 less it")                                                                    \
    X(20, bp_radians(x), "converted from degrees to radians")                                                \
    X(21, bp_degrees(x), "converted from radians to degrees")                                                \
    X(22, 0, "replaced by 0")                                                                                \
    X(23, 0.5f, "replaced by 0.5")                                                                           \
    X(24, 1, "replaced by 1")                                                                                \
    X(25, ceilf(x), "rounded up")                                                                            \
    X(26, x *x *(3 - 2 * x), "put through x * x * (3 - 2 * x)")                                              \
    X(27, 0.1f, "replaced by 0.1")
#define BP_MUTATED_INT(X)                                                                                    \
    X(1, x + 1, "1 larger")                                                                                  \
    X(2, x - 1, "1 smaller")                                                                                 \
    X(3, x < 0 ? 0 : x, "not below 0")                                                                       \
    X(4, x < 0 ? -1 - x : x, "mirrored below 0")                                                             \
    X(5, 0, "replaced by 0")
#define BP_MUTATED_VEC3(X)                                                                                   \
    X(1, bp_vec3_scale(x, -1), "negated")                                                                    \
    X(2, bp_vec3_normalize(x), "normalized")                                                                 \
    X(3, bp_vec3_scale(x, 2), "doubled")                                                                     \
    X(4, bp_vec3_scale(x, 0.5f), "halved")                                                                   \
    X(5, bp_vec3_make(bp_clamp(x.x, 0, 1), bp_clamp(x.y, 0, 1), bp_clamp(x.z, 0, 1)), "limited to 0..1")
#define BP_MUTATED_QUAT(X)                                                                                   \
    X(1, bp_quat_conjugate(x), "inverted")                                                                   \
    X(2, bp_quat_negate(x), "negated")                                                                       \
    X(3, bp_quat_normalize(x), "normalized")                                                                 \
    X(4, bp_quat_identity(), "replaced by the identity")
#define BP_MUTATED_MAT4(X)                                                                                   \
    X(1, bp_mutant_inverse(x), "inverted")                                                                   \
    X(2, bp_mat4_transpose(x), "transposed")                                                                 \
    X(3, bp_mutant_unmoved(x), "without its translation")                                                    \
    X(4, bp_mat4_translation(bp_mat4_position(x)), "replaced by its translation alone")                      \
    X(5, bp_mat4_identity(), "replaced by the identity")                                                     \
    X(6, bp_mat4_mul(x, x), "applied twice")                                                                 \
    X(7, bp_mutant_rotation(x), "replaced by its rotation alone")                                            \
    X(8, bp_mutant_moved(bp_mutant_rotation(x), x), "without its scaling")
/* With another value y; and before its name. */
#define BP_MUTATED_WITH_FLOAT(X)                                                                             \
    X(1, (x) * (y), "multiplied by")                                                                         \
    X(2, x / y, "divided by")                                                                                \
    X(3, x + y, "too large by")                                                                              \
    X(4, x - y, "too small by")
#define BP_MUTATED_WITH_VEC3(X)                                                                              \
    X(1, bp_vec3_cross(x, y), "replaced by its cross product with")                                          \
    X(2, bp_vec3_cross(y, x), "replaced by the cross product, in the other order, with")                     \
    X(3, bp_vec3_add(x, y), "added to")                                                                      \
    X(4, bp_vec3_sub(x, y), "reduced by")
#define BP_MUTATED_WITH_MAT4(X)                                                                              \
    X(1, bp_mat4_mul(x, y), "multiplied, on the right, by")                                                  \
    X(2, bp_mat4_mul(x, bp_mutant_inverse(y)), "multiplied, on the right, by the inverse of")                \
    X(3, bp_mat4_mul(bp_mutant_inverse(y), x), "multiplied, on the left, by the inverse of")                 \
    X(4, bp_mat4_mul(y, x), "multiplied, on the left, by")                                                   \
    X(5, bp_mutant_moved(y, x), "only the translation; the rest is that of")                                 \
    X(6, bp_mutant_moved(x, y), "without its own translation, and has that of")

static inline bp_mat4 bp_mutant_inverse(bp_mat4 m) {
    bp_mat4 inverse = m;
    bp_mat4_inverse(m, &inverse);
    return inverse;
}
static inline bp_mat4 bp_mutant_unmoved(bp_mat4 m) {
    m.m[12] = m.m[13] = m.m[14] = 0;
    return m;
}

/* What is taken for the inverse. */
static inline bp_mat4 bp_mutate_inverse(int point, bp_mat4 m) {
    const int alternative = bp_mutant_alternative(point);
    const bp_mat4 t = bp_mat4_transpose(m);
    for (int k = 0; k < 16 && alternative > 1; k++) {
        const bool moves = k >= 12 && k < 15, rotates = k < 12 && k % 4 < 3;
        if (alternative == 3)
            m.m[k] = m.m[k] == 0 ? 0 : 1 / m.m[k];
        else if (alternative == 2 || (alternative == 5 && rotates))
            m.m[k] = t.m[k];
        else if (moves)
            m.m[k] = -m.m[k];
    }
    return m;
}

static inline bp_mat4 bp_mutant_rotation(bp_mat4 m) {
    for (int row = 0; row < 3; row++) {
        const bp_vec3 axis = bp_vec3_normalize((bp_vec3){m.m[4 * row], m.m[4 * row + 1], m.m[4 * row + 2]});
        m.m[4 * row] = axis.x, m.m[4 * row + 1] = axis.y, m.m[4 * row + 2] = axis.z;
    }
    return bp_mutant_unmoved(m);
}
static inline bp_mat4 bp_mutant_moved(bp_mat4 m, bp_mat4 by) {
    m.m[12] = by.m[12], m.m[13] = by.m[13], m.m[14] = by.m[14];
    return m;
}

#define BP_MUTATED_CASE(number, value, words)                                                                \
    case number:                                                                                             \
        return value;
#define BP_MUTATE(name, type, ALTERNATIVES)                                                                  \
    static inline type bp_mutate_##name(int point, type x) {                                                 \
        switch (bp_mutant_alternative(point)) {                                                              \
            ALTERNATIVES(BP_MUTATED_CASE)                                                                    \
        default: return x;                                                                                   \
        }                                                                                                    \
    }
BP_MUTATE(float_number, float, BP_MUTATED_NUMBER)
BP_MUTATE(float, float, BP_MUTATED_FLOAT)
BP_MUTATE(int, int, BP_MUTATED_INT)
BP_MUTATE(bp_vec3, bp_vec3, BP_MUTATED_VEC3)
BP_MUTATE(bp_quat, bp_quat, BP_MUTATED_QUAT)
BP_MUTATE(bp_mat4, bp_mat4, BP_MUTATED_MAT4)
static inline int bp_mutate_int_number(int point, int n) {
    return (int)bp_mutate_float_number(point, (float)n);
}

/* The alternatives with the first other value, then those with the second ... The caller gives the one. */
#define BP_MUTATE_WITH(type, each, ALTERNATIVES)                                                             \
    static inline type bp_mutate_with_##type(int point, type x, type y) {                                    \
        const int alternative = bp_mutant_alternative(point);                                                \
        switch (alternative == 0 ? 0 : (alternative - 1) % each + 1) {                                       \
            ALTERNATIVES(BP_MUTATED_CASE)                                                                    \
        default: return x;                                                                                   \
        }                                                                                                    \
    }
BP_MUTATE_WITH(float, 4, BP_MUTATED_WITH_FLOAT)
BP_MUTATE_WITH(bp_vec3, 4, BP_MUTATED_WITH_VEC3)
BP_MUTATE_WITH(bp_mat4, 6, BP_MUTATED_WITH_MAT4)

/* A function of two operands, which may stand in the other order, alone, or the second twice. */
#define BP_MUTATE_OPERANDS_OF(type, IS_REVERSED)                                                             \
    static inline type bp_mutate_operands_##type(int point, type (*f)(type, type), type a, type b) {         \
        switch (bp_mutant_alternative(point)) {                                                              \
        case 1: return f(b, a);                                                                              \
        case 2: return a;                                                                                    \
        case 3: return b;                                                                                    \
        case 4: return f(f(a, b), b);                                                                        \
        default: return IS_REVERSED ? f(b, a) : f(a, b);                                                     \
        }                                                                                                    \
    }
BP_MUTATE_OPERANDS_OF(float, false)
BP_MUTATE_OPERANDS_OF(bp_vec3, false)
BP_MUTATE_OPERANDS_OF(bp_quat, false)
BP_MUTATE_OPERANDS_OF(bp_mat4, bp_mutant_is(1, 1)) /* of all products: the first point */

/* A function that may be left out, or applied twice. */
#define BP_MUTATE_CALL_OF(type)                                                                              \
    static inline type bp_mutate_call_##type(int point, type (*f)(type), type x) {                           \
        return bp_mutant_is(point, 1) ? x : bp_mutant_is(point, 2) ? f(f(x)) : f(x);                         \
    }
BP_MUTATE_CALL_OF(float)
BP_MUTATE_CALL_OF(bp_vec3)
BP_MUTATE_CALL_OF(bp_quat)
BP_MUTATE_CALL_OF(bp_mat4)

static inline bp_mat4 bp_mutate_products(int point, const bp_mat4 *old, bp_mat4 value) {
    const int alternative = bp_mutant_alternative(point);
    return alternative == 0 ? value : alternative == 1 ? bp_mat4_mul(*old, value) : bp_mat4_mul(value, *old);
}

/* Functions that may be taken for others. Their names are the words for them. */
static inline float bp_the_sum(float a, float b) { return a + b; }
static inline float bp_the_mean(float a, float b) { return (a + b) / 2; }
static inline float bp_the_root_of_the_product(float a, float b) { return sqrtf(a * b); }
static inline float bp_the_square(float x) { return x * x; }
static inline float bp_the_square_root(float x) { return sqrtf(x); }
#define BP_THE_MIXTURE(name, value)                                                                          \
    static inline bp_vec3 bp_the_##name(bp_vec3 a, bp_vec3 b, float t) { return (void)a, (void)b, value; }
BP_THE_MIXTURE(sum_of_both, bp_vec3_add(a, bp_vec3_scale(b, t)))
BP_THE_MIXTURE(sum_of_both_parts, bp_vec3_scale(bp_vec3_add(a, b), t))
BP_THE_MIXTURE(part_alone, bp_vec3_scale(b, t))
BP_THE_MIXTURE(first_part_alone, bp_vec3_scale(a, 1 - t))
BP_THE_MIXTURE(whole_second, bp_vec3_add(bp_vec3_scale(a, 1 - t), b))
static inline float bp_the_length(bp_vec2 v) { return sqrtf(v.x * v.x + v.y * v.y); }
static inline float bp_the_length_squared(bp_vec2 v) { return v.x * v.x + v.y * v.y; }
static inline float bp_the_length_squared_3(bp_vec3 v) { return bp_vec3_dot(v, v); }
static inline float bp_the_root_of_the_sum_of_squares(float a, float b) { return sqrtf(a * a + b * b); }
static inline float bp_the_sum_of_x_and_y(bp_vec2 v) { return v.x + v.y; }
static inline float bp_the_sum_without_signs(bp_vec2 v) { return fabsf(v.x) + fabsf(v.y); }
static inline float bp_the_larger_of_x_and_y(bp_vec2 v) { return fmaxf(fabsf(v.x), fabsf(v.y)); }
static inline bp_vec3 bp_the_vector_divided_by_its_sum(bp_vec3 v) {
    return bp_vec3_scale(v, 1 / (v.x + v.y + v.z));
}
static inline bp_vec3 bp_the_vector_divided_by_its_sum_without_signs(bp_vec3 v) {
    return bp_vec3_scale(v, 1 / (fabsf(v.x) + fabsf(v.y) + fabsf(v.z)));
}
static inline bp_vec3 bp_the_vector_divided_by_its_length_squared(bp_vec3 v) {
    return bp_vec3_scale(v, 1 / bp_vec3_dot(v, v));
}
static inline bp_mat4 bp_the_sum_element_by_element(bp_mat4 a, bp_mat4 b) {
    for (int k = 0; k < 16; k++) a.m[k] += b.m[k];
    return a;
}
static inline bp_mat4 bp_the_product_element_by_element(bp_mat4 a, bp_mat4 b) {
    for (int k = 0; k < 16; k++) a.m[k] *= b.m[k];
    return a;
}
static inline bp_mat4 bp_the_first_moved_by_the_second(bp_mat4 a, bp_mat4 b) {
    for (int k = 12; k < 15; k++) a.m[k] += b.m[k];
    return a;
}
static inline float bp_the_x_alone(bp_vec2 v) { return v.x; }
static inline float bp_the_y_alone(bp_vec2 v) { return v.y; }
