//! Night Coach: the window.

fn main() {}
