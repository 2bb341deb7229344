/* Reading a formula (expression.h): recursive descent, an operator or value a node. Everything that can be
 * known without a case is checked here, so an unknown name is reported even in a branch that is never
 * taken. */
#include "exercise/expression.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct parser {
    bp_expression *to;
    bp_expression_problem *problem;
    int at, depth;
    bool has_index, in_sum; /* whether i is known here */
} parser;

/* Most functions return a node's index, or -1 after an error. */
#define FAIL(p, at, ...) (bp_expression_fail((p)->problem, (at), __VA_ARGS__), -1)

static int expression(parser *p);

static const char *rest(const parser *p) { return p->to->text + p->at; }

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static void skip(parser *p, const char *characters) { p->at += (int)strspn(rest(p), characters); }

/* Skips spaces, and line breaks if the next line goes on with this expression: it begins with an operator. */
static void skip_space(parser *p) {
    skip(p, " \t");
    int before = p->at;
    skip(p, " \t\r\n");
    if (!*rest(p) || !strchr("*/+-?:.<>=!&|),]", *rest(p))) p->at = before;
}

/* Takes a word that consists of this text. */
static bool take(parser *p, const char *text) {
    skip_space(p);
    if (strncmp(rest(p), text, strlen(text)) != 0) return false;
    p->at += (int)strlen(text);
    return true;
}

static int name_length(const char *text) {
    int length = 0;
    if (is_letter(*text))
        while (is_letter(text[length]) || is_digit(text[length])) length++;
    return length;
}

static int add(parser *p, bp_expression_op op, int at, int a, int b) {
    if (p->to->node_count == BP_EXPRESSION_NODES) return FAIL(p, at, "this is too long: simplify it");
    int index = p->to->node_count++;
    p->to->nodes[index] = (bp_expression_node){.op = op, .at = at, .a = a, .b = b, .c = -1, .next = -1};
    return index;
}

static bool is_name(const char *text, int length, const char *name) {
    return (int)strcspn(name, " (") == length && strncmp(text, name, (size_t)length) == 0;
}

/* The index of a name that a line has set, or -1. */
static int find_name(const bp_expression *to, const char *text, int length) {
    for (int i = 0; i < to->name_count; i++)
        if (is_name(text, length, to->names[i])) return i;
    return -1;
}

static int find_input(const bp_expression *to, const char *text, int length) {
    const bp_exercise_value *inputs = to->exercise->inputs;
    for (int i = 0; inputs[i].name; i++)
        if (is_name(text, length, inputs[i].name)) return i;
    return -1;
}

static int fail_name(parser *p, int at, int length) {
    char known[300];
    int used = 0;
    for (const bp_exercise_value *one = p->to->exercise->inputs; one->name; one++)
        used += snprintf(known + used, sizeof known - (size_t)used, "%s%.*s", used ? ", " : "",
                         (int)strcspn(one->name, " "), one->name);
    return FAIL(p, at, "there is no `%.*s`. There are: %s", length < 40 ? length : 40, p->to->text + at,
                known);
}

/* Arguments, or the parts of a row, after the opening parenthesis. Returns their number, or -1. */
static int list(parser *p, int *first) {
    int count = 0, last = -1;
    *first = -1;
    if (take(p, ")")) return 0;
    do {
        int one = expression(p);
        if (one < 0) return -1;
        *(last < 0 ? first : &p->to->nodes[last].next) = one;
        last = one;
        count++;
    } while (take(p, ","));
    if (take(p, ")")) return count;
    return FAIL(p, p->at, "a `)` is missing");
}

static int sum(parser *p, int at) {
    int first;
    if (p->to->exercise->form.indices == 0) return FAIL(p, at, "there are no arrays to sum here");
    if (p->has_index)
        return FAIL(p, at, "sum has its own i: compute it on a line of its own, as in `total = sum(...)`");
    p->has_index = p->in_sum = true;
    int count = list(p, &first);
    p->has_index = p->in_sum = false;
    if (count < 0) return -1;
    if (count != 1) return FAIL(p, at, "sum takes one expression, in which i may occur: sum(weights[i])");
    return add(p, BP_OP_SUM, at, -1, first);
}

