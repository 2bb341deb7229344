/* The clock and the number of processors, by POSIX. The twin for Windows: windows/clock.c. */
#ifdef __linux__
#define _GNU_SOURCE /* sched_getaffinity */
#else
#define _DEFAULT_SOURCE
#endif
#include "base/clock.h"
#include <limits.h>
#ifdef __linux__
#include <sched.h>
#endif
#include <time.h>
#include <unistd.h>

double bp_seconds(void) {
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void bp_sleep(double seconds) {
    struct timespec nap = {.tv_sec = (time_t)seconds};
    nap.tv_nsec = (long)(1e9 * (seconds - (double)nap.tv_sec));
    nanosleep(&nap, NULL);
}

int bp_processors(void) {
#ifdef __linux__
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0) return CPU_COUNT(&set);
#endif
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online < 1 ? 1 : online < INT_MAX ? (int)online : INT_MAX;
}
