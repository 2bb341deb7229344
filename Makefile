# Bindpose. `make help` lists the targets. All output goes to build/.
#
# A new file in a module, a new lesson or a new test needs no change here. Each module becomes an archive
# (build/lib/modules/), and its tests link only that module and the modules below it; libbindpose.a holds all modules.
#
# build/stamps/flags records the compiler, its version and the flags, and every object depends on it: `make CC=clang` or
# `make DEBUG=1` rebuilds everything. Sanitizers, coverage and the determinism test build into folders of their own below
# build/. The other targets are beside their subjects: see the end of this file.

# The make that macOS has is of 2006, and can't write files.
ifneq (,$(filter 3.% 4.0 4.0.% 4.1 4.1.%,$(MAKE_VERSION)))
$(error This is GNU make $(MAKE_VERSION), and 4.2 or later is needed. On macOS: `brew install make`, then say gmake instead of make)
endif

# ---- settings ---------------------------------------------------------------------------------
# Lowest first: a module uses only the modules before it. src/README.md describes them.
MODULES := base simd math rig mesh io raster gltf scene lesson exercise app tools cli
VERSION := $(shell sed -n 's/^\#define BP_VERSION "\(.*\)"/\1/p' include/bindpose/base.h)

CC      := $(if $(filter default,$(origin CC)),gcc,$(CC))
CXX     := $(if $(filter default,$(origin CXX)),g++,$(CXX))
PREFIX  ?= /usr/local
LIBDIR  ?= $(PREFIX)/lib
DESTDIR ?=
B       ?= build
# The folder of DejaVuSans.ttf and its relatives, if it is not the usual one.
FONTS   ?=

OPTIMIZE ?= $(if $(DEBUG),-O0 -g3,-O2 -g1)
SANITIZE ?=
# OPTIMIZE or DEBUG, if given, apply everywhere. By default, code that runs once for a key or a click gets -O1, which
# saves a third of its compile time; the tests' own code is not optimized at all and is linked without line numbers
# (-S): use DEBUG=1 to debug it. The web build prefers small code (-Os), there and for files.
ifeq (,$(DEBUG)$(filter command environment,$(origin OPTIMIZE)))
SELDOM_RUN      := lesson lessons exercise app tools/grade tools/make_character cli tests $(if $(WEB),gltf io)
SELDOM_OPTIMIZE ?= -O1
MODULE_OPTIMIZE  = $(if $(filter $(SELDOM_RUN:%=$(B)/obj/%/%) $(B)/tests/oracle/% $(B)/tests/property/% $(B)/tests/golden/%,$@),$(SELDOM_OPTIMIZE))
TEST_OPTIMIZE := -O0 -g0 -Wl,-S
endif

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes $(if $(WERROR),-Werror)
THREADS := -pthread
# Without fused multiply-adds, every compiler and processor computes the same bits.
BP_CFLAGS  = -std=c17 -ffp-contract=off -DBP_CONTRACT_OFF -fno-math-errno $(OPTIMIZE) $(WARNINGS) $(SANITIZE) $(THREADS) \
             $(ISA_DEFINES) -Iinclude -Isrc -I$(B)/gen $(CFLAGS)
BP_LDFLAGS = $(THREADS) $(SANITIZE) $(LDFLAGS)
# Libraries of others. pkg-config runs only when something is compiled.
JANSSON_LIBS = $(shell pkg-config --libs jansson)
SDL_CFLAGS   = $(shell pkg-config --cflags sdl2)
SDL_LIBS     = $(shell pkg-config --libs sdl2)
# The library that the first window loads; else programs are linked to it: where it is static, and on other systems.
SDL_LATE     = $(if $(findstring linux,$(MACHINE)),$(if $(filter -lSDL2,$(SDL_LIBS)),libSDL2-2.0.so.0))
SDL_LINK     = $(if $(SDL_LATE),-ldl,$(SDL_LIBS))
CMOCKA_LIBS  = $(shell pkg-config --libs cmocka)
# WebP pictures, if libwebp is there (sh .ci/packages webp). `make WEBP=` builds without; the page has none.
ifeq ($(origin WEBP),undefined)
WEBP        := $(if $(WEB),,$(shell pkg-config --exists libwebp 2>/dev/null && echo libwebp))
endif
WEBP_CFLAGS  = $(if $(WEBP),$(shell pkg-config --cflags $(WEBP)))
WEBP_LIBS    = $(if $(WEBP),$(shell pkg-config --libs $(WEBP)))
# Meshes that Draco compresses, if libdraco is there (sh .ci/packages draco). `make DRACO=` builds without; and so do the
# packages; the page and the zip for Windows have the decoder alone (.ci/draco).
ifeq ($(origin DRACO),undefined)
DRACO       := $(if $(wildcard src/draco.cc),$(shell pkg-config --exists draco 2>/dev/null && command -v $(CXX) >/dev/null 2>&1 && echo draco))
endif
DRACO_OBJECT = $(if $(DRACO),$(B)/obj/draco.o)
DRACO_LIBS   = $(if $(DRACO),$(shell pkg-config --libs $(DRACO)) -lstdc++)
# Graders compare names by what they look like, if ICU is there (sh .ci/packages icu) and the compiler's machine has it.
# `make ICU=` builds without, and so do the packages.
ifeq ($(origin ICU),undefined)
ICU         := $(if $(WEB),,$(if $(findstring /,$(shell $(CC) -print-file-name=libicui18n.so 2>/dev/null)),icu-i18n))
endif
AS_NEEDED   := -Wl,--as-needed
ICU_LIBS     = $(if $(ICU),$(AS_NEEDED) $(shell pkg-config --libs $(ICU)))
LIBS         = $(JANSSON_LIBS) $(WEBP_LIBS) $(ICU_LIBS) -lm

