//! Going on without somebody, by mouse and by keyboard: asking, answering, sleeping, coming back, giving a seat up.

mod support;

use egui_kittest::kittest::Queryable as _;
use nightcoach::Command;
use nightcoach::model::{GoingOn, Order, OwnWish, Playing, Since, Snapshot};
use nightcoach_rules::{Face, Options, Phase, Seat, SeatSet};
use nightcoach_table::{Ballot, BallotView, Check, Fault, Question, Standing, Trust};
use nightcoach_words::{Language, Phrase, Text, fault, losses, phrase, text};
use support::{EN, LARGE, SMALL, Window, at_table, click, gathering, names, open, playing, reach, view};

const LOST: SeatSet = SeatSet::only(Seat(1));
const SLEEP: Question = Question::Sleep(LOST);
const BALLOT: Ballot = Ballot { number: 1, question: SLEEP };

fn trust(spare: usize) -> Trust {
    Trust { holders: SeatSet::first(5), together: 4, spare }
}

fn table(seconds: u64, going_on: GoingOn) -> Playing {
    let going_on = GoingOn { losses: 1, trust: going_on.trust.or_else(|| Some(trust(1))), ..going_on };
    let waiting_since = Since::seconds_ago(seconds);
    Playing { going_on, waiting_since, ..playing(view(5, &[Face::Key], Phase::Turn), false) }
}

fn ballot(standing: Standing, may_answer: bool) -> BallotView {
    let (yes, no) = (SeatSet::only(Seat(2)), SeatSet::EMPTY);
    let no = if standing == Standing::Failed { SeatSet::only(Seat(3)) } else { no };
    BallotView { ballot: BALLOT, asked: SeatSet(0b11101), yes, no, standing, own: None, may_answer }
}

fn say(what: &Phrase<'_>) -> String {
    phrase(EN, &names(5), what)
}

fn orders(window: &Window) -> Vec<Order> {
    let order = |command: &Command| if let Command::Order(order) = command { Some(order.clone()) } else { None };
    window.state().commands.iter().filter_map(order).collect()
}

/// By mouse and by keyboard the same orders.
fn both(snapshot: &Snapshot, labels: &[&str], expected: &[Order]) {
    for size in [LARGE, SMALL] {
        for press in [click as fn(&mut Window, &str), reach] {
            let mut window = open(EN, size, snapshot.clone());
            for label in labels {
                press(&mut window, label);
            }
            assert_eq!(orders(&window), expected, "{labels:?}");
        }
    }
}

#[test]
fn going_on_without_somebody_is_offered_once_they_have_been_silent_for_long() {
    let asks = || GoingOn { may_ask: vec![SLEEP, Question::End(LOST)], ..GoingOn::default() };
    let (on, end) = (say(&Phrase::GoOnWithout(LOST)), say(&Phrase::EndWithout(LOST)));
    let early = open(EN, LARGE, at_table(table(8, asks())));
    assert!(early.query_by_label(&on).is_none() && early.query_by_label(&end).is_none());
    let late = at_table(table(30, asks()));
    assert!(open(EN, LARGE, late.clone()).query_by_label(text(EN, Text::GoOnHint)).is_some());
    both(&late, &[&on], &[Order::OpenBallot(SLEEP)]);
    both(&late, &[&end], &[Order::OpenBallot(Question::End(LOST))]);
    let running = GoingOn { ballots: vec![ballot(Standing::Open, false)], ..asks() };
    assert!(open(EN, LARGE, at_table(table(30, running))).query_by_label(&on).is_none(), "asked twice");
}

