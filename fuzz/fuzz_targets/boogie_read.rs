//! No text makes the reader panic or overflow; a program that it accepts is well-formed, and its text reads back as the
//! same text.

#![no_main]

use invar_base::{Id, SourceId};
use invar_gcl::boogie::{print, read};
use invar_gcl::wellformed;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let source = SourceId::from_index(0);
    let Ok(reading) = read(source, text) else { return };
    assert_eq!(wellformed::check(&reading.program), Ok(()));
    let printed = print(&reading.program);
    // Terms too large for any text are cut short.
    if printed.contains('…') {
        return;
    }
    // What fits into the parser's limits once may exceed them in its longer form.
    if let Ok(again) = read(source, &printed) {
        assert_eq!(print(&again.program), printed);
    }
});
