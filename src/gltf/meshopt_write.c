/* Streams of meshopt: version 0 of its attribute streams, as EXT_meshopt_compression specifies them, and the
 * exponential filter. meshopt.c reads them. */
#include "gltf/meshopt.h"
#include "rig/anim/anim.h"
#include <math.h>
#include <string.h>

enum { GROUP = 16, BLOCK = 256, TAIL = 32 };

/* Sixteen deltas of so many bits. All ones stand for a whole byte behind them. Returns the bytes. */
static size_t write_group(const uint8_t *deltas, unsigned bits, uint8_t *out) {
    size_t size = 2 * bits;
    unsigned mask = (1u << bits) - 1;
    if (bits == 8) memcpy(out, deltas, GROUP);
    if (bits == 0 || bits == 8) return size;
    memset(out, 0, size);
    for (unsigned i = 0; i < GROUP; i++) {
        unsigned value = deltas[i] < mask ? deltas[i] : mask, per_byte = 8 / bits;
        out[i / per_byte] |= (uint8_t)(value << (8 - bits * (i % per_byte + 1)));
        if (value == mask) out[size++] = deltas[i];
    }
    return size;
}

static size_t write_deltas(const uint8_t *deltas, size_t count, uint8_t *out) {
    static const unsigned widths[] = {0, 2, 4, 8};
    size_t groups = (count + GROUP - 1) / GROUP, size = (groups + 3) / 4;
    memset(out, 0, size);
    for (size_t i = 0; i < groups; i++) {
        const uint8_t *group = deltas + GROUP * i;
        unsigned best = 3, any = 0;
        size_t least = GROUP;
        for (unsigned k = 0; k < GROUP; k++) any |= group[k];
        for (unsigned code = 2; code > 0; code--) {
            uint8_t trial[4 * GROUP];
            size_t bytes = write_group(group, widths[code], trial);
            if (bytes <= least) least = bytes, best = code;
        }
        if (any == 0) best = 0;
        out[i / 4] |= (uint8_t)(best << (i % 4 * 2));
        size += write_group(group, widths[best], out + size);
    }
    return size;
}

size_t bp_meshopt_room(size_t stride, size_t count) {
    return 1 + stride * (2 * count + 2 * GROUP) + (stride > TAIL ? stride : TAIL);
}

size_t bp_meshopt_pack(const uint8_t *data, size_t stride, size_t count, uint8_t *out) {
    size_t size = 1, tail = stride > TAIL ? stride : TAIL;
    size_t most = 8192 / stride / GROUP * GROUP;
    if (most > BLOCK) most = BLOCK;
    out[0] = 0xa0;
    for (size_t from = 0; from < count; from += most)
        for (size_t k = 0; k < stride; k++) {
            uint8_t deltas[BLOCK] = {0};
            size_t n = count - from < most ? count - from : most;
            for (size_t i = 0; i < n; i++) {
                const uint8_t *at = data + (from + i) * stride + k;
                uint8_t d = (uint8_t)(at[0] - (from + i > 0 ? at[-(ptrdiff_t)stride] : at[0]));
                deltas[i] = (uint8_t)(d & 0x80 ? ~(unsigned)d << 1 | 1u : (unsigned)d << 1);
            }
            size += write_deltas(deltas, n, out + size);
        }
    memset(out + size, 0, tail);
    memcpy(out + size + tail - stride, data, stride);
    return size + tail;
}

/* The largest component gives a quaternion length 1 again, in steps 16 times as fine: readers differ in
 * whether they normalize what they interpolate. */
static void set_length(float *q, int exponent) {
    int largest = 0;
    double rest = 1;
    for (int i = 1; i < 4; i++)
        if (fabsf(q[i]) > fabsf(q[largest])) largest = i;
    for (int i = 0; i < 4; i++)
        if (i != largest) rest -= (double)q[i] * (double)q[i];
    double length = ldexp(floor(ldexp(sqrt(rest > 0 ? rest : 0), 4 - exponent) + 0.5), exponent - 4);
    q[largest] = copysignf((float)length, q[largest]);
}

/* Multiples of a power of 2 with at most 23 bits and a sign. Rotations too: the filter for them leaves 15
 * bits and a sign, whose errors are too large at the end of an arm. */
size_t bp_meshopt_filter_keys(const bp_track *source, float step, float *values) {
    bool rotations = source->kind == BP_TRACK_ROTATION;
    size_t numbers = bp_track_width(source) * source->key_count;
    float most = 0;
    int exponent, bits;
    for (size_t i = 0; i < numbers; i++) most = fmaxf(most, fabsf(source->values[i]));
    frexpf(step, &exponent);
    frexpf(most, &bits);
    int finest = bits - (rotations ? 18 : 22);
    exponent = exponent - 1 < finest ? finest : exponent - 1;
    if (rotations && exponent > -6) exponent = -6;
    for (size_t i = 0; i < numbers; i++)
        values[i] = ldexpf(floorf(ldexpf(source->values[i], -exponent) + 0.5f), exponent);
    for (size_t i = 0; rotations && i < numbers; i += 4) set_length(values + i, exponent);
    return numbers * (size_t)(bits > exponent ? bits - exponent + 1 : 1);
}

bool bp_meshopt_exponential(const float *values, size_t width, size_t count, uint8_t *out) {
    for (size_t c = 0; c < width; c++) {
        float most = 0;
        int exponent;
        for (size_t k = 0; k < count; k++) most = fmaxf(most, fabsf(values[width * k + c]));
        frexpf(most, &exponent);
        for (bool exact = false; !exact; exponent -= !exact) {
            exact = true;
            for (size_t k = 0; k < count; k++) {
                float m = ldexpf(values[width * k + c], -exponent);
                exact = exact && m == floorf(m);
            }
            if (ldexpf(most, -exponent) >= 8388608.0f || exponent < -100) return false;
        }
        for (size_t k = 0; k < count; k++) {
            int m = (int)ldexpf(values[width * k + c], -exponent);
            uint32_t bits = ((uint32_t)m & 0xffffffu) | (uint32_t)exponent << 24;
            memcpy(out + 4 * (width * k + c),
                   (uint8_t[4]){(uint8_t)bits, (uint8_t)(bits >> 8), (uint8_t)(bits >> 16),
                                (uint8_t)(bits >> 24)},
                   4);
        }
    }
    return true;
}
