//! The table: seats, centre, prompt, hand, log and notes.

mod answers;
mod card;
mod centre;
mod compose;
mod declare;
mod demand;
mod draft;
mod emblem;
mod end;
mod going_on;
mod hand;
mod head;
mod outlook;
mod prompt;
mod scene;
mod seats;
mod sheet;
mod side;
mod speech;
mod strip;
mod watched;

use std::time::Duration;

use egui::{CentralPanel, Frame, Key, Panel, ProgressBar, RichText, Ui};
use nightcoach_rules::{Choice, Choices, choices};
use nightcoach_words::{Language, Phrase, Text, phrase, text};

use crate::model::{Order, Playing, Snapshot};
use crate::screens::ChatForm;
use crate::{Command, theme};
use draft::Draft;
use scene::{Board, Scene};
use sheet::Sheet;
pub(crate) use watched::show as watched_ui;

/// How long a sent answer may stay without effect before it can be given again, in seconds.
const RESEND: f64 = 5.0;

/// What the table remembers between frames.
#[derive(Debug, Default)]
pub(crate) struct TablePanel {
    prompt: Prompt,
    bar: Bar,
    tab: side::Tab,
    sheet: Option<Sheet>,
    leaving: head::Leaving,
}

/// What the table draws from besides the game itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Around<'a> {
    /// The spoken language.
    pub(crate) language: Language,
    /// Everything at this moment.
    pub(crate) snapshot: &'a Snapshot,
    /// Whether a bot plays on for the person.
    pub(crate) bot_plays: bool,
    /// After how many seconds the own turn is called to mind.
    pub(crate) remind: Option<u64>,
    /// Whether the rules are read, and keys are theirs.
    pub(crate) reading: bool,
}

/// The prompt that stands, since when, what is picked, and when it was answered.
#[derive(Debug, Default)]
struct Prompt {
    key: Option<(u32, Choices)>,
    since: f64,
    sent: Option<f64>,
    draft: Draft,
}

/// The height of the prompt bar: what its content needs, and never less while the same prompt stands.
#[derive(Debug, Default)]
struct Bar {
    height: f32,
    standing: bool,
}

impl Bar {
    /// Takes over what the content needs, and draws the frame again if that is something else.
    fn follow(&mut self, ui: &Ui, needed: f32, standing: bool) {
        let height = if self.standing { self.height.max(needed) } else { needed };
        self.standing = standing;
        if (height - self.height).abs() > 0.5 {
            self.height = height;
            ui.ctx().request_discard("the prompt bar has another height");
        }
    }
}

impl TablePanel {
    /// Draws the table.
    pub(crate) fn show(
        &mut self,
        ui: &mut Ui,
        playing: &Playing,
        around: &Around<'_>,
        chat: &mut ChatForm,
        commands: &mut Vec<Command>,
    ) {
        let language = around.language;
        let Some(view) = &playing.view else {
            set_up_ui(ui, language, playing, &mut self.leaving, commands);
            return;
        };
        let open = playing.asked && !playing.is_over();
        let choices = if open { choices(view) } else { Choices::Nothing };
        let live = self.follow(ui, playing.round, &choices, chat.typing);
        let Around { snapshot, bot_plays, remind, reading, .. } = *around;
        let board = Board::played(language, snapshot, playing, view);
        let scene = Scene { board, playing, bot_plays, remind, view, choices: &choices, live };
        if let (Choices::Forced(choice), true) = (&choices, live) {
            self.send(ui, choice.clone(), commands);
        }
        if !reading && !chat.typing {
            self.keys(ui, &scene);
        }
        head::show(ui, &scene, &mut self.leaving, commands);
        let side = Panel::right("side").exact_size(theme::SIDE_WIDTH).resizable(false);
        side.show(ui, |ui| {
            strip::show(ui, &scene, commands);
            side::show(ui, &scene, &mut self.tab, chat, commands);
        });
        let hand = Panel::bottom("hand").exact_size(theme::HAND_HEIGHT).resizable(false);
        hand.show(ui, |ui| hand::show(ui, &scene, &mut self.prompt.draft, commands));
        let said = self.bar_ui(ui, &scene, commands);
        let cloth = Frame::central_panel(ui.style()).fill(theme::CLOTH);
        CentralPanel::default_margins().frame(cloth).show(ui, |ui| {
            seats::show(ui, &scene, &mut self.prompt.draft);
        });
        let prepared = sheet::show(ui, &scene, &mut self.sheet);
        if let Some(choice) = said.or(prepared) {
            self.send(ui, choice, commands);
        }
    }

    /// The prompt, or the end in its place, in a bar as high as its content.
    fn bar_ui(&mut self, ui: &mut Ui, scene: &Scene<'_>, commands: &mut Vec<Command>) -> Option<Choice> {
        let frame = Frame::side_top_panel(ui.style());
        let margins = frame.total_margin().sum().y;
        let bar = Panel::bottom("prompt").frame(frame).exact_size(self.bar.height).resizable(false);
        let inside = bar.show(ui, |ui| {
            ui.set_max_height(theme::PROMPT_MOST - margins);
            ui.scope(|ui| {
                if end::show(ui, scene, commands) {
                    return None;
                }
                prompt::show(ui, scene, &mut self.prompt.draft, &mut self.sheet)
            })
        });
        let content = inside.inner;
        self.bar.follow(ui, content.response.rect.height() + margins, self.prompt.key.is_some());
        content.inner
    }

