/* Damaged glTF files: whatever is in a file, reading, posing, examining and drawing it ends, with a result or a
 * message, in time and in little memory.
 *
 *     damage FIRST COUNT FILE...
 *
 * File number N is one of the FILEs, spoiled in a way that N alone decides: cut off, bytes flipped, numbers in the
 * JSON replaced by others (also huge ones, negative ones, none), stretches of text taken out, doubled or swapped,
 * numbers in the binary part made NaN, infinite or huge. .glb headers are mended in most of them, so that the damage
 * is met by the parts behind. Each is read in a process that has 5 seconds of processor time for it, a batch of
 * them one after the other; what becomes of the process is seen by its parent, who goes on behind the file.
 * Meant to be built with sanitizers: make damage. Exit 1 where anything ended badly.
 */
#define _DEFAULT_SOURCE /* fork, mmap without a file, timers of processor time */
#include "support/test.h"
#include <bindpose/gltf.h>
#include <bindpose/io.h>
#include <bindpose/rig.h>
#include <bindpose/scene.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_BASES = 256, BATCH = 250, SECONDS = 5 };
#define MOST_BYTES ((size_t)1 << 30)

/* What the processes tell each other. */
typedef struct blackboard {
    unsigned long current; /* the file that is being looked at */
    unsigned long read, refused, examined, drawn;
    size_t most_bytes; /* held by our allocator at once, for one file */
    unsigned long most_bytes_at;
    long slowest_ms;
    unsigned long slowest_at;
} blackboard;

static blackboard *board;

/* ---- an allocator that counts -------------------------------------------------------------------*/

typedef struct counter {
    size_t now, most;
} counter;

/* Each block begins with its size; two words, so that what follows stays aligned. */
static void *count_resize(void *user, void *block, size_t size) {
    counter *c = user;
    size_t *head = block ? (size_t *)block - 2 : NULL, old = head ? head[0] : 0;
    if (size == 0) {
        c->now -= old;
        free(head);
        return NULL;
    }
    if (c->now - old + size > MOST_BYTES) c->most = c->now - old + size;
    head = realloc(head, size + 2 * sizeof *head);
    if (!head) return NULL;
    head[0] = size;
    c->now += size - old;
    if (c->now > c->most) c->most = c->now;
    return head + 2;
}

/* ---- damage -------------------------------------------------------------------------------------*/

/* A file in the making; `room` is enough for every damage. */
typedef struct victim {
    uint8_t *data;
    size_t size, room;
    bool binary;
} victim;

static size_t below(uint64_t *state, size_t count) {
    return count ? (size_t)(test_random(state) % count) : 0;
}

static uint32_t word_at(const uint8_t *at) {
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}
static void put_word(uint8_t *at, size_t value) {
    for (int i = 0; i < 4; i++) at[i] = (uint8_t)(value >> (8 * i));
}

/* Where the JSON lies. */
static void text_of(const victim *v, size_t *begin, size_t *end) {
    *begin = 0;
    *end = v->size;
    if (!v->binary || v->size < 20) return;
    *begin = 20;
    size_t length = word_at(v->data + 12);
    *end = length <= v->size - 20 ? 20 + length : v->size;
}

/* Replaces bytes begin..end; a .glb's lengths follow. False where there is no room. */
static bool splice(victim *v, size_t begin, size_t end, const void *with, size_t size) {
    if (v->size - (end - begin) + size > v->room) return false;
    size_t first, last;
    text_of(v, &first, &last);
    memmove(v->data + begin + size, v->data + end, v->size - end);
    if (size) memmove(v->data + begin, with, size);
    v->size = v->size - (end - begin) + size;
    if (v->binary && v->size >= 20) {
        put_word(v->data + 12, last - first - (end - begin) + size);
        put_word(v->data + 8, v->size);
    }
    return true;
}

static bool is_digit(uint8_t c) { return c >= '0' && c <= '9'; }

