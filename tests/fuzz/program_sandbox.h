/* A sandbox that runs whole programs in this process: a temporary folder, a fake window, and checks of the
 * files that a program leaves.
 *
 * The folder holds a few files for command lines. HOME, the data folder and the exercises' root point to it.
 * After each program the sandbox checks the files that the program wrote (pictures are complete, nothing is
 * empty or temporary) and removes them. The window takes its events from the fuzzer's input. Messages go to a
 * file in memory, to check that there is one. */
#ifndef BINDPOSE_TESTS_FUZZ_PROGRAM_SANDBOX_H
#define BINDPOSE_TESTS_FUZZ_PROGRAM_SANDBOX_H

#include "app/app.h"
#include "app/window.h"
#include "base/folder.h"
#include "fuzz/input.h"
#include "fuzz/small_gltf.h"
#include <bindpose/io.h>
#include <dirent.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

extern const bp_lesson_plan *const bp_lesson_registry[];
/* Provided by the sanitizers: sends their reports to this file descriptor instead of standard error. */
void __sanitizer_set_report_fd(void *descriptor);

enum { SANDBOX_FRAMES = 24, SANDBOX_PIXELS = 200000 };

static struct {
    bool open;
    int real_stderr, message_file; /* the original standard error, and its replacement while a program runs */
    char home[64];                 /* the temporary folder; programs run in home/in/here */
    char assets[4096];             /* the project's folder of assets */
    ino_t files[8];                /* inodes of sandbox_files when they were written */
    fuzz_input *events;            /* the input of the running program */
    int width, height;             /* of the window */
} sandbox;

/* ---- the folder ----------------------------------------------------------------------------------*/

static const char *const sandbox_files[] = {"good.gltf", "bad.gltf", "cut.gltf",
                                            "empty",     "note.txt", "folder"};

static inline void sandbox_write(const char *name, const void *data, size_t size) {
    bp_error error = {0};
    FUZZ_CHECK(bp_file_write(name, data, size, &error), "%s", error.message);
}

/* The inode tells a file from another one that was renamed to its name. 0: no such file. */
static inline ino_t inode_of(const char *name) {
    struct stat about;
    return stat(name, &about) == 0 ? about.st_ino : 0;
}

static inline void sandbox_fill(void) {
    size_t size = sizeof fuzz_small_gltf - 1;
    sandbox_write("good.gltf", fuzz_small_gltf, size);
    sandbox_write("cut.gltf", fuzz_small_gltf, size / 2);
    sandbox_write("empty", "", 0);
    sandbox_write("note.txt", "no model\n", 9);
    mkdir("folder", 0777);
    /* Damages the base64 text: joints that don't exist and arbitrary weights, for the doctor to find. */
    char bad[sizeof fuzz_small_gltf];
    memcpy(bad, fuzz_small_gltf, sizeof bad);
    char *weights = strstr(bad, "base64,");
    for (int i = 0; i < 40; i++) weights[130 + i] = (char)('A' + i % 26);
    sandbox_write("bad.gltf", bad, size);
    for (size_t i = 0; i < BP_COUNT(sandbox_files); i++) sandbox.files[i] = inode_of(sandbox_files[i]);
}

/* Writes the files again if the program overwrote one, as its command line told it to. */
static inline void sandbox_restore(void) {
    for (size_t i = 0; i < BP_COUNT(sandbox_files); i++)
        if (inode_of(sandbox_files[i]) != sandbox.files[i]) {
            sandbox_fill();
            return;
        }
}

static inline void sandbox_open(void) {
    if (sandbox.open) return;
    sandbox.open = true;
    const char *above = getenv("TMPDIR");
    if (!realpath("assets", sandbox.assets)) snprintf(sandbox.assets, sizeof sandbox.assets, "/nowhere");
    snprintf(sandbox.home, sizeof sandbox.home, "%.40s/bindpose-fuzz-XXXXXX",
             above && *above ? above : "/tmp");
    FUZZ_CHECK(mkdtemp(sandbox.home) && chdir(sandbox.home) == 0, "no folder %s", sandbox.home);
    FUZZ_CHECK(mkdir("in", 0777) == 0 && chdir("in") == 0 && mkdir("here", 0777) == 0 && chdir("here") == 0,
               "no folders");
    setenv("HOME", sandbox.home, 1);
    setenv("XDG_DATA_HOME", sandbox.home, 1);
    setenv("BINDPOSE_ROOT", sandbox.home, 1);
    setenv("BINDPOSE_ASSETS", sandbox.assets, 1);
    sandbox_fill();
    sandbox.real_stderr = dup(STDERR_FILENO);
    sandbox.message_file = memfd_create("messages", 0);
    FUZZ_CHECK(sandbox.real_stderr >= 0 && sandbox.message_file >= 0, "no descriptors");
    __sanitizer_set_report_fd((void *)(intptr_t)sandbox.real_stderr);
}

