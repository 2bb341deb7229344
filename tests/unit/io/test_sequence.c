/* Animated files. GIFs are read back by stb_image's decoder; APNGs by the rules of its specification, each
 * frame through the PNG decoder. */
#include "io/sequence.h"
#include "support/allocator.h"
#include <bindpose/io.h>
#include <string.h>

#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_GIF
#define STBI_NO_STDIO
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb/stb_image.h>

enum { COUNT_MAX = 80, STRIDE_EXTRA = 3 };

/* Pictures of a test, and the buffer that they are drawn into. */
typedef struct test_film {
    bp_image_sequence sequence;
    bp_rgba8 *pixels; /* width + STRIDE_EXTRA in a row */
    void (*paint)(int index, int x, int y, bp_rgba8 *pixel);
    int fail_at; /* the picture that can't be drawn; -1: none */
} test_film;

static bp_rgba8 painted(const test_film *film, int index, int x, int y) {
    bp_rgba8 pixel = {0, 0, 0, 255};
    film->paint(index, x, y, &pixel);
    return pixel;
}

static bool draw(void *user, int index, bp_error *error) {
    test_film *film = user;
    if (index == film->fail_at) return bp_fail(error, BP_ERROR_INPUT, "film", "is torn");
    for (int y = 0; y < film->sequence.height; y++)
        for (int x = 0; x < film->sequence.width; x++)
            film->pixels[y * (film->sequence.width + STRIDE_EXTRA) + x] = painted(film, index, x, y);
    return true;
}

static void open_film(test_film *film, int width, int height, int count, double fps,
                      void (*paint)(int index, int x, int y, bp_rgba8 *pixel)) {
    size_t stride = (size_t)width + STRIDE_EXTRA;
    *film = (test_film){.paint = paint, .fail_at = -1};
    film->pixels = calloc(stride * (size_t)height, sizeof *film->pixels);
    film->sequence = (bp_image_sequence){.width = width,
                                         .height = height,
                                         .count = count,
                                         .fps = fps,
                                         .seconds = count / fps,
                                         .pixels = film->pixels,
                                         .stride = stride,
                                         .draw = draw,
                                         .user = film};
}

static uint32_t big(const uint8_t *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* CRC-32 by its definition in the PNG specification, bit by bit. */
static uint32_t crc(const uint8_t *bytes, size_t size) {
    uint32_t value = 0xffffffff;
    for (size_t i = 0; i < size; i++) {
        value ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) value = value >> 1 ^ (value & 1 ? 0xedb88320 : 0);
    }
    return ~value;
}

/* ---- reading animated PNG ----------------------------------------------------------------------------*/

typedef struct apng_reader {
    const test_film *film;
    bp_rgba8 *shown;                 /* the picture that has been put together */
    const uint8_t *header, *control; /* the data of IHDR and of the last fcTL */
    uint32_t next;                   /* number of fcTL and fdAT */
    int frames;
    int delays[COUNT_MAX]; /* in thousandths of a second */
} apng_reader;

/* A frame as a PNG of its own: signature, IHDR with its size, IDAT, IEND. Checksums stay 0. */
static void show_frame(apng_reader *reader, const uint8_t *data, size_t size) {
    uint32_t width = big(reader->control + 4), height = big(reader->control + 8),
             left = big(reader->control + 12), top = big(reader->control + 16);
    uint8_t *png = calloc(1, size + 100);
    size_t length = 0;
    memcpy(png, "\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR", 16);
    memcpy(png + 16, reader->control + 4, 8);
    memcpy(png + 24, reader->header + 8, 5);
    length = 33;
    for (int i = 0; i < 4; i++) png[length + (size_t)i] = (uint8_t)(size >> (24 - 8 * i));
    memcpy(png + length + 4, "IDAT", 4);
    memcpy(png + length + 8, data, size);
    length += size + 12;
    memcpy(png + length + 4, "IEND", 4);
    bp_error error = {0};
    bp_image *image = bp_image_decode(NULL, png, length + 12, NULL, NULL, &error);
    expect_no_error(&error);
    int full = reader->film->sequence.width;
    assert_true((int)(left + width) <= full && (int)(top + height) <= reader->film->sequence.height);
    for (uint32_t y = 0; y < height; y++)
        memcpy(reader->shown + (size_t)full * (top + y) + left, image->pixels + (size_t)width * y,
               4 * (size_t)width);
    bp_image_destroy(image);
    free(png);
    assert_int_equal(big(reader->control + 20) & 0xffff, 1000);
    assert_int_equal(reader->control[24] | reader->control[25], 0); /* stays, and replaces */
    reader->delays[reader->frames] = (int)(big(reader->control + 20) >> 16);
    for (int y = 0; y < reader->film->sequence.height; y++)
        for (int x = 0; x < full; x++) {
            bp_rgba8 wanted = painted(reader->film, reader->frames, x, y);
            expect_bytes(&reader->shown[full * y + x], &wanted, 4);
        }
    reader->frames++;
}

