/* What the doctor knows, in the order in which one thing may cause another: BP_DOCTOR_ID(constant, id, code
 * of Khronos' validator or NULL, what it does to the picture, how it usually comes about, what to do). */
BP_DOCTOR_ID(UNREADABLE, "unreadable", NULL,
             "Strict readers, ours among them, refuse the file or leave this part out.",
             "A broken export, a file cut off, or a part written by hand.",
             "Export again; if it stays, correct the JSON at this place.")

BP_DOCTOR_ID(NODE_CYCLE, "node-cycle", "NODE_LOOP",
             "No node of the circle has a place in the world; readers refuse the file or hang.",
             "A tool or script wrote a node among the children of its own descendant.",
             "Take the node out of the children of the one below it.")
BP_DOCTOR_ID(NODE_PARENTS, "node-parents", "NODE_PARENT_OVERRIDE",
             "Which of the parents moves the node differs from program to program.",
             "Two nodes were merged, or an array of children was copied.", "Leave the node with one parent.")
BP_DOCTOR_ID(JOINTS_REPEATED, "joints-repeated", "DUPLICATE_ELEMENTS",
             "Engines that map nodes to bones move one of the two and leave the other behind.",
             "Two skins or two bones of the same name were merged.",
             "Name each node once in skins[].joints and renumber the vertices' joints.")
BP_DOCTOR_ID(NO_COMMON_ROOT, "no-common-root", "SKIN_NO_COMMON_ROOT",
             "Moving the character moves only some of its joints; the others, and their vertices, stay.",
             "A bone without a parent in the modeller, or a node that was detached.",
             "Put all joints below one node.")
BP_DOCTOR_ID(
    SKELETON_NOT_ANCESTOR, "skeleton-not-ancestor", "SKIN_SKELETON_INVALID",
    "None by the specification's formula; programs that place the skin by its skeleton place it wrongly.",
    "The index was kept while nodes were renumbered, or names the mesh's node.",
    "Name a node that stands above all joints, or leave skins[].skeleton out.")
BP_DOCTOR_ID(JOINT_NOT_IN_SCENE, "joint-not-in-scene", "NODE_SKIN_NO_SCENE",
             "Programs that load the scene alone don't find the joint: its vertices collapse or stay.",
             "The armature was not exported with the mesh, or scenes[].nodes lacks its root.",
             "Add the joint's root to the nodes of the scene that shows the mesh.")
BP_DOCTOR_ID(MESH_UNDER_SKELETON, "mesh-under-skeleton", "NODE_SKINNED_MESH_NON_ROOT",
             "None by the specification; engines that don't ignore the mesh's node move it twice.",
             "The mesh was parented to a bone as well as skinned.",
             "Move the mesh's node to the scene's root.")
BP_DOCTOR_ID(MESH_TRANSFORM_IGNORED, "mesh-transform-ignored", "NODE_SKINNED_MESH_LOCAL_TRANSFORMS",
             "The mesh does not stand where its node does: skinned vertices go where the joints say.",
             "The object's transform was not applied before it was bound.",
             "Apply the transform in the modeller, or move the skeleton's root instead.")
BP_DOCTOR_ID(SKIN_MISSING, "skin-missing", "NODE_SKINNED_MESH_WITHOUT_SKIN",
             "The mesh stays as it was modelled, whatever the joints do.",
             "The armature was left out of the export, or the node lost its skin.",
             "Give the mesh's node its skin, and the mesh joints and weights.")
BP_DOCTOR_ID(
    JOINT_ORDER, "joint-order", NULL,
    "None by the specification; programs that go through joints in order use a parent one picture late.",
    "The exporter lists bones by name or by use.", "List parents before children where you can choose.")
BP_DOCTOR_ID(JOINT_UNUSED, "joint-unused", NULL, "None; the joint costs a matrix in every picture.",
             "Helpers, ends of chains and roots rarely have weights.",
             "Nothing, unless vertices ought to be moved by it: then its weights were lost.")
BP_DOCTOR_ID(NAMES_DUPLICATED, "names-duplicated", NULL,
             "Clips that find joints by name move the wrong one of them.",
             "Two armatures were joined, or a chain was copied.", "Give each joint a name of its own.")

BP_DOCTOR_ID(WEIGHTS_NAN, "weights-nan", "ACCESSOR_INVALID_FLOAT",
             "The vertex is nowhere: its triangles vanish, or flicker across the picture.",
             "Weights were divided by a sum of 0.",
             "Normalize the weights; give vertices without any to a joint.")
