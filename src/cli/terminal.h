/* The terminal that standard output is, if it is one. */
#ifndef BP_CLI_TERMINAL_H
#define BP_CLI_TERMINAL_H

#include <bindpose/base.h>

/* How to show pictures in it. */
typedef enum bp_terminal_images {
    BP_TERMINAL_NO_IMAGES,
    BP_TERMINAL_KITTY, /* the graphics protocol of kitty, Ghostty, WezTerm, Konsole */
    BP_TERMINAL_ITERM, /* the inline images of iTerm2, WezTerm, VS Code, mintty */
} bp_terminal_images;

/* What $BINDPOSE_IMAGES asks for: "kitty", "iterm", or "auto", which goes by what the terminal says in the
 * environment. Nothing unless that variable is set and standard output is a terminal: in a log or a pipe a
 * picture would be garbage. */
bp_terminal_images bp_terminal_find_images(void);
/* Prints a PNG in the terminal, and a line break. False, and nothing is printed: the file can't be read. */
bool bp_terminal_show_png(bp_terminal_images how, const char *path);

#endif
