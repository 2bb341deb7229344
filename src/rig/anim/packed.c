#include "rig/anim/packed.h"
#include "math/double.h"
#include <string.h>

/* ---- bits ---------------------------------------------------------------------------------------------
 *
 * Lowest bits first. A number is five bits that say how many bits it has, and these. */

enum { NUMBER_WIDTH = 5, LONGEST_RUN = 20, FIRST_COUNT = 3 };

typedef struct bit_reader {
    const uint8_t *bytes;
    size_t at;
} bit_reader;

typedef struct bit_writer {
    uint8_t *bytes; /* zeroed; NULL: the bits are only counted */
    size_t at;
} bit_writer;

/* At least 57 bits from here on; PACKED_PADDING lets it read beyond the end. */
static uint64_t ahead(const bit_reader *in) {
    const uint8_t *b = in->bytes + in->at / 8;
    uint64_t word = (uint64_t)b[0] | (uint64_t)b[1] << 8 | (uint64_t)b[2] << 16 | (uint64_t)b[3] << 24 |
                    (uint64_t)b[4] << 32 | (uint64_t)b[5] << 40 | (uint64_t)b[6] << 48 | (uint64_t)b[7] << 56;
    return word >> in->at % 8;
}

static uint32_t get(bit_reader *in, unsigned bits) {
    uint64_t word = ahead(in);
    in->at += bits;
    return (uint32_t)(word & ((UINT64_C(1) << bits) - 1));
}

static void put(bit_writer *out, uint32_t value, unsigned bits) {
    for (unsigned i = 0; out->bytes && i < bits; i++)
        if (value >> i & 1) out->bytes[(out->at + i) / 8] |= (uint8_t)(1u << (out->at + i) % 8);
    out->at += bits;
}

/* By the exponent of a double, without a branch for each bit. */
static unsigned width_of(uint32_t value) {
    double number = value;
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return value ? (unsigned)(bits >> 52) - 1022 : 0;
}

static void put_number(bit_writer *out, uint32_t value) {
    put(out, width_of(value), NUMBER_WIDTH);
    put(out, value, width_of(value));
}

static uint32_t get_number(bit_reader *in) { return get(in, get(in, NUMBER_WIDTH)); }

/* Small numbers of both signs to small numbers. */
static uint32_t fold(int32_t v) { return v < 0 ? ~((uint32_t)v << 1) : (uint32_t)v << 1; }
static int32_t unfold(uint32_t u) { return u & 1 ? -(int32_t)(u >> 1) - 1 : (int32_t)(u >> 1); }

/* Rice's code: the bits above the lowest k as a run of ones, then the k bits. k follows from the mean of the
 * numbers before, in which the last one counts half; the mean is in sixteenths. */
static unsigned rice_bits(uint32_t mean) {
    unsigned width = width_of((uint32_t)((uint64_t)mean * 45 / 1024));
    return width > 0 ? width - 1 : 0;
}

static uint32_t next_mean(uint32_t mean, uint32_t value) {
    return (uint32_t)(((uint64_t)mean + 16 * (uint64_t)value) / 2);
}

static void put_rice(bit_writer *out, uint32_t value, unsigned k) {
    uint32_t run = value >> k;
    if (run >= LONGEST_RUN) {
        put(out, (1u << LONGEST_RUN) - 1, LONGEST_RUN);
        put_number(out, value);
        return;
    }
    put(out, (1u << run) - 1, run + 1);
    put(out, value & ((1u << k) - 1), k);
}

static uint32_t get_rice(bit_reader *in, unsigned k) {
    uint64_t bits = ahead(in);
    unsigned run = 0;
    for (; run < LONGEST_RUN && bits & 1; bits >>= 1) run++;
    in->at += run;
    if (run == LONGEST_RUN) return get_number(in);
    in->at += 1 + k;
    return run << k | (uint32_t)(bits >> 1 & ((1u << k) - 1));
}

/* ---- waves -------------------------------------------------------------------------------------------- */

#define PI 3.14159265358979323846
#define SQRT_HALF 0.70710678118654752440

/* How many there are in a segment of so many intervals, and how many of the first are written as numbers. */
static size_t wave_count(size_t length, bool cycle) { return cycle ? length : length + 1; }
static size_t first_count(bool cycle) { return cycle ? 1 : 2; }

