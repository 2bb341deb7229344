/* How many clips a second bp_retarget_clip makes: FILE's first clip, for the file's own skeleton; with --feet
 * planted feet are kept. Prints the number, the best of five. */
#include <bindpose/retarget.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

int main(int argc, char **argv) {
    bp_model *models[2] = {NULL, NULL};
    bp_retarget_map map;
    bp_error error = {0};
    double best = 1e300;
    if (argc < 2 || !bp_gltf_read(NULL, argv[1], NULL, &models[0], NULL, &error) ||
        !bp_gltf_read(NULL, argv[1], NULL, &models[1], NULL, &error) ||
        !bp_retarget_map_find(models[0], models[1], NULL, &map, &error))
        return fprintf(stderr, "retarget_clips: %s: %s\n", error.place, error.message), 2;
    const bp_retarget_options options = {.keep_feet = argc > 2 && strcmp(argv[2], "--feet") == 0};
    bp_retarget *retarget = bp_retarget_create(models[0], models[1], &map, &options, &error);
    for (int i = 0; retarget && i < 5; i++) {
        clock_t began = clock();
        bp_clip *clip = bp_retarget_clip(retarget, 0, &error);
        if (!clip) return 2;
        double took = (double)(clock() - began) / CLOCKS_PER_SEC;
        best = took < best ? took : best;
        bp_clip_destroy(clip);
    }
    printf("%.3f\n", 1 / best);
    bp_retarget_destroy(retarget);
    bp_retarget_map_clear(&map);
    bp_model_destroy(models[0]);
    bp_model_destroy(models[1]);
    return retarget ? 0 : 2;
}