#[test]
fn a_ballot_says_who_has_answered_and_takes_yes_or_no() {
    let asked = GoingOn { ballots: vec![ballot(Standing::Open, true)], ..GoingOn::default() };
    let snapshot = at_table(table(30, asked));
    let window = open(EN, LARGE, snapshot.clone());
    assert!(window.query_by_label(&say(&Phrase::AskGoOnWithout(LOST))).is_some());
    let answered = Phrase::Answered { yes: SeatSet::only(Seat(2)), open: SeatSet(0b11001) };
    assert!(window.query_by_label(&say(&answered)).is_some());
    for (label, yes) in [(Text::VoteYes, true), (Text::VoteNo, false)] {
        both(&snapshot, &[text(EN, label)], &[Order::Vote { ballot: BALLOT, yes }]);
    }
    let failed = GoingOn { ballots: vec![ballot(Standing::Failed, false)], ..GoingOn::default() };
    let window = open(EN, LARGE, at_table(table(30, failed)));
    assert!(window.query_by_label(&say(&Phrase::Objected(SeatSet::only(Seat(3))))).is_some());
    assert!(window.query_by_label(text(EN, Text::VoteYes)).is_none());
}

#[test]
fn a_sleeper_is_told_what_it_means_and_comes_back() {
    let own = GoingOn { asleep: SeatSet::only(Seat(0)), trust: Some(trust(0)), ..GoingOn::default() };
    let snapshot = at_table(table(0, own.clone()));
    let window = open(EN, LARGE, snapshot.clone());
    assert!(window.query_by_label(text(EN, Text::YouSleep)).is_some());
    assert!(window.query_by_label(&say(&Phrase::TrustNow { together: 4, spare: 0 })).is_some());
    both(&snapshot, &[text(EN, Text::ComeBack)], &[Order::Wake]);
    let wished = GoingOn { wish: Some(OwnWish::ComeBack), ..own };
    let window = open(EN, LARGE, at_table(table(0, wished)));
    assert!(window.query_by_label(text(EN, Text::ComingBack)).is_some());
    assert!(window.query_by_label(text(EN, Text::ComeBack)).is_none());
    let other = GoingOn { asleep: LOST, ..GoingOn::default() };
    let window = open(EN, LARGE, at_table(table(0, other)));
    assert!(window.query_by_label(&say(&Phrase::Sleeping(LOST))).is_some());
    assert!(window.query_by_label(text(EN, Text::ComeBack)).is_none());
}

#[test]
fn where_the_others_can_go_on_leaving_for_good_gives_the_seat_up() {
    let leave = [text(EN, Text::Leave), text(EN, Text::LeaveForGood), text(EN, Text::LeaveForGood)];
    both(&at_table(table(0, GoingOn::default())), &leave, &[Order::Leave]);
    let mut alone = open(EN, LARGE, at_table(table(0, GoingOn { trust: Some(trust(0)), ..GoingOn::default() })));
    for label in leave {
        click(&mut alone, label);
    }
    assert_eq!(alone.state().commands, [Command::LeaveForGood]);
}

#[test]
fn a_table_that_can_pass_over_a_culprit_is_not_over() {
    let stopped = Fault { culprit: Seat(1), round: 7, check: Check::Legal, reason: None };
    let may = GoingOn { may_continue: true, may_ask: vec![SLEEP], ..GoingOn::default() };
    let snapshot = at_table(Playing { fault: Some(stopped.clone()), ..table(0, may) });
    let window = open(EN, LARGE, snapshot.clone());
    assert!(window.query_by_label(&fault(EN, &names(5), &stopped)).is_some());
    assert!(window.query_by_label(text(EN, Text::BackToLobby)).is_none());
    both(&snapshot, &[&say(&Phrase::GoOnWithout(LOST))], &[Order::OpenBallot(SLEEP)]);
    let over = at_table(Playing { fault: Some(stopped), ..table(0, GoingOn::default()) });
    assert!(open(EN, LARGE, over).query_by_label(text(EN, Text::BackToLobby)).is_some());
}

#[test]
fn everybody_at_a_gathering_table_reads_how_many_may_be_lost() {
    for language in Language::ALL {
        let window = open(language, LARGE, gathering(false, 3, 5));
        assert!(window.query_by_label(&losses(language, 5, Options::new(5).losses)).is_some());
    }
}
