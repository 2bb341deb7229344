/* Answers as pictures without words, for the web page and for feedback, which put their own words beside
 * them. */
#ifndef BP_CLI_EXERCISE_PICTURE_H
#define BP_CLI_EXERCISE_PICTURE_H

#include <bindpose/exercise.h>

typedef struct bp_exercise_pictures {
    const char *folder; /* exists; for the functions that write files */
    int width, height;
    bool light;
} bp_exercise_pictures;

/* Makes two PNGs, of the student's result and of the right one, both seen from one place: the case that
 * failed, or the first. Free them with bp_file_free(NULL, ...). Error: memory. */
bool bp_exercise_draw_pictures(const bp_exercise_pictures *how, const bp_exercise *exercise,
                               const bp_exercise_result *result, bp_file pictures[2], bp_error *error);
/* Writes them as yours.png and right.png. Errors: memory, the files. */
bool bp_exercise_write_pictures(const bp_exercise_pictures *how, const bp_exercise *exercise,
                                const bp_exercise_result *result, bp_error *error);
/* Writes A.png, B.png, ...: each line of a choice, for the first case. Errors: likewise. */
bool bp_exercise_write_choices(const bp_exercise_pictures *how, const bp_exercise *exercise, bp_error *error);

#endif
