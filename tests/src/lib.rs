//! .
pub mod tidy;
