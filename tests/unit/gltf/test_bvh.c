/* BVH files: what a joint's numbers mean, units and axes, the spellings of programs, and damaged files. Expected
 * numbers are derived beside them; rotations of every channel order by textbook matrices. */
#include "support/allocator.h"
#include "support/test.h"
#include <bindpose/gltf.h>
#include <bindpose/tools.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bp_model *read_text(const char *text, bp_gltf_notes *notes) {
    bp_model *model = NULL;
    bp_error error = {0};
    if (!bp_gltf_read_memory(NULL, text, strlen(text), "x.bvh", NULL, NULL, &model, notes, &error))
        fail_msg("%s: %s in\n%s", error.place, error.message, text);
    return model;
}

/* A chain of two joints; the first row is the reference. */
#define CHAIN(channels, child_channels, rows)                                                                \
    "HIERARCHY\nROOT Hips\n{\n  OFFSET 1 2 3\n  CHANNELS " channels                                          \
    "\n  JOINT Arm\n  {\n    OFFSET 0 10 0\n    CHANNELS " child_channels                                    \
    "\n    End Site\n    {\n      OFFSET 0 0 20\n    }\n  }\n}\nMOTION\nFrames: 1\nFrame Time: 0.5\n" rows   \
    "\n"
#define ZXY "Zrotation Xrotation Yrotation"
#define XYZ "Xposition Yposition Zposition"

static bool has_note(const bp_gltf_notes *notes, const char *part) {
    for (size_t i = 0; i < notes->kept; i++)
        if (strstr(notes->notes[i].message, part)) return true;
    return false;
}

static void expect_node(const bp_model *model, size_t node, double x, double y, double z) {
    bp_vec3 at = bp_mat4_position(bp_node_world(model->nodes[node]));
    const float expected[3] = {(float)x, (float)y, (float)z};
    expect_floats(&at.x, expected, 3, 1e-6);
}

/* Unnamed joints 30 units tall count as centimetres. The root's numbers replace its OFFSET. A quarter turn about
 * Z takes the arm's (0, 10, 0) to (-10, 0, 0); its own quarter turn about X comes before that, and takes the end's
 * (0, 0, 20) to (0, -20, 0), which the root's turn takes to (20, 0, 0). */
static void test_pose(void **state) {
    (void)state;
    bp_gltf_notes notes = {0};
    bp_error error = {0};
    bp_model *model = read_text(CHAIN("6 " XYZ " " ZXY, "3 " ZXY, "5 6 7 90 0 0 0 90 0"), &notes);
    assert_true(has_note(&notes, "read as centimetres with Y up: 3 joints and end sites, 1 frames of 0.5 s"));
    assert_int_equal(model->node_count, 3);
    assert_string_equal(model->node_names[1], "Arm");
    assert_string_equal(model->node_names[2], "Arm_end");
    expect_node(model, 0, 0.01, 0.02, 0.03); /* at rest */
    expect_node(model, 2, 0.01, 0.12, 0.23);
    bp_model_pose *pose = bp_model_pose_create(model, &error);
    assert_true(bp_model_pose_set(pose, 0, 0, &error));
    expect_node(model, 0, 0.05, 0.06, 0.07);
    expect_node(model, 1, -0.05, 0.06, 0.07);
    expect_node(model, 2, 0.15, 0.06, 0.07);
    bp_model_pose_destroy(pose);
    bp_model_destroy(model);
    bp_gltf_notes_clear(&notes);
}

/* Rotates about one axis: the textbook's formulas. */
static void turn(int axis, double degrees, double v[3]) {
    int a = (axis + 1) % 3, b = (axis + 2) % 3;
    double radians = degrees * (3.14159265358979323846 / 180), c = cos(radians), s = sin(radians);
    double first = v[a] * c - v[b] * s, second = v[a] * s + v[b] * c;
    v[a] = first;
    v[b] = second;
}

