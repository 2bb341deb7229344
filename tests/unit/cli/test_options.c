/* Command lines: valid and invalid values of every kind, and the messages about the invalid ones. */
#include "base/error.h"
#include "cli/options.h"
#include "support/test.h"

static const char *const COLORS[] = {"red", "green", NULL};

typedef struct values {
    bool flag, given;
    const char *text;
    int whole, size[2], color;
    float number, part;
    bp_vec3 at;
    const char *names[2];
} values;

/* Reads arguments, the first of which is the program's, and NULL after them. */
static bool parse(values *v, bp_error *error, int count, char **arguments) {
    const bp_option options[] = {
        {"--flag", BP_OPTION_FLAG, &v->flag, NULL, "a flag", 0, 0, NULL, NULL},
        {"--text", BP_OPTION_TEXT, &v->text, "NAME", "a text", 0, 0, NULL, NULL},
        {"--whole", BP_OPTION_INTEGER, &v->whole, "N", "a number", 1, 9, NULL, &v->given},
        {"--number", BP_OPTION_NUMBER, &v->number, "X", "a number", 0, 0, NULL, NULL},
        {"--part", BP_OPTION_NUMBER, &v->part, "X", "a number", 0.01, 0.1, NULL, NULL},
        {"--size", BP_OPTION_SIZE, v->size, "WxH", "a size", 10, 100, NULL, NULL},
        {"--at", BP_OPTION_VEC3, &v->at, "X,Y,Z", "a place", 0, 0, NULL, NULL},
        {"--color", BP_OPTION_CHOICE, &v->color, "red|green", "a colour", 0, 0, COLORS, NULL},
    };
    bp_cli call = {.program = "test", .argc = count, .argv = arguments};
    bool read = bp_cli_read(&call, "FILE [OTHER]", "A test.", BP_OPTIONS(options));
    *error = call.error;
    v->names[0] = arguments[1];
    v->names[1] = arguments[1] ? arguments[2] : NULL;
    return read;
}

#define PARSE(v, error, ...)                                                                                 \
    parse(v, error, (int)(sizeof((const char *[]){"test", __VA_ARGS__}) / sizeof(char *)),                   \
          (char *[]){"test", __VA_ARGS__, NULL})

static void good_lines(void **state) {
    (void)state;
    bp_error error = {0};
    values v = {.whole = 7};
    assert_true(PARSE(&v, &error, "one"));
    assert_true(!v.flag && !v.given && v.whole == 7 && !v.names[1]);
    assert_string_equal(v.names[0], "one");
    assert_true(PARSE(&v, &error, "--flag", "one", "--text=a=b", "--whole", "9", "--number", "-0.5",
                      "--size=10x100", "--at", "-1,.5,2e1", "--color", "green", "--", "--two"));
    assert_true(v.flag && v.given);
    assert_string_equal(v.text, "a=b");
    assert_string_equal(v.names[1], "--two");
    assert_int_equal(v.whole, 9);
    assert_true(v.number == -0.5f && v.size[0] == 10 && v.size[1] == 100 && v.color == 1);
    assert_true(v.at.x == -1 && v.at.y == 0.5f && v.at.z == 20);
    assert_true(PARSE(&v, &error, "-")); /* a name, like -5 and -.5 */
    assert_string_equal(v.names[0], "-");
    assert_true(PARSE(&v, &error, "-5", "-.5"));
    /* Limits are rounded to float: the float for 0.01 is below 0.01 and must pass. */
    assert_true(PARSE(&v, &error, "one", "--part", "0.01"));
    assert_true(PARSE(&v, &error, "one", "--part", "0.1"));
    assert_true(!PARSE(&v, &error, "--help") && error.kind == BP_ERROR_NONE);
    assert_true(!PARSE(&v, &error, "--version") && error.kind == BP_ERROR_NONE);
}

