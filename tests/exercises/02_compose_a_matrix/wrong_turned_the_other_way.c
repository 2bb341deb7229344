/* Uses the rotation formula for column vectors. */
#include "exercise.h"

bp_mat4 compose_matrix(bp_vec3 position, bp_quat rotation, bp_vec3 scale) {
    float x = rotation.x, y = rotation.y, z = rotation.z, w = rotation.w;
    float r[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)},
                     {2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)},
                     {2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)}};
    float s[3] = {scale.x, scale.y, scale.z};
    bp_mat4 m = {{0}};
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++) m.m[4 * row + column] = s[row] * r[row][column];
    m.m[12] = position.x, m.m[13] = position.y, m.m[14] = position.z, m.m[15] = 1;
    return m;
}
