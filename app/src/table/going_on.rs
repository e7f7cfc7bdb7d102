//! Going on without somebody: ballots and their answers, who sleeps, and the own wish to leave or to come back.

use egui::{Label, RichText, Ui};
use nightcoach_table::{BallotView, Question, Standing};
use nightcoach_words::{Phrase, Text, fault};

use super::scene::Scene;
use crate::model::{Order, OwnWish, Playing};
use crate::{Command, theme};

/// Somebody who only thinks is not to be passed over: it is offered after so many seconds of waiting.
const PATIENCE: u64 = 20;

/// Whether the own seat can be given up, so that the others go on without a vote.
pub(crate) const fn may_give_up(playing: &Playing) -> bool {
    let going_on = &playing.going_on;
    let spare = matches!(&going_on.trust, Some(trust) if trust.spare > 0);
    spare && going_on.wish.is_none() && !going_on.asleep.contains(playing.seat)
}

/// Everything about seats that are gone, as far as there is something.
pub(crate) fn show(ui: &mut Ui, scene: &Scene<'_>, commands: &mut Vec<Command>) {
    let going_on = &scene.playing.going_on;
    if let Some(stopped) = scene.playing.fault.as_ref() {
        line_ui(ui, &fault(scene.language, scene.names, stopped), theme::ALARM);
    }
    sleepers_ui(ui, scene, commands);
    match going_on.wish {
        Some(OwnWish::Leave) => line_ui(ui, scene.text(Text::LeavingSoon), theme::GOLD),
        Some(OwnWish::ComeBack) => line_ui(ui, scene.text(Text::ComingBack), theme::GOLD),
        None => {}
    }
    for ballot in going_on.ballots.iter().rev().take(2) {
        ballot_ui(ui, scene, ballot, commands);
    }
    asking_ui(ui, scene, commands);
}

fn sleepers_ui(ui: &mut Ui, scene: &Scene<'_>, commands: &mut Vec<Command>) {
    let going_on = &scene.playing.going_on;
    if going_on.asleep.is_empty() {
        return;
    }
    line_ui(ui, &scene.phrase(&Phrase::Sleeping(going_on.asleep)), theme::QUIET);
    if let Some(trust) = going_on.trust {
        let now = Phrase::TrustNow { together: trust.together, spare: trust.spare };
        line_ui(ui, &scene.phrase(&now), theme::QUIET);
    }
    if going_on.asleep.contains(scene.playing.seat) && going_on.wish.is_none() {
        line_ui(ui, scene.text(Text::YouSleep), theme::GOLD);
        if ui.button(scene.text(Text::ComeBack)).clicked() {
            commands.push(Command::Order(Order::Wake));
        }
    }
}

/// One ballot: what it asks, who has answered, and the own answer.
fn ballot_ui(ui: &mut Ui, scene: &Scene<'_>, view: &BallotView, commands: &mut Vec<Command>) {
    let (question, hint) = match view.ballot.question {
        Question::End(seats) => (Phrase::AskEndWithout(seats), Text::EndHint),
        Question::Sleep(seats) | Question::Close(seats) => (Phrase::AskGoOnWithout(seats), Text::GoOnHint),
    };
    line_ui(ui, &scene.phrase(&question), theme::GOLD);
    if view.standing == Standing::Failed {
        return line_ui(ui, &scene.phrase(&Phrase::Objected(view.no)), theme::QUIET);
    }
    let open = view.asked.minus(view.yes);
    line_ui(ui, &scene.phrase(&Phrase::Answered { yes: view.yes, open }), theme::QUIET);
    if !view.may_answer {
        return;
    }
    line_ui(ui, scene.text(hint), theme::QUIET);
    ui.horizontal(|ui| {
        for (label, yes) in [(Text::VoteYes, true), (Text::VoteNo, false)] {
            if ui.button(scene.text(label)).clicked() {
                commands.push(Command::Order(Order::Vote { ballot: view.ballot, yes }));
            }
        }
    });
}

/// What may be asked of the others now; nothing while a ballot waits for answers.
fn asking_ui(ui: &mut Ui, scene: &Scene<'_>, commands: &mut Vec<Command>) {
    let going_on = &scene.playing.going_on;
    let running = going_on.ballots.iter().any(|view| view.standing == Standing::Open);
    let waited = scene.playing.fault.is_some() || scene.playing.waiting_since.seconds() >= PATIENCE;
    if running || !waited {
        return;
    }
    for question in &going_on.may_ask {
        let (label, hint) = match *question {
            Question::End(seats) => (Phrase::EndWithout(seats), Text::EndHint),
            Question::Sleep(seats) | Question::Close(seats) => (Phrase::GoOnWithout(seats), Text::GoOnHint),
        };
        if ui.button(scene.phrase(&label)).on_hover_text(scene.text(hint)).clicked() {
            commands.push(Command::Order(Order::OpenBallot(*question)));
        }
    }
    if let Some(first) = going_on.may_ask.first() {
        let hint = if matches!(first, Question::End(_)) { Text::EndHint } else { Text::GoOnHint };
        line_ui(ui, scene.text(hint), theme::QUIET);
    }
}

fn line_ui(ui: &mut Ui, line: &str, colour: egui::Color32) {
    ui.add(Label::new(RichText::new(line).size(theme::SMALL).color(colour)).wrap());
}
