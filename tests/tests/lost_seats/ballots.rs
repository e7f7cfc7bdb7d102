//! Ballots at a table of real sessions: who may ask what, what a no does, and what a file must show.

use nightcoach_rules::{Seat, SeatSet};
use nightcoach_table::{Ballot, Check, Input, Question, Standing, Verdict, audit};
use nightcoach_tests::sim::identity;
use nightcoach_transcript::{Content, Entry, RecordKind, UnverifiedEntry, file};

use crate::common::{Bots, set};

/// Six bots of whom the one that is asked has just vanished; who that is, and somebody else.
fn silent(game: u64) -> (Bots, Seat, Seat) {
    let mut table = Bots::begin(6, 1, game);
    table.play_to_a_turn();
    let (gone, _) = table.sim.asked().into_iter().next().unwrap();
    table.sim.vanish(gone);
    let other = Seat((gone.0 + 1) % 6);
    (table, gone, other)
}

fn sleep(seat: Seat) -> Question {
    Question::Sleep(SeatSet::only(seat))
}

#[test]
fn only_what_is_allowed_can_be_asked() {
    let (table, gone, other) = silent(50);
    let at = &table.sim.tables[other.index()];
    assert!(at.may_open(sleep(gone)));
    assert!(!at.may_open(sleep(other)), "not about oneself");
    let third = Seat((gone.0 + 2) % 6);
    assert!(!at.may_open(Question::Sleep(SeatSet::only(gone).with(third))), "more than may be lost");
    assert!(!at.may_open(Question::Sleep(SeatSet::EMPTY)));
    assert!(!at.may_open(Question::Close(SeatSet::only(gone))), "no declaration runs");
    assert!(!at.may_open(Question::Sleep(set(&[12]))), "no such seat");
}

/// One no, and everybody goes on waiting; the question can be asked again.
#[test]
fn one_no_is_enough_and_the_next_number_can_be_asked() {
    let (mut table, gone, other) = silent(51);
    table.sim.input(other, Input::OpenBallot(sleep(gone)));
    table.sim.wait(0);
    let ballot = Ballot { number: 1, question: sleep(gone) };
    let doubter = Seat((gone.0 + 3) % 6);
    assert!(table.sim.tables[doubter.index()].ballots()[0].may_answer);
    table.sim.input(doubter, Input::Vote { ballot, yes: false });
    table.sim.wait(0);
    for seat in (0..6).map(Seat).filter(|seat| *seat != gone) {
        let view = table.sim.tables[seat.index()].ballots()[0];
        assert_eq!((view.standing, view.no), (Standing::Failed, SeatSet::only(doubter)));
    }
    table.sim.agree(other, sleep(gone));
    assert!(table.witness().asleep().contains(gone));
    assert!(table.play_on());
    table.assert_ended_well("after a second ballot");
}

/// Who holds the entry says no by itself and shows it: nobody is put to sleep who has spoken.
#[test]
fn who_has_heard_the_silent_seat_says_no() {
    let (mut table, gone, other) = silent(52);
    let witness = Seat((gone.0 + 2) % 6);
    let choice = nightcoach_rules::Choice::plain(nightcoach_rules::Action::Pass);
    let forgery = nightcoach_table::cheat::Forgery::FalseChoice;
    let pass = table.sim.tables[gone.index()].forge(forgery, Some(&choice)).expect("its honest entry");
    // It has reached one seat, which the others cannot hear for now.
    table.sim.unheard = SeatSet::only(witness);
    table.sim.send(witness, &pass);
    table.sim.unheard = SeatSet::EMPTY;
    let round = table.sim.tables[other.index()].round();
    table.sim.agree(other, sleep(gone));
    assert!(table.witness().asleep().is_empty());
    assert!(table.sim.tables[other.index()].round() > round, "the entry came with the no");
    table.assert_sound("nobody is blamed");
}

/// A seat whose entries reach nobody goes on alone; when it hears that it was put to sleep it drops what it has closed since.
#[test]
fn who_was_passed_over_comes_back_to_the_chain_of_the_others() {
    for game in 60..64 {
        let mut table = Bots::begin(6, 1, game);
        table.play(3);
        let (mute, view) = table.sim.asked().into_iter().next().unwrap();
        table.sim.unheard = SeatSet::only(mute);
        let choice = nightcoach_rules::choices(&view).all().into_iter().next().unwrap();
        table.sim.choose(mute, choice);
        let alone = table.sim.tables[mute.index()].round();
        let others = table.witness().round();
        table.play_on();
        table.assert_ended_well(&format!("game {game}: alone in round {alone}, the others in {others}"));
        let (own, chain) = (&table.sim.tables[mute.index()], table.witness());
        assert_eq!((own.head(), own.round()), (chain.head(), chain.round()), "game {game}");
        assert!(own.asleep().contains(mute) && own.fault().is_none());
    }
}

