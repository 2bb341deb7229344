/* Sandboxes for untrusted code, made of words to put before a command: two for each file that is checked.
 *
 * - build: the toolchain, the public headers, the objects around a student's function, the maths library, and
 *   the scratch folder with the file. No other file of the project.
 * - run: what loads students' programs, the shared libraries that they need, the scratch folder to read, and
 *   /proc of the program alone. No toolchain and no other file of the project; no file can be written, and no
 *   program started.
 *
 * All are without network and without other processes, with limits on processes, and with an environment of
 * their own. If root grades, its process leaves the network for good. None holds a correct answer: those are
 * in the program that grades, outside.
 *
 * bubblewrap (bwrap: Linux namespaces) does the work. If root runs it, the command runs as an unprivileged
 * user inside, so the limit on the number of processes applies to it. */
#pragma once

#include <bindpose/exercise.h>

enum { BP_SANDBOX_WORDS = 200, BP_SANDBOX_LIBRARIES = 24, BP_SANDBOX_PATHS = 12 + 2 * BP_SANDBOX_LIBRARIES };

typedef struct bp_sandbox {
    const char *words[BP_SANDBOX_WORDS]; /* NULL-ended: bp_exercise_options.wrap_build and others */
    char paths[BP_SANDBOX_PATHS][1200];  /* those among them that aren't constants */
    char user[32];
    int word_count, path_count;
    bool full;
} bp_sandbox;

typedef struct bp_sandboxes {
    bp_sandbox build, run;
} bp_sandboxes;

/* Shared by all sandboxes of one run of the grader, which borrow it. */
typedef struct bp_sandbox_plan {
    const bp_exercise_paths *paths;
    bool offline;                               /* this process has left the network already */
    char libraries[BP_SANDBOX_LIBRARIES][1024]; /* paths of shared libraries of students' programs */
    int library_count;
    char loader[1100]; /* of students' programs: BP_SANDBOX_LOADER in a sandbox that runs them */
    char header[1000]; /* a folder with the header of answers: BP_SANDBOX_HEADER in one that compiles them */
} bp_sandbox_plan;

#define BP_SANDBOX_LOADER "/loader"
#define BP_SANDBOX_HEADER "/header/exercise.h"

/* Finds out what programs need, and checks a harmless file in the sandboxes from beginning to end, so that
 * everything that they need is there. `scratch` is an absolute path. Errors: sandboxes, the compiler or a
 * program don't work here (ENVIRONMENT, with the reason). */
bool bp_sandbox_plan_make(const bp_allocator *allocator, const bp_exercise_paths *paths, const char *scratch,
                          bp_sandbox_plan *out, bp_error *error);

/* Makes sandboxes around the folder `scratch`, an absolute path (borrowed). Sandboxes that exist at once need
 * different numbers, below 4000: each number is a user, and the system limits processes by user. With one
 * user for all, one student's flood of processes would stop the others' compilers. Errors: a path is too
 * long. */
bool bp_sandboxes_make(const bp_sandbox_plan *plan, const char *scratch, size_t number, bp_sandboxes *out,
                       bp_error *error);
