//! The declaration and the prophecy: whom to name, what will be opened, when it wins and when it loses.

use std::collections::BTreeMap;

use egui::{Button, Id, Modal, Response, RichText, Ui, WidgetInfo, vec2};
use nightcoach_rules::{Choice, Choices, DeclareChoices, ProphecyChoices, Seat, SeatSet, TurnChoices};
use nightcoach_words::{Phrase, Text, association};

use super::scene::Scene;
use crate::theme;

/// What is claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Claim {
    /// The own association wins with its own items.
    Team,
    /// The other association could declare.
    Prophecy,
}

/// A claim while it is prepared: who is named so far, and how many key items each is said to hold.
#[derive(Clone, Debug)]
pub(crate) struct Naming {
    claim: Claim,
    named: BTreeMap<Seat, u8>,
}

impl Naming {
    pub(crate) const fn new(claim: Claim) -> Self {
        Self { claim, named: BTreeMap::new() }
    }

    fn seats(&self) -> SeatSet {
        self.named.keys().copied().collect()
    }

    /// The claim as a choice, if this kind of claim is possible at all.
    fn choice(&self, turn: &TurnChoices) -> Option<Choice> {
        let action = match self.claim {
            Claim::Team => {
                let declare = turn.declare.as_ref().ok()?;
                let counts: Vec<u8> = declare.counted.iter().flat_map(|_| self.named.values().copied()).collect();
                declare.action(self.seats(), &counts)
            }
            Claim::Prophecy => turn.prophecy.as_ref()?.action(self.seats()),
        };
        Some(Choice { action, selection: Vec::new() })
    }
}

/// Draws the sheet while a claim is prepared; returns it when it is made.
pub(crate) fn show(ui: &Ui, scene: &Scene<'_>, declaring: &mut Option<Naming>) -> Option<Choice> {
    let naming = declaring.as_mut()?;
    let turn = if let Choices::Turn(turn) = scene.choices { Some(turn) } else { None };
    let Some(turn) = turn.filter(|turn| naming.choice(turn).is_some()) else {
        *declaring = None;
        return None;
    };
    let sheet = Modal::new(Id::unique("declaration")).show(ui.ctx(), |ui| {
        ui.set_width(520.0);
        match (naming.claim, &turn.declare, &turn.prophecy) {
            (Claim::Team, Ok(declare), _) => team_ui(ui, scene, naming, declare),
            (Claim::Prophecy, _, Some(prophecy)) => prophecy_ui(ui, scene, naming, prophecy),
            (Claim::Team, Err(_), _) | (Claim::Prophecy, _, None) => {}
        }
        ui.label(RichText::new(scene.text(Text::DeclareLoses)).color(theme::ALARM));
        ui.add_space(6.0);
        let choice = naming.choice(turn).filter(|choice| scene.choices.contains(choice));
        ui.horizontal(|ui| {
            let back = ui.add(Button::new(scene.text(Text::Back)).min_size(vec2(100.0, 34.0))).clicked();
            let now = match naming.claim {
                Claim::Team => Text::DeclareNow,
                Claim::Prophecy => Text::ProphesyNow,
            };
            let label = RichText::new(scene.text(now)).color(theme::INK);
            let button = Button::new(label).fill(theme::GOLD).min_size(vec2(150.0, 34.0));
            let made = ui.add_enabled(scene.live && choice.is_some(), button).clicked();
            (back, choice.filter(|_| made))
        })
        .inner
    });
    let closes = sheet.should_close();
    let (back, made) = sheet.inner;
    if back || closes {
        *declaring = None;
    }
    made
}

fn team_ui(ui: &mut Ui, scene: &Scene<'_>, naming: &mut Naming, declare: &DeclareChoices) {
    let title = scene.phrase(&Phrase::Declare(declare.association));
    ui.heading(RichText::new(title).color(theme::association(declare.association)));
    ui.label(scene.text(Text::AskDeclare));
    names_ui(ui, scene, naming, declare.companions);
    if let Some(most) = declare.counted {
        ui.label(scene.phrase(&Phrase::MostCounted(most)));
        naming.named.iter_mut().for_each(|(seat, count)| count_ui(ui, scene, *seat, count, most));
    }
    ui.separator();
    ui.label(RichText::new(scene.text(Text::DeclareOpens)).color(theme::QUIET));
    let opens =
        Phrase::Opens { association: declare.association, occupation: declare.occupation, items: &declare.items };
    ui.label(scene.phrase(&opens));
    ui.separator();
    ui.label(scene.text(Text::DeclareWins));
}

fn prophecy_ui(ui: &mut Ui, scene: &Scene<'_>, naming: &mut Naming, prophecy: &ProphecyChoices) {
    let colour = theme::association(prophecy.association);
    ui.heading(RichText::new(scene.text(Text::DoProphesy)).color(colour));
    ui.label(scene.text(Text::AskProphecy));
    names_ui(ui, scene, naming, prophecy.others);
    ui.separator();
    ui.label(RichText::new(scene.text(Text::DeclareOpens)).color(theme::QUIET));
    ui.label(association(scene.language, prophecy.association));
    ui.separator();
    ui.label(scene.text(Text::ProphecyWins));
}

/// Who can be named; whoever is named anew is said to hold one key item, the most careful thing to say.
fn names_ui(ui: &mut Ui, scene: &Scene<'_>, naming: &mut Naming, seats: SeatSet) {
    ui.horizontal_wrapped(|ui| {
        for seat in seats.iter() {
            let mut on = naming.named.contains_key(&seat);
            if ui.checkbox(&mut on, scene.name(seat)).changed() && naming.named.remove(&seat).is_none() {
                naming.named.insert(seat, 1);
            }
        }
    });
}

/// How many key items a companion is said to hold.
fn count_ui(ui: &mut Ui, scene: &Scene<'_>, seat: Seat, count: &mut u8, most: usize) {
    ui.horizontal_wrapped(|ui| {
        ui.label(scene.phrase(&Phrase::Holds { seat, count: *count }));
        for number in (1..=u8::MAX).take(most) {
            let button: Response = ui.selectable_label(*count == number, number.to_string());
            let (selected, enabled) = (*count == number, ui.is_enabled());
            let spoken = scene.phrase(&Phrase::SayHolds { seat, count: number });
            button.widget_info(|| WidgetInfo::selected(egui::Role::Button, enabled, selected, &spoken));
            if button.clicked() {
                *count = number;
            }
        }
    });
}
