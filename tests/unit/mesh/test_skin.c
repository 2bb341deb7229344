/* Skinning: against Babylon.js's recorded vertices, against a naive implementation in double that
 * stands here, against its plain twin; the same bits for every instruction set and number of threads. */
#include "oracle/data/doc_skinned.h"
#include "support/allocator.h"
#include <bindpose/mesh.h>
#include <math.h>

#define MOST 3000
#define JOINTS 24

typedef struct fixture {
    bp_vec3 positions[MOST], normals[MOST];
    bp_vec4 tangents[MOST];
    uint16_t joints[MOST * 8];
    float weights[MOST * 8];
    bp_mat4 palette[JOINTS];
} fixture;

typedef struct result {
    bp_vec3 positions[MOST], normals[MOST];
    bp_vec4 tangents[MOST];
} result;

static bp_vec3 random_vec3(uint64_t *seed, float size) {
    float x = test_random_float(seed, -size, size), y = test_random_float(seed, -size, size);
    return bp_vec3_make(x, y, test_random_float(seed, -size, size));
}

static bp_mat4 random_matrix(uint64_t *seed, bool rigid) {
    bp_vec3 euler = random_vec3(seed, 3.0f);
    bp_trs trs = {random_vec3(seed, 2.0f), bp_quat_from_euler(euler), {1, 1, 1}};
    if (!rigid)
        trs.scale = bp_vec3_make(test_random_float(seed, 0.5f, 2), test_random_float(seed, 0.5f, 2),
                                 test_random_float(seed, 0.5f, 2));
    return bp_mat4_from_trs(trs);
}

static fixture *make_fixture(uint64_t seed, int influences, bool rigid) {
    fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    for (size_t i = 0; i < MOST; i++) {
        f->positions[i] = random_vec3(&seed, 2.0f);
        f->normals[i] = bp_vec3_normalize(random_vec3(&seed, 1.0f));
        bp_vec3 t = bp_vec3_normalize(random_vec3(&seed, 1.0f));
        f->tangents[i] = bp_vec4_make(t.x, t.y, t.z, i % 2 ? 1.0f : -1.0f);
        float sum = 0.0f, *weights = f->weights + i * (size_t)influences;
        for (int k = 0; k < influences; k++) {
            f->joints[i * (size_t)influences + (size_t)k] = (uint16_t)(test_random(&seed) % JOINTS);
            sum += weights[k] = test_random_float(&seed, 0.01f, 1.0f);
        }
        for (int k = 0; k < influences; k++) weights[k] /= sum;
    }
    for (size_t i = 0; i < JOINTS; i++) f->palette[i] = random_matrix(&seed, rigid);
    return f;
}

static bp_skin_job job_of(const fixture *f, result *r, size_t count, int influences) {
    return (bp_skin_job){
        .source = {count, influences, f->joints, f->weights, f->positions, f->normals, f->tangents},
        .palette = f->palette,
        .palette_count = JOINTS,
        .target = {r->positions, r->normals, r->tangents},
    };
}

/* ---- a naive implementation in double, from the definitions -------------------------------------*/

static void blend_naive(const fixture *f, size_t vertex, int influences, double m[4][3]) {
    memset(m, 0, 12 * sizeof(double));
    for (size_t k = 0; k < (size_t)influences; k++) {
        const float *p = f->palette[f->joints[vertex * (size_t)influences + k]].m;
        double w = (double)f->weights[vertex * (size_t)influences + k];
        for (int row = 0; row < 4; row++)
            for (int column = 0; column < 3; column++) m[row][column] += w * (double)p[4 * row + column];
    }
}

static void through_naive(double m[4][3], const double v[3], double w, double out[3]) {
    for (int c = 0; c < 3; c++) out[c] = v[0] * m[0][c] + v[1] * m[1][c] + v[2] * m[2][c] + w * m[3][c];
}

static void unit_naive(double v[3]) {
    double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int c = 0; c < 3; c++) v[c] /= length;
}

