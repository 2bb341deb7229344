/* Reading a model, posing it, examining it. */
#include "app/model/loaded_model.h"
#include "app/numbers.h"
#include "gltf/doctor/doctor_profiles.h"
#include "gltf/rewrite/rewrite.h"
#include "math/double.h"
#include "mesh/editing.h"
#include "mesh/model_pose.h"
#include "rig/engine.h"
#include "scene/figure.h"
#include <stdio.h>
#include <string.h>

enum { CLIP_SAMPLES = 16, MOST_SKINNED = 100000 /* vertices */ };

static void count(bp_loaded_model *loaded) {
    const bp_model *model = loaded->model;
    const bp_figure *figure = bp_model_figure_get_figure(loaded->figure);
    for (size_t i = 0; i < bp_figure_part_count(figure); i++) {
        const bp_mesh *mesh = bp_model_figure_mesh(loaded->figure, i);
        loaded->vertices += mesh->vertex_count;
        loaded->triangles += mesh->index_count / 3;
        if (mesh->line_ends > 0)
            loaded->elements[mesh->line_ends - 1] += mesh->line_count / (size_t)mesh->line_ends;
    }
    for (size_t i = 0; i < model->skin_count; i++) loaded->joints += model->skins[i].joint_count;
    if (model->skin_count == 0 && model->skeleton_count > 0)
        loaded->joints = bp_skeleton_count(model->skeletons[0]);
}

static void keep_note(bp_loaded_model *loaded, const bp_gltf_notes *notes) {
    if (notes->kept == 0) return;
    const bp_gltf_note *first = &notes->notes[0];
    int used = snprintf(loaded->note, sizeof loaded->note, "%s: %.100s%s%s",
                        loaded->repairs > 0 ? "drawn with repairs" : "note", first->place,
                        first->place[0] ? ": " : "", first->message);
    if (notes->count > 1 && used > 0 && used < (int)sizeof loaded->note)
        snprintf(loaded->note + used, sizeof loaded->note - (size_t)used, " (and %zu more)",
                 notes->count - 1);
}

/* `bytes` NULL: the file's own. */
static bool read_file_as(bp_loaded_model *loaded, const char *path, const bp_file *bytes, bool lenient,
                         bp_error *error) {
    const bp_gltf_read_options options = {.lenient = lenient};
    bp_gltf_notes notes = {0};
    bool ok = bytes ? bp_gltf_read_memory(loaded->context, bytes->data, bytes->size, path, NULL, &options,
                                          &loaded->model, &notes, error)
                    : bp_gltf_read(loaded->context, path, &options, &loaded->model, &notes, error);
    loaded->repairs = notes.repairs;
    if (ok) keep_note(loaded, &notes);
    bp_gltf_notes_clear(&notes);
    return ok;
}

/* What the strict reader refuses is drawn with repairs, where there is a way. */
static bool read_file(bp_loaded_model *loaded, const char *path, const bp_file *bytes, bp_error *error) {
    bp_error why = {0};
    if (read_file_as(loaded, path, bytes, false, &why)) return true;
    bool inside = strcmp(why.place, path) != 0;
    if (inside && why.kind == BP_ERROR_INPUT && read_file_as(loaded, path, bytes, true, NULL)) return true;
    if (error) *error = why;
    return false;
}

/* Keeps the file's inverse binds. */
static bool keep_binds(bp_loaded_model *loaded, bp_error *error) {
    const bp_model *model = loaded->model;
    size_t count = 0, at = 0;
    for (size_t i = 0; i < model->skeleton_count; i++) count += bp_skeleton_count(model->skeletons[i]);
    loaded->binds = bp_alloc(bp_context_allocator(loaded->context), count + 1, sizeof *loaded->binds, error);
    if (!loaded->binds) return false;
    for (size_t i = 0; i < model->skeleton_count; i++)
        for (size_t j = 0; j < bp_skeleton_count(model->skeletons[i]); j++)
            loaded->binds[at++] = bp_bone_absolute_inverse_bind(bp_skeleton_bone(model->skeletons[i], j));
    return true;
}

