/* The student's file is compiled without optimisation, so that every function it uses stays in the object's symbols,
 * and with the sanitizers. The header with the functions' types is put before it, so that nothing in the file can
 * change what that header says. */
#define _POSIX_C_SOURCE 200809L
#include "exercise/build.h"
#include "base/process.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SANITIZE "-fsanitize=address,undefined"

bool bp_exercise_set_verdict(bp_exercise_result *result, bp_exercise_verdict verdict, const char *id,
                        const char *format, ...) {
    result->verdict = verdict;
    snprintf(result->id, sizeof result->id, "%s", id);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(result->text, sizeof result->text, format, arguments);
    va_end(arguments);
    return true;
}

static bool run_compiler(const bp_exercise_job *job, const char *const *argv, bp_process_result *out,
                         bp_error *error) {
    const bp_process_options task = {.command_prefix = job->options->wrap_build,
                                  .argv = argv,
                                  .output_limit = sizeof((bp_exercise_result *)0)->warnings - 1,
                                  .seconds = job->options->build_seconds,
                                  .address_space_megabytes = 4096,
                                  .file_megabytes = 64};
    return bp_process_run(job->allocator, &task, out, error);
}

/* Keeps what the compiler said; the verdict where it didn't do its work. */
static bool take_compiler(const bp_exercise_job *job, const bp_process_result *ran,
                          bp_exercise_result *result) {
    size_t have = strlen(result->warnings), room = sizeof result->warnings - 1 - have;
    size_t count = ran->output.size < room ? ran->output.size : room;
    memcpy(result->warnings + have, ran->output.data, count);
    result->warnings[have + count] = '\0';
    result->build_seconds += ran->seconds;
    if (ran->end == BP_PROCESS_TIME_LIMIT)
        return bp_exercise_set_verdict(result, BP_EXERCISE_TIME, "time",
                                  "The compiler took longer than %g seconds.", job->options->build_seconds);
    if (ran->end == BP_PROCESS_EXITED && ran->code == 0) return true;
    return bp_exercise_set_verdict(result, BP_EXERCISE_BUILD, "compile",
                              "It doesn't compile: the compiler's first message says where.");
}

static bool compile(const bp_exercise_job *job, bp_exercise_result *result, bp_error *error) {
    char header[1100], include[1100], own[1100];
    snprintf(header, sizeof header, "%s/lessons/exercises/exercise.h", job->place->root);
    snprintf(include, sizeof include, "-I%s/include", job->place->root);
    snprintf(own, sizeof own, "-I%s/lessons/exercises", job->place->root);
    const char *argv[] = {job->options->compiler,
                          "-std=c17",
                          "-O0",
                          "-g",
                          "-Wall",
                          "-Wextra",
                          "-fmax-errors=20", /* a file that includes itself twice has no last error */
                          SANITIZE,
                          "-fno-sanitize-recover=all",
                          "-ffp-contract=off",
                          "-include",
                          header,
                          include,
                          own,
                          "-MMD",
                          "-MF",
                          job->includes,
                          "-x",
                          "c",
                          "-c",
                          job->source,
                          "-o",
                          job->object,
                          NULL};
    bp_process_result ran;
    if (!run_compiler(job, argv, &ran, error)) return false;
    take_compiler(job, &ran, result);
    bp_process_result_free(job->allocator, &ran);
    return true;
}

static bool link_program(const bp_exercise_job *job, bp_exercise_result *result, bp_error *error) {
    char call[1200], start[1100], library[1100];
    snprintf(call, sizeof call, "%s/exercises/%s.o", job->place->build, job->exercise->name);
    snprintf(start, sizeof start, "%s/exercises/main.o", job->place->build);
    snprintf(library, sizeof library, "%s/lib/libbindpose.a", job->place->build);
    const char *argv[] = {
        job->options->compiler, SANITIZE, job->object, call, start, library, "-lm", "-pthread", "-o",
        job->program,           NULL};
    bp_process_result ran;
    if (!run_compiler(job, argv, &ran, error)) return false;
    take_compiler(job, &ran, result);
    bp_process_result_free(job->allocator, &ran);
    return true;
}

bool bp_exercise_build(const bp_exercise_job *job, bp_exercise_result *result, bp_error *error) {
    result->verdict = BP_EXERCISE_PASSED;
    if (!compile(job, result, error)) return false;
    if (result->verdict == BP_EXERCISE_PASSED && !bp_exercise_check_object(job, result, error)) return false;
    return result->verdict != BP_EXERCISE_PASSED || link_program(job, result, error);
}
