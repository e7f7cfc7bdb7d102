//! What the prompt asks, what is missing for an answer, and why.

use nightcoach_rules::{Choices, DeclareBar, Owed, Phase, Refusal, owed};
use nightcoach_words::{Phrase, Text};

use super::draft::{Draft, Pick};
use super::scene::Scene;

/// The question, or what the table waits for.
pub(crate) fn question(scene: &Scene<'_>) -> String {
    match scene.choices {
        Choices::Nothing | Choices::Forced(_) => waiting(scene),
        Choices::Turn(_) => scene.text(Text::AskTurn).to_owned(),
        Choices::Answer(answer) => scene.phrase(&Phrase::AskAnswer { from: answer.offerer, face: answer.offered }),
        Choices::Foresee { .. } => scene.text(Text::AskForesee).to_owned(),
        Choices::Reorder { .. } => scene.text(Text::AskReorder).to_owned(),
        Choices::Surrender { diplomat, kind, .. } => {
            scene.phrase(&Phrase::AskSurrender { diplomat: *diplomat, kind: *kind })
        }
        Choices::Text { given, kind } => scene.phrase(&Phrase::AskText { face: *given, texted: kind.is_some() }),
        Choices::UseText { kind } => scene.phrase(&Phrase::AskUseText(*kind)),
        Choices::Direct => scene.text(Text::AskDirect).to_owned(),
        Choices::Pledge { to, .. } => scene.phrase(&Phrase::AskPledge(*to)),
        Choices::Exchange { .. } => scene.text(Text::AskExchange).to_owned(),
        Choices::PickAssociation { owner } => scene.phrase(&Phrase::AskPickAssociation(*owner)),
        Choices::Support => scene.view.state.phase.fight().map_or_else(String::new, |fight| {
            scene.phrase(&Phrase::AskSupport { attacker: fight.attacker, defender: fight.defender })
        }),
        Choices::Priest { .. } => scene.view.state.phase.fight().map_or_else(String::new, |fight| {
            scene.phrase(&Phrase::AskPriest { attacker: fight.attacker, defender: fight.defender })
        }),
        Choices::Pay { priest, .. } => scene.phrase(&Phrase::AskPay(*priest)),
        Choices::Hypnotise { .. } => scene
            .view
            .state
            .phase
            .fight()
            .map_or_else(String::new, |fight| scene.phrase(&Phrase::AskHypnotist(fight.defender))),
        Choices::Doctor { .. } => {
            let Phase::Doctor { fight, winner } = &scene.view.state.phase else {
                return String::new();
            };
            scene.phrase(&Phrase::AskDoctor(winner.map(|side| fight.principal(side))))
        }
        Choices::Abilities { .. } => scene.view.state.phase.fight().map_or_else(String::new, |fight| {
            scene.phrase(&Phrase::AskAbilities { attacker: fight.attacker, defender: fight.defender })
        }),
        Choices::Spoils => {
            if let Phase::Spoils(victory) = &scene.view.state.phase {
                scene.phrase(&Phrase::AskSpoils(victory.loser))
            } else {
                String::new()
            }
        }
        Choices::Take(take) if take.give_back.is_some() => scene.phrase(&Phrase::AskTakeReturn(take.loser)),
        Choices::Take(take) => scene.phrase(&Phrase::AskTake(take.loser)),
        Choices::Give { .. } => scene.phrase(&Phrase::AskGive { limit: scene.view.state.hand_limit() }),
        Choices::Vote => scene.text(Text::AskVote).to_owned(),
    }
}

/// Whom the table waits for; never names while sealed answers are out.
fn waiting(scene: &Scene<'_>) -> String {
    if matches!(owed(&scene.view.state), Owed::Sealed(_)) {
        return scene.text(Text::WaitingSealed).to_owned();
    }
    let others = scene.playing.waiting_for.without(scene.playing.seat);
    if others.is_empty() {
        return scene.text(Text::WaitingCards).to_owned();
    }
    scene.phrase(&Phrase::Waiting(others))
}