static bool make_stages(bp_loaded_model *loaded, bp_error *error) {
    size_t skeletons = loaded->model->skeleton_count, count = skeletons > 0 ? skeletons : 1;
    loaded->stages = bp_alloc(bp_context_allocator(loaded->context), count, sizeof *loaded->stages, error);
    if (!loaded->stages) return false;
    loaded->stage_count = (int)count;
    if (!keep_binds(loaded, error)) return false;
    for (size_t i = 0; i < count; i++)
        loaded->stages[i] = (bp_stage){.title = "",
                                       .subtitle = "",
                                       .skeleton = i < skeletons ? loaded->model->skeletons[i] : NULL,
                                       .figure = bp_model_figure_get_figure(loaded->figure)};
    return true;
}

bool bp_loaded_model_open(bp_loaded_model *loaded, const bp_context *context, const char *path,
                          const bp_file *bytes, bp_error *error) {
    *loaded = (bp_loaded_model){.context = context};
    loaded->path = bp_copy_text(bp_context_allocator(context), path, error);
    bool ok = loaded->path && read_file(loaded, path, bytes, error);
    if (ok) loaded->pose = bp_model_pose_create(loaded->model, error);
    if (loaded->pose) loaded->figure = bp_model_figure_create(context, loaded->pose, error);
    if (loaded->figure) bp_model_free_images(loaded->model);
    if (loaded->figure &&
        bp_model_framing_choose(&loaded->framing, loaded->model, bp_model_figure_get_figure(loaded->figure),
                                error) &&
        make_stages(loaded, error)) {
        count(loaded);
        return true;
    }
    bp_loaded_model_close(loaded);
    return false;
}

void bp_loaded_model_close(bp_loaded_model *loaded) {
    if (!loaded->context) return;
    const bp_allocator *allocator = bp_context_allocator(loaded->context);
    bp_doctor_report_clear(&loaded->report);
    bp_free(allocator, loaded->worst_first);
    bp_free(allocator, loaded->stages);
    bp_free(allocator, loaded->binds);
    bp_model_framing_clear(&loaded->framing);
    bp_model_figure_destroy(loaded->figure);
    bp_model_pose_destroy(loaded->pose);
    bp_model_destroy(loaded->model);
    bp_free(allocator, loaded->path);
    *loaded = (bp_loaded_model){0};
}

const char *bp_loaded_model_name(const bp_loaded_model *loaded) {
    const char *slash = strrchr(loaded->path, '/');
    return slash && slash[1] ? slash + 1 : loaded->path;
}

void bp_loaded_model_examine(bp_loaded_model *loaded) {
    bp_error error = {0};
    char text[300];
    if (loaded->examined) return;
    loaded->examined = true;
    bool ok = bp_model_pose_set(loaded->pose, -1, 0.0, &error) &&
              bp_doctor_examine_within(loaded->context, loaded->path, NULL,
                                       loaded->repairs ? NULL : loaded->model, &loaded->report, &error);
    const bp_allocator *allocator = bp_context_allocator(loaded->context);
    if (ok)
        loaded->worst_first =
            bp_alloc(allocator, loaded->report.count + 1, sizeof *loaded->worst_first, &error);
    size_t count = 0;
    for (int severity = BP_DOCTOR_ERROR; loaded->worst_first && severity >= BP_DOCTOR_NOTE; severity--)
        for (size_t i = 0; i < loaded->report.count; i++)
            if (loaded->report.findings[i].severity == (bp_doctor_severity)severity)
                loaded->worst_first[count++] = i;
    if (loaded->worst_first) return;
    bp_doctor_report_clear(&loaded->report);
    snprintf(loaded->failure, sizeof loaded->failure, "%s", bp_error_text(&error, text, sizeof text));
}

const bp_doctor_finding *bp_loaded_model_finding(const bp_loaded_model *loaded, int row) {
    if (row < 0 || (size_t)row >= loaded->report.count) return NULL;
    return &loaded->report.findings[loaded->worst_first[row]];
}

