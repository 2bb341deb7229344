/* Runs our skinning and posing and the peers' in turn, on one thread:
 *   peer_loops ROUNDS
 * prints a line "workload peer unit ours theirs" for each round: millions of vertices or joints a second, the best of a few
 * runs. If the results differ, it exits with 1 and prints no figure.
 *
 * S-stream has two more peers. "memory": the vertices a second that plain copying would allow at that
 * moment (a vertex reads 48 bytes and writes 24, and writing reads 24 first; by that count a copied byte is
 * three). "1-thread": ours with two threads against ours with one. Two more lines tell how much a second
 * thread can bring in the same rounds: "copying" computes nothing, "computing" stays in the cache. On a
 * shared machine that is less than twice. */
#include "base/allocator.h"
#include "base/pool.h"
#include "base/system.h"
#include "bench/peer_loops.h"
#include "tools/bench/workload.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct skin_pair {
    bp_workload_skin *ours;
    peer_skin theirs;
    int times;
} skin_pair;

typedef struct pose_pair {
    bp_workload_pose *ours;
    peer_pose theirs;
    size_t characters;
    int frame;
} pose_pair;

typedef void runner(void *user);

/* Seconds of the fastest of several runs. */
static double fastest(runner *run, void *user) {
    double best = 1e9, start = bp_seconds();
    for (int i = 0; i < 3 || bp_seconds() - start < 0.1; i++) {
        double before = bp_seconds();
        run(user);
        double took = bp_seconds() - before;
        if (took < best) best = took;
    }
    return best;
}

static void *need(void *made) {
    if (made) return made;
    fprintf(stderr, "peer_loops: out of memory\n");
    exit(1);
}

static bool same(const char *what, const float *got, const float *expected, size_t count, float tolerance) {
    for (size_t i = 0; i < count; i++) {
        if (fabsf(got[i] - expected[i]) <= tolerance) continue;
        fprintf(stderr, "peer_loops: %s: float %zu is %.9g, theirs %.9g\n", what, i, (double)got[i],
                (double)expected[i]);
        return false;
    }
    return true;
}

/* ---- skinning ------------------------------------------------------------------------------------ */

static void skin_ours(void *user) {
    skin_pair *p = user;
    bp_workload_skin_run(p->ours, p->times, NULL);
}

static void skin_cglm(void *user) {
    const skin_pair *p = user;
    for (int i = 0; i < p->times; i++) peer_skin_cglm(&p->theirs);
}

static void skin_glm(void *user) {
    const skin_pair *p = user;
    for (int i = 0; i < p->times; i++) peer_skin_glm(&p->theirs);
}

static skin_pair make_skinning(bp_context *context, size_t vertices) {
    skin_pair p = {.ours = need(bp_workload_skin_create(context, vertices, NULL))};
    const bp_skin_job *job = &p.ours->job;
    p.times = (int)(BP_WORKLOAD_SKIN_STREAM / vertices);
    float *palette = need(bp_alloc_aligned(NULL, job->palette_count * sizeof *job->palette, 64, NULL));
    for (size_t i = 0; i < 16 * job->palette_count; i++) palette[i] = job->palette[i / 16].m[i % 16];
    p.theirs = (peer_skin){.count = vertices,
                           .positions = &job->source.positions->x,
                           .normals = &job->source.normals->x,
                           .weights = job->source.weights,
                           .joints = job->source.joints,
                           .palette = palette,
                           .to_positions = need(bp_alloc(NULL, vertices, 12, NULL)),
                           .to_normals = need(bp_alloc(NULL, vertices, 12, NULL))};
    return p;
}

static void free_skinning(skin_pair *p) {
    bp_free_aligned(NULL, (void *)(uintptr_t)p->theirs.palette);
    bp_free(NULL, p->theirs.to_positions);
    bp_free(NULL, p->theirs.to_normals);
    bp_workload_skin_destroy(p->ours);
}

enum { COPIED = 48 << 20, BYTES_A_VERTEX = 96 };

enum { COPY_PARTS = 96 }; /* enough for two threads to finish together */

typedef struct copy_pair {
    float *to, *from;
    bp_context *context;
} copy_pair;

static void copy_part(void *user, size_t index, int worker) {
    const copy_pair *c = user;
    const size_t vectors = COPIED / COPY_PARTS / 32;
    (void)worker;
    peer_copy(c->to + 8 * vectors * index, c->from + 8 * vectors * index, vectors);
}

static void copy_memory(void *user) {
    const copy_pair *c = user;
    bp_pool_run(bp_context_pool(c->context), COPY_PARTS, copy_part, user);
}

static copy_pair make_copying(bp_context *context) {
    copy_pair c = {need(bp_alloc_aligned(NULL, COPIED, 64, NULL)),
                   need(bp_alloc_aligned(NULL, COPIED, 64, NULL)), context};
    copy_memory(&c);
    return c;
}

