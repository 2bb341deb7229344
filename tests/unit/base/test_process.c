/* Running other programs, each a line of shell, with limits. */
#define _XOPEN_SOURCE 700
#include "base/process.h"
#include "support/allocator.h"
#include "support/folder.h"
#include <dirent.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static bp_process_result ran;

/* Runs `line` with the other options. */
static void run_task(bp_process_options task, const char *line) {
    bp_error error = {0};
    const char *const argv[] = {"/bin/sh", "-c", line, NULL};
    task.argv = argv;
    if (task.output_limit == 0) task.output_limit = 1000;
    if (task.seconds <= 0) task.seconds = 60;
    assert_true(bp_process_run(NULL, &task, &ran, &error));
    expect_no_error(&error);
}
static const char *said(void) { return (const char *)ran.output.data; }
static int tidy(void **state) {
    (void)state;
    bp_process_result_free(NULL, &ran);
    return 0;
}

static void test_exit_code_and_output(void **state) {
    (void)state;
    run_task((bp_process_options){.seconds = 0}, "echo out; echo err >&2; exit 7");
    assert_int_equal(ran.end, BP_PROCESS_EXITED);
    assert_int_equal(ran.code, 7);
    assert_string_equal(said(), "out\nerr\n");
}

static void test_a_program_that_is_not_there(void **state) {
    (void)state;
    bp_error error = {0};
    const char *const argv[] = {"/nowhere/at/all", NULL};
    const bp_process_options task = {.argv = argv};
    assert_false(bp_process_run(NULL, &task, &ran, &error));
    expect_error(&error, BP_ERROR_ENVIRONMENT, "/nowhere/at/all");
}

/* A million bytes in both directions: more than any pipe holds, so reading and writing must alternate. */
static void test_the_channel(void **state) {
    (void)state;
    enum { SIZE = 1000000 };
    char *input = malloc(SIZE);
    for (int i = 0; i < SIZE; i++) input[i] = (char)(i * 7 % 251);
    run_task(
        (bp_process_options){.channel = true, .input = input, .input_size = SIZE, .answer_limit = SIZE + 10},
        "cat <&3 >&3; echo done");
    assert_int_equal(ran.end, BP_PROCESS_EXITED);
    assert_int_equal(ran.answer.size, SIZE);
    expect_bytes(ran.answer.data, input, SIZE);
    assert_string_equal(said(), "done\n");
    free(input);
}

static void test_more_than_asked_for(void **state) {
    (void)state;
    run_task((bp_process_options){.channel = true, .answer_limit = 100},
             "while :; do echo rubbish; done >&3");
    assert_int_equal(ran.end, BP_PROCESS_OUTPUT_LIMIT);
    assert_int_equal(ran.answer.size, 100);
}

static void test_long_output_is_cut(void **state) {
    (void)state;
    run_task((bp_process_options){.output_limit = 10}, "head -c 300000 /dev/zero | tr '\\0' x");
    assert_int_equal(ran.end, BP_PROCESS_EXITED);
    assert_int_equal(ran.code, 0);
    assert_string_equal(said(), "xxxxxxxxxx");
}

static void test_the_time_limit(void **state) {
    (void)state;
    run_task((bp_process_options){.seconds = 0.2}, "echo begun; sleep 600");
    assert_int_equal(ran.end, BP_PROCESS_TIME_LIMIT);
    assert_true(ran.seconds < 60);
}

static void test_a_signal(void **state) {
    (void)state;
    run_task((bp_process_options){.seconds = 0}, "kill -SEGV $$");
    assert_int_equal(ran.end, BP_PROCESS_SIGNALED);
    assert_int_equal(ran.code, SIGSEGV);
}

/* A grandchild that keeps the output open doesn't delay us. Afterwards it is dead, or a zombie if nothing
 * reaps it. */
