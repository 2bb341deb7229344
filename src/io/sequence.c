/* Times, differences and bytes: what APNG and GIF have in common. */
#include "base/allocator.h"
#include "io/sequence.h"
#include <stdlib.h>
#include <string.h>

void bp_bytes_write(bp_byte_writer *writer, const void *bytes, size_t size) {
    bp_file *file = &writer->file;
    if (writer->failed) return;
    if (size >= writer->capacity - file->size) { /* a zero byte follows, as in every bp_file */
        size_t capacity = 2 * (file->size + size) + 4096;
        uint8_t *data = bp_realloc(writer->allocator, file->data, file->size, capacity, 1, writer->error);
        writer->failed = !data;
        if (!data) return;
        file->data = data;
        writer->capacity = capacity;
    }
    memcpy(file->data + file->size, bytes, size);
    file->size += size;
}

bool bp_bytes_finish(bp_byte_writer *writer, bp_file *out) {
    *out = (bp_file){0};
    if (writer->failed) {
        bp_file_free(writer->allocator, &writer->file);
        return false;
    }
    writer->file.data[writer->file.size] = 0;
    *out = writer->file;
    return true;
}

bool bp_sequence_check(const bp_image_sequence *sequence, double fps_max, bp_error *error) {
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

int bp_sequence_ticks(const bp_image_sequence *sequence, int index, int ticks_a_second) {
    bool last = index == sequence->count - 1;
    double from = (double)index / sequence->fps,
           to = last ? sequence->seconds : (double)(index + 1) / sequence->fps;
    double ticks = tick_at(to, ticks_a_second) - tick_at(from, ticks_a_second);
    return ticks >= 65535 ? 65535 : ticks > 1 ? (int)ticks : 1;
}

bp_changed_part bp_sequence_changed(const bp_image_sequence *sequence, uint8_t *before, const uint8_t *now,
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
    if (bottom < 0) return (bp_changed_part){0, 0, 1, 1};
    return (bp_changed_part){left, top, right - left + 1, bottom - top + 1};
}
