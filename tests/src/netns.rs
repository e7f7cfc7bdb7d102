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
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
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
        let name = format!("host {host}");
        let complaints = complaints.to_owned();
        Ok(Program { name, child, lines, said: Vec::new(), read: 0, traces: Vec::new(), complaints })
    }

    /// Pulls the cable of a host out, or plugs it in again.
    ///
    /// # Errors
    /// What `ip` says.
    pub fn cable(&self, host: u8, plugged: bool) -> anyhow::Result<()> {
        let state = if plugged { "up" } else { "down" };
        ip(&format!("-n {} link set v{host} {state}", self.hub()))
    }

    /// Gives a host the address 192.0.2.`last` instead of the one that it has.
    ///
    /// # Errors
    /// What `ip` says.
    pub fn readdress(&self, host: u8, last: u8) -> anyhow::Result<()> {
        ip(&format!("-n {} addr flush dev eth0", self.host(host)))?;
        ip(&format!("-n {} addr add 192.0.2.{last}/24 dev eth0", self.host(host)))
    }

    /// Cuts a host off from all others that are cut off like this; the rest it still reaches.
    ///
    /// # Errors
    /// What `ip` says.
    pub fn isolate(&self, host: u8) -> anyhow::Result<()> {
        ip(&format!("-n {} link set v{host} type bridge_slave isolated on", self.hub()))
    }

    /// Gives a host a bridge for containers and the end of a tunnel, with the same addresses as on every other host.
    ///
    /// # Errors
    /// What `ip` says.
    pub fn crowd(&self, host: u8) -> anyhow::Result<()> {
        let host = self.host(host);
        for (card, kind, address) in [("docker0", "bridge", "172.17.0.1/16"), ("wg0", "bridge", "10.8.0.2/24")] {
            ip(&format!("-n {host} link add {card} type {kind}"))?;
            ip(&format!("-n {host} addr add {address} dev {card}"))?;
            ip(&format!("-n {host} link set {card} up"))?;
        }
        Ok(())
    }

    /// Adds a rule for what a host receives, such as `udp dport 5353 drop`.
    ///
    /// # Errors
    /// There is no `nft`, or it does not take the rule.
    pub fn filter(&self, host: u8, rule: &str) -> anyhow::Result<()> {
        let chain = "add chain inet nightcoach input { type filter hook input priority 0; policy accept; }";
        let rules = format!("add table inet nightcoach; {chain}; add rule inet nightcoach input iifname eth0 {rule}");
        let host = self.host(host);
        let output = Command::new(ip_tool()).args(["netns", "exec", &host, "nft", &rules]).output()?;
        let said = String::from_utf8_lossy(&output.stderr);
        anyhow::ensure!(output.status.success(), "`nft {rule}` (Debian package nftables) says: {}", said.trim());
        Ok(())
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
            remove(&self.host(number));
        }
        remove(&self.hub());
    }
}

/// Ends what still runs in a namespace and removes it. One that was never made cannot be removed, and that is fine.
fn remove(namespace: &str) {
    if let Ok(output) = Command::new(ip_tool()).args(["netns", "pids", namespace]).output() {
        for pid in String::from_utf8_lossy(&output.stdout).split_whitespace() {
            signal(pid, "KILL").ok();
        }
    }
    ip(&format!("netns del {namespace}")).ok();
}

/// What a program with `--trace` says of a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trace {
    /// Microseconds on the clock of this machine; see [`micros`].
    pub at: u64,
    /// Which of the program's games, from 1.
    pub game: u32,
    /// What happened.
    pub what: What,
    /// In which round, or which one began.
    pub round: u32,
}

/// What a trace is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// The state has moved on to this round.
    Round,
    /// The seat is asked for a choice.
    Asked,
    /// It has chosen.
    Chose,
}

impl Trace {
    fn read(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.strip_prefix("trace ")?.split(' ').collect();
        let [at, game, what, round] = words.as_slice() else { return None };
        let what = match *what {
            "round" => What::Round,
            "asked" => What::Asked,
            "chose" => What::Chose,
            _other => return None,
        };
        Some(Self { at: at.parse().ok()?, game: game.parse().ok()?, what, round: round.parse().ok()? })
    }
}

