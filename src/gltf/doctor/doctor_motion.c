/* Motion: what clips do to the mesh.
 *
 * Each clip is looked at at some of its times. Edges that become many times as long as they were bound, and
 * long for the mesh, explode. A vertex whose joints are so twisted against each other that their blend loses
 * its volume wears a candy wrapper: of two rotations by an angle apart, blended half and half, the
 * determinant is the square of the cosine of half the angle. */
#include "gltf/doctor/doctor.h"
#include <bindpose/rig.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_CLIPS = 64, MOST_TIMES = 24, LEAST_TIMES = 3, MOST_VERTICES = 4000, MOST_EDGES = 12000 };

/* Of nodes, bones, tracks and vertices, times moments: about two seconds. Files that would take more are looked at
 * at fewer times, and then in fewer clips. */
static const double MOST_WORK = 4e7;

static const double STRETCH_WARNING = 4.0, STRETCH_ERROR = 12.0; /* times as long */
static const double LONG_WARNING = 0.15, LONG_ERROR = 0.75;      /* of the mesh's size */
static const double THIN = 0.15;                                 /* of the volume: 134 degrees apart */

/* The worst that was found of one instance in one clip. */
typedef struct motion_worst {
    double stretch, length, stretch_time;
    uint32_t vertex; /* the farther end of the edge */
    double thin, thin_time;
    size_t thin_count;
    uint32_t thin_vertex;
    bool wild; /* numbers beyond all measure */
} motion_worst;

typedef struct motion_part {
    const bp_mesh *mesh;
    const bp_model_skin *skin;
    const bp_mat4 *palette;
    double size;
    bool *thin; /* owned; vertex_count: counted already */
    motion_worst worst;
} motion_part;

/* ---- one moment ---------------------------------------------------------------------------------*/

static bp_mat4 blend(const motion_part *part, size_t vertex) {
    size_t width = (size_t)part->mesh->influences;
    bp_mat4 sum = {{0}};
    for (size_t i = vertex * width; i < (vertex + 1) * width; i++) {
        float weight = part->mesh->weights[i];
        if (weight == 0.0f) continue;
        const bp_mat4 *joint = &part->palette[part->mesh->joints[i]];
        for (int j = 0; j < 16; j++) sum.m[j] += weight * joint->m[j];
    }
    return sum;
}

static double determinant(bp_mat4 m) {
    const float *a = m.m, *b = m.m + 4, *c = m.m + 8;
    return a[0] * ((double)b[1] * c[2] - (double)b[2] * c[1]) -
           a[1] * ((double)b[0] * c[2] - (double)b[2] * c[0]) +
           a[2] * ((double)b[0] * c[1] - (double)b[1] * c[0]);
}

/* The blend's volume by that of the joint with most weight. */
static double volume_left(const motion_part *part, size_t vertex, bp_mat4 blended) {
    size_t width = (size_t)part->mesh->influences, best = vertex * width;
    for (size_t i = best; i < (vertex + 1) * width; i++)
        if (part->mesh->weights[i] > part->mesh->weights[best]) best = i;
    if (part->mesh->weights[best] > 0.85f) return 1.0;
    double whole = fabs(determinant(part->palette[part->mesh->joints[best]]));
    return whole > 1e-12 ? fabs(determinant(blended)) / whole : 1.0;
}

static void look_at_vertices(motion_part *part, double time) {
    motion_worst *worst = &part->worst;
    size_t step = part->mesh->vertex_count / MOST_VERTICES + 1;
    for (size_t i = 0; i < part->mesh->vertex_count; i += step) {
        double left = volume_left(part, i, blend(part, i));
        if (!(left < THIN)) continue;
        worst->thin_count += !part->thin[i];
        part->thin[i] = true;
        if (left >= worst->thin) continue;
        worst->thin = left;
        worst->thin_time = time;
        worst->thin_vertex = (uint32_t)i;
    }
}

