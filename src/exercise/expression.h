/* Answers as formulas, for students without a compiler:
 *
 *     absolute = local * parent_absolute
 *     final_matrix = inverse(bind * parent_absolute_bind) * absolute
 *
 * A text is a list of lines `name = expression`. The names of the exercise's inputs are known, and its
 * outputs must be among the names that the text sets; a single output needs no name. `name[i] = expression`
 * computes an array, with i from 0 upwards: bp_exercise_form.indices says how far. sum(expression) adds up
 * over the same i.
 *
 * Values are numbers, rows of three or four numbers, quaternions and matrices. A row is multiplied by a
 * matrix only if it has four numbers, so a student must say whether it is a position (p, 1) or a direction
 * (d, 0). There are + - * / < <= > >= == != && || ! ?:, indices (matrix[12], weights[i]), .x .y .z .w .xyz,
 * and the functions of bp_expression_functions.
 *
 * Texts come from strangers. Length, nesting and names are limited, sums can't be nested, and arrays are
 * short, so every text ends soon. */
#pragma once

#include <bindpose/exercise.h>

enum {
    BP_EXPRESSION_TEXT = 4000,   /* bytes */
    BP_EXPRESSION_NODES = 1200,  /* operators and values */
    BP_EXPRESSION_DEPTH = 60,    /* of parentheses in parentheses, signs and conditions */
    BP_EXPRESSION_LINES = 24,    /* and as many names */
    BP_EXPRESSION_ELEMENTS = 16, /* of an array that a text sets */
};

typedef enum bp_expression_op {
    BP_OP_NUMBER,
    BP_OP_NAME,   /* a: index of the name, < 0: input ~a */
    BP_OP_I,      /* the index */
    BP_OP_CALL,   /* a: index of the function, b: first argument */
    BP_OP_SUM,    /* b: what to add up */
    BP_OP_TUPLE,  /* b: first part */
    BP_OP_INDEX,  /* a [ b ] */
    BP_OP_MEMBER, /* a . number: 0..3, or 4: xyz */
    BP_OP_NEGATE, /* a */
    BP_OP_NOT,
    BP_OP_ADD, /* a op b, from here on */
    BP_OP_SUBTRACT,
    BP_OP_MULTIPLY,
    BP_OP_DIVIDE,
    BP_OP_LESS,
    BP_OP_LESS_EQUAL,
    BP_OP_GREATER,
    BP_OP_GREATER_EQUAL,
    BP_OP_EQUAL,
    BP_OP_NOT_EQUAL,
    BP_OP_AND,
    BP_OP_OR,
    BP_OP_CHOOSE, /* a ? b : c */
} bp_expression_op;

typedef struct bp_expression_node {
    bp_expression_op op;
    int at;      /* its position in the text, in bytes */
    int a, b, c; /* operands: indices of nodes */
    int next;    /* of arguments and parts of a row: the next one, or -1 */
    float number;
} bp_expression_node;

/* Something that a line sets. Several lines may set one name; the last one counts. */
typedef struct bp_expression_line {
    int name;     /* its index; -1: none, the line is the result */
    bool indexed; /* name[i] = */
    int node, at;
} bp_expression_line;

typedef struct bp_expression {
    const bp_exercise *exercise;
    const char *text; /* borrowed */
    bp_expression_node nodes[BP_EXPRESSION_NODES];
    bp_expression_line lines[BP_EXPRESSION_LINES];
    char names[BP_EXPRESSION_LINES][32];
    int node_count, line_count, name_count;
    int outputs[4]; /* for each output of the exercise: the line that sets it */
} bp_expression;

/* The first error of a text. */
typedef struct bp_expression_problem {
    int at;          /* bytes from the start of the text */
    bool about_case; /* it isn't so in all cases */
    char message[400];
} bp_expression_problem;

/* (expression_run.c) Fills in the problem and returns false. */
bool bp_expression_fail(bp_expression_problem *problem, int at, const char *format, ...) BP_PRINTF(3, 4);

/* (expression_parse.c) Reads a text; `expression` borrows it. */
bool bp_expression_parse(const bp_exercise *exercise, const char *text, bp_expression *expression,
                         bp_expression_problem *problem);

/* (expression_run.c) Computes the answer to a case. Returns the number of floats, or -1. */
int bp_expression_run(const bp_expression *expression, const float *in, float *out,
                      bp_expression_problem *problem);

/* ---- functions (expression_run.c) ---- */

typedef enum bp_expression_type {
    BP_TYPE_NUMBER,
    BP_TYPE_ROW3,
    BP_TYPE_ROW4,
    BP_TYPE_QUAT,
    BP_TYPE_MATRIX,
    BP_TYPE_ROW, /* of a parameter only: three or four numbers, of which x, y and z count */
} bp_expression_type;

typedef struct bp_expression_value {
    bp_expression_type type;
    float v[16];
} bp_expression_value;

typedef struct bp_expression_function {
    const char *usage, *help; /* "inverse(M)"; NULL ends the table */
    int parameter_count;
    bp_expression_type parameters[2];
    /* The types are right. False: there is no result, and `problem` says why. */
    bool (*call)(const bp_expression_value *arguments, bp_expression_value *result, const char **problem);
} bp_expression_function;

extern const bp_expression_function bp_expression_functions[];
