//! What each entry asks of the card protocol, operation by operation (walk.md a.3); the table is built on these lists.
#![expect(clippy::expect_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::collections::BTreeMap;

use nightcoach_rules::{
    Action, Association, CardOp, Claim, Face, Kind, LayeredCard, Membership, Neighbour, Occupation, Options, Owed,
    Pile, Power, RoundInput, Seat, SeatSet, Side, Slot, SlotFace, Spoils, State, Step, TradeCard, Why, apply, judge,
    owed, set_up,
};

const A: Seat = Seat(0);
const B: Seat = Seat(1);
const C: Seat = Seat(2);
const D: Seat = Seat(3);

fn table() -> State {
    let options = Options::new(4);
    set_up(&options, A).expect("legal")
}

/// One seat's entry.
fn act(state: &State, seat: Seat, action: Action) -> Step {
    let input = RoundInput { entries: BTreeMap::from([(seat, action)]), fallen: SeatSet::EMPTY };
    apply(state, &input).expect("legal")
}

/// The operations that this entry carries.
fn carried(state: &State, seat: Seat, action: Action) -> Vec<CardOp> {
    act(state, seat, action).carried[&seat].clone()
}

/// The state after these entries.
fn after(state: State, entries: &[(Seat, Action)]) -> State {
    entries.iter().fold(state, |state, (seat, action)| act(&state, *seat, action.clone()).state)
}

const fn claim(prover: Seat, claim: Claim) -> CardOp {
    CardOp::Claim { prover, claim }
}

fn offered() -> State {
    after(table(), &[(A, Action::Offer { to: B })])
}

#[test]
fn an_offer_and_its_refusal() {
    assert_eq!(carried(&table(), A, Action::Offer { to: B }), [CardOp::Offer { from: A, to: B }]);
    let refused = [claim(B, Claim::Refusable), CardOp::Withdraw { from: A }];
    assert_eq!(carried(&offered(), B, Action::Refuse), refused);
    let input = RoundInput { entries: BTreeMap::new(), fallen: SeatSet::only(B) };
    let step = apply(&offered(), &input).expect("legal");
    assert!(step.carried.is_empty());
    assert_eq!(step.after, [CardOp::Withdraw { from: A }], "a sleeper's refusal proves nothing");
}

#[test]
fn an_acceptance_with_and_without_a_pile() {
    let transfer = CardOp::Transfer { from: B, to: A, why: Why::Trade };
    let settle = CardOp::Settle { from: A, to: B };
    let card = TradeCard::Offered;
    let silent = |pile_empty| claim(B, Claim::Silent { card, pile_empty });
    let ops = carried(&offered(), B, Action::Accept { text: None });
    assert_eq!(ops, [transfer.clone(), settle.clone(), claim(B, Claim::NotTwoBags), silent(false)]);
    let mut state = offered();
    state.pile = 0;
    let ops = carried(&state, B, Action::Accept { text: None });
    assert_eq!(ops, [transfer.clone(), settle.clone(), silent(true)]);
    let kind = Kind::Monocle;
    let ops = carried(&state, B, Action::Accept { text: Some(kind) });
    assert_eq!(ops, [transfer, settle, claim(B, Claim::Texted { card, kind, pile_empty: true })]);
}

#[test]
fn the_second_text_closes_the_trade() {
    let state = after(offered(), &[(B, Action::Accept { text: None })]);
    assert_eq!(owed(&state), Owed::One(A), "always owed");
    let step = act(&state, A, Action::Text { text: None });
    let card = TradeCard::Answer;
    assert_eq!(step.carried[&A], [claim(A, Claim::Silent { card, pile_empty: false })]);
    assert_eq!((step.after, step.group), (vec![CardOp::CloseTrade], vec![]));
    let step = act(&state, A, Action::Text { text: Some(Kind::SecretBag) });
    let kind = Kind::SecretBag;
    assert_eq!(step.carried[&A], [claim(A, Claim::Texted { card, kind, pile_empty: false })]);
    assert_eq!((step.after, step.group), (vec![CardOp::CloseTrade], vec![CardOp::Draw { to: B }]));
    let step = act(&state, A, Action::Text { text: Some(Kind::Privilege) });
    assert!(step.after.is_empty(), "the text still runs");
    let step = act(&step.state, A, Action::ShowHand);
    assert_eq!(step.carried[&A], [CardOp::ShowHand { owner: A, to: B }]);
    assert_eq!(step.after, [CardOp::CloseTrade]);
}

