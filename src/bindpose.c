/* bindpose: lessons, claims, and tools for characters, in one program. */
#include <bindpose/program.h>

extern const bp_lesson_plan *const bp_lesson_registry[]; /* made by the Makefile from lessons/ */

int main(int argc, char **argv) { return bp_program(argc, argv, bp_lesson_registry, bp_window_sdl()); }
