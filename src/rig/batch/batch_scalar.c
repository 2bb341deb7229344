/* Posing in a batch, one bone at a time: the definition. The kernels (batch_isa.c) compute the same bits.
 *
 * To pose a character: find the key interval on each timeline, interpolate each track between the two keys,
 * blend the layers, compose each animated bone's local matrix, then multiply down the skeleton, parents
 * first. All of it is in float. The path bone by bone (see bindpose/batch.h) computes the same values in
 * double.
 */
#include "rig/batch/batch.h"

/* sin(a) / a for x = a^2 up to (pi / 2)^2: the Taylor series up to x^5 / 11!; the next term is at most
 * 3.7e-8. */
static float sine_over_angle(float x) {
    float sum = -1.0f / 39916800.0f * x + 1.0f / 362880.0f;
    sum = sum * x - 1.0f / 5040.0f;
    sum = sum * x + 1.0f / 120.0f;
    sum = sum * x - 1.0f / 6.0f;
    return sum * x + 1.0f;
}

/* Slerp: weights sin((1 - t) a) / sin(a) and sin(t a) / sin(a). With q(x) = sin(sqrt x) / sqrt x the first
 * is (1 - t) q((1 - t)^2 a^2) * a / sin(a), which also holds for a = 0: there it is 1 - t. */
static void rotations(const batch_track_group *group, size_t count, size_t key, float t, float *parts) {
    size_t n = group->padded, row = BATCH_ROTATION_ARRAYS * n;
    float rest = 1.0f - t;
    for (size_t i = 0; i < count; i++) {
        const float *a = group->rows + key * row + i, *b = a + row;
        float angle2 = a[4 * n], angle_over_sine = a[5 * n];
        float weight_a = sine_over_angle(angle2 * (rest * rest)) * (angle_over_sine * rest);
        float weight_b = sine_over_angle(angle2 * (t * t)) * (angle_over_sine * t);
        for (size_t c = 0; c < 4; c++)
            parts[4 * group->targets[i] + c] = a[c * n] * weight_a + b[c * n] * weight_b;
    }
}

static void vectors(const batch_track_group *group, size_t count, size_t key, float t, float *parts) {
    size_t n = group->padded, row = BATCH_VECTOR_ARRAYS * n;
    for (size_t i = 0; i < count; i++) {
        const float *a = group->rows + key * row + i, *b = a + row;
        for (size_t c = 0; c < 3; c++)
            parts[4 * group->targets[i] + c] = a[c * n] + (b[c * n] - a[c * n]) * t;
    }
}

/* ---- keys in rows ------------------------------------------------------------------------------------- */

static double cosine_between(const float *a, const float *b) {
    return (double)a[0] * b[0] + (double)a[1] * b[1] + (double)a[2] * b[2] + (double)a[3] * b[3];
}

/* The square of the angle between two keys, and angle / sine. Close rotations are mixed linearly, as in
 * track.c: the angle counts as 0. */
static void measure(const float *a, const float *b, float *angle2, float *angle_over_sine) {
    double cosine = fabs(cosine_between(a, b)), angle;
    *angle2 = 0;
    *angle_over_sine = 1;
    if (!(cosine <= 0.999999)) return;
    angle = bp_acos_d(cosine);
    *angle2 = (float)(angle * angle);
    *angle_over_sine = (float)(angle / bp_sin_d(angle));
}

static void store_rotations(const bp_track *track, const batch_track_group *group, size_t lane, size_t rows) {
    size_t n = group->padded;
    float sign = 1;
    for (size_t k = 0; k < rows; k++) {
        size_t key = k < track->key_count ? k : k - 1;
        const float *q = track->values + 4 * key, *next = key + 1 < track->key_count ? q + 4 : q;
        float *row = group->rows + k * BATCH_ROTATION_ARRAYS * n + lane;
        for (size_t c = 0; c < 4; c++) row[c * n] = sign * q[c];
        row[5 * n] = 1;
        if (next == q) continue;
        measure(q, next, &row[4 * n], &row[5 * n]);
        if (cosine_between(q, next) < 0) sign = -sign;
    }
}

static void store_vectors(const bp_track *track, const batch_track_group *group, size_t lane, size_t rows) {
    for (size_t k = 0; k < rows; k++) {
        const float *v = track->values + 3 * (k < track->key_count ? k : k - 1);
        for (size_t c = 0; c < 3; c++)
            group->rows[(k * BATCH_VECTOR_ARRAYS + c) * group->padded + lane] = v[c];
    }
}

