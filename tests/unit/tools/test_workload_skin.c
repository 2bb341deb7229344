/* The skinning workload skins every vertex, with the result of the scalar definition. */
#include "mesh/skin/skin.h"
#include "support/allocator.h"
#include "support/skin_scalar.h"
#include "tools/bench/workload.h"

static void test_skins_all(void **state) {
    (void)state;
    bp_error error = {0};
    bp_workload_skin *workload = bp_workload_skin_create(NULL, 999, &error);
    expect_no_error(&error);
    assert_true(bp_workload_skin_run(workload, 2, &error));
    const bp_skin_job *job = &workload->job;
    bp_vec3 positions[999], normals[999];
    bp_skin_job scalar = *job;
    scalar.target = (bp_vertex_arrays){.positions = positions, .normals = normals};
    assert_true(bp_skin_job_run_scalar(&scalar, &error));
    expect_floats(&job->target.positions[0].x, &positions[0].x, 3 * 999, 0);
    expect_floats(&job->target.normals[0].x, &normals[0].x, 3 * 999, 0);
    assert_int_equal(job->source.influences, 4);
    bool used[BP_WORKLOAD_SKIN_JOINTS] = {false};
    int different = 0;
    for (size_t i = 0; i < 4 * 999; i++) used[job->source.joints[i]] = true;
    for (int i = 0; i < BP_WORKLOAD_SKIN_JOINTS; i++) different += used[i];
    assert_true(different > 60); /* many matrices, so they can't stay in registers */
    bp_workload_skin_destroy(workload);
    bp_workload_skin_destroy(NULL);
}

static bool attempt(const bp_allocator *allocator, void *user, bp_error *error) {
    (void)user;
    bp_context *context =
        bp_context_create(&(bp_context_options){.allocator = *allocator, .threads = 1}, error);
    if (!context) return false;
    bp_workload_skin *workload = bp_workload_skin_create(context, 10, error);
    bool ok = workload && bp_workload_skin_run(workload, 1, error);
    bp_workload_skin_destroy(workload);
    bp_context_destroy(context);
    return ok;
}

static void test_no_memory(void **state) {
    (void)state;
    assert_true(test_each_allocation_fails(attempt, NULL) > 8);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_skins_all), cmocka_unit_test(test_no_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
