/* The three bitstreams of meshopt: attributes as deltas of single bytes, triangles as references to recent
 * edges and vertices, other indices as deltas. Every read is checked against the end of the stream. */
#include "gltf/meshopt.h"
#include <math.h>
#include <string.h>

/* The filters of meshopt: unit vectors, quaternions, floats and colours that were packed into few bits, as
 * the specification's appendix B defines them. Input that it leaves undefined gives 0, never a NaN. */

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

static const char ENDS[] = "ends too early", REST[] = "has bytes left after its last element";

/* The unread part of a stream. */
typedef struct stream_reader {
    const uint8_t *at, *end;
    bool failed; /* something was read after the end */
} stream_reader;

static uint8_t read_byte(stream_reader *in) {
    if (in->at < in->end) return *in->at++;
    in->failed = true;
    return 0;
}

/* `size` bytes; NULL after the end. */
static const uint8_t *read_bytes(stream_reader *in, size_t size) {
    if ((size_t)(in->end - in->at) < size) {
        in->failed = true;
        return NULL;
    }
    in->at += size;
    return in->at - size;
}

const char *bp_meshopt_check(bp_meshopt_mode mode, bp_meshopt_filter filter, size_t stride, size_t count) {
    if (mode == BP_MESHOPT_ATTRIBUTES) {
        if (stride < 4 || stride > 256 || stride % 4 != 0)
            return "must have a byteStride of 4 to 256, divisible by 4";
        if ((filter == BP_MESHOPT_OCTAHEDRAL || filter == BP_MESHOPT_COLOR) && stride != 4 && stride != 8)
            return "must have a byteStride of 4 or 8 for this filter";
        if (filter == BP_MESHOPT_QUATERNION && stride != 8)
            return "must have a byteStride of 8 for this filter";
        return NULL;
    }
    if (filter != BP_MESHOPT_NONE) return "can't have a filter in this mode";
    if (stride != 2 && stride != 4) return "must have a byteStride of 2 or 4 in this mode";
    return mode == BP_MESHOPT_TRIANGLES && count % 3 != 0 ? "must have a count divisible by 3" : NULL;
}

enum { GROUP = 16, MOST_ELEMENTS = 256 };

/* Sixteen deltas of `bits` bits each. A delta of all ones stands for a whole byte after the group. */
static void read_group(stream_reader *in, unsigned bits, uint8_t *out) {
    const uint8_t *packed = read_bytes(in, 2 * (size_t)bits);
    if (!packed || bits == 0) return;
    unsigned mask = (1u << bits) - 1u, per_byte = 8 / bits;
    for (unsigned i = 0; i < GROUP; i++) {
        unsigned position = i % per_byte;
        unsigned shift = bits == 1 ? position : 8 - bits * (position + 1);
        unsigned value = (unsigned)packed[i / per_byte] >> shift & mask;
        out[i] = bits < 8 && value == mask ? read_byte(in) : (uint8_t)value;
    }
}

/* The deltas of one byte of all elements of a block. `control`: 0 to 3; 4 for version 0. */
static void read_deltas(stream_reader *in, unsigned control, size_t elements, uint8_t out[MOST_ELEMENTS]) {
    static const uint8_t widths[5][4] = {{0, 1, 2, 4}, {1, 2, 4, 8}, {0}, {0}, {0, 2, 4, 8}};
    size_t groups = (elements + GROUP - 1) / GROUP;
    for (size_t i = 0; i < MOST_ELEMENTS; i++) out[i] = 0;
    if (control == 2) return;
    if (control == 3) {
        const uint8_t *literal = read_bytes(in, elements);
        for (size_t i = 0; literal && i < elements; i++) out[i] = literal[i];
        return;
    }
    const uint8_t *header = read_bytes(in, (groups + 3) / 4);
    for (size_t i = 0; header && i < groups; i++)
        read_group(in, widths[control][header[i / 4] >> (i % 4 * 2) & 3], out + i * GROUP);
}

static uint8_t unzigzag8(uint8_t v) { return (uint8_t)(v & 1 ? ~(v >> 1) : v >> 1); }
static uint16_t unzigzag16(uint16_t v) { return (uint16_t)(v & 1 ? ~(v >> 1) : v >> 1); }

