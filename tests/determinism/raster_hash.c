/* Hashes of rasterized pictures: random scenes of every state, in groups, and scaled-down workloads
 * of `bindpose bench`.
 * `make test-determinism` wants the same lines for any number of threads, instruction set, compiler and
 * optimisation. */
#include "determinism/hash.h"
#include "support/raster_scene.h"
#include "tools/bench/workload.h"

enum { GROUPS = 4, SCENES = 250 };

static void hash_result(hash *h, const uint32_t *pixels, const float *depth, size_t count,
                        bp_counters counters) {
    hash_add(h, pixels, count * sizeof *pixels);
    hash_add_floats(h, depth, count);
    hash_add(h, &counters, sizeof counters);
}

/* The last group is drawn in physically based light. */
static void hash_scenes(bp_raster *raster) {
    scene_textures textures = scene_textures_make();
    for (uint64_t group = 0; group <= GROUPS; group++) {
        hash h = hash_make();
        char name[32];
        for (uint64_t i = 0; i < SCENES; i++) {
            scene s = scene_random(1000000 + group * SCENES + i);
            if (group == GROUPS) scene_make_physical(&s, i);
            scene_result r = scene_render(&s, &textures, raster, false);
            hash_result(&h, r.pixels, r.depth, r.count, r.counters);
            scene_result_free(&r);
        }
        snprintf(name, sizeof name, "%s-%d", group == GROUPS ? "physical" : "scenes", (int)group);
        hash_print(name, h);
    }
    scene_textures_free(&textures);
}

static bool hash_workload(const bp_context *context, bp_raster *raster, bp_workload_kind kind,
                          bp_error *error) {
    bp_framebuffer framebuffer;
    bp_counters counters;
    if (!bp_framebuffer_create(context, 480, 270, &framebuffer, error)) return false;
    bp_workload *workload = bp_workload_create(context, kind, error);
    bool ok = workload && bp_workload_draw(workload, raster, &framebuffer, 5, &counters, error);
    if (ok) {
        hash h = hash_make();
        hash_result(&h, (const uint32_t *)(const void *)framebuffer.pixels, framebuffer.depth, 480 * 270,
                    counters);
        hash_print(bp_workload_info[kind].name, h);
    }
    bp_workload_destroy(workload);
    bp_framebuffer_destroy(context, &framebuffer);
    return ok;
}

int main(int argc, char **argv) {
    bp_error error = {0};
    int threads = argc > 1 ? atoi(argv[1]) : 1;
    bp_context *context = bp_context_create(&(bp_context_options){.threads = threads}, &error);
    if (!context) return 3;
    bp_raster *raster = bp_raster_create(context, &error);
    bool ok = raster != NULL;
    if (ok) hash_scenes(raster);
    for (int kind = 0; kind < BP_WORKLOAD_COUNT && ok; kind++)
        ok = hash_workload(context, raster, (bp_workload_kind)kind, &error);
    bp_raster_destroy(raster);
    bp_context_destroy(context);
    return ok ? 0 : 1;
}
