/* A worker pool: hands out the indices of one run at a time.
 *
 * A run is open from its start until its last index is taken. Workers join an open run, take indices from a
 * shared counter, and leave. The caller takes indices too. When none is left it closes the run and waits
 * only for workers that joined. A worker that wakes up late finds the run closed and costs nothing. So a run
 * takes at most one wake-up call longer than if the caller did all the work.
 *
 * The whole protocol uses one atomic word, `state`: the number of active workers, whether the run is open,
 * and the run's number, so that no worker joins a run twice. Waiting threads spin for some microseconds,
 * because the rasterizer's phases follow each other quickly, and then sleep. With more threads than
 * processors they sleep at once.
 *
 * One run uses the workers at a time. A call that comes meanwhile, from a job of that run or from another
 * thread, runs its own jobs in the thread that called: the alternative, to wait, would be for ever in a job.
 *
 * Linux often wakes a thread on the processor of the thread that wakes it, and moves it only milliseconds
 * later, which is a whole frame. Therefore a worker on the caller's processor moves away itself.
 *
 * With BP_NO_THREADS (the amalgamation, on systems without pthreads) there are no workers: jobs run in the
 * caller, or by the program's own function.
 */
#ifdef __linux__
#define _GNU_SOURCE /* sched_getaffinity */
#else
#define _POSIX_C_SOURCE 200809L
#endif
#include "base/pool.h"
#include "base/allocator.h"
#include "base/clock.h"
#include <stdatomic.h>
#ifndef BP_NO_THREADS
#include <pthread.h>
#include <sched.h>
#endif

enum {
    MAX_THREADS = 256,
    CACHE_LINE = 64,
    STACK_SIZE = 2 << 20,       /* for every system; musl's default is 128 KiB */
    WORKER_SPIN_NS = 40 * 1000, /* several times the duration of a wake-up */
    CALLER_SPIN_NS = 200 * 1000,
};

/* Fields of `state`. */
#define ACTIVE_MASK UINT64_C(0xffff)
#define OPEN UINT64_C(0x10000)
#define QUIT UINT64_C(0x20000)
#define RUN_SHIFT 32

#ifndef BP_NO_THREADS
typedef struct worker {
    bp_pool *pool; /* borrowed: the pool outlives its threads */
    int number;    /* 1.. */
    pthread_t thread;
} worker;

enum { WORKER_SIZE = sizeof(worker) };
#endif

struct bp_pool {
#ifndef BP_NO_THREADS
    /* Written at each run and read by all threads: each on its own cache line. */
    _Alignas(CACHE_LINE) _Atomic uint64_t state;
    _Alignas(CACHE_LINE) _Atomic size_t next; /* the next index to hand out */
    /* Written by the caller while the run is closed and no worker is active. */
    _Alignas(CACHE_LINE) bp_pool_job *job;
    void *user; /* borrowed for the run */
    size_t count;
    /* For sleeping threads. */
    pthread_mutex_t mutex;
    pthread_cond_t run_opened; /* wakes workers */
    pthread_cond_t run_ended;  /* wakes the caller when no worker is active */
    _Atomic int sleepers;
    _Atomic bool caller_sleeps;

    bool may_spin; /* no more threads than processors */
#ifdef __linux__
    cpu_set_t allowed;      /* processors of the thread that created the pool */
    _Atomic int caller_cpu; /* the caller's processor when it opened the last run */
#endif
#endif
    _Alignas(CACHE_LINE) _Atomic bool busy; /* a run has the workers: other runs do without */
    int threads;                            /* the caller included */
    void (*run)(void *user, size_t count, bp_job *job, void *data); /* the program's; NULL: our workers */
    void *run_user;
    bp_allocator allocator; /* by value */
#ifndef BP_NO_THREADS
    worker workers[]; /* threads - 1 */
#endif
};

#ifndef BP_NO_THREADS

/* ---- processors -------------------------------------------------------------------------------- */

#ifdef __linux__
static void store_caller_cpu(bp_pool *pool) {
    atomic_store_explicit(&pool->caller_cpu, sched_getcpu(), memory_order_relaxed);
}

/* Moves away from the caller's processor: from now on, the thread may use all others. */
static void avoid_caller_cpu(bp_pool *pool) {
    int caller = atomic_load_explicit(&pool->caller_cpu, memory_order_relaxed);
    if (!pool->may_spin || caller < 0 || caller >= CPU_SETSIZE || sched_getcpu() != caller) return;
    cpu_set_t others = pool->allowed;
    CPU_CLR((size_t)caller, &others);
    if (CPU_COUNT(&others) > 0) sched_setaffinity(0, sizeof others, &others);
}
#else
static void store_caller_cpu(bp_pool *pool) { (void)pool; }
static void avoid_caller_cpu(bp_pool *pool) { (void)pool; }
#endif

