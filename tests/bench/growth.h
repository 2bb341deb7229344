/* How cost grows: what growth.c measures, and growth_plot.c draws. */
#ifndef BINDPOSE_TESTS_BENCH_GROWTH_H
#define BINDPOSE_TESTS_BENCH_GROWTH_H

#include <bindpose/base.h>

enum { GROWTH_POINTS = 8 };

/* Seconds against size, at most for two numbers of threads. */
typedef struct growth_series {
    const char *name, *unit; /* "triangles"; of the sizes, for the axis */
    const char *what;        /* a line on what is measured */
    const char *each;        /* "ns a triangle"; NULL: nothing worth telling */
    double scale;            /* from seconds divided by size to that */
    int count, threads;      /* points; 1 or 2: lines */
    double size[GROWTH_POINTS];
    double seconds[2][GROWTH_POINTS]; /* with one thread, with two */
} growth_series;

/* The slope on a log-log scale from point `first` to the last, by least squares: 1 is linear. */
double growth_slope(const growth_series *series, int line, int first);

/* A picture of all series, each with logarithmic axes and a line of slope 1 to compare with. */
bool growth_plot(const growth_series *series, int count, const char *machine, const char *path,
                 bp_error *error);

#endif
