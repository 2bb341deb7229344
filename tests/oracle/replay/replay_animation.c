/* replay_animation: sampling single tracks, animating bones, playback by the clock. Ranges:
 * replay_ranges.c. */
#include "anim_track.h"
#include "rig/anim/anim.h"
#include "rig_scene.h"

#include <string.h>

/* Plays each element of an array member. */
typedef bool play_case(replay *r, const json_t *object);

static bool play_cases(replay *r, const json_t *root, const char *key, play_case *play) {
    const json_t *cases = replay_array(r, root, key, -1);
    for (size_t i = 0; cases && i < json_array_size(cases); i++) {
        size_t mark = replay_enter(r, key, 0);
        (void)replay_enter(r, NULL, i);
        const json_t *object = json_array_get(cases, i);
        r->place = (replay_position){.trace = replay_text(r, object, "name"), .step = -1, .bone = -1};
        if (!r->place.trace || !play(r, object)) return false;
        r->traces++;
        replay_leave(r, mark);
    }
    return cases != NULL;
}

/* ---- interpolation: one track at many frames --------------------------------------------------------- */

/* `row`: the frame, then the value. Sampled with a cursor that continues from sample to sample, and
 * without. */
static bool compare_sample(replay *r, const json_t *row, const bp_track *track, size_t *cursor) {
    double numbers[17], wide[16];
    float got[16], fresh[16];
    size_t width = bp_track_width(track);
    if (!replay_numbers(r, row, width + 1, numbers)) return false;
    bool any =
        bp_track_sample(track, numbers[0], cursor, got) && bp_track_sample(track, numbers[0], NULL, fresh);
    if (!any) return replay_malformed(r, "no keys to be sampled");
    for (size_t i = 0; i < width; i++) wide[i] = (double)got[i];
    replay_compare_numbers(r, numbers + 1, wide, width);
    replay_expect(r, memcmp(got, fresh, width * sizeof *got) == 0, "a cursor changes the value");
    return true;
}

static bool compare_samples(replay *r, const json_t *samples, const bp_track *track) {
    size_t cursor = 0;
    for (size_t i = 0; i < json_array_size(samples); i++) {
        size_t mark = replay_enter(r, "samples", 0);
        (void)replay_enter(r, NULL, i);
        r->place.step = (long)i;
        if (!compare_sample(r, json_array_get(samples, i), track, &cursor)) return false;
        r->steps++;
        replay_leave(r, mark);
    }
    return true;
}

static bool play_interpolation(replay *r, const json_t *object) {
    bp_track_kind kind = BP_TRACK_POSITION;
    bool interpolate = false;
    anim_track track;
    const json_t *samples = replay_array(r, object, "samples", -1);
    if (!samples || !anim_kind_of_type(r, object, &kind)) return false;
    if (json_object_get(object, "allowMatricesInterpolation") &&
        !replay_flag(r, object, "allowMatricesInterpolation", &interpolate))
        return false;
    if (!anim_track_read(r, object, kind, interpolate, &track)) return false;
    r->place.operation = "evaluate";
    r->place.matrix = "value";
    bool ok = compare_samples(r, samples, &track.view);
    anim_track_free(&track);
    return ok;
}

/* ---- boneAnimations: a skeleton moved by tracks ------------------------------------------------------- */

/* The objects of one case; owned, NULL if creation failed. */
typedef struct mover {
    rig_scene scene;
    bp_clip *clip;
    bp_pose *pose;
} mover;

static bool make_mover(replay *r, const json_t *object, mover *m) {
    const json_t *bones = replay_array(r, object, "bones", -1);
    const json_t *tracks = replay_array(r, object, "tracks", -1);
    bp_pose_options options = {.matrices = true};
    bp_error error = {0};
    if (!bones || !tracks || !rig_scene_make(r, NULL, bones, &m->scene)) return false;
    m->clip = bp_clip_create(NULL, NULL, &error);
    if (!m->clip) return anim_failed(r, &error);
    for (size_t i = 0; i < json_array_size(tracks); i++) {
        size_t mark = replay_enter(r, "tracks", 0);
        (void)replay_enter(r, NULL, i);
        if (!anim_track_add(r, json_array_get(tracks, i), m->scene.bone_count, m->clip)) return false;
        replay_leave(r, mark);
    }
    m->pose = bp_pose_create(NULL, m->scene.bone_count, &options, &error);
    return m->pose || anim_failed(r, &error);
}

static void free_mover(mover *m) {
    bp_pose_destroy(m->pose);
    bp_clip_destroy(m->clip);
    rig_scene_free(&m->scene);
}

static bp_mat4 local_of(const rig_scene *scene, size_t number) {
    return bp_bone_local(bp_skeleton_bone_by_id(scene->skeleton, number));
}

static bool play_pose(replay *r, const json_t *json, mover *m) {
    double frame = 0;
    if (!replay_number(r, json, "frame", &frame)) return false;
    bp_clip_sample(m->clip, frame, m->pose);
    bp_pose_apply(m->pose, m->scene.skeleton, NULL);
    bp_skeleton_prepare(m->scene.skeleton);
    return rig_scene_compare(r, &m->scene, json, "local", local_of) &&
           rig_scene_compare(r, &m->scene, json, "final", rig_scene_chain) &&
           rig_scene_compare(r, &m->scene, json, "skin", rig_scene_palette);
}

static bool play_poses(replay *r, const json_t *object, mover *m) {
    const json_t *poses = replay_array(r, object, "poses", -1);
    r->place.operation = "goToFrame";
    for (size_t i = 0; poses && i < json_array_size(poses); i++) {
        size_t mark = replay_enter(r, "poses", 0);
        (void)replay_enter(r, NULL, i);
        r->place.step = (long)i;
        if (!play_pose(r, json_array_get(poses, i), m)) return false;
        r->steps++;
        replay_leave(r, mark);
    }
    return poses != NULL;
}

