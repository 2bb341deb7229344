/* Computing a formula (expression.h) for one case. Types are checked here, because an input's type is its
 * case's, and each message says how to put it right. */
#include "exercise/expression.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef bp_expression_value value;
typedef bp_expression_node node;

bool bp_expression_fail(bp_expression_problem *problem, int at, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(problem->message, sizeof problem->message, format, arguments);
    va_end(arguments);
    problem->at = at;
    return false;
}

/* ---- the functions that a formula may call: each is one of the library's, under its short name ---- */

/* "a number", "a row of 3 numbers", ... */
static const char *type_text(bp_expression_type type) {
    static const char *const TEXTS[] = {"a number",     "a row of 3 numbers", "a row of 4 numbers",
                                        "a quaternion", "a matrix",           "a row of 3 numbers"};
    return TEXTS[type];
}

static bp_vec3 vec3_of(const value *from) { return (bp_vec3){from->v[0], from->v[1], from->v[2]}; }
static bp_quat quat_of(const value *from) {
    return (bp_quat){from->v[0], from->v[1], from->v[2], from->v[3]};
}
static bp_mat4 mat4_of(const value *from) {
    bp_mat4 m;
    memcpy(m.m, from->v, sizeof m.m);
    return m;
}

static bool set_number(value *to, float from) {
    *to = (value){BP_TYPE_NUMBER, {from}};
    return true;
}
static bool set_row(value *to, bp_vec3 from) {
    *to = (value){BP_TYPE_ROW3, {from.x, from.y, from.z}};
    return true;
}
static bool set_matrix(value *to, bp_mat4 from) {
    to->type = BP_TYPE_MATRIX;
    memcpy(to->v, from.m, sizeof from.m);
    return true;
}

#define FUNCTION(name) static bool name(const value *in, value *out, const char **problem)
FUNCTION(identity) { return (void)in, (void)problem, set_matrix(out, bp_mat4_identity()); }
FUNCTION(transpose) { return (void)problem, set_matrix(out, bp_mat4_transpose(mat4_of(in))); }
FUNCTION(determinant) { return (void)problem, set_number(out, bp_mat4_determinant(mat4_of(in))); }
FUNCTION(scaling) { return (void)problem, set_matrix(out, bp_mat4_scaling(vec3_of(in))); }
FUNCTION(translation) { return (void)problem, set_matrix(out, bp_mat4_translation(vec3_of(in))); }
FUNCTION(from_quat) { return (void)problem, set_matrix(out, bp_mat4_from_quat(quat_of(in))); }
FUNCTION(normalize) { return (void)problem, set_row(out, bp_vec3_normalize(vec3_of(in))); }
FUNCTION(length) { return (void)problem, set_number(out, bp_vec3_length(vec3_of(in))); }
FUNCTION(dot) { return (void)problem, set_number(out, bp_vec3_dot(vec3_of(in), vec3_of(in + 1))); }
FUNCTION(cross) { return (void)problem, set_row(out, bp_vec3_cross(vec3_of(in), vec3_of(in + 1))); }
FUNCTION(square_root) {
    *problem = "there is no square root of a negative number";
    return in->v[0] >= 0 && set_number(out, sqrtf(in->v[0]));
}
FUNCTION(arc_cosine) { return (void)problem, set_number(out, bp_acos(in->v[0])); }
FUNCTION(sine) { return (void)problem, set_number(out, bp_sin(in->v[0])); }
FUNCTION(cosine) { return (void)problem, set_number(out, bp_cos(in->v[0])); }
FUNCTION(radians) { return (void)problem, set_number(out, bp_radians(in->v[0])); }
FUNCTION(inverse) {
    bp_mat4 inverted;
    *problem = "this matrix has no inverse: it flattens everything";
    return bp_mat4_inverse(mat4_of(in), &inverted) && set_matrix(out, inverted);
}

