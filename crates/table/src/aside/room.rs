//! What one table has said: who may speak, what is kept, what is dropped.

use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::string::String;
use alloc::vec::Vec;

use nightcoach_rules::SeatSet;
use nightcoach_transcript::IdentitySecret;

use super::{Aside, Content, MAX_KEPT, MAX_TEXT, Said, Unheard, tidy_text};
use crate::fault::admission::Check;
use crate::lobby::{MAX_NAME, MAX_WATCHERS, Watcher, tidy_name};

const MINUTE_MS: u64 = 60_000;
/// Least time between two nudges of one person.
const NUDGE_MS: u64 = 20_000;
/// Asides of one person that are taken in a minute: as many as are kept, told late, and as many new ones.
const MAX_HEARD: usize = 2 * MAX_KEPT;

type Key = [u8; 32];

/// What somebody has said, by key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// A chat line, as it may be shown.
    Text(Key, String),
    /// Somebody reminds these seats that the table waits for them.
    Nudge(Key, SeatSet),
    /// Somebody has left for good.
    Left(Key),
    /// The host says who watches.
    Audience,
}

/// The asides of one table.
#[derive(Clone, Debug)]
pub struct Room {
    place: [u8; 32],
    members: Vec<Key>,
    chat: bool,
    kept: VecDeque<Aside>,
    /// The host's newest list of those who watch.
    audience: Option<Aside>,
    authors: BTreeMap<Key, Author>,
}

/// What is known of one person's asides.
#[derive(Clone, Debug, Default)]
struct Author {
    /// Numbers seen lately.
    seen: BTreeSet<u64>,
    minute: u64,
    in_minute: usize,
    nudged_at: Option<u64>,
    left: Option<Aside>,
}

impl Room {
    /// The room of a table: its members are the keys that have a seat, `chat` is the option of that name.
    pub fn new(place: [u8; 32], members: Vec<[u8; 32]>, chat: bool) -> Self {
        Self { place, members, chat, kept: VecDeque::new(), audience: None, authors: BTreeMap::new() }
    }

    /// Which table it belongs to.
    pub const fn place(&self) -> [u8; 32] {
        self.place
    }

    /// Whether there is a chat.
    pub const fn has_chat(&self) -> bool {
        self.chat
    }

    /// Who may speak and hear.
    pub fn members(&self) -> &[[u8; 32]] {
        &self.members
    }

    /// Takes over who sits at a gathering table.
    pub fn set_members(&mut self, members: Vec<[u8; 32]>) {
        self.members = members;
    }

    /// Says something; returns the bytes to send. `hint` is any number that rises from start to start, such as the time:
    /// nobody compares it with a clock.
    ///
    /// # Errors
    /// The table has no chat, or too much was said.
    pub fn say(&mut self, secret: &IdentitySecret, said: Said, now: u64, hint: u64) -> Result<Vec<u8>, Unheard> {
        let author = secret.public().0;
        let last = self.authors.get(&author).and_then(|author| author.seen.last().copied());
        let number = last.map_or(hint, |last| last.saturating_add(1).max(hint));
        let content = Content { place: self.place, author, number, said };
        self.admit(&content, now, MAX_KEPT)?;
        let aside = Aside::sign(content, secret)?;
        let record = aside.record.clone();
        self.keep(aside, now);
        Ok(record)
    }

    /// Takes an aside from a peer, whoever handed it on.
    ///
    /// # Errors
    /// Says why it is dropped; the signature is checked last.
    pub fn hear(&mut self, record: &[u8], now: u64) -> Result<Heard, Unheard> {
        let (content, signed) = Aside::claimed(record)?;
        self.admit(&content, now, MAX_HEARD)?;
        let aside = Aside::verify(content, &signed, record)?;
        let Content { author, said, .. } = aside.content.clone();
        self.keep(aside, now);
        Ok(match said {
            Said::Text(text) => Heard::Text(author, tidy_text(&text)),
            Said::Nudge(seats) => Heard::Nudge(author, seats),
            Said::Left => Heard::Left(author),
            Said::Audience(_) => Heard::Audience,
        })
    }

    /// What a member that comes later is told: who has left, who watches, and the lines that are kept.
    pub fn records(&self) -> Vec<Vec<u8>> {
        let lines = self.kept.iter().map(|aside| aside.record.clone());
        self.public_records().into_iter().chain(lines).collect()
    }

    /// What whoever watches is told: who has left, and who else watches.
    pub fn public_records(&self) -> Vec<Vec<u8>> {
        let left = self.authors.values().filter_map(|author| author.left.as_ref());
        left.chain(&self.audience).map(|aside| aside.record.clone()).collect()
    }

    /// Who watches, by the newest word of the host.
    pub fn audience(&self) -> &[Watcher] {
        match self.audience.as_ref().map(|aside| &aside.content.said) {
            Some(Said::Audience(watchers)) => watchers,
            Some(Said::Text(_) | Said::Nudge(_) | Said::Left) | None => &[],
        }
    }

