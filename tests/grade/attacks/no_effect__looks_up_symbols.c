/* Looks for the library's functions in its own program while it runs. */
#include "attack.h"
#include <dlfcn.h>

extern float *solve(const void *inputs, int answer, float *out) __attribute__((weak));

static int attack(void) {
    static const char *const NAMES[] = {"bp_exercise_05", "bp_exercises", "bp_exercise_solve_case",
                                        "bp_mat4_transpose", "bp_bone_final"};
    int found = TRY(solve != NULL);
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        found += TRY(dlsym(RTLD_DEFAULT, NAMES[i]) != NULL);
    found += TRY(dlopen("libbindpose.so", RTLD_NOW) != NULL) + TRY(dlopen("libgcc_s.so.2", RTLD_NOW) != NULL);
    return found;
}
