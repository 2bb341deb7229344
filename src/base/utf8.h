/* Which bytes are a character: for texts from outside that are passed on. */
#ifndef BP_BASE_UTF8_H
#define BP_BASE_UTF8_H

#include <stddef.h>

/* Length of the UTF-8 sequence at `text`; 0 where it is none (overlong forms, surrogates and what is
 * beyond U+10FFFF are none). */
size_t bp_utf8_length(const unsigned char *text);

#endif
