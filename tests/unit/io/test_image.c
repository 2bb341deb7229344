/* Image files: files of other programs are decoded correctly, encoded files decode to the same pixels, and
 * hostile files give an error with a place before memory is allocated for the sizes they claim. */
#include "io/sequence.h"
#include "io/webp.h"
#include "support/allocator.h"
#include "support/folder.h"
#include "support/image.h"
#include <bindpose/io.h>

/* ---- small images, written by another encoder -------------------------------------------------*/

/* 2 x 2, RGB, by Python's zlib: red, green / blue, white. */
static const uint8_t rgb_png[] = {
#include "oracle/data/rgb_2x2.png.inc"
};
/* 3 x 1, grey with alpha: 0/255, 128/128, 255/0. */
static const uint8_t grey_alpha_png[] = {
#include "oracle/data/grey_alpha_3x1.png.inc"
};
/* 8 x 8, baseline, written by a script; every pixel is (200, 100, 50). */
static const uint8_t jpeg[] = {
#include "oracle/data/orange_8x8.jpg.inc"
};

/* 3 x 2, lossless, by cwebp: red, green, blue / white, (10, 20, 30, 128), (1, 2, 3, 0). */
static const uint8_t webp[] = {
#include "oracle/data/six_3x2.webp.inc"
};
/* 16 x 16, lossy, by cwebp; every pixel is (200, 100, 50). */
static const uint8_t lossy_webp[] = {
#include "oracle/data/orange_16x16.webp.inc"
};

static void expect_pixel(const bp_image *image, size_t i, int r, int g, int b, int a, int tolerance) {
    bp_rgba8 p = image->pixels[i];
    if (abs(p.r - r) > tolerance || abs(p.g - g) > tolerance || abs(p.b - b) > tolerance ||
        abs(p.a - a) > tolerance)
        fail_msg("pixel %zu: got %d %d %d %d, wanted %d %d %d %d", i, p.r, p.g, p.b, p.a, r, g, b, a);
}

static void test_png_of_other_encoders(void **state) {
    (void)state;
    bp_error error = {0};
    bp_image *image = bp_image_decode(NULL, rgb_png, sizeof rgb_png, "picture", NULL, &error);
    expect_no_error(&error);
    assert_true(image->width == 2 && image->height == 2);
    assert_false(image->linear);
    expect_pixel(image, 0, 255, 0, 0, 255, 0);
    expect_pixel(image, 1, 0, 255, 0, 255, 0);
    expect_pixel(image, 2, 0, 0, 255, 255, 0);
    expect_pixel(image, 3, 255, 255, 255, 255, 0);
    bp_image_destroy(image);
    image = bp_image_decode(NULL, grey_alpha_png, sizeof grey_alpha_png, "picture", NULL, &error);
    expect_no_error(&error);
    expect_pixel(image, 0, 0, 0, 0, 255, 0);
    expect_pixel(image, 1, 128, 128, 128, 128, 0);
    expect_pixel(image, 2, 255, 255, 255, 0, 0);
    bp_image_destroy(image);
}

static void test_jpeg_of_other_encoders(void **state) {
    (void)state;
    bp_error error = {0};
    bp_image *image = bp_image_decode(NULL, jpeg, sizeof jpeg, "picture", NULL, &error);
    expect_no_error(&error);
    assert_true(image->width == 8 && image->height == 8);
    for (size_t i = 0; i < 64; i++) expect_pixel(image, i, 200, 100, 50, 255, 3);
    bp_image_destroy(image);
    assert_null(bp_image_decode(NULL, jpeg, sizeof jpeg - 12, "picture", NULL, &error));
    expect_error(&error, BP_ERROR_INPUT,
                 "picture: is damaged, or not a valid PNG, JPEG or WebP: a segment is cut off");
}

static void test_webp_of_other_encoders(void **state) {
    (void)state;
    bp_error error = {0};
    bp_image *image = bp_image_decode(NULL, webp, sizeof webp, "picture", NULL, &error);
    if (!bp_image_reads_webp()) {
        expect_error(&error, BP_ERROR_INPUT, "picture: is WebP, and this program was built without libwebp");
        return;
    }
    expect_no_error(&error);
    assert_true(image->width == 3 && image->height == 2);
    static const int expected[6][4] = {{255, 0, 0, 255},     {0, 255, 0, 255},  {0, 0, 255, 255},
                                       {255, 255, 255, 255}, {10, 20, 30, 128}, {1, 2, 3, 0}};
    for (size_t i = 0; i < 6; i++)
        expect_pixel(image, i, expected[i][0], expected[i][1], expected[i][2], expected[i][3], 0);
    bp_image_destroy(image);
    image = bp_image_decode(NULL, lossy_webp, sizeof lossy_webp, "picture", NULL, &error);
    expect_no_error(&error);
    assert_true(image->width == 16 && image->height == 16);
    for (size_t i = 0; i < 256; i++) expect_pixel(image, i, 200, 100, 50, 255, 3);
    bp_image_destroy(image);
}

