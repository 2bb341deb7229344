/* doctor_command: `bindpose doctor FILE [--json]`, what is wrong with a glTF file's skins. */
#ifndef BP_CLI_DOCTOR_COMMAND_H
#define BP_CLI_DOCTOR_COMMAND_H

/* Returns the exit code: 0 no errors in the file, 1 some, 2 wrong use or not readable, 3 environment. */
int bp_doctor_command(int argc, char **argv);

#endif
