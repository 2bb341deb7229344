/* The list of lessons: a row for each, beside the walking title character. */
#pragma once

#include "app/model/loaded_model.h"
#include "app/progress.h"

/* The title character, beside the list of lessons: it walks, the mouse turns it around, and a limb that is
 * taken follows the mouse and swings back when it is let go. */

typedef struct bp_title_character {
    bool open;
    bp_loaded_model model;
    bp_illustration picture; /* camera, what the mouse holds, rotations by hand */
    bp_bounds bounds;
    int clip;       /* -1: none */
    double seconds; /* of the clip */
} bp_title_character;

/* Poses it, and lays it out in a rectangle; width 0: it isn't shown. Errors: memory. */
bool bp_title_character_place(bp_title_character *character, bp_rect rect, float unit, bp_error *error);

enum { BP_LIST_MAX = 64 };

typedef struct bp_list {
    const bp_lesson_plan *lessons[BP_LIST_MAX + 1]; /* borrowed, in the order of reading; NULL-terminated */
    int count;                                      /* lessons */
    int rows_seen;                                  /* rows that fit, in the last frame */
    int selected, top, top_drawn;                   /* a lesson; the first visible row, now and drawn last */
    bp_progress progress;
    bp_title_character character;
    bool character_tried;                 /* opened, or impossible to open */
    bp_framebuffer pictures[BP_LIST_MAX]; /* in the rows; owned */
    bool tried[BP_LIST_MAX];              /* made, or impossible to make */
    int picture_width;                    /* the settings they were made for */
    bool picture_light;
    bool shown; /* the first picture was drawn */
} bp_list;

/* Opens the list in the app. Errors: memory. */
bool bp_list_open(bp_app *app, const bp_lesson_plan *const *lessons, bp_error *error);
void bp_list_close(bp_app *app);
/* Scrolls the selected row into view. */
void bp_list_show_selected(bp_list *list);
/* Reads the progress again, after a lesson. */
void bp_list_refresh(bp_app *app);
/* Opens the selected lesson where the student left it. An error is in the notice. */
void bp_list_open_selected(bp_app *app);
void bp_list_select_next(bp_app *app);

bool bp_list_act(bp_app *app, bp_action action, int value, unsigned *requests);
bool bp_list_type(bp_app *app, const bp_event *event);
bool bp_list_point(bp_app *app, const bp_event *event);
/* Also makes what is missing: the character, then a row's picture, one a frame, so that the window appears
 * at once. */
bool bp_list_tick(bp_app *app, double seconds);
bool bp_list_is_moving(const bp_app *app);
bool bp_list_draw(bp_app *app, bp_error *error);

enum { BP_LIST_PICTURE_WIDTH = 64, BP_LIST_PICTURE_HEIGHT = 48 }; /* in a row, at 1 unit a pixel */

/* Opens a window with the list, and the lessons that are opened from it; returns when it is closed.
 * Errors: no display (ENVIRONMENT), memory. The list itself tells why a lesson can't be opened. */
bool bp_list_window_run(const bp_window *window, const bp_context *context,
                        const bp_lesson_plan *const *lessons, bp_error *error);