/* All 27 orders of three axes, also with one twice. The last channel applies first. */
static void test_orders(void **state) {
    (void)state;
    static const double angles[3] = {31, -62, 104};
    for (int order = 0; order < 27; order++) {
        const int axes[3] = {order % 3, order / 3 % 3, order / 9};
        char text[600];
        bp_error error = {0};
        snprintf(text, sizeof text, CHAIN("3 %crotation %crotation %crotation", "0", "%g %g %g"),
                 'X' + axes[0], 'X' + axes[1], 'X' + axes[2], angles[0], angles[1], angles[2]);
        bp_model *model = read_text(text, NULL);
        bp_model_pose *pose = bp_model_pose_create(model, &error);
        assert_true(bp_model_pose_set(pose, 0, 0, &error));
        double arm[3] = {0, 10, 20}; /* arm and end together, within the root */
        for (int i = 3; i-- > 0;) turn(axes[i], angles[i], arm);
        expect_node(model, 2, (1 + arm[0]) / 100, (2 + arm[1]) / 100, (3 + arm[2]) / 100);
        bp_model_pose_destroy(pose);
        bp_model_destroy(model);
    }
}

/* Positions of a joint below the root: where it is (0, 11, 0), or how far it is from its OFFSET (0, 1, 0): both are
 * 11 cm above the root. Channels between rotations, and of one axis alone. */
static void test_joint_positions(void **state) {
    (void)state;
    static const char *const texts[] = {
        CHAIN("0", "6 Zrotation Xposition Xrotation Yposition Yrotation Zposition", "0 0 0 11 0 0"),
        CHAIN("0", "6 " XYZ " " ZXY, "0 1 0 0 0 0"),
        CHAIN("0", "1 Yposition", "11"),
    };
    for (size_t i = 0; i < BP_COUNT(texts); i++) {
        bp_error error = {0};
        bp_gltf_notes notes = {0};
        bp_model *model = read_text(texts[i], &notes);
        bp_model_pose *pose = bp_model_pose_create(model, &error);
        assert_true(bp_model_pose_set(pose, 0, 0, &error));
        expect_node(model, 1, 0.01, 0.13, 0.03);
        assert_int_equal(has_note(&notes, "added to their OFFSET"), i == 1);
        bp_model_pose_destroy(pose);
        bp_model_destroy(model);
        bp_gltf_notes_clear(&notes);
    }
}

/* A person of which the head is `size` times (0.9, 0.9, 0.9) along `up` above a foot at -0.9: bone lengths of 1.8
 * sizes. */
static bp_model *read_person(const char *up, double size, bp_gltf_notes *notes) {
    char text[700], head[40] = "", foot[40] = "";
    for (int i = 0; i < 3; i++) {
        double part = up[up[0] == '-'] == "XYZ"[i] ? (up[0] == '-' ? -0.9 : 0.9) * size : 0;
        snprintf(head + strlen(head), sizeof head - strlen(head), " %g", part);
        snprintf(foot + strlen(foot), sizeof foot - strlen(foot), " %g", -part);
    }
    snprintf(text, sizeof text,
             "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 3 " ZXY "\nJOINT Head\n{\nOFFSET%s\n"
             "CHANNELS 0\n}\nJOINT LeftFoot\n{\nOFFSET%s\nCHANNELS 0\n}\n}\nMOTION\nFrames: 2\n"
             "Frame Time: .0333\n0 0 0\n0 0 0\n",
             head, foot);
    return read_text(text, notes);
}

/* Whatever the axis and the unit, the head is above the hips; 0.9 of a metre, or of 5.64 cm times 32. */
static void test_units_and_axes(void **state) {
    (void)state;
    static const struct {
        const char *up;
        double size, meters;
        const char *says;
    } rows[] = {
        {"Y", 1, 0.9, "metres with Y up"},
        {"Z", 100, 0.9, "centimetres with Z up"},
        {"X", 1000, 0.9, "millimetres with X up"},
        {"-Z", 40, 0.9144, "inches with -Z up"},                                  /* 36 inches */
        {"-Y", 18, 0.9 * 18 * 0.0254 / 0.45, "CMU's unit of 5.64 cm with -Y up"}, /* 1/0.45 of an inch */
        {"-X", 100, 0.9, "centimetres with -X up"},
    };
    for (size_t i = 0; i < BP_COUNT(rows); i++) {
        bp_gltf_notes notes = {0};
        bp_model *model = read_person(rows[i].up, rows[i].size, &notes);
        if (!has_note(&notes, rows[i].says)) fail_msg("%s: %s", rows[i].says, notes.notes[0].message);
        expect_node(model, 1, 0, rows[i].meters, 0);
        bp_model_destroy(model);
        bp_gltf_notes_clear(&notes);
    }
}

