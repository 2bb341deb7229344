/* Compares the sweeps' cases with the public headers. */
#ifndef BINDPOSE_TESTS_OOM_HEADERS_H
#define BINDPOSE_TESTS_OOM_HEADERS_H

#include "sweep.h"

/* Prints each function of include/bindpose/ that takes a bp_error and is in no case; returns how many. */
int headers_missing(const sweep_suite *const *suites, size_t count);

#endif
