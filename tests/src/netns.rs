//! A local network inside one machine: hosts in network namespaces of their own, plugged into one bridge.
//!
//! The bridge lives in a namespace too and no route leads out, so nothing of the machine's own network is touched. It takes
//! Linux, root and `ip`; where one is missing, [`Lan::open`] says so and the test skips. Everything is removed when the
//! value is dropped, also while a panic unwinds; what a killed run left behind, the next one removes.

use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};
use std::{env, fs, process, thread};

use anyhow::{Context as _, bail};

/// Lines that a program may be ahead of its reader.
const AHEAD: usize = 1 << 16;

/// Hosts on one bridge.
#[derive(Debug)]
pub struct Lan {
    prefix: String,
    hosts: u8,
}

impl Lan {
    /// A network of that many hosts, numbered from 1, with addresses 192.0.2.1 and up.
    ///
    /// # Errors
    /// The reason why this machine can hold no such network. It is one for skipping: no tool, no permission.
    pub fn open(hosts: u8) -> anyhow::Result<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        sweep();
        let prefix = format!("nc{}x{}", process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let lan = Self { prefix, hosts };
        let hub = lan.hub();
        ip(&format!("netns add {hub}"))?;
        ip(&format!("-n {hub} link add br0 type bridge mcast_snooping 0 forward_delay 0 stp_state 0"))?;
        ip(&format!("-n {hub} link set br0 up"))?;
        for number in 1..=hosts {
            let host = lan.host(number);
            ip(&format!("netns add {host}"))?;
            ip(&format!("-n {host} link set lo up"))?;
            ip(&format!("-n {hub} link add v{number} type veth peer name eth0 netns {host}"))?;
            ip(&format!("-n {hub} link set v{number} master br0 up"))?;
            ip(&format!("-n {host} addr add 192.0.2.{number}/24 dev eth0"))?;
            ip(&format!("-n {host} link set eth0 up"))?;
        }
        Ok(lan)
    }

    /// Starts a program in a host, with its complaints in the file `complaints`.
    ///
    /// # Errors
    /// The program does not start or the file cannot be written.
    pub fn start(&self, host: u8, program: &Path, arguments: &[&str], complaints: &Path) -> anyhow::Result<Program> {
        let mut child = Command::new(ip_tool())
            .args(["netns", "exec", &self.host(host)])
            .arg(program)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(File::create(complaints)?)
            .spawn()
            .with_context(|| format!("starting {} in host {host}", program.display()))?;
        let output = child.stdout.take().context("no output to read")?;
        let (sender, lines) = sync_channel(AHEAD);
        spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send((now(), line)).is_err() {
                    break;
                }
            }
        });
        Ok(Program { name: format!("host {host}"), child, lines, said: Vec::new(), complaints: complaints.to_owned() })
    }

    /// Pulls the cable of a host out, or plugs it in again.
    ///
    /// # Errors
    /// What `ip` says.
    pub fn cable(&self, host: u8, plugged: bool) -> anyhow::Result<()> {
        let state = if plugged { "up" } else { "down" };
        ip(&format!("-n {} link set v{host} {state}", self.hub()))
    }

    fn hub(&self) -> String {
        format!("{}hub", self.prefix)
    }

    fn host(&self, number: u8) -> String {
        format!("{}h{number}", self.prefix)
    }
}

impl Drop for Lan {
    fn drop(&mut self) {
        for number in 1..=self.hosts {
            // A host that was never made cannot be removed, and that is fine.
            ip(&format!("netns del {}", self.host(number))).ok();
        }
        ip(&format!("netns del {}", self.hub())).ok();
    }
}

/// A running program that speaks in lines. It ends with this value.
#[derive(Debug)]
pub struct Program {
    name: String,
    child: Child,
    lines: Receiver<(Instant, String)>,
    said: Vec<String>,
    complaints: PathBuf,
}

impl Program {
    /// Waits for a line that starts with `start`, and gives what follows, with the moment at which it came.
    ///
    /// # Errors
    /// The line did not come in time, or the program ended; with all that it said.
    pub fn wait_for(&mut self, start: &str, until: Instant) -> anyhow::Result<(Instant, String)> {
        loop {
            let left = until.saturating_duration_since(now());
            match self.lines.recv_timeout(left) {
                Ok((at, line)) => {
                    let rest = line.strip_prefix(start).map(|rest| rest.trim().to_owned());
                    self.said.push(line);
                    if let Some(rest) = rest {
                        return Ok((at, rest));
                    }
                }
                Err(RecvTimeoutError::Timeout) => bail!("{} did not say {start:?} in time{}", self.name, self.report()),
                Err(RecvTimeoutError::Disconnected) => {
                    bail!("{} ended without {start:?}{}", self.name, self.report())
                }
            }
        }
    }

