/* base: the foundation of all other modules.
 *
 * Errors with a place and a message, a replaceable allocator (tests let the Nth allocation fail), files read
 * and written whole, and the context that carries allocator, worker threads and instruction set. All system
 * calls of the library are in this module.
 *
 * Ownership in all Bindpose headers: the struct or function that holds an *owned* pointer frees it. A
 * *borrowed* pointer is freed by other code; its comment says how long it must stay valid.
 */
#ifndef BINDPOSE_BASE_H
#define BINDPOSE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* For C++ (17 or later): around the declarations of a header, and the name of a type before the values of a
 * struct in braces. */
#ifdef __cplusplus
#define BP_BEGIN_C extern "C" {
#define BP_END_C }
#define BP_MAKE(type) type
#else
#define BP_BEGIN_C
#define BP_END_C
#define BP_MAKE(type) (type)
#endif

BP_BEGIN_C

#if defined(__MINGW32__) && !defined(__clang__) /* whose own printf isn't C's */
#define BP_PRINTF(format_index, first_index) __attribute__((format(gnu_printf, format_index, first_index)))
#elif defined(__GNUC__)
#define BP_PRINTF(format_index, first_index) __attribute__((format(printf, format_index, first_index)))
#else
#define BP_PRINTF(format_index, first_index)
#endif

#define BP_VERSION "0.1.0"

/* Number of elements of an array (not of a pointer). */
#define BP_COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* ---- errors ---------------------------------------------------------------------------------- */

/* The kind of an error decides a program's exit code: 2 for ARGUMENT and INPUT, 3 for MEMORY and
 * ENVIRONMENT. */
typedef enum bp_error_kind {
    BP_ERROR_NONE,
    BP_ERROR_ARGUMENT,    /* a wrong argument: a NULL, a size, a singular matrix */
    BP_ERROR_INPUT,       /* a file or text that is missing or invalid */
    BP_ERROR_MEMORY,      /* the allocator returned NULL */
    BP_ERROR_ENVIRONMENT, /* the system refused: disk full, no display */
} bp_error_kind;

/* An error. A zeroed bp_error means "no error". It belongs to the caller and holds no pointers. */
typedef struct bp_error {
    bp_error_kind kind;
    char place[192];   /* where: file, JSON path ("skins[0].joints[3]"), argument, bone; may be "" */
    char message[512]; /* what is wrong and how to mend it; one or two sentences, no newline */
} bp_error;

/* Fills `error`, if it isn't NULL, and returns false: a function fails by `return bp_fail(error, ...)`.
 * `place` may be NULL. Texts that don't fit are cut after a whole UTF-8 character. */
bool bp_fail(bp_error *error, bp_error_kind kind, const char *place, const char *format, ...) BP_PRINTF(4, 5);

/* The error of a NULL where an object is needed; `argument` is the parameter's name. Returns false. No public
 * function crashes on a NULL object: it fails with this error, or without a bp_error does nothing and returns
 * false, 0, "", NULL, the identity or an empty value. So the NULL of a look-up that found nothing
 * (bp_skeleton_find) may be passed on. Pointers to values (`out`, arrays with a count) must be valid. */
bool bp_fail_null(bp_error *error, const char *argument);

/* Writes "place: message", or "message" if there is no place, to `text`, cut to `size` bytes with the
 * terminator. Returns `text`. */
const char *bp_error_text(const bp_error *error, char *text, size_t size);

/* ---- allocator ------------------------------------------------------------------------------- */

/* The source of all the library's memory. `resize` works like realloc: a NULL block allocates, size 0 frees
 * and returns NULL, a failure returns NULL and leaves the block unchanged. Blocks are aligned for any
 * standard type. `user` is borrowed and passed to `resize`. Threads: several may call it at a time, unless
 * the program uses one thread and pools of one. */
typedef struct bp_allocator {
    void *(*resize)(void *user, void *block, size_t size);
    void *user;
} bp_allocator;

/* The C library's realloc and free. All functions take a NULL allocator, or one with a NULL `resize`, as
 * this one. */
bp_allocator bp_allocator_default(void);

/* Allocates `count * size` zeroed bytes. NULL if there is no memory or the product overflows. A count or
 * size of 0 gives a valid block of one byte. Free it with bp_free. */
void *bp_alloc(const bp_allocator *allocator, size_t count, size_t size, bp_error *error);

/* Frees a block from bp_alloc; NULL is fine. */
void bp_free(const bp_allocator *allocator, void *block);

