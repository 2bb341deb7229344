/* Runs a program with limits.
 *
 * Start: fork; the child makes only system calls until exec. If that fails, errno comes back through a pipe
 * that exec closes. Run: a poll loop writes to the channel, reads answer and output, and checks the limits
 * every few milliseconds. End: the process group is killed while the child is still a zombie, because then
 * its number can't belong to another process yet. */
#define _GNU_SOURCE /* syscall */
#include "base/process.h"
#include "base/allocator.h"
#include "base/system.h"
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

extern char **environ;

/* On Linux the child shares our memory until exec, and so must not change it: copying the page tables of a
 * large program takes longer than starting a small one. */
#ifdef __linux__
#define FORK vfork
#else
#define FORK fork
#endif

/* macOS has neither of these: there, files are closed and signals ignored by calls of their own. */
#ifndef SOCK_CLOEXEC
#define SOCK_CLOEXEC 0
#endif
#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

enum { CHANNEL = 3, TICK_MS = 10, ARGUMENTS = 256, BLOCK = 4096 };
#define MAX_DROPPED ((size_t)64 << 20)

typedef struct process_state {
    const bp_process_options *task;
    pid_t child;
    int channel, output; /* our ends; -1 if closed */
    int end;             /* readable when the child ends; -1 if the system has no such files */
    size_t sent, dropped;
    bool over_output_limit, no_memory;
    const bp_allocator *allocator;
} process_state;

/* ---- interruptions --------------------------------------------------------------------------------- */

static const int INTERRUPTIONS[] = {SIGINT, SIGTERM, SIGHUP};

/* Ignored signals are left out: blocked ones would stay pending. */
void bp_interrupts_block(bp_interrupts *interrupts) {
    sigset_t held, before;
    _Static_assert(sizeof before <= sizeof interrupts->before, "a signal mask fits");
    sigemptyset(&held);
    for (size_t i = 0; i < BP_COUNT(INTERRUPTIONS); i++) {
        struct sigaction how;
        if (sigaction(INTERRUPTIONS[i], NULL, &how) == 0 && how.sa_handler != SIG_IGN)
            sigaddset(&held, INTERRUPTIONS[i]);
    }
    pthread_sigmask(SIG_BLOCK, &held, &before);
    memcpy(interrupts->before, &before, sizeof before);
}

bool bp_interrupts_pending(void) {
    sigset_t waiting;
    bool waits = false;
    if (sigpending(&waiting) != 0) return false;
    for (size_t i = 0; i < BP_COUNT(INTERRUPTIONS); i++)
        waits |= sigismember(&waiting, INTERRUPTIONS[i]) == 1;
    return waits;
}

