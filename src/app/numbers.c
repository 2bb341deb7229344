/* A rotation changes about its own axis, which stays where it is while the angle changes. A bone that is
 * not rotated gets the selected axis. */
#include "app/numbers.h"
#include "base/format.h"
#include "rig/engine.h"
#include "scene/camera.h"
#include <stdio.h>
#include <string.h>

enum { CLICK = 3 /* units that a click may move */ };
static const float DEGREES = 1, METRES = 0.01f, FINER = 0.1f; /* a pixel or a key; with Shift */

static bp_matrix_parts parts_of(const bp_illustration *shown, const bp_bone *bone) {
    bp_mat4 m = shown->binds ? bp_bone_bind(bone) : bp_bone_local(bone);
    return bp_matrix_parts_of(&m);
}

/* The number's value for the bone: degrees or metres. */
static float number_value(const bp_illustration *shown, const bp_bone *bone, bp_number number) {
    bp_matrix_parts parts = parts_of(shown, bone);
    return number == BP_NUMBER_ANGLE ? parts.degrees : (&parts.position.x)[number - BP_NUMBER_X];
}

/* Adds degrees about the rotation's axis, or metres. */
static void change(bp_app *app, bp_illustration *shown, bp_number number, float by, bool merge) {
    const bp_bone *bone = bp_illustration_bone(shown);
    if (!bone || !bp_is_finite((double)by)) return;
    bp_matrix_parts parts = parts_of(shown, bone);
    bp_vec3 axis = parts.degrees != 0 ? parts.axis : bp_axis(shown->chosen.axis, 1);
    bool ok = number == BP_NUMBER_ANGLE
                  ? bp_illustration_turn(shown, axis, bp_radians(by), merge)
                  : bp_illustration_move(shown, bp_axis((int)(number - BP_NUMBER_X), by), merge);
    if (!ok && shown->content.blocked)
        bp_app_notify(app, "%s", shown->content.blocked);
    else if (!ok)
        bp_app_notify(app, "%d changes by hand are the limit; R resets them", BP_EDITS_MAX);
    app->edited |= ok;
}

static float step_of(bp_number number, unsigned mods) {
    return (number == BP_NUMBER_ANGLE ? DEGREES : METRES) * (mods & BP_MOD_SHIFT ? FINER : 1);
}

static void type_at(bp_app *app, int number) {
    bp_field_open(&app->field, BP_FIELD_NUMBER);
    app->field.number = number;
}

void bp_numbers_hold(bp_app *app, bp_illustration *shown, const bp_event *event) {
    float scale = app->settings.scale > 0 ? app->settings.scale : 1;
    bool click = !(app->moved > CLICK * scale); /* or NaN */
    if (app->held.action != BP_ACTION_NUMBER) return;
    bp_number number = (bp_number)app->held.value;
    if (event->kind == BP_EVENT_RELEASE && click) {
        type_at(app, (int)number);
    } else if (event->kind == BP_EVENT_MOVE && !click) {
        change(app, shown, number, (event->x - app->x) / scale * step_of(number, event->mods), app->edited);
    }
}

static bool is_drawn(const bp_app *app, int number) {
    const bp_hit_areas *hits = &app->drawn.hits;
    for (int i = 0; i < hits->count; i++)
        if (hits->items[i].action == BP_ACTION_NUMBER && hits->items[i].value == number) return true;
    return false;
}

/* Opens the field for a number that is drawn: this one or the next. */
static void open_number(bp_app *app, int at) {
    if (at == BP_NUMBER_NONE) at = BP_NUMBER_ANGLE;
    while (at < BP_NUMBER_COUNT && !is_drawn(app, at)) at++;
    if (at < BP_NUMBER_COUNT)
        type_at(app, at);
    else
        bp_app_notify(app, app->settings.numbers ? "no number can be changed now" : "I opens the numbers");
}

/* Sets the number to what was typed, and closes the field. */
static void submit(bp_app *app, bp_illustration *shown) {
    const bp_bone *bone = bp_illustration_bone(shown);
    bp_number number = (bp_number)app->field.number;
    float value;
    if (bone && app->field.text[0]) {
        if (bp_field_number(&app->field, &value))
            change(app, shown, number, value - number_value(shown, bone, number), false);
        else
            bp_app_notify(app, "%.24s is not a number", app->field.text);
    }
    bp_field_open(&app->field, BP_FIELD_NONE);
}

