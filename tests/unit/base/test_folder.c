/* A folder with everything a hostile user may put there: links in and out, a pipe, hidden and oddly named
 * folders. */
#include "base/folder.h"
#include "support/allocator.h"
#include "support/folder.h"

extern int setenv(const char *name, const char *value, int replace); /* POSIX; strict C17 hides them */
extern int unsetenv(const char *name);

/* Makes the tree that the tests look at: */
static void make_tree(char *folder, size_t size) {
    char command[4096];
    test_folder_make(folder, size);
    snprintf(command, sizeof command,
             "cd '%s' && mkdir -p in/b in/a 'in/c d' in/.hidden in/a/deep out && echo x >in/file && echo x "
             ">out/secret && "
             "ln -s ../out in/link && mkfifo in/pipe && ln -s file in/near && ln -s ../out/secret in/far && "
             "ln -s nothing in/broken && ln -s ../in/file in/round && "
             "mkdir inside && echo x >inside/secret && ln -s ../inside/secret in/beside",
             folder);
    assert_int_equal(system(command), 0);
}

static bool list_once(const bp_allocator *allocator, void *user, bp_error *error) {
    bp_folder_names names;
    if (!bp_folder_list_files(allocator, user, 20, &names, error)) return false;
    bp_folder_names_free(allocator, &names);
    return true;
}

static void listing_survives_without_memory(void **state) {
    (void)state;
    char folder[256], path[512];
    make_tree(folder, sizeof folder);
    test_path(path, sizeof path, folder, "in");
    test_each_allocation_fails(list_once, path);
    test_folder_remove(folder);
}

typedef struct look {
    const char *name;
    bp_folder_file_kind expected;
} look;

static void only_files_that_lie_in_it_are_read(void **state) {
    (void)state;
    static const look LOOKS[] = {
        {"file", BP_FOLDER_REGULAR_FILE},   {"near", BP_FOLDER_REGULAR_FILE},
        {"round", BP_FOLDER_REGULAR_FILE},  {"far", BP_FOLDER_REFUSED},
        {"pipe", BP_FOLDER_REFUSED},        {"a", BP_FOLDER_REFUSED},
        {"link/secret", BP_FOLDER_REFUSED}, {"../out/secret", BP_FOLDER_REFUSED},
        {"broken", BP_FOLDER_REFUSED},      {"beside", BP_FOLDER_REFUSED},
        {"nothing", BP_FOLDER_MISSING},     {"file/below", BP_FOLDER_MISSING},
    };
    char folder[256], path[512];
    make_tree(folder, sizeof folder);
    test_path(path, sizeof path, folder, "in");
    for (size_t i = 0; i < BP_COUNT(LOOKS); i++) {
        bp_error error = {0};
        bp_folder_file_kind got = bp_folder_check_file(path, LOOKS[i].name, &error);
        if (got != LOOKS[i].expected)
            fail_msg("%s: got %d, expected %d", LOOKS[i].name, (int)got, (int)LOOKS[i].expected);
        assert_int_equal(error.kind, got == BP_FOLDER_REFUSED ? BP_ERROR_INPUT : BP_ERROR_NONE);
    }
    test_folder_remove(folder);
}

static void paths_have_an_end(void **state) {
    (void)state;
    enum { LONG = 9000 };
    char name[LONG + 1], path[LONG];
    bp_error error = {0};
    memset(name, 'n', LONG);
    name[LONG] = '\0';
    assert_int_equal(bp_folder_check_file("/", name, &error), BP_FOLDER_REFUSED);
    expect_error(&error, BP_ERROR_INPUT, "nnn");
    expect_text_contains(error.message, "too long");
    error = (bp_error){0};
    assert_int_equal(bp_folder_check_file("/", "etc/passwd", &error),
                     BP_FOLDER_REGULAR_FILE); /* the root, too, is a folder */
    assert_int_equal(bp_folder_check_file("/", "etc/none such", &error), BP_FOLDER_MISSING);
    error = (bp_error){0};
    name[300] = '\0'; /* longer than a name may be, though not longer than a path */
    assert_int_equal(bp_folder_check_file("/", name, &error), BP_FOLDER_REFUSED);
    assert_false(bp_folder_make_scratch(path, 8, &error));
    expect_error(&error, BP_ERROR_ENVIRONMENT, "");
    expect_text_contains(error.message, "TMPDIR");
}

static void a_scratch_folder_is_where_it_is_told(void **state) {
    (void)state;
    char folder[256], scratch[512],
        *before = getenv("TMPDIR") ? bp_copy_text(NULL, getenv("TMPDIR"), NULL) : NULL;
    bp_error error = {0};
    test_folder_make(folder, sizeof folder);
    setenv("TMPDIR", "/nowhere/at/all", 1);
    bool nowhere = bp_folder_make_scratch(scratch, sizeof scratch, &error);
    setenv("TMPDIR", folder, 1);
    bool there = bp_folder_make_scratch(scratch, sizeof scratch, NULL),
         right = strncmp(scratch, folder, strlen(folder)) == 0;
    setenv("TMPDIR", "", 1);
    char usual[512];
    bool empty = bp_folder_make_scratch(usual, sizeof usual, NULL);
    if (before)
        setenv("TMPDIR", before, 1);
    else
        unsetenv("TMPDIR");
    bp_free(NULL, before);
    bp_folder_remove(usual);
    test_folder_remove(folder);
    assert_false(nowhere);
    expect_error(&error, BP_ERROR_ENVIRONMENT, "/nowhere/at/all");
    assert_true(there && right);
    assert_true(empty);
    assert_int_equal(strncmp(usual, "/tmp/", 5), 0);
}

