/* The commands of `bindpose`: for each command line its exit code, its output and its messages. The files are the page's
 * character without a clip, and nearly empty glTF files. Exit codes: 0 good, 1 a check failed, 2 wrong use or unreadable input, 3 environment. */
#include "base/system.h"
#include "support/capture.h"
#include "support/folder.h"
#include "support/window.h"
#include <bindpose/gltf.h>
#include <bindpose/lesson.h>

extern int setenv(const char *name, const char *value, int overwrite);
extern int chdir(const char *path);
extern char *getcwd(char *path, size_t size);

/* ---- lessons of the test ---------------------------------------------------------------- */

static void setup(bp_world *world) { bp_world_add_character(world, "one", "", BP_BIND_NATURAL); }
static void fail_to_set_up(bp_world *world) { bp_world_fail(world, "there is no such thing"); }

#define ARM .measure = bp_measure_rotation_z, .args = {.bone = "boneArmLeft", .matrix = bp_bone_local}
static const bp_claim GOOD_CLAIM[] = {{.number = 1,
                                       .text = "The arm stands at 30 degrees.",
                                       ARM,
                                       .expected = {30},
                                       .tolerance = 1e-4f,
                                       .unit = "degrees",
                                       .holds_before = true,
                                       .page = "so it says",
                                       .engine = "and does",
                                       .engine_expected = {30}}};
static const bp_claim BAD_CLAIM[] = {
    {.number = 2, .text = "It stands at 1.", ARM, .expected = {1}, .at_most = true, .holds_before = true}};
static const bp_step GOOD_STEPS[] = {{.caption = "One.", .claims = GOOD_CLAIM, .claim_count = 1}};
static const bp_step BAD_STEPS[] = {{.caption = "One.", .claims = BAD_CLAIM, .claim_count = 1}};
static const bp_lesson_plan GOOD = {.number = 1,
                                    .name = "01_good",
                                    .title = "Good",
                                    .summary = "It holds.",
                                    .setup = setup,
                                    .steps = GOOD_STEPS,
                                    .step_count = 1};
static const bp_lesson_plan BAD = {.number = 12,
                                   .name = "12_bad",
                                   .title = "Bad",
                                   .summary = "It fails.",
                                   .setup = setup,
                                   .steps = BAD_STEPS,
                                   .step_count = 1};
static const bp_lesson_plan BROKEN = {.number = 13,
                                      .name = "13_broken",
                                      .title = "Broken",
                                      .summary = "No world.",
                                      .setup = fail_to_set_up,
                                      .steps = GOOD_STEPS,
                                      .step_count = 1};
static const bp_claim PIXEL_CLAIMS[] = {{.number = 1,
                                         .text = "It stands at 30.",
                                         ARM,
                                         .expected = {30},
                                         .tolerance = 1e-4f,
                                         .holds_before = true},
                                        {.number = 3,
                                         .text = "It stands at most at 31.",
                                         ARM,
                                         .expected = {31},
                                         .at_most = true,
                                         .holds_before = true}};
static const bp_step PIXEL_STEPS[] = {{.caption = "One.", .claims = PIXEL_CLAIMS, .claim_count = 2}};
static const bp_lesson_plan PIXELS = {.number = 19,
                                      .name = "19_pixels",
                                      .title = "Pixels",
                                      .summary = "Of another group.",
                                      .group = BP_LESSONS_PIXELS,
                                      .setup = setup,
                                      .steps = PIXEL_STEPS,
                                      .step_count = 1};
static const bp_lesson_plan *const LESSONS[] = {&GOOD, &BAD, NULL}, *const WITH_BROKEN[] = {&BROKEN, NULL},
                                   *const WITH_PIXELS[] = {&GOOD, &PIXELS, NULL};

/* ---- running ------------------------------------------------------------------------------------ */

static char folder[512], came_from[1024];

typedef struct command_case {
    const char *line; /* words between spaces; "LONG" stands for a name of 1,100 bytes */
    int code;
    const char *prints, *says; /* NULL: any */
} command_case;

