//! When a claim about hidden faces is true: what the card protocol proves, told in the clear (walk.md a.1).

use crate::{Claim, Face, TradeCard, faces, is_texted};

/// The two cards of a running trade, in the clear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TradeFaces {
    /// X.
    pub offered: Face,
    /// Y, once it is in the trade.
    pub answer: Option<Face>,
}

impl TradeFaces {
    /// A card of the trade and the one that went the other way.
    fn pair(self, card: TradeCard) -> Option<(Face, Face)> {
        let answer = self.answer?;
        Some(match card {
            TradeCard::Offered => (self.offered, answer),
            TradeCard::Answer => (answer, self.offered),
        })
    }
}

/// Whether `claim` is true of the trade and of the prover's hand, the latter in the order in which the entry left it. A
/// claim about a trade that does not run is false.
pub fn claim_holds(claim: &Claim, trade: Option<&TradeFaces>, hand: &[Face]) -> bool {
    trade_claim(claim, trade).unwrap_or_else(|| match claim {
        Claim::LacksFaces { after, faces } => {
            let rest = hand.get(usize::from(*after)..);
            rest.is_some_and(|rest| rest.iter().all(|face| !faces.contains(face)))
        }
        Claim::PledgeIsNot { faces } => hand.first().is_some_and(|face| !faces.contains(face)),
        Claim::Refusable | Claim::NotTwoBags | Claim::Silent { .. } | Claim::Texted { .. } | Claim::IsKind { .. } => {
            false
        }
    })
}

fn trade_claim(claim: &Claim, trade: Option<&TradeFaces>) -> Option<bool> {
    let trade = trade?;
    match claim {
        Claim::Refusable => Some(!matches!(trade.offered, Face::Pearl | Face::Mirror)),
        Claim::NotTwoBags => {
            let answer = trade.answer?;
            Some(!(trade.offered.is_bag() && answer.is_bag()))
        }
        Claim::Silent { card, pile_empty } => {
            let (card, other) = trade.pair(*card)?;
            Some(other == Face::Mirror || !is_texted(card, *pile_empty))
        }
        Claim::Texted { card, kind, pile_empty } => {
            let (card, other) = trade.pair(*card)?;
            Some(other != Face::Mirror && faces(*kind, *pile_empty).contains(&card))
        }
        Claim::IsKind { kind, pile_empty } => Some(faces(*kind, *pile_empty).contains(&trade.answer?)),
        Claim::LacksFaces { .. } | Claim::PledgeIsNot { .. } => None,
    }
}
