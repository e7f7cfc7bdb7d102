//! The house rules that no compiler holds: directions, purity, labels, numbered checks, sizes. Each test names every
//! offence that it finds.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;

use anyhow::Context as _;
use nightcoach_tests::tidy::{
    CheckRow, MARKDOWN, RUST, SETTINGS, Source, check_citations, code_checks, code_spans, files, has_word, hold,
    production, root, sources, spec_checks, table_rows,
};
use serde_json::Value;

/// Every package and the packages of ours that it may use.
const ARROWS: &[(&str, &[&str])] = &[
    ("nightcoach-wire", &[]),
    ("nightcoach-rules", &[]),
    ("nightcoach-cards", &["wire"]),
    ("nightcoach-transcript", &["wire"]),
    ("nightcoach-table", &["wire", "rules", "cards", "transcript"]),
    ("nightcoach-words", &["table", "rules"]),
    ("nightcoach-plain", &["rules"]),
    ("nightcoach-bots", &["rules", "plain"]),
    ("nightcoach-lan", &["wire", "rules", "transcript", "table"]),
    ("nightcoach-cli", &["lan", "bots", "plain", "words", "table", "rules", "transcript"]),
    ("nightcoach", &["lan", "bots", "plain", "words", "table", "rules", "transcript"]),
    ("nightcoach-tests", &["wire", "rules", "cards", "transcript", "table", "words", "plain", "bots", "lan", "cli"]),
];

const NO_STD: &[&str] = &["crates/wire", "crates/rules", "crates/cards", "crates/transcript", "crates/table"];
const PURE: &[&str] = &[
    "crates/wire",
    "crates/rules",
    "crates/cards",
    "crates/transcript",
    "crates/table",
    "crates/plain",
    "crates/words",
    "crates/bots",
];
const ALL: &[&str] = &["crates", "app", "tests"];
const SHIPPED: &[&str] = &["crates", "app"];

/// Packages from outside that only the named packages of ours may use.
const KEPT: &[(&str, &[&str])] = &[
    ("bincode", &["nightcoach-wire"]),
    ("curve25519-dalek", &["nightcoach-cards"]),
    ("ed25519-dalek", &["nightcoach-transcript"]),
    // The tests have a foreign program of their own to stand beside a table.
    ("libp2p", &["nightcoach-lan", "nightcoach-tests"]),
    ("libp2p-stream", &["nightcoach-lan"]),
    ("egui", &["nightcoach"]),
    ("eframe", &["nightcoach"]),
    ("egui_kittest", &["nightcoach"]),
    ("tokio", &["nightcoach-lan", "nightcoach-cli", "nightcoach", "nightcoach-tests"]),
    ("futures", &["nightcoach-lan", "nightcoach-cli", "nightcoach", "nightcoach-tests"]),
    ("getrandom", &["nightcoach-lan", "nightcoach-cli", "nightcoach", "nightcoach-tests"]),
];

/// The targets that people play on.
const NATIVE: &[&str] = &["x86_64-unknown-linux-gnu", "x86_64-pc-windows-msvc", "aarch64-apple-darwin"];

#[test]
fn arrows_point_down() -> anyhow::Result<()> {
    let allowed: BTreeMap<&str, &[&str]> = ARROWS.iter().copied().collect();
    let mut offences = Vec::new();
    for (package, used) in dependencies()? {
        let Some(below) = allowed.get(package.as_str()) else {
            offences.push(format!("{package} has no place in the layout"));
            continue;
        };
        let ours = used.iter().filter_map(|name| name.strip_prefix("nightcoach-"));
        offences.extend(ours.filter(|name| !below.contains(name)).map(|name| format!("{package} -> {name}")));
    }
    hold("A crate uses only crates below it.", &offences)
}

#[test]
fn outside_packages_stay_in_their_crate() -> anyhow::Result<()> {
    let mut offences = Vec::new();
    for (package, used) in dependencies()? {
        let kept = KEPT.iter().filter(|(name, users)| used.contains(*name) && !users.contains(&package.as_str()));
        offences.extend(kept.map(|(name, _)| format!("{package} -> {name}")));
        if package == "nightcoach-rules" {
            let rest = used.iter().filter(|name| !matches!(name.as_str(), "serde" | "proptest"));
            offences.extend(rest.map(|name| format!("{package} -> {name}: the rules take serde's derives only")));
        }
    }
    hold("A package from outside is used by the crates that it is for.", &offences)
}