static void take_number(apng_reader *reader, const uint8_t *data) {
    assert_int_equal(big(data), reader->next);
    reader->next++;
}

/* Returns the size of the last frame's rectangle in pixels. */
static uint32_t read_apng(const test_film *film, const bp_file *file, int *delays) {
    apng_reader reader = {.film = film};
    const uint8_t *at = file->data + 8, *end = file->data + file->size;
    reader.shown = calloc((size_t)film->sequence.width * (size_t)film->sequence.height, 4);
    assert_memory_equal(file->data, "\x89PNG\r\n\x1a\n", 8);
    while (at < end) {
        uint32_t size = big(at);
        const uint8_t *name = at + 4, *data = at + 8;
        assert_true(size <= (size_t)(end - at) - 12);
        assert_int_equal(big(data + size), crc(name, size + 4));
        if (memcmp(name, "IHDR", 4) == 0) reader.header = data;
        if (memcmp(name, "acTL", 4) == 0) {
            assert_int_equal(big(data), film->sequence.count);
            assert_int_equal(big(data + 4), 0);
        }
        if (memcmp(name, "fcTL", 4) == 0) {
            take_number(&reader, data);
            reader.control = data;
        }
        if (memcmp(name, "IDAT", 4) == 0) show_frame(&reader, data, size);
        if (memcmp(name, "fdAT", 4) == 0) {
            take_number(&reader, data);
            show_frame(&reader, data + 4, size - 4);
        }
        at += size + 12;
    }
    assert_memory_equal(end - 8, "IEND", 4);
    assert_int_equal(reader.frames, film->sequence.count);
    memcpy(delays, reader.delays, sizeof reader.delays);
    uint32_t pixels = big(reader.control + 4) * big(reader.control + 8);
    free(reader.shown);
    return pixels;
}

/* ---- pictures ----------------------------------------------------------------------------------------*/

/* A square of noise that wanders over grey. */
static void paint_square(int index, int x, int y, bp_rgba8 *pixel) {
    uint64_t seed = (uint64_t)(index * 1000003 + y * 1009 + x);
    bool inside = x >= 2 * index && x < 2 * index + 9 && y >= index && y < index + 5;
    uint64_t bits = test_random(&seed);
    pixel->r = pixel->g = pixel->b = 40;
    if (inside) memcpy(pixel, &bits, 3);
}

/* One of 255 colours, each alone in its bin of 6 bits a channel, so that a GIF can hold them exactly. */
static void set_color(bp_rgba8 *pixel, int color) {
    *pixel = (bp_rgba8){(uint8_t)(color % 8 * 32 + 5), (uint8_t)(color / 8 % 8 * 32 + 6),
                        (uint8_t)(color / 64 * 64 + 7), 255};
}

static void paint_noise(int index, int x, int y, bp_rgba8 *pixel) {
    uint64_t seed = (uint64_t)(index * 7919 + y * 4099 + x);
    set_color(pixel, (int)(test_random(&seed) % 255));
}

/* No pair of neighbours comes twice, so LZW finds nothing to join. Each 254 colours begin one higher; within
 * them the difference of neighbours is 1 to 253, and between them it is 0. */
