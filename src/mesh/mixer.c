/* The mixer: each layer has a playback for its time, a fade for its weight, and a pose that its clip is
 * sampled into. An update samples, blends and applies. */
#include "base/allocator.h"
#include "mesh/model_pose.h"
#include <string.h>

typedef struct mixer_layer {
    int number;
    bp_mixer_options options;      /* as it was played; the mask is a copy, owned */
    bool was_seen;                 /* its weight was above 0 at some update */
    bool end_told;                 /* on_end was called */
    double passed_from, passed_to; /* the clock's way in the last update, since the clip's first key */
    bool passing;                  /* the events on it are still to be told */
    bool starting;                 /* so are those where it starts: it is the first one */
    bp_playback playback;
    double seconds;           /* of the playback's clock */
    float weight, goal, pace; /* pace: weight a second, towards the goal */
    bp_pose *pose, *first;    /* owned; first: the clip's first frame; NULL unless additive */
} mixer_layer;

struct bp_mixer {
    bp_model_pose *pose; /* borrowed */
    bp_allocator allocator;
    mixer_layer *layers;     /* owned */
    bp_pose_layer *blended;  /* owned, of the same length, like the next one */
    bp_batch_layer *batched; /* the same for a batch */
    size_t count, capacity;
    int next; /* number of the next layer */
    bp_trs motion;
};

bp_mixer *bp_mixer_create(bp_model_pose *pose, bp_error *error) {
    if (!pose) return bp_fail_null(error, "pose"), NULL;
    bp_mixer *mixer = bp_alloc(&pose->model->allocator, 1, sizeof *mixer, error);
    if (!mixer) return NULL;
    mixer->pose = pose;
    mixer->allocator = pose->model->allocator;
    mixer->motion = bp_trs_identity();
    return mixer;
}

static void free_layer(const bp_allocator *allocator, mixer_layer *layer) {
    bp_pose_destroy(layer->pose);
    bp_pose_destroy(layer->first);
    bp_free(allocator, (float *)layer->options.mask);
}

void bp_mixer_destroy(bp_mixer *mixer) {
    if (!mixer) return;
    bp_allocator allocator = mixer->allocator;
    for (size_t i = 0; i < mixer->count; i++) free_layer(&allocator, &mixer->layers[i]);
    bp_free(&allocator, mixer->layers);
    bp_free(&allocator, mixer->blended);
    bp_free(&allocator, mixer->batched);
    bp_free(&allocator, mixer);
}

static mixer_layer *find(const bp_mixer *mixer, int number) {
    for (size_t i = 0; mixer && i < mixer->count; i++)
        if (mixer->layers[i].number == number) return &mixer->layers[i];
    return NULL;
}

static bool reserve(bp_mixer *mixer, bp_error *error) {
    const bp_allocator *allocator = &mixer->allocator;
    const size_t needed = mixer->count + 1;
    size_t layers = mixer->capacity, blended = mixer->capacity; /* all three grow alike */
    return bp_grow(allocator, &mixer->layers, &layers, needed, sizeof *mixer->layers, error) &&
           bp_grow(allocator, &mixer->blended, &blended, needed, sizeof *mixer->blended, error) &&
           bp_grow(allocator, &mixer->batched, &mixer->capacity, needed, sizeof *mixer->batched, error);
}

static bool loops(const bp_playback *playback) {
    return playback->options.loop == BP_LOOP_CYCLE || playback->options.loop == BP_LOOP_RELATIVE;
}

/* The time since the clip's first key, in its unit; on over the ends of a clip that loops. */
static double clock_of(const bp_playback *playback) {
    double length = fabs(playback->options.to - playback->options.from), time = playback->progress;
    return loops(playback) ? time : time < 0 ? 0 : time > length ? length : time;
}

/* The group's clock in the clip's unit of time. */
static void follow_group(mixer_layer *layer, const bp_clip *clip) {
    bp_playback *p = &layer->playback;
    *p = layer->options.group->playback;
    double scale = bp_clip_rate(clip) / p->options.rate;
    p->options.rate = bp_clip_rate(clip);
    p->options.from *= scale;
    p->options.to *= scale;
    p->frame *= scale;
    p->progress *= scale;
    p->time *= scale;
}

static bool start_playback(mixer_layer *layer, const bp_clip *clip, const bp_mixer_options *o,
                           bp_error *error) {
    bp_playback_options options = {
        .rate = bp_clip_rate(clip), .speed = o->speed == 0 ? 1 : o->speed, .loop = o->loop};
    bp_clip_span(clip, &options.from, &options.to);
    if (!bp_is_finite(o->start)) return bp_fail(error, BP_ERROR_ARGUMENT, "start", "is not a finite number");
    if (!bp_playback_start(&layer->playback, &options, error)) return false;
    if (o->start != 0) bp_playback_seek(&layer->playback, o->start * options.rate);
    if (o->group) follow_group(layer, clip);
    layer->passed_to = clock_of(&layer->playback);
    layer->starting = true;
    return true;
}

