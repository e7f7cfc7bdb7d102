//! Cheaters with Clairvoyant, Diplomat, Sextant, Coat and Tome, and with three associations: see `cheaters.rs`.

use nightcoach_rules::{
    Action, Choice, Choices, Face, Kind, Membership, Neighbour, Occupation, Options, Phase, Seat, SeatSet, Selection,
    View, choices, faces,
};
use nightcoach_table::cheat::Forgery;
use nightcoach_table::{Check, Verdict, audit};
use nightcoach_tests::cast::{Scene, reach};
use nightcoach_tests::sim::{Sim, options};
use nightcoach_tests::watch::assert_watched;

/// Everybody names the same seat and check, and so does an audit of what is kept.
fn assert_caught(mut sim: Sim, cheater: Seat, record: &[u8], check: Check) {
    sim.unshare();
    sim.broadcast(cheater, record);
    sim.wait(20_000);
    for (seat, table) in sim.tables.iter().enumerate().filter(|(seat, _)| *seat != cheater.index()) {
        let fault = table.fault().unwrap_or_else(|| panic!("seat {seat} did not notice {check}"));
        assert_eq!((fault.culprit, fault.check), (cheater, check), "on the screen of seat {seat}");
        let Verdict::Invalid { seat: named, check: found, .. } = audit(&table.transcript()).verdict else {
            panic!("the audit of seat {seat}'s file finds nothing")
        };
        assert_eq!((named, found), (Some(cheater), Some(check)), "in the audit of seat {seat}'s file");
    }
    assert_watched(&sim, cheater, check);
}

/// Instead of the choice, its forgery.
fn caught(scene: Scene, forgery: Forgery, choice: &Choice, check: Check) {
    let record = scene.sim.tables[scene.cheater.index()].forge(forgery, Some(choice)).expect("the forgery applies");
    assert_caught(scene.sim, scene.cheater, &record, check);
}

/// The scene's seat makes its choice; `later` rounds on, what `by` would send by itself is kept back and forged.
fn caught_later(
    scene: Scene,
    choice: Choice,
    (later, by): (u32, impl Fn(Seat) -> Seat),
    (forgery, forced): (Forgery, Option<Action>),
    check: Check,
) {
    let Scene { mut sim, cheater: seat, .. } = scene;
    let by = by(seat);
    let round = sim.tables[0].round() + later;
    sim.muted = Some((by, round));
    sim.choose(seat, choice);
    assert_eq!(sim.tables[0].round(), round, "the table waits for the cheater");
    let forced = forced.map(Choice::plain);
    let record = sim.tables[by.index()].forge(forgery, forced.as_ref()).expect("the forgery applies");
    assert_caught(sim, by, &record, check);
}

fn itself(seat: Seat) -> Seat {
    seat
}

fn next(seats: u8) -> impl Fn(Seat) -> Seat {
    move |seat| Seat((seat.0 + 1) % seats)
}

fn nothing(_: &Sim, _: &View) -> Option<Choice> {
    None
}

fn on_turn(view: &View) -> bool {
    matches!(choices(view), Choices::Turn(_))
}

/// Offers these faces to the left neighbour, and accepts nothing but them.
fn trade(wanted: &'static [Face]) -> impl Fn(&Sim, &View) -> Option<Choice> {
    move |_, view| {
        let seats = view.state.options.seats;
        match choices(view) {
            Choices::Turn(_) => {
                let card = view.hand.iter().find(|face| wanted.contains(face))?;
                Some(Choice::with(Action::Offer { to: Seat((view.seat.0 + 1) % seats) }, *card))
            }
            Choices::Answer(answer) if wanted.contains(&answer.offered) => {
                let plain = |face: &Face| !matches!(face, Face::Mirror | Face::BagKey | Face::BagGoblet);
                let answer = answer.answers.iter().find(|answer| plain(&answer.card))?;
                Some(Choice::with(Action::Accept { text: answer.text }, answer.card))
            }
            _ => None,
        }
    }
}

fn clairvoyant(seats: u8) -> Scene {
    reach(&options(seats), nothing, |_, view| matches!(choices(view), Choices::Turn(turn) if turn.foresee))
}