/* `to_a`, `to_b`: where the vertices are. */
static void look_at_edge(motion_part *part, uint32_t a, uint32_t b, bp_vec3 to_a, bp_vec3 to_b, double time) {
    motion_worst *worst = &part->worst;
    double before = (double)bp_vec3_distance(part->mesh->positions[a], part->mesh->positions[b]);
    double after = (double)bp_vec3_distance(to_a, to_b);
    if (!(after < 1e20)) {
        if (!worst->wild) worst->vertex = a, worst->stretch_time = time;
        worst->wild = true;
        return;
    }
    if (worst->wild || !(before > 1e-6 * part->size) || after < LONG_WARNING * part->size) return;
    if (after / before < STRETCH_WARNING || after <= worst->length) return;
    double moved_a = (double)bp_vec3_distance(part->mesh->positions[a], to_a);
    double moved_b = (double)bp_vec3_distance(part->mesh->positions[b], to_b);
    worst->stretch = after / before;
    worst->length = after;
    worst->stretch_time = time;
    worst->vertex = moved_a > moved_b ? a : b;
}

static void look_at_edges(motion_part *part, double time) {
    size_t triangles = part->mesh->index_count / 3, step = triangles / (MOST_EDGES / 3) + 1;
    for (size_t i = 0; i < triangles; i += step) {
        const uint32_t *c = part->mesh->indices + 3 * i;
        bp_vec3 to[3];
        for (int j = 0; j < 3; j++) to[j] = bp_mat4_point(blend(part, c[j]), part->mesh->positions[c[j]]);
        for (int j = 0; j < 3; j++) look_at_edge(part, c[j], c[(j + 1) % 3], to[j], to[(j + 1) % 3], time);
    }
}

/* ---- telling ------------------------------------------------------------------------------------*/

/* The joint of a vertex's largest weight. */
static int main_node(const motion_part *part, uint32_t vertex) {
    size_t width = (size_t)part->mesh->influences, best = vertex * width;
    for (size_t i = best; i < (vertex + 1) * width; i++)
        if (part->mesh->weights[i] > part->mesh->weights[best]) best = i;
    return part->skin->nodes[part->mesh->joints[best]];
}

static bp_doctor_id cause_of(const bp_doctor *doctor) {
    bp_doctor_id cause = bp_doctor_pose_cause(doctor);
    if (cause == BP_DOCTOR_NO_CAUSE)
        cause = bp_doctor_first(doctor, BP_DOCTOR_WEIGHTS_NAN, BP_DOCTOR_JOINT_OUT_OF_RANGE);
    if (cause == BP_DOCTOR_NO_CAUSE)
        cause = bp_doctor_first(doctor, BP_DOCTOR_KEYS_NOT_INCREASING, BP_DOCTOR_CHANNEL_ON_MATRIX_NODE);
    return cause;
}

static void tell(bp_doctor *doctor, const motion_part *part, size_t clip) {
    const motion_worst *worst = &part->worst;
    char place[64], text[64];
    snprintf(place, sizeof place, "animations[%zu]", clip);
    bool bad = worst->wild || (worst->stretch > STRETCH_ERROR && worst->length > LONG_ERROR * part->size);
    if (worst->wild)
        bp_doctor_add(doctor, BP_DOCTOR_EXPLODES, BP_DOCTOR_ERROR, cause_of(doctor), place,
                      "at %.3f s vertex %u of \"%.40s\" is beyond all measure, by %s", worst->stretch_time,
                      worst->vertex, part->mesh->name,
                      bp_doctor_node_text(doctor, main_node(part, worst->vertex), text, sizeof text));
    else if (worst->stretch > 0.0)
        bp_doctor_add(
            doctor, BP_DOCTOR_EXPLODES, bad ? BP_DOCTOR_ERROR : BP_DOCTOR_WARNING, cause_of(doctor), place,
            "at %.3f s an edge of \"%.40s\" is %.3g times as long as when it was bound, %.3g of the mesh's "
            "size; its end, vertex %u, is moved by %s",
            worst->stretch_time, part->mesh->name, worst->stretch, worst->length / part->size, worst->vertex,
            bp_doctor_node_text(doctor, main_node(part, worst->vertex), text, sizeof text));
    if (worst->thin_count > 0)
        bp_doctor_add(
            doctor, BP_DOCTOR_CANDY_WRAPPER, BP_DOCTOR_WARNING, cause_of(doctor), place,
            "%zu vertices of \"%.40s\" are pinched between twisted joints; at %.3f s vertex %u, of %s, "
            "has %.2g of its volume left",
            worst->thin_count, part->mesh->name, worst->thin_time, worst->thin_vertex,
            bp_doctor_node_text(doctor, main_node(part, worst->thin_vertex), text, sizeof text), worst->thin);
}

