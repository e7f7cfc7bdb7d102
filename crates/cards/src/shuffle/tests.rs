//! What only the inside can show: forgeries by a prover that does not keep to the recipe, and the cover of the
//! transcript.

use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng as _;

use super::argument::{self, Commitments, Statement};
use super::commit::Chain;
use super::relation::relation;
use super::*;
use crate::card::CardPoint;
use crate::element::Element;
use crate::key::{HandPublic, HandSecret};
use crate::role::Hand;
use crate::sigma;

fn rng(seed: u8) -> ChaCha20Rng {
    ChaCha20Rng::from_seed([seed; 32])
}

fn order(n: usize) -> Permutation {
    let all: Vec<usize> = (0..n).collect();
    Permutation::bringing_first(n, &all, &mut rng(0)).unwrap()
}

fn faces(names: &[&str]) -> Vec<CardPoint> {
    names.iter().map(|name| CardPoint::of_face("base", "associations", name)).collect()
}

/// Cards with known factors: `(rho G, M + rho K)`.
fn masked(key: &HandPublic, faces: &[CardPoint], factors: &[Scalar]) -> Vec<MaskedCard<Hand>> {
    let masked = |(face, factor): (&CardPoint, &Scalar)| remask(key, RistrettoPoint::default(), face.point(), factor);
    faces.iter().zip(factors).map(masked).collect()
}

struct Scene {
    ctx: Context,
    key: HandPublic,
    input: Vec<MaskedCard<Hand>>,
    output: Vec<MaskedCard<Hand>>,
    factors: Vec<Scalar>,
}

impl Scene {
    fn new(before: &[&str], after: &[&str]) -> Self {
        let key = HandSecret::random(&mut rng(1)).public();
        let input = faces(before).into_iter().map(MaskedCard::open).collect();
        let factors: Vec<_> = after.iter().map(|_| Scalar::random(&mut rng(2))).collect();
        let output = masked(&key, &faces(after), &factors);
        Self { ctx: Context::new([3; 32]), key, input, output, factors }
    }

    fn statement(&self) -> Statement<'_, Hand> {
        Statement { ctx: &self.ctx, key: &self.key, input: &self.input, output: &self.output }
    }

    fn nonces(&self) -> Nonces {
        Nonces::hedged(&mut rng(4), &argument::hedge(&self.ctx, &self.key, &self.input), &[])
    }

    /// Runs the honest argument over this statement, whether it is true or not.
    fn argue(&self, bases: &CommitmentKey) -> Vec<u8> {
        let (order, mut nonces) = (order(self.input.len()), self.nonces());
        argument::prove(&self.statement(), bases, &order, &self.factors, &mut nonces).unwrap()
    }

    fn verify(&self, bases: &CommitmentKey, proof: &[u8]) -> Result<(), ProofError> {
        argument::read(&self.statement(), bases, proof)?.verify()
    }
}

#[test]
fn the_recipe_over_true_lists_passes() {
    let bases = CommitmentKey::standard();
    let scene = Scene::new(&["order", "brotherhood", "brotherhood"], &["order", "brotherhood", "brotherhood"]);
    assert_eq!(scene.verify(bases, &scene.argue(bases)), Ok(()));
}

#[test]
fn the_recipe_over_changed_lists_does_not() {
    let bases = CommitmentKey::standard();
    let before = ["order", "brotherhood", "brotherhood"];
    for after in [["order", "order", "brotherhood"], ["brotherhood"; 3], ["order", "brotherhood", "other"]] {
        let scene = Scene::new(&before, &after);
        assert_eq!(scene.verify(bases, &scene.argue(bases)), Err(ProofError::Rejected), "{after:?}");
    }
}

