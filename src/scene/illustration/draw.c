/* An illustration's picture: its stages, their titles and notes, its sliders. */
#include "base/format.h"
#include "scene/illustration/stage_drawing.h"

enum { NUMBER = 16, TITLE = 15, SUBTITLE = 12, NOTE = 13, LINE = 16, PAD = 6, TRACK = 4, KNOB = 11 };

static bp_stage_drawing drawing_of(const bp_illustration *illustration, int index) {
    const bp_content *content = &illustration->content;
    const bp_placed_stage *placed = &illustration->placed[index];
    const bp_pointed *hover = &illustration->hover;
    const bp_hand *hand = &illustration->hand;
    bp_stage_drawing drawing = {.content = content,
                                .stage = &content->stages[placed->stage],
                                .index = placed->stage,
                                .rect = placed->rect,
                                .camera = placed->camera,
                                .show = bp_illustration_show(illustration),
                                .lit_row = illustration->lit_row,
                                .axis = illustration->chosen.axis,
                                .ring = placed->ring,
                                .hovered_handle = -1,
                                .selected_handle = illustration->chosen.handle,
                                .note_size = content->stage_count > 1 ? NOTE : NOTE + 1};
    const bp_skeleton *skeleton = drawing.stage->skeleton;
    if (placed->stage == illustration->chosen.stage) drawing.selected = bp_illustration_bone(illustration);
    if (hover->stage != placed->stage) return drawing;
    drawing.hovered_handle = hover->handle;
    if (hover->bone != BP_ID_NONE && skeleton)
        drawing.hovered = bp_skeleton_bone_by_id(skeleton, hover->bone);
    bp_drag_kind drag = hand->took.drag;
    if (hand->edited && (drag == BP_TAKE_MESH || drag == BP_TAKE_RING || drag == BP_TAKE_JOINT))
        drawing.arc = (bp_drag_arc){drawing.hovered, illustration->chosen.axis, hand->angle, hand->arm};
    return drawing;
}

void bp_illustration_draw(const bp_illustration *illustration, bp_painter *painter) {
    for (int i = 0; i < illustration->placed_count; i++) {
        bp_stage_drawing drawing = drawing_of(illustration, i);
        bp_stage_draw(painter, &drawing);
    }
}

/* Above the scene, with the stage's number. */
static void draw_title(bp_painter *painter, const bp_illustration *illustration,
                       const bp_placed_stage *placed) {
    const bp_content *content = &illustration->content;
    const bp_stage *stage = &content->stages[placed->stage];
    if (content->stage_count < 2 && content->number <= 0) return;
    bool several = content->stage_count > 1, here = several && placed->stage == illustration->chosen.stage;
    int x = placed->rect.x + bp_painter_px(painter, PAD), y = illustration->rect.y;
    if (placed->rect.y > y) y = placed->rect.y - bp_illustration_title(illustration);
    int right = placed->rect.x + placed->rect.width;
    bp_style style = {.size = NUMBER, .face = BP_FACE_SANS_BOLD};
    style.color = here ? painter->theme->here : painter->theme->quiet;
    x += bp_painter_text(painter, x, y + bp_painter_px(painter, 18),
                         bp_format("%d", several ? placed->stage + 1 : content->number).text, style) +
         bp_painter_px(painter, 8);
    const char *title = stage->title ? stage->title : "";
    style = (bp_style){.size = TITLE, .face = BP_FACE_SANS_BOLD};
    while (style.size > 9 && bp_painter_text_width(painter, title, style) > right - x) style.size--;
    if (bp_painter_text_width(painter, title, style) > right - x) style.face = BP_FACE_SANS;
    style.max_width = right - x;
    bp_painter_text(painter, x, y + bp_painter_px(painter, 18), title, style);
    style = (bp_style){.size = SUBTITLE, .color = painter->theme->quiet};
    if (stage->subtitle && *stage->subtitle &&
        bp_painter_text_width(painter, stage->subtitle, style) <= right - x)
        bp_painter_text(painter, x, y + bp_painter_px(painter, 36), stage->subtitle, style);
}

/* At the lower left of the scene, on a ground that keeps the letters clear of bones and floor. */
static void draw_note(bp_painter *painter, const bp_stage_drawing *drawing) {
    bp_rect rect = bp_stage_note_rect(painter, drawing);
    bp_style style = {.size = drawing->note_size, .color = painter->theme->quiet};
    bp_rgba8 ground = painter->theme->page;
    if (rect.width < 1) return;
    ground.a = 190;
    bp_painter_box(painter, rect, ground, 3, (bp_rgba8){0});
    int pad = bp_painter_px(painter, PAD);
    bp_painter_wrap(painter, drawing->rect.x + pad, rect.y + bp_painter_px(painter, LINE - 3),
                    drawing->rect.width - 2 * pad, LINE, NOTE_LINES, drawing->stage->note, style);
}

static void draw_card(bp_painter *painter, const char *text, bp_rect card, bool chosen, bool waits) {
    const bp_theme *theme = painter->theme;
    bp_style style = {.size = 16,
                      .face = chosen ? BP_FACE_SANS_BOLD : BP_FACE_SANS,
                      .color = waits ? theme->faint : theme->ink,
                      .align = BP_ALIGN_CENTER};
    while (style.size > 9 &&
           bp_painter_text_width(painter, text, style) > card.width - bp_painter_px(painter, 8))
        style.size--;
    bp_painter_box(painter, card, chosen ? theme->card : theme->page, 6,
                   chosen && !waits ? theme->here : theme->rule);
    bp_painter_text(painter, card.x + card.width / 2, card.y + card.height / 2 + bp_painter_px(painter, 5),
                    text, style);
}

