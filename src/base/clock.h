/* The clock and the number of processors. */
#pragma once

#include <bindpose/base.h>

/* Seconds since an arbitrary moment, on a clock that never goes back. */
double bp_seconds(void);
void bp_sleep(double seconds);
/* Processors that this process may use: 1 or more. */
int bp_processors(void);
