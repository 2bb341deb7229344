/* Sequences of pictures as animated PNG and GIF: what both have in common, and the colours of a GIF. */
#include "io/sequence.h"
#include "base/allocator.h"
#include "base/text_buffer.h"
#include <string.h>

/* A rectangle of a picture. */
typedef struct changed_part {
    int x, y, width, height;
} changed_part;

static bool check_sequence(const bp_image_sequence *sequence, double fps_max, bp_error *error) {
    if (!sequence) return bp_fail_null(error, "sequence");
    int width = sequence->width, height = sequence->height, count = sequence->count;
    if (width < 1 || height < 1 || width > BP_IMAGE_MAX_SIDE || height > BP_IMAGE_MAX_SIDE)
        return bp_fail(error, BP_ERROR_ARGUMENT, "size", "%d x %d pixels are not within 1 and %d", width,
                       height, BP_IMAGE_MAX_SIDE);
    if (count < 1) return bp_fail(error, BP_ERROR_ARGUMENT, "count", "there is no picture");
    if ((size_t)count > BP_SEQUENCE_PIXELS_MAX / ((size_t)width * (size_t)height))
        return bp_fail(error, BP_ERROR_ARGUMENT, "size",
                       "%d pictures of %d x %d are more than one file takes (%zu million pixels); make them "
                       "smaller or fewer",
                       count, width, height, BP_SEQUENCE_PIXELS_MAX >> 20);
    if (!(sequence->fps >= 0.1 && sequence->fps <= fps_max))
        return bp_fail(error, BP_ERROR_ARGUMENT, "fps",
                       "%g pictures a second are not within 0.1 and %g, which this format can show",
                       sequence->fps, fps_max);
    return true;
}

static double tick_at(double seconds, int ticks_a_second) {
    return floor(seconds * (double)ticks_a_second + 0.5);
}

/* For how many ticks of a clock a picture is shown. Rounded so that errors don't add up. */
static int ticks_of(const bp_image_sequence *sequence, int index, int ticks_a_second) {
    bool last = index == sequence->count - 1;
    double from = (double)index / sequence->fps,
           to = last ? sequence->seconds : (double)(index + 1) / sequence->fps;
    double ticks = tick_at(to, ticks_a_second) - tick_at(from, ticks_a_second);
    return ticks >= 65535 ? 65535 : ticks > 1 ? (int)ticks : 1;
}

/* Compares two pictures, whose pixels have `size` bytes, and copies `now` to `before`. Returns the smallest
 * rectangle that holds all differences; one pixel if there are none. */
static changed_part find_changed(const bp_image_sequence *sequence, uint8_t *before, const uint8_t *now,
                                 size_t stride, size_t size) {
    int width = sequence->width, left = width, right = -1, top = 0, bottom = -1;
    size_t row = (size_t)width * size;
    for (int y = 0; y < sequence->height; y++) {
        uint8_t *old = before + row * (size_t)y;
        const uint8_t *new = now + stride *size *(size_t)y;
        if (memcmp(old, new, row) == 0) continue;
        int from = 0, to = width - 1;
        while (memcmp(old + size * (size_t)from, new + size *(size_t)from, size) == 0) from++;
        while (memcmp(old + size * (size_t)to, new + size *(size_t)to, size) == 0) to--;
        if (bottom < 0) top = y;
        bottom = y;
        if (from < left) left = from;
        if (to > right) right = to;
        memcpy(old, new, row);
    }
    if (bottom < 0) return (changed_part){0, 0, 1, 1};
    return (changed_part){left, top, right - left + 1, bottom - top + 1};
}

/* One index is left for transparent pixels. */
enum { PALETTE_SIZE = 255 };

typedef struct color_bin {
    uint64_t count, red, green, blue; /* pixels, and the sums of their channels */
} color_bin;

typedef struct color_palette {
    const bp_allocator *allocator;       /* borrowed */
    color_bin *bins;                     /* owned: similar colours share one */
    uint8_t *nearest;                    /* owned: the index for the colours of a bin */
    uint8_t colors[PALETTE_SIZE + 1][3]; /* the last one stays black */
} color_palette;