BP_DOCTOR_ID(WEIGHTS_NEGATIVE, "weights-negative", "ACCESSOR_WEIGHTS_NEGATIVE",
             "The vertex moves against the joint, and leaves the surface in strong poses.",
             "Smoothing or subtracting weights without a limit.", "Clamp weights at 0 and normalize.")
BP_DOCTOR_ID(WEIGHTS_ZERO, "weights-zero", "ACCESSOR_WEIGHTS_NON_NORMALIZED",
             "The vertex collapses to the origin, or stays while the rest moves.",
             "The vertex is in no vertex group, or small weights were pruned.",
             "Give the vertex to the nearest joint with weight 1.")
BP_DOCTOR_ID(WEIGHTS_SUM, "weights-sum", "ACCESSOR_WEIGHTS_NON_NORMALIZED",
             "Programs that don't divide by the sum pull the vertex towards the origin, or push it away.",
             "Weights were painted without normalizing, or influences beyond the fourth were cut.",
             "Normalize all weights, after the cut to four.")
BP_DOCTOR_ID(JOINT_OUT_OF_RANGE, "joint-out-of-range", "ACCESSOR_JOINTS_INDEX_OOB",
             "The vertex is moved by whatever lies behind the palette: triangles shoot across the picture.",
             "Joints were removed from the skin, and the vertices were not renumbered.",
             "Renumber JOINTS_n for the skin's joints.")
BP_DOCTOR_ID(JOINT_DUPLICATED, "joint-duplicated", "ACCESSOR_JOINTS_INDEX_DUPLICATE",
             "None where weights are added up; programs that compress influences lose one of them.",
             "Two vertex groups were merged into one joint.", "Add the weights up in one influence.")
BP_DOCTOR_ID(JOINT_ZERO_WEIGHT, "joint-zero-weight", "ACCESSOR_JOINTS_USED_ZERO_WEIGHT",
             "None; programs that count influences by joints do needless work.",
             "Weights were pruned, and their joints were left.", "Write joint 0 where the weight is 0.")
BP_DOCTOR_ID(INFLUENCES_OVER_4, "influences-over-4", NULL,
             "Programs that know four influences leave the others out: creases move or tear.",
             "The exporter's limit of influences was switched off.",
             "Limit to four and normalize, and look at the vertices that change.")

BP_DOCTOR_ID(IBM_COUNT, "ibm-count", "INVALID_IBM_ACCESSOR_COUNT",
             "The joints behind the last matrix have none: their vertices are torn away.",
             "Joints were added to the skin, or the accessor's count was not kept.",
             "Write one matrix for each joint, in the joints' order.")
BP_DOCTOR_ID(IBM_NAN, "ibm-nan", "ACCESSOR_INVALID_FLOAT",
             "The joint's vertices are nowhere: their triangles vanish.",
             "A bind matrix of scale 0 was inverted.", "Bind again with no bone scaled to 0.")
BP_DOCTOR_ID(IBM_TRANSPOSED, "ibm-transposed", "ACCESSOR_INVALID_IBM",
             "Translations are lost or act as a perspective: the mesh shears away from its joints.",
             "Matrices were written row after row by a program that uses column vectors.",
             "Transpose the matrices: the translation is in the elements 12, 13 and 14.")
BP_DOCTOR_ID(IBM_LAST_ROW, "ibm-last-row", "ACCESSOR_INVALID_IBM",
             "Vertices are divided by a w that isn't 1: they swell, shrink or go to infinity.",
             "Rounding in the inverse, or numbers written at the wrong place.",
             "Set the elements 3, 7, 11 and 15 to 0, 0, 0 and 1.")
BP_DOCTOR_ID(IBM_SINGULAR, "ibm-singular", NULL, "The joint's vertices are pressed flat, or to a point.",
             "The bone had a scale of 0 along an axis when it was bound.",
             "Bind again with no bone scaled to 0.")
BP_DOCTOR_ID(IBM_NOT_INVERTED, "ibm-not-inverted", NULL,
             "Every joint carries its vertices twice as far from the origin: the mesh explodes at rest.",
             "The exporter wrote the bind matrices, and not their inverses.",
             "Invert each matrix: inverse bind times the joint's world matrix is the identity at rest.")
BP_DOCTOR_ID(IBM_MIRRORED, "ibm-mirrored", NULL, "The joint's vertices are turned inside out.",
             "A mirrored bone was bound, and its node lost the negative scale.",
             "Take the negative scale out of the bind pose, and bind again.")
