//! The secret half of a table: what one seat signs with, unmasks with and draws randomness from.
//!
//! All randomness of an entry comes from a per-table seed, the place in the chain and the choice itself, so that a stuck
//! random source, a restart or a snapshot never gives one commitment two challenges (`protocol-spec/attacks.md`, 39).

use alloc::vec::Vec;

use nightcoach_cards::share;
use nightcoach_cards::{
    Context, DealSecret, HandSecret, MaskedCard, Permutation, PileSecret, Polynomial, ProofError, PublicKey,
    RemaskShare, Role, SecretKey, TransportSecret, ownership, shuffle,
};
use nightcoach_rules::{Choice, Seat, Selection, judge};
use nightcoach_transcript::hash;
use nightcoach_wire::{Bytes64, encode};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng as _;
use zeroize::Zeroizing;

use crate::body::{Body, Closing, CommittedKeys, KeyOpen, OpProof, Reveal};
use crate::check::{PILES_SLOT, key_commitment};
use crate::closing::{Revealed, reveal_ops};
use crate::dealing::Round;
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
    /// The part or share of the pile key that is in force, and its epoch; none for a seat that holds none.
    pile: Option<(u32, PileSecret)>,
    /// A dealt share that is in force once the piles have been handed over.
    next: Option<(u32, PileSecret)>,
    /// Under what shares of the pile key come to this seat.
    transport: TransportSecret,
    hand: HandSecret,
}

impl core::fmt::Debug for Author {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Author(seat {})", self.seat.0)
    }
}

impl Author {
    /// The secrets of a table whose pile key is a sum, or is still to be dealt.
    pub(crate) fn new(seat: Seat, deal_seed: [u8; 32], seat_seed: [u8; 32], dealt: bool) -> Self {
        let deal = DealSecret::random(&mut stream(&deal_seed, &[b"deal key"]));
        let part = || PileSecret::random(&mut stream(&seat_seed, &[b"pile key"]));
        let pile = (!dealt).then(|| (0, part()));
        let transport = TransportSecret::random(&mut stream(&seat_seed, &[b"transport key"]));
        let hand = HandSecret::random(&mut stream(&seat_seed, &[b"hand key"]));
        let deal = Some((Zeroizing::new(deal_seed), deal));
        Self { seat, seat_seed: Zeroizing::new(seat_seed), deal, pile, next: None, transport, hand }
    }

    pub(crate) fn hand(&self) -> &HandSecret {
        &self.hand
    }

    /// Forgets the deal: from now on nobody can open what was dealt under the deal key (`protocol-spec/table.md`).
    pub(crate) fn erase_deal(&mut self) {
        self.deal = None;
    }

    /// Forgets what was dealt to this seat; what the chain holds of it is taken up again as the chain is replayed.
    pub(crate) fn begin_again(&mut self, dealt: bool) {
        if dealt {
            (self.pile, self.next) = (None, None);
            self.transport = TransportSecret::random(&mut stream(&self.seat_seed, &[b"transport key"]));
        }
    }

    /// Goes along with a round that was folded: takes up what was dealt to this seat, and wipes what is not in force any more.
    pub(crate) fn follow(&mut self, replica: &Replica) {
        let known = self.next.as_ref().or(self.pile.as_ref()).map(|(epoch, _)| *epoch);
        if let Some((epoch, round)) = replica.dealt()
            && known.is_none_or(|known| known < *epoch)
            && let Some(own) = round.dealt.get(&self.seat)
        {
            let polynomial = self.polynomial(round, &own.context);
            self.next = round.secret(self.seat, &polynomial, &self.transport).map(|secret| (*epoch, secret));
            self.transport = self.next_transport(&own.context);
        }
        let Some(key) = replica.keys().map(|keys| &keys.pile).filter(|key| key.dealt) else { return };
        if self.next.as_ref().is_some_and(|(epoch, _)| *epoch == key.epoch) {
            self.pile = self.next.take();
        } else if !key.holders().contains(self.seat) || self.pile.as_ref().is_some_and(|(epoch, _)| *epoch != key.epoch)
        {
            self.pile = None;
        }
    }

