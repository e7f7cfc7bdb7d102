//! `check-network`: what this machine sees of the local network.

use std::time::Duration;

use clap::Args;
use nightcoach_lan::{Profile, SeatConfig, start};

use crate::say;

/// Shows own addresses and who is seen on the network within some seconds.
#[derive(Debug, Args)]
pub(crate) struct CheckNetwork {
    /// How long to look.
    #[arg(long, default_value_t = 8)]
    seconds: u64,
    /// TCP port to listen on; without it, 24642 or any free one.
    #[arg(long)]
    port: Option<u16>,
}

impl CheckNetwork {
    pub(crate) async fn run(&self) -> anyhow::Result<u8> {
        let config = SeatConfig {
            name: "network check".to_owned(),
            profile: Profile::temporary("check")?,
            port: self.port,
            mdns: true,
            loopback: false,
            pace_ms: 0,
            seed: None,
        };
        let seat = start(config)?;
        say::line(&format!("Looking for {} seconds for others who run Night Coach ...", self.seconds));
        tokio::time::sleep(Duration::from_secs(self.seconds)).await;
        let snapshot = seat.snapshots().borrow().clone();
        say::line("Own addresses, to be typed elsewhere with `join ADDRESS`:");
        for address in &snapshot.addresses {
            say::line(&format!("  {address}"));
        }
        if snapshot.peers.is_empty() {
            say::line(
                "Nobody was seen. If somebody is there: allow UDP port 5353 (multicast) and the TCP port above in",
            );
            say::line("both firewalls, leave guest networks and VPNs, or join by address.");
        }
        for peer in &snapshot.peers {
            let state = if peer.linked { "linked" } else { "not linked" };
            say::line(&format!("  {} ({}), {state}", peer.name, peer.fingerprint));
        }
        for table in &snapshot.tables {
            let remark = table.remark.as_deref().unwrap_or("open");
            say::line(&format!(
                "  table {:?} of {}, {} of {} seats taken, {remark}",
                table.name, table.host, table.taken, table.seats
            ));
        }
        let found = !snapshot.peers.is_empty();
        seat.close().await;
        Ok(u8::from(!found))
    }
}
