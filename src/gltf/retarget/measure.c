/* How near a retargeted clip comes to its source: measured on the clip's own numbers, frame by frame. */
#include "gltf/retarget/retarget.h"
#include "rig/anim/anim.h"
#include <string.h>

static const char *const NAMES[] = {"bone angle", "foot slide",   "penetration", "float",
                                    "root drift", "end effector", "overlap",     "jerk"};
static const char *const UNITS[] = {"degrees", "mm/s",        "mm", "mm",
                                    "mm",      "% of height", "mm", "of the source's"};
const char *bp_retarget_kind_name(bp_retarget_kind kind) {
    return kind < BP_RETARGET_KINDS ? NAMES[kind] : "";
}
const char *bp_retarget_kind_unit(bp_retarget_kind kind) {
    return kind < BP_RETARGET_KINDS ? UNITS[kind] : "";
}

static const int EFFECTORS[] = {BODY_HAND, BODY_HAND + BODY_SIDED, BODY_FOOT, BODY_FOOT + BODY_SIDED,
                                BODY_HEAD};
enum { CAPSULES = 10, OVERLAPS = 4, MOST_SERIES = BODY_SLOTS * BODY_MAX_CHAIN + 32 };

typedef struct capsule {
    int from, to; /* nodes of the target; -1: none */
    double radius;
} capsule;

typedef struct measuring {
    bp_retarget *r;
    bp_retarget_report *out;
    bp_pose *poses[2];
    size_t at;                                /* index of the next series */
    bp_dvec3 path[BP_COUNT(EFFECTORS)][2][4]; /* of effectors on both sides, the newest last */
    float *source_jerk[BP_COUNT(EFFECTORS)];
    capsule capsules[CAPSULES];
    double rest[OVERLAPS][CAPSULES]; /* overlaps at rest */
    int *capsule_of;                 /* of nodes; -1: none */
    float *distances;                /* scratch: of vertices from capsules' axes */
    size_t vertex_count;
    int filling;
} measuring;

/* The value that stands at `part` of them in order. Orders them by Shell's sort: qsort may allocate. */
static float quantile(float *values, size_t count, double part) {
    if (count == 0) return 0;
    for (size_t gap = count / 2; gap > 0; gap = gap == 2 ? 1 : gap * 5 / 11)
        for (size_t i = gap, j; i < count; i++) {
            float value = values[i];
            for (j = i; j >= gap && values[j - gap] > value; j -= gap) values[j] = values[j - gap];
            values[j] = value;
        }
    return values[(size_t)(part * (double)(count - 1) + 0.5)];
}

static void summarize(bp_retarget_series *series, size_t frames, float *scratch) {
    for (size_t f = 0; f < frames; f++) {
        if (series->values[f] != series->values[f]) continue;
        if (series->count == 0 || series->values[f] > series->worst) {
            series->worst = series->values[f];
            series->worst_frame = f;
        }
        scratch[series->count++] = series->values[f];
    }
    series->median = quantile(scratch, series->count, 0.5);
    series->p95 = quantile(scratch, series->count, 0.95);
}

static double clamped(double x) { return x < 0 ? 0 : x > 1 ? 1 : x; }

/* The distance of two segments, each a point and a direction: the best t for s, and the best s for that t,
 * from both ends of the clamped optimum (Ericson, Real-Time Collision Detection, 5.1.9). */
static double segments_apart(bp_dvec3 p, bp_dvec3 u, bp_dvec3 q, bp_dvec3 v) {
    bp_dvec3 w = bp_retarget_minus(p, q);
    double a = bp_dvec3_dot(u, u), e = bp_dvec3_dot(v, v), b = bp_dvec3_dot(u, v);
    double c = bp_dvec3_dot(u, w), f = bp_dvec3_dot(v, w), det = a * e - b * b;
    double s = det > 1e-12 * a * e ? clamped((b * f - c * e) / det) : 0;
    double t = e > 0 ? clamped((b * s + f) / e) : 0;
    s = a > 0 ? clamped((b * t - c) / a) : 0;
    return bp_dvec3_length(bp_retarget_minus(bp_retarget_plus(p, u, s), bp_retarget_plus(q, v, t)));
}