static void test_children_are_killed(void **state) {
    (void)state;
    char line[256];
    run_task((bp_process_options){.seconds = 0}, "sleep 600 & echo $!");
    assert_int_equal(ran.end, BP_PROCESS_EXITED);
    assert_true(ran.seconds < 60);
    int child = atoi(said());
    bp_process_result_free(NULL, &ran);
    snprintf(line, sizeof line,
             "for i in 1 2 3 4 5 6 7 8 9; do kill -0 %d 2>/dev/null || exit 0; "
             "grep -q 'State:.Z' /proc/%d/status && exit 0; sleep 1; done; exit 1",
             child, child);
    run_task((bp_process_options){.seconds = 0}, line);
    assert_int_equal(ran.code, 0);
}

static void test_environment_and_folder(void **state) {
    (void)state;
    char folder[256];
    test_folder_make(folder, sizeof folder);
    setenv("BINDPOSE_SECRET", "ours", 1);
    const char *const environment[] = {"PATH=/usr/bin:/bin", "GIVEN=theirs", NULL};
    run_task((bp_process_options){.environment = environment, .folder = folder},
             "echo \"$GIVEN ${BINDPOSE_SECRET:-none}\"; : >here");
    assert_string_equal(said(), "theirs none\n");
    char path[512];
    FILE *made = fopen(test_path(path, sizeof path, folder, "here"), "r");
    assert_non_null(made);
    fclose(made);
    test_folder_remove(folder);
}

static void test_words_before_it(void **state) {
    (void)state;
    const char *const wrap[] = {"env", "GIVEN=wrapped", NULL};
    run_task((bp_process_options){.command_prefix = wrap}, "echo $GIVEN");
    assert_string_equal(said(), "wrapped\n");
}

/* The program inherits none of our open files. */
static void test_files_are_not_handed_on(void **state) {
    (void)state;
    FILE *open[40];
    for (int i = 0; i < 40; i++) open[i] = fopen("/dev/zero", "r");
    run_task((bp_process_options){.seconds = 0}, "ls -l /proc/$$/fd 2>/dev/null | grep -c zero");
    assert_string_equal(said(), "0\n");
    for (int i = 0; i < 40; i++) fclose(open[i]);
}

static void test_file_sizes(void **state) {
    (void)state;
    char folder[256];
    test_folder_make(folder, sizeof folder);
    run_task((bp_process_options){.file_megabytes = 1, .folder = folder},
             "head -c 3000000 /dev/zero >large; wc -c <large");
    assert_string_equal(strstr(said(), "1048576"), "1048576\n");
    test_folder_remove(folder);
}

/* If the system has no seccomp, the limit on processes holds, except for root. */
static void test_alone(void **state) {
    (void)state;
    run_task((bp_process_options){.confined = true}, "exec 2>&1; (echo a child); echo after");
    if (strstr(said(), "a child")) {
        print_message("skipped: no filter of system calls here\n");
        return;
    }
    bp_process_result_free(NULL, &ran);
    run_task(
        (bp_process_options){.confined = true},
        "kill -TERM 1 && echo killed; kill -CONT $$ && echo own; kill -KILL $$ || echo alive; exec true");
    expect_text_contains(said(), "own\n");
    expect_text_contains(said(), "alive\n");
    assert_null(strstr(said(), "killed"));
    expect_text_contains(said(), "Operation not permitted"); /* neither signal nor exec */
    assert_int_not_equal(ran.code, 0);
    bp_process_result_free(NULL, &ran);
    run_task((bp_process_options){.confined = true},
             "read line </proc/self/stat && echo reads; echo x >/tmp/confined");
    expect_text_contains(said(), "reads\n");
    assert_int_not_equal(access("/tmp/confined", F_OK), 0);
}

