/* llvmpipe_bench.c - anchor benchmark: Mesa llvmpipe through OSMesa (offscreen, no window, no X).
 *
 * Needs only Debian packages:  apt-get install gcc libosmesa6-dev
 * Compile and run:  make bench-peers, from the top of the project
 * Run:      LP_NUM_THREADS=1 ./llvmpipe_bench [--only R1|R2|R3] [--seconds S] [--frames N] [--dump DIR] [--osbuf]
 *           LP_NUM_THREADS=0 : rasterises in the calling thread, no overlap with vertex work
 *           LP_NUM_THREADS=1 : one raster worker; the caller (vertex work + setup/binning) runs on another CPU
 *           LP_NUM_THREADS=2 : two raster workers + the caller
 *           for a true one-CPU figure use: taskset -c 0 env LP_NUM_THREADS=0 ./llvmpipe_bench
 *           llvmpipe itself reads LP_NUM_THREADS; default without it is the number of CPUs.
 * Output, one line per workload (medians of single-frame wall times, glFinish after every frame):
 *   R1 <Mpix/s> ms=<median frame ms>
 *   R2 <Mtri/s> ms=<median frame ms>
 *   R3 <frames/s> Mtri/s=<..> ms=<median frame ms>
 * --dump DIR writes DIR/llvmpipe_R1.ppm ... (look at them: an empty picture makes the figure worthless).
 * --osbuf renders to the OSMesa client buffer (adds Mesa's copy to client memory at glFinish);
 *         default is an FBO with RGBA8 + DEPTH24 renderbuffers, i.e. no copy out.
 */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
/*SCENE-BEGIN (shared scene definition; every peer uses exactly this) ------------------------------ */
enum {
    SC_W = 1920,
    SC_H = 1080,
    SC_TEX = 512,
    R1_QUADS = 20,
    R2_NX = 1000,
    R2_NY = 500, /* quads; 1,000,000 triangles          */
    R3_SLICES = 100,
    R3_STACKS = 101,
    R3_INST = 50
}; /* 2*100*(101-1) = 20,000 triangles    */
typedef struct {
    float x, y, z, u, v;
} V_R1; /* clip-space position (w = 1), uv     */
typedef struct {
    float x, y, z;
    uint8_t c[4];
} V_R2; /* 16 bytes                            */
typedef struct {
    float x, y, z, nx, ny, nz, u, v;
} V_R3; /* 32 bytes                            */
typedef struct {
    float m[16];
} M4; /* column-major                        */

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

static void scene_texture(uint8_t *rgba) { /* 512x512 RGBA8: 32-px checker, gradients, hash noise */
    for (int y = 0; y < SC_TEX; y++)
        for (int x = 0; x < SC_TEX; x++) {
            uint32_t h = (uint32_t)x * 0x9E3779B1u ^ (uint32_t)y * 0x85EBCA77u;
            h ^= h >> 15;
            h *= 0x2C1B3C6Du;
            h ^= h >> 12;
            h *= 0x297A2D39u;
            h ^= h >> 15;
            int ck = ((x >> 5) ^ (y >> 5)) & 1, n = (int)(h & 31);
            uint8_t *p = rgba + 4 * (y * SC_TEX + x);
            p[0] = (uint8_t)((ck ? 200 : 60) + n);
            p[1] = (uint8_t)(x * 200 / SC_TEX + n);
            p[2] = (uint8_t)(y * 200 / SC_TEX + n);
            p[3] = 255;
        }
}

/* R1: 20 full-screen quads, NDC z = 0.9 - 0.09*i (each nearer), uv (0..3, 0..1.6875) with v shifted by i/20. */
static void scene_r1(V_R1 v[R1_QUADS * 4], uint32_t idx[R1_QUADS * 6]) {
    for (int i = 0; i < R1_QUADS; i++) {
        float z = 0.9f - 0.09f * i, o = i / 20.0f;
        V_R1 q[4] = {
            {-1, -1, z, 0, o}, {1, -1, z, 3, o}, {1, 1, z, 3, 1.6875f + o}, {-1, 1, z, 0, 1.6875f + o}};
        memcpy(v + 4 * i, q, sizeof q);
        uint32_t b = 4 * i, t[6] = {b, b + 1, b + 2, b, b + 2, b + 3};
        memcpy(idx + 6 * i, t, sizeof t);
    }
}

