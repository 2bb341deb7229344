/* Moving the camera by hand, and switching what is drawn. */
#include "scene/camera.h"
#include "viewer/view_settings.h"
#include <math.h>

static const float TEXT_SIZES[BP_TEXT_SIZES] = {0.85f, 1, 1.15f, 1.3f, 1.5f, 1.75f, 2};
static const float FULL_WIDTH = 1920, FULL_HEIGHT = 1080;
static const float LEAST_WIDTH = 640, LEAST_HEIGHT = 480; /* layout units, with large letters */
static const float NARROWEST = 1;                         /* width / height */

bp_view_settings bp_view_settings_make(int width, int height) {
    return (bp_view_settings){
        .width = width, .height = height, .scale = 1, .text = BP_TEXT_SIZE_DEFAULT, .zoom = 1};
}

void bp_view_settings_resize(bp_view_settings *settings, const bp_event *event) {
    settings->width = event->width;
    settings->height = event->height;
    settings->scale = event->scale;
    settings->corner = event->corner;
}

void bp_view_settings_reset_camera(bp_view_settings *settings) {
    settings->yaw = settings->pitch = settings->pan_x = settings->pan_y = 0;
    settings->zoom = 1;
}

/* A window larger than 1920 x 1080 has larger letters, if the screen's own scale doesn't make them so. In a
 * small window letters grow only as far as they fit. */
float bp_view_settings_unit(const bp_view_settings *settings) {
    float width = (float)settings->width, height = (float)settings->height;
    float usual = fmaxf(settings->scale, fminf(width / FULL_WIDTH, height / FULL_HEIGHT));
    float most = fmaxf(usual, fminf(width / LEAST_WIDTH, height / LEAST_HEIGHT));
    return fminf(usual * TEXT_SIZES[settings->text], most);
}

bp_camera bp_view_settings_camera(const bp_view_settings *settings, bp_camera camera, bp_rect rect) {
    if (settings->yaw != 0 || settings->pitch != 0) bp_camera_orbit(&camera, settings->yaw, settings->pitch);
    if (settings->zoom != 1) bp_camera_zoom(&camera, settings->zoom);
    if (settings->pan_x != 0 || settings->pan_y != 0)
        bp_camera_pan(&camera, settings->pan_x, settings->pan_y);
    /* A scene narrower than NARROWEST keeps its horizontal field of view and gets a larger vertical one. */
    float fov = camera.fov_y > 0 ? camera.fov_y : bp_radians(45);
    if (rect.width > 0 && rect.height > 0) {
        float aspect = (float)rect.width / (float)rect.height;
        if (aspect < NARROWEST) camera.fov_y = 2 * bp_atan2(bp_tan(fov / 2) * NARROWEST, aspect);
    }
    return camera;
}

static void move_view(bp_view_settings *settings, bp_action action, int direction) {
    const float angle = bp_radians(5), shift = 0.03f;
    float x = (float)((direction == BP_DIRECTION_RIGHT) - (direction == BP_DIRECTION_LEFT));
    float y = (float)((direction == BP_DIRECTION_UP) - (direction == BP_DIRECTION_DOWN));
    if (action == BP_ACTION_ORBIT) {
        settings->yaw += x * angle;
        settings->pitch = bp_clamp(settings->pitch + y * angle, -BP_PI, BP_PI);
    } else {
        settings->pan_x = bp_clamp(settings->pan_x + x * shift, -4, 4);
        settings->pan_y = bp_clamp(settings->pan_y + y * shift, -4, 4);
    }
}

void bp_view_settings_drag(bp_view_settings *settings, bool around, float dx, float dy, int height) {
    float tall = (float)(height > 0 ? height : 1);
    if (around) {
        settings->yaw -= dx / tall * BP_PI;
        settings->pitch = bp_clamp(settings->pitch + dy / tall * BP_PI, -BP_PI, BP_PI);
    } else {
        settings->pan_x = bp_clamp(settings->pan_x - dx / tall, -4, 4);
        settings->pan_y = bp_clamp(settings->pan_y + dy / tall, -4, 4);
    }
}

void bp_view_settings_act(bp_view_settings *settings, bp_action action, int value) {
    switch (action) {
    case BP_ACTION_SHOW: settings->flipped ^= (unsigned)value; break;
    case BP_ACTION_COLUMNS: settings->columns = !settings->columns; break;
    case BP_ACTION_ALL_MATRICES: settings->all_matrices = !settings->all_matrices; break;
    case BP_ACTION_THEME: settings->light = !settings->light; break;
    case BP_ACTION_PANEL: settings->fold = !settings->fold; break;
    case BP_ACTION_BABYLON: settings->babylon = !settings->babylon; break;
    case BP_ACTION_ENGINE: settings->babylon = true; break; /* shows which rules are in force */
    case BP_ACTION_FALSE_COLOR:
        settings->false_color = (settings->false_color + 1) % BP_FALSE_COLOR_COUNT;
        break;
    case BP_ACTION_HELP: settings->help = !settings->help; break;
    case BP_ACTION_TEXT_SIZE:
        if (settings->text + value >= 0 && settings->text + value < BP_TEXT_SIZES) settings->text += value;
        break;
    case BP_ACTION_ORBIT:
    case BP_ACTION_PAN: move_view(settings, action, value); break;
    case BP_ACTION_ZOOM:
        settings->zoom = bp_clamp(settings->zoom * (value > 0 ? 0.9f : 1 / 0.9f), 0.1f, 10);
        break;
    case BP_ACTION_VIEW_RESET: bp_view_settings_reset_camera(settings); break;
    default: break;
    }
}
