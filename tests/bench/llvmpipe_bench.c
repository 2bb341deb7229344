/* The drawing workloads with Mesa's llvmpipe, through OSMesa: offscreen, without a window or X.
 *
 * Needs Debian's libosmesa6-dev. `make bench-peers` builds and runs it. By hand:
 *
 *   LP_NUM_THREADS=1 build/tests/bench/llvmpipe_bench [--only R4] [--seconds S] [--frames N] [--dump DIR]
 *
 * LP_NUM_THREADS=0 rasterizes in the calling thread: with `taskset -c 0` that is one core. With 1 or 2 there are
 * as many workers, and the calling thread processes vertices beside them.
 *
 * Prints a line for each workload: its name, the median frame's figure, and the frame's time. --dump writes
 * DIR/llvmpipe_R4.ppm and so on; look at them, because an empty picture makes a figure worthless.
 *
 * The scenes and states are those of src/tools/bench/workload.h, written down again: comparing pictures then
 * checks both.
 */
#define GL_GLEXT_PROTOTYPES 1
#include <GL/osmesa.h>
/* After osmesa.h, which includes gl.h. */
#include <GL/glext.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    SC_W = 1920,
    SC_H = 1080,
    SC_TEX = 512,
    QUADS = 20,
    R2_NX = 1000,
    R2_NY = 500, /* quads: 1,000,000 triangles */
    R3_SLICES = 100,
    R3_STACKS = 101, /* 2 * 100 * (101 - 1) = 20,000 triangles */
    R3_INST = 50
};

typedef struct workload {
    const char *name;
    enum { FILL, GRID, CROWD } scene;
    bool srgb, mipmaps, tilted, samples4, light, blend, colors;
    int width, height; /* of the texture; 0: 512 */
    bool minified;
} workload;

#define AS_USERS .srgb = true, .mipmaps = true, .tilted = true
static const workload workloads[] = {
    {"R1", FILL},
    {"R2", GRID},
    {"R3", CROWD},
    {"R4", FILL, AS_USERS},
    {"R5", CROWD, AS_USERS, .samples4 = true, .light = true},
    {"R1-tilted", FILL, .tilted = true},
    {"R1-4-samples", FILL, .samples4 = true},
    {"R1-srgb", FILL, .srgb = true},
    {"R4-4-samples", FILL, AS_USERS, .samples4 = true},
    {"R4-light", FILL, AS_USERS, .light = true},
    {"R4-blend", FILL, AS_USERS, .blend = true},
    {"R4-colors", FILL, AS_USERS, .colors = true},
    {"R4-500x300", FILL, AS_USERS, .width = 500, .height = 300},
    {"R4-2048", FILL, AS_USERS, .width = 2048, .height = 2048},
    {"R4-minified", FILL, AS_USERS, .minified = true},
    {"R4-plain", FILL, .srgb = true, .tilted = true},
    {"R5-1-sample", CROWD, AS_USERS, .light = true},
};
enum { MAIN_WORKLOADS = 5, WORKLOADS = sizeof workloads / sizeof *workloads };

typedef struct {
    float x, y, z, nx, ny, nz, u, v, c[4];
} vertex;
typedef struct {
    float x, y, z;
    uint8_t c[4];
} grid_vertex;
typedef struct {
    float m[16];
} M4; /* column-major */

static M4 m4_mul(M4 a, M4 b) {
    M4 r;
    for (int c = 0; c < 4; c++)
        for (int i = 0; i < 4; i++) {
            float s = 0;
            for (int k = 0; k < 4; k++) s += a.m[k * 4 + i] * b.m[c * 4 + k];
            r.m[c * 4 + i] = s;
        }
    return r;
}
static M4 m4_persp(float fovy_deg, float aspect, float n, float f) {
    float t = 1.0f / tanf(fovy_deg * (float)M_PI / 360.0f);
    M4 r;
    memset(&r, 0, sizeof r);
    r.m[0] = t / aspect;
    r.m[5] = t;
    r.m[10] = (f + n) / (n - f);
    r.m[11] = -1;
    r.m[14] = 2 * f * n / (n - f);
    return r;
}
static M4 m4_trs_y(float tx, float ty, float tz, float deg) {
    float a = deg * (float)M_PI / 180.0f, c = cosf(a), s = sinf(a);
    M4 r = {{c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0, tx, ty, tz, 1}};
    return r;
}

