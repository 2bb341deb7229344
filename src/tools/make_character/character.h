/* make_character: the parts of the program that writes assets/character.glb.
 *
 * The body is an implicit surface: shapes along the bones that blend smoothly (body.c). Surface nets turn it
 * into triangles (surface.c). Weights spread over the surface from bone to bone (weights.c). The texture is
 * painted as seen from the front and from behind (paint.c). Three clips move it (motion.c). Metres, +Y up,
 * facing +Z; the character's left is +X. */
#pragma once

#include <bindpose/model.h>

/* The bones of the middle, then of the left side, then of the right side in the same order. */
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
    RIGHT, /* added to a bone of the left side, gives the one of the right */
    SIDE = RIGHT - SHOULDER,
    BONES = RIGHT + SIDE
} body_bone;

/* A bone at rest. */
typedef struct body_joint {
    char name[24];
    int parent;     /* -1: the root */
    bp_vec3 at;     /* the position of its joint */
    bp_vec3 tip;    /* its end: +Y points there */
    float radius;   /* of the body around it */
    bp_quat facing; /* the bone's axes in the world at rest */
} body_joint;

/* ---- body.c ---- */
void body_make_joints(body_joint joints[BONES]);
/* The signed distance to the skin, negative inside; approximate far away. */
float body_distance(bp_vec3 p);
/* The normal: outwards, of length 1. */
bp_vec3 body_normal(bp_vec3 p);

/* ---- surface.c ---- */
/* A mesh with positions, normals and triangles only. NULL on error. */
bp_mesh *surface_make(bp_error *error);

/* ---- weights.c ---- */
/* Gives each vertex four influences. */
bool weights_spread(bp_mesh *mesh, const body_joint joints[BONES], bp_error *error);

/* ---- paint.c ---- */
bp_image *paint_make(bp_error *error);
/* Adds texture coordinates: returns a mesh in which vertices between two sheets are doubled. Destroys
 * `mesh`. */
bp_mesh *paint_unfold(bp_mesh *mesh, bp_error *error);

/* ---- motion.c ---- */
/* Makes idle, walk and wave. Tracks move nodes; a bone's node has the bone's number. */
bool motion_make(const body_joint joints[BONES], bp_clip *clips[3], bp_error *error);
