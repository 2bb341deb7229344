/* Looking bindings up, and the sections that lessons and model files share. */
#include "io/json.h"
#include "viewer/key_table.h"
#include <bindpose/scene.h>
#include <ctype.h>

enum { SHIFT = BP_MOD_SHIFT, CTRL = BP_MOD_CTRL };

/* clang-format off */ /* tables */
static const bp_binding BONES[] = {
    {"Tab", "bone", "next bone, Shift: back; or click it", BP_KEY_TAB, 0, 0, BP_ACTION_BONE_NEXT, 0},
    {NULL, NULL, NULL, BP_KEY_TAB, SHIFT, 0, BP_ACTION_BONE_PREVIOUS, 0},
    {"/", "search", "search a bone by its name", 0, 0, '/', BP_ACTION_SEARCH, 0},
    {"↑↓", "rotate", "rotate the bone by 5°; or drag its limb", BP_KEY_UP, 0, 0, BP_ACTION_ROTATE, 1},
    {NULL, NULL, NULL, BP_KEY_DOWN, 0, 0, BP_ACTION_ROTATE, -1},
    {"A", "axis", "about which of its axes: Z, X, Y", 0, 0, 'a', BP_ACTION_AXIS, 0},
    {"Z", "type", "type the angle, Tab: the position; or drag", 0, 0, 'z', BP_ACTION_NUMBER, 0},
    {"Y U", "arrow", "next, previous matrix row as an arrow", 0, 0, 'y',
     BP_ACTION_MATRIX_ROW_NEXT, 1},
    {NULL, NULL, NULL, 0, 0, 'u', BP_ACTION_MATRIX_ROW_NEXT, -1},
    {"Ctrl+Z", "undo", "undo your last change; Ctrl+Y: redo", 'z', CTRL, 0, BP_ACTION_UNDO, 0},
    {NULL, NULL, NULL, 'y', CTRL, 0, BP_ACTION_REDO, 0},
    {NULL, NULL, NULL, 'z', CTRL | SHIFT, 0, BP_ACTION_REDO, 0},
};

static const bp_binding PIXELS[] = {
    {NULL, NULL, "Pixels", 0, 0, 0, BP_ACTION_NONE, 0},
    {"#", "pixel", "how the pixel under the mouse got its colour", 0, 0, '#', BP_ACTION_INSPECT, 0},
    {"*", "colours", "overdraw, depth, mip level, coverage, tiles' time", 0, 0, '*',
     BP_ACTION_FALSE_COLOR, 0},
};

static const bp_binding DISPLAY[] = {
    {NULL, NULL, "Shown", 0, 0, 0, BP_ACTION_NONE, 0},
    {"M W B", NULL, "mesh, wireframe, bones", 0, 0, 0, BP_ACTION_NONE, 0},
    {"X G N", NULL, "axes, weights, names", 0, 0, 0, BP_ACTION_NONE, 0},
    {"M", "mesh", NULL, 0, 0, 'm', BP_ACTION_SHOW, BP_SHOW_MESH},
    {"W", "wire", NULL, 0, 0, 'w', BP_ACTION_SHOW, BP_SHOW_WIREFRAME},
    {"B", "bones", NULL, 0, 0, 'b', BP_ACTION_SHOW, BP_SHOW_BONES},
    {"X", "axes", NULL, 0, 0, 'x', BP_ACTION_SHOW, BP_SHOW_AXES},
    {"G", "weights", NULL, 0, 0, 'g', BP_ACTION_SHOW, BP_SHOW_WEIGHTS},
    {"N", "names", NULL, 0, 0, 'n', BP_ACTION_SHOW, BP_SHOW_NAMES},
    {"C", "columns", "matrices for row or column vectors", 0, 0, 'c', BP_ACTION_COLUMNS, 0},
    {"I", "numbers", "the side panel", 0, 0, 'i', BP_ACTION_PANEL, 0},
    {"L + -", NULL, "light or dark; text larger and smaller", 0, 0, 0, BP_ACTION_NONE, 0},
    {"L", "light", NULL, 0, 0, 'l', BP_ACTION_THEME, 0},
    {"+ -", "text", NULL, 0, 0, '+', BP_ACTION_TEXT_SIZE, 1},
    {NULL, NULL, NULL, 0, 0, '=', BP_ACTION_TEXT_SIZE, 1},
    {NULL, NULL, NULL, 0, 0, '-', BP_ACTION_TEXT_SIZE, -1},
};

