/* Batches: the kernels against the scalar definition, bit for bit, and that against the path bone by bone:
 * clips, blended poses, bones, prepare. */
#include "unit/rig/batch_support.h"

static bp_isa best(void) {
    bp_context *context = bp_context_create(NULL, NULL);
    bp_isa isa = bp_context_isa(context);
    bp_context_destroy(context);
    return isa;
}

/* Chains of 45 bones with scales up to 1.5: entries reach hundreds; float keeps 1e-7 of them a bone. */
static void expect_matrices(const bp_mat4 *got, const bp_mat4 *expected, size_t count) {
    for (size_t i = 0; i < count; i++) {
        float size = 1;
        for (int k = 0; k < 16; k++) size = fmaxf(size, fabsf(expected[i].m[k]));
        for (int k = 0; k < 16; k++) {
            if (test_close((double)(got[i].m[k] / size), (double)(expected[i].m[k] / size), 4e-5)) continue;
            print_error("matrix %zu [%d]: got %.9g, expected %.9g\n", i, k, (double)got[i].m[k],
                        (double)expected[i].m[k]);
            fail();
        }
    }
}

static const double times[CHARACTERS] = {-3, 0, 0.5, 3.25, 4.7, 6.9, 10.999, 11, 1e9};

static bp_batch_layer at_time(double time) { return (bp_batch_layer){.time = time, .weight = 1}; }

static void test_scalar_equals_the_path_bone_by_bone(void **state) {
    (void)state;
    bp_clip *clip = make_clip();
    for (int round = 0; round < 2; round++) {
        figure f = make_figure(BP_ISA_PORTABLE, BONES, round == 1, (const bp_clip *[]){clip}, 1);
        size_t slots = bp_skeleton_palette_count(f.skeleton);
        bp_mat4 absolutes[BONES], chains[BONES], *palette = malloc(slots * sizeof *palette);
        bp_pose *pose = bp_pose_create(NULL, BONES, NULL, NULL);
        for (size_t c = 0; c < CHARACTERS; c++) {
            bp_batch_layer layer = at_time(times[c]);
            bp_batch_job job = {.count = 1, .layers = &layer, .absolutes = absolutes, .palettes = palette};
            bp_batch_run_scalar(f.batch, &job);
            bp_clip_sample(clip, times[c], pose);
            bp_pose_apply(pose, f.skeleton, NULL);
            bp_skeleton_prepare(f.skeleton);
            for (size_t i = 0; i < BONES; i++)
                chains[i] = bp_bone_chain(bp_skeleton_bone_by_id(f.skeleton, i));
            expect_matrices(absolutes, chains, BONES);
            expect_matrices(palette, bp_skeleton_palette(f.skeleton), slots);
        }
        bp_pose_destroy(pose);
        free(palette);
        destroy_figure(f);
    }
    bp_clip_destroy(clip);
}

/* Everything that a job can write. */
typedef struct outputs {
    bp_trs *locals;
    bp_mat4 *absolutes, *palettes;
} outputs;

static outputs make_outputs(size_t bones, size_t slots) {
    return (outputs){calloc(CHARACTERS * bones, sizeof(bp_trs)), calloc(CHARACTERS * bones, sizeof(bp_mat4)),
                     calloc(CHARACTERS * slots, sizeof(bp_mat4))};
}

static void free_outputs(outputs o) {
    free(o.locals);
    free(o.absolutes);
    free(o.palettes);
}

static void expect_outputs(outputs got, outputs expected, size_t bones, size_t slots) {
    expect_bytes(got.locals, expected.locals, CHARACTERS * bones * sizeof *got.locals);
    expect_bytes(got.absolutes, expected.absolutes, CHARACTERS * bones * sizeof *got.absolutes);
    expect_bytes(got.palettes, expected.palettes, CHARACTERS * slots * sizeof *got.palettes);
}

