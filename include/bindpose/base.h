/* base: what every other room stands on.
 *
 * Errors that say where they happened, an allocator that can be swapped (so that tests can fail the
 * Nth allocation), an arena, files read and written whole, a worker pool that also works with no
 * workers, and the context that carries allocator, pool and instruction set to whoever needs them.
 *
 * Nothing here knows what a bone or a pixel is. Everything that is POSIX alone lives behind this
 * header.
 *
 * Ownership words used in all Bindpose headers: a pointer is *owned* when the struct or function
 * that holds it frees it, and *borrowed* when somebody else does; a borrowed pointer's comment says
 * how long it must stay valid.
 */
#ifndef BINDPOSE_BASE_H
#define BINDPOSE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define BP_PRINTF(format_index, first_index) __attribute__((format(printf, format_index, first_index)))
#else
#define BP_PRINTF(format_index, first_index)
#endif

#define BP_VERSION "0.1.0"

/* Number of elements of an array (not of a pointer). */
#define BP_COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* ---- errors ---------------------------------------------------------------------------------- */

/* What kind of thing went wrong. The programs turn it into their exit code: ARGUMENT and INPUT are
 * 2 (wrong use, unreadable input), MEMORY and ENVIRONMENT are 3. */
typedef enum bp_error_kind {
    BP_ERROR_NONE,
    BP_ERROR_ARGUMENT,    /* a value that the caller passed: a null, a size, a singular matrix */
    BP_ERROR_INPUT,       /* a file, or text from outside, that isn't there or can't be understood */
    BP_ERROR_MEMORY,      /* the allocator gave nothing */
    BP_ERROR_ENVIRONMENT, /* the system refused: disk full, no display */
} bp_error_kind;

/* An error as a value. A zeroed bp_error means "no error". Owned by the caller, usually on its
 * stack; holds no pointers. */
typedef struct bp_error {
    bp_error_kind kind;
    char place[192];   /* where: file, JSON path ("skins[0].joints[3]"), argument, bone; may be "" */
    char message[512]; /* what, and what to do about it; one sentence or two, no newline */
} bp_error;

/* Fills `error` (which may be NULL: then nothing is stored) and returns false, so that a failing
 * function can end with `return bp_fail(error, ...)`. `place` may be NULL. Texts that don't fit are
 * cut at a whole UTF-8 character. */
bool bp_fail(bp_error *error, bp_error_kind kind, const char *place, const char *format, ...) BP_PRINTF(4, 5);

/* Puts `outer` in front of the error's place, with ": " between: the way a caller adds the file's
 * name to an error that knows only the JSON path. Does nothing where error is NULL or NONE. */
void bp_error_prefix_place(bp_error *error, const char *outer);

/* The exit code for an error's kind: 0, 2 or 3. */
int bp_error_exit_code(const bp_error *error);

/* Writes "place: message" (or "message" where there is no place) into `text`, always terminated,
 * cut at `size`. Returns `text`. */
const char *bp_error_text(const bp_error *error, char *text, size_t size);

/* ---- allocator ------------------------------------------------------------------------------- */

/* All memory of the library comes through one of these. `resize` works like realloc: a NULL block
 * is a fresh allocation, size 0 frees and returns NULL, and a failure returns NULL and leaves the
 * block as it was. Results are aligned for any standard type. `user` is borrowed and is passed
 * back unchanged. Must be safe to call from several threads at a time where a pool is used. */
typedef struct bp_allocator {
    void *(*resize)(void *user, void *block, size_t size);
    void *user;
} bp_allocator;

/* The C library's realloc and free. Wherever a function takes a `const bp_allocator *`, NULL (or one
 * whose `resize` is NULL) means this one. */
bp_allocator bp_allocator_default(void);

/* `count * size` bytes, zeroed; NULL when there is no memory or the product overflows, and then
 * `error` says how much was wanted. A count or size of 0 gives a valid one-byte block. */
void *bp_alloc(const bp_allocator *allocator, size_t count, size_t size, bp_error *error);

/* Like bp_alloc for `count` elements where `block` held `old_count` before: the old elements are
 * kept, new ones are zeroed. On failure NULL, and the block is as it was (still owned by the caller). */
void *bp_realloc(const bp_allocator *allocator, void *block, size_t old_count, size_t count, size_t size,
                 bp_error *error);

/* Frees a block from bp_alloc or bp_realloc; NULL is fine. */
void bp_free(const bp_allocator *allocator, void *block);

/* `size` bytes at a multiple of `alignment` (a power of two, at most 4096), zeroed. Freed with
 * bp_free_aligned alone. */
void *bp_alloc_aligned(const bp_allocator *allocator, size_t size, size_t alignment, bp_error *error);
void bp_free_aligned(const bp_allocator *allocator, void *block);

/* A copy of `text` with its terminator, freed with bp_free. A NULL text is copied as "". */
char *bp_copy_text(const bp_allocator *allocator, const char *text, bp_error *error);

/* ---- arena ----------------------------------------------------------------------------------- */

/* Many small blocks with one lifetime: taken one by one, given back all together. Blocks never
 * move. Zero is not a valid arena: make it with bp_arena_make (allocates nothing yet). */
typedef struct bp_arena_chunk bp_arena_chunk;
typedef struct bp_arena {
    bp_allocator allocator; /* by value; its user pointer is borrowed for the arena's life */
    bp_arena_chunk *chunks; /* owned, newest first */
    size_t chunk_size;      /* bytes of the next fresh chunk; doubles up to 1 MiB */
} bp_arena;

/* `chunk_size`: bytes of the first chunk; 0, or less than 256, means 256. */
bp_arena bp_arena_make(const bp_allocator *allocator, size_t chunk_size);

