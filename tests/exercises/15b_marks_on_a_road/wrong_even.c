/* Equal distances on the screen. */
#include "exercise.h"

void place_marks(int count, float w_begin, float w_end, float *along) {
    (void)w_begin, (void)w_end;
    for (int k = 0; k < count; k++) {
        float s = (float)k / (float)(count - 1);
        along[k] = s;
    }
}
