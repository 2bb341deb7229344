/* Exercise 24: boxes in, the tiles' lists out. The list is as long as the student says. */
#include "exercise/runner/run.h"

enum { COLUMNS = 4, ROWS = 3, TILES = COLUMNS * ROWS };

float *bp_exercise_call(const float *in, float *out) {
    int count = bp_unpack_int(&in), size = bp_unpack_int(&in), most = count * TILES;
    int *corners = bp_run_ints(&in, 4 * count);
    pixel_box *box = bp_run_array(count, sizeof *box);
    for (int i = 0; i < count; i++)
        box[i] = (pixel_box){corners[4 * i], corners[4 * i + 1], corners[4 * i + 2], corners[4 * i + 3]};
    int *begin = bp_run_array(TILES + 1, sizeof *begin), *list = bp_run_array(most, sizeof *list);
    bin_boxes(box, count, size, COLUMNS, ROWS, begin, list);
    for (int i = 0; i <= TILES; i++) bp_pack_float(&out, (float)begin[i]);
    for (int i = 0; i < begin[TILES] && i < most; i++) bp_pack_float(&out, (float)list[i]);
    return out;
}
