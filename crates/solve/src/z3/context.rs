//! Z3 contexts: their life, their error codes, and the check that the library is one we can use.
//!
//! A `Workspace` is a context of Z3's own; a `Context` is one session's part of it, which keeps that session's objects.
//!
//! Invariants: no error handler is installed, so Z3 reports an error by a null result or an error code, never by ending
//! the process. Every object made from a context lives at most as long as the `Rc<Context>` beside it.

use std::cell::{Cell, RefCell};
use std::ffi::{CStr, CString};
use std::fmt;
use std::rc::Rc;
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

/// What sessions of one thread may share: making it takes Z3 several milliseconds, often more than a question does.
#[derive(Clone)]
pub struct Workspace(Rc<Raw>);

struct Raw {
    context: Z3_context,
    /// How many sessions there were.
    sessions: Cell<u32>,
    /// Resource units that Z3 had counted when somebody last looked.
    spent: Cell<u32>,
}

/// One session's part of a workspace.
pub struct Context {
    workspace: Workspace,
    /// Tells names apart that Z3 knows by their spelling in the whole workspace.
    pub number: u32,
    /// What is kept until the end, each once per share taken.
    kept: RefCell<Vec<Z3_ast>>,
}

impl Workspace {
    pub(super) fn create() -> Result<Workspace, Z3Error> {
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
            Ok(Workspace(Rc::new(Raw { context: raw, sessions: Cell::default(), spent: Cell::default() })))
        }
    }

    /// A new session's part.
    pub(super) fn part(&self) -> Context {
        let number = self.0.sessions.replace(self.0.sessions.get() + 1);
        Context { workspace: self.clone(), number, kept: RefCell::default() }
    }
}

impl Context {
    pub fn raw(&self) -> Z3_context {
        self.workspace.0.context
    }

    /// What was spent since somebody last looked, now that Z3 has counted so many units. Its counter has 32 bits and wraps.
    pub fn newly_spent(&self, counted: u32) -> u32 {
        counted.wrapping_sub(self.workspace.0.spent.replace(counted))
    }

    /// The result of a call, or what went wrong in it.
    pub fn ok<T>(&self, result: Option<T>) -> Result<T, Z3Error> {
        result.ok_or_else(|| self.last_error())
    }

    /// For calls that return nothing: did the last one succeed?
    pub fn done(&self) -> Result<(), Z3Error> {
        // SAFETY: the context is alive.
        match unsafe { Z3_get_error_code(self.raw()) } {
            ErrorCode::Ok => Ok(()),
            _ => Err(self.last_error()),
        }
    }

    pub fn last_error(&self) -> Z3Error {
        // SAFETY: the context is alive; the code is Z3's own.
        let code = unsafe { Z3_get_error_code(self.raw()) };
        Z3Error(describe(code).to_string())
    }

    pub fn symbol(&self, name: &str) -> Result<Z3_symbol, Z3Error> {
        let text =
            CString::new(name.replace('\0', "?")).map_err(|_| Z3Error("a name holds a zero byte".to_string()))?;
        // SAFETY: Z3 copies the text.
        self.ok(unsafe { Z3_mk_string_symbol(self.raw(), text.as_ptr()) })
    }

    /// Keeps an object for the context's whole life.
    pub fn keep(&self, ast: Option<Z3_ast>) -> Result<Z3_ast, Z3Error> {
        let ast = self.ok(ast)?;
        // SAFETY: `ast` belongs to this context.
        unsafe { Z3_inc_ref(self.raw(), ast) };
        self.kept.borrow_mut().push(ast);
        Ok(ast)
    }

    pub fn keep_sort(&self, sort: Option<Z3_sort>) -> Result<Z3_sort, Z3Error> {
        let sort = self.ok(sort)?;
        // SAFETY: a sort is an AST of this context.
        self.keep(unsafe { Z3_sort_to_ast(self.raw(), sort) })?;
        Ok(sort)
    }

    pub fn keep_decl(&self, decl: Option<Z3_func_decl>) -> Result<Z3_func_decl, Z3Error> {
        let decl = self.ok(decl)?;
        // SAFETY: a declaration is an AST of this context.
        self.keep(unsafe { Z3_func_decl_to_ast(self.raw(), decl) })?;
        Ok(decl)
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: whoever holds objects of the session holds an `Rc` of this, so nobody uses them any more. The newest are given
        // back first, and all of them before the workspace goes: a context that is deleted with live objects takes quadratic time.
        self.kept.borrow().iter().rev().for_each(|&ast| unsafe { Z3_dec_ref(self.raw(), ast) });
    }
}

impl Drop for Raw {
    fn drop(&mut self) {
        // SAFETY: all sessions are gone, and their objects with them.
        unsafe { Z3_del_context(self.context) };
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
