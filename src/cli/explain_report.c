/* The history of a pixel as text, and as JSON with the same numbers. */
#include "cli/explain_report.h"
#include "cli/print.h"
#include "scene/explain.h"
#include <bindpose/instance.h>
#include <stdio.h>

static void print_line(void *user, int level, const char *text) {
    char escaped[1024];
    (void)user;
    printf("%*s%s\n", 4 * level, "", bp_escape(text, escaped, sizeof escaped));
}

void bp_explain_print(const bp_pixel_history *history, const bp_explain_scene *scene) {
    bp_explain_pixel(history, scene, print_line, NULL);
}

/* ---- JSON ---------------------------------------------------------------------------------------*/

static void put_color(bp_json_writer *json, const char *key, const uint8_t color[4]) {
    bp_json_open_row(json, key);
    for (int i = 0; i < 4; i++) bp_json_put_integer(json, color[i]);
    bp_json_end_array(json);
}

static void put_sample(bp_json_writer *json, const bp_pixel_event *event, const bp_sample_step *s) {
    const float at[2] = {s->x, s->y};
    bp_json_begin_object(json);
    bp_json_set_floats(json, "at", at, 2);
    if (event->positions) {
        bp_json_open_row(json, "edges");
        for (int i = 0; i < 3; i++) bp_json_put_number(json, (double)s->edge[i] / 65536);
        bp_json_end_array(json);
    }
    bp_json_set_bool(json, "covered", s->covered);
    bp_json_set_bool(json, "passed", s->passed);
    bp_json_set_bool(json, "written", s->written);
    bp_json_set_number(json, "depth", (double)s->depth);
    bp_json_set_number(json, "oldDepth", (double)s->old_depth);
    put_color(json, "oldColor", s->old_color);
    put_color(json, "color", s->color);
    bp_json_end_object(json);
}

static void put_texture(bp_json_writer *json, const bp_texture_step *t) {
    static const char *const names[BP_MAPS] = {[BP_MAP_METALLIC_ROUGHNESS] = "metallicRoughness",
                                               [BP_MAP_NORMAL] = "normal",
                                               [BP_MAP_OCCLUSION] = "occlusion",
                                               [BP_MAP_EMISSIVE] = "emissive"};
    bp_json_begin_object(json);
    bp_json_set_text(json, "map", t->map < 0 ? "baseColor" : names[t->map]);
    bp_json_set_floats(json, "uv", t->uv, 2);
    bp_json_set_floats(json, "uvWithoutPerspective", t->flat_uv, 2);
    bp_json_open_row(json, "size");
    for (int i = 0; i < 2; i++) bp_json_put_integer(json, t->size[i]);
    bp_json_end_array(json);
    bp_json_set_floats(json, "toRight", t->right, 2);
    bp_json_set_floats(json, "toDown", t->down, 2);
    bp_json_set_number(json, "level", (double)t->level);
    bp_json_open_array(json, "texels");
    for (int i = 0; i < t->texel_count; i++) {
        bp_json_begin_object(json);
        bp_json_set_integer(json, "level", t->texels[i].level);
        bp_json_set_integer(json, "x", t->texels[i].x);
        bp_json_set_integer(json, "y", t->texels[i].y);
        bp_json_set_number(json, "weight", (double)t->texels[i].weight);
        bp_json_set_floats(json, "color", t->texels[i].color, 4);
        bp_json_end_object(json);
    }
    bp_json_end_array(json);
    bp_json_set_floats(json, "color", t->color, 4);
    bp_json_end_object(json);
}

static void put_light(bp_json_writer *json, const bp_shading_step *s) {
    if (s->model == BP_LIGHTING_NONE) return;
    bp_json_set_floats(json, "normal", s->normal, 3);
    bp_json_set_number(json, "normalDotLight", (double)s->n_dot_l);
    bp_json_set_floats(json, "lightDirection", s->direction, 3);
    bp_json_set_floats(json, "lightColor", s->light_color, 3);
    bp_json_set_floats(json, "ambient", s->ambient, 3);
    bp_json_set_floats(json, "light", s->light, 3);
    if (s->model != BP_LIGHTING_PBR) return;
    bp_json_set_number(json, "metallic", (double)s->metallic);
    bp_json_set_number(json, "roughness", (double)s->roughness);
    bp_json_set_number(json, "occlusion", (double)s->occlusion);
    bp_json_set_floats(json, "eye", s->eye, 3);
    bp_json_set_floats(json, "skySlope", s->sky_slope, 3);
    bp_json_set_floats(json, "sky", s->sky, 3);
    bp_json_set_floats(json, "emissive", s->emissive, 3);
    bp_json_set_floats(json, "sum", s->sum, 3);
    bp_json_set_bool(json, "toneMapped", s->tone_mapped);
}

