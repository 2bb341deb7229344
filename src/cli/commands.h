/* The commands of `bindpose`. program.c has the table that finds them by name. */
#pragma once

#include <bindpose/program.h>

/* Passed by main to the commands. */
typedef struct bp_environment {
    const bp_lesson_plan *const *lessons; /* in order, then NULL */
    const bp_window *window;              /* NULL: there is no display */
    const char *commit;                   /* that was built; "": unknown */
} bp_environment;

/* Runs a command; argv[0] is its name. Returns the exit code: 0 good, 1 a check failed, 2 wrong use or
 * unreadable input, 3 environment. */
typedef int bp_command(const bp_environment *environment, int argc, char **argv);

bp_command bp_bench_command;  /* times the benchmark workloads */
bp_command bp_claims_command; /* measures every claim of the page */
bp_command bp_demo_command;   /* a crowd of characters: in a window, as pictures, or measured */
bp_command bp_diff_command;   /* do two glTF files move in the same way? exit 1 if not */
bp_command bp_doctor_command; /* what is wrong with a glTF file's skins; exit 1 on errors */
/* the exercises; exit 0 passed, 1 wrong, 2 build or use, 3 environment, 4 time */
bp_command bp_exercise_command;
bp_command bp_explain_command; /* what a finding of the doctor means */
bp_command bp_grade_command;   /* `exercise grade`: a class's files */
bp_command bp_handin_command;  /* `exercise handin`: a student's work as one file */
bp_command bp_match_command;   /* do clips fit a character's skeleton? exit 1 if not */
bp_command bp_inspect_command; /* a glTF file's skeletons, with the matrices of each bone */
bp_command bp_pack_command;    /* clips in few bytes; exit 1 if not within the bound */
bp_command bp_rebind_command;  /* another bind pose, the same motion; exit 1 if it differs */
bp_command bp_render_command;  /* pictures of a glTF file */
bp_command bp_retarget_command; /* another skeleton's motion for a character */
bp_command bp_skin_command;    /* skinned vertices and joint matrices */
bp_command bp_view_command;    /* a glTF file in a window */

/* `bindpose lesson` and the program of one lesson. `program` is its name in help and messages. */
int bp_lesson_command(const char *program, int argc, char **argv, const bp_lesson_plan *lesson,
                      const bp_window *window);
