/* posing_layout: a skeleton and a clip written down anew in the order in which posing reads them. */
#include "rig/batch/batch.h"

#include <string.h>

static size_t padded(size_t count) { return (count + POSING_PAD - 1) / POSING_PAD * POSING_PAD; }

/* ---- the skeleton -------------------------------------------------------------------------------- */

static bool make_arrays(bp_batch_sampler *p, bp_error *error) {
    const bp_allocator *a = &p->allocator;
    return (p->parent = bp_alloc(a, p->count, sizeof *p->parent, error)) &&
           (p->order = bp_alloc(a, p->count, sizeof *p->order, error)) &&
           (p->slot = bp_alloc(a, p->count, sizeof *p->slot, error)) &&
           (p->inverse = bp_alloc(a, p->count, sizeof(bp_mat4), error)) &&
           (p->locals = bp_alloc(a, p->count, sizeof(bp_mat4), error)) &&
           (p->entry = bp_alloc(a, p->count, sizeof *p->entry, error)) &&
           (p->moved = bp_alloc(a, padded(p->count), sizeof *p->moved, error)) &&
           (p->standing = bp_alloc(a, p->count, sizeof *p->standing, error));
}

static void put_matrix(float *to, bp_dmat4 m) {
    bp_mat4 rounded = bp_dmat4_to_mat4(m);
    memcpy(to, rounded.m, sizeof rounded.m);
}

static void copy_bone(bp_batch_sampler *p, const bp_skeleton *skeleton, size_t number) {
    const bp_bone *bone = skeleton->at.bone[number];
    p->parent[number] = skeleton->at.parent[number];
    p->slot[number] = skeleton->at.slot[number];
    p->entry[number] = BONE_NOBODY;
    put_matrix(p->inverse + 16 * number, skeleton->at.inverse[number]);
    put_matrix(p->locals + 16 * number,
               bone->node ? bp_node_local_d(bone->node) : *bp_bone_local_d(bone));
}

/* Whether a slot of the palette is no bone's. */
static bool has_gaps(const bp_batch_sampler *p, bool *gaps, bp_error *error) {
    bool *taken = bp_alloc(&p->allocator, p->slot_count, sizeof *taken, error);
    if (!taken) return false;
    *gaps = false;
    for (size_t i = 0; i < p->count; i++)
        if (p->slot[i] >= 0) taken[p->slot[i]] = true;
    for (size_t i = 0; i < p->slot_count; i++) *gaps |= !taken[i];
    bp_free(&p->allocator, taken);
    return true;
}

static bool copy_skeleton(bp_batch_sampler *p, const bp_skeleton *skeleton, bp_error *error) {
    p->count = skeleton->count;
    p->slot_count = bp_skeleton_palette_count(skeleton);
    if (!make_arrays(p, error)) return false;
    for (size_t i = 0; i < p->count; i++) {
        p->order[i] = skeleton->at.order[i];
        copy_bone(p, skeleton, i);
    }
    put_matrix(p->root, skeleton->has_pose ? skeleton->pose : bp_dmat4_identity());
    return has_gaps(p, &p->gaps, error);
}

/* ---- what moves ---------------------------------------------------------------------------------- */

static bool is_of_use(const bp_batch_sampler *p, const bp_track *track) {
    return track->key_count > 0 && track->kind <= BP_TRACK_MATRIX && (size_t)track->target < p->count;
}

static bp_trs standing(const bp_bone *bone) {
    return bp_dtrs_to_trs(bone->node ? bone->node->trs : *bp_bone_trs_d(bone));
}

static void find_moved(bp_batch_sampler *p, const bp_skeleton *skeleton) {
    for (size_t i = 0; i < p->clip->track_count; i++) {
        const bp_track *track = &p->clip->tracks[i].view;
        if (is_of_use(p, track)) p->entry[track->target] = 0;
    }
    for (size_t i = 0; i < p->count; i++) {
        if (p->entry[i] == BONE_NOBODY) continue;
        p->entry[i] = (uint32_t)p->moved_count;
        p->moved[p->moved_count] = (uint32_t)i;
        p->standing[p->moved_count++] = standing(skeleton->at.bone[i]);
    }
    p->moved_padded = padded(p->moved_count);
    for (size_t i = p->moved_count; i < p->moved_padded; i++) p->moved[i] = (uint32_t)p->count;
}

/* ---- tracks -------------------------------------------------------------------------------------- */

/* Whether a track lies in rows: a part, straight from key to key. */
static bool is_even(const bp_track *track) {
    if (track->kind > BP_TRACK_SCALE || track->interpolation != BP_INTERPOLATION_LINEAR) return false;
    for (size_t i = 0; track->modes && i < track->key_count; i++)
        if (track->modes[i] != BP_INTERPOLATION_LINEAR) return false;
    return true;
}

static double dot(const float *a, const float *b) {
    return (double)a[0] * b[0] + (double)a[1] * b[1] + (double)a[2] * b[2] + (double)a[3] * b[3];
}