bp_bone *bp_loaded_model_node_bone(const bp_loaded_model *loaded, size_t node, int *skeleton) {
    const bp_model *model = loaded->model;
    if (node >= model->node_count) return NULL;
    for (size_t i = 0; i < model->skeleton_count; i++) {
        bp_bone *bone = bp_skeleton_find_linked(model->skeletons[i], model->nodes[node]);
        if (!bone) continue;
        *skeleton = (int)i;
        return bone;
    }
    return NULL;
}

bp_bone *bp_loaded_model_finding_bone(const bp_loaded_model *loaded, const bp_doctor_finding *finding,
                                      int *skeleton) {
    const bp_model *model = loaded->model;
    if (finding->skin >= 0 && (size_t)finding->skin < model->skin_count && finding->joint >= 0 &&
        (size_t)finding->joint < model->skins[finding->skin].joint_count) {
        const bp_model_skin *skin = &model->skins[finding->skin];
        *skeleton = skin->skeleton;
        return bp_skeleton_bone_by_id(model->skeletons[*skeleton], (size_t)skin->bones[finding->joint]);
    }
    return finding->node >= 0 ? bp_loaded_model_node_bone(loaded, (size_t)finding->node, skeleton) : NULL;
}

bp_vertex_ref bp_loaded_model_finding_vertex(const bp_loaded_model *loaded,
                                             const bp_doctor_finding *finding) {
    const bp_model *model = loaded->model;
    const bp_figure *figure = bp_model_figure_get_figure(loaded->figure);
    for (size_t i = 0; finding->vertices.count > 0 && i < model->instance_count; i++) {
        const bp_model_instance *instance = &model->instances[i];
        if (instance->node != finding->node || instance->primitive != finding->primitive) continue;
        for (size_t part = 0; part < bp_figure_part_count(figure); part++) {
            const bp_mesh *mesh = bp_model_figure_mesh(loaded->figure, part);
            bool flat = bp_figure_part_at(figure, part)->flat;
            if (mesh != model->meshes[instance->mesh]) continue;
            for (size_t j = 0; j < (flat ? mesh->index_count : mesh->vertex_count); j++)
                if ((flat ? mesh->indices[j] : j) == finding->vertices.first[0])
                    return (bp_vertex_ref){true, part, j};
        }
    }
    return (bp_vertex_ref){.valid = false};
}

static const bp_mat4 *edited(const bp_pose_spec *spec, size_t skeleton, const bp_bone *bone) {
    for (int i = 0; i < spec->edit_count; i++) {
        const bp_edit *edit = &spec->edits[i];
        if (edit->kind == BP_EDIT_BIND && edit->stage == (int)skeleton && edit->target == bp_bone_id(bone))
            return &edit->matrix;
    }
    return NULL;
}

/* A file has an inverse bind for each joint, and none depends on another. A bone's bind is relative to its
 * parent's, so the binds of its children change with it: all are set again, parents first. */
static bool set_binds(bp_loaded_model *loaded, const bp_pose_spec *spec, bp_error *error) {
    const bp_model *model = loaded->model;
    bool any = false;
    for (int i = 0; i < spec->edit_count; i++) any |= spec->edits[i].kind == BP_EDIT_BIND;
    if (!any && !loaded->binds_changed) return true;
    const bp_mat4 *original = loaded->binds;
    for (size_t i = 0; i < model->skeleton_count; i++)
        for (size_t j = 0; j < bp_skeleton_count(model->skeletons[i]); j++, original++) {
            bp_bone *bone = bp_skeleton_bone(model->skeletons[i], j);
            const bp_mat4 *by_hand = edited(spec, i, bone);
            if (bp_bone_index(bone) == BP_INDEX_NONE) continue;
            if (!bp_bone_set_absolute_inverse_bind(bone, by_hand ? *by_hand : *original, error)) return false;
        }
    loaded->binds_changed = any;
    return true;
}

