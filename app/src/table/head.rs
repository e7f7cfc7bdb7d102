//! The line above the table: turn, own role while a button is held, language, leaving.

use egui::{Align, Area, Button, Frame, Id, Key, Layout, Order, Panel, Rect, Response, RichText, Sense, Ui, vec2};
use nightcoach_rules::Membership;
use nightcoach_words::{
    Language, Phrase, Text, association, association_rule, membership, occupation, occupation_rule, text,
};

use super::going_on;
use super::scene::Scene;
use crate::model::Order as Wish;
use crate::screens::{language_ui, rules_ui};
use crate::{Command, theme};

pub(crate) fn show(ui: &mut Ui, scene: &Scene<'_>, leaving: &mut Leaving, commands: &mut Vec<Command>) {
    Panel::top("table head").show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.heading(RichText::new(scene.text(Text::AppName)).color(theme::GOLD));
            ui.label(scene.phrase(&Phrase::Turn(scene.state.turn)));
            let button = Button::new(scene.text(Text::RoleHold)).sense(Sense::click_and_drag());
            let held = ui.add(button);
            if is_held(ui, &held) {
                role_ui(ui, scene, held.rect);
            } else {
                held.on_hover_text(scene.text(Text::RoleHint));
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if scene.is_over() {
                    *leaving = Leaving::No;
                } else {
                    leave_ui(ui, scene.language, leaving, going_on::may_give_up(scene.playing), commands);
                }
                ui.separator();
                language_ui(ui, scene.language, commands);
                ui.separator();
                rules_ui(ui, scene.language, commands);
            });
        });
    });
}

/// Held by the pointer, or by Space or Enter while focused.
fn is_held(ui: &Ui, button: &Response) -> bool {
    let by_key = || ui.input(|input| input.key_down(Key::Space) || input.key_down(Key::Enter));
    button.is_pointer_button_down_on() || (button.has_focus() && by_key())
}

fn role_ui(ui: &Ui, scene: &Scene<'_>, under: Rect) {
    let (cards, role) = (scene.view.membership, scene.view.occupation);
    let place = under.left_bottom() + vec2(0.0, 6.0);
    Area::new(Id::unique("role")).order(Order::Foreground).fixed_pos(place).interactable(false).show(ui.ctx(), |ui| {
        Frame::popup(ui.style()).show(ui, |ui| {
            ui.set_max_width(340.0);
            ui.label(RichText::new(scene.text(Text::RoleSecret)).size(theme::SMALL).color(theme::QUIET));
            let name = RichText::new(membership(scene.language, cards)).size(theme::QUESTION);
            ui.label(name.color(theme::association(cards.side())));
            if matches!(cards, Membership::Three { .. }) {
                cards_ui(ui, scene, cards);
            }
            ui.label(association_rule(scene.language, cards.side()));
            ui.separator();
            ui.label(RichText::new(occupation(scene.language, role)).size(theme::QUESTION));
            ui.label(occupation_rule(scene.language, role));
        });
    });
}

/// The three association cards, two of which decide.
fn cards_ui(ui: &mut Ui, scene: &Scene<'_>, cards: Membership) {
    ui.label(RichText::new(scene.text(Text::OwnAssociations)).size(theme::SMALL).color(theme::QUIET));
    for card in cards.cards() {
        ui.label(RichText::new(association(scene.language, card)).color(theme::association(card)));
    }
}

/// How far leaving has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Leaving {
    /// Nobody wants to.
    #[default]
    No,
    /// It is asked back whether to put the table aside or to leave for good.
    Asked,
    /// It is asked back whether to leave for good.
    ForGood,
}

/// Leaving a running game takes a second click, and a third one for good. Where the others can go on without this seat, it is
/// given up instead: it sleeps, and they need nobody's vote.
pub(crate) fn leave_ui(
    ui: &mut Ui,
    language: Language,
    leaving: &mut Leaving,
    gives_up: bool,
    commands: &mut Vec<Command>,
) {
    let say = |what| text(language, what);
    let alarm = |what| RichText::new(say(what)).color(theme::ALARM);
    match *leaving {
        Leaving::No => {
            if ui.button(say(Text::Leave)).clicked() {
                *leaving = Leaving::Asked;
            }
            return;
        }
        Leaving::Asked => {
            if ui.button(alarm(Text::Leave)).on_hover_text(say(Text::ReallyLeave)).clicked() {
                *leaving = Leaving::No;
                commands.push(Command::Leave);
            } else if ui.button(say(Text::LeaveForGood)).clicked() {
                *leaving = Leaving::ForGood;
            }
        }
        Leaving::ForGood => {
            if ui.button(alarm(Text::LeaveForGood)).clicked() {
                *leaving = Leaving::No;
                commands.push(if gives_up { Command::Order(Wish::Leave) } else { Command::LeaveForGood });
            }
        }
    }
    if ui.button(say(Text::Back)).clicked() {
        *leaving = Leaving::No;
    }
    let why = match *leaving {
        Leaving::ForGood if gives_up => Text::ReallyGiveUpSeat,
        Leaving::ForGood => Text::ReallyLeaveForGood,
        Leaving::No | Leaving::Asked => Text::ReallyLeave,
    };
    if *leaving != Leaving::No {
        ui.label(RichText::new(say(why)).size(theme::SMALL).color(theme::ALARM));
    }
}