void bp_interrupts_restore(const bp_interrupts *interrupts) {
    sigset_t before;
    memcpy(&before, interrupts->before, sizeof before);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* ---- in the child -------------------------------------------------------------------------------- */

/* The type that getrlimit names a limit by. */
#ifdef __GLIBC__
typedef unsigned limit_kind;
#else
typedef int limit_kind;
#endif

static void limit(limit_kind resource, rlim_t soft, rlim_t hard) {
    struct rlimit old, fresh = {soft, hard};
    if (getrlimit(resource, &old) != 0) return;
    if (fresh.rlim_max > old.rlim_max) fresh.rlim_max = old.rlim_max;
    if (fresh.rlim_cur > fresh.rlim_max) fresh.rlim_cur = fresh.rlim_max;
    setrlimit(resource, &fresh);
}

static void set_limits(const bp_process_options *task) {
    limit(RLIMIT_CORE, 0, 0);
    if (task->processor_seconds > 0)
        limit(RLIMIT_CPU, (rlim_t)task->processor_seconds + 1, (rlim_t)task->processor_seconds + 2);
    const rlim_t space = (rlim_t)task->address_space_megabytes << 20,
                 file = (rlim_t)task->file_megabytes << 20;
    if (space > 0) limit(RLIMIT_AS, space, space);
    if (file > 0) limit(RLIMIT_FSIZE, file, file);
}

/* Makes exec close all files from `first` on. */
static void close_on_exec(int first) {
#if defined(__linux__) && defined(SYS_close_range)
    if (syscall(SYS_close_range, first, ~0U, 1U << 2 /* CLOSE_RANGE_CLOEXEC */) == 0) return;
#endif
    for (int i = first; i < 4096; i++) fcntl(i, F_SETFD, FD_CLOEXEC);
}

static void exec_confined(const char *const *argv, const char *const *environment) {
    bp_seccomp_exec(argv[0], argv, environment);
    if (errno != ENOSYS) return;
#ifdef RLIMIT_NPROC
    limit(RLIMIT_NPROC, 0, 0);
#endif
    execve(argv[0], (char *const *)(uintptr_t)argv, (char *const *)(uintptr_t)environment);
}

/* Finds the program in $PATH. */
static void exec_found(const char *const *argv, const char *const *environment) {
#ifdef __linux__
    execvpe(argv[0], (char *const *)(uintptr_t)argv, (char *const *)(uintptr_t)environment);
#else
    environ = (char **)(uintptr_t)environment;
    execvp(argv[0], (char *const *)(uintptr_t)argv);
#endif
}

/* The child process: never returns. `status_pipe` is for errno. */
static void exec_program(const bp_process_options *task, const char *const *argv, int channel, int output,
                         int status_pipe) {
    setpgid(0, 0);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    int empty = open("/dev/null", O_RDONLY);
    /* Moved above 3 first, or a dup2 could close the source of another. */
    int high_status = fcntl(status_pipe, F_DUPFD_CLOEXEC, 10), high_output = fcntl(output, F_DUPFD, 10);
    int high_channel = channel >= 0 ? fcntl(channel, F_DUPFD, 10) : -1;
    bool ok = empty >= 0 && high_status >= 0 && high_output >= 0 && dup2(empty, 0) == 0 &&
              dup2(high_output, 1) == 1 && dup2(high_output, 2) == 2;
    if (ok && high_channel >= 0) ok = dup2(high_channel, CHANNEL) == CHANNEL;
    close_on_exec(high_channel >= 0 ? CHANNEL + 1 : CHANNEL);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (ok && task->folder) ok = chdir(task->folder) == 0;
    set_limits(task);
    const char *const *environment =
        task->environment ? task->environment : (const char *const *)(uintptr_t)environ;
    if (ok && task->confined) exec_confined(argv, environment);
    if (ok && !task->confined) exec_found(argv, environment);
    int number = errno;
    ssize_t written = write(high_status, &number, sizeof number);
    _exit(written == (ssize_t)sizeof number ? 127 : 126);
}

/* ---- starting -------------------------------------------------------------------------------------- */

static void close_one(int *file) {
    if (*file >= 0) close(*file);
    *file = -1;
}

static bool join_arguments(const bp_process_options *task, const char *argv[ARGUMENTS], bp_error *error) {
    int count = 0;
    for (const char *const *word = task->command_prefix; word && *word && count < ARGUMENTS - 1; word++)
        argv[count++] = *word;
    for (const char *const *word = task->argv; *word && count < ARGUMENTS - 1; word++) argv[count++] = *word;
    argv[count] = NULL;
    return count < ARGUMENTS - 1 || bp_fail(error, BP_ERROR_ARGUMENT, "argv", "too many arguments");
}

static bool open_pipes(const bp_process_options *task, int channel[2], int output[2], int status_pipe[2],
                       bp_error *error) {
    bool ok = pipe(status_pipe) == 0 && pipe(output) == 0 &&
              (!task->channel || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, channel) == 0);
#ifdef SO_NOSIGPIPE
    for (int i = 0; ok && task->channel && i < 2; i++)
        ok = fcntl(channel[i], F_SETFD, FD_CLOEXEC) == 0 &&
             setsockopt(channel[i], SOL_SOCKET, SO_NOSIGPIPE, &(int){1}, sizeof(int)) == 0;
#endif
    return ok || bp_fail(error, BP_ERROR_ENVIRONMENT, task->argv[0], "can't make pipes for it: %s",
                         strerror(errno));
}