#[test]
fn the_recipe_over_linear_maps_of_cards_does_not() {
    let bases = CommitmentKey::standard();
    let mut scene = Scene::new(&["order", "brotherhood"], &["order", "brotherhood"]);
    let [first, second] = [scene.output[0], scene.output[1]];
    let add = |one: &MaskedCard<Hand>, two: &MaskedCard<Hand>| {
        MaskedCard::from_points(one.a().point() + two.a().point(), one.b().point() + two.b().point())
    };
    scene.output = vec![add(&first, &second), second];
    scene.factors = vec![scene.factors[0] + scene.factors[1], scene.factors[1]];
    assert_eq!(scene.verify(bases, &scene.argue(bases)), Err(ProofError::Rejected), "sum of two cards");
    scene.output = vec![add(&first, &first), second];
    assert_eq!(scene.verify(bases, &scene.argue(bases)), Err(ProofError::Rejected), "twice a card");
}

#[test]
fn a_wrong_factor_does_not_pass() {
    let bases = CommitmentKey::standard();
    let mut scene = Scene::new(&["order", "brotherhood"], &["order", "brotherhood"]);
    scene.factors[1] += Scalar::ONE;
    assert_eq!(scene.verify(bases, &scene.argue(bases)), Err(ProofError::Rejected));
}

/// Bases whose discrete logarithms the forger knows.
struct Trapdoor {
    h: Scalar,
    each: Vec<Scalar>,
}

impl Trapdoor {
    fn new(n: usize) -> Self {
        let mut rng = rng(9);
        Self { h: Scalar::random(&mut rng), each: (0..n).map(|_| Scalar::random(&mut rng)).collect() }
    }

    fn bases(&self) -> CommitmentKey {
        let base = RistrettoPoint::mul_base;
        CommitmentKey::new(base(&self.h), self.each.iter().map(base).collect())
    }

    /// Turns `[A, B, B]` into `[A, A, B]`: with the trapdoor the ordered weights need not be the weights.
    fn forge(&self, scene: &Scene) -> Vec<u8> {
        let (bases, mut nonces) = (self.bases(), scene.nonces());
        let openings = nonces.scalars(3);
        let permutation: Vec<_> = openings.iter().map(|s| Element::new(RistrettoPoint::mul_base(s))).collect();
        let mut transcript = argument::transcript(&scene.statement(), &argument::encodings(&permutation));
        let weights = argument::weights(&transcript, 3);
        let split = nonces.scalar();
        let ordered = vec![split, weights[0] - split, weights[1] + weights[2]];
        let chain = Chain::new(&ordered, &nonces.scalars(3));
        let links = chain.commit(&bases);
        transcript.encodings("chain", links.iter());
        let committed = links.iter().map(|link| Element::decode(link).unwrap()).collect();
        let commitments = Commitments { permutation, chain: committed };
        let excess = ordered.iter().product::<Scalar>() - weights.iter().product::<Scalar>();
        let witness: Vec<_> = [
            openings.iter().sum::<Scalar>() - self.each.iter().sum::<Scalar>(),
            chain.opening() + excess * self.h,
            argument::dot(&openings, &weights) - argument::dot(&ordered, &self.each),
            argument::dot(&scene.factors, &ordered),
        ]
        .into_iter()
        .chain(chain.links().iter().copied())
        .chain(ordered.iter().copied())
        .collect();
        let relation = relation(&scene.statement(), &bases, &commitments, &weights);
        let proof = sigma::prove(&transcript, &relation, &witness, &mut nonces).unwrap();
        argument::encode(&argument::encodings(&commitments.permutation), &links, &proof)
    }
}

#[test]
fn a_forgery_with_trapdoored_bases_passes_under_those_and_not_under_ours() {
    let scene = Scene::new(&["order", "brotherhood", "brotherhood"], &["order", "order", "brotherhood"]);
    let trapdoor = Trapdoor::new(3);
    let forged = trapdoor.forge(&scene);
    assert_eq!(scene.verify(&trapdoor.bases(), &forged), Ok(()), "the attack is real");
    let public = verify(&scene.ctx, &scene.key, &scene.input, &scene.output, &forged);
    assert_eq!(public, Err(ProofError::Rejected));
}

