# For teachers. A handout for students has neither this file nor the tests, and the checker's answers as one object file:
# without their sources, and with no symbols but the exercises' own.

OUT  ?= $(B)/grades
ANSWER_SOURCES := $(wildcard src/exercise/e[0-9]*_*.c)
HANDED_ANSWERS := $(B)/handout/answers-$(PROCESSOR).o
$(B)/handout/%.o: src/exercise/%.c $(FLAGS_STAMP)
	@mkdir -p $(@D)
	@$(CC) $(BP_CFLAGS) -O2 -g0 -fno-ident -MMD -MP -c $< -o $@
$(ANSWER_HEADERS:$(B)/gen/answers/%.h=$(B)/handout/e%.o): $(B)/handout/e%.o: $(B)/gen/answers/%.h
$(HANDED_ANSWERS): $(ANSWER_SOURCES:src/exercise/%.c=$(B)/handout/%.o)
	@command -v objcopy >/dev/null || { echo 'A handout needs objcopy, of GNU binutils' >&2; exit 3; }
	@ld -r $^ -o $@.all
	@objcopy --wildcard --keep-global-symbol='bp_exercise_[0-9]*' --strip-unneeded $@.all $@
#: make handout DIR=...   a folder for students: exercises, lessons, library, no solutions
.PHONY: handout grade test-grade
handout: $(HANDED_ANSWERS)
	@[ -n "$(DIR)" ] || { echo "Where to? For example: make handout DIR=/tmp/for-students" >&2; exit 2; }
	@[ ! -e "$(DIR)" ] || { echo "$(DIR) is there already; name a new folder" >&2; exit 2; }
	@sh src/tools/grade/handout "$(DIR)" $(HANDED_ANSWERS)
#: make grade DIR=...     mark what students handed in to DIR; SEED=n: the cases of an earlier run; OUT=folder: the results;
#:                        EX="05 06": these only; PARTIAL=1: points for a part of the cases; WEIGHTS="05=20": other points;
#:                        DUE="2026-11-30 18:00" LATE=10 EXTRA="Ada=2": 10 % less a day after that, two days later for Ada
grade: packages
	@[ -n "$(DIR)" ] || { echo "Whose? For example: make grade DIR=submissions SEED=20" >&2; exit 2; }
	@[ -n "$(UNSAFE)" ] || sh .ci/packages grade
	@$(MAKE) -s programs
	@$(B)/bin/bindpose exercise grade "$(DIR)" --seed $(or $(SEED),0) --out "$(OUT)" --jobs $(JOBS) $(if $(EX),--only "$(EX)") \
		$(if $(WEIGHTS),--weights "$(WEIGHTS)") $(if $(DUE),--due "$(DUE)") $(if $(LATE),--late "$(LATE)") \
		$${EXTRA:+--extra "$$EXTRA"} $(if $(PARTIAL),--partial) $(if $(UNSAFE),--unsafe)
#: make test-grade        grade an invented class with every kind of trouble; build a handout
test-grade: packages-grade
	@$(MAKE) -s programs $(ANSWER_FILES)
	@for part in class downloads attacks environment submissions shards handout; do sh tests/grade/$$part.sh $(B) || exit; done
