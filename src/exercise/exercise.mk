#The exercises : what a student's program is linked with, and shortcuts for `bindpose exercise`. Part of every handout.

EXERCISE_NAMES   := $(patsubst lessons/exercises/originals/%.c,%,$(sort $(wildcard lessons/exercises/originals/*.c)))
EXERCISE_IDS     := $(foreach name,$(EXERCISE_NAMES),$(firstword $(subst _, ,$(name))))
# A student's exercise is linked with main, the calls of all exercises, and one that names the student's function.
# Always plain objects, because students' programs have flags of their own.
EXERCISE_OBJECTS := $(if $(EXERCISE_IDS),$(EXERCISE_IDS:%=$(B)/exercises/%.o) $(B)/exercises/main.o $(B)/exercises/calls.o)
# For grading: what loads students' programs.
LOADER           := $(if $(findstring linux,$(MACHINE)),$(if $(EXERCISE_IDS),$(addprefix $(B)/exercises/,loader.o loaded.map)))
# What checking takes: those, the library that students' code may call, and the grader's first program in a sandbox.
CONFINE          := $(patsubst src/tools/confine/main.c,$(B)/exercises/confine,$(if $(findstring linux,$(MACHINE)),$(wildcard src/tools/confine/main.c)))
# The compiler for students without one, if libtcc is there (sh .ci/packages tcc).
TCC              := $(if $(wildcard /usr/include/libtcc.h),$(patsubst src/tools/tcc/main.c,$(B)/exercises/tcc,$(wildcard src/tools/tcc/main.c)))
EXERCISE_PARTS   := $(EXERCISE_OBJECTS) $(LOADER) $(call module_archive,math) $(CONFINE) $(TCC)
programs: $(EXERCISE_PARTS)
# What students edit begins as a copy; one that is there is never replaced.
STUDENTS_FILES   := $(EXERCISE_NAMES:%=lessons/exercises/%/exercise.c)
programs: $(STUDENTS_FILES)
$(STUDENTS_FILES): lessons/exercises/%/exercise.c: | lessons/exercises/originals/%.c
	@mkdir -p $(@D)
	$(Q)cp lessons/exercises/originals/$*.c $@

# A handout has the exercises' answers compiled, for one kind of processor (see src/tools/grade/grade.mk).
ANSWERS          := $(wildcard src/exercise/answers-*.o)
ifneq (,$(ANSWERS))
ANSWERS          := $(filter %-$(PROCESSOR).o,$(ANSWERS))
$(if $(ANSWERS),,$(error This handout is for other processors than $(MACHINE): $(wildcard src/exercise/answers-*.o). Ask your teacher for another one))
endif

# -ffunction-sections: calls.o has the calls of all exercises, and a program gets its own.
define compile_runner
@mkdir -p $(@D)
$(Q)$(CC) -std=c17 -ffp-contract=off -O1 -g $(if $(LOADER),-fPIC) -ffunction-sections $(filter -ffile-prefix-map=%,$(CFLAGS)) $(WARNINGS) -Iinclude -Isrc -Ilessons/exercises -MMD -MP $(1) -c $< -o $@
endef
$(EXERCISE_IDS:%=$(B)/exercises/%.o): $(B)/exercises/%.o: src/exercise/runner/student.c $(FLAGS_STAMP)
	$(call compile_runner,-DEXERCISE=$*)
$(B)/exercises/main.o $(B)/exercises/loader.o: $(B)/exercises/%.o: src/exercise/runner/%.c $(FLAGS_STAMP)
	$(call compile_runner)
$(B)/exercises/loaded.map: src/exercise/runner/loaded.map
	@mkdir -p $(@D)
	$(Q)cp $< $@
$(B)/exercises/calls.o: src/exercise/calls.c $(FLAGS_STAMP)
	$(call compile_runner)

# The exercises' correct answers and known mistakes, as a header of each; and each of them as a student's file, for tests.
MAKE_ANSWERS   := src/exercise/answers/make.awk
MAKE_MUTANTS   := src/exercise/answers/mutate.awk
ANSWER_HEADERS := $(patsubst src/exercise/%.txt,$(B)/gen/%.h,$(wildcard src/exercise/answers/*.txt))
ANSWER_FILES   := $(ANSWER_HEADERS:$(B)/gen/answers/%.h=$(B)/answers/%/right.c)
tests: $(ANSWER_FILES)
$(ANSWER_HEADERS): $(B)/gen/answers/%.h: lessons/exercises/originals/%.c src/exercise/answers/%.txt $(MAKE_ANSWERS) $(MAKE_MUTANTS) src/exercise/exercise.mk
	@mkdir -p $(@D)
	@printf '#include "exercise/parts.h"\n#define EXERCISE_NAME "$*"\n' >$@.new
	$(Q)awk -f $(MAKE_ANSWERS) lessons/exercises/originals/$*.c src/exercise/answers/$*.txt >>$@.new
	$(Q)awk -f $(MAKE_MUTANTS) src/exercise/answers/$*.txt >>$@.new && mv $@.new $@
$(ANSWER_FILES): $(B)/answers/%/right.c: lessons/exercises/originals/%.c src/exercise/answers/%.txt $(MAKE_ANSWERS)
	@rm -rf $(@D) && mkdir -p $(@D)
	$(Q)awk -v folder=$(@D) -f $(MAKE_ANSWERS) lessons/exercises/originals/$*.c src/exercise/answers/$*.txt >/dev/null
$(ANSWER_HEADERS:$(B)/gen/answers/%.h=$(B)/obj/exercise/e%.o): $(B)/obj/exercise/e%.o: $(B)/gen/answers/%.h
$(B)/obj/exercise/%.o $(B)/handout/%.o: BP_CFLAGS += -Ilessons/exercises -I$(B)/gen

# Exercises are linked with the functions of libmath that they name (--gc-sections), not with those beside them.
$(call module_objects,math): BP_CFLAGS += -ffunction-sections

$(CONFINE): LIBS =
$(CONFINE): $(B)/obj/tools/confine/main.o $(B)/obj/base/seccomp.o
	$(call link)

$(TCC): $(B)/obj/tools/tcc/main.o $(B)/obj/tools/tcc/system.o $(B)/obj/base/text_buffer.o $(call module_archive,base)
	$(call link,-Wl$(comma)--wrap=open -ltcc -ldl)

# make can't pass on the exit codes of `bindpose exercise`.
#: make exercises         the exercises: which there are, how you are doing, what to do next
#: make exercise EX=05    build and check one; make hint EX=05 gives a hint; make watch EX=05 checks at each save
#: make trace EX=05       follow the case that fails step by step; make show EX=05 shows the answer in a window
#: make reset EX=05       start one again; asks first and keeps a copy
.PHONY: exercises exercise hint reset watch show trace renderer handin
exercises: packages
	@$(MAKE) -s programs
	@$(B)/bin/bindpose exercise list

exercise hint reset watch show trace: packages
	@[ -n "$(EX)" ] || { echo "Which one? For example: make $@ EX=05" >&2; exit 2; }
	@$(MAKE) -s programs
	@$(B)/bin/bindpose exercise $(@:exercise=check) $(EX)
#: make renderer          check your renderer (lessons/exercises/raster), step by step, with a picture after each
#:                        and in the end a poster and a turntable of MODEL=mine.glb, or of the character
RENDERER ?= lessons/exercises/raster/renderer.c
renderer: packages
	@$(MAKE) -s lib
	@mkdir -p $(B)/renderer
	@$(CC) -std=c17 -O2 -ffp-contract=off -Wall -Wextra -Iinclude -Isrc -Ilessons/exercises/raster \
	    lessons/exercises/raster/check.c lessons/exercises/raster/scene.c '$(RENDERER)' $(LIB) $(BP_LDFLAGS) $(LIBS) -o $(B)/renderer/check
	@$(B)/renderer/check assets/character.glb $(B)/renderer
	@$(CC) -std=c17 -O2 -ffp-contract=off -Wall -Wextra -Iinclude -Isrc -Ilessons/exercises/raster \
	    lessons/exercises/raster/print.c lessons/exercises/raster/scene.c '$(RENDERER)' $(LIB) $(BP_LDFLAGS) $(LIBS) -o $(B)/renderer/print
	@$(B)/renderer/print '$(or $(MODEL),assets/character.glb)' $(B)/renderer
#: make handin NAME=...   pack your exercises into one file to hand in; ID=... is your student number
handin: packages
	@[ -n "$$NAME" ] || { echo "Whose work is it? For example: make handin NAME='Ada Lovelace' ID=1815" >&2; exit 2; }
	@$(MAKE) -s programs
	@$(B)/bin/bindpose exercise handin --name "$$NAME" $${ID:+--id "$$ID"}
