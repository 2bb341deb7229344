/* Each number is one that the scalar rasterizer computed with, so that a reader can do the sums by hand. */
#include "scene/explain.h"
#include <bindpose/instance.h>
#include <bindpose/pick.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct explanation {
    bp_explain_line *line;
    void *user;
} explanation;

static void say(const explanation *to, int level, const char *format, ...) BP_PRINTF(3, 4);
static void say(const explanation *to, int level, const char *format, ...) {
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    to->line(to->user, level, text);
}

/* "0.25, 0.5, 1" */
typedef struct numbers {
    char text[96];
} numbers;

static numbers list(const float *values, int count) {
    numbers out = {""};
    size_t at = 0;
    for (int i = 0; i < count && at < sizeof out.text; i++)
        at +=
            (size_t)snprintf(out.text + at, sizeof out.text - at, "%s%.6g", i ? ", " : "", (double)values[i]);
    return out;
}

static numbers bytes(const uint8_t color[4]) {
    numbers out;
    snprintf(out.text, sizeof out.text, "%d, %d, %d, %d", color[0], color[1], color[2], color[3]);
    return out;
}

/* Edge functions and areas are in 1/65536 square pixel. */
static double square_pixels(int64_t value) { return (double)value / 65536; }

/* ---- triangles ----------------------------------------------------------------------------------*/

static void say_what(const explanation *to, const bp_pixel_event *event, size_t number,
                     const bp_figure *figure) {
    char where[200] = "";
    bp_pick pick;
    if (figure && bp_figure_drew(figure, event, &pick)) {
        const bp_figure_part *part = bp_figure_part_at(figure, pick.part);
        int at = snprintf(where, sizeof where, " of mesh \"%.40s\"", part->mesh->name);
        if (part->material && part->material->name)
            at +=
                snprintf(where + at, sizeof where - (size_t)at, ", material \"%.40s\"", part->material->name);
        if (pick.bone)
            snprintf(where + at, sizeof where - (size_t)at, ", moved most by bone \"%.40s\"",
                     bp_bone_name(pick.bone));
    }
    say(to, 0, "%zu. triangle %u in draw %zu%s", number, event->primitive, event->draw, where);
}

static void say_corners(const explanation *to, const bp_pixel_event *event) {
    say(to, 1, "Corners%s", event->clipped ? " of a part that clipping left" : "");
    for (int i = 0; i < 3; i++)
        say(to, 2, "vertex %u at x, y %s, depth %.6g, w %.6g; the edge from it is %s", event->vertices[i],
            list(event->screen[i], 2).text, (double)event->screen[i][2], 1 / (double)event->screen[i][3],
            event->top_left[i] ? "a top or left edge, which has the points on it" : "a right or bottom edge");
    say(to, 2, "twice the area is %.6g square pixels, %s on the screen", square_pixels(event->area),
        event->area < 0 ? "counter-clockwise" : "clockwise");
}

static void say_sample(const explanation *to, const bp_pixel_event *event, int index) {
    const bp_sample_step *s = &event->samples[index];
    char name[32] = "the centre";
    if (event->sample_count > 1) snprintf(name, sizeof name, "sample %d", index + 1);
    say(to, 2, "%s at %.6g, %.6g: edge functions %.6g, %.6g, %.6g: %s", name, (double)s->x, (double)s->y,
        square_pixels(s->edge[0]), square_pixels(s->edge[1]), square_pixels(s->edge[2]),
        s->covered ? "inside" : "outside");
    if (s->covered)
        say(to, 2, "    depth %.8g, and %.8g was there: %s", (double)s->depth, (double)s->old_depth,
            s->passed ? "in front" : "hidden");
}

static void say_texture(const explanation *to, const bp_texture_step *t) {
    static const char *const names[BP_MAPS] = {[BP_MAP_METALLIC_ROUGHNESS] = "Metallic-roughness map",
                                               [BP_MAP_NORMAL] = "Normal map",
                                               [BP_MAP_OCCLUSION] = "Occlusion map",
                                               [BP_MAP_EMISSIVE] = "Emissive map"};
    say(to, 1, "%s at u, v %s (without perspective it would be %s)", t->map < 0 ? "Texture" : names[t->map],
        list(t->uv, 2).text, list(t->flat_uv, 2).text);
    if (t->level > 0) say(to, 2, "level of detail %.6g", (double)t->level);
    for (int i = 0; i < t->texel_count; i++) {
        const bp_texel_step *texel = &t->texels[i];
        if (texel->weight == 0) continue;
        say(to, 2, "texel %d, %d of level %d, weight %.6g: %s", texel->x, texel->y, texel->level,
            (double)texel->weight, list(texel->color, 4).text);
    }
    say(to, 2, "their sum: %s", list(t->color, 4).text);
}

static void say_physical(const explanation *to, const bp_shading_step *s) {
    say(to, 2, "metallic %.6g, roughness %.6g; normal %s, direction to the eye %s", (double)s->metallic,
        (double)s->roughness, list(s->normal, 3).text, list(s->eye, 3).text);
    say(to, 2, "from the light %s (the normal's product with its direction is %.6g)", list(s->light, 3).text,
        (double)s->n_dot_l);
    say(to, 2, "from the sky %s, occlusion %.6g", list(s->sky, 3).text, (double)s->occlusion);
    if (s->emissive[0] > 0 || s->emissive[1] > 0 || s->emissive[2] > 0)
        say(to, 2, "from the surface itself %s", list(s->emissive, 3).text);
    say(to, 2, "together %s", list(s->sum, 3).text);
}

