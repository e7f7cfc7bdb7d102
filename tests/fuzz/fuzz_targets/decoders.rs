//! Any bytes for everything that decodes. The same function runs in `tests/tests/fuzzed.rs` over the
//! kept corpus, so that what is found here is replayed there.
#![no_main]
#![allow(dead_code, unreachable_pub, unused_imports, reason = "the tests share more than is fuzzed")]

#[path = "../../src/fuzz/mod.rs"]
mod fuzz;
#[path = "../../src/sim.rs"]
mod sim;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    fuzz::decoders::run(data);
});
