/* Fewer influences for each vertex, by the skinned error: of a vertex's joints, those are removed without
 * which it moves least from where all of them put it, at rest and over the clips. */
#include "gltf/read/reader.h"
#include "gltf/repair/repair.h"
#include <math.h>
#include <string.h>

enum { MAX_CLIPS = 16, TIMES = 5, MAX_INFLUENCES = 64 };

/* The clips' moments, after the one at rest. */
static bool read_moments(bp_repair_poses *poses, bp_model *model, bp_error *error) {
    bp_model_pose *pose = bp_model_pose_create(model, error);
    size_t clips = model->clip_count < MAX_CLIPS ? model->clip_count : MAX_CLIPS, all = 0;
    for (size_t i = 0; i < model->skin_count; i++) all += model->skins[i].joint_count;
    poses->moments = 1 + clips * TIMES;
    poses->starts = bp_arena_alloc(&poses->arena, model->skin_count + 1, sizeof *poses->starts, error);
    poses->joints = all;
    poses->matrices = bp_arena_alloc(&poses->arena, poses->moments * all, sizeof *poses->matrices, error);
    bool ok = pose && poses->starts && poses->matrices;
    for (size_t i = 0; ok && i < model->skin_count; i++)
        poses->starts[i + 1] = poses->starts[i] + model->skins[i].joint_count;
    for (size_t i = 0; ok && i < poses->moments; i++) {
        int clip = i == 0 ? -1 : (int)((i - 1) / TIMES);
        double first = 0.0, last = 0.0;
        if (clip >= 0) (void)bp_clip_span(model->clips[clip], &first, &last);
        ok = bp_model_pose_set(pose, clip, first + (last - first) * (double)((i + TIMES - 1) % TIMES) / TIMES,
                               error);
        for (size_t j = 0; ok && j < model->skin_count; j++)
            memcpy(poses->matrices + i * all + poses->starts[j],
                   bp_skeleton_palette(model->skeletons[model->skins[j].skeleton]),
                   model->skins[j].joint_count * sizeof(bp_mat4));
    }
    bp_model_pose_destroy(pose);
    return ok;
}

bool bp_repair_poses_open(bp_repair_poses *poses, const bp_repair_pass *pass, bp_error *error) {
    bp_model *model;
    *poses = (bp_repair_poses){.arena = bp_arena_make(&pass->doctor->document.allocator, 0)};
    if (!bp_gltf_read_source(pass->doctor->context, pass->source, NULL, NULL, &model, NULL, error))
        return false;
    bool ok = read_moments(poses, model, error);
    bp_model_destroy(model);
    return ok;
}

void bp_repair_poses_close(bp_repair_poses *poses) { bp_arena_clear(&poses->arena); }

/* How far the vertex moves, in the mean over all moments, without the influences in `without` (bits). */
static double error_without(const bp_repair_poses *poses, size_t skin, bp_vec3 vertex, const float *weights,
                            const uint16_t *joints, size_t count, uint64_t without) {
    double sum = 0.0;
    for (size_t i = 0; i < poses->moments; i++) {
        const bp_mat4 *matrices = poses->matrices + i * poses->joints + poses->starts[skin];
        bp_vec3 all = {0}, some = {0};
        float left = 0.0f;
        for (size_t j = 0; j < count; j++) {
            if (weights[j] == 0.0f) continue;
            bp_vec3 moved = bp_vec3_scale(bp_mat4_point(matrices[joints[j]], vertex), weights[j]);
            all = bp_vec3_add(all, moved);
            if (without >> j & 1) continue;
            some = bp_vec3_add(some, moved);
            left += weights[j];
        }
        sum += left > 0.0f ? (double)bp_vec3_distance(all, bp_vec3_scale(some, 1.0f / left)) : INFINITY;
    }
    return sum / (double)poses->moments;
}

bool bp_repair_limit(const bp_repair_poses *poses, size_t skin, bp_vec3 vertex, size_t limit, float *weights,
                     uint16_t *joints, size_t count, double *error) {
    uint64_t without = 0;
    size_t used = 0, kept = 0;
    double sum = 0.0;
    *error = 0.0;
    if (count > MAX_INFLUENCES) return false;
    for (size_t i = 0; i < count; i++) used += weights[i] > 0.0f;
    if (used <= limit) return false;
    for (; used > limit; used--) {
        double least = INFINITY;
        size_t best = count;
        for (size_t i = 0; i < count; i++) {
            if (weights[i] == 0.0f || without >> i & 1) continue;
            double off = error_without(poses, skin, vertex, weights, joints, count, without | 1ULL << i);
            /* Where nothing moves, the least weight goes. */
            if (best < count && (off > least || (off == least && weights[i] >= weights[best]))) continue;
            least = off;
            best = i;
        }
        without |= 1ULL << best;
        *error = least;
    }
    for (size_t i = 0; i < count; i++) sum += without >> i & 1 ? 0.0 : (double)weights[i];
    for (size_t i = 0; i < count; i++) {
        if (weights[i] == 0.0f || without >> i & 1) continue;
        weights[kept] = (float)((double)weights[i] / sum);
        joints[kept++] = joints[i];
    }
    memset(weights + kept, 0, (count - kept) * sizeof *weights);
    memset(joints + kept, 0, (count - kept) * sizeof *joints);
    return true;
}
