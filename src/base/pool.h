/* The worker pool that a context has. */
#pragma once

#include <bindpose/base.h>

typedef struct bp_pool bp_pool;

/* A job: called once for each index in 0..count-1, in any order, from any thread of the pool. Each thread
 * has its own `worker` number (0..threads-1; 0 is the caller), so scratch memory indexed by it needs no
 * lock. */
typedef void bp_pool_job(void *user, size_t index, int worker);

/* A pool of `threads` threads, the caller included: 1 means no worker threads, 0 one for each processor; at
 * most 256. If the system can't start that many, the pool has fewer. NULL on error. */
bp_pool *bp_pool_create(const bp_allocator *allocator, int threads, bp_error *error);
void bp_pool_destroy(bp_pool *pool);

/* A pool without threads, which hands its runs to the program's `run` (bp_context_options). */
bp_pool *bp_pool_create_outside(const bp_allocator *allocator, const bp_context_options *options,
                                bp_error *error);

/* Number of threads, the caller included. 1 for a NULL pool. */
int bp_pool_threads(const bp_pool *pool);

/* Runs job(user, 0..count-1) and returns when all calls have returned. Jobs see everything written before the
 * call, and the caller sees everything they wrote. A NULL pool or job: in order in the caller, or nothing.
 *
 * Threads: any thread may call it at any time, also from a job. While a pool is busy with one run, the jobs
 * of another run in the thread that called, in order and with worker number 0. So a job that skins or
 * rasterizes with the context of its pool does so in its own thread. */
void bp_pool_run(bp_pool *pool, size_t count, bp_pool_job *job, void *user);

bp_pool *bp_context_pool(const bp_context *context);
