//! The programs of the tables.

use invar_base::SourceMap;
use invar_gcl::{ImplId, Program};

pub const PARTITION: &str = include_str!("../../../../../tests/papers/fq02/partition.bpl");
pub const SORT: &str = include_str!("../../../../../tests/papers/fq02/sort.bpl");
pub const FIND: &str = include_str!("../../../../../tests/papers/fq02/find.bpl");
pub const CREATE: &str = include_str!("../../../../../tests/papers/fq02/create.bpl");
/// A loop of thirty lines.
pub const FLAG: &str = include_str!("flag.bpl");

/// The program and its first implementation. An error says what went wrong, in plain words.
pub fn read(name: &str, text: &str) -> Result<(Program, ImplId), String> {
    let mut sources = SourceMap::new();
    let source = sources.add(format!("{name}.bpl"), text);
    let reading = invar_gcl::boogie::read(source, sources.text(source));
    let program = reading.map_err(|errors| errors.first().map_or(name.to_string(), |e| e.message.clone()))?.program;
    let impl_id = program.impls.ids().next().ok_or_else(|| format!("{name} has no implementation"))?;
    Ok((program, impl_id))
}
