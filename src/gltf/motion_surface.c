/* Nearest places on a surface, by a tree of boxes around its triangles. */
#include "gltf/motion_surface.h"
#include "mesh/model_pose.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

const bp_mesh *bp_surface_mesh(const bp_model *model, size_t instance) {
    return model->meshes[model->instances[instance].mesh];
}

static size_t triangles_of(const bp_mesh *mesh) {
    return mesh->index_count > 0 ? mesh->index_count / 3 : mesh->vertex_count;
}

bool bp_surface_make(bp_surface *surface, const bp_model *model, bool corners, const bp_allocator *allocator,
                     bp_error *error) {
    *surface = (bp_surface){.allocator = *allocator};
    surface->starts = bp_alloc(allocator, model->instance_count + 1, sizeof *surface->starts, error);
    if (!surface->starts) return false;
    for (size_t i = 0; i < model->instance_count; i++) {
        bool shown = !model->instances[i].outside_scene;
        if (shown) surface->triangle_count += triangles_of(bp_surface_mesh(model, i));
        surface->starts[i + 1] = surface->starts[i] + (shown ? bp_surface_mesh(model, i)->vertex_count : 0);
    }
    surface->vertex_count = surface->starts[model->instance_count];
    surface->positions = bp_alloc(allocator, surface->vertex_count, sizeof *surface->positions, error);
    if (!surface->positions || !corners) return surface->positions != NULL;
    surface->corners = bp_alloc(allocator, 3 * surface->triangle_count, sizeof(uint32_t), error);
    if (!surface->corners) return false;
    uint32_t *to = surface->corners;
    for (size_t i = 0; i < model->instance_count; i++) {
        const bp_mesh *mesh = bp_surface_mesh(model, i);
        uint32_t start = (uint32_t)surface->starts[i];
        if (model->instances[i].outside_scene) continue;
        for (size_t j = 0; j < 3 * triangles_of(mesh); j++)
            *to++ = start + (mesh->index_count > 0 ? mesh->indices[j] : (uint32_t)(j / 3));
    }
    return true;
}

void bp_surface_clear(bp_surface *surface) {
    bp_free(&surface->allocator, surface->positions);
    bp_free(&surface->allocator, surface->corners);
    bp_free(&surface->allocator, surface->starts);
    *surface = (bp_surface){0};
}

bool bp_surface_pose(bp_surface *surface, const bp_context *context, const bp_model_pose *pose,
                     bp_error *error) {
    for (size_t i = 0; i < pose->model->instance_count; i++) {
        bp_vertex_arrays arrays = {.positions = surface->positions + surface->starts[i]};
        if (surface->starts[i + 1] > surface->starts[i] &&
            !bp_model_pose_vertices(context, pose, i, &arrays, error))
            return false;
    }
    return true;
}

size_t bp_surface_instance(const bp_surface *surface, size_t vertex, size_t instance_count) {
    size_t low = 0, high = instance_count; /* the last one that starts at or before the vertex */
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (surface->starts[middle] <= vertex)
            low = middle;
        else
            high = middle;
    }
    return low;
}

bp_vec3 bp_surface_spot_at(const bp_surface *surface, const bp_surface_spot *spot) {
    double at[3] = {0, 0, 0};
    for (int i = 0; i < 3; i++) {
        bp_vec3 p = surface->positions[spot->corners[i]];
        double w = spot->weights[i];
        if (w == 0.0) continue; /* of a place that isn't finite, too */
        at[0] += w * p.x, at[1] += w * p.y, at[2] += w * p.z;
    }
    return (bp_vec3){(float)at[0], (float)at[1], (float)at[2]};
}

enum { LEAF = 4 /* triangles */, DEEPEST = 64 };

typedef struct tree_node {
    float lo[3], hi[3];
    uint32_t first, count; /* of a leaf: entries; else count is 0, and `first` the second child */
} tree_node;

typedef struct tree_entry {
    float center[3];
    uint32_t triangle;
} tree_entry;

typedef struct surface_tree {
    const bp_surface *surface;
    tree_node *nodes;    /* owned; the first child follows its parent */
    tree_entry *entries; /* owned; by leaf */
    uint32_t node_count;
} surface_tree;

