/* The texts of findings, by id: name, code of Khronos' validator (NULL: none), effect on the picture, usual
 * cause, remedy. */
#include "gltf/doctor/doctor.h"
#include <string.h>

static const bp_doctor_id_text TEXTS[BP_DOCTOR_ID_COUNT] = {
    [BP_DOCTOR_NONE] = {"", NULL, "", "", ""},
    [BP_DOCTOR_UNREADABLE] = {"unreadable", NULL,
                              "Strict readers, Bindpose's among them, refuse the file or skip this part.",
                              "The export failed, the file was cut off, or someone edited this part by hand.",
                              "Export the file again. If that doesn't help, correct the JSON at this path."},
    [BP_DOCTOR_UNSUPPORTED] =
        {"unreadable", NULL, "Bindpose can't read the file. Programs that support the extension can.",
         "The export or a later tool compressed or packed the file with this extension.",
         "Convert the file as the message says, then examine the result."},
    [BP_DOCTOR_EXTENSIONS_LEFT_OUT] =
        {"extensions-left-out", NULL,
         "Bindpose draws the file without them, so its picture lacks something that other programs show.",
         "The file uses features of glTF that only concern looks, or that Bindpose doesn't know.",
         "Nothing. Compare with another program if the picture matters."},
    [BP_DOCTOR_NODE_CYCLE] =
        {"node-cycle", "NODE_LOOP",
         "The nodes of the cycle have no world transform. Readers refuse the file or hang.",
         "A tool or script made a node the child of its own descendant.",
         "Remove the node from its descendant's children."},
    [BP_DOCTOR_NODE_PARENTS] = {"node-parents", "NODE_PARENT_OVERRIDE",
                                "Programs disagree about which parent moves the node.",
                                "Two nodes were merged, or a list of children was copied.",
                                "Keep the node in one parent's children."},
    [BP_DOCTOR_JOINTS_REPEATED] =
        {"joints-repeated", "DUPLICATE_ELEMENTS",
         "Engines that map nodes to bones move one of the two joints and leave the other behind.",
         "Two skins or two bones with one name were merged.",
         "List each node once in skins[].joints, and renumber the vertices' joints."},
    [BP_DOCTOR_NO_COMMON_ROOT] =
        {"no-common-root", "SKIN_NO_COMMON_ROOT",
         "Moving the character moves only some of its joints. The others stay behind with their vertices.",
         "A bone has no parent in the modelling tool, or a node was detached.",
         "Put all joints below one node."},
    [BP_DOCTOR_SKELETON_NOT_ANCESTOR] =
        {"skeleton-not-ancestor", "SKIN_SKELETON_INVALID",
         "None by the specification. Programs that position the skin by its skeleton put it in the wrong "
         "place.",
         "The index was not updated when nodes were renumbered, or it names the mesh's node.",
         "Set skins[].skeleton to a common ancestor of all joints, or remove it."},
    [BP_DOCTOR_JOINT_NOT_IN_SCENE] =
        {"joint-not-in-scene", "NODE_SKIN_NO_SCENE",
         "Programs that load only the scene don't find the joint. Its vertices collapse or don't move.",
         "The armature was not exported with the mesh, or its root is missing from scenes[].nodes.",
         "Add the joint's root to the nodes of the scene that shows the mesh."},
    [BP_DOCTOR_MESH_UNDER_SKELETON] =
        {"mesh-under-skeleton", "NODE_SKINNED_MESH_NON_ROOT",
         "None by the specification. Engines that don't ignore the mesh's node move the mesh twice.",
         "The mesh was both parented to a bone and skinned.",
         "Move the mesh's node to the root of the scene."},
    [BP_DOCTOR_MESH_TRANSFORM_IGNORED] =
        {"mesh-transform-ignored", "NODE_SKINNED_MESH_LOCAL_TRANSFORMS",
         "The mesh doesn't appear at its node: only the joints move skinned vertices.",
         "The object's transform was not applied before binding.",
         "Apply the transform in the modelling tool, or move the skeleton's root instead."},
    [BP_DOCTOR_SKIN_MISSING] = {"skin-missing", "NODE_SKINNED_MESH_WITHOUT_SKIN",
                                "The mesh keeps its modelled shape, whatever the joints do.",
                                "The armature was left out of the export, or the node lost its skin.",
                                "Give the mesh's node a skin, and the mesh joints and weights."},
    [BP_DOCTOR_JOINT_ORDER] =
        {"joint-order", NULL,
         "None by the specification. Programs that process joints in order use a parent one frame late.",
         "The exporter sorts bones by name or by use.",
         "List parents before their children, if you can choose."},
    [BP_DOCTOR_JOINTS_APART] =
        {"joints-apart", NULL,
         "None by the specification. Engines that copy only the joints lose the nodes between them, and the "
         "limb is torn off or collapses.",
         "Helper nodes of the modelling tool were exported, but not as joints.",
         "Make these nodes joints of the skin, or merge each into the joint below it."},
    [BP_DOCTOR_JOINT_UNUSED] =
        {"joint-unused", NULL, "None, but each frame computes one matrix that no vertex needs.",
         "Helper bones, ends of chains and roots rarely have weights.",
         "Nothing, unless the joint should move vertices: then its weights were lost."},
    [BP_DOCTOR_NAMES_DUPLICATED] = {"names-duplicated", NULL,
                                    "Clips that find joints by name move the wrong one.",
                                    "Two armatures were joined, or a chain was copied.",
                                    "Give each joint its own name."},
    [BP_DOCTOR_NAMES_MISSING] = {"names-missing", NULL,
                                 "Clips of other files can't find the joint by its name.",
                                 "A tool or script wrote nodes without names.",
                                 "Give each joint a name of its own."},
    [BP_DOCTOR_SKINS_ALIKE] = {"skins-alike", NULL,
                               "None, but engines compute and store one skeleton for each skin.",
                               "The exporter writes a skin for each mesh of a character.",
                               "Nothing, or let the meshes' nodes share one skin."},
    [BP_DOCTOR_WEIGHTS_NOT_NORMALIZED] =
        {"weights-not-normalized", "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT",
         "Programs read weights up to 255 instead of 1: the mesh explodes, or they refuse the file.",
         "The exporter wrote integers and left out \"normalized\": true.",
         "Set \"normalized\" to true in the accessor of the weights."},
    [BP_DOCTOR_WEIGHTS_NAN] =
        {"weights-nan", "ACCESSOR_INVALID_FLOAT",
         "The vertex has no position. Its triangles vanish or flicker across the picture.",
         "Weights were divided by a sum of 0.",
         "Normalize the weights, and give vertices without weights to a joint."},
    [BP_DOCTOR_WEIGHTS_NEGATIVE] =
        {"weights-negative", "ACCESSOR_WEIGHTS_NEGATIVE",
         "The vertex moves against its joint, and leaves the surface in strong poses.",
         "Weights were smoothed or subtracted without a lower limit.",
         "Clamp weights at 0, then normalize them."},
    [BP_DOCTOR_WEIGHTS_ZERO] = {"weights-zero", "ACCESSOR_WEIGHTS_NON_NORMALIZED",
                                "The vertex collapses to the origin, or stays behind when the mesh moves.",
                                "The vertex belongs to no vertex group, or its small weights were removed.",
                                "Give the vertex to the nearest joint with weight 1."},
    [BP_DOCTOR_WEIGHTS_SUM] =
        {"weights-sum", "ACCESSOR_WEIGHTS_NON_NORMALIZED",
         "Programs that don't divide by the sum pull the vertex towards the origin or push it away.",
         "Weights were painted without normalizing, or influences after the fourth were dropped.",
         "Normalize all weights, after any limit to four influences."},
    [BP_DOCTOR_JOINT_OUT_OF_RANGE] =
        {"joint-out-of-range", "ACCESSOR_JOINTS_INDEX_OOB",
         "The vertex follows a matrix that doesn't exist. Triangles shoot across the picture.",
         "Joints were removed from the skin without renumbering the vertices.",
         "Renumber JOINTS_n to match the skin's joints."},
    [BP_DOCTOR_JOINT_DUPLICATED] =
        {"joint-duplicated", "ACCESSOR_JOINTS_INDEX_DUPLICATE",
         "None if the program adds the weights. Programs that compress influences lose one of them.",
         "Two vertex groups were merged into one joint.", "Add the weights together in one influence."},
    [BP_DOCTOR_JOINT_ZERO_WEIGHT] = {"joint-zero-weight", "ACCESSOR_JOINTS_USED_ZERO_WEIGHT",
                                     "None, but programs that count influences by joints do needless work.",
                                     "Weights were removed, but their joints stayed.",
                                     "Write joint 0 if the weight is 0."},
    [BP_DOCTOR_INFLUENCES_OVER_4] =
        {"influences-over-4", NULL,
         "Programs limited to four influences drop the others. Creases shift or tear.",
         "The exporter's limit on influences was switched off.",
         "Limit vertices to four influences, normalize, and check the vertices that changed."},
    [BP_DOCTOR_WEIGHTS_RESCALED] =
        {"weights-rescaled", NULL,
         "Bindpose draws the vertices with weights that sum to 1, which other programs may not do.",
         "The weights don't sum to 1, or a vertex has more influences than Bindpose reads.",
         "Normalize the weights before exporting, with at most eight influences."},
    [BP_DOCTOR_IBM_COUNT] = {"ibm-count", "INVALID_IBM_ACCESSOR_COUNT",
                             "Joints after the last matrix have none. Their vertices are torn away.",
                             "Joints were added to the skin, or the accessor's count was not updated.",
                             "Write one matrix for each joint, in the order of the joints."},
    [BP_DOCTOR_IBM_NAN] = {"ibm-nan", "ACCESSOR_INVALID_FLOAT",
                           "The joint's vertices have no position. Their triangles vanish.",
                           "A bind matrix with a scale of 0 was inverted.",
                           "Bind again with no bone scaled to 0."},
    [BP_DOCTOR_IBM_TRANSPOSED] =
        {"ibm-transposed", "ACCESSOR_INVALID_IBM",
         "Translations are lost or act as a perspective. The mesh shears away from its joints.",
         "A program that uses column vectors wrote the matrices row by row.",
         "Transpose the matrices: the translation belongs in elements 12, 13 and 14."},
    [BP_DOCTOR_IBM_LAST_ROW] =
        {"ibm-last-row", "ACCESSOR_INVALID_IBM",
         "Vertices are divided by a w other than 1. They swell, shrink or go to infinity.",
         "The inverse was rounded, or numbers were written to the wrong elements.",
         "Set elements 3, 7, 11 and 15 to 0, 0, 0 and 1."},
    [BP_DOCTOR_IBM_SINGULAR] = {"ibm-singular", NULL,
                                "The joint's vertices are flattened to a plane, a line or a point.",
                                "The bone had a scale of 0 along an axis when it was bound.",
                                "Bind again with no bone scaled to 0."},
    [BP_DOCTOR_IBM_NOT_INVERTED] =
        {"ibm-not-inverted", NULL,
         "Each joint moves its vertices twice as far from the origin. The mesh explodes at rest.",
         "The exporter wrote the bind matrices instead of their inverses.",
         "Invert each matrix. At rest, inverse bind times the joint's world matrix is the identity."},
    [BP_DOCTOR_IBM_MIRRORED] = {"ibm-mirrored", NULL, "The joint's vertices are turned inside out.",
                                "A mirrored bone was bound, and its node then lost the negative scale.",
                                "Remove the negative scale from the bind pose, and bind again."},
    [BP_DOCTOR_IBM_SHEARED] = {"ibm-sheared", NULL,
                               "The joint's vertices are slanted, more with every rotation.",
                               "A bone was bound below a rotated parent with unequal scales.",
                               "Apply the scales in the modelling tool before binding."},
    [BP_DOCTOR_IBM_ORDER] = {"ibm-order", NULL,
                             "Joints move each other's vertices. Limbs appear in each other's places.",
                             "The joints were sorted, but their matrices were not.",
                             "Write the matrices in the order given here."},
    [BP_DOCTOR_IBM_MISSING] =
        {"ibm-missing", NULL,
         "Vertices move as if each were modelled at its joint's origin. The mesh flies apart.",
         "The exporter left out inverseBindMatrices, which makes them identities.",
         "Write the inverse of each joint's world matrix in the bind pose."},
    [BP_DOCTOR_IBM_IDENTITY] =
        {"ibm-identity", NULL,
         "Vertices move as if each were modelled at its joint's origin. The mesh flies apart.",
         "The exporter wrote identities where it should have inverted the joints' matrices.",
         "Write the inverse of each joint's world matrix in the bind pose."},
    [BP_DOCTOR_IBM_WRONG] = {"ibm-wrong", NULL, "The joint's vertices are torn away from their neighbours.",
                             "The matrix was edited, or belongs to another pose than the others.",
                             "Bind again, or compute the matrix from the joint's node in the bind pose."},
    [BP_DOCTOR_IBM_SCALED] = {"ibm-scaled", NULL, "The mesh is too large or too small for its joints.",
                              "A scale was applied to the inverse binds, but not to the mesh or the joints.",
                              "Divide the matrices by the scale."},
    [BP_DOCTOR_JOINTS_SHIFTED] = {"joints-shifted", NULL, "Each joint moves its neighbour's vertices.",
                                  "Joints were numbered from 1, or joints were added to or removed from the "
                                  "skin without renumbering vertices.",
                                  "Renumber JOINTS_n to match the skin's joints."},
    [BP_DOCTOR_UNIT_MIXUP] = {"unit-mixup", NULL,
                              "The mesh is torn apart, or a hundred times too large or too small.",
                              "One part of the export is in centimetres, another in metres.",
                              "Use one unit for the mesh, the joints and the inverse binds."},
    [BP_DOCTOR_SCALE_ZERO] = {"scale-zero", NULL,
                              "Everything below the node is flattened, and its normals are lost.",
                              "Someone hid a part by scaling it to 0.",
                              "Leave the part out to hide it, or use a small scale."},
    [BP_DOCTOR_SCALE_NEGATIVE] =
        {"scale-negative", NULL, "Everything below the node is mirrored. Some programs then show its inside.",
         "Someone mirrored a limb with a negative scale.", "Mirror the mesh instead, and apply the scale."},
    [BP_DOCTOR_SCALE_NON_UNIFORM] = {"scale-non-uniform", NULL, "Rotated descendants are sheared.",
                                     "A bone was stretched to fit.",
                                     "Scale the mesh instead, or scale only bones without children."},
    [BP_DOCTOR_MATRIX_SHEARED] =
        {"matrix-sheared", "NODE_MATRIX_NON_TRS",
         "Programs that store translation, rotation and scale can't keep the matrix: the limb is bent "
         "wrongly.",
         "Unequal scales of ancestors were multiplied into the matrix, or the matrix was edited.",
         "Apply the scales in the modelling tool, so that the matrix only moves, rotates and scales."},
    [BP_DOCTOR_FAR_AWAY] = {"far-away", NULL, "Vertices jump in steps, and the mesh trembles when it moves.",
                            "The scene uses map coordinates, or something was moved far from the origin.",
                            "Move the character near the origin, and the camera with it."},
    [BP_DOCTOR_REST_NOT_BIND] = {"rest-not-bind", NULL,
                                 "Without a clip, the mesh doesn't have its modelled shape.",
                                 "The file was exported in a pose, often the first frame of a clip.",
                                 "Nothing, if you meant that. Otherwise export in the bind pose."},
    [BP_DOCTOR_KEYS_NOT_INCREASING] = {"keys-not-increasing", "ACCESSOR_ANIMATION_INPUT_NON_INCREASING",
                                       "The clip jumps, or programs refuse it.",
                                       "Clips were joined, or two keys fell on one frame.",
                                       "Sort the keys by time, and remove duplicates."},
    [BP_DOCTOR_KEYS_COUNT] =
        {"keys-count", "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT",
         "Programs refuse the clip, or read values of another channel.",
         "Keys were removed from the times or the values alone, or tangents were left out.",
         "Write as many values as times: three for each time if the interpolation is CUBICSPLINE."},
    [BP_DOCTOR_ROTATION_NOT_UNIT] = {"rotation-not-unit",
                                     "ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION",
                                     "The joint scales or shears its vertices.",
                                     "Quaternions were averaged or compressed.",
                                     "Divide each quaternion by its length."},
    [BP_DOCTOR_CHANNEL_DUPLICATED] = {"channel-duplicated", "ANIMATION_DUPLICATE_TARGETS",
                                      "Programs disagree about which of the two channels moves the node.",
                                      "A clip was exported twice into one, or two clips were joined.",
                                      "Remove one of the channels."},
    [BP_DOCTOR_CHANNEL_ON_MATRIX_NODE] = {"channel-on-matrix-node", "ANIMATION_CHANNEL_TARGET_NODE_MATRIX",
                                          "Some programs don't move the node. Others drop its matrix.",
                                          "The exporter wrote a matrix for an animated node.",
                                          "Write translation, rotation and scale instead of the matrix."},
    [BP_DOCTOR_CHANNEL_ON_SKINNED_MESH] = {"channel-on-skinned-mesh", "ANIMATION_CHANNEL_TARGET_NODE_SKIN",
                                           "None: the node of a skinned mesh moves nothing.",
                                           "Someone animated the object as well as its armature.",
                                           "Animate the skeleton's root instead."},
    [BP_DOCTOR_BYTE_STRIDE] =
        {"byte-stride", NULL,
         "None here, but three.js and programs built on it read other numbers if the stride leaves gaps.",
         "A tool packed clips or inverse binds as if they were vertices, for which alone a stride is "
         "allowed.",
         "Pack the numbers one after the other, in a buffer view without byteStride."},
    [BP_DOCTOR_TANGENTS] = {"tangents-equal-values", NULL,
                            "The joint overshoots between its keys: it swings to and fro.",
                            "The exporter wrote each key's value in place of its two tangents.",
                            "Write slopes, value per second, or use LINEAR."},
    [BP_DOCTOR_FULL_TURN] =
        {"full-turn", NULL, "The joint stands still, or turns back, where a full turn may have been meant.",
         "A quaternion can't tell 0 from 360 degrees, and programs take the shortest way between two keys.",
         "Nothing if the joint should stand still. Otherwise write keys less than 180 degrees apart."},
    [BP_DOCTOR_POSITION_BOUNDS] =
        {"position-bounds", "ACCESSOR_MIN_MISMATCH",
         "Engines that cull by these bounds make the mesh vanish while it is still in view.",
         "The mesh was changed after its bounds were written.",
         "Write the bounds again: `bindpose doctor --fix` does."},
    [BP_DOCTOR_TRIANGLE_DEGENERATE] = {"triangle-degenerate", "ACCESSOR_INDEX_TRIANGLE_DEGENERATE",
                                       "The triangle isn't drawn. A normal computed from it is lost.",
                                       "Vertices were welded, or a strip was converted to triangles.",
                                       "Remove such triangles."},
    [BP_DOCTOR_TRIANGLE_FLIPPED] = {"triangle-flipped", NULL,
                                    "Holes with back-face culling, dark spots without.",
                                    "Faces were mirrored, or filled by hand.",
                                    "Recalculate the direction of the faces."},
    [BP_DOCTOR_MORPH_NORMALS] =
        {"morph-normals", NULL,
         "The surface is shaded wrongly, too light or too dark, where the morph target acts.",
         "The exporter wrote the target's normals themselves and not their differences from the mesh's.",
         "Write the differences, or leave the target's normals out."},
    [BP_DOCTOR_INFLUENCES_UNRELATED] =
        {"influences-unrelated", NULL,
         "The vertex follows a distant joint, and spikes when that joint moves.",
         "Automatic weights reached across a gap, such as from hand to hip.",
         "Remove the distant joint's weight from these vertices."},
    [BP_DOCTOR_EXPLODES] = {"explodes", NULL, "Triangles shoot across the picture.",
                            "The clip was made for another skeleton or another unit, or a key is damaged.",
                            "Check the joint's keys at that time, or retarget the clip."},
    [BP_DOCTOR_CLIP_SHEARED] =
        {"clip-sheared", NULL,
         "The limb is slanted. Programs that store translation, rotation and scale draw it otherwise.",
         "A clip scales a joint unequally while joints below it are rotated.",
         "Scale joints equally along all axes, or move the scale to a joint without children."},
    [BP_DOCTOR_CANDY_WRAPPER] = {"candy-wrapper", NULL,
                                 "The limb narrows to a point, like the wrapper of a sweet.",
                                 "Linear blending between joints that are twisted against each other.",
                                 "Spread the twist over helper joints between the two."},
    [BP_DOCTOR_PROFILE_INFLUENCES] =
        {"profile-influences", NULL,
         "The importer drops the weakest or the last influences. Creases shift or tear.",
         "The exporter's limit on influences is higher than the importer's, or switched off.",
         "Limit the influences: `bindpose doctor --profile NAME --fix` keeps those that matter most."},
    [BP_DOCTOR_PROFILE_JOINTS] =
        {"profile-joints", NULL, "The mesh is split, drawn in more passes, or not drawn at all.",
         "Twist, helper and control bones were exported with the deforming ones.",
         "Export deforming bones only, or leave out those that move no vertex with --fix --prune."},
    [BP_DOCTOR_PROFILE_JOINTS_ALL] =
        {"profile-joints-all", NULL, "The skins together cost more memory or time than the budget allows.",
         "Each part of the character was exported with a skeleton of its own.",
         "Let the parts share one skeleton, or leave out bones with --fix --prune."},
    [BP_DOCTOR_PROFILE_ROOTS] =
        {"profile-roots", NULL, "The importer refuses the skeleton, or makes one of each root.",
         "Bones have no parent in the modelling tool, or the armature's node is the only thing above them.",
         "Put all bones below one root bone: `bindpose doctor --profile NAME --fix` adds it."},
    [BP_DOCTOR_PROFILE_BETWEEN] =
        {"profile-nodes-between", NULL, "Importers that copy only the joints lose what is between them.",
         "Helper nodes of the modelling tool were exported, but not as joints.",
         "Make these nodes joints of the skin: `bindpose doctor --profile NAME --fix` does."},
    [BP_DOCTOR_PROFILE_ORDER] =
        {"profile-joint-order", NULL, "Programs that process joints in order use a parent one frame late.",
         "The exporter sorts bones by name or by use.",
         "List parents before their children: `bindpose doctor --profile NAME --fix` does."},
    [BP_DOCTOR_PROFILE_NAMES] =
        {"profile-names-shared", NULL,
         "The importer renames a bone, and clips that look for it by name move the wrong one.",
         "Two armatures were joined, or a chain was copied.",
         "Give each joint its own name: `bindpose doctor --profile NAME --fix` does."},
    [BP_DOCTOR_PROFILE_NAME_CHARACTERS] =
        {"profile-name-characters", NULL,
         "The importer changes the names, so that clips and scripts with the old ones miss their bones.",
         "Names come from a tool that allows more characters, such as Blender's Bone.001.",
         "Rename the bones in the modelling tool, and export clips and character again."},
    [BP_DOCTOR_PROFILE_NAME_LENGTH] =
        {"profile-name-length", NULL,
         "The importer cuts the name, so that clips with the long one miss the bone.",
         "A path or several prefixes became part of the name.",
         "Shorten the name in the modelling tool, and export clips and character again."},
    [BP_DOCTOR_PROFILE_SCALE] =
        {"profile-scale", NULL, "Physics, colliders, root motion and attached things have the wrong size.",
         "An armature in centimetres is scaled by 0.01 or 100.",
         "Apply the scale in the modelling tool, or run `bindpose rebind --bind unit-scale`."},
    [BP_DOCTOR_PROFILE_UP_AXIS] =
        {"profile-up-axis", NULL, "The figure lies on its face or back.",
         "The exporter wrote the tool's own axes, often Z up, without converting them.",
         "Export with +Y up, as glTF has it."},
    [BP_DOCTOR_PROFILE_MIRRORED] = {"profile-scale-negative", NULL,
                                    "The importer refuses the scale, or turns the limb inside out.",
                                    "Someone mirrored a limb with a negative scale.",
                                    "Mirror the mesh instead, and apply the scale."},
    [BP_DOCTOR_PROFILE_STRETCHED] = {"profile-scale-uneven", NULL,
                                     "Rotated bones below it lose the shear, so the limb has another shape.",
                                     "A bone was stretched to fit.",
                                     "Scale the mesh instead, and apply the scale."},
    [BP_DOCTOR_PROFILE_CLIP_LENGTH] =
        {"profile-clip-length", NULL, "The clip is cut off, or is over the budget.",
         "Several takes are in one clip, or its times are in frames or milliseconds.",
         "Split the clip, or write its times in seconds."},
    [BP_DOCTOR_PROFILE_ROOT_HEIGHT] =
        {"profile-root-height", NULL,
         "Root motion lifts or sinks the figure, or turns it about the wrong point.",
         "The hips are the root: there is no bone on the floor.",
         "Add a root bone at the origin, between the feet, above the hips."},
    [BP_DOCTOR_PROFILE_SOLES] = {"profile-soles-height", NULL,
                                 "The figure floats above the floor, or sinks into it.",
                                 "The figure was not modelled on the floor, or its root was moved.",
                                 "Move the figure so that its soles are at Y = 0."},
    [BP_DOCTOR_PROFILE_T_POSE] =
        {"profile-t-pose", NULL,
         "Retargeted clips hold the arms too high or too low, and wrists are twisted.",
         "The figure was modelled and exported in an A-pose, or in the first frame of a clip.",
         "Pose the arms level in the modelling tool, apply the pose as rest pose, and export again."},
    [BP_DOCTOR_PROFILE_HUMANOID] =
        {"profile-humanoid-bones", NULL,
         "The importer refuses the avatar, or takes it for a model without a body.",
         "Bones were not assigned in the exporter, or the file was never made as such an avatar.",
         "Assign the missing bones in the exporter of VRM."},
    [BP_DOCTOR_PROFILE_SPRINGS] = {"profile-springs", NULL,
                                   "Hair or clothes stay stiff, shake, or are moved twice.",
                                   "Nodes were removed or renumbered after the springs were set up.",
                                   "Set up the springs again: each is one chain from parent to child."},
    [BP_DOCTOR_PROFILE_EXPRESSIONS] =
        {"profile-expressions", NULL, "The face doesn't move, or the importer refuses the avatar.",
         "Morph targets or meshes were removed or renumbered after the expressions were set up.",
         "Bind the expressions again, to morph targets that exist."},
    [BP_DOCTOR_PROFILE_FIRST_PERSON] =
        {"profile-first-person", NULL,
         "The wearer sees the inside of the own head, or nothing of the own body.",
         "Meshes were removed, merged or renumbered after the annotations were made.",
         "Annotate the meshes again."},
    [BP_DOCTOR_PROFILE_MORPHS] =
        {"profile-morphs", NULL, "Programs with a limit leave out the targets that act least.",
         "All shapes of the modelling tool were exported, also those that nothing uses.",
         "Export the shapes in use only, without normals and tangents."},
};

