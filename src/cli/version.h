/* The line that `bindpose --version` prints. */
#ifndef BP_CLI_VERSION_H
#define BP_CLI_VERSION_H

#include <bindpose/base.h>

/* Prints "bindpose VERSION (commit COMMIT, COMPILER, PROCESSOR, INSTRUCTION SET)". `commit` may be "". */
void bp_print_version(const char *commit);

#endif