MACHINE := $(shell $(CC) -dumpmachine 2>/dev/null)
PROCESSOR := $(firstword $(subst -, ,$(MACHINE)))
# macOS, which nobody has tried: its headers hide what POSIX hasn't, Homebrew's libraries aren't where the compiler looks,
# iconv is a library of its own, and ar has no D.
ifneq (,$(findstring darwin,$(MACHINE)))
DARWIN    := -D_DARWIN_C_SOURCE $(shell pkg-config --cflags jansson cmocka)
BP_CFLAGS += $(DARWIN)
LIBS      += -liconv
endif

.DEFAULT_GOAL := products
.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules --no-print-directory
# Use all processors, unless the command line, the environment or a calling make already says how many.
JOBS := $(shell nproc 2>/dev/null || sysctl -n hw.ncpu 2>/dev/null || echo 2)
ifeq (0,$(MAKELEVEL)$(filter -j% --jobs%,$(shell echo "$$MAKEFLAGS")))
MAKEFLAGS += -j$(JOBS)
endif
# Of several goals (clean all, run test) one may delete what the next one builds, so they run one after the other. Goals
# that only build run together.
ifneq (,$(and $(word 2,$(MAKECMDGOALS)),$(filter-out products all lib lessons tests programs hashes $(B)/%,$(MAKECMDGOALS))))
.NOTPARALLEL:
endif

# ---- sources and products ------------------------------------------------------------------------------
# Files named *_isa.c hold kernels. Each is compiled once per instruction set, with BP_ISA_SUFFIX set to the name of
# the set and BP_ISA_LANES to its number of 32-bit lanes. src/base/isa.h lists the sets.
ifneq (,$(filter x86_64%,$(MACHINE)))
ISAS := portable sse2 avx2 avx512
ISA_DEFINES := -DBP_BUILT_X86
else ifneq (,$(WEB_SIMD))
# WebAssembly with vector instructions: emscripten translates the intrinsics of SSE2 (see base/isa.h).
ISAS := sse2
ISA_DEFINES := -DBP_BUILT_WASM_SIMD
else
ISAS := portable
endif
# If there is another set, the portable one only runs on request.
ISA_FLAGS_portable := -DBP_ISA_LANES=4 $(if $(word 2,$(ISAS)),$(if $(SELDOM_RUN),-O1))
ISA_FLAGS_sse2     := -DBP_ISA_LANES=4 $(if $(WEB_SIMD),,-msse2)
ISA_FLAGS_avx2     := -DBP_ISA_LANES=8 -mavx2
ISA_FLAGS_avx512   := -DBP_ISA_LANES=16 -mavx512f -mavx512bw -mavx512dq -mavx512vl -mprefer-vector-width=512

