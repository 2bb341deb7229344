/* Packed clips keep their bound at all keys and between them: clips of files, by the positions of skinned
 * vertices, and random clips on random skeletons, by the corners of their boxes. Both are posed bone by bone,
 * which shares nothing with the search for the steps. Batches play packed clips and the same clips unpacked
 * with the same bits. */
#include "base/isa.h"
#include "gltf/motion_diff.h"
#include "mesh/model_pose.h"
#include "rig/anim/anim.h"
#include "support/folder.h"
#include "support/test.h"
#include <bindpose/bindpose.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed = 939;

static float any(float low, float high) { return test_random_float(&seed, low, high); }
static int any_below(int count) { return (int)(test_random(&seed) % (uint64_t)count); }

/* Keys, and any three moments between each two. */
static double *moments_of(const bp_clip *clip, size_t *count) {
    const bp_track *longest = bp_clip_track(clip, 0);
    for (size_t i = 1; i < bp_clip_track_count(clip); i++)
        if (bp_clip_track(clip, i)->key_count > longest->key_count) longest = bp_clip_track(clip, i);
    double *times = malloc(4 * longest->key_count * sizeof *times);
    *count = 0;
    for (size_t k = 0; k < longest->key_count; k++) {
        double from = longest->times[k], to = k + 1 < longest->key_count ? longest->times[k + 1] : from;
        for (int i = 0; i < 4; i++) times[(*count)++] = from + (to - from) * (i == 0 ? 0 : (double)any(0, 1));
    }
    return times;
}

/* ---- files -------------------------------------------------------------------------------------------- */

static bp_vec3 *vertices_at(const bp_model_pose *pose, size_t instance, size_t count) {
    bp_vec3 *positions = malloc((count + 1) * sizeof *positions);
    bp_vertex_arrays out = {.positions = positions};
    assert_true(bp_model_pose_vertices(NULL, pose, instance, &out, NULL));
    return positions;
}

/* The farthest that a vertex is from where the clip has it. */
static double farthest_vertex(bp_model_pose *pose, size_t clip, bp_clip *packed) {
    bp_model *model = pose->model;
    bp_clip *original = model->clips[clip];
    size_t moments;
    double *times = moments_of(original, &moments), most = 0;
    for (size_t m = 0; m < moments; m++)
        for (size_t i = 0; i < model->instance_count; i++) {
            size_t count = model->meshes[model->instances[i].mesh]->vertex_count;
            assert_true(bp_model_pose_set(pose, (int)clip, times[m], NULL));
            bp_vec3 *wanted = vertices_at(pose, i, count);
            model->clips[clip] = packed;
            assert_true(bp_model_pose_set(pose, (int)clip, times[m], NULL));
            bp_vec3 *got = vertices_at(pose, i, count);
            model->clips[clip] = original;
            for (size_t v = 0; v < count; v++) {
                double far = (double)bp_vec3_distance(wanted[v], got[v]);
                if (!(far <= most)) most = far;
            }
            free(wanted);
            free(got);
        }
    free(times);
    return most;
}

/* The file with the clips in meshopt's streams, read back. */
static void expect_file(const char *path, double part, double bound) {
    bp_gltf_packing packing;
    bp_file before = {0};
    bp_model *model = NULL, *back = NULL;
    bp_motion_diff diff = {0};
    bp_error error = {0};
    bool ok = bp_gltf_pack_clips(NULL, path, part, BP_GLTF_BINARY, &packing, &error) &&
              bp_gltf_read(NULL, path, NULL, &model, NULL, &error) &&
              bp_gltf_read_memory(NULL, packing.file.data, packing.file.size, "packed", NULL, NULL, &back,
                                  NULL, &error) &&
              bp_motion_diff_run(NULL, model, back, &(bp_motion_diff_options){.tolerance = 1}, &diff, &error);
    assert_true(ok || (expect_no_error(&error), false));
    assert_true(packing.bound == bound && diff.equal);
    assert_true(diff.worst * diff.size <= bound);
    assert_true(bp_file_read(NULL, path, 0, &before, &error));
    print_message("%s: keys %zu bytes to %zu, file %zu to %zu, farthest vertex %.3f of the bound\n", path,
                  packing.before, packing.after, before.size, packing.file.size,
                  diff.worst * diff.size / bound);
    bp_motion_diff_clear(&diff);
    bp_model_destroy(model);
    bp_model_destroy(back);
    bp_file_free(NULL, &before);
    bp_file_free(NULL, &packing.file);
}

