//! The workspace's own files as the tidy tests read them: as text, with comments, literals and tests told apart.

mod lexer;
mod source;
mod spec;

pub use lexer::{Lexed, has_word, lex};
pub use source::{MARKDOWN, RUST, SETTINGS, Source, files, production, root, sources};
pub use spec::{CheckRow, check_citations, code_checks, code_spans, spec_checks, table_rows};

/// Fails with every offence on a line of its own, so that one run shows all of them.
///
/// # Errors
/// The law's sentence and the offences, when there are any.
pub fn hold(law: &str, offences: &[String]) -> anyhow::Result<()> {
    anyhow::ensure!(offences.is_empty(), "{law}\n  {}\n", offences.join("\n  "));
    Ok(())
}
