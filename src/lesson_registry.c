/* All lessons by number, then NULL; lesson/lesson.c has the order of reading. The Makefile lists them in
 * LESSONS, as X(bp_lesson_NN_name). bindpose/lesson.h declares bp_lesson; __typeof__ gives its type. */
#include <bindpose/lesson.h>

#define X(name) extern __typeof__(bp_lesson) name;
LESSONS
#undef X

extern __typeof__(bp_lesson) *const bp_lesson_registry[];
#define X(name) &name,
__typeof__(bp_lesson) *const bp_lesson_registry[] = {LESSONS 0};
