//! Whoever watches a table that loses a seat: records come in another order than at the seats.

use nightcoach_rules::{SeatSet, choices};
use nightcoach_table::{Auditor, Verdict, audit};

use crate::common::Bots;

/// Who watches has heard a seat whom nobody else hears, and has folded its round; when all the others have agreed to go on without
/// that seat, what was folded since is void.
#[test]
fn who_watches_goes_back_where_the_others_have_gone_on_without_a_seat() {
    for game in 70..72 {
        let mut table = Bots::begin(6, 1, game);
        table.play_to_a_turn();
        let (mute, view) = table.sim.asked().into_iter().next().unwrap();
        let mut auditor = Auditor::new(table.witness().genesis().clone()).unwrap();
        table.sim.unheard = SeatSet::only(mute);
        let choice = choices(&view).all().into_iter().next().unwrap();
        let round = table.witness().round();
        table.sim.choose(mute, choice);
        for record in table.sim.tables[mute.index()].entries_since(0) {
            auditor.hear(&record, 0).unwrap();
        }
        assert!(auditor.round() > round, "game {game}: the round is not folded with the entry of the mute seat");
        let lonely = auditor.head();
        table.play_on();
        table.assert_ended_well(&format!("game {game}"));
        let chain = table.witness();
        let mut later = chain.entries_since(round);
        later.extend(chain.appendix());
        for record in &later {
            auditor.hear(record, 0).ok();
        }
        auditor.tick(60_000);
        assert_ne!(auditor.head(), lonely);
        assert_eq!(
            (auditor.head(), auditor.round()),
            (chain.head(), chain.round()),
            "game {game}: {:?}",
            auditor.fault()
        );
        assert_eq!(auditor.verdict(), Verdict::ValidFinished, "game {game}");
        // What the mute seat has signed on the branch that is void changes nothing any more.
        let found = audit(&auditor.transcript());
        assert_eq!((found.verdict, found.head), (Verdict::ValidFinished, chain.head()), "game {game}");
        assert!(found.passed.iter().any(|(of, ballot, by)| {
            *of == round && ballot.question.named() == SeatSet::only(mute) && by.len() == 5
        }));
    }
}

/// Answers may be heard before the entries of the rounds before them.
#[test]
fn answers_of_rounds_to_come_are_kept_until_their_round_comes() {
    let mut table = Bots::begin(6, 1, 72);
    table.play(3);
    let (gone, _) = table.sim.asked().into_iter().next().unwrap();
    table.sim.vanish(gone);
    table.play_on();
    table.assert_ended_well("without one");
    let chain = table.witness();
    let mut auditor = Auditor::new(chain.genesis().clone()).unwrap();
    let records = chain.entries_since(0);
    let is_vote = |record: &&Vec<u8>| {
        let entry = nightcoach_transcript::UnverifiedEntry::decode(record).unwrap();
        entry.claimed().kind == nightcoach_transcript::RecordKind::Vote
    };
    // The genesis comes first: it names the table.
    let (genesis, rest) = records.split_at(6);
    let votes: Vec<_> = rest.iter().filter(is_vote).collect();
    assert!(!votes.is_empty());
    for record in genesis.iter().chain(votes).chain(rest) {
        auditor.hear(record, 0).ok();
    }
    assert_eq!((auditor.verdict(), auditor.head()), (Verdict::ValidFinished, chain.head()));
}
