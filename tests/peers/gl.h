/* Mesa's llvmpipe through OSMesa: a context, a framebuffer of RGBA8 and float depth, programs, buffers.
 *
 * Everything is drawn into a framebuffer object, whose row 0 is at y = -1 in clip space. Ours is at y = +1,
 * so comparisons mirror y on one side: then both have the same rows, and top-left means the same edges. */
#ifndef BINDPOSE_TESTS_PEERS_GL_H
#define BINDPOSE_TESTS_PEERS_GL_H

#include "support/test.h"

#define GL_GLEXT_PROTOTYPES 1
#include <GL/osmesa.h>
/* After osmesa.h, which brings gl.h. */
#include <GL/glext.h>

typedef struct peer_gl {
    OSMesaContext context;
    unsigned char *window; /* OSMesa requires one; nothing is drawn into it */
    int width, height;
} peer_gl;

static inline void peer_check(const char *where) {
    GLenum error = glGetError();
    if (error != GL_NO_ERROR) fail_msg("%s: OpenGL error 0x%x", where, error);
}

static inline GLuint peer_storage(GLenum format, GLenum attachment, int width, int height) {
    GLuint made;
    glGenRenderbuffers(1, &made);
    glBindRenderbuffer(GL_RENDERBUFFER, made);
    glRenderbufferStorage(GL_RENDERBUFFER, format, width, height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, made);
    return made;
}

static inline peer_gl peer_open(int width, int height) {
    peer_gl gl = {.width = width, .height = height};
    gl.window = malloc(4 * (size_t)width * (size_t)height);
    const int attributes[] = {
        OSMESA_FORMAT, OSMESA_RGBA, OSMESA_DEPTH_BITS, 24, OSMESA_PROFILE, OSMESA_COMPAT_PROFILE, 0};
    gl.context = OSMesaCreateContextAttribs(attributes, NULL);
    assert_non_null(gl.context);
    assert_true(OSMesaMakeCurrent(gl.context, gl.window, GL_UNSIGNED_BYTE, width, height));
    const char *renderer = (const char *)glGetString(GL_RENDERER);
    print_message("%s, OpenGL %s\n", renderer, (const char *)glGetString(GL_VERSION));
    assert_non_null(strstr(renderer, "llvmpipe"));
    GLuint framebuffer;
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    peer_storage(GL_RGBA8, GL_COLOR_ATTACHMENT0, width, height);
    peer_storage(GL_DEPTH_COMPONENT32F, GL_DEPTH_ATTACHMENT, width, height);
    assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
    glViewport(0, 0, width, height);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    peer_check("peer_open");
    return gl;
}

static inline void peer_close(peer_gl *gl) {
    OSMesaDestroyContext(gl->context);
    free(gl->window);
}

static inline GLuint peer_shader(GLenum kind, const char *source) {
    GLuint made = glCreateShader(kind);
    GLint ok;
    glShaderSource(made, 1, &source, NULL);
    glCompileShader(made);
    glGetShaderiv(made, GL_COMPILE_STATUS, &ok);
    if (!ok) {
        char log[2048];
        glGetShaderInfoLog(made, sizeof log, NULL, log);
        fail_msg("shader: %s", log);
    }
    return made;
}

/* Attributes a_0, a_1, a_2 get locations 0, 1, 2. */
static inline GLuint peer_program(const char *vertex, const char *fragment) {
    GLuint made = glCreateProgram();
    glAttachShader(made, peer_shader(GL_VERTEX_SHADER, vertex));
    glAttachShader(made, peer_shader(GL_FRAGMENT_SHADER, fragment));
    glBindAttribLocation(made, 0, "a_0");
    glBindAttribLocation(made, 1, "a_1");
    glBindAttribLocation(made, 2, "a_2");
    glLinkProgram(made);
    glUseProgram(made);
    peer_check("peer_program");
    return made;
}

/* Puts vertices and indices into buffers for glDrawElements. Call peer_attribute next, for each attribute. */
static inline void peer_buffer(GLenum target, const void *data, size_t size) {
    GLuint made;
    glGenBuffers(1, &made);
    glBindBuffer(target, made);
    glBufferData(target, (GLsizeiptr)size, data, GL_STREAM_DRAW);
}

static inline void peer_attribute(GLuint place, int components, GLenum type, int stride, size_t offset) {
    glEnableVertexAttribArray(place);
    glVertexAttribPointer(place, components, type, type == GL_UNSIGNED_BYTE, stride,
                          (const char *)NULL + offset);
}

static inline void peer_read(const peer_gl *gl, uint32_t *color, float *depth) {
    glFinish();
    glReadPixels(0, 0, gl->width, gl->height, GL_RGBA, GL_UNSIGNED_BYTE, color);
    if (depth) glReadPixels(0, 0, gl->width, gl->height, GL_DEPTH_COMPONENT, GL_FLOAT, depth);
    peer_check("peer_read");
}

#endif
