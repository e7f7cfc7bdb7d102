//! Cheaters at the table: each is stopped at that entry, with seat and check named, on every honest screen alike.
//!
//! A cheater's entry is right in everything but the one lie: see `nightcoach_table::cheat`.

use nightcoach_rules::{
    Action, Association, Choice, Choices, Face, Kind, Membership, Occupation, Seat, SeatSet, Selection, View, choices,
};
use nightcoach_table::cheat::Forgery;
use nightcoach_table::{Check, Verdict, audit};
use nightcoach_tests::cast::{Scene, neighbour, until};
use nightcoach_tests::sim::{Sim, options, seed};
use nightcoach_tests::watch::assert_watched;

/// The forged record reaches everybody, everybody names the same seat and check, and so does an audit of what is kept.
fn assert_caught(mut sim: Sim, cheater: Seat, record: &[u8], check: Check) {
    sim.unshare();
    let round = sim.tables[0].round();
    sim.broadcast(cheater, record);
    sim.wait(20_000);
    for (seat, table) in sim.tables.iter().enumerate().filter(|(seat, _)| *seat != cheater.index()) {
        let fault = table.fault().unwrap_or_else(|| panic!("seat {seat} did not notice {check}"));
        assert_eq!((fault.culprit, fault.check), (cheater, check), "on the screen of seat {seat}");
        assert!(fault.round <= round, "stopped at that entry");
        let Verdict::Invalid { seat: named, check: found, .. } = audit(&table.transcript()).verdict else {
            panic!("the audit of seat {seat}'s file finds nothing")
        };
        assert_eq!((named, found), (Some(cheater), Some(check)), "in the audit of seat {seat}'s file");
    }
    assert_watched(&sim, cheater, check);
}

fn forged(scene: &Scene, forgery: Forgery, choice: &Choice) -> Vec<u8> {
    scene.sim.tables[scene.cheater.index()].forge(forgery, Some(choice)).expect("the forgery applies")
}

fn caught(scene: Scene, forgery: Forgery, choice: &Choice, check: Check) {
    let record = forged(&scene, forgery, choice);
    assert_caught(scene.sim, scene.cheater, &record, check);
}

fn offered(view: &View) -> Option<Face> {
    match choices(view) {
        Choices::Answer(answer) => Some(answer.offered),
        _ => None,
    }
}

fn turn(view: &View) -> bool {
    matches!(choices(view), Choices::Turn(_))
}

fn own_turn(seats: u8) -> Scene {
    until(seats, |_| false, neighbour, turn)
}

fn choice(action: Action, selection: &[Face]) -> Choice {
    let selection = if selection.is_empty() { Selection::Nothing } else { Selection::Objects(selection.to_vec()) };
    Choice { action, selection }
}

fn offer(scene: &Scene) -> Choice {
    let to = neighbour(&scene.sim, &scene.view).unwrap();
    choice(Action::Offer { to }, &scene.view.hand[..1])
}

fn key_item(association: Association) -> Face {
    match association {
        Association::Order => Face::Key,
        Association::Brotherhood => Face::Goblet,
    }
}

fn declare(association: Association, occupation: Occupation, items: Vec<Face>) -> Choice {
    choice(
        Action::DeclareTeam {
            named: SeatSet::EMPTY,
            membership: Membership::One(association),
            occupation,
            items,
            counts: vec![],
        },
        &[],
    )
}

#[test]
fn one_who_refuses_the_pearl() {
    let scene = until(4, |face| face == Face::Pearl, neighbour, |view| offered(view) == Some(Face::Pearl));
    caught(scene, Forgery::FalseChoice, &choice(Action::Refuse, &[]), Check::Refusable);
}

#[test]
fn one_who_refuses_the_mirror() {
    let scene = until(4, |face| face == Face::Mirror, neighbour, |view| offered(view) == Some(Face::Mirror));
    caught(scene, Forgery::FalseChoice, &choice(Action::Refuse, &[]), Check::Refusable);
}

