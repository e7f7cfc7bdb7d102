//! What the network shows and takes; the screens know nothing else of it.

pub use nightcoach_lan::{
    AddressError, CodeError, Finding, Gathering, Interface, InterfaceKind, NetworkReport, Notice, Order, PeerInfo,
    PeerTrace, Playing, Snapshot, Stage, TableListing,
};
