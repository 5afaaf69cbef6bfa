//! What the standard says of functions of the library: one row for each group of functions that are alike.
//!
//! In: a name. Out: which memory the function reads and writes, what its result is promised to be, what it does with
//! pointers, and whether it calls functions of the program. A function without a row is code of which nothing is known.
//! A pointer of which a row says nothing must point to something that exists, unless the row says that it may be null.
//! A result promises what the standard promises and no more: whatever rests on more is not answered.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::c::hir::Function;
use crate::c::types::{FunctionType, Types};

#[derive(Clone, Copy, Debug)]
pub struct Facts {
    pub pointers: Effect,
    /// What must be readable.
    pub reads: &'static [Reads],
    pub writes: Writes,
    /// Arguments that may be null, besides those of which `reads` and `writes` say so.
    pub may_be_null: &'static [usize],
    /// An argument whose object is gone afterwards.
    pub ends: Option<usize>,
    pub result: Promise,
    pub calls: Calls,
    /// Variables of the library itself that it changes, by name.
    pub own: &'static [&'static str],
    /// An argument that the library may write at any later time, unless it is null.
    pub keeps: Option<usize>,
}

impl Facts {
    /// The position of a format; what comes after it is printed.
    pub fn printed_after(&self) -> Option<usize> {
        self.reads.iter().find_map(|reads| match reads {
            Reads::Format(position) => Some(*position),
            _ => None,
        })
    }

    /// May it give memory back, or get new memory for the program?
    pub fn allocates(&self) -> bool {
        let gets = match self.pointers {
            Effect::Fresh | Effect::Reallocates | Effect::StoresFresh | Effect::Escapes => true,
            Effect::Nothing | Effect::ReturnsStatic | Effect::UnknownPointer | Effect::Returns(_) => false,
            Effect::ReturnsInto(_) | Effect::Copies | Effect::CopiesAndMoves | Effect::StoresEnd => false,
            Effect::CallsBack { .. } => false,
        };
        gets || self.writes == Writes::Reachable
    }

    /// Has a function the parameters that the row speaks of? Others may have the same name: `recv` need not be a socket's.
    fn fits(&self, ty: &FunctionType, types: &Types) -> bool {
        let is_pointer = |number: usize| ty.params.get(number).is_some_and(|&param| types.is_pointer(param));
        let moved: &[usize] = match &self.pointers {
            Effect::Returns(at) | Effect::ReturnsInto(at) => std::slice::from_ref(at),
            Effect::Copies | Effect::CopiesAndMoves | Effect::StoresEnd => &[0, 1],
            Effect::Reallocates | Effect::StoresFresh => &[0],
            Effect::Nothing | Effect::Fresh | Effect::ReturnsStatic | Effect::UnknownPointer | Effect::Escapes => &[],
            Effect::CallsBack { .. } => &[],
        };
        let described =
            (0..ty.params.len().max(4)).filter(|&number| self.writes != Writes::Pointees && self.is_place(number));
        !ty.prototyped || described.chain(moved.iter().copied()).all(is_pointer)
    }

    /// Does a row name this argument as a place that is read or written?
    fn is_place(&self, number: usize) -> bool {
        let written = match self.writes {
            Writes::Block { at, .. } | Writes::Text { at, .. } | Writes::TextOrNull { at, .. } => at == number,
            Writes::Scanned { format, .. } | Writes::ScannedList { format } => number == format,
            Writes::Unlimited(at) => at == number,
            Writes::End => number == 1,
            Writes::Pointees | Writes::Nothing | Writes::Static | Writes::Reachable => false,
        };
        let read = |reads: &Reads| match *reads {
            Reads::Format(at) | Reads::FormatList(at) => at == number,
            other => other.describes(number),
        };
        written || self.reads.iter().any(read)
    }

    /// Does `reads` or `writes` say what must exist where this argument points?
    pub fn describes(&self, number: usize) -> bool {
        let written = match self.writes {
            Writes::Block { at, .. } | Writes::Text { at, .. } | Writes::TextOrNull { at, .. } => at == number,
            Writes::Scanned { format, .. } | Writes::ScannedList { format } => number >= format,
            Writes::Unlimited(at) => at == number,
            Writes::Pointees => true,
            Writes::End => number == 1,
            Writes::Nothing | Writes::Static | Writes::Reachable => false,
        };
        written || self.reads.iter().any(|reads| reads.describes(number))
    }
}

