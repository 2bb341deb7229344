# Bindpose. `make help` lists what can be made; everything made lands in build/.
#
# Sources are found, not listed: a new file in a room, a new lesson or a new test needs no change
# here. Each room becomes an archive of its own (build/lib/rooms/), so that a room's tests can be
# linked with that room and those below it alone; libbindpose.a is all of them in one.

# ---- settings ---------------------------------------------------------------------------------

ROOMS   := base math rig mesh io raster gltf scene lesson app
PROGRAMS := bindpose
VERSION := $(shell sed -n 's/^\#define BP_VERSION "\(.*\)"/\1/p' include/bindpose/base.h)

ifeq ($(origin CC),default)
CC := gcc
endif
PREFIX  ?= /usr/local
DESTDIR ?=
B       ?= build

ifdef DEBUG
OPTIMIZE ?= -O0 -g3
else
OPTIMIZE ?= -O2 -g
endif
SANITIZE ?=

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes
# No contraction into fused multiply-adds: every compiler and processor computes the same bits.
BP_CFLAGS = -std=c17 -ffp-contract=off -fno-math-errno $(OPTIMIZE) $(WARNINGS) $(SANITIZE) -pthread \
            $(ISA_DEFINES) -Iinclude -Isrc -I$(B)/gen $(CFLAGS)
BP_LDFLAGS = -pthread $(SANITIZE) $(LDFLAGS)
# Foreign libraries, asked for only when something is compiled.
JANSSON_LIBS = $(shell pkg-config --libs jansson)
SDL_CFLAGS   = $(shell pkg-config --cflags sdl2)
SDL_LIBS     = $(shell pkg-config --libs sdl2)
CMOCKA_LIBS  = $(shell pkg-config --libs cmocka)
LIBS         = $(JANSSON_LIBS) -lm

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules

# ---- what there is ------------------------------------------------------------------------------

# Files named *_isa.c hold kernels: each is compiled once per instruction set, with BP_ISA_SUFFIX set
# to the set's name and BP_ISA_LANES to its number of 32-bit lanes.
MACHINE := $(shell $(CC) -dumpmachine 2>/dev/null)
ifneq (,$(filter x86_64%,$(MACHINE)))
ISAS := portable sse2 avx2 avx512
ISA_DEFINES := -DBP_BUILT_X86
else
ISAS := portable
ISA_DEFINES :=
endif
ISA_FLAGS_portable := -DBP_ISA_LANES=4
ISA_FLAGS_sse2     := -DBP_ISA_LANES=4 -msse2
ISA_FLAGS_avx2     := -DBP_ISA_LANES=8 -mavx2
ISA_FLAGS_avx512   := -DBP_ISA_LANES=16 -mavx512f -mavx512bw -mavx512dq -mavx512vl -mprefer-vector-width=512

isa_sources  = $(wildcard src/$(1)/*_isa.c)
room_sources = $(filter-out src/app/window_sdl.c $(isa_sources),$(wildcard src/$(1)/*.c))
room_objects = $(patsubst src/%.c,$(B)/obj/%.o,$(filter-out %_isa.c src/app/window_sdl.c src/lesson/main.c,$(wildcard src/$(1)/*.c))) \
               $(foreach isa,$(ISAS),$(patsubst src/%.c,$(B)/obj/%.$(isa).o,$(call isa_sources,$(1)))) \
               $(if $(filter raster,$(1)),$(B)/obj/gen/font_atlas.o)
room_archive = $(B)/lib/rooms/lib$(1).a

LIB_OBJECTS  := $(foreach room,$(ROOMS),$(call room_objects,$(room)))
LIB          := $(B)/lib/libbindpose.a
UNIT_SOURCES := $(wildcard tests/unit/*/test_*.c)
UNIT_TESTS   := $(patsubst tests/%.c,$(B)/tests/%,$(UNIT_SOURCES))
# Other test programs: every tests/{oracle,property,golden}/*.c is one, linked with the whole library.
WIDE_SOURCES := $(wildcard tests/oracle/*.c tests/property/*.c tests/golden/*.c)
WIDE_TESTS   := $(patsubst tests/%.c,$(B)/tests/%,$(WIDE_SOURCES))

# ---- building -----------------------------------------------------------------------------------

.PHONY: all lib lessons tests
all: lib $(patsubst %,$(B)/bin/%,$(PROGRAMS)) lessons tests
lib: $(LIB)
tests: $(UNIT_TESTS) $(WIDE_TESTS)

$(B)/obj/%.o: src/%.c
	@mkdir -p $(@D)
	$(CC) $(BP_CFLAGS) -MMD -MP -c $< -o $@

define isa_rule
$(B)/obj/%_isa.$(1).o: src/%_isa.c
	@mkdir -p $$(@D)
	$$(CC) $$(BP_CFLAGS) -DBP_ISA_SUFFIX=$(1) $$(ISA_FLAGS_$(1)) -MMD -MP -c $$< -o $$@
endef
$(foreach isa,$(ISAS),$(eval $(call isa_rule,$(isa))))

# The signs of the DejaVu fonts as data; always optimized and never instrumented, the result is the same.
FONTS ?= /usr/share/fonts/truetype/dejavu
$(B)/gen/bake_font: src/bake_font.c src/raster/font.h
	@mkdir -p $(@D)
	$(CC) -std=c17 -ffp-contract=off -O2 $(WARNINGS) -Isrc $< -lm -o $@

$(B)/gen/font_atlas.c: $(B)/gen/bake_font
	$< $@ $(FONTS)

$(B)/obj/gen/font_atlas.o: $(B)/gen/font_atlas.c
	@mkdir -p $(@D)
	$(CC) $(BP_CFLAGS) -c $< -o $@

$(LIB): $(LIB_OBJECTS)
	@mkdir -p $(@D)
	@rm -f $@
	$(AR) rcsD $@ $^

define room_rule
$(call room_archive,$(1)): $(call room_objects,$(1))
	@mkdir -p $$(@D)
	@rm -f $$@
	$(AR) rcsD $$@ $$^
endef
$(foreach room,$(ROOMS),$(eval $(call room_rule,$(room))))

# A room and those below it, highest first, as the linker wants them.
reverse = $(if $(1),$(call reverse,$(wordlist 2,$(words $(1)),$(1))) $(firstword $(1)))
upto = $(if $(1),$(if $(filter $(2),$(firstword $(1))),$(2),$(firstword $(1)) $(call upto,$(wordlist 2,$(words $(1)),$(1)),$(2))))
room_link = $(foreach room,$(call reverse,$(call upto,$(ROOMS),$(1))),$(call room_archive,$(room)))

define unit_rule
$(B)/tests/unit/$(1)/%: tests/unit/$(1)/%.c $(call room_link,$(1))
	@mkdir -p $$(@D)
	$$(CC) $$(BP_CFLAGS) -Itests -MMD -MP -MF $$@.d $$< $(call room_link,$(1)) $$(BP_LDFLAGS) $$(CMOCKA_LIBS) $$(LIBS) -o $$@
endef
$(foreach room,$(ROOMS),$(eval $(call unit_rule,$(room))))

$(WIDE_TESTS): $(B)/tests/%: tests/%.c $(LIB)
	@mkdir -p $(@D)
	$(CC) $(BP_CFLAGS) -Itests -MMD -MP -MF $@.d $< $(LIB) $(BP_LDFLAGS) $(CMOCKA_LIBS) $(LIBS) -o $@

-include $(shell find $(B) -name '*.d' 2>/dev/null)
