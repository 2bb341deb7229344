/* The hole of 2026: a program found the library that holds the answers through /proc/self/mountinfo, linked
 * it with the sandbox's compiler, and ran it. This one walks through all files for a library, a compiler, or
 * anything of the project. */
#include "attack.h"

static int found, seen;

static void walk(const char *folder, int depth) {
    static const char *const WANTED[] = {"libbindpose", "bindpose", "libmath.a", "answers", "gcc",  "cc1",
                                         "clang",       "collect2", "tcc",       "as",      "ld",   "nm",
                                         "sh",          "dash",     "bash",      "python3", "perl", "passwd"};
    DIR *open = depth < 12 ? opendir(folder) : NULL;
    for (struct dirent *entry; open && (entry = readdir(open));) {
        char path[4096];
        struct stat about;
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        seen++;
        for (size_t i = 0; i < sizeof WANTED / sizeof *WANTED; i++)
            if (!strcmp(entry->d_name, WANTED[i]) || (i < 1 && !strncmp(entry->d_name, WANTED[i], 11)))
                found++, printf("found: %s\n", path);
        if (!strncmp(path, "//proc", 6) || !strncmp(path, "//sys", 5)) continue;
        if (lstat(path, &about) == 0 && S_ISDIR(about.st_mode)) walk(path, depth + 1);
    }
    if (open) closedir(open);
}

/* Every mount that /proc names: is its source, or its target, a folder of the project? */
static int mounts(void) {
    char line[4096], target[4096], path[4200];
    int readable = 0;
    FILE *list = fopen("/proc/self/mountinfo", "r");
    while (list && fgets(line, sizeof line, list)) {
        static const char *const NAMES[] = {"lib/libbindpose.a",  "lib/libexercise.a",
                                            "libbindpose.a",      "bin/bindpose",
                                            "e05_final_matrix.o", "../lib/libbindpose.a"};
        for (int field = 3; field <= 4; field++) {
            const char *format = field == 3 ? "%*s %*s %*s %4095s" : "%*s %*s %*s %*s %4095s";
            if (sscanf(line, format, target) != 1) continue;
            for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
                snprintf(path, sizeof path, "%s/%s", target, NAMES[i]);
                readable += TRY(open(path, O_RDONLY) >= 0);
            }
        }
    }
    if (list) fclose(list);
    return readable;
}

static int attack(void) {
    walk("/", 0);
    return found + mounts() + TRY(seen == 0);
}