/// What is still to be picked, or why an answer is missing.
pub(crate) fn missing(draft: &Draft, choices: &Choices) -> Option<Text> {
    match choices {
        Choices::Nothing | Choices::Forced(_) => None,
        Choices::Turn(_) => Some(match draft.pick {
            Some(Pick::Offer) => match (draft.card, draft.seat) {
                (None, None) => Text::HintCardSeat,
                (None, Some(_)) => Text::HintCard,
                (Some(_), None) => Text::HintSeat,
                (Some(_), Some(_)) => return None,
            },
            Some(Pick::Attack) => Text::HintSeat,
            _ => Text::HintChoose,
        }),
        Choices::Answer(_) if draft.pick == Some(Pick::Accept) => Some(Text::HintCard),
        Choices::Answer(_)
        | Choices::Foresee { .. }
        | Choices::Text { .. }
        | Choices::UseText { .. }
        | Choices::Direct
        | Choices::PickAssociation { .. }
        | Choices::Priest { .. }
        | Choices::Support
        | Choices::Hypnotise { .. }
        | Choices::Doctor { .. }
        | Choices::Spoils
        | Choices::Vote => Some(Text::HintChoose),
        Choices::Reorder { .. } => Some(if draft.top.is_empty() { Text::HintFirst } else { Text::HintSecond }),
        Choices::Exchange { .. } => Some(Text::HintRole),
        Choices::Pay { .. } | Choices::Surrender { .. } | Choices::Pledge { .. } => Some(Text::HintCard),
        Choices::Abilities { .. } => Some(Text::HintOpen),
        Choices::Take(take) if take.give_back.is_some() => Some(Text::HintReturn),
        Choices::Take(_) => Some(Text::HintShown),
        Choices::Give { .. } => Some(match (draft.card, draft.seat) {
            (None, None) => Text::HintCardSeat,
            (None, Some(_)) => Text::HintCard,
            (Some(_), _) => Text::HintSeat,
        }),
    }
}

/// Why something that one would expect cannot be chosen.
pub(crate) fn barred(choices: &Choices) -> Option<Text> {
    match choices {
        Choices::Turn(turn) => match turn.declare {
            Ok(_) => None,
            Err(DeclareBar::Pearl) => Some(Text::BarPearl),
            Err(DeclareBar::NoItem) => Some(Text::BarNoItem),
        },
        Choices::Answer(answer) => match answer.refusal {
            Refusal::PearlMustBeAccepted => Some(Text::PearlForced),
            Refusal::MirrorMustBeAccepted => Some(Text::MirrorForced),
            Refusal::Allowed if answer.barred.is_empty() => None,
            Refusal::Allowed => Some(Text::BagForBag),
        },
        Choices::Abilities { usable, powers } if usable.is_empty() && powers.is_empty() => Some(Text::NoAbility),
        Choices::Priest { may: false } | Choices::Doctor { may: false } | Choices::Foresee { may: false } => {
            Some(Text::NotYourOccupation)
        }
        Choices::Text { kind: None, .. } => Some(Text::NothingToAnnounce),
        Choices::Hypnotise { targets } if targets.is_empty() => Some(Text::NotYourOccupation),
        Choices::Nothing
        | Choices::Forced(_)
        | Choices::Foresee { .. }
        | Choices::Reorder { .. }
        | Choices::Surrender { .. }
        | Choices::Text { .. }
        | Choices::UseText { .. }
        | Choices::Direct
        | Choices::Pledge { .. }
        | Choices::Exchange { .. }
        | Choices::PickAssociation { .. }
        | Choices::Priest { .. }
        | Choices::Pay { .. }
        | Choices::Support
        | Choices::Hypnotise { .. }
        | Choices::Abilities { .. }
        | Choices::Doctor { .. }
        | Choices::Spoils
        | Choices::Take(_)
        | Choices::Give { .. }
        | Choices::Vote => None,
    }
}