static void a_scratch_folder_goes_with_all_that_is_in_it(void **state) {
    (void)state;
    char folder[256], scratch[256], command[1400], path[512];
    make_tree(folder, sizeof folder);
    assert_true(bp_folder_make_scratch(scratch, sizeof scratch, NULL));
    snprintf(command, sizeof command, "mkdir '%s/a' && echo x >'%s/a/b' && ln -s '%s/out' '%s/link'", scratch,
             scratch, folder, scratch);
    assert_int_equal(system(command), 0);
    bp_folder_remove(scratch);
    snprintf(command, sizeof command, "test ! -e '%s'", scratch);
    assert_int_equal(system(command), 0);
    /* what the link named is still there */
    FILE *kept = fopen(test_path(path, sizeof path, folder, "out/secret"), "rb");
    assert_non_null(kept);
    fclose(kept);
    test_folder_remove(folder);
}

/* What killed runs left is removed; what others use or own isn't. */
static void sweeping(void **state) {
    (void)state;
    char folder[256], mine[512], command[4096], path[512];
    bp_error error = {0};
    test_folder_make(folder, sizeof folder);
    assert_true(bp_folder_make_scratch_in(folder, mine, sizeof mine, &error));
    const char *space = strrchr(mine, '/') + 10;
    int length = (int)strcspn(space, "-");
    /* 4194304 is one more than the highest number that a process can have. */
    snprintf(command, sizeof command,
             "cd '%s' && mkdir -p bindpose-%.*s-4194304-abcdef/in/it bindpose-%.*s-1-abcdef "
             "bindpose-7-4194304-abcdef "
             "bindpose-%.*s-4194304-abcdefg bindpose-mine && echo x >bindpose-%.*s-4194304-abcdef/in/file && "
             "touch .bindpose-1111222233334444.tmp .bindpose-new.tmp bindpose-file && touch -d '2 minutes ago' "
             ".bindpose-ffffeeeeddddcccc.tmp "
             ".bindpose-ffffeeeeddddcccc.tmp.c .bindpose-7.tmp",
             folder, length, space, length, space, length, space, length, space);
    assert_int_equal(system(command), 0);
    bp_folder_sweep(folder);
    bp_folder_sweep("/nowhere/at/all");
    snprintf(
        command, sizeof command,
        "cd '%s' && test \"$(ls -A | sed 's,%s,MINE,; s/%.*s/SPACE/' | LC_ALL=C sort | tr '\\n' ' ')\" = "
        "'.bindpose-1111222233334444.tmp .bindpose-7.tmp .bindpose-ffffeeeeddddcccc.tmp.c .bindpose-new.tmp "
        "bindpose-7-4194304-abcdef bindpose-SPACE-1-abcdef bindpose-SPACE-4194304-abcdefg bindpose-SPACE-MINE bindpose-file "
        "bindpose-mine '",
        folder, space + length + 1, length, space);
    if (system(command) != 0) {
        snprintf(command, sizeof command, "ls -A '%s'", folder);
        assert_int_equal(system(command), 0);
        fail_msg("other files are left: see above");
    }
    assert_false(
        bp_folder_make_scratch_in(test_path(path, sizeof path, folder, "none"), mine, sizeof mine, &error));
    expect_error(&error, BP_ERROR_ENVIRONMENT, path);
    test_folder_remove(folder);
}

static void holding(void **state) {
    (void)state;
    char folder[256];
    test_folder_make(folder, sizeof folder);
    assert_int_equal(bp_folder_lock("/nowhere/at/all"), -1);
    int lock = bp_folder_lock(folder);
    assert_true(lock >= 0);
    if (test_is_deep()) assert_int_equal(bp_folder_lock(folder), -1); /* after 5 seconds */
    bp_folder_unlock(lock);
    lock = bp_folder_lock(folder);
    assert_true(lock >= 0);
    bp_folder_unlock(lock);
    bp_folder_unlock(-1);
    test_folder_remove(folder);
}

static void files_are_listed_with_their_folders(void **state) {
    (void)state;
    char folder[256], path[512];
    bp_folder_names names;
    bp_error error = {0};
    make_tree(folder, sizeof folder);
    assert_true(
        bp_folder_list_files(NULL, test_path(path, sizeof path, folder, "inside"), 1, &names, &error));
    assert_int_equal(names.count, 1);
    assert_string_equal(names.names[0], "secret");
    bp_folder_names_free(NULL, &names);
    assert_true(bp_folder_list_files(NULL, folder, 100, &names, &error));
    static const char *const ALL[] = {"in/beside", "in/broken", "in/far",   "in/file",       "in/link",
                                      "in/near",   "in/pipe",   "in/round", "inside/secret", "out/secret"};
    assert_int_equal(names.count, BP_COUNT(ALL));
    for (size_t i = 0; i < BP_COUNT(ALL); i++) assert_string_equal(names.names[i], ALL[i]);
    bp_folder_names_free(NULL, &names);
    assert_false(bp_folder_list_files(NULL, folder, 9, &names, &error));
    assert_int_equal(error.kind, BP_ERROR_INPUT);
    assert_false(bp_folder_list_files(NULL, test_path(path, sizeof path, folder, "none"), 9, &names, &error));
    assert_int_equal(error.kind, BP_ERROR_INPUT);
    test_folder_remove(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {                                       cmocka_unit_test(sweeping),
                                       cmocka_unit_test(holding),
                                       cmocka_unit_test(files_are_listed_with_their_folders),
                                       cmocka_unit_test(listing_survives_without_memory),
                                       cmocka_unit_test(only_files_that_lie_in_it_are_read),
                                       cmocka_unit_test(paths_have_an_end),
                                       cmocka_unit_test(a_scratch_folder_is_where_it_is_told),
                                       cmocka_unit_test(a_scratch_folder_goes_with_all_that_is_in_it)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
