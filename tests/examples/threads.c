/* An allocator and threads of the program's own: memory is counted, and each thread has a context.
 *
 *     threads FILE.glb */
#include <bindpose/gltf.h>
#include <bindpose/scene.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

/* Counts blocks; several threads call it at a time. */
static void *counted(void *user, void *block, size_t size) {
    _Atomic long *blocks = user;
    if (size == 0) {
        if (block) atomic_fetch_sub(blocks, 1);
        free(block);
        return NULL;
    }
    void *fresh = realloc(block, size);
    if (fresh && !block) atomic_fetch_add(blocks, 1);
    return fresh;
}

typedef struct work {
    const char *path;
    _Atomic long *blocks;
    float height; /* the result */
} work;

static void *pose_in_a_thread(void *user) {
    work *w = user;
    bp_error error = {0};
    bp_context_options options = {.allocator = {counted, w->blocks}, .threads = 1};
    bp_context *context = bp_context_create(&options, &error);
    bp_model *model = NULL;
    if (context) bp_gltf_read(context, w->path, NULL, &model, NULL, &error);
    bp_model_pose *pose = model ? bp_model_pose_create(model, &error) : NULL;
    bp_model_figure *shown = pose ? bp_model_figure_create(context, pose, &error) : NULL;
    if (shown) w->height = bp_figure_bounds(bp_model_figure_get_figure(shown)).hi.y;
    if (!shown) fprintf(stderr, "%s: %s\n", error.place, error.message);
    bp_model_figure_destroy(shown);
    bp_model_pose_destroy(pose);
    bp_model_destroy(model);
    bp_context_destroy(context);
    return NULL;
}

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    enum { THREADS = 4 };
    _Atomic long blocks = 0;
    pthread_t threads[THREADS];
    work works[THREADS];
    for (int i = 0; i < THREADS; i++) {
        works[i] = (work){.path = argv[1], .blocks = &blocks};
        if (pthread_create(&threads[i], NULL, pose_in_a_thread, &works[i]) != 0) return 3;
    }
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    printf("height %g in each of %d threads; %ld blocks left\n", (double)works[0].height, THREADS, blocks);
    return blocks != 0 || works[3].height != works[0].height;
}