static bool fill(const bp_mixer *mixer, mixer_layer *layer, const bp_mixer_options *o, bp_error *error) {
    const bp_model *model = mixer->pose->model;
    const bp_clip *clip = o->motion ? o->motion->clip : model->clips[o->clip];
    if (!start_playback(layer, clip, o, error)) return false;
    if (!(layer->pose = bp_model_make_pose(model, error))) return false;
    if (o->additive) {
        if (!(layer->first = bp_model_make_pose(model, error))) return false;
        bp_clip_sample(clip, layer->playback.options.from, layer->first);
    }
    if (!o->mask) return true;
    float *mask = bp_alloc(&mixer->allocator, model->node_count, sizeof *mask, error);
    if (mask) memcpy(mask, o->mask, model->node_count * sizeof *mask);
    layer->options.mask = mask;
    return mask != NULL;
}

static bool check(const bp_mixer *mixer, const bp_mixer_options *o, bp_error *error) {
    const bp_model *model = mixer->pose->model;
    if (o->clip < 0 || (size_t)o->clip >= model->clip_count)
        return bp_fail(error, BP_ERROR_ARGUMENT, "clip", "there is no clip %d; the model has %zu", o->clip,
                       model->clip_count);
    if (bp_clip_targets(model->clips[o->clip]) == BP_TARGETS_BONES)
        return bp_fail(error, BP_ERROR_ARGUMENT, "clip", "clip %d moves bones; a mixer moves nodes", o->clip);
    if (o->group && !(o->group->playback.options.rate > 0))
        return bp_fail(error, BP_ERROR_ARGUMENT, "group", "start its playback first: bp_playback_start");
    if (!bp_is_finite((double)o->weight) || !bp_is_finite((double)o->fade))
        return bp_fail(error, BP_ERROR_ARGUMENT, "weight", "weight and fade must be finite");
    return true;
}

int bp_mixer_play(bp_mixer *mixer, const bp_mixer_options *options, bp_error *error) {
    if (!mixer || !options) return bp_fail_null(error, mixer ? "options" : "mixer"), -1;
    if (!check(mixer, options, error) || !reserve(mixer, error)) return -1;
    mixer_layer layer = {.number = mixer->next, .options = *options};
    layer.options.mask = NULL;
    if (!fill(mixer, &layer, options, error)) {
        free_layer(&mixer->allocator, &layer);
        return -1;
    }
    mixer->layers[mixer->count++] = layer;
    mixer->next++;
    bp_mixer_fade(mixer, layer.number, options->weight == 0 ? 1 : options->weight, options->fade);
    return layer.number;
}

void bp_mixer_stop(bp_mixer *mixer, int number) {
    mixer_layer *layer = find(mixer, number);
    if (!layer) return;
    free_layer(&mixer->allocator, layer);
    mixer->count--;
    memmove(layer, layer + 1, (size_t)(mixer->layers + mixer->count - layer) * sizeof *layer);
}

void bp_mixer_fade(bp_mixer *mixer, int number, float weight, float seconds) {
    mixer_layer *layer = find(mixer, number);
    if (!layer) return;
    layer->goal = weight > 0 ? weight : 0;
    if (seconds > 0)
        layer->pace = fabsf(layer->goal - layer->weight) / seconds;
    else
        layer->weight = layer->goal;
}

/* Seconds into the clip, and the clip's length in seconds. */
static double position(const mixer_layer *layer) {
    return layer->playback.frame / layer->playback.options.rate;
}

static double first_of(const mixer_layer *layer) {
    return layer->playback.options.from / layer->playback.options.rate;
}

static double length_of(const mixer_layer *layer) {
    return (layer->playback.options.to - layer->playback.options.from) / layer->playback.options.rate;
}

void bp_mixer_cross_fade(bp_mixer *mixer, int from, int to, float seconds, bool sync) {
    mixer_layer *out = find(mixer, from), *in = find(mixer, to);
    if (!out || !in) return;
    float weight = out->goal > 0 ? out->goal : 1;
    if (sync && length_of(out) > 0)
        bp_mixer_seek(mixer, to,
                      first_of(in) + (position(out) - first_of(out)) / length_of(out) * length_of(in));
    bp_mixer_fade(mixer, from, 0, seconds);
    bp_mixer_fade(mixer, to, weight, seconds);
}

