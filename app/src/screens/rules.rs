//! The rules for players: chapters to choose from or to search, above everything else.

use egui::{Align, Button, Id, Key, Layout, Modal, RichText, ScrollArea, TextEdit, Ui, WidgetInfo, vec2};
use nightcoach_rules::Options;
use nightcoach_words::{Chapter, Language, Text, Topic, chapter, rules_reference, search, text};

use crate::theme;

/// Size of what is inside.
const SIZE: egui::Vec2 = vec2(760.0, 470.0);
/// Width of the list of chapters.
const LIST: f32 = 220.0;

/// The rules, open or not, and what is read in them.
#[derive(Debug, Default)]
pub(crate) struct Panel {
    open: bool,
    topic: Option<Topic>,
    sought: String,
}

impl Panel {
    /// Whether they are open.
    pub(crate) const fn is_open(&self) -> bool {
        self.open
    }

    /// Opens them at a chapter, or where they were left.
    pub(crate) fn open(&mut self, topic: Option<Topic>) {
        self.open = true;
        if topic.is_some() {
            self.topic = topic;
            self.sought.clear();
        }
    }

    /// Draws them while they are open; F1 opens and closes them.
    pub(crate) fn show(&mut self, ui: &Ui, language: Language, options: Option<&Options>) {
        if ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::F1)) {
            self.open = !self.open;
        }
        if !self.open {
            return;
        }
        let mut chapters: Vec<Chapter> = Vec::new();
        chapters.extend(options.map(|options| chapter(language, Topic::ThisTable, Some(options))));
        chapters.extend(rules_reference(language));
        let drawn = Modal::new(Id::unique("rules")).show(ui.ctx(), |ui| {
            ui.set_width(SIZE.x.min(ui.ctx().content_rect().width() - 60.0));
            let closed = self.head_ui(ui, language);
            ui.separator();
            let found = search(&chapters, &self.sought);
            ui.horizontal_top(|ui| {
                ui.set_height(SIZE.y.min(ui.ctx().content_rect().height() - 150.0));
                self.list_ui(ui, language, &found);
                ui.separator();
                ui.vertical(|ui| self.chapter_ui(ui, &found));
            });
            closed
        });
        if drawn.should_close() || drawn.inner {
            self.open = false;
        }
    }

    /// Heading, search and the button that closes; says whether it was pressed.
    fn head_ui(&mut self, ui: &mut Ui, language: Language) -> bool {
        ui.horizontal(|ui| {
            ui.heading(RichText::new(text(language, Text::RulesTitle)).color(theme::GOLD));
            let label = text(language, Text::RulesSearch);
            let field = TextEdit::singleline(&mut self.sought)
                .id_salt("sought")
                .hint_text(label)
                .char_limit(40)
                .desired_width(260.0);
            let field = ui.add(field);
            let sought = self.sought.as_str();
            field.widget_info(|| {
                let mut info = WidgetInfo::text_edit(field.enabled(), sought, sought, "");
                info.label = Some(label.to_owned());
                info
            });
            if field.changed() {
                self.topic = None;
            }
            ui.button(text(language, Text::RulesClose)).clicked()
        })
        .inner
    }

    fn list_ui(&mut self, ui: &mut Ui, language: Language, found: &[&Chapter]) {
        let list = ScrollArea::vertical().id_salt("chapters").auto_shrink(false).max_width(LIST);
        ui.allocate_ui_with_layout(vec2(LIST, ui.available_height()), Layout::top_down(Align::Min), |ui| {
            list.show(ui, |ui| {
                ui.set_width(LIST - 14.0);
                ui.spacing_mut().item_spacing.y = 2.0;
                if found.is_empty() {
                    ui.label(text(language, Text::RulesNothing));
                }
                let shown = self.shown(found).map(|chapter| chapter.topic);
                let entries = found.iter().filter(|chapter| entry_ui(ui, chapter, shown == Some(chapter.topic)));
                self.topic = entries.last().map(|chapter| chapter.topic).or(self.topic);
            });
        });
    }

    fn chapter_ui(&self, ui: &mut Ui, found: &[&Chapter]) {
        let Some(chapter) = self.shown(found) else {
            return;
        };
        ScrollArea::vertical().id_salt(&chapter.title).auto_shrink(false).show(ui, |ui| {
            ui.label(RichText::new(&chapter.title).size(theme::HEADING).color(theme::GOLD));
            for paragraph in &chapter.paragraphs {
                ui.add(egui::Label::new(paragraph).wrap());
                ui.add_space(4.0);
            }
        });
    }

    /// The chapter that is read: the chosen one, or the first that was found.
    fn shown<'a>(&self, found: &[&'a Chapter]) -> Option<&'a Chapter> {
        let chosen = found.iter().find(|chapter| Some(chapter.topic) == self.topic);
        chosen.or_else(|| found.first()).copied()
    }
}

/// A heading in the list; says whether it was chosen.
fn entry_ui(ui: &mut Ui, chapter: &Chapter, shown: bool) -> bool {
    let entry = Button::selectable(shown, &chapter.title).min_size(vec2(LIST - 16.0, 24.0));
    ui.add(entry).clicked()
}
