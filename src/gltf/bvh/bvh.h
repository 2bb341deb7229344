/* bvh: Biovision's motion files, as a tree of joints and a table of numbers, and as glTF.
 *
 * A BVH file is text: HIERARCHY with a tree of joints (name, OFFSET from the parent, CHANNELS), then MOTION
 * with one row of numbers a frame. Nobody maintains the format, so this reads what the usual programs write
 * (Autodesk, Blender, CMU's data base, Rokoko, Mixamo's converters, DeepMotion, SOMA): channels in any
 * order and number, positions on any joint, several end sites, names with spaces, any letter case
 * and line ends.
 *
 * The document opens such a file as the glTF that bp_bvh_to_gltf makes of it, so every command that reads
 * glTF reads BVH: each joint and end site becomes a node, the motion an animation, in metres, Y up. */
#pragma once

#include "base/arena.h"
#include "math/double.h"

/* A channel is an axis (0, 1, 2), plus this if it rotates. */
enum { BP_BVH_ROTATION = 4, BP_BVH_MAX_CHANNELS = 12 };

typedef struct bp_bvh_joint {
    const char *name; /* in the text, without a terminator */
    size_t name_size;
    int parent; /* -1: the root; parents come first */
    bool is_end;
    bool has_offset;
    bool moves_relative; /* its position channels are added to the offset, and don't replace it */
    bp_dvec3 offset;     /* from the parent, in the file's units and axes */
    size_t first, count; /* its numbers in a frame's row */
    uint8_t channels[BP_BVH_MAX_CHANNELS];
} bp_bvh_joint;

enum { BP_BVH_MAX_NOTES = 8 };

typedef struct bp_bvh {
    bp_arena arena;
    size_t joint_count, width; /* width: of a row */
    bp_bvh_joint *joints;      /* owned */
    size_t frame_count;
    double frame_time; /* seconds */
    bp_file values;    /* owned; float, frame_count * width; degrees and the file's units */
    size_t note_count;
    char notes[BP_BVH_MAX_NOTES][224]; /* sentences */
} bp_bvh;

/* Whether a file is BVH: its first word is HIERARCHY. */
bool bp_bvh_is(const void *data, size_t size);
/* Reads a file, whose text must outlive the result. Refuses one that would need more than `limit` bytes.
 * Errors have the line as place. Close it in any case. */
bool bp_bvh_read(bp_bvh *bvh, const bp_allocator *allocator, const void *data, size_t size, size_t limit,
                 bp_error *error);
void bp_bvh_close(bp_bvh *bvh);
/* Reads a number in C's notation, whatever the locale: exact for up to 15 digits and small exponents, else
 * within some units of the last place. False: the text is none, or beyond 1e9. */
bool bp_bvh_number(const char *text, size_t size, double *out);
void bp_bvh_note(bp_bvh *bvh, const char *format, ...) BP_PRINTF(2, 3);

/* A joint's position and rotation within its parent, in the file's axes: those of `frame`, or at rest if that
 * is SIZE_MAX. The channels' rotations apply from the last one to the first. */
void bp_bvh_local(const bp_bvh *bvh, size_t joint, size_t frame, bp_dvec3 *position, bp_dquat *rotation);

/* The file as glTF: its JSON and its one buffer. Free both with bp_file_free. Finds unit and upward axis, and
 * notes them. */
bool bp_bvh_to_gltf(bp_bvh *bvh, bp_file *json, bp_file *buffer, bp_error *error);
