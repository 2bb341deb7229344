/* Building the student's program. The compiler doesn't optimise, so every function that the file uses stays
 * visible in the object's symbols, and it adds the sanitizers. The header with the function's declaration is
 * included first: nothing in the file can change what it declares. An object file must not bring instructions
 * for the linker's optimiser (-fno-lto). */
#include "base/allocator.h"
#include "base/process.h"
#include "base/system.h"
#include "base/text_buffer.h"
#include "exercise/checker.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* MinGW has no sanitizers. Its programs must not need its own libraries: they get another PATH. */
#ifdef _WIN32
#define SANITIZE "-static"
#define NO_RECOVER "-g"
#else
#define SANITIZE "-fsanitize=address,undefined"
/* AddressSanitizer finds what these would: a fifth of the compiler's time. */
#define NO_RECOVER "-fno-sanitize-recover=all", "-fno-sanitize=null,alignment,object-size,pointer-overflow"
#endif
/* gcc writes a call in place of each check of memory, and no frames that outlive their function, of which the
 * programs make no use (ASAN_OPTIONS in check.c): a seventh of the compiler's time. */
#define CALLS_SANITIZER "--param=asan-instrumentation-with-call-threshold=0"
#define NO_LASTING_FRAMES "--param=asan-use-after-return=0"
/* A file can demand that the compiler puts an inline function of bindpose/math.h into it (always_inline), and
 * then the object has no symbol of it. The header that is included first ends this definition. */
#define NEVER_INLINE "-Dinline=inline __attribute__((__noinline__))", "-Wno-attributes"

/* True if a line begins with the name of the student's file and names an error, or if the linker misses or
 * doubles a function, and nothing complains of the machine. Everything else that they fail with may come from
 * the machine: "collect2: error:", too, is what a full disk ends with. */
static bool blames_the_file(const bp_exercise_job *job, const char *output) {
    static const char *const MACHINE[] = {
        "No space left on device", "Disk quota exceeded", "out of memory",
        "memory exhausted",        "Cannot allocate",     "Killed",
        "Resource temporarily",    "Input/output error",  "Too many open files"};
    static const char *const LINKER[] = {"undefined reference to", "multiple definition of",
                                         "undefined symbol '",     "' defined twice",
                                         "Undefined symbols for",  "duplicate symbol"};
    for (size_t i = 0; i < BP_COUNT(MACHINE); i++)
        if (strstr(output, MACHINE[i])) return false;
    for (size_t i = 0; i < BP_COUNT(LINKER); i++)
        if (strstr(output, LINKER[i])) return true;
    const size_t length = strlen(job->source);
    for (const char *line = output; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        const size_t rest = strcspn(line, "\n");
        const char *error =
            strstr(line, "rror: "); /* "error: ", "fatal error: ", the assembler's "Error: " */
        const bool own =
            strncmp(line, job->source, length) == 0 || strncmp(line, "{standard input}:", 17) == 0;
        if (own && error && error < line + rest) return true;
    }
    return false;
}

/* Keeps the compiler's output, and sets a verdict if it failed. */
static bool note_compiler(const bp_exercise_job *job, const bp_process_result *ran,
                          bp_exercise_result *result) {
    size_t used = strlen(result->warnings), space = sizeof result->warnings - 1 - used;
    size_t count = ran->output.size < space ? ran->output.size : space;
    memcpy(result->warnings + used, ran->output.data, count);
    result->warnings[used + count] = '\0';
    result->build_seconds += ran->processor_seconds;
    job->doubt->machine = ran->end == BP_PROCESS_TIME_LIMIT;
    if (ran->end == BP_PROCESS_TIME_LIMIT || ran->end == BP_PROCESS_PROCESSOR_LIMIT)
        return bp_exercise_set_verdict(result, BP_EXERCISE_TIME, "time",
                                       "The compiler took longer than %g seconds.",
                                       job->options->build_seconds);
    if (ran->end == BP_PROCESS_EXITED && ran->code == 0) return true;
    job->doubt->machine = !blames_the_file(job, result->warnings);
    return bp_exercise_set_verdict(result, BP_EXERCISE_BUILD, "compile",
                                   "The file doesn't compile. The compiler's first message says where.");
}

