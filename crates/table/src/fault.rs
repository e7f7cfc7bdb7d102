//! What went wrong, who did it, and which numbered check of `protocol-spec/checks.md` says so.

use core::fmt;

use nightcoach_rules::{Reason, Seat};
use serde::{Deserialize, Serialize};

/// A numbered check; every one is cited by the code that makes it and by a test that violates it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Check {
    /// NC-101: the bytes are one canonical entry of the right kind.
    EntryDecodes,
    /// NC-102: the signature is the author's.
    Signature,
    /// NC-103: the entry names this table.
    TableId,
    /// NC-104: the entry stands on the head of the chain.
    Head,
    /// NC-105: the digest of state and card lists is the one of the replay.
    Digest,
    /// NC-106: the author owes an entry in this round.
    Owed,
    /// NC-107: one entry per seat and round.
    OneEntry,
    /// NC-108: the body is of the kind that the round asks for.
    BodyKind,
    /// NC-109: no two seats or more stand together on another digest than the one of the replay.
    OneReplay,
    /// NC-201: a key decodes and is not the identity.
    KeyDecodes,
    /// NC-202: no key occurs twice.
    KeyUnique,
    /// NC-203: the author owns the secret of each key.
    KeyOwnership,
    /// NC-204: opened keys and nonces are the committed ones.
    KeyCommitment,
    /// NC-205: a dealing of the pile key has as many commitments as the threshold and a box for every other holder, and all decode.
    DealingShape,
    /// NC-206: a dealer knows the secret that it deals.
    DealingOwnership,
    /// NC-207: every box holds the share that its dealer's commitments promise.
    DealingShare,
    /// NC-208: a complaint speaks of a box of its author, once, opens it truly, and the box is bad.
    ComplaintTrue,
    /// NC-209: neither the dealt pile key nor anybody's share of it is zero, and no two dealers deal the same.
    DealingSum,
    /// NC-301: a shuffle has as many cards as the deck, and each decodes.
    ShuffleCards,
    /// NC-302: the shuffle argument holds.
    ShuffleArgument,
    /// NC-401: as many shares as cards, and each decodes.
    ShareCards,
    /// NC-402: the share proof holds.
    ShareProof,
    /// NC-501: the rules allow the action.
    Legal,
    /// NC-502: the entry proves just the card operations that the action needs, each with cards that decode.
    Operations,
    /// NC-503: the argument of a shuffle in an action holds: of a hand, of three associations, of a pile.
    HandShuffle,
    /// NC-504: the re-masking proof holds.
    TransferProof,
    /// NC-505: the opening proof holds.
    OpeningProof,
    /// NC-506: the refused card is neither Pearl nor Mirror.
    Refusable,
    /// NC-507: the traded cards are not both bags.
    NotTwoBags,
    /// NC-508: silence is true.
    Silent,
    /// NC-509: the announcement is true.
    Texted,
    /// NC-510: the rest of the hand lacks the faces.
    LacksFaces,
    /// NC-511: no new masked card repeats an earlier one.
    FreshCards,
    /// NC-512: the surrendered card is of the demanded kind.
    IsKind,
    /// NC-513: the card laid down for a Secret Bag is no bag.
    PledgeIsNot,
    /// NC-601: an opened window answer is the committed one.
    SealOpens,
    /// NC-701: all seats sign one option block and one roster.
    GenesisAgrees,
    /// NC-702: every identity key of the roster is strong and occurs once.
    RosterKeys,
    /// NC-711: what a seat lets in are wishes that their authors have signed and that can be met now.
    WishStands,
    /// NC-721: a ballot asks what can be asked in its round: about awake seats, no more of them than may be lost, and enough seats are left.
    BallotAllowed,
    /// NC-722: an answer to a ballot comes from an awake seat that the ballot does not name.
    BallotAsked,
    /// NC-723: one answer per seat and ballot.
    OneAnswer,
    /// NC-724: a round goes on without seats only if every other awake seat has said yes.
    BallotDecided,
    /// NC-801: a closing record stands over the final head and outcome.
    ClosingRecord,
}

impl Check {
    /// Every check, in the order of the numbers.
    pub const ALL: [Self; 44] = [
        Self::EntryDecodes,
        Self::Signature,
        Self::TableId,
        Self::Head,
        Self::Digest,
        Self::Owed,
        Self::OneEntry,
        Self::BodyKind,
        Self::OneReplay,
        Self::KeyDecodes,
        Self::KeyUnique,
        Self::KeyOwnership,
        Self::KeyCommitment,
        Self::DealingShape,
        Self::DealingOwnership,
        Self::DealingShare,
        Self::ComplaintTrue,
        Self::DealingSum,
        Self::ShuffleCards,
        Self::ShuffleArgument,
        Self::ShareCards,
        Self::ShareProof,
        Self::Legal,
        Self::Operations,
        Self::HandShuffle,
        Self::TransferProof,
        Self::OpeningProof,
        Self::Refusable,
        Self::NotTwoBags,
        Self::Silent,
        Self::Texted,
        Self::LacksFaces,
        Self::FreshCards,
        Self::IsKind,
        Self::PledgeIsNot,
        Self::SealOpens,
        Self::GenesisAgrees,
        Self::RosterKeys,
        Self::WishStands,
        Self::BallotAllowed,
        Self::BallotAsked,
        Self::OneAnswer,
        Self::BallotDecided,
        Self::ClosingRecord,
    ];

    /// Whether who violates this check is to blame for it. A foreign head is not: its author may have been shown another
    /// entry than we were. Nor is a digest that several seats have come to: their program is another one than ours
    /// (walk.md decision 9).
    pub const fn blames(self) -> bool {
        !matches!(self, Self::Head | Self::OneReplay)
    }

