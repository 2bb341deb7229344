/* The doctor's fairness: what it doesn't say about sound files, and how it says the rest: thresholds,
 * numbers, one finding for one fault. */
#include "skinned_strip.h"
#include "support/folder.h"
#include "valid_model.h"
#include <bindpose/tools.h>

static bp_doctor_report examine(const strip *r) {
    strip_file file = strip_write(r);
    bp_doctor_report report;
    bp_error error = {0};
    if (!bp_doctor_examine_memory(NULL, file.bytes, file.size, "strip.glb", NULL, &report, &error))
        fail_msg("%s: %s", error.place, error.message);
    return report;
}

static size_t count_of(const bp_doctor_report *report, const char *id, const char **message) {
    size_t count = 0;
    for (size_t i = 0; i < report->count; i++) {
        if (strcmp(bp_doctor_id_name(report->findings[i].id), id) != 0) continue;
        count++;
        if (message) *message = report->findings[i].message;
    }
    return count;
}

static void set_node(strip *r, int node, const char *json) {
    snprintf(r->nodes[node], sizeof r->nodes[node], "%s", json);
}

/* ---- faults, and words that the message must have; NULL: no such finding --------------------------*/

static void sums_to_018(strip *r) {
    r->weights[3][0] = 0.18f;
    r->weights[3][1] = 0.0f;
}
static void scaled_100(strip *r) { set_node(r, 9, "\"mesh\":0,\"skin\":0,\"scale\":[100,100,100]"); }
static void rotated_90(strip *r) {
    set_node(r, 9, "\"mesh\":0,\"skin\":0,\"rotation\":[0.70710678,0,0,0.70710678]");
}
static void scaled_unevenly(strip *r, const char *scale) {
    char text[120];
    snprintf(text, sizeof text, "\"translation\":[1,0,0],\"scale\":[1,%s,1],\"children\":[4]", scale);
    set_node(r, 3, text);
    set_node(r, 4, "\"translation\":[1,0,0],\"rotation\":[0,0,0.6,0.8],\"children\":[5]");
}
static void scaled_4_percent(strip *r) { scaled_unevenly(r, "1.04"); }
static void scaled_6_percent(strip *r) { scaled_unevenly(r, "1.06"); }
static void outside_bounds(strip *r) { r->positions[5][1] += 1.5f; }
static void inside_bounds(strip *r) { r->positions[5][1] += 0.001f; }
static void enlarged(strip *r) {
    for (int i = 0; i < STRIP_VERTICES; i++)
        for (int j = 0; j < 3; j++) r->positions[i][j] *= 100.0f;
}
/* The vertices of each joint are modelled around its origin, as identities for inverse binds demand. */
static void modelled_at_joints(strip *r) {
    r->no_binds = true;
    for (int i = 0; i < STRIP_VERTICES; i++) {
        int joint = r->joints[i][0];
        r->weights[i][0] = 1.0f;
        r->weights[i][1] = 0.0f;
        for (int j = 0; j < 3; j++) r->positions[i][j] -= STRIP_JOINT_POSITIONS[joint][j];
    }
}
static void no_binds(strip *r) { r->no_binds = true; }
/* Joint 4 is twisted by 180 degrees. One of 32 vertices is half on it and half on its parent, or two are. */
static void twisted(strip *r, int vertices) {
    r->target = 4;
    r->values[1][0] = 1.0f;
    r->values[1][2] = r->values[1][3] = 0.0f;
    for (int i = 14; i < 14 + vertices; i++) r->weights[i][0] = r->weights[i][1] = 0.5f;
}
static void twisted_two(strip *r) { twisted(r, 2); }
static void unused_joint_of_scale_0(strip *r) {
    for (int i = 30; i < 32; i++) r->joints[i][0] = 6;
    r->binds[8][0] = 0.0f;
}
static void nearly_affine(strip *r) { r->binds[4][15] = 0.99999994f; }

static const struct {
    void (*apply)(strip *r);
    const char *id, *words;
} ROWS[] = {
    {sums_to_018, "weights-sum", "(the worst sums to 0.18); the first is vertex 3"},
    {sums_to_018, "weights-rescaled", "1 of 32 vertices"},
    {scaled_100, "mesh-transform-ignored", "has a scale of 100, which glTF ignores"},
    {rotated_90, "mesh-transform-ignored", "has a rotation of 90 degrees, which glTF ignores"},
    {scaled_4_percent, "scale-non-uniform", NULL},
    {scaled_6_percent, "scale-non-uniform", "(1, 1.06, 1)"},
    {outside_bounds, "position-bounds",
     "1 of 32 vertices are outside accessors[0].min and max, by up to 0.5"},
    {inside_bounds, "position-bounds", NULL},
    {enlarged, "unit-mixup", "the mesh is in centimetres and the joints in metres"},
    {modelled_at_joints, "ibm-missing", NULL},
    {no_binds, "ibm-missing", "the 9 joints are not at the origin"},
    {twisted_two, "candy-wrapper", "6.2% of the vertices"},
    {unused_joint_of_scale_0, "ibm-singular", "1 of 9 matrices are"},
    {nearly_affine, "ibm-last-row", "1 of 9 matrices are nearly 0, 0, 0 and 1"},
};