#[test]
fn the_first_text_runs_before_the_second_is_owed() {
    let step = act(&offered(), B, Action::Accept { text: Some(Kind::SecretBag) });
    assert_eq!((step.group, step.after), (vec![CardOp::Draw { to: A }], vec![]));
    assert_eq!(owed(&step.state), Owed::One(A));
    let state = act(&offered(), B, Action::Accept { text: Some(Kind::Monocle) }).state;
    assert_eq!(owed(&state), Owed::One(B));
    let shown = CardOp::ShowSlot { owner: B, slot: Slot::Association, to: A };
    assert_eq!(carried(&state, B, Action::ShowAssociation), [shown]);
}

/// A attacks B and wins with the support of C; A has chosen these spoils.
fn won(spoils: Spoils) -> State {
    let support = |seat, side| (seat, Action::Support { side });
    let entries = [support(C, Some(Side::Attacker)), support(D, None), (A, Action::Hypnotise { target: None })];
    let state = after(unstopped(), &entries);
    assert_eq!(owed(&state), Owed::Sealed(SeatSet::first(4)));
    let knives = Action::Abilities { power: Some(Power::Bodyguard), objects: vec![Face::Knives] };
    let step = sealed(&state, &[(C, knives)], &PASS);
    assert!(step.carried[&A].is_empty(), "a pass opens nothing");
    let face = SlotFace::Occupation(Occupation::Bodyguard);
    let opened = [CardOp::OpenObjects { owner: C, faces: vec![Face::Knives] }, CardOp::OpenSlot { owner: C, face }];
    assert_eq!(step.carried[&C], opened);
    let state = sealed(&step.state, &[], &PASS).state;
    let state = sealed(&state, &[], &Action::Doctor { cancel: false }).state;
    after(state, &[(A, Action::Spoils(spoils))])
}

const PASS: Action = Action::Abilities { objects: vec![], power: None };

/// A sealed round in which these seats enter these actions, and all others that are asked the last one.
fn sealed(state: &State, entries: &[(Seat, Action)], others: &Action) -> Step {
    let mut all: BTreeMap<Seat, Action> = owed(state).seats().iter().map(|seat| (seat, others.clone())).collect();
    all.extend(entries.iter().cloned());
    apply(state, &RoundInput { entries: all, fallen: SeatSet::EMPTY }).expect("legal")
}

/// A attacks B and nobody is the Priest.
fn unstopped() -> State {
    let state = after(table(), &[(A, Action::Attack { target: B })]);
    sealed(&state, &[], &Action::Priest { stop: false }).state
}

const fn opened(owner: Seat, occupation: Occupation) -> CardOp {
    CardOp::OpenSlot { owner, face: SlotFace::Occupation(occupation) }
}

#[test]
fn who_uses_an_occupation_opens_it_once() {
    let attacked = after(table(), &[(A, Action::Attack { target: B })]);
    let mut rich = attacked;
    rich.seats[0].hand = 2;
    let stopped = sealed(&rich, &[(D, Action::Priest { stop: true })], &Action::Priest { stop: false });
    assert_eq!(stopped.carried[&D], [opened(D, Occupation::Priest)]);
    assert!(stopped.carried[&B].is_empty());
    let payment = CardOp::Transfer { from: A, to: D, why: Why::Payment };
    assert_eq!(carried(&stopped.state, A, Action::Pay), [payment]);

    let declared = [C, D].map(|seat| (seat, Action::Support { side: Some(Side::Defender) }));
    let state = after(unstopped(), &declared);
    let hypnotise = || Action::Hypnotise { target: Some(C) };
    assert_eq!(carried(&state, A, hypnotise()), [opened(A, Occupation::Hypnotist)]);
    let mut face_up = state.clone();
    face_up.seats[0].occupation = Some(Occupation::Hypnotist);
    assert!(carried(&face_up, A, hypnotise()).is_empty(), "it lies open already");

    let state = after(state, &[(A, Action::Hypnotise { target: None })]);
    let state = sealed(&state, &[], &PASS).state;
    let cancelled = sealed(&state, &[(C, Action::Doctor { cancel: true })], &Action::Doctor { cancel: false });
    assert_eq!(cancelled.carried[&C], [opened(C, Occupation::Doctor)]);
}

