/* The character of Babylon.js's page, and a tube's skeleton (src/scene/character.c). */
#pragma once

#include <bindpose/scene.h>

/* Which local matrices its bones are bound with. */
typedef enum bp_character_bind {
    BP_BIND_NATURAL, /* at the shoulders (+-0.5, 1.5, 0), rotated by +-30 degrees about Z along the arms */
    BP_BIND_TRANSLATION, /* at the shoulders, not rotated */
    BP_BIND_IDENTITY,    /* every bone at the origin */
} bp_character_bind;

enum { BP_BONE_BODY, BP_BONE_ARM_LEFT, BP_BONE_ARM_RIGHT, BP_CHARACTER_BONES };

/* The local matrix of a bone (BP_BONE_...) in that bind. */
bp_mat4 bp_character_local(bp_character_bind bind, int bone);

/* The skeleton: boneBody with boneArmLeft and boneArmRight as its children, lengths 1.5, -2, -2 (the arms
 * run along their bones' -Y). `locals` has one matrix for each bone to start with; NULL: their binds.
 * `rules` are bits of bp_rules. The mesh is bp_shape_character. */
bp_skeleton *bp_character_skeleton(const bp_context *context, bp_character_bind bind, const bp_mat4 *locals,
                                   int rules, bp_error *error);

/* The character as a glTF file stores it: nodes 0..2 are the bones', 3 is the mesh's; a skin; no clips. */
bp_model *bp_character_model(const bp_context *context, bp_character_bind bind, bp_error *error);

/* The camera of the page's pictures: eye (0, 2.47, 7.61), looking at the origin. */
bp_camera bp_character_camera(void);

/* Bones along +Y, `spacing` metres apart, each the child of the one before, without lengths set; for
 * bp_shape_tube: length / joints. `names`: one each; NULL: "joint0", "joint1", ... */
bp_skeleton *bp_tube_skeleton(const bp_context *context, const char *const *names, int joints, float spacing,
                              int rules, bp_error *error);