#[test]
fn a_true_argument_over_other_bases_is_refused() {
    let scene = Scene::new(&["order", "brotherhood"], &["order", "brotherhood"]);
    let ours = CommitmentKey::standard();
    let swapped = [1, 0].map(|place: usize| ours.each(2)[place].point());
    let bases = CommitmentKey::new(ours.h().point(), swapped.to_vec());
    let proof = scene.argue(&bases);
    assert_eq!(scene.verify(&bases, &proof), Ok(()));
    assert_eq!(scene.verify(ours, &proof), Err(ProofError::Rejected));
}

/// A scene's weights and final digest, as bytes.
fn cover(scene: &Scene, commitments: &[Vec<Element>; 2]) -> ([u8; 32], [u8; 64]) {
    let mut transcript = argument::transcript(&scene.statement(), &argument::encodings(&commitments[0]));
    let weights = argument::weights(&transcript, scene.input.len());
    transcript.elements("chain", commitments[1].iter());
    (weights[0].to_bytes(), transcript.digest())
}

#[test]
fn every_field_of_statement_and_commitments_changes_the_challenges() {
    let scene = || Scene::new(&["order", "brotherhood"], &["order", "brotherhood"]);
    let element = |seed| Element::new(RistrettoPoint::mul_base(&Scalar::from(u64::from(seed))));
    let commitments = || [[11_u8, 12].map(element).to_vec(), [13, 14].map(element).to_vec()];
    let other = element(99_u8);
    let halves = |card: &MaskedCard<Hand>| {
        [MaskedCard::from_elements(other, *card.b()), MaskedCard::from_elements(*card.a(), other)]
    };

    let mut scenes = vec![scene()];
    scenes.push(Scene { ctx: Context::new([4; 32]), ..scene() });
    scenes.push(Scene { key: HandSecret::random(&mut rng(8)).public(), ..scene() });
    for (place, half) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let mut changed = scene();
        changed.input[place] = halves(&changed.input[place])[half];
        scenes.push(changed);
        let mut changed = scene();
        changed.output[place] = halves(&changed.output[place])[half];
        scenes.push(changed);
    }
    let mut shorter = scene();
    shorter.output.pop();
    scenes.push(shorter);
    let mut moved = scene();
    moved.input.push(moved.output[0]);
    moved.output.remove(0);
    scenes.push(moved);

    let mut covers: Vec<_> = scenes.iter().map(|scene| cover(scene, &commitments())).collect();
    for place in 0..2 {
        let mut changed = commitments();
        changed[0][place] = other;
        covers.push(cover(&scene(), &changed));
    }
    let distinct: BTreeSet<_> = covers.iter().map(|(weight, _digest)| weight).collect();
    assert_eq!(distinct.len(), covers.len(), "the weights");
    for place in 0..2 {
        let mut changed = commitments();
        changed[1][place] = other;
        covers.push(cover(&scene(), &changed));
    }
    let distinct: BTreeSet<_> = covers.iter().map(|(_weight, digest)| digest).collect();
    assert_eq!(distinct.len(), covers.len(), "the sigma challenge");
}

#[test]
fn the_fast_commitments_are_those_of_the_relation() {
    let scene = Scene::new(&["order", "brotherhood", "other"], &["order", "brotherhood", "other"]);
    let (bases, mut nonces) = (CommitmentKey::standard(), scene.nonces());
    let (ordered, randomness) = (nonces.scalars(3), nonces.scalars(10));
    let chain = Chain::new(&ordered, &nonces.scalars(3));
    let links: Vec<_> = chain.commit(bases).iter().map(|link| Element::decode(link).unwrap()).collect();
    let commitments = Commitments { permutation: links.clone(), chain: links };
    let relation = relation(&scene.statement(), bases, &commitments, &ordered);
    let slow = Element::doubles(&relation.evaluate_halves(&randomness, None).unwrap());
    let fast = commit::relation(&scene.statement(), bases, &chain, &randomness).unwrap();
    assert_eq!(fast, argument::encodings(&slow));
}
