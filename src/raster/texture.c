/* Textures: a copy of the image and its mipmaps. A texel of a mipmap is the mean of the four texels that it
 * covers in the finer level, at odd sizes of up to nine, weighted by area; in linear light, or RAW. */
#include "raster/texture.h"
#include "raster/color.h"
#include <string.h>

static size_t level_size(int width, int height) { return (size_t)(width + 1) * (size_t)(height + 1); }

static bool check(const bp_texture_options *options, bp_error *error) {
    if (!options || !options->pixels)
        return bp_fail(error, BP_ERROR_ARGUMENT, "bp_texture_create", "pixels is NULL");
    if (options->width < 1 || options->width > BP_FRAMEBUFFER_MAX || options->height < 1 ||
        options->height > BP_FRAMEBUFFER_MAX)
        return bp_fail(error, BP_ERROR_ARGUMENT, "bp_texture_create",
                       "%d x %d texels: width and height must be from 1 to %d", options->width,
                       options->height, BP_FRAMEBUFFER_MAX);
    if (options->stride != 0 && options->stride < options->width)
        return bp_fail(error, BP_ERROR_ARGUMENT, "bp_texture_create",
                       "a stride of %d is less than the width %d", options->stride, options->width);
    return true;
}

/* Sets the sizes of all levels; returns how many texels they take together. */
static size_t set_sizes(bp_texture *texture, const bp_texture_options *options) {
    int width = options->width, height = options->height;
    size_t total = 0;
    texture->level_count = 0;
    for (;;) {
        texture->mip[texture->level_count++] = (bp_mip_level){NULL, NULL, width, height, width + 1};
        total += level_size(width, height);
        if (options->no_mipmaps || (width == 1 && height == 1)) return total;
        width = width > 1 ? width / 2 : 1;
        height = height > 1 ? height / 2 : 1;
    }
}

static void copy_borders(uint32_t *texels, const bp_mip_level *level) {
    for (int y = 0; y < level->height; y++)
        texels[(size_t)y * (size_t)level->stride + (size_t)level->width] =
            texels[(size_t)y * (size_t)level->stride];
    memcpy(texels + (size_t)level->height * (size_t)level->stride, texels,
           (size_t)level->stride * sizeof *texels);
}

/* The bytes of a texel and of the one below it, interleaved, minus 128. */
static uint64_t interleave(uint32_t texel, uint32_t below) {
    uint64_t pair = 0;
    for (int c = 0; c < 4; c++) {
        uint64_t upper = texel >> (8 * c) & 255, lower = below >> (8 * c) & 255;
        pair |= (upper | lower << 8) << (16 * c);
    }
    return pair ^ 0x8080808080808080u;
}

/* The table from bytes to 15 bits: channel 3 is alpha. */
typedef struct linear_table {
    uint16_t of[2][256];
} linear_table;

/* `tables` NULL: the bytes are linear already. */
static void fill_linear_table(linear_table *table, const bp_color_tables *tables) {
    for (int i = 0; i < 256; i++) {
        table->of[1][i] = (uint16_t)((i * BP_TEXEL_MAX + 127) / 255);
        table->of[0][i] =
            tables ? (uint16_t)(tables->linear[i] * (float)BP_TEXEL_MAX + 0.5f) : table->of[1][i];
    }
}

static uint64_t decode(const linear_table *table, uint32_t texel) {
    uint64_t result = 0;
    for (int c = 0; c < 4; c++) result |= (uint64_t)table->of[c == 3][texel >> (8 * c) & 255] << (16 * c);
    return result ^ 0x8000800080008000u;
}

/* Makes both copies of a level, or only the linear one if both are one array. Row `height` has no row below,
 * and no sampler reads its pairs. */
static void make_copies(uint64_t *pairs, uint64_t *linear, const uint32_t *texels, const bp_mip_level *level,
                        const linear_table *table) {
    size_t stride = (size_t)level->stride, count = stride * (size_t)level->height;
    for (size_t i = 0; i < count + stride; i++) {
        if (pairs != linear) pairs[i] = interleave(texels[i], i < count ? texels[i + stride] : 0);
        linear[i] = decode(table, texels[i]);
    }
}

/* The texels of the finer level that texel i of the coarser one covers along one axis, with their weights: 1
 * texel (same size), 2, or 3 at odd sizes, where it covers the middle one and parts of the outer ones.
 * Returns their number. */
static int footprint(int fine, int coarse, int i, int *first, float weights[3]) {
    if (fine == coarse) {
        *first = i;
        weights[0] = 1.0f;
        return 1;
    }
    *first = 2 * i;
    if (fine == 2 * coarse) {
        weights[0] = weights[1] = 0.5f;
        return 2;
    }
    float whole = (float)fine;
    weights[0] = (float)(coarse - i) / whole;
    weights[1] = (float)coarse / whole;
    weights[2] = (float)(i + 1) / whole;
    return 3;
}