static bool type_number(bp_app *app, bp_illustration *shown, const bp_event *event) {
    bp_number number = (bp_number)app->field.number;
    enum { ALL = BP_NUMBER_COUNT - 1 };
    int at = app->field.number, sign = event->key == BP_KEY_UP ? 1 : -1,
        by = event->mods & BP_MOD_SHIFT ? -1 : 1;
    if (bp_field_type(&app->field, event) || event->kind == BP_EVENT_TEXT) return true;
    switch (event->key) {
    case BP_KEY_ENTER: submit(app, shown); return true;
    case BP_KEY_ESCAPE: bp_field_open(&app->field, BP_FIELD_NONE); return true;
    case BP_KEY_TAB:
        submit(app, shown);
        for (int i = 0; i < ALL && (i == 0 || !is_drawn(app, at)); i++) at = (at - 1 + by + ALL) % ALL + 1;
        type_at(app, at);
        return true;
    case BP_KEY_UP:
    case BP_KEY_DOWN:
        app->field.text[0] = '\0';
        change(app, shown, number, (float)sign * step_of(number, event->mods), event->repeat);
        return true;
    case BP_KEY_SPACE: return true; /* also comes as text */
    default: return false;
    }
}

/* Typing selects the first match from the selected bone on; Tab and Down the next one; Enter and Esc
 * close. */
static bool type_search(bp_app *app, bp_illustration *shown, const bp_event *event) {
    const bp_bone *from = bp_illustration_bone(shown);
    if (!bp_field_type(&app->field, event)) {
        switch (event->kind == BP_EVENT_KEY ? event->key : BP_KEY_NONE) {
        case BP_KEY_SPACE: return true; /* also comes as text */
        case BP_KEY_TAB:
        case BP_KEY_DOWN: from = from ? bp_bone_tree_next(from) : NULL; break;
        case BP_KEY_ENTER:
        case BP_KEY_ESCAPE: bp_field_open(&app->field, BP_FIELD_NONE); return true;
        default: return false;
        }
    }
    int stage = shown->chosen.stage;
    const bp_skeleton *skeleton =
        stage < shown->content.stage_count ? shown->content.stages[stage].skeleton : NULL;
    const bp_bone *found = bp_bone_tree_find(skeleton, from, app->field.text);
    if (found) bp_illustration_choose(shown, stage, bp_bone_id(found));
    return true;
}

bool bp_numbers_type(bp_app *app, bp_illustration *shown, const bp_event *event) {
    if (app->field.use == BP_FIELD_NUMBER) return type_number(app, shown, event);
    return app->field.use == BP_FIELD_BONE && type_search(app, shown, event);
}

/* The rows in the order in which they were drawn, then none. */
static void next_row(bp_app *app, int by) {
    const bp_hit_areas *hits = &app->drawn.hits;
    int rows[BP_HIT_AREAS_MAX + 1] = {-1}, count = 1, at = 0;
    for (int i = 0; i < hits->count; i++) {
        if (hits->items[i].action != BP_ACTION_MATRIX_ROW) continue;
        if (hits->items[i].value == app->matrix_row) at = count;
        rows[count++] = hits->items[i].value;
    }
    app->matrix_row = rows[(at + by + count) % count];
    if (count == 1) bp_app_notify(app, "I opens the numbers");
}

bool bp_numbers_act(bp_app *app, bp_illustration *shown, bp_action action, int value) {
    switch (action) {
    case BP_ACTION_MATRIX_ROW: app->matrix_row = app->matrix_row == value ? -1 : value; return true;
    case BP_ACTION_MATRIX_ROW_NEXT: next_row(app, value); return true;
    case BP_ACTION_NUMBER:
        if (app->held.action != BP_ACTION_NUMBER) open_number(app, value);
        return true;
    case BP_ACTION_SEARCH:
        if (!bp_illustration_bone(shown)) return true;
        app->settings.numbers = true;
        bp_field_open(&app->field, BP_FIELD_BONE);
        return true;
    default: return false;
    }
}

/* ---- drawing ------------------------------------------------------------------------------------ */

enum { PAD = 16, TREE = 210, TREE_FROM = 560, GAP = 24, TREE_ROW = 22, TREE_ROWS = 6 };

void bp_numbers_light(const bp_app *app, bp_illustration *shown) {
    const bp_hit_area *hover = &app->hover;
    int row = hover->action == BP_ACTION_MATRIX_ROW ? hover->value : app->matrix_row;
    if (hover->action == BP_ACTION_NUMBER && hover->value != BP_NUMBER_ANGLE)
        row = shown->binds ? 15 : 3; /* the position of bind or local */
    shown->lit_row = app->settings.numbers ? row : -1;
    if (hover->action == BP_ACTION_BONE) {
        shown->hover.stage = shown->chosen.stage;
        shown->hover.bone = (size_t)hover->value;
    }
}

enum { READOUT_ROWS = 3 };

