//! Just enough of Rust's lexical grammar to tell code, comments and literals apart.

use core::str::Chars;

/// A source file without its comments, cut into what ships and what only tests.
#[derive(Clone, Debug, Default)]
pub struct Lexed {
    /// Code outside `#[cfg(test)]`; a string literal stands as its number in [`Lexed::literals`], in quotes.
    pub production: String,
    /// Code under `#[cfg(test)]`.
    pub tests: String,
    /// The contents of all string literals, as they are written.
    pub literals: Vec<String>,
}

impl Lexed {
    /// The string literals that ship.
    pub fn production_literals(&self) -> impl Iterator<Item = &str> {
        let numbers = self.production.split('"').skip(1).step_by(2);
        numbers.filter_map(|number| Some(self.literals.get(number.parse::<usize>().ok()?)?.as_str()))
    }
}

/// Drops comments, numbers the string literals, and separates the items under `#[cfg(test)]`.
pub fn lex(text: &str) -> Lexed {
    let mut code = String::with_capacity(text.len());
    let mut literals = Vec::new();
    let mut rest = text.chars();
    loop {
        let here = rest.as_str();
        let glued = code.chars().next_back().is_some_and(is_word);
        if here.starts_with("//") {
            rest = here.find('\n').and_then(|end| here.get(end..)).unwrap_or_default().chars();
        } else if here.starts_with("/*") {
            skip_block_comment(&mut rest);
        } else if let Some((content, after)) = (!glued).then(|| string_literal(here)).flatten() {
            code.extend(["\"", &literals.len().to_string(), "\""]);
            literals.push(content.to_owned());
            rest = after.chars();
        } else if let Some(after) = char_literal(here) {
            code.push_str("' '");
            rest = after.chars();
        } else {
            let Some(next) = rest.next() else { break };
            code.push(next);
        }
    }
    let (production, tests) = cut_tests(&code);
    Lexed { production, tests, literals }
}

/// Does `code` name `word` as a whole word (which may hold `::`)?
pub fn has_word(code: &str, word: &str) -> bool {
    code.match_indices(word).any(|(at, _)| {
        let before = code.get(..at).and_then(|head| head.chars().next_back());
        let after = code.get(at + word.len()..).and_then(|tail| tail.chars().next());
        let starts_open = !word.starts_with(is_word) || !before.is_some_and(is_word);
        let ends_open = !word.ends_with(is_word) || !after.is_some_and(is_word);
        starts_open && ends_open
    })
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn skip_block_comment(rest: &mut Chars<'_>) {
    let mut depth = 0_usize;
    loop {
        let here = rest.as_str();
        let opens = here.starts_with("/*");
        if opens || here.starts_with("*/") {
            rest.next();
            depth = if opens { depth + 1 } else { depth.saturating_sub(1) };
        }
        if rest.next().is_none() || depth == 0 {
            return;
        }
    }
}

/// The content of a string literal of any sort at the start of `here`, and what follows it.
fn string_literal(here: &str) -> Option<(&str, &str)> {
    let body = here.strip_prefix(['b', 'c']).unwrap_or(here);
    if let Some(raw) = body.strip_prefix('r') {
        let opened = raw.trim_start_matches('#');
        let close = format!("\"{}", "#".repeat(raw.len() - opened.len()));
        return opened.strip_prefix('"')?.split_once(&close);
    }
    let content = body.strip_prefix('"')?;
    let mut escaped = false;
    let end = content.find(|c| {
        let closes = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        closes
    })?;
    Some((content.get(..end)?, content.get(end + 1..)?))
}

/// What follows a character literal at the start of `here`; a lifetime is none.
fn char_literal(here: &str) -> Option<&str> {
    let content = here.strip_prefix('\'')?;
    if let Some(escape) = content.strip_prefix('\\') {
        let (_, after) = escape.get(1..)?.split_once('\'')?;
        return Some(after);
    }
    let mut chars = content.chars();
    chars.next()?;
    chars.as_str().strip_prefix('\'')
}

/// Splits comment-free code into what stands outside and what stands under `#[cfg(test)]`.
fn cut_tests(code: &str) -> (String, String) {
    const MARK: &str = "#[cfg(test)]";
    let (mut production, mut tests) = (String::new(), String::new());
    let mut rest = code;
    while let Some((before, item)) = rest.split_once(MARK) {
        production.push_str(before);
        let (inside, after) = item.split_at_checked(item_end(item)).unwrap_or((item, ""));
        tests.push_str(inside);
        rest = after;
    }
    production.push_str(rest);
    (production, tests)
}

/// Where the item at the start of `code` ends: after its braces, or after a semicolon outside of any.
fn item_end(code: &str) -> usize {
    let mut depth = 0_usize;
    for (at, c) in code.char_indices() {
        match c {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 && matches!(c, '}' | ';') {
            return at + 1;
        }
    }
    code.len()
}

#[cfg(test)]
mod tests {
    use super::{has_word, lex};

    #[test]
    fn comments_vanish_and_literals_are_numbered() {
        let lexed = lex("a /* x /* y */ \"no\" */ b // \"c\"\n let d: &'static str = r#\"e\"f\"#; '\"' b\"g\\\"h\"");
        assert_eq!(lexed.literals, ["e\"f", "g\\\"h"]);
        assert_eq!(lexed.production, "a  b \n let d: &'static str = \"0\"; ' ' \"1\"");
    }

    #[test]
    fn items_under_cfg_test_do_not_ship() {
        let lexed = lex("fn a() {}\n#[cfg(test)]\nmod tests { fn b() { \"x\"; } }\nfn c() { \"y\"; }");
        assert!(lexed.production.contains("fn c") && !lexed.production.contains("fn b"));
        assert_eq!(lexed.production_literals().collect::<Vec<_>>(), ["y"]);
    }

    #[test]
    fn words_are_whole() {
        assert!(has_word("use std::fs;", "std::"));
        assert!(!has_word("nostd::fs", "std::"));
        assert!(!has_word("todo_list!", "todo!"));
    }
}
