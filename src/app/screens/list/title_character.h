/* The title character, beside the list of lessons: it walks, the mouse turns it around, and a limb that is
 * taken follows the mouse and swings back when it is let go. */
#ifndef BP_APP_SCREENS_LIST_TITLE_CHARACTER_H
#define BP_APP_SCREENS_LIST_TITLE_CHARACTER_H

#include "app/model/loaded_model.h"
#include "app/state.h"

typedef struct bp_title_character {
    bool open;
    bp_loaded_model model;
    bp_illustration picture; /* camera, what the mouse holds, rotations by hand */
    bp_bounds bounds;
    int clip;       /* -1: none */
    double seconds; /* of the clip */
} bp_title_character;

/* Reads assets/character.glb. Without it there is no character, which is no error. */
void bp_title_character_open(bp_title_character *character, bp_context *context);
void bp_title_character_close(bp_title_character *character);
/* Lets time pass. */
void bp_title_character_tick(bp_title_character *character, double seconds);
/* Poses it, and lays it out in a rectangle; width 0: it isn't shown. Errors: memory. */
bool bp_title_character_place(bp_title_character *character, bp_rect rect, float unit, bp_error *error);

#endif
