/* Shorthand for what every lesson writes many times. The dots take further members: .unit = "pixels". */
#pragma once

#include <bindpose/bindpose.h>
#include <bindpose/lesson_session.h>

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

/* Members of a question: a choice among these options, with the right one's index. */
#define CHOICE(right, ...) .kind = BP_QUESTION_CHOICE, .answer = right, .options = {__VA_ARGS__}

/* What stands over a stage. */
static inline void bp_name_stage(bp_world *world, int stage, const char *title, const char *subtitle) {
    world->stages[stage].title = title, world->stages[stage].subtitle = subtitle;
}

/* Members of a lesson: what they all have, with a function setup and the steps STEPS. */
#define LESSON(is, called)                                                                                   \
    .number = is, .name = called, .setup = setup, .steps = STEPS, .step_count = BP_COUNT(STEPS)
#define PIXEL_LESSON(is, called) LESSON(is, called), .group = BP_LESSONS_PIXELS

/* Members of a step: its claims, readouts and handles. */
#define ROWS_OF(type, ...)                                                                                   \
    (const type[]) { __VA_ARGS__ }
#define ROW_COUNT(type, ...) (int)(sizeof ROWS_OF(type, __VA_ARGS__) / sizeof(type))
#define CLAIMS(...) .claims = ROWS_OF(bp_claim, __VA_ARGS__), .claim_count = ROW_COUNT(bp_claim, __VA_ARGS__)
#define READOUTS(...)                                                                                        \
    .readouts = ROWS_OF(bp_readout, __VA_ARGS__), .readout_count = ROW_COUNT(bp_readout, __VA_ARGS__)
#define HANDLES(...)                                                                                         \
    .handles = ROWS_OF(bp_handle, __VA_ARGS__), .handle_count = ROW_COUNT(bp_handle, __VA_ARGS__)
/* The same from a table that several steps share. */
#define CLAIMS_OF(table) .claims = table, .claim_count = BP_COUNT(table)
#define READOUTS_OF(table) .readouts = table, .readout_count = BP_COUNT(table)
#define HANDLES_OF(table) .handles = table, .handle_count = BP_COUNT(table)
