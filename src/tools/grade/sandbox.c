/* bwrap begins with an empty file system and mounts the files that it is told to. Of the project these are
 * the headers and the objects that exercises are linked with. Other files in lessons/exercises stay outside:
 * a teacher's own solutions may be there. */
#define _POSIX_C_SOURCE 200809L
#include "tools/grade/sandbox.h"
#include "base/process.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The most processes in one sandbox: enough for a compiler, too few for a fork bomb. */
#define MOST_PROCESSES "--nproc=16"

/* Users that systemd reserves for temporary services: they own no files. */
enum { FIRST_USER = 61184, USERS = 4000 };

typedef struct word_list {
    bp_sandbox *sandbox;
    int words, paths;
    bool full;
} word_list;

static void add(word_list *list, const char *word) {
    if (list->words == BP_SANDBOX_WORDS - 1)
        list->full = true;
    else
        list->sandbox->words[list->words++] = word;
}

static void add_all(word_list *list, const char *const *words) {
    for (; *words; words++) add(list, *words);
}

static const char *add_path(word_list *list, const char *root, const char *name) {
    char *path = list->sandbox->shared[list->paths++];
    int length = snprintf(path, sizeof list->sandbox->shared[0], "%s%s", root, name);
    list->full |= length < 0 || (size_t)length >= sizeof list->sandbox->shared[0];
    return path;
}

/* Mounts root/folder/name read-only under its own path. bwrap must be told of the folders above: it would
 * make them readable for their owner only. */
static void share(word_list *list, const char *root, const char *folder, const char *name) {
    const char *parent = add_path(list, root, folder), *path = add_path(list, parent, name);
    add_all(list, (const char *const[]){"--dir", parent, "--ro-bind", path, path, NULL});
}

static void add_system(word_list *list) {
    static const char *const FOLDERS[] = {
        "/usr", "/bin", "/lib", "/lib64", "/etc/alternatives", "/etc/ld.so.cache"};
    add_all(list, (const char *const[]){"--dir", "/etc", NULL});
    for (size_t i = 0; i < BP_COUNT(FOLDERS); i++)
        add_all(list, (const char *const[]){"--ro-bind-try", FOLDERS[i], FOLDERS[i], NULL});
    add_all(list, (const char *const[]){"--proc", "/proc", "--dev", "/dev", "--perms", "1777", "--tmpfs",
                                        "/tmp", NULL});
}

/* Become an unprivileged user. */
static void add_user(word_list *list, size_t number) {
    int user = FIRST_USER + (int)(number % USERS);
    bp_sandbox *out = list->sandbox;
    snprintf(out->user[0], sizeof out->user[0], "--reuid=%d", user);
    snprintf(out->user[1], sizeof out->user[1], "--regid=%d", user);
    add_all(list, (const char *const[]){"setpriv", out->user[0], out->user[1], "--clear-groups",
                                        "--inh-caps=-all", "--bounding-set=-all", "--no-new-privs", NULL});
}

bool bp_sandbox_make(const bp_exercise_paths *paths, const char *scratch, size_t number, bp_sandbox *out,
                     bp_error *error) {
    word_list list = {.sandbox = out};
    bool root = geteuid() == 0;
    add_all(&list, (const char *const[]){"bwrap", "--die-with-parent", "--new-session", "--unshare-pid",
                                         "--unshare-net", "--unshare-ipc", "--unshare-uts", NULL});
    if (root)
        add_all(&list, (const char *const[]){"--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add",
                                             "CAP_SETGID", "--cap-add", "CAP_SETPCAP", NULL});
    else
        add(&list, "--unshare-user");
    add_system(&list);
    share(&list, paths->root, "", "/include");
    share(&list, paths->root, "/lessons/exercises", "/exercise.h");
    share(&list, paths->build, "", "/exercises");
    share(&list, paths->build, "", "/lib");
    add_all(&list, (const char *const[]){"--dir", scratch, "--bind", scratch, scratch, "--chdir", scratch,
                                         "--setenv", "PATH", "/usr/local/bin:/usr/bin:/bin", "--setenv",
                                         "TMPDIR", "/tmp", "--", "prlimit", MOST_PROCESSES, NULL});
    if (root) add_user(&list, number);
    out->words[list.words] = NULL;
    return !list.full || bp_fail(error, BP_ERROR_ENVIRONMENT, paths->root, "the project's path is too long");
}

bool bp_sandbox_try(const bp_allocator *allocator, const bp_exercise_paths *paths, const char *scratch,
                    bp_error *error) {
    bp_sandbox sandbox;
    bp_process_result ran;
    if (!bp_sandbox_make(paths, scratch, 0, &sandbox, error)) return false;
    const bp_process_options task = {.command_prefix = sandbox.words,
                                     .argv = (const char *const[]){"true", NULL},
                                     .output_limit = 400,
                                     .seconds = 20};
    if (!bp_process_run(allocator, &task, &ran, error)) return false;
    bool ok = ran.end == BP_PROCESS_EXITED && ran.code == 0;
    if (!ok)
        bp_fail(error, BP_ERROR_ENVIRONMENT, "bwrap", "the sandbox doesn't work here: %s",
                ran.output.size ? (const char *)ran.output.data : "bwrap failed");
    bp_process_result_free(allocator, &ran);
    return ok;
}
