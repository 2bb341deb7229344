/* The worker pool calls every index exactly once. The thread sanitizer runs this test too. */
#define _POSIX_C_SOURCE 200809L
#include "base/pool.h"
#include "support/allocator.h"
#include "support/sanitizer.h"
#include <pthread.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 1000 };

typedef struct tally {
    int threads;
    unsigned times[MOST];  /* not atomic: each index belongs to one thread */
    _Atomic int busy[256]; /* for each worker: detects a second call at the same time */
    _Atomic int wrong;
    unsigned input; /* written before the run, read in the jobs */
} tally;

static void count_index(void *user, size_t index, int worker) {
    tally *t = user;
    if (worker < 0 || worker >= t->threads || index >= MOST) {
        t->wrong++;
        return;
    }
    if (t->busy[worker]++ != 0) t->wrong++;
    t->times[index] += t->input;
    t->busy[worker]--;
}

static void expect_each_once(bp_pool *pool, size_t count, unsigned input) {
    tally t = {.threads = bp_pool_threads(pool), .input = input};
    bp_pool_run(pool, count, count_index, &t);
    assert_int_equal(t.wrong, 0);
    for (size_t i = 0; i < MOST; i++) assert_int_equal(t.times[i], i < count ? input : 0);
}

static void test_every_index_once(void **state) {
    (void)state;
    const int threads[] = {1, 2, 3, 4, 8, 16};
    const size_t counts[] = {0, 1, 2, 3, 17, MOST};
    for (size_t t = 0; t < BP_COUNT(threads); t++) {
        bp_pool *pool = bp_pool_create(NULL, threads[t], NULL);
        assert_non_null(pool);
        assert_int_equal(bp_pool_threads(pool), threads[t]);
        for (unsigned round = 1; round <= 30; round++) {
            for (size_t c = 0; c < BP_COUNT(counts); c++) expect_each_once(pool, counts[c], round);
        }
        bp_pool_destroy(pool);
    }
}

static void note_order(void *user, size_t index, int worker) {
    size_t *next = user;
    assert_int_equal(index, *next);
    assert_int_equal(worker, 0);
    ++*next;
}

static void test_without_workers_in_order(void **state) {
    (void)state;
    size_t next = 0;
    bp_pool_run(NULL, 100, note_order, &next);
    assert_int_equal(next, 100);
    assert_int_equal(bp_pool_threads(NULL), 1);
    bp_pool *alone = bp_pool_create(NULL, 1, NULL);
    next = 0;
    bp_pool_run(alone, 100, note_order, &next);
    assert_int_equal(next, 100);
    bp_pool_destroy(alone);
    bp_pool_destroy(NULL);
}

static void nap(long nanoseconds) {
    struct timespec time = {.tv_nsec = nanoseconds};
    nanosleep(&time, NULL);
}

/* Runs after pauses of every length: workers are spinning, about to sleep, or asleep. A lost wake-up or a
 * run that is closed too early would hang or skip an index. */
static void test_runs_after_every_pause(void **state) {
    (void)state;
    bp_pool *pool = bp_pool_create(NULL, 2, NULL);
    for (long pause = 0; pause < 300; pause++) {
        expect_each_once(pool, (size_t)(2 + pause % 7), 1);
        if (pause % 3) nap(pause * 500);
    }
    bp_pool_destroy(pool);
}

static void busy_then_count(void *user, size_t index, int worker) {
    nap(index == 0 ? 3000000 : 20000); /* one long job: the others leave early and the caller sleeps */
    count_index(user, index, worker);
}

static void test_uneven_jobs(void **state) {
    (void)state;
    bp_pool *pool = bp_pool_create(NULL, 4, NULL);
    for (int round = 0; round < 10; round++) {
        tally t = {.threads = 4, .input = 1};
        bp_pool_run(pool, 40, busy_then_count, &t);
        assert_int_equal(t.wrong, 0);
        for (size_t i = 0; i < 40; i++) assert_int_equal(t.times[i], 1);
    }
    bp_pool_destroy(pool);
}

