/* The version that was compiled, which may differ from that of the headers of a program. */
#include <bindpose/version.h>

const char *bp_version(void) { return BP_VERSION; }
