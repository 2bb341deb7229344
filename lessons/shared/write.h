/* Shorthand for what every lesson writes many times. The dots take further members: .unit = "pixels". */
#ifndef BP_SHARED_WRITE_H
#define BP_SHARED_WRITE_H

#include <bindpose/lesson.h>

/* A claim about a stage and a second number: a vertex, another stage. */
#define BP_CLAIM_THAT(is, words, function, on, which, ...)                                                   \
    { .number = is, .text = words, .measure = function, .args = {.stage = on, .other = which}, __VA_ARGS__ }

/* A slider from `low` to `high` in steps. It carries the change on, which goes from `start` to `end`. */
#define BP_SLIDER_OF(words, of_unit, low, high, by, digits, start, end)                                      \
    {                                                                                                        \
        .name = words, .unit = of_unit, .min = low, .max = high, .step = by, .decimals = digits,             \
        .from = start, .to = end                                                                             \
    }
/* One that sets something else, which begins at `start`. */
#define BP_SLIDER_SETS(words, of_unit, low, high, by, digits, start, put)                                    \
    {                                                                                                        \
        .name = words, .unit = of_unit, .min = low, .max = high, .step = by, .decimals = digits,             \
        .from = start, .set = put                                                                            \
    }

/* Members of a step: its claims, its handles, its readouts. */
#define BP_CLAIMS(array) .claims = array, .claim_count = BP_COUNT(array)
#define BP_HANDLES(array) .handles = array, .handle_count = BP_COUNT(array)
#define BP_READOUTS(array) .readouts = array, .readout_count = BP_COUNT(array)

#endif
