/* A coarser mesh: space is cut into cells, and all vertices of a cell that move mostly with the same joint
 * become one. Which of them stands for the cell says where it is and how it moves; where the picture on the
 * surface is cut (a seam of texture coordinates), the cell keeps a vertex for each side, at the same place, so
 * that no gap opens. Triangles that lose a corner are left out. Everything is decided by sorting, so the same
 * mesh comes out on every machine. */
#include <bindpose/mesh.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PAINT_CELLS = 6 }; /* of texture coordinates, from 0 to 1 */

/* A vertex and where it belongs. */
typedef struct member {
    uint64_t place; /* its cell and joint */
    uint32_t paint; /* the part of the picture that it shows */
    uint32_t vertex;
} member;

typedef struct coarsening {
    const bp_mesh *from;
    float cell;
    bp_vec3 corner;
    member *members;           /* owned; sorted by place, paint, vertex */
    uint32_t *map;             /* owned, and the three after it with it; old vertex -> new vertex */
    uint32_t *places;          /* new vertex -> number of its place */
    uint32_t *stands, *paints; /* new vertex -> old one that it moves like, looks like */
    size_t count;              /* new vertices */
    uint32_t *indices;         /* owned; old triangles that are left, in new vertices */
    bp_submesh *submeshes;     /* owned */
} coarsening;

static uint64_t cell_of(float at, float from, float cell) {
    float cells = floorf((at - from) / cell);
    return cells >= 0 ? (cells < 65535 ? (uint64_t)cells : 65535) : 0;
}

/* The joint with the most weight: limbs that touch stay apart. */
static uint64_t joint_of(const bp_mesh *mesh, size_t vertex) {
    size_t first = vertex * (size_t)mesh->influences, best = first;
    if (mesh->influences == 0) return 0;
    for (size_t i = first; i < first + (size_t)mesh->influences; i++)
        if (mesh->weights[i] > mesh->weights[best]) best = i;
    return mesh->joints[best];
}

static uint32_t paint_of(const bp_mesh *mesh, size_t vertex) {
    if (!mesh->uv[0]) return 0;
    bp_vec2 uv = mesh->uv[0][vertex];
    return (uint32_t)(cell_of(uv.x * PAINT_CELLS, 0, 1) << 16 | cell_of(uv.y * PAINT_CELLS, 0, 1));
}

