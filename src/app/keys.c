/* The one table of keys. A window's own keys come first, then those that several share. */
#include "app/app.h"
#include <ctype.h>
#include <string.h>

enum { SHIFT = BP_MOD_SHIFT, CTRL = BP_MOD_CTRL, PAIR = BP_BINDING_PAIR, FOUR = BP_BINDING_FOUR };
enum {
    LIST = BP_KEYS_LIST,
    LESSON = BP_KEYS_LESSON,
    BONES = BP_KEYS_BONES,
    MODEL = BP_KEYS_MODEL,
    CROWD = BP_KEYS_CROWD,
    RIGS = BONES | MODEL,
    VIEWS = LESSON | MODEL,
    SCENES = VIEWS | CROWD,
    ZOOMS = SCENES,
    WORDS = VIEWS | LIST,
    ALL = WORDS | CROWD
};

/* clang-format off */ /* a table: where, label, caption, help, key, modifiers, characters, action, value */
static const bp_binding KEYS[] = {
    {LIST, "Enter", "open", "open the lesson; or click it", BP_KEY_ENTER, 0, NULL, BP_ACTION_ENTER, 0},
    {LIST, NULL, NULL, NULL, BP_KEY_SPACE, 0, NULL, BP_ACTION_ENTER, 0},
    {LESSON, NULL, NULL, "Steps", 0, 0, NULL, BP_ACTION_NONE, 0},
    {LESSON, "Space", "next", "next step or lesson; leaves a question unanswered",
     BP_KEY_SPACE, 0, NULL, BP_ACTION_NEXT, 0},
    {LESSON, "→", "next", "next step", BP_KEY_RIGHT, 0, NULL, BP_ACTION_NEXT, 0},
    {LESSON, "←", "back", "previous step", BP_KEY_LEFT, 0, NULL, BP_ACTION_BACK, 0},
    {LESSON, "R", "restart", "the step again, and the camera home; undoes your changes",
     0, 0, "r", BP_ACTION_RESTART, 0},
    {LESSON, "Home", "first", "first step", BP_KEY_HOME, 0, NULL, BP_ACTION_FIRST, 0},
    {LESSON, "End", "last", "last step", BP_KEY_END, 0, NULL, BP_ACTION_LAST, 0},
    {LESSON, "0-9 . -", "answer", "answer: type it, 1 to 4, or ↑↓; 1 to 6: a card",
     0, 0, NULL, BP_ACTION_NONE, 0},
    {LESSON, "Enter", "answer", "submit it", BP_KEY_ENTER, 0, NULL, BP_ACTION_ENTER, 0},
    {LESSON, "T", "play", "play the change again, or pause it", 0, 0, "t", BP_ACTION_PLAY, 0},
    {LESSON, ", .", "back and on", "a tenth of the change; or drag its slider",
     0, 0, ".,", BP_ACTION_FRAME, 1},
    {LESSON, "F2", "all terms", "the glossary; or hover an underlined word",
     BP_KEY_F2, 0, NULL, BP_ACTION_TERM, -1},
    {BONES, "K", "for Babylon.js", "claims of Babylon.js's page, and its engine",
     0, 0, "k", BP_ACTION_BABYLON, 0},
    {BONES, "P", "page/engine", "the page's rules, or the engine's", 0, 0, "p", BP_ACTION_ENGINE, 0},
    {BONES, "7", "all seven", "all seven matrices, or those of the lesson",
     0, 0, "7", BP_ACTION_ALL_MATRICES, 0},
    {MODEL, NULL, NULL, "Animation", 0, 0, NULL, BP_ACTION_NONE, 0},
    {MODEL, "Space", "play", "play and pause", BP_KEY_SPACE, 0, NULL, BP_ACTION_PLAY, 0},
    {MODEL, ". ,", "frame", "1/30 s on and back, as → ←; or drag below",
     0, 0, ".,", BP_ACTION_FRAME, 1},
    {MODEL, NULL, NULL, NULL, BP_KEY_LEFT | PAIR, 0, NULL, BP_ACTION_FRAME, -1},
    {MODEL, "Home End", "start", "to the start, to the end", BP_KEY_HOME, 0, NULL, BP_ACTION_TIME_START, 0},
    {MODEL, NULL, NULL, NULL, BP_KEY_END, 0, NULL, BP_ACTION_TIME_END, 0},
    {MODEL, "> <", "speed", "faster and slower", 0, 0, "><", BP_ACTION_SPEED, 1},
    {MODEL, "K J 1-9", "clip", "next animation, previous one, one of the first nine; or click it",
     0, 0, "kj", BP_ACTION_CLIP_NEXT, 1},
    {MODEL, "0", "list", "list of all animations; type to search in it", 0, 0, "0", BP_ACTION_CLIPS, 0},
    {MODEL, NULL, NULL, NULL, 0, 0, "123456789", BP_ACTION_CLIP, 0},
    {MODEL, "!", "worst", "with --motion: where bones are furthest from the source's",
     0, 0, "!", BP_ACTION_WORST, 0},
    {MODEL, "R", "rest", "rest pose: nodes as the file has them", 0, 0, "r", BP_ACTION_REST, 0},
    {MODEL, "T", "bind", "bind pose: every final the identity", 0, 0, "t", BP_ACTION_BIND, 0},
    {MODEL, NULL, NULL, "Bones and vertices", 0, 0, NULL, BP_ACTION_NONE, 0},
    {MODEL, "P", "limb", "a drag moves a whole limb, or rotates one bone", 0, 0, "p", BP_ACTION_LIMB, 0},
    {MODEL, "] [", "skin", "next skin, previous skin", 0, 0, "][", BP_ACTION_STAGE, 1},
    {BONES, NULL, NULL, "Bones", 0, 0, NULL, BP_ACTION_NONE, 0},
    {BONES, "] [", "stage", "next stage, previous stage", 0, 0, "][", BP_ACTION_STAGE, 1},
    {BONES, "V", "move", "↑↓ move the bone by 5 cm, or rotate it", 0, 0, "v", BP_ACTION_TOOL, 0},
    {RIGS, "Tab", "bone", "next bone, Shift: back; or click it", BP_KEY_TAB, 0, NULL, BP_ACTION_BONE_NEXT, 0},
    {RIGS, NULL, NULL, NULL, BP_KEY_TAB, SHIFT, NULL, BP_ACTION_BONE_PREVIOUS, 0},
    {RIGS, "/", "search", "search a bone by its name", 0, 0, "/", BP_ACTION_SEARCH, 0},
    {RIGS, "↑↓", "rotate", "rotate the bone by 5°; or drag its limb",
     BP_KEY_UP | PAIR, 0, NULL, BP_ACTION_ROTATE, 1},
    {RIGS, "A", "axis", "about which of its axes: Z, X, Y", 0, 0, "a", BP_ACTION_AXIS, 0},
    {RIGS, "Z", "type", "type the angle, Tab: the position; or drag", 0, 0, "z", BP_ACTION_NUMBER, 0},
    {RIGS, "Y U", "arrow", "next, previous matrix row as an arrow",
     0, 0, "yu", BP_ACTION_MATRIX_ROW_NEXT, 1},
    {RIGS, "Ctrl+Z", "undo", "undo your last change; Ctrl+Y: redo", 'z', CTRL, NULL, BP_ACTION_UNDO, 0},
    {RIGS, NULL, NULL, NULL, 'y', CTRL, NULL, BP_ACTION_REDO, 0},
    {RIGS, NULL, NULL, NULL, 'z', CTRL | SHIFT, NULL, BP_ACTION_REDO, 0},
    {LESSON, "D", "handle", "next handle: ↑↓ move it; or drag it", 0, 0, "d", BP_ACTION_HANDLE, 0},
    {BONES, "Ctrl+S", "save", "save the pose; Ctrl+O opens it again", 's', CTRL, NULL, BP_ACTION_SAVE, 0},
    {BONES, NULL, NULL, NULL, 'o', CTRL, NULL, BP_ACTION_OPEN, 0},
    {MODEL, "V", "vertex", "weights of the bone's next vertex; or point at one",
     0, 0, "v", BP_ACTION_VERTEX, 0},
    {MODEL, NULL, NULL, "Doctor", 0, 0, NULL, BP_ACTION_NONE, 0},
    {MODEL, "D", "findings", "what is wrong with the file", 0, 0, "d", BP_ACTION_DOCTOR, 0},
    {MODEL, "Ctrl+D", "repair", "save a repaired copy of the file", 'd', CTRL, NULL, BP_ACTION_REPAIR, 0},
    {MODEL, "Ctrl+Shift+D", "compare", "before and after the repair, side by side",
     'd', CTRL | SHIFT, NULL, BP_ACTION_COMPARE, 0},
    {MODEL, "E Q", "finding", "next finding, previous one; or click it",
     0, 0, "eq", BP_ACTION_FINDING_NEXT, 1},
    {MODEL, NULL, NULL, "Inverse binds", 0, 0, NULL, BP_ACTION_NONE, 0},
    {MODEL, "Ctrl+B", "edit binds", "drags and numbers change the bone's bind, or its pose",
     'b', CTRL, NULL, BP_ACTION_BINDS, 0},
    {MODEL, "Ctrl+P", "this pose", "the bone's bind: as it is in this pose",
     'p', CTRL, NULL, BP_ACTION_BIND_TAKE, 0},
    {MODEL, "Ctrl+E", "rest", "the bone's bind: as it is at rest", 'e', CTRL, NULL, BP_ACTION_BIND_TAKE, 1},
    {MODEL, "Ctrl+Shift+S", "save binds", "save a copy of the file with these binds",
     's', CTRL | SHIFT, NULL, BP_ACTION_BINDS_SAVE, 0},
    {VIEWS, NULL, NULL, "Pixels", 0, 0, NULL, BP_ACTION_NONE, 0},
    {VIEWS, "#", "pixel", "how the pixel under the mouse got its colour", 0, 0, "#", BP_ACTION_INSPECT, 0},
    {VIEWS, "*", "colours", "overdraw, depth, mip level, coverage, tiles' time",
     0, 0, "*", BP_ACTION_FALSE_COLOR, 0},
    {VIEWS, NULL, NULL, "Shown", 0, 0, NULL, BP_ACTION_NONE, 0},
    {VIEWS, "M W B", NULL, "mesh, wireframe, bones", 0, 0, NULL, BP_ACTION_NONE, 0},
    {VIEWS, "X G N", NULL, "axes, weights, names", 0, 0, NULL, BP_ACTION_NONE, 0},
    {VIEWS, "M", "mesh", NULL, 0, 0, "m", BP_ACTION_SHOW, BP_SHOW_MESH},
    {VIEWS, "W", "wire", NULL, 0, 0, "w", BP_ACTION_SHOW, BP_SHOW_WIREFRAME},
    {VIEWS, "B", "bones", NULL, 0, 0, "b", BP_ACTION_SHOW, BP_SHOW_BONES},
    {VIEWS, "X", "axes", NULL, 0, 0, "x", BP_ACTION_SHOW, BP_SHOW_AXES},
    {VIEWS, "G", "weights", NULL, 0, 0, "g", BP_ACTION_SHOW, BP_SHOW_WEIGHTS},
    {VIEWS, "N", "names", NULL, 0, 0, "n", BP_ACTION_SHOW, BP_SHOW_NAMES},
    {VIEWS, "C", "columns", "matrices for row or column vectors", 0, 0, "c", BP_ACTION_COLUMNS, 0},
    {VIEWS, "I", "numbers", "matrices and bones", 0, 0, "i", BP_ACTION_NUMBERS, 0},
    {WORDS, "L + -", NULL, "light or dark; text larger and smaller", 0, 0, NULL, BP_ACTION_NONE, 0},
    {ALL, "L", "light", NULL, 0, 0, "l", BP_ACTION_THEME, 0},
    {WORDS, "+ -", "text", NULL, 0, 0, "+", BP_ACTION_TEXT_SIZE, 1},
    {WORDS, NULL, NULL, NULL, 0, 0, "=-", BP_ACTION_TEXT_SIZE, 1},
    {CROWD, "+ -", "characters", "more and fewer characters, 1 to 10,000", 0, 0, "+", BP_ACTION_COUNT, 1},
    {CROWD, NULL, NULL, NULL, 0, 0, "=-", BP_ACTION_COUNT, 1},
    {CROWD, "[ ]", "threads", "fewer and more threads", 0, 0, "][", BP_ACTION_THREADS, 1},
    {CROWD, "I", "instruction set", "instruction set: the next one that this processor has",
     0, 0, "i", BP_ACTION_ISA, 0},
    {CROWD, "M", "samples", "1 or 4 samples a pixel", 0, 0, "m", BP_ACTION_SAMPLES, 0},
    {CROWD, "D", "detail", "full detail for far ones too, or coarser meshes", 0, 0, "d", BP_ACTION_DETAIL, 0},
    {CROWD, "W", "wireframe", "wireframe", 0, 0, "w", BP_ACTION_SHOW, BP_SHOW_WIREFRAME},
    {CROWD, "T", "tiles", "tiles, coloured by the time that each took", 0, 0, "t", BP_ACTION_TILES, 0},
    {CROWD, "Space", "stop and go", "stop and go", BP_KEY_SPACE, 0, NULL, BP_ACTION_PLAY, 0},
    {CROWD, "O", "turntable", "the view goes round by itself, or stands", 0, 0, "o", BP_ACTION_TURNTABLE, 0},
    {CROWD, "arrows", "walk around", "walk around; or drag with the mouse",
     BP_KEY_LEFT | FOUR, 0, NULL, BP_ACTION_ORBIT, BP_DIRECTION_LEFT},
    {CROWD, "Home", "view", "look as at the beginning", BP_KEY_HOME, 0, NULL, BP_ACTION_VIEW_RESET, 0},
    {CROWD, "P", "figures", "figures at the side", 0, 0, "p", BP_ACTION_NUMBERS, 0},
    {VIEWS, NULL, NULL, "Camera", 0, 0, NULL, BP_ACTION_NONE, 0},
    {VIEWS, "Ctrl+arrows", "orbit", "orbit; or drag with the left button",
     BP_KEY_LEFT | FOUR, CTRL, NULL, BP_ACTION_ORBIT, BP_DIRECTION_LEFT},
    {VIEWS, "Shift+arrows", "move", "pan; or drag with the right button",
     BP_KEY_LEFT | FOUR, SHIFT, NULL, BP_ACTION_PAN, BP_DIRECTION_LEFT},
    {ZOOMS, "PgUp PgDn", "zoom", "zoom in and out; or the wheel",
     BP_KEY_PAGE_UP | PAIR, 0, NULL, BP_ACTION_ZOOM, 1},
    {WORDS, "O", "view", "reset the camera; or double click", 0, 0, "o", BP_ACTION_VIEW_RESET, 0},
    {LIST, NULL, NULL, NULL, 0, 0, "r", BP_ACTION_VIEW_RESET, 0},
    {ALL, NULL, NULL, "Window", 0, 0, NULL, BP_ACTION_NONE, 0},
    {SCENES, "S F", NULL, "write a picture (PNG); full screen", 0, 0, NULL, BP_ACTION_NONE, 0},
    {SCENES, "S", "picture", NULL, 0, 0, "s", BP_ACTION_SCREENSHOT, 0},
    {VIEWS, "Ctrl+C", "copy", "copy the command, in a web page the link, to this",
     'c', CTRL, NULL, BP_ACTION_LINK, 0},
    {ALL, "F", "full screen", NULL, 0, 0, "f", BP_ACTION_FULLSCREEN, 0},
    {ALL, NULL, NULL, NULL, BP_KEY_F11, 0, NULL, BP_ACTION_FULLSCREEN, 0},
    {ALL, "H", "all keys", "this help", 0, 0, "h", BP_ACTION_HELP, 0},
    {ALL, NULL, NULL, NULL, 0, 0, "?", BP_ACTION_HELP, 0},
    {ALL, NULL, NULL, NULL, BP_KEY_F1, 0, NULL, BP_ACTION_HELP, 0},
    {ALL, "Esc", "out", "close what is open, then leave; Ctrl+Q quits",
     BP_KEY_ESCAPE, 0, NULL, BP_ACTION_LEAVE, 0},
    {ALL, NULL, NULL, NULL, 'q', CTRL, NULL, BP_ACTION_QUIT, 0},
    {MODEL, "Ctrl+S", "GIF", "write the animation as a GIF, as it is seen now",
     's', CTRL, NULL, BP_ACTION_SAVE, 0},
    {MODEL, "Ctrl+O", "open", "open a file by name; or drop it here", 'o', CTRL, NULL, BP_ACTION_OPEN, 0},
    {MODEL, "Ctrl+R", "reload", "read the file again", 'r', CTRL, NULL, BP_ACTION_RELOAD, 0},
};
/* clang-format on */