    /// Whether somebody may have the records of this table: whoever has a seat, and whom the host lets watch.
    ///
    /// # Errors
    /// NC-919: neither.
    pub fn may_follow(&self, key: &[u8; 32]) -> Result<(), Check> {
        let watches = self.audience().iter().any(|watcher| watcher.key == *key);
        if watches || self.members.contains(key) { Ok(()) } else { Err(Check::MayFollow) }
    }

    /// The good-bye of a member, as it is kept.
    pub fn farewell(&self, key: &[u8; 32]) -> Option<Vec<u8>> {
        self.authors.get(key)?.left.as_ref().map(|aside| aside.record.clone())
    }

    /// Who has left for good.
    pub fn left(&self) -> impl Iterator<Item = &[u8; 32]> {
        self.authors.iter().filter(|(_, author)| author.left.is_some()).map(|(key, _)| key)
    }

    /// The checks that need no signature.
    fn admit(&self, content: &Content, now: u64, most: usize) -> Result<(), Unheard> {
        if content.place != self.place || !self.members.contains(&content.author) {
            return Err(Check::AsideAuthor.into());
        }
        let known = Author::default();
        let author = self.authors.get(&content.author).unwrap_or(&known);
        let oldest = author.seen.first().copied().unwrap_or_default();
        let forgotten = author.seen.len() > MAX_KEPT && content.number < oldest;
        // What counts of a list is whether it is the newest one, however much was said since.
        let list = matches!(content.said, Said::Audience(_));
        if author.seen.contains(&content.number) || (forgotten && !list) {
            return Err(Unheard::Known);
        }
        // Nor may much talk keep the host from sending somebody away.
        if author.minute == now / MINUTE_MS && author.in_minute >= most && content.said != Said::Left && !list {
            return Err(Check::AsideBounds.into());
        }
        match &content.said {
            Said::Text(_) if !self.chat => Err(Check::ChatIsOn.into()),
            Said::Text(text) if text.chars().count() > MAX_TEXT || tidy_text(text).is_empty() => {
                Err(Check::AsideBounds.into())
            }
            Said::Nudge(_) if author.nudged_at.is_some_and(|at| now.saturating_sub(at) < NUDGE_MS) => {
                Err(Check::AsideBounds.into())
            }
            Said::Left if author.left.is_some() => Err(Unheard::Known),
            Said::Audience(watchers) => self.admit_audience(content, watchers),
            Said::Text(_) | Said::Nudge(_) | Said::Left => Ok(()),
        }
    }

    /// NC-916 and NC-917: only the host says who watches, and an older word of the host counts no more.
    fn admit_audience(&self, content: &Content, watchers: &[Watcher]) -> Result<(), Unheard> {
        if self.members.first() != Some(&content.author) {
            return Err(Check::AudienceIsHosts.into());
        }
        if self.audience.as_ref().is_some_and(|newest| newest.content.number >= content.number) {
            return Err(Unheard::Known);
        }
        let keys: BTreeSet<&Key> = watchers.iter().map(|watcher| &watcher.key).collect();
        let seated = self.members.iter().any(|member| keys.contains(member));
        let tidy = |w: &Watcher| w.name.chars().count() <= MAX_NAME && w.name == tidy_name(&w.name);
        let fits = watchers.len() <= MAX_WATCHERS && keys.len() == watchers.len() && !seated;
        if fits && watchers.iter().all(tidy) { Ok(()) } else { Err(Check::AudienceBounds.into()) }
    }

    fn keep(&mut self, aside: Aside, now: u64) {
        let Content { author: key, number, .. } = aside.content;
        let author = self.authors.entry(key).or_default();
        author.seen.insert(number);
        while author.seen.len() > 2 * MAX_KEPT {
            author.seen.pop_first();
        }
        if author.minute != now / MINUTE_MS {
            (author.minute, author.in_minute) = (now / MINUTE_MS, 0);
        }
        if !matches!(aside.content.said, Said::Audience(_)) {
            author.in_minute = author.in_minute.saturating_add(1);
        }
        match aside.content.said {
            Said::Text(_) => self.keep_line(aside),
            // What was true once is nothing for those who come later.
            Said::Nudge(_) => author.nudged_at = Some(now),
            Said::Left => author.left = Some(aside),
            Said::Audience(_) => self.audience = Some(aside),
        }
    }

    fn keep_line(&mut self, aside: Aside) {
        let key = aside.content.author;
        self.kept.push_back(aside);
        let own = |kept: &Aside| kept.content.author == key;
        if self.kept.iter().filter(|kept| own(kept)).count() > MAX_KEPT
            && let Some(oldest) = self.kept.iter().position(own)
        {
            self.kept.remove(oldest);
        }
    }
}
