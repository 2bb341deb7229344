/* A sandbox for untrusted code, made of words to put before a command. The command then sees the system's
 * programs, the files that exercises are built with, and one folder of its own: no other files, no network,
 * no other processes.
 *
 * bubblewrap (bwrap: Linux namespaces) does the work. If root runs it, the command runs as an unprivileged
 * user inside, so the limit on the number of processes applies to it. */
#ifndef BP_TOOLS_GRADE_SANDBOX_H
#define BP_TOOLS_GRADE_SANDBOX_H

#include <bindpose/exercise.h>

enum { BP_SANDBOX_WORDS = 96 };

typedef struct bp_sandbox {
    const char *words[BP_SANDBOX_WORDS]; /* NULL-ended: bp_exercise_options.wrap_build and wrap_run */
    char shared[8][1200];                /* the paths among them */
    char user[2][32];
} bp_sandbox;

/* Makes a sandbox around the folder `scratch`, an absolute path (borrowed). Sandboxes that exist at once need
 * different numbers, below 4000: each number is a user, and the system limits processes by user. With one
 * user for all, one student's flood of processes would stop the others' compilers. Errors: a path is too
 * long. */
bool bp_sandbox_make(const bp_exercise_paths *paths, const char *scratch, size_t number, bp_sandbox *out,
                     bp_error *error);

/* Runs a harmless command in the sandbox. Errors: sandboxes don't work here (ENVIRONMENT, with the
 * reason). */
bool bp_sandbox_try(const bp_allocator *allocator, const bp_exercise_paths *paths, const char *scratch,
                    bp_error *error);

#endif
