/* Lines of C that a student chooses and puts in order, in exercises whose answer isn't a formula. An exercise
 * lists them once, in a mixed order, as a macro:
 *
 *     #define LINES(X) \
 *         X(BEND, angle = angle + bend;) \
 *         X(DISTANCE, d = bp_vec2_length(target);)
 *
 * The same text is what the student reads (LINE_TEXT) and what runs (RUN_LINES), so one can't differ from the
 * other. BR is a line break in the text. */
#ifndef BP_EXERCISE_LINES_H
#define BP_EXERCISE_LINES_H

#include "exercise/exercises.h"

#define BR
#define LINE_NAME(name, ...) name,
#define LINE_TEXT(name, ...) [name] = #__VA_ARGS__,
/* clang-format off */
#define LINE_CASE(name, ...) case name: __VA_ARGS__ break;
#define RUN_LINES(chosen, chosen_count) \
    for (int line_ = 0; line_ < (chosen_count); line_++) \
        switch ((chosen)[line_]) { LINES(LINE_CASE) }
/* clang-format on */

/* Functions that the lines may call, and their text. */
#define LINE_HELPERS(text, ...)                                                                              \
    static const char text[] = #__VA_ARGS__;                                                                 \
    __VA_ARGS__

#endif