static int call(parser *p, int at, int length) {
    int first, index = 0;
    const char *text = p->to->text + at;
    if (is_name(text, length, "sum")) return sum(p, at);
    const bp_expression_function *all = bp_expression_functions;
    while (all[index].usage && !is_name(text, length, all[index].usage)) index++;
    if (!all[index].usage) {
        if (find_input(p->to, text, length) >= 0 || find_name(p->to, text, length) >= 0)
            return FAIL(p, at, "`%.*s` is a value, not a function: an operator is missing, such as *",
                        length < 40 ? length : 40, text);
        return FAIL(p, at, "there is no function `%.*s`; the list below has them all",
                    length < 40 ? length : 40, text);
    }
    int count = list(p, &first);
    if (count < 0) return -1;
    if (count != all[index].parameter_count)
        return FAIL(p, at, "%s takes %d value%s, not %d", all[index].usage, all[index].parameter_count,
                    all[index].parameter_count == 1 ? "" : "s", count);
    return add(p, BP_OP_CALL, at, index, first);
}

static int name(parser *p) {
    int at = p->at, length = name_length(rest(p));
    const char *text = rest(p);
    p->at += length;
    if (take(p, "(")) return call(p, at, length);
    if (is_name(text, length, "i")) {
        if (p->has_index) return add(p, BP_OP_I, at, -1, -1);
        if (p->to->exercise->form.indices == 0) return fail_name(p, at, length);
        return FAIL(p, at, "i has a value only in lines `name[i] = ...` and in sum(...)");
    }
    int index = find_name(p->to, text, length);
    if (index >= 0) return add(p, BP_OP_NAME, at, index, -1);
    index = find_input(p->to, text, length);
    return index >= 0 ? add(p, BP_OP_NAME, at, ~index, -1) : fail_name(p, at, length);
}

static int value(parser *p) {
    skip(p, " \t\r\n");
    int at = p->at, first;
    if (is_letter(*rest(p))) return name(p);
    if (is_digit(*rest(p)) || (*rest(p) == '.' && is_digit(rest(p)[1]))) {
        char *end;
        float number = strtof(rest(p), &end);
        p->at = (int)(end - p->to->text);
        int index = add(p, BP_OP_NUMBER, at, -1, -1);
        if (index >= 0) p->to->nodes[index].number = number;
        return index;
    }
    if (take(p, "(")) {
        int count = list(p, &first);
        if (count == 0) return FAIL(p, at, "the parentheses are empty");
        return count > 1 ? add(p, BP_OP_TUPLE, at, -1, first) : count < 0 ? -1 : first;
    }
    if (*rest(p) == '?') return FAIL(p, at, "write an expression in place of the `?`");
    if (!*rest(p)) return FAIL(p, at, "the text ends where a value should follow");
    if ((unsigned char)*rest(p) > 126 || *rest(p) < ' ')
        return FAIL(p, at, "this character has no meaning here");
    return FAIL(p, at, "a value should be here, not `%c`", *rest(p));
}

/* A value, with [index] and .member behind it. */
static int postfix(parser *p) {
    int left = value(p);
    while (left >= 0) {
        skip_space(p);
        int at = p->at;
        if (*rest(p) == '.' && !is_digit(rest(p)[1])) {
            static const char *const MEMBERS[] = {"x", "y", "z", "w", "xyz"};
            p->at++;
            int length = name_length(rest(p)), member = 0;
            while (member < 5 && !is_name(rest(p), length, MEMBERS[member])) member++;
            if (member == 5) return FAIL(p, at, "after the `.` should be x, y, z, w or xyz");
            p->at += length;
            left = add(p, BP_OP_MEMBER, at, left, -1);
            if (left >= 0) p->to->nodes[left].number = (float)member;
        } else if (take(p, "[")) {
            int index = expression(p);
            if (index < 0) return -1;
            if (!take(p, "]")) return FAIL(p, p->at, "a `]` is missing");
            left = add(p, BP_OP_INDEX, at, left, index);
        } else {
            break;
        }
    }
    return left;
}

