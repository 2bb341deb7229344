/* Sends answers that are larger than any tolerance, not a number, too long and too short. */
#include "exercise.h"
#include <math.h>
#include <stdint.h>
#include <unistd.h>

__attribute__((constructor)) static void send(void) {
    static float all[512];
    static const uint32_t counts[] = {16, 0, 17, 512, 513, 0x80000000u, 0xffffffffu};
    for (int i = 0; i < 512; i++) all[i] = i % 3 == 0 ? INFINITY : i % 3 == 1 ? NAN : 3e38f;
    for (int k = 0; k < 7; k++)
        if (write(3, &counts[k], 4) != 4 || write(3, all, sizeof all) < 0) break;
    _exit(0);
}

bp_mat4 final_matrix(bp_mat4 local, bp_mat4 parent_absolute, bp_mat4 bind, bp_mat4 parent_absolute_bind) {
    (void)local, (void)parent_absolute, (void)bind, (void)parent_absolute_bind;
    return bp_mat4_identity();
}
