/* `bindpose exercise grade DIR`: a class's submissions, checked apart, as a table and as files. */
#ifndef BP_CLI_GRADE_COMMAND_H
#define BP_CLI_GRADE_COMMAND_H

/* argv[0] is "grade". Returns the exit code: 0 graded, 2 wrong use, 3 environment. */
int bp_grade_command(int argc, char **argv);

#endif
