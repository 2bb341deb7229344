/* A clip in a loop. Rotations by hand come on top of it, and fade once the mouse lets go. */
#include "app/screens/list/title_character.h"
#include "base/system.h"
#include <math.h>
#include <string.h>

static const float FADE = 0.12f, FADED = 1e-3f; /* seconds to fade by 1/e; the sine of half an angle */

static bool pose(bp_title_character *character, bp_error *error) {
    const bp_pose_spec spec = {.source = character->clip < 0 ? BP_POSE_FROM_REST : BP_POSE_FROM_CLIP,
                               .clip = character->clip,
                               .seconds = character->seconds,
                               .edits = character->picture.history.edits,
                               .edit_count = character->picture.history.count};
    return bp_loaded_model_pose(&character->model, &spec, error) &&
           bp_figure_pose(character->model.stages[0].figure, error);
}

/* As deep as wide: the figure fits from all sides. */
static bp_bounds from_all_sides(bp_bounds box) {
    bp_vec3 center = bp_bounds_center(box), half = bp_vec3_sub(box.hi, center);
    float wide = fmaxf(half.x, half.z);
    return (bp_bounds){{center.x - wide, box.lo.y, center.z - wide},
                       {center.x + wide, box.hi.y, center.z + wide}};
}

void bp_title_character_open(bp_title_character *character, bp_context *context) {
    char path[4096];
    *character = (bp_title_character){.clip = -1, .picture = bp_illustration_make()};
    if (!bp_asset_path("character.glb", path, sizeof path, NULL) ||
        !bp_loaded_model_open(&character->model, context, path, NULL))
        return;
    character->open = true;
    const bp_model *model = character->model.model;
    for (size_t i = 0; i < model->clip_count; i++)
        if (character->clip < 0 || strcmp(bp_clip_name(model->clips[i]), "walk") == 0)
            character->clip = (int)i;
    if (pose(character, NULL))
        character->bounds = from_all_sides(bp_figure_bounds(character->model.stages[0].figure));
    character->picture.free_camera = true;
}

void bp_title_character_close(bp_title_character *character) {
    if (character->open) bp_loaded_model_close(&character->model);
    *character = (bp_title_character){.clip = -1};
}

void bp_title_character_tick(bp_title_character *character, double seconds) {
    if (!character->open) return;
    double length = bp_loaded_model_clip_length(&character->model, character->clip);
    character->seconds += seconds;
    character->seconds = length > 0 ? character->seconds - floor(character->seconds / length) * length : 0;
    bp_edit_history *history = &character->picture.history;
    if (character->picture.hand.took.drag == BP_TAKE_MESH || history->count == 0) return;
    const bp_quat none = {0, 0, 0, 1};
    float most = 0;
    for (int i = 0; i < history->count; i++) {
        bp_quat *q = &history->edits[i].rotation;
        *q = bp_quat_slerp(*q, none, bp_clamp((float)seconds / FADE, 0, 1));
        most = fmaxf(most, fabsf(q->x) + fabsf(q->y) + fabsf(q->z));
    }
    if (!(most > FADED)) bp_edit_history_clear(history);
}

bool bp_title_character_place(bp_title_character *character, bp_rect rect, float unit, bp_error *error) {
    if (!character->open) return true;
    if (rect.width < 2 || rect.height < 2) rect = (bp_rect){0};
    bp_vec3 center = bp_bounds_center(character->bounds);
    bp_camera camera = {
        .eye = bp_vec3_add(center, (bp_vec3){0, 0.4f, 3}), .target = center, .fov_y = bp_radians(30)};
    if (rect.width > 0) bp_camera_fit(&camera, character->bounds, (float)rect.width / (float)rect.height);
    bp_camera_orbit(&camera, bp_radians(30), 0);
    if (!pose(character, error)) return false;
    const bp_content content = {.stages = character->model.stages,
                                .stage_count = rect.width > 0 ? 1 : 0,
                                .camera = camera,
                                .first_camera = camera,
                                .show = BP_SHOW_MESH | BP_SHOW_BONES,
                                .floor = {center.x, character->bounds.lo.y, center.z},
                                .floor_half = (character->bounds.hi.x - center.x) * 1.3f};
    bp_illustration_set(&character->picture, &content, false);
    bp_illustration_place(&character->picture, rect, unit);
    return true;
}