BP_DOCTOR_ID(IBM_SHEARED, "ibm-sheared", NULL, "The joint's vertices are slanted, more with every turn.",
             "A bone was bound below a rotated parent with unequal scales.",
             "Apply the scales in the modeller before binding.")
BP_DOCTOR_ID(IBM_ORDER, "ibm-order", NULL,
             "Joints carry each other's vertices: limbs sit at each other's places.",
             "Joints were sorted, and their matrices were not.",
             "Write the matrices in the order that is given here.")
BP_DOCTOR_ID(IBM_MISSING, "ibm-missing", NULL,
             "Vertices are moved as if each were modelled at its joint's own origin: the mesh flies apart.",
             "The exporter left inverseBindMatrices out, which means identities.",
             "Write the inverse of each joint's world matrix at bind time.")
BP_DOCTOR_ID(UNIT_MIXUP, "unit-mixup", NULL,
             "The mesh is torn apart, or is a hundred times too large or too small.",
             "Centimetres in one part of the export and metres in another.",
             "Use one unit for mesh, joints and inverse binds.")
BP_DOCTOR_ID(SCALE_ZERO, "scale-zero", NULL,
             "Everything that the node carries is pressed flat, and normals are lost.",
             "A part was hidden by scaling it away.", "Hide it by leaving it out, or use a small scale.")
BP_DOCTOR_ID(SCALE_NEGATIVE, "scale-negative", NULL,
             "What the node carries is mirrored: in some programs it is seen from inside.",
             "A limb was mirrored by its scale.", "Mirror the mesh, and apply the scale.")
BP_DOCTOR_ID(SCALE_NON_UNIFORM, "scale-non-uniform", NULL, "Children that turn below it are sheared.",
             "A bone was stretched to fit.", "Scale the mesh instead, or scale only bones without children.")
BP_DOCTOR_ID(REST_NOT_BIND, "rest-not-bind", NULL, "Without a clip the mesh doesn't look as it was modelled.",
             "The file was exported in a pose, often a clip's first picture.",
             "Nothing, if that is meant; else export in the bind pose.")

BP_DOCTOR_ID(KEYS_NOT_INCREASING, "keys-not-increasing", "ACCESSOR_ANIMATION_INPUT_NON_INCREASING",
             "The clip jumps, or is refused.", "Clips were joined, or two keys fell on one picture.",
             "Sort the keys by time and take doubles out.")
BP_DOCTOR_ID(ROTATION_NOT_UNIT, "rotation-not-unit",
             "ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION",
             "The joint scales or shears what it carries.", "Quaternions were averaged or compressed.",
             "Divide each quaternion by its length.")
BP_DOCTOR_ID(CHANNEL_ON_MATRIX_NODE, "channel-on-matrix-node", "ANIMATION_CHANNEL_TARGET_NODE_MATRIX",
             "Some programs don't move the node, others drop its matrix.",
             "The exporter wrote a matrix for a node that a clip moves.",
             "Write translation, rotation and scale in place of the matrix.")
BP_DOCTOR_ID(CHANNEL_ON_SKINNED_MESH, "channel-on-skinned-mesh", "ANIMATION_CHANNEL_TARGET_NODE_SKIN",
             "None: a skinned mesh's node moves nothing.", "The object was animated beside its armature.",
             "Animate the skeleton's root instead.")

BP_DOCTOR_ID(TRIANGLE_DEGENERATE, "triangle-degenerate", "ACCESSOR_INDEX_TRIANGLE_DEGENERATE",
             "The triangle isn't drawn; normals computed from it are lost.",
             "Vertices were welded, or a strip was cut into triangles.", "Take such triangles out.")
BP_DOCTOR_ID(TRIANGLE_FLIPPED, "triangle-flipped", NULL,
             "Holes where back faces are left out, dark spots elsewhere.",
             "Faces were mirrored or filled by hand.", "Recalculate the faces' directions.")
BP_DOCTOR_ID(INFLUENCES_UNRELATED, "influences-unrelated", NULL,
             "The vertex follows a joint far away: spikes, when that one moves.",
             "Automatic weights reached across a gap, as from hand to hip.",
             "Take the distant joint's weight from these vertices.")
BP_DOCTOR_ID(EXPLODES, "explodes", NULL, "Triangles shoot across the picture.",
             "A clip made for another skeleton or another unit, or a damaged key.",
             "Look at the joint's keys at that time; retarget the clip.")
BP_DOCTOR_ID(CANDY_WRAPPER, "candy-wrapper", NULL, "The limb narrows to a point like a sweet's paper.",
             "Linear blending between joints that are twisted against each other.",
             "Spread the twist over helper joints between the two.")