void bp_batch_store_keys(const bp_track *track, const batch_track_group *group, size_t lane, size_t rows) {
    if (track->kind == BP_TRACK_ROTATION)
        store_rotations(track, group, lane, rows);
    else
        store_vectors(track, group, lane, rows);
}

/* The slot with a packed key. The keys of a segment are unpacked together: all have the same bits to read. */
static float *unpack(const bp_batch *p, const batch_timeline *timeline, size_t key, const batch_scratch *s) {
    const bp_packed_keys *packed = timeline->packed;
    size_t number = timeline->first_key + key, slot = number % p->slot_count;
    if (s->slot_keys[slot] == number + 1) return s->slots + slot * p->slot_floats;
    bp_packed_reader reader = bp_packed_begin(packed, key, true);
    size_t pairs = reader.waves.count - (reader.first + reader.waves.count < packed->key_count);
    for (size_t i = 0; i < packed->track_count; i++) {
        float values[4 * PACKED_WAVES];
        bp_track track = bp_packed_next(&reader, values);
        if (timeline->lanes[i] == BONE_NONE) continue;
        batch_track_group group = timeline->groups[track.kind];
        size_t offset = 0;
        for (int kind = 0; kind < (int)track.kind; kind++)
            offset += batch_pair_size(&timeline->groups[kind], kind);
        for (size_t k = 0; k < pairs; k++) {
            bp_track pair = track;
            size_t at = timeline->first_key + reader.first + k;
            pair.values += k * bp_track_width(&track);
            pair.key_count = k + 1 < track.key_count ? 2 : 1;
            group.rows = s->slots + at % p->slot_count * p->slot_floats + offset;
            bp_batch_store_keys(&pair, &group, timeline->lanes[i], 2);
        }
    }
    for (size_t k = 0; k < pairs; k++) {
        size_t at = timeline->first_key + reader.first + k;
        s->slot_keys[at % p->slot_count] = at + 1;
    }
    return s->slots + slot * p->slot_floats;
}

/* ---- blending ----------------------------------------------------------------------------------------- */

static float dot(const float *a, const float *b) {
    return (a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3]);
}

/* Rotations on the side of the sum: q and -q are the same. */
static void add_weighted(int kind, float *sum, const float *value, float weight) {
    if (kind == BP_TRACK_ROTATION && dot(sum, value) < 0) weight = -weight;
    for (size_t c = 0; c < 4; c++) sum[c] += weight * value[c];
}

static void blend(int kind, size_t count, const float *value, const float *weight, const float *holds,
                  float *total, float *sum) {
    for (size_t i = 0; i < count; i++) {
        add_weighted(kind, sum + 4 * i, value + 4 * i, weight[i] * holds[i]);
        total[i] += weight[i] * holds[i];
    }
}

/* Rotations are normalized; opposite ones of equal weight have no mean, and give none. */
static void finish(int kind, size_t count, const float *rest, const float *total, float *sum) {
    for (size_t i = 0; i < count; i++) {
        float *v = sum + 4 * i, lacks = total[i] < 1.0f ? 1.0f - total[i] : 0.0f;
        add_weighted(kind, v, rest + 4 * i, lacks);
        float length2 = dot(v, v), factor = 1.0f / (total[i] + lacks);
        if (kind == BP_TRACK_ROTATION) factor = length2 > 0 ? 1.0f / sqrtf(length2) : 0.0f;
        for (size_t c = 0; c < 4; c++) v[c] *= factor;
        if (kind == BP_TRACK_ROTATION && !(length2 > 0)) v[3] = 1;
    }
}

static void add_positions(size_t count, const float *value, const float *first, const float *weight,
                          const float *holds, float *parts) {
    for (size_t i = 0; i < 4 * count; i++) parts[i] += weight[i / 4] * holds[i / 4] * (value[i] - first[i]);
}

static void add_scales(size_t count, const float *value, const float *first, const float *weight,
                       const float *holds, float *parts) {
    for (size_t i = 0; i < 4 * count; i++) {
        float ratio = first[i] == 0 ? 1 : value[i] / first[i];
        parts[i] *= 1.0f + weight[i / 4] * holds[i / 4] * (ratio - 1.0f);
    }
}

