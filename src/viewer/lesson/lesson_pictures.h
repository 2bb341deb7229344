/* Pictures of a lesson without a window: what the window would show, written to PNG. */
#ifndef BP_VIEWER_LESSON_LESSON_PICTURES_H
#define BP_VIEWER_LESSON_LESSON_PICTURES_H

#include <bindpose/lesson_session.h>

typedef struct bp_picture_options {
    int width, height; /* 0: 1280x800 */
    bool light;        /* theme */
    bool columns;      /* matrices for column vectors */
} bp_picture_options;

/* The end of a step (0..), to a PNG file. */
bool bp_lesson_write_picture(bp_context *context, bp_session *session, int step,
                             const bp_picture_options *options, const char *path, bp_error *error);

/* step-01.png ... and contact.png, a sheet with all of them, into a folder that is made if need be. */
bool bp_lesson_write_frames(bp_context *context, bp_session *session, const bp_picture_options *options,
                            const char *folder, bp_error *error);

#endif
