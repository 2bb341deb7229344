/* Skinning jobs: every instruction set and number of threads computes the same bits as the scalar
 * definition, for any arrays and number of vertices. Wrong jobs are refused with an error that says what is
 * wrong. */
#include "base/isa.h"
#include "mesh/skin/skin.h"
#include "support/allocator.h"
#include "support/skin_mesh.h"
#include "support/skin_scalar.h"
#include <math.h>

/* ---- the same bits ------------------------------------------------------------------------------*/

static void run_with(bp_isa isa, int threads, const bp_skin_job *job) {
    bp_error error = {0};
    bp_context *context = bp_context_create(&(bp_context_options){.threads = threads, .isa = isa}, &error);
    expect_no_error(&error);
    if (!bp_skin_job_run(context, job, &error)) expect_no_error(&error);
    bp_context_destroy(context);
}

/* Calls `check` for each instruction set, with variant 0 and 1. */
static void check_on_every_isa(void (*check)(bp_isa isa, int variant)) {
    for (int isa = BP_ISA_PORTABLE; isa < BP_ISA_COUNT; isa++)
        for (int variant = 0; bp_isa_available((bp_isa)isa) && variant < 2; variant++)
            check((bp_isa)isa, variant);
}

static void test_same_bits(void **state) {
    (void)state;
    static const size_t counts[] = {1, 3, 4, 7, 8, 15, 16, 17, 127, 128, 131, 2047, 2049, SKIN_VERTICES};
    skin_result *expected = calloc(1, sizeof *expected), *got = calloc(1, sizeof *got);
    for (int variant = 0; variant < 64; variant++) {
        int influences = variant % 2 ? 3 : 4;
        skin_mesh *f = skin_mesh_make(9, influences, variant & 2);
        for (size_t c = 0; c < BP_COUNT(counts); c++) {
            memset(expected, 0, sizeof *expected);
            bp_skin_job job = skin_job_of(f, expected, counts[c], influences);
            job.method = variant & 4 ? BP_SKIN_DUAL_QUATERNION : BP_SKIN_LINEAR;
            job.unnormalized = variant & 8;
            if (variant & 16) job.target.tangents = NULL;
            if (variant & 32) job.normals = BP_SKIN_NORMALS_INVERSE_TRANSPOSE;
            assert_true(bp_skin_job_run_scalar(&job, NULL));
            for (int isa = BP_ISA_PORTABLE; isa < BP_ISA_COUNT; isa++) {
                if (!bp_isa_available((bp_isa)isa)) continue;
                memset(got, 0, sizeof *got);
                job.target =
                    (bp_vertex_arrays){got->positions, got->normals, variant & 16 ? NULL : got->tangents};
                run_with((bp_isa)isa, 1 + isa, &job);
                expect_bytes(got, expected, sizeof *got);
            }
        }
        free(f);
    }
    free(expected);
    free(got);
}

static void expect_in_place(bp_isa isa, int tangents) {
    skin_mesh *f = skin_mesh_make(12, 4, true);
    skin_result *r = calloc(1, sizeof *r);
    bp_skin_job job = skin_job_of(f, r, 1001, 4);
    if (!tangents) job.target.tangents = NULL;
    run_with(isa, 1, &job);
    job.target = (bp_vertex_arrays){f->positions, f->normals, tangents ? f->tangents : NULL};
    run_with(isa, 1, &job);
    expect_bytes(f->positions, r->positions, 1001 * sizeof(bp_vec3));
    expect_bytes(f->normals, r->normals, 1001 * sizeof(bp_vec3));
    if (tangents) expect_bytes(f->tangents, r->tangents, 1001 * sizeof(bp_vec4));
    free(f);
    free(r);
}

static void test_in_place(void **state) {
    (void)state;
    check_on_every_isa(expect_in_place);
}

static void *copy_of(const void *from, size_t bytes) {
    void *copy = malloc(bytes);
    assert_non_null(copy);
    return memcpy(copy, from, bytes);
}