/* Waits for exec. If it succeeds, it closes the pipe; if it fails, the child sends errno. */
static bool wait_for_exec(process_state *state, int status_pipe, const char *program, bp_error *error) {
    int number = 0;
    ssize_t got;
    do got = read(status_pipe, &number, sizeof number);
    while (got < 0 && errno == EINTR);
    if (got != (ssize_t)sizeof number) return true;
    while (waitpid(state->child, NULL, 0) < 0 && errno == EINTR) continue;
    return bp_fail(error, BP_ERROR_ENVIRONMENT, program, "it can't be started: %s", strerror(number));
}

static bool start(process_state *state, bp_error *error) {
    const char *argv[ARGUMENTS];
    int channel[2] = {-1, -1}, output[2] = {-1, -1}, status_pipe[2] = {-1, -1};
    bool ok = join_arguments(state->task, argv, error) &&
              open_pipes(state->task, channel, output, status_pipe, error);
    if (ok) {
        state->child = FORK();
        if (state->child == 0) exec_program(state->task, argv, channel[1], output[1], status_pipe[1]);
        if (state->child < 0)
            ok = bp_fail(error, BP_ERROR_ENVIRONMENT, argv[0], "no new process: %s", strerror(errno));
    }
    close_one(&channel[1]);
    close_one(&output[1]);
    close_one(&status_pipe[1]);
    if (ok) {
        setpgid(state->child, state->child);
        ok = wait_for_exec(state, status_pipe[0], argv[0], error);
    }
    close_one(&status_pipe[0]);
    state->channel = channel[0];
    state->output = output[0];
#ifdef SYS_pidfd_open
    if (ok) state->end = (int)syscall(SYS_pidfd_open, state->child, 0);
#endif
    if (!ok) {
        close_one(&state->channel);
        close_one(&state->output);
    }
    return ok;
}

/* ---- while it runs --------------------------------------------------------------------------------- */

/* The bytes that are allocated for so many, and a 0. Limits are megabytes, which would all be zeroed. */
static size_t room_for(size_t size) {
    size_t room = BLOCK;
    while (room <= size) room *= 2;
    return room;
}

/* Appends bytes to a file of up to `limit` bytes. Returns the number of bytes that don't fit. */
static size_t append(process_state *state, bp_file *file, size_t limit, const uint8_t *bytes, size_t count) {
    size_t space = limit - file->size, taken = count < space ? count : space;
    const size_t before = room_for(file->size), after = room_for(file->size + taken);
    if (after > before) {
        uint8_t *larger = bp_realloc(state->allocator, file->data, file->size, after, 1, NULL);
        state->no_memory |= !larger;
        if (!larger) return 0;
        file->data = larger;
    }
    if (taken > 0) memcpy(file->data + file->size, bytes, taken);
    file->size += taken;
    return count - taken;
}

/* Reads the available bytes. False at the end of the stream. */
static bool collect(process_state *state, int from, bp_file *file, size_t limit, size_t *dropped) {
    uint8_t bytes[16384];
    for (int i = 0; i < 64; i++) {
        ssize_t got = read(from, bytes, sizeof bytes);
        if (got < 0) return errno == EAGAIN || errno == EINTR;
        if (got == 0) return false;
        *dropped += append(state, file, limit, bytes, (size_t)got);
    }
    return true;
}

static void write_input(process_state *state) {
    const uint8_t *bytes = state->task->input;
    ssize_t done =
        send(state->channel, bytes + state->sent, state->task->input_size - state->sent, MSG_NOSIGNAL);
    if (done > 0) state->sent += (size_t)done;
    if (done < 0 && errno != EAGAIN && errno != EINTR) state->sent = state->task->input_size;
    if (state->sent == state->task->input_size) shutdown(state->channel, SHUT_WR);
}

static void exchange(process_state *state, int wait, bp_process_result *out) {
    struct pollfd ends[3] = {
        {state->channel, POLLIN, 0}, {state->output, POLLIN, 0}, {state->end, POLLIN, 0}};
    if (state->channel >= 0 && state->sent < state->task->input_size) ends[0].events |= POLLOUT;
    if (poll(ends, 3, wait) <= 0) return;
    size_t over = 0;
    if (ends[0].revents & POLLOUT) write_input(state);
    if ((ends[0].revents & (POLLIN | POLLHUP | POLLERR)) &&
        !collect(state, state->channel, &out->answer, state->task->answer_limit, &over))
        close_one(&state->channel);
    if ((ends[1].revents & (POLLIN | POLLHUP | POLLERR)) &&
        !collect(state, state->output, &out->output, state->task->output_limit, &state->dropped))
        close_one(&state->output);
    state->over_output_limit |= over > 0 || state->dropped > MAX_DROPPED;
}