    /// Whether the others may go on with the culprit asleep: its entry is as good as none. Who has shown two faces, or has come to
    /// another state, may have divided the others, and the table ends (walk.md decision 11).
    pub const fn may_go_on(self) -> bool {
        !matches!(self, Self::Head | Self::OneReplay | Self::Digest | Self::OneEntry | Self::OneAnswer)
    }

    /// The number in `protocol-spec/checks.md`.
    pub const fn number(self) -> u16 {
        match self {
            Self::EntryDecodes => 101,
            Self::Signature => 102,
            Self::TableId => 103,
            Self::Head => 104,
            Self::Digest => 105,
            Self::Owed => 106,
            Self::OneEntry => 107,
            Self::BodyKind => 108,
            Self::OneReplay => 109,
            Self::KeyDecodes => 201,
            Self::KeyUnique => 202,
            Self::KeyOwnership => 203,
            Self::KeyCommitment => 204,
            Self::DealingShape => 205,
            Self::DealingOwnership => 206,
            Self::DealingShare => 207,
            Self::ComplaintTrue => 208,
            Self::DealingSum => 209,
            Self::ShuffleCards => 301,
            Self::ShuffleArgument => 302,
            Self::ShareCards => 401,
            Self::ShareProof => 402,
            Self::Legal => 501,
            Self::Operations => 502,
            Self::HandShuffle => 503,
            Self::TransferProof => 504,
            Self::OpeningProof => 505,
            Self::Refusable => 506,
            Self::NotTwoBags => 507,
            Self::Silent => 508,
            Self::Texted => 509,
            Self::LacksFaces => 510,
            Self::FreshCards => 511,
            Self::IsKind => 512,
            Self::PledgeIsNot => 513,
            Self::SealOpens => 601,
            Self::GenesisAgrees => 701,
            Self::RosterKeys => 702,
            Self::WishStands => 711,
            Self::BallotAllowed => 721,
            Self::BallotAsked => 722,
            Self::OneAnswer => 723,
            Self::BallotDecided => 724,
            Self::ClosingRecord => 801,
        }
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NC-{}", self.number())
    }
}

/// Why a table has stopped: who, where, which check. Anybody with the transcript up to this round can repeat it. Only a
/// check that [`Check::blames`] speaks against the seat; otherwise the seat is just whose entry is in question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// Who is to blame, or whose entry is in question.
    pub culprit: Seat,
    /// The round of the entry.
    pub round: u32,
    /// The violated check.
    pub check: Check,
    /// Why the rules refuse the action, with [`Check::Legal`].
    pub reason: Option<Reason>,
}

/// Checks before and beside the chain. None of them blames a seat: whoever violates one is refused or not heard.
pub mod admission {
    use core::fmt;

    /// A numbered check of `protocol-spec/checks.md`, section 9.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Check {
        /// NC-901: the table exists here and gathers.
        TableGathers,
        /// NC-902: host and guest play the same version of the game.
        SameVersion,
        /// NC-903: a seat is free.
        SeatIsFree,
        /// NC-904: a rematch is joined by those who played the game before it.
        IsInvited,
        /// NC-905: the guest knows the passphrase of the table, and has not guessed too often.
        KnowsPassphrase,
        /// NC-906: the host has let the guest in, and has not sent it away.
        IsLetIn,
        /// NC-907: a game begins with every seat taken and everybody ready.
        AllReady,
        /// NC-908: option block and table are ones that may be.
        OptionsAllowed,
        /// NC-909: a game begins with the list of players that was shown, and holds the guest once beside its own value.
        RosterShown,
        /// NC-910: a rematch goes on from the last finished game of the guest, with its seats and its score sheet.
        RematchGoesOn,
        /// NC-911: the bytes are one canonical aside.
        AsideDecodes,
        /// NC-912: the signature of an aside is its author's.
        AsideSignature,
        /// NC-913: the author of an aside has a seat at the table that it names.
        AsideAuthor,
        /// NC-914: chat lines are heard at a table that has a chat.
        ChatIsOn,
        /// NC-915: an aside is no longer and its author no more talkative than may be.
        AsideBounds,
        /// NC-916: the list of those who watch is said by the host.
        AudienceIsHosts,
        /// NC-917: at most eight watch, each under one key that has no seat.
        AudienceBounds,
        /// NC-918: the host has a place for whoever asks to watch, and has let them in.
        MayWatch,
        /// NC-919: whoever is given records has a seat, or stands on the newest list of the host.
        MayFollow,
    }

    impl Check {
        /// The number in `protocol-spec/checks.md`.
        pub const fn number(self) -> u16 {
            match self {
                Self::TableGathers => 901,
                Self::SameVersion => 902,
                Self::SeatIsFree => 903,
                Self::IsInvited => 904,
                Self::KnowsPassphrase => 905,
                Self::IsLetIn => 906,
                Self::AllReady => 907,
                Self::OptionsAllowed => 908,
                Self::RosterShown => 909,
                Self::RematchGoesOn => 910,
                Self::AsideDecodes => 911,
                Self::AsideSignature => 912,
                Self::AsideAuthor => 913,
                Self::ChatIsOn => 914,
                Self::AsideBounds => 915,
                Self::AudienceIsHosts => 916,
                Self::AudienceBounds => 917,
                Self::MayWatch => 918,
                Self::MayFollow => 919,
            }
        }
    }

    impl fmt::Display for Check {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "NC-{}", self.number())
        }
    }
}