    /// Notices a new prompt, and says whether answers are taken now.
    fn follow(&mut self, ui: &Ui, round: u32, choices: &Choices, typing: bool) -> bool {
        let now = ui.input(|input| input.time);
        let prompt = &mut self.prompt;
        if *choices == Choices::Nothing {
            prompt.key = None;
            prompt.draft = Draft::default();
            self.sheet = None;
            return false;
        }
        let key = (round, choices.clone());
        if prompt.key.as_ref() != Some(&key) {
            self.bar.standing = false;
            *prompt = Prompt { key: Some(key), since: now, sent: None, draft: Draft::default() };
            self.sheet = None;
            // Nobody answers by a key that was meant for something else; the chat answers nothing.
            if !typing {
                ui.memory_mut(|memory| memory.focused().into_iter().for_each(|id| memory.surrender_focus(id)));
            }
        }
        let opens = prompt.sent.map_or(prompt.since + theme::GUARD, |sent| sent + RESEND);
        if now < opens {
            ui.ctx().request_repaint_after(Duration::from_secs_f64(opens - now));
        }
        now >= opens
    }

    /// Digits pick cards, Escape drops everything picked.
    fn keys(&mut self, ui: &Ui, scene: &Scene<'_>) {
        const DIGITS: [Key; 9] =
            [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];
        if self.sheet.is_some() || !scene.live {
            return;
        }
        if ui.input(|input| input.key_pressed(Key::Escape)) {
            self.prompt.draft = Draft::default();
        }
        let pressed = DIGITS.iter().position(|digit| ui.input(|input| input.key_pressed(*digit)));
        if let Some(place) = pressed {
            let draft = &mut self.prompt.draft;
            match scene.choices {
                Choices::Take(take) if take.give_back.is_none() => {
                    if place < take.shown.len() {
                        draft.toggle_place(place);
                    }
                }
                Choices::Take(take) => {
                    let cards = take.give_back.as_deref().unwrap_or_default();
                    draft.give_back = cards.get(place).copied().or(draft.give_back);
                }
                Choices::Reorder { pile } => {
                    if place < pile.len() {
                        draft.toggle_top(place);
                    }
                }
                Choices::Nothing
                | Choices::Forced(_)
                | Choices::Turn(_)
                | Choices::Answer(_)
                | Choices::Foresee { .. }
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
                | Choices::Doctor { .. }
                | Choices::Abilities { .. }
                | Choices::Spoils
                | Choices::Give { .. }
                | Choices::Vote => draft.toggle_card(scene.view, scene.choices, place),
            }
        }
    }

    fn send(&mut self, ui: &Ui, choice: Choice, commands: &mut Vec<Command>) {
        self.prompt.sent = Some(ui.input(|input| input.time));
        self.prompt.draft = Draft::default();
        self.sheet = None;
        commands.push(Command::Order(Order::Choose(choice)));
    }
}

/// Keys, shuffle and deal: a bar that says how far the computers are.
fn set_up_ui(
    ui: &mut Ui,
    language: Language,
    playing: &Playing,
    leaving: &mut head::Leaving,
    commands: &mut Vec<Command>,
) {
    let names = &playing.names;
    CentralPanel::default_margins().show(ui, |ui| {
        ui.vertical_centered(|ui| {
            ui.add_space(ui.available_height() * 0.25);
            ui.heading(RichText::new(text(language, Text::SettingUp)).color(theme::GOLD));
            ui.label(text(language, Text::SettingUpHint));
            ui.add_space(12.0);
            let (done, total) = playing.progress;
            let step = phrase(language, names, &Phrase::Progress { done, total });
            let part = f64::from(done) / f64::from(total.max(1));
            #[expect(clippy::cast_possible_truncation, reason = "a share between 0 and 1")]
            ui.add(ProgressBar::new(part as f32).desired_width(420.0).text(step));
            ui.add_space(12.0);
            if let Some(fault) = &playing.fault {
                let sentence = nightcoach_words::fault(language, names, fault);
                ui.label(RichText::new(sentence).color(theme::ALARM));
            } else if !playing.waiting_for.is_empty() {
                let seconds = playing.waiting_since.seconds();
                ui.ctx().request_repaint_after(Duration::from_secs(1));
                let waiting = Phrase::WaitingSince { seats: playing.waiting_for, seconds };
                ui.label(phrase(language, names, &waiting));
            }
            ui.add_space(12.0);
            ui.label(RichText::new(names.join(" · ")).color(theme::QUIET));
            ui.add_space(12.0);
            ui.horizontal(|ui| head::leave_ui(ui, language, leaving, false, commands));
        });
    });
}
