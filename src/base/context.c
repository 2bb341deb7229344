/* The context: allocator, pool and instruction set, passed as an argument instead of kept in globals.
 * $BINDPOSE_ISA chooses the instruction set if the program doesn't, so any program can be run with any
 * kernels. */
#include "base/allocator.h"
#include "base/error.h"
#include "base/isa.h"
#include "base/pool.h"
#include <bindpose/version.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
