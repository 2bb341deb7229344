/* The worker pool hands out the indices of one run at a time.
 *
 * A run is open from the moment it is announced until its last index is taken. Workers join an open
 * run, take indices from a shared counter, and leave. The caller works too, closes the run when no
 * index is left, and waits only for workers that joined: one that wakes up late finds the run
 * closed and costs nothing. So a run never takes longer than the caller alone would need, give or
 * take one wake-up call.
 *
 * All of it hangs on one atomic word, `state`: how many workers are inside, whether the run is
 * open, and the run's number, so that a worker doesn't join the same run twice. Whoever waits spins
 * for a few microseconds, because the rasterizer's phases follow each other quickly, and then
 * sleeps. Spinning is left out where there are more threads than processors.
 *
 * Linux often wakes a thread on its waker's processor and moves it only after milliseconds, which is
 * a frame; so a worker that finds itself where the caller runs steps aside.
 */
#ifdef __linux__
#define _GNU_SOURCE /* sched_getaffinity: "processors" means those that we may use */
#else
#define _POSIX_C_SOURCE 200809L
#endif
#include "base/allocator.h"
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

enum {
    MOST_THREADS = 256,
    CACHE_LINE = 64,
    STACK_SIZE = 2 << 20,       /* the same everywhere; musl's default is 128 KiB */
    WORKER_SPIN_NS = 40 * 1000, /* a few times what a wake-up by the system takes */
    CALLER_SPIN_NS = 200 * 1000,
};

/* Fields of `state`. */
#define INSIDE_MASK UINT64_C(0xffff)
#define OPEN UINT64_C(0x10000)
#define QUIT UINT64_C(0x20000)
#define RUN_SHIFT 32

typedef struct worker {
    bp_pool *pool; /* borrowed: the pool outlives its threads */
    int number;    /* 1.. */
    pthread_t thread;
} worker;

struct bp_pool {
    /* Written at each run, read by all: each on its own cache line. */
    _Alignas(CACHE_LINE) _Atomic uint64_t state;
    _Alignas(CACHE_LINE) _Atomic size_t next; /* the next index to hand out */
    /* Written by the caller while the run is closed and nobody is inside. */
    _Alignas(CACHE_LINE) bp_pool_job *job;
    void *user; /* borrowed for the run */
    size_t count;
    /* For those who gave up spinning. */
    pthread_mutex_t mutex;
    pthread_cond_t announced; /* workers sleep on it until a run opens */
    pthread_cond_t left;      /* the caller sleeps on it until nobody is inside */
    _Atomic int sleepers;
    _Atomic bool caller_sleeps;

    bool roomy; /* no more threads than processors */
#ifdef __linux__
    cpu_set_t allowed;      /* processors that the creating thread might use */
    _Atomic int caller_cpu; /* where the caller was when it announced the last run */
#endif
    int threads;            /* in all, the caller included */
    bp_allocator allocator; /* by value */
    worker workers[];       /* threads - 1 */
};

/* ---- processors -------------------------------------------------------------------------------- */

static int processors(void) {
#ifdef __linux__
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0) return CPU_COUNT(&set);
#endif
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online < 1 ? 1 : online > MOST_THREADS ? MOST_THREADS : (int)online;
}

#ifdef __linux__
static void note_caller(bp_pool *pool) {
    atomic_store_explicit(&pool->caller_cpu, sched_getcpu(), memory_order_relaxed);
}

/* Leaves the caller's processor, and may use every other from then on. */
static void step_aside(bp_pool *pool) {
    int caller = atomic_load_explicit(&pool->caller_cpu, memory_order_relaxed);
    if (!pool->roomy || caller < 0 || caller >= CPU_SETSIZE || sched_getcpu() != caller) return;
    cpu_set_t others = pool->allowed;
    CPU_CLR((size_t)caller, &others);
    if (CPU_COUNT(&others) > 0) sched_setaffinity(0, sizeof others, &others);
}
#else
static void note_caller(bp_pool *pool) { (void)pool; }
static void step_aside(bp_pool *pool) { (void)pool; }
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

/* Something for a worker that last took part in run `seen`. */
static bool concerns(uint64_t state, unsigned seen) {
    return (state & QUIT) || ((state & OPEN) && run_number(state) != seen);
}

static void take_indices(bp_pool *pool, int number) {
    for (;;) {
        size_t index = atomic_fetch_add_explicit(&pool->next, 1, memory_order_relaxed);
        if (index >= pool->count) return;
        pool->job(pool->user, index, number);
    }
}

/* Spins until there is work, or until nobody is inside, for `limit` nanoseconds at most. Between short
 * bursts it yields: the system likes to wake a worker on its waker's processor, and spinning there would
 * keep the other from getting on. */
static bool spin(bp_pool *pool, unsigned seen, bool for_work, int limit) {
    if (!pool->roomy) return false;
    double end = 0;
    for (;;) {
        for (int i = 0; i < 32; i++) {
            uint64_t state = atomic_load_explicit(&pool->state, memory_order_acquire);
            if (for_work ? concerns(state, seen) : (state & INSIDE_MASK) == 0) return true;
            pause_briefly();
        }
        sched_yield();
        double now = bp_seconds();
        if (end == 0) end = now + 1e-9 * limit;
        if (now >= end) return false;
    }
}

/* ---- a worker ---------------------------------------------------------------------------------- */

/* Sleeps until there is something to do. `sleepers` goes up before the state is looked at, and the
 * caller changes the state before it looks at `sleepers`; both in the one order of seq_cst, so one
 * of the two sees the other. */
