/* The check of JPEG segments. The files here are built from segments as in ITU T.81, annex B: FF, a
 * marker, two bytes of length (which include themselves), the content. */
#include "io/sequence.h"
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
/* Precision 8; 258 x 515 pixels, so both bytes of each number matter; one component. */
#define PUT_FRAME(f, marker) PUT(f, 0xff, marker, 0, 11, 8, 2, 3, 1, 2, 1, 1, 0x11, 0)
/* One component (1) with DC and AC table `tables`; coefficients from `first` on. */
#define PUT_SCAN(f, tables, first) PUT(f, 0xff, 0xda, 0, 8, 1, 1, tables, first, 63, 0)

/* A table with `codes` codes: kind and number, then the number of codes of each of 16 lengths. Up to 255
 * codes have the longest length, the others the shortest. */
static void put_table(file *f, int name, int codes) {
    int longest = codes > 255 ? 255 : codes;
    PUT(f, (uint8_t)name, (uint8_t)(codes - longest));
    PUT(f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, (uint8_t)longest);
}

/* The symbols, which the check never reads. */
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

/* The file is copied into a block of exactly its size, so a sanitizer detects reads past its end. */
static const char *check(const file *f, uint32_t *width, uint32_t *height) {
    uint8_t *copy = malloc(f->size);
    memcpy(copy, f->bytes, f->size);
    const char *wrong = bp_jpeg_validate(copy, f->size, width, height);
    free(copy);
    return wrong;
}

static void expect_valid_at(const file *f, int line) {
    uint32_t width = 0, height = 0;
    const char *wrong = check(f, &width, &height);
    if (wrong) print_error("refused: %s\n", wrong), _fail(__FILE__, line);
    if (width != 258 || height != 515) print_error("got %u x %u\n", width, height), _fail(__FILE__, line);
}

static void expect_refused_at(const file *f, const char *part, int line) {
    uint32_t width = 0, height = 0;
    test_text_contains(check(f, &width, &height), part, __FILE__, line);
}

#define expect_valid(f) expect_valid_at(f, __LINE__)
#define expect_refused(f, part) expect_refused_at(f, part, __LINE__)

static void test_size(void **state) {
    (void)state;
    /* Sequential (C0, C1) and progressive (C2) frames. No other marker is a frame header: C3 is lossless,
     * which the decoder doesn't support. */
    for (int marker = 0xc0; marker <= 0xc2; marker++) {
        file f = begin(marker);
        PUT_SCAN(&f, 0x00, 0);
        PUT_END(&f);
        expect_valid(&f);
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
    PUT(&bare, 0xff, 0xc0, 0, 8, 8, 0, 1, 0, 1, 0); /* 1 x 1 pixel, the shortest header that is accepted */
    PUT_END(&bare);
    uint32_t width = 0, height = 0;
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

/* Each of four components has its own tables, all eight in one segment. */
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
    expect_valid(&f);
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
            expect_valid(&f);
    }
    /* A segment with length `length`, which is 19 plus the codes. One less cuts the table off; one more
     * begins another table. Without codes, 18 cuts it off too. */
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
                expect_valid(&f);
            else
                expect_refused(&f, "a Huffman table is cut off");
        }
    }
}

/* In a progressive file, DC and AC coefficients have separate scans, and each needs only its own table.
 * Table 3 is undefined. */
static void test_tables_of_a_scan(void **state) {
    (void)state;
    static const struct {
        int frame, tables, first;
        bool valid;
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
        if (cases[i].valid)
            expect_valid(&f);
        else
            expect_refused(&f, "a scan uses a Huffman table that isn't there");
    }
}

/* Two components: the first coefficient follows both of them. A DC scan needs only the DC table. */
static void test_two_components(void **state) {
    (void)state;
    for (int first = 0; first < 2; first++) {
        file f = begin(0xc2);
        PUT(&f, 0xff, 0xda, 0, 10, 2, 1, 0x03, 2, 0x03, (uint8_t)first, 63, 0);
        PUT_END(&f);
        if (first == 0)
            expect_valid(&f);
        else
            expect_refused(&f, "a scan uses a Huffman table that isn't there");
    }
}

static void test_scan_length(void **state) {
    (void)state;
    /* {length, components}: the length is 6 plus two for each of one to four components. */
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

/* In a scan's data, FF 00 is a data byte and FF D0 to FF D7 are restart markers. Any other marker begins a
 * segment. Any number of FFs may precede a marker. */
static void test_data(void **state) {
    (void)state;
    file f = begin(0xc0);
    PUT_SCAN(&f, 0x00, 0);
    PUT(&f, 1, 2, 0xff, 0x00, 0xd9, 0xff, 0xd0, 3, 0xff, 0xd7, 0xff, 0xff, 0xff, 0xd3, 0xff, 0xff, 0x00, 4);
    file whole = f;
    PUT(&whole, 0xff, 0xff, 0xff, 0xd9);
    expect_valid(&whole);
    /* A second scan after it is checked too. */
    file second = f;
    PUT_SCAN(&second, 0x03, 0);
    PUT_END(&second);
    expect_refused(&second, "table that isn't there");
    /* CF and D8 are no restart markers: they begin a segment, which is too long. */
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
    PUT(&no_length, 2); /* an empty comment is a valid segment, but the end marker is missing */
    expect_refused(&no_length, "it has no end mark");
    no_length.bytes[no_length.size - 1] = 1;
    expect_refused(&no_length, "a segment is cut off");
    no_length.bytes[no_length.size - 1] = 3;
    expect_refused(&no_length, "a segment is cut off");
    file no_scan = f;
    PUT(&no_scan, 0xff, 0xda, 0, 2);
    expect_refused(&no_scan, "a scan header has a wrong length");
    /* Bytes between two segments are skipped. FF 00 is a segment like any unknown one. */
    PUT(&f, 0xff, 0x00, 0, 3, 0);
    PUT(&f, 7, 8, 9);
    PUT(&f, 0xff, 0xfe, 1, 2); /* a comment of 256 bytes and its length: 0x102 */
    put_symbols(&f, 256);
    PUT_END(&f);
    expect_valid(&f);
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