/* The square of the arccosine of 0 <= x <= 1: 1 - x times the square of a polynomial (Abramowitz and Stegun
 * 4.4.46, whose error is 2e-8). */
static float angle_squared(float x) {
    float sum = -0.0012624911f * x + 0.0066700901f;
    sum = sum * x - 0.0170881256f;
    sum = sum * x + 0.0308918810f;
    sum = sum * x - 0.0501743046f;
    sum = sum * x + 0.0889789874f;
    sum = sum * x - 0.2145988016f;
    sum = sum * x + 1.5707963050f;
    return (1.0f - x) * (sum * sum);
}

/* parts * slerp(identity, d, weight), d = conjugate(first) * value, the short way. */
static void add_rotations(size_t count, const float *value, const float *first, const float *weight,
                          const float *holds, float *parts) {
    for (size_t i = 0; i < count; i++) {
        const float *q = value + 4 * i, *f = first + 4 * i;
        float w = f[3] * q[3] + f[0] * q[0] + f[1] * q[1] + f[2] * q[2];
        float x = f[3] * q[0] - f[0] * q[3] - f[1] * q[2] + f[2] * q[1];
        float y = f[3] * q[1] + f[0] * q[2] - f[1] * q[3] - f[2] * q[0];
        float z = f[3] * q[2] - f[0] * q[1] + f[1] * q[0] - f[2] * q[3];
        float cosine = w < 0 ? -w : w, t = weight[i] * holds[i], rest = 1.0f - t;
        float angle2 = angle_squared(cosine < 1.0f ? cosine : 1.0f), all = sine_over_angle(angle2);
        float by = sine_over_angle(angle2 * (t * t)) * t / all;
        float of_identity = sine_over_angle(angle2 * (rest * rest)) * rest / all; /* exactly 1 for t = 0 */
        if (w < 0) by = -by;
        x = x * by, y = y * by, z = z * by, w = of_identity + w * by;
        float *p = parts + 4 * i, px = p[0], py = p[1], pz = p[2], pw = p[3];
        p[0] = pw * x + px * w + py * z - pz * y;
        p[1] = pw * y - px * z + py * w + pz * x;
        p[2] = pw * z + px * y - py * x + pz * w;
        p[3] = pw * w - px * x - py * y - pz * z;
    }
}

/* ---- a character -------------------------------------------------------------------------------------- */

/* How many of a group's tracks belong to bones of that depth; their vectors have more. */
static size_t tracks_to(const bp_batch *p, const batch_track_group *group, int depth) {
    size_t count = group->count;
    if (depth <= 0) return count;
    while (count > 0 && p->depth[p->animated[group->targets[count - 1]]] > (uint32_t)depth) count--;
    count = batch_padded(count);
    return count < group->count ? count : group->count;
}

static void sample_groups(const bp_batch *p, const batch_kernels *kernels, const batch_clip *clip,
                          const bp_batch_layer *layer, float *const parts[], const batch_scratch *s) {
    for (size_t i = 0; i < clip->timeline_count; i++) {
        const batch_timeline *timeline = &clip->timelines[i];
        if (timeline->key_count == 0) continue;
        bp_key_interval *last = &s->intervals[clip->first_timeline + i];
        const bp_packed_keys *packed = timeline->packed;
        bp_key_interval at = packed
                                 ? bp_packed_find(packed, layer->time)
                                 : bp_key_find(timeline->times, timeline->key_count, layer->time, &last->key);
        float *slot = packed ? unpack(p, timeline, at.key, s) : NULL;
        *last = at;
        for (int kind = 0; kind < BATCH_KINDS; kind++) {
            batch_track_group group = timeline->groups[kind];
            size_t count = tracks_to(p, &group, layer->depth);
            if (packed) group.rows = slot, slot += batch_pair_size(&group, kind);
            if (count > 0)
                kernels->interpolate[kind](&group, count, packed ? 0 : at.key, at.fraction, parts[kind]);
        }
    }
}

