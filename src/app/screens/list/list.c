/* Selecting, scrolling and opening rows; making their pictures. */
#include "app/screens/list/list.h"
#include "app/screens/lesson/lesson_screen.h"
#include "base/system.h"
#include <string.h>

/* A clip in a loop. Rotations by hand come on top of it, and fade once the mouse lets go. */

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

/* Reads assets/character.glb. Without it there is no character, which is no error. */
static void title_character_open(bp_title_character *character, const bp_context *context) {
    char path[4096];
    *character = (bp_title_character){.clip = -1, .picture = bp_illustration_make()};
    if (!bp_asset_path("character.glb", path, sizeof path, NULL) ||
        !bp_loaded_model_open(&character->model, context, path, NULL, NULL))
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

/* Lets time pass. */
static void title_character_tick(bp_title_character *character, double seconds) {
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
                                .show = BP_SHOW_MESH | BP_SHOW_BONES,
                                .floor = {center.x, character->bounds.lo.y, center.z},
                                .floor_half = (character->bounds.hi.x - center.x) * 1.3f};
    bp_illustration_set(&character->picture, &content, false);
    bp_illustration_place(&character->picture, rect, unit);
    return true;
}

void bp_list_show_selected(bp_list *list) {
    if (list->selected < list->top) list->top = list->selected;
    if (list->selected >= list->top + list->rows_seen) list->top = list->selected - list->rows_seen + 1;
}

bool bp_list_open(bp_app *app, const bp_lesson_plan *const *lessons, bp_error *error) {
    bp_list *list = bp_alloc(NULL, 1, sizeof *list, error);
    if (!list) return false;
    list->rows_seen = 1;
    list->character.clip = -1;
    for (; lessons[list->count] && list->count < BP_LIST_MAX; list->count++) {
        const bp_lesson_plan *lesson = lessons[list->count];
        int at = list->count, place = bp_lesson_place(lesson->number);
        for (; at > 0 && bp_lesson_place(list->lessons[at - 1]->number) > place; at--)
            list->lessons[at] = list->lessons[at - 1];
        list->lessons[at] = lesson;
    }
    app->list = list;
    app->screen = BP_SCREEN_LIST;
    bp_list_refresh(app);
    return true;
}

static void drop_pictures(bp_app *app) {
    for (int i = 0; i < BP_LIST_MAX; i++) {
        bp_framebuffer_destroy(app->context, &app->list->pictures[i]);
        app->list->tried[i] = false;
    }
}

void bp_list_close(bp_app *app) {
    drop_pictures(app);
    if (app->list->character.open) bp_loaded_model_close(&app->list->character.model);
    bp_free(NULL, app->list);
    app->list = NULL;
}

void bp_list_refresh(bp_app *app) {
    bp_progress_read(&app->list->progress);
    bp_field_open(&app->field, BP_FIELD_NONE);
    memcpy(app->title, "Bindpose", sizeof "Bindpose");
    app->drawn = (bp_drawn){.valid = false};
}

void bp_list_select_next(bp_app *app) {
    bp_list *list = app->list;
    if (list->selected + 1 < list->count) list->selected++;
    bp_list_show_selected(list);
}

void bp_list_open_selected(bp_app *app) {
    const bp_list *list = app->list;
    bp_error error = {0};
    bp_session *session = bp_session_create(app->context, list->lessons[list->selected], NULL, &error);
    if (session && bp_lesson_open(app, session, true, 0, &error)) {
        bp_lesson_start(app, -1);
        if (list->lessons[list->selected + 1]) app->lesson->next = list->lessons[list->selected + 1]->title;
        return;
    }
    bp_app_report(app, false, "", "", &error);
    if (app->lesson) bp_lesson_close(app);
}

static void scroll(bp_list *list, int by) {
    list->top = bp_clamp_int(list->top + by, 0, list->count - list->rows_seen);
    /* What is selected stays in view. */
    list->selected = bp_clamp_int(list->selected, list->top, list->top + list->rows_seen - 1);
}

bool bp_list_act(bp_app *app, bp_action action, int value, unsigned *requests) {
    bp_list *list = app->list;
    switch (action) {
    case BP_ACTION_STEP:
        list->selected = value;
        *requests |= BP_REQUEST_LESSON;
        return true;
    case BP_ACTION_ENTER:
        if (list->count > 0) *requests |= BP_REQUEST_LESSON;
        return true;
    case BP_ACTION_SCROLL: scroll(list, value * (list->rows_seen > 1 ? list->rows_seen - 1 : 1)); return true;
    case BP_ACTION_VIEW_RESET: bp_illustration_go_home(&list->character.picture); return true;
    default: return false;
    }
}

