//! What only the inside can show: forgeries by a prover that does not keep to the recipe, and the cover of the
//! transcript.

use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng as _;

use super::argument::{self, Commitments, Statement};
use super::commit::Chain;
use super::relation::{relation, unlinked};
use super::*;
use crate::card::CardPoint;
use crate::element::Element;
use crate::key::{HandPublic, HandSecret};
use crate::role::Hand;
use crate::sigma::{self, Deferred};
use crate::transcript::ProofTranscript;

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

/// Two cards A and B turned into 2A - B and 2B - A: rows and sums are right for a matrix that is no permutation, and only
/// the product of the ordered weights tells.
struct Stretched {
    scene: Scene,
    openings: Vec<Scalar>,
    commitments: Commitments,
    weights: Vec<Scalar>,
    ordered: Vec<Scalar>,
}

impl Stretched {
    /// `chain_of` picks the vector that the chain is made over, from the weights and the ordered weights.
    fn new(chain_of: fn(&[Scalar], &[Scalar]) -> Vec<Scalar>) -> (Self, Chain) {
        let mut scene = Scene::new(&["order", "brotherhood"], &["order", "brotherhood"]);
        let points = faces(&["order", "brotherhood"]).iter().map(CardPoint::point).collect::<Vec<_>>();
        let stretched = [points[0] + points[0] - points[1], points[1] + points[1] - points[0]];
        scene.output = stretched
            .iter()
            .zip(&scene.factors)
            .map(|(face, factor)| remask(&scene.key, RistrettoPoint::default(), *face, factor))
            .collect();
        let bases = CommitmentKey::standard();
        let third = Scalar::from(3_u8).invert();
        let (one, two) = (third, third + third);
        let mut nonces = scene.nonces();
        let openings = nonces.scalars(2).to_vec();
        let h = bases.each(2).iter().map(Element::point).collect::<Vec<_>>();
        let column = |r: &Scalar, [x, y]: [Scalar; 2]| Element::new(RistrettoPoint::mul_base(r) + h[0] * x + h[1] * y);
        let permutation = vec![column(&openings[0], [two, one]), column(&openings[1], [one, two])];
        let transcript = argument::transcript(&scene.statement(), &argument::encodings(&permutation));
        let weights = argument::weights(&transcript, 2);
        let ordered = vec![two * weights[0] + one * weights[1], one * weights[0] + two * weights[1]];
        let chain = Chain::new(&chain_of(&weights, &ordered), &nonces.scalars(2));
        let links = chain.commit(bases).iter().map(|link| Element::decode(link).unwrap()).collect();
        let commitments = Commitments { permutation, chain: links };
        (Self { scene, openings, commitments, weights, ordered }, chain)
    }

    fn witness(&self, chain: &Chain, more: &[Scalar]) -> Vec<Scalar> {
        let sums = [
            self.openings.iter().sum(),
            chain.opening(),
            argument::dot(&self.openings, &self.weights),
            argument::dot(&self.scene.factors, &self.ordered),
        ];
        [&sums, chain.links(), &self.ordered, more].concat()
    }

    fn transcript(&self) -> ProofTranscript {
        let committed = argument::encodings(&self.commitments.permutation);
        let mut transcript = argument::transcript(&self.scene.statement(), &committed);
        transcript.elements("chain", self.commitments.chain.iter());
        transcript
    }
}

#[test]
fn a_product_over_an_unrelated_vector_convinces_only_who_does_not_link_it() {
    let bases = CommitmentKey::standard();
    // The chain is over the weights themselves, so its product is right.
    let (forger, chain) = Stretched::new(|weights, _ordered| weights.to_vec());
    let weak = || unlinked(&forger.scene.statement(), bases, &forger.commitments, &forger.weights);
    let witness = forger.witness(&chain, &forger.weights);
    let proof = sigma::prove(&forger.transcript(), &weak(), &witness, &mut forger.scene.nonces()).unwrap();
    let read = Deferred::read(&forger.transcript(), weak(), &proof).unwrap();
    assert_eq!(read.verify(), Ok(()), "without the link the attack is real");

    for chain_of in
        [|weights: &[Scalar], _: &[Scalar]| weights.to_vec(), |_: &[Scalar], ordered: &[Scalar]| ordered.to_vec()]
    {
        let (forger, chain) = Stretched::new(chain_of);
        let ours = relation(&forger.scene.statement(), bases, &forger.commitments, &forger.weights);
        let witness = forger.witness(&chain, &[]);
        let proof = sigma::prove(&forger.transcript(), &ours, &witness, &mut forger.scene.nonces()).unwrap();
        let [permutation, links] =
            [&forger.commitments.permutation, &forger.commitments.chain].map(|list| argument::encodings(list));
        let forged = argument::encode(&permutation, &links, &proof);
        assert_eq!(forger.scene.verify(bases, &forged), Err(ProofError::Rejected));
    }
}

#[test]
fn weights_are_neither_zero_nor_equal() {
    let scene = Scene::new(&["order", "brotherhood"], &["order", "brotherhood"]);
    let transcript = argument::transcript(&scene.statement(), &[]);
    let weights = argument::weights(&transcript, MAX_CARDS);
    let distinct: BTreeSet<_> = weights.iter().map(Scalar::to_bytes).collect();
    assert_eq!(distinct.len(), MAX_CARDS);
    assert!(!distinct.contains(&[0; 32]));
}

#[test]
fn no_difference_between_output_and_input_tells_the_order() {
    let (key, mut source) = (HandSecret::random(&mut rng(1)).public(), rng(5));
    let input: Vec<_> = faces(&["a", "b", "c", "d", "e"]).into_iter().map(MaskedCard::open).collect();
    let order = order(5);
    let (before, _) = shuffle(&Context::new([1; 32]), &key, &input, &order, &mut source).unwrap();
    let mut firsts = [0_usize; 5];
    for _ in 0..200 {
        let (after, _) = shuffle(&Context::new([1; 32]), &key, &before, &order, &mut source).unwrap();
        // Every pair of an old and a new card differs in its own way, the matching pairs too.
        let differences: BTreeSet<_> = before
            .iter()
            .flat_map(|old| after.iter().map(move |new| (new.a().point() - old.a().point()).compress().to_bytes()))
            .collect();
        assert_eq!(differences.len(), 25);
        assert!(!differences.contains(&[0; 32]));
        let halves: BTreeSet<_> = before.iter().chain(&after).flat_map(|card| [*card.a(), *card.b()]).collect();
        assert_eq!(halves.len(), 20, "no half is kept, doubled or swapped");
        let smallest = after.iter().enumerate().min_by_key(|(_, card)| card.to_bytes()).map(|(place, _)| place);
        firsts[smallest.unwrap()] += 1;
    }
    // 40 expected for each place, with a standard deviation of 5.7.
    assert!(firsts.iter().all(|count| (15..70).contains(count)), "{firsts:?}");
}
