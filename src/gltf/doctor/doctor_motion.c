/* Motion: the effect of the clips on the mesh.
 *
 * Each clip is sampled at some of its times. The mesh explodes if an edge becomes many times as long as in
 * the bind pose, and long compared with the mesh. A limb looks like a candy wrapper if joints are so twisted
 * against each other that their blended matrix loses its volume: the determinant of the mean of two rotations
 * that differ by an angle is the square of the cosine of half that angle. */
#include "gltf/doctor/doctor.h"
#include <bindpose/rig.h>
#include <math.h>
#include <string.h>

enum { MAX_CLIPS = 64, MAX_TIMES = 24, MIN_TIMES = 3, MAX_VERTICES = 4000, MAX_EDGES = 12000 };

/* Nodes, bones and vertices, times samples: about two seconds. Larger files are sampled at fewer times, then
 * in fewer clips. */
static const double MAX_WORK = 4e7;

static const double STRETCH_WARNING = 4.0, STRETCH_ERROR = 12.0; /* times the bind pose's length */
static const double LONG_WARNING = 0.15, LONG_ERROR = 5.0;       /* as fractions of the mesh's size */
static const double THIN_SHARE = 0.02; /* of a mesh's vertices: fewer are hardly seen */
static const double SHEARED = 0.1;     /* the cosine between two axes: 84 degrees apart */
static const double THIN = 0.15;       /* of the volume: joints 134 degrees apart */

typedef struct motion_worst {
    double stretch, length, stretch_time;
    uint32_t vertex; /* the end of the edge that moved farther */
    double thin, thin_time;
    size_t thin_count;
    uint32_t thin_vertex;
    bool infinite; /* some vertex is at infinity, or nearly */
    double shear, shear_time;
    size_t shear_joint;
} motion_worst;

typedef struct moved_vertex {
    bp_vec3 position;
    size_t moment; /* when it is there: as that of its instance */
    bool is_thin;  /* in this clip: already counted */
} moved_vertex;

typedef struct skinned_instance {
    const bp_model_instance *instance;
    const bp_mesh *mesh;
    const bp_model_skin *skin;
    const bp_mat4 *palette;
    double size, scale;  /* at rest; times the modelled size */
    moved_vertex *moved; /* owned; by vertex */
    size_t moment;       /* of the clip, from 1 */
    motion_worst worst;
} skinned_instance;

static bp_mat4 blend(const skinned_instance *s, size_t vertex) {
    size_t width = (size_t)s->mesh->influences;
    bp_mat4 sum = {{0}};
    for (size_t i = vertex * width; i < (vertex + 1) * width; i++) {
        float weight = s->mesh->weights[i];
        if (weight == 0.0f) continue;
        const bp_mat4 *joint = &s->palette[s->mesh->joints[i]];
        for (int j = 0; j < 16; j++) sum.m[j] += weight * joint->m[j];
    }
    return sum;
}

/* The influence with the largest weight on a vertex, as an index into the mesh's influences. */
static size_t main_influence(const skinned_instance *s, size_t vertex) {
    size_t width = (size_t)s->mesh->influences, best = vertex * width;
    for (size_t i = best; i < (vertex + 1) * width; i++)
        if (s->mesh->weights[i] > s->mesh->weights[best]) best = i;
    return best;
}

/* The determinant of the blended matrix, as a fraction of that of the main joint's matrix. */
static double volume_left(const skinned_instance *s, size_t vertex) {
    size_t best = main_influence(s, vertex);
    if (s->mesh->weights[best] > 0.85f) return 1.0;
    double full = fabs(bp_doctor_determinant(s->palette[s->mesh->joints[best]]));
    return full > 1e-12 ? fabs(bp_doctor_determinant(blend(s, vertex))) / full : 1.0;
}

static void measure_vertices(skinned_instance *s, double time) {
    motion_worst *worst = &s->worst;
    size_t step = s->mesh->vertex_count / MAX_VERTICES + 1;
    for (size_t i = 0; i < s->mesh->vertex_count; i += step) {
        double left = volume_left(s, i);
        if (!(left < THIN)) continue;
        worst->thin_count += !s->moved[i].is_thin;
        s->moved[i].is_thin = true;
        if (left >= worst->thin) continue;
        worst->thin = left;
        worst->thin_time = time;
        worst->thin_vertex = (uint32_t)i;
    }
}

