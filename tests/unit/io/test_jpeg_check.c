/* Which JPEGs are let through to the decoder. The files here are put together from segments as ITU T.81, annex B,
 * lays them out: FF, a marker, two bytes of length (which count themselves), the contents. */
#include "io/jpeg_check.h"
#include "support/test.h"

typedef struct file {
    uint8_t bytes[2048];
    size_t size;
} file;

static void put(file *f, const uint8_t *bytes, size_t size) {
    assert_true(f->size + size <= sizeof f->bytes);
    memcpy(f->bytes + f->size, bytes, size);
    f->size += size;
}

#define PUT(f, ...) put(f, (const uint8_t[]){__VA_ARGS__}, sizeof(const uint8_t[]){__VA_ARGS__})
#define PUT_START(f) PUT(f, 0xff, 0xd8)
#define PUT_END(f) PUT(f, 0xff, 0xd9)
/* Precision 8; 258 x 515 pixels, so that both bytes of each number count; one component. */
#define PUT_FRAME(f, marker) PUT(f, 0xff, marker, 0, 11, 8, 2, 3, 1, 2, 1, 1, 0x11, 0)
/* One component (1), which uses the tables `tables` (DC, AC); the coefficients from `first` on. */
#define PUT_SCAN(f, tables, first) PUT(f, 0xff, 0xda, 0, 8, 1, 1, tables, first, 63, 0)

/* A table of `codes` codes, its contents alone: kind and number, how many codes of each of 16 lengths: as many of
 * the longest as a byte can say, the others of the shortest. */
static void put_table(file *f, int name, int codes) {
    int longest = codes > 255 ? 255 : codes;
    PUT(f, (uint8_t)name, (uint8_t)(codes - longest));
    PUT(f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, (uint8_t)longest);
}

/* Its symbols, which the check never reads. */
static void put_symbols(file *f, int count) {
    for (int i = 0; i < count; i++) PUT(f, 0);
}

/* A segment of one table. */
static void put_table_segment(file *f, int name, int codes) {
    int length = 2 + 17 + codes;
    PUT(f, 0xff, 0xc4, (uint8_t)(length >> 8), (uint8_t)length);
    put_table(f, name, codes);
    put_symbols(f, codes);
}

/* The segments up to the frame header, with DC and AC tables 0. */
static file begin(int frame_marker) {
    file f = {.size = 0};
    PUT_START(&f);
    put_table_segment(&f, 0x00, 1);
    put_table_segment(&f, 0x10, 1);
    PUT_FRAME(&f, (uint8_t)frame_marker);
    return f;
}

/* The file is copied into a block of its size, so that a sanitizer sees a step too far. */
static const char *check(const file *f, int *width, int *height) {
    uint8_t *copy = malloc(f->size);
    memcpy(copy, f->bytes, f->size);
    const char *wrong = bp_jpeg_validate(copy, f->size, width, height);
    free(copy);
    return wrong;
}

static void expect_sound_at(const file *f, int line) {
    int width = 0, height = 0;
    const char *wrong = check(f, &width, &height);
    if (wrong) print_error("refused: %s\n", wrong), _fail(__FILE__, line);
    if (width != 258 || height != 515) print_error("got %d x %d\n", width, height), _fail(__FILE__, line);
}

static void expect_refused_at(const file *f, const char *part, int line) {
    int width = 0, height = 0;
    test_text_contains(check(f, &width, &height), part, __FILE__, line);
}

#define expect_sound(f) expect_sound_at(f, __LINE__)
#define expect_refused(f, part) expect_refused_at(f, part, __LINE__)

static void test_size(void **state) {
    (void)state;
    /* Sequential (C0, C1) and progressive (C2). Nothing else is a frame header: C3 is lossless, which the decoder
     * doesn't know. */
    for (int marker = 0xc0; marker <= 0xc2; marker++) {
        file f = begin(marker);
        PUT_SCAN(&f, 0x00, 0);
        PUT_END(&f);
        expect_sound(&f);
    }
    file f = begin(0xc3);
    PUT_END(&f);
    expect_refused(&f, "no frame header");
    f = begin(0xc0);
    PUT_FRAME(&f, 0xc0);
    PUT_END(&f);
    expect_refused(&f, "two frame headers");
    file bare = {.size = 0};
    PUT_START(&bare);
    PUT(&bare, 0xff, 0xc0, 0, 8, 8, 0, 1, 0, 1, 0); /* one by one pixel, the shortest header that is read */
    PUT_END(&bare);
    int width = 0, height = 0;
    assert_null(check(&bare, &width, &height));
    assert_int_equal(width, 1);
    assert_int_equal(height, 1);
    bare.bytes[8] = 0;
    expect_refused(&bare, "width or height is 0");
    bare.bytes[8] = 1, bare.bytes[10] = 0;
    expect_refused(&bare, "width or height is 0");
    bare.bytes[5] = 7; /* the segment's length */
    expect_refused(&bare, "the frame header is cut off");
}

