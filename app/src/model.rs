//! What the network shows and takes; the screens know nothing else of it.

pub use nightcoach_lan::{
    AddressError, Audience, Chair, ChatLine, CodeError, Finding, Gathering, GoingOn, Interface, InterfaceKind, Met,
    NetworkReport, Notice, Order, OwnWish, PeerInfo, PeerTrace, Playing, Preset, Since, Snapshot, Stage, TableListing,
    Unfinished, Wanted, Watched,
};