static bp_process_options compiler_task(const bp_exercise_job *job, const char *const *wrap,
                                        const char *const *argv) {
    return (bp_process_options){.command_prefix = wrap,
                                .argv = argv,
                                .output_limit = sizeof((bp_exercise_result *)0)->warnings - 1,
                                .seconds = 3 * job->options->build_seconds, /* the machine may be busy */
                                .processor_seconds = job->options->build_seconds,
                                .address_space_megabytes = 4096,
                                .file_megabytes = 16};
}

static bool run_compiler(const bp_exercise_job *job, const char *const *wrap, const char *const *argv,
                         bp_exercise_result *result, bp_error *error) {
    const bp_process_options task = compiler_task(job, wrap, argv);
    bp_process_result ran;
    if (!bp_process_run(job->allocator, &task, &ran, error)) return false;
    note_compiler(job, &ran, result);
    bp_process_result_free(job->allocator, &ran);
    return true;
}

enum { MOST_WORDS = 48 };

/* The words of gcc or clang, then those that name what it reads and writes. */
static void fill_compiler(const bp_exercise_job *job, const char *const *files,
                          const char *words[MOST_WORDS]) {
    const char *const always[] = {
        job->options->compiler, "-std=c17", "-O0", "-g", "-Wall", "-Wextra", "-Wfloat-conversion",
        /* A file that includes itself twice would give errors without end. */
        job->clang ? "-ferror-limit=20" : "-fmax-errors=20", SANITIZE, NO_RECOVER, "-ffp-contract=off",
        "-fno-lto", job->options->loader ? "-fPIC" : "-fno-lto", job->clang ? "-fno-lto" : CALLS_SANITIZER,
        job->clang ? "-fno-lto" : NO_LASTING_FRAMES, NEVER_INLINE, job->include, job->own};
    size_t count = 0;
    for (; count < BP_COUNT(always); count++) words[count] = always[count];
    while (*files) words[count++] = *files++;
    words[count] = NULL;
}

static void fill_compile(const bp_exercise_job *job, const char *words[MOST_WORDS]) {
    const char *header = job->options->header ? job->options->header : job->header;
    const char *const *tcc = BP_WORDS(job->tcc, "compile", job->source, job->object, job->includes,
                                      job->header, job->include + 2, job->own + 2);
    if (!*job->tcc)
        fill_compiler(job,
                      BP_WORDS("-include", header, "-MMD", "-MT", "answer", "-MF", job->includes, "-x", "c",
                               "-c", job->source, "-o", job->object),
                      words);
    else
        while ((*words++ = *tcc++)) continue;
}

bool bp_exercise_compile_header(const bp_exercise_job *job, bp_exercise_result *result, bp_error *error) {
    const char *words[MOST_WORDS];
    fill_compiler(job, BP_WORDS("-x", "c-header", job->header, "-o", job->object), words);
    result->verdict = BP_EXERCISE_PASSED;
    return run_compiler(job, job->options->wrap_build, words, result, error);
}

/* Refuses what an object may not hold, before its symbols are looked at. */
static bool check_object(const bp_exercise_job *job, bp_exercise_result *result, bp_error *error) {
    return bp_exercise_check_includes(job, result, error) &&
           (result->verdict != BP_EXERCISE_PASSED || bp_exercise_check_names(job, result, error));
}

#ifdef _WIN32
/* Without a shell or a sandbox, in three commands. tcc links again each time it runs the program; here it
 * only finds functions that are missing. */
