"""Messages of a link, of the lobby, and asides (link.md)."""

from codec import BYTES, HASH, PAIR, TEXT, TRUTH, U8, U16, U32, U64, Array, Enum, Names, Option, Sequence, Struct
from wire import SEATS, Options

GATHERING = Array(16)

Player = Struct("Player", name=TEXT, key=HASH, fresh=HASH)
Refusal = Enum(
    UnknownTable={},
    Full={},
    Begun={},
    Version={"host": U16, "guest": U16},
    WeakKey={},
    NotFull={},
    Options={},
    Roster={},
    NotInvited={},
    Rematch={},
    Scores={},
    Passphrase={},
    TooManyGuesses={},
    TurnedDown={},
    SentAway={},
    NotReady={},
    AudienceFull={},
    Seated={},
    MayNotWatch={},
)
Lobby = Enum(
    Join={"table": GATHERING, "name": TEXT, "version": U16, "fresh": HASH},
    Refused={"table": GATHERING, "refusal": Refusal},
    Gathered={
        "table": GATHERING,
        "table_name": TEXT,
        "options": Options,
        "players": Sequence(Player),
        "previous": HASH,
        "ready": SEATS,
    },
    Leave={"table": GATHERING},
    CalledOff={"table": GATHERING},
    Begin={
        "version": U16,
        "table": GATHERING,
        "table_name": TEXT,
        "options": Options,
        "players": Sequence(Player),
        "previous": HASH,
    },
    Challenge={"table": GATHERING, "nonce": HASH},
    Prove={"table": GATHERING, "proof": HASH},
    Asked={"table": GATHERING},
    Ready={"table": GATHERING, "ready": TRUTH},
    Watch={"table": GATHERING, "name": TEXT, "version": U16},
)

ADMISSION = Names("open", "passphrase", "approval")
Listing = Struct(
    "Listing",
    table=GATHERING,
    name=TEXT,
    host=TEXT,
    seats=U8,
    taken=U8,
    playing=TRUTH,
    version=U16,
    admission=ADMISSION,
)
Mark = Struct("Mark", table=HASH, round=U32, head=HASH, waiting=SEATS, closed=SEATS, stopped=TRUTH)
Hello = Struct("Hello", protocol=U16, build=TEXT, name=TEXT, port=U16, clock=U64)
Beacon = Struct("Beacon", name=TEXT, mark=Option(Mark), neighbours=Sequence(HASH), listing=Option(Listing))
AddressHint = Struct("AddressHint", peer=HASH, addresses=Sequence(TEXT))
Message = Enum(
    Hello={"hello": Hello},
    Beacon={"beacon": Beacon},
    Push={"table": HASH, "entry": BYTES},
    Want={"table": HASH, "from": U32},
    Batch={"table": HASH, "entries": Sequence(BYTES)},
    Lobby={"lobby": Lobby},
    Addresses={"hints": Sequence(AddressHint)},
    Bye={"why": TEXT},
    Aside={"place": HASH, "records": Sequence(BYTES)},
)

Watcher = Struct("Watcher", name=TEXT, key=HASH)
Said = Enum(
    Text={"text": TEXT}, Nudge={"seats": SEATS}, Left={}, Audience={"watchers": Sequence(Watcher)}
)
AsideContent = Struct("AsideContent", place=HASH, author=HASH, number=U64, said=Said)
Aside = Struct("Aside", content=BYTES, signature=PAIR)
