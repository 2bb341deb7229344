/* Answers as pictures without words, for the web page and for feedback, which put their own words beside
 * them. */
#ifndef BP_CLI_EXERCISE_PICTURE_H
#define BP_CLI_EXERCISE_PICTURE_H

#include <bindpose/exercise.h>

typedef struct bp_exercise_pictures {
    const char *folder; /* exists */
    int width, height;
    bool light;
} bp_exercise_pictures;

/* Writes yours.png and right.png, both seen from one place: the case that failed, or the first. Errors:
 * memory, the files. */
bool bp_exercise_write_pictures(const bp_exercise_pictures *how, const bp_exercise *exercise,
                                const bp_exercise_result *result, bp_error *error);
/* Writes A.png, B.png, ...: each line of a choice, for the first case. Errors: likewise. */
bool bp_exercise_write_choices(const bp_exercise_pictures *how, const bp_exercise *exercise, bp_error *error);

#endif
