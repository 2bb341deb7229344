/* Image files, by stb_image and stb_image_write, and WebP by libwebp (webp.c). Only this file has their
 * implementations.
 *
 * They are compiled as static functions, because a program may link its own copy. Their writable data (a
 * failure reason for each thread, settings of the writer) is the only one here. The decoder uses no SIMD:
 * it gives the same pixels on every machine.
 *
 * stb allocates through the shim (io/allocator_shim.h), which refuses blocks larger than the picture of the
 * header needs: a few kilobytes of PNG can inflate to gigabytes whatever its header says. Blocks are zeroed,
 * because a damaged file can make the decoder read bytes that it never wrote.
 */
#include "io/allocator_shim.h"
#include "io/sequence.h"
#include "io/webp.h"
#include <string.h>

/* Walks the segments of a JPEG and finds errors that stb_image 2.27 doesn't handle: Huffman tables of more
 * than 256 codes, which it writes past the end of its arrays; scans with an undefined table, which make it
 * loop forever; and truncated files, which it silently fills with grey. */

typedef struct walk {
    const uint8_t *bytes;
    size_t size, offset;
    bool progressive;
    bool has_table[8];      /* 0-3: DC tables, 4-7: AC tables */
    uint32_t width, height; /* 0 before the frame header */
    int scans;
} walk;

/* Each scan is a walk over all pixels; encoders write about ten. */
enum { MOST_SCANS = 100 };

enum { START_OF_SCAN = 0xda, END_OF_IMAGE = 0xd9, HUFFMAN_TABLES = 0xc4 };

static uint32_t read_u16(const walk *w, size_t offset) {
    return (uint32_t)w->bytes[offset] << 8 | w->bytes[offset + 1];
}

static bool is_restart(int marker) { return marker >= 0xd0 && marker <= 0xd7; }

/* The next marker: a byte after FF that isn't FF. In entropy-coded data, zeros (escaped FF) and restart
 * markers are skipped. -1 at the end of the file. */
static int next_marker(walk *w, bool in_data) {
    while (w->offset < w->size) {
        if (w->bytes[w->offset++] != 0xff) continue;
        while (w->offset < w->size && w->bytes[w->offset] == 0xff) w->offset++;
        if (w->offset == w->size) return -1;
        int marker = w->bytes[w->offset++];
        if (!in_data || (marker != 0 && !is_restart(marker))) return marker;
    }
    return -1;
}

static const char *check_tables(walk *w, size_t offset, size_t end) {
    while (offset < end) {
        if (end - offset < 17) return "a Huffman table is cut off";
        int kind = w->bytes[offset] >> 4, number = w->bytes[offset] & 15;
        size_t codes = 0;
        for (size_t i = 1; i <= 16; i++) codes += w->bytes[offset + i];
        if (kind > 1 || number > 3) return "a Huffman table has a number that doesn't exist";
        if (codes > 256) return "a Huffman table has more than 256 codes";
        if (end - offset - 17 < codes) return "a Huffman table is cut off";
        w->has_table[4 * kind + number] = true;
        offset += 17 + codes;
    }
    return NULL;
}

static const char *check_scan(walk *w, size_t offset, size_t end) {
    if (w->width == 0) return "a scan comes before the frame header";
    if (++w->scans > MOST_SCANS) return "it has more than 100 scans";
    size_t components = offset < end ? w->bytes[offset] : 0;
    if (components < 1 || components > 4 || end - offset != 4 + 2 * components)
        return "a scan header has a wrong length";
    int first = w->bytes[offset + 1 + 2 * components];
    for (size_t i = 0; i < components; i++) {
        int tables = w->bytes[offset + 2 + 2 * i], dc = tables >> 4, ac = tables & 15;
        bool uses_dc = !w->progressive || first == 0, uses_ac = !w->progressive || first > 0;
        if ((uses_dc && (dc > 3 || !w->has_table[dc])) || (uses_ac && (ac > 3 || !w->has_table[4 + ac])))
            return "a scan uses a Huffman table that isn't there";
    }
    return NULL;
}

