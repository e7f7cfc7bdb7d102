//! Files of vectors: compared with what the code makes, or written anew.

use std::path::PathBuf;

use serde_json::Value;

fn path(name: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../protocol-spec/vectors")).join(name)
}

#[expect(clippy::disallowed_methods, reason = "the one switch that lets a test write vectors anew")]
fn blessing() -> bool {
    std::env::var("NIGHTCOACH_BLESS").is_ok_and(|value| value == "1")
}

/// Compares bytes with the pinned file, or writes it when told to.
pub(crate) fn assert_bytes_pinned(name: &str, current: &[u8]) {
    let path = path(name);
    if blessing() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, current).unwrap();
    }
    // Compared without a print of both: they are long.
    assert!(std::fs::read(&path).unwrap() == current, "{name} differs from the code");
}

/// Compares JSON with the pinned file, or writes it when told to.
pub(crate) fn assert_pinned(name: &str, current: &Value) {
    assert_bytes_pinned(name, (serde_json::to_string_pretty(current).unwrap() + "\n").as_bytes());
}

/// Bytes in hexadecimal, as they stand in every file.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}
