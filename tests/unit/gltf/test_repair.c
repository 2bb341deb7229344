/* Repairs: each test spoils a valid character in one way, repairs it, and compares every vertex at rest and
 * in the clip with the character as it was before. What isn't touched must stay byte for byte. */
#include "mesh/model_pose.h"
#include "skinned_strip.h"
#include "support/allocator.h"
#include <bindpose/rig.h>
#include <bindpose/tools.h>

/* ---- spoiling -----------------------------------------------------------------------------------*/

static void set_node(strip *r, int node, const char *text) {
    snprintf(r->nodes[node], sizeof r->nodes[node], "%s", text);
}
static void weights_scaled(strip *r) {
    for (int i = 0; i < STRIP_VERTICES; i++)
        for (int j = 0; j < 4; j++) r->weights[i][j] *= 0.5f + 0.125f * (float)(i % 8);
}
static void weights_nan(strip *r) { memset(&r->weights[5][0], 0xff, 4); }
static void weights_zero(strip *r) { r->weights[0][0] = 0.0f; }
/* The same influence, in two halves. */
static void halve(strip *r, int vertex) {
    r->joints[vertex][3] = r->joints[vertex][0];
    r->weights[vertex][0] = r->weights[vertex][3] = 0.5f;
}
static void weights_doubled(strip *r) { halve(r, 16); } /* of joint 4 */
static void weight_unused(strip *r) { halve(r, 0); }    /* of joint 0, which unused places name too */
static void weights_negative(strip *r) { r->weights[0][2] = -0.25f; }
static void unused_joint_numbers(strip *r) { r->joints[2][3] = 5; }
static void binds_missing(strip *r) { r->no_binds = true; }
static void binds_identities(strip *r) {
    for (int i = 0; i < STRIP_JOINTS; i++)
        for (int j = 12; j < 15; j++) r->binds[i][j] = 0.0f;
}
static void binds_too_few(strip *r) { r->bind_count = 7; }
static void bind_nan(strip *r) { memset(&r->binds[4][5], 0xff, 4); }
static void bind_last_row(strip *r) { r->binds[4][15] = 0.5f; }
static void bind_singular(strip *r) { r->binds[4][0] = 0.0f; }
static void bind_mirrored(strip *r) { r->binds[4][0] = -1.0f; }
static void bind_sheared(strip *r) { r->binds[4][1] = 0.5f; }
static void binds_not_inverted(strip *r) {
    for (int i = 0; i < STRIP_JOINTS; i++)
        for (int j = 12; j < 15; j++) r->binds[i][j] = -r->binds[i][j];
}
static void binds_transposed(strip *r) {
    for (int i = 0; i < STRIP_JOINTS; i++)
        for (int j = 0; j < 3; j++) {
            r->binds[i][4 * j + 3] = r->binds[i][12 + j];
            r->binds[i][12 + j] = 0.0f;
        }
}
static void swap_binds(strip *r, int a, int b) {
    float kept[16];
    memcpy(kept, r->binds[a], sizeof kept);
    memcpy(r->binds[a], r->binds[b], sizeof kept);
    memcpy(r->binds[b], kept, sizeof kept);
}
static void binds_swapped(strip *r) { swap_binds(r, 4, 7); }
static void binds_reversed(strip *r) {
    for (int i = 0; i < 4; i++) swap_binds(r, i, 8 - i);
}
static void binds_in_centimetres(strip *r) {
    for (int i = 0; i < STRIP_JOINTS; i++)
        for (int j = 12; j < 15; j++) r->binds[i][j] *= 100.0f;
}
static void mesh_in_centimetres(strip *r) {
    for (int i = 0; i < STRIP_VERTICES; i++)
        for (int j = 0; j < 3; j++) r->positions[i][j] *= 100.0f;
}
/* The list of joints alone is in another order: matrices and vertices still belong together. */
static void joints_swapped(strip *r) { r->list = "0,1,2,3,7,5,6,4,8"; }
static void joint_repeated(strip *r) { r->list = "0,1,2,3,4,5,6,7,7"; }
static void keys_swapped(strip *r) {
    float kept[4];
    r->times[1] = 2.0f;
    r->times[2] = 1.0f;
    memcpy(kept, r->values[1], sizeof kept);
    memcpy(r->values[1], r->values[2], sizeof kept);
    memcpy(r->values[2], kept, sizeof kept);
}
static void rotations_long(strip *r) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++) r->values[i][j] *= 1.0f + 0.5f * (float)i;
}
static void rotations_tripled(strip *r) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++) r->values[i][j] *= 3.0f;
}
static void skeleton_elsewhere(strip *r) { r->skin = "\"skeleton\":3,"; }
static void joints_outside(strip *r) { r->scene = "9"; }
static void matrix_animated(strip *r) {
    set_node(r, 3, "\"matrix\":[1,0,0,0,0,1,0,0,0,0,1,0,1,0,0,1],\"children\":[4]");
}

