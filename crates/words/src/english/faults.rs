//! Who broke which check, and why the rules refuse.

use nightcoach_rules::Reason;
use nightcoach_table::{Check, Fault};

use super::who;

pub(crate) fn fault(names: &[String], fault: &Fault) -> String {
    let Fault { culprit, round, check: broken, reason: why } = fault;
    let why = why.map_or_else(String::new, |why| format!(" {}", reason(why)));
    let number = u16::from(culprit.0).saturating_add(1);
    if *broken == Check::OneReplay {
        return format!(
            "These programs disagree: in round {round} two seats or more, {} (seat {number}) among them, reached another state \
             of the game than this computer (check {broken}). Nobody is blamed; compare the versions of all programs and deal \
             anew.",
            who(names, *culprit)
        );
    }
    if !broken.blames() {
        let who = who(names, *culprit);
        return format!(
            "The records have split: the entry of {who} (seat {number}) in round {round} follows another record than ours \
             (check {broken}). Nobody is blamed: somebody may have shown {who} something else."
        );
    }
    format!("{} (seat {number}) broke check {broken} in round {round}: {}{why}", who(names, *culprit), check(*broken))
}

pub(crate) const fn check(check: Check) -> &'static str {
    match check {
        Check::EntryDecodes => "the bytes sent are no entry of this game.",
        Check::Signature => "the signature under the entry is not the player's.",
        Check::TableId => "the entry belongs to another table.",
        Check::Head => "the entry does not follow the record that everybody has.",
        Check::Digest => "this computer reached another state of the game than the record gives.",
        Check::Owed => "an entry came from a seat that was not asked.",
        Check::OneEntry => "two different entries were sent for one round.",
        Check::OneReplay => "several computers reached another state of the game than this one.",
        Check::BodyKind => "the entry answers something else than what was asked.",
        Check::KeyDecodes => "a key is no valid key.",
        Check::KeyUnique => "a key is the same as another one.",
        Check::KeyOwnership => "the proof of owning a key is wrong.",
        Check::KeyCommitment => "the opened keys are not those promised before.",
        Check::DealingShape => "the part in dealing the pile key has a wrong number of pieces or a broken piece.",
        Check::DealingOwnership => "the proof of knowing the dealt part of the pile key is wrong.",
        Check::DealingShare => "the player dealt somebody a false share of the pile key.",
        Check::ComplaintTrue => "the player complained about a good share of the pile key.",
        Check::DealingSum => "the dealt pile key, or a share of it, is of no use.",
        Check::ShuffleCards => "the shuffled deck has a wrong number of cards or a broken card.",
        Check::ShuffleArgument => "the proof of an honest shuffle is wrong.",
        Check::ShareCards => "the share of dealing cards has a wrong number of parts or a broken part.",
        Check::ShareProof => "the proof of an honest share in dealing is wrong.",
        Check::Legal => "the rules do not allow the move.",
        Check::Operations => "the card work sent does not fit the move.",
        Check::HandShuffle => "the proof that hand, associations or pile were shuffled honestly is wrong.",
        Check::TransferProof => "the proof that a card was handed over unchanged is wrong.",
        Check::OpeningProof => "the proof of an opened card is wrong.",
        Check::Refusable => "an offer was refused that cannot be refused.",
        Check::NotTwoBags => "two Secret Bags would have changed hands.",
        Check::Silent => "the player kept silent about a card that must be announced.",
        Check::Texted => "the player announced a card that was not traded.",
        Check::LacksFaces => "the player concealed cards that had to be opened.",
        Check::FreshCards => "a card was sent again under its old cover.",
        Check::IsKind => "the player gave something else than what was demanded.",
        Check::PledgeIsNot => "a Secret Bag was laid down for a Secret Bag.",
        Check::SealOpens => "the opened answer is not the sealed one.",
        Check::GenesisAgrees => "this computer signed other options or another list of players.",
        Check::RosterKeys => "an identity in the list of players is weak or stands there twice.",
        Check::WishStands => "somebody was let in or out who had not asked for it, or could not be.",
        Check::BallotAllowed => "a vote was called that cannot be held now.",
        Check::BallotAsked => "somebody voted who was not asked.",
        Check::OneAnswer => "two different answers were given in one vote.",
        Check::BallotDecided => "the game went on without somebody, and not everybody else had agreed.",
        Check::ClosingRecord => "the closing signature is over another end of the game.",
    }
}

pub(crate) const fn reason(reason: Reason) -> &'static str {
    match reason {
        Reason::NotOwed => "This seat is not asked now.",
        Reason::Missing => "An answer is missing.",
        Reason::WrongAction => "This is not what the table asks for now.",
        Reason::BadTarget => "This seat cannot be chosen.",
        Reason::BadReceiver => "This seat cannot receive the gift.",
        Reason::NoText => "This kind of object has no text to announce now.",
        Reason::NotUsable => "This object or occupation cannot be used here.",
        Reason::BadKind => "This kind of object cannot be demanded now.",
        Reason::NotThisTable => "The options of this table do not allow it.",
        Reason::BadItems => "The opened objects do not fit.",
        Reason::BadIndex => "There is no card at this place.",
        Reason::Contradiction => "This contradicts what lies open on the table.",
        Reason::Over => "The game is over.",
        Reason::TooFewAwake => "Fewer than two seats would stay awake.",
        Reason::CannotWake => "This seat cannot come back at this moment.",
    }
}
