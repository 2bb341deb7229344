# Turns our comments into Doxygen's: /** before a declaration, /**< behind one.
1s,^/[*] ,/** @file\n * ,
s,^\( *\)/[*] \([^-]\),\1/** \2,
s,\([;{\,]\) *\(/[*]\) ,\1 \2*< ,
/^ *[/ ][*]/s,#,\\#,g