/* All characters, then only absolutes, then one palette at a time; then from the locals. */
static void expect_bits_of_scalar(figure f, size_t bones, const bp_batch_layer *layers, size_t layer_count) {
    size_t slots = bp_skeleton_palette_count(f.skeleton);
    outputs expected = make_outputs(bones, slots), got = make_outputs(bones, slots);
    bp_batch_job job = {CHARACTERS,        layers, layer_count,    0,   expected.locals, expected.absolutes,
                        expected.palettes, 0,      BP_PALETTE_4X4, NULL};
    bp_batch_run_scalar(f.batch, &job);
    job.locals = got.locals, job.absolutes = got.absolutes, job.palettes = got.palettes;
    assert_true(bp_batch_run(f.batch, &job, NULL));
    expect_outputs(got, expected, bones, slots);
    memset(got.absolutes, 1, CHARACTERS * bones * sizeof *got.absolutes);
    job.locals = NULL, job.palettes = NULL;
    assert_true(bp_batch_run(f.batch, &job, NULL));
    expect_outputs(got, expected, bones, slots);
    for (size_t c = CHARACTERS; c-- > 0;) {
        bp_batch_job one = {.count = 1,
                            .layers = layers + c * layer_count,
                            .layer_count = layer_count,
                            .palettes = got.palettes};
        assert_true(bp_batch_run(f.batch, &one, NULL));
        expect_bytes(got.palettes, expected.palettes + c * slots, slots * sizeof *got.palettes);
    }
    bp_batch_job again = {
        .count = CHARACTERS, .locals = expected.locals, .absolutes = got.absolutes, .palettes = got.palettes};
    memset(got.absolutes, 1, CHARACTERS * bones * sizeof *got.absolutes);
    assert_true(bp_batch_run(f.batch, &again, NULL));
    expect_outputs(got, expected, bones, slots);
    free_outputs(expected);
    free_outputs(got);
}

/* Bone counts that fill no vector, one more than a vector, and so on. Tracks of bones that the skeleton
 * lacks are ignored. */
static void test_kernels_have_the_bits_of_scalar(void **state) {
    (void)state;
    static const size_t bone_counts[] = {1, 3, 5, 17, 31, 45};
    float mask[BONES];
    for (size_t i = 0; i < BONES; i++) mask[i] = any(-0.2f, 1.5f);
    for (size_t i = 0; i < sizeof bone_counts / sizeof *bone_counts; i++) {
        const bp_clip *clips[2] = {make_clip(), make_clip()};
        bp_batch_layer alone[CHARACTERS], layers[CHARACTERS * LAYERS];
        for (size_t c = 0; c < CHARACTERS; c++) alone[c] = at_time(times[c]);
        any_layers(layers, CHARACTERS, mask);
        for (size_t l = 0; l < CHARACTERS * LAYERS; l += 5) layers[l].depth = (int)(l % 4);
        for (int isa = BP_ISA_PORTABLE; isa <= (int)best(); isa++) {
            figure f = make_figure((bp_isa)isa, bone_counts[i], i % 2 == 0, clips, 2);
            expect_bits_of_scalar(f, bone_counts[i], alone, 1);
            expect_bits_of_scalar(f, bone_counts[i], layers, LAYERS);
            destroy_figure(f);
        }
        for (int k = 0; k < 2; k++) bp_clip_destroy((bp_clip *)clips[k]);
    }
}

