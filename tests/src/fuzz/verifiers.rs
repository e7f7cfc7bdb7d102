//! Any bytes for the verifiers of card proofs, and true statements with one thing changed: nothing panics, and nothing is accepted but
//! what was proven.

use std::sync::OnceLock;

use nightcoach_cards::claim::{self, Formula, Leaf};
use nightcoach_cards::dkg::{self, Guilty};
use nightcoach_cards::{
    CardPoint, Commitments, Context, Deal, DealPublic, DealSecret, Hand, HandPublic, HandSecret, MaskedCard,
    Permutation, PilePublic, PileSecret, Place, Polynomial, RemaskShare, SealedShare, TransportPublic, TransportSecret,
    Way, open, ownership, share, shuffle, transfer,
};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng as _;

use super::Bytes;

/// A proven statement as bytes, context and keys among them, and how it is verified.
struct Case {
    name: &'static str,
    parts: Vec<Vec<u8>>,
    verify: fn(&[Vec<u8>]) -> Option<()>,
}

/// The first byte picks a proof, the others change its statement or itself.
pub fn run(data: &[u8]) {
    let cases = cases();
    let mut bytes = Bytes::new(data);
    let Some(case) = cases.get(usize::from(bytes.next()) % cases.len()) else { return };
    let mut parts = case.parts.clone();
    let count = parts.len();
    match bytes.next() % 4 {
        // Anything at all in the place of one part.
        0 => {
            let at = bytes.below(count);
            let length = parts[at].len();
            parts[at] = bytes.take(length).to_vec();
            parts[at].resize(length, 0);
        }
        // Two points of the statement, or of the proof, change places.
        1 => {
            let at = bytes.below(count);
            let points = parts[at].len() / 32;
            let (a, b) = (bytes.below(points), bytes.below(points));
            for byte in 0..if points == 0 { 0 } else { 32 } {
                parts[at].swap(32 * a + byte, 32 * b + byte);
            }
        }
        _ => {
            while !bytes.is_empty() {
                let at = bytes.below(count);
                bytes.spoil(&mut parts[at]);
            }
        }
    }
    let accepted = (case.verify)(&parts).is_some();
    // Of no cards everything is true, and the proof of it is empty.
    let of_nothing =
        case.name.ends_with("of cards") && parts.iter().skip(2).all(|part| part.is_empty() || part.len() == 32);
    assert_eq!(accepted && !of_nothing, parts == case.parts, "{}: {parts:?}", case.name);
}

fn rng() -> ChaCha20Rng {
    ChaCha20Rng::from_seed([5; 32])
}

fn context(part: &[u8]) -> Option<Context> {
    Some(Context::new(part.try_into().ok()?))
}

fn array<const N: usize>(part: &[u8]) -> Option<[u8; N]> {
    part.try_into().ok()
}

/// Arrays that stand one after the other, and nothing else.
fn arrays<const N: usize>(part: &[u8]) -> Option<Vec<[u8; N]>> {
    let (whole, rest) = part.as_chunks::<N>();
    rest.is_empty().then(|| whole.to_vec())
}

fn masked<R: nightcoach_cards::Role>(part: &[u8]) -> Option<Vec<MaskedCard<R>>> {
    MaskedCard::list_from_bytes(&arrays(part)?).ok()
}

fn points(part: &[u8]) -> Option<Vec<CardPoint>> {
    arrays(part)?.iter().map(|bytes| CardPoint::from_bytes(bytes).ok()).collect()
}

fn bytes_of<R: nightcoach_cards::Role>(cards: &[MaskedCard<R>]) -> Vec<u8> {
    cards.iter().flat_map(MaskedCard::to_bytes).collect()
}

const CONTEXT: [u8; 32] = [9; 32];

fn face(name: &str) -> CardPoint {
    CardPoint::of_face("fuzz", "objects", name)
}

/// A hand of three under this key: two keys and a ring, shuffled, so that it is really masked.
fn hand(secret: &HandSecret) -> Vec<MaskedCard<Hand>> {
    let cards = ["key", "ring", "key"].map(|name| MaskedCard::open(face(name)));
    let order = Permutation::bringing_first(3, &[0, 1, 2], &mut rng()).unwrap();
    shuffle::shuffle(&Context::new([1; 32]), &secret.public(), &cards, &order, &mut rng()).unwrap().0
}

