/* Starting: fork, then in the child nothing but system calls up to exec; an errno comes back through a pipe
 * that closes on exec. Running: one poll loop feeds the channel, collects what comes back, and looks every few
 * milliseconds whether the child has ended or gone over a limit. Ending: the group is killed while its first
 * process is a zombie, so that its number can't have been given to somebody else. */
#define _POSIX_C_SOURCE 200809L
#include "base/process.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

extern char **environ;

enum { CHANNEL = 3, TICK_MS = 10, ARGUMENTS = 128 };
#define OUTPUT_FLOOD ((size_t)64 << 20)

typedef struct process_state {
    const bp_allocator *allocator;
    const bp_process_options *task;
    pid_t child;
    int channel, output, started; /* our ends; -1 where closed */
    size_t sent, dropped;
    bool flooded;
} process_state;

/* ---- interruptions --------------------------------------------------------------------------------- */

static const int INTERRUPTIONS[] = {SIGINT, SIGTERM, SIGHUP};

/* An ignored signal would wait as well where it is blocked, and never come to anything. */
void bp_interrupts_block(sigset_t *before) {
    sigset_t held;
    sigemptyset(&held);
    for (size_t i = 0; i < BP_COUNT(INTERRUPTIONS); i++) {
        struct sigaction how;
        if (sigaction(INTERRUPTIONS[i], NULL, &how) == 0 && how.sa_handler != SIG_IGN) sigaddset(&held, INTERRUPTIONS[i]);
    }
    pthread_sigmask(SIG_BLOCK, &held, before);
}

bool bp_interrupts_pending(void) {
    sigset_t waiting;
    bool waits = false;
    if (sigpending(&waiting) != 0) return false;
    for (size_t i = 0; i < BP_COUNT(INTERRUPTIONS); i++) waits |= sigismember(&waiting, INTERRUPTIONS[i]) == 1;
    return waits;
}

void bp_interrupts_restore(const sigset_t *before) { pthread_sigmask(SIG_SETMASK, before, NULL); }

/* ---- in the child -------------------------------------------------------------------------------- */

static void limit(int what, rlim_t soft, rlim_t hard) {
    struct rlimit old, fresh = {soft, hard};
    if (getrlimit(what, &old) != 0) return;
    if (fresh.rlim_max > old.rlim_max) fresh.rlim_max = old.rlim_max;
    if (fresh.rlim_cur > fresh.rlim_max) fresh.rlim_cur = fresh.rlim_max;
    setrlimit(what, &fresh);
}

static void set_limits(const bp_process_options *task) {
    limit(RLIMIT_CORE, 0, 0);
    if (task->seconds > 0) limit(RLIMIT_CPU, (rlim_t)task->seconds + 1, (rlim_t)task->seconds + 2);
    if (task->address_space_megabytes > 0)
        limit(RLIMIT_AS, (rlim_t)task->address_space_megabytes << 20, (rlim_t)task->address_space_megabytes << 20);
    if (task->file_megabytes > 0)
        limit(RLIMIT_FSIZE, (rlim_t)task->file_megabytes << 20, (rlim_t)task->file_megabytes << 20);
#ifdef RLIMIT_NPROC
    if (task->no_child_processes && !bp_seccomp_confine()) limit(RLIMIT_NPROC, 0, 0);
#endif
}

/* Never returns. `told` is the pipe for errno. */
static void become(const bp_process_options *task, const char *const *argv, int channel, int output, int told) {
    setpgid(0, 0);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    int empty = open("/dev/null", O_RDONLY);
    /* Out of the way of 0 to 3 first, so that no dup2 closes another's source. */
    int high_told = fcntl(told, F_DUPFD_CLOEXEC, 10), high_output = fcntl(output, F_DUPFD, 10);
    int high_channel = channel >= 0 ? fcntl(channel, F_DUPFD, 10) : -1;
    bool good = empty >= 0 && high_told >= 0 && high_output >= 0 && dup2(empty, 0) == 0 &&
                dup2(high_output, 1) == 1 && dup2(high_output, 2) == 2;
    if (good && high_channel >= 0) good = dup2(high_channel, CHANNEL) == CHANNEL;
    for (int i = high_channel >= 0 ? CHANNEL + 1 : CHANNEL; i < 256; i++)
        if (i != high_told) close(i);
    signal(SIGPIPE, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (good && task->folder) good = chdir(task->folder) == 0;
    set_limits(task);
    if (task->environment) environ = (char **)(uintptr_t)task->environment;
    if (good) execvp(argv[0], (char *const *)(uintptr_t)argv);
    int number = errno;
    ssize_t written = write(high_told, &number, sizeof number);
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
    return count < ARGUMENTS - 1 || bp_fail(error, BP_ERROR_ARGUMENT, "argv", "too many words");
}

static bool open_ends(const bp_process_options *task, int channel[2], int output[2], int told[2],
                      bp_error *error) {
    bool good = pipe(told) == 0 && pipe(output) == 0 &&
                (!task->channel || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, channel) == 0);
    return good || bp_fail(error, BP_ERROR_ENVIRONMENT, task->argv[0], "can't make pipes for it: %s",
                           strerror(errno));
}