void bp_mixer_set_speed(bp_mixer *mixer, int number, double speed) {
    mixer_layer *layer = find(mixer, number);
    if (layer && !layer->options.group) bp_playback_set_speed(&layer->playback, speed);
}

void bp_mixer_seek(bp_mixer *mixer, int number, double seconds) {
    mixer_layer *layer = find(mixer, number);
    if (!layer || layer->options.group) return;
    bp_playback_seek(&layer->playback, seconds * layer->playback.options.rate);
    layer->passed_to = clock_of(&layer->playback);
}

bool bp_mixer_read(const bp_mixer *mixer, int number, bp_mixer_state *out) {
    const mixer_layer *layer = find(mixer, number);
    if (!layer) return false;
    *out = (bp_mixer_state){layer->options.clip, position(layer), layer->weight, layer->playback.ended};
    return true;
}

static void advance(mixer_layer *layer, const bp_clip *clip, double seconds) {
    layer->seconds += seconds;
    if (layer->options.group)
        follow_group(layer, clip);
    else
        bp_playback_update(&layer->playback, layer->seconds);
    layer->passed_from = layer->passed_to;
    layer->passed_to = clock_of(&layer->playback);
    float step = layer->pace * (float)seconds, left = layer->goal - layer->weight;
    layer->weight = step > 0 && fabsf(left) > step ? layer->weight + (left > 0 ? step : -step) : layer->goal;
    layer->was_seen |= layer->weight > 0;
    layer->passing =
        layer->weight > 0 && layer->options.on_event && layer->playback.options.loop != BP_LOOP_YOYO;
}

static float weight_of(const mixer_layer *layer) {
    return layer->options.group ? layer->weight * layer->options.group->weight : layer->weight;
}

static const bp_clip *clip_of(const bp_mixer *mixer, const mixer_layer *layer) {
    return layer->options.motion ? layer->options.motion->clip
                                 : mixer->pose->model->clips[layer->options.clip];
}

/* The callbacks may change the layers, so after each one the search begins again. */
static void tell_ends(bp_mixer *mixer) {
    for (size_t i = 0; i < mixer->count; i++) {
        mixer_layer *layer = &mixer->layers[i];
        if (!layer->playback.ended || layer->end_told) continue;
        layer->end_told = true;
        if (layer->options.remove_at_end) bp_mixer_fade(mixer, layer->number, 0, layer->options.fade_out);
        if (!layer->options.on_end) continue;
        layer->options.on_end(layer->options.user, mixer, layer->number);
        i = (size_t)-1;
    }
}

/* Whom to tell of an event: a copy, because the callback may end the layer. */
typedef struct event_teller {
    bp_mixer *mixer;
    int layer;
    void (*on_event)(void *user, bp_mixer *mixer, int layer, const bp_clip_event *event, bool backwards);
    void *user;
} event_teller;

static void tell_event(void *user, const bp_clip_event *event, bool backwards) {
    const event_teller *to = user;
    to->on_event(to->user, to->mixer, to->layer, event, backwards);
}

/* As with tell_ends, the callbacks may change the layers. */
static void tell_events(bp_mixer *mixer) {
    for (size_t i = 0; i < mixer->count; i++) {
        mixer_layer *layer = &mixer->layers[i], now = *layer;
        if (!now.passing) continue;
        layer->passing = layer->starting = false;
        const bp_playback_options *range = &now.playback.options;
        double length = loops(&now.playback) ? fabs(range->to - range->from) : 0;
        double from = now.passed_from, little = 1e-9 * (1 + fabs(from));
        event_teller to = {mixer, now.number, now.options.on_event, now.options.user};
        if (now.starting) /* not in a loop: an event at the clip's end isn't one at its start */
            bp_clip_events_between(now.options.events, now.options.event_count, 0,
                                   now.playback.backwards ? from + little : from - little, from, tell_event,
                                   &to);
        bp_clip_events_between(now.options.events, now.options.event_count, length, from, now.passed_to,
                               tell_event, &to);
        i = (size_t)-1;
    }
}

/* The mean of the layers' movements by weight; the rest, which doesn't move, has what is missing to 1. */
static bp_trs blend_motions(const bp_mixer *mixer) {
    bp_trs sum = bp_trs_identity();
    double yaw = 0, total = 0;
    for (size_t i = 0; i < mixer->count; i++) {
        const mixer_layer *layer = &mixer->layers[i];
        float weight = weight_of(layer);
        if (layer->options.additive || !(weight > 0)) continue;
        total += (double)weight;
        if (!layer->options.motion) continue;
        double first = layer->options.motion->first;
        bp_trs one = bp_motion_between(layer->options.motion, first + layer->passed_from,
                                       first + layer->passed_to, loops(&layer->playback));
        sum.position = bp_vec3_add(sum.position, bp_vec3_scale(one.position, weight));
        yaw += (double)(2 * bp_atan2(one.rotation.y, one.rotation.w) * weight);
    }
    if (total > 1) {
        sum.position = bp_vec3_scale(sum.position, (float)(1 / total));
        yaw /= total;
    }
    sum.rotation = bp_quat_from_axis_angle((bp_vec3){0, 1, 0}, (float)yaw);
    return sum;
}

