/* The commands of `bindpose`. program.c has the table that finds them by name. */
#pragma once

#include "cli/options.h"

bp_command bp_bench_command;  /* times the benchmark workloads */
bp_command bp_claims_command; /* measures every claim of the page */
bp_command bp_demo_command;   /* a crowd of characters: in a window, as pictures, or measured */
bp_command bp_diff_command;   /* do two glTF files move in the same way? exit 1 if not */
bp_command bp_doctor_command; /* what is wrong with a glTF file's skins; exit 1 on errors */
/* the exercises; exit 0 passed, 1 wrong, 2 build or use, 3 environment, 4 time */
bp_command bp_exercise_command;
bp_command bp_explain_command;  /* what a finding of the doctor means */
bp_command bp_grade_command;    /* `exercise grade`: a class's files */
bp_command bp_handin_command;   /* `exercise handin`: a student's work as one file */
bp_command bp_match_command;    /* do clips fit a character's skeleton? exit 1 if not */
bp_command bp_inspect_command;  /* a glTF file's skeletons, with the matrices of each bone */
bp_command bp_pack_command;     /* clips in few bytes; exit 1 if not within the bound */
bp_command bp_rebind_command;   /* another bind pose, the same motion; exit 1 if it differs */
bp_command bp_render_command;   /* pictures of a glTF file */
bp_command bp_retarget_command; /* another skeleton's motion for a character */
bp_command bp_skin_command;     /* skinned vertices and joint matrices */
bp_command bp_view_command;     /* a glTF file in a window */

bp_command bp_lesson_command; /* `bindpose lesson`, and the program of one: the first of call->lessons */