static uint32_t mean(const uint32_t *texels, const bp_mip_level *fine, const bp_mip_level *coarse, int x,
                     int y, const bp_color_tables *tables) {
    int first_x, first_y;
    float weight_x[3], weight_y[3], sum[4] = {0};
    int count_x = footprint(fine->width, coarse->width, x, &first_x, weight_x);
    int count_y = footprint(fine->height, coarse->height, y, &first_y, weight_y);
    for (int j = 0; j < count_y; j++)
        for (int i = 0; i < count_x; i++) {
            uint32_t texel = texels[(size_t)(first_y + j) * (size_t)fine->stride + (size_t)(first_x + i)];
            float weight = weight_x[i] * weight_y[j];
            for (int c = 0; c < 4; c++) {
                uint32_t byte = texel >> (8 * c) & 255;
                sum[c] += weight * (tables && c < 3 ? tables->linear[byte] : (float)byte * (1.0f / 255.0f));
            }
        }
    uint32_t result = 0;
    for (int c = 0; c < 4; c++)
        result |= (uint32_t)(tables && c < 3 ? bp_color_encode(sum[c]) : bp_color_byte(sum[c])) << (8 * c);
    return result;
}

static void make_coarser(const uint32_t *from, const bp_mip_level *fine, const bp_mip_level *coarse,
                         uint32_t *texels, const bp_color_tables *tables) {
    for (int y = 0; y < coarse->height; y++)
        for (int x = 0; x < coarse->width; x++)
            texels[(size_t)y * (size_t)coarse->stride + (size_t)x] = mean(from, fine, coarse, x, y, tables);
}

/* `texels`: memory for all levels. */
static void fill(bp_texture *texture, const bp_texture_options *options, size_t count, uint32_t *texels) {
    bp_color_tables tables;
    linear_table table;
    bp_color_tables_fill(&tables);
    fill_linear_table(&table, options->linear ? NULL : &tables);
    const bp_color_tables *linear = options->color == BP_COLOR_RAW || options->linear ? NULL : &tables;
    const size_t second = options->linear || options->no_raw ? 0 : count; /* where the linear copy begins */
    size_t stride = (size_t)(options->stride ? options->stride : options->width), first = 0;
    const uint32_t *finer = NULL;
    for (int i = 0; i < texture->level_count; i++) {
        bp_mip_level *level = &texture->mip[i];
        if (i > 0)
            make_coarser(finer, level - 1, level, texels, linear);
        else
            for (int y = 0; y < level->height; y++)
                memcpy(texels + (size_t)y * (size_t)level->stride, options->pixels + (size_t)y * stride * 4,
                       (size_t)level->width * 4);
        copy_borders(texels, level);
        level->pairs = texture->memory + first;
        level->linear = level->pairs + second;
        make_copies(texture->memory + first, texture->memory + second + first, texels, level, &table);
        finer = texels;
        texels += level_size(level->width, level->height);
        first += level_size(level->width, level->height);
    }
}

/* FNV-1a by words instead of bytes, in four lanes that don't wait for each other; the high bits depend on all
 * that was read. */
static uint32_t hash_of(const uint64_t *words, size_t count) {
    const uint64_t prime = 0x100000001b3;
    uint64_t a = 0, b = 1, c = 2, d = 3;
    size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        a = (a ^ words[i]) * prime;
        b = (b ^ words[i + 1]) * prime;
        c = (c ^ words[i + 2]) * prime;
        d = (d ^ words[i + 3]) * prime;
    }
    for (; i < count; i++) a = (a ^ words[i]) * prime;
    return (uint32_t)((((a * prime ^ b) * prime ^ c) * prime ^ d) >> 33);
}

bp_texture *bp_texture_create(const bp_context *context, const bp_texture_options *options, bp_error *error) {
    if (!check(options, error)) return NULL;
    const bp_allocator *allocator = bp_context_allocator(context);
    bp_texture *texture = bp_alloc(allocator, 1, sizeof *texture, error);
    if (!texture) return NULL;
    texture->allocator = *allocator;
    texture->linear = options->linear;
    size_t count = set_sizes(texture, options);
    const size_t words = options->linear || options->no_raw ? count : 2 * count;
    texture->memory = bp_alloc(allocator, words, sizeof *texture->memory, error);
    uint32_t *texels = texture->memory ? bp_alloc(allocator, count, sizeof *texels, error) : NULL;
    if (!texels) {
        bp_texture_destroy(texture);
        return NULL;
    }
    fill(texture, options, count, texels);
    texture->hash = hash_of(texture->memory, words);
    bp_free(allocator, texels);
    return texture;
}

void bp_texture_destroy(bp_texture *texture) {
    if (!texture) return;
    bp_allocator allocator = texture->allocator;
    bp_free(&allocator, texture->memory);
    bp_free(&allocator, texture);
}
