/* Walls round a stranger's code: the words to put before a command, so that it sees the system's programs, what exercises
 * are built with, and one folder of its own, and nothing else: no other files, no network, no other processes.
 *
 * The walls are bubblewrap's (bwrap: namespaces of the kernel). Run by root, the command becomes a user without rights
 * inside, so that the limit on the number of processes holds for it too. */
#ifndef BP_TOOLS_GRADE_SANDBOX_H
#define BP_TOOLS_GRADE_SANDBOX_H

#include <bindpose/exercise.h>

enum { BP_SANDBOX_WORDS = 96 };

typedef struct bp_sandbox {
    const char *words[BP_SANDBOX_WORDS]; /* NULL-ended: bp_exercise_options.wrap_build and wrap_run */
    char shared[8][1200];                /* the paths among them */
    char user[2][32];
} bp_sandbox;

/* For a command whose own folder is `scratch`, an absolute path (borrowed). Sandboxes of one time have different numbers
 * (up to 4000 of them): the system counts processes by user, so users of one number would share one limit, and one
 * student's flood of processes would keep the others' compilers from starting. Errors: a path is too long. */
bool bp_sandbox_make(const bp_exercise_paths *paths, const char *scratch, size_t number, bp_sandbox *out,
                     bp_error *error);

/* Tries the walls with a harmless command. Error: there are none to be had here (ENVIRONMENT, with the reason). */
bool bp_sandbox_try(const bp_allocator *allocator, const bp_exercise_paths *paths, const char *scratch,
                    bp_error *error);

#endif