    /// The own polynomial of a dealing, drawn again from the seed and the place.
    fn polynomial(&self, round: &Round, context: &Context) -> Polynomial {
        Polynomial::random(round.threshold, &mut stream(&self.seat_seed, &[b"polynomial", context.as_bytes()]))
    }

    /// The transport key that follows a dealing.
    fn next_transport(&self, context: &Context) -> TransportSecret {
        TransportSecret::random(&mut stream(&self.seat_seed, &[b"transport key", context.as_bytes()]))
    }

    /// The share of the pile key that is in force.
    fn share(&self) -> Result<&PileSecret, AuthorError> {
        self.pile.as_ref().map(|(_, secret)| secret).ok_or(AuthorError::Secrets)
    }

    /// The body that this seat owes where no choice is asked for.
    pub(crate) fn automatic(&self, replica: &Replica) -> Result<Body, AuthorError> {
        let keys = replica.keys();
        let context = replica.stand().context(self.seat);
        let dealt = replica.options().losses > 0;
        match replica.phase() {
            Phase::Genesis => {
                Ok(Body::Genesis { genesis: replica.genesis().clone(), nonce: self.nonce(replica, b"genesis nonce") })
            }
            Phase::KeyCommit => Ok(Body::KeyCommit { commitment: key_commitment(self.seat, &self.committed(dealt)?) }),
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
                self.shares(replica, self.share()?, replica.setup().layered(), &to, &context)
            }
            Phase::Rekey => {
                let (_, secret) = self.deal.as_ref().ok_or(AuthorError::Secrets)?;
                let cards = replica.setup().undealt();
                let to = alloc::vec![keys.ok_or(AuthorError::Secrets)?.pile.key; cards.len()];
                self.shares(replica, secret, &cards, &to, &context)
            }
            Phase::Group { ops, .. } => {
                let op = ops.first().ok_or(AuthorError::Secrets)?;
                let keys = keys.ok_or(AuthorError::Secrets)?;
                match op.round(keys, replica.lists()).ok_or(AuthorError::Secrets)? {
                    GroupRound::HandOver { cards, to } => self.shares(replica, self.share()?, cards, &to, &context),
                    GroupRound::Strip { cards, to } => self.shares(replica, self.share()?, &cards, &to, &context),
                    GroupRound::Shuffle { cards } => self.shuffled(replica, &keys.pile.key, cards),
                }
            }
            Phase::Boxes(round) => {
                let (stand, mut rng) = (replica.stand(), self.rng(replica, b"dealing", &[]));
                let (polynomial, next) = (self.polynomial(round, &context), self.next_transport(&context));
                let dealing = round.deal(&stand, self.seat, &polynomial, &next, &mut rng);
                dealing.map(Body::Dealing).ok_or(AuthorError::Secrets)
            }
            Phase::Verdicts(round) => {
                let mut rng = self.rng(replica, b"verdict", &[]);
                let complaints = round.complaints(&replica.stand(), self.seat, &self.transport, &mut rng);
                Ok(Body::Verdict { complaints })
            }
            Phase::DealAll => self.deal_shares(replica, &context),
            Phase::Rehand(key) => {
                let cards = replica.lists().piles();
                self.shares(replica, self.share()?, &cards, &alloc::vec![key.key; cards.len()], &context)
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

    pub(crate) fn committed(&self, dealt: bool) -> Result<CommittedKeys, AuthorError> {
        let (seed, secret) = self.deal.as_ref().ok_or(AuthorError::Secrets)?;
        Ok(CommittedKeys {
            deal: secret.public().to_bytes(),
            pile: if dealt { self.transport.public().to_bytes() } else { self.share()?.public().to_bytes() },
            hand: self.hand.public().to_bytes(),
            nonce: hash(labels::RANDOMNESS, &[seed.as_slice(), b"key nonce"]),
            chance: hash(labels::RANDOMNESS, &[seed.as_slice(), b"chance"]),
        })
    }

    fn open_keys(&self, replica: &Replica) -> Result<Body, AuthorError> {
        let context = replica.stand().context(self.seat);
        let mut rng = self.rng(replica, b"keys", &[]);
        let (_, deal) = self.deal.as_ref().ok_or(AuthorError::Secrets)?;
        let dealt = replica.options().losses > 0;
        Ok(Body::KeyOpen(KeyOpen {
            keys: self.committed(dealt)?,
            deal_proof: ownership::prove(&context, deal, &mut rng),
            pile_proof: if dealt {
                ownership::prove(&context, &self.transport, &mut rng)
            } else {
                ownership::prove(&context, self.share()?, &mut rng)
            },
            hand_proof: ownership::prove(&context, &self.hand, &mut rng),
        }))
    }

    /// Shares from the deal key for the dealt cards and for the piles, in one entry.
    fn deal_shares(&self, replica: &Replica, context: &Context) -> Result<Body, AuthorError> {
        let keys = replica.keys().ok_or(AuthorError::Secrets)?;
        let (_, secret) = self.deal.as_ref().ok_or(AuthorError::Secrets)?;
        let setup = replica.setup();
        let mut rng = self.rng(replica, b"shares", &[]);
        let (dealt, dealt_proof) =
            share::prove(context, secret, &setup.dealt(), &setup.layered_keys(keys), &mut rng).map_err(secrets)?;
        let cards = setup.undealt();
        let to = alloc::vec![keys.pile.key; cards.len()];
        let (piles, piles_proof) =
            share::prove(&context.slot(PILES_SLOT), secret, &cards, &to, &mut rng).map_err(secrets)?;
        let (dealt, piles) = (share_bytes(&dealt), share_bytes(&piles));
        Ok(Body::DealShares { dealt, dealt_proof, piles, piles_proof })
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
        context: &Context,
    ) -> Result<Body, AuthorError> {
        let mut rng = self.rng(replica, b"shares", &[]);
        let (shares, proof) = share::prove(context, secret, cards, to, &mut rng).map_err(secrets)?;
        Ok(Body::Shares { shares: share_bytes(&shares), proof })
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
    /// A complaint about a box, be it good or bad.
    pub(crate) fn complain(&self, round: &Round, replica: &Replica, dealer: Seat) -> Option<crate::body::Complaint> {
        let sealed = round.dealt.get(&dealer)?.boxes.get(&self.seat)?;
        let context = replica.stand().context(self.seat).slot(u32::from(dealer.0));
        let complaint = nightcoach_cards::dkg::complain(&context, &self.transport, sealed, &mut self.forger());
        complaint.ok().map(|(opened, proof)| crate::body::Complaint { dealer, opened, proof })
    }

    /// Randomness of a forgery.
    pub(crate) fn forger(&self) -> ChaCha20Rng {
        stream(&self.seat_seed, &[b"forger"])
    }

    pub(crate) fn pile(&self) -> Option<&PileSecret> {
        self.share().ok()
    }

    pub(crate) fn deal_secret(&self) -> Option<&DealSecret> {
        self.deal.as_ref().map(|(_, secret)| secret)
    }
}

fn secrets(_error: ProofError) -> AuthorError {
    AuthorError::Secrets
}

fn share_bytes(shares: &[RemaskShare]) -> Vec<Bytes64> {
    shares.iter().map(|share| Bytes64(share.to_bytes())).collect()
}

fn stream(seed: &[u8; 32], parts: &[&[u8]]) -> ChaCha20Rng {
    let all: Vec<&[u8]> = core::iter::once(seed.as_slice()).chain(parts.iter().copied()).collect();
    ChaCha20Rng::from_seed(hash(labels::RANDOMNESS, &all))
}
