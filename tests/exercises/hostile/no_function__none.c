/* Declared in the header, and never defined. */
#include "exercise.h"

int nothing;