/* Ends rows at the dots between readouts, so that none is wider; the last row has the rest. */
static int split(const bp_painter *p, char *text, bp_style style, int width, const char **rows) {
    static const char dot[] = " · ";
    int count = 1;
    char *row = text, *end = NULL;
    rows[0] = text;
    for (char *at = strstr(text, dot); count < READOUT_ROWS; at = strstr(at + sizeof dot - 1, dot)) {
        char kept = at ? *at : '\0';
        if (at) *at = '\0';
        bool wide = bp_painter_text_width(p, row, style) > width;
        if (at) *at = kept;
        if (wide && end) {
            *end = '\0';
            rows[count++] = row = end + sizeof dot - 1;
        }
        if (!at) break;
        end = at;
    }
    return count;
}

void bp_numbers_line(bp_painter *p, const bp_app *app, const char *text, bp_rect rect) {
    int base = rect.y + rect.height / 2 + bp_painter_px(p, 6), right = rect.x + rect.width,
        gap = bp_painter_px(p, 12);
    bp_style style = {.size = 16, .color = p->theme->quiet};
    bp_style word = style;
    if (app->hover.action == BP_ACTION_NUMBERS) word.color = p->theme->here;
    const char *opens = app->settings.numbers ? "▼ numbers" : "▲ numbers";
    right -= bp_word_left_of(p, right, base, opens, word, BP_ACTION_NUMBERS, 0) + gap;
    int width = right - rect.x;
    const char *rows[READOUT_ROWS];
    char copy[400];
    while (style.size > 13 && bp_painter_text_width(p, text, style) > width) style.size--;
    snprintf(copy, sizeof copy, "%s", text);
    int count = split(p, copy, style, width, rows);
    if (count > 2) style.size = 11;
    for (int i = 0; i < count; i++)
        while (style.size > 8 && bp_painter_text_width(p, rows[i], style) > width) style.size--;
    style.align = BP_ALIGN_RIGHT;
    style.max_width = width;
    int leading = bp_painter_px(p, (float)style.size + 3);
    for (int i = 0; i < count && width > 0; i++)
        bp_painter_text(p, right, base + (2 * i - count + 1) * leading / 2, rows[i], style);
}

/* ---- a skeleton's bones as an indented tree ---- */

enum { INDENT = 12, DEEPEST = 10 };

static bool listed(const bp_numbers_panel *panel, const bp_bone *bone) {
    const bp_text_field *field = &panel->app->field;
    return field->use != BP_FIELD_BONE || bp_name_contains(bp_bone_name(bone), field->text);
}

/* The number of rows, and the selected bone's row. */
static int count_rows(const bp_numbers_panel *panel, int *selected_row) {
    int count = 0;
    *selected_row = 0;
    const bp_bone *bone = bp_bone_tree_first(bp_bone_skeleton(panel->bone));
    for (; bone; bone = bp_bone_tree_next(bone)) {
        if (!listed(panel, bone)) continue;
        if (bone == panel->bone) *selected_row = count;
        count++;
    }
    return count;
}

/* Behind the selected bone's name: its node and location. */
static void draw_location(bp_painter *p, const bp_numbers_panel *panel, int x, int base, int right) {
    char where[160];
    const bp_node *node = panel->hide_node ? NULL : bp_bone_node(panel->bone);
    const char *name = node ? bp_node_name(node) : "", *more = panel->location;
    bool same = node && strcmp(name, bp_bone_name(panel->bone)) == 0;
    snprintf(where, sizeof where, "%s%.60s%s%.60s", node ? "linked to " : "", same ? "its node" : name,
             node && *more ? ", " : "", more);
    bp_style style = {.size = 12, .color = p->theme->quiet};
    const char *words = *more && bp_painter_text_width(p, where, style) > right - x ? more : where;
    style.max_width = right - x;
    if (right - x > bp_painter_px(p, 40)) bp_painter_text(p, x, base, words, style);
}

static void row(bp_painter *p, const bp_numbers_panel *panel, const bp_bone *bone, bp_rect rect) {
    const bp_theme *theme = p->theme;
    bool selected = bone == panel->bone;
    char label[32];
    int depth = bp_bone_tree_depth(bone), base = rect.y + bp_painter_px(p, 15);
    if (depth > DEEPEST) depth = DEEPEST;
    int x = rect.x + bp_painter_px(p, (float)(10 + INDENT * depth));
    if (selected) {
        bp_painter_fill(p, rect, theme->card);
        bp_painter_fill(p, (bp_rect){rect.x, rect.y, bp_painter_px(p, 3), rect.height}, theme->changed);
    }
    const bp_illustration *shown = panel->shown;
    if (shown->hover.stage == shown->chosen.stage && shown->hover.bone == bp_bone_id(bone))
        bp_painter_box(p, rect, (bp_rgba8){0}, 3, theme->here);
    bp_style style = {.size = 13, .max_width = rect.x + rect.width - x - bp_painter_px(p, 6)};
    if (selected) style.face = BP_FACE_SANS_BOLD;
    x += bp_painter_text(p, x, base, bp_bone_label(bone, label, sizeof label), style) + bp_painter_px(p, 10);
    bp_painter_hit(p, rect, BP_ACTION_BONE, (int)bp_bone_id(bone));
    if (selected) draw_location(p, panel, x, base, rect.x + rect.width - bp_painter_px(p, 6));
}

