/* The program of `make test-oom`: sweeps over every function that allocates, and a check that the table of
 * cases covers all of them.
 *
 *   build/tests/oom [--most N] [--only WORD]
 *
 * Of a call with a dozen parameters or more (all lessons, all steps) each twelfth is tried; with TEST_DEEP=1 all.
 * Either one allocation fails or it and all after it, of each call in turn; deep: both of each call.
 * --most: of a call with more than N (2; deep: 4) allocations only the first N / 2, and as many spread over the
 * others, fail; 0: all. --only: cases whose suite or functions contain the word. Run it from the project's
 * folder. */
#define _POSIX_C_SOURCE 200809L
#include "base/pool.h"
#include "sweep.h"
#include "headers.h"
#include "support/test.h"
#include <time.h>
#include <unistd.h>

typedef struct totals {
    long points, cases, wrong, tolerated;
    long reported; /* failures printed for this suite */
    long max;
} totals;

void sweep_bytes(uint64_t *hash, const void *bytes, size_t size) {
    const unsigned char *at = bytes;
    for (size_t i = 0; at && i < size; i++) *hash = (*hash ^ at[i]) * UINT64_C(0x100000001b3);
    *hash = (*hash ^ size) * UINT64_C(0x100000001b3);
}
void sweep_text(uint64_t *hash, const char *text) { sweep_bytes(hash, text, text ? strlen(text) : 0); }
void sweep_word(uint64_t *hash, uint64_t word) { sweep_bytes(hash, &word, sizeof word); }
void sweep_floats(uint64_t *hash, const float *values, size_t count) {
    sweep_bytes(hash, values, values ? count * sizeof *values : 0);
}

static uint64_t fingerprint(const sweep_suite *suite, const void *objects) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    suite->fingerprint(objects, &hash);
    return hash;
}

typedef struct attempt {
    const sweep_suite *suite;
    const sweep_case *of;
    int param;
    long at;
    bool after;
    uint64_t expected; /* hash after a call that never failed */
} attempt;

static void report_failure(totals *sum, const attempt *a, const char *what, const bp_error *error) {
    char text[768];
    sum->wrong++;
    if (++sum->reported > 30) return;
    printf("[  FAILED  ] %s: %.60s (param %d), allocation %ld%s: %s", a->suite->name, a->of->covers, a->param,
           a->at, a->after ? " and all after it" : "", what);
    if (error) printf("; kind %d, \"%s\"", (int)error->kind, bp_error_text(error, text, sizeof text));
    printf("\n");
    fflush(stdout);
}

static void begin(const attempt *a, void *objects) {
    memset(objects, 0, a->suite->size);
    memcpy(objects, &a->param, sizeof a->param);
    a->suite->prepare(objects);
}

/* Runs the call without a failure. Returns the number of its allocations, and stores the resulting hash. */
static long count_points(totals *sum, attempt *a, void *objects) {
    bp_error error = {0};
    long live = heap_live();
    begin(a, objects);
    heap_arm(0, false);
    bool ok = a->of->run(objects, &error);
    heap_disarm();
    long allocations = heap_allocations(), foreign = heap_foreign();
    a->at = 0;
    a->expected = fingerprint(a->suite, objects);
    a->suite->finish(objects);
    if (!ok || error.kind != BP_ERROR_NONE)
        report_failure(sum, a, "it fails without a failed allocation", &error);
    if (foreign > 0 && !(a->of->flags & SWEEP_FOREIGN))
        report_failure(sum, a, "memory was allocated without our allocator", NULL);
    if (heap_live() != live) report_failure(sum, a, "it leaks", NULL);
    return ok ? allocations : 0;
}

/* Checks the state after a failed allocation, except for leaks. */
static void check_failure(totals *sum, const attempt *a, const void *objects, uint64_t before, bool ok,
                          const bp_error *error) {
    if (ok) {
        sum->tolerated++;
        if (!(a->of->flags & SWEEP_MAY_SUCCEED)) report_failure(sum, a, "the failure was ignored", NULL);
        if (fingerprint(a->suite, objects) != a->expected)
            report_failure(sum, a, "it succeeded with another result", NULL);
        return;
    }
    if (error->kind != BP_ERROR_MEMORY) report_failure(sum, a, "the error's kind is not MEMORY", error);
    if (!error->message[0]) report_failure(sum, a, "the error has no message", NULL);
    if (!(a->of->flags & SWEEP_ABANDONS) && fingerprint(a->suite, objects) != before)
        report_failure(sum, a, "the failed call changed something", error);
}

