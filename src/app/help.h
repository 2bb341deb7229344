/* The help: all keys, over everything. */
#ifndef BP_APP_HELP_H
#define BP_APP_HELP_H

#include <bindpose/painter.h>

/* The keys of the windows in `where` (BP_KEYS_...). A click anywhere closes it. */
void bp_help_draw(bp_painter *p, unsigned where, int width, int height);

#endif
