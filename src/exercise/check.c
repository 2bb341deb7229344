/* One check: make a scratch folder, build, run, judge. The program gets the inputs of all cases at once. Its
 * answers are decoded up to the first malformed one. The checker computes correct answers only after the
 * program has ended. */
#define _POSIX_C_SOURCE 200809L
#include "base/folder.h"
#include "base/process.h"
#include "base/system.h"
#include "base/utf8.h"
#include "exercise/checker.h"
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Time limits are of processor time, so a busy machine costs nobody anything. A program that waits instead
 * may take this many times as long by the clock. */
enum { WAIT = 3 };

/* A check needs less, but near the end of the disk a long answer fails where the original still compiles. */
enum { MIN_FREE_MEGABYTES = 64 };

static bool has_space(const char *folder, bp_error *error) {
    const int megabytes = bp_free_megabytes(folder);
    return megabytes < 0 || megabytes >= MIN_FREE_MEGABYTES ||
           bp_fail(error, BP_ERROR_ENVIRONMENT, folder,
                   "only %d MiB of disk space are left, and checking needs %d: make room, or set TMPDIR to "
                   "another folder",
                   megabytes, MIN_FREE_MEGABYTES);
}

static bool is_program(const char *name) {
    char path[PATH_MAX];
    return bp_program_find(name, path, sizeof path);
}

static bool says_clang(const bp_exercise_job *job) {
    const bp_process_options task = {.argv = (const char *const[]){job->options->compiler, "--version", NULL},
                                     .output_limit = 4096,
                                     .seconds = 10};
    bp_process_result ran;
    if (!bp_process_run(job->allocator, &task, &ran, NULL)) return false;
    bool clang = strstr((const char *)ran.output.data, "clang") != NULL;
    bp_process_result_free(job->allocator, &ran);
    return clang;
}

/* By its name, or by that of the program behind a link: cc may be clang. If neither says it, as for a script,
 * or on macOS, where gcc is clang too, by what it says of itself: that takes longer. */
static bool is_clang(const bp_exercise_job *job) {
    const char *name = job->options->compiler;
    char path[PATH_MAX], real[PATH_MAX] = "";
    if (strstr(name, "clang") || strcmp(name, "tcc") == 0) return strcmp(name, "tcc") != 0;
    if (!bp_program_find(name, path, sizeof path) || !bp_path_resolve(path, real, sizeof real)) return false;
    if (strstr(real, "clang")) return true;
#ifndef __APPLE__
    if (strstr(name, "gcc") || strstr(real, "gcc")) return false;
#endif
    return says_clang(job);
}

/* The program that compiles, links and runs by libtcc (src/tools/tcc). */
static void tcc_path(const bp_exercise_paths *paths, char *path, size_t size) {
    snprintf(path, size, "%s/exercises/tcc", paths->build);
}

/* libtcc links ELF files. On Windows no other compiler makes them, so it has its own; the maths is in its
 * program. */
#ifdef _WIN32
#define TCC_PARTS "exercises/libtcc"
#define TCC_LIBRARY TCC_PARTS "/lib/libtcc1.a"
#else
#define TCC_PARTS "exercises"
#define TCC_LIBRARY BP_EXERCISE_LIBRARY
#endif

