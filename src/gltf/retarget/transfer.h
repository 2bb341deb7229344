/* transfer: all clips that one file's motion gives to a character, with the map and the reports. */
#pragma once

#include <bindpose/retarget.h>

/* Zero it, and set the borrowed members. */
typedef struct bp_transfer {
    const bp_context *context;
    const char *paths[2];      /* of the motion and the character */
    const bp_model *models[2]; /* at rest */
    bp_retarget_map map;       /* owned, as is all that follows */
    bp_retarget *retarget;
    size_t count;
    bp_clip **clips;
    int *sources; /* the clips' indices in the motion */
    bp_retarget_report *reports;
} bp_transfer;

/* Finds the map by names, structure and VRM's humanoid maps. Errors: the files; those of
 * bp_retarget_map_find. */
bool bp_transfer_find_map(bp_transfer *transfer, bp_error *error);
/* Reads the map from a file, or finds it (`map_file` NULL), and makes the retarget. Clear the transfer in any
 * case. Errors: the file; those of bp_retarget_create. */
bool bp_transfer_begin(bp_transfer *transfer, const char *map_file, const bp_retarget_options *options,
                       bp_error *error);
/* Makes and measures a clip (an index), or all (-1). Errors: INPUT, there is none; MEMORY. */
bool bp_transfer_run(bp_transfer *transfer, int clip, bp_error *error);
/* The character's file with the clips. Free `out` with bp_file_free. Errors: those of bp_gltf_add_clips. */
bool bp_transfer_write(const bp_transfer *transfer, bp_gltf_container container, bool embed, bp_file *out,
                       bp_error *error);
/* Of the clips the one whose bones are furthest from the source's. */
size_t bp_transfer_worst_clip(const bp_transfer *transfer);
/* From the motion's scene to the character's: where the hips' path takes the whole body. */
bp_mat4 bp_transfer_placement(const bp_transfer *transfer);
void bp_transfer_clear(bp_transfer *transfer);