/* A body of 1.75 m with names that say nothing has walked 4.8 m away from a root that stays. */
static void test_root_that_stays(void **state) {
    (void)state;
    bp_gltf_notes notes = {0};
    bp_model *model = read_text(
        "HIERARCHY ROOT r\n{ OFFSET 0 0 0 CHANNELS 3 " ZXY " JOINT a\n{ OFFSET 0 90 0 CHANNELS 3 " XYZ
        " JOINT b\n{ OFFSET 10 -5 0 JOINT c\n{ OFFSET 0 -40 0 End Site\n{ OFFSET 0 -45 0 } } }"
        " JOINT d\n{ OFFSET -10 -5 0 JOINT e\n{ OFFSET 0 -40 0 End Site\n{ OFFSET 0 -45 0 } } }"
        " JOINT f\n{ OFFSET 0 40 0 End Site\n{ OFFSET 0 45 0 } } } }"
        " MOTION Frames: 1 Frame Time: 1\n0 0 0 0 90 480",
        &notes);
    if (!has_note(&notes, "centimetres with Y up")) fail_msg("%s", notes.notes[0].message);
    bp_model_destroy(model);
    bp_gltf_notes_clear(&notes);
}

/* What programs write differently: the skeleton and its one frame are those of the first test. */
static void test_spellings(void **state) {
    (void)state;
    static const char *const texts[] = {
        "\xef\xbb\xbfhierarchy\r\nroot mixamorig:Hips {\r\noffset 1 2 3\r\nchannels 6 xPosition YPOSITION "
        "zposition "
        "zRotation xrotation YROTATION\r\njoint Bip01 L Arm {\r\noffset 0 10 0 channels 3 " ZXY
        "\r\nEND SITE {\r\noffset 0 0 20 } } }\r\nmotion\r\nFRAMES:1\r\nFrameTime: 5e-1\r\n5 6 7 90 0 0 0 90 "
        "0",
        "HIERARCHY\rROOT a\r{\rOFFSET +1.0 2. 3E0\rCHANNELS 6 " XYZ " " ZXY
        "\rJOINT b\r{\rOFFSET 0 10 -0\rCHANNELS 3 " ZXY
        "\rEnd Site L\r{\rOFFSET 0 0 20\r}\rEndSite\r{\rOFFSET 1 0 0\r}\r}\r}\rMOTION\rFrames 1\rFrame Time "
        ".5\r"
        "\r5\t6 7 9000e-2 0 0 0 +90 0\r\r",
        /* A frame of several lines. */
        CHAIN("6 " XYZ " " ZXY, "3 " ZXY, "5 6 7\n90 0 0\n0 90 0\n5 6 7\n90 0 0\n0 90 0"),
    };
    for (size_t i = 0; i < BP_COUNT(texts); i++) {
        bp_error error = {0};
        bp_model *model = read_text(texts[i], NULL);
        bp_model_pose *pose = bp_model_pose_create(model, &error);
        assert_true(bp_model_pose_set(pose, 0, 0, &error));
        expect_node(model, 2, 0.15, 0.06, 0.07);
        bp_model_pose_destroy(pose);
        bp_model_destroy(model);
    }
}

