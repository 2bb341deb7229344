/* Files are read and written whole or not at all. Nothing blocks or allocates too much. */
#define _POSIX_C_SOURCE 200809L
#define _XOPEN_SOURCE 700
#include "base/folder.h"
#include "support/allocator.h"
#include "support/folder.h"
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct place {
    char folder[256];
    char path[512];
} place;

static int set_up(void **state) {
    place *here = calloc(1, sizeof *here);
    test_folder_make(here->folder, sizeof here->folder);
    *state = here;
    return 0;
}

static int tear_down(void **state) {
    place *here = *state;
    test_folder_remove(here->folder);
    free(here);
    return 0;
}

static const char *in(place *here, const char *name) {
    return test_path(here->path, sizeof here->path, here->folder, name);
}

static int entries(const char *folder) {
    DIR *open_folder = opendir(folder);
    assert_non_null(open_folder);
    int count = 0;
    while (readdir(open_folder)) count++;
    closedir(open_folder);
    return count - 2; /* . and .. */
}

static void expect_file(const char *path, const char *expected) {
    bp_file file = {0};
    bp_error error = {0};
    bp_file_read(NULL, path, 0, &file, &error);
    expect_no_error(&error);
    assert_int_equal(file.size, strlen(expected));
    assert_string_equal((const char *)file.data, expected);
    bp_file_free(NULL, &file);
    assert_null(file.data);
}

static void expect_unreadable(const char *path, size_t limit, const char *part) {
    bp_file file = {.size = 77};
    bp_error error = {0};
    assert_false(bp_file_read(NULL, path, limit, &file, &error));
    expect_error(&error, BP_ERROR_INPUT, part);
    expect_text_contains(error.place, path);
    assert_null(file.data);
    assert_int_equal(file.size, 77); /* as it was */
}

/* ---- reading ----------------------------------------------------------------------------------- */

static void test_written_is_read(void **state) {
    const size_t sizes[] = {0, 1, 4095, 4096, 4097, 1000000};
    for (size_t i = 0; i < BP_COUNT(sizes); i++) {
        unsigned char *data = malloc(sizes[i] + 1);
        uint64_t seed = 7;
        for (size_t k = 0; k < sizes[i]; k++) data[k] = (unsigned char)test_random(&seed);
        const char *path = in(*state, "data.bin");
        assert_true(bp_file_write(path, data, sizes[i], NULL));
        bp_file file = {0};
        assert_true(bp_file_read(NULL, path, 0, &file, NULL));
        assert_int_equal(file.size, sizes[i]);
        expect_bytes(file.data, data, sizes[i]);
        assert_int_equal(file.data[file.size], 0);
        bp_file_free(NULL, &file);
        free(data);
    }
    assert_int_equal(entries(((place *)*state)->folder), 1);
}

static void test_unicode_names(void **state) {
    const char *name = "\xe9\xaa\xa8 \xc3\xa4 \xf0\x9f\xa6\xb4.txt";
    assert_true(bp_file_write(in(*state, name), "hand", 4, NULL));
    expect_file(in(*state, name), "hand");
}

