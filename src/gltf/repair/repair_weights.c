/* Weights: every vertex gets finite, positive weights of sum 1, each for another joint that exists; and, if
 * asked for, at most so many of them. A weight that the file doesn't give is guessed. */
#include "gltf/read/reader.h"
#include "gltf/repair/repair.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_SETS = 64 };

/* A weight that is lost without being seen: as much as a byte holds. */
static const float ROUNDING = 0.004f;

typedef struct weight_fix {
    bp_doctor_primitive *primitive;
    size_t joint_count;
    float *weights; /* `influences` of each vertex */
    uint16_t *joints;
    bool *changed;  /* by vertex */
    bool *empty;    /* vertices without any weight */
    size_t guessed; /* how many vertices' weights can only be guessed */
    size_t limited; /* how many vertices lost influences */
    double moved;   /* by at most so much */
    size_t worst;   /* the vertex that moved so much */
    size_t finite, negative, missing, scaled, range, merged, unweighted; /* how many vertices had what */
} weight_fix;

/* A weight that isn't a number can be told from the others, if it is the only one. */
static void fix_finite(weight_fix *fix, size_t vertex, float *weights) {
    size_t count = fix->primitive->influences, wrong = 0, which = 0;
    double rest = 0.0;
    for (size_t i = 0; i < count; i++) {
        if (bp_is_finite(weights[i])) {
            rest += (double)weights[i];
            continue;
        }
        wrong++;
        which = i;
        weights[i] = 0.0f;
    }
    if (wrong == 0) return;
    if (wrong == 1 && rest >= 0.0 && rest < 1.0)
        weights[which] = (float)(1.0 - rest);
    else
        fix->guessed++;
    fix->changed[vertex] = true;
    fix->finite++;
}

static void fix_joints(weight_fix *fix, size_t vertex, float *weights, uint16_t *joints) {
    bool negative = false, range = false, merged = false, unweighted = false, lost = false, cut = false;
    for (size_t i = 0; i < fix->primitive->influences; i++) {
        if (weights[i] < 0.0f) {
            lost = lost || weights[i] < -ROUNDING;
            weights[i] = 0.0f;
            negative = true;
        }
        if (joints[i] >= fix->joint_count) {
            lost = lost || weights[i] > ROUNDING;
            weights[i] = 0.0f;
            joints[i] = 0;
            range = true;
        }
        /* Unused places name joint 0: a weight in one may be that of another vertex. */
        for (size_t j = 0; j < i && weights[i] > 0.0f; j++) {
            if (joints[j] != joints[i] || weights[j] == 0.0f) continue;
            fix->guessed += joints[i] == 0 && weights[i] > ROUNDING;
            weights[j] += weights[i];
            weights[i] = 0.0f;
            merged = true;
            cut = cut || joints[i] + 1u == fix->joint_count;
        }
    }
    float sum = 0.0f;
    for (size_t i = 0; i < fix->primitive->influences; i++) sum += weights[i];
    for (size_t i = 0; i < fix->primitive->influences && sum > 0.0f; i++) {
        if (weights[i] > 0.0f || joints[i] == 0) continue;
        joints[i] = 0;
        unweighted = true;
    }
    /* Otherwise the others are right without it. A last joint that is there twice may be another one, whose
     * number was too large. A joint that is named may have lost its weight. */
    fix->guessed += cut || (lost && fabsf(sum - 1.0f) > ROUNDING) || (unweighted && sum < 1.0f - ROUNDING);
    fix->negative += negative;
    fix->range += range;
    fix->merged += merged;
    fix->unweighted += unweighted;
    if (negative || range || merged || unweighted) fix->changed[vertex] = true;
}

/* Integer weights sum to 1 exactly: the largest takes the rounding of the others. */
static void round_weights(float *weights, size_t count, double step) {
    size_t largest = 0;
    double rest = 1.0 / step;
    for (size_t i = 0; i < count; i++)
        if (weights[i] > weights[largest]) largest = i;
    for (size_t i = 0; i < count; i++) {
        double steps = floor((double)weights[i] / step + 0.5);
        if (i != largest) rest -= steps;
        weights[i] = (float)(steps * step);
    }
    weights[largest] = (float)(floor(rest + 0.5) * step);
}

