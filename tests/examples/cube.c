/* The rasterizer alone: a spinning cube in the pixels of an SDL texture. Without arguments it opens a window; with
 * one it draws a single frame to that PNG. Link with SDL2. */
#include <SDL.h>
#include <bindpose/io.h>
#include <bindpose/raster.h>
#include <stdio.h>

enum { WIDTH = 480, HEIGHT = 360 };

static bool draw(bp_raster *raster, const bp_mesh *cube, bp_framebuffer *frame, float angle,
                 bp_error *error) {
    bp_mat4 world = bp_mat4_mul(bp_mat4_rotation_x(0.5f), bp_mat4_rotation_y(angle));
    bp_mat4 eye = bp_mat4_look_at_rh(bp_vec3_make(0, 1, 3), bp_vec3_make(0, 0, 0), bp_vec3_make(0, 1, 0));
    bp_mat4 projection = bp_mat4_perspective_rh(bp_radians(45), (float)WIDTH / HEIGHT, 0.1f, 10);
    bp_mat4 transform = bp_mat4_mul(world, bp_mat4_mul(eye, projection));
    bp_draw cube_draw = {
        .vertices = {.count = cube->vertex_count,
                     .positions = &cube->positions->x,
                     .normals = &cube->normals->x},
        .indices = {.u32 = cube->indices, .count = cube->index_count},
        .transform = &transform,
        .light = {.lighting = BP_LIGHTING_PIXEL, .normal_matrix = &world},
        .material = {.base_color = {0.9f, 0.4f, 0.1f, 1}},
        .state = {.cull = BP_CULL_BACK},
    };
    return bp_raster_begin(raster, frame, &(bp_pass){.samples = 4}, error) &&
           bp_raster_clear(raster, &(bp_clear){.color = {40, 44, 52, 255}}, error) &&
           bp_raster_draw(raster, &cube_draw, error) && bp_raster_end(raster, NULL, error);
}

static int show(bp_raster *raster, const bp_mesh *cube, bp_framebuffer *frame, bp_error *error) {
    SDL_Init(SDL_INIT_VIDEO);
    SDL_Window *window =
        SDL_CreateWindow("cube", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, WIDTH, HEIGHT, 0);
    SDL_Renderer *renderer = SDL_CreateRenderer(window, -1, 0);
    SDL_Texture *texture =
        SDL_CreateTexture(renderer, SDL_PIXELFORMAT_RGBA32, SDL_TEXTUREACCESS_STREAMING, WIDTH, HEIGHT);
    for (bool open = texture != NULL; open;) {
        for (SDL_Event event; SDL_PollEvent(&event);) open = open && event.type != SDL_QUIT;
        if (!draw(raster, cube, frame, (float)SDL_GetTicks() / 1000, error)) break;
        SDL_UpdateTexture(texture, NULL, frame->pixels, 4 * WIDTH);
        SDL_RenderCopy(renderer, texture, NULL, NULL);
        SDL_RenderPresent(renderer);
    }
    SDL_Quit();
    return error->kind != BP_ERROR_NONE;
}

int main(int argc, char **argv) {
    bp_error error = {0};
    bp_framebuffer frame = {0};
    bp_mesh *cube = bp_shape_box(NULL, NULL, &error);
    bp_raster *raster = cube ? bp_raster_create(NULL, &error) : NULL;
    int code = !raster || !bp_framebuffer_create(NULL, WIDTH, HEIGHT, &frame, &error);
    bp_image image = {.width = WIDTH, .height = HEIGHT, .pixels = (bp_rgba8 *)frame.pixels};
    if (code == 0 && argc == 1) code = show(raster, cube, &frame, &error);
    if (code == 0 && argc > 1)
        code =
            !draw(raster, cube, &frame, 0.7f, &error) || !bp_image_write_png(NULL, &image, argv[1], &error);
    if (code) fprintf(stderr, "%s: %s\n", error.place, error.message);
    bp_raster_destroy(raster);
    bp_mesh_destroy(cube);
    bp_framebuffer_destroy(NULL, &frame);
    return code;
}
