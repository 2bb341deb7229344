/* The context: allocator, pool and instruction set, passed as an argument instead of kept in globals.
 * $BINDPOSE_ISA chooses the instruction set if the program doesn't, so any program can be run with any
 * kernels. */
#include "base/allocator.h"
#include "base/error.h"
#include "base/isa.h"
#include "base/pool.h"
#include "base/system.h"
#include <bindpose/version.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Errors as values: a kind, a place and a message. The function that fails fills them in, and its callers
 * pass them on. There is no global "last error", so several threads can fail at a time. */

/* Removes a UTF-8 character that snprintf has cut at the end of `text`. `length`: snprintf's result. */
static void trim_cut_character(char *text, size_t size, int length) {
    if (length < 0 || (size_t)length < size) return;
    size_t end = strlen(text), start = end;
    while (start > 0 && ((unsigned char)text[start - 1] & 0xC0u) == 0x80u) start--;
    if (start == 0) return;
    unsigned char lead = (unsigned char)text[start - 1];
    size_t whole = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
    if (end - (start - 1) < whole) text[start - 1] = '\0';
}

/* An error is one line. Paths and other programs' output may hold line breaks and other control
 * characters. */
static void make_one_line(char *text, char instead) {
    for (char *at = text; *at; at++)
        if ((unsigned char)*at < 32 || *at == 127) *at = instead;
    for (size_t length = strlen(text); length > 0 && text[length - 1] == ' ';) text[--length] = '\0';
}

bool bp_fail(bp_error *error, bp_error_kind kind, const char *place, const char *format, ...) {
    if (!error) return false;
    bp_error fresh = {.kind = kind};
    int length = snprintf(fresh.place, sizeof fresh.place, "%s", place ? place : "");
    trim_cut_character(fresh.place, sizeof fresh.place, length);
    make_one_line(fresh.place, '?');
    va_list arguments;
    va_start(arguments, format);
    length = vsnprintf(fresh.message, sizeof fresh.message, format, arguments);
    va_end(arguments);
    trim_cut_character(fresh.message, sizeof fresh.message, length);
    make_one_line(fresh.message, ' ');
    *error = fresh;
    return false;
}

bool bp_fail_null(bp_error *error, const char *argument) {
    return bp_fail(error, BP_ERROR_ARGUMENT, argument,
                   "is NULL, but an object is needed; a look-up that finds nothing returns NULL");
}

void bp_error_prefix_place(bp_error *error, const char *outer) {
    if (!error || error->kind == BP_ERROR_NONE || !outer || !*outer) return;
    char inner[sizeof error->place];
    memcpy(inner, error->place, sizeof inner);
    int length = snprintf(error->place, sizeof error->place, "%s%s%s", outer, *inner ? ": " : "", inner);
    trim_cut_character(error->place, sizeof error->place, length);
}

int bp_error_exit_code(const bp_error *error) {
    switch (error ? error->kind : BP_ERROR_NONE) {
    case BP_ERROR_NONE: return 0;
    case BP_ERROR_ARGUMENT:
    case BP_ERROR_INPUT: return 2;
    case BP_ERROR_MEMORY:
    case BP_ERROR_ENVIRONMENT: break;
    }
    return 3;
}

const char *bp_error_text(const bp_error *error, char *text, size_t size) {
    if (size == 0) return text;
    int length = snprintf(text, size, "%s%s%s", error->place, *error->place ? ": " : "", error->message);
    trim_cut_character(text, size, length);
    return text;
}

/* Finds the project's own files. A built program is two folders below the project, an installed one beside
 * a share folder, an unpacked one of Windows beside the assets. $BINDPOSE_ASSETS names any other folder. */

/* The folder of the running program, without a slash at its end, or "". */
static void program_folder(char *folder, size_t size) {
    bp_program_path(folder, size);
    char *slash = strrchr(folder, '/');
    if (slash) *slash = '\0';
}

static bool find_in(const char *folder, const char *below, const char *name, char *path, size_t size) {
    int length = snprintf(path, size, "%s%s/%s", folder, below, name);
    return length > 0 && (size_t)length < size && bp_path_allows(path, BP_PATH_READ);
}

