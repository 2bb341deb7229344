/* Over the scene: the weights of a vertex with the names of its bones; a file name, or why a file failed. */
#include "app/screens/model/model_screen.h"
#include "rig/engine.h"
#include "scene/figure.h"
#include <stdio.h>

enum { PAD = 10, LINE = 19, WIDTH = 300, BAR = 70 };

typedef struct influence {
    int joint;
    float weight;
} influence;

/* Non-zero weights, the largest first. Returns their number. */
static int influences_of(const bp_mesh *mesh, size_t vertex, influence *out) {
    int count = 0;
    for (int i = 0; i < mesh->influences; i++) {
        size_t index = vertex * (size_t)mesh->influences + (size_t)i;
        influence one = {mesh->joints[index], mesh->weights[index]};
        if (one.weight == 0) continue;
        int to = count++;
        for (; to > 0 && out[to - 1].weight < one.weight; to--) out[to] = out[to - 1];
        out[to] = one;
    }
    return count;
}

static void draw_influence(bp_painter *p, const bp_skeleton *skeleton, influence one, bp_rect rect) {
    const bp_bone *bone = bp_skeleton_bone_of_joint(skeleton, one.joint);
    char weight[32], name[80];
    int base = rect.y + bp_painter_px(p, 13), bar = bp_painter_px(p, BAR), number = bp_painter_px(p, 56),
        swatch = bp_painter_px(p, 10);
    snprintf(weight, sizeof weight, "%.4f", (double)one.weight);
    snprintf(name, sizeof name, "%.70s", bone && bp_bone_name(bone)[0] ? bp_bone_name(bone) : "");
    if (!name[0]) snprintf(name, sizeof name, "joint %d", one.joint);
    bp_painter_box(p, (bp_rect){rect.x, base - swatch, swatch, swatch}, bp_scene_color((size_t)one.joint), 2,
                   p->theme->floor);
    bp_painter_text(p, rect.x + bp_painter_px(p, 18), base, name,
                    (bp_style){.size = 12, .max_width = rect.width - bp_painter_px(p, 24) - bar - number});
    bp_painter_text(p, rect.x + rect.width - bar - bp_painter_px(p, 8), base, weight,
                    (bp_style){.size = 11, .face = BP_FACE_MONO, .align = BP_ALIGN_RIGHT});
    bp_rect whole = {rect.x + rect.width - bar, base - bp_painter_px(p, 7), bar, bp_painter_px(p, 5)};
    bp_painter_fill(p, whole, p->theme->floor);
    whole.width = (int)((float)whole.width * bp_clamp(one.weight, 0, 1) + 0.5f);
    bp_painter_fill(p, whole, p->theme->ink);
}

static void draw_ring(bp_painter *p, const bp_app *app, bp_vertex_ref vertex) {
    const bp_figure *figure = bp_model_figure_get_figure(app->model->loaded.figure);
    const bp_placed_stage *scene = &app->model->picture.placed[0];
    bp_vec2 at;
    if (!bp_camera_project(&scene->camera, scene->rect,
                           bp_figure_positions(figure, vertex.part)[vertex.vertex], &at, NULL))
        return;
    if (p->failed || !bp_rect_contains(scene->rect, at.x, at.y)) return;
    bp_rgba8 inside = p->theme->page, ring = p->theme->here;
    bp_disc disc = {.center = {at.x, at.y, 0},
                    .radius = 5 * p->unit,
                    .color = {inside.r, inside.g, inside.b, 120},
                    .ring = 2 * p->unit,
                    .ring_color = {ring.r, ring.g, ring.b, 255}};
    p->failed = !bp_raster_discs(p->raster, &disc, 1, &(bp_overlay){0}, p->error);
}

