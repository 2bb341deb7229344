/* Rebinding of what VRM's extensions define in joints' spaces. The root is rotated by 90 degrees about Z
 * and the joint "tip" hangs on it, so both have X towards the scene's Y and Y towards -X. Without
 * rotations, an X of theirs must be written as Y, and a Y as -X. */
#include "gltf/rebind/rebind.h"
#include "support/test.h"
#include <bindpose/gltf.h>
#include <bindpose/tools.h>

#define QUARTER "0.70710678,0.70710678"
#define EIGHTH "0.38268343,0.92387953"

/* `node`: members of "tip"; `root`: extensions of the file. */
static bool rebind(const char *rotation, const char *node, const char *root, bp_rebind *out,
                   bp_error *error) {
    char json[2000];
    snprintf(
        json, sizeof json,
        "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"name\":\"root\",\"rotation\":[0,0,%s],\"children\":["
        "1]},{\"name\":\"tip\",\"translation\":[1,0,0]%s},{\"name\":\"other\"}],\"skins\":[{\"joints\":[0,"
        "1]}],\"extensions\":{%s}}",
        rotation, node, root);
    const bp_rebind_options options = {.preset = BP_REBIND_ROTATION_FREE, .clip = -1};
    return bp_gltf_rebind_memory(NULL, json, strlen(json), "vrm.gltf", NULL, &options, out, error);
}

/* The new file has the text; `note`: part of the note, NULL: there is none. */
static void check(const char *node, const char *root, const char *expected, const char *note) {
    bp_rebind out = {0};
    bp_error error = {0};
    if (!rebind(QUARTER, node, root, &out, &error)) fail_msg("%s: %s", error.place, error.message);
    char *text = calloc(out.file.size + 1, 1);
    memcpy(text, out.file.data, out.file.size);
    if (!strstr(text, expected)) fail_msg("no %s in %s", expected, text);
    if (note ? !strstr(out.note, note) : out.note[0] != '\0') fail_msg("note: %s", out.note);
    free(text);
    bp_rebind_clear(&out);
}

#define CONSTRAINT(kind)                                                                                     \
    ",\"extensions\":{\"VRMC_node_constraint\":{\"specVersion\":\"1.0\",\"constraint\":{" kind "}}}"

/* The three numbers after `key` are these. `format` is that of the numbers. */
static void check_vector(const char *root, const char *key, const char *format, double x, double y,
                         double z) {
    bp_rebind out = {0};
    bp_error error = {0};
    float v[3] = {0};
    if (!rebind(QUARTER, "", root, &out, &error)) fail_msg("%s: %s", error.place, error.message);
    char *text = calloc(out.file.size + 1, 1);
    memcpy(text, out.file.data, out.file.size);
    const char *at = strstr(text, key);
    if (!at || sscanf(at + strlen(key), format, &v[0], &v[1], &v[2]) != 3) fail_msg("no %s in %s", key, text);
    expect_float(v[0], x, 1e-6);
    expect_float(v[1], y, 1e-6);
    expect_float(v[2], z, 1e-6);
    free(text);
    bp_rebind_clear(&out);
}