    /// Waits until the program ends by itself, and says whether it was content.
    ///
    /// # Errors
    /// It is still running at that moment; with all that it said.
    pub fn wait_for_end(&mut self, until: Instant) -> anyhow::Result<bool> {
        loop {
            while let Ok((_, line)) = self.lines.try_recv() {
                self.said.push(line);
            }
            if let Some(status) = self.child.try_wait()? {
                return Ok(status.success());
            }
            if now() > until {
                bail!("{} still runs{}", self.name, self.report());
            }
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Everything that it has said and complained about so far, for a message about a failure.
    pub fn report(&self) -> String {
        let complaints = fs::read_to_string(&self.complaints).unwrap_or_default();
        let last = |lines: Vec<&str>| lines.get(lines.len().saturating_sub(30)..).unwrap_or_default().join("\n  ");
        let said = last(self.said.iter().map(String::as_str).collect());
        format!("\nit said:\n  {said}\nit complained:\n  {}\n", last(complaints.lines().collect()))
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended already.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// The headless program, built from the tree that this test belongs to (for the whole workspace, as a run of all tests
/// builds it, so that little is compiled twice).
///
/// # Errors
/// It cannot be built.
pub fn headless_program() -> anyhow::Result<PathBuf> {
    let test = env::current_exe()?;
    let profile = test.parent().and_then(Path::parent).context("the test lies in a build folder")?;
    let program = profile.join(format!("nightcoach-cli{}", env::consts::EXE_SUFFIX));
    if is_older_than_the_tree(&program)? {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--locked", "--workspace", "--bin", "nightcoach-cli"]).current_dir(crate::tidy::root()?);
        if profile.ends_with("release") {
            cargo.arg("--release");
        }
        if let Some(target) = profile.parent() {
            cargo.arg("--target-dir").arg(target);
        }
        anyhow::ensure!(cargo.status()?.success(), "nightcoach-cli does not build");
    }
    Ok(program)
}

/// A run of all tests builds the program first; a run of this test alone may find an old one, or none.
fn is_older_than_the_tree(program: &Path) -> anyhow::Result<bool> {
    let Ok(built) = program.metadata().and_then(|data| data.modified()) else { return Ok(true) };
    let root = crate::tidy::root()?;
    for source in crate::tidy::production(&["crates"])? {
        if root.join(source.path).metadata()?.modified()? > built {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Now, for deadlines of tests that watch real programs.
#[expect(clippy::disallowed_methods, reason = "real programs are watched in real time")]
pub fn now() -> Instant {
    Instant::now()
}

#[expect(clippy::disallowed_methods, reason = "each program's output is read while the test waits for others")]
fn spawn(work: impl FnOnce() + Send + 'static) {
    thread::spawn(work);
}

/// Removes the namespaces of runs that were killed before they could.
fn sweep() {
    let Ok(names) = fs::read_dir("/run/netns") else { return };
    for name in names.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()) {
        let owner = name.strip_prefix("nc").and_then(|rest| rest.split_once('x')).map(|(owner, _)| owner);
        if owner.is_some_and(|owner| owner.parse::<u32>().is_ok() && !Path::new("/proc").join(owner).exists()) {
            // Another run may have been quicker.
            ip(&format!("netns del {name}")).ok();
        }
    }
}

fn ip(arguments: &str) -> anyhow::Result<()> {
    let output = Command::new(ip_tool()).args(arguments.split(' ')).stdin(Stdio::null()).output();
    let output = output.context("there is no `ip` here (Debian package iproute2)")?;
    let said = String::from_utf8_lossy(&output.stderr);
    anyhow::ensure!(output.status.success(), "`ip {arguments}` says: {}", said.trim());
    Ok(())
}

fn ip_tool() -> &'static Path {
    let known = ["/usr/sbin/ip", "/sbin/ip", "/usr/bin/ip"].map(Path::new);
    known.into_iter().find(|path| path.exists()).unwrap_or_else(|| Path::new("ip"))
}