bool bp_loaded_model_pose(bp_loaded_model *loaded, const bp_pose_spec *spec, bp_error *error) {
    const bp_model *model = loaded->model;
    int clip = spec->source == BP_POSE_FROM_CLIP ? spec->clip : -1;
    if (!set_binds(loaded, spec, error)) return false;
    if (!bp_model_pose_set(loaded->pose, clip, spec->seconds, error)) return false;
    loaded->source = spec->source;
    /* Every linked node gets its bone's bind. If skins share nodes but not binds, the last skin wins. */
    for (size_t i = 0; i < model->skeleton_count && spec->source == BP_POSE_FROM_BIND; i++)
        for (size_t j = 0; j < bp_skeleton_count(model->skeletons[i]); j++) {
            const bp_bone *bone = bp_skeleton_bone(model->skeletons[i], j);
            if (bp_bone_node(bone)) bp_node_set_matrix(bp_bone_node(bone), bp_bone_bind(bone));
        }
    for (int i = 0; i < spec->edit_count; i++) {
        const bp_edit *edit = &spec->edits[i];
        if (edit->stage < 0 || (size_t)edit->stage >= model->skeleton_count) continue;
        bp_bone *bone = bp_skeleton_bone_by_id(model->skeletons[edit->stage], edit->target);
        if (bone) bp_edit_apply(edit, bone);
    }
    for (size_t i = 0; i < model->skeleton_count; i++) {
        bp_skeleton_prepare(model->skeletons[i]);
        bp_skeleton_compute_absolutes(model->skeletons[i], false);
    }
    return true;
}

double bp_loaded_model_clip_length(const bp_loaded_model *loaded, int clip) {
    double first = 0, last = 0;
    if (clip < 0 || (size_t)clip >= loaded->model->clip_count) return 0;
    bp_clip_span(loaded->model->clips[clip], &first, &last);
    return last > 0 ? last : 0;
}

/* `all`, limited to 5/4 of a radius around `near`: a clip that walks away, or a stray vertex, must not
 * make the character a dot. */
static bp_bounds within(bp_bounds all, bp_bounds near) {
    float margin = 1.25f * bp_bounds_radius(near);
    if (bp_bounds_is_empty(near)) return all;
    return (bp_bounds){{fmaxf(all.lo.x, near.lo.x - margin), fmaxf(all.lo.y, near.lo.y - margin),
                        fmaxf(all.lo.z, near.lo.z - margin)},
                       {fminf(all.hi.x, near.hi.x + margin), fminf(all.hi.y, near.hi.y + margin),
                        fminf(all.hi.z, near.hi.z + margin)}};
}

bool bp_loaded_model_bounds(bp_loaded_model *loaded, const bp_pose_spec *spec, bp_bounds *out,
                            bp_error *error) {
    bp_figure *figure = bp_model_figure_get_figure(loaded->figure);
    bp_bounds now =
        bp_bounds_union(bp_model_framing_bounds(&loaded->framing), bp_model_joint_bounds(loaded->model));
    double length = bp_loaded_model_clip_length(loaded, spec->clip);
    *out = now;
    if (spec->source != BP_POSE_FROM_CLIP || !(length > 0)) return true;
    bool skins = loaded->vertices <= MOST_SKINNED; /* larger models: only the joints */
    bp_pose_spec at = *spec;
    for (int i = 0; i <= CLIP_SAMPLES; i++) { /* the last one restores the pose */
        at.seconds = i < CLIP_SAMPLES ? length * i / (CLIP_SAMPLES - 1) : spec->seconds;
        if (!bp_loaded_model_pose(loaded, &at, error)) return false;
        if (skins && !bp_figure_pose(figure, error)) return false;
        *out = bp_bounds_union(*out, bp_model_joint_bounds(loaded->model));
        if (skins) *out = bp_bounds_union(*out, bp_model_framing_bounds(&loaded->framing));
    }
    *out = within(*out, now);
    return true;
}