static double capsules_overlap(const measuring *m, const bp_dmat4 *world, int a, int b) {
    bp_dvec3 ends[2][2];
    for (int i = 0; i < 2; i++) {
        const capsule *c = &m->capsules[i == 0 ? a : b];
        ends[i][0] = bp_retarget_at(&world[c->from]);
        ends[i][1] = bp_retarget_minus(bp_retarget_at(&world[c->to]), ends[i][0]);
    }
    return m->capsules[a].radius + m->capsules[b].radius -
           segments_apart(ends[0][0], ends[0][1], ends[1][0], ends[1][1]);
}

static void visit_radius(void *user, const retarget_vertex *vertex) {
    measuring *m = user;
    int best = 0;
    for (int i = 1; i < vertex->count; i++)
        if (vertex->weights[i] > vertex->weights[best]) best = i;
    if (m->capsule_of[vertex->nodes[best]] != m->filling) return;
    const capsule *c = &m->capsules[m->filling];
    bp_dvec3 from = bp_retarget_at(&m->r->to.tree.world[c->from]);
    bp_dvec3 axis = bp_retarget_minus(bp_retarget_at(&m->r->to.tree.world[c->to]), from);
    m->distances[m->vertex_count++] = (float)segments_apart(vertex->at, (bp_dvec3){0, 0, 0}, from, axis);
}

/* Where a capsule begins: 0 trunk; 1, 2 forearms; 3, 4 shins; 5, 6 upper arms; 7, 8 thighs; 9 neck. */
static int capsule_slot(int c) {
    static const int limbs[] = {BODY_LOWER_ARM, BODY_LOWER_LEG, BODY_UPPER_ARM, BODY_UPPER_LEG};
    return c == 0 ? BODY_HIPS : c == 9 ? BODY_NECK : limbs[(c - 1) / 2] + (c - 1) % 2 * BODY_SIDED;
}

static void find_capsules(measuring *m) {
    const bp_retarget *r = m->r;
    for (int c = 0; c < CAPSULES; c++) {
        int a = bp_retarget_pair_of(r, capsule_slot(c), false);
        int b = bp_retarget_pair_of(r, c == 0 ? BODY_NECK : capsule_slot(c) + 1, false);
        m->capsules[c] =
            (capsule){a >= 0 && b >= 0 ? r->bones[a].target : -1, b >= 0 ? r->bones[b].target : -1, 0};
    }
    for (size_t i = 0; i < r->to.tree.count; i++) m->capsule_of[i] = -1;
    for (size_t i = 0; i < r->to.needed_count; i++) {
        int node = r->to.tree.order[i], parent = r->to.tree.parents[node];
        int slot = r->bone_of[node] ? r->bones[r->bone_of[node] - 1].slot : -1;
        m->capsule_of[node] = parent >= 0 ? m->capsule_of[parent] : -1;
        if (slot >= 0 && slot != BODY_SPINE) m->capsule_of[node] = -1;
        for (int c = 0; c < CAPSULES; c++)
            if (m->capsules[c].from == node) m->capsule_of[node] = c;
    }
}

static bool measure_capsules(measuring *m, bp_error *error) {
    find_capsules(m);
    const bp_model *model = m->r->to.model;
    size_t most = 1;
    for (size_t i = 0; i < model->instance_count; i++)
        most += model->meshes[model->instances[i].mesh]->vertex_count;
    m->distances = bp_alloc(&m->r->allocator, most, sizeof *m->distances, error);
    for (m->filling = 0; m->distances && m->filling < CAPSULES; m->filling++) {
        capsule *c = &m->capsules[m->filling];
        m->vertex_count = 0;
        if (c->from < 0) continue;
        if (!bp_retarget_each_vertex(&m->r->to, visit_radius, m, error)) return false;
        c->radius = (double)quantile(m->distances, m->vertex_count, 0.5);
        if (c->radius == 0) c->from = -1; /* no mesh */
    }
    for (int a = 0; a < OVERLAPS; a++)
        for (int b = 0; b < CAPSULES; b++)
            if (m->capsules[a + 1].from >= 0 && m->capsules[b].from >= 0)
                m->rest[a][b] = fmax(0, capsules_overlap(m, m->r->to.tree.world, a + 1, b));
    return m->distances != NULL;
}

/* The deepest that a forearm or shin is in another limb; -1: it has no capsule. A limb's own two bones and a
 * thigh beside the trunk touch always. */
