# Bindpose. `make help` lists the targets. All output goes to build/.
#
# The Makefile finds sources by itself: a new file in a module, a new lesson or a new test needs no change here.
# Each module becomes an archive (build/lib/modules/). The tests of a module link only that module and the modules
# below it. libbindpose.a holds all modules.
#
# build/stamps/flags records the compiler, its version and the flags, and every object depends on it:
# `make CC=clang` or `make DEBUG=1` rebuilds everything. Sanitizers, coverage and the determinism test build into
# their own folders below build/.

# The make that macOS has is of 2006, and can't write files.
ifneq (,$(filter 3.% 4.0 4.0.% 4.1 4.1.%,$(MAKE_VERSION)))
$(error This is GNU make $(MAKE_VERSION), and 4.2 or later is needed. On macOS: `brew install make`, then say gmake instead of make)
endif

# ---- settings ---------------------------------------------------------------------------------

# Lowest first: a module uses only the modules before it. src/README.md describes them.
MODULES := base simd math rig mesh io raster gltf scene lesson exercise viewer tools cli
VERSION := $(shell sed -n 's/^\#define BP_VERSION "\(.*\)"/\1/p' include/bindpose/base.h)

ifeq ($(origin CC),default)
CC := gcc
endif
ifeq ($(origin CXX),default)
CXX := g++
endif
PREFIX  ?= /usr/local
LIBDIR  ?= $(PREFIX)/lib
DESTDIR ?=
B       ?= build
# The folder of DejaVuSans.ttf and its relatives, if it is not the usual one.
FONTS   ?=

ifdef DEBUG
OPTIMIZE ?= -O0 -g3
else
OPTIMIZE ?= -O2 -g1
endif
SANITIZE ?=
# OPTIMIZE or DEBUG, if given, apply everywhere. By default, code that runs once for a key or a click gets -O1, which
# saves a third of its compile time; the tests' own code is not optimized at all and is linked without line numbers
# (-S): use DEBUG=1 to debug it. The web build prefers small code (-Os), there and for files.
ifeq (,$(DEBUG)$(filter command environment,$(origin OPTIMIZE)))
SELDOM_RUN      := lesson lessons exercise viewer tools/grade tools/make_character cli tests $(if $(WEB),gltf io)
SELDOM_OPTIMIZE ?= -O1
MODULE_OPTIMIZE  = $(if $(filter $(SELDOM_RUN:%=$(B)/obj/%/%) $(B)/tests/oracle/% $(B)/tests/property/% $(B)/tests/golden/%,$@),$(SELDOM_OPTIMIZE))
TEST_OPTIMIZE := -O0 -g0 -Wl,-S
endif

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes
ifdef WERROR
WARNINGS += -Werror
endif
THREADS := -pthread
# Without fused multiply-adds, every compiler and processor computes the same bits.
BP_CFLAGS  = -std=c17 -ffp-contract=off -DBP_CONTRACT_OFF -fno-math-errno $(OPTIMIZE) $(WARNINGS) $(SANITIZE) $(THREADS) \
             $(ISA_DEFINES) -Iinclude -Isrc -I$(B)/gen $(CFLAGS)
BP_LDFLAGS = $(THREADS) $(SANITIZE) $(LDFLAGS)
# Libraries of others. pkg-config runs only when something is compiled.
JANSSON_LIBS = $(shell pkg-config --libs jansson)
SDL_CFLAGS   = $(shell pkg-config --cflags sdl2)
SDL_LIBS     = $(shell pkg-config --libs sdl2)
CMOCKA_LIBS  = $(shell pkg-config --libs cmocka)
# WebP pictures, if libwebp is there (sh .ci/packages webp). `make WEBP=` builds without; the page has none.
ifeq ($(origin WEBP),undefined)
WEBP        := $(if $(WEB),,$(shell pkg-config --exists libwebp 2>/dev/null && echo libwebp))
endif
WEBP_CFLAGS  = $(if $(WEBP),$(shell pkg-config --cflags $(WEBP)))
WEBP_LIBS    = $(if $(WEBP),$(shell pkg-config --libs $(WEBP)))
LIBS         = $(JANSSON_LIBS) $(WEBP_LIBS) -lm

MACHINE := $(shell $(CC) -dumpmachine 2>/dev/null)
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
ifeq ($(MAKELEVEL),0)
ifeq (,$(filter -j% --jobs%,$(shell echo "$$MAKEFLAGS")))
MAKEFLAGS += -j$(JOBS)
endif
endif

# Several goals (clean all, run test) run one after the other, each in its own make, because one may delete what the
# next one builds. Goals that only build run together.
BUILT_ONLY := products all lib lessons tests programs hashes $(B)/%
ifneq (,$(and $(filter 0,$(MAKELEVEL)),$(word 2,$(MAKECMDGOALS)),$(filter-out $(BUILT_ONLY),$(MAKECMDGOALS))))
.NOTPARALLEL:
.PHONY: $(MAKECMDGOALS)
$(MAKECMDGOALS):
	@$(MAKE) $@
else

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
ISA_DEFINES :=
endif
# If there is another set, the portable one only runs on request.
ISA_FLAGS_portable := -DBP_ISA_LANES=4 $(if $(word 2,$(ISAS)),$(if $(SELDOM_RUN),-O1))
ISA_FLAGS_sse2     := -DBP_ISA_LANES=4 $(if $(WEB_SIMD),,-msse2)
ISA_FLAGS_avx2     := -DBP_ISA_LANES=8 -mavx2
ISA_FLAGS_avx512   := -DBP_ISA_LANES=16 -mavx512f -mavx512bw -mavx512dq -mavx512vl -mprefer-vector-width=512

# The objects of a module: its sources, its kernels once per instruction set, and for the rasterizer the font atlas.
# program_sources belong to programs, not to the library.
program_sources := src/viewer/window_sdl.c src/viewer/window_web.c src/tools/bake_font.c $(wildcard src/tools/make_character/*.c src/tools/confine/*.c src/tools/tcc/*.c src/exercise/runner/*.c)
# On Windows src/MODULE/windows/NAME.c takes the place of src/MODULE/NAME.c; elsewhere it is left out. Grading needs a
# sandbox of Linux.
WINDOWS        := $(findstring mingw,$(MACHINE))
twins          := $(wildcard src/*/windows/*.c)
left_out       := $(if $(WINDOWS),$(subst /windows,,$(twins)) src/base/seccomp.c $(filter-out %/handin.c,$(wildcard src/tools/grade/*.c)),$(twins))
module_sources  = $(filter-out $(left_out),$(sort $(wildcard src/$(1)/*.c src/$(1)/*/*.c)))
isa_sources     = $(filter %_isa.c,$(call module_sources,$(1)))
plain_sources   = $(filter-out %_isa.c $(program_sources),$(call module_sources,$(1)))
module_objects  = $(patsubst src/%.c,$(B)/obj/%.o,$(call plain_sources,$(1))) \
                 $(foreach isa,$(ISAS),$(patsubst src/%.c,$(B)/obj/%.$(isa).o,$(call isa_sources,$(1)))) \
                 $(if $(filter raster,$(1)),$(FONT_OBJECT)) $(if $(filter exercise,$(1)),$(ANSWERS))
# A handout has the exercises' answers compiled, for one kind of processor (see `handout`).
ANSWERS        := $(wildcard src/exercise/answers-*.o)
ifneq (,$(ANSWERS))
ANSWERS        := $(filter %-$(firstword $(subst -, ,$(MACHINE))).o,$(ANSWERS))
$(if $(ANSWERS),,$(error This handout is for other processors than $(MACHINE): $(wildcard src/exercise/answers-*.o). Ask your teacher for another one))
endif
module_archive   = $(B)/lib/modules/lib$(1).a
FONT_OBJECT   := $(patsubst src/tools/bake_font.c,$(B)/obj/gen/font_atlas.o,$(wildcard src/tools/bake_font.c))
WINDOW_OBJECT := $(patsubst src/%.c,$(B)/obj/%.o,$(wildcard src/viewer/window_sdl.c))

LIB_OBJECTS := $(foreach module,$(MODULES),$(call module_objects,$(module)))
LIB         := $(B)/lib/libbindpose.a

