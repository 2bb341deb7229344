/* A lesson in the viewer: the viewer's state, the world at that state, and the numbers that panels show of
 * it. */
#ifndef BP_VIEWER_LESSON_LESSON_CONTROLLER_H
#define BP_VIEWER_LESSON_LESSON_CONTROLLER_H

#include "viewer/controller.h"
#include "viewer/lesson/lesson_view.h"
#include "viewer/progress.h"

typedef struct bp_lesson_controller {
    bp_controller base;
    bp_session *session; /* borrowed */
    bp_lesson_viewer viewer;
    bp_panel_data data;
    bp_lesson_viewer data_viewer; /* the viewer for which `data` was made */
    bool has_data;
    bp_session
        *options[BP_OPTION_MAX]; /* owned: the worlds that a question's pictures show; NULL: none yet */
    int stage_count;             /* of the world that was shown last */
    int stage_before;            /* the stage of the bone in `data.before` */
    int furthest;                /* the furthest step that was shown, 0.. */
    bp_progress_entry saved;     /* what this window has written to the progress file */
    bp_view_settings saved_settings;
    char command[64]; /* opens this step */
} bp_lesson_controller;

/* Options for a lesson in a window, or as pictures. */
typedef struct bp_lesson_options {
    int step; /* 0..: the first one of a window, or a picture's; -1: where the student left the lesson */
    int width, height; /* 0: 1280x800 */
    bool light, columns;
    bool dark; /* asked for by name; else a window has the saved theme */
} bp_lesson_options;

/* At a step, its change done. Close it even if this fails. Errors: memory, a size out of range. */
bool bp_lesson_controller_open(bp_lesson_controller *controller, bp_context *context, bp_session *session,
                               int step, int width, int height, bp_error *error);
/* Opens it with these options. */
bool bp_lesson_controller_open_with(bp_lesson_controller *controller, bp_context *context,
                                    bp_session *session, const bp_lesson_options *options, bp_error *error);
void bp_lesson_controller_close(bp_lesson_controller *controller);

/* Reads the questions that were answered in earlier sessions from the progress file, and enters a step: 0..;
 * -1: the one where the student left a lesson that isn't done, and a notice says so. */
void bp_lesson_controller_start(bp_lesson_controller *controller, int step);
/* Adds this step, the furthest one, the answered questions and the end to the progress file. An error is
 * ignored: progress is a convenience. */
void bp_lesson_controller_save_progress(const bp_lesson_controller *controller);

/* One frame of a window. Progress and settings are saved as soon as they change: a web page may be closed at
 * any time. */
bool bp_lesson_controller_run_frame(bp_lesson_controller *controller, const bp_event *events, size_t count,
                                double seconds, unsigned *requests, bp_frame *out, bp_error *error);
/* Describes what is shown (bp_window_client): lesson_words.c. A frame must have been drawn. */
void bp_lesson_controller_describe(const bp_lesson_controller *controller, bp_json_writer *json);

/* Opens a window, returns when it is closed, and saves the progress. Errors: no display; the lesson's
 * functions. */
bool bp_lesson_window_run(const bp_window *window, bp_context *context, bp_session *session,
                          const bp_lesson_options *options, bp_error *error);
/* Writes the end of a step to a PNG file: the picture that the window would show. */
bool bp_lesson_write_picture(bp_context *context, bp_session *session, const bp_lesson_options *options,
                             const char *path, bp_error *error);
/* Writes step-01.png ... and contact.png, a sheet with all of them. Creates the folder if needed. */
bool bp_lesson_write_frames(bp_context *context, bp_session *session, const bp_lesson_options *options,
                            const char *folder, bp_error *error);

#endif