static bool play_bones(replay *r, const json_t *object) {
    mover m = {0};
    bool ok = make_mover(r, object, &m) && play_poses(r, object, &m);
    free_mover(&m);
    return ok;
}

/* ---- playback: by the clock --------------------------------------------------------------------------- */

typedef struct counts {
    double loops, ends;
} counts;

static void count_loop(void *user, const bp_playback *playback) {
    (void)playback;
    ((counts *)user)->loops++;
}

static void count_end(void *user, const bp_playback *playback) {
    (void)playback;
    ((counts *)user)->ends++;
}

static bool read_loop(replay *r, const json_t *object, bp_loop *loop) {
    static const char *const names[] = {"cycle", "constant", "relative", "yoyo"};
    static const bp_loop loops[] = {BP_LOOP_CYCLE, BP_LOOP_CONSTANT, BP_LOOP_RELATIVE, BP_LOOP_YOYO};
    const char *name = replay_text(r, object, "loopMode");
    bool looping = true, found = false;
    if (!name || !replay_flag(r, object, "loop", &looping)) return false;
    for (size_t i = 0; i < BP_COUNT(names); i++) {
        if (strcmp(name, names[i]) != 0) continue;
        *loop = looping ? loops[i] : BP_LOOP_ONCE;
        found = true;
    }
    return found || replay_malformed(r, "no known loopMode: \"%.60s\"", name);
}

/* The file names the columns of its rows; these are the only ones supported. */
static bool check_fields(replay *r, const json_t *object) {
    static const char *const fields[] = {"step", "masterFrame",   "x",           "y",
                                         "z",    "loopCallbacks", "endCallbacks"};
    const json_t *names = replay_array(r, object, "stepFields", BP_COUNT(fields));
    for (size_t i = 0; names && i < BP_COUNT(fields); i++) {
        const char *name = json_string_value(json_array_get(names, i));
        if (!name || strcmp(name, fields[i]) != 0)
            return replay_malformed(r, "stepFields[%zu] is not %s", i, fields[i]);
    }
    return names != NULL;
}

static bool read_playback(replay *r, const json_t *object, counts *seen, bp_playback *playback) {
    bp_playback_options options = {
        .on_loop = count_loop, .on_end = count_end, .user = seen, .engine_loops = true};
    bp_error error = {0};
    if (!replay_number(r, object, "from", &options.from) || !replay_number(r, object, "to", &options.to) ||
        !replay_number(r, object, "fps", &options.rate) ||
        !replay_number(r, object, "speedRatio", &options.speed) || !read_loop(r, object, &options.loop))
        return false;
    return bp_playback_start(playback, &options, &error) || anim_failed(r, &error);
}

static void compare_step(replay *r, const double *row, const bp_playback *playback, bp_vec3 value,
                         counts seen) {
    double got[3] = {(double)value.x, (double)value.y, (double)value.z};
    r->place.matrix = "masterFrame";
    replay_compare_numbers(r, row + 1, &playback->frame, 1);
    r->place.matrix = "position";
    replay_compare_numbers(r, row + 2, got, 3);
    r->place.matrix = "callbacks";
    replay_expect(r, seen.loops == row[5] && seen.ends == row[6],
                  "%g loops and %g ends were reported, wanted %g and %g", seen.loops, seen.ends, row[5],
                  row[6]);
    replay_expect(r, playback->loops == row[5] && playback->ended == (row[6] > 0),
                  "the counters differ from the calls");
}

static bool play_steps(replay *r, const json_t *object, bp_playback *playback, const counts *seen, mover *m) {
    const json_t *steps = replay_array(r, object, "steps", -1);
    double milliseconds = 0;
    if (!steps || !replay_number(r, object, "msPerStep", &milliseconds)) return false;
    for (size_t i = 0; i < json_array_size(steps); i++) {
        double row[7];
        size_t mark = replay_enter(r, "steps", 0);
        (void)replay_enter(r, NULL, i);
        if (!replay_numbers(r, json_array_get(steps, i), 7, row)) return false;
        r->place.step = (long)i;
        r->place.matrix = "step";
        replay_expect(r, row[0] == (double)i, "numbered %g", row[0]);
        bp_playback_update(playback, row[0] * milliseconds / 1000);
        bp_clip_sample_playback(m->clip, playback, m->pose);
        compare_step(r, row, playback, m->pose->positions[0], *seen);
        r->steps++;
        replay_leave(r, mark);
    }
    return true;
}

static bool play_clock(replay *r, const json_t *object) {
    counts seen = {0};
    mover m = {0};
    bp_playback playback;
    anim_track track;
    bp_error error = {0};
    if (!check_fields(r, object) || !read_playback(r, object, &seen, &playback) ||
        !anim_track_read(r, object, BP_TRACK_POSITION, false, &track))
        return false;
    r->place.operation = "animate";
    m.clip = bp_clip_create(NULL, &(bp_clip_options){.rate = playback.options.rate}, &error);
    bool ok = m.clip && bp_clip_add(m.clip, &track.view, &error);
    anim_track_free(&track);
    if (ok) m.pose = bp_pose_create(NULL, 1, NULL, &error);
    ok = m.pose ? play_steps(r, object, &playback, &seen, &m) : anim_failed(r, &error);
    free_mover(&m);
    return ok;
}

bool replay_animation(replay *r, const json_t *root) {
    return play_cases(r, root, "interpolation", play_interpolation) &&
           play_cases(r, root, "boneAnimations", play_bones) && play_cases(r, root, "playback", play_clock) &&
           play_cases(r, root, "ranges", replay_ranges);
}
