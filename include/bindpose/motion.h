/* motion: the movement of a character over the ground, taken out of its clip, and events along a clip.
 *
 * A clip of a walk moves the hips away from the origin and jumps back when it loops. Root motion splits it:
 *
 *     const bp_motion_options options = {.target = hips, .x = true, .z = true};
 *     bp_motion *walk = bp_motion_extract(clip, &options, &error);
 *     each frame: play walk->clip, which stays in place, and move the character by
 *         bp_motion_between(walk, before, now, true): world = delta * world
 *
 * or give it to a layer of a mixer (mixer.h), which blends the motion of its layers.
 *
 * Times are in the clip's unit. Threads: extracting reads the clip; everything else may be called by any
 * number of threads at a time.
 */
#ifndef BINDPOSE_MOTION_H
#define BINDPOSE_MOTION_H

#include <bindpose/clip.h>

BP_BEGIN_C

typedef struct bp_motion_options {
    int target;   /* the bone (id) or node (index) that carries the character */
    bool x, y, z; /* these axes of its position become motion */
    bool yaw;     /* so does its rotation about +Y, the twist about Y of its rotation since the first key */
} bp_motion_options;

/* A moment of the motion: a rotation about +Y, then a translation. */
typedef struct bp_motion_key {
    double time, yaw; /* radians, not wrapped */
    double x, y, z;
} bp_motion_key;

typedef struct bp_motion {
    bp_allocator allocator;
    bp_clip *clip;       /* owned: a copy of the clip without the motion */
    bp_motion_key *keys; /* owned; linear in between; the first one is zero */
    size_t count;        /* at least 1 */
    double first, last;  /* times of the clip's first and last key, of all its tracks */
} bp_motion;

/* Takes the motion of a target out of a clip. At the keys of the target's tracks of position and rotation,
 * clip and motion compose to the original exactly but for rounding; in between both are linear, and splines
 * get seven keys more between two. NULL on error: neither an axis nor yaw; a target without such a track, or
 * with a track of matrices; memory. */
bp_motion *bp_motion_extract(const bp_clip *clip, const bp_motion_options *options, bp_error *error);
void bp_motion_destroy(bp_motion *motion); /* NULL is fine */

/* The movement from one time to another, in either direction: world = delta * world, with the scale 1. With
 * `loop` times go on over the ends of the clip, as often as they like; else they are clamped to it. */
bp_trs bp_motion_between(const bp_motion *motion, double from, double to, bool loop);

/* Something that happens at a time of a clip: a foot touches the ground. */
typedef struct bp_clip_event {
    double time; /* since the clip's first key, in its unit */
    int id;      /* the program's */
} bp_clip_event;

typedef void bp_clip_event_function(void *user, const bp_clip_event *event, bool backwards);

/* Calls `function` for each event between two times since the first key: those in (from, to], or backwards in
 * [to, from), in the order in which they are passed. So a clock that moves from one time to the next meets
 * each event exactly once, however it moves; start with a `from` a little before the first time to meet an
 * event there. `length` above 0: the clip loops, and events come again in each cycle; else once. Returns how
 * many. A time that isn't finite, or that is 2^52 lengths or more from 0: none. */
size_t bp_clip_events_between(const bp_clip_event *events, size_t count, double length, double from,
                              double to, bp_clip_event_function *function, void *user);

BP_END_C

#endif