static int unary(parser *p) {
    skip(p, " \t\r\n");
    int at = p->at;
    bool minus = *rest(p) == '-';
    if (!minus && *rest(p) != '!') return postfix(p);
    if (++p->depth > BP_EXPRESSION_DEPTH) return FAIL(p, at, "this is nested too deeply: simplify it");
    p->at++;
    int operand = unary(p);
    p->depth--;
    return operand < 0 ? -1 : add(p, minus ? BP_OP_NEGATE : BP_OP_NOT, at, operand, -1);
}

/* Operators from the weakest to the strongest. A longer one is before its beginning. */
static const struct {
    int level;
    const char *text;
    bp_expression_op op;
} OPERATORS[] = {{0, "||", BP_OP_OR},         {1, "&&", BP_OP_AND},
                 {2, "<=", BP_OP_LESS_EQUAL}, {2, ">=", BP_OP_GREATER_EQUAL},
                 {2, "==", BP_OP_EQUAL},      {2, "!=", BP_OP_NOT_EQUAL},
                 {2, "<", BP_OP_LESS},        {2, ">", BP_OP_GREATER},
                 {3, "+", BP_OP_ADD},         {3, "-", BP_OP_SUBTRACT},
                 {4, "*", BP_OP_MULTIPLY},    {4, "/", BP_OP_DIVIDE}};
enum { LEVELS = 5 };

static int binary(parser *p, int level) {
    if (level == LEVELS) return unary(p);
    int left = binary(p, level + 1);
    while (left >= 0) {
        size_t i = 0;
        skip_space(p);
        int at = p->at;
        while (i < BP_COUNT(OPERATORS) && (OPERATORS[i].level != level || !take(p, OPERATORS[i].text))) i++;
        if (i == BP_COUNT(OPERATORS)) break;
        int right = binary(p, level + 1);
        if (right < 0) return -1;
        left = add(p, OPERATORS[i].op, at, left, right);
    }
    return left;
}

static int condition(parser *p) {
    int test = binary(p, 0);
    if (test < 0) return -1;
    skip_space(p);
    int at = p->at;
    if (!take(p, "?")) return test;
    int yes = expression(p);
    if (yes < 0) return -1;
    if (!take(p, ":")) return FAIL(p, p->at, "a `:` is missing: test ? value if true : value if false");
    int no = expression(p), node = no < 0 ? -1 : add(p, BP_OP_CHOOSE, at, test, yes);
    if (node >= 0) p->to->nodes[node].c = no;
    return node;
}

static int expression(parser *p) {
    if (++p->depth > BP_EXPRESSION_DEPTH) return FAIL(p, p->at, "this is nested too deeply: simplify it");
    int node = condition(p);
    p->depth--;
    return node;
}

/* The index of the name that a line sets, new or known. */
static int set_name(parser *p, int at, int length) {
    bp_expression *to = p->to;
    const char *text = to->text + at;
    int index = find_name(to, text, length);
    if (index >= 0) return index;
    if (find_input(to, text, length) >= 0 || is_name(text, length, "i"))
        return FAIL(p, at, "`%.*s` is given; choose another name for the result", length, text);
    if (length >= (int)sizeof to->names[0]) return FAIL(p, at, "this name is too long");
    memcpy(to->names[to->name_count], text, (size_t)length);
    to->names[to->name_count][length] = '\0';
    return to->name_count++;
}

/* Whether the text, which follows a `[`, is an i and a `]`. */
static bool is_index(const char *text) {
    text += strspn(text, " \t");
    return *text == 'i' && text[1 + strspn(text + 1, " \t")] == ']';
}

