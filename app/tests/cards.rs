//! Clairvoyant, Diplomat, Sextant, Coat, Tome, smuggling and three associations: each prompt by mouse and by keyboard.

mod support;

use std::sync::Arc;

use egui::Key;
use egui_kittest::kittest::Queryable as _;
use nightcoach_rules::{
    Action, Association, AssociationPick, Choice, Demand, Event, Face, Kind, Membership, Memory, Neighbour, Occupation,
    Phase, Ring, Seat, Selection, Sight, Trade, TradeCard, View,
};
use nightcoach_words::{Text, text};
use support::{
    EN, LARGE, SMALL, at, at_table, both_ways, card, click, confirm, open, plain, playing, reach, sent, view, with,
};

const TOM: Seat = Seat(1);

/// A trade in which the own seat has offered the first card and Tom has accepted.
fn trade() -> Trade {
    Trade { offerer: Seat(0), responder: TOM, demanded: false, sextant: None }
}

/// The own seat has traded `given` away and got `got` for it.
fn traded(hand: &[Face], given: Face, got: Face, phase: Phase) -> View {
    let mut view = view(5, hand, phase);
    (view.offered, view.answer) = (Some(given), Some(got));
    view
}

fn diplomat(hand: &[Face]) -> View {
    let mut view = view(5, hand, Phase::Turn);
    view.occupation = Occupation::Diplomat;
    view
}

#[test]
fn the_clairvoyant_is_used_before_the_action_of_the_turn() {
    let mut view = view(5, &[Face::Key], Phase::Turn);
    let window = at(view.clone());
    assert!(window.query_by_label(text(EN, Text::DoForesee)).is_none(), "who is no Clairvoyant is offered it");
    view.occupation = Occupation::Clairvoyant;
    both_ways(&view, &[text(EN, Text::DoForesee), "Confirm: Use the Clairvoyant"], &plain(Action::Foresee));
    view.state.seats[0].occupation = Some(Occupation::Clairvoyant);
    let window = at(view);
    assert!(window.query_by_label(text(EN, Text::DoForesee)).is_none(), "a spent Clairvoyant is offered");
}

#[test]
fn two_objects_go_on_top_in_the_order_in_which_they_are_picked() {
    let mut view = view(5, &[Face::Dagger], Phase::Reorder { at_end: false });
    view.pile = vec![Face::Key, Face::Key, Face::Whip];
    let action = Action::Reorder;
    let expected = Choice { action, selection: Selection::Objects(vec![Face::Whip, Face::Key]) };
    both_ways(&view, &["Whip (3)", "Key (1)", "Confirm: Put Whip on top, then Key"], &expected);
    let mut window = at(view);
    for digit in [Key::Num1, Key::Num1, Key::Num2, Key::Num1] {
        window.key_press(digit);
        window.run_steps(2);
    }
    let expected = Selection::Objects(vec![Face::Key, Face::Key]);
    click(&mut window, "Confirm: Put Key on top, then Key");
    assert_eq!(sent(&window)[0].selection, expected);
}

#[test]
fn a_whole_pile_can_be_reordered_in_the_small_window() {
    let mut view = view(4, &[Face::Dagger], Phase::Reorder { at_end: false });
    view.pile = Face::ALL.to_vec();
    let mut window = open(EN, SMALL, at_table(playing(view, true)));
    reach(&mut window, "Coat of Armor of the Loge (17)");
    reach(&mut window, "Key (1)");
    reach(&mut window, "Confirm: Put Coat of Armor of the Loge on top, then Key");
    let expected = Selection::Objects(vec![Face::Loge, Face::Key]);
    assert_eq!(sent(&window)[0].selection, expected);
}

