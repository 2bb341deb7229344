/* The names that the viewer has for the painter, and its keyboard keys. */
#ifndef BP_VIEWER_WIDGETS_H
#define BP_VIEWER_WIDGETS_H

#include "viewer/key_table.h"
#include <bindpose/painter.h>

typedef bp_painter bp_ui;
typedef bp_text_span bp_ui_span;
#define bp_ui_px bp_painter_px
#define bp_ui_begin bp_painter_begin
#define bp_ui_end bp_painter_end
#define bp_ui_box bp_painter_box
#define bp_ui_fill bp_painter_fill
#define bp_ui_text bp_painter_text
#define bp_ui_text_width bp_painter_text_width
#define bp_ui_dot bp_painter_dot
#define bp_ui_hit bp_painter_hit
#define bp_ui_lines_with_rim bp_painter_lines_with_rim
#define bp_ui_rimmed_lines bp_painter_rimmed_lines
#define bp_ui_lines_spans bp_painter_wrap_spans
#define bp_ui_count_lines bp_painter_count_lines
#define bp_ui_lines bp_painter_wrap

/* A keyboard key with its caption. Returns the width; with `action` NONE it can't be clicked. */
int bp_ui_key(bp_ui *ui, int x, int y, const char *key, const char *does, bp_action action, int value);
int bp_ui_key_width(const bp_ui *ui, const char *key, const char *does);

#endif
