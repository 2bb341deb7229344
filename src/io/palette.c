/* Median cut, as Heckbert's (1982), with two changes: the box that is cut next is the one with the largest
 * sum of squared differences from its mean, and it is cut at the mean. Colours are counted in bins of 6 bits
 * a channel, so a pixel is off by at most 3 of 255 before any colour is merged. */
#include "io/palette.h"
#include <stdlib.h>

enum { BITS = 6, BINS = 1 << 3 * BITS };

/* The mean colour of a bin. */
typedef struct counted_color {
    int channels[3];
    uint64_t count;
} counted_color;

typedef struct color_box {
    size_t first, count; /* of the colours */
    int mean[3];
    int axis;       /* the channel that differs most */
    uint64_t error; /* the sum of squared differences in that channel */
} color_box;

static size_t bin_of(bp_rgba8 color) {
    return (size_t)(color.r >> (8 - BITS)) << 2 * BITS | (size_t)(color.g >> (8 - BITS)) << BITS |
           (size_t)(color.b >> (8 - BITS));
}

bool bp_palette_open(bp_palette *palette, const bp_allocator *allocator, bp_error *error) {
    *palette = (bp_palette){.allocator = allocator};
    palette->bins = bp_alloc(allocator, BINS, sizeof *palette->bins, error);
    palette->nearest = palette->bins ? bp_alloc(allocator, BINS, sizeof *palette->nearest, error) : NULL;
    return palette->nearest != NULL;
}

void bp_palette_close(bp_palette *palette) {
    bp_free(palette->allocator, palette->bins);
    bp_free(palette->allocator, palette->nearest);
}

void bp_palette_count(bp_palette *palette, const bp_rgba8 *pixels, size_t count) {
    for (size_t i = 0; i < count; i++) {
        bp_color_bin *bin = &palette->bins[bin_of(pixels[i])];
        bin->count++;
        bin->red += pixels[i].r;
        bin->green += pixels[i].g;
        bin->blue += pixels[i].b;
    }
}

static int mean_of(uint64_t sum, uint64_t count) { return (int)((sum + count / 2) / count); }

static size_t collect_colors(const bp_palette *palette, counted_color *colors) {
    size_t count = 0;
    for (size_t i = 0; i < BINS; i++) {
        const bp_color_bin *bin = &palette->bins[i];
        if (bin->count == 0) continue;
        if (colors)
            colors[count] = (counted_color){{mean_of(bin->red, bin->count), mean_of(bin->green, bin->count),
                                             mean_of(bin->blue, bin->count)},
                                            bin->count};
        count++;
    }
    return count;
}

static color_box measure(const counted_color *colors, size_t first, size_t count) {
    color_box box = {.first = first, .count = count};
    for (int axis = 0; axis < 3; axis++) {
        uint64_t sum = 0, pixels = 0, error = 0;
        for (size_t i = first; i < first + count; i++) {
            sum += (uint64_t)colors[i].channels[axis] * colors[i].count;
            pixels += colors[i].count;
        }
        int mean = box.mean[axis] = mean_of(sum, pixels);
        for (size_t i = first; i < first + count; i++) {
            int away = colors[i].channels[axis] - mean;
            error += (uint64_t)(away * away) * colors[i].count;
        }
        if (error > box.error) {
            box.error = error;
            box.axis = axis;
        }
    }
    return box;
}

/* Moves the colours above the mean behind the others, and returns where they begin. The mean is rounded, so
 * perhaps none is above it: those that equal it go, then. */
static size_t part_at_mean(counted_color *colors, const color_box *box) {
    size_t end = box->first + box->count, middle = box->first;
    for (int at_mean = 0; at_mean < 2; at_mean++, middle = box->first) {
        for (size_t i = box->first; i < end; i++) {
            if (colors[i].channels[box->axis] > box->mean[box->axis] - at_mean) continue;
            counted_color low = colors[i];
            colors[i] = colors[middle];
            colors[middle++] = low;
        }
        if (middle > box->first && middle < end) break;
    }
    return middle;
}

static int cut_boxes(counted_color *colors, size_t color_count, color_box *boxes) {
    int count = color_count > 0;
    if (count > 0) boxes[0] = measure(colors, 0, color_count);
    while (count > 0 && count < BP_PALETTE_SIZE) {
        int worst = 0;
        for (int i = 1; i < count; i++)
            if (boxes[i].error > boxes[worst].error) worst = i;
        color_box box = boxes[worst];
        if (box.error == 0) break; /* every box is one colour */
        size_t middle = part_at_mean(colors, &box);
        boxes[worst] = measure(colors, box.first, middle - box.first);
        boxes[count++] = measure(colors, middle, box.first + box.count - middle);
    }
    return count;
}

static int nearest_box(const int *color, const color_box *boxes, int count) {
    int best = 0, best_distance = 3 * 255 * 255 + 1;
    for (int i = 0; i < count; i++) {
        int distance = 0;
        for (int axis = 0; axis < 3; axis++) {
            int away = color[axis] - boxes[i].mean[axis];
            distance += away * away;
        }
        if (distance < best_distance) {
            best = i;
            best_distance = distance;
        }
    }
    return best;
}

bool bp_palette_choose(bp_palette *palette, bp_error *error) {
    color_box boxes[BP_PALETTE_SIZE];
    size_t color_count = collect_colors(palette, NULL);
    counted_color *colors = bp_alloc(palette->allocator, color_count, sizeof *colors, error);
    if (!colors) return false;
    collect_colors(palette, colors);
    int count = cut_boxes(colors, color_count, boxes);
    for (int i = 0; i < count; i++)
        for (int axis = 0; axis < 3; axis++) palette->colors[i][axis] = (uint8_t)boxes[i].mean[axis];
    for (size_t i = 0; i < color_count; i++) {
        const int *color = colors[i].channels;
        bp_rgba8 pixel = {(uint8_t)color[0], (uint8_t)color[1], (uint8_t)color[2], 255};
        palette->nearest[bin_of(pixel)] = (uint8_t)nearest_box(color, boxes, count);
    }
    bp_free(palette->allocator, colors);
    return true;
}

void bp_palette_map(const bp_palette *palette, const bp_rgba8 *pixels, size_t count, uint8_t *indices) {
    for (size_t i = 0; i < count; i++) indices[i] = palette->nearest[bin_of(pixels[i])];
}
