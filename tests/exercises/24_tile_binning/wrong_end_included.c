/* A box that ends at a tile touches it. */
#include "exercise.h"

void bin_boxes(const pixel_box *box, int count, int size, int columns, int rows, int *begin, int *list) {
    int n = 0;
    for (int t = 0; t < columns * rows; t++) {
        int left = t % columns * size, top = t / columns * size;
        begin[t] = n;
        for (int i = 0; i < count; i++) {
            if (box[i].x0 >= left + size || box[i].x1 < left || box[i].y0 >= top + size || box[i].y1 < top) continue;
            list[n++] = i;
        }
    }
    begin[columns * rows] = n;
}
