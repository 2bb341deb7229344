/* A posed model as a picture. Names of near bones come first; a name that would cover another one is left
 * out. */
#include "raster/inspect.h"
#include "app/model/model_picture.h"
#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = 13, NAME_HEIGHT = 15, MOST_NAMES = 512 };

typedef struct name_tag {
    const char *text;
    bp_vec2 at;
    float depth;
    bp_rect box;
} name_tag;

static int by_depth(const void *a, const void *b) {
    float first = ((const name_tag *)a)->depth, second = ((const name_tag *)b)->depth;
    return (first > second) - (first < second);
}

static size_t collect_names(const bp_model_picture *picture, bp_rect viewport, name_tag *out) {
    size_t count = 0;
    for (size_t i = 0; i < picture->model->skeleton_count; i++) {
        const bp_skeleton *skeleton = picture->model->skeletons[i];
        for (size_t j = 0; j < bp_skeleton_count(skeleton) && count < MOST_NAMES; j++) {
            const bp_bone *bone = bp_skeleton_bone(skeleton, j);
            bp_mat4 frame = bp_mat4_mul(bp_bone_chain(bone), bp_figure_world(picture->figure));
            name_tag *tag = &out[count];
            tag->text = bp_bone_name(bone);
            if (bp_bone_index(bone) == BP_INDEX_NONE || tag->text[0] == '\0') continue;
            count +=
                bp_camera_project(&picture->camera, viewport, bp_mat4_position(frame), &tag->at, &tag->depth);
        }
    }
    qsort(out, count, sizeof *out, by_depth);
    return count;
}

static bool is_free(const name_tag *tags, size_t index, bp_rect viewport) {
    for (size_t i = 0; i < index; i++)
        if (tags[i].box.width > 0 && bp_rect_overlaps(tags[i].box, tags[index].box)) return false;
    return bp_rect_is_inside(tags[index].box, viewport);
}

static bool draw_name(bp_raster *raster, const bp_model_picture *picture, bp_rect viewport, name_tag *tags,
                      size_t index, bp_error *error) {
    name_tag *tag = &tags[index];
    bp_text text = {.text = tag->text, .size = NAME_SIZE};
    bool seen = tag->at.x > -4096 && tag->at.x < 20480 && tag->at.y > -4096 && tag->at.y < 20480;
    tag->box = (bp_rect){0};
    if (!seen) return true;
    text.x = (int)tag->at.x + 8;
    text.y = (int)tag->at.y + 4;
    tag->box = (bp_rect){text.x, text.y - NAME_HEIGHT + 3, bp_text_measure(&text).width, NAME_HEIGHT};
    if (!is_free(tags, index, viewport)) {
        tag->box = (bp_rect){0};
        return true;
    }
    bp_box back = {.rect = {tag->box.x - 3, tag->box.y - 1, tag->box.width + 6, tag->box.height + 2},
                   .corner = 3};
    bp_rgba8 paper = picture->theme->page;
    paper.a = 190;
    memcpy(back.color, &paper, 4);
    memcpy(text.color, &picture->theme->ink, 4);
    return bp_raster_boxes(raster, &back, 1, (bp_rect){0}, error) && bp_raster_text(raster, &text, error);
}

static bool draw_names(bp_raster *raster, const bp_model_picture *picture, bp_rect viewport,
                       bp_error *error) {
    name_tag *tags = bp_alloc(NULL, MOST_NAMES, sizeof *tags, error);
    if (!tags) return false;
    size_t count = collect_names(picture, viewport, tags);
    bool ok = true;
    for (size_t i = 0; ok && i < count; i++) ok = draw_name(raster, picture, viewport, tags, i, error);
    bp_free(NULL, tags);
    return ok;
}

