/* The filters of meshopt: unit vectors, quaternions, floats and colours that were packed into few bits, as
 * the specification's appendix B defines them. Input that it leaves undefined gives 0, never a NaN. */
#include "gltf/meshopt.h"
#include <math.h>
#include <string.h>

/* Rounds half away from 0, within [-limit, limit]; 0 for NaN. */
static int round_within(float value, float limit) {
    if (!(value > -limit)) return value <= -limit ? (int)-limit : 0;
    if (value >= limit) return (int)limit;
    return (int)(value < 0.0f ? value - 0.5f : value + 0.5f);
}

static int read_signed(const uint8_t *at, size_t bytes) {
    unsigned bits = bytes == 1 ? at[0] : at[0] | (unsigned)at[1] << 8, half = bytes == 1 ? 0x80 : 0x8000;
    return bits < half ? (int)bits : (int)bits - 2 * (int)half;
}

static unsigned read_unsigned(const uint8_t *at, size_t bytes) {
    return bytes == 1 ? at[0] : at[0] | (unsigned)at[1] << 8;
}

static void write_number(uint8_t *at, size_t bytes, int value) {
    at[0] = (uint8_t)((unsigned)value & 255u);
    if (bytes == 2) at[1] = (uint8_t)((unsigned)value >> 8 & 255u);
}

static void unpack_octahedral(uint8_t *at, size_t bytes) {
    const float max = bytes == 1 ? 127.0f : 32767.0f, one = (float)read_signed(at + 2 * bytes, bytes);
    float x = (float)read_signed(at, bytes) / one, y = (float)read_signed(at + bytes, bytes) / one;
    float z = 1.0f - fabsf(x) - fabsf(y), t = z < 0.0f ? z : 0.0f;
    x -= x < 0.0f ? t : -t;
    y -= y < 0.0f ? t : -t;
    float length = sqrtf(x * x + y * y + z * z);
    write_number(at, bytes, round_within(x / length * max, max));
    write_number(at + bytes, bytes, round_within(y / length * max, max));
    write_number(at + 2 * bytes, bytes, round_within(z / length * max, max));
}

/* The largest component is left out; the last number's low two bits say which it is. */
static void unpack_quaternion(uint8_t *at) {
    const float range = 0.70710678f, max = 32767.0f;
    int last = read_signed(at + 6, 2), largest = last & 3;
    float one = (float)(last | 3), v[3], square = 0.0f;
    for (int i = 0; i < 3; i++) {
        v[i] = (float)read_signed(at + 2 * i, 2) / one * range;
        square += v[i] * v[i];
    }
    float rest = square < 1.0f ? sqrtf(1.0f - square) : 0.0f;
    for (int i = 0; i < 3; i++)
        write_number(at + 2 * ((largest + 1 + i) % 4), 2, round_within(v[i] * max, max));
    write_number(at + 2 * largest, 2, round_within(rest * max, max));
}

/* A signed mantissa of 24 bits times a power of 2. */
static void unpack_exponential(uint8_t *at) {
    uint32_t bits = bp_gltf_u32(at);
    int exponent = read_signed(at + 3, 1), mantissa = (int)(bits & 0xffffffu);
    if (mantissa >= 0x800000) mantissa -= 0x1000000;
    float value = ldexpf((float)mantissa, exponent);
    memcpy(&bits, &value, sizeof bits);
    for (int i = 0; i < 4; i++) at[i] = (uint8_t)(bits >> (8 * i));
}

/* Luma and two differences of colour. The highest bit of the alpha says how many bits there are. */
static void unpack_color(uint8_t *at, size_t bytes) {
    const float max = bytes == 1 ? 255.0f : 65535.0f;
    unsigned coded = read_unsigned(at + 3 * bytes, bytes), scale = 1;
    while (scale <= coded) scale *= 2;
    scale -= 1;
    int y = (int)read_unsigned(at, bytes), co = read_signed(at + bytes, bytes),
        cg = read_signed(at + 2 * bytes, bytes);
    unsigned alpha = coded & scale >> 1;
    const int rgba[4] = {y + co - cg, y + cg, y - co - cg, (int)(alpha << 1 | (alpha & 1))};
    for (size_t i = 0; i < 4; i++) {
        float value = scale == 0 || rgba[i] < 0 ? 0.0f : (float)rgba[i] * (max / (float)scale);
        write_number(at + i * bytes, bytes, round_within(value, max));
    }
}

void bp_meshopt_apply(bp_meshopt_filter filter, size_t stride, size_t count, uint8_t *data) {
    for (size_t i = 0; i < count && filter != BP_MESHOPT_NONE; i++) {
        uint8_t *at = data + i * stride;
        if (filter == BP_MESHOPT_OCTAHEDRAL) unpack_octahedral(at, stride / 4);
        if (filter == BP_MESHOPT_QUATERNION) unpack_quaternion(at);
        if (filter == BP_MESHOPT_COLOR) unpack_color(at, stride / 4);
        for (size_t j = 0; filter == BP_MESHOPT_EXPONENTIAL && j < stride; j += 4) unpack_exponential(at + j);
    }
}
