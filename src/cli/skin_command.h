/* `bindpose skin`: where a file's vertices are at a moment, and the joint matrices that put them there. */
#ifndef BP_CLI_SKIN_COMMAND_H
#define BP_CLI_SKIN_COMMAND_H

/* argv[0] is "skin"; returns the program's exit code. */
int bp_skin_command(int argc, char **argv);

#endif