static void paint_pairs(int index, int x, int y, bp_rgba8 *pixel) {
    (void)index, (void)y;
    int in_row = x % 254;
    set_color(pixel, (in_row * (in_row + 1) / 2 + x / 254) % 255);
}

static void paint_ramp(int index, int x, int y, bp_rgba8 *pixel) {
    (void)index;
    *pixel = (bp_rgba8){(uint8_t)x, (uint8_t)y, (uint8_t)(255 - x), 255};
}

static void paint_still(int index, int x, int y, bp_rgba8 *pixel) {
    (void)index;
    paint_noise(0, x, y, pixel);
}

/* ---- tests -------------------------------------------------------------------------------------------*/

static void test_apng_holds_all_pictures(void **state) {
    (void)state;
    static const int sizes[][3] = {{1, 1, 1}, {1, 1, 3}, {40, 30, 12}, {61, 7, 2}};
    void (*const paints[])(int, int, int, bp_rgba8 *) = {paint_square, paint_noise, paint_still};
    for (size_t i = 0; i < BP_COUNT(sizes) * BP_COUNT(paints); i++) {
        const int *size = sizes[i / BP_COUNT(paints)];
        test_film film;
        bp_file file;
        bp_error error = {0};
        int delays[COUNT_MAX];
        open_film(&film, size[0], size[1], size[2], 10, paints[i % BP_COUNT(paints)]);
        assert_true(bp_sequence_encode_apng(NULL, &film.sequence, &file, &error));
        uint32_t last = read_apng(&film, &file, delays);
        if (film.paint == paint_still && size[2] > 1) assert_int_equal(last, 1);      /* nothing changes */
        if (film.paint == paint_square && size[2] == 12) assert_true(last <= 11 * 6); /* both squares */
        assert_int_equal(delays[0], 100);
        bp_file_free(NULL, &file);
        free(film.pixels);
    }
}

/* stb_image puts the pictures of a GIF together; `worst` is how far a channel may be off. */
static void expect_gif(const test_film *film, const bp_file *file, int worst, int *delays) {
    int width, height, count, channels, *read;
    const bp_image_sequence *sequence = &film->sequence;
    stbi_uc *pixels =
        stbi_load_gif_from_memory(file->data, (int)file->size, &read, &width, &height, &count, &channels, 4);
    assert_non_null(pixels);
    assert_int_equal(width, sequence->width);
    assert_int_equal(height, sequence->height);
    assert_int_equal(count, sequence->count);
    for (int i = 0; i < count; i++) {
        delays[i] = read[i];
        for (int at = 0; at < width * height; at++) {
            bp_rgba8 wanted = painted(film, i, at % width, at / width);
            const uint8_t *got = pixels + 4 * ((size_t)i * (size_t)(width * height) + (size_t)at);
            if (abs(got[0] - wanted.r) > worst || abs(got[1] - wanted.g) > worst ||
                abs(got[2] - wanted.b) > worst || got[3] != 255)
                fail_msg("picture %d, pixel %d: got %d %d %d %d, wanted %d %d %d", i, at, got[0], got[1],
                         got[2], got[3], wanted.r, wanted.g, wanted.b);
        }
    }
    stbi_image_free(pixels);
    stbi_image_free(read);
}

/* Sizes around those at which codes get wider, and where the table of 4096 codes begins anew. */
static void test_gif_of_few_colors_is_exact(void **state) {
    (void)state;
    static const int sizes[][3] = {{1, 1, 1},   {3, 1, 2},   {254, 1, 1},  {255, 1, 1},
                                   {256, 1, 1}, {257, 1, 1}, {7, 37, 3},   {767, 1, 1},
                                   {768, 1, 1}, {769, 1, 1}, {3840, 1, 2}, {120, 90, 4}};
    for (size_t i = 0; i < BP_COUNT(sizes); i++) {
        test_film film;
        bp_file file, again;
        bp_error error = {0};
        int delays[COUNT_MAX];
        open_film(&film, sizes[i][0], sizes[i][1], sizes[i][2], 25, paint_noise);
        assert_true(bp_sequence_encode_gif(NULL, &film.sequence, &file, &error));
        assert_true(bp_sequence_encode_gif(NULL, &film.sequence, &again, &error));
        assert_int_equal(file.size, again.size);
        expect_bytes(file.data, again.data, file.size + 1);
        expect_gif(&film, &file, 0, delays);
        assert_int_equal(delays[0], 40);
        bp_file_free(NULL, &file);
        bp_file_free(NULL, &again);
        free(film.pixels);
    }
}