/* Millions of vertices a second that plain copying would allow. */
static double copying_rate(copy_pair *c) {
    return 1e-6 * 3.0 * COPIED / BYTES_A_VERTEX / fastest(copy_memory, c);
}

static void free_copying(copy_pair *c) {
    bp_free_aligned(NULL, c->to);
    bp_free_aligned(NULL, c->from);
}

enum { COMPUTED = 8000, COMPUTE_PARTS = 96, COMPUTE_TIMES = 40 };

typedef struct computing {
    const peer_skin *skin; /* COMPUTED vertices */
    bp_context *context;
} computing;

/* A plain loop over vertices in the cache; each part has its own. */
static void compute_part(void *user, size_t index, int worker) {
    const computing *c = user;
    const size_t first = COMPUTED * index / COMPUTE_PARTS, end = COMPUTED * (index + 1) / COMPUTE_PARTS;
    (void)worker;
    peer_skin part = *c->skin;
    part.count = end - first;
    part.positions += 3 * first, part.normals += 3 * first;
    part.joints += 4 * first, part.weights += 4 * first;
    part.to_positions += 3 * first, part.to_normals += 3 * first;
    for (int i = 0; i < COMPUTE_TIMES; i++) peer_skin_cglm(&part);
}

static void compute(void *user) {
    const computing *c = user;
    bp_pool_run(bp_context_pool(c->context), COMPUTE_PARTS, compute_part, user);
}

static double computing_rate(const peer_skin *skin, bp_context *context) {
    return 1e-6 * COMPUTED * COMPUTE_TIMES / fastest(compute, &(computing){skin, context});
}

/* The upper bound of S-stream, measured between its runs. */
static void bench_memory(bp_context *context, int rounds) {
    skin_pair p = make_skinning(context, BP_WORKLOAD_SKIN_STREAM);
    copy_pair c = make_copying(context);
    skin_ours(&p);
    for (int i = 0; i < rounds; i++) {
        double ours = fastest(skin_ours, &p), copied = copying_rate(&c);
        printf("S-stream memory Mvertex/s %.3f %.3f\n", 1e-6 * BP_WORKLOAD_SKIN_STREAM * p.times / ours,
               copied);
    }
    free_copying(&c);
    free_skinning(&p);
}

static void bench_two_threads(bp_context *context, int rounds) {
    bp_context *two = need(bp_context_create(&(bp_context_options){.threads = 2}, NULL));
    skin_pair one = make_skinning(context, BP_WORKLOAD_SKIN_STREAM);
    skin_pair both = make_skinning(two, BP_WORKLOAD_SKIN_STREAM);
    copy_pair copy_one = make_copying(context), copy_both = make_copying(two);
    double amount = 1e-6 * BP_WORKLOAD_SKIN_STREAM * one.times;
    skin_ours(&one);
    skin_ours(&both);
    for (int i = 0; i < rounds; i++) {
        double slow = fastest(skin_ours, &one), fast = fastest(skin_ours, &both);
        printf("S-stream 1-thread Mvertex/s %.3f %.3f\n", amount / fast, amount / slow);
        slow = copying_rate(&copy_one), fast = copying_rate(&copy_both);
        printf("copying 1-thread Mvertex/s %.3f %.3f\n", fast, slow);
        slow = computing_rate(&one.theirs, context), fast = computing_rate(&one.theirs, two);
        printf("computing 1-thread Mvertex/s %.3f %.3f\n", fast, slow);
    }
    free_copying(&copy_one);
    free_copying(&copy_both);
    free_skinning(&one);
    free_skinning(&both);
    bp_context_destroy(two);
}

static bool bench_skinning(bp_context *context, const char *name, size_t vertices, int rounds) {
    const struct {
        const char *name;
        runner *run;
    } peers[] = {{"glm", skin_glm}, {"cglm", skin_cglm}};
    skin_pair p = make_skinning(context, vertices);
    const bp_vertex_arrays *to = &p.ours->job.target;
    double amount = 1e-6 * (double)vertices * p.times;
    bool ok = true;
    for (size_t k = 0; ok && k < BP_COUNT(peers); k++) {
        skin_ours(&p);
        peers[k].run(&p);
        ok = same(name, &to->positions->x, p.theirs.to_positions, 3 * vertices, 1e-4f) &&
             same(name, &to->normals->x, p.theirs.to_normals, 3 * vertices, 1e-4f);
        for (int i = 0; ok && i < rounds; i++) {
            double ours = fastest(skin_ours, &p), theirs = fastest(peers[k].run, &p);
            printf("%s %s Mvertex/s %.3f %.3f\n", name, peers[k].name, amount / ours, amount / theirs);
        }
    }
    free_skinning(&p);
    return ok;
}

/* ---- posing -------------------------------------------------------------------------------------- */

static double time_of(size_t character, int frame) {
    double time = (double)frame / 60 + (double)character / BP_WORKLOAD_POSE_CROWD;
    return time - (double)(long)time;
}

