//! What the standard says of functions of the library: one row for each group of functions that are alike.
//!
//! In: a name. Out: which memory the function reads and writes, what its result is promised to be, what it does with
//! pointers, and whether it calls functions of the program. A function without a row is code of which nothing is known.
//! A result promises what the standard promises and no more: whatever rests on more is not answered.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

#[derive(Clone, Copy, Debug)]
pub struct Facts {
    pub pointers: Effect,
    /// What must be readable.
    pub reads: &'static [Reads],
    pub writes: Writes,
    pub result: Promise,
    pub calls: Calls,
    /// Variables of the library itself that it changes, by name.
    pub own: &'static [&'static str],
    /// An argument that the library may write at any later time, unless it is null.
    pub keeps: Option<usize>,
}

impl Facts {
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
    /// As many bytes as the product of other arguments.
    Block { at: usize, lengths: &'static [usize] },
    /// A format of `printf` and, from the next argument on, what its conversions read and write.
    Format(usize),
    /// A format whose arguments are in a `va_list`.
    FormatList(usize),
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
    },
    /// As much as a text is long that is not known here.
    Unlimited(usize),
    /// One object at every pointer that is not null.
    Pointees,
    /// A pointer into the first argument's string, at the second argument unless it is null.
    End,
    /// What earlier calls returned.
    Static,
    /// Whatever it can reach: it frees or moves what it gets.
    Reachable,
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
    /// At any time from then on, or it continues elsewhere.
    AnyTime,
}

/// No pointers, no memory, no promise.
const PLAIN: Facts = Facts {
    pointers: Effect::Nothing,
    reads: &[],
    writes: Writes::Nothing,
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
    ("free cfree", Facts { writes: Writes::Reachable, ..EXACT }),
    ("realloc reallocarray", Facts { pointers: Effect::Reallocates, writes: Writes::Reachable, ..EXACT }),
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
    ("strndup", Facts { pointers: Effect::Fresh, reads: &[Reads::String(0)], ..PLAIN }),
    ("wcscpy", Facts { pointers: Effect::Returns(0), writes: Writes::Unlimited(0), ..PLAIN }),
    ("mempcpy __mempcpy memccpy", Facts { pointers: Effect::CopiesAndMoves, writes: Writes::Unlimited(0), ..PLAIN }),
    ("bzero explicit_bzero", Facts { writes: Writes::Block { at: 0, lengths: &[1] }, ..PLAIN }),
    ("stpcpy stpncpy", Facts { pointers: Effect::ReturnsInto(0), writes: Writes::Unlimited(0), ..PLAIN }),
    ("strchrnul index rindex strcasestr strpbrk memrchr rawmemchr memmem", INTO),
    ("strcasecmp strncasecmp strcoll bcmp strverscmp", Facts { result: Promise::Unmodelled, ..STRINGS }),
    ("ispunct iscntrl isgraph isblank isascii", Facts { result: Promise::Truth, ..PLAIN }),
    ("atol atoll atof", TEXT_TO_NUMBER),
    ("strtol strtoul strtoll strtoull strtod strtof strtold strtoimax strtoumax", NUMBER_AND_END),
    ("sin cos tan asin acos atan atan2 sqrt pow exp log log2 log10 floor ceil fabs fmod round trunc", PLAIN),
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
    ("asprintf vasprintf", Facts { pointers: Effect::StoresFresh, writes: Writes::Pointees, ..PLAIN }),
    ("puts fputs", Facts { reads: &[Reads::String(0)], ..PLAIN }),
    ("perror", Facts { reads: &[Reads::StringOrNull(0)], ..PLAIN }),
    ("putchar putc fputc ungetc", Facts { result: BYTE, ..PLAIN }),
    ("fwrite", Facts { reads: &[Reads::Block { at: 0, lengths: &[1, 2] }], result: upto(0, 2), ..PLAIN }),
    ("write", Facts { reads: &[Reads::Block { at: 1, lengths: &[2] }], result: upto(-1, 2), ..PLAIN }),
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
    ("scanf vscanf", Facts { writes: Writes::Scanned { format: 0 }, ..PLAIN }),
    ("sscanf", Facts { reads: &[Reads::String(0)], writes: Writes::Scanned { format: 1 }, ..PLAIN }),
    ("fscanf vsscanf vfscanf", Facts { writes: Writes::Scanned { format: 1 }, ..PLAIN }),
    ("getline getdelim", Facts { pointers: Effect::StoresFresh, writes: Writes::Reachable, ..PLAIN }),
    // ---- files and the system
    ("fopen fdopen tmpfile popen opendir", Facts { pointers: Effect::Fresh, result: Promise::NewOrNull, ..PLAIN }),
    ("fclose fflush clearerr fseek ftell rewind fileno open close lseek srand srandom system clock", PLAIN),
    ("unlink remove", Facts { reads: &[Reads::String(0)], ..PLAIN }),
    ("rename", STRINGS),
    ("feof ferror isatty", PLAIN),
    ("sleep usleep getpid getppid getuid geteuid difftime", PLAIN),
    ("rand random lrand48", Facts { result: Promise::Within(0, i32::MAX as i64), ..PLAIN }),
    ("time mktime gettimeofday clock_gettime nanosleep", Facts { writes: Writes::Pointees, ..PLAIN }),
    ("strftime", Facts { writes: Writes::Text { at: 0, length: 1 }, ..PLAIN }),
    ("getenv", STATIC),
    ("strerror strsignal getlogin setlocale localtime gmtime ctime asctime readdir", OVERWRITTEN),
    ("__ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc __errno_location", STATIC),
    ("posix_memalign", Facts { pointers: Effect::StoresFresh, writes: Writes::Pointees, ..PLAIN }),
    ("setbuf setbuffer setvbuf", Facts { keeps: Some(1), ..PLAIN }),
    ("getopt getopt_long getopt_long_only", Facts { own: OPTIONS, writes: Writes::Pointees, ..UNKNOWN_POINTER }),
    // ---- functions of the program are called
    ("qsort qsort_r heapsort mergesort", Facts { pointers: SORT, writes: Writes::Reachable, ..MEANWHILE }),
    ("bsearch lfind", Facts { pointers: SEARCH, writes: Writes::Reachable, ..MEANWHILE }),
    ("pthread_create", Facts { pointers: THREAD, writes: Writes::Reachable, calls: Calls::AnyTime, ..PLAIN }),
    ("pthread_once call_once tsearch tfind tdelete twalk lsearch scandir ftw nftw glob", ESCAPES),
    ("signal sigaction sigset bsd_signal thrd_create pthread_key_create on_exit", ESCAPES_FOR_LONG),
    ("fork vfork longjmp siglongjmp _longjmp", ESCAPES_FOR_LONG),
    ("atexit at_quick_exit", Facts { writes: Writes::Reachable, calls: Calls::AtExit, ..PLAIN }),
    // ---- the compiler's
    ("expect unreachable trap prefetch object_size va_end", PLAIN),
];

