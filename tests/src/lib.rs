//! What several of the tests in this package share.

pub mod cast;
pub mod fuzz;
pub mod hall;
pub mod netns;
pub mod sim;
pub mod tidy;
pub mod watch;
