/* Memory, files, pools, pictures, JSON. */
#include "base/allocator.h"
#include "base/arena.h"
#include "base/folder.h"
#include "base/pool.h"
#include "base/system.h"
#include "io/json.h"
#include "io/sequence.h"
#include "support/image.h"
#include "sweep.h"
#include <bindpose/io.h>
#include <unistd.h>

typedef struct objects {
    int param;
    bp_allocator hook;
    void *block; /* 4 bytes to be made larger */
    bp_arena arena;
    bp_context *context;
    bp_image *image;
    bp_file png;
    char folder[64], path[96], json_path[96], out_path[96];
    /* created by the call */
    void *created, *aligned;
    bp_pool *pool;
    bp_context *other;
    bp_file file;
    bp_image *picture;
    bp_json *json;
    float floats[3];
} objects;

static const char JSON[] =
    "{\"name\": \"\\u00e4 long text that needs a block of its own, and more\", \"n\": 7, "
    "\"list\": [1, 2.5, 3], \"deep\": {\"a\": [[], {}, null, true, \"x\"]}}";

static void prepare(void *user) {
    objects *t = user;
    bp_error error = {0};
    t->hook = heap_hook();
    SWEEP_NEED(t->block = bp_alloc(&t->hook, 4, 1, &error));
    memcpy(t->block, "abcd", 4);
    t->arena = bp_arena_make(&t->hook, 0);
    SWEEP_NEED(t->image = make_checker_image(&t->hook, 40, 30, 7, (bp_rgba8){9, 200, 3, 255},
                                             (bp_rgba8){1, 2, 250, 128}));
    SWEEP_NEED(bp_image_encode_png(&t->hook, t->image, &t->png, &error));
    snprintf(t->folder, sizeof t->folder, "/tmp/bindpose-oom-%ld", (long)getpid());
    snprintf(t->path, sizeof t->path, "%s/a.png", t->folder);
    snprintf(t->json_path, sizeof t->json_path, "%s/a.json", t->folder);
    snprintf(t->out_path, sizeof t->out_path, "%s/out", t->folder);
    SWEEP_NEED(bp_folder_make(t->folder, &error));
    SWEEP_NEED(bp_file_write(t->path, t->png.data, t->png.size, &error));
    SWEEP_NEED(bp_file_write(t->json_path, JSON, sizeof JSON - 1, &error));
}

static void fingerprint_json(const bp_json *json, uint64_t *hash) {
    sweep_text(hash, bp_json_text_or(bp_json_member(json, "name"), NULL));
    sweep_word(hash, bp_json_count(json));
    sweep_word(hash, bp_json_count(bp_json_item(bp_json_member(bp_json_member(json, "deep"), "a"), 1)));
}

static void fingerprint_image(const bp_image *image, uint64_t *hash) {
    sweep_word(hash, image != NULL);
    if (image) sweep_bytes(hash, image->pixels, (size_t)image->width * (size_t)image->height * 4);
}

static void fingerprint(const void *user, uint64_t *hash) {
    const objects *t = user;
    bp_file out = {0};
    sweep_bytes(hash, t->block, 4);
    fingerprint_image(t->image, hash);
    fingerprint_image(t->picture, hash);
    fingerprint_json(t->json, hash);
    sweep_bytes(hash, t->file.data, t->file.size);
    sweep_floats(hash, t->floats, 3);
    sweep_word(hash, (t->created != NULL) + 2u * (t->aligned != NULL) + 4u * (t->pool != NULL) +
                         8u * (t->other != NULL));
    /* The file that was to be written: all of it or none. */
    bool written = bp_file_read(&t->hook, t->out_path, 0, &out, NULL);
    sweep_word(hash, written);
    sweep_bytes(hash, out.data, out.size);
    bp_file_free(&t->hook, &out);
}

static void finish(void *user) {
    objects *t = user;
    char path[160];
    bp_free(&t->hook, t->block);
    bp_free(&t->hook, t->created);
    bp_free_aligned(&t->hook, t->aligned);
    bp_arena_clear(&t->arena);
    bp_pool_destroy(t->pool);
    bp_context_destroy(t->other);
    bp_file_free(&t->hook, &t->file);
    bp_file_free(&t->hook, &t->png);
    bp_image_destroy(t->image);
    bp_image_destroy(t->picture);
    bp_json_destroy(t->json);
    unlink(t->path), unlink(t->json_path), unlink(t->out_path);
    snprintf(path, sizeof path, "%s/deep", t->folder);
    rmdir(path);
    SWEEP_NEED(rmdir(t->folder) == 0); /* no temporary file was left */
}

#define RUN(name) static bool name(void *user, bp_error *error)
#define T objects *t = user

