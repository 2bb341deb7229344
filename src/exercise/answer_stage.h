/* Pictures of answers: stages on which a result stands as something to see. A wrong answer is drawn as what it is;
 * only what is not finite, or a thousand metres and more away, is left out, and the stage's note says so. */
#ifndef BP_EXERCISE_ANSWER_STAGE_H
#define BP_EXERCISE_ANSWER_STAGE_H

#include <bindpose/exercise.h>

/* The page's character, its left arm skinned by this final matrix alone, whatever it is. */
void bp_answer_stage_arm(bp_world *world, const char *title, bp_mat4 final);

/* Things put together on one stage; failures go to the world. Begin with bp_answer_stage_begin, end with bp_answer_stage_end,
 * which adds the stage and sets the camera so that all of this stage can be seen (the right one is added last). */
enum { BP_ANSWER_STAGE_PARTS = 512 };
typedef struct bp_answer_stage {
    bp_world *world; /* borrowed */
    int count;
    bool left_out;
    bp_mesh *parts[BP_ANSWER_STAGE_PARTS]; /* owned until the end */
} bp_answer_stage;

void bp_answer_stage_begin(bp_answer_stage *picture, bp_world *world);
/* A box of that size with its middle at `center`, both in the space that `place` takes to the world's. */
void bp_answer_stage_box(bp_answer_stage *picture, bp_mat4 place, bp_vec3 size, bp_vec3 center, bp_rgba8 color);
/* A bone: from the origin of `place` 1 along its +Y, a thin box that is thicker at its root, with a short piece along its
 * +X, by which one sees a roll. `number` picks the colour (bp_scene_color). */
void bp_answer_stage_bone(bp_answer_stage *picture, bp_mat4 place, size_t number);
void bp_answer_stage_ball(bp_answer_stage *picture, bp_vec3 at, float radius, bp_rgba8 color);
/* A rod between two points, for arrows and links. */
void bp_answer_stage_rod(bp_answer_stage *picture, bp_vec3 from, bp_vec3 to, float width, bp_rgba8 color);
/* A square in the plane z = 0: pixel (column, row), row 0 at the top, of a picture `columns` x `rows`, 4 metres high. */
void bp_answer_stage_pixel(bp_answer_stage *picture, int column, int row, int columns, int rows, bp_rgba8 color);
/* Adds the stage. `flat`: look straight at the plane z = 0, as at a picture; else from above and aside. */
void bp_answer_stage_end(bp_answer_stage *picture, const char *title, bool flat);

#endif
