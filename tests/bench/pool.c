/* The overhead of the worker pool, by number of threads and time since the last run: medians and 99th
 * percentiles in microseconds. */
#define _POSIX_C_SOURCE 200809L
#include "base/pool.h"
#include "base/system.h"
#include <bindpose/base.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MAX_RUNS = 4000, INDICES = 64 };

/* Counters for each worker, a cache line apart. */
typedef struct counters {
    struct {
        _Alignas(64) unsigned indices;
        volatile float sum;
    } worker[256];
} counters;

static void empty_job(void *user, size_t index, int worker) {
    counters *b = user;
    (void)index;
    b->worker[worker].indices++;
}

/* About 10 microseconds: chained additions. */
static void small_job(void *user, size_t index, int worker) {
    counters *b = user;
    b->worker[worker].indices++;
    for (size_t i = 0; i < 2500; i++) b->worker[worker].sum = b->worker[worker].sum + (float)(index + i);
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void measure(bp_pool *pool, const char *name, long pause_us, bp_pool_job *job, size_t runs) {
    double *times = calloc(runs, sizeof *times);
    counters *b = aligned_alloc(64, sizeof *b);
    if (!times || !b) exit(3);
    for (size_t i = 0; i < BP_COUNT(b->worker); i++) b->worker[i].indices = 0, b->worker[i].sum = 0;
    for (size_t i = 0; i < runs; i++) {
        struct timespec pause = {.tv_nsec = pause_us * 1000};
        if (pause_us) nanosleep(&pause, NULL);
        double start = bp_seconds();
        bp_pool_run(pool, INDICES, job, b);
        times[i] = bp_seconds() - start;
    }
    qsort(times, runs, sizeof *times, compare);
    double share = (double)b->worker[0].indices / (double)(runs * INDICES);
    printf("  %-34s median %8.2f us   99%% %8.2f us   caller did %3.0f%%\n", name, times[runs / 2] * 1e6,
           times[runs * 99 / 100] * 1e6, share * 100);
    free(times);
    free(b);
}

int main(void) {
    const int threads[] = {1, 2, 4};
    for (size_t i = 0; i < BP_COUNT(threads); i++) {
        bp_pool *pool = bp_pool_create(NULL, threads[i], NULL);
        if (!pool) return 3;
        printf("pool of %d, %d indices a run\n", bp_pool_threads(pool), INDICES);
        measure(pool, "empty, back to back", 0, empty_job, MAX_RUNS);
        measure(pool, "empty, 20 us apart", 20, empty_job, MAX_RUNS / 4);
        measure(pool, "empty, 5 ms apart (workers asleep)", 5000, empty_job, 100);
        measure(pool, "64 x 10 us, back to back", 0, small_job, 500);
        measure(pool, "64 x 10 us, 5 ms apart", 5000, small_job, 100);
        bp_pool_destroy(pool);
    }
    return 0;
}
