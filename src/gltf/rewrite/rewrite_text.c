/* Splitting JSON text into values on demand, and putting it together again with some of them changed. */
#include "gltf/rewrite/rewrite_text.h"
#include <bindpose/math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *skip_white(const char *at, const char *end) {
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n')) at++;
    return at;
}

/* From the opening quote to behind the closing one. */
static const char *skip_string(const char *at, const char *end) {
    for (at++; at < end && *at != '"'; at++)
        if (*at == '\\') at++;
    return at < end ? at + 1 : end;
}

static const char *skip_value(const char *at, const char *end) {
    size_t depth = 0;
    do {
        bool opens = at < end && (*at == '{' || *at == '['), closes = at < end && (*at == '}' || *at == ']');
        depth += opens;
        depth -= closes;
        if (at < end && *at == '"')
            at = skip_string(at, end);
        else if (opens || closes || depth > 0)
            at++;
        else
            while (at < end && !strchr(",]} \t\r\n", *at)) at++;
    } while (depth > 0 && at < end);
    return at < end ? at : end;
}

bp_rewrite_tree bp_rewrite_tree_open(bp_arena *arena, const char *text, size_t size) {
    const char *begin = skip_white(text, text + size), *end = skip_value(begin, text + size);
    bp_rewrite_tree tree = {.arena = arena, .end = end, .end_size = (size_t)(text + size - end)};
    tree.root = (bp_rewrite_value){
        .before = text, .before_size = (size_t)(begin - text), .text = begin, .size = (size_t)(end - begin)};
    return tree;
}

static void *alloc(bp_rewrite_tree *tree, size_t count, size_t size) {
    void *block = bp_arena_alloc(tree->arena, count, size, NULL);
    if (!block) tree->failed = true;
    return block;
}

static bp_rewrite_value *new_child(bp_rewrite_tree *tree, bp_rewrite_value *value) {
    if (value->count == value->capacity) {
        size_t capacity = value->capacity ? 2 * value->capacity : 8;
        bp_rewrite_value **children = alloc(tree, capacity, sizeof(bp_rewrite_value *));
        if (!children) return NULL;
        if (value->count > 0) memcpy(children, value->children, value->count * sizeof *children);
        value->children = children;
        value->capacity = capacity;
    }
    bp_rewrite_value *child = alloc(tree, 1, sizeof *child);
    if (child) value->children[value->count++] = child;
    return child;
}

/* Whether the value is an object or an array, whose children are then known. */
static bool split(bp_rewrite_tree *tree, bp_rewrite_value *value) {
    if (!value || value->size < 2 || (value->text[0] != '{' && value->text[0] != '[')) return false;
    if (value->children) return true;
    bool object = value->text[0] == '{';
    const char *end = value->text + value->size - 1, *before = value->text + 1;
    value->children = alloc(tree, 8, sizeof(bp_rewrite_value *));
    if (!value->children) return false;
    value->capacity = 8;
    for (const char *at = skip_white(before, end); at < end; at = skip_white(before, end)) {
        bp_rewrite_value *child = new_child(tree, value);
        if (!child) return false;
        if (*at == ',') at = skip_white(at + 1, end);
        if (object) {
            const char *key_end = skip_string(at, end);
            child->key = at + 1;
            child->key_size = key_end > at + 2 ? (size_t)(key_end - at) - 2 : 0;
            at = skip_white(key_end, end);
            if (at < end) at = skip_white(at + 1, end); /* the colon */
        }
        child->before = before;
        child->before_size = (size_t)(at - before);
        child->text = at;
        before = skip_value(at, end);
        if (before == at && before < end) before++; /* can't happen in valid JSON; ends the loop */
        child->size = (size_t)(before - at);
    }
    value->after = before;
    value->after_size = (size_t)(end + 1 - before);
    return true;
}

bp_rewrite_value *bp_rewrite_member(bp_rewrite_tree *tree, bp_rewrite_value *object, const char *key) {
    size_t length = strlen(key);
    if (!split(tree, object)) return NULL;
    for (size_t i = 0; i < object->count; i++) {
        bp_rewrite_value *child = object->children[i];
        if (!child->removed && child->key && child->key_size == length &&
            memcmp(child->key, key, length) == 0)
            return child;
    }
    return NULL;
}

bp_rewrite_value *bp_rewrite_item(bp_rewrite_tree *tree, bp_rewrite_value *array, size_t index) {
    if (!split(tree, array) || index >= array->count) return NULL;
    return array->children[index]->removed ? NULL : array->children[index];
}

bp_rewrite_value *bp_rewrite_find(bp_rewrite_tree *tree, bp_rewrite_value *value, const char *path) {
    char key[128];
    while (value && *path) {
        if (*path == '[') {
            char *end;
            value = bp_rewrite_item(tree, value, strtoul(path + 1, &end, 10));
            path = *end == ']' ? end + 1 : end;
            continue;
        }
        if (*path == '.') path++;
        size_t length = strcspn(path, ".[");
        if (length >= sizeof key) return NULL;
        memcpy(key, path, length);
        key[length] = '\0';
        value = bp_rewrite_member(tree, value, key);
        path += length;
    }
    return value;
}

