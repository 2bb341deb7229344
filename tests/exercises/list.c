/* One exercise's list of plausible wrong answers, tests/exercises/lists/NN_name.txt. Compiled once for each, with the header
 * that make.awk makes of it as LIST, and the exercise's id as EXERCISE. */
#include "exercise/answers.h"
#include "exercise/exercises.h"
#include LIST

#define JOIN(a, b) a##b
#define NAME(id) JOIN(list_, id)
const bp_misconception *const NAME(EXERCISE) = WRONG;
