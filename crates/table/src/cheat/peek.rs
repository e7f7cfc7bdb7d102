//! What many seats' secrets together open: the whole deal for an omniscient test, or nothing for a coalition.

use alloc::vec;
use alloc::vec::Vec;

use nightcoach_cards::{CardPoint, Context, DealSecret, Hand, HandSecret, MaskedCard, Pile, PileSecret, Role, share};
use nightcoach_rules::{Action, Association, Face, Occupation, Seat};
use nightcoach_transcript::UnverifiedEntry;
use nightcoach_wire::{Bytes64, MAX_LEN, decode};

use crate::author::Author;
use crate::body::Body;
use crate::keys::place;
use crate::lists::bytes;
use crate::replica::Replica;
use crate::session::{Table, TableConfig};

/// A masked pair as it was published or computed.
pub type Pair = [u8; 64];

/// Everything that a seat keeps to itself at one table, as scalars without a role.
#[derive(Debug)]
pub struct Secrets(pub Vec<HandSecret>);

/// The secrets of a seat, deal key included, as they were before anything was erased.
pub fn secrets(config: &TableConfig) -> Secrets {
    let dealt = config.genesis.options.losses > 0;
    let author = Author::new(config.seat, config.deal_seed, config.seat_seed, dealt);
    let deal = author.deal_secret().map(DealSecret::to_bytes);
    let pile = author.pile().map(PileSecret::to_bytes);
    let all = deal.into_iter().chain(pile).chain([author.hand().to_bytes()]);
    Secrets(all.filter_map(|secret| HandSecret::from_bytes(&secret).ok()).collect())
}

/// Takes the layers of all these secrets off a pair.
pub fn peel<'a>(pair: &Pair, secrets: impl IntoIterator<Item = &'a HandSecret>) -> Option<CardPoint> {
    let (a, b) = pair.split_first_chunk::<32>()?;
    let mut point = CardPoint::from_bytes(b.try_into().ok()?).ok()?;
    for secret in secrets {
        let mut card = [0; 64];
        for (to, from) in card.iter_mut().zip(a.iter().chain(&point.to_bytes())) {
            *to = *from;
        }
        point = secret.unmask(&MaskedCard::from_bytes(&card).ok()?);
    }
    Some(point)
}

/// Takes the layer of the pile key off a pair with the shares that these seats hold now: truly, if they are enough.
pub fn without_pile_layer(tables: &[&Table], pair: &Pair) -> Option<Pair> {
    let mut rng = tables.first()?.author().forger();
    let helper = HandSecret::random(&mut rng);
    let cards = [MaskedCard::<Pile>::from_bytes(pair).ok()?];
    let mut lists = Vec::new();
    for table in tables {
        let (context, to) = (Context::new([0; 32]), [helper.public()]);
        let (shares, _proof) = share::prove(&context, table.author().pile()?, &cards, &to, &mut rng).ok()?;
        lists.push((place(table.seat())?, shares));
    }
    let placed: Vec<_> = lists.iter().map(|(place, shares)| (*place, shares.as_slice())).collect();
    let moved: Vec<MaskedCard<Hand>> = share::hand_over_by(&cards, placed.len(), &placed).ok()?;
    let mut bare = *pair;
    let face = helper.unmask(moved.first()?).to_bytes();
    bare.iter_mut().skip(face.len()).zip(face).for_each(|(to, from)| *to = from);
    Some(bare)
}

/// The objects of the pile, top card first, then the undealt occupations, as everybody holds them.
pub fn piled(table: &Table) -> Vec<Pair> {
    bytes(&table.replica().lists().piles()).into_iter().map(|pair| pair.0).collect()
}

/// A seat's hand and slots, as everybody holds them.
pub fn held(table: &Table, seat: Seat) -> Vec<Pair> {
    let lists = table.replica().lists();
    let mut cards = lists.associations(seat).to_vec();
    cards.extend(lists.occupations.get(seat.index()));
    cards.extend(lists.hand(seat));
    bytes(&cards).into_iter().map(|pair| pair.0).collect()
}

