/* An exercise's correct answer with one or two small changes: the mutants among which the checker looks for
 * the student's results. answers/mutate.awk writes the answer with the functions below at each point that can
 * change. */
#ifndef BP_EXERCISE_MUTANT_H
#define BP_EXERCISE_MUTANT_H

#include <bindpose/exercise.h>
#include <bindpose/math.h>
#include <math.h>

/* What can change at a point. The comments tell what its texts a, b and c are. */
typedef enum bp_mutation_kind {
    BP_MUTATE_END,
    BP_MUTATE_START,     /* a loop's variable and its first value */
    BP_MUTATE_WITH,      /* an expression, and others that may be a factor or a part of it, too, "x|y" */
    BP_MUTATE_TWICE,     /* what is applied, as a matrix */
    BP_MUTATE_NAME,      /* a variable, field or function, and others for it, "x|y" */
    BP_MUTATE_COMPARE,   /* both sides; the operator stands behind the first */
    BP_MUTATE_LOGIC,     /* both sides, and && or || */
    BP_MUTATE_SUM,       /* both sides; the operator stands behind the first */
    BP_MUTATE_PRODUCT,   /* both sides; the operator stands behind the first */
    BP_MUTATE_REST,      /* both sides of / or % of integers; the operator stands behind the first */
    BP_MUTATE_NUMBER,    /* the number */
    BP_MUTATE_TEST,      /* a condition, and in c other tests, "t|u" */
    BP_MUTATE_SIGN,      /* what has a minus */
    BP_MUTATE_CALL,      /* a function, its argument of the same type, and functions for it, "f|g" */
    BP_MUTATE_ARGUMENTS, /* the first two arguments, of one type, and other functions, "f|g" */
    BP_MUTATE_OPERANDS,  /* the same, where the result has that type, too */
    BP_MUTATE_INVERSE,   /* the matrix */
    BP_MUTATE_STATEMENT, /* the statement */
    BP_MUTATE_ADDITION,  /* the statement, with += */
    BP_MUTATE_PRODUCTS,  /* the assignment of a matrix */
    BP_MUTATE_EXCHANGE,  /* two variables */
    BP_MUTATE_FLOAT,     /* an expression of that type */
    BP_MUTATE_INT,
    BP_MUTATE_BP_VEC3,
    BP_MUTATE_BP_QUAT,
    BP_MUTATE_BP_MAT4,
    BP_MUTATE_KINDS
} bp_mutation_kind;

typedef struct bp_mutation {
    bp_mutation_kind kind;
    int place; /* an index of bp_mutants.places */
    const char *a, *b, *c;
} bp_mutation;

