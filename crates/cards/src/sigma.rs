//! The only place that knows the sigma-protocol library.
//!
//! Relation: `image_j = sum_k w_k B_jk` for public images and bases and secret scalars `w` (Maurer's proof of a
//! preimage of a linear map; U. Maurer, "Unifying zero-knowledge proofs of knowledge", 2009). A disjunction of such
//! relations is proven with shared-out challenges (Cramer, Damgaard, Schoenmakers, 1994).
//!
//! Challenge: `TurboSHAKE128` over a session, the relation itself and the commitments. The session is made of the suite,
//! the flavour marker, the relation's label and the digest of the [`ProofTranscript`], which holds the context and
//! the whole statement. Soundness: special soundness, with the hash as a random oracle; the equations bind the prover
//! to a witness, they do not say that it is unique.
//!
//! The relation is hashed in the canonical encoding of draft-irtf-cfrg-sigma-protocols: every coefficient is one, the
//! identity is element 0, the generator element 1, the others follow in the order in which they are added here; secrets
//! are numbered likewise. Each proof's documentation lists its elements in that order.
//!
//! Encoding: a linear relation is `commitments || responses` (one element per equation, one scalar per secret), a
//! disjunction is `challenge || all branch challenges but the last || responses of all branches`. Elements and
//! scalars take 32 bytes. The library refuses what is not canonical and what is too short or too long.
//!
//! The library does not check what a prover claims: callers do, before they prove.

use alloc::vec::Vec;

use curve25519_dalek::constants::RISTRETTO_BASEPOINT_POINT;
use curve25519_dalek::{RistrettoPoint, Scalar};
use rand_core::CryptoRng;
use sha2::{Digest as _, Sha256};
use sigma_proofs::composition::{ComposedInstance, ComposedWitness};
use sigma_proofs::linear_relation::Equation;
use sigma_proofs::{
    DefaultHash, Instance, PrivateRng, SessionId, derive_session_id, prove_batchable_with, prove_compact_with,
    verify_batchable_with, verify_compact_with,
};
use zeroize::Zeroizing;

use crate::element::ELEMENT_LEN;
use crate::error::ProofError;
use crate::labels;
use crate::transcript::{ProofTranscript, absorb};

/// Bytes of a linear proof.
pub(crate) const fn linear_len(equations: usize, secrets: usize) -> usize {
    (equations + secrets) * ELEMENT_LEN
}

/// Bytes of a proof of a disjunction.
pub(crate) const fn any_len(branches: usize, secrets: usize) -> usize {
    (branches + secrets) * ELEMENT_LEN
}

/// A public group element that equations multiply secrets with.
#[derive(Clone, Copy)]
pub(crate) struct Base(u32);

/// A secret scalar of a relation, in the order of the witness.
#[derive(Clone, Copy)]
pub(crate) struct Secret(u32);

/// A conjunction of equations over one list of secrets.
#[derive(Default)]
pub(crate) struct Relation {
    elements: Vec<RistrettoPoint>,
    equations: Vec<Equation<RistrettoPoint>>,
    secrets: u32,
}

impl Relation {
    /// The generator `G`.
    pub(crate) const GENERATOR: Base = Base(1);

    /// The identity has a place of its own in the library's numbering, the generator the next.
    const IDENTITY: u32 = 0;
    const FIRST_ELEMENT: usize = 2;

    /// The generator as a point, for bases that are made from it.
    pub(crate) fn generator() -> RistrettoPoint {
        RISTRETTO_BASEPOINT_POINT
    }

    /// Adds a secret.
    pub(crate) fn secret(&mut self) -> Secret {
        let secret = Secret(self.secrets);
        self.secrets += 1;
        secret
    }

    /// Adds a public element. It must be used in an equation.
    pub(crate) fn base(&mut self, point: RistrettoPoint) -> Base {
        Base(self.element(point))
    }

    /// Adds the equation `image = sum of secret * base`.
    pub(crate) fn equation(&mut self, image: RistrettoPoint, terms: &[(Secret, Base)]) {
        let image = self.element(image);
        self.push(image, terms);
    }

    /// Adds the equation `image = sum of secret * base` for an image that other equations use as a base.
    pub(crate) fn equation_at(&mut self, image: Base, terms: &[(Secret, Base)]) {
        self.push(image.0, terms);
    }

    /// Adds the equation `0 = sum of secret * base`.
    pub(crate) fn vanishing(&mut self, terms: &[(Secret, Base)]) {
        self.push(Self::IDENTITY, terms);
    }

    fn push(&mut self, image: u32, terms: &[(Secret, Base)]) {
        self.equations.push(Equation {
            image: [(image, Scalar::ONE)].into(),
            terms: terms.iter().map(|(secret, base)| (secret.0, base.0, Scalar::ONE)).collect(),
        });
    }

