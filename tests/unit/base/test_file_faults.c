/* Failing system calls. This program's own open, read, write, ... replace the C library's, and each can
 * fail at its Nth call; the library is linked statically and calls them. Whichever call fails: a file has
 * its old content or its new one, the error says what happened, and no temporary file remains. */
#define _GNU_SOURCE /* RTLD_NEXT */
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
    const char *failed; /* the function that did fail */
    bool no_affinity;   /* sched_getaffinity and sysconf fail */
} fault;

static fault armed;

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

typedef struct place {
    char folder[256];
    char path[512];
} place;

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

static int entries(const char *folder) {
    DIR *open_folder = opendir(folder);
    assert_non_null(open_folder);
    int count = 0;
    while (readdir(open_folder)) count++;
    closedir(open_folder);
    return count - 2;
}

static bool holds(const char *path, const char *expected) {
    bp_file file = {0};
    if (!bp_file_read(NULL, path, 0, &file, NULL)) return false;
    bool same = strcmp((const char *)file.data, expected) == 0;
    bp_file_free(NULL, &file);
    return same;
}

/* Overwrites "old" with the Nth call failing, for every N. Returns the number of calls. */
static int write_with_each_call_failing(place *here, int number) {
    for (int n = 1; n < 100; n++) {
        armed = (fault){0};
        assert_true(bp_file_write(here->path, "old", 3, NULL));
        bp_error error = {0};
        armed = (fault){.at = n, .number = number};
        bool ok = bp_file_write(here->path, "new content", 11, &error);
        const char *failed = armed.failed;
        armed = (fault){0};
        if (ok != (error.kind == BP_ERROR_NONE))
            fail_msg("call %d (%s): result and error disagree", n, failed);
        if (!holds(here->path, ok ? "new content" : "old"))
            fail_msg("call %d (%s): neither old nor new", n, failed);
        if (entries(here->folder) != 1) fail_msg("call %d (%s) failed and left a file behind", n, failed);
        if (!failed) {
            assert_true(ok);
            return n - 1;
        }
    }
    fail_msg("more than 100 calls");
    return 0;
}

static void test_writing_is_whole_or_not_at_all(void **state) {
    /* open, openat, write, fchmod, fsync, close, renameat, fsync of the folder, close of the folder. */
    assert_int_equal(write_with_each_call_failing(*state, EIO), 9);
    assert_int_equal(write_with_each_call_failing(*state, ENOSPC), 9);
}

static void test_which_calls_must_not_fail(void **state) {
    place *here = *state;
    const char *functions[] = {"open", "openat", "write", "fchmod", "fsync", "close", "renameat"};
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
    for (int n = 1; n <= 8; n++) {
        armed = (fault){.at = n, .number = EIO};
        bool ok = bp_file_write(here->path, "new", 3, NULL);
        armed = (fault){0};
        assert_int_equal(entries(here->folder), ok ? 1 : 0);
        if (ok) assert_int_equal(unlink(here->path), 0);
    }
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

static void test_no_free_temporary_name(void **state) {
    place *here = *state;
    /* The names of a thousand temporary files that dead programs with our process number left. */
    char path[600];
    for (int i = 0; i < 1000; i++) {
        snprintf(path, sizeof path, "%s/.bindpose-%ld-%d.tmp", here->folder, (long)getpid(), i);
        int file = open(path, O_WRONLY | O_CREAT, 0600);
        assert_true(file >= 0);
        close(file);
    }
    bp_error error = {0};
    assert_false(bp_file_write(here->path, "x", 1, &error));
    expect_error(&error, BP_ERROR_ENVIRONMENT, "File exists");
    assert_int_equal(entries(here->folder), 1000);
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
        cmocka_unit_test_setup_teardown(test_no_free_temporary_name, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_pool_without_knowledge_of_processors, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
