//! One simulated machine: profile, table, bot, and a power switch.

use std::collections::BTreeMap;
use std::fs::File;

use nightcoach_rules::{Action, Choice, SeatSet, State, View, choices};
use nightcoach_table::Input;
use nightcoach_table::lobby::Start;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};
use zeroize::Zeroizing;

use crate::clock::Clock;
use crate::net::{Beacon, Message, PeerKey};
use crate::seat::engine::{Effect, Engine};
use crate::seat::opening::{Opening, Seeds};
use crate::seat::peers::Peer;
use crate::seat::sitting::Sitting;
use crate::store::{Journal, Profile};

pub(super) struct Machine {
    pub(super) key: PeerKey,
    profile: Profile,
    clock: Clock,
    /// Off while there is none.
    pub(super) sitting: Option<Sitting>,
    pub(super) peers: BTreeMap<PeerKey, Peer>,
    bot: ChaCha8Rng,
    answered: Option<(u32, [u8; 32])>,
    /// Messages that still leave before the power is gone.
    pub(super) sends_left: Option<u32>,
    /// Length of the journal when the cards were dealt: the seed of the deal is gone, and no older disk comes back.
    dealt_at: Option<u64>,
}

impl Machine {
    pub(super) fn new(profile: Profile, clock: Clock, bot: u64) -> Self {
        let key = profile.key();
        Self {
            key,
            profile,
            clock,
            sitting: None,
            peers: BTreeMap::new(),
            bot: ChaCha8Rng::seed_from_u64(bot),
            answered: None,
            sends_left: None,
            dealt_at: None,
        }
    }

    /// Sits down; gives what is to be sent first.
    pub(super) fn begin(&mut self, start: &Start, seat: u8, seeds: [[u8; 32]; 2]) -> Result<Vec<Effect>, String> {
        let [deal, own] = seeds;
        let seeds = Seeds { deal: Zeroizing::new(deal), seat: Zeroizing::new(own) };
        let opening = Opening { start: start.clone(), seat, seeds };
        let begun = Engine::begin(&self.profile, &opening, 0, self.clock);
        let (engine, effects) = begun.map_err(|error| error.to_string())?;
        self.sitting = Some(Sitting::new(&opening, engine));
        Ok(effects)
    }

    /// Takes the table up again after the power was gone.
    pub(super) fn power_on(&mut self, asking: bool) -> Result<Vec<Effect>, String> {
        let path = Journal::running(&self.profile.tables()).pop().ok_or("the journal is gone")?;
        let resumed = Engine::resume(&self.profile, &path, 0, self.clock);
        let (opening, engine, effects) = resumed.map_err(|error| error.to_string())?;
        let mut sitting = Sitting::again(&opening, engine);
        if !asking {
            sitting.order(Input::Release);
        }
        self.sitting = Some(sitting);
        self.answered = None;
        Ok(effects)
    }

    /// The power goes. What was not synced is there up to a byte that `keep` picks between the two lengths.
    pub(super) fn power_off(&mut self, set_back: bool, keep: impl FnOnce(u64, u64) -> u64) -> Result<(), String> {
        self.sends_left = None;
        self.peers.values_mut().for_each(|peer| peer.beacon = Beacon::default());
        let Some(mut sitting) = self.sitting.take() else { return Ok(()) };
        let engine = sitting.engine().ok_or("no engine")?;
        let (synced, path) = (engine.journal().disk().synced, engine.journal().path().to_owned());
        drop(sitting);
        let file = File::options().write(true).open(&path).map_err(|error| error.to_string())?;
        let len = file.metadata().map_err(|error| error.to_string())?.len();
        let least = match self.dealt_at {
            Some(dealt) if set_back => dealt,
            Some(dealt) => synced.max(dealt),
            None => synced,
        };
        let least = least.min(len);
        file.set_len(keep(least, len)).map_err(|error| error.to_string())
    }