fn cases() -> &'static [Case] {
    static CASES: OnceLock<Vec<Case>> = OnceLock::new();
    CASES.get_or_init(|| {
        let cases = vec![shuffled(), transferred(), shared(), opened(), claimed(), owned(), dealt(), complained()];
        for case in &cases {
            assert!((case.verify)(&case.parts).is_some(), "{} holds as it is", case.name);
        }
        cases
    })
}

fn shuffled() -> Case {
    let key = DealSecret::random(&mut rng()).public();
    let open: Vec<MaskedCard<Deal>> = ["key", "ring", "whip", "loge"].map(|name| MaskedCard::open(face(name))).to_vec();
    let order = Permutation::random(open.len(), &mut rng());
    let (before, _) = shuffle::shuffle(&Context::new([1; 32]), &key, &open, &order, &mut rng()).unwrap();
    let order = Permutation::random(before.len(), &mut rng());
    let (after, proof) = shuffle::shuffle(&Context::new(CONTEXT), &key, &before, &order, &mut rng()).unwrap();
    let parts = vec![CONTEXT.to_vec(), key.to_bytes().to_vec(), bytes_of(&before), bytes_of(&after), proof];
    let verify = |parts: &[Vec<u8>]| {
        let [ctx, key, before, after, proof] = parts else { return None };
        let key = DealPublic::from_bytes(&array(key)?).ok()?;
        shuffle::verify(&context(ctx)?, &key, &masked(before)?, &masked(after)?, proof).ok()
    };
    Case { name: "shuffle", parts, verify }
}

fn transferred() -> Case {
    let (giver, receiver) = (HandSecret::random(&mut rng()), PileSecret::random(&mut rng()).public());
    let cards = hand(&giver);
    let (copies, proof) = transfer::prove(&Context::new(CONTEXT), &giver, &cards, &receiver, &mut rng()).unwrap();
    let keys = [giver.public().to_bytes(), receiver.to_bytes()].map(|key| key.to_vec());
    let [from, to] = keys;
    let parts = vec![CONTEXT.to_vec(), from, bytes_of(&cards), to, bytes_of(&copies), proof];
    let verify = |parts: &[Vec<u8>]| {
        let [ctx, from, cards, to, copies, proof] = parts else { return None };
        let (from, to) = (HandPublic::from_bytes(&array(from)?).ok()?, PilePublic::from_bytes(&array(to)?).ok()?);
        transfer::verify(&context(ctx)?, &from, &masked(cards)?, &to, &masked(copies)?, proof).ok()
    };
    Case { name: "transfer of cards", parts, verify }
}

fn shared() -> Case {
    let own = PileSecret::random(&mut rng());
    let to = [HandSecret::random(&mut rng()).public(); 3];
    let cards = hand(&HandSecret::random(&mut rng()));
    let (shares, proof) = share::prove(&Context::new(CONTEXT), &own, &cards, &to, &mut rng()).unwrap();
    let shares = shares.iter().flat_map(RemaskShare::to_bytes).collect();
    let to = to.iter().flat_map(HandPublic::to_bytes).collect();
    let parts = vec![CONTEXT.to_vec(), own.public().to_bytes().to_vec(), bytes_of(&cards), to, shares, proof];
    let verify = |parts: &[Vec<u8>]| {
        let [ctx, key, cards, to, shares, proof] = parts else { return None };
        let key = PilePublic::from_bytes(&array(key)?).ok()?;
        let to = HandPublic::list_from_bytes(&arrays(to)?).ok()?;
        let shares: Option<Vec<_>> = arrays(shares)?.iter().map(|share| RemaskShare::from_bytes(share).ok()).collect();
        share::verify(&context(ctx)?, &key, &masked::<Hand>(cards)?, &to, &shares?, proof).ok()
    };
    Case { name: "share of cards", parts, verify }
}

fn opened() -> Case {
    let secret = HandSecret::random(&mut rng());
    let cards = hand(&secret);
    let faces: Vec<CardPoint> = cards.iter().map(|card| secret.unmask(card)).collect();
    let proof = open::prove(&Context::new(CONTEXT), &secret, &cards, &faces, &mut rng()).unwrap();
    let faces = faces.iter().flat_map(CardPoint::to_bytes).collect();
    let parts = vec![CONTEXT.to_vec(), secret.public().to_bytes().to_vec(), bytes_of(&cards), faces, proof];
    let verify = |parts: &[Vec<u8>]| {
        let [ctx, key, cards, faces, proof] = parts else { return None };
        let key = HandPublic::from_bytes(&array(key)?).ok()?;
        open::verify(&context(ctx)?, &key, &masked(cards)?, &points(faces)?, proof).ok()
    };
    Case { name: "opening of cards", parts, verify }
}