/* A checker of 32 texels, gradients, and noise. */
static void scene_texture(uint8_t *rgba, int width, int height) {
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            uint32_t h = (uint32_t)x * 0x9E3779B1u ^ (uint32_t)y * 0x85EBCA77u;
            h ^= h >> 15;
            h *= 0x2C1B3C6Du;
            h ^= h >> 12;
            h *= 0x297A2D39u;
            h ^= h >> 15;
            int ck = ((x >> 5) ^ (y >> 5)) & 1, n = (int)(h & 31);
            uint8_t *p = rgba + 4 * (y * width + x);
            p[0] = (uint8_t)((ck ? 200 : 60) + n);
            p[1] = (uint8_t)(x * 200 / width + n);
            p[2] = (uint8_t)(y * 200 / height + n);
            p[3] = 255;
        }
}

static M4 scene_r2_mvp(void) { return m4_persp(60, (float)SC_W / SC_H, 0.5f, 10.0f); }

/* 20 full-screen quads, z = 0.9 - 0.09 * i (each nearer), uv (0..3, 0..1.6875) with v shifted by i / 20.
 * Tilted: seen by scene_r2_mvp, with 1/w 1, 0.6, 0.4 and 0.8 at the corners, and uv rotated by 30 degrees. */
static void scene_fill(const workload *w, vertex *v, uint32_t *idx) {
    static const float inverse_w[4] = {1.0f, 0.6f, 0.4f, 0.8f};
    const float half = tanf((float)M_PI / 6), repeats = w->minified ? 18.0f : 3.0f;
    for (uint32_t i = 0; i < QUADS; i++) {
        float z = 0.9f - 0.09f * i, o = i / 20.0f;
        for (int k = 0; k < 4; k++) {
            float x = k == 1 || k == 2 ? 1 : -1, y = k >= 2 ? 1 : -1,
                  l = 1 / sqrtf(0.25f * x * x + 0.25f * y * y + 1);
            vertex *p = v + 4 * i + k;
            *p = (vertex){x,
                          y,
                          z,
                          0.5f * x * l,
                          0.5f * y * l,
                          l,
                          x > 0 ? 3 : 0,
                          (y > 0 ? 1.6875f : 0) + o,
                          {k & 1 ? 1 : 0.2f, k & 2 ? 1 : 0.3f, 0.8f, 1}};
            if (!w->tilted) continue;
            float d = (2.0f - 0.05f * i) / inverse_w[k];
            p->x = x * d * half * SC_W / SC_H;
            p->y = y * d * half;
            p->z = -d;
            p->u = repeats * (0.866025f * x - 0.5f * 0.5625f * y) + o;
            p->v = repeats * (0.5f * x + 0.866025f * 0.5625f * y) - o;
        }
        uint32_t b = 4 * i, t[6] = {b, b + 1, b + 2, b, b + 2, b + 3};
        memcpy(idx + 6 * i, t, sizeof t);
    }
}

/* R2: height-field grid; view space; fovy 60, plane at z=-2, scaled by .999 so that nothing clips. CCW seen from camera. */
enum { R2_NV = (R2_NX + 1) * (R2_NY + 1), R2_NT = R2_NX * R2_NY * 2 };
static void scene_r2(grid_vertex *v, uint32_t *idx) {
    float hh = 2.0f * tanf((float)M_PI / 6) * 0.999f, hw = hh * SC_W / SC_H;
    for (int j = 0; j <= R2_NY; j++)
        for (int i = 0; i <= R2_NX; i++) {
            float u = 2.0f * i / R2_NX - 1, w = 2.0f * j / R2_NY - 1;
            grid_vertex *p = v + j * (R2_NX + 1) + i;
            p->x = u * hw;
            p->y = w * hh;
            p->z = -2.0f + 0.15f * sinf(12 * u) * cosf(9 * w) * (1 - u * u) * (1 - w * w);
            p->c[0] = (uint8_t)(127.5f + 127.5f * u);
            p->c[1] = (uint8_t)(127.5f + 127.5f * w);
            p->c[2] = (uint8_t)(127.5f + 127.5f * sinf(20 * u * w));
            p->c[3] = 255;
        }
    for (int j = 0; j < R2_NY; j++)
        for (int i = 0; i < R2_NX; i++) {
            uint32_t a = j * (R2_NX + 1) + i, b = a + 1, c = a + R2_NX + 1, d = c + 1;
            uint32_t t[6] = {a, b, d, a, d, c};
            memcpy(idx, t, sizeof t);
            idx += 6;
        }
}
/* R3: one ellipsoid mesh (radii .5,1.5,.5), UV-sphere 100 slices x 101 stacks, drawn 50 times; camera at origin, plane z=-D.
   42 in a 14x3 grid (no overlap) + 8 nearer ones half a column to the right in the middle row, each overlapping two. */