static void put_shading(bp_json_writer *json, const bp_shading_step *s) {
    bp_json_open_object(json, "shading");
    bp_json_set_number(json, "inverseW", (double)s->inverse_w);
    bp_json_set_number(json, "w", (double)s->w);
    bp_json_set_floats(json, "base", s->base, 4);
    bp_json_open_array(json, "textures");
    for (int i = 0; i < s->texture_count; i++) put_texture(json, &s->textures[i]);
    bp_json_end_array(json);
    put_light(json, s);
    bp_json_set_number(json, "wire", (double)s->wire);
    bp_json_set_floats(json, "color", s->color, 4);
    bp_json_set_number(json, "alphaCutoff", (double)s->alpha_cutoff);
    bp_json_set_bool(json, "blended", s->blended);
    bp_json_end_object(json);
}

static void put_names(bp_json_writer *json, const bp_pixel_event *event, const bp_explain_scene *scene) {
    bp_pick pick;
    bp_json_set_bool(json, "shadow", bp_shadow_drew(scene->shadow, event));
    if (!bp_figure_drew(scene->figure, event, &pick)) return;
    const bp_figure_part *part = bp_figure_part_at(scene->figure, pick.part);
    bp_json_set_text(json, "mesh", part->mesh->name);
    bp_json_set_text(json, "material", part->material ? part->material->name : NULL);
    bp_json_set_text(json, "bone", pick.bone ? bp_bone_name(pick.bone) : NULL);
}

static void put_triangle(bp_json_writer *json, const bp_pixel_event *event, const bp_explain_scene *scene) {
    put_names(json, event, scene);
    bp_json_open_array(json, "corners");
    for (int i = 0; i < 3; i++) {
        bp_json_begin_object(json);
        bp_json_set_integer(json, "vertex", event->vertices[i]);
        bp_json_set_floats(json, "screen", event->screen[i], 3);
        bp_json_set_number(json, "inverseW", (double)event->screen[i][3]);
        bp_json_set_bool(json, "topLeftEdge", event->top_left[i]);
        bp_json_end_object(json);
    }
    bp_json_end_array(json);
    bp_json_set_bool(json, "clipped", event->clipped);
    bp_json_set_number(json, "twiceArea", (double)event->area / 65536);
    bp_json_set_floats(json, "weights", event->weights, 3);
    bp_json_set_floats(json, "weightsInPerspective", event->corrected, 3);
    if (event->shading.shaded) put_shading(json, &event->shading);
}

bool bp_explain_print_json(const bp_pixel_history *history, const bp_explain_scene *scene, bp_error *error) {
    bp_json_writer json = bp_json_writer_make(NULL);
    bp_json_begin_object(&json);
    bp_json_open_row(&json, "pixel");
    bp_json_put_integer(&json, history->x);
    bp_json_put_integer(&json, history->y);
    bp_json_end_array(&json);
    put_color(&json, "color", history->color);
    bp_json_set_number(&json, "depth", (double)history->depth);
    bp_json_open_array(&json, "events");
    for (size_t i = 0; i < history->count; i++) {
        const bp_pixel_event *event = &history->events[i];
        bp_json_begin_object(&json);
        bp_json_set_text(&json, "kind", event->kind);
        bp_json_set_integer(&json, "draw", (long long)event->draw);
        bp_json_set_integer(&json, "primitive", event->primitive);
        if (event->positions) put_triangle(&json, event, scene);
        const bp_bone *bone = bp_explain_bone(scene, event);
        if (bone) bp_json_set_text(&json, "bone", bp_bone_name(bone));
        bp_json_open_array(&json, "samples");
        for (int n = 0; n < event->sample_count; n++) put_sample(&json, event, &event->samples[n]);
        bp_json_end_array(&json);
        bp_json_end_object(&json);
    }
    bp_json_end_array(&json);
    bp_json_end_object(&json);
    return bp_print_json(&json, error);
}
