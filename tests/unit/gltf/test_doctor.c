/* The doctor: each test gives a valid character one fault. The doctor must find it under its own id and
 * severity, and no error under another id. */
#include "base/system.h"
#include "gltf/doctor/doctor.h"
#include "gltf/doctor/doctor_profiles.h"
#include "skinned_strip.h"
#include "support/allocator.h"
#include <bindpose/rig.h>
#include <bindpose/tools.h>

/* ---- faults -------------------------------------------------------------------------------------*/

static void set_node(strip *r, int node, const char *text) {
    snprintf(r->nodes[node], sizeof r->nodes[node], "%s", text);
}

static void weights_sum(strip *r) { r->weights[0][0] = 0.5f; }
static void weights_sum_slightly_off(strip *r) { r->weights[0][0] = 0.998f; }
static void weights_negative(strip *r) { r->weights[2][0] = 1.25f, r->weights[2][1] = -0.25f; }
static void weights_nan(strip *r) { memset(&r->weights[5][0], 0xff, 4); }
static void weights_zero(strip *r) { r->weights[0][0] = 0.0f; }
static void joint_out_of_range(strip *r) { r->joints[7][0] = 9; }
static void joint_duplicated(strip *r) { r->joints[2][1] = r->joints[2][0]; }
static void joint_zero_weight(strip *r) { r->joints[2][3] = 5; }
static void influences_over_4(strip *r) {
    r->second = true;
    for (int i = 0; i < STRIP_VERTICES; i++) r->weights2[i][0] = 0.0f;
    for (int i = 0; i < 4; i++) {
        r->joints[0][i] = (uint8_t)i;
        r->weights[0][i] = 0.2f;
    }
    r->joints2[0][0] = 4;
    r->weights2[0][0] = 0.2f;
}
static void ibm_missing(strip *r) { r->no_binds = true; }
static void ibm_count(strip *r) { r->bind_count = 7; }
static void ibm_nan(strip *r) { memset(&r->binds[4][5], 0xff, 4); }
static void ibm_last_row(strip *r) { r->binds[4][15] = 0.5f; }
static void invert(strip *r, int joint) {
    for (int i = 12; i < 15; i++) r->binds[joint][i] = -r->binds[joint][i];
}
static void ibm_not_inverted(strip *r) {
    for (int i = 0; i < STRIP_JOINTS; i++) invert(r, i);
}
static void ibm_not_inverted_once(strip *r) { invert(r, 5); }
static void ibm_not_inverted_posed(strip *r) {
    ibm_not_inverted(r);
    set_node(r, 1, "\"translation\":[0,1,0],\"rotation\":[0,0,0.6,0.8],\"children\":[2]");
    set_node(r, 2, "\"translation\":[0,1,0],\"rotation\":[0.6,0,0,0.8],\"children\":[3,6]");
    set_node(r, 0, "\"rotation\":[0,0.6,0,0.8],\"children\":[1]");
}
static void ibm_singular(strip *r) { r->binds[4][0] = 0.0f; }
static void ibm_mirrored(strip *r) { r->binds[4][0] = -1.0f; }
static void ibm_sheared(strip *r) { r->binds[4][1] = 0.5f; }
static void ibm_transposed(strip *r) {
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
static void ibm_order(strip *r) { swap_binds(r, 4, 7); }
static void ibm_order_reversed(strip *r) {
    for (int i = 0; i < 4; i++) swap_binds(r, i, 8 - i);
}
static void joints_repeated(strip *r) { r->list = "0,1,2,3,4,5,6,7,7"; }
static void no_common_root(strip *r) {
    set_node(r, 2, "\"translation\":[0,1,0],\"children\":[3]");
    r->scene = "0,6,9";
    r->skin = "";
}
static void no_common_root_outside(strip *r) {
    no_common_root(r);
    r->scene = "0,9";
}
static void skeleton_not_ancestor(strip *r) { r->skin = "\"skeleton\":3,"; }
static void node_cycle(strip *r) { set_node(r, 8, "\"translation\":[-1,0,0],\"children\":[6]"); }
static void node_cycle_of_all(strip *r) { set_node(r, 8, "\"translation\":[-1,0,0],\"children\":[0]"); }
static void node_parents(strip *r) { set_node(r, 5, "\"translation\":[1,0,0],\"children\":[8]"); }
static void joint_not_in_scene(strip *r) { r->scene = "9"; }
static void mesh_under_skeleton(strip *r) {
    set_node(r, 5, "\"translation\":[1,0,0],\"children\":[9]");
    r->scene = "0";
}
static void mesh_transform_ignored(strip *r) {
    set_node(r, 9, "\"mesh\":0,\"skin\":0,\"translation\":[0,5,0]");
}
static void skin_missing(strip *r) { set_node(r, 9, "\"mesh\":0"); }
static void joint_order(strip *r) {
    r->list = "1,0,2,3,4,5,6,7,8";
    swap_binds(r, 0, 1);
    for (int i = 0; i < STRIP_VERTICES; i++)
        for (int j = 0; j < 2; j++)
            if (r->weights[i][j] > 0.0f && r->joints[i][j] < 2)
                r->joints[i][j] = (uint8_t)(1 - r->joints[i][j]);
}
static void joint_unused(strip *r) { r->joints[30][0] = r->joints[31][0] = 6; }
static void names_duplicated(strip *r) { set_node(r, 8, "\"name\":\"tipL\",\"translation\":[-1,0,0]"); }
static void rest_not_bind(strip *r) {
    set_node(r, 3, "\"translation\":[1,0,0],\"rotation\":[0,0,0.6,0.8],\"children\":[4]");
}
static void scale_zero(strip *r) { set_node(r, 5, "\"translation\":[1,0,0],\"scale\":[0,0,0]"); }
static void scale_negative(strip *r) { set_node(r, 5, "\"translation\":[1,0,0],\"scale\":[-1,1,1]"); }
static void scale_non_uniform(strip *r) {
    set_node(r, 3, "\"translation\":[1,0,0],\"scale\":[1,2,1],\"children\":[4]");
    set_node(r, 4, "\"translation\":[1,0,0],\"rotation\":[0,0,0.6,0.8],\"children\":[5]");
}
static void unit_mixup_mesh(strip *r) {
    for (int i = 0; i < STRIP_VERTICES; i++)
        for (int j = 0; j < 3; j++) r->positions[i][j] *= 100.0f;
}
static void unit_mixup_binds(strip *r) {
    for (int i = 0; i < STRIP_JOINTS; i++)
        for (int j = 12; j < 15; j++) r->binds[i][j] *= 100.0f;
}
static void unit_mixup_nodes(strip *r) { set_node(r, 0, "\"scale\":[0.01,0.01,0.01],\"children\":[1]"); }
static void keys_not_increasing(strip *r) { r->times[1] = 2.0f; }
static void keys_negative(strip *r) { r->times[0] = -1.0f; }
static void keys_nan(strip *r) { memset(&r->times[1], 0xff, 4); }
static void rotation_not_unit(strip *r) { r->values[1][3] = 2.0f; }
static void rotation_not_unit_node(strip *r) {
    set_node(r, 5, "\"translation\":[1,0,0],\"rotation\":[0,0,0,0.5]");
}
static void channel_on_matrix_node(strip *r) {
    set_node(r, 3, "\"matrix\":[1,0,0,0,0,1,0,0,0,0,1,0,1,0,0,1],\"children\":[4]");
}
static void channel_on_skinned_mesh(strip *r) { r->target = 9; }
static void triangle_degenerate(strip *r) { r->indices[1] = r->indices[0]; }
static void triangle_flipped(strip *r) {
    uint16_t kept = r->indices[0];
    r->indices[0] = r->indices[1];
    r->indices[1] = kept;
}
static void influences_unrelated(strip *r) { r->joints[18][0] = 5, r->joints[18][1] = 8; }
static void explodes(strip *r) {
    const float far[9] = {1, 0, 0, 5000, 0, 0, 1, 0, 0};
    r->path = "translation";
    memcpy(r->values, far, sizeof far);
}
static void candy_wrapper(strip *r) {
    r->target = 4; /* rotated by 180 degrees about its own axis, and blended half and half */
    r->values[1][0] = 1.0f;
    r->values[1][2] = r->values[1][3] = 0.0f;
    for (int i = 14; i < 16; i++) r->weights[i][0] = r->weights[i][1] = 0.5f;
}
static void unreadable(strip *r) { r->weight_count = 31; }
static void unreadable_positions(strip *r) { r->position_count = 1; }
static void unreadable_joint(strip *r) { r->list = "0,1,2,3,4,5,6,7,77"; }

/* The root is rotated by 74 degrees about Y. Its matrix is a pure rotation, whose transpose is its inverse,
 * but the fault is still a transposed matrix. */
static void ibm_transposed_rotated(strip *r) {
    set_node(r, 0, "\"rotation\":[0,0.6,0,0.8],\"children\":[1]");
    for (int i = 0; i < STRIP_JOINTS; i++) {
        float *m = r->binds[i], kept[16];
        m[0] = m[10] = 0.28f;
        m[2] = 0.96f;
        m[8] = -0.96f;
        memcpy(kept, m, sizeof kept);
        for (int j = 0; j < 16; j++) m[j] = kept[j % 4 * 4 + j / 4];
    }
}
/* Node 1 lists its ancestor, node 0, before node 6, the real parent, does. */
static void node_cycle_first(strip *r) {
    set_node(r, 1, "\"translation\":[0,1,0],\"children\":[2,0]");
    set_node(r, 2, "\"translation\":[0,1,0],\"children\":[3]");
    set_node(r, 6, "\"translation\":[-1,2,0],\"children\":[7,0]");
    r->scene = "6,9";
}

#define FAULT(function, id, severity, code)                                                                  \
    { #function, function, id, BP_DOCTOR_##severity, code }

static const struct fault {
    const char *name;
    void (*apply)(strip *r);
    const char *id;
    bp_doctor_severity severity;
    const char *
        code; /* of Khronos' validator; NULL: none. The validator doesn't always report SKIN_NO_COMMON_ROOT */
} FAULTS[] = {
    FAULT(weights_sum, "weights-sum", ERROR, "ACCESSOR_WEIGHTS_NON_NORMALIZED"),
    FAULT(weights_sum_slightly_off, "weights-sum", WARNING, "ACCESSOR_WEIGHTS_NON_NORMALIZED"),
    FAULT(weights_negative, "weights-negative", ERROR, "ACCESSOR_WEIGHTS_NEGATIVE"),
    FAULT(weights_nan, "weights-nan", ERROR, "ACCESSOR_INVALID_FLOAT"),
    FAULT(weights_zero, "weights-zero", ERROR, "ACCESSOR_WEIGHTS_NON_NORMALIZED"),
    FAULT(joint_out_of_range, "joint-out-of-range", ERROR, "ACCESSOR_JOINTS_INDEX_OOB"),
    FAULT(joint_duplicated, "joint-duplicated", ERROR, "ACCESSOR_JOINTS_INDEX_DUPLICATE"),
    FAULT(joint_zero_weight, "joint-zero-weight", NOTE, "ACCESSOR_JOINTS_USED_ZERO_WEIGHT"),
    FAULT(influences_over_4, "influences-over-4", WARNING, NULL),
    FAULT(ibm_missing, "ibm-missing", ERROR, NULL),
    FAULT(ibm_count, "ibm-count", ERROR, "INVALID_IBM_ACCESSOR_COUNT"),
    FAULT(ibm_nan, "ibm-nan", ERROR, "ACCESSOR_INVALID_FLOAT"),
    FAULT(ibm_last_row, "ibm-last-row", ERROR, "ACCESSOR_INVALID_IBM"),
    FAULT(ibm_not_inverted, "ibm-not-inverted", ERROR, NULL),
    FAULT(ibm_not_inverted_once, "ibm-not-inverted", ERROR, NULL),
    FAULT(ibm_not_inverted_posed, "ibm-not-inverted", ERROR, NULL),
    FAULT(ibm_singular, "ibm-singular", ERROR, NULL),
    FAULT(ibm_mirrored, "ibm-mirrored", ERROR, NULL),
    FAULT(ibm_sheared, "ibm-sheared", WARNING, NULL),
    FAULT(ibm_transposed, "ibm-transposed", ERROR, "ACCESSOR_INVALID_IBM"),
    FAULT(ibm_transposed_rotated, "ibm-transposed", ERROR, "ACCESSOR_INVALID_IBM"),
    FAULT(ibm_order, "ibm-order", ERROR, NULL),
    FAULT(ibm_order_reversed, "ibm-order", ERROR, NULL),
    FAULT(joints_repeated, "joints-repeated", ERROR, "DUPLICATE_ELEMENTS"),
    FAULT(no_common_root, "no-common-root", ERROR, "SKIN_NO_COMMON_ROOT"),
    FAULT(no_common_root_outside, "no-common-root", ERROR, "SKIN_NO_COMMON_ROOT"),
    FAULT(skeleton_not_ancestor, "skeleton-not-ancestor", ERROR, "SKIN_SKELETON_INVALID"),
    FAULT(node_cycle, "node-cycle", ERROR, "NODE_LOOP"),
    FAULT(node_cycle_of_all, "node-cycle", ERROR, "NODE_LOOP"),
    FAULT(node_cycle_first, "node-cycle", ERROR, "NODE_LOOP"),
    FAULT(node_parents, "node-parents", ERROR, "NODE_PARENT_OVERRIDE"),
    FAULT(joint_not_in_scene, "joint-not-in-scene", ERROR, "NODE_SKIN_NO_SCENE"),
    FAULT(mesh_under_skeleton, "mesh-under-skeleton", WARNING, "NODE_SKINNED_MESH_NON_ROOT"),
    FAULT(mesh_transform_ignored, "mesh-transform-ignored", WARNING, "NODE_SKINNED_MESH_LOCAL_TRANSFORMS"),
    FAULT(skin_missing, "skin-missing", ERROR, "NODE_SKINNED_MESH_WITHOUT_SKIN"),
    FAULT(joint_order, "joint-order", NOTE, NULL),
    FAULT(joint_unused, "joint-unused", NOTE, NULL),
    FAULT(names_duplicated, "names-duplicated", WARNING, NULL),
    FAULT(rest_not_bind, "rest-not-bind", NOTE, NULL),
    FAULT(scale_zero, "scale-zero", WARNING, NULL),
    FAULT(scale_negative, "scale-negative", WARNING, NULL),
    FAULT(scale_non_uniform, "scale-non-uniform", WARNING, NULL),
    FAULT(unit_mixup_mesh, "unit-mixup", ERROR, NULL),
    FAULT(unit_mixup_binds, "unit-mixup", ERROR, NULL),
    FAULT(unit_mixup_nodes, "unit-mixup", WARNING, NULL),
    FAULT(keys_not_increasing, "keys-not-increasing", ERROR, "ACCESSOR_ANIMATION_INPUT_NON_INCREASING"),
    FAULT(keys_negative, "keys-not-increasing", ERROR, "ACCESSOR_ANIMATION_INPUT_NEGATIVE"),
    FAULT(keys_nan, "keys-not-increasing", ERROR, "ACCESSOR_INVALID_FLOAT"),
    FAULT(rotation_not_unit, "rotation-not-unit", ERROR,
          "ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION"),
    FAULT(rotation_not_unit_node, "rotation-not-unit", ERROR, "ROTATION_NON_UNIT"),
    FAULT(channel_on_matrix_node, "channel-on-matrix-node", ERROR, "ANIMATION_CHANNEL_TARGET_NODE_MATRIX"),
    FAULT(channel_on_skinned_mesh, "channel-on-skinned-mesh", WARNING, "ANIMATION_CHANNEL_TARGET_NODE_SKIN"),
    FAULT(triangle_degenerate, "triangle-degenerate", WARNING, "ACCESSOR_INDEX_TRIANGLE_DEGENERATE"),
    FAULT(triangle_flipped, "triangle-flipped", WARNING, NULL),
    FAULT(influences_unrelated, "influences-unrelated", WARNING, NULL),
    FAULT(explodes, "explodes", ERROR, NULL),
    FAULT(candy_wrapper, "candy-wrapper", WARNING, NULL),
    FAULT(unreadable, "unreadable", ERROR, NULL),
    FAULT(unreadable_positions, "unreadable", ERROR, NULL),
    FAULT(unreadable_joint, "unreadable", ERROR, NULL),
};

/* ---- findings -----------------------------------------------------------------------------------*/

static void print_report(const bp_doctor_report *report) {
    for (size_t i = 0; i < report->count; i++) {
        const bp_doctor_finding *finding = &report->findings[i];
        print_error("  %s %s at %s%s%s: %s\n", bp_doctor_severity_text(finding->severity),
                    bp_doctor_id_name(finding->id), finding->place, finding->caused_by ? " by " : "",
                    bp_doctor_id_name(finding->caused_by), finding->message);
    }
}

static bp_doctor_report examine(const strip *r) {
    strip_file file = strip_write(r);
    bp_doctor_report report;
    bp_error error = {0};
    if (!bp_doctor_examine_memory(NULL, file.bytes, file.size, "strip.glb", NULL, &report, &error))
        fail_msg("%s: %s", error.place, error.message);
    return report;
}

static bool same_text(const char *a, const char *b) { return a == b || (a && b && strcmp(a, b) == 0); }

/* Whether the fault is reported with its severity and code and without a cause, and no error under another
 * id. */
static bool is_found(const struct fault *fault, const bp_doctor_report *report) {
    bool found = false;
    for (size_t i = 0; i < report->count; i++) {
        const bp_doctor_finding *finding = &report->findings[i];
        bool own = strcmp(bp_doctor_id_name(finding->id), fault->id) == 0;
        found = found || (own && finding->severity == fault->severity && !finding->caused_by &&
                          same_text(finding->validator_code, fault->code));
        if (!own && finding->severity == BP_DOCTOR_ERROR) return false;
    }
    return found;
}

static void test_each_fault(void **state) {
    (void)state;
    size_t missed = 0;
    for (size_t i = 0; i < BP_COUNT(FAULTS); i++) {
        strip r = strip_make();
        FAULTS[i].apply(&r);
        bp_doctor_report report = examine(&r);
        if (!is_found(&FAULTS[i], &report)) {
            print_error("%s: wanted %s %s [%s] and no other error; got %zu findings\n", FAULTS[i].name,
                        bp_doctor_severity_text(FAULTS[i].severity), FAULTS[i].id,
                        FAULTS[i].code ? FAULTS[i].code : "-", report.count);
            print_report(&report);
            missed++;
        }
        bp_doctor_report_clear(&report);
    }
    assert_int_equal(missed, 0);
}

static void test_valid(void **state) {
    (void)state;
    strip r = strip_make();
    bp_doctor_report report = examine(&r);
    print_report(&report);
    assert_int_equal(report.count, 0);
    bp_doctor_report_clear(&report);
}

static void expect_concerned(const bp_doctor_concerned *list, size_t count, const uint32_t *first,
                             size_t kept) {
    assert_int_equal(list->count, count);
    for (size_t i = 0; i < kept; i++) assert_int_equal(list->first[i], first[i]);
}

/* Findings carry the vertices, joints and times that they are about: those of the faults above. */
static void test_concerned(void **state) {
    (void)state;
    strip made = strip_make();
    const uint32_t joints[] = {4, 7}, corners[] = {made.indices[0], made.indices[0], made.indices[2]};
    const struct {
        void (*apply)(strip *r);
        const uint32_t *vertices, *joints;
        size_t vertex_count, joint_count;
        float time; /* -1: none */
    } cases[] = {{weights_nan, (const uint32_t[]){5}, NULL, 1, 0, -1},
                 {triangle_degenerate, corners, NULL, 3, 0, -1},
                 {ibm_order, NULL, joints, 0, 2, -1},
                 {rotation_not_unit, NULL, NULL, 0, 0, made.times[1]},
                 {keys_not_increasing, NULL, NULL, 0, 0, 2}};
    for (size_t i = 0; i < BP_COUNT(cases); i++) {
        strip r = strip_make();
        cases[i].apply(&r);
        bp_doctor_report report = examine(&r);
        const bp_doctor_finding *finding = &report.findings[0];
        expect_concerned(&finding->vertices, cases[i].vertex_count, cases[i].vertices, cases[i].vertex_count);
        expect_concerned(&finding->joints, cases[i].joint_count, cases[i].joints, cases[i].joint_count);
        assert_int_equal(finding->time_count, cases[i].time >= 0);
        if (cases[i].time >= 0) assert_true(finding->times[0] == cases[i].time);
        assert_int_equal(finding->primitive, cases[i].vertex_count > 0 ? 0 : -1);
        bp_doctor_report_clear(&report);
    }
    strip r = strip_make();
    for (int i = 0; i < STRIP_VERTICES; i++) r.weights[i][0] *= 0.5f, r.weights[i][1] *= 0.5f;
    bp_doctor_report report = examine(&r);
    assert_int_equal(report.findings[0].id, BP_DOCTOR_WEIGHTS_SUM);
    assert_int_equal(report.findings[0].vertices.count, STRIP_VERTICES);
    bp_doctor_report_clear(&report);
}

/* A finding has texts, and its consequences name it as their cause. */
static void test_texts(void **state) {
    (void)state;
    strip r = strip_make();
    ibm_order(&r);
    bp_doctor_report report = examine(&r);
    assert_true(report.count >= 2);
    assert_int_equal(report.errors, 1);
    assert_string_equal(report.findings[0].place, "skins[0].inverseBindMatrices");
    assert_non_null(strstr(report.findings[0].message, "4 needs matrix 7, 7 needs matrix 4"));
    assert_true(*report.findings[0].effect && *report.findings[0].cause && *report.findings[0].remedy);
    assert_int_equal(report.findings[1].id, BP_DOCTOR_REST_NOT_BIND);
    assert_int_equal(report.findings[1].caused_by, BP_DOCTOR_IBM_ORDER);
    assert_int_equal(report.findings[1].severity, BP_DOCTOR_NOTE);
    bp_doctor_report_clear(&report);
}

/* ---- unreadable files ---------------------------------------------------------------------------*/

static void test_container(void **state) {
    (void)state;
    bp_doctor_report report;
    bp_error error = {0};
    assert_false(bp_doctor_examine_memory(NULL, "{\"nodes\":[", 10, "cut.gltf", NULL, &report, &error));
    assert_int_equal(error.kind, BP_ERROR_INPUT);
    assert_non_null(strstr(error.place, "cut.gltf"));
    assert_int_equal(report.count, 0);
    error = (bp_error){0};
    assert_false(bp_doctor_examine(NULL, "no/such/file.glb", &report, &error));
    assert_true(error.kind != BP_ERROR_NONE);
    error = (bp_error){0};
    assert_false(bp_doctor_examine(NULL, NULL, &report, &error));
    assert_int_equal(error.kind, BP_ERROR_ARGUMENT);
}

static void test_unknown_extension(void **state) {
    (void)state;
    static const char text[] = "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"EXT_no_such\"],"
                               "\"extensionsRequired\":[\"EXT_no_such\"],\"buffers\":[{\"extensions\":{"
                               "\"EXT_no_such\":{}}}]}";
    bp_doctor_report report;
    bp_error error = {0};
    assert_true(bp_doctor_examine_memory(NULL, text, sizeof text - 1, "a.gltf", NULL, &report, &error));
    assert_int_equal(report.errors, 1);
    assert_int_equal(report.findings[0].id, BP_DOCTOR_UNSUPPORTED);
    assert_non_null(strstr(report.findings[0].message, "EXT_no_such"));
    bp_doctor_report_clear(&report);
}

/* ---- memory and damage --------------------------------------------------------------------------*/

static bool try_examining(const bp_allocator *allocator, void *user, bp_error *error) {
    const strip_file *file = user;
    bp_context *context =
        bp_context_create(&(bp_context_options){.allocator = *allocator, .threads = 1}, error);
    if (!context) return false;
    bp_doctor_report report;
    bool ok = bp_doctor_examine_memory(context, file->bytes, file->size, "a.glb", "", &report, error);
    bp_doctor_report_clear(&report);
    bp_context_destroy(context);
    return ok;
}

static void test_memory(void **state) {
    (void)state;
    strip r = strip_make();
    rest_not_bind(&r);
    names_duplicated(&r);
    strip_file file = strip_write(&r);
    assert_true(test_each_allocation_fails(try_examining, &file) > 20);
}

/* Flips bytes and cuts files off: the doctor reports or fails, but never crashes. */
static void test_damage(void **state) {
    (void)state;
    strip r = strip_make();
    strip_file valid = strip_write(&r);
    uint64_t random = 20;
    size_t answers = 0;
    for (int i = 0; i < 3000; i++) {
        strip_file file = valid;
        size_t flips = 1 + test_random(&random) % 4;
        for (size_t j = 0; j < flips; j++)
            file.bytes[12 + test_random(&random) % (file.size - 12)] = (uint8_t)test_random(&random);
        if (i % 16 == 0) file.size = test_random(&random) % file.size;
        bp_doctor_report report;
        bp_error error = {0};
        bool ok = bp_doctor_examine_memory(NULL, file.bytes, file.size, "a.glb", NULL, &report, &error);
        if (!ok && error.kind != BP_ERROR_INPUT) fail_msg("damage %d: %s: %s", i, error.place, error.message);
        answers += ok;
        bp_doctor_report_clear(&report);
    }
    assert_true(answers > 1000);
}

/* Published models, if they are installed, have no errors. */
static void test_models(void **state) {
    (void)state;
    static const char *const names[] = {"Fox.glb", "SimpleSkin.gltf", "cubic_skin.gltf", "greenman.glb"};
    const char *folder = getenv("BINDPOSE_MODELS");
    for (size_t i = 0; i < BP_COUNT(names); i++) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", folder ? folder : "../shared/models", names[i]);
        FILE *there = fopen(path, "rb");
        if (!there) {
            print_message("skipped %s\n", path);
            continue;
        }
        fclose(there);
        bp_doctor_report report;
        bp_error error = {0};
        assert_true(bp_doctor_examine(NULL, path, &report, &error));
        if (report.errors > 0) print_report(&report);
        assert_int_equal(report.errors, 0);
        bp_doctor_report_clear(&report);
    }
}

static void test_own_model(void **state) {
    (void)state;
    char path[512];
    bp_doctor_report report;
    bp_error error = {0};
    assert_true(bp_asset_path("character.glb", path, sizeof path, &error));
    assert_true(bp_doctor_examine(NULL, path, &report, &error));
    if (report.errors + report.warnings > 0) print_report(&report);
    assert_int_equal(report.errors + report.warnings, 0);
    bp_doctor_report_clear(&report);
}

static const bp_doctor_finding *first_of(const bp_doctor_report *report, bp_doctor_id id) {
    for (size_t i = 0; i < report->count; i++)
        if (report->findings[i].id == id) return &report->findings[i];
    return NULL;
}

/* Our character has 21 joints in one skin, and no extension of VRM. */
static void test_limits(void **state) {
    (void)state;
    char path[512];
    bp_doctor_limits limits;
    bp_doctor_report report;
    bp_error error = {0};
    bp_file file;
    assert_true(bp_asset_path("character.glb", path, sizeof path, &error));
    assert_true(bp_file_read(NULL, path, 0, &file, &error));
    bp_doctor_limits_make(&limits, -1);
    assert_false(limits.any);
    for (int most = 20; most <= 21; most++) {
        bp_doctor_limits_set(&limits, BP_DOCTOR_PROFILE_JOINTS, most, "our game");
        for (int from_memory = 0; from_memory < 2; from_memory++) {
            assert_true(from_memory ? bp_doctor_examine_memory_within(NULL, file.data, file.size, "x", NULL,
                                                                      &limits, &report, &error)
                                    : bp_doctor_examine_within(NULL, path, &limits, NULL, &report, &error));
            const bp_doctor_finding *found = first_of(&report, BP_DOCTOR_PROFILE_JOINTS);
            assert_int_equal(report.errors, most == 20);
            assert_true((found != NULL) == (most == 20));
            if (found) assert_string_equal(found->message, "the skin has 21 joints; our game allows 20");
            if (found) assert_string_equal(found->pointer, "/skins/0/joints");
            bp_doctor_report_clear(&report);
        }
    }
    bp_doctor_limits_make(&limits, bp_doctor_profile_of("vrm1"));
    assert_true(bp_doctor_examine_within(NULL, path, &limits, NULL, &report, &error));
    assert_non_null(first_of(&report, BP_DOCTOR_PROFILE_HUMANOID));
    bp_doctor_report_clear(&report);
    bp_file_free(NULL, &file);
    assert_int_equal(bp_doctor_profile_of("none"), -1);
    assert_int_equal(bp_doctor_profile_of(NULL), -1);
    assert_int_equal(bp_doctor_rule_of("joints"), BP_DOCTOR_PROFILE_JOINTS);
    assert_int_equal(bp_doctor_rule_of("explodes"), BP_DOCTOR_NONE);
    bp_doctor_limits_make(&limits, 10000);
    bp_doctor_limits_set(&limits, BP_DOCTOR_EXPLODES, 1, NULL);
    assert_false(limits.any);
}

static void assert_same(const bp_doctor_report *got, const bp_doctor_report *expected) {
    if (got->count != expected->count) print_report(got), print_report(expected);
    assert_int_equal(got->count, expected->count);
    for (size_t i = 0; i < got->count; i++) {
        assert_int_equal(got->findings[i].id, expected->findings[i].id);
        assert_string_equal(got->findings[i].place, expected->findings[i].place);
        assert_string_equal(got->findings[i].message, expected->findings[i].message);
    }
}

/* Passing a model doesn't change the report, leaves the model at rest, and is ignored if it can't be of that
 * file. */
static void test_model_read_before(void **state) {
    (void)state;
    char path[512];
    bp_doctor_report expected, got;
    bp_error error = {0};
    bp_model *model, *small;
    const char *tiny = "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{}]}";
    assert_true(bp_asset_path("character.glb", path, sizeof path, &error));
    assert_true(bp_gltf_read(NULL, path, NULL, &model, NULL, &error));
    assert_true(bp_gltf_read_memory(NULL, tiny, strlen(tiny), "tiny", NULL, NULL, &small, NULL, &error));
    bp_mat4 before[64];
    assert_true(model->node_count <= 64);
    for (size_t i = 0; i < model->node_count; i++) before[i] = bp_node_local(model->nodes[i]);
    assert_true(bp_doctor_examine(NULL, path, &expected, &error));
    bp_model *const given[] = {model, model, small, NULL};
    for (size_t i = 0; i < BP_COUNT(given); i++) {
        assert_true(bp_doctor_examine_within(NULL, path, NULL, given[i], &got, &error));
        assert_same(&got, &expected);
        bp_doctor_report_clear(&got);
    }
    for (size_t i = 0; i < model->node_count; i++) {
        bp_mat4 after = bp_node_local(model->nodes[i]);
        for (int j = 0; j < 16; j++) assert_true(fabsf(after.m[j] - before[i].m[j]) < 1e-6f);
    }
    bp_doctor_report_clear(&expected);
    bp_model_destroy(small);
    bp_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_valid),     cmocka_unit_test(test_each_fault),
        cmocka_unit_test(test_texts),     cmocka_unit_test(test_concerned),
        cmocka_unit_test(test_container), cmocka_unit_test(test_unknown_extension),
        cmocka_unit_test(test_memory),    cmocka_unit_test(test_damage),
        cmocka_unit_test(test_models),    cmocka_unit_test(test_own_model),
        cmocka_unit_test(test_limits),    cmocka_unit_test(test_model_read_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
