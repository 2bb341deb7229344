/* playback: turns seconds into a time within a clip: direction, speed, and the behaviour at the end.
 *
 * Babylon.js's Animatable: speedRatio, goToFrame, loop modes, onAnimationLoop, onAnimationEnd. A playback
 * holds no clip, so one can drive several. Its unit is that of the clip's times, called frames here.
 */
#ifndef BINDPOSE_PLAYBACK_H
#define BINDPOSE_PLAYBACK_H

#include <bindpose/clip.h>

BP_BEGIN_C

/* Animation.ANIMATIONLOOPMODE_CYCLE and so on; a cycle is one run through the range. */
typedef enum bp_loop {
    BP_LOOP_CYCLE,    /* starts again */
    BP_LOOP_ONCE,     /* stops at the end */
    BP_LOOP_CONSTANT, /* after the first cycle the value at the end stays, while the clock goes on */
    /* Each cycle continues where the last one ended: plus cycles * (value at `to` - value at `from`). A
     * rotation is repeated that often; matrices and weights start again. */
    BP_LOOP_RELATIVE,
    BP_LOOP_YOYO, /* back and forth: from + range * |sin(pi * progress / range)|, half a swing a cycle */
    BP_LOOP_COUNT
} bp_loop;

typedef struct bp_playback bp_playback;

typedef struct bp_playback_options {
    double from, to; /* frames; from > to plays downwards */
    double rate;     /* frames per second; 0: 1, times are seconds */
    double speed;    /* 0: 1; negative starts at `to` and plays towards `from` */
    bp_loop loop;
    /* bp_playback_update calls on_loop when cycles were completed (once per update) and on_end when ONCE
     * reached its end. Either may be NULL; `user` is borrowed for the playback's life. */
    void (*on_loop)(void *user, const bp_playback *playback);
    void (*on_end)(void *user, const bp_playback *playback);
    void *user;
    /* Count loops as Babylon.js does: one whenever the clock's frame jumps against the direction, with a
     * clock at frame 0 before the start. Playing backwards then reports a loop at the first update, and an
     * update over several cycles reports one. Off: the number of whole cycles. */
    bool engine_loops;
} bp_playback_options;

/* The state of a playback. A value: copy it freely; read it, don't write it. It has more than 12 fields
 * because the last five are its results. */
struct bp_playback {
    bp_playback_options options; /* as given, zeros replaced by their meaning */
    double speed;                /* the current one */
    bool backwards;              /* direction of the last speed that wasn't 0 */
    bool started;                /* there was an update */
    double seconds;              /* since the start */
    double progress;             /* frames from `from` towards `to`, not wrapped over cycles */
    double anchor_seconds;       /* start of the current speed */
    double anchor_progress;
    double frame;  /* the clock: from..to */
    double time;   /* the time to sample: `frame`, except that CONSTANT holds its end */
    double cycles; /* whole cycles done, negative if it went backwards */
    double loops;  /* loops reported so far */
    bool ended;    /* ONCE has reached its end */
};

/* Sets a playback to its beginning; calls no callback. Errors, with the option as place: a value that is
 * not finite, a negative rate, an unknown loop mode. */
bool bp_playback_start(bp_playback *playback, const bp_playback_options *options, bp_error *error);
/* To the state at `seconds` after the start; going back in time is fine. Ignored if not finite, and after
 * ONCE's end. */
void bp_playback_update(bp_playback *playback, double seconds);
/* From now on at another speed; 0 pauses. Ignored if not finite. */
void bp_playback_set_speed(bp_playback *playback, double speed);
/* To a frame of the range (clamped to it), in the first cycle; an ended playback runs again. NaN is
 * ignored. */
void bp_playback_seek(bp_playback *playback, double frame);

BP_END_C

#endif
