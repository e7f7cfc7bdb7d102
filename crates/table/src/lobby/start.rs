//! What a guest checks before it sits down.

use nightcoach_rules::SeatSet;

use super::{Finished, LobbyMessage, Refusal, Start, TABLE_VERSION, tidy_name};

impl Start {
    /// The message that shows this roster to a guest that may have missed it.
    pub fn gathered(&self) -> LobbyMessage {
        LobbyMessage::Gathered {
            table: self.table,
            table_name: self.table_name.clone(),
            options: self.options.clone(),
            players: self.players.clone(),
            previous: self.previous,
            ready: SeatSet::first(self.options.seats),
        }
    }

    /// The seat of this key, if the roster is one that a table may begin with, holds the key just once, and beside it the
    /// value that its owner has drawn. A rematch must go on from the `last` game of this seat.
    ///
    /// # Errors
    /// Says what is wrong with the start.
    pub fn seat_of(&self, key: [u8; 32], fresh: [u8; 32], last: Option<&Finished>) -> Result<u8, Refusal> {
        self.is_sound()?;
        self.check_rematch(last)?;
        let seat = self.players.iter().position(|p| p.key == key && p.fresh == fresh).ok_or(Refusal::Roster)?;
        u8::try_from(seat).map_err(|_too_many| Refusal::Roster)
    }

    /// Whether a table may begin with this list of players, whoever looks at it.
    ///
    /// # Errors
    /// Says what is wrong with the start.
    pub fn is_sound(&self) -> Result<(), Refusal> {
        if self.version != TABLE_VERSION {
            return Err(Refusal::Version { host: self.version, guest: TABLE_VERSION });
        }
        if self.options.check().is_err() {
            return Err(Refusal::Options);
        }
        if self.table_name != tidy_name(&self.table_name) || self.players.len() != usize::from(self.options.seats) {
            return Err(Refusal::Roster);
        }
        for (place, player) in self.players.iter().enumerate() {
            let earlier = self.players.iter().take(place);
            if player.name != tidy_name(&player.name)
                || earlier.clone().any(|p| p.key == player.key || p.name == player.name)
            {
                return Err(Refusal::Roster);
            }
        }
        Ok(())
    }
}

impl Start {
    fn check_rematch(&self, last: Option<&Finished>) -> Result<(), Refusal> {
        if self.previous == [0; 32] {
            return if self.options.scores.is_empty() { Ok(()) } else { Err(Refusal::Scores) };
        }
        let same = |last: &&Finished| {
            last.head == self.previous && self.players.iter().map(|p| p.key).eq(last.keys.iter().copied())
        };
        let last = last.filter(same).ok_or(Refusal::Rematch)?;
        let carried = if self.options.scoring { last.scores.as_slice() } else { &[] };
        if self.options.scores == carried { Ok(()) } else { Err(Refusal::Scores) }
    }
}