#define SPOIL(function, id)                                                                                  \
    { #function, function, id, false }
static const struct spoil {
    const char *name;
    void (*apply)(strip *r);
    const char *id; /* of the change that repairs it */
    bool guess;     /* it is only a guess: without the option there is no file */
} SPOILS[] = {
    SPOIL(weights_scaled, "weights-sum"),
    SPOIL(weights_nan, "weights-nan"),
    {"weights_zero", weights_zero, "weights-zero", true},
    SPOIL(weights_doubled, "joint-duplicated"),
    {"weight_unused", weight_unused, "joint-duplicated", true},
    SPOIL(weights_negative, "weights-negative"),
    {"binds_missing", binds_missing, "ibm-missing", true},
    {"binds_identities", binds_identities, "ibm-identity", true},
    SPOIL(binds_too_few, "ibm-count"),
    SPOIL(bind_nan, "ibm-nan"),
    SPOIL(bind_last_row, "ibm-last-row"),
    SPOIL(bind_singular, "ibm-singular"),
    SPOIL(bind_mirrored, "ibm-mirrored"),
    SPOIL(bind_sheared, "ibm-sheared"),
    SPOIL(binds_not_inverted, "ibm-not-inverted"),
    SPOIL(binds_transposed, "ibm-transposed"),
    SPOIL(binds_swapped, "ibm-order"),
    SPOIL(binds_reversed, "ibm-order"),
    SPOIL(binds_in_centimetres, "unit-mixup"),
    SPOIL(mesh_in_centimetres, "unit-mixup"),
    SPOIL(joints_swapped, "ibm-order"),
    SPOIL(joint_repeated, "joints-repeated"),
    {"keys_swapped", keys_swapped, "keys-not-increasing", true},
    {"rotations_long", rotations_long, "rotation-not-unit", true},
    SPOIL(rotations_tripled, "rotation-not-unit"),
    SPOIL(skeleton_elsewhere, "skeleton-not-ancestor"),
    SPOIL(joints_outside, "joint-not-in-scene"),
    SPOIL(matrix_animated, "channel-on-matrix-node"),
};

/* ---- comparing ----------------------------------------------------------------------------------*/

enum { MOMENTS = 6 };

/* The character's vertices at rest and at five times of the clip. */
static void pose(const uint8_t *bytes, size_t size, bp_vec3 out[MOMENTS][STRIP_VERTICES]) {
    bp_model *model = NULL;
    bp_error error = {0};
    if (!bp_gltf_read_memory(NULL, bytes, size, "strip.glb", NULL, NULL, &model, NULL, &error))
        fail_msg("%s: %s", error.place, error.message);
    bp_model_pose *at = bp_model_pose_create(model, NULL);
    assert_int_equal(model->meshes[0]->vertex_count, STRIP_VERTICES);
    for (int i = 0; i < MOMENTS; i++) {
        bp_vertex_arrays arrays = {.positions = out[i]};
        assert_true(bp_model_pose_set(at, i ? 0 : -1, 0.47 * (i - 1), NULL));
        assert_true(bp_model_pose_vertices(NULL, at, 0, &arrays, NULL));
    }
    bp_model_pose_destroy(at);
    bp_model_destroy(model);
}

static double distance(bp_vec3 a[MOMENTS][STRIP_VERTICES], bp_vec3 b[MOMENTS][STRIP_VERTICES]) {
    double worst = 0.0;
    for (int i = 0; i < MOMENTS; i++)
        for (int j = 0; j < STRIP_VERTICES; j++) {
            double off = (double)bp_vec3_distance(a[i][j], b[i][j]);
            if (!(off <= worst)) worst = off;
        }
    return worst;
}

static bp_repair repair(const strip_file *file, const bp_repair_options *options) {
    bp_repair result;
    bp_error error = {0};
    if (!bp_gltf_repair_memory(NULL, file->bytes, file->size, "strip.glb", NULL, options, &result, &error))
        fail_msg("%s: %s", error.place, error.message);
    return result;
}

static bool has_change(const bp_repair *repair, const char *id) {
    for (size_t i = 0; i < repair->count; i++)
        if (strcmp(bp_doctor_id_name(repair->changes[i].id), id) == 0) return true;
    return false;
}

/* ---- tests --------------------------------------------------------------------------------------*/

static void test_each_spoil(void **state) {
    (void)state;
    static bp_vec3 wanted[MOMENTS][STRIP_VERTICES], got[MOMENTS][STRIP_VERTICES];
    strip valid = strip_make();
    strip_file original = strip_write(&valid);
    size_t wrong = 0;
    pose(original.bytes, original.size, wanted);
    for (size_t i = 0; i < BP_COUNT(SPOILS); i++) {
        strip r = strip_make();
        SPOILS[i].apply(&r);
        strip_file spoiled = strip_write(&r);
        bp_repair result = repair(&spoiled, NULL);
        bool refused = !result.whole && !result.file.data;
        if (SPOILS[i].guess) {
            bp_repair_clear(&result);
            result = repair(&spoiled, &(bp_repair_options){.guess = true});
        }
        double off = 1e30;
        if (result.whole) {
            pose(result.file.data, result.file.size, got);
            off = distance(wanted, got);
        }
        bool good = off <= 1e-5 && has_change(&result, SPOILS[i].id) && result.after.errors == 0 &&
                    refused == SPOILS[i].guess && result.changes[0].guess == SPOILS[i].guess;
        if (!good) print_error("%s: off by %g, %zu errors left\n", SPOILS[i].name, off, result.after.errors);
        for (size_t j = 0; !good && j < result.count; j++)
            print_error("    %s %s: %s\n", bp_doctor_id_name(result.changes[j].id), result.changes[j].place,
                        result.changes[j].message);
        wrong += !good;
        bp_repair_clear(&result);
    }
    assert_int_equal(wrong, 0);
}

/* A valid file is returned as it is; the other container holds the same JSON. */
static void test_valid(void **state) {
    (void)state;
    strip r = strip_make();
    strip_file file = strip_write(&r);
    bp_repair result = repair(&file, NULL);
    assert_int_equal(result.count, 0);
    assert_int_equal(result.file.size, file.size);
    assert_memory_equal(result.file.data, file.bytes, file.size);
    bp_repair_clear(&result);

    static bp_vec3 wanted[MOMENTS][STRIP_VERTICES], got[MOMENTS][STRIP_VERTICES];
    result = repair(&file, &(bp_repair_options){.container = BP_GLTF_EMBEDDED});
    pose(file.bytes, file.size, wanted);
    pose(result.file.data, result.file.size, got);
    assert_true(distance(wanted, got) == 0.0);
    bp_repair_clear(&result);
}

/* A joint's number beside the weight 0 is only a note, and notes change nothing. */
static void test_notes(void **state) {
    (void)state;
    strip r = strip_make();
    unused_joint_numbers(&r);
    strip_file file = strip_write(&r);
    bp_repair result = repair(&file, NULL);
    assert_int_equal(result.before.errors + result.before.warnings, 0);
    assert_true(result.before.notes > 0 && result.whole);
    assert_int_equal(result.file.size, file.size);
    assert_memory_equal(result.file.data, file.bytes, file.size);
    bp_repair_clear(&result);
}

/* One weight is wrong: only its bytes change, where they are. */
static void test_in_place(void **state) {
    (void)state;
    strip r = strip_make();
    r.weights[0][0] = 0.5f;
    strip_file file = strip_write(&r);
    bp_repair result = repair(&file, NULL);
    size_t changed = 0;
    assert_int_equal(result.file.size, file.size);
    for (size_t i = 0; i < file.size; i++) changed += result.file.data[i] != file.bytes[i];
    assert_int_equal(changed, 1); /* 0.5 is 3f000000, 1 is 3f800000 */
    bp_repair_clear(&result);
}

/* White space, numbers, unknown members and extensions stay, and so does a buffer that is another file. */
static void test_text_stays(void **state) {
    (void)state;
    static const char text[] =
        "{ \"asset\" : {\"version\":\"2.0\",\"extras\":{\"a\":1.50e+0}},\n  \"nodes\":[ "
        "{\"rotation\":[0,0,0,1.05], "
        "\"extras\":[ ] , \"x\":\"\\u0041\"} ],\n  "
        "\"extensionsUsed\":[\"EXT_none\"],\n\"extensions\":{\"EXT_none\":{}}\n}\n";
    static const char wanted[] =
        "{ \"asset\" : {\"version\":\"2.0\",\"extras\":{\"a\":1.50e+0}},\n  \"nodes\":[ "
        "{\"rotation\":[0,0,0,1], "
        "\"extras\":[ ] , \"x\":\"\\u0041\"} ],\n  "
        "\"extensionsUsed\":[\"EXT_none\"],\n\"extensions\":{\"EXT_none\":{}}\n}\n";
    bp_repair result;
    bp_error error = {0};
    assert_true(bp_gltf_repair_memory(NULL, text, sizeof text - 1, "a.gltf", NULL, NULL, &result, &error));
    assert_int_equal(result.count, 1);
    assert_int_equal(result.file.size, sizeof wanted - 1);
    assert_memory_equal(result.file.data, wanted, sizeof wanted - 1);
    bp_repair_clear(&result);
}

/* Joints that move no vertex stay, unless they shall go: clips and sockets may use them. */
static void test_unused(void **state) {
    (void)state;
    static bp_vec3 wanted[MOMENTS][STRIP_VERTICES], got[MOMENTS][STRIP_VERTICES];
    strip r = strip_make();
    r.joints[30][0] = r.joints[31][0] = 6; /* from joint 5, which no other vertex has */
    strip_file file = strip_write(&r);
    bp_repair result = repair(&file, NULL);
    assert_int_equal(result.before.errors + result.before.warnings, 0);
    assert_int_equal(result.count, 0);
    assert_int_equal(result.file.size, file.size);
    assert_memory_equal(result.file.data, file.bytes, file.size);
    bp_repair_clear(&result);
    r.positions[5][1] += 1.5f; /* outside of the stated bounds: a warning, and no other motion */
    file = strip_write(&r);
    result = repair(&file, NULL);
    assert_false(has_change(&result, "joint-unused"));
    bp_repair_clear(&result);
    result = repair(&file, &(bp_repair_options){.prune = true});
    assert_true(has_change(&result, "joint-unused"));
    pose(file.bytes, file.size, wanted);
    pose(result.file.data, result.file.size, got);
    assert_true(distance(wanted, got) == 0.0);
    assert_int_equal(result.after.notes, result.before.notes - 1);
    bp_repair_clear(&result);
}

/* The change has the name of the finding that it mends. */
static void test_bounds(void **state) {
    (void)state;
    strip r = strip_make();
    r.positions[5][1] += 1.5f;
    strip_file file = strip_write(&r);
    bp_repair result = repair(&file, NULL);
    assert_int_equal(result.count, 1);
    assert_int_equal(result.changes[0].id, BP_DOCTOR_POSITION_BOUNDS);
    assert_int_equal(result.before.findings[0].id, BP_DOCTOR_POSITION_BOUNDS);
    assert_int_equal(result.after.warnings, result.before.warnings - 1);
    bp_repair_clear(&result);
}

/* ---- memory and damage --------------------------------------------------------------------------*/

static bool try_repairing(const bp_allocator *allocator, void *user, bp_error *error) {
    const strip_file *file = user;
    bp_context *context =
        bp_context_create(&(bp_context_options){.allocator = *allocator, .threads = 1}, error);
    if (!context) return false;
    bp_repair result;
    bool ok = bp_gltf_repair_memory(context, file->bytes, file->size, "a.glb", "", NULL, &result, error);
    bp_repair_clear(&result);
    bp_context_destroy(context);
    return ok;
}

static void test_memory(void **state) {
    (void)state;
    strip r = strip_make();
    weights_scaled(&r);
    binds_transposed(&r);
    strip_file file = strip_write(&r);
    assert_true(test_each_allocation_fails(try_repairing, &file) > 50);
}

/* Whatever is in the file: a repaired file has no more errors than before, or there is a message. */
static void test_damage(void **state) {
    (void)state;
    strip r = strip_make();
    strip_file valid = strip_write(&r);
    uint64_t random = 21;
    for (int i = 0; i < 400; i++) {
        strip_file file = valid;
        size_t flips = 1 + test_random(&random) % 4;
        for (size_t j = 0; j < flips; j++)
            file.bytes[12 + test_random(&random) % (file.size - 12)] = (uint8_t)test_random(&random);
        bp_repair result;
        bp_error error = {0};
        bool ok = bp_gltf_repair_memory(NULL, file.bytes, file.size, "a.glb", NULL, NULL, &result, &error);
        if (!ok && error.kind != BP_ERROR_INPUT) fail_msg("damage %d: %s: %s", i, error.place, error.message);
        if (ok) assert_true(result.after.errors <= result.before.errors);
        bp_repair_clear(&result);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_spoil), cmocka_unit_test(test_valid),      cmocka_unit_test(test_notes),
        cmocka_unit_test(test_in_place),   cmocka_unit_test(test_text_stays), cmocka_unit_test(test_unused),
        cmocka_unit_test(test_bounds),     cmocka_unit_test(test_memory),     cmocka_unit_test(test_damage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