#[test]
fn a_personal_win_opens_four_objects_and_proves_that_the_pearl_is_not_there() {
    let mut state = table();
    state.seats[0].hand = 5;
    let items = || vec![Face::Key, Face::Key, Face::Goblet];
    let faces = vec![Face::Key, Face::Key, Face::Goblet, Face::Loge];
    let open = CardOp::OpenObjects { owner: A, faces };
    let no_pearl = claim(A, Claim::LacksFaces { after: 4, faces: vec![Face::Pearl] });
    assert_eq!(carried(&state, A, Action::DeclareSolo { items: items() }), [open.clone(), no_pearl]);
    state.options.pearl_blocks_solo = false;
    assert_eq!(carried(&state, A, Action::DeclareSolo { items: items() }), [open]);
}

#[test]
fn a_prophet_opens_the_association_and_shuffles_for_the_pearl() {
    let mut state = table();
    state.options.prophecy = true;
    let association = Association::Order;
    let ops =
        carried(&state, A, Action::Prophesy { named: SeatSet::only(B), membership: Membership::One(association) });
    let face = SlotFace::Association(association);
    let shuffle = CardOp::OpenObjects { owner: A, faces: vec![] };
    let no_pearl = claim(A, Claim::LacksFaces { after: 0, faces: vec![Face::Pearl] });
    assert_eq!(ops, [CardOp::OpenSlot { owner: A, face }, shuffle, no_pearl]);
}

#[test]
fn the_spoils_of_a_fight() {
    let show = |slot| CardOp::ShowSlot { owner: B, slot, to: A };
    let ops = carried(&won(Spoils::Identity), B, Action::ShowIdentity);
    assert_eq!(ops, [show(Slot::Occupation), show(Slot::Association)]);
    let state = won(Spoils::Luggage);
    assert_eq!(carried(&state, B, Action::ShowHand), [CardOp::ShowHand { owner: B, to: A }]);
    let mut state = after(state, &[(B, Action::ShowHand)]);
    let take = |index| CardOp::Take { winner: A, loser: B, index };
    let back = CardOp::Transfer { from: A, to: B, why: Why::Return };
    assert_eq!(carried(&state, A, Action::TakeAndReturn { index: 0 }), [take(0), back]);
    state.seats[1].hand = 3;
    assert_eq!(carried(&state, A, Action::Take { index: 2 }), [take(2)]);
}

#[test]
fn a_gift_is_a_transfer() {
    let mut state = offered();
    state.seats[0].hand = state.hand_limit();
    let state = after(state, &[(B, Action::Accept { text: Some(Kind::SecretBag) })]);
    let ops = carried(&state, A, Action::Give { to: C });
    assert_eq!(ops, [CardOp::Transfer { from: A, to: C, why: Why::Gift }]);
}

