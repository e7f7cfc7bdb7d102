//! Forged entries, for the cheaters of the workspace's tests only (feature `cheat`, which no program enables).
//!
//! A cheater here is as good as one can be without breaking a proof: signature, head, digest, lengths and everything but
//! the one lie are right, and a false claim comes with a real proof of a true claim of the same shape.

#![expect(clippy::wildcard_enum_match_arm, reason = "a forgery applies to few bodies, and a new one is no danger here")]

pub mod peek;

use alloc::vec::Vec;

use nightcoach_cards::claim::{self, Formula, Leaf};
use nightcoach_cards::{CardPoint, Permutation, open, shuffle};
use nightcoach_rules::{Action, CardOp, Choice, Face, Membership, Occupation, judge};
use nightcoach_transcript::{Content, Entry, RecordKind};
use nightcoach_wire::{Bytes64, encode};

use crate::ballot::Ballot;
use crate::body::{Body, Closing, CommittedKeys, KeyOpen, OpProof, Vote};
use crate::check::key_commitment;
use crate::lists::{CardLists, bytes};
use crate::script::{self, CannotProve, Fresh, Maker, PROOF_SLOT, Scene, perform};
use crate::session::Table;

/// One lie in an otherwise right entry of the running round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forgery {
    /// None: the honest entry, with proofs forged where the choice is not true of the own cards.
    FalseChoice,
    /// A body that is no encoding.
    GarbledBody,
    /// Another head.
    WrongHead,
    /// Another digest.
    WrongDigest,
    /// A body of another kind of round.
    WrongKind,
    /// Another option block in the genesis entry.
    OtherGenesis,
    /// Keys opened that were not committed.
    OtherKeys,
    /// The identity as deal key, committed and opened.
    IdentityKey,
    /// One key in two roles, committed and opened.
    RepeatedKey,
    /// Ownership proofs of the first two keys exchanged.
    SwappedOwnership,
    /// The pile key's ownership proof is that of another key.
    UnownedPile,
    /// The hand key's ownership proof is that of another key.
    UnownedHand,
    /// In a shuffle or in shares, one published pair twice.
    RepeatedPair,
    /// In a shuffle, a card of the deck before.
    ReplayedPair,
    /// In group shares, another first share.
    OtherShare,
    /// A field that must be empty is not, in the proof of this number.
    Stuffed(u8),
    /// In a shuffle, one card twice and another not at all.
    DuplicateCard,
    /// In a shuffle, a card left out.
    DroppedCard,
    /// In group shares, the last one left out.
    FewerShares,
    /// In group shares, two exchanged.
    SwappedShares,
    /// The hand shuffle left out of the first operation.
    NoShuffle,
    /// The hand in its old masking and order, with the argument of a real shuffle.
    OldHand,
    /// The shuffle argument of the first operation of another hand order.
    OtherShuffle,
    /// One proof too many.
    ExtraProof,
    /// The first re-masked card of the entry in another masking than the proven one.
    OtherCopy,
    /// In the proof of this number, the first shuffled card in another masking than the proven one.
    OtherCard(u8),
    /// A different answer than the sealed one.
    OtherAnswer,
    /// In a dealing, a polynomial of a higher degree.
    HigherDegree,
    /// In a dealing, one box too few.
    FewerBoxes,
    /// In a dealing, the proof of knowledge of another key.
    UnownedDealing,
    /// In a dealing, two boxes exchanged.
    SwappedBoxes,
    /// A complaint about a good box.
    FalseComplaint,
}

