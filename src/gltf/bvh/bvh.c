/* Reading BVH: words, the tree of joints, the table of numbers. */
#include "gltf/bvh/bvh.h"
#include "base/allocator.h"
#include "base/format.h"
#include "base/text_buffer.h"
#include <string.h>

typedef struct bvh_reader {
    bp_bvh *bvh;
    const char *at, *end;
    size_t line; /* of `at` */
    const char *word;
    size_t word_size, word_line;
    size_t capacity; /* of joints */
    bp_error *error;
} bvh_reader;

void bp_bvh_note(bp_bvh *bvh, const char *format, ...) {
    if (bvh->note_count == BP_BVH_MAX_NOTES) return;
    BP_FORMAT_REST(bvh->notes[bvh->note_count++], format);
}

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ':'; }
static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static void skip_space(bvh_reader *reader) {
    for (; reader->at < reader->end && is_space(*reader->at); reader->at++) {
        bool pair = reader->at + 1 < reader->end && reader->at[0] == '\r' && reader->at[1] == '\n';
        if ((*reader->at == '\n' || *reader->at == '\r') && !pair) reader->line++;
    }
}

/* Reads the next word: a bracket, or characters up to a bracket, white space or colon. False at the end. */
static bool next(bvh_reader *reader) {
    skip_space(reader);
    reader->word = reader->at;
    reader->word_line = reader->line;
    while (reader->at < reader->end && !is_space(*reader->at)) {
        bool bracket = *reader->at == '{' || *reader->at == '}';
        if (bracket && reader->at > reader->word) break;
        reader->at++;
        if (bracket) break;
    }
    reader->word_size = (size_t)(reader->at - reader->word);
    return reader->word_size > 0;
}

static bool is_word(const bvh_reader *reader, const char *text) {
    size_t size = strlen(text);
    if (reader->word_size != size) return false;
    for (size_t i = 0; i < size; i++)
        if (lower(reader->word[i]) != lower(text[i])) return false;
    return true;
}

static bool fail_at(const bvh_reader *reader, size_t line, const char *message) {
    return bp_fail(reader->error, BP_ERROR_INPUT, bp_format("line %zu", line).text, "%s", message);
}

/* `wanted` ends the sentence: "OFFSET and three numbers". */
static bool fail_word(const bvh_reader *reader, const char *wanted) {
    int size = reader->word_size < 40 ? (int)reader->word_size : 40;
    const bp_formatted message =
        size == 0 ? bp_format("the file ends where %s should follow; download or export it again", wanted)
                  : bp_format("has \"%.*s\" where %s should be", size, reader->word, wanted);
    return fail_at(reader, reader->word_line, message.text);
}

static bool expect(bvh_reader *reader, const char *text) {
    return (next(reader) && is_word(reader, text)) || fail_word(reader, text);
}

bool bp_bvh_number(const char *text, size_t size, double *out) {
    enum { MOST = 100000 };
    const char *c = text, *end = text + size;
    double sign = 1, value = 0, factor = 1, base = 10;
    int exponent = 0, written = 0;
    bool point = false, negative = false, digits = false;
    if (c < end && (*c == '+' || *c == '-')) sign = *c++ == '-' ? -1 : 1;
    for (; c < end && ((*c >= '0' && *c <= '9') || (*c == '.' && !point)); c++) {
        if (*c == '.') {
            point = true;
            continue;
        }
        digits = true;
        if (value < 1e17) {
            value = value * 10 + (*c - '0');
            exponent -= point && exponent > -MOST;
        } else {
            exponent += !point && exponent < MOST;
        }
    }
    if (c < end && lower(*c) == 'e') {
        if (++c < end && (*c == '+' || *c == '-')) negative = *c++ == '-';
        digits = digits && c < end;
        for (; c < end && *c >= '0' && *c <= '9'; c++)
            if (written < MOST) written = written * 10 + (*c - '0');
        exponent += negative ? -written : written;
    }
    for (int left = exponent < 0 ? -exponent : exponent; left > 0; left >>= 1, base *= base)
        if (left & 1) factor *= base;
    value = exponent < 0 ? value / factor : value * factor;
    *out = sign * value;
    return digits && c == end && value <= 1e9;
}

