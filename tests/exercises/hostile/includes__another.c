/* Includes another file of the project: a solution. */
#include "../05_final_matrix/right_a.c"
