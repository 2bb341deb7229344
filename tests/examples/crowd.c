/* A crowd: many instances of one file, each at a time of its own, posed on all threads.
 *
 *     crowd FILE.glb COUNT OUT.png */
#include <bindpose/gltf.h>
#include <bindpose/instance.h>
#include <bindpose/io.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { WIDTH = 800, HEIGHT = 450, FRAMES = 30 };

static double now(void) {
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int by_time(const void *a, const void *b) {
    double difference = *(const double *)a - *(const double *)b;
    return (difference > 0) - (difference < 0);
}

static int fail(const bp_error *error) {
    fprintf(stderr, "%s: %s\n", error->place, error->message);
    return 1;
}

int main(int argc, char **argv) {
    if (argc != 4) return 2;
    size_t count = (size_t)atoi(argv[2]), columns = 1;
    bp_error error = {0};
    bp_model *model;
    double start = now();
    bp_context *context = bp_context_create(NULL, &error);
    if (!context || !bp_gltf_read(context, argv[1], NULL, &model, NULL, &error)) return fail(&error);
    bp_model_pose *pose = bp_model_pose_create(model, &error);
    bp_model_figure *fox = pose ? bp_model_figure_create(context, pose, &error) : NULL;
    if (!fox) return fail(&error);
    bp_bounds box = bp_figure_bounds(bp_model_figure_get_figure(fox));
    float step = 2 * bp_bounds_radius(box);
    while (columns * columns < count) columns++;
    bp_instance_frame *frames = calloc(count, sizeof *frames);
    for (size_t i = 0; i < count; i++) {
        frames[i] = (bp_instance_frame){.clip = model->clip_count ? 0 : -1};
        if (!(frames[i].instance = bp_instance_create(context, fox, &error))) return fail(&error);
        bp_vec3 at = {step * (float)(i % columns), 0, -step * (float)(i / columns)};
        bp_figure_set_world(bp_instance_figure(frames[i].instance), bp_mat4_translation(at));
        box = bp_bounds_union(box, bp_figure_bounds(bp_instance_figure(frames[i].instance)));
    }
    printf("%zu instances loaded in %.3f s\n", count, now() - start);

    bp_framebuffer picture;
    bp_raster *raster = bp_raster_create(context, &error);
    if (!raster || !bp_framebuffer_create(context, WIDTH, HEIGHT, &picture, &error)) return fail(&error);
    bp_view view = {.viewport = {0, 0, WIDTH, HEIGHT}, .show = BP_SHOW_MESH};
    view.camera.target = bp_bounds_center(box);
    view.camera.eye = bp_vec3_add(view.camera.target, bp_vec3_make(0.5f, 0.6f, 1));
    bp_camera_fit(&view.camera, box, (float)WIDTH / HEIGHT);
    double milliseconds[FRAMES];
    for (int frame = 0; frame < FRAMES; frame++) {
        start = now();
        for (size_t i = 0; i < count; i++) frames[i].seconds = frame / 30.0 + 0.1 * (double)i;
        if (!bp_instances_pose(context, frames, count, &error) ||
            !bp_raster_begin(raster, &picture, NULL, &error) ||
            !bp_raster_clear(raster, &(bp_clear){.color = {40, 44, 52, 255}}, &error))
            return fail(&error);
        for (size_t i = 0; i < count; i++)
            if (!bp_scene_draw_meshes(raster, &view, bp_instance_figure(frames[i].instance), &error))
                return fail(&error);
        if (!bp_raster_end(raster, NULL, &error)) return fail(&error);
        milliseconds[frame] = 1e3 * (now() - start);
    }
    qsort(milliseconds + 1, FRAMES - 1, sizeof *milliseconds, by_time);
    printf("the first frame took %.1f ms, the median of the others %.1f ms\n", milliseconds[0],
           milliseconds[FRAMES / 2]);
    bp_image image = {.width = WIDTH, .height = HEIGHT, .pixels = (bp_rgba8 *)picture.pixels};
    if (!bp_image_write_png(NULL, &image, argv[3], &error)) return fail(&error);

    bp_raster_destroy(raster);
    bp_framebuffer_destroy(context, &picture);
    for (size_t i = 0; i < count; i++) bp_instance_destroy(frames[i].instance);
    free(frames);
    bp_model_figure_destroy(fox);
    bp_model_pose_destroy(pose);
    bp_model_destroy(model);
    bp_context_destroy(context);
    return 0;
}