impl Table {
    /// The forged record, signed by the own seat; `choice` where the round asks for one. `None` if the forgery does not
    /// apply to this round.
    pub fn forge(&self, forgery: Forgery, choice: Option<&Choice>) -> Option<Vec<u8>> {
        let mut body = self.honest_body(choice)?;
        match (forgery, &mut body) {
            (Forgery::OtherGenesis, Body::Genesis { genesis, .. }) => genesis.options.max_laps ^= 1,
            (Forgery::OtherKeys, Body::KeyOpen(KeyOpen { keys: CommittedKeys { chance, .. }, .. })) => flip(chance),
            (Forgery::IdentityKey | Forgery::RepeatedKey, Body::KeyCommit { commitment }) => {
                *commitment = key_commitment(self.seat(), &self.bad_keys(forgery)?);
            }
            (Forgery::IdentityKey | Forgery::RepeatedKey, Body::KeyOpen(open)) => {
                open.keys = self.bad_keys(forgery)?;
            }
            (Forgery::SwappedOwnership, Body::KeyOpen(open)) => {
                core::mem::swap(&mut open.deal_proof, &mut open.pile_proof);
            }
            (Forgery::UnownedPile, Body::KeyOpen(open)) => open.pile_proof.clone_from(&open.hand_proof),
            (Forgery::UnownedHand, Body::KeyOpen(open)) => open.hand_proof.clone_from(&open.pile_proof),
            (Forgery::RepeatedPair, Body::Shuffle { cards: pairs, .. } | Body::Shares { shares: pairs, .. }) => {
                *pairs.get_mut(1)? = *pairs.first()?;
            }
            (Forgery::ReplayedPair, Body::Shuffle { cards, .. }) => *cards.first_mut()? = self.deck_before()?,
            (Forgery::OtherShare, Body::Shares { shares, .. }) => {
                *shares.first_mut()? = self.remasked(shares.first()?)?;
            }
            (Forgery::DuplicateCard, Body::Shuffle { cards, .. }) => {
                // The same face again in a masking of its own: equal bytes would be found without any argument.
                let last = cards.len().checked_sub(1)?;
                *cards.get_mut(last)? = self.remasked(cards.first()?)?;
            }
            (Forgery::DroppedCard, Body::Shuffle { cards, .. }) => drop(cards.pop()),
            (Forgery::HigherDegree, Body::Dealing(dealing)) => dealing.commitments.push(dealing.next),
            (Forgery::FewerBoxes, Body::Dealing(dealing)) => drop(dealing.boxes.pop()),
            (Forgery::UnownedDealing, Body::Dealing(dealing)) => dealing.proof.clone_from(&dealing.next_proof),
            (Forgery::SwappedBoxes, Body::Dealing(dealing)) => dealing.boxes.swap(0, 1),
            (Forgery::FalseComplaint, Body::Verdict { complaints }) => {
                let crate::phase::Phase::Verdicts(round) = self.replica().phase() else { return None };
                let dealer = round.holders.without(self.seat()).iter().next()?;
                complaints.push(self.author().complain(round, self.replica(), dealer)?);
            }
            (Forgery::FewerShares, Body::Shares { shares, .. }) => drop(shares.pop()),
            (Forgery::SwappedShares, Body::Shares { shares, .. }) => shares.reverse(),
            (Forgery::WrongKind, Body::Act { .. }) => body = Body::KeyCommit { commitment: [7; 32] },
            (Forgery::OtherAnswer, Body::Unseal { nonce, .. }) => flip(nonce),
            (_, Body::Act { proofs, .. }) => self.spoil(forgery, proofs)?,
            (Forgery::GarbledBody | Forgery::WrongHead | Forgery::WrongDigest, _) => {}
            _ => return None,
        }
        self.signed(forgery, &body)
    }

    /// Another entry of the own seat for the round before: signed as the first one, but for one bit of its body.
    pub fn forge_second(&self, first: &[u8]) -> Option<Vec<u8>> {
        let entry = nightcoach_transcript::UnverifiedEntry::decode(first).ok()?;
        let mut content = entry.claimed().clone();
        flip(&mut content.body);
        Entry::sign(content, self.identity()).ok().map(|entry| entry.record().to_vec())
    }

    /// An entry of the own seat, whether it owes one or not.
    pub fn forge_unasked(&self) -> Option<Vec<u8>> {
        self.signed(Forgery::FalseChoice, &Body::Act { action: Action::Pass, proofs: Vec::new() })
    }

    /// An entry that asks for shares nobody owes: the own share in handing the first card of the pile to the own seat.
    pub fn forge_share(&self) -> Option<Vec<u8>> {
        let card = self.replica().lists().pile.first().map(|card| Bytes64(card.to_bytes()))?;
        let body = Body::Shares { shares: alloc::vec![self.remasked(&card)?], proof: Vec::new() };
        self.signed(Forgery::FalseChoice, &body)
    }

