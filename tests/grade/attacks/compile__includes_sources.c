/* The answers' source, a solution, and the teacher's own file. */
#include "@ROOT@/lessons/exercises/05_final_matrix/exercise.c"
#include "@ROOT@/src/exercise/e05_final_matrix.c"
#include "@ROOT@/tests/exercises/05_final_matrix/right_a.c"
