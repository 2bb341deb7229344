/* The matrices of the selected bone. Each is a frame: its rows are the X, Y and Z axis and the position, in
 * their colours, and a line above them says in words what the matrix does. Entries that the last change
 * changed are marked by colour, weight and a line. All numbers of a matrix have the same decimals, so their
 * points align. */
#include "app/numbers.h"
#include "base/format.h"
#include "rig/engine.h"

/* How the selected bone's matrices follow from others. Matrices that the last change changed are marked. */

enum { LINE = BP_FORMULA_LEADING, FORMULAS_MAX = 3 };

typedef struct formula {
    struct formula_term {
        char name[64];
        bool changed;
    } left, first, second; /* left = first * second; second may be "" */
} formula;
typedef struct formula_term formula_term;

/* Whether the matrix of that number in bp_matrices is shown. */
static bool is_shown(const bp_numbers_panel *panel, int number) {
    return panel->app->settings.all_matrices || panel->matrices == 0 || (panel->matrices >> number & 1);
}

/* Below what the last change changed. */
static void underline(bp_painter *p, int x, int y, int width) {
    bp_painter_fill(p, (bp_rect){x, y + bp_painter_px(p, 2), width, bp_painter_px(p, 1)}, p->theme->changed);
}

static bool differ(bp_mat4 a, bp_mat4 b) {
    for (int i = 0; i < 16; i++)
        if (!(fabsf(a.m[i] - b.m[i]) <= 5e-5f * (1 + fabsf(a.m[i])))) return true;
    return false;
}

/* local * the parent's one, which follows from `own`, the chain or the absolute: it is local^-1 * own. */
static formula product(const bp_numbers_panel *panel, const char *matrix, bp_mat4 own, bp_mat4 own_before) {
    const bp_matrices now = bp_matrices_of(panel->bone), *before = panel->before;
    const bp_bone *parent = bp_bone_parent(panel->bone);
    formula f = {.first = {"local", false}};
    char above[32];
    bp_mat4 inverse, inverse_before;
    snprintf(f.left.name, sizeof f.left.name, "%s", matrix);
    if (parent)
        snprintf(f.second.name, sizeof f.second.name, "%s of %.40s", matrix,
                 bp_bone_label(parent, above, sizeof above));
    if (!before->valid) return f;
    f.left.changed = differ(own, own_before);
    f.first.changed = differ(now.m[0], before->m[0]);
    f.second.changed = now.current && before->current && bp_mat4_inverse(now.m[0], &inverse) &&
                       bp_mat4_inverse(before->m[0], &inverse_before) &&
                       differ(bp_mat4_mul(inverse, own), bp_mat4_mul(inverse_before, own_before));
    return f;
}

/* Those whose matrices are shown. */
static int make_formulas(const bp_numbers_panel *panel, formula *formulas) {
    const bp_matrices now = bp_matrices_of(panel->bone), *before = panel->before;
    int count = 0;
    if (is_shown(panel, 2) && is_shown(panel, 5)) {
        /* Before the change the chain was absolute bind * final. */
        bp_mat4 chain = bp_bone_chain(panel->bone), chain_before = bp_mat4_mul(before->m[4], before->m[2]);
        formulas[count++] =
            (formula){{"final", before->valid && differ(now.m[2], before->m[2])},
                      {"absolute inverse bind", before->valid && differ(now.m[5], before->m[5])},
                      {"chain", before->valid && differ(chain, chain_before)}};
        formulas[count++] = product(panel, "chain", chain, chain_before);
    }
    if (is_shown(panel, 1)) formulas[count++] = product(panel, "absolute", now.m[1], before->m[1]);
    return count;
}

/* Returns its right end. */
static int draw_term(bp_painter *p, const char *text, bool changed, int x, int y, int right) {
    bp_style style = {.size = 12, .face = BP_FACE_MONO, .max_width = right - x > 0 ? right - x : 1};
    if (changed) style.face = BP_FACE_MONO_BOLD, style.color = p->theme->changed;
    int width = bp_painter_text(p, x, y, text, style);
    if (changed) underline(p, x, y, width);
    return x + width;
}

