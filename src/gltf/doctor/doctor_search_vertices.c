/* What only the vertices tell: with matrices that agree with the nodes, their joint numbers may be too large,
 * or the mesh may have another unit than its joints. */
#include "gltf/doctor/doctor_search.h"
#include "mesh/editing.h"
#include <math.h>
#include <string.h>

/* The best shift puts vertices this many times as near to their bones as the next one does. */
static const double CLEARLY = 0.8;
/* The share of vertices with no bone much nearer than their own: under FEW with wrong numbers, over MOST with
 * right ones. Of the public files at hand, the least has 0.66. */
static const double FEW = 0.5, MOST = 0.9;

/* Whether the numbers may also have been cut at the last joint, so that what they were is lost: that joint
 * has vertices, none is beyond it, and none of the first joints has one, as after a turn of the list. */
static bool may_be_clamped(const bp_doctor_skin *skin, size_t shift, size_t beyond) {
    bool turned = false;
    for (size_t i = 0; i < shift; i++) turned = turned || skin->used[i];
    return skin->used[skin->joint_count - 1] && beyond == 0 && !turned;
}

/* Joint numbers that are all too large by the same amount. Returns the amount, or 0. */
static size_t find_shift(bp_doctor_search *search, double *distance, bool *certain) {
    bp_doctor_measure *m = &search->measure;
    double now = bp_doctor_measure_distance(m, search->best.binds, NULL), best = INFINITY, rival = INFINITY;
    size_t found = 0, beyond = 0, limit = m->count > 512 ? 16 : m->count;
    for (size_t i = 0; i < m->sample_count; i++) beyond += m->samples[i].joint >= m->count;
    for (size_t shift = 1; shift < limit; shift++) {
        double at = bp_doctor_measure_mean(m, NULL, shift);
        if (at < best) {
            rival = best;
            best = at;
            found = shift;
        } else if (at < rival) {
            rival = at;
        }
    }
    if (m->sample_count == 0) return 0;
    bool nearer = best < 0.5 * now && best < CLEARLY * rival;
    *distance = best;
    bool merged =
        bp_doctor_first(m->doctor, BP_DOCTOR_JOINT_DUPLICATED, BP_DOCTOR_JOINT_DUPLICATED) != BP_DOCTOR_NONE;
    *certain =
        nearer && !merged && (best < 0.3 * now || beyond > 0) && !may_be_clamped(m->skin, found, beyond);
    if (nearer) return found;
    bool few = found > 0 && m->count < 512 && bp_doctor_measure_near(m, 0) < FEW;
    return few && bp_doctor_measure_near(m, found) > MOST ? found : 0;
}

/* 0.01 or 100, if the mesh surrounds its joints when it is scaled by that; else 0. */
static float find_size(const bp_doctor_search *search, double *ratio) {
    const bp_doctor_measure *m = &search->measure;
    const bp_doctor_skin *skin = m->skin;
    size_t in = 0, all = 0;
    *ratio = bp_doctor_measure_size(m);
    float factor = *ratio >= 40.0 ? 0.01f : *ratio <= 1.0 / 40.0 ? 100.0f : 0.0f;
    if (factor == 0.0f || skin->has_integers) return 0.0f;
    float margin = 0.1f * factor * (float)skin->diagonal;
    bp_vec3 lo = bp_vec3_scale(skin->bounds.lo, factor), hi = bp_vec3_scale(skin->bounds.hi, factor);
    for (size_t i = 0; i < m->count; i++) {
        bp_vec3 p = m->positions[i];
        if (!bp_doctor_is_usable(skin, i)) continue;
        all++;
        in += p.x >= lo.x - margin && p.x <= hi.x + margin && p.y >= lo.y - margin && p.y <= hi.y + margin &&
              p.z >= lo.z - margin && p.z <= hi.z + margin;
    }
    return all > 1 && 10 * in >= 9 * all ? factor : 0.0f;
}

static void report_size(bp_doctor *doctor, size_t index, double ratio, float factor) {
    bool larger = ratio > 1.0;
    bp_doctor_add(
        doctor, BP_DOCTOR_UNIT_MIXUP, factor > 0.0f ? BP_DOCTOR_ERROR : BP_DOCTOR_WARNING,
        bp_doctor_at_skin(doctor, index, -1, NULL),
        "the mesh is %.3g times as %s as its joints reach in the bind pose, though joints and inverse binds "
        "agree%s",
        larger ? ratio : 1.0 / ratio, larger ? "large" : "small",
        factor == 0.0f ? ""
        : larger       ? "; the mesh is in centimetres and the joints in metres"
                       : "; the mesh is in metres and the joints in centimetres");
}

/* Reports a mesh that is drawn much larger or smaller than it is modelled, unless it has a person's or a
 * building's size then. Integers have no size of their own. */
static void check_scale(bp_doctor *doctor, size_t index, double scale) {
    double size = scale * doctor->skins[index].diagonal;
    if (doctor->skins[index].has_integers || (scale > 1.0 / 40.0 && scale < 40.0) ||
        (size > 0.2 && size < 20.0))
        return;
    bp_doctor_add(
        doctor, BP_DOCTOR_UNIT_MIXUP, BP_DOCTOR_WARNING, bp_doctor_at_skin(doctor, index, -1, NULL),
        "the mesh appears %.4g times its modelled size, %.3g across: nodes above the joints are scaled, and "
        "the inverse binds don't undo that, as if the mesh were in %s",
        scale, size,
        scale < 1.0 ? "centimetres and the nodes in metres" : "metres and the nodes in centimetres");
}

void bp_doctor_search_vertices(bp_doctor_search *search) {
    bp_doctor_measure *m = &search->measure;
    bp_doctor_remedy *remedy = &m->skin->remedy;
    double distance = 0.0, ratio = 1.0;
    bool certain = false;
    if (m->skin->diagonal == 0.0) return;
    size_t shift = search->best.has_bones ? 0 : find_shift(search, &distance, &certain);
    if (shift > 0) {
        remedy->shift = shift;
        remedy->fault = BP_DOCTOR_JOINTS_SHIFTED;
        bp_doctor_verdict verdict = certain ? BP_DOCTOR_CERTAIN : BP_DOCTOR_PLAUSIBLE;
        if (verdict > remedy->verdict) remedy->verdict = verdict;
        bp_doctor_place place = bp_doctor_at_skin(m->doctor, m->index, -1, "joints");
        bp_doctor_add(
            m->doctor, BP_DOCTOR_JOINTS_SHIFTED, BP_DOCTOR_ERROR, place,
            "the vertices' joint numbers are %zu too large: with smaller ones they are %.3g times as near to "
            "their bones%s",
            shift, bp_doctor_measure_distance(m, search->best.binds, NULL) / distance,
            certain ? "" : ". That is likely, but not certain");
        return;
    }
    bp_doctor_measure_distance(m, search->best.binds, NULL);
    float size = find_size(search, &ratio);
    if (size > 0.0f) {
        remedy->size = size;
        remedy->fault = BP_DOCTOR_UNIT_MIXUP;
        if (remedy->verdict == BP_DOCTOR_SOUND) remedy->verdict = BP_DOCTOR_CERTAIN;
    }
    if (size > 0.0f || (m->count >= 5 && !m->skin->has_integers && (ratio >= 60.0 || ratio <= 1.0 / 60.0)))
        report_size(m->doctor, m->index, ratio, size);
    else
        check_scale(m->doctor, m->index, bp_doctor_measure_scale(m, search->best.binds, NULL));
}
