//! What takes more than a line to prepare has a sheet of its own above the table: a declaration, a prophecy, a demand.

use egui::{Button, Id, Modal, RichText, Ui, vec2};
use nightcoach_rules::{Choice, Choices, TurnChoices};
use nightcoach_words::Text;

use super::declare::Naming;
use super::demand::Wanted;
use super::scene::Scene;
use crate::theme;

/// The sheet that is open.
#[derive(Clone, Debug)]
pub(crate) enum Sheet {
    /// A declaration or a prophecy.
    Claim(Naming),
    /// A demand of the Diplomat.
    Demand(Wanted),
}

impl Sheet {
    /// Whether it is possible at all, complete or not.
    fn stands(&self, turn: &TurnChoices) -> bool {
        match self {
            Self::Claim(naming) => naming.choice(turn).is_some(),
            Self::Demand(_) => turn.demand.is_some(),
        }
    }

    fn choice(&self, turn: &TurnChoices) -> Option<Choice> {
        match self {
            Self::Claim(naming) => naming.choice(turn),
            Self::Demand(wanted) => wanted.choice(),
        }
    }

    fn content_ui(&mut self, ui: &mut Ui, scene: &Scene<'_>, turn: &TurnChoices) {
        match (self, &turn.demand) {
            (Self::Claim(naming), _) => naming.show(ui, scene, turn),
            (Self::Demand(wanted), Some(demand)) => wanted.show(ui, scene, demand),
            (Self::Demand(_), None) => {}
        }
    }

    const fn sends(&self) -> Text {
        match self {
            Self::Claim(naming) => naming.sends(),
            Self::Demand(_) => Text::DemandNow,
        }
    }
}

/// Draws the sheet while it is open; returns what it has come to when that is sent.
pub(crate) fn show(ui: &Ui, scene: &Scene<'_>, open: &mut Option<Sheet>) -> Option<Choice> {
    let sheet = open.as_mut()?;
    let turn = if let Choices::Turn(turn) = scene.choices { Some(turn) } else { None };
    let Some(turn) = turn.filter(|turn| sheet.stands(turn)) else {
        *open = None;
        return None;
    };
    let drawn = Modal::new(Id::unique("sheet")).show(ui.ctx(), |ui| {
        ui.set_width(520.0);
        sheet.content_ui(ui, scene, turn);
        ui.add_space(6.0);
        let choice = sheet.choice(turn).filter(|choice| scene.choices.contains(choice));
        ui.horizontal(|ui| {
            let back = ui.add(Button::new(scene.text(Text::Back)).min_size(vec2(100.0, 34.0))).clicked();
            let label = RichText::new(scene.text(sheet.sends())).color(theme::INK);
            let button = Button::new(label).fill(theme::GOLD).min_size(vec2(150.0, 34.0));
            let sent = ui.add_enabled(scene.live && choice.is_some(), button).clicked();
            (back, choice.filter(|_| sent))
        })
        .inner
    });
    let closes = drawn.should_close();
    let (back, sent) = drawn.inner;
    if back || closes {
        *open = None;
    }
    sent
}