/* n * transpose(inverse(M)) by Cramer's rule, sign and all. */
static void inverse_transpose_naive(double m[4][3], const double n[3], double out[3]) {
    double c[3][3];
    for (int i = 0; i < 3; i++) {
        int a = (i + 1) % 3, b = (i + 2) % 3;
        c[i][0] = m[a][1] * m[b][2] - m[a][2] * m[b][1];
        c[i][1] = m[a][2] * m[b][0] - m[a][0] * m[b][2];
        c[i][2] = m[a][0] * m[b][1] - m[a][1] * m[b][0];
    }
    double det = m[0][0] * c[0][0] + m[0][1] * c[0][1] + m[0][2] * c[0][2];
    for (int k = 0; k < 3; k++) out[k] = (n[0] * c[0][k] + n[1] * c[1][k] + n[2] * c[2][k]) / det;
}

static double worst_off(bp_vec3 got, const double wanted[3], double worst) {
    double off[3] = {fabs((double)got.x - wanted[0]), fabs((double)got.y - wanted[1]),
                     fabs((double)got.z - wanted[2])};
    for (int c = 0; c < 3; c++) worst = off[c] > worst || off[c] != off[c] ? off[c] : worst;
    return worst;
}

static void compare_with_naive(const fixture *f, const result *r, size_t count, int influences,
                               bool inverse) {
    double worst_position = 0, worst_normal = 0, worst_tangent = 0, m[4][3], out[3];
    for (size_t i = 0; i < count; i++) {
        blend_naive(f, i, influences, m);
        const double p[3] = {(double)f->positions[i].x, (double)f->positions[i].y, (double)f->positions[i].z};
        through_naive(m, p, 1, out);
        worst_position = worst_off(r->positions[i], out, worst_position);
        const double n[3] = {(double)f->normals[i].x, (double)f->normals[i].y, (double)f->normals[i].z};
        if (inverse)
            inverse_transpose_naive(m, n, out);
        else
            through_naive(m, n, 0, out);
        /* Nearly cancelled ones have no direction worth comparing. */
        double length = sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
        unit_naive(out);
        if (length > 0.05 && length < 20) worst_normal = worst_off(r->normals[i], out, worst_normal);
        const double t[3] = {(double)f->tangents[i].x, (double)f->tangents[i].y, (double)f->tangents[i].z};
        through_naive(m, t, 0, out);
        length = sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
        unit_naive(out);
        bp_vec3 tangent = {r->tangents[i].x, r->tangents[i].y, r->tangents[i].z};
        if (length > 0.05) worst_tangent = worst_off(tangent, out, worst_tangent);
        expect_float(r->tangents[i].w, f->tangents[i].w, 0);
    }
    /* Magnitudes here are at most about 2 + 2 * 3 * 2: the stated 4e-6 of that. */
    if (worst_position > 4e-6 * 14 || worst_normal > 2e-5 || worst_tangent > 2e-5)
        fail_msg("%d influences: off by %g (position) %g (normal) %g (tangent)", influences, worst_position,
                 worst_normal, worst_tangent);
}

static void test_linear_against_double(void **state) {
    (void)state;
    result *r = calloc(1, sizeof *r);
    for (int influences = 1; influences <= 8; influences++) {
        for (int rigid = 0; rigid < 2; rigid++) {
            fixture *f = make_fixture(77 + (uint64_t)influences, influences, rigid);
            bp_error error = {0};
            bp_skin_job job = job_of(f, r, 1003, influences);
            /* AUTO chooses: direct for a rigid palette, the inverse transpose for the other. */
            if (!bp_skin_job_run(NULL, &job, &error)) expect_no_error(&error);
            compare_with_naive(f, r, 1003, influences, !rigid);
            if (!bp_skin_job_run_plain(&job, &error)) expect_no_error(&error);
            compare_with_naive(f, r, 1003, influences, !rigid);
            free(f);
        }
    }
    free(r);
}

static void test_forced_normal_rules(void **state) {
    (void)state;
    result *r = calloc(1, sizeof *r);
    fixture *f = make_fixture(5, 4, false);
    bp_skin_job job = job_of(f, r, 500, 4);
    job.normals = BP_SKIN_NORMALS_DIRECT;
    assert_true(bp_skin_job_run(NULL, &job, NULL));
    compare_with_naive(f, r, 500, 4, false);
    job.normals = BP_SKIN_NORMALS_INVERSE_TRANSPOSE;
    assert_true(bp_skin_job_run(NULL, &job, NULL));
    compare_with_naive(f, r, 500, 4, true);
    free(f);
    free(r);
}

/* ---- the recordings -----------------------------------------------------------------------------*/