/* The keys from the amplitudes of a component, by Clenshaw's sums. The squares of a wave's values have the
 * sum 1, so that errors of all amplitudes count alike. With x = 2 pi key / length the waves are cos(m x) and
 * sin(m x) of a cycle, else sin((m - 1/2) x) and sin(m x). Each has its own sum; the key as far from the
 * segment's end as this one is from its begin has their difference. So keys are folded on the first half, and
 * the last key is exactly the next segment's first one: all sines are 0. */
static size_t folded(size_t length, size_t key) { return key < length - key ? key : length - key; }

static packed_waves waves_at(size_t length, size_t key, size_t count, bool cycle) {
    size_t a = folded(length, key), b = folded(length, key + count - 1);
    size_t top = count > 2 ? length / 2 : a > b ? a : b;
    packed_waves waves = {length, key, count, count > 2 ? 0 : a < b ? a : b, 0, cycle, {{0}}};
    waves.folds = top + 1 - waves.low;
    for (size_t i = 0; i < waves.folds; i++) {
        double angle = 2 * PI * (double)(waves.low + i) / (double)length;
        double sine = bp_sin_d(angle), cosine = bp_cos_d(angle);
        waves.at[0][i] = 2 * cosine;
        waves.at[1][i] = cycle ? cosine : bp_sin_d(angle / 2);
        waves.at[2][i] = cycle ? 1 : -waves.at[1][i];
        waves.at[3][i] = sine;
    }
    return waves;
}

/* The keys' values, in steps, from the first `count` multiples of amplitudes; the first two are there. */
static void sum_waves(const packed_waves *w, const int32_t *multiples, size_t count, double *values) {
    size_t first = first_count(w->cycle), pairs = count > first ? (count - first + 1) / 2 : 0;
    double n = (double)w->length, size = sqrt(2 / n), a[PACKED_WAVES / 2 + 1], b[PACKED_WAVES / 2 + 1];
    double sums[2][PACKED_FOLDS] = {{0}}, from = multiples[0], to = multiples[1];
    for (size_t m = 0; m < pairs; m++) {
        size_t i = first + 2 * m;
        a[m] = size * multiples[i];
        b[m] = i + 1 < count ? size * multiples[i + 1] : 0;
        if (w->cycle && i + 1 == w->length) a[m] *= SQRT_HALF;
    }
    for (size_t k = 0; pairs > 0 && k < w->folds; k += PACKED_BLOCK) {
        double a1[PACKED_BLOCK] = {0}, a2[PACKED_BLOCK] = {0}, b1[PACKED_BLOCK] = {0}, b2[PACKED_BLOCK] = {0};
        for (size_t m = pairs; m-- > 0;)
            for (size_t i = 0; i < PACKED_BLOCK; i++) {
                double a0 = a[m] + w->at[0][k + i] * a1[i] - a2[i],
                       b0 = b[m] + w->at[0][k + i] * b1[i] - b2[i];
                a2[i] = a1[i], a1[i] = a0, b2[i] = b1[i], b1[i] = b0;
            }
        for (size_t i = 0; i < PACKED_BLOCK; i++) {
            sums[0][k + i] = a1[i] * w->at[1][k + i] - a2[i] * w->at[2][k + i];
            sums[1][k + i] = b1[i] * w->at[3][k + i];
        }
    }
    for (size_t i = 0; i < w->count; i++) {
        size_t key = w->first + i, fold = folded(w->length, key) - w->low;
        double part = (double)key / n,
               line = w->cycle ? size * SQRT_HALF * from : (1 - part) * from + part * to;
        double other = 2 * key > w->length ? -sums[1][fold] : sums[1][fold];
        values[i] = line + (sums[0][fold] + other);
    }
}

/* ---- components of a track */

static int component_index(bp_track_kind kind, int left_out, int i) {
    return kind == BP_TRACK_ROTATION ? (left_out + 1 + i) % 4 : i;
}

/* A value from its three components. */
static void restore(bp_track_kind kind, int left_out, const double c[3], float *value) {
    double rest = 1 - c[0] * c[0] - c[1] * c[1] - c[2] * c[2];
    for (int i = 0; i < 3; i++) value[component_index(kind, left_out, i)] = (float)c[i];
    if (kind == BP_TRACK_ROTATION) value[left_out] = rest > 0 ? (float)sqrt(rest) : 0;
}

