/* Inside the lesson room: making and freeing a world. */
#ifndef BP_LESSON_WORLD_H
#define BP_LESSON_WORLD_H

#include <bindpose/lesson.h>

/* An empty world; the lesson's setup fills it. */
bp_world bp_world_make(bp_context *context, const char *file, bool engine);
/* Frees what the stages own. */
void bp_world_clear(bp_world *world);

#endif
