//! Generated programs in the interpreter against gcc, without anything else: `run_c FIRST COUNT`, or one program:
//! `run_c FILE.c`. Prints disagreements.

use std::process::Command;

use invar_front::c::types::DataModel;
use invar_referee::c_programs::generate;
use invar_referee::execute::result_of;

fn main() {
    if let Some(path) = std::env::args().nth(1).filter(|arg| arg.ends_with(".c")) {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        return match result_of(&text, DataModel::Lp64, "compute") {
            Ok(value) => println!("{value}"),
            Err(why) => println!("{why}"),
        };
    }
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|arg| arg.parse().ok()).collect();
    let (first, count) = (numbers.first().copied().unwrap_or(0), numbers.get(1).copied().unwrap_or(20));
    let folder = std::env::temp_dir();
    let (mut good, mut bad) = (0, 0);
    for seed in first..first + count {
        let text = generate(seed).text();
        let (file, binary) = (folder.join(format!("run_c_{seed}.c")), folder.join(format!("run_c_{seed}")));
        if std::fs::write(&file, &text).is_err() {
            continue;
        }
        let _ = Command::new("gcc").args(["-w", "-o"]).arg(&binary).arg(&file).status();
        let expected =
            Command::new(&binary).output().map(|out| String::from_utf8_lossy(&out.stdout).trim().to_string());
        let expected = expected.unwrap_or_default();
        match result_of(&text, DataModel::Lp64, "compute") {
            Ok(value) if value.to_string() == expected => {
                good += 1;
                let _ = (std::fs::remove_file(&file), std::fs::remove_file(&binary));
            }
            other => {
                bad += 1;
                let got = other.map_or_else(|why| why, |value| value.to_string());
                println!("seed {seed}: gcc {expected}, Invar {got} ({})", file.display());
            }
        }
    }
    println!("{good} agree, {bad} do not");
}
