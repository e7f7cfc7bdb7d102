//! Finds and opens the files of the workspace.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;

use super::lexer::{Lexed, lex};

/// Ending of Rust files.
pub const RUST: &[&str] = &[".rs"];
/// Ending of documents.
pub const MARKDOWN: &[&str] = &[".md"];
/// Endings of settings, scripts and vectors.
pub const SETTINGS: &[&str] = &[".toml", ".sh", ".py", ".json", "/run", "/long"];

/// A file of the workspace.
#[derive(Clone, Debug)]
pub struct Source {
    /// From the workspace's root, with forward slashes.
    pub path: String,
    /// All of it.
    pub text: String,
}

impl Source {
    /// The file's code, without comments.
    pub fn lexed(&self) -> Lexed {
        let mut lexed = lex(&self.text);
        if self.is_test() {
            lexed.tests.push_str(&core::mem::take(&mut lexed.production));
        }
        lexed
    }

    /// A file that never ships: in a `tests` or `benches` folder, or a module of tests in a file of its own.
    pub fn is_test(&self) -> bool {
        let mut parts = self.path.split('/');
        parts.any(|part| matches!(part, "tests" | "benches" | "tests.rs"))
    }

    /// The folder of its crate, such as `crates/wire`.
    pub fn package(&self) -> &str {
        let parts = if self.path.starts_with("crates/") { 2 } else { 1 };
        self.path.match_indices('/').nth(parts - 1).and_then(|(at, _)| self.path.get(..at)).unwrap_or_default()
    }
}

/// The folder that holds the workspace's `Cargo.toml`.
///
/// # Errors
/// When this package lies in no workspace.
pub fn root() -> anyhow::Result<PathBuf> {
    Ok(Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("the tests lie in the workspace")?.to_path_buf())
}

/// All files below the named folder of the workspace (an empty name is the root) that end in one of `endings`, in the
/// order of their paths. Build results and version control are left out.
///
/// # Errors
/// When a file cannot be read.
pub fn files(folder: &str, endings: &[&str]) -> anyhow::Result<Vec<Source>> {
    let root = root()?;
    let mut found = Vec::new();
    let mut folders = vec![root.join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).with_context(|| format!("reading {}", folder.display()))? {
            let path = entry?.path();
            let name = path.strip_prefix(&root)?.to_string_lossy().replace('\\', "/");
            if path.is_dir() {
                if !matches!(name.rsplit('/').next(), Some("target" | ".git" | "corpus")) {
                    folders.push(path);
                }
            } else if endings.iter().any(|ending| name.ends_with(ending)) {
                let text = fs::read_to_string(&path).with_context(|| format!("reading {name}"))?;
                found.push(Source { path: name, text });
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(found)
}

/// The Rust files of the named crates' folders.
///
/// # Errors
/// When a file cannot be read.
pub fn sources(folders: &[&str]) -> anyhow::Result<Vec<Source>> {
    let mut all = Vec::new();
    for folder in folders {
        all.extend(files(folder, RUST)?);
    }
    Ok(all)
}

/// The Rust files of the named crates' folders that ship.
///
/// # Errors
/// When a file cannot be read.
pub fn production(folders: &[&str]) -> anyhow::Result<Vec<Source>> {
    let mut all = sources(folders)?;
    all.retain(|source| !source.is_test());
    Ok(all)
}