/* Where the vertex is now: computed once a moment, since several edges end at it. */
static bp_vec3 moved_to(skinned_instance *s, uint32_t vertex) {
    moved_vertex *moved = &s->moved[vertex];
    if (moved->moment != s->moment) {
        moved->position = bp_mat4_point(blend(s, vertex), s->mesh->positions[vertex]);
        moved->moment = s->moment;
    }
    return moved->position;
}

static void measure_edge(skinned_instance *s, uint32_t a, uint32_t b, double time) {
    motion_worst *worst = &s->worst;
    bp_vec3 to_a = moved_to(s, a), to_b = moved_to(s, b), edge = bp_vec3_sub(to_a, to_b);
    double shortest = 0.99 * LONG_WARNING * s->size;
    if ((double)bp_vec3_dot(edge, edge) < shortest * shortest) return; /* nearly all edges */
    double before = s->scale * (double)bp_vec3_distance(s->mesh->positions[a], s->mesh->positions[b]);
    double after = (double)bp_vec3_distance(to_a, to_b);
    if (!(after < 1e20)) {
        if (!worst->infinite) worst->vertex = a, worst->stretch_time = time;
        worst->infinite = true;
        return;
    }
    if (worst->infinite || !(before > 1e-6 * s->size) || after < LONG_WARNING * s->size) return;
    if (after / before < STRETCH_WARNING || after <= worst->length) return;
    double moved_a = (double)bp_vec3_distance(s->mesh->positions[a], to_a);
    double moved_b = (double)bp_vec3_distance(s->mesh->positions[b], to_b);
    worst->stretch = after / before;
    worst->length = after;
    worst->stretch_time = time;
    worst->vertex = moved_a > moved_b ? a : b;
}

static void measure_edges(skinned_instance *s, double time) {
    size_t triangles = s->mesh->index_count / 3, step = triangles / (MAX_EDGES / 3) + 1;
    for (size_t i = 0; i < triangles; i += step) {
        const uint32_t *c = s->mesh->indices + 3 * i;
        for (int j = 0; j < 3; j++) measure_edge(s, c[j], c[(j + 1) % 3], time);
    }
}

static void measure_joints(skinned_instance *s, const bool *used, double time) {
    for (size_t i = 0; i < s->skin->joint_count; i++) {
        double shear = used[i] ? bp_doctor_shear(s->palette[i]) : 0.0;
        if (!(shear > s->worst.shear)) continue;
        s->worst.shear = shear;
        s->worst.shear_time = time;
        s->worst.shear_joint = i;
    }
}

static int main_node(const skinned_instance *s, uint32_t vertex) {
    return s->skin->nodes[s->mesh->joints[main_influence(s, vertex)]];
}

static bp_formatted main_text(const bp_doctor *doctor, const skinned_instance *s, uint32_t vertex) {
    return bp_doctor_node_text(doctor, main_node(s, vertex));
}

static bp_doctor_place place_of(const bp_doctor *doctor, const skinned_instance *s, size_t clip,
                                uint32_t vertex, double time) {
    bp_doctor_place place = bp_doctor_at_node(main_node(s, vertex), "animations[%zu]", clip);
    place.skin = s->instance->skin;
    place.mesh = (size_t)s->instance->node < doctor->node_count ? doctor->nodes[s->instance->node].mesh : -1;
    place.primitive = s->instance->primitive;
    bp_doctor_concern(&place.vertices, vertex);
    bp_doctor_add_time(&place, time);
    place.joint = s->mesh->joints[main_influence(s, vertex)];
    return place;
}

static bp_doctor_id cause_of(const bp_doctor *doctor) {
    bp_doctor_id cause = bp_doctor_pose_cause(doctor);
    if (cause == BP_DOCTOR_NONE)
        cause = bp_doctor_first(doctor, BP_DOCTOR_WEIGHTS_NAN, BP_DOCTOR_JOINT_OUT_OF_RANGE);
    if (cause == BP_DOCTOR_NONE)
        cause = bp_doctor_first(doctor, BP_DOCTOR_KEYS_NOT_INCREASING, BP_DOCTOR_CHANNEL_ON_MATRIX_NODE);
    return cause;
}

