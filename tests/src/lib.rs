//! What several of the tests in this package share.

pub mod netns;
pub mod tidy;
pub mod sim;
pub mod cast;