bp_trs bp_mixer_motion(const bp_mixer *mixer) { return mixer ? mixer->motion : bp_trs_identity(); }

size_t bp_mixer_user(const bp_mixer *mixer, int number, float *out) {
    float sum[BP_USER_WIDTH] = {0}, value[BP_USER_WIDTH], total = 0;
    size_t width = 0;
    for (size_t i = 0; mixer && i < mixer->count; i++) {
        const mixer_layer *layer = &mixer->layers[i];
        float weight = weight_of(layer);
        if (layer->options.additive || !(weight > 0)) continue;
        size_t floats = bp_clip_user(clip_of(mixer, layer), number, layer->playback.time, value);
        if (floats == 0) continue;
        if (floats > width) width = floats;
        for (size_t k = 0; k < floats; k++) sum[k] += weight * value[k];
        total += weight;
    }
    for (size_t k = 0; k < width; k++) out[k] = sum[k] / total;
    return width;
}

static void remove_finished(bp_mixer *mixer) {
    for (size_t i = mixer->count; i-- > 0;) {
        const mixer_layer *layer = &mixer->layers[i];
        if (layer->options.remove_at_end && (layer->was_seen || layer->end_told) && layer->goal <= 0 &&
            layer->weight <= 0)
            bp_mixer_stop(mixer, layer->number);
    }
}

bool bp_mixer_begin(bp_mixer *mixer, double seconds, bp_error *error) {
    if (!bp_is_finite(seconds))
        return bp_fail(error, BP_ERROR_ARGUMENT, "seconds", "%g is not finite", seconds);
    for (size_t i = 0; i < mixer->count; i++)
        advance(&mixer->layers[i], clip_of(mixer, &mixer->layers[i]), seconds);
    return true;
}

/* A batch has the model's clips alone, repeats no movement, and adds at most the whole of a difference. */
const bp_batch_layer *bp_mixer_layers(bp_mixer *mixer, size_t *count) {
    *count = 0;
    for (size_t i = 0; i < mixer->count; i++) {
        const mixer_layer *layer = &mixer->layers[i];
        const bp_playback *p = &layer->playback;
        float weight = weight_of(layer);
        if (!(weight > 0)) continue;
        if (layer->options.motion || (p->options.loop == BP_LOOP_RELATIVE && p->cycles != 0) ||
            (layer->options.additive && weight > 1))
            return NULL;
        mixer->batched[(*count)++] = (bp_batch_layer){.clip = layer->options.clip,
                                                      .time = p->time,
                                                      .weight = weight,
                                                      .mask = layer->options.mask,
                                                      .additive = layer->options.additive};
    }
    return mixer->batched;
}

bool bp_mixer_blend(bp_mixer *mixer, bp_error *error) {
    bp_model_pose *pose = mixer->pose;
    size_t count = 0;
    for (size_t i = 0; i < mixer->count; i++) {
        mixer_layer *layer = &mixer->layers[i];
        float weight = weight_of(layer);
        if (!(weight > 0)) continue;
        bp_pose_clear(layer->pose);
        bp_clip_sample_playback(clip_of(mixer, layer), &layer->playback, layer->pose);
        if (layer->options.additive) bp_pose_subtract(layer->pose, layer->first, layer->pose, NULL);
        mixer->blended[count++] =
            (bp_pose_layer){layer->pose, weight, layer->options.mask, layer->options.additive};
    }
    bp_pose_blend_options options = {
        .layers = mixer->blended, .count = count, .rest = pose->rest, .threshold = 1};
    return bp_pose_blend_layers(&options, pose->now, error) && bp_model_pose_apply(pose, error);
}

void bp_mixer_end(bp_mixer *mixer) {
    mixer->motion = blend_motions(mixer);
    tell_events(mixer);
    tell_ends(mixer);
    remove_finished(mixer);
}

bool bp_mixer_update(bp_mixer *mixer, double seconds, bp_error *error) {
    if (!mixer) return bp_fail_null(error, "mixer");
    if (!bp_mixer_begin(mixer, seconds, error) || !bp_mixer_blend(mixer, error)) return false;
    bp_mixer_end(mixer);
    return true;
}