static int by_axis(const void *a, const void *b, int axis) {
    const tree_entry *one = a, *two = b;
    if (one->center[axis] != two->center[axis]) return one->center[axis] < two->center[axis] ? -1 : 1;
    return (one->triangle > two->triangle) - (one->triangle < two->triangle);
}
static int by_x(const void *a, const void *b) { return by_axis(a, b, 0); }
static int by_y(const void *a, const void *b) { return by_axis(a, b, 1); }
static int by_z(const void *a, const void *b) { return by_axis(a, b, 2); }

static const float *corner(const bp_surface *surface, uint32_t triangle, int i) {
    return &surface->positions[surface->corners[3 * (size_t)triangle + (size_t)i]].x;
}

/* Halves the entries along the longest axis of their box until few are left. */
static void build(surface_tree *tree, uint32_t first, uint32_t count) {
    static int (*const orders[])(const void *, const void *) = {by_x, by_y, by_z};
    uint32_t index = tree->node_count++;
    tree_node node = {.lo = {INFINITY, INFINITY, INFINITY}, .hi = {-INFINITY, -INFINITY, -INFINITY}};
    for (uint32_t i = first; i < first + count; i++)
        for (int j = 0; j < 9; j++) {
            float at = corner(tree->surface, tree->entries[i].triangle, j / 3)[j % 3];
            if (at < node.lo[j % 3]) node.lo[j % 3] = at;
            if (at > node.hi[j % 3]) node.hi[j % 3] = at;
        }
    if (count > LEAF) {
        int axis = 0;
        for (int i = 1; i < 3; i++)
            if (node.hi[i] - node.lo[i] > node.hi[axis] - node.lo[axis]) axis = i;
        qsort(tree->entries + first, count, sizeof *tree->entries, orders[axis]);
        build(tree, first, count / 2);
        node.first = tree->node_count;
        build(tree, first + count / 2, count - count / 2);
    } else {
        node.first = first;
        node.count = count;
    }
    tree->nodes[index] = node;
}

static bool make_tree(surface_tree *tree, const bp_surface *surface, bp_error *error) {
    const bp_allocator *allocator = &surface->allocator;
    size_t count = surface->triangle_count;
    *tree = (surface_tree){.surface = surface};
    tree->entries = bp_alloc(allocator, count, sizeof *tree->entries, error);
    tree->nodes = tree->entries ? bp_alloc(allocator, 2 * count, sizeof *tree->nodes, error) : NULL;
    if (!tree->nodes) return false;
    for (uint32_t i = 0; i < count; i++) {
        tree->entries[i].triangle = i;
        for (int j = 0; j < 3; j++)
            tree->entries[i].center[j] =
                (corner(surface, i, 0)[j] + corner(surface, i, 1)[j] + corner(surface, i, 2)[j]) / 3.0f;
    }
    build(tree, 0, (uint32_t)count);
    return true;
}

