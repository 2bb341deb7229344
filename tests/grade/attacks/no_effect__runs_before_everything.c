/* Code that runs while the program is loaded, before the sanitizers and before any constructor: is it
 * confined by then? */
#include "attack.h"

static int early = -1, earlier = -1;

static void harmless(void) {}
static void (*choose(void))(void) {
    long result, number = SYS_fork;
    __asm__ volatile("syscall" : "=a"(result) : "a"(number) : "rcx", "r11", "memory");
    earlier = result >= 0;
    return harmless;
}
__attribute__((ifunc("choose"))) void chosen(void);

static void before(void) {
    char *argv[] = {"/confine", NULL};
    early = fork() >= 0 || execve("/confine", argv, argv) == 0;
}
__attribute__((section(".preinit_array"), used)) static void (*const entry)(void) = before;

static int attack(void) {
    chosen();
    return TRY(early != 0) + TRY(earlier == 1);
}
