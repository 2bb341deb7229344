/* Another program, run with limits: what the checker of exercises compiles with, and what it runs students' code in.
 *
 * It gets nothing of ours but what the task names: standard input is empty, output and errors are collected
 * together, and on file descriptor 3 there may be a channel, on which it finds `input` and leaves its answer.
 * When it ends, or reaches a limit, all processes of its group are killed. */
#ifndef BP_BASE_PROCESS_H
#define BP_BASE_PROCESS_H

#include <bindpose/base.h>
#include <signal.h>

typedef struct bp_process_options {
    const char *const *command_prefix;        /* words before argv, NULL-ended, or NULL: "bwrap", "--ro-bind", ... */
    const char *const *argv;        /* NULL-ended; the program is looked for in $PATH */
    const char *const *environment; /* "NAME=value", NULL-ended: all that it gets; NULL: ours */
    const char *folder;             /* to run in; NULL: ours */
    bool channel;
    const void *input; /* for the channel */
    size_t input_size;
    size_t answer_limit;    /* bytes taken from the channel; more is FLOODED */
    size_t output_limit;    /* bytes of output that are kept; the rest is read and dropped ... */
    double seconds;        /* by the clock and of processor time; 0: no limit */
    int megabytes;         /* resident, of the first process; 0: no limit */
    int address_space_megabytes; /* address space of each process; 0: no limit (sanitizers need very much of it) */
    int file_megabytes;    /* of each file written; 0: no limit */
    bool
        no_child_processes; /* as bp_seccomp_confine, where the system can; else no children by limit, which root doesn't heed */
} bp_process_options;

typedef enum bp_process_end {
    BP_PROCESS_EXITED,   /* code: its exit code */
    BP_PROCESS_SIGNALED, /* code: the signal */
    BP_PROCESS_TIME_LIMIT,
    BP_PROCESS_MEMORY_LIMIT,
    BP_PROCESS_OUTPUT_LIMIT, /* more on the channel, or 64 MiB more of output, than was asked for */
} bp_process_end;

typedef struct bp_process_result {
    bp_process_end end;
    int code;
    bp_file answer; /* freed with bp_process_result_free, as output */
    bp_file output;
    double seconds;
} bp_process_result;

/* Runs it to its end. False where it could not be started at all: no such program (ENVIRONMENT, place: the program),
 * no pipe, no memory. */
bool bp_process_run(const bp_allocator *allocator, const bp_process_options *task, bp_process_result *out,
                    bp_error *error);
void bp_process_result_free(const bp_allocator *allocator, bp_process_result *result);

/* (src/base/seccomp.c) Forbids the calling process, and what it becomes by exec, to start processes, to leave its group,
 * and to signal or trace others. Only makes system calls. False where the system has no such thing. */
bool bp_seccomp_confine(void);

/* While it holds, an interruption (Ctrl-C, hang-up, kill, where that isn't ignored) waits, for this thread and those that
 * it starts; bp_process_run ends its program when one comes, so that there is time to clean up. After the release it
 * does what it would have done. `before` is the caller's, the same for both. */
void bp_interrupts_block(sigset_t *before);
bool bp_interrupts_pending(void);
void bp_interrupts_restore(const sigset_t *before);

#endif
