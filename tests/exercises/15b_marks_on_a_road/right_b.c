/* 1 / w is linear on the screen: the share of the way that it has gone is the share of the screen. */
#include "exercise.h"

void place_marks(int count, float w_begin, float w_end, float *along) {
    double first = 1 / (double)w_begin, last = 1 / (double)w_end;
    for (int k = 0; k < count; k++) {
        double s = (double)k / (count - 1), w = w_begin + s * ((double)w_end - w_begin);
        along[k] = w_begin == w_end ? (float)s : (float)((1 / w - first) / (last - first));
    }
}
