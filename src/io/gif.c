/* GIF89a, by its specification: one palette for all pictures, so that resting parts don't flicker, and in
 * each picture only what changed. Giflib isn't used: its palette depends on the C library's qsort, so it
 * would give other bytes in the web page. */
#include "base/allocator.h"
#include "base/text_buffer.h"
#include "io/sequence.h"
#include <string.h>

enum {
    CLOCK = 100, /* ticks a second */
    TICKS_MIN = 2,
    BITS = 8, /* of an index */
    CODES = 4096,
    CLEAR = 256,
    END = 257,
    SLOTS = 8192, /* of the hash table: twice the codes */
    BLOCK = 255
};

typedef struct gif_writer {
    const bp_image_sequence *sequence;
    bp_text_buffer to;
    bp_error *error;
    bp_palette palette;
    uint8_t *before, *now; /* indices of the pictures, without gaps */
    /* The code writer: bits that wait, and a block that begins with its length. */
    uint32_t bits;
    int bit_count;
    uint8_t block[1 + BLOCK];
    /* LZW's codes: each is a code and one more index. Key 0: free. */
    struct {
        uint32_t key;
        uint16_t code;
    } slots[SLOTS];
    int next, width;
} gif_writer;

static void write_block(gif_writer *gif) {
    if (gif->block[0] > 0) bp_text_buffer_put(&gif->to, gif->block, 1 + (size_t)gif->block[0]);
    gif->block[0] = 0;
}

static void put_byte(gif_writer *gif, uint8_t byte) {
    gif->block[++gif->block[0]] = byte;
    if (gif->block[0] == BLOCK) write_block(gif);
}

static void put_code(gif_writer *gif, int code) {
    gif->bits |= (uint32_t)code << gif->bit_count;
    gif->bit_count += gif->width;
    for (; gif->bit_count >= 8; gif->bit_count -= 8, gif->bits >>= 8) put_byte(gif, (uint8_t)gif->bits);
}

static void clear_codes(gif_writer *gif) {
    put_code(gif, CLEAR);
    memset(gif->slots, 0, sizeof gif->slots);
    gif->next = END + 1;
    gif->width = BITS + 1;
}

/* The slot of a code followed by an index: the one that has it, or a free one. */
static size_t find_slot(const gif_writer *gif, uint32_t key) {
    size_t slot = (key * 2654435761u) >> 19; /* 13 bits */
    while (gif->slots[slot].key != 0 && gif->slots[slot].key != key) slot = (slot + 1) % SLOTS;
    return slot;
}

/* A reader adds each code one step later than the writer, so codes get wider one code later, too. */
static void add_code(gif_writer *gif, size_t slot, uint32_t key) {
    gif->slots[slot].key = key;
    gif->slots[slot].code = (uint16_t)gif->next;
    if (gif->next == 1 << gif->width) gif->width++;
    gif->next++;
}

static void compress(gif_writer *gif, const uint8_t *indices, bp_changed_part part) {
    int code = -1;
    gif->bits = 0;
    gif->bit_count = 0;
    gif->width = BITS + 1;
    clear_codes(gif);
    for (int y = 0; y < part.height; y++) {
        const uint8_t *row = indices + (size_t)gif->sequence->width * (size_t)(part.y + y) + (size_t)part.x;
        for (int x = 0; x < part.width; x++) {
            uint32_t key = (uint32_t)(code + 1) << 8 | row[x]; /* never 0 where it is looked up */
            size_t slot = code < 0 ? 0 : find_slot(gif, key);
            if (code < 0) {
                code = row[x];
            } else if (gif->slots[slot].key == key) {
                code = gif->slots[slot].code;
            } else {
                put_code(gif, code);
                add_code(gif, slot, key);
                if (gif->next == CODES) clear_codes(gif);
                code = row[x];
            }
        }
    }
    put_code(gif, code);
    /* The reader has added a code now. */
    if (gif->next == 1 << gif->width && gif->width < 12) gif->width++;
    put_code(gif, END);
    if (gif->bit_count > 0) put_byte(gif, (uint8_t)gif->bits);
    write_block(gif);
}

static void put_u16(uint8_t *to, int value) {
    to[0] = (uint8_t)value;
    to[1] = (uint8_t)(value >> 8);
}