static void test_recorded_vertices(void **state) {
    (void)state;
    enum { COUNT = BP_COUNT(doc_positions) };
    for (size_t c = 0; c < BP_COUNT(doc_cases); c++) {
        bp_vec3 positions[COUNT], got[COUNT];
        memcpy(positions, doc_positions, sizeof positions);
        bp_skin_job job = {.source = {COUNT, 4, doc_joints, doc_weights, positions, NULL, NULL},
                           .palette = doc_cases[c].skin,
                           .palette_count = 3,
                           .target = {.positions = got}};
        bp_error error = {0};
        print_message("%s\n", doc_cases[c].name);
        if (!bp_skin_job_run(NULL, &job, &error)) expect_no_error(&error);
        expect_floats(&got[0].x, &doc_cases[c].skinned[0][0], (size_t)3 * COUNT, 1e-6);
        assert_true(bp_skin_job_run_plain(&job, &error));
        expect_floats(&got[0].x, &doc_cases[c].skinned[0][0], (size_t)3 * COUNT, 1e-6);
        /* One bone a vertex: dual quaternions must give the same, scaled cases included. */
        job.method = BP_SKIN_DUAL_QUATERNION;
        assert_true(bp_skin_job_run(NULL, &job, &error));
        expect_floats(&got[0].x, &doc_cases[c].skinned[0][0], (size_t)3 * COUNT, 2e-6);
    }
}

/* ---- the same bits ------------------------------------------------------------------------------*/

static void run_with(bp_isa isa, int threads, const bp_skin_job *job) {
    bp_error error = {0};
    bp_context *context = bp_context_create(&(bp_context_options){.threads = threads, .isa = isa}, &error);
    expect_no_error(&error);
    if (!bp_skin_job_run(context, job, &error)) expect_no_error(&error);
    bp_context_destroy(context);
}

static void test_same_bits(void **state) {
    (void)state;
    static const size_t counts[] = {1, 3, 4, 7, 8, 15, 16, 17, 127, 128, 131, 2047, 2049, MOST};
    result *wanted = calloc(1, sizeof *wanted), *got = calloc(1, sizeof *got);
    for (int variant = 0; variant < 32; variant++) {
        int influences = variant % 2 ? 3 : 4;
        fixture *f = make_fixture(9, influences, variant & 2);
        for (size_t c = 0; c < BP_COUNT(counts); c++) {
            memset(wanted, 0, sizeof *wanted);
            bp_skin_job job = job_of(f, wanted, counts[c], influences);
            job.method = variant & 4 ? BP_SKIN_DUAL_QUATERNION : BP_SKIN_LINEAR;
            job.any_length = variant & 8;
            if (variant & 16) job.target.tangents = NULL;
            run_with(BP_ISA_PORTABLE, 1, &job);
            for (int isa = BP_ISA_PORTABLE; isa < BP_ISA_COUNT; isa++) {
                if (!bp_isa_available((bp_isa)isa)) continue;
                memset(got, 0, sizeof *got);
                job.target =
                    (bp_skin_target){got->positions, got->normals, variant & 16 ? NULL : got->tangents};
                run_with((bp_isa)isa, 1 + isa, &job);
                expect_bytes(got, wanted, sizeof *got);
            }
        }
        free(f);
    }
    free(wanted);
    free(got);
}

static void test_in_place(void **state) {
    (void)state;
    for (int tangents = 0; tangents < 2; tangents++) {
        fixture *f = make_fixture(12, 4, true);
        result *r = calloc(1, sizeof *r);
        bp_skin_job job = job_of(f, r, 1001, 4);
        if (!tangents) job.target.tangents = NULL;
        assert_true(bp_skin_job_run(NULL, &job, NULL));
        job.target = (bp_skin_target){f->positions, f->normals, tangents ? f->tangents : NULL};
        assert_true(bp_skin_job_run(NULL, &job, NULL));
        expect_bytes(f->positions, r->positions, 1001 * sizeof(bp_vec3));
        expect_bytes(f->normals, r->normals, 1001 * sizeof(bp_vec3));
        if (tangents) expect_bytes(f->tangents, r->tangents, 1001 * sizeof(bp_vec4));
        free(f);
        free(r);
    }
}

static void *copy_of(const void *from, size_t bytes) {
    void *copy = malloc(bytes);
    assert_non_null(copy);
    return memcpy(copy, from, bytes);
}