/* The names of its values side by side, the chosen one marked, or in their order; one that is dragged is at
 * the mouse, too. */
static void draw_cards(bp_painter *painter, const bp_illustration *illustration, int index) {
    const bp_slider *slider = &illustration->content.sliders[index];
    const bp_hand *hand = &illustration->hand;
    bp_rect track = illustration->tracks[index];
    if (track.width < 1) return;
    int count = bp_slider_names(slider), gap = bp_painter_px(painter, 8), order[BP_CARD_MAX] = {0};
    bool held = hand->took.drag == BP_TAKE_SLIDER && hand->took.slider == index && hand->moved > (float)gap;
    if (slider->ordered && count <= BP_CARD_MAX) bp_order_of(slider->value, count, order);
    for (int i = 0; i < count; i++) {
        int from = track.x + track.width * i / count, to = track.x + track.width * (i + 1) / count;
        bp_rect card = {from, track.y + 2, to - from - gap, track.height - 4};
        bool dragged = held && hand->took.handle == i;
        bool chosen = slider->ordered ? dragged : i == (int)(slider->value + 0.5f);
        const char *text = slider->names[slider->ordered ? order[i] : i];
        draw_card(painter, text, card, chosen, slider->waits);
        if (!dragged) continue;
        card.x = (int)hand->x - card.width / 2, card.y = (int)hand->y - card.height / 2;
        draw_card(painter, text, card, true, false);
    }
}

/* "angle in local: 60°", and the track with its knob. */
static void draw_slider(bp_painter *painter, const bp_illustration *illustration, int index) {
    const bp_slider *slider = &illustration->content.sliders[index];
    const bp_theme *theme = painter->theme;
    bp_rect track = illustration->tracks[index];
    if (track.width < 1) return;
    int left = illustration->rect.x, middle = track.y + track.height / 2,
        y = middle + bp_painter_px(painter, 6);
    bp_formatted name = bp_format("%.78s: ", slider->name),
                 value = bp_format("%.*f%s", slider->decimals, (double)slider->value,
                                   slider->unit ? slider->unit : "");
    bp_style style = {.size = 16, .color = slider->waits ? theme->faint : theme->ink}, bold = style;
    bold.face = BP_FACE_SANS_BOLD;
    int room = track.x - bp_painter_px(painter, KNOB + 6) - left,
        valued = bp_painter_text_width(painter, value.text, bold);
    while (style.size > 11 && bp_painter_text_width(painter, name.text, style) > room - valued) {
        bold.size = --style.size;
        valued = bp_painter_text_width(painter, value.text, bold);
    }
    style.max_width = room - valued > 1 ? room - valued : 1;
    int used = bp_painter_text(painter, left, y, name.text, style);
    bp_painter_text(painter, left + (used < style.max_width ? used : style.max_width), y, value.text, bold);
    int tall = bp_painter_px(painter, TRACK);
    bp_painter_box(painter, (bp_rect){track.x, middle - tall / 2, track.width, tall}, theme->rule, 2,
                   (bp_rgba8){0});
    float range = slider->max - slider->min, along = range > 0 ? (slider->value - slider->min) / range : 0;
    int x = track.x + (int)(bp_clamp(along, 0, 1) * (float)track.width + 0.5f);
    bool held = illustration->hand.took.drag == BP_TAKE_SLIDER && illustration->hand.took.slider == index;
    bp_painter_dot(painter, x, middle, held ? KNOB + 2 : KNOB, slider->waits ? theme->faint : theme->here,
                   true);
}

void bp_illustration_draw_over(const bp_illustration *illustration, bp_painter *painter) {
    const bp_content *content = &illustration->content;
    for (int i = 0; i < illustration->placed_count; i++) {
        const bp_placed_stage *placed = &illustration->placed[i];
        bp_stage_drawing drawing = drawing_of(illustration, i);
        bp_stage_draw_names(painter, &drawing);
        bp_stage_draw_marks(painter, &drawing);
        draw_title(painter, illustration, placed);
        draw_note(painter, &drawing);
    }
    for (int i = 0; i < content->slider_count; i++)
        (content->sliders[i].names ? draw_cards : draw_slider)(painter, illustration, i);
    char hint[160];
    bp_illustration_hint(illustration, hint, sizeof hint);
    bp_draw_hint(painter, hint, (bp_vec2){illustration->hover.x, illustration->hover.y}, illustration->rect,
                 false);
}

bool bp_illustration_render(const bp_illustration *illustration, bp_raster *raster, const bp_framebuffer *to,
                            const bp_theme *theme, bp_error *error) {
    bp_error own = {0};
    bp_painter painter = {
        .raster = raster, .theme = theme, .unit = illustration->unit, .error = error ? error : &own};
    const bp_pass pass = {.samples = 4};
    bp_framebuffer flat = *to;
    flat.depth = NULL; /* the pass's own is enough */
    bp_painter_begin(&painter, &flat, &pass, &(bp_rect){0}, theme->page);
    bp_illustration_draw(illustration, &painter);
    if (!painter.failed) painter.failed = !bp_raster_resolve_samples(raster, painter.error);
    bp_illustration_draw_over(illustration, &painter);
    bp_painter_end(&painter);
    return !painter.failed;
}