static void fix_sum(weight_fix *fix, size_t vertex, float *weights) {
    size_t count = fix->primitive->influences, used = 0;
    double sum = 0.0;
    for (size_t i = 0; i < count; i++) {
        sum += (double)weights[i];
        used += weights[i] > 0.0f;
    }
    double off = sum > 1.0 ? sum - 1.0 : 1.0 - sum, step = (double)fix->primitive->weight_step;
    double rounding = step > 0.0 ? 0.5 * step : 2e-7 * (double)used;
    fix->empty[vertex] = !(sum > 0.0);
    if (fix->empty[vertex] || (off <= rounding && !fix->changed[vertex])) return;
    for (size_t i = 0; i < count; i++) weights[i] = (float)((double)weights[i] / sum);
    if (step > 0.0) round_weights(weights, count, step);
    fix->scaled += off > rounding;
    fix->changed[vertex] = true;
}

/* The only joint that an empty vertex still names; -1 if there are several or it is joint 0, which is also
 * the value of unused places. */
static int only_joint(const uint16_t *joints, size_t count) {
    int found = -1;
    for (size_t i = 0; i < count; i++) {
        if (joints[i] == 0) continue;
        if (found >= 0 && found != joints[i]) return -1;
        found = joints[i];
    }
    return found;
}

/* The nearest vertex that has weights; -1: none. */
static int nearest(const weight_fix *fix, size_t vertex) {
    const bp_vec3 *positions = fix->primitive->positions;
    float best = INFINITY;
    int found = -1;
    for (size_t i = 0; i < fix->primitive->vertex_count; i++) {
        float distance = fix->empty[i] ? INFINITY : bp_vec3_distance(positions[i], positions[vertex]);
        if (!(distance < best)) continue;
        best = distance;
        found = (int)i;
    }
    return found;
}

/* Vertices without any weight follow the joint they name, or move as their neighbour does. */
static void fill_empty(weight_fix *fix) {
    enum { MAX_STEPS = 1 << 27 };
    size_t width = fix->primitive->influences, steps = 0;
    for (size_t i = 0; i < fix->primitive->vertex_count; i++) {
        float *weights = fix->weights + i * width;
        uint16_t *joints = fix->joints + i * width;
        if (!fix->empty[i]) continue;
        int joint = only_joint(joints, width);
        int from = joint < 0 && (steps += fix->primitive->vertex_count) < MAX_STEPS ? nearest(fix, i) : -1;
        fix->changed[i] = true;
        fix->missing++;
        fix->guessed++;
        if (from >= 0) {
            memcpy(weights, fix->weights + (size_t)from * width, width * sizeof *weights);
            memcpy(joints, fix->joints + (size_t)from * width, width * sizeof *joints);
            continue;
        }
        memset(weights, 0, width * sizeof *weights);
        memset(joints, 0, width * sizeof *joints);
        weights[0] = 1.0f;
        if (joint > 0) joints[0] = (uint16_t)joint;
    }
}

static void encode_set(const weight_fix *fix, const bp_gltf_influence_set *set, size_t n, uint8_t *weights,
                       uint8_t *joints) {
    size_t width = fix->primitive->influences;
    for (size_t i = 0; i < fix->primitive->vertex_count; i++) {
        if (!fix->changed[i]) continue;
        for (size_t j = 0; j < BP_GLTF_SET_SIZE; j++) {
            size_t from = i * width + n * BP_GLTF_SET_SIZE + j;
            bp_repair_encode(&set->weights, weights, BP_GLTF_SET_SIZE * i + j, fix->weights[from]);
            bp_repair_encode(&set->joints, joints, BP_GLTF_SET_SIZE * i + j, fix->joints[from]);
        }
    }
}

static void write_set(bp_repair_pass *pass, const weight_fix *fix, const bp_gltf_value *attributes,
                      size_t n) {
    bp_gltf_influence_set set;
    bool exists;
    if (!bp_gltf_influence_set_open(&pass->doctor->document, attributes, n, fix->primitive->vertex_count,
                                    &set, &exists, bp_gltf_rewrite_error(&pass->rewrite)))
        return;
    uint8_t *weights = bp_repair_pack(pass, &set.weights), *joints = bp_repair_pack(pass, &set.joints);
    if (!weights || !joints) return;
    encode_set(fix, &set, n, weights, joints);
    bp_repair_replace(pass, attributes, bp_format("WEIGHTS_%zu", n).text, &set.weights, weights,
                      set.weights.count, BP_GLTF_VERTICES);
    if (fix->missing + fix->range + fix->merged + fix->unweighted + fix->limited > 0)
        bp_repair_replace(pass, attributes, bp_format("JOINTS_%zu", n).text, &set.joints, joints,
                          set.joints.count, BP_GLTF_VERTICES);
}

