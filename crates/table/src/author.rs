//! The secret half of a table: what one seat signs with, unmasks with and draws randomness from.
//!
//! All randomness of an entry comes from a per-table seed, the place in the chain and the choice itself, so that a stuck
//! random source, a restart or a snapshot never gives one commitment two challenges (`protocol-spec/attacks.md`, 39).

use alloc::vec::Vec;

use nightcoach_cards::share;
use nightcoach_cards::{
    DealSecret, HandSecret, MaskedCard, Permutation, PileSecret, PublicKey, Role, SecretKey, ownership, shuffle,
};
use nightcoach_rules::{Choice, Seat, Selection, judge};
use nightcoach_transcript::hash;
use nightcoach_wire::{Bytes64, encode};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng as _;
use zeroize::Zeroizing;

use crate::body::{Body, Closing, CommittedKeys, KeyOpen, OpProof, Reveal};
use crate::check::key_commitment;
use crate::closing::{Revealed, reveal_ops};
use crate::group::GroupRound;
use crate::keys::Stand;
use crate::labels;
use crate::lists::bytes;
use crate::phase::{Phase, shufflers};
use crate::replica::Replica;
use crate::script::{CannotProve, Maker, Scene, make_all};
use crate::seal;

/// What an own entry cannot be made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AuthorError {
    /// The choice is not legal, or not true of the own cards.
    Choice,
    /// The secrets do not fit this table.
    Secrets,
}

impl From<CannotProve> for AuthorError {
    fn from(CannotProve: CannotProve) -> Self {
        Self::Choice
    }
}

/// One seat's secrets of one table.
pub(crate) struct Author {
    seat: Seat,
    seat_seed: Zeroizing<[u8; 32]>,
    /// Seed and key of the deal; erased once the piles are re-keyed.
    deal: Option<(Zeroizing<[u8; 32]>, DealSecret)>,
    pile: PileSecret,
    hand: HandSecret,
}

impl core::fmt::Debug for Author {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Author(seat {})", self.seat.0)
    }
}

impl Author {
    pub(crate) fn new(seat: Seat, deal_seed: [u8; 32], seat_seed: [u8; 32]) -> Self {
        let deal = DealSecret::random(&mut stream(&deal_seed, &[b"deal key"]));
        let pile = PileSecret::random(&mut stream(&seat_seed, &[b"pile key"]));
        let hand = HandSecret::random(&mut stream(&seat_seed, &[b"hand key"]));
        Self { seat, seat_seed: Zeroizing::new(seat_seed), deal: Some((Zeroizing::new(deal_seed), deal)), pile, hand }
    }

    pub(crate) fn hand(&self) -> &HandSecret {
        &self.hand
    }

    /// Forgets the deal: from now on nobody can open what was dealt under the deal key (`protocol-spec/table.md`).
    pub(crate) fn erase_deal(&mut self) {
        self.deal = None;
    }

    /// The body that this seat owes where no choice is asked for.
    pub(crate) fn automatic(&self, replica: &Replica) -> Result<Body, AuthorError> {
        let keys = replica.keys();
        let context = replica.stand().context(self.seat);
        match replica.phase() {
            Phase::Genesis => {
                Ok(Body::Genesis { genesis: replica.genesis().clone(), nonce: self.nonce(replica, b"genesis nonce") })
            }
            Phase::KeyCommit => Ok(Body::KeyCommit { commitment: key_commitment(self.seat, &self.committed()?) }),
            Phase::KeyOpen => self.open_keys(replica),
            Phase::Shuffle { hop } => self.shuffle(replica, *hop),
            Phase::DealOver => {
                let keys = keys.ok_or(AuthorError::Secrets)?;
                let (_, secret) = self.deal.as_ref().ok_or(AuthorError::Secrets)?;
                let (cards, to) = (replica.setup().dealt(), replica.setup().layered_keys(keys));
                self.shares(replica, secret, &cards, &to, &context)
            }
            Phase::DealStrip => {
                let to = replica.setup().hand_keys(keys.ok_or(AuthorError::Secrets)?);
                self.shares(replica, &self.pile, replica.setup().layered(), &to, &context)
            }
            Phase::Rekey => {
                let (_, secret) = self.deal.as_ref().ok_or(AuthorError::Secrets)?;
                let cards = replica.setup().undealt();
                let to = alloc::vec![keys.ok_or(AuthorError::Secrets)?.pile; cards.len()];
                self.shares(replica, secret, &cards, &to, &context)
            }
            Phase::Group { ops, .. } => {
                let op = ops.first().ok_or(AuthorError::Secrets)?;
                let keys = keys.ok_or(AuthorError::Secrets)?;
                match op.round(keys, replica.lists()).ok_or(AuthorError::Secrets)? {
                    GroupRound::HandOver { cards, to } => self.shares(replica, &self.pile, cards, &to, &context),
                    GroupRound::Strip { cards, to } => self.shares(replica, &self.pile, &cards, &to, &context),
                    GroupRound::Shuffle { cards } => self.shuffled(replica, &keys.pile, cards),
                }
            }
            Phase::Act | Phase::Unseal { .. } | Phase::Over => Err(AuthorError::Choice),
        }
    }

