//! The demand of the Diplomat: what, from whom, and what is laid down for it.

use egui::{RichText, Role, Ui, WidgetInfo};
use nightcoach_rules::{Action, Choice, DemandChoices, Face, Kind, Seat};
use nightcoach_words::{Text, face, kind};

use super::answers::{button, from_left, short};
use super::scene::Scene;
use crate::theme;

/// A demand while it is prepared.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wanted {
    kind: Option<Kind>,
    from: Option<Seat>,
    card: Option<Face>,
}

impl Wanted {
    /// The demand, once it is complete.
    pub(crate) fn choice(self) -> Option<Choice> {
        let Self { kind, from, card } = self;
        Some(Choice::with(Action::Demand { target: from?, kind: kind? }, card?))
    }

    /// Draws what can be demanded.
    pub(crate) fn show(&mut self, ui: &mut Ui, scene: &Scene<'_>, demand: &DemandChoices) {
        ui.heading(RichText::new(scene.text(Text::DoDemand)).color(theme::GOLD));
        ui.label(scene.text(Text::AskDemand));
        let kinds = demand.kinds.iter().map(|one| (*one, kind(scene.language, *one).to_owned(), true));
        row_ui(ui, scene.text(Text::DemandWhat), kinds, &mut self.kind);
        let seats = from_left(scene, demand.targets).map(|seat| (seat, short(&scene.name(seat)), true));
        row_ui(ui, scene.text(Text::DemandFrom), seats, &mut self.from);
        let wanted = self.kind;
        let free = |card: Face| wanted.is_none_or(|kind| demand.cards_for(kind).any(|free| free == card));
        let cards = demand.cards.iter().map(|card| (*card, face(scene.language, *card).to_owned(), free(*card)));
        row_ui(ui, scene.text(Text::DemandFor), cards, &mut self.card);
        if demand.cards.iter().any(|card| !free(*card)) {
            ui.label(RichText::new(scene.text(Text::BagForBagDemand)).size(theme::SMALL).color(theme::QUIET));
        }
        ui.separator();
        ui.label(scene.text(Text::ThenDemand));
    }
}

/// One of several, each with its name and whether it can be chosen. Equal names in other rows are told apart by the label.
fn row_ui<T: Copy + PartialEq>(
    ui: &mut Ui,
    label: &str,
    all: impl Iterator<Item = (T, String, bool)>,
    chosen: &mut Option<T>,
) {
    ui.label(RichText::new(label).size(theme::SMALL).color(theme::QUIET));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        for (one, name, enabled) in all {
            let picked = *chosen == Some(one);
            let response = button(ui, &name, picked, enabled);
            let (spoken, enabled) = (format!("{label}: {name}"), enabled && ui.is_enabled());
            response.widget_info(|| WidgetInfo::selected(Role::Button, enabled, picked, &spoken));
            if response.clicked() {
                *chosen = (!picked).then_some(one);
            }
        }
    });
}
