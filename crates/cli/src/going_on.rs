//! Going on without somebody, at a terminal: what is told of ballots and sleepers, and what is ordered.

use nightcoach_lan::{Order, Playing, SeatHandle, Snapshot, Stage};
use nightcoach_rules::SeatSet;
use nightcoach_table::{BallotView, Question, Standing};
use nightcoach_words::{Language, Phrase, phrase, seat_list};

use crate::say;

/// What was told last.
#[derive(Debug, Default)]
pub(crate) struct Told {
    ballots: (u32, Vec<BallotView>),
    asleep: SeatSet,
}

impl Told {
    /// Tells what is new of ballots and sleepers.
    pub(crate) fn tell(&mut self, lines: bool, playing: &Playing) {
        let going_on = &playing.going_on;
        if going_on.asleep != self.asleep {
            self.asleep = going_on.asleep;
            let numbers: Vec<String> = going_on.asleep.iter().map(|seat| seat.0.to_string()).collect();
            let names = seat_list(Language::English, &playing.names, going_on.asleep);
            let person =
                if going_on.asleep.is_empty() { "Nobody sleeps.".to_owned() } else { format!("Asleep: {names}.") };
            say::line(&if lines { format!("asleep {}", numbers.join(",")) } else { person });
        }
        let now = (playing.round, going_on.ballots.clone());
        if now != self.ballots {
            let known = if now.0 == self.ballots.0 { self.ballots.1.as_slice() } else { &[] };
            now.1
                .iter()
                .filter(|ballot| !known.contains(ballot))
                .for_each(|ballot| tell_ballot(lines, playing, ballot));
            self.ballots = now;
        }
    }
}

fn tell_ballot(lines: bool, playing: &Playing, view: &BallotView) {
    let said = |what: &Phrase<'_>| phrase(Language::English, &playing.names, what);
    if lines {
        let (yes, no, asked) = (view.yes.len(), view.no.len(), view.asked.len());
        return say::line(&format!("ballot {} yes {yes} no {no} of {asked}", view.ballot.number));
    }
    let question = match view.ballot.question {
        Question::End(seats) => Phrase::AskEndWithout(seats),
        Question::Sleep(seats) | Question::Close(seats) => Phrase::AskGoOnWithout(seats),
    };
    let stands = match view.standing {
        Standing::Failed => Phrase::Objected(view.no),
        Standing::Open | Standing::Decided => Phrase::Answered { yes: view.yes, open: view.asked.minus(view.yes) },
    };
    let how = if view.may_answer { " Type `yes` or `no`." } else { "" };
    say::line(&format!("{} {}{how}", said(&question), said(&stands)));
}

/// Asks the others to go on without whoever has this name, or, without a name, to end the game.
pub(crate) fn ask(seat: &SeatHandle, snapshot: &Snapshot, name: Option<&str>) {
    let Stage::Playing(playing) = &snapshot.stage else { return say::line("No game is played here.") };
    let is_called = |question: &Question| match (question, name) {
        (Question::End(_), None) => true,
        (Question::Sleep(seats) | Question::Close(seats), Some(name)) => {
            seats.iter().any(|seat| playing.names.get(seat.index()).is_some_and(|known| known == name))
        }
        (Question::End(_), Some(_)) | (Question::Sleep(_) | Question::Close(_), None) => false,
    };
    match playing.going_on.may_ask.iter().find(|question| is_called(question)) {
        Some(question) => seat.order(Order::OpenBallot(*question)),
        None => {
            say::line("That cannot be asked now: the table waits for nobody of this name, or cannot go on without.");
        }
    }
}

/// Answers the ballot that waits for this seat.
pub(crate) fn vote(seat: &SeatHandle, snapshot: &Snapshot, yes: bool) {
    let asked = if let Stage::Playing(playing) = &snapshot.stage { playing.ballot_to_answer() } else { None };
    match asked {
        Some(view) => seat.order(Order::Vote { ballot: view.ballot, yes }),
        None => say::line("Nobody asks you anything."),
    }
}
