//! Checks one entry against the replica: cheap ones first, group operations last. Each names its number.

use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use nightcoach_cards::share::RemaskShare;
use nightcoach_cards::{
    Context, Deal, DealPublic, HandPublic, MaskedCard, Pile, PilePublic, PublicKey, Role, TransportPublic, ownership,
    share, shuffle,
};
use nightcoach_rules::{Action, CardOp, Illegal, Owed, Seat, judge, owed};
use nightcoach_transcript::Entry;
use nightcoach_wire::{Bytes64, MAX_LEN, decode};

use crate::body::{Body, CommittedKeys, Complaint, Genesis, KeyOpen, OpProof, Wish};
use crate::dealing::{Dealt, Round};
use crate::fault::{Check, Fault};
use crate::group::{GroupOp, GroupRound};
use crate::keys::{Keys, MiddleKey, SeatKeys};
use crate::lists::parse;
use crate::phase::{Phase, SetupDeck, shufflers};
use crate::replica::Replica;
use crate::script::{Fresh, Scene, check_all};
use crate::{seal, wish};

/// An entry that has passed every check that one entry alone can be put to.
#[derive(Clone, Debug)]
pub(crate) enum Staged {
    Genesis,
    KeyCommit([u8; 32]),
    Keys {
        keys: Box<SeatKeys>,
        chance: [u8; 32],
    },
    Deck(SetupDeck, Vec<MaskedCard<Deal>>),
    Shares(Vec<RemaskShare>),
    /// A pile from the first place that moves, shuffled.
    Rest(Vec<MaskedCard<Pile>>),
    Act {
        action: Action,
        ops: Vec<(CardOp, Fresh)>,
    },
    Seal([u8; 32]),
    Dealing(Box<Dealt>),
    /// Dealers who are to blame.
    Verdict(Vec<Seat>),
    /// For the dealt cards, and for the piles.
    DealShares(Vec<RemaskShare>, Vec<RemaskShare>),
    Admit(Vec<(Seat, Wish)>),
}

/// Slot of a dealer's context for the shares of the piles, in an entry that also has those of the dealt cards.
pub(crate) const PILES_SLOT: u32 = 1;

type Checked = Result<Staged, Check>;

impl Replica {
    /// Checks an entry of the running round whose signature and table are already known to be right.
    pub(crate) fn check(&self, entry: &Entry) -> Result<Staged, Fault> {
        let content = entry.content();
        let seat = Seat(content.seat);
        let fault = |check| Fault { culprit: seat, round: content.round, check, reason: None };
        if content.head != self.head() {
            return Err(fault(Check::Head));
        }
        if content.digest != self.digest() {
            return Err(fault(Check::Digest));
        }
        if !self.owed().contains(seat) {
            return Err(fault(Check::Owed));
        }
        let body: Body = decode(&content.body, MAX_LEN).map_err(|_error| fault(Check::EntryDecodes))?;
        if let Body::Act { action, .. } | Body::Unseal { action, .. } = &body {
            self.legal(seat, action)
                .map_err(|illegal| Fault { reason: Some(illegal.reason), ..fault(Check::Legal) })?;
        }
        self.check_body(seat, body).map_err(fault)
    }

    fn legal(&self, seat: Seat, action: &Action) -> Result<Vec<CardOp>, Illegal> {
        self.state().map_or(Ok(Vec::new()), |state| judge(state, seat, action))
    }

