//! Reads the tables of the specification, and the checks as the code declares them.

use std::collections::BTreeSet;

/// One numbered check, from the specification or from the code.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CheckRow {
    /// `NC-` and the number.
    pub number: String,
    /// The variant of `Check`.
    pub name: String,
    /// What is true when the check passes.
    pub sentence: String,
}

/// The cells of all table rows of a document, heads and rules left out.
pub fn table_rows(markdown: &str) -> Vec<Vec<String>> {
    let lines: Vec<&str> = markdown.lines().map(str::trim).collect();
    let is_rule = |line: &str| line.starts_with('|') && line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '));
    let mut rows = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let heads = lines.get(at + 1).is_some_and(|next| is_rule(next));
        if line.starts_with('|') && !is_rule(line) && !heads {
            rows.push(line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect());
        }
    }
    rows
}

/// The texts in backticks of a document's first column, row by row.
pub fn code_spans(rows: &[Vec<String>]) -> Vec<String> {
    let firsts = rows.iter().filter_map(|row| row.first());
    firsts.filter_map(|cell| Some(cell.strip_prefix('`')?.strip_suffix('`')?.to_owned())).collect()
}

/// The checks of `protocol-spec/checks.md`: number, name, sentence, and whatever the columns after them say.
pub fn spec_checks(markdown: &str) -> Vec<CheckRow> {
    let numbered = table_rows(markdown).into_iter().filter(|row| row.first().is_some_and(|n| n.starts_with("NC-")));
    numbered
        .filter_map(|row| match row.as_slice() {
            [number, name, sentence, ..] => Some(CheckRow {
                number: number.clone(),
                name: name.trim_matches('`').to_owned(),
                sentence: sentence.clone(),
            }),
            _ => None,
        })
        .collect()
}

/// The checks that the code declares: a variant below a doc line `/// NC-101: sentence.`
pub fn code_checks(fault: &str) -> Vec<CheckRow> {
    let lines: Vec<&str> = fault.lines().map(str::trim).collect();
    let mut rows = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Some((number, start)) = line.strip_prefix("/// NC-").and_then(|doc| doc.split_once(": ")) else { continue };
        let following = lines.get(at + 1..).unwrap_or_default();
        let more = following.iter().take_while(|next| next.starts_with("///"));
        let sentence = more.fold(start.to_owned(), |text, next| format!("{text} {}", next.trim_start_matches("/// ")));
        let variant = following.iter().find(|next| !next.starts_with("///")).copied().unwrap_or_default();
        let name = variant.trim_end_matches(',').to_owned();
        let sentence = sentence.trim_end_matches('.').to_owned();
        rows.push(CheckRow { number: format!("NC-{number}"), name, sentence });
    }
    rows
}

/// Every `NC-` number that a text names.
pub fn check_citations(text: &str) -> BTreeSet<String> {
    let after_mark = text.split("NC-").skip(1);
    let digits = after_mark.map(|tail| tail.chars().take_while(char::is_ascii_digit).collect::<String>());
    digits.filter(|number| !number.is_empty()).map(|number| format!("NC-{number}")).collect()
}