/// Two answers of one seat to one ballot prove themselves.
#[test]
fn two_answers_to_one_ballot_are_a_fault() {
    let (mut table, gone, other) = silent(53);
    table.sim.input(other, Input::OpenBallot(sleep(gone)));
    table.sim.wait(0);
    let ballot = Ballot { number: 1, question: sleep(gone) };
    let cheater = Seat((gone.0 + 3) % 6);
    let both = [true, false].map(|yes| table.sim.tables[cheater.index()].forge_vote(ballot, yes).unwrap());
    for record in &both {
        table.sim.send(other, record);
    }
    let at = &table.sim.tables[other.index()];
    let fault = at.fault().expect("a fault");
    assert_eq!((fault.culprit, fault.check), (cheater, Check::OneAnswer));
    assert!(!at.may_open(sleep(gone)), "a table that was lied to does not go on");
    let Verdict::Invalid { seat, check, .. } = audit(&at.transcript()).verdict else {
        panic!("the audit finds nothing")
    };
    assert_eq!((seat, check), (Some(cheater), Some(Check::OneAnswer)));
}

/// Nobody may ask about a closed round what could not be asked in it: else one vote would end any game as a draw, or put to sleep whoever
/// is awake.
#[test]
fn a_vote_on_a_closed_round_asks_no_more_than_could_be_asked_in_it() {
    for losses in [0, 1] {
        let mut table = Bots::begin(6, losses, 55);
        table.play(4);
        let chain = table.witness().entries_since(0);
        let (round, head) = (table.witness().round(), table.witness().head());
        let cheater = &table.sim.tables[2];
        let questions = [
            Question::End(SeatSet::first(6)),
            Question::End(set(&[0, 1, 3, 4, 5])),
            Question::End(set(&[0, 1, 3])),
            Question::Sleep(set(&[0, 1, 4, 5])),
            Question::Sleep(SeatSet::EMPTY),
            Question::Close(set(&[0, 1, 3])),
        ];
        let mut forged = Vec::new();
        for record in chain {
            let entry = UnverifiedEntry::decode(&record).unwrap().claimed().clone();
            for question in questions {
                for (number, yes) in [(1, true), (0, true), (200, false)] {
                    let ballot = Ballot { number, question };
                    forged.extend(cheater.forge_late_vote(entry.round, entry.digest, ballot, yes));
                }
            }
        }
        assert!(forged.len() > 500);
        for record in &forged {
            for seat in (0..6).map(Seat).filter(|seat| *seat != Seat(2)) {
                table.sim.send(seat, record);
            }
        }
        for at in table.sim.tables.iter().filter(|at| at.seat() != Seat(2)) {
            assert_eq!((at.round(), at.head(), at.fault(), at.outcome()), (round, head, None, None), "{losses} losses");
        }
        assert!(table.play_on());
        table.assert_ended_well("whatever was asked of closed rounds");
    }
}

/// Nobody can use up the numbers or the room for ballots, and so keep the others from going on.
#[test]
fn a_seat_that_asks_and_answers_without_end_is_gone_on_without_all_the_same() {
    for spam in 0..3u8 {
        let (mut table, gone, other) = silent(56);
        let all = |number, yes| {
            let ballot = Ballot { number, question: Question::End(SeatSet::EMPTY) };
            table.sim.tables[gone.index()].forge_vote(ballot, yes).unwrap()
        };
        let records: Vec<Vec<u8>> = match spam {
            0 => [all(255, false)].into(),
            1 => (1..=200).map(|number| all(number, true)).collect(),
            _ => (1..=200).map(|number| all(number, false)).collect(),
        };
        for record in &records {
            for seat in (0..6).map(Seat).filter(|seat| *seat != gone) {
                table.sim.send(seat, record);
            }
        }
        assert!(table.sim.tables[other.index()].ballots().len() <= 96, "there is a bound");
        table.sim.agree(other, sleep(gone));
        assert!(table.witness().asleep().contains(gone), "spam {spam}");
        assert!(table.play_on());
        table.assert_ended_well("after all that was asked");
    }
}

/// NC-723: wherever two answers of one seat to one ballot stand in a file, they convict it.
#[test]
fn two_answers_convict_in_any_order_and_beside_entries_of_their_round() {
    let mut table = Bots::begin(6, 1, 57);
    table.play(30);
    let of = |record: &[u8]| UnverifiedEntry::decode(record).unwrap().claimed().clone();
    let chain = table.witness().entries_since(0);
    // The last round of the file that more than one seat owes: it may run, with an entry or none, while the answers come.
    let round = (0..table.witness().round())
        .rev()
        .find(|round| chain.iter().filter(|record| of(record).round == *round).count() > 1);
    let round = round.unwrap();
    let digest = chain.iter().map(|record| of(record)).find(|entry| entry.round == round).unwrap().digest;
    let (cheater, ballot) = (Seat(3), Ballot { number: 1, question: Question::End(SeatSet::only(Seat(5))) });
    let answer = |yes| table.sim.tables[3].forge_late_vote(round, digest, ballot, yes).unwrap();
    for (entries, no_first) in [(0, false), (0, true), (1, false), (1, true)] {
        let before = chain.iter().filter(|record| of(record).round < round);
        let running = chain.iter().filter(|record| of(record).round == round).take(entries);
        let both = [answer(!no_first), answer(no_first)];
        let records = before.chain(running).chain(&both).map(Vec::as_slice);
        let verdict = audit(&file::write(records)).verdict;
        let Verdict::Invalid { seat, check, .. } = verdict else { panic!("{verdict:?}") };
        assert_eq!((seat, check), (Some(cheater), Some(Check::OneAnswer)), "{entries} entries, no first: {no_first}");
    }
}

