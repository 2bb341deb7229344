/* Runs another program with limits: the compiler for exercises, and students' code.
 *
 * Standard input is empty. Standard output and error are collected together. File descriptor 3 can be a
 * socket (`channel`), from which the program reads `input` and to which it writes its answer. It inherits no
 * other file. When it ends or reaches a limit, all processes of its group are killed. */
#pragma once

#include <bindpose/base.h>
#include <signal.h>

#ifdef _WIN32 /* which has no such signals */
enum { SIGKILL = 9, SIGSYS = 31 };
#endif

typedef struct bp_process_options {
    const char *const *command_prefix; /* arguments before argv ("bwrap", ...), NULL-terminated; or NULL */
    const char *const *argv;           /* NULL-terminated; the program is found in $PATH */
    const char *const *environment;    /* "NAME=value", NULL-terminated; NULL: ours */
    const char *folder;                /* working folder; NULL: ours */
    bool channel;
    const void *input; /* for the channel */
    size_t input_size;
    size_t answer_limit;         /* bytes read from the channel; more ends the program with OUTPUT_LIMIT */
    size_t output_limit;         /* bytes of output that are kept; up to 64 MiB more are read and dropped */
    double seconds;              /* of wall-clock time; 0: no limit */
    double processor_seconds;    /* of processor time, child processes included; 0: no limit */
    int megabytes;               /* of resident memory, child processes included; 0: no limit */
    int address_space_megabytes; /* of each process; 0: no limit (sanitizers need very much) */
    int file_megabytes;          /* of each written file; 0: no limit */
    bool confined;               /* start it with bp_seccomp_exec: argv[0] is a path. Without such filters, it
                                    can only start no processes (RLIMIT_NPROC, which root ignores) */
} bp_process_options;

typedef enum bp_process_end {
    BP_PROCESS_EXITED,          /* code: its exit code */
    BP_PROCESS_SIGNALED,        /* code: the signal */
    BP_PROCESS_TIME_LIMIT,      /* wall-clock time: perhaps the machine was busy */
    BP_PROCESS_PROCESSOR_LIMIT, /* processor time: all of it was the program's own */
    BP_PROCESS_MEMORY_LIMIT,
    BP_PROCESS_OUTPUT_LIMIT, /* too much on the channel, or of output */
} bp_process_end;

typedef struct bp_process_result {
    bp_process_end end;
    int code;
    bp_file answer; /* freed with bp_process_result_free, as output */
    bp_file output;
    double seconds;           /* of wall-clock time */
    double processor_seconds; /* child processes included, as far as somebody waited for them */
} bp_process_result;

/* Runs the program to its end. False if it can't be started: no such program (ENVIRONMENT, place: the
 * program), no pipe, no memory. */
bool bp_process_run(const bp_allocator *allocator, const bp_process_options *task, bp_process_result *out,
                    bp_error *error);
void bp_process_result_free(const bp_allocator *allocator, bp_process_result *result);

/* Replaces the process by a program that can compute, read files, and use the files that are open; it can't
 * start processes or programs, write to other files, signal or trace other processes, or use the network
 * (src/base/seccomp.c). Async-signal-safe, for a child after fork. Returns only on failure, with errno;
 * ENOSYS: this system has no such filters, and nothing has changed. */
void bp_seccomp_exec(const char *path, const char *const *argv, const char *const *environment);

/* Blocks interrupts (SIGINT, SIGTERM, SIGHUP, unless ignored) for this thread and threads it starts.
 * bp_process_run ends its program when one is pending, and the caller has time to clean up. Restoring
 * delivers a pending interrupt. */
typedef struct bp_interrupts {
    uint64_t before[16]; /* the system's own record of what was blocked before */
} bp_interrupts;
void bp_interrupts_block(bp_interrupts *interrupts);
bool bp_interrupts_pending(void);
void bp_interrupts_restore(const bp_interrupts *interrupts);
