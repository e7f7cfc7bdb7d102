//! Fixed texts of the window.

use crate::{Language, chinese_simplified as chinese, english};

/// Declares the list once, so that tests can walk over it.
macro_rules! texts {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {
        /// A text of the window without names or numbers in it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Text {
            $($(#[$doc])* $name,)+
        }

        impl Text {
            /// Every text.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];
        }
    };
}

texts! {
    /// The product's name.
    AppName,
    /// What it is.
    Tagline,
    /// Label of the language switch.
    Language,
    /// Label of the name field.
    YourName,
    /// Heading.
    PracticeTitle,
    /// What practice is.
    PracticeHint,
    /// Button.
    PracticeStart,
    /// While its computers start.
    PracticeStarting,
    /// What is happening.
    PracticeStartingHint,
    /// Heading.
    HostTitle,
    /// Label of a field.
    TableName,
    /// Label of a field.
    SeatCount,
    /// Heading of the options of a table.
    MoreOptions,
    /// Above them.
    MoreOptionsHint,
    /// Label of a choice.
    OptionStart,
    /// Label of a choice.
    OptionLaps,
    /// Label of a choice.
    OptionLosses,
    /// Label of a choice.
    OptionFight,
    /// Heading of what a table has agreed on.
    AgreedRules,
    /// When it has the default options.
    StandardRules,
    /// What odd seat counts mean.
    OddHint,
    /// Button.
    HostStart,
    /// Heading.
    TablesTitle,
    /// When no table is seen.
    NoTables,
    /// Button.
    Join,
    /// Heading.
    AddressTitle,
    /// Inside the address field.
    AddressHint,
    /// Button.
    JoinAddress,
    /// Heading.
    MachineTitle,
    /// Label.
    OwnAddresses,
    /// When there is none.
    NoAddresses,
    /// Label.
    Fingerprint,
    /// What it is for.
    FingerprintHint,
    /// Heading.
    PeersTitle,
    /// When nobody is seen.
    NoPeers,
    /// State of a peer.
    PeerLinked,
    /// State of a peer.
    PeerSeen,
    /// What others learn.
    NetworkSees,
    /// The promise of the game.
    Trust,
    /// To the host.
    GatheringHost,
    /// To a guest.
    GatheringGuest,
    /// Heading.
    Players,
    /// An empty seat.
    FreeSeat,
    /// Button.
    Begin,
    /// Why it cannot begin.
    BeginNotYet,
    /// Button.
    Leave,
    /// Question before leaving a game.
    ReallyLeave,
    /// Tab.
    Log,
    /// Tab.
    Notes,
    /// Before the first event.
    LogEmpty,
    /// Before the first sight.
    NotesEmpty,
    /// Above the notes.
    NotesPrivate,
    /// Button.
    CopyLog,
    /// During set-up.
    SettingUp,
    /// What is happening.
    SettingUpHint,
    /// Button.
    RoleHold,
    /// What to do.
    RoleHint,
    /// Mark of the own seat.
    You,
    /// Mark.
    Asleep,
    /// Mark.
    Drink,
    /// What it does.
    DrinkHint,
    /// A face-down card.
    HiddenOccupation,
    /// Mark.
    Attacker,
    /// Mark.
    Defender,
    /// Mark.
    ForAttacker,
    /// Mark.
    ForDefender,
    /// Mark.
    Moves,
    /// Label of the own hand.
    YourHand,
    /// Mark.
    Selected,
    /// Question.
    AskTurn,
    /// Question.
    AskVote,
    /// Question.
    AskDeclare,
    /// Question.
    AskProphecy,
    /// Question.
    AskDemand,
    /// Question.
    AskForesee,
    /// Question.
    AskReorder,
    /// Question.
    AskDirect,
    /// Question.
    AskExchange,
    /// Answer.
    DoOffer,
    /// Answer.
    DoAttack,
    /// Answer.
    DoDeclare,
    /// Answer.
    DoSolo,
    /// Answer.
    DoProphesy,
    /// Answer.
    DoDemand,
    /// Answer.
    DoForesee,
    /// Answer.
    DoEndTurn,
    /// Answer.
    DoAnnounce,
    /// Answer.
    DoStaySilent,
    /// Answer.
    DoGoOn,
    /// Answer.
    DoUseText,
    /// Answer.
    DoDeclineText,
    /// Answer.
    DoPass,
    /// Answer.
    DoRefuse,
    /// Answer.
    DoAccept,
    /// Answer.
    DoStop,
    /// Answer.
    DoLetAttack,
    /// Answer.
    DoHypnotiseNobody,
    /// Answer.
    DoCancel,
    /// Answer.
    DoLetStand,
    /// Answer.
    DoPay,
    /// Answer.
    DoOpenNothing,
    /// Answer.
    DoSupportNobody,
    /// Answer.
    DoDraw,
    /// Answer.
    DoPlayOn,
    /// Button.
    Clear,
    /// Label.
    ToWhom,
    /// Label.
    TakeWhich,
    /// Label.
    GiveWhich,
    /// Label.
    DemandWhat,
    /// Label.
    DemandFrom,
    /// Label.
    DemandFor,
    /// Mark.
    LaidDown,
    /// Label.
    OwnAssociations,
    /// What is missing.
    HintChoose,
    /// What is missing.
    HintCardSeat,
    /// What is missing.
    HintCard,
    /// What is missing.
    HintSeat,
    /// What is missing.
    HintShown,
    /// What is missing.
    HintReturn,
    /// Label of a switch.
    HintOccupation,
    /// What is missing.
    HintOpen,
    /// What is missing.
    HintFirst,
    /// What is missing.
    HintSecond,
    /// What is missing.
    HintRole,
    /// Why refusing is missing.
    PearlForced,
    /// Why refusing is missing.
    MirrorForced,
    /// Why a card is missing.
    BagForBag,
    /// Why a card is missing.
    BagForBagDemand,
    /// Why a text cannot happen.
    NothingToAnnounce,
    /// Why declaring is missing.
    BarPearl,
    /// Why declaring is missing.
    BarNoItem,
    /// Why a personal win is missing.
    BarSolo,
    /// When no own card fits.
    NoAbility,
    /// When the own occupation does not fit.
    NotYourOccupation,
    /// Consequence.
    ThenSolo,
    /// Consequence.
    ThenPass,
    /// Consequence.
    ThenForesee,
    /// Consequence.
    ThenEndTurn,
    /// Consequence.
    ThenReorder,
    /// Consequence.
    ThenDemand,
    /// Consequence.
    ThenSurrender,
    /// Consequence.
    ThenAnnounce,
    /// Consequence.
    ThenStaySilent,
    /// Consequence.
    ThenGoOn,
    /// Consequence.
    ThenUseText,
    /// Consequence.
    ThenDeclineText,
    /// Consequence.
    ThenDirect,
    /// Consequence.
    ThenPledge,
    /// Consequence.
    ThenExchange,
    /// Consequence.
    ThenPickAssociation,
    /// Consequence.
    ThenRefuse,
    /// Consequence, with smuggling.
    ThenAcceptSmuggled,
    /// Consequence.
    ThenSupport,
    /// Consequence.
    ThenStop,
    /// Consequence.
    ThenHypnotise,
    /// Consequence.
    ThenCancel,
    /// Consequence.
    ThenSealed,
    /// Consequence.
    ThenIdentity,
    /// Consequence.
    ThenLuggage,
    /// Consequence.
    ThenTake,
    /// Consequence.
    ThenDraw,
    /// Consequence.
    ThenPlayOn,
    /// Label.
    DeclareOpens,
    /// When it is true.
    DeclareWins,
    /// When it is true.
    ProphecyWins,
    /// When it is false.
    DeclareLoses,
    /// Button.
    DeclareNow,
    /// Button.
    ProphesyNow,
    /// Button.
    DemandNow,
    /// Button.
    Back,
    /// While sealed answers are out.
    WaitingSealed,
    /// While computers work.
    WaitingCards,
    /// Tip on the connection.
    Proven,
    /// Heading.
    ResultTitle,
    /// Label.
    Transcript,
    /// When none was written.
    NoTranscript,
    /// Button.
    CopyPath,
    /// Button.
    BackToLobby,
    /// Button.
    Rematch,
    /// What it does.
    RematchHint,
    /// Heading.
    FaultTitle,
    /// What it means.
    FaultHint,
    /// Above the shown role.
    RoleSecret,
    /// Label.
    Pile,
    /// Label.
    Spares,
    /// Above what was seen last.
    JustSeen,
    /// Heading.
    ScoreTitle,
    /// Button.
    Rules,
    /// Heading.
    RulesTitle,
    /// Label of a field.
    RulesSearch,
    /// When nothing is found.
    RulesNothing,
    /// Button.
    RulesClose,
    /// Button on a notice.
    Remove,
    /// Tab.
    Chat,
    /// Before the first line.
    ChatEmpty,
    /// Label of a field.
    ChatField,
    /// Button.
    ChatSend,
    /// Where the option is off.
    ChatOff,
    /// Button.
    Nudge,
    /// Label of a choice.
    AdmissionTitle,
    /// Answer.
    AdmitOpen,
    /// Answer.
    AdmitPassphrase,
    /// Answer.
    AdmitApproval,
    /// Label of a field.
    PassphraseField,
    /// What is missing.
    PassphraseMissing,
    /// Button.
    PassphraseSend,
    /// Button: watch a table.
    Watch,
    /// Button: watch the table at a typed address.
    WatchAddress,
    /// Above a table that is watched.
    YouWatch,
    /// What that means.
    YouWatchHint,
    /// Button.
    StopWatching,
    /// A table that is watched before its game.
    WatchGathering,
    /// Heading of those who watch.
    WatchersTitle,
    /// When there is nobody.
    NobodyWatches,
    /// The host's choice.
    AllowWatchers,
    /// Button.
    StopWaiting,
    /// Heading.
    AskingTitle,
    /// Switch.
    Ready,
    /// Mark.
    IsReady,
    /// Mark.
    NotReady,
    /// Mark.
    NewPerson,
    /// What fingerprints are for.
    CompareHint,
    /// Heading.
    UnfinishedTitle,
    /// What they are.
    UnfinishedHint,
    /// Button.
    TakeUp,
    /// Button.
    LeaveForGood,
    /// Question.
    ReallyLeaveForGood,
    /// What giving up the own seat leads to, where the others can go on.
    ReallyGiveUpSeat,
    /// What agreeing to go on without somebody leads to.
    GoOnHint,
    /// What agreeing to the end of a game leads to.
    EndHint,
    /// Answer to a ballot.
    VoteYes,
    /// Answer to a ballot.
    VoteNo,
    /// Button of a seat that sleeps.
    ComeBack,
    /// When the own seat sleeps.
    YouSleep,
    /// When the own seat has wished to come back.
    ComingBack,
    /// When the own seat has wished to leave.
    LeavingSoon,
    /// Switch.
    BotPlays,
    /// Switch.
    PassUntilTurn,
    /// Switch.
    PassThisFight,
    /// Label of a choice.
    RemindTitle,
    /// Answer.
    RemindNever,
    /// The nagging timer.
    YourTurnWaits,
    /// Button.
    Network,
    /// Heading.
    NetworkTitle,
    /// Button.
    NetworkClose,
    /// Above what is seen.
    NetworkSeen,
    /// Above the code of the own address.
    CodeHint,
    /// What the picture of the code is called.
    CodePicture,
}

/// The text in a language.
pub const fn text(language: Language, text: Text) -> &'static str {
    match language {
        Language::English => english::text(text),
        Language::ChineseSimplified => chinese::text(text),
    }
}
