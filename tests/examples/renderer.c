/* A renderer of your own: the library poses a crowd into a buffer of 3x4 matrices, as a GPU's storage buffer
 * wants it. A few lines of C stand for the shaders: they skin each vertex by three rows a joint, and draw it
 * as a point.
 *
 *     renderer assets/character.glb COUNT OUT.png */
#include <bindpose/batch.h>
#include <bindpose/gltf.h>
#include <bindpose/io.h>
#include <bindpose/scene.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WIDTH = 800,
    HEIGHT = 450,
    BLOCK = 256 /* GPUs want each character's part at such a multiple of bytes */
};

static int fail(const bp_error *error) {
    fprintf(stderr, "%s: %s\n", error->place, error->message);
    return 1;
}

/* The vertex shader: vec4(position, 1) times the mean of its joints' matrices, row by row. */
static bp_vec3 skin(const bp_mesh *mesh, size_t vertex, const float *palette) {
    const bp_vec3 v = mesh->positions[vertex];
    float rows[12] = {0};
    for (size_t i = 0; i < (size_t)mesh->influences; i++) {
        const float *joint = palette + 12 * mesh->joints[vertex * (size_t)mesh->influences + i];
        for (int k = 0; k < 12; k++)
            rows[k] += mesh->weights[vertex * (size_t)mesh->influences + i] * joint[k];
    }
    float out[3];
    for (int r = 0; r < 3; r++)
        out[r] = rows[4 * r] * v.x + rows[4 * r + 1] * v.y + rows[4 * r + 2] * v.z + rows[4 * r + 3];
    return bp_vec3_make(out[0], out[1], out[2]);
}

int main(int argc, char **argv) {
    static bp_rgba8 pixels[WIDTH * HEIGHT];
    static float depth[WIDTH * HEIGHT];
    if (argc != 4) return 2;
    size_t count = (size_t)atoi(argv[2]), columns = 1, drawn = 0;
    bp_error error = {0};
    bp_model *model;
    bp_context *context = bp_context_create(NULL, &error);
    if (!context || !bp_gltf_read(context, argv[1], NULL, &model, NULL, &error)) return fail(&error);
    bp_batch *batch = bp_model_batch_create(context, model, &error);
    bp_batch_layer *layers = calloc(count, sizeof *layers);
    if (!batch || !layers || model->mesh_count == 0) return fail(&error);
    while (columns * columns < count) columns++;

    /* Each frame: times of all characters, one call, and the buffer could be uploaded. */
    size_t stride = (bp_batch_palette_count(batch) * 48 + BLOCK - 1) / BLOCK * BLOCK;
    char *buffer = malloc(count * stride);
    for (size_t i = 0; i < count; i++)
        layers[i] = (bp_batch_layer){.clip = 1, .time = 0.1 * (double)(i % 10), .weight = 1};
    bp_batch_job job = {.count = count,
                        .layers = layers,
                        .palettes = buffer,
                        .palette_stride = stride,
                        .format = BP_PALETTE_3X4_ROWS};
    if (!buffer || !bp_batch_run(batch, &job, &error)) return fail(&error);
    printf("%zu characters, %zu bytes each\n", count, stride);

    bp_camera camera = {.eye = {4, 5, 9}, .target = {0, 0.6f, 0}};
    bp_mat4 view = bp_camera_view_projection(&camera, (float)WIDTH / HEIGHT);
    const bp_mesh *mesh = model->meshes[0];
    for (size_t i = 0; i < WIDTH * HEIGHT; i++) pixels[i] = (bp_rgba8){40, 44, 52, 255}, depth[i] = 1;
    for (size_t i = 0; i < count; i++) {
        float middle = (float)(columns - 1) / 2;
        bp_vec3 place = {(float)(i % columns) - middle, 0, (float)(i / columns) - middle};
        for (size_t v = 0; v < mesh->vertex_count; v++) {
            bp_vec3 world = bp_vec3_add(skin(mesh, v, (const float *)(void *)(buffer + i * stride)), place);
            bp_vec4 clip = bp_mat4_vec4(view, bp_vec4_make(world.x, world.y, world.z, 1));
            int x = (int)((clip.x / clip.w + 1) * WIDTH / 2), y = (int)((1 - clip.y / clip.w) * HEIGHT / 2);
            if (!(clip.w > 0) || x < 0 || x >= WIDTH || y < 0 || y >= HEIGHT) continue;
            if (clip.z / clip.w >= depth[y * WIDTH + x]) continue;
            depth[y * WIDTH + x] = clip.z / clip.w;
            pixels[y * WIDTH + x] =
                (bp_rgba8){(uint8_t)(90 + 25 * (i % 5)), (uint8_t)(120 + 100 * world.y / 2), 200, 255};
            drawn++;
        }
    }
    bp_image image = {.width = WIDTH, .height = HEIGHT, .pixels = pixels};
    if (drawn == 0 || !bp_image_write_png(NULL, &image, argv[3], &error)) return fail(&error);
    free(buffer);
    free(layers);
    bp_batch_destroy(batch);
    bp_model_destroy(model);
    bp_context_destroy(context);
    return 0;
}
