//! Texts with choices, so that one template stands for thousands of programs. In: a text and a source of random numbers;
//! out: a plain text. Three characters that C does not use carry the choices:
//!
//! | text | becomes |
//! | --- | --- |
//! | `‹a¦b¦c›` | one of the three, in which further choices are made |
//! | `‹#2..9›` | a number from 2 to 9 |
//! | `‹X=…›` | nothing; from here on `$X` is what was chosen |
//! | `‹X,Y=int,32¦short,16›` | the same for several names at once |

use std::collections::BTreeMap;

use invar_gcl::random::Random;

pub struct Chooser {
    pub random: Random,
    chosen: BTreeMap<String, String>,
}

impl Chooser {
    pub fn new(random: Random) -> Chooser {
        Chooser { random, chosen: BTreeMap::new() }
    }

    /// What `$name` stands for.
    pub fn bind(&mut self, name: &str, text: &str) {
        self.chosen.insert(name.to_string(), text.to_string());
    }

    /// Makes every choice of the text, from left to right.
    pub fn expand(&mut self, text: &str) -> Result<String, String> {
        let mut out = String::new();
        let mut rest = text;
        while let Some(position) = rest.find(['‹', '$']) {
            out += &rest[..position];
            rest = &rest[position..];
            if let Some(inside) = rest.strip_prefix('‹') {
                let end = closing(inside).ok_or_else(|| format!("`‹` without `›` before: {}", beginning(inside)))?;
                out += &self.choose(&inside[..end])?;
                rest = &inside[end + '›'.len_utf8()..];
            } else {
                let name: String = rest[1..].chars().take_while(char::is_ascii_alphanumeric).collect();
                if !name.starts_with(|first: char| first.is_ascii_uppercase()) {
                    // A constant of the assembler.
                    out.push('$');
                    rest = &rest[1..];
                    continue;
                }
                let value = self.chosen.get(&name).ok_or_else(|| format!("nothing was chosen for `${name}`"))?;
                out += value;
                rest = &rest[1 + name.len()..];
            }
        }
        Ok(out + rest)
    }

    /// The inside of a pair of brackets.
    fn choose(&mut self, inside: &str) -> Result<String, String> {
        let Some((names, alternatives)) = binding(inside) else { return self.pick(inside) };
        let value = self.pick(alternatives)?;
        let names: Vec<&str> = names.split(',').collect();
        let values: Vec<&str> = value.splitn(names.len(), ',').collect();
        if names.len() != values.len() {
            return Err(format!("`{value}` does not have a value for each of {}", names.join(", ")));
        }
        for (name, value) in names.iter().zip(values) {
            self.bind(name, value.trim());
        }
        Ok(String::new())
    }

    fn pick(&mut self, alternatives: &str) -> Result<String, String> {
        if let Some((low, high)) = alternatives.strip_prefix('#').and_then(|range| range.split_once("..")) {
            let number = |text: &str| text.parse::<i64>().map_err(|_| format!("`{text}` is not a number"));
            return Ok(self.random.between(number(low)?, number(high)?).to_string());
        }
        let all = split(alternatives);
        let one = all[self.random.below(all.len())];
        self.expand(one)
    }
}

/// `names=` at the start, if it is there.
fn binding(inside: &str) -> Option<(&str, &str)> {
    let (names, alternatives) = inside.split_once('=')?;
    let is_name = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
    (names.split(',').all(is_name) && !alternatives.starts_with('=')).then_some((names, alternatives))
}

/// Where the bracket that was opened before the text is closed.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (position, letter) in text.char_indices() {
        match letter {
            '‹' => depth += 1,
            '›' if depth == 0 => return Some(position),
            '›' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// The alternatives, at least one.
fn split(text: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0usize, 0);
    for (position, letter) in text.char_indices() {
        match letter {
            '‹' => depth += 1,
            '›' => depth = depth.saturating_sub(1),
            '¦' if depth == 0 => {
                parts.push(&text[start..position]);
                start = position + letter.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

fn beginning(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expand(seed: u64, text: &str) -> Result<String, String> {
        Chooser::new(Random::new(seed)).expand(text)
    }

    #[test]
    fn choices_are_made_and_remembered() {
        for seed in 0..50 {
            let text = expand(seed, "‹T,M=int,9¦short,‹3¦4››$T x = $M; ‹a¦b‹c¦d›› ‹#2..3›").expect("a good text");
            let (declaration, rest) = text.split_once("; ").expect("two parts");
            assert!(["int x = 9", "short x = 3", "short x = 4"].contains(&declaration), "{text}");
            let (letters, number) = rest.split_once(' ').expect("two parts");
            assert!(["a", "bc", "bd"].contains(&letters) && ["2", "3"].contains(&number), "{text}");
        }
    }

    #[test]
    fn the_seed_decides() {
        let text = "‹a¦b¦c›‹a¦b¦c›‹a¦b¦c›‹#0..999›";
        assert_eq!(expand(7, text), expand(7, text));
        assert_ne!(expand(7, text), expand(8, text));
    }

    #[test]
    fn what_is_not_a_binding_stays() {
        assert_eq!(expand(0, "‹x=1›").as_deref(), Ok("x=1"));
        assert_eq!(expand(0, "$7").as_deref(), Ok("$7"));
        assert!(expand(0, "$X").is_err() && expand(0, "‹a").is_err() && expand(0, "‹X,Y=a›").is_err());
    }
}
