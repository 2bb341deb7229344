/* For programs that aren't linked with src/draco.cc. */
#include "cli/draco.h"

bp_draco_decoder *bp_draco_default(void) { return NULL; }
