/* Skinning jobs of any size, with any joints, weights and matrices, right or wrong. Every instruction set
 * and number of threads computes the same bits as the scalar definition and writes nothing outside the
 * arrays. All refuse a joint beyond the palette with the same message. */
#include "base/isa.h"
#include "fuzz/input.h"
#include "mesh/skin/skin.h"
#include "support/skin_scalar.h"
#include <bindpose/mesh.h>
#include <math.h>

enum { MOST = 300, MANY = 2100, JOINTS = 20, SETS = 4 };

typedef struct arrays {
    bp_vec3 *positions, *normals;
    bp_vec4 *tangents;
} arrays;

/* Blocks of exactly the size: the sanitizer notices any access outside them. */
static arrays make_arrays(size_t count) {
    arrays a = {malloc(count * sizeof *a.positions + !count), malloc(count * sizeof *a.normals + !count),
                malloc(count * sizeof *a.tangents + !count)};
    if (!a.positions || !a.normals || !a.tangents) abort();
    memset(a.positions, 0x5a, count * sizeof *a.positions);
    memset(a.normals, 0x5a, count * sizeof *a.normals);
    memset(a.tangents, 0x5a, count * sizeof *a.tangents);
    return a;
}

static void free_arrays(arrays *a) {
    free(a->positions);
    free(a->normals);
    free(a->tangents);
}

static void copy_arrays(arrays *to, const arrays *from, size_t count) {
    memcpy(to->positions, from->positions, count * sizeof *to->positions);
    memcpy(to->normals, from->normals, count * sizeof *to->normals);
    memcpy(to->tangents, from->tangents, count * sizeof *to->tangents);
}

typedef struct scene {
    size_t count;
    int influences;
    bool arbitrary, in_place, some[3]; /* which outputs are computed */
    arrays source;
    uint16_t *joints;
    float *weights;
    bp_mat4 palette[JOINTS];
    bp_skin_job job; /* without target */
} scene;

static float number(fuzz_input *in, uint64_t *seed, float size, bool arbitrary) {
    if (arbitrary && fuzz_left(in) > 0 && test_random(seed) % 8 == 0) return fuzz_float(in);
    return test_random_float(seed, -size, size);
}

/* Most numbers come from a random generator with a seed of the input; in an arbitrary job every eighth is
 * from the input. */
static void fill(scene *s, fuzz_input *in) {
    uint64_t seed = fuzz_seed(in);
    bool normal = fuzz_flag(in), beyond = fuzz_byte(in) > 230;
    for (size_t i = 0; i < s->job.palette_count; i++) {
        bp_trs trs = {{number(in, &seed, 2, s->arbitrary), number(in, &seed, 2, s->arbitrary), 1},
                      bp_quat_from_euler((bp_vec3){test_random_float(&seed, -3, 3), 1, 0.3f}),
                      {1, 1, 1}};
        if (normal) trs.scale = (bp_vec3){test_random_float(&seed, -2, 2), 0.7f, 1.4f};
        s->palette[i] = bp_mat4_from_trs(trs);
        for (int k = 0; s->arbitrary && k < 16; k++) s->palette[i].m[k] += number(in, &seed, 0.5f, true);
    }
    for (size_t i = 0; i < s->count; i++) {
        s->source.positions[i] =
            (bp_vec3){number(in, &seed, 3, s->arbitrary), number(in, &seed, 3, s->arbitrary), 0.5f};
        s->source.normals[i] =
            (bp_vec3){number(in, &seed, 1, s->arbitrary), number(in, &seed, 1, s->arbitrary), 0.6f};
        s->source.tangents[i] = (bp_vec4){number(in, &seed, 1, s->arbitrary), 0.6f, 0.1f, i % 2 ? 1 : -1};
    }
    for (size_t i = 0; i < s->count * (size_t)s->influences; i++) {
        s->joints[i] = (uint16_t)(test_random(&seed) % s->job.palette_count);
        s->weights[i] = s->arbitrary ? number(in, &seed, 1, true)
                                     : test_random_float(&seed, 0.1f, 1) / (float)s->influences;
    }
    if (beyond && s->count > 0)
        s->joints[(size_t)fuzz_word(in) % (s->count * (size_t)s->influences)] = (uint16_t)fuzz_word(in);
}

