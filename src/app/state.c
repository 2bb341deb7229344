/* Functions that all screens call: for the text field, scrolling, notices, pictures, and the actions that
 * every illustration has. */
#include "app/numbers.h"
#include "base/format.h"
#include "io/sequence.h"
#include "scene/camera.h"
#include <stdlib.h>
#include <string.h>

void bp_app_begin(bp_app *app) {
    app->drawn = (bp_drawn){.valid = false};
    app->matrix_row = -1;
    memset(app->scrolled, 0, sizeof app->scrolled);
    bp_field_open(&app->field, BP_FIELD_NONE);
}

void bp_app_notify(bp_app *app, const char *format, ...) { BP_FORMAT_REST(app->notice, format); }

void bp_app_report(bp_app *app, bool ok, const char *done, const char *path, const bp_error *error) {
    char text[400];
    if (ok)
        bp_app_notify(app, "%s %.120s", done, path);
    else
        bp_app_notify(app, "%s", bp_error_text(error, text, sizeof text));
}

bp_painter bp_app_painter(bp_app *app, bp_error *error) {
    return (bp_painter){.raster = app->raster,
                        .theme = bp_theme_of(app->settings.light),
                        .unit = bp_settings_unit(&app->settings),
                        .hits = app->probe ? NULL : &app->drawn.hits,
                        .texts = app->probe ? NULL : app->texts,
                        .probe = app->probe,
                        .error = error,
                        .touch = app->settings.touch};
}

enum { LARGE = 3000000 /* pixels */ };

bp_pass bp_app_pass(const bp_app *app, bool heavy) {
    bool large = (size_t)app->settings.width * (size_t)app->settings.height > LARGE;
    bool coarse = app->coarse || (app->moves && (large || heavy));
    return (bp_pass){.samples = coarse ? 1 : 4, .framebuffer_unchanged = app->drawn.valid && !app->probe};
}

/* ---- the text field ----------------------------------------------------------------------------- */

void bp_field_open(bp_text_field *field, bp_field_use use) { *field = (bp_text_field){.use = use}; }

static void append(bp_text_field *field, const char *character) {
    if (field->fresh) field->text[0] = '\0';
    size_t length = strlen(field->text), more = strlen(character);
    size_t most = field->use == BP_FIELD_PATH ? sizeof field->text : 24;
    if (length + more < most) memcpy(field->text + length, character, more + 1);
    field->fresh = false;
}

static void erase(bp_text_field *field) {
    size_t length = strlen(field->text);
    while (length > 0 && (field->text[--length] & 0xC0) == 0x80) continue;
    field->text[length] = '\0';
    field->fresh = false;
}

bool bp_field_type(bp_text_field *field, const bp_event *event) {
    if (field->use == BP_FIELD_NONE) return false;
    bool digits = field->use == BP_FIELD_ANSWER || field->use == BP_FIELD_NUMBER;
    if (event->kind == BP_EVENT_KEY && event->key == BP_KEY_BACKSPACE && !event->mods) {
        erase(field);
        return true;
    }
    if (event->kind != BP_EVENT_TEXT) return false;
    const char *typed = event->text;
    if (digits && strcmp(typed, ",") == 0) typed = ".";
    if (digits && strcmp(typed, "\xE2\x88\x92") == 0) typed = "-";
    if (digits && (typed[1] || !strchr("0123456789.-", typed[0]))) return false;
    const char *before = field->fresh ? "" : field->text; /* it makes way */
    if (digits && ((*typed == '-' && *before) || (*typed == '.' && strchr(before, '.')))) return false;
    append(field, typed);
    return true;
}

bool bp_field_number(const bp_text_field *field, float *value) {
    char *end;
    *value = strtof(field->text, &end);
    return end != field->text && !*end && isfinite(*value);
}

/* ---- scrolling ---------------------------------------------------------------------------------- */

enum { WHEEL_ROWS = 3 };

int bp_app_scroll(bp_app *app, bp_scroll list, bp_rect rect, int rows, int count) {
    int most = count > rows ? count - rows : 0, *at = &app->scrolled[list];
    if (!app->probe) app->drawn.scrolls[list] = (bp_scroll_area){rect, most, WHEEL_ROWS};
    return *at = bp_clamp_int(*at, 0, most);
}

