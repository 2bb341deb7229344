/* bindpose: the library's headers in one include, except those of lessons, exercises and programs. */
#ifndef BINDPOSE_H
#define BINDPOSE_H

#include <bindpose/base.h>
#include <bindpose/gltf.h>
#include <bindpose/instance.h>
#include <bindpose/io.h>
#include <bindpose/math.h>
#include <bindpose/mesh.h>
#include <bindpose/model.h>
#include <bindpose/motion.h>
#include <bindpose/pick.h>
#include <bindpose/raster.h>
#include <bindpose/retarget.h>
#include <bindpose/rig.h>
#include <bindpose/scene.h>
#include <bindpose/tools.h>
#include <bindpose/version.h>

#endif
