//! What functions of C's library, without a body in the unit, do with pointers.

/// By the position of arguments, from 0.
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
    /// The same, and the result points behind what was copied.
    CopiesAndMoves,
    /// The result has the contents of the argument's object, and is treated as the same.
    Reallocates,
    /// `*arguments[1]` becomes a pointer into the first argument's object.
    StoresEnd,
    /// `*arguments[0]` becomes a new object.
    StoresFresh,
    /// The function in the argument `callback` gets pointers into two arguments' objects.
    CallsBack { callback: usize, left: usize, right: usize, result: Option<usize> },
}

/// `None`: nothing is known of a function of this name.
pub fn effect(name: &str) -> Option<Effect> {
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    let effect = match name {
        "malloc" | "calloc" | "alloca" | "aligned_alloc" | "memalign" | "valloc" | "pvalloc" | "strdup" | "strndup"
        | "__strdup" | "fopen" | "fdopen" | "tmpfile" | "popen" | "opendir" => Effect::Fresh,
        "getenv"
        | "strerror"
        | "strsignal"
        | "localtime"
        | "gmtime"
        | "ctime"
        | "asctime"
        | "setlocale"
        | "readdir"
        | "getlogin"
        | "__ctype_b_loc"
        | "__ctype_tolower_loc"
        | "__ctype_toupper_loc"
        | "__errno_location" => Effect::ReturnsStatic,
        _ if name.starts_with("__VERIFIER_nondet") || name.starts_with("ldv_undef_") => Effect::UnknownPointer,
        "memset" | "strcpy" | "strncpy" | "strcat" | "strncat" | "fgets" | "gets" | "getcwd" | "wcscpy" | "wmemset" => {
            Effect::Returns(0)
        }
        "memcpy" | "memmove" | "__memcpy" | "__memmove_chk" | "__memcpy_chk" => Effect::Copies,
        "mempcpy" | "__mempcpy" | "memccpy" => Effect::CopiesAndMoves,
        "stpcpy" | "stpncpy" | "strchr" | "strrchr" | "strchrnul" | "index" | "rindex" | "strstr" | "strcasestr"
        | "strpbrk" | "memchr" | "memrchr" | "rawmemchr" | "memmem" => Effect::ReturnsInto(0),
        "realloc" | "reallocarray" => Effect::Reallocates,
        "strtol" | "strtoul" | "strtoll" | "strtoull" | "strtod" | "strtof" | "strtold" => Effect::StoresEnd,
        "posix_memalign" | "asprintf" | "vasprintf" | "getline" | "getdelim" => Effect::StoresFresh,
        "qsort" => Effect::CallsBack { callback: 3, left: 0, right: 0, result: None },
        "bsearch" => Effect::CallsBack { callback: 4, left: 0, right: 1, result: Some(1) },
        "pthread_create" => Effect::CallsBack { callback: 2, left: 3, right: 3, result: None },
        _ if is_harmless(name) => Effect::Nothing,
        _ => return None,
    };
    Some(effect)
}

/// What a function without a body may write, besides memory of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Writes {
    Nothing,
    /// The objects that its arguments point into.
    Arguments,
    /// Whatever it can reach: nothing is known of it, or it frees or moves what it gets.
    Anything,
    /// The same, and it calls functions of the program.
    CallsBack,
    /// Code of the program runs later, or beside the caller.
    Concurrently,
}

pub fn writes(name: &str) -> Writes {
    const READERS: &str = "\
        assert abs labs llabs rand srand random srandom atoi atol atoll atof strlen strnlen strcmp strncmp strcasecmp \
        strncasecmp strcoll strspn strcspn memcmp bcmp strchr strrchr strchrnul index rindex strstr strcasestr strpbrk \
        memchr memrchr rawmemchr memmem strdup strndup __strdup printf fprintf vprintf vfprintf dprintf puts fputs \
        putchar putc fputc perror getchar getc fgetc ungetc fwrite fopen fdopen tmpfile popen opendir fclose fflush \
        feof ferror clearerr fseek ftell rewind fileno write open close lseek unlink remove rename system clock \
        difftime sleep usleep isalpha isdigit isalnum isspace isupper islower ispunct isprint iscntrl isxdigit \
        isgraph isblank toupper tolower sin cos tan asin acos atan atan2 sqrt pow exp log log2 log10 floor ceil fabs \
        fmod round trunc getpid getuid isatty getenv strerror strsignal malloc calloc alloca aligned_alloc memalign \
        valloc pvalloc __ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc __errno_location getlogin setlocale";
    match name.strip_prefix("__builtin_").unwrap_or(name) {
        "pthread_create" | "thrd_create" | "signal" | "sigaction" | "longjmp" | "siglongjmp" | "_longjmp" | "fork" => {
            Writes::Concurrently
        }
        "atexit" | "on_exit" | "at_quick_exit" | "qsort" | "qsort_r" | "bsearch" => Writes::CallsBack,
        "free" | "cfree" | "realloc" | "reallocarray" | "getline" | "getdelim" => Writes::Anything,
        plain if READERS.split_whitespace().any(|known| known == plain) => Writes::Nothing,
        plain if effect(plain).is_some() => Writes::Arguments,
        _ => Writes::Anything,
    }
}

fn is_harmless(name: &str) -> bool {
    const NAMES: &str = "\
        free cfree exit _exit _Exit abort atexit assert abs labs llabs rand srand random srandom atoi atol atoll \
        atof strlen strnlen strcmp strncmp strcasecmp strncasecmp strcoll strspn strcspn memcmp bcmp bzero printf \
        fprintf sprintf snprintf vprintf vfprintf vsprintf vsnprintf dprintf puts fputs putchar putc fputc perror \
        scanf sscanf fscanf getchar getc fgetc ungetc fread fwrite fclose fflush feof ferror clearerr fseek ftell \
        rewind fileno read write open close lseek unlink remove rename system time clock difftime mktime strftime \
        gettimeofday clock_gettime nanosleep sleep usleep isalpha isdigit isalnum isspace isupper islower ispunct \
        isprint iscntrl isxdigit isgraph isblank toupper tolower sin cos tan asin acos atan atan2 sqrt pow exp log \
        log2 log10 floor ceil fabs fmod round trunc reach_error setvbuf setbuf getpid getuid isatty expect \
        unreachable trap prefetch object_size va_end";
    const PREFIXES: &[&str] = &[
        "__VERIFIER_",
        "__assert",
        "__isoc99_",
        "pthread_mutex",
        "pthread_cond",
        "pthread_attr",
        "pthread_rwlock",
        "pthread_spin",
        "pthread_self",
        "__fpclassify",
    ];
    NAMES.split_whitespace().any(|known| known == name) || PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}
