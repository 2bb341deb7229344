/* A posed model as a picture. Names of near bones come first; a name that would cover another one is left
 * out. */
#include "app/model/loaded_model.h"
#include "gltf/motion_diff.h"
#include "mesh/editing.h"
#include "scene/figure.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Framing: characters and objects, not the ground that they stand on.
 *
 * If something is skinned, that is the figure, and other parts belong to it if they are small and near: a
 * hat, a sword. If nothing is, everything belongs to it except a part that is many times larger than all
 * others together, and a flat ground that reaches beyond what stands on it. */

static const float NEAR = 4.0f;  /* radii of the figure: the farthest that a part of it may reach */
static const float LARGE = 8.0f; /* radii of all other parts together: the largest that a part may be */
static const float FLAT =
    0.02f; /* of its width: the largest height of a ground, and its distance from things */
static const float WIDE = 1.25f; /* times as wide as what stands on it: then a ground is left out */

bp_bounds bp_model_joint_bounds(const bp_model *model) {
    bp_bounds all = bp_bounds_empty();
    for (size_t i = 0; i < model->skeleton_count; i++) {
        for (size_t j = 0; j < bp_skeleton_count(model->skeletons[i]); j++) {
            const bp_bone *bone = bp_skeleton_bone(model->skeletons[i], j);
            bp_vec3 at = bp_mat4_position(bp_bone_chain(bone));
            if (bp_bone_index(bone) != BP_INDEX_NONE)
                all = bp_bounds_union(all, bp_bounds_from_points(&at, 1));
        }
    }
    return all;
}

static bp_bounds part_bounds(const bp_figure *figure, size_t part) {
    bp_bounds local = bp_figure_part_bounds(figure, part);
    return bp_bounds_is_empty(local) ? local : bp_bounds_transform(local, bp_figure_world(figure));
}

static bool reaches_far(bp_bounds part, bp_bounds figure) {
    float far = bp_vec3_distance(bp_bounds_center(part), bp_bounds_center(figure)) + bp_bounds_radius(part);
    return far > NEAR * bp_bounds_radius(figure);
}

static float width_of(bp_bounds b) { return fmaxf(b.hi.x - b.lo.x, b.hi.z - b.lo.z); }

static bool is_flat(bp_bounds b) { return b.hi.y - b.lo.y <= FLAT * width_of(b); }

static bool has_size(bp_bounds b) { return !bp_bounds_is_empty(b) && bp_bounds_radius(b) > 0; }

/* The union of the parts that are framed; `skinned`: only of skinned ones. */
static bp_bounds bounds_of(const bp_model_framing *framing, bool skinned) {
    bp_bounds all = bp_bounds_empty();
    for (size_t i = 0; i < bp_figure_part_count(framing->figure); i++)
        if (framing->parts[i] && (!skinned || bp_figure_part_at(framing->figure, i)->skeleton))
            all = bp_bounds_union(all, part_bounds(framing->figure, i));
    return all;
}

/* Leaves out a part that is many times larger than all others together. */
static void leave_out_surroundings(bp_model_framing *framing) {
    size_t count = bp_figure_part_count(framing->figure), at = count;
    bp_bounds largest = bp_bounds_empty();
    for (size_t i = 0; i < count; i++) {
        bp_bounds part = part_bounds(framing->figure, i);
        if (bp_bounds_is_empty(part)) continue;
        if (at < count && bp_bounds_radius(part) <= bp_bounds_radius(largest)) continue;
        largest = part;
        at = i;
    }
    if (at == count) return;
    framing->parts[at] = false;
    bp_bounds rest = bounds_of(framing, false);
    framing->parts[at] = !(has_size(rest) && bp_bounds_radius(largest) > LARGE * bp_bounds_radius(rest));
}