static bp_image *make_noise(int width, int height) {
    bp_image *image = bp_image_create(NULL, width, height, NULL);
    uint64_t seed = 99;
    for (int i = 0; i < width * height; i++) {
        memcpy(&image->pixels[i], (uint64_t[]){test_random(&seed)}, 4);
    }
    return image;
}

static void test_written_image_reads_back(void **state) {
    (void)state;
    static const int sizes[][2] = {{1, 1}, {7, 3}, {64, 64}, {257, 33}};
    for (size_t i = 0; i < BP_COUNT(sizes); i++) {
        bp_error error = {0};
        bp_image *image = make_noise(sizes[i][0], sizes[i][1]);
        bp_file file, again;
        assert_true(bp_image_encode_png(NULL, image, &file, &error));
        assert_true(bp_image_encode_png(NULL, image, &again, &error));
        assert_int_equal(file.size, again.size);
        expect_bytes(file.data, again.data, file.size + 1);
        bp_image *back = bp_image_decode(NULL, file.data, file.size, NULL, NULL, &error);
        expect_no_error(&error);
        assert_true(images_are_equal(image, back));
        bp_file_free(NULL, &file);
        bp_file_free(NULL, &again);
        bp_image_destroy(image);
        bp_image_destroy(back);
    }
}

static void test_stride(void **state) {
    (void)state;
    bp_error error = {0};
    bp_image *image = make_noise(8, 4);
    bp_file file;
    assert_true(bp_pixels_encode_png(NULL, image->pixels + 1, 3, 4, 8, &file, &error));
    bp_image *back = bp_image_decode(NULL, file.data, file.size, NULL, NULL, &error);
    for (int y = 0; y < 4; y++) expect_bytes(back->pixels + 3 * y, image->pixels + 8 * y + 1, 12);
    bp_file_free(NULL, &file);
    bp_image_destroy(back);
    assert_false(bp_pixels_encode_png(NULL, image->pixels, 8, 4, 7, &file, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "stride: 7");
    assert_false(bp_pixels_encode_png(NULL, image->pixels, 0, 4, 8, &file, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "size: 0 x 4");
    assert_false(bp_pixels_encode_png(NULL, image->pixels, 16384, 16384, 16384, &file, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "can be written as PNG");
    assert_false(bp_pixels_encode_png(NULL, NULL, 1, 1, 1, &file, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "pixels: is NULL");
    bp_image_destroy(image);
}

/* An image within the limits fails only for lack of memory, a larger one with another error. */
static void expect_encoder(int width, int height, size_t stride, bp_error_kind kind, const char *part) {
    static const bp_rgba8 pixel = {1, 2, 3, 4}; /* the first allocation fails, before pixels are decoded */
    test_allocator counter = {.fail_at = 1};
    bp_allocator hook = test_allocator_hook(&counter);
    bp_error error = {0};
    bp_file file;
    assert_false(bp_pixels_encode_png(&hook, &pixel, width, height, stride, &file, &error));
    expect_error(&error, kind, part);
    assert_null(file.data);
}

static void test_sizes_of_the_encoder(void **state) {
    (void)state;
    expect_encoder(16384, 1, 16384, BP_ERROR_MEMORY, "PNG: no memory to encode 16384 x 1 pixels");
    expect_encoder(16385, 1, 16385, BP_ERROR_ARGUMENT, "size: 16385 x 1 pixels are not within 1 and 16384");
    expect_encoder(1, 16384, 1, BP_ERROR_MEMORY, "no memory");
    expect_encoder(1, 16385, 1, BP_ERROR_ARGUMENT, "size: 1 x 16385");
    expect_encoder(1, 0, 1, BP_ERROR_ARGUMENT, "size: 1 x 0");
    /* 2^27 pixels. */
    expect_encoder(16384, 8192, 16384, BP_ERROR_MEMORY, "no memory");
    expect_encoder(16384, 8193, 16384, BP_ERROR_ARGUMENT, "more than the 134217728");
    /* The writer computes the stride in bytes as int: 2^31 - 1 bytes are 536870911 pixels and 3 bytes. */
    expect_encoder(1, 1, 536870911, BP_ERROR_MEMORY, "no memory");
    expect_encoder(1, 1, 536870912, BP_ERROR_ARGUMENT, "stride: 536870912");
}

static void test_files(void **state) {
    (void)state;
    char folder[256], path[512];
    test_folder_make(folder, sizeof folder);
    bp_error error = {0};
    bp_image *image = make_noise(5, 6);
    assert_true(bp_image_write_png(NULL, image, test_path(path, sizeof path, folder, "a.png"), &error));
    bp_image *back = bp_image_read(NULL, path, NULL, &error);
    expect_no_error(&error);
    assert_true(images_are_equal(image, back));
    bp_image_destroy(back);
    assert_null(bp_image_read(NULL, path, &(bp_image_limits){.side = 5}, &error));
    expect_error(&error, BP_ERROR_INPUT, "a.png: is 5 x 6 pixels; no side may be over 5");
    assert_null(bp_image_read(NULL, test_path(path, sizeof path, folder, "none.png"), NULL, &error));
    expect_error(&error, BP_ERROR_INPUT, "none.png");
    assert_false(
        bp_image_write_png(NULL, image, test_path(path, sizeof path, folder, "no/such/a.png"), &error));
    expect_error(&error, BP_ERROR_INPUT, "no/such");
    bp_image_destroy(image);
    test_folder_remove(folder);
}

/* ---- hostile bytes ------------------------------------------------------------------------------*/

/* Refused before decoding, without an allocation; `decoded`: refused by the decoder, which frees
 * everything. */
static void expect_refused_by(bool decoded, const void *data, size_t size, const bp_image_limits *limits,
                              const char *part) {
    bp_error error = {0};
    test_allocator counter = {0};
    bp_allocator hook = test_allocator_hook(&counter);
    assert_null(bp_image_decode(&hook, data, size, "images[2]", limits, &error));
    expect_error(&error, BP_ERROR_INPUT, "images[2]");
    expect_error(&error, BP_ERROR_INPUT, part);
    assert_int_equal(counter.live, 0);
    if (!decoded) assert_int_equal(counter.asked, 0);
}

static void expect_refused(const void *data, size_t size, const bp_image_limits *limits, const char *part) {
    expect_refused_by(false, data, size, limits, part);
}

static void test_not_an_image(void **state) {
    (void)state;
    uint8_t copy[sizeof rgb_png];
    expect_refused("", 0, NULL, "neither PNG, JPEG nor WebP");
    expect_refused(NULL, 0, NULL, "neither PNG, JPEG nor WebP");
    expect_refused("GIF89a", 6, NULL, "neither PNG, JPEG nor WebP");
    memcpy(copy, rgb_png, sizeof copy);
    copy[1] = 'Q';
    expect_refused(copy, sizeof copy, NULL, "neither PNG, JPEG nor WebP");
    expect_refused(rgb_png, 8, NULL, "damaged");
    bp_error error = {0};
    assert_null(bp_image_decode(NULL, NULL, 5, "images[2]", NULL, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "data is NULL");
}

static void test_cut_off(void **state) {
    (void)state;
    /* The last 12 bytes are the IEND chunk, which doesn't affect pixels. */
    for (size_t size = 9; size < sizeof rgb_png - 12; size++) {
        uint8_t *copy = malloc(size);
        memcpy(copy, rgb_png, size);
        expect_refused_by(true, copy, size, NULL, "images[2]");
        free(copy);
    }
}

/* Changing any single byte gives an error or an image, but no crash. */
static void test_damaged(void **state) {
    (void)state;
    for (int of_jpeg = 0; of_jpeg < 2; of_jpeg++) {
        const uint8_t *from = of_jpeg ? jpeg : rgb_png;
        size_t size = of_jpeg ? sizeof jpeg : sizeof rgb_png;
        uint8_t *copy = malloc(size);
        for (size_t i = 0; i < size; i++) {
            for (int value = 0; value < 256; value += 51) {
                memcpy(copy, from, size);
                copy[i] = (uint8_t)value;
                bp_image_destroy(
                    bp_image_decode(NULL, copy, size, NULL, &(bp_image_limits){.pixels = 4096}, NULL));
            }
        }
        free(copy);
    }
}

static void put32(uint8_t *to, uint32_t value) {
    for (int i = 0; i < 4; i++) to[i] = (uint8_t)(value >> (24 - 8 * i));
}

/* A PNG with this size in its header and no pixels. It is refused for its size or, by the decoder, for
 * missing pixels. */
static void expect_size(uint32_t width, uint32_t height, const bp_image_limits *limits, const char *part) {
    uint8_t copy[33];
    memcpy(copy, rgb_png, sizeof copy);
    put32(copy + 16, width);
    put32(copy + 20, height);
    expect_refused_by(!part, copy, sizeof copy, limits, part ? part : "is damaged");
}

static void test_limits(void **state) {
    (void)state;
    expect_size(16384, 1, NULL, NULL);
    expect_size(16385, 1, NULL, "is 16385 x 1 pixels; no side may be over 16384");
    expect_size(1, 16385, NULL, "is 1 x 16385 pixels; no side may be over 16384");
    expect_size(8192, 4096, NULL, NULL); /* 2^25 pixels */
    expect_size(8192, 4097, NULL, "is 8192 x 4097 pixels; more than 33554432");
    expect_size(8192, 4097, &(bp_image_limits){.pixels = 8192 * 4097}, NULL);
    expect_size(5, 3, &(bp_image_limits){.side = 5}, NULL);
    expect_size(5, 3, &(bp_image_limits){.side = 1}, "no side may be over 1:");
    expect_size(1, 1, &(bp_image_limits){.side = 1, .pixels = 1}, NULL);
    expect_size(16385, 1, &(bp_image_limits){.side = -1}, "no side may be over 16384");
    expect_size(16385, 1, &(bp_image_limits){.side = 100000}, "no side may be over 16384");
    expect_size(0, 1, NULL, "width or height is 0");
    expect_size(1, 0, NULL, "width or height is 0");
    expect_size(0x01020304, 0x05060708, NULL, "is 16909060 x 84281096 pixels");
    /* The file's size is compared with the limit (2^28 by default, at most an int) before it is read. */
    expect_refused(rgb_png, ((size_t)1 << 28) + 1, NULL, "268435457 bytes are over the limit of 268435456");
    expect_refused(rgb_png, (size_t)1 << 31, &(bp_image_limits){.file_bytes = SIZE_MAX},
                   "2147483648 bytes are over the limit");
    expect_refused("GIF89a, not read any further", INT32_MAX, &(bp_image_limits){.file_bytes = SIZE_MAX},
                   "neither PNG, JPEG nor WebP");
    const bp_image_limits exact = {.side = 2, .pixels = 4, .file_bytes = sizeof rgb_png};
    bp_image *image = bp_image_decode(NULL, rgb_png, sizeof rgb_png, NULL, &exact, NULL);
    assert_non_null(image);
    bp_image_destroy(image);
}

/* The JPEG with one byte replaced. */
static void expect_changed_jpeg(size_t at, uint8_t byte, const char *part) {
    uint8_t copy[sizeof jpeg];
    memcpy(copy, jpeg, sizeof copy);
    copy[at] = byte;
    expect_refused(copy, sizeof copy, NULL, part);
}

/* The number of bytes that identify the format: eight for PNG, three for JPEG. */
static void test_first_bytes(void **state) {
    (void)state;
    expect_refused(rgb_png, 7, NULL, "neither PNG, JPEG nor WebP");
    expect_refused(rgb_png, 8, NULL, "the PNG doesn't begin with its header");
    expect_refused(rgb_png, 32, NULL, "the PNG doesn't begin with its header");
    expect_refused(jpeg, 2, NULL, "neither PNG, JPEG nor WebP");
    expect_refused(jpeg, 3, NULL, "cut off");
    for (size_t i = 0; i < 16; i++) {
        uint8_t copy[sizeof rgb_png];
        memcpy(copy, rgb_png, sizeof copy);
        copy[i] ^= 0x20;
        bool length = i >= 8 && i < 12; /* of the header, which the decoder checks */
        expect_refused_by(length, copy, sizeof copy, NULL,
                          length  ? "is damaged"
                          : i < 8 ? "neither PNG, JPEG nor WebP"
                                  : "doesn't begin with its header");
    }
    for (size_t i = 0; i < 3; i++) expect_changed_jpeg(i, jpeg[i] ^ 0x20, "neither PNG, JPEG nor WebP");
}

static void test_huge_headers(void **state) {
    (void)state;
    expect_size(0xffff, 0xffff, NULL, "is 65535 x 65535 pixels; no side may be over 16384");
    expect_size(0x4000, 0x4000, NULL, "is 16384 x 16384 pixels; more than 33554432");
    expect_size(0x7fffffff, 0x7fffffff, NULL, "is 2147483647 x 2147483647 pixels");
    expect_size(0, 0, NULL, "width or height is 0");
    expect_refused(rgb_png, sizeof rgb_png, &(bp_image_limits){.pixels = 3}, "more than 3");
    expect_refused(rgb_png, sizeof rgb_png, &(bp_image_limits){.file_bytes = 50}, "over the limit of 50");
}

/* Cut off at any byte it is refused; with any bit changed it is refused or decoded. The size is compared with the
 * limits before memory is allocated. */
static void test_damaged_webp(void **state) {
    (void)state;
    if (!bp_image_reads_webp()) skip();
    const uint8_t *const files[] = {webp, lossy_webp};
    const size_t sizes[] = {sizeof webp, sizeof lossy_webp};
    for (size_t f = 0; f < 2; f++) {
        uint8_t copy[sizeof webp + sizeof lossy_webp];
        for (size_t cut = 0; cut + 2 < sizes[f]; cut++) {
            bp_error error = {0};
            bp_image *image = bp_image_decode(NULL, files[f], cut, "cut", NULL, &error);
            if (image) fail_msg("%zu of %zu bytes were decoded", cut, sizes[f]);
            assert_int_equal(error.kind, BP_ERROR_INPUT);
        }
        for (size_t bit = 0; bit < 8 * sizes[f]; bit++) {
            memcpy(copy, files[f], sizes[f]);
            copy[bit / 8] ^= (uint8_t)(1 << bit % 8);
            bp_error error = {0};
            bp_image *image =
                bp_image_decode(NULL, copy, sizes[f], "bit", &(bp_image_limits){.pixels = 1 << 16}, &error);
            if (!image) assert_int_equal(error.kind, BP_ERROR_INPUT);
            bp_image_destroy(image);
        }
    }
    expect_refused(webp, sizeof webp, &(bp_image_limits){.pixels = 5}, "is 3 x 2 pixels; more than 5");
    expect_refused(webp, sizeof webp, &(bp_image_limits){.side = 2}, "no side may be over 2");
    test_allocator counter = {.fail_at = 1};
    bp_allocator hook = test_allocator_hook(&counter);
    bp_error error = {0};
    assert_null(bp_image_decode(&hook, webp, sizeof webp, "picture", NULL, &error));
    assert_int_equal(error.kind, BP_ERROR_MEMORY);
}

/* The offset of the marker in the JPEG above. */
static size_t find_marker(uint8_t marker) {
    for (size_t i = 0; i + 1 < sizeof jpeg; i++)
        if (jpeg[i] == 0xff && jpeg[i + 1] == marker) return i;
    fail_msg("no marker %x", marker);
    return 0;
}

/* Files on which stb_image 2.27 crashes or loops forever. */
static void test_hostile_jpeg(void **state) {
    (void)state;
    uint8_t copy[sizeof jpeg];
    size_t tables = find_marker(0xc4), scan = find_marker(0xda), frame = find_marker(0xc0);
    memcpy(copy, jpeg, sizeof copy);
    memset(copy + tables + 5, 255, 16);
    expect_refused(copy, sizeof copy, NULL, "more than 256 codes");
    copy[tables + 4] = 0x04;
    expect_refused(copy, sizeof copy, NULL, "number that doesn't exist");
    expect_changed_jpeg(tables + 5, 200, "a Huffman table is cut off");
    expect_changed_jpeg(tables + 3, 10, "a Huffman table is cut off");
    expect_changed_jpeg(tables + 1, 0xe5, "table that isn't there"); /* an application's segment: no table */
    expect_changed_jpeg(scan + 6, 0x40, "table that isn't there");
    expect_changed_jpeg(scan + 4, 4, "scan header has a wrong length");
    expect_changed_jpeg(frame + 1, 0xe5, "a scan comes before the frame header");
    memcpy(copy, jpeg, sizeof copy), copy[frame + 5] = copy[frame + 6] = 0;
    expect_refused(copy, sizeof copy, NULL, "width or height is 0");
    expect_changed_jpeg(frame + 3, 5, "the frame header is cut off");
    expect_changed_jpeg(scan + 2, 255, "a segment is cut off");
    memcpy(copy, jpeg, sizeof copy), copy[frame + 2] = 0, copy[frame + 3] = 1;
    expect_refused(copy, sizeof copy, NULL, "a segment is cut off");
    static const uint8_t empty[] = {0xff, 0xd8, 0xff, 0xd9}, bare[] = {0xff, 0xd8, 0xff, 0xe0, 0};
    expect_refused(empty, sizeof empty, NULL, "no frame header");
    expect_refused(bare, sizeof bare, NULL, "a segment is cut off");
    for (size_t size = 3; size < sizeof jpeg; size++) {
        uint8_t *part = malloc(size);
        memcpy(part, jpeg, size);
        expect_refused(part, size, NULL, "cut off");
        free(part);
    }
}

/* ---- a bomb: a small header before data that inflate without end ---------------------------------*/

static uint32_t crc_of(const uint8_t *bytes, size_t size) {
    uint32_t crc = ~0u;
    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        for (int k = 0; k < 8; k++) crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
    }
    return ~crc;
}

/* A fixed-code block: a literal zero, then matches of 258 bytes at distance 1. The code of length 258 is
 * 285: 11000101; distance 1 is 00000; so 13 bits for 258 bytes, the same 13 bytes for 8 of them. */
static size_t put_bomb(uint8_t *to, size_t matches) {
    uint8_t *start = to;
    uint64_t bits = 0;
    int held = 0;
#define PUT(value, count) (bits |= (uint64_t)(value) << held, held += (count))
    *to++ = 0x78, *to++ = 0x01;
    PUT(3, 3);    /* the last block, fixed codes */
    PUT(0x0c, 8); /* literal 0 is 00110000, its first bit lowest */
    for (size_t i = 0; i < matches; i++) {
        PUT(0xa3, 8); /* 11000101 turned round */
        PUT(0, 5);
        while (held >= 8) *to++ = (uint8_t)bits, bits >>= 8, held -= 8;
    }
#undef PUT
    *to++ = (uint8_t)bits;
    return (size_t)(to - start);
}

static size_t largest; /* of the blocks that were asked for */

static void *note_largest(void *user, void *block, size_t new_size) {
    (void)user;
    if (new_size > largest) largest = new_size;
    if (new_size > 0) return realloc(block, new_size);
    free(block);
    return NULL;
}

static void test_bomb(void **state) {
    (void)state;
    size_t matches = 1400000; /* 344 MiB, in a file of 2 MB whose header says 2 x 2 */
    uint8_t *file = calloc(matches * 2 + 200, 1);
    memcpy(file, rgb_png, 33); /* signature and IHDR: 2 x 2 */
    size_t size = put_bomb(file + 41, matches);
    put32(file + 33, (uint32_t)size);
    memcpy(file + 37, "IDAT", 4);
    put32(file + 41 + size, crc_of(file + 37, size + 4));
    memcpy(file + 45 + size, rgb_png + sizeof rgb_png - 12, 12);
    bp_error error = {0};
    largest = 0;
    assert_null(
        bp_image_decode(&(bp_allocator){.resize = note_largest}, file, size + 57, "bomb", NULL, &error));
    expect_error(&error, BP_ERROR_INPUT, "more data than the size in its header");
    assert_in_range(largest, 1, 3 * size); /* the file's own data, and not what they inflate to */
    free(file);
}

static bool try_images(const bp_allocator *allocator, void *user, bp_error *error) {
    (void)user;
    bp_image *image = bp_image_decode(allocator, rgb_png, sizeof rgb_png, NULL, NULL, error);
    bp_file file = {0};
    bool ok = image && bp_image_encode_png(allocator, image, &file, error);
    bp_file_free(allocator, &file);
    bp_image_destroy(image);
    return ok;
}

static void test_no_memory(void **state) {
    (void)state;
    /* At least a dozen: the image, its pixels, the file, and allocations of decoder and encoder. */
    assert_true(test_each_allocation_fails(try_images, NULL) > 12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_png_of_other_encoders),
        cmocka_unit_test(test_jpeg_of_other_encoders),
        cmocka_unit_test(test_webp_of_other_encoders),
        cmocka_unit_test(test_damaged_webp),
        cmocka_unit_test(test_written_image_reads_back),
        cmocka_unit_test(test_stride),
        cmocka_unit_test(test_sizes_of_the_encoder),
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_not_an_image),
        cmocka_unit_test(test_cut_off),
        cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_first_bytes),
        cmocka_unit_test(test_huge_headers),
        cmocka_unit_test(test_bomb),
        cmocka_unit_test(test_hostile_jpeg),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
