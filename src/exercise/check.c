/* One check: make a scratch folder, build, run, judge. The program gets the inputs of all cases at once. Its
 * answers are decoded up to the first malformed one. The checker computes correct answers only after the
 * program has ended. */
#define _POSIX_C_SOURCE 200809L
#define _XOPEN_SOURCE 700
#include "base/folder.h"
#include "base/process.h"
#include "exercise/checker.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool make_folder(bp_exercise_job *job, bp_error *error) {
    const char *parent = job->options->scratch ? job->options->scratch : getenv("TMPDIR");
    if (!parent || !*parent) parent = "/tmp";
    snprintf(job->folder, sizeof job->folder, "%.1000s/bindpose-exercise-XXXXXX", parent);
    if (!mkdtemp(job->folder))
        return bp_fail(error, BP_ERROR_ENVIRONMENT, parent, "can't make a folder in it: %s", strerror(errno));
    if (job->options->wrap_run || job->options->wrap_build)
        chmod(job->folder, 0777); /* the sandbox may run as another user */
    snprintf(job->object, sizeof job->object, "%s/exercise.o", job->folder);
    snprintf(job->includes, sizeof job->includes, "%s/exercise.d", job->folder);
    snprintf(job->program, sizeof job->program, "%s/exercise", job->folder);
    return true;
}

static bool run_program(const bp_exercise_job *job, const bp_file *input, bp_process_result *ran,
                        bp_error *error) {
    const bp_process_options task = {
        .command_prefix = job->options->wrap_run,
        .argv = (const char *const[]){job->program, NULL},
        .environment =
            (const char *const[]){"PATH=/usr/bin:/bin", "LC_ALL=C",
                                  "ASAN_OPTIONS=detect_leaks=0:abort_on_error=0:exitcode=99:"
                                  "max_allocation_size_mb=256:detect_stack_use_after_return=0",
                                  "UBSAN_OPTIONS=halt_on_error=1:exitcode=99:print_stacktrace=0", NULL},
        .folder = job->folder,
        .channel = true,
        .input = input->data,
        .input_size = input->size,
        .answer_limit = BP_EXERCISE_CASES * (BP_EXERCISE_FLOATS + 1) * sizeof(float),
        .output_limit = sizeof((bp_exercise_result *)0)->printed - 1,
        .seconds = job->options->seconds,
        .megabytes = job->options->megabytes,
        .file_megabytes = 1,
        .no_child_processes =
            !job->options->wrap_run}; /* a sandbox starts processes of its own and limits them itself */
    return bp_process_run(job->allocator, &task, ran, error);
}

/* Sets the verdict if the program ended badly. */
static void judge_end(const bp_exercise_job *job, const bp_process_result *ran, bool complete,
                      bp_exercise_result *result) {
    const char *output = (const char *)ran->output.data;
    bool sanitizer = strstr(output, "runtime error:") || strstr(output, "AddressSanitizer");
    if (ran->end == BP_PROCESS_TIME_LIMIT)
        bp_exercise_set_verdict(result, BP_EXERCISE_TIME, "time",
                                "It was stopped after %g seconds. Most likely a loop doesn't end.",
                                job->options->seconds);
    else if (ran->end == BP_PROCESS_MEMORY_LIMIT || strstr(output, "requested allocation size"))
        bp_exercise_set_verdict(result, BP_EXERCISE_MEMORY, "memory", "It took more than %d MiB of memory.",
                                job->options->megabytes);
    else if (ran->end == BP_PROCESS_OUTPUT_LIMIT)
        bp_exercise_set_verdict(result, BP_EXERCISE_MEMORY, "memory", "It printed too much, without end.");
    else if (sanitizer && strstr(output, "stack-overflow"))
        bp_exercise_set_verdict(
            result, BP_EXERCISE_CRASH, "sanitizer",
            "The stack overflowed: a function calls itself without end, or a local array is "
            "far too large.");
    else if (sanitizer)
        bp_exercise_set_verdict(result, BP_EXERCISE_CRASH, "sanitizer",
                                "A sanitizer stopped it: the code reads or writes outside its memory, or its "
                                "behaviour is undefined in C. The sanitizer's message is below.");
    else if (ran->end == BP_PROCESS_SIGNALED)
        bp_exercise_set_verdict(result, BP_EXERCISE_CRASH, "crash", "It crashed (signal %d).", ran->code);
    else if (!complete)
        bp_exercise_set_verdict(
            result, BP_EXERCISE_CRASH, "ended_early",
            "It ended (exit code %d) before it answered all cases. The function must return.", ran->code);
}

