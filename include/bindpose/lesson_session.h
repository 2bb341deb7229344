/* lesson_session: runs a lesson without a window, checks its claims, writes its transcript.
 *
 * A world is a pure function of (lesson, step, time within the step, rules, the student's edits). The
 * session builds it afresh for each state: setup, the changes of all earlier steps, then the current
 * change as far as t. A step therefore shows equal bytes whether you step forward, step back or jump to
 * it. Replaying takes microseconds; models and textures take longer, and the session caches them. */
#ifndef BINDPOSE_LESSON_SESSION_H
#define BINDPOSE_LESSON_SESSION_H

#include <bindpose/io.h>
#include <bindpose/lesson.h>

BP_BEGIN_C

struct bp_json_writer; /* src/io/json.h */

/* Not thread-safe: use a session, and its world, from one thread at a time. */
typedef struct bp_session bp_session;

/* `lesson` and `file` (may be NULL) are borrowed for the session's life. Errors: memory; those of setup. */
bp_session *bp_session_create(const bp_context *context, const bp_lesson_plan *lesson, const char *file,
                              bp_error *error);
void bp_session_destroy(bp_session *session);
const bp_lesson_plan *bp_session_lesson(const bp_session *session);

/* From the next seek on, the lesson may measure times and show them. For windows alone: pictures, transcripts
 * and claims must be the same on every machine. */
void bp_session_allow_times(bp_session *session);

typedef struct bp_lesson_state {
    int step;             /* 0..step_count - 1 */
    float t;              /* how far the step's change has got: 0..1, already eased */
    bool engine;          /* use the engine's rules */
    const bp_edit *edits; /* borrowed for the call */
    size_t edit_count;
    const float *answer; /* borrowed for the call: the student's answer, shown as a ghost; NULL: no ghost */
    bool predicting;     /* the question is open: the ghost's name is "your prediction" */
    int option;          /* an option's index plus 1: the world is the one that its picture shows; 0: none */
} bp_lesson_state;

/* Builds and poses the world of that state: the changes, the handles, then the edits of bones. Errors: no
 * such step; those of the lesson's functions. On an error the world stays as it was, but models from files,
 * which all worlds share, may have moved. */
bool bp_session_seek(bp_session *session, bp_lesson_state state, bp_error *error);
/* The world as last built; borrowed until the next bp_session_seek or bp_session_check. */
bp_world *bp_session_world(bp_session *session);

/* What an illustration shows of the world as last built, for that state: with the step's handles, its
 * slider, and an angle to predict. While a question is open there are no handles, and nothing can be
 * changed. It borrows the session's world. Errors: those of the lesson's functions. */
bool bp_session_content(bp_session *session, const bp_lesson_state *state, bp_content *content,
                        bp_error *error);

/* Replays all steps, and measures the `extent` that worlds have from the next seek on. Windows fit their view
 * to it, so the view doesn't jump from step to step. The lesson's own camera stays as it is, because claims
 * use it. Seek afterwards: models that worlds share have moved. Steps from the first one that fails on aren't
 * measured; that alone is no error. Errors: memory. */
bool bp_session_measure_extent(bp_session *session, bp_error *error);

/* The bone that the panel shows at a step: the last one named by a step up to it, else the world's
 * panel_bone, else the stage's first. *stage receives its stage. NULL if that stage has no bones. */
bp_bone *bp_world_panel_bone(const bp_world *world, const bp_lesson_plan *lesson, int step, int *stage);

typedef struct bp_claim_result {
    const bp_claim *claim; /* borrowed from the lesson */
    int step;
    float measured[BP_CLAIM_VALUE_MAX];
    float engine_measured[BP_CLAIM_VALUE_MAX]; /* if the claim describes the engine */
    bool pass;
    char failure[256]; /* the reason in words; "" if it passes */
} bp_claim_result;

/* Measures one claim: before its step's change (it must be false there, unless holds_before), after it,
 * and with the engine's rules if the claim describes the engine. Returns false only if measuring was
 * impossible. Replaces the session's world. */
bool bp_session_check(bp_session *session, int step, int claim, bp_claim_result *result, bp_error *error);

/* Writes "measured", "expected" (numbers or arrays), "tolerance" and "pass" into the open object. */
void bp_claim_result_write_json(struct bp_json_writer *json, const bp_claim_result *result);

typedef enum bp_transcript_format {
    BP_TRANSCRIPT_TEXT,
    BP_TRANSCRIPT_MARKDOWN,
    BP_TRANSCRIPT_JSON
} bp_transcript_format;

/* Writes captions, notes, readouts, the panel bone's matrices (every bone's in JSON), and the claims with
 * their measured values. `columns` sets matrices in column notation, except in
 * JSON. *failed receives the number of claims that fail (may be NULL). Free `out` with bp_file_free. */
bool bp_session_transcript(bp_session *session, bp_transcript_format format, bool columns, bp_file *out,
                           int *failed, bp_error *error);

BP_END_C

#endif
