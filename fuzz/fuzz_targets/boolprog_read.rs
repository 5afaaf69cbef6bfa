//! No text makes the reader of boolean programs panic or overflow, or place an error outside the text; what it accepts prints to a text that reads back
//! as the same text.

#![no_main]

use invar_base::{Id, SourceId};
use invar_gcl::boolprog::{parse, print, resolve};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let source = SourceId::from_index(0);
    let (tree, diagnostics) = parse(source, text);
    for span in diagnostics.iter().filter_map(|diagnostic| diagnostic.span) {
        assert!(text.get(span.start as usize..span.end as usize).is_some());
    }
    if !diagnostics.is_empty() {
        return;
    }
    let _ = resolve(&tree);
    let printed = print(&tree);
    let (again, errors) = parse(source, &printed);
    assert!(errors.is_empty());
    assert_eq!(print(&again), printed);
});
