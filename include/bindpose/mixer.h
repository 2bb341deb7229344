/* mixer: plays several clips of a model at once, with weights, masks, additive layers and cross-fades.
 *
 * three's AnimationMixer, Babylon.js's AnimationGroup, ozz's playback controllers with a BlendingJob. One
 * mixer for each model or instance:
 *
 *     bp_mixer *mixer = bp_mixer_create(pose, &error);
 *     int walk = bp_mixer_play(mixer, &(bp_mixer_options){.clip = 0}, &error);
 *     int run = bp_mixer_play(mixer, &(bp_mixer_options){.clip = 1, .weight = BP_WEIGHT_NONE}, &error);
 *     bp_mixer_cross_fade(mixer, walk, run, 0.3f, true);
 *     each frame: bp_mixer_update(mixer, seconds_since_the_last_frame, &error);
 *
 * If the weights of all layers sum to less than 1, the model's rest has the remainder.
 *
 * Threads: use a mixer, its pose and its model from one thread at a time.
 */
#ifndef BINDPOSE_MIXER_H
#define BINDPOSE_MIXER_H

#include <bindpose/model.h>
#include <bindpose/motion.h>

BP_BEGIN_C

typedef struct bp_mixer bp_mixer;

/* A layer's weight that stands for 0, because 0 in options means 1. */
#define BP_WEIGHT_NONE (-1.0f)

/* Layers of one or several mixers that play together: horse and rider, a door and the hand that opens it. The
 * group has their clock and a factor on their weights: bp_playback_start, _set_speed (0 pauses), _seek and
 * `weight` hold for all of them, and on_loop and on_end come once. Babylon.js's AnimationGroup. A value:
 *
 *     bp_mixer_group group = {.weight = 1};
 *     bp_playback_start(&group.playback, &(bp_playback_options){.to = 3}, &error);
 *     bp_mixer_play(horse, &(bp_mixer_options){.clip = 0, .group = &group}, &error);
 *     bp_mixer_play(rider, &(bp_mixer_options){.clip = 2, .group = &group}, &error);
 *     each frame: bp_playback_update(&group.playback, seconds_since_the_start), then bp_mixer_update of both
 *
 * A clip that is shorter than the group's range holds its last keys until the group begins again, as after
 * AnimationGroup.normalize. */
typedef struct bp_mixer_group {
    bp_playback playback; /* in seconds, or in frames with a rate of its own: clips of any rate follow it */
    float weight;         /* 0 or more */
} bp_mixer_group;

typedef struct bp_mixer_options {
    int clip;          /* of the model's clips */
    float weight;      /* 0: 1; BP_WEIGHT_NONE: 0 */
    float fade;        /* seconds until the weight is reached, from 0 on; 0: at once */
    double speed;      /* 0: 1; negative: backwards */
    double start;      /* seconds into the clip at which it begins */
    bp_loop loop;      /* CYCLE by default */
    const float *mask; /* copied; a factor for each node (bp_model_mask); NULL: 1 */
    /* Adds the clip's difference from its own first frame to what other layers give. */
    bool additive;
    /* Remove the layer when it is over: when a clip with BP_LOOP_ONCE has ended, which then fades out within
     * `fade_out` seconds, or when its weight has been faded to 0. Else it stays: the last frame is held, and
     * the weight may rise again. Layers of weight 0 cost next to nothing. */
    bool remove_at_end;
    float fade_out;
    /* Called once, at the end of the update in which a clip with BP_LOOP_ONCE ends. It may call any function
     * of the mixer but bp_mixer_update and bp_mixer_destroy. NULL: nobody is told. */
    void (*on_end)(void *user, struct bp_mixer *mixer, int layer);
    void *user; /* of on_end and on_event; borrowed for the layer's life */
    /* Borrowed for the layer's life: the motion of this clip (bp_motion_extract). The layer plays the clip in
     * place and adds to bp_mixer_motion. NULL: it plays the clip as it is. */
    const bp_motion *motion;
    /* Borrowed for the layer's life. `on_event` is called for each event that the layer's clock passes while
     * its weight is above 0 (bp_clip_events_between; not for BP_LOOP_YOYO), also for one where it begins, at
     * the end of the update, and may do what on_end may. bp_mixer_seek passes none. */
    const bp_clip_event *events;
    size_t event_count;
    void (*on_event)(void *user, struct bp_mixer *mixer, int layer, const bp_clip_event *event,
                     bool backwards);
    /* Borrowed for the layer's life; NULL: a clock of its own. With it, speed, start and loop are the
     * group's, and bp_mixer_set_speed and bp_mixer_seek leave the layer alone. */
    const bp_mixer_group *group;
} bp_mixer_options;

/* A mixer without layers. It borrows the pose (and its model) for its life; bp_model_pose_set and the mixer
 * both write it, so use one of them. Errors: memory. */
bp_mixer *bp_mixer_create(bp_model_pose *pose, bp_error *error);
void bp_mixer_destroy(bp_mixer *mixer); /* NULL is fine; the pose stays as it is */

/* Adds a layer, which plays from the next update on. Returns its number, or -1 on error: no such clip, or one
 * that moves bones; a value that isn't finite; a group whose playback was never started; memory. Numbers are
 * never reused. */
int bp_mixer_play(bp_mixer *mixer, const bp_mixer_options *options, bp_error *error);
void bp_mixer_stop(bp_mixer *mixer, int layer); /* removes it; unknown numbers are ignored */

/* Changes a layer's weight to `weight` (0 is 0 here) within `seconds`, evenly; 0: at once. */
void bp_mixer_fade(bp_mixer *mixer, int layer, float weight, float seconds);
/* Fades one layer out and the other in, both by the same amount at any time. With `sync` the second one is
 * first set to the same fraction of its clip, so that feet keep their step. */
void bp_mixer_cross_fade(bp_mixer *mixer, int from, int to, float seconds, bool sync);
void bp_mixer_set_speed(bp_mixer *mixer, int layer, double speed); /* 0 pauses */
void bp_mixer_seek(bp_mixer *mixer, int layer, double seconds);    /* into the clip */

/* The state of a layer. False for an unknown number. */
typedef struct bp_mixer_state {
    int clip;
    double seconds; /* in the clip */
    float weight;   /* at the last update */
    bool ended;     /* a clip with BP_LOOP_ONCE is over */
} bp_mixer_state;
bool bp_mixer_read(const bp_mixer *mixer, int layer, bp_mixer_state *out);

/* Advances all layers, blends them (bp_pose_blend_layers), sets nodes and morph weights, prepares all
 * skeletons, and ends layers. Then pose the figure. Error, and nothing changes: seconds that aren't
 * finite. */
bool bp_mixer_update(bp_mixer *mixer, double seconds, bp_error *error);
/* The movement of the last update, by the layers with a motion: the mean by weight, as of poses; additive
 * layers have none. world = delta * world. */
bp_trs bp_mixer_motion(const bp_mixer *mixer);

/* The mean of a user track (bp_clip_user) over the layers whose clips have it, by weight; additive layers
 * have no say. Returns how many floats; 0, and nothing is written: no layer has it. */
size_t bp_mixer_user(const bp_mixer *mixer, int number, float *out);

BP_END_C

#endif