#[test]
fn one_who_looks_through_the_pile_without_being_the_clairvoyant() {
    let other = |_: &Sim, view: &View| on_turn(view) && view.occupation != Occupation::Clairvoyant;
    let scene = reach(&options(3), nothing, other);
    caught(scene, Forgery::FalseChoice, &Choice::plain(Action::Foresee), Check::OpeningProof);
}

#[test]
fn one_who_gives_a_wrong_share_of_a_pile_that_another_looks_through() {
    for (forgery, check) in [
        (Forgery::OtherShare, Check::ShareProof),
        (Forgery::SwappedShares, Check::ShareProof),
        (Forgery::FewerShares, Check::ShareCards),
        (Forgery::RepeatedPair, Check::FreshCards),
    ] {
        caught_later(clairvoyant(3), Choice::plain(Action::Foresee), (1, next(3)), (forgery, None), check);
    }
}

fn reorder() -> (Scene, Choice) {
    let foresee = |_: &Sim, view: &View| match choices(view) {
        Choices::Turn(turn) if turn.foresee => Some(Choice::plain(Action::Foresee)),
        _ => None,
    };
    let scene = reach(&options(3), foresee, |_, view| matches!(choices(view), Choices::Reorder { .. }));
    let choice = choices(&scene.view).all().into_iter().next().unwrap();
    (scene, choice)
}

#[test]
fn a_clairvoyant_who_changes_the_pile() {
    for (forgery, check) in [
        (Forgery::OtherCard(0), Check::HandShuffle),
        (Forgery::Stuffed(0), Check::Operations),
        (Forgery::NoShuffle, Check::Operations),
        (Forgery::OtherShuffle, Check::HandShuffle),
    ] {
        let (scene, choice) = reorder();
        caught(scene, forgery, &choice, check);
    }
}

#[test]
fn one_who_changes_the_rest_of_the_pile_while_shuffling_it() {
    for (forgery, check) in [
        (Forgery::DuplicateCard, Check::ShuffleArgument),
        (Forgery::DroppedCard, Check::ShuffleCards),
        (Forgery::RepeatedPair, Check::FreshCards),
    ] {
        let (scene, choice) = reorder();
        let first_other = |seat: Seat| if seat == Seat(0) { Seat(1) } else { Seat(0) };
        caught_later(scene, choice, (1, first_other), (forgery, None), check);
    }
}

fn diplomat(wanted: impl Fn(&Sim, &View) -> bool) -> Scene {
    let demands = |view: &View| matches!(choices(view), Choices::Turn(turn) if turn.demand.is_some());
    reach(&options(3), nothing, |sim, view| demands(view) && wanted(sim, view))
}

fn demand(view: &View, target: Seat, kind: Kind) -> Choice {
    let laid = view.hand.iter().find(|face| !face.is_bag()).unwrap_or(&view.hand[0]);
    Choice::with(Action::Demand { target, kind }, *laid)
}

fn holds(sim: &Sim, seat: Seat, kind: Kind) -> bool {
    let view = sim.tables[seat.index()].view().unwrap();
    view.hand.iter().any(|face| faces(kind, view.state.pile_empty()).contains(face))
}

/// A kind that this seat holds, or one that it does not.
fn kind_of(sim: &Sim, seat: Seat, held: bool) -> Kind {
    let demandable = Kind::ALL.into_iter().filter(|kind| !matches!(kind, Kind::Pearl | Kind::SecretBag));
    demandable.into_iter().find(|kind| holds(sim, seat, *kind) == held).unwrap()
}

fn left_of(view: &View) -> Seat {
    Seat((view.seat.0 + 1) % view.state.options.seats)
}

fn has_textless(sim: &Sim, seat: Seat) -> bool {
    let free = |kind: &Kind| !matches!(kind, Kind::Pearl | Kind::SecretBag);
    Kind::ALL.into_iter().filter(free).any(|kind| holds(sim, seat, kind))
}

/// A demand has been made; what the target is asked stands in the scene.
fn demanded(held: bool) -> (Scene, Kind) {
    let Scene { mut sim, view, .. } = diplomat(|sim, view| !held || has_textless(sim, left_of(view)));
    let target = left_of(&view);
    let kind = kind_of(&sim, target, held);
    if !held {
        sim.muted = Some((target, sim.tables[0].round() + 1));
    }
    sim.choose(view.seat, demand(&view, target, kind));
    let view = sim.tables[target.index()].view().unwrap();
    (Scene { sim, cheater: target, view }, kind)
}

