//! Empty stand-in for a wasm-only crate that no native target compiles.
#![no_std]