/* ---- packing ------------------------------------------------------------------------------------------ */

typedef struct packed_segment {
    size_t first, length; /* its first key, and how many intervals follow */
} packed_segment;

static size_t segment_count(size_t keys) {
    size_t length = packed_segment_length(keys);
    return (keys - 2) / length + 1;
}

/* Of all components of a segment, the longest one. */
static size_t amplitude_count(size_t keys) { return 3 * wave_count(packed_segment_length(keys), false); }

static packed_segment segment_at(size_t keys, size_t index) {
    size_t length = packed_segment_length(keys), first = index * length, rest = keys - 1 - first;
    return (packed_segment){first, rest < length ? rest : length};
}

/* The components of a key. Rotations get the sign in which neighbours are near each other. */
static void components(const bp_packing_track *track, size_t key, float sign, double c[3]) {
    size_t width = bp_track_width(track->source);
    const float *v = track->source->values + width * key;
    for (int i = 0; i < 3; i++)
        c[i] = (double)sign * (double)v[component_index(track->source->kind, track->left_out, i)];
}

static float neighbour_sign(const bp_track *track, size_t key, float sign) {
    const float *q = track->values + 4 * key;
    if (key == 0 || track->kind != BP_TRACK_ROTATION) return sign;
    return q[0] * q[-4] + q[1] * q[-3] + q[2] * q[-2] + q[3] * q[-1] < 0 ? -sign : sign;
}

/* Rotations need unit length, and a component that keeps its sign. */
bool bp_packing_begin(bp_packing_track *track, const bp_track *source) {
    *track = (bp_packing_track){.source = source, .left_out = 3, .sign = 1};
    if (source->kind != BP_TRACK_ROTATION) return true;
    double sums[4] = {0, 0, 0, 0};
    float sign = 1, largest = 0;
    for (size_t k = 0; k < source->key_count; k++) {
        const float *q = source->values + 4 * k;
        double square = 0;
        sign = neighbour_sign(source, k, sign);
        for (int i = 0; i < 4; i++) sums[i] += (double)(sign * q[i]), square += (double)q[i] * (double)q[i];
        if (!(fabs(square - 1) < 1e-4)) return false;
    }
    for (int i = 0; i < 4; i++)
        if ((float)fabs(sums[i]) > largest) largest = (float)fabs(sums[i]), track->left_out = i;
    track->sign = sums[track->left_out] < 0 ? -1 : 1;
    sign = track->sign;
    for (size_t k = 0; k < source->key_count; k++) {
        sign = neighbour_sign(source, k, sign);
        if (!(sign * source->values[4 * k + (size_t)track->left_out] > 0.05f)) return false;
    }
    return true;
}

bool bp_packing_is_cycle(const bp_packing_track *track, double tolerance) {
    const bp_track *source = track->source;
    size_t keys = source->key_count, width = bp_track_width(source);
    float sign = 1;
    if (keys - 1 > PACKED_WHOLE || keys < 4) return false;
    for (size_t k = 0; k < keys; k++) sign = neighbour_sign(source, k, sign);
    for (size_t c = 0; c < width; c++)
        if (!(fabsf(sign * source->values[(keys - 1) * width + c] - source->values[c]) <= (float)tolerance))
            return false;
    return true;
}

