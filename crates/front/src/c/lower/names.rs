//! What the program's variables and objects are called in the source: the table that reports of runs are made with.

use std::collections::BTreeMap;
use std::sync::Arc;

use invar_base::{Arena, Id, Span};
use invar_gcl::source::{Argument, Form, Kind, ObjectName, Shown};
use invar_gcl::{Block, BlockId, CmdKind};
use invar_logic::VarId;
use rustc_hash::FxHashMap;

use super::program::{Cx, LeafVars, MapKey, Part, VarStorage};
use super::shape::{float_width, leaf_pieces, same_element};
use crate::c::points_to::{Mode, RegionId};
use crate::c::types::TypeId;

/// Characters of a string literal that are shown.
const SHOWN_CHARACTERS: usize = 20;

impl Cx<'_> {
    /// The variables of a leaf are the source's place of this name.
    pub fn name_leaf(&mut self, root: &str, ty: TypeId, vars: &LeafVars) {
        let name = leaf_pieces(&self.unit.types, root, ty, &vars.leaf);
        let offset = part_of(vars, Part::Offset);
        for &(part, var) in &vars.parts {
            let shown = match part {
                Part::Int => Shown::Place { name: name.clone(), kind: Kind::Plain },
                Part::Object => Shown::Place { name: name.clone(), kind: Kind::Pointer { offset } },
                Part::Token => match float_width(&self.unit.types, vars.leaf.ty) {
                    Some(width) => Shown::Place { name: name.clone(), kind: Kind::Float(width) },
                    None => Shown::Hidden,
                },
                Part::Offset | Part::Hidden => Shown::Hidden,
            };
            self.b.program.source.variables.insert(var, shown);
        }
    }

    pub fn hide_leaf(&mut self, vars: &LeafVars) {
        for &(_, var) in &vars.parts {
            self.b.program.source.variables.insert(var, Shown::Hidden);
        }
    }

    /// All parts of a variable can be named where it can.
    pub fn scope_leaf(&mut self, vars: &LeafVars, scopes: impl IntoIterator<Item = Span> + Clone) {
        for &(_, var) in &vars.parts {
            Arc::make_mut(&mut self.b.program.source.scopes)
                .variables
                .insert(var, scopes.clone().into_iter().collect());
        }
    }

    /// The arguments that parameters start from, and whether the body leaves the parameters alone.
    pub fn name_arguments(&mut self, arguments: &FxHashMap<VarId, VarId>, blocks: &Arena<BlockId, Block>) {
        let mut written: FxHashMap<VarId, usize> = FxHashMap::default();
        for cmd in blocks.values().flat_map(|block| &block.cmds) {
            match &cmd.kind {
                CmdKind::Assign(var, _) | CmdKind::Havoc(var) => *written.entry(*var).or_default() += 1,
                CmdKind::Call { outs, .. } => outs.iter().for_each(|&var| *written.entry(var).or_default() += 1),
                CmdKind::Assume(_) | CmdKind::Assert(..) => {}
            }
        }
        for (&parameter, &given) in arguments {
            // The first time is at the entry.
            let is_kept = written.get(&parameter).is_some_and(|&times| times == 1);
            self.b.program.source.arguments.insert(given, Argument { parameter, is_kept });
        }
    }

    /// What the source calls an object that is a variable of this type.
    pub fn object_name(&self, name: &str, region: RegionId, ty: TypeId) -> ObjectName {
        let form = match self.regions.regions()[region].mode {
            Mode::Elements(element) if same_element(&self.unit.types, element, ty) => Form::Single,
            Mode::Elements(_) => Form::Row,
            Mode::Cells | Mode::Bytes => Form::Mixed,
        };
        ObjectName { text: name.to_string(), form }
    }

    /// Maps and fixed objects, when all of them are known.
    pub fn name_memory(&mut self) {
        self.name_maps();
        let unit = self.unit;
        let mut objects = Vec::new();
        let mut scopes = BTreeMap::new();
        for (id, global) in unit.globals.iter() {
            if let VarStorage::Object(region, _) = self.globals[id] {
                scopes.insert(1 + id.index() as i64, global.scopes.clone());
                objects.push((1 + id.index(), self.object_name(&global.name, region, global.ty)));
            }
        }
        for (id, string) in unit.strings.iter() {
            let text = literal(&string.units);
            objects.push((self.numbers.first_string + id.index(), ObjectName { text, form: Form::Literal }));
        }
        for (id, function) in unit.functions.iter() {
            let text = function.name.clone();
            objects.push((self.numbers.first_function + id.index(), ObjectName { text, form: Form::Literal }));
        }
        let source = &mut self.b.program.source;
        source.objects = Arc::new(objects.into_iter().map(|(number, name)| (number as i64, name)).collect());
        source.null = "NULL";
        source.live = Some(self.live);
        source.next = Some(self.next);
        let own = Arc::make_mut(&mut source.scopes);
        (own.objects, own.hiding) = (scopes, unit.inner_names.clone());
    }

    fn name_maps(&mut self) {
        let mut maps: Vec<_> = self.maps.by_key.iter().map(|(&key, &var)| (key, var)).collect();
        maps.sort();
        for ((region, key), var) in maps {
            let (MapKey::Leaf(number, part), Mode::Elements(element)) = (key, self.regions.regions()[region].mode)
            else {
                continue;
            };
            let Some(leaf) = self.shapes.leaves(&self.unit.types, element).get(number as usize).cloned() else {
                continue;
            };
            let kind = match part {
                Part::Int => Kind::Plain,
                Part::Object => Kind::Pointer {
                    offset: self.maps.by_key.get(&(region, MapKey::Leaf(number, Part::Offset))).copied(),
                },
                Part::Token => match float_width(&self.unit.types, leaf.ty) {
                    Some(width) => Kind::Float(width),
                    None => continue,
                },
                Part::Offset | Part::Hidden => continue,
            };
            let part = leaf_pieces(&self.unit.types, "", element, &leaf);
            self.b.program.source.variables.insert(var, Shown::Memory { part, kind });
        }
    }
}

fn part_of(vars: &LeafVars, wanted: Part) -> Option<VarId> {
    vars.parts.iter().find(|(part, _)| *part == wanted).map(|(_, var)| *var)
}

/// The literal as it is written, or its beginning.
fn literal(units: &[u32]) -> String {
    let characters = units.strip_suffix(&[0]).unwrap_or(units);
    let mut text: String = characters
        .iter()
        .take(SHOWN_CHARACTERS)
        .flat_map(|&unit| char::from_u32(unit).unwrap_or('?').escape_default())
        .collect();
    if characters.len() > SHOWN_CHARACTERS {
        text.push_str("...");
    }
    format!("\"{text}\"")
}
