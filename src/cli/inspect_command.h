/* `bindpose inspect`: a file's skeletons, bone by bone, with the seven matrices of each. */
#ifndef BP_CLI_INSPECT_COMMAND_H
#define BP_CLI_INSPECT_COMMAND_H

/* argv[0] is "inspect"; returns the program's exit code. */
int bp_inspect_command(int argc, char **argv);

#endif