enum { R3_NV = (R3_SLICES + 1) * (R3_STACKS + 1), R3_NT = 2 * R3_SLICES * (R3_STACKS - 1) };
static void scene_r3(vertex *v, uint32_t *idx) {
    for (int s = 0; s <= R3_STACKS; s++)
        for (int k = 0; k <= R3_SLICES; k++) {
            float th = (float)M_PI * s / R3_STACKS, ph = 2 * (float)M_PI * k / R3_SLICES;
            float x = sinf(th) * sinf(ph), y = cosf(th), z = sinf(th) * cosf(ph);
            float nx = x / .5f, ny = y / 1.5f, nz = z / .5f, l = 1 / sqrtf(nx * nx + ny * ny + nz * nz);
            vertex *p = v + s * (R3_SLICES + 1) + k;
            *p = (vertex){.5f * x, 1.5f * y, .5f * z, nx * l, ny * l, nz * l, 0, 0, {1, 1, 1, 1}};
            p->u = (float)k / R3_SLICES;
            p->v = (float)s / R3_STACKS;
        }
    for (int s = 0; s < R3_STACKS; s++)
        for (int k = 0; k < R3_SLICES; k++) {
            uint32_t a = s * (R3_SLICES + 1) + k, b = a + 1, c = a + R3_SLICES + 1, d = c + 1;
            if (s != R3_STACKS - 1) {
                *idx++ = a;
                *idx++ = c;
                *idx++ = d;
            }
            if (s != 0) {
                *idx++ = a;
                *idx++ = d;
                *idx++ = b;
            }
        }
} /* CCW outside */
static M4 scene_r3_proj(void) { return m4_persp(45, (float)SC_W / SC_H, 1.0f, 50.0f); }
static M4 scene_r3_view(int i, int frame) {
    const float D = 5.4f / tanf((float)M_PI / 8); /* 1080 px = 10.8 units at distance D */
    float cw = 1920.0f / 14, x, y, z;
    if (i < 42) {
        x = ((i % 14) + .5f) * cw - 960;
        y = 540 - ((i / 14) + .5f) * 360;
        z = 0;
    } else {
        x = (float)((i - 42) + 1) * cw - 960;
        y = 0;
        z = .8f;
    }
    float k = (D - z) / D;
    return m4_trs_y(x / 100.0f * k, y / 100.0f * k, z - D, 37.0f * i + 2.0f * frame);
} /* 100 px per unit */
static void scene_r3_light_obj(const M4 *mv, float L[3]) {
    const float l[3] = {.398015f, .696526f, .597022f}; /* view space, unit */
    for (int i = 0; i < 3; i++)
        L[i] = mv->m[i * 4] * l[0] + mv->m[i * 4 + 1] * l[1] + mv->m[i * 4 + 2] * l[2];
}
static void scene_r3_tint(int i, float t[3]) {
    t[0] = .6f + .4f * ((i * 7) % 5) / 4.0f;
    t[1] = .6f + .4f * ((i * 3) % 7) / 6.0f;
    t[2] = .6f + .4f * ((i * 5) % 11) / 10.0f;
}
/* Light: tint * (0.2 + 0.8 * max(0, normal . light)). */

