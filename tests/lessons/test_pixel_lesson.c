/* A lesson on pixels in its window: the keys that hide parts of figures leave the grid whole. */
#include "shared/pixels.h"
#include "support/app.h"
#include <stdlib.h>
#include <string.h>

static void setup_pixels(bp_world *world) { bp_world_add_pixels(world, "grid", "", 4, 3); }
static void setup_figure(bp_world *world) { bp_world_add_character(world, "one", "", BP_BIND_NATURAL); }
static const bp_step STEPS[] = {{.caption = "First."}};

/* The bytes of the picture that differ after keys that switch the mesh and its wireframe. */
static size_t changed(void (*setup)(bp_world *world)) {
    const bp_lesson_plan lesson = {.number = 5,
                                   .name = "05_test",
                                   .title = "A test",
                                   .summary = "One line.",
                                   .difficulty = 1,
                                   .setup = setup,
                                   .steps = STEPS,
                                   .step_count = BP_COUNT(STEPS)};
    static bench b;
    size_t count = 0, size = (size_t)4 * 640 * 480;
    uint8_t *before = malloc(size);
    bench_lesson(&b, &lesson, 0, 640, 480);
    memcpy(before, b.app.picture.pixels, size);
    type(&b, "m");
    type(&b, "w");
    for (size_t i = 0; i < size; i++) count += before[i] != b.app.picture.pixels[i];
    bench_close(&b);
    free(before);
    return count;
}

static void a_grid_stays(void **state) {
    (void)state;
    assert_int_equal(changed(setup_pixels), 0);
    assert_true(changed(setup_figure) > 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_grid_stays)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