int bp_formulas_draw(bp_painter *p, const bp_numbers_panel *panel, bp_rect rect) {
    formula formulas[FORMULAS_MAX];
    int count = make_formulas(panel, formulas), used = 0, line = bp_painter_px(p, LINE),
        right = rect.x + rect.width;
    bool columns = panel->app->settings.columns;
    for (int i = 0; i < count; i++) {
        const formula *f = &formulas[i];
        const bool two = f->second.name[0] != '\0';
        const formula_term *first = columns && two ? &f->second : &f->first,
                           *second = columns ? &f->first : &f->second;
        bp_formatted whole =
            bp_format("%s = %s%s%s", f->left.name, f->first.name, two ? " · " : "", f->second.name);
        bool wrap = bp_painter_text_width(p, whole.text, (bp_style){.size = 12, .face = BP_FACE_MONO}) >
                    rect.width; /* the product is on a second line */
        if (used + line * (1 + wrap) > rect.height) break;
        int y = rect.y + used + bp_painter_px(p, 13),
            x = draw_term(p, f->left.name, f->left.changed, rect.x, y, right);
        x = draw_term(p, wrap ? " =" : " = ", false, x, y, x + rect.width);
        if (wrap) x = rect.x + bp_painter_px(p, 16), y += line;
        x = draw_term(p, first->name, first->changed, x, y, right);
        if (two) {
            x = draw_term(p, " · ", false, x, y, x + rect.width);
            draw_term(p, second->name, second->changed, x, y, right);
        }
        used += line * (1 + wrap);
    }
    return used;
}

typedef enum matrix_kind { EVERY_FRAME, ON_DEMAND, STATIC } matrix_kind;

typedef struct matrix_word {
    const char *name;
    matrix_kind kind;
    int number; /* in bp_matrices */
} matrix_word;

/* Numbers in bp_matrices of those that can be changed. */
enum { LOCAL = 0, BIND = 3 };

/* In the order of the panel. */
static const matrix_word WORDS[BP_MATRIX_COUNT] = {
    {"local", EVERY_FRAME, 0}, {"final", EVERY_FRAME, 2},    {"absolute", ON_DEMAND, 1},
    {"bind", STATIC, 3},       {"absolute bind", STATIC, 4}, {"absolute inverse bind", STATIC, 5},
    {"rest", STATIC, 6},
};

static const char *const ROW_NAMES[] = {"X", "Y", "Z", "position"};

/* How large the matrices are drawn, in layout units. The first style that fits is used, else the last. */
typedef struct matrix_style {
    int columns;       /* matrices side by side */
    int head;          /* from the name to the words */
    int words;         /* lines of words */
    int size, leading; /* of the words and the numbers */
    int gap;           /* below a matrix */
    int label;         /* width of the rows' names */
} matrix_style;

enum { COLUMN_GAP = 16, MORE = 24 };
enum { TWO_FROM = 400 }; /* width from which two matrices fit side by side */

static const matrix_style STYLES[] = {{1, 18, 1, 13, 19, 14, 74},
                                      {1, 18, 1, 12, 16, 10, 70},
                                      {2, 18, 2, 11, 15, 10, 44},
                                      {2, 18, 1, 11, 15, 8, 44},
                                      {2, 18, 1, 11, 14, 5, 44}};
static const matrix_style NARROW_STYLES[] = {{1, 18, 1, 13, 19, 14, 74},
                                             {1, 18, 1, 12, 16, 10, 70},
                                             {1, 16, 1, 12, 15, 8, 66},
                                             {1, 16, 1, 12, 14, 6, 66},
                                             {1, 15, 1, 11, 13, 6, 62}};

int bp_matrix_decimals(const bp_mat4 *m) {
    float largest = 0;
    for (int i = 0; i < 16; i++) {
        float size = fabsf(m->m[i]);
        if (size > largest && size <= 3.4e38f) largest = size;
    }
    int decimals = 4;
    for (float limit = 9.99995f; largest >= limit && decimals >= 0; limit *= 10) decimals--;
    return decimals;
}