/* A number of the text, chosen at random: where it begins and ends. */
static bool find_number(const victim *v, uint64_t *state, size_t *begin, size_t *end) {
    size_t first, last;
    text_of(v, &first, &last);
    for (int tries = 0; tries < 200 && last > first; tries++) {
        size_t at = first + below(state, last - first);
        if (!is_digit(v->data[at]) || (at > first && strchr("0123456789.eE+-\"", v->data[at - 1]))) continue;
        *begin = at;
        while (at < last && (is_digit(v->data[at]) || strchr(".eE+-", v->data[at] ? v->data[at] : '"'))) at++;
        *end = at;
        return true;
    }
    return false;
}

static void replace_number(victim *v, uint64_t *state) {
    static const char *const others[] = {
        "0",        "1",          "2",          "3",          "-1",   "255",
        "256",      "5121",       "5123",       "5125",       "5126", "65535",
        "65536",    "4294967295", "4294967296", "2147483647", "1e9",  "9999999999999999999",
        "1e308",    "-1e308",     "1e-300",     "0.5",        "null", "true",
        "\"\"",     "[]",         "{}",         "123456",     "-0",   "1e39",
        "100000000"};
    size_t begin, end, gentle = below(state, 3);
    if (!find_number(v, state, &begin, &end)) return;
    /* Mostly those with a fraction: others are counts and indices, and few files with a wrong one are read. */
    for (int i = 0; gentle && i < 30 && !memchr(v->data + begin, '.', end - begin); i++)
        if (!find_number(v, state, &begin, &end)) return;
    char text[32];
    if (below(state, 3)) {
        snprintf(text, sizeof text, "%s", others[below(state, BP_COUNT(others))]);
    } else {
        long near_by = strtol((const char *)v->data + begin, NULL, 10) + (long)below(state, 9) - 4;
        snprintf(text, sizeof text, "%ld", near_by);
    }
    splice(v, begin, end, text, strlen(text));
}

/* Takes out, doubles or moves a stretch of the text. */
static void move_text(victim *v, uint64_t *state) {
    size_t first, last;
    text_of(v, &first, &last);
    if (last - first < 4) return;
    size_t begin = first + below(state, last - first), most = last - begin < 400 ? last - begin : 400;
    size_t length = 1 + below(state, most ? most : 1);
    if (length > last - begin) return;
    uint8_t copy[400];
    memcpy(copy, v->data + begin, length);
    size_t kind = below(state, 3);
    if (kind == 0) {
        splice(v, begin, begin + length, NULL, 0);
        return;
    }
    size_t to = first + below(state, last - first);
    if (kind == 1)
        splice(v, to, to, copy, length);
    else if (to + length <= last)
        memcpy(v->data + to, copy, length);
}

static void flip_bytes(victim *v, uint64_t *state) {
    size_t count = 1 + below(state, 8), from = below(state, 2) && v->binary ? 20 : 0;
    for (size_t i = 0; i < count && v->size > from; i++)
        v->data[from + below(state, v->size - from)] ^= (uint8_t)(1u << below(state, 8));
}

/* Numbers of the binary chunk. */
static void spoil_binary(victim *v, uint64_t *state) {
    static const uint32_t others[] = {0x7fc00000, 0x7f800000, 0xff800000, 0x7f7fffff, 0,         0xffffffff,
                                      0x80000000, 0x00010000, 0x00000001, 0x501502f9, 0xbf800000};
    size_t first, last;
    text_of(v, &first, &last);
    if (!v->binary || v->size < last + 16) return;
    size_t count = 1 + below(state, 40), words = (v->size - last - 8) / 4;
    for (size_t i = 0; i < count; i++)
        put_word(v->data + last + 8 + 4 * below(state, words), others[below(state, BP_COUNT(others))]);
}

static void cut_off(victim *v, uint64_t *state) {
    v->size = below(state, v->size);
    if (v->binary && v->size >= 12 && below(state, 2)) put_word(v->data + 8, v->size);
}

