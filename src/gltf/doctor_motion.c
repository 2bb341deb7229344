/* Motion: what clips do to the mesh.
 *
 * Each clip is looked at at some of its times. Edges that become many times as long as they were bound, and
 * long for the mesh, explode. A vertex whose joints are so twisted against each other that their blend loses
 * its volume wears a candy wrapper: of two rotations by an angle apart, blended half and half, the
 * determinant is the square of the cosine of half the angle. */
#include "gltf/doctor.h"
#include <bindpose/rig.h>
#include <math.h>
#include <stdio.h>

enum { MOST_CLIPS = 64, MOST_TIMES = 24, MOST_VERTICES = 4000, MOST_EDGES = 12000 };

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
    bp_vec3 *moved; /* owned; vertex_count */
    bool *thin;     /* owned; vertex_count: counted already */
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

static void look_at_vertices(const motion_part *part, double time, motion_worst *worst) {
    size_t step = part->mesh->vertex_count / MOST_VERTICES + 1;
    for (size_t i = 0; i < part->mesh->vertex_count; i++) {
        bp_mat4 blended = blend(part, i);
        part->moved[i] = bp_mat4_point(blended, part->mesh->positions[i]);
        if (i % step != 0) continue;
        double left = volume_left(part, i, blended);
        if (!(left < THIN)) continue;
        worst->thin_count += !part->thin[i];
        part->thin[i] = true;
        if (left >= worst->thin) continue;
        worst->thin = left;
        worst->thin_time = time;
        worst->thin_vertex = (uint32_t)i;
    }
}

static void look_at_edge(const motion_part *part, uint32_t a, uint32_t b, double time, motion_worst *worst) {
    double before = (double)bp_vec3_distance(part->mesh->positions[a], part->mesh->positions[b]);
    double after = (double)bp_vec3_distance(part->moved[a], part->moved[b]);
    if (!(after < 1e20)) {
        if (!worst->wild) worst->vertex = a, worst->stretch_time = time;
        worst->wild = true;
        return;
    }
    if (worst->wild || !(before > 1e-6 * part->size) || after < LONG_WARNING * part->size) return;
    if (after / before < STRETCH_WARNING || after <= worst->length) return;
    double moved_a = (double)bp_vec3_distance(part->mesh->positions[a], part->moved[a]);
    double moved_b = (double)bp_vec3_distance(part->mesh->positions[b], part->moved[b]);
    worst->stretch = after / before;
    worst->length = after;
    worst->stretch_time = time;
    worst->vertex = moved_a > moved_b ? a : b;
}

static void look_at_edges(const motion_part *part, double time, motion_worst *worst) {
    size_t triangles = part->mesh->index_count / 3, step = triangles / (MOST_EDGES / 3) + 1;
    for (size_t i = 0; i < triangles; i += step) {
        const uint32_t *c = part->mesh->indices + 3 * i;
        for (int j = 0; j < 3; j++) look_at_edge(part, c[j], c[(j + 1) % 3], time, worst);
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

static void tell(bp_doctor *doctor, const motion_part *part, size_t clip, const motion_worst *worst) {
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

/* ---- one clip -----------------------------------------------------------------------------------*/

static bool look_at_clip(bp_model_pose *pose, size_t clip, const motion_part *part, motion_worst *worst,
                         bp_error *error) {
    double first, last;
    if (!bp_clip_span(pose->model->clips[clip], &first, &last)) return true;
    for (int i = 0; i < MOST_TIMES; i++) {
        double time = first + (last - first) * (double)i / (double)(MOST_TIMES - 1);
        if (!bp_model_pose_set(pose, (int)clip, time, error)) return false;
        look_at_vertices(part, time, worst);
        look_at_edges(part, time, worst);
    }
    return true;
}

static bool open_part(const bp_doctor *doctor, const bp_model *model, const bp_model_instance *instance,
                      motion_part *part, bp_error *error) {
    *part = (motion_part){.mesh = model->meshes[instance->mesh], .skin = &model->skins[instance->skin]};
    part->palette = bp_skeleton_palette(model->skeletons[part->skin->skeleton]);
    part->size = doctor->skins[instance->skin].size;
    part->moved = bp_alloc(&model->allocator, part->mesh->vertex_count, sizeof *part->moved, error);
    if (part->moved)
        part->thin = bp_alloc(&model->allocator, part->mesh->vertex_count, sizeof *part->thin, error);
    return part->thin != NULL;
}

static bool look_at_instance(bp_doctor *doctor, bp_model_pose *pose, const bp_model_instance *instance,
                             bp_error *error) {
    const bp_model *model = pose->model;
    motion_part part;
    bool good = open_part(doctor, model, instance, &part, error);
    for (size_t i = 0; good && i < model->clip_count && i < MOST_CLIPS && part.size > 0.0; i++) {
        motion_worst worst = {.thin = 1.0};
        for (size_t j = 0; j < part.mesh->vertex_count; j++) part.thin[j] = false;
        good = look_at_clip(pose, i, &part, &worst, error);
        if (good) tell(doctor, &part, i, &worst);
    }
    bp_free(&model->allocator, part.moved);
    bp_free(&model->allocator, part.thin);
    return good;
}

bool bp_doctor_check_motion(bp_doctor *doctor, bp_model *model, bp_error *error) {
    bp_model_pose *pose = bp_model_pose_create(model, error);
    bool good = pose != NULL;
    for (size_t i = 0; good && i < model->instance_count; i++) {
        const bp_model_instance *instance = &model->instances[i];
        bool skinned = instance->skin >= 0 && model->meshes[instance->mesh]->influences > 0;
        if (skinned) good = look_at_instance(doctor, pose, instance, error);
    }
    bp_model_pose_destroy(pose);
    return good;
}