bool bp_packing_measure(bp_packing_track *track, bool cycle, bp_arena *arena, bp_error *error) {
    size_t keys = track->source->key_count, segments = segment_count(keys);
    size_t each = amplitude_count(keys);
    track->amplitudes = bp_arena_alloc(arena, segments * each, sizeof(double), error);
    if (!track->amplitudes) return false;
    float sign = track->sign;
    for (size_t s = 0; s < segments; s++) {
        packed_segment at = segment_at(keys, s);
        size_t waves = wave_count(at.length, cycle);
        packed_waves all = waves_at(at.length, 0, at.length + 1, cycle);
        double key[3], c[3][PACKED_WAVES], wave[PACKED_WAVES], *out = track->amplitudes + s * each;
        for (size_t k = 0; k <= at.length; k++) {
            if (k > 0) sign = neighbour_sign(track->source, at.first + k, sign);
            components(track, at.first + k, sign, key);
            for (size_t i = 0; i < 3; i++) c[i][k] = key[i];
        }
        for (size_t w = 0; w < waves; w++) {
            int32_t alone[PACKED_WAVES] = {0};
            alone[w] = 1;
            sum_waves(&all, alone, w + 1, wave);
            for (size_t i = 0; i < 3; i++) {
                bool line = w < first_count(cycle) && !cycle;
                double amplitude = line ? c[i][w * at.length] : 0;
                for (size_t k = 0; k < at.length && !line; k++) amplitude += c[i][k] * wave[k];
                for (size_t k = 0; k <= at.length && line; k++) c[i][k] -= amplitude * wave[k];
                out[i * waves + w] = amplitude;
            }
        }
    }
    return true;
}

/* How many of the amplitudes, and a hint for Rice's code of the first ones, come before them. */
static void write_component(bit_writer *out, const int32_t *multiples, size_t waves, bool cycle) {
    size_t count = waves, first = first_count(cycle);
    uint32_t most = 0;
    while (count > 0 && multiples[count - 1] == 0) count--;
    put(out, (uint32_t)count, width_of((uint32_t)waves));
    for (size_t i = 0; i < count && i < first; i++) put_number(out, fold(multiples[i]));
    if (count <= first) return;
    for (size_t i = first; i < count && i < first + FIRST_COUNT; i++) most |= fold(multiples[i]);
    put(out, width_of(most >> 1), NUMBER_WIDTH);
    uint32_t mean = 16u << width_of(most >> 1);
    for (size_t i = first; i < count; i++) {
        uint32_t value = fold(multiples[i]);
        put_rice(out, value, rice_bits(mean));
        mean = next_mean(mean, value);
    }
}

/* The values of a component at the keys. */
static void read_component(bit_reader *in, const packed_waves *waves, double *values) {
    size_t most = wave_count(waves->length, waves->cycle), first = first_count(waves->cycle);
    size_t count = get(in, width_of((uint32_t)most));
    int32_t multiples[PACKED_WAVES];
    uint32_t mean = 0;
    multiples[0] = multiples[1] = 0;
    if (count > most) count = most;
    for (size_t i = 0; i < count; i++) {
        if (i == first) mean = 16u << get(in, NUMBER_WIDTH);
        uint32_t value = i < first ? get_number(in) : get_rice(in, rice_bits(mean));
        mean = next_mean(mean, value);
        multiples[i] = unfold(value);
    }
    sum_waves(waves, multiples, count, values);
}

/* Keys from their three components, in steps. */
static void restore_keys(bp_track_kind kind, int left_out, double step, size_t count,
                         double c[3][PACKED_WAVES], float *values) {
    for (size_t k = 0; k < count; k++) {
        double key[3] = {c[0][k] * step, c[1][k] * step, c[2][k] * step};
        restore(kind, left_out, key, values + (kind == BP_TRACK_ROTATION ? 4 : 3) * k);
    }
}

/* False: a multiple that has too many bits. */
static bool pack_segment(const bp_packing_track *track, size_t index, bool cycle, float step, bit_writer *out,
                         float *values) {
    size_t keys = track->source->key_count;
    packed_segment at = segment_at(keys, index);
    size_t waves = wave_count(at.length, cycle);
    const double *amplitudes = track->amplitudes + index * amplitude_count(keys);
    int32_t multiples[3 * PACKED_WAVES];
    for (size_t i = 0; i < 3 * waves; i++) {
        double multiple = floor(amplitudes[i] / (double)step + 0.5);
        if (!(fabs(multiple) < 1 << 26)) return false;
        multiples[i] = (int32_t)multiple;
    }
    for (size_t i = 0; i < 3; i++) write_component(out, multiples + i * waves, waves, cycle);
    if (!values) return true;
    packed_waves all = waves_at(at.length, 0, at.length + 1, cycle);
    double c[3][PACKED_WAVES];
    for (size_t i = 0; i < 3; i++) sum_waves(&all, multiples + i * waves, waves, c[i]);
    restore_keys(track->source->kind, track->left_out, (double)step, at.length + 1, c,
                 values + bp_track_width(track->source) * at.first);
    return true;
}