static void expect_exact(bp_isa isa, const skin_mesh *f, size_t count) {
    skin_result *expected = calloc(1, sizeof *expected);
    bp_skin_job job = skin_job_of(f, expected, count, 4);
    job.target.tangents = NULL;
    run_with(isa, 1, &job);
    bp_vec3 *positions = copy_of(f->positions, count * sizeof *positions);
    bp_vec3 *normals = copy_of(f->normals, count * sizeof *normals);
    uint16_t *joints = copy_of(f->joints, 4 * count * sizeof *joints);
    float *weights = copy_of(f->weights, 4 * count * sizeof *weights);
    job.source = (bp_skin_source){count, 4, joints, weights, positions, normals, NULL};
    job.target = (bp_vertex_arrays){positions, normals, NULL};
    run_with(isa, 1, &job);
    expect_bytes(positions, expected->positions, count * sizeof *positions);
    expect_bytes(normals, expected->normals, count * sizeof *normals);
    free(positions);
    free(normals);
    free(joints);
    free(weights);
    free(expected);
}

/* Arrays without a byte to spare: valgrind and the sanitizers notice reads and writes behind their ends. */
static void test_exact_arrays(void **state) {
    (void)state;
    skin_mesh *f = skin_mesh_make(17, 4, true);
    for (int isa = BP_ISA_PORTABLE; isa < BP_ISA_COUNT; isa++) {
        for (size_t count = 1; bp_isa_available((bp_isa)isa) && count < 50; count++)
            expect_exact((bp_isa)isa, f, count);
    }
    free(f);
}

static void expect_only_requested(bp_isa isa, int method) {
    enum { COUNT = 37 };
    skin_mesh *f = skin_mesh_make(3, 4, true);
    skin_result *all = calloc(1, sizeof *all), *some = calloc(1, sizeof *some);
    bp_skin_job job = skin_job_of(f, all, COUNT, 4);
    job.method = (bp_skin_method)method;
    run_with(isa, 1, &job);
    memset(some, 0x55, sizeof *some);
    skin_result *kept = copy_of(some, sizeof *some);
    job.target = (bp_vertex_arrays){.normals = some->normals};
    run_with(isa, 1, &job);
    memcpy(kept->normals, all->normals, COUNT * sizeof *kept->normals);
    expect_bytes(some, kept, sizeof *some);
    job.target = (bp_vertex_arrays){.tangents = some->tangents};
    run_with(isa, 1, &job);
    memcpy(kept->tangents, all->tangents, COUNT * sizeof *kept->tangents);
    expect_bytes(some, kept, sizeof *some);
    job.target = (bp_vertex_arrays){.positions = some->positions};
    run_with(isa, 1, &job);
    memcpy(kept->positions, all->positions, COUNT * sizeof *kept->positions);
    expect_bytes(some, kept, sizeof *some);
    free(f);
    free(all);
    free(some);
    free(kept);
}

static void test_requested_outputs(void **state) {
    (void)state;
    check_on_every_isa(expect_only_requested);
}

/* ---- wrong jobs ---------------------------------------------------------------------------------*/

static void expect_refused(bp_skin_job job, const char *part) {
    bp_error errors[3] = {{0}, {0}, {0}};
    assert_false(bp_skin_job_check(&job, &errors[0]));
    assert_false(bp_skin_job_run(NULL, &job, &errors[1]));
    assert_false(bp_skin_job_run_scalar(&job, &errors[2]));
    for (int i = 0; i < 3; i++) expect_error(&errors[i], BP_ERROR_ARGUMENT, part);
}