/* The word as a number, or an error. */
static bool take_number(const bvh_reader *reader, double *out) {
    if (bp_bvh_number(reader->word, reader->word_size, out)) return true;
    bool comma = reader->word_size > 0 && memchr(reader->word, ',', reader->word_size);
    return fail_word(reader, comma ? "a number with a decimal point, not a comma" : "a number, at most 1e9");
}

static bool read_number(bvh_reader *reader, double *out) {
    (void)next(reader);
    return take_number(reader, out);
}

/* The rest of the line, up to a bracket: names may have spaces and colons. */
static void read_name(bvh_reader *reader, bp_bvh_joint *joint) {
    while (reader->at < reader->end && (*reader->at == ' ' || *reader->at == '\t')) reader->at++;
    joint->name = reader->at;
    while (reader->at < reader->end && !strchr("\r\n{}", *reader->at)) reader->at++;
    joint->name_size = (size_t)(reader->at - joint->name);
    while (joint->name_size > 0 && is_space(joint->name[joint->name_size - 1])) joint->name_size--;
}

/* Reads a joint's name and its opening bracket. */
static bool begin_joint(bvh_reader *reader, int parent, bool is_end) {
    bp_bvh *bvh = reader->bvh;
    if (!bp_grow(&bvh->arena.allocator, &bvh->joints, &reader->capacity, bvh->joint_count + 1,
                 sizeof *bvh->joints, reader->error))
        return false;
    bp_bvh_joint *joint = &bvh->joints[bvh->joint_count];
    *joint = (bp_bvh_joint){.parent = parent, .is_end = is_end};
    read_name(reader, joint);
    bvh->joint_count++;
    return (is_end || joint->name_size > 0 || fail_at(reader, reader->word_line, "the joint has no name")) &&
           expect(reader, "{");
}

static bool read_channel(bvh_reader *reader, bp_bvh_joint *joint) {
    static const char *const names[] = {"Xposition", "Yposition", "Zposition", NULL,
                                        "Xrotation", "Yrotation", "Zrotation"};
    if (!next(reader)) return fail_word(reader, "a channel");
    for (size_t i = 0; i < BP_COUNT(names); i++) {
        if (!names[i] || !is_word(reader, names[i])) continue;
        joint->channels[joint->count++] = (uint8_t)i;
        return true;
    }
    return fail_word(reader, "a channel (Xposition, Yposition, Zposition, Xrotation, Yrotation, Zrotation)");
}

static bool read_channels(bvh_reader *reader, bp_bvh_joint *joint) {
    double count;
    size_t line = reader->word_line;
    if (joint->is_end) return fail_at(reader, line, "an end site can't have CHANNELS; make it a JOINT");
    if (joint->count > 0) return fail_at(reader, line, "the joint has CHANNELS twice; remove one of them");
    if (!read_number(reader, &count)) return false;
    if (!(count >= 0) || count > BP_BVH_MAX_CHANNELS || count != floor(count))
        return fail_word(reader, "the number of channels, 0 to 12");
    joint->first = reader->bvh->width;
    for (int i = 0; i < (int)count; i++)
        if (!read_channel(reader, joint)) return false;
    reader->bvh->width += joint->count;
    return true;
}

