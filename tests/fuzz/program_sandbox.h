/* Whole programs in this process: a folder of its own to be in, a window that is none, and a look at what
 * they leave.
 *
 * The folder holds a few files to be named on command lines, and is what HOME, the data folder and the
 * exercises' root point to; after each program whatever it wrote is looked at (a picture must be one, nothing
 * may be half written) and removed. The window takes its events from the input. Messages are caught, so that
 * it can be seen whether there is one. */
#ifndef BINDPOSE_TESTS_FUZZ_ROOM_H
#define BINDPOSE_TESTS_FUZZ_ROOM_H

#include "base/folder.h"
#include "fuzz/input.h"
#include "fuzz/small_gltf.h"
#include "viewer/lesson/lesson_viewer.h"
#include "viewer/model/model_viewer.h"
#include "viewer/window.h"
#include <bindpose/io.h>
#include <dirent.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

extern const bp_lesson_plan *const bp_lesson_registry[];
/* Of the sanitizers: reports go to this file descriptor, whatever standard error is by then. */
void __sanitizer_set_report_fd(void *descriptor);

enum { ROOM_FRAMES = 24, ROOM_PIXELS = 200000 };

static struct {
    bool open;
    int loud, caught;   /* standard error as it was; where messages go meanwhile */
    char home[64];      /* the folder that everything lies in; we are in home/in/here */
    char assets[4096];  /* the project's own */
    ino_t files[8];     /* of room_files, as we made them */
    fuzz_input *events; /* of the program that is running */
    int width, height;  /* of the window */
} room;

/* ---- the folder ----------------------------------------------------------------------------------*/

static const char *const room_files[] = {"good.gltf", "bad.gltf", "cut.gltf", "empty", "note.txt", "folder"};

static inline void room_write(const char *name, const void *data, size_t size) {
    bp_error error = {0};
    FUZZ_NEED(bp_file_write(name, data, size, &error), "%s", error.message);
}

/* What tells a file from one that is renamed onto it. */
static inline ino_t room_number(const char *name) {
    struct stat about;
    return stat(name, &about) == 0 ? about.st_ino : 0;
}

static inline void room_fill(void) {
    size_t size = sizeof fuzz_small_gltf - 1;
    room_write("good.gltf", fuzz_small_gltf, size);
    room_write("cut.gltf", fuzz_small_gltf, size / 2);
    room_write("empty", "", 0);
    room_write("note.txt", "no model\n", 9);
    mkdir("folder", 0777);
    /* A joint that isn't there, and weights of anything: the doctor has something to say. */
    char bad[sizeof fuzz_small_gltf];
    memcpy(bad, fuzz_small_gltf, sizeof bad);
    char *weights = strstr(bad, "base64,");
    for (int i = 0; i < 40; i++) weights[130 + i] = (char)('A' + i % 26);
    room_write("bad.gltf", bad, size);
    for (size_t i = 0; i < BP_COUNT(room_files); i++) room.files[i] = room_number(room_files[i]);
}

/* Makes them again where a program wrote over one of them, as it was told to. */
static inline void room_mend(void) {
    for (size_t i = 0; i < BP_COUNT(room_files); i++)
        if (room_number(room_files[i]) != room.files[i]) {
            room_fill();
            return;
        }
}

static inline void room_open(void) {
    if (room.open) return;
    room.open = true;
    const char *above = getenv("TMPDIR");
    if (!realpath("assets", room.assets)) snprintf(room.assets, sizeof room.assets, "/nowhere");
    snprintf(room.home, sizeof room.home, "%.40s/bindpose-fuzz-XXXXXX", above && *above ? above : "/tmp");
    FUZZ_NEED(mkdtemp(room.home) && chdir(room.home) == 0, "no folder %s", room.home);
    FUZZ_NEED(mkdir("in", 0777) == 0 && chdir("in") == 0 && mkdir("here", 0777) == 0 && chdir("here") == 0,
              "no folders");
    setenv("HOME", room.home, 1);
    setenv("XDG_DATA_HOME", room.home, 1);
    setenv("BINDPOSE_ROOT", room.home, 1);
    setenv("BINDPOSE_ASSETS", room.assets, 1);
    room_fill();
    room.loud = dup(STDERR_FILENO);
    room.caught = memfd_create("messages", 0);
    FUZZ_NEED(room.loud >= 0 && room.caught >= 0, "no descriptors");
    __sanitizer_set_report_fd((void *)(intptr_t)room.loud);
}

