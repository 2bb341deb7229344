# The exercises: what a student's program is linked with, and shortcuts for `bindpose exercise`. Part of every handout.

EXERCISE_NAMES   := $(patsubst src/exercise/runner/%.c,%,$(sort $(wildcard src/exercise/runner/*.c)))
# A student's exercise is linked with one of these: main, and the code that calls the student's function with each case.
# Always plain objects, because students' programs have flags of their own.
EXERCISE_OBJECTS := $(EXERCISE_NAMES:%=$(B)/exercises/%.o)
# What checking takes: those, the library that students' code may call, and the grader's first program in a sandbox.
CONFINE          := $(patsubst src/tools/confine/main.c,$(B)/exercises/confine,$(if $(findstring linux,$(MACHINE)),$(wildcard src/tools/confine/main.c)))
# The compiler for students without one, if libtcc is there (sh .ci/packages tcc).
TCC              := $(if $(wildcard /usr/include/libtcc.h),$(patsubst src/tools/tcc/main.c,$(B)/exercises/tcc,$(wildcard src/tools/tcc/main.c)))
EXERCISE_PARTS   := $(EXERCISE_OBJECTS) $(call module_archive,math) $(CONFINE) $(TCC)
programs: $(EXERCISE_PARTS)

# A handout has the exercises' answers compiled, for one kind of processor (see src/tools/grade/grade.mk).
ANSWERS          := $(wildcard src/exercise/answers-*.o)
ifneq (,$(ANSWERS))
ANSWERS          := $(filter %-$(PROCESSOR).o,$(ANSWERS))
$(if $(ANSWERS),,$(error This handout is for other processors than $(MACHINE): $(wildcard src/exercise/answers-*.o). Ask your teacher for another one))
endif

$(EXERCISE_OBJECTS): $(B)/exercises/%.o: src/exercise/runner/%.c $(FLAGS_STAMP)
	@mkdir -p $(@D)
	$(Q)$(CC) -std=c17 -ffp-contract=off -O1 -g $(filter -ffile-prefix-map=%,$(CFLAGS)) $(WARNINGS) -Iinclude -Isrc -Ilessons/exercises -MMD -MP -c $< -o $@

# Exercises are linked with the functions of libmath that they name (--gc-sections), not with those beside them.
$(call module_objects,math): BP_CFLAGS += -ffunction-sections

$(CONFINE): LIBS =
$(CONFINE): $(B)/obj/tools/confine/main.o $(B)/obj/base/seccomp.o
	$(call link)

$(TCC): $(B)/obj/tools/tcc/main.o $(B)/obj/tools/tcc/system.o $(B)/obj/lesson/text_buffer.o $(call module_archive,base)
	$(call link,-Wl$(comma)--wrap=open -ltcc -ldl)

# make can't pass on the exit codes of `bindpose exercise`.
#: make exercises         the exercises: which there are, how you are doing, what to do next
#: make exercise EX=05    build and check one; make hint EX=05 gives a hint; make watch EX=05 checks at each save
#: make trace EX=05       follow the case that fails step by step; make show EX=05 shows the answer in a window
#: make reset EX=05       start one again; asks first and keeps a copy
EX ?=
.PHONY: exercises exercise hint reset watch show trace renderer handin
exercises: packages
	@$(MAKE) -s programs
	@$(B)/bin/bindpose exercise list

exercise hint reset watch show trace: packages
	@[ -n "$(EX)" ] || { echo "Which one? For example: make $@ EX=05" >&2; exit 2; }
	@$(MAKE) -s programs
	@$(B)/bin/bindpose exercise $(@:exercise=check) $(EX)
#: make renderer          check your renderer (lessons/exercises/raster), step by step, with a picture after each
RENDERER ?= lessons/exercises/raster/renderer.c
renderer: packages
	@$(MAKE) -s lib
	@mkdir -p $(B)/renderer
	@$(CC) -std=c17 -O2 -ffp-contract=off -Wall -Wextra -Iinclude -Isrc -Ilessons/exercises/raster \
	    lessons/exercises/raster/check.c lessons/exercises/raster/scene.c '$(RENDERER)' $(LIB) $(BP_LDFLAGS) $(LIBS) -o $(B)/renderer/check
	@$(B)/renderer/check assets/character.glb $(B)/renderer
#: make handin NAME=...   pack your exercises into one file to hand in; ID=... is your student number
NAME ?=
ID   ?=
handin: packages
	@[ -n "$(NAME)" ] || { echo "Whose work is it? For example: make handin NAME='Ada Lovelace' ID=1815" >&2; exit 2; }
	@$(MAKE) -s programs
	@$(B)/bin/bindpose exercise handin --name "$(NAME)" $(if $(ID),--id "$(ID)")
