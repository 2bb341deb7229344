/* Images in memory. */
#include <bindpose/mesh.h>

static bool check_side(int side, const char *place, bp_error *error) {
    if (side >= 1 && side <= BP_IMAGE_MAX_SIDE) return true;
    return bp_fail(error, BP_ERROR_ARGUMENT, place, "%d pixels are not within 1 and %d", side,
                   BP_IMAGE_MAX_SIDE);
}

bp_image *bp_image_create(const bp_allocator *allocator, int width, int height, bp_error *error) {
    if (!check_side(width, "width", error) || !check_side(height, "height", error)) return NULL;
    bp_image *image = bp_alloc(allocator, 1, sizeof *image, error);
    if (!image) return NULL;
    *image = (bp_image){
        .allocator = allocator ? *allocator : bp_allocator_default(), .width = width, .height = height};
    image->pixels = bp_alloc(allocator, (size_t)width * (size_t)height, sizeof *image->pixels, error);
    if (image->pixels) return image;
    bp_image_destroy(image);
    return NULL;
}

void bp_image_destroy(bp_image *image) {
    if (!image) return;
    bp_allocator allocator = image->allocator;
    bp_free(&allocator, image->pixels);
    bp_free(&allocator, image);
}
