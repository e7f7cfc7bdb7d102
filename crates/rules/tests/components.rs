//! What lies in the box and what of it is in play (rules.md A.0, B).

use nightcoach_rules::components::{
    BAGS, associations, associations_each, hand_limit, has_drinks, in_play, most_members, objects, pile_size, spares,
    stage_one, stage_three, stage_two_extra, start_hand,
};
use nightcoach_rules::{Face, Kind, Membership, Options};

/// Associations each, aside, Drinks, limit, start objects, pile, spares.
type Row = (u8, u8, usize, bool, u8, usize, u8, u8);

/// The table of rules.md B, by seats.
const TABLE: [Row; 8] = [
    (3, 2, 1, true, 8, 2, 14, 7),
    (4, 2, 0, false, 6, 1, 17, 6),
    (5, 3, 1, true, 5, 1, 16, 5),
    (6, 3, 0, false, 5, 1, 15, 4),
    (7, 4, 1, true, 5, 1, 14, 3),
    (8, 4, 0, false, 5, 1, 13, 2),
    (9, 5, 1, true, 5, 1, 12, 1),
    (10, 5, 0, false, 5, 1, 10, 0),
];

#[test]
fn the_table_of_the_set_up_is_as_printed() {
    for (seats, each, aside, drinks, limit, start, pile, left) in TABLE {
        let options = Options::new(seats);
        assert_eq!(associations(&options).len(), usize::from(each) * 2);
        assert_eq!(associations(&options).len() - usize::from(seats), aside);
        assert_eq!((most_members(&options), has_drinks(seats), hand_limit(seats)), (each, drinks, limit));
        assert_eq!((start_hand(seats), pile_size(seats), spares(seats)), (start, pile, left));
        assert_eq!(start * usize::from(seats), stage_two_extra(seats) + BAGS.len());
        let room = usize::from(limit) * usize::from(seats);
        assert!(room >= objects(seats).len() + BAGS.len() + 3, "a seat below the limit always exists");
    }
}

/// E2: three Keys and three Goblets; one of everything else.
#[test]
fn three_keys_three_goblets_and_one_of_everything_else_are_in_play() {
    for seats in 3..=10 {
        let box_ = objects(seats);
        for face in Face::ALL {
            let copies = box_.iter().filter(|held| **held == face).count();
            let expected = if matches!(face, Face::Key | Face::Goblet) {
                3
            } else if face.is_bag() {
                0
            } else {
                usize::from(in_play(seats, face.kind(false)))
            };
            assert_eq!(copies, expected, "{face:?} at {seats}");
        }
        let absent: Vec<Kind> = Kind::ALL.into_iter().filter(|kind| !in_play(seats, *kind)).collect();
        let expected: &[Kind] = match seats {
            3 => &[Kind::Pearl],
            10 => &[Kind::Coat],
            _ => &[],
        };
        assert_eq!(absent, expected);
    }
}

#[test]
fn the_stages_of_a_sealed_start_are_all_objects() {
    for seats in 3..=10 {
        let sealed = Options { sealed_start: true, ..Options::new(seats) };
        let mut all: Vec<Face> = stage_one(&sealed).into_iter().chain(stage_three(&sealed)).collect();
        all.sort_unstable();
        assert_eq!(all, objects(seats));
        assert!(stage_one(&sealed).len() >= stage_two_extra(seats));
        assert!(stage_three(&Options::new(seats)).is_empty());
    }
}

/// walk.md decision 14.
#[test]
fn three_associations_each_are_nine_of_ten() {
    let options = Options { three_player_mixed: true, ..Options::new(3) };
    let cards = associations(&options);
    assert_eq!((cards.len(), associations_each(&options), most_members(&options)), (10, 3, 2));
    for hand in cards.windows(3) {
        let membership = Membership::of(hand).expect("three cards");
        let mut sorted = hand.to_vec();
        sorted.sort_unstable();
        assert_eq!(membership.cards(), sorted);
        for side in [hand[0], hand[2]] {
            assert_eq!(membership.count(side), hand.iter().filter(|card| **card == side).count());
        }
    }
    assert_eq!(Membership::of(&cards[..2]), None);
}
