/* Damaged glTF files: whatever a file holds, reading, drawing, writing and examining it (check_gltf.h) ends
 * with a result or a message, within limits on time and memory.
 *
 * damage FIRST COUNT FILE...
 *
 * File number N is one of the FILEs, corrupted (corrupt.h) in a way that depends only on N. Child processes
 * check batches of files, with 5 seconds of processor time for each file. The parent notes how each child
 * ends and continues after the file at which it ended. Build it with sanitizers: make damage. Exit 1 if a
 * child ended badly. */
#define _DEFAULT_SOURCE /* fork, mmap without a file, timers of processor time */
#include "fuzz/check_gltf.h"
#include "fuzz/corrupt.h"
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

/* Memory that the processes share. */
typedef struct shared_state {
    unsigned long current; /* the file being checked */
    unsigned long read, refused, examined, drawn, written;
    size_t most_bytes; /* held by our allocator at once, for one file */
    unsigned long most_bytes_at;
    long slowest_ms;
    unsigned long slowest_at;
} shared_state;

static shared_state *shared;

/* ---- one file -----------------------------------------------------------------------------------*/

static void check_one(const uint8_t *data, size_t size) {
    gltf_check result = check_gltf(data, size, &(check_gltf_options){.steps = CHECK_ALL, .most_bytes = 4 * MOST_BYTES});
    shared->read += result.read;
    shared->refused += !result.read;
    shared->drawn += result.drawn;
    shared->written += result.written;
    shared->examined += result.examined;
    if (result.most_bytes <= shared->most_bytes) return;
    shared->most_bytes = result.most_bytes;
    shared->most_bytes_at = shared->current;
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
    corrupt_file v = {
        .data = malloc(size + 4096), .size = size, .capacity = size + 4096, .binary = bases[base].binary};
    if (!v.data) abort();
    memcpy(v.data, bases[base].file.data, size);
    corrupt(&v, &state);
    /* A block of exactly this size, so that the sanitizer detects reads past the end. */
    uint8_t *exact = malloc(v.size ? v.size : 1);
    if (!exact) abort();
    memcpy(exact, v.data, v.size);
    free(v.data);
    if (getenv("DAMAGE_KEEP") && !bp_file_write(getenv("DAMAGE_KEEP"), exact, v.size, NULL)) abort();
    struct itimerval limit = {.it_value = {.tv_sec = SECONDS}};
    setitimer(ITIMER_PROF, &limit, NULL);
    long before = processor_ms();
    check_one(exact, v.size);
    long took = processor_ms() - before;
    if (took > shared->slowest_ms) {
        shared->slowest_ms = took;
        shared->slowest_at = number;
    }
    free(exact);
}

static const char *describe_end(int status) {
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
                shared->current = at;
                one_file(at);
            }
            _exit(0);
        }
        int status;
        waitpid(child, &status, 0);
        at = end;
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0) continue;
        printf("file %lu: %s\n", shared->current, describe_end(status));
        at = shared->current + 1;
        bad++;
    }
    return bad;
}

static bool read_bases(int count, char **paths) {
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
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED || !read_bases(argc - 3, argv + 3)) return 2;
    unsigned long bad = all_files(first, count);
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    printf("%lu files from number %lu on: %lu read, %lu refused, %lu examined, %lu drawn, %lu written, %lu "
           "ended badly\n",
           count, first, shared->read, shared->refused, shared->examined, shared->drawn, shared->written,
           bad);
    printf(
        "most memory for one file %zu KiB (number %lu), of a process with sanitizers %ld KiB; longest %ld ms "
        "(number %lu)\n",
        shared->most_bytes >> 10, shared->most_bytes_at, usage.ru_maxrss, shared->slowest_ms,
        shared->slowest_at);
    for (size_t i = 0; i < base_count; i++) bp_file_free(NULL, &bases[i].file);
    return bad > 0 || shared->most_bytes > MOST_BYTES ? 1 : 0;
}
