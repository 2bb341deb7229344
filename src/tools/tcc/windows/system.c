/* libtcc came with the program: its headers and libraries are in a folder beside it. It links ELF files, and
 * MinGW's libraries are none, so this program has their functions, in a table that the build writes
 * (src/windows/windows.mk). */
#include "tools/tcc/system.h"
#include "base/system.h"
#include "base/windows/utf16.h"
#include <io.h>
#include <string.h>
#include <sys/stat.h>

/* A name, and what is there. */
typedef struct bp_tcc_symbol {
    const char *name;
    const void *address;
} bp_tcc_symbol;
extern const bp_tcc_symbol bp_tcc_symbols[]; /* ends with NULL */

int bp_tcc_open(const char *path, int flags) {
    wchar_t wide[BP_UTF16_MOST];
    return bp_utf16_path(path, wide) ? _wopen(wide, flags, _S_IREAD | _S_IWRITE) : -1;
}

bool bp_tcc_folder(char *path, size_t size) {
    char program[BP_UTF16_MOST];
    if (!bp_program_path(program, sizeof program) || !strrchr(program, '/')) return false;
    strcpy(strrchr(program, '/'), "/libtcc");
    return bp_path_resolve(program, path, size);
}

void bp_tcc_add_symbols(TCCState *tcc) {
    for (const bp_tcc_symbol *one = bp_tcc_symbols; one->name; one++)
        tcc_add_symbol(tcc, one->name, one->address);
}