#[test]
fn no_program_can_cheat() -> anyhow::Result<()> {
    let manifests = files("", &["/Cargo.toml"])?.into_iter().filter(|manifest| manifest.package() != "tests");
    let enabling = manifests.filter(|manifest| {
        let uses = manifest.text.lines().filter(|line| !line.trim_start().starts_with('#') && line.contains("cheat"));
        uses.into_iter().any(|line| line.trim() != "cheat = []")
    });
    hold("Only the tests enable forged entries.", &enabling.map(|manifest| manifest.path).collect::<Vec<_>>())?;
    let sharing = files("", &["/Cargo.toml"])?.into_iter().filter(|manifest| manifest.package() != "tests");
    let sharing = sharing.filter(|manifest| {
        let programs = manifest.text.split("[dev-dependencies]").next().unwrap_or_default();
        programs.lines().any(|line| line.contains("shared-checks") && line.trim() != "shared-checks = []")
    });
    hold("Only tests share checks among peers.", &sharing.map(|manifest| manifest.path).collect::<Vec<_>>())
}

#[test]
fn the_codec_is_named_in_one_place() -> anyhow::Result<()> {
    let mut offences = Vec::new();
    for source in sources(ALL)? {
        let lexed = source.lexed();
        let names = |word: &str| has_word(&lexed.production, word) || has_word(&lexed.tests, word);
        if names("bincode") && source.package() != "crates/wire" {
            offences.push(format!("{} names the codec", source.path));
        }
        if (names("egui") || names("eframe")) && source.package() != "app" {
            offences.push(format!("{} draws", source.path));
        }
    }
    hold("wire names the codec, the app draws.", &offences)
}

#[test]
fn the_core_is_no_std() -> anyhow::Result<()> {
    let mut offences = Vec::new();
    for source in production(NO_STD)? {
        let code = source.lexed().production;
        if source.path.ends_with("/src/lib.rs") && !code.contains("#![no_std]") {
            offences.push(format!("{} lacks #![no_std]", source.path));
        }
        if has_word(&code, "std::") || has_word(&code, "extern crate std") {
            offences.push(format!("{} uses std", source.path));
        }
    }
    hold("wire, rules, cards, transcript and table do without the standard library.", &offences)
}

#[test]
fn time_disk_net_and_threads_are_inputs() -> anyhow::Result<()> {
    let words = [
        "std::time",
        "std::net",
        "std::fs",
        "std::thread",
        "std::env",
        "std::process",
        "std::io",
        "async",
        "await",
        "tokio",
        "getrandom",
        "SystemTime",
        "Instant",
    ];
    let mut offences = Vec::new();
    for source in production(PURE)? {
        let code = source.lexed().production;
        let named = words.iter().filter(|word| has_word(&code, word));
        offences.extend(named.map(|word| format!("{}: {word}", source.path)));
    }
    hold("Only lan, cli and app touch clocks, sockets, files, threads, async and the system's randomness.", &offences)
}

#[test]
fn files_stay_readable() -> anyhow::Result<()> {
    let long = production(SHIPPED)?.into_iter().map(|source| (source.text.lines().count(), source.path));
    let long = long.filter(|(lines, _)| *lines > 800).map(|(lines, path)| format!("{path}: {lines} lines"));
    hold("No file passes 800 lines.", &long.collect::<Vec<_>>())
}

#[test]
fn long_functions_say_why() -> anyhow::Result<()> {
    let mut offences = Vec::new();
    for source in sources(ALL)? {
        let lexed = source.lexed();
        for code in [&lexed.production, &lexed.tests] {
            for (at, _) in code.match_indices("clippy::too_many_lines") {
                let attribute = code.get(at..).and_then(|tail| tail.split(']').next()).unwrap_or_default();
                if !attribute.contains("reason = \"") {
                    offences.push(format!("{}: too_many_lines without a reason", source.path));
                }
            }
        }
    }
    hold("A function of more than 60 lines has a written reason.", &offences)
}

