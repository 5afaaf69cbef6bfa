//! Brings the Z3 library that `invar-solve` links: the pinned `z3-solver` wheel, or the user's own build.
//!
//! In: `INVAR_Z3_LIB_DIR` (a folder with Z3 4.13.3 or newer), or Python with pip. Out: a link search path, and the
//! library beside the binaries of the profile, where their run path finds it. Once unpacked nothing is fetched again, so
//! later builds work offline.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const WHEEL: &str = "z3-solver==5.3.2.0";
const SWITCH: &str = "INVAR_Z3_LIB_DIR";

/// The wheel's SHA-256 per target architecture; all are for Linux with glibc.
const HASHES: [(&str, &str); 2] = [
    ("x86_64", "f17df07300228a383470d4b4e1ad9daf429dc94885996712a1844a8242803935"),
    ("aarch64", "b8add6becdc222090b78d4bd5300b6a212d5ecfb0e3eadb1df008b43ddef8602"),
];

/// Checks the hash of the only wheel in a folder, then unpacks its library; arguments: folder, hash, destination.
const UNPACK: &str = r#"
import glob, hashlib, os, shutil, sys, zipfile
folder, wanted, destination = sys.argv[1:4]
wheels = glob.glob(os.path.join(folder, "*.whl"))
if len(wheels) != 1:
    sys.exit("expected one downloaded wheel, found %d" % len(wheels))
with open(wheels[0], "rb") as wheel:
    found = hashlib.sha256(wheel.read()).hexdigest()
if found != wanted:
    sys.exit("the downloaded wheel has SHA-256 %s, but %s is pinned: not unpacked" % (found, wanted))
with zipfile.ZipFile(wheels[0]) as archive:
    for name in archive.namelist():
        if name.startswith("z3/lib/libz3.so"):
            with archive.open(name) as source, open(os.path.join(destination, os.path.basename(name)), "wb") as target:
                shutil.copyfileobj(source, target)
"#;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed={SWITCH}");
    if let Err(message) = bring_z3() {
        println!("cargo::error={message}");
        std::process::exit(1);
    }
}

fn bring_z3() -> Result<(), String> {
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo did not set OUT_DIR")?);
    let folder = match env::var_os(SWITCH) {
        Some(folder) => own_library(PathBuf::from(folder))?,
        None => pinned_library(&out)?,
    };
    println!("cargo::rustc-link-search=native={}", folder.display());
    // OUT_DIR is <profile folder>/build/<package>/out.
    let profile = out.ancestors().nth(3).ok_or("the build folder has an unexpected layout")?;
    copy_libraries(&folder, profile).map_err(|error| format!("cannot copy the Z3 library: {error}"))
}

fn own_library(folder: PathBuf) -> Result<PathBuf, String> {
    let has_library = ["libz3.so", "libz3.dylib", "libz3.lib"].iter().any(|name| folder.join(name).is_file());
    if !has_library {
        return Err(format!("{SWITCH} is set, but {} holds no libz3", folder.display()));
    }
    let unix = folder.join("libz3.so");
    if unix.is_file() && !is_new_enough(&unix) {
        return Err(format!("{SWITCH}: the library in {} is too old; Z3 4.13.3 or newer is needed", folder.display()));
    }
    folder.canonicalize().map_err(|error| format!("{SWITCH}: {error}"))
}

/// Old libraries lack a function that we call. The exact version is checked when the first session starts.
fn is_new_enough(library: &Path) -> bool {
    let wanted = b"\0Z3_mk_datatype_sort\0";
    fs::read(library).is_ok_and(|bytes| bytes.windows(wanted.len()).any(|window| window == wanted))
}

fn pinned_library(out: &Path) -> Result<PathBuf, String> {
    let folder = out.join("z3");
    let hash = pinned_hash()?;
    let stamp = folder.join(hash);
    if stamp.is_file() && folder.join("libz3.so").is_file() {
        return Ok(folder);
    }
    let python = find_python()?;
    let download = out.join("wheel");
    let io = |error: std::io::Error| format!("cannot prepare the folder for Z3: {error}");
    let _ = fs::remove_dir_all(&download);
    fs::create_dir_all(&folder).map_err(io)?;
    let pip = ["-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:"];
    let fetched = run(Command::new(python).args(pip).arg("-d").arg(&download).arg(WHEEL));
    fetched.map_err(|why| advise(&format!("pip could not download {WHEEL}: {why}")))?;
    run(Command::new(python).args(["-c", UNPACK]).arg(&download).arg(hash).arg(&folder))
        .map_err(|why| advise(&format!("the Z3 wheel was refused: {why}")))?;
    fs::write(&stamp, "").map_err(io)?;
    let _ = fs::remove_dir_all(&download);
    Ok(folder)
}

fn pinned_hash() -> Result<&'static str, String> {
    let variable = |name: &str| env::var(name).unwrap_or_default();
    let arch = variable("CARGO_CFG_TARGET_ARCH");
    let native = variable("HOST") == variable("TARGET");
    let glibc = variable("CARGO_CFG_TARGET_OS") == "linux" && variable("CARGO_CFG_TARGET_ENV") == "gnu";
    let pinned = HASHES.iter().find(|(name, _)| *name == arch).map(|(_, hash)| *hash);
    match pinned {
        Some(hash) if native && glibc => Ok(hash),
        Some(_) | None => Err(advise(&format!("no Z3 library is pinned for the target {}", variable("TARGET")))),
    }
}

fn find_python() -> Result<&'static str, String> {
    ["python3", "python"]
        .into_iter()
        .find(|python| run(Command::new(python).args(["-m", "pip", "--version"])).is_ok())
        .ok_or_else(|| advise("Python with pip is needed to bring the Z3 library, and was not found"))
}

fn advise(problem: &str) -> String {
    format!("{problem}. Alternatively set {SWITCH} to a folder that holds libz3, version 4.13.3 or newer.")
}

/// Runs to the end; an error is the last line that the command wrote.
fn run(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| error.to_string())?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    let last = text.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or("no message");
    Err(last.to_string())
}

/// Copies every `libz3.so*` beside the binaries: the loader looks for the library's own name, which has a version.
fn copy_libraries(from: &Path, to: &Path) -> std::io::Result<()> {
    for entry in fs::read_dir(from)? {
        let name = entry?.file_name();
        let text = name.to_string_lossy();
        if text == "libz3.so" || !(text.starts_with("libz3.so") || text == "libz3.dylib") {
            continue;
        }
        // A running binary may have the old copy mapped, so the new one takes its place in one step.
        let part = to.join(format!("{text}.{}.part", std::process::id()));
        fs::copy(from.join(&name), &part)?;
        fs::rename(&part, to.join(&name))?;
    }
    Ok(())
}
