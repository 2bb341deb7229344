/* Images: any bytes are either decoded or refused with a message, in little memory. A decoded image that
 * is written as PNG is read back unchanged. */
#include "fuzz/input.h"
#include "io/sequence.h"
#include <bindpose/io.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const bp_image_limits limits = {.side = 1024, .pixels = 1 << 16};
    bp_error error = {0};
    bp_image *image = bp_image_decode(NULL, data, size, "fuzz", &limits, &error);
    if (!image) {
        FUZZ_CHECK_ERROR(&error);
        return 0;
    }
    FUZZ_CHECK(image->width >= 1 && image->width <= 1024 && image->height >= 1 && image->height <= 1024,
               "%d x %d", image->width, image->height);
    size_t bytes = (size_t)image->width * (size_t)image->height * sizeof *image->pixels;
    FUZZ_CHECK(bytes <= (sizeof *image->pixels << 16), "%zu bytes", bytes);
    bp_file png = {0};
    FUZZ_CHECK(bp_image_encode_png(NULL, image, &png, &error), "%s", error.message);
    bp_image *again = bp_image_decode(NULL, png.data, png.size, "again", NULL, &error);
    FUZZ_CHECK(again, "%s", error.message);
    FUZZ_CHECK(again->width == image->width && again->height == image->height, "%d x %d became %d x %d",
               image->width, image->height, again->width, again->height);
    FUZZ_CHECK(memcmp(again->pixels, image->pixels, bytes) == 0, "other pixels");
    bp_image_destroy(again);
    bp_image_destroy(image);
    bp_file_free(NULL, &png);
    return 0;
}
