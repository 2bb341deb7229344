/* Each number is one that the scalar rasterizer computed with, so that a reader can do the sums by hand. */
#include "scene/explain.h"
#include "base/format.h"
#include <stdio.h>
#include <string.h>

typedef struct explanation {
    bp_explain_line *line;
    void *user;
} explanation;

static void say(const explanation *to, int level, const char *format, ...) BP_PRINTF(3, 4);
static void say(const explanation *to, int level, const char *format, ...) {
    char text[400];
    BP_FORMAT_REST(text, format);
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

static bool is_culled(const bp_pixel_event *event) { return strcmp(event->kind, "culled triangle") == 0; }

static void say_what(const explanation *to, const bp_pixel_event *event, size_t number,
                     const bp_explain_scene *scene) {
    char where[240] = "";
    bp_pick pick;
    if (bp_shadow_drew(scene->shadow, event)) snprintf(where, sizeof where, ": the figure's shadow");
    if (bp_figure_drew(scene->figure, event, &pick)) {
        const bp_figure_part *part = bp_figure_part_at(scene->figure, pick.part);
        int at = snprintf(where, sizeof where, " of mesh \"%.40s\"", part->mesh->name);
        if (part->material && part->material->name)
            at +=
                snprintf(where + at, sizeof where - (size_t)at, ", material \"%.40s\"", part->material->name);
        if (pick.bone)
            snprintf(where + at, sizeof where - (size_t)at, ", moved most by bone \"%.40s\"",
                     bp_bone_name(pick.bone));
    }
    say(to, 0, "%zu. triangle %u in draw %zu%s%s", number, event->primitive, event->draw, where,
        is_culled(event) ? "; it faces away and is culled" : "");
}

static void say_corners(const explanation *to, const bp_pixel_event *event) {
    say(to, 1, "Corners%s", event->clipped ? " of a part that clipping left" : "");
    for (int i = 0; i < 3; i++)
        say(to, 2, "vertex %u at x, y %.10g, %.10g, depth %.9g, w %.9g; the edge from it is %s",
            event->vertices[i], (double)event->screen[i][0], (double)event->screen[i][1],
            (double)event->screen[i][2], 1 / (double)event->screen[i][3],
            event->top_left[i] ? "a top or left edge, which has the points on it" : "a right or bottom edge");
    say(to, 2, "twice the area is %.9g square pixels, %s on the screen%s", square_pixels(event->area),
        event->area < 0 ? "counter-clockwise" : "clockwise",
        event->area < 0 ? "; all signs are turned, so that edge functions are positive inside" : "");
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
    const float at[2] = {t->uv[0] * (float)t->size[0], t->uv[1] * (float)t->size[1]};
    say(to, 2, "of %d x %d texels: at %s", t->size[0], t->size[1], list(at, 2).text);
    if (t->right[0] != 0 || t->right[1] != 0 || t->down[0] != 0 || t->down[1] != 0)
        say(to, 2, "to the next pixel %s texels to the right, %s down: level of detail %.6g",
            list(t->right, 2).text, list(t->down, 2).text, (double)t->level);
    for (int i = 0; i < t->texel_count; i++) {
        const bp_texel_step *texel = &t->texels[i];
        if (texel->weight == 0) continue;
        say(to, 2, "texel %d, %d of level %d, weight %.6g: %s", texel->x, texel->y, texel->level,
            (double)texel->weight, list(texel->color, 4).text);
    }
    say(to, 2, "their sum: %s", list(t->color, 4).text);
}

static void say_lamp(const explanation *to, const bp_shading_step *s) {
    say(to, 2, "light %s from the direction %s", list(s->light_color, 3).text, list(s->direction, 3).text);
}

static void say_physical(const explanation *to, const bp_shading_step *s) {
    say(to, 2, "metallic %.6g, roughness %.6g; normal %s, direction to the eye %s", (double)s->metallic,
        (double)s->roughness, list(s->normal, 3).text, list(s->eye, 3).text);
    float f0[3];
    for (int c = 0; c < 3; c++) {
        const float texture = s->texture_count > 0 && s->textures[0].map < 0 ? s->textures[0].color[c] : 1;
        f0[c] = (s->base[c] * texture - 0.04f) * s->metallic + 0.04f;
    }
    say(to, 2, "mirrored straight on (F0) %s", list(f0, 3).text);
    say_lamp(to, s);
    say(to, 2, "from the light %s (the normal's product with its direction is %.6g)", list(s->light, 3).text,
        (double)s->n_dot_l);
    say(to, 2, "sky: %s, and %s times the height of a direction", list(s->ambient, 3).text,
        list(s->sky_slope, 3).text);
    say(to, 2, "from the sky %s, occlusion %.6g", list(s->sky, 3).text, (double)s->occlusion);
    if (s->emissive[0] > 0 || s->emissive[1] > 0 || s->emissive[2] > 0)
        say(to, 2, "from the surface itself %s", list(s->emissive, 3).text);
    say(to, 2, "together %s", list(s->sum, 3).text);
    if (s->tone_mapped)
        say(to, 2,
            "tone curve, Khronos PBR Neutral: minus m - 6.25 m^2, where m is the least (0.04 from m = 0.08 "
            "on); "
            "from 0.76 on compressed");
}

static void say_color(const explanation *to, const bp_pixel_event *event) {
    const bp_shading_step *s = &event->shading;
    say(to, 1, "Colour%s", s->raw ? "" : ", in linear light");
    say(to, 2, "base colour %s", list(s->base, 4).text);
    if (s->texture_count > 0 && s->textures[0].map < 0)
        say(to, 2, "times texture %s", list(s->textures[0].color, 4).text);
    if (s->model == BP_LIGHTING_PIXEL) {
        say_lamp(to, s);
        say(to, 2,
            "times light %s: %s and the light times %.6g, the product of its direction and the normal %s",
            list(s->light, 3).text, list(s->ambient, 3).text, (double)s->n_dot_l, list(s->normal, 3).text);
    }
    if (s->model == BP_LIGHTING_PBR) say_physical(to, s);
    if (s->wire > 0) say(to, 2, "wireframe over it with opacity %.6g", (double)s->wire);
    say(to, 2, "result%s %s%s", s->model == BP_LIGHTING_PBR ? ", tone-mapped," : "", list(s->color, 4).text,
        s->color[3] < s->alpha_cutoff ? ": less alpha than the cutoff, so it is dropped" : "");
    if (s->blended)
        say(to, 2, "blended over the old colour with alpha %.6g: %.6g of the old one stays",
            (double)s->color[3], 1 - (double)s->color[3]);
}

/* The edge from corner i at a point; corners are whole numbers of 1/256 pixel, so this is exact. */
static double edge_at(const bp_pixel_event *event, int i, double x, double y) {
    const float *a = event->screen[i], *b = event->screen[(i + 1) % 3];
    const double e = ((double)b[0] - (double)a[0]) * (y - (double)a[1]) -
                     ((double)b[1] - (double)a[1]) * (x - (double)a[0]);
    return event->area < 0 ? -e : e;
}

/* Each corner's weight is the function of the opposite edge, divided by twice the area. */
static void say_weights(const explanation *to, const bp_pixel_event *event, int x, int y) {
    const double center[2] = {x + 0.5, y + 0.5};
    say(to, 1, "At the pixel's centre, %.6g, %.6g", center[0], center[1]);
    for (int i = 0; i < 3; i++)
        say(to, 2,
            "vertex %u weighs %.6g on the screen, %.6g with perspective: the edge function from vertex %u to "
            "%u "
            "is %.6g",
            event->vertices[i], (double)event->weights[i], (double)event->corrected[i],
            event->vertices[(i + 1) % 3], event->vertices[(i + 2) % 3],
            edge_at(event, (i + 1) % 3, center[0], center[1]));
}

static void say_shading(const explanation *to, const bp_pixel_event *event, int x, int y) {
    const bp_shading_step *s = &event->shading;
    say_weights(to, event, x, y);
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
        say(to, 1, "Written%s",
            event->shading.raw
                ? ""
                : ", as sRGB bytes: 255 (1.055 L^(1/2.4) - 0.055), below L = 0.0031308 3294.6 L");
    say_samples(to, event, false);
}

static void explain_triangle(const explanation *to, const bp_pixel_history *history, size_t number,
                             const bp_explain_scene *scene) {
    const bp_pixel_event *event = &history->events[number - 1];
    int covered = 0;
    for (int i = 0; i < event->sample_count; i++) covered += event->samples[i].covered;
    say_what(to, event, number, scene);
    if (is_culled(event)) {
        say(to, 1, "Twice its area is %.9g square pixels: %s on the screen. Nothing is written",
            square_pixels(event->area), event->area < 0 ? "counter-clockwise" : "clockwise");
        return;
    }
    say_corners(to, event);
    say(to, 1, "Coverage %d of %d, and depth", covered, event->sample_count);
    for (int i = 0; i < event->sample_count; i++) say_sample(to, event, i);
    if (event->shading.shaded) say_shading(to, event, history->x, history->y);
    say_writes(to, event);
}

/* ---- everything ---------------------------------------------------------------------------------*/

/* "line" of "lines", "box" of "boxes". */
static int singular(const char *kind) {
    size_t length = strlen(kind);
    if (length > 2 && strcmp(kind + length - 3, "xes") == 0) return (int)length - 2;
    return (int)(length > 0 && kind[length - 1] == 's' ? length - 1 : length);
}

const bp_bone *bp_explain_bone(const bp_explain_scene *scene, const bp_pixel_event *event) {
    if (event->positions || event->draw < scene->first_bone) return NULL;
    size_t call = event->draw - scene->first_bone;
    const bp_bone *bone = NULL;
    for (size_t i = 0; !bone && i < scene->skeleton_count; i++)
        bone = bp_scene_bone_of_call(scene->skeletons[i], scene->show, &call);
    return bone;
}

static void explain_primitive(const explanation *to, const bp_pixel_event *event, size_t number,
                              const bp_explain_scene *scene) {
    const bp_bone *bone = bp_explain_bone(scene, event);
    char of[80] = "";
    if (strcmp(event->kind, "resolve") == 0) {
        say(to, 0, "%zu. the pixel becomes the mean of its four samples, in linear light: %s", number,
            bytes(event->samples[0].color).text);
        return;
    }
    if (bone) snprintf(of, sizeof of, " of bone \"%.40s\"", bp_bone_name(bone));
    if (event->primitive > 0)
        say(to, 0, "%zu. %.*s %u in draw %zu%s", number, singular(event->kind), event->kind, event->primitive,
            event->draw, of);
    else
        say(to, 0, "%zu. %.*s in draw %zu%s", number, singular(event->kind), event->kind, event->draw, of);
    say_samples(to, event, true);
}

void bp_explain_pixel(const bp_pixel_history *history, const bp_explain_scene *scene, bp_explain_line *line,
                      void *user) {
    const explanation to = {line, user};
    say(&to, 0, "pixel %d, %d: colour %s, depth %.8g (the nearest sample's), after %zu event%s", history->x,
        history->y, bytes(history->color).text, (double)history->depth, history->count,
        history->count == 1 ? "" : "s");
    for (size_t i = 0; i < history->count; i++) {
        const bp_pixel_event *event = &history->events[i];
        if (event->positions)
            explain_triangle(&to, history, i + 1, scene);
        else
            explain_primitive(&to, event, i + 1, scene);
    }
    if (history->count > 0 && history->events[history->count - 1].sample_count > 1)
        say(&to, 0, "the pixel is the mean of its four samples, in linear light: %s",
            bytes(history->color).text);
}
