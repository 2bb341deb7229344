/* A skeleton's bones in depth-first order, and as an indented tree. The walk has no state: the bone alone
 * determines the next one. During a search only matching bones are listed. */
#include "app/numbers.h"
#include "rig/engine.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* The next root in the array after `root`; the first one for NULL. */
static bp_bone *root_after(const bp_skeleton *skeleton, const bp_bone *root) {
    for (size_t i = root ? bp_bone_array_index(root) + 1 : 0; i < bp_skeleton_count(skeleton); i++)
        if (!bp_bone_parent(bp_skeleton_bone(skeleton, i))) return bp_skeleton_bone(skeleton, i);
    return NULL;
}

bp_bone *bp_bone_tree_first(const bp_skeleton *skeleton) {
    return skeleton ? root_after(skeleton, NULL) : NULL;
}

bp_bone *bp_bone_tree_next(const bp_bone *bone) {
    if (bp_bone_first_child(bone)) return bp_bone_first_child(bone);
    while (bp_bone_parent(bone)) {
        if (bp_bone_next_sibling(bone)) return bp_bone_next_sibling(bone);
        bone = bp_bone_parent(bone);
    }
    return root_after(bp_bone_skeleton(bone), bone);
}

static bp_bone *previous(const bp_bone *bone) {
    bp_bone *last = NULL;
    for (bp_bone *b = bp_bone_tree_first(bp_bone_skeleton(bone)); b && b != bone; b = bp_bone_tree_next(b))
        last = b;
    return last;
}

bp_bone *bp_bone_tree_wrap(const bp_bone *bone, bool forward) {
    bp_bone *to = forward ? bp_bone_tree_next(bone) : previous(bone);
    if (to) return to;
    to = bp_bone_tree_first(bp_bone_skeleton(bone));
    if (forward) return to;
    for (bp_bone *b = to; b; b = bp_bone_tree_next(b)) to = b; /* the last one comes before the first */
    return to;
}

const char *bp_bone_label(const bp_bone *bone, char *text, size_t size) {
    const char *name = bp_bone_name(bone);
    if (name[0]) return name;
    snprintf(text, size, "bone %zu", bp_bone_id(bone));
    return text;
}

int bp_bone_tree_depth(const bp_bone *bone) {
    int depth = 0;
    while ((bone = bp_bone_parent(bone))) depth++;
    return depth;
}

static bool begins(const char *name, const char *part) {
    for (; *part; name++, part++)
        if (tolower((unsigned char)*name) != tolower((unsigned char)*part)) return false;
    return true;
}

bool bp_name_contains(const char *name, const char *part) {
    do {
        if (begins(name, part)) return true;
    } while (*name++);
    return false;
}

bp_bone *bp_bone_tree_find(const bp_skeleton *skeleton, const bp_bone *start, const char *part) {
    bp_bone *first = bp_bone_tree_first(skeleton), *found = NULL;
    bool passed = !start;
    for (bp_bone *bone = first; bone; bone = bp_bone_tree_next(bone)) {
        passed |= bone == start;
        bool matches = bp_name_contains(bp_bone_name(bone), part);
        if (matches && passed) return bone;
        if (matches && !found) found = bone; /* before `start`: the result if the search wraps */
    }
    return found;
}

enum { ROW = 22, INDENT = 12, DEEPEST = 10 };

static const char *search_of(const bp_numbers_panel *panel) {
    return panel->app->field.use == BP_FIELD_BONE ? panel->app->field.text : "";
}

static bool listed(const bp_numbers_panel *panel, const bp_bone *bone) {
    return bp_name_contains(bp_bone_name(bone), search_of(panel));
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

static void search_line(bp_painter *p, const char *search, bp_rect rect) {
    char text[64];
    snprintf(text, sizeof text, "/%.40s_", search);
    bp_painter_box(p, (bp_rect){rect.x, rect.y + 1, rect.width, rect.height - 2}, p->theme->page, 4,
                   p->theme->here);
    bp_painter_text(p, rect.x + bp_painter_px(p, 8), rect.y + bp_painter_px(p, 15), text,
                    (bp_style){.face = BP_FACE_MONO, .size = 12});
}

void bp_tree_draw(bp_painter *p, const bp_numbers_panel *panel, bp_rect rect) {
    bp_app *app = panel->app;
    int high = bp_painter_px(p, ROW), at = 0, chosen, taken = 0;
    if (app->field.use == BP_FIELD_BONE) {
        search_line(p, app->field.text, (bp_rect){rect.x, rect.y, rect.width, high});
        taken = high;
    }
    int count = count_rows(panel, &chosen);
    if (count == 0) { /* no match */
        bp_painter_text(p, rect.x + bp_painter_px(p, 10), rect.y + taken + bp_painter_px(p, 15),
                        "no bone has that in its name",
                        (bp_style){.color = p->theme->quiet, .max_width = rect.width});
        return;
    }
    int rows = (rect.height - taken) / high;
    if (rows < 1) rows = 1;
    if (rows > count) rows = count;
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
