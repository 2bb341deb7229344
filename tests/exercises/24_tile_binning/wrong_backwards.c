/* The last box first. */
#include "exercise.h"

void bin_boxes(const pixel_box *box, int count, int size, int columns, int rows, int *begin, int *list) {
    int n = 0;
    for (int t = 0; t < columns * rows; t++) {
        int left = t % columns * size, top = t / columns * size;
        begin[t] = n;
        for (int i = count - 1; i >= 0; i--) {
            if (box[i].x0 >= left + size || box[i].x1 <= left || box[i].y0 >= top + size || box[i].y1 <= top) continue;
            list[n++] = i;
        }
    }
    begin[columns * rows] = n;
}
