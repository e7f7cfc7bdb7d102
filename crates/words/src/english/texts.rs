//! Fixed texts of the window.

use crate::Text;

#[expect(clippy::too_many_lines, reason = "one line per text; splitting would need a wildcard arm")]
pub(crate) const fn text(text: Text) -> &'static str {
    match text {
        Text::AppName => "Night Coach",
        Text::Tagline => "A card game for 3 to 10 laptops on one network, without any server.",
        Text::Language => "Language",
        Text::YourName => "Your name",
        Text::PracticeTitle => "Practice with bots",
        Text::PracticeHint => "The same game over the same code, on this computer alone.",
        Text::PracticeStart => "Start practice",
        Text::PracticeStarting => "The practice table is being made ready",
        Text::PracticeStartingHint => "The bots take their seats on this computer; it takes a moment.",
        Text::HostTitle => "Host a table",
        Text::TableName => "Name of the table",
        Text::SeatCount => "Seats",
        Text::MoreOptions => "More options",
        Text::MoreOptionsHint => "Everybody at the table sees what differs from the default before the game begins.",
        Text::OptionStart => "First turn (default: chance)",
        Text::OptionLaps => "Length (default: no limit)",
        Text::OptionFight => "Cards in a fight (default: sealed rounds)",
        Text::AgreedRules => "Rules of this table",
        Text::StandardRules => "Standard rules",
        Text::OddHint => {
            "At an odd number one association card stays aside unseen, and everybody has a Drink of Power."
        }
        Text::HostStart => "Open the table",
        Text::TablesTitle => "Tables on this network",
        Text::NoTables => "No table seen yet. Host one, or join by address.",
        Text::Join => "Join",
        Text::AddressTitle => "Join by address",
        Text::AddressHint => "the address that the host sees",
        Text::JoinAddress => "Connect",
        Text::MachineTitle => "This computer on the network",
        Text::OwnAddresses => "Addresses for others to type",
        Text::NoAddresses => "none yet: is this computer on a network?",
        Text::Fingerprint => "Your fingerprint",
        Text::FingerprintHint => "Others see the same words beside your name. If they differ, it is not you.",
        Text::PeersTitle => "Players seen",
        Text::NoPeers => "Nobody else seen yet.",
        Text::PeerLinked => "connected",
        Text::PeerSeen => "seen, not connected",
        Text::NetworkSees => {
            "Others on this network see your name, your fingerprint and your tables. During a game they see what everybody at the table sees, and nothing of your cards."
        }
        Text::Trust => {
            "No hand can be opened by any coalition of the others; if a seat is lost, the table pauses (f = 0)."
        }
        Text::GatheringHost => "Others on this network see your table. Begin when all seats are taken.",
        Text::GatheringGuest => "You are at the table. The host begins when all seats are taken.",
        Text::Players => "Players",
        Text::FreeSeat => "free",
        Text::Begin => "Begin",
        Text::BeginNotYet => "Not all seats are taken yet.",
        Text::Leave => "Leave",
        Text::ReallyLeave => "Leave this game? The table pauses without you.",
        Text::Log => "Log",
        Text::Notes => "My notes",
        Text::LogEmpty => "Nothing has happened yet.",
        Text::NotesEmpty => "What only you have seen will stand here.",
        Text::NotesPrivate => "Only you see this.",
        Text::CopyLog => "Copy log",
        Text::SettingUp => "Shuffling and dealing together",
        Text::SettingUpHint => "Every computer shuffles and locks the cards in turn, so nobody knows their order.",
        Text::RoleHold => "Hold: my role",
        Text::RoleHint => "Hold to see your association and occupation. Let go to hide them.",
        Text::OccupationHint => {
            "In this version the Diplomat and the Clairvoyant have no use yet; all others act in fights."
        }
        Text::You => "you",
        Text::Asleep => "asleep",
        Text::Drink => "Drink of Power",
        Text::DrinkHint => "In a declaration of the smaller association the Drinks together replace one key item.",
        Text::HiddenOccupation => "occupation hidden",
        Text::Attacker => "attacker",
        Text::Defender => "defender",
        Text::ForAttacker => "for the attacker",
        Text::ForDefender => "for the defender",
        Text::Moves => "is asked now",
        Text::YourHand => "Your objects",
        Text::Selected => "selected",
        Text::AskTurn => "Your turn: what do you do?",
        Text::AskVote => "Shall the game end as a draw?",
        Text::AskDeclare => "Whom do you name as companions?",
        Text::AskProphecy => "Who of the other association could win together?",
        Text::DoOffer => "Offer an object",
        Text::DoAttack => "Attack",
        Text::DoDeclare => "Declare victory",
        Text::DoSolo => "Win alone",
        Text::DoProphesy => "Prophesy",
        Text::DoPass => "Pass",
        Text::DoRefuse => "Refuse",
        Text::DoAccept => "Accept",
        Text::DoStop => "Stop the attack",
        Text::DoLetAttack => "Let it go on",
        Text::DoHypnotiseNobody => "Hypnotise nobody",
        Text::DoCancel => "Cancel the fight",
        Text::DoLetStand => "Let it stand",
        Text::DoPay => "Pay",
        Text::DoOpenNothing => "Open nothing",
        Text::DoSupportNobody => "Nobody",
        Text::DoDraw => "Draw",
        Text::DoPlayOn => "Play on",
        Text::Clear => "Clear",
        Text::ToWhom => "To whom",
        Text::TakeWhich => "Shown to you",
        Text::GiveWhich => "Give back",
        Text::HintChoose => "Choose an answer.",
        Text::HintCardSeat => "Choose one of your objects and a seat.",
        Text::HintCard => "Choose one of your objects.",
        Text::HintSeat => "Choose a seat.",
        Text::HintShown => "Choose one of the shown objects.",
        Text::HintReturn => "Choose what you give back.",
        Text::HintOccupation => "Use your occupation",
        Text::HintOpen => "Choose what you open, or nothing.",
        Text::PearlForced => "It cannot be refused: the Black Pearl must be accepted.",
        Text::MirrorForced => "It cannot be refused: the Broken Mirror must be accepted.",
        Text::BagForBag => "A Secret Bag cannot be given for a Secret Bag.",
        Text::BarPearl => "You cannot declare: you hold the Black Pearl.",
        Text::BarNoItem => "You cannot declare: you hold no key item of your association.",
        Text::BarSolo => {
            "A personal win takes the Coat of Armor of the Loge and three Keys or Goblets, without the Black Pearl."
        }
        Text::NoAbility => {
            "You hold nothing that can be opened in this fight. Everybody who takes part is asked the same."
        }
        Text::NotYourOccupation => "Your occupation cannot do anything here. Everybody is asked the same.",
        Text::ThenSolo => "You open these objects for everybody and win at once, alone.",
        Text::ThenPass => "Your turn ends without anything happening.",
        Text::ThenRefuse => "The object goes back; nobody else learns what it was.",
        Text::ThenSupport => "Everybody sees it, and it cannot be taken back.",
        Text::ThenStop => "Your Priest is turned face-up and spent; the attack is over.",
        Text::ThenHypnotise => {
            "Your Hypnotist is turned face-up. This seat supports nobody and may use nothing in this fight."
        }
        Text::ThenCancel => "Your Doctor is turned face-up and spent; nobody sees, takes or draws anything.",
        Text::ThenSealed => "Sealed until everybody asked has answered.",
        Text::ThenIdentity => "Only you see occupation and association.",
        Text::ThenLuggage => "Only you see the objects, and you must take one.",
        Text::ThenTake => "Only the two of you know which object it is.",
        Text::ThenDraw => "It ends as a draw if the table agrees.",
        Text::ThenPlayOn => "The game goes on.",
        Text::DeclareOpens => "You open for everybody:",
        Text::DeclareWins => {
            "You win if everyone named belongs to your association and holds a key item, and all of you together show three; two are enough for the smaller association at an odd table."
        }
        Text::ProphecyWins => {
            "Your association wins if everyone named belongs to the other one and holds a key item of it, and all of them together show enough."
        }
        Text::DeclareLoses => "Otherwise the other association wins at once.",
        Text::DeclareNow => "Declare now",
        Text::ProphesyNow => "Prophesy now",
        Text::Back => "Back",
        Text::WaitingSealed => "Waiting for the sealed answers.",
        Text::WaitingCards => "The computers are proving and passing the cards.",
        Text::Proven => "Every step is proven and checked by all computers.",
        Text::ResultTitle => "The journey is over",
        Text::Transcript => "Record of the game",
        Text::NoTranscript => "The record is not written yet.",
        Text::CopyPath => "Copy path",
        Text::BackToLobby => "Back to the lobby",
        Text::FaultTitle => "The table has stopped",
        Text::FaultHint => "The evidence is in the record; anybody can check it. Nobody's cards were opened.",
        Text::RoleSecret => "Only for your eyes",
        Text::Pile => "Pile",
        Text::Spares => "Spare occupations",
        Text::Remove => "Dismiss",
    }
}
