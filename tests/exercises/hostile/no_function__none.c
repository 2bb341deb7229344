/* Leaves the function undefined. */
#include "exercise.h"

int nothing;
