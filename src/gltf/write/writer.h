/* writer: a file in the making, and what its parts must know of each other.
 *
 * The JSON is written from front to back. Whoever needs numbers in the buffer puts them there on the way and
 * gets an accessor's number for the JSON; accessors and views themselves come last. Whoever fails leaves a
 * writer that bp_gltf_writer_clear takes as it is. */
#ifndef BP_GLTF_WRITE_WRITER_H
#define BP_GLTF_WRITE_WRITER_H

#include <bindpose/gltf.h>
#include <bindpose/io.h>
#include <bindpose/rig.h>

/* Numbers that go into the buffer. */
typedef struct bp_gltf_accessor_data {
    const char *place;  /* of the model: "meshes[0].positions" */
    const void *values; /* tightly packed */
    size_t count, width;
    int component; /* BP_GLTF_AS_... */
    int target;    /* BP_GLTF_VERTICES, BP_GLTF_INDICES, or 0 */
    bool matrices; /* 4x4, `width` being 16 */
    bool bounds;   /* says the least and the greatest of each component */
} bp_gltf_accessor_data;

enum { BP_GLTF_AS_U8 = 5121, BP_GLTF_AS_U16 = 5123, BP_GLTF_AS_U32 = 5125, BP_GLTF_AS_FLOAT = 5126 };
enum { BP_GLTF_VERTICES = 34962, BP_GLTF_INDICES = 34963 };

/* A view of the buffer, and where it isn't a picture's its accessor. */
typedef struct bp_gltf_view_entry {
    size_t offset, size;
    int target;
    int accessor; /* -1: a picture */
} bp_gltf_view_entry;

typedef struct bp_gltf_accessor_entry {
    size_t view, count, width;
    int component;
    bool matrices, bounds;
    float lo[4], hi[4];
} bp_gltf_accessor_entry;

/* The meshes that stand at a node together become the primitives of one mesh of the file. */
typedef struct bp_gltf_file_mesh {
    const int *meshes; /* borrowed from the plan */
    size_t count;
    bool skinned;
    int node;     /* -1: a mesh that stands nowhere */
    int instance; /* the first of those at the node; -1 likewise */
    int number;   /* of the file's meshes */
} bp_gltf_file_mesh;

/* What is found out before anything is written. */
typedef struct bp_gltf_plan {
    int *parents, *first_children, *next_siblings; /* owned, by node; -1: none */
    bool *in_scene;                                /* owned, by node; of roots */
    int *meshes;                                   /* owned; what the groups' lists point into */
    bp_gltf_file_mesh *groups;                         /* owned; equal ones are neighbours, with one number */
    size_t group_count;
    int *groups_of; /* owned, by node: its group, -1: none */
    int *pictures;  /* owned; an image's number in the file, -1: there is none */
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

/* Appends numbers to the buffer; their accessor, -1 on error (a float that isn't finite, MEMORY). */
int bp_gltf_add_accessor(bp_gltf_writer *writer, const bp_gltf_accessor_data *data, bp_error *error);
/* The same, and says so under `key` in the JSON. */
bool bp_gltf_write_accessor(bp_gltf_writer *writer, const char *key, const bp_gltf_accessor_data *data, bp_error *error);
/* Appends a picture's bytes; their view, -1 on error. */
int bp_gltf_add_image_bytes(bp_gltf_writer *writer, const void *bytes, size_t size, bp_error *error);
/* accessors, bufferViews, buffers. */
bool bp_gltf_write_buffer(bp_gltf_writer *writer, bp_error *error);
bool bp_gltf_is_finite(float x);
/* Fails for a field of the model: "meshes[2].normals". */
bool bp_gltf_fail_model(bp_error *error, const char *array, size_t index, const char *field, const char *format,
                    ...) BP_PRINTF(5, 6);

/* ---- the parts, each writing its members of the JSON's root ---- */
bool bp_gltf_write_nodes(bp_gltf_writer *writer, bp_error *error);      /* write_nodes.c */
bool bp_gltf_write_meshes(bp_gltf_writer *writer, bp_error *error);     /* write_meshes.c */
bool bp_gltf_write_skins(bp_gltf_writer *writer, bp_error *error);      /* write_skins.c */
bool bp_gltf_write_materials(bp_gltf_writer *writer, bp_error *error);  /* write_materials.c */
bool bp_gltf_write_animations(bp_gltf_writer *writer, bp_error *error); /* write_animations.c */

/* ---- write_influences.c ---- */

/* JOINTS_n and WEIGHTS_n of a mesh, within the primitive's attributes. */
bool bp_gltf_write_influences(bp_gltf_writer *writer, size_t mesh, bp_error *error);

#endif
