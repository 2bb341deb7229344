/* Names of bones beside their joints. The selected bone's comes first; each name takes the first free
 * place beside its joint, then above and below; where none is free the name is left out, and stepping to
 * that bone shows it. */
#include "viewer/picking.h"
#include "viewer/stage_view.h"

enum { SIZE = 12, TALL = 15, MOST = 192, OFFSET = 10, TRIES = 8, JOINT = 5 };

typedef struct labels {
    bp_rect taken[MOST];
    int count;
    float middle; /* of the joints, in pixels: names stand on the side away from it */
} labels;

static bool is_free(const labels *all, bp_rect rect, bp_rect scene) {
    if (rect.x < scene.x || rect.y < scene.y || rect.x + rect.width > scene.x + scene.width ||
        rect.y + rect.height > scene.y + scene.height)
        return false;
    for (int i = 0; i < all->count; i++) {
        bp_rect t = all->taken[i];
        if (rect.x < t.x + t.width && t.x < rect.x + rect.width && rect.y < t.y + t.height &&
            t.y < rect.y + rect.height)
            return false;
    }
    return true;
}

/* Beside the joint and a little above, right first or left first, then below on both sides, then further down. */
static bp_rect place_number(const bp_ui *ui, bp_vec2 at, int width, bool left_first, int number) {
    int tall = bp_ui_px(ui, TALL), offset = bp_ui_px(ui, OFFSET), row = number / 2;
    int y = (int)at.y - tall + row * tall;
    bool right = (number % 2 == 0) != left_first;
    return (bp_rect){right ? (int)at.x + offset : (int)at.x - offset - width, y, width, tall};
}

static void label(bp_ui *ui, const bp_stage_view *view, labels *all, bp_vec3 place, const char *words,
                  bp_rgba8 color) {
    bp_rect scene = bp_stage_view_scene(ui, view->rect);
    bp_vec2 at;
    if (all->count == MOST || !bp_camera_project(&view->camera, scene, place, &at, NULL)) return;
    if (!bp_rect_contains(scene, at.x, at.y)) return;
    bp_style style = {.size = SIZE, .max_width = scene.width / 2, .color = color};
    int width = bp_ui_text_width(ui, words, style);
    bool left_first = at.x < all->middle - (float)bp_ui_px(ui, OFFSET);
    for (int i = 0; i < TRIES; i++) {
        bp_rect rect = place_number(ui, at, width, left_first, i);
        if (!is_free(all, rect, scene)) continue;
        all->taken[all->count++] = rect;
        bp_rgba8 ground = ui->theme->card; /* over a mesh as well the name is read on its own ground */
        ground.a = 185;
        bp_rect pad = {rect.x - bp_ui_px(ui, 2), rect.y, rect.width + bp_ui_px(ui, 4), rect.height};
        bp_ui_box(ui, pad, ground, 3, (bp_rgba8){0});
        bp_ui_text(ui, rect.x, rect.y + bp_ui_px(ui, SIZE), words, style);
        return;
    }
}

static void name(bp_ui *ui, const bp_stage_view *view, labels *all, const bp_bone *bone) {
    bp_rgba8 color = bone == view->selected ? ui->theme->changed : ui->theme->ink;
    label(ui, view, all, bp_mat4_position(bp_bone_frame(view->stage, bone)), bp_bone_name(bone), color);
}

/* No name may lie over a joint: half of the room is for those. */
static void keep_joints_free(const bp_ui *ui, const bp_stage_view *view, labels *all) {
    const bp_skeleton *skeleton = view->stage->skeleton;
    bp_rect scene = bp_stage_view_scene(ui, view->rect);
    int reach = bp_ui_px(ui, JOINT);
    float sum = 0;
    for (size_t i = 0; i < bp_skeleton_count(skeleton) && all->count < MOST / 2; i++) {
        bp_vec3 joint = bp_mat4_position(bp_bone_frame(view->stage, bp_skeleton_bone(skeleton, i)));
        bp_vec2 at;
        if (!bp_camera_project(&view->camera, scene, joint, &at, NULL)) continue;
        if (!bp_rect_contains(scene, at.x, at.y)) continue;
        all->taken[all->count++] = (bp_rect){(int)at.x - reach, (int)at.y - reach, 2 * reach, 2 * reach};
        sum += at.x;
    }
    all->middle = all->count > 0 ? sum / (float)all->count : 0;
}

void bp_stage_view_names(bp_ui *ui, const bp_stage_view *view) {
    const bp_skeleton *skeleton = view->stage->skeleton;
    if (!skeleton || !(view->show & BP_SHOW_NAMES)) return;
    labels all = {.count = 0};
    keep_joints_free(ui, view, &all);
    bp_vec3 followed;
    if (bp_stage_followed(view->stage, &followed))
        label(ui, view, &all, followed, view->stage->marked_name, ui->theme->here);
    if (view->selected) name(ui, view, &all, view->selected);
    for (size_t i = 0; i < bp_skeleton_count(skeleton); i++) {
        const bp_bone *bone = bp_skeleton_bone(skeleton, i);
        if (bone != view->selected) name(ui, view, &all, bone);
    }
}