    fn check_body(&self, seat: Seat, body: Body) -> Checked {
        match (self.phase(), body) {
            (Phase::Genesis, Body::Genesis { genesis, .. }) => self.check_genesis(&genesis),
            (Phase::KeyCommit, Body::KeyCommit { commitment }) => Ok(Staged::KeyCommit(commitment)),
            (Phase::KeyOpen, Body::KeyOpen(open)) => self.check_keys(seat, &open),
            (Phase::Shuffle { hop }, Body::Shuffle { cards, argument }) => {
                self.check_shuffle(seat, *hop, &cards, &argument)
            }
            (Phase::DealOver, Body::Shares { shares, proof }) => {
                let keys = self.keys().ok_or(Check::BodyKind)?;
                let (cards, to) = (self.setup().dealt(), self.setup().layered_keys(keys));
                self.check_shares(seat, &key(keys, seat)?.deal, &cards, &to, (&shares, &proof))
            }
            (Phase::DealStrip, Body::Shares { shares, proof }) => {
                let keys = self.keys().ok_or(Check::BodyKind)?;
                let to = self.setup().hand_keys(keys);
                self.check_shares(seat, share_key(keys, seat)?, self.setup().layered(), &to, (&shares, &proof))
            }
            (Phase::Rekey, Body::Shares { shares, proof }) => {
                let keys = self.keys().ok_or(Check::BodyKind)?;
                let cards = self.setup().undealt();
                let to = alloc::vec![keys.pile.key; cards.len()];
                self.check_shares(seat, &key(keys, seat)?.deal, &cards, &to, (&shares, &proof))
            }
            (Phase::DealAll, Body::DealShares { dealt, dealt_proof, piles, piles_proof }) => {
                self.check_deal(seat, (&dealt, &dealt_proof), (&piles, &piles_proof))
            }
            (Phase::Boxes(round), Body::Dealing(dealing)) => {
                round.check(&self.stand(), seat, &dealing).map(|dealt| Staged::Dealing(Box::new(dealt)))
            }
            (Phase::Verdicts(round), Body::Verdict { complaints }) => self.check_verdict(round, seat, &complaints),
            (Phase::Rehand(key), Body::Shares { shares, proof }) => {
                let keys = self.keys().ok_or(Check::BodyKind)?;
                let cards = self.lists().piles();
                let to = alloc::vec![key.key; cards.len()];
                self.check_shares(seat, share_key(keys, seat)?, &cards, &to, (&shares, &proof))
            }
            (Phase::Act, Body::Admit { wishes }) if self.is_turn_start() => {
                wish::check(self, &wishes).map(Staged::Admit)
            }
            (Phase::Group { ops, .. }, body) => self.check_group(seat, *ops.first().ok_or(Check::BodyKind)?, body),
            (Phase::Act, body) => self.check_act(seat, body),
            (Phase::Unseal { commitments, stand, .. }, Body::Unseal { action, nonce, proofs }) => {
                let opened = seal::commitment(stand, seat, &action, &nonce);
                if commitments.get(&seat) != Some(&opened) {
                    return Err(Check::SealOpens);
                }
                self.check_ops(seat, action, &proofs)
            }
            _ => Err(Check::BodyKind),
        }
    }

    fn check_act(&self, seat: Seat, body: Body) -> Checked {
        let sealed = self.state().is_some_and(|state| matches!(owed(state), Owed::Sealed(_)));
        match body {
            Body::Seal { commitment } if sealed => Ok(Staged::Seal(commitment)),
            Body::Act { action, proofs } if !sealed => self.check_ops(seat, action, &proofs),
            Body::Genesis { .. }
            | Body::KeyCommit { .. }
            | Body::KeyOpen(_)
            | Body::Shuffle { .. }
            | Body::Shares { .. }
            | Body::Act { .. }
            | Body::Seal { .. }
            | Body::Unseal { .. }
            | Body::Dealing(_)
            | Body::Verdict { .. }
            | Body::DealShares { .. }
            | Body::Admit { .. } => Err(Check::BodyKind),
        }
    }

    fn check_ops(&self, seat: Seat, action: Action, proofs: &[OpProof]) -> Checked {
        let ops = self.legal(seat, &action).map_err(|_illegal| Check::Legal)?;
        let keys = self.keys().ok_or(Check::BodyKind)?;
        let published = proofs.iter().flat_map(|proof| proof.shuffled.iter().chain(&proof.copies));
        self.check_fresh(published)?;
        let scene = Scene { keys, faces: self.faces(), proofs: self.proofs(), context: self.stand().context(seat) };
        let ops = check_all(scene, ops, proofs, self.lists())?;
        Ok(Staged::Act { action, ops })
    }

