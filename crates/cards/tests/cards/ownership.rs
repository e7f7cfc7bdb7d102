use nightcoach_cards::{Deal, DealSecret, Pile, ProofError, PublicKey, SecretKey, ownership};

use crate::common::{assert_bound_to_context, assert_exact, ctx, rng};

#[test]
fn an_owner_proves_its_key_in_64_bytes() {
    let secret = DealSecret::random(&mut rng(1));
    let proof = ownership::prove(&ctx(), &secret, &mut rng(2));
    assert_eq!(proof.len(), ownership::proof_len());
    assert_eq!(proof.len(), 64);
    assert_eq!(ownership::verify(&ctx(), &secret.public(), &proof), Ok(()));
}

#[test]
fn only_the_exact_bytes_pass() {
    let secret = DealSecret::random(&mut rng(1));
    let proof = ownership::prove(&ctx(), &secret, &mut rng(2));
    assert_exact(&proof, 1, |bytes| ownership::verify(&ctx(), &secret.public(), bytes));
    assert_bound_to_context(|other| ownership::verify(other, &secret.public(), &proof));
}

#[test]
fn a_proof_for_one_role_is_none_for_another() {
    let deal = SecretKey::<Deal>::random(&mut rng(1));
    let proof = ownership::prove(&ctx(), &deal, &mut rng(2));
    let same_key = PublicKey::<Pile>::from_bytes(&deal.public().to_bytes()).unwrap();
    assert_eq!(ownership::verify(&ctx(), &same_key, &proof), Err(ProofError::Rejected));
}

#[test]
fn a_proof_for_another_key_is_refused() {
    let secret = DealSecret::random(&mut rng(1));
    let other = DealSecret::random(&mut rng(3)).public();
    let proof = ownership::prove(&ctx(), &secret, &mut rng(2));
    assert_eq!(ownership::verify(&ctx(), &other, &proof), Err(ProofError::Rejected));
}

#[test]
fn a_stuck_generator_still_gives_fresh_commitments_for_every_context_and_key() {
    let secret = DealSecret::random(&mut rng(1));
    let other = DealSecret::random(&mut rng(3));
    let commitments = [
        ownership::prove(&ctx(), &secret, &mut rng(2)),
        ownership::prove(&ctx().slot(1), &secret, &mut rng(2)),
        ownership::prove(&ctx(), &other, &mut rng(2)),
    ]
    .map(|proof| proof[..32].to_vec());
    assert_ne!(commitments[0], commitments[1]);
    assert_ne!(commitments[0], commitments[2]);
    assert_ne!(commitments[1], commitments[2]);
}
