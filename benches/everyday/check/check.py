#!/usr/bin/env python3
"""Runs every program here on random inputs with sanitizers: check.py [RUNS] [--valgrind]. A `proved` program may never fail, a `refuted` one must."""
import glob, os, subprocess, sys, tempfile
here = os.path.dirname(os.path.abspath(__file__)); grind = "--valgrind" in sys.argv; nums = [a for a in sys.argv[1:] if a.isdigit()]
runs = nums[0] if nums else "3000"; bad = 0; exe = os.path.join(tempfile.mkdtemp(), "p")
for f in sorted(glob.glob(here + "/../*.c")):
    name = os.path.basename(f); expect = open(f).readline().split()[-1]
    san = ["-g"] if grind else ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
    drv = ["-DT_" + name.split(".")[0], here + "/contract.c"] if ".acsl" in name else [here + "/run.c"]
    c = subprocess.run(["gcc", "-O1", "-w", *san, '-DPROGRAM="%s"' % os.path.abspath(f), *drv, "-o", exe], capture_output=True, text=True)
    if c.returncode: print("COMPILE", name, c.stderr[:200]); bad += 1; continue
    r = subprocess.run((["valgrind", "-q", "--error-exitcode=9"] if grind else []) + [exe, runs], capture_output=True, text=True, env={**os.environ, "ASAN_OPTIONS": "detect_leaks=0"})
    out = r.stdout.split()
    ok = r.returncode == 0 and len(out) == 2 and ((int(out[1]) == 0 and int(out[0]) >= (1 if grind else 300)) if expect == "proved" else grind or int(out[1]) > 0)
    bad += not ok
    print("ok  " if ok else "BAD ", name, expect, "completed/failed", *out, r.stderr[:500] if not ok else "", flush=True)
print("bad:", bad); sys.exit(bool(bad))
