//! The pile key dealt among the awake seats (f >= 1): what each dealer has published, who complains, and what comes of it.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use nightcoach_cards::dkg::{self, Guilty};
use nightcoach_cards::{
    Commitments, Context, DealtShare, PileSecret, Polynomial, SealedShare, TransportPublic, TransportSecret, Way,
    ownership,
};
use nightcoach_rules::{Options, Seat, SeatSet};
use nightcoach_wire::Bytes64;
use rand_chacha::ChaCha20Rng;

use crate::body::{Complaint, Dealing};
use crate::fault::Check;
use crate::keys::{PileKey, Stand, place};

/// Slot of a dealer's context under which its next transport key is proven.
const NEXT_KEY_SLOT: u32 = 1;

/// The seats that a new pile key can lose among so many holders (walk.md decision 11): as many as the table was made for, none below
/// four, and never so many that fewer than half could see the piles.
pub(crate) fn losses(options: &Options, holders: SeatSet) -> usize {
    let n = u8::try_from(holders.len()).unwrap_or(u8::MAX);
    if holders.len() < 4 && holders.len() < usize::from(options.seats) {
        return 0;
    }
    usize::from(options.losses.min(Options::most_losses(n)))
}

/// One dealer's part, checked.
#[derive(Clone, Debug)]
pub(crate) struct Dealt {
    pub commitments: Commitments,
    /// By receiver.
    pub boxes: BTreeMap<Seat, SealedShare>,
    /// Context of the dealer.
    pub context: Context,
    /// The key that the dealer wants its next shares under.
    pub next: TransportPublic,
}

/// A dealing that runs: everybody deals, then everybody says whether all was well.
#[derive(Clone, Debug)]
pub(crate) struct Round {
    /// Who deals and will hold the key.
    pub holders: SeatSet,
    pub threshold: usize,
    /// Under what shares travel to each holder.
    pub transport: BTreeMap<Seat, TransportPublic>,
    pub dealt: BTreeMap<Seat, Dealt>,
}

impl Round {
    pub(crate) fn new(options: &Options, holders: SeatSet, transport: &BTreeMap<Seat, TransportPublic>) -> Self {
        let threshold = holders.len().saturating_sub(losses(options, holders)).max(1);
        let transport = transport.iter().filter(|(seat, _)| holders.contains(**seat));
        Self {
            holders,
            threshold,
            transport: transport.map(|(seat, key)| (*seat, *key)).collect(),
            dealt: BTreeMap::new(),
        }
    }

    /// Checks what one seat deals.
    pub(crate) fn check(&self, stand: &Stand, seat: Seat, dealing: &Dealing) -> Result<Dealt, Check> {
        let context = stand.context(seat);
        let commitments =
            Commitments::from_bytes(&dealing.commitments, self.threshold).map_err(|_error| Check::DealingShape)?;
        let receivers = self.holders.without(seat);
        if dealing.boxes.len() != receivers.len() {
            return Err(Check::DealingShape);
        }
        let sealed = dealing.boxes.iter().map(|bytes| SealedShare::from_bytes(&bytes.0));
        let sealed = sealed.collect::<Option<Vec<_>>>().ok_or(Check::DealingShape)?;
        let next = TransportPublic::from_bytes(&dealing.next).map_err(|_error| Check::KeyDecodes)?;
        dkg::verify(&context, &commitments, &dealing.proof).map_err(|_error| Check::DealingOwnership)?;
        ownership::verify(&context.slot(NEXT_KEY_SLOT), &next, &dealing.next_proof)
            .map_err(|_error| Check::KeyOwnership)?;
        Ok(Dealt { commitments, boxes: receivers.iter().zip(sealed).collect(), context, next })
    }

    /// Whether a complaint is true: its dealer is to blame then, else the complainer.
    pub(crate) fn is_true(&self, stand: &Stand, seat: Seat, complaint: &Complaint) -> bool {
        let judged = || {
            let dealt = self.dealt.get(&complaint.dealer)?;
            let sealed = dealt.boxes.get(&seat)?;
            let context = stand.context(seat).slot(u32::from(complaint.dealer.0));
            let way = self.way(dealt, complaint.dealer, seat)?;
            Some(dkg::judge(&context, way, sealed, &dealt.commitments, &complaint.opened, &complaint.proof))
        };
        judged() == Some(Guilty::Dealer)
    }

    fn way<'a>(&'a self, dealt: &'a Dealt, dealer: Seat, receiver: Seat) -> Option<Way<'a>> {
        let key = self.transport.get(&receiver)?;
        Some(Way { ctx: &dealt.context, dealer: place(dealer)?, receiver: place(receiver)?, key })
    }

    /// What one seat deals.
    pub(crate) fn deal(
        &self,
        stand: &Stand,
        seat: Seat,
        polynomial: &Polynomial,
        next: &TransportSecret,
        rng: &mut ChaCha20Rng,
    ) -> Option<Dealing> {
        let context = stand.context(seat);
        let mut boxes = Vec::new();
        for receiver in self.holders.without(seat).iter() {
            let key = self.transport.get(&receiver)?;
            let way = Way { ctx: &context, dealer: place(seat)?, receiver: place(receiver)?, key };
            boxes.push(Bytes64(dkg::seal(way, polynomial, rng).to_bytes()));
        }
        Some(Dealing {
            commitments: polynomial.commitments().to_bytes(),
            proof: dkg::prove(&context, polynomial, rng),
            boxes,
            next: next.public().to_bytes(),
            next_proof: ownership::prove(&context.slot(NEXT_KEY_SLOT), next, rng),
        })
    }

