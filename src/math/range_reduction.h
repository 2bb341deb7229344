/* Range reduction: any angle as a number of quarter turns plus a small remainder. For trig.c alone. */
#ifndef BP_MATH_RANGE_REDUCTION_H
#define BP_MATH_RANGE_REDUCTION_H

/* radians = (4 * integer + quadrant) * pi/2 + high + low, with |high + low| <= pi/4 (plus a rounding error)
 * and |low| at most half a unit in the last place of high. */
typedef struct bp_reduced_angle {
    double high, low;
    int quadrant; /* 0..3 */
} bp_reduced_angle;

/* `radians` must be finite. */
bp_reduced_angle bp_angle_reduce(double radians);

#endif
