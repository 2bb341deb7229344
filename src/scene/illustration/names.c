/* Which names a stage shows: of its handles, ghosts and joints; and what those keep off. */
#include "rig/engine.h"
#include "scene/illustration/labels.h"
#include <stdio.h>

typedef bp_stage_labels labels;

enum {
    HANDLE = 8,
    RING_POINTS = 16,
    FARTHEST = 8 /* points of a ghost that its label may stand at */
};

static bp_vec3 joint_of(const bp_stage_drawing *drawing, const bp_bone *bone) {
    return bp_mat4_position(bp_bone_frame(drawing->stage, bone));
}

/* Whether two joints are one point of the picture. */
static bool share_point(const bp_stage_drawing *drawing, bp_rect scene, const bp_bone *a, const bp_bone *b) {
    bp_vec2 p, q;
    return bp_camera_project(&drawing->camera, scene, joint_of(drawing, a), &p, NULL) &&
           bp_camera_project(&drawing->camera, scene, joint_of(drawing, b), &q, NULL) &&
           fabsf(p.x - q.x) < 2 && fabsf(p.y - q.y) < 2;
}

/* The name; joints at one point have one label, beside the first of them or the selected one: "root,
 * leaf". */
static void name(bp_painter *painter, const bp_stage_drawing *drawing, labels *all, const bp_bone *bone) {
    const bp_skeleton *skeleton = drawing->stage->skeleton;
    bp_rect scene = drawing->rect;
    char words[120] = "";
    size_t used = 0;
    bool must = bone == drawing->selected;
    for (size_t i = 0; i < bp_skeleton_count(skeleton); i++) {
        const bp_bone *other = bp_skeleton_bone(skeleton, i);
        if (other != bone && !share_point(drawing, scene, bone, other)) continue;
        if (other != bone && (other == drawing->selected || (!must && *words == 0))) return; /* its label */
        if (bp_labels_has_handle(drawing, bp_bone_name(other)) || used >= sizeof words) continue;
        used += (size_t)snprintf(words + used, sizeof words - used, "%s%s", used ? ", " : "",
                                 bp_bone_name(other));
    }
    bp_label_draw(all, joint_of(drawing, bone), words, must ? painter->theme->changed : painter->theme->ink,
                  must);
}

/* Names must not cover joints: half of the slots are for those. */
static void keep_joints_free(const bp_painter *painter, const bp_stage_drawing *drawing, labels *all) {
    const bp_skeleton *skeleton = drawing->stage->skeleton;
    bp_rect scene = drawing->rect;
    int reach = bp_painter_px(painter, LABEL_JOINT);
    float sum = 0;
    for (size_t i = 0; i < bp_skeleton_count(skeleton) && all->count < LABELS_MAX / 2; i++) {
        bp_vec3 joint = bp_mat4_position(bp_bone_frame(drawing->stage, bp_skeleton_bone(skeleton, i)));
        bp_vec2 at;
        if (!bp_camera_project(&drawing->camera, scene, joint, &at, NULL)) continue;
        if (!bp_rect_contains(scene, at.x, at.y)) continue;
        all->taken[all->count++] = (bp_rect){(int)at.x - reach, (int)at.y - reach, 2 * reach, 2 * reach};
        sum += at.x;
    }
    all->middle = all->count > 0 ? sum / (float)all->count : 0;
}

/* The lines that bp_scene_draw_bones draws. */
static void keep_skeleton_free(const bp_stage_drawing *drawing, labels *all, const bp_skeleton *skeleton) {
    for (size_t i = 0; i < bp_skeleton_count(skeleton); i++) {
        const bp_bone *bone = bp_skeleton_bone(skeleton, i);
        bp_mat4 frame = bp_bone_frame(drawing->stage, bone);
        float length;
        if (bp_bone_has_length(bone) && bp_bone_length(bone, &length)) {
            bp_labels_keep_line(all, bp_mat4_position(frame), bp_mat4_point(frame, (bp_vec3){0, length, 0}));
            continue;
        }
        for (const bp_bone *child = bp_bone_first_child(bone); child; child = bp_bone_next_sibling(child))
            bp_labels_keep_line(all, bp_mat4_position(frame),
                                bp_mat4_position(bp_bone_frame(drawing->stage, child)));
    }
}

/* Lines of bones, of ghosts, and of the selected joint's ring. */
static void keep_bones_free(const bp_stage_drawing *drawing, labels *all) {
    if (drawing->selected && drawing->ring > 0) {
        bp_vec3 ring[RING_POINTS];
        bp_rotation_ring_points(bp_bone_frame(drawing->stage, drawing->selected), drawing->axis,
                                drawing->ring, ring, RING_POINTS);
        for (int i = 0; i < RING_POINTS; i++) bp_labels_keep_line(all, ring[i], ring[(i + 1) % RING_POINTS]);
    }
    keep_skeleton_free(drawing, all, drawing->stage->skeleton);
    for (int i = 0; i < drawing->ghost_count; i++)
        if (bp_stage_ghost_shown(drawing, &drawing->ghosts[i]))
            keep_skeleton_free(drawing, all, drawing->ghosts[i].skeleton);
}

/* How far a ghost's vertex, or joint if it has no figure, is from the stage's. Sets where it is in the
 * world. */
static float ghost_distance(const bp_stage *stage, const bp_ghost *ghost, size_t i, bp_vec3 *at) {
    if (ghost->figure && stage->figure) {
        bp_vec3 posed = bp_figure_positions(ghost->figure, 0)[i];
        *at = bp_mat4_point(bp_figure_world(stage->figure), posed);
        return bp_vec3_distance(posed, bp_figure_positions(stage->figure, 0)[i]);
    }
    const bp_bone *bone = bp_skeleton_bone_by_id(ghost->skeleton, i),
                  *other = bp_skeleton_bone_by_id(stage->skeleton, i);
    *at = bp_mat4_position(bp_bone_frame(stage, bone));
    return bp_vec3_distance(*at, bp_mat4_position(bp_bone_frame(stage, other)));
}

