/* A sweep: one call, again and again, with its first allocation failing, then its second, until none is left to
 * fail; and once more with all behind it failing too.
 *
 * A suite is a set of things on which calls work: made afresh for each attempt, looked at (a number that is
 * different where anything about them is) and put away. A case is a call. Each time that an allocation failed
 *
 *   - the call says so: false, and an error of kind MEMORY with words in it,
 *   - the things look as they did before,
 *   - the same call then succeeds, and leaves what a call that never failed leaves,
 *   - nothing is left allocated once the things are put away. */
#ifndef BINDPOSE_TESTS_OOM_SWEEP_H
#define BINDPOSE_TESTS_OOM_SWEEP_H

#include "heap.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SWEEP_FOREIGN = 1,     /* libraries that know no allocator of ours take memory of their own */
    SWEEP_MAY_SUCCEED = 2, /* there is a way without that memory; the result must be the same */
    SWEEP_ABANDONS =
        4, /* a failure may leave the things changed (their header says so), but fit to be used */
};

typedef struct sweep_case {
    const char *covers; /* the functions, with spaces between */
    bool (*run)(void *things, bp_error *error);
    int params; /* it is done for things->param = 0 .. params - 1; 0: just once */
    unsigned flags;
} sweep_case;

typedef struct sweep_suite {
    const char *name;
    size_t size;                   /* of the things; their first member is an int, `param` */
    void (*prepare)(void *things); /* they are zeroed but for `param` */
    void (*look)(const void *things, uint64_t *print); /* with sweep_bytes and its like */
    void (*finish)(void *things);
    const sweep_case *cases;
    size_t count;
} sweep_suite;

extern const sweep_suite sweep_base, sweep_mesh, sweep_rig, sweep_raster, sweep_scene, sweep_gltf,
    sweep_lesson, sweep_step, sweep_claim, sweep_controller, sweep_programs;

void sweep_bytes(uint64_t *print, const void *bytes, size_t size);
void sweep_text(uint64_t *print, const char *text);
void sweep_word(uint64_t *print, uint64_t word);
void sweep_floats(uint64_t *print, const float *values, size_t count);

/* Ends the program where something that was to be made wasn't. */
#define SWEEP_NEED(condition)                                                                                \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            fprintf(stderr, "%s:%d: needed: %s\n", __FILE__, __LINE__, #condition);                          \
            exit(1);                                                                                         \
        }                                                                                                    \
    } while (0)

#endif
