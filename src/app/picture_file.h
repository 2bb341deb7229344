/* A framebuffer as a PNG file. */
#ifndef BP_APP_PICTURE_FILE_H
#define BP_APP_PICTURE_FILE_H

#include <bindpose/raster.h>

/* Writes the pixels whole or not at all. Errors: memory, the file. */
bool bp_picture_write(const bp_framebuffer *from, const char *path, bp_error *error);

#endif
