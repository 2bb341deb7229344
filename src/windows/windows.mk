# Windows. `make windows` installs what is missing, builds the libraries of others once (src/windows/libraries), and calls
# make again with Debian's MinGW compiler and B=build/windows/objects; WINDOWS is set there. src/windows/README.txt is
# for the people who get the zip.

ifdef WINDOWS
# ---- inside the build for Windows ------------------------------------------------------------------------------

# The icon: a picture in the frame that Windows wants, with one entry of 256 x 256 pixels, 32 bits each, at byte 22.
LITTLE_ENDIAN = for shift in 0 8 16 24; do printf "\\$$(printf %o $$(($(1) >> shift & 255)))"; done
$(B)/gen/program.ico: assets/character.glb $(RUN_PROGRAM)
	@mkdir -p $(@D)
	$(Q)$(RUN_PROGRAM) render assets/character.glb -o $@.png $(ICON_LOOK)
	@{ printf '\0\0\1\0\1\0\0\0\0\0\1\0\40\0'; size=$$(wc -c <$@.png); $(call LITTLE_ENDIAN,size); $(call LITTLE_ENDIAN,22); cat $@.png; } >$@

# The manifest, and for the desktop the icon and the version.
$(B)/obj/windows/program.o: src/windows/program.rc src/windows/program.xml $(B)/gen/program.ico include/bindpose/base.h
	@mkdir -p $(@D)
	$(Q)$(WINDRES) --input src/windows/program.rc --output $@ --include-dir src/windows --include-dir $(B)/gen -DVERSION_TEXT='\"$(VERSION)\"' \
	    -DVERSION_NUMBERS=$(subst .,$(comma),$(VERSION)),0

comma := ,
# The program, and what a double click starts (start.c). Typed without its ending, "bindpose" means the first.
$(B)/bindpose.com: $(B)/obj/bindpose.o $(B)/obj/windows/program.o $(WINDOW_OBJECT) $(LESSON_ARCHIVE) $(LIB)
	$(LINK) -s $^ $(BP_LDFLAGS) $(SDL_LIBS) $(LIBS) -o $@
$(B)/bindpose.exe: $(B)/obj/windows/start.o $(B)/obj/windows/program.o
	$(LINK) -s -mwindows -municode $^ $(BP_LDFLAGS) -o $@

# Tests link the whole library. (The format that cmocka's header declares isn't the one that it has.)
$(B)/tests/%.exe: tests/%.c $(B)/obj/windows/program.o $(LESSON_ARCHIVE) $(LIB) $(FLAGS_STAMP)
	@mkdir -p $(@D)
	$(COMPILE) -O0 -g0 -s -Wno-format -Itests -include tests/windows/posix.h -MF $@.d $< $(filter %.o %.a,$^) $(BP_LDFLAGS) $(CMOCKA_LIBS) $(LIBS) -o $@