static void test_messages(void **state) {
    (void)state;
    for (size_t i = 0; i < BP_COUNT(ROWS); i++) {
        strip r = strip_make();
        ROWS[i].apply(&r);
        bp_doctor_report report = examine(&r);
        const char *message = "";
        size_t count = count_of(&report, ROWS[i].id, &message);
        if (count != (ROWS[i].words ? 1 : 0))
            fail_msg("row %zu: %zu findings %s: %s", i, count, ROWS[i].id, message);
        if (ROWS[i].words && !strstr(message, ROWS[i].words)) fail_msg("row %zu: %s", i, message);
        bp_doctor_report_clear(&report);
    }
}

/* A joint that moves nothing may have a flat bind: a warning, not an error. */
static void test_unused_joint(void **state) {
    (void)state;
    strip r = strip_make();
    unused_joint_of_scale_0(&r);
    bp_doctor_report report = examine(&r);
    assert_int_equal(report.errors, 0);
    bp_doctor_report_clear(&report);
}

/* Times that lie 12 bytes apart among other numbers. */
static void test_interleaved(void **state) {
    (void)state;
    char *json = replaced_once(VALID_MODEL_JSON, "\"byteOffset\":268,\"byteLength\":12",
                               "\"byteOffset\":268,\"byteLength\":36,\"byteStride\":12");
    uint8_t bytes[VALID_MODEL_BYTES];
    size_t size;
    bp_doctor_report report;
    bp_error error = {0};
    const char *message = "";
    valid_model_bytes(bytes);
    uint8_t *glb = make_glb(json, bytes, sizeof bytes, &size);
    assert_true(bp_doctor_examine_memory(NULL, glb, size, "x", NULL, &report, &error));
    assert_int_equal(count_of(&report, "byte-stride", &message), 1);
    assert_non_null(strstr(message, "byteStride"));
    bp_doctor_report_clear(&report);
    free(glb);
    free(json);
}

/* Extensions that are left out, and clips on nodes without a skin. */
static void test_without_skin(void **state) {
    (void)state;
    static const char text[] = "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"KHR_lights_punctual\","
                               "\"ACME_x\"],\"nodes\":[{\"scale\":["
                               "0,0,0]},{\"scale\":[0,0,0]}],\"animations\":[{\"samplers\":[],\"channels\":[{"
                               "\"sampler\":0,\"target\":{\"node\":1,"
                               "\"path\":\"scale\"}}]}]}";
    bp_doctor_report report;
    bp_error error = {0};
    const char *message = "";
    assert_true(bp_doctor_examine_memory(NULL, text, sizeof text - 1, "x", NULL, &report, &error));
    assert_int_equal(count_of(&report, "extensions-left-out", &message),
                     0); /* there is no figure to look different */
    assert_int_equal(count_of(&report, "scale-zero", &message), 1);
    assert_non_null(strstr(message, "nodes[1]"));
    bp_doctor_report_clear(&report);
}

/* Sound models get no error. */
static void test_sound_models(void **state) {
    (void)state;
    static const char *const names[] = {"Fox.glb", "SimpleSkin.gltf", "cubic_skin.gltf", "greenman.glb"};
    char path[512];
    for (size_t i = 0; i <= BP_COUNT(names); i++) {
        bp_doctor_report report;
        bp_error error = {0};
        bool own = i == BP_COUNT(names);
        if (!own && !test_model(path, sizeof path, names[i])) continue;
        if (!bp_doctor_examine(NULL, own ? "assets/character.glb" : path, &report, &error)) {
            print_message("skipped: %s\n", error.message);
            continue;
        }
        for (size_t j = 0; j < report.count; j++)
            if (report.findings[j].severity == BP_DOCTOR_ERROR)
                fail_msg("%s: %s", own ? "assets/character.glb" : path, report.findings[j].message);
        bp_doctor_report_clear(&report);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_messages),     cmocka_unit_test(test_unused_joint),
        cmocka_unit_test(test_interleaved),  cmocka_unit_test(test_without_skin),
        cmocka_unit_test(test_sound_models),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
