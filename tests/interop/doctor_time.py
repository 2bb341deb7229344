"""The doctor's processor time beside that of Khronos' validator, over many files in one run, in turns; and its memory.

    doctor_time.py BINDPOSE DIR COUNT MODEL...      DIR has validate_all.mjs and node_modules; COUNT copies of the models

Exit 1 if the doctor takes more than 1.2 times as long, or clearly more memory for all files than one file a job takes."""
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile

program, folder, count, *models = sys.argv[1:]
models = [model for model in models if os.path.exists(model)]
TURNS = 3


def seconds(*command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def megabytes(*command):
    """The most memory of a process: of one that has no children of its own."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, _, usage = os.wait4(process.pid, 0)
    return usage.ru_maxrss / 1024


with tempfile.TemporaryDirectory() as files:
    for number in range(int(count)):
        model = models[number % len(models)]
        shutil.copyfile(model, f"{files}/{number:04}{os.path.splitext(model)[1]}")
    ours, theirs = [], []
    for _ in range(TURNS):
        ours.append(seconds(program, "doctor", files))
        theirs.append(seconds("node", f"{folder}/validate_all.mjs", files))
    largest = max(megabytes(program, "doctor", "--jobs", "1", model) for model in models)
    one, two = (megabytes(program, "doctor", "--jobs", jobs, files) for jobs in "12")
ratio = statistics.median(ours) / statistics.median(theirs)
print(f"{count} files, processor time: doctor {statistics.median(ours):.2f} s, Khronos' validator "
      f"{statistics.median(theirs):.2f} s, ratio {ratio:.2f} (load {os.getloadavg()[0]:.1f})")
print(f"memory: the largest file alone {largest:.0f} MB, all with one job {one:.0f} MB, with two {two:.0f} MB")
sys.exit(not (ratio <= 1.2 and one < 1.5 * largest and two < 2.5 * largest))