static const bp_binding CAMERA[] = {
    {NULL, NULL, "Camera", 0, 0, 0, BP_ACTION_NONE, 0},
    {"Ctrl+arrows", "orbit", "orbit; or drag with the left button", BP_KEY_LEFT, CTRL, 0,
     BP_ACTION_ORBIT, BP_DIRECTION_LEFT},
    {NULL, NULL, NULL, BP_KEY_RIGHT, CTRL, 0, BP_ACTION_ORBIT, BP_DIRECTION_RIGHT},
    {NULL, NULL, NULL, BP_KEY_UP, CTRL, 0, BP_ACTION_ORBIT, BP_DIRECTION_UP},
    {NULL, NULL, NULL, BP_KEY_DOWN, CTRL, 0, BP_ACTION_ORBIT, BP_DIRECTION_DOWN},
    {"Shift+arrows", "move", "pan; or drag with the right button", BP_KEY_LEFT, SHIFT, 0,
     BP_ACTION_PAN, BP_DIRECTION_LEFT},
    {NULL, NULL, NULL, BP_KEY_RIGHT, SHIFT, 0, BP_ACTION_PAN, BP_DIRECTION_RIGHT},
    {NULL, NULL, NULL, BP_KEY_UP, SHIFT, 0, BP_ACTION_PAN, BP_DIRECTION_UP},
    {NULL, NULL, NULL, BP_KEY_DOWN, SHIFT, 0, BP_ACTION_PAN, BP_DIRECTION_DOWN},
    {"PgUp PgDn", "zoom", "zoom in and out; or the wheel", BP_KEY_PAGE_UP, 0, 0, BP_ACTION_ZOOM, 1},
    {NULL, NULL, NULL, BP_KEY_PAGE_DOWN, 0, 0, BP_ACTION_ZOOM, -1},
    {"O", "view", "reset the camera", 0, 0, 'o', BP_ACTION_VIEW_RESET, 0},
};

static const bp_binding WINDOW[] = {
    {NULL, NULL, "Window", 0, 0, 0, BP_ACTION_NONE, 0},
    {"S F", NULL, "write a picture (PNG); full screen", 0, 0, 0, BP_ACTION_NONE, 0},
    {"S", "picture", NULL, 0, 0, 's', BP_ACTION_SCREENSHOT, 0},
    {"Ctrl+C", "copy", "copy the command, in a web page the link, to this", 'c', CTRL, 0, BP_ACTION_LINK, 0},
    {"F", "full screen", NULL, 0, 0, 'f', BP_ACTION_FULLSCREEN, 0},
    {NULL, NULL, NULL, BP_KEY_F11, 0, 0, BP_ACTION_FULLSCREEN, 0},
    {"H", "all keys", "this help", 0, 0, 'h', BP_ACTION_HELP, 0},
    {NULL, NULL, NULL, 0, 0, '?', BP_ACTION_HELP, 0},
    {NULL, NULL, NULL, BP_KEY_F1, 0, 0, BP_ACTION_HELP, 0},
    {"Esc", "out", "close what is open, then leave; Ctrl+Q quits", BP_KEY_ESCAPE, 0, 0, BP_ACTION_LEAVE, 0},
    {NULL, NULL, NULL, 'q', CTRL, 0, BP_ACTION_QUIT, 0},
};
/* clang-format on */

const bp_key_section bp_keys_bones = {BONES, BP_COUNT(BONES)};
const bp_key_section bp_keys_pixels = {PIXELS, BP_COUNT(PIXELS)};
const bp_key_section bp_keys_display = {DISPLAY, BP_COUNT(DISPLAY)};
const bp_key_section bp_keys_camera = {CAMERA, BP_COUNT(CAMERA)};
const bp_key_section bp_keys_window = {WINDOW, BP_COUNT(WINDOW)};

const bp_binding *bp_key_table_row(const bp_key_table *table, int index) {
    for (int i = 0; i < BP_KEY_SECTIONS_MAX && table->sections[i]; i++) {
        if (index < table->sections[i]->count) return &table->sections[i]->bindings[index];
        index -= table->sections[i]->count;
    }
    return NULL;
}

const bp_binding *bp_key_table_lookup(const bp_key_table *table, const bp_event *event) {
    char character = 0;
    if (event->kind == BP_EVENT_TEXT && event->text[0] && !event->text[1])
        character = (char)tolower((unsigned char)event->text[0]);
    else if (event->kind != BP_EVENT_KEY || event->key == 0)
        return NULL;
    const bp_binding *b;
    for (int i = 0; (b = bp_key_table_row(table, i)); i++) {
        if (b->action == BP_ACTION_NONE) continue;
        if (character ? b->character == character : b->key == event->key && b->mods == event->mods) return b;
    }
    return NULL;
}

const bp_binding *bp_key_table_find_action(const bp_key_table *table, int action, int value) {
    const bp_binding *b;
    for (int i = 0; (b = bp_key_table_row(table, i)); i++)
        if (b->action == action && b->value == value) return b;
    return NULL;
}

void bp_key_table_describe(const bp_key_table *table, bp_json_writer *json) {
    const bp_binding *binding;
    bp_json_open_array(json, "keys");
    for (int i = 0; (binding = bp_key_table_row(table, i)); i++) {
        bool heading = !binding->action && !binding->label;
        if (!heading && (!binding->action || !binding->label)) continue;
        bp_json_begin_object(json);
        if (heading) {
            bp_json_set_text(json, "heading", binding->help);
        } else {
            bp_json_set_text(json, "label", binding->label);
            bp_json_set_text(json, "caption", binding->caption);
            bp_json_set_text(json, "help", binding->help);
            bp_json_set_integer(json, "key", binding->key);
            bp_json_set_integer(json, "mods", binding->mods);
            bp_json_set_text(json, "text", (char[]){binding->character, '\0'});
        }
        bp_json_end_object(json);
    }
    bp_json_end_array(json);
}