/* Leaves out flat parts at the foot of all others, if they reach well beyond them. */
static void leave_out_ground(bp_model_framing *framing) {
    size_t count = bp_figure_part_count(framing->figure);
    bp_bounds things = bp_bounds_empty(), ground = bp_bounds_empty();
    for (size_t i = 0; i < count; i++) {
        bp_bounds part = part_bounds(framing->figure, i);
        if (framing->parts[i] && !is_flat(part)) things = bp_bounds_union(things, part);
    }
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < count && has_size(things); i++) {
            bp_bounds part = part_bounds(framing->figure, i);
            if (!framing->parts[i] || bp_bounds_is_empty(part) || !is_flat(part) ||
                part.hi.y > things.lo.y + FLAT * width_of(part))
                continue;
            if (pass == 0) ground = bp_bounds_union(ground, part);
            if (pass == 1 && width_of(ground) > WIDE * width_of(things)) framing->parts[i] = false;
        }
}

bool bp_model_framing_choose(bp_model_framing *framing, const bp_model *model, const bp_figure *figure,
                             bp_error *error) {
    size_t count = bp_figure_part_count(figure);
    *framing = (bp_model_framing){.model = model, .figure = figure};
    framing->parts = bp_alloc(NULL, count, sizeof *framing->parts, error);
    if (!framing->parts) return false;
    for (size_t i = 0; i < count; i++) framing->parts[i] = true;
    bp_bounds skinned = bounds_of(framing, true);
    if (!has_size(skinned)) {
        leave_out_surroundings(framing);
        leave_out_ground(framing);
        return true;
    }
    for (size_t i = 0; i < count; i++)
        framing->parts[i] =
            bp_figure_part_at(figure, i)->skeleton || !reaches_far(part_bounds(figure, i), skinned);
    return true;
}

void bp_model_framing_clear(bp_model_framing *framing) {
    bp_free(NULL, framing->parts);
    *framing = (bp_model_framing){0};
}

bp_bounds bp_model_framing_bounds(const bp_model_framing *framing) {
    bp_bounds all = bounds_of(framing, false);
    return bp_bounds_is_empty(all) ? bp_model_joint_bounds(framing->model) : all;
}

bp_camera bp_model_front_camera(const bp_model *model, float fov_y) {
    float side = model->faces_back ? -1.0f : 1.0f;
    return (bp_camera){.eye = {0.42f * side, 0.22f, side}, .fov_y = fov_y};
}

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
    bool is_free = bp_rect_is_inside(tag->box, viewport);
    for (size_t i = 0; i < index; i++)
        is_free = is_free && !(tags[i].box.width > 0 && bp_rect_overlaps(tags[i].box, tag->box));
    if (!is_free) tag->box = (bp_rect){0};
    if (!is_free) return true;
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
                       const bp_shadow *shadow, bp_explain_scene *names, bp_error *error) {
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
    *names = (bp_explain_scene){.figure = picture->figure, .shadow = shadow};
    if (!(picture->show & (BP_SHOW_BONES | BP_SHOW_AXES))) return true;
    names->skeletons = picture->model->skeletons, names->skeleton_count = picture->model->skeleton_count;
    names->show = picture->show, names->first_bone = bp_raster_limit_draws(raster, SIZE_MAX);
    for (size_t i = 0; i < picture->model->skeleton_count; i++)
        if (!bp_scene_draw_bones(raster, &view, picture->model->skeletons[i],
                                 bp_figure_world(picture->figure), NULL, error))
            return false;
    return true;
}

/* Begins a pass and records all of it. */
static bool record(bp_raster *raster, const bp_framebuffer *to, const bp_model_picture *picture,
                   bp_explain_scene *names, bp_error *error) {
    bp_rect viewport = {0, 0, to->width, to->height};
    bp_clear clear = {0};
    bool lit = (picture->show & (BP_SHOW_MESH | BP_SHOW_WEIGHTS)) && !picture->unlit;
    bp_shadow *shadow = lit ? picture->shadow : NULL;
    memcpy(clear.color, &picture->theme->page, 4);
    if (shadow && !bp_shadow_update(shadow, picture->figure, picture->bounds, error)) return false;
    const bp_pass pass = {.samples = picture->samples,
                          .within_limit = true,
                          .time_tiles = picture->view == BP_FALSE_COLOR_TIME};
    return bp_raster_begin(raster, to, &pass, error) && bp_raster_clear(raster, &clear, error) &&
           draw_scene(raster, picture, viewport, shadow, names, error) &&
           (!(picture->show & BP_SHOW_NAMES) || draw_names(raster, picture, viewport, error));
}