void bp_app_scroll_by(bp_app *app, bp_scroll list, int rows) {
    app->scrolled[list] = bp_clamp_int(app->scrolled[list] + rows, 0, app->drawn.scrolls[list].most);
}

void bp_app_scroll_to(bp_app *app, bp_scroll list, int row, int rows) {
    int *at = &app->scrolled[list];
    if (rows > 0 && row >= *at + rows) *at = row - rows + 1;
    if (row < *at) *at = row;
}

/* ---- illustrations ------------------------------------------------------------------------------ */

static const float ROTATION_STEP = 5, MOVE_STEP = 0.05f; /* degrees and metres a key press */
static const float ORBIT_STEP = 5, PAN_STEP = 0.03f;     /* degrees; heights of the picture */

bool bp_app_point(bp_app *app, bp_illustration *to, const bp_event *event) {
    bp_pointer pointer = {.x = event->x,
                          .y = event->y,
                          .wheel = event->wheel,
                          .pan = event->button > BP_BUTTON_LEFT || (event->mods & BP_MOD_SHIFT),
                          .move = (event->mods & BP_MOD_CTRL) != 0,
                          .touch = app->settings.touch};
    switch (event->kind) {
    case BP_EVENT_PRESS: pointer.kind = BP_POINTER_PRESS; break;
    case BP_EVENT_RELEASE: pointer.kind = BP_POINTER_RELEASE; break;
    case BP_EVENT_WHEEL: pointer.kind = BP_POINTER_WHEEL; break;
    default: pointer.kind = event->x < 0 ? BP_POINTER_LEAVE : BP_POINTER_MOVE; break;
    }
    return bp_illustration_event(to, &pointer);
}

/* Stages of a lesson mostly have alike skeletons: there the bone's id is kept. */
static void next_stage(bp_illustration *to, int by) {
    int count = to->content.stage_count, stage = to->chosen.stage;
    if (count < 2) return;
    stage = (stage + by + count) % count;
    const bp_skeleton *skeleton = to->content.stages[stage].skeleton;
    const bp_bone *first = bp_bone_tree_first(skeleton);
    bool keep = skeleton && bp_skeleton_bone_by_id(skeleton, to->chosen.bone);
    bp_illustration_choose(to, stage, keep ? to->chosen.bone : first ? bp_bone_id(first) : 0);
}

static bool select_next(bp_illustration *to, bool forward) {
    const bp_bone *bone = bp_illustration_bone(to), *next = bone ? bp_bone_tree_wrap(bone, forward) : NULL;
    if (next) bp_illustration_choose(to, to->chosen.stage, bp_bone_id(next));
    return true;
}

/* The arrow keys: by a fixed step about or along the selected axis. A handle stays in its plane. */
static void step(bp_app *app, bp_illustration *to, int value, bool merge) {
    int handle = to->chosen.handle;
    bp_vec3 by = bp_axis(to->chosen.axis, (float)value * MOVE_STEP);
    if (to->content.blocked) {
        bp_app_notify(app, "%s", to->content.blocked);
    } else if (handle >= 0 && handle < to->content.handle_count) {
        const bp_placed_handle *placed = &to->content.handles[handle];
        bp_vec3 normal = bp_vec3_normalize(placed->normal);
        by = bp_vec3_sub(by, bp_vec3_scale(normal, bp_vec3_dot(by, normal)));
        bp_illustration_move_handle(to, handle, bp_vec3_add(placed->position, by), merge);
    } else if (app->moves_bone) {
        bp_illustration_move(to, by, merge);
    } else {
        bp_illustration_rotate(to, (float)value * bp_radians(ROTATION_STEP), merge);
    }
}

static void next_handle(bp_app *app, bp_illustration *to) {
    static const char *const axes[] = {"X", "Y", "Z"};
    int count = to->content.handle_count, *handle = &to->chosen.handle;
    *handle = *handle + 1 < count ? *handle + 1 : -1;
    to->version++;
    if (count == 0) bp_app_notify(app, "this step has no handles");
    if (*handle < 0) return;
    /* Along the normal of its plane it couldn't move: Z becomes Y. */
    bp_vec3 normal = bp_vec3_normalize(to->content.handles[*handle].normal);
    const float along[] = {normal.x, normal.y, normal.z};
    int *axis = &to->chosen.axis;
    if (fabsf(along[*axis]) > 0.99f) *axis = (*axis + 2) % 3;
    bp_app_notify(app, "%.60s: ↑↓ move it along %s, A changes the axis", to->content.handles[*handle].label,
                  axes[*axis]);
}

