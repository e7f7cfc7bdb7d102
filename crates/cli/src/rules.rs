//! `rules`: the rules for players, at a terminal.

use anyhow::ensure;
use clap::Args;
use nightcoach_words::{Chapter, Language, rules_reference, search};

use crate::say;

/// Tells the rules, the whole of them or what they say of a card.
#[derive(Debug, Args)]
pub(crate) struct Rules {
    /// Language: en or zh.
    #[arg(long, default_value = "en")]
    language: String,
    /// The name of a card, or any word; without it, everything.
    #[arg(long, value_name = "NAME")]
    card: Option<String>,
}

impl Rules {
    pub(crate) fn run(&self) -> anyhow::Result<u8> {
        let chapters = rules_reference(Language::from_locale(&self.language));
        let sought = self.card.as_deref().unwrap_or_default();
        let mut found = search(&chapters, sought);
        // Who asks for a card by its name wants its chapters, not every place that mentions it.
        let named = |chapter: &&Chapter| chapter.title.to_lowercase().contains(&sought.trim().to_lowercase());
        if found.iter().any(named) {
            found.retain(named);
        }
        ensure!(!found.is_empty(), "the rules say nothing of {sought:?}");
        for chapter in found {
            say::line(&format!("# {}", chapter.title));
            chapter.paragraphs.iter().for_each(|text| say::line(text));
            say::line("");
        }
        Ok(0)
    }
}