static inline bool is_sandbox_file(const char *name) {
    for (size_t i = 0; i < BP_COUNT(sandbox_files); i++)
        if (strcmp(name, sandbox_files[i]) == 0) return true;
    return false;
}

static inline bool ends_with(const char *name, const char *end) {
    size_t length = strlen(name), max = strlen(end);
    return length >= max && strcmp(name + length - max, end) == 0;
}

static inline void check_output_file(const char *path) {
    bp_file file = {0};
    bp_error error = {0};
    FUZZ_CHECK(!strstr(path, "/.bindpose-"), "%s was left behind", path);
    FUZZ_CHECK(bp_file_read(NULL, path, 0, &file, &error), "%s", error.message);
    FUZZ_CHECK(file.size > 0, "%s is empty", path);
    static const uint8_t png[8] = {0x89, 'P', 'N', 'G', 13, 10, 26, 10};
    if (file.size >= 8 && memcmp(file.data, png, 8) == 0)
        FUZZ_CHECK(memcmp(file.data + file.size - 8, "IEND\xae\x42\x60\x82", 8) == 0, "%s is cut off", path);
    bp_file_free(NULL, &file);
}

/* Checks and removes the files below a folder, except sandbox_files at depth 0. */
static inline void check_and_remove_outputs(const char *folder, int depth) {
    DIR *list = opendir(folder);
    FUZZ_CHECK(list, "%s can't be read", folder);
    for (const struct dirent *entry; (entry = readdir(list)) != NULL;) {
        char path[1200];
        struct stat about;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        bool keep = depth == 0 && is_sandbox_file(entry->d_name);
        if (stat(path, &about) != 0) continue;
        if (S_ISDIR(about.st_mode)) {
            check_and_remove_outputs(path, depth + 1);
            if (!keep) rmdir(path);
        } else if (!keep) {
            check_output_file(path);
            unlink(path);
        }
    }
    closedir(list);
}

/* ---- the window -----------------------------------------------------------------------------------*/

static inline bp_event random_resize(fuzz_input *in) {
    static const float scales[] = {1, 2, 1.5f, 0.5f, 3};
    bp_event event = {
        .kind = BP_EVENT_RESIZE, .width = 1 + fuzz_below(in, 500), .height = 1 + fuzz_below(in, 400)};
    if (fuzz_byte(in) > 250) event.width = 1 + fuzz_below(in, 16384), event.height = 1 + fuzz_below(in, 8);
    event.scale = scales[fuzz_below(in, (int)BP_COUNT(scales))];
    return event;
}

/* A key or character with a binding. */
static inline bp_event random_bound_input(fuzz_input *in, uint8_t choice) {
    unsigned where = choice & 1 ? BP_KEYS_MODEL : BP_KEYS_LESSON | BP_KEYS_BONES;
    int count = 0;
    while (bp_keys_row(where, count)) count++;
    const bp_binding *binding = bp_keys_row(where, fuzz_below(in, count));
    const char *typed = binding->characters ? binding->characters : "";
    const int keys = binding->key & BP_BINDING_FOUR ? 4 : binding->key & BP_BINDING_PAIR ? 2 : 1;
    bp_event event = {.kind = *typed ? BP_EVENT_TEXT : BP_EVENT_KEY,
                      .key = (binding->key & BP_BINDING_KEY) + fuzz_below(in, keys),
                      .mods = binding->mods,
                      .repeat = choice & 2};
    if (*typed) event.text[0] = typed[fuzz_below(in, (int)strlen(typed))];
    return event;
}

