/* Moving what one looks from, and switching what is shown. */
#include "viewer/view_settings.h"

static const float TEXT_SIZES[BP_VIEWER_TEXTS] = {0.85f, 1, 1.15f, 1.3f, 1.5f, 1.75f, 2};
static const float NARROWEST = 1; /* width / height */

bp_viewer_look bp_look_make(int width, int height) {
    return (bp_viewer_look){.width = width, .height = height, .scale = 1, .text = BP_TEXT_USUAL, .zoom = 1};
}

float bp_look_unit(const bp_viewer_look *look) { return look->scale * TEXT_SIZES[look->text]; }

bp_camera bp_look_camera(const bp_viewer_look *look, bp_camera camera, bp_rect rect) {
    if (look->yaw != 0 || look->pitch != 0) bp_camera_orbit(&camera, look->yaw, look->pitch);
    if (look->zoom != 1) bp_camera_zoom(&camera, look->zoom);
    if (look->pan_x != 0 || look->pan_y != 0) bp_camera_pan(&camera, look->pan_x, look->pan_y);
    /* Narrow scenes show as much sideways as one of NARROWEST would, and more above and below. */
    float fov = camera.fov_y > 0 ? camera.fov_y : bp_radians(45);
    if (rect.width > 0 && rect.height > 0) {
        float aspect = (float)rect.width / (float)rect.height;
        if (aspect < NARROWEST) camera.fov_y = 2 * bp_atan2(bp_tan(fov / 2) * NARROWEST, aspect);
    }
    return camera;
}

static void move_view(bp_viewer_look *look, bp_action action, int way) {
    const float turn = bp_radians(5), shift = 0.03f;
    float x = way == BP_WAY_LEFT    ? -1
              : way == BP_WAY_RIGHT ? 1
                                    : 0,
          y = way == BP_WAY_DOWN ? -1
              : way == BP_WAY_UP ? 1
                                 : 0;
    if (action == BP_ACTION_ORBIT) {
        look->yaw += x * turn;
        look->pitch = bp_clamp(look->pitch + y * turn, -BP_PI, BP_PI);
    } else {
        look->pan_x = bp_clamp(look->pan_x + x * shift, -4, 4);
        look->pan_y = bp_clamp(look->pan_y + y * shift, -4, 4);
    }
}

void bp_look_drag(bp_viewer_look *look, bool around, float dx, float dy, int height) {
    float tall = (float)(height > 0 ? height : 1);
    if (around) {
        look->yaw -= dx / tall * BP_PI;
        look->pitch = bp_clamp(look->pitch + dy / tall * BP_PI, -BP_PI, BP_PI);
    } else {
        look->pan_x = bp_clamp(look->pan_x - dx / tall, -4, 4);
        look->pan_y = bp_clamp(look->pan_y + dy / tall, -4, 4);
    }
}

void bp_look_act(bp_viewer_look *look, bp_action action, int value) {
    switch (action) {
    case BP_ACTION_SHOW: look->flipped ^= (unsigned)value; break;
    case BP_ACTION_COLUMNS: look->columns = !look->columns; break;
    case BP_ACTION_THEME: look->light = !look->light; break;
    case BP_ACTION_PANEL: look->fold = !look->fold; break;
    case BP_ACTION_HELP: look->help = !look->help; break;
    case BP_ACTION_TEXT_SIZE:
        if (look->text + value >= 0 && look->text + value < BP_VIEWER_TEXTS) look->text += value;
        break;
    case BP_ACTION_ORBIT:
    case BP_ACTION_PAN: move_view(look, action, value); break;
    case BP_ACTION_ZOOM: look->zoom = bp_clamp(look->zoom * (value > 0 ? 0.9f : 1 / 0.9f), 0.1f, 10); break;
    case BP_ACTION_LOOK_RESET: look->yaw = look->pitch = look->pan_x = look->pan_y = 0, look->zoom = 1; break;
    default: break;
    }
}
