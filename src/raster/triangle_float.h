/* The idea of the rasterizer on one screen: a triangle by edge functions, in floats, with one value to
 * interpolate.
 *
 * Twice the signed area of the triangle (a, b, p) says on which side of the edge from a to b the point p
 * lies. A pixel is covered if its centre lies on the inner side of all three edges. The three areas, divided
 * by the area of the whole triangle, are also the weights with which the vertices' values are mixed at p
 * (barycentric coordinates).
 *
 * The real rasterizer differs in four ways. It snaps vertices to a grid and computes edges in integers, since
 * float edges leave cracks and double pixels between neighbours. It decides who owns a pixel on a shared edge
 * (the top-left rule). It clips first. And it interpolates many values, perspective-correctly:
 * triangle_scalar.c.
 */
#pragma once

typedef struct bp_float_vertex {
    float x, y, z; /* pixels; depth 0..1 */
    float value;
} bp_float_vertex;

static inline float bp_float_area(const bp_float_vertex *a, const bp_float_vertex *b, float x, float y) {
    return (b->x - a->x) * (y - a->y) - (b->y - a->y) * (x - a->x);
}

/* Draws a triangle whose vertices run clockwise on the screen (y points down) into width * height pixels. */
static inline void bp_float_triangle(const bp_float_vertex v[3], int width, int height, float *depth,
                                     float *image) {
    const float area = bp_float_area(&v[0], &v[1], v[2].x, v[2].y);
    for (int row = 0; row < height; row++)
        for (int column = 0; column < width; column++) {
            const float x = (float)column + 0.5f, y = (float)row + 0.5f;
            const float w0 = bp_float_area(&v[1], &v[2], x, y) / area;
            const float w1 = bp_float_area(&v[2], &v[0], x, y) / area;
            const float w2 = bp_float_area(&v[0], &v[1], x, y) / area;
            if (w0 < 0 || w1 < 0 || w2 < 0) continue;
            const int pixel = row * width + column;
            const float z = w0 * v[0].z + w1 * v[1].z + w2 * v[2].z;
            if (z > depth[pixel]) continue;
            depth[pixel] = z;
            image[pixel] = w0 * v[0].value + w1 * v[1].value + w2 * v[2].value;
        }
}
