//! Formats of `printf`. In: the text. Out: its conversions, in the order in which they take arguments.

/// What a conversion does with its argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conversion {
    /// A number or an address: the argument's value.
    Value,
    /// `%s`: a string, up to its end.
    String,
    /// `%.4s`, `%ls`: a string of which not all need be read, or of wide characters.
    PartOfString,
    /// `%n`: the number of characters so far is written.
    Count,
}

/// One entry for every argument that the format takes.
pub fn conversions(text: &[u32]) -> Vec<Conversion> {
    let mut found = Vec::new();
    let mut rest = text.iter().map_while(|unit| char::from_u32(*unit)).peekable();
    while let Some(char) = rest.next() {
        if char != '%' {
            continue;
        }
        let (mut is_part, mut is_wide) = (false, false);
        while let Some(&char) = rest.peek() {
            match char {
                '*' => found.push(Conversion::Value),
                '.' => is_part = true,
                'l' => is_wide = true,
                '-' | '+' | ' ' | '#' | '0'..='9' | '\'' | 'h' | 'j' | 'z' | 't' | 'L' | 'q' | '$' => {}
                _ => break,
            }
            rest.next();
        }
        match rest.next() {
            Some('%') | None => {}
            Some('m') => {}
            Some('s') if !is_part && !is_wide => found.push(Conversion::String),
            Some('s' | 'S') => found.push(Conversion::PartOfString),
            Some('n') => found.push(Conversion::Count),
            Some(_) => found.push(Conversion::Value),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<Conversion> {
        conversions(&text.chars().map(u32::from).collect::<Vec<_>>())
    }

    #[test]
    fn each_argument_has_its_conversion() {
        use Conversion::{Count, PartOfString, String, Value};
        assert_eq!(of("100%% of %d, %-8s|%n"), [Value, String, Count]);
        assert_eq!(of("%*.*f %.3s %lu %ls %hhn"), [Value, Value, Value, PartOfString, Value, PartOfString, Count]);
        assert_eq!(of("plain"), []);
    }
}