const bp_binding *bp_keys_row(unsigned where, int index) {
    for (size_t i = 0; i < BP_COUNT(KEYS); i++)
        if ((KEYS[i].where & where) && index-- == 0) return &KEYS[i];
    return NULL;
}

/* Of several keys or characters in a row, the value of the one at a place. */
static int value_at(const bp_binding *b, int place, int count) {
    return count > 2 ? b->value + place : place > 0 ? -b->value : b->value;
}

const bp_binding *bp_keys_find(unsigned where, const bp_event *event, int *value) {
    char character = 0;
    if (event->kind == BP_EVENT_TEXT && event->text[0] && !event->text[1])
        character = (char)tolower((unsigned char)event->text[0]);
    else if (event->kind != BP_EVENT_KEY || event->key == 0)
        return NULL;
    for (size_t i = 0; i < BP_COUNT(KEYS); i++) {
        const bp_binding *b = &KEYS[i];
        if (b->action == BP_ACTION_NONE || !(b->where & where)) continue;
        const char *typed = character && b->characters ? strchr(b->characters, character) : NULL;
        int keys = b->key & FOUR ? 4 : b->key & PAIR ? 2 : 1, place = event->key - (b->key & BP_BINDING_KEY);
        if (typed) *value = value_at(b, (int)(typed - b->characters), (int)strlen(b->characters));
        if (typed) return b;
        *value = value_at(b, place, keys);
        if (!character && b->key && place >= 0 && place < keys && b->mods == event->mods) return b;
    }
    return NULL;
}

void bp_keys_describe(unsigned where, bp_json_writer *json) {
    const bp_binding *b;
    bp_json_write(json, "keys: [");
    for (int i = 0; (b = bp_keys_row(where, i)); i++) {
        if ((b->action == BP_ACTION_NONE) == (b->label != NULL)) continue;
        bp_json_write(json, "{");
        if (!b->label) {
            bp_json_write(json, "heading: %s", b->help);
        } else {
            bp_json_write(json, "label: %s, caption: %s, help: %s, key: %d, mods: %d, text: %s", b->label,
                          b->caption, b->help, b->key & BP_BINDING_KEY, b->mods,
                          (char[]){b->characters ? b->characters[0] : '\0', '\0'});
        }
        bp_json_write(json, "}");
    }
    bp_json_write(json, "]");
}