/* libtcc links when it runs, in another folder: it needs absolute paths. */
static bool name_parts(bp_exercise_job *job, bp_error *error) {
    const bool tcc = strcmp(job->options->compiler, "tcc") == 0;
    bp_exercise_paths paths = *job->paths;
    char build[sizeof paths.build];
    if (tcc && !bp_path_resolve(job->paths->build, build, sizeof build))
        return bp_fail(error, BP_ERROR_ENVIRONMENT, job->paths->build, "it can't be found");
    job->clang = is_clang(job);
    snprintf(job->header, sizeof job->header, "%s/lessons/exercises/exercise.h", job->paths->root);
    snprintf(job->include, sizeof job->include, "-I%s/include", job->paths->root);
    snprintf(job->own, sizeof job->own, "-I%s/lessons/exercises", job->paths->root);
    if (tcc) strcpy(paths.build, build);
    if (tcc) tcc_path(&paths, job->tcc, sizeof job->tcc);
    const char *parts = tcc ? TCC_PARTS : "exercises";
    snprintf(job->call, sizeof job->call, "%s/%s/%s.o", paths.build, parts, job->exercise->id);
    snprintf(job->calls, sizeof job->calls, "%s/%s/calls.o", paths.build, parts);
    snprintf(job->start, sizeof job->start, "%s/%s/main.o", paths.build, parts);
    snprintf(job->library, sizeof job->library, "%s/%s", paths.build,
             tcc ? TCC_LIBRARY : BP_EXERCISE_LIBRARY);
    return true;
}

static bool make_folder(bp_exercise_job *job, bp_error *error) {
    const char *parent = job->options->scratch;
    if (!name_parts(job, error)) return false;
    if (!(parent ? bp_folder_make_scratch_in(parent, job->folder, sizeof job->folder, error)
                 : bp_folder_make_scratch(job->folder, sizeof job->folder, error)))
        return false;
    if (!has_space(job->folder, error)) {
        bp_folder_remove(job->folder);
        return false;
    }
    /* Under root, the sandbox runs as another user. The teacher's umask must not lock it out. */
    bp_folder_set_mode(job->folder, job->options->wrap_run && bp_user_is_root() ? 0777 : 0700);
    snprintf(job->object, sizeof job->object, "%s/exercise.o", job->folder);
    snprintf(job->includes, sizeof job->includes, "%s/exercise.d", job->folder);
    snprintf(job->program, sizeof job->program, "%s/exercise", job->folder);
    return true;
}

static bool run_program(const bp_exercise_job *job, const bp_file *input, bp_process_result *ran,
                        bp_error *error) {
    const bp_process_options task = {
        .command_prefix = job->options->wrap_run,
        .argv = *job->tcc ? (const char *const[]){job->tcc, "run", job->object, job->call, job->calls,
                                                  job->start, job->library, NULL}
                : job->options->loader ? (const char *const[]){job->options->loader, job->program, NULL}
                                       : (const char *const[]){job->program, NULL},
        .environment =
            (const char *const[]){"PATH=/usr/bin:/bin", "LC_ALL=C",
                                  "ASAN_OPTIONS=detect_leaks=0:abort_on_error=0:exitcode=99:max_allocation_"
                                  "size_mb=256:detect_stack_use_after_return=0",
                                  "UBSAN_OPTIONS=halt_on_error=1:exitcode=99:print_stacktrace=0", NULL},
        .folder = job->folder,
        .channel = true,
        .input = input->data,
        .input_size = input->size,
        .answer_limit = BP_EXERCISE_CASES * (BP_EXERCISE_FLOATS + 1) * sizeof(float),
        .output_limit = sizeof((bp_exercise_result *)0)->printed - 1,
        .seconds = WAIT * job->options->seconds,
        .processor_seconds = job->options->seconds,
        .megabytes = job->options->megabytes,
        .file_megabytes = 1,
        .confined =
            !job->options->wrap_run}; /* a sandbox starts processes of its own and limits them itself */
    return bp_process_run(job->allocator, &task, ran, error);
}