#[test]
fn a_declaration_opens_and_proves_the_rest_of_the_hand() {
    let open = |owner, association, occupation, items: &[Face], faces: &[Face]| {
        let after = u8::try_from(items.len()).expect("few");
        [
            CardOp::OpenSlot { owner, face: SlotFace::Association(association) },
            CardOp::OpenSlot { owner, face: SlotFace::Occupation(occupation) },
            CardOp::OpenObjects { owner, faces: items.to_vec() },
            claim(owner, Claim::LacksFaces { after, faces: faces.to_vec() }),
        ]
    };
    let (association, occupation) = (Association::Order, Occupation::Thug);
    let mut state = table();
    let items = vec![Face::Key];
    let declare = |items| Action::DeclareTeam {
        named: SeatSet::only(B),
        membership: Membership::One(association),
        occupation,
        items,
        counts: vec![],
    };
    let ops = carried(&state, A, declare(items.clone()));
    assert_eq!(ops, open(A, association, occupation, &items, &[Face::Key, Face::Pearl]));
    state.pile = 0;
    state.seats[0].hand = 2;
    let items = vec![Face::Key, Face::BagKey];
    let ops = carried(&state, A, declare(items.clone()));
    assert_eq!(ops, open(A, association, occupation, &items, &[Face::Key, Face::BagKey, Face::Pearl]));

    // The companion is of the other side and still speaks of the declarer's key items.
    let state = after(state, &[(A, declare(items))]);
    let (theirs, doctor) = (Association::Brotherhood, Occupation::Doctor);
    let named = Action::OpenNamed { membership: Membership::One(theirs), occupation: doctor, items: vec![] };
    let step = act(&state, B, named);
    assert_eq!(step.carried[&B], open(B, theirs, doctor, &[], &[Face::Key, Face::BagKey]));
    let rest = SeatSet::only(C).with(Seat(3));
    assert_eq!(owed(&step.state), Owed::Each(rest));
    let closing = |side| Action::OpenAssociation { membership: Membership::One(side), items: vec![] };
    let entries = BTreeMap::from([(C, closing(association)), (Seat(3), closing(theirs))]);
    let step = apply(&step.state, &RoundInput { entries, fallen: SeatSet::EMPTY }).expect("legal");
    assert_eq!(step.carried[&C], [CardOp::OpenSlot { owner: C, face: SlotFace::Association(association) }]);
}

/// A offers and B accepts: A's card is announced as this kind.
fn texted(kind: Kind, change: impl FnOnce(&mut State)) -> Step {
    let mut state = offered();
    change(&mut state);
    act(&state, B, Action::Accept { text: Some(kind) })
}

/// walk.md a.3 Sextant.
#[test]
fn a_sextant_is_pledged_passed_through_the_pile_key_and_stripped() {
    let state = after(texted(Kind::Sextant, |_| {}).state, &[(A, Action::Direct { side: Neighbour::Right })]);
    assert_eq!(owed(&state), Owed::Each(SeatSet::first(4)));
    let all = |action: &Action| [A, B, C, D].map(|seat| (seat, action.clone())).into_iter().collect();
    let step = apply(&state, &RoundInput { entries: all(&Action::Pledge), fallen: SeatSet::EMPTY }).expect("legal");
    assert_eq!(step.carried[&C], [CardOp::Pledge { seat: C }]);
    let step =
        apply(&step.state, &RoundInput { entries: all(&Action::PassOn), fallen: SeatSet::EMPTY }).expect("legal");
    let what = LayeredCard::Pledged;
    assert_eq!(step.carried[&A], [CardOp::TransferLayered { from: A, to: D, what }]);
    assert_eq!(step.group, [CardOp::Strip]);
    assert_eq!(owed(&step.state), Owed::One(A), "the second text");
}

/// walk.md a.5 Sextant: what was pledged is released by those whose entries are in.
#[test]
fn a_ring_that_a_sleeper_breaks_releases_what_is_pledged() {
    let state = after(texted(Kind::Sextant, |_| {}).state, &[(A, Action::Direct { side: Neighbour::Left })]);
    let entries = [A, B, C].map(|seat| (seat, Action::Pledge)).into_iter().collect();
    let step = apply(&state, &RoundInput { entries, fallen: SeatSet::only(D) }).expect("legal");
    assert_eq!(step.after, [A, B, C].map(|seat| CardOp::Release { seat }));
    assert!(step.group.is_empty());
}

