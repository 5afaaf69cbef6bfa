//! A program to annotate: its names and types, without any text.
//!
//! ```c
//! struct node { int value; struct node *next; };
//! struct pair { int x; int y; struct { int z; }; int arr[4]; struct node *link; };
//! typedef unsigned long size_t;  enum { RED = 3 };
//! int g; int table[10]; int m[3][4]; struct node *head; double d; struct node nodes[5];
//! int f(int *a, int n, int *b, struct node *p, struct pair s, char *c, void *v, _Bool q);   // in a loop, label `again`
//! ```

use std::sync::Arc;

use crate::c::annotate::scope::{Named, Scope};
use crate::c::annotate::syntax::TagKind;
use crate::c::hir::spec::LogicUnit;
use crate::c::hir::{FunctionId, GlobalId, LabelId, LocalId, StringId};
use crate::c::lex::token::Literal;
use crate::c::types::*;
use invar_base::{Id, Interner, SourceId, Span, Symbol};

pub struct World {
    pub names: Interner,
    pub types: Types,
    pub logic: LogicUnit,
    pub result: TypeId,
    locals: Vec<(&'static str, TypeId)>,
    globals: Vec<(&'static str, TypeId)>,
    size_t: TypeId,
    node: TypeId,
    pair: TypeId,
    strings: u32,
}

impl World {
    pub fn new() -> World {
        let mut types = Types::new(DataModel::Lp64);
        let int = types.int(IntKind::Int);
        let char = types.int(IntKind::Char);
        let bool = types.int(IntKind::Bool);
        let size_t = types.int(IntKind::ULong);
        let void = types.intern(Type::Void);
        let double = types.intern(Type::Float(FloatKind::Double));
        let ints = types.pointer(int);
        let node = record(&mut types, "node", vec![]);
        let nodes = types.pointer(node);
        fill(&mut types, node, vec![("value", int), ("next", nodes)]);
        let inner = record(&mut types, "", vec![("z", int)]);
        let four = types.intern(Type::Array { element: int, length: ArrayLength::Known(4) });
        let members = vec![("x", int), ("y", int), ("", inner), ("arr", four), ("link", nodes)];
        let pair = record(&mut types, "pair", members);
        let table = types.intern(Type::Array { element: int, length: ArrayLength::Known(10) });
        let matrix = types.intern(Type::Array { element: four, length: ArrayLength::Known(3) });
        let five = types.intern(Type::Array { element: node, length: ArrayLength::Known(5) });
        let (chars, voids) = (types.pointer(char), types.pointer(void));
        let locals = vec![
            ("a", ints),
            ("n", int),
            ("b", ints),
            ("p", nodes),
            ("s", pair),
            ("c", chars),
            ("v", voids),
            ("q", bool),
        ];
        let globals =
            vec![("g", int), ("table", table), ("m", matrix), ("head", nodes), ("d", double), ("nodes", five)];
        let (names, logic) = (Interner::default(), LogicUnit::default());
        World { names, types, logic, result: int, locals, globals, size_t, node, pair, strings: 0 }
    }

    pub fn local_name(&self, local: LocalId) -> String {
        self.locals[local.index()].0.to_string()
    }

    pub fn global_name(&self, global: GlobalId) -> String {
        self.globals[global.index()].0.to_string()
    }

    /// Makes the function return a struct.
    pub fn returning_pair() -> World {
        let world = World::new();
        World { result: world.pair, ..world }
    }

    pub fn returning_nothing() -> World {
        let mut world = World::new();
        world.result = world.types.intern(Type::Void);
        world
    }

    pub fn type_name(&self, id: TypeId) -> String {
        match self.types.get(id) {
            Type::Int(IntKind::Int) => "int".into(),
            Type::Int(IntKind::UInt) => "unsigned".into(),
            Type::Int(IntKind::Char) => "char".into(),
            Type::Int(IntKind::UChar) => "unsigned char".into(),
            Type::Int(IntKind::ULong) => "unsigned long".into(),
            Type::Int(_) => "integer type".into(),
            Type::Pointer(to) => format!("{}*", self.type_name(*to)),
            Type::Void => "void".into(),
            Type::Record(record) => self.types.records[*record].name.clone(),
            _ => "type".into(),
        }
    }
}

fn here() -> Span {
    Span::new(SourceId::from_index(0), 0, 0)
}

fn record(types: &mut Types, name: &str, fields: Vec<(&str, TypeId)>) -> TypeId {
    let id = types.records.push(Record { name: name.into(), is_union: false, span: here(), layout: None });
    let ty = types.intern(Type::Record(id));
    if !fields.is_empty() {
        fill(types, ty, fields);
    }
    ty
}

fn fill(types: &mut Types, ty: TypeId, fields: Vec<(&str, TypeId)>) {
    let Type::Record(id) = *types.get(ty) else { return };
    let fields: Vec<Field> = fields
        .into_iter()
        .map(|(name, ty)| Field {
            name: name.into(),
            ty,
            offset: 0,
            bits: None,
            is_const: false,
            volatile: Volatile::NOTHING,
            span: here(),
        })
        .collect();
    types.records[id].layout = Some(RecordLayout { fields, size: 16, align: 8 });
}

impl Scope for World {
    fn names(&self) -> &Interner {
        &self.names
    }

    fn lookup(&self, name: Symbol) -> Option<Named> {
        let text = self.names.name(name);
        match self.locals.iter().position(|(local, _)| *local == text) {
            Some(index) => Some(Named::Local(LocalId::from_index(index), self.locals[index].1)),
            None => self.lookup_global(name),
        }
    }

    fn lookup_global(&self, name: Symbol) -> Option<Named> {
        let text = self.names.name(name);
        match text {
            "size_t" => return Some(Named::Type(self.size_t)),
            "RED" => return Some(Named::Constant(3)),
            "f" => return Some(Named::Function(FunctionId::from_index(0))),
            _ => {}
        }
        let index = self.globals.iter().position(|(global, _)| *global == text)?;
        Some(Named::Global(GlobalId::from_index(index), self.globals[index].1))
    }

    fn tag(&mut self, kind: TagKind, name: Symbol) -> Option<TypeId> {
        match (kind, self.names.name(name)) {
            (TagKind::Struct, "node") => Some(self.node),
            (TagKind::Struct, "pair") => Some(self.pair),
            _ => None,
        }
    }

    fn label(&self, name: Symbol) -> Option<LabelId> {
        (self.names.name(name) == "again").then(|| LabelId::from_index(0))
    }

    fn result(&self) -> Option<TypeId> {
        Some(self.result)
    }

    fn is_in_loop(&self) -> bool {
        true
    }

    fn string(&mut self, _parts: &[Arc<Literal>], _span: Span) -> StringId {
        self.strings += 1;
        StringId::from_index(self.strings as usize - 1)
    }

    fn types(&self) -> &Types {
        &self.types
    }

    fn types_mut(&mut self) -> &mut Types {
        &mut self.types
    }

    fn logic(&mut self) -> &mut LogicUnit {
        &mut self.logic
    }
}