#[test]
fn one_who_answers_bag_with_bag() {
    let bag = |face| matches!(face, Face::BagKey | Face::BagGoblet);
    let other_bag = move |sim: &Sim, view: &View| {
        let holds = |seat: &Seat| sim.tables[seat.index()].view().is_some_and(|view| view.hand.iter().any(|f| bag(*f)));
        (0..4).map(Seat).find(|seat| *seat != view.seat && holds(seat))
    };
    let wanted = |view: &View| offered(view).is_some_and(bag) && view.hand.iter().any(|face| bag(*face));
    let scene = until(4, bag, other_bag, wanted);
    let own = *scene.view.hand.iter().find(|face| bag(**face)).unwrap();
    caught(
        scene,
        Forgery::FalseChoice,
        &choice(Action::Accept { text: Some(Kind::SecretBag) }, &[own]),
        Check::NotTwoBags,
    );
}

#[test]
fn one_who_keeps_silent_on_a_monocle() {
    let wanted = |view: &View| offered(view) == Some(Face::Monocle) && view.hand.iter().any(|f| *f != Face::Mirror);
    let scene = until(4, |face| face == Face::Monocle, neighbour, wanted);
    let answer = *scene.view.hand.iter().find(|face| **face != Face::Mirror).unwrap();
    caught(scene, Forgery::FalseChoice, &choice(Action::Accept { text: None }, &[answer]), Check::Silent);
}

#[test]
fn one_who_announces_a_text_in_a_mirror_trade() {
    let scene = until(4, |face| face == Face::Mirror, neighbour, |view| offered(view) == Some(Face::Mirror));
    let answer = scene.view.hand[0];
    caught(
        scene,
        Forgery::FalseChoice,
        &choice(Action::Accept { text: Some(Kind::Monocle) }, &[answer]),
        Check::Texted,
    );
}

#[test]
fn one_who_announces_another_kind() {
    let scene = until(4, |face| face == Face::Privilege, neighbour, |view| offered(view) == Some(Face::Privilege));
    let answer = scene.view.hand[0];
    caught(
        scene,
        Forgery::FalseChoice,
        &choice(Action::Accept { text: Some(Kind::Monocle) }, &[answer]),
        Check::Texted,
    );
}

#[test]
fn one_who_opens_a_card_it_does_not_hold() {
    let wanted = |view: &View| turn(view) && !view.hand.contains(&key_item(view.membership.side()));
    let scene = until(4, |_| false, neighbour, wanted);
    let claim =
        declare(scene.view.membership.side(), scene.view.occupation, vec![key_item(scene.view.membership.side())]);
    caught(scene, Forgery::FalseChoice, &claim, Check::OpeningProof);
}

#[test]
fn one_who_keeps_a_key_item_back_at_a_declaration() {
    let held = |view: &View| view.hand.iter().filter(|face| **face == key_item(view.membership.side())).count();
    let scene = until(3, |_| false, neighbour, move |view| turn(view) && held(view) >= 2);
    let claim =
        declare(scene.view.membership.side(), scene.view.occupation, vec![key_item(scene.view.membership.side())]);
    caught(scene, Forgery::FalseChoice, &claim, Check::LacksFaces);
}

#[test]
fn one_who_uses_an_occupation_that_he_is_not() {
    let wanted = |view: &View| matches!(choices(view), Choices::Hypnotise { targets } if targets.is_empty());
    let scene = until(4, |_| false, neighbour, wanted);
    let target = Some(Seat((scene.cheater.0 + 2) % 4));
    caught(scene, Forgery::FalseChoice, &choice(Action::Hypnotise { target }, &[]), Check::OpeningProof);
}

#[test]
fn one_who_declares_a_personal_win_without_the_coat_of_armor() {
    let wanted = |view: &View| turn(view) && view.hand.len() > 3 && !view.hand.contains(&Face::Loge);
    let scene = until(3, |_| false, neighbour, wanted);
    let items = vec![Face::Key, Face::Key, Face::Goblet];
    caught(scene, Forgery::FalseChoice, &choice(Action::DeclareSolo { items }, &[]), Check::OpeningProof);
}

#[test]
fn one_who_transfers_a_card_without_the_shuffle() {
    for (forgery, check) in [
        (Forgery::NoShuffle, Check::Operations),
        (Forgery::OldHand, Check::FreshCards),
        (Forgery::OtherShuffle, Check::HandShuffle),
    ] {
        let scene = own_turn(4);
        let offer = offer(&scene);
        caught(scene, forgery, &offer, check);
    }
}

#[test]
fn one_who_gives_another_card_than_the_first_of_the_shuffled_hand() {
    let scene = own_turn(3);
    let offer = offer(&scene);
    caught(scene, Forgery::OtherCopy, &offer, Check::TransferProof);
}

