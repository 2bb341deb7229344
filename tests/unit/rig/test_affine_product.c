/* The products of affine_product.h, two columns at a time, against their scalar definition, bit for bit. */
#include "rig/affine_product.h"
#include "support/random.h"
#include "support/test.h"
#include <bindpose/rig.h>

static uint64_t random_state = 71;

/* Of every 16 entries about one is an infinity, a zero or a large number. */
static double any_entry(void) {
    static const double special[] = {(double)INFINITY, -(double)INFINITY, 0, -0.0, 1e300, -1e-300, 1};
    uint64_t kind = test_random(&random_state) >> 40;
    if (kind % 16 == 0) return special[kind / 16 % BP_COUNT(special)];
    return (double)test_random_float(&random_state, -10, 10);
}

/* The last column is (0, 0, 0, last). */
static bp_dmat4 any_affine(double last) {
    bp_dmat4 m = {{[15] = last}};
    for (int i = 0; i < 15; i++)
        if (i % 4 != 3) m.m[i] = any_entry();
    return m;
}

static void test_products_have_the_bits_of_scalar(void **state) {
    (void)state;
    for (int round = 0; round < 20000; round++) {
        /* A parent's chain before its first prepare is all zeros. */
        bp_dmat4 a = any_affine(1), b = round % 5 == 0 ? (bp_dmat4){{0}} : any_affine(round % 3 ? 1 : 0);
        bp_dmat4 expected = affine_product_scalar(&a, &b), product;
        bp_mat4 rounded, expected_rounded = bp_dmat4_to_mat4(expected);
        affine_product(&product, &a, &b);
        affine_product_rounded(&rounded, &a, &b);
        expect_bytes(&product, &expected, sizeof product);
        expect_bytes(&rounded, &expected_rounded, sizeof rounded);
    }
}

/* A chain of bones, prepared by the kernel of each instruction set that this processor has. */
static void test_prepare_with_each_instruction_set(void **state) {
    (void)state;
    enum { BONES = 9 };
    int tried = 0;
    for (int isa = 1; isa < BP_ISA_COUNT; isa++) {
        bp_context *context =
            bp_context_create(&(bp_context_options){.threads = 1, .isa = (bp_isa)isa}, NULL);
        if (!context) continue;
        bp_skeleton *skeleton = bp_skeleton_create(context, NULL, NULL);
        bp_bone *bone = NULL;
        for (int i = 0; i < BONES; i++)
            bone = bp_skeleton_add(skeleton, &(bp_bone_options){.parent = bone}, NULL);
        bp_dmat4 chain = bp_dmat4_identity(), identity = chain;
        for (size_t i = 0; i < BONES; i++) {
            bp_mat4 local = bp_mat4_identity();
            for (int k = 0; k < 15; k++)
                if (k % 4 != 3) local.m[k] = test_random_float(&random_state, -10, 10);
            bp_bone_set_local(bp_skeleton_bone_by_id(skeleton, i), local);
        }
        bp_skeleton_prepare(skeleton);
        for (size_t i = 0; i < BONES; i++) {
            bp_dmat4 local = bp_dmat4_from_mat4(bp_bone_local(bp_skeleton_bone_by_id(skeleton, i)));
            chain = i ? affine_product_scalar(&local, &chain) : local;
            bp_dmat4 final = affine_product_scalar(&identity, &chain);
            bp_mat4 expected = bp_dmat4_to_mat4(final),
                    got = bp_bone_final(bp_skeleton_bone_by_id(skeleton, i));
            expect_bytes(&got, &expected, sizeof got);
        }
        bp_skeleton_destroy(skeleton);
        bp_context_destroy(context);
        tried++;
    }
    assert_true(tried > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_products_have_the_bits_of_scalar),
                                       cmocka_unit_test(test_prepare_with_each_instruction_set)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
