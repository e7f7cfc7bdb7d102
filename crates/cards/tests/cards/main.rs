//! What the crate promises, seen from outside: accepted statements, refused ones, laws and vectors.

#[cfg(test)]
mod claims;
#[cfg(test)]
mod common;
#[cfg(test)]
mod dkg;
#[cfg(test)]
mod junk;
#[cfg(test)]
mod keys;
#[cfg(test)]
mod layers;
#[cfg(test)]
mod openings;
#[cfg(test)]
mod ownership;
#[cfg(test)]
mod proof_vectors;
#[cfg(test)]
mod shares;
#[cfg(test)]
mod shuffles;
#[cfg(test)]
mod transfers;
#[cfg(test)]
mod vectors;