static double dot(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/* The weights of the corners a, b, c in the triangle's place that is nearest to p, by the regions around a
 * triangle: Ericson, Real-Time Collision Detection, 5.1.5. */
static void nearest_weights(const float *a, const float *b, const float *c, bp_vec3 p, double w[3]) {
    double ab[3], ac[3], ap[3], bp[3], cp[3];
    for (int i = 0; i < 3; i++) {
        double at = (&p.x)[i];
        ab[i] = (double)b[i] - a[i], ac[i] = (double)c[i] - a[i];
        ap[i] = at - a[i], bp[i] = at - b[i], cp[i] = at - c[i];
    }
    double d1 = dot(ab, ap), d2 = dot(ac, ap), d3 = dot(ab, bp), d4 = dot(ac, bp), d5 = dot(ab, cp),
           d6 = dot(ac, cp);
    double vc = d1 * d4 - d3 * d2, vb = d5 * d2 - d1 * d6, va = d3 * d6 - d5 * d4;
    double v = 0, u = 0; /* of b and c */
    if (d1 <= 0 && d2 <= 0) {
        v = u = 0;
    } else if (d3 >= 0 && d4 <= d3) {
        v = 1;
    } else if (d6 >= 0 && d5 <= d6) {
        u = 1;
    } else if (vc <= 0 && d1 >= 0 && d3 <= 0) {
        v = d1 / (d1 - d3);
    } else if (vb <= 0 && d2 >= 0 && d6 <= 0) {
        u = d2 / (d2 - d6);
    } else if (va <= 0 && d4 >= d3 && d5 >= d6) {
        u = (d4 - d3) / ((d4 - d3) + (d5 - d6));
        v = 1 - u;
    } else {
        v = vb / (va + vb + vc);
        u = vc / (va + vb + vc);
    }
    w[0] = 1 - v - u, w[1] = v, w[2] = u;
}

/* Corners without weight go, and the others are in order, so that a place that triangles share is one
 * spot. */
static bp_surface_spot make_spot(const uint32_t corners[3], const double w[3]) {
    bp_surface_spot spot = {{0, 0, 0}, {0, 0, 0}};
    int count = 0;
    for (int i = 0; i < 3; i++) {
        if (w[i] < 1e-6) continue;
        int to = count++;
        for (; to > 0 && spot.corners[to - 1] > corners[i]; to--) {
            spot.corners[to] = spot.corners[to - 1];
            spot.weights[to] = spot.weights[to - 1];
        }
        spot.corners[to] = corners[i];
        spot.weights[to] = count == 1 && w[i] > 1 - 1e-6 ? 1.0f : (float)w[i];
    }
    return spot;
}

static double distance_to(const surface_tree *tree, uint32_t triangle, bp_vec3 p, bp_surface_spot *spot) {
    double w[3];
    nearest_weights(corner(tree->surface, triangle, 0), corner(tree->surface, triangle, 1),
                    corner(tree->surface, triangle, 2), p, w);
    *spot = make_spot(tree->surface->corners + 3 * (size_t)triangle, w);
    bp_vec3 at = bp_surface_spot_at(tree->surface, spot);
    double x = (double)at.x - p.x, y = (double)at.y - p.y, z = (double)at.z - p.z;
    return sqrt(x * x + y * y + z * z);
}

static double distance_to_box(const tree_node *node, bp_vec3 p) {
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        double at = (&p.x)[i], d = at < node->lo[i]   ? node->lo[i] - at
                                   : at > node->hi[i] ? at - node->hi[i]
                                                      : 0;
        sum += d * d;
    }
    return sqrt(sum);
}

static void keep(bp_surface_spot *spots, size_t *count, const bp_surface_spot *spot) {
    for (size_t i = 0; i < *count; i++)
        if (memcmp(spots[i].corners, spot->corners, sizeof spot->corners) == 0) return;
    if (*count < BP_SURFACE_SPOTS) spots[(*count)++] = *spot;
}

/* Once for the least distance, and once for all places at that distance. */
static void find_spots(const surface_tree *tree, bp_vec3 p, double tie, bp_surface_spot *spots) {
    double best = INFINITY;
    size_t count = 0;
    for (int pass = 0; pass < 2; pass++) {
        uint32_t stack[DEEPEST], depth = 1;
        stack[0] = 0;
        while (depth > 0) {
            uint32_t index = stack[--depth];
            const tree_node *node = &tree->nodes[index];
            if (distance_to_box(node, p) > (pass == 0 ? best : best + tie)) continue;
            for (uint32_t i = node->first; i < node->first + node->count; i++) {
                bp_surface_spot spot;
                double distance = distance_to(tree, tree->entries[i].triangle, p, &spot);
                if (pass == 0 && distance < best) best = distance;
                if (pass == 1 && distance <= best + tie) keep(spots, &count, &spot);
            }
            if (node->count > 0 || depth + 2 > DEEPEST) continue;
            const uint32_t children[2] = {index + 1, node->first};
            bool second_first =
                distance_to_box(&tree->nodes[children[1]], p) < distance_to_box(&tree->nodes[children[0]], p);
            stack[depth++] = children[!second_first];
            stack[depth++] = children[second_first];
        }
    }
}

bp_surface_spot *bp_surface_match(const bp_surface *from, const bp_surface *to, double tie, bp_error *error) {
    surface_tree tree;
    bp_surface_spot *spots = NULL;
    if (make_tree(&tree, to, error))
        spots = bp_alloc(&to->allocator, from->vertex_count, BP_SURFACE_SPOTS * sizeof *spots, error);
    for (size_t i = 0; spots && i < from->vertex_count; i++)
        find_spots(&tree, from->positions[i], tie, spots + i * BP_SURFACE_SPOTS);
    bp_free(&to->allocator, tree.entries);
    bp_free(&to->allocator, tree.nodes);
    return spots;
}