static void sleep_until_announced(bp_pool *pool, unsigned seen) {
    pthread_mutex_lock(&pool->mutex);
    atomic_fetch_add(&pool->sleepers, 1);
    while (!concerns(atomic_load(&pool->state), seen)) pthread_cond_wait(&pool->announced, &pool->mutex);
    atomic_fetch_sub(&pool->sleepers, 1);
    pthread_mutex_unlock(&pool->mutex);
}

/* Goes inside an open run that it hasn't been in; false where there is none (any more). */
static bool join(bp_pool *pool, unsigned *seen) {
    uint64_t state = atomic_load(&pool->state);
    while ((state & OPEN) && run_number(state) != *seen) {
        if (!atomic_compare_exchange_weak(&pool->state, &state, state + 1)) continue;
        *seen = run_number(state);
        return true;
    }
    return false;
}

static void leave(bp_pool *pool) {
    uint64_t before = atomic_fetch_sub(&pool->state, 1);
    if ((before & INSIDE_MASK) != 1 || !atomic_load(&pool->caller_sleeps)) return;
    pthread_mutex_lock(&pool->mutex);
    pthread_cond_signal(&pool->left);
    pthread_mutex_unlock(&pool->mutex);
}

static void *work(void *user) {
    worker *self = user;
    bp_pool *pool = self->pool;
    unsigned seen = 0;
    for (;;) {
        if (!spin(pool, seen, true, WORKER_SPIN_NS)) sleep_until_announced(pool, seen);
        if (atomic_load(&pool->state) & QUIT) return NULL;
        step_aside(pool);
        if (!join(pool, &seen)) continue;
        take_indices(pool, self->number);
        leave(pool);
    }
}

/* ---- the caller -------------------------------------------------------------------------------- */

static void announce(bp_pool *pool, uint64_t state) {
    note_caller(pool);
    atomic_store(&pool->state, state);
    if (atomic_load(&pool->sleepers) == 0) return;
    /* Nobody can be between looking and sleeping once the mutex was ours. */
    pthread_mutex_lock(&pool->mutex);
    pthread_mutex_unlock(&pool->mutex);
    pthread_cond_broadcast(&pool->announced);
}

static void wait_until_left(bp_pool *pool) {
    if (spin(pool, 0, false, CALLER_SPIN_NS)) return;
    pthread_mutex_lock(&pool->mutex);
    atomic_store(&pool->caller_sleeps, true);
    while (atomic_load(&pool->state) & INSIDE_MASK) pthread_cond_wait(&pool->left, &pool->mutex);
    atomic_store(&pool->caller_sleeps, false);
    pthread_mutex_unlock(&pool->mutex);
}

/* Run numbers go from 1 up and skip 0 when they wrap, because 0 means "was in none". A worker that
 * slept through exactly 2^32 - 1 runs would sit out one more; the caller does the work then. */
static uint64_t next_run(uint64_t state) {
    unsigned number = run_number(state) + 1;
    return (uint64_t)(number ? number : 1) << RUN_SHIFT;
}

void bp_pool_run(bp_pool *pool, size_t count, bp_pool_job *job, void *user) {
    if (!pool || pool->threads == 1 || count <= 1) {
        for (size_t i = 0; i < count; i++) job(user, i, 0);
        return;
    }
    pool->job = job;
    pool->user = user;
    pool->count = count;
    atomic_store_explicit(&pool->next, 0, memory_order_relaxed);
    announce(pool, next_run(atomic_load(&pool->state)) | OPEN);
    take_indices(pool, 0);
    uint64_t state = atomic_fetch_and(&pool->state, ~OPEN);
    if (state & INSIDE_MASK) wait_until_left(pool);
}

int bp_pool_threads(const bp_pool *pool) { return pool ? pool->threads : 1; }

/* ---- making and ending it ---------------------------------------------------------------------- */

/* Starts workers until there are `threads` or the system has no more; what there are then is it. */
static void start_workers(bp_pool *pool, int threads) {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) return;
    pthread_attr_setstacksize(&attributes, STACK_SIZE);
    while (pool->threads < threads) {
        worker *fresh = &pool->workers[pool->threads - 1];
        *fresh = (worker){.pool = pool, .number = pool->threads};
        if (pthread_create(&fresh->thread, &attributes, work, fresh) != 0) break;
        pool->threads++;
    }
    pthread_attr_destroy(&attributes);
}

bp_pool *bp_pool_create(const bp_allocator *allocator, int threads, bp_error *error) {
    if (threads < 0) {
        bp_fail(error, BP_ERROR_ARGUMENT, "threads", "%d; use 1 to %d, or 0 for one a processor", threads,
                MOST_THREADS);
        return NULL;
    }
    int wanted = threads == 0 ? processors() : threads;
    if (wanted > MOST_THREADS) wanted = MOST_THREADS;
    size_t bytes = sizeof(bp_pool) + (size_t)(wanted - 1) * sizeof(worker);
    bp_pool *pool = bp_alloc_aligned(allocator, bytes, CACHE_LINE, error);
    if (!pool) return NULL;
    pool->allocator = *bp_allocator_or_default(allocator);
    pool->threads = 1;
    pool->roomy = wanted <= processors();
#ifdef __linux__
    if (sched_getaffinity(0, sizeof pool->allowed, &pool->allowed) != 0) pool->roomy = false;
#endif
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->announced, NULL);
    pthread_cond_init(&pool->left, NULL);
    start_workers(pool, wanted);
    return pool;
}

void bp_pool_destroy(bp_pool *pool) {
    if (!pool) return;
    announce(pool, QUIT);
    for (int i = 0; i < pool->threads - 1; i++) pthread_join(pool->workers[i].thread, NULL);
    pthread_cond_destroy(&pool->left);
    pthread_cond_destroy(&pool->announced);
    pthread_mutex_destroy(&pool->mutex);
    bp_allocator allocator = pool->allocator;
    bp_free_aligned(&allocator, pool);
}
