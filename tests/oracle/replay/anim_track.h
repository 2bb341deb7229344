/* anim_track: a recording's list of keys as a track of the library. */
#ifndef REPLAY_ANIM_TRACK_H
#define REPLAY_ANIM_TRACK_H

#include "replay.h"

/* A track with the arrays that it views. */
typedef struct anim_track {
    bp_track view;
    double *times;
    float *values;
    uint8_t *modes;
} anim_track;

/* Reads `keys` of an object: {frame, value, in?, out?, step?}. A segment is cubic if the key before it has
 * `out` and the one after it `in`. Matrices step, as in the engine, unless `interpolate_matrices`. The
 * result has passed bp_track_check; on failure there is nothing to free. */
bool anim_track_read(replay *r, const json_t *object, bp_track_kind kind, bool interpolate_matrices,
                     anim_track *track);
void anim_track_free(anim_track *track);

/* Kind by the recording's `type` (vector3 is a position) and, for bones, by `property`. */
bool anim_kind_of_type(replay *r, const json_t *object, bp_track_kind *kind);
bool anim_kind_of_property(replay *r, const json_t *object, bp_track_kind *kind);

/* Reads `bone` (below `bones`), `property` and `keys`, and adds the track to the clip. */
bool anim_track_add(replay *r, const json_t *object, size_t bones, bp_clip *clip);

/* Records the library's error as a malformed file. Returns false. */
bool anim_failed(replay *r, const bp_error *error);

#endif
