/* Reading a model and standing it up. */
#include "viewer/model/model_subject.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { CLIP_SAMPLES = 16, MOST_SKINNED = 100000 /* vertices */ };

/* ---- opening ------------------------------------------------------------------------------------ */

static void count_things(bp_model_subject *subject) {
    const bp_model *model = subject->model;
    const bp_figure *figure = bp_model_figure_get_figure(subject->figure);
    for (size_t i = 0; i < bp_figure_part_count(figure); i++) {
        const bp_mesh *mesh = bp_model_figure_mesh(subject->figure, i);
        subject->vertices += mesh->vertex_count;
        subject->triangles += mesh->index_count / 3;
    }
    for (size_t i = 0; i < model->skin_count; i++) subject->joints += model->skins[i].joint_count;
}

static void keep_note(bp_model_subject *subject, const bp_gltf_notes *notes) {
    if (notes->kept == 0) return;
    const bp_gltf_note *first = &notes->notes[0];
    int used = snprintf(subject->note, sizeof subject->note, "note: %.100s%s%.150s", first->place,
                        first->place[0] ? ": " : "", first->message);
    if (notes->count > 1 && used > 0 && used < (int)sizeof subject->note)
        snprintf(subject->note + used, sizeof subject->note - (size_t)used, " (and %zu more)",
                 notes->count - 1);
}

static bool read_file(bp_model_subject *subject, const char *path, bp_error *error) {
    bp_gltf_notes notes = {0};
    bp_error why = {0};
    bool good = bp_gltf_read(subject->context, path, NULL, &subject->model, &notes, &why);
    keep_note(subject, &notes);
    bp_gltf_notes_clear(&notes);
    if (good) return true;
    /* A place within the file: there is a file, and a doctor may have more to say about it. */
    bool inside = strcmp(why.place, path) != 0;
    return bp_fail(error, why.kind, why.place, "%.400s%s", why.message,
                   inside ? "; `bindpose doctor FILE` tells more" : "");
}

bool bp_model_subject_open(bp_model_subject *subject, bp_context *context, const char *path,
                           bp_error *error) {
    *subject = (bp_model_subject){.context = context};
    subject->path = bp_copy_text(bp_context_allocator(context), path, error);
    bool good = subject->path && read_file(subject, path, error);
    if (good) subject->pose = bp_model_pose_create(subject->model, error);
    if (subject->pose) subject->figure = bp_model_figure_create(context, subject->pose, error);
    if (subject->figure) {
        count_things(subject);
        return true;
    }
    bp_model_subject_close(subject);
    return false;
}

void bp_model_subject_close(bp_model_subject *subject) {
    if (!subject->context) return;
    const bp_allocator *allocator = bp_context_allocator(subject->context);
    bp_doctor_report_clear(&subject->report);
    bp_free(allocator, subject->worst_first);
    bp_model_figure_destroy(subject->figure);
    bp_model_pose_destroy(subject->pose);
    bp_model_destroy(subject->model);
    bp_free(allocator, subject->path);
    *subject = (bp_model_subject){0};
}

const char *bp_model_subject_name(const bp_model_subject *subject) {
    const char *slash = strrchr(subject->path, '/');
    return slash && slash[1] ? slash + 1 : subject->path;
}

/* ---- the doctor --------------------------------------------------------------------------------- */

static void sort_findings(bp_model_subject *subject) {
    size_t count = 0;
    for (int severity = BP_DOCTOR_ERROR; severity >= BP_DOCTOR_NOTE; severity--)
        for (size_t i = 0; i < subject->report.count; i++)
            if (subject->report.findings[i].severity == (bp_doctor_severity)severity)
                subject->worst_first[count++] = i;
}

void bp_model_subject_examine(bp_model_subject *subject) {
    bp_error error = {0};
    char text[300];
    if (subject->examined) return;
    subject->examined = true;
    bool good =
        bp_model_pose_set(subject->pose, -1, 0.0, &error) &&
        bp_doctor_examine_model(subject->context, subject->path, subject->model, &subject->report, &error);
    const bp_allocator *allocator = bp_context_allocator(subject->context);
    if (good)
        subject->worst_first =
            bp_alloc(allocator, subject->report.count + 1, sizeof *subject->worst_first, &error);
    if (subject->worst_first) {
        sort_findings(subject);
        return;
    }
    bp_doctor_report_clear(&subject->report);
    snprintf(subject->trouble, sizeof subject->trouble, "%s", bp_error_text(&error, text, sizeof text));
}

