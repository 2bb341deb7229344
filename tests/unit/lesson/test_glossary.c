/* Terms in texts: whole words, plurals, the longest of several, and only those that the course has introduced. */
#include "support/test.h"
#include <bindpose/lesson.h>

static void expect_term(const char *text, int lesson, const char *name, size_t start, size_t length) {
    size_t from = 99, bytes = 99;
    const bp_term *term = bp_glossary_find(text, lesson, &from, &bytes);
    if (!name) {
        if (term) fail_msg("\"%s\": found %s", text, term->name);
        return;
    }
    if (!term || strcmp(term->name, name) != 0 || from != start || bytes != length)
        fail_msg("\"%s\": found %s at %zu, %zu bytes", text, term ? term->name : "nothing", from, bytes);
}

static void finds_terms(void **state) {
    (void)state;
    expect_term("A bone moves.", 1, "bone", 2, 4);
    expect_term("Two Bones move.", 1, "bone", 4, 5);
    expect_term("Three vertices move.", 1, "vertex", 6, 8);
    expect_term("boneArmLeft moves", 18, NULL, 0, 0);
    expect_term("a backbone", 18, NULL, 0, 0);
    expect_term("", 18, NULL, 0, 0);
    expect_term("final", 1, NULL, 0, 0); /* lesson 2 introduces it */
    expect_term("final", 2, "final", 0, 5);
    expect_term("the absolute inverse bind of it", 3, "absolute inverse bind", 4, 21);
    expect_term("the absolute inverse bind of it", 2, "absolute", 4, 8);
    expect_term("bind pose, then bind", 3, "bind pose", 0, 9);
    expect_term("B\xC3\xBC"
                "bone bone",
                1, "bone", 8, 4); /* a letter of two bytes is a letter */
}

/* A lesson about pixels clips triangles, and has a bone in a texture; one about bones has samples of a clip. */
static void keeps_to_the_subject(void **state) {
    (void)state;
    expect_term("We clip nothing.", 22, NULL, 0, 0);
    expect_term("The bone on the shirt", 25, NULL, 0, 0);
    expect_term("four weights, and a texel", 25, "texel", 20, 5);
    expect_term("samples of a clip", 29, "clip", 13, 4);
    expect_term("bone or tile", 28, "tile", 8, 4);
}

/* Every term is found by its name and plural from its lesson on, and not before; the list is in the lessons' order. */
static void terms_are_in_order(void **state) {
    (void)state;
    size_t count;
    const bp_term *terms = bp_glossary_terms(&count);
    for (size_t i = 0; i < count; i++) {
        assert_true(terms[i].lesson >= 1 && terms[i].lesson <= 28 && *terms[i].definition);
        if (i > 0) assert_true(terms[i].lesson >= terms[i - 1].lesson);
        for (const char *word = terms[i].name; word; word = word == terms[i].name ? terms[i].plural : NULL)
            expect_term(word, terms[i].lesson, terms[i].name, 0, strlen(word));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(finds_terms), cmocka_unit_test(keeps_to_the_subject),
                                       cmocka_unit_test(terms_are_in_order)};
    return cmocka_run_group_tests_name("glossary", tests, NULL, NULL);
}
