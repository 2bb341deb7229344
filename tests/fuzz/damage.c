/* Damaged glTF files: whatever is in a file, looking at it (check_gltf.h) ends, with a result or a message, in time and in
 * little memory.
 *
 *     damage FIRST COUNT FILE...
 *
 * File number N is one of the FILEs, spoiled (corrupt.h) in a way that N alone decides. Each is read in a process that has
 * 5 seconds of processor time for it, a batch of them one after the other; what becomes of the process is seen by its
 * parent, who goes on behind the file.
 * Meant to be built with sanitizers: make damage. Exit 1 where anything ended badly.
 */
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

/* What the processes tell each other. */
typedef struct blackboard {
    unsigned long current; /* the file that is being looked at */
    unsigned long read, refused, examined, drawn, written;
    size_t most_bytes; /* held by our allocator at once, for one file */
    unsigned long most_bytes_at;
    long slowest_ms;
    unsigned long slowest_at;
} blackboard;

static blackboard *board;

/* ---- looking at one -----------------------------------------------------------------------------*/

static void look_at(const uint8_t *data, size_t size) {
    examined result = examine(data, size, &(examine_options){.most_bytes = 4 * MOST_BYTES});
    board->read += result.read;
    board->refused += !result.read;
    board->drawn += result.drawn;
    board->written += result.written;
    board->examined += result.doctored;
    if (result.most_bytes <= board->most_bytes) return;
    board->most_bytes = result.most_bytes;
    board->most_bytes_at = board->current;
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
    corrupt_file v = {.data = malloc(size + 4096), .size = size, .room = size + 4096, .binary = bases[base].binary};
    if (!v.data) abort();
    memcpy(v.data, bases[base].file.data, size);
    corrupt(&v, &state);
    /* Exactly its size, so that the sanitizer sees a read behind the end. */
    uint8_t *exact = malloc(v.size ? v.size : 1);
    if (!exact) abort();
    memcpy(exact, v.data, v.size);
    free(v.data);
    if (getenv("DAMAGE_KEEP") && !bp_file_write(getenv("DAMAGE_KEEP"), exact, v.size, NULL)) abort();
    struct itimerval limit = {.it_value = {.tv_sec = SECONDS}};
    setitimer(ITIMER_PROF, &limit, NULL);
    long before = processor_ms();
    look_at(exact, v.size);
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
    printf("%lu files from number %lu on: %lu read, %lu refused, %lu examined, %lu drawn, %lu written, %lu "
           "ended "
           "badly\n",
           count, first, board->read, board->refused, board->examined, board->drawn, board->written, bad);
    printf(
        "most memory for one file %zu KiB (number %lu), of a process with sanitizers %ld KiB; longest %ld ms "
        "(number %lu)\n",
        board->most_bytes >> 10, board->most_bytes_at, usage.ru_maxrss, board->slowest_ms, board->slowest_at);
    for (size_t i = 0; i < base_count; i++) bp_file_free(NULL, &bases[i].file);
    return bad > 0 || board->most_bytes > MOST_BYTES ? 1 : 0;
}