static void spoil(victim *v, uint64_t *state) {
    size_t times = below(state, 2) ? 1 : 1 + below(state, 4);
    for (size_t i = 0; i < times; i++) {
        switch (below(state, 12)) {
        case 0: flip_bytes(v, state); break;
        case 1:
        case 2:
        case 3:
        case 4: spoil_binary(v, state); break;
        case 5: move_text(v, state); break;
        default: replace_number(v, state); break;
        }
    }
    if (below(state, 16) == 0) cut_off(v, state);
}

/* ---- looking at one -----------------------------------------------------------------------------*/

static void draw(bp_context *context, const bp_model_pose *pose) {
    bp_framebuffer frame = {0};
    bp_raster *raster = bp_raster_create(context, NULL);
    bp_model_figure *whole = bp_model_figure_create(context, pose, NULL);
    if (raster && whole && bp_framebuffer_create(context, 64, 48, &frame, NULL)) {
        bp_view view = {.viewport = {0, 0, 64, 48}, .show = BP_SHOW_MESH | BP_SHOW_WIREFRAME};
        view.camera = (bp_camera){.eye = {0.3f, 0.4f, 1}};
        bp_camera_frame(&view.camera, bp_figure_bounds(bp_model_figure_of(whole)), 64.0f / 48);
        board->drawn += bp_raster_begin(raster, &frame, NULL, NULL) &&
                        bp_raster_clear(raster, &(bp_clear){0}, NULL) &&
                        bp_scene_draw_meshes(raster, &view, bp_model_figure_of(whole), NULL) &&
                        bp_raster_end(raster, NULL, NULL);
    }
    bp_framebuffer_destroy(context, &frame);
    bp_model_figure_destroy(whole);
    bp_raster_destroy(raster);
}

static void pose_all(bp_context *context, bp_model *model) {
    bp_model_pose *pose = bp_model_pose_create(model, NULL);
    for (int clip = -1; pose && clip < (int)model->clip_count && clip < 4; clip++) {
        if (!bp_model_pose_set(pose, clip, 0.37, NULL)) continue;
        for (size_t i = 0; i < model->instance_count && i < 16; i++) {
            size_t count = model->meshes[model->instances[i].mesh]->vertex_count;
            bp_vec3 *positions = bp_alloc(&model->allocator, count, sizeof *positions, NULL);
            bp_model_vertices out = {.positions = positions};
            if (positions) (void)bp_model_pose_vertices(context, pose, i, &out, NULL);
            bp_free(&model->allocator, positions);
        }
    }
    if (pose) draw(context, pose);
    bp_model_pose_destroy(pose);
}

/* A message that says nothing is a fault as well. */
static void check_message(const bp_error *error) {
    if (error->kind != BP_ERROR_NONE && error->message[0] && error->place[0]) return;
    fprintf(stderr, "refused without a place or a message: \"%s\" \"%s\"\n", error->place, error->message);
    abort();
}

static void look_at(const victim *v) {
    counter count = {0};
    bp_context_options options = {.threads = 1, .allocator = {.resize = count_resize, .user = &count}};
    bp_context *context = bp_context_create(&options, NULL);
    if (!context) abort();
    bp_error error = {0};
    bp_gltf_notes notes = {0};
    bp_doctor_report report = {0};
    bp_model *model = NULL;
    if (bp_gltf_read_memory(context, v->data, v->size, "damaged", NULL, NULL, &model, &notes, &error)) {
        board->read++;
        pose_all(context, model);
        bp_model_destroy(model);
    } else {
        board->refused++;
        check_message(&error);
    }
    bp_gltf_notes_clear(&notes);
    error = (bp_error){0};
    if (bp_doctor_examine_memory(context, v->data, v->size, "damaged", NULL, &report, &error))
        board->examined++;
    else
        check_message(&error);
    bp_doctor_report_clear(&report);
    bp_context_destroy(context);
    if (count.now != 0) {
        fprintf(stderr, "%zu bytes were not freed\n", count.now);
        abort();
    }
    if (count.most > board->most_bytes) {
        board->most_bytes = count.most;
        board->most_bytes_at = board->current;
    }
}

/* ---- processes ----------------------------------------------------------------------------------*/

static struct {
    bp_file file;
    bool binary;
} bases[MOST_BASES];
static size_t base_count;

