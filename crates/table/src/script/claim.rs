//! Claims about hidden faces, as formulas over the prover's own cards (walk.md a.1).

use alloc::vec;

use nightcoach_cards::claim::{self, Formula, Leaf};
use nightcoach_cards::{Hand, MaskedCard};
use nightcoach_rules::{Claim, Face, Seat, TradeCard, faces, is_texted};

use super::{CannotProve, Fresh, Maker, PROOF_SLOT, Scene};
use crate::body::OpProof;
use crate::faces::FaceTable;
use crate::fault::Check;
use crate::lists::CardLists;

pub(super) fn check(
    scene: Scene<'_>,
    prover: Seat,
    claim: &Claim,
    proof: &OpProof,
    lists: &CardLists,
) -> Result<Fresh, Check> {
    if !proof.shuffled.is_empty() || !proof.argument.is_empty() || !proof.copies.is_empty() {
        return Err(Check::Operations);
    }
    let formula = formula(scene.faces, prover, claim, lists).ok_or(Check::Operations)?;
    let key = scene.keys.hand(prover).ok_or(Check::Operations)?;
    let read = claim::read(&scene.context.slot(PROOF_SLOT), key, &formula, &proof.proof);
    scene.proofs.require(read, violated(claim))?;
    Ok(Fresh::default())
}

pub(super) fn make(
    scene: Scene<'_>,
    maker: &mut Maker<'_>,
    prover: Seat,
    claim: &Claim,
    lists: &CardLists,
) -> Result<(OpProof, Fresh), CannotProve> {
    let formula = formula(scene.faces, prover, claim, lists).ok_or(CannotProve)?;
    let proof = claim::prove(&scene.context.slot(PROOF_SLOT), maker.secret, &formula, maker.rng)
        .map_err(|_error| CannotProve)?;
    Ok((OpProof { proof, ..OpProof::default() }, Fresh::default()))
}

const fn violated(claim: &Claim) -> Check {
    match claim {
        Claim::Refusable => Check::Refusable,
        Claim::NotTwoBags => Check::NotTwoBags,
        Claim::Silent { .. } => Check::Silent,
        Claim::Texted { .. } => Check::Texted,
        Claim::LacksFaces { .. } => Check::LacksFaces,
        Claim::IsKind { .. } => Check::IsKind,
        Claim::PledgeIsNot { .. } => Check::PledgeIsNot,
    }
}

/// The formula of a claim; `None` if there is no such card.
pub(crate) fn formula(table: &FaceTable, prover: Seat, claim: &Claim, lists: &CardLists) -> Option<Formula> {
    let is = |card, face| Leaf::Equal { card, face: table.object(face) };
    let is_not = |card, face| Leaf::NotEqual { card, face: table.object(face) };
    let no_bag = |card| vec![is_not(card, Face::BagKey), is_not(card, Face::BagGoblet)];
    Some(Formula(match claim {
        Claim::Refusable => {
            let card = traded(prover, TradeCard::Offered, lists)?;
            vec![vec![is_not(card, Face::Pearl), is_not(card, Face::Mirror)]]
        }
        Claim::NotTwoBags => {
            vec![no_bag(traded(prover, TradeCard::Offered, lists)?), no_bag(traded(prover, TradeCard::Answer, lists)?)]
        }
        Claim::Silent { card, pile_empty } => {
            let (card, other) = both(prover, *card, lists)?;
            let textless = Face::ALL.into_iter().filter(|face| !is_texted(*face, *pile_empty));
            let mut branches = vec![vec![is(other, Face::Mirror)]];
            branches.extend(textless.map(|face| vec![is(card, face)]));
            branches
        }
        Claim::Texted { card, kind, pile_empty } => {
            let (card, other) = both(prover, *card, lists)?;
            let announced = faces(*kind, *pile_empty).iter();
            announced.map(|face| vec![is(card, *face), is_not(other, Face::Mirror)]).collect()
        }
        Claim::IsKind { kind, pile_empty } => {
            let card = traded(prover, TradeCard::Answer, lists)?;
            faces(*kind, *pile_empty).iter().map(|face| vec![is(card, *face)]).collect()
        }
        Claim::PledgeIsNot { faces } => {
            let pledged = *lists.hand(prover).first()?;
            vec![faces.iter().map(|face| is_not(pledged, *face)).collect()]
        }
        Claim::LacksFaces { after, faces } => {
            let rest = lists.hand(prover).get(usize::from(*after)..)?;
            vec![rest.iter().flat_map(|card| faces.iter().map(move |face| is_not(*card, *face))).collect()]
        }
    }))
}

/// A card of the running trade under the prover's own key.
fn traded(prover: Seat, card: TradeCard, lists: &CardLists) -> Option<MaskedCard<Hand>> {
    let record = lists.trade.as_ref()?;
    let [at_offerer, at_other] = match card {
        TradeCard::Offered => record.offered?,
        TradeCard::Answer => {
            let [at_other, at_offerer] = record.answer?;
            [at_offerer, at_other]
        }
    };
    if prover == record.from {
        Some(at_offerer)
    } else if prover == record.to {
        Some(at_other)
    } else {
        None
    }
}