static bool judge(const bp_exercise_job *job, const bp_case_list *cases, const bp_process_result *ran,
                  bp_exercise_result *result, bp_error *error) {
    bp_exercise_answer *answers = bp_alloc(job->allocator, BP_EXERCISE_CASES, sizeof *answers, error);
    if (!answers) return false;
    bool malformed;
    int answered = bp_exercise_decode_answers(&ran->answer, cases->count, answers, &malformed);
    bool ok = bp_exercise_judge(job->exercise, job->allocator, cases, answers, answered, result, error);
    bp_free(job->allocator, answers);
    if (!ok) return false;
    /* A wrong answer explains more than a crash that follows it. */
    bool wrong = result->failed_case >= 0 && result->failed_case < answered;
    bool broken = ran->end != BP_PROCESS_EXITED || ran->code != 0 || answered < cases->count;
    if (malformed && ran->end == BP_PROCESS_EXITED && ran->code == 0)
        bp_exercise_set_verdict(result, BP_EXERCISE_CRASH, "malformed",
                                "The program sent back more than the function's answers. Does the code write "
                                "to a file that it didn't open?");
    else if (broken && !(wrong && ran->end == BP_PROCESS_EXITED))
        judge_end(job, ran, answered == cases->count && ran->code == 0, result);
    if (result->verdict != BP_EXERCISE_PASSED) result->points = 0;
    return true;
}

static bool run(const bp_exercise_job *job, bp_exercise_result *result, bp_error *error) {
    bp_case_list cases = {0};
    bp_file input = {0};
    bp_process_result ran = {.end = BP_PROCESS_EXITED};
    bool ok = bp_exercise_make_cases(job->exercise, job->allocator, job->options->seed, &cases, error) &&
              bp_exercise_encode_cases(job->allocator, &cases, &input, error) &&
              run_program(job, &input, &ran, error);
    if (ok) {
        result->run_seconds = ran.seconds;
        snprintf(result->printed, sizeof result->printed, "%s", (const char *)ran.output.data);
        ok = judge(job, &cases, &ran, result, error);
    }
    bp_process_result_free(job->allocator, &ran);
    bp_file_free(job->allocator, &input);
    bp_free(job->allocator, cases.cases);
    return ok;
}

/* Fills in the first case for a file that was never run, and keeps the verdict. */
static bool fill_first_case(const bp_exercise_job *job, bp_exercise_result *result, bp_error *error) {
    bp_case_list cases;
    const bp_exercise_result verdict = *result;
    bool ok = bp_exercise_make_cases(job->exercise, job->allocator, job->options->seed, &cases, error);
    ok = ok && bp_exercise_judge(job->exercise, job->allocator, &cases, NULL, 0, result, error);
    bp_free(job->allocator, cases.cases);
    result->verdict = verdict.verdict;
    result->failed_case = -1;
    memcpy(result->id, verdict.id, sizeof result->id);
    memcpy(result->text, verdict.text, sizeof result->text);
    return ok;
}

static bool is_program(const char *name) {
    char path[4096];
    const char *folders = getenv("PATH");
    if (strchr(name, '/')) return access(name, X_OK) == 0;
    for (const char *folder = folders ? folders : "/usr/bin:/bin"; *folder;) {
        size_t length = strcspn(folder, ":");
        int written = snprintf(path, sizeof path, "%.*s/%s", (int)length, folder, name);
        if (written > 0 && (size_t)written < sizeof path && access(path, X_OK) == 0) return true;
        folder += length + (folder[length] == ':');
    }
    return false;
}

static const char *find_compiler(void) {
    static const char *const NAMES[] = {"cc", "gcc", "clang"};
    const char *chosen = getenv("CC");
    if (chosen && *chosen && is_program(chosen)) return chosen;
    for (size_t i = 0; i < BP_COUNT(NAMES); i++)
        if (is_program(NAMES[i])) return NAMES[i];
    return NULL;
}

static bool fill_options(const bp_exercise_options *options, bp_exercise_options *out, bp_error *error) {
    *out = options ? *options : (bp_exercise_options){.seed = 0};
    if (out->seed == 0) out->seed = 1;
    if (out->seconds <= 0) out->seconds = 5;
    if (out->build_seconds <= 0) out->build_seconds = 30;
    if (out->megabytes <= 0) out->megabytes = 512;
    if (!out->compiler) out->compiler = find_compiler();
    return out->compiler ||
           bp_fail(error, BP_ERROR_ENVIRONMENT, "cc", "there is no C compiler; install gcc or clang");
}

/* An unreadable file is wrong use, not a failed exercise. */
static bool is_readable(const char *source, bp_error *error) {
    struct stat about;
    if (stat(source, &about) == 0 && S_ISREG(about.st_mode) && access(source, R_OK) == 0) return true;
    return bp_fail(error, BP_ERROR_INPUT, source, "it is not a file, or can't be read");
}

bool bp_exercise_check(const bp_exercise *exercise, const bp_exercise_paths *paths, const char *source,
                       const bp_exercise_options *options, bp_exercise_result *result, bp_error *error) {
    bp_exercise_options filled;
    *result = (bp_exercise_result){.failed_case = -1, .first_difference = -1};
    if (!fill_options(options, &filled, error) || !is_readable(source, error)) return false;
    bp_exercise_job job = {.exercise = exercise,
                           .paths = paths,
                           .source = source,
                           .options = &filled,
                           .allocator = filled.allocator};
    sigset_t old_mask;
    bp_interrupts_block(&old_mask);
    bool has_folder = make_folder(&job, error);
    bool ok = has_folder && bp_exercise_build(&job, result, error) &&
              (result->verdict == BP_EXERCISE_PASSED ? run(&job, result, error)
                                                     : fill_first_case(&job, result, error));
    if (has_folder) bp_folder_remove(job.folder); /* the student's program may have left files in it */
    bp_interrupts_restore(&old_mask);
    return ok;
}
