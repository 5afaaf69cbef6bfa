//! How fast the interpreter is: runs a few programs and prints events (commands, blocks entered, returns) per second.
//! `cargo run --release -p invar-gcl --example interp_speed`

use std::time::Instant;

use invar_base::{Id, SourceId};
use invar_gcl::ImplId;
use invar_gcl::boogie;
use invar_gcl::interp::{Inputs, Limits, Outcome, RandomOracle, run};

const PROGRAMS: [(&str, &str); 6] = [
    (
        "counting, 100,000 iterations",
        "procedure main() { var i, s: int; i := 0; s := 0;
           while (i < 100000) { s := s + i; if (s > 1000000) { s := s - 1000000; } i := i + 1; } assert s >= 0; }",
    ),
    (
        "array of 100,000, filled and summed",
        "procedure main() { var i, s: int; var a: [int]int; i := 0; s := 0;
           while (i < 100000) { a := a[i := i mod 7]; i := i + 1; }
           i := 0; while (i < 100000) { s := s + a[i]; i := i + 1; } assert s >= 0; }",
    ),
    (
        "memory of objects and offsets in a global, through calls",
        "var mem: [int, int]int; var size: [int]int; var next: int;
         procedure main() modifies mem, size, next; { var i, o: int; i := 0; next := 1;
           while (i < 30000) { call o := alloc(4); call write(o, i mod 4, i); i := i + 1; }
           assert mem[o, 1] >= 0 || mem[o, 1] < 0; }
         procedure alloc(n: int) returns (o: int) modifies size, next; { o := next; next := next + 1; size := size[o := n]; }
         procedure write(o: int, k: int, v: int) modifies mem;
         { assert o != 0 && 0 <= k && k < size[o]; mem := mem[o, k := v]; }",
    ),
    (
        "sorting 300 elements",
        "procedure main() { var i, j, n, t: int; var a: [int]int; n := 300; i := 0;
           while (i < n) { a := a[i := (i * 7919) mod 1000]; i := i + 1; }
           i := 0; while (i < n) { j := 0; while (j + 1 < n - i) {
             if (a[j] > a[j + 1]) { t := a[j]; a := a[j := a[j + 1]]; a := a[j + 1 := t]; } j := j + 1; } i := i + 1; }
           assert a[0] <= a[1]; }",
    ),
    (
        "wrapping arithmetic, 100,000 iterations",
        "function {:define} wrap(x: int): int { if x mod 4294967296 >= 2147483648 then x mod 4294967296 - 4294967296
             else x mod 4294967296 }
         procedure main() { var i, h: int; i := 0; h := 17;
           while (i < 100000) { h := wrap(h * 31 + i); i := i + 1; } assert -2147483648 <= h && h < 2147483648; }",
    ),
    (
        "recursion, 100,000 deep",
        "procedure main() { var r: int; call r := down(100000); assert r == 100000; }
         procedure down(n: int) returns (r: int) { var s: int;
           if (n == 0) { r := 0; } else { call s := down(n - 1); r := s + 1; } }",
    ),
];

fn main() {
    for (name, text) in PROGRAMS {
        let program = match boogie::read(SourceId::from_index(0), text) {
            Ok(reading) => reading.program,
            Err(errors) => panic!("{name}: {errors:?}"),
        };
        let limits = Limits { steps: u64::MAX, events: 0 };
        let start = Instant::now();
        let run =
            run(&program, &program.pool, ImplId::from_index(0), &Inputs::default(), &mut RandomOracle::new(1), limits);
        let seconds = start.elapsed().as_secs_f64();
        let ended = match run.outcome {
            Outcome::Returned(_) => "returned",
            Outcome::Failed(_) => "failed",
            Outcome::Blocked { .. } => "blocked",
            Outcome::Undecided { .. } => "undecided",
            Outcome::OutOfBudget => "out of budget",
        };
        let speed = run.events_dropped as f64 / seconds / 1e6;
        println!("{name:<58} {ended:<9} {:>9} events {seconds:>7.2} s {speed:>6.2} M/s", run.events_dropped);
    }
}
