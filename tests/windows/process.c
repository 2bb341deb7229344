/* bp_process_run on Windows: the limits hold, and words, files and ends arrive. The program runs itself: with a
 * word, it does what the word says. Wine doesn't enforce a job's own limits, so under it only those that the
 * parent watches are tested: not processor time, and not how many processes there are. */
#include "base/process.h"
#include "base/folder.h"
#include "base/system.h"
#include "support/test.h"
#include <fcntl.h>
#include <io.h>
#include <windows.h>

/* ---- what the program does ------------------------------------------------------------------------------ */

static int answer(void) { /* the channel's bytes, each plus one */
    unsigned char bytes[65536];
    for (int got; (got = _read(3, bytes, sizeof bytes)) > 0;) {
        for (int i = 0; i < got; i++) bytes[i]++;
        if (_write(4, bytes, (unsigned)got) != got) return 1;
    }
    return 0;
}

static int take_memory(void) {
    for (int i = 0; i < 4096; i++) {
        char *block = malloc(1 << 20);
        if (!block) return 9;
        memset(block, 1, 1 << 20);
        if (i % 64 == 0) Sleep(5);
    }
    Sleep(60000);
    return 0;
}

static int start_another(const char *program) {
    char line[1200];
    STARTUPINFOA how = {.cb = sizeof how};
    PROCESS_INFORMATION made;
    snprintf(line, sizeof line, "\"%s\" sleep", program);
    if (!CreateProcessA(NULL, line, NULL, NULL, FALSE, 0, NULL, NULL, &how, &made)) return 5;
    printf("%lu", made.dwProcessId);
    return 0;
}

static volatile int zero;

static int act(int argc, char **argv) {
    const char *word = argv[1];
    if (strcmp(word, "seven") == 0) return 7;
    if (strcmp(word, "answer") == 0) return answer();
    if (strcmp(word, "memory") == 0) return take_memory();
    if (strcmp(word, "another") == 0) return start_another(argv[0]);
    if (strcmp(word, "sleep") == 0) Sleep(60000);
    if (strcmp(word, "segfault") == 0) *(volatile int *)(uintptr_t)8 = 1;
    if (strcmp(word, "divide") == 0) return 7 / zero; /* 1 / x would need no division */
    if (strcmp(word, "flood") == 0)
        for (int i = 0; i < 10000000; i++) puts("and on and on and on");
    while (strcmp(word, "loop") == 0) zero = 0;
    if (strcmp(word, "folder") == 0) {
        char here[1000];
        bp_current_folder(here, sizeof here);
        printf("%s\n%s", here, getenv("GIVEN") ? getenv("GIVEN") : "none");
    }
    if (strcmp(word, "words") == 0)
        for (int i = 2; i < argc; i++) printf("[%s]\n", argv[i]);
    return 0;
}

/* ---- the tests -------------------------------------------------------------------------------------------- */

static char self[1000];
static bp_process_result ran;

static void run(bp_process_options how, const char *word) {
    bp_error error = {0};
    bp_process_result_free(NULL, &ran);
    if (!how.argv) how.argv = (const char *const[]){self, word, NULL};
    if (how.output_limit == 0) how.output_limit = 4096;
    assert_true(bp_process_run(NULL, &how, &ran, &error));
    expect_no_error(&error);
}

static bool is_wine(void) {
    return GetProcAddress(GetModuleHandleA("ntdll.dll"), "wine_get_version") != NULL;
}

static void test_exit_code(void **state) {
    (void)state;
    run((bp_process_options){.seconds = 60}, "seven");
    assert_int_equal(ran.end, BP_PROCESS_EXITED);
    assert_int_equal(ran.code, 7);
}

static void test_the_channel(void **state) {
    (void)state;
    enum { SIZE = 3 << 20 };
    unsigned char *bytes = malloc(SIZE);
    for (int i = 0; i < SIZE; i++) bytes[i] = (unsigned char)(i * 7);
    run(
        (bp_process_options){
            .channel = true, .input = bytes, .input_size = SIZE, .answer_limit = SIZE, .seconds = 60},
        "answer");
    assert_int_equal(ran.code, 0);
    assert_int_equal(ran.answer.size, SIZE);
    for (int i = 0; i < SIZE; i++) assert_int_equal(ran.answer.data[i], (unsigned char)(i * 7 + 1));
    run(
        (bp_process_options){
            .channel = true, .input = bytes, .input_size = SIZE, .answer_limit = 1000, .seconds = 60},
        "answer");
    assert_int_equal(ran.end, BP_PROCESS_OUTPUT_LIMIT);
    /* A program that never reads: the input is dropped. */
    run(
        (bp_process_options){
            .channel = true, .input = bytes, .input_size = SIZE, .answer_limit = 10, .seconds = 60},
        "seven");
    assert_int_equal(ran.code, 7);
    free(bytes);
}

