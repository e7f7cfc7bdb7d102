//! .
pub mod netns;
pub mod tidy;