static void sample_others(const bp_batch *p, const batch_clip *clip, const bp_batch_layer *layer,
                          float *const parts[], float *morphs, const batch_scratch *s) {
    for (size_t i = 0; i < clip->other_count; i++) {
        const bp_owned_track *track = &clip->clip->tracks[clip->others[i].track];
        uint32_t target = clip->others[i].target;
        size_t width = bp_track_width(&track->view);
        bp_key_interval at = s->intervals[clip->first_timeline + track->timeline];
        bp_mat4 value; /* or its first 3 or 4 floats */
        bp_trs trs;
        if (layer->depth > 0 && p->depth[track->view.target] > (uint32_t)layer->depth) continue;
        if (track->view.kind == BP_TRACK_WEIGHTS) {
            const batch_morphs *to = &p->morphs[target];
            bp_track_evaluate(&track->view, at, width < to->count ? width : to->count, morphs + to->first);
            continue;
        }
        bp_track_evaluate(&track->view, at, width, value.m);
        if (track->view.kind == BP_TRACK_MATRIX) {
            bp_mat4_decompose(value, &trs);
            batch_set_parts(parts, target, trs);
        } else {
            memcpy(parts[track->view.kind] + 4 * target, value.m, width * sizeof *value.m);
        }
    }
}

static void set_to_rest(const bp_batch *p, const size_t held[BATCH_KINDS], float *const parts[]) {
    for (int kind = 0; kind < BATCH_KINDS; kind++)
        memcpy(parts[kind], p->initial[kind], held[kind] * 4 * sizeof(float));
}

static void sample(const bp_batch *p, const batch_kernels *kernels, const bp_batch_layer *layer,
                   float *const parts[], float *morphs, const batch_scratch *s) {
    const batch_clip *clip = &p->clips[layer->clip];
    sample_groups(p, kernels, clip, layer, parts, s);
    if (p->weight_count > 0) memset(morphs, 0, p->weight_count * sizeof *morphs);
    if (clip->other_count > 0) sample_others(p, clip, layer, parts, morphs, s);
}

/* The only layer, or the layer alone: a clip without more ado. */
static void pose_by_clip(const bp_batch *p, const batch_kernels *kernels, const bp_batch_layer *layer,
                         batch_scratch *s) {
    const batch_clip *clip = &p->clips[layer->clip];
    if (s->sampled != clip || s->sampled_depth != layer->depth) set_to_rest(p, p->held, s->parts);
    sample(p, kernels, layer, s->parts, s->morphs, s);
    s->sampled = clip;
    s->sampled_depth = layer->depth;
    for (size_t i = 0; i < p->morph_count; i++) s->morph_totals[i] = clip->holds_weights[i];
}

/* The layer's weight in a bone. */
static float weight_at(const bp_batch_layer *layer, size_t bone) {
    float weight = layer->mask ? layer->weight * layer->mask[bone] : layer->weight;
    if (layer->additive && weight > 1) weight = 1;
    return weight > 0 ? weight : 0; /* also for NaN */
}

static void blend_morphs(const bp_batch *p, const bp_batch_layer *layer, batch_scratch *s) {
    const batch_clip *clip = &p->clips[layer->clip];
    for (size_t i = 0; i < p->morph_count; i++) {
        const batch_morphs *m = &p->morphs[i];
        float weight = weight_at(layer, m->bone);
        if (!clip->holds_weights[i] || weight == 0) continue;
        if (layer->additive && !(s->morph_totals[i] > 0)) continue;
        for (size_t k = m->first; k < m->first + m->count; k++)
            s->morphs[k] +=
                weight * (layer->additive ? s->layer_morphs[k] - clip->first_weights[k] : s->layer_morphs[k]);
        if (!layer->additive) s->morph_totals[i] += weight;
    }
}

static void clear(const bp_batch *p, batch_scratch *s) {
    for (int kind = 0; kind < BATCH_KINDS; kind++) {
        memset(s->parts[kind], 0, batch_padded(p->held[kind]) * 4 * sizeof(float));
        memset(s->totals[kind], 0, batch_padded(p->held[kind]) * sizeof(float));
    }
    memset(s->morphs, 0, p->weight_count * sizeof *s->morphs);
    memset(s->morph_totals, 0, p->morph_count * sizeof *s->morph_totals);
    s->sampled = NULL;
}