/* What exec says: nothing where it went well. */
static bool hear_start(process_state *state, int told, const char *program, bp_error *error) {
    int number = 0;
    ssize_t got;
    do got = read(told, &number, sizeof number);
    while (got < 0 && errno == EINTR);
    if (got != (ssize_t)sizeof number) return true;
    while (waitpid(state->child, NULL, 0) < 0 && errno == EINTR) continue;
    return bp_fail(error, BP_ERROR_ENVIRONMENT, program, "it can't be started: %s", strerror(number));
}

static bool start(process_state *state, bp_error *error) {
    const char *argv[ARGUMENTS];
    int channel[2] = {-1, -1}, output[2] = {-1, -1}, told[2] = {-1, -1};
    bool good =
        join_arguments(state->task, argv, error) && open_ends(state->task, channel, output, told, error);
    if (good) {
        state->child = fork();
        if (state->child == 0) become(state->task, argv, channel[1], output[1], told[1]);
        if (state->child < 0)
            good = bp_fail(error, BP_ERROR_ENVIRONMENT, argv[0], "no new process: %s", strerror(errno));
    }
    close_one(&channel[1]);
    close_one(&output[1]);
    close_one(&told[1]);
    if (good) {
        setpgid(state->child, state->child);
        good = hear_start(state, told[0], argv[0], error);
    }
    close_one(&told[0]);
    state->channel = channel[0];
    state->output = output[0];
    if (!good) {
        close_one(&state->channel);
        close_one(&state->output);
    }
    return good;
}

/* ---- while it runs --------------------------------------------------------------------------------- */

/* Adds bytes to a file of up to `most`; what doesn't fit is dropped and counted. */
static size_t keep(bp_file *file, size_t most, const uint8_t *bytes, size_t count) {
    size_t room = most - file->size, taken = count < room ? count : room;
    if (taken > 0) memcpy(file->data + file->size, bytes, taken);
    file->size += taken;
    return count - taken;
}

/* Reads what is there. False at the end of it. */
static bool collect(int from, bp_file *file, size_t most, size_t *dropped) {
    uint8_t bytes[16384];
    for (int turn = 0; turn < 64; turn++) {
        ssize_t got = read(from, bytes, sizeof bytes);
        if (got < 0) return errno == EAGAIN || errno == EINTR;
        if (got == 0) return false;
        *dropped += keep(file, most, bytes, (size_t)got);
    }
    return true;
}

static void feed(process_state *state) {
    const uint8_t *bytes = state->task->input;
    ssize_t done =
        send(state->channel, bytes + state->sent, state->task->input_size - state->sent, MSG_NOSIGNAL);
    if (done > 0) state->sent += (size_t)done;
    if (done < 0 && errno != EAGAIN && errno != EINTR) state->sent = state->task->input_size;
    if (state->sent == state->task->input_size) shutdown(state->channel, SHUT_WR);
}

static void exchange(process_state *state, int wait, bp_process_result *out) {
    struct pollfd ends[2] = {{state->channel, POLLIN, 0}, {state->output, POLLIN, 0}};
    if (state->channel >= 0 && state->sent < state->task->input_size) ends[0].events |= POLLOUT;
    if (poll(ends, 2, wait) <= 0) return;
    size_t over = 0;
    if (ends[0].revents & POLLOUT) feed(state);
    if ((ends[0].revents & (POLLIN | POLLHUP | POLLERR)) &&
        !collect(state->channel, &out->answer, state->task->answer_limit, &over))
        close_one(&state->channel);
    if ((ends[1].revents & (POLLIN | POLLHUP | POLLERR)) &&
        !collect(state->output, &out->output, state->task->output_limit, &state->dropped))
        close_one(&state->output);
    state->flooded |= over > 0 || state->dropped > OUTPUT_FLOOD;
}