/* Size, palette, and the extension with which browsers repeat the pictures for ever. */
static void write_head(gif_writer *gif) {
    static const uint8_t loop[] = "\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0";
    uint8_t head[13] = "GIF89a";
    put_u16(head + 6, gif->sequence->width);
    put_u16(head + 8, gif->sequence->height);
    head[10] = 0xf7; /* a palette of 256 colours of 8 bits a channel */
    bp_text_buffer_put(&gif->to, head, sizeof head);
    bp_text_buffer_put(&gif->to, gif->palette.colors, sizeof gif->palette.colors);
    bp_text_buffer_put(&gif->to, loop, sizeof loop);
}

static void write_picture_head(gif_writer *gif, int index, bp_changed_part part) {
    uint8_t control[8] = {0x21, 0xf9, 4, 0x05 /* stays; has a transparent index */, 0, 0, BP_PALETTE_SIZE, 0};
    uint8_t head[11] = {0x2c};
    int ticks = bp_sequence_ticks(gif->sequence, index, CLOCK);
    put_u16(control + 4, ticks > TICKS_MIN ? ticks : TICKS_MIN);
    put_u16(head + 1, part.x);
    put_u16(head + 3, part.y);
    put_u16(head + 5, part.width);
    put_u16(head + 7, part.height);
    head[10] = BITS;
    bp_text_buffer_put(&gif->to, control, sizeof control);
    bp_text_buffer_put(&gif->to, head, sizeof head);
}

/* Pixels that don't change become transparent: long runs of one index take few codes. */
static bool write_picture(gif_writer *gif, int index) {
    const bp_image_sequence *sequence = gif->sequence;
    size_t count = (size_t)sequence->width * (size_t)sequence->height;
    if (!sequence->draw(sequence->user, index, gif->error)) return false;
    for (int y = 0; y < sequence->height; y++)
        bp_palette_map(&gif->palette, sequence->pixels + sequence->stride * (size_t)y,
                       (size_t)sequence->width, gif->now + (size_t)sequence->width * (size_t)y);
    uint8_t *last = gif->before + count; /* the indices that are shown */
    for (size_t i = 0; i < count; i++) {
        bool same = index > 0 && gif->now[i] == last[i];
        last[i] = gif->now[i];
        if (same) gif->now[i] = BP_PALETTE_SIZE;
    }
    memset(gif->before, BP_PALETTE_SIZE, count);
    bp_changed_part part =
        bp_sequence_changed(sequence, gif->before, gif->now, (size_t)sequence->width, sizeof *gif->now);
    write_picture_head(gif, index, part);
    compress(gif, gif->now, part);
    bp_text_buffer_put(&gif->to, "", 1); /* no more blocks */
    return true;
}

static bool choose_colors(gif_writer *gif) {
    const bp_image_sequence *sequence = gif->sequence;
    for (int i = 0; i < sequence->count; i++) {
        if (!sequence->draw(sequence->user, i, gif->error)) return false;
        for (int y = 0; y < sequence->height; y++)
            bp_palette_count(&gif->palette, sequence->pixels + sequence->stride * (size_t)y,
                             (size_t)sequence->width);
    }
    return bp_palette_choose(&gif->palette, gif->error);
}

static bool write_file(gif_writer *gif) {
    const bp_image_sequence *sequence = gif->sequence;
    size_t count = (size_t)sequence->width * (size_t)sequence->height;
    gif->before = bp_alloc(&gif->to.allocator, count, 2, gif->error);
    gif->now = bp_alloc(&gif->to.allocator, count, 1, gif->error);
    if (!gif->before || !gif->now || !bp_palette_open(&gif->palette, &gif->to.allocator, gif->error) ||
        !choose_colors(gif))
        return false;
    write_head(gif);
    for (int i = 0; i < sequence->count && !gif->to.failed; i++)
        if (!write_picture(gif, i)) return false;
    bp_text_buffer_put(&gif->to, ";", 1);
    return true;
}

bool bp_sequence_encode_gif(const bp_allocator *allocator, const bp_image_sequence *sequence, bp_file *out,
                            bp_error *error) {
    *out = (bp_file){0};
    if (!bp_sequence_check(sequence, CLOCK / TICKS_MIN, error)) return false;
    gif_writer *gif = bp_alloc(allocator, 1, sizeof *gif, error);
    if (!gif) return false;
    gif->sequence = sequence;
    gif->to.allocator = *bp_allocator_or_default(allocator);
    gif->error = error;
    bool ok = write_file(gif) && bp_text_buffer_finish(&gif->to, out, error);
    bp_palette_close(&gif->palette);
    bp_free(allocator, gif->before);
    bp_free(allocator, gif->now);
    bp_free(allocator, gif->to.data);
    bp_free(allocator, gif);
    return ok;
}
