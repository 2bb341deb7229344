/* Reading JSON, with limits and places; writing JSON, which doesn't depend on the locale. */
#include "io/json.h"
#include "support/allocator.h"
#include "support/folder.h"
#include <bindpose/io.h>
#include <float.h>
#include <locale.h>
#include <math.h>
#include <sys/types.h>

/* These are POSIX functions, which strict C17 hides. */
extern int fileno(FILE *file), ftruncate(int file, off_t size);

static bp_json *parse(const char *text) {
    bp_error error = {0};
    bp_json *root = bp_json_parse(text, strlen(text), 0, "text", &error);
    expect_no_error(&error);
    return root;
}

static void test_access(void **state) {
    (void)state;
    bp_json *root = parse("{\"a\": [1, 2.5, \"x\", null, true], \"b\": {\"c\": -3.0}, \"z\": false}");
    const bp_json *a = bp_json_member(root, "a");
    assert_int_equal(bp_json_kind_of(root), BP_JSON_OBJECT);
    assert_int_equal(bp_json_count(root), 3);
    assert_int_equal(bp_json_count(a), 5);
    assert_int_equal(bp_json_kind_of(a), BP_JSON_ARRAY);
    expect_float(bp_json_number_or(bp_json_item(a, 1), 0), 2.5, 0);
    assert_string_equal(bp_json_text_or(bp_json_item(a, 2), ""), "x");
    assert_int_equal(bp_json_kind_of(bp_json_item(a, 3)), BP_JSON_NULL);
    assert_true(bp_json_bool_or(bp_json_item(a, 4), false));
    assert_int_equal(bp_json_kind_of(bp_json_item(a, 5)), BP_JSON_MISSING);
    /* Every call accepts the missing value of the call before. */
    const bp_json *nothing = bp_json_item(bp_json_member(bp_json_member(root, "q"), "r"), 4);
    expect_float(bp_json_number_or(nothing, 7), 7, 0);
    assert_string_equal(bp_json_text_or(nothing, "none"), "none");
    assert_true(bp_json_bool_or(nothing, true));
    assert_int_equal(bp_json_count(nothing), 0);
    assert_string_equal(bp_json_kind_text(nothing), "missing");
    assert_string_equal(bp_json_kind_text(bp_json_item(a, 0)), "a number");
    long long whole = 0;
    assert_true(bp_json_integer(bp_json_member(bp_json_member(root, "b"), "c"), &whole));
    assert_int_equal(whole, -3);
    assert_false(bp_json_integer(bp_json_item(a, 1), &whole));
    assert_false(bp_json_integer(nothing, &whole));
    bp_json_destroy(root);
    bp_json_destroy(NULL);
}

/* Every kind has its name, and each accessor returns its default for a value of another kind. */
static void test_kinds(void **state) {
    (void)state;
    static const struct {
        const char *text;
        bp_json_kind kind;
        const char *name;
    } kinds[] = {
        {"null", BP_JSON_NULL, "null"},
        {"true", BP_JSON_BOOL, "true or false"},
        {"7", BP_JSON_NUMBER, "a number"},
        {"0.5", BP_JSON_NUMBER, "a number"},
        {"\"7\"", BP_JSON_TEXT, "text"},
        {"[7]", BP_JSON_ARRAY, "an array"},
        {"{\"a\": 7}", BP_JSON_OBJECT, "an object"},
        {"false", BP_JSON_BOOL, "true or false"},
    };
    for (size_t i = 0; i < BP_COUNT(kinds); i++) {
        char text[32];
        snprintf(text, sizeof text, "[%s]", kinds[i].text);
        bp_json *root = parse(text);
        const bp_json *value = bp_json_item(root, 0);
        assert_int_equal(bp_json_kind_of(value), kinds[i].kind);
        assert_string_equal(bp_json_kind_text(value), kinds[i].name);
        assert_int_equal(bp_json_count(value),
                         kinds[i].kind == BP_JSON_ARRAY || kinds[i].kind == BP_JSON_OBJECT);
        double number = kinds[i].kind != BP_JSON_NUMBER ? -1 : i == 2 ? 7 : 0.5;
        expect_float(bp_json_number_or(value, -1), number, 0);
        assert_string_equal(bp_json_text_or(value, "-"), kinds[i].kind == BP_JSON_TEXT ? "7" : "-");
        bool is_bool = kinds[i].kind == BP_JSON_BOOL, is_true = strcmp(kinds[i].text, "true") == 0;
        assert_int_equal(bp_json_bool_or(value, false), is_bool && is_true);
        assert_int_equal(bp_json_bool_or(value, true), !is_bool || is_true);
        bp_json_destroy(root);
    }
}