/* The beginning of a line, `name =` or `name[i] =`, if it has one. */
static bool target(parser *p, bp_expression_line *line) {
    int at = p->at, length = name_length(rest(p));
    line->name = -1;
    p->at += length;
    skip(p, " \t");
    bool indexed = length > 0 && *rest(p) == '[', by_i = indexed && is_index(rest(p) + 1);
    if (indexed) {
        p->at += (int)strcspn(rest(p), "]\n");
        skip(p, "] \t");
    }
    if (length == 0 || *rest(p) != '=' || rest(p)[1] == '=') {
        p->at = at;
        return true;
    }
    if (indexed && p->to->exercise->form.indices == 0)
        return bp_expression_fail(p->problem, at, "there are no arrays here: leave the [...] out");
    if (indexed && !by_i)
        return bp_expression_fail(p->problem, at, "an array is set for all i at once: %.*s[i] = ...",
                                  length < 32 ? length : 32, p->to->text + at);
    p->at++;
    line->indexed = p->has_index = indexed;
    line->name = set_name(p, at, length);
    return line->name >= 0;
}

static bool line(parser *p) {
    bp_expression *to = p->to;
    if (to->line_count == BP_EXPRESSION_LINES)
        return bp_expression_fail(p->problem, p->at, "there are more than %d lines", BP_EXPRESSION_LINES);
    bp_expression_line *one = &to->lines[to->line_count];
    *one = (bp_expression_line){.at = p->at};
    p->has_index = false;
    if (!target(p, one)) return false;
    one->node = expression(p);
    if (one->node < 0) return false;
    to->line_count++;
    skip(p, " \t\r");
    if (!*rest(p) || strchr("\n;", *rest(p))) return true;
    if (*rest(p) == '=')
        return bp_expression_fail(p->problem, p->at, "a line has one `=`; two values are compared by `==`");
    if (*rest(p) == ')') return bp_expression_fail(p->problem, p->at, "a `(` is missing before this `)`");
    return bp_expression_fail(p->problem, p->at,
                              "an operator is missing here, such as *; or begin a new line");
}

/* Finds the line that sets an output: the last one of its name, or without one the last line, if it has no
 * name. */
static bool find_output(parser *p, int index) {
    const bp_expression *to = p->to;
    const bp_exercise_value *outputs = to->exercise->outputs, *output = &outputs[index];
    int name = find_name(to, output->name, (int)strlen(output->name)), found = -1;
    for (int i = 0; i < to->line_count; i++)
        if (name >= 0 && to->lines[i].name == name) found = i;
    if (found < 0 && !outputs[1].name && to->lines[to->line_count - 1].name < 0) found = to->line_count - 1;
    if (found < 0)
        return bp_expression_fail(p->problem, p->at, "a line `%s%s = ...` is missing", output->name,
                                  output->count ? "[i]" : "");
    p->to->outputs[index] = found;
    return to->lines[found].indexed == (output->count != 0) ||
           bp_expression_fail(p->problem, to->lines[found].at, "the result is %s: write %s%s = ...",
                              output->count ? "an array" : "a single value", output->name,
                              output->count ? "[i]" : "");
}

bool bp_expression_parse(const bp_exercise *exercise, const char *text, bp_expression *to,
                         bp_expression_problem *problem) {
    to->exercise = exercise;
    to->text = text;
    to->node_count = to->line_count = to->name_count = 0;
    parser p = {.to = to, .problem = problem};
    if (strlen(text) > BP_EXPRESSION_TEXT)
        return bp_expression_fail(problem, BP_EXPRESSION_TEXT, "the text is longer than %d characters",
                                  BP_EXPRESSION_TEXT);
    for (skip(&p, " \t\r\n;"); *rest(&p); skip(&p, " \t\r\n;"))
        if (!line(&p)) return false;
    if (to->line_count == 0) return bp_expression_fail(problem, 0, "there is no expression yet");
    for (int i = 0; exercise->outputs[i].name; i++)
        if (!find_output(&p, i)) return false;
    return true;
}
