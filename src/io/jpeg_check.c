/* Walks the segments of a JPEG and finds errors that stb_image 2.27 doesn't handle: Huffman tables of more
 * than 256 codes, which it writes past the end of its arrays; scans with an undefined table, which make it
 * loop forever; and truncated files, which it silently fills with grey. */
#include "io/jpeg_check.h"

typedef struct walk {
    const uint8_t *bytes;
    size_t size, offset;
    bool progressive;
    bool has_table[8]; /* 0-3: DC tables, 4-7: AC tables */
    int width, height; /* 0 before the frame header */
    int scans;
} walk;

/* Each scan is a walk over all pixels; encoders write about ten. */
enum { MOST_SCANS = 100 };

enum { START_OF_SCAN = 0xda, END_OF_IMAGE = 0xd9, HUFFMAN_TABLES = 0xc4 };

static int read_u16(const walk *w, size_t offset) { return w->bytes[offset] << 8 | w->bytes[offset + 1]; }

static bool is_restart(int marker) { return marker >= 0xd0 && marker <= 0xd7; }

/* The next marker: a byte after FF that isn't FF. In entropy-coded data, zeros (escaped FF) and restart
 * markers are skipped. -1 at the end of the file. */
static int next_marker(walk *w, bool in_data) {
    while (w->offset < w->size) {
        if (w->bytes[w->offset++] != 0xff) continue;
        while (w->offset < w->size && w->bytes[w->offset] == 0xff) w->offset++;
        if (w->offset == w->size) return -1;
        int marker = w->bytes[w->offset++];
        if (!in_data || (marker != 0 && !is_restart(marker))) return marker;
    }
    return -1;
}

static const char *check_tables(walk *w, size_t offset, size_t end) {
    while (offset < end) {
        if (end - offset < 17) return "a Huffman table is cut off";
        int kind = w->bytes[offset] >> 4, number = w->bytes[offset] & 15;
        size_t codes = 0;
        for (size_t i = 1; i <= 16; i++) codes += w->bytes[offset + i];
        if (kind > 1 || number > 3) return "a Huffman table has a number that doesn't exist";
        if (codes > 256) return "a Huffman table has more than 256 codes";
        if (end - offset - 17 < codes) return "a Huffman table is cut off";
        w->has_table[4 * kind + number] = true;
        offset += 17 + codes;
    }
    return NULL;
}

static const char *check_scan(walk *w, size_t offset, size_t end) {
    if (w->width == 0) return "a scan comes before the frame header";
    if (++w->scans > MOST_SCANS) return "it has more than 100 scans";
    size_t components = offset < end ? w->bytes[offset] : 0;
    if (components < 1 || components > 4 || end - offset != 4 + 2 * components)
        return "a scan header has a wrong length";
    int first = w->bytes[offset + 1 + 2 * components];
    for (size_t i = 0; i < components; i++) {
        int tables = w->bytes[offset + 2 + 2 * i], dc = tables >> 4, ac = tables & 15;
        bool uses_dc = !w->progressive || first == 0, uses_ac = !w->progressive || first > 0;
        if ((uses_dc && (dc > 3 || !w->has_table[dc])) || (uses_ac && (ac > 3 || !w->has_table[4 + ac])))
            return "a scan uses a Huffman table that isn't there";
    }
    return NULL;
}

static const char *check_frame(walk *w, size_t offset, size_t end, int marker) {
    if (end - offset < 6) return "the frame header is cut off";
    if (w->width != 0) return "there are two frame headers";
    w->progressive = marker == 0xc2;
    w->height = read_u16(w, offset + 1);
    w->width = read_u16(w, offset + 3);
    return w->width == 0 || w->height == 0 ? "its width or height is 0" : NULL;
}

static const char *check_segment(walk *w, int marker, size_t offset, size_t end) {
    if (marker == HUFFMAN_TABLES) return check_tables(w, offset, end);
    if (marker == START_OF_SCAN) return check_scan(w, offset, end);
    if (marker >= 0xc0 && marker <= 0xc2) return check_frame(w, offset, end, marker);
    return NULL; /* the decoder checks the others itself */
}

const char *bp_jpeg_validate(const uint8_t *bytes, size_t size, int *width, int *height) {
    walk w = {.bytes = bytes, .size = size, .offset = 2};
    int marker = next_marker(&w, false);
    while (marker != END_OF_IMAGE) {
        if (marker < 0) return "it is cut off: it has no end mark";
        if (w.size - w.offset < 2) return "a segment is cut off";
        size_t length = (size_t)read_u16(&w, w.offset);
        if (length < 2 || length > w.size - w.offset) return "a segment is cut off";
        const char *wrong = check_segment(&w, marker, w.offset + 2, w.offset + length);
        if (wrong) return wrong;
        w.offset += length;
        marker = next_marker(&w, marker == START_OF_SCAN);
    }
    if (w.width == 0) return "it has no frame header";
    *width = w.width;
    *height = w.height;
    return NULL;
}
