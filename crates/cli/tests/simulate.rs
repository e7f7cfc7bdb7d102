//! Simulations from the command line: what is counted, that it is reproducible, and what wrong arguments get.
#![expect(clippy::unwrap_used, reason = "a test may stop at once")]

use std::process::{Command, Output};

use serde_json::Value;

fn simulate(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_nightcoach-cli")).arg("simulate").args(arguments).output().unwrap()
}

fn said(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "no progress where nobody watches");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn simulated_games_are_counted_per_number_of_seats() {
    let said = said(&simulate(&["--games", "3", "--seats", "3..4"]));
    for line in ["3 seats, 3 games", "4 seats, 3 games"] {
        assert!(said.lines().any(|said| said == line), "{said}");
    }
    for heading in ["median", "p90", "declaration, true", "who claimed, by turn order", "announced", "Poison Mixer"] {
        assert!(said.contains(heading), "{heading}: {said}");
    }
}

#[test]
fn equal_seeds_give_equal_counts_on_any_number_of_threads() {
    let counted = |threads: &str, seed: &str| {
        let fixed = ["--games", "12", "--seats", "3..5", "--players", "random", "--options", "max-laps=6,prophecy"];
        said(&simulate(&[&fixed[..], &["--threads", threads, "--seed", seed]].concat()))
    };
    assert_eq!(counted("1", "7"), counted("3", "7"));
    assert_ne!(counted("1", "7"), counted("1", "8"));
}

#[test]
fn programs_get_the_same_counts_as_json() {
    let told: Value = serde_json::from_str(&said(&simulate(&["--games", "5", "--seats", "4", "--json"]))).unwrap();
    let table = told.pointer("/tables/0").unwrap();
    assert_eq!(table.get("games").unwrap(), 5);
    let endings = table.get("endings").unwrap().as_object().unwrap();
    assert_eq!(endings.values().filter_map(Value::as_u64).sum::<u64>(), 5, "every game ends in one way");
    assert!(table.pointer("/length/turns/median").unwrap().as_u64().unwrap() > 0);
    assert_eq!(table.get("objects").unwrap().as_object().unwrap().len(), 17);
    assert_eq!(table.get("occupations").unwrap().as_object().unwrap().len(), 10);
}

#[test]
fn wrong_arguments_are_refused_in_plain_words() {
    for (arguments, code, reason) in [
        (&["--seats", "2"][..], 2, "a table has 3 to 10 seats"),
        (&["--seats", "6..4"], 2, "a range goes upwards: 4..6"),
        (&["--seats", "few"], 2, "`few` is no number of seats"),
        (&["--games", "0"], 2, "0 is not in 1.."),
        (&["--threads", "0"], 2, "threads"),
        (&["--options", "drinks=3"], 1, "there is no option `drinks`"),
        (&["--options", "prophecy=maybe"], 1, "`prophecy` is on or off"),
        (&["--options", "secret-support,hypnotist-after-each"], 1, "no table of 3 has these options"),
    ] {
        let refused = simulate(arguments);
        assert_eq!(refused.status.code(), Some(code), "{arguments:?}");
        let complaint = String::from_utf8_lossy(&refused.stderr);
        assert!(complaint.contains(reason), "{arguments:?}: {complaint}");
        assert!(refused.stdout.is_empty());
    }
}