/* Arrays that end where the vertices do: valgrind and the sanitizers see what is read or written behind. */
static void test_exact_arrays(void **state) {
    (void)state;
    fixture *f = make_fixture(17, 4, true);
    result *wanted = calloc(1, sizeof *wanted);
    for (size_t count = 1; count < 50; count++) {
        bp_skin_job job = job_of(f, wanted, count, 4);
        job.target.tangents = NULL;
        assert_true(bp_skin_job_run(NULL, &job, NULL));
        bp_vec3 *positions = copy_of(f->positions, count * sizeof *positions);
        bp_vec3 *normals = copy_of(f->normals, count * sizeof *normals);
        uint16_t *joints = copy_of(f->joints, 4 * count * sizeof *joints);
        float *weights = copy_of(f->weights, 4 * count * sizeof *weights);
        job.source = (bp_skin_source){count, 4, joints, weights, positions, normals, NULL};
        job.target = (bp_skin_target){positions, normals, NULL};
        assert_true(bp_skin_job_run(NULL, &job, NULL));
        expect_bytes(positions, wanted->positions, count * sizeof *positions);
        expect_bytes(normals, wanted->normals, count * sizeof *normals);
        free(positions);
        free(normals);
        free(joints);
        free(weights);
    }
    free(f);
    free(wanted);
}

static void test_unwanted_outputs(void **state) {
    (void)state;
    fixture *f = make_fixture(3, 4, true);
    result *all = calloc(1, sizeof *all), *some = calloc(1, sizeof *some);
    bp_skin_job job = job_of(f, all, 37, 4);
    assert_true(bp_skin_job_run(NULL, &job, NULL));
    for (int method = 0; method < 2; method++) {
        memset(some, 0x55, sizeof *some);
        job.method = (bp_skin_method)method;
        job.target = (bp_skin_target){.normals = all->normals};
        assert_true(bp_skin_job_run(NULL, &job, NULL));
        job.target = (bp_skin_target){.normals = some->normals};
        assert_true(bp_skin_job_run(NULL, &job, NULL));
        expect_bytes(some->normals, all->normals, 37 * sizeof(bp_vec3));
        assert_int_equal(((unsigned char *)some->positions)[0], 0x55);
        assert_int_equal(((unsigned char *)&some->normals[37])[0], 0x55);
    }
    free(f);
    free(all);
    free(some);
}

/* ---- properties ---------------------------------------------------------------------------------*/

static void test_identity_palette(void **state) {
    (void)state;
    fixture *f = make_fixture(8, 4, true);
    result *r = calloc(1, sizeof *r);
    for (size_t i = 0; i < JOINTS; i++) f->palette[i] = bp_mat4_identity();
    for (int method = 0; method < 2; method++) {
        bp_skin_job job = job_of(f, r, 999, 4);
        job.method = (bp_skin_method)method;
        assert_true(bp_skin_job_run(NULL, &job, NULL));
        expect_floats(&r->positions[0].x, &f->positions[0].x, 3 * 999, 1e-6);
        expect_floats(&r->normals[0].x, &f->normals[0].x, 3 * 999, 1e-6);
    }
    free(f);
    free(r);
}

/* Dual quaternions move a vertex rigidly whatever the weights: two vertices that share them keep their
 * distance. Linear blending doesn't keep it, which shows that the test can fail. */
static void test_dual_quaternions_keep_lengths(void **state) {
    (void)state;
    fixture *f = make_fixture(31, 4, true);
    result *r = calloc(1, sizeof *r);
    for (size_t i = 0; i < 1000; i += 2) {
        memcpy(f->joints + 4 * (i + 1), f->joints + 4 * i, 4 * sizeof(uint16_t));
        memcpy(f->weights + 4 * (i + 1), f->weights + 4 * i, 4 * sizeof(float));
    }
    double worst[2] = {0, 0};
    for (int method = 0; method < 2; method++) {
        bp_skin_job job = job_of(f, r, 1000, 4);
        job.method = (bp_skin_method)method;
        assert_true(bp_skin_job_run(NULL, &job, NULL));
        for (size_t i = 0; i < 1000; i += 2) {
            double before = (double)bp_vec3_distance(f->positions[i], f->positions[i + 1]);
            double after = (double)bp_vec3_distance(r->positions[i], r->positions[i + 1]);
            if (fabs(after - before) > worst[method]) worst[method] = fabs(after - before);
        }
    }
    assert_true(worst[BP_SKIN_LINEAR] > 0.5);
    if (worst[BP_SKIN_DUAL_QUATERNION] > 1e-5)
        fail_msg("a length changed by %g", worst[BP_SKIN_DUAL_QUATERNION]);
    free(f);
    free(r);
}