/* Each of four components has tables of its own, all eight of which come in one segment. */
static file with_all_tables(int left_out) {
    static const uint8_t names[8] = {0x00, 0x01, 0x02, 0x03, 0x10, 0x11, 0x12, 0x13};
    file f = {.size = 0};
    PUT_START(&f);
    size_t start = f.size;
    PUT(&f, 0xff, 0xc4, 0, 0);
    for (int i = 0; i < 8; i++) {
        if (i == left_out) continue;
        put_table(&f, names[i], i);
        put_symbols(&f, i);
    }
    f.bytes[start + 3] = (uint8_t)(f.size - start - 2);
    PUT_FRAME(&f, 0xc0);
    PUT(&f, 0xff, 0xda, 0, 14, 4, 1, 0x03, 2, 0x12, 3, 0x21, 4, 0x30, 0, 63, 0);
    PUT_END(&f);
    return f;
}

static void test_every_table(void **state) {
    (void)state;
    file f = with_all_tables(-1);
    expect_sound(&f);
    for (int i = 0; i < 8; i++) {
        f = with_all_tables(i);
        expect_refused(&f, "a scan uses a Huffman table that isn't there");
    }
}

static void test_tables(void **state) {
    (void)state;
    static const struct {
        int name, codes;
        const char *wrong;
    } cases[] = {
        {0x03, 256, NULL},
        {0x13, 256, NULL},
        {0x00, 257, "more than 256 codes"},
        {0x04, 1, "number that doesn't exist"},
        {0x14, 1, "number that doesn't exist"},
        {0x20, 1, "number that doesn't exist"},
    };
    for (size_t i = 0; i < BP_COUNT(cases); i++) {
        file f = begin(0xc0);
        put_table_segment(&f, cases[i].name, cases[i].codes);
        PUT_END(&f);
        if (cases[i].wrong)
            expect_refused(&f, cases[i].wrong);
        else
            expect_sound(&f);
    }
    /* A segment of length `length`, which is 19 and the codes: one less cuts the table off, one more is the
     * beginning of another. Without codes, 18 cuts it off as well. */
    for (int codes = 0; codes < 3; codes++) {
        for (int more = -1; more <= 1; more++) {
            file f = begin(0xc0);
            size_t start = f.size;
            put_table_segment(&f, 0x00, codes);
            if (more > 0) PUT(&f, 0);
            f.size -= more < 0;
            f.bytes[start + 3] = (uint8_t)(19 + codes + more);
            PUT_END(&f);
            if (more == 0)
                expect_sound(&f);
            else
                expect_refused(&f, "a Huffman table is cut off");
        }
    }
}

/* In a progressive file the first coefficient (the mean, DC) and the others (AC) come in scans of their own, and each
 * needs only its table. 3 is a table that isn't there. */
static void test_tables_of_a_scan(void **state) {
    (void)state;
    static const struct {
        int frame, tables, first;
        bool sound;
    } cases[] = {
        {0xc0, 0x00, 0, true},  {0xc0, 0x30, 0, false}, {0xc0, 0x03, 0, false}, {0xc1, 0x30, 0, false},
        {0xc1, 0x03, 0, false}, {0xc2, 0x03, 0, true},  {0xc2, 0x30, 0, false}, {0xc2, 0x30, 1, true},
        {0xc2, 0x03, 1, false}, {0xc2, 0x30, 5, true},  {0xc2, 0x03, 5, false}, {0xc0, 0x40, 0, false},
        {0xc0, 0x04, 0, false}, {0xc0, 0x30, 1, false}, {0xc0, 0x03, 1, false},
    };
    for (size_t i = 0; i < BP_COUNT(cases); i++) {
        file f = begin(cases[i].frame);
        PUT_SCAN(&f, (uint8_t)cases[i].tables, (uint8_t)cases[i].first);
        PUT_END(&f);
        if (cases[i].sound)
            expect_sound(&f);
        else
            expect_refused(&f, "a scan uses a Huffman table that isn't there");
    }
}

