/* The camera: projection, orbit, pan, zoom, fit. */
#include "mesh/editing.h"
#include "scene/camera.h"
#include "support/test.h"
#include <bindpose/scene.h>
#include <math.h>

static const bp_rect SQUARE = {0, 0, 200, 200};

static void expect_pixel(const bp_camera *camera, bp_vec3 p, float x, float y) {
    bp_vec2 got;
    if (!bp_camera_project(camera, SQUARE, p, &got, NULL))
        fail_msg("(%g, %g, %g) is not visible", (double)p.x, (double)p.y, (double)p.z);
    if (fabsf(got.x - x) > 1e-3f || fabsf(got.y - y) > 1e-3f)
        fail_msg("got (%.9g, %.9g), expected (%.9g, %.9g)", (double)got.x, (double)got.y, (double)x,
                 (double)y);
}

static void projects(void **state) {
    (void)state;
    /* 90 degrees at distance 2: 2 m up is the upper edge, y = 0; 1 m right is three quarters, x = 150. */
    bp_camera camera = {.eye = {0, 0, 2}, .fov_y = bp_radians(90)};
    expect_pixel(&camera, (bp_vec3){0, 0, 0}, 100, 100);
    expect_pixel(&camera, (bp_vec3){0, 2, 0}, 100, 0);
    expect_pixel(&camera, (bp_vec3){1, 0, 0}, 150, 100);
    bp_vec2 out;
    assert_false(bp_camera_project(&camera, SQUARE, (bp_vec3){0, 0, 3}, &out, NULL));
    assert_false(bp_camera_project(&camera, SQUARE, (bp_vec3){NAN, 0, 0}, &out, NULL) && isfinite(out.x));
}

static void orbits(void **state) {
    (void)state;
    bp_camera camera = {.eye = {0, 0, 2}};
    bp_camera_orbit(&camera, bp_radians(90), 0); /* from +Z towards +X, right-handed about +Y */
    assert_true(fabsf(camera.eye.x - 2) < 1e-5f && fabsf(camera.eye.z) < 1e-5f);
    bp_camera_orbit(&camera, 0, bp_radians(500)); /* stops before the pole, at the same distance */
    assert_true(camera.eye.y < 2 && camera.eye.y > 1.99f);
    assert_true(fabsf(bp_vec3_length(camera.eye) - 2) < 1e-5f);
    bp_camera lost = {.eye = {0, 0, 0}};
    bp_camera_orbit(&lost, 1, 1);
    assert_true(lost.eye.x == 0 && lost.eye.y == 0 && lost.eye.z == 0);
    bp_camera above = {.eye = {0, 2, 0}};
    bp_camera_orbit(&above, 1, 0);
    assert_true(isfinite(above.eye.x) && isfinite(above.eye.y));
}

static void pans_and_zooms(void **state) {
    (void)state;
    /* 90 degrees at distance 2: the picture is 4 m high, so half of it is 2 m. */
    bp_camera camera = {.eye = {0, 0, 2}, .fov_y = bp_radians(90)};
    bp_camera_pan(&camera, 0.5f, 0.25f);
    assert_true(fabsf(camera.target.x - 2) < 1e-5f && fabsf(camera.target.y - 1) < 1e-5f);
    assert_true(fabsf(camera.eye.x - 2) < 1e-5f && fabsf(camera.eye.z - 2) < 1e-5f);
    bp_camera_zoom(&camera, 0.5f);
    assert_true(fabsf(camera.eye.z - 1) < 1e-6f);
    bp_camera_zoom(&camera, NAN);
    assert_true(isfinite(camera.eye.z));
}

static void fits_boxes(void **state) {
    (void)state;
    static const float aspects[] = {0.3f, 1, 2.5f};
    bp_bounds box = {{-1, -2, -0.5f}, {3, 1, 0.5f}};
    for (size_t i = 0; i < BP_COUNT(aspects); i++) {
        bp_camera camera = {.eye = {1, 2, 3}};
        bp_camera_fit(&camera, box, aspects[i]);
        bp_rect viewport = {0, 0, (int)(1000 * aspects[i]), 1000};
        for (int corner = 0; corner < 8; corner++) {
            bp_vec3 p = {corner & 1 ? box.lo.x : box.hi.x, corner & 2 ? box.lo.y : box.hi.y,
                         corner & 4 ? box.lo.z : box.hi.z};
            bp_vec2 pixel;
            assert_true(bp_camera_project(&camera, viewport, p, &pixel, NULL));
            if (!(pixel.x >= 0 && pixel.y >= 0 && pixel.x <= (float)viewport.width &&
                  pixel.y <= (float)viewport.height))
                fail_msg("aspect %g: a corner is at (%g, %g)", (double)aspects[i], (double)pixel.x,
                         (double)pixel.y);
        }
    }
    bp_camera before = {.eye = {1, 2, 3}}, after = before;
    bp_camera_fit(&after, bp_bounds_empty(), 1);
    assert_true(after.eye.x == before.eye.x && after.eye.y == before.eye.y && after.eye.z == before.eye.z);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(projects), cmocka_unit_test(orbits),
                                       cmocka_unit_test(pans_and_zooms), cmocka_unit_test(fits_boxes)};
    return cmocka_run_group_tests_name("camera", tests, NULL, NULL);
}