size_t bp_packing_try(const bp_packing_track *track, bool cycle, float step, float *values) {
    bit_writer count = {NULL, 0};
    for (size_t s = 0; s < segment_count(track->source->key_count); s++)
        if (!pack_segment(track, s, cycle, step, &count, values)) return SIZE_MAX;
    return count.at;
}

float bp_packed_step(float unit, int exponent) {
    static const float quarters[] = {1.0f, 1.18920712f, 1.41421356f, 1.68179283f};
    return ldexpf(unit * quarters[exponent & 3], (exponent - (exponent & 3)) / 4);
}

/* ---- times: most files have frames of equal length, or leave out some of them */

enum { MOST_PARTS = 64, TIME_BITS = 20 };

static bool fits(const double *times, size_t count, double tick, double tolerance) {
    for (size_t i = 0; i < count; i++) {
        double ticks = (times[i] - times[0]) / tick;
        if (!(fabs(ticks - floor(ticks + 0.5)) * tick <= tolerance)) return false;
    }
    return true;
}

void bp_packed_set_times(bp_packed_keys *packed, double *times, size_t count) {
    double last = times[count - 1], span = last - times[0], shortest = span,
           mean = span / (double)(count - 1);
    double tolerance = 1e-6 * (fabs(times[0]) > fabs(last) ? fabs(times[0]) : fabs(last));
    int parts = 0;
    for (size_t i = 1; i < count; i++)
        if (times[i] - times[i - 1] < shortest) shortest = times[i] - times[i - 1];
    packed->first = times[0];
    packed->time_bits = 0;
    packed->tick = mean;
    bool equal = shortest > 0.99 * mean && fits(times, count, mean, tolerance);
    while (!equal && ++parts <= MOST_PARTS) {
        packed->tick = span / floor(span / shortest * parts + 0.5);
        if (fits(times, count, packed->tick, tolerance)) break;
    }
    if (parts > MOST_PARTS) packed->tick = span / ((1 << TIME_BITS) - 1);
    if (!equal) packed->time_bits = (uint8_t)width_of((uint32_t)floor(span / packed->tick + 0.5));
    for (size_t i = 0; i < count; i++) {
        double ticks = equal ? (double)i : floor((times[i] - packed->first) / packed->tick + 0.5);
        times[i] = packed->first + ticks * packed->tick;
    }
}

static size_t starts_at(const bp_packed_keys *packed) {
    return (size_t)packed->key_count * packed->time_bits;
}

static size_t heads_at(const bp_packed_keys *packed) {
    return starts_at(packed) + 32 * segment_count(packed->key_count);
}

static void write_all(const bp_packed_keys *packed, const bp_packing_track *tracks, const int *exponents,
                      bit_writer *out) {
    const double *times = tracks[0].source->times;
    int last = -1;
    for (size_t i = 0; packed->time_bits > 0 && i < packed->key_count; i++)
        put(out, (uint32_t)floor((times[i] - packed->first) / packed->tick + 0.5), packed->time_bits);
    bit_writer starts = *out;
    out->at = heads_at(packed);
    for (size_t i = 0; i < packed->track_count; i++) {
        const bp_track *source = tracks[i].source;
        put_number(out, fold(source->target - last - 1));
        put(out, source->kind, 2);
        put(out, (uint32_t)tracks[i].left_out, 2);
        put(out, (uint32_t)(exponents[i] + PACKED_EXPONENTS), 7);
        last = source->target;
    }
    for (size_t s = 0; s < segment_count(packed->key_count); s++) {
        out->at = (out->at + 7) / 8 * 8;
        put(&starts, (uint32_t)(out->at / 8), 32);
        for (size_t i = 0; i < packed->track_count; i++)
            pack_segment(&tracks[i], s, packed->cycle, bp_packed_step(packed->unit, exponents[i]), out, NULL);
    }
}