static void apply_layer(const bp_batch *p, const batch_kernels *kernels, const bp_batch_layer *layer,
                        batch_scratch *s) {
    const batch_clip *clip = &p->clips[layer->clip];
    float everywhere = layer->mask ? 0 : weight_at(layer, 0);
    set_to_rest(p, clip->held, s->layer);
    sample(p, kernels, layer, s->layer, s->layer_morphs, s);
    for (size_t i = 0; i < p->animated_count; i++)
        s->weight[i] = layer->mask ? weight_at(layer, p->animated[i]) : everywhere;
    for (int kind = 0; kind < BATCH_KINDS; kind++)
        if (layer->additive)
            kernels->add[kind](clip->held[kind], s->layer[kind], clip->first[kind], s->weight,
                               clip->holds[kind], s->parts[kind]);
        else
            kernels->blend(kind, clip->held[kind], s->layer[kind], s->weight, clip->holds[kind],
                           s->totals[kind], s->parts[kind]);
    blend_morphs(p, layer, s);
}

static void finish_layers(const bp_batch *p, const batch_kernels *kernels, batch_scratch *s) {
    for (int kind = 0; kind < BATCH_KINDS; kind++)
        kernels->finish(kind, p->held[kind], p->initial[kind], s->totals[kind], s->parts[kind]);
    for (size_t i = 0; i < p->morph_count; i++)
        for (size_t k = 0; s->morph_totals[i] > 0 && k < p->morphs[i].count; k++)
            s->morphs[p->morphs[i].first + k] /= s->morph_totals[i];
}

static void blend_all(const bp_batch *p, const batch_kernels *kernels, const bp_batch_layer *layers,
                      size_t count, batch_scratch *s) {
    clear(p, s);
    for (size_t i = 0; i < count; i++)
        if (layers[i].weight > 0 && !layers[i].additive) apply_layer(p, kernels, &layers[i], s);
    finish_layers(p, kernels, s);
    for (size_t i = 0; i < count; i++)
        if (layers[i].weight > 0 && layers[i].additive) apply_layer(p, kernels, &layers[i], s);
}

void bp_batch_pose(const bp_batch *p, const batch_kernels *kernels, const bp_batch_layer *layers,
                   size_t count, batch_scratch *s) {
    const bp_batch_layer *alone = NULL;
    size_t used = 0;
    for (size_t i = 0; i < count; i++)
        if (layers[i].weight > 0) alone = &layers[i], used++;
    if (used == 1 && alone->weight >= 1 && !alone->additive && !alone->mask)
        pose_by_clip(p, kernels, alone, s);
    else if (used > 0)
        blend_all(p, kernels, layers, count, s);
    else
        clear(p, s), set_to_rest(p, p->held, s->parts);
}

/* scale * rotation * translation, as bp_mat4_from_trs. */
static bp_mat4 local_matrix(const float *t, const float *q, const float *s) {
    float x = q[0], y = q[1], z = q[2], w = q[3], x2 = x + x, y2 = y + y, z2 = z + z;
    float xx = x * x2, yy = y * y2, zz = z * z2, xy = x * y2, xz = x * z2, yz = y * z2;
    float wx = w * x2, wy = w * y2, wz = w * z2;
    return (bp_mat4){{(1.0f - (yy + zz)) * s[0], (xy + wz) * s[0], (xz - wy) * s[0], 0, /**/
                      (xy - wz) * s[1], (1.0f - (xx + zz)) * s[1], (yz + wx) * s[1], 0, /**/
                      (xz + wy) * s[2], (yz - wx) * s[2], (1.0f - (xx + yy)) * s[2], 0, /**/
                      t[0], t[1], t[2], 1}};
}

static void compose(const bp_batch *p, const batch_scratch *s) {
    for (size_t i = 0; i < p->animated_count; i++)
        s->locals[p->animated[i]] =
            local_matrix(s->parts[BP_TRACK_POSITION] + 4 * i, s->parts[BP_TRACK_ROTATION] + 4 * i,
                         s->parts[BP_TRACK_SCALE] + 4 * i);
}

static void chain(const bp_batch *p, const uint32_t *bones, size_t count, const bp_mat4 *locals,
                  bp_mat4 *chains, bp_mat4 *palette) {
    for (size_t i = 0; i < count; i++) {
        size_t id = bones[i], parent = p->parent[id];
        chains[id] = bp_mat4_mul(locals[id], parent == BONE_NONE ? p->root : chains[parent]);
        for (uint32_t at = palette ? p->final_of[id] : BONE_NONE; at != BONE_NONE; at = p->finals[at].next)
            palette[p->finals[at].index] = bp_mat4_mul(p->inverses[at], chains[id]);
    }
}