RUN(alloc) {
    T;
    return (t->created = bp_alloc(&t->hook, 3, 100, error)) != NULL;
}
RUN(grow) {
    T;
    void *grown = bp_realloc(&t->hook, t->block, 4, 4000, 1, error);
    if (grown) t->block = grown;
    return grown != NULL;
}
RUN(grow_array) {
    T;
    size_t capacity = 4;
    bool ok = bp_grow(&t->hook, &t->block, &capacity, 1000, 1, error);
    SWEEP_NEED(capacity == 4 || (ok && capacity >= 1000 && memcmp(t->block, "abcd\0", 5) == 0));
    return ok;
}
RUN(aligned) {
    T;
    return (t->aligned = bp_alloc_aligned(&t->hook, 1000, 64, error)) != NULL;
}
RUN(copy) {
    T;
    return (t->created = bp_copy_text(&t->hook, "a text", error)) != NULL;
}
RUN(arena) {
    T;
    for (size_t i = 1; i < 40; i++)
        if (!bp_arena_alloc(&t->arena, i, 30, error)) return false;
    return true;
}
RUN(file_read) {
    T;
    return bp_file_read(&t->hook, t->path, 0, &t->file, error);
}
RUN(file_write) {
    T;
    return bp_file_write(t->out_path, "new", 3, error);
}
RUN(folder) {
    T;
    char path[160];
    snprintf(path, sizeof path, "%s/deep", t->folder);
    return bp_folder_make(path, error);
}
RUN(asset) {
    T;
    char path[4096];
    (void)t;
    return bp_asset_path("character.glb", path, sizeof path, error);
}
RUN(pool) {
    T;
    return (t->pool = bp_pool_create(&t->hook, 1 + t->param, error)) != NULL;
}
static void run_none(void *user, size_t count, bp_job *job, void *data) {
    (void)user, (void)count, (void)job, (void)data;
}
RUN(outside) {
    T;
    return (t->pool = bp_pool_create_outside(&t->hook, &(bp_context_options){.run = run_none}, error)) !=
           NULL;
}
RUN(context) {
    T;
    bp_context_options options = {.allocator = t->hook, .threads = 1 + t->param};
    return (t->other = bp_context_create(&options, error)) != NULL;
}
RUN(decode) {
    T;
    return (t->picture = bp_image_decode(&t->hook, t->png.data, t->png.size, "x", NULL, error)) != NULL;
}
RUN(read_image) {
    T;
    return (t->picture = bp_image_read(&t->hook, t->path, NULL, error)) != NULL;
}
RUN(encode) {
    T;
    return bp_image_encode_png(&t->hook, t->image, &t->file, error);
}
RUN(encode_pixels) {
    T;
    return bp_pixels_encode_png(&t->hook, t->image->pixels, 20, 30, 40, &t->file, error);
}
RUN(write_image) {
    T;
    return bp_image_write_png(&t->hook, t->image, t->out_path, error);
}
static bool draw_nothing(void *user, int index, bp_error *error) {
    (void)user, (void)index, (void)error;
    return true;
}
RUN(encode_apng) {
    T;
    bp_image_sequence film = {20, 30, 2, 25, 0.08, t->image->pixels, 40, draw_nothing, NULL};
    return bp_sequence_encode_apng(&t->hook, &film, &t->file, error);
}
RUN(encode_gif) {
    T;
    bp_image_sequence film = {20, 30, 2, 25, 0.08, t->image->pixels, 40, draw_nothing, NULL};
    return bp_sequence_encode_gif(&t->hook, &film, &t->file, error);
}
RUN(parse) {
    T;
    return (t->json = bp_json_parse(JSON, sizeof JSON - 1, 0, "x", error)) != NULL;
}
RUN(read_json) {
    T;
    return (t->json = bp_json_read(&t->hook, t->json_path, 0, error)) != NULL;
}
RUN(take_json) {
    T;
    t->json = t->json ? t->json : bp_json_parse(JSON, sizeof JSON - 1, 0, "x", error);
    if (!t->json) return false;
    return bp_json_floats(bp_json_member(t->json, "list"), "list", t->floats, 3, error);
}
RUN(write_json) {
    T;
    bp_json_writer writer = bp_json_writer_make(&t->hook);
    bp_json_write(&writer, "{");
    for (int i = 0; i < 60; i++) {
        bp_json_write(&writer, "number: %g, text: %s", 1.0 / (i + 1),
                      "some text with \"signs\" to be escaped");
    }
    bp_json_write(&writer, "}");
    return bp_json_writer_finish(&writer, &t->file, error);
}

static const sweep_case cases[] = {
    {"bp_alloc", alloc, 0, 0},
    {"bp_realloc", grow, 0, 0},
    {"bp_grow", grow_array, 0, 0},
    {"bp_alloc_aligned", aligned, 0, 0},
    {"bp_copy_text", copy, 0, 0},
    {"bp_arena_alloc", arena, 0, SWEEP_ABANDONS},
    {"bp_file_read", file_read, 0, 0},
    {"bp_file_write", file_write, 0, 0},
    {"bp_folder_make", folder, 0, 0},
    {"bp_asset_path", asset, 0, 0},
    {"bp_pool_create", pool, 4, SWEEP_FOREIGN | SWEEP_MAY_SUCCEED},
    {"bp_pool_create_outside", outside, 0, 0},
    {"bp_context_create", context, 4, SWEEP_FOREIGN | SWEEP_MAY_SUCCEED},
    {"bp_image_decode", decode, 0, SWEEP_FOREIGN},
    {"bp_image_read", read_image, 0, SWEEP_FOREIGN},
    {"bp_image_encode_png", encode, 0, SWEEP_FOREIGN},
    {"bp_pixels_encode_png", encode_pixels, 0, SWEEP_FOREIGN},
    {"bp_image_write_png", write_image, 0, SWEEP_FOREIGN},
    {"bp_sequence_encode_apng", encode_apng, 0, SWEEP_FOREIGN},
    {"bp_sequence_encode_gif", encode_gif, 0, 0},
    {"bp_json_parse", parse, 0, SWEEP_FOREIGN},
    {"bp_json_read", read_json, 0, SWEEP_FOREIGN},
    {"bp_json_floats", take_json, 0, SWEEP_FOREIGN},
    {"bp_json_writer_finish", write_json, 0, 0},
};

const sweep_suite sweep_base = {"base and io", sizeof(objects), prepare,        fingerprint,
                                finish,        cases,           BP_COUNT(cases)};
