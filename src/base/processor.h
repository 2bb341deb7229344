/* The name of this processor, for tables of measurements. */
#ifndef BP_BASE_PROCESSOR_H
#define BP_BASE_PROCESSOR_H

#include <stddef.h>

/* Writes the name to `text`, cut to `size` bytes. It is "unknown processor" on systems other than Linux on
 * x86. Returns `text`. */
const char *bp_processor_name(char *text, size_t size);

#endif