/* Sets the verdict if the program ended badly. */
static void judge_end(const bp_exercise_job *job, const bp_process_result *ran, bool complete,
                      bp_exercise_result *result) {
    const char *output = (const char *)ran->output.data;
    bool sanitizer = strstr(output, "runtime error:") || strstr(output, "ERROR: AddressSanitizer: ") ||
                     strstr(output, "AddressSanitizer:DEADLYSIGNAL");
    /* A sandbox reports a signal as its number plus 128. */
    int signal = ran->end == BP_PROCESS_SIGNALED                                ? ran->code
                 : job->options->wrap_run && ran->code > 128 && ran->code < 192 ? ran->code - 128
                                                                                : 0;
    job->doubt->killed = signal == SIGKILL;
    job->doubt->machine = ran->end == BP_PROCESS_TIME_LIMIT || strstr(output, "out-of-memory") ||
                          strstr(output, "out of memory") || (ran->end < BP_PROCESS_TIME_LIMIT && !sanitizer);
    const char *missing = strstr(output, "undefined symbol: ");
    if (job->options->loader && ran->end == BP_PROCESS_EXITED && ran->code == BP_EXERCISE_UNLOADED && missing)
        bp_exercise_set_verdict(result, BP_EXERCISE_BUILD, "compile",
                                "The file doesn't compile: there is no function %.*s.",
                                (int)strcspn(missing + 18, "\n"), missing + 18);
    else if (ran->end == BP_PROCESS_TIME_LIMIT || ran->end == BP_PROCESS_PROCESSOR_LIMIT)
        bp_exercise_set_verdict(result, BP_EXERCISE_TIME, "time",
                                "It was stopped after %g seconds. Most likely a loop doesn't end.",
                                job->options->seconds);
    else if (ran->end == BP_PROCESS_MEMORY_LIMIT || strstr(output, "requested allocation size"))
        bp_exercise_set_verdict(result, BP_EXERCISE_MEMORY, "memory", "It took more than %d MiB of memory.",
                                job->options->megabytes);
    else if (ran->end == BP_PROCESS_OUTPUT_LIMIT)
        bp_exercise_set_verdict(result, BP_EXERCISE_MEMORY, "memory", "It printed too much, without end.");
    else if (sanitizer && bp_sanitizer_explain(job, output, result))
        return;
    else if (signal == SIGSYS) /* of bp_seccomp_exec's filter */
        bp_exercise_set_verdict(
            result, BP_EXERCISE_CRASH, "ended_early",
            "It ended by exit with a code over 127, before it answered all cases. The function must return.");
    else if (signal == SIGSEGV)
        bp_exercise_set_verdict(
            result, BP_EXERCISE_CRASH, "crash",
            "It crashed (signal %d): it reads or writes memory that isn't its own, such as an element behind "
            "an array's end, or a function calls itself without end.",
            signal);
    else if (signal)
        bp_exercise_set_verdict(result, BP_EXERCISE_CRASH, "crash", "It crashed (signal %d).", signal);
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

/* The next character of the code that is no space and in no comment; 0 at the end. A comment's marks within a
 * string don't matter here: both files are read in the same way. */
static char next_character(const char **text) {
    for (size_t skip; (skip = bp_exercise_comment(*text)) > 0 || isspace((unsigned char)**text);)
        *text += skip ? skip : 1;
    return **text ? *(*text)++ : '\0';
}

bool bp_exercise_is_edited(const bp_exercise_job *job) {
    char path[2048];
    bp_file original = {0}, own = {0};
    bool read = bp_exercise_original_path(job->paths, job->exercise, path, sizeof path, NULL) &&
                bp_file_read(job->allocator, path, 1 << 20, &original, NULL) &&
                bp_file_read(job->allocator, job->source, 1 << 20, &own, NULL),
         same = read;
    const char *a = (const char *)original.data, *b = (const char *)own.data;
    for (char next = 1; same && next;) same = (next = next_character(&a)) == next_character(&b);
    bp_file_free(job->allocator, &original);
    bp_file_free(job->allocator, &own);
    return read && !same;
}

static bool run(const bp_exercise_job *job, bp_exercise_result *result, bp_error *error) {
    bp_case_list cases = {0};
    bp_file input = {0};
    bp_process_result ran = {.end = BP_PROCESS_EXITED};
    bool ok = bp_exercise_make_cases(job->exercise, job->allocator, job->options->seed, &cases, error) &&
              bp_exercise_encode_cases(job->allocator, &cases, &input, error) &&
              run_program(job, &input, &ran, error);
    if (ok) {
        result->run_seconds = ran.processor_seconds;
        snprintf(result->printed, sizeof result->printed, "%s", (const char *)ran.output.data);
        result->edited = bp_exercise_is_edited(job);
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

#ifdef _WIN32
#define COMPILERS                                                                                            \
    "gcc, from MSYS2, w64devkit or WinLibs, and add the folder with gcc.exe to PATH; or do the exercises "   \
    "in "                                                                                                    \
    "the web page"
#else
#define COMPILERS "gcc or clang, or build this program where libtcc is (sh .ci/packages tcc)"
#endif

static const char *find_compiler(const bp_exercise_paths *paths) {
    static const char *const NAMES[] = {"cc", "gcc", "clang"};
    const char *chosen = getenv("CC");
    char tcc[1200];
    if (chosen && strcmp(chosen, "tcc") == 0) return "tcc";
    if (chosen && *chosen && is_program(chosen)) return chosen;
    for (size_t i = 0; i < BP_COUNT(NAMES); i++)
        if (is_program(NAMES[i])) return NAMES[i];
    tcc_path(paths, tcc, sizeof tcc);
    return bp_path_allows(tcc, BP_PATH_RUN) ? "tcc" : NULL;
}

/* A compiler there must be, and libtcc can't take its place everywhere. */
static bool check_compiler(const bp_exercise_paths *paths, const bp_exercise_options *options,
                           bp_error *error) {
    char tcc[1200];
    if (!options->compiler)
        return bp_fail(error, BP_ERROR_ENVIRONMENT, "cc", "there is no C compiler; install " COMPILERS);
    if (strcmp(options->compiler, "tcc") != 0) return true;
    if (options->wrap_run)
        return bp_fail(error, BP_ERROR_ENVIRONMENT, "tcc",
                       "grading needs gcc or clang: tcc doesn't watch memory errors, and it doesn't compile "
                       "in the sandbox");
    tcc_path(paths, tcc, sizeof tcc);
    return bp_path_allows(tcc, BP_PATH_RUN) ||
           bp_fail(error, BP_ERROR_ENVIRONMENT, tcc,
                   "this program was built without libtcc; run `sh .ci/packages tcc` and `make`");
}

static bool fill_options(const bp_exercise_paths *paths, const bp_exercise_options *options,
                         bp_exercise_options *out, bp_error *error) {
    *out = options ? *options : (bp_exercise_options){.seed = 0};
    if (out->seed == 0) out->seed = 1;
    if (out->seconds <= 0) out->seconds = 5;
    if (out->build_seconds <= 0) out->build_seconds = 30;
    if (out->megabytes <= 0) out->megabytes = 512;
    if (!out->compiler) out->compiler = find_compiler(paths);
    return check_compiler(paths, out, error);
}

/* An unreadable file is wrong use, not a failed exercise. */
static bool is_readable(const char *source, bp_error *error) {
    bp_file_stamp about;
    if (bp_file_get_stamp(source, &about) && bp_path_allows(source, BP_PATH_READ)) return true;
    return bp_fail(error, BP_ERROR_INPUT, source, "it is not a file, or can't be read");
}

/* Control characters of the student's making must not reach a terminal. */
static void remove_controls(char *text) {
    bp_text_unify_lines(text, strlen(text));
    for (; *text; text++) {
        if (*text == '\n' || *text == '\t' || !bp_utf8_is_control((const unsigned char *)text)) continue;
        memset(text, '?', bp_utf8_length((const unsigned char *)text));
    }
}

typedef bool check_step(bp_exercise_job *job, bp_exercise_result *result, bp_error *error);

static bool build_and_run(bp_exercise_job *job, bp_exercise_result *result, bp_error *error) {
    return bp_exercise_build(job, result, error) &&
           (result->verdict == BP_EXERCISE_PASSED ? run(job, result, error)
                                                  : fill_first_case(job, result, error));
}

/* Takes a step with job->source in a scratch folder of its own. */
static bool take_step(bp_exercise_job *job, check_step *step, bp_exercise_result *result, bp_error *error) {
    *job->doubt = (bp_exercise_doubt){0};
    *result = (bp_exercise_result){.failed_case = -1, .first_difference = -1};
    if (!make_folder(job, error)) return false;
    bool ok = step(job, result, error) && (!job->doubt->machine || has_space(job->folder, error));
    bp_folder_remove(job->folder); /* the student's program may have left files in it */
    remove_controls(result->text);
    remove_controls(result->warnings);
    remove_controls(result->printed);
    return ok;
}

/* Takes a step with a copy of the exercise's original file, which compiles, runs, and isn't done. Errors: it
 * doesn't, so something is wrong with this machine (ENVIRONMENT). */
static bool rehearse(const bp_exercise_job *job, check_step *step, bp_exercise_verdict expected,
                     bp_exercise_result *result, bp_error *error) {
    char path[2048], copy[1200];
    bp_exercise_doubt doubt;
    bp_file original = {0};
    bp_exercise_job outer = *job, own = *job;
    if (!make_folder(&outer, error)) return false;
    snprintf(copy, sizeof copy, "%s/original.c", outer.folder);
    own.source = copy;
    own.doubt = &doubt;
    bool ok = bp_exercise_original_path(job->paths, job->exercise, path, sizeof path, error) &&
              bp_file_read(job->allocator, path, 1 << 20, &original, error) &&
              bp_file_write(copy, original.data, original.size, error);
    if (ok)
        bp_folder_set_mode(outer.folder, 0755),
            bp_folder_set_mode(copy, 0644); /* for the sandbox, whatever the umask is */
    ok = ok && take_step(&own, step, result, error);
    if (ok && result->verdict != expected)
        ok = bp_fail(error, BP_ERROR_ENVIRONMENT, "this machine",
                     "even the unchanged file of exercise %s can't be checked here (%s): is the disk full, "
                     "or memory, or does the compiler not work? %.250s",
                     job->exercise->id, result->id, *result->warnings ? result->warnings : result->printed);
    if (error && !ok) error->kind = BP_ERROR_ENVIRONMENT;
    bp_folder_remove(outer.folder);
    bp_file_free(job->allocator, &original);
    return ok;
}

bool bp_exercise_check(const bp_exercise *exercise, const bp_exercise_paths *paths, const char *source,
                       const bp_exercise_options *options, bp_exercise_result *result, bp_error *error) {
    bp_exercise_options filled;
    bp_exercise_doubt doubt = {0};
    *result = (bp_exercise_result){.failed_case = -1, .first_difference = -1};
    if (!fill_options(paths, options, &filled, error) || !is_readable(source, error)) return false;
    bp_exercise_job job = {exercise, paths, source, &filled, filled.allocator, .doubt = &doubt};
    bp_interrupts before;
    bp_interrupts_block(&before);
    bool ok = take_step(&job, build_and_run, result, error);
    if (ok && doubt.machine && !(filled.once && result->verdict == BP_EXERCISE_TIME) &&
        !bp_interrupts_pending())
        ok = rehearse(&job, build_and_run, BP_EXERCISE_WRONG, result, error) &&
             take_step(&job, build_and_run, result, error);
    /* No program can send itself this signal (src/base/seccomp.c), and the limits' own kills are known. */
    if (ok && doubt.killed && !bp_interrupts_pending())
        ok = bp_fail(error, BP_ERROR_ENVIRONMENT, source,
                     "the system kills its program: is there too little memory? Programs may use %d MiB",
                     filled.megabytes);
    bp_interrupts_restore(&before);
    return ok;
}

#ifndef _WIN32
/* The dynamic linker's own list: lines like "libc.so.6 => /lib/libc.so.6 (0x...)". Keeps the paths. */
static void keep_paths(bp_file *list) {
    char *to = (char *)list->data, *rest = NULL;
    for (char *line = strtok_r(to, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        char *path = strchr(line, '/'), *end = path ? strstr(path, " (0x") : NULL;
        if (!end) continue;
        size_t length = (size_t)(end - path);
        memmove(to, path, length);
        to += length;
        *to++ = '\n';
    }
    *to = '\0';
    list->size = (size_t)(to - (char *)list->data);
}

static bool copy_file(const bp_allocator *allocator, const char *from, const char *to, bp_error *error) {
    bp_file file;
    if (!bp_file_read(allocator, from, 0, &file, error)) return false;
    const bool ok = bp_file_write(to, file.data, file.size, error);
    bp_file_free(allocator, &file);
    return ok;
}

/* Puts the list in result->printed, and the loader at options->loader. */
static bool link_and_list(bp_exercise_job *job, bp_exercise_result *result, bp_error *error) {
    if (!bp_exercise_link_loader(job, result, error)) return false;
    if (result->verdict != BP_EXERCISE_PASSED) return true;
    if (!copy_file(job->allocator, job->program, job->options->loader, error)) return false;
    bp_folder_set_mode(job->options->loader, 0755);
    const bp_process_options task = {
        .command_prefix = job->options->wrap_build,
        .argv = (const char *const[]){"env", "LD_TRACE_LOADED_OBJECTS=1", job->program, NULL},
        .output_limit = sizeof result->printed - 1,
        .seconds = 20};
    bp_process_result ran;
    if (!bp_process_run(job->allocator, &task, &ran, error)) return false;
    keep_paths(&ran.output);
    memcpy(result->printed, ran.output.data, ran.output.size + 1);
    bp_process_result_free(job->allocator, &ran);
    return true;
}

/* Takes a step with the original, and its result. */
static bool rehearse_step(const bp_exercise *exercise, const bp_exercise_paths *paths,
                          const bp_exercise_options *options, check_step *step, bp_exercise_verdict expected,
                          bp_file *printed, bp_error *error) {
    bp_exercise_options filled;
    bp_exercise_result *result = bp_alloc(options->allocator, 1, sizeof *result, error);
    bool ok = result && fill_options(paths, options, &filled, error);
    if (ok) {
        bp_exercise_job job = {exercise, paths, NULL, &filled, filled.allocator, .doubt = NULL};
        bp_interrupts before;
        bp_interrupts_block(&before);
        ok = rehearse(&job, step, expected, result, error);
        bp_interrupts_restore(&before);
    }
    if (ok && printed) {
        printed->data = (uint8_t *)bp_copy_text(options->allocator, result->printed, error);
        printed->size = strlen(result->printed);
        ok = printed->data != NULL;
    }
    bp_free(options->allocator, result);
    return ok;
}

bool bp_exercise_rehearse(const bp_exercise *exercise, const bp_exercise_paths *paths,
                          const bp_exercise_options *options, bp_error *error) {
    return rehearse_step(exercise, paths, options, build_and_run, BP_EXERCISE_WRONG, NULL, error);
}

bool bp_exercise_make_loader(const bp_exercise_paths *paths, const bp_exercise_options *options,
                             const char *loader, bp_file *out, bp_error *error) {
    bp_exercise_options own = *options;
    own.loader = loader;
    *out = (bp_file){0};
    return rehearse_step(bp_exercises[0], paths, &own, link_and_list, BP_EXERCISE_PASSED, out, error);
}

static bool compile_header(bp_exercise_job *job, bp_exercise_result *result, bp_error *error) {
    return bp_exercise_compile_header(job, result, error) &&
           (result->verdict != BP_EXERCISE_PASSED ||
            copy_file(job->allocator, job->object, job->options->header, error));
}

bool bp_exercise_make_header(const bp_exercise_paths *paths, const bp_exercise_options *options,
                             const char *header, bp_error *error) {
    bp_exercise_options own = *options;
    own.header = header;
    return rehearse_step(bp_exercises[0], paths, &own, compile_header, BP_EXERCISE_PASSED, NULL, error);
}
#endif
