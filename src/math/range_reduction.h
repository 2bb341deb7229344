/* reduce: any angle as a whole number of quarter turns and a small rest. Private to trig.c. */
#ifndef BP_MATH_RANGE_REDUCTION_H
#define BP_MATH_RANGE_REDUCTION_H

/* radians = (4 * something + quadrant) * pi/2 + high + low, with |high + low| <= pi/4 (and a
 * rounding error more), |low| at most half a unit in high's last place. */
typedef struct bp_reduced_angle {
    double high, low;
    int quadrant; /* 0..3 */
} bp_reduced_angle;

/* `radians` must be finite. */
bp_reduced_angle bp_angle_reduce(double radians);

#endif