#[test]
fn one_who_sends_a_proof_too_many() {
    let scene = own_turn(3);
    let offer = offer(&scene);
    caught(scene, Forgery::ExtraProof, &offer, Check::Operations);
}

#[test]
fn one_who_signs_two_entries_for_one_round() {
    let Scene { mut sim, cheater, .. } = own_turn(4);
    let before = sim.traffic.len();
    sim.choose(cheater, choice(Action::Pass, &[]));
    let first = sim.traffic[before].clone();
    let second = sim.tables[cheater.index()].forge_second(&first).unwrap();
    assert_caught(sim, cheater, &second, Check::OneEntry);
}

#[test]
fn one_who_shows_two_halves_of_the_table_two_entries() {
    let Scene { mut sim, cheater, .. } = own_turn(5);
    let table = &sim.tables[cheater.index()];
    let pass = table.forge(Forgery::FalseChoice, Some(&choice(Action::Pass, &[]))).unwrap();
    let target = neighbour(&sim, &sim.tables[cheater.index()].view().unwrap()).unwrap();
    let attack = choice(Action::Attack { target }, &[]);
    let attack = sim.tables[cheater.index()].forge(Forgery::FalseChoice, Some(&attack)).unwrap();
    for seat in (0..5).map(Seat).filter(|seat| *seat != cheater) {
        sim.send(seat, if seat.0 % 2 == 0 { &pass } else { &attack });
    }
    // Each half goes on until an entry of the other half stands on a foreign head; then both entries meet.
    sim.wait(1);
    for (seat, view) in sim.asked() {
        if let Some(any) = choices(&view).all().into_iter().next() {
            sim.choose(seat, any);
        }
    }
    sim.wait(20_000);
    for table in sim.tables.iter().filter(|table| table.seat() != cheater) {
        let fault = table.fault().expect("every honest seat has noticed");
        assert_eq!((fault.culprit, fault.check), (cheater, Check::OneEntry));
    }
}

#[test]
fn one_who_writes_an_entry_that_does_not_fit_the_round() {
    for (forgery, check) in [
        (Forgery::GarbledBody, Check::EntryDecodes),
        (Forgery::WrongDigest, Check::Digest),
        (Forgery::WrongKind, Check::BodyKind),
    ] {
        let scene = own_turn(3);
        let offer = offer(&scene);
        caught(scene, forgery, &offer, check);
    }
}

#[test]
fn one_who_signs_over_a_head_that_nobody_else_has_stops_the_table_but_is_not_blamed() {
    let Scene { mut sim, cheater, view } = own_turn(3);
    let to = neighbour(&sim, &view).unwrap();
    let offer = choice(Action::Offer { to }, &view.hand[..1]);
    let record = sim.tables[cheater.index()].forge(Forgery::WrongHead, Some(&offer)).unwrap();
    sim.broadcast(cheater, &record);
    assert!(sim.tables.iter().all(|table| table.fault().is_none()), "first the chains are compared");
    sim.wait(20_000);
    for table in sim.tables.iter().filter(|table| table.seat() != cheater) {
        let fault = table.fault().expect("the table has stopped");
        assert_eq!((fault.check, fault.check.blames()), (Check::Head, false));
        let Verdict::Invalid { seat, check, .. } = audit(&table.transcript()).verdict else { panic!("accepted") };
        assert_eq!((seat, check), (None, Some(Check::Head)));
    }
}

#[test]
fn one_who_moves_out_of_turn() {
    let Scene { sim, cheater, .. } = own_turn(4);
    let idle = Seat((cheater.0 + 2) % 4);
    let record = sim.tables[idle.index()].forge_unasked().unwrap();
    assert_caught(sim, idle, &record, Check::Owed);
}

#[test]
fn one_who_does_what_the_rules_forbid() {
    let scene = until(4, |_| true, neighbour, |view| offered(view).is_some());
    let record = scene.sim.tables[scene.cheater.index()].forge_unasked().unwrap();
    assert_caught(scene.sim, scene.cheater, &record, Check::Legal);
}

