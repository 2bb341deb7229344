/* The seven matrices of the selected bone, each with how often it is computed. Entries that the last
 * change changed are marked by colour, weight and a line. All numbers of a matrix have the same decimals,
 * so their points align. */
#include "viewer/panels.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LINE = 16, TIGHT_LINE = 14, HEAD = 18, COLUMN_GAP = 16, ROWS = (BP_MATRIX_COUNT + 1) / 2 };

/* Layout units from one row of matrices to the next, for that line height. */
static int block_height(int line) { return HEAD + 4 * line + (line == LINE ? 9 : 6); }

typedef enum matrix_kind { EVERY_FRAME, ON_DEMAND, STATIC } matrix_kind;

typedef struct matrix_word {
    const char *name;
    matrix_kind kind;
    int number; /* in bp_matrices */
} matrix_word;

/* In the order of the panel, two in a row. */
static const matrix_word WORDS[BP_MATRIX_COUNT] = {
    {"local", EVERY_FRAME, 0}, {"final", EVERY_FRAME, 2},    {"absolute", ON_DEMAND, 1},
    {"bind", STATIC, 3},       {"absolute bind", STATIC, 4}, {"absolute inverse bind", STATIC, 5},
    {"rest", STATIC, 6},
};

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

static void entry(bp_ui *ui, int right, int y, float value, bool mark, int decimals) {
    const bp_theme *theme = ui->theme;
    char text[32];
    bp_matrix_text(value, decimals, text);
    bp_style style = {.size = 11, .face = BP_FACE_MONO, .align = BP_ALIGN_RIGHT};
    if (fabsf(value) < 5e-5f) style.color = theme->faint;
    if (mark) style.color = theme->changed, style.face = BP_FACE_MONO_BOLD;
    int width = bp_ui_text(ui, right, y, text, style);
    if (mark)
        bp_ui_fill(ui, (bp_rect){right - width, y + bp_ui_px(ui, 2), width, bp_ui_px(ui, 1)}, theme->changed);
}

static void kind_word(bp_ui *ui, const matrix_word *word, bool current, int right, int y) {
    const bp_theme *theme = ui->theme;
    static const char *const kinds[] = {"every frame", "on demand", "static"};
    bp_style style = {.size = 11, .color = theme->quiet, .align = BP_ALIGN_RIGHT};
    if (word->kind != ON_DEMAND) {
        bp_ui_text(ui, right, y, kinds[word->kind], style);
        return;
    }
    if (!current) style.color = theme->changed;
    const char *lamp = current ? "on demand, current" : "on demand, stale";
    int width = bp_ui_text(ui, right, y, lamp, style);
    bp_ui_dot(ui, right - width - bp_ui_px(ui, 9), y - bp_ui_px(ui, 4), 4,
              current ? theme->quiet : theme->changed, !current);
}

typedef struct block_scope {
    bp_matrices now;
    const bp_matrices *before;
    bool columns;
    int line; /* units between lines */
} block_scope;

static void block(bp_ui *ui, const block_scope *scope, const matrix_word *word, bp_rect rect) {
    const bp_theme *theme = ui->theme;
    const bp_matrices *now = &scope->now, *before = scope->before;
    int y = rect.y + bp_ui_px(ui, 12), column = rect.width / 4;
    bp_style head = {.size = 12, .face = BP_FACE_SANS_BOLD, .color = theme->quiet};
    if (word->kind == EVERY_FRAME) head.color = theme->here;
    if (word->kind == ON_DEMAND) head.color = now->current ? theme->ink : theme->changed;
    bp_ui_text(ui, rect.x, y, word->name, head);
    kind_word(ui, word, now->current, rect.x + rect.width, y);
    const bp_mat4 *m = &now->m[word->number], *was = &before->m[word->number];
    int decimals = bp_matrix_decimals(m);
    for (int r = 0; r < 4; r++) {
        y = rect.y + bp_ui_px(ui, (float)(HEAD + 12 + scope->line * r));
        for (int c = 0; c < 4; c++) {
            int i = scope->columns ? 4 * c + r : 4 * r + c;
            bool mark = before->valid && changed(m->m[i], was->m[i]);
            entry(ui, rect.x + rect.width - (3 - c) * column, y, m->m[i], mark, decimals);
        }
    }
}

int bp_panel_matrices(bp_ui *ui, const bp_bone *bone, const bp_matrices *before, bool columns, bp_rect rect) {
    /* Tighter lines if the formulas below would not fit. */
    int needed = bp_ui_px(ui, (float)(ROWS * block_height(LINE) + 8 + 3 * BP_FORMULA_LEADING));
    int line = rect.height < needed ? TIGHT_LINE : LINE;
    const block_scope scope = {bp_matrices_of(bone), before, columns, line};
    int gap = bp_ui_px(ui, COLUMN_GAP), width = (rect.width - gap) / 2;
    int high = bp_ui_px(ui, (float)block_height(line));
    for (int i = 0; i < BP_MATRIX_COUNT; i++) {
        bp_rect place = {rect.x + i % 2 * (width + gap), rect.y + i / 2 * high, width, high};
        if (place.y + high <= rect.y + rect.height + bp_ui_px(ui, 8)) block(ui, &scope, &WORDS[i], place);
    }
    return ROWS * high;
}