const bp_doctor_finding *bp_model_subject_finding(const bp_model_subject *subject, int row) {
    if (row < 0 || (size_t)row >= subject->report.count) return NULL;
    return &subject->report.findings[subject->worst_first[row]];
}

static bp_bone *bone_of_node(const bp_model *model, size_t node, int *skeleton) {
    if (node >= model->node_count) return NULL;
    for (size_t i = 0; i < model->skeleton_count; i++) {
        bp_bone *bone = bp_skeleton_find_linked(model->skeletons[i], model->nodes[node]);
        if (!bone) continue;
        *skeleton = (int)i;
        return bone;
    }
    return NULL;
}

bp_bone *bp_model_subject_bone_of(const bp_model_subject *subject, const bp_doctor_finding *finding,
                                  int *skeleton) {
    const bp_model *model = subject->model;
    size_t skin, joint, node;
    if (sscanf(finding->place, "skins[%zu].joints[%zu]", &skin, &joint) == 2 && skin < model->skin_count &&
        joint < model->skins[skin].joint_count) {
        *skeleton = model->skins[skin].skeleton;
        return bp_skeleton_bone_by_id(model->skeletons[*skeleton], (size_t)model->skins[skin].bones[joint]);
    }
    if (sscanf(finding->place, "nodes[%zu]", &node) == 1) return bone_of_node(model, node, skeleton);
    for (const char *at = strstr(finding->message, "nodes["); at; at = strstr(at + 1, "nodes[")) {
        bp_bone *bone = sscanf(at, "nodes[%zu]", &node) == 1 ? bone_of_node(model, node, skeleton) : NULL;
        if (bone) return bone;
    }
    return NULL;
}

/* ---- standing ----------------------------------------------------------------------------------- */

/* Every linked node gets its bone's bind. Where skins share nodes and not binds, the last one has its way. */
static void stand_bound(const bp_model *model) {
    for (size_t i = 0; i < model->skeleton_count; i++) {
        for (size_t j = 0; j < bp_skeleton_count(model->skeletons[i]); j++) {
            const bp_bone *bone = bp_skeleton_bone(model->skeletons[i], j);
            if (bp_bone_node(bone)) bp_node_set_matrix(bp_bone_node(bone), bp_bone_bind(bone));
        }
    }
}

static void turn_joints(const bp_model *model, const bp_user_rotation *turns, int count) {
    for (int i = 0; i < count; i++) {
        if (turns[i].stage < 0 || (size_t)turns[i].stage >= model->skeleton_count) continue;
        bp_bone *bone = bp_skeleton_bone_by_id(model->skeletons[turns[i].stage], turns[i].bone);
        bp_node *node = bone ? bp_bone_node(bone) : NULL;
        /* Applied before the node's own rotation, so on the right of Hamilton's product. */
        if (node) bp_node_set_rotation(node, bp_quat_mul(bp_node_rotation(node), turns[i].rotation));
    }
}

bool bp_model_subject_stand(bp_model_subject *subject, const bp_model_posture *posture, bp_error *error) {
    const bp_model *model = subject->model;
    int clip = posture->stance == BP_STANCE_CLIP ? posture->clip : -1;
    if (!bp_model_pose_set(subject->pose, clip, posture->seconds, error)) return false;
    if (posture->stance == BP_STANCE_BIND) stand_bound(model);
    turn_joints(model, posture->turns, posture->turn_count);
    for (size_t i = 0; i < model->skeleton_count; i++) {
        bp_skeleton_prepare(model->skeletons[i]);
        bp_skeleton_compute_absolutes(model->skeletons[i], false);
    }
    return true;
}

double bp_model_subject_length(const bp_model_subject *subject, int clip) {
    double first = 0, last = 0;
    if (clip < 0 || (size_t)clip >= subject->model->clip_count) return 0;
    bp_clip_span(subject->model->clips[clip], &first, &last);
    return last > 0 ? last : 0;
}

static bp_bounds joint_bounds(const bp_model *model) {
    bp_bounds all = bp_bounds_empty();
    for (size_t i = 0; i < model->skeleton_count; i++) {
        for (size_t j = 0; j < bp_skeleton_count(model->skeletons[i]); j++) {
            const bp_bone *bone = bp_skeleton_bone(model->skeletons[i], j);
            bp_vec3 at = bp_mat4_position(bp_bone_chain(bone));
            if (bp_bone_index(bone) != BP_INDEX_NONE) all = bp_bounds_union(all, bp_bounds_from_points(&at, 1));
        }
    }
    return all;
}

