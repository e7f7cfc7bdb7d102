//! The declaration and the prophecy: whom to name, what will be opened, when it wins and when it loses.

use std::collections::BTreeMap;

use egui::{Response, RichText, Ui, WidgetInfo};
use nightcoach_rules::{Choice, DeclareChoices, ProphecyChoices, Seat, SeatSet, TurnChoices};
use nightcoach_words::{Phrase, Text, membership};

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
    pub(crate) fn choice(&self, turn: &TurnChoices) -> Option<Choice> {
        let action = match self.claim {
            Claim::Team => {
                let declare = turn.declare.as_ref().ok()?;
                let counts: Vec<u8> = declare.counted.iter().flat_map(|_| self.named.values().copied()).collect();
                declare.action(self.seats(), &counts)
            }
            Claim::Prophecy => turn.prophecy.as_ref()?.action(self.seats()),
        };
        Some(Choice::plain(action))
    }

    /// The label of the button that makes it.
    pub(crate) const fn sends(&self) -> Text {
        match self.claim {
            Claim::Team => Text::DeclareNow,
            Claim::Prophecy => Text::ProphesyNow,
        }
    }

    /// Draws whom to name, what will be opened, and when it wins.
    pub(crate) fn show(&mut self, ui: &mut Ui, scene: &Scene<'_>, turn: &TurnChoices) {
        match (self.claim, &turn.declare, &turn.prophecy) {
            (Claim::Team, Ok(declare), _) => team_ui(ui, scene, self, declare),
            (Claim::Prophecy, _, Some(prophecy)) => prophecy_ui(ui, scene, self, prophecy),
            (Claim::Team, Err(_), _) | (Claim::Prophecy, _, None) => {}
        }
        ui.label(RichText::new(scene.text(Text::DeclareLoses)).color(theme::ALARM));
    }
}

fn team_ui(ui: &mut Ui, scene: &Scene<'_>, naming: &mut Naming, declare: &DeclareChoices) {
    let side = declare.membership.side();
    ui.heading(RichText::new(scene.phrase(&Phrase::Declare(side))).color(theme::association(side)));
    ui.label(scene.text(Text::AskDeclare));
    names_ui(ui, scene, naming, declare.companions);
    if let Some(most) = declare.counted {
        ui.label(scene.phrase(&Phrase::MostCounted(most)));
        naming.named.iter_mut().for_each(|(seat, count)| count_ui(ui, scene, *seat, count, most));
    }
    ui.separator();
    ui.label(RichText::new(scene.text(Text::DeclareOpens)).color(theme::QUIET));
    let DeclareChoices { membership, occupation, items, .. } = declare;
    let opens = Phrase::Opens { membership: *membership, occupation: *occupation, items };
    ui.label(scene.phrase(&opens));
    ui.separator();
    ui.label(scene.text(Text::DeclareWins));
}

fn prophecy_ui(ui: &mut Ui, scene: &Scene<'_>, naming: &mut Naming, prophecy: &ProphecyChoices) {
    let colour = theme::association(prophecy.membership.side());
    ui.heading(RichText::new(scene.text(Text::DoProphesy)).color(colour));
    ui.label(scene.text(Text::AskProphecy));
    names_ui(ui, scene, naming, prophecy.others);
    ui.separator();
    ui.label(RichText::new(scene.text(Text::DeclareOpens)).color(theme::QUIET));
    ui.label(membership(scene.language, prophecy.membership));
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