static void move_camera(bp_illustration *to, bp_action action, int direction) {
    float x = (float)((direction == BP_DIRECTION_RIGHT) - (direction == BP_DIRECTION_LEFT));
    float y = (float)((direction == BP_DIRECTION_UP) - (direction == BP_DIRECTION_DOWN));
    if (action == BP_ACTION_ORBIT)
        bp_illustration_orbit(to, x * bp_radians(ORBIT_STEP), y * bp_radians(ORBIT_STEP));
    else
        bp_illustration_pan(to, x * PAN_STEP, y * PAN_STEP);
}

bool bp_app_act_on(bp_app *app, bp_illustration *to, bp_action action, int value, bool repeat) {
    const bp_bone *bone = bp_illustration_bone(to);
    switch (action) {
    case BP_ACTION_BONE_NEXT: return select_next(to, true);
    case BP_ACTION_BONE_PREVIOUS: return select_next(to, false);
    case BP_ACTION_BONE:
        if (bone && bp_skeleton_bone_by_id(bp_bone_skeleton(bone), (size_t)value))
            bp_illustration_choose(to, to->chosen.stage, (size_t)value);
        return true;
    case BP_ACTION_STAGE: next_stage(to, value); return true;
    case BP_ACTION_ROTATE: step(app, to, value, repeat); return true;
    case BP_ACTION_AXIS: to->chosen.axis = (to->chosen.axis + 1) % 3; break;
    case BP_ACTION_TOOL:
        app->moves_bone = !app->moves_bone;
        bp_app_notify(app, "↑↓ %s the bone now", app->moves_bone ? "move" : "rotate");
        break;
    case BP_ACTION_HANDLE: next_handle(app, to); return true;
    case BP_ACTION_UNDO:
        if (!bp_edit_history_undo(&to->history))
            bp_app_notify(app, "nothing to undo: you changed nothing by hand");
        break;
    case BP_ACTION_REDO:
        if (!bp_edit_history_redo(&to->history)) bp_app_notify(app, "nothing to redo");
        break;
    case BP_ACTION_SHOW: to->flipped ^= (unsigned)value; break;
    case BP_ACTION_ORBIT:
    case BP_ACTION_PAN: move_camera(to, action, value); return true;
    case BP_ACTION_ZOOM: bp_illustration_zoom(to, value > 0 ? 0.9f : 1 / 0.9f); return true;
    case BP_ACTION_VIEW_RESET: bp_illustration_go_home(to); return true;
    default: return false;
    }
    to->version++;
    return true;
}

void bp_app_record(bp_app *app, const bp_illustration *shown) {
    bp_drawn *drawn = &app->drawn;
    for (int i = 0; i < shown->content.stage_count && drawn->rect_count < BP_RECTS_MAX && !app->probe; i++) {
        drawn->rects[drawn->rect_count] = shown->placed[i].rect;
        drawn->figures[drawn->rect_count++] = shown->content.stages[i].figure;
    }
}

/* ---- pictures ---- */

bool bp_picture_resize(const bp_context *context, bp_framebuffer *picture, int width, int height, bool depth,
                       bp_error *error) {
    bp_framebuffer fresh;
    if (picture->width == width && picture->height == height) return true;
    bool ok = depth ? bp_framebuffer_create(context, width, height, &fresh, error)
                    : bp_framebuffer_create_color(context, width, height, &fresh, error);
    if (!ok) return false;
    bp_framebuffer_destroy(context, picture);
    *picture = fresh;
    return true;
}

bool bp_picture_write(const bp_framebuffer *from, const char *path, bp_error *error) {
    bp_file png;
    if (!bp_pixels_encode_png(NULL, (const bp_rgba8 *)(const void *)from->pixels, from->width, from->height,
                              (size_t)from->stride, &png, error))
        return false;
    bool ok = bp_file_write(path, png.data, png.size, error);
    bp_file_free(NULL, &png);
    return ok;
}