static inline bp_event random_event(fuzz_input *in) {
    uint8_t choice = fuzz_byte(in);
    if (choice >= 128) return random_bound_input(in, choice);
    bp_event event = {.kind = (bp_event_kind)(choice % (BP_EVENT_CLOSE + 1))};
    switch (event.kind) {
    case BP_EVENT_KEY:
        event.mods = fuzz_byte(in) % 4;
        event.key = event.mods & BP_MOD_CTRL && fuzz_flag(in) ? 'a' + fuzz_below(in, 26)
                                                              : BP_KEY_SPACE + fuzz_below(in, 16);
        event.repeat = event.mods & BP_MOD_SHIFT;
        break;
    case BP_EVENT_TEXT:
        event.text[0] = (char)fuzz_byte(in);
        for (int i = 1; i < 4 && (event.text[i - 1] & 0x80); i++) event.text[i] = (char)fuzz_byte(in);
        break;
    case BP_EVENT_RESIZE: return random_resize(in);
    case BP_EVENT_DROP: event.path = sandbox_files[fuzz_below(in, (int)BP_COUNT(sandbox_files))]; break;
    case BP_EVENT_NONE:
    case BP_EVENT_CLOSE: break;
    default:
        event.button = 1 + fuzz_below(in, 3);
        event.x = (float)fuzz_byte(in) / 255 * (float)sandbox.width;
        event.y = (float)fuzz_byte(in) / 255 * (float)sandbox.height;
        event.wheel = event.kind == BP_EVENT_WHEEL ? fuzz_small_float(in) : 0;
        break;
    }
    return event;
}

/* A picture has pixels, and every row can be read to its end: a sanitizer notices if not. */
static inline void check_picture(const bp_framebuffer *picture) {
    FUZZ_CHECK(picture->pixels && picture->width > 0 && picture->height > 0, "a picture without pixels");
    size_t stride = (size_t)(picture->stride ? picture->stride : picture->width);
    unsigned sum = 0;
    for (int y = 0; y < picture->height; y++)
        sum += picture->pixels[4 * ((size_t)y * stride + (size_t)picture->width) - 1];
    FUZZ_CHECK(sum <= 255u * (unsigned)picture->height, "%u", sum);
}

static inline bool run_window(const bp_window_options *options, const bp_window_client *client,
                              bp_error *error) {
    static const double steps[] = {1.0 / 60, 0, 0.25, 1, 20, 1e6};
    FUZZ_CHECK(options->title && options->title[0], "a window without a title");
    fuzz_input *in = sandbox.events;
    for (int frame = 0; frame < SANDBOX_FRAMES && (frame == 0 || fuzz_left(in) > 0); frame++) {
        bp_event events[4];
        size_t count = frame == 0 ? 1 : (size_t)fuzz_below(in, 4);
        for (size_t i = 0; i < count; i++) {
            events[i] = frame == 0 ? random_resize(in) : random_event(in);
            if (events[i].kind != BP_EVENT_RESIZE) continue;
            if (events[i].width * events[i].height > SANDBOX_PIXELS)
                events[i].height = SANDBOX_PIXELS / events[i].width;
            sandbox.width = events[i].width, sandbox.height = events[i].height;
        }
        bp_frame out = {.presented = 0.001};
        if (!client->frame(client->user, events, count, steps[fuzz_below(in, (int)BP_COUNT(steps))], &out,
                           error))
            return false;
        FUZZ_CHECK(frame > 0 || out.picture || out.quit, "the first frame shows nothing");
        if (out.picture) check_picture(out.picture);
        if (out.quit) break;
    }
    return true;
}

static const bp_window sandbox_window = {run_window};

/* ---- running ----------------------------------------------------------------------------------------*/

/* Runs `bindpose` with these arguments. Its windows take their events from the rest of the input. Returns the
 * exit code; 2 and above need a message on standard error. */
static inline int sandbox_run(int argc, char **argv, fuzz_input *events) {
    sandbox.events = events;
    fflush(stdout);
    int printed = dup(STDOUT_FILENO), nowhere = open("/dev/null", O_WRONLY);
    FUZZ_CHECK(printed >= 0 && nowhere >= 0 && ftruncate(sandbox.message_file, 0) == 0, "no descriptors");
    dup2(nowhere, STDOUT_FILENO);
    lseek(sandbox.message_file, 0, SEEK_SET);
    dup2(sandbox.message_file, STDERR_FILENO);
    int code = bp_program(argc, argv, bp_lesson_registry, &sandbox_window, "");
    fflush(stdout);
    dup2(sandbox.real_stderr, STDERR_FILENO);
    dup2(printed, STDOUT_FILENO);
    close(printed);
    close(nowhere);
    struct stat messages;
    FUZZ_CHECK(fstat(sandbox.message_file, &messages) == 0, "no messages");
    FUZZ_CHECK(code < 2 || messages.st_size > 0, "exit %d without a message", code);
    check_and_remove_outputs(sandbox.home, -2);
    sandbox_restore();
    return code;
}

#endif
