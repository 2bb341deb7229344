/* The compiler sees less than the linker: not even the objects that are linked with this one. */
#include "exercise.h"

__asm__(".section .rodata\n.incbin \"@BUILD@/exercises/main.o\"\n.incbin "
        "\"@BUILD@/lib/modules/libmath.a\"\n.text\n");
