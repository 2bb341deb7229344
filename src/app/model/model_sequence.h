/* Pictures of a model that moves, or around which the camera goes: one by one, or as one file. */
#ifndef BP_APP_MODEL_MODEL_SEQUENCE_H
#define BP_APP_MODEL_MODEL_SEQUENCE_H

#include "app/model/model_picture.h"
#include <bindpose/io.h>

typedef struct bp_model_sequence {
    bp_raster *raster; /* borrowed */
    bp_framebuffer framebuffer;
    bp_model_picture picture;
    /* Poses the model and its figure at a time of the clip; without a clip at 0. */
    bool (*pose)(void *user, double seconds, bp_error *error);
    void (*check)(void *user, const bp_model_picture *picture); /* called before it is drawn; may be NULL */
    void *user;
    double first, length; /* seconds: the clip's first key, and its length; 0: no clip */
    double fps, seconds;  /* pictures a second, and the time that all take */
    int count;            /* of the pictures */
    bool turntable;       /* the camera goes once round its target */
    const bp_vec3 *path; /* borrowed; path_count moves of the camera, at even times of the clip; NULL: none */
    int path_count;
} bp_model_sequence;

/* Sets `seconds` and `count` from the other members: once through the clip, with a turntable as often as it
 * takes for a calm turn. Returns the number of pictures as a double, which may be too large for `count`. */
double bp_model_sequence_plan(bp_model_sequence *sequence);
/* Sets the distance of the picture's camera so that the box is in view, on a turntable from all sides. */
void bp_model_sequence_fit(bp_model_sequence *sequence, bp_bounds bounds);
bool bp_model_sequence_draw(const bp_model_sequence *sequence, int index, bp_error *error);

/* bp_sequence_encode_apng or bp_sequence_encode_gif. */
typedef bool bp_sequence_encoder(const bp_allocator *allocator, const bp_image_sequence *sequence,
                                 bp_file *out, bp_error *error);
/* Writes the file whole or not at all. */
bool bp_model_sequence_write(bp_model_sequence *sequence, bp_sequence_encoder *encode, const char *path,
                             bp_error *error);

#endif