/* The sign of zero is in the text, with or without a point. */
static void test_negative_zero(void **state) {
    (void)state;
    bp_json *root = parse("[-0, -0.0, -0e3, 0, 0.0]");
    float floats[5];
    assert_true(bp_json_floats(root, "zeros", floats, 5, NULL));
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(signbit(bp_json_number_or(bp_json_item(root, i), 1)) != 0, i < 3);
        assert_int_equal(signbit(floats[i]) != 0, i < 3);
    }
    bp_json_destroy(root);
}

/* Up to 2^53 doubles hold every integer. Larger numbers and fractions are refused. */
static void test_whole_numbers(void **state) {
    (void)state;
    bp_json *root = parse("[9007199254740992, -9007199254740992, 0, 3.0, 9007199254740994, -9007199254740994,"
                          " 0.5, -2.25, 1e300, \"1\", 9007199254740992.0, 9223372036854775807]");
    static const long long expected[] = {9007199254740992, -9007199254740992, 0, 3};
    for (size_t i = 0; i < bp_json_count(root); i++) {
        long long whole = 99;
        bool ok = i < BP_COUNT(expected) || i == 10;
        assert_int_equal(bp_json_integer(bp_json_item(root, i), &whole), ok);
        assert_true(whole == (i == 10 ? expected[0] : ok ? expected[i] : 99));
    }
    bp_json_destroy(root);
}

static void test_members_in_order(void **state) {
    (void)state;
    bp_json *root = parse("{\"z\": 1, \"a\": 2, \"m\": 3}");
    void *place = NULL;
    const char *key = NULL;
    char seen[8] = "";
    for (const bp_json *value; (value = bp_json_next(root, &place, &key));) strcat(seen, key);
    assert_string_equal(seen, "zam");
    place = NULL;
    assert_null(bp_json_next(bp_json_member(root, "a"), &place, &key));
    bp_json_destroy(root);
}

static void expect_refused(const char *text, const char *part) {
    bp_error error = {0};
    assert_null(bp_json_parse(text, strlen(text), 0, "file.gltf", &error));
    expect_error(&error, BP_ERROR_INPUT, part);
}

static void test_invalid_text(void **state) {
    (void)state;
    expect_refused("{\"a\": 1,\n \"b\" 2}", "file.gltf:2:");
    expect_refused("", "file.gltf:1:");
    expect_refused("{\"a\": 1, \"a\": 2}", "uplicate");
    expect_refused("[1] 2", "file.gltf:1:");
    expect_refused("[\"\xff\"]", "file.gltf:1:");
    char *deep = calloc(10001, 1);
    memset(deep, '[', 10000);
    expect_refused(deep, "file.gltf");
    free(deep);
    bp_error error = {0};
    assert_null(bp_json_parse("[1, 2, 3]", 9, 8, "p", &error));
    expect_error(&error, BP_ERROR_INPUT, "p: 9 bytes of JSON are over the limit of 8");
    bp_json *three = bp_json_parse("[1, 2, 3]", 9, 9, "p", NULL);
    assert_int_equal(bp_json_count(three), 3);
    bp_json_destroy(three);
    /* 1 GiB and one byte, none of which is read. */
    assert_null(bp_json_parse("", ((size_t)1 << 30) + 1, 0, "p", &error));
    expect_error(&error, BP_ERROR_INPUT, "p: 1073741825 bytes of JSON are over the limit of 1073741824");
    assert_null(bp_json_parse(NULL, 0, 0, NULL, &error));
    expect_error(&error, BP_ERROR_INPUT, "JSON:1:");
}