static const char *g_only, *g_dump;
static double g_sec = 1.0;
static int g_minf = 7;
static const workload *g_workload;
static GLint u_mvp, u_l, u_t;
static GLuint g_target[2]; /* framebuffers: drawn into, and with four samples resolved into */

static double now_s(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}
static int cmp_d(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}
static void draw(M4 mvp, const float light[3], const float tint[3], int indices) {
    glUniformMatrix4fv(u_mvp, 1, GL_FALSE, mvp.m);
    glUniform3fv(u_l, 1, light);
    glUniform3fv(u_t, 1, tint);
    glDrawElements(GL_TRIANGLES, indices, GL_UNSIGNED_INT, NULL);
}
static void frame(int f) {
    const workload *w = g_workload;
    const M4 identity = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}}, p = scene_r3_proj();
    float light[3] = {.398015f, .696526f, .597022f}, tint[3] = {1, 1, 1};
    glBindFramebuffer(GL_FRAMEBUFFER, g_target[0]);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    if (w->scene == FILL) draw(w->tilted ? scene_r2_mvp() : identity, light, tint, QUADS * 6);
    if (w->scene == GRID) draw(scene_r2_mvp(), light, tint, R2_NT * 3);
    for (int i = 0; w->scene == CROWD && i < R3_INST; i++) {
        M4 mv = scene_r3_view(i, f);
        scene_r3_light_obj(&mv, light);
        scene_r3_tint(i, tint);
        draw(m4_mul(p, mv), light, tint, R3_NT * 3);
    }
    if (w->samples4) {
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, g_target[1]);
        glBlitFramebuffer(0, 0, SC_W, SC_H, 0, 0, SC_W, SC_H, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    }
    glFinish();
}

