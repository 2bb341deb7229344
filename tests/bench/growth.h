/* The figures that growth.c measures and growth_plot.c plots. */
#ifndef BINDPOSE_TESTS_BENCH_GROWTH_H
#define BINDPOSE_TESTS_BENCH_GROWTH_H

#include <bindpose/base.h>

enum { GROWTH_POINTS = 8 };

/* Seconds by size, for one or two numbers of threads. */
typedef struct growth_series {
    const char *name, *unit; /* the title; the unit of the sizes, for the axis */
    const char *what;        /* one line: the work that is measured */
    const char *each;        /* "ns a triangle"; NULL: no such column */
    double scale;            /* from seconds divided by size to that unit */
    int count, threads;      /* points; 1 or 2 lines */
    double size[GROWTH_POINTS];
    double seconds[2][GROWTH_POINTS]; /* with one thread, with two */
} growth_series;

/* The slope on a log-log scale from point `first` to the last, by least squares: 1 is linear. */
double growth_slope(const growth_series *series, int line, int first);

/* Plots all series, each with logarithmic axes and a line of slope 1 for comparison. */
bool growth_plot(const growth_series *series, int count, const char *machine, const char *path,
                 bp_error *error);

#endif