static bool moves(const bp_figure_part *part, const bp_bone *bone, size_t vertex) {
    const bp_mesh *mesh = part->mesh;
    size_t count = (size_t)mesh->influences;
    for (size_t i = vertex * count; i < (vertex + 1) * count; i++)
        if (mesh->joints[i] == bp_bone_index(bone) && mesh->weights[i] > 0) return true;
    return false;
}

bp_vertex_ref bp_loaded_model_next_vertex(const bp_loaded_model *loaded, const bp_bone *bone,
                                          bp_vertex_ref from) {
    const bp_figure *figure = bp_model_figure_get_figure(loaded->figure);
    size_t parts = bp_figure_part_count(figure), first = from.valid ? from.part : 0;
    /* The first part is searched twice: behind the vertex, and at the end before it. */
    for (size_t round = 0; parts > 0 && bone && round <= parts; round++) {
        size_t number = (first + round) % parts;
        const bp_figure_part *part = bp_figure_part_at(figure, number);
        if (part->skeleton != bp_bone_skeleton(bone) || part->mesh->influences == 0) continue;
        for (size_t i = round == 0 && from.valid ? from.vertex + 1 : 0; i < part->mesh->vertex_count; i++)
            if (moves(part, bone, i)) return (bp_vertex_ref){true, number, i};
    }
    return (bp_vertex_ref){.valid = false};
}

/* The bone's matrix relative to one above it, or to the world: NULL. */
static bp_dmat4 relative_to(const bp_bone *above, const bp_bone *bone, bool rest) {
    bp_dmat4 matrix = bp_dmat4_identity();
    for (; bone && bone != above; bone = bp_bone_parent(bone))
        matrix = bp_dmat4_mul(matrix, bp_dmat4_from_mat4(rest ? bp_bone_rest(bone) : bp_bone_local(bone)));
    return matrix;
}

/* The nearest joint above; and the first one below. NULL: none. */
static const bp_bone *joint_above(const bp_bone *bone) {
    do bone = bp_bone_parent(bone);
    while (bone && bp_bone_index(bone) == BP_INDEX_NONE);
    return bone;
}

static const bp_bone *joint_below(const bp_bone *top) {
    int depth = bp_bone_tree_depth(top);
    for (const bp_bone *bone = bp_bone_tree_next(top); bone && bp_bone_tree_depth(bone) > depth;
         bone = bp_bone_tree_next(bone))
        if (bp_bone_index(bone) != BP_INDEX_NONE) return bone;
    return NULL;
}

/* final = inverse bind * world is to be that of the other joint. With world = relative * the world above:
 * inverse bind = the other's * inverse(relative). */
bool bp_model_binds_take(const bp_bone *bone, bool rest, bp_mat4 *inverse) {
    const bp_bone *above = joint_above(bone), *below = above ? NULL : joint_below(bone);
    bp_dmat4 own = bp_dmat4_identity(), relative;
    if (below) {
        relative = relative_to(bone, below, rest);
        own = bp_dmat4_from_mat4(bp_bone_absolute_inverse_bind(below));
    } else {
        if (above) own = bp_dmat4_from_mat4(bp_bone_absolute_inverse_bind(above));
        if (!bp_dmat4_inverse_affine(relative_to(above, bone, rest), &relative)) return false;
    }
    *inverse = bp_dmat4_to_mat4(bp_dmat4_mul(own, relative));
    return true;
}

/* A skin has the index of its skeleton, a joint that of its bone. */
bool bp_loaded_model_write_binds(const bp_loaded_model *loaded, const bp_edit_history *history, bp_file *out,
                                 bp_error *error) {
    bp_set_bind binds[BP_EDITS_MAX];
    size_t count = 0;
    for (int i = 0; i < history->count; i++) {
        const bp_edit *edit = &history->edits[i];
        if (edit->kind != BP_EDIT_BIND) continue;
        const bp_bone *bone = bp_skeleton_bone_by_id(loaded->model->skeletons[edit->stage], edit->target);
        binds[count++] = (bp_set_bind){edit->stage, bp_bone_index(bone), edit->matrix};
    }
    return bp_gltf_set_binds(loaded->context, loaded->path, binds, count, out, error);
}
