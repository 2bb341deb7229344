/* A viewer: load, play the first clip, orbit (drag) and zoom (wheel) in an SDL window. With a second argument it
 * draws one frame to that PNG instead. Link with SDL2.
 *
 *     viewer assets/character.glb [OUT.png] */
#include <SDL.h>
#include <bindpose/gltf.h>
#include <bindpose/instance.h>
#include <bindpose/io.h>
#include <stdio.h>

enum { WIDTH = 640, HEIGHT = 480 };

typedef struct viewer {
    bp_mixer *mixer;
    bp_figure *figure;
    bp_raster *raster;
    bp_framebuffer frame;
    bp_view view;
} viewer;

static bool draw(viewer *v, double step, bp_error *error) {
    return bp_mixer_update(v->mixer, step, error) && bp_figure_pose(v->figure, error) &&
           bp_raster_begin(v->raster, &v->frame, &(bp_pass){.samples = 4}, error) &&
           bp_raster_clear(v->raster, &(bp_clear){.color = {40, 44, 52, 255}}, error) &&
           bp_scene_draw_meshes(v->raster, &v->view, v->figure, error) &&
           bp_raster_end(v->raster, NULL, error);
}

static double seconds(void) { return (double)SDL_GetTicks() / 1000; }

static bool play(viewer *v, bp_error *error) {
    SDL_Init(SDL_INIT_VIDEO);
    SDL_Window *window = SDL_CreateWindow("viewer", 80, 80, WIDTH, HEIGHT, 0);
    SDL_Surface *picture = SDL_CreateRGBSurfaceWithFormatFrom(v->frame.pixels, WIDTH, HEIGHT, 32, 4 * WIDTH,
                                                              SDL_PIXELFORMAT_RGBA32);
    if (!window || !picture) fprintf(stderr, "SDL: %s\n", SDL_GetError());
    bool open = window && picture;
    for (double last = seconds(), now; open; last = now) {
        for (SDL_Event e; SDL_PollEvent(&e);) {
            if (e.type == SDL_QUIT) open = false;
            if (e.type == SDL_MOUSEMOTION && e.motion.state)
                bp_camera_orbit(&v->view.camera, -0.01f * (float)e.motion.xrel, 0.01f * (float)e.motion.yrel);
            if (e.type == SDL_MOUSEWHEEL) bp_camera_zoom(&v->view.camera, e.wheel.y > 0 ? 0.9f : 1.1f);
        }
        if (!draw(v, (now = seconds()) - last, error)) break;
        SDL_BlitSurface(picture, NULL, SDL_GetWindowSurface(window), NULL);
        SDL_UpdateWindowSurface(window);
    }
    SDL_Quit();
    return error->kind == BP_ERROR_NONE && picture;
}

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    bp_error error = {0};
    viewer v = {.view = {.viewport = {0, 0, WIDTH, HEIGHT}, .show = BP_SHOW_MESH}};
    bp_context *context = bp_context_create(NULL, &error);
    bp_model *model = NULL;
    bool ok = context && bp_gltf_read(context, argv[1], NULL, &model, NULL, &error);
    bp_model_pose *pose = ok ? bp_model_pose_create(model, &error) : NULL;
    bp_model_figure *shown = pose ? bp_model_figure_create(context, pose, &error) : NULL;
    ok = shown && (v.mixer = bp_mixer_create(pose, &error)) &&
         (v.raster = bp_raster_create(context, &error)) &&
         bp_framebuffer_create(context, WIDTH, HEIGHT, &v.frame, &error) &&
         (model->clip_count == 0 || bp_mixer_play(v.mixer, &(bp_mixer_options){.clip = 0}, &error) >= 0);
    if (ok) {
        v.figure = bp_model_figure_get_figure(shown);
        bp_camera_fit(&v.view.camera, bp_figure_bounds(v.figure), (float)WIDTH / HEIGHT);
        bp_image image = {.width = WIDTH, .height = HEIGHT, .pixels = (bp_rgba8 *)v.frame.pixels};
        ok = argc < 3 ? play(&v, &error)
                      : draw(&v, 0.25, &error) && bp_image_write_png(NULL, &image, argv[2], &error);
    }
    if (error.kind) fprintf(stderr, "%s: %s\n", error.place, error.message);
    bp_mixer_destroy(v.mixer);
    bp_model_figure_destroy(shown);
    bp_model_pose_destroy(pose);
    bp_model_destroy(model);
    bp_raster_destroy(v.raster);
    bp_framebuffer_destroy(context, &v.frame);
    bp_context_destroy(context);
    return !ok;
}