/* ---- waiting ----------------------------------------------------------------------------------- */

static void pause_briefly(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

static unsigned run_number(uint64_t state) { return (unsigned)(state >> RUN_SHIFT); }

/* Whether there is work for a worker whose last run was `seen`. */
static bool has_work(uint64_t state, unsigned seen) {
    return (state & QUIT) || ((state & OPEN) && run_number(state) != seen);
}

static void run_jobs(bp_pool *pool, int number) {
    for (;;) {
        size_t index = atomic_fetch_add_explicit(&pool->next, 1, memory_order_relaxed);
        if (index >= pool->count) return;
        pool->job(pool->user, index, number);
    }
}

/* Spins until there is work, or until no worker is active, for at most `limit` nanoseconds. Yields between
 * short bursts, because the other thread may wait for this processor. */
static bool spin(bp_pool *pool, unsigned seen, bool for_work, int limit) {
    if (!pool->may_spin) return false;
    double end = 0;
    for (;;) {
        for (int i = 0; i < 32; i++) {
            uint64_t state = atomic_load_explicit(&pool->state, memory_order_acquire);
            if (for_work ? has_work(state, seen) : (state & ACTIVE_MASK) == 0) return true;
            pause_briefly();
        }
        sched_yield();
        double now = bp_seconds();
        if (end == 0) end = now + 1e-9 * limit;
        if (now >= end) return false;
    }
}

/* ---- a worker ---------------------------------------------------------------------------------- */

/* Sleeps until there is work. The worker increments `sleepers` before it reads the state; the caller
 * changes the state before it reads `sleepers`. Both are sequentially consistent, so at least one sees the
 * other's change. */
static void sleep_until_work(bp_pool *pool, unsigned seen) {
    pthread_mutex_lock(&pool->mutex);
    atomic_fetch_add(&pool->sleepers, 1);
    while (!has_work(atomic_load(&pool->state), seen)) pthread_cond_wait(&pool->run_opened, &pool->mutex);
    atomic_fetch_sub(&pool->sleepers, 1);
    pthread_mutex_unlock(&pool->mutex);
}

/* Joins an open run other than `seen`. False if there is none. */
static bool join_run(bp_pool *pool, unsigned *seen) {
    uint64_t state = atomic_load(&pool->state);
    while ((state & OPEN) && run_number(state) != *seen) {
        if (!atomic_compare_exchange_weak(&pool->state, &state, state + 1)) continue;
        *seen = run_number(state);
        return true;
    }
    return false;
}

static void leave_run(bp_pool *pool) {
    uint64_t before = atomic_fetch_sub(&pool->state, 1);
    if ((before & ACTIVE_MASK) != 1 || !atomic_load(&pool->caller_sleeps)) return;
    pthread_mutex_lock(&pool->mutex);
    pthread_cond_signal(&pool->run_ended);
    pthread_mutex_unlock(&pool->mutex);
}

static void *worker_main(void *user) {
    worker *self = user;
    bp_pool *pool = self->pool;
    unsigned seen = 0;
    for (;;) {
        if (!spin(pool, seen, true, WORKER_SPIN_NS)) sleep_until_work(pool, seen);
        if (atomic_load(&pool->state) & QUIT) return NULL;
        avoid_caller_cpu(pool);
        if (!join_run(pool, &seen)) continue;
        run_jobs(pool, self->number);
        leave_run(pool);
    }
}

/* ---- the caller -------------------------------------------------------------------------------- */

static void publish_state(bp_pool *pool, uint64_t state) {
    store_caller_cpu(pool);
    atomic_store(&pool->state, state);
    if (atomic_load(&pool->sleepers) == 0) return;
    /* Once we have held the mutex, no worker is between its check and its sleep. */
    pthread_mutex_lock(&pool->mutex);
    pthread_mutex_unlock(&pool->mutex);
    pthread_cond_broadcast(&pool->run_opened);
}

static void wait_for_workers(bp_pool *pool) {
    if (spin(pool, 0, false, CALLER_SPIN_NS)) return;
    pthread_mutex_lock(&pool->mutex);
    atomic_store(&pool->caller_sleeps, true);
    while (atomic_load(&pool->state) & ACTIVE_MASK) pthread_cond_wait(&pool->run_ended, &pool->mutex);
    atomic_store(&pool->caller_sleeps, false);
    pthread_mutex_unlock(&pool->mutex);
}

/* Run numbers start at 1 and skip 0 when they wrap, because 0 means no run. A worker that slept through
 * exactly 2^32 - 1 runs misses one more; the caller does its work then. */
static uint64_t next_run(uint64_t state) {
    unsigned number = run_number(state) + 1;
    return (uint64_t)(number ? number : 1) << RUN_SHIFT;
}

static void run_with_workers(bp_pool *pool, size_t count, bp_pool_job *job, void *user) {
    pool->job = job;
    pool->user = user;
    pool->count = count;
    atomic_store_explicit(&pool->next, 0, memory_order_relaxed);
    publish_state(pool, next_run(atomic_load(&pool->state)) | OPEN);
    run_jobs(pool, 0);
    uint64_t state = atomic_fetch_and(&pool->state, ~OPEN);
    if (state & ACTIVE_MASK) wait_for_workers(pool);
}
#endif

void bp_pool_run(bp_pool *pool, size_t count, bp_pool_job *job, void *user) {
    if (!job) return;
    if (!pool || pool->threads == 1 || count <= 1 || atomic_exchange(&pool->busy, true)) {
        for (size_t i = 0; i < count; i++) job(user, i, 0);
        return;
    }
    if (pool->run) pool->run(pool->run_user, count, job, user);
#ifndef BP_NO_THREADS
    if (!pool->run) run_with_workers(pool, count, job, user);
#endif
    atomic_store(&pool->busy, false);
}

int bp_pool_threads(const bp_pool *pool) { return pool ? pool->threads : 1; }

/* ---- create and destroy ------------------------------------------------------------------------ */

#ifndef BP_NO_THREADS
static int processors(void) { return bp_processors(); }

/* Starts workers until there are `threads`, or until the system refuses one. */
static void start_workers(bp_pool *pool, int threads) {
    pool->may_spin = threads <= processors();
#ifdef __linux__
    if (sched_getaffinity(0, sizeof pool->allowed, &pool->allowed) != 0) pool->may_spin = false;
#endif
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) return;
    pthread_attr_setstacksize(&attributes, STACK_SIZE);
    while (pool->threads < threads) {
        worker *fresh = &pool->workers[pool->threads - 1];
        *fresh = (worker){.pool = pool, .number = pool->threads};
        if (pthread_create(&fresh->thread, &attributes, worker_main, fresh) != 0) break;
        pool->threads++;
    }
    pthread_attr_destroy(&attributes);
}