#[test]
fn the_clairvoyant_is_asked_for_at_the_end_of_the_turn_where_the_option_is_on() {
    let mut view = view(5, &[Face::Key], Phase::TurnEnd);
    view.state.options.clairvoyant_anytime = true;
    both_ways(&view, &[text(EN, Text::DoEndTurn), "Confirm: End the turn"], &plain(Action::Pass));
    let mut window = at(view.clone());
    window.get_by_label(text(EN, Text::NotYourOccupation));
    click(&mut window, text(EN, Text::DoForesee));
    assert!(window.query_by_label_contains("Confirm").is_none(), "somebody else's occupation is used");
    view.occupation = Occupation::Clairvoyant;
    both_ways(&view, &[text(EN, Text::DoForesee), "Confirm: Use the Clairvoyant"], &plain(Action::Foresee));
}

#[test]
fn a_demand_names_what_from_whom_and_what_is_laid_down() {
    let view = diplomat(&[Face::Key, Face::Whip]);
    let labels = [
        text(EN, Text::DoDemand),
        "What: Goblet",
        "From whom: Tom",
        "You give for it: Whip",
        text(EN, Text::DemandNow),
    ];
    let expected = with(Action::Demand { target: TOM, kind: Kind::Goblet }, Face::Whip);
    both_ways(&view, &labels, &expected);
    let mut window = at(view);
    click(&mut window, labels[0]);
    click(&mut window, labels[1]);
    click(&mut window, labels[4]);
    assert!(sent(&window).is_empty(), "an incomplete demand was sent");
    window.key_press(Key::Escape);
    window.run_steps(2);
    assert!(window.query_by_label(labels[4]).is_none(), "Escape does not close the sheet");
}

#[test]
fn no_bag_is_laid_down_for_a_bag_and_the_sheet_says_why() {
    let mut window = at(diplomat(&[Face::BagKey, Face::Whip]));
    click(&mut window, text(EN, Text::DoDemand));
    click(&mut window, "What: Secret Bag");
    window.get_by_label(text(EN, Text::BagForBagDemand));
    click(&mut window, "From whom: Tom");
    click(&mut window, "You give for it: Secret Bag (Key)");
    click(&mut window, text(EN, Text::DemandNow));
    assert!(sent(&window).is_empty(), "a bag was laid down for a bag");
    click(&mut window, "You give for it: Whip");
    click(&mut window, text(EN, Text::DemandNow));
    assert_eq!(sent(&window), [with(Action::Demand { target: TOM, kind: Kind::SecretBag }, Face::Whip)]);
}

#[test]
fn who_is_no_diplomat_has_no_demand() {
    let window = at(view(5, &[Face::Key], Phase::Turn));
    assert!(window.query_by_label(text(EN, Text::DoDemand)).is_none());
}

#[test]
fn what_is_demanded_is_handed_over_and_what_lacks_is_shown_without_a_question() {
    let demand = |kind| Phase::Demand(Demand { diplomat: TOM, target: Seat(0), kind });
    let own = view(5, &[Face::BagKey, Face::BagGoblet, Face::Whip], demand(Kind::SecretBag));
    let labels = ["Secret Bag (Goblet)", "Confirm: Hand Secret Bag (Goblet) over to Tom"];
    both_ways(&own, &labels, &with(Action::Surrender, Face::BagGoblet));
    let mut window = at(view(5, &[Face::Whip], demand(Kind::Key)));
    window.run_steps(4);
    assert_eq!(sent(&window), [plain(Action::Lack)]);
}

#[test]
fn with_smuggling_the_giver_announces_or_stays_silent() {
    let phase = Phase::Text { trade: trade(), card: TradeCard::Offered };
    let mut own = traded(&[Face::Whip], Face::Monocle, Face::Whip, phase);
    own.state.options.smuggling = true;
    let text_of = |text| plain(Action::Text { text });
    both_ways(&own, &[text(EN, Text::DoAnnounce), "Confirm: Let it happen"], &text_of(Some(Kind::Monocle)));
    both_ways(&own, &[text(EN, Text::DoStaySilent), "Confirm: Keep silent"], &text_of(None));
    own.offered = Some(Face::Key);
    both_ways(&own, &[text(EN, Text::DoGoOn), "Confirm: Go on"], &text_of(None));
    let window = at(own);
    assert!(window.query_by_label(text(EN, Text::DoAnnounce)).is_none(), "a card without text is announced");
}

