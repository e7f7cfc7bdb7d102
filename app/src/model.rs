//! What the network shows and takes; the screens know nothing else of it.

pub use nightcoach_lan::{
    Chair, ChatLine, Gathering, Met, Notice, Order, PeerInfo, Playing, Preset, Since, Snapshot, Stage, TableListing,
    Unfinished, Wanted,
};