/* The points, at most FARTHEST, where a ghost differs most from the stage's figure. A ghost that is only
 * moved differs as much everywhere: then its label has several points to stand at. */
static int farthest_points(const bp_stage *stage, const bp_ghost *ghost, bp_vec3 points[FARTHEST]) {
    size_t count = ghost->figure && stage->figure ? bp_figure_part_at(ghost->figure, 0)->mesh->vertex_count
                                                  : bp_skeleton_count(ghost->skeleton);
    bp_vec3 at;
    float max = 0;
    int found = 0;
    for (size_t i = 0; i < count; i++) max = fmaxf(max, ghost_distance(stage, ghost, i, &at));
    for (size_t i = 0; i < count && found < FARTHEST; i++)
        if (ghost_distance(stage, ghost, i, &at) >= 0.999f * max) points[found++] = at;
    return found;
}

static void name_ghost(bp_painter *painter, const bp_stage_drawing *drawing, labels *all,
                       const bp_ghost *ghost) {
    bp_rect scene = drawing->rect, rect;
    int least = BP_LABEL_TAKEN + 1, best = 0;
    bp_vec3 points[FARTHEST];
    bp_vec2 at;
    int count = farthest_points(drawing->stage, ghost, points);
    for (int i = 0; i < count && least > 0; i++) {
        if (!bp_camera_project(&drawing->camera, scene, points[i], &at, NULL) ||
            !bp_rect_contains(scene, at.x, at.y))
            continue;
        int cost = bp_label_place(all, at, ghost->name, true, &rect);
        if (cost < least) least = cost, best = i;
    }
    if (count > 0) bp_label_draw(all, points[best], ghost->name, painter->theme->ghost, true);
}

/* The meshes that aren't the ghost's own: of the stage's figure, and of other ghosts. */
static void cover_others(const bp_stage_drawing *drawing, const bp_ghost *ghost, bp_mesh_cover *cover) {
    if (drawing->stage->figure && drawing->show & BP_SHOW_MESH)
        bp_mesh_cover_add(cover, drawing->stage->figure, &drawing->camera);
    for (int i = 0; i < drawing->ghost_count; i++) {
        const bp_ghost *other = &drawing->ghosts[i];
        if (other != ghost && other->figure && bp_stage_ghost_shown(drawing, other))
            bp_mesh_cover_add(cover, other->figure, &drawing->camera);
    }
}

static void name_ghosts(bp_painter *painter, const bp_stage_drawing *drawing, labels *all) {
    bp_mesh_cover cover;
    for (int i = 0; i < drawing->ghost_count; i++) {
        const bp_ghost *ghost = &drawing->ghosts[i];
        if (!bp_stage_ghost_shown(drawing, ghost)) continue;
        bp_mesh_cover_clear(&cover, drawing->rect);
        cover_others(drawing, ghost, &cover);
        all->cover = &cover;
        name_ghost(painter, drawing, all, ghost);
    }
    all->cover = NULL;
}

/* Handles have their labels even while names are hidden: they say what can be dragged. */
static void name_handles(bp_painter *painter, const bp_stage_drawing *drawing, labels *all) {
    int reach = bp_painter_px(painter, HANDLE);
    bp_vec2 at;
    for (int i = 0; i < drawing->handle_count; i++)
        if (bp_stage_handle_pixel(drawing, i, &at) && all->count < LABELS_MAX)
            all->taken[all->count++] = (bp_rect){(int)at.x - reach, (int)at.y - reach, 2 * reach, 2 * reach};
    for (int i = 0; i < drawing->handle_count; i++)
        if (drawing->handles[i].stage == drawing->index)
            bp_label_draw(all, drawing->handles[i].position, drawing->handles[i].label, painter->theme->here,
                          true);
}

void bp_stage_draw_names(bp_painter *painter, const bp_stage_drawing *drawing) {
    const bp_skeleton *skeleton = drawing->stage->skeleton;
    labels all;
    all.painter = painter, all.drawing = drawing;
    all.count = all.line_count = 0;
    all.cover = NULL;
    all.middle = (float)drawing->rect.x + 0.5f * (float)drawing->rect.width;
    if (skeleton && drawing->show & BP_SHOW_BONES) keep_bones_free(drawing, &all);
    if (skeleton && drawing->show & BP_SHOW_NAMES) keep_joints_free(painter, drawing, &all);
    bp_stage_paint(painter, drawing, BP_PAINT_LINES, &all);
    bp_rect note = bp_stage_note_rect(painter, drawing);
    if (note.width > 0) bp_labels_keep_rect(&all, note);
    name_handles(painter, drawing, &all);
    if (skeleton) name_ghosts(painter, drawing, &all);
    bp_stage_paint(painter, drawing, BP_PAINT_OVER, &all);
    if (!skeleton || !(drawing->show & BP_SHOW_NAMES)) return;
    if (drawing->selected && !bp_labels_has_handle(drawing, bp_bone_name(drawing->selected)))
        name(painter, drawing, &all, drawing->selected);
    for (size_t i = 0; i < bp_skeleton_count(skeleton); i++) {
        const bp_bone *bone = bp_skeleton_bone(skeleton, i);
        if (bone != drawing->selected && !bp_labels_has_handle(drawing, bp_bone_name(bone)))
            name(painter, drawing, &all, bone);
    }
}
