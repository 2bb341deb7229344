# Installing, and packages of the programs and the library for Debian and other Linux systems. src/package/README.md
# tells how the packages are made.

# Lessons and exercises are programs of this project, not a library, so their headers stay here.
HEADERS := $(filter-out include/bindpose/lesson% $(addprefix include/bindpose/,exercise.h program.h painter.h stage.h illustration.h),$(wildcard include/bindpose/*.h))
# $(call fill,TEMPLATE,FILE[,NAME=VALUE...]) writes a file from its template. Users of the static library link its
# dependencies themselves, so where it is alone, Libs and Requires name them; beside the shared library, which brings its
# own, the .private forms do, which pkg-config leaves out without --static. From $(LIBDIR) up to $(PREFIX) it is "..", or "../.." for lib/x86_64-linux-gnu.
UP_FROM_LIBDIR = $(subst $() ,/,$(foreach part,$(subst /, ,$(LIBDIR:$(PREFIX)/%=%)),..))
fill = sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR:$(PREFIX)%=$${prefix}%)|' -e 's|@VERSION@|$(VERSION)|' \
    -e 's|@UP_FROM_LIBDIR@|$(UP_FROM_LIBDIR)|' -e 's|@WEBP_LIBRARY@|$(if $(WEBP),;webp)|' -e 's|@HEADERS@|$(HEADERS)|' \
    -e 's|@B@|$(B)|' $(3) 'src/package/$(1).in' > '$(2)'

#: make shared            the shared library beside the static one (make install-shared installs it)
# The modules of the library alone (no lessons, windows or commands), built a second time. It exports the functions that
# the installed headers declare, and no others.
# A new minor version may break programs linked before (bindpose/version.h), so major and minor are the number in its
# name, in that of Debian's package, and what CMake compares.
LIBRARY_MODULES := base simd math rig mesh io raster gltf scene
ABI       := $(basename $(VERSION))
SONAME    := libbindpose.so.$(ABI)
SHARED_LIB := $(B)/lib/libbindpose.so.$(VERSION)
PIC       := $(B)/pic
.PHONY: shared shared-library install-shared docs-api
shared: packages
	@[ -z "$(DARWIN)" ] || { echo 'There is no shared library for macOS: link libbindpose.a' >&2; exit 2; }
	@$(MAKE) shared-library

shared-library: $(B)/gen/font_atlas.c
	@$(MAKE) B=$(PIC) FONT_ATLAS=$(B)/gen/font_atlas.c CFLAGS='$(CFLAGS) -fPIC' $(LIBRARY_MODULES:%=$(PIC)/lib/modules/lib%.a)
	@CC='$(CC)' LIBS='$(BP_LDFLAGS) $(LIBS)' sh src/package/shared $(PIC) $(SONAME) $(SHARED_LIB) '$(HEADERS)' $(LIBRARY_MODULES)

install-shared: shared-library
	@mkdir -p '$(DESTDIR)$(LIBDIR)'
	install -m 755 $(SHARED_LIB) '$(DESTDIR)$(LIBDIR)/'
	@ln -sf $(notdir $(SHARED_LIB)) '$(DESTDIR)$(LIBDIR)/$(SONAME)'
	@ln -sf $(SONAME) '$(DESTDIR)$(LIBDIR)/libbindpose.so'
	@mkdir -p '$(DESTDIR)$(LIBDIR)/pkgconfig'
	@$(write_pc)
#: make amalgamation      rig, clips and skinning as bindpose_rig.c and .h, for any build: build/amalgamation (needs python3)
.PHONY: amalgamation
amalgamation:
	@python3 src/package/amalgamate $(B)/amalgamation $(VERSION)
	@echo '  $(B)/amalgamation/'

#: make blender-addon     the add-on for Blender: build/blender/bindpose-blender-VERSION.zip
.PHONY: blender-addon
blender-addon:
	@sh src/package/blender/pack $(B)/blender $(VERSION)

#: make docs-api          the headers as a manual: build/api/html (installs doxygen)
docs-api:
	@sh .ci/packages docs-api
	@mkdir -p $(B)/api
	@$(call fill,Doxyfile,$(B)/api/Doxyfile) && doxygen $(B)/api/Doxyfile
	@echo '  $(B)/api/html/index.html'
#: make install           into $DESTDIR$PREFIX; make uninstall removes it
#: make install-library   headers, static library and the files of pkg-config and CMake alone
# The manual and the icon are made by the program, or by another one where this one is built for another machine.
RUN_PROGRAM ?= $(PROGRAMS)
DESKTOP   := $(wildcard src/package/*.desktop)
ICON_LOOK := --size 256x256 --show mesh,bones --eye 0.5,1.4,1.6 --target 0,1.33,0 --no-shadow
ROOT   = $(DESTDIR)$(PREFIX)
ICONS  = $(ROOT)/share/icons/hicolor/256x256/apps
MANUAL = $(ROOT)/share/man/man1
BASH   = $(ROOT)/share/bash-completion/completions
.PHONY: install install-exercises install-program install-library uninstall
install: install-program install-library

install-program: programs $(if $(EXERCISE_OBJECTS),install-exercises)
	@mkdir -p '$(ROOT)/bin' '$(ROOT)/share/applications' '$(ROOT)/share/bindpose' '$(ICONS)' '$(MANUAL)' '$(BASH)'
	install -m 755 $(PROGRAMS) '$(ROOT)/bin/'
	$(if $(wildcard src/tools/manual.sh),@sh src/tools/manual.sh $(RUN_PROGRAM) $(VERSION) $(B)/manual && \
	    install -m 644 $(B)/manual/*.1 '$(MANUAL)/' && mkdir -p '$(MANUAL:1=7)' && \
	    install -m 644 $(B)/manual/*.7 '$(MANUAL:1=7)/' && install -m 644 $(B)/manual/bindpose.bash '$(BASH)/bindpose')
	$(if $(ASSETS),install -m 644 $(ASSETS) '$(ROOT)/share/bindpose/')
	$(if $(and $(DESKTOP),$(ASSETS)),install -m 644 $(DESKTOP) '$(ROOT)/share/applications/' && \
	    $(RUN_PROGRAM) render assets/character.glb -o '$(ICONS)/bindpose.png' $(ICON_LOOK))

# The exercises are a folder to copy and to work in; what they are linked with goes beside the library.
EXERCISES = $(ROOT)/share/bindpose/exercises
PARTS_DIR = $(ROOT)/lib/bindpose
install-exercises: $(EXERCISE_PARTS)
	@mkdir -p '$(EXERCISES)/lessons/exercises' '$(PARTS_DIR)/exercises' '$(PARTS_DIR)/lib/modules'
	cp -R include '$(EXERCISES)/'
	cp -R lessons/exercises/README.md lessons/exercises/exercise.h lessons/exercises/originals '$(EXERCISES)/lessons/exercises/'
	@cd '$(EXERCISES)/lessons/exercises' && for original in originals/*.c; do \
	    folder=$$(basename "$$original" .c) && mkdir -p "$$folder" && cp "$$original" "$$folder/exercise.c" || exit 1; done
	@$(call fill,exercises.mk,$(EXERCISES)/Makefile)
	install -m 644 $(EXERCISE_OBJECTS) '$(PARTS_DIR)/exercises/'
	$(if $(CONFINE)$(TCC),install -m 755 $(CONFINE) $(TCC) '$(PARTS_DIR)/exercises/')
	install -m 644 $(call module_archive,math) '$(PARTS_DIR)/lib/modules/'

# bindpose-rig is for programs that read no files: bones, clips, skinning, the rasterizer. They need no other library.
# One line of Libs each: pkg-config 0.29 refuses a second one.
pc = $(call fill,bindpose.pc,$(DESTDIR)$(LIBDIR)/pkgconfig/$(1).pc,-e 's|@NAME@|$(1)|' \
    -e 's|@REQUIRES@|$(if $(wildcard $(DESTDIR)$(LIBDIR)/libbindpose.so),.private):$(2)|' \
    -e 's|@LIBS@|$(if $(wildcard $(DESTDIR)$(LIBDIR)/libbindpose.so),\nLibs.private:) -lm -pthread|')
write_pc = $(call pc,bindpose, jansson $(WEBP)) && $(call pc,bindpose-rig)
install-library: lib
	@mkdir -p '$(DESTDIR)$(LIBDIR)/pkgconfig' '$(DESTDIR)$(LIBDIR)/cmake/bindpose' '$(ROOT)/include/bindpose'
	install -m 644 $(LIB) '$(DESTDIR)$(LIBDIR)/'
	install -m 644 $(HEADERS) '$(ROOT)/include/bindpose/'
	$(if $(wildcard include/bindpose/bindpose.h),@sed '/bindpose.lesson/d' include/bindpose/bindpose.h > '$(ROOT)/include/bindpose/bindpose.h')
	@$(write_pc)
	@$(call fill,bindposeConfig.cmake,$(DESTDIR)$(LIBDIR)/cmake/bindpose/bindposeConfig.cmake)
	@$(call fill,bindposeConfigVersion.cmake,$(DESTDIR)$(LIBDIR)/cmake/bindpose/bindposeConfigVersion.cmake)

uninstall:
	rm -rf '$(ROOT)/include/bindpose' '$(PARTS_DIR)' '$(ROOT)/share/bindpose' '$(DESTDIR)$(LIBDIR)/cmake/bindpose'
	rm -f '$(DESTDIR)$(LIBDIR)/libbindpose.'* '$(DESTDIR)$(LIBDIR)/pkgconfig/bindpose.pc' '$(DESTDIR)$(LIBDIR)/pkgconfig/bindpose-rig.pc' \
	    '$(ROOT)/bin/bindpose' '$(MANUAL)/bindpose'*.1 '$(MANUAL:1=7)/bindpose-'*.7 '$(BASH)/bindpose' '$(ICONS)/bindpose.png' $(DESKTOP:src/package/%='$(ROOT)/share/applications/%')
#: make deb               Debian packages: build/deb (installs debhelper)
.PHONY: deb tarball dist test-packages
deb: packages-deb
	@sh src/package/deb $(B)/package/deb $(B)/deb
#: make tarball           archives for Linux that run wherever they are unpacked: build/tarball (root, debootstrap); MACHINES=x86_64: one
MACHINES ?= x86_64 aarch64
tarball: packages-root+tarball
	@MAKE='$(MAKE)' sh src/package/tarball $(B) $(MACHINES)
#: make dist              all packages, the archive for Windows and the page, with checksums: build/dist
dist: packages
	@MAKE='$(MAKE)' sh src/package/dist $(B)
#: make test-packages     build packages twice, compare, install, use and remove them; QUICK=1: one package only
test-packages: packages-deb+root$(if $(QUICK),,+tarball+arm+window)
	@$(MAKE) programs
	@MAKE='$(MAKE)' QUICK='$(QUICK)' sh tests/packages/run $(B)