static const char *check_frame(walk *w, size_t offset, size_t end, int marker) {
    if (end - offset < 6) return "the frame header is cut off";
    if (w->width != 0) return "there are two frame headers";
    w->progressive = marker == 0xc2;
    w->height = read_u16(w, offset + 1);
    w->width = read_u16(w, offset + 3);
    return w->width == 0 || w->height == 0 ? "its width or height is 0" : NULL;
}

static const char *check_segment(walk *w, int marker, size_t offset, size_t end) {
    if (marker == HUFFMAN_TABLES) return check_tables(w, offset, end);
    if (marker == START_OF_SCAN) return check_scan(w, offset, end);
    if (marker >= 0xc0 && marker <= 0xc2) return check_frame(w, offset, end, marker);
    return NULL; /* the decoder checks the others itself */
}

const char *bp_jpeg_validate(const uint8_t *bytes, size_t size, uint32_t *width, uint32_t *height) {
    walk w = {.bytes = bytes, .size = size, .offset = 2};
    int marker = next_marker(&w, false);
    while (marker != END_OF_IMAGE) {
        if (marker < 0) return "it is cut off: it has no end mark";
        if (w.size - w.offset < 2) return "a segment is cut off";
        size_t length = read_u16(&w, w.offset);
        if (length < 2 || length > w.size - w.offset) return "a segment is cut off";
        const char *wrong = check_segment(&w, marker, w.offset + 2, w.offset + length);
        if (wrong) return wrong;
        w.offset += length;
        marker = next_marker(&w, marker == START_OF_SCAN);
    }
    if (w.width == 0) return "it has no frame header";
    *width = w.width;
    *height = w.height;
    return NULL;
}

#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_NO_STDIO
#define STBI_MAX_DIMENSIONS BP_IMAGE_MAX_SIDE
#define STBI_NO_SIMD
#define STBI_MALLOC(size) bp_shim_realloc(NULL, size)
#define STBI_REALLOC(block, size) bp_shim_realloc(block, size)
#define STBI_FREE(block) bp_shim_free(block)
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STBI_WRITE_NO_STDIO
#define STBIW_MALLOC(size) bp_shim_realloc(NULL, size)
#define STBIW_REALLOC(block, size) bp_shim_realloc(block, size)
#define STBIW_FREE(block) bp_shim_free(block)
/* Compilers don't warn in system headers, except gcc, at the end of the file, about functions that the lines
 * above disable. */
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb/stb_image.h>
#include <stb/stb_image_write.h>

/* The writer counts bytes with int and doubles its buffers. */
#define MAX_PIXELS_WRITTEN ((size_t)1 << 27)

static bp_image_limits limits_or_default(const bp_image_limits *limits) {
    bp_image_limits l = limits ? *limits : (bp_image_limits){0};
    if (l.side <= 0 || l.side > BP_IMAGE_MAX_SIDE) l.side = BP_IMAGE_MAX_SIDE;
    if (l.pixels == 0) l.pixels = (size_t)1 << 25;
    if (l.file_bytes == 0) l.file_bytes = (size_t)1 << 28;
    return l;
}

static bool is_jpeg(const uint8_t *bytes, size_t size) {
    return size >= 3 && memcmp(bytes, "\xff\xd8\xff", 3) == 0;
}

static bool is_png(const uint8_t *bytes, size_t size) {
    return size >= 8 && memcmp(bytes, "\x89PNG\r\n\x1a\n", 8) == 0;
}

static bool fail_damaged(const char *place, const char *reason, bp_error *error) {
    return bp_fail(error, BP_ERROR_INPUT, place, "is damaged, or not a valid PNG, JPEG or WebP: %s", reason);
}

static bool fail_decoding(const char *place, const bp_shim_heap *heap, bp_error *error) {
    const char *reason = stbi_failure_reason();
    if (heap->asked_too_much)
        return fail_damaged(place, "it has more data than the size in its header needs", error);
    if (!heap->had_too_little && (!reason || strcmp(reason, "outofmem") != 0))
        return fail_damaged(place, reason ? reason : "no reason", error);
    return bp_fail(error, BP_ERROR_MEMORY, place, "decoding needs more memory than is available");
}