/// walk.md a.3 Coat, decision 15.
#[test]
fn a_coat_looks_then_exchanges_in_one_entry_and_draws() {
    let step = texted(Kind::Coat, |_| {});
    assert_eq!(step.group, [CardOp::Look { pile: Pile::Spares, to: A }]);
    let shuffle = |from| CardOp::ShufflePile { by: A, pile: Pile::Spares, from };
    let back = CardOp::ReturnOccupation { owner: A };
    let exchange = act(&step.state, A, Action::Exchange);
    assert_eq!(exchange.carried[&A], [shuffle(0), back.clone(), shuffle(1)]);
    assert_eq!(exchange.group, [CardOp::DrawSpare { to: A }]);
    let step = texted(Kind::Coat, |state| state.options.coat_may_keep_own = true);
    assert_eq!(carried(&step.state, A, Action::Exchange), [back, shuffle(0)], "the own one joins before the choice");
}

/// walk.md a.3 Tome.
#[test]
fn a_tome_passes_both_occupations_through_the_pile_key() {
    let state = texted(Kind::Tome, |_| {}).state;
    assert_eq!(owed(&state), Owed::Each(SeatSet::first(2)));
    let what = LayeredCard::Occupation;
    let entries: BTreeMap<Seat, Action> = [A, B].map(|seat| (seat, Action::SwapOccupation)).into_iter().collect();
    let step = apply(&state, &RoundInput { entries, fallen: SeatSet::EMPTY }).expect("legal");
    assert_eq!(step.carried[&A], [CardOp::TransferLayered { from: A, to: B, what }]);
    assert_eq!(step.carried[&B], [CardOp::TransferLayered { from: B, to: A, what }]);
    assert_eq!(step.group, [CardOp::Strip]);
    let entries = BTreeMap::from([(A, Action::SwapOccupation)]);
    let step = apply(&state, &RoundInput { entries, fallen: SeatSet::only(B) }).expect("legal");
    assert_eq!((step.after, step.group), (vec![CardOp::Release { seat: A }], vec![]));
}

/// walk.md a.3 C.2 Clairvoyant.
#[test]
fn a_clairvoyant_opens_looks_orders_and_the_others_shuffle_the_rest() {
    let step = act(&table(), A, Action::Foresee);
    assert_eq!(step.carried[&A], [opened(A, Occupation::Clairvoyant)]);
    assert_eq!(step.group, [CardOp::Look { pile: Pile::Objects, to: A }]);
    let shuffle = CardOp::ShufflePile { by: A, pile: Pile::Objects, from: 0 };
    let others = SeatSet::first(4).without(A);
    let ordered = act(&step.state, A, Action::Reorder);
    assert_eq!(ordered.carried[&A].as_slice(), core::slice::from_ref(&shuffle));
    assert_eq!(ordered.group, [CardOp::ShuffleRest { by: others, from: 2 }]);
    let sleeper = RoundInput { entries: BTreeMap::new(), fallen: SeatSet::only(A) };
    let slept = apply(&step.state, &sleeper).expect("legal");
    assert_eq!(slept.group, [CardOp::ShuffleRest { by: others, from: 0 }], "a.5");
    let mut two = step.state;
    two.pile = 2;
    let ordered = act(&two, A, Action::Reorder);
    assert_eq!((&ordered.carried[&A][..], ordered.group), (&[shuffle][..], vec![]), "there is no rest");
}

