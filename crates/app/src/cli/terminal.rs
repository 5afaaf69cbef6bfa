//! Standard output and error, colours, Ctrl-C and the progress bar.

use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use signal_hook::consts::{SIGINT, SIGTERM};

use crate::report::snippet::Colour;
use crate::session::Progress;

/// A reader that went away (`| head`) is no error.
pub fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

pub fn print_error(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// Colours only for a person at a terminal who did not ask for none (`NO_COLOR`).
pub fn colour(stream: &impl IsTerminal) -> Colour {
    let is_unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let is_dumb = std::env::var_os("TERM").is_some_and(|value| value == "dumb");
    if stream.is_terminal() && !is_unwanted && !is_dumb { Colour::Ansi } else { Colour::Plain }
}

/// The first Ctrl-C (or request to terminate) sets the flag; the second ends the program on the spot, as an unknown answer.
pub fn interrupt_flag() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // In this order, the shutdown sees the flag as it was before the signal. Without a handler the signal still ends
        // the program, only without a report.
        let _ = signal_hook::flag::register_conditional_shutdown(signal, 2, flag.clone());
        let _ = signal_hook::flag::register(signal, flag.clone());
    }
    flag
}

/// Ends the program while threads are still inside the prover: its library must not be torn down under them.
pub fn leave_now(code: u8) -> ! {
    signal_hook::low_level::exit(i32::from(code))
}

/// A bar on standard error, once a run has turned out to be a long one.
pub struct Bar {
    bar: ProgressBar,
    start: Instant,
    total: u64,
    done: u64,
    /// Of the procedures that have an answer.
    proved: u64,
    failing: u64,
    open: u64,
}

const PATIENCE: Duration = Duration::from_secs(1);

impl Bar {
    pub fn new(files: usize) -> Bar {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg} [{elapsed}]") {
            bar.set_style(style);
        }
        Bar { bar, start: Instant::now(), total: files as u64, done: 0, proved: 0, failing: 0, open: 0 }
    }

    pub fn update(&mut self, progress: Progress) {
        match progress {
            Progress::Read { procedures } => {
                self.total += procedures as u64;
                self.done += 1;
            }
            Progress::Verified { name, word } => {
                self.done += 1;
                match word {
                    "proved" | "conditional" => self.proved += 1,
                    "refuted" => self.failing += 1,
                    _ => self.open += 1,
                }
                let Bar { proved, failing, open, .. } = self;
                self.bar.set_message(format!("{proved} proved, {failing} failing, {open} open; last {name}"));
            }
        }
        if self.bar.is_hidden() && self.total > 3 && self.start.elapsed() > PATIENCE && std::io::stderr().is_terminal()
        {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.set_length(self.total);
        self.bar.set_position(self.done);
    }

    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// A line on how the work goes on.
pub fn note(text: &str) {
    eprintln!("{text}");
}