/* Counts of frames that are wrong, and rows that are cut: what is there is read. */
static void test_frame_counts(void **state) {
    (void)state;
#define ROWS(frames, time, rows)                                                                             \
    "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 3 " ZXY "\nEnd Site\n{\nOFFSET 0 1 0\n}\n}\nMOTION\n"      \
    "Frames: " frames "\nFrame Time: " time "\n" rows
    static const struct {
        const char *text, *says;
        size_t frames;
    } rows[] = {
        {ROWS("9", "0.1", "0 0 0\n1 2 3\n"), "says that it has 9 frames, but has 2", 2},
        {ROWS("1", "0.1", "0 0 0\n1 2 3\n"), "says that it has 1 frames, but has 2", 2},
        {ROWS("2", "0.1", "0 0 0\n1 2"), "ends within frame 2", 1},
        {ROWS("2", "0", "0 0 0\n1 2 3"), "1/30 is taken", 2},
        {ROWS("0", "0.1", ""), "0 frames", 0},
    };
    for (size_t i = 0; i < BP_COUNT(rows); i++) {
        bp_gltf_notes notes = {0};
        bp_model *model = read_text(rows[i].text, &notes);
        if (!has_note(&notes, rows[i].says)) fail_msg("%s: %s", rows[i].says, notes.notes[0].message);
        assert_int_equal(model->clip_count, rows[i].frames > 0);
        if (rows[i].frames > 0)
            assert_int_equal(bp_clip_track(model->clips[0], 0)->key_count, rows[i].frames);
        bp_model_destroy(model);
        bp_gltf_notes_clear(&notes);
    }
}

static void test_damaged(void **state) {
    (void)state;
#define HEAD "HIERARCHY\nROOT a\n{\n"
#define ONE HEAD "OFFSET 0 0 0\nCHANNELS 3 " ZXY "\n}\nMOTION\n"
    static const struct {
        const char *text, *place, *says;
    } rows[] = {
        {"HIERARCHY", "line 1", "the file ends where ROOT should follow; download or export it again"},
        {"HIERARCHY\nJOINT a", "line 2", "has \"JOINT\" where ROOT should be"},
        {"HIERARCHY\nROOT\n{", "line 2", "the joint has no name"},
        {HEAD, "line 4", "the file ends where OFFSET, CHANNELS, JOINT, End Site or } should follow"},
        {HEAD "OFFSET 1 2\n}", "line 5", "has \"}\" where a number, at most 1e9 should be"},
        {HEAD "OFFSET 1,5 0 0\n}", "line 4", "a decimal point, not a comma"},
        {HEAD "OFFSET nan 0 0\n}", "line 4", "has \"nan\" where a number"},
        {HEAD "OFFSET 1e999 0 0\n}", "line 4", "has \"1e999\" where a number"},
        {HEAD "CHANNELS 3 Xrotation\n}", "line 5", "has \"}\" where a channel (Xposition,"},
        {HEAD "CHANNELS 99 Xrotation\n}", "line 4", "the number of channels, 0 to 12"},
        {HEAD "CHANNELS 1 Wrotation\n}", "line 4", "has \"Wrotation\" where a channel"},
        {HEAD "CHANNELS 0\n}", "line 5", "the joint has no OFFSET"},
        {HEAD "OFFSET 0 0 0\nCHANNELS 1 Xrotation\nCHANNELS 1 Xrotation\n}", "line 6", "has CHANNELS twice"},
        {HEAD "End Site\n{\nCHANNELS 0\n", "line 6", "an end site can't have CHANNELS"},
        {HEAD "End Site\n{\nJOINT b\n", "line 6", "an end site can't have joints"},
        {HEAD "BONE b\n", "line 4", "has \"BONE\" where OFFSET"},
        {HEAD "OFFSET 0 0 0\n}\nROOT b\n", "line 6",
         "a second ROOT begins, and a file is read with one only"},
        {HEAD "OFFSET 0 0 0\n}\nJOINT b\n", "line 6", "has \"JOINT\" where MOTION should be"},
        {ONE "Frames: x", "line 8", "has \"x\" where a number"},
        {ONE "Frames: -1", "line 8", "the number of frames"},
        {ONE "Frames: 1\n0 0 0\n", "line 9", "has \"0\" where Frame Time: should be"},
        {ONE "Frames: 1\nFrame Time: 0.1\n0 0 zero\n", "line 10", "has \"zero\" where a number"},
        {ONE "Frames: 2\nFrame Time: 0.1\n0 0 0\n0 0\n0 0 0\n", "line 11",
         "the frame has 2 numbers, but the joints have 3 channels"},
        {ONE "Frames: 2\nFrame Time: 0.1\n0 0 0 0\n", "line 10", "the frame has more than 3 numbers"},
        {ONE "Frames: 2\nFrame Time: 0.1\n0 0\n0 0\n", "line 11", "the frame has more than 3 numbers"},
    };
    for (size_t i = 0; i < BP_COUNT(rows); i++) {
        bp_model *model = NULL;
        bp_error error = {0};
        char place[64];
        snprintf(place, sizeof place, "x.bvh: %s", rows[i].place);
        if (bp_gltf_read_memory(NULL, rows[i].text, strlen(rows[i].text), "x.bvh", NULL, NULL, &model, NULL,
                                &error))
            fail_msg("read:\n%s", rows[i].text);
        assert_int_equal(error.kind, BP_ERROR_INPUT);
        if (strcmp(error.place, place) != 0 || !strstr(error.message, rows[i].says))
            fail_msg("%s: %s, for\n%s", error.place, error.message, rows[i].text);
    }
}

