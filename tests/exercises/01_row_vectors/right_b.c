/* Multiplies the matrices first, and loops over columns. */
#include "exercise.h"

bp_vec3 through_both(bp_vec3 point, bp_mat4 first, bp_mat4 second) {
    bp_mat4 both = bp_mat4_mul(first, second);
    float row[4] = {point.x, point.y, point.z, 1}, result[3] = {0, 0, 0};
    for (int column = 0; column < 3; column++)
        for (int i = 0; i < 4; i++) result[column] += row[i] * both.m[4 * i + column];
    return (bp_vec3){result[0], result[1], result[2]};
}