static void test_what_is_no_regular_file(void **state) {
    place *here = *state;
    expect_unreadable(here->folder, 0, "this is a folder; a regular file is needed");
    expect_unreadable("/dev/zero", 0, "a device");
    assert_int_equal(mkfifo(in(here, "pipe"), 0600), 0);
    expect_unreadable(here->path, 0, "a pipe"); /* and doesn't wait for a writer */
    expect_unreadable(in(here, "none"), 0, "can't open it: No such file");
    assert_int_equal(mknod(in(here, "socket"), S_IFSOCK | 0600, 0), 0);
    expect_unreadable(here->path, 0, "can't open it: No such device"); /* sockets can't even be opened */
    assert_int_equal(symlink("loop", in(here, "loop")), 0);
    expect_unreadable(here->path, 0, "symbolic links");
    assert_true(bp_file_write(in(here, "file"), "x", 1, NULL));
    expect_unreadable(in(here, "file/below"), 0, "Not a directory");
    bp_error error = {0};
    bp_file file = {0};
    assert_false(bp_file_read(NULL, "", 0, &file, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "empty file name");
    assert_false(bp_file_read(NULL, NULL, 0, &file, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "empty file name");
}

static void test_the_limit_comes_before_memory(void **state) {
    const char *path = in(*state, "sparse");
    int file = open(path, O_WRONLY | O_CREAT, 0600);
    assert_true(file >= 0);
    if (ftruncate(file, (off_t)1 << 40) == 0) {
        test_allocator counter = {0};
        bp_allocator hook = test_allocator_hook(&counter);
        bp_file out = {0};
        bp_error error = {0};
        assert_false(bp_file_read(&hook, path, 0, &out, &error));
        expect_error(&error, BP_ERROR_INPUT, "has 1099511627776 bytes, the limit is 2147483648");
        assert_int_equal(counter.asked, 0);
    } else {
        print_message("skipped: no file of 1 TiB here\n");
    }
    close(file);
    assert_true(bp_file_write(in(*state, "ten"), "0123456789", 10, NULL));
    expect_unreadable(in(*state, "ten"), 9, "has 10 bytes, the limit is 9");
    bp_file out = {0};
    assert_true(bp_file_read(NULL, in(*state, "ten"), 10, &out, NULL)); /* the limit itself is fine */
    bp_file_free(NULL, &out);
    assert_true(bp_file_read(NULL, in(*state, "ten"), SIZE_MAX, &out, NULL)); /* means 2 GiB */
    bp_file_free(NULL, &out);
}

static void test_a_file_that_hides_its_size(void **state) {
    (void)state;
    struct stat about;
    if (stat("/proc/self/maps", &about) != 0 || about.st_size != 0) {
        print_message("skipped: no /proc\n");
        return;
    }
    bp_file file = {0};
    assert_true(bp_file_read(NULL, "/proc/self/maps", 0, &file, NULL));
    assert_int_equal(file.size, strlen((const char *)file.data));
    assert_true(file.size > 200);
    bp_file_free(NULL, &file);
    expect_unreadable("/proc/self/maps", 100, "the limit is 100");
}

static bool attempt_read(const bp_allocator *allocator, void *user, bp_error *error) {
    bp_file file = {0};
    if (!bp_file_read(allocator, user, 0, &file, error)) {
        assert_null(file.data);
        expect_text_contains(error->place, user);
        return false;
    }
    bp_file_free(allocator, &file);
    return true;
}

static void test_reading_without_memory(void **state) {
    const char *path = in(*state, "file");
    assert_true(bp_file_write(path, "x", 1, NULL));
    assert_int_equal(test_each_allocation_fails(attempt_read, (void *)path), 1);
    if (access("/proc/self/maps", R_OK) == 0) {
        assert_true(test_each_allocation_fails(attempt_read, "/proc/self/maps") >= 2); /* it grows */
    }
    bp_file_free(NULL, NULL);
}

/* ---- writing ----------------------------------------------------------------------------------- */

static void test_old_content_goes_as_a_whole(void **state) {
    place *here = *state;
    const char *path = in(here, "file");
    assert_true(bp_file_write(path, "a longer text", 13, NULL));
    int old = open(path, O_RDONLY);
    assert_true(bp_file_write(path, "short", 5, NULL));
    expect_file(path, "short");
    char text[14] = {0};
    assert_int_equal(read(old, text, 13),
                     13); /* a program that has opened the old file still reads all of it */
    assert_string_equal(text, "a longer text");
    close(old);
    assert_int_equal(entries(here->folder), 1);
}

static void test_permissions_and_links_stay(void **state) {
    place *here = *state;
    struct stat about;
    mode_t mask = umask(027);
    assert_true(bp_file_write(in(here, "file"), "1", 1, NULL));
    umask(mask);
    assert_int_equal(stat(here->path, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0640); /* a new one: 0666 without the umask */
    assert_int_equal(chmod(here->path, 0751), 0);
    assert_int_equal(symlink("file", in(here, "link")), 0);
    assert_true(bp_file_write(here->path, "2", 1, NULL));
    assert_int_equal(lstat(here->path, &about), 0);
    assert_true(S_ISLNK(about.st_mode));
    expect_file(in(here, "file"), "2");
    assert_int_equal(stat(here->path, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0751);
}

static void expect_unwritable(const char *path, bp_error_kind kind, const char *part) {
    bp_error error = {0};
    assert_false(bp_file_write(path, "new", 3, &error));
    expect_error(&error, kind, part);
}

static void test_writing_fails_cleanly(void **state) {
    place *here = *state;
    expect_unwritable(here->folder, BP_ERROR_INPUT, "Is a directory");
    expect_unwritable(in(here, "none/file"), BP_ERROR_INPUT, "can't open its folder: No such file");
    expect_unwritable(in(here, "new/"), BP_ERROR_INPUT, "new/: can't");
    expect_unwritable("", BP_ERROR_ARGUMENT, "empty file name");
    expect_unwritable(NULL, BP_ERROR_ARGUMENT, "empty file name");
    char name[5000];
    memset(name, 'n', sizeof name);
    name[300] = '\0';
    expect_unwritable(in(here, name), BP_ERROR_INPUT, "File name too long");
    name[300] = 'n';
    name[sizeof name - 1] = '\0';
    expect_unwritable(name, BP_ERROR_INPUT, "File name too long");
    assert_int_equal(entries(here->folder), 0); /* no temporary file anywhere */
    name[255] = '\0';
    assert_true(bp_file_write(in(here, name), "x", 1, NULL)); /* the longest name there is */
    expect_file(here->path, "x");
}

static void test_a_folder_that_may_not_be_written(void **state) {
    place *here = *state;
    if (geteuid() == 0) {
        print_message("skipped: root may write everywhere\n");
        return;
    }
    assert_true(bp_file_write(in(here, "file"), "old", 3, NULL));
    chmod(here->path, 0444);
    expect_unwritable(here->path, BP_ERROR_INPUT, "Permission denied");
    chmod(here->path, 0644);
    chmod(here->folder, 0555);
    expect_unwritable(here->path, BP_ERROR_INPUT, "Permission denied");
    expect_file(here->path, "old");
}

/* A full disk, simulated by a limit on the size of files. In a child process, because limits can't be
 * undone. */
static void test_no_room_left(void **state) {
    place *here = *state;
    assert_true(bp_file_write(in(here, "file"), "old", 3, NULL));
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        struct rlimit limit = {.rlim_cur = 1000, .rlim_max = 1000};
        char data[5000] = {0};
        bp_error error = {0};
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &limit);
        bool wrote = bp_file_write(here->path, data, sizeof data, &error);
        _exit(wrote ? 1 : error.kind == BP_ERROR_ENVIRONMENT && strstr(error.message, "write it") ? 0 : 2);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    expect_file(here->path, "old");
    assert_int_equal(entries(here->folder), 1);
}

static void test_devices_are_written_through(void **state) {
    place *here = *state;
    bp_error error = {0};
    assert_true(bp_file_write("/dev/null", "x", 1, &error));
    struct stat about;
    assert_int_equal(stat("/dev/null", &about), 0);
    assert_true(S_ISCHR(about.st_mode)); /* still there, still a device */
    if (access("/dev/full", W_OK) == 0) expect_unwritable("/dev/full", BP_ERROR_ENVIRONMENT, "No space left");
    assert_int_equal(mkfifo(in(here, "pipe"), 0600), 0);
    expect_unwritable(here->path, BP_ERROR_INPUT, "can't write it"); /* nobody reads; doesn't wait */
    int reader = open(here->path, O_RDONLY | O_NONBLOCK);
    assert_true(bp_file_write(here->path, "through", 7, &error));
    char text[8] = {0};
    assert_int_equal(read(reader, text, 7), 7);
    assert_string_equal(text, "through");
    close(reader);
}

static void test_names_without_a_folder(void **state) {
    place *here = *state;
    char before[1024];
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(here->folder), 0);
    bool wrote = bp_file_write("plain", "x", 1, NULL);
    assert_int_equal(chdir(before), 0);
    assert_true(wrote);
    expect_file(in(here, "plain"), "x");
}

static void test_a_name_that_a_dead_program_left(void **state) {
    place *here = *state;
    char name[64];
    snprintf(name, sizeof name, ".bindpose-%ld-0.tmp", (long)getpid());
    assert_true(bp_file_write(in(here, name), "left", 4, NULL));
    assert_true(bp_file_write(in(here, "file"), "x", 1, NULL));
    expect_file(in(here, name), "left");
    expect_file(in(here, "file"), "x");
}

/* ---- folders ----------------------------------------------------------------------------------- */

static void test_folders(void **state) {
    place *here = *state;
    bp_error error = {0};
    assert_true(bp_folder_make(in(here, "a/b//c/"), &error));
    assert_true(bp_folder_make(here->path, &error)); /* once more is fine */
    assert_true(bp_folder_make("/", &error));
    assert_true(bp_folder_make(".", &error));
    assert_true(bp_file_write(in(here, "a/b/c/file"), "x", 1, NULL));
    assert_false(bp_folder_make(in(here, "a/b/c/file"), &error));
    expect_error(&error, BP_ERROR_INPUT, "Not a directory");
    assert_false(bp_folder_make(in(here, "a/b/c/file/d"), &error));
    expect_error(&error, BP_ERROR_INPUT, "a/b/c/file: can't make this folder: Not a directory");
    assert_false(bp_folder_make("", &error));
    assert_false(bp_folder_make(NULL, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "empty folder name");
    char name[5000];
    memset(name, 'n', sizeof name);
    name[sizeof name - 1] = '\0';
    assert_false(bp_folder_make(name, &error));
    expect_error(&error, BP_ERROR_INPUT, "File name too long");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_written_is_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_unicode_names, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_what_is_no_regular_file, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_the_limit_comes_before_memory, set_up, tear_down),
        cmocka_unit_test(test_a_file_that_hides_its_size),
        cmocka_unit_test_setup_teardown(test_reading_without_memory, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_old_content_goes_as_a_whole, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_permissions_and_links_stay, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_writing_fails_cleanly, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_folder_that_may_not_be_written, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_no_room_left, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_devices_are_written_through, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_names_without_a_folder, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_name_that_a_dead_program_left, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_folders, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