const bp_expression_function bp_expression_functions[] = {
    {"inverse(M)", "undoes the matrix M", 1, {BP_TYPE_MATRIX}, inverse},
    {"transpose(M)", "M with rows and columns swapped", 1, {BP_TYPE_MATRIX}, transpose},
    {"identity()", "the matrix that moves nothing", 0, {0}, identity},
    {"determinant(M)", "below 0 if M mirrors", 1, {BP_TYPE_MATRIX}, determinant},
    {"scaling(s)", "the matrix that scales by the row s", 1, {BP_TYPE_ROW}, scaling},
    {"from_quat(q)", "the matrix that rotates as the quaternion q", 1, {BP_TYPE_QUAT}, from_quat},
    {"translation(p)", "the matrix that moves by the row p", 1, {BP_TYPE_ROW}, translation},
    {"normalize(v)", "x, y and z of v, with length 1", 1, {BP_TYPE_ROW}, normalize},
    {"length(v)", "the length of x, y and z", 1, {BP_TYPE_ROW}, length},
    {"dot(a, b)", "the dot product", 2, {BP_TYPE_ROW, BP_TYPE_ROW}, dot},
    {"cross(a, b)", "the cross product", 2, {BP_TYPE_ROW, BP_TYPE_ROW}, cross},
    {"sqrt(x)", "the square root", 1, {BP_TYPE_NUMBER}, square_root},
    {"sin(x)", "the sine of x radians", 1, {BP_TYPE_NUMBER}, sine},
    {"cos(x)", "the cosine of x radians", 1, {BP_TYPE_NUMBER}, cosine},
    {"acos(x)", "the angle with the cosine x, in radians", 1, {BP_TYPE_NUMBER}, arc_cosine},
    {"radians(x)", "x degrees, in radians", 1, {BP_TYPE_NUMBER}, radians},
    {.usage = NULL},
};

/* ---- computing ---- */

/* A name that a line has set: a value, or the elements of an array that are set so far. */
typedef struct variable {
    bool is_array;
    int count;
    value values[BP_EXPRESSION_ELEMENTS];
} variable;

typedef struct runner {
    const bp_expression *expression;
    const float *in;
    bp_expression_problem *problem;
    int index; /* i */
    variable variables[BP_EXPRESSION_LINES];
} runner;

static bool evaluate(runner *r, int index, value *out);

static int size_of(bp_expression_type type) {
    static const int SIZES[] = {1, 3, 4, 4, 16, 3};
    return SIZES[type];
}

#define FAIL(r, where, ...) bp_expression_fail((r)->problem, (where)->at, __VA_ARGS__)
#define FAIL_IN_CASE(r, where, ...) ((r)->problem->about_case = true, FAIL(r, where, __VA_ARGS__))

static int index_limit(const runner *r) {
    int limit = r->expression->exercise->form.indices;
    if (limit == BP_VALUE_PER_FIRST) limit = (int)r->in[0];
    return limit < BP_EXPRESSION_ELEMENTS ? limit : BP_EXPRESSION_ELEMENTS;
}

static bp_expression_type type_of(bp_value_kind kind) {
    switch (kind) {
    case BP_VALUE_VEC3: return BP_TYPE_ROW3;
    case BP_VALUE_INT4:
    case BP_VALUE_VEC4: return BP_TYPE_ROW4;
    case BP_VALUE_QUAT: return BP_TYPE_QUAT;
    case BP_VALUE_MAT4: return BP_TYPE_MATRIX;
    default: return BP_TYPE_NUMBER;
    }
}

/* An element of an input; element < 0: an input that isn't an array. */
static bool input_value(runner *r, const node *where, int input, int element, value *out) {
    const bp_exercise_value *inputs = r->expression->exercise->inputs, *one = &inputs[input];
    const float *in = r->in;
    for (int i = 0; i < input; i++)
        in += bp_value_floats(inputs[i].kind) * bp_value_repeat(inputs, &inputs[i], r->in);
    int count = bp_value_repeat(inputs, one, r->in);
    if (element < 0 && one->count != 0)
        return FAIL(r, where, "%s is an array: choose one of its elements, as in %s[i]", one->name,
                    one->name);
    if (element >= count)
        return FAIL_IN_CASE(r, where, "there is no %s[%d]: the array has %d elements", one->name, element,
                            count);
    out->type = type_of(one->kind);
    memcpy(out->v, in + bp_value_floats(one->kind) * (element < 0 ? 0 : element),
           (size_t)bp_value_floats(one->kind) * sizeof(float));
    return true;
}

static bool variable_value(runner *r, const node *where, int name, int element, value *out) {
    const variable *one = &r->variables[name];
    const char *text = r->expression->names[name];
    if (one->is_array && element < 0)
        return FAIL(r, where, "%s is an array: choose one of its elements, as in %s[i]", text, text);
    if (element < 0 && one->count == 0) return FAIL(r, where, "%s has no value yet", text);
    if (element >= one->count)
        return FAIL_IN_CASE(r, where,
                            "%s[%d] has no value yet: i goes upwards from 0, and there are %d elements", text,
                            element, one->count);
    *out = one->values[element < 0 ? 0 : element];
    return true;
}