#[test]
fn nothing_is_left_undone() -> anyhow::Result<()> {
    let words = ["#[ignore", "#![ignore", "todo!", "unimplemented!", "dbg!"];
    let mut offences = Vec::new();
    for source in sources(ALL)? {
        let lexed = source.lexed();
        let named = words.iter().filter(|word| has_word(&lexed.production, word) || has_word(&lexed.tests, word));
        offences.extend(named.map(|word| format!("{}: {word}", source.path)));
    }
    hold("No ignored test, no placeholder.", &offences)
}

#[test]
fn no_file_knows_a_machine() -> anyhow::Result<()> {
    let folders = ["work", "home", "root", "Users", "tmp"].map(|name| format!("/{name}/"));
    let mut offences = Vec::new();
    let mut all = files("", &[RUST, MARKDOWN, SETTINGS].concat())?;
    all.retain(|source| !source.path.starts_with("protocol-spec/vectors/"));
    for source in all {
        for (number, line) in source.text.lines().enumerate() {
            let starts_path = |at: usize| {
                let before = line.get(..at).and_then(|head| head.chars().next_back());
                !before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '~' | '/' | '}' | '>'))
            };
            if folders.iter().any(|folder| line.match_indices(folder.as_str()).any(|(at, _)| starts_path(at))) {
                offences.push(format!("{}:{}: {}", source.path, number + 1, line.trim()));
            }
        }
    }
    hold("No path of one machine stands in the tree.", &offences)
}

#[test]
fn labels_stand_in_one_file_and_in_the_spec() -> anyhow::Result<()> {
    let mut offences = Vec::new();
    let mut in_code: BTreeMap<String, String> = BTreeMap::new();
    for source in production(SHIPPED)? {
        let lexed = source.lexed();
        for label in lexed.production_literals().filter(|literal| literal.starts_with("nightcoach/v1/")) {
            if source.path != format!("{}/src/labels.rs", source.package()) {
                offences.push(format!("{}: {label} belongs into labels.rs", source.path));
            }
            if in_code.insert(label.to_owned(), source.package().to_owned()).is_some() {
                offences.push(format!("{}: {label} exists twice", source.path));
            }
        }
    }
    let rows = table_rows(&document("protocol-spec/labels.md")?);
    let named = code_spans(&rows);
    let in_spec: BTreeSet<&str> =
        named.iter().map(String::as_str).filter(|n| n.starts_with("nightcoach/v1/")).collect();
    let homeless = in_code.iter().filter(|(label, _)| !in_spec.contains(label.as_str()));
    offences.extend(homeless.map(|(label, package)| format!("{label} of {package} is missing in labels.md")));
    let stale = in_spec.iter().filter(|label| !in_code.contains_key(**label));
    offences.extend(stale.map(|label| format!("{label} of labels.md is in no code")));
    hold("Every label stands once in one labels.rs and in protocol-spec/labels.md.", &offences)
}

#[test]
fn the_spec_lists_the_checks_that_the_code_has() -> anyhow::Result<()> {
    let spec = checks()?;
    let code = code_checks(&document("crates/table/src/fault.rs")?);
    anyhow::ensure!(!code.is_empty(), "no check was found in fault.rs");
    let mut offences = Vec::new();
    let numbers: BTreeSet<&str> = spec.iter().map(|row| row.number.as_str()).collect();
    let names: BTreeSet<&str> = spec.iter().map(|row| row.name.as_str()).collect();
    if numbers.len() != spec.len() || names.len() != spec.len() {
        offences.push("a number or a name of checks.md occurs twice".to_owned());
    }
    let unknown = code.iter().filter(|row| !spec.contains(row));
    offences.extend(unknown.map(|row| format!("only in fault.rs: {} {}: {}", row.number, row.name, row.sentence)));
    let stale = spec.iter().filter(|row| !code.contains(row));
    offences.extend(stale.map(|row| format!("only in checks.md: {} {}: {}", row.number, row.name, row.sentence)));
    hold("checks.md and fault.rs agree on number, name and sentence.", &offences)
}