/* The codes of the only picture, counted by the rules of GIF's LZW, which stb_image doesn't insist on: the end
 * code has the width that a reader expects, and nothing follows it. Returns the number of codes. */
static int count_codes(const bp_file *file) {
    const uint8_t *at = file->data + 13 + 768 + 19 + 8 + 10;
    uint32_t bits = 0;
    int bit_count = 0, width = 9, next = 258, codes = 0, left = 0;
    bool first = true;
    assert_int_equal(*at++, 8);
    for (;;) {
        for (; bit_count < width; bit_count += 8, left--) {
            if (left == 0) left = *at++;
            assert_true(left > 0);
            bits |= (uint32_t)*at++ << bit_count;
        }
        int code = (int)(bits & ((1u << width) - 1));
        bits >>= width;
        bit_count -= width;
        codes++;
        if (code == 257) break;
        if (code == 256) {
            width = 9, next = 258, first = true;
            continue;
        }
        assert_true(code < next || (code == next && !first));
        if (!first && next < 4096) next++;
        if (next == 1 << width && width < 12) width++;
        first = false;
    }
    assert_true(bits == 0 && bit_count < 8 && left == 0);
    assert_memory_equal(at, "\0;", 2);
    assert_ptr_equal(at + 2, file->data + file->size);
    return codes;
}

/* Lengths around those after which codes get wider, and after which the table is full and begins anew: 3838
 * codes are 258 to 4095. After 255 more, a narrow end code would end a byte too early. */
static void test_gif_of_any_length(void **state) {
    (void)state;
    static const int lengths[][2] = {{253, 257}, {765, 769}, {1789, 1793}, {3837, 3842}, {4092, 4095}};
    for (size_t i = 0; i < BP_COUNT(lengths); i++) {
        for (int width = lengths[i][0]; width < lengths[i][1]; width++) {
            test_film film;
            bp_file file;
            int delays[COUNT_MAX];
            open_film(&film, width, 1, 1, 25, paint_pairs);
            assert_true(bp_sequence_encode_gif(NULL, &film.sequence, &file, NULL));
            expect_gif(&film, &file, 0, delays);
            assert_int_equal(count_codes(&file), width + (width > 3838 ? 3 : 2));
            bp_file_free(NULL, &file);
            free(film.pixels);
        }
    }
}

/* 65,536 colours of a plane: 255 of them divide it into cells of 16 x 16, so 8 to each side if they are cut
 * evenly; twice that is allowed, and 4 for the bins. */
static void test_gif_of_many_colors(void **state) {
    (void)state;
    test_film film;
    bp_file file;
    int delays[COUNT_MAX];
    open_film(&film, 256, 256, 1, 25, paint_ramp);
    assert_true(bp_sequence_encode_gif(NULL, &film.sequence, &file, NULL));
    expect_gif(&film, &file, 20, delays);
    bp_file_free(NULL, &file);
    free(film.pixels);
}

/* 30 a second don't divide into hundredths: 3 and 4 take turns, and the sum is right. The last picture stays
 * until the end. */
