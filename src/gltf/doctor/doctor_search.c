/* search: what the hypotheses about a skin share: the table of changes, the proof that a hypothesis needs,
 * and the score by which the best one is kept. */
#include "gltf/doctor/doctor_search.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Offsets of this share of the joints must fit, and of at least three joints. */
static const double MOST = 0.9;

static bool transpose(bp_mat4 bind, double factor, bp_mat4 *out) {
    (void)factor;
    *out = bp_mat4_transpose(bind);
    return true;
}

static bool transpose_rotation(bp_mat4 bind, double factor, bp_mat4 *out) {
    (void)factor;
    *out = bind;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) out->m[4 * i + j] = bind.m[4 * j + i];
    return true;
}

static bool invert(bp_mat4 bind, double factor, bp_mat4 *out) {
    (void)factor;
    return bp_doctor_is_affine(bind) && bp_mat4_inverse_affine(bind, out);
}

static bool scale_translation(bp_mat4 bind, double factor, bp_mat4 *out) {
    *out = bind;
    for (int i = 12; i < 15; i++) out->m[i] = (float)((double)bind.m[i] * factor);
    return true;
}

bool bp_doctor_scale_all(bp_mat4 bind, double factor, bp_mat4 *out) {
    if (factor == 0.0) {
        if (!(fabsf(bind.m[15]) > 1e-9f) || fabsf(bind.m[15] - 1.0f) < 1e-4f) return false;
        factor = 1.0 / (double)bind.m[15];
    }
    *out = bind;
    for (int i = 0; i < 15; i++)
        if (i % 4 < 3) out->m[i] = (float)((double)bind.m[i] * factor);
    out->m[15] = 1.0f;
    return true;
}

const bp_doctor_change bp_doctor_changes[] = {
    {transpose, 0, BP_DOCTOR_IBM_TRANSPOSED, "transposed"},
    {transpose_rotation, 0, BP_DOCTOR_IBM_TRANSPOSED, "transposed in their rotation"},
    {invert, 0, BP_DOCTOR_IBM_NOT_INVERTED, "inverted"},
    {bp_doctor_scale_all, 0.0, BP_DOCTOR_IBM_LAST_ROW, "divided by their last element"},
    {scale_translation, 0.01, BP_DOCTOR_UNIT_MIXUP,
     "given translations 100 times as small, as if they were in centimetres and the nodes in metres"},
    {scale_translation, 100.0, BP_DOCTOR_UNIT_MIXUP,
     "given translations 100 times as large, as if they were in metres and the nodes in centimetres"},
    {scale_translation, 0.001, BP_DOCTOR_UNIT_MIXUP, "given translations 1000 times as small"},
    {scale_translation, 1000.0, BP_DOCTOR_UNIT_MIXUP, "given translations 1000 times as large"},
    {scale_translation, 0.1, BP_DOCTOR_UNIT_MIXUP, "given translations 10 times as small"},
    {scale_translation, 10.0, BP_DOCTOR_UNIT_MIXUP, "given translations 10 times as large"},
    {scale_translation, 0.0254, BP_DOCTOR_UNIT_MIXUP, "given translations in metres instead of inches"},
    {scale_translation, 1.0 / 0.0254, BP_DOCTOR_UNIT_MIXUP, "given translations in inches instead of metres"},
};
const size_t bp_doctor_change_count = BP_COUNT(bp_doctor_changes);

bool bp_doctor_search_are_affine(const bp_doctor_search *search, const bp_mat4 *binds) {
    const bp_doctor_measure *m = &search->measure;
    for (size_t i = 0; i < m->count; i++)
        if (bp_doctor_is_usable(m->skin, i) && !bp_doctor_is_affine(binds[i])) return false;
    return true;
}

/* With all joints in one place, equal matrices prove nothing: then the mesh must stay where it is modelled,
 * or the file's matrices must be none that a skin could have. */
