/* Limits both ends to the image. */
#include "exercise.h"
#include <stdlib.h>
#include <string.h>

static int most(int a, int b) { return a > b ? a : b; }
static int least(int a, int b) { return a < b ? a : b; }

void bin_boxes(const pixel_box *box, int count, int size, int columns, int rows, int *begin, int *list) {
    int tiles = columns * rows, *end = calloc((size_t)tiles + 1, sizeof *end);
    memset(begin, 0, ((size_t)tiles + 1) * sizeof *begin);
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < count; i++) {
            int x0 = least(most(box[i].x0, 0) / size, columns - 1), x1 = least(most(box[i].x1 - 1, 0) / size, columns - 1);
            int y0 = least(most(box[i].y0, 0) / size, rows - 1), y1 = least(most(box[i].y1 - 1, 0) / size, rows - 1);
            for (int y = y0; y <= y1; y++) {
                for (int x = x0; x <= x1; x++) {
                    int tile = y * columns + x;
                    if (pass == 0) begin[tile + 1]++;
                    else list[end[tile]++] = i;
                }
            }
        }
        for (int t = 0; t < tiles && pass == 0; t++) end[t + 1] = begin[t + 1] += begin[t];
    }
    free(end);
}
