/* A clip in a loop. Rotations by hand come on top of it, and fade once the mouse lets go. */
#include "base/system.h"
#include "scene/figure.h"
#include "scene/highlight.h"
#include "viewer/browser/hero.h"
#include <bindpose/stage.h>
#include <math.h>
#include <string.h>

static const float FADE = 0.12f, FADED = 1e-3f; /* seconds to fade by 1/e; the sine of half an angle */

static bool may_rotate(bp_viewer *viewer, const bp_bone *bone) {
    (void)viewer, (void)bone;
    return true;
}
static const bp_viewer_client CLIENT = {.wheel_rows = 1, .begin_rotation = may_rotate};

static bool pose(bp_hero *hero, bp_error *error) {
    const bp_pose_spec spec = {.source = hero->clip < 0 ? BP_POSE_FROM_REST : BP_POSE_FROM_CLIP,
                               .clip = hero->clip,
                               .seconds = hero->seconds,
                               .edits = hero->core.history.edits,
                               .edit_count = hero->core.history.count};
    return bp_loaded_model_pose(&hero->model, &spec, error) &&
           bp_figure_pose(hero->model.stages[0].figure, error);
}

/* As deep as wide: the figure fits from all sides. */
static bp_bounds turnable(bp_bounds box) {
    bp_vec3 center = bp_bounds_center(box), half = bp_vec3_sub(box.hi, center);
    float wide = fmaxf(half.x, half.z);
    return (bp_bounds){{center.x - wide, box.lo.y, center.z - wide},
                       {center.x + wide, box.hi.y, center.z + wide}};
}

void bp_hero_open(bp_hero *hero, bp_context *context) {
    char path[4096];
    *hero = (bp_hero){.clip = -1};
    if (!bp_asset_path("character.glb", path, sizeof path, NULL) ||
        !(hero->drawn = bp_alloc(NULL, 1, sizeof *hero->drawn, NULL)))
        return;
    hero->open = bp_loaded_model_open(&hero->model, context, path, NULL);
    if (!hero->open) {
        bp_hero_close(hero);
        return;
    }
    const bp_model *model = hero->model.model;
    for (size_t i = 0; i < model->clip_count; i++)
        if (hero->clip < 0 || strcmp(bp_clip_name(model->clips[i]), "walk") == 0) hero->clip = (int)i;
    if (pose(hero, NULL)) hero->bounds = turnable(bp_figure_bounds(hero->model.stages[0].figure));
    hero->core.settings = bp_view_settings_make(0, 0);
    hero->core.settings.yaw = bp_radians(30);
}

void bp_hero_close(bp_hero *hero) {
    if (hero->open) bp_loaded_model_close(&hero->model);
    bp_free(NULL, hero->drawn);
    *hero = (bp_hero){.clip = -1};
}

void bp_hero_tick(bp_hero *hero, double seconds) {
    if (!hero->open) return;
    double length = bp_loaded_model_clip_length(&hero->model, hero->clip);
    hero->seconds += seconds;
    hero->seconds = length > 0 ? hero->seconds - floor(hero->seconds / length) * length : 0;
    bp_edit_history *history = &hero->core.history;
    if (hero->core.mouse.drag == BP_DRAG_FLESH || history->count == 0) return;
    const bp_quat none = {0, 0, 0, 1};
    float most = 0;
    for (int i = 0; i < history->count; i++) {
        bp_quat *q = &history->edits[i].rotation;
        *q = bp_quat_slerp(*q, none, bp_clamp((float)seconds / FADE, 0, 1));
        most = fmaxf(most, fabsf(q->x) + fabsf(q->y) + fabsf(q->z));
    }
    if (!(most > FADED)) bp_edit_history_clear(history);
}

bool bp_hero_contains(const bp_hero *hero, float x, float y) {
    return hero->open && hero->drawn->scene_count > 0 && bp_rect_contains(hero->drawn->scenes[0].rect, x, y);
}

unsigned bp_hero_event(bp_hero *hero, const bp_event *event) {
    if (!hero->open || hero->drawn->scene_count == 0) return 0;
    bp_event plain = *event;
    plain.mods = 0; /* Ctrl would move the bone, and only rotations fade */
    const bp_viewer_scope scope = {.client = &CLIENT,
                                   .stages = hero->model.stages,
                                   .stage_count = hero->model.stage_count,
                                   .drawn = hero->drawn};
    return bp_viewer_mouse_event(&hero->core, &scope, &plain);
}

static bool draw_highlight(bp_ui *ui, bp_hero *hero, const bp_view *view) {
    const bp_hover *hover = &hero->core.hover;
    const bp_stage *stage = &hero->model.stages[0];
    const bp_bone *bone =
        hover->bone && stage->skeleton ? bp_skeleton_bone_by_id(stage->skeleton, hover->bone - 1) : NULL;
    bp_rgba8 color = ui->theme->here;
    color.a = 110;
    return !bone || bp_scene_draw_highlight(ui->raster, view, stage->figure, bone, color, ui->error);
}

void bp_hero_draw(bp_ui *ui, bp_hero *hero, const bp_view_settings *settings, bp_rect rect) {
    if (!hero->open || rect.width < 2 || rect.height < 2) {
        if (hero->open) hero->drawn->scene_count = 0;
        return;
    }
    const bp_stage *stage = &hero->model.stages[0];
    hero->core.settings.scale = settings->scale, hero->core.settings.text = settings->text;
    bp_vec3 center = bp_bounds_center(hero->bounds);
    bp_camera camera = {
        .eye = bp_vec3_add(center, (bp_vec3){0, 0.4f, 3}), .target = center, .fov_y = bp_radians(30)};
    bp_camera_fit(&camera, hero->bounds, (float)rect.width / (float)rect.height);
    camera = bp_view_settings_camera(&hero->core.settings, camera, (bp_rect){0});
    bp_view view = {.camera = camera,
                    .viewport = rect,
                    .show = BP_SHOW_MESH | BP_SHOW_BONES,
                    .bone = ui->theme->bone,
                    .selected = ui->theme->changed,
                    .overlay_scale = ui->unit};
    float half = (hero->bounds.hi.x - center.x) * 1.3f;
    bp_vec3 floor = {center.x, hero->bounds.lo.y, center.z};
    ui->failed |= ui->failed || !pose(hero, ui->error) ||
                  !bp_scene_draw_floor(ui->raster, &view, floor, half, ui->theme->floor, ui->error) ||
                  !bp_scene_draw_meshes(ui->raster, &view, stage->figure, ui->error) ||
                  !draw_highlight(ui, hero, &view) ||
                  (stage->skeleton && !bp_scene_draw_bones(ui->raster, &view, stage->skeleton,
                                                           bp_figure_world(stage->figure), NULL, ui->error));
    hero->drawn->scene_count = 1;
    hero->drawn->scenes[0] = (bp_placed_stage){.rect = rect, .camera = camera};
}