/// walk.md a.3 C.4 Diplomat.
#[test]
fn a_demand_opens_and_pledges_a_hit_surrenders_and_a_miss_shows_the_hand() {
    let demand = |kind| Action::Demand { target: B, kind };
    let ops = [opened(A, Occupation::Diplomat), CardOp::Pledge { seat: A }];
    assert_eq!(carried(&table(), A, demand(Kind::Key)), ops);
    let bags = claim(A, Claim::PledgeIsNot { faces: vec![Face::BagKey, Face::BagGoblet] });
    let [open, pledge] = ops;
    assert_eq!(carried(&table(), A, demand(Kind::SecretBag)), [open, pledge, bags]);
    for pile_empty in [false, true] {
        let mut state = after(table(), &[(A, demand(Kind::Key))]);
        state.pile = if pile_empty { 0 } else { state.pile };
        let is_kind = claim(B, Claim::IsKind { kind: Kind::Key, pile_empty });
        let surrender = CardOp::Surrender { from: B, to: A };
        assert_eq!(carried(&state, B, Action::Surrender), [surrender, is_kind]);
        let faces = if pile_empty { vec![Face::Key, Face::BagKey] } else { vec![Face::Key] };
        let lacks = claim(B, Claim::LacksFaces { after: 0, faces });
        let step = act(&state, B, Action::Lack);
        assert_eq!(step.carried[&B], [CardOp::ShowHand { owner: B, to: A }, lacks]);
        assert_eq!(step.after, [CardOp::Release { seat: A }]);
    }
    let state = after(table(), &[(A, demand(Kind::Key)), (B, Action::Surrender)]);
    assert_eq!(carried(&state, A, Action::HandOver), [CardOp::TransferPledged { from: A, to: B }]);
    let sleeper = RoundInput { entries: BTreeMap::new(), fallen: SeatSet::only(A) };
    let slept = apply(&state, &sleeper).expect("legal");
    assert_eq!(slept.after, [CardOp::Withdraw { from: B }, CardOp::Release { seat: A }], "a.5: Y stays");
    let texts = after(state, &[(A, Action::HandOver)]);
    let silent = claim(B, Claim::Silent { card: TradeCard::Offered, pile_empty: false });
    assert_eq!(carried(&texts, B, Action::Text { text: None }), [silent], "B speaks of what it received");
}

/// walk.md a.1: with `smuggling` the giver speaks, and silence needs no proof.
#[test]
fn a_smuggler_proves_what_he_says_and_nothing_else() {
    let mut state = offered();
    state.options.smuggling = true;
    let ops = carried(&state, B, Action::Accept { text: None });
    let not_two = claim(B, Claim::NotTwoBags);
    let transfer = CardOp::Transfer { from: B, to: A, why: Why::Trade };
    assert_eq!(ops, [transfer, CardOp::Settle { from: A, to: B }, not_two]);
    let state = after(state, &[(B, Action::Accept { text: None })]);
    assert_eq!(owed(&state), Owed::One(A));
    assert_eq!(carried(&state, A, Action::Text { text: None }), []);
    let (card, kind) = (TradeCard::Offered, Kind::Coat);
    let said = claim(A, Claim::Texted { card, kind, pile_empty: false });
    assert_eq!(carried(&state, A, Action::Text { text: Some(kind) }), [said]);
}

/// walk.md decision 14.
#[test]
fn three_associations_are_shuffled_picked_and_shown_and_opened_all_three() {
    let options = Options { three_player_mixed: true, ..Options::new(3) };
    let start = set_up(&options, A).expect("legal");
    let state =
        after(start.clone(), &[(A, Action::Offer { to: B }), (B, Action::Accept { text: Some(Kind::Monocle) })]);
    let shuffle = CardOp::ShuffleAssociations { owner: B };
    assert_eq!(carried(&state, B, Action::ShuffleAssociations), [shuffle]);
    let pick = (A, Action::PickAssociation { place: 2 });
    let state = after(state, &[(B, Action::ShuffleAssociations), pick]);
    assert_eq!(carried(&state, B, Action::ShowAssociation), [CardOp::ShowAssociation { owner: B, place: 2, to: A }]);
    let prophesied = State { options: Options { prophecy: true, ..options }, ..start };
    let (side, unanimous) = (Association::Brotherhood, false);
    let membership = Membership::Three { side, unanimous };
    let ops = carried(&prophesied, A, Action::Prophesy { named: SeatSet::only(B), membership });
    let faces = vec![Association::Order, side, side];
    assert_eq!(ops[0], CardOp::OpenAssociations { owner: A, faces });
    let one = Action::Prophesy { named: SeatSet::only(B), membership: Membership::One(side) };
    assert!(judge(&prophesied, A, &one).is_err(), "one card is not what a seat has here");
}