static bool build(const bp_exercise_job *job, bp_exercise_result *result, bp_error *error) {
    const char *words[MOST_WORDS];
    char path[PATH_MAX];
    fill_compile(job, words);
    if (!run_compiler(job, NULL, words, result, error)) return false;
    if (result->verdict == BP_EXERCISE_PASSED && !check_object(job, result, error)) return false;
    if (result->verdict != BP_EXERCISE_PASSED) return true;
    const bool gnu = bp_program_find("nm", path, sizeof path), tcc = *job->tcc != '\0';
    const char *const *list = tcc ? BP_WORDS(job->tcc, "symbols", job->object)
                                  : BP_WORDS(gnu ? "nm" : "llvm-nm", "-P", job->object);
    const char *const *link =
        tcc ? BP_WORDS(job->tcc, "link", job->object, job->call, job->calls, job->start, job->library)
            : BP_WORDS(job->options->compiler, SANITIZE, job->object, job->call, job->calls, job->start,
                       job->library, "-Wl,--gc-sections", "-o", job->program);
    bp_process_options task = compiler_task(job, NULL, list);
    bp_process_result ran;
    task.output_limit = BP_EXERCISE_MAX_LIST;
    if (!bp_process_run(job->allocator, &task, &ran, error)) return false;
    if (ran.end == BP_PROCESS_EXITED && ran.code == 0 && ran.output.size < BP_EXERCISE_MAX_LIST)
        bp_exercise_check_symbols(job, (char *)ran.output.data, result);
    else
        bp_exercise_set_verdict(result, BP_EXERCISE_BUILD, "compile", "The object file can't be read.");
    bp_process_result_free(job->allocator, &ran);
    return result->verdict != BP_EXERCISE_PASSED || run_compiler(job, NULL, link, result, error);
}
#else
/* gold links in a third of the time that the default linker takes, but it warns of clang's sanitizers.
 * Without it, the flag changes nothing. */
#define GOLD "/usr/bin/ld.gold"
static const char *choose_linker(const bp_exercise_job *job) {
    return !job->clang && bp_path_allows(GOLD, BP_PATH_RUN) ? "-fuse-ld=gold" : "-fno-lto";
}

/* Without a target, GNU's nm first loads all plugins of linkers, and with them perhaps all of LLVM.
 * All programs need the same shared libraries, whether they call them or not: a sandbox holds these.
 * Functions that the file doesn't name are left out: it could call them by their distance from others. */
#ifdef __APPLE__
#define NM "env", "nm"
#define ONLY_CALLED "-Wl,-dead_strip"
#define ALL_LIBRARIES "-lm"
#else
#define NM "nm", "--target=default"
#define ONLY_CALLED "-Wl,--gc-sections"
#define ALL_LIBRARIES "-Wl,--no-as-needed", "-lm"
#endif

/* Adds a command to a shell's text, each word in quotes. */
static void add_command(bp_text_buffer *to, const char *const *words) {
    for (; *words; words++) {
        bp_text_buffer_add(to, " '");
        for (const char *at = *words; *at; at += *at == '\'') {
            const size_t plain = strcspn(at, "'");
            bp_text_buffer_add(to, at[plain] ? "%.*s'\\''" : "%.*s", (int)plain, at);
            at += plain;
        }
        bp_text_buffer_add(to, "'");
    }
}

/* Compiles, lists the object's symbols on the channel, ends the list by a line, and links: one command,
 * because each sandbox takes time. PATH can be empty where tcc is used, so its commands have whole paths. It
 * links again each time it runs the program; here it only finds functions that are missing. */
static void put_commands(const bp_exercise_job *job, bp_text_buffer *script) {
    const char *words[MOST_WORDS];
    char map[1200];
    snprintf(map, sizeof map, "--version-script=%s/exercises/loaded.map", job->paths->build);
    fill_compile(job, words);
    add_command(script, words);
    bp_text_buffer_add(script, " &&");
    add_command(script,
                *job->tcc ? BP_WORDS(job->tcc, "symbols", job->object) : BP_WORDS(NM, "-P", job->object));
    bp_text_buffer_add(script, " >&3 && echo . >&3 && exec");
    if (*job->tcc)
        add_command(script,
                    BP_WORDS(job->tcc, "link", job->object, job->call, job->calls, job->start, job->library));
    else if (!job->options->loader)
        add_command(script, BP_WORDS(job->options->compiler, SANITIZE, "-fno-lto", choose_linker(job),
                                     job->object, job->call, job->calls, job->start, job->library,
                                     ONLY_CALLED, ALL_LIBRARIES, "-o", job->program));
    else /* without the compiler, whose libraries the loader has */
        add_command(script, BP_WORDS(bp_path_allows(GOLD, BP_PATH_RUN) ? GOLD : "ld", "-shared", map,
                                     job->object, job->call, job->calls, job->start, job->library,
                                     "--gc-sections", "-o", job->program));
}