#[test]
fn one_who_demands_without_being_the_diplomat() {
    let other = |_: &Sim, view: &View| on_turn(view) && view.occupation != Occupation::Diplomat;
    let scene = reach(&options(3), nothing, other);
    let choice = demand(&scene.view, left_of(&scene.view), Kind::Key);
    caught(scene, Forgery::FalseChoice, &choice, Check::OpeningProof);
}

#[test]
fn a_diplomat_who_lays_down_no_card_of_the_hand() {
    for (forgery, check) in [
        (Forgery::OtherShuffle, Check::HandShuffle),
        (Forgery::NoShuffle, Check::Operations),
        (Forgery::OldHand, Check::FreshCards),
    ] {
        let scene = diplomat(|_, _| true);
        let choice = demand(&scene.view, left_of(&scene.view), Kind::Key);
        caught(scene, forgery, &choice, check);
    }
}

#[test]
fn a_diplomat_who_lays_down_a_bag_for_a_secret_bag() {
    let scene = diplomat(|_, view| view.hand.iter().any(|face| face.is_bag()));
    let bag = *scene.view.hand.iter().find(|face| face.is_bag()).unwrap();
    let action = Action::Demand { target: left_of(&scene.view), kind: Kind::SecretBag };
    caught(scene, Forgery::FalseChoice, &Choice::with(action, bag), Check::PledgeIsNot);
}

#[test]
fn one_who_gives_another_kind_than_the_demanded_one() {
    let (scene, _) = demanded(false);
    let other = scene.view.hand[0];
    caught(scene, Forgery::FalseChoice, &Choice::with(Action::Surrender, other), Check::IsKind);
}

#[test]
fn one_who_gives_a_copy_of_a_card_that_is_not_in_the_hand() {
    let (scene, _) = demanded(true);
    let choice = choices(&scene.view).all().into_iter().next().unwrap();
    caught(scene, Forgery::OtherCopy, &choice, Check::TransferProof);
}

#[test]
fn one_who_denies_what_was_demanded() {
    let (scene, _) = demanded(true);
    caught(scene, Forgery::FalseChoice, &Choice::plain(Action::Lack), Check::LacksFaces);
}

#[test]
fn a_diplomat_who_hands_over_another_card_than_the_one_laid_down() {
    for (forgery, check) in [(Forgery::OtherCopy, Check::TransferProof), (Forgery::Stuffed(0), Check::Operations)] {
        let (scene, _) = demanded(true);
        let choice = choices(&scene.view).all().into_iter().next().unwrap();
        let Phase::Demand(running) = scene.view.state.phase else { panic!("a demand runs") };
        let forged = (forgery, Some(Action::HandOver));
        caught_later(scene, choice, (1, move |_| running.diplomat), forged, check);
    }
}

/// Somebody is asked to lay an object aside for a Sextant.
fn pledging() -> Scene {
    let sextant = trade(&[Face::Sextant]);
    let directed = move |sim: &Sim, view: &View| match choices(view) {
        Choices::Direct => Some(Choice::plain(Action::Direct { side: Neighbour::Left })),
        _ => sextant(sim, view),
    };
    reach(&options(3), directed, |_, view| matches!(choices(view), Choices::Pledge { .. }))
}

#[test]
fn one_who_pledges_no_card_of_the_hand() {
    for (forgery, check) in [
        (Forgery::OtherShuffle, Check::HandShuffle),
        (Forgery::NoShuffle, Check::Operations),
        (Forgery::Stuffed(0), Check::Operations),
    ] {
        let scene = pledging();
        let choice = choices(&scene.view).all().into_iter().next().unwrap();
        caught(scene, forgery, &choice, check);
    }
}