static void draw_tree(bp_painter *p, const bp_numbers_panel *panel, bp_rect rect) {
    bp_app *app = panel->app;
    int high = bp_painter_px(p, TREE_ROW), at = 0, chosen, taken = 0;
    if (app->field.use == BP_FIELD_BONE) {
        bp_painter_box(p, (bp_rect){rect.x, rect.y + 1, rect.width, high - 2}, p->theme->page, 4,
                       p->theme->here);
        bp_painter_text(p, rect.x + bp_painter_px(p, 8), rect.y + bp_painter_px(p, 15),
                        bp_format("/%.40s_", app->field.text).text,
                        (bp_style){.face = BP_FACE_MONO, .size = 12});
        taken = high;
    }
    int count = count_rows(panel, &chosen);
    if (count == 0) { /* no match */
        bp_painter_text(p, rect.x + bp_painter_px(p, 10), rect.y + taken + bp_painter_px(p, 15),
                        "no bone has that in its name",
                        (bp_style){.color = p->theme->quiet, .max_width = rect.width});
        return;
    }
    int rows = bp_clamp_int((rect.height - taken) / high, 1, count);
    bp_rect list = {rect.x, rect.y + taken, rect.width - bp_painter_px(p, 8), rows * high};
    /* Another bone scrolls into view; the wheel may take it out again. */
    if (app->tree_bone != panel->bone) bp_app_scroll_to(app, BP_SCROLL_TREE, chosen, rows);
    app->tree_bone = panel->bone;
    int top = bp_app_scroll(app, BP_SCROLL_TREE, list, rows, count);
    const bp_bone *bone = bp_bone_tree_first(bp_bone_skeleton(panel->bone));
    for (; bone && at < top + rows; bone = bp_bone_tree_next(bone)) {
        if (!listed(panel, bone)) continue;
        if (at >= top) row(p, panel, bone, (bp_rect){list.x, list.y + (at - top) * high, list.width, high});
        at++;
    }
    bp_scroll_bar(p, list, top, rows, count);
}

/* Tree, matrices and formulas. Returns the height; with a painter that has failed it only measures. */
static int draw(bp_painter *p, const bp_numbers_panel *panel, bp_rect inner) {
    bool wide = inner.width >= bp_painter_px(p, TREE_FROM);
    int tree = bp_painter_px(p, TREE), gap = bp_painter_px(p, GAP),
        rows = bp_painter_px(p, TREE_ROW * TREE_ROWS);
    bp_rect right = inner, left = inner;
    if (wide) {
        right.x += tree + gap, right.width -= tree + gap;
        left.width = tree;
    } else {
        left.height = rows / 2;
        right.y += left.height + bp_painter_px(p, 8), right.height -= left.height + bp_painter_px(p, 8);
    }
    bp_painter quiet = bp_painter_measuring(p);
    int formulas = bp_formulas_draw(&quiet, panel, right);
    right.height -= formulas;
    int high = bp_matrices_draw(p, panel, right);
    if (high > right.height) high = right.height;
    bp_formulas_draw(p, panel, (bp_rect){right.x, right.y + high, right.width, formulas});
    high += formulas;
    if (wide) left.height = high > rows ? high : rows;
    if (!p->failed) draw_tree(p, panel, left);
    return wide ? left.height : right.y - inner.y + high;
}

bp_rect bp_numbers_draw(bp_painter *p, const bp_numbers_panel *panel, bp_rect area) {
    int pad = bp_painter_px(p, PAD), high = bp_painter_px(p, 20);
    bp_rect inner = bp_rect_inset(area, pad, pad);
    bp_painter quiet = bp_painter_measuring(p);
    if (panel->bone) high = draw(&quiet, panel, inner);
    if (high > inner.height) high = inner.height;
    bp_rect card = {area.x, area.y + area.height - high - 2 * pad, area.width, high + 2 * pad};
    bp_painter_box(p, card, p->theme->bar, 8, p->theme->rule);
    bp_painter_hit(p, card, BP_ACTION_NONE, 0); /* what is below it isn't there */
    inner.y = card.y + pad, inner.height = high;
    if (panel->bone)
        draw(p, panel, inner);
    else
        bp_painter_text(p, inner.x, inner.y + bp_painter_px(p, 15), "No bones on this stage.",
                        (bp_style){.size = 14, .color = p->theme->quiet});
    return card;
}
