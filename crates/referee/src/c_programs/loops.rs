//! Loops. A counter that nothing else writes bounds each of them.

use super::expr::{Effects, Scalar};
use super::kind::Kind;
use super::scope::{Generator, Object, Pointer, Purity, Ty};

/// A loop's text around its body.
struct Skeleton {
    before: Option<String>,
    head: String,
    /// The first line of the body.
    first: Option<String>,
    tail: String,
    /// The counter's values in the body.
    low: i128,
    high: i128,
}

impl Skeleton {
    fn new(head: String, low: usize, high: usize) -> Skeleton {
        Skeleton { before: None, head, first: None, tail: String::new(), low: low as i128, high: high as i128 }
    }
}

impl Generator {
    pub fn loop_statement(&mut self) {
        if self.random.chance(20) && self.pointer_walk().is_some() {
            return;
        }
        let room = (self.frame.limit.saturating_sub(self.frame.cost) / self.frame.repeats / 4).min(9);
        if room < 2 {
            return self.checksum_statement();
        }
        let times = 1 + self.random.below(room);
        let kinds = [Kind::Int, Kind::Int, Kind::UInt, Kind::UChar, Kind::Long, Kind::ULongLong, Kind::Short];
        let kind = kinds[self.random.below(kinds.len())];
        let counter = self.name("i");
        let (condition, effects) = self.extra_condition();
        let skeleton = self.skeleton(kind, &counter, times, &condition);
        self.line("{");
        self.indent += 1;
        if let Some(before) = &skeleton.before {
            self.line(before);
        }
        self.frame.effects = self.frame.effects.and(effects);
        let outer = self.objects.len();
        let mask = self.local_mask();
        let ty = Ty::Scalar(Scalar::limited(kind, skeleton.low, skeleton.high));
        self.objects.push(Object { name: counter, ty, mask, is_const: true });
        self.body(times, &skeleton);
        self.objects.truncate(outer);
        self.indent -= 1;
        self.line("}");
    }

    fn body(&mut self, times: usize, skeleton: &Skeleton) {
        let outer = (self.frame.may_break, self.frame.may_continue);
        (self.frame.may_break, self.frame.may_continue) = (true, true);
        self.line(format!("{} {{", skeleton.head));
        self.indent += 1;
        if let Some(first) = &skeleton.first {
            self.line(first);
        }
        let declarations = if skeleton.first.is_some() { 0 } else { self.random.below(2) };
        let statements = 1 + self.random.below(3);
        self.repeated(times, |g| g.block(declarations, statements));
        self.indent -= 1;
        self.line(format!("}}{}", skeleton.tail));
        (self.frame.may_break, self.frame.may_continue) = outer;
    }

    /// ` && c`, or nothing.
    fn extra_condition(&mut self) -> (String, Effects) {
        if self.random.chance(75) {
            return (String::new(), Effects::default());
        }
        let condition = self.with_purity(Purity::Pure, |g| g.condition(1));
        (format!(" && {}", condition.code.at(super::expr::level::AND + 1)), condition.code.effects)
    }