    /// An answer to a ballot of the running round, whether the seat is asked or not.
    pub fn forge_vote(&self, ballot: Ballot, yes: bool) -> Option<Vec<u8>> {
        let content = Content { kind: RecordKind::Vote, ..self.content(encode(&Vote { ballot, yes }).ok()?) };
        Entry::sign(content, self.identity()).ok().map(|entry| entry.record().to_vec())
    }

    /// An answer to a ballot of a round that is over, and whose digest was this.
    pub fn forge_late_vote(&self, round: u32, digest: [u8; 32], ballot: Ballot, yes: bool) -> Option<Vec<u8>> {
        let head = self.replica().head_of(round)?;
        let body = encode(&Vote { ballot, yes }).ok()?;
        let content = Content { kind: RecordKind::Vote, round, head, digest, ..self.content(body) };
        Entry::sign(content, self.identity()).ok().map(|entry| entry.record().to_vec())
    }

    /// An entry that lets in whoever has signed these wishes.
    pub fn forge_admission(&self, wishes: Vec<Vec<u8>>) -> Option<Vec<u8>> {
        self.signed(Forgery::FalseChoice, &Body::Admit { wishes })
    }

    /// Number and, in play, name of what the running round is about.
    pub fn round_kind(&self) -> (u8, alloc::string::String) {
        let play = self.replica().state().map(|state| alloc::format!("{:?}", state.phase)).unwrap_or_default();
        let name = play.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        (self.replica().phase().kind(), name.into())
    }

    /// A closing record that signs another outcome.
    pub fn forge_closing(&self) -> Option<Vec<u8>> {
        self.sign_closing(&Closing { outcome: nightcoach_rules::Outcome::Unsettled, reveal: None })
    }

    /// A closing record over the right outcome that opens nothing.
    pub fn forge_silent_closing(&self) -> Option<Vec<u8>> {
        self.sign_closing(&Closing { outcome: self.outcome()?.clone(), reveal: None })
    }

    /// The right closing record, but with a reveal that `spoil` has changed: objects, association and occupation.
    pub fn forge_reveal(
        &self,
        spoil: impl FnOnce(&mut Vec<Face>, &mut Option<(Membership, Occupation)>),
    ) -> Option<Vec<u8>> {
        let reveal = crate::closing::revealed(&self.view()?)?;
        let mut closing = self.author().close(self.replica(), Some(reveal)).ok()?;
        let reveal = closing.reveal.as_mut()?;
        spoil(&mut reveal.hand, &mut reveal.slots);
        self.sign_closing(&closing)
    }

    fn sign_closing(&self, closing: &Closing) -> Option<Vec<u8>> {
        let content = Content { kind: RecordKind::Closing, ..self.content(encode(closing).ok()?) };
        Entry::sign(content, self.identity()).ok().map(|entry| entry.record().to_vec())
    }

    fn bad_keys(&self, forgery: Forgery) -> Option<CommittedKeys> {
        let keys = self.author().committed(self.replica().options().losses > 0).ok()?;
        let deal = if forgery == Forgery::IdentityKey { [0; 32] } else { keys.pile };
        Some(CommittedKeys { deal, ..keys })
    }

    fn honest_body(&self, choice: Option<&Choice>) -> Option<Body> {
        let replica = self.replica();
        let Some(choice) = choice else { return self.author().automatic(replica).ok() };
        let proofs = self.lie(choice).ok()?;
        Some(match replica.phase() {
            crate::phase::Phase::Unseal { stand, .. } => {
                let Body::Unseal { nonce, .. } = self.author().unseal(replica, stand, choice).ok()? else {
                    return None;
                };
                Body::Unseal { action: choice.action.clone(), nonce, proofs }
            }
            _ => Body::Act { action: choice.action.clone(), proofs },
        })
    }

