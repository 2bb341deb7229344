/* bwrap begins with an empty file system and mounts the files that it is told to. Of the system the compiler
 * gets the toolchain's folders, not /usr/local, where Bindpose itself may be installed. Other files in
 * lessons/exercises stay outside: a teacher's own solutions may be there. */
#define _GNU_SOURCE
#include "tools/grade/sandbox.h"
#include "base/folder.h"
#include "base/process.h"
#include "base/system.h"
#include "tools/grade/answer_code.h"
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The most processes in one sandbox: enough for a compiler, too few for a fork bomb. */
#define MOST_PROCESSES "16"
#define CONFINE "/exercises/confine"

/* Users that systemd reserves for temporary services: they own no files. */
enum { FIRST_USER = 61184, USERS = 4000 };

static void add_all(bp_sandbox *to, const char *const *words) {
    for (; *words; words++)
        if (to->word_count == BP_SANDBOX_WORDS - 1)
            to->full = true;
        else
            to->words[to->word_count++] = *words;
}
#define ADD(to, ...) add_all(to, (const char *const[]){__VA_ARGS__, NULL})

static char *add_path(bp_sandbox *to, const char *root, const char *name) {
    char *path = to->paths[to->path_count++];
    int length = snprintf(path, sizeof to->paths[0], "%s%s", root, name);
    to->full |= length < 0 || (size_t)length >= sizeof to->paths[0];
    return path;
}

/* Mounts root/name read-only under its own path. bwrap must be told of the folders above: it would make them
 * readable for their owner only. */
static void share(bp_sandbox *to, const char *root, const char *name) {
    char *path = add_path(to, root, name), *parent = add_path(to, root, name);
    *strrchr(parent, '/') = '\0';
    ADD(to, "--dir", parent, "--ro-bind", path, path);
}

/* Read-only, under their own path, if they exist. */
static void add_folders(bp_sandbox *to, const char *const *paths) {
    for (; *paths; paths++) ADD(to, "--ro-bind-try", *paths, *paths);
}

/* A link stays one: where /bin is another name of /usr/bin, what is hidden there must not be seen here. */
static void add_top_folders(bp_sandbox *to) {
    static const char *const PATHS[] = {"/bin", "/lib", "/lib64"};
    for (size_t i = 0; i < BP_COUNT(PATHS); i++) {
        char target[200];
        const ssize_t length = readlink(PATHS[i], target, sizeof target - 1);
        target[length > 0 ? length : 0] = '\0';
        if (length > 0)
            ADD(to, "--symlink", add_path(to, target, ""), PATHS[i]);
        else
            ADD(to, "--ro-bind-try", PATHS[i], PATHS[i]);
    }
}

/* Making and removing these takes a third of a sandbox's time, so root makes them once, for itself: what it
 * starts has no others. */
#ifdef CLONE_NEWNET
static bool leave_network(void) {
    return geteuid() == 0 && unshare(CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP) == 0;
}
#else
static bool leave_network(void) { return false; }
#endif

static void begin(const bp_sandbox_plan *plan, bp_sandbox *to) {
    ADD(to, "bwrap", "--die-with-parent", "--new-session", "--unshare-pid");
    if (!plan->offline) ADD(to, "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try");
    if (geteuid() == 0)
        ADD(to, "--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID");
    else
        ADD(to, "--unshare-user");
}

static void add_toolchain(bp_sandbox *to) {
    /* An installed Bindpose holds the answers, too. */
    static const char *const INSTALLED[] = {"/usr/bin/bindpose", "/usr/lib/libbindpose.a",
                                            "/usr/lib/x86_64-linux-gnu/libbindpose.a",
                                            "/usr/lib/aarch64-linux-gnu/libbindpose.a"};
    ADD(to, "--dir", "/usr", "--dir", "/etc");
    add_folders(to, (const char *const[]){"/usr/bin", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libexec",
                                          "/usr/include", "/etc/alternatives", "/etc/ld.so.cache", NULL});
    add_top_folders(to);
    for (size_t i = 0; i < BP_COUNT(INSTALLED); i++)
        if (access(INSTALLED[i], F_OK) == 0) ADD(to, "--ro-bind", "/dev/null", INSTALLED[i]);
    ADD(to, "--dir", "/dev", "--dev-bind", "/dev/null", "/dev/null", "--perms", "1777", "--size", "67108864",
        "--tmpfs", "/tmp", "--clearenv", "--setenv", "PATH", "/usr/bin:/bin", "--setenv", "LC_ALL", "C",
        "--setenv", "TMPDIR", "/tmp");
}

/* The scratch folder, and then the command's first words: become an unprivileged user. */
static void finish(bp_sandbox *to, const bp_exercise_paths *paths, const char *bind, const char *scratch,
                   const char *purpose, size_t number) {
    snprintf(to->user, sizeof to->user, "%d", geteuid() == 0 ? FIRST_USER + (int)(number % USERS) : 0);
    ADD(to, "--ro-bind", add_path(to, paths->build, CONFINE), "/confine", "--dir", scratch, bind, scratch,
        scratch, "--chdir", scratch, "--remount-ro", "/", "--", "/confine", purpose, to->user,
        MOST_PROCESSES);
}