static int run(const bp_lesson_plan *const *lessons, const bp_window *window, const char *line) {
    static const char COMMIT[] = "0123abcd";
    static char words[400], deep[1100];
    char *argv[24] = {"bindpose"};
    int argc = 1;
    memset(deep, 'd', sizeof deep - 1);
    snprintf(words, sizeof words, "%s", line);
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " "))
        argv[argc++] = strcmp(word, "LONG") == 0 ? deep : strcmp(word, "EMPTY") == 0 ? "" : word;
    return bp_program(argc, argv, lessons, window, COMMIT);
}

static void check_with(const bp_lesson_plan *const *lessons, const bp_window *window, const command_case *all,
                       size_t count) {
    static char printed[100000], said[20000];
    for (size_t i = 0; i < count; i++) {
        capture_begin(folder);
        int code = run(lessons, window, all[i].line);
        capture_end(printed, sizeof printed, said, sizeof said);
        if (code != all[i].code)
            fail_msg("'%s': exit %d, expected %d; %s", all[i].line, code, all[i].code, said);
        if (all[i].prints && !strstr(printed, all[i].prints))
            fail_msg("'%s' printed\n%s\nexpected %s", all[i].line, printed, all[i].prints);
        if (all[i].says && !strstr(said, all[i].says))
            fail_msg("'%s' wrote the message\n%s\nexpected %s", all[i].line, said, all[i].says);
        if (code == 2 && said[0] == '\0') fail_msg("'%s' is refused without a message", all[i].line);
    }
}
#define check(table) check_with(LESSONS, NULL, table, BP_COUNT(table))

static void write_text(const char *name, const char *text) {
    bp_error error = {0};
    if (!bp_file_write(name, text, strlen(text), &error)) fail_msg("%s", error.message);
}

static int enter(void **state) {
    (void)state;
    bp_error error = {0};
    char assets[1100];
    test_folder_make(folder, sizeof folder);
    assert_non_null(getcwd(came_from, sizeof came_from));
    snprintf(assets, sizeof assets, "%s/assets", came_from);
    setenv("BINDPOSE_ASSETS", assets, 1);
    setenv("XDG_DATA_HOME", folder, 1);
    assert_int_equal(chdir(folder), 0);
    bp_context *context = bp_context_create(&(bp_context_options){.threads = 1}, &error);
    bp_model *model = bp_character_model(context, BP_BIND_NATURAL, &error);
    assert_true(bp_gltf_write(context, model, "still.glb", NULL, &error));
    bp_model_destroy(model);
    bp_context_destroy(context);
    write_text("empty.gltf", "{\"asset\":{\"version\":\"2.0\"}}");
    write_text("plain.gltf", "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"name\":\"alone\"}],"
                             "\"scenes\":[{\"nodes\":[0]}],\"scene\":0}");
    write_text("bones.gltf",
               "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"name\":\"top\",\"children\":[1]},{}],"
               "\"scenes\":[{\"nodes\":[0]}],\"skins\":[{\"joints\":[0,1]}]}");
    char many[4000] = "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"KHR_a\"";
    for (int i = 1; i < 70; i++) snprintf(many + strlen(many), sizeof many - strlen(many), ",\"KHR_%d\"", i);
    strcat(many, "]}");
    write_text("many.gltf", many);
    write_text("broken.gltf", "{\"asset\":");
    return 0;
}

static int leave(void **state) {
    (void)state;
    assert_int_equal(chdir(came_from), 0);
    test_folder_remove(folder);
    return 0;
}

/* ---- the program -------------------------------------------------------------------------------- */

