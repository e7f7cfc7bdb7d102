//! Real programs on real networks: what happens at a LAN party, in namespaces of one machine. The quick half runs with all
//! other tests; `NIGHTCOACH_HALLS=long` runs everything at full length and holds it to the bars.

mod flood;
mod odd;
mod pace;
mod returns;
mod starts;