    /// The shares that others have dealt to a seat; a dealer without a good one stands alone.
    fn received<'a>(
        &'a self,
        seat: Seat,
        secret: &'a TransportSecret,
    ) -> impl Iterator<Item = (Seat, Option<DealtShare>)> + 'a {
        self.dealt.iter().filter(move |(dealer, _)| **dealer != seat).map(move |(dealer, dealt)| {
            let open = || {
                let way = self.way(dealt, *dealer, seat)?;
                dkg::open(way, secret, dealt.boxes.get(&seat)?, &dealt.commitments)
            };
            (*dealer, open())
        })
    }

    /// What a seat complains about.
    pub(crate) fn complaints(
        &self,
        stand: &Stand,
        seat: Seat,
        secret: &TransportSecret,
        rng: &mut ChaCha20Rng,
    ) -> Vec<Complaint> {
        let bad: Vec<Seat> =
            self.received(seat, secret).filter(|(_, share)| share.is_none()).map(|(dealer, _)| dealer).collect();
        let complain = |dealer: Seat| {
            let sealed = self.dealt.get(&dealer)?.boxes.get(&seat)?;
            let context = stand.context(seat).slot(u32::from(dealer.0));
            let (opened, proof) = dkg::complain(&context, secret, sealed, rng).ok()?;
            Some(Complaint { dealer, opened, proof })
        };
        bad.into_iter().filter_map(complain).collect()
    }

    /// A holder's secret, once nobody has had reason to complain.
    pub(crate) fn secret(
        &self,
        seat: Seat,
        polynomial: &Polynomial,
        transport: &TransportSecret,
    ) -> Option<PileSecret> {
        let own = polynomial.share(place(seat)?);
        let others = self.received(seat, transport).map(|(_, share)| share);
        let shares: Option<Vec<DealtShare>> = core::iter::once(Some(own)).chain(others).collect();
        dkg::pile_secret(&shares?).ok()
    }

    /// The key that everybody together has dealt.
    ///
    /// # Errors
    /// The seat whose share, or the last one if the key itself, is zero or repeats.
    pub(crate) fn key(&self, epoch: u32) -> Result<PileKey, (Seat, Check)> {
        let dealt: Vec<&Commitments> = self.dealt.values().map(|dealt| &dealt.commitments).collect();
        let last = self.holders.iter().last().unwrap_or(Seat(0));
        let key = dkg::pile_key(&dealt).map_err(|_error| (last, Check::DealingSum))?;
        let share = |seat: Seat| {
            let share = place(seat).and_then(|place| dkg::public_share(&dealt, place).ok());
            share.map(|share| (seat, share)).ok_or((seat, Check::DealingSum))
        };
        let shares = self.holders.iter().map(share).collect::<Result<_, _>>()?;
        Ok(PileKey { key, shares, threshold: self.threshold, dealt: true, epoch })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nightcoach_cards::Context;
    use rand_core::SeedableRng as _;

    /// Three seats, any two of whom shall be enough, and what they deal from these polynomials.
    fn round(polynomials: [&Polynomial; 3]) -> Round {
        let mut rng = ChaCha20Rng::from_seed([1; 32]);
        let holders = SeatSet::first(3);
        let transport = holders.iter().map(|seat| (seat, TransportSecret::random(&mut rng).public())).collect();
        let options = Options { losses: 1, ..Options::new(3) };
        let mut round = Round::new(&options, holders, &transport);
        for (seat, polynomial) in holders.iter().zip(polynomials) {
            let dealt = Dealt {
                commitments: polynomial.commitments(),
                boxes: BTreeMap::new(),
                context: Context::new([0; 32]),
                next: TransportSecret::random(&mut rng).public(),
            };
            round.dealt.insert(seat, dealt);
        }
        round
    }

    #[test]
    fn two_dealers_with_one_secret_make_no_key() {
        let mut rng = ChaCha20Rng::from_seed([2; 32]);
        let [a, b, c] = [(); 3].map(|()| Polynomial::random(2, &mut rng));
        assert_eq!(round([&a, &b, &c]).key(0).map(|key| (key.threshold, key.holders())), Ok((2, SeatSet::first(3))));
        assert_eq!(round([&a, &b, &a]).key(0).map(|key| key.epoch), Err((Seat(2), Check::DealingSum)));
    }

    #[test]
    fn a_re_key_keeps_f_while_four_are_awake() {
        let options = |seats, losses| Options { losses, ..Options::new(seats) };
        let f = |options: &Options, awake: u8| losses(options, SeatSet::first(awake));
        assert_eq!((f(&options(3, 1), 3), f(&options(3, 1), 2)), (1, 0));
        let five = options(5, 1);
        assert_eq!([5, 4, 3, 2].map(|awake| f(&five, awake)), [1, 1, 0, 0]);
        // Fewer than half must never be enough, so a high f shrinks with the table.
        let ten = options(10, 3);
        assert_eq!([10, 9, 8, 7, 6, 5, 4, 3].map(|awake| f(&ten, awake)), [3, 2, 2, 2, 1, 1, 1, 0]);
        assert_eq!(f(&options(10, 0), 10), 0);
    }
}
