/* Validates UTF-8 in text from files and users. */
#ifndef BP_BASE_UTF8_H
#define BP_BASE_UTF8_H

#include <stddef.h>

/* The length of the UTF-8 sequence at `text`. 0 if it is invalid: overlong, a surrogate, or above U+10FFFF.
 */
size_t bp_utf8_length(const unsigned char *text);

#endif