/* The largest block that the decoder needs: the pixels at 8 bytes each, the coefficients of a progressive
 * JPEG (4 planes of 16 bits, whose sides are multiples of up to 32), or the file's own data, for which it
 * doubles a block; and 128 KiB for its tables. */
static size_t largest_block(uint32_t width, uint32_t height, size_t size) {
    size_t needed = 8 * (width + (size_t)32) * (height + (size_t)32) + 2 * size + (1 << 17);
    return needed < BP_IO_DECODE_BLOCK ? needed : BP_IO_DECODE_BLOCK;
}

/* The header is first, at a fixed offset. stb_image isn't asked, because it doesn't report sizes that it
 * finds too large. */
static const char *read_png_size(const uint8_t *bytes, size_t size, uint32_t *width, uint32_t *height) {
    if (size < 33 || memcmp(bytes + 12, "IHDR", 4) != 0) return "the PNG doesn't begin with its header";
    uint32_t numbers[2] = {0, 0};
    for (size_t i = 0; i < 8; i++) numbers[i / 4] = numbers[i / 4] << 8 | bytes[16 + i];
    *width = numbers[0];
    *height = numbers[1];
    return *width == 0 || *height == 0 ? "its width or height is 0" : NULL;
}

static bool check_bytes(const uint8_t *bytes, size_t size, const char *place, const bp_image_limits *limits,
                        uint32_t *width, uint32_t *height, bp_error *error) {
    if (size > limits->file_bytes || size > INT32_MAX)
        return bp_fail(error, BP_ERROR_INPUT, place, "%zu bytes are over the limit of %zu", size,
                       limits->file_bytes);
    bool png = is_png(bytes, size), webp = bp_webp_is(bytes, size);
    if (!png && !webp && !is_jpeg(bytes, size))
        return bp_fail(error, BP_ERROR_INPUT, place,
                       "is neither PNG, JPEG nor WebP by its first bytes; convert it to one of them");
    if (webp && !bp_image_reads_webp())
        return bp_fail(error, BP_ERROR_INPUT, place,
                       "is WebP, and this program was built without libwebp: convert it to PNG, or run `sh "
                       ".ci/packages webp` and build again");
    const char *wrong = (png    ? read_png_size
                         : webp ? bp_webp_read_size
                                : bp_jpeg_validate)(bytes, size, width, height);
    if (wrong) return fail_damaged(place, wrong, error);
    if (*width > (uint32_t)limits->side || *height > (uint32_t)limits->side)
        return bp_fail(error, BP_ERROR_INPUT, place,
                       "is %u x %u pixels; no side may be over %d: make it smaller", (unsigned)*width,
                       (unsigned)*height, limits->side);
    return (size_t)*width * *height <= limits->pixels ||
           bp_fail(error, BP_ERROR_INPUT, place,
                   "is %u x %u pixels; more than %zu in all are refused: make it smaller", (unsigned)*width,
                   (unsigned)*height, limits->pixels);
}

bp_image *bp_image_decode(const bp_allocator *allocator, const void *data, size_t size, const char *place,
                          const bp_image_limits *limits, bp_error *error) {
    bp_image_limits l = limits_or_default(limits);
    bp_image *image = NULL;
    uint32_t claimed[2] = {0};
    if (!data && size > 0) return bp_fail(error, BP_ERROR_ARGUMENT, place, "data is NULL"), NULL;
    if (!check_bytes(data, size, place, &l, &claimed[0], &claimed[1], error)) return NULL;
    if (bp_webp_is(data, size)) {
        image = bp_image_create(allocator, (int)claimed[0], (int)claimed[1], error);
        if (!image || bp_webp_decode(data, size, image)) return image;
        fail_damaged(place, "its pixels can't be decoded", error);
        bp_image_destroy(image);
        return NULL;
    }
    int width = 0, height = 0, channels = 0;
    bp_shim_heap heap;
    bp_shim_open(&heap, allocator, largest_block(claimed[0], claimed[1], size));
    stbi_uc *pixels = stbi_load_from_memory(data, (int)size, &width, &height, &channels, 4);
    if (!pixels)
        fail_decoding(place, &heap, error);
    else
        image = bp_image_create(allocator, width, height, error);
    if (image) memcpy(image->pixels, pixels, (size_t)width * (size_t)height * sizeof *image->pixels);
    bp_shim_close(&heap);
    return image;
}