/// Everybody pledges; `later` rounds on, an automatic entry is forged.
fn after_pledges(later: u32, forgery: Forgery, forced: Option<Action>, check: Check) {
    let Scene { mut sim, cheater, .. } = pledging();
    let round = sim.tables[0].round() + later;
    sim.muted = Some((cheater, round));
    while let Some((seat, view)) = sim.asked().into_iter().next() {
        sim.choose(seat, choices(&view).all().into_iter().next().unwrap());
    }
    assert_eq!(sim.tables[0].round(), round, "the table waits for the cheater");
    let forced = forced.map(Choice::plain);
    let record = sim.tables[cheater.index()].forge(forgery, forced.as_ref()).expect("the forgery applies");
    assert_caught(sim, cheater, &record, check);
}

#[test]
fn one_who_passes_another_card_than_the_pledged_one() {
    after_pledges(1, Forgery::OtherCopy, Some(Action::PassOn), Check::TransferProof);
    after_pledges(1, Forgery::Stuffed(0), Some(Action::PassOn), Check::Operations);
}

#[test]
fn one_who_gives_a_wrong_share_of_what_the_sextant_passes() {
    after_pledges(2, Forgery::OtherShare, None, Check::ShareProof);
    after_pledges(2, Forgery::SwappedShares, None, Check::ShareProof);
    after_pledges(2, Forgery::FewerShares, None, Check::ShareCards);
}

/// A card with this text is offered, and whoever answers accepts; rounds later an automatic entry is forged.
fn after_text(text: &'static [Face], later: u32, forgery: Forgery, forced: Option<Action>, check: Check) {
    let answers = |view: &View| matches!(choices(view), Choices::Answer(answer) if text.contains(&answer.offered));
    let trade = trade(text);
    let scene =
        reach(&options(4), |sim, view| trade(sim, view), |sim, view| answers(view) && trade(sim, view).is_some());
    let choice = trade(&scene.sim, &scene.view).unwrap();
    caught_later(scene, choice, (later, itself), (forgery, forced), check);
}

#[test]
fn one_who_swaps_another_occupation_than_the_own_one() {
    after_text(&[Face::Tome], 1, Forgery::OtherCopy, Some(Action::SwapOccupation), Check::TransferProof);
    after_text(&[Face::Tome], 1, Forgery::Stuffed(0), Some(Action::SwapOccupation), Check::Operations);
    after_text(&[Face::Tome], 2, Forgery::OtherShare, None, Check::ShareProof);
}

#[test]
fn one_who_gives_a_wrong_share_of_the_spares() {
    after_text(&[Face::Coat], 1, Forgery::OtherShare, None, Check::ShareProof);
    after_text(&[Face::Coat], 1, Forgery::FewerShares, None, Check::ShareCards);
}

/// Somebody is asked which spare to take.
fn exchanging(keep: bool) -> (Scene, Choice) {
    let options = Options { coat_may_keep_own: keep, ..options(4) };
    let scene = reach(&options, trade(&[Face::Coat]), |_, view| matches!(choices(view), Choices::Exchange { .. }));
    let choice = choices(&scene.view).all().into_iter().next().unwrap();
    (scene, choice)
}

#[test]
fn one_who_exchanges_the_occupation_for_what_is_not_there_or_keeps_it_in_secret() {
    for (keep, forgery, check) in [
        // Choice, return, shuffle of the rest.
        (false, Forgery::OtherCard(0), Check::HandShuffle),
        (false, Forgery::OtherCopy, Check::TransferProof),
        (false, Forgery::OtherCard(2), Check::HandShuffle),
        (false, Forgery::Stuffed(0), Check::Operations),
        (false, Forgery::Stuffed(1), Check::Operations),
        (false, Forgery::ExtraProof, Check::Operations),
        // Return, choice among all.
        (true, Forgery::OtherCopy, Check::TransferProof),
        (true, Forgery::OtherCard(1), Check::HandShuffle),
    ] {
        let (scene, choice) = exchanging(keep);
        caught(scene, forgery, &choice, check);
    }
}

#[test]
fn one_who_gives_a_wrong_share_of_the_spare_that_another_takes() {
    for (forgery, check) in [(Forgery::OtherShare, Check::ShareProof), (Forgery::FewerShares, Check::ShareCards)] {
        let (scene, choice) = exchanging(false);
        caught_later(scene, choice, (1, next(4)), (forgery, None), check);
    }
}

fn mixed() -> Options {
    Options { three_player_mixed: true, ..options(3) }
}

