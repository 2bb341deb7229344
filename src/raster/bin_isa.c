/* Binning triangles: the part that sees every triangle of every draw, most of them smaller than a few pixels
 * and facing away, outside, or inside one tile.
 *
 * For each triangle: fetch three vertices' screen positions, box and area in integers, decide, add to the
 * bin of one tile or few; what must be clipped or is large goes to bin.c.
 */
#include "raster/kernels.h"
#include "raster/lanes.h"

typedef double vd2 __attribute__((vector_size(16)));

/* The area's sign, exactly: differences of 24 bits in doubles. */
LANES_INLINE double area_of(vf4 a, vf4 b, vf4 c) {
    vf4 ab = b - a, ac = c - a;
    vd2 first = __builtin_convertvector(__builtin_shufflevector(ab, ab, 0, 1), vd2);
    vd2 second = __builtin_convertvector(__builtin_shufflevector(ac, ac, 1, 0), vd2);
    vd2 products = first * second;
    return products[0] - products[1];
}

/* What a box is made and limited with: see bp_box_of. */
typedef struct box_maker {
    vi4 round_lo, round_hi, scissor;
} box_maker;

LANES_INLINE box_maker box_maker_of(bp_area scissor, int samples) {
    const vi4 none = {0};
    return (box_maker){samples > 1 ? none : none + 127,
                       samples > 1 ? none : none - 128,
                       {scissor.x0, scissor.y0, scissor.x1, scissor.y1}};
}

/* The box within the scissor. */
LANES_INLINE bp_area box_of(const box_maker *m, vf4 a, vf4 b, vf4 c) {
    const vi4 end = {0, 0, -1, -1};
    vf4 lo = vf4_min(vf4_min(a, b), c), hi = vf4_max(vf4_max(a, b), c);
    vi4 low = __builtin_convertvector(lo * vf4_set(256.0f), vi4),
        high = __builtin_convertvector(hi * vf4_set(256.0f), vi4);
    vi4 box = __builtin_shufflevector((low + m->round_lo) >> 8, ((high + m->round_hi) >> 8) + 1, 0, 1, 4, 5);
    vi4 limit = (box < m->scissor) ^ end;
    box = (box & ~limit) | (m->scissor & limit);
    bp_area result;
    memcpy(&result, &box, sizeof result);
    return result;
}

LANES_INLINE bool place(bp_binner *binner, const float *const vertex[3], bp_area box, uint32_t entry) {
    bp_area tiles = bp_tiles_of(box);
    int across = tiles.x1 - tiles.x0, down = tiles.y1 - tiles.y0;
    if (across > 2 || down > 2) return bp_bin_large(binner, vertex, box, entry);
    if (across * down > 1) return bp_bin_box(binner, box, entry);
    bp_area *t = &binner->touched;
    t->x0 = tiles.x0 < t->x0 ? tiles.x0 : t->x0;
    t->y0 = tiles.y0 < t->y0 ? tiles.y0 : t->y0;
    t->x1 = tiles.x1 > t->x1 ? tiles.x1 : t->x1;
    t->y1 = tiles.y1 > t->y1 ? tiles.y1 : t->y1;
    uint32_t tile = (uint32_t)tiles.y0 * (uint32_t)binner->tiles_x + (uint32_t)tiles.x0;
    binner->counts[tile]++;
    binner->pairs[binner->pair_count++] = (bp_pair){tile, entry};
    return true;
}

bool BP_ISA_NAME(bp_bin)(bp_binner *binner, bp_chunk *chunk) {
    const bp_command *command = chunk->command;
    const bp_triangles *t = command->triangles;
    const size_t floats = (size_t)t->floats;
    const double front = t->front_clockwise ? 1.0 : -1.0; /* the sign of a front face's area */
    const double wanted = t->cull == BP_CULL_BACK ? front : t->cull == BP_CULL_FRONT ? -front : 0.0;
    const box_maker maker = box_maker_of(command->scissor, binner->samples);
    uint64_t invalid = 0, culled = 0;
    bool good = true;
    bp_binner_start(binner, chunk);
    for (uint32_t i = 0; i < chunk->count && good; i++) {
        if (binner->pair_room < binner->pair_count + 1 && !(good = bp_binner_reserve(binner, BP_CHUNK)))
            break;
        uint32_t index[3];
        if (!bp_triangle_vertices(t, chunk->first + i, index)) {
            invalid++;
            continue;
        }
        unsigned c0 = t->codes[index[0]], c1 = t->codes[index[1]], c2 = t->codes[index[2]];
        if ((c0 | c1 | c2) != 0) {
            if ((c0 | c1 | c2) & BP_CODE_INVALID)
                invalid++;
            else if (c0 & c1 & c2)
                culled++;
            else
                good = bp_bin_clipped(binner, chunk, index, c0 | c1 | c2);
            continue;
        }
        const float *vertex[3] = {t->transformed + index[0] * floats, t->transformed + index[1] * floats,
                                  t->transformed + index[2] * floats};
        vf4 a = vf4_load(vertex[0]), b = vf4_load(vertex[1]), c = vf4_load(vertex[2]);
        double area = area_of(a, b, c);
        bp_area box = box_of(&maker, a, b, c);
        if (area == 0.0 || area * wanted < 0.0 || bp_area_empty(box))
            culled++;
        else
            good = place(binner, vertex, box, i);
    }
    chunk->counters.triangles_in += chunk->count;
    chunk->counters.triangles_invalid += invalid;
    chunk->counters.triangles_culled += culled;
    return bp_binner_finish(binner, chunk) && good;
}
