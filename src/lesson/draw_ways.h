/* Private to the lesson module: a session's pictures of one figure, a way of drawing each. */
#ifndef BP_LESSON_DRAW_WAYS_H
#define BP_LESSON_DRAW_WAYS_H

#include <bindpose/lesson_speed.h>

enum { BP_DRAW_WAYS = 7 };

/* `context` is borrowed: its allocator serves all. NULL: no memory. */
bp_draw_ways *bp_draw_ways_create(bp_context *context, bp_error *error);
void bp_draw_ways_destroy(bp_draw_ways *ways);

#endif