static bool number(runner *r, int index, const char *what, float *out) {
    value got;
    if (!evaluate(r, index, &got)) return false;
    *out = got.v[0];
    return got.type == BP_TYPE_NUMBER || FAIL(r, &r->expression->nodes[index],
                                              "%s should be a number; this is %s", what, type_text(got.type));
}

static bool is_array(const runner *r, const node *n) {
    if (n->op != BP_OP_NAME) return false;
    return n->a < 0 ? r->expression->exercise->inputs[~n->a].count != 0 : r->variables[n->a].is_array;
}

static bool indexed(runner *r, const node *n, value *out) {
    const node *array = &r->expression->nodes[n->a];
    float at;
    if (!number(r, n->b, "an index", &at)) return false;
    if (at != floorf(at) || !(fabsf(at) < 1e6f))
        return FAIL_IN_CASE(r, n, "an index should be a whole number, not %g", (double)at);
    if (at < 0) return FAIL_IN_CASE(r, n, "the index is %d here; indices begin at 0", (int)at);
    if (is_array(r, array))
        return array->a < 0 ? input_value(r, array, ~array->a, (int)at, out)
                            : variable_value(r, array, array->a, (int)at, out);
    value from;
    if (!evaluate(r, n->a, &from)) return false;
    if (at >= (float)size_of(from.type) || from.type == BP_TYPE_NUMBER)
        return FAIL(r, n, "there is no [%d] in %s", (int)at, type_text(from.type));
    *out = (value){BP_TYPE_NUMBER, {from.v[(int)at]}};
    return true;
}

static bool member(runner *r, const node *n, value *out) {
    value from;
    int which = (int)n->number;
    if (!evaluate(r, n->a, &from)) return false;
    if (from.type == BP_TYPE_NUMBER || from.type == BP_TYPE_MATRIX ||
        (which == 3 && from.type == BP_TYPE_ROW3))
        return FAIL(r, n, "%s has no .%s", type_text(from.type),
                    ((const char *const[]){"x", "y", "z", "w", "xyz"})[which]);
    *out = (value){BP_TYPE_NUMBER, {from.v[which < 4 ? which : 0]}};
    if (which == 4) *out = (value){BP_TYPE_ROW3, {from.v[0], from.v[1], from.v[2]}};
    return true;
}

/* (point, 1): numbers and rows, joined to a row of three or four. */
static bool tuple(runner *r, const node *n, value *out) {
    int count = 0;
    for (int part = n->b; part >= 0; part = r->expression->nodes[part].next) {
        value one;
        if (!evaluate(r, part, &one)) return false;
        int size = size_of(one.type);
        if (size > 4 || one.type == BP_TYPE_QUAT || count + size > 4)
            return FAIL(r, n, "a row has 3 or 4 numbers, as in (x, y, z) or (point, 1)");
        memcpy(out->v + count, one.v, (size_t)size * sizeof(float));
        count += size;
    }
    out->type = count == 4 ? BP_TYPE_ROW4 : BP_TYPE_ROW3;
    return count >= 3 || FAIL(r, n, "a row has 3 or 4 numbers, as in (x, y, z) or (point, 1)");
}

static bool call(runner *r, const node *n, value *out) {
    const bp_expression_function *function = &bp_expression_functions[n->a];
    value arguments[2];
    int at = 0;
    for (int one = n->b; one >= 0; one = r->expression->nodes[one].next, at++) {
        bp_expression_type wanted = function->parameters[at];
        if (!evaluate(r, one, &arguments[at])) return false;
        bp_expression_type got = arguments[at].type;
        if (got == wanted || (wanted == BP_TYPE_ROW && (got == BP_TYPE_ROW3 || got == BP_TYPE_ROW4)))
            continue;
        return FAIL(r, &r->expression->nodes[one], "%s takes %s; this is %s", function->usage,
                    type_text(wanted), type_text(got));
    }
    const char *problem = "";
    return function->call(arguments, out, &problem) || FAIL_IN_CASE(r, n, "%s", problem);
}

static bool add(value *to, const value *a, const value *b, float sign) {
    if (a->type != b->type) return false;
    to->type = a->type;
    for (int i = 0; i < size_of(a->type); i++) to->v[i] = a->v[i] + sign * b->v[i];
    return true;
}