/* Half of a turn by a right angle is a turn by 45 degrees: (1, 0, 0) -> (cos 45, sin 45, 0). Linear blending
 * goes along the chord: (0.5, 0.5, 0). The second quaternion stands for its antipode: a turn by 90 + 360
 * degrees has the opposite sign, and would send the vertex the long way round. */
static void test_antipodal_quaternions(void **state) {
    (void)state;
    const bp_vec3 from = {1, 0, 0};
    const uint16_t joints[2] = {0, 1};
    const float weights[2] = {0.5f, 0.5f};
    bp_vec3 to;
    for (int turn = -1; turn <= 1; turn++) {
        bp_mat4 palette[2] = {bp_mat4_rotation_z(bp_radians(140.0f)),
                              bp_mat4_rotation_z(bp_radians(230.0f + 360.0f * (float)turn))};
        bp_skin_job job = {.source = {1, 2, joints, weights, &from, NULL, NULL},
                           .palette = palette,
                           .palette_count = 2,
                           .method = BP_SKIN_DUAL_QUATERNION,
                           .target = {.positions = &to}};
        assert_true(bp_skin_job_run(NULL, &job, NULL));
        /* Half way from 140 to 230 degrees is 185. */
        expect_float(to.x, -0.996194698, 1e-6);
        expect_float(to.y, -0.0871557427, 1e-6);
        assert_true(bp_skin_job_run_plain(&job, NULL));
        expect_float(to.x, -0.996194698, 1e-6);
        job.method = BP_SKIN_LINEAR;
        assert_true(bp_skin_job_run(NULL, &job, NULL));
        /* cos 45 times that. */
        expect_float(to.x, -0.704416026, 1e-6);
    }
}

/* The rotation's part and the shift: turned 90 degrees about Z, then moved by (0, 0, 4), blended half with
 * the identity. The screw half way: turned 45, moved by (0, 0, 2). */
static void test_dual_quaternion_screw(void **state) {
    (void)state;
    const bp_vec3 from = {1, 0, 0}, normal = {0, 1, 0};
    const uint16_t joints[2] = {0, 1};
    const float weights[2] = {0.5f, 0.5f};
    bp_vec3 to, to_normal;
    bp_mat4 palette[2] = {bp_mat4_identity(), bp_mat4_mul(bp_mat4_rotation_z(0.5f * BP_PI),
                                                          bp_mat4_translation(bp_vec3_make(0, 0, 4)))};
    bp_skin_job job = {.source = {1, 2, joints, weights, &from, &normal, NULL},
                       .palette = palette,
                       .palette_count = 2,
                       .method = BP_SKIN_DUAL_QUATERNION,
                       .target = {.positions = &to, .normals = &to_normal}};
    assert_true(bp_skin_job_run(NULL, &job, NULL));
    const float wanted[3] = {0.707106781f, 0.707106781f, 2.0f},
                wanted_normal[3] = {-0.707106781f, 0.707106781f, 0};
    expect_floats(&to.x, wanted, 3, 1e-6);
    expect_floats(&to_normal.x, wanted_normal, 3, 1e-6);
}

/* 1e-4, since four random rotations may nearly cancel, and rounding then is larger beside what is left. */
static void test_dual_against_plain(void **state) {
    (void)state;
    result *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
    for (int rigid = 0; rigid < 2; rigid++) {
        fixture *f = make_fixture(21, 4, rigid);
        bp_skin_job job = job_of(f, a, 1500, 4);
        job.method = BP_SKIN_DUAL_QUATERNION;
        assert_true(bp_skin_job_run(NULL, &job, NULL));
        job.target = (bp_skin_target){b->positions, b->normals, b->tangents};
        assert_true(bp_skin_job_run_plain(&job, NULL));
        expect_floats(&a->positions[0].x, &b->positions[0].x, 3 * 1500, 1e-4);
        expect_floats(&a->normals[0].x, &b->normals[0].x, 3 * 1500, 1e-4);
        expect_floats(&a->tangents[0].x, &b->tangents[0].x, 4 * 1500, 1e-4);
        free(f);
    }
    free(a);
    free(b);
}