static void test_program(void **state) {
    (void)state;
    static const command_case all[] = {
        {"--help", 0, "Usage: bindpose COMMAND", NULL},
        {"--version", 0, "bindpose " BP_VERSION " (commit 0123abcd, ", NULL},
        {"lesons", 2, NULL, "did you mean lessons?"},
        {"xyzzy-plugh", 2, NULL, "there is no such command; --help lists them"},
        {"--hlep", 2, NULL, "did you mean --help?"},
        {"--something-else", 2, NULL, "there are --help and --version"},
        {"lessons", 0, "12  12_bad ", NULL},
        {"lessons --help", 0, "Lists the lessons", NULL},
        {"lessons --all", 2, NULL, "--all"},
        {"lessons one", 2, NULL, "one argument too many"},
        {"lesson", 2, NULL, "Usage: bindpose lesson NAME"},
        {"lesson --help", 0, "Usage: bindpose lesson NAME", NULL},
        {"lesson 1 --list", 0, " 1  One.", NULL},
        {"lesson 01 --list", 0, " 1  One.", NULL},
        {"lesson 01_good --list", 0, " 1  One.", NULL},
        {"lesson 1x --list", 2, NULL, "there is no such lesson"},
        {"lesson 01_god", 2, NULL, "did you mean 01_good?"},
        {"lesson 2", 2, NULL, "there is no such lesson"},
        {"lesson 12 --check", 1, "12_bad: 0 of 1 claims hold", NULL},
        {"lesson 1", 3, NULL, "bindpose lesson 1 --headless prints the steps"},
        {"", 3, NULL, "there is no display for the lesson browser. Instead"},
    };
    check(all);
}

/* Claims 1 and 2 are in lessons, 62 are not; one of the two is false, by 29 of 30 degrees. */
static void test_claims(void **state) {
    (void)state;
    static const command_case all[] = {
        {"claims", 1,
         " 1 pass  The arm stands at 30 degrees.\n        measured 30, expected 30 degrees; 01_good, step 1\n"
         "        page: so it says\n        engine: and does\n",
         "claim 3 is in no lesson"},
        {"claims", 1, " 2 FAIL  It stands at 1.\n        measured 30, expected at most 1; 12_bad, step 1",
         NULL},
        {"claims", 1, "1 measurements hold, 1 don't; 2 of the page's 64 claims are taught.", NULL},
        {"claims --json", 1, "\"pass\": false", NULL},
        {"claims --help", 0, "--json", NULL},
        {"claims --jsn", 2, NULL, "did you mean --json?"},
    };
    check(all);
    static const command_case broken[] = {{"claims", 2, NULL, "there is no such thing"},
                                          {"claims --json", 2, NULL, "there is no such thing"},
                                          {"lesson 13 --check", 2, NULL, "there is no such thing"}};
    check_with(WITH_BROKEN, NULL, broken, BP_COUNT(broken));
}

/* A second group of lessons: its claims are P1 and P3, and the page's totals stay the page's. */
static void test_groups(void **state) {
    (void)state;
    static const command_case all[] = {
        {"lessons", 0, "\nHow a pixel is made\n\n19  19_pixels", NULL},
        {"lesson 19 --check", 0, "pass step 1, claim P1: It stands at 30.", NULL},
        {"claims", 1,
         "1 measurements hold, 0 don't; 1 of the page's 64 claims are taught.\n\nHow a pixel is made\n\n"
         "P1 pass  It stands at 30.",
         "claim P2 is in no lesson"},
        {"claims", 1, "2 measurements hold, 0 don't; 2 of the group's 3 claims are taught.", NULL},
        {"claims --json", 1, "\"claim\": \"P3\"", NULL},
        {"claims --json", 1, "\"claim\": 1,", NULL},
        {"lesson 19 --headless", 0, "[pass] claim P3: It stands at most at 31.", NULL},
    };
    check_with(WITH_PIXELS, NULL, all, BP_COUNT(all));
}

