/* Takes away the guard of math.h, to include it once more with all of its functions renamed. */
#include "attack.h"
#undef BINDPOSE_\
MATH_H

static int attack(void) { return 0; }