/* Takes locals from the caller. Bones that no clip moves keep their shear. */
static void compose_locals(const bp_batch *p, const bp_trs *locals, const uint32_t *bones, size_t count,
                           batch_scratch *s) {
    for (size_t i = 0; i < count; i++) {
        size_t id = bones[i];
        const bp_trs *trs = &locals[id];
        bool rests = p->animated_index[id] == BONE_NONE && memcmp(trs, &p->rest[id], sizeof *trs) == 0;
        s->locals[id] =
            rests ? p->locals[id] : local_matrix(&trs->position.x, &trs->rotation.x, &trs->scale.x);
    }
}

static void write_locals(const bp_batch *p, const batch_scratch *s, bp_trs *locals) {
    memcpy(locals, p->rest, p->count * sizeof *locals);
    for (size_t i = 0; i < p->animated_count; i++) locals[p->animated[i]] = batch_get_parts(s->parts, i);
}

static void write_weights(const bp_batch *p, const batch_scratch *s, float *weights) {
    for (size_t i = 0; i < p->morph_count; i++)
        for (size_t k = 0; s->morph_totals[i] > 0 && k < p->morphs[i].count; k++)
            weights[p->morphs[i].first + k] = s->morphs[p->morphs[i].first + k];
}

void *bp_palette_write(void *to, const bp_mat4 *palette, size_t count, bp_palette_format format) {
    float *out = to;
    if (format == BP_PALETTE_4X4) {
        if (count) memcpy(out, palette, count * sizeof *palette);
        return out + 16 * count;
    }
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < 12; k++)
            *out++ = palette[i].m[format == BP_PALETTE_3X4_ROWS ? 4 * (k % 4) + k / 4 : 4 * (k / 3) + k % 3];
    return out;
}

/* Lists a bone and its descendants in order. */
static size_t list_subtree(const bp_batch *p, size_t top, const batch_scratch *s) {
    uint32_t *within = s->subtree + p->count;
    size_t count = 0;
    for (size_t i = 0; i < p->count; i++) {
        uint32_t id = p->order[i], parent = p->parent[id];
        within[id] = id == top || (parent != BONE_NONE && within[parent]);
        if (within[id]) s->subtree[count++] = id;
    }
    return count;
}

void bp_batch_character(const bp_batch *p, const batch_kernels *kernels, const bp_batch_job *job,
                        size_t character, batch_scratch *s) {
    size_t layer_count = job->layer_count ? job->layer_count : 1, count = p->count;
    const uint32_t *bones = p->order;
    bp_trs *locals = job->locals ? job->locals + character * p->count : NULL;
    bp_mat4 *chains = job->absolutes ? job->absolutes + character * p->count : s->chains;
    if (job->layers) {
        bp_batch_pose(p, kernels, job->layers + character * layer_count, layer_count, s);
        if (locals) write_locals(p, s, locals);
        if (job->weights) write_weights(p, s, job->weights + character * p->weight_count);
    }
    if (!job->absolutes && !job->palettes) return;
    if (job->layers) {
        kernels->compose(p, s);
    } else {
        if (job->absolutes && job->top > 0 && job->top < p->count) {
            count = list_subtree(p, job->top, s);
            bones = s->subtree;
        }
        compose_locals(p, locals, bones, count, s);
    }
    bool whole = job->format == BP_PALETTE_4X4;
    size_t stride = job->palette_stride ? job->palette_stride : p->palette_count * (whole ? 64 : 48);
    uint8_t *out = job->palettes ? (uint8_t *)job->palettes + character * stride : NULL;
    bp_mat4 *palette = out && !whole ? s->palette : (bp_mat4 *)(void *)out;
    bool all = bones == p->order;
    if (palette && p->has_gaps && all) memset(palette, 0, p->palette_count * sizeof *palette);
    kernels->chain(p, bones, count, s->locals, chains, palette);
    if (!job->layers) memcpy(s->locals, p->locals, p->count * sizeof *s->locals);
    if (!palette || whole) return;
    if (all) bp_palette_write(out, palette, p->palette_count, job->format);
    for (size_t i = 0; !all && i < p->final_count; i++)
        if (s->subtree[p->count + p->finals[i].bone])
            bp_palette_write(out + (size_t)48 * p->finals[i].index, &palette[p->finals[i].index], 1,
                             job->format);
}

const batch_kernels bp_batch_kernels_scalar = {
    {vectors, rotations, vectors}, blend, finish, {add_positions, add_rotations, add_scales}, compose, chain};
