/* Failing system calls. This program's own open, read, write, ... replace the C library's, and each can
 * fail at its Nth call; the library is linked statically and calls them. Whichever call fails: a file has
 * its old content or its new one, the error says what happened, and no temporary file remains. */
#define _GNU_SOURCE /* RTLD_NEXT */
#include "base/pool.h"
#include "support/allocator.h"
#include "support/folder.h"
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/stat.h>
#include <unistd.h>

/* The planned fault: the call with this number (from 1) fails with this errno. */
typedef struct fault {
    int at;
    int number;
    int calls;          /* so far */
    size_t piece;       /* reads and writes do at most this many bytes; 0: all */
    const char *only;   /* count this function alone; NULL: all of them */
    bool nameless;      /* no file can be without a name */
    bool same_entropy;  /* every random number is 7 */
    const char *failed; /* the function that did fail */
    bool no_affinity;   /* sched_getaffinity and sysconf fail */
} fault;

static fault armed;

typedef struct place {
    char folder[256];
    char path[512];
} place;

/* Files in the folder, or -1 before a file is flushed while its place is `counted`. */
static const place *counted;
static int entries_while_written = -1;

static int entries(const char *folder) {
    DIR *open_folder = opendir(folder);
    assert_non_null(open_folder);
    int count = 0;
    while (readdir(open_folder)) count++;
    closedir(open_folder);
    return count - 2;
}

/* The thread sanitizer calls these functions before it is initialized; no faults there. */
#if defined(__SANITIZE_THREAD__)
#define FAULTS 0
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define FAULTS 0
#endif
#endif
#ifndef FAULTS
#define FAULTS 1
#endif

#if FAULTS
static bool fails(const char *function) {
    if (armed.at == 0 || (armed.only && strcmp(armed.only, function) != 0)) return false;
    if (++armed.calls != armed.at) return false;
    armed.failed = function;
    errno = armed.number;
    return true;
}

/* The C library's function with that name. (ISO C has no conversion from an object pointer to a function
 * pointer.) */
#define NEXT(name, type)                                                                                     \
    type next = NULL;                                                                                        \
    void *symbol = dlsym(RTLD_NEXT, name);                                                                   \
    memcpy(&next, &symbol, sizeof next)

typedef int open_function(const char *, int, ...);
typedef int openat_function(int, const char *, int, ...);
typedef ssize_t read_function(int, void *, size_t);
typedef ssize_t write_function(int, const void *, size_t);
typedef int descriptor_function(int);
typedef int fchmod_function(int, mode_t);
typedef int fstat_function(int, struct stat *);
typedef int renameat_function(int, const char *, int, const char *);
typedef int linkat_function(int, const char *, int, const char *, int);
typedef int entropy_function(void *, size_t);
typedef int affinity_function(pid_t, size_t, cpu_set_t *);
typedef long sysconf_function(int);

