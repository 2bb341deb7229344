/* Archives that students hand in. bsdtar (libarchive) reads them, as a program in the sandbox in which
 * answers are compiled: a damaged archive can at most harm its own scratch folder. Two runs: the first lists
 * the names, the second unpacks those that may be answers, so that a bomb unpacks to nothing. bsdtar itself
 * refuses paths that lead out, and links are not followed when the files are read. */
#define _POSIX_C_SOURCE 200809L /* strtok_r, sigset_t */
#include "base/process.h"
#include "tools/grade/submission.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#define PART "a part of it can't be unpacked"
enum { MAX_FILES = 100, LIST_BYTES = 1 << 20, NAME = 1000 };

size_t bp_archive_stem(const char *name) {
    static const char *const ENDINGS[] = {".tar.gz", ".tar.bz2", ".tar.xz", ".tar.zst", ".tgz",
                                          ".tar",    ".zip",     ".7z",     ".rar"};
    const size_t length = strlen(name);
    for (size_t i = 0; i < BP_COUNT(ENDINGS); i++) {
        const size_t ending = strlen(ENDINGS[i]);
        if (length > ending && strcasecmp(name + length - ending, ENDINGS[i]) == 0) return length - ending;
    }
    return 0;
}

/* A number in octal digits, as in \303, or one letter, as in \n: bsdtar writes other bytes than letters in
 * this way. */
static char unescape(const char **from) {
    static const char LETTERS[] = "abfnrtv\\", BYTES[] = "\a\b\f\n\r\t\v\\";
    const char *at = *from + 1, *letter = *at ? strchr(LETTERS, *at) : NULL;
    if (letter) {
        *from = at;
        return BYTES[letter - LETTERS];
    }
    int byte = 0, digits = 0;
    for (; digits < 3 && at[digits] >= '0' && at[digits] <= '7'; digits++) byte = 8 * byte + at[digits] - '0';
    *from += digits;
    return digits ? (char)byte : '\\';
}

/* A line of the list as a path, and as a pattern that matches that path alone. False: too long. */
static bool read_name(const char *line, char path[NAME], char pattern[2 * NAME]) {
    size_t length = 0, used = 0;
    for (; *line; line++) {
        if (length == NAME - 1) return false;
        const char c = *line == '\\' ? unescape(&line) : *line;
        path[length++] = c;
        if (strchr("*?[]\\^$", c)) pattern[used++] = '\\';
        pattern[used++] = c;
    }
    path[length] = '\0';
    pattern[used] = '\0';
    return true;
}

/* After a failure: whether a program starts and a file can be written, so that the archive is to blame. */
static bool machine_works(const bp_allocator *allocator, const bp_process_options *failed, bp_error *error) {
    char path[1500];
    bp_process_result ran;
    bp_process_options task = *failed;
    task.argv = (const char *const[]){"true", NULL};
    void *bytes = bp_alloc(allocator, 1 << 20, 1, error);
    snprintf(path, sizeof path, "%s/probe", failed->folder);
    bool ok =
        bytes && bp_file_write(path, bytes, 1 << 20, error) && bp_process_run(allocator, &task, &ran, error);
    bp_free(allocator, bytes);
    remove(path);
    if (!ok) return false;
    ok = (ran.end == BP_PROCESS_EXITED && ran.code == 0) ||
         bp_fail(error, BP_ERROR_ENVIRONMENT, "bwrap", "the sandbox doesn't work here: %.300s",
                 (const char *)ran.output.data);
    bp_process_result_free(allocator, &ran);
    return ok;
}

