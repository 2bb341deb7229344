/* A keyboard key with its caption. */
#include "viewer/widgets.h"

enum { KEY_SIZE = 11, DOES_SIZE = 12, KEY_PAD = 6, KEY_GAP = 4 };

static bp_style key_style(void) { return (bp_style){.size = KEY_SIZE, .face = BP_FACE_MONO}; }

int bp_ui_key_width(const bp_ui *ui, const char *key, const char *does) {
    int cap = bp_ui_text_width(ui, key, key_style()) + 2 * bp_ui_px(ui, KEY_PAD);
    if (!*does) return cap;
    return cap + bp_ui_px(ui, KEY_GAP) + bp_ui_text_width(ui, does, (bp_style){.size = DOES_SIZE});
}

int bp_ui_key(bp_ui *ui, int x, int y, const char *key, const char *does, bp_action action, int value) {
    bp_style style = key_style();
    int cap = bp_ui_text_width(ui, key, style) + 2 * bp_ui_px(ui, KEY_PAD), up = bp_ui_px(ui, 14);
    bp_ui_box(ui, (bp_rect){x, y - up, cap, bp_ui_px(ui, 19)}, ui->theme->card, 4, ui->theme->floor);
    style.align = BP_ALIGN_CENTER;
    bp_ui_text(ui, x + cap / 2, y, key, style);
    bp_ui_text(ui, x + cap + bp_ui_px(ui, KEY_GAP), y, does,
               (bp_style){.size = DOES_SIZE, .color = ui->theme->quiet});
    int width = bp_ui_key_width(ui, key, does);
    if (action != BP_ACTION_NONE) bp_ui_hit(ui, (bp_rect){x, y - up, width, bp_ui_px(ui, 19)}, action, value);
    return width;
}
