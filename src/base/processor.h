/* Which processor this is: for tables of measurements. */
#ifndef BP_BASE_PROCESSOR_H
#define BP_BASE_PROCESSOR_H

#include <stddef.h>

/* What it is called, written to `text` and cut to `size`; "unknown processor" where the system doesn't say (Linux on
 * x86 does). Returns `text`. */
const char *bp_processor_name(char *text, size_t size);

#endif