/// Every masked card and share that a record publishes.
pub fn published(record: &[u8]) -> Vec<Pair> {
    let Ok(entry) = UnverifiedEntry::decode(record) else { return Vec::new() };
    let pairs = match decode::<Body>(&entry.claimed().body, MAX_LEN) {
        Ok(Body::Shuffle { cards, .. }) => cards,
        Ok(Body::Shares { shares, .. }) => shares,
        Ok(Body::DealShares { dealt, piles, .. }) => dealt.into_iter().chain(piles).collect(),
        Ok(Body::Act { proofs, .. } | Body::Unseal { proofs, .. }) => {
            proofs.into_iter().flat_map(|proof| proof.shuffled.into_iter().chain(proof.copies)).collect()
        }
        _ => Vec::new(),
    };
    pairs.into_iter().map(|pair| pair.0).collect()
}

/// What everybody can read in a play entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// An open or opened action.
    Action(Action),
    /// A commitment in a sealed window.
    Seal,
    /// A share in a group operation.
    Shares,
    /// An entry of the set-up, or of a re-key.
    SetUp,
    /// Somebody let in or out at a turn start.
    Admit,
}

/// Round, seat and public content of an entry; `None` for anything else.
pub fn said(record: &[u8]) -> Option<(u32, Seat, Said)> {
    let entry = UnverifiedEntry::decode(record).ok()?;
    let content = entry.claimed();
    let said = match decode::<Body>(&content.body, MAX_LEN).ok()? {
        Body::Act { action, .. } | Body::Unseal { action, .. } => Said::Action(action),
        Body::Seal { .. } => Said::Seal,
        Body::Shares { .. } => Said::Shares,
        Body::Admit { .. } => Said::Admit,
        Body::Genesis { .. }
        | Body::KeyCommit { .. }
        | Body::KeyOpen(_)
        | Body::Shuffle { .. }
        | Body::Dealing(_)
        | Body::Verdict { .. }
        | Body::DealShares { .. } => Said::SetUp,
    };
    Some((content.round, Seat(content.seat), said))
}

/// The cards dealt to a seat (association, occupation, starting hand), in every masking they lay under: deal key, hand
/// and pile key, hand key.
pub fn dealt_to(table: &Table, seat: Seat) -> Vec<Vec<Pair>> {
    let replica = table.replica();
    let lists = replica.lists();
    let mut hand = lists.associations(seat).to_vec();
    hand.extend(lists.occupations.get(seat.index()));
    hand.extend(lists.hand(seat));
    let each = hand.len();
    let from = seat.index().saturating_mul(each);
    let part = |pairs: Vec<Bytes64>| pairs.into_iter().skip(from).take(each).map(|pair| pair.0).collect();
    vec![
        part(bytes(&replica.setup().dealt())),
        part(bytes(replica.setup().layered())),
        bytes(&hand).into_iter().map(|pair| pair.0).collect(),
    ]
}

/// Every face of every deck.
pub fn all_faces(table: &Table) -> Vec<CardPoint> {
    let faces = table.replica().faces();
    let objects = Face::ALL.into_iter().map(|face| faces.object(face));
    let associations = Association::ALL.into_iter().map(|face| faces.association(face));
    let occupations = Occupation::ALL.into_iter().map(|face| faces.occupation(face));
    objects.chain(associations).chain(occupations).collect()
}

/// The pile, top card first, as all seats together could see it.
pub fn pile(tables: &[Table]) -> Option<Vec<Face>> {
    let replica = tables.first()?.replica();
    opened(tables, &replica.lists().pile, |replica, point| replica.faces().read_object(point))
}

/// The undealt occupations, as all seats together could see them.
pub fn spares(tables: &[Table]) -> Option<Vec<Occupation>> {
    let replica = tables.first()?.replica();
    opened(tables, &replica.lists().spares, |replica, point| replica.faces().read_occupation(point))
}

/// The associations of a seat by place, as that seat sees them.
pub fn associations(tables: &[Table], seat: Seat) -> Option<Vec<Association>> {
    let table = tables.get(seat.index())?;
    let cards = table.replica().lists().associations(seat).iter();
    cards.map(|card| table.replica().faces().read_association(table.author().hand().unmask(card))).collect()
}

fn opened<R: Role, F>(
    tables: &[Table],
    cards: &[MaskedCard<R>],
    read: impl Fn(&Replica, CardPoint) -> Option<F>,
) -> Option<Vec<F>> {
    let replica = tables.first()?.replica();
    let secrets: Vec<HandSecret> =
        tables.iter().filter_map(|table| HandSecret::from_bytes(&table.author().pile()?.to_bytes()).ok()).collect();
    bytes(cards).iter().map(|pair| read(replica, peel(&pair.0, &secrets)?)).collect()
}