    /// The proofs of a choice, forged where they cannot be made.
    fn lie(&self, choice: &Choice) -> Result<Vec<OpProof>, CannotProve> {
        let replica = self.replica();
        let state = replica.state().ok_or(CannotProve)?;
        let ops = judge(state, self.seat(), &choice.action).map_err(|_illegal| CannotProve)?;
        let keys = replica.keys().ok_or(CannotProve)?;
        let scene = Scene {
            keys,
            faces: replica.faces(),
            proofs: replica.proofs(),
            context: replica.stand().context(self.seat()),
        };
        let mut rng = self.author().forger();
        let mut maker = Maker { secret: self.author().hand(), rng: &mut rng, selection: &choice.selection };
        let mut lists = replica.lists().clone();
        let mut proofs = Vec::new();
        for (index, op) in ops.iter().enumerate() {
            let mut fresh = Fresh::default();
            if script::needs_proof(op) {
                let scene = script::at(scene, index);
                let made = script::make(scene, &mut maker, op, &lists);
                let (proof, new) = made.or_else(|_| forge_op(scene, &mut maker, op, &lists))?;
                proofs.push(proof);
                fresh = new;
            }
            perform(op, &fresh, &mut lists).ok_or(CannotProve)?;
        }
        Ok(proofs)
    }

    fn spoil(&self, forgery: Forgery, proofs: &mut Vec<OpProof>) -> Option<()> {
        let seat = self.seat();
        let shuffles = |proof: &&mut OpProof| !proof.shuffled.is_empty();
        match forgery {
            Forgery::NoShuffle => {
                let first = proofs.iter_mut().find(shuffles)?;
                first.shuffled.clear();
                first.argument.clear();
            }
            Forgery::OldHand => {
                proofs.iter_mut().find(shuffles)?.shuffled = bytes(self.replica().lists().hand(seat));
            }
            Forgery::OtherShuffle => proofs.iter_mut().find(shuffles)?.argument = self.other_argument()?,
            Forgery::ExtraProof => proofs.push(OpProof::default()),
            Forgery::OtherCopy => {
                let copy = proofs.iter_mut().find_map(|proof| proof.copies.first_mut())?;
                *copy = self.remasked(copy)?;
            }
            Forgery::OtherCard(at) => {
                let card = proofs.get_mut(usize::from(at))?.shuffled.first_mut()?;
                *card = self.remasked(card)?;
            }
            Forgery::Stuffed(at) => {
                let proof = proofs.get_mut(usize::from(at))?;
                if proof.copies.is_empty() && !proof.shuffled.is_empty() {
                    proof.copies.push(Bytes64([1; 64]));
                } else {
                    proof.argument.push(0);
                }
            }
            Forgery::FalseChoice | Forgery::GarbledBody | Forgery::WrongHead | Forgery::WrongDigest => {}
            _ => return None,
        }
        Some(())
    }

    /// A pair that the deck of this hop already shows.
    fn deck_before(&self) -> Option<Bytes64> {
        let replica = self.replica();
        let crate::phase::Phase::Shuffle { hop } = replica.phase() else { return None };
        let mut turns = crate::phase::shufflers(replica.options(), *hop);
        let (_, deck) = turns.find(|(seat, _)| *seat == self.seat())?;
        bytes(replica.setup().deck(deck)).first().copied()
    }

    fn other_argument(&self) -> Option<Vec<u8>> {
        let hand = self.replica().lists().hand(self.seat());
        let mut rng = self.author().forger();
        let order = Permutation::random(hand.len(), &mut rng);
        let key = self.replica().keys()?.hand(self.seat())?;
        let context = self.replica().stand().context(self.seat());
        shuffle::shuffle(&context, key, hand, &order, &mut rng).ok().map(|(_, argument)| argument)
    }

    /// The same face in a fresh masking, under whatever key: one shuffle of a single card.
    fn remasked(&self, card: &Bytes64) -> Option<Bytes64> {
        let card = nightcoach_cards::MaskedCard::<nightcoach_cards::Deal>::from_bytes(&card.0).ok()?;
        let mut rng = self.author().forger();
        let order = Permutation::random(1, &mut rng);
        let context = self.replica().stand().context(self.seat());
        let key = &self.replica().keys()?.deal;
        let (cards, _) = shuffle::shuffle(&context, key, &[card], &order, &mut rng).ok()?;
        bytes(&cards).pop()
    }

