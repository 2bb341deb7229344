/* replay: recordings of the real Babylon.js, played again on this library.
 *
 * The program reads a JSON file, tells by its keys which kind of recording it is (recording.c's table) and
 * hands the root to that kind's function. This header is what the kinds share: reading numbers from
 * JSON that may be anything, knowing the place in it, and comparing what the library answers with
 * what the recording says:
 *
 *     |got - want| <= tolerance * max(1, largest |want| of the row)
 *
 * where a row is one array of numbers in the file: a matrix of 16, a vector, a quaternion.
 *
 * A kind's function returns false as soon as the file is malformed (one of the readers here said
 * so; it has noted the place). A mismatch is noted by the comparisons and does not stop the replay: the
 * first one is kept to be printed, the counts and the worst difference go on.
 */
#ifndef REPLAY_H
#define REPLAY_H

#include <bindpose/bindpose.h>
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* Where in the replay we are; the kinds keep it up to date for the message of a mismatch. Fields that
 * don't apply are NULL or -1. Texts are borrowed from the JSON. */
typedef struct replay_place {
    const char *trace;     /* name of trace, case, behaviour, clip */
    long step;             /* number within it */
    const char *operation; /* what the step does */
    long bone;             /* bone (creation index), node or slot that `matrix` belongs to */
    const char *matrix;    /* what is compared: "local", "skin", "result" */
} replay_place;

typedef struct replay {
    const char *file;
    double tolerance;
    replay_place place;
    size_t traces, steps, values; /* replayed and compared so far */
    double worst;                 /* largest |got - want| / max(1, |want row|) so far */
    char worst_place[256];
    bool mismatch;       /* some value was outside the tolerance ... */
    char first[640];     /* ... and the first was this one */
    bool malformed;      /* the file is not such a recording ... */
    char complaint[640]; /* ... because of this */
    char path[384];      /* place in the JSON, "traces[3].steps[2].v" */
} replay;

/* Plays a recording's text, whatever kind it is of; `r` is zero but for its file's name, and its fields say how it went.
 * A tolerance of 0 is the kind's own. */
void replay_recording(replay *r, const void *text, size_t size, double tolerance);

/* ---- the JSON place: `size_t mark = replay_enter(...); ... replay_leave(r, mark);` ---- */

/* Appends ".key" (key not NULL) or "[index]" (key NULL) to r->path; returns the mark to leave with. */
size_t replay_enter(replay *r, const char *key, size_t index);
void replay_leave(replay *r, size_t mark);

/* Notes that the file is malformed at r->path; returns false. */
bool replay_malformed(replay *r, const char *format, ...) BP_PRINTF(2, 3);

/* ---- reading: each notes what is wrong and where, and returns false (or NULL) ---- */

/* Member of an object that must be an array; with `count` >= 0 of exactly so many elements. */
const json_t *replay_array(replay *r, const json_t *object, const char *key, long count);
/* Member that must be an object. */
const json_t *replay_object(replay *r, const json_t *object, const char *key);
/* Member that must be a string; NULL and noted otherwise. */
const char *replay_text(replay *r, const json_t *object, const char *key);
/* Member that must be one finite number. */
bool replay_number(replay *r, const json_t *object, const char *key, double *out);
/* Member that must be true or false. */
bool replay_flag(replay *r, const json_t *object, const char *key, bool *out);
/* Member that must be an integer within low..high (both included). */
bool replay_index(replay *r, const json_t *object, const char *key, long low, long high, long *out);
/* `row` itself must be an array of exactly `count` finite numbers. */
bool replay_numbers(replay *r, const json_t *row, size_t count, double *out);
/* Member of an object, likewise. */
bool replay_member(replay *r, const json_t *object, const char *key, size_t count, double *out);
/* Members as the library's types. */
bool replay_vec3(replay *r, const json_t *object, const char *key, bp_vec3 *out);
bool replay_quat(replay *r, const json_t *object, const char *key, bp_quat *out);
bool replay_mat4(replay *r, const json_t *object, const char *key, bp_mat4 *out);

/* ---- comparing: `want` must be an array of exactly `count` numbers (else malformed, false) ---- */

bool replay_compare(replay *r, const json_t *want, const float *got, size_t count);
bool replay_compare_wide(replay *r, const json_t *want, const double *got, size_t count);
/* A quaternion: the nearer of got and -got. */
bool replay_compare_rotation(replay *r, const json_t *want, bp_quat got);
/* The same on numbers that were read before. */
void replay_compare_numbers(replay *r, const double *want, const double *got, size_t count);
/* Something that must be equal (an index, an order, a name): notes a mismatch if not. */
void replay_expect(replay *r, bool equal, const char *format, ...) BP_PRINTF(3, 4);

/* ---- the kinds ---- */

/* api-fuzz.json: `traces`; doc-cases.json: `mesh`, `cases`, `poseCases`, `behaviours`. */
bool replay_traces(replay *r, const json_t *root);
bool replay_doc_cases(replay *r, const json_t *root);
/* ik-look.json: `ik`, `look`. */
bool replay_ik_look(replay *r, const json_t *root);
/* `behaviours` alone, a part of doc-cases.json. */
bool replay_behaviours(replay *r, const json_t *root);

/* animation.json: `interpolation`, `boneAnimations`, `playback`, `ranges`; one case of the last. */
bool replay_animation(replay *r, const json_t *root);
bool replay_ranges(replay *r, const json_t *object);

#endif
