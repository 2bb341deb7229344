/* The program of one lesson. The Makefile compiles this file once for each lesson. */
#include "base/system.h"
#include <bindpose/program.h>

int main(int argc, char **argv) {
    bp_program_begin(&argc, &argv);
    return bp_lesson_program(argc, argv, &bp_lesson, bp_window_default());
}