#[test]
fn one_who_changes_three_associations_while_shuffling_them() {
    let trade = trade(&[Face::Monocle]);
    let answers = |view: &View| matches!(choices(view), Choices::Answer(answer) if answer.offered == Face::Monocle);
    for (forgery, check) in [
        (Forgery::OtherCard(0), Check::HandShuffle),
        (Forgery::NoShuffle, Check::Operations),
        (Forgery::Stuffed(0), Check::Operations),
    ] {
        let scene =
            reach(&mixed(), |sim, view| trade(sim, view), |sim, view| answers(view) && trade(sim, view).is_some());
        let choice = trade(&scene.sim, &scene.view).unwrap();
        let forged = (forgery, Some(Action::ShuffleAssociations));
        caught_later(scene, choice, (1, itself), forged, check);
    }
}

#[test]
fn one_who_shows_another_association_than_the_picked_one() {
    let picks = |_: &Sim, view: &View| matches!(choices(view), Choices::PickAssociation { .. });
    let scene = reach(&mixed(), trade(&[Face::Monocle]), picks);
    let Phase::AssociationPick(pick) = scene.view.state.phase else { panic!("somebody picks") };
    let choice = Choice::plain(Action::PickAssociation { place: 1 });
    let forged = (Forgery::OtherCopy, Some(Action::ShowAssociation));
    caught_later(scene, choice, (1, move |_| pick.owner), forged, Check::TransferProof);
}

#[test]
fn one_who_opens_other_associations_than_the_own_three() {
    let item = |view: &View| faces(view.membership.side().key_kind(), view.state.pile_empty())[0];
    let ready =
        |_: &Sim, view: &View| on_turn(view) && view.hand.contains(&item(view)) && !view.hand.contains(&Face::Pearl);
    let scene = reach(&mixed(), nothing, ready);
    let view = &scene.view;
    let Membership::Three { side, unanimous } = view.membership else { panic!("three associations") };
    let items = view.hand.iter().copied().filter(|face| *face == item(view)).collect();
    let membership = Membership::Three { side, unanimous: !unanimous };
    let named = SeatSet::EMPTY;
    let action = Action::DeclareTeam { named, membership, occupation: view.occupation, items, counts: vec![] };
    let choice = Choice { action, selection: Selection::Nothing };
    caught(scene, Forgery::FalseChoice, &choice, Check::OpeningProof);
}

/// A giver who may suppress the text of a card owes the entry about it.
fn speaking(given: impl Fn(Face) -> bool) -> Scene {
    let options = Options { smuggling: true, ..options(4) };
    let any = |_: &Sim, view: &View| match choices(view) {
        Choices::Turn(_) => Some(Choice::with(Action::Offer { to: left_of(view) }, view.hand[0])),
        Choices::Answer(answer) => {
            answer.answers.first().map(|answer| Choice::with(Action::Accept { text: answer.text }, answer.card))
        }
        _ => None,
    };
    reach(&options, any, |_, view| matches!(choices(view), Choices::Text { given: face, .. } if given(face)))
}

#[test]
fn a_smuggler_who_announces_a_text_that_the_card_does_not_have() {
    let scene = speaking(|face| matches!(face, Face::Key | Face::Goblet | Face::Dagger | Face::Whip));
    let announce = Choice::plain(Action::Text { text: Some(Kind::Monocle) });
    caught(scene, Forgery::FalseChoice, &announce, Check::Texted);
}

#[test]
fn a_shuffler_of_a_sealed_pile_who_changes_it() {
    // Genesis, two rounds of keys, three hops; in the next hop seat 1 shuffles the pile.
    let options = Options { sealed_start: true, ..options(3) };
    for (forgery, check) in [
        (Forgery::DuplicateCard, Check::ShuffleArgument),
        (Forgery::DroppedCard, Check::ShuffleCards),
        (Forgery::ReplayedPair, Check::FreshCards),
    ] {
        let sim = Sim::begin_muted(&options, 7, Some((Seat(1), 6))).unwrap();
        assert_eq!(sim.tables[0].round(), 6);
        let record = sim.tables[1].forge(forgery, None).expect("the forgery applies");
        assert_caught(sim, Seat(1), &record, check);
    }
}