    fn check_genesis(&self, genesis: &Genesis) -> Checked {
        if genesis == self.genesis() { Ok(Staged::Genesis) } else { Err(Check::GenesisAgrees) }
    }

    fn check_keys(&self, seat: Seat, open: &KeyOpen) -> Checked {
        if self.commitment(seat) != Some(&key_commitment(seat, &open.keys)) {
            return Err(Check::KeyCommitment);
        }
        let CommittedKeys { deal, pile, hand, chance, .. } = &open.keys;
        if deal == pile || deal == hand || pile == hand {
            return Err(Check::KeyUnique);
        }
        let middle = if self.options().losses == 0 {
            PilePublic::from_bytes(pile).map(MiddleKey::Pile)
        } else {
            TransportPublic::from_bytes(pile).map(MiddleKey::Transport)
        };
        let keys = SeatKeys {
            deal: DealPublic::from_bytes(deal).map_err(|_error| Check::KeyDecodes)?,
            middle: middle.map_err(|_error| Check::KeyDecodes)?,
            hand: HandPublic::from_bytes(hand).map_err(|_error| Check::KeyDecodes)?,
        };
        let context = self.stand().context(seat);
        let owned = |read| self.proofs().require(read, Check::KeyOwnership);
        owned(ownership::read(&context, &keys.deal, &open.deal_proof))?;
        owned(match &keys.middle {
            MiddleKey::Pile(key) => ownership::read(&context, key, &open.pile_proof),
            MiddleKey::Transport(key) => ownership::read(&context, key, &open.pile_proof),
        })?;
        owned(ownership::read(&context, &keys.hand, &open.hand_proof))?;
        Ok(Staged::Keys { keys: Box::new(keys), chance: *chance })
    }

    fn check_shuffle(&self, seat: Seat, hop: u8, cards: &[Bytes64], argument: &[u8]) -> Checked {
        let keys = self.keys().ok_or(Check::BodyKind)?;
        let (_, deck) =
            shufflers(self.options(), hop).find(|(shuffler, _)| *shuffler == seat).ok_or(Check::BodyKind)?;
        let after = self.shuffled(seat, &keys.deal, self.setup().deck(deck), cards, argument)?;
        Ok(Staged::Deck(deck, after))
    }

    fn shuffled<R: Role>(
        &self,
        seat: Seat,
        key: &PublicKey<R>,
        before: &[MaskedCard<R>],
        cards: &[Bytes64],
        argument: &[u8],
    ) -> Result<Vec<MaskedCard<R>>, Check> {
        if cards.len() != before.len() {
            return Err(Check::ShuffleCards);
        }
        let after = parse(cards).ok_or(Check::ShuffleCards)?;
        self.check_fresh(cards.iter())?;
        let read = shuffle::read(&self.stand().context(seat), key, before, &after, argument);
        self.proofs().require(read, Check::ShuffleArgument)?;
        Ok(after)
    }

    fn check_deal(&self, seat: Seat, dealt: (&[Bytes64], &[u8]), piles: (&[Bytes64], &[u8])) -> Checked {
        let keys = self.keys().ok_or(Check::BodyKind)?;
        let (own, setup) = (&key(keys, seat)?.deal, self.setup());
        let context = self.stand().context(seat);
        let cards = setup.undealt();
        let to = alloc::vec![keys.pile.key; cards.len()];
        // All first halves of the entry differ from each other, not only those of each list.
        self.check_fresh(dealt.0.iter().chain(piles.0))?;
        let first = self.parse_shares(&context, own, &setup.dealt(), &setup.layered_keys(keys), dealt)?;
        let second = self.parse_shares(&context.slot(PILES_SLOT), own, &cards, &to, piles)?;
        Ok(Staged::DealShares(first, second))
    }

