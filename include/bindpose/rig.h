/* rig: nodes, bones and skeletons; clips and poses; inverse kinematics. This header includes all of it.
 *
 * The module turns positions, rotations and scales into the matrices that move vertices. It knows no mesh,
 * no file and no pixel. Conventions are those of math.h: row vectors, child * parent, radians.
 *
 *   node.h      a transform in a scene's tree               pose.h      transforms of many bones
 *   skeleton.h  bones in an array, prepare, the palette     playback.h  seconds to a time within a clip
 *   bone.h      one bone: pose, seven matrices, spaces      batch.h     many characters at once
 *   clip.h      tracks of keys, sampling them               ik.h        two-bone inverse kinematics
 *   look_at.h   turning a bone towards a target
 *
 * A bone has seven matrices. They follow the page "Bone Class Internals" of Babylon.js's documentation.
 * If the engine's code differs from its page, the page wins; bp_rules switches single points to the
 * engine.
 *
 *   local                  dynamic    scale * rotation * translation within the parent bone
 *   absolute               on demand  local * parent's absolute: relative to the skeleton's root; stale
 *                                     until a call computes it
 *   final                  dynamic    absolute inverse bind * chain: the matrix that skins vertices
 *   bind                   static     the local matrix of the bind pose
 *   absolute bind          static     bind * parent's absolute bind
 *   absolute inverse bind  static     its inverse
 *   rest                   static     chosen by the user; starts as bind
 *
 * The chain is local * parent's chain. bp_skeleton_prepare writes it together with final. It equals
 * absolute when both are current. The mesh's world matrix comes after final and is not part of it.
 *
 * A frame: change bones or their linked nodes; call bp_skeleton_prepare; skin with bp_skeleton_palette.
 *
 * Precision: values pass in and out as float and are kept as double, so long chains and long sequences of
 * calls stay within float's rounding of the exact result.
 *
 * Matrices are affine: the last column of a matrix that is passed in counts as (0, 0, 0, 1). NaN and
 * infinity pass through poses without harm; a bind matrix must be finite and invertible.
 *
 * Threads: use each skeleton and each tree of nodes from one thread at a time, also for reading (reading
 * fills caches). Nothing recurses, so a chain or a fan may have any length.
 */
#ifndef BINDPOSE_RIG_H
#define BINDPOSE_RIG_H

#include <bindpose/batch.h>
#include <bindpose/bone.h>
#include <bindpose/clip.h>
#include <bindpose/ik.h>
#include <bindpose/look_at.h>
#include <bindpose/node.h>
#include <bindpose/playback.h>
#include <bindpose/pose.h>
#include <bindpose/skeleton.h>

#endif
