/* Mesh simplification by vertex clustering (Rossignac and Borrel). Space is divided into cells. All
 * vertices of a cell with the same main joint form a cluster and become one vertex, at the position and
 * with the weights of the vertex nearest to their centre. At a seam of texture coordinates a cluster keeps
 * one vertex for each side, at the same position, and no gap opens. Triangles whose corners no longer lie
 * in three clusters are dropped. Sorting decides everything, so the result is the same on every machine. */
#include "mesh/editing.h"
#include "mesh/shapes.h"
#include <stdlib.h>
#include <string.h>

enum { UV_CELLS = 6 }; /* along u and v, from 0 to 1 */

/* A vertex and the keys by which it is clustered. */
typedef struct member {
    uint64_t cluster; /* its cell and main joint */
    uint32_t uv_cell; /* distinguishes the sides of a seam */
    uint32_t vertex;
} member;

typedef struct simplification {
    const bp_mesh *from;
    float cell;
    bp_vec3 corner;
    member *members;           /* owned; sorted by cluster, uv_cell, vertex */
    uint32_t *new_vertex;      /* owned, with the three arrays below; old vertex -> new vertex */
    uint32_t *cluster;         /* new vertex -> index of its cluster */
    uint32_t *geometry_from;   /* new vertex -> old vertex with its position, normal and weights */
    uint32_t *appearance_from; /* new vertex -> old vertex with its texture coordinates and colour */
    size_t count;              /* new vertices */
    uint32_t *indices;         /* owned; the remaining triangles, with new vertices */
    bp_submesh *submeshes;     /* owned */
} simplification;

static uint64_t cell_of(float coordinate, float from, float cell) {
    float cells = floorf((coordinate - from) / cell);
    return cells >= 0 ? (cells < 65535 ? (uint64_t)cells : 65535) : 0;
}

/* The joint with the largest weight. Clustering by it keeps touching limbs apart. */
static uint64_t main_joint(const bp_mesh *mesh, size_t vertex) {
    size_t first = vertex * (size_t)mesh->influences, best = first;
    if (mesh->influences == 0) return 0;
    for (size_t i = first; i < first + (size_t)mesh->influences; i++)
        if (mesh->weights[i] > mesh->weights[best]) best = i;
    return mesh->joints[best];
}

static uint32_t uv_cell_of(const bp_mesh *mesh, size_t vertex) {
    if (!mesh->uv[0]) return 0;
    bp_vec2 uv = mesh->uv[0][vertex];
    return (uint32_t)(cell_of(uv.x * UV_CELLS, 0, 1) << 16 | cell_of(uv.y * UV_CELLS, 0, 1));
}

