/* libwebp writes the pixels into our image. Its own memory comes from malloc, and the file decides how much:
 * up to four bytes for a pixel, of which the caller has checked the number, and up to 800 MiB of tables, of
 * which only those that the file really holds are ever touched. */
#include "io/webp.h"
#include <bindpose/io.h>
#include <string.h>

bool bp_webp_is(const uint8_t *bytes, size_t size) {
    return size >= 16 && memcmp(bytes, "RIFF", 4) == 0 && memcmp(bytes + 8, "WEBP", 4) == 0;
}

#ifdef BP_HAS_WEBP
#include <webp/decode.h>

bool bp_image_reads_webp(void) { return true; }

const char *bp_webp_read_size(const uint8_t *bytes, size_t size, uint32_t *width, uint32_t *height) {
    WebPBitstreamFeatures features;
    if (WebPGetFeatures(bytes, size, &features) != VP8_STATUS_OK) return "the WebP's header can't be read";
    if (features.width < 1 || features.height < 1) return "its width or height is 0";
    *width = (uint32_t)features.width;
    *height = (uint32_t)features.height;
    return features.has_animation ? "it is an animation, and a texture is one picture" : NULL;
}

bool bp_webp_decode(const uint8_t *bytes, size_t size, bp_image *image) {
    size_t row = (size_t)image->width * sizeof *image->pixels;
    return WebPDecodeRGBAInto(bytes, size, &image->pixels->r, row * (size_t)image->height, (int)row) != NULL;
}

#else

bool bp_image_reads_webp(void) { return false; }

const char *bp_webp_read_size(const uint8_t *bytes, size_t size, uint32_t *width, uint32_t *height) {
    (void)bytes, (void)size, (void)width, (void)height;
    return "there is no libwebp"; /* the caller has asked bp_image_reads_webp */
}

bool bp_webp_decode(const uint8_t *bytes, size_t size, bp_image *image) {
    (void)bytes, (void)size, (void)image;
    return false;
}

#endif
