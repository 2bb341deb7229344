/* make_character: the program that makes assets/character.glb, and its parts.
 *
 * The body is an implicit surface: a sum of smoothly joined shapes along the bones (body.c). It is cut into
 * triangles by surface nets (surface.c), gets weights that spread over the surface from bone to bone
 * (weights.c), a texture that is painted as seen from the front and from behind (paint.c), and moves in three
 * clips (motion.c). Metres, +Y up, facing +Z; the character's left is +X. */
#ifndef BP_MAKE_CHARACTER_H
#define BP_MAKE_CHARACTER_H

#include <bindpose/mesh.h>
#include <bindpose/rig.h>

/* Bones of the middle, then those of the left side, then those of the right in the same order. */
typedef enum body_bone {
    HIPS,
    SPINE,
    CHEST,
    NECK,
    HEAD,
    SHOULDER,
    UPPER_ARM,
    FOREARM,
    HAND,
    THIGH,
    SHIN,
    FOOT,
    TOES,
    RIGHT, /* added to one of the left side: the same of the right */
    SIDE = RIGHT - SHOULDER,
    BONES = RIGHT + SIDE
} body_bone;

/* A bone at rest. */
typedef struct body_joint {
    char name[24];
    int parent;     /* -1: the root */
    bp_vec3 at;     /* its joint */
    bp_vec3 tip;    /* where it points: its +Y axis */
    float radius;   /* of the body around it */
    bp_quat facing; /* the bone's axes in the world at rest */
} body_joint;

/* ---- body.c ---- */
void body_make_joints(body_joint joints[BONES]);
/* The signed distance to the skin, negative inside; nearly so far away. */
float body_distance(bp_vec3 p);
/* Outwards, length 1. */
bp_vec3 body_normal(bp_vec3 p);

/* ---- surface.c ---- */
/* Positions, normals and triangles; nothing else. NULL on error. */
bp_mesh *surface_make(bp_error *error);

/* ---- weights.c ---- */
/* Four influences a vertex. */
bool weights_spread(bp_mesh *mesh, const body_joint joints[BONES], bp_error *error);

/* ---- paint.c ---- */
bp_image *paint_make(bp_error *error);
/* A mesh with texture coordinates: vertices between the sheets are doubled. The old one is destroyed. */
bp_mesh *paint_unfold(bp_mesh *mesh, bp_error *error);

/* ---- motion.c ---- */
/* idle, walk, wave; tracks move nodes, a bone's node having its number. */
bool motion_make(const body_joint joints[BONES], bp_clip *clips[3], bp_error *error);

#endif
