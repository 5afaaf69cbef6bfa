//! The nodes of a boolean program from what the nodes of the flow do to predicates.

use invar_base::{Arena, Id, Span};
use invar_gcl::boolprog::program::{Expr, Node, NodeId, NodeKind, Var};
use rustc_hash::FxHashMap;

/// What a node does to predicates.
pub struct Statement {
    pub assumed: Vec<Expr>,
    pub targets: Vec<Var>,
    pub values: Vec<Expr>,
    pub constrain: Option<Expr>,
}

impl Statement {
    pub fn is_silent(&self) -> bool {
        self.assumed.is_empty() && self.targets.is_empty() && self.constrain.is_none()
    }
}

/// Writes the nodes of the boolean program; successors are filled in at the end.
pub struct Writer {
    nodes: Vec<(Option<Piece>, Vec<usize>)>,
    pub first: FxHashMap<usize, NodeId>,
    span: Span,
}

/// A statement of the boolean program without its successor.
enum Piece {
    Assume(Expr),
    Assign(Vec<Var>, Vec<Expr>, Option<Expr>),
}

impl Writer {
    pub fn new(span: Span) -> Writer {
        Writer { nodes: Vec::new(), first: FxHashMap::default(), span }
    }

    pub fn write(&mut self, node: usize, statement: Statement, next: Vec<usize>) {
        let Statement { assumed, targets, values, constrain } = statement;
        self.first.insert(node, NodeId::from_index(self.nodes.len()));
        if !assumed.is_empty() {
            self.nodes.push((Some(Piece::Assume(Expr::And(assumed))), Vec::new()));
        }
        if !targets.is_empty() || constrain.is_some() {
            self.nodes.push((Some(Piece::Assign(targets, values, constrain)), Vec::new()));
        }
        self.nodes.push((None, next));
    }

    pub fn finish(self) -> Arena<NodeId, Node> {
        let Writer { nodes, first, span } = self;
        let mut arena = Arena::new();
        for (at, (piece, next)) in nodes.into_iter().enumerate() {
            let after = NodeId::from_index(at + 1);
            let kind = match piece {
                Some(Piece::Assume(condition)) => NodeKind::Assume(condition, after),
                Some(Piece::Assign(targets, values, constrain)) => {
                    NodeKind::Assign { targets, values, constrain, next: after }
                }
                None if next.is_empty() => NodeKind::Return(Vec::new()),
                None => {
                    let mut next: Vec<NodeId> = next.iter().map(|next| first[next]).collect();
                    next.sort_unstable();
                    next.dedup();
                    NodeKind::Goto(next)
                }
            };
            arena.push(Node { kind, span });
        }
        arena
    }
}