/* R2: height-field grid; view space; fovy 60, plane at z=-2, scaled by .999 so that nothing clips. CCW seen from camera. */
enum { R2_NV = (R2_NX + 1) * (R2_NY + 1), R2_NT = R2_NX * R2_NY * 2 };
static void scene_r2(V_R2 *v, uint32_t *idx) {
    float hh = 2.0f * tanf((float)M_PI / 6) * 0.999f, hw = hh * SC_W / SC_H;
    for (int j = 0; j <= R2_NY; j++)
        for (int i = 0; i <= R2_NX; i++) {
            float u = 2.0f * i / R2_NX - 1, w = 2.0f * j / R2_NY - 1;
            V_R2 *p = v + j * (R2_NX + 1) + i;
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
static M4 scene_r2_mvp(void) { return m4_persp(60, (float)SC_W / SC_H, 0.5f, 10.0f); }

/* R3: one ellipsoid mesh (radii .5,1.5,.5), UV-sphere 100 slices x 101 stacks, drawn 50 times; camera at origin, plane z=-D.
   42 in a 14x3 grid (no overlap) + 8 nearer ones half a column to the right in the middle row, each overlapping two. */
enum { R3_NV = (R3_SLICES + 1) * (R3_STACKS + 1), R3_NT = 2 * R3_SLICES * (R3_STACKS - 1) };
static void scene_r3(V_R3 *v, uint32_t *idx) {
    for (int s = 0; s <= R3_STACKS; s++)
        for (int k = 0; k <= R3_SLICES; k++) {
            float th = (float)M_PI * s / R3_STACKS, ph = 2 * (float)M_PI * k / R3_SLICES;
            float x = sinf(th) * sinf(ph), y = cosf(th), z = sinf(th) * cosf(ph);
            float nx = x / .5f, ny = y / 1.5f, nz = z / .5f, l = 1 / sqrtf(nx * nx + ny * ny + nz * nz);
            V_R3 *p = v + s * (R3_SLICES + 1) + k;
            *p = (V_R3){.5f * x,
                        1.5f * y,
                        .5f * z,
                        nx * l,
                        ny * l,
                        nz * l,
                        (float)k / R3_SLICES,
                        (float)s / R3_STACKS};
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
/* shade: colour = tint * (0.2 + 0.8*max(0,N.L)) per vertex; fragment = texture * colour. Clear colour (.1,.1,.15,1), depth 1. */

static const char *g_only, *g_dump;
static double g_sec = 1.0;
static int g_minf = 7;
static double now_s(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}
static int cmp_d(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}
/* warm-up 2 frames, then >= --frames (7) frames and >= --seconds (1); median single-frame wall time in s */
static double bench_frames(void (*fn)(int), double seconds) {
    static double t[4096];
    int n = 0;
    fn(0);
    fn(1);
    double t0 = now_s();
    while (n < 4096 && (n < g_minf || now_s() - t0 < seconds)) {
        double a = now_s();
        fn(n);
        t[n++] = now_s() - a;
    }
    qsort(t, n, sizeof *t, cmp_d);
    return t[n / 2];
}
static void report(const char *wl, double s) {
    if (wl[1] == '1')
        printf("R1 %.1f ms=%.3f\n", R1_QUADS * (double)SC_W * SC_H / s * 1e-6, s * 1e3);
    else if (wl[1] == '2')
        printf("R2 %.2f ms=%.3f\n", R2_NT / s * 1e-6, s * 1e3);
    else
        printf("R3 %.2f Mtri/s=%.2f ms=%.3f\n", 1 / s, R3_INST * (double)R3_NT / s * 1e-6, s * 1e3);
    fflush(stdout);
}
/* px: top-down RGBA */
static void write_ppm(const char *dir, const char *peer, const char *wl, const uint8_t *px, bool flip,
                      bool bgra) {
    char p[512];
    snprintf(p, sizeof p, "%s/%s_%s.ppm", dir, peer, wl);
    FILE *f = fopen(p, "wb");
    if (!f) {
        perror(p);
        exit(1);
    }
    fprintf(f, "P6\n%d %d\n255\n", SC_W, SC_H);
    for (int y = 0; y < SC_H; y++) {
        const uint8_t *r = px + 4L * SC_W * (flip ? SC_H - 1 - y : y);
        for (int x = 0; x < SC_W; x++) {
            uint8_t o[3] = {r[4 * x + (bgra ? 2 : 0)], r[4 * x + 1], r[4 * x + (bgra ? 0 : 2)]};
            fwrite(o, 1, 3, f);
        }
    }
    fclose(f);
}
static bool want(const char *wl) { return !g_only || !strcmp(g_only, wl); }
static int parse_args(int argc, char **argv, const char *extra) {
    int e = 0;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--only") && i + 1 < argc)
            g_only = argv[++i];
        else if (!strcmp(argv[i], "--seconds") && i + 1 < argc)
            g_sec = atof(argv[++i]);
        else if (!strcmp(argv[i], "--frames") && i + 1 < argc)
            g_minf = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--dump") && i + 1 < argc)
            g_dump = argv[++i];
        else if (extra && !strcmp(argv[i], extra))
            e = 1;
        else {
            fprintf(stderr, "usage: [--only R1|R2|R3] [--seconds S] [--frames N] [--dump DIR] %s\n",
                    extra ? extra : "");
            exit(2);
        }
    }
    return e;
}
/*SCENE-END ------------------------------------------------------------------------------------- */
#define GL_GLEXT_PROTOTYPES 1
#include <GL/osmesa.h>
/* After osmesa.h, which includes gl.h. */
#include <GL/glext.h>
#define GLF(T, n) static T p_##n;
#define FUNCS                                                                                                \
    GLF(PFNGLCREATESHADERPROC, glCreateShader)                                                               \
    GLF(PFNGLSHADERSOURCEPROC, glShaderSource)                                                               \
    GLF(PFNGLCOMPILESHADERPROC, glCompileShader) GLF(PFNGLGETSHADERIVPROC, glGetShaderiv)                    \
        GLF(PFNGLGETSHADERINFOLOGPROC, glGetShaderInfoLog) GLF(PFNGLCREATEPROGRAMPROC, glCreateProgram)      \
            GLF(PFNGLATTACHSHADERPROC, glAttachShader) GLF(PFNGLLINKPROGRAMPROC, glLinkProgram) GLF(         \
                PFNGLUSEPROGRAMPROC, glUseProgram) GLF(PFNGLBINDATTRIBLOCATIONPROC, glBindAttribLocation)    \
                GLF(PFNGLGETUNIFORMLOCATIONPROC, glGetUniformLocation) GLF(                                  \
                    PFNGLUNIFORMMATRIX4FVPROC, glUniformMatrix4fv) GLF(PFNGLUNIFORM3FVPROC, glUniform3fv)    \
                    GLF(PFNGLUNIFORM1IPROC, glUniform1i) GLF(PFNGLGENBUFFERSPROC, glGenBuffers)              \
                        GLF(PFNGLBINDBUFFERPROC, glBindBuffer) GLF(PFNGLBUFFERDATAPROC, glBufferData)        \
                            GLF(PFNGLVERTEXATTRIBPOINTERPROC, glVertexAttribPointer)                         \
                                GLF(PFNGLENABLEVERTEXATTRIBARRAYPROC, glEnableVertexAttribArray)             \
                                    GLF(PFNGLDISABLEVERTEXATTRIBARRAYPROC, glDisableVertexAttribArray)       \
                                        GLF(PFNGLGENFRAMEBUFFERSPROC, glGenFramebuffers)                     \
                                            GLF(PFNGLBINDFRAMEBUFFERPROC, glBindFramebuffer)                 \
                                                GLF(PFNGLGENRENDERBUFFERSPROC, glGenRenderbuffers)           \
                                                    GLF(PFNGLBINDRENDERBUFFERPROC, glBindRenderbuffer) GLF(  \
                                                        PFNGLRENDERBUFFERSTORAGEPROC, glRenderbufferStorage) \
                                                        GLF(PFNGLFRAMEBUFFERRENDERBUFFERPROC,                \
                                                            glFramebufferRenderbuffer)                       \
                                                            GLF(PFNGLCHECKFRAMEBUFFERSTATUSPROC,             \
                                                                glCheckFramebufferStatus)
FUNCS
static void load(void) {
#undef GLF
#define GLF(T, n)                                                                                            \
    p_##n = (T)OSMesaGetProcAddress(#n);                                                                     \
    if (!p_##n) {                                                                                            \
        fprintf(stderr, "missing %s\n", #n);                                                                 \
        exit(1);                                                                                             \
    }
    FUNCS
}
static GLuint shader(GLenum t, const char *s) {
    GLuint h = p_glCreateShader(t);
    p_glShaderSource(h, 1, &s, NULL);
    p_glCompileShader(h);
    GLint ok;
    p_glGetShaderiv(h, GL_COMPILE_STATUS, &ok);
    if (!ok) {
        char b[2048];
        p_glGetShaderInfoLog(h, sizeof b, NULL, b);
        fprintf(stderr, "%s\n", b);
        exit(1);
    }
    return h;
}
static GLuint program(const char *vs, const char *fs) {
    GLuint p = p_glCreateProgram();
    p_glAttachShader(p, shader(GL_VERTEX_SHADER, vs));
    p_glAttachShader(p, shader(GL_FRAGMENT_SHADER, fs));
    p_glBindAttribLocation(p, 0, "a_pos");
    p_glBindAttribLocation(p, 1, "a_b");
    p_glBindAttribLocation(p, 2, "a_uv");
    p_glLinkProgram(p);
    return p;
}
static GLuint vbo(GLenum tgt, size_t n, const void *d) {
    GLuint b;
    p_glGenBuffers(1, &b);
    p_glBindBuffer(tgt, b);
    p_glBufferData(tgt, n, d, GL_STATIC_DRAW);
    return b;
}
static void attr(int i, int n, GLenum t, int norm, int stride, size_t off) {
    p_glEnableVertexAttribArray(i);
    p_glVertexAttribPointer(i, n, t, norm, stride, (void *)off);
}
static void clear(void) { glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT); }
static GLint u_mvp, u_l, u_t;
static void f_r1(int f) {
    (void)f;
    clear();
    for (int i = 0; i < R1_QUADS; i++)
        glDrawElements(GL_TRIANGLES, 6, GL_UNSIGNED_INT, (void *)(size_t)(24 * i));
    glFinish();
}
static void f_r2(int f) {
    (void)f;
    clear();
    glDrawElements(GL_TRIANGLES, R2_NT * 3, GL_UNSIGNED_INT, NULL);
    glFinish();
}
static void f_r3(int f) {
    clear();
    M4 P = scene_r3_proj();
    for (int i = 0; i < R3_INST; i++) {
        M4 mv = scene_r3_view(i, f), mvp = m4_mul(P, mv);
        float L[3], t[3];
        scene_r3_light_obj(&mv, L);
        scene_r3_tint(i, t);
        p_glUniformMatrix4fv(u_mvp, 1, GL_FALSE, mvp.m);
        p_glUniform3fv(u_l, 1, L);
        p_glUniform3fv(u_t, 1, t);
        glDrawElements(GL_TRIANGLES, R3_NT * 3, GL_UNSIGNED_INT, NULL);
    }
    glFinish();
}
static void done(const char *wl, void (*fn)(int)) {
    report(wl, bench_frames(fn, g_sec));
    GLenum e = glGetError();
    if (e) fprintf(stderr, "%s: GL error %x\n", wl, e);
    if (g_dump) {
        fn(0);
        uint8_t *b = malloc(4L * SC_W * SC_H);
        glReadPixels(0, 0, SC_W, SC_H, GL_RGBA, GL_UNSIGNED_BYTE, b);
        write_ppm(g_dump, "llvmpipe", wl, b, true, false);
        free(b);
    }
}
int main(int argc, char **argv) {
    int osbuf = parse_args(argc, argv, "--osbuf");
    OSMesaContext c = OSMesaCreateContextExt(OSMESA_RGBA, 24, 0, 0, NULL);
    uint8_t *buf = aligned_alloc(64, 4L * SC_W * SC_H);
    if (!c || !OSMesaMakeCurrent(c, buf, GL_UNSIGNED_BYTE, SC_W, SC_H)) {
        fprintf(stderr, "OSMesa failed\n");
        return 1;
    }
    load();
    const char *r = (const char *)glGetString(GL_RENDERER);
    printf("# %s | %s | LP_NUM_THREADS=%s | %s\n", r, glGetString(GL_VERSION),
           getenv("LP_NUM_THREADS") ? getenv("LP_NUM_THREADS") : "(default)",
           osbuf ? "OSMesa buffer" : "FBO");
    if (!strstr(r, "llvmpipe")) fprintf(stderr, "warning: not llvmpipe\n");
    if (!osbuf) {
        GLuint fb, rb[2];
        p_glGenFramebuffers(1, &fb);
        p_glBindFramebuffer(GL_FRAMEBUFFER, fb);
        p_glGenRenderbuffers(2, rb);
        p_glBindRenderbuffer(GL_RENDERBUFFER, rb[0]);
        p_glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, SC_W, SC_H);
        p_glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb[0]);
        p_glBindRenderbuffer(GL_RENDERBUFFER, rb[1]);
        p_glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, SC_W, SC_H);
        p_glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, rb[1]);
        if (p_glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
            fprintf(stderr, "fbo incomplete\n");
            return 1;
        }
    }
    glViewport(0, 0, SC_W, SC_H);
    glClearColor(.1f, .1f, .15f, 1);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    uint8_t *tx = malloc(4 * SC_TEX * SC_TEX);
    scene_texture(tx);
    GLuint t;
    glGenTextures(1, &t);
    glBindTexture(GL_TEXTURE_2D, t);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_REPEAT);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_REPEAT);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, SC_TEX, SC_TEX, 0, GL_RGBA, GL_UNSIGNED_BYTE, tx);
    if (want("R1")) {
        V_R1 v[R1_QUADS * 4];
        uint32_t ix[R1_QUADS * 6];
        scene_r1(v, ix);
        vbo(GL_ARRAY_BUFFER, sizeof v, v);
        vbo(GL_ELEMENT_ARRAY_BUFFER, sizeof ix, ix);
        attr(0, 3, GL_FLOAT, 0, 20, 0);
        attr(1, 2, GL_FLOAT, 0, 20, 12);
        GLuint p = program("#version 120\nattribute vec3 a_pos; attribute vec2 a_b; varying vec2 uv; void "
                           "main(){ gl_Position=vec4(a_pos,1.0); uv=a_b; }",
                           "#version 120\nuniform sampler2D s; varying vec2 uv; void main(){ "
                           "gl_FragColor=texture2D(s,uv); }");
        p_glUseProgram(p);
        p_glUniform1i(p_glGetUniformLocation(p, "s"), 0);
        done("R1", f_r1);
    }
    if (want("R2")) {
        V_R2 *v = malloc(sizeof *v * R2_NV);
        uint32_t *ix = malloc(4L * 3 * R2_NT);
        scene_r2(v, ix);
        vbo(GL_ARRAY_BUFFER, sizeof *v * R2_NV, v);
        vbo(GL_ELEMENT_ARRAY_BUFFER, 4L * 3 * R2_NT, ix);
        attr(0, 3, GL_FLOAT, 0, 16, 0);
        attr(1, 4, GL_UNSIGNED_BYTE, 1, 16, 12);
        GLuint p = program("#version 120\nuniform mat4 mvp; attribute vec3 a_pos; attribute vec4 a_b; "
                           "varying vec4 col; void main(){ gl_Position=mvp*vec4(a_pos,1.0); col=a_b; }",
                           "#version 120\nvarying vec4 col; void main(){ gl_FragColor=col; }");
        p_glUseProgram(p);
        M4 m = scene_r2_mvp();
        p_glUniformMatrix4fv(p_glGetUniformLocation(p, "mvp"), 1, GL_FALSE, m.m);
        done("R2", f_r2);
    }
    if (want("R3")) {
        V_R3 *v = malloc(sizeof *v * R3_NV);
        uint32_t *ix = malloc(4L * 3 * R3_NT);
        scene_r3(v, ix);
        vbo(GL_ARRAY_BUFFER, sizeof *v * R3_NV, v);
        vbo(GL_ELEMENT_ARRAY_BUFFER, 4L * 3 * R3_NT, ix);
        attr(0, 3, GL_FLOAT, 0, 32, 0);
        attr(1, 3, GL_FLOAT, 0, 32, 12);
        attr(2, 2, GL_FLOAT, 0, 32, 24);
        GLuint p =
            program("#version 120\nuniform mat4 mvp; uniform vec3 L; uniform vec3 tint; attribute vec3 "
                    "a_pos; attribute vec3 a_b; attribute vec2 a_uv; varying vec3 col; varying vec2 uv;"
                    "void main(){ gl_Position=mvp*vec4(a_pos,1.0); col=tint*(0.2+0.8*max(dot(a_b,L),0.0)); "
                    "uv=a_uv; }",
                    "#version 120\nuniform sampler2D s; varying vec3 col; varying vec2 uv; void main(){ "
                    "gl_FragColor=texture2D(s,uv)*vec4(col,1.0); }");
        p_glUseProgram(p);
        u_mvp = p_glGetUniformLocation(p, "mvp");
        u_l = p_glGetUniformLocation(p, "L");
        u_t = p_glGetUniformLocation(p, "tint");
        p_glUniform1i(p_glGetUniformLocation(p, "s"), 0);
        glEnable(GL_CULL_FACE);
        glCullFace(GL_BACK);
        done("R3", f_r3);
    }
    OSMesaDestroyContext(c);
    return 0;
}
