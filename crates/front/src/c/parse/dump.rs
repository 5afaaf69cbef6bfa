//! Trees as terse text, for tests: `(+ a (* b c))`.

use crate::c::ast::*;
use crate::c::lex::token::Encoding;
use invar_base::Interner;

pub struct Dump<'a>(pub &'a Interner);

impl Dump<'_> {
    pub fn unit(&self, unit: &TranslationUnit) -> String {
        self.join(&unit.externals, "\n", |external| self.external(external))
    }

    fn join<T>(&self, items: &[T], separator: &str, show: impl Fn(&T) -> String) -> String {
        items.iter().map(show).collect::<Vec<_>>().join(separator)
    }

    /// Every item with a space before it.
    fn list<T>(&self, items: &[T], show: impl Fn(&T) -> String) -> String {
        items.iter().map(|item| format!(" {}", show(item))).collect()
    }

    fn name(&self, ident: &Ident) -> String {
        self.0.name(ident.name).to_string()
    }

    fn external(&self, external: &External) -> String {
        match external {
            External::Function(function) => self.function(function),
            External::Declaration(declaration) => self.declaration(declaration),
            External::StaticAssert(assert) => format!("(static-assert {})", self.expr(&assert.condition)),
            External::Asm(asm) => self.asm(asm),
            External::Annotation(annotation) => self.annotation(annotation),
        }
    }

    fn function(&self, function: &FunctionDefinition) -> String {
        let annotations = self.list(&function.annotations, |annotation| self.annotation(annotation));
        let late = self.list(&function.late_annotations, |annotation| self.annotation(annotation));
        let old = self.list(&function.old_parameters, |declaration| self.declaration(declaration));
        let head = self.declared(&function.specifiers, &function.declarator);
        format!("(fn{annotations} {head}{old}{late} {})", self.block(&function.body))
    }

    pub fn annotation(&self, annotation: &Annotation) -> String {
        format!("@{}", annotation.tokens.len())
    }

    fn declaration(&self, declaration: &Declaration) -> String {
        let annotations = self.list(&declaration.annotations, |annotation| self.annotation(annotation));
        let specifiers = self.specifiers(&declaration.specifiers);
        let declarators = self.list(&declaration.declarators, |item| {
            let declarator = self.declarator(&item.declarator);
            let initializer = item.initializer.as_ref();
            initializer.map_or(declarator.clone(), |value| format!("{declarator}={}", self.initializer(value)))
        });
        format!("(decl{annotations} {specifiers}{declarators})")
    }

    fn declared(&self, specifiers: &Specifiers, declarator: &Declarator) -> String {
        format!("{} {}", self.specifiers(specifiers), self.declarator(declarator)).trim().to_string()
    }

    fn specifiers(&self, specifiers: &Specifiers) -> String {
        let mut words: Vec<String> = Vec::new();
        words.extend(specifiers.storage.iter().map(|(storage, _)| format!("{storage:?}").to_lowercase()));
        words.extend(self.qualifiers(specifiers.qualifiers));
        words.extend(specifiers.is_inline.then(|| "inline".to_string()));
        words.extend(specifiers.is_noreturn.then(|| "noreturn".to_string()));
        words.extend(specifiers.attributes.iter().map(|attribute| self.attribute(attribute)));
        words.extend(specifiers.alignments.iter().map(|alignment| match alignment {
            Alignment::Type(ty) => format!("alignas({})", self.type_name(ty)),
            Alignment::Expr(value) => format!("alignas({})", self.expr(value)),
        }));
        words.extend(specifiers.types.iter().map(|ty| self.type_specifier(&ty.kind)));
        words.join("-")
    }

    fn qualifiers(&self, qualifiers: Qualifiers) -> Vec<String> {
        let all = [
            (qualifiers.is_const, "const"),
            (qualifiers.is_volatile, "volatile"),
            (qualifiers.is_restrict, "restrict"),
            (qualifiers.is_atomic, "atomic"),
        ];
        all.iter().filter(|(is_set, _)| *is_set).map(|(_, word)| word.to_string()).collect()
    }

    fn attribute(&self, attribute: &Attribute) -> String {
        let args = self.list(&attribute.args, |arg| self.expr(arg));
        let mark = if attribute.is_opaque { " ?" } else { "" };
        format!("[{}{args}{mark}]", self.name(&attribute.name))
    }

    fn type_specifier(&self, kind: &TypeSpecifierKind) -> String {
        match kind {
            TypeSpecifierKind::Record(record) => self.record(record),
            TypeSpecifierKind::Enum(item) => self.enumeration(item),
            TypeSpecifierKind::Name(name) => self.0.name(*name).to_string(),
            TypeSpecifierKind::TypeofType(ty) => format!("typeof<{}>", self.type_name(ty)),
            TypeSpecifierKind::TypeofExpr(value) => format!("typeof({})", self.expr(value)),
            TypeSpecifierKind::Atomic(ty) => format!("atomic<{}>", self.type_name(ty)),
            TypeSpecifierKind::FloatN(bits) => format!("float{bits}"),
            TypeSpecifierKind::FloatNx(bits) => format!("float{bits}x"),
            simple => format!("{simple:?}").to_lowercase(),
        }
    }

    fn record(&self, record: &Record) -> String {
        let kind = format!("{:?}", record.kind).to_lowercase();
        let tag = record.tag.as_ref().map_or("_".to_string(), |tag| self.name(tag));
        let attributes: String = record.attributes.iter().map(|attribute| self.attribute(attribute)).collect();
        let pack = record.pack.map_or(String::new(), |pack| format!("/{pack}"));
        let members = record
            .members
            .as_ref()
            .map_or(String::new(), |members| format!("{{{}}}", self.join(members, "; ", |member| self.member(member))));
        format!("{kind}:{tag}{attributes}{pack}{members}")
    }

    fn member(&self, member: &Member) -> String {
        let fields = match member {
            Member::Fields(fields) => fields,
            Member::StaticAssert(assert) => return format!("assert {}", self.expr(&assert.condition)),
            Member::Annotation(annotation) => return self.annotation(annotation),
        };
        let list = self.list(&fields.fields, |field| {
            let declarator = field.declarator.as_ref().map_or("_".to_string(), |d| self.declarator(d));
            let width = field.width.as_ref().map_or(String::new(), |width| format!(":{}", self.expr(width)));
            let attributes: String = field.attributes.iter().map(|attribute| self.attribute(attribute)).collect();
            format!("{declarator}{width}{attributes}")
        });
        format!("{}{list}", self.specifiers(&fields.specifiers))
    }

    fn enumeration(&self, item: &Enum) -> String {
        let tag = item.tag.as_ref().map_or("_".to_string(), |tag| self.name(tag));
        let enumerators = item.enumerators.as_ref().map_or(String::new(), |enumerators| {
            let list = self.join(enumerators, " ", |e| {
                let value = e.value.as_ref().map_or(String::new(), |value| format!("={}", self.expr(value)));
                format!("{}{value}", self.name(&e.name))
            });
            format!("{{{list}}}")
        });
        format!("enum:{tag}{enumerators}")
    }

    fn type_name(&self, ty: &TypeName) -> String {
        self.declared(&ty.specifiers, &ty.declarator)
    }

    /// The name and the parts, from the name outwards: `f[3]*(void)*`.
    fn declarator(&self, declarator: &Declarator) -> String {
        let name = declarator.name.as_ref().map_or(String::new(), |name| self.name(name));
        let parts: String = declarator.parts.iter().map(|part| self.part(part)).collect();
        let label = if declarator.asm_label.is_some() { "!asm" } else { "" };
        let attributes: String = declarator.attributes.iter().map(|attribute| self.attribute(attribute)).collect();
        format!("{name}{parts}{label}{attributes}")
    }

    fn part(&self, part: &DeclaratorPart) -> String {
        match part {
            DeclaratorPart::Pointer(qualifiers) => format!("*{}", self.qualifiers(*qualifiers).concat()),
            DeclaratorPart::Array(array) => {
                let mut words = self.qualifiers(array.qualifiers);
                words.extend(array.is_static.then(|| "static".to_string()));
                words.extend(match &array.size {
                    ArraySize::Unknown => None,
                    ArraySize::Star => Some("*".to_string()),
                    ArraySize::Expr(size) => Some(self.expr(size)),
                });
                format!("[{}]", words.join(" "))
            }
            DeclaratorPart::Function(function) => match &function.parameters {
                Parameters::Old(names) => format!("<{}>", self.join(names, " ", |name| self.name(name))),
                Parameters::Prototype { parameters, is_variadic } => {
                    let list = self.join(parameters, ", ", |p| self.declared(&p.specifiers, &p.declarator));
                    format!("({list}{})", if *is_variadic { ", ..." } else { "" })
                }
            },
        }
    }

    fn initializer(&self, initializer: &Initializer) -> String {
        match initializer {
            Initializer::Expr(value) => self.expr(value),
            Initializer::List(list) => self.initializer_list(list),
        }
    }

    fn initializer_list(&self, list: &InitializerList) -> String {
        let items = self.join(&list.items, " ", |item| {
            let designators: String = item.designators.iter().map(|d| self.designator(d)).collect();
            let equals = if item.designators.is_empty() { "" } else { "=" };
            format!("{designators}{equals}{}", self.initializer(&item.value))
        });
        format!("{{{items}}}")
    }

    fn designator(&self, designator: &Designator) -> String {
        match designator {
            Designator::Field(name) => format!(".{}", self.name(name)),
            Designator::Index(index) => format!("[{}]", self.expr(index)),
            Designator::Range(first, last) => format!("[{}..{}]", self.expr(first), self.expr(last)),
        }
    }

    pub fn block(&self, block: &Block) -> String {
        format!("{{{}}}", self.join(&block.stmts, " ", |stmt| self.stmt(stmt)))
    }

    fn stmt(&self, stmt: &Stmt) -> String {
        let annotated = |annotations: &[Annotation]| self.list(annotations, |annotation| self.annotation(annotation));
        match &stmt.kind {
            StmtKind::Empty => ";".to_string(),
            StmtKind::Expr(value) => self.expr(value),
            StmtKind::Declaration(declaration) => self.declaration(declaration),
            StmtKind::StaticAssert(assert) => format!("(static-assert {})", self.expr(&assert.condition)),
            StmtKind::Block(block) => self.block(block),
            StmtKind::Labeled { labels, body } => {
                format!("({} {})", self.join(labels, " ", |label| self.label(label)), self.stmt(body))
            }
            StmtKind::If { arms, otherwise } => {
                let arms = self.list(arms, |arm| format!("{} {}", self.expr(&arm.condition), self.stmt(&arm.then)));
                let otherwise = otherwise.as_ref().map_or(String::new(), |stmt| format!(" else {}", self.stmt(stmt)));
                format!("(if{arms}{otherwise})")
            }
            StmtKind::Switch { value, body } => format!("(switch {} {})", self.expr(value), self.stmt(body)),
            StmtKind::While { annotations, condition, body } => {
                format!("(while{} {} {})", annotated(annotations), self.expr(condition), self.stmt(body))
            }
            StmtKind::DoWhile { annotations, body, condition } => {
                format!("(do{} {} {})", annotated(annotations), self.stmt(body), self.expr(condition))
            }
            StmtKind::For(parts) => self.for_parts(parts, &annotated(&parts.annotations)),
            StmtKind::Goto(label) => format!("(goto {})", self.name(label)),
            StmtKind::ComputedGoto(target) => format!("(goto* {})", self.expr(target)),
            StmtKind::Break => "break".to_string(),
            StmtKind::Continue => "continue".to_string(),
            StmtKind::Return(value) => match value {
                Some(value) => format!("(return {})", self.expr(value)),
                None => "(return)".to_string(),
            },
            StmtKind::Asm(asm) => self.asm(asm),
            StmtKind::Annotation(annotation) => self.annotation(annotation),
            StmtKind::Abort(_) => "abort".to_string(),
            StmtKind::LocalLabels(labels) => format!("(labels{})", self.list(labels, |label| self.name(label))),
            StmtKind::Error => "ERROR".to_string(),
        }
    }

    fn for_parts(&self, parts: &For, annotations: &str) -> String {
        let init = match &parts.init {
            ForInit::None => "_".to_string(),
            ForInit::Expr(value) => self.expr(value),
            ForInit::Declaration(declaration) => self.declaration(declaration),
        };
        let optional = |value: &Option<Expr>| value.as_ref().map_or("_".to_string(), |value| self.expr(value));
        let (condition, step) = (optional(&parts.condition), optional(&parts.step));
        format!("(for{annotations} {init} {condition} {step} {})", self.stmt(&parts.body))
    }

    fn label(&self, label: &Label) -> String {
        match &label.kind {
            LabelKind::Name(name) => format!("{}:", self.name(name)),
            LabelKind::Case(value) => format!("case {}:", self.expr(value)),
            LabelKind::CaseRange(first, last) => format!("case {}..{}:", self.expr(first), self.expr(last)),
            LabelKind::Default => "default:".to_string(),
        }
    }

    fn asm(&self, asm: &Asm) -> String {
        let operands = |operands: &[AsmOperand]| self.list(operands, |operand| self.expr(&operand.value));
        let labels = self.list(&asm.labels, |label| self.name(label));
        let clobbers = asm.clobbers.len();
        format!("(asm ={} :{} /{clobbers}{labels})", operands(&asm.outputs), operands(&asm.inputs))
    }

    pub fn expr(&self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Name(name) => self.0.name(*name).to_string(),
            ExprKind::Int(constant) => self.int(constant),
            ExprKind::Float(constant) => {
                let imaginary = if constant.is_imaginary { "i" } else { "" };
                format!("{}:{:?}{imaginary}", self.0.name(constant.digits), constant.suffix)
            }
            ExprKind::Char(constant) => format!("{}'{}'", prefix(constant.encoding), show_units(&constant.units)),
            ExprKind::Str(text) => format!("{}\"{}\"", prefix(text.encoding), show_units(&text.units)),
            ExprKind::Paren(inner) => self.expr(inner),
            ExprKind::StatementExpr(block) => format!("(block {})", self.block(block)),
            ExprKind::Generic { value, choices } => {
                let choices = self.list(choices, |choice| {
                    let ty = choice.ty.as_ref().map_or("default".to_string(), |ty| self.type_name(ty));
                    format!("{ty}:{}", self.expr(&choice.value))
                });
                format!("(generic {}{choices})", self.expr(value))
            }
            ExprKind::Index { array, index } => format!("(index {} {})", self.expr(array), self.expr(index)),
            ExprKind::Call { function, args } => {
                format!("(call {}{})", self.expr(function), self.list(args, |arg| self.expr(arg)))
            }
            ExprKind::Field { object, field } => format!("(. {} {})", self.expr(object), self.name(field)),
            ExprKind::Arrow { pointer, field } => format!("(-> {} {})", self.expr(pointer), self.name(field)),
            ExprKind::CompoundLiteral { ty, list } => {
                format!("(literal {} {})", self.type_name(ty), self.initializer_list(list))
            }
            ExprKind::Unary { op, operand } => format!("({op:?} {})", self.expr(operand)),
            ExprKind::SizeofExpr(value) => format!("(sizeof {})", self.expr(value)),
            ExprKind::SizeofType(ty) => format!("(sizeof <{}>)", self.type_name(ty)),
            ExprKind::AlignofExpr(value) => format!("(alignof {})", self.expr(value)),
            ExprKind::AlignofType(ty) | ExprKind::PreferredAlignofType(ty) => {
                format!("(alignof <{}>)", self.type_name(ty))
            }
            ExprKind::Cast { ty, value } => format!("(cast <{}> {})", self.type_name(ty), self.expr(value)),
            ExprKind::Binary { first, rest } => {
                let start = self.expr(first);
                rest.iter().fold(start, |left, (op, right)| format!("({op:?} {left} {})", self.expr(right)))
            }
            ExprKind::Conditional { arms, otherwise } => {
                let arms = self.list(arms, |arm| {
                    let then = arm.then.as_ref().map_or("_".to_string(), |then| self.expr(then));
                    format!("{} {then}", self.expr(&arm.condition))
                });
                format!("(?{arms} {})", self.expr(otherwise))
            }
            ExprKind::Assign { op, target, value } => {
                let op = op.map_or(String::new(), |op| format!("{op:?}"));
                format!("({op}= {} {})", self.expr(target), self.expr(value))
            }
            ExprKind::Comma(items) => format!("(,{})", self.list(items, |item| self.expr(item))),
            ExprKind::LabelAddress(label) => format!("(&& {})", self.name(label)),
            ExprKind::Offsetof { ty, designators } => {
                let path: String = designators.iter().map(|d| self.designator(d)).collect();
                format!("(offsetof <{}> {path})", self.type_name(ty))
            }
            ExprKind::TypesCompatible { left, right } => {
                format!("(compatible <{}> <{}>)", self.type_name(left), self.type_name(right))
            }
            ExprKind::VaArg { list, ty } => format!("(va_arg {} <{}>)", self.expr(list), self.type_name(ty)),
            ExprKind::ChooseExpr { condition, then, otherwise } => {
                format!("(choose {} {} {})", self.expr(condition), self.expr(then), self.expr(otherwise))
            }
            ExprKind::Error => "ERROR".to_string(),
        }
    }

    fn int(&self, constant: &IntConstant) -> String {
        let unsigned = if constant.is_unsigned { "u" } else { "" };
        let length = match constant.length {
            IntLength::Plain => "",
            IntLength::Long => "l",
            IntLength::LongLong => "ll",
        };
        let base = match constant.base {
            Base::Binary => "b",
            Base::Octal if constant.value != 0 => "o",
            Base::Octal | Base::Decimal => "",
            Base::Hexadecimal => "x",
        };
        let imaginary = if constant.is_imaginary { "i" } else { "" };
        format!("{}{unsigned}{length}{imaginary}{base}", constant.value)
    }
}

fn prefix(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Plain => "",
        Encoding::Utf8 => "u8",
        Encoding::Char16 => "u",
        Encoding::Char32 => "U",
        Encoding::Wide => "L",
    }
}

/// Printable ASCII as it is, everything else by number.
fn show_units(units: &[u32]) -> String {
    let show = |unit: &u32| match u8::try_from(*unit) {
        Ok(byte) if byte.is_ascii_graphic() || byte == b' ' => (byte as char).to_string(),
        _ => format!("<{unit}>"),
    };
    units.iter().map(show).collect()
}
