/* Skinned vertices, compared with recordings of Babylon.js and with a naive implementation in double, and the
 * properties of each method. test_skin_jobs.c compares the kernels with the scalar definition. */
#include "oracle/data/doc_skinned.h"
#include "support/skin_mesh.h"
#include <math.h>

/* ---- a naive implementation in double -----------------------------------------------------------*/

static void blend_naive(const skin_mesh *f, size_t vertex, int influences, double m[4][3]) {
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

/* n * transpose(inverse(M)) by Cramer's rule. */
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

static double worst_off(bp_vec3 got, const double expected[3], double worst) {
    double off[3] = {fabs((double)got.x - expected[0]), fabs((double)got.y - expected[1]),
                     fabs((double)got.z - expected[2])};
    for (int c = 0; c < 3; c++) worst = off[c] > worst || off[c] != off[c] ? off[c] : worst;
    return worst;
}

static void compare_with_naive(const skin_mesh *f, const skin_result *r, size_t count, int influences,
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
        /* If the sum nearly cancels out, its direction is mostly rounding error. */
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
    /* Magnitudes are at most about 2 + 2 * 3 * 2 = 14; mesh.h states 4e-6 of that. */
    if (worst_position > 4e-6 * 14 || worst_normal > 2e-5 || worst_tangent > 2e-5)
        fail_msg("%d influences: off by %g (position) %g (normal) %g (tangent)", influences, worst_position,
                 worst_normal, worst_tangent);
}

static void test_linear_against_double(void **state) {
    (void)state;
    skin_result *r = calloc(1, sizeof *r);
    for (int influences = 1; influences <= 8; influences++) {
        for (int rigid = 0; rigid < 2; rigid++) {
            skin_mesh *f = skin_mesh_make(77 + (uint64_t)influences, influences, rigid);
            bp_error error = {0};
            bp_skin_job job = skin_job_of(f, r, 1003, influences);
            /* AUTO chooses: direct for a rigid palette, the inverse transpose for the other. */
            if (!bp_skin_job_run(NULL, &job, &error)) expect_no_error(&error);
            compare_with_naive(f, r, 1003, influences, !rigid);
            free(f);
        }
    }
    free(r);
}

static void test_forced_normal_rules(void **state) {
    (void)state;
    skin_result *r = calloc(1, sizeof *r);
    skin_mesh *f = skin_mesh_make(5, 4, false);
    bp_skin_job job = skin_job_of(f, r, 500, 4);
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
        /* With one bone for each vertex, dual quaternions give the same result, also with scale. */
        job.method = BP_SKIN_DUAL_QUATERNION;
        assert_true(bp_skin_job_run(NULL, &job, &error));
        expect_floats(&got[0].x, &doc_cases[c].skinned[0][0], (size_t)3 * COUNT, 2e-6);
    }
}

/* ---- properties ---------------------------------------------------------------------------------*/

static void test_identity_palette(void **state) {
    (void)state;
    skin_mesh *f = skin_mesh_make(8, 4, true);
    skin_result *r = calloc(1, sizeof *r);
    for (size_t i = 0; i < SKIN_JOINTS; i++) f->palette[i] = bp_mat4_identity();
    for (int method = 0; method < 2; method++) {
        bp_skin_job job = skin_job_of(f, r, 999, 4);
        job.method = (bp_skin_method)method;
        assert_true(bp_skin_job_run(NULL, &job, NULL));
        expect_floats(&r->positions[0].x, &f->positions[0].x, 3 * 999, 1e-6);
        expect_floats(&r->normals[0].x, &f->normals[0].x, 3 * 999, 1e-6);
    }
    free(f);
    free(r);
}

/* Dual quaternions move a vertex rigidly for any weights. So two vertices with the same weights keep their
 * distance. With linear blending they don't, which shows that the test can fail. */