static void note(bp_repair_pass *pass, const weight_fix *fix) {
    const bp_doctor_primitive *p = fix->primitive;
    const struct {
        size_t vertices;
        bp_doctor_id id;
        const char *text;
    } kinds[] = {
        {fix->finite, BP_DOCTOR_WEIGHTS_NAN, "replaced weights that are no numbers: the others' rest to 1"},
        {fix->negative, BP_DOCTOR_WEIGHTS_NEGATIVE, "set negative weights to 0"},
        {fix->range, BP_DOCTOR_JOINT_OUT_OF_RANGE, "removed weights of joints that don't exist"},
        {fix->merged, BP_DOCTOR_JOINT_DUPLICATED, "added up two weights for one joint"},
        {fix->missing, BP_DOCTOR_WEIGHTS_ZERO,
         "gave vertices without weights the joint they name, or the weights of the nearest vertex"},
        {fix->scaled, BP_DOCTOR_WEIGHTS_SUM, "divided weights by their sum"},
        {fix->unweighted, BP_DOCTOR_JOINT_ZERO_WEIGHT, "wrote joint 0 where the weight is 0"},
    };
    bp_formatted path = bp_format("meshes[%zu].primitives[%zu]", p->mesh, p->index);
    for (size_t i = 0; i < BP_COUNT(kinds); i++)
        if (kinds[i].vertices > 0)
            bp_repair_note(pass, kinds[i].id, path.text, "%s (%zu of %zu vertices)", kinds[i].text,
                           kinds[i].vertices, p->vertex_count);
    if (fix->limited > 0)
        bp_repair_note(
            pass, BP_DOCTOR_INFLUENCES_OVER_4, path.text,
            "left %zu of %zu vertices at most %d influences; that moves vertex %zu most, by %.2g of "
            "the mesh's size, in the mean over rest and clips",
            fix->limited, p->vertex_count, pass->options->influences, fix->worst,
            fix->moved / pass->doctor->skins[p->skin].diagonal);
}

/* Sets whose weights are all 0 after a limit: they are removed. Returns how many sets are left. */
static size_t remove_sets(bp_repair_pass *pass, const weight_fix *fix) {
    const bp_doctor_primitive *p = fix->primitive;
    size_t sets = p->sets, used = 1;
    for (size_t i = 0; i < p->vertex_count * p->influences; i++)
        if (fix->weights[i] != 0.0f && i % p->influences / BP_GLTF_SET_SIZE + 1 > used)
            used = i % p->influences / BP_GLTF_SET_SIZE + 1;
    while (sets > used && pass->options->influences > 0) {
        sets--;
        for (int i = 0; i < 2; i++)
            bp_rewrite_remove(bp_gltf_rewrite_find(&pass->rewrite,
                                                   "meshes[%zu].primitives[%zu].attributes.%s_%zu", p->mesh,
                                                   p->index, i ? "WEIGHTS" : "JOINTS", sets));
    }
    return sets;
}

/* ---- fewer influences: by the skinned error -----------------------------------------------------*/

/* Of a vertex's joints, those are removed without which it moves least from where all of them put it, at rest
 * and over the clips. */
enum { MAX_CLIPS = 16, TIMES = 5, MAX_INFLUENCES = 64 };

/* The joint matrices of all skins, at rest and at moments of the clips. */
typedef struct skin_poses {
    size_t moments, joints; /* of all skins together */
    size_t *starts;         /* by skin: its first joint among them */
    bp_mat4 *matrices;      /* `joints` for each moment */
} skin_poses;

static bool read_moments(bp_repair_pass *pass, skin_poses *poses, bp_model *model, bp_model_pose *pose) {
    size_t clips = model->clip_count < MAX_CLIPS ? model->clip_count : MAX_CLIPS;
    poses->moments = 1 + clips * TIMES;
    if (!(poses->starts = bp_repair_alloc(pass, model->skin_count + 1, sizeof *poses->starts))) return false;
    for (size_t i = 0; i < model->skin_count; i++)
        poses->starts[i + 1] = poses->starts[i] + model->skins[i].joint_count;
    size_t all = poses->joints = poses->starts[model->skin_count];
    poses->matrices = bp_repair_alloc(pass, poses->moments * all, sizeof *poses->matrices);
    bool ok = poses->matrices != NULL;
    for (size_t i = 0; ok && i < poses->moments; i++) {
        int clip = i == 0 ? -1 : (int)((i - 1) / TIMES);
        double first = 0.0, last = 0.0;
        if (clip >= 0) (void)bp_clip_span(model->clips[clip], &first, &last);
        ok = bp_model_pose_set(pose, clip, first + (last - first) * (double)((i + TIMES - 1) % TIMES) / TIMES,
                               bp_gltf_rewrite_error(&pass->rewrite));
        for (size_t j = 0; ok && j < model->skin_count; j++)
            memcpy(poses->matrices + i * all + poses->starts[j],
                   bp_skeleton_palette(model->skeletons[model->skins[j].skeleton]),
                   model->skins[j].joint_count * sizeof(bp_mat4));
    }
    return ok;
}

