/* The lesson list, the viewer of files, and the crowd. */
#include "app/screens/model/model_screen.h"
#include "play.h"
#include <bindpose/gltf.h>
#include <bindpose/io.h>
#include <bindpose/lesson.h>
#include <bindpose/stage.h>
#include <math.h>
#include <string.h>
#include <sys/fsuid.h>
#include <sys/stat.h>
#include <time.h>

#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_GIF
#define STBI_NO_STDIO
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb/stb_image.h>

enum { SEEN = 40 };

/* Waits until a part of the window has changed by itself. */
static void expect_movement(play *p, bp_rect rect, const char *what) {
    play_grab(p);
    play_picture before = play_copy(&p->shown);
    for (double end = play_seconds() + play_patience(); play_changed(&before, &p->shown, rect) < SEEN;
         nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL)) {
        if (play_seconds() > end) play_fail(p, "%s doesn't move", what);
        play_grab(p);
    }
    play_free(&before);
}

/* The character moves, which a twin can't do in step: only the list beside it is compared. It starts at 38%
 * of the width. */
void play_browser(play *p) {
    bp_rect character = {20, 120, 440, 460}, list = {490, 0, 790, 760}, cue = {490, 640, 790, 100};
    p->endless = 25; /* each frame makes the picture of one row */
    p->compared = list;
    play_sync(p);
    expect_movement(p, character, "the character beside the list");
    play_picture top = play_copy(&p->shown);
    play_type(p, "+++++");
    play_sync(p);
    play_picture large = play_copy(&p->shown);
    PLAY_EXPECT(p, play_changed(&top, &large, list) > 10000, "+ doesn't enlarge the text");
    /* The cue below the rows goes away where no more follow. */
    play_key(p, "End");
    PLAY_EXPECT(p, play_changed(&large, &p->shown, cue) > SEEN,
                "with large text nothing says that more lessons follow");
    play_key(p, "Home");
    for (int i = 0; i < 5; i++) play_type(p, "-");
    play_sync(p);
    PLAY_EXPECT(p, play_changed(&top, &p->shown, list) == 0, "- doesn't bring the list back");
    play_free(&top);
    play_free(&large);
}

static bp_app *app_of(const play *p) { return p->client->user; }

static bp_vec2 joint_pixel(const play *p, const char *name) {
    const bp_illustration *shown = &app_of(p)->model->picture;
    const bp_placed_stage *scene = &shown->placed[0];
    const bp_stage *stage = &shown->content.stages[0];
    bp_vec2 at = {0, 0};
    const bp_bone *bone = bp_skeleton_find(stage->skeleton, name);
    PLAY_EXPECT((play *)p, bone, "there is no bone %s", name);
    bp_camera_project(&scene->camera, scene->rect, bp_mat4_position(bp_bone_frame(stage, bone)), &at, NULL);
    return at;
}

/* A point of the hand's surface near its joint; ends the play if there is none. */
static bp_vec2 hand_pixel(play *p, const char *name, bp_drag_kind drag) {
    static bp_illustration looked; /* its hover is a copy's */
    looked = app_of(p)->model->picture;
    size_t id = bp_bone_id(bp_skeleton_find(looked.content.stages[0].skeleton, name));
    bp_vec2 joint = joint_pixel(p, name);
    for (int radius = 0; radius < 30; radius += 3)
        for (int i = 0; i < 16; i++) {
            float angle = (float)i * 0.3926991f;
            bp_vec2 at = {floorf(joint.x + (float)radius * cosf(angle)) + 0.5f,
                          floorf(joint.y + (float)radius * sinf(angle)) + 0.5f};
            bp_illustration_event(&looked, &(bp_pointer){.kind = BP_POINTER_MOVE, .x = at.x, .y = at.y});
            if (looked.hover.drag == drag && looked.hover.bone == id) return at;
        }
    play_fail(p, "%s can't be taken", name);
}

/* It opens playing. Then a hand is pulled, its arm follows, and with P the same drag rotates one bone. */
void play_view(play *p) {
    static const char HAND[] = "hand_left";
    const bp_app *app = app_of(p);
    PLAY_EXPECT(p, app->model->play.playing, "the file doesn't play");
    p->endless = 1;
    p->compared = (bp_rect){0, 0, 1, 1};
    for (int i = 0; i < 3; i++) play_sync(p); /* the doctor runs after the first picture */
    bp_rect stage = app->model->picture.placed[0].rect;
    expect_movement(p, stage, "the file's character");
    play_key(p, "space");
    p->endless = 0;
    p->compared = (bp_rect){0};
    play_key(p, "Home");
    for (int pulls = 1; pulls >= 0; pulls--) {
        bp_vec2 at = hand_pixel(p, HAND, pulls ? BP_TAKE_LIMB : BP_TAKE_MESH), joint = joint_pixel(p, HAND);
        bp_vec2 path[3] = {at, {at.x + 10, at.y - 20}, {at.x + 14, at.y - 40}};
        play_move(p, 2, 2);
        play_picture before = play_copy(&p->shown);
        play_move(p, at.x, at.y);
        play_expect_cursor(p, BP_SHAPE_HAND);
        PLAY_EXPECT(p, play_changed(&before, &p->shown, stage) > SEEN, "the hand doesn't light up");
        play_drag(p, path, 3);
        PLAY_EXPECT(p, play_changed(&before, &p->shown, stage) > SEEN, "the drag shows nothing");
        bp_vec2 now = joint_pixel(p, HAND);
        int rotated = app->model->picture.history.count;
        float missed = hypotf(now.x - joint.x - 14, now.y - joint.y + 40);
        if (pulls)
            PLAY_EXPECT(p, rotated == 2 && missed < 4,
                        "pulling the hand rotates %d bones, and it is %.1f pixels from the mouse", rotated,
                        (double)missed);
        else
            PLAY_EXPECT(p, rotated == 1 && hypotf(now.x - joint.x, now.y - joint.y) < 1,
                        "with P dragging the hand rotates %d bones", rotated);
        play_key(p, "ctrl+z");
        PLAY_EXPECT(p, app->model->picture.history.count == 0, "one undo leaves a rotation");
        play_free(&before);
        play_key(p, "p");
    }
}

