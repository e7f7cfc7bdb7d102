//! Options, deal, and any entries, sleepers and wakers out of bytes. The checks are those that the tests of
//! `nightcoach-plain` run over the kept corpus, so that what is found here is replayed there.
#![no_main]
#![allow(dead_code, reason = "the tests share more than is fuzzed")]

#[path = "../../../crates/plain/tests/play/mod.rs"]
mod play;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    play::fuzz::run(data);
});
