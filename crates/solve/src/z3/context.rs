//! One Z3 context: its life, its error codes, and the check that the library is one we can use.
//!
//! Invariants: no error handler is installed, so Z3 reports an error by a null result or an error code, never by ending
//! the process. Every object made from a context lives at most as long as the `Rc<Context>` beside it.

use std::cell::RefCell;
use std::ffi::{CStr, CString};
use std::fmt;
use std::sync::OnceLock;

use z3_sys::*;

/// The oldest version whose interface the bindings describe; older ones crash.
const OLDEST: [u32; 3] = [4, 13, 3];

/// A Z3 call went wrong, in plain words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Z3Error(pub String);

impl fmt::Display for Z3Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

pub struct Context {
    raw: Z3_context,
    /// What is kept until the end, each once per share taken.
    kept: RefCell<Vec<Z3_ast>>,
}

impl Context {
    pub fn new() -> Result<Context, Z3Error> {
        check_version()?;
        // SAFETY: the configuration is used for this one context and deleted; removing the error handler makes errors
        // codes instead of exits.
        unsafe {
            let config = Z3_mk_config().ok_or_else(|| Z3Error("Z3 gave no configuration".to_string()))?;
            Z3_set_param_value(config, c"auto_config".as_ptr(), c"false".as_ptr());
            Z3_set_param_value(config, c"model".as_ptr(), c"true".as_ptr());
            let raw = Z3_mk_context_rc(config);
            Z3_del_config(config);
            let raw = raw.ok_or_else(|| Z3Error("Z3 gave no context".to_string()))?;
            Z3_set_error_handler(raw, None);
            Ok(Context { raw, kept: RefCell::default() })
        }
    }

    pub fn raw(&self) -> Z3_context {
        self.raw
    }

    /// The result of a call, or what went wrong in it.
    pub fn ok<T>(&self, result: Option<T>) -> Result<T, Z3Error> {
        result.ok_or_else(|| self.last_error())
    }

    /// For calls that return nothing: did the last one succeed?
    pub fn done(&self) -> Result<(), Z3Error> {
        // SAFETY: the context is alive.
        match unsafe { Z3_get_error_code(self.raw) } {
            ErrorCode::Ok => Ok(()),
            _ => Err(self.last_error()),
        }
    }

    pub fn last_error(&self) -> Z3Error {
        // SAFETY: the context is alive; the code is Z3's own.
        let code = unsafe { Z3_get_error_code(self.raw) };
        Z3Error(describe(code).to_string())
    }

    pub fn symbol(&self, name: &str) -> Result<Z3_symbol, Z3Error> {
        let text =
            CString::new(name.replace('\0', "?")).map_err(|_| Z3Error("a name holds a zero byte".to_string()))?;
        // SAFETY: Z3 copies the text.
        self.ok(unsafe { Z3_mk_string_symbol(self.raw, text.as_ptr()) })
    }

    /// Keeps an object for the context's whole life.
    pub fn keep(&self, ast: Option<Z3_ast>) -> Result<Z3_ast, Z3Error> {
        let ast = self.ok(ast)?;
        // SAFETY: `ast` belongs to this context.
        unsafe { Z3_inc_ref(self.raw, ast) };
        self.kept.borrow_mut().push(ast);
        Ok(ast)
    }

    pub fn keep_sort(&self, sort: Option<Z3_sort>) -> Result<Z3_sort, Z3Error> {
        let sort = self.ok(sort)?;
        // SAFETY: a sort is an AST of this context.
        self.keep(unsafe { Z3_sort_to_ast(self.raw, sort) })?;
        Ok(sort)
    }

    pub fn keep_decl(&self, decl: Option<Z3_func_decl>) -> Result<Z3_func_decl, Z3Error> {
        let decl = self.ok(decl)?;
        // SAFETY: a declaration is an AST of this context.
        self.keep(unsafe { Z3_func_decl_to_ast(self.raw, decl) })?;
        Ok(decl)
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: whoever holds objects of the context holds an `Rc` of it, so nobody uses it any more. The shares are
        // given back first, the newest first: a context that is deleted with live objects takes quadratic time.
        unsafe {
            self.kept.borrow().iter().rev().for_each(|&ast| Z3_dec_ref(self.raw, ast));
            Z3_del_context(self.raw);
        }
    }
}

/// Text that Z3 owns, copied.
///
/// # Safety
/// `text` is null or a C string that lives until the next call into its context.
pub unsafe fn text(text: Z3_string) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: the caller's promise.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

fn describe(code: ErrorCode) -> &'static str {
    match code {
        ErrorCode::SortError => "a term is not well sorted",
        ErrorCode::InvalidPattern => "a trigger is not allowed",
        ErrorCode::MemoutFail => "out of memory",
        ErrorCode::InvalidUsage | ErrorCode::InvalidArg | ErrorCode::Iob => "a term is outside what Z3 accepts",
        _ => "Z3 reports an error",
    }
}

/// Refuses a library older than the bindings, once for the process.
fn check_version() -> Result<(), Z3Error> {
    static VERSION: OnceLock<[u32; 3]> = OnceLock::new();
    let version = *VERSION.get_or_init(|| {
        let (mut major, mut minor, mut build, mut revision) = (0, 0, 0, 0);
        // SAFETY: the pointers are to four live integers; this call exists unchanged in every version of Z3.
        unsafe {
            Z3_get_version(&mut major, &mut minor, &mut build, &mut revision);
            // Z3 would otherwise print its own remarks to standard error.
            Z3_toggle_warning_messages(false);
        }
        [major, minor, build]
    });
    if version >= OLDEST {
        return Ok(());
    }
    let dotted = |v: [u32; 3]| format!("{}.{}.{}", v[0], v[1], v[2]);
    Err(Z3Error(format!("the Z3 library is version {}, but {} or newer is needed", dotted(version), dotted(OLDEST))))
}