static void say_color(const explanation *to, const bp_pixel_event *event) {
    const bp_shading_step *s = &event->shading;
    say(to, 1, "Colour%s", s->raw ? "" : ", in linear light");
    say(to, 2, "base colour %s", list(s->base, 4).text);
    if (s->texture_count > 0 && s->textures[0].map < 0)
        say(to, 2, "times texture %s", list(s->textures[0].color, 4).text);
    if (s->model == BP_LIGHTING_PIXEL)
        say(to, 2, "times light %s: normal %s, its product with the direction to the light is %.6g",
            list(s->light, 3).text, list(s->normal, 3).text, (double)s->n_dot_l);
    if (s->model == BP_LIGHTING_PBR) say_physical(to, s);
    if (s->wire > 0) say(to, 2, "wireframe over it with opacity %.6g", (double)s->wire);
    say(to, 2, "result%s %s%s", s->model == BP_LIGHTING_PBR ? ", tone-mapped," : "", list(s->color, 4).text,
        s->color[3] < s->alpha_cutoff ? ": less alpha than the cutoff, so it is dropped" : "");
    if (s->blended) say(to, 2, "blended over the old colour with alpha %.6g", (double)s->color[3]);
}

static void say_shading(const explanation *to, const bp_pixel_event *event) {
    const bp_shading_step *s = &event->shading;
    say(to, 1, "At the pixel's centre");
    say(to, 2, "weights of the corners on the screen %s; with perspective %s", list(event->weights, 3).text,
        list(event->corrected, 3).text);
    say(to, 2, "1/w is %.8g, so w is %.8g", (double)s->inverse_w, (double)s->w);
    for (int i = 0; i < s->texture_count; i++) say_texture(to, &s->textures[i]);
    say_color(to, event);
}

static bool same_sample(const bp_sample_step *a, const bp_sample_step *b, bool depth) {
    return a->written == b->written && (!depth || (a->depth == b->depth && a->old_depth == b->old_depth)) &&
           memcmp(a->old_color, b->old_color, 4) == 0 && memcmp(a->color, b->color, 4) == 0;
}

/* The samples that were written, in one line if all are alike. */
static void say_samples(const explanation *to, const bp_pixel_event *event, bool depth) {
    int count = event->sample_count, alike = 1;
    while (alike < count && same_sample(&event->samples[0], &event->samples[alike], depth)) alike++;
    for (int i = 0; i < (alike == count ? 1 : count); i++) {
        const bp_sample_step *s = &event->samples[i];
        char name[32] = "each sample", depths[64] = "";
        if (alike < count) snprintf(name, sizeof name, "sample %d", i + 1);
        if (depth && s->depth != s->old_depth)
            snprintf(depths, sizeof depths, "; depth %.8g -> %.8g", (double)s->old_depth, (double)s->depth);
        if (s->written)
            say(to, 2, "%s: %s -> %s%s", count == 1 ? "the pixel" : name, bytes(s->old_color).text,
                bytes(s->color).text, depths);
    }
}

static void say_writes(const explanation *to, const bp_pixel_event *event) {
    bool any = false;
    for (int i = 0; i < event->sample_count; i++) any |= event->samples[i].written;
    if (!any)
        say(to, 1, "Nothing is written");
    else
        say(to, 1, "Written%s", event->shading.raw ? "" : ", encoded as sRGB bytes");
    say_samples(to, event, false);
}

static void explain_triangle(const explanation *to, const bp_pixel_event *event, size_t number,
                             const bp_figure *figure) {
    say_what(to, event, number, figure);
    say_corners(to, event);
    say(to, 1, "Coverage and depth");
    for (int i = 0; i < event->sample_count; i++) say_sample(to, event, i);
    if (event->shading.shaded) say_shading(to, event);
    say_writes(to, event);
}

/* ---- everything ---------------------------------------------------------------------------------*/

/* "line" of "lines", "box" of "boxes". */
static int singular(const char *kind) {
    size_t length = strlen(kind);
    if (length > 2 && strcmp(kind + length - 3, "xes") == 0) return (int)length - 2;
    return (int)(length > 0 && kind[length - 1] == 's' ? length - 1 : length);
}

static void explain_primitive(const explanation *to, const bp_pixel_event *event, size_t number) {
    if (strcmp(event->kind, "resolve") == 0) {
        say(to, 0, "%zu. the pixel becomes the mean of its four samples, in linear light: %s", number,
            bytes(event->samples[0].color).text);
        return;
    }
    if (event->primitive > 0)
        say(to, 0, "%zu. %.*s %u in draw %zu", number, singular(event->kind), event->kind, event->primitive,
            event->draw);
    else
        say(to, 0, "%zu. %.*s in draw %zu", number, singular(event->kind), event->kind, event->draw);
    say_samples(to, event, true);
}

void bp_explain_pixel(const bp_pixel_history *history, const bp_figure *figure, bp_explain_line *line,
                      void *user) {
    const explanation to = {line, user};
    say(&to, 0, "pixel %d, %d: colour %s, depth %.8g, after %zu event%s", history->x, history->y,
        bytes(history->color).text, (double)history->depth, history->count, history->count == 1 ? "" : "s");
    for (size_t i = 0; i < history->count; i++) {
        const bp_pixel_event *event = &history->events[i];
        if (event->positions)
            explain_triangle(&to, event, i + 1, figure);
        else
            explain_primitive(&to, event, i + 1);
    }
    if (history->count > 0 && history->events[history->count - 1].sample_count > 1)
        say(&to, 0, "the pixel is the mean of its four samples, in linear light: %s",
            bytes(history->color).text);
}