static void test_wrong_jobs(void **state) {
    (void)state;
    skin_mesh *f = skin_mesh_make(4, 4, true);
    skin_result *r = calloc(1, sizeof *r);
    const bp_skin_job ok = skin_job_of(f, r, SKIN_VERTICES, 4);
    bp_error error = {0};
    assert_true(bp_skin_job_check(&ok, &error));
    bp_skin_job job = ok;
    job.source.influences = 0, expect_refused(job, "source.influences");
    job.source.influences = 9, expect_refused(job, "source.influences");
    job = ok, job.source.joints = NULL, expect_refused(job, "source.joints");
    job = ok, job.source.weights = NULL, expect_refused(job, "source.weights");
    job = ok, job.source.positions = NULL, expect_refused(job, "source.positions");
    job = ok, job.source.normals = NULL, expect_refused(job, "source.normals");
    job = ok, job.source.tangents = NULL, expect_refused(job, "source.tangents");
    job = ok, job.palette = NULL, expect_refused(job, "palette");
    job = ok, job.palette_count = 0, expect_refused(job, "palette_count");
    job = ok, job.method = (bp_skin_method)7, expect_refused(job, "method");
    job = ok, job.normals = (bp_skin_normals)7, expect_refused(job, "normals");
    job = ok, job.source.vertex_count = SIZE_MAX / 2, expect_refused(job, "source.vertex_count");
    assert_false(bp_skin_job_check(NULL, &error));
    /* The error names the first bad vertex, though later chunks have bad ones too. */
    f->joints[4 * 2900 + 2] = 60000;
    f->joints[4 * 2060 + 3] = SKIN_JOINTS;
    expect_refused(ok, "vertex 2060, influence 3: joint 24 is not in the palette, which has 24");
    job = ok, job.palette_count = 40000;
    job.source.vertex_count = 2000;
    f->joints[4 * 2060 + 3] = 0;
    expect_refused(ok, "vertex 2900, influence 2: joint 60000");
    free(f);
    free(r);
}