# Each lesson exports the constant bp_lesson. The compiler's command line renames it to bp_lesson_NN_name, so one
# program can hold all lessons and the registry that lists them.
LESSON_NAMES   := $(patsubst lessons/%/lesson.c,%,$(sort $(wildcard lessons/*/lesson.c)))
LESSON_OBJECTS := $(patsubst %,$(B)/obj/lessons/%/lesson.o,$(LESSON_NAMES))
LESSONS        := $(if $(wildcard src/lesson_main.c),$(patsubst %,$(B)/lessons/%,$(LESSON_NAMES)))
LESSON_ARCHIVE := $(if $(LESSON_NAMES),$(B)/lib/liblessons.a)
lesson_symbol   = bp_lesson_$(subst -,_,$(1))

ASSETS   := $(wildcard assets/*.glb)
# A student's exercise is linked with one of these: main, and the code that calls the student's function with each
# case. Always plain objects, because students' programs have flags of their own.
EXERCISE_NAMES   := $(patsubst src/exercise/runner/%.c,%,$(sort $(wildcard src/exercise/runner/*.c)))
EXERCISE_OBJECTS := $(EXERCISE_NAMES:%=$(B)/exercises/%.o)
# What checking takes: those, the library that students' code may call, and the grader's first program in a sandbox.
CONFINE          := $(patsubst src/tools/confine/main.c,$(B)/exercises/confine,$(if $(findstring linux,$(MACHINE)),$(wildcard src/tools/confine/main.c)))
# The compiler for students without one, if libtcc is there (sh .ci/packages tcc).
TCC              := $(if $(wildcard /usr/include/libtcc.h),$(patsubst src/tools/tcc/main.c,$(B)/exercises/tcc,$(wildcard src/tools/tcc/main.c)))
EXERCISE_PARTS   := $(EXERCISE_OBJECTS) $(call module_archive,math) $(CONFINE) $(TCC)
PROGRAMS := $(patsubst src/bindpose.c,$(B)/bin/bindpose,$(wildcard src/bindpose.c))

UNIT_SOURCES := $(sort $(wildcard tests/unit/*/test_*.c))
UNIT_TESTS   := $(patsubst tests/%.c,$(B)/tests/%,$(UNIT_SOURCES))
# Every tests/{oracle,property,golden}/*.c is a test program that links the whole library, except tests/oracle/replay*.c
# and tests/oracle/replay/*.c: together they are build/tests/replay.
REPLAY_SOURCES := $(sort $(wildcard tests/oracle/replay*.c tests/oracle/replay/*.c))
REPLAY_OBJECTS := $(patsubst tests/%.c,$(B)/obj/tests/%.o,$(REPLAY_SOURCES))
REPLAY         := $(if $(REPLAY_SOURCES),$(B)/tests/replay)
LIBRARY_SOURCES := $(sort $(filter-out $(REPLAY_SOURCES),$(wildcard tests/oracle/*.c tests/property/*.c tests/golden/*.c)))
LIBRARY_TESTS   := $(patsubst tests/%.c,$(B)/tests/%,$(LIBRARY_SOURCES))
SHELL_TESTS  := $(sort $(wildcard tests/shell/test_*.sh))
# Programs that `make test` doesn't run: hashes for the determinism test, benchmarks, and comparisons with other
# renderers, which need those renderers' libraries.
HASH_PROGRAMS  := $(patsubst tests/%.c,$(B)/tests/%,$(sort $(wildcard tests/determinism/*.c)))
BENCH_PROGRAMS := $(patsubst tests/%.c,$(B)/tests/%,$(sort $(filter-out %/llvmpipe_bench.c %/peer_loops_cglm.c %/peer_loops_main.c %/growth.c %/growth_plot.c %/frames.c,$(wildcard tests/bench/*.c))))
EXERCISE_CHECK := $(B)/tests/exercises/check
EXERCISE_JUDGE := $(B)/tests/mutation/judge_exercise
# Of tests/fuzz/*.c, damage.c is a program; the others are targets for libFuzzer, which has the main function.
DAMAGE_PROGRAM := $(patsubst tests/%.c,$(B)/tests/%,$(wildcard tests/fuzz/damage.c))
FUZZ_NAMES     := $(filter-out damage,$(patsubst tests/fuzz/%.c,%,$(sort $(wildcard tests/fuzz/*.c))))
FUZZ_TARGETS   := $(FUZZ_NAMES:%=$(B)/tests/fuzz/%)
INTEROP_PROGRAMS := $(patsubst tests/%.c,$(B)/tests/%,$(sort $(wildcard tests/interop/*.c)))
SOAK           := $(patsubst tests/%.c,$(B)/tests/%,$(wildcard tests/soak/soak.c))
OOM_OBJECTS    := $(patsubst tests/%.c,$(B)/obj/tests/%.o,$(sort $(wildcard tests/oom/*.c)))
OOM            := $(if $(OOM_OBJECTS),$(B)/tests/oom)
# `make test-window` plays the programs in real windows.
PLAY_OBJECTS := $(patsubst tests/%.c,$(B)/obj/tests/%.o,$(filter-out %/drop.c,$(sort $(wildcard tests/window/*.c))))
PLAY         := $(if $(PLAY_OBJECTS),$(B)/tests/window/play)
PEER_PROGRAMS  := $(patsubst tests/%.c,$(B)/tests/%,$(sort $(wildcard tests/peers/*.c)))

# ---- building -----------------------------------------------------------------------------------

.PHONY: products all lib lessons tests programs hashes FORCE
# The products: library, programs, lessons, and the one test program that is also a tool.
products: lib programs lessons $(REPLAY)
all: products tests
lib: $(LIB)
programs: $(PROGRAMS) $(EXERCISE_PARTS)
lessons: $(LESSONS)
tests: $(UNIT_TESTS) $(LIBRARY_TESTS) $(REPLAY) $(OOM) $(if $(wildcard src/tools/make_character/*.c),$(B)/gen/make_character)
hashes: $(HASH_PROGRAMS)

# A stamp is a file that holds a value and is written only when the value changes. A change rebuilds whatever depends on
# the stamp: objects when the flags change, archives when the list of their members does. An unchanged stamp is up to
# date, for `make -q` too.
differ = $(subst x$(1)x,,x$(2)x)$(subst x$(2)x,,x$(1)x)
define stamp_rule
stamp_$(1) := $$(strip $(2))
$(B)/stamps/$(1): $$(if $$(call differ,$$(stamp_$(1)),$$(if $$(wildcard $(B)/stamps/$(1)),$$(file <$(B)/stamps/$(1)))),FORCE)
	$$(shell mkdir -p $$(@D))$$(file >$$@.new,$$(stamp_$(1)))
	@mv $$@.new $$@
endef
FLAGS_STAMP := $(B)/stamps/flags
COMPILER = $(CC) $(shell $(CC) --version 2>/dev/null | head -n 1)
$(eval $(call stamp_rule,flags,$$(COMPILER) $$(BP_CFLAGS) : $$(BP_LDFLAGS) : $$(foreach isa,$$(ISAS),$$(ISA_FLAGS_$$(isa))) $$(KERNEL_FLAGS) : $$(SELDOM_RUN)))
$(eval $(call stamp_rule,lib,$$(LIB_OBJECTS)))
$(eval $(call stamp_rule,lessons,$$(LESSON_NAMES)))
$(foreach module,$(MODULES),$(eval $(call stamp_rule,module-$(module),$$(call module_objects,$(module)))))

# Print one short line for each product; V=1 shows the commands.
Q = $(if $(V),,@echo "  $(@:$(B)/%=%)"; )
COMPILE = $(Q)$(CC) $(BP_CFLAGS) $(MODULE_OPTIMIZE) -MMD -MP
LINK    = $(Q)$(CC)
define archive
@mkdir -p $(@D)
@rm -f $@
$(Q)$(AR) rcs$(if $(DARWIN),,D) $@ $(filter %.o,$^)
endef

$(B)/obj/%.o: src/%.c $(FLAGS_STAMP)
	@mkdir -p $(@D)
	$(COMPILE) -c $< -o $@

# Exercises are linked with the functions of libmath that they name (--gc-sections), not with those beside them.
SECTIONS := -ffunction-sections
$(eval $(call stamp_rule,sections,$$(SECTIONS)))
$(call module_objects,math): BP_CFLAGS += $(SECTIONS)
$(call module_objects,math): $(B)/stamps/sections

# stb_image shifts negative numbers and clears empty blocks at NULL: harmless, but undefined, and the sanitizer would
# stop the tests of damaged pictures. The address sanitizer still watches its memory.
$(B)/obj/io/image.o: BP_CFLAGS += $(if $(SANITIZE),-fno-sanitize=undefined)

$(eval $(call stamp_rule,webp,$$(WEBP)))
$(B)/obj/io/webp.o: BP_CFLAGS += $(if $(WEBP),-DBP_HAS_WEBP) $(WEBP_CFLAGS)
$(B)/obj/io/webp.o: $(B)/stamps/webp

$(WINDOW_OBJECT): $(B)/obj/%.o: src/%.c $(FLAGS_STAMP)
	@mkdir -p $(@D)
	$(COMPILE) $(SDL_CFLAGS) -c $< -o $@

define isa_rule
$(B)/obj/%_isa.$(1).o: src/%_isa.c $(FLAGS_STAMP)
	@mkdir -p $$(@D)
	$$(COMPILE) -DBP_ISA_SUFFIX=$(1) $$(ISA_FLAGS_$(1)) $$(KERNEL_FLAGS) -c $$< -o $$@
endef
$(foreach isa,$(ISAS),$(eval $(call isa_rule,$(isa))))

$(LIB): $(LIB_OBJECTS) $(B)/stamps/lib
	$(archive)

define module_rule
$(call module_archive,$(1)): $(call module_objects,$(1)) $(B)/stamps/module-$(1)
	$$(archive)
endef
$(foreach module,$(MODULES),$(eval $(call module_rule,$(module))))

# The font atlas: bake_font turns the DejaVu files into a C source. Always built with -O2, because it runs for seconds,
# and under a sanitizer for a minute.
$(B)/gen/bake_font: src/tools/bake_font.c $(FLAGS_STAMP)
	@mkdir -p $(@D)
	$(Q)$(CC) $(filter-out $(OPTIMIZE) $(SANITIZE),$(BP_CFLAGS)) -O2 -MMD -MP -MF $@.d $< $(LDFLAGS) -lm -o $@

# FONT_ATLAS names the one of another build, when this one is for a machine that can't run bake_font here.
FONT_ATLAS ?=
ifneq (,$(FONT_ATLAS))
$(B)/gen/font_atlas.c: $(FONT_ATLAS)
	@mkdir -p $(@D)
	@cp $< $@
else
$(B)/gen/font_atlas.c: $(B)/gen/bake_font
	$(Q)$(B)/gen/bake_font $@ $(FONTS)
endif

$(B)/obj/gen/font_atlas.o: $(B)/gen/font_atlas.c $(FLAGS_STAMP)
	@mkdir -p $(@D)
	$(COMPILE) -c $< -o $@

# make_character writes assets/character.glb. A test checks that the file in assets/ is what the program writes.
CHARACTER_OBJECTS := $(patsubst src/%.c,$(B)/obj/%.o,$(sort $(wildcard src/tools/make_character/*.c)))
$(B)/gen/make_character: $(CHARACTER_OBJECTS) $(LIB)
	@mkdir -p $(@D)
	$(LINK) $^ $(BP_LDFLAGS) $(LIBS) -o $@

.PHONY: assets
assets: $(B)/gen/make_character
	@mkdir -p assets
	@$< assets/character.glb

# ---- lessons and programs -----------------------------------------------------------------------

$(B)/obj/lessons/%/lesson.o: lessons/%/lesson.c $(FLAGS_STAMP)
	@mkdir -p $(@D)
	$(COMPILE) -Dbp_lesson=$(call lesson_symbol,$*) -c $< -o $@

$(B)/obj/lessons/%/main.o: src/lesson_main.c $(FLAGS_STAMP)
	@mkdir -p $(@D)
	$(COMPILE) -Dbp_lesson=$(call lesson_symbol,$*) -c $< -o $@

$(LESSONS): $(B)/lessons/%: $(B)/obj/lessons/%/main.o $(B)/obj/lessons/%/lesson.o $(WINDOW_OBJECT) $(LIB)
	@mkdir -p $(@D)
	$(LINK) $^ $(BP_LDFLAGS) $(SDL_LIBS) $(LIBS) -o $@

# bindpose/lesson.h declares bp_lesson; __typeof__ gives its type.
$(B)/gen/lesson_registry.c: $(B)/stamps/lessons Makefile
	@mkdir -p $(@D)
	@{ echo '/* Generated by the Makefile from the folders in lessons/: all lessons, in order, then NULL. */'; \
	   echo '#include <bindpose/lesson.h>'; \
	   $(foreach name,$(LESSON_NAMES),echo 'extern __typeof__(bp_lesson) $(call lesson_symbol,$(name));';) \
	   echo 'extern __typeof__(bp_lesson) *const bp_lesson_registry[];'; \
	   echo '__typeof__(bp_lesson) *const bp_lesson_registry[] = {'; \
	   $(foreach name,$(LESSON_NAMES),echo '    &$(call lesson_symbol,$(name)),';) \
	   echo '    0,'; echo '};'; } > $@

$(B)/obj/gen/lesson_registry.o: $(B)/gen/lesson_registry.c $(FLAGS_STAMP)
	@mkdir -p $(@D)
	$(COMPILE) -c $< -o $@

$(B)/lib/liblessons.a: $(LESSON_OBJECTS) $(B)/obj/gen/lesson_registry.o
	$(archive)

# The commit that `bindpose --version` prints. A folder without .git has none, unless COMMIT=... says it; nor has the page,
# which takes minutes to link.
COMMIT ?= $(if $(WEB),,$(if $(wildcard .git),$(shell git rev-parse --short=8 HEAD 2>/dev/null)))
$(eval $(call stamp_rule,commit,$$(COMMIT)))
$(B)/obj/bindpose.o: BP_CFLAGS += -DBP_COMMIT='"$(stamp_commit)"'
$(B)/obj/bindpose.o: $(B)/stamps/commit

$(B)/bin/bindpose: $(B)/obj/bindpose.o $(WINDOW_OBJECT) $(LESSON_ARCHIVE) $(LIB)
	@mkdir -p $(@D)
	$(LINK) $^ $(BP_LDFLAGS) $(SDL_LIBS) $(LIBS) -o $@

$(EXERCISE_OBJECTS): $(B)/exercises/%.o: src/exercise/runner/%.c $(FLAGS_STAMP)
	@mkdir -p $(@D)
	$(Q)$(CC) -std=c17 -ffp-contract=off -O1 -g $(filter -ffile-prefix-map=%,$(CFLAGS)) $(WARNINGS) -Iinclude -Isrc -Ilessons/exercises -MMD -MP -c $< -o $@

$(CONFINE): $(B)/obj/tools/confine/main.o $(B)/obj/base/seccomp.o
	@mkdir -p $(@D)
	$(LINK) $^ $(BP_LDFLAGS) -o $@

$(TCC): $(B)/obj/tools/tcc/main.o $(B)/obj/tools/tcc/system.o $(B)/obj/lesson/text_buffer.o $(call module_archive,base)
	@mkdir -p $(@D)
	$(LINK) -Wl,--wrap=open $^ $(BP_LDFLAGS) -ltcc -ldl $(LIBS) -o $@

# ---- test programs ------------------------------------------------------------------------------

# A module and the modules below it, highest first, as the linker needs them.
reverse = $(if $(1),$(call reverse,$(wordlist 2,$(words $(1)),$(1))) $(firstword $(1)))
upto = $(if $(1),$(if $(filter $(2),$(firstword $(1))),$(2),$(firstword $(1)) $(call upto,$(wordlist 2,$(words $(1)),$(1)),$(2))))
# A module of headers alone has no archive that every linker takes.
FILLED := $(foreach module,$(MODULES),$(if $(call module_objects,$(module)),$(module)))
module_link = $(foreach module,$(call reverse,$(call upto,$(MODULES),$(1))),$(if $(filter $(module),$(FILLED)),$(call module_archive,$(module))))

define unit_rule
$(B)/tests/unit/$(1)/%: tests/unit/$(1)/%.c $(call module_link,$(1)) $(FLAGS_STAMP)
	@mkdir -p $$(@D)
	$$(COMPILE) $(TEST_OPTIMIZE) -Itests -MF $$@.d $$< $(call module_link,$(1)) $$(BP_LDFLAGS) $$(CMOCKA_LIBS) $$(LIBS) -o $$@
endef
$(foreach module,$(MODULES),$(eval $(call unit_rule,$(module))))

$(B)/tests/docs/moving $(LIBRARY_TESTS) $(SOAK) $(HASH_PROGRAMS) $(BENCH_PROGRAMS) $(INTEROP_PROGRAMS) $(DAMAGE_PROGRAM) $(EXERCISE_CHECK) $(EXERCISE_JUDGE): $(B)/tests/%: tests/%.c $(LESSON_ARCHIVE) $(LIB) $(FLAGS_STAMP)
	@mkdir -p $(@D)
	$(COMPILE) -Itests -MF $@.d $< $(LESSON_ARCHIVE) $(LIB) $(BP_LDFLAGS) $(CMOCKA_LIBS) $(LIBS) -o $@

$(B)/tests/bench/frames: tests/bench/frames.c $(WINDOW_OBJECT) $(LESSON_ARCHIVE) $(LIB) $(FLAGS_STAMP)
	@mkdir -p $(@D)
	$(COMPILE) -Itests -MF $@.d $< $(WINDOW_OBJECT) $(LESSON_ARCHIVE) $(LIB) $(BP_LDFLAGS) $(SDL_LIBS) $(LIBS) -o $@

# Fuzz targets link the replay's code without its main.
FUZZ_OBJECTS := $(filter-out %/main.o,$(REPLAY_OBJECTS))
$(FUZZ_TARGETS): $(B)/tests/%: tests/%.c $(FUZZ_OBJECTS) $(LESSON_ARCHIVE) $(LIB) $(FLAGS_STAMP)
	@mkdir -p $(@D)
	$(COMPILE) -Itests -MF $@.d $< $(FUZZ_OBJECTS) $(LESSON_ARCHIVE) $(LIB) $(BP_LDFLAGS) -fsanitize=fuzzer $(CMOCKA_LIBS) $(LIBS) -o $@

$(PEER_PROGRAMS): $(B)/tests/%: tests/%.c $(LIB) $(FLAGS_STAMP)
	@mkdir -p $(@D)
	$(COMPILE) -Itests -MF $@.d $< $(LIB) $(BP_LDFLAGS) $(CMOCKA_LIBS) -lOSMesa $(LIBS) -o $@

$(B)/tests/bench/growth: tests/bench/growth.c tests/bench/growth_plot.c tests/bench/growth.h $(LIB) $(FLAGS_STAMP)
	@mkdir -p $(@D)
	$(Q)$(CC) $(BP_CFLAGS) -Itests tests/bench/growth.c tests/bench/growth_plot.c $(LIB) $(BP_LDFLAGS) $(LIBS) -o $@

# `make bench-peers` compares with peers built for this very processor.
PEER_CFLAGS := -O3 -march=native -Itests
$(B)/tests/bench/llvmpipe_bench: tests/bench/llvmpipe_bench.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(PEER_CFLAGS) -std=gnu11 $< -lOSMesa -lm -o $@

$(B)/tests/bench/peer_loops: tests/bench/peer_loops_main.c tests/bench/peer_loops_cglm.c tests/bench/peer_loops_glm.cpp tests/bench/peer_loops.h $(LIB) $(FLAGS_STAMP)
	@mkdir -p $(@D)
	$(Q)$(CC) $(PEER_CFLAGS) -std=c17 -c tests/bench/peer_loops_cglm.c -o $@_cglm.o
	@$(CXX) $(PEER_CFLAGS) -c tests/bench/peer_loops_glm.cpp -o $@_glm.o
	@$(CC) $(BP_CFLAGS) -Itests $< $@_cglm.o $@_glm.o $(LIB) $(BP_LDFLAGS) $(LIBS) -lstdc++ -o $@

$(REPLAY_OBJECTS) $(OOM_OBJECTS) $(PLAY_OBJECTS): $(B)/obj/tests/%.o: tests/%.c $(FLAGS_STAMP)
	@mkdir -p $(@D)
	$(COMPILE) -Itests -c $< -o $@

$(B)/tests/replay: $(REPLAY_OBJECTS) $(LIB)
	@mkdir -p $(@D)
	$(LINK) $^ $(BP_LDFLAGS) $(LIBS) -o $@

$(B)/tests/oom: $(OOM_OBJECTS) $(LESSON_ARCHIVE) $(LIB)
	@mkdir -p $(@D)
	$(LINK) $^ $(BP_LDFLAGS) $(CMOCKA_LIBS) $(LIBS) -o $@

$(PLAY): $(PLAY_OBJECTS) $(LESSON_ARCHIVE) $(LIB)
	@mkdir -p $(@D)
	$(LINK) $^ $(BP_LDFLAGS) $(LIBS) -lX11 -lXfixes -o $@

# ---- the two commands of the README -------------------------------------------------------------

.PHONY: run test test-deep packages
packages:
	@sh .ci/packages build
# Of one group of .ci/packages, or of several: packages-coverage+grade.
packages-%: packages
	@for group in $(subst +, ,$*); do sh .ci/packages $$group || exit; done

# A second make does the building: this one can't know the compiler before the packages are installed.
run: packages
	@$(MAKE) lib programs lessons
	@sh .ci/show $(B)

# A handout for students has no tests.
.PHONY: has-tests
has-tests:
	@[ -d tests ] || { echo 'There are no tests in a handout. Try make run, make exercises, make exercise EX=05.' >&2; exit 2; }

test: has-tests packages
	@$(MAKE) all
	@B=$(B) CC='$(CC)' sh tests/run $(B)/tests/logs $(UNIT_TESTS) $(LIBRARY_TESTS) $(OOM) $(SHELL_TESTS)

# Every case of every test, and all other checks; PARTS='tests asan' makes some of them.
test-deep: has-tests packages
	@MAKE='$(MAKE)' sh tests/deep $(B) $(PARTS)

# ---- exercises ----------------------------------------------------------------------------------

# Shortcuts for `bindpose exercise ...`. make can't pass on its exit codes.
EX ?=
.PHONY: exercises exercise hint reset watch show trace check-exercises
exercises: packages
	@$(MAKE) -s programs
	@$(B)/bin/bindpose exercise list

exercise: packages exercise-number
	@$(MAKE) -s programs
	@$(B)/bin/bindpose exercise check $(EX)

hint reset watch show trace: packages exercise-number
	@$(MAKE) -s programs
	@$(B)/bin/bindpose exercise $@ $(EX)

# The student's own renderer, of the course in lessons/exercises/raster.
RENDERER ?= lessons/exercises/raster/renderer.c
.PHONY: renderer
renderer: packages
	@$(MAKE) -s lib
	@mkdir -p $(B)/renderer
	@$(CC) -std=c17 -O2 -ffp-contract=off -Wall -Wextra -Iinclude -Isrc -Ilessons/exercises/raster \
	    lessons/exercises/raster/check.c lessons/exercises/raster/scene.c '$(RENDERER)' $(LIB) $(BP_LDFLAGS) $(LIBS) -o $(B)/renderer/check
	@$(B)/renderer/check assets/character.glb $(B)/renderer

# The student's name and number go into the file.
NAME ?=
ID   ?=
.PHONY: handin
handin: packages
	@[ -n "$(NAME)" ] || { echo "Whose work is it? For example: make handin NAME='Ada Lovelace' ID=1815" >&2; exit 2; }
	@$(MAKE) -s programs
	@$(B)/bin/bindpose exercise handin --name "$(NAME)" $(if $(ID),--id "$(ID)")

.PHONY: exercise-number
exercise-number:
	@[ -n "$(EX)" ] || { echo "Which one? For example: make $(or $(filter exercise hint reset watch show trace,$(MAKECMDGOALS)),exercise) EX=05" >&2; exit 2; }

# For teachers: `handout` writes the folder for students, without tests, and without what lies between the lines
# "teachers:" here. The checker's answers are in it as one object file: without their sources, and with no symbols but
# the exercises' own. `grade` marks what students hand in, by cases from SEED, or from a new one.
# teachers: begin
HANDOUT_PARTS = Makefile LICENSE .ci src include lessons assets
DIR  ?=
SEED ?= 0
OUT  ?= $(B)/grades
ANSWER_SOURCES := $(wildcard src/exercise/e[0-9]*_*.c)
HANDED_ANSWERS := $(B)/handout/answers-$(firstword $(subst -, ,$(MACHINE))).o
$(B)/handout/%.o: src/exercise/%.c $(FLAGS_STAMP)
	@mkdir -p $(@D)
	@$(CC) $(BP_CFLAGS) -O2 -g0 -fno-ident -MMD -MP -c $< -o $@
$(HANDED_ANSWERS): $(ANSWER_SOURCES:src/exercise/%.c=$(B)/handout/%.o)
	@command -v objcopy >/dev/null || { echo 'A handout needs objcopy, of GNU binutils' >&2; exit 3; }
	@ld -r $^ -o $@.all
	@objcopy --wildcard --keep-global-symbol='bp_exercise_[0-9]*' --strip-unneeded $@.all $@

.PHONY: handout grade
handout: $(HANDED_ANSWERS)
	@[ -n "$(DIR)" ] || { echo "Where to? For example: make handout DIR=/tmp/for-students" >&2; exit 2; }
	@[ ! -e "$(DIR)" ] || { echo "$(DIR) is there already; name a new folder" >&2; exit 2; }
	@mkdir -p "$(DIR)" && cp -R $(wildcard $(HANDOUT_PARTS)) "$(DIR)/"
	@for original in lessons/exercises/originals/*.c; do \
	    cp "$$original" "$(DIR)/lessons/exercises/$$(basename "$$original" .c)/exercise.c"; done
	@mv "$(DIR)/lessons/HANDOUT.md" "$(DIR)/README.md"
	@cp $(HANDED_ANSWERS) "$(DIR)/src/exercise/"
	@cd "$(DIR)" && rm $(ANSWER_SOURCES)
	@sed -e '/^# teachers: begin/,/^# teachers: end/d' -e '/make \(handout\|grade\|test-grade\) /d' Makefile > "$(DIR)/Makefile"
	@echo "Written to $(DIR). There: make run, make exercises."

grade: packages
	@[ -n "$(DIR)" ] || { echo "Whose? For example: make grade DIR=submissions SEED=20" >&2; exit 2; }
	@[ -n "$(UNSAFE)" ] || sh .ci/packages grade
	@$(MAKE) -s programs
	@$(B)/bin/bindpose exercise grade "$(DIR)" --seed $(SEED) --out "$(OUT)" --jobs $(JOBS) $(if $(EX),--only "$(EX)") $(if $(PARTIAL),--partial) $(if $(UNSAFE),--unsafe)

# Grades an invented class with every kind of trouble, and builds a handout.
.PHONY: test-grade
test-grade: packages
	@sh .ci/packages grade
	@$(MAKE) -s programs
	@sh tests/grade/class.sh $(B)
	@sh tests/grade/downloads.sh $(B)
	@sh tests/grade/attacks.sh $(B)
	@sh tests/grade/environment.sh $(B)
	@sh tests/grade/submissions.sh $(B)
	@sh tests/grade/handout.sh $(B)
# teachers: end

# EXERCISE_CC=gcc, clang or tcc: with that compiler.
EXERCISE_CC ?=
check-exercises: has-tests packages
	@[ "$(EXERCISE_CC)" != tcc ] || sh .ci/packages tcc
	@[ "$(EXERCISE_CC)" != clang ] || sh .ci/packages sanitizers
	@$(MAKE) $(EXERCISE_PARTS) $(LIB) $(EXERCISE_CHECK)
	@$(if $(EXERCISE_CC),CC=$(EXERCISE_CC)) BINDPOSE_BUILD=$(B) $(EXERCISE_CHECK) $(EX)

# Solutions with one fault each must fail: MUTATION_ARGS='--only 05 --verbose'.
.PHONY: mutate-exercises
mutate-exercises: has-tests packages
	@sh .ci/packages mutation
	@$(MAKE) programs $(EXERCISE_JUDGE)
	@tests/mutation/mutate_exercises $(B) --cc '$(CC)' $(MUTATION_ARGS)

# ---- more checks --------------------------------------------------------------------------------

.PHONY: test-arm test-avx512 test-conformance test-interop test-look check-layers asan damage fuzz tsan coverage bench bench-frames bench-growth bench-peers test-determinism test-peers test-mutation mutated test-window golden docs check-pictures check-hashes test-unit test-oom test-fresh soak msan valgrind
test-unit: tests
	@B=$(B) sh tests/run $(B)/tests/logs $(UNIT_TESTS)

check-layers: packages
	@sh tests/layers/check includes . "$(MODULES)"
	@$(MAKE) lib $(UNIT_TESTS) $(foreach module,$(MODULES),$(call module_archive,$(module)))
	@sh tests/layers/check symbols $(B)/lib/modules "$(MODULES)"
	@sh tests/layers/check data $(B)/obj
	@sh tests/layers/check circles $(B)/obj src
	@sh tests/layers/check text .
	@sh .ci/packages cxx
	@CXX='$(CXX)' sh tests/layers/check cxx .

# QUICK=1 leaves out those that draw all lessons again and again: they take two thirds of the time.
DRAW_ALL = %/lesson_walks %/lesson_spoilers %/lesson_looks %/lesson_notes
ASAN_TESTS = $(filter-out $(if $(QUICK),$(DRAW_ALL)),$(UNIT_TESTS) $(LIBRARY_TESTS))
asan: packages
	@$(MAKE) $(SANITIZED) tests
	@B=$(B)/asan sh tests/run $(B)/asan/tests/logs $(patsubst $(B)/%,$(B)/asan/%,$(ASAN_TESTS))

# Damaged glTF files under the sanitizers: DAMAGE='FIRST COUNT'; from assets/, $BINDPOSE_MODELS and random files.
DAMAGE ?= 1 10000
SANITIZED = B=$(B)/asan OPTIMIZE='-O1 -g' SANITIZE='-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer'
damage: packages
	@$(MAKE) programs
	@$(MAKE) $(SANITIZED) $(patsubst $(B)/%,$(B)/asan/%,$(DAMAGE_PROGRAM))
	@B=$(B) sh tests/fuzz/run $(B)/asan/tests/fuzz/damage $(DAMAGE)

# T seconds of libFuzzer for each target, or for the targets in FUZZ. New inputs stay in $(B)/fuzz/corpus.
# SEED sets the random choices; 0 takes another seed each time.
T    ?= 60
SEED ?= 0
FUZZ ?= $(FUZZ_NAMES)
# Kernels get the address sanitizer only: clang would compile for minutes with the undefined one (make asan has it, with
# gcc). Their comparisons are not traced for libFuzzer, because tracing takes a quarter of the time.
FUZZED = B=$(B)/fuzz CC=clang OPTIMIZE='-O1 -g1' \
         KERNEL_FLAGS='-fno-sanitize=undefined,fuzzer-no-link -fsanitize-coverage=inline-8bit-counters,pc-table' \
         SANITIZE='-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer'
fuzz: packages
	@sh .ci/packages sanitizers
	@$(MAKE) $(FUZZED) $(FUZZ:%=$(B)/fuzz/tests/fuzz/%)
	@SEED=$(SEED) sh tests/fuzz/target $(B)/fuzz $(T) $(FUZZ)

# These take minutes under the thread sanitizer, and share no more between threads than the other tests do.
TSAN_SLOW  = $(DRAW_ALL) %/lesson_pictures %/test_lesson_pictures %/test_world %/test_browser_window %/test_demo_window \
             %/test_commands %/test_contrast_marks %/test_answer
TSAN_TESTS = $(filter-out $(TSAN_SLOW),$(UNIT_TESTS) $(LIBRARY_TESTS))
tsan: packages
	@$(MAKE) B=$(B)/tsan OPTIMIZE='-O1 -g' SANITIZE=-fsanitize=thread tests
	@B=$(B)/tsan TSAN_OPTIONS=halt_on_error=1 sh tests/run $(B)/tsan/tests/logs $(patsubst $(B)/%,$(B)/tsan/%,$(TSAN_TESTS))

# Coverage counts how often each line runs and each decision goes each way. So nothing is optimized, and the kernels'
# small functions are not inlined, or each copy would count (our headers write always_inline, the compiler's headers
# write it with underscores). Students' programs link a plain library, so that is built too.
COVERED       = $(B)/coverage
COVERED_FLAGS = B=$(COVERED) CC=gcc OPTIMIZE='-O0 -g' SANITIZE='--coverage -fprofile-update=atomic -Dalways_inline=unused' \
                LDFLAGS='-Wl,--wrap=_exit,--wrap=execvp,--wrap=fork $(COVERED)/lib/libcounts.a'
coverage: has-tests packages
	@for group in coverage grade window; do sh .ci/packages $$group; done
	@$(MAKE) lib programs
	@mkdir -p $(COVERED)/lib
	@gcc -c tests/coverage/counts.c -o $(COVERED)/lib/counts.o && ar rcsD $(COVERED)/lib/libcounts.a $(COVERED)/lib/counts.o
	@$(MAKE) $(COVERED_FLAGS) all $(patsubst $(B)/%,$(COVERED)/%,$(EXERCISE_CHECK) $(PLAY))
	@find $(COVERED) -name '*.gcda' -delete
	@BINDPOSE_BUILD=$(abspath $(B)) CC=gcc sh tests/coverage/run $(COVERED) "$(MODULES)" \
	    $(patsubst $(B)/%,$(COVERED)/%,$(UNIT_TESTS) $(LIBRARY_TESTS) $(OOM)) $(SHELL_TESTS)

bench: packages
	@$(MAKE) programs $(BENCH_PROGRAMS)
	@set -e; for program in $(BENCH_PROGRAMS); do echo "== $$program"; $$program; done
	@set -e; for program in $(PROGRAMS); do echo "== $$program bench"; $$program bench; done

# Whole frames of real windows while things are dragged, on a virtual screen; FRAMES_ARGS='--cpu --best 5 18 list'.
FRAMES_ARGS = lessons list $(abspath assets/character.glb $(wildcard ../shared/models/greenman.glb))
bench-frames: packages
	@sh .ci/packages window
	@$(MAKE) $(B)/tests/bench/frames
	@FRAMES_ARGS='$(FRAMES_ARGS)' sh tests/window/run $(B) frames

# How cost grows with size: writes tests/bench/growth.md and its picture with this machine's figures.
bench-growth: packages
	@$(MAKE) $(B)/tests/bench/growth
	@$(B)/tests/bench/growth tests/bench

# Runs ours and theirs in turn; PEERS_ARGS='--json --rounds 9 --threads 1 --only R2'.
bench-peers: packages
	@sh .ci/packages peers >&2
	@$(MAKE) programs $(B)/tests/bench/llvmpipe_bench $(B)/tests/bench/peer_loops >&2
	@python3 tests/bench/peers $(B) $(PEERS_ARGS)

test-determinism: packages
	@sh .ci/packages clang
	@MAKE='$(MAKE)' sh tests/determinism/run $(B)/determinism $(notdir $(HASH_PROGRAMS))

# The quick half, for CI: only the builds in HASH_BUILDS, and a few numbers of threads.
HASH_BUILDS = $(B)
check-hashes: packages
	@$(MAKE) hashes
	@BUILDS='$(HASH_BUILDS)' THREADS='1 2 5 16' sh tests/determinism/run $(B)/determinism $(notdir $(HASH_PROGRAMS))

# The AVX-512 kernels in an emulator, for processors that don't have the set: some minutes. SCENES=40 random scenes.
AVX512_PROGRAMS = $(HASH_PROGRAMS) $(addprefix $(B)/tests/,property/raster_scenes property/raster_overlay unit/mesh/test_skin unit/mesh/test_skin_jobs)
test-avx512: packages
	@sh .ci/packages avx512
	@$(MAKE) $(AVX512_PROGRAMS)
	@sh tests/avx512/run $(B) $(B)/avx512

# 64-bit ARM: built by Debian's cross compiler, run by qemu-user. QUICK=1: some of the unit tests.
ARM       = $(B)/arm
ARM_ROOT  = $(abspath $(ARM)/root)
ARM_LIB   = $(ARM_ROOT)/usr/lib/aarch64-linux-gnu
ARM_BUILD = B=$(ARM) CC=aarch64-linux-gnu-gcc TCC= FONT_ATLAS=$(B)/gen/font_atlas.c LDFLAGS=-Wl,--allow-shlib-undefined \
            CFLAGS='-isystem $(ARM_ROOT)/usr/include -isystem $(ARM_ROOT)/usr/include/aarch64-linux-gnu'
ARM_QUICK = %/test_trig %/test_many_bones
ARM_TESTS = $(if $(QUICK),$(filter-out $(ARM_QUICK),$(filter $(foreach module,base math rig mesh,$(B)/tests/unit/$(module)/%),$(UNIT_TESTS))),$(UNIT_TESTS))
test-arm: has-tests packages
	@sh .ci/packages arm
	@sh tests/arm/sysroot $(ARM)/root
	@$(MAKE) $(B)/gen/font_atlas.c
	@PKG_CONFIG_LIBDIR=$(ARM_LIB)/pkgconfig PKG_CONFIG_SYSROOT_DIR=$(ARM_ROOT) $(MAKE) $(ARM_BUILD) \
	    programs lessons hashes $(patsubst $(B)/%,$(ARM)/%,$(ARM_TESTS))
	@ARM_ROOT=$(ARM_ROOT) HASHES='$(notdir $(HASH_PROGRAMS))' sh tests/arm/run $(ARM) $(patsubst $(B)/%,$(ARM)/%,$(ARM_TESTS))

# Clang's memory sanitizer needs every library instrumented, so it tests only the modules that use no other library.
# Two tests are left out, because they make system calls fail and fill the address space, which the sanitizer needs.
MSAN_TESTS = $(filter-out %/test_file_faults %/test_pool,$(filter $(foreach module,base math rig mesh raster,$(B)/tests/unit/$(module)/%),$(UNIT_TESTS)))
msan: packages
	@sh .ci/packages sanitizers
	@$(MAKE) B=$(B)/msan CC=clang OPTIMIZE='-O1 -g' SANITIZE='-fsanitize=memory -fno-sanitize-recover=all -fno-omit-frame-pointer' $(patsubst $(B)/%,$(B)/msan/%,$(MSAN_TESTS))
	@B=$(B)/msan sh tests/run $(B)/msan/tests/logs $(patsubst $(B)/%,$(B)/msan/%,$(MSAN_TESTS))

# Unlike the sanitizers, valgrind also checks the libraries of others. Files, JSON, bones, glTF.
VALGRIND_TESTS = $(filter $(foreach module,base io rig gltf,$(B)/tests/unit/$(module)/%),$(UNIT_TESTS))
valgrind: packages
	@sh .ci/packages valgrind
	@$(MAKE) B=$(B)/valgrind OPTIMIZE='-O1 -g' $(patsubst $(B)/%,$(B)/valgrind/%,$(VALGRIND_TESTS))
	@B=$(B)/valgrind BINDPOSE_ISA=sse2 UNDER='valgrind -q --error-exitcode=99 --leak-check=full' sh tests/run $(B)/valgrind/tests/logs $(patsubst $(B)/%,$(B)/valgrind/%,$(VALGRIND_TESTS))

# SOAK_SECONDS for the crowd, SOAK_HOURS of simulated viewing, SOAK_STALLS seconds with workers held up.
SOAK_SECONDS ?= 600
SOAK_HOURS   ?= 8
SOAK_STALLS  ?= 60
soak: packages
	@$(MAKE) $(SOAK)
	@$(SOAK) crowd $(SOAK_SECONDS)
	@$(SOAK) viewer $(SOAK_HOURS)
	@$(SOAK) stalls $(SOAK_STALLS)

test-fresh:
	@sh tests/fresh/run

# OOM_ARGS='--most 0' lets every single allocation fail in turn; '--only gltf' tests one module.
test-oom: packages
	@$(MAKE) $(OOM)
	@TEST_DEEP=1 $(OOM) --most 400 $(OOM_ARGS)

test-interop: packages
	@$(MAKE) programs $(INTEROP_PROGRAMS)
	@B=$(B) sh tests/interop/run $(B)/interop

test-look: packages
	@sh .ci/packages web-test
	@$(MAKE) $(B)/bin/bindpose
	@B=$(B) sh tests/look/run $(B)/look $(FILES)

# Fifty files with one trait of skinning each, posed by every engine that is here. Without npm only by Bindpose.
test-conformance: packages
	@$(MAKE) $(B)/bin/bindpose
	@B=$(B) sh tests/conformance/run $(B)/conformance

test-peers: packages
	@sh .ci/packages osmesa
	@$(MAKE) $(PEER_PROGRAMS)
	@B=$(B) sh tests/run $(B)/tests/logs $(PEER_PROGRAMS)

# Which faults do the tests miss? MUTATION_ARGS='--modules math --only src/math/mat4.c --count 200 --verbose'.
MUTATION_ISA = $(if $(filter avx2,$(ISAS)),$(if $(shell grep -m1 -o avx2 /proc/cpuinfo 2>/dev/null),avx2,sse2),portable)
MUTATED = $(foreach module,base math rig mesh io raster,$(call module_objects,$(module)))
mutated: $(MUTATED)
test-mutation: packages
	@sh .ci/packages mutation
	@$(MAKE) B=$(B)/mutation OPTIMIZE='-O1 -fPIC' mutated
	@BINDPOSE_ISA=$(MUTATION_ISA) python3 tests/mutation/mutate $(B)/mutation --cc '$(CC) $(SANITIZE)' \
	    --flags '$(subst $(OPTIMIZE),-O1 -fPIC,$(BP_CFLAGS)) -I$(B)/mutation/gen' --libs '$(LIBS)' --isa $(MUTATION_ISA) \
	    --isa-flags '-DBP_ISA_SUFFIX=$(MUTATION_ISA) $(ISA_FLAGS_$(MUTATION_ISA))' \
	    --objects '$(MUTATED:$(B)/%=$(B)/mutation/%)' $(MUTATION_ARGS)

test-window: packages
	@sh .ci/packages window
	@$(MAKE) programs lessons $(PLAY)
	@sh tests/window/run $(B)

golden: packages
	@$(MAKE) tests
	@B=$(B) BINDPOSE_GOLDEN_UPDATE=1 sh tests/run $(B)/tests/logs $(filter $(B)/tests/golden/%,$(LIBRARY_TESTS))

# Runs the lessons to write their READMEs: words, numbers and pictures.
docs: has-tests packages
	@sh .ci/packages docs
	@$(MAKE) lessons $(B)/tests/golden/lesson_pages $(B)/tests/docs/moving
	@BINDPOSE_DOCS_UPDATE=1 $(B)/tests/golden/lesson_pages
	@sh tests/docs/pictures $(B)
	@sh tests/docs/readme $(B)

# `make test` includes this one.
check-pictures: packages
	@$(MAKE) $(B)/tests/golden/lesson_pictures
	@B=$(B) sh tests/run $(B)/tests/logs $(B)/tests/golden/lesson_pictures

include src/web/web.mk
-include src/package/package.mk
-include src/windows/windows.mk

# ---- installing and cleaning ------------------------------------------------------------------------------

.PHONY: format install uninstall clean help
format:
	@sh .ci/packages format
	@find src include lessons tests -name '*.[ch]' -exec clang-format -i {} +

# Lessons and exercises are programs of this project, not a library, so their headers stay here.
HEADERS := $(filter-out include/bindpose/lesson% $(addprefix include/bindpose/,exercise.h program.h painter.h stage.h illustration.h),$(wildcard include/bindpose/*.h))
# `make install` brings the static library only, so its users link its dependencies themselves. Libs and Requires name
# them, not the .private forms, which pkg-config leaves out without --static.
define PC_FILE
prefix=$(PREFIX)
exec_prefix=$${prefix}
libdir=$(LIBDIR:$(PREFIX)%=$${prefix}%)
includedir=$${prefix}/include

Name: bindpose
Description: Bones, the seven matrices, skinning and a software rasterizer
Version: $(VERSION)
Requires: jansson $(WEBP)
Libs: -L$${libdir} -lbindpose -lm -pthread
Cflags: -I$${includedir}
endef
# For programs that read no files: bones, clips, skinning, the rasterizer. They need no other library.
PC_FILE_RIG = $(subst Requires: jansson $(WEBP),Requires:,$(subst Name: bindpose,Name: bindpose-rig,$(PC_FILE)))
# From $(LIBDIR) up to $(PREFIX): "..", or "../.." for lib/x86_64-linux-gnu.
UP_FROM_LIBDIR = $(subst $() ,/,$(foreach part,$(subst /, ,$(LIBDIR:$(PREFIX)/%=%)),..))
define CMAKE_FILE
include(CMakeFindDependencyMacro)
find_dependency(Threads)
get_filename_component(_libdir "$${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
get_filename_component(_prefix "$${_libdir}/$(UP_FROM_LIBDIR)" ABSOLUTE)
if(NOT TARGET bindpose::rig)
  add_library(bindpose::rig STATIC IMPORTED)
  set_target_properties(bindpose::rig PROPERTIES IMPORTED_LOCATION "$${_libdir}/libbindpose.a"
    INTERFACE_INCLUDE_DIRECTORIES "$${_prefix}/include" INTERFACE_LINK_LIBRARIES "m;Threads::Threads")
  add_library(bindpose::bindpose INTERFACE IMPORTED)
  set_target_properties(bindpose::bindpose PROPERTIES INTERFACE_LINK_LIBRARIES "bindpose::rig;jansson$(if $(WEBP),;webp)")
endif()
endef
define CMAKE_VERSION_FILE
set(PACKAGE_VERSION "$(VERSION)")
if(PACKAGE_FIND_VERSION VERSION_LESS_EQUAL PACKAGE_VERSION)
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
endif()
endef
# For a student's copy of the installed exercises: the commands that their README names. Before the copying, the program
# is found by the folder; an unpacked archive has no PREFIX.
define EXERCISES_MAKEFILE
BINDPOSE = $$(firstword $$(wildcard ../../../bin/bindpose $(PREFIX)/bin/bindpose) bindpose)
exercises: ; @$$(BINDPOSE) exercise list
exercise: ; @$$(BINDPOSE) exercise check $$(EX)
hint reset watch show trace: ; @$$(BINDPOSE) exercise $$@ $$(EX)
handin: ; @$$(BINDPOSE) exercise handin --name '$$(NAME)' $$(if $$(ID),--id '$$(ID)')
.PHONY: exercises exercise hint reset watch show trace handin
endef
export PC_FILE PC_FILE_RIG CMAKE_FILE CMAKE_VERSION_FILE EXERCISES_MAKEFILE

# The shared library: the modules of the library alone (no lessons, windows or commands), built a second time. It
# exports the functions that the installed headers declare, and no others.
# ABI counts the changes that break programs linked before: a function gone or other parameters, a struct of the headers
# that grows or shrinks. The version goes its own way; Debian's package has the number in its name.
LIBRARY_MODULES := base simd math rig mesh io raster gltf scene
ABI       := 1
SONAME    := libbindpose.so.$(ABI)
SHARED_LIB := $(B)/lib/$(SONAME).$(VERSION)
PIC       := $(B)/pic
.PHONY: shared shared-library install-shared
shared: packages
	@[ -z "$(DARWIN)" ] || { echo 'There is no shared library for macOS: link libbindpose.a' >&2; exit 2; }
	@$(MAKE) shared-library

shared-library: $(B)/gen/font_atlas.c
	@$(MAKE) B=$(PIC) FONT_ATLAS=$(B)/gen/font_atlas.c CFLAGS='$(CFLAGS) -fPIC' $(LIBRARY_MODULES:%=$(PIC)/lib/modules/lib%.a)
	@{ echo '{ global:'; grep -oh '\bbp_[a-z0-9_]*(' $(HEADERS) | sort -u | sed 's/($$/;/'; echo 'local: *; };'; } > $(PIC)/exports
	@$(CC) -shared -Wl,-soname,$(SONAME) -Wl,--version-script=$(PIC)/exports -Wl,--whole-archive \
	    $(LIBRARY_MODULES:%=$(PIC)/lib/modules/lib%.a) -Wl,--no-whole-archive $(BP_LDFLAGS) $(LIBS) -o $(SHARED_LIB)
	@ln -sf $(notdir $(SHARED_LIB)) $(B)/lib/$(SONAME)
	@echo '  lib/$(notdir $(SHARED_LIB))'

install-shared: shared-library
	@mkdir -p '$(DESTDIR)$(LIBDIR)'
	install -m 755 $(SHARED_LIB) '$(DESTDIR)$(LIBDIR)/'
	@ln -sf $(notdir $(SHARED_LIB)) '$(DESTDIR)$(LIBDIR)/$(SONAME)'
	@ln -sf $(SONAME) '$(DESTDIR)$(LIBDIR)/libbindpose.so'

# The headers as a manual, in $(B)/api/html. No warnings: each one fails the target. The filter turns our comments into
# Doxygen's: /** before a declaration, /**< behind one.
.PHONY: docs-api
docs-api:
	@sh .ci/packages docs-api
	@mkdir -p $(B)/api
	@printf '%s\n' '1s,^/[*] ,/** @file\n * ,' 's,^\( *\)/[*] \([^-]\),\1/** \2,' 's,\([;{\,]\) *\(/[*]\) ,\1 \2*< ,' \
	    '/^ *[/ ][*]/s,#,\\#,g' > $(B)/api/filter
	@printf '%s\n' 'PROJECT_NAME = Bindpose' 'PROJECT_NUMBER = $(VERSION)' 'INPUT = $(HEADERS)' 'OUTPUT_DIRECTORY = $(B)/api' \
	    'GENERATE_LATEX = NO' 'HAVE_DOT = NO' 'OPTIMIZE_OUTPUT_FOR_C = YES' 'EXTRACT_ALL = YES' 'QUIET = YES' 'WARN_AS_ERROR = FAIL_ON_WARNINGS' \
	    'MACRO_EXPANSION = YES' 'EXPAND_ONLY_PREDEF = YES' 'PREDEFINED = BP_BEGIN_C= BP_END_C= BP_PRINTF(a,b)=' \
	    'INPUT_FILTER = "sed -f $(B)/api/filter"' | doxygen -
	@echo '  $(B)/api/html/index.html'

# The exercises are a folder to copy and to work in; what they are linked with goes beside the library.
SHARE = $(DESTDIR)$(PREFIX)/share/bindpose
PARTS = $(DESTDIR)$(PREFIX)/lib/bindpose
install-exercises: $(EXERCISE_PARTS)
	@mkdir -p '$(SHARE)/exercises/lessons/exercises' '$(PARTS)/exercises' '$(PARTS)/lib/modules'
	cp -R include '$(SHARE)/exercises/'
	cp -R lessons/exercises/README.md lessons/exercises/exercise.h lessons/exercises/originals '$(SHARE)/exercises/lessons/exercises/'
	@cd '$(SHARE)/exercises/lessons/exercises' && for original in originals/*.c; do \
	    folder=$$(basename "$$original" .c) && mkdir -p "$$folder" && cp "$$original" "$$folder/exercise.c" || exit 1; done
	@printf '%s\n' "$$EXERCISES_MAKEFILE" > '$(SHARE)/exercises/Makefile'
	install -m 644 $(EXERCISE_OBJECTS) '$(PARTS)/exercises/'
	$(if $(CONFINE)$(TCC),install -m 755 $(CONFINE) $(TCC) '$(PARTS)/exercises/')
	install -m 644 $(call module_archive,math) '$(PARTS)/lib/modules/'

# The manual and the icon are made by the program, or by another one where this one is built for another machine.
RUN_PROGRAM ?= $(PROGRAMS)
DESKTOP := $(wildcard src/package/*.desktop)
ICON_LOOK := --size 256x256 --show mesh,bones --eye 0.5,1.4,1.6 --target 0,1.33,0 --no-shadow
ICONS   := share/icons/hicolor/256x256/apps
.PHONY: install-exercises install-program install-library
install: install-program install-library

install-program: programs $(if $(EXERCISE_OBJECTS),install-exercises)
	@mkdir -p '$(DESTDIR)$(PREFIX)/bin'
	$(if $(wildcard src/tools/manual.sh),@sh src/tools/manual.sh $(RUN_PROGRAM) $(VERSION) $(B)/manual && \
	    mkdir -p '$(DESTDIR)$(PREFIX)/share/man/man1' '$(DESTDIR)$(PREFIX)/share/bash-completion/completions' && \
	    install -m 644 $(B)/manual/*.1 '$(DESTDIR)$(PREFIX)/share/man/man1/' && \
	    install -m 644 $(B)/manual/bindpose.bash '$(DESTDIR)$(PREFIX)/share/bash-completion/completions/bindpose')
	$(if $(PROGRAMS),install -m 755 $(PROGRAMS) '$(DESTDIR)$(PREFIX)/bin/')
	$(if $(DESKTOP),mkdir -p '$(DESTDIR)$(PREFIX)/share/applications' '$(DESTDIR)$(PREFIX)/$(ICONS)' && \
	    install -m 644 $(DESKTOP) '$(DESTDIR)$(PREFIX)/share/applications/' && \
	    $(RUN_PROGRAM) render assets/character.glb -o '$(DESTDIR)$(PREFIX)/$(ICONS)/bindpose.png' $(ICON_LOOK))
	$(if $(ASSETS),mkdir -p '$(DESTDIR)$(PREFIX)/share/bindpose' && install -m 644 $(ASSETS) '$(DESTDIR)$(PREFIX)/share/bindpose/')

install-library: lib
	@mkdir -p '$(DESTDIR)$(LIBDIR)/pkgconfig' '$(DESTDIR)$(PREFIX)/include/bindpose'
	install -m 644 $(LIB) '$(DESTDIR)$(LIBDIR)/'
	install -m 644 $(HEADERS) '$(DESTDIR)$(PREFIX)/include/bindpose/'
	$(if $(wildcard include/bindpose/bindpose.h),@sed '/bindpose.lesson/d' include/bindpose/bindpose.h > '$(DESTDIR)$(PREFIX)/include/bindpose/bindpose.h')
	@printf '%s\n' "$$PC_FILE" > '$(DESTDIR)$(LIBDIR)/pkgconfig/bindpose.pc'
	@printf '%s\n' "$$PC_FILE_RIG" > '$(DESTDIR)$(LIBDIR)/pkgconfig/bindpose-rig.pc'
	@mkdir -p '$(DESTDIR)$(LIBDIR)/cmake/bindpose'
	@printf '%s\n' "$$CMAKE_FILE" > '$(DESTDIR)$(LIBDIR)/cmake/bindpose/bindposeConfig.cmake'
	@printf '%s\n' "$$CMAKE_VERSION_FILE" > '$(DESTDIR)$(LIBDIR)/cmake/bindpose/bindposeConfigVersion.cmake'

uninstall:
	rm -f '$(DESTDIR)$(LIBDIR)/libbindpose.'* '$(DESTDIR)$(LIBDIR)/pkgconfig/bindpose.pc' '$(DESTDIR)$(LIBDIR)/pkgconfig/bindpose-rig.pc'
	rm -rf '$(DESTDIR)$(LIBDIR)/cmake/bindpose'
	rm -f '$(DESTDIR)$(PREFIX)/share/man/man1/bindpose'*.1 '$(DESTDIR)$(PREFIX)/share/bash-completion/completions/bindpose'
	rm -rf '$(DESTDIR)$(PREFIX)/include/bindpose' '$(DESTDIR)$(PREFIX)/lib/bindpose'
	rm -f '$(DESTDIR)$(PREFIX)/bin/bindpose'
	rm -rf '$(DESTDIR)$(PREFIX)/share/bindpose' '$(DESTDIR)$(PREFIX)/$(ICONS)/bindpose.png'
	$(if $(DESKTOP),rm -f $(DESKTOP:src/package/%='$(DESTDIR)$(PREFIX)/share/applications/%'))

clean:
	rm -rf $(B)

help:
	@echo 'make run               install what is missing, build, start the lesson browser (no display: pictures)'
	@echo 'make test              install what is missing, build, run every test: slow ones on a part of their cases'
	@echo 'make test-deep         every case of every test, and all other checks; PARTS="tests asan" makes some of them'
	@echo 'make                   build library, programs, lessons, and build/tests/replay'
	@echo 'make tests             build the test programs; make all: both'
	@echo 'make lib               build/lib/libbindpose.a'
	@echo 'make lessons           build/lessons/NN_name'
	@echo 'make exercises         the exercises: which there are, how you are doing, what to do next'
	@echo 'make exercise EX=05    build and check one; make hint EX=05 gives a hint; make watch EX=05 checks at each save'
	@echo 'make trace EX=05       follow the case that fails step by step; make show EX=05 shows the answer in a window'
	@echo 'make reset EX=05       start one again; asks first and keeps a copy'
	@echo 'make renderer          check your renderer (lessons/exercises/raster), step by step, with a picture after each'
	@echo 'make handin NAME=...   pack your exercises into one file to hand in; ID=... is your student number'
	@echo 'make handout DIR=...   a folder for students: exercises, lessons, library, no solutions'
	@echo 'make grade DIR=...     mark what students handed in to DIR; SEED=n: the cases of an earlier run; OUT=folder: the results;'
	@echo '                       EX="05 06": these only; PARTIAL=1: points for a part of the cases'
	@echo 'make test-grade        grade an invented class with every kind of trouble; build a handout'
	@echo 'make check-exercises   every unsolved exercise fails, every solution passes, every wrong answer is explained'
	@echo 'make check-layers      modules use only lower modules; no circles, writable data, double types, long lines'
	@echo 'make asan              all test programs under the address and undefined sanitizers; QUICK=1: not the slowest'
	@echo 'make damage            read 10,000 damaged glTF files under the sanitizers'
	@echo 'make fuzz T=60         libFuzzer (clang) for T seconds on each target of tests/fuzz, or on FUZZ=NAME'
	@echo 'make tsan              all test programs under the thread sanitizer'
	@echo 'make test-oom          repeat every call with its Nth allocation failing, for all N up to 400; OOM_ARGS="--most 0"'
	@echo 'make msan              modules that use no other library under the memory sanitizer (clang)'
	@echo 'make valgrind          files, JSON, bones and glTF under valgrind'
	@echo 'make soak              1,000 characters for 10 minutes, 8 simulated hours of viewing, delayed workers: no growth'
	@echo 'make test-fresh        the commands of README.md on a newly installed Debian (root, debootstrap)'
	@echo 'make coverage          lines and branches that the tests run: at least 97% and 90% of src; lists the rest'
	@echo 'make bench             benchmarks'
	@echo 'make bench-frames      1920x1080 frames of each lesson while it is dragged (installs xvfb, xdotool)'
	@echo 'make bench-growth      how cost grows with size: writes tests/bench/growth.md and growth.png'
	@echo 'make bench-peers       benchmarks beside llvmpipe, GLM and cglm (installs what it needs); PEERS_ARGS=--json'
	@echo 'make test-determinism  the same hashes with every compiler, optimization level, instruction set, number of threads'
	@echo 'make check-hashes      the hashes in tests/determinism/hashes, with the current build'
	@echo 'make test-avx512       the AVX-512 kernels in an emulator (Bochs), for processors without the set'
	@echo 'make test-arm          hashes, claims, lessons and unit tests on 64-bit ARM, by qemu-user (Debian); QUICK=1: fewer tests'
	@echo 'make test-peers        our pictures against other renderers (installs libosmesa6-dev)'
	@echo 'make mutate-exercises  plant small faults in the solutions of the exercises: do the cases find them all?'
	@echo 'make test-mutation     plant 1,000 small faults in math, rig, mesh, io, raster: how many do the tests find?'
	@echo 'make test-window       every window played on virtual screens (installs xvfb, xdotool)'
	@echo 'make windows           the zip for Windows: build/windows/ (installs mingw-w64)'
	@echo 'make test-windows      the zip under wine; QUICK=1: the hashes, claims and one window alone'
	@echo 'make web               the page: build/web/bindpose.html and build/web/site/ (installs emscripten)'
	@echo 'make test-web          the page in Chromium, the hashes in node (installs chromium; needs npm)'
	@echo 'make bench-web         frame times of the page in Chromium beside native ones; BENCH_ARGS="5 list --frames 3"'
	@echo 'make check-hashes-web  the hashes alone, by scalar and by SIMD WebAssembly'
	@echo 'make test-conformance  which engines pose fifty files as glTF says, as a table (three.js, Babylon.js: needs npm; assimp)'
	@echo 'make test-interop      the Khronos validator, Babylon.js and three.js agree with us on glTF files (needs npm)'
	@echo 'make test-look         our pictures of materials beside three.js in Chromium (needs npm); FILES="a.glb b.glb"'
	@echo 'make assets            write assets/character.glb again: the same bytes, as a test checks'
	@echo 'make golden            renew the golden pictures: look at them before you keep them'
	@echo 'make docs              renew the READMEs of the lessons, words, numbers and pictures, by running them'
	@echo 'make check-pictures    the pictures in those READMEs are the ones that the lessons draw'
	@echo 'make format            clang-format over all sources'
	@echo 'make install           into $$DESTDIR$$PREFIX (PREFIX=$(PREFIX), LIBDIR=$(LIBDIR)); make uninstall removes it'
	@echo 'make deb               Debian packages: build/deb (installs debhelper)'
	@echo 'make tarball           archives for Linux that run wherever they are unpacked: build/tarball (root, debootstrap)'
	@echo 'make dist              all packages, the archive for Windows and the page, with checksums: build/dist'
	@echo 'make test-packages     build packages twice, compare, install, use and remove them; QUICK=1: one package only'
	@echo 'make shared            the shared library beside the static one (make install-shared installs it)'
	@echo 'make docs-api          the headers as a manual: build/api/html (installs doxygen)'
	@echo 'make clean             remove build/'
	@echo 'Settings: CC=clang, DEBUG=1, WERROR=1, V=1 (show commands), CFLAGS=..., PREFIX=..., LIBDIR=..., DESTDIR=..., FONTS=folder'

# The header dependencies that earlier builds recorded.
BUILT := $(wildcard $(B)/obj $(B)/gen $(B)/tests $(B)/exercises $(B)/handout)
-include $(if $(BUILT),$(shell find $(BUILT) -name '*.d'))
endif