/* Reads a file in /proc about a process; "" if there is none. */
static void read_proc(pid_t process, const char *what, char *text, size_t size) {
    char path[96];
    text[0] = '\0';
    snprintf(path, sizeof path, "/proc/%ld/%s", (long)process, what);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    ssize_t got = read(file, text, size - 1);
    close(file);
    text[got > 0 ? got : 0] = '\0';
}

/* What a process and its descendants use. */
typedef struct process_usage {
    long pages;     /* resident ones, those on the disk, and page tables */
    double seconds; /* of processor time; ended descendants count after somebody has waited for them */
} process_usage;

/* What isn't resident and fills the machine all the same: page tables (of a program that reads a little
 * everywhere), and pages that were moved to the disk, for which a program can ask (MADV_PAGEOUT). */
static long other_pages(pid_t process) {
    static const char *const LINES[] = {"\nVmPTE:", "\nVmSwap:"};
    char text[2048];
    long kilobytes = 0;
    read_proc(process, "status", text, sizeof text);
    for (size_t i = 0; i < BP_COUNT(LINES); i++) {
        const char *line = strstr(text, LINES[i]);
        if (line) kilobytes += strtol(line + strlen(LINES[i]), NULL, 10);
    }
    return kilobytes / (sysconf(_SC_PAGESIZE) / 1024);
}

/* Adds the use of a process and its descendants, for at most `budget` processes. A sandbox program starts the
 * program that matters as its child. */
static void add_usage(pid_t process, int *budget, process_usage *usage) {
    char text[2048], children[64];
    unsigned long ticks[4] = {0};
    long pages = 0;
    read_proc(process, "stat", text, sizeof text);
    const char *fields = strrchr(text, ')'); /* behind the program's name, which may hold anything */
    if (!fields ||
        sscanf(fields,
               ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %lu %lu %*d %*d %*d %*d %*u %*u "
               "%ld",
               &ticks[0], &ticks[1], &ticks[2], &ticks[3], &pages) != 5)
        return;
    for (size_t i = 0; i < BP_COUNT(ticks); i++)
        usage->seconds += (double)ticks[i] / (double)sysconf(_SC_CLK_TCK);
    usage->pages += pages + other_pages(process);
    snprintf(children, sizeof children, "task/%ld/children", (long)process);
    read_proc(process, children, text, sizeof text);
    char *end, *next = text;
    for (long child = strtol(next, &end, 10); end != next && --*budget > 0; child = strtol(next, &end, 10)) {
        add_usage((pid_t)child, budget, usage);
        next = end;
    }
}

/* Kills descendants, too: a sandbox that dies while it starts leaves what it has started so far. */
static void kill_tree(pid_t process, int *budget) {
    char text[2048], children[64];
    snprintf(children, sizeof children, "task/%ld/children", (long)process);
    read_proc(process, children, text, sizeof text);
    char *end, *next = text;
    for (long child = strtol(next, &end, 10); end != next && --*budget > 0; child = strtol(next, &end, 10)) {
        kill_tree((pid_t)child, budget);
        next = end;
    }
    kill(process, SIGKILL);
}

/* Sets out->end if memory or processor time are used up. Does nothing on systems without /proc. */
static void check_usage(const process_state *state, bp_process_result *out) {
    const bp_process_options *task = state->task;
    process_usage usage = {0};
    int budget = 64;
    if (task->megabytes == 0 && task->processor_seconds <= 0) return;
    add_usage(state->child, &budget, &usage);
    out->processor_seconds = fmax(out->processor_seconds, usage.seconds);
    if (task->megabytes > 0 && usage.pages / ((1 << 20) / sysconf(_SC_PAGESIZE)) > task->megabytes)
        out->end = BP_PROCESS_MEMORY_LIMIT;
    if (task->processor_seconds > 0 && usage.seconds > task->processor_seconds)
        out->end = BP_PROCESS_PROCESSOR_LIMIT;
}