/* (2, 3, 4) of a joint is at (-3, 2, 4) from it in the scene. */
static void test_vectors(void **state) {
    (void)state;
    static const char array[] = ":[%f,%f,%f]", object[] = ":{\"x\":%f,\"y\":%f,\"z\":%f}";
    check_vector("\"VRMC_springBone\":{\"colliders\":[{\"node\":1,\"shape\":{\"capsule\":{\"offset\":[0,0,0],"
                 "\"tail\":[2,3,4],\"radius\":1}}}]}",
                 "\"tail\"", array, -3, 2, 4);
    check_vector("\"VRMC_springBone\":{\"colliders\":[{\"node\":1,\"shape\":{},\"extensions\":{"
                 "\"VRMC_springBone_extended_collider\":{\"shape\":{\"plane\":{\"normal\":[0,1,0]}}}}}]}",
                 "\"normal\"", array, -1, 0, 0);
    check_vector("\"VRMC_vrm\":{\"humanoid\":{\"humanBones\":{\"head\":{\"node\":1}}},\"lookAt\":{"
                 "\"offsetFromHeadBone\":[2,3,4]}}",
                 "\"offsetFromHeadBone\"", array, -3, 2, 4);
    /* VRM 0.x has z reversed. */
    check_vector(
        "\"VRM\":{\"secondaryAnimation\":{\"colliderGroups\":[{\"node\":0,\"colliders\":[{\"offset\":{"
        "\"x\":2,\"y\":3,\"z\":-4},\"radius\":1}]}]}}",
        "\"offset\"", object, -3, 2, -4);
    check_vector("\"VRM\":{\"humanoid\":{\"humanBones\":[{\"bone\":\"head\",\"node\":1}]},\"firstPerson\":{"
                 "\"firstPersonBone\":-1,\"firstPersonBoneOffset\":{\"x\":2,\"y\":3,\"z\":-4}}}",
                 "\"firstPersonBoneOffset\"", object, -3, 2, -4);
    /* Of a node that doesn't turn, nothing changes. */
    check_vector(
        "\"VRMC_springBone\":{\"colliders\":[{\"node\":2,\"shape\":{\"sphere\":{\"offset\":[2,3,4]}}}]}",
        "\"offset\"", array, 2, 3, 4);
}

static void test_constraints(void **state) {
    (void)state;
    check(CONSTRAINT("\"aim\":{\"source\":2,\"aimAxis\":\"PositiveX\"}"), "", "\"aimAxis\":\"PositiveY\"",
          NULL);
    check(CONSTRAINT("\"aim\":{\"source\":2,\"aimAxis\":\"PositiveY\"}"), "", "\"aimAxis\":\"NegativeX\"",
          NULL);
    check(CONSTRAINT("\"aim\":{\"source\":2,\"aimAxis\":\"NegativeZ\"}"), "", "\"aimAxis\":\"NegativeZ\"",
          NULL);
    /* The root's own rotation is in the scene's frame, tip's in the root's, which turns about Z: a roll
     * about Z stays the same one, a roll about X becomes that of another axis. */
    check(CONSTRAINT("\"roll\":{\"source\":0,\"rollAxis\":\"Z\"}"), "", "\"rollAxis\":\"Z\"", NULL);
    check(CONSTRAINT("\"roll\":{\"source\":0,\"rollAxis\":\"X\"}"), "", "\"rollAxis\":\"Y\"", "another part");
    check(CONSTRAINT("\"rotation\":{\"source\":0}"), "", "\"source\":0", NULL);
    check(CONSTRAINT("\"rotation\":{\"source\":2}"), "", "\"source\":2", "another part");
}

static void test_refusals(void **state) {
    (void)state;
    static const struct {
        const char *rotation, *node, *root, *says;
    } rows[] = {
        {EIGHTH, CONSTRAINT("\"aim\":{\"source\":2,\"aimAxis\":\"PositiveX\"}"), "", "X, Y or Z"},
        {QUARTER, ",\"extensions\":{\"ACME_handle\":{\"axis\":[1,0,0]}}", "", "ACME_handle"},
        {QUARTER, ",\"extensions\":{\"ACME_handle\":{\"at\":{\"x\":1,\"y\":0,\"z\":0}}}", "", "ACME_handle"},
        {QUARTER, "", "\"ACME_physics\":{\"bodies\":[{\"node\":1,\"center\":[0,0,1]}]}", "ACME_physics"},
        {QUARTER, ",\"extensions\":{\"KHR_lights_punctual\":{\"light\":0}}", "", "KHR_lights_punctual"},
    };
    for (size_t i = 0; i < BP_COUNT(rows); i++) {
        bp_rebind out = {0};
        bp_error error = {0};
        if (rebind(rows[i].rotation, rows[i].node, rows[i].root, &out, &error)) fail_msg("row %zu", i);
        if (!strstr(error.message, rows[i].says)) fail_msg("row %zu: %s", i, error.message);
    }
    /* Numbers of other nodes, and words and single numbers, don't stop it. */
    check(",\"extensions\":{\"ACME_handle\":{\"mass\":1}}",
          "\"ACME_physics\":{\"bodies\":[{\"node\":2,\"center\":"
          "[0,0,1]}]}",
          "ACME_physics", NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_vectors), cmocka_unit_test(test_constraints),
                                       cmocka_unit_test(test_refusals)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