/// One of two branches: the first card is a key and the second no whip, or the third is a whip.
fn formula(cards: &[MaskedCard<Hand>], faces: &[CardPoint]) -> Option<Formula> {
    let ([a, b, c], [key, whip]) = (cards, faces) else { return None };
    Some(Formula(vec![
        vec![Leaf::Equal { card: *a, face: *key }, Leaf::NotEqual { card: *b, face: *whip }],
        vec![Leaf::Equal { card: *c, face: *whip }],
    ]))
}

fn claimed() -> Case {
    let secret = HandSecret::random(&mut rng());
    let mut cards = hand(&secret);
    cards.sort_by_key(|card| secret.unmask(card) != face("key"));
    let faces = [face("key"), face("whip")];
    let formula_of = formula(&cards, &faces).unwrap();
    let proof = claim::prove(&Context::new(CONTEXT), &secret, &formula_of, &mut rng()).unwrap();
    let faces = faces.iter().flat_map(CardPoint::to_bytes).collect();
    let parts = vec![CONTEXT.to_vec(), secret.public().to_bytes().to_vec(), bytes_of(&cards), faces, proof];
    let verify = |parts: &[Vec<u8>]| {
        let [ctx, key, cards, faces, proof] = parts else { return None };
        let key = HandPublic::from_bytes(&array(key)?).ok()?;
        claim::verify(&context(ctx)?, &key, &formula(&masked(cards)?, &points(faces)?)?, proof).ok()
    };
    Case { name: "claim", parts, verify }
}

fn owned() -> Case {
    let secret = TransportSecret::random(&mut rng());
    let proof = ownership::prove(&Context::new(CONTEXT), &secret, &mut rng());
    let parts = vec![CONTEXT.to_vec(), secret.public().to_bytes().to_vec(), proof];
    let verify = |parts: &[Vec<u8>]| {
        let [ctx, key, proof] = parts else { return None };
        ownership::verify(&context(ctx)?, &TransportPublic::from_bytes(&array(key)?).ok()?, proof).ok()
    };
    Case { name: "ownership", parts, verify }
}

/// What a dealer proves is that it knows the secret; the other commitments are bound by the shares.
fn dealt() -> Case {
    let polynomial = Polynomial::random(1, &mut rng());
    let proof = dkg::prove(&Context::new(CONTEXT), &polynomial, &mut rng());
    let parts = vec![CONTEXT.to_vec(), polynomial.commitments().to_bytes().concat(), proof];
    let verify = |parts: &[Vec<u8>]| {
        let [ctx, commitments, proof] = parts else { return None };
        dkg::verify(&context(ctx)?, &Commitments::from_bytes(&arrays(commitments)?, 1).ok()?, proof).ok()
    };
    Case { name: "dealing", parts, verify }
}

/// A complaint about a box that holds what another polynomial promises.
fn complained() -> Case {
    let mut rng = rng();
    let receiver = TransportSecret::random(&mut rng);
    let dealing = Polynomial::random(1, &mut rng);
    let context_of = Context::new(CONTEXT);
    let key = receiver.public();
    let (one, two) = (Place::new(1).unwrap(), Place::new(2).unwrap());
    let way = Way { ctx: &context_of, dealer: one, receiver: two, key: &key };
    let sealed = dkg::seal(way, &dealing, &mut rng);
    let (opened, proof) = dkg::complain(&context_of.slot(1), &receiver, &sealed, &mut rng).unwrap();
    let parts = [CONTEXT.to_vec(), key.to_bytes().to_vec(), sealed.to_bytes().to_vec(), opened.to_vec(), proof].into();
    let verify = |parts: &[Vec<u8>]| {
        let [ctx, key, sealed, opened, proof] = parts else { return None };
        let (ctx, key) = (context(ctx)?, TransportPublic::from_bytes(&array(key)?).ok()?);
        let way = Way { ctx: &ctx, dealer: Place::new(1)?, receiver: Place::new(2)?, key: &key };
        // What the dealer has promised is another's number: the box is bad, whatever is in it.
        let commitments = Polynomial::random(1, &mut ChaCha20Rng::from_seed([6; 32])).commitments();
        let sealed = SealedShare::from_bytes(&array(sealed)?)?;
        let guilty = dkg::judge(&ctx.slot(1), way, &sealed, &commitments, &array(opened)?, proof);
        (guilty == Guilty::Dealer).then_some(())
    };
    Case { name: "complaint", parts, verify }
}
