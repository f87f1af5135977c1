"""Runs 1,000 variants of a drawing with Ray while a worker is killed, and counts the results.

    pip install ray
    python ray_sweep.py [folder of a project] [folder for the results]

Each task runs one share of the sweep with `scenewright sweep --share`, in a file of its own. Ray starts a task whose worker died
again, and the command goes on where the file of its share ends: no variant is lost, and none is there twice.
"""

import collections
import json
import os
import pathlib
import shlex
import signal
import subprocess
import sys
import tempfile
import time

import ray

# The program; an installed one is `npx scenewright`.
PROGRAM = shlex.split(os.environ.get("SCENEWRIGHT", "npx scenewright"))
SHARES = 20
SETS = ["width=100..199/1", "height=40..85/5"]
VARIANTS = 1000


@ray.remote(max_retries=5)
def run_share(project: str, folder: str, share: int) -> int:
    """Runs a share, and returns how many lines its file has."""
    folder_path = pathlib.Path(folder)
    # Each start leaves a note, so that the killed one can be seen.
    with open(folder_path / "starts.log", "a", encoding="utf-8") as log:
        log.write(f"{share} {os.getpid()}\n")
    out = folder_path / f"part-{share:02}.ndjson"
    sets = [part for values in SETS for part in ("--set", values)]
    command = [*PROGRAM, "sweep", project, *sets, "--share", f"{share}/{SHARES}", "--jobs", "1", "--out", str(out)]
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    return len(out.read_bytes().splitlines())


def kill_one_worker(folder: pathlib.Path) -> int:
    """Kills the worker of the first share that has begun and not ended, with the sweep that it started."""
    while True:
        for part in sorted(folder.glob("part-*.ndjson")):
            lines = part.read_bytes().count(b"\n")
            share = int(part.stem.split("-")[1])
            starts = (folder / "starts.log").read_text(encoding="utf-8").splitlines()
            pids = [int(line.split()[1]) for line in starts if line.split()[0] == str(share)]
            if 0 < lines < VARIANTS // SHARES and pids:
                lock = json.loads(pathlib.Path(f"{part}.lock").read_text(encoding="utf-8"))
                os.kill(lock["pid"], signal.SIGKILL)
                os.kill(pids[-1], signal.SIGKILL)
                print(f"killed worker {pids[-1]} and its sweep {lock['pid']} in share {share}, after {lines} lines")
                return share
        time.sleep(0.05)


def main() -> None:
    here = pathlib.Path(__file__).resolve().parent
    project = sys.argv[1] if len(sys.argv) > 1 else str(here / "plate")
    folder = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else tempfile.mkdtemp(prefix="sweep-"))
    folder.mkdir(parents=True, exist_ok=True)
    ray.init(include_dashboard=False, log_to_driver=False)
    started = time.monotonic()
    tasks = [run_share.remote(project, str(folder), share) for share in range(1, SHARES + 1)]
    killed = kill_one_worker(folder)
    ray.get(tasks)
    took = time.monotonic() - started

    # Counted from the files alone: not what the tasks said.
    counts: collections.Counter[int] = collections.Counter()
    given: set[str] = set()
    failed = 0
    for part in sorted(folder.glob("part-*.ndjson")):
        for line in part.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            counts[row["index"]] += 1
            given.add(json.dumps(row["given"], sort_keys=True))
            failed += not row["ok"]
    starts = (folder / "starts.log").read_text(encoding="utf-8").splitlines()
    again = sum(1 for line in starts if line.split()[0] == str(killed))
    lost = sorted(set(range(VARIANTS)) - set(counts))
    doubled = sorted(index for index, count in counts.items() if count > 1)
    print(f"{sum(counts.values())} lines, {len(given)} different variants, {failed} that failed, in {took:.1f} s")
    print(f"share {killed} was started {again} times; lost {len(lost)}, doubled {len(doubled)}")
    if lost or doubled or len(given) != VARIANTS or again < 2:
        sys.exit("The results are not complete.")


if __name__ == "__main__":
    main()