/* What a file in /proc says of a process; "" where the system doesn't tell. */
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

/* Resident pages of a process and, as far as `budget` processes go, of those that it started: a sandbox starts
 * the one that matters. */
static long resident_pages(pid_t process, int *budget) {
    char text[2048], children[64];
    long all = 0, here = 0;
    read_proc(process, "statm", text, sizeof text);
    if (sscanf(text, "%ld %ld", &all, &here) != 2) return 0;
    snprintf(children, sizeof children, "task/%ld/children", (long)process);
    read_proc(process, children, text, sizeof text);
    char *end, *at = text;
    for (long child = strtol(at, &end, 10); end != at && --*budget > 0; child = strtol(at, &end, 10)) {
        here += resident_pages((pid_t)child, budget);
        at = end;
    }
    return here;
}

/* In MiB; 0 where the system doesn't tell. */
static long resident(pid_t child) {
    int budget = 64;
    return resident_pages(child, &budget) / ((1 << 20) / sysconf(_SC_PAGESIZE));
}

/* Whether the child has ended; it stays a zombie, and its number ours. */
static bool has_ended(pid_t child) {
    siginfo_t about = {0};
    return waitid(P_PID, (id_t)child, &about, WEXITED | WNOHANG | WNOWAIT) != 0 || about.si_pid == child;
}

static void watch(process_state *state, double begun, bp_process_result *out) {
    const bp_process_options *task = state->task;
    bool limited = false;
    int wait = 1;
    while (!limited && !has_ended(state->child)) {
        exchange(state, wait, out);
        if (state->channel < 0 && state->output < 0) poll(NULL, 0, wait);
        if (wait < TICK_MS) wait++;
        if (state->flooded) out->end = BP_PROCESS_OUTPUT_LIMIT;
        if (task->megabytes > 0 && resident(state->child) > task->megabytes) out->end = BP_PROCESS_MEMORY_LIMIT;
        if (task->seconds > 0 && bp_seconds() - begun > task->seconds) out->end = BP_PROCESS_TIME_LIMIT;
        if (bp_interrupts_pending()) out->end = BP_PROCESS_TIME_LIMIT;
        limited = out->end != BP_PROCESS_EXITED;
    }
    kill(-state->child, SIGKILL);
    exchange(state, 0, out); /* what it said last */
    exchange(state, 0, out);
    int status = 0;
    while (waitpid(state->child, &status, 0) < 0 && errno == EINTR) continue;
    if (limited) return;
    if (state->flooded) {
        out->end = BP_PROCESS_OUTPUT_LIMIT;
    } else if (WIFEXITED(status)) {
        out->code = WEXITSTATUS(status);
    } else {
        out->code = WTERMSIG(status);
        out->end = out->code == SIGXCPU ? BP_PROCESS_TIME_LIMIT : BP_PROCESS_SIGNALED;
    }
}

bool bp_process_run(const bp_allocator *allocator, const bp_process_options *task, bp_process_result *out,
                    bp_error *error) {
    process_state state = {.allocator = allocator, .task = task, .channel = -1, .output = -1};
    double begun = bp_seconds();
    *out = (bp_process_result){.end = BP_PROCESS_EXITED};
    out->answer.data = bp_alloc(allocator, task->answer_limit + 1, 1, error);
    out->output.data = bp_alloc(allocator, task->output_limit + 1, 1, error);
    if (!out->answer.data || !out->output.data || !start(&state, error)) {
        bp_process_result_free(allocator, out);
        return false;
    }
    if (state.channel >= 0) fcntl(state.channel, F_SETFL, O_NONBLOCK);
    fcntl(state.output, F_SETFL, O_NONBLOCK);
    watch(&state, begun, out);
    close_one(&state.channel);
    close_one(&state.output);
    out->answer.data[out->answer.size] = 0;
    out->output.data[out->output.size] = 0;
    out->seconds = bp_seconds() - begun;
    return true;
}

void bp_process_result_free(const bp_allocator *allocator, bp_process_result *result) {
    bp_file_free(allocator, &result->answer);
    bp_file_free(allocator, &result->output);
}