#[test]
fn one_who_opens_another_answer_than_the_sealed_one() {
    // Whoever is asked in the ability window has sealed; the opening round follows by itself, so it is muted.
    let scene = until(3, |_| false, neighbour, |view| matches!(choices(view), Choices::Abilities { .. }));
    let Scene { mut sim, cheater, .. } = scene;
    let round = sim.tables[0].round();
    sim.muted = Some((cheater, round + 1));
    while let Some((seat, _)) = sim.asked().into_iter().next() {
        sim.choose(seat, choice(Action::Abilities { objects: vec![], power: None }, &[]));
    }
    assert_eq!(sim.tables[0].round(), round + 1);
    let pass = choice(Action::Abilities { objects: vec![], power: None }, &[]);
    let record = sim.tables[cheater.index()].forge(Forgery::OtherAnswer, Some(&pass)).unwrap();
    assert_caught(sim, cheater, &record, Check::SealOpens);
}

#[test]
fn one_who_answers_openly_in_a_sealed_window() {
    let scene = until(3, |_| false, neighbour, |view| matches!(choices(view), Choices::Abilities { .. }));
    let pass = choice(Action::Abilities { objects: vec![], power: None }, &[]);
    caught(scene, Forgery::FalseChoice, &pass, Check::BodyKind);
}

#[test]
fn one_who_lies_about_association_or_occupation_at_a_declaration() {
    let other = |association| match association {
        Association::Order => Association::Brotherhood,
        Association::Brotherhood => Association::Order,
    };
    let wanted = move |view: &View| turn(view) && view.hand.contains(&key_item(other(view.membership.side())));
    let scene = until(4, |_| false, neighbour, wanted);
    let side = other(scene.view.membership.side());
    let claim = declare(side, scene.view.occupation, vec![key_item(side)]);
    caught(scene, Forgery::FalseChoice, &claim, Check::OpeningProof);
    let scene = holder_of_a_key_item();
    let occupation = Occupation::ALL.into_iter().find(|face| *face != scene.view.occupation).unwrap();
    let claim = declare(scene.view.membership.side(), occupation, all_items(&scene.view));
    caught(scene, Forgery::FalseChoice, &claim, Check::OpeningProof);
}

/// A seat whose turn it is and who may declare: it holds a key item of its own, and no Pearl.
fn holder_of_a_key_item() -> Scene {
    until(
        4,
        |_| false,
        neighbour,
        |view| turn(view) && view.hand.contains(&key_item(view.membership.side())) && !view.hand.contains(&Face::Pearl),
    )
}

fn all_items(view: &View) -> Vec<Face> {
    view.hand.iter().copied().filter(|face| *face == key_item(view.membership.side())).collect()
}

#[test]
fn one_who_pads_a_proof_or_shuffles_wrongly_at_a_declaration() {
    for (forgery, check) in [
        (Forgery::Stuffed(0), Check::Operations),
        (Forgery::Stuffed(1), Check::Operations),
        (Forgery::Stuffed(2), Check::Operations),
        (Forgery::Stuffed(3), Check::Operations),
        (Forgery::OtherShuffle, Check::HandShuffle),
    ] {
        let scene = holder_of_a_key_item();
        let claim = declare(scene.view.membership.side(), scene.view.occupation, all_items(&scene.view));
        caught(scene, forgery, &claim, check);
    }
}

/// A trade text is announced, and the honest entry that follows is kept back: a forged one is sent for it.
fn caught_after_text(text: Face, forced: Option<Action>, forgery: Forgery, check: Check) {
    let wanted =
        |view: &View| offered(view) == Some(text) && view.hand.iter().any(|f| *f == Face::Whip || *f == Face::Key);
    let Scene { mut sim, cheater, view } = until(4, |face| face == text, neighbour, wanted);
    let round = sim.tables[0].round();
    sim.muted = Some((cheater, round + 1));
    let answer = view.hand.iter().copied().find(|f| *f == Face::Whip || *f == Face::Key).unwrap();
    let accept = choices(&view).all().into_iter().find(|choice| choice.selection.objects() == [answer]).unwrap();
    sim.choose(cheater, accept);
    assert_eq!(sim.tables[0].round(), round + 1);
    let forced = forced.map(|action| choice(action, &[]));
    let record = sim.tables[cheater.index()].forge(forgery, forced.as_ref()).expect("the forgery applies");
    assert_caught(sim, cheater, &record, check);
}

