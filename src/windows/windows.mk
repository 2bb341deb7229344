# Windows. `make windows` installs what is missing, builds the libraries of others once (src/windows/libraries), and calls
# make again with Debian's MinGW compiler and B=build/windows/objects; WINDOWS is set there. Single targets:
# `make windows-packages && sh src/windows/build build TARGET...`. src/windows/README.txt is for those who get the zip.

ifdef WINDOWS
# ---- inside the build for Windows ------------------------------------------------------------------------------
# The manifest, and for the desktop the icon and the version.
$(B)/gen/program.ico: assets/character.glb $(RUN_PROGRAM)
	@mkdir -p $(@D)
	$(Q)$(RUN_PROGRAM) render assets/character.glb -o $@.png $(ICON_LOOK)
	@sh src/windows/icon $@.png >$@
$(B)/obj/windows/program.o: src/windows/program.rc src/windows/program.xml $(B)/gen/program.ico include/bindpose/base.h
	@mkdir -p $(@D)
	$(Q)$(WINDRES) --input src/windows/program.rc --output $@ --include-dir src/windows --include-dir $(B)/gen -DVERSION_TEXT='\"$(VERSION)\"' \
	    -DVERSION_NUMBERS=$(subst .,$(comma),$(VERSION)),0

# The program, and what a double click starts (start.c). Typed without its ending, "bindpose" means the first.
$(B)/bindpose.com: $(B)/obj/bindpose.o $(DRACO_OBJECT) $(B)/obj/windows/program.o $(WINDOW_OBJECT) $(LESSON_ARCHIVE) $(LIB)
	$(call link,-s $(SDL_LIBS) $(DRACO_LIBS))
$(B)/bindpose.exe: $(B)/obj/windows/start.o $(B)/obj/windows/program.o
	$(LINK) -s -mwindows -municode $^ $(BP_LDFLAGS) -o $@

# Tests link the whole library. (The format that cmocka's header declares isn't the one that it has.)
$(B)/tests/%.exe: tests/%.c $(B)/obj/windows/program.o $(LESSON_ARCHIVE) $(LIB) $(FLAGS_STAMP)
	@mkdir -p $(@D)
	$(COMPILE) -O0 -g0 -s -Wno-format -Itests -include tests/windows/posix.h -MF $@.d $< $(filter %.o,$^) $(filter %.a,$^) $(BP_LDFLAGS) $(CMOCKA_LIBS) $(LIBS) -o $@

# The compiler for students without one. It links ELF files, which MinGW doesn't make: libtcc compiles the programs around
# exercises, too, and the maths and what msvcrt.dll lacks are in the compiler's program, in a table of names.
TCC_OBJECTS := $(patsubst $(B)/exercises/%,$(B)/exercises/libtcc/%,$(EXERCISE_OBJECTS))
define compile_tcc
@mkdir -p $(@D)
$(Q)$(WINDOWS_LIBRARIES)/host-tcc -I$(WINDOWS_LIBRARIES)/build-include -Dread=_read -Dwrite=_write -Iinclude -Isrc -Ilessons/exercises $(1) -c $< -o $@
endef
$(TCC_OBJECTS): $(wildcard src/exercise/runner/*.h src/exercise/calls.h lessons/exercises/*.h include/bindpose/*.h)
$(EXERCISE_IDS:%=$(B)/exercises/libtcc/%.o): $(B)/exercises/libtcc/%.o: src/exercise/runner/student.c
	$(call compile_tcc,-DEXERCISE=$*)
$(B)/exercises/libtcc/main.o: src/exercise/runner/main.c
	$(call compile_tcc)
$(B)/exercises/libtcc/calls.o: src/exercise/calls.c
	$(call compile_tcc)
$(B)/gen/tcc_symbols.c: $(call module_archive,math) src/tools/tcc/windows/functions src/windows/tcc_symbols
	@mkdir -p $(@D)
	@sh src/windows/tcc_symbols $(STRIP:strip=nm) $(wordlist 1,2,$^) >$@
$(B)/exercises/tcc.exe: $(patsubst %,$(B)/obj/tools/tcc/%.o,main windows/system) $(B)/gen/tcc_symbols.c $(B)/obj/windows/program.o \
        $(B)/obj/base/text_buffer.o $(call module_archive,math) $(call module_archive,base)
	$(COMPILE) -fno-builtin -s -Wl,--wrap=open -MF $@.d $(filter %.o %.c,$^) $(filter %.a,$^) $(BP_LDFLAGS) -ltcc $(LIBS) -o $@

# The zip; $(STAGE) is its folder.
STAGE   ?= $(B)/stage/bindpose-$(VERSION)
ARCHIVE ?= $(B)/bindpose.zip
$(ARCHIVE): $(B)/bindpose.exe $(B)/bindpose.com $(EXERCISE_OBJECTS) $(B)/exercises/tcc.exe $(TCC_OBJECTS) $(call module_archive,math) $(ASSETS) \
        $(wildcard lessons/exercises/originals/*.c lessons/exercises/*.* include/bindpose/*.h src/windows/*)
	@sh src/windows/stage $(B) $(WINDOWS_LIBRARIES) '$(abspath $(STAGE))' '$@' $(STRIP)

NOT_THERE := $(shell sed -n 's/^\(tests[^ ]*\).*/\1/p' tests/windows/not-there)
.PHONY: windows-hashes windows-tests
windows-hashes: $(HASH_PROGRAMS:%=%.exe)
windows-tests: $(patsubst %,$(B)/%.exe,$(filter-out $(NOT_THERE),$(UNIT_TESTS:$(B)/%=%)) tests/windows/process)

else
# ---- outside -----------------------------------------------------------------------------------------------------
#: make windows           the zip for Windows: build/windows/ (installs mingw-w64)
WINDOWS_BUILD = MAKE='$(MAKE)' CFLAGS='$(CFLAGS)' LDFLAGS='$(LDFLAGS)' sh src/windows/build $(B)
WINDOWS_ZIP   = $(B)/windows/bindpose-$(VERSION)-windows.zip
.PHONY: windows test-windows windows-packages
windows: windows-packages
	+@$(WINDOWS_BUILD) ARCHIVE=$(WINDOWS_ZIP) $(WINDOWS_ZIP)
windows-packages: packages-windows
	@sh src/windows/libraries $(B)/windows/libraries
	@$(MAKE) $(B)/gen/font_atlas.c $(B)/bin/bindpose

#: make test-windows      the zip under wine; QUICK=1: the hashes, claims and one window alone
# WINDOWS_PARTS='files window' narrows it; tests/windows/run lists the parts.
WINDOWS_PARTS ?= $(if $(QUICK),imports stack hashes claims window libtcc)
test-windows: windows packages-windows-test
	+@$(WINDOWS_BUILD) windows-hashes $(if $(QUICK),,windows-tests)
	@$(MAKE) programs
	@QUICK=$(QUICK) sh tests/windows/run $(B) $(WINDOWS_ZIP) $(WINDOWS_PARTS)
endif
