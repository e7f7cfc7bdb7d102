//! Every prompt is answered by mouse and by keyboard, and yields the right choice.

mod support;

use egui::Key;
use egui_kittest::kittest::Queryable as _;
use nightcoach_rules::{
    Action, Association, Face, Fight, Gift, Kind, Membership, Occupation, Phase, Power, Seat, SeatSet, Side, Spoils,
    Then, Trade, Victory,
};
use nightcoach_words::{Text, spoils, text};
use support::{EN, at, at_table, both_ways, card, click, confirm, plain, playing, reach, sent, view, with};

fn trade() -> Trade {
    Trade { offerer: Seat(1), responder: Seat(0), demanded: false, sextant: None }
}

fn fight() -> Fight {
    Fight::new(Seat(2), Seat(1))
}

#[test]
fn passing_takes_two_steps() {
    let view = view(5, &[Face::Key, Face::Dagger], Phase::Turn);
    let mut window = at(view.clone());
    click(&mut window, text(EN, Text::DoPass));
    assert!(sent(&window).is_empty(), "one click must not pass");
    both_ways(&view, &[text(EN, Text::DoPass), "Confirm: Pass"], &plain(Action::Pass));
}

#[test]
fn an_object_is_offered_by_card_and_seat() {
    let view = view(5, &[Face::Key, Face::Dagger], Phase::Turn);
    let dagger = card(2, Face::Dagger);
    let offer = with(Action::Offer { to: Seat(1) }, Face::Dagger);
    both_ways(&view, &[&dagger, "Tom", "Confirm: Offer Dagger to Tom"], &offer);
}

#[test]
fn digits_pick_cards_and_escape_drops_them() {
    let mut window = at(view(5, &[Face::Key, Face::Dagger], Phase::Turn));
    window.key_press(Key::Num2);
    window.run_steps(2);
    click(&mut window, "Tom");
    window.key_press(Key::Escape);
    window.run_steps(2);
    window.key_press(Key::Num1);
    window.run_steps(2);
    click(&mut window, "Jürgen");
    click(&mut window, "Confirm: Offer Key to Jürgen");
    assert_eq!(sent(&window), vec![with(Action::Offer { to: Seat(2) }, Face::Key)]);
}

#[test]
fn a_seat_is_attacked() {
    let view = view(5, &[Face::Key], Phase::Turn);
    let attack = plain(Action::Attack { target: Seat(3) });
    both_ways(&view, &[text(EN, Text::DoAttack), "諸葛亮", "Confirm: Attack 諸葛亮"], &attack);
}

#[test]
fn a_declaration_names_seats_and_lists_what_is_opened() {
    let view = view(5, &[Face::Key, Face::Key, Face::Whip], Phase::Turn);
    let declared = plain(Action::DeclareTeam {
        named: SeatSet::EMPTY.with(Seat(1)).with(Seat(4)),
        membership: Membership::One(Association::Order),
        occupation: Occupation::Thug,
        items: vec![Face::Key, Face::Key],
        counts: vec![],
    });
    let mut window = at(view.clone());
    click(&mut window, text(EN, Text::DoDeclare));
    window.get_by_label("Order of Open Secrets, Thug, Key and Key");
    for by_key in [false, true] {
        let mut window = at(view.clone());
        let act = if by_key { reach } else { click };
        act(&mut window, text(EN, Text::DoDeclare));
        for name in ["Tom", "Ольга"] {
            let boxes: Vec<_> = window.query_all_by_role_and_label(egui::accesskit::Role::CheckBox, name).collect();
            boxes.first().unwrap().click();
            drop(boxes);
            window.run_steps(2);
        }
        act(&mut window, text(EN, Text::DeclareNow));
        assert_eq!(sent(&window), vec![declared.clone()], "by key: {by_key}");
    }
}

#[test]
fn an_offer_is_refused_or_accepted_with_a_card() {
    let trade = trade();
    let mut view = view(5, &[Face::Key, Face::Whip], Phase::Response(trade));
    view.state.active = Seat(1);
    view.offered = Some(Face::Monocle);
    let accept = with(Action::Accept { text: Some(Kind::Monocle) }, Face::Whip);
    let whip = card(2, Face::Whip);
    both_ways(&view, &[&whip, "Confirm: Accept and give Whip"], &accept);
    let mut window = at(view);
    click(&mut window, text(EN, Text::DoRefuse));
    confirm(&mut window, text(EN, Text::DoRefuse));
    assert_eq!(sent(&window), vec![plain(Action::Refuse)]);
}