# The compiler for students without one. It links ELF files, which MinGW doesn't make: libtcc compiles the programs around
# exercises, too, and the maths and what msvcrt.dll lacks are in the compiler's program, in a table of names.
TCC_OBJECTS := $(EXERCISE_NAMES:%=$(B)/exercises/libtcc/%.o)
$(TCC_OBJECTS): $(B)/exercises/libtcc/%.o: src/exercise/runner/%.c $(wildcard src/exercise/runner/*.h lessons/exercises/*.h include/bindpose/*.h)
	@mkdir -p $(@D)
	$(Q)$(WINDOWS_LIBRARIES)/host-tcc -I$(WINDOWS_LIBRARIES)/build-include -Dread=_read -Dwrite=_write -Iinclude -Isrc -Ilessons/exercises -c $< -o $@
$(B)/gen/tcc_symbols.c: $(call module_archive,math) src/tools/tcc/windows/functions src/windows/windows.mk
	@mkdir -p $(@D)
	@{ $(STRIP:strip=nm) -P $< | sed -n 's/^\(bp_[^ ]*\) T .*/\1/p' | LC_ALL=C sort; \
	    sed '/^#/d' src/tools/tcc/windows/functions | tr ' ' '\n'; } | sed 's/^[^=]*$$/&=&/; s/=/ /' >$@.names
	@{ sed 's/.* \(.*\)/extern const char \1[];/' $@.names; \
	    echo 'extern const struct bp_tcc_symbol { const char *name; const void *address; } bp_tcc_symbols[];'; \
	    echo 'const struct bp_tcc_symbol bp_tcc_symbols[] = {'; sed 's/\(.*\) \(.*\)/    {"\1", \2},/' $@.names; \
	    echo '    {0, 0}};'; } >$@
$(B)/exercises/tcc.exe: $(patsubst %,$(B)/obj/tools/tcc/%.o,main windows/system) $(B)/gen/tcc_symbols.c $(B)/obj/windows/program.o \
        $(B)/obj/lesson/text_buffer.o $(call module_archive,math) $(call module_archive,base)
	$(COMPILE) -fno-builtin -s -Wl,--wrap=open -MF $@.d $(filter %.o %.c,$^) $(filter %.a,$^) $(BP_LDFLAGS) -ltcc $(LIBS) -o $@

# The files of the zip: $(STAGE) is its folder. All have one time and are in one order, so the same sources give the same
# bytes.
STAGE   ?= $(B)/stage/bindpose-$(VERSION)
ARCHIVE ?= $(B)/bindpose.zip
$(ARCHIVE): $(B)/bindpose.exe $(B)/bindpose.com $(EXERCISE_OBJECTS) $(B)/exercises/tcc.exe $(TCC_OBJECTS) $(call module_archive,math) $(ASSETS) src/windows/README.txt \
        $(wildcard lessons/exercises/originals/*.c lessons/exercises/*.* include/bindpose/*.h) src/windows/windows.mk
	@rm -rf '$(STAGE)' $@
	@mkdir -p '$(STAGE)/assets' '$(STAGE)/licenses' '$(STAGE)/lessons/exercises' '$(STAGE)/lib/bindpose/exercises/libtcc' '$(STAGE)/lib/bindpose/lib/modules'
	@cp $(B)/bindpose.exe $(B)/bindpose.com '$(STAGE)/'
	@sed 's/$$/\r/' src/windows/README.txt >'$(STAGE)/README.txt'
	@cp $(ASSETS) '$(STAGE)/assets/'
	@cp LICENSE '$(STAGE)/licenses/bindpose.txt'
	@cp $(filter-out %/cmocka.txt,$(wildcard $(WINDOWS_LIBRARIES)/licenses/*.txt)) '$(STAGE)/licenses/'
	@cp -R include '$(STAGE)/'
	@cp -R lessons/exercises/README.md lessons/exercises/exercise.h lessons/exercises/originals '$(STAGE)/lessons/exercises/'
	@cd '$(STAGE)/lessons/exercises' && for original in originals/*.c; do \
	    folder=$$(basename "$$original" .c) && mkdir -p "$$folder" && cp "$$original" "$$folder/exercise.c" || exit 1; done
	@cp $(EXERCISE_OBJECTS) $(B)/exercises/tcc.exe '$(STAGE)/lib/bindpose/exercises/'
	@cp -R $(TCC_OBJECTS) $(WINDOWS_LIBRARIES)/libtcc/* '$(STAGE)/lib/bindpose/exercises/libtcc/'
	@cp $(call module_archive,math) '$(STAGE)/lib/bindpose/lib/modules/'
	@$(STRIP) -D --strip-debug '$(STAGE)'/lib/bindpose/exercises/*.o '$(STAGE)'/lib/bindpose/lib/modules/*.a # or they name folders
	@SOURCE_DATE_EPOCH=1577836800 sh src/package/pack '$(STAGE)' '$@' # 2020, whatever the commit
	@echo '  $@'; wc -c <$@

NOT_THERE := $(shell sed -n 's/^\(tests[^ ]*\).*/\1/p' tests/windows/not-there)
.PHONY: windows-hashes windows-tests
windows-hashes: $(HASH_PROGRAMS:%=%.exe)
windows-tests: $(patsubst %,$(B)/%.exe,$(filter-out $(NOT_THERE),$(UNIT_SOURCES:.c=)) tests/windows/process)

else
# ---- outside -----------------------------------------------------------------------------------------------------

WINDOWS_HOST  := x86_64-w64-mingw32
WINDOWS_DEPS   = $(abspath $(B))/windows/libraries
WINDOWS_B      = $(B)/windows/objects
# CCACHE_BASEDIR: a compiler cache that makes paths relative would write others into the program, so other bytes.
# The assembler's flag: the system aligns stacks to 16 bytes only, so moves of wider registers must not ask for more.
WINDOWS_BUILD  = CCACHE_BASEDIR= $(MAKE) B=$(WINDOWS_B) CC=$(WINDOWS_HOST)-gcc AR=$(WINDOWS_HOST)-ar WINDRES=$(WINDOWS_HOST)-windres STRIP=$(WINDOWS_HOST)-strip WEBP=libwebp WEBP_CFLAGS= WEBP_LIBS=-lwebpdecoder \
    FONT_ATLAS=$(abspath $(B))/gen/font_atlas.c RUN_PROGRAM=$(abspath $(B))/bin/bindpose WINDOWS_LIBRARIES=$(WINDOWS_DEPS) \
    CFLAGS='-D__USE_MINGW_ANSI_STDIO=1 -D_WIN32_WINNT=0x0a00 -Wa,-muse-unaligned-vector-move -Wno-float-conversion -isystem $(WINDOWS_DEPS)/include $(CFLAGS)' \
    LDFLAGS='-static -Wl,--gc-sections -Wl,--no-insert-timestamp -Wl,--stack,8388608 -L$(WINDOWS_DEPS)/lib $(LDFLAGS)' \
    SDL_CFLAGS='-isystem $(WINDOWS_DEPS)/include/SDL2' JANSSON_LIBS=-ljansson CMOCKA_LIBS=-lcmocka \
    SDL_LIBS='-lSDL2 -luser32 -lgdi32 -lwinmm -limm32 -lole32 -loleaut32 -lshell32 -lsetupapi -lversion -luuid'

WINDOWS_ZIP    = $(B)/windows/bindpose-$(VERSION)-windows.zip
windows: windows-packages
	+@$(WINDOWS_BUILD) ARCHIVE=$(WINDOWS_ZIP) $(WINDOWS_ZIP)

# Under wine: all of it, or the quick part. WINDOWS_PARTS='files window' narrows it; tests/windows/run lists the parts.
WINDOWS_PARTS ?= $(if $(QUICK),imports stack hashes claims window libtcc)
test-windows: has-tests windows
	@sh .ci/packages windows-test
	+@$(WINDOWS_BUILD) windows-hashes $(if $(QUICK),,windows-tests)
	@$(MAKE) programs
	@QUICK=$(QUICK) sh tests/windows/run $(B) $(WINDOWS_ZIP) $(WINDOWS_PARTS)

.PHONY: windows test-windows windows-packages windows-programs windows-build
windows-packages: packages
	@sh .ci/packages windows
	@sh src/windows/libraries $(B)/windows/libraries
	@$(MAKE) $(B)/gen/font_atlas.c $(B)/bin/bindpose

# Any targets of the build for Windows: make windows-build TARGETS='...'.
windows-build: windows-packages
	+@$(WINDOWS_BUILD) $(TARGETS)
windows-programs: windows-packages
	+@$(WINDOWS_BUILD) $(WINDOWS_B)/bindpose.exe $(WINDOWS_B)/bindpose.com
endif