#[test]
fn every_check_is_made_and_violated() -> anyhow::Result<()> {
    let mut made = String::new();
    let mut violated = String::new();
    for source in sources(ALL)? {
        let lexed = source.lexed();
        if matches!(source.package(), "crates/table" | "tests") {
            violated.push_str(&lexed.tests);
        }
        let names_only = matches!(source.path.as_str(), "crates/table/src/fault.rs" | "crates/table/src/cheat.rs");
        if source.package() == "crates/table" && !names_only {
            made.push_str(&lexed.production);
        }
    }
    let mut offences = Vec::new();
    for CheckRow { number, name, .. } in checks()? {
        let citation = format!("Check::{name}");
        if !has_word(&made, &citation) {
            offences.push(format!("{number} {name} is made nowhere in crates/table"));
        }
        if !has_word(&violated, &citation) {
            offences.push(format!("{number} {name} is violated by no test"));
        }
    }
    hold("Every numbered check is cited by the code that makes it and by a test that violates it.", &offences)
}

#[test]
fn every_citation_exists() -> anyhow::Result<()> {
    let known: BTreeSet<String> = checks()?.into_iter().map(|row| row.number).collect();
    let mut offences = Vec::new();
    for Source { path, text } in files("", &[RUST, MARKDOWN].concat())? {
        let unknown = check_citations(&text).into_iter().filter(|number| !known.contains(number));
        offences
            .extend(unknown.filter(|_| !path.starts_with("tests/src/tidy/")).map(|number| format!("{path}: {number}")));
    }
    hold("Every cited check stands in protocol-spec/checks.md.", &offences)
}

#[test]
fn every_attack_has_a_test_that_exists() -> anyhow::Result<()> {
    let rows = table_rows(&document("protocol-spec/rejections.md")?);
    let wanted = (1..=46).map(|row| row.to_string()).chain((1..=21).map(|line| format!("L{line}")));
    let mut offences = Vec::new();
    for number in wanted {
        let of_number: Vec<_> = rows.iter().filter(|row| row.first() == Some(&number)).collect();
        let [row] = of_number.as_slice() else {
            offences.push(format!("{number} has {} rows", of_number.len()));
            continue;
        };
        let cited: Vec<&str> = row.get(2).map_or_else(Vec::new, |cell| cell.split('`').skip(1).step_by(2).collect());
        if cited.is_empty() {
            offences.push(format!("{number} has no test"));
        }
        offences
            .extend(cited.into_iter().filter(|test| !is_test(test)).map(|test| format!("{number}: no test {test}")));
    }
    let attacks = table_rows(&document("protocol-spec/attacks.md")?);
    let named = |number: &str| rows.iter().any(|row| row.first().is_some_and(|first| first == number));
    let missing = attacks.iter().filter_map(|row| row.first()).filter(|number| !named(number));
    offences.extend(missing.map(|number| format!("row {number} of attacks.md is missing")));
    hold("Every attack and every known defect is refused in a test.", &offences)
}

/// Whether `file::name` is a test; `compile_fail` is one in the documentation.
fn is_test(cited: &str) -> bool {
    let Some((path, name)) = cited.split_once("::") else { return false };
    let Ok(text) = document(path) else { return false };
    if name == "compile_fail" {
        let documentation = text.lines().filter_map(|line| line.trim_start().strip_prefix("//!"));
        return documentation.into_iter().any(|line| line.trim_start().starts_with("```compile_fail"));
    }
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let begins = |line: &&str| line.strip_prefix("fn ").is_some_and(|rest| rest.starts_with(&format!("{name}(")));
    let tests = lines.iter().enumerate().filter(|(_, line)| begins(line));
    tests.into_iter().any(|(at, _)| lines.iter().take(at).rev().take(3).any(|line| *line == "#[test]"))
}

#[test]
fn every_cited_document_exists() -> anyhow::Result<()> {
    let root = root()?;
    let mut offences = Vec::new();
    for Source { path, text } in files("", &[RUST, MARKDOWN].concat())? {
        for tail in text.split("protocol-spec/").skip(1) {
            let name: String =
                tail.chars().take_while(|c| c.is_alphanumeric() || matches!(c, '-' | '.' | '/')).collect();
            if name.strip_suffix(".md").is_some() && !root.join("protocol-spec").join(&name).exists() {
                offences.push(format!("{path}: protocol-spec/{name}"));
            }
        }
    }
    hold("Every document that is cited exists.", &offences)
}

