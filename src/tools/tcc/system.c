/* The folder and the files of a libtcc that the system has installed. */
#include "tools/tcc/system.h"

int __real_open(const char *path, int flags, ...);

int bp_tcc_open(const char *path, int flags) {
    return __real_open(path, flags, 0666); /* the mode counts only for a new file */
}

bool bp_tcc_folder(char *path, size_t size) {
    (void)path, (void)size;
    return false;
}

void bp_tcc_add_symbols(TCCState *tcc) { (void)tcc; }
