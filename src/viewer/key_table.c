/* The table of keys of lessons, and how tables are searched. */
#include "viewer/key_table.h"
#include <bindpose/scene.h>
#include <ctype.h>

enum { SHIFT = BP_MOD_SHIFT, CTRL = BP_MOD_CTRL };

/* clang-format off */ /* a table */
static const bp_binding LESSON_KEYS[] = {
    {NULL, NULL, "Steps", 0, 0, 0, BP_ACTION_NONE, 0},
    {"Space", "next", "next step; leaves a question unanswered", BP_KEY_SPACE, 0, 0, BP_ACTION_NEXT, 0},
    {"→", "next", "next step", BP_KEY_RIGHT, 0, 0, BP_ACTION_NEXT, 0},
    {"←", "back", "step before", BP_KEY_LEFT, 0, 0, BP_ACTION_BACK, 0},
    {"R", "again", "show the step again, undo your turns", 0, 0, 'r', BP_ACTION_RESTART,
     0},
    {"Home", "first", "first step", BP_KEY_HOME, 0, 0, BP_ACTION_FIRST, 0},
    {"End", "last", "last step", BP_KEY_END, 0, 0, BP_ACTION_LAST, 0},
    {"0-9 . -", "answer", "type an answer", 0, 0, 0, BP_ACTION_NONE, 0},
    {"Enter", "answer", "give it", BP_KEY_ENTER, 0, 0, BP_ACTION_ENTER, 0},
    {NULL, NULL, NULL, BP_KEY_BACKSPACE, 0, 0, BP_ACTION_ERASE, 0},
    {NULL, NULL, "Bones", 0, 0, 0, BP_ACTION_NONE, 0},
    {"Tab", "bone", "next bone, Shift: back; or click it", BP_KEY_TAB, 0, 0,
     BP_ACTION_BONE_NEXT, 0},
    {NULL, NULL, NULL, BP_KEY_TAB, SHIFT, 0, BP_ACTION_BONE_PREVIOUS, 0},
    {"]", "stage", "next stage; [ the one before", 0, 0, ']', BP_ACTION_STAGE, 1},
    {NULL, NULL, NULL, 0, 0, '[', BP_ACTION_STAGE, -1},
    {"/", "search", "search a bone by its name", 0, 0, '/', BP_ACTION_SEARCH, 0},
    {"↑↓", "turn", "turn the joint by 5°; or drag its ring", BP_KEY_UP, 0, 0, BP_ACTION_ROTATE, 1},
    {NULL, NULL, NULL, BP_KEY_DOWN, 0, 0, BP_ACTION_ROTATE, -1},
    {"A", "axis", "about which of its axes: Z, X, Y", 0, 0, 'a', BP_ACTION_AXIS, 0},
    {"Ctrl+Z", "undo", "take a turn back", 'z', CTRL, 0, BP_ACTION_UNDO, 0},
    {"Ctrl+S", "save", "save the pose; Ctrl+O opens it again", 's', CTRL, 0, BP_ACTION_SAVE, 0},
    {NULL, NULL, NULL, 'o', CTRL, 0, BP_ACTION_OPEN, 0},
    {NULL, NULL, "Shown", 0, 0, 0, BP_ACTION_NONE, 0},
    {"M", "mesh", "mesh", 0, 0, 'm', BP_ACTION_SHOW, BP_SHOW_MESH},
    {"W", "wire", "wireframe", 0, 0, 'w', BP_ACTION_SHOW, BP_SHOW_WIREFRAME},
    {"B", "bones", "bones", 0, 0, 'b', BP_ACTION_SHOW, BP_SHOW_BONES},
    {"X", "axes", "axes of the bones", 0, 0, 'x', BP_ACTION_SHOW, BP_SHOW_AXES},
    {"G", "weights", "weights, in the bones' colours", 0, 0, 'g', BP_ACTION_SHOW, BP_SHOW_WEIGHTS},
    {"N", "names", "names", 0, 0, 'n', BP_ACTION_SHOW, BP_SHOW_NAMES},
    {"P", "page/engine", "by the page's rules, or by the engine's", 0, 0, 'p', BP_ACTION_ENGINE, 0},
    {"C", "columns", "matrices for row or column vectors", 0, 0, 'c', BP_ACTION_COLUMNS, 0},
    {"I", "numbers", "bones and matrices at the side", 0, 0, 'i', BP_ACTION_PANEL, 0},
    {"L", "light", "light or dark", 0, 0, 'l', BP_ACTION_THEME, 0},
    {"+ -", "text", "larger and smaller text", 0, 0, '+', BP_ACTION_TEXT_SIZE, 1},
    {NULL, NULL, NULL, 0, 0, '=', BP_ACTION_TEXT_SIZE, 1},
    {NULL, NULL, NULL, 0, 0, '-', BP_ACTION_TEXT_SIZE, -1},
    {NULL, NULL, "Looking", 0, 0, 0, BP_ACTION_NONE, 0},
    {"Ctrl+arrows", "orbit", "around; or drag with the left button", BP_KEY_LEFT, CTRL, 0,
     BP_ACTION_ORBIT, BP_DIRECTION_LEFT},
    {NULL, NULL, NULL, BP_KEY_RIGHT, CTRL, 0, BP_ACTION_ORBIT, BP_DIRECTION_RIGHT},
    {NULL, NULL, NULL, BP_KEY_UP, CTRL, 0, BP_ACTION_ORBIT, BP_DIRECTION_UP},
    {NULL, NULL, NULL, BP_KEY_DOWN, CTRL, 0, BP_ACTION_ORBIT, BP_DIRECTION_DOWN},
    {"Shift+arrows", "move", "sideways; or drag with right button", BP_KEY_LEFT, SHIFT, 0,
     BP_ACTION_PAN, BP_DIRECTION_LEFT},
    {NULL, NULL, NULL, BP_KEY_RIGHT, SHIFT, 0, BP_ACTION_PAN, BP_DIRECTION_RIGHT},
    {NULL, NULL, NULL, BP_KEY_UP, SHIFT, 0, BP_ACTION_PAN, BP_DIRECTION_UP},
    {NULL, NULL, NULL, BP_KEY_DOWN, SHIFT, 0, BP_ACTION_PAN, BP_DIRECTION_DOWN},
    {"PgUp PgDn", "zoom", "nearer and farther; or the wheel", BP_KEY_PAGE_UP, 0, 0, BP_ACTION_ZOOM, 1},
    {NULL, NULL, NULL, BP_KEY_PAGE_DOWN, 0, 0, BP_ACTION_ZOOM, -1},
    {"O", "view", "the lesson's own view again", 0, 0, 'o', BP_ACTION_VIEW_RESET, 0},
    {NULL, NULL, "Window", 0, 0, 0, BP_ACTION_NONE, 0},
    {"S", "picture", "write the picture to a PNG file", 0, 0, 's', BP_ACTION_SCREENSHOT, 0},
    {"F", "full screen", "full screen", 0, 0, 'f', BP_ACTION_FULLSCREEN, 0},
    {NULL, NULL, NULL, BP_KEY_F11, 0, 0, BP_ACTION_FULLSCREEN, 0},
    {"H", "all keys", "this help", 0, 0, 'h', BP_ACTION_HELP, 0},
    {NULL, NULL, NULL, 0, 0, '?', BP_ACTION_HELP, 0},
    {NULL, NULL, NULL, BP_KEY_F1, 0, 0, BP_ACTION_HELP, 0},
    {"Esc", "out", "close what is open; out of the lesson", BP_KEY_ESCAPE, 0, 0, BP_ACTION_LEAVE, 0},
    {"Ctrl+Q", "quit", "quit", 'q', CTRL, 0, BP_ACTION_QUIT, 0},
};
/* clang-format on */
const bp_key_table bp_lesson_keys = {LESSON_KEYS, BP_COUNT(LESSON_KEYS)};

const bp_binding *bp_key_table_lookup(const bp_key_table *table, const bp_event *event) {
    char sign = 0;
    if (event->kind == BP_EVENT_TEXT && event->text[0] && !event->text[1])
        sign = (char)tolower((unsigned char)event->text[0]);
    else if (event->kind != BP_EVENT_KEY || event->key == 0)
        return NULL;
    for (int i = 0; i < table->count; i++) {
        const bp_binding *b = &table->bindings[i];
        if (b->action == BP_ACTION_NONE) continue;
        if (sign ? b->sign == sign : b->key == event->key && b->mods == event->mods) return b;
    }
    return NULL;
}

const bp_binding *bp_key_table_find_action(const bp_key_table *table, bp_action action, int value) {
    for (int i = 0; i < table->count; i++)
        if (table->bindings[i].action == action && table->bindings[i].value == value)
            return &table->bindings[i];
    return NULL;
}