const char *bp_matrix_text(float value, int decimals, char *text) {
    char plain[24];
    if (value != value || fabsf(value) > 3.4e38f)
        snprintf(plain, sizeof plain, "%s", value != value ? "NaN" : value > 0 ? "inf" : "-inf");
    else if (decimals < 0)
        snprintf(plain, sizeof plain, "%.1e", (double)value);
    else
        snprintf(plain, sizeof plain, "%.*f", decimals, (double)value);
    bool minus = plain[0] == '-' && strpbrk(plain, "123456789i") != NULL;
    const char *digits = plain[0] == '-' ? plain + 1 : plain;
    snprintf(text, 32, "%s%s", minus ? "\xE2\x88\x92" : "", digits);
    return text;
}

bp_matrices bp_matrices_of(const bp_bone *bone) {
    bp_matrices all = {.valid = bone != NULL};
    if (!bone) return all;
    bp_bone_matrices(bone, all.m);
    all.current = bp_bone_absolute_is_current(bone);
    return all;
}

/* True if the change is visible at four decimals. NaN differs from every number. */
static bool changed(float now, float before) {
    if (now == before || (now != now && before != before)) return false;
    return !(fabsf(now - before) <= 5e-5f * (1 + fabsf(now) * 0.02f));
}

static int matrix_count(const bp_numbers_panel *panel) {
    int count = 0;
    for (int i = 0; i < BP_MATRIX_COUNT; i++) count += is_shown(panel, i);
    return count;
}

/* Pixels from one matrix to the one below it. Columns have their names above them. */
static int block_height(const bp_painter *p, const matrix_style *style, bool columns) {
    int units =
        style->head + style->leading * (style->words + 4) + style->gap + (columns ? style->leading - 2 : 0);
    return bp_painter_px(p, (float)units);
}

static int height_in(const bp_painter *p, const bp_numbers_panel *panel, const matrix_style *style) {
    int count = matrix_count(panel), rows = (count + style->columns - 1) / style->columns;
    return rows * block_height(p, style, panel->app->settings.columns) +
           (count < BP_MATRIX_COUNT ? bp_painter_px(p, MORE) : 0);
}

static const matrix_style *style_for(const bp_painter *p, const bp_numbers_panel *panel, int width,
                                     int height) {
    const matrix_style *styles = width < bp_painter_px(p, TWO_FROM) ? NARROW_STYLES : STYLES;
    size_t i = 0;
    while (i + 1 < BP_COUNT(STYLES) && height_in(p, panel, &styles[i]) > height) i++;
    return &styles[i];
}

static void kind_word(bp_painter *p, matrix_kind kind, bool current, int right, int y) {
    const bp_theme *theme = p->theme;
    static const char *const kinds[] = {"every frame", "on demand, stale", "static"};
    bool stale = kind == ON_DEMAND && !current;
    const char *words = kind == ON_DEMAND && current ? "on demand, current" : kinds[kind];
    int width = bp_painter_text(
        p, right, y, words,
        (bp_style){.size = 11, .color = stale ? theme->changed : theme->quiet, .align = BP_ALIGN_RIGHT});
    if (kind == ON_DEMAND)
        bp_painter_dot(p, right - width - bp_painter_px(p, 9), y - bp_painter_px(p, 4), 4,
                       current ? theme->quiet : theme->changed, stale);
}

typedef struct block_scope {
    const bp_numbers_panel *panel;
    const matrix_style *style;
    bp_matrices now;
} block_scope;

static bool is_typed(const block_scope *scope, bp_number number) {
    const bp_text_field *field = &scope->panel->app->field;
    return field->use == BP_FIELD_NUMBER && field->number == (int)number;
}

/* A number that can be dragged: with a dotted line below it, and while it is typed as an input. `x` is its
 * left end, or the right one in a style that ends there. Returns its width. */
