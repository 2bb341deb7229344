/* Lesson 23's state, and the profiles that it draws below its pictures. */
#pragma once

#include "shared/pixels.h"

typedef enum wall { RED, BLUE, CORD } wall;               /* the cord hangs in front of them */
enum { WALLS, BESIDE, WIDE = 16, HIGH = 12, LARGE = 96 }; /* stages; pixels */
static const float LEFT = 2, EDGE = 14, TALL = 6;         /* pixels */
static const float TOP[] = {2, 4, 2};
static const float FAR = 100, NEAREST = 0.1f; /* metres */
static const float HORIZON = 1.5f, ROWS = 10; /* pixels: a floor from FAR to NEAREST */
static const float STEP = 1.0f / (1 << 24);   /* of floats from 0.5 to 1 */

typedef struct plane {
    float z, dx, dy; /* at (2, 2), and how it changes to the right and down */
} plane;

typedef enum shown { SHOW_WALLS, SHOW_STEPS, SHOW_FLOOR, SHOW_POSTERS } shown;

typedef struct state {
    shown shown;
    float turn; /* of the camera about the character, degrees */
    plane planes[2];
    bool blue_first;
    float bias, near_z, posters; /* steps of depth nearer; metres; metres */
    float row[2][WIDE];          /* depths of both walls in P's row; 1: none */
} state;

static inline state *state_of(bp_world *world) { return bp_world_data(world); }
static inline float depth_of(plane p, float x, float y) { return p.z + p.dx * (x - 2) + p.dy * (y - 2); }

/* How far down, in rows, the drawing below the pictures reaches. */
static inline float lowest(bp_world *world) { return state_of(world)->shown == SHOW_WALLS ? 21.3f : 18.3f; }
/* Draws what stands below the walls or the floor: the draw function of the first stage's grid. */
void draw_below(bp_world *world, bp_pen *pen);
