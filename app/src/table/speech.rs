//! What the prompt asks, what an answer is called, and what it leads to.

use nightcoach_rules::{Action, Choice, Choices, DeclareBar, Owed, Phase, Refusal, Side, Spoils, owed};
use nightcoach_words::{Phrase, Text};

use super::draft::{Draft, Pick};
use super::scene::{Scene, fight};

/// The question, or what the table waits for.
pub(crate) fn question(scene: &Scene<'_>) -> String {
    match scene.choices {
        Choices::Nothing | Choices::Forced(_) => waiting(scene),
        Choices::Turn(_) => scene.text(Text::AskTurn).to_owned(),
        Choices::Answer(answer) => scene.phrase(&Phrase::AskAnswer { from: answer.offerer, face: answer.offered }),
        Choices::Support => fight(&scene.view.state).map_or_else(String::new, |fight| {
            scene.phrase(&Phrase::AskSupport { attacker: fight.attacker, defender: fight.defender })
        }),
        Choices::Priest { .. } => fight(&scene.view.state).map_or_else(String::new, |fight| {
            scene.phrase(&Phrase::AskPriest { attacker: fight.attacker, defender: fight.defender })
        }),
        Choices::Pay { priest, .. } => scene.phrase(&Phrase::AskPay(*priest)),
        Choices::Hypnotise { .. } => fight(&scene.view.state)
            .map_or_else(String::new, |fight| scene.phrase(&Phrase::AskHypnotist(fight.defender))),
        Choices::Doctor { .. } => {
            let Phase::Doctor { fight, winner } = &scene.view.state.phase else {
                return String::new();
            };
            scene.phrase(&Phrase::AskDoctor(winner.map(|side| fight.principal(side))))
        }
        Choices::Abilities { .. } => fight(&scene.view.state).map_or_else(String::new, |fight| {
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
        | Choices::Priest { .. }
        | Choices::Support
        | Choices::Hypnotise { .. }
        | Choices::Doctor { .. }
        | Choices::Spoils
        | Choices::Vote => Some(Text::HintChoose),
        Choices::Pay { .. } => Some(Text::HintCard),
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
        Choices::Priest { may: false } | Choices::Doctor { may: false } => Some(Text::NotYourOccupation),
        Choices::Hypnotise { targets } if targets.is_empty() => Some(Text::NotYourOccupation),
        Choices::Nothing
        | Choices::Forced(_)
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

/// The name of a complete choice and what it leads to.
pub(crate) fn spoken(scene: &Scene<'_>, choice: &Choice) -> Option<(String, String)> {
    let card = choice.selection.first().copied();
    let fixed = |label: Text, then: Text| Some((scene.text(label).to_owned(), scene.text(then).to_owned()));
    let named = |label: Phrase<'_>, then: Text| Some((scene.phrase(&label), scene.text(then).to_owned()));
    match &choice.action {
        Action::Pass => fixed(Text::DoPass, Text::ThenPass),
        Action::Offer { to } => {
            let label = scene.phrase(&Phrase::Offer { face: card?, to: *to });
            Some((label, scene.phrase(&Phrase::ThenOffer(*to))))
        }
        Action::Refuse => fixed(Text::DoRefuse, Text::ThenRefuse),
        Action::Accept { text } => {
            let Choices::Answer(answer) = scene.choices else {
                return None;
            };
            let then = Phrase::ThenAccept { from: answer.offerer, text: *text };
            Some((scene.phrase(&Phrase::AcceptWith(card?)), scene.phrase(&then)))
        }
        Action::Attack { target } => {
            Some((scene.phrase(&Phrase::Attack(*target)), scene.phrase(&Phrase::ThenAttack(*target))))
        }
        Action::Support { .. }
        | Action::Priest { .. }
        | Action::Pay
        | Action::Hypnotise { .. }
        | Action::Abilities { .. }
        | Action::Doctor { .. } => spoken_in_fight(scene, choice),
        Action::DeclareSolo { items } => named(Phrase::WinAlone(items), Text::ThenSolo),
        Action::Spoils(spoils) => {
            let then = match spoils {
                Spoils::Identity => Text::ThenIdentity,
                Spoils::Luggage => Text::ThenLuggage,
            };
            Some((nightcoach_words::spoils(scene.language, *spoils).to_owned(), scene.text(then).to_owned()))
        }
        Action::Take { index } => {
            let face = *scene.view.shown.get(usize::from(*index))?;
            named(Phrase::Take(face), Text::ThenTake)
        }
        Action::TakeAndReturn { .. } => {
            let take = *scene.view.shown.first()?;
            named(Phrase::TakeReturn { take, give: card? }, Text::ThenTake)
        }
        Action::Give { to } => {
            let label = scene.phrase(&Phrase::Give { face: card?, to: *to });
            Some((label, scene.phrase(&Phrase::ThenGive(*to))))
        }
        Action::Vote { draw: true } => fixed(Text::DoDraw, Text::ThenDraw),
        Action::Vote { draw: false } => fixed(Text::DoPlayOn, Text::ThenPlayOn),
        Action::Text { .. }
        | Action::ShowHand
        | Action::ShowAssociation
        | Action::ShowIdentity
        | Action::DeclareTeam { .. }
        | Action::Prophesy { .. }
        | Action::OpenNamed { .. }
        | Action::OpenAssociation { .. } => None,
    }
}

/// The same for what is entered in a fight before its outcome.
fn spoken_in_fight(scene: &Scene<'_>, choice: &Choice) -> Option<(String, String)> {
    let fixed = |label: Text, then: Text| Some((scene.text(label).to_owned(), scene.text(then).to_owned()));
    let named = |label: Phrase<'_>, then: Text| Some((scene.phrase(&label), scene.text(then).to_owned()));
    match &choice.action {
        Action::Support { side: None } => fixed(Text::DoSupportNobody, Text::ThenSupport),
        Action::Support { side: Some(side) } => {
            let fight = fight(&scene.view.state)?;
            let seat = match side {
                Side::Attacker => fight.attacker,
                Side::Defender => fight.defender,
            };
            named(Phrase::Support(seat), Text::ThenSupport)
        }
        Action::Priest { stop: true } => fixed(Text::DoStop, Text::ThenStop),
        Action::Priest { stop: false } => fixed(Text::DoLetAttack, Text::ThenSealed),
        Action::Pay => named(Phrase::Pay(*choice.selection.first()?), Text::ThenTake),
        Action::Hypnotise { target: Some(target) } => named(Phrase::Hypnotise(*target), Text::ThenHypnotise),
        Action::Hypnotise { target: None } => fixed(Text::DoHypnotiseNobody, Text::ThenSupport),
        Action::Abilities { objects, power: None } if objects.is_empty() => {
            fixed(Text::DoOpenNothing, Text::ThenSealed)
        }
        Action::Abilities { objects, power } => named(Phrase::Open(objects, *power), Text::ThenSealed),
        Action::Doctor { cancel: true } => fixed(Text::DoCancel, Text::ThenCancel),
        Action::Doctor { cancel: false } => fixed(Text::DoLetStand, Text::ThenSealed),
        Action::Pass
        | Action::Offer { .. }
        | Action::Refuse
        | Action::Accept { .. }
        | Action::Text { .. }
        | Action::ShowHand
        | Action::ShowAssociation
        | Action::ShowIdentity
        | Action::Attack { .. }
        | Action::Spoils(_)
        | Action::Take { .. }
        | Action::TakeAndReturn { .. }
        | Action::Give { .. }
        | Action::DeclareTeam { .. }
        | Action::DeclareSolo { .. }
        | Action::Prophesy { .. }
        | Action::OpenNamed { .. }
        | Action::OpenAssociation { .. }
        | Action::Vote { .. } => None,
    }
}
