//! One key for transport and game: the peer id of a link is the identity key of the player at its other end.

use std::fmt;

use libp2p::PeerId;
use libp2p::identity::{Keypair, PublicKey};
use nightcoach_transcript::IdentityKey;
use serde::{Deserialize, Serialize};

/// A peer, named by its Ed25519 identity key.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PeerKey(pub [u8; 32]);

impl PeerKey {
    /// The key as the game knows it.
    pub const fn identity(self) -> IdentityKey {
        IdentityKey(self.0)
    }

    /// The peer id of this key, if it is one.
    pub(crate) fn peer_id(&self) -> Option<PeerId> {
        let public = libp2p::identity::ed25519::PublicKey::try_from_bytes(&self.0).ok()?;
        Some(PublicKey::from(public).to_peer_id())
    }

    /// The key inside a peer id; every peer id of an Ed25519 key holds it whole.
    pub(crate) fn of(peer: &PeerId) -> Option<Self> {
        let public = PublicKey::try_decode_protobuf(peer.as_ref().digest()).ok()?;
        Some(Self(public.try_into_ed25519().ok()?.to_bytes()))
    }
}

impl fmt::Debug for PeerKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.identity().fingerprint())
    }
}

impl fmt::Display for PeerKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.identity().fingerprint())
    }
}

/// The transport key pair of an identity seed.
pub(crate) fn keypair(seed: [u8; 32]) -> Option<Keypair> {
    Keypair::ed25519_from_bytes(seed).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use nightcoach_transcript::IdentitySecret;

    #[test]
    fn transport_and_game_have_one_key() {
        let keypair = keypair([4; 32]).unwrap();
        let of_peer = PeerKey::of(&keypair.public().to_peer_id()).unwrap();
        assert_eq!(of_peer.identity(), IdentitySecret::from_seed([4; 32]).public());
    }
}