static void test_dual_quaternions_keep_lengths(void **state) {
    (void)state;
    skin_mesh *f = skin_mesh_make(31, 4, true);
    skin_result *r = calloc(1, sizeof *r);
    for (size_t i = 0; i < 1000; i += 2) {
        memcpy(f->joints + 4 * (i + 1), f->joints + 4 * i, 4 * sizeof(uint16_t));
        memcpy(f->weights + 4 * (i + 1), f->weights + 4 * i, 4 * sizeof(float));
    }
    double worst[2] = {0, 0};
    for (int method = 0; method < 2; method++) {
        bp_skin_job job = skin_job_of(f, r, 1000, 4);
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

/* Half way between rotations by 140 and 230 degrees is one by 185. Linear blending goes along the chord and
 * shortens it by cos 45. A rotation by 230 + 360 degrees has the opposite quaternion, which would send the
 * vertex the long way round. */
static void test_antipodal_quaternions(void **state) {
    (void)state;
    const bp_vec3 from = {1, 0, 0};
    const uint16_t joints[2] = {0, 1};
    const float weights[2] = {0.5f, 0.5f};
    bp_vec3 to;
    for (int round = -1; round <= 1; round++) {
        bp_mat4 palette[2] = {bp_mat4_rotation_z(bp_radians(140.0f)),
                              bp_mat4_rotation_z(bp_radians(230.0f + 360.0f * (float)round))};
        bp_skin_job job = {.source = {1, 2, joints, weights, &from, NULL, NULL},
                           .palette = palette,
                           .palette_count = 2,
                           .method = BP_SKIN_DUAL_QUATERNION,
                           .target = {.positions = &to}};
        assert_true(bp_skin_job_run(NULL, &job, NULL));
        expect_float(to.x, -0.996194698, 1e-6);
        expect_float(to.y, -0.0871557427, 1e-6);
        job.method = BP_SKIN_LINEAR;
        assert_true(bp_skin_job_run(NULL, &job, NULL));
        expect_float(to.x, -0.704416026, 1e-6);
    }
}

/* A screw motion: half way between the identity and a rotation by 90 degrees about Z with a translation by
 * (0, 0, 4) is a rotation by 45 degrees with a translation by (0, 0, 2). */
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
    const float expected[3] = {0.707106781f, 0.707106781f, 2.0f},
                wanted_normal[3] = {-0.707106781f, 0.707106781f, 0};
    expect_floats(&to.x, expected, 3, 1e-6);
    expect_floats(&to_normal.x, wanted_normal, 3, 1e-6);
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
            const float expected[3] = {0.447213595f * sign, 0.894427191f, 0};
            assert_true(bp_skin_job_run(NULL, &job, NULL));
            expect_floats(&to.x, expected, 3, 1e-6);
        }
    }
}

/* Normals stay finite under a singular scale and a very small one. */
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

static void test_unnormalized(void **state) {
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
                       .unnormalized = true,
                       .target = {.normals = &to, .tangents = &to_tangent}};
    const float expected[3] = {0.5f, 0.5f, 0}, wanted_tangent[4] = {-0.5f, 0.5f, 0, -1};
    assert_true(bp_skin_job_run(NULL, &job, NULL));
    expect_floats(&to.x, expected, 3, 1e-6);
    expect_floats(&to_tangent.x, wanted_tangent, 4, 1e-6);
    job.unnormalized = false;
    assert_true(bp_skin_job_run(NULL, &job, NULL));
    expect_float(bp_vec3_length(to), 1, 1e-6);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_linear_against_double),
        cmocka_unit_test(test_forced_normal_rules),
        cmocka_unit_test(test_recorded_vertices),
        cmocka_unit_test(test_identity_palette),
        cmocka_unit_test(test_dual_quaternions_keep_lengths),
        cmocka_unit_test(test_antipodal_quaternions),
        cmocka_unit_test(test_dual_quaternion_screw),
        cmocka_unit_test(test_normals_under_scale),
        cmocka_unit_test(test_normals_of_extreme_scales),
        cmocka_unit_test(test_unnormalized),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
