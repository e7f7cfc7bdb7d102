//! Night Coach: a card game for 3 to 10 laptops on one network, without a server.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use eframe::{NativeOptions, Renderer};
use egui::ViewportBuilder;
use nightcoach::{Plan, Setup, Window, theme};
use nightcoach_words::Language;

/// Night Coach, a card game for 3 to 10 laptops on one network, without a server.
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    /// Your name.
    #[arg(long)]
    name: Option<String>,
    /// Folder for your identity and your games; another one for each instance on this computer.
    #[arg(long)]
    profile: Option<PathBuf>,
    /// TCP port to listen on.
    #[arg(long)]
    port: Option<u16>,
    /// Do not announce or look for tables by multicast; join by address still works.
    #[arg(long)]
    no_mdns: bool,
    /// Language: en or zh. Without it, the system's.
    #[arg(long)]
    language: Option<String>,
    /// Sit down at a practice table of so many seats, with bots, at once.
    #[arg(long, value_name = "SEATS", value_parser = clap::value_parser!(u8).range(3..=10))]
    practice: Option<u8>,
    /// A demonstration: a bot plays your practice seat, too.
    #[arg(long, requires = "practice")]
    auto: bool,
    /// A demonstration: close the window when the game is over.
    #[arg(long)]
    quit_when_done: bool,
}

impl Arguments {
    fn plan(self) -> Plan {
        let locale = self.language.or_else(sys_locale::get_locale).unwrap_or_default();
        let language = Language::from_locale(&locale);
        // "You" would be everybody's name on a network; a person without one is called a player.
        let name = nightcoach_table::lobby::tidy_name(&self.name.unwrap_or_default());
        let (mdns, auto) = (!self.no_mdns, self.auto);
        let setup = Setup { name, profile: self.profile, port: self.port, mdns, auto };
        Plan { setup, language, practice: self.practice, quit_when_done: self.quit_when_done }
    }
}

fn main() -> ExitCode {
    let plan = Arguments::parse().plan();
    let filter = tracing_subscriber::EnvFilter::from_default_env();
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
    // OpenGL draws fastest; where there is none, the second renderer may still work.
    let shown = [Renderer::Glow, Renderer::Wgpu].into_iter().map(|renderer| run(&plan, renderer));
    // The first failure says why; the second may only say that the first one came before.
    let mut failed = None;
    for result in shown {
        match result {
            Ok(()) => return ExitCode::SUCCESS,
            Err(error) => failed = failed.or_else(|| Some(error.to_string())),
        }
    }
    complain(&failed.unwrap_or_default());
    ExitCode::FAILURE
}

fn run(plan: &Plan, renderer: Renderer) -> eframe::Result {
    let viewport = ViewportBuilder::default()
        .with_title("Night Coach")
        .with_inner_size(theme::WINDOW_FIRST)
        .with_min_inner_size(theme::WINDOW_MIN);
    // Size and place are remembered per profile: a window of one profile says nothing about the next one's.
    let persistence_path = plan.setup.profile.as_ref().map(|folder| folder.join("window.ron"));
    let options = NativeOptions { viewport, renderer, persistence_path, ..NativeOptions::default() };
    let plan = plan.clone();
    let open = move |creation: &eframe::CreationContext<'_>| {
        let window = Window::open(&plan, &creation.egui_ctx)?;
        Ok(Box::new(window) as Box<dyn eframe::App>)
    };
    eframe::run_native("nightcoach", options, Box::new(open))
}

/// One line that says what to do where there is no display.
#[expect(clippy::print_stderr, reason = "the one message of a program without a window")]
fn complain(error: &str) {
    // The part before the last colon names files of the window library.
    let why = error.rsplit(": ").next().unwrap_or(error).trim_end_matches('.');
    let headless = "nightcoach-cli demo --seats 5";
    let built = "cargo run --release -p nightcoach-cli -- demo";
    eprintln!("No window can be opened ({why}); without a display, play with `{headless}` or `{built}`.");
}
