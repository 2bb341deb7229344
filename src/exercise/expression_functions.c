/* The functions that a formula may call. Each is one of the library's, under its short name. */
#include "exercise/expression.h"
#include <math.h>
#include <string.h>

typedef bp_expression_value value;

const char *bp_expression_type_text(bp_expression_type type) {
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

static bool number(value *to, float from) {
    *to = (value){BP_TYPE_NUMBER, {from}};
    return true;
}
static bool row(value *to, bp_vec3 from) {
    *to = (value){BP_TYPE_ROW3, {from.x, from.y, from.z}};
    return true;
}
static bool matrix(value *to, bp_mat4 from) {
    to->type = BP_TYPE_MATRIX;
    memcpy(to->v, from.m, sizeof from.m);
    return true;
}

#define FUNCTION(name) static bool name(const value *in, value *out, const char **problem)
FUNCTION(identity) { return (void)in, (void)problem, matrix(out, bp_mat4_identity()); }
FUNCTION(transpose) { return (void)problem, matrix(out, bp_mat4_transpose(mat4_of(in))); }
FUNCTION(determinant) { return (void)problem, number(out, bp_mat4_determinant(mat4_of(in))); }
FUNCTION(scaling) { return (void)problem, matrix(out, bp_mat4_scaling(vec3_of(in))); }
FUNCTION(translation) { return (void)problem, matrix(out, bp_mat4_translation(vec3_of(in))); }
FUNCTION(from_quat) { return (void)problem, matrix(out, bp_mat4_from_quat(quat_of(in))); }
FUNCTION(normalize) { return (void)problem, row(out, bp_vec3_normalize(vec3_of(in))); }
FUNCTION(length) { return (void)problem, number(out, bp_vec3_length(vec3_of(in))); }
FUNCTION(dot) { return (void)problem, number(out, bp_vec3_dot(vec3_of(in), vec3_of(in + 1))); }
FUNCTION(cross) { return (void)problem, row(out, bp_vec3_cross(vec3_of(in), vec3_of(in + 1))); }
FUNCTION(square_root) {
    *problem = "there is no square root of a negative number";
    return in->v[0] >= 0 && number(out, sqrtf(in->v[0]));
}
FUNCTION(arc_cosine) { return (void)problem, number(out, bp_acos(in->v[0])); }
FUNCTION(sine) { return (void)problem, number(out, bp_sin(in->v[0])); }
FUNCTION(cosine) { return (void)problem, number(out, bp_cos(in->v[0])); }
FUNCTION(radians) { return (void)problem, number(out, bp_radians(in->v[0])); }
FUNCTION(inverse) {
    bp_mat4 inverted;
    *problem = "this matrix has no inverse: it flattens everything";
    return bp_mat4_inverse(mat4_of(in), &inverted) && matrix(out, inverted);
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