static inline bool room_knows(const char *name) {
    for (size_t i = 0; i < BP_COUNT(room_files); i++)
        if (strcmp(name, room_files[i]) == 0) return true;
    return false;
}

static inline bool ends_with(const char *name, const char *end) {
    size_t length = strlen(name), max = strlen(end);
    return length >= max && strcmp(name + length - max, end) == 0;
}

static inline void room_check_file(const char *path) {
    bp_file file = {0};
    bp_error error = {0};
    FUZZ_NEED(!strstr(path, "/.bindpose-"), "%s was left behind", path);
    FUZZ_NEED(bp_file_read(NULL, path, 0, &file, &error), "%s", error.message);
    FUZZ_NEED(file.size > 0, "%s is empty", path);
    static const uint8_t png[8] = {0x89, 'P', 'N', 'G', 13, 10, 26, 10};
    if (file.size >= 8 && memcmp(file.data, png, 8) == 0)
        FUZZ_NEED(memcmp(file.data + file.size - 8, "IEND\xae\x42\x60\x82", 8) == 0, "%s is cut off", path);
    bp_file_free(NULL, &file);
}

/* Looks at all that is in the folder and isn't ours, and removes it. */
static inline void room_clean(const char *folder, int depth) {
    DIR *list = opendir(folder);
    FUZZ_NEED(list, "%s can't be read", folder);
    for (const struct dirent *entry; (entry = readdir(list)) != NULL;) {
        char path[1200];
        struct stat about;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        bool ours = depth == 0 && room_knows(entry->d_name);
        if (stat(path, &about) != 0) continue;
        if (S_ISDIR(about.st_mode)) {
            room_clean(path, depth + 1);
            if (!ours) rmdir(path);
        } else if (!ours) {
            room_check_file(path);
            unlink(path);
        }
    }
    closedir(list);
}

/* ---- the window -----------------------------------------------------------------------------------*/

static inline bp_event room_resize(fuzz_input *in) {
    static const float scales[] = {1, 2, 1.5f, 0.5f, 3};
    bp_event event = {
        .kind = BP_EVENT_RESIZE, .width = 1 + fuzz_below(in, 500), .height = 1 + fuzz_below(in, 400)};
    if (fuzz_byte(in) > 250) event.width = 1 + fuzz_below(in, 16384), event.height = 1 + fuzz_below(in, 8);
    event.scale = scales[fuzz_below(in, (int)BP_COUNT(scales))];
    return event;
}

/* A key or character with a binding. */
static inline bp_event room_binding(fuzz_input *in, uint8_t choice) {
    const bp_key_table *table = choice & 1 ? &bp_model_keys : &bp_lesson_keys;
    int count = 0;
    while (bp_key_table_row(table, count)) count++;
    const bp_binding *binding = bp_key_table_row(table, fuzz_below(in, count));
    bp_event event = {.kind = binding->character ? BP_EVENT_TEXT : BP_EVENT_KEY,
                      .key = binding->key,
                      .mods = binding->mods,
                      .repeat = choice & 2};
    event.text[0] = binding->character;
    return event;
}