static void test_too_many_words(void **state) {
    (void)state;
    enum { WORDS = 260 };
    const char *many[WORDS + 1] = {NULL}, *const few[] = {"true", NULL};
    for (int i = 0; i < WORDS; i++) many[i] = "true";
    const bp_process_options tasks[] = {{.argv = many}, {.command_prefix = many, .argv = few}};
    for (size_t i = 0; i < BP_COUNT(tasks); i++) {
        bp_error error = {0};
        assert_false(bp_process_run(NULL, &tasks[i], &ran, &error));
        expect_error(&error, BP_ERROR_ARGUMENT, "argv");
    }
}

static void test_a_folder_that_is_not_there(void **state) {
    (void)state;
    bp_error error = {0};
    const char *const argv[] = {"true", NULL};
    const bp_process_options task = {.argv = argv, .folder = "/nowhere/at/all"};
    assert_false(bp_process_run(NULL, &task, &ran, &error));
    expect_error(&error, BP_ERROR_ENVIRONMENT, "true");
    expect_text_contains(error.message, "No such file");
}

/* More input than the socket holds, for a program that doesn't read it. */
static void test_input_that_nobody_reads(void **state) {
    (void)state;
    enum { SIZE = 3000000 };
    char *input = calloc(SIZE, 1);
    run_task((bp_process_options){.channel = true, .input = input, .input_size = SIZE},
             "exec 3>&-; echo no, thanks");
    assert_int_equal(ran.end, BP_PROCESS_EXITED);
    assert_string_equal(said(), "no, thanks\n");
    free(input);
}

/* The kernel's signal for too much processor time. */
static void test_processor_time(void **state) {
    (void)state;
    run_task((bp_process_options){.seconds = 300, .processor_seconds = 0.2}, "while :; do :; done");
    assert_int_equal(ran.end, BP_PROCESS_PROCESSOR_LIMIT);
    bp_process_result_free(NULL, &ran);
    run_task((bp_process_options){.seconds = 300, .processor_seconds = 0.2},
             "sh -c 'while :; do :; done'; true");
    assert_int_equal(ran.end, BP_PROCESS_PROCESSOR_LIMIT);
    bp_process_result_free(NULL, &ran);
    assert_true(ran.processor_seconds >= 0.2);
    run_task((bp_process_options){.seconds = 0.5, .processor_seconds = 60}, "sleep 600");
    assert_true(ran.processor_seconds < 0.4);
    assert_int_equal(ran.end, BP_PROCESS_TIME_LIMIT);
}

/* Blocked interrupts stay pending, and bp_process_run ends its program. Ignored signals have no effect. */
static void test_an_interruption(void **state) {
    (void)state;
    bp_interrupts before;
    sigset_t terminate;
    int signal_number = 0;
    void (*old)(int) = signal(SIGHUP, SIG_IGN);
    bp_interrupts_block(&before);
    raise(SIGHUP);
    bool at_first = bp_interrupts_pending();
    raise(SIGTERM);
    bool then = bp_interrupts_pending();
    run_task((bp_process_options){.seconds = 300}, "sleep 600");
    sigemptyset(&terminate);
    sigaddset(&terminate, SIGTERM);
    sigwait(&terminate, &signal_number);
    bool afterwards = bp_interrupts_pending();
    bp_interrupts_restore(&before);
    signal(SIGHUP, old);
    assert_false(at_first);
    assert_true(then);
    assert_false(afterwards);
    assert_int_equal(signal_number, SIGTERM);
    assert_int_equal(ran.end, BP_PROCESS_TIME_LIMIT);
    assert_true(ran.seconds < 60);
}

static int count_open_files(void) {
    int count = 0;
    DIR *folder = opendir("/proc/self/fd");
    while (folder && readdir(folder)) count++;
    if (folder) closedir(folder);
    return count;
}