/* The picture in false colours, with a legend. Times need no statistics, and are those of the tiled
 * rasterizer. */
static bool draw_in_false_colors(bp_raster *raster, const bp_framebuffer *to, const bp_model_picture *picture,
                                 bp_error *error) {
    const bp_pixel_statistics *statistics = NULL;
    bool times = picture->view == BP_FALSE_COLOR_TIME;
    bp_explain_scene names;
    if (!record(raster, to, picture, &names, error) ||
        !(times ? bp_raster_end(raster, NULL, error)
                : (statistics = bp_raster_end_with_statistics(raster, error)) != NULL))
        return false;
    const bp_rect whole = {0, 0, to->width, to->height};
    const bp_false_values values = {picture->view, statistics, bp_raster_times(raster), NULL};
    bp_painter p = {.raster = raster, .theme = picture->theme, .unit = 1, .error = error};
    return bp_false_color_show(&p, &values, to, &whole, 1);
}

bool bp_model_picture_draw(bp_raster *raster, const bp_framebuffer *to, const bp_model_picture *picture,
                           bp_error *error) {
    bp_explain_scene names;
    bool ok = picture->view
                  ? draw_in_false_colors(raster, to, picture, error)
                  : record(raster, to, picture, &names, error) && bp_raster_end(raster, NULL, error);
    /* Opaque surfaces write their texture's alpha, but the picture is opaque everywhere. */
    int stride = to->stride ? to->stride : to->width;
    for (int y = 0; y < to->height && ok; y++)
        for (int x = 0; x < to->width; x++)
            to->pixels[4 * ((size_t)y * (size_t)stride + (size_t)x) + 3] = 255;
    return ok;
}

bool bp_model_picture_explain(bp_raster *raster, const bp_framebuffer *to, const bp_model_picture *picture,
                              int x, int y, bp_pixel_history *out, bp_explain_scene *names, bp_error *error) {
    *out = (bp_pixel_history){0};
    bool ok =
        record(raster, to, picture, names, error) && bp_raster_end_with_history(raster, x, y, out, error);
    if (ok) out->color[3] = 255;
    return ok;
}

/* ---- The times and cameras of a sequence's pictures ------------------------------------------ */

static const double CALM_TURN = 6; /* seconds */

enum { SIDES = 16 /* from which a turntable's camera is fitted */ };

double bp_model_sequence_plan(bp_model_sequence *sequence) {
    double length = sequence->length, seconds = length;
    if (sequence->turntable) seconds = length > 0 ? length * ceil(CALM_TURN / length) : CALM_TURN;
    double count = floor(seconds * sequence->fps + 0.5);
    if (count < 1) count = 1;
    sequence->seconds = seconds;
    sequence->count = count < INT32_MAX ? (int)count : INT32_MAX;
    return count;
}

void bp_model_sequence_fit(bp_model_sequence *sequence, bp_bounds bounds) {
    const bp_framebuffer *to = &sequence->framebuffer;
    bp_camera *camera = &sequence->picture.camera, side;
    float aspect = (float)to->width / (float)to->height, distance = 0;
    bp_camera_fit(camera, bounds, aspect);
    for (int i = 0; sequence->turntable && i < SIDES; i++) {
        side = *camera;
        bp_camera_orbit(&side, 2 * BP_PI * (float)i / SIDES, 0);
        bp_camera_fit(&side, bounds, aspect);
        distance = fmaxf(distance, bp_vec3_distance(side.eye, side.target));
    }
    if (distance > 0) bp_camera_zoom(camera, distance / bp_vec3_distance(camera->eye, camera->target));
}

/* Moves the camera along the path, and the box for the shadow with it, whose floor stays. */
static void follow(const bp_model_sequence *sequence, double part, bp_model_picture *picture) {
    int last = sequence->path_count - 1;
    double at = part * last;
    int from = at < 0 ? 0 : at < last ? (int)at : last - 1;
    bp_vec3 step = bp_vec3_sub(sequence->path[from + 1], sequence->path[from]);
    bp_vec3 move = bp_vec3_add(sequence->path[from], bp_vec3_scale(step, (float)(at - from)));
    picture->camera.eye = bp_vec3_add(picture->camera.eye, move);
    picture->camera.target = bp_vec3_add(picture->camera.target, move);
    bp_bounds *box = &picture->bounds;
    float floor = box->lo.y;
    *box = (bp_bounds){bp_vec3_add(box->lo, move), bp_vec3_add(box->hi, move)};
    box->lo.y = floor;
    box->hi.y = fmaxf(box->hi.y, floor);
}