static void test_delays(void **state) {
    (void)state;
    test_film film;
    bp_file file;
    int delays[COUNT_MAX], sum = 0;
    open_film(&film, 20, 20, 33, 30, paint_square);
    film.sequence.seconds = 1.083;
    assert_true(bp_sequence_encode_gif(NULL, &film.sequence, &file, NULL));
    expect_gif(&film, &file, 255, delays);
    bp_file_free(NULL, &file);
    for (int i = 0; i < 32; i++) {
        assert_true(delays[i] == 30 || delays[i] == 40);
        sum += delays[i];
    }
    assert_int_equal(sum, 1070);      /* 32 / 30 s */
    assert_int_equal(delays[32], 20); /* 0.01 s are left, but browsers show nothing for less than 0.02 */
    film.sequence.seconds = 1.5;
    assert_true(bp_sequence_encode_apng(NULL, &film.sequence, &file, NULL));
    read_apng(&film, &file, delays);
    bp_file_free(NULL, &file);
    assert_int_equal(delays[0] + delays[1] + delays[2], 100);
    assert_int_equal(delays[32], 433);
    free(film.pixels);
}

static void expect_refused(const test_film *film, bp_error_kind kind, const char *part) {
    bool (*const encoders[])(const bp_allocator *, const bp_image_sequence *, bp_file *,
                             bp_error *) = {bp_sequence_encode_apng, bp_sequence_encode_gif};
    for (size_t i = 0; i < BP_COUNT(encoders); i++) {
        test_allocator counter = {0};
        bp_allocator hook = test_allocator_hook(&counter);
        bp_error error = {0};
        bp_file file;
        assert_false(encoders[i](&hook, &film->sequence, &file, &error));
        expect_error(&error, kind, part);
        assert_null(file.data);
        assert_int_equal(counter.live, 0);
    }
}

static void test_refused(void **state) {
    (void)state;
    test_film film;
    open_film(&film, 20, 20, 5, 10, paint_square);
    film.fail_at = 3;
    expect_refused(&film, BP_ERROR_INPUT, "film: is torn");
    film.fail_at = -1;
    film.sequence.fps = 1001;
    expect_refused(&film, BP_ERROR_ARGUMENT, "fps: 1001 pictures a second are not within 0.1 and");
    film.sequence.fps = 0.09;
    expect_refused(&film, BP_ERROR_ARGUMENT, "fps: 0.09");
    film.sequence.fps = 10;
    film.sequence.count = 0;
    expect_refused(&film, BP_ERROR_ARGUMENT, "count");
    film.sequence.count = 5;
    film.sequence.width = 16385;
    expect_refused(&film, BP_ERROR_ARGUMENT, "size: 16385 x 20");
    film.sequence.width = 1024, film.sequence.height = 1024, film.sequence.count = 1025;
    expect_refused(&film, BP_ERROR_ARGUMENT, "1025 pictures of 1024 x 1024 are more");
    film.sequence.count = 1024, film.fail_at = 0; /* 2^30 pixels get as far as the first picture */
    expect_refused(&film, BP_ERROR_INPUT, "torn");
    free(film.pixels);
    bp_file file;
    bp_error error = {0};
    open_film(&film, 2, 2, 1, 51, paint_square);
    assert_false(bp_sequence_encode_gif(NULL, &film.sequence, &file, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "fps: 51 pictures a second are not within 0.1 and 50");
    free(film.pixels);
}

static bool attempt_apng(const bp_allocator *allocator, void *user, bp_error *error) {
    bp_file file;
    if (!bp_sequence_encode_apng(allocator, &((test_film *)user)->sequence, &file, error)) return false;
    bp_file_free(allocator, &file);
    return true;
}

static bool attempt_gif(const bp_allocator *allocator, void *user, bp_error *error) {
    bp_file file;
    if (!bp_sequence_encode_gif(allocator, &((test_film *)user)->sequence, &file, error)) return false;
    bp_file_free(allocator, &file);
    return true;
}

static void test_without_memory(void **state) {
    (void)state;
    test_film film;
    open_film(&film, 24, 16, 2, 10, paint_noise);
    assert_true(test_each_allocation_fails(attempt_apng, &film) > 4);
    assert_true(test_each_allocation_fails(attempt_gif, &film) > 4);
    free(film.pixels);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_apng_holds_all_pictures),
        cmocka_unit_test(test_gif_of_few_colors_is_exact),
        cmocka_unit_test(test_gif_of_any_length),
        cmocka_unit_test(test_gif_of_many_colors),
        cmocka_unit_test(test_delays),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
