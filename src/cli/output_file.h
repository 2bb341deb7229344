/* The file that a command writes from another one. */
#pragma once

#include <bindpose/gltf.h>

/* The container of a name: .glb or .gltf; BY_NAME for others, which then keep that of the input. */
bp_gltf_container bp_output_container(const char *path);
/* In another folder the new file can't refer to the files beside the old one: they become part of it. */
bool bp_output_needs_embedding(const char *in, const char *out);
