/* The monotonic clock, for frame times and measurements. */
#define _POSIX_C_SOURCE 200809L
#include <bindpose/base.h>
#include <time.h>

double bp_seconds(void) {
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