static int compare_members(const void *a, const void *b) {
    const member *x = a, *y = b;
    if (x->cluster != y->cluster) return x->cluster < y->cluster ? -1 : 1;
    if (x->uv_cell != y->uv_cell) return x->uv_cell < y->uv_cell ? -1 : 1;
    return (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

static void sort_vertices(simplification *c) {
    for (size_t i = 0; i < c->from->vertex_count; i++) {
        bp_vec3 p = c->from->positions[i];
        c->members[i] =
            (member){cell_of(p.x, c->corner.x, c->cell) << 48 | cell_of(p.y, c->corner.y, c->cell) << 32 |
                         cell_of(p.z, c->corner.z, c->cell) << 16 | main_joint(c->from, i),
                     uv_cell_of(c->from, i), (uint32_t)i};
    }
    qsort(c->members, c->from->vertex_count, sizeof *c->members, compare_members);
}

/* The vertex of members first .. end - 1 that is nearest to their centre. */
static uint32_t central_vertex(const simplification *c, size_t first, size_t end) {
    bp_vec3 sum = {0, 0, 0};
    for (size_t i = first; i < end; i++) sum = bp_vec3_add(sum, c->from->positions[c->members[i].vertex]);
    bp_vec3 center = bp_vec3_scale(sum, 1.0f / (float)(end - first));
    uint32_t best = c->members[first].vertex;
    for (size_t i = first + 1; i < end; i++) {
        uint32_t vertex = c->members[i].vertex;
        if (bp_vec3_distance(c->from->positions[vertex], center) <
            bp_vec3_distance(c->from->positions[best], center))
            best = vertex;
    }
    return best;
}

/* Makes the new vertices of one cluster: one for each uv cell. */
static void join_cluster(simplification *c, size_t first, size_t end, uint32_t cluster) {
    uint32_t position = central_vertex(c, first, end);
    while (first < end) {
        size_t next = first + 1;
        while (next < end && c->members[next].uv_cell == c->members[first].uv_cell) next++;
        c->cluster[c->count] = cluster;
        c->geometry_from[c->count] = position;
        c->appearance_from[c->count] = central_vertex(c, first, next);
        for (size_t i = first; i < next; i++) c->new_vertex[c->members[i].vertex] = (uint32_t)c->count;
        c->count++;
        first = next;
    }
}

static void join_all(simplification *c) {
    uint32_t cluster = 0;
    for (size_t first = 0, end; first < c->from->vertex_count; first = end, cluster++) {
        for (end = first + 1; end < c->from->vertex_count; end++)
            if (c->members[end].cluster != c->members[first].cluster) break;
        join_cluster(c, first, end, cluster);
    }
}

/* Keeps the triangles whose corners lie in three clusters. Returns the number of indices. */
static size_t keep_triangles(simplification *c) {
    size_t kept = 0;
    for (size_t s = 0; s < c->from->submesh_count; s++) {
        const bp_submesh *from = &c->from->submeshes[s];
        c->submeshes[s] = (bp_submesh){.first = kept, .material = from->material};
        for (size_t i = from->first; i < from->first + from->count; i += 3) {
            uint32_t corner[3];
            for (int k = 0; k < 3; k++) corner[k] = c->new_vertex[c->from->indices[i + (size_t)k]];
            uint32_t a = c->cluster[corner[0]], b = c->cluster[corner[1]], d = c->cluster[corner[2]];
            if (a == b || b == d || a == d) continue;
            memcpy(c->indices + kept, corner, sizeof corner);
            kept += 3;
        }
        c->submeshes[s].count = kept - c->submeshes[s].first;
    }
    return kept;
}

/* Copies positions, normals and influences from one old vertex, and the other attributes from another. */
static void copy_vertices(bp_mesh *to, const simplification *c) {
    bp_mesh moving = *c->from, seen = *c->from;
    moving.tangents = NULL, moving.uv[0] = moving.uv[1] = NULL, moving.colors = NULL;
    bp_mesh_copy_vertices(to, 0, &moving, c->geometry_from, c->count);
    seen.positions = seen.normals = NULL, seen.influences = 0;
    bp_mesh_copy_vertices(to, 0, &seen, c->appearance_from, c->count);
}

static bp_mesh *make_mesh(const bp_allocator *allocator, simplification *c, bp_error *error) {
    size_t kept = keep_triangles(c);
    bp_mesh_options options = bp_mesh_options_like(c->from, c->count, kept);
    bp_mesh *mesh = bp_mesh_create(allocator, &options, error);
    if (!mesh) return NULL;
    copy_vertices(mesh, c);
    memcpy(mesh->indices, c->indices, kept * sizeof *mesh->indices);
    if (bp_mesh_set_submeshes(mesh, c->submeshes, c->from->submesh_count, error)) return mesh;
    bp_mesh_destroy(mesh);
    return NULL;
}

bp_mesh *bp_mesh_simplify(const bp_allocator *allocator, const bp_mesh *mesh, float cell, bp_error *error) {
    if (!(cell > 0)) {
        bp_fail(error, BP_ERROR_ARGUMENT, "cell", "%g is not a valid cell size", (double)cell);
        return NULL;
    }
    simplification c = {.from = mesh, .cell = cell, .corner = bp_mesh_bounds(mesh).lo};
    size_t vertices = mesh->vertex_count;
    bp_mesh *result = NULL;
    if ((c.members = bp_alloc(allocator, vertices, sizeof *c.members, error)) &&
        (c.new_vertex = bp_alloc(allocator, 4 * vertices, sizeof *c.new_vertex, error)) &&
        (c.indices = bp_alloc(allocator, mesh->index_count, sizeof *c.indices, error)) &&
        (c.submeshes = bp_alloc(allocator, mesh->submesh_count, sizeof *c.submeshes, error))) {
        c.cluster = c.new_vertex + vertices;
        c.geometry_from = c.cluster + vertices;
        c.appearance_from = c.geometry_from + vertices;
        sort_vertices(&c);
        join_all(&c);
        result = make_mesh(allocator, &c, error);
    }
    bp_free(allocator, c.members);
    bp_free(allocator, c.new_vertex);
    bp_free(allocator, c.indices);
    bp_free(allocator, c.submeshes);
    return result;
}