/* For every limit on open files, the program runs or an error says why not, and no file stays open. */
static void test_no_more_files(void **state) {
    (void)state;
    struct rlimit old;
    const char *const argv[] = {"true", NULL};
    const bp_process_options task = {
        .argv = argv, .channel = true, .answer_limit = 1, .output_limit = 1, .seconds = 60};
    int before = count_open_files(), refused = 0, done = 0;
    if (before == 0) {
        print_message("skipped: no /proc here\n");
        return;
    }
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &old), 0);
    for (rlim_t max = 3; done == 0 && max < 60; max++) {
        const struct rlimit fewer = {max, old.rlim_max};
        bp_error error = {0};
        assert_int_equal(setrlimit(RLIMIT_NOFILE, &fewer), 0);
        bool ok = bp_process_run(NULL, &task, &ran, &error);
        assert_int_equal(setrlimit(RLIMIT_NOFILE, &old), 0);
        if (count_open_files() != before) fail_msg("with %d files some are left open", (int)max);
        done += ok;
        refused += !ok;
        if (ok)
            bp_process_result_free(NULL, &ran);
        else
            assert_int_equal(error.kind, BP_ERROR_ENVIRONMENT);
    }
    assert_int_equal(done, 1);
    assert_true(refused > 3);
}

/* Our own limits may be lower than the requested ones, and stay. In a child process, because limits can't
 * be raised again. */
static void test_limits_are_not_raised(void **state) {
    (void)state;
    int status = 0;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        const char *const argv[] = {"cat", "/proc/self/limits", NULL};
        const bp_process_options task = {
            .argv = argv, .output_limit = 4000, .seconds = 60, .file_megabytes = 3};
        const struct rlimit low = {1 << 20, 2 << 20};
        bool ok = setrlimit(RLIMIT_FSIZE, &low) == 0 && bp_process_run(NULL, &task, &ran, NULL);
        const char *line = ok ? strstr(said(), "Max file size") : NULL;
        long long soft = 0, hard = 0;
        ok = line && sscanf(line, "Max file size %lld %lld", &soft, &hard) == 2;
        _exit(!ok ? 3 : soft == 2 << 20 && hard == 2 << 20 ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) == 3)
        print_message("skipped: no /proc here\n");
    else
        assert_int_equal(WEXITSTATUS(status), 0);
}

static bool attempt(const bp_allocator *allocator, void *user, bp_error *error) {
    (void)user;
    const char *const argv[] = {"true", NULL};
    const bp_process_options task = {.argv = argv, .output_limit = 10, .seconds = 60};
    bp_process_result result;
    if (!bp_process_run(allocator, &task, &result, error)) return false;
    bp_process_result_free(allocator, &result);
    return true;
}
static void test_memory_fails(void **state) {
    (void)state;
    assert_int_equal(test_each_allocation_fails(attempt, NULL), 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_exit_code_and_output, tidy),
        cmocka_unit_test(test_a_program_that_is_not_there),
        cmocka_unit_test_teardown(test_the_channel, tidy),
        cmocka_unit_test_teardown(test_more_than_asked_for, tidy),
        cmocka_unit_test_teardown(test_long_output_is_cut, tidy),
        cmocka_unit_test_teardown(test_the_time_limit, tidy),
        cmocka_unit_test_teardown(test_a_signal, tidy),
        cmocka_unit_test_teardown(test_children_are_killed, tidy),
        cmocka_unit_test_teardown(test_environment_and_folder, tidy),
        cmocka_unit_test_teardown(test_words_before_it, tidy),
        cmocka_unit_test_teardown(test_files_are_not_handed_on, tidy),
        cmocka_unit_test_teardown(test_file_sizes, tidy),
        cmocka_unit_test_teardown(test_alone, tidy),
        cmocka_unit_test(test_too_many_words),
        cmocka_unit_test(test_a_folder_that_is_not_there),
        cmocka_unit_test_teardown(test_input_that_nobody_reads, tidy),
        cmocka_unit_test_teardown(test_processor_time, tidy),
        cmocka_unit_test_teardown(test_an_interruption, tidy),
        cmocka_unit_test(test_no_more_files),
        cmocka_unit_test(test_limits_are_not_raised),
        cmocka_unit_test(test_memory_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