static void test_crashes(void **state) {
    (void)state;
    run((bp_process_options){.seconds = 60}, "segfault");
    assert_int_equal(ran.end, BP_PROCESS_SIGNALED);
    assert_int_equal(ran.code, SIGSEGV);
    run((bp_process_options){.seconds = 60}, "divide");
    assert_int_equal(ran.end, BP_PROCESS_SIGNALED);
    assert_int_equal(ran.code, SIGFPE);
}

static void test_time(void **state) {
    (void)state;
    run((bp_process_options){.seconds = 1}, "sleep");
    assert_int_equal(ran.end, BP_PROCESS_TIME_LIMIT);
    assert_true(ran.seconds < 20);
    if (is_wine()) {
        print_message("skipped: wine doesn't tell another process's processor time\n");
        return;
    }
    run((bp_process_options){.processor_seconds = 0.5, .seconds = 60}, "loop");
    assert_int_equal(ran.end, BP_PROCESS_PROCESSOR_LIMIT);
}

static void test_memory(void **state) {
    (void)state;
    run((bp_process_options){.megabytes = 200, .seconds = 60}, "memory");
    assert_int_equal(ran.end, BP_PROCESS_MEMORY_LIMIT);
    assert_true(ran.seconds < 30);
}

static void test_output(void **state) {
    (void)state;
    run((bp_process_options){.output_limit = 1000, .seconds = 100}, "flood");
    assert_int_equal(ran.end, BP_PROCESS_OUTPUT_LIMIT);
    assert_int_equal(ran.output.size > 900, 1);
    assert_null(strchr((char *)ran.output.data, '\r')); /* lines end with LF alone */
}

/* What the program starts ends with it. */
static void test_other_processes(void **state) {
    (void)state;
    run((bp_process_options){.seconds = 60}, "another");
    assert_int_equal(ran.code, 0);
    HANDLE other = OpenProcess(SYNCHRONIZE, FALSE, (DWORD)strtoul((char *)ran.output.data, NULL, 10));
    assert_true(!other || WaitForSingleObject(other, 5000) == WAIT_OBJECT_0);
    if (other) CloseHandle(other);
    if (is_wine()) {
        print_message("skipped: wine doesn't count the processes of a job\n");
        return;
    }
    run((bp_process_options){.seconds = 60, .confined = true}, "another");
    assert_int_equal(ran.code, 5);
}

static void test_words(void **state) {
    (void)state;
    const char *const words[] = {self, "words", "a b", "c\"d", "e\\", "f\\\\\"g h\\", "", "\xc3\xbc", NULL};
    run((bp_process_options){.argv = words, .seconds = 60}, NULL);
    /* The program's own arguments have slashes (bp_program_begin). */
    assert_string_equal((char *)ran.output.data, "[a b]\n[c\"d]\n[e/]\n[f//\"g h/]\n[]\n[\xc3\xbc]\n");
}

static void test_folder_and_environment(void **state) {
    (void)state;
    char folder[1000], inner[1100], wanted[1200];
    bp_error error = {0};
    assert_true(bp_folder_make_scratch(folder, sizeof folder, &error));
    snprintf(inner, sizeof inner, "%s/f\xc3\xbcr dich", folder);
    assert_true(bp_folder_make(inner, &error));
    run((bp_process_options){.folder = inner,
                             .environment = (const char *const[]){"GIVEN=yes", NULL},
                             .seconds = 60},
        "folder");
    assert_true(bp_path_resolve(inner, wanted, sizeof wanted));
    expect_text_contains((char *)ran.output.data, "f\xc3\xbcr dich\nyes");
    bp_folder_remove(folder);
    assert_false(bp_path_allows(folder, BP_PATH_EXISTS));
}

static void test_no_program(void **state) {
    (void)state;
    bp_error error = {0};
    const bp_process_options how = {.argv = (const char *const[]){"no-such-program-anywhere", NULL}};
    assert_false(bp_process_run(NULL, &how, &ran, &error));
    expect_error(&error, BP_ERROR_ENVIRONMENT, "can't be started");
}

int main(int argc, char **argv) {
    bp_program_begin(&argc, &argv);
    if (argc > 1) return act(argc, argv);
    bp_program_path(self, sizeof self);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exit_code),  cmocka_unit_test(test_the_channel),
        cmocka_unit_test(test_crashes),    cmocka_unit_test(test_time),
        cmocka_unit_test(test_memory),     cmocka_unit_test(test_output),
        cmocka_unit_test(test_words),      cmocka_unit_test(test_other_processes),
        cmocka_unit_test(test_no_program), cmocka_unit_test(test_folder_and_environment)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