bool bp_sandboxes_make(const bp_sandbox_plan *plan, const char *scratch, size_t number, bp_sandboxes *out,
                       bp_error *error) {
    const bp_exercise_paths *paths = plan->paths;
    *out = (bp_sandboxes){.run = {.full = false}};
    begin(plan, &out->build);
    add_toolchain(&out->build);
    share(&out->build, paths->root, "/include");
    share(&out->build, paths->root, "/lessons/exercises/exercise.h");
    share(&out->build, paths->build, "/exercises");
    share(&out->build, paths->build, "/" BP_EXERCISE_LIBRARY);
    if (*plan->header) ADD(&out->build, "--ro-bind", plan->header, "/header");
    finish(&out->build, paths, "--bind", scratch, "build", number);
    begin(plan, &out->run);
    ADD(&out->run, "--as-pid-1", "--proc", "/proc", "--dir", "/etc");
    add_folders(&out->run, (const char *const[]){"/etc/ld.so.cache", NULL});
    for (int i = 0; i < plan->library_count; i++) share(&out->run, plan->libraries[i], "");
    if (*plan->loader) ADD(&out->run, "--ro-bind", plan->loader, BP_SANDBOX_LOADER);
    finish(&out->run, paths, "--ro-bind", scratch, "run", number);
    return !(out->build.full || out->run.full) ||
           bp_fail(error, BP_ERROR_ENVIRONMENT, paths->root, "the project's path is too long");
}

/* Adds the libraries of a list, one path a line. */
static bool add_libraries(bp_sandbox_plan *plan, char *list, bp_error *error) {
    char *rest = NULL;
    for (char *path = strtok_r(list, "\n", &rest); path; path = strtok_r(NULL, "\n", &rest)) {
        if (plan->library_count == BP_SANDBOX_LIBRARIES || strlen(path) >= sizeof plan->libraries[0])
            return bp_fail(error, BP_ERROR_ENVIRONMENT, path, "students' programs need too many libraries");
        strcpy(plan->libraries[plan->library_count++], path);
    }
    return plan->library_count > 0 ||
           bp_fail(error, BP_ERROR_ENVIRONMENT, "env", "it doesn't list the libraries of a program");
}

/* A command that does nothing: is there a sandbox at all? */
static bool try_sandbox(const bp_allocator *allocator, const bp_sandbox *sandbox, bp_error *error) {
    bp_process_result ran;
    const bp_process_options task = {.command_prefix = sandbox->words,
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

/* A folder with a header that includes exercise.h, and beside it what the compiler makes of that, with the
 * flags for checking and for comparing. Parsing it takes a third of an answer's time. */
static bool make_header(const bp_allocator *allocator, const bp_exercise_options *options,
                        bp_sandbox_plan *plan, bp_error *error) {
    char text[1200], path[1100], compiled[1200];
    const int length =
        snprintf(text, sizeof text, "#include \"%s/lessons/exercises/exercise.h\"\n", plan->paths->root);
    const bp_code_options comparing = {
        .paths = plan->paths, .wrap = options->wrap_build, .folder = options->scratch};
    snprintf(path, sizeof path, "%s/exercise.h.gch", plan->header);
    if (!bp_folder_make(plan->header, error) || !bp_folder_make(path, error)) return false;
    snprintf(compiled, sizeof compiled, "%s/checked", path);
    if (!bp_exercise_make_header(plan->paths, options, compiled, error)) return false;
    snprintf(compiled, sizeof compiled, "%s/compared", path);
    if (!bp_answer_code_make_header(allocator, &comparing, compiled, error)) return false;
    snprintf(path, sizeof path, "%s/exercise.h", plan->header);
    return bp_file_write(path, text, (size_t)length, error);
}

bool bp_sandbox_plan_make(const bp_allocator *allocator, const bp_exercise_paths *paths, const char *scratch,
                          bp_sandbox_plan *out, bp_error *error) {
    bp_sandboxes *sandboxes = bp_alloc(allocator, 1, sizeof *sandboxes, error);
    bp_file list = {0};
    *out = (bp_sandbox_plan){.paths = paths, .offline = leave_network()};
    bool ok = sandboxes && bp_sandboxes_make(out, scratch, 0, sandboxes, error) &&
              try_sandbox(allocator, &sandboxes->build, error);
    if (ok) {
        bp_exercise_options options = {.wrap_build = sandboxes->build.words,
                                       .wrap_run = sandboxes->run.words,
                                       .scratch = scratch,
                                       .allocator = allocator};
        snprintf(out->loader, sizeof out->loader, "%.1000s/loader", scratch);
        ok = bp_exercise_make_loader(paths, &options, out->loader, &list, error) &&
             add_libraries(out, (char *)list.data, error) &&
             bp_sandboxes_make(out, scratch, 0, sandboxes, error);
        /* Compilers can make objects that don't become shared ones; then each program is linked whole. */
        options.loader = BP_SANDBOX_LOADER;
        snprintf(out->header, sizeof out->header, "%.900s/header", scratch);
        ok = ok && make_header(allocator, &options, out, error) &&
             bp_sandboxes_make(out, scratch, 0, sandboxes, error);
        options.header = BP_SANDBOX_HEADER;
        if (ok && !bp_exercise_rehearse(bp_exercises[0], paths, &options, NULL)) {
            options.loader = NULL;
            *out->loader = '\0';
            ok = bp_sandboxes_make(out, scratch, 0, sandboxes, error) &&
                 bp_exercise_rehearse(bp_exercises[0], paths, &options, error);
        }
    }
    bp_file_free(allocator, &list);
    bp_free(allocator, sandboxes);
    return ok;
}