    /// Remembers how long the journal was when the cards were dealt.
    pub(super) fn note_deal(&mut self) {
        if self.dealt_at.is_none()
            && let Some(sitting) = self.sitting.as_mut().filter(|sitting| sitting.playing.view.is_some())
            && let Some(engine) = sitting.engine()
        {
            let len = std::fs::metadata(engine.journal().path()).map(|file| file.len());
            self.dealt_at = len.ok();
        }
    }

    /// Whether the disk has just lost its power.
    pub(super) fn is_dead(&mut self) -> bool {
        let engine = self.sitting.as_mut().and_then(Sitting::engine);
        engine.is_some_and(|engine| engine.journal().disk().is_dead())
    }

    /// The power will be gone after so many writes.
    pub(super) fn die_after_writes(&mut self, writes: u32) {
        if let Some(engine) = self.sitting.as_mut().and_then(Sitting::engine) {
            engine.journal().disk().writes_left = Some(writes.max(1));
        }
    }

    /// Takes a message; gives what to answer at once.
    pub(super) fn receive(&mut self, from: PeerKey, message: Message, now: u64) -> Option<Message> {
        let sitting = self.sitting.as_mut()?;
        if let Message::Beacon(beacon) = message {
            let mark = beacon.mark;
            self.peers.entry(from).or_default().beacon = beacon;
            return sitting.compare(from, mark.as_ref());
        }
        sitting.receive(from, message, now);
        None
    }

    /// Answers where the table asks, once for each question.
    pub(super) fn choose(&mut self) {
        let Some(sitting) = &mut self.sitting else { return };
        let playing = &sitting.playing;
        let question = Some((playing.round, playing.head));
        if playing.asked
            && self.answered != question
            && let Some(choice) = playing.view.as_ref().and_then(|view| pick(&mut self.bot, view))
        {
            self.answered = question;
            sitting.order(Input::Choose(choice));
        }
    }

    pub(super) fn beacon(&self, neighbours: Vec<PeerKey>) -> Option<Message> {
        let mark = Some(self.sitting.as_ref()?.own_mark());
        Some(Message::Beacon(Beacon { name: String::new(), mark, neighbours, listing: None }))
    }

    /// Whether the game is over here and everybody has co-signed.
    pub(super) fn is_done(&self) -> bool {
        self.sitting.as_ref().is_some_and(Sitting::is_closed)
    }

    pub(super) fn waits_for(&self) -> SeatSet {
        self.sitting.as_ref().map_or(SeatSet::EMPTY, |sitting| sitting.playing.waiting_for)
    }

    /// The public state.
    pub(super) fn state(&mut self) -> Option<State> {
        Some(self.sitting.as_ref()?.playing.view.as_ref()?.state.clone())
    }

    /// The program errs, if the cards are dealt; it says so.
    pub(super) fn err(&mut self) -> bool {
        let dealt = self.sitting.as_ref().is_some_and(|sitting| sitting.playing.view.is_some());
        let engine = self.sitting.as_mut().and_then(Sitting::engine).filter(|_| dealt);
        engine.is_some_and(|engine| {
            engine.table_mut().err();
            true
        })
    }

    /// Every entry of the chain.
    pub(super) fn chain(&mut self) -> Vec<Vec<u8>> {
        let engine = self.sitting.as_mut().and_then(Sitting::engine);
        engine.map_or_else(Vec::new, |engine| engine.table().entries_since(0))
    }
}

/// Any choice; a declaration, which would end the game, once in twenty times.
fn pick(bot: &mut ChaCha8Rng, view: &View) -> Option<Choice> {
    let mut all = choices(view).all();
    let ends = |choice: &Choice| matches!(choice.action, Action::DeclareTeam { .. } | Action::DeclareSolo { .. });
    if !bot.next_u64().is_multiple_of(20) {
        all.retain(|choice| !ends(choice));
    }
    let count = u64::try_from(all.len()).ok().filter(|count| *count > 0)?;
    let place = usize::try_from(bot.next_u64() % count).ok()?;
    (place < all.len()).then(|| all.swap_remove(place))
}