#[test]
fn one_who_shows_other_cards_than_those_of_the_hand() {
    let show = Some(Action::ShowHand);
    caught_after_text(Face::Privilege, show.clone(), Forgery::OtherCopy, Check::TransferProof);
    caught_after_text(Face::Privilege, show, Forgery::OtherShuffle, Check::HandShuffle);
    let show = Some(Action::ShowAssociation);
    caught_after_text(Face::Monocle, show.clone(), Forgery::OtherCopy, Check::TransferProof);
    caught_after_text(Face::Monocle, show, Forgery::Stuffed(0), Check::Operations);
}

#[test]
fn one_who_gives_a_wrong_share_of_a_drawn_card() {
    caught_after_text(Face::BagKey, None, Forgery::OtherShare, Check::ShareProof);
    caught_after_text(Face::BagGoblet, None, Forgery::FewerShares, Check::ShareCards);
}

#[test]
fn two_who_share_a_hand_key() {
    let mut sim = Sim::begin_with(&options(3), 7, None, |config| {
        if config.seat == Seat(2) {
            config.seat_seed = seed("seat", 7, 1);
        }
    })
    .unwrap();
    sim.wait(1);
    for table in &sim.tables {
        let fault = table.fault().expect("the table has stopped");
        assert_eq!((fault.culprit, fault.check), (Seat(2), Check::KeyUnique));
    }
}

/// Set-up rounds: the cheater's honest entry of `round` is kept back and the forged one sent instead.
fn caught_in_set_up(round: u32, forgery: Forgery, check: Check) {
    let cheater = Seat(1);
    let sim = Sim::begin_muted(&options(3), 7, Some((cheater, round))).unwrap();
    assert_eq!(sim.tables[0].round(), round, "the set-up waits for the cheater");
    let record = sim.tables[cheater.index()].forge(forgery, None).expect("the forgery applies");
    assert_caught(sim, cheater, &record, check);
}

#[test]
fn one_who_signs_another_option_block() {
    caught_in_set_up(0, Forgery::OtherGenesis, Check::GenesisAgrees);
}

#[test]
fn one_who_opens_other_keys_or_does_not_own_them() {
    caught_in_set_up(2, Forgery::OtherKeys, Check::KeyCommitment);
    for forgery in [Forgery::SwappedOwnership, Forgery::UnownedPile, Forgery::UnownedHand] {
        caught_in_set_up(2, forgery, Check::KeyOwnership);
    }
}

#[test]
fn one_who_commits_to_the_identity_or_to_one_key_twice() {
    for (forgery, check) in [(Forgery::IdentityKey, Check::KeyDecodes), (Forgery::RepeatedKey, Check::KeyUnique)] {
        let cheater = Seat(1);
        let mut sim = Sim::begin_muted(&options(3), 7, Some((cheater, 1))).unwrap();
        let commitment = sim.tables[cheater.index()].forge(forgery, None).unwrap();
        sim.muted = Some((cheater, 2));
        sim.broadcast(Seat(9), &commitment);
        assert_eq!(sim.tables[0].round(), 2, "the commitment itself shows nothing");
        let opening = sim.tables[cheater.index()].forge(forgery, None).unwrap();
        assert_caught(sim, cheater, &opening, check);
    }
}

#[test]
fn a_shuffler_who_duplicates_a_card() {
    caught_in_set_up(3, Forgery::DuplicateCard, Check::ShuffleArgument);
}

#[test]
fn a_shuffler_who_drops_a_card() {
    caught_in_set_up(3, Forgery::DroppedCard, Check::ShuffleCards);
}

#[test]
fn a_dealer_whose_shares_are_too_few_or_of_other_cards() {
    // Three seats: genesis, two key rounds and six hops come first.
    caught_in_set_up(9, Forgery::FewerShares, Check::ShareCards);
    caught_in_set_up(9, Forgery::SwappedShares, Check::ShareProof);
    caught_in_set_up(10, Forgery::SwappedShares, Check::ShareProof);
    caught_in_set_up(11, Forgery::SwappedShares, Check::ShareProof);
    caught_in_set_up(11, Forgery::FewerShares, Check::ShareCards);
}

#[test]
fn one_who_publishes_a_pair_twice() {
    caught_in_set_up(3, Forgery::RepeatedPair, Check::FreshCards);
    caught_in_set_up(4, Forgery::ReplayedPair, Check::FreshCards);
    caught_in_set_up(9, Forgery::RepeatedPair, Check::FreshCards);
}
