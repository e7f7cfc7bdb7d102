//! What a complete choice is called, and what it leads to.

use nightcoach_rules::{Action, Choice, Choices, Face, Kind, Occupation, Phase, Side, Spoils, neighbour};
use nightcoach_words::{Phrase, Text};

use super::scene::Scene;

/// The name of a choice and its consequence; nothing for what is forced or made in a sheet of its own.
type Spoken = Option<(String, String)>;

/// The name of a complete choice and what it leads to.
#[expect(clippy::too_many_lines, reason = "one short arm per action; splitting would need a wildcard arm")]
pub(crate) fn spoken(scene: &Scene<'_>, choice: &Choice) -> Spoken {
    let card = choice.selection.objects().first().copied();
    let fixed = |label: Text, then: Text| fixed(scene, label, then);
    let named = |label: Phrase<'_>, then: Text| Some((scene.phrase(&label), scene.text(then).to_owned()));
    let told = |label: Phrase<'_>, then: Phrase<'_>| Some((scene.phrase(&label), scene.phrase(&then)));
    match &choice.action {
        Action::Pass => pass(scene),
        Action::Offer { to } => told(Phrase::Offer { face: card?, to: *to }, Phrase::ThenOffer(*to)),
        Action::Refuse => fixed(Text::DoRefuse, Text::ThenRefuse),
        Action::Accept { text } => accept(scene, card?, *text),
        Action::Text { text: Some(_) } => fixed(Text::DoAnnounce, Text::ThenAnnounce),
        Action::Text { text: None } => silence(scene),
        Action::UseText { using: true } => fixed(Text::DoUseText, Text::ThenUseText),
        Action::UseText { using: false } => fixed(Text::DoDeclineText, Text::ThenDeclineText),
        Action::Foresee => fixed(Text::DoForesee, Text::ThenForesee),
        Action::Reorder => {
            let second = *choice.selection.objects().get(1)?;
            named(Phrase::PutOnTop { first: card?, second }, Text::ThenReorder)
        }
        Action::Surrender => surrender(scene, card?),
        Action::Direct { side } => {
            let to = neighbour(&scene.view.state, scene.view.seat, *side);
            named(Phrase::Direct { side: *side, to }, Text::ThenDirect)
        }
        Action::Pledge => pledge(scene, card?),
        Action::Exchange => exchange(scene, choice.selection.occupation()?),
        Action::PickAssociation { place } => look_at(scene, *place),
        Action::Attack { target } => told(Phrase::Attack(*target), Phrase::ThenAttack(*target)),
        Action::Support { side } => support(scene, *side),
        Action::Priest { stop: true } => fixed(Text::DoStop, Text::ThenStop),
        Action::Priest { stop: false } => fixed(Text::DoLetAttack, Text::ThenSealed),
        Action::Pay => named(Phrase::Pay(card?), Text::ThenTake),
        Action::Hypnotise { target: Some(target) } => named(Phrase::Hypnotise(*target), Text::ThenHypnotise),
        Action::Hypnotise { target: None } => fixed(Text::DoHypnotiseNobody, Text::ThenSupport),
        Action::Abilities { objects, power: None } if objects.is_empty() => {
            fixed(Text::DoOpenNothing, Text::ThenSealed)
        }
        Action::Abilities { objects, power } => named(Phrase::Open(objects, *power), Text::ThenSealed),
        Action::Doctor { cancel: true } => fixed(Text::DoCancel, Text::ThenCancel),
        Action::Doctor { cancel: false } => fixed(Text::DoLetStand, Text::ThenSealed),
        Action::Spoils(spoils) => winner_chooses(scene, *spoils),
        Action::Take { index } => {
            let face = *scene.view.shown.get(usize::from(*index))?;
            named(Phrase::Take(face), Text::ThenTake)
        }
        Action::TakeAndReturn { .. } => {
            let take = *scene.view.shown.first()?;
            named(Phrase::TakeReturn { take, give: card? }, Text::ThenTake)
        }
        Action::Give { to } => told(Phrase::Give { face: card?, to: *to }, Phrase::ThenGive(*to)),
        Action::DeclareSolo { items } => named(Phrase::WinAlone(items), Text::ThenSolo),
        Action::Vote { draw: true } => fixed(Text::DoDraw, Text::ThenDraw),
        Action::Vote { draw: false } => fixed(Text::DoPlayOn, Text::ThenPlayOn),
        Action::Demand { .. }
        | Action::DeclareTeam { .. }
        | Action::Prophesy { .. }
        | Action::Lack
        | Action::HandOver
        | Action::PassOn
        | Action::SwapOccupation
        | Action::ShuffleAssociations
        | Action::ShowHand
        | Action::ShowAssociation
        | Action::ShowIdentity
        | Action::OpenNamed { .. }
        | Action::OpenAssociation { .. } => None,
    }
}