/* Two frames to warm up, then at least g_minf and at least g_sec seconds; the median frame, in seconds. */
static double bench_frames(void) {
    static double t[4096];
    int n = 0;
    frame(0);
    frame(1);
    double t0 = now_s();
    while (n < 4096 && (n < g_minf || now_s() - t0 < g_sec)) {
        double a = now_s();
        frame(n);
        t[n++] = now_s() - a;
    }
    qsort(t, n, sizeof *t, cmp_d);
    return t[n / 2];
}
static void write_ppm(void) {
    char path[512];
    uint8_t *pixels = malloc(4L * SC_W * SC_H);
    snprintf(path, sizeof path, "%s/llvmpipe_%s.ppm", g_dump, g_workload->name);
    FILE *f = fopen(path, "wb");
    if (!f) {
        perror(path);
        exit(1);
    }
    frame(0);
    glBindFramebuffer(GL_FRAMEBUFFER, g_target[g_workload->samples4]);
    glReadPixels(0, 0, SC_W, SC_H, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    fprintf(f, "P6\n%d %d\n255\n", SC_W, SC_H);
    for (int y = SC_H - 1; y >= 0; y--)
        for (int x = 0; x < SC_W; x++) fwrite(pixels + 4 * (y * SC_W + x), 1, 3, f);
    fclose(f);
    free(pixels);
}

static void shader(GLuint program, GLenum kind, const char *source) {
    const workload *w = g_workload;
    char defines[256];
    snprintf(
        defines, sizeof defines, "#version 120\n%s%s%s%s%s", w->scene != GRID ? "#define TEXTURED\n" : "",
        w->colors || w->scene == GRID ? "#define COLORED\n" : "", w->light ? "#define PIXEL_LIGHT\n" : "",
        w->scene == CROWD && !w->light ? "#define VERTEX_LIGHT\n" : "", w->blend ? "#define HALF\n" : "");
    const char *sources[2] = {defines, source};
    GLuint h = glCreateShader(kind);
    glShaderSource(h, 2, sources, NULL);
    glCompileShader(h);
    GLint ok;
    glGetShaderiv(h, GL_COMPILE_STATUS, &ok);
    if (!ok) {
        char log[2048];
        glGetShaderInfoLog(h, sizeof log, NULL, log);
        fprintf(stderr, "%s\n", log);
        exit(1);
    }
    glAttachShader(program, h);
}
static void make_program(void) {
    static const char *const names[] = {"a_pos", "a_normal", "a_uv", "a_color"};
    GLuint p = glCreateProgram();
    shader(
        p, GL_VERTEX_SHADER,
        "uniform mat4 mvp; uniform vec3 light, tint; attribute vec3 a_pos, a_normal; attribute vec2 a_uv;\n"
        "attribute vec4 a_color; varying vec4 color; varying vec3 normal; varying vec2 uv;\n"
        "void main() {\n"
        "  gl_Position = mvp * vec4(a_pos, 1.0); uv = a_uv; normal = a_normal; color = a_color;\n"
        "#ifdef VERTEX_LIGHT\n"
        "  color = vec4(tint * (0.2 + 0.8 * max(dot(a_normal, light), 0.0)), 1.0);\n"
        "#endif\n"
        "}");
    shader(p, GL_FRAGMENT_SHADER,
           "uniform sampler2D s; uniform vec3 light, tint; varying vec4 color; varying vec3 normal; varying "
           "vec2 uv;\n"
           "void main() {\n"
           "  vec4 c = vec4(1.0);\n"
           "#if defined(COLORED) || defined(VERTEX_LIGHT)\n"
           "  c = color;\n"
           "#endif\n"
           "#ifdef PIXEL_LIGHT\n"
           "  c.rgb *= tint * (0.2 + 0.8 * max(dot(normalize(normal), light), 0.0));\n"
           "#endif\n"
           "#ifdef HALF\n"
           "  c.a *= 0.5;\n"
           "#endif\n"
           "#ifdef TEXTURED\n"
           "  c *= texture2D(s, uv);\n"
           "#endif\n"
           "  gl_FragColor = c;\n"
           "}");
    for (GLuint i = 0; i < 4; i++) glBindAttribLocation(p, i, names[i]);
    glLinkProgram(p);
    glUseProgram(p);
    u_mvp = glGetUniformLocation(p, "mvp");
    u_l = glGetUniformLocation(p, "light");
    u_t = glGetUniformLocation(p, "tint");
    glUniform1i(glGetUniformLocation(p, "s"), 0);
}
static void buffer(GLenum target, size_t size, const void *data) {
    GLuint b;
    glGenBuffers(1, &b);
    glBindBuffer(target, b);
    glBufferData(target, size, data, GL_STATIC_DRAW);
}
static void attribute(GLuint i, int n, GLenum type, size_t stride, size_t offset) {
    glEnableVertexAttribArray(i);
    glVertexAttribPointer(i, n, type, type == GL_UNSIGNED_BYTE, stride, (void *)offset);
}
static void make_scene(void) {
    const workload *w = g_workload;
    size_t vertices = w->scene == FILL ? QUADS * 4 : w->scene == GRID ? R2_NV : R3_NV;
    size_t indices = w->scene == FILL ? QUADS * 6 : w->scene == GRID ? R2_NT * 3 : R3_NT * 3;
    size_t size = w->scene == GRID ? sizeof(grid_vertex) : sizeof(vertex);
    void *v = malloc(vertices * size);
    uint32_t *index = malloc(indices * sizeof *index);
    if (w->scene == FILL) scene_fill(w, v, index);
    if (w->scene == GRID) scene_r2(v, index);
    if (w->scene == CROWD) scene_r3(v, index);
    buffer(GL_ARRAY_BUFFER, vertices * size, v);
    buffer(GL_ELEMENT_ARRAY_BUFFER, indices * sizeof *index, index);
    attribute(0, 3, GL_FLOAT, size, 0);
    if (w->scene == GRID) {
        attribute(3, 4, GL_UNSIGNED_BYTE, size, offsetof(grid_vertex, c));
    } else {
        attribute(2, 2, GL_FLOAT, size, offsetof(vertex, u));
        if (w->light || w->scene == CROWD) attribute(1, 3, GL_FLOAT, size, offsetof(vertex, nx));
        if (w->colors) attribute(3, 4, GL_FLOAT, size, offsetof(vertex, c));
    }
    free(v);
    free(index);
}
static void make_target(GLuint framebuffer, int samples) {
    const GLenum formats[2] = {g_workload->srgb ? GL_SRGB8_ALPHA8 : GL_RGBA8, GL_DEPTH_COMPONENT24};
    const GLenum to[2] = {GL_COLOR_ATTACHMENT0, GL_DEPTH_ATTACHMENT};
    GLuint storage[2];
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glGenRenderbuffers(2, storage);
    for (int i = 0; i < 2; i++) {
        glBindRenderbuffer(GL_RENDERBUFFER, storage[i]);
        glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, formats[i], SC_W, SC_H);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, to[i], GL_RENDERBUFFER, storage[i]);
    }
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) exit(1);
}
static void make_texture(void) {
    const workload *w = g_workload;
    const int width = w->width ? w->width : SC_TEX, height = w->height ? w->height : SC_TEX;
    uint8_t *tx = malloc(4 * width * height);
    GLuint t;
    scene_texture(tx, width, height);
    glGenTextures(1, &t);
    glBindTexture(GL_TEXTURE_2D, t);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, w->mipmaps ? GL_LINEAR_MIPMAP_LINEAR : GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_REPEAT);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_REPEAT);
    glTexImage2D(GL_TEXTURE_2D, 0, w->srgb ? GL_SRGB8_ALPHA8 : GL_RGBA8, width, height, 0, GL_RGBA,
                 GL_UNSIGNED_BYTE, tx);
    if (w->mipmaps) glGenerateMipmap(GL_TEXTURE_2D);
    free(tx);
}
static void set(GLenum state, bool on) { (on ? glEnable : glDisable)(state); }
static void run(const workload *w) {
    g_workload = w;
    glGenFramebuffers(2, g_target);
    for (int i = 0; i <= w->samples4; i++) make_target(g_target[i], w->samples4 && i == 0 ? 4 : 0);
    glViewport(0, 0, SC_W, SC_H);
    if (w->srgb)
        glClearColor(.0103298f, .0103298f, .0193824f, 1); /* the bytes 26 and 38 */
    else
        glClearColor(.1f, .1f, .15f, 1);
    glDepthFunc(GL_LESS);
    set(GL_DEPTH_TEST, true);
    set(GL_FRAMEBUFFER_SRGB, w->srgb);
    set(GL_CULL_FACE, w->scene == CROWD);
    set(GL_BLEND, w->blend);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    make_texture();
    make_scene();
    make_program();
    double s = bench_frames();
    static const double amounts[] = {QUADS * 1e-6 * SC_W * SC_H, R2_NT * 1e-6, 1};
    printf("%s %.2f ms=%.3f\n", w->name, amounts[w->scene] / s, s * 1e3);
    fflush(stdout);
    if (g_dump) write_ppm();
    GLenum e = glGetError();
    if (e) fprintf(stderr, "%s: GL error %x\n", w->name, e);
}
int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (value && !strcmp(argv[i], "--only"))
            g_only = argv[++i];
        else if (value && !strcmp(argv[i], "--seconds"))
            g_sec = atof(argv[++i]);
        else if (value && !strcmp(argv[i], "--frames"))
            g_minf = atoi(argv[++i]);
        else if (value && !strcmp(argv[i], "--dump"))
            g_dump = argv[++i];
        else {
            fprintf(stderr, "usage: [--only R1] [--seconds S] [--frames N] [--dump DIR]\n");
            return 2;
        }
    }
    for (int i = 0; i < WORKLOADS; i++) {
        if (g_only ? strcmp(g_only, workloads[i].name) != 0 : i >= MAIN_WORKLOADS) continue;
        OSMesaContext c = OSMesaCreateContextExt(OSMESA_RGBA, 24, 0, 0, NULL);
        uint8_t *window = malloc(4L * SC_W * SC_H); /* OSMesa needs one; we draw into framebuffer objects */
        if (!c || !OSMesaMakeCurrent(c, window, GL_UNSIGNED_BYTE, SC_W, SC_H)) {
            fprintf(stderr, "OSMesa failed\n");
            return 1;
        }
        const char *renderer = (const char *)glGetString(GL_RENDERER);
        if (!strstr(renderer, "llvmpipe")) fprintf(stderr, "warning: %s is not llvmpipe\n", renderer);
        run(&workloads[i]);
        OSMesaDestroyContext(c);
        free(window);
    }
    return 0;
}