typedef struct meeting {
    _Atomic int arrived;
    _Atomic int together;
} meeting;

/* Waits until another thread is here too, for at most two seconds. */
static void meet(void *user, size_t index, int worker) {
    (void)index;
    (void)worker;
    meeting *m = user;
    m->arrived++;
    for (int i = 0; i < 20000 && m->arrived < 2; i++) nap(100000);
    if (m->arrived >= 2) m->together++;
}

static void test_threads_really_work_at_a_time(void **state) {
    (void)state;
    bp_pool *pool = bp_pool_create(NULL, 2, NULL);
    meeting m = {0};
    bp_pool_run(pool, 2, meet, &m);
    assert_int_equal(m.together, 2);
    bp_pool_destroy(pool);
}

static void test_created_and_destroyed_at_once(void **state) {
    (void)state;
    for (int i = 0; i < 100; i++) {
        bp_pool *pool = bp_pool_create(NULL, 1 + i % 5, NULL);
        assert_non_null(pool);
        if (i % 2) expect_each_once(pool, 10, 1);
        bp_pool_destroy(pool);
    }
}

static void test_numbers_of_threads(void **state) {
    (void)state;
    bp_error error = {0};
    assert_null(bp_pool_create(NULL, -3, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "threads: -3; use 1 to 256");
    bp_pool *pool = bp_pool_create(NULL, 0, &error);
    assert_non_null(pool);
    assert_true(bp_pool_threads(pool) >= 1);
    bp_pool_destroy(pool);
    pool = bp_pool_create(NULL, 100000, &error);
    assert_non_null(pool);
    assert_in_range(bp_pool_threads(pool), 1, 256);
    expect_each_once(pool, MOST, 1);
    bp_pool_destroy(pool);
}

/* A child process with limited memory can't start many threads. It gets fewer, and they do the work. */
static int child_with_few_threads(void) {
    struct rlimit limit = {.rlim_cur = (rlim_t)64 << 20, .rlim_max = (rlim_t)64 << 20};
    if (setrlimit(RLIMIT_AS, &limit) != 0) return 10;
    bp_pool *pool = bp_pool_create(NULL, 256, NULL);
    if (!pool) return 11;
    tally t = {.threads = bp_pool_threads(pool), .input = 1};
    if (t.threads >= 256) return 12;
    bp_pool_run(pool, MOST, count_index, &t);
    for (size_t i = 0; i < MOST; i++) {
        if (t.times[i] != 1) return 13;
    }
    bp_pool_destroy(pool);
    return t.wrong ? 14 : 0;
}

static void test_the_system_gives_fewer(void **state) {
    (void)state;
    if (UNDER_SANITIZER) {
        print_message("skipped: a sanitizer needs more address space than the limit\n");
        return;
    }
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) exit(child_with_few_threads());
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static bool attempt(const bp_allocator *allocator, void *user, bp_error *error) {
    (void)user;
    bp_pool *pool = bp_pool_create(allocator, 3, error);
    bp_pool_destroy(pool);
    return pool != NULL;
}

static void test_every_allocation_may_fail(void **state) {
    (void)state;
    assert_int_equal(test_each_allocation_fails(attempt, NULL), 1);
}

/* A job that runs more jobs on its own pool does them itself, in order, as worker 0; a second thread's run
 * meanwhile likewise. */
typedef struct nest {
    bp_pool *pool;
    size_t inner[8]; /* of each outer job: how many of its inner jobs came, in order */
} nest;

static void run_inner(void *user, size_t index) {
    nest *n = user;
    bp_pool_run(n->pool, 100, note_order, &n->inner[index]);
}

static void outer_job(void *user, size_t index, int worker) {
    (void)worker;
    run_inner(user, index);
}

static void test_a_nested_run(void **state) {
    (void)state;
    for (int threads = 1; threads <= 4; threads++) {
        nest n = {.pool = bp_pool_create(NULL, threads, NULL)};
        for (int round = 0; round < 20; round++) {
            memset(n.inner, 0, sizeof n.inner);
            bp_pool_run(n.pool, BP_COUNT(n.inner), outer_job, &n);
            for (size_t i = 0; i < BP_COUNT(n.inner); i++) assert_int_equal(n.inner[i], 100);
        }
        bp_pool_destroy(n.pool);
    }
}

typedef struct sharing {
    bp_pool *pool;
    int wrong;
} sharing;

static void *run_often(void *user) {
    sharing *s = user;
    for (unsigned round = 1; round <= 200; round++) {
        tally t = {.threads = bp_pool_threads(s->pool), .input = round};
        bp_pool_run(s->pool, 50, count_index, &t);
        s->wrong += t.wrong;
        for (size_t i = 0; i < 50; i++) s->wrong += t.times[i] != round;
    }
    return NULL;
}

static void test_one_pool_in_four_threads(void **state) {
    (void)state;
    bp_pool *pool = bp_pool_create(NULL, 3, NULL);
    pthread_t threads[4];
    sharing s[4];
    for (int i = 0; i < 4; i++) {
        s[i] = (sharing){.pool = pool};
        assert_int_equal(pthread_create(&threads[i], NULL, run_often, &s[i]), 0);
    }
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(s[i].wrong, 0);
    }
    bp_pool_destroy(pool);
}