    /// Each complaint is of another box and true, and so speaks against its dealer.
    fn check_verdict(&self, round: &Round, seat: Seat, complaints: &[Complaint]) -> Checked {
        let mut accused = Vec::new();
        for complaint in complaints {
            if accused.contains(&complaint.dealer) || !round.is_true(&self.stand(), seat, complaint) {
                return Err(Check::ComplaintTrue);
            }
            accused.push(complaint.dealer);
        }
        Ok(Staged::Verdict(accused))
    }

    fn check_group(&self, seat: Seat, op: GroupOp, body: Body) -> Checked {
        let keys = self.keys().ok_or(Check::BodyKind)?;
        let round = op.round(keys, self.lists()).ok_or(Check::BodyKind)?;
        let own = || share_key(keys, seat);
        match (round, body) {
            (GroupRound::HandOver { cards, to }, Body::Shares { shares, proof }) => {
                self.check_shares(seat, own()?, cards, &to, (&shares, &proof))
            }
            (GroupRound::Strip { cards, to }, Body::Shares { shares, proof }) => {
                self.check_shares(seat, own()?, &cards, &to, (&shares, &proof))
            }
            (GroupRound::Shuffle { cards: before }, Body::Shuffle { cards, argument }) => {
                self.shuffled(seat, &keys.pile.key, before, &cards, &argument).map(Staged::Rest)
            }
            _ => Err(Check::BodyKind),
        }
    }

    fn check_shares<F: Role, C: Role, T: Role>(
        &self,
        seat: Seat,
        key: &PublicKey<F>,
        cards: &[MaskedCard<C>],
        to: &[PublicKey<T>],
        shares: (&[Bytes64], &[u8]),
    ) -> Checked {
        let parsed = self.parse_shares(&self.stand().context(seat), key, cards, to, shares)?;
        Ok(Staged::Shares(parsed))
    }

    fn parse_shares<F: Role, C: Role, T: Role>(
        &self,
        context: &Context,
        key: &PublicKey<F>,
        cards: &[MaskedCard<C>],
        to: &[PublicKey<T>],
        (shares, proof): (&[Bytes64], &[u8]),
    ) -> Result<Vec<RemaskShare>, Check> {
        if shares.len() != cards.len() {
            return Err(Check::ShareCards);
        }
        let parsed: Option<Vec<RemaskShare>> =
            shares.iter().map(|share| RemaskShare::from_bytes(&share.0).ok()).collect();
        let parsed = parsed.ok_or(Check::ShareCards)?;
        self.check_fresh(shares.iter())?;
        let read = share::read(context, key, cards, to, &parsed, proof);
        self.proofs().require(read, Check::ShareProof)?;
        Ok(parsed)
    }

    /// A newly published pair must not repeat the first half of any earlier one: equal randomness links faces
    /// (`protocol-spec/attacks.md`, 17).
    fn check_fresh<'a>(&self, pairs: impl Iterator<Item = &'a Bytes64>) -> Result<(), Check> {
        let mut own = BTreeSet::new();
        for pair in pairs {
            let half = first_half(pair);
            if self.has_seen(&half) || !own.insert(half) {
                return Err(Check::FreshCards);
            }
        }
        Ok(())
    }
}

/// What a seat's shares in handing pile cards on are checked against.
fn share_key(keys: &Keys, seat: Seat) -> Result<&PilePublic, Check> {
    keys.pile.shares.get(&seat).ok_or(Check::BodyKind)
}

fn key(keys: &Keys, seat: Seat) -> Result<&SeatKeys, Check> {
    keys.seat(seat).ok_or(Check::BodyKind)
}

/// First half of a masked card or share: its published randomness.
pub(crate) fn first_half(pair: &Bytes64) -> [u8; 32] {
    let (half, _) = pair.0.split_first_chunk::<32>().unwrap_or((&[0; 32], &[]));
    *half
}

/// The commitment to a seat's keys and nonces.
pub(crate) fn key_commitment(seat: Seat, keys: &CommittedKeys) -> [u8; 32] {
    let CommittedKeys { deal, pile, hand, nonce, chance } = keys;
    nightcoach_transcript::hash(crate::labels::KEYS, &[&[seat.0], deal, pile, hand, chance, nonce])
}
