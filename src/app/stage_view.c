/* Drawing a stage: the card, the scene in it, names beside the joints, the note below. */
#include "app/stage_view.h"
#include <string.h>

enum { HEAD = 54, FOOT = 38, PAD = 14, NAME_SIZE = 12 };

static void put_color(uint8_t to[4], bp_rgba8 c) { memcpy(to, &c, 4); }

bp_rect bp_stage_view_scene(const bp_stage_view *view) {
    bp_rect r = view->rect;
    return (bp_rect){r.x + 1, r.y + HEAD, r.width - 2, r.height - HEAD - FOOT};
}

static bool card(bp_raster *raster, const bp_stage_view *view, bp_error *error) {
    bp_box box = {.rect = view->rect, .corner = 6, .border = 1};
    put_color(box.color, view->theme->card);
    put_color(box.border_color, view->theme->rule);
    bp_rect r = view->rect;
    bp_box rule = {.rect = {r.x, r.y + r.height - FOOT, r.width, 1}};
    put_color(rule.color, view->theme->rule);
    return bp_raster_boxes(raster, &box, 1, (bp_rect){0}, error) &&
           bp_raster_boxes(raster, &rule, 1, (bp_rect){0}, error);
}

static bool words(bp_raster *raster, const bp_stage_view *view, bp_error *error) {
    bp_rect r = view->rect;
    bp_text title = {
        .text = view->stage->title, .x = r.x + PAD, .y = r.y + 22, .size = 14, .face = BP_FACE_SANS_BOLD};
    bp_text subtitle = {.text = view->stage->subtitle, .x = r.x + PAD, .y = r.y + 40, .size = 12};
    bp_text note = {.text = view->stage->note,
                    .x = r.x + PAD,
                    .y = r.y + r.height - 14,
                    .size = 12,
                    .face = BP_FACE_MONO};
    title.max_width = subtitle.max_width = note.max_width = r.width - 2 * PAD;
    put_color(title.color, view->theme->ink);
    put_color(subtitle.color, view->theme->quiet);
    put_color(note.color, view->theme->ink);
    return bp_raster_text(raster, &title, error) && bp_raster_text(raster, &subtitle, error) &&
           bp_raster_text(raster, &note, error);
}

/* A bone's name without what all names of the skeleton begin with would be shorter, but then it would
 * not be the bone's name: long ones are cut instead. */
static bool name(bp_raster *raster, const bp_stage_view *view, const bp_bone *bone, int *row,
                 bp_error *error) {
    bp_rect scene = bp_stage_view_scene(view);
    bp_mat4 frame = bp_mat4_mul(bp_bone_chain(bone), bp_figure_world(view->stage->figure));
    bp_vec2 at;
    if (!bp_camera_project(&view->camera, scene, bp_mat4_position(frame), &at, NULL)) return true;
    if (!(at.x >= (float)scene.x && at.x < (float)(scene.x + scene.width))) return true;
    if (!(at.y >= (float)scene.y && at.y < (float)(scene.y + scene.height))) return true;
    bp_text text = {.text = bp_bone_name(bone),
                    .x = (int)at.x + 10,
                    .y = (int)at.y - 6 + *row * 15,
                    .size = NAME_SIZE,
                    .clip = scene};
    text.max_width = scene.x + scene.width - text.x;
    if (text.max_width < 40) {
        text.align = BP_ALIGN_RIGHT;
        text.x = (int)at.x - 10;
        text.max_width = 0;
    }
    put_color(text.color, bone == view->selected ? view->theme->changed : view->theme->ink);
    return bp_raster_text(raster, &text, error);
}

/* How many bones before this one stand in the same place: their names go below each other. */
static int same_place(const bp_skeleton *skeleton, size_t index) {
    bp_vec3 here = bp_mat4_position(bp_bone_chain(bp_skeleton_bone(skeleton, index)));
    int count = 0;
    for (size_t i = 0; i < index; i++) {
        bp_vec3 there = bp_mat4_position(bp_bone_chain(bp_skeleton_bone(skeleton, i)));
        count += bp_vec3_distance(here, there) < 0.05f;
    }
    return count;
}

static bool names(bp_raster *raster, const bp_stage_view *view, bp_error *error) {
    const bp_skeleton *skeleton = view->stage->skeleton;
    for (size_t i = 0; i < bp_skeleton_count(skeleton); i++) {
        int row = same_place(skeleton, i);
        if (!name(raster, view, bp_skeleton_bone(skeleton, i), &row, error)) return false;
    }
    return true;
}

bool bp_stage_view_draw(bp_raster *raster, const bp_stage_view *view, bp_error *error) {
    bp_view scene = {.camera = view->camera,
                     .viewport = bp_stage_view_scene(view),
                     .show = view->show,
                     .bone = view->theme->bone,
                     .selected = view->theme->changed};
    const bp_stage *stage = view->stage;
    if (!card(raster, view, error)) return false;
    if (!bp_scene_draw_floor(raster, &scene, -1.75f, 4, view->theme->floor, error)) return false;
    if (stage->figure && (view->show & BP_SHOW_MESH) &&
        !bp_scene_draw_meshes(raster, &scene, stage->figure, error))
        return false;
    bp_mat4 world = stage->figure ? bp_figure_world(stage->figure) : bp_mat4_identity();
    if (stage->skeleton &&
        !bp_scene_draw_bones(raster, &scene, stage->skeleton, world, view->selected, error))
        return false;
    if (stage->skeleton && stage->figure && (view->show & BP_SHOW_NAMES) && !names(raster, view, error))
        return false;
    return words(raster, view, error);
}