/* `count * size` zeroed bytes, aligned to 64 bytes where there are at least 64 of them and otherwise
 * for any standard type. NULL and an error when there is no memory. Lives until the arena is cleared. */
void *bp_arena_alloc(bp_arena *arena, size_t count, size_t size, bp_error *error);

/* Frees every block; the arena can be used again. */
void bp_arena_clear(bp_arena *arena);

/* ---- files ----------------------------------------------------------------------------------- */

/* A file's bytes. `data` is owned (free with bp_file_free) and has one extra zero byte after
 * `size`, so that text can be read as a string. */
typedef struct bp_file {
    uint8_t *data;
    size_t size;
} bp_file;

/* Reads a whole regular file. A directory, a FIFO or device, a file over `limit` bytes (0, or more
 * than 2 GiB: 2 GiB) or one that can't be read gives an error with the path as its place, and `out`
 * is as it was. Never waits for anybody, and asks for no memory before it has looked at the size. */
bool bp_file_read(const bp_allocator *allocator, const char *path, size_t limit, bp_file *out,
                  bp_error *error);
void bp_file_free(const bp_allocator *allocator, bp_file *file);

/* Writes a whole file atomically: to a temporary name in the same folder, flushed, then renamed.
 * On any error the old file, if there was one, is as it was, and no temporary file is left. A new
 * file gets the permissions of the umask, a replaced one keeps its own; a symbolic link stays, and
 * the file that it names is replaced. Into a device or a pipe (/dev/null, /dev/stdout) the bytes are
 * simply written. */
bool bp_file_write(const char *path, const void *data, size_t size, bp_error *error);

/* Makes a folder and those above it; one that is there already is fine. */
bool bp_folder_make(const char *path, bp_error *error);

/* Where a file of the project's own (assets/NAME) is: in the folder $BINDPOSE_ASSETS where that is set; else beside
 * the running program, which was built (../../assets) or installed (../share/bindpose); else in ./assets. Errors: it
 * is in none of them (ENVIRONMENT, with what to set), or a path is longer than `size`. */
bool bp_asset_path(const char *name, char *path, size_t size, bp_error *error);

/* ---- instruction sets ------------------------------------------------------------------------ */

/* What kernels are compiled for. All of them give the same bits; they differ in speed alone. */
typedef enum bp_isa {
    BP_ISA_AUTO,     /* the best that this processor has; never the result of a query */
    BP_ISA_PORTABLE, /* plain C */
    BP_ISA_SSE2,
    BP_ISA_AVX2,
    BP_ISA_AVX512, /* F, BW, DQ, VL */
    BP_ISA_COUNT
} bp_isa;

/* "portable", "sse2", "avx2", "avx512"; "auto" for AUTO. */
const char *bp_isa_name(bp_isa isa);

/* The set of that name; false where there is none. */
bool bp_isa_from_name(const char *name, bp_isa *isa);

/* Whether kernels for it are built in and this processor runs them; false for AUTO. */
bool bp_isa_available(bp_isa isa);

/* The last of the sets above that is available: PORTABLE where there is nothing better. */
bp_isa bp_isa_best(void);

/* ---- worker pool ----------------------------------------------------------------------------- */

typedef struct bp_pool bp_pool;

/* One piece of work: called once for each index in 0..count-1, in any order, from any thread of
 * the pool, never two at a time with the same `worker` (0..threads-1; 0 is the caller). */
typedef void bp_pool_job(void *user, size_t index, int worker);

/* A pool that works with `threads` threads in all, the caller among them: 1 means no worker
 * threads, 0 means one for each processor. Where the system gives fewer threads than asked for,
 * the pool has fewer and works all the same. At most 256. NULL on error. */
bp_pool *bp_pool_create(const bp_allocator *allocator, int threads, bp_error *error);
void bp_pool_destroy(bp_pool *pool);

/* Threads in all, the caller's included; 1 for a NULL pool. */
int bp_pool_threads(const bp_pool *pool);

/* Runs job(user, 0..count-1) and returns when all are done. Everything written before the call is
 * seen by the jobs, and everything they wrote is seen after it. A NULL pool runs them in order in
 * the caller. May be called from one thread at a time, and not from inside a job. */
void bp_pool_run(bp_pool *pool, size_t count, bp_pool_job *job, void *user);

/* ---- context --------------------------------------------------------------------------------- */

/* Choices that a program makes once. Zero means the default for each. */
typedef struct bp_context_options {
    bp_allocator allocator; /* resize == NULL: the default allocator */
    int threads;            /* 0: as many as processors; 1: none but the caller */
    bp_isa isa;             /* AUTO: $BINDPOSE_ISA where that is set, else the best available */
} bp_context_options;

/* Carries allocator, pool and instruction set. Everything created with a context borrows it: it
 * must be destroyed last. */
typedef struct bp_context bp_context;

/* NULL options mean all defaults. Errors: an unknown or unavailable instruction set (ARGUMENT, with
 * the names that would do), no memory. */
bp_context *bp_context_create(const bp_context_options *options, bp_error *error);
void bp_context_destroy(bp_context *context);

/* These accept a NULL context, which means: default allocator, no workers, best instruction set. */
const bp_allocator *bp_context_allocator(const bp_context *context);
bp_pool *bp_context_pool(const bp_context *context);
bp_isa bp_context_isa(const bp_context *context);

/* ---- time ------------------------------------------------------------------------------------ */

/* Seconds of a clock that never goes back, from an arbitrary start. */
double bp_seconds(void);

/* ---- terminal -------------------------------------------------------------------------------- */

/* Whether standard error is a terminal, where a progress bar can be watched. */
bool bp_stderr_is_terminal(void);

#ifdef __cplusplus
}
#endif

#endif