    fn skeleton(&mut self, kind: Kind, i: &str, times: usize, also: &str) -> Skeleton {
        let ty = self.spell(kind);
        let declared = Some(format!("{ty} {i} = 0;"));
        match self.random.below(10) {
            0 => Skeleton::new(format!("for ({ty} {i} = {times}; {i}-- > 0{also};)"), 0, times - 1),
            1 => {
                let step = 1 + self.random.below(2);
                Skeleton::new(
                    format!("for ({ty} {i} = 0; {i} < {}{also}; {i} += {step})", times * step),
                    0,
                    times * step - 1,
                )
            }
            2 => {
                let head = format!("while ({i} < {times}{also})");
                Skeleton { before: declared, first: Some(format!("{i}++;")), ..Skeleton::new(head, 1, times) }
            }
            3 => {
                let before = Some(format!("{ty} {i} = {times};"));
                Skeleton { before, ..Skeleton::new(format!("while ({i}-- > 0{also})"), 0, times - 1) }
            }
            4 => {
                let tail = format!(" while (++{i} < {times}{also});");
                Skeleton { before: declared, tail, ..Skeleton::new("do".to_string(), 0, times - 1) }
            }
            5 => {
                let first = Some(format!("if ({i}++ >= {times}) break;"));
                let head = if self.random.chance(50) { "for (;;)" } else { "while (1)" };
                Skeleton { before: declared, first, ..Skeleton::new(head.to_string(), 1, times) }
            }
            6 => {
                let before = Some(format!("{ty} {i};"));
                Skeleton {
                    before,
                    ..Skeleton::new(format!("for ({i} = 0; {i} != {times}{also}; ++{i})"), 0, times - 1)
                }
            }
            7 => {
                // Doubling reaches the bound; it stays within the narrowest counter.
                let bound = 1usize << times.min(6);
                Skeleton::new(format!("for ({ty} {i} = 1; {i} < {bound}{also}; {i} <<= 1)"), 1, bound - 1)
            }
            _ => Skeleton::new(format!("for ({ty} {i} = 0; {i} < {times}{also}; {i}++)"), 0, times - 1),
        }
    }

    /// A pointer that runs over an array.
    fn pointer_walk(&mut self) -> Option<()> {
        let arrays: Vec<Object> = self.visible().into_iter().filter(is_flat_array).collect();
        let array = self.random.pick(&arrays)?.clone();
        let Ty::Array(element, count) = array.ty.clone() else { return None };
        if self.frame.cost + self.frame.repeats * count * 4 > self.frame.limit {
            return None;
        }
        let pointer = Pointer {
            to: *element,
            length: 1,
            base: Some((array.name.clone(), count)),
            is_nullable: false,
            targets: array.mask,
            is_const: array.is_const,
            origins: Vec::new(),
        };
        let (p, a) = (self.name("p"), array.name);
        if matches!(pointer.to, Ty::Scalar(_)) && self.random.chance(30) {
            self.reading_walk(&p, &a, pointer);
            return Some(());
        }
        let ty = Ty::Pointer(Box::new(pointer));
        let declarator = self.declarator(&ty, &p);
        let head = match self.random.below(3) {
            0 => format!("for ({declarator} = {a}; {p} < {a} + {count}; {p}++)"),
            1 => format!("for ({declarator} = {a}; {p} != &{a}[{count}]; ++{p})"),
            _ => format!("for ({declarator} = &{a}[0]; {p} - {a} < {count}; {p} += 1)"),
        };
        let outer = self.objects.len();
        let mask = self.local_mask();
        self.objects.push(Object { name: p, ty, mask, is_const: true });
        self.body(count, &Skeleton::new(head, 0, 0));
        self.objects.truncate(outer);
        Some(())
    }

    /// `while (p < a + n) … *p++ …`
    fn reading_walk(&mut self, p: &str, a: &str, pointer: Pointer) {
        let Some((_, count)) = pointer.base else { return };
        let (targets, ty) = (pointer.targets, Ty::Pointer(Box::new(pointer)));
        let declarator = self.declarator(&ty, p);
        self.line("{");
        self.indent += 1;
        self.line(format!("{declarator} = {a};"));
        self.line(format!("while ({p} < {a} + {count})"));
        self.indent += 1;
        self.repeated(count, |g| g.add_to_checksum(&format!("*{p}++"), Effects::read(targets)));
        self.frame.cost += self.frame.repeats * count;
        self.indent -= 2;
        self.line("}");
    }
}

fn is_flat_array(object: &Object) -> bool {
    match &object.ty {
        Ty::Array(element, _) => !matches!(**element, Ty::Array(..)),
        Ty::Scalar(_) | Ty::Struct(_) | Ty::Pointer(_) => false,
    }
}