/* A job system of the program's own: two threads, which take indices from the ends. */
typedef struct outside {
    int runs;
    size_t count;
    bp_job *job;
    void *data;
} outside;

static void *upper_half(void *user) {
    outside *o = user;
    for (size_t i = o->count / 2; i < o->count; i++) o->job(o->data, i, 1);
    return NULL;
}

static void run_outside(void *user, size_t count, bp_job *job, void *data) {
    outside *o = user;
    pthread_t thread;
    *o = (outside){.runs = o->runs + 1, .count = count, .job = job, .data = data};
    assert_int_equal(pthread_create(&thread, NULL, upper_half, o), 0);
    for (size_t i = 0; i < count / 2; i++) job(data, i, 0);
    pthread_join(thread, NULL);
}

static void test_a_job_system_of_the_programs(void **state) {
    (void)state;
    outside o = {0};
    bp_error error = {0};
    bp_context_options options = {.threads = 2, .run = run_outside, .run_user = &o};
    bp_context *context = bp_context_create(&options, &error);
    assert_non_null(context);
    bp_pool *pool = bp_context_pool(context);
    assert_int_equal(bp_pool_threads(pool), 2);
    tally t = {.threads = 2, .input = 1};
    bp_pool_run(pool, MOST, count_index, &t);
    assert_int_equal(o.runs, 1);
    assert_int_equal(t.wrong, 0);
    for (size_t i = 0; i < MOST; i++) assert_int_equal(t.times[i], 1);
    nest n = {.pool = pool}; /* never called from a job */
    bp_pool_run(pool, BP_COUNT(n.inner), outer_job, &n);
    assert_int_equal(o.runs, 2);
    for (size_t i = 0; i < BP_COUNT(n.inner); i++) assert_int_equal(n.inner[i], 100);
    bp_context_destroy(context);
    options.threads = -1;
    assert_null(bp_context_create(&options, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "threads");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_index_once),
        cmocka_unit_test(test_a_nested_run),
        cmocka_unit_test(test_a_job_system_of_the_programs),
        cmocka_unit_test(test_one_pool_in_four_threads),
        cmocka_unit_test(test_without_workers_in_order),
        cmocka_unit_test(test_runs_after_every_pause),
        cmocka_unit_test(test_uneven_jobs),
        cmocka_unit_test(test_threads_really_work_at_a_time),
        cmocka_unit_test(test_created_and_destroyed_at_once),
        cmocka_unit_test(test_numbers_of_threads),
        cmocka_unit_test(test_the_system_gives_fewer),
        cmocka_unit_test(test_every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