static inline bp_event room_event(fuzz_input *in) {
    uint8_t choice = fuzz_byte(in);
    if (choice >= 128) return room_binding(in, choice);
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
    case BP_EVENT_RESIZE: return room_resize(in);
    case BP_EVENT_DROP: event.path = room_files[fuzz_below(in, (int)BP_COUNT(room_files))]; break;
    case BP_EVENT_NONE:
    case BP_EVENT_CLOSE: break;
    default:
        event.button = 1 + fuzz_below(in, 3);
        event.x = (float)fuzz_byte(in) / 255 * (float)room.width;
        event.y = (float)fuzz_byte(in) / 255 * (float)room.height;
        event.wheel = event.kind == BP_EVENT_WHEEL ? fuzz_small_float(in) : 0;
        break;
    }
    return event;
}

/* The picture is of the window's size, and all of it is memory that can be read. */
static inline void room_look_at(const bp_framebuffer *picture) {
    FUZZ_NEED(picture->pixels && picture->width > 0 && picture->height > 0, "a picture without pixels");
    size_t stride = (size_t)(picture->stride ? picture->stride : picture->width);
    unsigned sum = 0;
    for (int y = 0; y < picture->height; y++)
        sum += picture->pixels[4 * ((size_t)y * stride + (size_t)picture->width) - 1];
    FUZZ_NEED(sum <= 255u * (unsigned)picture->height, "%u", sum);
}

static inline bool room_run(const bp_window_options *wish, const bp_window_client *shown, bp_error *error) {
    static const double steps[] = {1.0 / 60, 0, 0.25, 1, 20, 1e6};
    FUZZ_NEED(wish->title && wish->title[0], "a window without a title");
    fuzz_input *in = room.events;
    for (int frame = 0; frame < ROOM_FRAMES && (frame == 0 || fuzz_left(in) > 0); frame++) {
        bp_event events[4];
        size_t count = frame == 0 ? 1 : (size_t)fuzz_below(in, 4);
        for (size_t i = 0; i < count; i++) {
            events[i] = frame == 0 ? room_resize(in) : room_event(in);
            if (events[i].kind != BP_EVENT_RESIZE) continue;
            if (events[i].width * events[i].height > ROOM_PIXELS)
                events[i].height = ROOM_PIXELS / events[i].width;
            room.width = events[i].width, room.height = events[i].height;
        }
        bp_frame out = {.presented = 0.001};
        if (!shown->frame(shown->user, events, count, steps[fuzz_below(in, (int)BP_COUNT(steps))], &out,
                          error))
            return false;
        FUZZ_NEED(frame > 0 || out.picture || out.quit, "the first frame shows nothing");
        if (out.picture) room_look_at(out.picture);
        if (out.quit) break;
    }
    return true;
}

static const bp_window room_window = {room_run};

/* ---- running ----------------------------------------------------------------------------------------*/

/* Runs `bindpose` with these arguments; its windows take their events from what is left of the input. Returns
 * the exit code; a message must have come with 2 and 3. */
static inline int room_program(int argc, char **argv, fuzz_input *events) {
    room.events = events;
    fflush(stdout);
    int printed = dup(STDOUT_FILENO), nowhere = open("/dev/null", O_WRONLY);
    FUZZ_NEED(printed >= 0 && nowhere >= 0 && ftruncate(room.caught, 0) == 0, "no descriptors");
    dup2(nowhere, STDOUT_FILENO);
    lseek(room.caught, 0, SEEK_SET);
    dup2(room.caught, STDERR_FILENO);
    int code = bp_program(argc, argv, bp_lesson_registry, &room_window);
    fflush(stdout);
    dup2(room.loud, STDERR_FILENO);
    dup2(printed, STDOUT_FILENO);
    close(printed);
    close(nowhere);
    struct stat messages;
    FUZZ_NEED(fstat(room.caught, &messages) == 0, "no messages");
    FUZZ_NEED(code < 2 || messages.st_size > 0, "exit %d without a message", code);
    room_clean(room.home, -2);
    room_mend();
    return code;
}

#endif
