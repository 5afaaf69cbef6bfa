//! Types to sorts. Constructors at type arguments become sorts of their own, named as the text writes the type.

use invar_base::Span;
use invar_logic::{Constructor, DatatypeId, Field, Sort, SortKind};

use super::super::types::{MapTy, Ty, TypeInfoKind};
use super::Lowering;

/// A polymorphic map type: one field per instance, in this order, then the field for all other instances.
#[derive(Clone, Debug)]
pub struct PolyMap {
    pub datatype: DatatypeId,
    pub instances: Vec<Vec<Ty>>,
}

impl Lowering<'_> {
    /// The sort of a type, which may still mention type parameters in scope.
    pub fn sort(&mut self, ty: &Ty, span: Span) -> Sort {
        let ty = self.concrete(ty);
        let sort = self.sort_of_concrete(&ty, span);
        self.define_pending_sorts();
        sort
    }

    fn sort_of_concrete(&mut self, ty: &Ty, span: Span) -> Sort {
        if let Some(&sort) = self.sort_cache.get(ty) {
            return sort;
        }
        let sort = match ty {
            Ty::Bool => Sort::BOOL,
            Ty::Int => Sort::INT,
            Ty::Real => Sort::REAL,
            Ty::Bv(width) => self.pool.bitvec_sort(*width),
            Ty::Map(map) if map.params == 0 => self.plain_map(map, span),
            Ty::Map(_) => self.declare_poly_map(ty, span),
            Ty::Con(id, args) => {
                self.seen.add_type(*id, args);
                match &self.r.types[*id].kind {
                    TypeInfoKind::Datatype(_) => self.declare_datatype(ty, span),
                    TypeInfoKind::Constructor | TypeInfoKind::Synonym(_) => self.opaque_sort(ty),
                }
            }
            // Reported already, or about to be.
            Ty::Error | Ty::Infer(_) | Ty::Bound(..) => Sort::INT,
            Ty::Param(id) => {
                let name = self.r.params[*id].clone();
                self.fail("unsupported", span, format!("the type variable `{name}` has no instance here"));
                Sort::INT
            }
        };
        self.sort_cache.insert(ty.clone(), sort);
        sort
    }

    fn opaque_sort(&mut self, ty: &Ty) -> Sort {
        let name = self.r.show(ty);
        let sort = self.pool.uninterpreted_sort(&name);
        self.program.sorts.push(sort);
        sort
    }

    fn plain_map(&mut self, map: &MapTy, span: Span) -> Sort {
        let domain: Vec<Sort> = map.domain.iter().map(|ty| self.sort_of_concrete(ty, span)).collect();
        let range = self.sort_of_concrete(&map.range, span);
        self.pool.map_sort(&domain, range)
    }

    fn declare_datatype(&mut self, ty: &Ty, span: Span) -> Sort {
        let (_, sort) = self.pool.declare_datatype(&self.r.show(ty));
        self.program.sorts.push(sort);
        self.pending_sorts.push((ty.clone(), span));
        sort
    }

    fn declare_poly_map(&mut self, ty: &Ty, span: Span) -> Sort {
        self.consulted = true;
        let (datatype, sort) = self.pool.declare_datatype(&self.r.show(ty));
        self.program.sorts.push(sort);
        let instances = self.known.maps.get(ty).map(|set| set.iter().cloned().collect()).unwrap_or_default();
        self.poly_maps.insert(ty.clone(), PolyMap { datatype, instances });
        self.pending_sorts.push((ty.clone(), span));
        sort
    }

    /// Gives the datatypes declared so far their constructors. A list, not recursion: types may be linked in long chains.
    fn define_pending_sorts(&mut self) {
        if self.defining_sorts {
            return;
        }
        self.defining_sorts = true;
        while let Some((ty, span)) = self.pending_sorts.pop() {
            match &ty {
                Ty::Con(..) => self.define_datatype(&ty, span),
                Ty::Map(map) => self.define_poly_map(&ty, map, span),
                Ty::Bool | Ty::Int | Ty::Real | Ty::Bv(_) => {}
                Ty::Param(_) | Ty::Infer(_) | Ty::Bound(..) | Ty::Error => {}
            }
        }
        self.defining_sorts = false;
    }

    fn define_datatype(&mut self, ty: &Ty, span: Span) {
        let Ty::Con(id, args) = ty else { return };
        let TypeInfoKind::Datatype(info) = self.r.types[*id].kind.clone() else { return };
        let by = info.params.iter().copied().zip(args.iter().cloned()).collect();
        let mut constructors = Vec::new();
        for constructor in &info.constructors {
            let mut fields = Vec::new();
            for (name, ty) in &constructor.fields {
                let sort = self.sort_of_concrete(&self.r.known(ty).substitute(&by), span);
                fields.push(Field { name: self.pool.intern(name), sort });
            }
            constructors.push(Constructor { name: self.pool.intern(&constructor.name), fields });
        }
        if let Some(datatype) = self.datatype_of(ty) {
            self.pool.define_datatype(datatype, constructors);
        }
    }

    fn define_poly_map(&mut self, ty: &Ty, map: &MapTy, span: Span) {
        let Some(PolyMap { datatype, instances }) = self.poly_maps.get(ty).cloned() else { return };
        let name = self.r.show(ty);
        let mut fields = Vec::new();
        for instance in &instances {
            let (domain, range) = map.open(instance);
            if domain.iter().chain([&range]).any(|part| part.mentions(&|inner| inner == ty)) {
                self.fail(
                    "unsupported",
                    span,
                    format!("the map type `{name}` is used at an instance that contains itself"),
                );
            }
            let field = instance.iter().map(|ty| self.r.show(ty)).collect::<Vec<_>>().join(", ");
            let sort = self.sort_of_concrete(&Ty::map(domain, range), span);
            fields.push(Field { name: self.pool.intern(&format!("at {field}")), sort });
        }
        let rest = self.pool.uninterpreted_sort(&format!("rest of {name}"));
        self.program.sorts.push(rest);
        fields.push(Field { name: self.pool.intern("elsewhere"), sort: rest });
        let constructor = Constructor { name: self.pool.intern(&format!("map {name}")), fields };
        self.pool.define_datatype(datatype, vec![constructor]);
    }

    /// The datatype behind a type whose sort has been made.
    pub fn datatype_of(&self, ty: &Ty) -> Option<DatatypeId> {
        match self.pool.sort_kind(*self.sort_cache.get(ty)?) {
            SortKind::Datatype(id) => Some(*id),
            SortKind::Bool
            | SortKind::Int
            | SortKind::Real
            | SortKind::BitVec(_)
            | SortKind::Map { .. }
            | SortKind::Uninterpreted(_) => None,
        }
    }

    /// The datatype of a type that may mention type parameters.
    pub fn datatype(&mut self, ty: &Ty, span: Span) -> Option<DatatypeId> {
        self.sort(ty, span);
        self.datatype_of(&self.concrete(ty))
    }
}