#[test]
fn the_stand_in_is_compiled_nowhere() -> anyhow::Result<()> {
    anyhow::ensure!(!users_of_stand_in("wasm32-unknown-unknown")?.is_empty(), "this test can no longer see the crate");
    let mut offences = Vec::new();
    for target in NATIVE {
        offences.extend(users_of_stand_in(target)?.lines().map(|line| format!("{target}: {line}")));
    }
    hold("The stand-in for the browser's helper is in no native build.", &offences)
}

#[test]
fn only_the_agreed_names_are_visible_at_the_top() -> anyhow::Result<()> {
    let agreed =
        ["Cargo.toml", "Cargo.lock", "README.md", "LICENSE", "crates", "app", "protocol-spec", "tests", "target"];
    let mut offences = Vec::new();
    for entry in fs::read_dir(root()?)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if !name.starts_with('.') && !agreed.contains(&name.as_str()) {
            offences.push(name);
        }
    }
    hold("Settings are dot files; nothing else is visible at the top.", &offences)
}

#[test]
fn every_package_takes_the_lints_and_has_a_line_in_the_map() -> anyhow::Result<()> {
    let map = document("crates/README.md")?;
    let mut offences = Vec::new();
    for manifest in files("", &["/Cargo.toml"])? {
        let folder = manifest.path.trim_end_matches("/Cargo.toml");
        if folder.starts_with('.') || folder.starts_with("tests/fuzz") {
            continue;
        }
        // Test support may unwrap and index, so `tests` has a table of its own; it must not fall out of the house for that.
        let own_table = folder == "tests" && manifest.text.contains("[lints.clippy]\nall = ");
        if !own_table && !manifest.text.contains("[lints]\nworkspace = true") {
            offences.push(format!("{folder} does not take the workspace's lints"));
        }
        let name = folder.rsplit('/').next().unwrap_or_default();
        if !map.contains(&format!("| `{name}`")) {
            offences.push(format!("{folder} has no line in crates/README.md"));
        }
    }
    hold("Every package that ships takes the lint table, and every package stands in the map.", &offences)
}

#[test]
fn the_gates_run_the_command_of_the_readme() -> anyhow::Result<()> {
    let command = "cargo test --workspace --locked";
    let in_readme = document("README.md")?.lines().any(|line| line.trim() == command);
    let in_gates = document(".ci/run")?.lines().any(|line| line == format!("gate \"tests\" {command}"));
    anyhow::ensure!(in_readme && in_gates, "README.md and .ci/run both run `{command}`, literally");
    Ok(())
}

fn document(path: &str) -> anyhow::Result<String> {
    fs::read_to_string(root()?.join(path)).with_context(|| format!("reading {path}"))
}

fn checks() -> anyhow::Result<Vec<CheckRow>> {
    let rows = spec_checks(&document("protocol-spec/checks.md")?);
    anyhow::ensure!(!rows.is_empty(), "no row of checks.md was read");
    Ok(rows)
}

/// Every package of the workspace with the names of all packages that it asks for, those of its tests included.
fn dependencies() -> anyhow::Result<BTreeMap<String, BTreeSet<String>>> {
    let told = cargo(&["metadata", "--no-deps", "--format-version", "1", "--locked"])?;
    let told: Value = serde_json::from_str(&told)?;
    let mut all = BTreeMap::new();
    let list = |value: &Value, key: &str| value.get(key).and_then(Value::as_array).cloned().context(key.to_owned());
    let name = |value: &Value| value.get("name").and_then(Value::as_str).map(str::to_owned);
    for package in list(&told, "packages")? {
        let used = list(&package, "dependencies")?.iter().filter_map(name).collect();
        all.insert(name(&package).context("a package without a name")?, used);
    }
    Ok(all)
}

fn users_of_stand_in(target: &str) -> anyhow::Result<String> {
    cargo(&["tree", "--workspace", "--locked", "-e", "all", "--target", target, "-i", "wasm-bindgen-futures"])
}

fn cargo(arguments: &[&str]) -> anyhow::Result<String> {
    let output = Command::new(env!("CARGO")).args(arguments).current_dir(root()?).output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    anyhow::ensure!(output.status.success(), "cargo {} says: {said}", arguments.join(" "));
    Ok(String::from_utf8(output.stdout)?)
}
