/* playback: seconds to a time within a clip.
 *
 * One number is the state: the progress in frames from `from` towards `to`. It grows over cycles and
 * shrinks when playing backwards; everything that a playback shows follows from it and the direction.
 * Progress is computed from the seconds since the current speed began instead of being added up, so it
 * doesn't drift, and equal seconds give equal frames. At the border of two cycles the direction decides:
 * forwards it is the first frame of the next one, backwards the last frame of the earlier one.
 */
#include <bindpose/rig.h>

static double smaller(double a, double b) { return a < b ? a : b; }
static double larger(double a, double b) { return a > b ? a : b; }

#define MAX_CYCLES 1e15 /* beyond it doubles are too far apart to count */

static double range_of(const bp_playback *playback) {
    return fabs(playback->options.to - playback->options.from);
}

/* The frame at `progress` frames within one cycle. */
static double frame_at(const bp_playback *playback, double progress) {
    double range = range_of(playback);
    double within = progress > 0 ? smaller(progress, range) : 0; /* rounding may exceed the range */
    return playback->options.from <= playback->options.to ? playback->options.from + within
                                                          : playback->options.from - within;
}

static double frame_of_end(const bp_playback *playback) {
    return playback->backwards ? playback->options.from : playback->options.to;
}

/* |sin| over the cycle; the argument is mirrored at the middle, where floats are finer. */
static double yoyo_frame(const bp_playback *playback, double within) {
    double range = range_of(playback), u = within / range;
    double swing = (double)bp_sin((float)(u > 0.5 ? 1 - u : u) * BP_PI) * range;
    bool from_to = playback->options.speed < 0; /* it starts from `to` */
    return frame_at(playback, from_to ? range - swing : swing);
}

/* Cycles, frame and time from progress. */
static void update_frame(bp_playback *playback) {
    double range = range_of(playback), cycles = 0;
    if (range > 0) {
        double ratio = larger(-MAX_CYCLES, smaller(MAX_CYCLES, playback->progress / range));
        cycles = playback->backwards ? -floor(-ratio) - 1 : floor(ratio); /* -floor(-x) is the ceiling */
    }
    double within = playback->progress - cycles * range;
    playback->cycles = cycles;
    playback->frame = frame_at(playback, within);
    if (playback->options.loop == BP_LOOP_YOYO && range > 0) playback->frame = yoyo_frame(playback, within);
    playback->time = playback->frame;
    if (playback->options.loop == BP_LOOP_CONSTANT && cycles != 0) playback->time = frame_of_end(playback);
}

static bool check(const bp_playback_options *options, bp_error *error) {
    const double values[] = {options->from, options->to, options->rate, options->speed};
    static const char *const names[] = {"from", "to", "rate", "speed"};
    for (size_t i = 0; i < BP_COUNT(names); i++)
        if (!bp_is_finite(values[i]))
            return bp_fail(error, BP_ERROR_ARGUMENT, names[i], "is not a finite number");
    if (!bp_is_finite(options->to - options->from))
        return bp_fail(error, BP_ERROR_ARGUMENT, "to", "%g is too far from %g", options->to, options->from);
    if (options->rate < 0)
        return bp_fail(error, BP_ERROR_ARGUMENT, "rate",
                       "%g frames per second: must be positive; to play backwards make the speed negative",
                       options->rate);
    if ((unsigned)options->loop >= BP_LOOP_COUNT)
        return bp_fail(error, BP_ERROR_ARGUMENT, "loop", "%d is not a bp_loop", (int)options->loop);
    return true;
}

bool bp_playback_start(bp_playback *playback, const bp_playback_options *options, bp_error *error) {
    if (!playback) return bp_fail_null(error, "playback");
    if (!check(options, error)) return false;
    *playback = (bp_playback){.options = *options};
    if (options->rate == 0) playback->options.rate = 1;
    if (options->speed == 0) playback->options.speed = 1;
    playback->speed = playback->options.speed;
    playback->backwards = playback->speed < 0;
    playback->progress = playback->anchor_progress = playback->backwards ? range_of(playback) : 0;
    update_frame(playback);
    return true;
}

/* BP_LOOP_ONCE: stops at the end of the range. */
static void stop_at_end(bp_playback *playback) {
    double range = range_of(playback);
    bool over = playback->backwards ? playback->progress <= 0 : playback->progress >= range;
    if (playback->options.loop != BP_LOOP_ONCE || !over) return;
    playback->progress = playback->backwards ? 0 : range;
    playback->cycles = 0;
    playback->frame = playback->time = frame_of_end(playback);
    playback->ended = true;
}

static double count_loops(const bp_playback *playback, double old_cycles, double old_frame) {
    if (!playback->options.engine_loops || playback->options.loop == BP_LOOP_YOYO)
        return playback->ended ? 0 : fabs(playback->cycles - old_cycles);
    bool falling = (playback->options.to < playback->options.from) != playback->backwards;
    return (falling ? playback->frame > old_frame : playback->frame < old_frame) ? 1 : 0;
}

void bp_playback_update(bp_playback *playback, double seconds) {
    if (!playback) return;
    double progress = playback->anchor_progress +
                      (seconds - playback->anchor_seconds) * (playback->options.rate * playback->speed);
    if (playback->ended || !bp_is_finite(progress)) return;
    if (playback->speed == 0) { /* at a border the shown frame stays */
        playback->seconds = playback->anchor_seconds = seconds;
        return;
    }
    double old_cycles = playback->cycles;
    double old_frame = playback->started ? playback->frame : 0; /* as the engine's clock, first at 0 */
    playback->seconds = seconds;
    playback->progress = progress;
    playback->started = true;
    update_frame(playback);
    stop_at_end(playback);
    double loops = count_loops(playback, old_cycles, old_frame);
    playback->loops += loops;
    if (loops > 0 && playback->options.on_loop) playback->options.on_loop(playback->options.user, playback);
    if (playback->ended && playback->options.on_end)
        playback->options.on_end(playback->options.user, playback);
}

void bp_playback_set_speed(bp_playback *playback, double speed) {
    if (!playback) return;
    if (!bp_is_finite(speed)) return;
    playback->speed = speed;
    if (speed != 0) playback->backwards = speed < 0;
    playback->anchor_progress = playback->progress;
    playback->anchor_seconds = playback->seconds;
}

/* The progress within the first cycle that shows the frame at `distance` from `from`. */
static double progress_showing(const bp_playback *playback, double distance) {
    double range = range_of(playback);
    if (playback->options.loop != BP_LOOP_YOYO || !(range > 0)) return distance;
    double swing = playback->options.speed < 0 ? range - distance : distance;
    return (double)(bp_asin((float)(swing / range)) / BP_PI) * range;
}

void bp_playback_seek(bp_playback *playback, double frame) {
    if (!playback) return;
    double from = playback->options.from, to = playback->options.to;
    if (frame != frame) return;
    double distance = larger(0, smaller(range_of(playback), from <= to ? frame - from : from - frame));
    playback->progress = playback->anchor_progress = progress_showing(playback, distance);
    playback->anchor_seconds = playback->seconds;
    playback->frame = playback->time = frame_at(playback, distance);
    playback->cycles = 0;
    playback->ended = false;
}