#[test]
fn without_smuggling_nothing_is_asked_about_a_received_card() {
    let phase = Phase::Text { trade: trade(), card: TradeCard::Answer };
    let mut window = at(traded(&[Face::Whip], Face::Monocle, Face::Whip, phase));
    window.run_steps(4);
    assert_eq!(sent(&window), [plain(Action::Text { text: None })]);
}

#[test]
fn a_tome_or_coat_is_carried_out_or_not_where_the_option_is_on() {
    let phase = Phase::Consent { trade: trade(), card: TradeCard::Offered, kind: Kind::Tome };
    let mut own = traded(&[Face::Whip], Face::Tome, Face::Whip, phase);
    own.state.options.tome_coat_optional = true;
    let used = |using| plain(Action::UseText { using });
    both_ways(&own, &[text(EN, Text::DoUseText), "Confirm: Carry it out"], &used(true));
    both_ways(&own, &[text(EN, Text::DoDeclineText), "Confirm: Do without"], &used(false));
}

#[test]
fn a_sextant_gets_a_side_and_everybody_an_object_to_pass() {
    let phase = Phase::Direction { trade: trade(), card: TradeCard::Offered };
    let own = traded(&[Face::Whip], Face::Sextant, Face::Whip, phase);
    for (side, label) in
        [(Neighbour::Left, "To the left: you pass to Tom"), (Neighbour::Right, "To the right: you pass to Ольга")]
    {
        both_ways(&own, &[label, &format!("Confirm: {label}")], &plain(Action::Direct { side }));
    }
    let ring = Ring { trade: trade(), card: TradeCard::Offered, side: Neighbour::Right };
    let own = view(5, &[Face::Key, Face::Whip], Phase::Pledges(ring));
    both_ways(&own, &["Whip", "Confirm: Pass Whip to Ольга"], &with(Action::Pledge, Face::Whip));
    let whip = card(2, Face::Whip);
    both_ways(&own, &[&whip, "Confirm: Pass Whip to Ольга"], &with(Action::Pledge, Face::Whip));
}

#[test]
fn a_card_that_is_laid_down_is_marked() {
    let ring = Ring { trade: trade(), card: TradeCard::Offered, side: Neighbour::Left };
    let mut own = view(5, &[Face::Key, Face::Whip], Phase::Pledges(ring));
    own.pledged = Some(Face::Whip);
    let window = open(EN, LARGE, at_table(playing(own, false)));
    window.get_by_label(&format!("{} {}", card(2, Face::Whip), text(EN, Text::LaidDown)));
    window.get_by_label("Sextant: everybody passes one object to the left");
}

#[test]
fn the_coat_takes_a_spare_and_where_the_option_is_on_the_own_occupation() {
    let phase = Phase::Exchange { trade: trade(), card: TradeCard::Offered };
    let mut own = traded(&[Face::Whip], Face::Coat, Face::Whip, phase);
    own.spares = vec![Occupation::Doctor, Occupation::Priest];
    let taken = |role| Choice { action: Action::Exchange, selection: Selection::Occupation(role) };
    both_ways(&own, &["Priest", "Confirm: Take Priest"], &taken(Occupation::Priest));
    assert!(at(own.clone()).query_by_label("Thug").is_none(), "the own occupation can be kept");
    own.state.options.coat_may_keep_own = true;
    both_ways(&own, &["Thug", "Confirm: Take Thug back"], &taken(Occupation::Thug));
}

#[test]
fn one_of_three_associations_is_picked() {
    let pick = AssociationPick { owner: TOM, by: Seat(0), text: None };
    let mut own = view(3, &[Face::Key], Phase::AssociationPick(pick));
    own.state.options.three_player_mixed = true;
    own.membership = Membership::Three { side: Association::Order, unanimous: false };
    both_ways(&own, &["Card 3", "Confirm: Look at card 3 of Tom"], &plain(Action::PickAssociation { place: 2 }));
}