/* A file that is larger than a twelfth of the limit is refused before its numbers are read. */
static void test_cost(void **state) {
    (void)state;
    const size_t size = 100000;
    char *text = malloc(size + 1);
    bp_model *model = NULL;
    bp_error error = {0};
    assert_non_null(text);
    memset(text, ' ', size);
    text[size] = '\0';
    memcpy(text, "HIERARCHY", 9);
    const bp_gltf_read_options options = {.memory_limit = 1000000};
    assert_false(bp_gltf_read_memory(NULL, text, size, "x.bvh", NULL, &options, &model, NULL, &error));
    assert_non_null(strstr(error.message, "--limit"));
    free(text);
}

static bool attempt_read(const bp_allocator *allocator, void *user, bp_error *error) {
    const char *text = user;
    bp_model *model = NULL;
    bp_context *context =
        bp_context_create(&(bp_context_options){.threads = 1, .allocator = *allocator}, error);
    bool ok =
        context && bp_gltf_read_memory(context, text, strlen(text), "x", NULL, NULL, &model, NULL, error);
    bp_model_destroy(model);
    bp_context_destroy(context);
    return ok;
}

static void test_memory(void **state) {
    (void)state;
    static char text[] = CHAIN("6 " XYZ " " ZXY, "3 " ZXY, "5 6 7 90 0 0 0 90 0");
    assert_true(test_each_allocation_fails(attempt_read, text) > 20);
}

/* The same door: the doctor examines it, and its repair writes a glTF file. */
static void test_doctor(void **state) {
    (void)state;
    static const char text[] = CHAIN("6 " XYZ " " ZXY, "3 " ZXY, "5 6 7 90 0 0 0 90 0");
    bp_error error = {0};
    bp_repair repair = {0};
    bp_model *model = NULL;
    assert_true(bp_gltf_repair_memory(NULL, text, sizeof text - 1, "x.bvh", NULL, NULL, &repair, &error));
    assert_int_equal(repair.before.errors + repair.before.warnings, 0);
    assert_true(bp_gltf_read_memory(NULL, repair.file.data, repair.file.size, "x.glb", NULL, NULL, &model,
                                    NULL, &error));
    assert_string_equal(model->node_names[1], "Arm");
    bp_model_destroy(model);
    bp_repair_clear(&repair);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pose),
        cmocka_unit_test(test_orders),
        cmocka_unit_test(test_joint_positions),
        cmocka_unit_test(test_units_and_axes),
        cmocka_unit_test(test_root_that_stays),
        cmocka_unit_test(test_spellings),
        cmocka_unit_test(test_frame_counts),
        cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_cost),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_doctor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