static bool read_tree(bvh_reader *reader) {
    bp_bvh *bvh = reader->bvh;
    if (!expect(reader, "HIERARCHY") || !expect(reader, "ROOT") || !begin_joint(reader, -1, false))
        return false;
    for (int at = 0; at >= 0;) {
        bp_bvh_joint *joint = &bvh->joints[at];
        bool ok = true;
        if (!next(reader)) return fail_word(reader, "OFFSET, CHANNELS, JOINT, End Site or }");
        if (is_word(reader, "}")) {
            if (!joint->has_offset) return fail_at(reader, reader->word_line, "the joint has no OFFSET");
            at = joint->parent;
        } else if (is_word(reader, "OFFSET")) {
            joint->has_offset = true;
            ok = read_number(reader, &joint->offset.x) && read_number(reader, &joint->offset.y) &&
                 read_number(reader, &joint->offset.z);
        } else if (is_word(reader, "CHANNELS")) {
            ok = read_channels(reader, joint);
        } else if (is_word(reader, "JOINT") || is_word(reader, "End") || is_word(reader, "EndSite")) {
            if (joint->is_end) return fail_at(reader, reader->word_line, "an end site can't have joints");
            ok = begin_joint(reader, at, !is_word(reader, "JOINT"));
            at = (int)bvh->joint_count - 1;
        } else {
            ok = fail_word(reader, "OFFSET, CHANNELS, JOINT, End Site or }");
        }
        if (!ok) return false;
    }
    return true;
}

static bool fail_row(const bvh_reader *reader, size_t line, size_t numbers, const char *more) {
    return fail_at(
        reader, line,
        bp_format("the frame has %s%zu numbers, but the joints have %zu channels; export the file again",
                  more, numbers, reader->bvh->width)
            .text);
}

/* A frame is a line; in some files it is several. *ended: the file ended before or within it. */
static bool read_row(bvh_reader *reader, bp_text_buffer *values, bool *wrapped, bool *ended) {
    bp_bvh *bvh = reader->bvh;
    size_t line = 0, start = values->size;
    for (size_t i = 0; i < bvh->width; i++) {
        double value = 0;
        if (!next(reader)) {
            *ended = true;
            if (i > 0)
                bp_bvh_note(bvh, "the file ends within frame %zu, which is left out", bvh->frame_count + 1);
            values->size = start;
            return true;
        }
        if (i == 0) line = reader->word_line;
        if (!take_number(reader, &value)) return false;
        if (reader->word_line != line && bvh->frame_count == 0) *wrapped = true;
        if (reader->word_line != line && !*wrapped) return fail_row(reader, line, i, "");
        const float stored = (float)value;
        bp_text_buffer_put(values, &stored, sizeof stored);
    }
    for (const char *c = reader->at; c < reader->end && *c != '\n' && *c != '\r'; c++)
        if (!is_space(*c)) return fail_row(reader, reader->word_line, bvh->width, "more than ");
    bvh->frame_count++;
    return true;
}

static bool read_rows(bvh_reader *reader, double declared) {
    bp_bvh *bvh = reader->bvh;
    bp_text_buffer values = {.allocator = bvh->arena.allocator};
    bool wrapped = false, ended = bvh->width == 0, ok = true;
    while (ok && !ended) ok = read_row(reader, &values, &wrapped, &ended);
    if (!bp_text_buffer_finish(&values, &bvh->values, ok ? reader->error : NULL) || !ok) return false;
    if ((double)bvh->frame_count != declared && bvh->width > 0)
        bp_bvh_note(bvh, "says that it has %.0f frames, but has %zu, which are read", declared,
                    bvh->frame_count);
    return true;
}

static bool read_motion(bvh_reader *reader) {
    bp_bvh *bvh = reader->bvh;
    double frames;
    if (!next(reader)) {
        bp_bvh_note(bvh, "has no MOTION, so it is a skeleton at rest");
        return true;
    }
    if (is_word(reader, "ROOT"))
        return fail_at(reader, reader->word_line,
                       "a second ROOT begins, and a file is read with one only; save each skeleton with its "
                       "columns of numbers in a file of its own");
    if (!is_word(reader, "MOTION")) return fail_word(reader, "MOTION");
    if (!expect(reader, "Frames") || !read_number(reader, &frames)) return false;
    if (!(frames >= 0) || frames != floor(frames)) return fail_word(reader, "the number of frames");
    if (!next(reader) || !(is_word(reader, "FrameTime") ||
                           (is_word(reader, "Frame") && next(reader) && is_word(reader, "Time"))))
        return fail_word(reader, "Frame Time:");
    if (!read_number(reader, &bvh->frame_time)) return false;
    if (!(bvh->frame_time >= 1e-5 && bvh->frame_time <= 1e4)) {
        bp_bvh_note(bvh, "Frame Time is %g seconds; 1/30 is taken", bvh->frame_time);
        bvh->frame_time = 1.0 / 30;
    }
    return read_rows(reader, frames);
}

