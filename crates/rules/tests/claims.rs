//! The 17 x 17 law of walk.md decision 5, and the tables it stands on.

use nightcoach_rules::{Claim, Face, Kind, TradeCard, TradeFaces, announcement, claim_holds, faces, is_texted};

/// Every pair of faces; equal ones too, a trade of two Keys is one.
fn pairs() -> impl Iterator<Item = (Face, Face)> {
    Face::ALL.into_iter().flat_map(|offered| Face::ALL.into_iter().map(move |answer| (offered, answer)))
}

/// Kinds that a text entry may name now.
fn nameable(kind: Kind, pile_empty: bool) -> bool {
    faces(kind, pile_empty).iter().any(|face| is_texted(*face, pile_empty))
}

#[test]
fn exactly_one_of_silence_and_a_text_is_true_for_either_party() {
    for pile_empty in [false, true] {
        for (offered, answer) in pairs() {
            let trade = TradeFaces { offered, answer: Some(answer) };
            let holds = |claim: &Claim| claim_holds(claim, Some(&trade), &[]);
            for (card, this, other) in [(TradeCard::Offered, offered, answer), (TradeCard::Answer, answer, offered)] {
                let texted: Vec<Kind> = Kind::ALL
                    .into_iter()
                    .filter(|kind| nameable(*kind, pile_empty))
                    .filter(|kind| holds(&Claim::Texted { card, kind: *kind, pile_empty }))
                    .collect();
                let silent = holds(&Claim::Silent { card, pile_empty });
                assert_eq!(texted.len() + usize::from(silent), 1, "{trade:?} {card:?} {pile_empty}");
                let said = announcement(this, other, pile_empty);
                assert_eq!(said, texted.first().copied(), "what must be said is what is true");
            }
        }
    }
}

#[test]
fn every_face_is_of_exactly_one_kind() {
    for pile_empty in [false, true] {
        for face in Face::ALL {
            let of: Vec<Kind> = Kind::ALL.into_iter().filter(|kind| faces(*kind, pile_empty).contains(&face)).collect();
            assert_eq!(of, [face.kind(pile_empty)]);
        }
        let textless = Face::ALL.iter().filter(|face| !is_texted(**face, pile_empty)).count();
        assert_eq!(textless, if pile_empty { 12 } else { 10 }, "walk.md a.1");
    }
}

#[test]
fn two_bags_and_cards_that_must_be_accepted_are_told() {
    for (offered, answer) in pairs() {
        let trade = TradeFaces { offered, answer: Some(answer) };
        let two_bags = offered.is_bag() && answer.is_bag();
        assert_eq!(claim_holds(&Claim::NotTwoBags, Some(&trade), &[]), !two_bags);
        let before = TradeFaces { offered, answer: None };
        let refusable = !matches!(offered, Face::Pearl | Face::Mirror);
        assert_eq!(claim_holds(&Claim::Refusable, Some(&before), &[]), refusable);
        assert!(!claim_holds(&Claim::NotTwoBags, Some(&before), &[]), "there is no second card yet");
    }
    for claim in [Claim::NotTwoBags, Claim::Refusable] {
        assert!(!claim_holds(&claim, None, &[]), "a claim about no trade is false");
    }
}

#[test]
fn a_hand_lacks_what_lies_behind_the_opened_cards() {
    let lacks = |after, hand: &[Face]| claim_holds(&Claim::LacksFaces { after, faces: vec![Face::Key] }, None, hand);
    assert!(lacks(1, &[Face::Key, Face::Whip]));
    assert!(!lacks(0, &[Face::Key, Face::Whip]));
    assert!(!lacks(1, &[Face::Key, Face::Key]));
    assert!(lacks(0, &[]) && !lacks(1, &[]), "more opened cards than the hand holds cannot be");
}

#[test]
fn lists_are_ascending_and_names_differ() {
    let mut names: Vec<&str> = Face::ALL.iter().map(|face| face.name()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 17);
    assert!(Face::ALL.is_sorted() && Kind::ALL.is_sorted());
    for pile_empty in [false, true] {
        assert!(Kind::ALL.iter().all(|kind| faces(*kind, pile_empty).is_sorted()));
    }
}
