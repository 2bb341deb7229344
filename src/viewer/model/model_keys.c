/* The keys of model files. */
#include "viewer/model/model_viewer.h"

enum { CTRL = BP_MOD_CTRL };

/* clang-format off */ /* tables */
static const bp_binding ANIMATION[] = {
    {NULL, NULL, "Animation", 0, 0, 0, BP_ACTION_NONE, 0},
    {"Space", "play", "play and pause", BP_KEY_SPACE, 0, 0, BP_ACTION_PLAY, 0},
    {". ,", "frame", "1/30 s on and back, as → ←; or drag below", 0, 0, '.', BP_ACTION_FRAME, 1},
    {NULL, NULL, NULL, 0, 0, ',', BP_ACTION_FRAME, -1},
    {NULL, NULL, NULL, BP_KEY_RIGHT, 0, 0, BP_ACTION_FRAME, 1},
    {NULL, NULL, NULL, BP_KEY_LEFT, 0, 0, BP_ACTION_FRAME, -1},
    {"Home End", "start", "to the start, to the end", BP_KEY_HOME, 0, 0, BP_ACTION_TIME_START, 0},
    {NULL, NULL, NULL, BP_KEY_END, 0, 0, BP_ACTION_TIME_END, 0},
    {"> <", "speed", "faster and slower", 0, 0, '>', BP_ACTION_SPEED, 1},
    {NULL, NULL, NULL, 0, 0, '<', BP_ACTION_SPEED, -1},
    {"K J 1-9", "clip", "next animation, previous one, one of the first nine; or click it", 0, 0, 'k', BP_ACTION_CLIP_NEXT, 1},
    {NULL, NULL, NULL, 0, 0, 'j', BP_ACTION_CLIP_NEXT, -1},
    {NULL, NULL, NULL, 0, 0, '1', BP_ACTION_CLIP, 0},
    {NULL, NULL, NULL, 0, 0, '2', BP_ACTION_CLIP, 1},
    {NULL, NULL, NULL, 0, 0, '3', BP_ACTION_CLIP, 2},
    {NULL, NULL, NULL, 0, 0, '4', BP_ACTION_CLIP, 3},
    {NULL, NULL, NULL, 0, 0, '5', BP_ACTION_CLIP, 4},
    {NULL, NULL, NULL, 0, 0, '6', BP_ACTION_CLIP, 5},
    {NULL, NULL, NULL, 0, 0, '7', BP_ACTION_CLIP, 6},
    {NULL, NULL, NULL, 0, 0, '8', BP_ACTION_CLIP, 7},
    {NULL, NULL, NULL, 0, 0, '9', BP_ACTION_CLIP, 8},
    {"R", "rest", "rest pose: nodes as the file has them", 0, 0, 'r', BP_ACTION_REST, 0},
    {"T", "bind", "bind pose: every final the identity", 0, 0, 't', BP_ACTION_BIND, 0},
    {NULL, NULL, "Bones and vertices", 0, 0, 0, BP_ACTION_NONE, 0},
    {"] [", "skin", "next skin, previous skin", 0, 0, ']', BP_ACTION_STAGE, 1},
    {NULL, NULL, NULL, 0, 0, '[', BP_ACTION_STAGE, -1},
};

static const bp_binding DOCTOR[] = {
    {"V", "vertex", "weights of the bone's next vertex; or point at one", 0, 0, 'v', BP_ACTION_VERTEX, 0},
    {NULL, NULL, "Doctor", 0, 0, 0, BP_ACTION_NONE, 0},
    {"D", "doctor", "what is wrong with the file; the bones", 0, 0, 'd', BP_ACTION_DOCTOR, 0},
    {"E Q", "finding", "next finding, previous one; or click it", 0, 0, 'e', BP_ACTION_FINDING_NEXT, 1},
    {NULL, NULL, NULL, 0, 0, 'q', BP_ACTION_FINDING_NEXT, -1},
};

static const bp_binding FILES[] = {
    {"Ctrl+O", "open", "open a file by name; or drop it here", 'o', CTRL, 0, BP_ACTION_OPEN, 0},
    {"Ctrl+R", "again", "read the file again", 'r', CTRL, 0, BP_ACTION_RELOAD, 0},
};
/* clang-format on */

static const bp_key_section ANIMATION_SECTION = {ANIMATION, BP_COUNT(ANIMATION)},
                            DOCTOR_SECTION = {DOCTOR, BP_COUNT(DOCTOR)},
                            FILES_SECTION = {FILES, BP_COUNT(FILES)};

const bp_key_table bp_model_keys = {{&ANIMATION_SECTION, &bp_keys_bones, &DOCTOR_SECTION, &bp_keys_display,
                                     &bp_keys_camera, &bp_keys_window, &FILES_SECTION}};