#[test]
fn a_mirror_cannot_be_refused_and_the_bar_says_why() {
    let trade = trade();
    let mut view = view(5, &[Face::Key], Phase::Response(trade));
    view.offered = Some(Face::Mirror);
    let mut window = at(view);
    window.get_by_label(text(EN, Text::MirrorForced));
    click(&mut window, text(EN, Text::DoRefuse));
    assert!(sent(&window).is_empty(), "the Mirror was refused");
}

#[test]
fn support_is_given_to_a_side_or_to_nobody() {
    let mut fight = fight();
    fight.declared = SeatSet::EMPTY.with(Seat(3)).with(Seat(4));
    let view = view(5, &[Face::Key], Phase::Support(fight));
    let attacker = plain(Action::Support { side: Some(Side::Attacker) });
    both_ways(&view, &["Jürgen (attacker)", "Confirm: Support Jürgen"], &attacker);
    let defender = plain(Action::Support { side: Some(Side::Defender) });
    both_ways(&view, &["Tom (defender)", "Confirm: Support Tom"], &defender);
    let mut window = at(view);
    click(&mut window, text(EN, Text::DoSupportNobody));
    confirm(&mut window, text(EN, Text::DoSupportNobody));
    assert_eq!(sent(&window), vec![plain(Action::Support { side: None })]);
}

#[test]
fn abilities_are_any_subset_or_nothing() {
    let mut fight = fight();
    (fight.attacker, fight.declared) = (Seat(0), SeatSet::first(5));
    let view = view(5, &[Face::Key, Face::Dagger, Face::Ring], Phase::Abilities(fight));
    let opened = plain(Action::Abilities { objects: vec![Face::Dagger, Face::Ring], power: None });
    both_ways(&view, &["Dagger", "Poison Ring", "Confirm: Open Dagger and Poison Ring"], &opened);
    let mut window = at(view);
    window.key_press(Key::Num2);
    window.run_steps(2);
    click(&mut window, "Confirm: Open Dagger");
    assert_eq!(sent(&window), vec![plain(Action::Abilities { objects: vec![Face::Dagger], power: None })]);
}

#[test]
fn who_can_open_nothing_has_the_same_window() {
    let mut fight = fight();
    fight.attacker = Seat(0);
    let view = view(5, &[Face::Key], Phase::Abilities(fight));
    let mut window = at(view);
    click(&mut window, text(EN, Text::DoOpenNothing));
    confirm(&mut window, text(EN, Text::DoOpenNothing));
    assert_eq!(sent(&window), vec![plain(Action::Abilities { objects: vec![], power: None })]);
}

#[test]
fn the_own_occupation_is_used_in_its_window_and_others_see_the_same_window() {
    let mut own = view(5, &[Face::Key, Face::Dagger], Phase::Priest(fight()));
    own.occupation = Occupation::Priest;
    both_ways(&own, &[text(EN, Text::DoStop), "Confirm: Stop the attack"], &plain(Action::Priest { stop: true }));
    own.occupation = Occupation::Thug;
    let passed = plain(Action::Priest { stop: false });
    both_ways(&own, &[text(EN, Text::DoLetAttack), "Confirm: Let it go on"], &passed);
    let winner = Some(Side::Attacker);
    let mut own = view(5, &[Face::Key], Phase::Doctor { fight: fight(), winner });
    own.occupation = Occupation::Doctor;
    both_ways(&own, &[text(EN, Text::DoCancel), "Confirm: Cancel the fight"], &plain(Action::Doctor { cancel: true }));
}

#[test]
fn a_seat_is_hypnotised_and_the_priest_is_paid() {
    let mut fight = Fight::new(Seat(0), Seat(1));
    fight.declared = SeatSet::first(5).without(Seat(0)).without(Seat(1));
    let mut own = view(5, &[Face::Key], Phase::Hypnotist(fight));
    own.occupation = Occupation::Hypnotist;
    let target = Some(Seat(3));
    both_ways(&own, &["諸葛亮", "Confirm: Hypnotise 諸葛亮"], &plain(Action::Hypnotise { target }));
    let own = view(5, &[Face::Key, Face::Whip], Phase::Payment { payer: Seat(0), priest: Seat(3) });
    both_ways(&own, &["Whip", "Confirm: Pay Whip"], &with(Action::Pay, Face::Whip));
}