/* What lies within 5/4 of a radius outside of `near`: a clip that walks away, or a vertex that flies off, must
 * not make the character a dot. */
static bp_bounds within(bp_bounds all, bp_bounds near) {
    float room = 1.25f * bp_bounds_radius(near);
    if (bp_bounds_is_empty(near)) return all;
    return (bp_bounds){{fmaxf(all.lo.x, near.lo.x - room), fmaxf(all.lo.y, near.lo.y - room),
                        fmaxf(all.lo.z, near.lo.z - room)},
                       {fminf(all.hi.x, near.hi.x + room), fminf(all.hi.y, near.hi.y + room),
                        fminf(all.hi.z, near.hi.z + room)}};
}

bool bp_model_subject_bounds(bp_model_subject *subject, const bp_model_posture *posture, bp_bounds *out,
                             bp_error *error) {
    bp_figure *figure = bp_model_figure_get_figure(subject->figure);
    bp_bounds now = bp_bounds_union(bp_figure_bounds(figure), joint_bounds(subject->model));
    double length = bp_model_subject_length(subject, posture->clip);
    *out = now;
    if (posture->stance != BP_STANCE_CLIP || !(length > 0)) return true;
    bool skins = subject->vertices <= MOST_SKINNED; /* of larger ones only the joints are followed */
    bp_model_posture at = *posture;
    for (int i = 0; i <= CLIP_SAMPLES; i++) { /* at last back to where it stood */
        at.seconds = i < CLIP_SAMPLES ? length * i / (CLIP_SAMPLES - 1) : posture->seconds;
        if (!bp_model_subject_stand(subject, &at, error)) return false;
        if (skins && !bp_figure_pose(figure, error)) return false;
        *out = bp_bounds_union(*out, joint_bounds(subject->model));
        if (skins) *out = bp_bounds_union(*out, bp_figure_bounds(figure));
    }
    *out = within(*out, now);
    return true;
}

/* ---- vertices ----------------------------------------------------------------------------------- */

bp_vertex_place bp_model_subject_nearest(const bp_model_subject *subject, bp_vec3 point) {
    const bp_figure *figure = bp_model_figure_get_figure(subject->figure);
    bp_vertex_place best = {.there = false};
    float least = INFINITY;
    for (size_t part = 0; part < bp_figure_part_count(figure); part++) {
        const bp_vec3 *positions = bp_figure_positions(figure, part);
        size_t count = bp_figure_part_at(figure, part)->mesh->vertex_count;
        for (size_t i = 0; i < count; i++) {
            float x = positions[i].x - point.x, y = positions[i].y - point.y, z = positions[i].z - point.z;
            float distance = x * x + y * y + z * z;
            if (!(distance < least)) continue;
            least = distance;
            best = (bp_vertex_place){true, part, i};
        }
    }
    return best;
}

static bool moves(const bp_figure_part *part, const bp_bone *bone, size_t vertex) {
    const bp_mesh *mesh = part->mesh;
    size_t count = (size_t)mesh->influences;
    for (size_t i = vertex * count; i < (vertex + 1) * count; i++)
        if (mesh->joints[i] == bp_bone_index(bone) && mesh->weights[i] > 0) return true;
    return false;
}

bp_vertex_place bp_model_subject_next_vertex(const bp_model_subject *subject, const bp_bone *bone,
                                             bp_vertex_place from) {
    const bp_figure *figure = bp_model_figure_get_figure(subject->figure);
    size_t parts = bp_figure_part_count(figure), first = from.there ? from.part : 0;
    /* The part that one begins in is looked at twice: behind the vertex, and at last before it. */
    for (size_t round = 0; parts > 0 && bone && round <= parts; round++) {
        size_t number = (first + round) % parts;
        const bp_figure_part *part = bp_figure_part_at(figure, number);
        if (part->skeleton != bp_bone_skeleton(bone) || part->mesh->influences == 0) continue;
        for (size_t i = round == 0 && from.there ? from.vertex + 1 : 0; i < part->mesh->vertex_count; i++)
            if (moves(part, bone, i)) return (bp_vertex_place){true, number, i};
    }
    return (bp_vertex_place){.there = false};
}
