/* A text's terminator is no continuation byte, so this reads no byte after it. */
#include "base/utf8.h"

size_t bp_utf8_length(const unsigned char *text) {
    unsigned char first = text[0];
    if (first < 0x80) return 1;
    size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4) return 0;
    for (size_t i = 1; i < length; i++)
        if ((text[i] & 0xc0) != 0x80) return 0;
    unsigned char second = text[1];
    if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f)) return 0;
    if ((first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f)) return 0;
    return length;
}

bool bp_utf8_is_control(const unsigned char *text) {
    if (text[0] < 0x80) return text[0] < 32 || text[0] == 127;
    if (text[0] == 0xc2) return text[1] >= 0x80 && text[1] < 0xa0;
    if (text[0] != 0xe2) return false;
    return (text[1] == 0x80 && text[2] >= 0xa8 && text[2] <= 0xae) ||
           (text[1] == 0x81 && text[2] >= 0xa6 && text[2] <= 0xa9);
}

size_t bp_text_unify_lines(char *text, size_t size) {
    size_t used = 0;
    for (size_t i = 0; i < size; i++)
        if (text[i] != '\r' || text[i + 1] != '\n') text[used++] = text[i];
    text[used] = '\0';
    return used;
}
