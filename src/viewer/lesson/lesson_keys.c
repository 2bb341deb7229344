/* The keys of lessons. */
#include "viewer/lesson/lesson_viewer.h"

enum { CTRL = BP_MOD_CTRL };

/* clang-format off */ /* tables */
static const bp_binding STEPS[] = {
    {NULL, NULL, "Steps", 0, 0, 0, BP_ACTION_NONE, 0},
    {"Space", "next", "next step; leaves a question unanswered", BP_KEY_SPACE, 0, 0, BP_ACTION_NEXT, 0},
    {"→", "next", "next step", BP_KEY_RIGHT, 0, 0, BP_ACTION_NEXT, 0},
    {"←", "back", "previous step", BP_KEY_LEFT, 0, 0, BP_ACTION_BACK, 0},
    {"R", "again", "show the step again, reset your rotations", 0, 0, 'r', BP_ACTION_RESTART, 0},
    {"Home", "first", "first step", BP_KEY_HOME, 0, 0, BP_ACTION_FIRST, 0},
    {"End", "last", "last step", BP_KEY_END, 0, 0, BP_ACTION_LAST, 0},
    {"0-9 . -", "answer", "type an answer", 0, 0, 0, BP_ACTION_NONE, 0},
    {"Enter", "answer", "submit it", BP_KEY_ENTER, 0, 0, BP_ACTION_ENTER, 0},
    {"P", "page/engine", "the page's rules, or the engine's", 0, 0, 'p', BP_ACTION_ENGINE, 0},
    {NULL, NULL, "Bones", 0, 0, 0, BP_ACTION_NONE, 0},
    {"] [", "stage", "next stage, previous stage", 0, 0, ']', BP_ACTION_STAGE, 1},
    {NULL, NULL, NULL, 0, 0, '[', BP_ACTION_STAGE, -1},
};

static const bp_binding POSE_FILE[] = {
    {"Ctrl+S", "save", "save the pose; Ctrl+O opens it again", 's', CTRL, 0, BP_ACTION_SAVE, 0},
    {NULL, NULL, NULL, 'o', CTRL, 0, BP_ACTION_OPEN, 0},
};
/* clang-format on */

static const bp_key_section STEPS_SECTION = {STEPS, BP_COUNT(STEPS)},
                            POSE_FILE_SECTION = {POSE_FILE, BP_COUNT(POSE_FILE)};

const bp_key_table bp_lesson_keys = {
    {&STEPS_SECTION, &bp_keys_bones, &POSE_FILE_SECTION, &bp_keys_display, &bp_keys_camera, &bp_keys_window}};
