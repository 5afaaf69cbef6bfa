//! Types of library functions that gcc knows without a declaration: `__builtin_memcpy` is `memcpy`, and a call of an
//! undeclared `malloc` has the right type.

use invar_base::Span;

use super::scope::{Linked, Resolver};
use crate::c::hir::FunctionId;
use crate::c::types::{FloatKind, FunctionType, IntKind, Type, TypeId};

/// Names and types: the result, then the parameters. `v` void, `p` void *, `c` char *, `i` int, `u` unsigned, `l` long,
/// `L` long long, `z` size_t, `d` double, `f` float, `D` long double, `a` va_list, `.` more arguments.
const LIBRARY: &[(&str, &str)] = &[
    ("memcpy", "pppz"),
    ("memmove", "pppz"),
    ("mempcpy", "pppz"),
    ("memset", "ppiz"),
    ("memcmp", "ippz"),
    ("memchr", "ppiz"),
    ("bcopy", "vppz"),
    ("bzero", "vpz"),
    ("bcmp", "ippz"),
    ("strlen", "zc"),
    ("strnlen", "zcz"),
    ("strcpy", "ccc"),
    ("strncpy", "cccz"),
    ("stpcpy", "ccc"),
    ("stpncpy", "cccz"),
    ("strcat", "ccc"),
    ("strncat", "cccz"),
    ("strcmp", "icc"),
    ("strncmp", "iccz"),
    ("strcasecmp", "icc"),
    ("strncasecmp", "iccz"),
    ("strchr", "cci"),
    ("strrchr", "cci"),
    ("index", "cci"),
    ("rindex", "cci"),
    ("strstr", "ccc"),
    ("strspn", "zcc"),
    ("strcspn", "zcc"),
    ("strpbrk", "ccc"),
    ("strdup", "cc"),
    ("strndup", "ccz"),
    ("malloc", "pz"),
    ("calloc", "pzz"),
    ("realloc", "ppz"),
    ("free", "vp"),
    ("aligned_alloc", "pzz"),
    ("abort", "v"),
    ("exit", "vi"),
    ("_exit", "vi"),
    ("_Exit", "vi"),
    ("printf", "ic."),
    ("fprintf", "ipc."),
    ("sprintf", "icc."),
    ("snprintf", "iczc."),
    ("vprintf", "ica"),
    ("vfprintf", "ipca"),
    ("vsprintf", "icca"),
    ("vsnprintf", "iczca"),
    ("scanf", "ic."),
    ("sscanf", "icc."),
    ("fscanf", "ipc."),
    ("puts", "ic"),
    ("putchar", "ii"),
    ("fputs", "icp"),
    ("fputc", "iip"),
    ("putc", "iip"),
    ("fwrite", "zpzzp"),
    ("abs", "ii"),
    ("labs", "ll"),
    ("llabs", "LL"),
    ("isalpha", "ii"),
    ("isdigit", "ii"),
    ("isalnum", "ii"),
    ("isspace", "ii"),
    ("isupper", "ii"),
    ("islower", "ii"),
    ("ispunct", "ii"),
    ("isprint", "ii"),
    ("isxdigit", "ii"),
    ("toupper", "ii"),
    ("tolower", "ii"),
    ("ffs", "ii"),
    ("fabs", "dd"),
    ("fabsf", "ff"),
    ("fabsl", "DD"),
    ("sqrt", "dd"),
    ("sqrtf", "ff"),
    ("sqrtl", "DD"),
    ("floor", "dd"),
    ("floorf", "ff"),
    ("ceil", "dd"),
    ("ceilf", "ff"),
    ("round", "dd"),
    ("trunc", "dd"),
    ("rint", "dd"),
    ("lrint", "ld"),
    ("lround", "ld"),
    ("fmod", "ddd"),
    ("fmodf", "fff"),
    ("pow", "ddd"),
    ("powf", "fff"),
    ("exp", "dd"),
    ("expf", "ff"),
    ("log", "dd"),
    ("logf", "ff"),
    ("log2", "dd"),
    ("log10", "dd"),
    ("sin", "dd"),
    ("sinf", "ff"),
    ("cos", "dd"),
    ("cosf", "ff"),
    ("tan", "dd"),
    ("atan", "dd"),
    ("atan2", "ddd"),
    ("asin", "dd"),
    ("acos", "dd"),
    ("fmax", "ddd"),
    ("fmin", "ddd"),
    ("ldexp", "ddi"),
    ("copysign", "ddd"),
    ("copysignf", "fff"),
    ("copysignl", "DDD"),
    ("__isnan", "id"),
    ("__isnanf", "if"),
    ("__isinf", "id"),
    ("__isinff", "if"),
    ("__finite", "id"),
    ("__finitef", "if"),
    ("nan", "dc"),
    ("nanf", "fc"),
];

impl Resolver<'_> {
    /// The function of that name, declared now if the library has it and the text did not declare it.
    pub(super) fn library_function(&mut self, name: &str, span: Span) -> Option<FunctionId> {
        match self.linked.get(name) {
            Some(Linked::Function(id)) => return Some(*id),
            Some(Linked::Global(_)) => return None,
            None => {}
        }
        let (name, signature) = LIBRARY.iter().find(|(other, _)| *other == name)?;
        let ty = self.signature(signature);
        let id = self.new_function(name, ty, span);
        self.functions[id].is_noreturn = matches!(*name, "abort" | "exit" | "_exit" | "_Exit");
        self.linked.insert(name.to_string(), Linked::Function(id));
        Some(id)
    }

    fn signature(&mut self, signature: &str) -> FunctionType {
        let variadic = signature.ends_with('.');
        let mut types =
            signature.trim_end_matches('.').chars().map(|letter| self.letter(letter)).collect::<Vec<TypeId>>();
        let result = types.remove(0);
        FunctionType { result, params: types, variadic, prototyped: true }
    }

    fn letter(&mut self, letter: char) -> TypeId {
        match letter {
            'v' => self.basic.void,
            'p' => self.basic.void_pointer,
            'c' => self.basic.char_pointer,
            'u' => self.basic.uint,
            'l' => self.basic.long,
            'L' => self.types.int(IntKind::LongLong),
            'z' => self.basic.size,
            'd' => self.basic.double,
            'f' => self.types.intern(Type::Float(FloatKind::Float)),
            'D' => self.types.intern(Type::Float(FloatKind::LongDouble)),
            'a' => self.types.intern(Type::VaList),
            _ => self.basic.int,
        }
    }
}