/// What becomes of pointers, by the position of arguments, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// No pointer is kept, stored or returned.
    Nothing,
    /// The result is a new object, or one that nothing else here points to.
    Fresh,
    /// The result is the same object each time, one of the library's own.
    ReturnsStatic,
    /// The result is a pointer of which nothing is known.
    UnknownPointer,
    /// The result is the argument.
    Returns(usize),
    /// The result points somewhere into the argument's object.
    ReturnsInto(usize),
    /// Bytes are copied from the second argument's object to the first's; the result is the first.
    Copies,
    /// The same, and the result points after what was copied.
    CopiesAndMoves,
    /// The result has the contents of the argument's object, and is treated as the same.
    Reallocates,
    /// `*arguments[1]` becomes a pointer into the first argument's object.
    StoresEnd,
    /// `*arguments[0]` becomes a new object.
    StoresFresh,
    /// It keeps every pointer that it gets, follows it, and calls what it points to.
    Escapes,
    /// The function in the argument `callback` gets pointers into two arguments' objects.
    CallsBack { callback: usize, left: usize, right: usize, result: Option<usize> },
}

/// Memory that is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reads {
    /// A string, up to its end.
    String(usize),
    /// The same, or null.
    StringOrNull(usize),
    /// A string of which at most as many characters are looked at as another argument says.
    Prefix { at: usize, length: usize },
    /// As many bytes as the product of other arguments.
    Block { at: usize, lengths: &'static [usize] },
    /// One object of the type that the argument points to.
    Object(usize),
    /// As much as depends on what is there.
    Unlimited(usize),
    /// A format of `printf` and, from the next argument on, what its conversions read and write.
    Format(usize),
    /// A format whose arguments are in a `va_list`.
    FormatList(usize),
}

impl Reads {
    /// Does it say what must exist where this argument points?
    pub fn describes(self, number: usize) -> bool {
        match self {
            Reads::String(at) | Reads::StringOrNull(at) | Reads::Object(at) | Reads::Unlimited(at) => at == number,
            Reads::Prefix { at, .. } | Reads::Block { at, .. } => at == number,
            Reads::Format(format) | Reads::FormatList(format) => number >= format,
        }
    }
}

/// Memory that is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Writes {
    Nothing,
    /// At most as many bytes as the product of other arguments.
    Block {
        at: usize,
        lengths: &'static [usize],
    },
    /// The same, and what is there afterwards is a string, if the result is not null and there is room for one.
    Text {
        at: usize,
        length: usize,
    },
    /// The same, where the argument may be null.
    TextOrNull {
        at: usize,
        length: usize,
    },
    /// What the conversions of a format of `scanf` say, after the format.
    Scanned {
        format: usize,
        input: Input,
    },
    /// The same, where the arguments are in a `va_list`.
    ScannedList {
        format: usize,
    },
    /// As much as a text is long that is not known here.
    Unlimited(usize),
    /// One object at every pointer of which `reads` says nothing, and that is not null.
    Pointees,
    /// A pointer into the first argument's string, at the second argument unless it is null.
    End,
    /// What earlier calls returned.
    Static,
    /// Whatever it can reach: it frees or moves what it gets.
    Reachable,
}

/// Where a function that parses gets its text from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Input {
    /// From a stream: any text may come.
    World,
    /// From memory: not every text can be there.
    Memory,
}

/// What the result is known to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Promise {
    /// Computed from the arguments or the state of the library in a way that is not modelled.
    Unmodelled,
    /// The same, in a range.
    Within(i64, i64),
    /// The outside world chooses it from this range, unless `ungetc` did.
    Input(i64, i64),
    /// The same, from the number up to an argument.
    UpTo { low: i64, high: usize },
    /// Zero or not: which other number it is says nothing.
    Truth,
    /// Negative, zero or positive, and no more.
    Sign,
    /// The argument, or null.
    ArgumentOrNull(usize),
    /// A new object that only the library looks into, or null.
    NewOrNull,
    /// What the body in `library.c` or the lowering says.
    Exact,
}

/// Does it call functions of the program?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Calls {
    Nothing,
    /// Before it returns.
    Meanwhile,
    /// When the program ends.
    AtExit,
    /// At any time from then on, those that it was given: handlers of signals, of the end of threads, and of copies of the process.
    Handlers,
    /// At any time from then on, or it continues elsewhere.
    AnyTime,
}