/// The card a text entry is about, and the other one.
fn both(prover: Seat, card: TradeCard, lists: &CardLists) -> Option<(MaskedCard<Hand>, MaskedCard<Hand>)> {
    let other = match card {
        TradeCard::Offered => TradeCard::Answer,
        TradeCard::Answer => TradeCard::Offered,
    };
    Some((traded(prover, card, lists)?, traded(prover, other, lists)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::{Keys, MiddleKey, PileKey, SeatKeys};
    use crate::lists::TradeRecord;
    use crate::proofs::Proofs;
    use nightcoach_cards::{Context, DealSecret, HandSecret, Permutation, PileSecret, shuffle, transfer};
    use nightcoach_rules::{Kind, Selection};
    use rand_chacha::ChaCha20Rng;
    use rand_core::SeedableRng as _;

    const OFFERER: Seat = Seat(0);
    const OTHER: Seat = Seat(1);

    struct Trade {
        table: FaceTable,
        secrets: [HandSecret; 2],
        keys: Keys,
        rng: ChaCha20Rng,
    }

    impl Trade {
        fn new() -> Self {
            let mut rng = ChaCha20Rng::from_seed([5; 32]);
            let secrets = [HandSecret::random(&mut rng), HandSecret::random(&mut rng)];
            let seats = secrets.iter().map(|secret| SeatKeys {
                deal: DealSecret::random(&mut rng).public(),
                middle: MiddleKey::Pile(PileSecret::random(&mut rng).public()),
                hand: secret.public(),
            });
            let seats = seats.collect();
            let pile = PileKey::sum(&[PileSecret::random(&mut rng).public()]).unwrap();
            let keys = Keys::new(seats, pile).unwrap();
            Self { table: FaceTable::new(), secrets, keys, rng }
        }

        /// A card in the masking of one seat, and re-masked to the other.
        fn given(&mut self, face: Face, from: usize, to: usize) -> [MaskedCard<Hand>; 2] {
            let ctx = Context::new([1; 32]);
            let open = [MaskedCard::open(self.table.object(face))];
            let order = Permutation::random(1, &mut self.rng);
            let key = self.secrets[from].public();
            let (held, _) = shuffle::shuffle(&ctx, &key, &open, &order, &mut self.rng).unwrap();
            let to = self.secrets[to].public();
            let (received, _) = transfer::prove(&ctx, &self.secrets[from], &held, &to, &mut self.rng).unwrap();
            [held[0], received[0]]
        }

        fn record(&mut self, offered: Face, answer: Face) -> CardLists {
            let offered = Some(self.given(offered, 0, 1));
            let answer = Some(self.given(answer, 1, 0));
            let trade = Some(TradeRecord { from: OFFERER, to: OTHER, offered, answer });
            CardLists { trade, ..CardLists::default() }
        }

        /// Whether the claim can be proven, and then whether everybody accepts the proof.
        fn provable(&mut self, prover: Seat, claim: &Claim, lists: &CardLists) -> bool {
            let (proofs, context) = (Proofs::default(), Context::new([2; 32]));
            let scene = Scene { keys: &self.keys, faces: &self.table, proofs: &proofs, context };
            let mut maker =
                Maker { secret: &self.secrets[prover.index()], rng: &mut self.rng, selection: &Selection::Nothing };
            let Ok((proof, _)) = make(scene, &mut maker, prover, claim, lists) else { return false };
            check(scene, prover, claim, &proof, lists).unwrap();
            true
        }
    }

    impl Trade {
        /// How many of Silent and Texted(K), over all kinds with a text, can be proven.
        fn provable_texts(&mut self, prover: Seat, card: TradeCard, pile_empty: bool, lists: &CardLists) -> usize {
            let silent = self.provable(prover, &Claim::Silent { card, pile_empty }, lists);
            let has_text = |kind: &Kind| faces(*kind, pile_empty).iter().any(|face| is_texted(*face, pile_empty));
            let texted = Kind::ALL
                .into_iter()
                .filter(has_text)
                .filter(|kind| self.provable(prover, &Claim::Texted { card, kind: *kind, pile_empty }, lists))
                .count();
            usize::from(silent) + texted
        }
    }

    /// Walk decision 5, with real proofs: for every pair of faces, both pile cases and either party exactly one of
    /// Silent and Texted(K) can be proven.
    #[test]
    fn for_all_pairs_of_faces_exactly_one_text_entry_can_be_proven() {
        let mut trade = Trade::new();
        let pairs = Face::ALL.into_iter().flat_map(|x| Face::ALL.into_iter().map(move |y| (x, y)));
        for (offered, answer) in pairs {
            let lists = trade.record(offered, answer);
            for (prover, card) in [(OTHER, TradeCard::Offered), (OFFERER, TradeCard::Answer)] {
                for pile_empty in [false, true] {
                    let provable = trade.provable_texts(prover, card, pile_empty, &lists);
                    assert_eq!(provable, 1, "{offered:?} for {answer:?}, pile empty: {pile_empty}, about {card:?}");
                }
            }
        }
    }

    /// The same for the answer to an offer: refusing is provable just when the card is neither Pearl nor Mirror, and two
    /// bags never meet while the pile lasts.
    #[test]
    fn refusals_and_bag_trades_are_provable_just_when_they_are_true() {
        let mut trade = Trade::new();
        let bag = |face| matches!(face, Face::BagKey | Face::BagGoblet);
        for offered in Face::ALL {
            for answer in [Face::BagKey, Face::BagGoblet, Face::Whip, Face::Mirror] {
                let lists = trade.record(offered, answer);
                let refusable = trade.provable(OTHER, &Claim::Refusable, &lists);
                assert_eq!(refusable, !matches!(offered, Face::Pearl | Face::Mirror), "{offered:?}");
                let not_two_bags = trade.provable(OTHER, &Claim::NotTwoBags, &lists);
                assert_eq!(not_two_bags, !(bag(offered) && bag(answer)), "{offered:?} for {answer:?}");
            }
        }
    }
}
