"""Everything that is encoded: faces, options, state, actions (state.md), bodies and records (table.md, transcript.md)."""

from codec import BYTES, HASH, PAIR, TEXT, TRUTH, U8, U16, U32, Enum, Names, Option, Repeated, Sequence, Several, Struct

VERSION = 1

FACES = (
    "key goblet bag_key bag_goblet pearl mirror dagger gloves ring knives whip privilege monocle sextant coat tome loge"
).split()
KINDS = [face for face in FACES if face not in ("bag_key", "bag_goblet")]
KINDS.insert(2, "secret_bag")
ASSOCIATIONS = ["order", "brotherhood"]
OCCUPATIONS = (
    "diplomat doctor duelist poisonmixer clairvoyant priest grandmaster hypnotist bodyguard thug"
).split()

SEAT, SEATS = U8, U16
FACE, KIND = Names(*FACES), Names(*KINDS)
ASSOCIATION, OCCUPATION = Names(*ASSOCIATIONS), Names(*OCCUPATIONS)
PILE = Names("objects", "spares")
SIDE = Names("attacker", "defender")
NEIGHBOUR = Names("left", "right")
SPOILS = Names("identity", "luggage")
TRADE_CARD = Names("offered", "answer")
LOOK = Names("hand", "association")
LAYERED = Names("pledged", "occupation")
START_PLAYER = Names("random", "host")
ABILITY_MODE = Names("sealedRounds", "oneShot", "seatOrder")

Membership = Enum(One={"side": ASSOCIATION}, Three={"side": ASSOCIATION, "unanimous": TRUTH})
Power = Enum(Thug={}, GrandMaster={}, Bodyguard={}, Duelist={}, PoisonMixer={"wins": SIDE})


class OptionBlock(Struct):
    """Seats and losses share the first byte: seats in the low half, losses in the high half."""

    def read(self, reader):
        value = super().read(reader)
        return value.but(seats=value.seats & 15, losses=value.seats >> 4)

    def write(self, value):
        return super().write(value.but(seats=value.seats | getattr(value, "losses", 0) << 4))


Options = OptionBlock(
    "Options",
    seats=U8,
    start_player=START_PLAYER,
    draw_vote=TRUTH,
    max_laps=U16,
    full_reveal=TRUTH,
    secret_support=TRUTH,
    hypnotist_after_each=TRUTH,
    ability_mode=ABILITY_MODE,
    duelist_bonus=TRUTH,
    duel_blocks_poison=TRUTH,
    doctor_on_tie=TRUTH,
    gift_to_full_allowed=TRUTH,
    strict_naming=TRUTH,
    claim_counts=TRUTH,
    pearl_blocks_solo=TRUTH,
    drink_stacking=TRUTH,
    prophecy=TRUTH,
    smuggling=TRUTH,
    three_player_mixed=TRUTH,
    sealed_start=TRUTH,
    tome_coat_optional=TRUTH,
    sextant_last=TRUTH,
    coat_may_keep_own=TRUTH,
    diplomat_free=TRUTH,
    diplomat_demanded_first=TRUTH,
    clairvoyant_anytime=TRUTH,
    scoring=TRUTH,
    scores=Sequence(U16),
    chat=TRUTH,
)

Outcome = Enum(
    Won={"association": ASSOCIATION, "winners": SEATS, "declarer": SEAT, "holds": TRUTH, "items": U8},
    WonAlone={"seat": SEAT},
    Drawn={},
    Unsettled={},
)

Trade = Struct("Trade", offerer=SEAT, responder=SEAT, demanded=TRUTH, sextant=Option(TRADE_CARD))
Demand = Struct("Demand", diplomat=SEAT, target=SEAT, kind=KIND)
Ring = Struct("Ring", trade=Trade, card=TRADE_CARD, side=NEIGHBOUR)
Pick = Struct("Pick", owner=SEAT, by=SEAT, text=Option(Several(Trade, TRADE_CARD)))
Fight = Struct(
    "Fight",
    attacker=SEAT,
    defender=SEAT,
    attack=SEATS,
    defence=SEATS,
    declared=SEATS,
    hypnotised=Option(SEAT),
    used=SEATS,
    duel=TRUTH,
    poison=Option(SIDE),
    last=Option(SEAT),
    passed=SEATS,
)
Victory = Struct("Victory", winner=SEAT, loser=SEAT)
Then = Enum(Text={"trade": Trade, "card": TRADE_CARD}, TradeOver={"trade": Trade}, EndTurn={}, Turn={})
Gift = Struct("Gift", giver=SEAT, given=SEATS, then=Then)
MOST_COUNTED = 3
Declaration = Struct(
    "Declaration",
    declarer=SEAT,
    own=ASSOCIATION,
    association=ASSOCIATION,
    named=SEATS,
    counts=Repeated(U8, MOST_COUNTED),
    items=U8,
    sound=TRUTH,
    bare=TRUTH,
)

Phase = Enum(
    Turn={},
    TurnEnd={},
    Reorder={"at_end": TRUTH},
    Demand={"demand": Demand},
    HandOver={"trade": Trade},
    Response={"trade": Trade},
    Execution={"trade": Trade, "card": TRADE_CARD, "look": LOOK},
    Text={"trade": Trade, "card": TRADE_CARD},
    Consent={"trade": Trade, "card": TRADE_CARD, "kind": KIND},
    Direction={"trade": Trade, "card": TRADE_CARD},
    Pledges={"ring": Ring},
    Passing={"ring": Ring},
    Swap={"trade": Trade, "card": TRADE_CARD},
    Exchange={"trade": Trade, "card": TRADE_CARD},
    AssociationPick={"pick": Pick},
    AssociationShow={"pick": Pick, "place": U8},
    Priest={"fight": Fight},
    Payment={"payer": SEAT, "priest": SEAT},
    Support={"fight": Fight},
    Hypnotist={"fight": Fight},
    Abilities={"fight": Fight},
    Doctor={"fight": Fight, "winner": Option(SIDE)},
    Spoils={"victory": Victory},
    Identity={"victory": Victory},
    Luggage={"victory": Victory},
    Taking={"victory": Victory},
    Gift={"gift": Gift},
    Named={"declaration": Declaration},
    Closing={"declaration": Declaration},
    Vote={},
    Over={"outcome": Outcome},
)

