/* draw_ways: one picture, drawn by the plain loop and by each stage of optimization; compared byte by
 * byte, and timed.
 *
 * The picture shows the meshes of the first stage that has a figure, BP_SPEED_SIZE pixels square, with four
 * samples each. The session keeps the pictures, and draws one again only if the figure changed.
 *
 * Times differ from machine to machine and from run to run, so they are measured only in a session that
 * allows it (bp_session_allow_times), as windows do. Pictures in files have times that were recorded once.
 */
#pragma once

#include <bindpose/lesson_world.h>

BP_BEGIN_C

enum { BP_DRAW_WAYS = 7 };
enum { BP_SIDES = 7, BP_LEAST_SIDE = 8 }; /* of tiles: 8, 16, ... 512 pixels */

/* A bar of the chart of times. */
typedef struct bp_speed_bar {
    char label[24], value[16];
    float share; /* of the longest possible bar: 0 to 1 */
} bp_speed_bar;

/* The lesson's state: bp_world_data. */
typedef struct bp_speed {
    int ways; /* bits of bp_draw_way: those that the steps have drawn the picture in */
    int bar_count;
    bp_speed_bar bars[BP_DRAW_WAYS];
    int side;   /* of a tile that the plain loop draws: BP_LEAST_SIDE << side */
    bool tiled; /* whether it draws by tiles */
} bp_speed;

enum { BP_SPEED_SIZE = 512 /* pixels on each side */ };

/* Ways of drawing the picture: each adds one thing to the one before. As bits, because some measures take
 * several. A way that this machine or this build doesn't have is left out. */
typedef enum bp_draw_way {
    BP_WAY_PLAIN = 1,    /* the scalar definition: triangle by triangle, pixel by pixel */
    BP_WAY_TILES = 2,    /* bins and tiles, in plain C */
    BP_WAY_SSE2 = 4,     /* 4 lanes */
    BP_WAY_AVX2 = 8,     /* 8 lanes */
    BP_WAY_AVX512 = 16,  /* 16 lanes */
    BP_WAY_THREADS = 32, /* the best of these on all processors, at least two threads */
    BP_WAY_REUSE = 64,   /* once more: tiles in which nothing changed are left as they are */
    BP_WAY_SIMD = BP_WAY_SSE2 | BP_WAY_AVX2 | BP_WAY_AVX512,
} bp_draw_way;

/* Measures; args->other has bits of bp_draw_way. A way that isn't in the state's ways hasn't drawn yet: its
 * picture is all zeros. */
bp_measure bp_measure_way_bytes; /* bytes that differ from the plain loop's picture, over all these ways */
bp_measure bp_measure_way_tiles; /* tiles that the last of these ways drew, of BP_SPEED_SIZE^2 / 64^2 */
/* Makes the chart of the ways' times, without those that the machine doesn't have; without times, of those
 * recorded. */
void bp_speed_measure(bp_world *world);

/* Milliseconds of the plain loop by tiles of a side; < 0: of the whole picture at once. 0: this side wasn't
 * chosen yet. */
double bp_time_of_tiles(bp_world *world, int side);
/* Bytes of the picture by tiles of 64 pixels that differ from the plain loop's; before `tiled` it is all
 * zeros. */
bp_measure bp_measure_tiled_bytes;

BP_END_C
