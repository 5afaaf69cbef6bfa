//! What the loop's text can name. In: variables and fixed objects of the program. Out: the variable of the text that one
//! stands for, and whether its name means it at the place of the loop.

use invar_gcl::source::{ObjectName, Piece, Shown};
use invar_logic::{Term, VarId};

use super::Acsl;

impl Acsl<'_> {
    /// The text's own variable, and whether its value at entry is meant. None if the variable belongs to another call, or
    /// to whoever called.
    pub fn own(&self, var: VarId) -> Option<(VarId, bool)> {
        let own = match self.reader.copies {
            None => var,
            Some(copies) => match copies.get(&var) {
                Some(&own) => own,
                // The state at entry is that of the caller.
                None if self.now.contains_key(&var) => return None,
                None if self.globals.contains(&var) => var,
                None if self.program.source.variables.contains_key(&var) => return None,
                None => var,
            },
        };
        if let Some(&now) = self.now.get(&own) {
            return Some((now, true));
        }
        match self.program.source.arguments.get(&own) {
            Some(argument) => Some((argument.parameter, !argument.is_kept)),
            None => Some((own, false)),
        }
    }

    /// Can all variables be named that are variables of the text, or parts of such?
    pub fn can_name_all(&self, term: Term) -> bool {
        self.pool.free_vars(term).into_iter().all(|var| self.own(var).is_some_and(|(own, _)| self.can_name(own)))
    }

    fn can_name(&self, var: VarId) -> bool {
        let whole = self.object_of.get(&var).copied().unwrap_or(var);
        let name = match self.program.source.variables.get(&whole) {
            Some(Shown::Place { name, .. }) => root(name),
            Some(Shown::Address(name)) => Some(word(&name.text)),
            Some(Shown::Memory { .. }) => return true,
            Some(Shown::Hidden) | None => None,
        };
        let source = &self.program.source.scopes;
        let scopes = source.variables.get(&var);
        let is_named = |name: &str| scopes.is_some_and(|scopes| source.can_name(scopes, name, self.reader.place));
        name.is_some_and(is_named)
    }

    pub fn can_name_object(&self, number: i64, name: &ObjectName) -> bool {
        let source = &self.program.source.scopes;
        let scopes = source.objects.get(&number);
        scopes.is_some_and(|scopes| source.can_name(scopes, word(&name.text), self.reader.place))
    }
}

/// The name itself: a static variable of a function is known as `function::name`.
pub fn word(name: &str) -> &str {
    name.rsplit_once("::").map_or(name, |(_, name)| name)
}

/// The name that a place begins with.
pub fn root(name: &[Piece]) -> Option<&str> {
    match name.first() {
        Some(Piece::Text(text)) => Some(word(text.split('.').next().unwrap_or(text))),
        Some(Piece::Index) | None => None,
    }
}

/// The place as code in the scope of its variable writes it.
pub fn in_scope(name: &[Piece]) -> Vec<Piece> {
    let mut name = name.to_vec();
    if let Some(Piece::Text(text)) = name.first_mut() {
        *text = word(text).to_string();
    }
    name
}
