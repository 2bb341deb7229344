/* writer: a file while it is being written.
 *
 * The JSON is written from front to back. A part that needs numbers in the buffer appends them on the way
 * and gets the index of their accessor for the JSON; accessors and views are written last. The first fault
 * stays in the writer, and the file isn't made. */
#pragma once

#include "base/arena.h"
#include "gltf/accessor.h"
#include "io/json.h"
#include <bindpose/gltf.h>
#include <bindpose/io.h>
#include <bindpose/rig.h>

/* A view of the buffer: an accessor's numbers or an image. */
typedef struct bp_gltf_view_entry {
    size_t offset, size;
    int target;
} bp_gltf_view_entry;

typedef struct bp_gltf_accessor_entry {
    int view;
    bp_gltf_numbers numbers; /* without the bytes */
    float lo[16], hi[16];
} bp_gltf_accessor_entry;

/* A mesh of the file. Its primitives are the model's meshes that are instanced at one node. */
typedef struct bp_gltf_file_mesh {
    const int *primitives; /* the model's meshes; borrowed from the plan */
    size_t count;
    bool skinned;
    int node;     /* -1: no node has it */
    int instance; /* the first of those at the node; -1: none */
    int index;    /* in the file's meshes */
} bp_gltf_file_mesh;

/* The layout of the file, decided before anything is written. */
typedef struct bp_gltf_plan {
    int *parents, *first_children, *next_siblings; /* by node; -1: none */
    bool *in_scene;                                /* by node; set for roots only */
    int *primitives;                               /* the file meshes' lists point into it */
    bp_gltf_file_mesh *meshes;                     /* equal ones are neighbours with one index */
    size_t mesh_count;
    int *mesh_of_node; /* by node: its file mesh; -1: none */
    int *images;       /* by image: its index in the file; -1: the image is empty */
} bp_gltf_plan;

typedef struct bp_gltf_writer {
    const bp_model *model;
    const bp_gltf_write_options *options;
    const char *buffer_uri; /* borrowed; NULL: the buffer is the binary chunk */
    bp_arena arena;         /* of all that is allocated on the way */
    bp_gltf_plan plan;
    bp_json_writer json;
    uint8_t *bytes; /* owned; the buffer */
    size_t size, capacity;
    bp_gltf_view_entry *views; /* owned */
    size_t view_count, view_capacity;
    bp_gltf_accessor_entry *accessors; /* owned */
    size_t accessor_count, accessor_capacity;
    bp_error fault;
} bp_gltf_writer;

/* Where an error goes; NULL after the first one. */
static inline bp_error *bp_gltf_writer_error(bp_gltf_writer *writer) {
    return writer->fault.kind == BP_ERROR_NONE ? &writer->fault : NULL;
}
/* Zeroed memory, which lives as long as the writer. NULL: none, which is a fault. */
static inline void *bp_gltf_writer_alloc(bp_gltf_writer *writer, size_t count, size_t size) {
    return bp_arena_alloc(&writer->arena, count, size, bp_gltf_writer_error(writer));
}

/* ---- write_data.c ---- */

/* Appends numbers to the buffer. Returns their accessor. `field`: of the model, for errors (NaN, infinity):
 * "meshes[0].positions". */
int bp_gltf_add_accessor(bp_gltf_writer *writer, const char *field, const bp_gltf_numbers *numbers);
/* Appends numbers and writes their accessor as a member of the JSON. */
void bp_gltf_write_accessor(bp_gltf_writer *writer, const char *key, const char *field,
                            const bp_gltf_numbers *numbers);
/* Appends bytes to the buffer: numbers, or an image (target 0). Returns their view. */
int bp_gltf_add_view(bp_gltf_writer *writer, const void *bytes, size_t size, int target);
/* Writes accessors, bufferViews and buffers. */
void bp_gltf_write_buffer(bp_gltf_writer *writer);
/* A fault of kind ARGUMENT at a field of the model: "meshes[2].normals". Returns false. */
bool bp_gltf_fail_model(bp_gltf_writer *writer, const char *array, size_t index, const char *field,
                        const char *format, ...) BP_PRINTF(5, 6);

void bp_gltf_write_meshes(bp_gltf_writer *writer);
void bp_gltf_write_skins(bp_gltf_writer *writer);
void bp_gltf_write_materials(bp_gltf_writer *writer);
/* Texture k of a material: 0 is the base colour's, 1 + m is map m. NULL: none is written. */
enum { BP_GLTF_MATERIAL_TEXTURES = 1 + BP_MAPS };
const bp_texture_info *bp_gltf_material_texture(const bp_gltf_writer *writer, size_t material, int k);
void bp_gltf_write_animations(bp_gltf_writer *writer);

/* Writes a name unless it is NULL or empty. */
static inline void bp_gltf_json_name(bp_json_writer *json, const char *name) {
    if (name && name[0]) bp_json_write(json, "name: %s", name);
}