static void report_shear(bp_doctor *doctor, const skinned_instance *s, size_t clip) {
    int node = s->skin->nodes[s->worst.shear_joint];
    bp_doctor_place place = bp_doctor_at_node(node, "animations[%zu]", clip);
    if (!(s->worst.shear > SHEARED)) return;
    place.skin = s->instance->skin;
    place.joint = (int)s->worst.shear_joint;
    bp_doctor_add_time(&place, s->worst.shear_time);
    bp_doctor_add_caused(doctor, BP_DOCTOR_CLIP_SHEARED, BP_DOCTOR_WARNING, cause_of(doctor), place,
                         "at %.3f s the matrix of %s is sheared: two of its axes are %.3g degrees apart",
                         s->worst.shear_time, bp_doctor_node_text(doctor, node).text,
                         (double)bp_acos((float)s->worst.shear) * 57.29577951308232);
}

static bp_formatted mesh_text(const skinned_instance *s) {
    return s->mesh->name[0] ? bp_format("\"%.40s\"", s->mesh->name) : bp_format("the mesh");
}

static void report(bp_doctor *doctor, const skinned_instance *s, size_t clip) {
    const motion_worst *worst = &s->worst;
    bool bad = worst->stretch > STRETCH_ERROR && worst->length > LONG_ERROR * s->size;
    if (worst->infinite)
        bp_doctor_add_caused(doctor, BP_DOCTOR_EXPLODES, BP_DOCTOR_ERROR, cause_of(doctor),
                             place_of(doctor, s, clip, worst->vertex, worst->stretch_time),
                             "at %.3f s vertex %u of %s is infinitely far away; it follows %s",
                             worst->stretch_time, worst->vertex, mesh_text(s).text,
                             main_text(doctor, s, worst->vertex).text);
    else if (worst->stretch > 0.0)
        bp_doctor_add_caused(doctor, BP_DOCTOR_EXPLODES, bad ? BP_DOCTOR_ERROR : BP_DOCTOR_WARNING,
                             cause_of(doctor), place_of(doctor, s, clip, worst->vertex, worst->stretch_time),
                             "at %.3f s an edge of %s is %.3g times as long as in the bind pose, %.3g of "
                             "the mesh's size; its end, vertex %u, follows %s",
                             worst->stretch_time, mesh_text(s).text, worst->stretch, worst->length / s->size,
                             worst->vertex, main_text(doctor, s, worst->vertex).text);
    size_t tried = s->mesh->vertex_count / (s->mesh->vertex_count / MAX_VERTICES + 1);
    double share = tried > 0 ? (double)worst->thin_count / (double)tried : 0.0;
    if (share < THIN_SHARE) return;
    bp_doctor_place place = place_of(doctor, s, clip, worst->thin_vertex, worst->thin_time);
    for (uint32_t i = 0; i < s->mesh->vertex_count; i++)
        if (s->moved[i].is_thin && i != worst->thin_vertex) bp_doctor_concern(&place.vertices, i);
    bp_doctor_add_caused(doctor, BP_DOCTOR_CANDY_WRAPPER, BP_DOCTOR_WARNING, cause_of(doctor), place,
                         "%.2g%% of the vertices of %s collapse between twisted joints; at %.3f s vertex %u, "
                         "which follows %s, keeps %.2g of its volume",
                         share > 1.0 ? 100.0 : 100.0 * share, mesh_text(s).text, worst->thin_time,
                         worst->thin_vertex, main_text(doctor, s, worst->thin_vertex).text, worst->thin);
}

typedef struct motion {
    bp_model_pose *pose;
    skinned_instance *skinned; /* owned */
    size_t skinned_count;
    size_t clips, times; /* how many to sample */
} motion;

