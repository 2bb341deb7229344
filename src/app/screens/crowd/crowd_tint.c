/* Differently coloured clothes: copies of a character's texture with rotated hues. Greens, blues and purples
 * change; warm and grey colours (skin, hair, fur, wood, leather) stay. */
#include "app/screens/crowd/crowd_private.h"

enum {
    LARGEST_SIDE = 1024
}; /* larger textures keep their colours: eight copies would take too much memory */

/* Hue rotations in degrees. */
static const float HUE_ROTATIONS[BP_CROWD_TINTS] = {0, 150, 40, -60, 190, 95, 225, -100};

static float ramp(float x, float from, float to) {
    float t = (x - from) / (to - from);
    return t < 0 ? 0 : t > 1 ? 1 : t;
}

/* The hue in degrees (0 red, 120 green, 240 blue) of a colour that isn't grey. */
static float hue_of(const float c[3], float high, float low) {
    float range = high - low, hue;
    if (c[0] >= high)
        hue = (c[1] - c[2]) / range;
    else if (c[1] >= high)
        hue = 2 + (c[2] - c[0]) / range;
    else
        hue = 4 + (c[0] - c[1]) / range;
    return hue < 0 ? 60 * hue + 360 : 60 * hue;
}

/* One channel of a fully saturated hue, scaled to `low`..`high`: it rises, stays, falls and stays along the
 * circle. */
static float channel_of(float hue, float low, float high) {
    while (hue < 0) hue += 360;
    while (hue >= 360) hue -= 360;
    float t = hue < 60 ? 1 : hue < 120 ? (120 - hue) / 60 : hue < 240 ? 0 : hue < 300 ? (hue - 240) / 60 : 1;
    return low + (high - low) * t;
}

static bp_rgba8 rotate_hue(bp_rgba8 from, float degrees) {
    const float c[3] = {from.r, from.g, from.b};
    float high = c[0] > c[1] ? c[0] : c[1], low = c[0] < c[1] ? c[0] : c[1];
    if (c[2] > high) high = c[2];
    if (c[2] < low) low = c[2];
    if (high - low < 8) return from;
    float hue = hue_of(c, high, low);
    float clothes = ramp(hue, 65, 90) * ramp(330 - hue, 0, 30) * ramp((high - low) / high, 0.15f, 0.35f);
    float fresh[3];
    for (int k = 0; k < 3; k++) {
        float there = channel_of(hue + degrees - 120 * (float)k, low, high);
        fresh[k] = c[k] + (there - c[k]) * clothes + 0.5f;
    }
    return (bp_rgba8){(uint8_t)fresh[0], (uint8_t)fresh[1], (uint8_t)fresh[2], from.a};
}

static bp_texture *tint_texture(const bp_crowd *crowd, const bp_image *image, float degrees,
                                bp_error *error) {
    size_t count = (size_t)image->width * (size_t)image->height;
    bp_rgba8 *pixels = bp_alloc(&crowd->allocator, count, sizeof *pixels, error);
    if (!pixels) return NULL;
    for (size_t i = 0; i < count; i++) pixels[i] = rotate_hue(image->pixels[i], degrees);
    bp_texture_options options = {.pixels = &pixels->r, .width = image->width, .height = image->height};
    bp_texture *texture = bp_texture_create(crowd->context, &options, error);
    bp_free(&crowd->allocator, pixels);
    return texture;
}

bool bp_crowd_tints_create(bp_crowd *crowd, const bp_model *model, bp_error *error) {
    for (size_t i = 0; i < crowd->part_count; i++) {
        crowd_part *part = &crowd->parts[i];
        int number = part->from->texture && part->from->material ? part->from->material->texture.image : -1;
        if (number < 0 || !model->images[number]) continue;
        const bp_image *image = model->images[number];
        if (image->width > LARGEST_SIDE || image->height > LARGEST_SIDE) continue;
        for (int t = 1; t < BP_CROWD_TINTS; t++)
            if (!(part->tints[t] = tint_texture(crowd, image, HUE_ROTATIONS[t], error))) return false;
    }
    return true;
}

void bp_crowd_tints_destroy(bp_crowd *crowd) {
    for (size_t i = 0; crowd->parts && i < crowd->part_count; i++)
        for (int t = 0; t < BP_CROWD_TINTS; t++) bp_texture_destroy(crowd->parts[i].tints[t]);
}