struct bp_mutants {
    bp_answer_function function;
    const char *const *places; /* what a point contributes to, "pixel[i].x"; the first is the result */
    const bp_mutation *points; /* to one of kind BP_MUTATE_END; points are numbered from 1 */
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

static inline float bp_mutate_with_float(int point, float value, float other) {
    const int alternative = bp_mutant_alternative(point);
    if (alternative == 0) return value;
    switch (alternative % 4) {
    case 1: return value * other;
    case 2: return value / other;
    case 3: return value + other;
    default: return value - other;
    }
}

/* `sign` is the operator's first character; `equal`: it has a = behind it. */
static inline bool bp_mutate_compare(int point, char sign, bool equal, double a, double b) {
    switch (bp_mutant_alternative(point)) {
    case 1: equal = !equal, sign = sign == '=' ? '!' : sign == '!' ? '=' : sign; break;
    case 2: sign = sign == '<' ? '>' : sign == '>' ? '<' : sign; break;
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

static inline float bp_mutate_float_operation(int point, char operation, float a, float b) {
    switch (bp_mutant_alternative(point)) {
    case 1: operation = operation == '+' ? '-' : operation == '-' ? '+' : operation == '*' ? '/' : '*'; break;
    case 2: return a;
    case 3: return b;
    case 4: return operation == '/' ? b / a : operation == '-' ? b - a : operation == '+' ? b * a : a + b;
    default: break;
    }
    switch (operation) {
    case '+': return a + b;
    case '-': return a - b;
    case '*': return a * b;
    default: return a / b;
    }
}

/* Without overflow and division by 0. */
static inline int bp_mutate_int_operation(int point, char operation, int a, int b) {
    switch (bp_mutant_alternative(point)) {
    case 1: operation = operation == '+' ? '-' : operation == '-' ? '+' : operation == '*' ? '/' : '*'; break;
    case 2: return a;
    case 3: return b;
    case 4: operation = operation == '-' ? 'r' : operation == '+' ? '*' : operation == '/' ? '%' : '/'; break;
    default: break;
    }
    switch (operation) {
    case '+': return (int)((unsigned)a + (unsigned)b);
    case '-': return (int)((unsigned)a - (unsigned)b);
    case 'r': return (int)((unsigned)b - (unsigned)a);
    case '*': return (int)((unsigned)a * (unsigned)b);
    case '/': return b == 0 || b == -1 ? 0 : a / b;
    default: return b == 0 || b == -1 ? 0 : a % b;
    }
}

static inline float bp_mutate_float_number(int point, float n) {
    switch (bp_mutant_alternative(point)) {
    case 1: return n + 1;
    case 2: return n - 1;
    case 3: return n * 2;
    case 4: return n / 2;
    case 5: return -n;
    case 6: return 0;
    case 7: return 1;
    default: return n;
    }
}
static inline int bp_mutate_int_number(int point, int n) {
    return (int)bp_mutate_float_number(point, (float)n);
}

static inline float bp_mutate_float(int point, float x) {
    switch (bp_mutant_alternative(point)) {
    case 1: return -x;
    case 2: return 2 * x;
    case 3: return x / 2;
    case 4: return x + 1;
    case 5: return x - 1;
    case 6: return x + 0.5f;
    case 7: return x - 0.5f;
    case 8: return bp_clamp(x, 0, 1);
    case 9: return fmaxf(x, 0);
    case 10: return fminf(x, 1);
    case 11: return bp_clamp(x, -1, 1);
    case 12: return fabsf(x);
    case 13: return floorf(x);
    case 14: return floorf(x + 0.5f);
    case 15: return x < 0 ? ceilf(x) : floorf(x);
    case 16: return x * x;
    case 17: return sqrtf(x);
    case 18: return 1 / x;
    case 19: return 1 - x;
    case 20: return bp_radians(x);
    case 21: return bp_degrees(x);
    case 22: return 0;
    case 23: return 0.5f;
    case 24: return 1;
    case 25: return ceilf(x);
    default: return x;
    }
}

/* A function of two operands, which may stand in the other order, alone, or the second twice. */
#define BP_MUTATE_OPERANDS_OF(type)                                                                        \
    static inline type bp_mutate_operands_##type(int point, type (*f)(type, type), type a, type b) {       \
        switch (bp_mutant_alternative(point)) {                                                            \
        case 1: return f(b, a);                                                                            \
        case 2: return a;                                                                                  \
        case 3: return b;                                                                                  \
        case 4: return f(f(a, b), b);                                                                      \
        default: return f(a, b);                                                                           \
        }                                                                                                  \
    }
BP_MUTATE_OPERANDS_OF(float)
BP_MUTATE_OPERANDS_OF(bp_vec3)
BP_MUTATE_OPERANDS_OF(bp_quat)
BP_MUTATE_OPERANDS_OF(bp_mat4)

static inline bp_mat4 bp_mutate_products(int point, const bp_mat4 *old, bp_mat4 value) {
    const int alternative = bp_mutant_alternative(point);
    return alternative == 0 ? value : alternative == 1 ? bp_mat4_mul(*old, value) : bp_mat4_mul(value, *old);
}

static inline bp_vec3 bp_mutate_with_bp_vec3(int point, bp_vec3 value, bp_vec3 other) {
    const int alternative = bp_mutant_alternative(point);
    if (alternative == 0) return value;
    switch (alternative % 4) {
    case 1: return bp_vec3_cross(value, other);
    case 2: return bp_vec3_cross(other, value);
    case 3: return bp_vec3_add(value, other);
    default: return bp_vec3_sub(value, other);
    }
}
static inline bp_mat4 bp_mutate_with_bp_mat4(int point, bp_mat4 value, bp_mat4 other) {
    const int alternative = bp_mutant_alternative(point);
    if (alternative == 0) return value;
    bp_mat4 factor = other;
    if (alternative % 4 == 2 || alternative % 4 == 3) bp_mat4_inverse(other, &factor);
    return alternative % 4 == 1 || alternative % 4 == 2 ? bp_mat4_mul(value, factor)
                                                        : bp_mat4_mul(factor, value);
}

static inline int bp_mutate_int(int point, int x) {
    switch (bp_mutant_alternative(point)) {
    case 1: return x + 1;
    case 2: return x - 1;
    case 3: return x < 0 ? 0 : x;
    case 4: return x < 0 ? -1 - x : x;
    case 5: return 0;
    default: return x;
    }
}

static inline bp_vec3 bp_mutate_bp_vec3(int point, bp_vec3 v) {
    switch (bp_mutant_alternative(point)) {
    case 1: return bp_vec3_scale(v, -1);
    case 2: return bp_vec3_normalize(v);
    case 3: return bp_vec3_scale(v, 2);
    case 4: return bp_vec3_scale(v, 0.5f);
    case 5: return (bp_vec3){bp_clamp(v.x, 0, 1), bp_clamp(v.y, 0, 1), bp_clamp(v.z, 0, 1)};
    default: return v;
    }
}

static inline bp_quat bp_mutate_bp_quat(int point, bp_quat q) {
    switch (bp_mutant_alternative(point)) {
    case 1: return (bp_quat){-q.x, -q.y, -q.z, q.w};
    case 2: return (bp_quat){-q.x, -q.y, -q.z, -q.w};
    case 3: return bp_quat_normalize(q);
    case 4: return bp_quat_identity();
    default: return q;
    }
}

static inline bp_mat4 bp_mutate_bp_mat4(int point, bp_mat4 m) {
    bp_mat4 out = m;
    switch (bp_mutant_alternative(point)) {
    case 1: bp_mat4_inverse(m, &out); break;
    case 2: out = bp_mat4_transpose(m); break;
    case 3: out.m[12] = out.m[13] = out.m[14] = 0; break;
    case 4: out = bp_mat4_translation((bp_vec3){m.m[12], m.m[13], m.m[14]}); break;
    case 5: out = bp_mat4_identity(); break;
    case 6: out = bp_mat4_mul(m, m); break;
    default: break;
    }
    return out;
}

/* Functions that may be taken for others. Their names are the words for them. */
static inline float bp_the_sum(float a, float b) { return a + b; }
static inline float bp_the_mean(float a, float b) { return (a + b) / 2; }
static inline float bp_the_root_of_the_product(float a, float b) { return sqrtf(a * b); }
static inline float bp_the_square(float x) { return x * x; }
static inline float bp_the_square_root(float x) { return sqrtf(x); }
static inline bp_vec3 bp_the_sum_of_both(bp_vec3 a, bp_vec3 b, float t) {
    return bp_vec3_add(a, bp_vec3_scale(b, t));
}
static inline bp_vec3 bp_the_sum_of_both_parts(bp_vec3 a, bp_vec3 b, float t) {
    return bp_vec3_scale(bp_vec3_add(a, b), t);
}
static inline bp_vec3 bp_the_part_alone(bp_vec3 a, bp_vec3 b, float t) {
    return (void)a, bp_vec3_scale(b, t);
}
static inline bp_vec3 bp_the_whole_second(bp_vec3 a, bp_vec3 b, float t) {
    return bp_vec3_add(bp_vec3_scale(a, 1 - t), b);
}
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

#endif
