/* A model's clip, made to move the bones of one of its skeletons. */
#include "rig/anim/anim.h"
#include "rig/engine.h"
#include <bindpose/model.h>

static bool add_bone_tracks(bp_clip *to, const bp_model *model, const bp_clip *from,
                            const bp_skeleton *skeleton, bp_error *error) {
    for (size_t i = 0; i < bp_clip_track_count(from); i++) {
        bp_track track = *bp_clip_track(from, i);
        if (track.kind == BP_TRACK_WEIGHTS || (size_t)track.target >= model->node_count) continue;
        const bp_bone *bone = bp_skeleton_find_linked(skeleton, model->nodes[track.target]);
        if (!bone) continue;
        track.target = (int)bp_bone_id(bone);
        if (!bp_clip_add(to, &track, error)) return false;
    }
    return true;
}

bp_clip *bp_model_clip_for_skeleton(const bp_model *model, int clip, const bp_skeleton *skeleton,
                                    bp_error *error) {
    if (!skeleton) return bp_fail_null(error, "skeleton"), NULL;
    if (!model || !skeleton) {
        bp_fail(error, BP_ERROR_ARGUMENT, model ? "skeleton" : "model", "is NULL");
        return NULL;
    }
    if (clip < 0 || (size_t)clip >= model->clip_count) {
        bp_fail(error, BP_ERROR_ARGUMENT, "clip", "there is no clip %d; the model has %zu", clip,
                model->clip_count);
        return NULL;
    }
    const bp_clip *from = model->clips[clip];
    bp_clip_options options = {bp_clip_name(from), bp_clip_rate(from), BP_TARGETS_BONES};
    bp_clip *to = bp_clip_create(&model->allocator, &options, error);
    if (!to || add_bone_tracks(to, model, from, skeleton, error)) return to;
    bp_clip_destroy(to);
    return NULL;
}