static void wrong_lines(void **state) {
    (void)state;
    static const struct {
        const char *arguments[3], *place, *said;
    } cases[] = {
        {{"one", "--flog", NULL}, "--flog", "did you mean --flag?"},
        {{"one", "--zzzzzzzz", NULL}, "--zzzzzzzz", "there is no such option; --help lists them"},
        {{"one", "--flag=1", NULL}, "--flag", "takes no value"},
        {{"--flag", "--flag", "one"}, "--flag", "given twice"},
        {{"one", "--whole", NULL}, "--whole", "its value N is missing"},
        {{"one", "--whole=0", NULL}, "--whole", "whole number"},
        {{"one", "--whole=10", NULL}, "--whole", "1 to 9"},
        {{"one", "--whole=5x", NULL}, "--whole", "whole number"},
        {{"one", "--whole=", NULL}, "--whole", "whole number"},
        {{"one", "--whole=99999999999", NULL}, "--whole", "whole number"},
        {{"one", "--number=nan", NULL}, "--number", "a number"},
        {{"one", "--number=1,5", NULL}, "--number", "a number"},
        {{"one", "--whole=-99999999999", NULL}, "--whole", "whole number"},
        {{"one", "--whole=99999999999999999999", NULL}, "--whole", "whole number"},
        {{"one", "--number=", NULL}, "--number", "a number"},
        {{"one", "--part=0.0099", NULL}, "--part", "0.01 to 0.1"},
        {{"one", "--part=0.1001", NULL}, "--part", "0.01 to 0.1"},
        {{"one", "--size=10", NULL}, "--size", "1280x800"},
        {{"one", "--size=10x", NULL}, "--size", "1280x800"},
        {{"one", "--size=10x9", NULL}, "--size", "10 to 100"},
        {{"one", "--size=101x50", NULL}, "--size", "10 to 100"},
        {{"one", "--at=1,2", NULL}, "--at", "three numbers"},
        {{"one", "--at=x,2,3", NULL}, "--at", "three numbers"},
        {{"one", "--at=1,x,3", NULL}, "--at", "three numbers"},
        {{"one", "--at=1,2,3,4", NULL}, "--at", "three numbers"},
        {{"one", "--at=1,inf,3", NULL}, "--at", "three numbers"},
        {{"one", "--color=blue", NULL}, "--color", "'blue' is none of: red, green"},
        {{"one", "--text=", NULL}, "--text", "empty"},
        {{"one", "two", "three"}, "three", "one argument too many"},
        {{"--flag", NULL, NULL}, "", "an argument is missing: test FILE [OTHER]"},
    };
    for (size_t i = 0; i < BP_COUNT(cases); i++) {
        char words[4][40] = {"test"}, *arguments[5] = {words[0]};
        int count = 1;
        for (int k = 0; k < 3 && cases[i].arguments[k]; k++, count++) {
            snprintf(words[count], sizeof words[count], "%s", cases[i].arguments[k]);
            arguments[count] = words[count];
        }
        values v = {0};
        bp_error error = {0};
        if (parse(&v, &error, count, arguments)) fail_msg("case %zu is taken", i);
        char text[400];
        bp_error_text(&error, text, sizeof text);
        if (!strstr(text, cases[i].said) || !strstr(text, cases[i].place))
            fail_msg("case %zu: '%s' does not say '%s' of '%s'", i, text, cases[i].said, cases[i].place);
        assert_int_equal(bp_error_exit_code(&error), 2);
    }
}

static void nearest_words(void **state) {
    (void)state;
    static const char *const words[] = {"render", "inspect", "skin", NULL};
    assert_string_equal(bp_nearest_word("rendr", words), "render");
    assert_string_equal(bp_nearest_word("insepct", words), "inspect");
    assert_string_equal(bp_nearest_word("skins", words), "skin");
    assert_null(bp_nearest_word("zzzzzz", words));
    /* Long words are compared by their first 40 characters. */
    char one[61], other[61];
    memset(one, 'a', 60), memset(other, 'a', 60);
    one[60] = other[60] = '\0';
    other[50] = 'b';
    const char *const long_words[] = {other, NULL};
    assert_ptr_equal(bp_nearest_word(one, long_words), other);
    memset(one, 'c', 40);
    assert_null(bp_nearest_word(one, long_words));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_lines),
        cmocka_unit_test(wrong_lines),
        cmocka_unit_test(nearest_words),
    };
    return cmocka_run_group_tests_name("options", tests, NULL, NULL);
}