static void test_required_numbers(void **state) {
    (void)state;
    bp_error error = {0};
    bp_json *root = parse("{\"n\": 2, \"v\": [1, 2, 3], \"w\": [1, null], \"big\": [1e39]}");
    float v[3] = {0};
    assert_true(bp_json_floats(bp_json_member(root, "v"), "v", v, 3, &error));
    expect_float(v[2], 3, 0);
    assert_false(bp_json_floats(bp_json_member(root, "v"), "v", v, 2, &error));
    expect_error(&error, BP_ERROR_INPUT, "v: has 3 elements; 2 numbers");
    assert_false(bp_json_floats(bp_json_member(root, "w"), "w", v, 2, &error));
    expect_error(&error, BP_ERROR_INPUT, "w[1]: is null");
    assert_false(bp_json_floats(bp_json_member(root, "big"), "big", v, 1, &error));
    expect_error(&error, BP_ERROR_INPUT, "big[0]");
    assert_false(bp_json_floats(bp_json_member(root, "big"), NULL, v, 1, &error));
    assert_string_equal(error.place, "[0]");
    assert_false(bp_json_floats(bp_json_member(root, "n"), "n", v, 1, &error));
    expect_error(&error, BP_ERROR_INPUT, "n: is a number; an array of 1 numbers");
    expect_float(v[0], 1, 0); /* failures store nothing */
    bp_json_destroy(root);
}

/* FLT_MAX is 3.40282346638528859812e38, and the next double above it is no float any more. */
static void test_largest_floats(void **state) {
    (void)state;
    float v[2] = {0};
    bp_error error = {0};
    bp_json *root = parse("[[3.4028234663852886e38, -3.4028234663852886e38], [3.4028234663852889e38, 0],"
                          " [0, -3.4028234663852889e38]]");
    assert_true(bp_json_floats(bp_json_item(root, 0), "v", v, 2, &error));
    assert_true(v[0] == FLT_MAX && v[1] == -FLT_MAX);
    assert_false(bp_json_floats(bp_json_item(root, 1), "v", v, 2, &error));
    expect_error(&error, BP_ERROR_INPUT, "v[0]: is a number; a number that fits a float");
    assert_false(bp_json_floats(bp_json_item(root, 2), "v", v, 2, &error));
    expect_error(&error, BP_ERROR_INPUT, "v[1]: is a number; a number that fits a float");
    assert_true(v[0] == FLT_MAX && v[1] == -FLT_MAX);
    bp_json_destroy(root);
}

/* 1 GiB and one byte, sparse: it needs no disk space, and reading it allocates nothing. */
static void test_large_file(void **state) {
    (void)state;
    char folder[256], path[512];
    test_folder_make(folder, sizeof folder);
    FILE *file = fopen(test_path(path, sizeof path, folder, "large.json"), "wb");
    assert_int_equal(ftruncate(fileno(file), ((off_t)1 << 30) + 1), 0);
    fclose(file);
    test_allocator counter = {.fail_at = 1};
    bp_allocator hook = test_allocator_hook(&counter);
    bp_error error = {0};
    assert_null(bp_json_read(&hook, path, 0, &error));
    expect_error(&error, BP_ERROR_INPUT,
                 "large.json: the file has 1073741825 bytes, the limit is 1073741824");
    assert_null(bp_json_read(&hook, path, 100, &error));
    expect_error(&error, BP_ERROR_INPUT, "large.json: the file has 1073741825 bytes, the limit is 100");
    test_folder_remove(folder);
}

static void test_files(void **state) {
    (void)state;
    char folder[256], path[512];
    test_folder_make(folder, sizeof folder);
    bp_error error = {0};
    test_path(path, sizeof path, folder, "a.json");
    assert_true(bp_file_write(path, "[1,", 3, &error));
    assert_null(bp_json_read(NULL, path, 0, &error));
    expect_error(&error, BP_ERROR_INPUT, "a.json:1:");
    assert_true(bp_file_write(path, "[1]", 3, &error));
    bp_json *root = bp_json_read(NULL, path, 0, &error);
    assert_int_equal(bp_json_count(root), 1);
    bp_json_destroy(root);
    assert_null(bp_json_read(NULL, test_path(path, sizeof path, folder, "b.json"), 0, &error));
    expect_error(&error, BP_ERROR_INPUT, "b.json");
    test_folder_remove(folder);
}