    /// An open choice with its proofs.
    pub(crate) fn act(&self, replica: &Replica, choice: &Choice) -> Result<Body, AuthorError> {
        let proofs = self.prove(replica, choice)?;
        Ok(Body::Act { action: choice.action.clone(), proofs })
    }

    /// The commitment to a choice in a sealed window. Nothing is proven yet, so that the work, and with it the moment at
    /// which a seal leaves, is the same whatever is sealed.
    pub(crate) fn seal(&self, replica: &Replica, choice: &Choice) -> Body {
        let stand = replica.stand();
        let nonce = self.seal_nonce(&stand);
        Body::Seal { commitment: seal::commitment(&stand, self.seat, &choice.action, &nonce) }
    }

    /// The opening of the choice that was sealed there.
    pub(crate) fn unseal(&self, replica: &Replica, sealed_at: &Stand, choice: &Choice) -> Result<Body, AuthorError> {
        let proofs = self.prove(replica, choice)?;
        Ok(Body::Unseal { action: choice.action.clone(), nonce: self.seal_nonce(sealed_at), proofs })
    }

    /// The closing record of a finished game, with what is to be revealed.
    pub(crate) fn close(&self, replica: &Replica, reveal: Option<Revealed>) -> Result<Closing, AuthorError> {
        let outcome = replica.outcome().cloned().ok_or(AuthorError::Choice)?;
        let Some((hand, slots)) = reveal else { return Ok(Closing { outcome, reveal: None }) };
        let ops = reveal_ops(self.seat, &hand, slots);
        let mut rng = self.rng(replica, b"closing", &[]);
        let keys = replica.keys().ok_or(AuthorError::Secrets)?;
        let scene = Scene {
            keys,
            faces: replica.faces(),
            proofs: replica.proofs(),
            context: replica.stand().context(self.seat),
        };
        let mut maker = Maker { secret: &self.hand, rng: &mut rng, selection: &Selection::Nothing };
        let proofs = make_all(scene, &mut maker, &ops, replica.lists())?;
        Ok(Closing { outcome, reveal: Some(Reveal { hand, slots, proofs }) })
    }

    fn prove(&self, replica: &Replica, choice: &Choice) -> Result<Vec<OpProof>, AuthorError> {
        let state = replica.state().ok_or(AuthorError::Choice)?;
        let ops = judge(state, self.seat, &choice.action).map_err(|_illegal| AuthorError::Choice)?;
        let keys = replica.keys().ok_or(AuthorError::Secrets)?;
        let action = encode(&(&choice.action, &choice.selection)).map_err(|_error| AuthorError::Choice)?;
        let mut rng = self.rng(replica, b"act", &action);
        let scene = Scene {
            keys,
            faces: replica.faces(),
            proofs: replica.proofs(),
            context: replica.stand().context(self.seat),
        };
        let mut maker = Maker { secret: &self.hand, rng: &mut rng, selection: &choice.selection };
        Ok(make_all(scene, &mut maker, &ops, replica.lists())?)
    }

    pub(crate) fn committed(&self) -> Result<CommittedKeys, AuthorError> {
        let (seed, secret) = self.deal.as_ref().ok_or(AuthorError::Secrets)?;
        Ok(CommittedKeys {
            deal: secret.public().to_bytes(),
            pile: self.pile.public().to_bytes(),
            hand: self.hand.public().to_bytes(),
            nonce: hash(labels::RANDOMNESS, &[seed.as_slice(), b"key nonce"]),
            chance: hash(labels::RANDOMNESS, &[seed.as_slice(), b"chance"]),
        })
    }