/* Two components: where the coefficients begin stands behind both. In a first scan only the DC table is needed. */
static void test_two_components(void **state) {
    (void)state;
    for (int first = 0; first < 2; first++) {
        file f = begin(0xc2);
        PUT(&f, 0xff, 0xda, 0, 10, 2, 1, 0x03, 2, 0x03, (uint8_t)first, 63, 0);
        PUT_END(&f);
        if (first == 0)
            expect_sound(&f);
        else
            expect_refused(&f, "a scan uses a Huffman table that isn't there");
    }
}

static void test_scan_length(void **state) {
    (void)state;
    /* {length, components}: the length is 6 and two for each component, of which there are one to four. */
    static const uint8_t wrong[][2] = {{6, 0}, {7, 1}, {9, 1}, {8, 2}, {10, 1}, {16, 5}, {14, 5}, {2, 0}};
    for (size_t i = 0; i < BP_COUNT(wrong); i++) {
        file f = begin(0xc0);
        PUT(&f, 0xff, 0xda, 0, wrong[i][0], wrong[i][1]);
        put_symbols(&f, 16);
        PUT_END(&f);
        expect_refused(&f, "a scan header has a wrong length");
    }
    file f = {.size = 0};
    PUT_START(&f);
    PUT_SCAN(&f, 0, 0);
    PUT_END(&f);
    expect_refused(&f, "a scan comes before the frame header");
}

/* In the data of a scan FF 00 is a byte of data and FF D0 to FF D7 are marks to start again from; whatever else
 * comes is a segment. Any number of FFs may come before a marker. */
static void test_data(void **state) {
    (void)state;
    file f = begin(0xc0);
    PUT_SCAN(&f, 0x00, 0);
    PUT(&f, 1, 2, 0xff, 0x00, 0xd9, 0xff, 0xd0, 3, 0xff, 0xd7, 0xff, 0xff, 0xff, 0xd3, 0xff, 0xff, 0x00, 4);
    file whole = f;
    PUT(&whole, 0xff, 0xff, 0xff, 0xd9);
    expect_sound(&whole);
    /* A second scan after it is looked at too. */
    file second = f;
    PUT_SCAN(&second, 0x03, 0);
    PUT_END(&second);
    expect_refused(&second, "table that isn't there");
    /* CF and D8 are no restart marks: what follows is read as a segment, too long a one. */
    static const uint8_t segments[] = {0xcf, 0xd8};
    for (size_t i = 0; i < BP_COUNT(segments); i++) {
        file other = f;
        PUT(&other, 0xff, segments[i], 0xff, 0xff);
        PUT_END(&other);
        expect_refused(&other, "a segment is cut off");
    }
    /* Before the data they are none either. */
    file early = begin(0xc0);
    PUT(&early, 0xff, 0xd0, 0xff, 0xff);
    PUT_END(&early);
    expect_refused(&early, "a segment is cut off");
}

static void test_ends(void **state) {
    (void)state;
    file f = begin(0xc0);
    expect_refused(&f, "it is cut off: it has no end mark");
    file no_mark = f;
    PUT(&no_mark, 0xff);
    expect_refused(&no_mark, "it is cut off: it has no end mark");
    PUT(&no_mark, 0xff);
    expect_refused(&no_mark, "it is cut off: it has no end mark");
    file no_length = f;
    PUT(&no_length, 0xff, 0xfe);
    expect_refused(&no_length, "a segment is cut off");
    PUT(&no_length, 0);
    expect_refused(&no_length, "a segment is cut off");
    PUT(&no_length, 2); /* an empty comment is a segment, if a last one without an end mark */
    expect_refused(&no_length, "it has no end mark");
    no_length.bytes[no_length.size - 1] = 1;
    expect_refused(&no_length, "a segment is cut off");
    no_length.bytes[no_length.size - 1] = 3;
    expect_refused(&no_length, "a segment is cut off");
    file no_scan = f;
    PUT(&no_scan, 0xff, 0xda, 0, 2);
    expect_refused(&no_scan, "a scan header has a wrong length");
    /* What stands between two segments is passed over; FF 00 is a segment like any that isn't known. */
    PUT(&f, 0xff, 0x00, 0, 3, 0);
    PUT(&f, 7, 8, 9);
    PUT(&f, 0xff, 0xfe, 1, 2); /* a comment of 256 bytes and its length: 0x102 */
    put_symbols(&f, 256);
    PUT_END(&f);
    expect_sound(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_size),           cmocka_unit_test(test_every_table),
        cmocka_unit_test(test_tables),         cmocka_unit_test(test_tables_of_a_scan),
        cmocka_unit_test(test_two_components), cmocka_unit_test(test_scan_length),
        cmocka_unit_test(test_data),           cmocka_unit_test(test_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