#[expect(clippy::unnecessary_wraps, reason = "the value of an arm among others that may have none")]
fn fixed(scene: &Scene<'_>, label: Text, then: Text) -> Spoken {
    Some((scene.text(label).to_owned(), scene.text(then).to_owned()))
}

#[expect(clippy::unnecessary_wraps, reason = "the value of an arm among others that may have none")]
fn named(scene: &Scene<'_>, label: Phrase<'_>, then: Text) -> Spoken {
    Some((scene.phrase(&label), scene.text(then).to_owned()))
}

/// The whole turn is passed, or just the Clairvoyant at its end.
fn pass(scene: &Scene<'_>) -> Spoken {
    if matches!(scene.choices, Choices::Foresee { .. }) {
        fixed(scene, Text::DoEndTurn, Text::ThenEndTurn)
    } else {
        fixed(scene, Text::DoPass, Text::ThenPass)
    }
}

fn accept(scene: &Scene<'_>, card: Face, text: Option<Kind>) -> Spoken {
    let Choices::Answer(answer) = scene.choices else {
        return None;
    };
    let then = if scene.view.state.options.smuggling {
        scene.text(Text::ThenAcceptSmuggled).to_owned()
    } else {
        scene.phrase(&Phrase::ThenAccept { from: answer.offerer, text })
    };
    Some((scene.phrase(&Phrase::AcceptWith(card)), then))
}

/// To stay silent is a choice only where something could be announced.
fn silence(scene: &Scene<'_>) -> Spoken {
    if matches!(scene.choices, Choices::Text { kind: Some(_), .. }) {
        fixed(scene, Text::DoStaySilent, Text::ThenStaySilent)
    } else {
        fixed(scene, Text::DoGoOn, Text::ThenGoOn)
    }
}

fn surrender(scene: &Scene<'_>, card: Face) -> Spoken {
    let Choices::Surrender { diplomat, .. } = scene.choices else {
        return None;
    };
    named(scene, Phrase::Surrender { face: card, to: *diplomat }, Text::ThenSurrender)
}

fn pledge(scene: &Scene<'_>, card: Face) -> Spoken {
    let Choices::Pledge { to, .. } = scene.choices else {
        return None;
    };
    named(scene, Phrase::Pledge { face: card, to: *to }, Text::ThenPledge)
}

fn exchange(scene: &Scene<'_>, role: Occupation) -> Spoken {
    let kept = role == scene.view.occupation;
    let label = if kept { Phrase::KeepOccupation(role) } else { Phrase::TakeOccupation(role) };
    named(scene, label, Text::ThenExchange)
}

fn look_at(scene: &Scene<'_>, place: u8) -> Spoken {
    let Phase::AssociationPick(pick) = &scene.view.state.phase else {
        return None;
    };
    let card = u16::from(place).saturating_add(1);
    named(scene, Phrase::LookAt { owner: pick.owner, card }, Text::ThenPickAssociation)
}

fn support(scene: &Scene<'_>, side: Option<Side>) -> Spoken {
    let Some(side) = side else {
        return fixed(scene, Text::DoSupportNobody, Text::ThenSupport);
    };
    let seat = scene.view.state.phase.fight()?.principal(side);
    named(scene, Phrase::Support(seat), Text::ThenSupport)
}

#[expect(clippy::unnecessary_wraps, reason = "the value of an arm among others that may have none")]
fn winner_chooses(scene: &Scene<'_>, spoils: Spoils) -> Spoken {
    let then = match spoils {
        Spoils::Identity => Text::ThenIdentity,
        Spoils::Luggage => Text::ThenLuggage,
    };
    Some((nightcoach_words::spoils(scene.language, spoils).to_owned(), scene.text(then).to_owned()))
}
