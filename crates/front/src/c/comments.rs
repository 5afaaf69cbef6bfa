//! Comments beside the preprocessor. Annotations are comments, so a preprocessor that is to leave them in must leave in all
//! comments, and then they count as tokens to it: `f /* c */ (3)` is no call of a macro any more. So it runs without them,
//! and again with them only if there are annotations; both texts must then be the same but for comments.

use std::collections::BTreeSet;
use std::path::Path;

/// Does any of the files that preprocessed text comes from hold annotations? Headers of the system do not count.
pub fn has_annotations(preprocessed: &[u8], directory: Option<&Path>) -> bool {
    let directory = directory.unwrap_or(Path::new(""));
    files(preprocessed).into_iter().any(|path| {
        let text = std::fs::read(directory.join(path)).unwrap_or_default();
        text.windows(3).any(|three| three == b"/*@" || three == b"//@")
    })
}

/// The files that line markers name without saying that they are the system's.
fn files(preprocessed: &[u8]) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    for line in preprocessed.split(|&byte| byte == b'\n').filter(|line| line.starts_with(b"# ")) {
        let Ok(line) = std::str::from_utf8(line) else { continue };
        let mut parts = line.split('"').skip(1);
        let (Some(path), Some(flags)) = (parts.next(), parts.next()) else { continue };
        if !path.starts_with('<') && !flags.split(' ').any(|flag| flag == "3") {
            found.insert(path);
        }
    }
    found
}

/// Are two preprocessed texts the same, apart from space, comments and directives?
pub fn same_tokens(left: &[u8], right: &[u8]) -> bool {
    let (mut left, mut right) = (Words { text: left, at: 0 }, Words { text: right, at: 0 });
    loop {
        match (left.next(), right.next()) {
            (None, None) => return true,
            (a, b) if a != b => return false,
            (_, _) => {}
        }
    }
}

/// Names and numbers, literals, and single characters of everything else.
struct Words<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        loop {
            let start = self.at;
            let rest = &self.text[start..];
            match *rest.first()? {
                b'#' if self.begins_line() => self.skip_directive(),
                byte if byte.is_ascii_whitespace() => self.at += 1,
                b'/' if rest.starts_with(b"/*") || rest.starts_with(b"//") => self.skip_comment(),
                quote @ (b'"' | b'\'') => {
                    self.skip_literal(quote);
                    return Some(&self.text[start..self.at]);
                }
                byte if is_word(byte) => {
                    self.at += rest.iter().take_while(|&&byte| is_word(byte)).count();
                    return Some(&self.text[start..self.at]);
                }
                _ => {
                    self.at += 1;
                    return Some(&self.text[start..self.at]);
                }
            }
        }
    }
}

impl Words<'_> {
    fn begins_line(&self) -> bool {
        let line = self.text[..self.at].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        self.text[line..self.at].trim_ascii().is_empty()
    }

    /// To the end of the line; a comment in it may be longer.
    fn skip_directive(&mut self) {
        while let Some(&byte) = self.text.get(self.at) {
            match byte {
                b'\n' => return,
                b'/' if self.text[self.at..].starts_with(b"/*") => self.skip_comment(),
                quote @ (b'"' | b'\'') => self.skip_literal(quote),
                _ => self.at += 1,
            }
        }
    }

    fn skip_comment(&mut self) {
        let rest = &self.text[self.at..];
        let length = if rest.starts_with(b"//") {
            rest.iter().position(|&byte| byte == b'\n')
        } else {
            rest[2..].windows(2).position(|two| two == b"*/").map(|at| at + 4)
        };
        self.at += length.unwrap_or(rest.len());
    }

    /// To its end, or the line's.
    fn skip_literal(&mut self, quote: u8) {
        self.at += 1;
        while let Some(&byte) = self.text.get(self.at) {
            match byte {
                b'\n' => return,
                b'\\' => self.at = (self.at + 2).min(self.text.len()),
                _ => self.at += 1,
            }
            if byte == quote {
                return;
            }
        }
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_space_and_directives_do_not_count() {
        assert!(same_tokens(b"# 1 \"a.c\"\nint x;\n", b"int/* c */x ; // d\n#define A /* b\n c */ 1\n"));
        assert!(same_tokens(b"char *s = \"/* no */\";", b"char *s = \"/* no */\"; /* yes */"));
    }

    #[test]
    fn tokens_count() {
        assert!(!same_tokens(b"int x;", b"intx;"));
        assert!(!same_tokens(b"f(3)", b"(3+1)"));
        assert!(!same_tokens(b"int x;", b"int x; int y;"));
        assert!(!same_tokens(b"\"a\"", b"\"a /* b */\""));
    }

    #[test]
    fn files_of_the_system_are_not_looked_into() {
        let text = b"# 1 \"main.c\"\n# 1 \"<built-in>\" 1\n# 1 \"/usr/include/a.h\" 1 3 4\n# 2 \"own.h\" 1\n";
        assert_eq!(files(text), BTreeSet::from(["main.c", "own.h"]));
    }
}