static void make_waiting(bp_pool *pool) {
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->run_opened, NULL);
    pthread_cond_init(&pool->run_ended, NULL);
}

static void stop_workers(bp_pool *pool) {
    publish_state(pool, QUIT);
    for (int i = 0; !pool->run && i < pool->threads - 1; i++) pthread_join(pool->workers[i].thread, NULL);
    pthread_cond_destroy(&pool->run_ended);
    pthread_cond_destroy(&pool->run_opened);
    pthread_mutex_destroy(&pool->mutex);
}
#else
enum { WORKER_SIZE = 0 };
static int processors(void) { return 1; }
static void start_workers(bp_pool *pool, int threads) { (void)pool, (void)threads; }
static void make_waiting(bp_pool *pool) { (void)pool; }
static void stop_workers(bp_pool *pool) { (void)pool; }
#endif

/* The number of threads that a program asked for; -1: an error. */
static int count_threads(int threads, bp_error *error) {
    if (threads < 0) {
        bp_fail(error, BP_ERROR_ARGUMENT, "threads", "%d; use 1 to %d, or 0 for one thread per processor",
                threads, MAX_THREADS);
        return -1;
    }
    int requested = threads == 0 ? processors() : threads;
    return requested > MAX_THREADS ? MAX_THREADS : requested;
}

/* Without workers, but with space for them. */
static bp_pool *make(const bp_allocator *allocator, int threads, bp_error *error) {
    size_t bytes = sizeof(bp_pool) + (size_t)(threads - 1) * WORKER_SIZE;
    bp_pool *pool = threads < 1 ? NULL : bp_alloc_aligned(allocator, bytes, CACHE_LINE, error);
    if (!pool) return NULL;
    pool->allocator = *bp_allocator_or_default(allocator);
    pool->threads = 1;
    make_waiting(pool);
    return pool;
}

bp_pool *bp_pool_create(const bp_allocator *allocator, int threads, bp_error *error) {
    int requested = count_threads(threads, error);
    bp_pool *pool = make(allocator, requested, error);
    if (!pool) return NULL;
    start_workers(pool, requested);
    return pool;
}

bp_pool *bp_pool_create_outside(const bp_allocator *allocator, const bp_context_options *options,
                                bp_error *error) {
    int requested = count_threads(options->threads, error);
    bp_pool *pool = requested < 0 ? NULL : make(allocator, 1, error);
    if (!pool) return NULL;
    pool->run = options->run;
    pool->run_user = options->run_user;
    pool->threads = requested;
    return pool;
}

void bp_pool_destroy(bp_pool *pool) {
    if (!pool) return;
    stop_workers(pool);
    bp_allocator allocator = pool->allocator;
    bp_free_aligned(&allocator, pool);
}