static bool is_proof(const bp_doctor_search *search, bp_mat4 transform) {
    const bp_doctor_measure *m = &search->measure;
    if (!search->alike || !bp_doctor_search_are_affine(search, search->as_is.binds)) return true;
    for (int i = 12; i < 15; i++) transform.m[i] /= m->skin->diagonal > 0.0 ? (float)m->skin->diagonal : 1.0f;
    for (int i = 0; i < 16; i++)
        if (fabsf(transform.m[i] - (i % 5 == 0 ? 1.0f : 0.0f)) > 1e-3f) return false;
    return true;
}

bool bp_doctor_search_agrees(const bp_doctor_search *search, const bp_mat4 *binds) {
    const bp_doctor_measure *m = &search->measure;
    bp_mat4 transform;
    size_t count;
    if (!bp_doctor_search_are_affine(search, binds)) return false;
    return (bp_doctor_measure_agrees(m, binds, &transform) && is_proof(search, transform)) ||
           (bp_doctor_measure_offsets(m, binds, &count) >= MOST && count >= 3);
}

static bool is_same(const bp_doctor_search *search, const bp_doctor_hypothesis *a,
                    const bp_doctor_hypothesis *b) {
    const bp_doctor_measure *m = &search->measure;
    for (size_t i = 0; i < m->count; i++) {
        size_t one = a->has_bones ? (size_t)a->bones[i] : i, two = b->has_bones ? (size_t)b->bones[i] : i;
        if (!m->skin->used[i] && m->any_used) continue;
        if (m->skin->joints[one] != m->skin->joints[two] ||
            !bp_doctor_is_close(m->skin, a->binds[one], b->binds[two]))
            return false;
    }
    return true;
}

void bp_doctor_search_copy(const bp_doctor_search *search, bp_doctor_hypothesis *to,
                           const bp_doctor_hypothesis *from) {
    bp_mat4 *binds = to->binds;
    int *bones = to->bones;
    memcpy(binds, from->binds, search->measure.count * sizeof *binds);
    memcpy(bones, from->bones, search->measure.count * sizeof *bones);
    *to = *from;
    to->binds = binds;
    to->bones = bones;
}

bool bp_doctor_search_change(bp_doctor_search *search, const bp_doctor_change *change) {
    const bp_doctor_measure *m = &search->measure;
    for (size_t i = 0; i < m->count; i++) {
        search->trial.binds[i] = search->as_is.binds[i];
        if (bp_doctor_is_usable(m->skin, i) &&
            !change->change(search->as_is.binds[i], change->factor, &search->trial.binds[i]))
            return false;
    }
    return true;
}

static void score(bp_doctor_search *search, bool has_bones) {
    bp_doctor_hypothesis *trial = &search->trial;
    trial->has_bones = has_bones;
    trial->distance =
        bp_doctor_measure_distance(&search->measure, trial->binds, has_bones ? trial->bones : NULL);
    if (search->found && is_same(search, trial, &search->best)) return;
    double loser = trial->distance;
    if (!search->found || trial->distance < search->best.distance) {
        loser = search->found ? search->best.distance : INFINITY;
        bp_doctor_search_copy(search, &search->best, trial);
        search->found = true;
    }
    if (loser < search->rival) search->rival = loser;
}

void bp_doctor_search_try(bp_doctor_search *search, bp_doctor_id fault, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(search->trial.text.text, sizeof search->trial.text.text, format, arguments);
    va_end(arguments);
    search->trial.fault = fault;
    score(search, false);
}

void bp_doctor_search_order(bp_doctor_search *search) {
    bp_doctor_measure *m = &search->measure;
    bp_doctor_hypothesis *trial = &search->trial;
    char list[120] = "";
    size_t listed = 0, moved = 0;
    for (size_t i = 0; i < m->count; i++) {
        size_t from = (size_t)search->from[i], used = strlen(list);
        trial->binds[i] = search->as_is.binds[from];
        trial->bones[from] = (int)i;
        if (from == i) continue;
        if (listed < 8 && used + 24 < sizeof list)
            snprintf(list + used, sizeof list - used, "%s%zu needs matrix %zu", listed++ ? ", " : "", i,
                     from);
        moved++;
    }
    bp_doctor_search_try(search, BP_DOCTOR_IBM_ORDER, "joint %s%s", list,
                         moved > listed ? ", and so on" : "");
    score(search, true);
}