static bool sum(runner *r, const node *n, value *out) {
    int limit = index_limit(r);
    for (r->index = 0; r->index < limit; r->index++) {
        value one;
        if (!evaluate(r, n->b, &one)) return false;
        if (r->index == 0)
            *out = one;
        else if (!add(out, out, &one, 1))
            return FAIL(r, n, "sum can't add %s to %s", type_text(one.type), type_text(out->type));
    }
    return limit > 0 || FAIL_IN_CASE(r, n, "there is nothing to sum in this case");
}

/* A row times a matrix, and a matrix times a column. */
static void transform(value *out, const value *v, const value *m, int along, int across) {
    out->type = BP_TYPE_ROW4;
    for (int i = 0; i < 4; i++) {
        out->v[i] = 0;
        for (int k = 0; k < 4; k++) out->v[i] += v->v[k] * m->v[across * i + along * k];
    }
}

static bool fail_product(runner *r, const node *n, const value *a, const value *b) {
    bool with_matrix = a->type == BP_TYPE_MATRIX || b->type == BP_TYPE_MATRIX;
    if (with_matrix && (a->type == BP_TYPE_ROW3 || b->type == BP_TYPE_ROW3))
        return FAIL(r, n,
                    "a matrix of four rows takes a row of 4 numbers, and this one has 3. Write (v, 1) for a "
                    "position, which the matrix may move, or (v, 0) for a direction");
    if (a->type == BP_TYPE_QUAT || b->type == BP_TYPE_QUAT)
        return FAIL(r, n, "a quaternion can't be multiplied here: from_quat(q) makes it a matrix");
    return FAIL(r, n, "%s can't be multiplied by %s", type_text(a->type), type_text(b->type));
}

static bool multiply(runner *r, const node *n, const value *a, const value *b, value *out) {
    if (b->type == BP_TYPE_NUMBER || a->type == BP_TYPE_NUMBER) {
        const value *scaled = b->type == BP_TYPE_NUMBER ? a : b;
        float factor = b->type == BP_TYPE_NUMBER ? b->v[0] : a->v[0];
        value result = {.type = scaled->type};
        for (int i = 0; i < size_of(scaled->type); i++) result.v[i] = scaled->v[i] * factor;
        *out = result;
        return true;
    }
    if (a->type == BP_TYPE_MATRIX && b->type == BP_TYPE_MATRIX) {
        bp_mat4 left, right;
        memcpy(left.m, a->v, sizeof left.m);
        memcpy(right.m, b->v, sizeof right.m);
        out->type = BP_TYPE_MATRIX;
        left = bp_mat4_mul(left, right);
        memcpy(out->v, left.m, sizeof left.m);
    } else if (a->type == BP_TYPE_ROW4 && b->type == BP_TYPE_MATRIX) {
        transform(out, a, b, 4, 1);
    } else if (a->type == BP_TYPE_MATRIX && b->type == BP_TYPE_ROW4) {
        transform(out, b, a, 1, 4);
    } else {
        return fail_product(r, n, a, b);
    }
    return true;
}

static float compare(bp_expression_op op, float a, float b) {
    switch (op) {
    case BP_OP_LESS: return a < b;
    case BP_OP_LESS_EQUAL: return a <= b;
    case BP_OP_GREATER: return a > b;
    case BP_OP_GREATER_EQUAL: return a >= b;
    case BP_OP_EQUAL: return a == b;
    default: return a != b;
    }
}

/* The right side of && and || is computed only if the left side doesn't decide. */
static bool compared(runner *r, const node *n, value *out) {
    float a, b;
    if (!number(r, n->a, "what is compared", &a)) return false;
    bool decided = n->op == BP_OP_AND ? a == 0 : n->op == BP_OP_OR && a != 0;
    if (!decided && !number(r, n->b, "what is compared", &b)) return false;
    bool joins = n->op == BP_OP_AND || n->op == BP_OP_OR;
    *out = (value){BP_TYPE_NUMBER, {decided ? a != 0 : joins ? b != 0 : compare(n->op, a, b)}};
    return true;
}

