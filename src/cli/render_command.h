/* `bindpose render`: pictures of a glTF file, without a window. */
#ifndef BP_CLI_RENDER_COMMAND_H
#define BP_CLI_RENDER_COMMAND_H

/* argv[0] is "render"; returns the program's exit code. */
int bp_render_command(int argc, char **argv);

#endif