static int draw_number(bp_painter *p, const block_scope *scope, bp_number number, const char *text, int x,
                       int y, bp_style style) {
    char typed[32];
    bool typing = is_typed(scope, number), at_right = style.align == BP_ALIGN_RIGHT;
    if (typing) {
        snprintf(typed, sizeof typed, "%.24s_", scope->panel->app->field.text);
        text = typed;
        style.color = p->theme->ink;
    }
    int width = bp_painter_text_width(p, text, style), pad = bp_painter_px(p, 3), dot = bp_painter_px(p, 2);
    int left = at_right ? x - width : x, up = bp_painter_px(p, (float)style.size);
    bp_rect area = {left - pad, y - up, width + 2 * pad, up + bp_painter_px(p, 4)};
    if (typing) bp_painter_box(p, area, p->theme->page, 3, p->theme->here);
    bp_painter_text(p, x, y, text, style);
    bool marked = style.face == BP_FACE_MONO_BOLD; /* has a line already */
    for (int at = left; at < left + width && !typing && !marked; at += 2 * dot)
        bp_painter_fill(p, (bp_rect){at, y + bp_painter_px(p, 2), dot, bp_painter_px(p, 1)}, p->theme->quiet);
    bp_painter_hit(p, area, BP_ACTION_NUMBER, (int)number);
    return width;
}

/* One line of words. `live`: with an angle that can be dragged; it has one even without a rotation. */
static void words_line(bp_painter *p, const block_scope *scope, const bp_mat4 *m, const char *words,
                       bool live, int x, int y) {
    char angle[32];
    bp_matrix_parts parts = bp_matrix_parts_of(m);
    const bp_style look = {.size = scope->style->size};
    const char *about = strstr(words, " about ");
    if (!live || parts.form != BP_FORM_TRS || (parts.degrees != 0 && !about)) {
        bp_painter_text(p, x, y, words, look);
        return;
    }
    bool more = strncmp(words, "identity", 8) != 0 && strncmp(words, "only", 4) != 0;
    bp_formatted rest = bp_format("%s", about);
    if (parts.degrees == 0)
        rest = bp_format(" about %c%s%s", "XYZ"[scope->panel->shown->chosen.axis], more ? ", " : "",
                         more ? words : "");
    x += bp_painter_text(p, x, y, "rotated ", look);
    int pad = is_typed(scope, BP_NUMBER_ANGLE) ? bp_painter_px(p, 3) : 0;
    bp_angle_text(parts.degrees, angle);
    x += draw_number(p, scope, BP_NUMBER_ANGLE, angle, x + pad, y, look) + 2 * pad;
    bp_painter_text(p, x, y, rest.text, look);
}

/* The position comes after a comma: on a line of its own if they don't fit into one. */
static void draw_words(bp_painter *p, const block_scope *scope, const bp_mat4 *m, bool live, bp_rect rect,
                       int y) {
    char text[BP_MATRIX_WORDS_MAX], less[BP_MATRIX_WORDS_MAX];
    const matrix_style *style = scope->style;
    const bp_style look = {.size = style->size};
    bp_matrix_words(m, BP_WORDS_ALL, text);
    bp_matrix_words(m, BP_WORDS_NO_POSITION, less);
    /* An angle of 0 is written too if it can be dragged. */
    bool zero = live && bp_matrix_parts_of(m).degrees == 0;
    int more = zero ? bp_painter_text_width(p, "rotated 0° about X, ", look) : 0;
    const char *line = NULL;
    if (bp_painter_text_width(p, text, look) + more <= rect.width) line = text;
    size_t length = strlen(less);
    if (!line && style->words > 1 && strncmp(text, less, length) == 0 && text[length] == ',') {
        text[length + 1] = '\0';
        if (bp_painter_text_width(p, text, look) <= rect.width) {
            line = text;
            bp_painter_text(p, rect.x, y + bp_painter_px(p, (float)style->leading), text + length + 2, look);
        }
    }
    if (!line && bp_painter_text_width(p, less, look) + more <= rect.width) line = less;
    if (line) {
        words_line(p, scope, m, line, live, rect.x, y);
        return;
    }
    if (bp_painter_count_lines(p, rect.width, style->words + 1, less, look) > style->words)
        bp_matrix_words(m, BP_WORDS_SHORT, less);
    bp_painter_wrap(p, rect.x, y, rect.width, style->leading, style->words, less, look);
}