bool bp_model_sequence_draw(const bp_model_sequence *sequence, int index, bp_error *error) {
    double seconds = (double)index / sequence->fps, length = sequence->length;
    bp_model_picture picture = sequence->picture;
    /* A picture at the end of a round is the clip's end, not its start: 1e-9 is less than rounding adds. */
    if (length > 0 && seconds > length) seconds -= length * floor(seconds / length - 1e-9);
    if (sequence->turntable && index > 0)
        bp_camera_orbit(&picture.camera, 2 * BP_PI * (float)index / (float)sequence->count, 0);
    if (sequence->path && length > 0) follow(sequence, seconds / length, &picture);
    if (!sequence->pose(sequence->user, sequence->first + (length > 0 ? seconds : 0), error)) return false;
    if (sequence->check) sequence->check(sequence->user, &picture);
    return bp_model_picture_draw(sequence->raster, &sequence->framebuffer, &picture, error);
}

static bool draw(void *user, int index, bp_error *error) {
    return bp_model_sequence_draw(user, index, error);
}

bool bp_model_sequence_write(bp_model_sequence *sequence, bp_sequence_encoder *encode, const char *path,
                             bp_error *error) {
    const bp_framebuffer *to = &sequence->framebuffer;
    const bp_image_sequence images = {.width = to->width,
                                      .height = to->height,
                                      .count = sequence->count,
                                      .fps = sequence->fps,
                                      .seconds = sequence->seconds,
                                      .pixels = (const bp_rgba8 *)(const void *)to->pixels,
                                      .stride = (size_t)(to->stride ? to->stride : to->width),
                                      .draw = draw,
                                      .user = sequence};
    bp_file file;
    if (!encode(NULL, &images, &file, error)) return false;
    bool ok = bp_file_write(path, file.data, file.size, error);
    bp_file_free(NULL, &file);
    return ok;
}

/* ---- Grey where the two agree, red where they are as far apart as anywhere ------------------- */

enum { TITLE_SIZE = 15, TITLE_HEIGHT = 36, MARGIN = 12 };

/* The square root shows small differences too. Within the tolerance everything is grey. */
static bp_rgba8 color_of(const bp_motion_diff *diff, double distance) {
    static const bp_vec3 same = {196, 198, 202}, apart = {213, 60, 0};
    double part = bp_is_finite(diff->worst) ? 0.15 + 0.85 * sqrt(distance / diff->worst) : 1;
    if (!(distance > diff->tolerance)) part = 0;
    bp_vec3 c = bp_vec3_mix(same, apart, bp_clamp((float)part, 0, 1));
    return (bp_rgba8){(uint8_t)(c.x + 0.5f), (uint8_t)(c.y + 0.5f), (uint8_t)(c.z + 0.5f), 255};
}

/* A mesh at several nodes has the colours of the last. */
static bool paint(const bp_context *context, const bp_diff_picture *picture, bp_error *error) {
    bp_model *models[2] = {picture->poses[0]->model, picture->poses[1]->model};
    for (size_t i = 0; i < models[0]->instance_count; i++) {
        size_t count = models[0]->meshes[models[0]->instances[i].mesh]->vertex_count;
        double *distances = bp_alloc(NULL, count, sizeof *distances, error);
        bool ok = distances && bp_motion_diff_vertices(context, picture->poses[0], picture->poses[1], i,
                                                       picture->diff->size, distances, error);
        for (int m = 0; ok && m < 2; m++) {
            bp_mesh *mesh = models[m]->meshes[models[m]->instances[i].mesh];
            ok = bp_mesh_add_attributes(mesh, BP_MESH_COLORS, error);
            for (size_t j = 0; ok && j < count; j++) mesh->colors[j] = color_of(picture->diff, distances[j]);
        }
        bp_free(NULL, distances);
        if (!ok) return false;
    }
    for (int m = 0; m < 2; m++)
        for (size_t i = 0; i < models[m]->material_count; i++) {
            bp_material *material = &models[m]->materials[i];
            material->base_color = (bp_vec4){1, 1, 1, 1};
            material->texture.image = -1;
            material->alpha_mode = BP_ALPHA_OPAQUE;
            material->unlit = false;
        }
    return true;
}