/* ---- writing ------------------------------------------------------------------------------------*/

static void write_sample(bp_json_writer *w) {
    const float row[3] = {1, -0.1f, 1e-7f};
    bp_json_write(w, "{file: %s, none: %s, row: %3p, empty: [], list: [-5, (true, null, {k: %g}), %g]}",
                  "a\"b\\c\n\x01\xc3\xa9\xff", bp_json_text_or(NULL, NULL), bp_floats(row), NAN, -INFINITY);
}

static const char sample[] = "{\n"
                             "  \"file\": \"a\\\"b\\\\c\\n\\u0001\xc3\xa9\xef\xbf\xbd\",\n"
                             "  \"none\": null,\n"
                             "  \"row\": [1, -0.100000001, 1.00000001e-07],\n"
                             "  \"empty\": [],\n"
                             "  \"list\": [\n"
                             "    -5,\n"
                             "    [true, null, {\"k\": null}],\n"
                             "    null\n"
                             "  ]\n"
                             "}\n";

static void test_writer(void **state) {
    (void)state;
    bp_error error = {0};
    bp_json_writer writer = bp_json_writer_make(NULL);
    write_sample(&writer);
    bp_file file;
    assert_true(bp_json_writer_finish(&writer, &file, &error));
    assert_string_equal((const char *)file.data, sample);
    assert_int_equal(file.size, sizeof sample - 1);
    bp_json *root = bp_json_parse((const char *)file.data, file.size, 0, NULL, &error);
    expect_no_error(&error);
    bp_json_destroy(root);
    bp_file_free(NULL, &file);
}

static void expect_written(bp_json_writer *writer, const char *expected) {
    bp_error error = {0};
    bp_file file = {0};
    if (!bp_json_writer_finish(writer, &file, &error)) expect_no_error(&error);
    assert_string_equal((const char *)file.data, expected);
    assert_int_equal(file.size, strlen(expected));
    bp_file_free(NULL, &file);
}

/* RFC 8259, section 7: quotes, backslashes and control characters below 20 must be escaped, by a letter if
 * they have one. 7F may be, and is, because it is invisible. */
static void test_escapes(void **state) {
    (void)state;
    bp_json_writer w = bp_json_writer_make(NULL);
    bp_json_write(&w, "%s", "\"\\\b\f\n\r\t\x01\x1f !\x7e\x7f/");
    expect_written(&w, "\"\\\"\\\\\\b\\f\\n\\r\\t\\u0001\\u001f !~\\u007f/\"\n");
}

static void test_layout(void **state) {
    (void)state;
    bp_json_writer w = bp_json_writer_make(NULL);
    bp_json_write(&w, "[{}, [(), ((1), [2, 3])], %*p]", 0, bp_floats(NULL));
    expect_written(&w, "[\n  {},\n  [\n    [],\n    [[1], [2, 3]]\n  ],\n  []\n]\n");
    /* An inline array as the root. Afterwards the writer can be used again. */
    bp_json_write(&w, "(");
    for (int i = 0; i < 2; i++) bp_json_write(&w, "%i", i);
    bp_json_write(&w, ")");
    expect_written(&w, "[false, true]\n");
    /* Objects on one line. */
    bp_json_write(&w, "[");
    for (int i = 0; i < 2; i++) bp_json_write(&w, "<n: %d, l: [{}]>", i);
    bp_json_write(&w, "]");
    expect_written(&w, "[\n  {\"n\": 0, \"l\": [{}]},\n  {\"n\": 1, \"l\": [{}]}\n]\n");
    /* Clearing discards an unfinished text. */
    bp_json_write(&w, "[");
    bp_json_writer_clear(&w);
    bp_json_write(&w, "null");
    expect_written(&w, "null\n");
}