/* Where the numbers of a matrix are, in pixels. */
typedef struct number_grid {
    int right[4]; /* ends of the columns */
    int top;      /* baseline of the first row */
    int leading;
    bool names; /* the rows' names fit */
    bool tight; /* the last column or row is 0 0 0 1 */
} number_grid;

static number_grid grid_of(const bp_painter *p, const block_scope *scope, const bp_mat4 *m, bp_rect rect,
                           int top) {
    bool columns = scope->panel->app->settings.columns;
    number_grid grid = {.top = top, .leading = bp_painter_px(p, (float)scope->style->leading), .tight = true};
    for (int i = 0; i < 4; i++) grid.tight &= m->m[4 * i + 3] == (i == 3 ? 1.0f : 0.0f);
    grid.names = columns || grid.tight;
    int last = bp_painter_px(p, (float)scope->style->size + 4), right = rect.x + rect.width;
    int label = grid.names && !columns ? bp_painter_px(p, (float)scope->style->label) : 0;
    bool narrow = grid.tight && !columns;
    int each = narrow ? (rect.width - label - last) / 3 : (rect.width - label) / 4;
    /* Numbers stay close to their row's name. */
    int most = bp_painter_px(p, (float)scope->style->size * 6.0f);
    if (each > most) each = most;
    if (narrow) right = rect.x + label + 3 * each + last;
    for (int c = 0; c < 4; c++) grid.right[c] = narrow && c == 3 ? right : rect.x + label + (c + 1) * each;
    return grid;
}

static void entry(bp_painter *p, const block_scope *scope, int right, int y, float value, bool mark,
                  int decimals, bp_number number) {
    const bp_theme *theme = p->theme;
    char text[32];
    bp_matrix_text(value, decimals, text);
    bp_style style = {.size = scope->style->size, .face = BP_FACE_MONO, .align = BP_ALIGN_RIGHT};
    if (fabsf(value) < 5e-5f) style.color = theme->faint;
    if (mark) style.color = theme->changed, style.face = BP_FACE_MONO_BOLD;
    bool live = number != BP_NUMBER_NONE, typing = live && is_typed(scope, number);
    int width = live ? draw_number(p, scope, number, text, right, y, style)
                     : bp_painter_text(p, right, y, text, style);
    if (mark && !typing) underline(p, right - width, y, width);
}

/* The rectangle of a row, or with columns of a column and its name. */
static bp_rect row_rect(const bp_painter *p, const number_grid *grid, bool columns, bp_rect rect, int row) {
    int up = bp_painter_px(p, columns ? 10 : 12), pad = bp_painter_px(p, 4);
    if (!columns)
        return (bp_rect){rect.x - pad, grid->top + row * grid->leading - up,
                         grid->right[3] - rect.x + 2 * pad, grid->leading};
    int left = row > 0 ? grid->right[row - 1] : rect.x - pad;
    return (bp_rect){left + pad, grid->top - grid->leading - up, grid->right[row] - left,
                     5 * grid->leading + pad};
}

/* The axis's name in its colour. The row under the mouse is brighter, and its arrow is in the scene. */
static void row_name(bp_painter *p, const block_scope *scope, const number_grid *grid, bp_rect rect,
                     int number, int row) {
    bool columns = scope->panel->app->settings.columns,
         lit = scope->panel->shown->lit_row == 4 * number + row;
    bp_rect area = row_rect(p, grid, columns, rect, row);
    bp_style style = {.size = scope->style->size - 1, .color = bp_theme_axis(p->theme, row)};
    if (row < 3 || scope->style->columns == 1) style.face = BP_FACE_SANS_BOLD;
    if (lit) bp_painter_box(p, area, p->theme->card, 3, style.color);
    if (columns) {
        style.align = BP_ALIGN_RIGHT;
        bp_painter_text(p, grid->right[row], grid->top - grid->leading, ROW_NAMES[row], style);
    } else {
        bp_painter_text(p, rect.x, grid->top + row * grid->leading, ROW_NAMES[row], style);
    }
    bp_painter_hit(p, area, BP_ACTION_MATRIX_ROW, 4 * number + row);
}

