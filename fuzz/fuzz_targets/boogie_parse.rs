//! No text makes the Boogie parser panic, overflow or place an error outside the text.

#![no_main]

use invar_base::{Id, SourceId};
use invar_gcl::boogie::parse;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (_, diagnostics) = parse(SourceId::from_index(0), text);
    for span in diagnostics.iter().filter_map(|diagnostic| diagnostic.span) {
        assert!(text.get(span.start as usize..span.end as usize).is_some());
    }
});