static const char *format_text(bp_rewrite_tree *tree, const char *format, va_list arguments, size_t *size) {
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = length < 0 ? NULL : alloc(tree, (size_t)length + 1, 1);
    if (!text) {
        tree->failed = true;
        return NULL;
    }
    vsnprintf(text, (size_t)length + 1, format, arguments);
    *size = (size_t)length;
    return text;
}

static void replace(bp_rewrite_value *value, const char *text, size_t size) {
    if (!value || !text) return;
    value->text = text;
    value->size = size;
    value->children = NULL;
    value->count = value->capacity = 0;
}

void bp_rewrite_set(bp_rewrite_tree *tree, bp_rewrite_value *value, const char *format, ...) {
    size_t size = 0;
    va_list arguments;
    va_start(arguments, format);
    const char *text = format_text(tree, format, arguments, &size);
    va_end(arguments);
    replace(value, text, size);
}

/* Adds a child of which the text is still missing. It repeats the white space before the first one. */
static bp_rewrite_value *add_child(bp_rewrite_tree *tree, bp_rewrite_value *parent, const char *key) {
    if (!split(tree, parent)) return NULL;
    const bp_rewrite_value *first = parent->count > 0 ? parent->children[0] : NULL;
    const char *white = first ? first->before : "";
    int white_size = first ? (int)(skip_white(white, white + first->before_size) - white) : 0;
    bp_rewrite_value *child = new_child(tree, parent);
    size_t size = (size_t)white_size + (key ? strlen(key) : 0) + 8;
    char *before = child ? alloc(tree, size, 1) : NULL;
    if (!before) return NULL;
    int length = snprintf(before, size, "%s%.*s", first ? "," : "", white_size, white);
    if (key) length += snprintf(before + length, size - (size_t)length, "\"%s\":", key);
    child->before = before;
    child->before_size = (size_t)length;
    if (key) {
        child->key = before + length - 2 - strlen(key);
        child->key_size = strlen(key);
    }
    child->text = "null";
    child->size = 4;
    return child;
}

bp_rewrite_value *bp_rewrite_set_member(bp_rewrite_tree *tree, bp_rewrite_value *parent, const char *key,
                                        const char *format, ...) {
    size_t size = 0;
    va_list arguments;
    va_start(arguments, format);
    const char *text = format_text(tree, format, arguments, &size);
    va_end(arguments);
    bp_rewrite_value *child = key ? bp_rewrite_member(tree, parent, key) : NULL;
    if (!child) child = add_child(tree, parent, key);
    replace(child, text, size);
    return child;
}

void bp_rewrite_remove(bp_rewrite_value *value) {
    if (value) value->removed = true;
}

/* Copies to `to` unless it is NULL. */
static size_t put(char *to, size_t at, const char *text, size_t size) {
    if (to) memcpy(to + at, text, size);
    return at + size;
}

/* Returns the size up to the value's end. Recursion is as deep as values were split: a few levels. */
static size_t write_value(const bp_rewrite_value *value, char *to, size_t at) {
    if (!value->children) return put(to, at, value->text, value->size);
    at = put(to, at, value->text, 1);
    bool first = true;
    for (size_t i = 0; i < value->count; i++) {
        const bp_rewrite_value *child = value->children[i];
        if (child->removed) continue;
        const char *before = child->before, *end = before + child->before_size;
        const char *comma = skip_white(before, end);
        if (first && comma < end && *comma == ',') before = comma + 1; /* those before it are removed */
        at = put(to, at, before, (size_t)(end - before));
        at = write_value(child, to, at);
        first = false;
    }
    return put(to, at, value->after, value->after_size);
}

const char *bp_rewrite_text_of(bp_rewrite_tree *tree, const bp_rewrite_value *value) {
    char *text = value ? alloc(tree, write_value(value, NULL, 0) + 1, 1) : NULL;
    if (text) write_value(value, text, 0);
    return text ? text : "null";
}

const char *bp_rewrite_floats(bp_rewrite_tree *tree, const float *numbers, size_t count) {
    char *text = alloc(tree, 2 + 20 * count + 1, 1);
    if (!text) return "[]";
    char *to = text;
    *to++ = '[';
    for (size_t i = 0; i < count; i++) {
        int digits = 6;
        if (i > 0) *to++ = ',';
        do {
            snprintf(to, 20, "%.*g", digits, bp_is_finite(numbers[i]) ? (double)numbers[i] : 0.0);
        } while (bp_is_finite(numbers[i]) && strtof(to, NULL) != numbers[i] && ++digits <= 9);
        for (; *to; to++)
            if (!strchr("0123456789+-e", *to)) *to = '.'; /* the locale's separator may be another */
    }
    *to++ = ']';
    *to = '\0';
    return text;
}

bool bp_rewrite_tree_write(bp_rewrite_tree *tree, const bp_allocator *allocator, bp_file *out,
                           bp_error *error) {
    *out = (bp_file){0};
    if (tree->failed) return bp_fail(error, BP_ERROR_MEMORY, "JSON", "no memory for the changes");
    size_t start = tree->root.before_size, size = write_value(&tree->root, NULL, start) + tree->end_size;
    char *text = bp_alloc(allocator, size + 1, 1, error);
    if (!text) return false;
    put(text, 0, tree->root.before, start);
    put(text, write_value(&tree->root, text, start), tree->end, tree->end_size);
    *out = (bp_file){(uint8_t *)text, size};
    return true;
}