/* Half of the picture, as a framebuffer of its own in the same memory. */
static bp_framebuffer half_of(const bp_framebuffer *whole, int half) {
    bp_framebuffer part = *whole;
    int stride = whole->stride ? whole->stride : whole->width;
    size_t from = (size_t)TITLE_HEIGHT * (size_t)stride + (size_t)(half * (whole->width / 2));
    part.pixels += 4 * from;
    if (part.depth) part.depth += from;
    part.stride = stride;
    part.width = whole->width / 2;
    part.height = whole->height - 2 * TITLE_HEIGHT;
    return part;
}

static bool draw_text(bp_raster *raster, const bp_diff_picture *picture, int x, int y, const char *text,
                      bp_error *error) {
    bp_text line = {.text = text, .size = TITLE_SIZE, .x = x, .y = y + 23};
    memcpy(line.color, &picture->theme->ink, 4);
    return bp_raster_text(raster, &line, error);
}

static bool draw_frame(bp_raster *raster, const bp_framebuffer *to, const bp_diff_picture *picture,
                       bp_error *error) {
    bp_clear clear = {0};
    char note[256];
    memcpy(clear.color, &picture->theme->page, 4);
    snprintf(note, sizeof note, "%s: at most %.3g of the size apart (red); tolerance %.3g (grey)",
             picture->note, picture->diff->worst, picture->diff->tolerance);
    return bp_raster_begin(raster, to, &(bp_pass){.samples = 1}, error) &&
           bp_raster_clear(raster, &clear, error) &&
           draw_text(raster, picture, MARGIN, 0, picture->titles[0], error) &&
           draw_text(raster, picture, to->width / 2 + MARGIN, 0, picture->titles[1], error) &&
           draw_text(raster, picture, MARGIN, to->height - TITLE_HEIGHT, note, error) &&
           bp_raster_end(raster, NULL, error);
}

static bool draw_halves(bp_raster *raster, const bp_framebuffer *to, const bp_diff_picture *picture,
                        bp_model_figure *const *figures, bp_error *error) {
    bp_bounds bounds = bp_bounds_union(bp_figure_bounds(bp_model_figure_get_figure(figures[0])),
                                       bp_figure_bounds(bp_model_figure_get_figure(figures[1])));
    for (int i = 0; i < 2; i++) {
        bp_framebuffer half = half_of(to, i);
        bp_model_picture drawing = {.model = picture->poses[i]->model,
                                    .figure = bp_model_figure_get_figure(figures[i]),
                                    .theme = picture->theme,
                                    .camera = bp_model_front_camera(picture->poses[i]->model, bp_radians(35)),
                                    .show = BP_SHOW_MESH,
                                    .samples = 4};
        bp_camera_fit(&drawing.camera, bounds, (float)half.width / (float)half.height);
        if (!bp_model_picture_draw(raster, &half, &drawing, error)) return false;
    }
    return true;
}

bool bp_diff_picture_write(const bp_context *context, const bp_diff_picture *picture, const char *path,
                           bp_error *error) {
    bp_framebuffer to = {0};
    bp_model_figure *figures[2] = {NULL, NULL};
    bp_raster *raster = bp_raster_create(context, error);
    bool ok = raster && bp_framebuffer_create(context, picture->width, picture->height, &to, error) &&
              paint(context, picture, error);
    for (int i = 0; ok && i < 2; i++)
        ok = (figures[i] = bp_model_figure_create(context, picture->poses[i], error)) != NULL;
    ok = ok && draw_frame(raster, &to, picture, error) && draw_halves(raster, &to, picture, figures, error) &&
         bp_picture_write(&to, path, error);
    for (int i = 0; i < 2; i++) bp_model_figure_destroy(figures[i]);
    bp_framebuffer_destroy(context, &to);
    bp_raster_destroy(raster);
    return ok;
}
