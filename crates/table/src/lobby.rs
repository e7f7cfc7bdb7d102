//! Before the genesis round: who sits at which table. Messages and their rules; no socket, no clock.
