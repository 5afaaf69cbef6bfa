//! Running `invar` as a user does, and reading its JSON.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use indicatif::{ProgressBar, ProgressStyle};
use serde::Deserialize;

#[derive(Deserialize, Debug)]
pub struct Report {
    pub verdict: String,
    pub files: Vec<File>,
    pub statistics: Statistics,
}

#[derive(Deserialize, Debug)]
pub struct File {
    #[serde(default)]
    pub errors: Vec<Error>,
    #[serde(default)]
    pub reason: Option<String>,
    pub procedures: Vec<Procedure>,
}

#[derive(Deserialize, Debug)]
pub struct Error {
    pub code: String,
    pub message: String,
    pub place: Option<Place>,
}

#[derive(Deserialize, Debug)]
pub struct Procedure {
    pub name: String,
    pub place: Place,
    pub verdict: String,
    pub reason: String,
    pub checks: Vec<Check>,
}

#[derive(Deserialize, Debug)]
pub struct Check {
    pub verdict: String,
    pub place: Place,
    pub code: String,
    #[serde(default)]
    pub cause: Option<String>,
}

#[derive(Deserialize, Debug)]
pub struct Place {
    pub line: u32,
}

#[derive(Deserialize, Debug)]
pub struct Statistics {
    /// Searches of the prover.
    pub queries: u64,
    pub seconds: f64,
    /// Time inside the prover.
    pub prover_seconds: f64,
}

/// Builds the release binary and says where it is.
pub fn build() -> Result<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo).args(["build", "--quiet", "--release", "--package", "invar-app"]).status();
    match status {
        Ok(status) if status.success() => {}
        Ok(_) => return Err("invar does not build".to_string()),
        Err(error) => return Err(format!("cargo cannot be run: {error}")),
    }
    // `cargo xtask` itself is a release build in the same folder.
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let binary = own.with_file_name(if cfg!(windows) { "invar.exe" } else { "invar" });
    if binary.exists() { Ok(binary) } else { Err(format!("there is no {}", binary.display())) }
}

pub fn verify(invar: &Path, file: &Path, timeout: u32, options: &[&str]) -> Result<Report, String> {
    let output = Command::new(invar)
        .args(["verify", "--format", "json", "--timeout", &timeout.to_string()])
        .args(options)
        .arg(file)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("invar cannot be run: {error}"))?;
    serde_json::from_slice(&output.stdout).map_err(|error| {
        let last = String::from_utf8_lossy(&output.stderr);
        format!("no JSON ({error}; {}; {})", output.status, last.lines().last().unwrap_or(""))
    })
}

pub fn bar(length: usize) -> ProgressBar {
    let bar = ProgressBar::new(length as u64);
    match ProgressStyle::with_template("{bar:30} {pos}/{len} {msg} [{elapsed}]") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// Processor time of the children that have ended, from Linux's `/proc`: `cutime` and `cstime`, in hundredths of seconds.
pub fn children_seconds() -> Option<f64> {
    ended_children(&std::fs::read_to_string("/proc/self/stat").ok()?)
}

/// The name, in parentheses, may contain spaces; after it the times are the fourteenth and fifteenth field.
fn ended_children(stat: &str) -> Option<f64> {
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let hundredths = |field: usize| fields.get(field)?.parse::<f64>().ok();
    Some((hundredths(13)? + hundredths(14)?) / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_children_are_read_after_the_name() {
        let stat = "7 (a b) S 1 7 7 0 -1 4194304 100 200 0 0 5 6 250 50 20 0 1 0";
        assert_eq!(ended_children(stat), Some(3.0));
        assert_eq!(ended_children("7 (a"), None);
    }
}