/// A running program that speaks in lines. It ends with this value.
#[derive(Debug)]
pub struct Program {
    name: String,
    child: Child,
    lines: Receiver<(Instant, String)>,
    said: Vec<(Instant, String)>,
    /// How many of those lines have been waited for.
    read: usize,
    traces: Vec<Trace>,
    complaints: PathBuf,
}

impl Program {
    /// Waits for a line that starts with `start`, and gives what follows, with the moment at which it came.
    ///
    /// # Errors
    /// The line did not come in time, or the program ended; with all that it said.
    pub fn wait_for(&mut self, start: &str, until: Instant) -> anyhow::Result<(Instant, String)> {
        loop {
            while let Some((at, line)) = self.said.get(self.read) {
                self.read += 1;
                if let Some(rest) = line.strip_prefix(start) {
                    return Ok((*at, rest.trim().to_owned()));
                }
            }
            match self.lines.recv_timeout(until.saturating_duration_since(now())) {
                Ok((at, line)) => self.hear(at, line),
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
            self.listen();
            if let Some(status) = self.child.try_wait()? {
                return Ok(status.success());
            }
            if now() > until {
                bail!("{} still runs{}", self.name, self.report());
            }
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Whether any line so far starts like this; lines that are still waited for count too.
    pub fn has_said(&mut self, start: &str) -> bool {
        self.listen();
        self.said.iter().any(|(_, line)| line.starts_with(start))
    }

    /// All traces so far.
    pub fn traces(&mut self) -> &[Trace] {
        self.listen();
        &self.traces
    }

    fn listen(&mut self) {
        while let Ok((at, line)) = self.lines.try_recv() {
            self.hear(at, line);
        }
    }

    fn hear(&mut self, at: Instant, line: String) {
        match Trace::read(&line) {
            Some(trace) => self.traces.push(trace),
            None => self.said.push((at, line)),
        }
    }

    /// Stops the program as it stands, as a laptop that falls asleep, or lets it go on.
    ///
    /// # Errors
    /// There is no such process any more.
    pub fn sleep(&self, asleep: bool) -> anyhow::Result<()> {
        signal(&self.child.id().to_string(), if asleep { "STOP" } else { "CONT" })
    }

    /// Memory that the program holds, in KiB.
    ///
    /// # Errors
    /// The program has ended.
    pub fn memory(&self) -> anyhow::Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("no VmRSS")?;
        Ok(line.trim().trim_end_matches(" kB").parse()?)
    }

    /// CPU time that the program has used; zero when it has ended.
    pub fn cpu(&self) -> Duration {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap_or_default();
        let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
        // User and system time, in hundredths of a second.
        let ticks: u64 = fields.skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
        Duration::from_millis(ticks * 10)
    }

    /// Everything that it has said and complained about so far, for a message about a failure.
    pub fn report(&self) -> String {
        let complaints = fs::read_to_string(&self.complaints).unwrap_or_default();
        let last = |lines: Vec<&str>| lines.get(lines.len().saturating_sub(30)..).unwrap_or_default().join("\n  ");
        let said = last(self.said.iter().map(|(_, line)| line.as_str()).collect());
        let trace = self.traces.last();
        format!(
            "\nlast trace: {trace:?}\nit said:\n  {said}\nit complained:\n  {}\n",
            last(complaints.lines().collect())
        )
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

/// The clock that `--trace` shows.
#[expect(clippy::disallowed_methods, reason = "real programs are watched in real time")]
pub fn micros() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(now.as_micros()).unwrap_or(u64::MAX)
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
            remove(&name);
        }
    }
}

fn signal(pid: &str, name: &str) -> anyhow::Result<()> {
    // The shell has `kill` built in, wherever there is a shell.
    let status = Command::new("sh").args(["-c", "kill -$0 $1", name, pid]).stderr(Stdio::null()).status()?;
    anyhow::ensure!(status.success(), "there is no process {pid}");
    Ok(())
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