bp_image *bp_image_read(const bp_allocator *allocator, const char *path, const bp_image_limits *limits,
                        bp_error *error) {
    bp_file file;
    if (!bp_file_read(allocator, path, limits_or_default(limits).file_bytes, &file, error)) return NULL;
    bp_image *image = bp_image_decode(allocator, file.data, file.size, path, limits, error);
    bp_file_free(allocator, &file);
    return image;
}

static bool check_pixels(const bp_rgba8 *pixels, int width, int height, size_t stride, bp_error *error) {
    if (!pixels) return bp_fail(error, BP_ERROR_ARGUMENT, "pixels", "is NULL");
    if (width < 1 || height < 1 || width > BP_IMAGE_MAX_SIDE || height > BP_IMAGE_MAX_SIDE)
        return bp_fail(error, BP_ERROR_ARGUMENT, "size", "%d x %d pixels are not within 1 and %d", width,
                       height, BP_IMAGE_MAX_SIDE);
    if ((size_t)width * (size_t)height > MAX_PIXELS_WRITTEN)
        return bp_fail(error, BP_ERROR_ARGUMENT, "size",
                       "%d x %d pixels are more than the %zu that can be written as PNG", width, height,
                       MAX_PIXELS_WRITTEN);
    if (stride < (size_t)width || stride > (size_t)INT32_MAX / sizeof(bp_rgba8))
        return bp_fail(error, BP_ERROR_ARGUMENT, "stride",
                       "%zu pixels from row to row are not a valid stride for a width of %d", stride, width);
    return true;
}

/* stb_image_write doesn't check for NULL when its buffers grow. longjmp makes the variables of the function
 * with setjmp undefined, so this one has none. */
__attribute__((noinline)) static uint8_t *encode(bp_shim_heap *heap, const bp_rgba8 *pixels, int width,
                                                 int height, size_t stride, int *size) {
    heap->has_no_memory_exit = true;
    if (setjmp(heap->no_memory_exit) != 0) return NULL;
    return stbi_write_png_to_mem(&pixels->r, (int)(stride * sizeof *pixels), width, height, 4, size);
}

bool bp_pixels_encode_png(const bp_allocator *allocator, const bp_rgba8 *pixels, int width, int height,
                          size_t stride, bp_file *out, bp_error *error) {
    *out = (bp_file){0};
    if (!check_pixels(pixels, width, height, stride, error)) return false;
    int size = 0;
    bp_shim_heap heap;
    bp_shim_open(&heap, allocator, BP_IO_DECODE_BLOCK);
    const uint8_t *png = encode(&heap, pixels, width, height, stride, &size);
    if (!png)
        bp_fail(error, BP_ERROR_MEMORY, "PNG", "no memory to encode %d x %d pixels", width, height);
    else if ((out->data = bp_alloc(allocator, (size_t)size + 1, 1, error)))
        memcpy(out->data, png, out->size = (size_t)size); /* a zero byte follows, as in every bp_file */
    bp_shim_close(&heap);
    return out->data != NULL;
}

uint32_t bp_png_crc(const void *bytes, size_t size) {
    return stbiw__crc32((unsigned char *)(uintptr_t)bytes, (int)size);
}

bool bp_image_encode_png(const bp_allocator *allocator, const bp_image *image, bp_file *out,
                         bp_error *error) {
    if (!image) return bp_fail_null(error, "image");
    return bp_pixels_encode_png(allocator, image->pixels, image->width, image->height, (size_t)image->width,
                                out, error);
}

bool bp_image_write_png(const bp_allocator *allocator, const bp_image *image, const char *path,
                        bp_error *error) {
    if (!image) return bp_fail_null(error, "image");
    bp_file file;
    if (!bp_image_encode_png(allocator, image, &file, error)) return false;
    bool ok = bp_file_write(path, file.data, file.size, error);
    bp_file_free(allocator, &file);
    return ok;
}
