/* The two palettes. */
#include "app/theme.h"

static const bp_theme DARK = {.page = {20, 23, 28, 255},
                              .bar = {26, 30, 36, 255},
                              .card = {31, 35, 43, 255},
                              .rule = {50, 56, 66, 255},
                              .ink = {236, 239, 244, 255},
                              .quiet = {150, 158, 170, 255},
                              .here = {86, 180, 233, 255},
                              .changed = {230, 159, 0, 255},
                              .right = {38, 184, 140, 255},
                              .wrong = {240, 120, 60, 255},
                              .bone = {240, 242, 246, 255},
                              .floor = {62, 69, 80, 255}};

static const bp_theme LIGHT = {.page = {238, 240, 243, 255},
                               .bar = {250, 251, 252, 255},
                               .card = {255, 255, 255, 255},
                               .rule = {208, 213, 220, 255},
                               .ink = {24, 28, 34, 255},
                               .quiet = {96, 104, 116, 255},
                               .here = {0, 98, 158, 255},
                               .changed = {164, 92, 0, 255},
                               .right = {0, 112, 80, 255},
                               .wrong = {178, 62, 0, 255},
                               .bone = {20, 24, 30, 255},
                               .floor = {214, 219, 226, 255}};

const bp_theme *bp_theme_of(bool light) { return light ? &LIGHT : &DARK; }
