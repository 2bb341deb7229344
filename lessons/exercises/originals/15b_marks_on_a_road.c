/* Exercise 15b, open: marks on a road.                                 (lesson 24_perspective)
 *
 * A straight road leads away from you. It has marks at equal distances: the first one is at its beginning,
 * the last one at its end. On the screen the road is a straight line, too, but the far marks are closer
 * together. Where on that line do you draw each mark?
 *
 *   count          the number of marks, at least 2
 *   w_begin        the distance along the view (w, the last coordinate of the clip position) of the road's
 *                  beginning, above 0
 *   w_end          the same of its end: larger, smaller or equal
 *   along[k]       write this for every mark: 0 is the road's beginning on the screen, 1 is its end, 0.5 is
 *                  halfway between them on the screen
 *
 * An open part doesn't tell you the method. Exercise 15 went from the screen to the surface; here you go
 * from the surface to the screen. Which w does mark k have? Take a road from w = 1 to w = 3 and draw it
 * from the side: your eye, the screen, the road.
 *
 * You need no bp_ function.
 * Check it with: make exercise EX=15b      A hint: make hint EX=15b
 */
#include "exercise.h"

void place_marks(int count, float w_begin, float w_end, float *along) {
    /* Your code here. The next lines put all marks at the beginning; delete them. */
    (void)w_begin, (void)w_end;
    for (int k = 0; k < count; k++) along[k] = 0;
}