void bp_model_draw_vertex(bp_painter *p, const bp_app *app, bp_vertex_ref vertex) {
    const bp_loaded_model *loaded = &app->model->loaded;
    const bp_placed_stage *scene = &app->model->picture.placed[0];
    if (!vertex.valid) return;
    const bp_figure_part *part = bp_figure_part_at(bp_model_figure_get_figure(loaded->figure), vertex.part);
    influence all[BP_MESH_MAX_INFLUENCES];
    int count = part->skeleton ? influences_of(part->mesh, vertex.vertex, all) : 0,
        line = bp_painter_px(p, LINE);
    int pad = bp_painter_px(p, PAD), width = bp_painter_px(p, WIDTH),
        high = 2 * pad + line * (count > 0 ? count + 1 : 2);
    int margin = bp_painter_px(p, 10);
    if (width > scene->rect.width - 2 * margin) width = scene->rect.width - 2 * margin;
    draw_ring(p, app, vertex);
    bp_rect card = {scene->rect.x + margin, scene->rect.y + scene->rect.height - high - margin, width, high};
    bp_rgba8 ground = p->theme->bar;
    ground.a = 235;
    bp_painter_box(p, card, ground, 6, p->theme->rule);
    bp_rect inner = bp_rect_inset(card, pad, pad);
    char head[128];
    double sum = 0;
    for (int i = 0; i < count; i++) sum += (double)all[i].weight;
    const bp_mesh *mesh = bp_model_figure_mesh(loaded->figure, vertex.part);
    size_t number = part->flat ? mesh->indices[vertex.vertex] : vertex.vertex;
    int used = snprintf(head, sizeof head, "vertex %zu%s%.40s", number, part->mesh->name[0] ? " of " : "",
                        part->mesh->name);
    if (count > 0 && used > 0) snprintf(head + used, sizeof head - (size_t)used, ", sum %.4f", sum);
    bp_painter_text(p, inner.x, inner.y + bp_painter_px(p, 11), head,
                    (bp_style){.size = 12, .face = BP_FACE_SANS_BOLD, .max_width = inner.width});
    if (count == 0)
        bp_painter_text(p, inner.x, inner.y + line + bp_painter_px(p, 13),
                        part->skeleton ? "no bone moves it" : "not skinned",
                        (bp_style){.size = 12, .color = p->theme->quiet});
    for (int i = 0; i < count; i++)
        draw_influence(p, part->skeleton, all[i],
                       (bp_rect){inner.x, inner.y + line * (i + 1), inner.width, line});
}

static void name_line(bp_painter *p, const char *path, bp_rect card) {
    bp_rect inner = bp_rect_inset(card, bp_painter_px(p, PAD), bp_painter_px(p, PAD));
    bp_style mono = {.size = 13, .face = BP_FACE_MONO};
    bp_painter_text(p, inner.x, inner.y + bp_painter_px(p, 12),
                    "Open which file? Enter opens it, Esc leaves it.",
                    (bp_style){.size = 13, .color = p->theme->quiet, .max_width = inner.width});
    bp_rect field = {inner.x, inner.y + bp_painter_px(p, 22), inner.width, bp_painter_px(p, 26)};
    bp_painter_box(p, field, p->theme->page, 4, p->theme->here);
    char text[BP_FIELD_MAX + 2];
    int available = field.width - bp_painter_px(p, 16);
    /* Of a name that is too long the end is visible. */
    for (const char *from = path;; from++) {
        snprintf(text, sizeof text, "%s_", from);
        if (!*from || bp_painter_text_width(p, text, mono) <= available) break;
        while ((from[1] & 0xC0) == 0x80) from++;
    }
    bp_painter_text(p, field.x + bp_painter_px(p, 8), field.y + bp_painter_px(p, 17), text, mono);
}

void bp_model_draw_path(bp_painter *p, const bp_app *app, bp_rect scene) {
    const bp_model_screen *screen = app->model;
    bool trouble = screen->failure[0] != '\0';
    if (app->field.use != BP_FIELD_PATH && !trouble) return;
    int margin = bp_painter_px(p, 16), pad = bp_painter_px(p, PAD), width = scene.width - 2 * margin;
    bp_style style = {.size = 13};
    int lines = bp_painter_count_lines(p, width - 2 * pad, 8, screen->failure, style);
    int high = trouble ? 2 * pad + (lines + 1) * bp_painter_px(p, LINE) : 2 * pad + bp_painter_px(p, 50);
    bp_rect card = {scene.x + margin, scene.y + margin, width, high};
    bp_painter_box(p, card, p->theme->bar, 6, trouble ? p->theme->wrong : p->theme->rule);
    if (!trouble) {
        name_line(p, app->field.text, card);
        return;
    }
    bp_painter_text(
        p, card.x + pad, card.y + pad + bp_painter_px(p, 12), "The file can't be opened; this one stays.",
        (bp_style){
            .size = 13, .face = BP_FACE_SANS_BOLD, .color = p->theme->wrong, .max_width = width - 2 * pad});
    bp_painter_wrap(p, card.x + pad, card.y + pad + bp_painter_px(p, LINE + 12), width - 2 * pad, LINE, 8,
                    screen->failure, style);
}