static bool draw_scene(bp_raster *raster, const bp_model_picture *picture, bp_rect viewport,
                       const bp_shadow *shadow, bp_error *error) {
    const unsigned surface = BP_SHOW_MESH | BP_SHOW_WEIGHTS | BP_SHOW_WIREFRAME;
    bp_view view = {.camera = picture->camera,
                    .viewport = viewport,
                    .show = picture->show,
                    .unlit = picture->unlit,
                    .bone = picture->theme->bone,
                    .selected = picture->theme->changed};
    if ((picture->show & surface) && !bp_scene_draw_meshes(raster, &view, picture->figure, error))
        return false;
    if (shadow && !bp_scene_draw_shadow(raster, &view, shadow, error)) return false;
    if (!(picture->show & (BP_SHOW_BONES | BP_SHOW_AXES))) return true;
    for (size_t i = 0; i < picture->model->skeleton_count; i++)
        if (!bp_scene_draw_bones(raster, &view, picture->model->skeletons[i],
                                 bp_figure_world(picture->figure), NULL, error))
            return false;
    return true;
}

/* Opaque surfaces write their texture's alpha, but the picture is opaque everywhere. */
static void make_opaque(const bp_framebuffer *picture) {
    int stride = picture->stride ? picture->stride : picture->width;
    for (int y = 0; y < picture->height; y++)
        for (int x = 0; x < picture->width; x++)
            picture->pixels[4 * ((size_t)y * (size_t)stride + (size_t)x) + 3] = 255;
}

/* Begins a pass and records all of it. */
static bool record(bp_raster *raster, const bp_framebuffer *to, const bp_model_picture *picture,
                   bp_error *error) {
    bp_rect viewport = {0, 0, to->width, to->height};
    bp_clear clear = {0};
    bool lit = (picture->show & (BP_SHOW_MESH | BP_SHOW_WEIGHTS)) && !picture->unlit;
    bp_shadow *shadow = lit ? picture->shadow : NULL;
    memcpy(clear.color, &picture->theme->page, 4);
    if (shadow && !bp_shadow_update(shadow, raster, picture->figure, picture->bounds, error)) return false;
    const bp_pass pass = {.samples = picture->samples, .time_tiles = picture->view == BP_FALSE_COLOR_TIME};
    return bp_raster_begin(raster, to, &pass, error) && bp_raster_clear(raster, &clear, error) &&
           draw_scene(raster, picture, viewport, shadow, error) &&
           (!(picture->show & BP_SHOW_NAMES) || draw_names(raster, picture, viewport, error));
}

/* The picture in false colours, with a legend. Times need no statistics, and are those of the tiled
 * rasterizer. */
static bool draw_in_false_colors(bp_raster *raster, const bp_framebuffer *to, const bp_model_picture *picture,
                                 bp_error *error) {
    size_t pixels = (size_t)to->width * (size_t)to->height;
    bp_pixel_statistics *statistics = NULL;
    bool times = picture->view == BP_FALSE_COLOR_TIME;
    if (!times && !(statistics = bp_alloc(NULL, pixels, sizeof *statistics, error))) return false;
    bool ok = record(raster, to, picture, error) &&
              (times ? bp_raster_end(raster, NULL, error)
                     : bp_raster_end_with_statistics(raster, statistics, error));
    if (ok) {
        const bp_rect whole = {0, 0, to->width, to->height};
        const bp_false_values values = {picture->view, statistics, bp_raster_times(raster)};
        bp_false_range range = bp_false_color_paint(&values, to, whole, picture->theme->page);
        bp_painter p = {.raster = raster, .theme = picture->theme, .unit = 1, .error = error};
        bp_painter_begin(&p, to, NULL, NULL, picture->theme->page);
        bp_false_color_legend(&p, picture->view, range, whole);
        bp_painter_end(&p);
        ok = !p.failed;
    }
    bp_free(NULL, statistics);
    return ok;
}

bool bp_model_picture_draw(bp_raster *raster, const bp_framebuffer *to, const bp_model_picture *picture,
                           bp_error *error) {
    bool ok = picture->view ? draw_in_false_colors(raster, to, picture, error)
                            : record(raster, to, picture, error) && bp_raster_end(raster, NULL, error);
    if (ok) make_opaque(to);
    return ok;
}

bool bp_model_picture_explain(bp_raster *raster, const bp_framebuffer *to, const bp_model_picture *picture,
                              int x, int y, bp_pixel_history *out, bp_error *error) {
    *out = (bp_pixel_history){0};
    bool ok = record(raster, to, picture, error) && bp_raster_end_with_history(raster, x, y, out, error);
    if (ok) out->color[3] = 255;
    return ok;
}