static void pose_ours(void *user) {
    pose_pair *p = user;
    for (size_t i = 0; i < BP_WORKLOAD_POSE_CROWD; i += p->characters)
        bp_workload_pose_run(p->ours, p->frame++);
}

static void pose_theirs(void *user) {
    pose_pair *p = user;
    float *models = p->theirs.models;
    for (size_t i = 0; i < BP_WORKLOAD_POSE_CROWD; i += p->characters, p->frame++)
        for (size_t c = 0; c < p->characters; c++) {
            p->theirs.models = models + 16 * c * BP_WORKLOAD_POSE_JOINTS;
            peer_pose_cglm(&p->theirs, time_of(c, p->frame));
        }
    p->theirs.models = models;
}

static void copy_clip(peer_pose *to, const bp_clip *clip, float *rotations) {
    for (size_t i = 0; i < bp_clip_track_count(clip); i++) {
        const bp_track *track = bp_clip_track(clip, i);
        to->keys = track->key_count;
        to->times = track->times;
        if (track->kind == BP_TRACK_POSITION) to->root = track->values;
        if (track->kind != BP_TRACK_ROTATION) continue;
        for (size_t k = 0; k < 4 * track->key_count; k++)
            rotations[4 * track->key_count * (size_t)track->target + k] = track->values[k];
    }
}

static pose_pair make_posing(bp_context *context, size_t characters) {
    enum { JOINTS = BP_WORKLOAD_POSE_JOINTS, KEYS_MOST = 64 };
    pose_pair p = {.characters = characters};
    p.ours = need(bp_workload_pose_create(context, characters, NULL));
    float *rotations = need(bp_alloc(NULL, (size_t)JOINTS * KEYS_MOST * 4, sizeof(float), NULL));
    float *translations = need(bp_alloc(NULL, JOINTS * 3, sizeof(float), NULL));
    size_t *parents = need(bp_alloc(NULL, JOINTS, sizeof *parents, NULL));
    const bp_skeleton *skeleton = p.ours->characters[0].skeleton;
    for (size_t i = 0; i < JOINTS; i++) {
        const bp_bone *bone = bp_skeleton_bone_by_id(skeleton, i), *parent = bp_bone_parent(bone);
        bp_vec3 place = bp_bone_position(bone);
        parents[i] = parent ? bp_bone_id(parent) : SIZE_MAX;
        translations[3 * i] = place.x, translations[3 * i + 1] = place.y, translations[3 * i + 2] = place.z;
    }
    p.theirs = (peer_pose){
        .joints = JOINTS, .rotations = rotations, .translations = translations, .parents = parents};
    copy_clip(&p.theirs, p.ours->clip, rotations);
    p.theirs.models = need(bp_alloc_aligned(NULL, characters * JOINTS * 16 * sizeof(float), 64, NULL));
    return p;
}

static void free_posing(pose_pair *p) {
    bp_free(NULL, (void *)(uintptr_t)p->theirs.rotations);
    bp_free(NULL, (void *)(uintptr_t)p->theirs.translations);
    bp_free(NULL, (void *)(uintptr_t)p->theirs.parents);
    bp_free_aligned(NULL, p->theirs.models);
    bp_workload_pose_destroy(p->ours);
}

static bool bench_posing(bp_context *context, const char *name, size_t characters, int rounds) {
    pose_pair p = make_posing(context, characters);
    pose_ours(&p);
    p.frame = 0;
    pose_theirs(&p);
    /* cglm takes the middle of two keys that are within 0.1 degrees, and acosf is coarse near 1. */
    bool ok =
        same(name, p.ours->absolutes->m, p.theirs.models, 16 * characters * BP_WORKLOAD_POSE_JOINTS, 1e-3f);
    double amount = 1e-6 * BP_WORKLOAD_POSE_JOINTS * BP_WORKLOAD_POSE_CROWD;
    for (int i = 0; ok && i < rounds; i++) {
        double ours = fastest(pose_ours, &p), theirs = fastest(pose_theirs, &p);
        printf("%s cglm Mjoint/s %.3f %.3f\n", name, amount / ours, amount / theirs);
    }
    free_posing(&p);
    return ok;
}

int main(int count, char **arguments) {
    int rounds = count > 1 ? atoi(arguments[1]) : 7;
    bp_context *context = need(bp_context_create(&(bp_context_options){.threads = 1}, NULL));
    bool ok = bench_skinning(context, "S-stream", BP_WORKLOAD_SKIN_STREAM, rounds);
    bench_memory(context, rounds);
    bench_two_threads(context, rounds);
    ok = bench_skinning(context, "S-cache", BP_WORKLOAD_SKIN_CACHE, rounds) && ok;
    ok = bench_posing(context, "P", 1, rounds) && ok;
    ok = bench_posing(context, "P-crowd", BP_WORKLOAD_POSE_CROWD, rounds) && ok;
    bp_context_destroy(context);
    return ok ? 0 : 1;
}