static void fail_one(totals *sum, const attempt *a, void *objects) {
    bp_error error = {0};
    long live = heap_live();
    begin(a, objects);
    uint64_t before = fingerprint(a->suite, objects);
    heap_arm(a->at, a->after);
    bool ok = a->of->run(objects, &error);
    heap_disarm();
    bool failed = heap_failed() > 0;
    if (failed) {
        sum->points++;
        check_failure(sum, a, objects, before, ok, &error);
    }
    if (!ok) {
        error = (bp_error){0};
        if (!a->of->run(objects, &error))
            report_failure(sum, a, "with memory it still fails", &error);
        else if (fingerprint(a->suite, objects) != a->expected)
            report_failure(sum, a, "with memory the result differs", NULL);
    }
    a->suite->finish(objects);
    if (heap_live() != live) {
        char text[64];
        snprintf(text, sizeof text, "%ld blocks leaked", heap_live() - live);
        report_failure(sum, a, text, &error);
    }
}

static void sweep(totals *sum, attempt *a, void *objects) {
    long points = count_points(sum, a, objects), max = sum->max;
    sum->cases++;
    const bool deep = test_is_deep();
    for (int after = deep ? 0 : (int)(sum->cases % 2); after < 2; after += deep ? 1 : 2) {
        a->after = after == 1;
        for (long n = 1; n <= points; n++) {
            /* After the first half of `most`, in equal steps over the rest. */
            if (max > 0 && points > max && n > max / 2) {
                long step = (points - max / 2) / (max - max / 2) + 1;
                n += step - 1;
                if (n > points) break;
            }
            a->at = n;
            fail_one(sum, a, objects);
        }
    }
}

static void sweep_all(totals *sum, const sweep_suite *suite, const char *only) {
    totals before = *sum;
    sum->reported = 0;
    void *objects = malloc(suite->size);
    SWEEP_NEED(objects != NULL);
    clock_t start = clock();
    for (size_t i = 0; i < suite->count; i++) {
        const sweep_case *of = &suite->cases[i];
        if (only && !strstr(suite->name, only) && !strstr(of->covers, only)) continue;
        for (int param = 0; param < (of->params > 0 ? of->params : 1); param++)
            if (of->params < 12 || test_takes(param, 12))
                sweep(sum, &(attempt){.suite = suite, .of = of, .param = param}, objects);
    }
    free(objects);
    if (sum->cases == before.cases) return;
    printf("[%s] %s: %ld calls, %ld points, %ld of them tolerated, %.1f s\n",
           sum->wrong > before.wrong ? "  FAILED  " : "       OK ", suite->name, sum->cases - before.cases,
           sum->points - before.points, sum->tolerated - before.tolerated,
           (double)(clock() - start) / CLOCKS_PER_SEC);
    fflush(stdout);
}

/* The C library allocates some blocks once and keeps them (stacks of threads, the buffer of standard
 * output); they are no leaks. The app's files go to a folder of their own. */
static void settle(void) {
    static char folder[64];
    bp_error error = {0};
    bp_pool *pool = bp_pool_create(NULL, 8, &error);
    SWEEP_NEED(pool);
    bp_pool_destroy(pool);
    snprintf(folder, sizeof folder, "/tmp/bindpose-oom-%ld.data", (long)getpid());
    setenv("XDG_DATA_HOME", folder, 1);
    printf("sweeping\n");
}

int main(int argc, char **argv) {
    const sweep_suite *const suites[] = {&sweep_base,  &sweep_mesh,       &sweep_rig,     &sweep_raster,
                                         &sweep_scene, &sweep_gltf,       &sweep_lesson,  &sweep_step,
                                         &sweep_claim, &sweep_app, &sweep_programs};
    totals sum = {.max = test_is_deep() ? 4 : 1};
    const char *only = NULL;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--most") == 0) sum.max = strtol(argv[i + 1], NULL, 10);
        if (strcmp(argv[i], "--only") == 0) only = argv[i + 1];
    }
    settle();
    int missing = headers_missing(suites, BP_COUNT(suites));
    printf("[%s] every function with an error is in the table\n", missing ? "  FAILED  " : "       OK ");
    for (size_t i = 0; i < BP_COUNT(suites); i++) sweep_all(&sum, suites[i], only);
    printf("%ld calls, %ld points of failure\n", sum.cases, sum.points);
    return sum.wrong > 0 || missing > 0;
}