static void block(bp_painter *p, const block_scope *scope, const matrix_word *word, bp_rect rect) {
    const bp_theme *theme = p->theme;
    const bp_matrices *now = &scope->now, *before = scope->panel->before;
    const matrix_style *style = scope->style;
    bool columns = scope->panel->app->settings.columns;
    int y = rect.y + bp_painter_px(p, 12);
    bp_style head = {.size = style->size + 1, .face = BP_FACE_SANS_BOLD, .color = theme->quiet};
    if (word->kind == EVERY_FRAME) head.color = theme->here;
    if (word->kind == ON_DEMAND) head.color = now->current ? theme->ink : theme->changed;
    bool live = word->number == (scope->panel->shown->binds ? BIND : LOCAL) && !scope->panel->blocked;
    if (live && scope->panel->shown->binds) head.color = theme->here;
    bp_painter_text(p, rect.x, y, word->name, head);
    if (live && scope->panel->shown->binds) {
        bp_painter_text(p, rect.x + rect.width, y, "drag or type",
                        (bp_style){.size = 11, .color = theme->here, .align = BP_ALIGN_RIGHT});
    } else {
        kind_word(p, word->kind, now->current, rect.x + rect.width, y);
    }
    const bp_mat4 *m = &now->m[word->number], *was = &before->m[word->number];
    y += bp_painter_px(p, (float)style->head);
    draw_words(p, scope, m, live, rect, y);
    y += bp_painter_px(p, (float)(style->leading * style->words));
    if (columns) y += bp_painter_px(p, (float)(style->leading - 2));
    int decimals = bp_matrix_decimals(m);
    number_grid grid = grid_of(p, scope, m, rect, y);
    for (int row = 0; row < 4 && grid.names; row++) row_name(p, scope, &grid, rect, word->number, row);
    for (int i = 0; i < 16; i++) {
        int r = columns ? i % 4 : i / 4, c = columns ? i / 4 : i % 4;
        bool mark = before->valid && changed(m->m[i], was->m[i]);
        entry(p, scope, grid.right[c], grid.top + r * grid.leading, m->m[i], mark,
              grid.tight && i % 4 == 3 ? 0 : decimals,
              live && i >= 12 && i < 15 ? (bp_number)((int)BP_NUMBER_X + i - 12) : BP_NUMBER_NONE);
    }
}

/* The words that show the others, where they would be; or that hide them again. */
static void more_line(bp_painter *p, int count, int x, int y) {
    bp_word(p, x, y + bp_painter_px(p, 13),
            count ? bp_format("%d more: all seven", count).text : "only this lesson's",
            (bp_style){.size = 12, .color = p->theme->here}, BP_ACTION_ALL_MATRICES, 0);
}

int bp_matrices_draw(bp_painter *p, const bp_numbers_panel *panel, bp_rect rect) {
    const matrix_style *style = style_for(p, panel, rect.width, rect.height);
    const block_scope scope = {panel, style, bp_matrices_of(panel->bone)};
    int gap = style->columns > 1 ? bp_painter_px(p, COLUMN_GAP) : 0, at = 0, count = matrix_count(panel);
    int width = (rect.width - gap * (style->columns - 1)) / style->columns;
    int high = block_height(p, style, panel->app->settings.columns), bottom = rect.y + rect.height;
    for (int i = 0; i < BP_MATRIX_COUNT; i++) {
        if (!is_shown(panel, WORDS[i].number)) continue;
        bp_rect area = {rect.x + at % style->columns * (width + gap), rect.y + at / style->columns * high,
                        width, high};
        at++;
        if (area.y + high <= bottom + bp_painter_px(p, 8)) block(p, &scope, &WORDS[i], area);
    }
    int used = (count + style->columns - 1) / style->columns * high;
    if (count < BP_MATRIX_COUNT && used + bp_painter_px(p, MORE - 8) <= rect.height)
        more_line(p, BP_MATRIX_COUNT - count, rect.x, rect.y + used);
    int last = at % style->columns, row = at / style->columns; /* the place behind rest is free */
    if (panel->app->settings.all_matrices && panel->matrices && last > 0 &&
        rect.y + (row + 1) * high <= bottom)
        more_line(p, 0, rect.x + last * (width + gap), rect.y + row * high);
    return height_in(p, panel, style);
}
