//! `watch` beside a table of bots, each a process of its own: the same file, and the exit code of its audit.
#![expect(clippy::unwrap_used, reason = "a test may stop at once")]

use std::io::{BufRead as _, BufReader};
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Stdio};

/// A folder for one test, removed with it.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

/// A program that ends with the test.
struct Running {
    child: Child,
    lines: BufReader<ChildStdout>,
}

impl Running {
    fn start(folder: &Folder, name: &str, arguments: &[&str]) -> Self {
        let profile = folder.0.join(name);
        let mut child = Command::new(env!("CARGO_BIN_EXE_nightcoach-cli"))
            .args(arguments)
            .args(["--name", name, "--no-mdns", "--lines", "--profile", profile.to_str().unwrap()])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap());
        Self { child, lines }
    }

    /// Reads until a line begins like this; returns the whole of it.
    fn until(&mut self, start: &str) -> String {
        loop {
            let mut line = String::new();
            let read = self.lines.read_line(&mut line).unwrap();
            assert!(read > 0, "the program has ended without {start:?}");
            if line.starts_with(start) {
                return line;
            }
        }
    }

    /// Reads to the end; the exit code.
    fn end(&mut self) -> Option<i32> {
        let mut rest = String::new();
        std::io::Read::read_to_string(&mut self.lines, &mut rest).unwrap();
        self.child.wait().unwrap().code()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

fn free_port() -> String {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port().to_string()
}

#[test]
fn who_watches_ends_with_the_file_of_the_players_and_the_verdict_of_its_audit() {
    let folder = Folder(std::env::temp_dir().join(format!("nightcoach-watch-{}", std::process::id())));
    std::fs::create_dir_all(&folder.0).unwrap();
    let file = |name: &str| folder.0.join(name).to_str().unwrap().to_owned();
    let (port, played, seen) = (free_port(), file("played"), file("seen"));
    let address = format!("127.0.0.1:{port}");
    let host = ["host", "--bot", "--seats", "3", "--allow-watchers", "--port", &port, "--out", &played];
    let mut host = Running::start(&folder, "Anna", &host);
    host.until("gathered 1 of 3");
    let ports = [free_port(), free_port(), free_port()];
    let mut watching =
        Running::start(&folder, "Wanda", &["watch", "--address", &address, "--port", &ports[0], "--out", &seen]);
    watching.until("watching 1 of 3");
    let mut bots = ["Bert", "Cleo"].map(|name| {
        let port = if name == "Bert" { &ports[1] } else { &ports[2] };
        Running::start(&folder, name, &["bot", "--join", &address, "--port", port])
    });
    host.until("watchers Wanda");
    watching.until("event ");
    let chain = watching.until("chain ");
    assert_eq!(host.until("chain "), chain);
    assert_eq!((watching.end(), host.end()), (Some(0), Some(0)));
    assert!(bots.iter_mut().all(|bot| bot.end() == Some(0)));
    assert!(std::fs::read(&seen).unwrap() == std::fs::read(&played).unwrap(), "the same file");
    assert!(!folder.0.join("Wanda").join("tables").exists() || empty(&folder.0.join("Wanda").join("tables")));
}

/// Whoever watches keeps no journal.
fn empty(folder: &std::path::Path) -> bool {
    std::fs::read_dir(folder).unwrap().next().is_none()
}