int open(const char *path, int flags, ...) {
    if (fails("open")) return -1;
    va_list more;
    va_start(more, flags);
    unsigned mode = flags & O_CREAT ? va_arg(more, unsigned) : 0;
    va_end(more);
    NEXT("open", open_function *);
    return next(path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
    if (armed.nameless && (flags & O_TMPFILE) == O_TMPFILE) return errno = EOPNOTSUPP, -1;
    if (fails("openat")) return -1;
    va_list more;
    va_start(more, flags);
    unsigned mode = flags & O_CREAT ? va_arg(more, unsigned) : 0;
    va_end(more);
    NEXT("openat", openat_function *);
    return next(folder, path, flags, mode);
}

ssize_t read(int file, void *data, size_t size) {
    if (fails("read")) return -1;
    NEXT("read", read_function *);
    return next(file, data, armed.piece && size > armed.piece ? armed.piece : size);
}

ssize_t write(int file, const void *data, size_t size) {
    if (fails("write")) return -1;
    NEXT("write", write_function *);
    return next(file, data, armed.piece && size > armed.piece ? armed.piece : size);
}

/* Closes the descriptor even if it reports an error, as Linux does. */
int close(int file) {
    NEXT("close", descriptor_function *);
    int result = next(file);
    return fails("close") ? -1 : result;
}

int fsync(int file) {
    if (counted && entries_while_written < 0) entries_while_written = entries(counted->folder);
    if (fails("fsync")) return -1;
    NEXT("fsync", descriptor_function *);
    return next(file);
}

int fchmod(int file, mode_t mode) {
    if (fails("fchmod")) return -1;
    NEXT("fchmod", fchmod_function *);
    return next(file, mode);
}

int fstat(int file, struct stat *about) {
    if (fails("fstat")) return -1;
    NEXT("fstat", fstat_function *);
    return next(file, about);
}

int renameat(int old_folder, const char *old_name, int folder, const char *name) {
    if (fails("renameat")) return -1;
    NEXT("renameat", renameat_function *);
    return next(old_folder, old_name, folder, name);
}

int linkat(int old_folder, const char *old_name, int folder, const char *name, int flags) {
    if (fails("linkat")) return -1;
    NEXT("linkat", linkat_function *);
    return next(old_folder, old_name, folder, name, flags);
}

int getentropy(void *data, size_t size) {
    if (fails("getentropy")) return -1;
    NEXT("getentropy", entropy_function *);
    if (!armed.same_entropy) return next(data, size);
    memset(data, 7, size);
    return 0;
}

int sched_getaffinity(pid_t process, size_t size, cpu_set_t *set) {
    if (armed.no_affinity) return -1;
    NEXT("sched_getaffinity", affinity_function *);
    return next(process, size, set);
}

long sysconf(int name) {
    if (armed.no_affinity && name == _SC_NPROCESSORS_ONLN) return -1;
    NEXT("sysconf", sysconf_function *);
    return next(name);
}

#endif /* FAULTS */

/* ---- the tests --------------------------------------------------------------------------------- */

static int set_up(void **state) {
    place *here = calloc(1, sizeof *here);
    armed = (fault){0};
    test_folder_make(here->folder, sizeof here->folder);
    test_path(here->path, sizeof here->path, here->folder, "file");
    *state = here;
    return 0;
}

static int tear_down(void **state) {
    place *here = *state;
    armed = (fault){0};
    test_folder_remove(here->folder);
    free(here);
    return 0;
}

static bool holds(const char *path, const char *expected) {
    bp_file file = {0};
    if (!bp_file_read(NULL, path, 0, &file, NULL)) return false;
    bool same = strcmp((const char *)file.data, expected) == 0;
    bp_file_free(NULL, &file);
    return same;
}

/* Overwrites "old" with the Nth call failing, for every N. Returns the number of calls that it may fail at. The
 * first openat may fail: then the new file has a name from the start. */
static int write_with_each_call_failing(place *here, int number, bool nameless) {
    int failures = 0;
    for (int n = 1; n < 100; n++) {
        armed = (fault){0};
        assert_true(bp_file_write(here->path, "old", 3, NULL));
        bp_error error = {0};
        armed = (fault){.at = n, .number = number, .nameless = nameless};
        bool ok = bp_file_write(here->path, "new content", 11, &error);
        const char *failed = armed.failed;
        armed = (fault){0};
        if (ok != (error.kind == BP_ERROR_NONE))
            fail_msg("call %d (%s): result and error disagree", n, failed);
        if (!holds(here->path, ok ? "new content" : "old"))
            fail_msg("call %d (%s): neither old nor new", n, failed);
        if (entries(here->folder) != 1) fail_msg("call %d (%s) failed and left a file behind", n, failed);
        failures += !ok;
        if (!failed) {
            assert_true(ok);
            return failures;
        }
    }
    fail_msg("more than 100 calls");
    return 0;
}

static void test_writing_is_whole_or_not_at_all(void **state) {
    /* open, getentropy, write, fchmod, fsync, close, linkat twice (the name is taken), renameat. */
    assert_int_equal(write_with_each_call_failing(*state, EIO, false), 9);
    assert_int_equal(write_with_each_call_failing(*state, ENOSPC, false), 9);
    /* open, getentropy, openat, write, fchmod, fsync, close, renameat. */
    assert_int_equal(write_with_each_call_failing(*state, EIO, true), 8);
    assert_int_equal(write_with_each_call_failing(*state, ENOSPC, true), 8);
}

static void test_which_calls_must_not_fail(void **state) {
    place *here = *state;
    const char *functions[] = {"open",  "getentropy", "write",  "fchmod",
                               "fsync", "close",      "linkat", "renameat"};
    for (size_t i = 0; i < BP_COUNT(functions); i++) {
        armed = (fault){0};
        assert_true(bp_file_write(here->path, "old", 3, NULL));
        bp_error error = {0};
        armed = (fault){.at = 1, .number = EDQUOT, .only = functions[i]};
        assert_false(bp_file_write(here->path, "new", 3, &error));
        armed = (fault){0};
        expect_error(&error, BP_ERROR_ENVIRONMENT, strerror(EDQUOT));
        expect_text_contains(error.place, here->path);
        assert_true(holds(here->path, "old"));
    }
}

static void test_a_new_file_appears_whole_or_not_at_all(void **state) {
    place *here = *state;
    for (int n = 1; n <= 20; n++) {
        armed = (fault){.at = n % 10 + 1, .number = EIO, .nameless = n > 10};
        bool ok = bp_file_write(here->path, "new", 3, NULL);
        armed = (fault){0};
        assert_int_equal(entries(here->folder), ok ? 1 : 0);
        if (ok) assert_int_equal(unlink(here->path), 0);
    }
}

/* At every call before the last two, a program that is killed would leave no file: the new one has no name. */
static void test_a_file_has_no_name_while_it_is_written(void **state) {
    place *here = *state;
    int folder = open(here->folder, O_RDONLY | O_DIRECTORY);
    int nameless = openat(folder, ".", O_WRONLY | O_TMPFILE, 0600);
    close(folder);
    if (nameless < 0) {
        print_message("skipped: no files without names here\n");
        return;
    }
    close(nameless);
    counted = here;
    assert_true(bp_file_write(here->path, "new", 3, NULL));
    counted = NULL;
    assert_int_equal(entries_while_written, 0);
}

static void test_interrupted_calls_go_on(void **state) {
    place *here = *state;
    armed = (fault){.at = 1, .number = EINTR, .only = "write"};
    assert_true(bp_file_write(here->path, "content", 7, NULL));
    assert_string_equal(armed.failed, "write");
    armed = (fault){.at = 1, .number = EINTR, .only = "read"};
    assert_true(holds(here->path, "content"));
    assert_string_equal(armed.failed, "read");
}

static void test_pieces_are_put_together(void **state) {
    place *here = *state;
    armed = (fault){.piece = 3};
    assert_true(bp_file_write(here->path, "0123456789", 10, NULL));
    assert_true(holds(here->path, "0123456789"));
    armed = (fault){0};
    assert_true(holds(here->path, "0123456789"));
}

static void test_reading_fails_cleanly(void **state) {
    place *here = *state;
    const struct {
        const char *function;
        int number;
        bp_error_kind kind;
    } cases[] = {{"open", EMFILE, BP_ERROR_ENVIRONMENT}, {"open", EACCES, BP_ERROR_INPUT},
                 {"open", ENXIO, BP_ERROR_INPUT},        {"open", ENAMETOOLONG, BP_ERROR_INPUT},
                 {"fstat", EIO, BP_ERROR_ENVIRONMENT},   {"read", EIO, BP_ERROR_ENVIRONMENT},
                 {"read", EISDIR, BP_ERROR_INPUT},       {"open", ENOMEM, BP_ERROR_MEMORY}};
    assert_true(bp_file_write(here->path, "x", 1, NULL));
    for (size_t i = 0; i < BP_COUNT(cases); i++) {
        test_allocator counter = {0};
        bp_allocator hook = test_allocator_hook(&counter);
        bp_file file = {0};
        bp_error error = {0};
        armed = (fault){.at = 1, .number = cases[i].number, .only = cases[i].function};
        assert_false(bp_file_read(&hook, here->path, 0, &file, &error));
        expect_error(&error, cases[i].kind, strerror(cases[i].number));
        assert_null(file.data);
        assert_int_equal(counter.live, 0);
    }
}

static void test_writing_through_fails_cleanly(void **state) {
    (void)state;
    const char *functions[] = {"open", "write", "close"};
    for (size_t i = 0; i < BP_COUNT(functions); i++) {
        bp_error error = {0};
        armed = (fault){.at = 1, .number = EIO, .only = functions[i]};
        assert_false(bp_file_write("/dev/null", "x", 1, &error));
        expect_error(&error, BP_ERROR_ENVIRONMENT, "/dev/null: can't write it");
    }
}

/* A name that is taken is an error: nobody else can have had that number. A link there isn't followed. */
static void test_a_name_that_is_taken(void **state) {
    place *here = *state;
    char taken[600], aim[600];
    snprintf(taken, sizeof taken, "%s/.bindpose-0707070707070707.tmp", here->folder);
    snprintf(aim, sizeof aim, "%s/aim", here->folder);
    assert_int_equal(symlink(aim, taken), 0);
    assert_true(bp_file_write(here->path, "old", 3, NULL)); /* else it would need no other name */
    for (int i = 0; i < 2; i++) {
        bp_error error = {0};
        armed = (fault){.same_entropy = true, .nameless = i > 0};
        assert_false(bp_file_write(here->path, "x", 1, &error));
        armed = (fault){0};
        expect_error(&error, BP_ERROR_ENVIRONMENT, "File exists");
        assert_int_not_equal(access(aim, F_OK), 0);
    }
}

static void test_a_pool_without_knowledge_of_processors(void **state) {
    (void)state;
    armed = (fault){.no_affinity = true};
    bp_pool *pool = bp_pool_create(NULL, 0, NULL);
    assert_non_null(pool);
    assert_int_equal(bp_pool_threads(pool), 1);
    bp_pool_destroy(pool);
    pool = bp_pool_create(NULL, 3, NULL);
    assert_int_equal(bp_pool_threads(pool), 3);
    bp_pool_destroy(pool);
}

int main(void) {
    if (!FAULTS) {
        print_message("skipped: under the thread sanitizer\n");
        return 0;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_writing_is_whole_or_not_at_all, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_which_calls_must_not_fail, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_new_file_appears_whole_or_not_at_all, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_interrupted_calls_go_on, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_pieces_are_put_together, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_reading_fails_cleanly, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_writing_through_fails_cleanly, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_file_has_no_name_while_it_is_written, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_name_that_is_taken, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_pool_without_knowledge_of_processors, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
