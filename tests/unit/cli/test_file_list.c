/* Patterns of paths, and the parts of lists. What a pattern matches is derived by hand from its rules. */
#include "cli/file_list.h"
#include "support/test.h"
#include <stdio.h>
#include <string.h>

static void patterns(void **state) {
    (void)state;
    static const struct {
        const char *pattern, *path;
        bool matches;
    } ROWS[] = {
        {"a.glb", "a.glb", true},
        {"a.glb", "props/a.glb", true}, /* the end of a path */
        {"a.glb", "props/aa.glb", false},
        {"*.glb", "props/a.glb", true},
        {"*.glb", "props/a.gltf", false},
        {"?.glb", "a.glb", true},
        {"?.glb", "ab.glb", false},
        {"a?b", "a/b", false},
        {"props/*", "props/a.glb", true},
        {"props/*", "props/old/a.glb", false},
        {"props/*.glb", "x/props/a.glb", true},
        {"props/**", "props/old/a.glb", true},
        {"props/**/*.glb", "props/a.glb", true},
        {"props/**/*.glb", "props/old/older/a.glb", true},
        {"props/**/old/*.glb", "props/x/old/y/a.glb", false},
        {"props/**/old/*.glb", "props/x/old/y/old/a.glb", true},
        {"**", "a/b", true},
        {"*a*b*c", "xaxbxc", true},
        {"*a*b*c", "xaxbxcx", false},
        {"*b/c", "ab/b/c", true},
        {"", "", true},
        {"", "a", false},
        {"*", "", true},
        {"a*", "", false},
    };
    for (size_t i = 0; i < BP_COUNT(ROWS); i++)
        if (bp_glob_matches(ROWS[i].pattern, ROWS[i].path) != ROWS[i].matches)
            fail_msg("%s %s %s", ROWS[i].pattern, ROWS[i].matches ? "must match" : "must not match",
                     ROWS[i].path);
}

/* Many stars against a long path that fails at its last byte: a search that tries every combination would not
 * end. */
static void a_hostile_pattern_ends(void **state) {
    (void)state;
    char pattern[2048] = "", path[4001];
    for (int i = 0; i < 500; i++) strcat(pattern, i % 2 ? "*a" : "**");
    strcat(pattern, "b");
    memset(path, 'a', 4000);
    path[4000] = '\0';
    assert_false(bp_glob_matches(pattern, path));
}

/* Every file is in exactly one part, whatever else is in the list. */
static void parts_are_disjoint_and_whole(void **state) {
    (void)state;
    enum { FILES = 100, PARTS = 7 };
    int found[FILES] = {0}, with_others = 0;
    for (int part = 1; part <= PARTS; part++) {
        bp_file_list list = {.allocator = bp_allocator_default()};
        for (int i = 0; i < FILES; i++) {
            char name[40];
            snprintf(name, sizeof name, "models/%d.glb", i);
            assert_true(bp_file_list_add(&list, name, NULL));
        }
        bp_file_list_keep_shard(&list, part, PARTS);
        for (size_t i = 0; i < list.count; i++) {
            int number;
            assert_int_equal(sscanf(list.files[i].inside, "%d.glb", &number), 1);
            found[number]++;
            with_others += number == 42 ? part : 0;
        }
        bp_file_list_clear(&list);
    }
    for (int i = 0; i < FILES; i++) assert_int_equal(found[i], 1);
    for (int part = 1; part <= PARTS; part++) {
        bp_file_list list = {.allocator = bp_allocator_default()};
        assert_true(bp_file_list_add(&list, "models/42.glb", NULL));
        bp_file_list_keep_shard(&list, part, PARTS);
        assert_int_equal(list.count, part == with_others);
        bp_file_list_clear(&list);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patterns),
        cmocka_unit_test(a_hostile_pattern_ends),
        cmocka_unit_test(parts_are_disjoint_and_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