static double overlap(const measuring *m, int a) {
    double deepest = 0;
    if (m->capsules[a + 1].from < 0) return -1;
    for (int b = 0; b < CAPSULES; b++)
        if (b != a + 1 && b != a + 5 && m->capsules[b].from >= 0)
            deepest = fmax(deepest, capsules_overlap(m, m->r->to.world, a + 1, b) - m->rest[a][b]);
    return deepest;
}

/* Sets a frame's value of the next series; with SIZE_MAX as frame it adds and names that series. */
static void put(measuring *m, size_t frame, bp_retarget_kind kind, int slot, int index, double value) {
    bp_retarget_series *series = &m->out->series[m->at++];
    if (frame != SIZE_MAX) {
        series->values[frame] = (float)value;
        return;
    }
    *series = (bp_retarget_series){.kind = kind, .role = "-"};
    if (slot >= 0) bp_body_role(slot, index, series->role);
}

/* Whether the spine or neck before has measured this bone, since they point as a whole; or the limb, because
 * it is a twist bone. */
static bool is_repeated(const bp_retarget *r, size_t pair) {
    if (r->bones[pair].twist_of >= 0) return true;
    int slot = r->bones[pair].slot, left = body_left(slot);
    return (left == BODY_SPINE || left == BODY_NECK) && bp_retarget_pair_of(r, slot, false) != (int)pair;
}

/* The source's direction; where the alignment left anatomy as it is, turned by that difference at rest. */
static double bone_angle(const bp_retarget *r, size_t pair) {
    const retarget_bone *bone = &r->bones[pair];
    bp_dvec3 from, to, rest_from, rest_to;
    bp_dquat turn = bp_retarget_turn(r, bone);
    if (bone->slot < 0 || !bp_retarget_direction(r, &r->from, r->from.world, pair, &from) ||
        !bp_retarget_direction(r, &r->to, r->to.world, pair, &to) ||
        !bp_retarget_direction(r, &r->from, r->from.reference, pair, &rest_from) ||
        !bp_retarget_direction(r, &r->to, r->to.reference, pair, &rest_to)) {
        bp_dmat4 wanted = bp_dmat4_mul(bone->aligned, bp_dmat4_from_dquat(turn));
        bp_dquat a = bp_retarget_rotation(&wanted), b = bp_retarget_rotation(&r->to.world[bone->target]);
        bp_dquat d = bp_dquat_mul(bp_dquat_conjugate(a), b);
        return 2 * bp_atan2_d(bp_dvec3_length((bp_dvec3){d.x, d.y, d.z}), fabs(d.w));
    }
    bp_dvec3 aligned = bp_dquat_rotate(bone->align, rest_to), source = bp_dquat_rotate(r->facing, rest_from);
    bp_dquat anatomy = bp_retarget_arc(source, aligned, (bp_dvec3){0, 0, 1});
    bp_dvec3 wanted = bp_dquat_rotate(bp_dquat_conjugate(turn), bp_dquat_rotate(r->facing, from));
    return bp_retarget_angle(bp_dquat_rotate(turn, bp_dquat_rotate(anatomy, wanted)), to);
}

/* Slide, penetration and float of a foot. While ankle and toes are planted, it may turn on one of them. */
static void measure_foot(measuring *m, int side, size_t frame) {
    bp_retarget *r = m->r;
    retarget_foot *foot = &r->feet[side];
    double slide = NAN, level = 0, unit = 1800 / r->statures[1];
    bool planted = false;
    for (int i = 0; i < 2; i++) {
        retarget_contact *contact = &foot->contacts[i];
        if (contact->source < 0) continue;
        bool was = foot->were[i], now = bp_retarget_contact_step(r, contact, r->feet[1 - side].contacts,
                                                                 frame > 0 ? m->out->step : 0);
        bp_dvec3 at = bp_retarget_at(&r->to.world[contact->target]);
        bp_dvec3 step = bp_retarget_minus(at, foot->last[i]);
        double speed = unit * sqrt(step.x * step.x + step.z * step.z) / m->out->step;
        if (now && was && frame > 0) slide = slide < speed ? slide : speed;
        if (now && !planted) level = r->axes.y * contact->level;
        planted = planted || now;
        foot->were[i] = now;
        foot->last[i] = at;
    }
    double height = unit * (bp_retarget_sole_height(r, foot) - level);
    int slot = BODY_FOOT + side * BODY_SIDED;
    put(m, frame, BP_RETARGET_SLIDE, slot, 0, slide);
    put(m, frame, BP_RETARGET_PENETRATION, slot, 0, height < 0 ? -height : 0);
    put(m, frame, BP_RETARGET_FLOAT, slot, 0, !planted ? NAN : height > 0 ? height : 0);
}