static bool no_display(const bp_window_options *wish, const bp_window_client *shown, bp_error *error) {
    (void)wish, (void)shown;
    return bp_fail(error, BP_ERROR_ENVIRONMENT, NULL, "no screen here");
}
static bool breaks(const bp_window_options *wish, const bp_window_client *shown, bp_error *error) {
    (void)wish, (void)shown;
    return bp_fail(error, BP_ERROR_MEMORY, NULL, "the screen is full");
}
static bool closes(const bp_window_options *wish, const bp_window_client *shown, bp_error *error) {
    (void)wish, (void)error;
    window_resize(shown, 640, 480);
    const bp_event event = {.kind = BP_EVENT_CLOSE};
    assert_true(window_frame(shown, &event, 1, 0).quit);
    return true;
}

/* Commands with a window: without a display, with a display that fails, and with a window that closes at once. */
static void test_windows(void **state) {
    (void)state;
    static const char *const lines[] = {"", "lesson 1", "view still.glb", "demo still.glb --threads 1"};
    static const char *const instead[] = {"bindpose lessons", "--headless", "--screenshot", "--headless"};
    for (size_t i = 0; i < BP_COUNT(lines); i++) {
        const bp_window none = {no_display}, broken = {breaks}, closed = {closes};
        const command_case without[] = {{lines[i], 3, NULL, instead[i]}},
                           with_none[] = {{lines[i], 3, NULL, "no screen here"}};
        const command_case with_broken[] = {{lines[i], 3, NULL, "the screen is full"}},
                           with_closed[] = {{lines[i], 0, NULL, NULL}};
        check_with(LESSONS, NULL, without, 1);
        check_with(LESSONS, &none, with_none, 1);
        check_with(LESSONS, &none, without, 1);
        check_with(LESSONS, &broken, with_broken, 1);
        check_with(LESSONS, &closed, with_closed, 1);
    }
}

/* ---- files -------------------------------------------------------------------------------------- */

static void test_numbers_of_files(void **state) {
    (void)state;
    static const command_case all[] = {
        {"inspect still.glb", 0, "still.glb, as its nodes stand", NULL},
        {"inspect still.glb", 0, "3 bones, 3 of them joints", NULL},
        {"inspect still.glb --json", 0, "\"absoluteInverseBind\"", NULL},
        {"inspect still.glb --time 1", 0, NULL, "--time changes nothing without --animation"},
        {"inspect plain.gltf", 0, "The file has no skin: its 1 nodes are shown as bones.", NULL},
        {"inspect plain.gltf --json", 0, "\"name\": \"alone\"", "no mesh is in the scene, only bones: 1"},
        {"inspect empty.gltf", 0, "There is no skin in it", "the file has no nodes"},
        {"inspect bones.gltf", 0, "2 bones, 2 of them joints", NULL},
        {"inspect still.glb --animation 0", 2, NULL, "there is no \"0\" among the file's 0 animations"},
        {"inspect still.glb --animation walk", 2, NULL, "there is no \"walk\""},
        {"inspect", 2, NULL, "an argument is missing: bindpose inspect FILE"},
        {"inspect still.glb still.glb", 2, NULL, "one argument too many"},
        {"inspect broken.gltf", 2, NULL, "broken.gltf"},
        {"inspect nowhere.glb", 2, NULL, "nowhere.glb"},
        {"inspect --help", 0, "the seven matrices of every bone", NULL},
        {"skin still.glb", 0, "As the file's nodes stand, without animation.", NULL},
        {"skin still.glb", 0, "skin 0 ", NULL},
        {"skin still.glb --json", 0, "\"animation\": null", NULL},
        {"skin plain.gltf", 0, "plain.gltf: 1 nodes, 0 skins, 0 animations", NULL},
        {"skin many.gltf", 0, NULL, "note: many.gltf: extensionsUsed[63]: KHR_63 is unknown"},
        {"skin many.gltf", 0, NULL,
         "note: many.gltf: and 7 more of the kind"}, /* of 71; the first 64 are printed */
        {"skin empty.gltf --json", 0, "\"meshes\": []", NULL},
        {"skin still.glb --time x", 2, NULL, "\"x\" is not a number of seconds"},
        {"skin still.glb --time inf", 2, NULL, "is not a number of seconds"},
        {"skin still.glb --time 1s", 2, NULL, "is not a number of seconds"},
        {"skin still.glb --jso", 2, NULL, "did you mean --json?"},
        {"doctor still.glb", 0, "still.glb: 0 errors", NULL},
        {"doctor still.glb --json", 0, "\"errors\": 0", NULL},
        {"doctor broken.gltf", 2, NULL, "broken.gltf"},
        {"doctor --help", 0, "The exit code is 1 if there are", NULL},
        {"doctor", 2, NULL, "an argument is missing"},
    };
    check(all);
}