bool bp_packed_make(bp_packed_keys *packed, const bp_packing_track *tracks, const int *exponents,
                    size_t count, const bp_allocator *allocator, bp_error *error) {
    bit_writer out = {NULL, 0};
    packed->key_count = (uint32_t)tracks[0].source->key_count;
    packed->track_count = (uint32_t)count;
    write_all(packed, tracks, exponents, &out);
    if (out.at / 8 >= UINT32_MAX)
        return bp_fail(error, BP_ERROR_ARGUMENT, "clip", "has more than 4 GiB when it is packed");
    packed->size = (uint32_t)((out.at + 7) / 8);
    packed->bytes = bp_alloc(allocator, (size_t)packed->size + PACKED_PADDING, 1, error);
    out = (bit_writer){packed->bytes, 0};
    if (packed->bytes) write_all(packed, tracks, exponents, &out);
    return packed->bytes != NULL;
}

void bp_packed_clear(bp_packed_keys *packed, const bp_allocator *allocator) {
    bp_free(allocator, packed->bytes);
    *packed = (bp_packed_keys){0};
}

/* ---- unpacking ---------------------------------------------------------------------------------------- */

double bp_packed_time(const bp_packed_keys *packed, size_t key) {
    bit_reader in = {packed->bytes, key * packed->time_bits};
    return packed->first +
           packed->tick * (packed->time_bits ? (double)get(&in, packed->time_bits) : (double)key);
}

bp_key_interval bp_packed_find(const bp_packed_keys *packed, double time) {
    size_t last = packed->key_count - 1, low = 0, high = last;
    if (!(time > packed->first)) return (bp_key_interval){0};
    if (packed->time_bits == 0) {
        double position = (time - packed->first) / packed->tick;
        low = position < (double)last ? (size_t)position : last;
        if (low < last && bp_packed_time(packed, low + 1) <= time) low++;
        if (bp_packed_time(packed, low) > time) low--;
    } else {
        while (low < high) {
            size_t middle = high - (high - low) / 2;
            if (bp_packed_time(packed, middle) <= time)
                low = middle;
            else
                high = middle - 1;
        }
    }
    if (low == last) return (bp_key_interval){.key = last};
    double from = bp_packed_time(packed, low), span = bp_packed_time(packed, low + 1) - from;
    double fraction = (time - from) / span;
    return (bp_key_interval){low, fraction > 0 ? fraction < 1 ? (float)fraction : 1 : 0, (float)span};
}

bp_packed_reader bp_packed_begin(const bp_packed_keys *packed, size_t key, bool whole) {
    size_t keys = packed->key_count, index = key / packed_segment_length(keys);
    if (index == segment_count(keys)) index--; /* the last key */
    packed_segment segment = segment_at(keys, index);
    size_t within = whole ? 0 : key - segment.first, rest = segment.length - within;
    bit_reader start = {packed->bytes, starts_at(packed) + 32 * index};
    bp_packed_reader reader = {.packed = packed, .heads = heads_at(packed), .target = -1};
    reader.at = 8 * (size_t)get(&start, 32);
    reader.first = segment.first + within;
    reader.waves = waves_at(segment.length, within, whole ? rest + 1 : rest > 0 ? 2 : 1, packed->cycle);
    return reader;
}

bp_track bp_packed_next(bp_packed_reader *reader, float *values) {
    const bp_packed_keys *packed = reader->packed;
    bit_reader heads = {packed->bytes, reader->heads}, in = {packed->bytes, reader->at};
    reader->target += 1 + unfold(get_number(&heads));
    bp_track track = {.target = reader->target, .key_count = reader->waves.count, .values = values};
    track.kind = (bp_track_kind)get(&heads, 2);
    int left_out = (int)get(&heads, 2), exponent = (int)get(&heads, 7) - PACKED_EXPONENTS;
    reader->heads = heads.at;
    if (!values) return track;
    double c[3][PACKED_WAVES];
    for (int i = 0; i < 3; i++) read_component(&in, &reader->waves, c[i]);
    restore_keys(track.kind, left_out, (double)bp_packed_step(packed->unit, exponent), track.key_count, c,
                 values);
    reader->at = in.at;
    return track;
}

bool bp_packed_copy(bp_packed_keys *copy, const bp_packed_keys *packed, const bp_allocator *allocator,
                    bp_error *error) {
    size_t size = (size_t)packed->size + PACKED_PADDING;
    *copy = *packed;
    copy->bytes = bp_alloc(allocator, size, 1, error);
    if (copy->bytes) memcpy(copy->bytes, packed->bytes, size);
    return copy->bytes != NULL;
}
