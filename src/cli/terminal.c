/* The terminal: its size, and pictures in it. */
#include "base/base64.h"
#include "cli/terminal.h"
#include "base/system.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *variable(const char *name) {
    const char *value = getenv(name);
    return value ? value : "";
}

static bool is_one_of(const char *value, const char *const *names) {
    for (; *names; names++)
        if (strcmp(value, *names) == 0) return true;
    return false;
}

/* A terminal within tmux or screen says what its outer terminal is, but pictures don't get through. */
static bp_terminal_images detect(void) {
    static const char *const KITTY[] = {"xterm-kitty", "xterm-ghostty", "ghostty", "WezTerm", NULL};
    static const char *const ITERM[] = {"iTerm.app", "iTerm2", "vscode", "mintty", NULL};
    if (*variable("TMUX") || strncmp(variable("TERM"), "screen", 6) == 0) return BP_TERMINAL_NO_IMAGES;
    if (*variable("KITTY_WINDOW_ID") || is_one_of(variable("TERM"), KITTY) ||
        is_one_of(variable("TERM_PROGRAM"), KITTY) || *variable("KONSOLE_VERSION"))
        return BP_TERMINAL_KITTY;
    if (is_one_of(variable("TERM_PROGRAM"), ITERM) || is_one_of(variable("LC_TERMINAL"), ITERM))
        return BP_TERMINAL_ITERM;
    return BP_TERMINAL_NO_IMAGES;
}

bp_terminal_images bp_terminal_find_images(void) {
    const char *wish = variable("BINDPOSE_IMAGES");
    if (!bp_stdout_is_terminal()) return BP_TERMINAL_NO_IMAGES;
    if (strcmp(wish, "kitty") == 0) return BP_TERMINAL_KITTY;
    if (strcmp(wish, "iterm") == 0) return BP_TERMINAL_ITERM;
    return strcmp(wish, "auto") == 0 ? detect() : BP_TERMINAL_NO_IMAGES;
}

enum { CHUNK = 3072 }; /* bytes: 4096 characters, the most that kitty takes at a time */

/* In base64; chunks of whole groups of three join to one text. */
static void print_base64(const uint8_t *bytes, size_t size) {
    char text[CHUNK / 3 * 4 + 1];
    for (size_t i = 0; i < size; i += CHUNK) {
        bp_base64_write(bytes + i, size - i < CHUNK ? size - i : CHUNK, text);
        printf("%s", text);
    }
}

bool bp_terminal_show_png(bp_terminal_images how, const char *path) {
    bp_file png;
    if (how == BP_TERMINAL_NO_IMAGES || !bp_file_read(NULL, path, 1 << 24, &png, NULL)) return false;
    if (how == BP_TERMINAL_ITERM) {
        printf("\033]1337;File=inline=1;size=%zu:", png.size);
        print_base64(png.data, png.size);
        printf("\a");
    }
    for (size_t i = 0; how == BP_TERMINAL_KITTY && i < png.size; i += CHUNK) {
        size_t left = png.size - i;
        printf("\033_G%sm=%d;", i ? "" : "a=T,f=100,q=2,", left > CHUNK);
        print_base64(png.data + i, left < CHUNK ? left : CHUNK);
        printf("\033\\");
    }
    printf("\n");
    bp_file_free(NULL, &png);
    return true;
}