/* A packed clip has no keys to write. */
static void expect_refused(bp_model *model, bp_clip *packed) {
    bp_clip *original = model->clips[0];
    bp_file file = {0};
    bp_error error = {0};
    model->clips[0] = packed;
    assert_false(bp_gltf_write_memory(NULL, model, NULL, &file, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "clips[0]");
    model->clips[0] = original;
}

/* Returns how many times fewer bytes all clips take, and of the one named so. */
static double pack_file(const char *path, double part, const char *name, double *of_name) {
    bp_model *model = NULL;
    bp_error error = {0};
    assert_true(bp_gltf_read(NULL, path, NULL, &model, NULL, &error) || (expect_no_error(&error), false));
    bp_vec3 *shells = malloc(2 * model->node_count * sizeof *shells);
    bp_pack_options options = {.shells = shells, .bound = part * (double)bp_model_shells(model, shells)};
    bp_batch *batch = bp_model_batch_create(NULL, model, &error);
    bp_model_pose *pose = bp_model_pose_create(model, &error);
    size_t before = 0, after = 0;
    for (size_t i = 0; i < model->clip_count; i++) {
        bp_clip *packed = bp_batch_pack(batch, (int)i, &options, &error);
        assert_true(packed || (expect_no_error(&error), false));
        size_t was = bp_clip_size(model->clips[i]), is = bp_clip_size(packed);
        double far = farthest_vertex(pose, i, packed);
        print_message("%s, %s: %zu bytes to %zu, %.1f:1, farthest vertex %.3f of the bound\n", path,
                      bp_clip_name(packed), was, is, (double)was / (double)is, far / options.bound);
        assert_true(far <= options.bound);
        before += was, after += is;
        if (name && strcmp(name, bp_clip_name(packed)) == 0) *of_name = (double)was / (double)is;
        if (i == 0 && name) expect_refused(model, packed);
        bp_clip_destroy(packed);
    }
    bp_model_pose_destroy(pose);
    if (part > 1e-6 && before > 4000) expect_file(path, part, options.bound);
    bp_batch_destroy(batch);
    free(shells);
    bp_model_destroy(model);
    return (double)before / (double)after;
}

static void test_files(void **state) {
    (void)state;
    static const char *const models[] = {"greenman.glb", "cubic_skin.gltf", "SimpleSkin.gltf"};
    char text[512];
    double walk = 0, tenth = 1.0 / 18000; /* 0.1 mm of 1.8 m */
    pack_file("assets/character.glb", tenth, "walk", &walk);
    assert_true(walk >= 12);
    if (test_is_deep()) pack_file("assets/character.glb", 1e-6, NULL, NULL);
    if (test_is_deep()) pack_file("assets/character.glb", 0.01, NULL, NULL);
    const char *fox = test_model(text, sizeof text, "Fox.glb");
    if (fox) assert_true(pack_file(fox, tenth, NULL, NULL) >= 12);
    for (size_t i = 0; i < 3; i++) {
        const char *path = test_model(text, sizeof text, models[i]);
        if (path) pack_file(path, tenth, NULL, NULL);
    }
}

/* ---- random clips ------------------------------------------------------------------------------------- */

enum { MOST_BONES = 12, MOST_KEYS = 300 };

static bp_skeleton *any_skeleton(size_t bones) {
    bp_skeleton *skeleton = bp_skeleton_create(NULL, NULL, NULL);
    for (size_t i = 0; i < bones; i++) {
        float scale = any(0.5f, 2);
        bp_trs trs = {{any(-1, 1), any(-1, 1), any(-1, 1)},
                      bp_quat_from_axis_angle((bp_vec3){any(-1, 1), 1, any(-1, 1)}, any(-3, 3)),
                      {scale, scale, scale}};
        bp_mat4 local = bp_mat4_from_trs(trs);
        bp_bone *parent = i ? bp_skeleton_bone_by_id(skeleton, (size_t)any_below((int)i)) : NULL;
        assert_non_null(
            bp_skeleton_add(skeleton, &(bp_bone_options){.parent = parent, .local = &local}, NULL));
    }
    return skeleton;
}

/* Waves with noise, or a constant, about random values; `cycle`: the last key is the first one. */
static void add_track(bp_clip *clip, int bone, bp_track_kind kind, size_t keys, const double *times,
                      bool cycle) {
    float values[4 * MOST_KEYS], noise = any(0, 1) < 0.3f ? 0.1f : 0, wave = any(0, 1) < 0.2f ? 0 : any(0, 1);
    bp_quat about = bp_quat_normalize((bp_quat){any(-1, 1), any(-1, 1), any(-1, 1), any(-1, 1)});
    bp_vec3 axis = {any(-1, 1), any(-1, 1), 1.1f};
    float speed = any(0, 1) < 0.1f ? 9 : 1; /* turns more than once */
    bp_track track = {.target = bone, .kind = kind, .key_count = keys, .times = times, .values = values};
    track.interpolation = any(0, 1) < 0.1f ? BP_INTERPOLATION_STEP : BP_INTERPOLATION_LINEAR;
    for (size_t k = 0; k < keys; k++) {
        float phase = 6.2831853f * (float)(cycle && k == keys - 1 ? 0 : k) / (float)(keys > 1 ? keys - 1 : 1);
        float x = wave * speed * sinf(phase) + noise * any(-1, 1);
        bp_quat q = bp_quat_mul(about, bp_quat_from_axis_angle(axis, x));
        float *v = values + k * (kind == BP_TRACK_ROTATION ? 4 : 3);
        if (kind == BP_TRACK_ROTATION && any(0, 1) < 0.5f) q = bp_quat_negate(q);
        for (int i = 0; i < 3; i++) v[i] = (kind == BP_TRACK_SCALE ? 2 : about.x) + x * any(0.9f, 1.0f);
        if (kind == BP_TRACK_ROTATION) memcpy(v, &q, sizeof q);
        if (cycle && k == keys - 1) memcpy(v, values, (kind == BP_TRACK_ROTATION ? 4 : 3) * sizeof *v);
    }
    assert_true(bp_clip_add(clip, &track, NULL));
}

static bp_clip *any_clip(size_t bones) {
    double times[MOST_KEYS];
    bp_clip *clip = bp_clip_create(NULL, NULL, NULL);
    size_t keys = (size_t)(any(0, 1) < 0.3f ? 2 + any_below(MOST_KEYS - 1) : 2 + any_below(60));
    bool gaps = any(0, 1) < 0.3f, irregular = any(0, 1) < 0.2f, cycle = any(0, 1) < 0.5f;
    for (size_t k = 0; k < keys; k++) {
        double next = irregular ? (double)any(0.01f, 0.1f) : (gaps ? 1 + any_below(3) : 1) / 24.0;
        times[k] = k ? times[k - 1] + next : (double)any(-1, 2);
    }
    for (size_t i = 0; i < bones; i++)
        for (int kind = BP_TRACK_POSITION; kind <= BP_TRACK_SCALE; kind++)
            if (i == 0 || any(0, 1) < 0.5f) {
                size_t own = any(0, 1) < 0.1f && keys > 5 ? keys / 2 : keys;
                add_track(clip, (int)i, (bp_track_kind)kind, own, times, cycle && own == keys);
            }
    return clip;
}

static void corners_at(const bp_clip *clip, double time, bp_skeleton *skeleton, const bp_vec3 *shells,
                       bp_vec3 *out) {
    size_t bones = bp_skeleton_count(skeleton);
    bp_pose *pose = bp_pose_create(NULL, bones, NULL, NULL);
    assert_true(bp_clip_sample(clip, time, pose) && bp_pose_apply(pose, skeleton, NULL));
    bp_skeleton_prepare(skeleton);
    for (size_t i = 0; i < 8 * bones; i++) {
        const bp_vec3 *box = shells + i / 8 * 2;
        bp_vec3 p = {box[i & 1].x, box[i >> 1 & 1].y, box[i >> 2 & 1].z};
        out[i] = bp_mat4_point(bp_bone_chain(bp_skeleton_bone_by_id(skeleton, i / 8)), p);
    }
    bp_pose_destroy(pose);
}

/* `size`: how far corners are from the origin. */
static double farthest_corner(const bp_clip *clip, const bp_clip *packed, bp_skeleton *skeleton,
                              const bp_vec3 *shells, double *size) {
    size_t moments, bones = bp_skeleton_count(skeleton);
    double *times = moments_of(clip, &moments), most = 0;
    for (size_t m = 0; m < moments; m++) {
        bp_vec3 wanted[8 * MOST_BONES], got[8 * MOST_BONES];
        corners_at(clip, times[m], skeleton, shells, wanted);
        corners_at(packed, times[m], skeleton, shells, got);
        for (size_t i = 0; i < 8 * bones; i++)
            if (shells[i / 8 * 2].x <= shells[i / 8 * 2 + 1].x) {
                most = fmax(most, (double)bp_vec3_distance(wanted[i], got[i]));
                *size = fmax(*size, (double)bp_vec3_length(wanted[i]));
            }
    }
    free(times);
    return most;
}

/* Palettes of a packed clip, and of the clip that it unpacks to: on every instruction set, forwards and at
 * random times. */
static void expect_equal_bits(const bp_skeleton *skeleton, const bp_clip *packed) {
    bp_clip *unpacked = bp_clip_unpack(packed, NULL);
    const bp_clip *clips[] = {packed, unpacked};
    assert_int_equal(bp_clip_track_count(unpacked) >= bp_clip_track_count(packed), true);
    size_t slots = bp_skeleton_palette_count(skeleton);
    bp_mat4 *palettes[2] = {malloc(slots * sizeof(bp_mat4)), malloc(slots * sizeof(bp_mat4))};
    double first, last;
    assert_true(bp_clip_span(unpacked, &first, &last));
    for (int isa = 0; isa < BP_ISA_COUNT; isa++) {
        bp_context *context =
            bp_context_create(&(bp_context_options){.isa = (bp_isa)isa, .threads = 1}, NULL);
        bp_batch *batch = context ? bp_batch_create(context, skeleton, clips, 2, NULL) : NULL;
        for (int i = 0; batch && i < 40; i++) {
            double time = i < 20 ? first + (last - first) * i / 19 : (double)any((float)first, (float)last);
            for (int k = 0; k < 2; k++) {
                bp_batch_layer layer = {.time = time, .weight = 1, .clip = k};
                bp_batch_job job = {.count = 1, .layers = &layer, .palettes = palettes[k]};
                assert_true(bp_batch_run(batch, &job, NULL));
            }
            assert_memory_equal(palettes[0], palettes[1], slots * sizeof(bp_mat4));
        }
        bp_batch_destroy(batch);
        bp_context_destroy(context);
    }
    free(palettes[0]);
    free(palettes[1]);
    bp_clip_destroy(unpacked);
}

static void test_random_clips(void **state) {
    (void)state;
    size_t before = 0, after = 0;
    const int rounds = test_is_deep() ? 60 : 6;
    for (int round = 0; round < rounds; round++) {
        size_t bones = (size_t)(1 + any_below(MOST_BONES));
        bp_skeleton *skeleton = any_skeleton(bones);
        bp_clip *clip = any_clip(bones);
        bp_vec3 shells[2 * MOST_BONES];
        for (size_t i = 0; i < bones; i++) {
            shells[2 * i] = (bp_vec3){any(-1, 0), any(-1, 0), any(-1, 0)};
            shells[2 * i + 1] = (bp_vec3){any(0, 1), any(0, 1), any(0, 1)};
            if (i > 0 && any(0, 1) < 0.2f) shells[2 * i].x = 2; /* moves nothing */
        }
        double size = 0;
        farthest_corner(clip, clip, skeleton, shells, &size);
        bp_pack_options options = {.shells = shells, .bound = size * pow(10, (double)any(-4.7f, -1))};
        const bp_clip *clips[] = {clip};
        bp_error error = {0};
        bp_batch *batch = bp_batch_create(NULL, skeleton, clips, 1, &error);
        bp_clip *packed = bp_batch_pack(batch, 0, &options, &error);
        assert_true(packed || (expect_no_error(&error), false));
        bp_clip *copy = bp_clip_clone(packed, NULL);
        double far = farthest_corner(clip, packed, skeleton, shells, &size);
        bool holds = far <= options.bound;
        if (!holds) print_error("clip %d: %g of %g\n", round, far, options.bound);
        assert_true(holds);
        expect_equal_bits(skeleton, copy);
        before += bp_clip_size(clip), after += bp_clip_size(packed);
        assert_int_equal(bp_clip_size(copy), bp_clip_size(packed));
        bp_clip_destroy(copy);
        bp_clip_destroy(packed);
        bp_batch_destroy(batch);
        bp_clip_destroy(clip);
        bp_skeleton_destroy(skeleton);
    }
    print_message("%d random clips: %zu bytes to %zu\n", rounds, before, after);
}

static void test_errors(void **state) {
    (void)state;
    bp_skeleton *skeleton = any_skeleton(2);
    bp_clip *clip = any_clip(2);
    for (; bp_clip_size(clip) < 4000; clip = any_clip(2)) bp_clip_destroy(clip);
    const bp_clip *clips[] = {clip};
    bp_batch *batch = bp_batch_create(NULL, skeleton, clips, 1, NULL);
    bp_vec3 shells[4] = {{-1, -1, -1}, {1, 1, 1}, {-1, -1, -1}, {1, 1, 1}};
    bp_error error = {0};
    assert_null(bp_batch_pack(batch, 1, &(bp_pack_options){shells, 0.1}, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "clip");
    assert_null(bp_batch_pack(batch, 0, &(bp_pack_options){shells, 0}, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "bound");
    assert_null(bp_batch_pack(batch, 0, &(bp_pack_options){shells, 1e-12}, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "bound");
    assert_null(bp_batch_pack(batch, 0, &(bp_pack_options){NULL, 1}, &error));
    bp_batch_destroy(batch);
    bp_clip_destroy(clip);
    bp_skeleton_destroy(skeleton);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_files), cmocka_unit_test(test_random_clips),
                                       cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
