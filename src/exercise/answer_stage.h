/* Pictures of answers, built from boxes and balls on one stage of a lesson's world. A wrong answer is drawn
 * like a correct one. Parts that aren't finite, or that lie a kilometre or more away, are left out, and the
 * stage's note says so. */
#pragma once

#include <bindpose/exercise.h>

enum { BP_ANSWER_STAGE_PARTS = 512 };

/* A picture under construction by an exercise's `show`. Errors go to the world. */
struct bp_answer_stage {
    bp_world *world; /* borrowed */
    const char *title;
    bool has_character; /* instead of parts */
    bool is_incomplete; /* a part of the answer is too large to be drawn, or not a number */
    int count;
    bp_mesh *parts[BP_ANSWER_STAGE_PARTS]; /* owned */
};

/* A box of this size around `center`, in the space that `transform` takes to the world. */
void bp_answer_stage_box(bp_answer_stage *stage, bp_mat4 transform, bp_vec3 size, bp_vec3 center,
                         bp_rgba8 color);
/* The same without a transform. */
void bp_answer_stage_block(bp_answer_stage *stage, bp_vec3 size, bp_vec3 center, bp_rgba8 color);
/* A bone: a thin box from the origin of `transform` 1 m along its +Y axis, thicker at the root, with a short
 * piece along +X that shows its roll. `color` is an index for bp_scene_color. */
void bp_answer_stage_bone(bp_answer_stage *stage, bp_mat4 transform, size_t color);
/* The bones of a pose: `local` are `count` packed matrices, at most BP_ANSWER_STAGE_PARTS, parents first. */
void bp_answer_stage_pose(bp_answer_stage *stage, const int *parent, int count, const float *local);
void bp_answer_stage_ball(bp_answer_stage *stage, bp_vec3 center, float radius, bp_rgba8 color);
void bp_answer_stage_rod(bp_answer_stage *stage, bp_vec3 from, bp_vec3 to, float width, bp_rgba8 color);
/* A square in the plane z = 0: one pixel of an image of columns x rows, 4 m high, with row 0 at the top. */
void bp_answer_stage_pixel(bp_answer_stage *stage, int column, int row, int columns, int rows,
                           bp_rgba8 color);
/* An image of ones, which are coloured, and zeros. */
void bp_answer_stage_bits(bp_answer_stage *stage, int columns, int rows, const float *bits);
/* The page's character instead of parts, with its left arm skinned by this final matrix. */
void bp_answer_stage_arm(bp_answer_stage *stage, bp_mat4 final);