/* A word before a colon is a key. */
static void test_members(void **state) {
    (void)state;
    bp_json_writer w = bp_json_writer_make(NULL);
    bp_json_write(&w, "{t: %s, n: %g, i: -7, b: true, f: %2p, o: {}, l: [1], r: (1)}", "a", 0.5,
                  bp_floats((const float[]){1, 2}));
    expect_written(&w, "{\n  \"t\": \"a\",\n  \"n\": 0.5,\n  \"i\": -7,\n  \"b\": true,\n  \"f\": [1, 2],\n"
                       "  \"o\": {},\n  \"l\": [\n    1\n  ],\n  \"r\": [1]\n}\n");
}

/* The maximal depth: 64 arrays, of which the innermost is empty. */
static void test_deepest(void **state) {
    (void)state;
    assert_int_equal(BP_JSON_MAX_DEPTH, 64);
    char expected[64 * 140] = "", *end = expected;
    bp_json_writer w = bp_json_writer_make(NULL);
    for (int i = 0; i < 64; i++)
        bp_json_write(&w, "["), end += sprintf(end, i ? "\n%*s[" : "%*s[", 2 * i, "");
    for (int i = 63; i >= 0; i--) {
        bp_json_write(&w, "]");
        end += i == 63 ? sprintf(end, "]") : sprintf(end, "\n%*s]", 2 * i, "");
    }
    sprintf(end, "\n");
    expect_written(&w, expected);
}

/* Every float is read back exactly. */
static void test_floats_are_exact(void **state) {
    (void)state;
    uint64_t seed = 4;
    float numbers[2000], back[2000];
    for (size_t i = 0; i < 2000; i++) {
        uint32_t bits = (uint32_t)test_random(&seed);
        if ((bits >> 23 & 255) == 255) bits &= 0x7fffff; /* no NaN, no infinity */
        memcpy(&numbers[i], &bits, 4);
    }
    bp_json_writer writer = bp_json_writer_make(NULL);
    bp_json_write(&writer, "%2000p", bp_floats(numbers));
    bp_file file;
    assert_true(bp_json_writer_finish(&writer, &file, NULL));
    bp_json *root = bp_json_parse((const char *)file.data, file.size, 0, NULL, NULL);
    bp_error error = {0};
    if (!bp_json_floats(root, "numbers", back, 2000, &error)) expect_no_error(&error);
    expect_floats(back, numbers, 2000, 0);
    bp_json_destroy(root);
    bp_file_free(NULL, &file);
}

static void test_locale_changes_nothing(void **state) {
    (void)state;
    if (!setlocale(LC_NUMERIC, "de_DE.UTF-8")) {
        print_message("skipped: no German locale\n");
        return;
    }
    bp_json_writer writer = bp_json_writer_make(NULL);
    bp_json_write(&writer, "%g", 1.5);
    bp_file file;
    assert_true(bp_json_writer_finish(&writer, &file, NULL));
    setlocale(LC_NUMERIC, "C");
    assert_string_equal((const char *)file.data, "1.5\n");
    bp_file_free(NULL, &file);
}

static void test_bad_utf8(void **state) {
    (void)state;
    static const char *const bad[] = {
        "\x80", "\xc0\x80", "\xe0\x80\x80", "\xed\xa0\x80", "\xf0\x80\x80\x80", "\xf4\x90\x80\x80",
        "\xf5", "\xc3",     "\xe2\x82"};
    for (size_t i = 0; i < BP_COUNT(bad); i++) {
        bp_json_writer writer = bp_json_writer_make(NULL);
        bp_json_write(&writer, "%s", bad[i]);
        bp_file file;
        assert_true(bp_json_writer_finish(&writer, &file, NULL));
        expect_text_contains((const char *)file.data, "\"\xef\xbf\xbd");
        bp_file_free(NULL, &file);
    }
}