static double jerk_of(const bp_dvec3 *p) {
    return bp_dvec3_length((bp_dvec3){p[3].x - 3 * p[2].x + 3 * p[1].x - p[0].x,
                                      p[3].y - 3 * p[2].y + 3 * p[1].y - p[0].y,
                                      p[3].z - 3 * p[2].z + 3 * p[1].z - p[0].z});
}

/* A hand, foot or the head, in heights from the hips; its jerk is that of its place in the scene. */
static void measure_effector(measuring *m, size_t e, const retarget_bone *bone, size_t frame) {
    const bp_retarget *r = m->r;
    const retarget_bone *hips = &r->bones[r->hips];
    bp_dvec3 from_hips[2];
    for (int i = 0; i < 2; i++) {
        const bp_dmat4 *world = i == 0 ? r->from.world : r->to.world;
        double unit = 1 / r->statures[i];
        bp_dvec3 zero = {0, 0, 0}, at = bp_retarget_at(&world[i == 0 ? bone->source : bone->target]);
        bp_dvec3 root = bp_retarget_at(&world[i == 0 ? hips->source : hips->target]);
        from_hips[i] = bp_retarget_plus(zero, bp_retarget_minus(at, root), unit);
        memmove(m->path[e][i], m->path[e][i] + 1, 3 * sizeof m->path[e][i][0]);
        m->path[e][i][3] = bp_retarget_plus(zero, at, unit);
    }
    from_hips[0] = bp_dquat_rotate(r->facing, from_hips[0]);
    double off = 100 * bp_dvec3_length(bp_retarget_minus(from_hips[1], from_hips[0]));
    put(m, frame, BP_RETARGET_REACH, bone->slot, 0, off);
    put(m, frame, BP_RETARGET_JERK, bone->slot, 0, frame < 3 ? NAN : jerk_of(m->path[e][1]));
    if (frame != SIZE_MAX) m->source_jerk[e][frame] = frame < 3 ? 0 : (float)jerk_of(m->path[e][0]);
}

/* Goes through the same series in each frame; see `put`. */
static void measure_frame(measuring *m, size_t frame) {
    bp_retarget *r = m->r;
    double unit = 1800 / r->statures[1];
    m->at = 0;
    for (size_t i = 0; i < r->count; i++) {
        if (is_repeated(r, i)) continue;
        int index = 0;
        for (size_t b = i; b-- > 0 && r->bones[b].slot == r->bones[i].slot;) index++;
        put(m, frame, BP_RETARGET_ANGLE, r->bones[i].slot, index,
            (double)bp_degrees((float)bone_angle(r, i)));
    }
    for (int side = 0; side < 2; side++)
        if (r->feet[side].contacts[0].source >= 0) measure_foot(m, side, frame);
    const retarget_bone *hips = &r->bones[r->hips];
    bp_dvec3 off =
        bp_retarget_minus(bp_retarget_at(&r->to.world[hips->target]), bp_retarget_hips(r, hips->source));
    put(m, frame, BP_RETARGET_DRIFT, BODY_HIPS, 0, unit * sqrt(off.x * off.x + off.z * off.z));
    for (size_t e = 0; e < BP_COUNT(EFFECTORS); e++) {
        int pair = bp_retarget_pair_of(r, EFFECTORS[e], false);
        if (pair >= 0) measure_effector(m, e, &r->bones[pair], frame);
    }
    for (int a = 0; a < OVERLAPS; a++)
        if (m->capsules[a + 1].from >= 0)
            put(m, frame, BP_RETARGET_OVERLAP, capsule_slot(a + 1), 0, unit * overlap(m, a));
}

