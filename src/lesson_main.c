/* The program of one lesson: the Makefile compiles this file once for each. */
#include <bindpose/program.h>

int main(int argc, char **argv) { return bp_lesson_program(argc, argv, &bp_lesson, bp_window_sdl()); }