static bool is_complete(const bp_file *list) {
    return list->size >= 2 && memcmp(list->data + list->size - 2, ".\n", 2) == 0 &&
           (list->size == 2 || list->data[list->size - 3] == '\n');
}

static bool judge_build(const bp_exercise_job *job, const bp_process_result *ran, bp_exercise_result *result,
                        bp_error *error) {
    const bool complete = is_complete(&ran->answer),
               compiled = complete || bp_path_allows(job->object, BP_PATH_READ);
    if (compiled && !check_object(job, result, error)) return false;
    if (complete && result->verdict == BP_EXERCISE_PASSED)
        bp_exercise_check_symbols(job, (char *)ran->answer.data, result);
    if (result->verdict != BP_EXERCISE_PASSED) return true;
    if (complete) return note_compiler(job, ran, result), true;
    if (compiled && (ran->end == BP_PROCESS_OUTPUT_LIMIT || ran->end == BP_PROCESS_PROCESSOR_LIMIT)) {
        bp_exercise_set_verdict(result, BP_EXERCISE_FORBIDDEN, "calls",
                                "The file defines or uses too many names to check them all.");
        return true;
    }
    note_compiler(job, ran, result);
    if (!compiled || result->verdict != BP_EXERCISE_BUILD) return true;
    job->doubt->machine = true;
    return bp_exercise_set_verdict(
        result, BP_EXERCISE_BUILD, "compile",
        "The object file can't be read. Does the code write to its tables, by __asm__?");
}

static bool build(const bp_exercise_job *job, bp_exercise_result *result, bp_error *error) {
    bp_text_buffer script = {.allocator = job->allocator ? *job->allocator : bp_allocator_default()};
    bp_file text;
    bp_process_result ran;
    put_commands(job, &script);
    if (!bp_text_buffer_finish(&script, &text, error)) return false;
    const char *const *argv = BP_WORDS("/bin/sh", "-c", (const char *)text.data);
    bp_process_options task = compiler_task(job, job->options->wrap_build, argv);
    task.channel = true;
    task.answer_limit = BP_EXERCISE_MAX_LIST;
    bool ok = bp_process_run(job->allocator, &task, &ran, error);
    bp_file_free(job->allocator, &text);
    if (!ok) return false;
    ok = judge_build(job, &ran, result, error);
    bp_process_result_free(job->allocator, &ran);
    return ok;
}

bool bp_exercise_link_loader(const bp_exercise_job *job, bp_exercise_result *result, bp_error *error) {
    char object[1200];
    snprintf(object, sizeof object, "%s/exercises/loader.o", job->paths->build);
    result->verdict = BP_EXERCISE_PASSED;
    return run_compiler(job, job->options->wrap_build,
                        BP_WORDS(job->options->compiler, SANITIZE, "-fno-lto", choose_linker(job), object,
                                 ALL_LIBRARIES, "-ldl", "-o", job->program),
                        result, error);
}
#endif

/* A compiler that is interrupted leaves its temporary files. Without a sandbox they get into the scratch
 * folder, which is removed in any case. */
bool bp_exercise_build(const bp_exercise_job *job, bp_exercise_result *result, bp_error *error) {
    result->verdict = BP_EXERCISE_PASSED;
#ifdef _WIN32
    result->unwatched = true;
#else
    char temporary[1200];
    snprintf(temporary, sizeof temporary, "TMPDIR=%s", job->folder);
    const char *const set[] = {"/usr/bin/env", temporary, NULL};
    bp_exercise_options options = *job->options;
    bp_exercise_job own = *job;
    own.options = &options;
    if (!options.wrap_build) options.wrap_build = set;
    job = &own;
    result->unwatched = *job->tcc != '\0';
#endif
    return build(job, result, error);
}
