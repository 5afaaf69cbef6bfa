//! Where names can be used. In: the scopes, as they are left. Out: `Local::scope`, `Global::scopes`, `Unit::inner_names`.
//!
//! All tokens of a macro's expansion are at the macro's name, so what begins together is not known to be in order: a name
//! can be used at a place only if its scope begins before the place, and is hidden by all that may begin before the place.

use invar_base::Span;

use super::scope::{Entry, Named, Resolver};
use crate::c::hir::GlobalId;

/// What a scope covers of the text.
#[derive(Clone, Copy, Debug)]
pub(super) enum Extent {
    Block(Span),
    /// A `for` statement: annotations before it are in its scope.
    For(Span),
}

impl Resolver<'_> {
    /// Leaves a scope of code.
    pub(super) fn leave_code(&mut self, extent: Extent) {
        self.note_scopes(extent);
        self.leave();
    }

    /// The innermost scope ends: its names can be used from here to there.
    pub(super) fn note_scopes(&mut self, extent: Extent) {
        let names = &self.scope().names;
        let mut entries: Vec<_> = names.iter().map(|(&name, &entry)| (name, entry)).collect();
        entries.sort_by_key(|(_, entry)| entry.span);
        for (name, entry) in entries {
            let (scope, hides) = match scope_of(extent, &entry) {
                Some(scope) => (Some(scope), scope),
                None => (None, extent.span()),
            };
            self.inner_names.entry(self.name(name).to_string()).or_default().push(hides);
            match entry.named {
                Named::Local(id, _) => self.body().locals[id].scope = scope,
                Named::Global(id, _) => self.globals[id].scopes.extend(scope),
                Named::Function(_) | Named::EnumConstant(..) | Named::Typedef(_) => {}
            }
        }
    }

    /// A variable is declared outside of functions: its name can be used in the rest of the source.
    pub(super) fn note_file_scope(&mut self, id: GlobalId, span: Span) {
        let scopes = &mut self.globals[id].scopes;
        if !scopes.iter().any(|scope| scope.source == span.source && scope.end == u32::MAX) {
            scopes.push(Span { end: u32::MAX, ..span });
            self.file_names.declared.push(id);
        }
    }

    /// A function's body comes: the rest of its source knows what other sources declared before it.
    pub(super) fn note_source(&mut self, body: Span) {
        let known = self.file_names.known.insert(body.source, self.file_names.declared.len()).unwrap_or(0);
        for &id in &self.file_names.declared[known..] {
            let scopes = &mut self.globals[id].scopes;
            if !scopes.iter().any(|scope| scope.source == body.source && scope.end == u32::MAX) {
                scopes.push(Span { end: u32::MAX, ..body });
            }
        }
    }
}

impl Extent {
    fn span(self) -> Span {
        match self {
            Extent::Block(span) | Extent::For(span) => span,
        }
    }
}

/// None if they are in different sources: then it cannot be told what is before what. Parameters are declared before the
/// block that they are known in.
fn scope_of(extent: Extent, entry: &Entry) -> Option<Span> {
    let (span, declared) = (extent.span(), entry.span);
    let start = match extent {
        Extent::Block(block) => declared.start.max(block.start),
        Extent::For(statement) => declared.start.min(statement.start.saturating_sub(1)),
    };
    (span.source == declared.source).then_some(Span { start, ..span })
}