static int by_place(const void *a, const void *b) {
    const member *x = a, *y = b;
    if (x->place != y->place) return x->place < y->place ? -1 : 1;
    if (x->paint != y->paint) return x->paint < y->paint ? -1 : 1;
    return (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

static void sort_vertices(coarsening *c) {
    for (size_t i = 0; i < c->from->vertex_count; i++) {
        bp_vec3 p = c->from->positions[i];
        c->members[i] =
            (member){cell_of(p.x, c->corner.x, c->cell) << 48 | cell_of(p.y, c->corner.y, c->cell) << 32 |
                         cell_of(p.z, c->corner.z, c->cell) << 16 | joint_of(c->from, i),
                     paint_of(c->from, i), (uint32_t)i};
    }
    qsort(c->members, c->from->vertex_count, sizeof *c->members, by_place);
}

/* Of the members first .. end - 1 the vertex that is nearest to their middle. */
static uint32_t middle_of(const coarsening *c, size_t first, size_t end) {
    bp_vec3 sum = {0, 0, 0};
    for (size_t i = first; i < end; i++) sum = bp_vec3_add(sum, c->from->positions[c->members[i].vertex]);
    bp_vec3 middle = bp_vec3_scale(sum, 1.0f / (float)(end - first));
    uint32_t best = c->members[first].vertex;
    for (size_t i = first + 1; i < end; i++) {
        uint32_t vertex = c->members[i].vertex;
        if (bp_vec3_distance(c->from->positions[vertex], middle) <
            bp_vec3_distance(c->from->positions[best], middle))
            best = vertex;
    }
    return best;
}

/* The new vertices of one place: one for each part of the picture. */
static void join_place(coarsening *c, size_t first, size_t end, uint32_t place) {
    uint32_t stand = middle_of(c, first, end);
    while (first < end) {
        size_t next = first + 1;
        while (next < end && c->members[next].paint == c->members[first].paint) next++;
        c->places[c->count] = place;
        c->stands[c->count] = stand;
        c->paints[c->count] = middle_of(c, first, next);
        for (size_t i = first; i < next; i++) c->map[c->members[i].vertex] = (uint32_t)c->count;
        c->count++;
        first = next;
    }
}

static void join_all(coarsening *c) {
    uint32_t place = 0;
    for (size_t first = 0, end; first < c->from->vertex_count; first = end, place++) {
        for (end = first + 1; end < c->from->vertex_count; end++)
            if (c->members[end].place != c->members[first].place) break;
        join_place(c, first, end, place);
    }
}

/* Triangles whose corners are still in three places. Returns how many indices. */
static size_t keep_triangles(coarsening *c) {
    size_t kept = 0;
    for (size_t s = 0; s < c->from->submesh_count; s++) {
        const bp_submesh *from = &c->from->submeshes[s];
        c->submeshes[s] = (bp_submesh){.first = kept, .material = from->material};
        for (size_t i = from->first; i < from->first + from->count; i += 3) {
            uint32_t corner[3];
            for (int k = 0; k < 3; k++) corner[k] = c->map[c->from->indices[i + (size_t)k]];
            uint32_t a = c->places[corner[0]], b = c->places[corner[1]], d = c->places[corner[2]];
            if (a == b || b == d || a == d) continue;
            memcpy(c->indices + kept, corner, sizeof corner);
            kept += 3;
        }
        c->submeshes[s].count = kept - c->submeshes[s].first;
    }
    return kept;
}

static void copy_vertex(bp_mesh *to, size_t at, const coarsening *c) {
    const bp_mesh *from = c->from;
    size_t stand = c->stands[at], paint = c->paints[at], influences = (size_t)from->influences;
    to->positions[at] = from->positions[stand];
    if (from->normals) to->normals[at] = from->normals[stand];
    if (from->tangents) to->tangents[at] = from->tangents[paint];
    for (int set = 0; set < BP_MESH_UV_SETS; set++)
        if (from->uv[set]) to->uv[set][at] = from->uv[set][paint];
    if (from->colors) to->colors[at] = from->colors[paint];
    if (influences == 0) return;
    memcpy(to->joints + at * influences, from->joints + stand * influences, influences * sizeof *to->joints);
    memcpy(to->weights + at * influences, from->weights + stand * influences,
           influences * sizeof *to->weights);
}

static bp_mesh *make_mesh(const bp_allocator *allocator, coarsening *c, bp_error *error) {
    size_t kept = keep_triangles(c);
    bp_mesh_options options = {.name = c->from->name,
                               .vertex_count = c->count,
                               .index_count = kept,
                               .attributes = bp_mesh_attributes_of(c->from),
                               .influences = c->from->influences};
    bp_mesh *mesh = bp_mesh_create(allocator, &options, error);
    if (!mesh) return NULL;
    for (size_t i = 0; i < c->count; i++) copy_vertex(mesh, i, c);
    memcpy(mesh->indices, c->indices, kept * sizeof *mesh->indices);
    if (bp_mesh_set_submeshes(mesh, c->submeshes, c->from->submesh_count, error)) return mesh;
    bp_mesh_destroy(mesh);
    return NULL;
}

bp_mesh *bp_mesh_simplify(const bp_allocator *allocator, const bp_mesh *mesh, float cell, bp_error *error) {
    if (!(cell > 0)) {
        bp_fail(error, BP_ERROR_ARGUMENT, "cell", "%g is no size of a cell", (double)cell);
        return NULL;
    }
    coarsening c = {.from = mesh, .cell = cell, .corner = bp_mesh_bounds(mesh).lo};
    size_t vertices = mesh->vertex_count;
    bp_mesh *made = NULL;
    if ((c.members = bp_alloc(allocator, vertices, sizeof *c.members, error)) &&
        (c.map = bp_alloc(allocator, 4 * vertices, sizeof *c.map, error)) &&
        (c.indices = bp_alloc(allocator, mesh->index_count, sizeof *c.indices, error)) &&
        (c.submeshes = bp_alloc(allocator, mesh->submesh_count, sizeof *c.submeshes, error))) {
        c.places = c.map + vertices;
        c.stands = c.places + vertices;
        c.paints = c.stands + vertices;
        sort_vertices(&c);
        join_all(&c);
        made = make_mesh(allocator, &c, error);
    }
    bp_free(allocator, c.members);
    bp_free(allocator, c.map);
    bp_free(allocator, c.indices);
    bp_free(allocator, c.submeshes);
    return made;
}
