//! Headless Night Coach: everything without a window.

mod audit;
mod demo;
mod going_on;
mod menu;
mod network;
mod prompt;
mod rules;
mod say;
mod seats;
mod simulate;
mod sit;
mod spectate;
mod speech;
mod trace;
mod typed;
mod watch;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

/// Exit code of a transcript that does not hold, and of everything that went wrong.
const FAILED: u8 = 1;
/// Exit code of a transcript that holds so far but is not finished.
const UNFINISHED: u8 = 3;

/// Night Coach without a window: host and join tables, let bots play, check transcripts.
#[derive(Debug, Parser)]
#[command(name = "nightcoach-cli", version, about, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Plays a whole game of bots over real links on this machine, and checks it.
    Demo(demo::Demo),
    /// Opens a table on the local network and plays at it.
    Host(seats::Host),
    /// Sits down at a table on the local network.
    Join(seats::Join),
    /// Lets a bot sit down at a table on the local network.
    Bot(seats::BotSeat),
    /// Watches a table on the local network: tells its story and audits it as it grows.
    ///
    /// The host lets you in. Exit codes as of `audit`; Ctrl-C ends it with what was seen so far.
    Watch(spectate::Spectate),
    /// Checks a transcript: every signature, proof and rule, without any secret.
    ///
    /// Exit code 0: valid and finished; 3: valid so far, but unfinished; 1: invalid, or no transcript.
    Audit(audit::File),
    /// Checks a transcript and tells its story.
    Replay(audit::File),
    /// Tells the rules, the whole of them or what they say of a card.
    Rules(rules::Rules),
    /// Plays many games of bots without network and cryptography, and counts.
    Simulate(simulate::Simulate),
    /// Shows own addresses and who is seen on the network within some seconds.
    CheckNetwork(network::CheckNetwork),
}

/// Who one is and how one is reached.
#[derive(Debug, Args)]
struct Place {
    /// Folder with identity key, running tables and transcripts; without it, the one of this user.
    #[arg(long, value_name = "DIR")]
    profile: Option<PathBuf>,
    /// TCP port to listen on; without it, 24642 or any free one.
    #[arg(long)]
    port: Option<u16>,
    /// Do not look for others by multicast DNS; join by address instead.
    #[arg(long)]
    no_mdns: bool,
    /// Least time before an automatic or sealed entry, in milliseconds, so that nobody can be read by their speed.
    #[arg(long, value_name = "MS", default_value_t = 0)]
    pace: u64,
    /// Say so after so many seconds of waiting for you; the profile remembers it.
    #[arg(long, value_name = "SECONDS")]
    remind: Option<u64>,
    /// Print lines for programs: `listening ADDRESS`, `code CODE`, `linked N`, `table ID`, `ended OUTCOME`, `chain HEAD` and so on.
    #[arg(long)]
    lines: bool,
    /// Print `trace MICROSECONDS GAME WHAT ROUND` for every `round` that begins and for when one is `asked` and has `chose`n.
    #[arg(long)]
    trace: bool,
    /// Write the transcript here as well; those of rematches go beside it, with the number of the game behind the name.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

fn main() -> ExitCode {
    let filter = tracing_subscriber::EnvFilter::try_from_env("NIGHTCOACH_LOG")
        .unwrap_or_else(|_unset| tracing_subscriber::EnvFilter::new("error"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
    let cli = Cli::parse();
    match run(cli.command) {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            say::complain(&format!("{error:#}"));
            ExitCode::from(FAILED)
        }
    }
}

fn run(command: Command) -> anyhow::Result<u8> {
    match command {
        Command::Audit(file) => file.audit(),
        Command::Replay(file) => file.replay(),
        Command::Rules(rules) => rules.run(),
        Command::Simulate(simulate) => simulate.run(),
        Command::Demo(demo) => runtime()?.block_on(demo.run()),
        Command::Host(host) => runtime()?.block_on(host.run()),
        Command::Join(join) => runtime()?.block_on(join.run()),
        Command::Bot(bot) => runtime()?.block_on(bot.run()),
        Command::Watch(watch) => runtime()?.block_on(watch.run()),
        Command::CheckNetwork(check) => runtime()?.block_on(check.run()),
    }
}

fn runtime() -> anyhow::Result<tokio::runtime::Runtime> {
    Ok(tokio::runtime::Builder::new_multi_thread().enable_all().build()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn the_command_line_holds_together() {
        Cli::command().debug_assert();
    }
}