static void test_pictures_of_files(void **state) {
    (void)state;
    static const command_case all[] = {
        {"render still.glb -o a.png --size 64x64 --threads 1", 0, NULL, NULL},
        {"render still.glb -o a.png --size 64x64 --show mesh,bones,names,axes --eye 0,0,5", 0, NULL, NULL},
        {"render still.glb -o a.png --size 64x64 --target 0,1,0 --theme light", 0, NULL, NULL},
        {"render bones.gltf -o a.png --size 64x64 --show names,bones", 0, NULL, NULL},
        /* Joints far outside the picture, and a picture too small for a name. */
        {"render still.glb -o a.png --size 64x64 --show names --eye 0.5,1.5,0.05 --target 0.5,1.5,-5 --fov 1",
         0, NULL, NULL},
        {"render still.glb -o a.png --size 16x16 --show names,bones,mesh", 0, NULL, NULL},
        {"render empty.gltf -o a.png --size 64x64", 0, NULL, NULL},
        {"render plain.gltf -o a.png --size 64x64 --show bones,names,weights,wireframe", 0, NULL, NULL},
        {"render still.glb", 2, NULL, "say where the picture goes"},
        {"render still.glb -o a.png --frames b", 2, NULL, "don't go together"},
        {"render still.glb --frames b", 2, NULL, "the file has no animation; add --turntable"},
        {"render still.glb --frames b --animation 0", 2, NULL, "there is no \"0\""},
        {"render still.glb --frames b --time 1", 2, NULL, "the others show all times"},
        {"render still.glb -o a.png --show bnes", 2, NULL, "did you mean bones?"},
        {"render still.glb -o a.png --show zzzzzzzzz", 2, NULL, "\"zzzzzzzzz\" can't be shown; mesh,"},
        {"render still.glb -o a.png --show wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww", 2, NULL,
         "can't be shown"},
        {"render still.glb -o a.png --show mesh,", 2, NULL, "\"\" can't be shown"},
        {"render still.glb -o a.png --eye 1,2,3 --target 1,2,3", 2, NULL, "is where --target is"},
        {"render still.glb -o nowhere/a.png --size 64x64", 2, NULL, "nowhere"},
        {"render still.glb -o a.png --size 8193x64", 2, NULL, "from 16 to 8192"},
        {"render still.glb -o EMPTY", 2, NULL, "it is empty"},
        {"render --help", 0, "--show", NULL},
        {"view still.glb --screenshot v.png --size 640x400 --theme light --columns --doctor", 0, NULL, NULL},
        {"view empty.gltf --screenshot v.png --size 320x320", 0, NULL, NULL},
        {"view still.glb --screenshot nowhere/v.png", 2, NULL, "nowhere"},
        {"view still.glb --screenshot v.png --animation 3", 2, NULL, "there is no \"3\""},
        {"view still.glb --screenshot v.png --time x", 2, NULL, "not a number of seconds"},
        {"view broken.gltf --screenshot v.png", 2, NULL, "broken.gltf"},
        {"view --help", 0, "H shows all keys", NULL},
        {"view", 2, NULL, "an argument is missing"},
    };
    check(all);
}

