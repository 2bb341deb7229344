/* The first "model name" in /proc/cpuinfo. */
#include "base/processor.h"
#include <stdio.h>
#include <string.h>

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
