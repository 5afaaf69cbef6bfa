use std::process::ExitCode;

fn main() -> ExitCode {
    invar_app::cli::main()
}