/* A copy of the string `text` (NULL: ""). Free it with bp_free. */
char *bp_copy_text(const bp_allocator *allocator, const char *text, bp_error *error);

/* ---- files ----------------------------------------------------------------------------------- */

/* The bytes of a file. `data` is owned (bp_file_free); a zero byte follows it, so text is a C string. */
typedef struct bp_file {
    uint8_t *data;
    size_t size;
} bp_file;

/* Reads a whole regular file. Errors, with the path as place: a folder, pipe or device, a file over `limit`
 * bytes (0: 2 GiB, which is also the most), an unreadable file. `out` doesn't change then. Never blocks,
 * and checks the size before it allocates. */
bool bp_file_read(const bp_allocator *allocator, const char *path, size_t limit, bp_file *out,
                  bp_error *error);
void bp_file_free(const bp_allocator *allocator, bp_file *file);

/* Writes a whole file atomically: to a temporary file in the same folder, which is flushed and renamed. On
 * an error an old file stays unchanged, and no temporary file remains. A new file gets the umask's
 * permissions, a replaced one keeps its own. If the path is a symbolic link, its target is replaced. To a
 * device or pipe (/dev/null, /dev/stdout) the bytes are written directly. */
bool bp_file_write(const char *path, const void *data, size_t size, bp_error *error);

/* ---- instruction sets ------------------------------------------------------------------------ */

/* Kernels are compiled once for each of these. All compute the same bits and differ only in speed. */
typedef enum bp_isa {
    BP_ISA_AUTO,     /* the best one available; never the result of a query */
    BP_ISA_PORTABLE, /* plain C */
    BP_ISA_SSE2,
    BP_ISA_AVX2,
    BP_ISA_AVX512, /* F, BW, DQ, VL */
    BP_ISA_COUNT
} bp_isa;

/* ---- context --------------------------------------------------------------------------------- */

/* One part of a job: called once for each index, in any order, from any thread. `worker` is 0..threads-1, and
 * two calls at a time have different ones. */
typedef void bp_job(void *data, size_t index, int worker);

/* Unpacks a mesh that Draco compresses: gltf.h. */
struct bp_draco_mesh;
typedef const char *bp_draco_decoder(const struct bp_draco_mesh *mesh);

/* A file, or a drawing, may cost this many steps of work for each byte of a context's limit. A step is about
 * a nanosecond, so 2 GB allow 20 seconds. */
#define BP_STEPS_PER_BYTE 10

/* Options that a program chooses once. Zero means the default. */
typedef struct bp_context_options {
    bp_allocator allocator; /* resize == NULL: the default allocator */
    int threads;            /* of its pool, the caller included; 0: one for each processor; at most 256 */
    /* The program's own job system in place of a pool: calls job(data, index, worker) for each index in
     * 0..count-1, from at most `threads` threads at a time, and returns when all calls have returned. It is
     * never called from a job. NULL: the context starts a pool. */
    void (*run)(void *user, size_t count, bp_job *job, void *data);
    void *run_user;          /* passed to `run` */
    bp_isa isa;              /* AUTO: $BINDPOSE_ISA if that is set, else the best available */
    bp_draco_decoder *draco; /* of all files that are read with it (NULL: none, and such files are refused) */
    size_t limit; /* bytes that one file may need to be read, posed and drawn, as counted from its JSON, and
                     BP_STEPS_PER_BYTE times as many steps of work; 0: 2,000,000,000 */
} bp_context_options;

/* Allocator, pool and instruction set. Everything created with a context borrows it, so destroy it last.
 *
 * Threads: any number of threads may use one context at a time, because nothing in it changes after creation;
 * create it before and destroy it after them. Its pool works for one of them at a time, and the others do
 * their work alone, so programs with threads of their own get more from a context with one
 * thread for each of them. What is made with a context belongs to one thread at a time: figures, rasters,
 * skeletons and nodes, model poses, and jobs with one target. Batches may be run, and meshes, images,
 * textures and clips read, by any number of threads while none changes them. Errors are the
 * caller's. */
typedef struct bp_context bp_context;

/* NULL options mean all defaults. NULL on error: an unknown or unavailable instruction set (ARGUMENT),
 * memory. */
bp_context *bp_context_create(const bp_context_options *options, bp_error *error);
void bp_context_destroy(bp_context *context);

/* A NULL context means: default allocator, one thread, best instruction set. */
const bp_allocator *bp_context_allocator(const bp_context *context);

BP_END_C

#endif
