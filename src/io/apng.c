/* Animated PNG, by the specification of APNG 1.0 (part of PNG, third edition). A frame is what the PNG
 * encoder makes of a rectangle, with its compressed data in another chunk: fdAT, which begins with a
 * number. */
#include "io/sequence.h"
#include <string.h>

enum { SIGNATURE = 8, HEADER_CHUNK = 25, CHUNK_EXTRA = 12, CLOCK = 1000 /* ticks a second */ };

static void put_u32(uint8_t *to, uint32_t value) {
    for (int i = 0; i < 4; i++) to[i] = (uint8_t)(value >> (24 - 8 * i));
}

static uint32_t get_u32(const uint8_t *from) {
    return (uint32_t)from[0] << 24 | (uint32_t)from[1] << 16 | (uint32_t)from[2] << 8 | from[3];
}

/* `chunk`: 4 bytes for the length, the name, `size` bytes of data, 4 bytes for the checksum. */
static void write_chunk(bp_byte_writer *to, uint8_t *chunk, size_t size) {
    put_u32(chunk, (uint32_t)size);
    put_u32(chunk + 8 + size, bp_png_crc(chunk + 4, size + 4));
    bp_bytes_write(to, chunk, size + CHUNK_EXTRA);
}

static void write_animation_control(bp_byte_writer *to, int count) {
    uint8_t chunk[CHUNK_EXTRA + 8] = "....acTL";
    put_u32(chunk + 8, (uint32_t)count);
    write_chunk(to, chunk, 8); /* 0 times: for ever */
}

static void write_frame_control(bp_byte_writer *to, uint32_t number, bp_changed_part part, int ticks) {
    uint8_t chunk[CHUNK_EXTRA + 26] = "....fcTL";
    const uint32_t values[] = {number,           (uint32_t)part.width, (uint32_t)part.height,
                               (uint32_t)part.x, (uint32_t)part.y,     (uint32_t)ticks << 16 | CLOCK};
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
static void write_frame_data(bp_byte_writer *to, uint32_t number, uint8_t *chunk, size_t size) {
    memcpy(chunk, "fdAT", 4);
    put_u32(chunk + 4, number);
    write_chunk(to, chunk - 4, size + 4);
}

static bool write_frame(bp_byte_writer *to, const bp_image_sequence *sequence, int index, uint8_t *before) {
    if (!sequence->draw(sequence->user, index, to->error)) return false;
    const bp_rgba8 *pixels = sequence->pixels;
    bp_changed_part part =
        bp_sequence_changed(sequence, before, &pixels->r, sequence->stride, sizeof *pixels);
    if (index == 0) part = (bp_changed_part){0, 0, sequence->width, sequence->height};
    const bp_rgba8 *corner = pixels + sequence->stride * (size_t)part.y + (size_t)part.x;
    bp_file png;
    if (!bp_pixels_encode_png(to->allocator, corner, part.width, part.height, sequence->stride, &png,
                              to->error))
        return false;
    size_t size;
    uint8_t *data = find_data(&png, &size);
    uint32_t number = index == 0 ? 0 : 2 * (uint32_t)index - 1; /* of fcTL and fdAT together */
    int ticks = bp_sequence_ticks(sequence, index, CLOCK);
    if (index == 0) {
        bp_bytes_write(to, png.data, SIGNATURE + HEADER_CHUNK);
        write_animation_control(to, sequence->count);
        write_frame_control(to, number, part, ticks);
        bp_bytes_write(to, data, size + CHUNK_EXTRA);
    } else {
        write_frame_control(to, number, part, ticks);
        write_frame_data(to, number + 1, data, size);
    }
    bp_file_free(to->allocator, &png);
    return !to->failed;
}

bool bp_sequence_encode_apng(const bp_allocator *allocator, const bp_image_sequence *sequence, bp_file *out,
                             bp_error *error) {
    *out = (bp_file){0};
    if (!bp_sequence_check(sequence, CLOCK, error)) return false;
    bp_byte_writer to = {.allocator = allocator, .error = error};
    uint8_t *before = bp_alloc(allocator, (size_t)sequence->width * (size_t)sequence->height,
                               sizeof *sequence->pixels, error);
    to.failed = !before;
    for (int i = 0; !to.failed && i < sequence->count; i++)
        to.failed = !write_frame(&to, sequence, i, before);
    uint8_t end[CHUNK_EXTRA] = "....IEND";
    write_chunk(&to, end, 0);
    bp_free(allocator, before);
    return bp_bytes_finish(&to, out);
}
