//! The window of Night Coach.
//!
//! It holds no rule and no cryptography: it draws a [`View`](nightcoach_rules::View) and its
//! [`Choices`](nightcoach_rules::Choices), and returns [`Command`]s. One module per screen and panel; every colour, size and
//! duration stands in [`theme`], every word in `nightcoach-words`.

mod command;
pub mod model;
mod screens;
mod session;
mod table;
pub mod theme;
mod window;

pub use command::Command;
pub use screens::{Screens, show};
pub use session::{Session, Setup};
pub use window::{Plan, Window};
