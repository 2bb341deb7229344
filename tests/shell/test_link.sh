#!/bin/sh
# The linker takes only the needed objects: a program without text doesn't contain the font atlas (3.8 MB), and
# none is linked to SDL.
set -u
B=${B:-build}
cc=${CC:-gcc}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
# Libraries built with sanitizers or counters need special flags, so this uses the plain build.
library=$B/lib/libbindpose.a
[ "$B" = build ] || library=build/lib/libbindpose.a
[ -f "$library" ] || { echo "skipped: no $library"; exit 0; }

# check NAME CALL COUNT: a program that draws a floor and makes a call contains COUNT arrays of the atlas's pixels.
check() {
    cat >"$work/program.c" <<C
#include "raster/inspect.h"
#include "scene/figure.h"
#include <bindpose/scene.h>
int main(void) {
    bp_error error;
    bp_context *context = bp_context_create(NULL, &error);
    bp_raster *raster = bp_raster_create(context, &error);
    bp_framebuffer frame;
    const float corners[] = {-1, 0, -1, 1, 0, -1, 0, 0, 1};
    const bp_view view = {.viewport = {0, 0, 64, 64}};
    bool good = bp_framebuffer_create(context, 64, 64, &frame, &error) &&
                bp_raster_begin(raster, &frame, NULL, &error) &&
                bp_raster_draw(raster, &(bp_draw){.vertices = {.count = 3, .positions = corners}}, &error) &&
                bp_raster_lines(raster, &(bp_line){.to = {9, 9, 0}, .width = 2}, 1, NULL, &error) &&
                bp_scene_draw_floor(raster, &view, (bp_vec3){0, 0, 0}, 1, 8, 1, (bp_rgba8){90, 90, 90, 255}, &error) &&
                $2 && bp_raster_end(raster, NULL, &error);
    return !good;
}
C
    # shellcheck disable=SC2046
    got=$($cc -Iinclude -Isrc "$work/program.c" "$library" $(pkg-config --libs jansson libwebp 2>/dev/null || pkg-config --libs jansson) -lm -pthread -o "$work/program" 2>&1 &&
        "$work/program" && nm "$work/program" | grep -c bp_font_pixels)
    if [ "$got" = "$3" ]; then echo "[       OK ] $1"; else
        printf '[  FAILED  ] %s\n  got    %s\n  expected %s\n' "$1" "$got" "$3"
        failures=$((failures + 1))
    fi
}

check a_floor_needs_no_fonts true 0
check axes_need_no_fonts 'bp_raster_axes(raster, &(bp_axes){0}, NULL, &error)' 0
check text_needs_fonts 'bp_raster_text(raster, &(bp_text){.text = "a", .y = 9}, &error)' 1
# SDL brings 56 libraries, which take 10 ms to load: only a window loads them.
if readelf -d "$B/bin/bindpose" 2>/dev/null | grep -q 'NEEDED.*SDL'; then
    echo "[  FAILED  ] commands_without_a_window_load_no_sdl"
    failures=$((failures + 1))
else
    echo "[       OK ] commands_without_a_window_load_no_sdl"
fi
exit $((failures > 0))
