/* writer: a file while it is being written.
 *
 * The JSON is written from front to back. A part that needs numbers in the buffer appends them on the way
 * and gets the index of their accessor for the JSON; accessors and views are written last. If a part fails,
 * the writer can still be cleared. */
#ifndef BP_GLTF_WRITE_WRITER_H
#define BP_GLTF_WRITE_WRITER_H

#include "io/json.h"
#include <bindpose/gltf.h>
#include <bindpose/io.h>
#include <bindpose/rig.h>

/* Numbers for the buffer. */
typedef struct bp_gltf_accessor_data {
    const char *field;  /* of the model, for errors: "meshes[0].positions" */
    const void *values; /* tightly packed */
    size_t count, width;
    int component; /* BP_GLTF_AS_... */
    int target;    /* BP_GLTF_VERTICES, BP_GLTF_INDICES, or 0 */
    bool matrices; /* 4x4; `width` is 16 */
    bool bounds;   /* write the minimum and maximum of each component */
} bp_gltf_accessor_data;

enum { BP_GLTF_AS_U8 = 5121, BP_GLTF_AS_U16 = 5123, BP_GLTF_AS_U32 = 5125, BP_GLTF_AS_FLOAT = 5126 };
enum { BP_GLTF_VERTICES = 34962, BP_GLTF_INDICES = 34963 };

/* A view of the buffer: an accessor's numbers or an image. */
typedef struct bp_gltf_view_entry {
    size_t offset, size;
    int target;
} bp_gltf_view_entry;

typedef struct bp_gltf_accessor_entry {
    size_t view, count, width;
    int component;
    bool matrices, bounds;
    float lo[4], hi[4];
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
    int *parents, *first_children, *next_siblings; /* owned, by node; -1: none */
    bool *in_scene;                                /* owned, by node; set for roots only */
    int *primitives;                               /* owned; the file meshes' lists point into it */
    bp_gltf_file_mesh *meshes;                     /* owned; equal ones are neighbours with one index */
    size_t mesh_count;
    int *mesh_of_node; /* owned, by node: its file mesh; -1: none */
    int *images;       /* owned, by image: its index in the file; -1: the image is empty */
} bp_gltf_plan;

typedef struct bp_gltf_writer {
    const bp_model *model;
    const bp_gltf_write_options *options;
    const char *buffer_uri; /* borrowed; NULL: the buffer is the binary chunk */
    bp_allocator allocator;
    bp_gltf_plan plan;
    bp_json_writer json;
    uint8_t *bytes; /* owned; the buffer */
    size_t size, capacity;
    bp_gltf_view_entry *views; /* owned */
    size_t view_count, view_capacity;
    bp_gltf_accessor_entry *accessors; /* owned */
    size_t accessor_count, accessor_capacity;
} bp_gltf_writer;

/* ---- write_plan.c ---- */
bool bp_gltf_plan_make(bp_gltf_writer *writer, bp_error *error);
void bp_gltf_plan_clear(bp_gltf_writer *writer);

/* ---- write_data.c ---- */

/* Appends numbers to the buffer. Returns their accessor; -1 on error (NaN, infinity, MEMORY). */
int bp_gltf_add_accessor(bp_gltf_writer *writer, const bp_gltf_accessor_data *data, bp_error *error);
/* Appends numbers and writes their accessor as a member of the JSON. */
bool bp_gltf_write_accessor(bp_gltf_writer *writer, const char *key, const bp_gltf_accessor_data *data,
                            bp_error *error);
/* Appends bytes to the buffer: numbers, or an image (target 0). Returns their view; -1 on error. */
int bp_gltf_add_view(bp_gltf_writer *writer, const void *bytes, size_t size, int target, bp_error *error);
/* Writes accessors, bufferViews and buffers. */
bool bp_gltf_write_buffer(bp_gltf_writer *writer, bp_error *error);
/* Fails with ARGUMENT at a field of the model: "meshes[2].normals". */
bool bp_gltf_fail_model(bp_error *error, const char *array, size_t index, const char *field,
                        const char *format, ...) BP_PRINTF(5, 6);

/* ---- parts of the JSON, each a member of its root ---- */
bool bp_gltf_write_nodes(bp_gltf_writer *writer, bp_error *error);
bool bp_gltf_write_meshes(bp_gltf_writer *writer, bp_error *error);
bool bp_gltf_write_skins(bp_gltf_writer *writer, bp_error *error);
bool bp_gltf_write_materials(bp_gltf_writer *writer, bp_error *error);
/* Texture k of a material: 0 is the base colour's, 1 + m is map m. NULL: none is written. */
enum { BP_GLTF_MATERIAL_TEXTURES = 1 + BP_MAPS };
const bp_texture_info *bp_gltf_material_texture(const bp_gltf_writer *writer, size_t material, int k);
bool bp_gltf_write_animations(bp_gltf_writer *writer, bp_error *error);
/* JOINTS_n and WEIGHTS_n of a mesh, inside the primitive's attributes. */
bool bp_gltf_write_influences(bp_gltf_writer *writer, size_t mesh, bp_error *error);

/* Writes a name unless it is NULL or empty. */
static inline void bp_gltf_json_name(bp_json_writer *json, const char *name) {
    if (name && name[0]) bp_json_set_text(json, "name", name);
}

#endif