/* Some programs write how far a joint is from its OFFSET, others where it is: whichever is nearer to its
 * numbers. The root's are where it is. */
static void find_relative(bp_bvh *bvh) {
    size_t relative = 0;
    for (size_t i = 1; i < bvh->joint_count; i++) {
        bp_bvh_joint *joint = &bvh->joints[i];
        double from_zero = 0, from_offset = 0;
        for (size_t f = 0; f < bvh->frame_count; f++)
            for (size_t c = 0; c < joint->count; c++) {
                if (joint->channels[c] & BP_BVH_ROTATION) continue;
                double value = (double)((const float *)bvh->values.data)[f * bvh->width + joint->first + c];
                from_zero += fabs(value);
                from_offset += fabs(value - bp_dvec3_part(joint->offset, joint->channels[c]));
            }
        joint->moves_relative = from_zero < from_offset;
        relative += joint->moves_relative;
    }
    if (relative > 0)
        bp_bvh_note(bvh, "%zu joints have positions near zero, which are added to their OFFSET", relative);
}

bool bp_bvh_is(const void *data, size_t size) {
    bvh_reader reader = {.at = data, .end = (const char *)data + size};
    if (size >= 3 && memcmp(data, "\xef\xbb\xbf", 3) == 0) reader.at += 3;
    return size > 0 && next(&reader) && is_word(&reader, "HIERARCHY");
}

bool bp_bvh_read(bp_bvh *bvh, const bp_allocator *allocator, const void *data, size_t size, size_t limit,
                 bp_error *error) {
    enum { BYTES_PER_CHARACTER = 12 }; /* a joint's or a number's, here and in the glTF, at most */
    bvh_reader reader = {.bvh = bvh, .at = data, .end = (const char *)data + size, .line = 1, .error = error};
    *bvh = (bp_bvh){.arena = bp_arena_make(allocator, 4096)};
    if (size > limit / BYTES_PER_CHARACTER)
        return bp_fail(
            error, BP_ERROR_INPUT, "file",
            "%zu bytes of BVH may need more than the limit of %zu MB; if you trust the file, raise "
            "the limit (--limit)",
            size, limit / 1000000);
    if (size >= 3 && memcmp(data, "\xef\xbb\xbf", 3) == 0) reader.at += 3;
    if (!read_tree(&reader) || !read_motion(&reader)) return false;
    find_relative(bvh);
    return true;
}

void bp_bvh_close(bp_bvh *bvh) {
    bp_free(&bvh->arena.allocator, bvh->joints);
    bp_file_free(&bvh->arena.allocator, &bvh->values);
    bp_arena_clear(&bvh->arena);
}

void bp_bvh_local(const bp_bvh *bvh, size_t index, size_t frame, bp_dvec3 *position, bp_dquat *rotation) {
    static const bp_dvec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const bp_bvh_joint *joint = &bvh->joints[index];
    double at[3] = {joint->offset.x, joint->offset.y, joint->offset.z};
    *rotation = (bp_dquat){0, 0, 0, 1};
    for (size_t i = 0; frame != SIZE_MAX && i < joint->count; i++) {
        double value = (double)((const float *)bvh->values.data)[frame * bvh->width + joint->first + i];
        int axis = joint->channels[i] & ~BP_BVH_ROTATION;
        if (joint->channels[i] & BP_BVH_ROTATION)
            *rotation = bp_dquat_mul(
                *rotation, bp_dquat_from_axis_angle(axes[axis], value * (3.14159265358979323846 / 180)));
        else
            at[axis] = value + (joint->moves_relative ? at[axis] : 0);
    }
    *position = (bp_dvec3){at[0], at[1], at[2]};
}
