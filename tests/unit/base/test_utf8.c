/* The sequences of table 3-7 in the Unicode standard, and invalid ones. */
#include "base/utf8.h"
#include "support/test.h"

typedef struct sequence {
    const char *bytes;
    size_t length;
} sequence;

static void each_sequence_has_its_length(void **state) {
    (void)state;
    static const sequence KNOWN[] = {
        {"a", 1},
        {"\x7f", 1},
        {"\xc2\x80", 2},         /* U+0080, the least of two bytes */
        {"\xdf\xbf", 2},         /* U+07FF, the last */
        {"\xe0\xa0\x80", 3},     /* U+0800 */
        {"\xed\x9f\xbf", 3},     /* U+D7FF, the last before the surrogates */
        {"\xef\xbf\xbd", 3},     /* U+FFFD */
        {"\xf0\x90\x80\x80", 4}, /* U+10000 */
        {"\xf4\x8f\xbf\xbf", 4}, /* U+10FFFF, the last of all */
        {"\x80", 0},             /* a tail without a head */
        {"\xc1\xbf", 0},         /* overlong */
        {"\xe0\x9f\xbf", 0},     /* overlong */
        {"\xed\xa0\x80", 0},     /* U+D800, a surrogate */
        {"\xf0\x8f\xbf\xbf", 0}, /* overlong */
        {"\xf4\x90\x80\x80", 0}, /* beyond U+10FFFF */
        {"\xf5\x80\x80\x80", 0}, /* no head */
        {"\xc3", 0},             /* ended too early */
        {"\xe2\x82", 0},
        {"\xf0\x9f\x98", 0},
        {"\xe2(\xa1", 0}, /* a tail that is none */
    };
    for (size_t i = 0; i < sizeof KNOWN / sizeof KNOWN[0]; i++) {
        size_t got = bp_utf8_length((const unsigned char *)KNOWN[i].bytes);
        if (got != KNOWN[i].length) fail_msg("sequence %zu: got %zu, expected %zu", i, got, KNOWN[i].length);
    }
}

/* Of all characters below U+10000, by their numbers. */
static void control_characters(void **state) {
    (void)state;
    for (unsigned c = 1; c < 0x10000; c++) {
        const bool expected = c < 0x20 || (c >= 0x7f && c < 0xa0) || (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
        unsigned char text[4] = {(unsigned char)c};
        if (c >= 0x800)
            text[0] = (unsigned char)(0xe0 | c >> 12), text[1] = (unsigned char)(0x80 | (c >> 6 & 63)), text[2] = (unsigned char)(0x80 | (c & 63));
        else if (c >= 0x80)
            text[0] = (unsigned char)(0xc0 | c >> 6), text[1] = (unsigned char)(0x80 | (c & 63));
        if (bp_utf8_is_control(text) != expected) fail_msg("U+%04X", c);
    }
}

static void line_ends_become_line_feeds(void **state) {
    (void)state;
    static const char *const ROWS[][2] = {{"", ""},           {"a", "a"},         {"a\r\nb\r\n", "a\nb\n"},
                                          {"a\nb", "a\nb"},   {"a\rb", "a\rb"}, {"\r\r\n", "\r\n"},
                                          {"\r\n", "\n"},     {"a\r", "a\r"},   {"\n\r", "\n\r"}};
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        char text[16];
        snprintf(text, sizeof text, "%s", ROWS[i][0]);
        assert_int_equal(bp_text_unify_lines(text, strlen(text)), strlen(ROWS[i][1]));
        assert_string_equal(text, ROWS[i][1]);
    }
    char zero[] = "a\0\r\nb"; /* zero bytes are text too */
    assert_int_equal(bp_text_unify_lines(zero, 5), 4);
    assert_memory_equal(zero, "a\0\nb", 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_sequence_has_its_length), cmocka_unit_test(control_characters),
                                       cmocka_unit_test(line_ends_become_line_feeds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