/* The entries of a matrix in column notation, whose rows are our columns; and a stride's gaps stay. */
static void test_formats(void **state) {
    (void)state;
    bp_clip *clip = make_clip();
    figure f = make_figure(BP_ISA_AUTO, BONES, false, (const bp_clip *[]){clip}, 1);
    size_t slots = bp_skeleton_palette_count(f.skeleton), stride = slots * 48 + 20;
    bp_batch_layer layers[2] = {at_time(1.5), at_time(7.25)};
    bp_mat4 *whole = calloc(2 * slots, sizeof *whole);
    uint8_t *packed = malloc(2 * stride);
    bp_batch_job job = {.count = 2, .layers = layers, .palettes = whole};
    assert_true(bp_batch_run(f.batch, &job, NULL));
    for (int format = BP_PALETTE_3X4_ROWS; format <= BP_PALETTE_3X4_COLUMNS; format++) {
        memset(packed, 0xa5, 2 * stride);
        job.palettes = packed, job.palette_stride = stride, job.format = (bp_palette_format)format;
        assert_true(bp_batch_run(f.batch, &job, NULL));
        for (size_t i = 0; i < 2 * slots; i++) {
            float m[12];
            memcpy(m, packed + i / slots * stride + i % slots * 48, sizeof m);
            for (int row = 0; row < 3; row++)
                for (int column = 0; column < 4; column++) {
                    float got = m[format == BP_PALETTE_3X4_ROWS ? 4 * row + column : 3 * column + row];
                    expect_float(got, whole[i].m[4 * column + row], 0);
                }
        }
        for (size_t i = 0; i < 20; i++) assert_int_equal(packed[slots * 48 + i], 0xa5);
        assert_int_equal(packed[stride + slots * 48], 0xa5);
    }
    bp_error error = {0};
    job.palette_stride = slots * 48 - 4;
    assert_false(bp_batch_run(f.batch, &job, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "palette_stride");
    layers[1].clip = 1;
    job.palette_stride = 0;
    assert_false(bp_batch_run(f.batch, &job, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "no clip 1");
    job.layers = NULL;
    assert_false(bp_batch_run(f.batch, &job, &error));
    free(whole);
    free(packed);
    destroy_figure(f);
    bp_clip_destroy(clip);
}

static bool is_below(const bp_bone *bone, const bp_bone *top) {
    while (bone && bone != top) bone = bp_bone_parent(bone);
    return bone != NULL;
}

/* A bone that turns: the job for its subtree has the bits of the whole one there, and writes nothing else. */
static void test_subtrees(void **state) {
    (void)state;
    bp_clip *clip = make_clip();
    figure f = make_figure(BP_ISA_AUTO, BONES, false, (const bp_clip *[]){clip}, 1);
    bp_batch_layer layer = at_time(2.5);
    bp_trs locals[BONES];
    size_t entries = bp_batch_palette_count(f.batch);
    bp_mat4 part[BONES], whole[BONES], *part_palette = malloc(2 * entries * sizeof *part_palette),
                                       *whole_palette = part_palette + entries;
    for (size_t top = 1; top < BONES; top += 2) {
        bp_palette_format format = (bp_palette_format)(top % 3);
        size_t size = entries * (format == BP_PALETTE_4X4 ? 64 : 48);
        bp_batch_job job = {.count = 1,
                            .layers = &layer,
                            .locals = locals,
                            .absolutes = part,
                            .palettes = part_palette,
                            .format = format};
        assert_true(bp_batch_run(f.batch, &job, NULL));
        locals[top].rotation = any_rotation();
        const bp_bone *bone = bp_skeleton_bone_by_id(f.skeleton, top);
        for (size_t i = 0; i < BONES; i++)
            if (!is_below(bp_skeleton_bone_by_id(f.skeleton, i), bone))
                memset(&locals[i], 0xff, sizeof *locals);
        job.layers = NULL, job.top = top;
        assert_true(bp_batch_run(f.batch, &job, NULL));
        bp_trs turned = locals[top];
        job = (bp_batch_job){.count = 1, .layers = &layer, .locals = locals};
        assert_true(bp_batch_run(f.batch, &job, NULL));
        locals[top] = turned;
        job = (bp_batch_job){
            .count = 1, .locals = locals, .absolutes = whole, .palettes = whole_palette, .format = format};
        assert_true(bp_batch_run(f.batch, &job, NULL));
        expect_bytes(part, whole, sizeof whole);
        expect_bytes(part_palette, whole_palette, size);
    }
    free(part_palette);
    destroy_figure(f);
    bp_clip_destroy(clip);
}

static size_t depth_of(const bp_bone *bone) {
    size_t depth = 0;
    while ((bone = bp_bone_parent(bone))) depth++;
    return depth;
}

/* A chain of 60 bones, all turning: to depth 20 as ever, from 20 + 16 on at rest. */
static void test_fewer_tracks(void **state) {
    (void)state;
    enum { LONG = 60, DEPTH = 20 };
    bp_clip *clip = bp_clip_create(NULL, NULL, NULL);
    bp_skeleton *skeleton = bp_skeleton_create(NULL, NULL, NULL);
    bp_bone *above = NULL;
    for (int i = LONG; i-- > 0;) add_track(clip, i, BP_TRACK_ROTATION, BP_INTERPOLATION_LINEAR, 3);
    for (int i = 0; i < LONG; i++)
        above = bp_skeleton_add(skeleton, &(bp_bone_options){.parent = above}, NULL);
    bp_batch *batch = bp_batch_create(NULL, skeleton, (const bp_clip *[]){clip}, 1, NULL);
    bp_batch_layer layers[2] = {at_time(1.3), at_time(1.3)};
    bp_trs locals[2][LONG], rest = bp_trs_identity();
    layers[1].depth = DEPTH;
    bp_batch_job job = {.count = 2, .layers = layers, .locals = locals[0]};
    assert_true(bp_batch_run(batch, &job, NULL));
    for (size_t i = 0; i < LONG; i++) {
        size_t depth = depth_of(bp_skeleton_bone_by_id(skeleton, i));
        if (depth <= DEPTH) expect_bytes(&locals[1][i], &locals[0][i], sizeof rest);
        if (depth > DEPTH + 15) expect_bytes(&locals[1][i], &rest, sizeof rest);
    }
    bp_batch_destroy(batch);
    bp_skeleton_destroy(skeleton);
    bp_clip_destroy(clip);
}

/* Sampled in a batch, reached for bone by bone, finished in the batch: the end is in the target. */
static void test_reaching(void **state) {
    (void)state;
    bp_skeleton *skeleton = bp_skeleton_create(NULL, NULL, NULL);
    bp_bone *bones[4] = {NULL};
    bp_mat4 up = bp_mat4_translation(bp_vec3_make(0, 1, 0));
    for (int i = 0; i < 4; i++)
        bones[i] = bp_skeleton_add(skeleton,
                                   &(bp_bone_options){.parent = i ? bones[i - 1] : NULL, .local = &up}, NULL);
    bp_clip *clip = bp_clip_create(NULL, NULL, NULL);
    add_track(clip, 1, BP_TRACK_ROTATION, BP_INTERPOLATION_LINEAR, KEYS);
    bp_batch *batch = bp_batch_create(NULL, skeleton, (const bp_clip *[]){clip}, 1, NULL);
    bp_batch_layer layers[CHARACTERS];
    bp_trs locals[CHARACTERS * 4];
    bp_mat4 absolutes[CHARACTERS * 4];
    for (size_t c = 0; c < CHARACTERS; c++) layers[c] = at_time(times[c]);
    bp_batch_job job = {.count = CHARACTERS, .layers = layers, .locals = locals};
    assert_true(bp_batch_run(batch, &job, NULL));
    bp_ik *ik = bp_ik_create(NULL, bones[2], NULL, NULL);
    bp_vec3 targets[CHARACTERS];
    for (size_t c = 0; c < CHARACTERS; c++) {
        /* The chain of 1 and 2 begins at (0, 2, 0) and has the length 2. */
        targets[c] = bp_vec3_make(any(-1, 1), 2 + any(0.2f, 1), any(-1, 1));
        bp_batch_to_skeleton(batch, locals + 4 * c, skeleton);
        bp_ik_set_target(ik, targets[c]);
        assert_true(bp_ik_update(ik, NULL, NULL));
        bp_batch_from_skeleton(batch, skeleton, locals + 4 * c);
    }
    job = (bp_batch_job){.count = CHARACTERS, .locals = locals, .absolutes = absolutes};
    assert_true(bp_batch_run(batch, &job, NULL));
    for (size_t c = 0; c < CHARACTERS; c++)
        expect_floats(&absolutes[4 * c + 3].m[12], &targets[c].x, 3, 1e-5);
    bp_ik_destroy(ik);
    bp_batch_destroy(batch);
    bp_skeleton_destroy(skeleton);
    bp_clip_destroy(clip);
}

/* Two keys at any angle apart, at any fraction between: the first row of the matrix of bp_quat_slerp. */
static void test_rotations_are_slerp(void **state) {
    (void)state;
    const double key_times[2] = {0, 1};
    float worst = 0;
    for (int round = 0; round < 2000; round++) {
        bp_context *context = NULL;
        bp_quat a = any_rotation(), b = any_rotation();
        if (round % 3 == 0) /* near: down to a thousandth of a degree */
            b = bp_quat_mul(bp_quat_from_axis_angle(bp_vec3_make(1, 2, 3), powf(10, any(-5, 0))), a);
        const float values[8] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
        bp_track track = {.kind = BP_TRACK_ROTATION, .key_count = 2, .times = key_times, .values = values};
        bp_clip *clip = bp_clip_create(NULL, NULL, NULL);
        assert_true(bp_clip_add(clip, &track, NULL));
        bp_skeleton *skeleton = bp_skeleton_create(context, NULL, NULL);
        bp_skeleton_add(skeleton, NULL, NULL);
        bp_batch *batch = bp_batch_create(context, skeleton, (const bp_clip *[]){clip}, 1, NULL);
        for (int step = 0; step <= 4; step++) {
            double time = step == 4 ? (double)any(0, 1) : step * 0.25;
            bp_mat4 got, expected = bp_mat4_from_quat(bp_quat_slerp(a, b, (float)time));
            bp_batch_layer layer = at_time(time);
            bp_batch_run(batch, &(bp_batch_job){.count = 1, .layers = &layer, .absolutes = &got}, NULL);
            for (int k = 0; k < 16; k++) worst = fmaxf(worst, fabsf(got.m[k] - expected.m[k]));
        }
        bp_batch_destroy(batch);
        bp_skeleton_destroy(skeleton);
        bp_clip_destroy(clip);
    }
    /* An entry of the matrix moves by up to four times what a component of the quaternion does. */
    if (worst > 4e-6f) fail_msg("a matrix is off by %g", (double)worst);
}

static void test_nothing_to_do(void **state) {
    (void)state;
    bp_skeleton *skeleton = bp_skeleton_create(NULL, NULL, NULL);
    bp_batch *batch = bp_batch_create(NULL, skeleton, NULL, 0, NULL);
    const bp_batch_layer none[3] = {{0}};
    assert_true(bp_batch_run(batch, &(bp_batch_job){.count = 3, .layers = none}, NULL));
    bp_batch_destroy(batch);
    /* A bone without tracks keeps its transform, with NaN or not. */
    bp_clip *clip = bp_clip_create(NULL, NULL, NULL);
    bp_mat4 local = bp_mat4_translation(bp_vec3_make(1, 2, 3)), got;
    bp_skeleton_add(skeleton, &(bp_bone_options){.local = &local}, NULL);
    batch = bp_batch_create(NULL, skeleton, (const bp_clip *[]){clip}, 1, NULL);
    bp_batch_layer layer = at_time((double)NAN);
    assert_true(bp_batch_run(batch, &(bp_batch_job){.count = 1, .layers = &layer, .absolutes = &got}, NULL));
    expect_floats(got.m, local.m, 16, 0);
    assert_true(bp_batch_run(batch, &(bp_batch_job){.count = 0}, NULL));
    bp_batch_destroy(batch);
    bp_batch_destroy(NULL);
    assert_false(bp_batch_run(NULL, NULL, NULL));
    bp_skeleton_destroy(skeleton);
    bp_clip_destroy(clip);
}

static void test_unsorted(void **state) {
    (void)state;
    bp_error error = {0};
    bp_clip *clip = bp_clip_create(NULL, NULL, NULL);
    bp_skeleton *skeleton = bp_skeleton_create(NULL, &(bp_skeleton_options){.name = "arm"}, NULL);
    bp_bone *root = bp_skeleton_add(skeleton, NULL, NULL);
    bp_skeleton_add(skeleton, &(bp_bone_options){.parent = root}, NULL);
    assert_true(bp_skeleton_reorder(skeleton, (size_t[]){1, 0}, 2, NULL));
    assert_null(bp_batch_create(NULL, skeleton, (const bp_clip *[]){clip}, 1, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "bp_skeleton_sort");
    bp_skeleton_destroy(skeleton);
    bp_clip_destroy(clip);
}

static bp_clip *clip_for_attempts;

static bool attempt(const bp_allocator *allocator, void *user, bp_error *error) {
    const bp_skeleton *skeleton = user;
    bp_context *context =
        bp_context_create(&(bp_context_options){.allocator = *allocator, .threads = 1}, error);
    const bp_clip *clips[] = {clip_for_attempts};
    bp_batch *batch = context ? bp_batch_create(context, skeleton, clips, 1, error) : NULL;
    bp_batch_destroy(batch);
    bp_context_destroy(context);
    return batch != NULL;
}

static void test_no_memory(void **state) {
    (void)state;
    clip_for_attempts = bp_clip_create(NULL, NULL, NULL);
    add_track(clip_for_attempts, 0, BP_TRACK_ROTATION, BP_INTERPOLATION_LINEAR, 3);
    bp_skeleton *skeleton = bp_skeleton_create(NULL, NULL, NULL);
    bp_skeleton_add(skeleton, NULL, NULL);
    assert_true(test_each_allocation_fails(attempt, skeleton) >= 10);
    bp_skeleton_destroy(skeleton);
    bp_clip_destroy(clip_for_attempts);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scalar_equals_the_path_bone_by_bone),
        cmocka_unit_test(test_kernels_have_the_bits_of_scalar),
        cmocka_unit_test(test_formats),
        cmocka_unit_test(test_subtrees),
        cmocka_unit_test(test_fewer_tracks),
        cmocka_unit_test(test_reaching),
        cmocka_unit_test(test_rotations_are_slerp),
        cmocka_unit_test(test_nothing_to_do),
        cmocka_unit_test(test_unsorted),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
