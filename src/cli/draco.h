/* The decoder of meshes that Draco compresses, for programs. */
#pragma once

#include <bindpose/base.h>

/* NULL here. A program that has one links src/draco.cc, which defines this function, before the library: the
 * library itself stays C. */
bp_draco_decoder *bp_draco_default(void);
