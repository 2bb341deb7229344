/* What can the compiler read that the author can't? */
#include "/proc/1/cmdline"
#include "/proc/self/environ"
#include "/proc/self/mountinfo"
#include "exercise.h"