/* Median cut, as Heckbert's (1982), with two changes: the box that is cut next is the one with the largest
 * sum of squared differences from its mean, and it is cut at the mean. Colours are counted in bins of 6 bits
 * a channel, so a pixel is off by at most 3 of 255 before any colour is merged. */

enum { BIN_BITS = 6, BINS = 1 << 3 * BIN_BITS };

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
    return (size_t)(color.r >> (8 - BIN_BITS)) << 2 * BIN_BITS |
           (size_t)(color.g >> (8 - BIN_BITS)) << BIN_BITS | (size_t)(color.b >> (8 - BIN_BITS));
}

/* Close the palette even if this fails. */
static bool open_palette(color_palette *palette, const bp_allocator *allocator, bp_error *error) {
    *palette = (color_palette){.allocator = allocator};
    palette->bins = bp_alloc(allocator, BINS, sizeof *palette->bins, error);
    palette->nearest = palette->bins ? bp_alloc(allocator, BINS, sizeof *palette->nearest, error) : NULL;
    return palette->nearest != NULL;
}

static void close_palette(color_palette *palette) {
    bp_free(palette->allocator, palette->bins);
    bp_free(palette->allocator, palette->nearest);
}

/* Adds pixels to those that the colours are chosen from. */
static void count_pixels(color_palette *palette, const bp_rgba8 *pixels, size_t count) {
    for (size_t i = 0; i < count; i++) {
        color_bin *bin = &palette->bins[bin_of(pixels[i])];
        bin->count++;
        bin->red += pixels[i].r;
        bin->green += pixels[i].g;
        bin->blue += pixels[i].b;
    }
}

static int mean_of(uint64_t sum, uint64_t count) { return (int)((sum + count / 2) / count); }