/* Whether the child has ended. It stays a zombie, and so keeps its number. */
static bool has_ended(pid_t child) {
    siginfo_t about = {0};
    return waitid(P_PID, (id_t)child, &about, WEXITED | WNOHANG | WNOWAIT) != 0 || about.si_pid == child;
}

static void run_until_end(process_state *state, double started_at, bp_process_result *out) {
    const bp_process_options *task = state->task;
    bool limited = false;
    int wait = state->end < 0 ? 1 : TICK_MS; /* the end of the program, too, ends the wait */
    /* Memory fills within milliseconds; processor time is looked at ten times a second. */
    const int period = task->megabytes > 0 ? 1 : 10;
    for (int tick = 1; !limited && !has_ended(state->child); tick++) {
        exchange(state, wait, out);
        if (wait < TICK_MS) wait++;
        if (state->over_output_limit) out->end = BP_PROCESS_OUTPUT_LIMIT;
        if (tick % period == 0) check_usage(state, out);
        if (task->seconds > 0 && bp_seconds() - started_at > task->seconds) out->end = BP_PROCESS_TIME_LIMIT;
        if (bp_interrupts_pending()) out->end = BP_PROCESS_TIME_LIMIT;
        limited = out->end != BP_PROCESS_EXITED;
    }
    int budget = 64;
    kill_tree(state->child, &budget);
    kill(-state->child, SIGKILL);
    exchange(state, 0, out); /* the last output */
    exchange(state, 0, out);
    int status = 0;
    struct rusage used = {0};
    while (wait4(state->child, &status, 0, &used) < 0 && errno == EINTR) continue;
    const double seconds = (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                           1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
    out->processor_seconds = fmax(out->processor_seconds, seconds);
    if (limited) return;
    if (state->over_output_limit) {
        out->end = BP_PROCESS_OUTPUT_LIMIT;
    } else if (WIFEXITED(status)) {
        out->code = WEXITSTATUS(status);
    } else {
        out->code = WTERMSIG(status);
        out->end = BP_PROCESS_SIGNALED;
    }
    /* The system's own limit ends a program by these signals. A sandbox adds 128. */
    const int signal_number = out->code > 128 ? out->code - 128 : out->code;
    if (out->code && (signal_number == SIGXCPU || signal_number == SIGKILL) && task->processor_seconds > 0 &&
        seconds >= task->processor_seconds)
        out->end = BP_PROCESS_PROCESSOR_LIMIT;
}

bool bp_process_run(const bp_allocator *allocator, const bp_process_options *task, bp_process_result *out,
                    bp_error *error) {
    process_state state = {.task = task, .channel = -1, .output = -1, .end = -1, .allocator = allocator};
    double started_at = bp_seconds();
    *out = (bp_process_result){.end = BP_PROCESS_EXITED};
    out->answer.data = bp_alloc(allocator, BLOCK, 1, error);
    out->output.data = bp_alloc(allocator, BLOCK, 1, error);
    if (!out->answer.data || !out->output.data || !start(&state, error)) {
        bp_process_result_free(allocator, out);
        return false;
    }
    if (state.channel >= 0) fcntl(state.channel, F_SETFL, O_NONBLOCK);
    fcntl(state.output, F_SETFL, O_NONBLOCK);
    run_until_end(&state, started_at, out);
    close_one(&state.channel);
    close_one(&state.output);
    close_one(&state.end);
    out->answer.data[out->answer.size] = 0;
    out->output.data[out->output.size] = 0;
    out->seconds = bp_seconds() - started_at;
    if (!state.no_memory) return true;
    bp_process_result_free(allocator, out);
    return bp_fail(error, BP_ERROR_MEMORY, task->argv[0], "no memory for its output");
}

void bp_process_result_free(const bp_allocator *allocator, bp_process_result *result) {
    bp_file_free(allocator, &result->answer);
    bp_file_free(allocator, &result->output);
}