static long processor_ms(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000L +
           (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1000L;
}

static void one_file(unsigned long number) {
    uint64_t state = number * 0x9E3779B97F4A7C15u + 1;
    for (int i = 0; i < 4; i++) test_random(&state);
    size_t base = below(&state, base_count), size = bases[base].file.size;
    victim v = {.data = malloc(size + 4096), .size = size, .room = size + 4096, .binary = bases[base].binary};
    if (!v.data) abort();
    memcpy(v.data, bases[base].file.data, size);
    spoil(&v, &state);
    /* Exactly its size, so that the sanitizer sees a read behind the end. */
    uint8_t *exact = malloc(v.size ? v.size : 1);
    if (!exact) abort();
    memcpy(exact, v.data, v.size);
    free(v.data);
    v.data = exact;
    if (getenv("DAMAGE_KEEP") && !bp_file_write(getenv("DAMAGE_KEEP"), v.data, v.size, NULL)) abort();
    struct itimerval limit = {.it_value = {.tv_sec = SECONDS}};
    setitimer(ITIMER_PROF, &limit, NULL);
    long before = processor_ms();
    look_at(&v);
    long took = processor_ms() - before;
    if (took > board->slowest_ms) {
        board->slowest_ms = took;
        board->slowest_at = number;
    }
    free(exact);
}

static const char *fate_of(int status) {
    if (WIFEXITED(status)) return "ended by the sanitizer";
    return WTERMSIG(status) == SIGPROF ? "took more than 5 seconds" : strsignal(WTERMSIG(status));
}

/* Returns how many ended badly. */
static unsigned long all_files(unsigned long first, unsigned long count) {
    unsigned long bad = 0, at = first;
    while (at < first + count) {
        unsigned long end = at + BATCH < first + count ? at + BATCH : first + count;
        fflush(stdout);
        pid_t child = fork();
        if (child < 0) abort();
        if (child == 0) {
            for (; at < end; at++) {
                board->current = at;
                one_file(at);
            }
            _exit(0);
        }
        int status;
        waitpid(child, &status, 0);
        at = end;
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0) continue;
        printf("file %lu: %s\n", board->current, fate_of(status));
        at = board->current + 1;
        bad++;
    }
    return bad;
}

static bool take_bases(int count, char **paths) {
    bp_allocator allocator = bp_allocator_default();
    bp_error error = {0};
    for (int i = 0; i < count && base_count < MOST_BASES; i++) {
        if (!bp_file_read(&allocator, paths[i], 0, &bases[base_count].file, &error)) {
            fprintf(stderr, "%s: %s\n", error.place, error.message);
            return false;
        }
        const bp_file *file = &bases[base_count].file;
        bases[base_count++].binary = file->size > 4 && memcmp(file->data, "glTF", 4) == 0;
    }
    return base_count > 0;
}

int main(int argc, char **argv) {
    if (argc < 4) {
        fprintf(stderr, "usage: damage FIRST COUNT FILE...; DAMAGE_KEEP=PATH keeps the last file\n");
        return 2;
    }
    unsigned long first = strtoul(argv[1], NULL, 10), count = strtoul(argv[2], NULL, 10);
    board = mmap(NULL, sizeof *board, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (board == MAP_FAILED || !take_bases(argc - 3, argv + 3)) return 2;
    unsigned long bad = all_files(first, count);
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    printf("%lu files from number %lu on: %lu read, %lu refused, %lu examined, %lu drawn, %lu ended badly\n",
           count, first, board->read, board->refused, board->examined, board->drawn, bad);
    printf(
        "most memory for one file %zu KiB (number %lu), of a process with sanitizers %ld KiB; longest %ld ms "
        "(number %lu)\n",
        board->most_bytes >> 10, board->most_bytes_at, usage.ru_maxrss, board->slowest_ms, board->slowest_at);
    for (size_t i = 0; i < base_count; i++) bp_file_free(NULL, &bases[i].file);
    return bad > 0 || board->most_bytes > MOST_BYTES ? 1 : 0;
}