/* Every kernel finds a joint beyond the palette at any index, whether it is just beyond or far. */
static void expect_found(bp_context *context, skin_mesh *f, bp_skin_job job, size_t index) {
    const size_t influences = (size_t)job.source.influences;
    const uint16_t kept = f->joints[index], wrong = index % 2 ? SKIN_JOINTS : 65535 - SKIN_JOINTS;
    char part[80];
    snprintf(part, sizeof part, "vertex %zu, influence %zu: joint %u is not", index / influences,
             index % influences, (unsigned)wrong);
    f->joints[index] = wrong;
    job.unnormalized = index % 4 < 2;
    if (index % 5 < 3) job.target.tangents = NULL;
    job.method = index % 3 ? BP_SKIN_LINEAR : BP_SKIN_DUAL_QUATERNION;
    bp_error error = {0};
    assert_false(bp_skin_job_run(context, &job, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, part);
    f->joints[index] = kept;
}

static void test_bad_joints_at_every_index(void **state) {
    (void)state;
    skin_result *r = calloc(1, sizeof *r);
    for (int isa = BP_ISA_PORTABLE; isa < BP_ISA_COUNT; isa++) {
        if (!bp_isa_available((bp_isa)isa)) continue;
        bp_error error = {0};
        bp_context *context =
            bp_context_create(&(bp_context_options){.threads = 1, .isa = (bp_isa)isa}, &error);
        assert_non_null(context);
        for (int influences = 1; influences <= BP_MESH_MAX_INFLUENCES; influences++) {
            skin_mesh *f = skin_mesh_make(5, influences, true);
            bp_skin_job job = skin_job_of(f, r, 37, influences);
            for (size_t index = 0; index < 37 * (size_t)influences; index++)
                expect_found(context, f, job, index);
            assert_true(bp_skin_job_run(context, &job, &error));
            free(f);
        }
        bp_context_destroy(context);
    }
    free(r);
}

/* Many vertices are cut into larger chunks. Each vertex comes out as in a small job. */
static void test_many_vertices(void **state) {
    (void)state;
    enum { COUNT = 300001, PART = 3000 };
    skin_mesh *f = skin_mesh_make(23, 1, true);
    skin_result *r = calloc(1, sizeof *r);
    bp_vec3 *from = malloc(COUNT * sizeof *from), *to = malloc(COUNT * sizeof *to);
    uint16_t *joints = malloc(COUNT * sizeof *joints);
    float *weights = malloc(COUNT * sizeof *weights);
    for (size_t i = 0; i < COUNT; i++) {
        from[i] = f->positions[i % SKIN_VERTICES];
        joints[i] = (uint16_t)(i / 7 % SKIN_JOINTS);
        weights[i] = 1.0f + (float)(i % 5);
    }
    bp_skin_job all = {.source = {COUNT, 1, joints, weights, from, NULL, NULL},
                       .palette = f->palette,
                       .palette_count = SKIN_JOINTS,
                       .target = {to, NULL, NULL}};
    run_with(BP_ISA_AUTO, 2, &all);
    for (size_t first = 0; first < COUNT; first += PART) {
        size_t count = first + PART < COUNT ? PART : COUNT - first;
        bp_skin_job some = all;
        some.source = (bp_skin_source){count, 1, joints + first, weights + first, from + first, NULL, NULL};
        some.target = (bp_vertex_arrays){r->positions, NULL, NULL};
        run_with(BP_ISA_AUTO, 1, &some);
        expect_bytes(to + first, r->positions, count * sizeof *to);
    }
    bp_error error = {0};
    joints[COUNT - 2] = SKIN_JOINTS;
    assert_false(bp_skin_job_run(NULL, &all, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "vertex 299999, influence 0: joint 24 is not");
    free(from);
    free(to);
    free(joints);
    free(weights);
    free(f);
    free(r);
}

static void test_no_vertices(void **state) {
    (void)state;
    assert_true(bp_skin_job_run(NULL, &(bp_skin_job){0}, NULL));
    assert_true(bp_skin_job_run_scalar(&(bp_skin_job){0}, NULL));
    assert_true(bp_skin_job_check(&(bp_skin_job){0}, NULL));
}

/* More matrices than 16-bit joints can index. */
static void test_large_palette(void **state) {
    (void)state;
    size_t count = 70000;
    bp_mat4 *palette = calloc(count, sizeof *palette);
    for (size_t i = 0; i < count; i++) palette[i] = bp_mat4_translation(bp_vec3_make((float)i, 0, 0));
    const bp_vec3 from = {1, 0, 0};
    bp_vec3 to;
    const uint16_t joint = 65535;
    const float weight = 1;
    bp_skin_job job = {.source = {1, 1, &joint, &weight, &from, NULL, NULL},
                       .palette = palette,
                       .palette_count = count,
                       .target = {.positions = &to}};
    assert_true(bp_skin_job_run(NULL, &job, NULL));
    expect_float(to.x, 65536, 0);
    job.palette_count = 65535;
    expect_refused(job, "vertex 0, influence 0: joint 65535 is not in the palette, which has 65535");
    free(palette);
}

static void test_nan_and_infinity(void **state) {
    (void)state;
    skin_mesh *f = skin_mesh_make(6, 4, false);
    skin_result *r = calloc(1, sizeof *r);
    f->weights[3] = NAN;
    f->weights[9] = INFINITY;
    f->positions[5].x = INFINITY;
    f->normals[7] = bp_vec3_make(0, 0, 0);
    f->palette[3].m[5] = NAN;
    f->palette[4] = bp_mat4_scaling(bp_vec3_make(1e30f, 1e30f, 1e30f));
    memset(f->weights + 4 * 50, 0, 4 * sizeof(float));
    for (int method = 0; method < 2; method++) {
        bp_skin_job job = skin_job_of(f, r, 100, 4);
        job.method = (bp_skin_method)method;
        assert_true(bp_skin_job_run(NULL, &job, NULL));
        assert_true(bp_skin_job_run_scalar(&job, NULL));
    }
    free(f);
    free(r);
}

static bool try_skinning(const bp_allocator *allocator, void *user, bp_error *error) {
    bp_context *context =
        bp_context_create(&(bp_context_options){.allocator = *allocator, .threads = 1}, error);
    if (!context) return false;
    bool ok = bp_skin_job_run(context, user, error);
    bp_context_destroy(context);
    return ok;
}

static void test_no_memory(void **state) {
    (void)state;
    skin_mesh *f = skin_mesh_make(2, 4, true);
    skin_result *r = calloc(1, sizeof *r);
    bp_skin_job job = skin_job_of(f, r, 10, 4);
    assert_true(test_each_allocation_fails(try_skinning, &job) > 0);
    free(f);
    free(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_bits),
        cmocka_unit_test(test_in_place),
        cmocka_unit_test(test_exact_arrays),
        cmocka_unit_test(test_requested_outputs),
        cmocka_unit_test(test_wrong_jobs),
        cmocka_unit_test(test_many_vertices),
        cmocka_unit_test(test_no_vertices),
        cmocka_unit_test(test_large_palette),
        cmocka_unit_test(test_bad_joints_at_every_index),
        cmocka_unit_test(test_nan_and_infinity),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