/* ---- saving ------------------------------------------------------------------------------------- */

/* A file that the real program has written. */
static bp_file written_file(play *p, const char *name) {
    char path[400];
    bp_file file;
    bp_error error = {0};
    snprintf(path, sizeof path, "%s/window/%s", p->folder, name);
    if (!bp_file_read(NULL, path, 0, &file, &error))
        play_fail(p, "%s wasn't written: %s", name, error.message);
    return file;
}

/* The walk takes 1.083 s: 27 pictures of 0.04 s, as large as the longest side allows, in which it moves. */
static void expect_walk_gif(play *p, const char *name) {
    bp_file file = written_file(p, name);
    int *delays = NULL, width, height, count, channels, total = 0;
    unsigned char *pixels =
        stbi_load_gif_from_memory(file.data, (int)file.size, &delays, &width, &height, &count, &channels, 4);
    PLAY_EXPECT(p, pixels && delays, "%s can't be decoded", name);
    for (int i = 0; i < count; i++) total += delays[i];
    PLAY_EXPECT(p, count == 27 && total == 1080, "%s has %d pictures in %d ms", name, count, total);
    PLAY_EXPECT(p, (width > height ? width : height) == 480, "%s has %d x %d pixels", name, width, height);
    size_t size = (size_t)4 * (size_t)width * (size_t)height;
    PLAY_EXPECT(p, memcmp(pixels, pixels + 13 * size, size) != 0, "nothing moves in %s", name);
    stbi_image_free(pixels);
    stbi_image_free(delays);
    bp_file_free(NULL, &file);
}

static size_t long_rotations(play *p, const bp_file *file) {
    bp_doctor_report report = {0};
    bp_error error = {0};
    size_t found = 0;
    if (!bp_doctor_examine_memory(NULL, file->data, file->size, "file", NULL, &report, &error))
        play_fail(p, "the doctor can't read it: %s", error.message);
    for (size_t i = 0; i < report.count; i++) found += report.findings[i].id == BP_DOCTOR_ROTATION_NOT_UNIT;
    bp_doctor_report_clear(&report);
    return found;
}

/* The file's rotations are too long. Ctrl+S writes its walk as a GIF, Ctrl+D a repaired copy; where nothing
 * may be written, the window says so. */
void play_saving(play *p) {
    const char *notice = app_of(p)->notice;
    char folder[300];
    p->endless = 1;
    p->compared = (bp_rect){0, 0, 1, 1};
    for (int i = 0; i < 3; i++) play_sync(p); /* the doctor runs after the first picture */
    play_key(p, "space");
    p->endless = 0;
    p->compared = (bp_rect){0};
    play_key(p, "k");
    play_key(p, "ctrl+s");
    expect_walk_gif(p, "bad-view-1.gif");
    play_key(p, "ctrl+d");
    bp_file bad = written_file(p, "../bad.glb"), repaired = written_file(p, "bad-repaired-1.glb");
    PLAY_EXPECT(p, long_rotations(p, &bad) > 0, "the file has nothing to repair");
    PLAY_EXPECT(p, long_rotations(p, &repaired) == 0, "the repaired copy isn't: %s", notice);
    bp_file_free(NULL, &bad);
    bp_file_free(NULL, &repaired);
    for (int i = 0; i < 2; i++) {
        snprintf(folder, sizeof folder, "%s/%s", p->folder, i ? "twin" : "window");
        PLAY_EXPECT(p, chmod(folder, 0555) == 0, "%s keeps its mode", folder);
    }
    static const char *const keys[] = {"s", "ctrl+s", "ctrl+d"};
    for (size_t i = 0; i < BP_COUNT(keys); i++) {
        /* For the twin, which is in this process; the window's process has given up root's rights. */
        int user = setfsuid(65534);
        play_key(p, keys[i]);
        setfsuid((uid_t)user);
        PLAY_EXPECT(p, strstr(notice, "Permission denied") && strstr(notice, "can't write"),
                    "%s in a folder where nothing may be written: %s", keys[i], notice);
    }
}

/* Its window opens no larger than the screen. */
void play_demo(play *p) {
    p->endless = 1;
    p->compared = (bp_rect){0, 0, 1, 1};
    play_sync(p);
    PLAY_EXPECT(p, p->shown.width <= 1280 && p->shown.height <= 800,
                "the window is %d x %d, the screen 1280 x 800", p->shown.width, p->shown.height);
    expect_movement(p, (bp_rect){0, 0, p->shown.width, p->shown.height}, "the crowd");
}
