/* version: which Bindpose this is.
 *
 * Before 1.0 a new minor version may change functions and structs, and needs a new build of the program; a
 * new patch version changes neither. The shared library's name has both numbers that matter
 * (libbindpose.so.0.1), so a program never gets one that it was not built for. It exports what the headers
 * declare and nothing else.
 */
#ifndef BINDPOSE_VERSION_H
#define BINDPOSE_VERSION_H

#include <bindpose/base.h>

BP_BEGIN_C

/* Of these headers; as a text: BP_VERSION (base.h). */
#define BP_VERSION_MAJOR 0
#define BP_VERSION_MINOR 1
#define BP_VERSION_PATCH 0
/* For comparisons in #if: BP_VERSION_NUMBER >= 102 is 0.1.2 or later. */
#define BP_VERSION_NUMBER (10000 * BP_VERSION_MAJOR + 100 * BP_VERSION_MINOR + BP_VERSION_PATCH)

/* Of the library that the program runs with, such as "0.1.0"; a constant. */
const char *bp_version(void);

BP_END_C

#endif
