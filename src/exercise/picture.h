/* Pictures of answers: stages on which a result stands as something to see. A wrong answer is drawn as what it is;
 * only what is not finite, or a thousand metres and more away, is left out, and the stage's note says so. */
#ifndef BP_EXERCISE_PICTURE_H
#define BP_EXERCISE_PICTURE_H

#include <bindpose/exercise.h>

/* The page's character, its left arm skinned by this final matrix alone, whatever it is. */
void bp_show_skinned_arm(bp_world *world, const char *title, bp_mat4 final);

/* Things put together on one stage; failures go to the world. Begin with bp_picture_begin, end with bp_picture_end,
 * which adds the stage and sets the camera so that all of this stage can be seen (the right one is added last). */
enum { BP_PICTURE_PARTS = 512 };
typedef struct bp_picture {
    bp_world *world; /* borrowed */
    int count;
    bool left_out;
    bp_mesh *parts[BP_PICTURE_PARTS]; /* owned until the end */
} bp_picture;

void bp_picture_begin(bp_picture *picture, bp_world *world);
/* A box of that size with its middle at `center`, both in the space that `place` takes to the world's. */
void bp_picture_box(bp_picture *picture, bp_mat4 place, bp_vec3 size, bp_vec3 center, bp_rgba8 color);
/* A bone: from the origin of `place` 1 along its +Y, a thin box that is thicker at its root, with a short piece along its
 * +X, by which one sees a roll. `number` picks the colour (bp_scene_color). */
void bp_picture_bone(bp_picture *picture, bp_mat4 place, size_t number);
void bp_picture_ball(bp_picture *picture, bp_vec3 at, float radius, bp_rgba8 color);
/* A rod between two points, for arrows and links. */
void bp_picture_rod(bp_picture *picture, bp_vec3 from, bp_vec3 to, float width, bp_rgba8 color);
/* A square in the plane z = 0: pixel (column, row), row 0 at the top, of a picture `columns` x `rows`, 4 metres high. */
void bp_picture_pixel(bp_picture *picture, int column, int row, int columns, int rows, bp_rgba8 color);
/* Adds the stage. `flat`: look straight at the plane z = 0, as at a picture; else from above and aside. */
void bp_picture_end(bp_picture *picture, const char *title, bool flat);

#endif
