/* Surface nets. Space is divided into cells. Each cell that the skin passes through gets one vertex, at the
 * mean of the points where the skin cuts the cell's edges. Each edge that the skin cuts gets a quad of the
 * vertices of its four cells. At last the vertices move onto the skin. */
#include "tools/make_character/character.h"

/* Cells of CELL metres. The middle plane runs through corners, so both halves are alike. */
enum { NX = 54, NY = 70, NZ = 18 };
static const float CELL = 0.0262f;

typedef struct net {
    float *values; /* at the corners: (NX + 1) * (NY + 1) * (NZ + 1) */
    int *vertices; /* of the cells; -1: none */
    bp_vec3 *positions;
    uint32_t *indices;
    size_t vertex_count, index_count;
} net;

static bp_vec3 corner(int x, int y, int z) {
    return (bp_vec3){((float)x - NX / 2) * CELL, ((float)y - 1) * CELL, ((float)z - 8.0f) * CELL};
}

static size_t corner_at(int x, int y, int z) {
    return ((size_t)z * (NY + 1) + (size_t)y) * (NX + 1) + (size_t)x;
}

static size_t cell_at(int x, int y, int z) { return ((size_t)z * NY + (size_t)y) * NX + (size_t)x; }

/* Moves a point along the normal onto the skin. */
static bp_vec3 settle(bp_vec3 p) {
    for (int i = 0; i < 4; i++) p = bp_vec3_sub(p, bp_vec3_scale(body_normal(p), 0.8f * body_distance(p)));
    return p;
}

/* The vertex of a cell, if the skin passes through it. */
static void place_vertex(net *self, int x, int y, int z) {
    static const int edges[12][2] = {{0, 1}, {2, 3}, {4, 5}, {6, 7}, {0, 2}, {1, 3},
                                     {4, 6}, {5, 7}, {0, 4}, {1, 5}, {2, 6}, {3, 7}};
    bp_vec3 points[8], sum = {0, 0, 0};
    float values[8];
    int cuts = 0;
    for (int i = 0; i < 8; i++) {
        points[i] = corner(x + (i & 1), y + (i >> 1 & 1), z + (i >> 2));
        values[i] = self->values[corner_at(x + (i & 1), y + (i >> 1 & 1), z + (i >> 2))];
    }
    for (int i = 0; i < 12; i++) {
        float a = values[edges[i][0]], b = values[edges[i][1]];
        if ((a < 0) == (b < 0)) continue;
        sum = bp_vec3_add(sum, bp_vec3_mix(points[edges[i][0]], points[edges[i][1]], a / (a - b)));
        cuts++;
    }
    if (cuts == 0) return;
    self->vertices[cell_at(x, y, z)] = (int)self->vertex_count;
    self->positions[self->vertex_count++] = settle(bp_vec3_scale(sum, 1 / (float)cuts));
}

static void put_triangle(net *self, int a, int b, int c) {
    self->indices[self->index_count++] = (uint32_t)a;
    self->indices[self->index_count++] = (uint32_t)b;
    self->indices[self->index_count++] = (uint32_t)c;
}

/* Adds a quad of four vertices in order, split along its shorter diagonal. */
static void put_quad(net *self, const int v[4], bool flipped) {
    const bp_vec3 *p = self->positions;
    int a = v[0], b = flipped ? v[3] : v[1], c = v[2], d = flipped ? v[1] : v[3];
    if (bp_vec3_distance(p[a], p[c]) <= bp_vec3_distance(p[b], p[d])) {
        put_triangle(self, a, b, c);
        put_triangle(self, a, c, d);
    } else {
        put_triangle(self, a, b, d);
        put_triangle(self, b, c, d);
    }
}

/* Adds the quad around the edge from corner (x, y, z) to the next one along `axis`. */
static void cross_edge(net *self, int x, int y, int z, int axis) {
    static const int steps[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const int *to = steps[axis], *u = steps[(axis + 1) % 3], *v = steps[(axis + 2) % 3];
    float a = self->values[corner_at(x, y, z)];
    float b = self->values[corner_at(x + to[0], y + to[1], z + to[2])];
    if ((a < 0) == (b < 0)) return;
    int around[4];
    for (int i = 0; i < 4; i++) {
        int du = i == 1 || i == 2 ? 0 : 1, dv = i < 2 ? 1 : 0;
        around[i] = self->vertices[cell_at(x - du * u[0] - dv * v[0], y - du * u[1] - dv * v[1],
                                           z - du * u[2] - dv * v[2])];
    }
    put_quad(self, around, !(a < 0));
}

static void weave(net *self) {
    for (int z = 0; z <= NZ; z++)
        for (int y = 0; y <= NY; y++)
            for (int x = 0; x <= NX; x++) self->values[corner_at(x, y, z)] = body_distance(corner(x, y, z));
    for (int z = 0; z < NZ; z++)
        for (int y = 0; y < NY; y++)
            for (int x = 0; x < NX; x++) place_vertex(self, x, y, z);
    for (int z = 1; z < NZ; z++)
        for (int y = 1; y < NY; y++)
            for (int x = 1; x < NX; x++)
                for (int axis = 0; axis < 3; axis++) cross_edge(self, x, y, z, axis);
}

static bp_mesh *to_mesh(const net *self, bp_error *error) {
    bp_mesh_options options = {.name = "character",
                               .vertex_count = self->vertex_count,
                               .index_count = self->index_count,
                               .attributes = BP_MESH_NORMALS};
    bp_mesh *mesh = bp_mesh_create(NULL, &options, error);
    if (!mesh) return NULL;
    for (size_t i = 0; i < self->vertex_count; i++) {
        mesh->positions[i] = self->positions[i];
        mesh->normals[i] = body_normal(self->positions[i]);
    }
    for (size_t i = 0; i < self->index_count; i++) mesh->indices[i] = self->indices[i];
    return mesh;
}

bp_mesh *surface_make(bp_error *error) {
    const size_t cells = (size_t)NX * NY * NZ, corners = (size_t)(NX + 1) * (NY + 1) * (NZ + 1);
    net self = {0};
    bp_mesh *mesh = NULL;
    if ((self.values = bp_alloc(NULL, corners, sizeof *self.values, error)) &&
        (self.vertices = bp_alloc(NULL, cells, sizeof *self.vertices, error)) &&
        (self.positions = bp_alloc(NULL, cells, sizeof *self.positions, error)) &&
        (self.indices = bp_alloc(NULL, cells * 18, sizeof *self.indices, error))) {
        weave(&self);
        mesh = to_mesh(&self, error);
    }
    bp_free(NULL, self.values);
    bp_free(NULL, self.vertices);
    bp_free(NULL, self.positions);
    bp_free(NULL, self.indices);
    return mesh;
}