bool bp_list_type(bp_app *app, const bp_event *event) {
    bp_list *list = app->list;
    int by = 0;
    if (event->kind != BP_EVENT_KEY || event->mods) return false;
    switch (event->key) {
    case BP_KEY_LEFT:
    case BP_KEY_UP: by = -1; break;
    case BP_KEY_RIGHT:
    case BP_KEY_DOWN:
    case BP_KEY_TAB: by = 1; break;
    case BP_KEY_PAGE_UP: by = -list->rows_seen; break;
    case BP_KEY_PAGE_DOWN: by = list->rows_seen; break;
    case BP_KEY_HOME: by = -list->count; break;
    case BP_KEY_END: by = list->count; break;
    default: return false;
    }
    list->selected = bp_clamp_int(list->selected + by, 0, list->count - 1);
    bp_list_show_selected(list);
    return true;
}

bool bp_list_point(bp_app *app, const bp_event *event) {
    bp_list *list = app->list;
    int top = list->top, selected = list->selected;
    if (app->hover.action == BP_ACTION_STEP)
        list->selected = app->hover.value; /* the mouse over a row selects it */
    if (event->kind == BP_EVENT_WHEEL &&
        !bp_rect_contains(list->character.picture.rect, event->x, event->y)) {
        scroll(list, event->wheel > 0 ? -1 : 1);
        return list->top != top;
    }
    bp_event plain = *event;
    plain.mods = 0; /* Ctrl would move the bone, and only rotations fade */
    bool taken = list->character.open && bp_app_point(app, &list->character.picture, &plain);
    return list->selected != selected || (taken && event->kind != BP_EVENT_MOVE);
}

/* ---- what is missing ---------------------------------------------------------------------------- */

/* The middle step: the first steps of all lessons look much alike. */
static bool draw_picture(const bp_app *app, bp_session *session, const bp_framebuffer *to, bp_error *error) {
    const bp_lesson_plan *plan = bp_session_lesson(session);
    bp_lesson_state state = {.step = plan->step_count / 2, .t = 1};
    bp_content content;
    if (!bp_session_seek(session, state, error) || !bp_session_content(session, &state, &content, error))
        return false;
    int shown = content.stage_count > 1 ? 1 : 0;
    if (content.stage_count == 0) return false;
    bp_stage only = content.stages[shown];
    only.title = only.subtitle = "";
    only.note[0] = '\0';
    content.stages = &only;
    content.stage_count = 1;
    content.ghost_count = content.handle_count = content.label_count = content.slider_count = 0;
    content.show &= ~(unsigned)BP_SHOW_NAMES;
    content.floor_half = 0;
    content.paint = NULL;
    memset(content.extents, 0, sizeof content.extents);
    if (only.figure)
        bp_camera_fit(&content.camera, bp_figure_bounds(only.figure), (float)to->width / (float)to->height);
    bp_illustration picture = bp_illustration_make();
    bp_illustration_set(&picture, &content, true);
    bp_illustration_place(&picture, (bp_rect){0, 0, to->width, to->height}, 0.6f);
    return bp_illustration_render(&picture, app->raster, to, bp_theme_of(app->settings.light), error);
}

static void make_picture(bp_app *app, int number, int width, int height) {
    bp_list *list = app->list;
    list->tried[number] = true;
    bp_session *session = bp_session_create(app->context, list->lessons[number], NULL, NULL);
    if (!session) return;
    bp_framebuffer *to = &list->pictures[number];
    if (bp_framebuffer_create_color(app->context, width, height, to, NULL) &&
        !draw_picture(app, session, to, NULL))
        bp_framebuffer_destroy(app->context, to);
    bp_session_destroy(session);
}

/* Makes the next missing picture; false: none is missing. */
static bool make_next_picture(bp_app *app) {
    bp_list *list = app->list;
    bp_painter p = bp_app_painter(app, NULL);
    int width = bp_painter_px(&p, BP_LIST_PICTURE_WIDTH), height = bp_painter_px(&p, BP_LIST_PICTURE_HEIGHT);
    if (width != list->picture_width || app->settings.light != list->picture_light) drop_pictures(app);
    list->picture_width = width;
    list->picture_light = app->settings.light;
    for (int i = 0; i < list->count; i++) {
        if (list->tried[i]) continue;
        make_picture(app, i, width, height);
        app->drawn.valid = false;
        return true;
    }
    return false;
}

static bool is_missing(const bp_list *list) {
    for (int i = 0; i < list->count; i++)
        if (!list->tried[i]) return true;
    return !list->character_tried;
}

bool bp_list_tick(bp_app *app, double seconds) {
    bp_list *list = app->list;
    if (!list->shown) return true;
    bool made = bp_illustration_tick(&list->character.picture, seconds);
    if (list->character_tried) {
        made |= make_next_picture(app);
    } else {
        title_character_open(&list->character, app->context);
        list->character_tried = made = true;
    }
    if (app->settings.still) return made;
    if (seconds < 0.25) title_character_tick(&list->character, seconds);
    return made || list->character.open;
}

bool bp_list_is_moving(const bp_app *app) {
    const bp_list *list = app->list;
    return is_missing(list) || app->settings.light != list->picture_light ||
           bp_illustration_is_moving(&list->character.picture) ||
           (list->character.open && !app->settings.still);
}
