/* A program in a real window, and the same program without one, side by side.
 *
 * A play starts the program on the screen of $DISPLAY and runs the same program once more in this
 * process: its twin, whose window only passes on what the play does. Every key and every movement of the
 * mouse goes to both, to the real window by xdotool. The twin tells where things are: limbs, handles,
 * buttons. It also says when to go on: the play waits until the real window shows, pixel for pixel, what
 * the twin shows. So the play doesn't depend on the machine's speed. It derives the expected results
 * itself, because program and twin would make the same mistake, and reads the files that the real program
 * writes. */
#ifndef BINDPOSE_TESTS_WINDOW_PLAY_H
#define BINDPOSE_TESTS_WINDOW_PLAY_H

#include "app/window.h"
#include <stdio.h>
#include <sys/types.h>

typedef struct play play;
typedef void play_script(play *p);

/* The window's pixels, as last waited for. */
typedef struct play_picture {
    int width, height;
    unsigned char *pixels; /* RGBA */
} play_picture;

struct play {
    const char *name;  /* of the case */
    const char *build; /* the folder with the programs */
    char folder[256];  /* temporary; program and twin run in window/ and twin/, and keep their data there */
    play_script *script;
    const bp_window_client *client; /* the twin's; its `user` is the program's bp_app */
    bp_frame last;                  /* the twin's last frame */
    const bp_framebuffer *picture;  /* the twin's */
    int endless;                    /* something always moves; after so many frames the rest is still */
    bp_rect compared;               /* only this part of the windows; width 0: all of it */
    int x, y;                       /* of the mouse */
    pid_t process;
    unsigned long window;
    play_picture shown;
};

/* Starts the program, runs the script, and ends the program with Esc if the script did not: it must end
 * with 0. `lesson`: the program is this lesson's own; NULL: bindpose. argv[0] is set here. */
void play_run(play *p, const bp_lesson_plan *lesson, int argc, char **argv);
/* Ends the play with a message, and keeps pictures of both windows in BUILD/tests/window/. */
_Noreturn void play_fail(play *p, const char *format, ...) BP_PRINTF(2, 3);
#define PLAY_EXPECT(p, condition, ...)                                                                       \
    do {                                                                                                     \
        if (!(condition)) play_fail(p, __VA_ARGS__);                                                         \
    } while (0)

/* Each of these waits until the window shows what the twin shows. A key is as xdotool names it: "ctrl+z". */
void play_key(play *p, const char *key);
void play_type(play *p, const char *text); /* letters, digits, points and minus signs */
void play_move(play *p, float x, float y);
void play_release(play *p);
void play_sync(play *p);
/* These don't: pressing a button often changes nothing. */
void play_press(play *p);
void play_send_key(play *p, const char *key); /* to the window only */

/* Presses, moves and releases. */
void play_drag(play *p, const bp_vec2 *points, int count);
void play_click(play *p, float x, float y);

/* The cursor that the screen shows must be this one. */
void play_expect_cursor(play *p, bp_pointer_shape cursor);
void play_grab(play *p); /* the window as it is now, into `shown` */
play_picture play_copy(const play_picture *from);
void play_free(play_picture *picture);
/* The number of pixels that differ in a rectangle. */
int play_changed(const play_picture *a, const play_picture *b, bp_rect rect);
double play_seconds(void);
/* The most seconds that anything may take: $WINDOW_SECONDS. */
double play_patience(void);

/* The scripts: play_lesson.c, play_programs.c. */
play_script play_lesson, play_browser, play_view, play_saving, play_demo;

#endif