#[test]
fn all_three_associations_show_while_the_role_is_held() {
    let mut own = view(3, &[Face::Key], Phase::Turn);
    own.membership = Membership::Three { side: Association::Brotherhood, unanimous: false };
    let mut window = at(own);
    let at = window.get_by_label(text(EN, Text::RoleHold)).rect().center();
    window.drag_at(at);
    window.run_steps(2);
    window.get_by_label("Brotherhood of True Lies (two of three cards)");
    assert_eq!(window.query_all_by_label("Brotherhood of True Lies").count(), 2);
    assert_eq!(window.query_all_by_label("Order of Open Secrets").count(), 1);
    window.drop_at(at);
}

#[test]
fn a_declaration_opens_three_associations_where_there_are_three() {
    let mut own = view(3, &[Face::Key], Phase::Turn);
    own.state.options.three_player_mixed = true;
    own.membership = Membership::Three { side: Association::Order, unanimous: false };
    let mut window = at(own);
    click(&mut window, text(EN, Text::DoDeclare));
    window.get_by_label("Order of Open Secrets (two of three cards), Thug, Key");
}

#[test]
fn the_table_tells_a_demand_to_those_who_only_watch() {
    let demand = Demand { diplomat: TOM, target: Seat(2), kind: Kind::Key };
    let window = open(EN, LARGE, at_table(playing(view(5, &[Face::Key], Phase::Demand(demand)), false)));
    window.get_by_label("Tom demands from Jürgen: Key");
}

#[test]
fn what_was_seen_stays_in_sight_and_the_notebook_says_how() {
    let mut own = view(5, &[Face::Key], Phase::Turn);
    own.memories = vec![
        Memory { turn: 11, sight: Sight::Association { of: TOM, association: Association::Order } },
        Memory { turn: 12, sight: Sight::Pile { faces: vec![Face::Key, Face::Whip] } },
    ];
    let mut playing = playing(own, true);
    playing.log = Arc::new(vec![
        (11, Event::TurnBegan { turn: 11, seat: Seat(0) }),
        (11, Event::Announced { receiver: TOM, giver: Seat(0), kind: Kind::Monocle }),
        (11, Event::AssociationShown { owner: TOM, to: Seat(0) }),
        (12, Event::TurnBegan { turn: 12, seat: Seat(0) }),
        (12, Event::Foresaw { seat: Seat(0) }),
    ]);
    let mut window = open(EN, LARGE, at_table(playing.clone()));
    window.get_by_label("Turn 12, Clairvoyant: I saw the pile: Key and Whip.");
    let monocle = "Turn 11, Monocle: Tom belongs to the Order of Open Secrets.";
    assert!(window.query_by_label(monocle).is_none(), "an older look still stands above the log");
    click(&mut window, text(EN, Text::Notes));
    window.get_by_label(monocle);
    if let Some(view) = &mut playing.view {
        view.state.turn = 14;
    }
    let window = open(EN, LARGE, at_table(playing));
    assert!(window.query_by_label(text(EN, Text::JustSeen)).is_none(), "it stays for ever");
}

#[test]
fn accepting_with_smuggling_says_that_nothing_is_decided_yet() {
    let trade = Trade { offerer: TOM, responder: Seat(0), demanded: false, sextant: None };
    let mut own = view(5, &[Face::Key], Phase::Response(trade));
    own.state.options.smuggling = true;
    own.offered = Some(Face::Monocle);
    let mut window = at(own);
    click(&mut window, &card(1, Face::Key));
    window.get_by_label(text(EN, Text::ThenAcceptSmuggled));
    confirm(&mut window, "Accept and give Key");
    assert_eq!(sent(&window), [with(Action::Accept { text: None }, Face::Key)]);
}