static size_t collect_colors(const color_palette *palette, counted_color *colors) {
    size_t count = 0;
    for (size_t i = 0; i < BINS; i++) {
        const color_bin *bin = &palette->bins[i];
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
    while (count > 0 && count < PALETTE_SIZE) {
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

/* Chooses the colours. After that only pixels that were counted may be mapped. */
static bool choose_palette(color_palette *palette, bp_error *error) {
    color_box boxes[PALETTE_SIZE];
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

static void map_pixels(const color_palette *palette, const bp_rgba8 *pixels, size_t count, uint8_t *indices) {
    for (size_t i = 0; i < count; i++) indices[i] = palette->nearest[bin_of(pixels[i])];
}

/* ---- GIF ---------------------------------------------------------------------------------------- */

/* GIF89a, by its specification: one palette for all pictures, so that resting parts don't flicker, and in
 * each picture only what changed. Giflib isn't used: its palette depends on the C library's qsort, so it
 * would give other bytes in the web page. */

enum {
    CLOCK = 100, /* ticks a second */
    TICKS_MIN = 2,
    BITS = 8, /* of an index */
    CODES = 4096,
    CLEAR = 256,
    END = 257,
    SLOTS = 8192, /* of the hash table: twice the codes */
    BLOCK = 255
};

typedef struct gif_writer {
    const bp_image_sequence *sequence;
    bp_text_buffer to;
    bp_error *error;
    color_palette palette;
    uint8_t *before, *now; /* indices of the pictures, without gaps */
    /* The code writer: bits that wait, and a block that begins with its length. */
    uint32_t bits;
    int bit_count;
    uint8_t block[1 + BLOCK];
    /* LZW's codes: each is a code and one more index. Key 0: free. */
    struct {
        uint32_t key;
        uint16_t code;
    } slots[SLOTS];
    int next, width;
} gif_writer;

static void write_block(gif_writer *gif) {
    if (gif->block[0] > 0) bp_text_buffer_put(&gif->to, gif->block, 1 + (size_t)gif->block[0]);
    gif->block[0] = 0;
}

static void put_byte(gif_writer *gif, uint8_t byte) {
    gif->block[++gif->block[0]] = byte;
    if (gif->block[0] == BLOCK) write_block(gif);
}

static void put_code(gif_writer *gif, int code) {
    gif->bits |= (uint32_t)code << gif->bit_count;
    gif->bit_count += gif->width;
    for (; gif->bit_count >= 8; gif->bit_count -= 8, gif->bits >>= 8) put_byte(gif, (uint8_t)gif->bits);
}

static void clear_codes(gif_writer *gif) {
    put_code(gif, CLEAR);
    memset(gif->slots, 0, sizeof gif->slots);
    gif->next = END + 1;
    gif->width = BITS + 1;
}

/* The slot of a code followed by an index: the one that has it, or a free one. */
static size_t find_slot(const gif_writer *gif, uint32_t key) {
    size_t slot = (key * 2654435761u) >> 19; /* 13 bits */
    while (gif->slots[slot].key != 0 && gif->slots[slot].key != key) slot = (slot + 1) % SLOTS;
    return slot;
}

/* A reader adds each code one step later than the writer, so codes get wider one code later, too. */
static void add_code(gif_writer *gif, size_t slot, uint32_t key) {
    gif->slots[slot].key = key;
    gif->slots[slot].code = (uint16_t)gif->next;
    if (gif->next == 1 << gif->width) gif->width++;
    gif->next++;
}

static void compress(gif_writer *gif, const uint8_t *indices, changed_part part) {
    int code = -1;
    gif->bits = 0;
    gif->bit_count = 0;
    gif->width = BITS + 1;
    clear_codes(gif);
    for (int y = 0; y < part.height; y++) {
        const uint8_t *row = indices + (size_t)gif->sequence->width * (size_t)(part.y + y) + (size_t)part.x;
        for (int x = 0; x < part.width; x++) {
            uint32_t key = (uint32_t)(code + 1) << 8 | row[x]; /* never 0 where it is looked up */
            size_t slot = code < 0 ? 0 : find_slot(gif, key);
            if (code < 0) {
                code = row[x];
            } else if (gif->slots[slot].key == key) {
                code = gif->slots[slot].code;
            } else {
                put_code(gif, code);
                add_code(gif, slot, key);
                if (gif->next == CODES) clear_codes(gif);
                code = row[x];
            }
        }
    }
    put_code(gif, code);
    /* The reader has added a code now. */
    if (gif->next == 1 << gif->width && gif->width < 12) gif->width++;
    put_code(gif, END);
    if (gif->bit_count > 0) put_byte(gif, (uint8_t)gif->bits);
    write_block(gif);
}

static void put_u16(uint8_t *to, int value) {
    to[0] = (uint8_t)value;
    to[1] = (uint8_t)(value >> 8);
}

/* Size, palette, and the extension with which browsers repeat the pictures for ever. */
static void write_head(gif_writer *gif) {
    static const uint8_t loop[] = "\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0";
    uint8_t head[13] = "GIF89a";
    put_u16(head + 6, gif->sequence->width);
    put_u16(head + 8, gif->sequence->height);
    head[10] = 0xf7; /* a palette of 256 colours of 8 bits a channel */
    bp_text_buffer_put(&gif->to, head, sizeof head);
    bp_text_buffer_put(&gif->to, gif->palette.colors, sizeof gif->palette.colors);
    bp_text_buffer_put(&gif->to, loop, sizeof loop);
}

static void write_picture_head(gif_writer *gif, int index, changed_part part) {
    uint8_t control[8] = {0x21, 0xf9, 4, 0x05 /* stays; has a transparent index */, 0, 0, PALETTE_SIZE, 0};
    uint8_t head[11] = {0x2c};
    int ticks = ticks_of(gif->sequence, index, CLOCK);
    put_u16(control + 4, ticks > TICKS_MIN ? ticks : TICKS_MIN);
    put_u16(head + 1, part.x);
    put_u16(head + 3, part.y);
    put_u16(head + 5, part.width);
    put_u16(head + 7, part.height);
    head[10] = BITS;
    bp_text_buffer_put(&gif->to, control, sizeof control);
    bp_text_buffer_put(&gif->to, head, sizeof head);
}

/* Pixels that don't change become transparent: long runs of one index take few codes. */
static bool write_picture(gif_writer *gif, int index) {
    const bp_image_sequence *sequence = gif->sequence;
    size_t count = (size_t)sequence->width * (size_t)sequence->height;
    if (!sequence->draw(sequence->user, index, gif->error)) return false;
    for (int y = 0; y < sequence->height; y++)
        map_pixels(&gif->palette, sequence->pixels + sequence->stride * (size_t)y, (size_t)sequence->width,
                   gif->now + (size_t)sequence->width * (size_t)y);
    uint8_t *last = gif->before + count; /* the indices that are shown */
    for (size_t i = 0; i < count; i++) {
        bool same = index > 0 && gif->now[i] == last[i];
        last[i] = gif->now[i];
        if (same) gif->now[i] = PALETTE_SIZE;
    }
    memset(gif->before, PALETTE_SIZE, count);
    changed_part part =
        find_changed(sequence, gif->before, gif->now, (size_t)sequence->width, sizeof *gif->now);
    write_picture_head(gif, index, part);
    compress(gif, gif->now, part);
    bp_text_buffer_put(&gif->to, "", 1); /* no more blocks */
    return true;
}

static bool choose_colors(gif_writer *gif) {
    const bp_image_sequence *sequence = gif->sequence;
    for (int i = 0; i < sequence->count; i++) {
        if (!sequence->draw(sequence->user, i, gif->error)) return false;
        for (int y = 0; y < sequence->height; y++)
            count_pixels(&gif->palette, sequence->pixels + sequence->stride * (size_t)y,
                         (size_t)sequence->width);
    }
    return choose_palette(&gif->palette, gif->error);
}

static bool write_file(gif_writer *gif) {
    const bp_image_sequence *sequence = gif->sequence;
    size_t count = (size_t)sequence->width * (size_t)sequence->height;
    gif->before = bp_alloc(&gif->to.allocator, count, 2, gif->error);
    gif->now = bp_alloc(&gif->to.allocator, count, 1, gif->error);
    if (!gif->before || !gif->now || !open_palette(&gif->palette, &gif->to.allocator, gif->error) ||
        !choose_colors(gif))
        return false;
    write_head(gif);
    for (int i = 0; i < sequence->count && !gif->to.failed; i++)
        if (!write_picture(gif, i)) return false;
    bp_text_buffer_put(&gif->to, ";", 1);
    return true;
}

bool bp_sequence_encode_gif(const bp_allocator *allocator, const bp_image_sequence *sequence, bp_file *out,
                            bp_error *error) {
    *out = (bp_file){0};
    if (!check_sequence(sequence, CLOCK / TICKS_MIN, error)) return false;
    gif_writer *gif = bp_alloc(allocator, 1, sizeof *gif, error);
    if (!gif) return false;
    gif->sequence = sequence;
    gif->to.allocator = *bp_allocator_or_default(allocator);
    gif->error = error;
    bool ok = write_file(gif) && bp_text_buffer_finish(&gif->to, out, error);
    close_palette(&gif->palette);
    bp_free(allocator, gif->before);
    bp_free(allocator, gif->now);
    bp_free(allocator, gif->to.data);
    bp_free(allocator, gif);
    return ok;
}

/* ---- animated PNG ------------------------------------------------------------------------------- */

/* Animated PNG, by the specification of APNG 1.0 (part of PNG, third edition). A frame is what the PNG
 * encoder makes of a rectangle, with its compressed data in another chunk: fdAT, which begins with a
 * number. */

enum { SIGNATURE = 8, HEADER_CHUNK = 25, CHUNK_EXTRA = 12, PNG_CLOCK = 1000 /* ticks a second */ };

static void put_u32(uint8_t *to, uint32_t value) {
    for (int i = 0; i < 4; i++) to[i] = (uint8_t)(value >> (24 - 8 * i));
}

static uint32_t get_u32(const uint8_t *from) {
    return (uint32_t)from[0] << 24 | (uint32_t)from[1] << 16 | (uint32_t)from[2] << 8 | from[3];
}

/* `chunk`: 4 bytes for the length, the name, `size` bytes of data, 4 bytes for the checksum. */
static void write_chunk(bp_text_buffer *to, uint8_t *chunk, size_t size) {
    put_u32(chunk, (uint32_t)size);
    put_u32(chunk + 8 + size, bp_png_crc(chunk + 4, size + 4));
    bp_text_buffer_put(to, chunk, size + CHUNK_EXTRA);
}

static void write_animation_control(bp_text_buffer *to, int count) {
    uint8_t chunk[CHUNK_EXTRA + 8] = "....acTL";
    put_u32(chunk + 8, (uint32_t)count);
    write_chunk(to, chunk, 8); /* 0 times: for ever */
}

static void write_frame_control(bp_text_buffer *to, uint32_t number, changed_part part, int ticks) {
    uint8_t chunk[CHUNK_EXTRA + 26] = "....fcTL";
    const uint32_t values[] = {number,           (uint32_t)part.width, (uint32_t)part.height,
                               (uint32_t)part.x, (uint32_t)part.y,     (uint32_t)ticks << 16 | PNG_CLOCK};
    for (int i = 0; i < 6; i++) put_u32(chunk + 8 + 4 * i, values[i]);
    write_chunk(to, chunk, 26); /* the next frame is drawn over this one, and replaces its pixels */
}

/* The IDAT chunk that follows the header in what stb_image_write encodes: the only one. */
static uint8_t *find_data(const bp_file *png, size_t *size) {
    uint8_t *chunk = png->data + SIGNATURE + HEADER_CHUNK;
    *size = get_u32(chunk);
    return chunk;
}

/* The same data as an fdAT chunk. Its number takes 4 bytes more, so the chunk begins in the header's last
 * bytes, which were not written into this file. */
static void write_frame_data(bp_text_buffer *to, uint32_t number, uint8_t *chunk, size_t size) {
    memcpy(chunk, "fdAT", 4);
    put_u32(chunk + 4, number);
    write_chunk(to, chunk - 4, size + 4);
}

static bool write_frame(bp_text_buffer *to, const bp_image_sequence *sequence, int index, uint8_t *before,
                        bp_error *error) {
    if (!sequence->draw(sequence->user, index, error)) return false;
    const bp_rgba8 *pixels = sequence->pixels;
    changed_part part = find_changed(sequence, before, &pixels->r, sequence->stride, sizeof *pixels);
    if (index == 0) part = (changed_part){0, 0, sequence->width, sequence->height};
    const bp_rgba8 *corner = pixels + sequence->stride * (size_t)part.y + (size_t)part.x;
    bp_file png;
    if (!bp_pixels_encode_png(&to->allocator, corner, part.width, part.height, sequence->stride, &png, error))
        return false;
    size_t size;
    uint8_t *data = find_data(&png, &size);
    uint32_t number = index == 0 ? 0 : 2 * (uint32_t)index - 1; /* of fcTL and fdAT together */
    int ticks = ticks_of(sequence, index, PNG_CLOCK);
    if (index == 0) {
        bp_text_buffer_put(to, png.data, SIGNATURE + HEADER_CHUNK);
        write_animation_control(to, sequence->count);
        write_frame_control(to, number, part, ticks);
        bp_text_buffer_put(to, data, size + CHUNK_EXTRA);
    } else {
        write_frame_control(to, number, part, ticks);
        write_frame_data(to, number + 1, data, size);
    }
    bp_file_free(&to->allocator, &png);
    return true;
}

bool bp_sequence_encode_apng(const bp_allocator *allocator, const bp_image_sequence *sequence, bp_file *out,
                             bp_error *error) {
    *out = (bp_file){0};
    if (!check_sequence(sequence, PNG_CLOCK, error)) return false;
    bp_text_buffer to = {.allocator = *bp_allocator_or_default(allocator)};
    uint8_t *before = bp_alloc(allocator, (size_t)sequence->width * (size_t)sequence->height,
                               sizeof *sequence->pixels, error);
    bool ok = before != NULL;
    for (int i = 0; ok && !to.failed && i < sequence->count; i++)
        ok = write_frame(&to, sequence, i, before, error);
    uint8_t end[CHUNK_EXTRA] = "....IEND";
    write_chunk(&to, end, 0);
    ok = ok && bp_text_buffer_finish(&to, out, error);
    bp_free(allocator, before);
    bp_free(allocator, to.data);
    return ok;
}