# The objects of a module: its sources, its kernels once per instruction set, and for the rasterizer the font atlas.
# program_sources belong to programs, not to the library.
program_sources := $(wildcard src/*/window_sdl.c src/*/window_web.c src/tools/bake_font.c src/tools/make_character/*.c \
                     src/tools/confine/*.c src/tools/tcc/*.c src/exercise/runner/*.c)
# On Windows src/MODULE/windows/NAME.c takes the place of src/MODULE/NAME.c; elsewhere it is left out. Grading needs a
# sandbox of Linux.
WINDOWS        := $(findstring mingw,$(MACHINE))
twins          := $(wildcard src/*/windows/*.c)
left_out       := $(if $(WINDOWS),$(subst /windows,,$(twins)) src/base/seccomp.c $(filter-out %/handin.c,$(wildcard src/tools/grade/*.c)),$(twins))
module_sources  = $(filter-out $(left_out) $(program_sources),$(sort $(wildcard src/$(1)/*.c src/$(1)/*/*.c src/$(1)/screens/*/*.c)))
isa_sources     = $(filter %_isa.c,$(call module_sources,$(1)))
module_objects  = $(patsubst src/%.c,$(B)/obj/%.o,$(filter-out %_isa.c,$(call module_sources,$(1)))) \
                  $(foreach isa,$(ISAS),$(patsubst src/%.c,$(B)/obj/%.$(isa).o,$(call isa_sources,$(1)))) \
                  $(if $(filter raster,$(1)),$(FONT_OBJECT)) $(if $(filter exercise,$(1)),$(ANSWERS))
module_archive  = $(B)/lib/modules/lib$(1).a
objects         = $(patsubst %.c,$(B)/obj/%.o,$(patsubst src/%,%,$(sort $(wildcard $(1)))))
FONT_OBJECT    := $(patsubst src/tools/bake_font.c,$(B)/obj/gen/font_atlas.o,$(wildcard src/tools/bake_font.c))
WINDOW_OBJECT  := $(call objects,src/*/window_sdl.c)
LIB_OBJECTS     = $(foreach module,$(MODULES),$(call module_objects,$(module)))
LIB            := $(B)/lib/libbindpose.a

# Each lesson exports the constant bp_lesson. The compiler's command line renames it to bp_lesson_NN_name, so one
# program can hold all lessons and the registry that lists them.
LESSON_NAMES   := $(patsubst lessons/%/lesson.c,%,$(sort $(wildcard lessons/*/lesson.c)))
LESSONS        := $(if $(wildcard src/lesson_main.c),$(LESSON_NAMES:%=$(B)/lessons/%))
LESSON_ARCHIVE := $(if $(LESSON_NAMES),$(B)/lib/liblessons.a)
# What lessons draw themselves: files beside lesson.c, and those that several lessons share.
LESSON_PARTS   := $(patsubst lessons/%.c,$(B)/obj/lessons/%.o,$(sort $(wildcard lessons/shared/*.c) \
                  $(filter-out %/lesson.c,$(wildcard lessons/[0-9]*/*.c))))