#[test]
fn an_occupation_is_played_beside_objects() {
    let mut fight = fight();
    (fight.attacker, fight.declared) = (Seat(0), SeatSet::first(5));
    let mut own = view(5, &[Face::Key, Face::Dagger], Phase::Abilities(fight));
    own.occupation = Occupation::Thug;
    let played = plain(Action::Abilities { objects: vec![Face::Dagger], power: Some(Power::Thug) });
    both_ways(&own, &["Dagger", "Thug", "Confirm: Open Dagger and Thug"], &played);
}

#[test]
fn a_personal_win_takes_two_steps() {
    let own = view(5, &[Face::Key, Face::Key, Face::Goblet, Face::Loge], Phase::Turn);
    let items = vec![Face::Key, Face::Key, Face::Goblet];
    let label = "Win alone with Key, Key and Goblet";
    both_ways(&own, &[label, "Confirm: Win alone with Key, Key and Goblet"], &plain(Action::DeclareSolo { items }));
}

#[test]
fn the_winner_chooses_identity_or_luggage() {
    let victory = Victory { winner: Seat(0), loser: Seat(2) };
    for choice in [Spoils::Identity, Spoils::Luggage] {
        let mut window = at(view(5, &[Face::Key], Phase::Spoils(victory)));
        click(&mut window, spoils(EN, choice));
        confirm(&mut window, spoils(EN, choice));
        assert_eq!(sent(&window), vec![plain(Action::Spoils(choice))]);
    }
}

#[test]
fn the_winner_takes_a_shown_card() {
    let victory = Victory { winner: Seat(0), loser: Seat(2) };
    let mut view = view(5, &[Face::Key], Phase::Taking(victory));
    view.shown = vec![Face::Goblet, Face::Whip];
    view.state.seats[2].hand = 2;
    let take = plain(Action::Take { index: 1 });
    both_ways(&view, &["Whip (2)", "Confirm: Take Whip"], &take);
    let mut window = at(view);
    window.key_press(Key::Num2);
    window.run_steps(2);
    click(&mut window, "Confirm: Take Whip");
    assert_eq!(sent(&window), vec![take]);
}

#[test]
fn the_only_card_is_taken_and_one_is_given_back() {
    let victory = Victory { winner: Seat(0), loser: Seat(2) };
    let mut view = view(5, &[Face::Key], Phase::Taking(victory));
    view.shown = vec![Face::Goblet];
    view.state.seats[2].hand = 1;
    let back = with(Action::TakeAndReturn { index: 0 }, Face::Key);
    both_ways(&view, &["Key (1)", "Confirm: Take Goblet and give back Key"], &back);
}

#[test]
fn a_gift_goes_to_a_seat() {
    let gift = Gift { giver: Seat(0), given: SeatSet::EMPTY, then: Then::EndTurn };
    let hand = [Face::Key, Face::Key, Face::Dagger, Face::Ring, Face::Whip, Face::Pearl];
    let view = view(5, &hand, Phase::Gift(gift));
    let given = with(Action::Give { to: Seat(4) }, Face::Pearl);
    let pearl = card(3, Face::Pearl);
    both_ways(&view, &[&pearl, "Ольга", "Confirm: Give Black Pearl to Ольга"], &given);
}

#[test]
fn a_vote_is_cast() {
    for (draw, label) in [(true, Text::DoDraw), (false, Text::DoPlayOn)] {
        let mut window = at(view(5, &[Face::Key], Phase::Vote));
        click(&mut window, text(EN, label));
        confirm(&mut window, text(EN, label));
        assert_eq!(sent(&window), vec![plain(Action::Vote { draw })]);
    }
}

#[test]
fn forced_entries_need_no_prompt_and_go_once() {
    let victory = Victory { winner: Seat(2), loser: Seat(0) };
    let mut window = at(view(5, &[Face::Key], Phase::Identity(victory)));
    window.run_steps(5);
    assert_eq!(sent(&window), vec![plain(Action::ShowIdentity)]);
}

#[test]
fn a_new_prompt_takes_no_answer_at_once() {
    let mut window = at(view(5, &[Face::Key], Phase::Vote));
    let mut next = playing(view(5, &[Face::Key], Phase::Vote), true);
    next.round = 41;
    window.state_mut().snapshot = at_table(next);
    window.step();
    click(&mut window, text(EN, Text::DoDraw));
    assert!(window.query_by_label("Confirm: Draw").is_none(), "the click came too early and counted");
}
