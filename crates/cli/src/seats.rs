//! `host`, `join` and `bot`: who sits down where, as the command line says.

use clap::Args;
use nightcoach_lan::Order;
use nightcoach_lan::net::socket_of;
use nightcoach_rules::Options;
use nightcoach_table::lobby::{Door, Passphrase};

use crate::Place;
use crate::simulate::block::{self, Setting};
use crate::sit::{Errand, Player, Wish, sit};

/// Opens a table on the local network and plays at it.
#[derive(Debug, Args)]
pub(crate) struct Host {
    /// Own name.
    #[arg(long, default_value = "Host")]
    name: String,
    /// Name of the table.
    #[arg(long, default_value = "Night Coach")]
    table: String,
    /// Number of players; the game begins when all are there and ready.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(3..=10))]
    seats: u8,
    /// Options other than the default ones, such as `prophecy=on,max-laps=40`; the names are those of `simulate`.
    #[arg(long, value_delimiter = ',', value_name = "NAME=VALUE")]
    options: Vec<Setting>,
    /// Let a bot play for this seat.
    #[arg(long)]
    bot: bool,
    /// Play that many games, each a rematch of the one before.
    #[arg(long, default_value_t = 1, requires = "bot")]
    games: u32,
    /// Only who knows these words may sit down.
    #[arg(long, value_name = "WORDS", conflicts_with = "approve")]
    passphrase: Option<String>,
    /// Decide for each guest: type `let in N` or `send away NAME`.
    #[arg(long)]
    approve: bool,
    /// Let everybody watch who asks; without it, decide for each: type `let in N` or `send away NAME`.
    #[arg(long)]
    allow_watchers: bool,
    #[command(flatten)]
    place: Place,
}

/// Sits down at a table on the local network.
#[derive(Debug, Args)]
pub(crate) struct Join {
    /// The host's address, such as 192.168.1.5:24642, or a name; without it, a table that is found on the
    /// network.
    #[arg(conflicts_with = "code")]
    address: Option<String>,
    /// The host's code, such as R2M0-218Y.
    #[arg(long, value_parser = code)]
    code: Option<String>,
    /// Own name.
    #[arg(long, default_value = "Guest")]
    name: String,
    /// Name of the table to wait for; without it, the first one found.
    #[arg(long)]
    table: Option<String>,
    /// What the host of a guarded table wants to hear.
    #[arg(long, value_name = "WORDS")]
    passphrase: Option<String>,
    #[command(flatten)]
    place: Place,
}

/// Lets a bot sit down at a table on the local network.
#[derive(Debug, Args)]
pub(crate) struct BotSeat {
    /// The host's address or code, such as 192.168.1.5:24642; without it, a table that is found on the network.
    #[arg(long, value_name = "ADDRESS")]
    join: Option<String>,
    /// Own name.
    #[arg(long, default_value = "Bot")]
    name: String,
    /// Name of the table to wait for; without it, the first one found.
    #[arg(long)]
    table: Option<String>,
    /// What the host of a guarded table wants to hear.
    #[arg(long, value_name = "WORDS")]
    passphrase: Option<String>,
    /// Play that many games, each a rematch of the one before.
    #[arg(long, default_value_t = 1)]
    games: u32,
    #[command(flatten)]
    place: Place,
}

impl Host {
    pub(crate) async fn run(self) -> anyhow::Result<u8> {
        let (table_name, options) = (self.table.clone(), block::options(&Options::usual(self.seats), &self.options)?);
        let door = match (self.passphrase.as_deref().and_then(Passphrase::new), self.approve) {
            (Some(passphrase), _) => Door::Passphrase(passphrase),
            (None, true) => Door::Approval,
            (None, false) => Door::Open,
        };
        let order = Some(Order::Host { table_name, options, door });
        let player = Player::of(self.bot)?;
        let errand = Errand { order, games: self.games, wish: Wish::default(), allow_watchers: self.allow_watchers };
        sit(self.name, self.place, errand, player).await
    }
}

impl Join {
    pub(crate) async fn run(self) -> anyhow::Result<u8> {
        let order = self.address.or(self.code).map(Order::JoinAddress);
        let wish = Wish { table: self.table, passphrase: self.passphrase.as_deref().and_then(Passphrase::new) };
        sit(self.name, self.place, Errand { order, games: 1, wish, allow_watchers: false }, Player::of(false)?).await
    }
}

impl BotSeat {
    pub(crate) async fn run(self) -> anyhow::Result<u8> {
        let order = self.join.map(Order::JoinAddress);
        let wish = Wish { table: self.table, passphrase: self.passphrase.as_deref().and_then(Passphrase::new) };
        sit(self.name, self.place, Errand { order, games: self.games, wish, allow_watchers: false }, Player::of(true)?)
            .await
    }
}

/// A code that some address has; one that cannot be is told at once.
fn code(typed: &str) -> Result<String, String> {
    socket_of(typed).map(|_socket| typed.to_owned()).map_err(|error| error.to_string())
}
