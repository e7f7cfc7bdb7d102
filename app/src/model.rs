//! What the network shows and takes.
#![expect(missing_docs, reason = "stands in until the network crate has these types")]

use std::path::PathBuf;
use std::sync::Arc;

use nightcoach_rules::{Choice, Event, Options, Outcome, Seat, SeatSet, View};
use nightcoach_table::Fault;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order { Host { table_name: String, options: Options }, Join { table: [u8; 16] }, JoinAddress(String), LeaveTable, Begin, Choose(Choice), Rename(String) }
#[derive(Clone, Debug)]
pub struct PeerInfo { pub name: String, pub fingerprint: String, pub linked: bool }
#[derive(Clone, Debug)]
pub struct TableListing { pub id: [u8; 16], pub name: String, pub host: String, pub seats: u8, pub taken: u8, pub joinable: bool, pub remark: Option<String> }
#[derive(Clone, Debug)]
pub struct Notice { pub text: String }
#[derive(Clone, Debug)]
pub struct Snapshot { pub name: String, pub fingerprint: String, pub addresses: Vec<String>, pub peers: Vec<PeerInfo>, pub tables: Vec<TableListing>, pub stage: Stage, pub notices: Vec<Notice> }
#[derive(Clone, Debug)]
pub enum Stage { Lobby, Gathering(Gathering), Playing(Arc<Playing>) }
#[derive(Clone, Debug)]
pub struct Gathering { pub table_name: String, pub hosting: bool, pub options: Options, pub players: Vec<(String, String)>, pub can_begin: bool }
#[derive(Clone, Debug)]
pub struct Playing { pub seat: Seat, pub names: Vec<String>, pub view: Option<View>, pub asked: bool, pub log: Vec<(u32, Event)>, pub waiting_for: SeatSet, pub progress: (u32, u32), pub fault: Option<Fault>, pub outcome: Option<Outcome>, pub closed_by: SeatSet, pub transcript: Option<PathBuf>, pub round: u32, pub head: [u8; 32] }
