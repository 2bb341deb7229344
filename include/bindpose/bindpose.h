/* bindpose.h: every room of the library in one include, from the ground up. */
#ifndef BINDPOSE_H
#define BINDPOSE_H

/* From the ground up, not by the alphabet. */
/* clang-format off */
#include <bindpose/base.h>
#include <bindpose/math.h>
#include <bindpose/rig.h>
#include <bindpose/mesh.h>
#include <bindpose/io.h>
#include <bindpose/raster.h>
#include <bindpose/gltf.h>
#include <bindpose/scene.h>
#include <bindpose/lesson_session.h>
/* clang-format on */

#endif
