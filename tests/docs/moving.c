/* Draws the frames of README's moving picture: the mouse takes the character of lesson 01 by its arm, lowers it,
 * and raises it again; its local matrix follows.
 *
 *   moving FOLDER    writes frame-00.png ... into it
 */
#include "app/app.h"
#include "app/screens/lesson/lesson_screen.h"
#include <bindpose/stage.h>
#include <bindpose/io.h>
#include <stdio.h>
#include <string.h>

extern const bp_lesson_plan *const bp_lesson_registry[];

enum { WIDTH = 1280, HEIGHT = 800, FRAMES = 48, STEP = 2 };

static bool send(bp_app *app, bp_event_kind kind, bp_vec2 at, bp_error *error) {
    bp_event event = {.kind = kind, .button = BP_BUTTON_LEFT, .x = at.x, .y = at.y};
    unsigned requests = 0;
    return bp_app_step(app, &event, 1, 0, &requests, error);
}

/* A bone's joint on the screen. */
static bp_vec2 joint(const bp_app *app, const char *name) {
    bp_world *world = bp_session_world(app->lesson->session);
    const bp_placed_stage *scene = &app->lesson->picture.placed[0];
    bp_vec3 position = bp_mat4_position(bp_bone_frame(&world->stages[0], bp_world_bone(world, 0, name)));
    bp_vec2 pixel = {0, 0};
    bp_camera_project(&scene->camera, scene->rect, position, &pixel, NULL);
    return pixel;
}

/* The mouse's arrow, with its tip at (x, y). */
static void draw_arrow(const bp_framebuffer *picture, bp_vec2 tip) {
    for (int y = 0; y < 18; y++) {
        for (int x = 0; x <= y * 2 / 3; x++) {
            int column = (int)tip.x + x, row = (int)tip.y + y;
            if (column < 0 || row < 0 || column >= picture->width || row >= picture->height) continue;
            bool edge = x == 0 || x == y * 2 / 3 || y == 17;
            memset(picture->pixels + 4 * ((size_t)picture->stride * (size_t)row + (size_t)column),
                   edge ? 0 : 255, 3);
        }
    }
}

/* 0, up to 1, and back: the drag's way over the frames. */
static float swing(int frame) { return 0.5f - 0.5f * bp_cos(2 * BP_PI * (float)frame / FRAMES); }

static bool draw_frames(bp_app *app, const char *folder, bp_error *error) {
    char path[512];
    if (!bp_app_draw(app, error)) return false;
    bp_vec2 shoulder = joint(app, "upper_arm_left"), elbow = joint(app, "forearm_left");
    bp_vec2 arm = {0.7f * (elbow.x - shoulder.x), 0.7f * (elbow.y - shoulder.y)};
    bp_vec2 from = {shoulder.x + arm.x, shoulder.y + arm.y};
    if (!send(app, BP_EVENT_MOVE, from, error) || !send(app, BP_EVENT_PRESS, from, error))
        return false;
    for (int i = 0; i < FRAMES; i++) {
        float angle = 1.5f * swing(i); /* radians, downwards */
        bp_vec2 to = {shoulder.x + arm.x * bp_cos(angle) - arm.y * bp_sin(angle),
                      shoulder.y + arm.x * bp_sin(angle) + arm.y * bp_cos(angle)};
        if (!send(app, BP_EVENT_MOVE, to, error) || !bp_app_draw(app, error))
            return false;
        app->drawn.valid = false; /* the arrow is drawn into the picture */
        draw_arrow(&app->picture, to);
        snprintf(path, sizeof path, "%.400s/frame-%02d.png", folder, i);
        if (!bp_picture_write(&app->picture, path, error)) return false;
    }
    return true;
}

int main(int argc, char **argv) {
    bp_error error = {0};
    char text[400];
    if (argc != 2) {
        fprintf(stderr, "usage: moving FOLDER\n");
        return 2;
    }
    bp_context *context = bp_context_create(NULL, &error);
    bp_session *session = context ? bp_session_create(context, bp_lesson_registry[0], NULL, &error) : NULL;
    bp_app app = {0};
    bool ok = session && bp_app_open(&app, context, WIDTH, HEIGHT, &error) &&
              bp_lesson_open(&app, session, false, STEP - 1, &error) && draw_frames(&app, argv[1], &error);
    if (!ok) fprintf(stderr, "moving: %s\n", bp_error_text(&error, text, sizeof text));
    bp_app_close(&app);
    bp_session_destroy(session);
    bp_context_destroy(context);
    return ok ? 0 : 3;
}
