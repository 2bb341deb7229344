/* Tiles over the lower edge of a stage: the bones in the array's order. */
#ifndef BP_LESSON_ARRAY_TILES_H
#define BP_LESSON_ARRAY_TILES_H

#include <bindpose/lesson.h>

/* `cursor`: how many of them prepare has passed so far. */
void bp_paint_array(bp_painter *painter, const bp_skeleton *skeleton, float cursor);

#endif
