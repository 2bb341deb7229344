/* The clock and the number of processors on Windows. */
#include "base/clock.h"
#include <windows.h>

double bp_seconds(void) {
    LARGE_INTEGER now, frequency;
    QueryPerformanceCounter(&now);
    QueryPerformanceFrequency(&frequency);
    return (double)now.QuadPart / (double)frequency.QuadPart;
}

void bp_sleep(double seconds) { Sleep((DWORD)(1000 * seconds + 0.5)); }

int bp_processors(void) {
    DWORD_PTR ours = 0, all;
    GetProcessAffinityMask(GetCurrentProcess(), &ours, &all);
    const int count = __builtin_popcountll(ours);
    return count > 0 ? count : 1; /* 0: they are in several groups */
}
