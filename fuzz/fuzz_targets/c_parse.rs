//! No bytes make the C parser panic, overflow or place a message outside the text.

#![no_main]

use invar_base::{Interner, SourceMap};
use invar_front::c::lex::locate::OwnText;
use invar_front::c::parse::parse;
use invar_front::c::preprocess::text_of;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut map = SourceMap::new();
    let own = map.add("fuzz.i", text_of(bytes.to_vec()));
    let parsed = parse(bytes, own, &mut OwnText(&map), &mut Interner::default());
    for span in parsed.diagnostics.iter().filter_map(|diagnostic| diagnostic.span) {
        assert!(map.text(own).get(span.start as usize..span.end as usize).is_some());
    }
});