    fn element(&mut self, point: RistrettoPoint) -> u32 {
        let index = self.elements.len() + Self::FIRST_ELEMENT;
        self.elements.push(point);
        // Relations have some hundred elements; an index past the end makes the library refuse the relation.
        u32::try_from(index).unwrap_or(u32::MAX)
    }

    fn compile(self) -> Option<Instance<RistrettoPoint>> {
        Instance::new(self.elements, self.equations).ok()
    }
}

/// A prover's randomness, hedged: even a broken generator gives other nonces for every witness and statement.
pub(crate) struct Nonces(PrivateRng<DefaultHash>);

impl Nonces {
    /// Mixes fresh bytes with the witness and what is known of the statement so far.
    pub(crate) fn hedged(rng: &mut impl CryptoRng, transcript: &ProofTranscript, witness: &[&[u8]]) -> Self {
        let mut seed = Zeroizing::new([0; 32]);
        rng.fill_bytes(seed.as_mut());
        let mut hash = Sha256::new();
        absorb(&mut hash, labels::HEDGE.as_bytes());
        absorb(&mut hash, &transcript.digest());
        for part in witness {
            absorb(&mut hash, part);
        }
        let mut nonces = PrivateRng::from_seed(*seed);
        nonces.mix_entropy(&hash.finalize().into());
        Self(nonces)
    }

    /// A uniform scalar.
    pub(crate) fn scalar(&mut self) -> Scalar {
        let mut wide = Zeroizing::new([0; 64]);
        self.0.fill_bytes(wide.as_mut());
        Scalar::from_bytes_mod_order_wide(&wide)
    }

    /// `n` uniform scalars.
    pub(crate) fn scalars(&mut self, n: usize) -> Zeroizing<Vec<Scalar>> {
        Zeroizing::new((0..n).map(|_| self.scalar()).collect())
    }
}

/// Proves a linear relation that the caller knows to hold.
pub(crate) fn prove(
    transcript: &ProofTranscript,
    relation: Relation,
    witness: &[Scalar],
    nonces: &mut Nonces,
) -> Result<Vec<u8>, ProofError> {
    let session = session(transcript, labels::BATCHABLE);
    let instance = relation.compile().ok_or(ProofError::NotProven)?;
    prove_batchable_with::<DefaultHash, _>(&session, &instance, witness, &mut nonces.0)
        .map_err(|_invalid| ProofError::NotProven)
}

/// Verifies a linear relation.
pub(crate) fn verify(transcript: &ProofTranscript, relation: Relation, proof: &[u8]) -> Result<(), ProofError> {
    let session = session(transcript, labels::BATCHABLE);
    let instance = relation.compile().ok_or(ProofError::Rejected)?;
    verify_batchable_with::<DefaultHash, _>(&session, &instance, proof).map_err(|_opaque| ProofError::Rejected)
}

/// Proves that one of several relations holds, without telling which; one witness per relation, right or wrong.
pub(crate) fn prove_any(
    transcript: &ProofTranscript,
    branches: Vec<Relation>,
    witnesses: Vec<Zeroizing<Vec<Scalar>>>,
    nonces: &mut Nonces,
) -> Result<Vec<u8>, ProofError> {
    let session = session(transcript, labels::COMPACT);
    let instance = compile_any(branches).ok_or(ProofError::NotProven)?;
    let witness = ComposedWitness::or(witnesses.into_iter().map(|mut witness| core::mem::take(&mut *witness)));
    prove_compact_with::<DefaultHash, _>(&session, &instance, &witness, &mut nonces.0)
        .map_err(|_invalid| ProofError::NotProven)
}

/// Verifies a disjunction.
pub(crate) fn verify_any(
    transcript: &ProofTranscript,
    branches: Vec<Relation>,
    proof: &[u8],
) -> Result<(), ProofError> {
    let session = session(transcript, labels::COMPACT);
    let instance = compile_any(branches).ok_or(ProofError::Rejected)?;
    verify_compact_with::<DefaultHash, _>(&session, &instance, proof).map_err(|_opaque| ProofError::Rejected)
}

fn compile_any(branches: Vec<Relation>) -> Option<ComposedInstance<RistrettoPoint>> {
    let instances: Option<Vec<_>> = branches.into_iter().map(Relation::compile).collect();
    ComposedInstance::or(instances?).ok()
}

/// The session: suite, flavour, label and digest of the transcript, each behind its length.
fn session(transcript: &ProofTranscript, flavour: &str) -> SessionId {
    let digest = transcript.digest();
    let mut tag = TagBytes::default();
    let parts = [labels::SUITE.as_bytes(), flavour.as_bytes(), transcript.label().as_bytes(), &digest];
    for part in parts {
        absorb(&mut tag, part);
    }
    derive_session_id::<DefaultHash>(&tag.0)
}

/// Collects bytes through the same door as a hash.
#[derive(Default)]
struct TagBytes(Vec<u8>);

impl sha2::digest::Update for TagBytes {
    fn update(&mut self, data: &[u8]) {
        self.0.extend_from_slice(data);
    }
}