/// No pointers, no memory, no promise.
const PLAIN: Facts = Facts {
    pointers: Effect::Nothing,
    reads: &[],
    writes: Writes::Nothing,
    may_be_null: &[],
    ends: None,
    result: Promise::Unmodelled,
    calls: Calls::Nothing,
    own: &[],
    keeps: None,
};

/// It has a body in `library.c`, or a meaning in the lowering: then only `pointers` counts.
const EXACT: Facts = Facts { result: Promise::Exact, ..PLAIN };

const BYTE: Promise = Promise::Within(-1, 255);

/// Names, and what is true of each of them.
const ROWS: &[(&str, Facts)] = &[
    // ---- with a body or built in
    ("malloc calloc alloca aligned_alloc memalign valloc pvalloc strdup __strdup kmalloc", FRESH),
    ("free cfree", Facts { writes: Writes::Reachable, may_be_null: &[0], ..EXACT }),
    (
        "realloc reallocarray",
        Facts { pointers: Effect::Reallocates, writes: Writes::Reachable, may_be_null: &[0], ..EXACT },
    ),
    ("memset wmemset", Facts { pointers: Effect::Returns(0), writes: Writes::Pointees, ..EXACT }),
    ("strcpy strncpy strcat strncat", Facts { pointers: Effect::Returns(0), writes: Writes::Unlimited(0), ..EXACT }),
    (
        "memcpy memmove __memcpy __memmove_chk __memcpy_chk",
        Facts { pointers: Effect::Copies, writes: Writes::Pointees, ..EXACT },
    ),
    ("strchr strrchr strstr memchr", Facts { pointers: Effect::ReturnsInto(0), ..EXACT }),
    ("strlen strnlen strspn strcspn atoi abs labs llabs", EXACT),
    ("exit _exit _Exit abort quick_exit assert reach_error static_assert", EXACT),
    ("strcmp strncmp memcmp", Facts { result: Promise::Sign, ..PLAIN }),
    ("isalpha isdigit isalnum isspace isupper islower isprint isxdigit", Facts { result: Promise::Truth, ..PLAIN }),
    ("toupper tolower", Facts { result: Promise::Within(-1, 255), ..PLAIN }),
    // ---- memory and strings
    ("strndup", Facts { pointers: Effect::Fresh, reads: &[Reads::Prefix { at: 0, length: 1 }], ..PLAIN }),
    (
        "wcscpy",
        Facts { pointers: Effect::Returns(0), reads: &[Reads::Unlimited(1)], writes: Writes::Unlimited(0), ..PLAIN },
    ),
    (
        "mempcpy __mempcpy",
        Facts {
            pointers: Effect::CopiesAndMoves,
            reads: &[Reads::Block { at: 1, lengths: &[2] }],
            writes: Writes::Block { at: 0, lengths: &[2] },
            ..PLAIN
        },
    ),
    (
        "memccpy",
        Facts {
            pointers: Effect::CopiesAndMoves,
            reads: &[Reads::Unlimited(1)],
            writes: Writes::Unlimited(0),
            ..PLAIN
        },
    ),
    ("bzero explicit_bzero", Facts { writes: Writes::Block { at: 0, lengths: &[1] }, ..PLAIN }),
    ("stpcpy", Facts { reads: &[Reads::String(1)], writes: Writes::Unlimited(0), ..INTO }),
    (
        "stpncpy",
        Facts { reads: &[Reads::Prefix { at: 1, length: 2 }], writes: Writes::Block { at: 0, lengths: &[2] }, ..INTO },
    ),
    ("strxfrm", Facts { reads: &[Reads::String(1)], writes: Writes::TextOrNull { at: 0, length: 2 }, ..PLAIN }),
    ("strchrnul index rindex", Facts { reads: &[Reads::String(0)], ..INTO }),
    ("strcasestr strpbrk", Facts { reads: BOTH, ..INTO }),
    ("memrchr", Facts { reads: &[Reads::Block { at: 0, lengths: &[2] }], ..INTO }),
    ("rawmemchr", Facts { reads: &[Reads::Unlimited(0)], ..INTO }),
    (
        "memmem",
        Facts { reads: &[Reads::Block { at: 0, lengths: &[1] }, Reads::Block { at: 2, lengths: &[3] }], ..INTO },
    ),
    ("strcasecmp strcoll strverscmp", STRINGS),
    (
        "strncasecmp",
        Facts { reads: &[Reads::Prefix { at: 0, length: 2 }, Reads::Prefix { at: 1, length: 2 }], ..PLAIN },
    ),
    ("bcmp", Facts { reads: &[Reads::Block { at: 0, lengths: &[2] }, Reads::Block { at: 1, lengths: &[2] }], ..PLAIN }),
    ("strtok", Facts { reads: &[Reads::StringOrNull(0), Reads::String(1)], ..OPAQUE }),
    ("strtok_r", Facts { reads: &[Reads::StringOrNull(0), Reads::String(1)], ..OPAQUE }),
    ("strsep", Facts { reads: &[Reads::Object(0), Reads::String(1)], ..OPAQUE }),
    ("ispunct iscntrl isgraph isblank isascii", Facts { result: Promise::Truth, ..PLAIN }),
    ("atol atoll atof", TEXT),
    ("strtol strtoul strtoll strtoull strtod strtof strtold strtoimax strtoumax", NUMBER_AND_END),
    ("acos acosf acosl asin asinf asinl atan atanf atanl atan2 atan2f atan2l cos cosf cosl sin sinf", PLAIN),
    ("sinl tan tanf tanl acosh acoshf acoshl asinh asinhf asinhl atanh atanhf atanhl cosh coshf coshl", PLAIN),
    ("sinh sinhf sinhl tanh tanhf tanhl exp expf expl exp2 exp2f exp2l expm1 expm1f expm1l ilogb", PLAIN),
    ("ilogbf ilogbl ldexp ldexpf ldexpl log logf logl log10 log10f log10l log1p log1pf log1pl log2", PLAIN),
    ("log2f log2l logb logbf logbl scalbn scalbnf scalbnl scalbln scalblnf scalblnl cbrt cbrtf cbrtl", PLAIN),
    ("fabs fabsf fabsl hypot hypotf hypotl pow powf powl sqrt sqrtf sqrtl erf erff erfl erfc erfcf", PLAIN),
    ("erfcl tgamma tgammaf tgammal ceil ceilf ceill floor floorf floorl nearbyint nearbyintf", PLAIN),
    ("nearbyintl rint rintf rintl lrint lrintf lrintl llrint llrintf llrintl round roundf roundl", PLAIN),
    ("lround lroundf lroundl llround llroundf llroundl trunc truncf truncl roundeven roundevenf", PLAIN),
    ("roundevenl fmod fmodf fmodl remainder remainderf remainderl copysign copysignf copysignl", PLAIN),
    ("nextafter nextafterf nextafterl nexttoward nexttowardf nexttowardl fdim fdimf fdiml fmax fmaxf", PLAIN),
    ("fmaxl fmin fminf fminl fma fmaf fmal fegetround fetestexcept feclearexcept feraiseexcept", PLAIN),
    ("lgamma lgammaf lgammal", Facts { own: &["signgam"], ..PLAIN }),
    ("frexp frexpf frexpl modf modff modfl remquo remquof remquol", POINTEES),
    // ---- output
    ("printf printk", Facts { reads: &[Reads::Format(0)], ..PLAIN }),
    ("fprintf dprintf", Facts { reads: &[Reads::Format(1)], ..PLAIN }),
    ("syslog", Facts { reads: &[Reads::Format(1)], ..PLAIN }),
    ("vprintf", Facts { reads: &[Reads::FormatList(0)], ..PLAIN }),
    ("vfprintf vdprintf", Facts { reads: &[Reads::FormatList(1)], ..PLAIN }),
    ("sprintf", Facts { reads: &[Reads::Format(1)], writes: Writes::Unlimited(0), ..PLAIN }),
    ("vsprintf", Facts { reads: &[Reads::FormatList(1)], writes: Writes::Unlimited(0), ..PLAIN }),
    ("snprintf", Facts { reads: &[Reads::Format(2)], writes: Writes::Text { at: 0, length: 1 }, ..PLAIN }),
    ("vsnprintf", Facts { reads: &[Reads::FormatList(2)], writes: Writes::Text { at: 0, length: 1 }, ..PLAIN }),
    ("asprintf", Facts { reads: &[Reads::Format(1)], ..STORES_FRESH }),
    ("vasprintf", Facts { reads: &[Reads::FormatList(1)], ..STORES_FRESH }),
    ("puts fputs", TEXT),
    ("perror", Facts { reads: &[Reads::StringOrNull(0)], ..PLAIN }),
    ("putchar putc fputc ungetc", Facts { result: BYTE, ..PLAIN }),
    ("fwrite", Facts { reads: &[Reads::Block { at: 0, lengths: &[1, 2] }], result: upto(0, 2), ..PLAIN }),
    ("write send", Facts { reads: &[Reads::Block { at: 1, lengths: &[2] }], result: upto(-1, 2), ..PLAIN }),
    // ---- input
    ("getchar", Facts { result: Promise::Input(-1, 255), ..PLAIN }),
    ("getc fgetc", Facts { result: BYTE, ..PLAIN }),
    (
        "fgets",
        Facts { pointers: Effect::Returns(0), writes: Writes::Text { at: 0, length: 1 }, result: FIRST, ..PLAIN },
    ),
    ("getcwd", Facts { pointers: Effect::Returns(0), writes: Writes::TextOrNull { at: 0, length: 1 }, ..PLAIN }),
    ("gets", Facts { pointers: Effect::Returns(0), writes: Writes::Unlimited(0), result: FIRST, ..PLAIN }),
    ("fread", Facts { writes: Writes::Block { at: 0, lengths: &[1, 2] }, result: upto(0, 2), ..PLAIN }),
    ("read recv", Facts { writes: Writes::Block { at: 1, lengths: &[2] }, result: upto(-1, 2), ..PLAIN }),
    ("scanf", Facts { writes: scanned(0, Input::World), ..PLAIN }),
    ("fscanf", Facts { writes: scanned(1, Input::World), ..PLAIN }),
    ("sscanf", Facts { writes: scanned(1, Input::Memory), ..TEXT }),
    ("vscanf", Facts { writes: Writes::ScannedList { format: 0 }, ..PLAIN }),
    ("vfscanf", Facts { writes: Writes::ScannedList { format: 1 }, ..PLAIN }),
    ("vsscanf", Facts { writes: Writes::ScannedList { format: 1 }, ..TEXT }),
    ("getline getdelim", Facts { pointers: Effect::StoresFresh, writes: Writes::Reachable, ..PLAIN }),
    // ---- files and the system
    ("fopen popen", Facts { reads: BOTH, ..STREAM }),
    ("fdopen", Facts { reads: &[Reads::String(1)], ..STREAM }),
    ("opendir", Facts { reads: &[Reads::String(0)], ..STREAM }),
    ("tmpfile", STREAM),
    ("freopen", Facts { reads: &[Reads::StringOrNull(0), Reads::String(1)], ..OPAQUE }),
    ("fclose pclose closedir", Facts { ends: Some(0), ..PLAIN }),
    ("fflush", Facts { may_be_null: &[0], ..PLAIN }),
    ("clearerr fseek fseeko ftell ftello rewind fileno feof ferror rewinddir", PLAIN),
    ("fgetpos fsetpos", OPAQUE),
    ("open creat unlink remove access chdir rmdir mkdir chmod truncate", TEXT),
    ("rename link symlink", STRINGS),
    ("stat lstat", Facts { writes: Writes::Pointees, ..TEXT }),
    ("fstat pipe", POINTEES),
    ("system", Facts { reads: &[Reads::StringOrNull(0)], ..PLAIN }),
    ("wait", Facts { may_be_null: &[0], ..POINTEES }),
    ("waitpid", Facts { may_be_null: &[1], ..POINTEES }),
    ("close lseek isatty srand srandom clock", PLAIN),
    ("sleep usleep getpid getppid getuid geteuid difftime", PLAIN),
    ("dup dup2 socket setsid setuid setgid seteuid setegid umask", PLAIN),
    ("sigemptyset sigfillset sigaddset sigdelset getresuid getresgid tcgetattr cfsetispeed cfsetospeed", POINTEES),
    ("sigismember tcsetattr", PLAIN),
    ("rand random lrand48", Facts { result: Promise::Within(0, i32::MAX as i64), ..PLAIN }),
    ("time", Facts { may_be_null: &[0], ..POINTEES }),
    ("gettimeofday nanosleep", Facts { may_be_null: &[1], ..POINTEES }),
    ("mktime clock_gettime", POINTEES),
    (
        "strftime",
        Facts { reads: &[Reads::String(2), Reads::Object(3)], writes: Writes::Text { at: 0, length: 1 }, ..PLAIN },
    ),
    ("getenv", Facts { reads: &[Reads::String(0)], ..STATIC }),
    ("setenv", Facts { reads: BOTH, ..OPAQUE }),
    ("unsetenv putenv", Facts { reads: &[Reads::String(0)], ..OPAQUE }),
    ("localtime gmtime ctime asctime", Facts { reads: &[Reads::Object(0)], ..OVERWRITTEN }),
    ("setlocale", Facts { reads: &[Reads::StringOrNull(1)], ..OVERWRITTEN }),
    ("strerror strsignal getlogin readdir", OVERWRITTEN),
    ("tmpnam", Facts { may_be_null: &[0], ..OPAQUE }),
    ("__ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc __errno_location", STATIC),
    ("posix_memalign", STORES_FRESH),
    ("setbuf setbuffer setvbuf", Facts { keeps: Some(1), may_be_null: &[1], ..PLAIN }),
    (
        "getopt getopt_long getopt_long_only",
        Facts {
            own: OPTIONS,
            reads: &[Reads::String(2)],
            writes: Writes::Pointees,
            may_be_null: &[4],
            ..UNKNOWN_POINTER
        },
    ),
    ("pthread_mutex_init pthread_cond_init pthread_rwlock_init", Facts { may_be_null: &[1], ..POINTEES }),
    // ---- functions of the program are called
    (
        "qsort qsort_r heapsort mergesort",
        Facts {
            pointers: SORT,
            reads: &[Reads::Block { at: 0, lengths: &[1, 2] }],
            writes: Writes::Reachable,
            may_be_null: &[4],
            ..MEANWHILE
        },
    ),
    (
        "bsearch",
        Facts {
            pointers: SEARCH,
            reads: &[Reads::Block { at: 0, lengths: &[3] }, Reads::Block { at: 1, lengths: &[2, 3] }],
            writes: Writes::Reachable,
            ..MEANWHILE
        },
    ),
    ("lfind", Facts { pointers: SEARCH, writes: Writes::Reachable, ..MEANWHILE }),
    (
        "pthread_create",
        Facts { pointers: THREAD, writes: Writes::Reachable, may_be_null: &[1, 3], calls: Calls::AnyTime, ..PLAIN },
    ),
    ("pthread_once call_once ftw nftw lsearch", ESCAPES),
    ("scandir glob", Facts { may_be_null: &[2, 3], ..ESCAPES }),
    ("tsearch tfind tdelete twalk", Facts { may_be_null: &[0, 1], ..ESCAPES }),
    ("signal sigset bsd_signal pthread_key_create on_exit", Facts { may_be_null: &[1], ..HANDLERS }),
    ("sigaction", Facts { may_be_null: &[1, 2], ..HANDLERS }),
    // Each of the two processes is a run of its own, with another result.
    ("fork", Facts { calls: Calls::Handlers, ..PLAIN }),
    ("thrd_create", Facts { may_be_null: &[2], ..ESCAPES_FOR_LONG }),
    ("vfork longjmp siglongjmp _longjmp", ESCAPES_FOR_LONG),
    ("atexit at_quick_exit", Facts { writes: Writes::Reachable, calls: Calls::AtExit, ..PLAIN }),
    // ---- the compiler's
    ("expect unreachable trap prefetch object_size va_end", Facts { may_be_null: ANY, ..PLAIN }),
];