SeatState = Struct(
    "SeatState",
    hand=U8,
    awake=TRUTH,
    occupation=Option(OCCUPATION),
    membership=Option(Membership),
    key_items=U8,
    played=Sequence(FACE),
    over_limit=TRUTH,
    skip_turn=TRUTH,
)
State = Struct(
    "State",
    options=Options,
    turn=U32,
    active=SEAT,
    seats=Sequence(SeatState),
    pile=U8,
    spares=U8,
    passes=U32,
    start=SEAT,
    laps=U32,
    phase=Phase,
)

Action = Enum(
    Pass={},
    Offer={"to": SEAT},
    Refuse={},
    Accept={"text": Option(KIND)},
    Text={"text": Option(KIND)},
    Foresee={},
    Reorder={},
    Demand={"target": SEAT, "kind": KIND},
    Surrender={},
    Lack={},
    HandOver={},
    UseText={"using": TRUTH},
    Direct={"side": NEIGHBOUR},
    Pledge={},
    PassOn={},
    SwapOccupation={},
    Exchange={},
    ShuffleAssociations={},
    PickAssociation={"place": U8},
    ShowHand={},
    ShowAssociation={},
    ShowIdentity={},
    Attack={"target": SEAT},
    Support={"side": Option(SIDE)},
    Priest={"stop": TRUTH},
    Pay={},
    Hypnotise={"target": Option(SEAT)},
    Abilities={"objects": Sequence(FACE), "power": Option(Power)},
    Doctor={"cancel": TRUTH},
    Spoils={"spoils": SPOILS},
    Take={"index": U8},
    TakeAndReturn={"index": U8},
    Give={"to": SEAT},
    DeclareTeam={
        "named": SEATS,
        "membership": Membership,
        "occupation": OCCUPATION,
        "items": Sequence(FACE),
        "counts": Sequence(U8),
    },
    DeclareSolo={"items": Sequence(FACE)},
    Prophesy={"named": SEATS, "membership": Membership},
    OpenNamed={"membership": Membership, "occupation": OCCUPATION, "items": Sequence(FACE)},
    OpenAssociation={"membership": Membership, "items": Sequence(FACE)},
    Vote={"draw": TRUTH},
)

CARDS = Sequence(PAIR)
RECORDED = Option(CARDS)
CardLists = Several(
    Sequence(CARDS),
    CARDS,
    Sequence(CARDS),
    CARDS,
    CARDS,
    CARDS,
    Option(Several(SEAT, SEAT, RECORDED, RECORDED)),
    Option(Several(SEAT, CARDS)),
    Option(Several(SEAT, PILE, CARDS)),
    Sequence(Several(SEAT, SEAT, LAYERED, PAIR)),
)
DIGESTED = Several(Option(State), CardLists)

RosterSeat = Struct("RosterSeat", name=TEXT, key=HASH, fresh=HASH)
Genesis = Struct("Genesis", version=U16, options=Options, roster=Sequence(RosterSeat), previous=HASH)
OpProof = Struct("OpProof", shuffled=CARDS, argument=BYTES, copies=CARDS, proof=BYTES)
PROOFS = Sequence(OpProof)
Complaint = Struct("Complaint", dealer=SEAT, opened=HASH, proof=BYTES)
Body = Enum(
    Genesis={"genesis": Genesis, "nonce": HASH},
    KeyCommit={"commitment": HASH},
    KeyOpen={
        "deal": HASH,
        "pile": HASH,
        "hand": HASH,
        "nonce": HASH,
        "chance": HASH,
        "deal_proof": BYTES,
        "pile_proof": BYTES,
        "hand_proof": BYTES,
    },
    Shuffle={"cards": CARDS, "argument": BYTES},
    Shares={"shares": CARDS, "proof": BYTES},
    Act={"action": Action, "proofs": PROOFS},
    Seal={"commitment": HASH},
    Unseal={"action": Action, "nonce": HASH, "proofs": PROOFS},
    Dealing={"commitments": Sequence(HASH), "proof": BYTES, "boxes": CARDS, "next": HASH, "next_proof": BYTES},
    Verdict={"complaints": Sequence(Complaint)},
    DealShares={"dealt": CARDS, "dealt_proof": BYTES, "piles": CARDS, "piles_proof": BYTES},
    Admit={"wishes": Sequence(BYTES)},
)
Question = Enum(Sleep={"seats": SEATS}, Close={"seats": SEATS}, End={"seats": SEATS})
Ballot = Struct("Ballot", number=U8, question=Question)
Vote = Struct("Vote", ballot=Ballot, yes=TRUTH)
WISH = Names("wake", "leave")
Reveal = Struct("Reveal", hand=Sequence(FACE), slots=Option(Several(Membership, OCCUPATION)), proofs=PROOFS)
Closing = Struct("Closing", outcome=Outcome, reveal=Option(Reveal))

RECORD_KIND = Names("entry", "closing", "vote", "wish")
Content = Struct("Content", kind=RECORD_KIND, table=HASH, round=U32, head=HASH, digest=HASH, seat=SEAT, body=BYTES)
Record = Struct("Record", content=BYTES, signature=PAIR)
