/* Counts tiles along the columns. */
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
            if (box[i].x1 <= 0 || box[i].y1 <= 0) continue;
            int x0 = most(box[i].x0, 0) / size, x1 = least((box[i].x1 - 1) / size, columns - 1);
            int y0 = most(box[i].y0, 0) / size, y1 = least((box[i].y1 - 1) / size, rows - 1);
            for (int y = y0; y <= y1; y++) {
                for (int x = x0; x <= x1; x++) {
                    int tile = x * rows + y;
                    if (pass == 0) begin[tile + 1]++;
                    else list[end[tile]++] = i;
                }
            }
        }
        for (int t = 0; t < tiles && pass == 0; t++) end[t + 1] = begin[t + 1] += begin[t];
    }
    free(end);
}