/// Attack 35: the file of a game that went on without a seat shows that every other awake seat has agreed.
#[test]
fn a_certificate_that_lacks_a_yes_is_refused() {
    let (mut table, gone, other) = silent(54);
    let round = table.witness().round();
    // A no, and an answer about another seat, as files that nobody honest writes would hold them.
    let (asked, third) = (Seat((gone.0 + 3) % 6), Seat((gone.0 + 2) % 6));
    let ballot = |question| Ballot { number: 1, question };
    let forge = |seat: Seat, ballot, yes| table.sim.tables[seat.index()].forge_vote(ballot, yes).unwrap();
    let no = forge(asked, ballot(sleep(gone)), false);
    let too_many = Question::Sleep(SeatSet::only(gone).with(third));
    let other_question = forge(asked, ballot(too_many), true);
    table.sim.gone = SeatSet::EMPTY;
    let of_the_named = table.sim.tables[gone.index()].forge_vote(ballot(sleep(gone)), true).unwrap();
    table.sim.vanish(gone);
    table.sim.agree(other, sleep(gone));
    table.play(2);
    let good = table.witness().transcript();
    assert!(matches!(audit(&good).verdict, Verdict::ValidUnfinished { .. }));

    let records: Vec<Vec<u8>> = file::read(&good).unwrap().into_iter().map(<[u8]>::to_vec).collect();
    let is_vote = |record: &Vec<u8>| UnverifiedEntry::decode(record).unwrap().claimed().kind == RecordKind::Vote;
    let votes: Vec<usize> = (0..records.len()).filter(|at| is_vote(&records[*at])).collect();
    assert_eq!(votes.len(), 5, "everybody but the named seat, in round {round}");
    let verdict = |records: &[Vec<u8>]| match audit(&file::write(records.iter().map(Vec::as_slice))).verdict {
        Verdict::Invalid { seat, check, .. } => (seat, check),
        other => panic!("{other:?}"),
    };
    for at in &votes {
        let mut fewer = records.clone();
        fewer.remove(*at);
        assert_eq!(verdict(&fewer), (None, Some(Check::BallotDecided)), "without the vote at {at}");
    }
    let place = votes.iter().position(|at| UnverifiedEntry::decode(&records[*at]).unwrap().claimed().seat == asked.0);
    let place = votes[place.unwrap()];
    let with = |record: &Vec<u8>| {
        let mut other = records.clone();
        other[place].clone_from(record);
        verdict(&other)
    };
    assert_eq!(with(&no), (None, Some(Check::BallotDecided)));
    assert_eq!(with(&other_question), (Some(asked), Some(Check::BallotAllowed)));
    assert_eq!(with(&of_the_named), (Some(gone), Some(Check::BallotAsked)));
    // Without any of them the entry of the next round stands on another head.
    let none: Vec<Vec<u8>> = records.iter().filter(|record| !is_vote(record)).cloned().collect();
    let Verdict::Invalid { .. } = audit(&file::write(none.iter().map(Vec::as_slice))).verdict else {
        panic!("a round was closed without anybody's leave")
    };
}

/// The same answers, one of them changed by its author: each names the check that comes first.
#[test]
fn an_answer_that_stands_elsewhere_or_says_nothing_is_refused() {
    let (mut table, gone, other) = silent(55);
    table.sim.agree(other, sleep(gone));
    let good = table.witness().transcript();
    let records: Vec<Vec<u8>> = file::read(&good).unwrap().into_iter().map(<[u8]>::to_vec).collect();
    let content = |record: &Vec<u8>| UnverifiedEntry::decode(record).unwrap().claimed().clone();
    let place = records.iter().position(|record| content(record).kind == RecordKind::Vote).unwrap();
    let author = Seat(content(&records[place]).seat);
    let changed = |change: &dyn Fn(&mut Content)| {
        let (mut records, mut content) = (records.clone(), content(&records[place]));
        change(&mut content);
        records[place] = Entry::sign(content, &identity(55, author.0)).unwrap().record().to_vec();
        let Verdict::Invalid { seat, check, .. } = audit(&file::write(records.iter().map(Vec::as_slice))).verdict
        else {
            panic!("the audit finds nothing")
        };
        (seat, check)
    };
    assert_eq!(changed(&|content| content.head = [7; 32]), (None, Some(Check::Head)));
    assert_eq!(changed(&|content| content.digest = [7; 32]), (Some(author), Some(Check::Digest)));
    assert_eq!(changed(&|content| content.body.truncate(3)), (Some(author), Some(Check::EntryDecodes)));
    // The number of the ballot comes first in an answer; they are counted from 1.
    assert_eq!(changed(&|content| content.body[0] = 0), (Some(author), Some(Check::BallotAllowed)));
}