bool bp_asset_path(const char *name, char *path, size_t size, bp_error *error) {
    char folder[4096];
    const char *configured = getenv("BINDPOSE_ASSETS");
    if (configured && *configured) {
        if (find_in(configured, "", name, path, size)) return true;
    } else {
        program_folder(folder, sizeof folder);
        if (*folder && (find_in(folder, "/../../assets", name, path, size) ||
                        find_in(folder, "/../share/bindpose", name, path, size) ||
                        find_in(folder, "/assets", name, path, size)))
            return true;
        if (find_in("assets", "", name, path, size)) return true;
    }
    if (size > 0) *path = '\0';
    return bp_fail(
        error, BP_ERROR_ENVIRONMENT, name,
        "this file of Bindpose's own isn't found%s; set BINDPOSE_ASSETS to the project's folder assets",
        configured && *configured ? " in the folder that BINDPOSE_ASSETS names" : "");
}

/* The version that was compiled, which may differ from that of the headers of a program. */

const char *bp_version(void) { return BP_VERSION; }

struct bp_context {
    bp_allocator allocator; /* by value; its user pointer is borrowed */
    bp_pool *pool;          /* owned */
    bp_isa isa;
    bp_draco_decoder *draco;
    size_t limit;
};

static const size_t DEFAULT_LIMIT = 2000000000;

/* The names of the available instruction sets, separated by ", ". */
static void list_available(char *text, size_t size) {
    size_t used = 0;
    text[0] = '\0';
    for (int i = BP_ISA_PORTABLE; i < BP_ISA_COUNT; i++) {
        if (!bp_isa_available((bp_isa)i)) continue;
        used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "", bp_isa_name((bp_isa)i));
    }
}

static bool refuse_isa(const char *place, const char *name, bp_error *error) {
    char available[64];
    list_available(available, sizeof available);
    return bp_fail(error, BP_ERROR_ARGUMENT, place, "no instruction set '%.40s' here; there are: auto, %s",
                   name, available);
}

static bool choose_isa(bp_isa requested, bp_isa *isa, bp_error *error) {
    const char *place = "isa";
    if (requested == BP_ISA_AUTO) {
        const char *name = getenv("BINDPOSE_ISA");
        place = "$BINDPOSE_ISA";
        if (name && *name && !bp_isa_from_name(name, &requested)) return refuse_isa(place, name, error);
    }
    *isa = requested == BP_ISA_AUTO ? bp_isa_best() : requested;
    return bp_isa_available(*isa) || refuse_isa(place, bp_isa_name(*isa), error);
}

bp_context *bp_context_create(const bp_context_options *options, bp_error *error) {
    bp_context fields = {0};
    bp_context_options chosen = options ? *options : (bp_context_options){0};
    fields.draco = chosen.draco;
    fields.allocator = *bp_allocator_or_default(&chosen.allocator);
    fields.limit = chosen.limit > 0 ? chosen.limit : DEFAULT_LIMIT;
    if (!choose_isa(chosen.isa, &fields.isa, error)) return NULL;
    bp_context *context = bp_alloc(&fields.allocator, 1, sizeof *context, error);
    if (!context) return NULL;
    fields.pool = chosen.run ? bp_pool_create_outside(&fields.allocator, &chosen, error)
                             : bp_pool_create(&fields.allocator, chosen.threads, error);
    if (!fields.pool) {
        bp_free(&fields.allocator, context);
        return NULL;
    }
    *context = fields;
    return context;
}

void bp_context_destroy(bp_context *context) {
    if (!context) return;
    bp_allocator allocator = context->allocator;
    bp_pool_destroy(context->pool);
    bp_free(&allocator, context);
}

const bp_allocator *bp_context_allocator(const bp_context *context) {
    return context ? &context->allocator : &bp_allocator_libc;
}

size_t bp_context_limit(const bp_context *context) { return context ? context->limit : DEFAULT_LIMIT; }

bp_pool *bp_context_pool(const bp_context *context) { return context ? context->pool : NULL; }

bp_isa bp_context_isa(const bp_context *context) { return context ? context->isa : bp_isa_best(); }

bp_draco_decoder *bp_context_draco(const bp_context *context) { return context ? context->draco : NULL; }