/* Under a scale of (2, 1, 1) the plane x + y = 0, with normal (1, 1, 0) / sqrt 2, becomes x / 2 + y = 0:
 * normal (1, 2, 0) / sqrt 5. The direct way would give (2, 1, 0). Mirrored in x: (-1, 2, 0). */
static void test_normals_under_scale(void **state) {
    (void)state;
    const bp_vec3 from = {0, 0, 0}, normal = {0.707106781f, 0.707106781f, 0};
    const uint16_t joint = 0;
    const float weight = 1;
    bp_vec3 to;
    for (int method = 0; method < 2; method++) {
        for (int mirrored = 0; mirrored < 2; mirrored++) {
            float sign = mirrored ? -1.0f : 1.0f;
            bp_mat4 palette = bp_mat4_scaling(bp_vec3_make(2.0f * sign, 1, 1));
            bp_skin_job job = {.source = {1, 1, &joint, &weight, &from, &normal, NULL},
                               .palette = &palette,
                               .palette_count = 1,
                               .method = (bp_skin_method)method,
                               .target = {.normals = &to}};
            const float wanted[3] = {0.447213595f * sign, 0.894427191f, 0};
            assert_true(bp_skin_job_run(NULL, &job, NULL));
            expect_floats(&to.x, wanted, 3, 1e-6);
            assert_true(bp_skin_job_run_plain(&job, NULL));
            expect_floats(&to.x, wanted, 3, 1e-6);
        }
    }
}

/* A flattening scale (no inverse) and one of a millionth: finite normals all the same. */
static void test_normals_of_extreme_scales(void **state) {
    (void)state;
    const bp_vec3 from = {0, 0, 0}, normal = {0.6f, 0.8f, 0};
    const uint16_t joint = 0;
    const float weight = 1;
    bp_vec3 to;
    bp_mat4 palette = bp_mat4_scaling(bp_vec3_make(1, 0, 1));
    bp_skin_job job = {.source = {1, 1, &joint, &weight, &from, &normal, NULL},
                       .palette = &palette,
                       .palette_count = 1,
                       .target = {.normals = &to}};
    assert_true(bp_skin_job_run(NULL, &job, NULL));
    const float up[3] = {0, 1, 0};
    expect_floats(&to.x, up, 3, 1e-6);
    palette = bp_mat4_scaling(bp_vec3_make(1e-9f, 2e-9f, 1e-9f));
    assert_true(bp_skin_job_run(NULL, &job, NULL));
    /* (0.6 / 1, 0.8 / 2) made unit length. */
    const float tiny[3] = {0.832050294f, 0.554700196f, 0};
    expect_floats(&to.x, tiny, 3, 1e-6);
}

static void test_any_length(void **state) {
    (void)state;
    const bp_vec3 from = {0, 0, 0}, normal = {1, 0, 0};
    const bp_vec4 tangent = {0, 1, 0, -1};
    const uint16_t joints[2] = {0, 1};
    const float weights[2] = {0.5f, 0.5f};
    bp_mat4 palette[2] = {bp_mat4_identity(), bp_mat4_rotation_z(0.5f * BP_PI)};
    bp_vec3 to;
    bp_vec4 to_tangent;
    bp_skin_job job = {.source = {1, 2, joints, weights, &from, &normal, &tangent},
                       .palette = palette,
                       .palette_count = 2,
                       .any_length = true,
                       .target = {.normals = &to, .tangents = &to_tangent}};
    const float wanted[3] = {0.5f, 0.5f, 0}, wanted_tangent[4] = {-0.5f, 0.5f, 0, -1};
    assert_true(bp_skin_job_run(NULL, &job, NULL));
    expect_floats(&to.x, wanted, 3, 1e-6);
    expect_floats(&to_tangent.x, wanted_tangent, 4, 1e-6);
    assert_true(bp_skin_job_run_plain(&job, NULL));
    expect_floats(&to.x, wanted, 3, 1e-6);
    job.any_length = false;
    assert_true(bp_skin_job_run(NULL, &job, NULL));
    expect_float(bp_vec3_length(to), 1, 1e-6);
}

/* ---- wrong jobs ---------------------------------------------------------------------------------*/