/// By how their names begin.
const PREFIXES: &[(&str, Facts)] = &[
    ("__VERIFIER_nondet", Facts { may_be_null: ANY, ..UNKNOWN_POINTER }),
    ("ldv_undef_", Facts { may_be_null: ANY, ..UNKNOWN_POINTER }),
    ("__VERIFIER_", Facts { may_be_null: ANY, ..POINTEES }),
    ("__assert", Facts { may_be_null: ANY, ..PLAIN }),
    ("pthread_mutex", POINTEES),
    ("pthread_cond", POINTEES),
    ("pthread_attr", POINTEES),
    ("pthread_rwlock", POINTEES),
    ("pthread_spin", POINTEES),
    ("pthread_self", PLAIN),
    ("__fpclassify", PLAIN),
];

const FRESH: Facts = Facts { pointers: Effect::Fresh, ..EXACT };
const INTO: Facts = Facts { pointers: Effect::ReturnsInto(0), ..PLAIN };
const STATIC: Facts = Facts { pointers: Effect::ReturnsStatic, ..PLAIN };
const OVERWRITTEN: Facts = Facts { writes: Writes::Static, ..STATIC };
const UNKNOWN_POINTER: Facts = Facts { pointers: Effect::UnknownPointer, ..PLAIN };
const POINTEES: Facts = Facts { writes: Writes::Pointees, ..PLAIN };
const MEANWHILE: Facts = Facts { calls: Calls::Meanwhile, ..PLAIN };
const ESCAPES: Facts = Facts { pointers: Effect::Escapes, writes: Writes::Reachable, ..MEANWHILE };
const HANDLERS: Facts = Facts { pointers: Effect::Escapes, writes: Writes::Pointees, calls: Calls::Handlers, ..PLAIN };
const ESCAPES_FOR_LONG: Facts = Facts { calls: Calls::AnyTime, ..ESCAPES };
/// It may do everything that code without a body may do, except call functions of the program.
const OPAQUE: Facts = Facts { pointers: Effect::Escapes, writes: Writes::Reachable, ..PLAIN };
const STREAM: Facts = Facts { pointers: Effect::Fresh, result: Promise::NewOrNull, ..PLAIN };
const STORES_FRESH: Facts = Facts { pointers: Effect::StoresFresh, writes: Writes::Pointees, ..PLAIN };
const BOTH: &[Reads] = &[Reads::String(0), Reads::String(1)];
const STRINGS: Facts = Facts { reads: BOTH, ..PLAIN };
const TEXT: Facts = Facts { reads: &[Reads::String(0)], ..PLAIN };
/// More arguments than any function has.
const ANY: &[usize] = &[0, 1, 2, 3, 4, 5, 6, 7];
const NUMBER_AND_END: Facts =
    Facts { pointers: Effect::StoresEnd, reads: &[Reads::String(0)], writes: Writes::End, ..PLAIN };
