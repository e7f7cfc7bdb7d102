//! The declaration: whom to name, what will be opened, when it wins and when it loses.

use egui::{Button, Id, Modal, RichText, Ui, vec2};
use nightcoach_rules::{Choice, Choices, Seat, SeatSet};
use nightcoach_words::{Phrase, Text};

use super::scene::Scene;
use crate::theme;

/// Who is named so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Naming {
    named: SeatSet,
}

impl Naming {
    fn toggle(&mut self, seat: Seat) {
        let on = self.named.contains(seat);
        self.named = if on { self.named.without(seat) } else { self.named.with(seat) };
    }
}

/// Draws the sheet while a declaration is prepared; returns it when it is made.
pub(crate) fn show(ui: &Ui, scene: &Scene<'_>, declaring: &mut Option<Naming>) -> Option<Choice> {
    let naming = declaring.as_mut()?;
    let Choices::Turn(turn) = scene.choices else {
        *declaring = None;
        return None;
    };
    let Ok(declare) = &turn.declare else {
        *declaring = None;
        return None;
    };
    let sheet = Modal::new(Id::unique("declaration")).show(ui.ctx(), |ui| {
        ui.set_width(520.0);
        let title = scene.phrase(&Phrase::Declare(declare.association));
        ui.heading(RichText::new(title).color(theme::association(declare.association)));
        ui.label(scene.text(Text::AskDeclare));
        ui.horizontal_wrapped(|ui| {
            for seat in declare.companions.iter() {
                let mut on = naming.named.contains(seat);
                if ui.checkbox(&mut on, scene.name(seat)).changed() {
                    naming.toggle(seat);
                }
            }
        });
        ui.separator();
        ui.label(RichText::new(scene.text(Text::DeclareOpens)).color(theme::QUIET));
        let opens =
            Phrase::Opens { association: declare.association, occupation: declare.occupation, items: &declare.items };
        ui.label(scene.phrase(&opens));
        ui.separator();
        ui.label(scene.text(Text::DeclareWins));
        ui.label(RichText::new(scene.text(Text::DeclareLoses)).color(theme::ALARM));
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            let back = ui.add(Button::new(scene.text(Text::Back)).min_size(vec2(100.0, 34.0))).clicked();
            let label = RichText::new(scene.text(Text::DeclareNow)).color(theme::INK);
            let button = Button::new(label).fill(theme::GOLD).min_size(vec2(150.0, 34.0));
            (back, ui.add_enabled(scene.live, button).clicked())
        })
        .inner
    });
    let (back, now) = sheet.inner;
    // One each is the most careful thing to say where a table asks for numbers.
    let counts = vec![1; if declare.counted.is_some() { naming.named.len() } else { 0 }];
    let choice = Choice { action: declare.action(naming.named, &counts), selection: Vec::new() };
    if back || sheet.should_close() {
        *declaring = None;
    }
    now.then_some(choice)
}
