/* painter: boxes, texts, lines and dots in the colours of a theme, for illustrations and windows.
 *
 * Sizes are in layout units, which text size and screen density turn into pixels; positions are in pixels.
 * After the first error all further calls do nothing, so callers need not check each one. */
#ifndef BINDPOSE_PAINTER_H
#define BINDPOSE_PAINTER_H

#include "raster/inspect.h"
#include "raster/pixel_history.h"
#include <bindpose/raster.h>

BP_BEGIN_C

/* The windows' colours: a dark theme and a light one. Accents come from Okabe and Ito's palette, which
 * colour-blind people can tell apart; whatever a colour says, a word, a symbol or the text's weight says
 * too. */
typedef struct bp_theme {
    bp_rgba8 page;    /* behind everything */
    bp_rgba8 bar;     /* title, side panel, cards of numbers */
    bp_rgba8 card;    /* behind a stage, the selected row, keys */
    bp_rgba8 rule;    /* lines between */
    bp_rgba8 ink;     /* text */
    bp_rgba8 quiet;   /* secondary text */
    bp_rgba8 faint;   /* zeros among numbers */
    bp_rgba8 here;    /* the current position */
    bp_rgba8 changed; /* what the last step changed; the selected bone's name */
    bp_rgba8 right;   /* a right answer */
    bp_rgba8 wrong;
    bp_rgba8 bone;
    bp_rgba8 selected, selected_rim; /* the selected bone and its ring: bright and dark, seen on every limb */
    bp_rgba8 floor; /* grey lines that must be seen: the floor, the edge of an option, an empty bar */
    bp_rgba8 arm_left, arm_right; /* words for the limbs of these colours */
    bp_rgba8 ghost;               /* poses that are not there: binds, wrong rules, answers */
    /* A frame's axes and its origin, as text and in scenes. No limb has these colours. */
    bp_rgba8 axis_x, axis_y, axis_z, axis_origin;
} bp_theme;

const bp_theme *bp_theme_of(bool light);
/* The colour of a matrix's row: X, Y, Z, position. */
bp_rgba8 bp_theme_axis(const bp_theme *theme, int row);

enum { BP_HIT_AREAS_MAX = 192 };

typedef struct bp_hit_area {
    bp_rect rect;
    unsigned action; /* the window's own */
    int value;
} bp_hit_area;

typedef struct bp_hit_areas {
    bp_hit_area items[BP_HIT_AREAS_MAX]; /* later ones cover earlier ones */
    int count;
} bp_hit_areas;

enum { BP_TEXT_LOG_MAX = 512 };

/* The lines of text that were drawn, for tests. */
typedef struct bp_text_log {
    struct {
        char text[240]; /* as drawn, with U+2212 for minus signs; cut off after that */
        bp_rect rect;
        bool cut; /* it ended in an ellipsis */
    } items[BP_TEXT_LOG_MAX];
    int count;
} bp_text_log;

typedef enum bp_probe_kind {
    BP_PROBE_HISTORY, /* of one pixel, over all passes that end with the probe; they draw that pixel alone */
    BP_PROBE_STATISTICS, /* of all pixels of a pass */
    BP_PROBE_TIMES,      /* the pass measures its tiles, for bp_raster_times */
    BP_PROBE_DRAWS,      /* only the first draws of the pass are drawn */
} bp_probe_kind;

/* What is wanted of a picture's passes, beside the picture. */
typedef struct bp_pixel_probe {
    bp_probe_kind kind;
    const bp_context *context;             /* borrowed: the raster's */
    int x, y;                              /* of the history; else a pixel of the scene */
    bp_pixel_history history;              /* owned; free it with bp_pixel_history_clear */
    const bp_pixel_statistics *statistics; /* result: the window's pixels, as bp_raster_end_with_statistics */
    size_t draws; /* how many are drawn; after a history: how many there were in its first pass */
} bp_pixel_probe;

typedef struct bp_painter {
    bp_raster *raster; /* with a pass under way */
    const bp_theme *theme;
    float unit;            /* pixels of one layout unit */
    bp_hit_areas *hits;    /* NULL: nothing is recorded */
    bp_text_log *texts;    /* NULL: nothing is recorded */
    bp_pixel_probe *probe; /* borrowed; NULL: passes draw all pixels */
    bp_error *error;
    bool failed;
    bool touch;                         /* for fingers */
    struct bp_stage_painting *painting; /* private: the stage that is painted */
} bp_painter;

/* A text's style; zero: 13 units, ink colour, sans, left-aligned. */
typedef struct bp_style {
    int size;
    bp_face face;
    bp_rgba8 color;
    bp_align align;
    int max_width; /* pixels; a longer text ends in an ellipsis */
} bp_style;

/* The same painter, failed, so that what it draws is only measured. It records nothing. */
bp_painter bp_painter_measuring(const bp_painter *painter);
int bp_painter_px(const bp_painter *painter, float units); /* rounded */
/* The value, at most `most`; at least `least`, even if that is more. */
int bp_clamp_int(int value, int least, int most);
bool bp_rect_contains(bp_rect rect, float x, float y);
bool bp_rect_overlaps(bp_rect a, bp_rect b);
bool bp_rect_is_inside(bp_rect rect, bp_rect outer);
bp_rect bp_rect_inset(bp_rect rect, int x, int y);

/* Begins a pass, and clears a rectangle (NULL: none) to a colour; ends the pass. */
void bp_painter_begin(bp_painter *painter, const bp_framebuffer *to, const bp_pass *pass,
                      const bp_rect *clear, bp_rgba8 color);
void bp_painter_end(bp_painter *painter);
/* Filled, with round corners and a border (alpha 0: none). */
void bp_painter_box(bp_painter *painter, bp_rect rect, bp_rgba8 fill, float corner, bp_rgba8 border);
void bp_painter_fill(bp_painter *painter, bp_rect rect, bp_rgba8 color);
/* One line of text; y is the baseline. Returns its width in pixels. */
int bp_painter_text(bp_painter *painter, int x, int y, const char *text, bp_style style);
int bp_painter_text_width(const bp_painter *painter, const char *text, bp_style style);
/* Wrapped text, at most `max` lines, `leading` units apart; y is the first baseline. Returns the number
 * of lines. */
int bp_painter_wrap(bp_painter *painter, int x, int y, int width, int leading, int max, const char *text,
                    bp_style style);
/* The number of lines that it would be. */
int bp_painter_count_lines(const bp_painter *painter, int width, int max, const char *text, bp_style style);
/* "12,345": a whole number with `gap` between groups of three digits. Returns `text`. */
const char *bp_grouped_digits(char *text, size_t size, double value, char gap);
/* Lines of a scene, each with a rim that keeps it visible over every colour: all rims first. At most
 * BP_RIMMED_LINES_MAX. */
enum { BP_RIMMED_LINES_MAX = 96 };
bool bp_painter_rimmed_lines(bp_painter *painter, const bp_line *lines, int count, const bp_overlay *overlay);
bool bp_painter_lines_with_rim(bp_painter *painter, const bp_line *lines, int count, bp_rgba8 rim,
                               const bp_overlay *overlay);
/* A dot of `radius` units: filled, or a ring. */
void bp_painter_dot(bp_painter *painter, int x, int y, float radius, bp_rgba8 color, bool filled);
void bp_painter_hit(bp_painter *painter, bp_rect rect, unsigned action, int value);

/* The topmost area at a point; NULL: none. */
const bp_hit_area *bp_hit_areas_find(const bp_hit_areas *hits, float x, float y);

BP_END_C

#endif
