/* Linked into an example with --wrap: counts its allocations in each frame, which is from posing to the end of the pass. What
 * a program does with the picture then isn't a frame's: a GIF that is encoded in memory grows. At exit it prints the first
 * frame's and the sum of all after it. */
#include <bindpose/instance.h>
#include <bindpose/mixer.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
bool __real_bp_raster_end(bp_raster *raster, bp_counters *counters, bp_error *error);
bool __real_bp_mixer_update(bp_mixer *mixer, double seconds, bp_error *error);
bool __real_bp_instances_pose(const bp_context *context, const bp_instance_frame *frames, size_t count,
                              bp_error *error);

static _Atomic unsigned long asked; /* from any thread */
static _Atomic bool counting;
static unsigned long frames, first, later, before;

static void report(void) {
    printf("%lu frames; %lu allocations in the first, %lu in later ones\n", frames, first, later);
}

static void begin(void) {
    if (!atomic_exchange(&counting, true)) before = asked;
}

void *__wrap_malloc(size_t size) {
    asked += counting;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
    asked += counting;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *block, size_t size) {
    asked += counting;
    return __real_realloc(block, size);
}

bool __wrap_bp_mixer_update(bp_mixer *mixer, double seconds, bp_error *error) {
    begin();
    return __real_bp_mixer_update(mixer, seconds, error);
}

bool __wrap_bp_instances_pose(const bp_context *context, const bp_instance_frame *all, size_t count,
                              bp_error *error) {
    begin();
    return __real_bp_instances_pose(context, all, count, error);
}

bool __wrap_bp_raster_end(bp_raster *raster, bp_counters *counters, bp_error *error) {
    bool ok = __real_bp_raster_end(raster, counters, error);
    if (frames == 0) atexit(report);
    *(frames == 0 ? &first : &later) += asked - before;
    frames++;
    counting = false;
    return ok;
}