/// By how their names begin.
const PREFIXES: &[(&str, Facts)] = &[
    ("__VERIFIER_nondet", UNKNOWN_POINTER),
    ("ldv_undef_", UNKNOWN_POINTER),
    ("__VERIFIER_", Facts { writes: Writes::Pointees, ..PLAIN }),
    ("__assert", PLAIN),
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
const ESCAPES_FOR_LONG: Facts = Facts { calls: Calls::AnyTime, ..ESCAPES };
const STRINGS: Facts = Facts { reads: &[Reads::String(0), Reads::String(1)], ..PLAIN };
const TEXT_TO_NUMBER: Facts = Facts { reads: &[Reads::String(0)], ..PLAIN };
const NUMBER_AND_END: Facts =
    Facts { pointers: Effect::StoresEnd, reads: &[Reads::String(0)], writes: Writes::End, ..PLAIN };
const FIRST: Promise = Promise::ArgumentOrNull(0);
const OPTIONS: &[&str] = &["optind", "optarg", "opterr", "optopt"];
const SORT: Effect = Effect::CallsBack { callback: 3, left: 0, right: 0, result: None };
const SEARCH: Effect = Effect::CallsBack { callback: 4, left: 0, right: 1, result: Some(1) };
const THREAD: Effect = Effect::CallsBack { callback: 2, left: 3, right: 3, result: None };

const fn upto(low: i64, high: usize) -> Promise {
    Promise::UpTo { low, high }
}

static TABLE: LazyLock<FxHashMap<&'static str, Facts>> =
    LazyLock::new(|| ROWS.iter().flat_map(|(names, facts)| names.split(' ').map(move |name| (name, *facts))).collect());

/// `None`: nothing is known of a function of this name.
pub fn facts(name: &str) -> Option<Facts> {
    let plain = name.strip_prefix("__builtin_").or(name.strip_prefix("__isoc99_")).unwrap_or(name);
    let plain = plain.strip_prefix("__isoc23_").unwrap_or(plain);
    let plain = plain.strip_suffix("_unlocked").unwrap_or(plain);
    let known = TABLE.get(plain).copied();
    known.or_else(|| PREFIXES.iter().find(|(prefix, _)| plain.starts_with(prefix)).map(|(_, facts)| *facts))
}
