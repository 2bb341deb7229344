/* The text field: characters, numbers, and the search for a bone. */
#include "app/app.h"
#include "support/test.h"

static bool type(bp_text_field *field, const char *sign) {
    bp_event event = {.kind = BP_EVENT_TEXT};
    snprintf(event.text, sizeof event.text, "%s", sign);
    return bp_field_type(field, &event);
}
static bool erase(bp_text_field *field) {
    return bp_field_type(field, &(bp_event){.kind = BP_EVENT_KEY, .key = BP_KEY_BACKSPACE});
}

static void takes_characters(void **state) {
    (void)state;
    bp_text_field field = {.use = BP_FIELD_NONE};
    bp_field_open(&field, BP_FIELD_PATH);
    assert_true(erase(&field));
    assert_string_equal(field.text, "");
    type(&field, "a");
    type(&field, "\xE2\x82\xAC"); /* three bytes */
    type(&field, "\xC3\xA9");     /* two */
    assert_string_equal(field.text, "a\xE2\x82\xAC\xC3\xA9");
    erase(&field);
    assert_string_equal(field.text, "a\xE2\x82\xAC");
    erase(&field);
    assert_string_equal(field.text, "a");
    for (int i = 0; i < 2 * BP_FIELD_MAX; i++) type(&field, "x");
    assert_int_equal(strlen(field.text), BP_FIELD_MAX - 1);
}

static void reads_numbers(void **state) {
    (void)state;
    static const struct {
        const char *typed;
        float value;
        bool number;
    } all[] = {{"-1.5", -1.5f, true}, {"2,25", 2.25f, true}, {"7", 7, true},
               {"-", 0, false},       {"", 0, false},        {".", 0, false}};
    for (size_t i = 0; i < BP_COUNT(all); i++) {
        bp_text_field field = {.use = BP_FIELD_NONE};
        float value = 0;
        bp_field_open(&field, BP_FIELD_NUMBER);
        for (const char *at = all[i].typed; *at; at++) type(&field, (char[]){*at, '\0'});
        assert_int_equal(bp_field_number(&field, &value), all[i].number);
        if (all[i].number) expect_float(value, all[i].value, 0);
    }
    bp_text_field field = {.use = BP_FIELD_NONE};
    bp_field_open(&field, BP_FIELD_ANSWER);
    assert_false(type(&field, "q")); /* a key */
    assert_true(type(&field, "\xE2\x88\x92") && type(&field, "4"));
    float value = 0;
    assert_true(bp_field_number(&field, &value));
    expect_float(value, -4, 0);
    /* A sign stands first, there is one point, and + is a key: it enlarges the text. */
    assert_false(type(&field, "+") || type(&field, "-"));
    assert_true(type(&field, ".") && type(&field, "5"));
    assert_false(type(&field, ",") || type(&field, "."));
    assert_true(bp_field_number(&field, &value));
    expect_float(value, -4.5, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(takes_characters), cmocka_unit_test(reads_numbers)};
    return cmocka_run_group_tests_name("text field", tests, NULL, NULL);
}
