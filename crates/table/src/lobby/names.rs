//! Names of people and tables.

use alloc::string::{String, ToString as _};

use super::MAX_NAME;

/// A name as it may be shown: without characters that steer the text around it, outer spaces and excess length; never
/// empty. Whatever name arrives goes through here before it is kept or shown.
pub fn tidy_name(name: &str) -> String {
    let visible = name.chars().filter(|c| !is_invisible(*c));
    let printable: String = visible.map(|c| if c.is_control() || is_break(c) { ' ' } else { c }).collect();
    let tidy: String = printable.trim().chars().take(MAX_NAME).collect();
    let tidy = tidy.trim_end();
    if tidy.is_empty() { "Player".to_string() } else { tidy.to_string() }
}

/// Format characters: they turn the direction of what follows, or make two names look alike.
pub(crate) const fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

pub(crate) const fn is_break(c: char) -> bool {
    matches!(c, '\u{2028}' | '\u{2029}')
}

/// The name, or the name with the lowest number that makes it differ from all names taken.
pub fn unique_name(name: &str, taken: &[&str]) -> String {
    let name = tidy_name(name);
    if !taken.contains(&name.as_str()) {
        return name;
    }
    let stem: String = name.chars().take(MAX_NAME.saturating_sub(4)).collect();
    let mut number = 2u32;
    loop {
        let numbered = alloc::format!("{stem} {number}");
        if !taken.contains(&numbered.as_str()) {
            return numbered;
        }
        number = number.saturating_add(1);
    }
}
