/* The clock, the terminal, and the name of the processor. */
#define _POSIX_C_SOURCE 200809L
#include <bindpose/base.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

double bp_seconds(void) {
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

bool bp_stderr_is_terminal(void) { return isatty(STDERR_FILENO) == 1; }

/* The first "model name" in /proc/cpuinfo. */
const char *bp_processor_name(char *text, size_t size) {
    static const char key[] = "model name\t: ";
    char line[256];
    FILE *file = fopen("/proc/cpuinfo", "r");
    snprintf(text, size, "unknown processor");
    while (file && fgets(line, sizeof line, file)) {
        if (strncmp(line, key, sizeof key - 1) != 0) continue;
        const char *name = line + sizeof key - 1;
        snprintf(text, size, "%.*s", (int)strcspn(name, "\n"), name);
        break;
    }
    if (file) fclose(file);
    return text;
}