/* ---- clips --------------------------------------------------------------------------------------*/

/* What is looked at. */
typedef struct motion {
    bp_model_pose *pose;
    motion_part *parts; /* owned */
    size_t part_count;
    size_t clips, times; /* as many as there is time for */
} motion;

static bool look_at_clip(bp_doctor *doctor, motion *m, size_t clip, bp_error *error) {
    double first, last;
    if (!bp_clip_span(m->pose->model->clips[clip], &first, &last)) return true;
    for (size_t i = 0; i < m->part_count; i++) {
        m->parts[i].worst = (motion_worst){.thin = 1.0};
        memset(m->parts[i].thin, 0, m->parts[i].mesh->vertex_count * sizeof *m->parts[i].thin);
    }
    for (size_t i = 0; i < m->times; i++) {
        double time = first + (last - first) * (double)i / (double)(m->times - 1);
        if (!bp_model_pose_set(m->pose, (int)clip, time, error)) return false;
        for (size_t j = 0; j < m->part_count; j++) {
            look_at_vertices(&m->parts[j], time);
            look_at_edges(&m->parts[j], time);
        }
    }
    for (size_t i = 0; i < m->part_count; i++) tell(doctor, &m->parts[i], clip);
    return true;
}

static bool is_skinned(const bp_doctor *doctor, const bp_model *model, const bp_model_instance *instance) {
    return instance->skin >= 0 && model->meshes[instance->mesh]->influences > 0 &&
           doctor->skins[instance->skin].size > 0.0;
}

static bool open_parts(const bp_doctor *doctor, motion *m, bp_error *error) {
    const bp_model *model = m->pose->model;
    m->parts = bp_alloc(&model->allocator, model->instance_count, sizeof *m->parts, error);
    for (size_t i = 0; m->parts && i < model->instance_count; i++) {
        const bp_model_instance *instance = &model->instances[i];
        if (!is_skinned(doctor, model, instance)) continue;
        motion_part *part = &m->parts[m->part_count++];
        *part = (motion_part){.mesh = model->meshes[instance->mesh], .skin = &model->skins[instance->skin]};
        part->palette = bp_skeleton_palette(model->skeletons[part->skin->skeleton]);
        part->size = doctor->skins[instance->skin].size;
        part->thin = bp_alloc(&model->allocator, part->mesh->vertex_count, sizeof *part->thin, error);
        if (!part->thin) return false;
    }
    return m->parts != NULL;
}

/* How many clips and times. */
static void plan(motion *m) {
    const bp_model *model = m->pose->model;
    double work = (double)model->node_count;
    for (size_t i = 0; i < model->skeleton_count; i++) work += (double)bp_skeleton_count(model->skeletons[i]);
    for (size_t i = 0; i < m->part_count; i++) {
        const bp_mesh *mesh = m->parts[i].mesh;
        size_t vertices = mesh->vertex_count < MOST_VERTICES ? mesh->vertex_count : MOST_VERTICES;
        work += (double)vertices + (double)(mesh->index_count < MOST_EDGES ? mesh->index_count : MOST_EDGES);
    }
    m->clips = model->clip_count < MOST_CLIPS ? model->clip_count : MOST_CLIPS;
    double times = MOST_WORK / (work * (double)(m->clips + 1)), clips = MOST_WORK / (work * LEAST_TIMES);
    m->times = times > MOST_TIMES ? MOST_TIMES : times < LEAST_TIMES ? LEAST_TIMES : (size_t)times;
    if (clips < (double)m->clips) m->clips = (size_t)clips + 1;
}

bool bp_doctor_check_motion(bp_doctor *doctor, bp_model *model, bp_error *error) {
    motion m = {.pose = bp_model_pose_create(model, error)};
    bool good = m.pose && open_parts(doctor, &m, error);
    if (good) plan(&m);
    for (size_t i = 0; good && m.part_count > 0 && i < m.clips; i++)
        good = look_at_clip(doctor, &m, i, error);
    if (good) good = bp_model_pose_set(m.pose, -1, 0.0, error);
    for (size_t i = 0; m.parts && i < m.part_count; i++) bp_free(&model->allocator, m.parts[i].thin);
    bp_free(&model->allocator, m.parts);
    bp_model_pose_destroy(m.pose);
    return good;
}