/* Our own character has clips: its walk lasts 1.083 seconds, so seven pictures at six a second. */
static void test_frames(void **state) {
    (void)state;
    char line[1400];
    bp_error error = {0};
    write_text("file", "x");
    const struct {
        const char *rest;
        int code;
        const char *prints, *says;
    } all[] = {
        {"--frames walk --animation walk --fps 6 --size 32x32", 0, "7 pictures of animation", NULL},
        {"--frames first --fps 0.5 --size 32x32", 0, "pictures of animation 0 in first", NULL},
        {"--frames many --animation walk --fps 0.1 --size 32x32", 0, "1 pictures", NULL},
        {"--frames file --size 32x32", 2, NULL, "file"},
        {"--frames LONG --size 32x32", 2, NULL, "too long"},
    };
    char character[1200];
    if (!bp_asset_path("character.glb", character, sizeof character, &error)) fail_msg("%s", error.message);
    for (size_t i = 0; i < BP_COUNT(all); i++) {
        snprintf(line, sizeof line, "render ../%s %s", strrchr(folder, '/') + 1, all[i].rest);
        snprintf(line, sizeof line, "render %s %s", character, all[i].rest);
        char said[4000], printed[4000];
        capture_begin(folder);
        int code = run(LESSONS, NULL, line);
        capture_end(printed, sizeof printed, said, sizeof said);
        /* A file that can't be created may also be an error of the environment. */
        if (code != all[i].code && !(all[i].code == 2 && code == 3))
            fail_msg("'%s': exit %d: %s", all[i].rest, code, said);
        if (all[i].prints) expect_text_contains(printed, all[i].prints);
        if (all[i].says) expect_text_contains(said, all[i].says);
    }
}

/* ---- the demo ----------------------------------------------------------------------------------- */

static void test_demo(void **state) {
    (void)state;
    static const command_case all[] = {
        {"demo --json --seconds 0.05 --characters 2 --size 96x96 --threads 1 --msaa 4 --theme light", 0,
         "\"samples\": 4", NULL},
        {"demo --headless --seconds 0.05 --characters 2 --size 96x96 --threads 1 --wireframe", 0,
         "2 characters of character.glb, 96x96, 1 sample a pixel, 1 thread, ", NULL},
        {"demo --headless --seconds 0.05 --characters 1 --size 96x96 --threads 2 --msaa 4 --isa portable", 0,
         "96x96, 4 samples a pixel, 2 threads, portable", NULL},
        {"demo --frames out --seconds 0.01 --characters 2 --size 96x96 --tiles", 0, "1 pictures in out",
         NULL},
        {"demo --frames out --seconds 0.07 --json --characters 2 --size 96x96 --full-detail", 0,
         "\"frames\": 2", NULL},
        {"demo still.glb --frames out --seconds 0.01 --characters 2 --size 96x96", 0, "1 pictures in out",
         "there is no animation: all stand in the rest pose"},
        {"demo plain.gltf --headless --seconds 0.01 --characters 1 --size 96x96", 2, NULL, "plain.gltf"},
        {"demo --frames file --seconds 0.01 --size 96x96", 2, NULL, "file"},
        {"demo --frames LONG --seconds 0.01 --size 96x96", 2, NULL, "too long"},
        {"demo --characters 0", 2, NULL, "--characters"},
        {"demo --isa avx3", 2, NULL, "none of: auto, portable, sse2, avx2, avx512"},
        {"demo --help", 0, "--characters", NULL},
        {"demo broken.gltf --json", 2, NULL, "broken.gltf"},
        {"demo", 3, NULL, "there is no display to open a window on. Instead: --headless --frames DIR writes"},
    };
    write_text("file", "x");
    check(all);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_program),          cmocka_unit_test(test_claims),
        cmocka_unit_test(test_groups),           cmocka_unit_test(test_windows),
        cmocka_unit_test(test_numbers_of_files), cmocka_unit_test(test_pictures_of_files),
        cmocka_unit_test(test_frames),           cmocka_unit_test(test_demo),
    };
    return cmocka_run_group_tests_name("commands", tests, enter, leave);
}