static bool check_clip(bp_doctor *doctor, motion *m, size_t clip) {
    double first, last;
    if (!bp_clip_span(m->pose->model->clips[clip], &first, &last)) return true;
    for (size_t i = 0; i < m->skinned_count; i++) {
        m->skinned[i].worst = (motion_worst){.thin = 1.0};
        memset(m->skinned[i].moved, 0, m->skinned[i].mesh->vertex_count * sizeof *m->skinned[i].moved);
    }
    for (size_t i = 0; i < m->times; i++) {
        double time = first + (last - first) * (double)i / (double)(m->times - 1);
        if (!bp_model_pose_set(m->pose, (int)clip, time, &doctor->fault)) return false;
        for (size_t j = 0; j < m->skinned_count; j++) {
            m->skinned[j].moment = i + 1;
            measure_vertices(&m->skinned[j], time);
            measure_edges(&m->skinned[j], time);
            measure_joints(&m->skinned[j], doctor->skins[m->skinned[j].instance->skin].used, time);
        }
    }
    for (size_t i = 0; i < m->skinned_count; i++) {
        report(doctor, &m->skinned[i], clip);
        report_shear(doctor, &m->skinned[i], clip);
    }
    return true;
}

static bool is_skinned(const bp_doctor *doctor, const bp_model *model, const bp_model_instance *instance) {
    return instance->skin >= 0 && model->meshes[instance->mesh]->influences > 0 &&
           doctor->skins[instance->skin].diagonal > 0.0;
}

static bool open_instances(bp_doctor *doctor, motion *m) {
    const bp_model *model = m->pose->model;
    m->skinned = bp_alloc(&model->allocator, model->instance_count, sizeof *m->skinned, &doctor->fault);
    for (size_t i = 0; m->skinned && i < model->instance_count; i++) {
        const bp_model_instance *instance = &model->instances[i];
        if (!is_skinned(doctor, model, instance)) continue;
        skinned_instance *s = &m->skinned[m->skinned_count++];
        *s = (skinned_instance){.instance = instance,
                                .mesh = model->meshes[instance->mesh],
                                .skin = &model->skins[instance->skin]};
        s->palette = bp_skeleton_palette(model->skeletons[s->skin->skeleton]);
        const bp_doctor_skin *skin = &doctor->skins[instance->skin];
        s->scale = skin->scale > 0.0 ? skin->scale : 1.0;
        s->size = s->scale * skin->diagonal;
        s->moved = bp_alloc(&model->allocator, s->mesh->vertex_count, sizeof *s->moved, &doctor->fault);
        if (!s->moved) return false;
    }
    return m->skinned != NULL;
}

static void plan(motion *m) {
    const bp_model *model = m->pose->model;
    double work = (double)model->node_count;
    for (size_t i = 0; i < model->skeleton_count; i++) work += (double)bp_skeleton_count(model->skeletons[i]);
    for (size_t i = 0; i < m->skinned_count; i++) {
        const bp_mesh *mesh = m->skinned[i].mesh;
        size_t vertices = mesh->vertex_count < MAX_VERTICES ? mesh->vertex_count : MAX_VERTICES;
        work += (double)vertices + (double)(mesh->index_count < MAX_EDGES ? mesh->index_count : MAX_EDGES);
    }
    m->clips = model->clip_count < MAX_CLIPS ? model->clip_count : MAX_CLIPS;
    double times = MAX_WORK / (work * (double)(m->clips + 1)), clips = MAX_WORK / (work * MIN_TIMES);
    m->times = times > MAX_TIMES ? MAX_TIMES : times < MIN_TIMES ? MIN_TIMES : (size_t)times;
    if (clips < (double)m->clips) m->clips = (size_t)clips + 1;
}

void bp_doctor_check_motion(bp_doctor *doctor, bp_model *model) {
    motion m = {.pose = bp_model_pose_create(model, &doctor->fault)};
    bool ok = m.pose && open_instances(doctor, &m);
    if (ok) plan(&m);
    for (size_t i = 0; ok && m.skinned_count > 0 && i < m.clips; i++) ok = check_clip(doctor, &m, i);
    bp_doctor_read(doctor, ok && bp_model_pose_set(m.pose, -1, 0.0, &doctor->fault));
    for (size_t i = 0; m.skinned && i < m.skinned_count; i++) bp_free(&model->allocator, m.skinned[i].moved);
    bp_free(&model->allocator, m.skinned);
    bp_model_pose_destroy(m.pose);
}
