#include "hold.h"
#include <bindpose/stage.h>
#include <math.h>
#include <string.h>

enum { TRIED = 300, LEAST_WAY = 12, REACH = 6 };

/* By Rodrigues' formula. */
bp_vec3 rotated_about(bp_vec3 point, bp_vec3 joint, bp_vec3 axis, float degrees) {
    float angle = degrees * 3.14159265f / 180, c = cosf(angle), s = sinf(angle);
    bp_vec3 v = bp_vec3_sub(point, joint), turned = bp_vec3_scale(v, c);
    turned = bp_vec3_add(turned, bp_vec3_scale(bp_vec3_cross(axis, v), s));
    turned = bp_vec3_add(turned, bp_vec3_scale(axis, bp_vec3_dot(axis, v) * (1 - c)));
    return bp_vec3_add(joint, turned);
}

static float apart(bp_vec2 a, bp_vec2 b) { return hypotf(a.x - b.x, a.y - b.y); }

/* A pixel's middle. */
static bp_vec2 pixel(bp_vec2 at) { return (bp_vec2){floorf(at.x) + 0.5f, floorf(at.y) + 0.5f}; }

static bool on_scene(const bp_drawn_frame *drawn, const bp_placed_stage *scene, bp_vec3 at, bp_vec2 *out) {
    if (!bp_camera_project(&scene->camera, scene->rect, at, out, NULL)) return false;
    *out = pixel(*out);
    return bp_rect_contains(bp_rect_inset(scene->rect, REACH, REACH), out->x, out->y) &&
           !bp_hit_areas_find(&drawn->hits, out->x, out->y);
}

/* The drag that begins at a pixel. */
static bool limb_at(const bp_viewer *viewer, const bp_viewer_scope *scope, const bp_placed_stage *scene,
                    bp_drag drag, bp_vec2 at, limb *out) {
    const bp_event event = {.kind = BP_EVENT_MOVE, .x = at.x, .y = at.y};
    const bp_stage *stage = &scope->stages[scene->stage];
    bp_hover hover = bp_hover_at(viewer, scope, scene, &event);
    if (hover.drag != drag || hover.blocked || !hover.bone) return false;
    const bp_bone *bone = bp_skeleton_bone_by_id(stage->skeleton, hover.bone - 1);
    bp_mat4 frame = bp_bone_frame(stage, bone);
    bp_vec3 joint = bp_mat4_position(frame), hit = bp_pick_mesh(stage, scene, at.x, at.y).position;
    const float *row = &frame.m[4 * hover.axis];
    bp_vec3 axis = bp_vec3_normalize((bp_vec3){row[0], row[1], row[2]});
    *out = (limb){.path = {at}, .stage = scene->stage, .bone = hover.bone - 1};
    if (!bp_camera_project(&scene->camera, scene->rect, joint, &out->joint, NULL)) return false;
    for (int i = 0; i < 6; i++) { /* as little as can be seen, one way or the other */
        float by = (float)(24 * (i / 2 + 1));
        bp_vec3 half = rotated_about(hit, joint, axis, i % 2 ? -by / 2 : by / 2);
        bp_vec3 end = rotated_about(hit, joint, axis, i % 2 ? -by : by);
        if (!on_scene(scope->drawn, scene, half, &out->path[1]) ||
            !on_scene(scope->drawn, scene, end, &out->path[2]))
            continue;
        float way = apart(at, out->path[2]);
        out->degrees = by;
        out->tolerance = by * 3 / way;
        if (way >= LEAST_WAY && apart(at, out->path[1]) > 5 && apart(out->path[1], out->path[2]) > 5)
            return true;
    }
    return false;
}

static bool under_text(const bp_text_log *texts, bp_vec2 at) {
    for (int i = 0; texts && i < texts->count; i++)
        if (bp_rect_contains(texts->items[i].rect, at.x, at.y)) return true;
    return false;
}

bool find_limb(const bp_viewer *viewer, const bp_viewer_scope *scope, const bp_placed_stage *scene,
               bp_drag drag, const bp_text_log *texts, limb *out) {
    const bp_stage *stage = &scope->stages[scene->stage];
    float best = 0;
    if (!stage->figure || !stage->skeleton) return false;
    bp_mat4 world = bp_figure_world(stage->figure);
    size_t all = 0, number = 0;
    for (size_t part = 0; part < bp_figure_part_count(stage->figure); part++)
        all += bp_figure_part_at(stage->figure, part)->mesh->index_count / 3;
    size_t stride = all / TRIED + 1;
    for (size_t part = 0; part < bp_figure_part_count(stage->figure); part++) {
        const bp_mesh *mesh = bp_figure_part_at(stage->figure, part)->mesh;
        const bp_vec3 *at = bp_figure_positions(stage->figure, part);
        for (size_t i = 0; i + 2 < mesh->index_count; i += 3, number++) {
            const uint32_t *corner = &mesh->indices[i];
            limb found;
            bp_vec2 middle;
            bp_vec3 sum = bp_vec3_add(bp_vec3_add(at[corner[0]], at[corner[1]]), at[corner[2]]);
            if (number % stride ||
                !on_scene(scope->drawn, scene, bp_mat4_point(world, bp_vec3_scale(sum, 1.0f / 3)), &middle) ||
                under_text(texts, middle) || !limb_at(viewer, scope, scene, drag, middle, &found) ||
                !(apart(middle, found.path[2]) > best))
                continue;
            best = apart(middle, found.path[2]);
            *out = found;
        }
    }
    return best > 0;
}

bool find_button(const bp_drawn_frame *drawn, bp_action action, int value, bp_vec2 *out) {
    for (int i = drawn->hits.count - 1; i >= 0; i--) {
        const bp_hit_area *hit = &drawn->hits.items[i];
        if (hit->action != action || hit->value != value) continue;
        *out = (bp_vec2){(float)hit->rect.x + (float)hit->rect.width / 2,
                         (float)hit->rect.y + (float)hit->rect.height / 2};
        return true;
    }
    return false;
}
