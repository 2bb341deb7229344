/* What the program that compiles by libtcc needs of the system. `windows/system.c` has it for Windows, where
 * libtcc and the C library's headers come with the program. */
#pragma once

#include <bindpose/base.h>
#include <libtcc.h>

#ifdef _WIN32
enum { BP_TCC_IS_OURS = 1 };
#else
enum { BP_TCC_IS_OURS = 0 };
#endif

/* Opens a file whose name is UTF-8, as open does, with mode 0666. */
int bp_tcc_open(const char *path, int flags);
/* The absolute path of our own folder of libtcc, with the headers; false: it is the system's. */
bool bp_tcc_folder(char *path, size_t size);
/* Adds the functions of bindpose/math.h and of C that are in this program, where libtcc can't link their
 * libraries. */
void bp_tcc_add_symbols(TCCState *tcc);
