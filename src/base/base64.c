#include "base/base64.h"

void bp_base64_write(const void *bytes, size_t size, char *out) {
    static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const uint8_t *at = bytes;
    for (size_t i = 0; i < size; i += 3) {
        uint32_t bits = (uint32_t)at[i] << 16;
        if (i + 1 < size) bits |= (uint32_t)at[i + 1] << 8;
        if (i + 2 < size) bits |= at[i + 2];
        *out++ = DIGITS[bits >> 18];
        *out++ = DIGITS[bits >> 12 & 63];
        *out++ = i + 1 < size ? DIGITS[bits >> 6 & 63] : '=';
        *out++ = i + 2 < size ? DIGITS[bits & 63] : '=';
    }
    *out = '\0';
}