static bool read_poses(bp_repair_pass *pass, skin_poses *poses) {
    const bp_gltf_read_options no_images = {.no_images = true};
    bp_model *model;
    if (!bp_gltf_read_source(pass->doctor->context, pass->source, NULL, &no_images, &model, NULL,
                             bp_gltf_rewrite_error(&pass->rewrite)))
        return false;
    bp_model_pose *pose = bp_model_pose_create(model, bp_gltf_rewrite_error(&pass->rewrite));
    bool ok = pose && read_moments(pass, poses, model, pose);
    bp_model_pose_destroy(pose);
    bp_model_destroy(model);
    return ok;
}

/* How far the vertex moves, in the mean over all moments, without the influences in `without` (bits). */
static double error_without(const skin_poses *poses, size_t skin, bp_vec3 vertex, const float *weights,
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

/* Leaves a vertex at most `limit` of its influences, and puts them first. False: it has no more. `error`: how
 * far that moves it, in the mean. */
static bool limit_vertex(const skin_poses *poses, size_t skin, bp_vec3 vertex, size_t limit, float *weights,
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

static void limit_influences(const bp_repair_pass *pass, const skin_poses *poses, weight_fix *fix) {
    const bp_doctor_primitive *p = fix->primitive;
    size_t width = p->influences;
    for (size_t i = 0; i < p->vertex_count; i++) {
        double moved;
        float *weights = fix->weights + i * width;
        if (!limit_vertex(poses, (size_t)p->skin, p->positions[i], (size_t)pass->options->influences, weights,
                          fix->joints + i * width, width, &moved))
            continue;
        if (p->weight_step > 0.0f) round_weights(weights, width, (double)p->weight_step);
        fix->changed[i] = true;
        fix->limited++;
        if (!(moved > fix->moved)) continue;
        fix->moved = moved;
        fix->worst = i;
    }
}

static void fix_primitive(bp_repair_pass *pass, const skin_poses *poses, weight_fix *fix) {
    const bp_doctor_primitive *p = fix->primitive;
    size_t width = p->influences, changed = 0;
    bp_gltf_primitive value;
    memcpy(fix->weights, p->weights, p->vertex_count * width * sizeof *fix->weights);
    memcpy(fix->joints, p->joints, p->vertex_count * width * sizeof *fix->joints);
    for (size_t i = 0; i < p->vertex_count; i++) {
        fix_finite(fix, i, fix->weights + i * width);
        fix_joints(fix, i, fix->weights + i * width, fix->joints + i * width);
        fix_sum(fix, i, fix->weights + i * width);
    }
    fill_empty(fix);
    pass->guessing = fix->guessed > 0;
    if (pass->guessing && !pass->options->guess) return;
    if (pass->options->influences > 0) limit_influences(pass, poses, fix);
    for (size_t i = 0; i < p->vertex_count; i++) changed += fix->changed[i];
    if (changed == 0) return;
    bp_gltf_primitive_find(&pass->doctor->document, p->mesh, p->index, &value);
    size_t sets = remove_sets(pass, fix);
    for (size_t n = 0; n < sets; n++) write_set(pass, fix, &value.attributes, n);
    note(pass, fix);
}

void bp_repair_weights(bp_repair_pass *pass) {
    skin_poses poses = {0};
    if (pass->options->influences > 0 && !read_poses(pass, &poses)) return;
    for (size_t i = 0; i < pass->doctor->primitive_count; i++) {
        bp_doctor_primitive *p = &pass->doctor->primitives[i];
        if (p->sets == 0 || p->sets > MAX_SETS || p->skin < 0) continue;
        size_t count = p->vertex_count * p->influences;
        weight_fix fix = {.primitive = p, .joint_count = pass->doctor->skins[p->skin].joint_count};
        if (fix.joint_count > 0 && (fix.weights = bp_repair_alloc(pass, count, sizeof *fix.weights)) &&
            (fix.joints = bp_repair_alloc(pass, count, sizeof *fix.joints)) &&
            (fix.changed = bp_repair_alloc(pass, p->vertex_count, sizeof *fix.changed)) &&
            (fix.empty = bp_repair_alloc(pass, p->vertex_count, sizeof *fix.empty)))
            fix_primitive(pass, &poses, &fix);
    }
}