static void expect_refused(bp_skin_job job, const char *part) {
    bp_error errors[3] = {{0}, {0}, {0}};
    assert_false(bp_skin_job_check(&job, &errors[0]));
    assert_false(bp_skin_job_run(NULL, &job, &errors[1]));
    assert_false(bp_skin_job_run_plain(&job, &errors[2]));
    for (int i = 0; i < 3; i++) expect_error(&errors[i], BP_ERROR_ARGUMENT, part);
}

static void test_wrong_jobs(void **state) {
    (void)state;
    fixture *f = make_fixture(4, 4, true);
    result *r = calloc(1, sizeof *r);
    const bp_skin_job good = job_of(f, r, MOST, 4);
    bp_error error = {0};
    assert_true(bp_skin_job_check(&good, &error));
    bp_skin_job job = good;
    job.source.influences = 0, expect_refused(job, "source.influences");
    job.source.influences = 9, expect_refused(job, "source.influences");
    job = good, job.source.joints = NULL, expect_refused(job, "source.joints");
    job = good, job.source.weights = NULL, expect_refused(job, "source.weights");
    job = good, job.source.positions = NULL, expect_refused(job, "source.positions");
    job = good, job.source.normals = NULL, expect_refused(job, "source.normals");
    job = good, job.source.tangents = NULL, expect_refused(job, "source.tangents");
    job = good, job.palette = NULL, expect_refused(job, "palette");
    job = good, job.palette_count = 0, expect_refused(job, "palette_count");
    job = good, job.method = (bp_skin_method)7, expect_refused(job, "method");
    job = good, job.normals = (bp_skin_normals)7, expect_refused(job, "normals");
    job = good, job.source.vertex_count = SIZE_MAX / 2, expect_refused(job, "source.vertex_count");
    assert_false(bp_skin_job_check(NULL, &error));
    /* The first bad vertex is named, with the chunks after it bad as well. */
    f->joints[4 * 2900 + 2] = 60000;
    f->joints[4 * 2060 + 3] = JOINTS;
    expect_refused(good, "vertex 2060, influence 3: joint 24 is not in the palette, which has 24");
    job = good, job.palette_count = 40000;
    job.source.vertex_count = 2000;
    f->joints[4 * 2060 + 3] = 0;
    expect_refused(good, "vertex 2900, influence 2: joint 60000");
    free(f);
    free(r);
}