lesson_symbol   = bp_lesson_$(subst -,_,$(1))
PROGRAMS       := $(patsubst src/bindpose.c,$(B)/bin/bindpose,$(wildcard src/bindpose.c))
ASSETS         := $(wildcard assets/*.glb)

# ---- building -----------------------------------------------------------------------------------
#: make                   build library, programs, lessons, and build/tests/replay
#: make lib               build/lib/libbindpose.a
#: make lessons           build/lessons/NN_name
#: make tests             build the test programs; make all: both
.PHONY: products all lib lessons tests programs FORCE
products: lib programs lessons
all: products tests
lib: $(LIB)
programs: $(PROGRAMS)
lessons: $(LESSONS)

# A stamp is a file that holds a value and is written only when the value changes. A change rebuilds whatever depends on
# the stamp: objects when the flags change, archives when the list of their members does. An unchanged stamp is up to
# date, for `make -q` too. (GNU make 4.3 leaves the newline at the file's end at times.)
differ = $(subst x$(1)x,,x$(2)x)$(subst x$(2)x,,x$(1)x)
define stamp_rule
stamp_$(1) := $$(strip $(2))
$(B)/stamps/$(1): $$(if $$(call differ,$$(stamp_$(1)),$$(if $$(wildcard $(B)/stamps/$(1)),$$(strip $$(file <$(B)/stamps/$(1))))),FORCE)
	$$(shell mkdir -p $$(@D))$$(file >$$@.new,$$(stamp_$(1)))
	@mv $$@.new $$@
endef
FLAGS_STAMP := $(B)/stamps/flags
COMPILER = $(CC) $(shell $(CC) --version 2>/dev/null | head -n 1)
$(eval $(call stamp_rule,flags,$$(COMPILER) $$(BP_CFLAGS) : $$(BP_LDFLAGS) : $$(foreach isa,$$(ISAS),$$(ISA_FLAGS_$$(isa))) $$(KERNEL_FLAGS) : $$(SELDOM_RUN)))

# Recipes. They print one short line for each product; V=1 shows the commands.
Q = $(if $(V),,@echo "  $(@:$(B)/%=%)"; )
COMPILE = $(Q)$(CC) $(BP_CFLAGS) $(MODULE_OPTIMIZE) -MMD -MP
LINK = $(Q)$(CC)
comma := ,
define compile
@mkdir -p $(@D)
$(COMPILE) $(1) -c $< -o $@
endef
define link
@mkdir -p $(@D)
$(Q)$(CC) $(filter %.o,$^) $(filter %.a,$^) $(BP_LDFLAGS) $(1) $(LIBS) -o $@
endef
define archive
@mkdir -p $(@D)
@rm -f $@
$(Q)$(AR) rcs$(if $(DARWIN),,D) $@ $(filter %.o,$^)
endef

$(B)/obj/%.o: src/%.c $(FLAGS_STAMP)
	$(call compile)
$(WINDOW_OBJECT): BP_CFLAGS += $(SDL_CFLAGS) $(if $(SDL_LATE),-DSDL_LATE='"$(SDL_LATE)"')
define isa_rule
$(B)/obj/%_isa.$(1).o: src/%_isa.c $(FLAGS_STAMP)
	$$(call compile,-DBP_ISA_SUFFIX=$(1) $$(ISA_FLAGS_$(1)) $$(KERNEL_FLAGS))
endef
$(foreach isa,$(ISAS),$(eval $(call isa_rule,$(isa))))

# stb_image shifts negative numbers and clears empty blocks at NULL: harmless, but undefined, and the sanitizer would
# stop the tests of damaged pictures. The address sanitizer still watches its memory.
$(B)/obj/io/image.o: BP_CFLAGS += $(if $(SANITIZE),-fno-sanitize=undefined)

$(eval $(call stamp_rule,webp,$$(WEBP)))
$(B)/obj/io/webp.o: BP_CFLAGS += $(if $(WEBP),-DBP_HAS_WEBP) $(WEBP_CFLAGS)
$(B)/obj/io/webp.o: $(B)/stamps/webp
$(eval $(call stamp_rule,icu,$$(ICU)))
$(B)/obj/tools/grade/identity.o $(B)/tests/unit/tools/test_grade: BP_CFLAGS += $(if $(ICU),-DBP_HAS_ICU)
$(B)/obj/tools/grade/identity.o: $(B)/stamps/icu

# The font atlas: bake_font turns the DejaVu files into a C source. Always built with -O2, because it runs for seconds,
# and under a sanitizer for a minute. FONT_ATLAS names the one of another build, when this one is for a machine that
# can't run bake_font here.
FONT_ATLAS ?=
$(B)/gen/bake_font: src/tools/bake_font.c $(FLAGS_STAMP)
	@mkdir -p $(@D)
	$(Q)$(CC) $(filter-out $(OPTIMIZE) $(SANITIZE),$(BP_CFLAGS)) -O2 -MMD -MP -MF $@.d $< $(LDFLAGS) -lm -o $@
$(B)/gen/font_atlas.c: $(or $(FONT_ATLAS),$(B)/gen/bake_font)
	@mkdir -p $(@D)
	$(Q)$(if $(FONT_ATLAS),cp $< $@,$< atlas $@ $(FONTS))
$(B)/obj/gen/%.o: $(B)/gen/%.c $(FLAGS_STAMP)
	$(call compile)

# make_character writes assets/character.glb. A test checks that the file in assets/ is what the program writes.
$(B)/gen/make_character: $(call objects,src/tools/make_character/*.c) $(LIB)
	$(call link)
#: make assets            write assets/character.glb again: the same bytes, as a test checks
.PHONY: assets
assets: $(B)/gen/make_character
	@mkdir -p assets
	@$< assets/character.glb

# ---- lessons and programs -----------------------------------------------------------------------
$(B)/obj/lessons/%/lesson.o: lessons/%/lesson.c $(FLAGS_STAMP)
	$(call compile,-Ilessons -Dbp_lesson=$(call lesson_symbol,$*))
$(LESSON_PARTS): $(B)/obj/lessons/%.o: lessons/%.c $(FLAGS_STAMP)
	$(call compile,-Ilessons)
$(B)/obj/lessons/%/main.o: src/lesson_main.c $(FLAGS_STAMP)
	$(call compile,-Dbp_lesson=$(call lesson_symbol,$*))
$(LESSONS): $(B)/lessons/%: $(B)/obj/lessons/%/main.o $(B)/obj/lessons/%/lesson.o $(B)/lib/liblessonparts.a $(WINDOW_OBJECT) $(LIB)
	$(call link,$(SDL_LINK))

$(eval $(call stamp_rule,lessons,$$(LESSON_NAMES) $$(LESSON_PARTS)))
$(B)/obj/lesson_registry.o: BP_CFLAGS += '-DLESSONS=$(foreach name,$(LESSON_NAMES),X($(call lesson_symbol,$(name))))'
$(B)/obj/lesson_registry.o: $(B)/stamps/lessons
$(B)/lib/liblessonparts.a: $(LESSON_PARTS) $(B)/stamps/lessons
	$(archive)
$(B)/lib/liblessons.a: $(LESSON_NAMES:%=$(B)/obj/lessons/%/lesson.o) $(LESSON_PARTS) $(B)/obj/lesson_registry.o
	$(archive)

# The commit that `bindpose --version` prints. A folder without .git has none, unless COMMIT=... says it; nor has the page,
# which takes minutes to link.
COMMIT ?= $(if $(WEB),,$(if $(wildcard .git),$(shell git rev-parse --short=8 HEAD 2>/dev/null)))
$(eval $(call stamp_rule,commit,$$(COMMIT)))
$(B)/obj/bindpose.o: BP_CFLAGS += -DBP_COMMIT='"$(stamp_commit)"'
$(B)/obj/bindpose.o: $(B)/stamps/commit

# The one file in C++.
$(eval $(call stamp_rule,draco,$$(DRACO)))
$(B)/obj/draco.o: src/draco.cc $(B)/stamps/draco $(FLAGS_STAMP)
	@mkdir -p $(@D)
	$(Q)$(CXX) -std=c++17 -O2 $(CFLAGS) $(if $(WERROR),-Werror) -Wall -Wextra -Iinclude -Isrc -MMD -MP -c $< -o $@

$(B)/bin/bindpose: $(B)/obj/bindpose.o $(DRACO_OBJECT) $(WINDOW_OBJECT) $(LESSON_ARCHIVE) $(LIB)
	$(call link,$(SDL_LINK) $(DRACO_LIBS))

# ---- the two commands of the README, and others -------------------------------------------------
#: make run               install what is missing, build, start the lesson browser (no display: pictures)
# A second make does the building: this one can't know the compiler before the packages are installed.
.PHONY: run packages format clean help
run: packages
	@$(MAKE) lib programs lessons
	@sh .ci/show $(B)

# Packages, of one group of .ci/packages or of several: packages-coverage+grade.
packages:
	@sh .ci/packages build
packages-%: packages
	@for group in $(subst +, ,$*); do sh .ci/packages $$group || exit; done

#: make format            clang-format over all sources
format: packages-format
	@find src include lessons tests -name '*.[ch]' -exec clang-format -i {} +

#: make clean             remove build/
clean:
	rm -rf $(B)
help:
	@sed -n 's/^#: //p' $(filter Makefile %.mk,$(MAKEFILE_LIST))
	@echo 'Settings: CC=clang, DEBUG=1, WERROR=1, V=1 (show commands), CFLAGS=..., PREFIX=$(PREFIX), LIBDIR=$(LIBDIR), DESTDIR=..., FONTS=folder'

include $(wildcard $(addsuffix /*.mk,tests src/exercise src/tools/grade src/package src/web src/windows))

# Archives last, because the exercises add to the modules' objects.
$(eval $(call stamp_rule,lib,$$(LIB_OBJECTS)))
$(LIB): $(LIB_OBJECTS) $(B)/stamps/lib
	$(archive)
define module_rule
$(call stamp_rule,module-$(1),$$(call module_objects,$(1)))
$(call module_archive,$(1)): $(call module_objects,$(1)) $(B)/stamps/module-$(1)
	$$(archive)
endef
$(foreach module,$(MODULES),$(eval $(call module_rule,$(module))))

# A handout for students has no tests.
ifeq (,$(wildcard tests/tests.mk))
.PHONY: test
test:
	@echo 'There are no tests in a handout. Try make run, make exercises, make exercise EX=05.' >&2; exit 2
endif

# The header dependencies that earlier builds recorded.
BUILT := $(wildcard $(B)/obj $(B)/gen $(B)/tests $(B)/exercises $(B)/handout)
-include $(if $(BUILT),$(shell find $(BUILT) -name '*.d'))