/* Runs bsdtar in the folder. False with `problem` or an error, as bp_archive_unpack. */
static bool run(const bp_allocator *allocator, const bp_submission_place *place, const char *folder,
                const char *const *arguments, bp_process_result *ran, char problem[512], bp_error *error) {
    const char *argv[MAX_FILES + 16] = {"env", "LC_ALL=C.UTF-8", "bsdtar"};
    bp_sandboxes *sandboxes = bp_alloc(allocator, 1, sizeof *sandboxes, error);
    size_t count = 3;
    while (*arguments && count < BP_COUNT(argv) - 1) argv[count++] = *arguments++;
    bool ok = sandboxes &&
              (!place->sandbox || bp_sandboxes_make(place->sandbox, folder, place->number, sandboxes, error));
    const bp_process_options task = {.command_prefix = place->sandbox && ok ? sandboxes->build.words : NULL,
                                     .argv = argv,
                                     .folder = folder,
                                     .output_limit = LIST_BYTES,
                                     .seconds = 60,
                                     .processor_seconds = 10,
                                     .address_space_megabytes = 1024,
                                     .file_megabytes = 1};
    ok = ok && bp_process_run(allocator, &task, ran, error);
    const char *said = ok && ran->output.data ? (const char *)ran->output.data : "";
    if (ok && ran->end == BP_PROCESS_EXITED && ran->code == 127)
        snprintf(problem, 512, "bsdtar is missing; install libarchive-tools, or unpack it by hand");
    else if (ok && strstr(said, "passphrase"))
        snprintf(problem, 512, PART " (it is encrypted)");
    else if (ok && ran->output.size == LIST_BYTES)
        snprintf(problem, 512, "it holds too many files");
    else if (ok && (ran->end != BP_PROCESS_EXITED || ran->code != 0) &&
             machine_works(allocator, &task, error))
        snprintf(problem, 512, "%s%.*s%s",
                 !*said                        ? "unpacking it takes too much time, memory or disk"
                 : strcmp(argv[3], "-xf") == 0 ? PART " ("
                                               : "it is damaged, or no archive (",
                 (int)strcspn(said, "\n") % 300, said, *said ? ")" : "");
    else if (ok)
        ok = ran->end == BP_PROCESS_EXITED && ran->code == 0;
    bp_free(allocator, sandboxes);
    return ok && !*problem;
}

bool bp_archive_unpack(const bp_allocator *allocator, const bp_submission_place *place, const char *archive,
                       const char *sub, bool (*wanted)(void *user, const char *path), void *user,
                       char problem[512], bp_error *error) {
    char folder[1400], copy[1500], path[NAME], failure[512] = "";
    const char *arguments[MAX_FILES + 8] = {"-xf", "archive", "--"};
    int count = 3;
    bp_file bytes;
    bp_error unreadable = {0};
    bp_process_result listed = {0}, unpacked = {0};
    *problem = '\0';
    snprintf(folder, sizeof folder, "%.1200s/%.100s", place->scratch, sub);
    snprintf(copy, sizeof copy, "%s/archive", folder);
    if (!bp_file_read(allocator, archive, 64 << 20, &bytes, &unreadable)) {
        snprintf(problem, 512, "%s", unreadable.message);
        return false;
    }
    bool ok = bp_folder_make(folder, error) && bp_file_write(copy, bytes.data, bytes.size, error);
    bp_file_free(allocator, &bytes);
    if (!ok) return false;
    if (place->sandbox) chmod(folder, 0777); /* the sandbox may be another user */
    char(*patterns)[2 * NAME] = bp_alloc(allocator, MAX_FILES, sizeof *patterns, error);
    ok = patterns && run(allocator, place, folder, (const char *const[]){"-tf", "archive", NULL}, &listed,
                         problem, error);
    char *rest = NULL, twice[NAME] = "";
    for (char *line = ok ? strtok_r((char *)listed.output.data, "\n", &rest) : NULL; line;
         line = strtok_r(NULL, "\n", &rest)) {
        if (!read_name(line, path, patterns[count - 3]) || !wanted(user, path)) continue;
        arguments[count] = patterns[count - 3];
        bool again = false;
        for (int i = 3; i < count && !again; i++) again = strcmp(arguments[i], arguments[count]) == 0;
        if (again) {
            snprintf(twice, sizeof twice, "%s", path);
            continue;
        }
        if (++count < MAX_FILES + 3) continue;
        snprintf(problem, 512, "it holds more than %d C files; only the first ones were looked at",
                 MAX_FILES - 1);
        break;
    }
    if (ok && count > 3) /* what was unpacked before a device or damage counts */
        ok = run(allocator, place, folder, arguments, &unpacked, failure, error) ||
             strncmp(failure, PART, sizeof PART - 1) == 0;
    if (*failure)
        snprintf(problem, 512, "%s", failure);
    else if (*twice && !*problem)
        snprintf(problem, 512, "it holds %.300s twice; the last one counts", twice);
    bp_process_result_free(allocator, &listed);
    bp_process_result_free(allocator, &unpacked);
    bp_free(allocator, patterns);
    remove(copy);
    return ok;
}