    fn open_keys(&self, replica: &Replica) -> Result<Body, AuthorError> {
        let context = replica.stand().context(self.seat);
        let mut rng = self.rng(replica, b"keys", &[]);
        let (_, deal) = self.deal.as_ref().ok_or(AuthorError::Secrets)?;
        Ok(Body::KeyOpen(KeyOpen {
            keys: self.committed()?,
            deal_proof: ownership::prove(&context, deal, &mut rng),
            pile_proof: ownership::prove(&context, &self.pile, &mut rng),
            hand_proof: ownership::prove(&context, &self.hand, &mut rng),
        }))
    }

    fn shuffle(&self, replica: &Replica, hop: u8) -> Result<Body, AuthorError> {
        let keys = replica.keys().ok_or(AuthorError::Secrets)?;
        let (_, deck) =
            shufflers(replica.options(), hop).find(|(seat, _)| *seat == self.seat).ok_or(AuthorError::Secrets)?;
        self.shuffled(replica, &keys.deal, replica.setup().deck(deck))
    }

    /// A list in a fresh random order.
    fn shuffled<R: Role>(
        &self,
        replica: &Replica,
        key: &PublicKey<R>,
        before: &[MaskedCard<R>],
    ) -> Result<Body, AuthorError> {
        let mut rng = self.rng(replica, b"shuffle", &[]);
        let order = Permutation::random(before.len(), &mut rng);
        let context = replica.stand().context(self.seat);
        let (after, argument) =
            shuffle::shuffle(&context, key, before, &order, &mut rng).map_err(|_error| AuthorError::Secrets)?;
        Ok(Body::Shuffle { cards: bytes(&after), argument })
    }

    fn shares<F: Role, C: Role, T: Role>(
        &self,
        replica: &Replica,
        secret: &SecretKey<F>,
        cards: &[MaskedCard<C>],
        to: &[PublicKey<T>],
        context: &nightcoach_cards::Context,
    ) -> Result<Body, AuthorError> {
        let mut rng = self.rng(replica, b"shares", &[]);
        let (shares, proof) =
            share::prove(context, secret, cards, to, &mut rng).map_err(|_error| AuthorError::Secrets)?;
        Ok(Body::Shares { shares: shares.iter().map(|share| Bytes64(share.to_bytes())).collect(), proof })
    }

    /// Randomness of one entry. What belongs to the deal comes from the deal's seed, so that it is erased with it.
    fn rng(&self, replica: &Replica, what: &[u8], choice: &[u8]) -> ChaCha20Rng {
        let seed = match &self.deal {
            Some((seed, _)) if !matches!(replica.phase(), Phase::Act | Phase::Unseal { .. }) => seed,
            _ => &self.seat_seed,
        };
        let place = [replica.phase().kind()];
        stream(seed, &[what, &replica.table(), &replica.head(), &replica.round().to_le_bytes(), &place, choice])
    }

    fn nonce(&self, replica: &Replica, what: &[u8]) -> [u8; 32] {
        hash(labels::RANDOMNESS, &[self.seat_seed.as_slice(), what, &replica.head()])
    }

    fn seal_nonce(&self, stand: &Stand) -> [u8; 32] {
        hash(labels::RANDOMNESS, &[self.seat_seed.as_slice(), b"seal", stand.context(self.seat).as_bytes()])
    }
}

#[cfg(feature = "cheat")]
impl Author {
    /// Randomness of a forgery.
    pub(crate) fn forger(&self) -> ChaCha20Rng {
        stream(&self.seat_seed, &[b"forger"])
    }

    pub(crate) const fn pile(&self) -> &PileSecret {
        &self.pile
    }

    pub(crate) fn deal_secret(&self) -> Option<&DealSecret> {
        self.deal.as_ref().map(|(_, secret)| secret)
    }
}

fn stream(seed: &[u8; 32], parts: &[&[u8]]) -> ChaCha20Rng {
    let all: Vec<&[u8]> = core::iter::once(seed.as_slice()).chain(parts.iter().copied()).collect();
    ChaCha20Rng::from_seed(hash(labels::RANDOMNESS, &all))
}