/* One element's four bytes of a channel: `last` plus the deltas. */
static void add_deltas(unsigned mode, const uint8_t *last, const uint8_t delta[4], uint8_t *out) {
    if (mode % 16 == 0) {
        for (int k = 0; k < 4; k++) out[k] = (uint8_t)(last[k] + unzigzag8(delta[k]));
    } else if (mode % 16 == 1) {
        for (int k = 0; k < 4; k += 2) {
            uint16_t d = unzigzag16((uint16_t)(delta[k] | delta[k + 1] << 8));
            uint16_t sum = (uint16_t)((last[k] | last[k + 1] << 8) + d);
            out[k] = (uint8_t)sum;
            out[k + 1] = (uint8_t)(sum >> 8);
        }
    } else {
        unsigned turn = mode / 16;
        /* The encoder rotated to the left, as the specification says; so this goes to the right. */
        uint32_t d = bp_gltf_u32(delta), rotated = d >> turn | d << ((32 - turn) & 31);
        uint32_t value = bp_gltf_u32(last) ^ rotated;
        for (int k = 0; k < 4; k++) out[k] = (uint8_t)(value >> (8 * k));
    }
}

/* `last`: the element before the block. `modes`: of the channels; NULL in version 0. */
static void read_block(stream_reader *in, size_t stride, size_t elements, const uint8_t *modes,
                       const uint8_t *last, uint8_t *out) {
    const uint8_t *controls = modes ? read_bytes(in, stride / 4) : NULL;
    for (size_t channel = 0; channel < stride / 4 && !in->failed; channel++) {
        uint8_t deltas[4][MOST_ELEMENTS];
        for (unsigned k = 0; k < 4; k++)
            read_deltas(in, controls ? controls[channel] >> (2 * k) & 3u : 4u, elements, deltas[k]);
        const uint8_t *before = last + 4 * channel;
        uint8_t *to = out + 4 * channel;
        for (size_t i = 0; i < elements; i++, before = to, to += stride) {
            const uint8_t delta[4] = {deltas[0][i], deltas[1][i], deltas[2][i], deltas[3][i]};
            add_deltas(modes ? modes[channel] : 0, before, delta, to);
        }
    }
}

static const char *unpack_attributes(bp_gltf_span stream, size_t stride, size_t count, uint8_t *out) {
    if (stream.size < 1 || (stream.data[0] != 0xa0 && stream.data[0] != 0xa1))
        return "does not begin with a known version of attributes";
    bool newer = stream.data[0] == 0xa1;
    size_t tail = stride + (newer ? stride / 4 : 0), padded = newer ? 24 : 32;
    if (padded < tail) padded = tail;
    if (stream.size < 1 + padded) return ENDS;
    const uint8_t *last = stream.data + stream.size - tail, *modes = newer ? last + stride : NULL;
    for (size_t i = 0; modes && i < stride / 4; i++)
        if (modes[i] % 16 > 2 || (modes[i] % 16 < 2 && modes[i] > 15)) return "has an unknown channel mode";
    stream_reader in = {stream.data + 1, stream.data + stream.size - padded, false};
    size_t most = 8192 / stride / GROUP * GROUP;
    if (most > MOST_ELEMENTS) most = MOST_ELEMENTS;
    for (size_t done = 0; done < count;) {
        size_t elements = count - done < most ? count - done : most;
        read_block(&in, stride, elements, modes, last, out + done * stride);
        if (in.failed) return ENDS;
        done += elements;
        last = out + (done - 1) * stride;
    }
    return in.at == in.end ? NULL : REST;
}

/* An unsigned number in 1 to 5 bytes of 7 bits, low bits first. */
static uint32_t read_number(stream_reader *in) {
    uint32_t value = 0;
    for (unsigned shift = 0; shift < 35; shift += 7) {
        uint8_t byte = read_byte(in);
        value |= (uint32_t)(byte & 127) << shift;
        if (byte < 128) return value;
    }
    in->failed = true;
    return value;
}

static void write_index(uint8_t *out, size_t stride, size_t i, uint32_t index) {
    for (size_t k = 0; k < stride; k++) out[i * stride + k] = (uint8_t)(index >> (8 * k));
}

static const char *unpack_indices(bp_gltf_span stream, size_t stride, size_t count, uint8_t *out) {
    enum { TAIL = 4 };
    if (stream.size < 1 || stream.data[0] != 0xd1) return "does not begin with the version of indices";
    if (stream.size < 1 + TAIL) return ENDS;
    stream_reader in = {stream.data + 1, stream.data + stream.size - TAIL, false};
    uint32_t last[2] = {0, 0};
    for (size_t i = 0; i < count && !in.failed; i++) {
        uint32_t v = read_number(&in);
        write_index(out, stride, i, last[v & 1] += v & 2 ? ~(v >> 2) : v >> 2);
    }
    return in.failed ? ENDS : in.at == in.end ? NULL : REST;
}

typedef struct triangle_reader {
    stream_reader in;
    uint32_t next, last;
    uint32_t edges[16][2], vertices[16];
    size_t edge_count, vertex_count; /* pushed so far */
    bool unset;                      /* an entry was read that nothing was pushed to */
} triangle_reader;

