/* UTF-8 in text from files and users. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The length of the UTF-8 sequence at `text`. 0 if it is invalid: overlong, a surrogate, or above U+10FFFF.
 */
size_t bp_utf8_length(const unsigned char *text);
/* Whether a character begins here that changes what stands around it: a control character (also from U+0080
 * on), the ends of lines U+2028 and U+2029, or one that turns the direction of the text behind it round
 * (U+202A to U+202E, U+2066 to U+2069), by which a name could change the number beside it. */
bool bp_utf8_is_control(const unsigned char *text);

/* Turns the line ends of Windows (a carriage return before a line feed) into line feeds, in place. The text
 * has `size` bytes and a zero byte behind them. Returns its new size. */
size_t bp_text_unify_lines(char *text, size_t size);