static bool computed(runner *r, const node *n, value *out) {
    value a, b;
    if (!evaluate(r, n->a, &a) || !evaluate(r, n->b, &b)) return false;
    if (n->op == BP_OP_MULTIPLY) return multiply(r, n, &a, &b, out);
    if (n->op == BP_OP_DIVIDE) {
        if (b.type != BP_TYPE_NUMBER)
            return FAIL(r, n, "%s can't divide%s", type_text(b.type),
                        b.type == BP_TYPE_MATRIX ? ": multiply by its inverse(M), on the side you mean" : "");
        b.v[0] = 1 / b.v[0];
        return multiply(r, n, &a, &b, out);
    }
    return add(out, &a, &b, n->op == BP_OP_ADD ? 1 : -1) ||
           FAIL(r, n, "%s and %s can't be %s%s", type_text(a.type), type_text(b.type),
                n->op == BP_OP_ADD ? "added" : "subtracted",
                a.type == BP_TYPE_ROW4 || b.type == BP_TYPE_ROW4 ? "; .xyz leaves out the fourth number"
                                                                 : "");
}

static bool evaluate(runner *r, int index, value *out) {
    const node *n = &r->expression->nodes[index];
    float test;
    switch (n->op) {
    case BP_OP_NUMBER: *out = (value){BP_TYPE_NUMBER, {n->number}}; return true;
    case BP_OP_I: *out = (value){BP_TYPE_NUMBER, {(float)r->index}}; return true;
    case BP_OP_NAME:
        return n->a < 0 ? input_value(r, n, ~n->a, -1, out) : variable_value(r, n, n->a, -1, out);
    case BP_OP_CALL: return call(r, n, out);
    case BP_OP_SUM: return sum(r, n, out);
    case BP_OP_TUPLE: return tuple(r, n, out);
    case BP_OP_INDEX: return indexed(r, n, out);
    case BP_OP_MEMBER: return member(r, n, out);
    case BP_OP_NEGATE:
        if (!evaluate(r, n->a, out)) return false;
        for (int i = 0; i < size_of(out->type); i++) out->v[i] = -out->v[i];
        return true;
    case BP_OP_NOT:
        if (!number(r, n->a, "what `!` negates", &test)) return false;
        *out = (value){BP_TYPE_NUMBER, {test == 0}};
        return true;
    case BP_OP_CHOOSE:
        return number(r, n->a, "the test before `?`", &test) && evaluate(r, test != 0 ? n->b : n->c, out);
    case BP_OP_ADD:
    case BP_OP_SUBTRACT:
    case BP_OP_MULTIPLY:
    case BP_OP_DIVIDE: return computed(r, n, out);
    default: return compared(r, n, out);
    }
}

static bool run_line(runner *r, const bp_expression_line *line, value *result) {
    if (line->name < 0) return evaluate(r, line->node, result);
    variable *to = &r->variables[line->name];
    const int limit = line->indexed ? index_limit(r) : 1;
    if (line->indexed) to->count = 0; /* an element may name those before it; a value, the one before it */
    to->is_array |= line->indexed;
    for (r->index = 0; r->index < limit; r->index++) {
        value got;
        if (!evaluate(r, line->node, &got)) return false;
        if (!line->indexed) *to = (variable){.count = 0};
        to->values[to->count++] = got;
    }
    return true;
}

/* A row of four gives its x, y and z. */
static bool pack(runner *r, const bp_exercise_value *output, const value *from, int at, float **out) {
    bp_expression_type wanted = type_of(output->kind);
    if (from->type != wanted && !(wanted == BP_TYPE_ROW3 && from->type == BP_TYPE_ROW4))
        return bp_expression_fail(r->problem, at, "%s should be %s; this is %s", output->name,
                                  type_text(wanted), type_text(from->type));
    memcpy(*out, from->v, (size_t)size_of(wanted) * sizeof(float));
    *out += size_of(wanted);
    return true;
}

static bool pack_output(runner *r, int index, const value *unnamed, float **out) {
    const bp_expression_line *line = &r->expression->lines[r->expression->outputs[index]];
    const bp_exercise_value *output = &r->expression->exercise->outputs[index];
    if (line->name < 0) return pack(r, output, unnamed, line->at, out);
    const variable *from = &r->variables[line->name];
    for (int i = 0; i < from->count; i++)
        if (!pack(r, output, &from->values[i], line->at, out)) return false;
    return true;
}

int bp_expression_run(const bp_expression *expression, const float *in, float *out,
                      bp_expression_problem *problem) {
    runner r = {.expression = expression, .in = in, .problem = problem};
    value unnamed = {.type = BP_TYPE_NUMBER};
    float *end = out;
    for (int i = 0; i < expression->line_count; i++)
        if (!run_line(&r, &expression->lines[i], &unnamed)) return -1;
    for (int i = 0; expression->exercise->outputs[i].name; i++)
        if (!pack_output(&r, i, &unnamed, &end)) return -1;
    return (int)(end - out);
}
