/* A sweep repeats one call: its first allocation fails, then its second, and so on up to the last one. In a
 * second round all later allocations fail too.
 *
 * A suite creates a set of objects for each attempt, fingerprints them (a hash of their state), and destroys
 * them. A case is a call that works on the objects. After each failed allocation
 *
 * - the call returns false, with an error of kind MEMORY and a message,
 *
 * - the objects have the same hash as before,
 *
 * - the same call then succeeds, with the same result as a call that never failed,
 *
 * - destroying the objects frees all memory. */
#ifndef BINDPOSE_TESTS_OOM_SWEEP_H
#define BINDPOSE_TESTS_OOM_SWEEP_H

#include "heap.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SWEEP_FOREIGN = 1,     /* other libraries in it allocate without our allocator */
    SWEEP_MAY_SUCCEED = 2, /* the call may succeed without that memory, with the same result */
    SWEEP_ABANDONS = 4,    /* a failure may change the objects (their header says so), but they stay usable */
};

typedef struct sweep_case {
    const char *covers; /* the functions that it covers, separated by spaces */
    bool (*run)(void *objects, bp_error *error);
    int params; /* run with objects->param = 0 .. params - 1; 0: once */
    unsigned flags;
} sweep_case;

typedef struct sweep_suite {
    const char *name;
    size_t size;                    /* of the objects; their first member is an int, `param` */
    void (*prepare)(void *objects); /* zeroed, except for `param` */
    void (*fingerprint)(const void *objects,
                        uint64_t *hash); /* hashes the objects with sweep_bytes and its like */
    void (*finish)(void *objects);
    const sweep_case *cases;
    size_t count;
} sweep_suite;

extern const sweep_suite sweep_base, sweep_mesh, sweep_rig, sweep_raster, sweep_scene, sweep_gltf,
    sweep_lesson, sweep_step, sweep_claim, sweep_app, sweep_programs;

void sweep_bytes(uint64_t *hash, const void *bytes, size_t size);
void sweep_text(uint64_t *hash, const char *text);
void sweep_word(uint64_t *hash, uint64_t word);
void sweep_floats(uint64_t *hash, const float *values, size_t count);

/* Ends the program if the condition is false. */
#define SWEEP_NEED(condition)                                                                                \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            fprintf(stderr, "%s:%d: needed: %s\n", __FILE__, __LINE__, #condition);                          \
            exit(1);                                                                                         \
        }                                                                                                    \
    } while (0)

#endif