static void push_edge(triangle_reader *r, uint32_t a, uint32_t b) {
    uint32_t *edge = r->edges[r->edge_count++ % 16];
    edge[0] = a;
    edge[1] = b;
}

static void push_vertex(triangle_reader *r, uint32_t v) { r->vertices[r->vertex_count++ % 16] = v; }

/* Vertex `back` of the FIFO, 0 for the one pushed last. */
static uint32_t recent_vertex(triangle_reader *r, size_t back) {
    if (back >= r->vertex_count) r->unset = true;
    return r->vertices[(r->vertex_count - 1 - back) % 16];
}

static uint32_t explicit_index(triangle_reader *r) {
    uint32_t v = read_number(&r->in);
    return r->last += v & 1 ? ~(v >> 1) : v >> 1;
}

/* A vertex by four bits: the next new one, a recent one, or (15) one given explicitly. */
static uint32_t vertex_of(triangle_reader *r, unsigned code, bool *pushed) {
    *pushed = code == 0 || code == 15;
    return code == 0 ? r->next++ : code == 15 ? explicit_index(r) : recent_vertex(r, code - 1);
}

/* A triangle on a recent edge. */
static void read_on_edge(triangle_reader *r, unsigned edge_code, unsigned code, uint32_t out[3]) {
    if (edge_code >= r->edge_count) r->unset = true;
    const uint32_t *edge = r->edges[(r->edge_count - 1 - edge_code) % 16];
    uint32_t a = edge[0], b = edge[1], c;
    if (code == 0)
        c = r->next++;
    else if (code < 13)
        c = recent_vertex(r, code);
    else if (code < 15)
        c = r->last = code == 13 ? r->last - 1 : r->last + 1;
    else
        c = explicit_index(r);
    push_edge(r, c, b);
    push_edge(r, a, c);
    if (code == 0 || code >= 13) push_vertex(r, c);
    out[0] = a, out[1] = b, out[2] = c;
}

/* A triangle without a recent edge; `table`: the stream's last 16 bytes. */
static void read_free(triangle_reader *r, unsigned code, const uint8_t *table, uint32_t out[3]) {
    unsigned pair = code < 14 ? table[code] : read_byte(&r->in);
    bool push_b, push_c;
    if (code >= 14 && pair == 0) r->next = 0;
    uint32_t a = code == 15 ? explicit_index(r) : r->next++;
    uint32_t b = vertex_of(r, pair >> 4, &push_b), c = vertex_of(r, pair & 15, &push_c);
    push_edge(r, b, a);
    push_edge(r, c, b);
    push_edge(r, a, c);
    push_vertex(r, a);
    if (push_b) push_vertex(r, b);
    if (push_c) push_vertex(r, c);
    out[0] = a, out[1] = b, out[2] = c;
}

static const char *unpack_triangles(bp_gltf_span stream, size_t stride, size_t count, uint8_t *out) {
    enum { TABLE = 16 };
    size_t triangles = count / 3;
    if (stream.size < 1 || stream.data[0] != 0xe1) return "does not begin with the version of triangles";
    if (stream.size < 1 + TABLE || stream.size - 1 - TABLE < triangles) return ENDS;
    const uint8_t *codes = stream.data + 1, *table = stream.data + stream.size - TABLE;
    for (int i = 0; i < TABLE; i++)
        if ((i >= 14 && table[i] != 0) || table[i] >> 4 == 15 || table[i] % 16 == 15)
            return "ends in a wrong table";
    triangle_reader r = {.in = {codes + triangles, table, false}};
    for (size_t i = 0; i < triangles; i++) {
        uint32_t corners[3];
        unsigned code = codes[i];
        if (code < 0xf0)
            read_on_edge(&r, code >> 4, code & 15, corners);
        else
            read_free(&r, code & 15, table, corners);
        for (size_t k = 0; k < 3; k++) write_index(out, stride, 3 * i + k, corners[k]);
        if (r.unset) return "refers to an edge or a vertex before the first";
        if (r.in.failed) return ENDS;
    }
    return r.in.at == r.in.end ? NULL : REST;
}

const char *bp_meshopt_unpack(bp_meshopt_mode mode, bp_gltf_span stream, size_t stride, size_t count,
                              uint8_t *out) {
    return mode == BP_MESHOPT_ATTRIBUTES  ? unpack_attributes(stream, stride, count, out)
           : mode == BP_MESHOPT_TRIANGLES ? unpack_triangles(stream, stride, count, out)
                                          : unpack_indices(stream, stride, count, out);
}