const bp_doctor_id_text *bp_doctor_text_of(bp_doctor_id id) {
    return &TEXTS[id < BP_DOCTOR_ID_COUNT ? id : 0];
}

const char *bp_doctor_id_name(bp_doctor_id id) { return bp_doctor_text_of(id)->name; }

bp_doctor_id bp_doctor_id_of(const char *name, size_t length) {
    for (int id = 1; id < BP_DOCTOR_ID_COUNT; id++)
        if (strlen(TEXTS[id].name) == length && strncmp(TEXTS[id].name, name, length) == 0)
            return (bp_doctor_id)id;
    return BP_DOCTOR_NONE;
}

void bp_doctor_id_names(const char *names[BP_DOCTOR_ID_COUNT]) {
    for (int id = 1; id < BP_DOCTOR_ID_COUNT; id++) names[id - 1] = TEXTS[id].name;
    names[BP_DOCTOR_ID_COUNT - 1] = NULL;
}

int bp_doctor_lesson(bp_doctor_id id) {
    /* The first id of each group, in the order of the ids. */
    static const struct {
        bp_doctor_id from;
        int lesson;
    } GROUPS[] = {{BP_DOCTOR_UNREADABLE, 15},
                  {BP_DOCTOR_NODE_CYCLE, 10},
                  {BP_DOCTOR_NO_COMMON_ROOT, 12},
                  {BP_DOCTOR_MESH_UNDER_SKELETON, 13},
                  {BP_DOCTOR_JOINT_ORDER, 10},
                  {BP_DOCTOR_NAMES_DUPLICATED, 15},
                  {BP_DOCTOR_WEIGHTS_NOT_NORMALIZED, 17},
                  {BP_DOCTOR_IBM_COUNT, 18},
                  {BP_DOCTOR_SCALE_ZERO, 6},
                  {BP_DOCTOR_FAR_AWAY, 13},
                  {BP_DOCTOR_REST_NOT_BIND, 14},
                  {BP_DOCTOR_ROTATION_NOT_UNIT, 11},
                  {BP_DOCTOR_CHANNEL_DUPLICATED, 14},
                  {BP_DOCTOR_POSITION_BOUNDS, 19},
                  {BP_DOCTOR_MORPH_NORMALS, 26},
                  {BP_DOCTOR_INFLUENCES_UNRELATED, 17},
                  {BP_DOCTOR_EXPLODES, 18},
                  {BP_DOCTOR_CANDY_WRAPPER, 17},
                  {BP_DOCTOR_CLIP_SHEARED, 6},
                  {BP_DOCTOR_PROFILE_INFLUENCES, 17},
                  {BP_DOCTOR_PROFILE_JOINTS, 15}};
    int lesson = GROUPS[0].lesson;
    for (size_t i = 0; i < BP_COUNT(GROUPS) && GROUPS[i].from <= id; i++) lesson = GROUPS[i].lesson;
    return lesson;
}
