//! What the network shows and takes; the screens know nothing else of it.

pub use nightcoach_lan::{Gathering, Notice, Order, PeerInfo, Playing, Snapshot, Stage, TableListing};