const FIRST: Promise = Promise::ArgumentOrNull(0);
const OPTIONS: &[&str] = &["optind", "optarg", "opterr", "optopt"];
const SORT: Effect = Effect::CallsBack { callback: 3, left: 0, right: 0, result: None };
const SEARCH: Effect = Effect::CallsBack { callback: 4, left: 0, right: 1, result: Some(1) };
const THREAD: Effect = Effect::CallsBack { callback: 2, left: 3, right: 3, result: None };

const fn scanned(format: usize, input: Input) -> Writes {
    Writes::Scanned { format, input }
}

const fn upto(low: i64, high: usize) -> Promise {
    Promise::UpTo { low, high }
}

static TABLE: LazyLock<FxHashMap<&'static str, Facts>> =
    LazyLock::new(|| ROWS.iter().flat_map(|(names, facts)| names.split(' ').map(move |name| (name, *facts))).collect());

/// `None`: nothing is known of this function without a body.
pub fn facts_of(function: &Function, types: &Types) -> Option<Facts> {
    facts(&function.name).filter(|facts| facts.fits(&function.ty, types))
}

/// Functions that C libraries have beyond the standard. A program may mean another one by such a name, so nothing is known of what it does; but where
/// it means the library's, not any result is possible.
const BEYOND: &str = "exp10 exp10f exp10l pow10 drem dremf dreml significand significandf significandl gamma gammaf gammal finite finitef finitel \
                      isnanf isinff j0 j0f j0l j1 j1f j1l y0 y0f y0l y1 y1f y1l";

/// May the name be one that C libraries have, although the standard does not?
pub fn is_beyond_the_standard(name: &str) -> bool {
    BEYOND.split_whitespace().any(|known| known == name)
}

/// The same for a name.
pub fn facts(name: &str) -> Option<Facts> {
    let plain = name.strip_prefix("__builtin_").or(name.strip_prefix("__isoc99_")).unwrap_or(name);
    let plain = plain.strip_prefix("__isoc23_").unwrap_or(plain);
    let plain = plain.strip_suffix("_unlocked").unwrap_or(plain);
    let known = TABLE.get(plain).copied();
    known.or_else(|| PREFIXES.iter().find(|(prefix, _)| plain.starts_with(prefix)).map(|(_, facts)| *facts))
}