static void expect_wrong_nesting(bp_json_writer *writer) {
    bp_error error = {0};
    bp_file file;
    assert_false(bp_json_writer_finish(writer, &file, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "nesting");
    assert_null(file.data);
    assert_null(writer->text.data);
}

/* All kinds of members and values by a format, in parts. */
static void test_format(void **state) {
    const float numbers[] = {1, 2, 3};
    const char *const none = state ? NULL : "";
    bp_json_writer w = bp_json_writer_make(NULL);
    bp_json_write(
        &w,
        "{a/b: %s, n: %s, %s: %g, i: %d, z: %zu, yes: %i, no: %i, f: %3p o: {} l: [1 null] r: ([%d] -2.5)}",
        "x, {y}: %s", none, "k", 0.5, -7, (size_t)1 << 40, true, false, bp_floats(numbers), 4);
    expect_written(&w, "{\n  \"a/b\": \"x, {y}: %s\",\n  \"n\": null,\n  \"k\": 0.5,\n  \"i\": -7,\n"
                       "  \"z\": 1099511627776,\n  \"yes\": true,\n  \"no\": false,\n  \"f\": [1, 2, 3],\n"
                       "  \"o\": {},\n  \"l\": [\n    1,\n    null\n  ],\n  \"r\": [[4], -2.5]\n}\n");
    bp_json_write(&w, "[ a: 1 ]"), expect_wrong_nesting(&w);
    bp_json_write(&w, "{a: [}"), expect_wrong_nesting(&w);
}

static void test_wrong_nesting(void **state) {
    (void)state;
    bp_json_writer w = bp_json_writer_make(NULL);
    expect_wrong_nesting(&w);
    bp_json_write(&w, "["), expect_wrong_nesting(&w);
    bp_json_write(&w, "["), bp_json_write(&w, "}"), bp_json_write(&w, "]"), expect_wrong_nesting(&w);
    bp_json_write(&w, "]"), expect_wrong_nesting(&w);
    bp_json_write(&w, "{"), bp_json_write(&w, "null"), bp_json_write(&w, "}"), expect_wrong_nesting(&w);
    bp_json_write(&w, "{"), bp_json_write(&w, "k:"), bp_json_write(&w, "}"), expect_wrong_nesting(&w);
    bp_json_write(&w, "{"), bp_json_write(&w, "k:"), bp_json_write(&w, "l:"), bp_json_write(&w, "null");
    bp_json_write(&w, "}"), expect_wrong_nesting(&w);
    bp_json_write(&w, "["), bp_json_write(&w, "k:"), bp_json_write(&w, "]"), expect_wrong_nesting(&w);
    bp_json_write(&w, "null"), bp_json_write(&w, "null"), expect_wrong_nesting(&w);
    bp_json_write(&w, "%o", 1u), expect_wrong_nesting(&w); /* a value that it does not know */
    for (int i = 0; i <= BP_JSON_MAX_DEPTH; i++) bp_json_write(&w, "[");
    for (int i = 0; i <= BP_JSON_MAX_DEPTH; i++) bp_json_write(&w, "]");
    expect_wrong_nesting(&w);
}

static bool try_writing(const bp_allocator *allocator, void *user, bp_error *error) {
    (void)user;
    bp_json_writer writer = bp_json_writer_make(allocator);
    bp_json_write(&writer, "[");
    for (int i = 0; i < 1000; i++) write_sample(&writer);
    bp_json_write(&writer, "]");
    bp_file file;
    bool ok = bp_json_writer_finish(&writer, &file, error);
    if (ok) bp_file_free(allocator, &file);
    return ok;
}

static void test_no_memory(void **state) {
    (void)state;
    assert_true(test_each_allocation_fails(try_writing, NULL) > 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_access),           cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_negative_zero),    cmocka_unit_test(test_whole_numbers),
        cmocka_unit_test(test_members_in_order), cmocka_unit_test(test_invalid_text),
        cmocka_unit_test(test_required_numbers), cmocka_unit_test(test_largest_floats),
        cmocka_unit_test(test_large_file),       cmocka_unit_test(test_files),
        cmocka_unit_test(test_writer),           cmocka_unit_test(test_escapes),
        cmocka_unit_test(test_layout),           cmocka_unit_test(test_members),
        cmocka_unit_test(test_format),           cmocka_unit_test(test_deepest),
        cmocka_unit_test(test_floats_are_exact), cmocka_unit_test(test_locale_changes_nothing),
        cmocka_unit_test(test_bad_utf8),         cmocka_unit_test(test_wrong_nesting),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
