/* The two palettes. */
#include "viewer/widgets.h"

static const bp_theme DARK = {.page = {20, 23, 28, 255},
                              .bar = {26, 30, 36, 255},
                              .card = {31, 35, 43, 255},
                              .rule = {48, 54, 64, 255},
                              .ink = {236, 239, 244, 255},
                              .quiet = {152, 160, 172, 255},
                              .faint = {118, 126, 138, 255},
                              .here = {86, 180, 233, 255},
                              .changed = {240, 168, 20, 255},
                              .right = {38, 184, 140, 255},
                              .wrong = {244, 128, 72, 255},
                              .bone = {240, 242, 246, 255},
                              .floor = {52, 58, 69, 255}};

static const bp_theme LIGHT = {.page = {244, 245, 247, 255},
                               .bar = {255, 255, 255, 255},
                               .card = {232, 235, 240, 255},
                               .rule = {208, 213, 220, 255},
                               .ink = {24, 28, 34, 255},
                               .quiet = {88, 96, 108, 255},
                               .faint = {122, 130, 142, 255},
                               .here = {0, 98, 158, 255},
                               .changed = {164, 88, 0, 255},
                               .right = {0, 112, 80, 255},
                               .wrong = {178, 62, 0, 255},
                               .bone = {20, 24, 30, 255},
                               .floor = {206, 211, 219, 255}};

const bp_theme *bp_theme_of(bool light) { return light ? &LIGHT : &DARK; }