/* A joint just beyond the palette, or far, is found wherever it stands, by every kernel. */
static void expect_found(bp_context *context, fixture *f, bp_skin_job job, size_t place) {
    const size_t influences = (size_t)job.source.influences;
    const uint16_t kept = f->joints[place], wrong = place % 2 ? JOINTS : 65535 - JOINTS;
    char part[80];
    snprintf(part, sizeof part, "vertex %zu, influence %zu: joint %u is not", place / influences,
             place % influences, (unsigned)wrong);
    f->joints[place] = wrong;
    job.any_length = place % 4 < 2;
    if (place % 5 < 3) job.target.tangents = NULL;
    job.method = place % 3 ? BP_SKIN_LINEAR : BP_SKIN_DUAL_QUATERNION;
    bp_error error = {0};
    assert_false(bp_skin_job_run(context, &job, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, part);
    f->joints[place] = kept;
}

static void test_joints_of_all_places(void **state) {
    (void)state;
    result *r = calloc(1, sizeof *r);
    for (int isa = BP_ISA_PORTABLE; isa < BP_ISA_COUNT; isa++) {
        if (!bp_isa_available((bp_isa)isa)) continue;
        bp_error error = {0};
        bp_context *context =
            bp_context_create(&(bp_context_options){.threads = 1, .isa = (bp_isa)isa}, &error);
        assert_non_null(context);
        for (int influences = 1; influences <= BP_MESH_MAX_INFLUENCES; influences++) {
            fixture *f = make_fixture(5, influences, true);
            bp_skin_job job = job_of(f, r, 37, influences);
            for (size_t place = 0; place < 37 * (size_t)influences; place++)
                expect_found(context, f, job, place);
            assert_true(bp_skin_job_run(context, &job, &error));
            free(f);
        }
        bp_context_destroy(context);
    }
    free(r);
}

/* So many vertices that they are handed out in larger chunks: each as if it were alone with a few. */
static void test_many_vertices(void **state) {
    (void)state;
    enum { COUNT = 300001, PART = 3000 };
    fixture *f = make_fixture(23, 1, true);
    result *r = calloc(1, sizeof *r);
    bp_vec3 *from = malloc(COUNT * sizeof *from), *to = malloc(COUNT * sizeof *to);
    uint16_t *joints = malloc(COUNT * sizeof *joints);
    float *weights = malloc(COUNT * sizeof *weights);
    for (size_t i = 0; i < COUNT; i++) {
        from[i] = f->positions[i % MOST];
        joints[i] = (uint16_t)(i / 7 % JOINTS);
        weights[i] = 1.0f + (float)(i % 5);
    }
    bp_skin_job all = {.source = {COUNT, 1, joints, weights, from, NULL, NULL},
                       .palette = f->palette,
                       .palette_count = JOINTS,
                       .target = {to, NULL, NULL}};
    run_with(BP_ISA_AUTO, 2, &all);
    for (size_t first = 0; first < COUNT; first += PART) {
        size_t count = first + PART < COUNT ? PART : COUNT - first;
        bp_skin_job some = all;
        some.source = (bp_skin_source){count, 1, joints + first, weights + first, from + first, NULL, NULL};
        some.target = (bp_skin_target){r->positions, NULL, NULL};
        run_with(BP_ISA_AUTO, 1, &some);
        expect_bytes(to + first, r->positions, count * sizeof *to);
    }
    bp_error error = {0};
    joints[COUNT - 2] = JOINTS;
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
    assert_true(bp_skin_job_run_plain(&(bp_skin_job){0}, NULL));
    assert_true(bp_skin_job_check(&(bp_skin_job){0}, NULL));
}

/* More matrices than joints can name. */
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

static void test_strange_numbers(void **state) {
    (void)state;
    fixture *f = make_fixture(6, 4, false);
    result *r = calloc(1, sizeof *r);
    f->weights[3] = NAN;
    f->weights[9] = INFINITY;
    f->positions[5].x = INFINITY;
    f->normals[7] = bp_vec3_make(0, 0, 0);
    f->palette[3].m[5] = NAN;
    f->palette[4] = bp_mat4_scaling(bp_vec3_make(1e30f, 1e30f, 1e30f));
    memset(f->weights + 4 * 50, 0, 4 * sizeof(float));
    for (int method = 0; method < 2; method++) {
        bp_skin_job job = job_of(f, r, 100, 4);
        job.method = (bp_skin_method)method;
        assert_true(bp_skin_job_run(NULL, &job, NULL));
        assert_true(bp_skin_job_run_plain(&job, NULL));
    }
    free(f);
    free(r);
}

static bool skin_attempt(const bp_allocator *allocator, void *user, bp_error *error) {
    bp_context *context =
        bp_context_create(&(bp_context_options){.allocator = *allocator, .threads = 1}, error);
    if (!context) return false;
    bool good = bp_skin_job_run(context, user, error);
    bp_context_destroy(context);
    return good;
}

static void test_no_memory(void **state) {
    (void)state;
    fixture *f = make_fixture(2, 4, true);
    result *r = calloc(1, sizeof *r);
    bp_skin_job job = job_of(f, r, 10, 4);
    assert_true(test_each_allocation_fails(skin_attempt, &job) > 0);
    free(f);
    free(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_linear_against_double),
        cmocka_unit_test(test_forced_normal_rules),
        cmocka_unit_test(test_recorded_vertices),
        cmocka_unit_test(test_same_bits),
        cmocka_unit_test(test_in_place),
        cmocka_unit_test(test_exact_arrays),
        cmocka_unit_test(test_unwanted_outputs),
        cmocka_unit_test(test_identity_palette),
        cmocka_unit_test(test_dual_quaternions_keep_lengths),
        cmocka_unit_test(test_antipodal_quaternions),
        cmocka_unit_test(test_dual_quaternion_screw),
        cmocka_unit_test(test_dual_against_plain),
        cmocka_unit_test(test_normals_under_scale),
        cmocka_unit_test(test_normals_of_extreme_scales),
        cmocka_unit_test(test_any_length),
        cmocka_unit_test(test_wrong_jobs),
        cmocka_unit_test(test_many_vertices),
        cmocka_unit_test(test_no_vertices),
        cmocka_unit_test(test_large_palette),
        cmocka_unit_test(test_joints_of_all_places),
        cmocka_unit_test(test_strange_numbers),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