static scene make_scene(fuzz_input *in) {
    scene s = {.count = (size_t)fuzz_below(in, MOST),
               .influences = 1 + fuzz_below(in, BP_MESH_MAX_INFLUENCES)};
    if (fuzz_byte(in) > 248) s.count += MANY; /* over the edge of a chunk */
    uint8_t choice = fuzz_byte(in);
    s.arbitrary = choice & 1, s.in_place = choice & 2;
    for (int i = 0; i < 3; i++) s.some[i] = !(choice & (4 << i));
    s.source = make_arrays(s.count);
    size_t pairs = s.count * (size_t)s.influences;
    s.joints = malloc(pairs * sizeof *s.joints + !pairs);
    s.weights = malloc(pairs * sizeof *s.weights + !pairs);
    if (!s.joints || !s.weights) abort();
    s.job.palette_count = 1 + (size_t)fuzz_below(in, JOINTS);
    s.job.method = (bp_skin_method)(choice >> 5 & 1);
    s.job.normals = (bp_skin_normals)fuzz_below(in, 3);
    s.job.unnormalized = choice >> 6 & 1;
    s.job.source = (bp_skin_source){
        s.count, s.influences, s.joints, s.weights, s.source.positions, s.source.normals, s.source.tangents};
    fill(&s, in);
    return s;
}

/* Runs the job with the context's instruction set, or the scalar definition. */
static bool run(const scene *s, bp_context *context, bool scalar, arrays *out, bp_error *error) {
    bp_skin_job job = s->job;
    job.palette = s->palette;
    if (s->in_place) {
        copy_arrays(out, &s->source, s->count);
        job.source.positions = out->positions, job.source.normals = out->normals;
        job.source.tangents = out->tangents;
    }
    job.target = (bp_vertex_arrays){s->some[0] ? out->positions : NULL, s->some[1] ? out->normals : NULL,
                                    s->some[2] ? out->tangents : NULL};
    return scalar ? bp_skin_job_run_scalar(&job, error) : bp_skin_job_run(context, &job, error);
}

/* Equal bits, except that all NaNs are equal. */
static void same_floats(const void *got, const void *expected, size_t bytes, const char *what,
                        const char *who) {
    const float *a = got, *b = expected;
    for (size_t i = 0; i < bytes / sizeof *a; i++)
        FUZZ_CHECK(memcmp(a + i, b + i, sizeof *a) == 0 || (a[i] != a[i] && b[i] != b[i]),
                   "%s: %s, float %zu: %.9g, scalar %.9g", who, what, i, (double)a[i], (double)b[i]);
}

static void same_bits(const scene *s, const arrays *a, const arrays *b, const char *who) {
    same_floats(a->positions, b->positions, s->count * sizeof *a->positions, "positions", who);
    same_floats(a->normals, b->normals, s->count * sizeof *a->normals, "normals", who);
    same_floats(a->tangents, b->tangents, s->count * sizeof *a->tangents, "tangents", who);
}

static void compare_isas(const scene *s, const arrays *expected, bool ok, const bp_error *refusal) {
    for (int isa = BP_ISA_PORTABLE; isa < BP_ISA_COUNT; isa++) {
        if (!bp_isa_available((bp_isa)isa)) continue;
        int threads = s->count > MANY ? 1 + 2 * (isa & 1) : 1;
        bp_error error = {0};
        bp_context *context =
            bp_context_create(&(bp_context_options){.threads = threads, .isa = (bp_isa)isa}, &error);
        FUZZ_CHECK(context, "%s", error.message);
        arrays got = make_arrays(s->count);
        bool also = run(s, context, false, &got, &error);
        FUZZ_CHECK(also == ok, "%s: %d, scalar %d", bp_isa_name((bp_isa)isa), also, ok);
        FUZZ_CHECK(strcmp(error.message, refusal->message) == 0, "%s / %s", error.message, refusal->message);
        if (ok) same_bits(s, &got, expected, bp_isa_name((bp_isa)isa));
        free_arrays(&got);
        bp_context_destroy(context);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_input in = {data, size, 0};
    scene s = make_scene(&in);
    arrays expected = make_arrays(s.count);
    bp_error refusal = {0};
    bool ok = run(&s, NULL, true, &expected, &refusal);
    bool fits = true;
    for (size_t i = 0; i < s.count * (size_t)s.influences; i++) fits &= s.joints[i] < s.job.palette_count;
    FUZZ_CHECK(ok == fits, "joints %s, but the job was %s", fits ? "fit" : "don't fit",
               ok ? "run" : "refused");
    if (!ok) FUZZ_CHECK_ERROR(&refusal);
    compare_isas(&s, &expected, ok, &refusal);
    free_arrays(&expected);
    free_arrays(&s.source);
    free(s.joints);
    free(s.weights);
    return 0;
}
