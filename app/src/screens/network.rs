//! The network page: what this computer sees of the network, and what to do about it. Above everything else, like the
//! rules.

use egui::{Button, Id, Key, Modal, RichText, ScrollArea, Ui, vec2};
use nightcoach_words::{Card, Language, NetworkAdvice, NetworkLine, Text, network_advice, network_line, text};

use super::code;
use super::parts::hint_ui;
use crate::model::{Finding, Interface, InterfaceKind, NetworkReport, PeerTrace};
use crate::theme;

const SIZE: egui::Vec2 = vec2(760.0, 470.0);

/// The page, open or not.
#[derive(Debug, Default)]
pub(crate) struct Page {
    open: bool,
}

impl Page {
    /// Opens it.
    pub(crate) const fn open(&mut self) {
        self.open = true;
    }

    /// Whether it is open.
    pub(crate) const fn is_open(&self) -> bool {
        self.open
    }

    /// Draws it while it is open; F2 opens and closes it.
    pub(crate) fn show(&mut self, ui: &Ui, language: Language, report: &NetworkReport, codes: &[String]) {
        if ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::F2)) {
            self.open = !self.open;
        }
        if !self.open {
            return;
        }
        let drawn = Modal::new(Id::unique("network")).show(ui.ctx(), |ui| {
            ui.set_width(SIZE.x.min(ui.ctx().content_rect().width() - 60.0));
            let mut closed = false;
            ui.horizontal(|ui| {
                ui.heading(RichText::new(text(language, Text::NetworkTitle)).color(theme::GOLD));
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    closed = ui.add(Button::new(text(language, Text::NetworkClose))).clicked();
                });
            });
            ui.separator();
            let height = SIZE.y.min(ui.ctx().content_rect().height() - 150.0);
            ScrollArea::vertical().id_salt("network").max_height(height).show(ui, |ui| {
                report_ui(ui, language, report);
                if let Some(code) = codes.first() {
                    code::qr_ui(ui, language, code);
                }
            });
            closed
        });
        if drawn.inner || drawn.should_close() {
            self.open = false;
        }
    }
}

fn report_ui(ui: &mut Ui, language: Language, report: &NetworkReport) {
    for advice in advice(language, report) {
        ui.label(RichText::new(advice).color(theme::GOLD));
    }
    ui.separator();
    hint_ui(ui, text(language, Text::NetworkSeen));
    for line in lines(language, report) {
        ui.label(line);
    }
}

/// One sentence for each finding.
pub(crate) fn advice(language: Language, report: &NetworkReport) -> Vec<String> {
    report.findings().iter().map(|finding| network_advice(language, &as_advice(finding))).collect()
}

/// What is seen: the program, the cards, the others.
pub(crate) fn lines(language: Language, report: &NetworkReport) -> Vec<String> {
    let mut lines = vec![network_line(language, &NetworkLine::Program { build: &report.build, port: report.port })];
    lines.extend(report.codes().iter().map(|code| network_line(language, &NetworkLine::Code(code))));
    lines.extend(report.interfaces.iter().map(|card| card_line(language, report, card)));
    lines.extend(report.peers.iter().map(|peer| peer_line(language, report, peer)));
    lines
}

fn card_line(language: Language, report: &NetworkReport, card: &Interface) -> String {
    let addresses: Vec<String> = card.addresses.iter().map(|address| address.ip.to_string()).collect();
    let (heard, reached) = (report.heard_on(card), report.reached_on(card));
    let looks = match card.kind {
        InterfaceKind::Lan => Card::Lan,
        InterfaceKind::SelfAssigned => Card::SelfAssigned,
        InterfaceKind::Vpn => Card::Vpn,
        InterfaceKind::Virtual => Card::Virtual,
        InterfaceKind::Loopback => Card::Loopback,
    };
    let addresses = addresses.join(", ");
    network_line(language, &NetworkLine::Card { name: &card.name, card: looks, addresses: &addresses, heard, reached })
}

fn peer_line(language: Language, report: &NetworkReport, peer: &PeerTrace) -> String {
    let PeerTrace { name, fingerprint, build, linked, address, inbound, skew_ms } = peer;
    let at = address.filter(|_address| *linked);
    let card = at.and_then(|at| report.interface_of(at.ip())).map(|card| card.name.as_str());
    let at = at.map(|at| at.to_string());
    let (inbound, skew_ms) = (*inbound, *skew_ms);
    network_line(language, &NetworkLine::Peer { name, fingerprint, build, at: at.as_deref(), card, inbound, skew_ms })
}

fn as_advice(finding: &Finding) -> NetworkAdvice<'_> {
    match finding {
        Finding::NoNetwork => NetworkAdvice::NoNetwork,
        Finding::SelfAssigned(card) => NetworkAdvice::SelfAssigned(card),
        Finding::SeveralNetworks(cards) => NetworkAdvice::SeveralNetworks(cards),
        Finding::Vpn(card) => NetworkAdvice::Vpn(card),
        Finding::Virtual(card) => NetworkAdvice::Virtual(card),
        Finding::NoDiscovery => NetworkAdvice::NoDiscovery,
        Finding::NothingHeard(cards) => NetworkAdvice::NothingHeard(cards),
        Finding::NobodyCameIn(port) => NetworkAdvice::NobodyCameIn(*port),
        Finding::OtherPort(port) => NetworkAdvice::OtherPort(*port),
        Finding::Alone => NetworkAdvice::Alone,
        Finding::Looking => NetworkAdvice::Looking,
        Finding::VersionDiffers { name, theirs } => NetworkAdvice::VersionDiffers { name, theirs },
        Finding::OtherBuild { name, theirs } => NetworkAdvice::OtherBuild { name, theirs },
        Finding::Clock { name, seconds } => NetworkAdvice::Clock { name, seconds: *seconds },
        Finding::MetThroughVpn { name, interface } => NetworkAdvice::MetThroughVpn { name, card: interface },
        Finding::Well(others) => NetworkAdvice::Well(*others),
    }
}