static bool make_report(measuring *m, size_t frames, bp_error *error) {
    bp_retarget_report *out = m->out;
    const bp_pose_options nodes = {.targets = BP_TARGETS_NODES};
    const bp_allocator *allocator = &out->allocator;
    out->series = bp_alloc(allocator, MOST_SERIES, sizeof *out->series, error);
    m->capsule_of =
        out->series ? bp_alloc(allocator, m->r->to.tree.count, sizeof *m->capsule_of, error) : NULL;
    if (!m->capsule_of || !measure_capsules(m, error)) return false;
    measure_frame(m, SIZE_MAX);
    out->series_count = m->at;
    size_t rows = out->series_count + BP_COUNT(EFFECTORS) + 1;
    if (frames > SIZE_MAX / rows / sizeof *out->values)
        return bp_fail(error, BP_ERROR_MEMORY, "clip", "has too many frames");
    out->values = bp_alloc(allocator, frames * rows, sizeof *out->values, error);
    for (int i = 0; out->values && i < 2; i++) {
        size_t count = i == 0 ? m->r->from.tree.count : m->r->to.tree.count;
        if (!(m->poses[i] = bp_pose_create(allocator, count, &nodes, error))) return false;
    }
    if (!out->values) return false;
    for (size_t s = 0; s < out->series_count; s++) out->series[s].values = out->values + s * frames;
    for (size_t e = 0; e < BP_COUNT(EFFECTORS); e++)
        m->source_jerk[e] = out->values + (out->series_count + e) * frames;
    out->frame_count = frames;
    return true;
}

static void finish_report(measuring *m) {
    bp_retarget_report *out = m->out;
    size_t frames = out->frame_count;
    float *scratch = out->values + (out->series_count + BP_COUNT(EFFECTORS)) * frames;
    size_t at = 0;
    for (size_t e = 0; e < BP_COUNT(EFFECTORS); e++) {
        if (bp_retarget_pair_of(m->r, EFFECTORS[e], false) < 0) continue;
        while (out->series[at].kind != BP_RETARGET_JERK) at++;
        /* A tenth of a millimetre is still. A source that jerks just then is no worse. */
        memcpy(scratch, m->source_jerk[e], frames * sizeof *scratch);
        float usual = fmaxf(quantile(scratch, frames, 0.95), 0.1f / 1800);
        for (size_t f = 0; f < frames; f++) out->series[at].values[f] /= fmaxf(usual, m->source_jerk[e][f]);
        at++;
    }
    for (int k = 0; k < BP_RETARGET_KINDS; k++) out->worst[k] = -1;
    for (size_t s = 0; s < out->series_count; s++) {
        int *worst = &out->worst[out->series[s].kind];
        summarize(&out->series[s], frames, scratch);
        if (out->series[s].count > 0 && (*worst < 0 || out->series[s].p95 > out->series[*worst].p95))
            *worst = (int)s;
    }
}

bool bp_retarget_measure(bp_retarget *r, int clip, const bp_clip *result, bp_retarget_report *out,
                         bp_error *error) {
    *out = (bp_retarget_report){0};
    if (!r || !result) return bp_fail_null(error, r ? "result" : "retarget");
    if (clip < 0 || (size_t)clip >= r->from.model->clip_count)
        return bp_fail(error, BP_ERROR_ARGUMENT, "clip", "there is no clip %d", clip);
    const bp_clip *from = r->from.model->clips[clip];
    retarget_times times = bp_retarget_times(from);
    measuring m = {.r = r, .out = out};
    out->allocator = r->allocator;
    out->step = times.step;
    bool ok = make_report(&m, times.count, error);
    bp_retarget_feet_begin(r);
    for (size_t f = 0; ok && f < times.count; f++) {
        double time = bp_retarget_time(&times, f);
        bp_pose_clear(m.poses[0]);
        bp_pose_clear(m.poses[1]);
        bp_clip_sample(from, time, m.poses[0]);
        bp_clip_sample(result, (time / times.rate - times.first) * bp_clip_rate(result), m.poses[1]);
        bp_retarget_pose_side(&r->from, m.poses[0], r->from.needed_count, true);
        bp_retarget_pose_side(&r->to, m.poses[1], r->to.needed_count, true);
        measure_frame(&m, f);
    }
    if (ok) finish_report(&m);
    bp_pose_destroy(m.poses[0]);
    bp_pose_destroy(m.poses[1]);
    bp_free(&r->allocator, m.capsule_of);
    bp_free(&r->allocator, m.distances);
    return ok;
}

void bp_retarget_report_clear(bp_retarget_report *report) {
    if (!report) return;
    bp_free(&report->allocator, report->series);
    bp_free(&report->allocator, report->values);
    *report = (bp_retarget_report){0};
}
