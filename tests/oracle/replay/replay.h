/* replay: plays recordings of Babylon.js on this library and compares.
 *
 * The program reads a JSON file, finds the kind of the recording by its keys (the table in recording.c) and
 * passes the root to the function of that kind. This header has what the kinds share: checked reading of
 * JSON with the path of an error, and comparing the library's results with the recording's:
 *
 *     |got - want| <= tolerance * max(1, largest |want| of the row)
 *
 * A row is one array of numbers in the file: a matrix of 16, a vector, a quaternion.
 *
 * The function of a kind returns false as soon as a reader finds the file malformed. A mismatch doesn't
 * stop the replay: the first one is kept to be printed, and counting goes on.
 */
#ifndef REPLAY_H
#define REPLAY_H

#include <bindpose/bindpose.h>
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* The current position, kept for the message of a mismatch. Fields that don't apply are NULL or -1. Texts
 * are borrowed from the JSON. */
typedef struct replay_position {
    const char *trace;     /* name of trace, case, behaviour, clip */
    long step;             /* index within it */
    const char *operation; /* of the step */
    long bone;             /* bone id, node or palette index that `matrix` belongs to */
    const char *matrix;    /* the compared value: "local", "skin", "result" */
} replay_position;

typedef struct replay {
    const char *file;
    double tolerance;
    replay_position place;
    size_t traces, steps, values; /* replayed and compared so far */
    double worst;                 /* largest |got - want| / max(1, |want row|) so far */
    char worst_place[256];
    bool mismatch;       /* some value exceeded the tolerance */
    char first[640];     /* the first of them */
    bool malformed;      /* the file is no such recording */
    char complaint[640]; /* the reason */
    char path[384];      /* position in the JSON: "traces[3].steps[2].v" */
} replay;

/* Plays a recording of any kind. `r` is zero except for the file's name; its fields get the result.
 * Tolerance 0: the kind's own. */
void replay_recording(replay *r, const void *text, size_t size, double tolerance);

/* ---- the JSON path: `size_t mark = replay_enter(...); ... replay_leave(r, mark);` ---- */

/* Appends ".key" (key not NULL) or "[index]" (key NULL) to r->path; returns the mark to leave with. */
size_t replay_enter(replay *r, const char *key, size_t index);
void replay_leave(replay *r, size_t mark);

/* Records that the file is malformed at r->path; returns false. */
bool replay_malformed(replay *r, const char *format, ...) BP_PRINTF(2, 3);

/* ---- reading: each records an error with its path and returns false (or NULL) ---- */

/* A member that must be an array, with exactly `count` elements if that is not negative. */
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
/* The same for a member of an object. */
bool replay_member(replay *r, const json_t *object, const char *key, size_t count, double *out);
/* Members as types of the library. */
bool replay_vec3(replay *r, const json_t *object, const char *key, bp_vec3 *out);
bool replay_quat(replay *r, const json_t *object, const char *key, bp_quat *out);
bool replay_mat4(replay *r, const json_t *object, const char *key, bp_mat4 *out);

/* ---- comparing: `want` must be an array of exactly `count` numbers (else malformed, false) ---- */

bool replay_compare(replay *r, const json_t *want, const float *got, size_t count);
bool replay_compare_doubles(replay *r, const json_t *want, const double *got, size_t count);
/* A quaternion: the nearer of got and -got. */
bool replay_compare_rotation(replay *r, const json_t *want, bp_quat got);
/* Compares numbers that are already read. */
void replay_compare_numbers(replay *r, const double *want, const double *got, size_t count);
/* Records a mismatch unless `equal`, for an index, an order, a name. */
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