/* The square of the angle between two keys, and angle / sine. Close ones are mixed in a straight line, as
 * clips do: the angle counts as 0. */
static void measure(const float *a, const float *b, float *angle2, float *stretch) {
    double cosine = fabs(dot(a, b)), angle;
    *angle2 = 0;
    *stretch = 1;
    if (!(cosine <= 0.999999)) return;
    angle = bp_acos_d(cosine);
    *angle2 = (float)(angle * angle);
    *stretch = (float)(angle / bp_sin_d(angle));
}

static void lay_rotation(const bp_track *track, posing_group *group, size_t lane) {
    size_t n = group->padded;
    float sign = 1;
    for (size_t k = 0; k <= track->key_count; k++) {
        size_t key = k < track->key_count ? k : k - 1;
        const float *q = track->values + 4 * key, *next = key + 1 < track->key_count ? q + 4 : q;
        float *row = group->rows + k * POSING_ROTATION * n + lane;
        for (size_t c = 0; c < 4; c++) row[c * n] = sign * q[c];
        row[5 * n] = 1;
        if (next == q) continue;
        measure(q, next, &row[4 * n], &row[5 * n]);
        if (dot(q, next) < 0) sign = -sign;
    }
}

static void lay_vector(const bp_track *track, posing_group *group, size_t lane) {
    for (size_t k = 0; k <= track->key_count; k++) {
        const float *v = track->values + 3 * (k < track->key_count ? k : k - 1);
        for (size_t c = 0; c < 3; c++) group->rows[(k * POSING_VECTOR + c) * group->padded + lane] = v[c];
    }
}

static bool make_group(const bp_batch_sampler *p, posing_group *group, int kind, size_t keys, bp_error *error) {
    size_t arrays = kind == BP_TRACK_ROTATION ? POSING_ROTATION : POSING_VECTOR;
    group->padded = padded(group->count);
    if (group->padded == 0) return true;
    group->targets = bp_alloc(&p->allocator, group->padded, sizeof *group->targets, error);
    if (group->targets)
        group->rows = bp_alloc(&p->allocator, keys + 1, arrays * group->padded * sizeof(float), error);
    for (size_t i = 0; group->rows && i < group->padded; i++) group->targets[i] = (uint32_t)p->moved_padded;
    group->count = 0; /* counts again what is laid down */
    return group->rows != NULL;
}

static void lay_track(bp_batch_sampler *p, size_t index) {
    const bp_owned_track *track = &p->clip->tracks[index];
    if (!is_of_use(p, &track->view)) return;
    if (!is_even(&track->view)) {
        p->odd[p->odd_count++] = (uint32_t)index;
        return;
    }
    posing_group *group = &p->lines[track->line].groups[track->view.kind];
    size_t lane = group->count++;
    group->targets[lane] = p->entry[track->view.target];
    if (track->view.kind == BP_TRACK_ROTATION)
        lay_rotation(&track->view, group, lane);
    else
        lay_vector(&track->view, group, lane);
}

static bool lay_tracks(bp_batch_sampler *p, bp_error *error) {
    const bp_clip *clip = p->clip;
    p->lines = bp_alloc(&p->allocator, clip->line_count, sizeof *p->lines, error);
    if (p->lines) p->odd = bp_alloc(&p->allocator, clip->track_count, sizeof *p->odd, error);
    if (!p->odd) return false;
    p->line_count = clip->line_count;
    for (size_t i = 0; i < clip->track_count; i++) {
        const bp_owned_track *track = &clip->tracks[i];
        posing_line *line = &p->lines[track->line];
        line->times = track->view.times;
        line->key_count = track->view.key_count;
        if (is_of_use(p, &track->view) && is_even(&track->view)) line->groups[track->view.kind].count++;
    }
    for (size_t i = 0; i < p->line_count; i++)
        for (int kind = 0; kind < POSING_GROUP_KINDS; kind++)
            if (!make_group(p, &p->lines[i].groups[kind], kind, p->lines[i].key_count, error)) return false;
    for (size_t i = 0; i < clip->track_count; i++) lay_track(p, i);
    return true;
}

bool bp_batch_lay_out(bp_batch_sampler *posing, const bp_skeleton *skeleton, bp_error *error) {
    if (!copy_skeleton(posing, skeleton, error)) return false;
    find_moved(posing, skeleton);
    return lay_tracks(posing, error);
}

void bp_batch_free_layout(bp_batch_sampler *p) {
    void *const arrays[] = {p->parent, p->order, p->slot,     p->inverse, p->locals,
                            p->entry,  p->moved, p->standing, p->odd};
    for (size_t i = 0; i < p->line_count; i++)
        for (int kind = 0; kind < POSING_GROUP_KINDS; kind++) {
            bp_free(&p->allocator, p->lines[i].groups[kind].rows);
            bp_free(&p->allocator, p->lines[i].groups[kind].targets);
        }
    bp_free(&p->allocator, p->lines);
    for (size_t i = 0; i < BP_COUNT(arrays); i++) bp_free(&p->allocator, arrays[i]);
}