    fn content(&self, body: Vec<u8>) -> Content {
        let replica = self.replica();
        Content {
            kind: RecordKind::Entry,
            table: replica.table(),
            round: replica.round(),
            head: replica.head(),
            digest: replica.digest(),
            seat: self.seat().0,
            body,
        }
    }

    fn signed(&self, forgery: Forgery, body: &Body) -> Option<Vec<u8>> {
        let mut content = self.content(encode(body).ok()?);
        match forgery {
            Forgery::GarbledBody => content.body.push(0),
            Forgery::WrongHead => flip(&mut content.head),
            Forgery::WrongDigest => flip(&mut content.digest),
            _ => {}
        }
        Entry::sign(content, self.identity()).ok().map(|entry| entry.record().to_vec())
    }
}

fn flip(bytes: &mut [u8]) {
    if let Some(byte) = bytes.last_mut() {
        *byte ^= 1;
    }
}

/// A proof of the right shape for an operation that is not true of the cards.
fn forge_op(
    scene: Scene<'_>,
    maker: &mut Maker<'_>,
    op: &CardOp,
    lists: &CardLists,
) -> Result<(OpProof, Fresh), CannotProve> {
    match op {
        CardOp::Claim { prover, claim } => {
            let formula = script::formula(scene.faces, *prover, claim, lists).ok_or(CannotProve)?;
            let truth = made_true(&formula, |card| maker.secret.unmask(card), &scene);
            let proof = claim::prove(&scene.context.slot(PROOF_SLOT), maker.secret, &truth, maker.rng)
                .map_err(|_error| CannotProve)?;
            Ok((OpProof { proof, ..OpProof::default() }, Fresh::default()))
        }
        CardOp::OpenSlot { owner, face } => {
            let card = *lists.slot(*owner, face.slot()).ok_or(CannotProve)?;
            let truth = [maker.secret.unmask(&card)];
            let proof = open::prove(&scene.context.slot(PROOF_SLOT), maker.secret, &[card], &truth, maker.rng)
                .map_err(|_error| CannotProve)?;
            Ok((OpProof { proof, ..OpProof::default() }, Fresh::default()))
        }
        CardOp::OpenObjects { owner, faces } => {
            let (mut proof, shuffled) = script::shuffle_hand(scene, maker, *owner, lists)?;
            let opened = shuffled.get(..faces.len()).ok_or(CannotProve)?;
            let truth: Vec<CardPoint> = opened.iter().map(|card| maker.secret.unmask(card)).collect();
            proof.proof = open::prove(&scene.context.slot(PROOF_SLOT), maker.secret, opened, &truth, maker.rng)
                .map_err(|_error| CannotProve)?;
            Ok((proof, Fresh { shuffled, ..Fresh::default() }))
        }
        CardOp::OpenAssociations { owner, .. } => {
            let (mut proof, fresh) = script::shuffle_associations(scene, maker, *owner, lists)?;
            let truth: Vec<CardPoint> = fresh.shuffled.iter().map(|card| maker.secret.unmask(card)).collect();
            proof.proof =
                open::prove(&scene.context.slot(PROOF_SLOT), maker.secret, &fresh.shuffled, &truth, maker.rng)
                    .map_err(|_error| CannotProve)?;
            Ok((proof, fresh))
        }
        _ => Err(CannotProve),
    }
}

/// The same formula with faces changed so that every leaf is true.
fn made_true(
    formula: &Formula,
    unmask: impl Fn(&nightcoach_cards::MaskedCard<nightcoach_cards::Hand>) -> CardPoint,
    scene: &Scene<'_>,
) -> Formula {
    let other = |real: CardPoint| {
        let points = [scene.faces.object(Face::Dagger), scene.faces.object(Face::Gloves)];
        points.into_iter().find(|point| *point != real).unwrap_or(real)
    };
    let leaf = |leaf: &Leaf| match leaf {
        Leaf::Equal { card, .. } => Leaf::Equal { card: *card, face: unmask(card) },
        Leaf::NotEqual { card, .. } => Leaf::NotEqual { card: *card, face: other(unmask(card)) },
    };
    Formula(formula.0.iter().map(|branch| branch.iter().map(leaf).collect()).collect())
}
