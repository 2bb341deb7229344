/* Numbers of matrices as signs of one width: as many decimals as fit, minus signs of a digit's width. */
#ifndef BP_VIEWER_MATRIX_TEXT_H
#define BP_VIEWER_MATRIX_TEXT_H

#include <bindpose/math.h>

/* Decimals that all of the matrix can be written with in seven signs: 4, or fewer where numbers are large; -1
 * where only powers of ten will do. */
int bp_matrix_decimals(const bp_mat4 *m);
/* Writes the number; what rounds to zero is written without a sign. Returns `text`, which has room for 32. */
const char *bp_matrix_text(float value, int decimals, char *text);

#endif
